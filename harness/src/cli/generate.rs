//! `harness generate`: writes the tests that are described and not there.

use crate::cli::args::{self, SandboxArgs, SelectArgs};
use crate::cli::exit::Exit;
use crate::cli::session::{self, Sinks};
use crate::cli::workspace::Workspace;
use crate::draft::{Draft, DraftError};
use crate::model::{Problem, TestId};
use crate::plan::{Plan, TimeFactor};
use crate::report::Tee;
use crate::run::{Generated, OnFailure, Ports, Runner, Settings, default_workers};
use clap::{ArgMatches, Command};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness generate                 every problem
  harness generate nim             one problem
  harness generate nim --force     also replace tests that differ from what the generator writes now

Answers are not written: `harness bless` does that.";

pub fn define() -> Command {
    let about = "Write the tests that the `generate` tables of the problems describe and that are not there yet";
    let command = SelectArgs::on(Command::new("generate").about(about).after_help(EXAMPLES));
    SandboxArgs::on(command.arg(args::flag("force", "Replace tests that differ")))
}

pub fn run(values: &ArgMatches) -> Result<Exit, Exit> {
    let select = SelectArgs::of(values);
    let workspace = Workspace::open(&select)?;
    let screen = &workspace.screen;
    screen.diagnose(&workspace.diagnostics);
    let problems = selected(&workspace, &select)?;
    let builder = workspace.builder()?;
    let sandbox = session::sandbox(&SandboxArgs::of(values), &workspace)?;
    let cancel = session::cancel_on_signals().map_err(|fault| screen.fault(&fault))?;
    let ports = Ports { sandbox: &*sandbox, builds: &builder };
    let (jobs, cores) = default_workers();
    let settings = Settings { jobs, cores, on_failure: OnFailure::Continue };
    let runner = Runner::new(ports, settings, &workspace.root, &cancel).map_err(|fault| screen.fault(&fault))?;
    let mut silent = Sinks { reporters: Tee::new(Vec::new()), cancel: &cancel, trouble: None };

    let (mut written, mut same, mut differing, mut faults) = (0, 0, 0, 0);
    for made in runner.generate(&problems, &mut silent) {
        let place = place(&workspace.root, &made.problem, &made.test);
        let shown = place.strip_prefix(&workspace.root).unwrap_or(&place).display().to_string();
        match state(&made, &place) {
            Ok(State::Same) => same += 1,
            Ok(State::Missing(bytes)) => {
                write(&place, bytes).map_err(|error| screen.refuse(&error.to_string(), None))?;
                say(&format!("wrote {shown}"));
                written += 1;
            }
            Ok(State::Differs(bytes)) if values.get_flag("force") => {
                write(&place, bytes).map_err(|error| screen.refuse(&error.to_string(), None))?;
                say(&format!("replaced {shown}; its answer may have changed"));
                written += 1;
            }
            Ok(State::Differs(_)) => {
                let problem = format!("{shown} differs from what the generator writes now");
                screen.complain(&problem, Some("give the old arguments back, or replace it with --force"));
                differing += 1;
            }
            Err(problem) => {
                screen.complain(&problem, None);
                faults += 1;
            }
        }
    }
    say(&format!("{written} written, {same} as they were, {differing} differing, {faults} not made"));
    Ok(match (faults, differing) {
        (0, 0) => Exit::AsExpected,
        (0, _) => Exit::UsageOrContent,
        _ => Exit::FaultOrIncomplete,
    })
}

/// A generated test may be the only one that a problem has: a plan would leave that problem out, so problems are selected by hand.
fn selected(workspace: &Workspace, select: &SelectArgs) -> Result<Vec<Arc<Problem>>, Exit> {
    let problems = &workspace.catalog.problems;
    if select.filters.is_empty() {
        return Ok(problems.clone());
    }
    let plan: Plan = workspace.plan(select, TimeFactor::default())?;
    Ok(problems.iter().filter(|p| plan.solutions.iter().any(|s| s.problem.id == p.id)).cloned().collect())
}

/// How a generated test stands to the file of its name.
pub enum State<'a> {
    Same,
    Missing(&'a [u8]),
    Differs(&'a [u8]),
}

/// # Errors
/// What kept the test from being made or compared, in words.
pub fn state<'a>(made: &'a Generated, place: &Path) -> Result<State<'a>, String> {
    let bytes = made.input.as_ref().map_err(|fault| match &fault.hint {
        Some(hint) => format!("{fault} ({hint})"),
        None => fault.to_string(),
    })?;
    match fs::read(place) {
        Ok(known) if known == *bytes => Ok(State::Same),
        Ok(_) => Ok(State::Differs(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::Missing(bytes)),
        Err(error) => Err(format!("cannot read {}: {error}", place.display())),
    }
}

/// The input file of a test.
pub fn place(root: &Path, problem: &Problem, test: &TestId) -> PathBuf {
    root.join("testdata").join(problem.id.as_str()).join(format!("{test}.in"))
}

/// All of it or nothing: a half-written test would be judged.
fn write(place: &Path, bytes: &[u8]) -> Result<(), DraftError> {
    let mut draft = Draft::default();
    draft.replace(place.to_path_buf(), bytes);
    draft.write()
}

fn say(line: &str) {
    // A reader that has seen enough is no reason to stop writing tests.
    let _ = writeln!(io::stdout(), "{line}");
}
