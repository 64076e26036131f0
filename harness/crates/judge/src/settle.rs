//! A plan under its time limits, for callers that judge no plan.

use crate::error::Error;
use crate::limits::PackageLimits;
use crate::session::Caller;
use crate::target::Files;
use crate::workspace::Workspace;
use engine::plan::Plan;
use engine::run::Settings;
use model::Problem;
use package::detect::Kind;
use std::sync::Arc;

impl Workspace {
    /// The same plan under the limits that are known. Measures nothing: for what must be the same
    /// before and after measuring, and for what is only shown.
    ///
    /// # Errors
    /// When the file of limits cannot be read.
    pub fn recalled(&self, plan: Plan) -> Result<Plan, Error> {
        if !has_open_limits(&plan) {
            return Ok(plan);
        }
        let limits = PackageLimits::of(self);
        limits.must_be_readable()?;
        Ok(plan.with_problems(|problem| limits.recalled(problem)))
    }

    /// The same plan under its limits: those that are open are measured. Nothing is judged.
    ///
    /// # Errors
    /// When no program can be run here, or it is cancelled.
    pub fn settled(&self, plan: Plan, caller: &mut Caller<'_>) -> Result<Plan, Error> {
        if !has_open_limits(&plan) {
            return Ok(plan);
        }
        self.measuring(caller, |settled| plan.with_problems(settled))
    }

    /// Calls `work` with what returns a problem under its limit, measured if it is open.
    ///
    /// # Errors
    /// As [`Workspace::settled`].
    pub(crate) fn measuring<T>(
        &self,
        caller: &mut Caller<'_>,
        work: impl FnOnce(&mut dyn FnMut(&Arc<Problem>) -> Arc<Problem>) -> T,
    ) -> Result<T, Error> {
        self.with_session(&self.builder()?, Settings::of_machine(), caller, |session, listener| {
            let done = work(&mut |problem| session.runner.settled(problem, listener));
            if session.cancel.is_raised() { Err(Error::Interrupted) } else { Ok(done) }
        })
    }

    /// The solutions of a plan as programs on inputs of one's own, by the rules of their problem.
    /// Its time limit is measured if it is open.
    ///
    /// # Errors
    /// As [`Workspace::settled`].
    pub fn as_files(&self, plan: Plan, caller: &mut Caller<'_>) -> Result<Files, Error> {
        let Plan { solutions } = self.settled(plan, caller)?;
        let programs = solutions.iter().map(|planned| planned.solution.path.clone()).collect();
        let mut problems = solutions.iter().map(|planned| &planned.problem);
        let first = problems.next().filter(|first| problems.all(|other| other.id == first.id));
        // In a folder of no format, the rules are those that lie beside the programs now.
        let problem = first.filter(|_| Kind::of(&self.root).is_some()).cloned();
        Ok(Files { problem, ..Files::of_programs(programs) })
    }
}

fn has_open_limits(plan: &Plan) -> bool {
    plan.solutions.iter().any(|planned| planned.problem.open_limit().is_some())
}
