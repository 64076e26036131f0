//! Points: what the tests of a problem with `[[groups]]` are worth, and what a solution gets of
//! them.
//!
//! Follows "Scoring problems" of the ICPC problem package format (2025-09). A group's points come
//! from its tests; a group counts only if every group that it requires counts and is passed in
//! full; the solution's score is the sum. What cannot be known, because tests were left out or
//! faulted, is `None`, never zero.

use crate::fault::Fault;
use crate::id::TestId;
use crate::limits::Limits;
use crate::points::Points;
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// How a group's points come from its tests.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// All of them when every test is accepted, else none.
    #[default]
    PassFail,
    /// Each test is worth its share of them.
    Sum,
    /// Each test is worth all of them, and the lowest result counts.
    Min,
}

impl Scoring {
    pub const ALL: [Scoring; 3] = [Scoring::PassFail, Scoring::Sum, Scoring::Min];

    pub const fn name(self) -> &'static str {
        match self {
            Scoring::PassFail => "pass-fail",
            Scoring::Sum => "sum",
            Scoring::Min => "min",
        }
    }
}

/// A folder of tests that are scored together, under limits of their own.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The folder below `testdata/<slug>/`: `secret/large`.
    #[serde(rename = "group")]
    pub name: String,
    pub limits: Limits,
    /// What it is worth; 0 where a package gives points without a maximum.
    pub points: Points,
    pub scoring: Scoring,
    /// Names of groups that come before it, or `sample`.
    pub requires: Vec<String>,
    /// How many tests lie in it.
    pub tests: usize,
}

impl Group {
    pub fn holds(&self, test: &TestId) -> bool {
        test.lies_in(&self.name)
    }

    /// The points that a checker may give one of its tests.
    pub fn worth(&self) -> Worth {
        match self.scoring {
            Scoring::PassFail => Worth::PassFail,
            Scoring::Min => Worth::UpTo(self.points),
            Scoring::Sum => Worth::UpTo(self.points.times(1.0 / self.tests.max(1) as f64)),
        }
    }
}

/// The points that a checker may give a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The test is in no group: what the checker says about points does not matter.
    Nothing,
    /// It counts by its verdict alone.
    PassFail,
    /// At most this many points.
    UpTo(Points),
    /// Any number of points, which the checker must give.
    Unbounded,
    /// Any number of points, negative ones as well; the usual number where the checker gives none.
    Free,
    /// Any number of points that is not negative, even for an output that the checker rejects.
    Always,
}

/// The verdict and points of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    pub verdict: Verdict,
    /// What the checker gave; `None`: all that it is worth, if accepted.
    pub points: Option<Points>,
}

/// The score of a solution.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// `None`: unknown, as some tests have no result.
    pub points: Option<Points>,
    /// `None`: there is no maximum.
    pub of: Option<Points>,
    /// In judging order.
    pub groups: Vec<GroupScore>,
    /// Why there is no score: the package's grader failed, or a score is out of its range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupScore {
    pub group: String,
    pub points: Option<Points>,
    /// `None`: there is no maximum.
    pub of: Option<Points>,
    /// The group gets nothing because this one, which it requires, is not passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked: Option<String>,
    /// For a package whose groups have verdicts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

impl Score {
    /// The score in a problem with `groups` whose tests are `all`. `results` are the selected
    /// tests, in any order, with what they got: `None` for a fault or a skipped test.
    pub fn of(groups: &[Group], all: &[&TestId], results: &[(&TestId, Option<Grade>)]) -> Score {
        let in_folder = |folder: &str| {
            let total = all.iter().filter(|test| test.lies_in(folder)).count();
            let of_folder = results.iter().filter(|(test, _)| test.lies_in(folder));
            let grades: Vec<Grade> = of_folder.filter_map(|(_, grade)| *grade).collect();
            (total, grades)
        };
        // Whether a group is passed in full and counts; `None` where that is open.
        let mut passed: Vec<(&str, Option<bool>)> = vec![("sample", passes(&in_folder("sample")))];
        let mut score = Score { points: Some(Points(0)), ..Score::default() };
        let mut of = Points(0);
        for group in groups {
            let standing = |name: &String| passed.iter().find(|(other, _)| other == name).and_then(|(_, p)| *p);
            let blocked = group.requires.iter().find(|name| standing(name) == Some(false)).cloned();
            let open = blocked.is_none() && group.requires.iter().any(|name| standing(name).is_none());
            let tests = in_folder(&group.name);
            // A group without tests is never passed, and its points are not given away.
            let own = if tests.0 == 0 { None } else { passes(&tests) };
            let points = match (&blocked, points(group, &tests).filter(|_| tests.0 > 0)) {
                (Some(_), _) | (None, Some(Points(0))) => Some(Points(0)),
                (None, points) => points.filter(|_| !open),
            };
            passed.push((&group.name, if blocked.is_some() { Some(false) } else { own.filter(|own| !own || !open) }));
            score.points = score.points.zip(points).map(|(a, b)| Points(a.0 + b.0));
            of.0 += group.points.0;
            let (group, of) = (group.name.clone(), Some(group.points));
            score.groups.push(GroupScore { group, points, of, blocked, verdict: None });
        }
        score.of = Some(of);
        score
    }
}

/// The number of tests, and the grades of those that have one.
type Tests = (usize, Vec<Grade>);

fn passes((total, grades): &Tests) -> Option<bool> {
    if grades.iter().any(|grade| grade.verdict != Verdict::Accepted) {
        return Some(false);
    }
    (grades.len() == *total).then_some(true)
}

/// The points that a group's tests give, whatever it requires.
fn points(group: &Group, tests: &Tests) -> Option<Points> {
    let (total, grades) = tests;
    let whole = grades.len() == *total;
    let accepted = || grades.iter().filter(|grade| grade.verdict == Verdict::Accepted);
    match group.scoring {
        Scoring::PassFail => passes(tests).map(|passed| if passed { group.points } else { Points(0) }),
        Scoring::Sum => {
            let given: i64 = accepted().filter_map(|grade| grade.points).map(|points| points.0).sum();
            // Summed before rounding: three thirds are all of it.
            let full = accepted().filter(|grade| grade.points.is_none()).count() as i128;
            let shares = i128::from(group.points.0) * full / (*total).max(1) as i128;
            let shares = i64::try_from(shares).expect("a part of the group's points");
            whole.then(|| Points(given + shares).min(group.points))
        }
        Scoring::Min => {
            let failed = accepted().count() < grades.len();
            let least = accepted().map(|grade| grade.points.unwrap_or(group.points)).min().unwrap_or(group.points);
            if failed || least == Points(0) { Some(Points(0)) } else { whole.then_some(least) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(name: &str, points: i64, scoring: Scoring, requires: &[&str]) -> Group {
        let requires = requires.iter().map(|name| (*name).to_owned()).collect();
        let (limits, points) = (Limits::default(), Points(points * Points::ONE));
        Group { name: name.to_owned(), limits, points, scoring, requires, tests: 0 }
    }

    /// `results` in one line: `s/1 a` … as letters: `.` accepted, `W` wrong, `-` unknown, a number
    /// the checker's points.
    fn check(groups: &[Group], results: &str, expected: &str) {
        let results: Vec<(TestId, Option<Grade>)> = results
            .split_whitespace()
            .map(|word| {
                let (id, got) = word.split_once('=').unwrap();
                let accepted = |points| Some(Grade { verdict: Verdict::Accepted, points });
                let grade = match got {
                    "-" => None,
                    "." => accepted(None),
                    "W" => Some(Grade { verdict: Verdict::WrongAnswer, points: None }),
                    points => accepted(Points::from_number(points.parse().unwrap())),
                };
                (TestId(id.into()), grade)
            })
            .collect();
        let all: Vec<&TestId> = results.iter().map(|(id, _)| id).collect();
        let results: Vec<_> = results.iter().map(|(id, grade)| (id, *grade)).collect();
        let score = Score::of(groups, &all, &results);
        let text = |points: Option<Points>| points.map_or("?".to_owned(), |points| points.to_string());
        let groups = score.groups.iter().map(|group| {
            let why = group.blocked.as_ref().map_or(String::new(), |name| format!(" ({name})"));
            format!("{}{why}", text(group.points))
        });
        let groups: Vec<String> = groups.collect();
        assert_eq!(
            format!("{} of {}: {}", text(score.points), text(score.of), groups.join(", ")),
            expected,
            "{results:?}"
        );
    }

    #[test]
    fn a_pass_fail_group_is_all_or_nothing() {
        let one = [group("s", 30, Scoring::PassFail, &[])];
        check(&one, "s/1=. s/2=.", "30 of 30: 30");
        check(&one, "s/1=. s/2=W", "0 of 30: 0");
        check(&one, "s/1=. s/2=-", "? of 30: ?");
        check(&one, "s/1=W s/2=-", "0 of 30: 0");
        check(&one, "s/1=. s2/2=W other/s/1=W", "30 of 30: 30");
        check(&one, "s/deep/1=W", "0 of 30: 0");
        check(&one, "elsewhere/1=.", "? of 30: ?");
    }

    #[test]
    fn a_sum_is_shared_evenly_unless_the_checker_says_otherwise() {
        let one = [group("s", 100, Scoring::Sum, &[])];
        check(&one, "s/1=. s/2=. s/3=.", "100 of 100: 100");
        check(&one, "s/1=. s/2=. s/3=W", "66.666666 of 100: 66.666666");
        check(&one, "s/1=. s/2=10 s/3=0.5", "43.833333 of 100: 43.833333");
        check(&one, "s/1=. s/2=-", "? of 100: ?");
        check(&one, "s/1=. s/2=90", "100 of 100: 100");
        check(&one, "elsewhere/1=.", "? of 100: ?");
    }

    /// More tests than a number of two bytes holds.
    #[test]
    fn of_any_number_of_tests_each_counts() {
        let ids: Vec<TestId> = (0..=1 << 16).map(|number| TestId(format!("s/{number}").into())).collect();
        let all: Vec<&TestId> = ids.iter().collect();
        let accepted = Grade { verdict: Verdict::Accepted, points: None };
        let mut results: Vec<(&TestId, Option<Grade>)> = ids.iter().map(|id| (id, Some(accepted))).collect();
        let of = |results: &[(&TestId, Option<Grade>)]| {
            [Scoring::PassFail, Scoring::Sum, Scoring::Min]
                .map(|scoring| Score::of(&[group("s", 10, scoring, &[])], &all, results).points)
        };
        assert_eq!(of(&results), [Some(Points(10 * Points::ONE)); 3]);
        results[0].1 = Some(Grade { verdict: Verdict::WrongAnswer, points: None });
        let almost = i128::from(10 * Points::ONE) * (1 << 16) / ((1 << 16) + 1);
        assert_eq!(of(&results), [Points(0), Points(almost as i64), Points(0)].map(Some));
        results[0].1 = None;
        assert_eq!(of(&results), [None; 3]);
    }

    #[test]
    fn of_a_minimum_the_worst_test_counts() {
        let one = [group("s", 40, Scoring::Min, &[])];
        check(&one, "s/1=. s/2=.", "40 of 40: 40");
        check(&one, "s/1=. s/2=12.5", "12.5 of 40: 12.5");
        check(&one, "s/1=7 s/2=W", "0 of 40: 0");
        check(&one, "s/1=7 s/2=-", "? of 40: ?");
        check(&one, "s/1=0 s/2=-", "0 of 40: 0");
    }

    #[test]
    fn a_group_counts_only_if_what_it_requires_does() {
        let chain = [
            group("a", 10, Scoring::PassFail, &["sample"]),
            group("b", 20, Scoring::PassFail, &["a"]),
            group("c", 70, Scoring::Sum, &["b"]),
        ];
        check(&chain, "sample/1=. a/1=. b/1=. c/1=.", "100 of 100: 10, 20, 70");
        check(&chain, "sample/1=. a/1=. b/1=W c/1=.", "10 of 100: 10, 0, 0 (b)");
        check(&chain, "sample/1=. a/1=W b/1=. c/1=.", "0 of 100: 0, 0 (a), 0 (b)");
        check(&chain, "sample/1=W a/1=. b/1=. c/1=.", "0 of 100: 0 (sample), 0 (a), 0 (b)");
        check(&chain, "sample/1=. a/1=- b/1=. c/1=W", "? of 100: ?, ?, 0");
        check(&chain, "sample/1=- a/1=. b/1=W c/1=.", "? of 100: ?, 0, 0 (b)");
        check(&chain, "sample/1=- a/1=. b/1=. c/1=.", "? of 100: ?, ?, ?");
        // A group without tests.
        check(&chain, "sample/1=. b/1=. c/1=.", "? of 100: ?, ?, ?");
    }

    #[test]
    fn a_checker_may_give_a_test_as_much_as_the_group_leaves_it() {
        let worth = |scoring, tests| Group { tests, ..group("s", 60, scoring, &[]) }.worth();
        let up_to = |points: i64| Worth::UpTo(Points(points * Points::ONE));
        assert_eq!(worth(Scoring::PassFail, 3), Worth::PassFail);
        assert_eq!(worth(Scoring::Min, 3), up_to(60));
        assert_eq!((worth(Scoring::Sum, 3), worth(Scoring::Sum, 1)), (up_to(20), up_to(60)));
        assert_eq!(worth(Scoring::Sum, 0), up_to(60), "no test has a share yet");
    }

    #[test]
    fn a_group_holds_what_lies_in_its_folder() {
        let holds = |test: &str| group("secret/a", 1, Scoring::Sum, &[]).holds(&TestId(test.into()));
        assert_eq!(["secret/a/1", "secret/a/b/1", "secret/ab/1", "secret/1"].map(holds), [true, true, false, false]);
    }

    #[test]
    fn a_way_of_scoring_is_named_as_it_is_written_down() {
        for (scoring, name) in Scoring::ALL.into_iter().zip(["pass-fail", "sum", "min"]) {
            assert_eq!((scoring.name(), serde_json::to_value(scoring).unwrap()), (name, name.into()));
        }
    }

    #[test]
    fn points_read_as_people_write_them_and_as_all_that_they_are() {
        for (number, text) in
            [(0.0, "0"), (30.0, "30"), (12.5, "12.5"), (33.333_333, "33.333333"), (99.999, "99.999"), (1.05, "1.05")]
        {
            assert_eq!(Points::from_number(number).unwrap().to_string(), text);
        }
        for (number, text) in [(-1.0, "-1"), (-0.5, "-0.5"), (-2.255, "-2.255"), (-0.001, "-0.001")] {
            assert_eq!(Points::from_score(number).unwrap().to_string(), text);
        }
        for bad in [-1.0, f64::NAN, f64::INFINITY, 2e9] {
            assert_eq!(Points::from_number(bad), None);
        }
        assert_eq!(Points(9).times(1.0), Points(9));
    }
}
