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
    Solutions(Arc<Inference>, Option<Measured>),
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
pub struct Measured {
    #[serde(rename = "limit_ms", with = "whole_millis")]
    pub limit: Duration,
    #[serde(rename = "slowest_ms", with = "millis")]
    pub slowest: Duration,
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
    /// The least multiple of the resolution that leaves enough room for `slowest`.
    pub fn limit(&self, slowest: Duration) -> Duration {
        let needed = slowest.mul_f64(self.accepted_to_limit).as_nanos();
        let steps = needed.div_ceil(self.resolution.as_nanos().max(1)).max(1);
        // A limit of decades is refused long before.
        self.resolution * u32::try_from(steps).unwrap_or(u32::MAX)
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
        check(2.0, 100, 730, 1500);
        check(1.0, 250, 1000, 1000);
    }
}
