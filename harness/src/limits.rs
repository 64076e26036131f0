//! Time limits that packages leave to be inferred. They are measured when the problem's turn
//! comes and kept in a file in the user's cache. Every later run reads them there, so that the same
//! package has the same limit.
//!
//! Each entry names the content of everything that was measured. When one of these files changes,
//! the limit is inferred again; the earlier one stays if what is then measured does not contradict
//! it. What could not be measured is not kept.

use crate::args::{CommonArgs, SandboxArgs};
use crate::error::{CliError, chain, refused};
use crate::session;
use crate::workspace::{Workspace, own_folder};
use clap::{Args, ValueHint};
use engine::fingerprint;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{self, FreshJudgements, NotInferred, Open, Prepared, Runner, Settings, Sink, Slowness, Turn};
use model::{
    Catalog, Diagnostic, Inference, Measured, Problem, ProblemId, Severity, Solution, SolutionId, TimeAllowed,
    TimeFactor, TimeFrom, TooFast, record,
};
use report::text::phrase;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

mod lock;

use lock::Lock;

/// Where inferred time limits are.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct LimitArgs {
    /// Take the time limits that packages leave to be inferred from this file, and keep there what
    /// is measured [default: a file in the user's cache]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    limits: Option<PathBuf>,
    /// Infer these limits afresh
    #[arg(long)]
    infer_limits: bool,
}

/// Opens the workspace or package, with earlier inferred limits that still hold: for commands that
/// measure none.
///
/// # Errors
/// As [`Workspace::open`].
pub(crate) fn open(common: &CommonArgs) -> Result<Workspace, CliError> {
    Ok(with_earlier(Workspace::open(common)?))
}

/// The workspace or package, with earlier inferred limits that still hold.
pub(crate) fn with_earlier(mut workspace: Workspace) -> Workspace {
    if !workspace.catalog.problems.iter().any(|problem| inference(problem).is_some()) {
        return workspace;
    }
    // Without a readable file there are no earlier limits.
    let Ok(lock) = Lock::read(&default_place(&workspace.root)) else { return workspace };
    for problem in workspace.catalog.problems.clone() {
        let Some(measured) = key(&workspace, &problem).ok().and_then(|key| lock.limit(&problem.id, &key)) else {
            continue;
        };
        put(&mut workspace, &problem.id, measured);
    }
    workspace
}

/// The inferred limits of a plan: those that are known, and those that are still to be measured.
#[derive(Default)]
pub(crate) struct Limits {
    lock: Lock,
    place: PathBuf,
    /// What the limit of each problem depends on.
    keys: BTreeMap<ProblemId, String>,
    /// Those without a limit.
    open: BTreeSet<ProblemId>,
    /// Whether a known limit has changed the workspace, so that the plan must be made again.
    pub changed: bool,
}

impl Limits {
    /// Gives every problem of `plan` the limit that is known.
    ///
    /// # Errors
    /// When the file cannot be read, or a shard would need a new limit.
    pub(crate) fn of(
        workspace: &mut Workspace,
        args: &LimitArgs,
        plan: &Plan,
        is_part: bool,
    ) -> Result<Limits, CliError> {
        let planned: BTreeSet<&ProblemId> = plan.solutions.iter().map(|planned| &planned.problem.id).collect();
        let problems = workspace.catalog.problems.iter().filter(|problem| planned.contains(&problem.id));
        let inferred: Vec<Arc<Problem>> = problems.filter(|problem| inference(problem).is_some()).cloned().collect();
        if inferred.is_empty() {
            return Ok(Limits::default());
        }
        let place = args.limits.clone().unwrap_or_else(|| default_place(&workspace.root));
        let lock = Lock::read(&place).map_err(|error| {
            refused(format!("{}: {error}", place.display())).with_hint("remove it, or name another one")
        })?;
        let mut limits = Limits { lock, place, ..Limits::default() };
        for problem in inferred {
            let key = key(workspace, &problem)?;
            match limits.lock.limit(&problem.id, &key).filter(|_| !args.infer_limits) {
                Some(measured) => limits.changed |= put(workspace, &problem.id, measured),
                None => drop(limits.open.insert(problem.id.clone())),
            }
            limits.keys.insert(problem.id.clone(), key);
        }
        if is_part && !limits.open.is_empty() {
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
    /// When no program can be run here, or it is interrupted.
    pub(crate) fn measure(
        self,
        workspace: &mut Workspace,
        plan: &Plan,
        time_factor: TimeFactor,
        sandbox: &SandboxArgs,
    ) -> Result<bool, CliError> {
        if self.open.is_empty() {
            return Ok(self.changed);
        }
        let before = self.changed;
        let (found, diagnostics) =
            session::with_session(workspace, sandbox, Settings::of_machine(), |session, listener| {
                let mut turns = self.in_turn(workspace, time_factor);
                let (mut before, mut diagnostics) = (0, Vec::new());
                for solutions in plan.by_problem() {
                    diagnostics.extend(turns.before(&session.runner, solutions, before, listener).diagnostics);
                    before += solutions.len();
                }
                if session.cancel.is_raised() { Err(CliError::Interrupted) } else { Ok((turns.found, diagnostics)) }
            })?;
        for (problem, measured) in &found {
            let limit = phrase::limit(measured.limit);
            workspace.screen.note(&format!("time limit of {problem}: {limit}, {}", phrase::inferred(measured)));
        }
        workspace.screen.diagnose(&diagnostics);
        let changed = found.into_iter().map(|(problem, measured)| put(workspace, &problem, measured));
        Ok(changed.fold(before, |one, other| one | other))
    }

    /// Measures what is still open when its turn comes.
    pub(crate) fn in_turn(self, workspace: &Workspace, time_factor: TimeFactor) -> InTurn<'_> {
        InTurn { limits: self, workspace, time_factor, found: BTreeMap::new() }
    }
}

/// Infers the limit of each problem when its turn comes.
pub(crate) struct InTurn<'a> {
    limits: Limits,
    workspace: &'a Workspace,
    time_factor: TimeFactor,
    /// What was measured in this run.
    found: BTreeMap<ProblemId, Measured>,
}

impl Turn for InTurn<'_> {
    fn before(
        &mut self,
        runner: &Runner<'_>,
        judged: &[PlannedSolution],
        before: usize,
        sink: &mut dyn Sink,
    ) -> Prepared {
        let problem = &judged[0].problem;
        let Some(inference) = inference(problem).filter(|_| self.limits.open.remove(&problem.id)) else {
            return Prepared::default();
        };
        let all = self.workspace.catalog.solutions.iter();
        let solutions: Vec<Arc<Solution>> = all.filter(|one| one.id.problem == problem.id).cloned().collect();
        let earlier = self.limits.lock.earlier(&problem.id);
        let open = Open { problem, inference, solutions: &solutions, judged, before, earlier };
        let run::Inferred { measured, taken } = match runner.infer(&open, sink) {
            Ok(inferred) => inferred,
            Err(NotInferred::Interrupted) => return Prepared::default(),
            Err(error) => {
                return Prepared { diagnostics: vec![self.cannot_infer(problem, &error)], ..Prepared::default() };
            }
        };
        // A file saved in the meantime must be judged as it is now.
        let unchanged = key(self.workspace, problem).ok().as_ref() == self.limits.keys.get(&problem.id);
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
        Prepared { inferred: Some((solutions, measured)), taken, diagnostics }
    }

    fn after(&mut self, runner: &Runner<'_>, results: &[Arc<record::SolutionRecord>]) -> Vec<Diagnostic> {
        let Some(problem) = results.first().and_then(|first| self.workspace.catalog.problem(&first.problem)) else {
            return Vec::new();
        };
        let TimeFrom::Solutions(inference, stored) = &problem.rules.time else { return Vec::new() };
        let Some(before) = self.found.get(&problem.id).or(stored.as_ref()).cloned() else { return Vec::new() };
        let mut measured = before.clone();
        for result in results {
            let all = self.workspace.catalog.solutions.iter();
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
        let names = |measured: &Measured| {
            measured.too_fast.iter().map(|one| one.solution.clone()).collect::<BTreeSet<SolutionId>>()
        };
        let new: BTreeSet<SolutionId> = names(&measured).difference(&names(&before)).cloned().collect();
        if names(&measured) == names(&before) {
            return Vec::new();
        }
        let path = yaml(self.workspace, problem);
        let news = Measured {
            too_fast: measured.too_fast.iter().filter(|one| new.contains(&one.solution)).cloned().collect(),
            ..measured.clone()
        };
        let mut diagnostics = misfits(inference, &news, &path);
        diagnostics.extend(self.keep(&problem.id, &measured));
        diagnostics
    }
}

impl InTurn<'_> {
    /// Keeps a limit in the file. Returns what went wrong.
    fn keep(&mut self, problem: &ProblemId, measured: &Measured) -> Option<Diagnostic> {
        let Limits { lock, place, keys, .. } = &mut self.limits;
        lock.keep(problem, keys.get(problem)?.clone(), measured);
        let error = lock.write(place).err()?;
        let title = format!("the time limit of {problem} cannot be kept: {}", chain(&error));
        Some(Diagnostic { severity: Severity::Warning, title, path: place.clone(), snippet: None, hint: None })
    }

    fn cannot_infer(&self, problem: &Problem, error: &NotInferred) -> Diagnostic {
        let (why, hint) = match error {
            NotInferred::Interrupted => ("it was interrupted".to_owned(), None),
            NotInferred::TooLong { solution, test } => {
                let longest = phrase::limit(run::LONGEST);
                let why = format!("{} does not end within {longest} on {test}", solution.short());
                (why, Some("set `limits.time_limit` in problem.yaml".to_owned()))
            }
            NotInferred::Fault { solution, fault } => {
                let why = format!("{} cannot be measured: {}", solution.short(), fault.message);
                (why, Some(format!("run `harness {solution}`")))
            }
            NotInferred::NoneRuns => ("none of the submissions that bound it can be run here".to_owned(), None),
        };
        let limit = phrase::limit(problem.limits.cpu);
        let title = format!("no time limit could be inferred for {}, judged by {limit}: {why}", problem.id);
        let path = yaml(self.workspace, problem);
        Diagnostic { severity: Severity::Warning, title, path, snippet: None, hint }
    }
}

/// The file of a package that would set its limit, within the workspace.
fn yaml(workspace: &Workspace, problem: &Problem) -> PathBuf {
    let yaml = problem.dir.join("problem.yaml");
    yaml.strip_prefix(&workspace.root).map_or_else(|_| yaml.clone(), Path::to_path_buf)
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
fn key(workspace: &Workspace, problem: &Problem) -> Result<String, CliError> {
    let Some(inference) = inference(problem) else { return Ok(String::new()) };
    let bounding: BTreeSet<&SolutionId> = inference.bounds.iter().map(|bound| &bound.solution).collect();
    let solutions: Vec<&Solution> = workspace
        .catalog
        .solutions
        .iter()
        .map(|solution| &**solution)
        .filter(|solution| bounding.contains(&solution.id))
        .collect();
    Ok(fingerprint::inference_id(problem, inference, &solutions, &workspace.builder()?)?.to_string())
}

/// Gives the problem its limit. Returns whether the limit changed.
fn put(workspace: &mut Workspace, id: &ProblemId, measured: Measured) -> bool {
    let workspace = &mut workspace.judge;
    let Catalog { problems, .. } = &mut workspace.catalog;
    let Some(problem) = problems.iter_mut().find(|problem| problem.id == *id) else { return false };
    let Some(inference) = inference(problem).cloned() else { return false };
    let changed = problem.limits.cpu != measured.limit;
    let yaml = problem.dir.join("problem.yaml");
    let path = yaml.strip_prefix(&workspace.root).unwrap_or(&yaml);
    let before = match &problem.rules.time {
        TimeFrom::Solutions(inference, Some(before)) => misfits(inference, before, path),
        TimeFrom::Default | TimeFrom::File(_) | TimeFrom::Solutions(_, None) => Vec::new(),
    };
    let Measured { limit, .. } = measured;
    workspace.diagnostics.retain(|diagnostic| !before.contains(diagnostic));
    workspace.diagnostics.extend(misfits(&inference, &measured, path));
    let problem = Arc::make_mut(problem);
    problem.set_time_limit(limit);
    problem.rules.time = TimeFrom::Solutions(inference, Some(measured));
    changed
}

/// Diagnostics for the solutions that must be too slow, and are not by enough.
fn misfits(inference: &Inference, measured: &Measured, path: &Path) -> Vec<Diagnostic> {
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
