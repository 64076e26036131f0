//! The command without a name: judges the selection.

use crate::again::Calls;
use crate::args::CommonArgs;
use crate::error::{CliError, ErrorKind, chain, exit_of, refused};
use crate::exit::Exit;
use crate::files;
use crate::habits;
use crate::judge_args::JudgeArgs;
use crate::running::{self, JudgingRun};
use crate::session;
use crate::watch;
use crate::workspace::{self, Workspace};
use judge::formats::Kind;
use judge::{Call, Files, Meaning, Opening, Plan, Words, config};

/// `whole`: the definition of the command line.
pub(crate) fn run(args: &JudgeArgs, common: &CommonArgs, whole: fn() -> clap::Command) -> Result<Exit, CliError> {
    let words = &args.select.filters;
    let error = match (resolved(args, common), words.first()) {
        (Err(error @ (CliError::Refused { .. } | CliError::Selection { .. })), Some(_)) => error,
        (judged, _) => return judged,
    };
    let whole = whole();
    if let Some(hint) = habits::hint(&whole, words) {
        return Err(refused(format!("there is no command, problem or file called `{}`", words[0]))
            .with_hint(hint)
            .of_kind(ErrorKind::NothingNamed));
    }
    let is_guessed = error.hint().is_some_and(|hint| hint.starts_with("did you mean"));
    match habits::meant(&whole, &words[0]) {
        Some(command) if exit_of(&error) == Exit::NothingSelected && !is_guessed && error.diagnostics().is_empty() => {
            let hint = format!("did you mean `harness {command}`?");
            Err(refused(chain(&error)).with_hint(hint).of_kind(ErrorKind::NothingNamed))
        }
        Some(_) | None => Err(error),
    }
}

fn resolved(args: &JudgeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (here, languages) = (workspace::here()?, config::languages(&config::load(None)?)?);
    let call = Call {
        words: Words { here: here.clone(), words: args.select.filters.clone(), tests: args.tests() },
        root: common.root.clone(),
        named: common.judge()?,
        rules: args.rules.own(&here, &languages)?,
        program: Some(args.program.request()),
        ..Call::default()
    };
    let mut meant = call.resolve()?;
    if let Meaning::Place(opening) = &meant
        && !opening.judge.unmade(&opening.words).is_empty()
    {
        let workspace = Workspace::with_screen(opening.judge.clone(), common.screen());
        session::make(&workspace, &opening.words, &args.sandbox)?;
        meant = call.resolve()?;
    }
    match meant {
        Meaning::Files(files, without) => files::run(args, common, &files, &without),
        Meaning::Place(opening) => place(args, &CommonArgs { root: opening.root.clone(), ..common.clone() }, *opening),
    }
}

/// Judges what is selected of a workspace, a package or a plain folder.
fn place(args: &JudgeArgs, common: &CommonArgs, opening: Opening) -> Result<Exit, CliError> {
    let Opening { judge, words, notices, .. } = opening;
    let mut workspace = Workspace::with_screen(judge, common.screen());
    if let Some(files) = newest(args, &words, common, &workspace) {
        return files::run(args, common, &files, &[]);
    }
    notices.iter().for_each(|notice| workspace.screen.notice(notice));
    let Some(plan) = running::plan(args, &mut workspace, &words)? else { return Ok(Exit::AsExpected) };
    if args.watch && Kind::of(&workspace.root).is_some() {
        return watch::run(args, &words, common);
    }
    if !args.inputs.is_empty() || args.watch {
        let files = session::call(&workspace, &args.sandbox, |caller| workspace.as_files(plan, caller))?;
        return files::run(args, common, &files, &[]);
    }
    if args.names.is_some() {
        return Err(refused("--names is about the tests of a file, and what is named here has its own"));
    }
    let here = workspace::here()?;
    let calls = |plan: &Plan| Calls::of_plan(common, &workspace, &here, plan);
    let usual_failure = workspace.usual_failure();
    let run = JudgingRun { announced: "", usual_failure, calls: &calls };
    running::judge_plan(args, &workspace, &words, plan, &run)
}

/// The program to judge where nothing is named in a folder of no format.
fn newest(args: &JudgeArgs, words: &Words, common: &CommonArgs, workspace: &Workspace) -> Option<Files> {
    if common.root.is_some() || !words.words.is_empty() || args.failed {
        return None;
    }
    let (files, notice) = workspace.newest()?;
    notice.iter().for_each(|notice| workspace.screen.notice(notice));
    Some(files)
}
