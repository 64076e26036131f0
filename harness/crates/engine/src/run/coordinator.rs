//! The coordinator: fills the record as results come, and sends finished solutions in plan order.

use crate::plan::{Job, Plan};
use crate::run::context::TestResult;
use crate::run::{OnFailure, Sink};
use model::record::{self, Build};
use model::{Event, Progress, SkipReason, Status, Summary, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) struct Coordinator<'a> {
    problems: Vec<record::Problem>,
    /// In plan order; taken out when they are sent.
    solutions: Vec<Option<record::Solution>>,
    command: String,
    on_failure: OnFailure,
    sink: &'a mut dyn Sink,
    /// Results that will be measured again.
    held: BTreeMap<Job, TestResult>,
    /// Tests without a final result, by solution.
    open: Vec<usize>,
    /// Index of a solution's first job in the plan.
    first: Vec<usize>,
    /// The next solution to send.
    next: usize,
    /// Jobs behind this plan index are not wanted any more. Workers read it; only the coordinator
    /// lowers it.
    cutoff: Arc<AtomicUsize>,
    summary: Summary,
}

impl<'a> Coordinator<'a> {
    /// `started` holds the solutions of `plan` with their builds. `summary`: what is counted
    /// already.
    pub(super) fn new(
        plan: &Plan,
        started: record::Started,
        on_failure: OnFailure,
        summary: Summary,
        sink: &'a mut dyn Sink,
    ) -> Coordinator<'a> {
        let solutions: Vec<_> = started.solutions.into_iter().map(|s| Some(Arc::unwrap_or_clone(s))).collect();
        let mut coordinator = Coordinator {
            problems: started.problems,
            command: started.run.command,
            on_failure,
            sink,
            held: BTreeMap::new(),
            open: plan.solutions.iter().map(|p| p.tests.len()).collect(),
            first: plan.first_jobs(),
            next: 0,
            cutoff: Arc::new(AtomicUsize::new(usize::MAX)),
            summary,
            solutions,
        };
        for (solution, planned) in plan.solutions.iter().enumerate() {
            let skipped = match &coordinator.solution(solution).build {
                Build::Ready { .. } => continue,
                Build::Rejected { .. } | Build::Fault { .. } => SkipReason::NotBuilt,
                Build::NoTool { .. } => SkipReason::NoTool,
                Build::Skipped => SkipReason::Interrupted,
            };
            for test in 0..planned.tests.len() {
                coordinator.fill(Job { solution, test }, TestResult::Skipped(skipped));
            }
        }
        coordinator.release();
        coordinator
    }

    pub(super) fn cutoff(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.cutoff)
    }

    pub(super) fn progress(&mut self, progress: &Progress) {
        self.sink.progress(progress);
    }

    /// Tells that one more run has a result, final or not.
    pub(super) fn ran(&mut self, job: Job, verdict: Option<Verdict>, done: usize, total: usize) {
        let Job { solution, test } = job;
        let record = self.solution(solution);
        let expected = verdict.is_some_and(|verdict| record.permits(test, verdict));
        self.sink.progress(&Progress::Running { done, total, solution, verdict, expected });
    }

    /// Takes a result that will not change.
    pub(super) fn put(&mut self, job: Job, result: TestResult) {
        self.fill(job, result);
        let Job { solution, test } = job;
        let record = &self.solution(solution).tests[test];
        if record.is_surprise() || record.fault.is_some() {
            self.cut(self.first[solution] + test);
        }
        self.release();
    }

    /// Keeps a result that will be measured again, for the case that this does not happen.
    pub(super) fn hold(&mut self, job: Job, result: TestResult) {
        self.held.insert(job, result);
    }

    /// The result that was kept by [`Coordinator::hold`].
    pub(super) fn held(&mut self, job: Job) -> Option<TestResult> {
        self.held.remove(&job)
    }

    /// Sends what is left and returns the summary.
    pub(super) fn close(mut self) -> Summary {
        self.release();
        debug_assert_eq!(self.next, self.solutions.len(), "every planned test has a result by now");
        self.summary
    }

    fn solution(&mut self, solution: usize) -> &mut record::Solution {
        self.solutions[solution].as_mut().expect("a solution is sent when its last test has a result")
    }

    fn fill(&mut self, Job { solution, test }: Job, result: TestResult) {
        self.open[solution] -= 1;
        let command = std::mem::take(&mut self.command);
        let record = self.solution(solution);
        match result {
            TestResult::Judged(judgement) => record.judge(test, judgement, &command),
            TestResult::Fault(fault) => record.fault(test, fault, &command),
            TestResult::Skipped(reason) => record.skip(test, reason),
        }
        self.command = command;
    }

    fn cut(&mut self, index: usize) {
        match self.on_failure {
            OnFailure::Continue => {}
            OnFailure::Stop => {
                self.cutoff.fetch_min(index, Ordering::Relaxed);
            }
        }
    }

    fn release(&mut self) {
        while self.next < self.solutions.len() && self.open[self.next] == 0 {
            let (at, first) = (self.next, self.first[self.next]);
            self.next += 1;
            let Some(mut solution) = self.solutions[at].take() else { continue };
            let cutoff = self.cutoff.load(Ordering::Relaxed);
            // A worker may have been past the cut already. What it found is dropped, so that the
            // same run always tells the same.
            for test in cutoff.saturating_add(1).saturating_sub(first)..solution.tests.len() {
                solution.skip(test, SkipReason::FailFast);
            }
            if let Some(problem) = self.problems.iter().find(|problem| problem.problem == solution.problem) {
                solution.settle(problem);
            }
            if solution.status == Status::Unmet {
                self.cut((first + solution.tests.len()).saturating_sub(1));
            }
            self.summary.add(&solution);
            self.sink.event(&Event::Finished(Arc::new(solution)));
        }
    }
}
