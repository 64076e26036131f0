#![doc = include_str!("../README.md")]
// Items are private by default, so that dead code shows.
#![deny(missing_docs)]
#![cfg_attr(not(test), warn(unreachable_pub))]

mod folders;
mod home;
mod plain;

pub use folders::{is_out_of_reach, make_folders};
pub use home::{FoundFile, Home, LeadsOut};
pub use plain::{Plain, lacks_reader, make_lock, open, open_lock, read, read_named, read_to_string, without_mark};
