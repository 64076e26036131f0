//! The command without a name: judges the selection.

use crate::args::{CommonArgs, SelectArgs};
use crate::debug;
use crate::error::{CliError, ErrorKind, refused};
use crate::exit::Exit;
use crate::files;
use crate::habits;
use crate::judge_args::JudgeArgs;
use crate::last_run;
use crate::made;
use crate::outputs::{self, CallCommands};
use crate::running;
use crate::screen::say;
use crate::watch;
use crate::workspace::{self, Workspace};
use engine::plan::Plan;
use engine::run::{OnFailure, Settings};
use judge::config;
use judge::{Call, Files, Limits, Meaning, Opening, Scope, Task, Words, part_of};
use package::detect::Kind;

pub(crate) fn run(args: &JudgeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let words = &args.select.filters;
    match (resolved(args, common), habits::hint(words)) {
        (Err(CliError::Refused { .. } | CliError::Selection { .. }), Some(hint)) => {
            Err(refused(format!("there is no command, problem or file called `{}`", words[0]))
                .with_hint(hint)
                .of_kind(ErrorKind::NothingNamed))
        }
        (judged, _) => judged,
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
        made::make(&workspace, &opening.words, &args.sandbox)?;
        meant = call.resolve()?;
    }
    match meant {
        Meaning::Files(files, without) => files::run(args, common, &files, without),
        Meaning::Place(opening) => place(args, &CommonArgs { root: opening.root.clone(), ..common.clone() }, *opening),
    }
}

/// Judges what is selected of a workspace, a package or a plain folder.
fn place(args: &JudgeArgs, common: &CommonArgs, opening: Opening) -> Result<Exit, CliError> {
    let Opening { judge, words, notices, .. } = opening;
    let select = &SelectArgs { filters: words.words, tests: words.tests };
    let mut workspace = Workspace::with_screen(judge, common.screen());
    if let Some(files) = newest(args, select, common, &workspace) {
        return files::run(args, common, &files, Vec::new());
    }
    notices.iter().for_each(|notice| workspace.screen.notice(notice));
    let only = match args.failed.then(|| last_run::failing(&workspace)).transpose()? {
        Some(None) => {
            say!("nothing to run again: whatever was judged was as expected the last time\n")?;
            return Ok(Exit::AsExpected);
        }
        failing => failing.flatten(),
    };
    let mut plan = workspace.plan_of(select, args.time.time_factor, only.clone())?;
    if !args.inputs.is_empty() || args.watch {
        return other_ways(args, select, common, &workspace, &plan);
    }
    if args.in_pattern.is_some() {
        return Err(refused("--in and --ans name the tests of a file, and what is named here has its own"));
    }
    let extent = if args.shard.shard.is_some() { Scope::Part } else { Scope::Whole };
    let limits = Limits::of(&mut workspace.judge, &args.limits.wanted(), &plan, extent)?;
    if limits.changed {
        plan = workspace.plan_of(select, args.time.time_factor, only)?;
    }
    workspace.build_as(&args.build, &mut plan)?;
    if let Some(test) = &args.debug {
        return debug::on(&workspace, &plan, test, &args.sandbox);
    }
    let found = workspace.diagnostics_of(select, &plan);
    workspace.ungenerated(&plan).iter().for_each(|notice| workspace.screen.notice(notice));
    let builder = workspace.builder()?.afresh(args.no_cache);
    let (plan, shard) = part_of(plan, args.shard.shard, args.shard.shard_by, &builder)?;
    let command = args.build.with(&workspace.screen.command);
    let called = CallCommands { all: command.clone(), is_by_name: true };
    let (reporters, notes) = outputs::open(args, &workspace, &called)?;
    let on_failure = if args.shows_all() { OnFailure::Continue } else { workspace.usual_failure() };
    let settings = Settings { shard, command, ..running::settings(args, on_failure) };
    let (remembers, turn) = (!args.no_cache, limits.in_turn(&workspace, args.time.time_factor));
    let task = Task { found, remembers, turn: Some(Box::new(turn)), ..Task::of(&plan, settings, &builder) };
    let exit = running::judge(&workspace, &args.sandbox, task, reporters);
    notes.borrow().iter().for_each(|note| workspace.screen.note(note));
    exit
}

/// The program to judge where nothing is named in a folder of no format.
fn newest(args: &JudgeArgs, select: &SelectArgs, common: &CommonArgs, workspace: &Workspace) -> Option<Files> {
    if common.root.is_some() || !select.filters.is_empty() || args.failed {
        return None;
    }
    let (files, notice) = workspace.newest()?;
    notice.iter().for_each(|notice| workspace.screen.notice(notice));
    Some(files)
}

/// `-i` and `-w` for what is selected of a workspace.
fn other_ways(
    args: &JudgeArgs,
    select: &SelectArgs,
    common: &CommonArgs,
    workspace: &Workspace,
    plan: &Plan,
) -> Result<Exit, CliError> {
    if args.watch && Kind::of(&workspace.root).is_some() {
        let select = SelectArgs { filters: select.filters.clone(), tests: select.tests.clone() };
        return watch::run(&watch::WatchArgs::of(args, select), common);
    }
    files::run(args, common, &workspace.as_files(plan), Vec::new())
}
