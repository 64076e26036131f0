//! Measures how long solutions take; stores nothing.

use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::session::Session;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{ResultCache, Taken};
use model::record::{self, Build};
use model::{Limits, Problem, Solution, Test, TestId, Verdict};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

/// What measures the solutions of a problem.
pub(crate) struct Machine<'a, 'b> {
    /// With one job, where a single run decides: beside another program times are not exact.
    pub session: &'a Session<'b>,
    pub problem: &'a Arc<Problem>,
    /// The results of the measured runs; for a run measured again, the last one.
    pub taken: &'a RefCell<Taken>,
}

/// One run: how much CPU time it took, in seconds of a language without a factor, and how it ended.
pub(crate) struct Timed {
    pub test: TestId,
    pub took: Duration,
    pub verdict: Verdict,
}

/// A solution, and the tests that it is run on.
pub(crate) type Runs = (Arc<Solution>, Vec<Arc<Test>>);

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
        let measured = self.measure_all(&[(Arc::clone(solution), tests.to_vec())], cpu)?;
        Ok(measured.into_iter().next().flatten())
    }

    /// [`Machine::measure`], for each solution of `runs`, in their order.
    ///
    /// # Errors
    /// As [`Machine::measure`].
    pub(crate) fn measure_all(&self, runs: &[Runs], cpu: Duration) -> Result<Vec<Option<Vec<Timed>>>, CliError> {
        let problem = self.problem;
        let wall = Limits::wall_for(cpu).max(problem.limits.wall);
        let limits = |of: &Limits| Limits { cpu, wall, ..of.clone() };
        let planned = runs.iter().map(|(one, tests)| PlannedSolution::of(problem, one, tests.clone(), limits));
        let plan = Plan { solutions: planned.collect() };
        let mut cache = ResultCache::taking_down(self.session.sandbox.level());
        let (results, _) = self.session.judge(&plan, &mut cache)?;
        self.taken.borrow_mut().extend(cache.taken());
        results.iter().zip(runs).map(|(result, (solution, _))| self.timed(result, solution)).collect()
    }

    fn timed(&self, result: &record::Solution, solution: &Solution) -> Result<Option<Vec<Timed>>, CliError> {
        let is_fault = matches!(result.build, Build::Fault { .. });
        if is_fault || result.tests.iter().any(|test| test.fault.is_some()) {
            return Err(cannot_measure(solution));
        }
        if matches!(result.build, Build::NoTool { .. }) {
            return Ok(None);
        }
        let configured =
            self.session.workspace.languages.get(&solution.language).map_or(1.0, |entry| entry.time_factor);
        let factor = self.problem.limits.languages.time.of(&solution.language.0, configured);
        let timed = result.tests.iter().filter_map(|test| {
            Some(Timed { test: test.test.clone(), took: test.cpu?.div_f64(factor), verdict: test.verdict? })
        });
        Ok(Some(timed.collect()))
    }
}

pub(crate) fn cannot_measure(solution: &Solution) -> CliError {
    refused(format!("{} cannot be measured", solution.id))
        .with_hint(format!("run `harness {}`", solution.id))
        .with_exit(Exit::FaultOrIncomplete)
}
