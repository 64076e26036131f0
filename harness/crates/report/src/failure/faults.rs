//! Faults of ours: each once, with everything that it left open.

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
    /// `None` for the build or the score.
    pub(crate) tests: Option<Vec<&'a str>>,
}

/// Finds the faults, missing languages first.
pub(crate) fn troubles(solutions: &[Arc<SolutionRecord>]) -> Vec<Trouble<'_>> {
    let mut troubles: Vec<Trouble<'_>> = Vec::new();
    for solution in solutions {
        let whole = Hit { solution, tests: None };
        match &solution.build {
            Build::Fault { fault } => hits_of(&mut troubles, TroubleKind::Fault, fault).push(whole),
            Build::NoTool { fault } => hits_of(&mut troubles, TroubleKind::NoTool, fault).push(whole),
            Build::Ready { .. } | Build::Rejected { .. } | Build::Skipped => {}
        }
        if let Some(fault) = solution.score_fault() {
            hits_of(&mut troubles, TroubleKind::Fault, fault).push(Hit { solution, tests: None });
        }
        for test in &solution.tests {
            let Some(fault) = &test.fault else { continue };
            let hits = hits_of(&mut troubles, TroubleKind::Fault, fault);
            match hits.last_mut() {
                Some(Hit { solution: last, tests: Some(tests) }) if std::ptr::eq(*last, &**solution) => {
                    tests.push(&test.test.0);
                }
                Some(_) | None => hits.push(Hit { solution, tests: Some(vec![&test.test.0]) }),
            }
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
