//! Files that are written and read back: reports, shards, what failed, how long things took.

pub mod destination;
pub mod failed;
pub mod history;
pub mod merge;
pub mod outputs;
pub mod read;
