//! Measures how long solutions take; stores nothing.

use crate::error::{Error, ErrorKind, refused};
use crate::session::{Listener, Session};
use engine::plan::{Plan, PlannedSolution};
use engine::run::ResultCache;
use engine::store::Store;
use model::record::{self, Build};
use model::{Problem, Solution, Test, TestId, TimeAllowed, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// What measures the solutions of a problem.
pub(super) struct Machine<'a, 'b> {
    /// With one job, where a single run decides: beside another program times are not exact.
    pub session: &'a Session<'b>,
    pub problem: &'a Arc<Problem>,
}

/// One run: how much CPU time it took, in seconds of a language without a factor, and how it ended.
pub(super) struct TimedRun {
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
    pub(super) fn measure(
        &self,
        solution: &Arc<Solution>,
        tests: &[Arc<Test>],
        cpu: Duration,
        listener: &mut dyn Listener,
    ) -> Result<Option<Vec<TimedRun>>, Error> {
        let problem = self.problem;
        let planned = PlannedSolution::of(problem, solution, tests.to_vec(), TimeAllowed::Measuring(cpu));
        let plan = Plan { solutions: vec![planned] };
        let mut cache = ResultCache::new(Store::none(), self.session.sandbox.level());
        let (results, _) = self.session.judge(&plan, &mut cache, listener)?;
        results.first().map_or(Ok(None), |result| self.timed(result, solution))
    }

    fn timed(&self, result: &record::SolutionRecord, solution: &Solution) -> Result<Option<Vec<TimedRun>>, Error> {
        let is_fault = matches!(result.build, Build::Fault { .. });
        if is_fault || result.tests.iter().any(|test| test.fault.is_some()) {
            return Err(cannot_measure(solution));
        }
        if matches!(result.build, Build::NoTool { .. }) {
            return Ok(None);
        }
        let factor = self.session.runner.time_factor(self.problem, &solution.language);
        let timed = result.tests.iter().filter_map(|test| {
            Some(TimedRun { test: test.test.clone(), took: test.cpu?.div_f64(factor), verdict: test.verdict? })
        });
        Ok(Some(timed.collect()))
    }
}

pub(super) fn cannot_measure(solution: &Solution) -> Error {
    refused(format!("{} cannot be measured", solution.id))
        .with_hint(format!("run `harness {}`", solution.id))
        .of_kind(ErrorKind::Incomplete)
}
