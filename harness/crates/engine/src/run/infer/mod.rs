//! Measures the solutions that bound a problem's time limit, and infers it from their times.
//!
//! Every run that bounds the limit from below is measured once, on all cores; only what may still
//! change the limit is measured again, alone (see `times`). Solutions that must be accepted come
//! first, compiled ones before all: each of them is over soon, and accepted whatever the limit will
//! be. They are built in waves (see `run::waves`), so that the first verdict waits neither for all
//! of them nor for slow compilers. Then come those that may fail, but must not be too
//! slow. They are given twice the limit that the others lead to: one that needs more is not what
//! the limit is for. Solutions that must be too slow are not run here: the runs for their verdict
//! say whether they are slow enough (see [`mod@slowness`]).
//!
//! The runs are those of judging. [`InferenceResult::taken`] holds their results, so that none of
//! them is run again for its verdict. On top of judging, inferring costs the few runs alone, and
//! these are bounded.

mod pace;
mod slowness;
mod times;

pub use slowness::{Slowness, slowness};

use crate::build::{BuildOutcome, SourceFile};
use crate::plan::{Job, Plan, PlannedSolution};
use crate::run::context::{Context, TestResult};
use crate::run::judge_problem::Tests;
use crate::run::pool::Note;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::result_cache::{FreshJudgement, FreshJudgements};
use crate::run::waves::{is_built_soon, waves};
use crate::run::{Build, Runner, Sink, run_test};
use model::{
    Fault, FaultKind, Inference, Judgement, Limits, MeasuredLimit, MeasuredRun, Problem, Progress, Side, Solution,
    SolutionId, Test, TestId, TimeAllowed, Verdict, Work,
};
use pace::Pace;
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
pub struct InferenceTask<'a> {
    pub problem: &'a Arc<Problem>,
    pub inference: &'a Inference,
    /// All solutions of the problem, whether they are judged or not.
    pub solutions: &'a [Arc<Solution>],
    /// The solutions that are judged, and how many of the plan come before them.
    pub judged: &'a [PlannedSolution],
    pub before: usize,
    /// What an earlier measurement has led to, of whatever state of the package.
    pub earlier: Option<Duration>,
}

/// An inferred limit, and the results of the measured runs.
#[derive(Debug)]
pub struct InferenceResult {
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
    plan: Plan,
    /// Of the plan's first solutions, as far as they are built.
    builds: Vec<Build>,
    runs: Vec<(Job, Times)>,
    taken: FreshJudgements,
    pace: Pace,
    /// The processor time of all runs, and of those alone.
    cpu: Duration,
    alone: Duration,
}

impl Runner<'_> {
    /// Infers the limit of a problem.
    ///
    /// # Errors
    /// When it cannot be inferred.
    pub fn infer(&self, open: &InferenceTask<'_>, sink: &mut dyn Sink) -> Result<InferenceResult, InferenceFailure> {
        let candidates = self.candidates(open);
        let plan = open.plan(&candidates, LONGEST);
        let pace = Pace::new(candidates.iter().map(|one| one.tests.len()), self.settings.jobs);
        let (builds, runs, taken, zero) = (Vec::new(), Vec::new(), FreshJudgements::new(), Duration::ZERO);
        let mut all = Measurement { open, plan, builds, runs, taken, pace, cpu: zero, alone: zero };
        let mut programs = ProblemPrograms::default();
        let mut decided = None;
        for phase in candidates.chunk_by(|a, b| a.right == b.right) {
            if let Some(at) = decided {
                let (_, slowest): (Job, Times) = all.runs[at];
                all.plan = open.plan(&candidates, (open.limit(slowest.least) * PATIENCE).min(LONGEST));
            }
            // They decide how long measuring takes.
            let slow = phase.iter().rev().filter(|candidate| !self.is_built_soon(&candidate.solution));
            self.pool.ahead.hasten(slow.map(|candidate| SourceFile::of(&candidate.solution)));
            let before = all.builds.len();
            for wave in waves(phase.iter().map(|one| self.is_built_soon(&one.solution)), self.settings.jobs) {
                let wave = before + wave.start..before + wave.end;
                if wave.start == 0 {
                    let first = Plan { solutions: all.plan.solutions[wave.clone()].to_vec() };
                    (all.builds, programs) = self.build_problem(&first, Tests::AsTheyAre, sink);
                } else {
                    let unbuilt = candidates[wave.clone()].iter().map(|one| SourceFile::of(&one.solution));
                    let built = self.build(&unbuilt.collect::<Vec<_>>(), sink);
                    all.builds.extend(built);
                }
                self.check_builds(&mut all, wave.clone())?;
                let jobs = jobs(&candidates, wave, &all.builds);
                self.beside_all(&programs, &mut all, &jobs, decided.is_none(), sink)?;
            }
            decided = self.alone(&programs, &mut all, sink)?;
        }
        let (job, Times { least, most, .. }) = all.runs[decided.ok_or(InferenceFailure::NoneRuns)?];
        let Candidate { solution, tests, .. } = &candidates[job.solution];
        let limit = open.limit(least);
        let measured = MeasuredLimit {
            limit,
            slowest: least,
            most,
            is_earlier: limit != open.inference.limit(least),
            solution: solution.id.clone(),
            test: tests[job.test].id.clone(),
            too_fast: Vec::new(),
            left_out: all.left_out(),
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
        let order = |solution: &Solution| (!self.is_built_soon(solution), !self.is_native(solution));
        candidates.sort_by_key(|candidate| (!candidate.right, order(&candidate.solution)));
        candidates
    }

    fn is_built_soon(&self, solution: &Solution) -> bool {
        is_built_soon(solution, self.ports.builds.languages())
    }

    fn is_native(&self, solution: &Solution) -> bool {
        let entry = self.ports.builds.languages().get(&solution.language);
        entry.is_some_and(|entry| matches!(Profile::from(entry.profile), Profile::Solution))
    }

    /// Takes the builds of a wave. No run is expected any more of a solution that does not compile,
    /// or whose language is not here.
    fn check_builds(&self, all: &mut Measurement<'_>, wave: Range<usize>) -> Result<(), InferenceFailure> {
        if self.cancel.is_raised() {
            return Err(InferenceFailure::Interrupted);
        }
        for at in wave {
            let solution = &all.plan.solutions[at].solution;
            match &all.builds[at] {
                Ok(BuildOutcome::Ready { .. }) => continue,
                Ok(BuildOutcome::Rejected { .. }) => {}
                Ok(BuildOutcome::Interrupted) => return Err(InferenceFailure::Interrupted),
                Err(fault) => match fault.kind == FaultKind::MissingTool
                    && self.ports.builds.languages().is_optional(&solution.language)
                {
                    true => {}
                    false => {
                        let (solution, fault) = (solution.id.clone(), Box::new(fault.clone()));
                        return Err(InferenceFailure::Fault { solution, fault });
                    }
                },
            }
            all.pace.leave_out(at);
        }
        Ok(())
    }

    /// [`Runner::beside`], with what is built so far.
    fn beside_all(
        &self,
        programs: &ProblemPrograms,
        all: &mut Measurement<'_>,
        jobs: &[Job],
        must_end: bool,
        sink: &mut dyn Sink,
    ) -> Result<(), InferenceFailure> {
        if jobs.is_empty() {
            return Ok(());
        }
        let (plan, builds) = (all.plan.clone(), all.builds.clone());
        let (ports, crowding) = (&self.ports, self.settings.crowding);
        let context = Context { plan: &plan, builds: &builds, programs, ports, crowding };
        self.beside(&context, jobs, must_end, all, sink)
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
            let result = run_test::run(context, jobs[index], worker).map(|ran| ran.result);
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
                let what = match all.place(solution) {
                    Some(solution) => Work::Run { solution, test },
                    None => Work::File(format!("{} on {test}", names[solution])),
                };
                sink.progress(&Progress::Begun { worker, what });
            }
            Note::Done { worker, job, result } => {
                sink.progress(&Progress::Ended { worker });
                let ran = match result {
                    Ok(Some(TestResult::Judged(judgement))) => {
                        let ended = context.ended(jobs[job], &judgement);
                        all.take(jobs[job], judgement, ended, must_end, &names)
                    }
                    Ok(Some(TestResult::Fault(fault))) | Err(fault) => Err(all.fault(jobs[job], fault)),
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
        programs: &ProblemPrograms,
        all: &mut Measurement<'_>,
        sink: &mut dyn Sink,
    ) -> Result<Option<usize>, InferenceFailure> {
        let (plan, builds) = (all.plan.clone(), all.builds.clone());
        let (ports, crowding) = (&self.ports, self.settings.crowding);
        let context = &Context { plan: &plan, builds: &builds, programs, ports, crowding };
        let budget = all.cpu.mul_f64(BUDGET).max(LEAST_BUDGET);
        for done in 0.. {
            let times: Vec<Times> = all.runs.iter().map(|(_, times)| *times).collect();
            let at = match times::next(&times, |time| all.open.limit(time), budget, all.alone) {
                None => break,
                Some(Next::Decided(at)) => return Ok(Some(at)),
                Some(Next::Again(at)) => at,
            };
            let job = all.runs[at].0;
            sink.progress(&Progress::Retiming { done, total: done + 1 });
            let mut result = None;
            let work = |worker: &mut _, _: usize| run_test::run_alone(context, job, worker, None);
            self.pool.watched(1, 1, work, |note| match note {
                Note::Begun { .. } => {}
                Note::Done { result: ran, .. } => result = Some(ran),
                Note::Waiting => sink.progress(&Progress::Waiting),
            });
            match result {
                Some(Ok((TestResult::Judged(judgement), _))) => all.take_alone(at, judgement),
                Some(Ok((TestResult::Fault(fault), _)) | Err(fault)) => return Err(all.fault(job, fault)),
                Some(Ok((TestResult::Skipped(_), _))) | None => return Err(InferenceFailure::Interrupted),
            }
        }
        Ok(None)
    }
}

/// The runs of those candidates of a wave that are built.
fn jobs(candidates: &[Candidate], wave: Range<usize>, builds: &[Build]) -> Vec<Job> {
    let built = wave.filter(|&solution| matches!(builds[solution], Ok(BuildOutcome::Ready { .. })));
    built.flat_map(|solution| (0..candidates[solution].tests.len()).map(move |test| Job { solution, test })).collect()
}

/// What a run would have taken in a language without a factor.
fn took(builds: &[Build], job: Job, limits: &Limits, cpu: Duration) -> Duration {
    match &builds[job.solution] {
        Ok(BuildOutcome::Ready { program, .. }) => cpu.div_f64(program.share.time_by(&limits.languages)),
        Ok(BuildOutcome::Rejected { .. } | BuildOutcome::Interrupted) | Err(_) => cpu,
    }
}

impl Context<'_> {
    /// Whether a run ended by itself, and so says how long it takes.
    fn ended(&self, job: Job, judgement: &Judgement) -> bool {
        let planned = &self.plan.solutions[job.solution];
        let took = took(self.builds, job, &planned.problem.limits, judgement.usage.cpu);
        let longest = match planned.time {
            TimeAllowed::Measuring(longest) | TimeAllowed::AtMost(longest) => longest,
            TimeAllowed::Limit(factor) => factor.scale(planned.problem.limits.cpu),
        };
        judgement.verdict != Verdict::TimeLimit && took < longest
    }
}

impl InferenceTask<'_> {
    fn limit(&self, slowest: Duration) -> Duration {
        self.inference.limit_after(slowest, self.earlier)
    }

    fn plan(&self, candidates: &[Candidate], cpu: Duration) -> Plan {
        let planned = candidates.iter().map(|Candidate { solution, tests, .. }| {
            PlannedSolution::of(self.problem, solution, tests.clone(), TimeAllowed::Measuring(cpu))
        });
        Plan { solutions: planned.collect() }
    }
}

impl Measurement<'_> {
    /// The place of a measured solution in the plan of the whole run, if it is judged.
    fn place(&self, solution: usize) -> Option<usize> {
        let id = &self.plan.solutions[solution].solution.id;
        let at = self.open.judged.iter().position(|planned| planned.solution.id == *id)?;
        Some(self.open.before + at)
    }

    /// The solutions that could not be run.
    fn left_out(&self) -> Vec<SolutionId> {
        let built = self.plan.solutions.iter().zip(&self.builds);
        let left_out = built.filter(|(_, build)| !matches!(build, Ok(BuildOutcome::Ready { .. })));
        left_out.map(|(planned, _)| planned.solution.id.clone()).collect()
    }

    fn took(&self, job: Job, cpu: Duration) -> Duration {
        took(&self.builds, job, &self.open.problem.limits, cpu)
    }

    fn fault(&self, job: Job, fault: Fault) -> InferenceFailure {
        InferenceFailure::Fault {
            solution: self.plan.solutions[job.solution].solution.id.clone(),
            fault: Box::new(fault),
        }
    }

    /// Takes a run beside others.
    fn take(
        &mut self,
        job: Job,
        judgement: Judgement,
        ended: bool,
        must_end: bool,
        names: &[String],
    ) -> Result<MeasuredRun, InferenceFailure> {
        let planned = &self.plan.solutions[job.solution];
        let test = planned.tests[job.test].id.clone();
        let (cpu, verdict) = (judgement.usage.cpu, judgement.verdict);
        if must_end && !ended {
            return Err(InferenceFailure::TooLong { solution: planned.solution.id.clone(), test });
        }
        let expected = planned.solution.expectation.permits(&test, verdict);
        self.cpu += cpu;
        let accepted = self.pace.done(job.solution, judgement.usage.wall, verdict == Verdict::Accepted);
        if ended {
            self.runs.push((job, Times::beside(self.took(job, cpu))));
        }
        self.keep(job, judgement, false);
        let (name, place) = (names[job.solution].clone(), self.place(job.solution));
        Ok(MeasuredRun { name, place, test, verdict, expected, cpu, accepted })
    }

    /// Takes another measurement of the run with this index, alone.
    fn take_alone(&mut self, at: usize, judgement: Judgement) {
        let job = self.runs[at].0;
        self.alone += judgement.usage.cpu;
        let took = self.took(job, judgement.usage.cpu);
        self.runs[at].1.take(took);
        self.keep(job, judgement, true);
    }

    fn keep(&mut self, Job { solution, test }: Job, judgement: Judgement, alone: bool) {
        let Ok(BuildOutcome::Ready { program, .. }) = &self.builds[solution] else { return };
        let planned = &self.plan.solutions[solution];
        let key = (planned.solution.id.clone(), program.key, planned.tests[test].id.clone());
        self.taken.insert(key, FreshJudgement::new(judgement, alone));
    }

    fn progress(&self, ran: Option<Box<MeasuredRun>>) -> Progress {
        let (done, total) = self.pace.counts();
        Progress::Measuring { problem: self.open.problem.id.clone(), done, total, left: self.pace.left(), ran }
    }
}
