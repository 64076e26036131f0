//! The command line: turns arguments into a request, and a request into an exit code. The only
//! crate that prints and exits.
//!
//! One file per command; `cli` is their table. `ARCHITECTURE.md` says which crate may know what.
//!
//! Commands: add, bless, cache, check, completions, debug, doctor, explain, export, generate, get,
//! grade, import, init, judge (the one without a name), last, learn, list, man, merge, mutate, new,
//! plan, play, schema, statement, strengthen, stress, submit, time, try, watch. The other modules
//! are what commands share.

#![warn(unreachable_pub)]

mod add;
mod answers;
mod anywhere;
mod args;
mod bless;
mod cache;
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
mod limits;
mod list;
mod live_table;
mod losses;
mod made;
mod man;
mod merge;
mod mutate;
mod new;
mod opening;
mod outputs;
mod plan;
mod play;
mod program;
mod records;
mod running;
mod schema;
mod screen;
mod session;
mod statement;
mod strengthen;
mod stress;
mod submit;
mod time;
mod r#try;
mod watch;
mod watching;
mod workspace;

use std::process::ExitCode;

/// The whole program.
pub fn main() -> ExitCode {
    ::judge::init();
    cli::main()
}
