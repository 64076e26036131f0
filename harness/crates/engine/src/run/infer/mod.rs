//! Measures the solutions that bound a problem's time limit, and infers it from their times.
//!
//! Every run that bounds the limit from below is measured once, on all cores; only what may still
//! change the limit is measured again, alone (see `times`). Solutions that must be accepted come
//! first, compiled ones before all: each of them is over soon, and accepted whatever the limit will
//! be. Then come those that may fail, but must not be too slow. They are given twice the limit that
//! the others lead to: one that needs more is not what the limit is for. Solutions that must be too
//! slow are not run here: the runs for their verdict say whether they are slow enough (see
//! [`mod@slowness`]).
//!
//! The runs are those of judging. [`InferenceResult::taken`] holds their results, so that none of
//! them is run again for its verdict. On top of judging, inferring costs the few runs alone, and
//! these are bounded.

mod slowness;
mod times;

pub(super) use slowness::too_fast;

use crate::build::{BuildOutcome, SourceFile};
use crate::plan::{Job, Plan, PlannedSolution};
use crate::run::context::{Context, TestResult, ready};
use crate::run::pool::Note;
use crate::run::result_cache::{FreshJudgement, FreshJudgements};
use crate::run::run_test::{self, How};
use crate::run::{Build, Runner, Sink};
use model::{
    Fault, FaultKind, Inference, Judgement, MeasuredLimit, MeasuredRun, Problem, Progress, Side, Solution, SolutionId,
    Test, TestId, TimeAllowed, Verdict, Work,
};
use sandbox::Profile;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use times::{Next, Times};

/// Ends a run whose limit is not known yet.
pub const LONGEST: Duration = Duration::from_secs(30);

/// Measuring alone may take this part of the processor time of all runs, or [`LEAST_BUDGET`].
const BUDGET: f64 = 0.2;

/// See [`BUDGET`].
const LEAST_BUDGET: Duration = Duration::from_secs(10);

/// A solution that may fail is given this many times the limit that the right ones lead to.
const PATIENCE: u32 = 2;

/// A problem whose limit is to be inferred.
pub(super) struct InferenceTask<'a> {
    pub problem: &'a Arc<Problem>,
    pub inference: &'a Inference,
    /// All solutions of the problem, whether they are judged or not.
    pub solutions: &'a [Arc<Solution>],
    /// The solutions that are judged, and how many of the plan come before them.
    pub judged: &'a [PlannedSolution],
    pub before: usize,
}

/// An inferred limit, and the results of the measured runs.
#[derive(Debug)]
pub(super) struct InferenceResult {
    pub measured: MeasuredLimit,
    pub taken: FreshJudgements,
}

/// Why there is no limit.
#[derive(Debug)]
pub enum InferenceFailure {
    Interrupted,
    /// A solution does not end within [`LONGEST`].
    TooLong {
        solution: SolutionId,
        test: TestId,
    },
    /// A solution could not be built or run, and it is not its own fault.
    Fault {
        solution: SolutionId,
        fault: Box<Fault>,
    },
    /// None of the solutions that bound the limit can be run here.
    NoneRuns,
}

/// A solution that must not be too slow.
struct Candidate {
    solution: Arc<Solution>,
    tests: Vec<Arc<Test>>,
    /// Whether it must be accepted.
    right: bool,
}

/// What has been measured so far.
struct Measurement<'a> {
    open: &'a InferenceTask<'a>,
    runs: Vec<(Job, Times)>,
    taken: FreshJudgements,
    /// How many runs beside others are done, and how many there are.
    done: usize,
    total: usize,
    /// The processor time of all runs, and of those alone.
    cpu: Duration,
    alone: Duration,
}

impl Runner<'_> {
    /// Infers the limit of a problem.
    ///
    /// # Errors
    /// When it cannot be inferred.
    pub(super) fn infer(
        &self,
        open: &InferenceTask<'_>,
        sink: &mut dyn Sink,
    ) -> Result<InferenceResult, InferenceFailure> {
        let candidates = self.candidates(open);
        let mut plan = open.plan(&candidates, LONGEST);
        // Of the plan's first solutions.
        let mut builds: Vec<Build> = Vec::new();
        let (done, total) = (0, candidates.iter().map(|one| one.tests.len()).sum());
        let (runs, taken, zero) = (Vec::new(), FreshJudgements::new(), Duration::ZERO);
        let mut all = Measurement { open, runs, taken, done, total, cpu: zero, alone: zero };
        let (ports, crowding) = (&self.ports, self.settings.crowding);
        let programs = self.problem_programs(open.problem.judges(), sink);
        let mut decided = None;
        for phase in candidates.chunk_by(|a, b| a.right == b.right) {
            if let Some(at) = decided {
                let (_, slowest): (Job, Times) = all.runs[at];
                plan = open.plan(&candidates, (open.inference.limit(slowest.least) * PATIENCE).min(LONGEST));
            }
            let before = builds.len();
            let sources: Vec<SourceFile> = phase.iter().map(|one| SourceFile::of(&one.solution)).collect();
            builds.extend(self.build(&sources, sink));
            let context = Context { plan: &plan, builds: &builds, programs: &programs, ports, crowding };
            let jobs = self.jobs(&context, before..builds.len(), &mut all)?;
            self.beside(&context, &jobs, decided.is_none(), &mut all, sink)?;
            decided = self.alone(&context, &mut all, sink)?;
        }
        let (job, Times { least, most, .. }) = all.runs[decided.ok_or(InferenceFailure::NoneRuns)?];
        let Candidate { solution, tests, .. } = &candidates[job.solution];
        let built = candidates.iter().zip(&builds);
        let left_out = built.filter(|(_, build)| ready(build).is_err());
        let limit = open.inference.limit(least);
        let measured = MeasuredLimit {
            limit,
            slowest: least,
            most,
            solution: solution.id.clone(),
            test: tests[job.test].id.clone(),
            left_out: left_out.map(|(candidate, _)| candidate.solution.id.clone()).collect(),
        };
        Ok(InferenceResult { measured, taken: all.taken })
    }

    /// The solutions that bound the limit from below: those that must be accepted, then the others.
    /// Among each of them, those that the processor runs itself come first, those whose compilers
    /// take long last.
    fn candidates(&self, open: &InferenceTask<'_>) -> Vec<Candidate> {
        let candidate = |solution: &Arc<Solution>| {
            let bounds = open.inference.on(Side::Above).filter(|bound| bound.solution == solution.id);
            let ids: BTreeSet<&TestId> = bounds.flat_map(|bound| &bound.tests).collect();
            let tests: Vec<_> = open.problem.tests.iter().filter(|test| ids.contains(&test.id)).cloned().collect();
            let right = solution.expectation.is_accepted();
            (!tests.is_empty()).then(|| Candidate { solution: Arc::clone(solution), tests, right })
        };
        let mut candidates: Vec<Candidate> = open.solutions.iter().filter_map(candidate).collect();
        let order = |solution: &Solution| (self.compiles_slowly(solution), !self.is_native(solution));
        candidates.sort_by_key(|candidate| (!candidate.right, order(&candidate.solution)));
        candidates
    }

    fn is_native(&self, solution: &Solution) -> bool {
        let entry = self.ports.builds.languages().get(&solution.language);
        entry.is_some_and(|entry| matches!(Profile::from(entry.profile), Profile::Solution))
    }

    /// The runs of a phase's solutions. None is expected of a solution that does not compile, or
    /// whose language is not here.
    fn jobs(
        &self,
        context: &Context<'_>,
        solutions: Range<usize>,
        all: &mut Measurement<'_>,
    ) -> Result<Vec<Job>, InferenceFailure> {
        if self.cancel.is_raised() {
            return Err(InferenceFailure::Interrupted);
        }
        let mut jobs = Vec::new();
        for solution in solutions {
            let PlannedSolution { solution: planned, tests, .. } = &context.plan.solutions[solution];
            match &context.builds[solution] {
                Ok(BuildOutcome::Ready { .. }) => {
                    jobs.extend((0..tests.len()).map(|test| Job { solution, test }));
                    continue;
                }
                Ok(BuildOutcome::Rejected { .. }) => {}
                Ok(BuildOutcome::Interrupted) => return Err(InferenceFailure::Interrupted),
                Err(fault)
                    if fault.kind == FaultKind::MissingTool
                        && self.ports.builds.languages().is_optional(&planned.language) => {}
                Err(fault) => return Err(context.failed(Job { solution, test: 0 }, fault.clone())),
            }
            all.total -= tests.len();
        }
        Ok(jobs)
    }

    /// Measures `jobs` on all cores. A run that does not end is an error if it must end; otherwise
    /// it does not count.
    fn beside(
        &self,
        context: &Context<'_>,
        jobs: &[Job],
        must_end: bool,
        all: &mut Measurement<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), InferenceFailure> {
        // Nothing is of use any more once one of them makes a limit impossible.
        let stop = AtomicBool::new(false);
        let mut error = None;
        let names: Vec<String> = context.plan.solutions.iter().map(|planned| self.planned(planned).name).collect();
        // By whoever ran it: the worker takes its next run before the result is looked at here.
        let makes_impossible = |job, result: &Result<TestResult, Fault>| match result {
            Ok(TestResult::Judged(judgement)) => must_end && !context.ended(job, judgement),
            Ok(TestResult::Fault(_)) | Err(_) => true,
            Ok(TestResult::Skipped(_)) => false,
        };
        let work = |worker: &mut _, index: usize| {
            if stop.load(Ordering::SeqCst) || self.cancel.is_raised() {
                return Ok(None);
            }
            let result = run_test::run(context, jobs[index], worker, How::Beside).map(|ran| ran.result);
            if makes_impossible(jobs[index], &result) {
                stop.store(true, Ordering::SeqCst);
            }
            result.map(Some)
        };
        sink.progress(&all.progress(None));
        self.pool.watched(usize::MAX, jobs.len(), work, |note| match note {
            Note::Begun { worker, index } => {
                let Job { solution, test } = jobs[index];
                let test = context.plan.solutions[solution].tests[test].id.clone();
                let what = match all.place(context, solution) {
                    Some(solution) => Work::Run { solution, test },
                    None => Work::File(format!("{} on {test}", names[solution])),
                };
                sink.progress(&Progress::Begun { worker, what });
            }
            Note::Done { worker, job, result } => {
                sink.progress(&Progress::Ended { worker });
                let ran = match result {
                    Ok(Some(TestResult::Judged(judgement))) => {
                        all.take(context, jobs[job], judgement, must_end, &names)
                    }
                    Ok(Some(TestResult::Fault(fault))) | Err(fault) => Err(context.failed(jobs[job], fault)),
                    Ok(Some(TestResult::Skipped(_)) | None) => return,
                };
                match ran {
                    Ok(ran) => sink.progress(&all.progress(Some(Box::new(ran)))),
                    Err(new) => _ = error.get_or_insert(new),
                }
            }
            Note::Waiting => sink.progress(&Progress::Waiting),
        });
        match error {
            _ if self.cancel.is_raised() => Err(InferenceFailure::Interrupted),
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Measures alone what may still change the limit. Returns the index of the run that decides
    /// it, if there is one.
    fn alone(
        &self,
        context: &Context<'_>,
        all: &mut Measurement<'_>,
        sink: &mut dyn Sink,
    ) -> Result<Option<usize>, InferenceFailure> {
        let budget = all.cpu.mul_f64(BUDGET).max(LEAST_BUDGET);
        for done in 0.. {
            let times: Vec<Times> = all.runs.iter().map(|(_, times)| *times).collect();
            let at = match times::next(&times, |time| all.open.inference.limit(time), budget, all.alone) {
                None => break,
                Some(Next::Decided(at)) => return Ok(Some(at)),
                Some(Next::Again(at)) => at,
            };
            let job = all.runs[at].0;
            sink.progress(&Progress::Retiming { done, total: done + 1 });
            let mut result = None;
            let how = How::Alone { patience: None };
            let work = |worker: &mut _, _: usize| run_test::run(context, job, worker, how).map(|ran| ran.result);
            self.pool.watched(1, 1, work, |note| match note {
                Note::Begun { .. } => {}
                Note::Done { result: ran, .. } => result = Some(ran),
                Note::Waiting => sink.progress(&Progress::Waiting),
            });
            match result {
                Some(Ok(TestResult::Judged(judgement))) => all.take_alone(context, at, judgement),
                Some(Ok(TestResult::Fault(fault)) | Err(fault)) => return Err(context.failed(job, fault)),
                Some(Ok(TestResult::Skipped(_))) | None => return Err(InferenceFailure::Interrupted),
            }
        }
        Ok(None)
    }
}

impl Context<'_> {
    /// Whether a run ended by itself, and so says how long it takes.
    fn ended(&self, job: Job, judgement: &Judgement) -> bool {
        let planned = &self.plan.solutions[job.solution];
        let took = self.took(job, judgement.usage.cpu);
        let longest = match planned.time {
            TimeAllowed::Measuring(longest) | TimeAllowed::AtMost(longest) => longest,
            TimeAllowed::Limit(factor) => factor.scale(planned.problem.limits.cpu),
        };
        judgement.verdict != Verdict::TimeLimit && took < longest
    }

    /// What a run would have taken in a language without a factor.
    fn took(&self, job: Job, cpu: Duration) -> Duration {
        let limits = &self.plan.solutions[job.solution].problem.limits;
        let program = ready(&self.builds[job.solution]);
        program.map_or(cpu, |program| cpu.div_f64(program.share.time_by(&limits.languages)))
    }

    fn failed(&self, job: Job, fault: Fault) -> InferenceFailure {
        let solution = self.plan.solutions[job.solution].solution.id.clone();
        InferenceFailure::Fault { solution, fault: Box::new(fault) }
    }
}

impl InferenceTask<'_> {
    fn plan(&self, candidates: &[Candidate], cpu: Duration) -> Plan {
        let planned = candidates.iter().map(|Candidate { solution, tests, .. }| {
            PlannedSolution::of(self.problem, solution, tests.clone(), TimeAllowed::Measuring(cpu))
        });
        Plan { solutions: planned.collect() }
    }
}

impl Measurement<'_> {
    /// The place of a measured solution in the plan of the whole run, if it is judged.
    fn place(&self, context: &Context<'_>, solution: usize) -> Option<usize> {
        let id = &context.plan.solutions[solution].solution.id;
        let at = self.open.judged.iter().position(|planned| planned.solution.id == *id)?;
        Some(self.open.before + at)
    }

    /// Takes a run beside others.
    fn take(
        &mut self,
        context: &Context<'_>,
        job: Job,
        judgement: Judgement,
        must_end: bool,
        names: &[String],
    ) -> Result<MeasuredRun, InferenceFailure> {
        let planned = &context.plan.solutions[job.solution];
        let test = planned.tests[job.test].id.clone();
        let (cpu, verdict) = (judgement.usage.cpu, judgement.verdict);
        let ended = context.ended(job, &judgement);
        if must_end && !ended {
            return Err(InferenceFailure::TooLong { solution: planned.solution.id.clone(), test });
        }
        let expected = planned.solution.expectation.permits(&test, verdict);
        self.cpu += cpu;
        self.done += 1;
        if ended {
            self.runs.push((job, Times::beside(context.took(job, cpu))));
        }
        self.keep(context, job, judgement, false);
        let (name, is_judged) = (names[job.solution].clone(), self.place(context, job.solution).is_some());
        Ok(MeasuredRun { name, is_judged, test, verdict, expected, cpu })
    }

    /// Takes another measurement of the run with this index, alone.
    fn take_alone(&mut self, context: &Context<'_>, at: usize, judgement: Judgement) {
        let job = self.runs[at].0;
        self.alone += judgement.usage.cpu;
        let took = context.took(job, judgement.usage.cpu);
        self.runs[at].1.take(took);
        self.keep(context, job, judgement, true);
    }

    fn keep(&mut self, context: &Context<'_>, Job { solution, test }: Job, judgement: Judgement, alone: bool) {
        let Ok(program) = ready(&context.builds[solution]) else { return };
        let planned = &context.plan.solutions[solution];
        let key = (planned.solution.id.clone(), program.key, planned.tests[test].id.clone());
        self.taken.insert(key, FreshJudgement::new(judgement, alone));
    }

    fn progress(&self, ran: Option<Box<MeasuredRun>>) -> Progress {
        Progress::Measuring { problem: self.open.problem.id.clone(), done: self.done, total: self.total, ran }
    }
}
