//! The size of the terminal, what is typed there, and the clipboard behind it. Knows
//! nothing of what is shown.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod clipboard;

pub use clipboard::copy;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Signal, getpgrp, kill_current_process_group};
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use sandbox::Cancel;
use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

/// The size of a terminal: at least one column and one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// How many characters fit in a line.
    pub columns: usize,
    /// How many lines fit.
    pub rows: usize,
}

/// Returns the size of the terminal `stream`. `None` where it is not a terminal, or one that does
/// not know its size.
pub fn size(stream: impl AsFd) -> Option<Size> {
    let size = rustix::termios::tcgetwinsize(stream).ok()?;
    let size = Size { columns: size.ws_col.into(), rows: size.ws_row.into() };
    (size.columns > 0 && size.rows > 0).then_some(size)
}

/// True unless the locale, which `variable` reads, says that the terminal does not read UTF-8.
pub fn reads_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    locale.is_none_or(|value| {
        let value = value.to_ascii_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}

/// What was typed while we waited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedInput {
    /// No line: the wait was cancelled.
    Nothing,
    /// Without its line ending.
    Line(String),
    /// Ctrl-D.
    End,
}

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// One of ASCII's printable characters.
    Char(char),
    /// The end of a line.
    Enter,
    /// Ctrl-D, or the end of the input.
    End,
}

impl Key {
    /// The key that sends this byte. `None` for those that mean nothing here.
    fn of(byte: u8) -> Option<Key> {
        match byte {
            b'\n' | b'\r' => Some(Key::Enter),
            CTRL_D | EARLY_CTRL_D => Some(Key::End),
            _ if byte == b' ' || byte.is_ascii_graphic() => Some(Key::Char(char::from(byte))),
            _ => None,
        }
    }
}

const CTRL_D: u8 = 0x04;
/// What Linux makes of a Ctrl-D that is typed while the terminal still gathers lines, and is read
/// when it does not any more.
const EARLY_CTRL_D: u8 = 0;
const CTRL_Z: u8 = 0x1a;
const CTRL_BACKSLASH: u8 = 0x1c;

/// Waits for a key on standard input that means something, at most `wait`. Those before it that do
/// not are passed over at once: a text that somebody typed in the wrong window may be long. Nobody
/// has to press Enter. Where standard input is not a terminal, or belongs to another program just
/// now, it only sleeps for `wait`.
///
/// The terminal is in another mode only meanwhile, and in its own one whenever this process may
/// end or stop: the keys that would do that at once do it here, after the mode is restored. So no
/// handler of signals is needed, and whatever a shell does to the mode while this process is
/// stopped is respected.
pub fn key_within(wait: Duration, means: impl Fn(Key) -> bool) -> Option<Key> {
    let stdin = io::stdin();
    let is_ours = tcgetpgrp(&stdin).is_ok_and(|group| group == getpgrp());
    // In the background, to change the mode would stop this process.
    let Some(mode) = is_ours.then(|| KeyMode::enter(&stdin)).flatten() else {
        std::thread::sleep(wait);
        return None;
    };
    let mut timeout = Timespec::try_from(wait).ok();
    let mut byte = [0];
    let read = loop {
        let read = match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], timeout.as_ref()) {
            Ok(0) | Err(_) => None,
            // Bypasses the buffer of the standard stream: poll would not see a key held back in it.
            Ok(_) => rustix::io::read(&stdin, &mut byte).ok(),
        };
        let is_idle = |byte| Key::of(byte).map_or(!matches!(byte, CTRL_Z | CTRL_BACKSLASH), |key| !means(key));
        match read {
            // Only what has been typed by now is passed over.
            Some(1..) if is_idle(byte[0]) => timeout = Some(Timespec { tv_sec: 0, tv_nsec: 0 }),
            read => break read,
        }
    };
    drop(mode);
    let signal = match (read?, byte[0]) {
        (0, _) => return Some(Key::End),
        (_, CTRL_Z) => Signal::TSTP,
        (_, CTRL_BACKSLASH) => Signal::QUIT,
        (_, byte) => return Key::of(byte),
    };
    // As the terminal would have done. It fails where there is nobody to be told.
    let _ = kill_current_process_group(signal);
    None
}

/// Reads a number from 1 to `most`, whose digits `echo` shows. It ends with Enter, or where one
/// more digit would make it too large. `None` for any other key, and once `is_over` says so, which
/// is asked after each `pace`.
pub fn number_typed(most: usize, pace: Duration, is_over: impl Fn() -> bool, echo: impl Fn(&str)) -> Option<usize> {
    let mut number = 0;
    while !is_over() {
        match key_within(pace, |_| true) {
            None => {}
            Some(Key::Char(digit)) if digit.is_ascii_digit() => {
                echo(&digit.to_string());
                number = number * 10 + digit.to_digit(10).unwrap_or_default() as usize;
                if number * 10 > most {
                    break;
                }
            }
            Some(Key::Enter) => break,
            Some(Key::Char(_) | Key::End) => {
                number = 0;
                break;
            }
        }
    }
    echo("\n");
    (1..=most).contains(&number).then_some(number)
}

/// A terminal that passes on each key at once and does not show it. In its former mode when
/// dropped.
struct KeyMode<'a> {
    terminal: &'a io::Stdin,
    before: Termios,
}

impl KeyMode<'_> {
    /// `None` where it is not a terminal, or one that is gone.
    fn enter(terminal: &io::Stdin) -> Option<KeyMode<'_>> {
        let before = tcgetattr(terminal).ok()?;
        let mut keys = before.clone();
        keys.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        keys.special_codes[SpecialCodeIndex::VMIN] = 1;
        keys.special_codes[SpecialCodeIndex::VTIME] = 0;
        // The value that stands for no key.
        keys.special_codes[SpecialCodeIndex::VSUSP] = 0;
        keys.special_codes[SpecialCodeIndex::VQUIT] = 0;
        tcsetattr(terminal, OptionalActions::Now, &keys).ok()?;
        Some(KeyMode { terminal, before })
    }
}

impl Drop for KeyMode<'_> {
    fn drop(&mut self) {
        // A terminal that is gone has no mode.
        let _ = tcsetattr(self.terminal, OptionalActions::Now, &self.before);
    }
}

/// Waits for a line on standard input. [`TypedInput::Nothing`] when `cancel` is raised, before or
/// meanwhile: a plain read would go on after Ctrl-C.
pub fn typed_until(cancel: &Cancel) -> TypedInput {
    let stdin = io::stdin();
    while !cancel.is_raised() {
        let mut streams = [PollFd::new(&stdin, PollFlags::IN), PollFd::from_borrowed_fd(cancel.fd(), PollFlags::IN)];
        match poll(&mut streams, None) {
            Ok(_) if cancel.is_raised() => return TypedInput::Nothing,
            Ok(_) if streams[0].revents().is_empty() => {}
            Ok(_) => return typed(&stdin),
            Err(Errno::INTR) => {}
            Err(_) => return TypedInput::End,
        }
    }
    TypedInput::Nothing
}

/// Bypasses the buffer of the standard stream: poll would not see a line held back in it.
fn typed(stdin: &io::Stdin) -> TypedInput {
    let mut bytes = [0; 256];
    match rustix::io::read(stdin, &mut bytes) {
        Ok(0) => TypedInput::End,
        Ok(read) => TypedInput::Line(String::from_utf8_lossy(&bytes[..read]).trim_end().to_owned()),
        Err(_) => TypedInput::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_enter_and_the_end_are_keys() {
        let keys = [(b'q', Some(Key::Char('q'))), (b'7', Some(Key::Char('7'))), (b'\r', Some(Key::Enter))];
        let others =
            [(b'\n', Some(Key::Enter)), (0x04, Some(Key::End)), (0x00, Some(Key::End)), (0x1b, None), (0xc3, None)];
        for (byte, expected) in keys.into_iter().chain(others) {
            assert_eq!(Key::of(byte), expected, "{byte}");
        }
    }

    #[test]
    fn a_file_is_no_terminal() {
        assert_eq!(size(tempfile::tempfile().unwrap()), None);
    }

    #[test]
    fn the_locale_decides_about_unicode() {
        let with = |name: &'static str, value: &'static str| {
            reads_utf8(move |variable| (variable == name).then(|| value.to_owned()))
        };
        assert!(with("LANG", "de_DE.UTF-8") && with("LC_ALL", "C.utf8") && with("OTHER", ""));
        assert!(!with("LC_ALL", "C") && !with("LANG", "de_DE.ISO-8859-1"));
    }
}
