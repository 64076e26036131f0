//! Which part of a run is watched: the tests that failed when they were last judged, one of
//! them, or all. A person chooses it between two runs.

use engine::plan::{Plan, PlannedSolution};
use model::record::SolutionRecord;
use model::{Solution, Test, TestId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The part of a run that is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All tests.
    #[default]
    Whole,
    /// What failed, until nothing does.
    Failed,
    /// The test with this number.
    Test(usize),
}

/// The test that a number means: one whose name ends with it, or else the one at this place,
/// counted from 1.
fn numbered(tests: &[Arc<Test>], number: usize) -> Option<&Test> {
    let named = |test: &&Arc<Test>| number_of(&test.id) == Some(number);
    let at_place = || number.checked_sub(1).and_then(|place| tests.get(place));
    tests.iter().find(named).or_else(at_place).map(|test| &**test)
}

/// The number at the end of a test's name.
fn number_of(test: &TestId) -> Option<usize> {
    let digits = test.0.bytes().rev().take_while(u8::is_ascii_digit).count();
    test.0[test.0.len() - digits..].parse().ok()
}

/// The largest number that means a test of the plan.
fn largest_number(plan: &Plan) -> usize {
    let largest = |planned: &PlannedSolution| {
        planned.tests.iter().filter_map(|test| number_of(&test.id)).fold(planned.tests.len(), usize::max)
    };
    plan.solutions.iter().map(largest).max().unwrap_or(0)
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RoundState {
    /// Something was saved in the meantime.
    Outdated,
    /// All of the part was judged.
    Judged,
    /// Everything that failed before is right now.
    Mended,
}

/// The failing tests, by solution and test.
#[derive(Clone, Debug, Default)]
pub struct FailingTests {
    tests: BTreeSet<(String, TestId)>,
    /// What the next run is narrowed to.
    pub part: Part,
    /// The largest number that means a test of the last plan.
    pub largest: usize,
}

impl FailingTests {
    /// Takes a result. A test that was not run keeps its state.
    pub fn take(&mut self, result: &SolutionRecord) {
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
    pub fn narrow(&mut self, plan: &Plan) -> Plan {
        let mut narrow = plan.clone();
        self.largest = largest_number(plan);
        if self.part == Part::Whole {
            return narrow;
        }
        for planned in &mut narrow.solutions {
            match self.part {
                Part::Whole => {}
                Part::Failed => planned.tests.retain(|test| self.holds(&planned.solution, test)),
                Part::Test(number) => {
                    let chosen = numbered(&planned.tests, number).map(|test| test.id.clone());
                    planned.tests.retain(|test| chosen.as_ref() == Some(&test.id));
                }
            }
        }
        narrow.solutions.retain(|planned| !planned.tests.is_empty());
        if narrow.runs() > 0 {
            return narrow;
        }
        self.part = Part::Whole;
        plan.clone()
    }

    fn holds(&self, solution: &Solution, test: &Test) -> bool {
        self.tests.contains(&(solution.id.to_string(), test.id.clone()))
    }

    /// Whether this can be judged after the last run.
    pub fn offers(&self, part: Part) -> bool {
        match part {
            Part::Whole => true,
            Part::Failed => !self.tests.is_empty(),
            Part::Test(number) => (1..=self.largest).contains(&number),
        }
    }

    /// How a run of `judged` ended. If nothing fails any more of what failed before, the rest is
    /// due.
    pub fn ended(&mut self, judged: &Plan) -> RoundState {
        let fails = |planned: &PlannedSolution| planned.tests.iter().any(|test| self.holds(&planned.solution, test));
        if self.part != Part::Failed || judged.solutions.iter().any(fails) {
            return RoundState::Judged;
        }
        self.part = Part::Whole;
        RoundState::Mended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_means_the_test_that_ends_with_it_or_the_one_at_its_place() {
        let check = |names: &[&str], number: usize, expected: Option<&str>| {
            let test = |name: &&str| Arc::new(Test::new(TestId((*name).into()), "in".into(), "ans".into()));
            let tests: Vec<Arc<Test>> = names.iter().map(test).collect();
            assert_eq!(numbered(&tests, number).map(|test| &*test.id.0), expected, "{names:?} {number}");
        };
        check(&["1", "2", "10"], 10, Some("10"));
        check(&["2", "3"], 3, Some("3"));
        check(&["2", "3"], 1, Some("2"));
        check(&["sample/01", "secret/02-max"], 1, Some("sample/01"));
        check(&["sample/01", "secret/02-max"], 2, Some("secret/02-max"));
        check(&["a", "b"], 3, None);
        check(&["a", "b"], 0, None);
    }
}
