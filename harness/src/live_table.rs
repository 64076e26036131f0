//! Progress of commands that print their results later: a table or a line on standard error, if
//! somebody is watching.

use crate::screen::Screen;
use report::Reporter;
use report::render::line::ProgressLine;
use report::render::live::{self, Live, Size, Spool};
use report::render::pulse::{PACE, Pulse};
use std::env;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

/// Returns whether standard error is a terminal that can overwrite what it shows.
pub(crate) fn is_watched() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    !dumb && terminal::size(io::stderr()).is_some()
}

/// If nobody is watching, signs of life, or `None` where these are not wanted either.
pub(crate) fn open(screen: &Screen) -> Option<Box<dyn Reporter>> {
    struct SilentReporter;
    impl Reporter for SilentReporter {}
    if !is_watched() {
        return pulse(screen).map(|pulse| Box::new(pulse) as Box<dyn Reporter>);
    }
    let out = io::stderr().as_fd().try_clone_to_owned().ok()?;
    Some(Box::new(around(SilentReporter, Spool::default(), out, screen)))
}

/// Shows a table below the results of `inner`, which come through the spool, on this stream.
pub(crate) fn around<R: Reporter>(inner: R, spool: Spool, out: OwnedFd, screen: &Screen) -> Live<R> {
    Live::new(inner, spool, live::Screen::new(Box::new(File::from(out)), Box::new(size), screen.error))
}

/// The terminal's size now; 80 × 24 if it does not report one.
pub(crate) fn size() -> Size {
    terminal::size(io::stderr())
        .map_or(Size { columns: 80, rows: 24 }, |size| Size { columns: size.columns, rows: size.rows })
}

/// The variable that sets another time between two signs of life, in seconds; with 0 there are
/// none.
const PULSE: &str = "HARNESS_PULSE";

/// Signs of life on standard error. `None` where they are not wanted.
pub(crate) fn pulse(screen: &Screen) -> Option<Pulse> {
    let pace = match env::var(PULSE).ok().and_then(|text| text.parse::<u32>().ok()) {
        Some(0) => return None,
        Some(seconds) => Duration::from_secs(seconds.into()),
        None => PACE,
    };
    Some(Pulse::new(pace, screen.out.unicode, Box::new(io::stderr())))
}

/// A progress line on standard error, if somebody is watching.
pub(crate) fn line(screen: &Screen) -> ProgressLine {
    match is_watched() {
        true => ProgressLine::new(live::Screen::new(Box::new(io::stderr()), Box::new(size), screen.error)),
        false => ProgressLine::default(),
    }
}
