//! Writes floats the way a command asks for them.

use crate::machine::FloatRequest;
use crate::number::{Decimal, Integer, fixed};
use crate::read::MAX_DIGITS;
use crate::regex::ByteSet;
use crate::syntax::Notation;

/// The most decimals tried if the grammar sets no limit.
pub(crate) const MOST_DECIMALS: u32 = 30;

/// The fewest and the most decimals allowed. `None` if no text short enough to be read has so many.
pub(crate) fn decimals(request: &FloatRequest) -> Option<(u32, u32)> {
    let (fewest, most) = request.decimals.unwrap_or((0, MOST_DECIMALS));
    let most = most.min(MAX_DIGITS as u32);
    (fewest <= most).then_some((fewest, most))
}

/// The range in units of the last decimal. `None` if it is empty, or its numbers are too
/// long to be read.
pub(crate) fn units(request: &FloatRequest, decimals: u32) -> Option<(Integer, Integer)> {
    let exponent = -i64::from(decimals);
    // Numbers of that length take seconds, and are asked for thousands of times.
    let is_long = |end: &Decimal| end.digits_before_point() - exponent > MAX_DIGITS as i64;
    if request.low.is_negative() == request.high.is_negative() && is_long(&request.low) && is_long(&request.high) {
        return None;
    }
    let (low, high) = (request.low.ceil_at(exponent).ok()?, request.high.floor_at(exponent).ok()?);
    (low <= high).then_some((low, high))
}

/// Writes a number given in units of its last decimal. `None` if the notation cannot express it, or
/// if the text would be too long to be read.
pub(crate) fn write(request: &FloatRequest, units: &Integer, decimals: u32) -> Option<String> {
    let exponent = -i64::from(decimals);
    match request.notation {
        // A zero is short, but its decimals may be billions.
        Notation::Any | Notation::Fixed if decimals as usize > MAX_DIGITS => None,
        Notation::Any | Notation::Fixed => Some(fixed(units, exponent)).filter(|text| text.len() <= MAX_DIGITS),
        Notation::Scientific => scientific(request, &Decimal::new(units.clone(), exponent)),
    }
}

/// Writes one digit, the decimals that the number needs, and an exponent. `None` as for
/// [`write()`].
pub(crate) fn scientific(request: &FloatRequest, value: &Decimal) -> Option<String> {
    let normal = value.normal();
    let digits = normal.coefficient().abs().to_string();
    let (fewest, most) = request.decimals.unwrap_or((0, u32::MAX));
    // FLOATP wants a point, and a digit other than zero before it.
    let with_decimals = request.decimals.is_some();
    let fewest = fewest.max(u32::from(with_decimals)) as usize;
    let decimals = (digits.len() - 1).max(fewest);
    if decimals > MAX_DIGITS || decimals > most as usize || with_decimals && value.is_zero() {
        return None;
    }
    let sign = if value.is_negative() { "-" } else { "" };
    let exponent = normal.exponent() + digits.len() as i64 - 1;
    let (first, rest) = digits.split_at(1);
    let point = if decimals > 0 { "." } else { "" };
    // Not by a width in `format!`, which is limited to 65535.
    let zeros = "0".repeat(decimals - rest.len());
    Some(format!("{sign}{first}{point}{rest}{zeros}E{exponent}")).filter(|text| text.len() <= MAX_DIGITS)
}

/// The bytes that would extend this text if they followed it.
pub(crate) fn goes_on(request: &FloatRequest, text: &[u8]) -> ByteSet {
    let has = |bytes: &[u8]| text.iter().any(|byte| bytes.contains(byte));
    let mut more = ByteSet::DIGITS;
    if has(b"eE") {
        return more;
    }
    if !has(b".") {
        more.insert(b'.', b'.');
    }
    if request.notation == Notation::Any {
        more = more.or(&ByteSet::of(b"eE"));
    }
    more
}

/// The simplest text: few decimals, close to zero.
pub(crate) fn simplest(request: &FloatRequest) -> Option<String> {
    let (fewest, most) = decimals(request)?;
    // A narrow range may need many decimals.
    for decimals in (fewest..=most.min(fewest.saturating_add(MOST_DECIMALS))).chain([most.min(1000)]) {
        if let Some((low, high)) = units(request, decimals)
            && let Some(text) = write(request, &nearest_to_zero(&low, &high), decimals)
        {
            return Some(text);
        }
    }
    // The numbers are too large to be written out, or zero has no text in this notation.
    let tiny = Decimal::new(Integer::ONE, -9);
    let negative = tiny.neg();
    let candidates = [&request.low, &tiny, &negative, &request.high];
    let mut within = candidates.into_iter().filter(|value| **value >= request.low && **value <= request.high);
    within.find_map(|value| match request.notation {
        Notation::Fixed => None,
        Notation::Any | Notation::Scientific => scientific(request, value),
    })
}

pub(crate) fn nearest_to_zero(low: &Integer, high: &Integer) -> Integer {
    if low.is_negative() && !high.is_negative() || low.is_zero() {
        Integer::ZERO
    } else if low.is_negative() {
        high.clone()
    } else {
        low.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(low: &str, high: &str, decimals: Option<(u32, u32)>, notation: Notation) -> FloatRequest {
        let number = |text: &str| Decimal::parse(text.as_bytes()).unwrap();
        FloatRequest { low: number(low), high: number(high), decimals, notation }
    }

    #[test]
    fn the_simplest_text_is_one_that_the_request_admits() {
        let simplest = |low, high, decimals, notation| simplest(&request(low, high, decimals, notation));
        assert_eq!(simplest("-1", "1", None, Notation::Any).as_deref(), Some("0"));
        assert_eq!(simplest("0.25", "0.26", None, Notation::Fixed).as_deref(), Some("0.25"));
        assert_eq!(simplest("-3.5", "-2.5", Some((1, 2)), Notation::Any).as_deref(), Some("-2.5"));
        assert_eq!(simplest("0", "9", Some((2, 2)), Notation::Fixed).as_deref(), Some("0.00"));
        assert_eq!(simplest("0", "9", None, Notation::Scientific).as_deref(), Some("0E0"));
        assert_eq!(simplest("0", "9", Some((2, 3)), Notation::Scientific).as_deref(), Some("1.00E-9"));
        assert_eq!(simplest("1e999999", "1e9999999", None, Notation::Any).as_deref(), Some("1E999999"));
        assert_eq!(simplest("1", "0", None, Notation::Any), None);
        assert_eq!(simplest("0.15", "0.19", Some((0, 1)), Notation::Any).as_deref(), Some("1.5E-1"));
        assert_eq!(simplest("0.15", "0.19", Some((0, 1)), Notation::Fixed), None);
    }

    #[test]
    fn texts_have_the_notation_that_is_asked_for() {
        let any = request("-100", "100", None, Notation::Any);
        assert_eq!(write(&any, &Integer::from(-1205i64), 2).as_deref(), Some("-12.05"));
        let power = request("-100", "100", Some((1, 2)), Notation::Scientific);
        assert_eq!(write(&power, &Integer::from(120i64), 2).as_deref(), Some("1.2E0"));
        assert_eq!(write(&power, &Integer::from(-3i64), 0).as_deref(), Some("-3.0E0"));
        assert_eq!(write(&power, &Integer::from(1234i64), 2), None);
    }
}
