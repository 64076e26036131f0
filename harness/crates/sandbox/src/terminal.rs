//! How large the terminal is: one question to the kernel, asked here because here is where unsafe code lives.

use std::os::fd::AsFd;
#[cfg(unix)]
use std::os::fd::AsRawFd;

/// At least one column and one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: usize,
    pub rows: usize,
}

/// `None` where `stream` is no terminal, or one that does not know its size.
pub fn size(stream: impl AsFd) -> Option<Size> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: the descriptor is open as long as it is borrowed, and TIOCGWINSZ writes one `winsize` at the address given.
    let told = unsafe { libc::ioctl(stream.as_fd().as_raw_fd(), libc::TIOCGWINSZ, &raw mut size) };
    let size = Size { columns: size.ws_col.into(), rows: size.ws_row.into() };
    (told == 0 && size.columns > 0 && size.rows > 0).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_no_terminal() {
        assert_eq!(size(tempfile::tempfile().unwrap()), None);
    }
}
