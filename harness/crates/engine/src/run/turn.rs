//! What is settled about a problem only when its turn comes, so that the problems before it need
//! not wait for that.

use crate::plan::PlannedSolution;
use crate::run::ahead::BuildList;
use crate::run::course::RunProgress;
use crate::run::judge_problem::Tests;
use crate::run::result_cache::FreshJudgements;
use crate::run::{ResultCache, Runner, Sink};
use model::{Diagnostic, Event, InferredLimit, MeasuredLimit, record};
use std::sync::Arc;

/// Settles it.
pub trait Turn {
    /// Called before a problem is judged. `solutions` are those of the problem that are judged;
    /// `before` others precede them in the plan.
    fn before(
        &mut self,
        runner: &Runner<'_>,
        solutions: &[PlannedSolution],
        before: usize,
        sink: &mut dyn Sink,
    ) -> Preparation {
        let _ = (runner, solutions, before, sink);
        Preparation::default()
    }

    /// Called after a problem was judged, with the results in plan order. Returns what they say
    /// about the package.
    fn after(&mut self, runner: &Runner<'_>, results: &[Arc<record::SolutionRecord>]) -> Vec<Diagnostic> {
        let _ = (runner, results);
        Vec::new()
    }
}

/// What a turn has settled.
#[derive(Debug, Default)]
pub struct Preparation {
    /// The solutions under their new limits, and how these were found. `None`: they stay as
    /// planned.
    pub inferred: Option<(Vec<PlannedSolution>, MeasuredLimit)>,
    /// Results under longer limits; see [`ResultCache::give`].
    pub taken: FreshJudgements,
    pub diagnostics: Vec<Diagnostic>,
}

/// Everything is judged as it was planned.
pub(super) struct AsPlanned;

impl Turn for AsPlanned {}

impl Runner<'_> {
    pub(super) fn take_turn(
        &self,
        solutions: &[PlannedSolution],
        before: usize,
        tests: Tests,
        cache: &mut ResultCache,
        course: &mut RunProgress<'_>,
        turn: &mut dyn Turn,
    ) {
        let is_over = course.is_cut || self.cancel.is_raised();
        let to_build = if is_over { BuildList::default() } else { self.to_build(solutions, before, tests) };
        self.building_ahead(to_build, || self.prepare_and_judge(solutions, before, tests, cache, course, turn));
    }

    fn prepare_and_judge(
        &self,
        solutions: &[PlannedSolution],
        before: usize,
        tests: Tests,
        cache: &mut ResultCache,
        course: &mut RunProgress<'_>,
        turn: &mut dyn Turn,
    ) {
        let Preparation { inferred, taken, diagnostics } = match course.is_cut || self.cancel.is_raised() {
            true => Preparation::default(),
            false => turn.before(self, solutions, before, course.sink),
        };
        cache.give(taken);
        let inferred = inferred.map(|(solutions, measured)| {
            let problem = self.problem_record(&solutions);
            course.sink.event(&Event::Inferred(Arc::new(InferredLimit { problem, measured })));
            solutions
        });
        course.diagnose(diagnostics);
        self.judge_problem(inferred.as_deref().unwrap_or(solutions), before, tests, cache, course);
        let mut finished = std::mem::take(&mut course.finished);
        finished.sort_by_key(|(place, _)| *place);
        let finished: Vec<_> = finished.into_iter().map(|(_, result)| result).collect();
        course.diagnose(turn.after(self, &finished));
    }
}
