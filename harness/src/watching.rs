//! What waits for saved files and keys: `watch`, `-w` and `learn` share it.

use crate::args::CommonArgs;
use crate::error::{CliError, OrCannot as _};
use crate::exit::Exit;
use crate::screen::{print, say, write_aside};
use ::judge::watch::{FailingTests, Look, Part, RoundState, Snapshot, Spot, Watcher, Wish};
use engine::build::Languages;
use engine::plan::Plan;
use engine::run::with_watcher;
use model::Event;
use report::Reporter;
use report::text::phrase::count;
use sandbox::Cancel;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Duration;
use terminal::{Key, key_within, lend_to, number_typed};

/// The keys of a watch, besides Enter and `q`; see [`Watching::meant`].
pub(crate) const KEYS: &str = "fatds";

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

    /// What a key asks for. Reads the number of a test. `None`: nothing.
    pub(crate) fn meant(&self, key: Option<char>, failing: &FailingTests) -> Option<Wish> {
        let wish = match key {
            None => Wish::Again,
            Some('f') => return Some(Wish::Failed),
            Some('a') => Wish::All,
            Some('t') => Wish::Test({
                write_aside(&format!("test (1 to {}): ", failing.largest));
                number_typed(failing.largest, PACE, || self.stop.is_raised(), write_aside)?
            }),
            Some('d') => Wish::Debug,
            Some('s') => Wish::Submit,
            Some(_) => return None,
        };
        failing.offers(wish).then_some(wish)
    }
}

/// Does what a key asks for besides judging, in a call of its own that has the terminal until it
/// ends. Returns whether that was all. `call`: the arguments of a call that judges what failed as
/// it was judged; those of the debugger are added.
///
/// # Errors
/// When it cannot be started.
pub(crate) fn aside(
    wish: Wish,
    failing: &FailingTests,
    common: &CommonArgs,
    call: impl Fn(&Spot) -> Vec<OsString>,
) -> Result<bool, CliError> {
    let own = env::current_exe().or_cannot("find this program")?;
    let mut command = Command::new(own);
    match (wish, failing.spot(), failing.program()) {
        (Wish::Again | Wish::Failed | Wish::All | Wish::Test(_), _, _) => return Ok(false),
        (Wish::Debug, Some(spot), _) => command.args(call(spot)).arg("--debug").arg(&*spot.test.0),
        (Wish::Submit, _, Some(program)) => command.arg("submit").arg(program),
        (Wish::Debug | Wish::Submit, _, _) => return Ok(true),
    };
    if let Some(judge) = &common.judge {
        command.args(["--judge", judge]);
    }
    if let Some(root) = &common.root {
        command.arg("--root").arg(root);
    }
    lend_to(&mut command).or_cannot("start it")?;
    write_aside(&keys(failing));
    Ok(true)
}

/// Clears the screen and its scrollback, if somebody is watching.
pub(crate) fn clear_screen() -> Result<(), CliError> {
    if io::stdout().is_terminal() { print("\x1b[2J\x1b[3J\x1b[H") } else { Ok(()) }
}

/// What is printed below every run: the keys that do something now.
pub(crate) fn keys(failing: &FailingTests) -> String {
    if !io::stdin().is_terminal() {
        return "watching: save a file; Ctrl-C ends\n".to_owned();
    }
    let keys = [
        (Wish::Again, "Enter = again"),
        (Wish::Failed, "f = only what failed"),
        (Wish::Test(2), "t = one test"),
        (Wish::All, "a = all"),
        (Wish::Debug, "d = debug"),
        (Wish::Submit, "s = submit"),
    ];
    let keys: String =
        keys.iter().filter(|(wish, _)| failing.offers(*wish)).map(|(_, key)| format!("{key}, ")).collect();
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

/// Says how a run of this plan ended.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn ended(failing: &mut FailingTests, judged: &Plan, languages: &Languages) -> Result<RoundState, CliError> {
    let ended = failing.ended(judged, languages);
    if ended == RoundState::Mended {
        say!("nothing of it fails any more: judging everything\n")?;
    }
    Ok(ended)
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
