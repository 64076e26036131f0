//! Points: an exact amount of what a test, a group or a solution is worth, or got.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A number of points, kept in millionths: sums and comparisons are exact. Only a package's own
/// validator or grader gives negative ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "f64"))]
pub struct Points(pub i64);

impl Points {
    pub(crate) const ONE: i64 = 1_000_000;
    /// A larger number is taken for a mistake.
    pub const MOST: f64 = 1e9;
    pub(crate) const GREATEST: Points = Points(Points::MOST as i64 * Points::ONE);
    pub(crate) const LEAST: Points = Points(-Points::GREATEST.0);

    /// Rounded to a millionth; `None` for anything but a number from 0 to [`Points::MOST`].
    pub fn from_number(number: f64) -> Option<Points> {
        (0.0..=Points::MOST).contains(&number).then(|| Points::rounded(number))
    }

    /// Like [`Points::from_number`], for scores that may be negative.
    pub fn from_score(number: f64) -> Option<Points> {
        (-Points::MOST..=Points::MOST).contains(&number).then(|| Points::rounded(number))
    }

    fn rounded(number: f64) -> Points {
        Points((number * Points::ONE as f64).round() as i64)
    }

    pub fn as_number(self) -> f64 {
        self.0 as f64 / Points::ONE as f64
    }

    /// `share` of these points, from 0 to 1.
    #[must_use]
    pub fn times(self, share: f64) -> Points {
        Points((self.0 as f64 * share).round() as i64).min(self)
    }
}

/// `30`, `12.5`, `33.333333`: all of it, so that parts add up to the whole as it is shown.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (millionths, one) = (self.0.unsigned_abs(), Points::ONE.unsigned_abs());
        let text = format!("{sign}{}.{:06}", millionths / one, millionths % one);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// As a number, exact to the millionth.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_number())
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let invalid = || serde::de::Error::custom(format_args!("{number} is not a number of points"));
        Points::from_score(number).ok_or_else(invalid)
    }
}
