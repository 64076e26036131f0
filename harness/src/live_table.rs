//! The live table, for commands whose results are said later: on standard error, where somebody
//! looks.

use crate::screen::Screen;
use report::Reporter;
use report::render::live::{self, Live, Look, Size, Spool};
use sandbox::terminal;
use std::env;
use std::fs::File;
use std::io;
use std::os::fd::AsFd;

/// Whether somebody looks at standard error, on a terminal that can draw over what it shows.
pub(crate) fn is_watched() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    !dumb && terminal::size(io::stderr()).is_some()
}

/// `None` where nobody looks.
pub(crate) fn open(screen: &Screen) -> Option<Box<dyn Reporter>> {
    struct Silent;
    impl Reporter for Silent {}
    let out = io::stderr().as_fd().try_clone_to_owned().ok().filter(|_| is_watched())?;
    let look = Look { color: screen.error_color, unicode: screen.unicode };
    let screen = live::Screen::new(Box::new(File::from(out)), Box::new(size), look.color);
    Some(Box::new(Live::new(Silent, Spool::default(), screen, look)))
}

/// How large the terminal is now; one that does not know is as large as they all once were.
pub(crate) fn size() -> Size {
    terminal::size(io::stderr())
        .map_or(Size { columns: 80, rows: 24 }, |size| Size { columns: size.columns, rows: size.rows })
}
