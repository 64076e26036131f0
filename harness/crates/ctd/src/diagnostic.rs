//! A mistake in a grammar, as a value that points at its bytes. Knows nothing of the language's
//! commands.

use std::fmt;
use std::ops::Range;

/// Bytes of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` to before `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// From the start of this one to the end of `end`.
    pub fn to(self, end: Span) -> Span {
        Span::new(self.start, end.end)
    }

    /// The span as a range, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A mistake in the text of a grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where the mistake is.
    pub span: Span,
    /// What is wrong: a lowercase fragment.
    pub message: String,
    /// What would be right in its place; may be empty.
    pub expected: String,
}

impl Diagnostic {
    pub(crate) fn new(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        Diagnostic { span, message: message.into(), expected: expected.into() }
    }
}

impl std::error::Error for Diagnostic {}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        Ok(())
    }
}

/// The line of a byte, and its column in bytes. Both are counted from 1.
pub(crate) fn place_of(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let lines = before.iter().filter(|&&byte| byte == b'\n').count();
    (lines + 1, before.len() - start + 1)
}
