//! `harness try`: judges files in any folder, on the tests beside them.

mod once;
mod tests;
mod watch;

use crate::anywhere::{Anywhere, RuleArgs};
use crate::args::{CommonArgs, SandboxArgs};
use crate::config;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::judge::outputs;
use crate::judge::{Task, judge};
use crate::screen::{StandardOutput, print};
use crate::workspace::Workspace;
use clap::{Args, ValueHint};
use engine::build::Builder;
use engine::plan::Plan;
use engine::run::{OnFailure, Settings};
use report::{Options, Verbosity};
use std::env;
use std::path::PathBuf;

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

/// Up to this many tests are all judged. Of more, a solution's remaining tests are skipped once it
/// fails.
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
    /// With --watch: clear the screen before each run
    #[arg(short, long, requires = "watch")]
    clear: bool,
    /// Names of the inputs, with a `*`
    #[arg(long = "in", value_name = "PATTERN", requires = "answer_pattern")]
    in_pattern: Option<String>,
    /// Names of the answers: `*` stands for the same text as in the input's name
    #[arg(long = "ans", value_name = "PATTERN", requires = "in_pattern")]
    answer_pattern: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Judge every test and show every failure, not only the first of each solution
    #[arg(short, long = "all-failures")]
    all: bool,
    /// A line per test
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &TryArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let screen = common.screen();
    let home = env::current_dir().or_cannot("stay in a folder that is gone")?;
    let languages = config::languages(&config::load(None)?)?;
    let at =
        Anywhere { rules: &args.rules, screen: &screen, home: &home, languages: &languages, judge: common.judge()? };
    let attempt = Attempt { args, at };
    let (programs, folders) = attempt.programs()?;
    match (&args.input, args.watch) {
        (Some(input), _) => attempt.once(&programs, input),
        (None, false) => attempt.judge(&programs, &folders),
        (None, true) => attempt.watch(&programs, &folders),
    }
}

struct Attempt<'a> {
    args: &'a TryArgs,
    at: Anywhere<'a>,
}

impl Attempt<'_> {
    /// The named programs and folders.
    fn programs(&self) -> Result<(Vec<PathBuf>, Vec<PathBuf>), CliError> {
        let (mut programs, mut folders) = (Vec::new(), Vec::new());
        for name in &self.args.files {
            let path = self.at.home.join(name);
            let display = name.display();
            if path.is_dir() {
                folders.push(path);
            } else if !path.is_file() {
                return Err(refused(format!("there is no file {display}")).with_exit(Exit::NothingSelected));
            } else {
                self.at.language_of(&path)?;
                programs.push(path);
            }
        }
        if programs.is_empty() {
            return Err(refused("no program is named, only folders").with_hint("call `harness try FILE FOLDER`"));
        }
        Ok((programs, folders))
    }

    fn judge(&self, programs: &[PathBuf], folders: &[PathBuf]) -> Result<Exit, CliError> {
        let found = self.tests(programs, folders)?;
        let workspace = self.at.workspace(programs, &found.pairs)?;
        let plan = workspace.whole_plan()?;
        let builder = workspace.builder()?;
        print(self.announced(&found))?;
        let reporters = outputs::terminal(self.options(&workspace), StandardOutput::Free, self.at.screen)?;
        judge(&workspace, &self.args.sandbox, self.task(&plan, &builder), reporters)
    }

    fn task<'t>(&'t self, plan: &'t Plan, builder: &'t Builder) -> Task<'t> {
        let lazy = plan.tests() > FEW && !self.args.all;
        let on_failure = if lazy { OnFailure::StopSolution } else { OnFailure::Continue };
        let settings = Settings { on_failure, ..Settings::of_machine() };
        Task::of(plan, settings, builder)
    }

    fn options(&self, workspace: &Workspace) -> Options {
        Options {
            verbosity: if self.args.verbose { Verbosity::Verbose } else { Verbosity::Normal },
            all_failures: self.args.all,
            ..outputs::options(workspace, StandardOutput::Free)
        }
    }
}
