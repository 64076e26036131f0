//! Runs a program in a cell: `run PROGRAM [ARGUMENT]…`, with its own standard input empty.
//!
//! Prints what the program wrote, then how it ended and what it used. Exit code 0: the program
//! ended with 0. 1: it did not. 2: it could not be run.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use sandbox::{Cancel, Config, Exec, Exit, Limits, Profile};
use std::error::Error;
use std::process::ExitCode;

fn main() -> ExitCode {
    sandbox::init();
    let mut words = std::env::args_os().skip(1);
    let Some(program) = words.next() else {
        eprintln!("usage: run PROGRAM [ARGUMENT]…");
        return ExitCode::from(2);
    };
    match run(&Exec::new(program, Profile::Solution, Limits::default()).args(words)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(exec: &Exec) -> Result<bool, Box<dyn Error>> {
    let sandbox = sandbox::open(Config::own()?)?;
    let mut cell = sandbox.open(None)?;
    let Some(done) = cell.run(exec, &Cancel::new()?)? else { return Ok(false) };
    print!("{}", done.stdout.words(u64::MAX));
    eprint!("{}", done.stderr.words(u64::MAX));
    let outcome = done.outcome;
    let usage = outcome.usage;
    let ended = match outcome.stopped {
        Some(limit) => format!("stopped: {limit:?}"),
        None => format!("{:?}", outcome.exit),
    };
    eprintln!("{ended}; {:?} of CPU time, {} KiB, level {}", usage.cpu, usage.memory >> 10, cell.level().name());
    Ok(outcome.stopped.is_none() && outcome.exit == Exit::Code(0))
}
