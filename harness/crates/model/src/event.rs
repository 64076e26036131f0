//! The events of a run. They come in plan order, the same every time; progress
//! comes as it happens.

use crate::diagnostic::Diagnostic;
use crate::id::TestId;
use crate::record::{self, Solution, Started, Summary};
use crate::verdict::Verdict;
use std::sync::Arc;

/// In plan order.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a run has one `Started`; the many are behind an `Arc`")]
pub enum Event {
    Diagnosed(Arc<Vec<Diagnostic>>),
    Started(Started),
    /// One solution with every test, sent when it and everything before it is done.
    Finished(Arc<Solution>),
    Done(Summary),
}

/// As it happens, in any order: for a live view, never for a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    Building {
        done: usize,
        total: usize,
    },
    /// How many of the plan's runs have a result, remembered ones included.
    Running {
        done: usize,
        total: usize,
        /// The run that was done last; `None` when it was skipped.
        ran: Option<Ran>,
    },
    /// Making tests with their generators.
    Generating {
        done: usize,
        total: usize,
    },
    /// Checking the tests with their validators.
    Validating {
        done: usize,
        total: usize,
    },
    /// Measuring close calls again, alone.
    Retiming {
        done: usize,
        total: usize,
    },
    /// A run has a result that will not change, remembered ones included. It may still be left out
    /// if its solution is cut short afterwards.
    Judged {
        /// Its place in the plan.
        solution: usize,
        /// Without its evidence, which comes with the solution.
        test: Box<record::Test>,
    },
    /// A worker begins this work.
    Begun {
        worker: usize,
        what: Work,
    },
    /// A worker has finished its work.
    Ended {
        worker: usize,
    },
    /// Nothing has changed but the clock.
    Waiting,
}

/// What a worker does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    Run {
        /// Its place in the plan.
        solution: usize,
        test: TestId,
    },
    /// The file being built or given to a program, relative to the workspace.
    File(String),
}

/// A finished run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Its place in the plan.
    pub solution: usize,
    /// `None` after a fault.
    pub verdict: Option<Verdict>,
    pub expected: bool,
}
