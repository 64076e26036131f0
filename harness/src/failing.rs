//! Which part of a run is watched: the tests that failed when they were last judged, one of
//! them, or all. The keys `f`, `t` and `a` choose it.

use crate::error::CliError;
use crate::screen::say;
use engine::build::{Languages, in_path};
use engine::plan::{Plan, PlannedSolution};
use model::record::SolutionRecord;
use model::{BuildOptions, Debugger, Event, Judging, Making, Solution, Test, TestId};
use report::Reporter;
use report::text::phrase::count;
use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A program, and a test on which it can be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub program: PathBuf,
    pub input: PathBuf,
}

/// The part of a run that is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
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
pub(crate) fn largest_number(plan: &Plan) -> usize {
    let largest = |planned: &PlannedSolution| {
        planned.tests.iter().filter_map(|test| number_of(&test.id)).fold(planned.tests.len(), usize::max)
    };
    plan.solutions.iter().map(largest).max().unwrap_or(0)
}

/// Whether a debugger that is told of the file and the input alone shows the program as it failed.
fn is_plain(solution: &Solution, test: &Test) -> bool {
    let BuildOptions { making, given, problem, .. } = &solution.build;
    // A file in any folder has that folder for its problem's.
    let is_own = problem.as_deref().is_none_or(|problem| solution.path.parent() == Some(problem));
    let is_alone = *making == Making::default() && given.is_empty() && is_own;
    is_alone && solution.args.is_empty() && test.args().is_empty()
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pressed {
    Again,
    Failed,
    All,
    Test(usize),
    Debug,
    Submit,
}

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
    pub part: Part,
    /// The largest number that means a test of the last plan.
    pub largest: usize,
    /// What failed first in the last run, where a debugger can show it.
    spot: Option<Spot>,
    /// The only program of the last run.
    program: Option<PathBuf>,
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
    pub(crate) fn take(&mut self, result: &SolutionRecord) {
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

    /// What is printed below every run: the keys that do something now.
    pub(crate) fn keys(&self) -> String {
        if !io::stdin().is_terminal() {
            return "watching: save a file; Ctrl-C ends\n".to_owned();
        }
        let keys = [
            Some("Enter = again"),
            Some("f = only what failed").filter(|_| !self.tests.is_empty()),
            Some("t = one test").filter(|_| self.largest > 1),
            Some("a = all"),
            Some("d = debug").filter(|_| self.spot.is_some()),
            Some("s = submit").filter(|_| self.program.is_some()),
            Some("q = quit"),
        ];
        let keys: Vec<&str> = keys.into_iter().flatten().collect();
        format!("watching: save a file; {}\n", keys.join(", "))
    }

    /// What `d` shows.
    pub(crate) fn spot(&self) -> Option<&Spot> {
        self.spot.as_ref()
    }

    /// What `s` submits.
    pub(crate) fn program(&self) -> Option<&Path> {
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
            };
            let name = planned.solution.id.to_string();
            let fails = |test: &&Arc<Test>| self.tests.contains(&(name.clone(), test.id.clone()));
            let test = planned.tests.iter().find(fails).filter(|test| is_here && is_plain(&planned.solution, test))?;
            Some(Spot { program: planned.solution.path.clone(), input: test.input.clone() })
        });
    }

    /// How a run of `judged` ended. If nothing fails any more of what failed before, the rest is
    /// due.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub(crate) fn ended(&mut self, judged: &Plan, languages: &Languages) -> Result<Ended, CliError> {
        self.look_around(judged, languages);
        let fails = |solution: &str, test: &TestId| self.tests.contains(&(solution.to_owned(), test.clone()));
        let any_fails = judged.solutions.iter().any(|planned| {
            let name = planned.solution.id.to_string();
            planned.tests.iter().any(|test| fails(&name, &test.id))
        });
        if self.part != Part::Failed || any_fails {
            return Ok(Ended::Judged);
        }
        self.part = Part::Whole;
        say!("nothing of it fails any more: judging everything\n")?;
        Ok(Ended::Mended)
    }

    /// Takes a key.
    pub(crate) fn press(&mut self, key: Pressed) {
        match key {
            Pressed::Failed => self.part = Part::Failed,
            Pressed::All => self.part = Part::Whole,
            Pressed::Test(number) => self.part = Part::Test(number),
            Pressed::Again | Pressed::Debug | Pressed::Submit => {}
        }
    }

    /// What the part that is judged is called, with how many runs it is.
    pub(crate) fn announced(&self, plan: &Plan) -> Option<String> {
        let runs = count(plan.runs(), "run");
        match self.part {
            Part::Whole => None,
            Part::Failed => Some(format!("only what failed: {runs}\n")),
            Part::Test(number) => Some(format!("only test {number}: {runs}\n")),
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
