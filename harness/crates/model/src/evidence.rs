//! Evidence of a failure, for a person: bounded pieces of files, and the place where
//! they differ.
//!
//! Bytes, not text: a solution's output is hostile and need not be UTF-8. Reporters decide how to
//! make them visible.

use crate::encoding::{Bytes, OptionalBytes};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The beginning of a file or stream, and how long all of it is.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// At most [`Excerpt::LIMIT`] bytes.
    #[serde(with = "Bytes")]
    pub head: Vec<u8>,
    /// The end of a standard error that is longer than `head`, at most [`Excerpt::TAIL`] bytes.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "Bytes")]
    pub tail: Vec<u8>,
    /// Bytes in total.
    pub bytes: u64,
    /// Newlines in `head` if that is everything, otherwise in what was counted. `None` if they were
    /// not counted.
    pub lines: Option<u64>,
}

impl Excerpt {
    pub const LIMIT: usize = 4096;
    /// Bytes of the end, where it is kept. The beginning is then shorter by as many.
    pub const TAIL: usize = 3072;

    pub fn is_whole(&self) -> bool {
        self.head.len() as u64 == self.bytes
    }

    /// Lines in total, as people count: a last line without a newline counts, too.
    pub fn all_lines(&self) -> Option<u64> {
        let unended = self.is_whole() && self.head.last().is_some_and(|byte| *byte != b'\n');
        self.lines.map(|lines| lines + u64::from(unended))
    }
}

/// A range of bytes within a line.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

/// How a line differs between answer and output.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineChange {
    /// The same on both sides.
    Same,
    /// In the answer only.
    Missing,
    /// In the output only.
    Extra,
}

/// One line of the shown window, without its newline, cut at a bounded length.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePair {
    pub change: LineChange,
    /// 1-based number in the answer (Same, Missing) or in the output (Extra).
    pub number: u64,
    /// For a line on both sides: its 1-based number in the output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_number: Option<u64>,
    #[serde(with = "Bytes")]
    pub text: Vec<u8>,
    /// The words that differ, as byte ranges of `text`.
    pub emphasis: Vec<Span>,
    /// Where `text` begins in the line: not 0 when the beginning of a long line is cut away.
    pub start: u64,
    /// Bytes of the line that are not in `text`, before and after it.
    pub cut: u64,
    /// The line ends with a newline in its file.
    pub newline: bool,
}

/// Where output and answer diverge, and the lines around that place.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// 1-based line of the first difference, counted in the answer.
    pub line: u64,
    /// 1-based token within that line, where the comparison looks at tokens.
    pub token: Option<u64>,
    /// The two values at that place, bounded; `None` when that side has ended.
    #[serde(with = "OptionalBytes")]
    pub expected: Option<Vec<u8>>,
    #[serde(with = "OptionalBytes")]
    pub got: Option<Vec<u8>>,
    /// For two numbers where a tolerance is set: how far apart they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off: Option<Deviation>,
    /// The lines that differ with their neighbours. Equal lines may be left out between them.
    pub window: Vec<LinePair>,
    /// Lines after the window were not compared for it.
    pub more: bool,
    /// `tokens would have accepted this`: a comparison that is less strict and agrees.
    pub hint: Option<String>,
}

/// How far an output's number is from the answer's, and what is allowed there: `3.3e-6`, `1e-6`.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Off"))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deviation {
    pub by: String,
    pub allowed: String,
}

/// Everything that a report shows of a failed run.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Name of the comparison or checker: `lines`, `tokens`, `checker.rs`.
    pub checker: String,
    pub input: Excerpt,
    pub answer: Excerpt,
    pub output: Excerpt,
    pub stderr: Excerpt,
    /// The checker's message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// Where a C or C++ program crashed, according to a second run with sanitizers:
    /// `a.cpp:5: stack-overflow in g(int)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crash: Option<String>,
    /// What that run found elsewhere, and what did not end the program:
    /// `a.cpp:3:9: signed integer overflow: …`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undefined: Option<String>,
    /// There was such a run, whatever it found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diagnosed: bool,
    /// For an interactive problem: who said what, in order; bounded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<Utterance>,
    /// All of an output that is longer than its excerpt, at most [`Evidence::OUTPUT`] bytes. It is
    /// for the file that a run leaves behind, and in no record.
    #[serde(skip)]
    pub whole_output: Vec<u8>,
    /// More was said than `transcript` holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub transcript_cut: bool,
}

impl Evidence {
    /// The most bytes of an output that are left behind in a file.
    pub const OUTPUT: usize = 256 << 10;

    /// The output as a file for people, as far as it is known; empty where it is not.
    pub fn output_file(&self) -> &[u8] {
        if self.output.is_whole() { &self.output.head } else { &self.whole_output }
    }
}

/// What a sanitized program found in itself.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The solution's file, or one beside it: `a.cpp`.
    pub path: String,
    /// 1-based; null where the report names no line of the solution's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// 1-based.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// `heap-buffer-overflow in main`, as the sanitizer words it.
    pub what: String,
}

impl Finding {
    /// The most of one run that are kept.
    pub const MOST: usize = 16;
}

/// `a.cpp:5:14: signed integer overflow: …`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path)?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))?;
        write!(f, ": {}", self.what)
    }
}

/// One side of a dialogue.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    Program,
    Judge,
}

/// What one side said until the other one spoke.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Utterance {
    pub by: Speaker,
    #[serde(rename = "said", with = "Bytes")]
    pub bytes: Vec<u8>,
}
