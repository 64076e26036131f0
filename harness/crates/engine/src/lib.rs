#![doc = include_str!("../README.md")]
// Private by default, so that dead code shows. The scripted sandbox of the tests is read more
// easily without.
#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod build;
pub mod cell;
#[cfg(test)]
mod fake;
pub mod fingerprint;
pub mod judge;
pub mod plan;
mod processor;
pub mod run;
pub mod store;
