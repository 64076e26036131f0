//! The trait of all reporters, and several reporters as one.

use model::record::Report;
use model::{Event, Progress};
use std::cell::Cell;
use std::io;
use std::rc::Rc;

/// Shows a run: during the run, when it is done, or both.
pub trait Reporter {
    /// Takes the next event, in their order.
    ///
    /// # Errors
    /// When its output refuses.
    fn event(&mut self, _event: &Event) -> io::Result<()> {
        Ok(())
    }

    /// Takes the record of the whole run, after the last event.
    ///
    /// # Errors
    /// When its output refuses.
    fn done(&mut self, _report: &Report) -> io::Result<()> {
        Ok(())
    }

    /// Live progress, in any order; most reporters ignore it.
    ///
    /// # Errors
    /// When its output refuses.
    fn progress(&mut self, _progress: &Progress) -> io::Result<()> {
        Ok(())
    }
}

/// Whether the page in the folder is this run's: where nothing can be written, that of an earlier
/// run may be left.
pub type IsCurrent = Rc<Cell<bool>>;

/// Several reporters of one run, and the record they share.
pub struct Tee<'a> {
    reporters: Vec<Box<dyn Reporter + 'a>>,
    report: Report,
}

impl<'a> Tee<'a> {
    pub fn new(reporters: Vec<Box<dyn Reporter + 'a>>) -> Tee<'a> {
        Tee { reporters, report: Report::new() }
    }
}

/// Passes everything to every reporter, even after one that fails: a full disk is not a reason
/// for a silent terminal. Returns the first error.
impl Reporter for Tee<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.report.take(event);
        let mut first = Ok(());
        for reporter in &mut self.reporters {
            first = first.and(reporter.event(event));
            if let Event::Done(_) = event {
                first = first.and(reporter.done(&self.report));
            }
        }
        first
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        let mut first = Ok(());
        for reporter in &mut self.reporters {
            first = first.and(reporter.progress(progress));
        }
        first
    }
}
