//! The built-in comparisons: does an output agree with an answer?
//!
//! Both are byte slices: outputs are capped, and files are read once before they get here. This
//! module knows nothing of runs, limits or verdicts. It only answers yes or no; `explain` finds the
//! words.
//!
//! The harness itself is compiled unoptimised, so long equal stretches are skipped with `memcmp`,
//! and only the rest is walked line by line or token by token.

mod foreign;
mod lines;
mod number;
mod tokens;

pub(super) use foreign::words_surplus;
pub(super) use lines::lines;
pub(super) use number::BadTolerance;
pub(super) use tokens::{Mismatch, TokenRule, Tokens};

use model::{Comparison, Foreign};

/// A comparison whose options are known to make sense.
pub(super) enum Rule {
    Exact,
    Lines,
    Unordered,
    Tokens(TokenRule),
    Foreign(Foreign),
}

impl Rule {
    pub(super) fn of(comparison: &Comparison) -> Result<Rule, BadTolerance> {
        Ok(match comparison {
            Comparison::Exact => Rule::Exact,
            Comparison::Lines => Rule::Lines,
            Comparison::Unordered => Rule::Unordered,
            Comparison::Tokens(options) => Rule::Tokens(TokenRule::of(options)?),
            Comparison::Foreign(checker) => Rule::Foreign(*checker),
        })
    }

    pub(super) fn agrees(&self, answer: &[u8], output: &[u8]) -> bool {
        match self {
            Rule::Exact => answer == output,
            Rule::Lines => lines::agree(answer, output),
            Rule::Unordered => lines::agree_unordered(answer, output),
            Rule::Tokens(rule) => rule.first_mismatch(answer, output).is_none(),
            Rule::Foreign(checker) => foreign::agree(*checker, answer, output),
        }
    }
}

/// Space, `\t`, `\n`, `\v`, `\f`, `\r`. NUL and non-ASCII spaces are text.
#[inline]
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The text without the white space at its end.
pub(super) fn trim_end(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|&b| !is_space(b)).map_or(0, |last| last + 1)]
}

/// Length of the longest common prefix.
pub(super) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    // The fuzzer's texts are short. Small blocks let them reach the ends of blocks all the same.
    const BLOCK: usize = if cfg!(fuzzing) { 32 } else { 4096 };
    let whole = a.len().min(b.len());
    let equal = a[..whole].chunks(BLOCK).zip(b[..whole].chunks(BLOCK)).take_while(|(x, y)| x == y).count();
    let start = (equal * BLOCK).min(whole);
    let end = (start + BLOCK).min(whole);
    start + a[start..end].iter().zip(&b[start..end]).take_while(|(x, y)| x == y).count()
}

/// How many lines or tokens are compared one by one before equal stretches are looked for again.
/// Enough that looking costs little where no two lines are equal, few enough that comparing costs
/// little where most are.
const UNITS: usize = if cfg!(fuzzing) { 4 } else { 64 };

#[cfg(test)]
mod tests;
