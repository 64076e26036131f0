//! Comparisons that other judges have: DMOJ's own checkers, and those of CMS and testlib that read
//! line by line.
//!
//! Sources: `dmoj/checkers/` of DMOJ's judge-server (3ea44aca), read on 2026-11-26;
//! `cms/grading/steps/whitediff.py` of CMS and `checkers/` of testlib, read on 2026-11-29.

/// A comparison of another judge, with its arguments. A line of DMOJ's ends at `\n` and at `\r`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Foreign {
    /// Words, and which of them begin a line. Blank lines do not count.
    Standard,
    /// Letters and digits in any order, whatever their case. White space does not count.
    Easy,
    /// The lines that are not empty, word by word; numbers within a tolerance.
    Floats { absolute: Option<f64>, relative: Option<f64> },
    /// The lines that are not empty, in any order, each as its words.
    SortedLines,
    /// The words in any order.
    SortedWords,
    /// All lines, without the white space at their ends.
    Rstripped { blank_lines: BlankLines },
    /// The lines that are not empty, without the white space around them.
    LineCount,
    /// The lines that are not empty, as bytes.
    LineMatches { more_lines: MoreLines },
    /// Line by line, each as its words; blank lines count, but for those at the end: CMS, where a
    /// task has no checker, and testlib's `lcmp`.
    LineTokens,
    /// All lines as bytes; white space after the last one does not count: testlib's `fcmp`.
    WholeLines,
}

/// Whether lines without a character count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlankLines {
    Count,
    Dropped,
}

/// Whether an output may go on after the answer's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoreLines {
    Wrong,
    Allowed,
}

impl Foreign {
    /// Those that `compare.mode` of a `problem.toml` names. The others have arguments, for which
    /// there are no keys.
    const MODES: [(&'static str, Foreign); 4] = [
        ("dmoj-standard", Foreign::Standard),
        ("dmoj-easy", Foreign::Easy),
        ("dmoj-sorted", Foreign::SortedLines),
        ("dmoj-unordered", Foreign::SortedWords),
    ];

    /// `compare.mode` of a `problem.toml`, if it has one.
    pub fn mode(&self) -> Option<&'static str> {
        Foreign::MODES.into_iter().find(|(_, foreign)| foreign == self).map(|(mode, _)| mode)
    }

    /// Its name; DMOJ's are those that DMOJ uses.
    pub const fn name(&self) -> &'static str {
        match self {
            Foreign::Standard => "standard",
            Foreign::Easy => "easy",
            Foreign::Floats { .. } => "floats",
            Foreign::SortedLines => "sorted",
            Foreign::SortedWords => "unordered",
            Foreign::Rstripped { .. } => "rstripped",
            Foreign::LineCount => "linecount",
            Foreign::LineMatches { .. } => "linematches",
            Foreign::LineTokens => "line-tokens",
            Foreign::WholeLines => "whole-lines",
        }
    }
}
