//! `harness watch`: judges what is saved, as soon as it is saved.

mod recorder;
mod round;
mod show;

use crate::args::{BuildArgs, CommonArgs, LazyArgs, SandboxArgs, SelectArgs};
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::judge_args::JudgeArgs;
use crate::limits;
use crate::screen::{from_here, say, write_aside};
use crate::session;
use crate::watching::{KEYS, WatchEvent, Watching, aside, keys};
use ::judge::watch::{NextRound, RoundState, Rounds, Snapshot, Spot, problems};
use clap::Args;
use model::TimeFactor;
use package::detect::Kind;
use round::Watch;
use std::ffi::OsString;

const EXAMPLES: &str = "\
Examples:
  harness watch                    judge the problem of whatever is saved
  harness watch nim                only this problem; it is judged once at the beginning
  harness watch nim/nim -v         only this solution, with a line for each
  harness watch nim --clear        on an empty screen each time

Keys: f judges only the tests that failed, and everything once none does; t and a number only this test; a everything; Enter the same again; \
d opens the first failure in a debugger; s submits the program; q ends. \
The samples come first; when they are not as expected, the rest waits. A solution is judged until its verdict is decided (--all: all \
of its tests). A new save ends the run that goes on. What became different since the last run is told below each run. Files are looked at twice a second, so this works on any file system.";

/// Judge a problem whenever one of its files is saved, samples first
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// A line per solution, not only for failures
    #[arg(short, long)]
    verbose: bool,
    /// Clear the screen before each run
    #[arg(long)]
    clear: bool,
    /// Lazily unless `--all`.
    #[command(flatten)]
    lazy: LazyArgs,
    #[command(flatten)]
    build: BuildArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

impl WatchArgs {
    /// `-w` of a judging command.
    pub(crate) fn of(args: &JudgeArgs, select: SelectArgs) -> WatchArgs {
        let JudgeArgs { clear, lazy, ref build, ref sandbox, .. } = *args;
        let build = build.clone();
        WatchArgs { select, verbose: args.is_verbose(), clear, lazy, build, sandbox: sandbox.clone() }
    }
}

pub(crate) fn run(args: &WatchArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let workspace = limits::open(common)?;
    let (screen, root) = (workspace.screen.clone(), workspace.root.clone());
    // Elsewhere files lie in other places, and no save would ever be seen.
    if Kind::of(&root) != Some(Kind::Workspace) {
        return Err(refused(format!("{} is not a workspace, and only a workspace is watched", from_here(&root)))
            .with_hint("`harness try FILE -w` watches a file, and the tests beside it"));
    }
    // What is named must exist from the start.
    let plan = workspace.plan_of(&args.select, TimeFactor::default(), None)?;
    let sandbox = workspace.sandbox(&args.sandbox.containment())?;
    let stop = session::cancel_on_signals()?;
    let mut watch = Watch { args, common, screen: &screen, sandbox: &*sandbox, rounds: Rounds::default() };
    let mut watching = Watching::new(&stop, || Snapshot::take(&root));
    if !args.select.filters.is_empty() {
        watch.rounds.due = NextRound::of(problems(&plan));
    }
    drop(workspace);
    loop {
        if !watch.rounds.due.is_empty() {
            match watch.round(&mut watching)? {
                RoundState::Judged => watch.rounds.due.done(),
                RoundState::Outdated => {}
                RoundState::Mended => continue,
            }
        }
        if watch.rounds.due.is_empty() {
            write_aside(&keys(&watch.rounds.failing));
        }
        match watching.wait(KEYS) {
            WatchEvent::Saved(files) => say!("{}", show::saves(&watch.rounds.due.saved(&root, &files), &screen))?,
            WatchEvent::Typed(key) => {
                let failing = &mut watch.rounds.failing;
                if let Some(wish) = watching.meant(key, failing)
                    && !aside(wish, failing, common, |spot| call_of(args, spot))?
                {
                    failing.choose(wish);
                    watch.rounds.due.again();
                }
            }
            WatchEvent::Ended(exit) => return Ok(exit),
        }
    }
}

/// The arguments that judge one solution as this call does.
fn call_of(args: &WatchArgs, spot: &Spot) -> Vec<OsString> {
    // Written to be typed, so that a shell's rules take them apart.
    let build = shlex::split(&args.build.words().join(" ")).unwrap_or_default();
    std::iter::once(spot.name.clone()).chain(build).map(OsString::from).collect()
}
