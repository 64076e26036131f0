//! What a watched run leaves to be printed: nothing of it is shown before it is whole.

use crate::screen::write_aside;
use model::record::SolutionRecord;
use model::{Event, Progress};
use report::{Reporter, Terminal};
use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

/// A finished run.
pub(super) struct Run {
    pub text: String,
    pub results: Vec<Arc<SolutionRecord>>,
}

/// Reports into memory, because a run that is cut short is not shown.
pub(super) struct Recorder {
    pub terminal: Terminal<Vec<u8>>,
    /// The live table, if somebody is watching.
    pub live: Option<Box<dyn Reporter>>,
    /// The solutions whose failures are shown; empty for all.
    pub own: BTreeSet<String>,
    pub results: Vec<Arc<SolutionRecord>>,
    /// To be printed when the first program runs.
    pub begun: Option<String>,
    pub started: bool,
}

impl Reporter for Recorder {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.started |= matches!(event, Event::Started(_));
        let mut is_wanted = true;
        if let Event::Finished(result) = event {
            self.results.push(Arc::clone(result));
            is_wanted = self.own.is_empty() || self.own.contains(&result.name);
        }
        if is_wanted {
            self.terminal.event(event)?;
        }
        // A screen that is gone needs no table.
        let _ = self.live.as_mut().map(|live| live.event(event));
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        if let Some(live) = &mut self.live {
            let _ = live.progress(progress);
            return Ok(());
        }
        // Before the run has started, validators are built.
        if let Progress::Building { done, total } = progress
            && done == total
            && self.started
            && let Some(begun) = self.begun.take()
        {
            write_aside(&begun);
        }
        Ok(())
    }
}
