//! The command line: turns arguments into a request, and a request into an exit code. The only
//! crate that prints and exits.
//!
//! One file per command; `cli` is their table. `ARCHITECTURE.md` says which crate may know what.
//!
//! Commands: add, bless, check, debug, doctor, explain, export, generate, get, grade,
//! import, init, judge (the one without a name), last, learn, list, merge, mutate, new, plan, play,
//! print, strengthen, stress, submit. The other modules are what commands share.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![warn(unreachable_pub)]

mod add;
mod again;
mod answers;
mod anywhere;
mod args;
mod bless;
mod check;
mod cli;
mod completions;
mod debug;
mod doctor;
mod error;
mod exit;
mod explain;
mod export;
mod files;
mod generate;
mod get;
mod grade;
mod habits;
mod import;
mod init;
mod judge;
mod judge_args;
mod last;
mod last_run;
mod learn;
mod list;
mod live_table;
mod losses;
mod merge;
mod mutate;
mod new;
mod opening;
mod outputs;
mod plan;
mod play;
mod print;
mod records;
mod running;
mod screen;
mod session;
mod strengthen;
mod stress;
mod submit;
mod typed_options;
mod watch;
mod watching;
mod workspace;

use std::process::ExitCode;

/// The whole program.
pub fn main() -> ExitCode {
    ::judge::init();
    cli::main()
}
