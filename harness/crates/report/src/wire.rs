//! The report as data: what `--report json=PATH` writes, and what every other report file is made from.
//!
//! These types are the published format, apart from the model so that either can change. The version in `schema` is raised when a
//! field changes its meaning or goes away; fields may be *added* within a version, so readers ignore what they do not know. A report
//! of another version is refused, never guessed at.
//!
//! Times are milliseconds as numbers, to the microsecond; memory is KiB, rounded up. Every name (verdict, status …) is the one
//! used in directives and on the terminal.

mod collect;
mod record;
mod word;

pub use collect::{Collector, Context, score};
pub use word::Named;

use model::{FaultKind, LineChange, Points, ScoreRange, Scoring, Severity, SkipReason, Speaker, Status, Verdict};
use record::record;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version this harness writes and reads.
pub const SCHEMA: &str = "harness-report/1";

/// The format as JSON Schema. Written by hand; a test holds it against real reports, and both ways.
pub const JSON_SCHEMA: &str = include_str!("wire/schema.json");

record! {
    /// A whole run.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Report {
        /// [`SCHEMA`].
        pub schema: String,
        /// The version of the harness that wrote it.
        pub harness: String = optional,
        pub run: Run = optional,
        pub summary: Summary,
        /// The problems of the solutions below, in their order.
        pub problems: Vec<Problem> = optional,
        /// In plan order.
        pub solutions: Vec<Solution>,
        pub diagnostics: Vec<Diagnostic> = optional,
    }

    /// How it was run.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Run {
        /// The workspace.
        pub root: String,
        pub jobs: usize,
        /// `rustc 1.95.0 -O`, one for each language in use.
        pub compilers: Vec<String>,
        pub containment: String,
        /// Pairs of solution and test.
        pub runs: usize,
        /// Different tests among them.
        pub tests: usize,
        /// The command that a solution and a test are put behind to run them again.
        pub command: String,
        /// When it began: `2026-11-21T23:05:00Z`.
        pub started: Option<String> = sparse,
        /// Of a run with `--shard`.
        pub shard: Option<Shard> = sparse,
    }

    /// Which part of which plan a report is.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Shard {
        pub k: u32,
        pub n: u32,
        /// What lies together: `solution` or `test`.
        pub by: String,
        /// The id of the whole plan, as `harness plan` prints it.
        pub plan: String,
        /// Pairs of solution and test in the whole plan.
        pub runs: usize,
        pub host: String,
        pub cpu: String,
    }

    /// `met + unmet + undecided` = solutions.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Summary {
        pub met: usize,
        pub unmet: usize,
        pub undecided: usize,
        /// Those of the undecided whose optional language is not on the machine.
        pub skipped: usize = optional,
        pub faults: usize,
        pub judged: usize,
        pub cached: usize,
        pub took_ms: Millis,
        pub interrupted: bool,
        pub content_errors: usize,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Problem {
        pub problem: String,
        pub title: String,
        pub title_zh: Option<String> = sparse,
        pub limits: Limits,
        /// `lines`, `tokens` … or the checker's file name.
        pub checker: String,
        /// How often a solution may be run on one test, where it is more than once.
        pub passes: Option<u32> = sparse,
        pub groups: Vec<Group> = sparse,
        /// Every test of the problem, in judging order, also those that were not selected.
        pub tests: Vec<String>,
    }

    /// A folder of tests that are scored together, under limits of their own.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Group {
        /// `secret/large`.
        pub group: String,
        pub points: Amount,
        /// `pass-fail`, `sum` or `min`.
        pub scoring: Named<Scoring>,
        pub requires: Vec<String>,
        pub limits: Limits,
    }

    /// What a solution got of a problem's points.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Score {
        /// Null where tests without a result leave it open.
        pub points: Option<Amount>,
        pub of: Amount,
        /// The least and the most that it must be.
        pub required: Option<(Amount, Amount)> = sparse,
        pub groups: Vec<GroupScore>,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct GroupScore {
        pub group: String,
        pub points: Option<Amount>,
        pub of: Amount,
        /// It gets nothing because this one, which it requires, is not passed.
        pub blocked: Option<String> = sparse,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Limits {
        pub cpu_ms: Millis,
        pub wall_ms: Millis,
        pub memory_kib: u64,
        pub output_kib: u64,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Solution {
        pub problem: String,
        /// The file stem: `nim--brute`.
        pub solution: String,
        /// As the command line takes it: `nim/brute.rs`.
        pub name: String = optional,
        pub language: String,
        /// Relative to the workspace.
        pub path: String,
        /// What its directives promise, as a phrase: `accepted`, `wrong-answer on secret/*`.
        pub expected: String,
        /// Its `note:` directives.
        pub notes: Vec<String> = optional,
        pub status: Named<Status>,
        /// What an online judge would say: the first verdict in test order that is not `accepted`. Null when a fault or a skipped test
        /// comes before it, or leaves `accepted` unproven.
        pub verdict: Option<Named<Verdict>> = optional,
        /// Of a problem with groups.
        pub score: Option<Score> = sparse,
        /// False when a filter left tests of the problem out.
        pub whole: bool,
        /// For each of its `expect` directives, whether a verdict that it asks for has occurred.
        pub seen: Vec<bool> = sparse,
        pub build: Build,
        /// The selected tests, in judging order.
        pub tests: Vec<Test>,
    }

    /// One test of one solution. The first six fields are always there, null where there is nothing to say.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Test {
        pub test: String,
        /// Null after a fault, and for a test that was not run. `compile-error` for every test of a file that the compiler refused.
        pub verdict: Option<Named<Verdict>>,
        pub cpu_ms: Option<Millis>,
        pub wall_ms: Option<Millis>,
        pub memory_kib: Option<u64>,
        pub note: Option<String>,
        /// What the checker gave, in a group whose tests have points of their own.
        pub points: Option<Amount> = sparse,
        /// CPU time of the problem's own checker or interactor, where it ran.
        pub checker_ms: Option<Millis> = sparse,
        /// Whether the directives permit this verdict; null without one.
        pub permitted: Option<bool> = optional,
        /// Measured again, alone.
        pub retimed: bool = sparse,
        /// Not run now, but remembered from a run under the same conditions: so are its times.
        pub cached: bool = sparse,
        pub skipped: Option<Named<SkipReason>> = sparse,
        pub fault: Option<Fault> = sparse,
        /// The command that runs just this again; for everything but `accepted`.
        pub again: Option<String> = sparse,
        /// Not for `accepted`, and not for one more failure of the same kind: a solution's first forty surprises have it, and the first two of
        /// each verdict that it promised.
        pub evidence: Option<Box<Evidence>> = sparse,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Fault {
        pub kind: Named<FaultKind>,
        pub message: String,
        pub hint: Option<String> = optional,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Evidence {
        pub checker: String,
        /// CPU time of the problem's own checker or interactor, where it ran.
        pub checker_ms: Option<Millis> = sparse,
        pub input: Excerpt,
        pub answer: Excerpt,
        pub output: Excerpt,
        pub stderr: Excerpt,
        /// What the checker said.
        pub message: Option<String> = sparse,
        pub difference: Option<Difference> = sparse,
        /// Of an interactive problem: who said what, in order; bounded.
        pub transcript: Vec<Utterance> = sparse,
        /// More was said than `transcript` holds.
        pub transcript_cut: bool = sparse,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Utterance {
        pub by: Named<Speaker>,
        pub said: Bytes,
    }

    /// The beginning of a file, and how long all of it is.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Excerpt {
        pub head: Bytes,
        pub bytes: u64,
        pub lines: Option<u64> = optional,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Difference {
        /// 1-based, counted in the answer.
        pub line: u64,
        pub token: Option<u64> = optional,
        /// Null when that side has ended.
        pub expected: Option<Bytes>,
        pub got: Option<Bytes>,
        pub window: Vec<Line>,
        /// Lines follow that were not compared.
        pub more: bool,
        pub hint: Option<String> = optional,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Line {
        pub change: Named<LineChange>,
        pub number: u64,
        pub text: Bytes,
        /// Byte ranges `[start, end)` of the decoded text that differ.
        pub emphasis: Vec<(usize, usize)>,
        /// Where `text` begins in its line.
        pub start: u64 = optional,
        /// Bytes of the line that are not in `text`.
        pub cut: u64 = optional,
        pub newline: bool,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Diagnostic {
        pub severity: Named<Severity>,
        pub title: String,
        pub path: String,
        /// 1-based; null where the whole file is meant.
        pub line: Option<usize>,
        /// 1-based, in characters.
        pub column: Option<usize>,
        pub hint: Option<String>,
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Build {
    Ready {
        took_ms: Millis,
        cached: bool,
        warnings: String,
    },
    /// The compiler's own words.
    Rejected {
        messages: String,
    },
    Fault {
        fault: Fault,
    },
    /// An optional language that is not on the machine.
    NoTool {
        fault: Fault,
    },
    Skipped,
}

record! {
    /// A [`Build`] as it is written: which one, and what that one has.
    #[derive(Default)]
    pub struct BuildRecord {
        pub result: String,
        pub took_ms: Option<Millis> = sparse,
        pub cached: Option<bool> = sparse,
        pub warnings: String = sparse,
        pub messages: Option<String> = sparse,
        pub fault: Option<Fault> = sparse,
    }
}

impl Serialize for Build {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |result: &str| BuildRecord { result: result.to_owned(), ..BuildRecord::default() };
        let record = match self.clone() {
            Build::Ready { took_ms, cached, warnings } => {
                BuildRecord { took_ms: Some(took_ms), cached: Some(cached), warnings, ..named("ready") }
            }
            Build::Rejected { messages } => BuildRecord { messages: Some(messages), ..named("rejected") },
            Build::Fault { fault } => BuildRecord { fault: Some(fault), ..named("fault") },
            Build::NoTool { fault } => BuildRecord { fault: Some(fault), ..named("no-tool") },
            Build::Skipped => named("skipped"),
        };
        record.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Build {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Build, D::Error> {
        let record = BuildRecord::deserialize(deserializer)?;
        match (record.result.as_str(), record.took_ms, record.cached, record.messages, record.fault) {
            ("ready", Some(took_ms), Some(cached), ..) => {
                Ok(Build::Ready { took_ms, cached, warnings: record.warnings })
            }
            ("rejected", _, _, Some(messages), _) => Ok(Build::Rejected { messages }),
            ("fault", .., Some(fault)) => Ok(Build::Fault { fault }),
            ("no-tool", .., Some(fault)) => Ok(Build::NoTool { fault }),
            ("skipped", ..) => Ok(Build::Skipped),
            (other, ..) => Err(D::Error::custom(format_args!("`{other}` is no result of a build, or lacks a field"))),
        }
    }
}

/// A time in milliseconds, exact to the microsecond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(pub Duration);

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_micros() as f64 / 1e3)
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Millis, D::Error> {
        let ms = f64::deserialize(deserializer)?;
        if !(0.0..1e12).contains(&ms) {
            return Err(serde::de::Error::custom(format_args!("{ms} is no time in milliseconds")));
        }
        Ok(Millis(Duration::from_micros((ms * 1e3).round() as u64)))
    }
}

/// Points as a number, exact to the millionth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount(pub Points);

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_number())
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let points = Points::from_number(number);
        points.map(Amount).ok_or_else(|| D::Error::custom(format_args!("{number} are no points")))
    }
}

impl Solution {
    /// `expected 100 points, got 60`, where it is so.
    pub fn wrong_score(&self) -> Option<String> {
        let score = self.score.as_ref().filter(|_| self.whole)?;
        let ((least, most), got) = score.required.zip(score.points)?;
        let range = ScoreRange { least: least.0, most: most.0 };
        (!(least..=most).contains(&got)).then(|| format!("expected {range} points, got {}", got.0))
    }
}

record! {
    /// Bytes as text. Those that are UTF-8 are written as they are; others with `escaped` set, a backslash as `\\` and every byte
    /// that belongs to no character as `\xNN`. Nothing is lost either way.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Bytes {
        pub text: String,
        pub escaped: bool = sparse,
    }
}

impl Bytes {
    pub fn encode(bytes: &[u8]) -> Bytes {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Bytes { text: text.to_owned(), escaped: false };
        }
        let mut text = String::with_capacity(bytes.len() + 16);
        for chunk in bytes.utf8_chunks() {
            text.push_str(&chunk.valid().replace('\\', "\\\\"));
            for byte in chunk.invalid() {
                text.push_str(&format!("\\x{byte:02x}"));
            }
        }
        Bytes { text, escaped: true }
    }

    /// The bytes again. An escape that nobody would have written stays as it is.
    pub fn decode(&self) -> Vec<u8> {
        if !self.escaped {
            return self.text.clone().into_bytes();
        }
        let mut bytes = Vec::with_capacity(self.text.len());
        let mut rest = self.text.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            let hex =
                after.strip_prefix(b"x").and_then(|hex| hex.get(..2)).and_then(|hex| std::str::from_utf8(hex).ok());
            match (first, after.first(), hex.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
                (b'\\', Some(b'\\'), _) => {
                    bytes.push(b'\\');
                    rest = &after[1..];
                }
                (b'\\', _, Some(byte)) => {
                    bytes.push(byte);
                    rest = &after[3..];
                }
                (first, ..) => {
                    bytes.push(*first);
                    rest = after;
                }
            }
        }
        bytes
    }
}

/// Why a report cannot be read.
#[derive(Debug)]
pub enum ReadError {
    Io { path: PathBuf, source: std::io::Error },
    Shape { path: PathBuf, source: serde_json::Error },
    Version { path: PathBuf, found: String },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io { path, .. } => write!(f, "cannot read the report {}", path.display()),
            ReadError::Shape { path, .. } => write!(f, "{} is not a report of this harness", path.display()),
            ReadError::Version { path, found } => {
                write!(f, "{} is a report of version `{found}`; this harness reads `{SCHEMA}`", path.display())
            }
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Io { source, .. } => Some(source),
            ReadError::Shape { source, .. } => Some(source),
            ReadError::Version { .. } => None,
        }
    }
}

record! {
    /// The version alone: a report of another one may differ in everything else.
    pub struct Version {
        pub schema: String,
    }
}

impl Report {
    /// # Errors
    /// When the file cannot be read, is no report, or is one of another version.
    pub fn read(path: &Path) -> Result<Report, ReadError> {
        let bytes = std::fs::read(path).map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
        Report::parse(&bytes, path)
    }

    /// Like [`Report::read`], for bytes that are there already; `path` is for the message.
    ///
    /// # Errors
    /// When they are no report, or one of another version.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Report, ReadError> {
        let shape = |source| ReadError::Shape { path: path.to_owned(), source };
        // Read once where all is well: the reports of many shards are many megabytes.
        let whole = serde_json::from_slice::<Report>(bytes);
        let found = match &whole {
            Ok(report) => report.schema.clone(),
            Err(_) => serde_json::from_slice::<Version>(bytes).map_err(shape)?.schema,
        };
        if found != SCHEMA {
            return Err(ReadError::Version { path: path.to_owned(), found });
        }
        whole.map_err(shape)
    }

    /// The problem of this name.
    pub fn problem(&self, name: &str) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.problem == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_bytes(bytes: &[u8], text: &str, escaped: bool) {
        let encoded = Bytes::encode(bytes);
        assert_eq!((encoded.text.as_str(), encoded.escaped), (text, escaped));
        assert_eq!(encoded.decode(), bytes, "nothing is lost");
    }

    #[test]
    fn utf8_is_text_and_other_bytes_are_escaped_without_loss() {
        check_bytes(b"", "", false);
        check_bytes(b"a\\x00\n\0\x1b", "a\\x00\n\0\x1b", false);
        check_bytes(b"a\\x00\xff", "a\\\\x00\\xff", true);
        check_bytes("é".as_bytes(), "é", false);
        check_bytes(&"é".as_bytes()[..1], "\\xc3", true);
        check_bytes(
            &(0..=255).collect::<Vec<u8>>()[128..],
            &(128..=255).map(|b| format!("\\x{b:x}")).collect::<String>(),
            true,
        );
    }

    #[test]
    fn odd_escapes_are_read_as_they_are() {
        let read = |text: &str| Bytes { text: text.to_owned(), escaped: true }.decode();
        assert_eq!(read("\\q\\xg0\\x"), b"\\q\\xg0\\x");
    }

    #[test]
    fn times_are_numbers_with_three_decimals_at_most() {
        let check = |us: u64, json: &str| {
            let millis = Millis(Duration::from_micros(us));
            assert_eq!(serde_json::to_string(&millis).unwrap(), json);
            assert_eq!(serde_json::from_str::<Millis>(json).unwrap(), millis);
        };
        check(0, "0.0");
        check(1, "0.001");
        check(3_120, "3.12");
        check(123_456_789, "123456.789");
        assert_eq!(serde_json::from_str::<Millis>("3").unwrap().0, Duration::from_millis(3));
        for bad in ["-1", "1e300", "\"3\"", "null"] {
            assert!(serde_json::from_str::<Millis>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn other_versions_and_other_files_are_refused() {
        let parse = |text: &str| Report::parse(text.as_bytes(), Path::new("r.json")).map_err(|error| error.to_string());
        assert_eq!(
            parse(r#"{"schema":"harness-report/2","summary":7}"#).unwrap_err(),
            "r.json is a report of version `harness-report/2`; this harness reads `harness-report/1`"
        );
        for text in ["", "[]", "{}", r#"{"schema":1}"#, r#"{"schema":"harness-report/1"}"#] {
            assert_eq!(parse(text).unwrap_err(), "r.json is not a report of this harness", "{text}");
        }
    }
}
