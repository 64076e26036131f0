//! The size of the terminal, and what is typed there.

use crate::Cancel;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::time::Duration;

/// The size of a terminal: at least one column and one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: usize,
    pub rows: usize,
}

/// Returns the size of the terminal `stream`. `None` where it is not a terminal, or one that does
/// not know its size.
pub fn size(stream: impl AsFd) -> Option<Size> {
    let size = rustix::termios::tcgetwinsize(stream).ok()?;
    let size = Size { columns: size.ws_col.into(), rows: size.ws_row.into() };
    (size.columns > 0 && size.rows > 0).then_some(size)
}

/// What was typed while we waited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    Nothing,
    /// Without its line ending.
    Line(String),
    /// Ctrl-D.
    End,
}

/// Waits for a line on standard input, at most `wait`. Where that is not a terminal, it only sleeps
/// for `wait`. Leaves the terminal's mode as it is.
pub fn typed_within(wait: Duration) -> Typed {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        std::thread::sleep(wait);
        return Typed::Nothing;
    }
    let timeout = Timespec::try_from(wait).ok();
    let mut streams = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut streams, timeout.as_ref()) {
        Ok(0) | Err(_) => return Typed::Nothing,
        Ok(_) => {}
    }
    typed(&stdin)
}

/// Waits for a line on standard input. [`Typed::Nothing`] when `cancel` is raised, before or
/// meanwhile: a plain read would go on after Ctrl-C.
pub fn typed_until(cancel: &Cancel) -> Typed {
    let stdin = io::stdin();
    while !cancel.is_raised() {
        let mut streams = [PollFd::new(&stdin, PollFlags::IN), PollFd::from_borrowed_fd(cancel.fd(), PollFlags::IN)];
        match poll(&mut streams, None) {
            Ok(_) if cancel.is_raised() => return Typed::Nothing,
            Ok(_) if streams[0].revents().is_empty() => {}
            Ok(_) => return typed(&stdin),
            Err(Errno::INTR) => {}
            Err(_) => return Typed::End,
        }
    }
    Typed::Nothing
}

/// Bypasses the buffer of the standard stream: poll would not see a line held back in it.
fn typed(stdin: &io::Stdin) -> Typed {
    let mut bytes = [0; 256];
    match rustix::io::read(stdin, &mut bytes) {
        Ok(0) => Typed::End,
        Ok(read) => Typed::Line(String::from_utf8_lossy(&bytes[..read]).trim_end().to_owned()),
        Err(_) => Typed::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_no_terminal() {
        assert_eq!(size(tempfile::tempfile().unwrap()), None);
    }
}
