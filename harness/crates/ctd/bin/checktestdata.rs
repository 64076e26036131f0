//! The original's command line over this crate: `checktestdata [OPTION]… GRAMMAR [INPUT]`.
//!
//! Exit code 0: the grammar accepts the input. 1: it rejects it. 2: the grammar is wrong, or a file
//! cannot be read.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::{Read, Write};
use std::process::ExitCode;

use ctd::{Caps, GenerateError, Generator, Policy, Program, Reading, Reason, Shape, WhiteSpace};

const USAGE: &str = "usage: checktestdata [OPTION]... GRAMMAR [INPUT]
  -w, --whitespace-ok        other white space may stand for a space, and around the ends of lines
      --free                 any white space may stand for a space and for the end of a line
  -q, --quiet                say nothing, only exit
  -g, --generate             make an input
  -s, --seed=N               the same for the same number
  -p, --preset=NAME=VALUE,…  give variables their values
      --size=N               about how many elements an input has
      --policy=N             how its numbers are chosen, 0 to 11";

fn main() -> ExitCode {
    match run() {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

struct Options {
    reading: Reading,
    quiet: bool,
    generate: bool,
    seed: u64,
    preset: Option<String>,
    shape: Shape,
    files: Vec<String>,
}

fn run() -> Result<u8, String> {
    let options = options()?;
    let mut files = options.files.iter();
    let grammar = read(files.next().ok_or(USAGE)?)?;
    let program = Program::parse(&grammar).map_err(|mistake| mistake.to_string())?;
    let file = files.next().map_or("-", String::as_str);
    if options.generate {
        return generate(&program, &options, file);
    }
    match ctd::validate(&program, &read(file)?, &options.reading) {
        Ok(bounds) => {
            if !options.quiet {
                println!("testdata ok!");
                bounds.iter().for_each(|bound| println!("{bound}"));
            }
            Ok(0)
        }
        Err(rejection) => {
            if !options.quiet {
                eprintln!("{rejection}");
            }
            Ok(if rejection.reason == Reason::Input { 1 } else { 2 })
        }
    }
}

fn generate(program: &Program, options: &Options, file: &str) -> Result<u8, String> {
    let mut generator = Generator::new(program, Caps::default());
    if let Some(list) = &options.preset {
        generator.preset(list).map_err(|mistake| mistake.to_string())?;
    }
    let input = match generator.generate(options.shape, options.seed) {
        Ok(input) => input,
        Err(unsatisfied) => {
            eprintln!("{unsatisfied}");
            // The original exits with 0 after a failed assertion, and its test suite relies on it.
            return Ok(if matches!(unsatisfied, GenerateError::Grammar { .. }) { 2 } else { 0 });
        }
    };
    let written = if file == "-" { std::io::stdout().write_all(&input) } else { std::fs::write(file, input) };
    written.map(|()| 0).map_err(|error| format!("{file}: {error}"))
}

fn options() -> Result<Options, String> {
    let shape = Shape::uniform(10);
    let (reading, files) = (Reading::default(), Vec::new());
    let mut options = Options { reading, quiet: false, generate: false, seed: 1, preset: None, shape, files };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let (name, attached) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            Some(_) | None => (argument.as_str(), None),
        };
        let mut value = || attached.clone().or_else(|| arguments.next()).ok_or(USAGE);
        let number = |text: String| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
        match name {
            "-w" | "--whitespace-ok" => options.reading.white_space = WhiteSpace::Tolerant,
            "--free" => options.reading.white_space = WhiteSpace::Free,
            "-q" | "--quiet" => options.quiet = true,
            // The original prints each step. Accepted here so that its test suite runs.
            "-d" | "--debug" => {}
            "-g" | "--generate" => options.generate = true,
            "-s" | "--seed" => options.seed = number(value()?)?,
            "-p" | "--preset" => options.preset = Some(value()?),
            "--size" => options.shape.size = number(value()?)?,
            "--policy" => options.shape.policy = Policy::ALL[number(value()?)? as usize % Policy::ALL.len()],
            option if option.len() > 1 && option.starts_with('-') => return Err(format!("{option}?\n{USAGE}")),
            _ => options.files.push(argument),
        }
    }
    Ok(options)
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    if path != "-" {
        return std::fs::read(path).map_err(|error| format!("{path}: {error}"));
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}
