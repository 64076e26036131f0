//! A word about a wrong output that often says more than the difference itself.

use super::place;
use crate::judge::compare::{Case, CompareError, Part, ReadAt, Trouble, compare};
use model::{Comparison, TokenOptions};

/// Beyond this, output that differs is not read again and again only for a hint.
const LIMIT: u64 = 32 << 20;

/// What is at the place of the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differs {
    /// Two tokens.
    Token,
    /// White space between tokens that are the same.
    Space,
    /// The output has ended.
    Short,
    /// The answer has ended.
    Long,
    /// The multiset of lines.
    Lines,
}

/// One side, for comparing it in another way.
pub struct Again<'a> {
    pub whole: &'a dyn ReadAt,
    /// From the first token on that may differ: what precedes is the same on both sides for every comparison of tokens.
    pub rest: Part<'a>,
}

/// `None` when nothing laxer would have accepted the output.
pub fn hint(
    comparison: &Comparison,
    differs: Differs,
    answer: &Again<'_>,
    output: &Again<'_>,
) -> Result<Option<String>, CompareError> {
    if place::next_token(output.whole, 0).map_err(Trouble::Output)?.is_none() {
        return Ok(Some("the output is empty".into()));
    }
    let small = |source: &dyn ReadAt| source.read_at(&mut [0], LIMIT).is_ok_and(|n| n == 0);
    if !small(answer.whole) || !small(output.whole) {
        return Ok(None);
    }
    let laxer =
        |options| compare(&Comparison::Tokens(options), &answer.rest, &output.rest).map(|mismatch| mismatch.is_none());
    let options = match comparison {
        Comparison::Tokens(options) => *options,
        Comparison::Lines | Comparison::Exact | Comparison::Unordered => TokenOptions::default(),
    };
    match differs {
        Differs::Space if laxer(TokenOptions { space_change_sensitive: false, ..options })? => {
            return Ok(Some("only white space differs".into()));
        }
        Differs::Short => return Ok(Some("the output is a prefix of the answer: it stops early".into())),
        Differs::Long => return Ok(Some("the answer is a prefix of the output: it goes on too long".into())),
        Differs::Token | Differs::Space | Differs::Lines => {}
    }
    let lax = TokenOptions { case_sensitive: false, space_change_sensitive: false, ..options };
    if Case::of(&options) == Case::Matters && laxer(lax)? {
        return Ok(Some("only upper and lower case differ".into()));
    }
    let reordered = || compare(&Comparison::Unordered, answer.whole, output.whole).map(|mismatch| mismatch.is_none());
    if *comparison != Comparison::Unordered && reordered()? {
        return Ok(Some("the lines are right, but in another order: `unordered` would accept them".into()));
    }
    let close = TokenOptions { float_absolute: Some(1e-6), float_relative: Some(1e-6), ..lax };
    if options.float_absolute.is_none() && options.float_relative.is_none() && laxer(close)? {
        return Ok(Some("the numbers are right to within 1e-6: `tokens` with a tolerance would accept them".into()));
    }
    Ok(None)
}
