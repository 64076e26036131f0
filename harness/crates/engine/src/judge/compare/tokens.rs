//! Comparison token by token. Numbers are compared as numbers where there is a tolerance.

use super::number::{Number, Tolerance};
use super::{BadTolerance, UNITS, common_prefix, is_space};
use model::TokenOptions;
use std::ops::Range;

/// Where the tokens of a text lie, in order.
#[derive(Clone)]
pub(crate) struct Tokens<'t> {
    text: &'t [u8],
    /// The end of the last token that was returned.
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) fn of(text: &'t [u8]) -> Tokens<'t> {
        Tokens { text, at: 0 }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at + spaces_len(&self.text[self.at..]);
        let end = start + text_len(&self.text[start..]);
        if start == end {
            return None;
        }
        self.at = end;
        Some(start..end)
    }
}

/// Bytes of white space at the beginning.
fn spaces_len(text: &[u8]) -> usize {
    text.iter().position(|&b| !is_space(b)).unwrap_or(text.len())
}

/// Bytes up to the first white space.
fn text_len(text: &[u8]) -> usize {
    // Most tokens are short. In a long one, white space is searched for many bytes at a time.
    const SHORT: usize = 16;
    let short = &text[..text.len().min(SHORT)];
    if let Some(end) = short.iter().position(|&b| is_space(b)) {
        return end;
    }
    let rest = &text[short.len()..];
    let rest = &rest[..memchr::memchr3(b' ', b'\n', b'\t', rest).unwrap_or(rest.len())];
    short.len() + memchr::memchr3(b'\r', b'\x0b', b'\x0c', rest).unwrap_or(rest.len())
}

/// What makes two tokens, and the white space between them, the same.
#[derive(Clone, Default)]
pub(crate) struct TokenRule {
    /// `A` is `a`.
    pub ignore_case: bool,
    /// Runs of white space must be the same bytes.
    pub spaces_matter: bool,
    /// `None`: a number is text.
    pub tolerance: Option<Tolerance>,
}

/// The first place where two texts differ.
pub(crate) enum Mismatch {
    /// White space that matters, at these offsets of answer and output.
    Spaces(usize, usize),
    /// The tokens there. `None` for a text that has ended.
    Tokens(Option<Range<usize>>, Option<Range<usize>>),
}

impl TokenRule {
    pub(crate) fn of(options: &TokenOptions) -> Result<TokenRule, BadTolerance> {
        let TokenOptions { case_sensitive, space_change_sensitive, float_absolute, float_relative } = *options;
        let tolerance = Tolerance::new(float_absolute, float_relative)?;
        Ok(TokenRule { ignore_case: !case_sensitive, spaces_matter: space_change_sensitive, tolerance })
    }

    /// `None` when both agree.
    pub(crate) fn first_mismatch(&self, answer: &[u8], output: &[u8]) -> Option<Mismatch> {
        let (mut xs, mut ys) = (Tokens::of(answer), Tokens::of(output));
        loop {
            if skip_equal(&mut xs, &mut ys) {
                return None;
            }
            for _ in 0..UNITS {
                let (x_gap, y_gap) = (xs.at, ys.at);
                let (x, y) = (xs.next(), ys.next());
                if self.spaces_matter {
                    let x_gap = x_gap..x.as_ref().map_or(answer.len(), |x| x.start);
                    let y_gap = y_gap..y.as_ref().map_or(output.len(), |y| y.start);
                    let (x_spaces, y_spaces) = (&answer[x_gap.clone()], &output[y_gap.clone()]);
                    if x_spaces != y_spaces {
                        let equal = common_prefix(x_spaces, y_spaces);
                        return Some(Mismatch::Spaces(x_gap.start + equal, y_gap.start + equal));
                    }
                }
                match (x, y) {
                    (None, None) => return None,
                    (Some(x), Some(y)) if self.same_token(&answer[x.clone()], &output[y.clone()]) => {}
                    (x, y) => return Some(Mismatch::Tokens(x, y)),
                }
            }
        }
    }

    /// Whether `output` is acceptable where the answer has `answer`.
    fn same_token(&self, answer: &[u8], output: &[u8]) -> bool {
        // Also for numbers: a number is within any tolerance of itself.
        if answer == output {
            return true;
        }
        match self.tolerance.as_ref().and_then(|tolerance| Some((tolerance, Number::parse(answer)?))) {
            Some((tolerance, number)) => Number::parse(output).is_some_and(|output| tolerance.accepts(number, output)),
            None => self.ignore_case && answer.eq_ignore_ascii_case(output),
        }
    }

    /// How far a number is off, and how far it may be. `None` where no numbers are compared.
    pub(crate) fn off(&self, answer: &[u8], output: &[u8]) -> Option<(f64, f64)> {
        self.tolerance.as_ref()?.off(Number::parse(answer)?, Number::parse(output)?)
    }

    /// Length of the common prefix of two tokens.
    pub(crate) fn common_prefix(&self, a: &[u8], b: &[u8]) -> usize {
        match self.ignore_case {
            true => a.iter().zip(b).take_while(|(x, y)| x.eq_ignore_ascii_case(y)).count(),
            false => common_prefix(a, b),
        }
    }
}

/// Moves both forward over equal bytes, to the end of the last token that is certainly the same.
/// Returns whether nothing is left.
fn skip_equal(xs: &mut Tokens<'_>, ys: &mut Tokens<'_>) -> bool {
    let (a, b) = (&xs.text[xs.at..], &ys.text[ys.at..]);
    let equal = common_prefix(a, b);
    if equal == a.len() && equal == b.len() {
        return true;
    }
    // A token that is cut off here may end differently in the two texts, and white space that
    // reaches the cut may go on.
    let text = a[..equal].iter().rposition(|&b| is_space(b)).unwrap_or(0);
    let end = a[..text].iter().rposition(|&b| !is_space(b)).map_or(0, |last| last + 1);
    xs.at += end;
    ys.at += end;
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &[u8], expected: &[&[u8]]) {
        let got: Vec<_> = Tokens::of(text).map(|token| &text[token]).collect();
        assert_eq!(got, expected, "{}", text.escape_ascii());
    }

    #[test]
    fn tokens_lie_between_white_space() {
        check(b"", &[]);
        check(b" \n\t\r\n", &[]);
        check(b"  a  b  \n  c", &[b"a", b"b", b"c"]);
        check(b"a\rb\x0bc\x0cd", &[b"a", b"b", b"c", b"d"]);
        check(b"\0a\0 \0\n", &[b"\0a\0", b"\0"]);
        check("a\u{a0}\u{2003}\n".as_bytes(), &["a\u{a0}\u{2003}".as_bytes()]);
    }

    #[test]
    fn tokens_of_all_lengths_end_at_white_space() {
        for len in 1..100 {
            for space in b" \t\n\x0b\x0c\r" {
                let mut text = vec![b'x'; len];
                assert_eq!(text_len(&text), len);
                text.push(*space);
                text.extend_from_slice(b"x\r\n x");
                assert_eq!(text_len(&text), len);
            }
        }
    }
}
