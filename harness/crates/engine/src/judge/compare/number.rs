//! Decimal numbers as the ICPC default output validator reads them, compared exactly.
//!
//! A number is a token that matches `[+-]?([0-9]*\.[0-9]+|[0-9]+\.|[0-9]+)([Ee][+-]?[0-9]+)?` as a
//! whole: no hexadecimal, no `inf`, no `nan`. It stands for exactly the real number that is
//! written. No verdict depends on a binary float, so nothing overflows, underflows or is rounded:
//! `1e-4000` is not 0, `1e400` is not infinite, and 0.4 is within 0.1 of 0.3. Floats are only tried
//! first, for speed, and trusted only where the answer is clear.
//!
//! # Theory of operation
//! Every question here is the sign of a sum `c1*x1 + c2*x2 + …` with whole `ci` and decimal `xi`.
//! The digits of all `xi` are added up from the left, position by position, in one accumulator.
//! What is still to come is always less than `|c1| + |c2| + …` units of the last position, so as
//! soon as the accumulator is that large, its sign is the answer. Where the accumulator is 0,
//! positions without digits are skipped. That takes time linear in the number of digits, whatever
//! the exponents, and no memory.

use std::cmp::Ordering;
use thiserror::Error;

/// A number of any length, borrowed from its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number<'a> {
    text: &'a [u8],
    negative: bool,
    /// From the first to the last digit that is not 0, possibly with a point between them; empty
    /// for 0.
    digits: &'a [u8],
    /// The power of ten that the first of `digits` stands for.
    top: i128,
}

/// Exponents beyond this count as this: they only need to stay larger than any other.
const FAR: i128 = 10_i128.pow(30);

impl<'a> Number<'a> {
    /// Parses a whole token. `None` if it is not a number.
    pub(crate) fn parse(text: &'a [u8]) -> Option<Number<'a>> {
        let (negative, unsigned) = sign(text);
        // Where the significand ends, where its point is, and its first and last digit that is not
        // 0.
        let (mut end, mut point, mut nonzero) = (0, None, None);
        while end < unsigned.len() {
            match unsigned[end] {
                b'0' => {}
                b'1'..=b'9' => nonzero = Some((nonzero.map_or(end, |(first, _)| first), end)),
                b'.' if point.is_none() => point = Some(end),
                b'e' | b'E' => break,
                _ => return None,
            }
            end += 1;
        }
        if end == usize::from(point.is_some()) {
            return None;
        }
        let exponent = if end < unsigned.len() { parse_exponent(&unsigned[end + 1..])? } else { 0 };
        let Some((first, last)) = nonzero else {
            return Some(Number { text, negative, digits: &[], top: 0 });
        };
        // The digit just before the point stands for 10^0, the one just after it for 10^-1.
        let point = point.unwrap_or(end);
        let top = if first < point { (point - 1 - first) as i128 } else { -((first - point) as i128) };
        Some(Number { text, negative, digits: &unsigned[first..=last], top: top + exponent })
    }

    /// The digits as one whole number, and the power of ten that its last digit stands for. `None`
    /// for more than 18 digits.
    fn scaled(&self) -> Option<(i128, i128)> {
        let digits = self.digits.iter().filter(|b| b.is_ascii_digit());
        let count = digits.clone().count();
        if count > 18 {
            return None;
        }
        let value = digits.fold(0, |value, b| value * 10 + i128::from(b - b'0'));
        Some((value, self.top - count as i128 + 1))
    }

    /// The nearest float. `None` for long texts and near the ends of the range, where the relative
    /// error may be more than a rounding error.
    fn approximately(&self) -> Option<f64> {
        let value: f64 = std::str::from_utf8(self.text).ok().filter(|text| text.len() <= 40)?.parse().ok()?;
        (1e-290..1e290).contains(&value.abs()).then_some(value)
    }

    fn times(self, coefficient: i128) -> Term<'a> {
        Term { coefficient: if self.negative { -coefficient } else { coefficient }, digits: self.digits, top: self.top }
    }

    fn abs(self) -> Number<'a> {
        Number { negative: false, ..self }
    }
}

/// Whether there is a minus sign, and what follows the sign.
fn sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

fn parse_exponent(text: &[u8]) -> Option<i128> {
    let (negative, digits) = sign(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0, |value: i128, b| (value * 10 + i128::from(b - b'0')).min(FAR));
    Some(if negative { -value } else { value })
}

/// `coefficient * digits`, where the first of the digits stands for `10^top`.
#[derive(Clone, Copy, Debug)]
struct Term<'a> {
    coefficient: i128,
    digits: &'a [u8],
    top: i128,
}

impl Term<'_> {
    /// Times `2^n`.
    fn doubled(self, n: u32) -> Self {
        Term { coefficient: self.coefficient << n, ..self }
    }

    /// Times `10^by`.
    fn shifted(self, by: i128) -> Self {
        Term { top: self.top + by, ..self }
    }

    /// Takes the digit that stands for `10^position`, or 0 where none is written.
    fn take(&mut self, position: i128) -> i128 {
        if self.top != position || self.digits.is_empty() {
            return 0;
        }
        let digit = self.digits[0];
        let next = if self.digits.get(1) == Some(&b'.') { 2 } else { 1 };
        self.digits = self.digits.get(next..).unwrap_or_default();
        self.top -= 1;
        self.coefficient * i128::from(digit - b'0')
    }
}

/// The sign of the sum. The coefficients' absolute values must add up to less than
/// `i128::MAX / 20`.
fn sign_of_sum<const N: usize>(mut terms: [Term<'_>; N]) -> Ordering {
    let enough: i128 = terms.iter().map(|t| t.coefficient.abs()).sum();
    let mut sum: i128 = 0;
    let mut position = 0;
    loop {
        let Some(top) = terms.iter().filter(|t| !t.digits.is_empty()).map(|t| t.top).max() else {
            return sum.cmp(&0);
        };
        if sum.abs() >= enough {
            return sum.cmp(&0);
        }
        if sum == 0 {
            position = top;
        }
        sum = sum * 10 + terms.iter_mut().map(|t| t.take(position)).sum::<i128>();
        position -= 1;
    }
}

/// How far a number may be off.
#[derive(Clone, Debug)]
pub(crate) struct Tolerance {
    /// The decimal numbers: the absolute one as text, the relative one as `digits * 10^power`.
    absolute: Option<Vec<u8>>,
    relative: Option<(i128, i128)>,
    /// The same numbers as floats, for [`Tolerance::clearly`].
    floats: (f64, f64),
}

/// A tolerance that is not a finite number, or is negative.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("a tolerance of {0} means nothing: it has to be a number, and not negative")]
pub(crate) struct BadTolerance(pub f64);

impl Tolerance {
    /// `None` where neither is set: then numbers are compared as text. A tolerance stands for the
    /// decimal number that its author wrote, the shortest that reads as this float: 0.1, not
    /// 0.1000000000000000055.
    pub(crate) fn new(absolute: Option<f64>, relative: Option<f64>) -> Result<Option<Tolerance>, BadTolerance> {
        let text = |tolerance: Option<f64>| match tolerance {
            Some(value) if !value.is_finite() || value < 0.0 => Err(BadTolerance(value)),
            Some(value) => Ok(Some(format!("{:e}", value.abs()).into_bytes())),
            None => Ok(None),
        };
        let floats = (absolute.unwrap_or(0.0), relative.unwrap_or(0.0));
        let (absolute, relative) = (text(absolute)?, text(relative)?);
        if absolute.is_none() && relative.is_none() {
            return Ok(None);
        }
        let relative = relative.map(|text| {
            let number = Number::parse(&text).expect("Rust prints finite floats in this grammar");
            number.scaled().expect("the shortest decimal of a float has at most 17 digits")
        });
        Ok(Some(Tolerance { absolute, relative, floats }))
    }

    /// Whether `output` is acceptable for `answer`: within the absolute or the relative tolerance,
    /// computed exactly, or the same number in the first 64 bits. That is the precision of the
    /// judges in use, so 100 and 100 + 1e-44 are the same number even under a tolerance of 0.
    pub(crate) fn accepts(&self, answer: Number<'_>, output: Number<'_>) -> bool {
        self.clearly(&answer, &output).unwrap_or_else(|| self.exactly(answer, output))
    }

    /// How far an output is off and how far it may be, both approximately: for people, not for
    /// verdicts. `None` where floats cannot decide.
    pub(crate) fn off(&self, answer: Number<'_>, output: Number<'_>) -> Option<(f64, f64)> {
        let value = |number: &Number<'_>| if number.digits.is_empty() { Some(0.0) } else { number.approximately() };
        let (a, s) = (value(&answer)?, value(&output)?);
        let (off, allowed) = ((s - a).abs(), self.floats.0.max(self.floats.1 * a.abs()));
        (off > allowed).then_some((off, allowed))
    }

    /// What floats can decide: within one tolerance, or outside both, by more than all their
    /// rounding errors together. Most numbers are.
    fn clearly(&self, answer: &Number<'_>, output: &Number<'_>) -> Option<bool> {
        let (a, s) = (answer.approximately()?, output.approximately()?);
        // Half a unit in the last place for each number, for their difference, for the tolerance
        // and for its product: eight are plenty.
        let doubt = 8.0 * f64::EPSILON * (a.abs() + s.abs());
        let (far, near) = ((s - a).abs() + doubt, (s - a).abs() - doubt);
        let allowed = self.floats.0.max(self.floats.1 * a.abs());
        if far < allowed * (1.0 - 1e-15) {
            Some(true)
        } else if near > allowed * (1.0 + 1e-15) {
            Some(false)
        } else {
            None
        }
    }

    fn exactly(&self, answer: Number<'_>, output: Number<'_>) -> bool {
        let direction = match sign_of_sum([output.times(1), answer.times(-1)]) {
            Ordering::Equal => return true,
            Ordering::Less => -1,
            Ordering::Greater => 1,
        };
        let (s, a, size) = (output.times(direction), answer.times(-direction), answer.abs());
        let absolute = self.absolute.as_ref().is_some_and(|text| {
            let tolerance = Number::parse(text).expect("Rust prints finite floats in this grammar");
            sign_of_sum([s, a, tolerance.times(-1)]) != Ordering::Greater
        });
        let relative = || {
            self.relative.is_some_and(|(digits, power)| {
                sign_of_sum([s, a, size.times(-digits).shifted(power)]) != Ordering::Greater
            })
        };
        let same = || sign_of_sum([s.doubled(64), a.doubled(64), size.times(-1)]) != Ordering::Greater;
        absolute || relative() || same()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_grammar_is_kept_to_the_letter() {
        let numbers = "0 00 7 -7 +7 0. .0 1.5 -.5 +5. 1e5 1E5 1e+5 1e-5 1.e5 .1e5 007 -0 1e007 1e99999999999999999999999999999999999";
        for token in numbers.split(' ') {
            assert!(Number::parse(token.as_bytes()).is_some(), "{token}");
        }
        let others = "|-|+|.|-.|e|e5|.e5|1e|1e+|1e-|100e|1e5.0|1e5e5|1.2.3|0x0|0X1|1p3|inf|-inf|nan|NaN|infinity|--1|+-1|1-\
            |1+1|1,5|1_0|1f|1 |\u{661}|1\0";
        for token in others.split('|') {
            assert!(Number::parse(token.as_bytes()).is_none(), "{token:?}");
        }
    }

    fn order(a: &str, b: &str) -> Ordering {
        let [a, b] = [a, b].map(|t| Number::parse(t.as_bytes()).unwrap());
        sign_of_sum([a.times(1), b.times(-1)])
    }

    #[test]
    fn numbers_are_ordered_by_value_not_by_spelling() {
        use Ordering::{Equal, Greater, Less};
        let long = "9".repeat(5000);
        let cases = [
            ("1", "1.000", Equal),
            ("0", "-0.0e5", Equal),
            ("100", "1e2", Equal),
            ("0.001", "1e-3", Equal),
            (".5", "5e-1", Equal),
            ("12.50", "1250e-2", Equal),
            ("-1", "1", Less),
            ("-2", "-1", Less),
            ("1e-4000", "0", Greater),
            ("1e400", "1e401", Less),
            ("1e1000000000", "1", Greater),
            ("-1e1000000000", "1e-1000000000", Less),
            ("9.99", "10", Less),
            ("0.1", "0.09999999999999999999999999999999999999", Greater),
            (&long, "1e5000", Less),
            ("1e5000", &long, Greater),
        ];
        for (a, b, expected) in cases {
            assert_eq!(order(a, b), expected, "{a} against {b}");
        }
    }

    fn check(absolute: Option<f64>, relative: Option<f64>, answer: &str, output: &str, expected: bool) {
        let tolerance = Tolerance::new(absolute, relative).unwrap().unwrap();
        let [a, s] = [answer, output].map(|t| Number::parse(t.as_bytes()).unwrap());
        assert_eq!(tolerance.accepts(a, s), expected, "{answer} and {output} within {absolute:?}, {relative:?}");
    }

    #[test]
    fn absolute_tolerance_is_exact_at_its_edge() {
        check(Some(0.1), None, "0.3", "0.4", true);
        check(Some(0.1), None, "0.3", "0.2", true);
        check(Some(0.1), None, "0.3", "0.4000000000000000000000001", false);
        check(Some(1e-6), None, "1", "1.000001", true);
        check(Some(1e-6), None, "1", "1.0000010000000001", false);
        check(Some(1e-6), None, "-1", "-0.999999", true);
        check(Some(1.0), None, "0", "-1", true);
        check(Some(1.0), None, "0", "-1.0000000000000000000001", false);
        check(Some(0.5), None, "1e400", "1e400", true);
        check(Some(0.5), None, "1e400", "1e401", false);
        check(Some(5e-324), None, "0", "5e-324", true);
        check(Some(5e-324), None, "0", "6e-324", false);
        check(Some(f64::MAX), None, "0", "1.7976931348623157e308", true);
        check(Some(f64::MAX), None, "0", "1.8e308", false);
    }

    #[test]
    fn relative_tolerance_goes_by_the_answer() {
        check(None, Some(0.5), "10", "5", true);
        check(None, Some(0.5), "10", "15", true);
        check(None, Some(0.5), "10", "4.9999999999999999999", false);
        check(None, Some(0.5), "-10", "-15", true);
        check(None, Some(0.5), "-10", "15", false);
        check(None, Some(0.5), "0", "0.0000001", false);
        check(None, Some(0.5), "0", "-0", true);
        check(None, Some(1.0), "1e400", "0", true);
        check(None, Some(1e-6), "1e400", "1.000001e400", true);
        check(None, Some(1e-6), "1e400", "1.0000011e400", false);
        check(None, Some(1e-6), "1e-400", "1.000001e-400", true);
        check(None, Some(1e-6), "1e-400", "0", false);
        check(None, Some(2.0), "3", "-3", true);
        check(None, Some(0.123_456_789_012_345_68), "1e5000", "1.12345678901234568e5000", true);
    }

    #[test]
    fn with_both_tolerances_either_will_do() {
        check(Some(0.5), Some(0.5), "1000", "500", true);
        check(Some(0.5), Some(0.5), "0.001", "0.501", true);
        check(Some(0.5), Some(0.5), "0.001", "0.5010001", false);
    }

    #[test]
    fn how_far_a_number_is_off_stands_beside_how_far_it_may_be() {
        let off = |absolute, relative, answer: &str, output: &str| {
            let [a, s] = [answer, output].map(|text| Number::parse(text.as_bytes()).unwrap());
            Tolerance::new(absolute, relative).unwrap().unwrap().off(a, s)
        };
        assert_eq!(off(Some(0.5), Some(0.25), "8", "12"), Some((4.0, 2.0)), "the larger of both counts");
        assert_eq!(off(Some(0.5), Some(0.25), "-1", "1"), Some((2.0, 0.5)));
        assert_eq!(off(Some(0.5), None, "0", "0.75"), Some((0.75, 0.5)));
        assert_eq!(off(Some(0.5), None, "0", "0.5"), None, "it is within it");
        assert_eq!(off(Some(0.5), None, "0", "1e-400"), None, "no float is near");
    }

    #[test]
    fn nothing_overflows_or_underflows() {
        check(Some(0.0), None, "0", "1e-4000", false);
        check(Some(0.0), None, "0", "1e-99999999999999999999999999999999999999999999", false);
        check(Some(1.0), Some(1.0), "1", "1e999999999999999999999999999999", false);
        check(Some(1e-9), None, "0", "1e-4000", true);
        let million = format!("0.{}1", "0".repeat(1_000_000));
        check(Some(0.0), None, "0", &million, false);
        check(Some(0.0), None, "1e-1000001", &million, true);
    }

    #[test]
    fn the_same_number_to_64_bits_is_the_same_number() {
        check(Some(0.0), None, "100", "100.00000000000000000000000000000000000000000001", true);
        check(Some(0.0), None, "100", "100.000000000000001", false);
        check(Some(0.0), None, "18446744073709551615", "18446744073709551614", false);
        check(Some(0.0), None, "9007199254740993", "9007199254740992", false);
    }

    proptest! {
        #[test]
        fn what_floats_can_tell_is_what_is_exactly_so(
            a in r"-?[0-9]{1,3}(\.[0-9]{0,16})?(e-?[0-9]{1,2})?",
            off in -1.0e-3..1.0e-3,
            tolerance in prop_oneof![Just(1e-3), Just(1e-6), Just(1e-9), Just(1e-15), Just(0.0)],
            scale in prop_oneof![Just(1.0), Just(1e-3), Just(1e-6), Just(1e-12)],
        ) {
            let value: f64 = a.parse().unwrap();
            let s = format!("{:e}", value * (1.0 + off * scale));
            let (a, s) = (Number::parse(a.as_bytes()).unwrap(), Number::parse(s.as_bytes()).unwrap());
            for (absolute, relative) in [(Some(tolerance), None), (None, Some(tolerance)), (Some(tolerance), Some(tolerance))] {
                let tolerance = Tolerance::new(absolute, relative).unwrap().unwrap();
                if let Some(clear) = tolerance.clearly(&a, &s) {
                    prop_assert_eq!(clear, tolerance.exactly(a, s));
                }
            }
        }
    }

    #[test]
    fn a_tolerance_that_means_nothing_is_refused() {
        for bad in [f64::NAN, f64::INFINITY, -1.0, -1e-300] {
            assert!(Tolerance::new(Some(bad), None).is_err());
            assert!(Tolerance::new(None, Some(bad)).is_err());
        }
        assert!(Tolerance::new(None, None).unwrap().is_none());
        assert!(Tolerance::new(Some(-0.0), None).unwrap().is_some());
    }
}
