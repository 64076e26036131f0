//! Whose rules for points a package follows.

use crate::judged::JudgedPackage;
use crate::testing;
use model::{Points, PointsGiven, RulesOf, TestId};

const TESTS: [(&str, &str); 8] = [
    ("data/sample/1.in", ""),
    ("data/sample/1.ans", ""),
    ("data/secret/a/1.in", ""),
    ("data/secret/a/1.ans", ""),
    ("data/secret/a/2.in", ""),
    ("data/secret/a/2.ans", ""),
    ("data/secret/b/1.in", ""),
    ("data/secret/b/1.ans", ""),
];
const SETTINGS: [(&str, &str); 5] = [
    ("problem.yaml", "name: X\ntype: scoring\nlimits: {time_limit: 1}\n"),
    ("data/testdata.yaml", "on_reject: continue\ngrader_flags: sum\naccept_score: 9\n"),
    ("data/secret/testdata.yaml", "grader_flags: sum\n"),
    ("data/secret/a/testdata.yaml", "accept_score: 40\n"),
    ("data/secret/b/testdata.yaml", "grader_flags: min\naccept_score: 60\n"),
];

/// Reads a scoring package with `more` files, which replace others of the same name.
fn scoring(more: &[(&str, &str)]) -> (JudgedPackage, Vec<String>) {
    let usual = TESTS.iter().chain(&SETTINGS).filter(|(name, _)| more.iter().all(|(own, _)| own != name));
    let files: Vec<(&str, &str)> = usual.chain(more).copied().collect();
    let read = crate::kattis::catalog::read;
    let (_folder, judged, printed) = testing::package(&files, &["py"], crate::kattis::is_package, read);
    (judged, printed)
}

/// The rules, and the most points that there are.
fn rules(judged: &JudgedPackage) -> (RulesOf, Option<Points>) {
    let problem = judged.problem.as_ref().unwrap();
    let grading = problem.rules.grading.as_ref().unwrap();
    let tests: Vec<&TestId> = problem.tests.iter().map(|test| &test.id).collect();
    (grading.rules_of, grading.most(&tests)[0].1)
}

const WANTS: (&str, &str) = ("submissions/accepted/a.py", "# @EXPECTED_RESULTS@: CORRECT\n# @EXPECTED_SCORE@: 100\n");

#[test]
fn marks_of_domjudge_mean_its_rules_and_a_package_without_marks_means_those_of_kattis() {
    let by_kattis = (RulesOf::Kattis, Points::from_number(9.0 + 80.0 + 60.0));
    let by_domjudge = (RulesOf::Domjudge, Points::from_number(100.0));
    let check = |more: &[(&str, &str)], expected| {
        let (judged, printed) = scoring(more);
        assert_eq!((rules(&judged), printed), (expected, Vec::new()), "{more:?}");
    };
    check(&[("submissions/accepted/a.py", "")], by_kattis);
    check(&[WANTS], by_domjudge);
    check(&[("submissions/accepted/a.py", ""), ("domjudge-problem.ini", "short-name = A\n")], by_domjudge);
}

#[test]
fn marks_of_both_systems_mean_the_rules_of_kattis_and_a_warning_names_the_difference() {
    let check = |more: &[(&str, &str)], mark: &str| {
        let (judged, printed) = scoring(&[&[WANTS], more].concat());
        assert_eq!(rules(&judged).0, RulesOf::Kattis, "{mark}");
        let warned = printed.iter().filter(|line| line.contains(mark) && line.contains("@EXPECTED_SCORE@"));
        assert_eq!(warned.count(), 1, "{mark} {printed:?}");
    };
    check(&[("submissions/partially_accepted/b.py", "")], "partially_accepted");
    check(&[("data/secret/testdata.yaml", "grader_flags: first_error sum\n")], "`grader_flags`");
    check(&[("data/secret/b/testdata.yaml", "reject_score: 1\n")], "`reject_score`");
    check(
        &[
            ("problem.yaml", "name: X\ntype: scoring\nvalidation: custom score\n"),
            ("output_validators/v/validate.py", ""),
        ],
        "custom score",
    );
}

#[test]
fn a_validator_of_domjudge_gives_points_unasked_and_one_of_kattis_may_not() {
    let custom = [
        ("problem.yaml", "name: X\ntype: scoring\nvalidation: custom\nlimits: {time_limit: 1}\n"),
        ("output_validators/v/validate.py", ""),
    ];
    let given = |more: &[(&str, &str)]| {
        let (judged, _) = scoring(&[&custom[..], more].concat());
        judged.problem.unwrap().rules.grading.as_ref().unwrap().groups[1].given
    };
    assert_eq!(given(&[WANTS]), PointsGiven::Always);
    assert_eq!(given(&[("submissions/accepted/a.py", "")]), PointsGiven::Nothing);
}

#[test]
fn tests_without_all_of_their_files_leave_the_points_of_their_groups_open() {
    let (judged, _) =
        scoring(&[WANTS, ("data/secret/a/3.ans", ""), ("data/secret/b/2.in", ""), ("data/invalid_input/1.ans", "")]);
    let absent = &judged.problem.unwrap().rules.absent;
    let absent: Vec<&str> = absent.iter().map(|id| &*id.0).collect();
    assert_eq!(absent, ["secret/a/3", "secret/b/2"]);
}

#[test]
fn what_says_how_tests_are_judged_and_means_nothing_leaves_the_package_out() {
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        let files: Vec<(&str, &str)> = TESTS.iter().chain(files).copied().collect();
        let read = crate::kattis::catalog::read;
        let (_folder, judged, printed) = testing::package(&files, &[], crate::kattis::is_package, read);
        let errors: Vec<&String> = printed.iter().filter(|line| line.starts_with("error")).collect();
        assert_eq!((judged.problem.is_none(), errors.len()), (!expected.is_empty(), expected.len()), "{errors:?}");
        assert!(errors.iter().zip(expected).all(|(error, expected)| error.contains(expected)), "{errors:?}");
    };
    let legacy = ("problem.yaml", "name: X\ntype: scoring\n");
    check(&[legacy], &[]);
    check(&[legacy, ("data/secret/testdata.yaml", "grading: custom\n")], &["without a program in graders/"]);
    check(&[legacy, ("data/secret/b/testdata.yaml", "output_validator_flags: fuzzy\n")], &["mean nothing"]);
    let later = "problem_format_version: 2025-09\nname: X\ntype: scoring\nuuid: 1\nlicense: cc0\n";
    check(&[("problem.yaml", later)], &[]);
    let group = ("data/secret/a/test_group.yaml", "score_aggregation: pass-fail\n");
    check(&[("problem.yaml", later), group], &["secret/a is pass-fail and has no `max_score`"]);
}
