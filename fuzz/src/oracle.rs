//! The comparisons, word for word as `docs` say them: no blocks, no hashes, no floats.

use model::{Comparison, TokenOptions};
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Whether the output agrees with the answer. `None` where an exponent is too large to write the
/// number out.
pub fn agrees(comparison: &Comparison, answer: &[u8], output: &[u8]) -> Option<bool> {
    Some(match comparison {
        Comparison::Foreign(_) => return None,
        Comparison::Exact => answer == output,
        Comparison::Lines => lines(answer) == lines(output),
        Comparison::Unordered => {
            let (mut a, mut b) = (lines(answer), lines(output));
            a.sort_unstable();
            b.sort_unstable();
            a == b
        }
        Comparison::Tokens(options) => return tokens(options, answer, output),
    })
}

fn is_space(byte: &u8) -> bool {
    [b' ', b'\t', b'\n', 11, 12, b'\r'].contains(byte)
}

fn trimmed(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
    &line[..end]
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').map(trimmed).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// The words of a text, and the white space before, between and after them.
fn taken_apart(text: &[u8]) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let (mut words, mut gaps): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (Vec::new(), vec![Vec::new()]);
    for byte in text {
        match (is_space(byte), words.len() == gaps.len()) {
            // The word has no gap after it yet.
            (false, true) => words[gaps.len() - 1].push(*byte),
            (false, false) => words.push(vec![*byte]),
            (true, true) => gaps.push(vec![*byte]),
            (true, false) => gaps[words.len()].push(*byte),
        }
    }
    if words.len() == gaps.len() {
        gaps.push(Vec::new());
    }
    (words, gaps)
}

fn tokens(options: &TokenOptions, answer: &[u8], output: &[u8]) -> Option<bool> {
    let ((a, a_gaps), (b, b_gaps)) = (taken_apart(answer), taken_apart(output));
    // Repeated texts have the same pair of words again and again.
    let mut pairs = HashMap::new();
    for pair in a.iter().zip(&b) {
        let same = *pairs.entry(pair).or_insert_with(|| same(options, pair.0, pair.1));
        if !same? {
            return Some(false);
        }
    }
    Some(a.len() == b.len() && (!options.space_change_sensitive || a_gaps == b_gaps))
}

fn same(options: &TokenOptions, answer: &[u8], output: &[u8]) -> Option<bool> {
    let tolerances = [options.float_absolute, options.float_relative];
    if tolerances.iter().any(Option::is_some) {
        match (number(answer), number(output)) {
            (Number::Far, _) | (Number::Is(_), Number::Far) => return None,
            (Number::Is(a), Number::Is(s)) => return Some(near(tolerances, &a, &s)),
            (Number::Is(_), Number::None) => return Some(false),
            (Number::None, _) => {}
        }
    }
    Some(answer == output || (!options.case_sensitive && answer.eq_ignore_ascii_case(output)))
}

/// Within the absolute tolerance, or the relative one, or the same number in 64 bits.
fn near([absolute, relative]: [Option<f64>; 2], a: &Decimal, s: &Decimal) -> bool {
    let off = s.minus(a).abs();
    // What the author of the tolerance wrote is the shortest decimal of the float.
    let written = |tolerance: f64| match number(format!("{tolerance:e}").as_bytes()) {
        Number::Is(value) => value,
        Number::None | Number::Far => unreachable!("a finite float is a number that can be written down"),
    };
    absolute.is_some_and(|tolerance| off.at_most(&written(tolerance)))
        || relative.is_some_and(|tolerance| off.at_most(&written(tolerance).times(&a.abs())))
        || off.times(&Decimal { digits: BigInt::from(1u128 << 64), exponent: 0 }).at_most(&a.abs())
}

/// `digits` times ten to the power of `exponent`: exact, and unlike a fraction never reduced.
struct Decimal {
    digits: BigInt,
    exponent: i64,
}

impl Decimal {
    /// The digits of both as multiples of one power of ten, and its exponent.
    fn aligned(&self, other: &Decimal) -> (BigInt, BigInt, i64) {
        let exponent = self.exponent.min(other.exponent);
        let grown = |number: &Decimal| &number.digits * BigInt::from(10).pow((number.exponent - exponent) as u32);
        (grown(self), grown(other), exponent)
    }

    fn minus(&self, other: &Decimal) -> Decimal {
        let (a, b, exponent) = self.aligned(other);
        Decimal { digits: a - b, exponent }
    }

    fn times(&self, other: &Decimal) -> Decimal {
        Decimal { digits: &self.digits * &other.digits, exponent: self.exponent + other.exponent }
    }

    fn abs(&self) -> Decimal {
        Decimal { digits: self.digits.magnitude().clone().into(), exponent: self.exponent }
    }

    fn at_most(&self, other: &Decimal) -> bool {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b) != Ordering::Greater
    }
}

enum Number {
    None,
    /// Its exponent is too large.
    Far,
    Is(Decimal),
}

/// `[+-]?([0-9]*\.[0-9]+|[0-9]+\.|[0-9]+)([Ee][+-]?[0-9]+)?`
fn number(token: &[u8]) -> Number {
    let Ok(text) = std::str::from_utf8(token) else { return Number::None };
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (significand, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((significand, exponent)) => (significand, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    if !digits(whole) || !digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
        return Number::None;
    }
    let exponent = match exponent {
        None => 0,
        Some(exponent) => {
            let bare = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            if bare.is_empty() || !digits(bare) {
                return Number::None;
            }
            match exponent.parse::<i64>() {
                Ok(exponent) if exponent.abs() <= 400 => exponent,
                Ok(_) | Err(_) => return Number::Far,
            }
        }
    };
    let sign = if text.starts_with('-') { "-" } else { "" };
    let digits = format!("{sign}0{whole}{fraction}").parse().expect("these are digits");
    Number::Is(Decimal { digits, exponent: exponent - fraction.len() as i64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracle_knows_the_rules() {
        let within = TokenOptions { float_absolute: Some(0.1), ..TokenOptions::default() };
        let check = |comparison: Comparison, a: &str, b: &str, expected: Option<bool>| {
            assert_eq!(agrees(&comparison, a.as_bytes(), b.as_bytes()), expected, "{comparison:?} {a:?} {b:?}");
        };
        check(Comparison::Lines, "a \r\nb\n\n", "a\nb", Some(true));
        check(Comparison::Lines, "a\n\nb", "a\nb", Some(false));
        check(Comparison::Unordered, "a\nb\nb", "b\na\nb\n", Some(true));
        check(Comparison::Exact, "a", "a\n", Some(false));
        check(Comparison::Tokens(within), "0.3 x", "0.4\nx", Some(true));
        check(Comparison::Tokens(within), "0.3", "0.40000000000000000001", Some(false));
        check(Comparison::Tokens(within), "1e999", "1", None);
        let spaces = TokenOptions { space_change_sensitive: true, ..TokenOptions::default() };
        check(Comparison::Tokens(spaces), " a b ", " a  b ", Some(false));
        check(Comparison::Tokens(spaces), " a b ", " a b ", Some(true));
        check(Comparison::Tokens(spaces), "a", "a ", Some(false));
    }
}
