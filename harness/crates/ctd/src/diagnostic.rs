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

/// A mistake in the text of a grammar. `Display` prints it with its line and a caret. A caller that
/// renders source text itself uses [`Diagnostic::span`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where the mistake is.
    pub span: Span,
    /// Counted from 1.
    pub line: usize,
    /// In bytes, counted from 1.
    pub column: usize,
    /// What is wrong: a lowercase fragment.
    pub message: String,
    /// What would be right in its place; may be empty.
    pub expected: String,
    /// The line in which the span begins.
    excerpt: String,
}

impl Diagnostic {
    pub(crate) fn new(
        source: &[u8],
        span: Span,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> Diagnostic {
        let place = Place::of(source, span.start);
        let excerpt = String::from_utf8_lossy(place.text).into_owned();
        let (line, column) = (place.line, place.column);
        Diagnostic { span, line, column, message: message.into(), expected: expected.into(), excerpt }
    }
}

impl std::error::Error for Diagnostic {}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        write!(f, "\n{}", caret(&self.excerpt, self.column, self.span.end - self.span.start))
    }
}

/// A line, and carets below it from a column on. A long line is cut around them.
pub(crate) fn caret(line: &str, column: usize, width: usize) -> String {
    const BEFORE: usize = 60;
    const AFTER: usize = 40;
    let before = line.char_indices().take_while(|(at, _)| *at + 1 < column);
    let before: String = before.map(|(_, c)| visible(c)).collect();
    let skipped = before.chars().count().saturating_sub(BEFORE);
    let rest: String = line.chars().skip(before.chars().count()).take(AFTER).map(visible).collect();
    let carets = width.clamp(1, rest.chars().count().max(1));
    let before: String = before.chars().skip(skipped).collect();
    format!("  | {before}{rest}\n  | {}{}", " ".repeat(before.chars().count()), "^".repeat(carets))
}

fn visible(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// The place of an offset in a text.
pub(crate) struct Place<'a> {
    /// Counted from 1.
    pub line: usize,
    /// In bytes, counted from 1.
    pub column: usize,
    /// The line without its end.
    pub text: &'a [u8],
}

impl Place<'_> {
    pub fn of(source: &[u8], at: usize) -> Place<'_> {
        let at = at.min(source.len());
        let start = source[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let length = source[at..].iter().position(|&byte| byte == b'\n').unwrap_or(source.len() - at);
        let line = source[..start].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Place { line, column: at - start + 1, text: &source[start..at + length] }
    }
}
