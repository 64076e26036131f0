//! Which submissions bound a time limit that the package does not set.
//!
//! Sources: "Timelimit inference" of the specification 2025-09; for legacy packages, the behaviour
//! of problemtools: the slowest in `accepted/` times `time_multiplier`, in whole seconds.
//!
//! The specification also counts submissions that must fail, but not by being too slow. As in
//! problemtools (`verifyproblem`, August 2026), with which Kattis installs packages, they count
//! only where `use_for_time_limit` asks for it: they are many, they wait or loop after they have
//! failed, and no author thinks of their time.

use crate::kattis::Package;
use crate::kattis::expectations::requirements;
use crate::kattis::programs::Program;
use crate::kattis::submissions::{Requirement, verdicts_of};
use model::{Inference, Side, SolutionId, Test, TimeBound};
use std::sync::Arc;
use std::time::Duration;

/// How the limit of `package` follows from the times of these submissions. `None`: none of them
/// bounds it from below.
pub fn inference<'p>(
    package: &'p Package,
    submissions: impl Iterator<Item = (&'p Program, &'p SolutionId)>,
    tests: &[Arc<Test>],
) -> Option<Inference> {
    let limits = &package.metadata.limits;
    let bounds = submissions.flat_map(|(program, id)| bounds(package, program, id, tests)).collect();
    let inference = Inference {
        accepted_to_limit: limits.accepted_to_limit,
        limit_to_slow: limits.limit_to_slow,
        resolution: Duration::from_secs_f64(limits.resolution),
        bounds,
    };
    let bounded = inference.on(Side::Above).next().is_some();
    bounded.then_some(inference)
}

fn bounds(package: &Package, program: &Program, id: &SolutionId, tests: &[Arc<Test>]) -> Vec<TimeBound> {
    let bound = |side, holds: &dyn Fn(&str) -> bool| {
        let tests: Vec<_> = tests.iter().filter(|test| holds(&test.id.0)).map(|test| test.id.clone()).collect();
        (!tests.is_empty()).then(|| TimeBound { solution: id.clone(), side, tests })
    };
    if package.metadata.version.is_legacy() {
        let side = match program.name.split('/').next() {
            Some("accepted") => Some(Side::Above),
            Some("time_limit_exceeded") => Some(Side::Below),
            Some(_) | None => None,
        };
        return side.and_then(|side| bound(side, &|_| true)).into_iter().collect();
    }
    let of = |requirement: &Requirement| {
        let holds = |test: &str| requirement.tests.as_ref().is_none_or(|(_, globs)| globs.matches(test));
        sides(requirement).into_iter().filter_map(|side| bound(side, &holds)).collect::<Vec<_>>()
    };
    requirements(package, program).iter().flat_map(of).collect()
}

/// The sides from which a submission bounds the limit: it must not be too slow, or it must be.
fn sides(requirement: &Requirement) -> Vec<Side> {
    if let Some(sides) = requirement.time_limit {
        return sides.to_vec();
    }
    let fast = requirement.permitted.is_some() && requirement.permitted == verdicts_of("AC");
    let slow = requirement.required.is_some() && requirement.required == verdicts_of("TLE");
    [(fast, Side::Above), (slow, Side::Below)].into_iter().filter(|(is, _)| *is).map(|(_, side)| side).collect()
}
