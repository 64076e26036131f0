//! Time limits that a package leaves to be inferred from the times of its own solutions.
//!
//! The problem package format says what is measured and what follows from it. Nothing is run here.

use crate::encoding::Millis;
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
    #[serde(rename = "limit_ms", with = "Millis")]
    pub limit: Duration,
    /// The least time of that run.
    #[serde(rename = "slowest_ms", with = "Millis")]
    pub slowest: Duration,
    /// The most time that the run took when nothing ran beside it. Zero: it was not run so.
    #[serde(default, rename = "most_ms", with = "Millis")]
    pub most: Duration,
    pub solution: SolutionId,
    pub test: TestId,
    /// Solutions that would bound the limit but could not be run here.
    pub left_out: Vec<SolutionId>,
}

impl Inference {
    /// A shorter time counts as this one. To start a runtime and to read a line takes 30 to 100 ms,
    /// and more on a busy machine: limits that told such times apart would follow from noise.
    pub const SHORTEST: Duration = Duration::from_millis(150);

    /// The least limit that leaves enough room for `slowest`: a multiple of the resolution, as in
    /// the format, problemtools and BAPCtools.
    pub fn limit(&self, slowest: Duration) -> Duration {
        let needed = slowest.max(Inference::SHORTEST).mul_f64(self.accepted_to_limit).as_nanos();
        let times = needed.div_ceil(self.resolution.as_nanos().max(1)).max(1);
        // A limit of decades is refused long before.
        self.resolution.saturating_mul(u32::try_from(times).unwrap_or(u32::MAX))
    }

    /// Whether two limits differ by less than times do that are measured twice: by a sixth. Above
    /// six times the resolution, the next multiple is so near.
    pub fn are_near(one: Duration, other: Duration) -> bool {
        one.max(other).saturating_mul(6) <= one.min(other).saturating_mul(7)
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
        // What a runtime takes to start makes no difference, however large the factor is.
        for slowest in [0, 1, 49, 56, 78, 100, 150] {
            check(20.0, 1000, slowest, 3000);
            check(2.0, 100, slowest, 300);
        }
        check(20.0, 1000, 151, 4000);
    }
}
