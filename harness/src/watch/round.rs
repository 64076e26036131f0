//! One round: reads the workspace again, judges what is due, and prints what became of it.

use super::recorder::{Recorder, Run};
use super::{WatchArgs, show};
use crate::args::CommonArgs;
use crate::error::CliError;
use crate::limits;
use crate::live_table;
use crate::outputs;
use crate::running::judge_in;
use crate::screen::{Screen, StandardOutput, print, say};
use crate::watching::{Watching, clear_screen, ended};
use crate::workspace::Workspace;
use ::judge::Task;
use ::judge::watch::{RoundState, Rounds, samples};
use engine::plan::Plan;
use engine::run::{OnFailure, Settings};
use model::{Status, TimeFactor};
use report::text::phrase::count;
use report::{Options, Stderr, Terminal, Verbosity};
use sandbox::{Cancel, Sandbox};

pub(super) struct Watch<'a> {
    pub args: &'a WatchArgs,
    pub common: &'a CommonArgs,
    pub screen: &'a Screen,
    pub sandbox: &'a dyn Sandbox,
    pub rounds: Rounds,
}

impl Watch<'_> {
    /// Judges the selected part of the problems that are due.
    ///
    /// # Errors
    /// On Ctrl-C, or a fault that leaves nothing to do.
    pub(super) fn round(&mut self, watching: &mut Watching<'_>) -> Result<RoundState, CliError> {
        self.rounds.due.begin();
        let (workspace, plan) = match self.read() {
            Ok(read) => read,
            // A half-written `harness.toml` must not end the watching: the next save may fix it.
            Err(error) => {
                self.screen.error(&error);
                return Ok(RoundState::Judged);
            }
        };
        self.screen.diagnose(&self.rounds.due.mistakes(&workspace.judge));
        if plan.solutions.is_empty() {
            return Ok(RoundState::Judged);
        }
        let plan = self.rounds.failing.narrow(&plan);
        let ran = watching.until_saved(|cancel| self.samples_first(&workspace, &plan, cancel))?;
        if watching.stop.is_raised() {
            return Err(CliError::Interrupted);
        }
        let Some(ran) = ran else {
            say!("saved again: starting over\n")?;
            return Ok(RoundState::Outdated);
        };
        if self.args.clear {
            clear_screen()?;
        }
        print(&ran.text)?;
        say!("{}", show::end(&self.rounds.take(&workspace.judge, &ran.results), self.screen))?;
        ended(&mut self.rounds.failing, &plan, &workspace.languages)
    }

    /// The workspace, and what of it is due, read again: the saved file may hold a test, a limit or
    /// a directive.
    fn read(&self) -> Result<(Workspace, Plan), CliError> {
        let workspace = limits::open(self.common)?;
        let mut plan = workspace.plan_of(&self.args.select, TimeFactor::default(), None)?;
        self.rounds.due.narrow(&mut plan);
        workspace.build_as(&self.args.build, &mut plan)?;
        Ok((workspace, plan))
    }

    /// Judges the samples alone, then everything if they are as expected. `None` if cut short.
    fn samples_first(&self, workspace: &Workspace, plan: &Plan, cancel: &Cancel) -> Result<Option<Run>, CliError> {
        let mut begun = Some(show::beginning(plan, self.rounds.failing.part));
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
        let own = self.rounds.due.solutions(&workspace.judge);
        let mut recorder = Recorder { terminal, live, own, results: Vec::new(), begun, started: false };
        judge_in(self.sandbox, cancel, workspace, Task::of(plan, settings, &builder), &mut recorder)?;
        if cancel.is_raised() {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&recorder.terminal.into_inner()).into_owned();
        Ok(Some(Run { text, results: recorder.results }))
    }
}
