//! From events to what people and programs read: the terminal, JSON, a page, JUnit, GitHub.
//!
//! Knows the model and nothing else. A program's output is hostile: whatever is shown of it passes `visible`, which lets no escape
//! code, control character or invisible character through, and then the escaping of its format. All files are made from one JSON model (`wire`).

pub mod destination;
pub mod diagnostics;
pub mod failed;
pub mod github;
pub mod history;
pub mod html;
pub mod json;
pub mod jsonl;
pub mod junit;
pub mod live;
pub mod merge;
pub mod replay;
pub mod saved;
pub mod terminal;
#[cfg(test)]
pub mod testing;
pub mod text;
pub mod visible;
pub mod wire;

pub use destination::Destination;
pub use github::Github;
pub use html::Html;
pub use json::Json;
pub use jsonl::JsonLines;
pub use junit::Junit;
pub use live::Live;
pub use saved::Saved;
pub use terminal::{Options, Terminal, Verbosity};

use model::{Event, Progress};
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

impl<R: Reporter + ?Sized> Reporter for Box<R> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        (**self).event(event)
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        (**self).progress(progress)
    }
}

/// Tells several reporters the same.
pub struct Tee<'a> {
    reporters: Vec<Box<dyn Reporter + 'a>>,
}

impl<'a> Tee<'a> {
    pub fn new(reporters: Vec<Box<dyn Reporter + 'a>>) -> Tee<'a> {
        Tee { reporters }
    }

    /// Every reporter is told, also behind one that fails: a full disk is no reason for a silent terminal.
    fn each(&mut self, mut tell: impl FnMut(&mut dyn Reporter) -> io::Result<()>) -> io::Result<()> {
        let mut first = Ok(());
        for reporter in &mut self.reporters {
            let told = tell(reporter.as_mut());
            first = first.and(told);
        }
        first
    }
}

/// The first error is reported.
impl Reporter for Tee<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.each(|reporter| reporter.event(event))
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        self.each(|reporter| reporter.progress(progress))
    }
}
