//! What waits for saved files and keys: `watch`, `-w` and `learn` share it.

use crate::error::{CliError, OrCannot as _};
use crate::exit::Exit;
use crate::screen::write_aside;
use ::judge::watch::{FailingTests, Look, Part, Snapshot, Watcher};
use judge::model::Event;
use judge::{Cancel, Plan, with_watcher};
use report::Reporter;
use report::text::phrase::count;
use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;
use terminal::{Key, key_within, number_typed};

/// The keys of a watch, besides Enter and `q`; see [`Watching::meant`].
pub(crate) const KEYS: &str = "fat";

/// The time between two looks at the files; two in a row must agree.
const PACE: Duration = Duration::from_millis(400);
const SETTLE: Duration = Duration::from_millis(80);

/// Judges when something is saved, and ends what is outdated.
pub(crate) struct Watching<'a> {
    pub stop: &'a Cancel,
    look: Box<dyn Fn() -> Snapshot + Sync + 'a>,
    watcher: Watcher,
}

/// What happened while nothing was judged.
pub(crate) enum WatchEvent {
    Saved(BTreeSet<PathBuf>),
    /// A key other than `q`. `None` is Enter.
    Typed(Option<char>),
    /// By `q`, the end of the input, or Ctrl-C.
    Ended(Exit),
}

impl<'a> Watching<'a> {
    pub(crate) fn new(stop: &'a Cancel, look: impl Fn() -> Snapshot + Sync + 'a) -> Watching<'a> {
        let watcher = Watcher::new(look());
        Watching { stop, look: Box::new(look), watcher }
    }

    /// Calls `work` with a flag that is raised as soon as something is saved, or on Ctrl-C.
    ///
    /// # Errors
    /// Those of `work`.
    pub(crate) fn until_saved<T>(&mut self, work: impl FnOnce(&Cancel) -> Result<T, CliError>) -> Result<T, CliError> {
        let cancel = Cancel::new().or_cannot("watch")?;
        let goes_on = || {
            let outdated = self.stop.is_raised() || self.watcher.is_outdated(&(self.look)());
            if outdated {
                cancel.raise();
            }
            !outdated
        };
        let done = with_watcher(PACE, goes_on, || work(&cancel));
        self.watcher.cut_short = cancel.is_raised();
        done
    }

    /// Waits until something is saved or typed: Enter, `q`, the end of the input, or one of `keys`.
    pub(crate) fn wait(&mut self, keys: &str) -> WatchEvent {
        let means = |key| match key {
            Key::Char(key) => key == 'q' || keys.contains(key),
            Key::Enter | Key::End => true,
        };
        while !self.stop.is_raised() {
            match self.watcher.look((self.look)()) {
                Look::Saved(files) => return WatchEvent::Saved(files),
                Look::Restless => thread::sleep(SETTLE),
                Look::Quiet => match key_within(PACE, means) {
                    None => {}
                    Some(Key::Char('q') | Key::End) => return WatchEvent::Ended(Exit::AsExpected),
                    Some(Key::Char(key)) => return WatchEvent::Typed(Some(key)),
                    Some(Key::Enter) => return WatchEvent::Typed(None),
                },
            }
        }
        WatchEvent::Ended(Exit::Interrupted)
    }

    /// What a key asks for: Enter for the last part again. Reads the number of a test. `None`:
    /// nothing.
    pub(crate) fn meant(&self, key: Option<char>, failing: &FailingTests) -> Option<Part> {
        match key {
            None => Some(failing.part),
            Some('f') => Some(Part::Failed),
            Some('a') => Some(Part::Whole),
            Some('t') => {
                write_aside(&format!("test (1 to {}): ", failing.largest));
                let number = number_typed(failing.largest, PACE, || self.stop.is_raised(), write_aside)?;
                Some(Part::Test(number)).filter(|test| failing.offers(*test))
            }
            Some(_) => None,
        }
    }
}

/// What is printed below every run: the keys that do something now.
pub(crate) fn keys(failing: &FailingTests) -> String {
    if !io::stdin().is_terminal() {
        return "watching: save a file; Ctrl-C ends\n".to_owned();
    }
    let keys = [
        (Part::Whole, "Enter = again"),
        (Part::Failed, "f = only what failed"),
        (Part::Test(2), "t = one test"),
        (Part::Whole, "a = all"),
    ];
    let keys: String =
        keys.iter().filter(|(part, _)| failing.offers(*part)).map(|(_, key)| format!("{key}, ")).collect();
    format!("watching: save a file; {keys}q = quit\n")
}

/// What the part that is judged is called, with how many runs it is.
pub(crate) fn part(failing: &FailingTests, plan: &Plan) -> Option<String> {
    let runs = count(plan.runs(), "run");
    match failing.part {
        Part::Whole => None,
        Part::Failed => Some(format!("only what failed: {runs}\n")),
        Part::Test(number) => Some(format!("only test {number}: {runs}\n")),
    }
}

/// Takes the results of a run.
pub(crate) struct Results<'a>(pub &'a mut FailingTests);

impl Reporter for Results<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Finished(result) = event {
            self.0.take(result);
        }
        Ok(())
    }
}
