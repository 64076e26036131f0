//! `harness completions`: the script by which a shell asks the harness what may come next, and the
//! answers.
//!
//! clap answers from its own description, so completions cannot differ from `--help`. Names of
//! problems and solutions come from the folders of the nearest workspace; no file is read.

use crate::error::CliError;
use crate::exit::Exit;
use crate::screen;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::{CompleteEnv, Shells};
use judge::names_from;
use std::env;
use std::ffi::OsStr;

const EXAMPLES: &str = "\
Examples:
  echo 'source <(harness completions bash)' >> ~/.bashrc
  echo 'source <(harness completions zsh)' >> ~/.zshrc
  echo 'harness completions fish | source' > ~/.config/fish/completions/harness.fish";

/// The script sets it when the shell asks.
const VARIABLE: &str = "HARNESS_COMPLETE";

/// Print shell completions
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    #[arg(value_parser = PossibleValuesParser::new(Shells::builtins().names()))]
    shell: String,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    let shell = Shells::builtins();
    let shell = shell.completer(&args.shell).expect("clap takes only names of shells");
    shell.write_registration(VARIABLE, "harness", "harness", "harness", &mut script).expect("memory can be written");
    screen::print(script)?;
    Ok(Exit::AsExpected)
}

/// Answers a shell. Returns false if no shell asks for completions.
pub(crate) fn answer(definition: fn() -> Command) -> Result<bool, clap::Error> {
    let here = env::current_dir().ok();
    CompleteEnv::with_factory(definition).var(VARIABLE).try_complete(env::args_os(), here.as_deref())
}

/// A problem, `problem/solution`, or a path.
pub(crate) fn filter() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let here = env::current_dir().ok();
        let names = here.map(|here| names_from(&current.to_string_lossy(), &here)).into_iter().flatten();
        let mut found: Vec<_> = names.map(CompletionCandidate::new).collect();
        found.extend(PathCompleter::any().complete(current));
        found
    })
}
