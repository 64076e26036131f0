//! Which part of a run is watched: the tests that failed when they were last judged, one of
//! them, or all. A person chooses it between two runs.

use engine::build::{Languages, in_path};
use engine::plan::{Plan, PlannedSolution};
use model::record::SolutionRecord;
use model::{Debugger, Judging, Test, TestId};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A program, and a test on which it can be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub program: PathBuf,
    /// What it is called where it is a solution of a workspace.
    pub name: String,
    pub test: TestId,
}

/// The part of a run that is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
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

/// What a person may ask for between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    Again,
    Failed,
    All,
    Test(usize),
    Debug,
    Submit,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RoundState {
    /// Something was saved in the meantime.
    Outdated,
    Judged,
    /// Everything that failed before is right now.
    Mended,
}

/// The failing tests, by solution and test.
#[derive(Clone, Debug, Default)]
pub struct FailingTests {
    tests: BTreeSet<(String, TestId)>,
    pub part: Part,
    /// The largest number that means a test of the last plan.
    pub largest: usize,
    /// What failed first in the last run, where a debugger can show it.
    spot: Option<Spot>,
    /// The only program of the last run.
    program: Option<PathBuf>,
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
            let name = planned.solution.id.to_string();
            let before = planned.tests.len();
            match self.part {
                Part::Whole => {}
                Part::Failed => planned.tests.retain(|test| self.tests.contains(&(name.clone(), test.id.clone()))),
                Part::Test(number) => {
                    let chosen = numbered(&planned.tests, number).map(|test| test.id.clone());
                    planned.tests.retain(|test| chosen.as_ref() == Some(&test.id));
                }
            }
            planned.whole &= planned.tests.len() == before;
        }
        narrow.solutions.retain(|planned| !planned.tests.is_empty());
        if narrow.runs() > 0 {
            return narrow;
        }
        self.part = Part::Whole;
        plan.clone()
    }

    /// Whether this can be asked for after the last run.
    pub fn offers(&self, wish: Wish) -> bool {
        match wish {
            Wish::Again | Wish::All => true,
            Wish::Failed => !self.tests.is_empty(),
            Wish::Test(number) => (1..=self.largest).contains(&number),
            Wish::Debug => self.spot.is_some(),
            Wish::Submit => self.program.is_some(),
        }
    }

    /// What [`Wish::Debug`] is about.
    pub fn spot(&self) -> Option<&Spot> {
        self.spot.as_ref()
    }

    /// What [`Wish::Submit`] is about.
    pub fn program(&self) -> Option<&Path> {
        self.program.as_deref()
    }

    /// Notes what can be done about the run of `judged` that has just ended.
    fn look_around(&mut self, judged: &Plan, languages: &Languages) {
        self.program = match &judged.solutions[..] {
            [planned] => Some(planned.solution.path.clone()),
            _ => None,
        };
        self.spot = judged.solutions.iter().find_map(|planned| {
            let is_dialogue = matches!(planned.problem.judging, Judging::Interactor(_));
            let debugger = languages.get(&planned.solution.language)?.debugger.filter(|_| !is_dialogue)?;
            let is_here = match debugger {
                Debugger::Native => ["gdb", "lldb"].iter().any(|name| in_path(name).is_some()),
                Debugger::Pdb => true,
                Debugger::Jdb => in_path("jdb").is_some(),
            };
            let name = planned.solution.id.to_string();
            let fails = |test: &&Arc<Test>| self.tests.contains(&(name.clone(), test.id.clone()));
            let test = planned.tests.iter().find(fails).filter(|_| is_here)?;
            Some(Spot { program: planned.solution.path.clone(), test: test.id.clone(), name })
        });
    }

    /// How a run of `judged` ended. If nothing fails any more of what failed before, the rest is
    /// due.
    pub fn ended(&mut self, judged: &Plan, languages: &Languages) -> RoundState {
        self.look_around(judged, languages);
        let fails = |solution: &str, test: &TestId| self.tests.contains(&(solution.to_owned(), test.clone()));
        let any_fails = judged.solutions.iter().any(|planned| {
            let name = planned.solution.id.to_string();
            planned.tests.iter().any(|test| fails(&name, &test.id))
        });
        if self.part != Part::Failed || any_fails {
            return RoundState::Judged;
        }
        self.part = Part::Whole;
        RoundState::Mended
    }

    /// Chooses what is judged next.
    pub fn choose(&mut self, wish: Wish) {
        match wish {
            Wish::Failed => self.part = Part::Failed,
            Wish::All => self.part = Part::Whole,
            Wish::Test(number) => self.part = Part::Test(number),
            Wish::Again | Wish::Debug | Wish::Submit => {}
        }
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
