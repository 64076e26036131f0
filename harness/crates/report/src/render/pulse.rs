//! Signs of life where nobody watches a terminal: a line when nothing has been reported for a
//! while, as in the log of a CI service.

use crate::Reporter;
use crate::text::phrase::count;
use crate::text::sanitize;
use model::{Event, Progress};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long nothing may be heard.
pub const PACE: Duration = Duration::from_secs(15);

/// Says what goes on, once in a while.
pub struct Pulse {
    out: Box<dyn Write>,
    pace: Duration,
    /// When something was last reported.
    heard: Instant,
    begun: Instant,
    /// What the next line says.
    phase: String,
    unicode: bool,
}

impl Pulse {
    /// Writes a line to `out` when nothing was heard for this long.
    pub fn new(pace: Duration, unicode: bool, out: Box<dyn Write>) -> Pulse {
        Pulse::starting(Instant::now(), pace, unicode, out)
    }

    fn starting(now: Instant, pace: Duration, unicode: bool, out: Box<dyn Write>) -> Pulse {
        Pulse { out, pace, heard: now, begun: now, phase: "working".to_owned(), unicode }
    }

    /// The line that is due at `now`, if one is.
    fn due(&mut self, progress: &Progress, now: Instant) -> Option<String> {
        self.take(progress);
        if now.duration_since(self.heard) < self.pace {
            return None;
        }
        self.heard = now;
        let seconds = now.duration_since(self.begun).as_secs();
        Some(format!("still {} ({seconds} s so far)", self.phase))
    }

    fn take(&mut self, progress: &Progress) {
        let of = |what: &str, done: &usize, total: &usize, unit: &str| {
            format!("{what}: {done} of {} done", count(*total, unit))
        };
        match progress {
            Progress::Building { done, total } => self.phase = of("building", done, total, "file"),
            Progress::Measuring { problem, done, total, .. } => {
                self.phase = of(&format!("measuring the time limit of {problem}"), done, total, "run");
            }
            Progress::Running { done, total, .. } => self.phase = of("judging", done, total, "run"),
            Progress::Generating { done, total } => self.phase = of("making tests", done, total, "test"),
            Progress::Validating { done, total } => self.phase = of("checking tests", done, total, "question"),
            Progress::Retiming { done, total } => self.phase = of("measuring again, alone", done, total, "run"),
            Progress::Begun { .. } | Progress::Ended { .. } | Progress::Judged { .. } | Progress::Waiting => {}
        }
    }
}

impl Reporter for Pulse {
    fn event(&mut self, _: &Event) -> io::Result<()> {
        self.heard = Instant::now();
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        if let Some(line) = self.due(progress, Instant::now()) {
            // Where nobody can be told, the run goes on.
            let _ = self.out.write_all(format!("note: {}\n", sanitize::name(&line, self.unicode)).as_bytes());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_due_when_nothing_was_heard_for_a_while_and_says_what_goes_on() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut pulse = Pulse::starting(begun, Duration::from_secs(15), true, Box::new(io::sink()));
        let running = Progress::Running { done: 3, total: 60, ran: None };
        assert_eq!(pulse.due(&running, at(14)), None);
        let line = pulse.due(&Progress::Waiting, at(15)).unwrap();
        assert_eq!(line, "still judging: 3 of 60 runs done (15 s so far)");
        assert_eq!(pulse.due(&Progress::Waiting, at(29)), None);
        let problem = model::ProblemId::parse("p").unwrap();
        let line = pulse.due(&Progress::Measuring { problem, done: 3, total: 60, ran: None }, at(45)).unwrap();
        assert_eq!(line, "still measuring the time limit of p: 3 of 60 runs done (45 s so far)");
    }
}
