//! Runs and judges one test of one solution.

use crate::build::{BuildOutcome, Program};
use crate::plan::{Job, PlannedSolution};
use crate::run::checked::JudgedTest;
use crate::run::context::{Context, TestResult};
use crate::run::pool::Worker;
use crate::run::source_check;
use crate::run::{Build, grey_zone};
use model::{ByteSize, Cause, Checks, EffectiveLimits, Fault, FaultKind, Judgement, SkipReason, Test, Verdict};
use sandbox::{Exec, Level};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

/// A result, and how it was measured.
pub(super) struct TestRun {
    pub result: TestResult,
    /// The CPU time that it was allowed.
    pub limit: Duration,
    /// Whether it came too close to the limit to be believed.
    pub close: bool,
    /// Whether its CPU time is beyond doubt if nothing of ours ran beside it, whatever else did.
    pub spent: bool,
}

impl TestRun {
    fn beside(result: TestResult, limit: Duration) -> TestRun {
        let close = result.judgement().is_some_and(|judgement| grey_zone::is_close(judgement, limit));
        let spent = result.judgement().is_some_and(|judgement| judgement.usage.cpu >= grey_zone::extended(limit));
        TestRun { result, limit, close, spent }
    }

    pub(super) fn done(result: TestResult) -> TestRun {
        TestRun { result, limit: Duration::ZERO, close: false, spent: false }
    }
}

/// Runs and judges a test beside others.
///
/// # Errors
/// The fault that kept the run from being judged.
pub(super) fn run(context: &Context<'_>, job: Job, worker: &mut Worker<'_>) -> Result<TestRun, Fault> {
    let measured = judged(context, job, worker, |exec| exec.limits.cpu = grey_zone::extended(exec.limits.cpu));
    measured.map(|(result, limit)| TestRun::beside(result, limit))
}

/// Runs and judges a test beside others that is expected to be brief, with a tenth of its time.
/// `None`: it was not, and was given up.
///
/// # Errors
/// Those of [`run`].
pub(super) fn run_briefly(context: &Context<'_>, job: Job, worker: &mut Worker<'_>) -> Result<Option<TestRun>, Fault> {
    let (result, limit) = judged(context, job, worker, |exec| {
        exec.limits.cpu /= 10;
        exec.limits.wall /= 10;
    })?;
    Ok((result.verdict() != Some(Verdict::TimeLimit)).then(|| TestRun::beside(result, limit)))
}

/// Runs and judges a test while nothing else runs, stopping it a tenth past its time limit, or at
/// `patience` times the limit if that is more. Also returns the limit.
///
/// # Errors
/// Those of [`run`].
pub(super) fn run_alone(
    context: &Context<'_>,
    job: Job,
    worker: &mut Worker<'_>,
    patience: Option<f64>,
) -> Result<(TestResult, Duration), Fault> {
    let crowding = (context.crowding)();
    let (mut result, limit) = judged(context, job, worker, |exec| {
        let limit = exec.limits.cpu;
        let longest = patience.map_or(Duration::ZERO, |patience| limit.mul_f64(patience));
        exec.limits.cpu = grey_zone::extended(limit).max(longest);
        // Where it computes all the time, the clock does not stop it first.
        exec.limits.wall = exec.limits.wall.max(exec.limits.cpu + exec.limits.cpu / 10);
        exec.core_wait = crowding.core_wait();
    })?;
    if let TestResult::Judged(Judgement { cause: Some(cause), .. }) = &mut result {
        if matches!(cause.root(), Cause::Starved) {
            let fault = Fault::new(FaultKind::Sandbox, format!("it was killed within its own limit: {cause}"));
            return Err(fault.hint("give the container more memory than the problem's limit, or free some"));
        }
        crowding.excuse(cause);
    }
    Ok((result, limit))
}

/// The limits of a run of a planned solution on a test of its own.
pub(super) fn limits(planned: &PlannedSolution, test: &Test, program: &Program) -> EffectiveLimits {
    // No answer, no size: then the checker says what is wrong.
    let answer = fs::metadata(&test.answer).map_or(0, |metadata| metadata.len());
    planned.limits_of(&test.id, &program.share).for_answer(ByteSize(answer))
}

/// Runs with the limits that `change` sets, but judges by the original ones.
fn judged(
    context: &Context<'_>,
    job: Job,
    worker: &mut Worker<'_>,
    change: impl Fn(&mut Exec),
) -> Result<(TestResult, Duration), Fault> {
    let planned = &context.plan.solutions[job.solution];
    let test = &planned.tests[job.test];
    let before = state(test);
    let program = program(&context.builds[job.solution])?;
    let limits = limits(planned, test, program);
    let mut exec = program.on_test(test, &limits);
    change(&mut exec);
    let limit = limits.cpu;
    let skipped = || (TestResult::Skipped(SkipReason::Interrupted), limit);
    let problem = &planned.problem;
    if let Some(validator) = problem.rules.static_validator.as_ref().filter(|_| test.is_of_source()) {
        let judgement = source_check::judge(context, planned, test, validator, worker)?;
        return Ok((judgement.map_or(TestResult::Skipped(SkipReason::Interrupted), TestResult::Judged), limit));
    }
    let (builds, programs) = (context.ports.builds, context.programs);
    let solution = of_solution(planned);
    let subject = JudgedTest { builds, programs, test, problem, solution, limits: &limits };
    let Some(judgement) = subject.judge(exec, worker)? else { return Ok(skipped()) };
    if let Some(path) = changed(test, &before) {
        // It may have read half of the old file and half of the new one.
        let fault = Fault::new(FaultKind::Content, format!("{} changed while it was judged on", path.display()));
        return Err(fault.hint("run again once the file is written"));
    }
    let containment = worker.cell.fell_to().map(Level::name);
    Ok((TestResult::Judged(Judgement { containment, ..judgement }), limit))
}

/// What shows that a file was written to or replaced: its device, number, size and time of change.
/// The time of a change of its rights does not count.
pub(super) type FileState = Option<(u64, u64, u64, i64, i64)>;

/// The state of a test's input and answer.
pub(super) fn state(test: &Test) -> [FileState; 2] {
    [&test.input, &test.answer].map(|path| {
        let meta = fs::metadata(path).ok()?;
        Some((meta.dev(), meta.ino(), meta.len(), meta.mtime(), meta.mtime_nsec()))
    })
}

/// The file of a test that changed since.
pub(super) fn changed<'t>(test: &'t Test, before: &[FileState; 2]) -> Option<&'t Path> {
    let now = state(test);
    let files = [&test.input, &test.answer].into_iter().zip(before.iter().zip(&now));
    files.filter(|(_, (before, now))| before != now).map(|(path, _)| path.as_path()).next()
}

/// What is known of a solution by who listens to its run.
fn of_solution(planned: &PlannedSolution) -> (Checks, &str) {
    (planned.solution.build.checks, &planned.solution.display)
}

fn program(build: &Build) -> Result<&Program, Fault> {
    match build {
        Ok(BuildOutcome::Ready { program, .. }) => Ok(program),
        Ok(BuildOutcome::Rejected { .. } | BuildOutcome::Interrupted) => {
            Err(Fault::new(FaultKind::Internal, "a solution that was not built was about to be run"))
        }
        Err(fault) => Err(fault.clone()),
    }
}
