//! The parts of a problem's own programs: validators, checkers, interactors and generators.
//!
//! Each program is one call. It reads the arguments, passes readers that name line and token in
//! every complaint, and ends the process with the exit codes of the ICPC package format.
//!
//! ```no_run
//! // validator.rs: n from 1 to 100, then n heaps from 1 to 10000.
//! kit::validate(|input| {
//!     let n = input.int("n", 1..=100)?;
//!     input.ints("heap", n, 1..=10_000)?;
//!     input.end()
//! })
//! ```
//!
//! | program | call | success | refused | fault |
//! |---|---|---|---|---|
//! | validator | [`validate`] | 42 | 43 | any other |
//! | checker | [`check`] | 42 | 43 | 1 |
//! | interactor | [`interact`] | 42 | 43 | 1 |
//! | generator | [`generate`] | 0 | 2 | any other |
//!
//! All integers are `i64`, which holds the bounds of every judge, so that no program needs casts.
//! The crate knows nothing of any judge but this protocol, and needs only `std`.

// A program's output and its exit code are its protocol.
#![allow(clippy::exit, clippy::print_stdout, clippy::print_stderr)]
#![deny(missing_docs)]

mod args;
mod complaint;
mod dialogue;
mod graph;
mod judge;
mod reader;
mod rng;
mod span;
mod text;
mod validator;

pub use args::{generate, Args};
pub use complaint::{fault, Complaint, Result};
pub use dialogue::{interact, Program};
pub use judge::{check, Test};
pub use reader::{End, Reader};
pub use rng::Rng;
pub use span::{all_lists, Span};
pub use text::Text;
pub use validator::validate;

/// Compiles what the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
