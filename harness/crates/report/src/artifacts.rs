//! Files that are written and read back: reports, shards, the list of failures, the history of
//! times.

pub mod destination;
pub mod failed;
pub mod history;
pub mod merge;
pub mod outputs;
pub mod read;
