use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};

use super::{ArithmeticError, Result};

/// An integer of up to [`Integer::MAX_BITS`] bits. One that fits an `i64` needs no allocation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    /// Never a number that fits an `i64`: equality and hash rely on it.
    Big(Box<BigInt>),
}

impl Integer {
    /// 0.
    pub const ZERO: Integer = Integer(Repr::Small(0));
    /// 1.
    pub const ONE: Integer = Integer(Repr::Small(1));

    /// The limit of results. Without it, `SET(x = x*x)` in a loop would exhaust the memory.
    pub const MAX_BITS: u64 = if cfg!(fuzzing) { 1 << 12 } else { 1 << 19 };

    /// Reads `-?[0-9]+`. `None` for anything else.
    pub fn parse(text: &[u8]) -> Option<Integer> {
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let text = std::str::from_utf8(text).ok()?;
        let small = text.parse().ok().map(|small: i64| Integer::from(small));
        small.or_else(|| text.parse().ok().map(|big: BigInt| Integer::from(big)))
    }

    /// As an `i64`, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(value) => Some(value),
            Repr::Big(_) => None,
        }
    }

    /// As a `u64`, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Small(value) => u64::try_from(*value).ok(),
            Repr::Big(big) => u64::try_from(big.as_ref()).ok(),
        }
    }

    /// Whether it is below 0.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(value) => *value < 0,
            Repr::Big(big) => big.sign() == Sign::Minus,
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    /// Returns the number of bits of the magnitude, 0 for 0.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(value) => u64::from(64 - value.unsigned_abs().leading_zeros()),
            Repr::Big(big) => big.bits(),
        }
    }

    /// The sum.
    ///
    /// # Errors
    /// When the number gets too large.
    pub fn add(&self, other: &Integer) -> Result<Integer> {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => Ok(Integer::from(i128::from(*a) + i128::from(*b))),
            _ => limited(self.to_big() + other.to_big()),
        }
    }

    /// The difference.
    ///
    /// # Errors
    /// When the number gets too large.
    pub fn sub(&self, other: &Integer) -> Result<Integer> {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => Ok(Integer::from(i128::from(*a) - i128::from(*b))),
            _ => limited(self.to_big() - other.to_big()),
        }
    }

    /// The product.
    ///
    /// # Errors
    /// When the number gets too large.
    pub fn mul(&self, other: &Integer) -> Result<Integer> {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => Ok(Integer::from(i128::from(*a) * i128::from(*b))),
            _ if self.bits() + other.bits() > Integer::MAX_BITS => Err(ArithmeticError::TooLarge),
            _ => limited(self.to_big() * other.to_big()),
        }
    }

    /// Rounds towards zero.
    pub fn div(&self, other: &Integer) -> Result<Integer> {
        match (&self.0, &other.0) {
            (_, Repr::Small(0)) => Err(ArithmeticError::DivisionByZero),
            (Repr::Small(a), Repr::Small(b)) => Ok(Integer::from(i128::from(*a) / i128::from(*b))),
            _ => Ok(Integer::from(self.to_big() / other.to_big())),
        }
    }

    /// Returns the remainder, which has the sign of `self`.
    pub fn rem(&self, other: &Integer) -> Result<Integer> {
        match (&self.0, &other.0) {
            (_, Repr::Small(0)) => Err(ArithmeticError::DivisionByZero),
            (Repr::Small(a), Repr::Small(b)) => Ok(Integer::from(i128::from(*a) % i128::from(*b))),
            _ => Ok(Integer::from(self.to_big() % other.to_big())),
        }
    }

    /// Rounds towards negative infinity.
    pub fn div_floor(&self, other: &Integer) -> Result<Integer> {
        let quotient = self.div(other)?;
        let exact = self.rem(other)?.is_zero();
        if exact || self.is_negative() == other.is_negative() { Ok(quotient) } else { quotient.sub(&Integer::ONE) }
    }

    /// Rounds towards positive infinity.
    pub fn div_ceil(&self, other: &Integer) -> Result<Integer> {
        let quotient = self.div(other)?;
        let exact = self.rem(other)?.is_zero();
        if exact || self.is_negative() != other.is_negative() { Ok(quotient) } else { quotient.add(&Integer::ONE) }
    }

    /// Its opposite.
    pub fn neg(&self) -> Integer {
        match &self.0 {
            Repr::Small(value) => Integer::from(-i128::from(*value)),
            Repr::Big(big) => Integer::from(-big.as_ref()),
        }
    }

    /// Its distance from 0.
    pub fn abs(&self) -> Integer {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// This number to the power of `exponent`.
    ///
    /// # Errors
    /// When the number gets too large.
    pub fn pow(&self, exponent: u64) -> Result<Integer> {
        match self.0 {
            Repr::Small(0) if exponent > 0 => return Ok(Integer::ZERO),
            Repr::Small(1) => return Ok(Integer::ONE),
            Repr::Small(-1) => return Ok(Integer::from(if exponent.is_multiple_of(2) { 1i64 } else { -1 })),
            Repr::Small(_) | Repr::Big(_) => {}
        }
        // A number of b bits is at least 2^(b-1).
        let least = (self.bits().max(1) - 1).saturating_mul(exponent);
        match u32::try_from(exponent) {
            Ok(exponent) if least <= Integer::MAX_BITS => limited(self.to_big().pow(exponent)),
            Ok(_) | Err(_) => Err(ArithmeticError::TooLarge),
        }
    }

    pub(super) fn to_big(&self) -> BigInt {
        match &self.0 {
            Repr::Small(value) => BigInt::from(*value),
            Repr::Big(big) => big.as_ref().clone(),
        }
    }
}

fn limited(big: BigInt) -> Result<Integer> {
    if big.bits() > Integer::MAX_BITS { Err(ArithmeticError::TooLarge) } else { Ok(Integer::from(big)) }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Integer {
        Integer(Repr::Small(value))
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Integer {
        Integer::from(i128::from(value))
    }
}

impl From<i128> for Integer {
    fn from(value: i128) -> Integer {
        match i64::try_from(value) {
            Ok(small) => Integer(Repr::Small(small)),
            Err(_) => Integer(Repr::Big(Box::new(BigInt::from(value)))),
        }
    }
}

impl From<BigInt> for Integer {
    fn from(big: BigInt) -> Integer {
        match i64::try_from(&big) {
            Ok(small) => Integer(Repr::Small(small)),
            Err(_) => Integer(Repr::Big(Box::new(big))),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
            (Repr::Small(_), Repr::Big(b)) => 0.cmp(&signum(b)),
            (Repr::Big(a), Repr::Small(_)) => signum(a).cmp(&0),
        }
    }
}

fn signum(big: &BigInt) -> i32 {
    if big.sign() == Sign::Minus { -1 } else { 1 }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(value) => value.fmt(f),
            Repr::Big(big) => big.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Integer {
        Integer::parse(text.as_bytes()).expect("a number")
    }

    #[test]
    fn calculations_leave_and_enter_the_machine_word() {
        let edge = int("9223372036854775807");
        let beyond = edge.add(&Integer::ONE).unwrap();
        assert_eq!(beyond.to_string(), "9223372036854775808");
        assert_eq!(beyond.to_i64(), None);
        assert_eq!(beyond.sub(&Integer::ONE).unwrap(), edge);
        assert_eq!(edge.mul(&edge).unwrap(), int("85070591730234615847396907784232501249"));
        assert_eq!(int("-9223372036854775808").neg(), beyond);
        assert_eq!(int("-9223372036854775808").div(&int("-1")).unwrap(), beyond);
        assert_eq!(Integer::from(10i64).pow(30).unwrap(), int("1000000000000000000000000000000"));
    }

    #[test]
    fn division_rounds_to_zero_and_the_remainder_has_the_sign_of_the_dividend() {
        assert_eq!((int("-7").div(&int("2")).unwrap(), int("-7").rem(&int("2")).unwrap()), (int("-3"), int("-1")));
        assert_eq!(int("-7").div_floor(&int("2")).unwrap(), int("-4"));
        assert_eq!(int("7").div_ceil(&int("2")).unwrap(), int("4"));
        assert_eq!(int("7").div(&int("0")), Err(ArithmeticError::DivisionByZero));
    }

    #[test]
    fn order_holds_across_the_machine_word() {
        let sorted = ["-100000000000000000000", "-9223372036854775808", "-1", "0", "7", "18446744073709551616"];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(int(a).cmp(&int(b)), i.cmp(&j), "{a} {b}");
            }
        }
    }

    #[test]
    fn what_would_not_fit_the_machine_is_refused() {
        assert_eq!(Integer::from(10i64).pow(1_000_000_000), Err(ArithmeticError::TooLarge));
        assert_eq!(Integer::from(3i64).pow(u64::MAX), Err(ArithmeticError::TooLarge));
        assert_eq!(Integer::from(-1i64).pow(u64::MAX), Ok(Integer::from(-1i64)));
        let large = Integer::from(2i64).pow(300_000).unwrap();
        assert_eq!(large.mul(&large), Err(ArithmeticError::TooLarge));
    }

    #[test]
    fn only_plain_digits_are_numbers() {
        for text in ["", "-", "+1", "1.0", "1 ", "--1"] {
            assert_eq!(Integer::parse(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(int("-0"), Integer::ZERO);
    }
}
