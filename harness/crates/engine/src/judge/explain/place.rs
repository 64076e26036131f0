//! Finds lines and their beginnings in a text.

use crate::judge::compare::trim_end;
use std::ops::Range;

/// A line of a text, and the byte in it that must be visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place<'t> {
    pub text: &'t [u8],
    /// 1-based.
    pub line: usize,
    /// Where the line begins.
    pub start: usize,
    pub focus: usize,
}

impl<'t> Place<'t> {
    /// The line that holds `offset`, in a text with `lines_before` lines in front of it.
    pub(super) fn of(text: &'t [u8], lines_before: usize, offset: usize, focus: usize) -> Place<'t> {
        let before = &text[..offset];
        let line = lines_before + memchr::memchr_iter(b'\n', before).count() + 1;
        let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        Place { text, line, start, focus }
    }

    /// The place of a missing line: after the last line that has text, or at the end of that line
    /// if it has no newline.
    pub(super) fn at_end(text: &'t [u8], lines_before: usize) -> Place<'t> {
        let end = line_with_newline(text, trim_end(text).len()).end;
        Place::of(text, lines_before, end, end)
    }
}

/// Where the line after the first `lines` lines begins, or the end of the text if there is none.
pub(super) fn line_start(text: &[u8], lines: usize) -> usize {
    match lines.checked_sub(1) {
        None => 0,
        Some(last) => memchr::memchr_iter(b'\n', text).nth(last).map_or(text.len(), |newline| newline + 1),
    }
}

/// Where the line that holds `offset` ends: at its newline or at the end of the text.
pub(super) fn line_end(text: &[u8], offset: usize) -> usize {
    offset + memchr::memchr(b'\n', &text[offset..]).unwrap_or(text.len() - offset)
}

/// From `offset` to the end of its line, including the newline if there is one.
pub(super) fn line_with_newline(text: &[u8], offset: usize) -> Range<usize> {
    offset..(line_end(text, offset) + 1).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, offset: usize, line: usize, start: usize) {
        let place = Place::of(text.as_bytes(), 0, offset, offset);
        assert_eq!((place.line, place.start), (line, start), "{text:?} at {offset}");
        assert_eq!(line_start(text.as_bytes(), line - 1), start);
    }

    #[test]
    fn lines_are_counted_from_one_and_begin_behind_newlines() {
        check("", 0, 1, 0);
        check("ab\ncd\n", 0, 1, 0);
        check("ab\ncd\n", 2, 1, 0);
        check("ab\ncd\n", 3, 2, 3);
        check("ab\ncd\n", 6, 3, 6);
        check(&"x\n".repeat(40_000), 80_000, 40_001, 80_000);
    }

    #[test]
    fn the_line_behind_the_end_is_the_one_that_is_missing() {
        let check = |text: &str, line, start| {
            let place = Place::at_end(text.as_bytes(), 0);
            assert_eq!((place.line, place.start), (line, start), "{text:?}");
        };
        check("", 1, 0);
        check("a", 1, 0);
        check("a\n", 2, 2);
        check("a\n\n\n", 2, 2);
        check("a  \n \n", 2, 4);
    }
}
