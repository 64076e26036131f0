//! The values of variables. Knows how to compare them, not how to calculate.

use std::fmt;
use std::sync::Arc;

use crate::number::{Decimal, Integer};

/// An integer, a decimal or a text. An integer converts to a decimal where one is needed. Nothing
/// else converts.
#[derive(Clone, Debug)]
pub enum Value {
    /// A whole number.
    Integer(Integer),
    /// A decimal number.
    Decimal(Decimal),
    /// A text.
    Text(Arc<[u8]>),
}

impl Value {
    /// The type, for a message.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Value::Integer(_) => "an integer",
            Value::Decimal(_) => "a decimal",
            Value::Text(_) => "text",
        }
    }

    /// Its memory, in units of 40 bytes.
    pub(crate) fn weight(&self) -> usize {
        let bytes = match self {
            Value::Integer(integer) => integer.bits() / 8,
            Value::Decimal(decimal) => decimal.coefficient().bits() / 8,
            Value::Text(text) => text.len() as u64,
        };
        1 + bytes as usize / 40
    }

    /// A key that is the same for equal values: `1`, `1.0` and `10E-1`.
    pub(crate) fn key(&self) -> ValueKey {
        match self {
            Value::Integer(integer) => ValueKey::Integer(integer.clone()),
            Value::Text(text) => ValueKey::Text(Arc::clone(text)),
            Value::Decimal(decimal) => {
                let normal = decimal.normal();
                match normal.floor_at(0) {
                    Ok(integer) if normal.exponent() >= 0 => ValueKey::Integer(integer),
                    Ok(_) | Err(_) => ValueKey::Decimal(normal.coefficient().clone(), normal.exponent()),
                }
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ValueKey {
    Integer(Integer),
    Decimal(Integer, i64),
    Text(Arc<[u8]>),
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.key() == other.key()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(integer) => integer.fmt(f),
            Value::Decimal(decimal) => decimal.fmt(f),
            Value::Text(text) => write!(f, "\"{}\"", text.escape_ascii()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_have_one_key() {
        let integer = Value::Integer(Integer::from(100i64));
        let decimal = |text: &str| Value::Decimal(Decimal::parse(text.as_bytes()).unwrap());
        assert_eq!(integer.key(), decimal("1E2").key());
        assert_eq!(integer.key(), decimal("100.00").key());
        assert_eq!(decimal("0.50").key(), decimal("5e-1").key());
        assert_ne!(integer.key(), decimal("100.5").key());
        assert_ne!(integer, Value::Text(Arc::from(&b"100"[..])));
    }
}
