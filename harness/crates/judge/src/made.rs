//! Tests that a package describes but does not carry: its own generators and its main solution make
//! them, once, in the user's cache. Nothing is written into the package.

use crate::error::Error;
use crate::notice::Notice;
use crate::places::copies_of;
use crate::session::{Caller, Listener, Session};
use crate::workspace::Workspace;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{CapturedOutput, CapturedRun, Line, Settings};
use model::phrase::count;
use model::{Fault, ProblemId, Recipe, Test, TimeFactor, UnmadeTests};
use package::draft::{DraftError, write_below};
use profiles::ChosenBy;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

impl Workspace {
    /// Makes those of the tests that can be made. What opens the place again finds them.
    ///
    /// # Errors
    /// When no program can be run here, or it is interrupted.
    pub fn make(&self, unmade: &[&UnmadeTests], caller: &mut Caller<'_>) -> Result<(), Error> {
        self.with_session(&self.builder()?, Settings::of_machine(), caller, |session, listener| {
            unmade.chunk_by(|one, other| one.problem.id == other.problem.id).try_for_each(|of_problem| {
                let tests = of_problem.iter().map(|unmade| unmade.tests.len()).sum();
                let what = format!("making {} of {}", count(tests, "test"), of_problem[0].problem.id);
                listener.notice(&Notice::note(what));
                of_problem.iter().try_for_each(|unmade| make(session, unmade, listener))
            })
        })
    }

    /// This place and a plan of it with the tests that the planned problems only describe, which
    /// are made. `None`: there are no such tests.
    ///
    /// # Errors
    /// As [`Workspace::make`], and when the place cannot be opened any more.
    pub(crate) fn with_made_tests(
        &self,
        plan: &Plan,
        caller: &mut Caller<'_>,
    ) -> Result<Option<(Workspace, Plan)>, Error> {
        let is_planned = |id: &ProblemId| plan.solutions.iter().any(|planned| planned.problem.id == *id);
        let unmade: Vec<_> = self.catalog.unmade.iter().filter(|unmade| is_planned(&unmade.problem.id)).collect();
        if unmade.is_empty() {
            return Ok(None);
        }
        self.make(&unmade, caller)?;
        let named = self.rules.values().find(|rules| rules.chosen == ChosenBy::Named).map(|rules| rules.judge);
        let (cache, inferred) = (self.cache.clone(), self.inferred.clone());
        let judge = Workspace { cache, inferred, ..Workspace::open_root(self.root.clone(), named)? };
        let again = |new: PlannedSolution| {
            let old = plan.solutions.iter().find(|old| old.solution.id == new.solution.id)?;
            let there = old.problem.tests.iter().filter(|test| old.solution.only.holds(&test.id));
            let is_whole = old.tests.len() == there.count();
            let is_selected = |test: &Arc<Test>| is_whole || old.tests.iter().any(|own| own.id == test.id);
            let tests = new.tests.into_iter().filter(is_selected).collect();
            Some(PlannedSolution { problem: new.problem, tests, ..old.clone() })
        };
        let solutions = judge.whole_plan()?.solutions.into_iter().filter_map(again).collect();
        Ok(Some((judge, Plan { solutions })))
    }
}

/// Makes the missing inputs, then the answers. Tests that cannot be made stay missing.
fn make(session: &Session<'_>, unmade: &UnmadeTests, listener: &mut dyn Listener) -> Result<(), Error> {
    let UnmadeTests { problem, solution, tests } = unmade;
    let home = copies_of(&session.judge.root);
    let write = |place: PathBuf, bytes: &[u8]| -> Result<(), DraftError> { write_below(&home, place, bytes) };
    let places: BTreeMap<&str, &Recipe> = tests.iter().map(|recipe| (&*recipe.id.0, recipe)).collect();
    let line = |recipe: &Recipe| {
        Some(Line { problem: Arc::clone(problem), test: recipe.id.clone(), call: recipe.made_by.clone()? })
    };
    let lines: Vec<Line> = tests.iter().filter_map(line).collect();
    let made = session.runner.generate(&lines, listener);
    let interrupted = session.cancel.is_raised();
    let mut failed: Vec<Fault> = Vec::new();
    for made in made {
        match (made.input, places.get(&*made.test.0)) {
            (Ok(bytes), Some(recipe)) => {
                // The input comes last: a test that has one is not made again.
                let beside = made.beside.iter().map(|(kind, bytes)| (recipe.made_beside(kind), bytes));
                for (place, bytes) in beside.chain([(recipe.input.clone(), &bytes)]) {
                    // Files that the package holds take precedence.
                    if !place.is_file() {
                        write(place, bytes)?;
                    }
                }
            }
            (Ok(_), None) => {}
            (Err(_), _) if interrupted => {}
            (Err(fault), _) => failed.push(fault),
        }
    }
    // What fails for one test mostly fails for all.
    let others = failed.len().saturating_sub(1);
    if let Some(fault) = failed.into_iter().next() {
        let more = match others {
            0 => String::new(),
            others => format!(" ({} cannot be made, either)", count(others, "other test")),
        };
        listener.notice(&Notice::complaint(format!("{}{more}", fault.message.trim_end()), fault.hint));
    }
    if interrupted {
        return Err(Error::Interrupted);
    }
    let there: Vec<&Recipe> =
        tests.iter().filter(|recipe| recipe.input.is_file() && !recipe.answer.is_file()).collect();
    let Some(solution) = solution else {
        return Ok(there.iter().try_for_each(|recipe| write(recipe.answer.clone(), b""))?);
    };
    let test = |recipe: &&Recipe| {
        let plain = Test::new(recipe.id.clone(), recipe.input.clone(), recipe.answer.clone());
        Arc::new(Test { judged: recipe.judged.clone(), ..plain })
    };
    let all: Vec<Arc<Test>> = there.iter().map(test).collect();
    // The limit is for judged solutions: an answer made slowly is still the answer.
    let (stated, time) = (|test: &Test| problem.limits_of(&test.id), TimeFactor::times(PATIENCE));
    let printed = session.runner.capture(solution, &all, stated, time, listener);
    for (test, printed) in all.iter().zip(printed) {
        match printed {
            Ok(CapturedOutput::Ended(CapturedRun { failure: None, stdout, .. })) => {
                write(test.answer.clone(), &stdout)?;
            }
            Ok(CapturedOutput::Ended(CapturedRun { failure: Some(how), .. })) => {
                let text = format!("{} has no answer for {}: {how}", solution.id, test.id);
                listener.notice(&Notice::complaint(text, None));
            }
            Ok(CapturedOutput::Rejected(words)) => {
                let what = format!("{} does not compile, so there are no answers:\n{}", solution.id, words.trim_end());
                listener.notice(&Notice::complaint(what, None));
                break;
            }
            Ok(CapturedOutput::Interrupted) => return Err(Error::Interrupted),
            Err(fault) => {
                listener.notice(&Notice::complaint(fault.message, fault.hint));
                break;
            }
        }
    }
    Ok(())
}

/// How many times its limit the main solution may take for an answer.
const PATIENCE: u16 = 10;
