//! `harness try FILE -w`: judges again whenever the file, a test or the checker is saved.

use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::judge::judge_in;
use crate::judge::outputs;
use crate::screen::{StandardOutput, print, say, write_aside};
use crate::session;
use crate::r#try::Attempt;
use crate::watch::failing::{Ended, Failing, KEYS};
use crate::watch::watcher::{Snapshot, Watcher};
use crate::watch::{Happened, clear_screen, until_saved, wait};
use engine::build::{Builder, SourceFile};
use model::record::Report;
use model::{Event, Progress};
use report::Reporter;
use report::text::phrase::count;
use sandbox::{Cancel, Sandbox};
use std::io;
use std::path::PathBuf;

/// What every run uses.
struct Means<'m> {
    /// Finds headers, and builds nothing.
    reader: &'m Builder,
    sandbox: &'m dyn Sandbox,
    stop: &'m Cancel,
    /// The programs that are judged.
    sources: &'m [SourceFile],
}

/// Records what fails, and passes everything on.
struct Noting<'a, R> {
    inner: R,
    failing: &'a mut Failing,
}

impl<R: Reporter> Reporter for Noting<'_, R> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Finished(result) = event {
            self.failing.take(result);
        }
        self.inner.event(event)
    }

    fn done(&mut self, report: &Report) -> io::Result<()> {
        self.inner.done(report)
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        self.inner.progress(progress)
    }
}

impl Attempt<'_> {
    pub(super) fn watch(&self, programs: &[PathBuf], folders: &[PathBuf]) -> Result<Exit, CliError> {
        let workspace = self.at.workspace(programs, &[])?;
        let sandbox = session::sandbox(&self.args.sandbox, &workspace)?;
        let stop = session::cancel_on_signals()?;
        let sources: Vec<SourceFile> = workspace.catalog.solutions.iter().map(|one| SourceFile::of(one)).collect();
        let means = Means { reader: &workspace.reader(), sandbox: &*sandbox, stop: &stop, sources: &sources };
        let look = || self.snapshot(programs, folders, &means);
        let mut watcher = Watcher::new(look());
        let mut failing = Failing::default();
        loop {
            match self.judge_until_saved(programs, folders, &means, &mut watcher, &mut failing) {
                Ok(Ended::Judged) => write_aside(KEYS),
                Ok(Ended::Outdated) => {}
                Ok(Ended::Mended) => continue,
                // The next save may fix it.
                Err(error) => {
                    self.at.screen.error(&error);
                    write_aside(KEYS);
                }
            }
            match wait(&stop, &mut watcher, look) {
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
        means: &Means<'_>,
        watcher: &mut Watcher,
        failing: &mut Failing,
    ) -> Result<Ended, CliError> {
        let Means { reader: _, sandbox, stop, sources: _ } = *means;
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
        let inner = outputs::terminal(self.options(&workspace), StandardOutput::Free, self.at.screen)?;
        let mut reporters = Noting { inner, failing };
        // Not for longer than the run: between two runs others may clear the cache.
        let builder = workspace.builder()?;
        let task = self.task(&plan, &builder);
        let look = || self.snapshot(programs, folders, means);
        let (summary, _) =
            until_saved(stop, watcher, look, |cancel| judge_in(sandbox, cancel, &workspace, task, &mut reporters))?;
        drop(reporters);
        if summary.interrupted { Ok(Ended::Outdated) } else { failing.ended(&plan) }
    }

    /// All files that a verdict depends on, including tests that appear and disappear.
    fn snapshot(&self, programs: &[PathBuf], folders: &[PathBuf], means: &Means<'_>) -> Snapshot {
        let (found, _) = self.find(programs, folders);
        let tools = self.args.rules.programs().map(|file| self.at.home.join(file));
        let tests = found.pairs.into_iter().flat_map(|pair| [pair.input, pair.answer]);
        let headers = means.sources.iter().flat_map(|source| means.reader.headers(source));
        Snapshot::of(programs.iter().cloned().chain(tools).chain(tests).chain(headers))
    }
}
