//! The coordinator: fills the record as results come, and sends finished solutions in plan order.

use crate::plan::{Job, Plan, PlannedSolution};
use crate::run::context::TestResult;
use crate::run::wanted::Wanted;
use crate::run::{OnFailure, Sink};
use model::record::{self, Build};
use model::{Event, Lazy, Progress, SkipReason, Status, Summary, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// By solution, how far its tests have decided it; where the rest is not to be judged then.
    decisions: Vec<Option<Decision>>,
    /// The next solution to send.
    next: usize,
    wanted: Arc<Wanted>,
    summary: Summary,
}

/// What a solution's first tests have decided.
struct Decision {
    lazy: Lazy,
    /// So many of the tests are taken: each has a result, or needs none.
    taken: usize,
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
            decisions: plan.solutions.iter().map(|planned| Decision::of(planned, on_failure)).collect(),
            next: 0,
            wanted: Arc::new(Wanted::all(plan)),
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

    pub(super) fn wanted(&self) -> Arc<Wanted> {
        Arc::clone(&self.wanted)
    }

    pub(super) fn progress(&mut self, progress: &Progress) {
        self.sink.progress(progress);
    }

    /// Whether a solution may get this verdict on this test.
    pub(super) fn expects(&self, Job { solution, test }: Job, verdict: Verdict) -> bool {
        // One that is sent was decided before.
        self.solutions[solution].as_ref().is_none_or(|record| record.permits(test, verdict))
    }

    /// Takes a result that will not change.
    pub(super) fn put(&mut self, job: Job, result: TestResult) {
        // It was on its way when its solution was decided.
        if self.wanted.is_decided(job) {
            return;
        }
        self.fill(job, result);
        let Job { solution, test } = job;
        let record = &self.solution(solution).tests[test];
        if record.is_surprise() || record.fault.is_some() {
            self.cut(job);
        }
        self.decide(solution);
        self.release();
    }

    /// Keeps a result that will be measured again, for the case that this does not happen.
    pub(super) fn hold(&mut self, job: Job, result: TestResult) {
        if self.wanted.is_decided(job) {
            return;
        }
        self.held.insert(job, result);
        self.decide(job.solution);
    }

    /// The result that was kept by [`Coordinator::hold`].
    pub(super) fn held(&mut self, job: Job) -> Option<TestResult> {
        self.wanted.release(job.solution);
        self.held.remove(&job)
    }

    /// Goes on through a solution's tests in judging order, as far as they have results, and passes
    /// over those that are not needed any more: also those with a result, so that the same run
    /// always tells the same.
    fn decide(&mut self, solution: usize) {
        let Some(mut decision) = self.decisions[solution].take() else { return };
        let wanted = Arc::clone(&self.wanted);
        let tests = self.solution(solution).tests.len();
        while decision.taken < tests {
            let job = Job { solution, test: decision.taken };
            if let Some(held) = self.held.get(&job) {
                // Most likely it fails alone, too, and then the rest is not needed.
                if held.verdict() != Some(Verdict::Accepted) {
                    wanted.hold_behind(job);
                }
                break;
            }
            let record = &self.solution(solution).tests[job.test];
            if !record.has_result() {
                break;
            }
            if !wanted.is_decided(job) {
                let change = record.verdict.is_some_and(|verdict| decision.lazy.take(&record.test, verdict));
                if change {
                    self.pass_over(&decision.lazy, solution, job.test + 1);
                }
            }
            decision.taken += 1;
        }
        self.decisions[solution] = Some(decision);
    }

    /// Skips those tests of a solution from `from` on that are not needed.
    fn pass_over(&mut self, lazy: &Lazy, solution: usize, from: usize) {
        let wanted = Arc::clone(&self.wanted);
        for test in from..self.solution(solution).tests.len() {
            let job = Job { solution, test };
            let record = self.solution(solution);
            if wanted.is_decided(job) || lazy.needs(&record.tests[test].test) {
                continue;
            }
            wanted.decide(job);
            let known = record.tests[test].has_result();
            record.skip(test, SkipReason::Decided);
            self.held.remove(&job);
            self.open[solution] -= usize::from(!known);
        }
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

    fn cut(&mut self, job: Job) {
        match self.on_failure {
            OnFailure::Continue | OnFailure::StopSolution => {}
            OnFailure::Stop => self.wanted.cut_behind(job),
        }
    }

    fn release(&mut self) {
        while self.next < self.solutions.len() && self.open[self.next] == 0 {
            let at = self.next;
            self.next += 1;
            let Some(mut solution) = self.solutions[at].take() else { continue };
            // A worker may have been past the cut already. What it found is dropped, so that the
            // same run always tells the same.
            for test in (0..solution.tests.len()).filter(|test| self.wanted.is_cut(Job { solution: at, test: *test })) {
                solution.skip(test, SkipReason::FailFast);
            }
            if let Some(problem) = self.problems.iter().find(|problem| problem.problem == solution.problem) {
                solution.settle(problem);
            }
            if solution.status == Status::Unmet {
                self.cut(Job { solution: at, test: solution.tests.len().saturating_sub(1) });
            }
            self.summary.add(&solution);
            self.sink.event(&Event::Finished(Arc::new(solution)));
        }
    }
}

impl Decision {
    fn of(planned: &PlannedSolution, on_failure: OnFailure) -> Option<Decision> {
        match on_failure {
            OnFailure::Continue | OnFailure::Stop => None,
            OnFailure::StopSolution => {
                let lazy = Lazy::new(&planned.solution.expectation, &planned.problem.groups);
                Some(Decision { lazy, taken: 0 })
            }
        }
    }
}
