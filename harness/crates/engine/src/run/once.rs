//! One run of one solution on one input that has no answer.

use crate::build::{Built, SourceFile};
use crate::cell;
use crate::judge;
use crate::run::{Runner, Sink};
use model::{Fault, Limits, Progress, Solution, Usage, Verdict};
use sandbox::Stdin;
use std::path::Path;

/// The outcome of one run.
#[derive(Clone, Debug, PartialEq)]
pub enum Once {
    Ended(Ended),
    /// It does not compile. Holds the compiler's messages.
    Rejected(String),
    Interrupted,
}

/// A run that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub usage: Usage,
    /// The limits, with the language's factors applied.
    pub limits: Limits,
    /// The exceeded limit or the crash, and one line about it.
    pub failure: Option<(Verdict, String)>,
}

impl Runner<'_> {
    /// Builds `solution` and runs it on `input`. Nothing is judged or remembered.
    ///
    /// # Errors
    /// A fault of the compiler or of the sandbox.
    pub fn once(&self, solution: &Solution, input: &Path, limits: &Limits, sink: &mut dyn Sink) -> Result<Once, Fault> {
        let program = match self.build(&[SourceFile::of(solution)], sink).pop().unwrap_or(Ok(Built::Interrupted))? {
            Built::Ready { program, .. } => program,
            Built::Rejected { messages } => return Ok(Once::Rejected(messages)),
            Built::Interrupted => return Ok(Once::Interrupted),
        };
        let phase = |done, total| Progress::Generating { done, total };
        let mut ended = self.for_each(&[input], phase, sink, |input, worker| {
            let exec = program.exec(Stdin::File(input.to_path_buf()), limits);
            let Some(completed) = worker.cell.run(&exec)? else { return Ok(None) };
            let unreadable = |error| cell::unreadable_output(&error);
            let limits = program.limits(limits);
            let failure = judge::decide(&completed.outcome, &limits);
            Ok(Some(Once::Ended(Ended {
                stdout: completed.stdout.bytes(u64::MAX).map_err(unreadable)?,
                stderr: completed.stderr.bytes(u64::MAX).map_err(unreadable)?,
                usage: cell::usage(completed.outcome.usage),
                limits,
                failure: failure.map(|decision| (decision.verdict, decision.note)),
            })))
        });
        Ok(ended.pop().transpose()?.flatten().unwrap_or(Once::Interrupted))
    }
}
