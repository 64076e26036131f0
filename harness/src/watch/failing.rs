//! The tests that failed when they were last judged: those that `f` runs.

use crate::error::CliError;
use crate::screen::say;
use engine::plan::Plan;
use model::record::Solution;
use model::{Event, TestId};
use report::Reporter;
use std::collections::BTreeSet;
use std::io;

/// Printed below every run.
pub(crate) const KEYS: &str = "watching: save a file; Enter = again, f = only what failed, a = all, q = quit\n";

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Something was saved in the meantime.
    Outdated,
    Judged,
    /// Everything that failed before is right now.
    Mended,
}

/// The failing tests, by solution and test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failing {
    tests: BTreeSet<(String, TestId)>,
    /// Judge nothing else until none is left.
    pub only: bool,
}

/// Takes the results of a run.
impl Reporter for &mut Failing {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Finished(result) = event {
            self.take(result);
        }
        Ok(())
    }
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

    /// How a run of `judged` ended. If nothing fails any more of what failed before, the rest is
    /// due.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub(crate) fn ended(&mut self, judged: &Plan) -> Result<Ended, CliError> {
        let fails = |solution: &str, test: &TestId| self.tests.contains(&(solution.to_owned(), test.clone()));
        let any_fails = judged.solutions.iter().any(|planned| {
            let name = planned.solution.id.to_string();
            planned.tests.iter().any(|test| fails(&name, &test.id))
        });
        if !self.only || any_fails {
            return Ok(Ended::Judged);
        }
        self.only = false;
        say!("nothing of it fails any more: judging everything\n")?;
        Ok(Ended::Mended)
    }

    /// Takes a line that was typed.
    pub(crate) fn press(&mut self, key: &str) {
        match key {
            "f" => self.only = true,
            "a" => self.only = false,
            _ => {}
        }
    }
}
