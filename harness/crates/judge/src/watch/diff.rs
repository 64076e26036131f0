//! Each test's last outcome, and what is different now.

use model::record::{SolutionRecord, TestRecord};
use model::{SkipReason, TestId};
use std::collections::BTreeMap;

/// The last known outcome of everything that was judged.
#[derive(Clone, Debug, Default)]
pub struct LastOutcomes {
    last: BTreeMap<String, BTreeMap<TestId, &'static str>>,
}

/// One solution's tests that went from one outcome to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// `nim/brute.rs`.
    pub solution: String,
    /// `AC`, `WA`, `CE` …; `new` for what was not judged before.
    pub from: &'static str,
    pub to: &'static str,
    /// In judging order, never empty.
    pub tests: Vec<TestId>,
}

impl LastOutcomes {
    /// Takes the results of a run and returns what has changed. A solution that was never judged
    /// before is not a change.
    pub fn update<'r>(&mut self, results: impl IntoIterator<Item = &'r SolutionRecord>) -> Vec<Change> {
        let mut changes = Vec::new();
        for result in results {
            let before = self.last.get(&result.name);
            let now = outcomes(result, before);
            if let Some(before) = before {
                changes.extend(differences(&result.name, before, &now));
            }
            self.last.insert(result.name.clone(), now);
        }
        changes
    }
}

/// The outcomes of all tests. A test that was not needed keeps its outcome from `before`.
fn outcomes(
    solution: &SolutionRecord,
    before: Option<&BTreeMap<TestId, &'static str>>,
) -> BTreeMap<TestId, &'static str> {
    let outcome = |test: &TestRecord| match test.verdict {
        Some(verdict) => verdict.short(),
        None if test.fault.is_some() => "fault",
        None if test.skipped == Some(SkipReason::Decided) => {
            before.and_then(|before| before.get(&test.test)).copied().unwrap_or("not run")
        }
        None => "not run",
    };
    solution.tests.iter().map(|test| (test.test.clone(), outcome(test))).collect()
}

fn differences(
    solution: &str,
    before: &BTreeMap<TestId, &'static str>,
    now: &BTreeMap<TestId, &'static str>,
) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for (test, to) in now {
        let from = before.get(test).copied().unwrap_or("new");
        if from == *to {
            continue;
        }
        match changes.iter_mut().find(|change| change.from == from && change.to == *to) {
            Some(change) => change.tests.push(test.clone()),
            None => changes.push(Change { solution: solution.to_owned(), from, to, tests: vec![test.clone()] }),
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes_of(outcomes: &[(&str, &'static str)]) -> BTreeMap<TestId, &'static str> {
        outcomes.iter().map(|(test, outcome)| (TestId((*test).into()), *outcome)).collect()
    }

    #[test]
    fn tests_that_went_the_same_way_are_told_together() {
        let solution = "nim/a.rs";
        let before = outcomes_of(&[("sample/1", "AC"), ("secret/2", "WA"), ("secret/3", "WA"), ("secret/4", "TLE")]);
        let now = outcomes_of(&[
            ("sample/1", "AC"),
            ("secret/2", "AC"),
            ("secret/3", "AC"),
            ("secret/4", "WA"),
            ("secret/5", "AC"),
        ]);
        let changes: Vec<String> = differences(solution, &before, &now)
            .iter()
            .map(|change| {
                let tests: Vec<&str> = change.tests.iter().map(|test| &*test.0).collect();
                format!("{} {} {}", change.from, change.to, tests.join(" "))
            })
            .collect();
        assert_eq!(changes, ["WA AC secret/2 secret/3", "TLE WA secret/4", "new AC secret/5"]);
        assert_eq!(differences(solution, &now, &now), []);
    }
}
