//! `--report json=PATH`: the whole report as one JSON document, when the run is done.

use crate::Reporter;
use crate::destination::Destination;
use crate::wire::{Collector, Context, Report, Shard};
use model::Event;
use std::io;

/// Writes [`crate::wire::Report`] to its place at the end of the run. A run that breaks off before its summary writes nothing.
pub struct Json {
    collector: Collector,
    /// Taken by the last event.
    destination: Option<Destination>,
}

impl Json {
    pub fn new(destination: Destination, context: Context) -> Json {
        Json { collector: Collector::new(context), destination: Some(destination) }
    }

    /// The report says which part of which plan it is.
    #[must_use]
    pub fn of_shard(self, shard: Option<Shard>) -> Json {
        Json { collector: self.collector.of_shard(shard), ..self }
    }
}

impl Reporter for Json {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match (self.collector.event(event), self.destination.take_if(|_| matches!(event, Event::Done(_)))) {
            (Some(report), Some(destination)) => destination.write(&text(report)?),
            (Some(_), None) | (None, Some(_) | None) => Ok(()),
        }
    }
}

/// The document, indented, with a newline at its end.
///
/// # Errors
/// Never for a report that was collected; the type says what serialisers say.
pub fn text(report: &Report) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(report)?;
    text.push(b'\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, play, problem, run};

    #[test]
    fn the_file_is_there_when_the_run_is_done_and_not_before() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.json");
        let mut json = Json::new(Destination::prepare(&path).unwrap(), Context::default());
        let mut events = run(vec![Fake::new(&problem("nim", 1, 2), "")]);
        let done = events.pop().unwrap();
        play(&events, &mut json);
        assert!(!path.exists());
        json.event(&done).unwrap();
        let report = Report::read(&path).unwrap();
        assert_eq!((report.summary.met, report.solutions.len(), report.problems.len()), (1, 1, 1));
        assert!(std::fs::read_to_string(&path).unwrap().ends_with("}\n"));
    }

    #[test]
    fn a_run_that_breaks_off_writes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let mut json = Json::new(Destination::prepare(&dir.path().join("r.json")).unwrap(), Context::default());
        play(&run(vec![Fake::new(&problem("nim", 1, 2), "")])[..1], &mut json);
        drop(json);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
