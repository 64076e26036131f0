//! A find as a test: judged like any other, and added to the problem or beside the programs.

use super::Subjects;
use crate::add::{GivenAnswer, NewTest, add_beside};
use crate::answers::origin;
use crate::error::{Error, ErrorKind, refused};
use crate::proposal::Confidence;
use crate::session::Caller;
use crate::target::Files;
use crate::workspace::Workspace;
use engine::run::FreshJudgements;
use lab::hunt::{Find, Stability};
use model::{Expectation, OnlyGlobs, Problem, Solution, TestId};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
        // As the hunt judged it.
        let test = self.problem.further_test(id_of(find), input.to_owned(), input.with_extension("ans"));
        let limits =
            self.problem.tests.last().map_or(&self.problem.limits, |test| self.problem.limits_of(&test.id)).clone();
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

impl Workspace {
    /// Adds what the suspect with this index failed on as a test, once the listener agrees where a
    /// problem gets it; `name`: `None` is the next free one. Returns where the input and the answer
    /// are.
    ///
    /// # Errors
    /// Those of [`Subjects::standing`] and [`Workspace::add`].
    pub fn save_find(
        &self,
        subjects: &Subjects,
        (at, find): (usize, &Find),
        name: Option<&str>,
        caller: &mut Caller<'_>,
    ) -> Result<(PathBuf, PathBuf), Error> {
        let standing = subjects.standing(find)?;
        if let Some(folder) = &subjects.folder {
            let program = subjects.suspects.get(at).map(|suspect| suspect.path.clone());
            let files = Files::of_programs(program.into_iter().collect());
            let test = (find.input.clone(), Some(find.answer.clone()));
            return add_beside(folder, &files, &self.languages, name, test);
        }
        let named = self.problem_to_fill(subjects.problem.id.as_str())?;
        let place = self.place_for(&named, name)?;
        let origin = origin(1, &subjects.right[0].id, &subjects.right_ones(&find.confirmed_by));
        let answer = Some(GivenAnswer { bytes: find.answer.clone(), origin, standing });
        let test = NewTest { place, input: find.input.clone(), answer };
        self.add(&named, &test, caller)?;
        Ok((test.place.input, test.place.answer))
    }
}
