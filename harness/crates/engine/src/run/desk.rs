//! The coordinator's desk: collects results as they come, hands out solutions in plan order.

use crate::plan::{Plan, PlannedSolution};
use crate::run::{OnFailure, Sink};
use model::{
    BuildResult, Event, Fault, Progress, Score, SkipReason, SolutionResult, Status, Summary, Test, TestId, TestResult,
    Verdict,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub struct Desk<'a> {
    plan: &'a Plan,
    builds: Vec<BuildResult>,
    on_failure: OnFailure,
    sink: &'a mut dyn Sink,
    results: Vec<Vec<Option<TestResult>>>,
    /// Tests without a final result, by solution.
    open: Vec<usize>,
    /// Index of a solution's first job in the plan.
    first: Vec<usize>,
    /// The next solution to hand out.
    next: usize,
    /// Jobs behind this plan index are not wanted any more. Workers read it; only the desk lowers it.
    cutoff: Arc<AtomicUsize>,
    summary: Summary,
}

impl<'a> Desk<'a> {
    pub fn new(plan: &'a Plan, builds: Vec<BuildResult>, on_failure: OnFailure, sink: &'a mut dyn Sink) -> Desk<'a> {
        let mut first = Vec::with_capacity(plan.solutions.len());
        let mut at = 0;
        for planned in &plan.solutions {
            first.push(at);
            at += planned.tests.len();
        }
        let mut desk = Desk {
            plan,
            builds,
            on_failure,
            sink,
            results: plan.solutions.iter().map(|p| vec![None; p.tests.len()]).collect(),
            open: plan.solutions.iter().map(|p| p.tests.len()).collect(),
            first,
            next: 0,
            cutoff: Arc::new(AtomicUsize::new(usize::MAX)),
            summary: Summary::default(),
        };
        for (solution, planned) in plan.solutions.iter().enumerate() {
            let skipped = match &desk.builds[solution] {
                BuildResult::Ready { .. } => continue,
                BuildResult::Rejected { .. } | BuildResult::Fault(_) => SkipReason::NotBuilt,
                BuildResult::NoTool(_) => SkipReason::NoTool,
                BuildResult::Skipped => SkipReason::Interrupted,
            };
            for test in 0..planned.tests.len() {
                desk.set(solution, test, TestResult::Skipped(skipped));
            }
        }
        desk.release();
        desk
    }

    pub fn cutoff(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.cutoff)
    }

    pub fn progress(&mut self, progress: &Progress) {
        self.sink.progress(progress);
    }

    /// A result that will not change.
    pub fn put(&mut self, solution: usize, test: usize, result: TestResult) {
        let planned = &self.plan.solutions[solution];
        let failed = match &result {
            TestResult::Judged(j) => !planned.solution.expectation.permits(&planned.tests[test].id, j.verdict),
            TestResult::Fault(_) => true,
            TestResult::Skipped(_) => false,
        };
        if failed {
            self.cut(self.first[solution] + test);
        }
        self.set(solution, test, result);
        self.release();
    }

    /// A result that will be measured again: kept for the case that this does not happen, but not final.
    pub fn hold(&mut self, solution: usize, test: usize, result: TestResult) {
        self.results[solution][test] = Some(result);
    }

    /// The result that is held for a test.
    pub fn held(&mut self, solution: usize, test: usize) -> Option<TestResult> {
        self.results[solution][test].take()
    }

    /// Hands out whatever is left and says how it went.
    pub fn close(mut self) -> Summary {
        self.release();
        debug_assert_eq!(self.next, self.plan.solutions.len(), "every planned test has a result by now");
        self.summary
    }

    fn set(&mut self, solution: usize, test: usize, result: TestResult) {
        self.results[solution][test] = Some(result);
        self.open[solution] -= 1;
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
        while self.next < self.plan.solutions.len() && self.open[self.next] == 0 {
            let solution = self.next;
            self.next += 1;
            let result = self.finished(solution);
            if result.status == Status::Unmet {
                self.cut((self.first[solution] + result.tests.len()).saturating_sub(1));
            }
            self.count(&result);
            self.sink.event(&Event::Finished(Arc::new(result)));
        }
    }

    fn finished(&mut self, solution: usize) -> SolutionResult {
        let planned = &self.plan.solutions[solution];
        let cutoff = self.cutoff.load(Ordering::Relaxed);
        let results = std::mem::take(&mut self.results[solution]);
        let tests: Vec<_> = planned
            .tests
            .iter()
            .zip(results)
            .enumerate()
            .map(|(test, (planned, result))| {
                let result = result.unwrap_or(TestResult::Skipped(SkipReason::Interrupted));
                // A worker may have been past the cut already. What it found is dropped, so that the same run always tells the same.
                let beyond = self.first[solution] + test > cutoff;
                let result = if beyond { TestResult::Skipped(SkipReason::FailFast) } else { result };
                (Arc::clone(planned), result)
            })
            .collect();
        let build = self.builds[solution].clone();
        let verdicts: Vec<(&TestId, Option<Verdict>)> = tests.iter().map(|(t, r)| (&t.id, r.verdict())).collect();
        let expectation = &planned.solution.expectation;
        let status = match &build {
            BuildResult::Ready { .. } => expectation.status(&verdicts, planned.whole),
            BuildResult::Rejected { .. } if expectation.expects_compile_error() => Status::Met,
            BuildResult::Rejected { .. } => Status::Unmet,
            BuildResult::Fault(_) | BuildResult::NoTool(_) | BuildResult::Skipped => Status::Undecided,
        };
        let score = score(planned, &tests);
        let wrong_score = planned.whole && score.as_ref().is_some_and(|score| !expectation.permits_score(score));
        let status = if status == Status::Met && wrong_score { Status::Unmet } else { status };
        SolutionResult {
            problem: Arc::clone(&planned.problem),
            solution: Arc::clone(&planned.solution),
            build,
            status,
            score,
            tests,
            whole: planned.whole,
        }
    }

    fn count(&mut self, result: &SolutionResult) {
        let summary = &mut self.summary;
        match result.status {
            Status::Met => summary.met += 1,
            Status::Unmet => summary.unmet += 1,
            Status::Undecided => summary.undecided += 1,
        }
        match &result.build {
            BuildResult::Fault(_) => summary.faults += 1,
            BuildResult::NoTool(_) => summary.skipped += 1,
            BuildResult::Ready { .. } | BuildResult::Rejected { .. } | BuildResult::Skipped => {}
        }
        for (_, test) in &result.tests {
            match test {
                TestResult::Judged(judgement) => {
                    summary.judged += 1;
                    summary.cached += usize::from(judgement.cached);
                }
                TestResult::Fault(Fault { .. }) => summary.faults += 1,
                TestResult::Skipped(_) => {}
            }
        }
    }
}

/// What a solution gets in a problem with groups.
fn score(planned: &PlannedSolution, tests: &[(Arc<Test>, TestResult)]) -> Option<Score> {
    let problem = &planned.problem;
    if problem.groups.is_empty() {
        return None;
    }
    let all: Vec<&TestId> = problem.tests.iter().map(|test| &test.id).collect();
    let grades: Vec<_> = tests.iter().map(|(test, result)| (&test.id, result.grade())).collect();
    Some(Score::of(&problem.groups, &all, &grades))
}
