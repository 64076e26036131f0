//! `--time-factor`: more (or less) time for everything, on a machine that is slower (or faster)
//! than the judge's.

use std::str::FromStr;
use std::time::Duration;

/// A factor on time limits, from 0.01 to 1000.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeFactor(f64);

impl TimeFactor {
    pub const fn get(self) -> f64 {
        self.0
    }

    /// A whole number of times. None is once.
    pub fn times(number: u16) -> TimeFactor {
        TimeFactor(f64::from(number.clamp(1, 1000)))
    }

    /// This many times `time`, to the nanosecond.
    pub fn scale(self, time: Duration) -> Duration {
        // Exactly as written in `problem.toml` when there is nothing to scale: no rounding, and the
        // same key in a cache of results.
        if self == TimeFactor::default() { time } else { time.mul_f64(self.0) }
    }
}

impl Default for TimeFactor {
    fn default() -> TimeFactor {
        TimeFactor(1.0)
    }
}

impl FromStr for TimeFactor {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeFactor, String> {
        let number: Option<f64> = text.trim().parse().ok();
        let factor = number.filter(|number| (0.01..=1000.0).contains(number)).map(TimeFactor);
        factor
            .ok_or_else(|| format!("`{text}` is not a time factor: use a number from 0.01 to 1000, like `2` or `1.5`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sensible_numbers_are_factors() {
        for good in ["1", "0.01", " 2.5 ", "1000", "1e2"] {
            assert!(good.parse::<TimeFactor>().is_ok(), "{good}");
        }
        for bad in ["", "0", "-1", "nan", "inf", "1001", "1e300", "two", "2x", "0.001"] {
            assert!(bad.parse::<TimeFactor>().is_err(), "{bad}");
        }
    }
}
