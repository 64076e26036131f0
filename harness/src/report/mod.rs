//! From events to what people and programs read: the terminal, JSON.
//!
//! Knows the model and nothing else. A program's output is hostile: whatever is shown of it passes `visible`, which lets no escape
//! code, control character or `::` command through.

pub mod terminal;
#[cfg(test)]
pub mod testing;
pub mod text;
pub mod visible;

pub use terminal::{Options, Terminal, Verbosity};

use crate::model::{Event, Progress};
use std::io;

/// Takes the events of a run, in plan order.
pub trait Reporter {
    /// # Errors
    /// When what it writes to refuses.
    fn event(&mut self, event: &Event) -> io::Result<()>;

    /// Live progress, in any order; most reporters ignore it.
    ///
    /// # Errors
    /// When what it writes to refuses.
    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        let _ = progress;
        Ok(())
    }
}
