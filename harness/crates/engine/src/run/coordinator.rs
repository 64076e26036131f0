//! The coordinator: fills the record as results come, and sends finished solutions in the order in
//! which they are judged. It is the same every time, and nobody waits for a compiler that is used
//! later.

use crate::plan::{Job, Plan, PlannedSolution};
use crate::run::Crowding;
use crate::run::context::TestResult;
use crate::run::course::RunProgress;
use crate::run::grey_zone::{is_clear, is_stop};
use crate::run::schedule::{CONFIRMED, Schedule};
use crate::run::{OnFailure, Sink, grade};
use model::record::{self, Build};
use model::{
    Event, FinishedRun, Judgement, Language, Lazy, Problem, Progress, Provenance, Side, SkipReason, Status, TestId,
    TimeFrom, TimingMethod, Verdict, Work,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The time at which a program is stopped is exact to this part.
const EXACT: f64 = 0.99;

/// Coordinates the runs of one problem's solutions.
pub(super) struct Coordinator<'a, 'c> {
    problem: record::ProblemRecord,
    /// In the order of the plan that is carried out, in which they are judged.
    runs: Vec<SolutionRun>,
    on_failure: OnFailure,
    course: &'a mut RunProgress<'c>,
    /// Results that will be measured again.
    held: BTreeMap<Job, TestResult>,
    /// The jobs that wait for the result of an identical job, by that job.
    equal_jobs: BTreeMap<Job, Vec<Job>>,
    /// The jobs whose identical job has no result valid for both.
    alone: Vec<Job>,
    /// How many solutions are sent.
    sent: usize,
    /// Whether solutions are sent only once they are graded.
    waits_for_grader: bool,
    schedule: &'a Mutex<Schedule<'a>>,
    /// How many bytes of long outputs may still be kept, for the files that a run leaves behind.
    outputs_left: usize,
}

/// One solution, as its results come.
struct SolutionRun {
    /// Its index in the whole plan.
    place: usize,
    /// Taken out when it is sent.
    record: Option<record::SolutionRecord>,
    /// How many of its tests have no final result.
    open: usize,
    /// How far its tests have decided it. Taken out only during [`Coordinator::decide`].
    decision: Option<PrefixDecision>,
    /// Set if it must be too slow by some margin.
    margin: Option<Margin>,
    /// What the package's own grader returned for it. `None`: there is none, or it has not run yet.
    graded: grade::OfGroups,
}

impl SolutionRun {
    fn of(planned: &PlannedSolution, place: usize, record: record::SolutionRecord) -> SolutionRun {
        SolutionRun {
            place,
            record: Some(record),
            open: planned.tests.len(),
            decision: Some(PrefixDecision::of(planned)),
            margin: Margin::of(planned),
            graded: None,
        }
    }
}

/// By how much a solution must be too slow: how many times the limit it must take, and on which
/// tests.
struct Margin {
    times: f64,
    tests: BTreeSet<TestId>,
}

impl Margin {
    fn of(planned: &PlannedSolution) -> Option<Margin> {
        match &planned.problem.rules.time {
            TimeFrom::Solutions(inference, Some(_)) => {
                let bounds = inference.on(Side::Below).filter(|bound| bound.solution == planned.solution.id);
                let tests: BTreeSet<TestId> = bounds.flat_map(|bound| bound.tests.iter().cloned()).collect();
                (!tests.is_empty()).then_some(Margin { times: inference.limit_to_slow, tests })
            }
            TimeFrom::Default | TimeFrom::File(_) | TimeFrom::Solutions(_, None) => None,
        }
    }
}

/// Bytes of long outputs that are kept in memory for each problem.
const OUTPUTS: usize = 4 << 20;

/// Keeps a long output if its test is a surprise and there is room.
fn keep_output(test: &mut record::TestRecord, left: &mut usize) {
    let surprises = test.is_surprise();
    let Some(evidence) = test.evidence.as_deref_mut() else { return };
    match left.checked_sub(evidence.whole_output.len()) {
        Some(rest) if surprises => *left = rest,
        Some(_) | None => evidence.whole_output = Vec::new(),
    }
}

/// What a solution's first tests have decided.
struct PrefixDecision {
    lazy: Lazy,
    /// How many of the tests are taken: each has a result, or needs none.
    taken: usize,
}

impl<'a, 'c> Coordinator<'a, 'c> {
    /// `solutions` are the records of those of `plan`, all of `problem` and not built yet, and
    /// their indices in the whole plan.
    pub(super) fn new(
        plan: &Plan,
        problem: &Problem,
        schedule: &'a Mutex<Schedule<'a>>,
        solutions: impl Iterator<Item = (usize, record::SolutionRecord)>,
        on_failure: OnFailure,
        course: &'a mut RunProgress<'c>,
    ) -> Coordinator<'a, 'c> {
        Coordinator {
            problem: record::ProblemRecord::of(problem),
            runs: (plan.solutions.iter().zip(solutions))
                .map(|(planned, (place, record))| SolutionRun::of(planned, place, record))
                .collect(),
            on_failure,
            course,
            held: BTreeMap::new(),
            equal_jobs: BTreeMap::new(),
            alone: Vec::new(),
            sent: 0,
            waits_for_grader: problem.rules.grader.is_some(),
            schedule,
            outputs_left: OUTPUTS,
        }
    }

    /// Takes the build of a solution. One that is not ready has no runs.
    pub(super) fn built(&mut self, solution: usize, build: Build) {
        let unbuilt = if self.course.is_cut { SkipReason::FailFast } else { SkipReason::Interrupted };
        let skipped = match &build {
            Build::Ready { .. } => None,
            Build::Rejected { .. } | Build::Fault { .. } => Some(SkipReason::NotBuilt),
            Build::NoTool { .. } => Some(SkipReason::NoTool),
            Build::Skipped => Some(unbuilt),
        };
        let record = self.solution(solution);
        record.build = build;
        let tests = record.tests.len();
        let Some(reason) = skipped else { return };
        for test in 0..tests {
            self.fill(Job { solution, test }, TestResult::Skipped(reason));
        }
        self.count_done(tests);
        self.release();
    }

    /// Reports the compiler of a language that is used from now on, if it is not in the record yet.
    pub(super) fn uses(&mut self, language: &Language, label: impl FnOnce() -> Option<String>) {
        if self.course.languages.insert(language.clone())
            && let Some(label) = label()
        {
            self.course.sink.event(&Event::Compiler(label));
        }
    }

    /// Whether `--fail-fast` has ended the run.
    pub(super) fn is_cut(&self) -> bool {
        self.course.is_cut
    }

    pub(super) fn shared_schedule(&self) -> &'a Mutex<Schedule<'a>> {
        self.schedule
    }

    pub(super) fn schedule(&self) -> MutexGuard<'a, Schedule<'a>> {
        lock(self.schedule)
    }

    pub(super) fn progress(&mut self, progress: &Progress) {
        self.course.sink.progress(progress);
    }

    /// Reports that a worker begins this run.
    pub(super) fn begun(&mut self, worker: usize, Job { solution, test }: Job) {
        let SolutionRun { place, record: Some(record), .. } = &self.runs[solution] else { return };
        let what = Work::Run { solution: *place, test: record.tests[test].test.clone() };
        self.progress(&Progress::Begun { worker, what });
    }

    /// What is reported of a run's result, final or not. Nothing for a run that was skipped.
    pub(super) fn seen(&self, Job { solution, test }: Job, result: &TestResult) -> Option<FinishedRun> {
        let verdict = match result {
            TestResult::Judged(judgement) => Some(judgement.verdict),
            TestResult::Fault(_) => None,
            TestResult::Skipped(_) => return None,
        };
        // A solution that has been sent was decided before.
        let record = self.runs[solution].record.as_ref();
        let permits = |verdict| record.is_none_or(|record| record.permits(test, verdict));
        Some(FinishedRun { verdict, expected: verdict.is_some_and(permits) })
    }

    /// Reports that one more run has a result.
    pub(super) fn ran(&mut self, ran: Option<FinishedRun>) {
        self.count_done(1);
        self.running(ran);
    }

    /// Reports how far the run is.
    pub(super) fn running(&mut self, ran: Option<FinishedRun>) {
        let RunProgress { done, total, .. } = *self.course;
        self.progress(&Progress::Running { done, total, ran });
    }

    /// Counts runs that have a result without having been run.
    pub(super) fn count_done(&mut self, runs: usize) {
        self.course.done += runs;
    }

    /// Takes the tests that will get the results of others.
    pub(super) fn wait_for_equal_jobs(&mut self, equal_jobs: BTreeMap<Job, Vec<Job>>) {
        self.equal_jobs = equal_jobs;
    }

    /// Takes out the jobs that have to be run after all.
    pub(super) fn alone(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.alone)
    }

    /// Takes a final result, also for the jobs that are identical.
    pub(super) fn put(&mut self, job: Job, result: TestResult) {
        let Some(equal_jobs) = self.equal_jobs.remove(&job) else { return self.put_one(job, result) };
        // A solution whose tests are all decided has been sent already.
        let test = self.runs[job.solution].record.as_ref().map(|record| record.tests[job.test].test.clone());
        let same = match &result {
            // A result that nothing depends on here may decide something there, and a fault may not
            // recur.
            TestResult::Judged(judgement) if judgement.provenance.timed() != TimingMethod::Believed => {
                test.map(|test| {
                    let provenance = Provenance::EqualTo(test, judgement.provenance.timed());
                    Judgement { provenance, ..judgement.clone() }
                })
            }
            TestResult::Judged(_) | TestResult::Skipped(_) | TestResult::Fault(_) => None,
        };
        self.put_one(job, result);
        match same {
            Some(judgement) => {
                for equal in equal_jobs {
                    self.count_done(1);
                    self.put_one(equal, TestResult::Judged(judgement.clone()));
                }
            }
            None => self.alone.extend(equal_jobs),
        }
    }

    fn put_one(&mut self, job: Job, result: TestResult) {
        // The result was on its way when its job was decided.
        if self.schedule().is_decided(job) {
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

    /// Keeps a result that will be measured again, in case that does not happen.
    pub(super) fn hold(&mut self, job: Job, result: TestResult) {
        if self.schedule().is_decided(job) {
            return;
        }
        self.held.insert(job, result);
        self.decide(job.solution);
    }

    /// Gives up a held result that is no longer wanted: an earlier test has decided its solution,
    /// its group or the run. Returns whether it did.
    pub(super) fn drops(&mut self, job: Job) -> bool {
        let Some(reason) = self.schedule().is_unwanted(job) else { return false };
        self.held.remove(&job);
        // Identical jobs in another group must not wait for this result.
        self.put(job, TestResult::Skipped(reason));
        true
    }

    /// A judgement that is kept by [`Coordinator::hold`].
    pub(super) fn look(&self, job: Job) -> Option<&Judgement> {
        self.held.get(&job)?.judgement()
    }

    /// The result that was kept by [`Coordinator::hold`].
    pub(super) fn held(&mut self, job: Job) -> Option<TestResult> {
        self.schedule().release(job.solution);
        self.held.remove(&job)
    }

    /// How many times its limit a test may take alone, if no test of its solution has proved yet
    /// that the solution is slow by its margin.
    pub(super) fn patience(&self, job: Job) -> Option<f64> {
        let SolutionRun { margin: Some(margin), record: Some(record), .. } = &self.runs[job.solution] else {
            return None;
        };
        let proves = |test: &record::TestRecord| {
            let limit = record.limits_of(&test.test).cpu;
            let slow = |cpu| cpu < limit || cpu >= limit.mul_f64(margin.times * EXACT);
            margin.tests.contains(&test.test)
                && test.retimed
                && test.verdict == Some(Verdict::TimeLimit)
                && test.cpu.is_some_and(slow)
        };
        let is_wanted = margin.tests.contains(&record.tests[job.test].test) && !record.tests.iter().any(proves);
        is_wanted.then_some(margin.times)
    }

    /// The judgement of a held stop that need not be measured again; see `retime`. All earlier
    /// tests of its solution are final.
    pub(super) fn believed(&mut self, job: Job, crowded: bool) -> Option<Judgement> {
        if self.patience(job).is_some() {
            return None;
        }
        let TestResult::Judged(judgement) = self.held.get(&job)? else { return None };
        let SolutionRun { decision, record, .. } = &self.runs[job.solution];
        let decision = decision.as_ref().filter(|decision| decision.taken == job.test)?;
        let record = record.as_ref()?;
        let limit = |test: &TestId| record.limits_of(test).cpu;
        let test = &record.tests[job.test].test;
        let by_clock = judgement.usage.cpu < limit(test);
        if !is_stop(judgement, limit(test)) || (crowded && by_clock) || decision.lazy.hangs_on(test, judgement.verdict)
        {
            return None;
        }
        let confirmed = |test: &&record::TestRecord| {
            let clear = test.cpu.is_some_and(|cpu| is_clear(cpu, limit(&test.test), &Crowding::NONE));
            test.retimed && test.verdict == Some(Verdict::TimeLimit) && clear
        };
        if record.tests.iter().filter(confirmed).take(CONFIRMED).count() < CONFIRMED {
            return None;
        }
        let held = self.held(job)?;
        held.judgement().map(|judgement| Judgement { provenance: judgement.provenance.believed(), ..judgement.clone() })
    }

    /// Goes through a solution's tests in judging order, as far as they have results. If it is
    /// judged lazily, passes over those that are no longer needed, even those with a result, so
    /// that the same run always reports the same.
    fn decide(&mut self, solution: usize) {
        let Some(mut decision) = self.runs[solution].decision.take() else { return };
        let mut schedule = self.schedule();
        let tests = self.solution(solution).tests.len();
        while decision.taken < tests {
            let job = Job { solution, test: decision.taken };
            if let Some(held) = self.held.get(&job) {
                // Most likely it fails alone, too, and then the tests after it are not needed.
                if self.may_end_at(held.verdict()) {
                    schedule.hold_behind(job);
                }
                break;
            }
            let record = &self.solution(solution).tests[job.test];
            if !record.has_result() {
                break;
            }
            if !schedule.is_decided(job) {
                let verdict = record.verdict;
                let change = verdict.is_some_and(|verdict| decision.lazy.take(&record.test, verdict));
                if change && self.may_end_at(verdict) {
                    self.pass_over(&decision.lazy, solution, job.test + 1, &mut schedule);
                }
            }
            decision.taken += 1;
        }
        self.runs[solution].decision = Some(decision);
    }

    /// Whether a solution may end at a result with this verdict. `None`: a fault.
    fn may_end_at(&self, verdict: Option<Verdict>) -> bool {
        match self.on_failure {
            OnFailure::StopSolution => verdict != Some(Verdict::Accepted),
            OnFailure::StopSlow => verdict == Some(Verdict::TimeLimit),
            OnFailure::Continue | OnFailure::Stop => false,
        }
    }

    /// Skips the tests of a solution from `from` on that are not needed.
    fn pass_over(&mut self, lazy: &Lazy, solution: usize, from: usize, schedule: &mut Schedule<'_>) {
        for test in from..self.solution(solution).tests.len() {
            let job = Job { solution, test };
            let record = self.solution(solution);
            if schedule.is_decided(job) || lazy.needs(&record.tests[test].test) {
                continue;
            }
            schedule.decide(job);
            let had_result = record.tests[test].has_result();
            record.skip(test, SkipReason::Decided);
            self.held.remove(&job);
            self.runs[solution].open -= usize::from(!had_result);
        }
    }

    /// The grades of each solution's tests.
    pub(super) fn grades(&self) -> Vec<grade::Grades> {
        let of = |run: &SolutionRun| run.record.as_ref().map(record::SolutionRecord::grades);
        self.runs.iter().map(|run| of(run).unwrap_or_default()).collect()
    }

    /// Takes what the package's own grader returned.
    pub(super) fn grade(&mut self, graded: Vec<grade::OfGroups>) {
        for (run, graded) in self.runs.iter_mut().zip(graded) {
            run.graded = graded;
        }
        self.waits_for_grader = false;
    }

    pub(super) fn sink(&mut self) -> &mut dyn Sink {
        &mut *self.course.sink
    }

    /// Sends what is left.
    pub(super) fn close(mut self) {
        self.release();
        debug_assert_eq!(self.sent, self.runs.len(), "every planned test has a result by now");
    }

    fn solution(&mut self, solution: usize) -> &mut record::SolutionRecord {
        self.runs[solution].record.as_mut().expect("a solution is sent when its last test has a result")
    }

    fn fill(&mut self, Job { solution, test }: Job, result: TestResult) {
        self.runs[solution].open -= 1;
        let mut left = self.outputs_left;
        let record = self.solution(solution);
        match result {
            TestResult::Judged(judgement) => record.judge(test, judgement),
            TestResult::Fault(fault) => record.fault(test, fault),
            TestResult::Skipped(reason) => record.skip(test, reason),
        }
        keep_output(&mut record.tests[test], &mut left);
        self.outputs_left = left;
        self.tell_of(Job { solution, test });
    }

    /// Reports a final result. Nothing for a test that was skipped.
    fn tell_of(&mut self, Job { solution, test }: Job) {
        let record = &self.solution(solution).tests[test];
        if record.skipped.is_some() {
            return;
        }
        let test = Box::new(record.without_evidence());
        self.progress(&Progress::Judged { solution: self.runs[solution].place, test });
    }

    fn cut(&mut self, job: Job) {
        match self.on_failure {
            OnFailure::Continue | OnFailure::StopSolution | OnFailure::StopSlow => {}
            OnFailure::Stop => {
                self.schedule().cut_behind(job);
                self.course.is_cut = true;
            }
        }
    }

    fn release(&mut self) {
        while let Some(run) = self.runs.get_mut(self.sent).filter(|next| next.open == 0 && !self.waits_for_grader) {
            let (at, place) = (self.sent, run.place);
            self.sent += 1;
            let Some(mut solution) = run.record.take() else { continue };
            let graded = run.graded.take();
            // A worker may have been past the cut already. Its results are dropped, so that the
            // same run always reports the same.
            for test in
                (0..solution.tests.len()).filter(|test| self.schedule().is_cut(Job { solution: at, test: *test }))
            {
                solution.skip(test, SkipReason::FailFast);
            }
            solution.settle(&self.problem, graded);
            if solution.status == Status::Unmet {
                self.cut(Job { solution: at, test: solution.tests.len().saturating_sub(1) });
            }
            self.course.summary.add(&solution);
            let solution = Arc::new(solution);
            self.course.finished.push((place, Arc::clone(&solution)));
            self.course.sink.event(&Event::Finished(solution));
        }
    }
}

impl PrefixDecision {
    fn of(planned: &PlannedSolution) -> PrefixDecision {
        PrefixDecision { lazy: Lazy::of(&planned.solution.expectation, &planned.problem), taken: 0 }
    }
}

/// The schedule, which the coordinator and the workers share.
pub(super) fn lock<'s, 'a>(schedule: &'s Mutex<Schedule<'a>>) -> MutexGuard<'s, Schedule<'a>> {
    schedule.lock().unwrap_or_else(PoisonError::into_inner)
}
