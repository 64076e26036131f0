//! Connects two programs: `pair FIRST SECOND`. What each one prints, the other one reads.
//!
//! Prints who said what, and how both ended. Exit code 0: both ended with 0. 1: one did not. 2:
//! they could not be run.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use sandbox::{Cancel, Config, Exec, Exit, Limits, Profile, Side, Terms};
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    sandbox::init();
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let [first, second] = &words[..] else {
        eprintln!("usage: pair FIRST SECOND");
        return ExitCode::from(2);
    };
    let exec = |program| Exec::new(program, Profile::Solution, Limits::default());
    match talk(&exec(first), &exec(second)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn talk(first: &Exec, second: &Exec) -> Result<bool, Box<dyn Error>> {
    let sandbox = sandbox::open(Config::own()?)?;
    let mut cell = sandbox.open(None)?;
    let terms = Terms {
        wall: Duration::from_secs(10),
        alone: Duration::from_secs(1),
        is_open_after: |exit| exit == Exit::Code(0),
        grace: Duration::from_secs(1),
        transcript: 64 * 1024,
    };
    let Some(pair) = cell.run_pair(first, second, terms, &Cancel::new()?)? else { return Ok(false) };
    for (side, bytes) in &pair.transcript {
        let arrow = match side {
            Side::First => '>',
            Side::Second => '<',
        };
        String::from_utf8_lossy(bytes).lines().for_each(|line| println!("{arrow} {line}"));
    }
    if pair.deadlock {
        eprintln!("each waited for the other");
    }
    let ends = [&pair.first.outcome, &pair.second.outcome];
    for (outcome, name) in ends.iter().zip(["first", "second"]) {
        eprintln!("{name}: {:?}, stopped: {:?}, {:?} of CPU time", outcome.exit, outcome.stopped, outcome.usage.cpu);
    }
    Ok(!pair.deadlock && ends.iter().all(|outcome| outcome.stopped.is_none() && outcome.exit == Exit::Code(0)))
}
