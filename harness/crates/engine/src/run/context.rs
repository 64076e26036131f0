//! What every job needs to know, and its outcome.

use crate::build::{BuildOutcome, Program};
use crate::plan::{Job, Plan};
use crate::run::problem_programs::ProblemPrograms;
use crate::run::{Build, Crowding, Ports};
use model::{Fault, FaultKind, Judgement, SkipReason, Test, Verdict};

/// A plan whose programs are built.
pub(super) struct Context<'a> {
    pub plan: &'a Plan,
    /// In the order of the plan's solutions.
    pub builds: &'a [Build],
    /// The problems' checkers and interactors.
    pub programs: &'a ProblemPrograms,
    pub ports: &'a Ports<'a>,
    pub crowding: fn() -> Crowding,
}

impl Context<'_> {
    pub(super) fn test(&self, job: Job) -> &Test {
        &self.plan.solutions[job.solution].tests[job.test]
    }
}

/// The program of a build.
///
/// # Errors
/// Why there is none.
pub(super) fn ready(build: &Build) -> Result<&Program, Fault> {
    match build {
        Ok(BuildOutcome::Ready { program, .. }) => Ok(program),
        Ok(BuildOutcome::Rejected { messages }) => {
            Err(Fault::new(FaultKind::Build, messages.clone()).hint("correct it, then run again"))
        }
        Ok(BuildOutcome::Interrupted) => Err(Fault::new(FaultKind::Build, "it was not built")),
        Err(fault) => Err(fault.clone()),
    }
}

/// The outcome of one test of one solution.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TestResult {
    Judged(Judgement),
    Skipped(SkipReason),
    Fault(Fault),
}

impl TestResult {
    pub(super) fn judgement(&self) -> Option<&Judgement> {
        match self {
            TestResult::Judged(judgement) => Some(judgement),
            TestResult::Skipped(_) | TestResult::Fault(_) => None,
        }
    }

    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.judgement().map(|judgement| judgement.verdict)
    }
}
