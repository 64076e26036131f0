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
use model::ProblemId;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

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
    let here = std::env::current_dir().ok();
    CompleteEnv::with_factory(definition).var(VARIABLE).try_complete(std::env::args_os(), here.as_deref())
}

/// A problem, `problem/solution`, or a path.
pub(crate) fn filter() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let mut found = problems_and_solutions(&current.to_string_lossy());
        found.extend(PathCompleter::any().complete(current));
        found
    })
}

/// A problem, or `problem/solution` once the problem is typed.
fn problems_and_solutions(current: &str) -> Vec<CompletionCandidate> {
    let root = std::env::current_dir().ok().and_then(|here| package::detect::find_root(&here));
    let words = root.map(|root| if current.contains('/') { solutions(&root) } else { problems(&root) });
    words.into_iter().flatten().filter(|word| word.starts_with(current)).map(CompletionCandidate::new).collect()
}

fn problems(root: &Path) -> BTreeSet<String> {
    let entries = root.join("problems").read_dir().into_iter().flatten().flatten();
    let names = entries.filter(|entry| entry.path().is_dir()).filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| ProblemId::parse(name).is_ok()).collect()
}

/// `nim/nim` for `nim.rs`, `nim/brute` for `nim--brute.rs`.
fn solutions(root: &Path) -> BTreeSet<String> {
    let files = walkdir::WalkDir::new(root.join("solutions")).into_iter().flatten();
    let name = |file: walkdir::DirEntry| {
        let stem = file.path().file_stem()?.to_str()?.to_owned();
        let (problem, label) = stem.split_once("--").unwrap_or((&stem, &stem));
        root.join("problems").join(problem).is_dir().then(|| format!("{problem}/{label}"))
    };
    files.filter(|entry| entry.file_type().is_file()).filter_map(name).collect()
}
