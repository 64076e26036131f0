//! `harness try`: judges files in any folder, on the tests that lie beside them.

mod once;
mod tests;
mod watch;

use crate::args::{CommonArgs, SandboxArgs, number_within};
use crate::config;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::judge::outputs::{self, StandardOutput};
use crate::judge::{Task, judge};
use crate::screen::{Screen, say};
use crate::workspace::{Workspace, user_cache};
use clap::{Args, ValueEnum, ValueHint};
use engine::build::{Builder, Languages};
use engine::plan::{self, Plan, Selection};
use engine::run::{OnFailure, Settings, default_workers};
use model::{ByteSize, Catalog, Comparison, Judging, Languages as _, Limits, Problem, TokenOptions};
use package::folder;
use report::{Options, Verbosity};
use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  harness try a.cpp                on the tests beside it: 1.in + 1.out, in1.txt + out1.txt, tests/01 + 01.a, input/ + output/ …
  harness try a.cpp slow.py        two files on the same tests
  harness try a.cpp samples        on the tests in that folder
  harness try a.cpp -w             again whenever something is saved
  harness try a.cpp -i big.in      one input without an answer: its output, time and memory; `-i -` reads it from the terminal
  harness try a.cpp --time 2 --tolerance 1e-6
  harness try a.cpp --in 'data/*.txt' --ans 'data/*.sol'

Tests that carry the file's name (a1.in, a/1.in) come before all others. Of more than 10, a solution's\nfirst failure is the last test that is run (-a: all). Nothing is written into the folder.";

/// Samples are judged to the last one; of more tests, a solution's rest is skipped when it has
/// failed.
const FEW: usize = 10;

/// Judge files in any folder on the tests beside them; no workspace is needed
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TryArgs {
    /// Programs in any language, and folders to look for tests in
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    /// Run this one input, without an answer, and show what is printed; `-` is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["watch", "in_pattern"])]
    input: Option<PathBuf>,
    /// Judge again whenever a file is saved
    #[arg(short, long)]
    watch: bool,
    /// Names of the inputs, with a `*`
    #[arg(long = "in", value_name = "PATTERN", requires = "answer_pattern")]
    in_pattern: Option<String>,
    /// Names of the answers: `*` is what it is in the input's name
    #[arg(long = "ans", value_name = "PATTERN", requires = "in_pattern")]
    answer_pattern: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    judging: JudgingArgs,
    /// Judge every test and show every failure, not only the first of each solution
    #[arg(short, long = "all-failures")]
    all: bool,
    /// A line for every test
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// What a run may use.
#[derive(Args, Debug)]
struct LimitArgs {
    /// Time limit in seconds, the same for every language [default: 2, more for slow languages]
    #[arg(long, value_name = "SECONDS", value_parser = |text: &str| number_within(text, 0.001, 3600.0))]
    time: Option<f64>,
    /// Memory limit in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
}

/// What counts as right.
#[derive(Args, Debug)]
#[group(skip)]
struct JudgingArgs {
    /// How outputs are compared
    #[arg(long, value_name = "HOW", default_value = "tokens", conflicts_with_all = ["tolerance", "checker", "interactor"])]
    compare: Compare,
    /// Numbers may be off by this much, absolutely or relatively
    #[arg(long, value_name = "X", conflicts_with_all = ["checker", "interactor"], value_parser = |text: &str| number_within(text, 0.0, 1.0))]
    tolerance: Option<f64>,
    /// A checker, of testlib or of the ICPC's protocol
    #[arg(long, value_name = "FILE", conflicts_with = "interactor", value_hint = ValueHint::FilePath)]
    checker: Option<PathBuf>,
    /// An interactor, of testlib or of the ICPC's protocol
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    interactor: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Compare {
    /// Words and numbers; white space does not count
    Tokens,
    /// Line by line, but for white space at the ends of lines
    Lines,
    /// Byte by byte
    Exact,
    /// Lines in any order
    Unordered,
}

pub(crate) fn run(args: &TryArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let screen = common.screen();
    let home = env::current_dir().or_cannot("stay in a folder that is gone")?;
    let languages = config::languages(&config::load(None)?)?;
    let attempt = Attempt { args, screen: &screen, home: &home, languages: &languages };
    let (programs, folders) = attempt.programs()?;
    match (&args.input, args.watch) {
        (Some(input), _) => attempt.once(&programs, input),
        (None, false) => attempt.judge(&programs, &folders),
        (None, true) => attempt.watch(&programs, &folders),
    }
}

struct Attempt<'a> {
    args: &'a TryArgs,
    screen: &'a Screen,
    /// Where it was called.
    home: &'a Path,
    languages: &'a Languages,
}

impl Attempt<'_> {
    /// The programs and the folders that are named.
    fn programs(&self) -> Result<(Vec<PathBuf>, Vec<PathBuf>), CliError> {
        let (mut programs, mut folders) = (Vec::new(), Vec::new());
        for name in &self.args.files {
            let path = self.home.join(name);
            let shown = name.display();
            if path.is_dir() {
                folders.push(path);
            } else if !path.is_file() {
                return Err(refused(format!("there is no file {shown}")).with_exit(Exit::NothingSelected));
            } else {
                self.language_of(&path)?;
                programs.push(path);
            }
        }
        if programs.is_empty() {
            return Err(refused("no program is named, only folders").with_hint("call `harness try FILE FOLDER`"));
        }
        Ok((programs, folders))
    }

    fn language_of(&self, path: &Path) -> Result<(), CliError> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if self.languages.of_extension(extension).is_some() {
            return Ok(());
        }
        let all: Vec<&str> =
            self.languages.entries.iter().flat_map(|entry| &entry.extensions).map(String::as_str).collect();
        let known: BTreeSet<&str> = all.into_iter().collect();
        let known: Vec<String> = known.into_iter().map(|extension| format!(".{extension}")).collect();
        Err(refused(format!(
            "{}: no language has files like this",
            path.strip_prefix(self.home).unwrap_or(path).display()
        ))
        .with_hint(format!("there are {}", known.join(" "))))
    }

    fn limits(&self) -> Limits {
        let LimitArgs { time, memory } = self.args.limits;
        let cpu = Duration::from_secs_f64(time.unwrap_or(2.0));
        Limits {
            cpu,
            wall: if self.args.judging.interactor.is_some() {
                Limits::deadline_for(cpu)
            } else {
                Limits::wall_for(cpu)
            },
            memory: ByteSize::mib(memory),
            // A limit that somebody gives is the one of the judge, which knows no languages.
            language_factors: time.is_none(),
            ..Limits::default()
        }
    }

    fn judging(&self) -> Result<Judging, CliError> {
        let JudgingArgs { compare, tolerance, checker, interactor } = &self.args.judging;
        let program = |file: &PathBuf| {
            let path = self.home.join(file);
            if !path.is_file() {
                return Err(refused(format!("there is no file {}", file.display())));
            }
            self.language_of(&path)?;
            Ok(folder::program(&path))
        };
        Ok(match (checker, interactor) {
            (Some(checker), _) => Judging::Checker(program(checker)?),
            (None, Some(interactor)) => Judging::Interactor(program(interactor)?),
            (None, None) => Judging::Compare(match (tolerance, compare) {
                (Some(_), _) => Comparison::Tokens(TokenOptions {
                    float_absolute: *tolerance,
                    float_relative: *tolerance,
                    ..TokenOptions::default()
                }),
                (None, Compare::Tokens) => Comparison::Tokens(TokenOptions::default()),
                (None, Compare::Lines) => Comparison::Lines,
                (None, Compare::Exact) => Comparison::Exact,
                (None, Compare::Unordered) => Comparison::Unordered,
            }),
        })
    }

    /// The programs as solutions of one problem with these tests, ready to be judged.
    fn workspace(&self, programs: &[PathBuf], pairs: &[folder::pairs::Pair]) -> Result<Workspace, CliError> {
        let name = programs.first().and_then(|program| program.file_stem()).unwrap_or_default().to_string_lossy();
        let id = folder::slug(&name, &mut BTreeSet::new());
        let problem: Problem = folder::problem(self.home, id.clone(), &name, pairs, self.judging()?, self.limits());
        let mut solutions = folder::solutions(self.home, &id, programs, self.languages);
        solutions.sort_by(|a, b| a.id.cmp(&b.id));
        let catalog =
            Catalog { root: self.home.to_owned(), problems: vec![Arc::new(problem)], solutions, ..Catalog::default() };
        let workspace =
            Workspace::of(self.home.to_owned(), catalog, Vec::new(), self.languages.clone(), self.screen.clone());
        // One for all folders: the same file is built once, wherever it is copied to.
        let mut workspace = Workspace { cache: user_cache("try"), ..workspace };
        // No other command knows these tests.
        workspace.screen.command = String::new();
        Ok(workspace)
    }

    fn judge(&self, programs: &[PathBuf], folders: &[PathBuf]) -> Result<Exit, CliError> {
        let found = self.tests(programs, folders)?;
        let workspace = self.workspace(programs, &found.pairs)?;
        let plan = self.plan(&workspace)?;
        let builder = workspace.builder()?;
        say!("{}\n", self.announced(&found))?;
        let reporters = outputs::terminal(self.options(&workspace), StandardOutput::Free, self.screen)?;
        judge(&workspace, self.task(&plan, &builder), reporters)
    }

    fn plan(&self, workspace: &Workspace) -> Result<Plan, CliError> {
        plan::make(&workspace.catalog, &Selection::default()).map_err(|error| refused(error.to_string()))
    }

    fn task<'t>(&'t self, plan: &'t Plan, builder: &'t Builder) -> Task<'t> {
        let (jobs, cores) = default_workers();
        let lazy = plan.tests() > FEW && !self.args.all;
        let on_failure = if lazy { OnFailure::StopSolution } else { OnFailure::Continue };
        let settings = Settings { jobs, cores, on_failure, ..Settings::default() };
        Task { plan, found: Vec::new(), settings, builder, remembers: true, sandbox: &self.args.sandbox }
    }

    fn options(&self, workspace: &Workspace) -> Options {
        Options {
            verbosity: if self.args.verbose { Verbosity::Verbose } else { Verbosity::Normal },
            all_failures: self.args.all,
            ..outputs::options(workspace, StandardOutput::Free)
        }
    }
}
