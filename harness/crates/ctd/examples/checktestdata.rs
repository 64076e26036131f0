//! The original's command line over this crate: `checktestdata [-w] [-q] GRAMMAR [INPUT]`. Exit code 0: the input is
//! right; 1: it is not; 2: the grammar is not, or something cannot be read.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::Read;
use std::process::ExitCode;

use ctd::{Program, Reading, Reason};

fn main() -> ExitCode {
    match run() {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<u8, String> {
    let (mut reading, mut quiet, mut files) = (Reading::default(), false, Vec::new());
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "-w" | "--whitespace-ok" => reading.white_space = true,
            "-q" | "--quiet" => quiet = true,
            option if option.len() > 1 && option.starts_with('-') => return Err(format!("unknown option {option}")),
            _ => files.push(argument),
        }
    }
    let mut files = files.into_iter();
    let grammar = read(&files.next().ok_or("usage: checktestdata [-w] [-q] GRAMMAR [INPUT]")?)?;
    let program = Program::parse(&grammar).map_err(|mistake| mistake.to_string())?;
    let input = read(&files.next().unwrap_or_else(|| "-".to_owned()))?;
    match ctd::validate(&program, &input, &reading) {
        Ok(bounds) => {
            if !quiet {
                println!("testdata ok!");
                bounds.iter().for_each(|bound| println!("{bound}"));
            }
            Ok(0)
        }
        Err(rejection) => {
            if !quiet {
                eprintln!("{rejection}");
            }
            Ok(if rejection.reason == Reason::Input { 1 } else { 2 })
        }
    }
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    if path != "-" {
        return std::fs::read(path).map_err(|error| format!("{path}: {error}"));
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}
