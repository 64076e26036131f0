//! The command without a name: judges the selection.

use crate::anywhere::Anywhere;
use crate::args::{CommonArgs, SelectArgs};
use crate::debug;
use crate::error::{CliError, ErrorKind, refused};
use crate::exit::Exit;
use crate::files;
use crate::judge_args::JudgeArgs;
use crate::last_run;
use crate::made;
use crate::outputs::{self, Called};
use crate::running;
use crate::screen::say;
use crate::watch;
use crate::workspace::{self, Workspace};
use engine::plan::{Plan, PlanError};
use engine::run::{OnFailure, Settings};
use judge::config;
use judge::{Files, Limits, Scope, Target, Task};
use judge::{input_of, not_there};
use model::shell;
use package::detect::Kind;
use report::text::phrase::{count, names};
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(args: &JudgeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let words = &args.select.filters;
    let judged = resolved(args, common);
    // What other tools call this command.
    let is_habit = |word: &str| HABITS.contains(&word) || GETTING.contains(&word);
    let habit = words.first().filter(|word| is_habit(word) && !Path::new(word).exists());
    match (judged, habit) {
        (Err(CliError::Refused { .. } | CliError::Selection { .. }), Some(word)) => {
            if GETTING.contains(&word.as_str()) {
                return Err(refused(format!("there is no command, problem or file called `{word}`"))
                    .with_hint("`harness get` takes a problem with its samples from the browser")
                    .of_kind(ErrorKind::NothingNamed));
            }
            let rest: Vec<String> = words[1..].iter().map(|word| shell::word(word)).collect();
            let rest = if rest.is_empty() { "FILE".to_owned() } else { rest.join(" ") };
            Err(refused(format!("there is no command, problem or file called `{word}`"))
                .with_hint(format!("judging needs no command: `harness {rest}`"))
                .of_kind(ErrorKind::NothingNamed))
        }
        (judged, _) => judged,
    }
}

const HABITS: [&str; 5] = ["test", "run", "judge", "verify", "t"];

/// What other tools call taking a problem from its page.
const GETTING: [&str; 6] = ["download", "dl", "d", "fetch", "receive", "parse"];

fn resolved(args: &JudgeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let words = &args.select.filters;
    let request = args.program.request();
    if !request.is_empty() || common.root.is_none() {
        let here = workspace::here()?;
        if let Some(files) = request.files(words, &here, &config::languages(&config::load(None)?)?)? {
            return files::run(args, common, &files, Vec::new());
        }
    }
    let target = match &common.root {
        Some(root) => Target::Place { root: Some(root.clone()), words: words.clone() },
        None => {
            let here = workspace::here()?;
            Target::resolve(words, None, &here, &config::languages(&config::load(None)?)?)
        }
    };
    match target {
        Target::Files(files) => files::run(args, common, &files, Vec::new()),
        Target::Place { root, words } => {
            let select = SelectArgs { filters: words, tests: args.tests() };
            place(args, &select, &CommonArgs { root, ..common.clone() })
        }
    }
}

/// Judges what is selected of a workspace, a package or a plain folder.
fn place(args: &JudgeArgs, select: &SelectArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let mut workspace =
        made::open(select, common, &args.sandbox).map_err(|error| without_workspace(error, select, common))?;
    if let Some(files) = newest(args, select, common, &workspace) {
        return files::run(args, common, &files, Vec::new());
    }
    let adopted = workspace.adopt(&select.words());
    adopted.iter().for_each(|notice| workspace.screen.notice(notice));
    change_rules(args, &mut workspace)?;
    let only = match args.failed.then(|| last_run::failing(&workspace)).transpose()? {
        Some(None) => {
            say!("nothing to run again: whatever was judged was as expected the last time\n")?;
            return Ok(Exit::AsExpected);
        }
        failing => failing.flatten(),
    };
    let planned = workspace.plan_of(select, args.time.time_factor, only.clone());
    if let Err(CliError::Selection { error: PlanError::ForeignFile { .. }, .. }) = planned
        && let Some((files, without)) = workspace.foreign(&select.words())
    {
        return files::run(args, common, &files, without);
    }
    let mut plan = planned?;
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
    note_ungenerated(&workspace, &plan);
    let builder = workspace.builder()?.afresh(args.no_cache);
    let shard = running::shard(&args.shard, &plan, &builder)?;
    if let Some(part) = args.shard.shard {
        plan = plan.shard(part, args.shard.shard_by);
    }
    let called = Called { all: args.build.with(&workspace.screen.command), is_by_name: true };
    let (reporters, notes) = outputs::open(args, &workspace, &called)?;
    let on_failure = match Kind::of(&workspace.root) {
        None if !args.shows_all() => OnFailure::StopSlow,
        // A judge, problemtools and BAPCtools are done with a submission when it is decided.
        Some(Kind::Package(_) | Kind::Contest) if !args.shows_all() => OnFailure::StopSolution,
        Some(Kind::Package(_) | Kind::Contest | Kind::Workspace) | None => OnFailure::Continue,
    };
    let command = args.build.with(&workspace.screen.command);
    let settings = Settings { shard, command, ..running::settings(args, on_failure) };
    let task = Task {
        plan: &plan,
        found,
        settings,
        builder: &builder,
        remembers: !args.no_cache,
        turn: Some(Box::new(limits.in_turn(&workspace, args.time.time_factor))),
    };
    let exit = running::judge(&workspace, &args.sandbox, task, reporters);
    notes.borrow().iter().for_each(|note| workspace.screen.note(note));
    exit
}

/// Notes tests that are only in `[generate]`: they are not judged, and nothing else in a run
/// mentions them.
fn note_ungenerated(workspace: &Workspace, plan: &Plan) {
    for of_problem in plan.by_problem() {
        let problem = &of_problem[0].problem;
        let described = problem.generate.iter().map(|(test, _)| test);
        let absent = described.filter(|test| !input_of(&workspace.root, problem, test).exists());
        let absent: Vec<String> = absent.map(ToString::to_string).collect();
        if !absent.is_empty() {
            let tests = format!("{} of {} to be generated first", count(absent.len(), "test"), problem.id);
            let hint = workspace.screen.callable(&format!("`harness generate {}`", problem.id));
            workspace.screen.note(&format!("{tests}, not judged: {} ({hint})", names(&absent, 3)));
        }
    }
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

/// Applies `--time` and its like to all problems.
fn change_rules(args: &JudgeArgs, workspace: &mut Workspace) -> Result<(), CliError> {
    if args.rules.words().is_empty() {
        return Ok(());
    }
    let home = workspace::here()?;
    let (screen, languages) = (workspace.screen.clone(), workspace.languages.clone());
    let at = Anywhere { rules: &args.rules, screen: &screen, home: &home, languages: &languages, judge: None };
    let rules = at.own_rules()?;
    workspace.catalog.problems.iter_mut().for_each(|problem| rules.change(Arc::make_mut(problem)));
    Ok(())
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
    let programs = plan.solutions.iter().map(|planned| planned.solution.path.clone()).collect();
    files::run(args, common, &Files::of_programs(programs), Vec::new())
}

/// A name given where there is no workspace means a file or folder, so the error is about that.
fn without_workspace(error: CliError, select: &SelectArgs, common: &CommonArgs) -> CliError {
    match select.filters.first().filter(|_| common.root.is_none() && workspace::root(None).is_err()) {
        Some(name) => not_there(name, &select.words().here),
        None => error,
    }
}
