//! Saying where an output and an answer part, after a comparison has found that they do.
//!
//! Bounded work on top of a few more passes over the files, bounded text whatever they hold. Nothing here changes a verdict, but
//! for one distinction: whether a difference is one of white space only.

mod hint;
mod multiset;
mod place;
mod text;
mod window;

use super::compare::{Case, CompareError, Mismatch, Part, ReadAt, Tolerance, Trouble, compare, same_token};
use hint::{Again, Differs, hint};
use model::{Comparison, Difference, TokenOptions, Verdict};
use place::{Place, Token, locate, next_token, token_at};
use window::Side;

/// A line of a checker's, bounded and made readable for a note.
pub fn note_text(line: &str) -> String {
    text::readable(line.as_bytes(), 120)
}

/// What is to be said about an output that a comparison rejected.
pub struct Explanation {
    /// Wrong answer or presentation error.
    pub verdict: Verdict,
    /// One line: `line 3, token 1: expected 4, got 5`.
    pub note: String,
    pub difference: Difference,
}

/// Bytes of a value in a [`Difference`].
const VALUE: usize = 120;

/// Explains a mismatch that `comparison` found between these two.
pub fn explain(
    comparison: &Comparison,
    mismatch: Mismatch,
    answer: &dyn ReadAt,
    output: &dyn ReadAt,
) -> Result<Explanation, CompareError> {
    if *comparison == Comparison::Unordered {
        return multiset::explain(answer, output);
    }
    let a = Found::new(answer, mismatch.answer).map_err(Trouble::Answer)?;
    let b = Found::new(output, mismatch.output).map_err(Trouble::Output)?;
    match comparison {
        Comparison::Tokens(options) => at_token(comparison, options, a, b),
        // Output with the right tokens is a presentation error. Otherwise the tokens that differ say why it is wrong, not the
        // white space before.
        Comparison::Lines | Comparison::Exact | Comparison::Unordered => {
            let options = TokenOptions::default();
            // What precedes was the same, tokens included, so it need not be compared again.
            let (x, y) = (a.rest(), b.rest());
            match compare(&Comparison::Tokens(options), &x, &y)? {
                Some(Mismatch { answer, output }) => {
                    let a = a.moved(x.start + answer).map_err(Trouble::Answer)?;
                    let b = b.moved(y.start + output).map_err(Trouble::Output)?;
                    at_token(comparison, &options, a, b)
                }
                None => at_space(comparison, Verdict::PresentationError, a, b),
            }
        }
    }
}

/// One side's place of a mismatch.
struct Found<'a> {
    source: &'a dyn ReadAt,
    place: Place,
    /// The mismatch.
    offset: u64,
    /// The token that the mismatch touches, or the next one; none at the end.
    token: Option<Token>,
    touched: bool,
}

impl<'a> Found<'a> {
    fn new(source: &'a dyn ReadAt, offset: u64) -> std::io::Result<Found<'a>> {
        let place = locate(source, offset, window::BEFORE)?;
        let start = Found { source, place, offset, token: None, touched: false };
        start.moved(offset)
    }

    /// The same for another offset of this side, on this line or further on.
    fn moved(&self, offset: u64) -> std::io::Result<Found<'a>> {
        let place = self.place.moved(self.source, offset, window::BEFORE)?;
        let touched = token_at(self.source, place.start(), offset)?.map(|(token, _)| token);
        let token = match touched {
            Some(token) => Some(token),
            None => next_token(self.source, offset)?,
        };
        Ok(Found { source: self.source, place, offset, token, touched: touched.is_some() })
    }

    /// The source from the touched token on.
    fn rest(&self) -> Part<'a> {
        let start = self.token.filter(|_| self.touched).map_or(self.offset, |token| token.start);
        Part { source: self.source, start, end: u64::MAX }
    }

    /// For comparing once more, in another way.
    fn both(&self) -> Again<'a> {
        Again { whole: self.source, rest: self.rest() }
    }

    /// Moves on to the token behind the touched one.
    fn next(&mut self) -> std::io::Result<()> {
        if let Some(token) = self.token.filter(|_| self.touched) {
            (self.token, self.touched) = (next_token(self.source, token.end)?, false);
            self.offset = token.end;
        }
        Ok(())
    }

    /// Where to look: on the line of the token, or, where the source has ended, on the line that is missing.
    fn side(&self) -> std::io::Result<Side<'a>> {
        let (offset, focus) = match self.token {
            Some(token) if (token.start..token.end).contains(&self.offset) => (token.start, self.offset),
            Some(token) => (token.start, token.start),
            None => {
                let end = place::text_end(self.source, self.offset)?;
                (end, end)
            }
        };
        // A token may begin before the mismatch, but on the same line.
        let place = self.place.moved(self.source, offset, window::BEFORE)?;
        Ok(Side { source: self.source, place, focus })
    }
}

fn at_token(
    comparison: &Comparison,
    options: &TokenOptions,
    mut a: Found<'_>,
    mut b: Found<'_>,
) -> Result<Explanation, CompareError> {
    if same_tokens(options, &a, &b)? {
        if options.space_change_sensitive {
            return at_space(comparison, Verdict::WrongAnswer, a, b);
        }
        // The mismatch lies behind these two: between them and what follows.
        a.next().map_err(Trouble::Answer)?;
        b.next().map_err(Trouble::Output)?;
    }
    let differs = match (a.token, b.token) {
        (_, None) => Differs::Short,
        (None, Some(_)) => Differs::Long,
        (Some(_), Some(_)) => Differs::Token,
    };
    let (a_side, b_side) = (a.side().map_err(Trouble::Answer)?, b.side().map_err(Trouble::Output)?);
    let expected = value(&a_side, a.token).map_err(Trouble::Answer)?;
    let got = value(&b_side, b.token).map_err(Trouble::Output)?;
    // Where the answer has ended, the only line there is to name is the output's.
    let (side, token, trouble): (_, _, fn(_) -> _) =
        if a.token.is_some() { (&a_side, a.token, Trouble::Answer) } else { (&b_side, b.token, Trouble::Output) };
    let line = side.place.line;
    let number = |token: Token| token_at(side.source, side.place.start(), token.start);
    let token = token.map(number).transpose().map_err(trouble)?.flatten().map(|(_, number)| number);

    let words = |value: &Option<Vec<u8>>| value.as_ref().map_or("end of output".into(), |v| text::note_value(v));
    let at = token.map_or_else(|| format!("line {line}"), |token| format!("line {line}, token {token}"));
    let note = format!("{at}: expected {}, got {}", words(&expected), words(&got));
    let (window, more) = window::around(comparison, false, &a_side, &b_side)?;
    let hint = hint(comparison, differs, &a.both(), &b.both())?;
    let difference = Difference { line, token, expected, got, window, more, hint };
    Ok(Explanation { verdict: Verdict::WrongAnswer, note, difference })
}

fn same_tokens(options: &TokenOptions, a: &Found<'_>, b: &Found<'_>) -> Result<bool, CompareError> {
    /// Longer ones are called different: that decides no verdict.
    const LIMIT: u64 = 1 << 20;
    let text = |found: &Found<'_>| match found.token {
        Some(token) if token.end - token.start > LIMIT => Ok(None),
        Some(token) => place::read(found.source, token.start, token.end, LIMIT as usize).map(Some),
        None => Ok(Some(Vec::new())),
    };
    let (x, y) = (text(a).map_err(Trouble::Answer)?, text(b).map_err(Trouble::Output)?);
    let tolerance = Tolerance::new(options.float_absolute, options.float_relative)?;
    Ok(x.zip(y).is_some_and(|(x, y)| same_token(&x, &y, Case::of(options), tolerance.as_ref())))
}

/// The token, cut around the difference where it is long.
fn value(side: &Side<'_>, token: Option<Token>) -> std::io::Result<Option<Vec<u8>>> {
    token.map(|token| cut(side.source, token.start, token.end, side.focus)).transpose()
}

fn cut(source: &dyn ReadAt, start: u64, end: u64, focus: u64) -> std::io::Result<Vec<u8>> {
    let (from, to) = text::window(end - start, focus.saturating_sub(start).min(end - start), VALUE);
    let mark = "…".as_bytes();
    let mut value = if from > 0 { mark.to_vec() } else { Vec::new() };
    value.extend(place::read(source, start + from, start + to, VALUE)?);
    if start + to < end {
        value.extend(mark);
    }
    Ok(value)
}

/// The tokens are the same here: it is the white space that differs.
fn at_space(
    comparison: &Comparison,
    verdict: Verdict,
    a: Found<'_>,
    b: Found<'_>,
) -> Result<Explanation, CompareError> {
    let hint = hint(comparison, Differs::Space, &a.both(), &b.both())?;
    let line = a.place.line;
    let a_side = Side { source: a.source, place: a.place, focus: a.offset };
    let b_side = Side { source: b.source, place: b.place, focus: b.offset };
    let expected = whole_line(&a_side).map_err(Trouble::Answer)?;
    let got = whole_line(&b_side).map_err(Trouble::Output)?;
    let note = format!(
        "line {line}: white space differs: expected \"{}\", got \"{}\"",
        text::note_value(&expected),
        text::note_value(&got)
    );
    let (window, more) = window::around(comparison, true, &a_side, &b_side)?;
    let difference = Difference { line, token: None, expected: Some(expected), got: Some(got), window, more, hint };
    Ok(Explanation { verdict, note, difference })
}

/// The line of a place with its newline, cut around the difference where it is long.
fn whole_line(side: &Side<'_>) -> std::io::Result<Vec<u8>> {
    let start = side.place.start();
    let end = place::line_end(side.source, side.focus.max(start))?;
    let newline = place::read(side.source, end, end + 1, 1)?.len() as u64;
    cut(side.source, start, end + newline, side.focus)
}

#[cfg(test)]
mod tests;
