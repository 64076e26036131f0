//! Judges the solutions of one problem: builds, validates, runs, and measures close calls again,
//! wave after wave.

use crate::build::{BuildOutcome, SourceFile};
use crate::plan::{Job, Plan, PlannedSolution};
use crate::run::ahead::BuildList;
use crate::run::context::{Context, TestResult};
use crate::run::coordinator::{CONFIRMED, Coordinator};
use crate::run::course::RunProgress;
use crate::run::pool::{Note, Pool, Worker};
use crate::run::problem_programs::{ProblemPrograms, ProgramsToBuild};
use crate::run::prospects::{Begin, Prospects};
use crate::run::result_cache::{PlanCache, ResultCache};
use crate::run::retime::Remeasurement;
use crate::run::run_test::{self, TestRun};
use crate::run::wanted::{OpenJobs, Urgency};
use crate::run::waves::{is_built_soon, waves};
use crate::run::{Build, OnFailure, Runner, Sink, diagnose, grade, grey_zone, retime, validate};
use model::encoding::whole_micros;
use model::record;
use model::{FaultKind, ProblemId, Progress, SkipReason, TestId, TimingMethod};
use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::ops::Range;

/// Whether a plan's tests have to be validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tests {
    /// Their validators check them first.
    Validated,
    AsTheyAre,
}

/// The jobs that a round of runs leaves, in plan order.
#[derive(Default)]
struct Round {
    /// To be measured alone.
    close: Vec<Job>,
    /// Those of them that have no result yet, because they are measured alone from the start or
    /// were given up early.
    unmeasured: BTreeSet<Job>,
    /// Crashes of solutions that are not diagnosed yet.
    crashed: Vec<Job>,
    /// After a run that may decide their solution, or tell how they are best run.
    later: Vec<Job>,
}

/// A problem's solutions in the order in which they are built, judged and reported; see
/// `run::waves`. It differs from the plan's, in which they stand in a record.
struct InBuildOrder {
    plan: Plan,
    /// Of each solution.
    soon: Vec<bool>,
    /// Where each stands in the whole plan.
    places: Vec<usize>,
    /// Of the first ones.
    builds: Vec<Build>,
}

impl InBuildOrder {
    fn waves(&self, jobs: usize) -> Vec<Range<usize>> {
        waves(self.soon.iter().copied(), jobs)
    }

    /// Leaves tests out, and the solutions that have none left.
    fn leave_out(&mut self, tests: &BTreeSet<(ProblemId, TestId)>) {
        let stays = |planned: &PlannedSolution| {
            planned.tests.iter().any(|test| !tests.contains(&(planned.problem.id.clone(), test.id.clone())))
        };
        let stays: Vec<bool> = self.plan.solutions.iter().map(stays).collect();
        self.soon = chosen(std::mem::take(&mut self.soon), &stays);
        self.places = chosen(std::mem::take(&mut self.places), &stays);
        self.builds = chosen(std::mem::take(&mut self.builds), &stays);
        self.plan = self.plan.without(tests);
    }
}

/// Those values of which `stays` is true.
fn chosen<T>(values: Vec<T>, stays: &[bool]) -> Vec<T> {
    values.into_iter().zip(stays).filter(|(_, stays)| **stays).map(|(value, _)| value).collect()
}

/// What a worker did with a job.
enum JobOutcome {
    Ran(Box<TestRun>),
    /// It is to be run alone.
    Alone,
    /// It took longer than expected.
    GivenUp,
    Later,
}

impl JobOutcome {
    fn ran(ran: TestRun) -> JobOutcome {
        JobOutcome::Ran(Box::new(ran))
    }
}

impl Runner<'_> {
    /// Judges `solutions`, which are all of one problem. In the plan, `before` others precede them.
    pub(super) fn judge_problem(
        &self,
        solutions: &[PlannedSolution],
        before: usize,
        tests: Tests,
        cache: &mut ResultCache,
        course: &mut RunProgress<'_>,
    ) {
        let mut ordered = self.in_build_order(solutions, before);
        let first = ordered.waves(self.settings.jobs).first().map_or(0, |wave| wave.end);
        // Nothing is built if nobody wants to see it run.
        let programs = match course.is_cut {
            false => {
                self.hasten_slow(&ordered.plan, &ordered.soon, first);
                let plan = Plan { solutions: ordered.plan.solutions[..first].to_vec() };
                let (builds, programs) = self.build_problem(&plan, tests, course.sink);
                ordered.builds = builds;
                programs
            }
            true => ProblemPrograms::default(),
        };
        if tests == Tests::Validated && !course.is_cut {
            let validation = self.validate_with(&ordered.plan, &programs, cache, course.sink);
            course.diagnose(validation.diagnostics);
            course.summary.faults += validation.faults;
            course.total -= ordered.plan.runs();
            ordered.leave_out(&validation.invalid);
            course.total += ordered.plan.runs();
        }
        self.run_problem(ordered, &programs, cache, course);
    }

    /// These solutions, of which `before` others precede the first one in the plan.
    fn in_build_order(&self, solutions: &[PlannedSolution], before: usize) -> InBuildOrder {
        let languages = self.ports.builds.languages();
        let mut placed: Vec<_> =
            solutions.iter().map(|one| is_built_soon(&one.solution, languages)).zip(solutions).zip(before..).collect();
        placed.sort_by_key(|((soon, _), _)| !soon);
        InBuildOrder {
            plan: Plan { solutions: placed.iter().map(|((_, one), _)| (*one).clone()).collect() },
            soon: placed.iter().map(|((soon, _), _)| *soon).collect(),
            places: placed.iter().map(|(_, place)| *place).collect(),
            builds: Vec::new(),
        }
    }

    /// What judging these solutions has to build: the problem's own programs first, because every
    /// run waits for those. If the run ends with the first failure, what comes after it is not
    /// built, whoever is idle.
    pub(super) fn to_build(&self, solutions: &[PlannedSolution], before: usize, tests: Tests) -> BuildList {
        let ordered = self.in_build_order(solutions, before);
        let mut to_build =
            BuildList { soon: self.own_programs(&ordered.plan, tests).sources.into(), slow: VecDeque::new() };
        match self.settings.on_failure {
            OnFailure::Stop => return to_build,
            OnFailure::Continue | OnFailure::StopSolution | OnFailure::StopSlow => {}
        }
        for (planned, soon) in ordered.plan.solutions.iter().zip(ordered.soon) {
            let queue = if soon { &mut to_build.soon } else { &mut to_build.slow };
            queue.push_back(SourceFile::of(&planned.solution));
        }
        to_build
    }

    /// Judges wave after wave.
    fn run_problem(
        &self,
        InBuildOrder { plan, soon, places, mut builds }: InBuildOrder,
        programs: &ProblemPrograms,
        cache: &mut ResultCache,
        course: &mut RunProgress<'_>,
    ) {
        let (command, on_failure) = (self.settings.command.clone(), self.settings.on_failure);
        let records = plan.solutions.iter().map(|planned| self.planned(planned));
        let mut coordinator = Coordinator::new(&plan, places.into_iter().zip(records), command, on_failure, course);
        let prospects = Prospects::new(&plan, &self.settings);
        for wave in waves(soon.iter().copied(), self.settings.jobs) {
            self.hasten_slow(&plan, &soon, wave.end);
            // The first wave is built already, unless nobody wants to see it run.
            let unbuilt = &plan.solutions[builds.len().clamp(wave.start, wave.end)..wave.end];
            match coordinator.is_cut() {
                true => builds.extend(unbuilt.iter().map(|_| Ok(BuildOutcome::Interrupted))),
                false if unbuilt.is_empty() => {}
                false => {
                    let sources: Vec<SourceFile> = unbuilt.iter().map(|one| SourceFile::of(&one.solution)).collect();
                    builds.extend(self.build(&sources, coordinator.sink()));
                }
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
            let context = Context { plan: &plan, builds: &builds, programs, ports, crowding };
            self.run_wave(&context, wave, &prospects, cache, &mut coordinator);
        }
        if let Some(planned) = plan.solutions.first().filter(|planned| grade::is_wanted(&planned.problem)) {
            let grades = coordinator.grades();
            let graded = self.grade(&planned.problem, &grades, programs, cache, coordinator.sink());
            coordinator.grade(graded);
        }
        coordinator.close();
    }

    /// Judges some of the solutions that are built.
    fn run_wave(
        &self,
        context: &Context<'_>,
        wave: Range<usize>,
        prospects: &Prospects<'_>,
        cache: &mut ResultCache,
        coordinator: &mut Coordinator<'_, '_>,
    ) {
        let mut remembered = PlanCache::open(cache, context, &self.pool, self.settings.jobs == 1);
        let (mut jobs, mut believed, crashed) =
            recall(context, wave, prospects, &mut remembered, coordinator, &self.pool);
        coordinator.wait_for_equal_jobs(remembered.equal_jobs(&mut jobs));
        let mut diagnosed = BTreeSet::new();
        diagnose::crashes(context, &crashed, &mut diagnosed, &self.pool, &mut remembered, coordinator);
        while !jobs.is_empty() || !believed.is_empty() {
            prospects.open_round(&jobs);
            let mut round = self.run_all(context, &jobs, &diagnosed, prospects, &mut remembered, coordinator);
            round.close.append(&mut believed);
            round.close.sort_unstable();
            let again =
                Remeasurement { jobs: &round.close, unmeasured: &round.unmeasured, diagnosed: &diagnosed, prospects };
            let crashed_alone = retime::again(context, &again, &self.pool, &mut remembered, coordinator);
            round.crashed.extend(crashed_alone);
            round.crashed.sort_unstable();
            let crashed = &round.crashed;
            diagnose::crashes(context, crashed, &mut diagnosed, &self.pool, &mut remembered, coordinator);
            prospects.close_round();
            coordinator.wanted().release_all();
            jobs = round.later;
            let alone = coordinator.alone();
            alone.iter().for_each(|job| remembered.reopen(*job));
            jobs.extend(alone);
            jobs.sort_unstable();
        }
    }

    /// Lets the slow compilers begin once the solutions before `end` are all that are judged before
    /// theirs: earlier, a run that is measured alone would wait for them.
    fn hasten_slow(&self, plan: &Plan, soon: &[bool], end: usize) {
        let from = soon.iter().filter(|soon| **soon).count();
        if end >= from {
            let slow = plan.solutions[from..].iter().rev();
            self.pool.ahead.hasten(slow.map(|planned| SourceFile::of(&planned.solution)));
        }
    }

    /// Builds every solution, and every program of the problem that is needed.
    pub(super) fn build_problem(
        &self,
        plan: &Plan,
        tests: Tests,
        sink: &mut dyn Sink,
    ) -> (Vec<Build>, ProblemPrograms) {
        let wanted = self.own_programs(plan, tests);
        // The solutions come last: the problem's own programs take longer to build, and so all end
        // together.
        let mut sources: Vec<SourceFile> = wanted.sources.clone();
        sources.extend(plan.solutions.iter().map(|planned| SourceFile::of(&planned.solution)));
        let mut built = self.build(&sources, sink);
        let of_solutions = built.split_off(wanted.sources.len());
        (of_solutions, wanted.built(built))
    }

    /// The problem's own programs that are needed to judge this plan.
    fn own_programs(&self, plan: &Plan, tests: Tests) -> ProgramsToBuild {
        let judges = plan.solutions.iter().flat_map(|planned| planned.problem.judges());
        let judges = judges.chain(plan.solutions.iter().filter_map(|planned| planned.problem.rules.grader.as_deref()));
        let validating = validate::validating(plan).filter(|_| tests == Tests::Validated);
        ProgramsToBuild::of(validating.chain(judges), &self.names, self.ports.builds)
    }

    /// Runs `jobs`, except those that wait for another job's result and those that are run alone.
    /// The coordinator holds the results of close calls, and of crashes of solutions that are not
    /// yet `diagnosed`.
    fn run_all(
        &self,
        context: &Context<'_>,
        jobs: &[Job],
        diagnosed: &BTreeSet<usize>,
        prospects: &Prospects<'_>,
        cache: &mut PlanCache<'_>,
        coordinator: &mut Coordinator<'_, '_>,
    ) -> Round {
        let wanted = coordinator.wanted();
        let alone = self.settings.jobs == 1;
        let first = if alone { BTreeSet::new() } else { self.surely_slow(context.plan, jobs, &wanted) };
        let work = |worker: &mut Worker<'_>, index: usize| {
            let job = jobs[index];
            let skipped = |reason| Ok(JobOutcome::ran(TestRun::done(TestResult::Skipped(reason))));
            if self.cancel.is_raised() {
                return skipped(SkipReason::Interrupted);
            }
            let begin = match wanted.look(job) {
                Urgency::Now if first.contains(&job) => return Ok(JobOutcome::Alone),
                Urgency::Now => prospects.begin(job),
                Urgency::Later => return Ok(JobOutcome::Later),
                Urgency::Never(reason) => return skipped(reason),
            };
            let turned = match begin {
                Begin::Now => JobOutcome::ran(run_test::run(context, job, worker)?),
                Begin::Briefly => {
                    run_test::run_briefly(context, job, worker)?.map_or(JobOutcome::GivenUp, JobOutcome::ran)
                }
                Begin::Alone => JobOutcome::Alone,
                Begin::Later => JobOutcome::Later,
            };
            // At once: another worker may be about to begin the next run.
            match turned {
                JobOutcome::GivenUp => prospects.given_up(job),
                JobOutcome::Alone | JobOutcome::Later | JobOutcome::Ran(_) => {}
            }
            match turned {
                JobOutcome::Alone | JobOutcome::GivenUp | JobOutcome::Later => wanted.hold_behind(job),
                JobOutcome::Ran(_) => {}
            }
            Ok(turned)
        };
        let mut round = Round::default();
        coordinator.running(None);
        let mut take = |coordinator: &mut Coordinator<'_, '_>, job, ran| {
            let ran = match ran {
                Ok(JobOutcome::Ran(ran)) => *ran,
                Ok(JobOutcome::Alone | JobOutcome::GivenUp) => {
                    round.close.push(job);
                    if !first.contains(&job) {
                        round.unmeasured.insert(job);
                    }
                    return coordinator.ran(None);
                }
                Ok(JobOutcome::Later) => return round.later.push(job),
                Err(fault) => TestRun::done(TestResult::Fault(fault)),
            };
            prospects.learn(job, &ran.result, ran.limit);
            let seen = coordinator.seen(job, &ran.result);
            let of_machine = ran.result.judgement().is_some_and(grey_zone::may_be_of_machine);
            // Alone among our own programs is not alone on the machine.
            if of_machine || ran.close && (!alone || (!ran.spent && (context.crowding)().factor() > 1)) {
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

impl Runner<'_> {
    /// Picks the jobs that are run alone at once, because a stop beside others would be run again:
    /// tests on which nothing but a time limit is expected of their solution. Picks the largest
    /// inputs, because the solution may be fast on small ones. If it is judged lazily, picks its
    /// first tests, because the others wait for them.
    fn surely_slow(&self, plan: &Plan, jobs: &[Job], wanted: &OpenJobs) -> BTreeSet<Job> {
        let lazy = match self.settings.on_failure {
            OnFailure::StopSolution | OnFailure::StopSlow => true,
            OnFailure::Continue | OnFailure::Stop => false,
        };
        let slow = |job: &Job| {
            let planned = &plan.solutions[job.solution];
            planned.solution.expectation.awaits_time_limit(&planned.tests[job.test].id)
        };
        let size = |job: &Job| {
            let input = &plan.solutions[job.solution].tests[job.test].input;
            fs::metadata(input).map_or(0, |metadata| metadata.len())
        };
        let mut first: BTreeSet<Job> = BTreeSet::new();
        for of_solution in jobs.chunk_by(|a, b| a.solution == b.solution) {
            if lazy {
                // Only from its very first test on: none of the earlier ones may be missing from
                // `jobs`.
                let begins = of_solution.iter().zip(0..CONFIRMED);
                first.extend(begins.map_while(|(job, at)| (job.test == at && slow(job)).then_some(*job)));
            } else {
                let mut awaited: Vec<Job> = of_solution.iter().copied().filter(slow).collect();
                awaited.sort_by_cached_key(|job| Reverse(size(job)));
                first.extend(awaited.into_iter().take(CONFIRMED));
            }
        }
        if lazy {
            first.iter().for_each(|job| wanted.hold_behind(*job));
        }
        first
    }
}

/// Passes the remembered judgements of these solutions to the coordinator. Returns the jobs that
/// are left, those whose judgement was only believed, and the first crash of each solution if it
/// was not diagnosed yet.
fn recall(
    context: &Context<'_>,
    wave: Range<usize>,
    prospects: &Prospects<'_>,
    cache: &mut PlanCache<'_>,
    coordinator: &mut Coordinator<'_, '_>,
    pool: &Pool<'_>,
) -> (Vec<Job>, Vec<Job>, Vec<Job>) {
    let (mut jobs, mut believed, mut crashed) = (Vec::new(), Vec::new(), Vec::<Job>::new());
    for solution in wave {
        let planned = &context.plan.solutions[solution];
        let Ok(BuildOutcome::Ready { program, .. }) = &context.builds[solution] else { continue };
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
            prospects.recall(job, &result, || run_test::limits(planned, &planned.tests[test], program).cpu);
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
