//! Files that are written and read back: reports, shards, the list of failures.

pub mod destination;
pub mod failed;
pub mod merge;
pub mod outputs;
pub mod read;
