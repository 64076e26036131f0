//! Judges a package before it is written where it was asked for, and compares its verdicts with the
//! problem's own.
//!
//! Times are not a reason to refuse a package: a limit is the same for all languages there, and the
//! losses say so.

use super::{Difference, UnwrittenPackage};
use crate::error::{Error, ErrorKind, OrCannot as _};
use crate::session::Caller;
use crate::workspace::Workspace;
use engine::run::{OnFailure, Settings};
use model::record::{self, Build};
use model::{Severity, SolutionId, TestId, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

/// By solution and test: the verdict, or what failed. A solution whose tool is not on this machine
/// has no results.
type OutcomeTable = BTreeMap<(SolutionId, TestId), Result<Verdict, String>>;

impl UnwrittenPackage<'_> {
    /// Judges the package and the problem it was made of. None: the verdicts agree.
    ///
    /// # Errors
    /// When the package cannot be written, or nothing can be judged here.
    pub(super) fn differences(&self, caller: &mut Caller<'_>) -> Result<Vec<Difference>, Error> {
        let UnwrittenPackage { judge, named, export, .. } = self;
        let root = self.scratch.path().join("judged").join(&export.name);
        export.write(&root).or_cannot(format!("write {}", root.display()))?;
        // By its own judge's rules, which choose the interpreter.
        let there = Workspace::read(root, judge.languages.clone()).ruled_by(None)?;
        if there.diagnostics.iter().any(|found| found.severity == Severity::Error) {
            let found = there.diagnostics.into_iter().map(|found| (ErrorKind::UsageOrContent, found.title));
            return Ok(found.collect());
        }
        if export.submissions.is_empty() || export.tests.is_empty() {
            return Ok(Vec::new());
        }
        let (judged, mut found) = of_package(&there, caller)?;
        let submissions = named.solutions.iter().filter(|solution| export.submissions.contains_key(&solution.id));
        let runs = submissions.flat_map(|solution| export.tests.keys().map(|test| (solution.id.clone(), test.clone())));
        let plan = judge.plan_of(Some(runs.collect()), caller.listener)?;
        let here = judge.with_session(&judge.builder()?, settings(), caller, |session, listener| {
            let (results, _) = session.judge(&plan, &mut session.result_cache(), listener)?;
            Ok(by_test(&judge.catalog.solutions, &results))
        })?;
        for ((solution, test), here) in here {
            let Some(path) = export.submissions.get(&solution) else { continue };
            let is_it =
                |other: &&Arc<model::Solution>| other.display == *path || other.display.ends_with(&format!("/{path}"));
            let Some(other) = there.catalog.solutions.iter().find(is_it) else { continue };
            let Some(place) = export.tests.get(&test) else { continue };
            // A language that is not on this machine has been judged nowhere.
            let Some(result) = judged.get(&(other.id.clone(), place.clone())) else { continue };
            let difference = difference(&here, result);
            found.extend(difference.map(|(kind, how)| (kind, format!("{solution} on {test}: {how}"))));
        }
        Ok(found)
    }
}

/// How the package's result differs from our own, if it matters.
fn difference(here: &Result<Verdict, String>, there: &Result<Verdict, String>) -> Option<Difference> {
    let (here, there) = match (here, there) {
        // What fails here, too, is not a matter of the package.
        (Err(_), _) => return None,
        (Ok(_), Err(why)) => return Some((ErrorKind::Incomplete, why.clone())),
        (Ok(here), Ok(there)) => (*here, *there),
    };
    let is_timed = |verdict| verdict == Verdict::TimeLimit;
    // The format has one word for a wrong output.
    let word = |verdict| if verdict == Verdict::PresentationError { Verdict::WrongAnswer } else { verdict };
    let same = word(here) == word(there) || is_timed(here) || is_timed(there);
    (!same).then(|| (ErrorKind::NotAsExpected, format!("{here} here, {there} there")))
}

/// The results of the package's submissions, and what is wrong with its tests and programs.
fn of_package(there: &Workspace, caller: &mut Caller<'_>) -> Result<(OutcomeTable, Vec<Difference>), Error> {
    let plan = there.plan_of(None, caller.listener)?;
    there.with_session(&there.builder()?, settings(), caller, |session, listener| {
        let validation = session.runner.validate(&plan, &mut session.result_cache(), listener);
        let found = validation.diagnostics.into_iter().map(|found| (ErrorKind::UsageOrContent, found.title));
        let (results, _) = session.judge(&plan, &mut session.result_cache(), listener)?;
        Ok((by_test(&there.catalog.solutions, &results), found.collect()))
    })
}

fn settings() -> Settings {
    Settings { on_failure: OnFailure::Continue, ..Settings::of_machine() }
}

fn by_test(solutions: &[Arc<model::Solution>], results: &[Arc<record::SolutionRecord>]) -> OutcomeTable {
    let mut all = OutcomeTable::new();
    for result in results {
        let Some(solution) = solutions.iter().find(|own| own.id.to_string() == result.name) else { continue };
        if matches!(result.build, Build::NoTool { .. }) {
            continue;
        }
        for test in &result.tests {
            let given = match (test.verdict, &test.fault) {
                (Some(verdict), _) => Ok(verdict),
                (None, Some(fault)) => Err(fault.to_string()),
                (None, None) => continue,
            };
            all.insert((solution.id.clone(), test.test.clone()), given);
        }
    }
    all
}
