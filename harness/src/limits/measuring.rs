//! How long solutions take: one program at a time, and nothing of it remembered.

use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::session::Session;
use engine::build::Languages;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{ResultCache, Taken};
use model::{Limits, Problem, Solution, Test, TestId, Verdict};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

/// What measures the solutions of a problem.
pub(crate) struct Machine<'a, 'b> {
    pub languages: &'a Languages,
    /// Of one job: what runs beside another program is not timed well.
    pub session: &'a Session<'b>,
    pub problem: &'a Arc<Problem>,
    /// What was judged on the way; of a run that was measured again, as it was measured last.
    pub taken: &'a RefCell<Taken>,
}

/// One run: how much CPU time it took, in seconds of a language without a factor, and how it ended.
pub(crate) struct Timed {
    pub test: TestId,
    pub took: Duration,
    pub verdict: Verdict,
}

impl Machine<'_, '_> {
    /// Runs `solution` on `tests`, each for at most `cpu`. `None`: its language is not on this
    /// machine. No times: it does not compile.
    ///
    /// # Errors
    /// When a run ends in a fault, or it is interrupted.
    pub(crate) fn measure(
        &self,
        solution: &Arc<Solution>,
        tests: &[Arc<Test>],
        cpu: Duration,
    ) -> Result<Option<Vec<Timed>>, CliError> {
        let problem = self.problem;
        let wall = Limits::wall_for(cpu).max(problem.limits.wall);
        let limits = |of: &Limits| Limits { cpu, wall, ..of.clone() };
        let planned = PlannedSolution {
            problem: Arc::clone(problem),
            solution: Arc::clone(solution),
            tests: tests.to_vec(),
            whole: false,
            limits: limits(&problem.limits),
            group_limits: problem.groups.iter().map(|group| limits(&group.limits)).collect(),
        };
        let mut cache = ResultCache::taking_down(self.session.sandbox.level());
        let (results, summary) = self.session.judge(&Plan { solutions: vec![planned] }, &mut cache)?;
        self.taken.borrow_mut().extend(cache.taken());
        if summary.skipped > 0 {
            return Ok(None);
        }
        let factor = match problem.limits.language_factors {
            true => self.languages.get(&solution.language).map_or(1.0, |entry| entry.time_factor),
            false => 1.0,
        };
        let tests = results.iter().flat_map(|result| &result.tests);
        let timed: Vec<Timed> = tests
            .filter_map(|test| {
                Some(Timed { test: test.test.clone(), took: test.cpu?.div_f64(factor), verdict: test.verdict? })
            })
            .collect();
        if summary.faults > 0 {
            return Err(cannot_measure(solution));
        }
        Ok(Some(timed))
    }
}

pub(crate) fn cannot_measure(solution: &Solution) -> CliError {
    refused(format!("{} cannot be measured", solution.id))
        .with_hint(format!("run `harness {}`", solution.id))
        .with_exit(Exit::FaultOrIncomplete)
}
