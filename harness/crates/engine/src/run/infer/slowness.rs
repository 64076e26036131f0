//! Whether a solution that must be too slow is slow enough for an inferred limit, by the runs that
//! were made for its verdict.

use model::{Inference, Side, SolutionId, TestId, Verdict, record};
use std::collections::BTreeSet;
use std::time::Duration;

/// What the slowest run of `result` took, in seconds of a language without a factor, if that is too
/// little for the inferred `limit`. `None`: it need not be slow, it is by enough, or some of its
/// tests were not run, or not alone. `factor`: how many seconds it has per second of a language
/// without one.
pub(in crate::run) fn too_fast(
    inference: &Inference,
    limit: Duration,
    id: &SolutionId,
    factor: f64,
    result: &record::SolutionRecord,
) -> Option<Duration> {
    let bounds = inference.on(Side::Below).filter(|bound| bound.solution == *id);
    let tests: BTreeSet<&TestId> = bounds.flat_map(|bound| &bound.tests).collect();
    let needed = inference.slow_from(limit);
    let (mut slowest, mut seen) = (Duration::ZERO, 0);
    for test in result.tests.iter().filter(|test| tests.contains(&test.test)) {
        let took = test.cpu?.div_f64(factor);
        let is_late = test.verdict == Some(Verdict::TimeLimit);
        // The processor time at which a program is stopped is not exact. Below the limit, it waits
        // for something, however long the limit is; beside others, it might have gone on.
        if took >= needed.mul_f64(0.99) || is_late && (took < limit || !test.retimed) {
            return None;
        }
        slowest = slowest.max(took);
        seen += 1;
    }
    (seen > 0 && seen == tests.len()).then_some(slowest)
}
