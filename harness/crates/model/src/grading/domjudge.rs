//! How DOMjudge turns a package's groups into one verdict and one score.
//!
//! Source: `SubmissionService::maybeSetScoringResult` and `ImportProblemService` of DOMjudge
//! (a023fd3ec), read on 2026-11-26. A group is a folder with a settings file, and inherits nothing.
//! A group with inner groups combines these, and no tests. Any other group combines the scores that
//! the validator gave its tests. If it gave none, the group has its `accept_score` once, provided
//! that all of its tests are accepted. Tests in folders without a settings file do not count. A
//! verdict is the first one that is not accepted.

use super::{Child, GradedGroup, GroupGrade, GroupResult, PointsGiven, Walk, add_up};
use crate::points::Points;
use crate::score::Grade;
use crate::verdict::Verdict;

impl Walk<'_> {
    pub(super) fn domjudge(&mut self, at: usize) -> GroupResult {
        let group = &self.grading.groups[at];
        let children = self.children[at].clone();
        let (mut inner, mut grades) = (Vec::new(), Vec::new());
        let mut broken = false;
        for child in children {
            let counts = self.domjudge_counts(at, child);
            let failed = match child {
                Child::Group(inner_at) => {
                    let before = self.graded.len();
                    let result = self.domjudge(inner_at);
                    if broken {
                        // Whatever its result would be, it does not count here.
                        self.graded[before..].iter_mut().for_each(|graded| graded.points = Some(0.0));
                        continue;
                    }
                    if !counts {
                        continue;
                    }
                    inner.push(result);
                    result.verdict
                }
                Child::Test(_) if broken || !counts => continue,
                Child::Test(test) => {
                    let grade = (self.grade_of)(self.tests[test]);
                    grades.push(grade);
                    grade.map(|grade| grade.verdict)
                }
            };
            let whole = grades.iter().all(Option::is_some) && inner.iter().all(|result| result.verdict.is_some());
            broken = group.breaks && whole && failed.is_some_and(|verdict| verdict != Verdict::Accepted);
        }
        let result = if inner.is_empty() { of_tests(group, &grades) } else { of_groups(group, &inner) };
        let GroupResult { verdict, points } = result;
        self.graded.push(GroupGrade { group: group.group.clone(), verdict, points, blocked: None });
        result
    }

    /// Whether a child of the group has a part in the group's result.
    pub(super) fn domjudge_counts(&self, at: usize, child: Child) -> bool {
        let group = &self.grading.groups[at];
        match child {
            Child::Group(inner) => !(group.ignores_sample && self.grading.groups[inner].group == "sample"),
            Child::Test(test) => {
                let folder = self.tests[test].0.rsplit_once('/').map_or("", |(folder, _)| folder);
                let is_inner = |child: &Child| matches!(child, Child::Group(_));
                folder == group.group && !self.children[at].iter().any(is_inner)
            }
        }
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

/// The result of a group that has inner groups.
fn of_groups(group: &GradedGroup, inner: &[GroupResult]) -> GroupResult {
    let verdicts: Vec<Option<Verdict>> = inner.iter().map(|result| result.verdict).collect();
    let points: Option<Vec<f64>> = inner.iter().map(|result| result.points).collect();
    GroupResult { verdict: first_failure(&verdicts), points: points.map(|points| add_up(group.points, &points)) }
}

/// The first verdict that is not accepted; `None` if one before it is not known.
fn first_failure(verdicts: &[Option<Verdict>]) -> Option<Verdict> {
    let first = verdicts.iter().find(|verdict| **verdict != Some(Verdict::Accepted));
    first.map_or(Some(Verdict::Accepted), |verdict| *verdict)
}
