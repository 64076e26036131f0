//! How a package turns its tests into one verdict and one score: nested groups, each with rules of
//! its own.
//!
//! Sources: "Graders" and "Test data groups" of the Kattis problem package format (legacy), "Result
//! aggregation" of its version 2025-09. A group's results are those of the tests and groups that
//! lie directly in it, in judging order; [`Grading::evaluate`] is a pure function of them. What
//! cannot be known, because tests were left out or faulted, is `None`, never zero.

use crate::fault::{Fault, FaultKind};
use crate::id::{TestId, lies_in};
use crate::points::Points;
use crate::score::{Grade, GroupScore, Score, Worth};
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};

mod domjudge;

/// The groups of a package that has its own rules for points or verdicts.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grading {
    /// Each after the one that it lies in. The first one is named `""` and is the problem.
    pub groups: Vec<GradedGroup>,
    /// Points are given. Otherwise these rules make only the verdict.
    pub scored: bool,
    /// The verdict of a solution is that of the first group. Otherwise it is the first one in
    /// judging order that is not accepted.
    pub makes_verdict: bool,
    /// The points of every test are fixed: an accepted test has all of them.
    pub fixed: bool,
    /// Fewer points are better.
    pub minimize: bool,
    /// Whose rules these are, where two systems read the same files differently.
    #[serde(default, skip_serializing_if = "RulesOf::is_kattis")]
    pub rules_of: RulesOf,
}

/// The system whose rules turn a group's results into points.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulesOf {
    /// Every accepted test is worth [`GradedGroup::accepted`].
    #[default]
    Kattis,
    /// A group without inner groups is worth [`GradedGroup::accepted`] once, if all of its tests
    /// are accepted. The module `domjudge` counts them.
    Domjudge,
}

impl RulesOf {
    fn is_kattis(&self) -> bool {
        *self == RulesOf::Kattis
    }
}

/// One group, and how its results become one.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GradedGroup {
    /// Its folder: `secret/group1`.
    pub group: String,
    pub verdict: VerdictOf,
    pub points: PointsOf,
    /// The group is accepted as soon as one of its results is.
    pub any_accepted: bool,
    /// The first result, that of the samples, does not count.
    pub ignores_sample: bool,
    /// Whatever comes after the first result that is not accepted is not judged and does not count.
    pub breaks: bool,
    /// What a test directly in the group gets unless it is given another number: if accepted …
    pub accepted: f64,
    /// … and if not.
    pub rejected: f64,
    /// Which points its tests may be given.
    pub given: PointsGiven,
    /// The score may be neither below `least` nor above `most`.
    pub least: Option<f64>,
    pub most: Option<f64>,
    /// Earlier groups, or `sample`, in which every test must be accepted.
    pub requires: Vec<String>,
    /// The package's own grader makes the result, called with these arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grader: Option<Vec<String>>,
}

/// How a group's verdict comes from its results.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictOf {
    /// The worst: crashes before limits before wrong answers.
    #[default]
    WorstError,
    FirstError,
    AlwaysAccept,
}

/// How a group's points come from its results.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsOf {
    #[default]
    Sum,
    Min,
    Max,
    Avg,
    /// [`GradedGroup::most`] when every result is accepted, else 0.
    PassFail,
}

/// Which points a validator may give a test.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Given"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsGiven {
    /// The points that it gives do not count.
    #[default]
    Ignored,
    /// It must give none.
    Nothing,
    /// At most what an accepted test gets.
    UpToAccepted,
    /// It must give points, without a maximum.
    Unbounded,
    /// It may give points, negative ones as well.
    Free,
    /// It may give points, even to an output that it rejects.
    Always,
}

/// What is known of a test or of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
struct GroupResult {
    verdict: Option<Verdict>,
    points: Option<f64>,
}

impl GroupResult {
    fn has_failed(&self) -> bool {
        self.verdict.is_some_and(|verdict| verdict != Verdict::Accepted)
    }
}

const UNKNOWN: GroupResult = GroupResult { verdict: None, points: None };

/// What a group got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupGrade {
    pub group: String,
    pub verdict: Option<Verdict>,
    pub points: Option<f64>,
    /// The required group that is not passed.
    pub blocked: Option<String>,
}

impl GroupGrade {
    /// What is known of a group that has points and no verdict.
    pub(crate) fn of_points(score: &GroupScore) -> GroupGrade {
        let GroupScore { group, points, blocked, .. } = score.clone();
        GroupGrade { group, verdict: None, points: points.map(Points::as_number), blocked }
    }
}

/// Runs a package's grader with these arguments on these results. Returns its answer, or `None`
/// where it was not run.
pub type Grader<'a> = dyn FnMut(&[String], &[(Verdict, f64)]) -> Result<Option<(Verdict, f64)>, Fault> + 'a;

/// A test or a group that lies directly in a group.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Child {
    Test(usize),
    Group(usize),
}

impl Grading {
    /// The points that a validator may give `test`.
    pub fn worth_of(&self, test: &TestId) -> Worth {
        self.around(&test.0).map_or(Worth::Nothing, |at| self.worth_in(&self.groups[at].group))
    }

    /// The points that a validator may give the tests directly in the folder `group`.
    pub fn worth_in(&self, group: &str) -> Worth {
        let Some(group) = self.groups.iter().find(|graded| graded.group == group) else { return Worth::Nothing };
        match group.given {
            PointsGiven::Ignored => Worth::Nothing,
            PointsGiven::Nothing => Worth::PassFail,
            PointsGiven::UpToAccepted => Worth::UpTo(Points::from_number(group.accepted).unwrap_or_default()),
            PointsGiven::Unbounded => Worth::Unbounded,
            PointsGiven::Free => Worth::Free,
            PointsGiven::Always => Worth::Always,
        }
    }

    /// The index of the innermost group around a test or a group.
    fn around(&self, path: &str) -> Option<usize> {
        let around = (0..self.groups.len()).filter(|at| is_below(path, &self.groups[*at].group));
        around.max_by_key(|at| self.groups[*at].group.len())
    }

    /// What lies directly in each group, in the order of `tests`.
    fn children(&self, tests: &[&TestId]) -> Vec<Vec<Child>> {
        let mut children: Vec<Vec<Child>> = vec![Vec::new(); self.groups.len()];
        for (at, test) in tests.iter().enumerate() {
            let Some(mut group) = self.around(&test.0) else { continue };
            let mut child = Child::Test(at);
            // A group takes the place of its first test.
            while !children[group].contains(&child) {
                children[group].push(child);
                child = Child::Group(group);
                match self.around(&self.groups[group].group) {
                    Some(outer) => group = outer,
                    None => break,
                }
            }
        }
        children
    }

    /// Evaluates all groups. `tests` are all of the problem's, in judging order; `grade_of` returns
    /// what a test got, or `None` where that is unknown. `grader` is called only for groups whose
    /// results are all known.
    ///
    /// # Errors
    /// Those of the grader.
    pub fn evaluate(
        &self,
        tests: &[&TestId],
        grade_of: &dyn Fn(&TestId) -> Option<Grade>,
        grader: &mut Grader<'_>,
    ) -> Result<Vec<GroupGrade>, Fault> {
        let mut walk = Walk { grading: self, tests, grade_of, children: self.children(tests), graded: Vec::new() };
        match self.rules_of {
            _ if self.groups.is_empty() => {}
            RulesOf::Kattis => drop(walk.group(0, false, grader)?),
            RulesOf::Domjudge => walk.domjudge(),
        }
        let order = |graded: &GroupGrade| self.groups.iter().position(|group| group.group == graded.group);
        walk.graded.sort_by_key(order);
        Ok(walk.graded)
    }

    /// Returns for each of `tests` whether it no longer counts, whatever it gets.
    pub fn decided(&self, tests: &[&TestId], grade_of: &dyn Fn(&TestId) -> Option<Grade>) -> Vec<bool> {
        let mut decided = vec![false; tests.len()];
        let children = self.children(tests);
        let walk = Walk { grading: self, tests, grade_of, children, graded: Vec::new() };
        match self.rules_of {
            _ if self.groups.is_empty() => {}
            RulesOf::Kattis => drop(walk.pass_over(0, false, &mut decided)),
            RulesOf::Domjudge => decided = walk.domjudge_decided(),
        }
        decided
    }

    /// The score that follows from results of [`Grading::evaluate`].
    pub fn score(&self, tests: &[&TestId], graded: &[GroupGrade]) -> Score {
        let best = self.best(tests);
        let points = |number: Option<f64>| number.and_then(Points::from_score);
        let mut score = Score::default();
        for (group, graded) in self.groups.iter().filter_map(|group| Some((group, find(graded, &group.group)?))) {
            let of = points(find(&best, &group.group).and_then(|best| best.points));
            if group.group.is_empty() {
                (score.points, score.of) = (points(graded.points), of);
            } else if self.has_points(group) {
                let (points, blocked) = (points(graded.points), graded.blocked.clone());
                let verdict = graded.verdict.filter(|_| self.makes_verdict);
                score.groups.push(GroupScore { group: group.group.clone(), points, of, blocked, verdict });
            }
            if let Some(fault) = graded.points.and_then(|number| group.outside(number)) {
                score.fault.get_or_insert(fault);
            }
        }
        if score.fault.is_some() {
            score.points = None;
        }
        score
    }

    /// Whether the group's points mean anything. Not those of `secret` above other groups, which
    /// has all of them, nor those of samples that do not count.
    pub fn has_points(&self, group: &GradedGroup) -> bool {
        let inside = |other: &GradedGroup| lies_in(&other.group, "secret");
        match group.group.as_str() {
            "sample" => {
                let counts = group.accepted != 0.0 || matches!(group.given, PointsGiven::Free | PointsGiven::Always);
                counts && !self.groups.iter().any(|whole| whole.ignores_sample)
            }
            "secret" => !self.groups.iter().any(inside),
            _ => true,
        }
    }

    pub fn is_directly_in(&self, test: &TestId, group: &str) -> bool {
        self.around(&test.0).is_some_and(|at| self.groups[at].group == group)
    }

    /// The most points that each group can get; `None` where there is no maximum.
    pub fn most(&self, tests: &[&TestId]) -> Vec<(String, Option<Points>)> {
        let best = self.best(tests).into_iter();
        best.map(|best| (best.group, best.points.and_then(Points::from_score))).collect()
    }

    /// What a solution gets that is accepted everywhere; without points where they have no maximum.
    fn best(&self, tests: &[&TestId]) -> Vec<GroupGrade> {
        let open = |group: &GradedGroup| {
            matches!(group.given, PointsGiven::Unbounded | PointsGiven::Free | PointsGiven::Always)
        };
        let accepted = |_: &TestId| Some(Grade { verdict: Verdict::Accepted, points: None });
        let mut no_grader = |_: &[String], _: &[(Verdict, f64)]| Ok(None);
        let mut best = self.evaluate(tests, &accepted, &mut no_grader).unwrap_or_default();
        for graded in &mut best {
            let Some(group) = self.groups.iter().find(|group| group.group == graded.group) else { continue };
            let within = |other: &&GradedGroup| other.group == group.group || is_below(&other.group, &group.group);
            let own = self.groups.iter().filter(within).any(|group| open(group) || group.grader.is_some());
            if self.minimize {
                graded.points = None;
            } else if own {
                graded.points = group.most;
            }
        }
        best
    }

    /// Whether only a solution that is accepted in every test is accepted as a whole.
    pub fn needs_all_accepted(&self) -> bool {
        let plain = |group: &GradedGroup| {
            let own = group.any_accepted || group.ignores_sample || group.grader.is_some();
            group.verdict != VerdictOf::AlwaysAccept && !own
        };
        // DOMjudge leaves out the tests that lie in no group.
        self.rules_of == RulesOf::Kattis && self.groups.iter().all(plain)
    }

    /// Whether no group can get less than zero.
    fn is_never_negative(&self) -> bool {
        let fine =
            |group: &GradedGroup| group.accepted >= 0.0 && group.rejected >= 0.0 && group.given != PointsGiven::Free;
        self.groups.iter().all(|group| fine(group) && group.grader.is_none())
    }
}

impl GradedGroup {
    /// A fault if `number` is out of the group's range, which is the package's mistake.
    fn outside(&self, number: f64) -> Option<Fault> {
        // A millionth too much comes from a share that was rounded up.
        let over = self.most.filter(|most| number > most + 1e-6);
        let under = self.least.filter(|least| number < least - 1e-6);
        let bound = over.or(under)?;
        let which = if over.is_some() { "most" } else { "least" };
        let name = if self.group.is_empty() { "the problem" } else { &self.group };
        let text = format!("a score of {number} in {name}, where {bound} is the {which}");
        Some(Fault::new(FaultKind::Content, text).hint("fix `range`, `max_score` or the scores that tests get"))
    }
}

/// Whether a test or a group lies in the group `outer`, which may be the problem itself.
fn is_below(inner: &str, outer: &str) -> bool {
    (outer.is_empty() && !inner.is_empty()) || lies_in(inner, outer)
}

fn find<'g>(graded: &'g [GroupGrade], group: &str) -> Option<&'g GroupGrade> {
    graded.iter().find(|graded| graded.group == group)
}

/// One evaluation.
struct Walk<'a> {
    grading: &'a Grading,
    tests: &'a [&'a TestId],
    grade_of: &'a dyn Fn(&TestId) -> Option<Grade>,
    children: Vec<Vec<Child>>,
    /// The groups that are done, inner ones first.
    graded: Vec<GroupGrade>,
}

impl Walk<'_> {
    /// `outer_blocked`: nothing in the group is judged.
    fn group(&mut self, at: usize, outer_blocked: bool, grader: &mut Grader<'_>) -> Result<GroupResult, Fault> {
        let group = &self.grading.groups[at];
        let blocked = group.requires.iter().find(|name| self.passes(name) == Some(false)).cloned();
        let open = group.requires.iter().any(|name| self.passes(name).is_none());
        let is_blocked = outer_blocked || blocked.is_some();
        let mut results: Vec<GroupResult> = Vec::new();
        let (mut whole, mut broken) = (true, false);
        for child in self.children[at].clone() {
            if broken {
                // Whatever its result would be, it does not count here.
                if let Child::Group(inner) = child {
                    let before = self.graded.len();
                    self.group(inner, is_blocked, grader)?;
                    self.graded[before..].iter_mut().for_each(|graded| graded.points = Some(0.0));
                }
                continue;
            }
            let result = match child {
                Child::Test(test) => self.test(group, test),
                Child::Group(inner) => self.group(inner, is_blocked, grader)?,
            };
            results.push(result);
            whole &= result.verdict.is_some();
            broken = group.breaks && whole && result.verdict != Some(Verdict::Accepted);
        }
        let counted = if group.ignores_sample && results.len() > 1 { &results[1..] } else { &results[..] };
        let mut result = match (&group.grader, all_known(counted)) {
            (None, _) => self.combine(group, counted),
            (Some(_), None) => UNKNOWN,
            (Some(flags), Some(results)) => {
                let answer = grader(flags, &results)?;
                GroupResult { verdict: answer.map(|(verdict, _)| verdict), points: answer.map(|(_, points)| points) }
            }
        };
        if is_blocked {
            // Not judged, so not accepted either. The failure that blocks it has been counted.
            result = GroupResult { verdict: result.verdict.filter(|v| *v != Verdict::Accepted), points: Some(0.0) };
        } else if open {
            result.points = result.points.filter(|points| *points == 0.0);
        }
        let GroupResult { verdict, points } = result;
        self.graded.push(GroupGrade { group: group.group.clone(), verdict, points, blocked });
        Ok(result)
    }

    fn test(&self, group: &GradedGroup, at: usize) -> GroupResult {
        let Some(Grade { verdict, points }) = (self.grade_of)(self.tests[at]) else { return UNKNOWN };
        let usual = if verdict == Verdict::Accepted { group.accepted } else { group.rejected };
        let given = points.filter(|_| verdict == Verdict::Accepted && group.given != PointsGiven::Ignored);
        GroupResult { verdict: Some(verdict), points: Some(given.map_or(usual, Points::as_number)) }
    }

    /// Whether all tests of `folder` are accepted.
    fn passes(&self, folder: &str) -> Option<bool> {
        let inside = self.tests.iter().filter(|test| test.lies_in(folder));
        let verdicts: Vec<Option<Verdict>> =
            inside.map(|test| (self.grade_of)(test).map(|grade| grade.verdict)).collect();
        if verdicts.iter().any(|verdict| verdict.is_some_and(|verdict| verdict != Verdict::Accepted)) {
            return Some(false);
        }
        if verdicts.contains(&None) {
            return None;
        }
        // A group that is itself blocked is not passed.
        let group = self.grading.groups.iter().find(|group| group.group == folder);
        let requires = group.map_or(&[][..], |group| &group.requires);
        requires.iter().try_fold(true, |passes, name| Some(passes && self.passes(name)?))
    }

    /// Applies the format's own grader.
    fn combine(&self, group: &GradedGroup, results: &[GroupResult]) -> GroupResult {
        let verdicts: Option<Vec<Verdict>> = results.iter().map(|result| result.verdict).collect();
        let any_failed = results.iter().any(GroupResult::has_failed);
        let verdict = match (group.verdict, &verdicts) {
            (VerdictOf::AlwaysAccept, _) => Some(Verdict::Accepted),
            _ if group.any_accepted && results.iter().any(|result| result.verdict == Some(Verdict::Accepted)) => {
                Some(Verdict::Accepted)
            }
            (VerdictOf::WorstError, Some(verdicts)) => Some(worst(verdicts)),
            (VerdictOf::FirstError, _) if !group.any_accepted || verdicts.is_some() => {
                let first = results.iter().find(|result| result.verdict != Some(Verdict::Accepted));
                first.map_or(Some(Verdict::Accepted), |result| result.verdict)
            }
            (VerdictOf::WorstError | VerdictOf::FirstError, _) => None,
        };
        let scores: Option<Vec<f64>> = results.iter().map(|result| result.points).collect();
        let points = match (group.points, scores) {
            (PointsOf::PassFail, _) if any_failed => Some(0.0),
            (PointsOf::PassFail, _) => verdicts.and(group.most),
            (PointsOf::Min, _) if self.is_nothing(results) => Some(0.0),
            (_, None) => None,
            (of, Some(scores)) => Some(add_up(of, &scores)),
        };
        GroupResult { verdict, points }
    }

    /// Whether a minimum can fall no lower.
    fn is_nothing(&self, results: &[GroupResult]) -> bool {
        results.iter().any(|result| result.points == Some(0.0)) && self.grading.is_never_negative()
    }

    /// Marks the tests below a group that no longer count. Returns whether the group has failed, or
    /// `None` where that is open.
    fn pass_over(&self, at: usize, outer_decided: bool, decided: &mut [bool]) -> Option<bool> {
        let group = &self.grading.groups[at];
        let blocked = group.requires.iter().any(|name| self.passes(name) == Some(false));
        let (mut over, mut whole) = (outer_decided || blocked, true);
        let (mut failures, mut accepted) = (0, 0);
        for (place, child) in self.children[at].iter().enumerate() {
            let failed = match child {
                Child::Test(test) => {
                    decided[*test] |= over;
                    (self.grade_of)(self.tests[*test]).map(|grade| grade.verdict != Verdict::Accepted)
                }
                Child::Group(inner) => self.pass_over(*inner, over, decided),
            };
            if over || (group.ignores_sample && place == 0 && self.children[at].len() > 1) {
                continue;
            }
            match failed {
                Some(true) => failures += 1,
                Some(false) => accepted += 1,
                None => whole = false,
            }
            let is_test = matches!(child, Child::Test(_));
            let ends = group.breaks
                || match group.points {
                    PointsOf::PassFail => true,
                    // A group that has failed may still have points.
                    PointsOf::Min => {
                        let is_least = group.rejected == 0.0 && self.grading.is_never_negative();
                        is_test && is_least && !group.any_accepted
                    }
                    PointsOf::Sum | PointsOf::Max | PointsOf::Avg => false,
                };
            over = failed == Some(true) && ends && whole;
        }
        match (group.verdict, group.any_accepted, &group.grader) {
            (_, _, Some(_)) => None,
            (VerdictOf::AlwaysAccept, ..) => Some(false),
            (_, true, None) if accepted > 0 => Some(false),
            (_, true, None) => (whole && failures > 0).then_some(true),
            (_, false, None) if failures > 0 => Some(true),
            (_, false, None) => whole.then_some(false),
        }
    }
}

/// Combines scores of which none is unknown.
fn add_up(points: PointsOf, scores: &[f64]) -> f64 {
    let all = || scores.iter().copied();
    match points {
        _ if scores.is_empty() => 0.0,
        PointsOf::Sum | PointsOf::PassFail => all().sum(),
        PointsOf::Avg => all().sum::<f64>() / scores.len() as f64,
        PointsOf::Min => all().fold(f64::INFINITY, f64::min),
        PointsOf::Max => all().fold(f64::NEG_INFINITY, f64::max),
    }
}

fn all_known(results: &[GroupResult]) -> Option<Vec<(Verdict, f64)>> {
    results.iter().map(|result| result.verdict.zip(result.points)).collect()
}

/// The worst verdict, in the order of the format.
fn worst(verdicts: &[Verdict]) -> Verdict {
    use Verdict::{
        Accepted, CompileError, MemoryLimit, OutputLimit, PresentationError, RunTimeError, TimeLimit, WrongAnswer,
    };
    let order =
        [CompileError, RunTimeError, MemoryLimit, TimeLimit, OutputLimit, WrongAnswer, PresentationError, Accepted];
    order.into_iter().find(|verdict| verdicts.contains(verdict)).unwrap_or(Accepted)
}

#[cfg(test)]
mod tests;
