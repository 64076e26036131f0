//! Time limits that packages leave to be inferred. They are measured when the problem's turn
//! comes and kept in a file in the user's cache. Every later run reads them there, so that the same
//! package has the same limit.
//!
//! Each entry names the content of everything that was measured. When one of these files changes,
//! the limit is inferred again; the earlier one stays if what is then measured does not contradict
//! it. What could not be measured is not kept.

use crate::error::{Error, chain, refused};
use crate::judge::Judge;
use crate::places::own_folder;
use crate::session::Caller;
use engine::fingerprint;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{
    self, FreshJudgements, InferenceFailure, InferenceTask, Preparation, Runner, Settings, Sink, Slowness, Turn,
};
use model::{
    Catalog, Diagnostic, Inference, MeasuredLimit, Problem, ProblemId, Severity, Solution, SolutionId, TimeAllowed,
    TimeFactor, TimeFrom, TooFast, phrase, record,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

mod file;

use file::LimitFile;

impl Judge {
    /// The same, with earlier inferred limits that still hold: for use cases that measure none.
    #[must_use]
    pub fn with_earlier_limits(mut self) -> Judge {
        if !self.catalog.problems.iter().any(|problem| inference(problem).is_some()) {
            return self;
        }
        // Without a readable file there are no earlier limits.
        let Ok(file) = LimitFile::read(&default_place(&self.root)) else { return self };
        for problem in self.catalog.problems.clone() {
            let Some(measured) = key(&self, &problem).ok().and_then(|key| file.limit(&problem.id, &key)) else {
                continue;
            };
            put(&mut self, &problem.id, measured);
        }
        self
    }
}

/// Which inferred limits are taken, and where new ones are kept.
#[derive(Clone, Debug, Default)]
pub struct InferredLimits {
    /// `None`: the file in the user's cache.
    pub file: Option<PathBuf>,
    pub source: LimitSource,
}

/// Whether limits that were inferred earlier hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LimitSource {
    /// Those of which nothing has changed that was measured.
    #[default]
    Earlier,
    /// None of them: all are measured again.
    Afresh,
}

/// Whether a plan is all that is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Whole,
    /// Other machines judge the rest, and must agree on the limits.
    Part,
}

/// What was measured, apart from any run.
#[derive(Default)]
pub struct NewLimits {
    pub inferred: BTreeMap<ProblemId, MeasuredLimit>,
    /// What could not be inferred, or not be kept.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a limit has changed the catalog, so that the plan must be made again.
    pub changed: bool,
}

/// The inferred limits of a plan: those that are known, and those that are still to be measured.
#[derive(Default)]
pub struct Limits {
    file: LimitFile,
    place: PathBuf,
    /// What the limit of each problem depends on.
    keys: BTreeMap<ProblemId, String>,
    /// Those without a limit.
    open: BTreeSet<ProblemId>,
    /// Whether a known limit has changed the catalog, so that the plan must be made again.
    pub changed: bool,
}

impl Limits {
    /// Gives every problem of `plan` the limit that is known.
    ///
    /// # Errors
    /// When the file cannot be read, or a part of a plan would need a new limit.
    pub fn of(judge: &mut Judge, wanted: &InferredLimits, plan: &Plan, extent: Scope) -> Result<Limits, Error> {
        let planned: BTreeSet<&ProblemId> = plan.solutions.iter().map(|planned| &planned.problem.id).collect();
        let problems = judge.catalog.problems.iter().filter(|problem| planned.contains(&problem.id));
        let inferred: Vec<Arc<Problem>> = problems.filter(|problem| inference(problem).is_some()).cloned().collect();
        if inferred.is_empty() {
            return Ok(Limits::default());
        }
        let place = wanted.file.clone().unwrap_or_else(|| default_place(&judge.root));
        let file = LimitFile::read(&place).map_err(|error| {
            refused(format!("{}: {error}", place.display())).with_hint("remove it, or name another one")
        })?;
        let mut limits = Limits { file, place, ..Limits::default() };
        for problem in inferred {
            let key = key(judge, &problem)?;
            let holds = wanted.source == LimitSource::Earlier;
            match limits.file.limit(&problem.id, &key).filter(|_| holds) {
                Some(measured) => limits.changed |= put(judge, &problem.id, measured),
                None => drop(limits.open.insert(problem.id.clone())),
            }
            limits.keys.insert(problem.id.clone(), key);
        }
        if extent == Scope::Part && !limits.open.is_empty() {
            let names: Vec<&str> = limits.open.iter().map(ProblemId::as_str).collect();
            let names = phrase::names(&names, 3);
            return Err(refused(format!(
                "the time limit of {names} is still to be inferred, and machines must agree on it"
            ))
            .with_hint("run `harness plan --limits FILE` once, and give FILE to every shard by --limits"));
        }
        Ok(limits)
    }

    /// Measures what is still open, and judges nothing.
    ///
    /// # Errors
    /// When no program can be run here, or it is cancelled.
    pub fn measure(
        self,
        judge: &mut Judge,
        plan: &Plan,
        time_factor: TimeFactor,
        caller: &mut Caller<'_>,
    ) -> Result<NewLimits, Error> {
        if self.open.is_empty() {
            return Ok(NewLimits { changed: self.changed, ..NewLimits::default() });
        }
        let (builder, changed) = (judge.builder()?, self.changed);
        let mut new = judge.with_session(&builder, Settings::of_machine(), caller, |session, listener| {
            let mut turns = self.in_turn(judge, time_factor);
            let (mut before, mut diagnostics) = (0, Vec::new());
            for solutions in plan.by_problem() {
                diagnostics.extend(turns.before(&session.runner, solutions, before, listener).diagnostics);
                before += solutions.len();
            }
            let inferred = turns.found;
            if session.cancel.is_raised() {
                return Err(Error::Interrupted);
            }
            Ok(NewLimits { inferred, diagnostics, changed })
        })?;
        for (problem, measured) in &new.inferred {
            new.changed |= put(judge, problem, measured.clone());
        }
        Ok(new)
    }

    /// Measures what is still open when its turn comes.
    pub fn in_turn(self, judge: &Judge, time_factor: TimeFactor) -> InferenceTurn<'_> {
        InferenceTurn { limits: self, judge, time_factor, found: BTreeMap::new() }
    }
}

/// Infers the limit of each problem when its turn comes.
pub struct InferenceTurn<'a> {
    limits: Limits,
    judge: &'a Judge,
    time_factor: TimeFactor,
    /// What was measured in this run.
    found: BTreeMap<ProblemId, MeasuredLimit>,
}

impl Turn for InferenceTurn<'_> {
    fn before(
        &mut self,
        runner: &Runner<'_>,
        judged: &[PlannedSolution],
        before: usize,
        sink: &mut dyn Sink,
    ) -> Preparation {
        let problem = &judged[0].problem;
        let Some(inference) = inference(problem).filter(|_| self.limits.open.remove(&problem.id)) else {
            return Preparation::default();
        };
        let all = self.judge.catalog.solutions.iter();
        let solutions: Vec<Arc<Solution>> = all.filter(|one| one.id.problem == problem.id).cloned().collect();
        let earlier = self.limits.file.earlier(&problem.id);
        let open = InferenceTask { problem, inference, solutions: &solutions, judged, before, earlier };
        let run::InferenceResult { measured, taken } = match runner.infer(&open, sink) {
            Ok(inferred) => inferred,
            Err(InferenceFailure::Interrupted) => return Preparation::default(),
            Err(error) => {
                return Preparation { diagnostics: vec![self.cannot_infer(problem, &error)], ..Preparation::default() };
            }
        };
        // A file saved in the meantime must be judged as it is now.
        let unchanged = key(self.judge, problem).ok().as_ref() == self.limits.keys.get(&problem.id);
        let taken = if unchanged { taken } else { FreshJudgements::new() };
        let mut problem = Problem::clone(problem);
        let inference = Arc::clone(inference);
        problem.set_time_limit(measured.limit);
        problem.rules.time = TimeFrom::Solutions(inference, Some(measured.clone()));
        let problem = Arc::new(problem);
        let limited = |planned: &PlannedSolution| {
            let PlannedSolution { solution, tests, whole, .. } = planned;
            let time = TimeAllowed::Limit(self.time_factor);
            PlannedSolution { whole: *whole, ..PlannedSolution::of(&problem, solution, tests.clone(), time) }
        };
        let solutions = judged.iter().map(limited).collect();
        // At once: interrupting the next one must not lose this one.
        let diagnostics = self.keep(&problem.id, &measured).into_iter().collect();
        self.found.insert(problem.id.clone(), measured.clone());
        Preparation { inferred: Some((solutions, measured)), taken, diagnostics }
    }

    fn after(&mut self, runner: &Runner<'_>, results: &[Arc<record::SolutionRecord>]) -> Vec<Diagnostic> {
        let Some(problem) = results.first().and_then(|first| self.judge.catalog.problem(&first.problem)) else {
            return Vec::new();
        };
        let TimeFrom::Solutions(inference, stored) = &problem.rules.time else { return Vec::new() };
        let Some(before) = self.found.get(&problem.id).or(stored.as_ref()).cloned() else { return Vec::new() };
        let mut measured = before.clone();
        for result in results {
            let all = self.judge.catalog.solutions.iter();
            let Some(id) = all.map(|one| &one.id).find(|id| id.to_string() == result.name) else { continue };
            let factor = runner.time_factor(problem, &result.language);
            match run::slowness(inference, before.limit, id, factor, result) {
                Slowness::Unknown => continue,
                Slowness::Enough => measured.too_fast.retain(|one| one.solution != *id),
                Slowness::TooFast(slowest) => {
                    measured.too_fast.retain(|one| one.solution != *id);
                    measured.too_fast.push(TooFast { solution: id.clone(), slowest });
                }
            }
        }
        // The same solutions in another order are not news, nor is the same one a little faster.
        let names = |measured: &MeasuredLimit| {
            measured.too_fast.iter().map(|one| one.solution.clone()).collect::<BTreeSet<SolutionId>>()
        };
        let new: BTreeSet<SolutionId> = names(&measured).difference(&names(&before)).cloned().collect();
        if names(&measured) == names(&before) {
            return Vec::new();
        }
        let path = yaml(&self.judge.root, problem);
        let news = MeasuredLimit {
            too_fast: measured.too_fast.iter().filter(|one| new.contains(&one.solution)).cloned().collect(),
            ..measured.clone()
        };
        let mut diagnostics = misfits(inference, &news, &path);
        diagnostics.extend(self.keep(&problem.id, &measured));
        diagnostics
    }
}

impl InferenceTurn<'_> {
    /// Keeps a limit in the file. Returns what went wrong.
    fn keep(&mut self, problem: &ProblemId, measured: &MeasuredLimit) -> Option<Diagnostic> {
        let Limits { file, place, keys, .. } = &mut self.limits;
        file.keep(problem, keys.get(problem)?.clone(), measured);
        let error = file.write(place).err()?;
        let title = format!("the time limit of {problem} cannot be kept: {}", chain(&error));
        Some(Diagnostic { severity: Severity::Warning, title, path: place.clone(), snippet: None, hint: None })
    }

    fn cannot_infer(&self, problem: &Problem, error: &InferenceFailure) -> Diagnostic {
        let (why, hint) = match error {
            InferenceFailure::Interrupted => ("it was interrupted".to_owned(), None),
            InferenceFailure::TooLong { solution, test } => {
                let longest = phrase::limit(run::LONGEST);
                let why = format!("{} does not end within {longest} on {test}", solution.short());
                (why, Some("set `limits.time_limit` in problem.yaml".to_owned()))
            }
            InferenceFailure::Fault { solution, fault } => {
                let why = format!("{} cannot be measured: {}", solution.short(), fault.message);
                (why, Some(format!("run `harness {solution}`")))
            }
            InferenceFailure::NoneRuns => ("none of the submissions that bound it can be run here".to_owned(), None),
        };
        let limit = phrase::limit(problem.limits.cpu);
        let title = format!("no time limit could be inferred for {}, judged by {limit}: {why}", problem.id);
        let path = yaml(&self.judge.root, problem);
        Diagnostic { severity: Severity::Warning, title, path, snippet: None, hint }
    }
}

/// The file of a package that would set its limit, below the root.
fn yaml(root: &Path, problem: &Problem) -> PathBuf {
    let yaml = problem.dir.join("problem.yaml");
    yaml.strip_prefix(root).map_or_else(|_| yaml.clone(), Path::to_path_buf)
}

fn default_place(root: &Path) -> PathBuf {
    own_folder(root).join("time-limits.json")
}

fn inference(problem: &Problem) -> Option<&Arc<Inference>> {
    match &problem.rules.time {
        TimeFrom::Solutions(inference, _) => Some(inference),
        TimeFrom::Default | TimeFrom::File(_) => None,
    }
}

/// A hash of everything that the limit of `problem` depends on.
fn key(judge: &Judge, problem: &Problem) -> Result<String, Error> {
    let Some(inference) = inference(problem) else { return Ok(String::new()) };
    let bounding: BTreeSet<&SolutionId> = inference.bounds.iter().map(|bound| &bound.solution).collect();
    let solutions: Vec<&Solution> = judge
        .catalog
        .solutions
        .iter()
        .map(|solution| &**solution)
        .filter(|solution| bounding.contains(&solution.id))
        .collect();
    Ok(fingerprint::inference_id(problem, inference, &solutions, &judge.builder()?)?.to_string())
}

/// Gives the problem its limit. Returns whether the limit changed.
fn put(judge: &mut Judge, id: &ProblemId, measured: MeasuredLimit) -> bool {
    let Catalog { problems, .. } = &mut judge.catalog;
    let Some(problem) = problems.iter_mut().find(|problem| problem.id == *id) else { return false };
    let Some(inference) = inference(problem).cloned() else { return false };
    let changed = problem.limits.cpu != measured.limit;
    let path = &yaml(&judge.root, problem);
    let before = match &problem.rules.time {
        TimeFrom::Solutions(inference, Some(before)) => misfits(inference, before, path),
        TimeFrom::Default | TimeFrom::File(_) | TimeFrom::Solutions(_, None) => Vec::new(),
    };
    let MeasuredLimit { limit, .. } = measured;
    judge.diagnostics.retain(|diagnostic| !before.contains(diagnostic));
    judge.diagnostics.extend(misfits(&inference, &measured, path));
    let problem = Arc::make_mut(problem);
    problem.set_time_limit(limit);
    problem.rules.time = TimeFrom::Solutions(inference, Some(measured));
    changed
}

/// Diagnostics for the solutions that must be too slow, and are not by enough.
fn misfits(inference: &Inference, measured: &MeasuredLimit, path: &Path) -> Vec<Diagnostic> {
    let slow = |TooFast { solution, slowest }: &TooFast| {
        let least = inference.slow_from(measured.limit);
        let (took, least) = (phrase::time(*slowest), phrase::time(least));
        Diagnostic {
            severity: Severity::Warning,
            title: format!(
                "no time limit fits: {} must be too slow, and takes {took}; {least} are needed for the inferred {}",
                solution.short(),
                phrase::limit(measured.limit)
            ),
            path: path.to_path_buf(),
            snippet: None,
            hint: Some("make the tests larger, or set `limits.time_limit`".to_owned()),
        }
    };
    measured.too_fast.iter().map(slow).collect()
}
