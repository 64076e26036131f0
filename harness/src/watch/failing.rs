//! The tests that failed when they were last judged: those that `f` runs.

use engine::plan::Plan;
use model::TestId;
use model::record::Solution;
use std::collections::BTreeSet;

/// Printed below every run.
pub(crate) const KEYS: &str = "watching: save a file; Enter = again, f = only what failed, a = all, q = quit\n";

/// The failing tests, by solution and test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failing {
    tests: BTreeSet<(String, TestId)>,
    /// Judge nothing else until none is left.
    pub only: bool,
}

impl Failing {
    /// Takes a result. A test that was not run keeps its state.
    pub(crate) fn take(&mut self, result: &Solution) {
        for test in &result.tests {
            let key = (result.name.clone(), test.test.clone());
            if test.is_surprise() || test.fault.is_some() {
                self.tests.insert(key);
            } else if test.is_judged() {
                self.tests.remove(&key);
            }
        }
    }

    /// The part of `plan` to judge: all of it if it holds nothing that failed.
    pub(crate) fn narrow(&mut self, plan: &Plan) -> Plan {
        let mut narrow = plan.clone();
        if !self.only {
            return narrow;
        }
        for planned in &mut narrow.solutions {
            let name = planned.solution.id.to_string();
            let before = planned.tests.len();
            planned.tests.retain(|test| self.tests.contains(&(name.clone(), test.id.clone())));
            planned.whole &= planned.tests.len() == before;
        }
        narrow.solutions.retain(|planned| !planned.tests.is_empty());
        if narrow.runs() > 0 {
            return narrow;
        }
        self.only = false;
        plan.clone()
    }

    /// Returns whether everything that failed before is right now: then the rest is due.
    pub(crate) fn is_mended(&self, judged: &Plan) -> bool {
        let fails = |solution: &str, test: &TestId| self.tests.contains(&(solution.to_owned(), test.clone()));
        self.only
            && judged.solutions.iter().all(|planned| {
                let name = planned.solution.id.to_string();
                planned.tests.iter().all(|test| !fails(&name, &test.id))
            })
    }
}
