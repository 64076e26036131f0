//! How DOMjudge turns a package's groups into one verdict and one score.
//!
//! Source: `SubmissionService::maybeSetScoringResult`, `JudgehostController` and
//! `ImportProblemService` of DOMjudge (a023fd3ec), read on 2026-11-29. A group is a folder with a
//! settings file, and inherits nothing. A group with inner groups combines these, and no tests. Any
//! other group combines the scores that the validator gave its tests. If it gave none, the group
//! has its `accept_score` once, provided that all of its tests are accepted. Tests in folders
//! without a settings file do not count. A verdict is the first one that is not accepted.
//!
//! All groups are evaluated anew after each test. A group has a result when all that is in it has
//! one, or, if it breaks, from its first failure on; later tests may still change that. The first
//! result of the problem itself is final, and ends the judging.

use super::{Child, GradedGroup, GroupGrade, GroupResult, PointsGiven, UNKNOWN, Walk, add_up};
use crate::points::Points;
use crate::score::Grade;
use crate::verdict::Verdict;

/// What a group has after some of the tests.
struct Standing {
    /// `None`: no result yet.
    result: Option<GroupResult>,
    /// A test that is not known may decide.
    open: bool,
}

impl Walk<'_> {
    /// The results of all groups when the problem has its own.
    pub(super) fn domjudge(&mut self) {
        let mut graded = Vec::new();
        self.after(self.ends(), 0, &mut graded);
        self.graded = graded;
    }

    /// Returns for each test whether it no longer counts.
    pub(super) fn domjudge_decided(&self) -> Vec<bool> {
        let ends = self.ends();
        let mut decided: Vec<bool> = (0..self.tests.len()).map(|test| test >= ends).collect();
        for (at, group) in self.grading.groups.iter().enumerate() {
            let tests = self.own_tests(at).unwrap_or_default();
            let verdicts = self.grades(&tests).into_iter().map(|grade| grade.map(|grade| grade.verdict));
            let failed = verdicts.take_while(Option::is_some).position(|verdict| verdict != Some(Verdict::Accepted));
            if let Some(failed) = failed.filter(|_| group.given == PointsGiven::Ignored) {
                tests[failed + 1..].iter().for_each(|test| decided[*test] = true);
            }
        }
        decided
    }

    /// After how many tests the problem has its result: after all, if that is open. What has a
    /// result keeps one, and what is open stays so.
    fn ends(&self) -> usize {
        let after = |tests: usize| self.after(tests, 0, &mut Vec::new());
        let all = self.tests.len();
        let (mut least, mut most) = (1, all);
        while least < most {
            let tests = least.midpoint(most);
            let standing = after(tests);
            if standing.open || standing.result.is_some() { most = tests } else { least = tests + 1 }
        }
        if most < all && after(most).open { all } else { most }
    }

    /// What the group has after the first `tests`.
    fn after(&self, tests: usize, at: usize, graded: &mut Vec<GroupGrade>) -> Standing {
        let group = &self.grading.groups[at];
        let (result, open, complete) = match self.own_tests(at) {
            Some(own) => {
                let taken: Vec<usize> = own.iter().copied().filter(|test| *test < tests).collect();
                let grades = self.grades(&taken);
                let result = of_tests(group, &grades);
                let decided = group.given == PointsGiven::Ignored && result.has_failed();
                (result, !decided && grades.contains(&None), taken.len() == own.len())
            }
            None => self.of_inner(tests, at, graded),
        };
        let is_ready = complete || (group.breaks && result.has_failed());
        let result = is_ready.then_some(result);
        // What is not ready when the problem is does not count.
        let GroupResult { verdict, points } = result.unwrap_or(GroupResult { points: Some(0.0), ..UNKNOWN });
        graded.push(GroupGrade { group: group.group.clone(), verdict, points, blocked: None });
        Standing { result, open }
    }

    /// The result of a group that has inner groups, whether it is open, and whether it is complete.
    fn of_inner(&self, tests: usize, at: usize, graded: &mut Vec<GroupGrade>) -> (GroupResult, bool, bool) {
        let group = &self.grading.groups[at];
        let (mut results, mut open, mut complete) = (Vec::new(), false, true);
        for child in &self.children[at] {
            let Child::Group(inner) = child else { continue };
            let standing = self.after(tests, *inner, graded);
            if group.ignores_sample && self.grading.groups[*inner].group == "sample" {
                continue;
            }
            open |= standing.open;
            complete &= standing.result.is_some();
            results.extend(standing.result);
        }
        let verdicts: Vec<Option<Verdict>> = results.iter().map(|result| result.verdict).collect();
        let points: Option<Vec<f64>> = results.iter().map(|result| result.points).collect();
        let points = points.map(|points| add_up(group.points, &points));
        (GroupResult { verdict: first_failure(&verdicts), points }, open, complete)
    }

    /// The tests that a group combines; `None` if it combines inner groups.
    fn own_tests(&self, at: usize) -> Option<Vec<usize>> {
        let test = |child: &Child| match child {
            Child::Test(test) => Some(*test),
            Child::Group(_) => None,
        };
        let tests = self.children[at].iter().map(test).collect::<Option<Vec<usize>>>()?;
        let folder = |test: &usize| self.tests[*test].0.rsplit_once('/').map_or("", |(folder, _)| folder);
        Some(tests.into_iter().filter(|test| folder(test) == self.grading.groups[at].group).collect())
    }

    fn grades(&self, tests: &[usize]) -> Vec<Option<Grade>> {
        tests.iter().map(|test| (self.grade_of)(self.tests[*test])).collect()
    }
}

/// The result of a group without inner groups.
fn of_tests(group: &GradedGroup, grades: &[Option<Grade>]) -> GroupResult {
    let verdicts: Vec<Option<Verdict>> = grades.iter().map(|grade| grade.map(|grade| grade.verdict)).collect();
    let verdict = first_failure(&verdicts);
    let complete: Option<Vec<Grade>> = grades.iter().copied().collect();
    let failed = verdicts.iter().flatten().any(|verdict| *verdict != Verdict::Accepted);
    let once = || match (failed, &complete) {
        (true, _) => Some(0.0),
        (false, Some(complete)) => Some(if complete.is_empty() { 0.0 } else { group.accepted }),
        (false, None) => None,
    };
    let given = |complete: &Vec<Grade>| {
        complete.iter().filter_map(|grade| grade.points.map(Points::as_number)).collect::<Vec<f64>>()
    };
    let points = match (group.given, complete.as_ref().map(given)) {
        (PointsGiven::Ignored, _) => once(),
        (_, None) => None,
        (_, Some(scores)) if scores.is_empty() => once(),
        (_, Some(scores)) => Some(add_up(group.points, &scores)),
    };
    GroupResult { verdict, points }
}

/// The first verdict that is not accepted; `None` if one before it is not known.
fn first_failure(verdicts: &[Option<Verdict>]) -> Option<Verdict> {
    let first = verdicts.iter().find(|verdict| **verdict != Some(Verdict::Accepted));
    first.map_or(Some(Verdict::Accepted), |verdict| *verdict)
}
