//! `harness try FILE -w`: judges again whenever the file, a test or the checker is saved.

use crate::error::{CliError, OrCannot as _};
use crate::exit::Exit;
use crate::judge::judge_in;
use crate::judge::outputs::{self, StandardOutput};
use crate::screen::{say, write_aside};
use crate::session;
use crate::r#try::Attempt;
use crate::watch::watcher::{Look, Snapshot, Watcher};
use crate::watch::{PACE, SETTLE};
use engine::build::Builder;
use engine::run::with_watcher;
use sandbox::terminal::{Typed, typed_within};
use sandbox::{Cancel, Sandbox};
use std::path::PathBuf;
use std::thread;

/// What happened while nothing was judged.
enum Wish {
    Again,
    Quit,
}

impl Attempt<'_> {
    pub(super) fn watch(&self, programs: &[PathBuf], folders: &[PathBuf]) -> Result<Exit, CliError> {
        let workspace = self.at().workspace("try", programs, &[])?;
        let builder = workspace.builder()?;
        let sandbox = session::sandbox(&self.args.sandbox, &workspace)?;
        let stop = session::cancel_on_signals()?;
        let look = || self.snapshot(programs, folders);
        let mut watcher = Watcher::new(look());
        loop {
            let done = self.judge_until_saved(programs, folders, &builder, &*sandbox, &stop, &watcher);
            match done {
                Ok(true) => write_aside("watching: save a file; Enter = again, q = quit\n"),
                Ok(false) => {}
                // The next save may mend it.
                Err(error) => {
                    self.screen.error(&error);
                    write_aside("watching: save a file; Enter = again, q = quit\n");
                }
            }
            match wait(&stop, &mut watcher, look) {
                Some(Wish::Again) => say!("\n")?,
                Some(Wish::Quit) => return Ok(Exit::AsExpected),
                None => return Ok(Exit::Interrupted),
            }
        }
    }

    /// False when something was saved in the meantime.
    fn judge_until_saved(
        &self,
        programs: &[PathBuf],
        folders: &[PathBuf],
        builder: &Builder,
        sandbox: &dyn Sandbox,
        stop: &Cancel,
        watcher: &Watcher,
    ) -> Result<bool, CliError> {
        let found = self.tests(programs, folders)?;
        let workspace = self.at().workspace("try", programs, &found.pairs)?;
        let plan = self.plan(&workspace)?;
        let cancel = Cancel::new().or_cannot("watch")?;
        let look = || {
            let outdated = stop.is_raised() || watcher.is_outdated(&self.snapshot(programs, folders));
            if outdated {
                cancel.raise();
            }
            !outdated
        };
        say!("{}\n", self.announced(&found))?;
        let reporters = outputs::terminal(self.options(&workspace), StandardOutput::Free, self.screen)?;
        let task = self.task(&plan, builder);
        with_watcher(PACE, look, || judge_in(sandbox, &cancel, &workspace, task, reporters))?;
        Ok(!cancel.is_raised())
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
                Typed::Line(_) => return Some(Wish::Again),
                Typed::End => return Some(Wish::Quit),
            },
        }
    }
    None
}
