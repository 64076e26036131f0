//! `harness try FILE -w`: judges again whenever the file, a test or the checker is saved.

use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::judge::judge_in;
use crate::judge::outputs;
use crate::screen::{StandardOutput, say, write_aside};
use crate::session;
use crate::r#try::Attempt;
use crate::watch::failing::{Failing, KEYS};
use crate::watch::watcher::{Look, Snapshot, Watcher};
use crate::watch::{PACE, SETTLE, clear_screen};
use engine::build::Builder;
use engine::run::with_watcher;
use model::record::Report;
use model::{Event, Progress};
use report::Reporter;
use report::text::phrase::count;
use sandbox::terminal::{Typed, typed_within};
use sandbox::{Cancel, Sandbox};
use std::io;
use std::path::PathBuf;
use std::thread;

/// What happened while nothing was judged.
enum Wish {
    Again,
    /// Only what failed the last time.
    Failing,
    All,
    Quit,
}

/// What every run is done with.
struct Means<'m> {
    builder: &'m Builder,
    sandbox: &'m dyn Sandbox,
    stop: &'m Cancel,
}

/// How a run ended.
enum Ended {
    /// Something was saved in the meantime.
    Outdated,
    Judged,
    /// All that failed before is right now.
    Mended,
}

/// Sees what fails, and passes everything on.
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
        let workspace = self.at().workspace(programs, &[])?;
        let builder = workspace.builder()?;
        let sandbox = session::sandbox(&self.args.sandbox, &workspace)?;
        let stop = session::cancel_on_signals()?;
        let look = || self.snapshot(programs, folders);
        let mut watcher = Watcher::new(look());
        let means = Means { builder: &builder, sandbox: &*sandbox, stop: &stop };
        let mut failing = Failing::default();
        loop {
            let done = self.judge_until_saved(programs, folders, &means, &watcher, &mut failing);
            match done {
                Ok(Ended::Judged) => write_aside(KEYS),
                Ok(Ended::Outdated) => {}
                Ok(Ended::Mended) => {
                    failing.only = false;
                    say!("nothing of it fails any more: judging everything\n")?;
                    continue;
                }
                // The next save may mend it.
                Err(error) => {
                    self.screen.error(&error);
                    write_aside(KEYS);
                }
            }
            match wait(&stop, &mut watcher, look) {
                Some(Wish::Again) => say!("\n")?,
                Some(Wish::Failing) => failing.only = true,
                Some(Wish::All) => failing.only = false,
                Some(Wish::Quit) => return Ok(Exit::AsExpected),
                None => return Ok(Exit::Interrupted),
            }
        }
    }

    fn judge_until_saved(
        &self,
        programs: &[PathBuf],
        folders: &[PathBuf],
        means: &Means<'_>,
        watcher: &Watcher,
        failing: &mut Failing,
    ) -> Result<Ended, CliError> {
        let Means { builder, sandbox, stop } = *means;
        // A file that the user removed would otherwise read as a fault of ours.
        if let Some(gone) = programs.iter().find(|program| !program.is_file()) {
            return Err(refused(format!("there is no file {}", self.name(gone))));
        }
        let found = self.tests(programs, folders)?;
        let workspace = self.at().workspace(programs, &found.pairs)?;
        let plan = failing.narrow(&self.plan(&workspace)?);
        let cancel = Cancel::new().or_cannot("watch")?;
        let look = || {
            let outdated = stop.is_raised() || watcher.is_outdated(&self.snapshot(programs, folders));
            if outdated {
                cancel.raise();
            }
            !outdated
        };
        if self.args.clear {
            clear_screen()?;
        }
        match failing.only {
            true => say!("only what failed: {}\n", count(plan.runs(), "run"))?,
            false => say!("{}\n", self.announced(&found))?,
        }
        let reporters = outputs::terminal(self.options(&workspace), StandardOutput::Free, self.screen)?;
        let reporters = Noting { inner: reporters, failing };
        let task = self.task(&plan, builder);
        with_watcher(PACE, look, || judge_in(sandbox, &cancel, &workspace, task, reporters))?;
        Ok(match (cancel.is_raised(), failing.is_mended(&plan)) {
            (true, _) => Ended::Outdated,
            (false, true) => Ended::Mended,
            (false, false) => Ended::Judged,
        })
    }

    /// All files that a verdict depends on; tests that come and go are seen, too.
    fn snapshot(&self, programs: &[PathBuf], folders: &[PathBuf]) -> Snapshot {
        let (found, _) = self.find(programs, folders);
        let tools = self.args.rules.programs().map(|file| self.home.join(file));
        let tests = found.pairs.into_iter().flat_map(|pair| [pair.input, pair.answer]);
        Snapshot::of(programs.iter().cloned().chain(tools).chain(tests))
    }
}

/// Until something is saved or typed; `None` after Ctrl-C.
fn wait(stop: &Cancel, watcher: &mut Watcher, look: impl Fn() -> Snapshot) -> Option<Wish> {
    while !stop.is_raised() {
        match watcher.look(look()) {
            Look::Saved(_) => return Some(Wish::Again),
            Look::Restless => thread::sleep(SETTLE),
            Look::Quiet => match typed_within(PACE) {
                Typed::Nothing => {}
                Typed::Line(line) if line.trim() == "q" => return Some(Wish::Quit),
                Typed::Line(line) if line.trim() == "f" => return Some(Wish::Failing),
                Typed::Line(line) if line.trim() == "a" => return Some(Wish::All),
                Typed::Line(_) => return Some(Wish::Again),
                Typed::End => return Some(Wish::Quit),
            },
        }
    }
    None
}
