#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
// Items are private by default, so that dead code shows.
#![cfg_attr(not(test), warn(unreachable_pub))]

mod address;
pub mod browser;
pub mod domjudge;
mod error;
pub mod http;
mod judge;
pub mod kattis;
pub mod language;
pub mod listener;
mod outcome;
mod secret;
mod secret_file;
mod submission;
#[cfg(test)]
mod testing;
mod web;
mod words;

pub use address::Address;
pub use error::Error;
pub use judge::{Judge, Patience};
pub use outcome::{Outcome, Progress, Stage};
pub use submission::{Receipt, SourceFile, Submission};
pub use words::Words;
