//! The rounds of a watched workspace: what is due, what fails, and what became of the last one.

use super::diff::{Change, LastOutcomes};
use super::due::NextRound;
use super::failing::FailingTests;
use crate::judge::Judge;
use engine::plan::Plan;
use model::record::SolutionRecord;
use model::{ProblemId, Status};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is known of a workspace from round to round.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    pub due: NextRound,
    pub failing: FailingTests,
    last: LastOutcomes,
}

/// What became of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundEnd {
    /// The saved solutions that are as expected, each with how many tests it has.
    pub passed: Vec<(String, usize)>,
    /// How many other solutions are not. 0 if no solution was saved.
    pub others: usize,
    /// What became different since the round before.
    pub changes: Vec<Change>,
}

impl Rounds {
    /// Takes the results of a round.
    pub fn take(&mut self, judge: &Judge, results: &[Arc<SolutionRecord>]) -> RoundEnd {
        results.iter().for_each(|result| self.failing.take(result));
        let saved = self.due.solutions(judge);
        let (own, others): (Vec<_>, Vec<_>) = results.iter().partition(|result| saved.contains(&result.name));
        let met = own.iter().filter(|result| result.status == Status::Met);
        let unmet = others.iter().filter(|result| result.status == Status::Unmet && !saved.is_empty());
        RoundEnd {
            passed: met.map(|result| (result.name.clone(), result.tests.len())).collect(),
            others: unmet.count(),
            changes: self.last.update(results.iter().map(|result| &**result)),
        }
    }
}

/// The problems of a plan, in their order.
pub fn problems(plan: &Plan) -> BTreeSet<ProblemId> {
    plan.solutions.iter().map(|planned| planned.problem.id.clone()).collect()
}
