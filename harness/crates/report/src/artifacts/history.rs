//! How long solutions took, over all runs: `history.jsonl`, one line a run.
//!
//! For each solution that was accepted on all tests, a run records the slowest one, if it was
//! measured now and not taken from the cache. Torn lines, from a crash or from two runs at once,
//! are skipped. The file is bounded. The format is private to the harness and may change: lines of
//! another version are skipped too.

use crate::artifacts::destination::replace;
use crate::text::phrase;
use model::encoding::millis;
use model::record::{Report, SolutionRecord};
use model::{Status, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::Duration;

const VERSION: u64 = 1;
/// A file larger than this many bytes …
const LIMIT: u64 = 512 << 10;
/// … is cut down to about this many, its last lines.
const KEEP: usize = 256 << 10;

/// A new measurement is compared with at most this many earlier ones …
const WINDOW: usize = 9;
/// … and at least this many.
const LEAST: usize = 3;
/// A time got slower when it exceeds the median by this factor and this margin, and exceeds every
/// earlier time: less is noise.
const FACTOR: f64 = 1.5;
const MARGIN: Duration = Duration::from_millis(20);

/// The line of one run.
#[derive(Serialize, Deserialize)]
struct Line {
    v: u64,
    host: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    /// By solution name.
    slowest: BTreeMap<String, Slowest>,
}

/// The slowest test of one solution in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Slowest(
    String,
    /// The number of tests. Times of a different set of tests are not comparable.
    usize,
    #[serde(with = "millis")] Duration,
);

/// The measurements of all runs on this machine, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    solutions: BTreeMap<String, Vec<Slowest>>,
}

/// How the time of a solution's slowest test changed over the runs.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeTrend {
    /// The slowest test of the newest run.
    pub test: String,
    /// CPU times of comparable runs, oldest first. Never empty.
    pub times: Vec<Duration>,
}

impl TimeTrend {
    pub fn now(&self) -> Duration {
        *self.times.last().expect("a course has at least one time")
    }

    /// Returns the median of the times before the newest. `None` when there are too few of them.
    pub fn median(&self) -> Option<Duration> {
        let mut before = self.times[..self.times.len() - 1].to_vec();
        before.sort_unstable();
        (before.len() >= LEAST).then(|| before[before.len() / 2])
    }

    /// Returns the median before, if the newest time is slower than chance explains.
    pub fn got_slower(&self) -> Option<Duration> {
        let (median, now) = (self.median()?, self.now());
        let all = self.times[..self.times.len() - 1].iter().all(|time| now > *time);
        (all && now >= median.mul_f64(FACTOR) && now >= median + MARGIN).then_some(median)
    }

    /// Writes `12 ms → 40 ms on secret/20-max (median of 5 runs before)`.
    pub fn in_words(&self, median: Duration) -> String {
        let runs = phrase::count(self.times.len() - 1, "run");
        let (before, now) = (phrase::time(median), phrase::time(self.now()));
        format!("{before} → {now} on {} (median of {runs} before)", self.test)
    }
}

impl History {
    /// Reads the runs on `host`. A file that is missing or cannot be read is an empty history.
    pub fn read(path: &Path, host: &str) -> History {
        let mut history = History::default();
        for line in std::fs::read(path).unwrap_or_default().split(|byte| *byte == b'\n') {
            history.line(line, host);
        }
        history
    }

    /// Adds one line, unless it is torn, of another version or from another machine.
    fn line(&mut self, line: &[u8], host: &str) {
        let Ok(line) = serde_json::from_slice::<Line>(line) else { return };
        if line.v != VERSION || line.host != host {
            return;
        }
        for (solution, slowest) in line.slowest {
            self.solutions.entry(solution).or_default().push(slowest);
        }
    }

    /// Returns how a solution's times changed, up to its newest measurement.
    pub fn course(&self, solution: &str) -> Option<TimeTrend> {
        let all = self.solutions.get(solution)?;
        let Slowest(test, tests, _) = all.last()?;
        let mut times: Vec<Duration> = all.iter().filter(|s| s.1 == *tests).map(|s| s.2).collect();
        times.drain(..times.len().saturating_sub(WINDOW + 1));
        Some(TimeTrend { test: test.clone(), times })
    }
}

/// Adds a run's line. Programs that were built in another way for one call have times that cannot
/// be compared: such a run has no line.
///
/// # Errors
/// When the disk refuses.
pub fn append(path: &Path, report: &Report, host: &str) -> io::Result<()> {
    if report.run.sanitized || !report.run.flags.is_empty() {
        return Ok(());
    }
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    let mut line = line(report, host);
    if length > 0 {
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            // The last line belongs to a run that was killed while writing: lose only that line.
            line.insert(0, '\n');
        }
    }
    // Write once, so that two runs at once do not mix their lines.
    file.write_all(line.as_bytes())?;
    if length + line.len() as u64 > LIMIT { trim(path) } else { Ok(()) }
}

fn trim(path: &Path) -> io::Result<()> {
    let text = std::fs::read(path)?;
    let from = text.len().saturating_sub(KEEP);
    let begin = text[from..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| from + at + 1);
    replace(path, &text[begin..])
}

fn line(report: &Report, host: &str) -> String {
    let slowest = report.solutions.iter().filter_map(|solution| Some((solution.name.clone(), slowest(solution)?)));
    let line = Line { v: VERSION, host: host.to_owned(), at: report.run.started.clone(), slowest: slowest.collect() };
    serde_json::to_string(&line).expect("a map by names is JSON, and memory takes everything") + "\n"
}

/// The slowest test of a solution that was run on all its tests and accepted on every one, as
/// expected. `None` if that test was not measured now.
fn slowest(solution: &SolutionRecord) -> Option<Slowest> {
    let promises_all = solution.expected.is_accepted() && solution.expected.score.is_none();
    let good = promises_all && solution.verdict == Some(Verdict::Accepted);
    if !good || !solution.whole || solution.status != Status::Met {
        return None;
    }
    let slowest = solution.tests.iter().max_by_key(|test| test.cpu)?;
    if slowest.cached {
        return None;
    }
    Some(Slowest(slowest.test.to_string(), solution.tests.len(), slowest.cpu?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, ms, problem, report};

    /// A run whose slowest test took this many milliseconds.
    fn took(time: f64) -> Report {
        report(vec![Fake::new(&problem("nim", 1, 2), "").usage(2, ms(time), model::ByteSize(1))])
    }

    fn history(lines: &[String]) -> History {
        let mut history = History::default();
        lines.iter().for_each(|line| history.line(line.as_bytes(), "here"));
        history
    }

    fn check(times: &[f64], expected: Option<&str>) {
        let lines: Vec<String> = times.iter().map(|time| line(&took(*time), "here")).collect();
        let course = history(&lines).course("nim/nim.rs").unwrap();
        assert_eq!(course.got_slower().map(|median| course.in_words(median)).as_deref(), expected, "{times:?}");
    }

    #[test]
    fn slower_is_said_when_it_means_something() {
        check(&[12.0, 13.0, 12.0, 40.0], Some("12 ms → 40 ms on secret/02 (median of 3 runs before)"));
        check(&[12.0, 12.0, 40.0], None);
        check(&[12.0, 13.0, 12.0, 30.0], None);
        check(&[100.0, 110.0, 105.0, 140.0], None);
        check(&[12.0, 45.0, 12.0, 12.0, 40.0], None);
        check(&[12.0, 13.0, 12.0, 40.0, 12.0], None);
        check(&[900.0; 12], None);
    }

    #[test]
    fn only_runs_with_as_many_tests_compare() {
        let more = report(vec![Fake::new(&problem("nim", 1, 3), "").usage(3, ms(90.0), model::ByteSize(1))]);
        let mut lines: Vec<String> = (0..5).map(|_| line(&took(5.0), "here")).collect();
        lines.push(line(&more, "here"));
        assert_eq!(history(&lines).course("nim/nim.rs").unwrap().times, [ms(90.0)]);
    }

    #[test]
    fn what_was_remembered_failed_or_was_a_part_is_no_measurement() {
        let nim = problem("nim", 1, 2);
        let of = |fake: Fake| history(&[line(&report(vec![fake]), "here")]).course("nim/nim.rs");
        assert!(of(Fake::new(&nim, "")).is_some());
        assert!(of(Fake::new(&nim, "").verdicts("W")).is_none());
        let part = Fake::new(&nim, "").change(|solution| solution.whole = false);
        assert!(of(part).is_none());
        let slow = Fake::new(&nim, "").usage(1, ms(90.0), model::ByteSize(1));
        assert!(of(slow.test(1, |test| test.cached = true)).is_none());
    }

    #[test]
    fn torn_lines_other_machines_and_other_versions_are_skipped() {
        let whole = line(&took(5.0), "here");
        let lines = [
            whole[..whole.len() / 2].to_owned(),
            line(&took(6.0), "there"),
            whole.replace("{\"v\":1", "{\"v\":2"),
            "{\"v\":1,\"host\":\"here\",\"slowest\":{\"nim/nim.rs\":[1,2]}}".to_owned(),
            whole,
        ];
        assert_eq!(history(&lines).course("nim/nim.rs").unwrap().times, [ms(5.0)]);
    }

    #[test]
    fn a_line_behind_a_torn_one_is_whole_and_the_file_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history.jsonl");
        append(&path, &took(10.0), "here").unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{}", &whole[..30])).unwrap();
        append(&path, &took(20.0), "here").unwrap();
        assert_eq!(History::read(&path, "here").course("nim/nim.rs").unwrap().times, [ms(10.0), ms(20.0)]);

        std::fs::write(&path, whole.repeat(LIMIT as usize / whole.len())).unwrap();
        for time in [30.0, 40.0] {
            append(&path, &took(time), "here").unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.len() <= LIMIT as usize, "{}", text.len());
        assert!(text.lines().all(|line| line.starts_with("{\"v\"") && line.ends_with("}}")));
        assert_eq!(History::read(&path, "here").course("nim/nim.rs").unwrap().now(), ms(40.0));
        assert!(History::read(&folder.path().join("none"), "here").course("nim/nim.rs").is_none());
    }
}
