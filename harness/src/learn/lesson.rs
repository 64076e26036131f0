//! A lesson: one problem, judged at each save, with hints in between and the proof at the end.

use super::LearnArgs;
use super::show::{adds, hint, rendered};
use crate::error::CliError;
use crate::exit::Exit;
use crate::learn::course::{Course, Program, SolvedProblem};
use crate::outputs;
use crate::running::judge_in;
use crate::screen::{Screen, StandardOutput, from_here, print, say};
use crate::watching::{WatchEvent, Watching};
use crate::workspace::Workspace;
use judge::formats::Tongue;
use judge::model::{Judging, Problem, ProblemId};
use judge::watch::Snapshot;
use judge::{Cancel, OnFailure, Sandbox, Settings, Task};
use std::path::Path;
use std::sync::Arc;

/// What to do after a problem.
pub(super) enum Next {
    Problem(ProblemId),
    End(Exit),
}

/// What a learner wants while nothing is judged.
enum Wish {
    Judge,
    Next,
    Hint,
    Statement,
}

/// A course on the screen.
pub(super) struct Lesson<'a> {
    pub args: &'a LearnArgs,
    pub screen: &'a Screen,
    pub course: Course<'a>,
    pub sandbox: &'a dyn Sandbox,
    pub stop: &'a Cancel,
}

impl Lesson<'_> {
    /// Shows a problem and judges its program at each save, until the learner goes on or ends.
    ///
    /// # Errors
    /// When the problem cannot be learned, or no program can be run here.
    pub(super) fn learn(&mut self, problem: &Arc<Problem>) -> Result<Next, CliError> {
        // Fails before a file is created for a problem that cannot be learned.
        self.course.task(problem)?;
        let of_program = self.args.lang.iter().rev().find(|name| Tongue::of_code(name).is_none());
        let program = self.course.program(problem, of_program.map(String::as_str))?;
        self.open(problem, &program)?;
        let Program { file, is_new } = program;
        let mut watching = Watching::new(self.stop, || Snapshot::of([file.clone()]));
        if self.args.once {
            return Ok(Next::End(self.attempt(problem, &file, &mut watching)?.ok_or(CliError::Interrupted)?));
        }
        let mut wish = if is_new { None } else { Some(Wish::Judge) };
        let mut solved = false;
        loop {
            match wish.take() {
                // A file that the learner removed would otherwise read as a fault of ours.
                Some(Wish::Judge) if !file.is_file() => {
                    self.screen.complain(&format!("there is no file {}", from_here(&file)), None);
                }
                Some(Wish::Judge) => {
                    solved |= self.attempt(problem, &file, &mut watching)? == Some(Exit::AsExpected);
                }
                Some(Wish::Hint) => hint(&mut self.course, problem, self.screen)?,
                Some(Wish::Statement) => self.open(problem, &Program { file: file.clone(), is_new: false })?,
                Some(Wish::Next) => match self.course.next(problem) {
                    Some(step) => return Ok(Next::Problem(step.problem.clone())),
                    None => say!("this is the last problem\n")?,
                },
                None => {}
            }
            let keys = if solved { "Enter or n = the next problem" } else { "h = a hint, s = the statement, n = skip" };
            say!("\nsave {} to judge it; {keys}, q = end\n", from_here(&file))?;
            wish = Some(match watching.wait("hsn") {
                WatchEvent::Saved(_) => Wish::Judge,
                WatchEvent::Typed(key) => match key {
                    Some('h') => Wish::Hint,
                    Some('s') => Wish::Statement,
                    Some('n') => Wish::Next,
                    None if solved => Wish::Next,
                    Some(_) | None => Wish::Judge,
                },
                WatchEvent::Ended(exit) => return Ok(Next::End(exit)),
            });
        }
    }

    /// The statement, and where the program goes.
    fn open(&self, problem: &Problem, program: &Program) -> Result<(), CliError> {
        let task = self.course.task(problem)?;
        let done = if self.course.is_solved(&problem.id) { " (solved)" } else { "" };
        say!("{} of {}{done}\n\n", self.course.number(problem), self.course.steps.len())?;
        print(rendered(&task, self.screen))?;
        if matches!(problem.judging, Judging::Interactor(_)) {
            say!("\nby hand: {} play {}\n", self.screen.command(), problem.id)?;
        }
        let verb = if program.is_new { "write your program into" } else { "your program is" };
        say!("\n{verb} {}\n", from_here(&program.file))
    }

    /// Judges, and goes on to the proof if the program is accepted. Returns `None` if cut short by
    /// a save or Ctrl-C.
    fn attempt(
        &mut self,
        problem: &Problem,
        file: &Path,
        watching: &mut Watching<'_>,
    ) -> Result<Option<Exit>, CliError> {
        let workspace = Workspace::with_screen(self.course.attempt(problem, file)?, self.screen.clone());
        let plan = workspace.whole_plan()?;
        let settings = Settings { on_failure: OnFailure::StopSolution, ..Settings::of_machine() };
        // Not for longer than the run: between two runs others may clear the cache.
        let builder = workspace.builder()?;
        let task = Task::of(&plan, settings, &builder);
        let options = outputs::options(&workspace, StandardOutput::Free);
        let mut reporters = outputs::terminal(options, StandardOutput::Free, &workspace.screen)?;
        let (summary, _) =
            watching.until_saved(|cancel| judge_in(self.sandbox, cancel, &workspace, task, &mut *reporters))?;
        drop(reporters);
        if summary.interrupted {
            return Ok(None);
        }
        if summary.met != 1 {
            return Ok(Some(Exit::of(&summary)));
        }
        self.solved(problem)?;
        Ok(Some(Exit::AsExpected))
    }

    /// Shows why it works, and what comes next.
    fn solved(&mut self, problem: &Problem) -> Result<(), CliError> {
        let SolvedProblem { why, solved, next } = self.course.solve(problem)?;
        if let Some(why) = why {
            print(format!("\n{}", rendered(&why, self.screen)))?;
        }
        let all = self.course.steps.len();
        match next {
            Some(step) => {
                let adds = adds(&step, self.screen);
                let adds = if adds.is_empty() { adds } else { format!(": {adds}") };
                let line = format!("solved: {solved} of {all}; next is {}{adds}", step.problem);
                say!("\n{}", self.screen.wrapped(&line, 4))
            }
            None => say!("\nsolved: {solved} of {all}\n"),
        }
    }
}
