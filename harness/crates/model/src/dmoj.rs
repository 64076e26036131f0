//! DMOJ's own checkers, by which its site compares an output with an answer.
//!
//! Source: `dmoj/checkers/` of DMOJ's judge-server (3ea44aca), read on 2026-11-26.

/// A checker of DMOJ's, with its arguments. A line of theirs ends at `\n` and at `\r`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dmoj {
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

impl Dmoj {
    /// `compare.mode` of a `problem.toml`. `None`: it has arguments, for which there are no keys.
    pub const fn mode(&self) -> Option<&'static str> {
        match self {
            Dmoj::Standard => Some("dmoj-standard"),
            Dmoj::Easy => Some("dmoj-easy"),
            Dmoj::SortedLines => Some("dmoj-sorted"),
            Dmoj::SortedWords => Some("dmoj-unordered"),
            Dmoj::Floats { .. } | Dmoj::Rstripped { .. } | Dmoj::LineCount | Dmoj::LineMatches { .. } => None,
        }
    }

    /// DMOJ's name for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Dmoj::Standard => "standard",
            Dmoj::Easy => "easy",
            Dmoj::Floats { .. } => "floats",
            Dmoj::SortedLines => "sorted",
            Dmoj::SortedWords => "unordered",
            Dmoj::Rstripped { .. } => "rstripped",
            Dmoj::LineCount => "linecount",
            Dmoj::LineMatches { .. } => "linematches",
        }
    }
}
