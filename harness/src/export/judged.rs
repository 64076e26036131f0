//! Judges a package before it is written where it was asked for, and compares its verdicts with the
//! problem's own.
//!
//! Times are not a reason to refuse a package: a limit is the same for all languages there, and the
//! losses say so.

use crate::args::{SandboxArgs, SelectArgs};
use crate::error::{CliError, OrCannot as _};
use crate::exit::Exit;
use crate::limits;
use crate::session;
use crate::workspace::{self, Named, Workspace};
use engine::plan::TimeFactor;
use engine::run::{OnFailure, Settings};
use model::record::{self, Build};
use model::{SolutionId, TestId, Verdict};
use package::export::Export;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// What a run of a program on a test gave.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Verdict(Verdict),
    Fault(String),
}

/// By solution and test. A solution whose tool is not on this machine has no results.
type Results = BTreeMap<(SolutionId, TestId), Outcome>;

/// Why a package is not judged as its problem is.
pub(super) struct Differences {
    /// One line each.
    pub lines: Vec<String>,
    pub exit: Exit,
}

/// Judges `export`, put into `folder`, and the problem it was made of. `None`: the verdicts agree.
///
/// # Errors
/// When the package cannot be written, or nothing can be judged here.
pub(super) fn differences(
    workspace: &Workspace,
    sandbox: &SandboxArgs,
    named: &Named,
    export: &Export,
    folder: &Path,
) -> Result<Option<Differences>, CliError> {
    let root = folder.join("judged").join(&export.name);
    export.write(&root).or_cannot(format!("write {}", root.display()))?;
    let there = limits::with_earlier(Workspace::read(root, workspace.languages.clone(), workspace.screen.clone()));
    let broken = |lines| Ok(Some(Differences { lines, exit: Exit::UsageOrContent }));
    if workspace::exit_of(&there.diagnostics) != Exit::AsExpected {
        return broken(there.diagnostics.iter().map(|found| found.title.clone()).collect());
    }
    if export.submissions.is_empty() || export.tests.is_empty() {
        return Ok(None);
    }
    let (judged, complaints) = of_package(&there, sandbox)?;
    let submissions = named.solutions.iter().filter(|solution| export.submissions.contains_key(&solution.id));
    let runs: BTreeSet<_> =
        submissions.flat_map(|solution| export.tests.keys().map(|test| (solution.id.clone(), test.clone()))).collect();
    let own = of_problem(workspace, sandbox, named, runs)?;
    let mut found = Differences { lines: complaints, exit: Exit::NotAsExpected };
    if !found.lines.is_empty() {
        found.exit = Exit::UsageOrContent;
    }
    for ((solution, test), here) in &own {
        let Some(path) = export.submissions.get(solution) else { continue };
        let is_it =
            |other: &&Arc<model::Solution>| other.display == *path || other.display.ends_with(&format!("/{path}"));
        let Some(other) = there.catalog.solutions.iter().find(is_it) else { continue };
        let Some(place) = export.tests.get(test) else { continue };
        // A language that is not on this machine has been judged nowhere.
        let Some(result) = judged.get(&(other.id.clone(), place.clone())) else { continue };
        if let Some(line) = difference(solution, test, here, result) {
            if matches!(result, Outcome::Fault(_)) {
                found.exit = Exit::FaultOrIncomplete;
            }
            found.lines.push(line);
        }
    }
    Ok(if found.lines.is_empty() { None } else { Some(found) })
}

/// Says how the package's result differs from our own, if it matters.
fn difference(solution: &SolutionId, test: &TestId, here: &Outcome, there: &Outcome) -> Option<String> {
    let (here, there) = match (here, there) {
        // What fails here, too, is not a matter of the package.
        (Outcome::Fault(_), _) => return None,
        (Outcome::Verdict(_), Outcome::Fault(why)) => return Some(format!("{solution} on {test}: {why}")),
        (Outcome::Verdict(here), Outcome::Verdict(there)) => (*here, *there),
    };
    let is_timed = |verdict| verdict == Verdict::TimeLimit;
    // The format has one word for a wrong output.
    let word = |verdict| if verdict == Verdict::PresentationError { Verdict::WrongAnswer } else { verdict };
    let same = word(here) == word(there) || is_timed(here) || is_timed(there);
    (!same).then(|| format!("{solution} on {test}: {here} here, {there} there"))
}

/// The results of the package's submissions, and what is wrong with its tests and programs.
fn of_package(there: &Workspace, sandbox: &SandboxArgs) -> Result<(Results, Vec<String>), CliError> {
    let select = SelectArgs { filters: Vec::new(), tests: Vec::new() };
    let plan = there.plan_of(&select, TimeFactor::default(), None)?;
    session::with_session(there, sandbox, settings(), |session| {
        let validation = session.runner.validate(&plan, &mut session.result_cache(), &mut session.with_table());
        let complaints = validation.diagnostics.iter().map(|found| found.title.clone()).collect();
        let (results, _) = session.judge(&plan, &mut session.result_cache())?;
        Ok((by_test(&there.catalog.solutions, &results), complaints))
    })
}

fn of_problem(
    workspace: &Workspace,
    sandbox: &SandboxArgs,
    named: &Named,
    runs: BTreeSet<(SolutionId, TestId)>,
) -> Result<Results, CliError> {
    let select = SelectArgs { filters: vec![named.problem.id.as_str().to_owned()], tests: Vec::new() };
    let plan = workspace.plan_of(&select, TimeFactor::default(), Some(runs))?;
    session::with_session(workspace, sandbox, settings(), |session| {
        let (results, _) = session.judge(&plan, &mut session.result_cache())?;
        Ok(by_test(&workspace.catalog.solutions, &results))
    })
}

fn settings() -> Settings {
    Settings { on_failure: OnFailure::Continue, ..Settings::of_machine() }
}

fn by_test(solutions: &[Arc<model::Solution>], results: &[Arc<record::Solution>]) -> Results {
    let mut all = Results::new();
    for result in results {
        let Some(solution) = solutions.iter().find(|own| own.id.to_string() == result.name) else { continue };
        if matches!(result.build, Build::NoTool { .. }) {
            continue;
        }
        for test in &result.tests {
            let given = match (test.verdict, &test.fault) {
                (Some(verdict), _) => Outcome::Verdict(verdict),
                (None, Some(fault)) => Outcome::Fault(fault.to_string()),
                (None, None) => continue,
            };
            all.insert((solution.id.clone(), test.test.clone()), given);
        }
    }
    all
}
