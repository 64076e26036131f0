//! Runs and judges one test of one solution.

use crate::build::Program;
use crate::judge::Content;
use crate::plan::{Job, PlannedSolution};
use crate::run::checked::JudgedTest;
use crate::run::context::{Context, TestResult, ready};
use crate::run::grey_zone;
use crate::run::pool::Worker;
use model::{ByteSize, Cause, EffectiveLimits, Fault, FaultKind, Judgement, SkipReason, Test};
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
    /// The CPU time after which nothing is doubtful, whatever else ran on the machine.
    longest: Duration,
}

impl TestRun {
    pub(super) fn done(result: TestResult) -> TestRun {
        TestRun { result, limit: Duration::ZERO, longest: Duration::ZERO }
    }

    /// Whether it came too close to the limit to be believed.
    pub(super) fn is_close(&self) -> bool {
        self.result.judgement().is_some_and(|judgement| grey_zone::is_close(judgement, self.limit))
    }

    /// Whether its CPU time is beyond doubt if nothing of ours ran beside it.
    pub(super) fn is_spent(&self) -> bool {
        self.result.judgement().is_some_and(|judgement| judgement.usage.cpu >= self.longest)
    }
}

/// How a test is run.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    Beside,
    /// Beside others, with a tenth of its time.
    Briefly,
    /// While nothing else runs. It is stopped a little past its time limit, or at `patience` times
    /// the limit if that is more.
    Alone {
        patience: Option<f64>,
    },
}

/// Runs and judges a test.
///
/// # Errors
/// The fault that kept the run from being judged.
pub(super) fn run(context: &Context<'_>, job: Job, worker: &mut Worker<'_>, how: How) -> Result<TestRun, Fault> {
    let crowding = (context.crowding)();
    let (mut result, limit) = judged(context, job, worker, |exec| match how {
        How::Beside => exec.limits.cpu = grey_zone::extended(exec.limits.cpu, &crowding),
        How::Briefly => {
            exec.limits.cpu /= 10;
            exec.limits.wall /= 10;
        }
        How::Alone { patience } => grey_zone::extend(exec, &crowding, patience),
    })?;
    if let (How::Alone { .. }, TestResult::Judged(Judgement { cause: Some(cause), .. })) = (how, &mut result) {
        if matches!(cause.root(), Cause::Starved) {
            let fault = Fault::new(FaultKind::Sandbox, format!("it was killed within its own limit: {cause}"));
            return Err(fault.hint("give the container more memory than the problem's limit, or free some"));
        }
        crowding.excuse(cause);
    }
    Ok(TestRun { result, limit, longest: grey_zone::extended(limit, &crowding) })
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
    if planned.needs_measured_limit() {
        return Err(Fault::new(FaultKind::Internal, "the time limit is still to be measured"));
    }
    let test = &planned.tests[job.test];
    let before = state(test);
    let program = ready(&context.builds[job.solution])?;
    let limits = limits(planned, test, program);
    let mut exec = program.on_test(test, &limits);
    change(&mut exec);
    let limit = limits.cpu;
    let skipped = || (TestResult::Skipped(SkipReason::Interrupted), limit);
    let problem = &planned.problem;
    let (builds, programs) = (context.ports.builds, context.programs);
    let solution = (planned.solution.build.checks, &*planned.solution.display);
    let (input, answer) = (Content::File(&test.input), Content::File(&test.answer));
    let subject = JudgedTest { builds, programs, test, problem, solution, limits: &limits, input, answer };
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
