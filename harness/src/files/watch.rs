//! `harness FILE -w`: judges again whenever the file, a test or the checker is saved.

use super::{Attempt, FileWorkspace};
use crate::args::SelectArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::outputs;
use crate::running::judge_in;
use crate::screen::{StandardOutput, print, say, write_aside};
use crate::session;
use crate::watching::{KEYS, Results, WatchEvent, Watching, aside, clear_screen, ended, keys, part};
use crate::workspace::Workspace;
use ::judge::watch::{FailingTests, RoundState, Snapshot, Spot};
use engine::build::SourceFile;
use report::Tee;
use sandbox::Sandbox;
use std::ffi::OsString;
use std::path::PathBuf;

impl Attempt<'_> {
    pub(super) fn watch(&self) -> Result<Exit, CliError> {
        let workspace =
            Workspace::with_screen(self.loose().without_tests(self.languages, self.judge)?, self.screen.clone());
        let sandbox = workspace.sandbox(&self.args.sandbox.containment())?;
        let stop = session::cancel_on_signals()?;
        let (reader, solutions) = (workspace.reader(), &workspace.catalog.solutions);
        let headers = || solutions.iter().flat_map(|one| reader.headers(&SourceFile::of(one)));
        let mut watching = Watching::new(&stop, || self.snapshot(headers()));
        let mut failing = FailingTests::default();
        loop {
            match self.judge_until_saved(&*sandbox, &mut watching, &mut failing) {
                Ok(RoundState::Judged) => write_aside(&keys(&failing)),
                Ok(RoundState::Outdated) => {}
                Ok(RoundState::Mended) => continue,
                // The next save may fix it.
                Err(error) => {
                    self.screen.error(&error);
                    write_aside(&keys(&failing));
                }
            }
            // A key that means nothing runs nothing.
            loop {
                match watching.wait(KEYS) {
                    WatchEvent::Typed(key) => match watching.meant(key, &failing) {
                        Some(wish) if aside(wish, &failing, self.common, |spot| self.of(spot))? => continue,
                        Some(wish) => failing.choose(wish),
                        None => continue,
                    },
                    WatchEvent::Saved(_) => say!("\n")?,
                    WatchEvent::Ended(exit) => return Ok(exit),
                }
                break;
            }
        }
    }

    /// The arguments that judge one program as this call does.
    fn of(&self, spot: &Spot) -> Vec<OsString> {
        let tests = self.files.tests.iter().map(|test| test.as_os_str().to_owned());
        let patterns = [("--in", &self.args.in_pattern), ("--ans", &self.args.answer_pattern)];
        let patterns = patterns.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value.clone()?]));
        let options = [self.args.program.words(), self.args.rules.words(), self.args.build.words()].concat();
        // Written to be typed, so that a shell's rules take them apart.
        let options = shlex::split(&options.join(" ")).unwrap_or_default().into_iter();
        let factor = format!("--time-factor={}", self.args.time.time_factor.get());
        let options = options.chain(patterns.flatten()).chain([factor]).map(OsString::from);
        std::iter::once(spot.program.clone().into_os_string()).chain(tests).chain(options).collect()
    }

    fn judge_until_saved(
        &self,
        sandbox: &dyn Sandbox,
        watching: &mut Watching<'_>,
        failing: &mut FailingTests,
    ) -> Result<RoundState, CliError> {
        if let Some(error) = self.loose().gone() {
            return Err(error);
        }
        let FileWorkspace { workspace, announced } = self.load()?;
        let select = SelectArgs { filters: Vec::new(), tests: self.args.select.tests.clone() };
        let mut plan = failing.narrow(&workspace.plan_of(&select, self.args.time.time_factor, None)?);
        workspace.build_as(&self.args.build, &mut plan)?;
        let workspace = workspace.nameless();
        if self.args.clear {
            clear_screen()?;
        }
        print(part(failing, &plan).unwrap_or(announced))?;
        let people = outputs::terminal(outputs::plain(self.args, &workspace), StandardOutput::Free, self.screen)?;
        let mut reporters = Tee::new(vec![people, Box::new(Results(failing))]);
        // Not for longer than the run: between two runs others may clear the cache.
        let builder = workspace.builder()?.afresh(self.args.no_cache);
        let task = self.task(&plan, &builder);
        let (summary, _) =
            watching.until_saved(|cancel| judge_in(sandbox, cancel, &workspace, task, &mut reporters))?;
        drop(reporters);
        if summary.interrupted { Ok(RoundState::Outdated) } else { ended(failing, &plan, &workspace.languages) }
    }

    /// All files that a verdict depends on, including tests that appear and disappear.
    fn snapshot(&self, headers: impl Iterator<Item = PathBuf>) -> Snapshot {
        let programs = self.files.programs.iter().cloned();
        let tools = self.args.rules.programs().map(|file| self.home.join(file));
        let assembled = self.loose().assembled(self.languages);
        let beside = assembled.catalog.problems.iter().filter_map(|it| Some(it.judging.program()?.to_owned()));
        let pairs = assembled.found.iter().flat_map(|found| &found.pairs);
        let tests = pairs.flat_map(|pair| [pair.input.clone(), pair.answer.clone()]);
        Snapshot::of(programs.chain(tools).chain(beside).chain(tests).chain(headers))
    }
}
