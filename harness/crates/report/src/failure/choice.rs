//! Which failures of a solution are shown when there is no room for all.

use super::{Failure, Failures};
use crate::text::phrase;
use model::record::{Build, SolutionRecord, TestRecord};
use model::{Status, Verdict};

/// The failures of one solution that are shown, and a line about the rest.
pub(crate) struct ChosenFailures<'a> {
    pub(crate) failures: Vec<Failure<'a>>,
    /// `2 more WA: secret/03, secret/08; 1 more RTE: secret/07`.
    pub(crate) rest: Option<String>,
}

impl<'a> Failures<'a> {
    /// Returns the failures to show of a solution that did not do as its file says; none for other
    /// solutions. Shows all samples, because they are few and looked at first, and one other test
    /// for each verdict. `all` shows every test.
    pub(crate) fn chosen(&self, solution: &'a SolutionRecord, all: bool) -> ChosenFailures<'a> {
        let one = |failure| ChosenFailures { failures: vec![failure], rest: None };
        match (&solution.build, solution.status) {
            (_, Status::Met | Status::Undecided) => ChosenFailures { failures: Vec::new(), rest: None },
            (Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped, Status::Unmet) => {
                ChosenFailures { failures: Vec::new(), rest: None }
            }
            (Build::Rejected { messages }, Status::Unmet) => one(self.compile_error(solution, messages)),
            (Build::Ready { .. }, Status::Unmet) if solution.surprises().next().is_none() => {
                one(self.missing(solution))
            }
            (Build::Ready { .. }, Status::Unmet) => self.surprises(solution, all),
        }
    }

    fn surprises(&self, solution: &'a SolutionRecord, all: bool) -> ChosenFailures<'a> {
        let (mut chosen, mut rest) = (Vec::new(), Vec::new());
        for (what, of, more) in kinds(solution, all) {
            chosen.extend(of);
            self.push_rest(&mut rest, &more, what);
        }
        let failures = chosen.into_iter().filter_map(|test| self.of_test(solution, test)).collect();
        ChosenFailures { failures, rest: (!rest.is_empty()).then(|| rest.join("; ")) }
    }

    fn push_rest(&self, rest: &mut Vec<String>, tests: &[&TestRecord], what: &str) {
        if !tests.is_empty() {
            let names: Vec<String> = tests.iter().map(|test| self.name(&test.test.0)).collect();
            let count = phrase::number(names.len() as u64);
            rest.push(format!("{count} more {what}: {}", phrase::names(&names, 4)));
        }
    }
}

/// The tests of a solution whose failures are shown by default.
pub(crate) fn chosen_tests(solution: &SolutionRecord) -> Vec<&TestRecord> {
    kinds(solution, false).into_iter().flat_map(|(_, chosen, _)| chosen).collect()
}

/// The failing samples, then the other failures by verdict: what is shown of each, and what is left
/// out.
fn kinds(solution: &SolutionRecord, all: bool) -> Vec<(&'static str, Vec<&TestRecord>, Vec<&TestRecord>)> {
    let (samples, others): (Vec<&TestRecord>, Vec<&TestRecord>) =
        solution.surprises().partition(|test| test.test.is_sample());
    let mut kinds = vec![split("samples", samples, if all { usize::MAX } else { SAMPLES })];
    for verdict in Verdict::ALL {
        let of = others.iter().copied().filter(|test| test.verdict == Some(verdict)).collect();
        kinds.push(split(verdict.short(), of, if all { usize::MAX } else { 1 }));
    }
    kinds
}

fn split<'a>(
    what: &'static str,
    mut of: Vec<&'a TestRecord>,
    most: usize,
) -> (&'static str, Vec<&'a TestRecord>, Vec<&'a TestRecord>) {
    let more = of.split_off(of.len().min(most));
    (what, of, more)
}

/// How many samples are shown. A statement has two or three; some folders have a hundred.
const SAMPLES: usize = 6;
