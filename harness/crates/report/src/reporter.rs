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
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let _ = event;
        Ok(())
    }

    /// Takes the record of the whole run, after the last event.
    ///
    /// # Errors
    /// When its output refuses.
    fn done(&mut self, report: &Report) -> io::Result<()> {
        let _ = report;
        Ok(())
    }

    /// Live progress, in any order; most reporters ignore it.
    ///
    /// # Errors
    /// When its output refuses.
    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        let _ = progress;
        Ok(())
    }
}

/// Whether the page in the folder is this run's: where nothing can be written, that of an earlier
/// run may be left.
pub type IsCurrent = Rc<Cell<bool>>;

impl<R: Reporter + ?Sized> Reporter for Box<R> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        (**self).event(event)
    }

    fn done(&mut self, report: &Report) -> io::Result<()> {
        (**self).done(report)
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        (**self).progress(progress)
    }
}

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
fn each<'a>(
    reporters: &mut [Box<dyn Reporter + 'a>],
    mut give: impl FnMut(&mut (dyn Reporter + 'a)) -> io::Result<()>,
) -> io::Result<()> {
    let mut first = Ok(());
    for reporter in reporters {
        first = first.and(give(reporter.as_mut()));
    }
    first
}

impl Reporter for Tee<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.report.take(event);
        let report = &self.report;
        each(&mut self.reporters, |reporter| {
            let taken = reporter.event(event);
            let done = if matches!(event, Event::Done(_)) { reporter.done(report) } else { Ok(()) };
            taken.and(done)
        })
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        each(&mut self.reporters, |reporter| reporter.progress(progress))
    }
}
