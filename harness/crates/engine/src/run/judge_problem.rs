//! Judges the solutions of one problem: builds, validates, runs, and measures close calls again,
//! wave after wave.

use crate::build::{BuildOutcome, SourceFile};
use crate::plan::{Job, Plan, PlannedSolution};
use crate::run::context::{Context, TestResult, ready};
use crate::run::coordinator::{Coordinator, lock};
use crate::run::course::RunProgress;
use crate::run::pool::{Note, Pool, Worker};
use crate::run::problem_programs::{ProblemPrograms, ProgramsToBuild};
use crate::run::result_cache::{PlanCache, ResultCache};
use crate::run::run_test::{self, How, TestRun};
use crate::run::schedule::{Begin, Schedule, waves};
use crate::run::{Build, OnFailure, Runner, diagnose, grey_zone, retime, validate};
use model::encoding::whole_micros;
use model::record;
use model::{FaultKind, Progress, SkipReason, Solution, TimingMethod, Verdict};
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Whether a plan's tests have to be validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tests {
    /// Their validators check them first.
    Validated,
    AsTheyAre,
}

/// The turn of one problem.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    pub solutions: &'a [PlannedSolution],
    /// How many of the plan precede them.
    pub before: usize,
    pub tests: Tests,
}

/// The jobs that a round of runs leaves, in plan order.
#[derive(Default)]
struct Round {
    /// To be measured alone.
    close: Vec<Job>,
    /// Crashes of solutions that are not diagnosed yet.
    crashed: Vec<Job>,
    /// Behind a run that may decide their solution, or tell how they are best run.
    later: Vec<Job>,
}

/// What a worker did with a job.
enum JobOutcome {
    Ran(Box<TestRun>),
    /// It is to be run alone.
    Alone,
    Later,
}

impl JobOutcome {
    fn ran(ran: TestRun) -> JobOutcome {
        JobOutcome::Ran(Box::new(ran))
    }
}

impl Runner<'_> {
    pub(super) fn judge_problem(
        &self,
        Turn { solutions, before, tests }: Turn<'_>,
        cache: &mut ResultCache,
        course: &mut RunProgress<'_>,
    ) {
        let mut plan = self.in_build_order(solutions);
        let mut programs = ProblemPrograms::default();
        // Nothing is built if nobody wants to see it run.
        if !course.is_cut {
            programs = self.problem_programs(own_programs(&plan, tests), course.sink);
            if tests == Tests::Validated {
                let validation = self.validate_with(&plan, &programs, cache, course.sink);
                course.diagnose(validation.diagnostics);
                course.summary.faults += validation.faults;
                course.total -= plan.runs();
                plan = plan.without(&validation.invalid);
                course.total += plan.runs();
            }
        }
        let place = |one: &PlannedSolution| {
            let at = solutions.iter().position(|other| Arc::ptr_eq(&other.solution, &one.solution));
            before + at.expect("it is one of them")
        };
        let places: Vec<usize> = plan.solutions.iter().map(place).collect();
        self.run_problem(&plan, &places, &programs, cache, course);
    }

    /// These solutions in the order in which they are built, judged and reported; see
    /// `run::schedule`. It differs from the plan's, in which they stand in a record.
    fn in_build_order(&self, solutions: &[PlannedSolution]) -> Plan {
        let mut plan = Plan { solutions: solutions.to_vec() };
        plan.solutions.sort_by_key(|one| self.compiles_slowly(&one.solution));
        plan
    }

    pub(super) fn compiles_slowly(&self, solution: &Solution) -> bool {
        self.ports.builds.languages().get(&solution.language).is_some_and(|entry| entry.compiles_slowly)
    }

    /// What judging these solutions has to build: the problem's own programs first, because every
    /// run waits for those. If the run ends with the first failure, what comes after its first wave
    /// is not built, whoever is idle.
    pub(super) fn to_build(&self, Turn { solutions, tests, .. }: Turn<'_>) -> VecDeque<SourceFile> {
        let plan = self.in_build_order(solutions);
        let programs = ProgramsToBuild::of(own_programs(&plan, tests), &self.names, self.ports.builds);
        let most = match self.settings.on_failure {
            OnFailure::Stop => self.settings.jobs,
            OnFailure::Continue | OnFailure::StopSolution | OnFailure::StopSlow => usize::MAX,
        };
        let solutions = plan.solutions.iter().take(most).map(|planned| SourceFile::of(&planned.solution));
        programs.sources.into_iter().chain(solutions).collect()
    }

    /// Judges wave after wave. `places`: where each solution stands in the whole plan.
    fn run_problem(
        &self,
        plan: &Plan,
        places: &[usize],
        programs: &ProblemPrograms,
        cache: &mut ResultCache,
        course: &mut RunProgress<'_>,
    ) {
        let Some(PlannedSolution { problem, .. }) = plan.solutions.first() else { return };
        let schedule = Mutex::new(Schedule::new(plan, &self.settings));
        let records = plan.solutions.iter().map(|planned| self.planned(planned));
        let solutions = places.iter().copied().zip(records);
        let mut coordinator = Coordinator::new(plan, problem, &schedule, solutions, self.settings.on_failure, course);
        let mut builds: Vec<Build> = Vec::new();
        for wave in
            waves(plan.solutions.iter().map(|planned| self.compiles_slowly(&planned.solution)), self.settings.jobs)
        {
            let unbuilt = &plan.solutions[wave.clone()];
            if coordinator.is_cut() {
                builds.extend(unbuilt.iter().map(|_| Ok(BuildOutcome::Interrupted)));
            } else {
                let sources: Vec<SourceFile> = unbuilt.iter().map(|one| SourceFile::of(&one.solution)).collect();
                builds.extend(self.build(&sources, coordinator.sink()));
            }
            for (solution, build) in wave.clone().zip(&builds[wave.clone()]) {
                let language = &plan.solutions[solution].solution.language;
                coordinator.built(solution, build_result(build, self.ports.builds.languages().is_optional(language)));
                match build {
                    Ok(BuildOutcome::Interrupted) => {}
                    Ok(BuildOutcome::Ready { .. } | BuildOutcome::Rejected { .. }) | Err(_) => {
                        coordinator.uses(language, || self.ports.builds.label(language));
                    }
                }
            }
            let (ports, crowding) = (&self.ports, self.settings.crowding);
            let context = Context { plan, builds: &builds, programs, ports, crowding };
            self.run_wave(&context, wave, cache, &mut coordinator);
        }
        if problem.rules.grader.is_some() {
            let grades = coordinator.grades();
            let graded = self.grade(problem, &grades, programs, cache, coordinator.sink());
            coordinator.grade(graded);
        }
        coordinator.close();
    }

    /// Judges some of the solutions that are built.
    fn run_wave(
        &self,
        context: &Context<'_>,
        wave: Range<usize>,
        cache: &mut ResultCache,
        coordinator: &mut Coordinator<'_, '_>,
    ) {
        let mut remembered = PlanCache::open(cache, context, &self.pool, self.settings.jobs == 1);
        let (mut jobs, mut believed, crashed) = recall(context, wave, &mut remembered, coordinator, &self.pool);
        coordinator.wait_for_equal_jobs(remembered.equal_jobs(&mut jobs));
        let mut diagnosed = BTreeSet::new();
        diagnose::crashes(context, &crashed, &mut diagnosed, &self.pool, &mut remembered, coordinator);
        while !jobs.is_empty() || !believed.is_empty() {
            let mut round = self.run_all(context, &jobs, &diagnosed, &mut remembered, coordinator);
            round.close.append(&mut believed);
            round.close.sort_unstable();
            let crashed_alone =
                retime::again(context, &round.close, &diagnosed, &self.pool, &mut remembered, coordinator);
            round.crashed.extend(crashed_alone);
            round.crashed.sort_unstable();
            let crashed = &round.crashed;
            diagnose::crashes(context, crashed, &mut diagnosed, &self.pool, &mut remembered, coordinator);
            coordinator.schedule().end_round();
            jobs = round.later;
            let alone = coordinator.alone();
            alone.iter().for_each(|job| remembered.reopen(*job));
            jobs.extend(alone);
            jobs.sort_unstable();
        }
    }

    /// Runs `jobs`, except those that wait for another job's result and those that are run alone.
    /// The coordinator holds the results of close calls, and of crashes of solutions that are not
    /// yet `diagnosed`.
    fn run_all(
        &self,
        context: &Context<'_>,
        jobs: &[Job],
        diagnosed: &BTreeSet<usize>,
        cache: &mut PlanCache<'_>,
        coordinator: &mut Coordinator<'_, '_>,
    ) -> Round {
        let schedule = coordinator.shared_schedule();
        let size = |job: Job| fs::metadata(&context.test(job).input).map_or(0, |metadata| metadata.len());
        lock(schedule).begin_round(jobs, size);
        let work = |worker: &mut Worker<'_>, index: usize| {
            let job = jobs[index];
            let begin = match self.cancel.is_raised() {
                true => Begin::Never(SkipReason::Interrupted),
                false => lock(schedule).begin(job),
            };
            Ok(match begin {
                Begin::Now => JobOutcome::ran(run_test::run(context, job, worker, How::Beside)?),
                Begin::Briefly => {
                    let ran = run_test::run(context, job, worker, How::Briefly)?;
                    if ran.result.verdict() == Some(Verdict::TimeLimit) {
                        // At once: another worker may be about to begin the next run.
                        lock(schedule).give_up(job);
                        JobOutcome::Alone
                    } else {
                        JobOutcome::ran(ran)
                    }
                }
                Begin::Alone => JobOutcome::Alone,
                Begin::Later => JobOutcome::Later,
                Begin::Never(reason) => JobOutcome::ran(TestRun::done(TestResult::Skipped(reason))),
            })
        };
        let is_alone = self.settings.jobs == 1;
        let mut round = Round::default();
        coordinator.running(None);
        let mut take = |coordinator: &mut Coordinator<'_, '_>, job, ran| {
            let ran = match ran {
                Ok(JobOutcome::Ran(ran)) => *ran,
                Ok(JobOutcome::Alone) => {
                    round.close.push(job);
                    return coordinator.ran(None);
                }
                Ok(JobOutcome::Later) => return round.later.push(job),
                Err(fault) => TestRun::done(TestResult::Fault(fault)),
            };
            coordinator.schedule().learn(job, &ran.result, || ran.limit);
            let seen = coordinator.seen(job, &ran.result);
            let of_machine = ran.result.judgement().is_some_and(grey_zone::may_be_of_machine);
            // Alone among our own programs is not alone on the machine.
            if of_machine || ran.is_close() && (!is_alone || (!ran.is_spent() && (context.crowding)().factor() > 1)) {
                round.close.push(job);
                coordinator.hold(job, ran.result);
            } else if !diagnosed.contains(&job.solution) && diagnose::wants(context, job, &ran.result) {
                round.crashed.push(job);
                coordinator.hold(job, ran.result);
            } else {
                cache.note(job, ran.result.judgement());
                coordinator.put(job, ran.result);
            }
            coordinator.ran(seen);
        };
        self.pool.watched(usize::MAX, jobs.len(), work, |note| match note {
            Note::Begun { worker, index } => coordinator.begun(worker, jobs[index]),
            Note::Done { worker, job, result } => {
                coordinator.progress(&Progress::Ended { worker });
                take(coordinator, jobs[job], result);
            }
            Note::Waiting => coordinator.progress(&Progress::Waiting),
        });
        round.later.sort_unstable();
        round
    }
}

/// The problem's own programs that are needed to judge this plan.
fn own_programs(plan: &Plan, tests: Tests) -> impl Iterator<Item = &Path> {
    let judges = plan.solutions.iter().flat_map(|planned| planned.problem.judges());
    let graders = plan.solutions.iter().filter_map(|planned| planned.problem.rules.grader.as_deref());
    validate::validating(plan).filter(move |_| tests == Tests::Validated).chain(judges).chain(graders)
}

/// Passes the remembered judgements of these solutions to the coordinator. Returns the jobs that
/// are left, those whose judgement was only believed, and the first crash of each solution if it
/// was not diagnosed yet.
fn recall(
    context: &Context<'_>,
    wave: Range<usize>,
    cache: &mut PlanCache<'_>,
    coordinator: &mut Coordinator<'_, '_>,
    pool: &Pool<'_>,
) -> (Vec<Job>, Vec<Job>, Vec<Job>) {
    let (mut jobs, mut believed, mut crashed) = (Vec::new(), Vec::new(), Vec::<Job>::new());
    for solution in wave {
        let planned = &context.plan.solutions[solution];
        let Ok(program) = ready(&context.builds[solution]) else { continue };
        let mut remembered = cache.remembered(solution, pool).into_iter().peekable();
        let mut seen_crash = false;
        for test in 0..planned.tests.len() {
            let job = Job { solution, test };
            let Some((_, judgement)) = remembered.next_if(|(at, _)| *at == test) else {
                jobs.push(job);
                continue;
            };
            coordinator.count_done(1);
            if judgement.provenance.timed() == TimingMethod::Believed {
                believed.push(job);
                coordinator.hold(job, TestResult::Judged(judgement));
                continue;
            }
            let result = TestResult::Judged(judgement);
            let limit = || run_test::limits(planned, &planned.tests[test], program).cpu;
            coordinator.schedule().learn(job, &result, limit);
            let is_first = !seen_crash && diagnose::wants(context, job, &result);
            seen_crash |= is_first;
            if is_first && diagnose::lacks(context, job, &result) {
                crashed.push(job);
                coordinator.hold(job, result);
            } else {
                // It was run just now, and is new to later runs.
                if result.judgement().is_some_and(|judgement| !judgement.provenance.is_remembered()) {
                    cache.note(job, result.judgement());
                }
                coordinator.put(job, result);
            }
        }
    }
    (jobs, believed, crashed)
}

/// How the record names a build.
fn build_result(build: &Build, optional: bool) -> record::Build {
    match build {
        Ok(BuildOutcome::Ready { took, cached, warnings, .. }) => {
            record::Build::Ready { took: whole_micros(*took), cached: *cached, warnings: warnings.clone() }
        }
        Ok(BuildOutcome::Rejected { messages }) => record::Build::Rejected { messages: messages.clone() },
        Ok(BuildOutcome::Interrupted) => record::Build::Skipped,
        Err(fault) if optional && fault.kind == FaultKind::MissingTool => {
            record::Build::NoTool { fault: fault.clone() }
        }
        Err(fault) => record::Build::Fault { fault: fault.clone() },
    }
}
