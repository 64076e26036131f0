//! What a solution prints: for answers that are written, not judged.

use crate::build::{Built, Program, SourceFile};
use crate::cell;
use crate::judge;
use crate::run::named_files;
use crate::run::pool::Worker;
use crate::run::{Runner, Sink};
use model::{Fault, Problem, Progress, Solution, Test};
use sandbox::Stdin;
use std::sync::Arc;

/// What a solution made of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Printed {
    /// Everything that it printed in a run that ended well.
    Output(Vec<u8>),
    /// It exceeded a limit or crashed; one line says how.
    Failed(String),
    /// It does not compile. Holds the compiler's messages.
    Rejected(String),
    Interrupted,
}

impl Runner<'_> {
    /// Runs `solution` on the inputs of `tests`, under the problem's limits, and returns what it
    /// printed for each. Nothing is remembered.
    pub fn capture(
        &self,
        problem: &Problem,
        solution: &Solution,
        tests: &[Arc<Test>],
        sink: &mut dyn Sink,
    ) -> Vec<Result<Printed, Fault>> {
        let built = self.build(&[SourceFile::of(solution)], sink).pop().unwrap_or(Ok(Built::Interrupted));
        let program = match built {
            Ok(Built::Ready { program, .. }) => program,
            Ok(Built::Rejected { messages }) => return vec![Ok(Printed::Rejected(messages)); tests.len()],
            Ok(Built::Interrupted) => return vec![Ok(Printed::Interrupted); tests.len()],
            Err(fault) => return vec![Err(fault); tests.len()],
        };
        let phase = |done, total| Progress::Generating { done, total };
        let printed =
            self.for_each(tests, phase, sink, |test, worker| self.capture_one(problem, &program, test, worker));
        printed.into_iter().map(|printed| printed.map(|printed| printed.unwrap_or(Printed::Interrupted))).collect()
    }

    fn capture_one(
        &self,
        problem: &Problem,
        program: &Program,
        test: &Test,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Printed>, Fault> {
        let limits = problem.limits_of(&test.id);
        let mut exec = program.exec(Stdin::File(test.input.clone()), limits);
        exec.args.extend(test.args().iter().map(Into::into));
        // Waiting for a core is not sleeping.
        let crowding = (self.settings.crowding)();
        exec.crowding = crowding.factor();
        let ran = named_files::run(&exec, test, &test.input, self.ports.builds, worker)?;
        let Some(completed) = ran else { return Ok(None) };
        if let Some(mut decision) = judge::decide(&completed.outcome, &program.limits(limits)) {
            let usage = completed.outcome.usage;
            crowding.excuse(&mut decision.note, usage.cpu, usage.wall);
            return Ok(Some(Printed::Failed(format!("{}: {}", decision.verdict, decision.note))));
        }
        let output = completed.stdout.bytes(u64::MAX).map_err(|error| cell::unreadable_output(&error))?;
        Ok(Some(Printed::Output(output)))
    }
}
