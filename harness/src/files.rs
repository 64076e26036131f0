//! Judges files that belong to no problem, in any folder, on the tests beside them: what
//! `harness FILE` does where the file is not a solution of a workspace.

mod once;
mod tests;
mod watch;

use crate::again::Calls;
use crate::args::{CommonArgs, SelectArgs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::judge_args::JudgeArgs;
use crate::running::{self, JudgingRun};
use crate::screen::Screen;
use crate::workspace::{self, Workspace};
use ::judge::places::typed;
use ::judge::{Files, OwnRules, config, usual_failure};
use judge::model::Solution;
use judge::{JudgeProfile, Languages};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Judges `files`. `without`: folders whose files are not tests of theirs.
pub(crate) fn run(
    args: &JudgeArgs,
    common: &CommonArgs,
    files: &Files,
    without: Vec<PathBuf>,
) -> Result<Exit, CliError> {
    let screen = common.screen();
    let home = workspace::here()?;
    let languages = config::languages(&config::load(None)?)?;
    let judge = common.judge()?;
    let rules = args.rules.own(&home, &languages)?;
    let (screen, home, languages) = (&screen, &home, &languages);
    let attempt = Attempt { args, common, screen, home, languages, judge, rules, files, without };
    match (args.inputs.is_empty(), args.watch) {
        // An interactor talks to the program, so that its input alone means nothing.
        (false, _) if attempt.loose().is_talk() && args.inputs.iter().all(|input| home.join(input).is_file()) => {
            let inputs = args.inputs.iter().map(|input| home.join(input));
            let files = Files { tests: inputs.collect(), ..files.clone() };
            Attempt { files: &files, ..attempt }.judge()
        }
        (false, _) => attempt.once(),
        (true, false) => attempt.judge(),
        (true, true) => attempt.watch(),
    }
}

struct Attempt<'a> {
    args: &'a JudgeArgs,
    common: &'a CommonArgs,
    screen: &'a Screen,
    /// The folder of the call.
    home: &'a Path,
    languages: &'a Languages,
    /// The judge of `--judge`.
    judge: Option<&'static JudgeProfile>,
    rules: OwnRules,
    files: &'a Files,
    without: Vec<PathBuf>,
}

/// The files as a workspace, and what is said of their tests.
struct FileWorkspace {
    workspace: Workspace,
    announced: String,
}

impl Attempt<'_> {
    fn judge(&self) -> Result<Exit, CliError> {
        let FileWorkspace { mut workspace, announced } = self.load()?;
        let select = SelectArgs { filters: Vec::new(), tests: self.args.tests() };
        let Some(plan) = running::plan(self.args, &mut workspace, &select)? else { return Ok(Exit::AsExpected) };
        let run = JudgingRun {
            announced: &announced,
            usual_failure: usual_failure(&plan),
            calls: &|plan| self.calls(plan.solutions.iter().map(|one| &one.solution)),
        };
        running::judge_plan(self.args, &workspace, &select, plan, &run)
    }

    /// What judges these programs again.
    fn calls<'s>(&self, solutions: impl Iterator<Item = &'s Arc<Solution>>) -> Calls {
        let programs = solutions.map(|solution| (solution.id.to_string(), &*solution.path));
        Calls::of_files(self.common, self.home, &self.args.select.filters, self.files, programs)
    }

    /// A path as it would be typed here.
    fn name(&self, path: &Path) -> String {
        typed(path, self.home)
    }
}
