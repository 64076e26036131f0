//! A few lines at the bottom of a screen that are redrawn again and again.
//!
//! # Theory of operation
//!
//! Between two frames the cursor rests at the beginning of the line below the table. A frame is one
//! write: it goes up to what changes, writes that, and comes back. The cursor is never hidden and
//! no mode of the terminal is changed, so there is nothing to restore, however the process ends.
//! The marks of a synchronized update make terminals that know them show a frame at once. No line
//! is as wide as the screen, so none wraps unless the screen has become narrower: then the rows
//! that the old lines now take are counted.

use crate::text::{Look, Text};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// Size of a screen, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: usize,
    pub rows: usize,
}

/// Collects what is written until it is taken.
#[derive(Clone, Debug, Default)]
pub struct Spool(Rc<RefCell<Vec<u8>>>);

impl Spool {
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.borrow_mut())
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A terminal.
pub struct Screen {
    out: Box<dyn Write>,
    size: Box<dyn Fn() -> Size>,
    pub(in crate::render) look: Look,
    /// The lines at the bottom, with their widths.
    drawn: Vec<(String, usize)>,
    /// The width of the screen when they were drawn.
    columns: usize,
}

impl Screen {
    pub fn new(out: Box<dyn Write>, size: Box<dyn Fn() -> Size>, look: Look) -> Screen {
        Screen { out, size, look, drawn: Vec::new(), columns: 0 }
    }

    /// Returns the current size: people resize their windows.
    pub fn size(&self) -> Size {
        (self.size)()
    }

    /// Writes `above` for good, and `lines` below it until the next call.
    pub fn draw(&mut self, above: &[u8], lines: &[Text], size: Size) -> io::Result<()> {
        let lines: Vec<(String, usize)> =
            lines.iter().map(|line| (line.drawn(self.look.color), line.width())).collect();
        if above.is_empty() && lines == self.drawn && size.columns == self.columns {
            return Ok(());
        }
        let mut frame = Vec::new();
        if self.drawn.is_empty() && lines.is_empty() {
            frame.extend_from_slice(above);
        } else {
            frame.extend_from_slice(b"\x1b[?2026h\r");
            let rows = self.rows(size.columns);
            if rows > 0 {
                frame.extend_from_slice(format!("\x1b[{rows}A").as_bytes());
            }
            // New lines above the table, or a screen of another width, move everything.
            let moved = !above.is_empty() || size.columns != self.columns;
            if moved {
                frame.extend_from_slice(b"\x1b[J");
                frame.extend_from_slice(above);
            }
            for (i, line) in lines.iter().enumerate() {
                if moved || self.drawn.get(i) != Some(line) {
                    frame.extend_from_slice(line.0.as_bytes());
                    frame.extend_from_slice(b"\x1b[K");
                }
                frame.extend_from_slice(b"\r\n");
            }
            if !moved && lines.len() < self.drawn.len() {
                frame.extend_from_slice(b"\x1b[J");
            }
            frame.extend_from_slice(b"\x1b[?2026l");
        }
        (self.drawn, self.columns) = (lines, size.columns);
        self.out.write_all(&frame)?;
        self.out.flush()
    }

    /// The number of rows that the table takes on a screen of this width.
    fn rows(&self, columns: usize) -> usize {
        self.drawn.iter().map(|(_, width)| width.div_ceil(columns.max(1)).max(1)).sum()
    }
}
