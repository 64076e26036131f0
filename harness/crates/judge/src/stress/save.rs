//! A find as a test: judged like any other, and added to the problem or beside the programs.

use super::Subjects;
use crate::add::{AddOutcome, NewAnswer, NewPlace, NewTest, add_beside};
use crate::answers::origin;
use crate::error::{Error, ErrorKind, refused};
use crate::judge::Judge;
use crate::question::{Confidence, Question};
use crate::session::Caller;
use crate::target::Files;
use engine::run::FreshJudgements;
use lab::hunt::{Find, Stability};
use model::{Expectation, OnlyGlobs, Problem, Solution, Test, TestId};
use package::draft::Draft;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What became of a find that was to be a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedFind {
    Test(NewPlace),
    /// The input and the answer, beside the programs.
    Beside(PathBuf, PathBuf),
    /// The question was answered with no.
    Declined,
}

impl Subjects {
    /// The names of right solutions, by their places.
    pub(crate) fn right_ones(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|at| self.right[*at].id.to_string()).collect()
    }

    /// How sure the answer of a find is.
    ///
    /// # Errors
    /// When it cannot become a test: right solutions differ, or one differs from itself.
    pub fn standing(&self, find: &Find) -> Result<Confidence, Error> {
        if !find.disputed_by.is_empty() {
            let others = self.right_ones(&find.disputed_by).join(", ");
            return Err(refused(format!("nothing is saved: {others} gives another answer"))
                .with_hint("one of them is wrong: find out which before the answer becomes a test")
                .of_kind(ErrorKind::NotAsExpected));
        }
        if find.stability == Stability::ReferenceUnstable {
            let reference = self.right_ones(&[0]).join(", ");
            return Err(refused(format!("nothing is saved: run again, {reference} gave another answer"))
                .with_hint("let nothing but its input decide: no clock, no address, no value that was never set")
                .of_kind(ErrorKind::NotAsExpected));
        }
        // In a plain folder the call itself says which program gives the answers.
        let is_open = find.confirmed_by.is_empty() && self.folder.is_none();
        Ok(if is_open { Confidence::Unconfirmed } else { Confidence::Settled })
    }

    /// What the hunt measured of this find, for its test: a loop is not run again to be shown.
    pub fn measured(&self, solution: &Solution, find: &Find) -> FreshJudgements {
        let measured = find.measured.as_ref();
        measured.map(|measured| measured.as_result(solution.id.clone(), id_of(find))).unwrap_or_default()
    }

    /// The problem with this find as its only test, and the solution that fails on it. `input`: the
    /// find's file, with the answer beside it.
    pub fn with_find_alone(&self, solution: &Solution, find: &Find, input: &Path) -> (Problem, Arc<Solution>) {
        let last = self.problem.tests.last();
        // Judge it as the hunt did.
        let judged = last.and_then(|test| test.judged.clone());
        let test = Test { judged, ..Test::new(id_of(find), input.to_owned(), input.with_extension("ans")) };
        let limits = last.map_or(&self.problem.limits, |test| self.problem.limits_of(&test.id)).clone();
        let problem = Problem {
            tests: vec![Arc::new(test)],
            groups: Vec::new(),
            limits,
            invalid: Vec::new(),
            validators: Vec::new(),
            ..Problem::clone(&self.problem)
        };
        let (expectation, only) = (Expectation::default(), OnlyGlobs::default());
        (problem, Arc::new(Solution { expectation, only, ..solution.clone() }))
    }
}

/// The id of the test that a find stands for.
fn id_of(find: &Find) -> TestId {
    TestId(format!("stress/{}", find.number).into())
}

impl Judge {
    /// Adds what the suspect with this index failed on as a test; `name`: `None` is the next free
    /// one. The question is asked before it is written into a problem.
    ///
    /// # Errors
    /// Those of [`Subjects::standing`] and [`Judge::add`], and where an answer is not confirmed and
    /// not to be saved.
    pub fn save_find(
        &self,
        subjects: &Subjects,
        (at, find): (usize, &Find),
        name: Option<&str>,
        question: &mut dyn Question,
        caller: &mut Caller<'_>,
    ) -> Result<SavedFind, Error> {
        if subjects.standing(find)? == Confidence::Unconfirmed && !question.saves_unconfirmed()? {
            return Err(refused("nothing is saved: no other solution confirms the answer")
                .with_hint("check the answer, then say --yes")
                .of_kind(ErrorKind::NotAsExpected));
        }
        if let Some(folder) = &subjects.folder {
            let Some(name) = name else { return self.save_beside(folder, subjects, (at, find)) };
            let place = |end: &str| folder.join(format!("{name}.{end}"));
            let (input, answer) = (place("in"), place("ans"));
            let mut draft = Draft::default();
            draft.create(input.clone(), find.input.clone());
            draft.create(answer.clone(), find.answer.clone());
            draft.write_below(folder)?;
            return Ok(SavedFind::Beside(input, answer));
        }
        let named = self.problem_to_fill(subjects.problem.id.as_str())?;
        let place = self.place_for(&named, name)?;
        let from = origin(1, &subjects.right[0].id, &subjects.right_ones(&find.confirmed_by));
        let answer = NewAnswer::Given(find.answer.clone(), from);
        let test = NewTest { place, input: find.input.clone(), answer };
        Ok(match self.add(&named, &test, question, caller)? {
            AddOutcome::Written => SavedFind::Test(test.place),
            AddOutcome::Declined => SavedFind::Declined,
        })
    }

    /// Saves a find as the next test of the program that failed, in the names of its other tests: a
    /// name of no program would be left out where several lie beside each other.
    fn save_beside(&self, folder: &Path, subjects: &Subjects, (at, find): (usize, &Find)) -> Result<SavedFind, Error> {
        let program = subjects.suspects.get(at).map(|suspect| suspect.path.clone());
        let files = Files::of_programs(program.into_iter().collect());
        let test = (find.input.clone(), Some(find.answer.clone()));
        let (input, answer) = add_beside(folder, &files, &self.languages, None, test)?;
        Ok(SavedFind::Beside(input, answer))
    }
}
