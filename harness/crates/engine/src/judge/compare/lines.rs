//! Comparison line by line. White space at the end of a line and blank lines at the end of the file
//! do not count.

use super::{UNITS, common_prefix, trim_end};
use std::hash::{BuildHasher, RandomState};

/// The lines that count, without the white space at their ends.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = trim_end(text);
    std::iter::from_fn(move || if rest.is_empty() { None } else { Some(next_line(&mut rest)) })
}

/// Takes the first line, blank or not, off a text that does not end in white space.
fn next_line<'t>(rest: &mut &'t [u8]) -> &'t [u8] {
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let line = &rest[..end];
    *rest = rest.get(end + 1..).unwrap_or_default();
    trim_end(line)
}

/// Do both have the same lines in the same order?
pub(super) fn agree(answer: &[u8], output: &[u8]) -> bool {
    let (mut a, mut b) = (trim_end(answer), trim_end(output));
    loop {
        skip_equal(&mut a, &mut b);
        for _ in 0..UNITS {
            // Neither text ends in white space, so as long as anything is left there is a line.
            if a.is_empty() || b.is_empty() {
                return a.is_empty() && b.is_empty();
            }
            if next_line(&mut a) != next_line(&mut b) {
                return false;
            }
        }
    }
}

/// Moves both forward over equal bytes, to the beginning of the line in which these end.
fn skip_equal(a: &mut &[u8], b: &mut &[u8]) {
    let equal = common_prefix(a, b);
    let start = if equal == a.len() && equal == b.len() {
        equal
    } else {
        memchr::memrchr(b'\n', &a[..equal]).map_or(0, |newline| newline + 1)
    };
    (*a, *b) = (&a[start..], &b[start..]);
}

/// Do both have the same lines, each equally often, in any order?
///
/// # Theory of operation
/// The lines' 128-bit hashes are summed modulo 2^128, so equal multisets have equal sums. Different
/// ones have equal sums for one in 2^128 choices of the hash function, or 2^k times as many where
/// all surpluses are divisible by 2^k. The function is chosen afresh each time, so no output can be
/// made to fit it. Sorting would be just as simple, but takes ten times as long.
pub(super) fn agree_unordered(answer: &[u8], output: &[u8]) -> bool {
    let (mut a, mut b) = (trim_end(answer), trim_end(output));
    skip_equal(&mut a, &mut b);
    let halves = [RandomState::new(), RandomState::new()];
    let hash = |line: &[u8]| {
        let [high, low] = [&halves[0], &halves[1]].map(|half| u128::from(half.hash_one(line)));
        high << 64 | low
    };
    let sum = |text| lines(text).fold(0, |sum: u128, line| sum.wrapping_add(hash(line)));
    sum(a) == sum(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &[u8], expected: &[&[u8]]) {
        assert_eq!(lines(text).collect::<Vec<_>>(), expected, "{}", text.escape_ascii());
    }

    #[test]
    fn white_space_at_ends_and_blank_lines_at_the_end_are_left_out() {
        check(b"", &[]);
        check(b" \n\t\r\n", &[]);
        check(b"a", &[b"a"]);
        check(b"a \t\r\n\n \n", &[b"a"]);
        check(b"a\r\nb\r\n", &[b"a", b"b"]);
        check(b"a\n\n\nb", &[b"a", b"", b"", b"b"]);
        check(b"\n\na", &[b"", b"", b"a"]);
        check(b"  a  b  \n  c", &[b"  a  b", b"  c"]);
        check(b"a\rb", &[b"a\rb"]);
        check(b"\0a\0 \0\n", &[b"\0a\0 \0"]);
        check("a\u{a0}\u{2003}\n".as_bytes(), &["a\u{a0}\u{2003}".as_bytes()]);
    }

    #[test]
    fn equal_beginnings_are_left_out_up_to_the_line_that_differs() {
        let rest = |a: &'static str, b: &'static str| {
            let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
            skip_equal(&mut a, &mut b);
            (str::from_utf8(a).unwrap(), str::from_utf8(b).unwrap())
        };
        assert_eq!(rest("1\n2\n30\n4", "1\n2\n31\n4"), ("30\n4", "31\n4"));
        assert_eq!(rest("1\n2", "1\n2"), ("", ""));
        assert_eq!(rest("1\n2", "1\n2\n"), ("2", "2\n"));
        assert_eq!(rest("1\n2\n", "1\n2"), ("2\n", "2"));
        assert_eq!(rest("a", "b"), ("a", "b"));
    }
}
