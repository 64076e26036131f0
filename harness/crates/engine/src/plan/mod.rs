//! What will be run: which solutions, on which tests, under which limits, in which order.
//!
//! A [`Plan`] is a plain value, made from the catalog and the user's request by pure functions.
//! Nothing here touches the file system (paths are absolute and compared as names), knows threads
//! or runs anything. The order is the catalog's: solutions by problem, model first; tests in
//! judging order. The same request makes the same plan on every machine.

use model::Catalog;
use model::{
    ContestPlace, EffectiveLimits, LanguageShare, Problem, ProblemId, Solution, SolutionId, Test, TestId, TimeAllowed,
    TimeFactor,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

mod error;
mod filter;
mod pattern;
mod shard;

pub use error::PlanError;
use filter::Scope;
pub use filter::{Filter, PathContent};
pub use pattern::{PatternError, TestPattern, spelt_out};
pub use shard::{Shard, ShardError};

/// What the user asked for. The default is everything.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Problems, solutions and test files; none means everything. A problem stands for all of its
    /// solutions and a solution for itself, while tests restrict their problem to them. So
    /// `nim/brute testdata/nim/sample/01.in` is one solution on one test.
    pub filters: Vec<Filter>,
    /// `-t`: keeps those of the tests above that match one of the patterns. None means all.
    pub tests: Vec<TestPattern>,
    /// Only these pairs of the selection: those that failed the last time.
    pub only: Option<BTreeSet<(SolutionId, TestId)>>,
    pub time_factor: TimeFactor,
}

/// Solutions with their tests, in the order in which they are run and reported. Each has at least
/// one test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub solutions: Vec<PlannedSolution>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlannedSolution {
    pub problem: Arc<Problem>,
    pub solution: Arc<Solution>,
    /// In judging order, never empty.
    pub tests: Vec<Arc<Test>>,
    /// How long its runs may take, before the factor of its language.
    pub time: TimeAllowed,
}

impl PlannedSolution {
    /// A solution on these tests, for as much time as is allowed.
    pub fn of(
        problem: &Arc<Problem>,
        solution: &Arc<Solution>,
        tests: Vec<Arc<Test>>,
        time: TimeAllowed,
    ) -> PlannedSolution {
        let (problem, solution) = (Arc::clone(problem), Arc::clone(solution));
        PlannedSolution { problem, solution, tests, time }
    }

    /// Whether all tests that the solution is judged on are here.
    pub fn is_whole(&self) -> bool {
        self.tests.len() == self.problem.judged_on(&self.solution)
    }

    /// Whether its runs are judged by a time limit that has not been measured yet. Such a solution
    /// cannot be run.
    pub fn needs_measured_limit(&self) -> bool {
        let by_limit = match self.time {
            TimeAllowed::Limit(_) | TimeAllowed::AtMost(_) => true,
            TimeAllowed::Measuring(_) => false,
        };
        by_limit && self.problem.open_limit().is_some()
    }

    /// The limits of a run on `test`. `language` is the solution's.
    pub fn limits_of(&self, test: &TestId, language: &LanguageShare) -> EffectiveLimits {
        self.limits_in(self.problem.group_of(test), language)
    }

    /// The limits of a run on a test of the problem's group with this index, or of none.
    pub fn limits_in(&self, group: Option<usize>, language: &LanguageShare) -> EffectiveLimits {
        let stated = group.map_or(&self.problem.limits, |at| &self.problem.groups[at].limits);
        EffectiveLimits::of(stated, self.solution.limits, self.time, language).for_checks(self.solution.build.checks)
    }
}

/// One run: a solution of a plan and one of its tests, by index. Sorts in plan order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Job {
    pub solution: usize,
    pub test: usize,
}

impl Plan {
    /// The plan without these tests, and without the solutions that have none left.
    #[must_use]
    pub fn without(&self, tests: &BTreeSet<(ProblemId, TestId)>) -> Plan {
        if tests.is_empty() {
            return self.clone();
        }
        let part = |planned: &PlannedSolution| {
            let is_kept = |test: &&Arc<Test>| !tests.contains(&(planned.problem.id.clone(), test.id.clone()));
            let tests: Vec<_> = planned.tests.iter().filter(is_kept).cloned().collect();
            (!tests.is_empty()).then(|| PlannedSolution { tests, ..planned.clone() })
        };
        Plan { solutions: self.solutions.iter().filter_map(part).collect() }
    }

    /// The plan with what `change` makes of each problem.
    #[must_use]
    pub fn with_problems(mut self, mut change: impl FnMut(&Arc<Problem>) -> Arc<Problem>) -> Plan {
        for planned in self.solutions.chunk_by_mut(|a, b| Arc::ptr_eq(&a.problem, &b.problem)) {
            let changed = change(&planned[0].problem);
            planned.iter_mut().for_each(|planned| planned.problem = Arc::clone(&changed));
        }
        self
    }

    /// How many runs there are.
    pub fn runs(&self) -> usize {
        self.solutions.iter().map(|planned| planned.tests.len()).sum()
    }

    /// The solutions of each problem, never an empty slice.
    pub fn by_problem(&self) -> impl Iterator<Item = &[PlannedSolution]> {
        self.solutions.chunk_by(|a, b| a.problem.id == b.problem.id)
    }

    /// How many problems there are.
    pub fn problems(&self) -> usize {
        self.by_problem().count()
    }

    /// How many different tests there are.
    pub fn tests(&self) -> usize {
        let of_problem = |planned: &[PlannedSolution]| {
            let tests: BTreeSet<&TestId> = planned.iter().flat_map(|p| &p.tests).map(|test| &test.id).collect();
            tests.len()
        };
        self.by_problem().map(of_problem).sum()
    }

    /// The part of the plan that falls to `shard`, which may be empty. Solutions stay whole: a
    /// build is done once, and an expectation that needs one failure is decided by one machine.
    #[must_use]
    pub fn shard(&self, shard: Shard) -> Plan {
        let held = self.solutions.iter().filter(|planned| shard.holds(&planned.solution.id));
        Plan { solutions: held.cloned().collect() }
    }
}

/// Turns a selection into a plan.
///
/// Everything that is named is in the plan, unless it is broken.
///
/// # Errors
/// When a filter or pattern matches nothing, or nothing is left to run.
pub fn make(catalog: &Catalog, selection: &Selection) -> Result<Plan, PlanError> {
    let scope = Scope::of(catalog, &selection.filters)?;
    let selection = &Selection { tests: spelt_out(&selection.tests, &scope.tests(catalog)), ..selection.clone() };
    for pattern in &selection.tests {
        // Nobody knows which tests a broken problem would have.
        pattern.check(scope.tests(catalog)).map_err(|error| scope.blame(error))?;
    }
    let mut plan = Plan::default();
    let mut outside = None;
    for solution in &catalog.solutions {
        let Some(problem) = catalog.problem(&solution.id.problem) else { continue };
        if !scope.has_solution(solution) {
            continue;
        }
        let means_one = |pattern: &&TestPattern| problem.tests.iter().any(|test| pattern.is(&test.id));
        let (ids, patterns): (Vec<&TestPattern>, Vec<&TestPattern>) = selection.tests.iter().partition(means_one);
        let is_chosen =
            |test: &TestId| ids.iter().any(|id| id.is(test)) || patterns.iter().any(|pattern| pattern.matches(test));
        let selected = |test: &&Arc<Test>| {
            scope.has_test(problem, test)
                && (selection.tests.is_empty() || is_chosen(&test.id))
                && selection.only.as_ref().is_none_or(|only| only.contains(&(solution.id.clone(), test.id.clone())))
        };
        let judged_on = problem.tests.iter().filter(|test| solution.only.holds(&test.id));
        let tests: Vec<Arc<Test>> = judged_on.filter(selected).cloned().collect();
        if tests.is_empty() {
            if outside.is_none() && problem.tests.iter().any(|test| selected(&test)) {
                outside = Some(solution.id.clone());
            }
            continue;
        }
        let time = TimeAllowed::Limit(selection.time_factor);
        plan.solutions.push(PlannedSolution::of(problem, solution, tests, time));
    }
    in_contest_order(&mut plan);
    match plan.solutions.is_empty() {
        false => {
            one_of_a_name(&plan)?;
            filter::nothing_dropped(catalog, selection, &plan)?;
            Ok(plan)
        }
        true if catalog.solutions.is_empty() => Err(PlanError::EmptyWorkspace),
        true => Err(scope.blame(match outside {
            Some(solution) => PlanError::OutsideOnly { solution },
            None => PlanError::NothingLeft,
        })),
    }
}

/// Puts the problems of a contest into its order, where the first of them by id stands.
fn in_contest_order(plan: &mut Plan) {
    let mut first: BTreeMap<String, ProblemId> = BTreeMap::new();
    for PlannedSolution { problem, .. } in &plan.solutions {
        if let Some(ContestPlace { contest, .. }) = &problem.source.contest {
            let first = first.entry(contest.clone()).or_insert_with(|| problem.id.clone());
            *first = problem.id.clone().min(first.clone());
        }
    }
    plan.solutions.sort_by_cached_key(|PlannedSolution { problem, .. }| match &problem.source.contest {
        Some(ContestPlace { contest, place }) => (first[contest].clone(), *place, problem.id.clone()),
        None => (problem.id.clone(), 0, problem.id.clone()),
    });
}

/// Refuses a plan in which two solutions have one name: reports, the cache and `merge` would mix
/// them up.
fn one_of_a_name(plan: &Plan) -> Result<(), PlanError> {
    let mut seen: BTreeMap<String, &Solution> = BTreeMap::new();
    for PlannedSolution { solution, .. } in &plan.solutions {
        if let Some(first) = seen.insert(solution.id.to_string(), solution) {
            let (first, second) = (first.display.clone(), solution.display.clone());
            return Err(PlanError::SameName { name: solution.id.to_string(), first, second });
        }
    }
    Ok(())
}

/// The problems that the filters touch, also those whose tests are still to be made. `None`: a
/// filter names nothing.
pub fn touched(catalog: &Catalog, filters: &[Filter]) -> Option<BTreeSet<ProblemId>> {
    let mut all = catalog.clone();
    // A problem without any test is left out until it has one.
    all.problems.extend(catalog.unmade.iter().map(|unmade| Arc::clone(&unmade.problem)));
    filters.iter().map(|filter| filter::touched(&all, filter)).try_fold(BTreeSet::new(), |mut problems, more| {
        problems.extend(more?);
        Some(problems)
    })
}

/// The filters that name only something broken. The plan is made from the others.
pub fn left_out<'a>(catalog: &Catalog, filters: &'a [Filter]) -> impl Iterator<Item = &'a str> {
    filters.iter().filter(|filter| filter::is_left_out(catalog, filter)).map(Filter::as_str)
}

#[cfg(test)]
mod tests;
