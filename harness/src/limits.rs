//! Time limits that packages leave to be inferred. They are measured once and kept in a file in the
//! user's cache. Every later run reads them there, so that the same package has the same limit.
//!
//! Each entry names the content of everything that was measured. When one of these files changes,
//! the limit is inferred again. What could not be measured is not kept.

use crate::args::{CommonArgs, SandboxArgs};
use crate::error::{CliError, chain, refused};
use crate::session;
use crate::workspace::{Workspace, own_folder};
use clap::{Args, ValueHint};
use engine::fingerprint;
use engine::plan::Plan;
use engine::run::{Settings, Taken};
use model::{
    Catalog, Diagnostic, Inference, Measured, Problem, ProblemId, Severity, Side, Solution, SolutionId, Test, TestId,
    TimeFrom, TooFast, Verdict,
};
use report::text::phrase;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

mod lock;
pub(crate) mod measuring;

use lock::Lock;
use measuring::{Machine, Runs, Timed, cannot_measure};

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

/// Ends a run whose limit is not known yet.
const LONGEST: Duration = Duration::from_secs(60);

/// How many times a run that decides a limit is measured. The fastest counts.
const RUNS: u32 = 3;

/// The most repeated measurements, however many runs come close to the slowest.
const MOST_AGAIN: u32 = 30;

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

/// The outcome of settling the limits.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    /// A limit has changed, so the plan must be made again.
    pub changed: bool,
    /// Results of the measured runs.
    pub taken: Taken,
}

/// Gives every problem of `plan` its limit: the stored one, or a new one.
///
/// # Errors
/// When the file cannot be read or written, a shard would need a new limit, or Ctrl-C is pressed.
/// What cannot be measured is only complained about.
pub(crate) fn settle(
    workspace: &mut Workspace,
    args: &LimitArgs,
    plan: &Plan,
    is_part: bool,
    sandbox: &SandboxArgs,
) -> Result<Settled, CliError> {
    let planned: BTreeSet<&ProblemId> = plan.solutions.iter().map(|planned| &planned.problem.id).collect();
    let problems = workspace.catalog.problems.iter().filter(|problem| planned.contains(&problem.id));
    let inferred: Vec<Arc<Problem>> = problems.filter(|problem| inference(problem).is_some()).cloned().collect();
    if inferred.is_empty() {
        return Ok(Settled::default());
    }
    let place = args.limits.clone().unwrap_or_else(|| default_place(&workspace.root));
    let mut lock = Lock::read(&place).map_err(|error| {
        refused(format!("{}: {error}", place.display())).with_hint("remove it, or name another one")
    })?;
    let (mut changed, mut unmeasured) = (false, Vec::new());
    for problem in inferred {
        let key = key(workspace, &problem)?;
        match lock.limit(&problem.id, &key).filter(|_| !args.infer_limits) {
            Some(measured) => changed |= put(workspace, &problem.id, measured),
            None => unmeasured.push((problem, key)),
        }
    }
    if unmeasured.is_empty() {
        return Ok(Settled { changed, ..Settled::default() });
    }
    if is_part {
        let names: Vec<&str> = unmeasured.iter().map(|(problem, _)| problem.id.as_str()).collect();
        let names = phrase::names(&names, 3);
        return Err(refused(format!(
            "the time limit of {names} is still to be inferred, and machines must agree on it"
        ))
        .with_hint("run `harness plan --limits FILE` once, and give FILE to every shard by --limits"));
    }
    let taken = RefCell::new(Taken::new());
    for (problem, key) in unmeasured {
        let Some(measured) = infer(workspace, sandbox, &problem, &taken)? else { continue };
        let limit = phrase::limit(measured.limit);
        workspace.screen.note(&format!("time limit of {}: {limit}, {}", problem.id, in_words(&measured)));
        // A file saved in the meantime must be judged as it is now.
        if self::key(workspace, &problem).ok().as_ref() != Some(&key) {
            taken.borrow_mut().retain(|(solution, ..), _| solution.problem != problem.id);
        }
        lock.keep(&problem.id, key, &measured);
        changed |= put(workspace, &problem.id, measured);
        // At once: interrupting the next one must not lose this one.
        lock.write(&place)?;
    }
    Ok(Settled { changed, taken: taken.into_inner() })
}

/// `inferred: accepted/slow.py takes 1.2 s on secret/03`.
pub(crate) fn in_words(measured: &Measured) -> String {
    let Measured { limit: _, slowest, solution, test, too_fast: _, left_out } = measured;
    let slowest = phrase::time(*slowest);
    let without = match left_out.len() {
        0 => String::new(),
        left => format!("; {} cannot be run here", phrase::count(left, "other")),
    };
    format!("inferred: {} takes {slowest} on {test}{without}", solution.short())
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

/// A run that bounds the limit from below.
struct Bounding {
    solution: Arc<Solution>,
    test: Arc<Test>,
    least: Duration,
    /// How many times it was measured with nothing beside it.
    alone: u32,
}

/// Infers a limit. `None` if it cannot be measured, which is complained about.
///
/// # Errors
/// When it is interrupted.
fn infer(
    workspace: &Workspace,
    sandbox: &SandboxArgs,
    problem: &Arc<Problem>,
    taken: &RefCell<Taken>,
) -> Result<Option<Measured>, CliError> {
    workspace.screen.note(&format!("measuring {}: its package sets no time limit", problem.id));
    match measure(workspace, sandbox, problem, taken) {
        Ok(measured) => Ok(Some(measured)),
        Err(CliError::Interrupted) => Err(CliError::Interrupted),
        Err(error) => {
            let limit = phrase::limit(problem.limits.cpu);
            let why =
                format!("no time limit could be inferred for {}, judged by {limit}: {}", problem.id, chain(&error));
            workspace.screen.complain(&why, error.hint().as_deref());
            Ok(None)
        }
    }
}

/// Measures every run that bounds the limit from below on all cores, then the deciding run with
/// nothing beside it: other programs make a run slower, never faster.
///
/// # Errors
/// When a run ends in a fault or takes too long, no submission can be run here, or it is
/// interrupted.
fn measure(
    workspace: &Workspace,
    sandbox: &SandboxArgs,
    problem: &Arc<Problem>,
    taken: &RefCell<Taken>,
) -> Result<Measured, CliError> {
    let inference = inference(problem).ok_or_else(|| refused("it sets its time limit"))?;
    let (mut runs, left_out) = session::with_session(workspace, sandbox, Settings::of_machine(), |session| {
        let machine = Machine { session, problem, taken };
        build(&machine, inference);
        all_runs(&machine, inference)
    })?;
    session::with_session(workspace, sandbox, session::one_at_a_time(), |session| {
        let machine = Machine { session, problem, taken };
        let slowest = slowest(&machine, inference, &mut runs)?;
        let limit = inference.limit(slowest.least);
        Ok(Measured {
            limit,
            slowest: slowest.least,
            solution: slowest.solution.id.clone(),
            test: slowest.test.id.clone(),
            too_fast: too_fast(&machine, inference, limit)?,
            left_out,
        })
    })
}

/// Builds what will be measured, on all cores. Build failures show up when measuring.
fn build(machine: &Machine<'_, '_>, inference: &Inference) {
    let bounds = |solution: &Solution, side| !tests_of(machine.problem, inference, solution, side).is_empty();
    let all = machine.session.workspace.catalog.solutions.iter();
    let bounding = all.filter(|one| bounds(one, Side::Above) || bounds(one, Side::Below));
    let bounding: Vec<Arc<Solution>> = bounding.cloned().collect();
    let session = machine.session;
    session.runner.trials(machine.problem, &bounding, None, &mut session.with_table());
}

/// Every run that bounds the limit from below, measured once; and the solutions that cannot be run.
fn all_runs(machine: &Machine<'_, '_>, inference: &Inference) -> Result<(Vec<Bounding>, Vec<SolutionId>), CliError> {
    let of_solution = |solution: &Arc<Solution>| {
        let tests = tests_of(machine.problem, inference, solution, Side::Above);
        (!tests.is_empty()).then(|| (Arc::clone(solution), tests))
    };
    let all: Vec<Runs> = machine.session.workspace.catalog.solutions.iter().filter_map(of_solution).collect();
    let (mut runs, mut left_out) = (Vec::new(), Vec::new());
    for ((solution, _), timed) in all.iter().zip(machine.measure_all(&all, LONGEST)?) {
        let timed = timed.unwrap_or_default();
        if timed.is_empty() {
            left_out.push(solution.id.clone());
        }
        for Timed { test, took, verdict } in timed {
            if verdict == Verdict::TimeLimit {
                let longest = phrase::limit(LONGEST);
                let what = format!("{} does not end within {longest} on {test}", solution.id.short());
                return Err(refused(what).with_hint("set `limits.time_limit` in problem.yaml"));
            }
            let test = machine.problem.tests.iter().find(|own| own.id == test).cloned();
            let run = |test| Bounding { solution: Arc::clone(solution), test, least: took, alone: 0 };
            runs.extend(test.map(run));
        }
    }
    Ok((runs, left_out))
}

/// The run that decides the limit, by its fastest time.
///
/// # Errors
/// As [`measure`].
fn slowest<'r>(
    machine: &Machine<'_, '_>,
    inference: &Inference,
    runs: &'r mut [Bounding],
) -> Result<&'r Bounding, CliError> {
    let none = || refused("none of the submissions that bound it can be run here");
    let mut again = 0;
    loop {
        let at = (0..runs.len()).max_by_key(|&at| runs[at].least).ok_or_else(none)?;
        let run = &mut runs[at];
        // A lower time would give the same limit, or it was measured often enough.
        let is_settled = inference.limit(run.least) == inference.limit(Duration::ZERO) || run.alone >= RUNS;
        if is_settled || (again >= MOST_AGAIN && run.alone > 0) {
            return Ok(&runs[at]);
        }
        let measured = machine.measure(&run.solution, std::slice::from_ref(&run.test), LONGEST)?;
        let took = measured.into_iter().flatten().next().map(|timed| timed.took);
        run.least = took.ok_or_else(|| cannot_measure(&run.solution))?.min(run.least);
        run.alone += 1;
        again += 1;
    }
}

/// The solutions that must be too slow and are not by enough.
fn too_fast(machine: &Machine<'_, '_>, inference: &Inference, limit: Duration) -> Result<Vec<TooFast>, CliError> {
    let needed = inference.slow_from(limit);
    let mut too_fast = Vec::new();
    for solution in &machine.session.workspace.catalog.solutions {
        let mut slowest = None;
        let tests = tests_of(machine.problem, inference, solution, Side::Below);
        // The first test is run for its verdict anyway, and a measured run is not repeated. Then
        // the last ones, which are the largest.
        for test in tests.iter().take(1).chain(tests.iter().skip(1).rev()) {
            let measured = machine.measure(solution, std::slice::from_ref(test), needed)?;
            let Some(Timed { took, verdict, .. }) = measured.into_iter().flatten().next() else {
                slowest = None;
                break;
            };
            // Stopped at the limit, or waiting for something: slow either way.
            if verdict == Verdict::TimeLimit {
                slowest = None;
                break;
            }
            slowest = slowest.max(Some(took));
        }
        too_fast.extend(slowest.map(|slowest| TooFast { solution: solution.id.clone(), slowest }));
    }
    Ok(too_fast)
}

fn tests_of(problem: &Problem, inference: &Inference, solution: &Solution, side: Side) -> Vec<Arc<Test>> {
    let bounds = inference.on(side).filter(|bound| bound.solution == solution.id);
    let ids: BTreeSet<&TestId> = bounds.flat_map(|bound| &bound.tests).collect();
    problem.tests.iter().filter(|test| ids.contains(&test.id)).cloned().collect()
}
