//! The command line: arguments to a request, a request to an exit code. The only crate that prints and exits.
//!
//! `ARCHITECTURE.md` says which crate may know what; Cargo holds it.

pub mod cli;
pub mod companion;
pub mod submit;
pub mod watch;
