//! `harness watch`: judges what is saved, as soon as it is saved.

mod recorder;

use crate::args::{BuildArgs, CommonArgs, LazyArgs, SandboxArgs, SelectArgs};
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::judge_args::JudgeArgs;
use crate::limits;
use crate::live_table;
use crate::outputs;
use crate::running::judge_in;
use crate::screen::{Screen, StandardOutput, from_here, print, say, write_aside};
use crate::session;
use crate::watching::{Happened, Watching, aside, clear_screen, ended, keys};
use crate::workspace::Workspace;
use ::judge::watch::{Due, Ended, Failing, LastOutcomes, Part, Saves, Snapshot, Spot, samples};
use ::judge::{Task, problem_of};
use clap::Args;
use engine::plan::Plan;
use engine::run::{OnFailure, Settings};
use model::record::SolutionRecord;
use model::{Diagnostic, ProblemId, Status, TimeFactor};
use package::detect::Kind;
use recorder::{Recorder, Run};
use report::text::phrase::{count, names};
use report::text::sanitize;
use report::{Options, Stderr, Terminal, Verbosity};
use sandbox::{Cancel, Sandbox};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    let screen = workspace.screen.clone();
    // Elsewhere files lie in other places, and no save would ever be seen.
    if Kind::of(&workspace.root) != Some(Kind::Workspace) {
        return Err(refused(format!(
            "{} is not a workspace, and only a workspace is watched",
            from_here(&workspace.root)
        ))
        .with_hint("`harness try FILE -w` watches a file, and the tests beside it"));
    }
    // What is named must exist from the start.
    let plan = workspace.plan_of(&args.select, TimeFactor::default(), None)?;
    let sandbox = workspace.sandbox(&args.sandbox.containment())?;
    let stop = session::cancel_on_signals()?;
    let root = workspace.root.clone();
    let mut watch = Watch {
        args,
        common,
        screen: &screen,
        root: &root,
        sandbox: &*sandbox,
        last: LastOutcomes::default(),
        failing: Failing::default(),
        due: Due::default(),
    };
    let mut watching = Watching::new(&stop, || Snapshot::take(&root));
    if !args.select.filters.is_empty() {
        watch.due = Due::of(plan.solutions.iter().map(|planned| planned.problem.id.clone()));
    }
    drop(workspace);
    loop {
        if !watch.due.is_empty() {
            match watch.judge(&mut watching)? {
                Ended::Judged => watch.due.done(),
                Ended::Outdated => {}
                Ended::Mended => continue,
            }
        }
        if watch.due.is_empty() {
            write_aside(&keys(&watch.failing));
        }
        match watching.wait() {
            Happened::Saved(files) => watch.note_saved(&files)?,
            Happened::Typed(key) => {
                if let Some(wish) = watching.meant(key, &watch.failing)
                    && !aside(wish, &watch.failing, common, |spot| call_of(args, spot))?
                {
                    watch.failing.choose(wish);
                    watch.due.again();
                }
            }
            Happened::Ended(exit) => return Ok(exit),
        }
    }
}

struct Watch<'a> {
    args: &'a WatchArgs,
    common: &'a CommonArgs,
    screen: &'a Screen,
    root: &'a Path,
    sandbox: &'a dyn Sandbox,
    last: LastOutcomes,
    failing: Failing,
    due: Due,
}

impl Watch<'_> {
    /// Prints what was saved.
    fn note_saved(&mut self, files: &BTreeSet<PathBuf>) -> Result<(), CliError> {
        let Saves { saved, removed } = self.due.saved(self.root, files);
        for (what, files) in [("saved", &saved), ("removed", &removed)] {
            let name = |file: &PathBuf| sanitize::name(&file.to_string_lossy(), self.screen.unicode).into_owned();
            let all: Vec<String> = files.iter().map(name).collect();
            if !all.is_empty() {
                say!("{what} {}\n", names(&all, 3))?;
            }
        }
        Ok(())
    }

    /// Judges the selected part of the problems that are due.
    ///
    /// # Errors
    /// On Ctrl-C, or a fault that leaves nothing to do.
    fn judge(&mut self, watching: &mut Watching<'_>) -> Result<Ended, CliError> {
        let problems = self.due.begin();
        // Read again: the saved file may hold a test, a limit or a directive.
        let workspace = match limits::open(self.common) {
            Ok(workspace) => workspace,
            // A half-written `harness.toml` must not end the watching.
            Err(error) => {
                self.screen.error(&error);
                return Ok(Ended::Judged);
            }
        };
        let concerns = |d: &&Diagnostic| problem_of(&d.path).is_some_and(|problem| problems.contains(&problem));
        let about: Vec<Diagnostic> = workspace.diagnostics.iter().filter(concerns).cloned().collect();
        let mut plan = match workspace.plan_of(&self.args.select, TimeFactor::default(), None) {
            Ok(plan) => plan,
            // The next save may fix it.
            Err(error) => {
                self.screen.error(&error);
                return Ok(Ended::Judged);
            }
        };
        plan.solutions.retain(|planned| problems.contains(&planned.problem.id));
        if let Err(error) = workspace.build_as(&self.args.build, &mut plan) {
            self.screen.error(&error);
            return Ok(Ended::Judged);
        }
        self.screen.diagnose(&about);
        if plan.solutions.is_empty() {
            return Ok(Ended::Judged);
        }
        let plan = self.failing.narrow(&plan);
        let part = match self.failing.part {
            Part::Whole => String::new(),
            Part::Failed => " of what failed".to_owned(),
            Part::Test(number) => format!(" of test {number}"),
        };
        let judged = plan.solutions.iter().map(|planned| planned.problem.id.clone()).collect();
        let begun = format!("judging {}, {}{part}\n", names(&of(&judged), 3), count(plan.runs(), "run"));
        let ran = watching.until_saved(|cancel| self.samples_first(&workspace, &plan, cancel, begun))?;
        if watching.stop.is_raised() {
            return Err(CliError::Interrupted);
        }
        let Some(ran) = ran else {
            say!("saved again: starting over\n")?;
            return Ok(Ended::Outdated);
        };
        if self.args.clear {
            clear_screen()?;
        }
        print(&ran.text)?;
        ran.results.iter().for_each(|result| self.failing.take(result));
        self.tell_of_saved(&workspace, &ran.results)?;
        let changes = self.last.update(ran.results.iter().map(|result| &**result));
        for change in &changes {
            let tests: Vec<&str> = change.tests.iter().map(|test| &*test.0).collect();
            let arrow = if self.screen.unicode { "→" } else { "->" };
            let line =
                format!("  {}: {} {arrow} {} on {}\n", change.solution, change.from, change.to, names(&tests, 4));
            say!("{}\n", sanitize::name(line.trim_end(), self.screen.unicode))?;
        }
        ended(&mut self.failing, &plan, &workspace.languages)
    }

    /// Prints the saved solutions that pass, and how many others still fail.
    fn tell_of_saved(&self, workspace: &Workspace, results: &[Arc<SolutionRecord>]) -> Result<(), CliError> {
        let own = self.due.solutions(&workspace.judge);
        if own.is_empty() {
            return Ok(());
        }
        let is_own = |result: &&Arc<SolutionRecord>| own.contains(&result.name);
        for result in results.iter().filter(is_own).filter(|result| result.status == Status::Met) {
            say!("  PASS {} on {}\n", result.name, count(result.tests.len(), "test"))?;
        }
        let others = results.iter().filter(|result| !is_own(result) && result.status == Status::Unmet).count();
        match others {
            0 => Ok(()),
            1 => say!("  1 other still fails (Enter shows it)\n"),
            others => say!("  {others} others still fail (Enter shows them)\n"),
        }
    }

    /// Judges the samples alone, then everything if they are as expected. `None` if cut short.
    fn samples_first(
        &self,
        workspace: &Workspace,
        plan: &Plan,
        cancel: &Cancel,
        begun: String,
    ) -> Result<Option<Run>, CliError> {
        let mut begun = Some(begun);
        if let Some(samples) = samples(plan) {
            let Some(run) = self.run(workspace, &samples, cancel, begun.take())? else { return Ok(None) };
            if run.results.iter().any(|result| result.status == Status::Unmet) {
                let rest = plan.runs() - samples.runs();
                let text = format!("{}the samples first: {} not run\n", run.text, count(rest, "other run"));
                return Ok(Some(Run { text, ..run }));
            }
        }
        self.run(workspace, plan, cancel, begun)
    }

    /// Judges `plan`; prints `begun` when everything is built and the first program runs.
    fn run(
        &self,
        workspace: &Workspace,
        plan: &Plan,
        cancel: &Cancel,
        begun: Option<String>,
    ) -> Result<Option<Run>, CliError> {
        // Not for longer than the run: between two runs others may clear the cache.
        let builder = workspace.builder()?;
        let on_failure = self.args.lazy.on_failure(OnFailure::StopSolution);
        let command = self.args.build.with(&workspace.screen.command);
        let settings = Settings { on_failure, command, ..Settings::of_machine() };
        let verbosity = if self.args.verbose { Verbosity::Normal } else { Verbosity::Quiet };
        let options =
            Options { verbosity, stderr: Stderr::Shortened, ..outputs::options(workspace, StandardOutput::Free) };
        let terminal = Terminal::new(Vec::new(), options);
        let live = live_table::open(self.screen);
        let own = self.due.solutions(&workspace.judge);
        let mut recorder = Recorder { terminal, live, own, results: Vec::new(), begun, started: false };
        judge_in(self.sandbox, cancel, workspace, Task::of(plan, settings, &builder), &mut recorder)?;
        if cancel.is_raised() {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&recorder.terminal.into_inner()).into_owned();
        Ok(Some(Run { text, results: recorder.results }))
    }
}

/// The arguments that judge one solution as this call does.
fn call_of(args: &WatchArgs, spot: &Spot) -> Vec<OsString> {
    // Written to be typed, so that a shell's rules take them apart.
    let build = shlex::split(&args.build.words().join(" ")).unwrap_or_default();
    std::iter::once(spot.name.clone()).chain(build).map(OsString::from).collect()
}

fn of(problems: &BTreeSet<ProblemId>) -> Vec<&str> {
    problems.iter().map(ProblemId::as_str).collect()
}
