//! Joins the reports of shards into the report of the whole run.
//!
//! Pure: reports in, a report or a reason out. What may be joined is strict, so that the result is
//! the one that a single machine would have reported. All parts need the same plan (its id covers
//! the contents of every input, compilers, flags and limits) and the same number of parts. A part
//! that came twice, because it was queued again after it had finished, needs the same verdicts and
//! points. Times may differ; those of the first report are used. An interrupted part counts as
//! missing.

use model::ProblemId;
use model::record::{ClassTable, ProblemRecord, Report, Shard, SolutionRecord};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why reports cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    #[error("there is no report to merge")]
    Nothing,
    #[error("{} is not a shard's report", path.display())]
    NoShard { path: PathBuf },
    #[error("{} is one of {found} of plan {other}, {} one of {n} of plan {plan}", path.display(), first.display())]
    OtherPlan { path: PathBuf, found: u32, other: String, first: PathBuf, n: u32, plan: String },
    #[error("{} and {} are both shard {k}, and differ in {solution}", path.display(), first.display())]
    Differ { path: PathBuf, first: PathBuf, k: u32, solution: String },
    #[error("{} was not graded by the rules of {}: the same attempts and tests must count", path.display(), first.display())]
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

    /// Which parts are to be run again, by their names and as an array of Slurm's. Of many, the
    /// first: a report may speak of millions.
    pub fn lack(&self) -> (String, String) {
        const MOST: usize = 50;
        let each = self.missing.iter().cloned().flatten().take(MOST);
        let mut again: Vec<String> = each.map(|k| format!("{k}/{}", self.n)).collect();
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
        let shard = report.run.shard.clone().filter(|shard| (1..=shard.n).contains(&shard.k));
        let Some(shard) = shard else { return Err(MergeError::NoShard { path }) };
        let class = report.run.class;
        let (first, begun, rules) = first.get_or_insert_with(|| (path.clone(), shard.clone(), class));
        if (&shard.plan, shard.n) != (&begun.plan, begun.n) {
            let (other, plan) = (shard.plan, begun.plan.clone());
            return Err(MergeError::OtherPlan { path, found: shard.n, other, first: first.clone(), n: begun.n, plan });
        }
        // A part that stopped at the first failure would count the tests after it as failed.
        if class != *rules {
            return Err(MergeError::OtherRules { path, first: first.clone() });
        }
        if report.summary.interrupted {
            continue;
        }
        cpus.insert(shard.cpu.clone());
        let Some((before, merged)) = parts.get(&shard.k) else {
            parts.insert(shard.k, (path, report));
            continue;
        };
        if let Some(solution) = difference(merged, &report) {
            return Err(MergeError::Differ { path, first: before.clone(), k: shard.k, solution });
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

/// The first solution on which two reports of one shard disagree, times aside.
fn difference(a: &Report, b: &Report) -> Option<String> {
    let outcome = |solution: &SolutionRecord| {
        let points = solution.score.as_ref().and_then(|score| score.points);
        let tests = solution.tests.iter();
        let tests: Vec<_> = tests.map(|t| (t.test.clone(), t.verdict, t.points, t.fault.is_some())).collect();
        (solution.name.clone(), solution.status, std::mem::discriminant(&solution.build), points, tests)
    };
    let at = |report: &Report, at: usize| report.solutions.get(at).map(|solution| outcome(solution));
    let most = a.solutions.len().max(b.solutions.len());
    let differing = (0..most).find(|place| at(a, *place) != at(b, *place))?;
    at(a, differing).or(at(b, differing)).map(|(name, ..)| name)
}

fn join(parts: impl Iterator<Item = Report>, runs: usize) -> Report {
    let mut whole = Report::default();
    let mut took = Duration::ZERO;
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
        whole.solutions.extend(part.solutions);
    }
    whole.unread.sort();
    whole.unread.dedup();
    whole.problems = problems.into_values().collect();
    // Plan order: by problem, then the model solution, then by label.
    whole.solutions.sort_by_cached_key(|one| {
        (one.problem.clone(), one.solution != one.problem.as_str(), one.solution.clone(), one.name.clone())
    });
    whole.recount();
    whole.summary.took = took;
    whole.summary.interrupted = whole.run.runs < runs && whole.summary.content_errors == 0;
    whole
}

#[cfg(test)]
mod tests;
