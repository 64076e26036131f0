//! What a run tells while it goes on. Events come in plan order, the same every time; progress comes as it happens.

use crate::diagnostic::Diagnostic;
use crate::fault::Fault;
use crate::problem::{Problem, Solution, Test};
use crate::score::{Grade, Score};
use crate::verdict::{Judgement, Verdict};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What is about to be run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunHeader {
    pub root: PathBuf,
    pub problems: usize,
    pub solutions: usize,
    /// Runs in all: selected tests, summed over the solutions.
    pub runs: usize,
    /// Different tests among them.
    pub tests: usize,
    pub jobs: usize,
    /// `rustc 1.95.0 -O`, one for each language in use.
    pub compilers: Vec<String>,
    /// `full`, `confined`, `measured` …
    pub containment: String,
    /// Every solution of the plan with its selected tests, in plan order: columns can be laid out before the first result.
    pub lineup: Vec<Planned>,
}

/// One solution that is about to be judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    pub problem: Arc<Problem>,
    pub solution: Arc<Solution>,
    /// The selected tests in plan order.
    pub tests: Vec<Arc<Test>>,
}

/// Why a test was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// The solution does not compile.
    NotBuilt,
    /// `--fail-fast`, after a failure elsewhere.
    FailFast,
    /// Ctrl-C.
    Interrupted,
    /// Its own compiler or runtime is not on this machine.
    NoTool,
}

/// What became of one test of one solution.
#[derive(Clone, Debug, PartialEq)]
pub enum TestResult {
    Judged(Judgement),
    Skipped(SkipReason),
    Fault(Fault),
}

impl TestResult {
    pub fn judgement(&self) -> Option<&Judgement> {
        match self {
            TestResult::Judged(judgement) => Some(judgement),
            TestResult::Skipped(_) | TestResult::Fault(_) => None,
        }
    }

    pub fn verdict(&self) -> Option<Verdict> {
        self.judgement().map(|j| j.verdict)
    }

    pub fn grade(&self) -> Option<Grade> {
        self.judgement().map(|j| Grade { verdict: j.verdict, points: j.points })
    }
}

/// What became of a solution's build.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildResult {
    Ready {
        took: Duration,
        cached: bool,
        /// Warnings, as the compiler printed them; empty when there were none.
        warnings: String,
    },
    /// The compiler's own words, with the real path.
    Rejected {
        messages: String,
    },
    Fault(Fault),
    /// The compiler or runtime of an optional language is not on this machine: the solution is left out, undecided, with a clear
    /// word, and the run is not incomplete for it.
    NoTool(Fault),
    /// Interrupted before it was built.
    Skipped,
}

/// Whether a solution did what its directives say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Met,
    Unmet,
    /// A fault or a skipped test leaves it open.
    Undecided,
}

impl Status {
    pub const fn name(self) -> &'static str {
        match self {
            Status::Met => "met",
            Status::Unmet => "unmet",
            Status::Undecided => "undecided",
        }
    }
}

/// A solution with all its tests done.
#[derive(Clone, Debug, PartialEq)]
pub struct SolutionResult {
    pub problem: Arc<Problem>,
    pub solution: Arc<Solution>,
    pub build: BuildResult,
    pub status: Status,
    /// Of a problem with groups.
    pub score: Option<Score>,
    /// The selected tests in plan order.
    pub tests: Vec<(Arc<Test>, TestResult)>,
    /// False when a filter left out tests that the solution is judged on.
    pub whole: bool,
}

/// The run in numbers. `met + unmet + undecided` = solutions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    pub met: usize,
    pub unmet: usize,
    pub undecided: usize,
    /// Those of the undecided whose optional language is not on this machine ([`BuildResult::NoTool`]).
    pub skipped: usize,
    /// Faults, each counted once for the build or test it happened to.
    pub faults: usize,
    /// Runs that were judged.
    pub judged: usize,
    pub cached: usize,
    pub took: Duration,
    pub interrupted: bool,
    /// Errors among the diagnostics.
    pub content_errors: usize,
}

/// In plan order.
#[derive(Clone, Debug)]
pub enum Event {
    Started(RunHeader),
    Diagnosed(Arc<Vec<Diagnostic>>),
    /// One solution, with every test: sent when it and everything before it is done.
    Finished(Arc<SolutionResult>),
    Done(Summary),
}

/// As it happens, in any order: for a live view, never for a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    Building {
        done: usize,
        total: usize,
    },
    /// One more run is judged; indices into the plan.
    Running {
        done: usize,
        total: usize,
        solution: usize,
        verdict: Option<Verdict>,
        expected: bool,
    },
    /// Making tests with their generators.
    Generating {
        done: usize,
        total: usize,
    },
    /// Putting the tests before their validators.
    Validating {
        done: usize,
        total: usize,
    },
    /// Measuring close calls again, alone.
    Retiming {
        done: usize,
        total: usize,
    },
}
