//! The events of a run. They come in an order that is the same every time; progress comes as it
//! happens.

use crate::diagnostic::Diagnostic;
use crate::encoding::whole_micros;
use crate::id::{ProblemId, TestId};
use crate::record::{self, Report, RunStart, SolutionRecord, Summary};
use crate::timing::MeasuredLimit;
use crate::verdict::Verdict;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Problem by problem, in plan order. Of a problem's solutions, those come last whose compilers
/// take long.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a run has one `Started`; the many are behind an `Arc`")]
pub enum Event {
    Diagnosed(Arc<Vec<Diagnostic>>),
    Started(RunStart),
    /// A compiler that [`Event::Started`] does not name, because nothing waited for it until now.
    Compiler(String),
    /// A problem's time limit has been inferred, before its first solution is judged.
    Inferred(Arc<InferredLimit>),
    /// One solution with every test, sent when it and everything that comes before it is done.
    Finished(Arc<SolutionRecord>),
    Done(Summary),
}

/// A report is what the events of its run said.
impl Report {
    /// Takes the next event of the run. The report is complete after [`Event::Done`].
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::Diagnosed(found) => self.diagnostics.extend(found.iter().map(record::DiagnosticRecord::of)),
            Event::Started(started) => {
                self.run = started.run.clone();
                self.problems = started.problems.clone();
                self.planned = started.solutions.iter().map(|solution| solution.name.clone()).collect();
            }
            Event::Compiler(label) => self.run.compilers.push(label.clone()),
            Event::Inferred(inferred) => {
                let own = self.problems.iter_mut().find(|own| own.problem == inferred.problem.problem);
                if let Some(own) = own {
                    own.clone_from(&inferred.problem);
                }
            }
            Event::Finished(solution) => self.solutions.push(solution.bounded()),
            Event::Done(summary) => {
                let planned = std::mem::take(&mut self.planned);
                let places: HashMap<&str, usize> = planned.iter().map(String::as_str).zip(0..).collect();
                self.solutions.sort_by_key(|solution| places.get(&*solution.name).copied());
                self.summary = Summary { took: whole_micros(summary.took), ..summary.clone() };
                // Tests that turned out to be invalid were planned and are left out.
                if self.count_runs() != self.run.runs {
                    self.problems.retain(|problem| self.solutions.iter().any(|s| s.problem == problem.problem));
                    self.recount_runs();
                }
            }
        }
    }

    /// Replays the run, without what is wrong with the content: a report does not hold the text
    /// that diagnostics point into.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        let solutions = self.solutions.clone();
        let started = RunStart { run: self.run.clone(), problems: self.problems.clone(), solutions };
        let finished = self.solutions.iter().map(|solution| Event::Finished(Arc::clone(solution)));
        [Event::Started(started)].into_iter().chain(finished).chain([Event::Done(self.summary.clone())])
    }
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
        ran: Option<FinishedRun>,
    },
    /// Measuring the runs from which a problem's time limit is inferred.
    Measuring {
        problem: ProblemId,
        done: usize,
        total: usize,
        /// The run that was done last, if it was not done before.
        ran: Option<Box<MeasuredRun>>,
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
        test: Box<record::TestRecord>,
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

/// A time limit that this run has inferred.
#[derive(Clone, Debug)]
pub struct InferredLimit {
    /// With its limits.
    pub problem: record::ProblemRecord,
    pub measured: MeasuredLimit,
}

/// A run from which a time limit is inferred.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredRun {
    /// The name of its solution.
    pub name: String,
    /// Whether the solution is judged, too.
    pub is_judged: bool,
    pub test: TestId,
    /// Without a time limit.
    pub verdict: Verdict,
    pub expected: bool,
    pub cpu: Duration,
}

/// A finished run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedRun {
    /// `None` after a fault.
    pub verdict: Option<Verdict>,
    pub expected: bool,
}
