//! Which failures of a solution are shown when there is no room for all.

use super::{Failure, Failures};
use crate::text::phrase;
use model::record::{Build, SolutionRecord, TestRecord};
use model::{Status, Verdict};

impl<'a> Failures<'a> {
    /// Returns the failures to show of a solution that did not do as its file says; none for other
    /// solutions. Shows all samples, because they are few and looked at first, and one other test
    /// for each verdict. `all` shows every test. Behind them a line about the rest: `2 more WA:
    /// secret/03, secret/08; 1 more RTE: secret/07`.
    pub(crate) fn chosen(&self, solution: &'a SolutionRecord, all: bool) -> (Vec<Failure<'a>>, Option<String>) {
        let failures = match &solution.build {
            _ if solution.status != Status::Unmet => Vec::new(),
            Build::Rejected { messages } => vec![self.compile_error(solution, messages)],
            Build::Ready { .. } if solution.surprises().next().is_none() => vec![self.missing(solution)],
            Build::Ready { .. } => return self.surprises(solution, all),
            Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => Vec::new(),
        };
        (failures, None)
    }

    fn surprises(&self, solution: &'a SolutionRecord, all: bool) -> (Vec<Failure<'a>>, Option<String>) {
        let (mut chosen, mut rest) = (Vec::new(), Vec::new());
        for (what, of, more) in kinds(solution, all) {
            chosen.extend(of.into_iter().filter_map(|test| self.of_test(solution, test)));
            if !more.is_empty() {
                let names: Vec<String> = more.iter().map(|test| self.name(&test.test.0)).collect();
                let count = phrase::number(names.len() as u64);
                rest.push(format!("{count} more {what}: {}", phrase::names(&names, 4)));
            }
        }
        (chosen, (!rest.is_empty()).then(|| rest.join("; ")))
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
    let split = |what, mut of: Vec<_>, most| {
        let more = of.split_off(if all { of.len() } else { of.len().min(most) });
        (what, of, more)
    };
    let mut kinds = vec![split("samples", samples, SAMPLES)];
    for verdict in Verdict::ALL {
        let of = others.iter().copied().filter(|test| test.verdict == Some(verdict)).collect();
        kinds.push(split(verdict.short(), of, 1));
    }
    kinds
}

/// How many samples are shown. A statement has two or three; some folders have a hundred.
const SAMPLES: usize = 6;
