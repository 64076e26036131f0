//! The built-in comparisons: do an output and an answer agree, and if not, where do they part?
//!
//! Two byte sources in, at most one place out. This module knows nothing of runs, limits or verdicts and builds no text. Everything
//! streams: memory stays the same whatever the files hold, one line of 100 MB included.

mod blocks;
mod hash;
mod normal;
mod number;
mod tokens;
mod unordered;

pub use blocks::{Part, ReadAt, Trouble};
pub use hash::LineHash;
pub use normal::{Normal, View, is_space, spaces_len, text_len, trim_end};
pub use number::{BadTolerance, Tolerance, is_number};
pub use tokens::same_token;
pub use unordered::Lines;

use blocks::skip_equal;
use model::{Comparison, TokenOptions};
use std::fmt;

/// Where two sources part: byte offsets of the first difference in each. Inside a token for comparisons that look at bytes, at its
/// beginning for numbers. A side that has ended lies behind its last text. What precedes is the same for the comparison, so a token
/// touches the place from the left on both sides or on neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub answer: u64,
    pub output: u64,
}

/// Why there is no result.
#[derive(Debug)]
pub enum CompareError {
    Trouble(Trouble),
    Tolerance(BadTolerance),
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompareError::Trouble(error) => error.fmt(f),
            CompareError::Tolerance(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CompareError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CompareError::Trouble(error) => error.source(),
            CompareError::Tolerance(error) => error.source(),
        }
    }
}

impl From<Trouble> for CompareError {
    fn from(error: Trouble) -> CompareError {
        CompareError::Trouble(error)
    }
}

impl From<BadTolerance> for CompareError {
    fn from(error: BadTolerance) -> CompareError {
        CompareError::Tolerance(error)
    }
}

/// `None` when they agree.
pub fn compare(
    comparison: &Comparison,
    answer: &dyn ReadAt,
    output: &dyn ReadAt,
) -> Result<Option<Mismatch>, CompareError> {
    Ok(match comparison {
        Comparison::Exact => compare_views(View::Raw, Case::Matters, answer, output)?,
        Comparison::Lines => compare_views(View::Lines, Case::Matters, answer, output)?,
        Comparison::Unordered => unordered::compare(answer, output)?,
        Comparison::Tokens(options) => match Tolerance::new(options.float_absolute, options.float_relative)? {
            Some(tolerance) => tokens::compare(options, &tolerance, answer, output)?,
            None => compare_views(token_view(options), Case::of(options), answer, output)?,
        },
    })
}

/// What the token comparison sees of a file when it does not look at numbers.
pub fn token_view(options: &TokenOptions) -> View {
    if options.space_change_sensitive { View::Raw } else { View::Tokens }
}

/// Whether `A` is `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    Matters,
    Ignored,
}

impl Case {
    pub fn of(options: &TokenOptions) -> Case {
        if options.case_sensitive { Case::Matters } else { Case::Ignored }
    }

    /// The place of the first difference of two texts of the same length.
    fn first_difference(self, a: &[u8], b: &[u8]) -> Option<usize> {
        match self {
            Case::Matters => Some(blocks::common_prefix(a, b)).filter(|at| *at < a.len()),
            Case::Ignored => a.iter().zip(b).position(|(x, y)| !x.eq_ignore_ascii_case(y)),
        }
    }
}

/// Lines or tokens that are compared before the sources themselves are looked at again for equal stretches: so many that looking
/// does not show where no two lines have the same bytes, so few that they do not show where most have.
const UNITS: usize = 64;

/// Compares two sources seen through the same view: stretches that are the same in the files themselves, then some lines or tokens
/// that lie in one block on both sides, and then, wherever neither leads on, what the view makes of them chunk by chunk.
fn compare_views(
    view: View,
    case: Case,
    answer: &dyn ReadAt,
    output: &dyn ReadAt,
) -> Result<Option<Mismatch>, Trouble> {
    let (mut a, mut b) = (Normal::new(answer, view), Normal::new(output, view));
    // White space at the end of an equal stretch may count on one side and not on the other, so skipping ends behind text.
    let keep = |equal: &[u8]| if view == View::Raw { equal.len() } else { trim_end(equal).len() };
    loop {
        if a.at_source() && b.at_source() {
            if skip_equal(&mut a.blocks, &mut b.blocks, keep)? > 0 {
                a.skipped();
                b.skipped();
            }
            if skip_units(&mut a, &mut b, case)? {
                continue;
            }
        }
        let (x, y) = (a.chunk().map_err(Trouble::Answer)?, b.chunk().map_err(Trouble::Output)?);
        let n = x.len().min(y.len());
        let difference =
            if n == 0 { (x.len() != y.len()).then_some(0) } else { case.first_difference(&x[..n], &y[..n]) };
        if let Some(at) = difference {
            let (answer, output) = (a.place(at).map_err(Trouble::Answer)?, b.place(at).map_err(Trouble::Output)?);
            return Ok(Some(Mismatch { answer, output }));
        }
        if n == 0 {
            return Ok(None);
        }
        a.advance(n);
        b.advance(n);
    }
}

/// Moves over up to [`UNITS`] lines or tokens that are the same and that both blocks hold with what separates them from the next.
/// True when there were so many.
fn skip_units(a: &mut Normal<'_>, b: &mut Normal<'_>, case: Case) -> Result<bool, Trouble> {
    for _ in 0..UNITS {
        let (x, y) = (a.unit().map_err(Trouble::Answer)?, b.unit().map_err(Trouble::Output)?);
        let (Some((x, x_all)), Some((y, y_all))) = (x, y) else { return Ok(false) };
        if x.len() != y.len() || x != y && case.first_difference(x, y).is_some() {
            return Ok(false);
        }
        a.advance(x_all);
        b.advance(y_all);
    }
    Ok(true)
}

#[cfg(test)]
mod tests;
