//! Whether a solution that must be too slow is slow enough for an inferred limit, by the runs that
//! were made for its verdict.

use model::{Inference, Side, SolutionId, TestId, Verdict, record};
use std::collections::BTreeSet;
use std::time::Duration;

/// How slow a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slowness {
    /// It needs not be slow, or it is by enough.
    Enough,
    /// Its slowest run took only this, in seconds of a language without a factor.
    TooFast(Duration),
    /// Some of its tests were not run, or not alone.
    Unknown,
}

/// How slow `result` is under the inferred `limit`. `factor`: how many seconds it has per second of
/// a language without a factor.
pub fn slowness(
    inference: &Inference,
    limit: Duration,
    id: &SolutionId,
    factor: f64,
    result: &record::SolutionRecord,
) -> Slowness {
    let bounds = inference.on(Side::Below).filter(|bound| bound.solution == *id);
    let tests: BTreeSet<&TestId> = bounds.flat_map(|bound| &bound.tests).collect();
    if tests.is_empty() {
        return Slowness::Enough;
    }
    let needed = inference.slow_from(limit);
    let mut slowest = Some(Duration::ZERO);
    let mut seen = 0;
    for test in result.tests.iter().filter(|test| tests.contains(&test.test)) {
        seen += 1;
        let late = test.verdict == Some(Verdict::TimeLimit);
        let took = test.cpu.map(|cpu| cpu.div_f64(factor));
        slowest = match took {
            // It waits for something, however long the limit is; or it was stopped where it is slow
            // enough. The processor time at which a program is stopped is not exact.
            Some(took) if late && (took < limit || took >= needed.mul_f64(0.99)) => return Slowness::Enough,
            // Where it was stopped, it might have gone on.
            Some(_) if late && !test.retimed => None,
            Some(took) => slowest.map(|slowest| slowest.max(took)),
            None => None,
        };
    }
    match slowest {
        Some(slowest) if seen == tests.len() => Slowness::TooFast(slowest),
        Some(_) | None => Slowness::Unknown,
    }
}
