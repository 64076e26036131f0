#![doc = include_str!("../README.md")]
// Items are private by default, so that dead code shows.
#![cfg_attr(not(test), warn(unreachable_pub))]

mod address;
pub mod browser;
pub mod codeforces;
pub mod domjudge;
mod error;
pub mod http;
mod judge;
pub mod kattis;
pub mod language;
pub mod listener;
mod outcome;
mod secret;
mod submission;
#[cfg(test)]
mod testing;
mod web;

pub use address::Address;
pub use error::Error;
pub use judge::Judge;
pub use outcome::{Outcome, Progress, Stage};
pub use submission::{Receipt, SourceFile, Submission};
pub use web::Patience;
