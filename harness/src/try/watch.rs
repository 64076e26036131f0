//! `harness try FILE -w`: judges again whenever the file, a test or the checker is saved.

use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::judge::judge_in;
use crate::judge::outputs;
use crate::screen::{StandardOutput, print, say, write_aside};
use crate::session;
use crate::r#try::Attempt;
use crate::watch::failing::{Ended, Failing, KEYS};
use crate::watch::watcher::Snapshot;
use crate::watch::{Happened, Watching, clear_screen};
use engine::build::SourceFile;
use report::Tee;
use report::text::phrase::count;
use sandbox::Sandbox;
use std::path::PathBuf;

impl Attempt<'_> {
    pub(super) fn watch(&self, programs: &[PathBuf], folders: &[PathBuf]) -> Result<Exit, CliError> {
        let workspace = self.at.workspace(programs, &[])?;
        let sandbox = session::sandbox(&self.args.sandbox, &workspace)?;
        let stop = session::cancel_on_signals()?;
        let (reader, solutions) = (workspace.reader(), &workspace.catalog.solutions);
        let headers = || solutions.iter().flat_map(|one| reader.headers(&SourceFile::of(one)));
        let mut watching = Watching::new(&stop, || self.snapshot(programs, folders, headers()));
        let mut failing = Failing::default();
        loop {
            match self.judge_until_saved(programs, folders, &*sandbox, &mut watching, &mut failing) {
                Ok(Ended::Judged) => write_aside(KEYS),
                Ok(Ended::Outdated) => {}
                Ok(Ended::Mended) => continue,
                // The next save may fix it.
                Err(error) => {
                    self.at.screen.error(&error);
                    write_aside(KEYS);
                }
            }
            match watching.wait() {
                Happened::Typed(key) if key == "f" || key == "a" => failing.press(&key),
                Happened::Saved(_) | Happened::Typed(_) => say!("\n")?,
                Happened::Ended(exit) => return Ok(exit),
            }
        }
    }

    fn judge_until_saved(
        &self,
        programs: &[PathBuf],
        folders: &[PathBuf],
        sandbox: &dyn Sandbox,
        watching: &mut Watching<'_>,
        failing: &mut Failing,
    ) -> Result<Ended, CliError> {
        // A file that the user removed would otherwise read as a fault of ours.
        if let Some(gone) = programs.iter().find(|program| !program.is_file()) {
            return Err(refused(format!("there is no file {}", self.name(gone))));
        }
        let found = self.tests(programs, folders)?;
        let workspace = self.at.workspace(programs, &found.pairs)?;
        let plan = failing.narrow(&workspace.whole_plan()?);
        if self.args.clear {
            clear_screen()?;
        }
        match failing.only {
            true => say!("only what failed: {}\n", count(plan.runs(), "run"))?,
            false => print(self.announced(&found))?,
        }
        let people = outputs::terminal(self.options(&workspace), StandardOutput::Free, self.at.screen)?;
        let mut reporters = Tee::new(vec![people, Box::new(&mut *failing)]);
        // Not for longer than the run: between two runs others may clear the cache.
        let builder = workspace.builder()?;
        let task = self.task(&plan, &builder);
        let (summary, _) =
            watching.until_saved(|cancel| judge_in(sandbox, cancel, &workspace, task, &mut reporters))?;
        drop(reporters);
        if summary.interrupted { Ok(Ended::Outdated) } else { failing.ended(&plan) }
    }

    /// All files that a verdict depends on, including tests that appear and disappear.
    fn snapshot(&self, programs: &[PathBuf], folders: &[PathBuf], headers: impl Iterator<Item = PathBuf>) -> Snapshot {
        let (found, _) = self.find(programs, folders);
        let tools = self.args.rules.programs().map(|file| self.at.home.join(file));
        let tests = found.pairs.into_iter().flat_map(|pair| [pair.input, pair.answer]);
        Snapshot::of(programs.iter().cloned().chain(tools).chain(tests).chain(headers))
    }
}
