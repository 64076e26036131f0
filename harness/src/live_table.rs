//! Progress of commands that print their results later: a table or a line on standard error, if
//! somebody is watching.

use crate::screen::{Screen, write_aside};
use report::Reporter;
use report::render::live::{self, Live, Size, Spool};
use report::render::pulse::{PACE, Pulse};
use report::text::{Look, Role, Text, sanitize};
use sandbox::terminal;
use std::env;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

/// Returns whether standard error is a terminal that can overwrite what it shows.
pub(crate) fn is_watched() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    !dumb && terminal::size(io::stderr()).is_some()
}

/// If nobody is watching, signs of life, or `None` where these are not wanted either.
pub(crate) fn open(screen: &Screen) -> Option<Box<dyn Reporter>> {
    struct Silent;
    impl Reporter for Silent {}
    if !is_watched() {
        return pulse(screen).map(|pulse| Box::new(pulse) as Box<dyn Reporter>);
    }
    let out = io::stderr().as_fd().try_clone_to_owned().ok()?;
    Some(Box::new(around(Silent, Spool::default(), out, screen)))
}

/// Shows a table below the results of `inner`, which come through the spool, on this stream.
pub(crate) fn around<R: Reporter>(inner: R, spool: Spool, out: OwnedFd, screen: &Screen) -> Live<R> {
    let look = Look { color: screen.error_color, unicode: screen.unicode, width: None };
    Live::new(inner, spool, live::Screen::new(Box::new(File::from(out)), Box::new(size), look))
}

/// A progress line, redrawn a few times a second and removed at the end.
#[derive(Default)]
pub(crate) struct Line {
    is_on: bool,
    color: bool,
    unicode: bool,
    drawn: Option<Instant>,
}

impl Line {
    const PACE: Duration = Duration::from_millis(125);

    /// [`Line::default`] never draws anything.
    pub(crate) fn new(screen: &Screen) -> Line {
        Line { is_on: is_watched(), color: screen.error_color, unicode: screen.unicode, drawn: None }
    }

    pub(crate) fn put(&mut self, text: impl FnOnce() -> String) {
        if !self.is_on || self.drawn.is_some_and(|drawn| drawn.elapsed() < Line::PACE) {
            return;
        }
        self.drawn = Some(Instant::now());
        let line = Text::new().with(Role::Dim, sanitize::name(&text(), self.unicode));
        // In the last column some terminals break the line and some do not.
        let line = line.cut(size().columns.saturating_sub(1));
        write_aside(&format!("\r\x1b[K{}", line.drawn(self.color)));
    }

    pub(crate) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            write_aside("\r\x1b[K");
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.clear();
    }
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
    Some(Pulse::new(pace, screen.unicode, Box::new(io::stderr())))
}
