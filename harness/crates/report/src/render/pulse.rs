//! Signs of life where nobody watches a terminal: a line when nothing has been reported for a
//! while, as in the log of a CI service.

use crate::Reporter;
use crate::text::phrase::{about, count};
use crate::text::sanitize;
use model::{Event, Progress, Work};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long nothing may be heard.
pub const PACE: Duration = Duration::from_secs(15);

/// How long nothing may be heard where a verdict is known that cannot be reported yet.
const SHORT: Duration = Duration::from_secs(5);

/// Says what goes on, once in a while.
pub struct Pulse {
    out: Box<dyn Write>,
    pace: Duration,
    /// When something was last reported.
    heard: Instant,
    begun: Instant,
    state: PulseState,
    unicode: bool,
}

/// What the next line says.
#[derive(Default)]
struct PulseState {
    phase: String,
    /// What some worker has begun, with its number: a slow one is the last to end.
    files: Vec<(usize, String)>,
}

impl Pulse {
    /// Writes a line to `out` when nothing was heard for this long.
    pub fn new(pace: Duration, unicode: bool, out: Box<dyn Write>) -> Pulse {
        Pulse::starting(Instant::now(), pace, unicode, out)
    }

    fn starting(now: Instant, pace: Duration, unicode: bool, out: Box<dyn Write>) -> Pulse {
        Pulse { out, pace, heard: now, begun: now, state: PulseState::default(), unicode }
    }

    /// The line that is due at `now`, if one is.
    fn due(&mut self, progress: &Progress, now: Instant) -> Option<String> {
        self.state.take(progress);
        if let Progress::Measuring { left, ran: Some(ran), .. } = progress
            && ran.accepted
            && now.duration_since(self.heard) >= SHORT
        {
            self.heard = now;
            let left = left.map_or_else(String::new, |left| format!(" (about {})", about(left)));
            return Some(format!("{} is accepted; its time limit is still being measured{left}", ran.name));
        }
        if now.duration_since(self.heard) < self.pace {
            return None;
        }
        self.heard = now;
        let seconds = now.duration_since(self.begun).as_secs();
        let phase = if self.state.phase.is_empty() { "working" } else { &self.state.phase };
        let on = self.state.files.first().map_or_else(String::new, |(_, file)| format!(", now at {file}"));
        Some(format!("still {phase}{on} ({seconds} s so far)"))
    }
}

impl PulseState {
    fn take(&mut self, progress: &Progress) {
        let of = |what: &str, done: &usize, total: &usize, unit: &str| {
            format!("{what}: {done} of {} done", count(*total, unit))
        };
        match progress {
            Progress::Building { done, total } => self.phase = of("building", done, total, "file"),
            Progress::Measuring { problem, done, total, left, .. } => {
                let left = left.map_or_else(String::new, |left| format!(", about {} left", about(left)));
                let what = format!("measuring the time limit of {problem}");
                self.phase = format!("{}{left}", of(&what, done, total, "run"));
            }
            Progress::Running { done, total, .. } => self.phase = of("judging", done, total, "run"),
            Progress::Generating { done, total } => self.phase = of("making tests", done, total, "test"),
            Progress::Validating { done, total } => self.phase = of("checking tests", done, total, "question"),
            Progress::Retiming { done, total } => self.phase = of("measuring again, alone", done, total, "run"),
            Progress::Begun { worker, what } => {
                self.files.retain(|(own, _)| own != worker);
                match what {
                    Work::Run { test, .. } => self.files.push((*worker, test.to_string())),
                    Work::File(file) => self.files.push((*worker, file.clone())),
                }
            }
            Progress::Ended { worker } => self.files.retain(|(own, _)| own != worker),
            Progress::Judged { .. } | Progress::Waiting => {}
        }
    }
}

impl Reporter for Pulse {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let _ = event;
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
    use model::{MeasuredRun, ProblemId, TestId, Verdict};

    #[test]
    fn a_line_is_due_when_nothing_was_heard_for_a_while_and_says_what_goes_on() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut pulse = Pulse::starting(begun, Duration::from_secs(15), true, Box::new(io::sink()));
        let running = Progress::Running { done: 3, total: 60, ran: None };
        assert_eq!(pulse.due(&running, at(14)), None);
        let begun = Progress::Begun { worker: 1, what: Work::File("gen/big.py".to_owned()) };
        let line = pulse.due(&begun, at(15)).unwrap();
        assert_eq!(line, "still judging: 3 of 60 runs done, now at gen/big.py (15 s so far)");
        assert_eq!(pulse.due(&Progress::Waiting, at(29)), None);
        let line = pulse.due(&Progress::Ended { worker: 1 }, at(30)).unwrap();
        assert_eq!(line, "still judging: 3 of 60 runs done (30 s so far)");
        assert_eq!(pulse.due(&Progress::Waiting, at(31)), None);
    }

    #[test]
    fn while_a_limit_is_measured_a_verdict_that_is_known_is_said_and_how_long_the_rest_takes() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut pulse = Pulse::starting(begun, Duration::from_secs(15), true, Box::new(io::sink()));
        let measuring = |accepted| {
            let test = TestId("secret/1".into());
            let (name, cpu, verdict) = ("p/accepted/a.py".to_owned(), Duration::ZERO, Verdict::Accepted);
            let ran = MeasuredRun { name, place: None, test, verdict, expected: true, cpu, accepted };
            let problem = ProblemId::parse("p").unwrap();
            let left = Some(Duration::from_millis(61_500));
            Progress::Measuring { problem, done: 3, total: 60, left, ran: Some(Box::new(ran)) }
        };
        assert_eq!(pulse.due(&measuring(true), at(4)), None);
        let line = pulse.due(&measuring(true), at(5)).unwrap();
        assert_eq!(line, "p/accepted/a.py is accepted; its time limit is still being measured (about 1 min 2 s)");
        assert_eq!(pulse.due(&measuring(true), at(9)), None);
        assert_eq!(pulse.due(&measuring(false), at(19)), None);
        let line = pulse.due(&measuring(false), at(20)).unwrap();
        let words = "still measuring the time limit of p: 3 of 60 runs done, about 1 min 2 s left (20 s so far)";
        assert_eq!(line, words);
    }
}
