//! Groups equal faults of the harness: each once, with the tests that it left without a verdict.

use model::Fault;
use model::record::{Build, SolutionRecord};
use std::sync::Arc;

/// A fault, or a language that is not on this machine and need not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TroubleKind {
    Fault,
    NoTool,
}

/// A fault that may have hit many tests.
pub(crate) struct Trouble<'a> {
    pub(crate) kind: TroubleKind,
    pub(crate) fault: &'a Fault,
    pub(crate) hits: Vec<Hit<'a>>,
}

/// The tests of one solution that one fault left open.
pub(crate) struct Hit<'a> {
    pub(crate) solution: &'a SolutionRecord,
    /// None for the build or the score.
    pub(crate) tests: Vec<&'a str>,
}

/// Finds the faults, missing languages first.
pub(crate) fn troubles(solutions: &[Arc<SolutionRecord>]) -> Vec<Trouble<'_>> {
    let mut troubles: Vec<Trouble<'_>> = Vec::new();
    for solution in solutions {
        let of_build = match &solution.build {
            Build::Fault { fault } => Some((TroubleKind::Fault, fault, None)),
            Build::NoTool { fault } => Some((TroubleKind::NoTool, fault, None)),
            Build::Ready { .. } | Build::Rejected { .. } | Build::Skipped => None,
        };
        let of_score = solution.score_fault().map(|fault| (TroubleKind::Fault, fault, None));
        let of_tests = solution.tests.iter().filter_map(|test| {
            let fault = test.fault.as_ref()?;
            Some((TroubleKind::Fault, fault, Some(&*test.test.0)))
        });
        for (kind, fault, test) in of_build.into_iter().chain(of_score).chain(of_tests) {
            let hits = hits_of(&mut troubles, kind, fault);
            if !hits.last().is_some_and(|last| std::ptr::eq(last.solution, &**solution)) {
                hits.push(Hit { solution, tests: Vec::new() });
            }
            hits.last_mut().into_iter().for_each(|hit| hit.tests.extend(test));
        }
    }
    troubles.sort_by_key(|trouble| trouble.kind == TroubleKind::Fault);
    troubles
}

fn hits_of<'a, 't>(troubles: &'t mut Vec<Trouble<'a>>, kind: TroubleKind, fault: &'a Fault) -> &'t mut Vec<Hit<'a>> {
    let same = |trouble: &Trouble<'_>| trouble.kind == kind && trouble.fault.is_same(fault);
    let at = troubles.iter().position(same).unwrap_or_else(|| {
        troubles.push(Trouble { kind, fault, hits: Vec::new() });
        troubles.len() - 1
    });
    &mut troubles[at].hits
}
