//! Arguments in, exit code out: wires the other modules together.
//!
//! Knows argv, the environment, terminals and exit codes, and no judging rule. One file per command.

mod args;
mod cache;
mod check;
mod exit;
mod generate;
mod identity;
mod judge;
mod list;
mod merge;
mod outputs;
mod plan;
mod session;
mod workspace;

use args::{Cli, Command};
use clap::Parser;
use exit::Exit;
use std::process::ExitCode;

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way, too: clap knows which stream and which code.
            let code = if error.use_stderr() { Exit::UsageOrContent } else { Exit::AsExpected };
            // Nothing is left to be done when the terminal is gone.
            let _ = error.print();
            return ExitCode::from(code.code());
        }
    };
    let exit = match cli.command {
        Some(Command::List(args)) => list::run(&args),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Plan(args)) => plan::run(&args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Cache(args)) => cache::run(&args),
        None => judge::run(&cli.judge),
    };
    ExitCode::from(exit.code())
}
