//! The report as data: what `--report json=PATH` writes, and what every other report file is made from.
//!
//! These types are the published format, apart from the model so that either can change. The version in `schema` is raised when a
//! field changes its meaning or goes away; fields may be *added* within a version, so readers ignore what they do not know. A report
//! of another version is refused, never guessed at.
//!
//! Times are milliseconds as numbers, to the microsecond; memory is KiB, rounded up. Every name (verdict, status …) is the one
//! used in directives and on the terminal.

mod collect;
mod word;

pub use collect::{Collector, Context};
pub use word::Named;

use crate::model::{FaultKind, LineChange, Severity, SkipReason, Speaker, Status, Verdict};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version this harness writes and reads.
pub const SCHEMA: &str = "harness-report/1";

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of the harness that wrote it.
    #[serde(default)]
    pub harness: String,
    #[serde(default)]
    pub run: Run,
    pub summary: Summary,
    /// The problems of the solutions below, in their order.
    #[serde(default)]
    pub problems: Vec<Problem>,
    /// In plan order.
    pub solutions: Vec<Solution>,
    #[serde(default)]
    pub diagnostics: Vec<Diagnostic>,
}

/// How it was run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<String>,
    /// Of a run with `--shard`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// Which part of which plan a report is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub met: usize,
    pub unmet: usize,
    pub undecided: usize,
    /// Those of the undecided whose optional language is not on the machine.
    #[serde(default)]
    pub skipped: usize,
    pub faults: usize,
    pub judged: usize,
    pub cached: usize,
    pub took_ms: Millis,
    pub interrupted: bool,
    pub content_errors: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    pub problem: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title_zh: Option<String>,
    pub limits: Limits,
    /// `lines`, `tokens` … or the checker's file name.
    pub checker: String,
    /// Every test of the problem, in judging order, also those that were not selected.
    pub tests: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    pub cpu_ms: Millis,
    pub wall_ms: Millis,
    pub memory_kib: u64,
    pub output_kib: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solution {
    pub problem: String,
    /// The file stem: `nim--brute`.
    pub solution: String,
    /// As the command line takes it: `nim/brute.rs`.
    #[serde(default)]
    pub name: String,
    pub language: String,
    /// Relative to the workspace.
    pub path: String,
    /// What its directives promise, as a phrase: `accepted`, `wrong-answer on secret/*`.
    pub expected: String,
    /// Its `note:` directives.
    #[serde(default)]
    pub notes: Vec<String>,
    pub status: Named<Status>,
    /// What an online judge would say: the first verdict in test order that is not `accepted`. Null when a fault or a skipped test
    /// comes before it, or leaves `accepted` unproven.
    #[serde(default)]
    pub verdict: Option<Named<Verdict>>,
    /// False when a filter left tests of the problem out.
    #[serde(default = "yes")]
    pub whole: bool,
    /// For each of its `expect` directives, whether a verdict that it asks for has occurred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<bool>,
    pub build: Build,
    /// The selected tests, in judging order.
    pub tests: Vec<Test>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum Build {
    Ready {
        took_ms: Millis,
        cached: bool,
        #[serde(default, skip_serializing_if = "String::is_empty")]
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

/// One test of one solution. The first six fields are always there, null where there is nothing to say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    pub test: String,
    /// Null after a fault, and for a test that was not run. `compile-error` for every test of a file that the compiler refused.
    pub verdict: Option<Named<Verdict>>,
    pub cpu_ms: Option<Millis>,
    pub wall_ms: Option<Millis>,
    pub memory_kib: Option<u64>,
    pub note: Option<String>,
    /// Whether the directives permit this verdict; null without one.
    #[serde(default)]
    pub permitted: Option<bool>,
    /// Measured again, alone.
    #[serde(default, skip_serializing_if = "no")]
    pub retimed: bool,
    /// Not run now, but remembered from a run under the same conditions: so are its times.
    #[serde(default, skip_serializing_if = "no")]
    pub cached: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<Named<SkipReason>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// The command that runs just this again; for everything but `accepted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// Not for `accepted`, and not for one more failure of the same kind: a solution's first forty surprises have it, and the first two of
    /// each verdict that it promised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Box<Evidence>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    pub kind: Named<FaultKind>,
    pub message: String,
    #[serde(default)]
    pub hint: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    pub checker: String,
    pub input: Excerpt,
    pub answer: Excerpt,
    pub output: Excerpt,
    pub stderr: Excerpt,
    /// What the checker said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// Of an interactive problem: who said what, in order; bounded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<Utterance>,
    /// More was said than `transcript` holds.
    #[serde(default, skip_serializing_if = "no")]
    pub transcript_cut: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Utterance {
    pub by: Named<Speaker>,
    pub said: Bytes,
}

/// The beginning of a file, and how long all of it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Excerpt {
    pub head: Bytes,
    pub bytes: u64,
    #[serde(default)]
    pub lines: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// 1-based, counted in the answer.
    pub line: u64,
    #[serde(default)]
    pub token: Option<u64>,
    /// Null when that side has ended.
    pub expected: Option<Bytes>,
    pub got: Option<Bytes>,
    pub window: Vec<Line>,
    /// Lines follow that were not compared.
    pub more: bool,
    #[serde(default)]
    pub hint: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub change: Named<LineChange>,
    pub number: u64,
    pub text: Bytes,
    /// Byte ranges `[start, end)` of the decoded text that differ.
    pub emphasis: Vec<(usize, usize)>,
    /// Where `text` begins in its line.
    #[serde(default)]
    pub start: u64,
    /// Bytes of the line that are not in `text`.
    #[serde(default)]
    pub cut: u64,
    pub newline: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// Bytes as text. Those that are UTF-8 are written as they are; others with `escaped` set, a backslash as `\\` and every byte
/// that belongs to no character as `\xNN`. Nothing is lost either way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bytes {
    pub text: String,
    #[serde(default, skip_serializing_if = "no")]
    pub escaped: bool,
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
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read the report {path}")]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{path} is not a report of this harness")]
    Shape { path: PathBuf, source: serde_json::Error },
    #[error("{path} is a report of version `{found}`; this harness reads `{SCHEMA}`")]
    Version { path: PathBuf, found: String },
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
        /// The version alone: a report of another one may differ in everything else.
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        let shape = |source| ReadError::Shape { path: path.to_owned(), source };
        // Read once where all is well: the reports of many shards are many megabytes.
        let whole = serde_json::from_slice::<Report>(bytes);
        let found = match &whole {
            Ok(report) => report.schema.clone(),
            Err(_) => serde_json::from_slice::<Head>(bytes).map_err(shape)?.schema,
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

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's `skip_serializing_if` passes a reference")]
fn no(flag: &bool) -> bool {
    !flag
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
