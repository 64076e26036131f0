//! The reports of shards, put together to the report of the whole run.
//!
//! Pure: reports in, a report or a reason out. What may be joined is strict, so that the result is what one machine would have said: the same plan
//! (its id holds the contents of every input, compilers, flags and limits), the same number of parts, and for a part that came twice (requeued
//! after it had finished) the same verdicts. Times may differ; the first report's are kept. A part that was interrupted is a part that is missing.

use crate::wire::{self, Build, Named, Problem, Report, Shard, Solution, Summary, Test};
use model::{Grade, Group, Limits, Score, Severity, Status, TestId, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why reports do not make a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    Nothing,
    NoShard { path: PathBuf },
    Impossible { path: PathBuf, k: u32, n: u32 },
    OtherPlan { path: PathBuf, found: String, first: PathBuf, plan: String },
    OtherParts { path: PathBuf, found: u32, by: String, first: PathBuf, n: u32, first_by: String },
    Differ { path: PathBuf, first: PathBuf, k: u32, what: String },
    Count { found: usize, runs: usize },
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::Nothing => write!(f, "there is no report to merge"),
            MergeError::NoShard { path } => {
                write!(f, "{} is no shard's report: it was not run with --shard", path.display())
            }
            MergeError::Impossible { path, k, n } => {
                write!(f, "{} names shard {k} of {n}, which cannot be", path.display())
            }
            MergeError::OtherPlan { path, found, first, plan } => {
                write!(f, "{} is from another plan ({found}) than {} ({plan})", path.display(), first.display())
            }
            MergeError::OtherParts { path, found, by, first, n, first_by } => write!(
                f,
                "{} is one of {found} shards by {by}, {} one of {n} by {first_by}",
                path.display(),
                first.display()
            ),
            MergeError::Differ { path, first, k, what } => {
                write!(f, "{} and {} are both shard {k}, and differ: {what}", path.display(), first.display())
            }
            MergeError::Count { found, runs } => write!(f, "the shards hold {found} runs, and their plan {runs}"),
        }
    }
}

impl std::error::Error for MergeError {}

/// What came of a merge.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// All that is there; the whole run when nothing is missing.
    pub report: Report,
    /// The parts to run again, and how many parts there are.
    pub missing: Vec<u32>,
    pub n: u32,
    pub warnings: Vec<String>,
}

/// Puts reports together, in any order.
///
/// # Errors
/// When they do not belong together.
pub fn merge(reports: Vec<(PathBuf, Report)>) -> Result<Merged, MergeError> {
    let mut parts: BTreeMap<u32, (PathBuf, Report)> = BTreeMap::new();
    let mut first: Option<(PathBuf, Shard)> = None;
    let mut cpus = BTreeSet::new();
    for (path, report) in reports {
        let Some(shard) = report.run.shard.clone() else { return Err(MergeError::NoShard { path }) };
        if !(1..=shard.n).contains(&shard.k) {
            return Err(MergeError::Impossible { path, k: shard.k, n: shard.n });
        }
        let (first, begun) = first.get_or_insert_with(|| (path.clone(), shard.clone()));
        belongs(&path, &shard, first, begun)?;
        if report.summary.interrupted {
            continue;
        }
        cpus.insert(shard.cpu.clone());
        match parts.get(&shard.k) {
            None => {
                parts.insert(shard.k, (path, report));
            }
            Some((before, kept)) => {
                if let Some(what) = difference(kept, &report) {
                    return Err(MergeError::Differ { path, first: before.clone(), k: shard.k, what });
                }
            }
        }
    }
    let Some((_, begun)) = first else { return Err(MergeError::Nothing) };
    let missing: Vec<u32> = (1..=begun.n).filter(|k| !parts.contains_key(k)).collect();
    let report = join(parts.into_values().map(|(_, report)| report), begun.runs);
    // Tests that their validator refused are left out, and said to be.
    if missing.is_empty() && report.run.runs != begun.runs && report.summary.content_errors == 0 {
        return Err(MergeError::Count { found: report.run.runs, runs: begun.runs });
    }
    let mut warnings = Vec::new();
    if cpus.len() > 1 {
        let models: Vec<&str> = cpus.iter().map(String::as_str).collect();
        warnings.push(format!("times are from different processors, and do not compare: {}", models.join("; ")));
    }
    Ok(Merged { report, missing, n: begun.n, warnings })
}

fn belongs(path: &Path, shard: &Shard, first: &Path, begun: &Shard) -> Result<(), MergeError> {
    let (path, first) = (path.to_path_buf(), first.to_path_buf());
    if shard.plan != begun.plan {
        let (found, plan) = (shard.plan.clone(), begun.plan.clone());
        return Err(MergeError::OtherPlan { path, found, first, plan });
    }
    if (shard.n, &shard.by) != (begun.n, &begun.by) {
        let (by, first_by) = (shard.by.clone(), begun.by.clone());
        return Err(MergeError::OtherParts { path, found: shard.n, by, first, n: begun.n, first_by });
    }
    Ok(())
}

/// Where two reports of one shard say different things, times apart.
fn difference(a: &Report, b: &Report) -> Option<String> {
    let words = |report: &Report| -> Vec<(String, String)> {
        let of = |solution: &Solution| {
            let build = format!("{} {}", built(&solution.build), solution.status.name());
            let tests = solution.tests.iter().map(|test| (format!("{} on {}", solution.name, test.test), got(test)));
            [(solution.name.clone(), build)].into_iter().chain(tests).collect::<Vec<_>>()
        };
        report.solutions.iter().flat_map(of).collect()
    };
    let (a, b) = (words(a), words(b));
    if a.len() != b.len() {
        return Some(format!("{} results and {}", a.len(), b.len()));
    }
    let (one, other) = a.into_iter().zip(b).find(|(one, other)| one != other)?;
    Some(format!("{} is {} and {}", one.0, one.1, other.1))
}

fn got(test: &Test) -> String {
    match (&test.verdict, &test.fault) {
        (Some(verdict), _) => verdict.name().to_owned(),
        (None, Some(_)) => "a fault".to_owned(),
        (None, None) => "not run".to_owned(),
    }
}

fn built(build: &Build) -> &'static str {
    match build {
        Build::Ready { .. } => "built",
        Build::Rejected { .. } => "rejected",
        Build::Fault { .. } => "a fault",
        Build::NoTool { .. } => "without its tool",
        Build::Skipped => "not built",
    }
}

/// One report of parts that belong together.
fn join(parts: impl Iterator<Item = Report>, runs: usize) -> Report {
    let mut whole = Report::default();
    let mut took = Duration::ZERO;
    let mut solutions: BTreeMap<String, Solution> = BTreeMap::new();
    for part in parts {
        if whole.schema.is_empty() {
            (whole.schema, whole.harness, whole.run) = (part.schema, part.harness, part.run);
            whole.run.shard = None;
        }
        took += part.summary.took_ms.0;
        for problem in part.problems {
            if whole.problem(&problem.problem).is_none() {
                whole.problems.push(problem);
            }
        }
        for diagnostic in part.diagnostics {
            if !whole.diagnostics.contains(&diagnostic) {
                whole.diagnostics.push(diagnostic);
            }
        }
        for solution in part.solutions {
            match solutions.get_mut(&solution.name) {
                None => {
                    solutions.insert(solution.name.clone(), solution);
                }
                Some(kept) => add(kept, solution),
            }
        }
    }
    whole.problems.sort_by(|a, b| a.problem.cmp(&b.problem));
    let order: BTreeMap<&str, BTreeMap<&str, usize>> = whole
        .problems
        .iter()
        .map(|p| (p.problem.as_str(), p.tests.iter().enumerate().map(|(at, test)| (test.as_str(), at)).collect()))
        .collect();
    for solution in solutions.values_mut() {
        let Some(tests) = order.get(solution.problem.as_str()) else { continue };
        if !solution.whole {
            solution.tests.sort_by_key(|test| tests.get(test.test.as_str()).copied());
            solution.whole = solution.tests.len() == tests.len();
            if let Some(problem) = whole.problem(&solution.problem) {
                rescore(solution, problem);
            }
            settle(solution);
        }
    }
    whole.solutions = solutions.into_values().collect();
    // Plan order: by problem, then the model solution, then by label.
    whole.solutions.sort_by(|a, b| {
        let place = |s: &Solution| (s.problem.clone(), s.solution != s.problem, s.solution.clone(), s.name.clone());
        place(a).cmp(&place(b))
    });
    recount(&mut whole);
    whole.summary.took_ms.0 = took;
    whole.summary.interrupted = whole.run.runs < runs && whole.summary.content_errors == 0;
    whole
}

/// Makes the numbers of a report those of the solutions that it holds now. How long they took together, nobody knows: it is zero.
pub fn recount(report: &mut Report) {
    report.run.runs = report.solutions.iter().map(|solution| solution.tests.len()).sum();
    let tests: BTreeSet<(&str, &str)> = report
        .solutions
        .iter()
        .flat_map(|s| s.tests.iter().map(|test| (s.problem.as_str(), test.test.as_str())))
        .collect();
    report.run.tests = tests.len();
    report.summary = summary(report);
}

/// Adds another part of the same solution.
fn add(kept: &mut Solution, other: Solution) {
    kept.tests.extend(other.tests);
    for (kept, other) in kept.seen.iter_mut().zip(other.seen) {
        *kept |= other;
    }
    // One machine that failed to build it leaves the solution undecided, whatever another one did.
    if !matches!(other.build, Build::Ready { .. }) {
        kept.build = other.build;
    }
}

/// Counts the points of a solution whose tests came from several parts.
fn rescore(solution: &mut Solution, problem: &Problem) {
    let Some(score) = &solution.score else { return };
    let id = |name: &str| TestId(name.into());
    let all: Vec<TestId> = problem.tests.iter().map(|test| id(test)).collect();
    let judged = solution.tests.iter().map(|test| {
        let grade =
            test.verdict.map(|verdict| Grade { verdict: verdict.0, points: test.points.map(|amount| amount.0) });
        (id(&test.test), grade)
    });
    let judged: Vec<(TestId, Option<Grade>)> = judged.collect();
    let groups = problem.groups.iter().map(|group| Group {
        name: group.group.clone(),
        // The score depends on neither limits nor number.
        limits: Limits::default(),
        tests: 0,
        points: group.points.0,
        scoring: group.scoring.0,
        requires: group.requires.clone(),
    });
    let judged: Vec<(&TestId, Option<Grade>)> = judged.iter().map(|(test, grade)| (test, *grade)).collect();
    let anew = Score::of(&groups.collect::<Vec<_>>(), &all.iter().collect::<Vec<_>>(), &judged);
    solution.score = Some(wire::score(&anew, score.required));
}

/// Decides anew about a solution whose tests came from several parts.
fn settle(solution: &mut Solution) {
    match solution.build {
        Build::Ready { .. } => {}
        // The whole file is judged by its build, in every part alike.
        Build::Rejected { .. } => return,
        Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => {
            solution.status = Named(Status::Undecided);
            solution.verdict = None;
            return;
        }
    }
    let unmet = solution.tests.iter().any(|test| test.permitted == Some(false));
    let unknown = solution.tests.iter().any(|test| test.verdict.is_none());
    let wanting = solution.whole && (solution.seen.iter().any(|seen| !seen) || solution.wrong_score().is_some());
    solution.status = Named(match (unmet, unknown, wanting) {
        (true, _, _) | (false, false, true) => Status::Unmet,
        (false, true, _) => Status::Undecided,
        (false, false, false) => Status::Met,
    });
    let first = solution.tests.iter().map(|test| test.verdict).find(|v| *v != Some(Named(Verdict::Accepted)));
    solution.verdict = first.unwrap_or(Some(Named(Verdict::Accepted)));
}

fn summary(report: &Report) -> Summary {
    let mut summary = Summary::default();
    for solution in &report.solutions {
        match solution.status.0 {
            Status::Met => summary.met += 1,
            Status::Unmet => summary.unmet += 1,
            Status::Undecided => summary.undecided += 1,
        }
        match solution.build {
            Build::Fault { .. } => summary.faults += 1,
            Build::NoTool { .. } => summary.skipped += 1,
            Build::Ready { .. } | Build::Rejected { .. } | Build::Skipped => {}
        }
        for test in &solution.tests {
            summary.judged += usize::from(test.verdict.is_some() && test.skipped.is_none());
            summary.cached += usize::from(test.cached);
            summary.faults += usize::from(test.fault.is_some());
        }
    }
    summary.content_errors = report.diagnostics.iter().filter(|d| d.severity.0 == Severity::Error).count();
    summary
}

#[cfg(test)]
mod tests;
