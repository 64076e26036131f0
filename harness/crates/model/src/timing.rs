//! Time limits that a package leaves to be inferred from the times of its own solutions.
//!
//! The problem package format says what is measured and what follows from it. Nothing is run here.

use crate::encoding::{millis, whole_millis};
use crate::id::{SolutionId, TestId};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Where a problem's time limit comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TimeFrom {
    /// The default, or `problem.toml`.
    #[default]
    Default,
    /// The file of the package that sets it.
    File(PathBuf),
    /// The times of the package's solutions, once they are measured.
    Solutions(Arc<Inference>, Option<MeasuredLimit>),
}

/// How a limit follows from times.
#[derive(Clone, Debug, PartialEq)]
pub struct Inference {
    /// The limit is at least this many times the slowest run of the solutions that must stay below
    /// it.
    pub accepted_to_limit: f64,
    /// A solution that must be too slow takes at least this many times the limit.
    pub limit_to_slow: f64,
    /// The limit is a multiple of this, and never less.
    pub resolution: Duration,
    pub bounds: Vec<TimeBound>,
}

/// A solution whose slowest run on these tests bounds the limit.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeBound {
    pub solution: SolutionId,
    pub side: Side,
    /// Never empty.
    pub tests: Vec<TestId>,
}

/// Where the limit is, seen from a solution's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The solution is fast enough.
    Above,
    /// The solution is too slow.
    Below,
}

/// An inferred limit, and the run that made it so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredLimit {
    #[serde(rename = "limit_ms", with = "whole_millis")]
    pub limit: Duration,
    /// The least time of that run.
    #[serde(rename = "slowest_ms", with = "millis")]
    pub slowest: Duration,
    /// The most time that the run took when nothing ran beside it. Zero: it was not run so.
    #[serde(default, rename = "most_ms", with = "millis")]
    pub most: Duration,
    /// The limit of an earlier measurement. What was measured now does not contradict it.
    #[serde(default)]
    pub is_earlier: bool,
    pub solution: SolutionId,
    pub test: TestId,
    /// Solutions that must be too slow but are not by enough.
    pub too_fast: Vec<TooFast>,
    /// Solutions that would bound the limit but could not be run here.
    pub left_out: Vec<SolutionId>,
}

/// A solution with its slowest run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TooFast {
    pub solution: SolutionId,
    #[serde(rename = "slowest_ms", with = "millis")]
    pub slowest: Duration,
}

impl Inference {
    /// The least limit that leaves enough room for `slowest`: a multiple of the resolution, as in
    /// the format, problemtools and BAPCtools.
    pub fn limit(&self, slowest: Duration) -> Duration {
        let needed = slowest.mul_f64(self.accepted_to_limit).as_nanos();
        let times = needed.div_ceil(self.resolution.as_nanos().max(1)).max(1);
        // A limit of decades is refused long before.
        self.resolution.saturating_mul(u32::try_from(times).unwrap_or(u32::MAX))
    }

    /// Whether two limits differ by less than times do that are measured twice: by a sixth. Above
    /// six times the resolution, the next multiple is so near.
    pub fn are_near(one: Duration, other: Duration) -> bool {
        one.max(other).saturating_mul(6) <= one.min(other).saturating_mul(7)
    }

    /// The limit for a run whose least time is `slowest`, where an earlier measurement has led to
    /// `earlier`. The earlier limit stays if a time of nearly this length leads to it, so that
    /// noise does not change it.
    pub fn limit_after(&self, slowest: Duration, earlier: Option<Duration>) -> Duration {
        /// What two measurements of the same run may differ by, in parts of the time.
        const NOISE: f64 = 0.08;
        let [least, most] = [1.0 - NOISE, 1.0 + NOISE].map(|part| self.limit(slowest.mul_f64(part)));
        earlier.filter(|earlier| (least..=most).contains(earlier)).unwrap_or_else(|| self.limit(slowest))
    }

    /// The least time that a solution takes that must be too slow under `limit`.
    pub fn slow_from(&self, limit: Duration) -> Duration {
        limit.mul_f64(self.limit_to_slow)
    }

    /// The bounds on one side, in their order.
    pub fn on(&self, side: Side) -> impl Iterator<Item = &TimeBound> {
        self.bounds.iter().filter(move |bound| bound.side == side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inference(factor: f64, resolution: u64) -> Inference {
        let resolution = Duration::from_millis(resolution);
        Inference { accepted_to_limit: factor, limit_to_slow: 1.5, resolution, bounds: Vec::new() }
    }

    #[test]
    fn limits_are_near_where_the_next_multiple_is_less_than_a_sixth_more() {
        let second = Duration::from_secs(1);
        let near: Vec<u32> = (1..=9).filter(|at| Inference::are_near(second * *at, second * (at + 1))).collect();
        assert_eq!(near, [6, 7, 8, 9]);
        assert!(Inference::are_near(second, second) && !Inference::are_near(second * 9, second * 7));
        let long = inference(5.0, 1).limit(Duration::from_secs(1 << 40));
        assert!(long > Duration::from_secs(1 << 20), "and no overflow");
    }

    #[test]
    fn an_earlier_limit_stays_where_noise_alone_might_have_made_another() {
        let check = |slowest: u64, earlier: Option<u64>, expected: u64| {
            let limit =
                inference(5.0, 1000).limit_after(Duration::from_millis(slowest), earlier.map(Duration::from_secs));
            assert_eq!(limit, Duration::from_secs(expected), "{slowest} {earlier:?}");
        };
        check(810, None, 5);
        check(810, Some(4), 4);
        check(790, Some(5), 5);
        check(790, Some(3), 4);
        check(900, Some(4), 5);
        check(700, Some(5), 4);
    }

    #[test]
    fn a_limit_is_the_least_multiple_that_leaves_the_slowest_its_room() {
        let check = |factor: f64, resolution: u64, slowest: u64, expected: u64| {
            let resolution = Duration::from_millis(resolution);
            let inference = Inference { accepted_to_limit: factor, limit_to_slow: 1.5, resolution, bounds: Vec::new() };
            let limit = inference.limit(Duration::from_millis(slowest));
            assert_eq!(limit, Duration::from_millis(expected), "{factor} {resolution:?} {slowest}");
            assert_eq!(inference.slow_from(limit), limit * 3 / 2);
        };
        check(2.0, 1000, 0, 1000);
        check(2.0, 1000, 500, 1000);
        check(2.0, 1000, 501, 2000);
        check(5.0, 1000, 700, 4000);
        check(5.0, 1000, 1312, 7000);
        check(5.0, 1000, 2610, 14_000);
        check(2.0, 100, 730, 1500);
        check(1.0, 250, 1000, 1000);
    }
}
