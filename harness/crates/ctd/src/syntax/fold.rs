//! Calculations, and the folding of constant expressions into their values.

use super::ast::{Binary, ExprKind};
use crate::number::{ArithmeticError, Decimal, Integer};
use crate::value::Value;

/// The value of an expression whose operands are constants; `None` for other expressions. The error
/// is a message.
pub(super) fn fold(kind: &ExprKind) -> Result<Option<Value>, String> {
    match kind {
        ExprKind::Literal(_) | ExprKind::Variable(_) => Ok(None),
        ExprKind::Negate(operand) => operand.literal().map(negate).transpose(),
        ExprKind::Length(operand) => operand.literal().map(length).transpose(),
        ExprKind::Binary(operator, left, right) => {
            left.literal().zip(right.literal()).map(|(left, right)| binary(*operator, left, right)).transpose()
        }
    }
}

pub(crate) fn negate(value: &Value) -> Result<Value, String> {
    match value {
        Value::Integer(integer) => Ok(Value::Integer(integer.neg())),
        Value::Decimal(decimal) => Ok(Value::Decimal(decimal.neg())),
        Value::Text(_) => Err("text has no negative".to_owned()),
    }
}

pub(crate) fn length(value: &Value) -> Result<Value, String> {
    match value {
        Value::Text(text) => Ok(Value::Integer(Integer::from(text.len() as u64))),
        Value::Integer(_) | Value::Decimal(_) => Err(format!("STRLEN takes text, and this is {}", value.type_name())),
    }
}

pub(crate) fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, String> {
    let message = |error: ArithmeticError| error.to_string();
    match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => integers(operator, a, b).map(Value::Integer),
        (Value::Text(_), _) | (_, Value::Text(_)) => Err("cannot calculate with text".to_owned()),
        (Value::Decimal(a), Value::Integer(b)) if operator == Binary::Power => {
            a.pow(exponent(b)?).map(Value::Decimal).map_err(message)
        }
        (Value::Integer(_) | Value::Decimal(_), Value::Integer(_) | Value::Decimal(_)) => {
            let (a, b) = (decimal(left), decimal(right));
            match operator {
                Binary::Add => a.add(&b).map(Value::Decimal).map_err(message),
                Binary::Subtract => a.sub(&b).map(Value::Decimal).map_err(message),
                Binary::Multiply => a.mul(&b).map(Value::Decimal).map_err(message),
                Binary::Divide => a.div(&b).map(Value::Decimal).map_err(message),
                Binary::Modulo => Err("% takes integers only".to_owned()),
                Binary::Power => Err("an exponent has to be an integer".to_owned()),
            }
        }
    }
}

fn integers(operator: Binary, a: &Integer, b: &Integer) -> Result<Integer, String> {
    let result = match operator {
        Binary::Add => a.add(b),
        Binary::Subtract => a.sub(b),
        Binary::Multiply => a.mul(b),
        Binary::Divide => a.div(b),
        Binary::Modulo => a.rem(b),
        Binary::Power => a.pow(exponent(b)?),
    };
    result.map_err(|error| error.to_string())
}

fn exponent(value: &Integer) -> Result<u64, String> {
    value.to_u64().ok_or_else(|| format!("an exponent is 0 or more and fits 64 bits, and this is {value}"))
}

/// A number as a decimal. 0 for text, which callers have ruled out.
pub(crate) fn decimal(value: &Value) -> Decimal {
    match value {
        Value::Integer(integer) => Decimal::from(integer.clone()),
        Value::Decimal(decimal) => decimal.clone(),
        Value::Text(_) => Decimal::from(Integer::ZERO),
    }
}
