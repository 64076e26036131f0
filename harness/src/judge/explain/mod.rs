//! Saying where an output and an answer part, after a comparison has found that they do.
//!
//! Bounded work on top of a few more passes over the files, bounded text whatever they hold. Nothing here changes a verdict, but for one
//! distinction: whether a difference is one of white space only.

mod hint;
mod multiset;
mod place;
mod text;
mod window;

use super::compare::{Case, CompareError, Mismatch, ReadAt, Tolerance, Trouble, compare, same_token};
use crate::model::{Comparison, Difference, TokenOptions, Verdict};
use hint::{Differs, hint};
use place::{Token, locate, next_token, token_at};
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
    match comparison {
        Comparison::Unordered => multiset::explain(answer, output),
        Comparison::Tokens(_) => at_token(comparison, mismatch, answer, output),
        // Output with the right tokens is a presentation error. Otherwise the tokens that differ say why it is wrong, not the white space before.
        Comparison::Lines | Comparison::Exact => {
            match compare(&Comparison::Tokens(TokenOptions::default()), answer, output)? {
                Some(mismatch) => at_token(comparison, mismatch, answer, output),
                None => at_space(comparison, Verdict::PresentationError, mismatch, answer, output),
            }
        }
    }
}

/// One side's next token at a mismatch.
struct Found {
    token: Option<Token>,
    /// What [`locate`] and the window go by: the token, or the end of the source.
    offset: u64,
}

fn at_token(
    comparison: &Comparison,
    mismatch: Mismatch,
    answer: &dyn ReadAt,
    output: &dyn ReadAt,
) -> Result<Explanation, CompareError> {
    let options = match comparison {
        Comparison::Tokens(options) => *options,
        Comparison::Lines | Comparison::Exact | Comparison::Unordered => TokenOptions::default(),
    };
    let mut a = find(answer, mismatch.answer, false).map_err(Trouble::Answer)?;
    let mut b = find(output, mismatch.output, false).map_err(Trouble::Output)?;
    if same_tokens(&options, answer, &a, output, &b)? {
        if options.space_change_sensitive {
            return at_space(comparison, Verdict::WrongAnswer, mismatch, answer, output);
        }
        // The mismatch lies behind these two: between them and what follows.
        a = find(answer, mismatch.answer, true).map_err(Trouble::Answer)?;
        b = find(output, mismatch.output, true).map_err(Trouble::Output)?;
    }
    let differs = match (a.token, b.token) {
        (_, None) => Differs::Short,
        (None, Some(_)) => Differs::Long,
        (Some(_), Some(_)) => Differs::Token,
    };
    let place = |source, found: &Found| locate(source, found.offset, window::BEFORE);
    let a_side =
        Side { source: answer, place: place(answer, &a).map_err(Trouble::Answer)?, focus: focus(&a, mismatch.answer) };
    let b_side =
        Side { source: output, place: place(output, &b).map_err(Trouble::Output)?, focus: focus(&b, mismatch.output) };

    let expected = value(&a_side, a.token).map_err(Trouble::Answer)?;
    let got = value(&b_side, b.token).map_err(Trouble::Output)?;
    // Where the answer has ended, the only line there is to name is the output's.
    let (side, found, trouble): (_, _, fn(_) -> _) =
        if a.token.is_some() { (&a_side, &a, Trouble::Answer) } else { (&b_side, &b, Trouble::Output) };
    let line = side.place.line;
    let token = token_at(side.source, side.place.start(), found.offset).map_err(trouble)?.map(|(_, number)| number);

    let words = |value: &Option<Vec<u8>>| value.as_ref().map_or("end of output".into(), |v| text::note_value(v));
    let at = token.map_or_else(|| format!("line {line}"), |token| format!("line {line}, token {token}"));
    let note = format!("{at}: expected {}, got {}", words(&expected), words(&got));
    let (window, more) = window::around(comparison, false, &a_side, &b_side)?;
    let hint = hint(comparison, differs, answer, output)?;
    let difference = Difference { line, token, expected, got, window, more, hint };
    Ok(Explanation { verdict: Verdict::WrongAnswer, note, difference })
}

/// The token that `offset` touches, or the next one; or else (`behind`) the one that follows the token it touches.
fn find(source: &dyn ReadAt, offset: u64, behind: bool) -> std::io::Result<Found> {
    let line = locate(source, offset, 0)?;
    let touched = token_at(source, line.start(), offset)?.map(|(token, _)| token);
    let token = match touched {
        Some(token) if behind => next_token(source, token.end)?,
        Some(token) => Some(token),
        None => next_token(source, offset)?,
    };
    let end = || touched.map_or(offset, |token| token.end);
    // At the end, point behind the last newline: that is where the missing line would be.
    let offset = match token {
        Some(token) => token.start,
        None => place::text_end(source, end())?,
    };
    Ok(Found { token, offset })
}

fn same_tokens(
    options: &TokenOptions,
    answer: &dyn ReadAt,
    a: &Found,
    output: &dyn ReadAt,
    b: &Found,
) -> Result<bool, CompareError> {
    let (Some(x), Some(y)) = (a.token, b.token) else { return Ok(a.token.is_none() && b.token.is_none()) };
    /// Longer tokens are only the same here when they are as long: this decides no verdict.
    const LIMIT: usize = 1 << 20;
    if x.end - x.start > LIMIT as u64 || y.end - y.start > LIMIT as u64 {
        return Ok(false);
    }
    let x = place::read(answer, x.start, x.end, LIMIT).map_err(Trouble::Answer)?;
    let y = place::read(output, y.start, y.end, LIMIT).map_err(Trouble::Output)?;
    let tolerance = Tolerance::new(options.float_absolute, options.float_relative)?;
    Ok(same_token(&x, &y, Case::of(options), tolerance.as_ref()))
}

fn focus(found: &Found, mismatch: u64) -> u64 {
    match found.token {
        Some(token) if (token.start..token.end).contains(&mismatch) => mismatch,
        Some(_) | None => found.offset,
    }
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
    mismatch: Mismatch,
    answer: &dyn ReadAt,
    output: &dyn ReadAt,
) -> Result<Explanation, CompareError> {
    let a_place = locate(answer, mismatch.answer, window::BEFORE).map_err(Trouble::Answer)?;
    let b_place = locate(output, mismatch.output, window::BEFORE).map_err(Trouble::Output)?;
    let line = a_place.line;
    let a_side = Side { source: answer, place: a_place, focus: mismatch.answer };
    let b_side = Side { source: output, place: b_place, focus: mismatch.output };
    let expected = whole_line(&a_side).map_err(Trouble::Answer)?;
    let got = whole_line(&b_side).map_err(Trouble::Output)?;
    let note = format!(
        "line {line}: white space differs: expected \"{}\", got \"{}\"",
        text::note_value(&expected),
        text::note_value(&got)
    );
    let (window, more) = window::around(comparison, true, &a_side, &b_side)?;
    let hint = hint(comparison, Differs::Space, answer, output)?;
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
