//! Joins the reports of shards into the report of the whole run.
//!
//! Pure: reports in, a report or a reason out. What may be joined is strict, so that the result is
//! the one that a single machine would have reported. All parts need the same plan (its id covers
//! the contents of every input, compilers, flags and limits) and the same number of parts. A part
//! that came twice, because it was queued again after it had finished, needs the same verdicts and
//! points. Times may differ; those of the first report are used. An interrupted part counts as
//! missing.

use model::record::{Build, ClassTable, ProblemRecord, Report, Shard, SolutionRecord, TestRecord};
use model::{Points, ProblemId, TestId};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Why reports cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    #[error("there is no report to merge")]
    Nothing,
    #[error("{} is not a shard's report: it was not run with --shard", path.display())]
    NoShard { path: PathBuf },
    #[error("{} names shard {k} of {n}, which cannot be", path.display())]
    Impossible { path: PathBuf, k: u32, n: u32 },
    #[error("{} is from another plan ({found}) than {} ({plan})", path.display(), first.display())]
    OtherPlan { path: PathBuf, found: String, first: PathBuf, plan: String },
    #[error("{} is one of {found} shards by {by}, {} one of {n} by {first_by}", path.display(), first.display())]
    OtherParts { path: PathBuf, found: u32, by: String, first: PathBuf, n: u32, first_by: String },
    #[error("{} and {} are both shard {k}, and differ: {what}", path.display(), first.display())]
    Differ { path: PathBuf, first: PathBuf, k: u32, what: String },
    #[error("{} was not graded by the rules of {}: --per-test and --count must be the same", path.display(), first.display())]
    OtherRules { path: PathBuf, first: PathBuf },
    #[error("the shards hold {found} runs, and their plan {runs}")]
    Count { found: usize, runs: usize },
}

/// The result of a merge.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedReport {
    /// Everything that the parts hold: the whole run when none is missing.
    pub report: Report,
    /// The parts to run again, in order, and how many parts there are.
    pub missing: Vec<RangeInclusive<u32>>,
    pub n: u32,
    pub warnings: Vec<String>,
}

impl MergedReport {
    /// Whether the workspace at `root` has all of its problems. Reports may be merged far from
    /// their workspace, and a folder of reports may be inside another one.
    pub fn is_of(&self, root: &Path) -> bool {
        let problems = &self.report.problems;
        let is_here = |name: &str| root.join("problems").join(name).is_dir();
        !problems.is_empty() && problems.iter().all(|problem| is_here(problem.problem.as_str()))
    }

    /// Returns the number of parts that must be run again.
    pub fn absent(&self) -> u64 {
        self.missing.iter().map(|range| u64::from(range.end() - range.start()) + 1).sum()
    }

    /// Which parts are to be run again, as options of ours and as an array of Slurm's. Of many, the
    /// first: a report may speak of millions.
    pub fn lack(&self) -> (String, String) {
        const MOST: usize = 50;
        let each = self.missing.iter().cloned().flatten().take(MOST);
        let mut again: Vec<String> = each.map(|k| format!("--shard {k}/{}", self.n)).collect();
        if self.absent() > again.len() as u64 {
            again.push("…".to_owned());
        }
        let range = |range: &RangeInclusive<u32>| match (range.start(), range.end()) {
            (one, last) if one == last => one.to_string(),
            (first, last) => format!("{first}-{last}"),
        };
        let mut array: Vec<String> = self.missing.iter().take(MOST).map(range).collect();
        if self.missing.len() > MOST {
            array.push("…".to_owned());
        }
        let lack = format!("{} of {} shards are missing: {}", self.absent(), self.n, again.join(" "));
        (lack, array.join(","))
    }
}

/// Merges reports, in any order.
///
/// # Errors
/// When they do not belong together.
pub fn merge(reports: Vec<(PathBuf, Report)>) -> Result<MergedReport, MergeError> {
    let mut parts: BTreeMap<u32, (PathBuf, Report)> = BTreeMap::new();
    let mut first: Option<(PathBuf, Shard, Option<ClassTable>)> = None;
    let mut cpus = BTreeSet::new();
    for (path, report) in reports {
        let Some(shard) = report.run.shard.clone() else { return Err(MergeError::NoShard { path }) };
        if !(1..=shard.n).contains(&shard.k) {
            return Err(MergeError::Impossible { path, k: shard.k, n: shard.n });
        }
        let class = report.run.class;
        let (first, begun, rules) = first.get_or_insert_with(|| (path.clone(), shard.clone(), class));
        belongs(&path, &shard, first, begun)?;
        // A part that stopped at the first failure would count the tests after it as failed.
        if class != *rules {
            return Err(MergeError::OtherRules { path, first: first.clone() });
        }
        if report.summary.interrupted {
            continue;
        }
        cpus.insert(shard.cpu.clone());
        match parts.get(&shard.k) {
            None => {
                parts.insert(shard.k, (path, report));
            }
            Some((before, merged)) => {
                if let Some(what) = difference(merged, &report) {
                    return Err(MergeError::Differ { path, first: before.clone(), k: shard.k, what });
                }
            }
        }
    }
    let Some((_, begun, _)) = first else { return Err(MergeError::Nothing) };
    let missing = gaps(parts.keys().copied(), begun.n);
    let report = join(parts.into_values().map(|(_, report)| report), begun.runs);
    // Tests that their validator refused are left out, and the report says so.
    if missing.is_empty() && report.run.runs != begun.runs && report.summary.content_errors == 0 {
        return Err(MergeError::Count { found: report.run.runs, runs: begun.runs });
    }
    let mut warnings = Vec::new();
    if cpus.len() > 1 {
        let models: Vec<&str> = cpus.iter().map(String::as_str).collect();
        warnings.push(format!("times are from different processors, and do not compare: {}", models.join("; ")));
    }
    Ok(MergedReport { report, missing, n: begun.n, warnings })
}

/// The numbers of `1..=n` that are not in the ascending `present`. As ranges, because `n` comes
/// from a report and may be huge.
fn gaps(present: impl Iterator<Item = u32>, n: u32) -> Vec<RangeInclusive<u32>> {
    // In 64 bits, because the largest number has no successor in 32.
    let ends: Vec<u64> = [0].into_iter().chain(present.map(u64::from)).chain([u64::from(n) + 1]).collect();
    let gaps = ends.windows(2).filter(|pair| pair[0] + 1 < pair[1]);
    gaps.map(|pair| (pair[0] + 1) as u32..=(pair[1] - 1) as u32).collect()
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

/// What two reports of one shard disagree on, times aside.
fn difference(a: &Report, b: &Report) -> Option<String> {
    let words = |report: &Report| -> Vec<(String, String)> {
        let of = |solution: &Arc<SolutionRecord>| {
            let score = solution.score.as_ref().and_then(|score| score.points);
            let build = format!("{} {}{}", built(&solution.build), solution.status.name(), worth(score));
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

fn worth(points: Option<Points>) -> String {
    points.map_or_else(String::new, |points| format!(" with {} points", points.as_number()))
}

fn got(test: &TestRecord) -> String {
    match (&test.verdict, &test.fault) {
        (Some(verdict), _) => format!("{}{}", verdict.name(), worth(test.points)),
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

fn join(parts: impl Iterator<Item = Report>, runs: usize) -> Report {
    let mut whole = Report::default();
    let mut took = Duration::ZERO;
    let mut solutions: BTreeMap<String, SolutionRecord> = BTreeMap::new();
    let mut problems: BTreeMap<ProblemId, ProblemRecord> = BTreeMap::new();
    let mut diagnosed = HashSet::new();
    for part in parts {
        if whole.schema.is_empty() {
            (whole.schema, whole.harness, whole.run) = (part.schema, part.harness, part.run);
            whole.run.shard = None;
        }
        took += part.summary.took;
        for problem in part.problems {
            problems.entry(problem.problem.clone()).or_insert(problem);
        }
        // Each machine has read the same folder.
        whole.unread.extend(part.unread);
        whole.diagnostics.extend(part.diagnostics.into_iter().filter(|one| diagnosed.insert(one.clone())));
        for solution in part.solutions {
            let solution = Arc::unwrap_or_clone(solution);
            match solutions.get_mut(&solution.name) {
                None => {
                    solutions.insert(solution.name.clone(), solution);
                }
                Some(merged) => add(merged, solution),
            }
        }
    }
    whole.unread.sort();
    whole.unread.dedup();
    whole.problems = problems.into_values().collect();
    let order =
        |problem: &ProblemRecord| problem.tests.iter().cloned().enumerate().map(|(at, test)| (test, at)).collect();
    let order: BTreeMap<ProblemId, (&ProblemRecord, BTreeMap<TestId, usize>)> =
        whole.problems.iter().map(|problem| (problem.problem.clone(), (problem, order(problem)))).collect();
    for solution in solutions.values_mut().filter(|solution| !solution.whole) {
        let Some((problem, tests)) = order.get(&solution.problem) else { continue };
        solution.tests.sort_by_key(|test| tests.get(&test.test).copied());
        solution.whole = solution.tests.len() == solution.all_tests;
        solution.settle(problem);
    }
    // Plan order: by problem, then the model solution, then by label.
    let mut solutions: Vec<SolutionRecord> = solutions.into_values().collect();
    let place =
        |s: &SolutionRecord| (s.problem.clone(), s.solution != s.problem.as_str(), s.solution.clone(), s.name.clone());
    solutions.sort_by_cached_key(place);
    whole.solutions = solutions.into_iter().map(Arc::new).collect();
    whole.recount();
    whole.summary.took = took;
    whole.summary.interrupted = whole.run.runs < runs && whole.summary.content_errors == 0;
    whole
}

fn add(merged: &mut SolutionRecord, other: SolutionRecord) {
    merged.tests.extend(other.tests);
    // If one machine failed to build the solution, it stays undecided, whatever the others did.
    if !other.build.is_ready() {
        merged.build = other.build;
    }
}

#[cfg(test)]
mod tests;
