//! A range of integers that can be copied.

use std::fmt;
use std::ops::{Bound, RangeBounds};

/// The integers from `low` to `high`, both included.
///
/// Functions that want a span also take `1..=n`, `0..n`, `1..` and `..`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The smallest.
    pub low: i64,
    /// The largest.
    pub high: i64,
}

impl Span {
    /// Whether `value` lies in the span.
    pub fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether an end was left open.
    pub(crate) fn is_open(self) -> bool {
        self.low == i64::MIN || self.high == i64::MAX
    }

    pub(crate) fn widen(&mut self, other: Span) {
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
    }

    /// What is wrong with `value`: "at most 10000". `None` if it lies in the span.
    pub(crate) fn objection(self, value: i128) -> Option<String> {
        if i128::from(self.low) <= value && value <= i128::from(self.high) {
            None
        } else if self.is_open() && i128::from(value as i64) != value {
            Some("beyond 64 bits".to_string())
        } else if value < i128::from(self.low) {
            Some(format!("at least {}", self.low))
        } else {
            Some(format!("at most {}", self.high))
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.low, self.high)
    }
}

/// A missing end is open.
impl<R: RangeBounds<i64>> From<R> for Span {
    fn from(range: R) -> Span {
        let low = match range.start_bound() {
            Bound::Included(low) => *low,
            Bound::Excluded(below) => below.saturating_add(1),
            Bound::Unbounded => i64::MIN,
        };
        let high = match range.end_bound() {
            Bound::Included(high) => *high,
            Bound::Excluded(above) => above.saturating_sub(1),
            Bound::Unbounded => i64::MAX,
        };
        Span { low, high }
    }
}

/// Returns all lists of `n` numbers in the span. The last number changes fastest.
///
/// ```
/// assert_eq!(kit::all_lists(2, 0..=1), [[0, 0], [0, 1], [1, 0], [1, 1]]);
/// ```
pub fn all_lists(n: i64, span: impl Into<Span>) -> Vec<Vec<i64>> {
    let span = span.into();
    let mut lists = vec![Vec::new()];
    for _ in 0..n {
        let longer = |list: Vec<i64>| {
            (span.low..=span.high).map(move |last| {
                let mut list = list.clone();
                list.push(last);
                list
            })
        };
        lists = lists.into_iter().flat_map(longer).collect();
    }
    lists
}
