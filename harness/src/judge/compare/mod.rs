//! The built-in comparisons: do an output and an answer agree, and if not, where do they part?
//!
//! Two byte sources in, at most one place out. This module knows nothing of runs, limits or verdicts and builds no text. Everything
//! streams: memory stays the same whatever the files hold, one line of 100 MB included.

mod blocks;
mod normal;
mod number;
mod tokens;
mod unordered;

pub use blocks::{Part, ReadAt, Trouble};
pub use normal::{Normal, View, is_space, trim_end};
pub use number::{BadTolerance, Tolerance};
pub use tokens::same_token;
pub use unordered::Lines;

use crate::model::{Comparison, TokenOptions};
use blocks::skip_equal;

/// Where two sources part: byte offsets of the first difference in each. Inside a token for comparisons that look at bytes, at its beginning for
/// numbers. A side that has ended lies behind its last text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub answer: u64,
    pub output: u64,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    #[error(transparent)]
    Trouble(#[from] Trouble),
    #[error(transparent)]
    Tolerance(#[from] BadTolerance),
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
        let at = blocks::common_prefix(a, b);
        let rest = || a[at..].iter().zip(&b[at..]).position(|(x, y)| !x.eq_ignore_ascii_case(y));
        match self {
            Case::Matters => (at < a.len()).then_some(at),
            Case::Ignored => rest().map(|more| at + more),
        }
    }
}

/// Compares two sources seen through the same view, chunk by chunk, skipping over what is the same in the files themselves.
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
        if a.at_source() && b.at_source() && skip_equal(&mut a.blocks, &mut b.blocks, keep)? > 0 {
            a.skipped();
            b.skipped();
        }
        let (x, y) = (a.chunk().map_err(Trouble::Answer)?, b.chunk().map_err(Trouble::Output)?);
        let n = x.len().min(y.len());
        let difference =
            if n == 0 { (x.len() != y.len()).then_some(0) } else { case.first_difference(&x[..n], &y[..n]) };
        if let Some(at) = difference {
            return Ok(Some(Mismatch { answer: a.place(at), output: b.place(at) }));
        }
        if n == 0 {
            return Ok(None);
        }
        a.advance(n);
        b.advance(n);
    }
}
