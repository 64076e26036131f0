//! The record and the events of a run, as people and programs read them.
//!
//! Knows the model, and how files are read: nothing is run or judged here. Each module may use
//! those above it:
//!
//! * [`text`]: harmless text, phrases, lines for a terminal, diagnostics.
//! * [`artifacts`]: files that are written and read back.
//! * `failure`: unexpected results, prepared once for everything that shows them.
//! * [`render`]: a run as terminal, live table, page, JUnit, GitHub, JSON lines.
//! * [`standings`]: the results of a class, as table, CSV and pages.
//! * [`last_run`]: what every run leaves behind.
//! * [`remembered`]: the last run shown once more.
//!
//! A program's output is hostile. Everything shown of it first passes [`text::sanitize`], which
//! lets no escape code, control character or invisible character through, and then the escaping of
//! its format.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod artifacts;
mod failure;
pub mod last_run;
pub mod remembered;
pub mod render;
mod reporter;
pub mod standings;
#[cfg(test)]
mod testing;
pub mod text;

pub use artifacts::destination::{Destination, Document};
pub use last_run::LastRun;
pub use render::github::Github;
pub use render::jsonl::JsonLines;
pub use render::live::Live;
pub use render::terminal::{Options, Stderr, Terminal, Verbosity};
pub use reporter::{IsCurrent, Reporter, Tee};
