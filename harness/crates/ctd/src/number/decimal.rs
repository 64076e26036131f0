use std::cmp::Ordering;
use std::fmt;

use super::{ArithmeticError, Integer, Result};

/// A decimal fraction, `coefficient × 10^exponent`.
///
/// Reading and comparing are exact. Sums, products and powers are exact up to a thousand digits,
/// and cut off there. Quotients have a hundred digits.
#[derive(Clone, Debug)]
pub struct Decimal {
    coefficient: Integer,
    exponent: i64,
}

/// The most digits of a sum, a product or a power.
const DIGITS: u64 = 1000;
/// The digits of a quotient. The original calculates with 256 bits, which is 77 digits.
const QUOTIENT_DIGITS: u64 = 100;
/// Exponents are bounded so that the sum of two fits an `i64`.
const MAX_EXPONENT: i64 = 1 << 60;

impl Decimal {
    /// `coefficient` times ten to the power of `exponent`.
    pub fn new(coefficient: Integer, exponent: i64) -> Decimal {
        Decimal { coefficient, exponent: exponent.clamp(-MAX_EXPONENT, MAX_EXPONENT) }
    }

    /// Reads `-?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?`. `None` for anything else. Clamps an exponent
    /// that is out of bounds.
    pub fn parse(text: &[u8]) -> Option<Decimal> {
        let split = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (base, exponent) = match split {
            Some(at) => (&text[..at], parse_exponent(&text[at + 1..])?),
            None => (text, 0),
        };
        let Some(dot) = base.iter().position(|&byte| byte == b'.') else {
            return Some(Decimal::new(Integer::parse(base)?, exponent));
        };
        let (whole, fraction) = (&base[..dot], &base[dot + 1..]);
        // Otherwise `-.5` would pass.
        if !whole.last().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let coefficient = Integer::parse(&[whole, fraction].concat())?;
        let decimals = i64::try_from(fraction.len()).ok()?;
        Some(Decimal::new(coefficient, exponent - decimals))
    }

    /// The digits, as a whole number.
    pub fn coefficient(&self) -> &Integer {
        &self.coefficient
    }

    /// The power of ten that the coefficient is multiplied by.
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.coefficient.is_zero()
    }

    /// Whether it is below 0.
    pub fn is_negative(&self) -> bool {
        self.coefficient.is_negative()
    }

    /// Returns the same number without zeros at the end of its coefficient. Equal numbers become
    /// identical.
    pub fn normal(&self) -> Decimal {
        if self.is_zero() {
            return Decimal::new(Integer::ZERO, 0);
        }
        let mut normal = self.clone();
        // Remove many zeros at a time: one by one takes quadratic time.
        let mut step = 1i64 << digits(&self.coefficient).ilog2();
        while step > 0 {
            let power = power_of_ten(step);
            let divided = power.and_then(|p| Ok((normal.coefficient.rem(&p)?, normal.coefficient.div(&p)?)));
            match divided {
                Ok((rest, quotient)) if rest.is_zero() => normal = Decimal::new(quotient, normal.exponent + step),
                Ok(_) | Err(_) => {}
            }
            step /= 2;
        }
        normal
    }

    /// The sum.
    ///
    /// # Errors
    /// When the number gets too large.
    pub fn add(&self, other: &Decimal) -> Result<Decimal> {
        if self.is_zero() || other.is_zero() {
            return Ok(if self.is_zero() { other.clone() } else { self.clone() });
        }
        let (large, small) =
            if self.digits_before_point() < other.digits_before_point() { (other, self) } else { (self, other) };
        if large.digits_before_point() - small.digits_before_point() > 2 * DIGITS as i64 {
            return Ok(large.clone());
        }
        let exponent = self.exponent.min(other.exponent);
        Decimal::new(self.scaled(exponent)?.add(&other.scaled(exponent)?)?, exponent).rounded()
    }

    /// The difference.
    ///
    /// # Errors
    /// When the number gets too large.
    pub fn sub(&self, other: &Decimal) -> Result<Decimal> {
        self.add(&other.neg())
    }

    /// The product.
    ///
    /// # Errors
    /// When the number gets too large.
    pub fn mul(&self, other: &Decimal) -> Result<Decimal> {
        let exponent = self.exponent + other.exponent;
        if exponent.abs() > MAX_EXPONENT {
            return Err(ArithmeticError::TooLarge);
        }
        Decimal::new(self.coefficient.mul(&other.coefficient)?, exponent).rounded()
    }

    /// The quotient, to a hundred digits.
    ///
    /// # Errors
    /// When `other` is 0, or the number gets too large.
    pub fn div(&self, other: &Decimal) -> Result<Decimal> {
        if other.is_zero() {
            return Err(ArithmeticError::DivisionByZero);
        }
        let missing = QUOTIENT_DIGITS as i64 + digits(&other.coefficient) - digits(&self.coefficient);
        let shift = missing.max(0);
        let exponent = self.exponent - other.exponent - shift;
        if exponent.abs() > MAX_EXPONENT {
            return Err(ArithmeticError::TooLarge);
        }
        let dividend = self.coefficient.mul(&power_of_ten(shift)?)?;
        Decimal::new(dividend.div(&other.coefficient)?, exponent).rounded()
    }

    /// This number to the power of `exponent`.
    ///
    /// # Errors
    /// When the number gets too large.
    pub fn pow(&self, mut exponent: u64) -> Result<Decimal> {
        let mut result = Decimal::new(Integer::ONE, 0);
        let mut square = self.clone();
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = result.mul(&square)?;
            }
            exponent /= 2;
            if exponent > 0 {
                square = square.mul(&square)?;
            }
        }
        Ok(result)
    }

    /// Its opposite.
    pub fn neg(&self) -> Decimal {
        Decimal::new(self.coefficient.neg(), self.exponent)
    }

    /// Returns the largest `n` with `n × 10^exponent` not above this number.
    pub fn floor_at(&self, exponent: i64) -> Result<Integer> {
        if exponent <= self.exponent {
            return self.scaled(exponent);
        }
        // Smaller than one unit: only the sign matters.
        if self.digits_before_point() <= exponent - 2 {
            return Ok(if self.is_negative() { Integer::from(-1i64) } else { Integer::ZERO });
        }
        self.coefficient.div_floor(&power_of_ten(exponent - self.exponent)?)
    }

    /// Returns the smallest `n` with `n × 10^exponent` not below this number.
    pub fn ceil_at(&self, exponent: i64) -> Result<Integer> {
        Ok(self.neg().floor_at(exponent)?.neg())
    }

    /// Returns the place of the first digit: 1 for 1 … 9, 0 for 0.1 … 0.9. May be one too high for
    /// large coefficients.
    pub fn digits_before_point(&self) -> i64 {
        digits(&self.coefficient) + self.exponent
    }

    /// The coefficient for another exponent, which must not be above its own.
    fn scaled(&self, exponent: i64) -> Result<Integer> {
        if exponent == self.exponent || self.is_zero() {
            return Ok(self.coefficient.clone());
        }
        self.coefficient.mul(&power_of_ten(self.exponent - exponent)?)
    }

    fn rounded(self) -> Result<Decimal> {
        let excess = digits(&self.coefficient) - DIGITS as i64;
        if excess <= 0 {
            return Ok(self);
        }
        Ok(Decimal::new(self.coefficient.div(&power_of_ten(excess)?)?, self.exponent + excess))
    }

    fn compare(&self, other: &Decimal) -> Ordering {
        if let (Some(a), Some(b)) = (self.coefficient.to_i64(), other.coefficient.to_i64())
            && let Some(ordering) = compare_small(a, b, self.exponent - other.exponent)
        {
            return ordering;
        }
        let sign = |decimal: &Decimal| i32::from(!decimal.is_zero()) * if decimal.is_negative() { -1 } else { 1 };
        let (ours, theirs) = (sign(self), sign(other));
        if ours != theirs || ours == 0 {
            return ours.cmp(&theirs);
        }
        let gap = self.digits_before_point() - other.digits_before_point();
        // Both places may be one too high.
        if gap.abs() > 2 {
            let larger = if gap > 0 { Ordering::Greater } else { Ordering::Less };
            return if ours > 0 { larger } else { larger.reverse() };
        }
        let exponent = self.exponent.min(other.exponent);
        match (self.scaled(exponent), other.scaled(exponent)) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            // Numbers of the same magnitude beyond the limit of integers. Nobody writes them.
            _ => Ordering::Equal,
        }
    }
}

/// Compares `a × 10^gap` with `b`, if both fit in 128 bits.
fn compare_small(a: i64, b: i64, gap: i64) -> Option<Ordering> {
    let factor = 10i128.checked_pow(u32::try_from(gap.unsigned_abs()).ok()?)?;
    let (a, b) = (i128::from(a), i128::from(b));
    if gap >= 0 { Some(a.checked_mul(factor)?.cmp(&b)) } else { Some(a.cmp(&b.checked_mul(factor)?)) }
}

fn parse_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0i64, |sum, digit| sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    let value = value.min(MAX_EXPONENT / 2);
    Some(if negative { -value } else { value })
}

/// The number of decimal digits, 1 for 0. May be one too high for large numbers.
fn digits(number: &Integer) -> i64 {
    match number.to_i64() {
        Some(0) => 1,
        Some(small) => i64::from(small.unsigned_abs().ilog10()) + 1,
        // log10(2) < 0.30103, so this is never too low.
        None => (number.bits() as i64).saturating_mul(30103) / 100_000 + 1,
    }
}

fn power_of_ten(exponent: i64) -> Result<Integer> {
    match u64::try_from(exponent) {
        Ok(exponent) => Integer::from(10i64).pow(exponent),
        Err(_) => Err(ArithmeticError::TooLarge),
    }
}

impl From<Integer> for Decimal {
    fn from(coefficient: Integer) -> Decimal {
        Decimal { coefficient, exponent: 0 }
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Decimal) -> bool {
        self.compare(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        self.compare(other)
    }
}

/// Fixed point if that is short, otherwise scientific.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let normal = self.normal();
        if normal.exponent > 30 || normal.exponent < -1000 {
            return write!(f, "{}E{}", normal.coefficient, normal.exponent);
        }
        f.write_str(&fixed(&normal.coefficient, normal.exponent))
    }
}

/// Writes `coefficient × 10^exponent` in fixed point, with `-exponent` decimals.
pub(crate) fn fixed(coefficient: &Integer, exponent: i64) -> String {
    let sign = if coefficient.is_negative() { "-" } else { "" };
    let digits = coefficient.abs().to_string();
    if exponent >= 0 {
        let zeros = if coefficient.is_zero() { 0 } else { exponent as usize };
        return format!("{sign}{digits}{}", "0".repeat(zeros));
    }
    let decimals = exponent.unsigned_abs() as usize;
    // Not by a width in `format!`, which is limited to 65535.
    let padded = "0".repeat((decimals + 1).saturating_sub(digits.len())) + &digits;
    let (whole, fraction) = padded.split_at(padded.len() - decimals);
    format!("{sign}{whole}.{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dec(text: &str) -> Decimal {
        Decimal::parse(text.as_bytes()).expect("a number")
    }

    #[test]
    fn comparisons_are_exact() {
        assert_eq!(dec("0.1"), dec("1e-1"));
        assert_eq!(dec("0.30"), dec("0.3"));
        assert!(dec("0.1000000000000000000000000000000000000001") > dec("0.1"));
        assert!(dec("-0.1000000000000000000000000000000000000001") < dec("-0.1"));
        assert!(dec("1e100000") > dec("9e99999"));
        assert!(dec("-1e99999999999999999999") < dec("-1e5"));
        assert!(dec("1e-99999999999999999999") > dec("0"));
        assert_eq!(dec("-0.0"), dec("0"));
        assert!(dec("99999999999999999999999999999999999999999999") < dec("1e44"));
    }

    #[test]
    fn calculations_are_exact_as_long_as_they_are_short() {
        assert_eq!(dec("0.1").add(&dec("0.2")).unwrap(), dec("0.3"));
        assert_eq!(
            dec("1e30").add(&dec("1e-30")).unwrap().to_string(),
            format!("1{}.{}1", "0".repeat(30), "0".repeat(29))
        );
        assert_eq!(dec("1.5").mul(&dec("-0.25")).unwrap(), dec("-0.375"));
        assert_eq!(dec("1").div(&dec("8")).unwrap(), dec("0.125"));
        assert!(dec("1").div(&dec("3")).unwrap().mul(&dec("3")).unwrap() < dec("1"));
        assert_eq!(dec("1.1").pow(2).unwrap(), dec("1.21"));
        assert_eq!(dec("1").div(&dec("0.0")), Err(ArithmeticError::DivisionByZero));
    }

    #[test]
    fn distant_magnitudes_cost_nothing() {
        assert_eq!(dec("1e100000").add(&dec("1")).unwrap(), dec("1e100000"));
        assert_eq!(dec("1e12").pow(u64::MAX), Err(ArithmeticError::TooLarge));
        assert!(dec("3.7").pow(1_000_000).unwrap() > dec("1e500000"));
    }

    #[test]
    fn floor_and_ceiling_at_a_number_of_decimals() {
        let units =
            |text: &str, exponent| (dec(text).floor_at(exponent).unwrap(), dec(text).ceil_at(exponent).unwrap());
        let pair = |a: i64, b: i64| (Integer::from(a), Integer::from(b));
        assert_eq!(units("1.25", -1), pair(12, 13));
        assert_eq!(units("-1.25", -1), pair(-13, -12));
        assert_eq!(units("1.25", -3), pair(1250, 1250));
        assert_eq!(units("1e-50", 0), pair(0, 1));
        assert_eq!(units("-1e-50", 0), pair(-1, 0));
    }

    #[test]
    fn only_plain_numbers_are_read() {
        for text in ["", ".", ".5", "-.5", "1e", "1e+", "1.2.3", "e5", "1.-2", "nan"] {
            assert!(Decimal::parse(text.as_bytes()).is_none(), "{text:?}");
        }
        assert_eq!(dec("2."), dec("2"));
        assert_eq!(dec("-1.5E+2").to_string(), "-150");
        assert_eq!(dec("0.00120").to_string(), "0.0012");
    }
}
