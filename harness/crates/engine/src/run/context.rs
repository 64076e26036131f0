//! What every job needs to know, and its outcome.

use crate::plan::Plan;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::{Build, Crowding, Ports};
use model::{Fault, Judgement, SkipReason, Verdict};

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
