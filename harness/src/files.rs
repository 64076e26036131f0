//! Judges files that belong to no problem, in any folder, on the tests beside them: what
//! `harness FILE` does where the file is not a solution of a workspace.

mod once;
mod tests;
mod watch;

use crate::again::Calls;
use crate::args::CommonArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::judge_args::JudgeArgs;
use crate::running::{self, JudgingRun};
use crate::screen::Screen;
use crate::workspace;
use ::judge::{Files, LooseFiles, config, usual_failure};
use judge::Words;
use judge::model::Solution;
use std::path::PathBuf;
use std::sync::Arc;

/// Judges `files`. `without`: folders whose files are not tests of theirs.
pub(crate) fn run(args: &JudgeArgs, common: &CommonArgs, files: &Files, without: &[PathBuf]) -> Result<Exit, CliError> {
    let (here, languages) = (&workspace::here()?, &config::languages(&config::load(None)?)?);
    let (rules, names, named) = (&args.rules.own(here, languages)?, args.names.clone(), common.judge()?);
    let loose = LooseFiles { here, files, rules, names, without, languages, named };
    let attempt = Attempt { args, common, screen: &common.screen(), loose };
    match (args.inputs.is_empty(), args.watch) {
        // An interactor talks to the program, so that its input alone means nothing.
        (false, _) if attempt.loose.is_talk() && args.inputs.iter().all(|input| here.join(input).is_file()) => {
            let inputs = args.inputs.iter().map(|input| here.join(input));
            let files = &Files { tests: inputs.collect(), ..files.clone() };
            Attempt { loose: LooseFiles { files, ..attempt.loose }, ..attempt }.judge()
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
    loose: LooseFiles<'a>,
}

impl Attempt<'_> {
    fn judge(&self) -> Result<Exit, CliError> {
        let (mut workspace, announced) = self.load()?;
        let words = self.words();
        let Some(plan) = running::plan(self.args, &mut workspace, &words)? else { return Ok(Exit::AsExpected) };
        let run = JudgingRun {
            announced: &announced,
            usual_failure: usual_failure(&plan),
            calls: &|plan| self.calls(plan.solutions.iter().map(|one| &one.solution)),
        };
        running::judge_plan(self.args, &workspace, &words, plan, &run)
    }

    /// All programs, on the tests that are named.
    fn words(&self) -> Words {
        Words { here: self.loose.here.to_owned(), words: Vec::new(), tests: self.args.tests() }
    }

    /// What judges these programs again.
    fn calls<'s>(&self, solutions: impl Iterator<Item = &'s Arc<Solution>>) -> Calls {
        let programs = solutions.map(|solution| (solution.id.to_string(), &*solution.path));
        Calls::of_files(self.common, self.loose.here, &self.args.select.filters, self.loose.files, programs)
    }
}
