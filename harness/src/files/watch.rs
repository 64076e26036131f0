//! `harness FILE -w`: judges again whenever the file, a test or the checker is saved.

use super::Attempt;
use crate::error::CliError;
use crate::exit::Exit;
use crate::watch::{Round, watch};
use crate::workspace::Workspace;
use ::judge::watch::{Due, Snapshot};
use ::judge::{SourceFile, usual_failure};
use std::path::PathBuf;

impl Attempt<'_> {
    pub(super) fn watch(&self) -> Result<Exit, CliError> {
        let workspace = Workspace::with_screen(self.loose.without_tests()?, self.screen.clone());
        let (reader, solutions) = (workspace.reader(), &workspace.catalog.solutions);
        let headers = || solutions.iter().flat_map(|solution| reader.headers(&SourceFile::of(solution)));
        let due = Due::of(self.loose.here, self.loose.files.programs.iter().cloned());
        watch(self.args, &workspace, due, || self.snapshot(headers()), &|_| self.round())
    }

    fn round(&self) -> Result<Round, CliError> {
        if let Some(error) = self.loose.gone() {
            return Err(error);
        }
        let (workspace, announced) = self.load()?;
        let plan = workspace.plan_of(&self.words(), self.args.time.time_factor, None)?;
        let calls = self.calls(plan.solutions.iter().map(|planned| &planned.solution));
        let usual_failure = usual_failure(&plan);
        Ok(Round { workspace, plan, announced, calls, usual_failure })
    }

    /// All files that a verdict depends on, including tests that appear and disappear.
    fn snapshot(&self, headers: impl Iterator<Item = PathBuf>) -> Snapshot {
        let programs = self.loose.files.programs.iter().cloned();
        let tools = self.args.rules.programs().map(|file| self.loose.here.join(file));
        let assembled = self.loose.assembled();
        let problems = assembled.catalog.problems.iter();
        let judges = problems.filter_map(|problem| Some(problem.judging.program()?.to_owned()));
        let pairs = assembled.found.iter().flat_map(|files| &files.pairs);
        let tests = pairs.flat_map(|pair| [pair.input.clone(), pair.answer.clone()]);
        Snapshot::of(programs.chain(tools).chain(judges).chain(tests).chain(headers))
    }
}
