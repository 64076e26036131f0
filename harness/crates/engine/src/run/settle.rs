//! Time limits that packages leave open. Every run for a verdict comes through here: a plan's
//! problem when its turn comes, so that the problems before it need not wait, and a problem of
//! `stress` and its like before inputs are tried. An open limit is looked up, and measured if it is
//! unknown. So what was run earlier saves time, and decides nothing.

use crate::plan::{Plan, PlannedSolution};
use crate::run::course::RunProgress;
use crate::run::infer::{InferenceFailure, InferenceResult, InferenceTask, too_fast};
use crate::run::judge_problem::Turn;
use crate::run::result_cache::FreshJudgements;
use crate::run::{ResultCache, Runner, Sink};
use model::{
    Diagnostic, Event, InferredLimit, MeasuredLimit, Problem, ProblemId, Solution, SolutionId, TimeFrom, record,
};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The port to what is known of open limits.
pub trait OpenLimits: Sync {
    /// The problem as its package has it, whatever part or variant of it is judged, and all of its
    /// solutions: a limit is the package's. Returns the same `Arc` if nothing differs.
    fn package(&self, problem: &Arc<Problem>) -> (Arc<Problem>, Vec<Arc<Solution>>);

    /// The limit that was measured of exactly this package.
    fn remembered(&self, package: &Problem) -> Option<MeasuredLimit>;

    /// Keeps a limit.
    ///
    /// # Errors
    /// When it cannot be written, or the package is no longer the one that
    /// [`OpenLimits::remembered`] was asked for.
    fn keep(&self, package: &Problem, measured: &MeasuredLimit) -> Result<(), LimitTrouble>;

    /// What a person is told.
    fn words(&self, package: &Problem, trouble: &LimitTrouble) -> Option<Diagnostic>;
}

/// What can be wrong with an open limit.
#[derive(Debug)]
pub enum LimitTrouble {
    NotMeasured(InferenceFailure),
    /// A file was saved while it was measured.
    Changed,
    NotKept(String),
    /// No limit fits: this solution must take at least `needed`, and takes only `took`.
    TooFast {
        limit: Duration,
        solution: SolutionId,
        took: Duration,
        needed: Duration,
    },
}

/// What has become of open limits. `None`: the limit could not be measured.
pub(super) type SettledLimits = Mutex<BTreeMap<ProblemId, Option<MeasuredLimit>>>;

/// What measuring a limit gave.
#[derive(Default)]
struct Settlement {
    limit: Option<MeasuredLimit>,
    /// Results under longer limits; see [`ResultCache::give`].
    taken: FreshJudgements,
    diagnostics: Vec<Diagnostic>,
}

impl Runner<'_> {
    /// The problem under its time limit, which is measured now if nobody knows it. Still open only
    /// if that was interrupted.
    pub fn settled(&self, problem: &Arc<Problem>, sink: &mut dyn Sink) -> Arc<Problem> {
        let Settlement { limit, diagnostics, .. } = self.settle(problem, &[], 0, sink);
        let problem = self.under_known_limit(problem);
        if let Some(measured) = limit {
            let problem = record::ProblemRecord::of(&problem);
            sink.event(&Event::Inferred(Arc::new(InferredLimit { problem, measured })));
        }
        if !diagnostics.is_empty() {
            sink.event(&Event::Diagnosed(Arc::new(diagnostics)));
        }
        problem
    }

    /// The same plan under the limits that are known.
    pub(super) fn under_known_limits(&self, plan: &Plan) -> Plan {
        plan.clone().with_problems(|problem| self.under_known_limit(problem))
    }

    fn under_known_limit(&self, problem: &Arc<Problem>) -> Arc<Problem> {
        if problem.open_limit().is_none() {
            return Arc::clone(problem);
        }
        let mut settled = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        if !settled.contains_key(&problem.id)
            && let Some(limit) = self.ports.limits.remembered(&self.ports.limits.package(problem).0)
        {
            settled.insert(problem.id.clone(), Some(limit));
        }
        match settled.get(&problem.id) {
            Some(limit) => Arc::new(Problem::clone(problem).with_limit(limit.clone())),
            None => Arc::clone(problem),
        }
    }

    /// Measures the limit of a problem if it is open and unknown. `judged`: those of its solutions
    /// that are judged. `before`: how many of the plan's solutions come earlier.
    fn settle(
        &self,
        problem: &Arc<Problem>,
        judged: &[PlannedSolution],
        before: usize,
        sink: &mut dyn Sink,
    ) -> Settlement {
        let problem_now = self.under_known_limit(problem);
        let Some(inference) = problem_now.open_limit() else { return Settlement::default() };
        let limits = self.ports.limits;
        let (package, solutions) = limits.package(problem);
        let task = InferenceTask { problem: &package, inference, solutions: &solutions, judged, before };
        let mut diagnostics = Vec::new();
        let mut tell = |trouble: &LimitTrouble| diagnostics.extend(limits.words(&package, trouble));
        let (limit, mut taken) = match self.infer(&task, sink) {
            Ok(InferenceResult { measured, taken }) => (Some(measured), taken),
            Err(InferenceFailure::Interrupted) => return Settlement::default(),
            Err(failure) => {
                tell(&LimitTrouble::NotMeasured(failure));
                (None, FreshJudgements::new())
            }
        };
        // At once: interrupting the next one must not lose this one.
        let stored = limit.as_ref().map_or(Ok(()), |measured| limits.keep(&package, measured));
        if let Err(trouble) = &stored {
            tell(trouble);
        }
        // Results of a package that was saved meanwhile, or of another variant, are not used again.
        if matches!(stored, Err(LimitTrouble::Changed)) || !Arc::ptr_eq(&package, problem) {
            taken.clear();
        }
        let mut settled = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        settled.insert(problem.id.clone(), limit.clone());
        Settlement { limit, taken, diagnostics }
    }

    pub(super) fn take_turn(&self, turn: Turn<'_>, cache: &mut ResultCache, course: &mut RunProgress<'_>) {
        let is_over = course.is_cut || self.cancel.is_raised();
        let to_build = if is_over { VecDeque::new() } else { self.to_build(turn) };
        self.building_ahead(to_build, || self.settle_and_judge(turn, cache, course));
    }

    fn settle_and_judge(&self, turn: Turn<'_>, cache: &mut ResultCache, course: &mut RunProgress<'_>) {
        let judged_by_limit = turn.solutions.iter().find(|planned| planned.needs_measured_limit());
        let Settlement { limit, taken, diagnostics } = match judged_by_limit {
            Some(open) if !course.is_cut && !self.cancel.is_raised() => {
                self.settle(&open.problem, turn.solutions, turn.before, course.sink)
            }
            Some(_) | None => Settlement::default(),
        };
        cache.give(taken);
        let Plan { solutions } = self.under_known_limits(&Plan { solutions: turn.solutions.to_vec() });
        let turn = Turn { solutions: &solutions, ..turn };
        if let Some(measured) = limit {
            let problem = self.problem_record(turn.solutions);
            course.sink.event(&Event::Inferred(Arc::new(InferredLimit { problem, measured })));
        }
        course.diagnose(diagnostics);
        self.judge_problem(turn, cache, course);
        let finished = std::mem::take(&mut course.finished);
        course.diagnose(self.too_fast(turn, finished));
    }

    /// What is to be said of the solutions that must be too slow for an inferred limit, and are not
    /// by enough, in plan order.
    fn too_fast(
        &self,
        Turn { solutions, before, .. }: Turn<'_>,
        mut finished: Vec<(usize, Arc<record::SolutionRecord>)>,
    ) -> Vec<Diagnostic> {
        finished.sort_by_key(|(place, _)| *place);
        let too_fast = finished.into_iter().filter_map(|(place, result)| {
            let PlannedSolution { problem, solution, .. } = &solutions[place - before];
            let TimeFrom::Solutions(inference, Some(MeasuredLimit { limit, .. })) = &problem.rules.time else {
                return None;
            };
            let factor = self.time_factor(problem, &solution.language);
            let took = too_fast(inference, *limit, &solution.id, factor, &result)?;
            let (limit, needed) = (*limit, inference.slow_from(*limit));
            let trouble = LimitTrouble::TooFast { limit, solution: solution.id.clone(), took, needed };
            self.ports.limits.words(problem, &trouble)
        });
        too_fast.collect()
    }
}
