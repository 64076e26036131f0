//! What a solution prints: for answers that are written, and for inputs that have none.

use crate::build::{BuildOutcome, Program, SourceFile};
use crate::cell;
use crate::judge::{self, Decision, sanitizers};
use crate::run::named_files;
use crate::run::pool::Worker;
use crate::run::{Runner, Sink};
use model::{
    Checks, EffectiveLimits, Fault, FileNames, Finding, Limits, Progress, Solution, Test, TestId, TimeAllowed,
    TimeFactor, Usage,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a solution made of one input. It is looked at once and dropped.
#[expect(clippy::large_enum_variant, reason = "a box would cost every use, and spare nothing")]
#[derive(Clone, Debug, PartialEq)]
pub enum CapturedOutput {
    Ended(CapturedRun),
    /// It does not compile. Holds the compiler's messages.
    Rejected(String),
    Interrupted,
}

/// A run that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct CapturedRun {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub usage: Usage,
    pub limits: Limits,
    /// The exceeded limit or the crash.
    pub failure: Option<Decision>,
    /// What a sanitized program found in itself.
    pub found: Vec<Finding>,
}

impl Runner<'_> {
    /// Builds `solution` and runs it on the inputs of `tests`, under the limits that are `stated`
    /// for each. Nothing is judged or remembered.
    pub fn capture<'l>(
        &self,
        solution: &Solution,
        tests: &[Arc<Test>],
        stated: impl Fn(&Test) -> &'l Limits + Sync,
        time: TimeFactor,
        sink: &mut dyn Sink,
    ) -> Vec<Result<CapturedOutput, Fault>> {
        let built = self.build(&[SourceFile::of(solution)], sink).pop().unwrap_or(Ok(BuildOutcome::Interrupted));
        let program = match built {
            Ok(BuildOutcome::Ready { program, .. }) => program,
            Ok(BuildOutcome::Rejected { messages }) => {
                return vec![Ok(CapturedOutput::Rejected(messages)); tests.len()];
            }
            Ok(BuildOutcome::Interrupted) => return vec![Ok(CapturedOutput::Interrupted); tests.len()],
            Err(fault) => return vec![Err(fault); tests.len()],
        };
        let phase = |done, total| Progress::Generating { done, total };
        let ended = self.for_each(tests, phase, sink, |test, worker| {
            let time = TimeAllowed::Limit(time);
            let limits = EffectiveLimits::of(stated(test), solution.limits, time, &program.share);
            let limits = limits.for_checks(solution.build.checks);
            let mut ended = self.capture_one(&program, test, limits, worker)?;
            if let (Some(ended), Checks::Sanitized) = (&mut ended, solution.build.checks) {
                ended.found = sanitizers::findings(&ended.stderr, &solution.display);
            }
            Ok(ended)
        });
        ended.into_iter().map(|ended| Ok(ended?.map_or(CapturedOutput::Interrupted, CapturedOutput::Ended))).collect()
    }

    /// Does the same for one input.
    ///
    /// # Errors
    /// A fault of the compiler or of the sandbox.
    pub fn once(
        &self,
        solution: &Solution,
        input: &Path,
        files: &FileNames,
        (stated, time): (&Limits, TimeFactor),
        sink: &mut dyn Sink,
    ) -> Result<CapturedOutput, Fault> {
        let test = Test::new(TestId("input".into()), input.to_path_buf(), PathBuf::new());
        let test = Arc::new(test.with_files(files));
        self.capture(solution, &[test], |_| stated, time, sink).pop().unwrap_or(Ok(CapturedOutput::Interrupted))
    }

    fn capture_one(
        &self,
        program: &Program,
        test: &Test,
        limits: EffectiveLimits,
        worker: &mut Worker<'_>,
    ) -> Result<Option<CapturedRun>, Fault> {
        let mut exec = program.on_test(test, &limits);
        // Waiting for a core is not sleeping.
        let crowding = (self.settings.crowding)();
        exec.core_wait = crowding.core_wait();
        let ran = named_files::run(&exec, test, &test.input, self.ports.builds, worker)?;
        let Some(completed) = ran else { return Ok(None) };
        let usage = completed.outcome.usage;
        let mut failure = judge::decide(&completed.outcome, &limits);
        if let Some(decision) = &mut failure {
            crowding.excuse(&mut decision.cause);
        }
        let unreadable = |error| cell::unreadable_output(&error);
        Ok(Some(CapturedRun {
            stdout: completed.stdout.bytes(u64::MAX).map_err(unreadable)?,
            stderr: completed.stderr.bytes(u64::MAX).map_err(unreadable)?,
            usage: cell::usage(usage),
            limits: limits.into_limits(),
            failure,
            found: Vec::new(),
        }))
    }
}
