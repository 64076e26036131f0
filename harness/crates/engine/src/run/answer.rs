//! What a solution prints: for answers that are to be written, not judged.

use crate::build::{Built, Purpose, SourceFile};
use crate::judge;
use crate::run::pool::Worker;
use crate::run::{Runner, Sink};
use model::{Fault, FaultKind, Problem, Solution, Test};
use sandbox::Stdin;
use std::sync::Arc;

/// What a solution made of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// All it printed, after a run that ended well.
    Output(Vec<u8>),
    /// It broke a limit or crashed; one line says how.
    Failed(String),
    /// It does not compile; the compiler's words.
    Rejected(String),
    Interrupted,
}

impl Runner<'_> {
    /// Runs `solution` on the inputs of `tests`, under the problem's limits, and gives what it printed for each. Never from memory.
    pub fn answers(
        &self,
        problem: &Problem,
        solution: &Solution,
        tests: &[Arc<Test>],
        sink: &mut dyn Sink,
    ) -> Vec<Result<Said, Fault>> {
        let source = SourceFile {
            path: solution.path.clone(),
            shown: solution.shown.clone(),
            language: solution.language.clone(),
            purpose: Purpose::Solution,
        };
        let built = self.build(&[source], sink).pop().unwrap_or(Ok(Built::Interrupted));
        let work = |worker: &mut Worker<'_>, index: usize| {
            let program = match &built {
                Ok(Built::Ready { program, .. }) => program,
                Ok(Built::Rejected { messages }) => return Ok(Said::Rejected(messages.clone())),
                Ok(Built::Interrupted) => return Ok(Said::Interrupted),
                Err(fault) => return Err(fault.clone()),
            };
            let limits = problem.limits_of(&tests[index].id);
            let exec = program.exec(Stdin::File(tests[index].input.clone()), limits);
            let Some(completed) = worker.cell.run(&exec, self.cancel)? else { return Ok(Said::Interrupted) };
            if let Some(decision) = judge::decide(&completed.outcome, &program.limits(limits)) {
                return Ok(Said::Failed(format!("{}: {}", decision.verdict, decision.note)));
            }
            let bytes = completed.stdout.bytes(u64::MAX);
            bytes
                .map(Said::Output)
                .map_err(|error| Fault::caused(FaultKind::Sandbox, "cannot read what the program wrote", &error))
        };
        let mut said: Vec<Option<Result<Said, Fault>>> = tests.iter().map(|_| None).collect();
        self.pool.in_order(usize::MAX, tests.len(), work, |index, result| said[index] = Some(result));
        said.into_iter().map(|said| said.expect("in_order hands over every index once")).collect()
    }
}
