//! `-w`: judges what is saved, as soon as it is saved.

use crate::again::Calls;
use crate::args::CommonArgs;
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::judge_args::JudgeArgs;
use crate::outputs;
use crate::running::{judge_in, settings};
use crate::screen::{StandardOutput, from_here, print, say, write_aside};
use crate::session;
use crate::watching::{KEYS, Results, WatchEvent, Watching, keys, part};
use crate::workspace::{Workspace, here};
use ::judge::watch::{Due, FailingTests, RoundState, Snapshot};
use judge::formats::Kind;
use judge::{OnFailure, Plan, Sandbox, Task, Words};
use report::Tee;
use report::text::phrase::{count, names};
use std::path::Path;

/// What is judged in a round.
pub(crate) struct Round {
    pub workspace: Workspace,
    pub plan: Plan,
    /// What is said of it.
    pub announced: String,
    pub calls: Calls,
    /// What is done after a failure unless the arguments say otherwise.
    pub usual_failure: OnFailure,
}

/// Watches what the words choose of a workspace.
///
/// # Errors
/// When it cannot be opened.
pub(crate) fn run(args: &JudgeArgs, words: &Words, common: &CommonArgs) -> Result<Exit, CliError> {
    let workspace = Workspace::open(common)?;
    let (root, here) = (workspace.root.clone(), here()?);
    // Elsewhere files lie in other places, and no save would ever be seen.
    if Kind::of(&root) != Some(Kind::Workspace) {
        return Err(refused(format!("{} is not a workspace, and only a workspace is watched", from_here(&root)))
            .with_hint("`harness FILE -w` watches a file, and the tests beside it"));
    }
    // What is named must exist from the start.
    let plan = workspace.plan_of(words, args.time.time_factor, None)?;
    let chosen = plan.by_problem().filter(|_| !words.words.is_empty());
    let due = Due::of(&root, chosen.map(|problem| Path::new("problems").join(problem[0].problem.id.as_str())));
    // Read again for each round: the saved file may hold a test, a limit or a directive.
    let read = |due: &Due| {
        let workspace = Workspace::open(common)?;
        let mut plan = workspace.plan_of(words, args.time.time_factor, None)?;
        workspace.screen.diagnose(&due.mistakes(&workspace.judge));
        due.narrow(&mut plan);
        let problems: Vec<&str> = plan.by_problem().map(|problem| problem[0].problem.id.as_str()).collect();
        let announced = format!("judging {}, {}\n", names(&problems, 3), count(plan.runs(), "run"));
        let calls = Calls::of_plan(common, &workspace, &here, &plan);
        Ok(Round { workspace, plan, announced, calls, usual_failure: OnFailure::StopSolution })
    };
    watch(args, &workspace, due, || Snapshot::take(&root), &read)
}

/// Judges what `read` makes of what is due, until `q` or Ctrl-C. `look` sees the files.
///
/// # Errors
/// When no program can be run here.
pub(crate) fn watch(
    args: &JudgeArgs,
    workspace: &Workspace,
    mut due: Due,
    look: impl Fn() -> Snapshot + Sync,
    read: &dyn Fn(&Due) -> Result<Round, CliError>,
) -> Result<Exit, CliError> {
    let sandbox = workspace.sandbox(&args.sandbox.containment())?;
    let stop = session::cancel_on_signals()?;
    let mut watching = Watching::new(&stop, look);
    let mut failing = FailingTests::default();
    loop {
        if !due.is_empty() {
            let ended = read(&due).and_then(|round| judge_round(args, round, &*sandbox, &mut watching, &mut failing));
            match ended {
                Ok(RoundState::Judged) => due.done(),
                Ok(RoundState::Outdated) => {}
                Ok(RoundState::Mended) => {
                    due.again_whole();
                    continue;
                }
                // The next save may fix it.
                Err(error) => {
                    workspace.screen.error(&error);
                    due.done();
                }
            }
        }
        if due.is_empty() {
            write_aside(&keys(&failing));
        }
        match watching.wait(KEYS) {
            WatchEvent::Saved(files) => {
                let saved: Vec<String> = files.iter().map(|file| from_here(&workspace.root.join(file))).collect();
                say!("\nchanged: {}\n", names(&saved, 3))?;
                due.saved(files);
            }
            WatchEvent::Typed(key) => {
                if let Some(part) = watching.meant(key, &failing) {
                    failing.part = part;
                    if key == Some('a') { due.again_whole() } else { due.again() }
                }
            }
            WatchEvent::Ended(exit) => return Ok(exit),
        }
    }
}

/// Judges until something is saved.
fn judge_round(
    args: &JudgeArgs,
    round: Round,
    sandbox: &dyn Sandbox,
    watching: &mut Watching<'_>,
    failing: &mut FailingTests,
) -> Result<RoundState, CliError> {
    let Round { workspace, plan, announced, calls, usual_failure } = round;
    if plan.solutions.is_empty() {
        return Ok(RoundState::Judged);
    }
    let mut plan = failing.narrow(&plan);
    workspace.build_as(&args.build, &mut plan)?;
    print(part(failing, &plan).unwrap_or(announced))?;
    let people = outputs::terminal(outputs::plain(args, &workspace), StandardOutput::Free, &workspace.screen)?;
    let mut reporters = Tee::new(vec![people, Box::new(Results(failing))]);
    // Not for longer than the run: between two runs others may clear the cache.
    let builder = workspace.builder()?.afresh(args.no_cache);
    let settings = calls.settings(settings(args, usual_failure));
    let task = Task { remembers: !args.no_cache, ..Task::of(&plan, settings, &builder) };
    let (summary, _) = watching.until_saved(|cancel| judge_in(sandbox, cancel, &workspace, task, &mut reporters))?;
    drop(reporters);
    if summary.interrupted {
        return Ok(RoundState::Outdated);
    }
    let ended = failing.ended(&plan);
    if ended == RoundState::Mended {
        say!("nothing of it fails any more: judging everything\n")?;
    }
    Ok(ended)
}
