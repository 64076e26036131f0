//! Judges a package before it is written where it was asked for, and compares its verdicts with the
//! problem's own.
//!
//! Times are not a reason to refuse a package: a limit is the same for all languages there, and the
//! losses say so.

use super::UnwrittenPackage;
use crate::error::{Error, OrCannot as _};
use crate::judge::Judge;
use crate::session::Caller;
use engine::run::{OnFailure, Settings};
use model::record::{self, Build};
use model::{Severity, SolutionId, TestId, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// What a run of a program on a test gave.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Verdict(Verdict),
    Fault(String),
}

/// By solution and test. A solution whose tool is not on this machine has no results.
type OutcomeTable = BTreeMap<(SolutionId, TestId), Outcome>;

/// Why a package is not judged as its problem is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Something is wrong with its files, its tests or its programs.
    Content(String),
    Verdict {
        solution: SolutionId,
        test: TestId,
        here: Verdict,
        there: Verdict,
    },
    Fault {
        solution: SolutionId,
        test: TestId,
        why: String,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Content(what) => f.write_str(what),
            Difference::Verdict { solution, test, here, there } => {
                write!(f, "{solution} on {test}: {here} here, {there} there")
            }
            Difference::Fault { solution, test, why } => write!(f, "{solution} on {test}: {why}"),
        }
    }
}

impl UnwrittenPackage<'_> {
    /// Judges the package and the problem it was made of. None: the verdicts agree.
    ///
    /// # Errors
    /// When the package cannot be written, or nothing can be judged here.
    pub fn differences(&self, caller: &mut Caller<'_>) -> Result<Vec<Difference>, Error> {
        let UnwrittenPackage { judge, named, export, .. } = self;
        let root = self.scratch.path().join("judged").join(&export.name);
        export.write(&root).or_cannot(format!("write {}", root.display()))?;
        // By its own judge's rules, which choose the interpreter.
        let there = Judge::read(root, judge.languages.clone()).ruled_by(None)?;
        if there.diagnostics.iter().any(|found| found.severity == Severity::Error) {
            return Ok(there.diagnostics.iter().map(|found| Difference::Content(found.title.clone())).collect());
        }
        if export.submissions.is_empty() || export.tests.is_empty() {
            return Ok(Vec::new());
        }
        let (judged, mut found) = of_package(&there, caller)?;
        let submissions = named.solutions.iter().filter(|solution| export.submissions.contains_key(&solution.id));
        let runs = submissions.flat_map(|solution| export.tests.keys().map(|test| (solution.id.clone(), test.clone())));
        for ((solution, test), here) in of_problem(judge, runs.collect(), caller)? {
            let Some(path) = export.submissions.get(&solution) else { continue };
            let is_it =
                |other: &&Arc<model::Solution>| other.display == *path || other.display.ends_with(&format!("/{path}"));
            let Some(other) = there.catalog.solutions.iter().find(is_it) else { continue };
            let Some(place) = export.tests.get(&test) else { continue };
            // A language that is not on this machine has been judged nowhere.
            let Some(result) = judged.get(&(other.id.clone(), place.clone())) else { continue };
            found.extend(difference(solution, test, &here, result));
        }
        Ok(found)
    }
}

/// How the package's result differs from our own, if it matters.
fn difference(solution: SolutionId, test: TestId, here: &Outcome, there: &Outcome) -> Option<Difference> {
    let (here, there) = match (here, there) {
        // What fails here, too, is not a matter of the package.
        (Outcome::Fault(_), _) => return None,
        (Outcome::Verdict(_), Outcome::Fault(why)) => {
            return Some(Difference::Fault { solution, test, why: why.clone() });
        }
        (Outcome::Verdict(here), Outcome::Verdict(there)) => (*here, *there),
    };
    let is_timed = |verdict| verdict == Verdict::TimeLimit;
    // The format has one word for a wrong output.
    let word = |verdict| if verdict == Verdict::PresentationError { Verdict::WrongAnswer } else { verdict };
    let same = word(here) == word(there) || is_timed(here) || is_timed(there);
    (!same).then_some(Difference::Verdict { solution, test, here, there })
}

/// The results of the package's submissions, and what is wrong with its tests and programs.
fn of_package(there: &Judge, caller: &mut Caller<'_>) -> Result<(OutcomeTable, Vec<Difference>), Error> {
    let plan = there.plan_of(None, caller.listener)?;
    there.with_session(&there.builder()?, settings(), caller, |session, listener| {
        let validation = session.runner.validate(&plan, &mut session.result_cache(), listener);
        let complaints = validation.diagnostics.into_iter().map(|found| Difference::Content(found.title)).collect();
        let (results, _) = session.judge(&plan, &mut session.result_cache(), listener)?;
        Ok((by_test(&there.catalog.solutions, &results), complaints))
    })
}

fn of_problem(
    judge: &Judge,
    runs: BTreeSet<(SolutionId, TestId)>,
    caller: &mut Caller<'_>,
) -> Result<OutcomeTable, Error> {
    let plan = judge.plan_of(Some(runs), caller.listener)?;
    judge.with_session(&judge.builder()?, settings(), caller, |session, listener| {
        let (results, _) = session.judge(&plan, &mut session.result_cache(), listener)?;
        Ok(by_test(&judge.catalog.solutions, &results))
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
                (Some(verdict), _) => Outcome::Verdict(verdict),
                (None, Some(fault)) => Outcome::Fault(fault.to_string()),
                (None, None) => continue,
            };
            all.insert((solution.id.clone(), test.test.clone()), given);
        }
    }
    all
}
