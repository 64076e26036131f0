//! Ranges of integers under calculations. A result may be wider than the true range, never
//! narrower.

use crate::number::Integer;
use crate::syntax::{Binary, Expr, ExprKind, Variable};
use crate::value::Value;

/// All integers from `low` to `high`; `None` is infinite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Interval {
    pub low: Option<Integer>,
    pub high: Option<Integer>,
}

impl Interval {
    pub const ALL: Interval = Interval { low: None, high: None };

    pub fn new(low: Integer, high: Integer) -> Interval {
        Interval { low: Some(low), high: Some(high) }
    }

    pub fn point(value: Integer) -> Interval {
        Interval::new(value.clone(), value)
    }

    pub fn at_least(low: Integer) -> Interval {
        Interval { low: Some(low), high: None }
    }

    pub fn at_most(high: Integer) -> Interval {
        Interval { low: None, high: Some(high) }
    }

    pub fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    pub fn as_point(&self) -> Option<&Integer> {
        self.low.as_ref().filter(|low| Some(*low) == self.high.as_ref())
    }

    pub fn contains(&self, value: &Integer) -> bool {
        self.low.as_ref().is_none_or(|low| low <= value) && self.high.as_ref().is_none_or(|high| value <= high)
    }

    pub fn and(&self, other: &Interval) -> Interval {
        let tighter = |a: &Option<Integer>, b: &Option<Integer>, pick: fn(Integer, Integer) -> Integer| match (a, b) {
            (Some(a), Some(b)) => Some(pick(a.clone(), b.clone())),
            (Some(one), None) | (None, Some(one)) => Some(one.clone()),
            (None, None) => None,
        };
        Interval { low: tighter(&self.low, &other.low, Ord::max), high: tighter(&self.high, &other.high, Ord::min) }
    }

    pub fn neg(&self) -> Interval {
        let neg = |bound: &Option<Integer>| bound.as_ref().map(Integer::neg);
        Interval { low: neg(&self.high), high: neg(&self.low) }
    }

    pub fn add(&self, other: &Interval) -> Interval {
        let add = |a: &Option<Integer>, b: &Option<Integer>| a.as_ref()?.add(b.as_ref()?).ok();
        Interval { low: add(&self.low, &other.low), high: add(&self.high, &other.high) }
    }

    pub fn sub(&self, other: &Interval) -> Interval {
        self.add(&other.neg())
    }

    pub fn mul(&self, other: &Interval) -> Interval {
        if let (Some(a), Some(b), Some(c), Some(d)) = (&self.low, &self.high, &other.low, &other.high) {
            let products = [a.mul(c), a.mul(d), b.mul(c), b.mul(d)];
            let products: Option<Vec<Integer>> = products.into_iter().map(Result::ok).collect();
            let Some(products) = products else { return Interval::ALL };
            return Interval { low: products.iter().min().cloned(), high: products.iter().max().cloned() };
        }
        // With an open end, only the common case: no number is negative.
        match (&self.low, &other.low) {
            (Some(a), Some(c)) if !a.is_negative() && !c.is_negative() => {
                a.mul(c).map_or(Interval::ALL, Interval::at_least)
            }
            _ => Interval::ALL,
        }
    }

    /// Division that rounds towards zero.
    pub fn div(&self, other: &Interval) -> Interval {
        let (Some(c), Some(d)) = (&other.low, &other.high) else { return Interval::ALL };
        if other.contains(&Integer::ZERO) {
            return Interval::ALL;
        }
        let quotient = |a: &Option<Integer>, pick: fn(Integer, Integer) -> Integer| {
            let a = a.as_ref()?;
            Some(pick(a.div(c).ok()?, a.div(d).ok()?))
        };
        if c.is_negative() {
            return self.neg().div(&other.neg());
        }
        Interval { low: quotient(&self.low, Ord::min), high: quotient(&self.high, Ord::max) }
    }

    /// Of two numbers; everything for ranges.
    fn exact(&self, other: &Interval, calculate: impl Fn(&Integer, &Integer) -> Option<Integer>) -> Interval {
        let points = self.as_point().zip(other.as_point());
        points.and_then(|(a, b)| calculate(a, b)).map_or(Interval::ALL, Interval::point)
    }

    pub fn binary(operator: Binary, left: &Interval, right: &Interval) -> Interval {
        match operator {
            Binary::Add => left.add(right),
            Binary::Subtract => left.sub(right),
            Binary::Multiply => left.mul(right),
            Binary::Divide => left.div(right),
            Binary::Modulo => left.exact(right, |a, b| a.rem(b).ok()),
            Binary::Power => left.exact(right, |a, b| a.pow(b.to_u64()?).ok()),
        }
    }
}

/// The range of an expression, given those of its variables.
pub(crate) fn range(expr: &Expr, variable: &mut dyn FnMut(&Variable) -> Interval) -> Interval {
    match &expr.kind {
        ExprKind::Literal(Value::Integer(value)) => Interval::point(value.clone()),
        ExprKind::Literal(Value::Decimal(_) | Value::Text(_)) => Interval::ALL,
        ExprKind::Variable(name) => variable(name),
        ExprKind::Negate(operand) => range(operand, variable).neg(),
        ExprKind::Length(_) => Interval::at_least(Integer::ZERO),
        ExprKind::Binary(operator, left, right) => {
            let (left, right) = (range(left, variable), range(right, variable));
            Interval::binary(*operator, &left, &right)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: i64, high: i64) -> Interval {
        Interval::new(Integer::from(low), Integer::from(high))
    }

    #[test]
    fn no_result_of_a_calculation_is_left_out() {
        let small = -4i64..=4;
        let ranges: Vec<(i64, i64)> = small.clone().flat_map(|a| (a..=4).map(move |b| (a, b))).collect();
        let operators =
            [Binary::Add, Binary::Subtract, Binary::Multiply, Binary::Divide, Binary::Modulo, Binary::Power];
        for &(a, b) in &ranges {
            for &(c, d) in &ranges {
                for operator in operators {
                    let range = Interval::binary(operator, &interval(a, b), &interval(c, d));
                    for x in a..=b {
                        for y in c..=d {
                            let result = match operator {
                                Binary::Add => Some(x + y),
                                Binary::Subtract => Some(x - y),
                                Binary::Multiply => Some(x * y),
                                Binary::Divide => x.checked_div(y),
                                Binary::Modulo => x.checked_rem(y),
                                Binary::Power => u32::try_from(y).ok().map(|y| x.pow(y)),
                            };
                            if let Some(result) = result {
                                assert!(
                                    range.contains(&Integer::from(result)),
                                    "{x} {operator:?} {y} not in {range:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
