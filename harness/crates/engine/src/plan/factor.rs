//! `--time-factor`: more (or less) time for everything, on a machine that is slower (or faster)
//! than the judge's.

use model::Limits;
use std::str::FromStr;
use thiserror::Error;

/// A factor on time limits, from 0.01 to 1000.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeFactor(f64);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a time factor: use a number from 0.01 to 1000, like `2` or `1.5`")]
pub struct FactorError(String);

impl TimeFactor {
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Scales the CPU time and the wall guard of `limits`, to the nanosecond. Nothing else changes.
    pub fn scale(self, limits: &Limits) -> Limits {
        // Exactly as written in `problem.toml` when there is nothing to scale: no rounding, and the
        // same key in a cache of results.
        if self == TimeFactor::default() {
            return limits.clone();
        }
        Limits { cpu: limits.cpu.mul_f64(self.0), wall: limits.wall.mul_f64(self.0), ..limits.clone() }
    }
}

impl Default for TimeFactor {
    fn default() -> TimeFactor {
        TimeFactor(1.0)
    }
}

impl FromStr for TimeFactor {
    type Err = FactorError;

    fn from_str(text: &str) -> Result<TimeFactor, FactorError> {
        let number: Option<f64> = text.trim().parse().ok();
        number
            .filter(|number| (0.01..=1000.0).contains(number))
            .map(TimeFactor)
            .ok_or_else(|| FactorError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ByteSize;
    use std::time::Duration;

    #[test]
    fn only_sensible_numbers_are_factors() {
        for good in ["1", "0.01", " 2.5 ", "1000", "1e2"] {
            assert!(good.parse::<TimeFactor>().is_ok(), "{good}");
        }
        for bad in ["", "0", "-1", "nan", "inf", "1001", "1e300", "two", "2x", "0.001"] {
            assert!(bad.parse::<TimeFactor>().is_err(), "{bad}");
        }
    }

    #[test]
    fn time_is_scaled_and_nothing_else() {
        let limits = Limits { memory: ByteSize(7), ..Limits::default() };
        let scaled = "2.5".parse::<TimeFactor>().unwrap().scale(&limits);
        assert_eq!((scaled.cpu, scaled.wall), (Duration::from_millis(2500), Duration::from_millis(7500)));
        assert_eq!(Limits { cpu: limits.cpu, wall: limits.wall, ..scaled }, limits);
        assert_eq!(TimeFactor::default().scale(&limits), limits);
    }
}
