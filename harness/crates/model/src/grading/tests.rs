use super::*;
use std::slice::from_ref;

/// A group with the format's defaults: a sum that ends at its first failure.
fn group(name: &str) -> GradedGroup {
    GradedGroup {
        group: name.to_owned(),
        verdict: VerdictOf::WorstError,
        points: PointsOf::Sum,
        any_accepted: false,
        ignores_sample: false,
        breaks: true,
        accepted: 1.0,
        rejected: 0.0,
        given: PointsGiven::Ignored,
        least: None,
        most: None,
        requires: Vec::new(),
        grader: None,
    }
}

fn grading(groups: &[GradedGroup]) -> Grading {
    Grading { groups: groups.to_vec(), scored: true, makes_verdict: true, fixed: true, ..Grading::default() }
}

/// `a/1=. a/2=W a/3=? a/4=7.5`: accepted, a verdict, unknown, points that the validator gave.
fn results(text: &str) -> Vec<(TestId, Option<Grade>)> {
    let one = |word: &str| {
        let (id, got) = word.split_once('=').unwrap();
        let letter = |verdict: &Verdict| got.starts_with(verdict.letter());
        let grade = match got.parse::<f64>() {
            Ok(points) => Some(Grade { verdict: Verdict::Accepted, points: Points::from_score(points) }),
            Err(_) => Verdict::ALL.into_iter().find(letter).map(|verdict| Grade { verdict, points: None }),
        };
        (TestId(id.into()), grade)
    };
    text.split_whitespace().map(one).collect()
}

/// Checks what every group gets: `AC 3`, `? ?`.
fn check(groups: &[GradedGroup], text: &str, expected: &[&str]) {
    check_by(&grading(groups), text, expected);
}

fn check_by(grading: &Grading, text: &str, expected: &[&str]) {
    let results = results(text);
    let tests: Vec<&TestId> = results.iter().map(|(id, _)| id).collect();
    let grade_of = |test: &TestId| results.iter().find(|(id, _)| id == test).and_then(|(_, grade)| *grade);
    let mut grader = |flags: &[String], printed: &[(Verdict, f64)]| {
        let share = printed.iter().map(|(_, points)| *points).fold(1.0, f64::min);
        assert_eq!(flags, ["min", "most=18"]);
        Ok(Some((printed.last().map_or(Verdict::Accepted, |(verdict, _)| *verdict), 18.0 * share)))
    };
    let graded = grading.evaluate(&tests, &grade_of, &mut grader).unwrap();
    let words = graded.iter().map(|graded| {
        let points = graded.points.map_or("?".to_owned(), |points| Points::from_score(points).unwrap().to_string());
        let blocked = graded.blocked.as_ref().map_or(String::new(), |name| format!(" ({name})"));
        format!("{} {points}{blocked}", graded.verdict.map_or("?", Verdict::short))
    });
    assert_eq!(words.collect::<Vec<_>>(), expected, "{text}");
}

/// Checks which tests count, given these results so far.
fn needed(groups: &[GradedGroup], text: &str, expected: &str) {
    needed_by(&grading(groups), text, expected);
}

fn needed_by(grading: &Grading, text: &str, expected: &str) {
    let results = results(text);
    let tests: Vec<&TestId> = results.iter().map(|(id, _)| id).collect();
    let grade_of = |test: &TestId| results.iter().find(|(id, _)| id == test).and_then(|(_, grade)| *grade);
    let decided = grading.decided(&tests, &grade_of);
    let left = tests.iter().zip(decided).filter(|(_, decided)| !decided).map(|(test, _)| &*test.0);
    assert_eq!(left.collect::<Vec<_>>().join(" "), expected, "{text}");
}

#[test]
fn groups_lie_in_groups_to_any_depth_and_each_adds_up_in_its_own_way() {
    let min = |name| GradedGroup { points: PointsOf::Min, accepted: 10.0, ..group(name) };
    let max = |name| GradedGroup { points: PointsOf::Max, breaks: false, any_accepted: true, ..group(name) };
    let avg = |name| GradedGroup { points: PointsOf::Avg, breaks: false, accepted: 4.0, ..group(name) };
    let groups =
        [GradedGroup { breaks: false, ..group("") }, max("s"), min("s/a"), min("s/b"), avg("s/b/c"), group("s/b/c/d")];
    check(
        &groups,
        "s/a/1=. s/a/2=. s/b/1=. s/b/c/1=. s/b/c/2=W s/b/c/d/1=. s/b/c/d/2=.",
        &["AC 10", "AC 10", "AC 10", "WA 2", "WA 2", "AC 2"],
    );
    check(&groups, "s/a/1=W s/b/1=. s/b/c/1=. s/b/c/d/1=.", &["AC 2.5", "AC 2.5", "WA 0", "AC 2.5", "AC 2.5", "AC 1"]);
    check(&groups, "s/a/1=? s/b/1=. s/b/c/1=. s/b/c/d/1=.", &["AC ?", "AC ?", "? ?", "AC 2.5", "AC 2.5", "AC 1"]);
}

#[test]
fn a_group_that_breaks_counts_nothing_behind_its_first_failure() {
    let breaks = [group(""), group("s")];
    check(&breaks, "s/1=. s/2=W s/3=. s/4=R", &["WA 1", "WA 1"]);
    check(&breaks, "s/1=. s/2=W s/3=? s/4=?", &["WA 1", "WA 1"]);
    check(&breaks, "s/1=? s/2=W s/3=.", &["? ?", "? ?"]);
    let goes_on = [group(""), GradedGroup { breaks: false, ..group("s") }];
    check(&goes_on, "s/1=. s/2=W s/3=. s/4=R", &["RTE 2", "RTE 2"]);
    let first = [group(""), GradedGroup { breaks: false, verdict: VerdictOf::FirstError, ..group("s") }];
    check(&first, "s/1=. s/2=W s/3=. s/4=R", &["WA 2", "WA 2"]);
    // A group that failed breaks the one around it.
    check(&[group(""), group("a"), group("b")], "a/1=T b/1=.", &["TLE 0", "TLE 0", "AC 0"]);
}

#[test]
fn verdicts_are_made_as_the_flags_say_apart_from_points() {
    let any = [GradedGroup { any_accepted: true, breaks: false, ..group("") }, group("a"), group("b")];
    check(&any, "a/1=W b/1=.", &["AC 1", "WA 0", "AC 1"]);
    check(&any, "a/1=W b/1=T", &["TLE 0", "WA 0", "TLE 0"]);
    let always = [GradedGroup { verdict: VerdictOf::AlwaysAccept, breaks: false, ..group("") }, group("a")];
    check(&always, "a/1=W", &["AC 0", "WA 0"]);
    let ignoring = [GradedGroup { ignores_sample: true, breaks: false, ..group("") }, group("sample"), group("secret")];
    check(&ignoring, "sample/1=W secret/1=. secret/2=.", &["AC 2", "WA 0", "AC 2"]);
    check(&ignoring, "secret/1=. secret/2=.", &["AC 2", "AC 2"]);
}

#[test]
fn the_validators_points_count_where_it_may_give_them() {
    let free = |name| GradedGroup { given: PointsGiven::Free, rejected: -1.0, breaks: false, ..group(name) };
    check(&[free(""), free("s")], "s/1=8.02 s/2=-3 s/3=W s/4=.", &["WA 5.02", "WA 5.02"]);
    check(&[group(""), group("s")], "s/1=8.02", &["AC 1", "AC 1"]);
    let score = |group: GradedGroup| {
        let grading = grading(&[group]);
        let test = TestId("s/1".into());
        let grade = Grade { verdict: Verdict::Accepted, points: Points::from_score(30.0) };
        let graded = grading.evaluate(&[&test], &|_| Some(grade), &mut |_, _| unreachable!()).unwrap();
        let score = grading.score(&[&test], &graded);
        (score.points.map(Points::as_number), score.of.map(Points::as_number), score.fault.map(|fault| fault.message))
    };
    assert_eq!(score(free("")), (Some(30.0), None, None));
    assert_eq!(score(GradedGroup { most: Some(50.0), ..free("") }), (Some(30.0), Some(50.0), None));
    let (points, _, fault) = score(GradedGroup { most: Some(20.0), ..free("") });
    assert_eq!((points, fault.as_deref()), (None, Some("a score of 30 in the problem, where 20 is the most")));
    assert!(score(GradedGroup { least: Some(31.0), ..free("") }).2.is_some());
}

#[test]
fn a_group_that_requires_another_gets_nothing_without_it() {
    let part = |name, requires: &[&str]| GradedGroup {
        points: PointsOf::PassFail,
        most: Some(40.0),
        breaks: false,
        requires: requires.iter().map(|name| (*name).to_owned()).collect(),
        ..group(name)
    };
    let groups =
        [GradedGroup { breaks: false, ..group("") }, part("a", &["sample"]), part("b", &["a"]), part("c", &["b"])];
    check(&groups, "sample/1=. a/1=. b/1=. c/1=.", &["AC 121", "AC 40", "AC 40", "AC 40"]);
    check(&groups, "sample/1=. a/1=. b/1=W c/1=.", &["? 41", "AC 40", "WA 0", "? 0 (b)"]);
    check(&groups, "sample/1=. a/1=? b/1=. c/1=W", &["? ?", "? ?", "AC ?", "WA 0"]);
}

#[test]
fn a_packages_own_grader_is_asked_about_what_is_wholly_known() {
    let flags = vec!["min".to_owned(), "most=18".to_owned()];
    let own = GradedGroup { grader: Some(flags), given: PointsGiven::Free, breaks: false, ..group("s") };
    let groups = [GradedGroup { breaks: false, ..group("") }, own];
    check(&groups, "s/1=1 s/2=0.5", &["AC 9", "AC 9"]);
    check(&groups, "s/1=1 s/2=?", &["? ?", "? ?"]);
}

#[test]
fn tests_that_no_longer_count_are_known() {
    let breaks = [group(""), group("a"), group("b")];
    needed(&breaks, "a/1=. a/2=W a/3=? b/1=?", "a/1 a/2");
    let goes_on = [GradedGroup { breaks: false, ..group("") }, group("a"), group("b")];
    needed(&goes_on, "a/1=. a/2=W a/3=? b/1=?", "a/1 a/2 b/1");
    // What follows an unknown test cannot be broken off yet.
    needed(&goes_on, "a/1=? a/2=W a/3=? b/1=?", "a/1 a/2 a/3 b/1");
    needed(&[all(""), all("a")], "a/1=W a/2=?", "a/1 a/2");
    let min = GradedGroup { points: PointsOf::Min, ..all("a") };
    needed(&[all(""), min], "a/1=W a/2=?", "a/1");
    let pass_fail = GradedGroup { points: PointsOf::PassFail, most: Some(5.0), ..all("a") };
    needed(&[all(""), pass_fail], "a/1=W a/2=?", "a/1");
    let requires = GradedGroup { requires: vec!["a".to_owned()], ..all("b") };
    needed(&[all(""), all("a"), requires], "a/1=W a/2=? b/1=?", "a/1 a/2");
}

/// A group of DOMjudge's.
fn domjudge(name: &str, points: PointsOf, accepted: f64) -> GradedGroup {
    GradedGroup { verdict: VerdictOf::FirstError, points, accepted, breaks: false, ..group(name) }
}

fn by_domjudge(groups: &[GradedGroup]) -> Grading {
    Grading { rules_of: RulesOf::Domjudge, ..grading(groups) }
}

#[test]
fn a_group_of_domjudge_is_worth_its_points_once_and_samples_without_settings_nothing() {
    let rules = by_domjudge(&[
        domjudge("", PointsOf::Sum, 0.0),
        domjudge("secret", PointsOf::Sum, 0.0),
        domjudge("secret/a", PointsOf::Sum, 20.0),
        domjudge("secret/b", PointsOf::Avg, 0.0),
        domjudge("secret/b/c", PointsOf::Sum, 15.0),
        domjudge("secret/b/d", PointsOf::Sum, 45.0),
        domjudge("secret/e", PointsOf::Min, 0.0),
        domjudge("secret/e/f", PointsOf::Sum, 50.0),
    ]);
    let all = "sample/1=W secret/a/1=. secret/a/2=. secret/b/c/1=. secret/b/d/1=. secret/e/f/1=.";
    check_by(&rules, all, &["AC 100", "AC 100", "AC 20", "AC 30", "AC 15", "AC 45", "AC 50", "AC 50"]);
    let tests: Vec<TestId> = results(all).into_iter().map(|(id, _)| id).collect();
    let most = rules.most(&tests.iter().collect::<Vec<_>>());
    assert_eq!(most[0].1, Points::from_number(100.0));
    // The first failure in order is the verdict, not the worst.
    let some = "sample/1=. secret/a/1=. secret/a/2=W secret/b/c/1=R secret/b/d/1=. secret/e/f/1=T";
    check_by(&rules, some, &["WA 22.5", "WA 22.5", "WA 0", "RTE 22.5", "RTE 0", "AC 45", "TLE 0", "TLE 0"]);
    needed_by(&rules, "secret/a/1=W secret/a/2=? secret/b/c/1=?", "secret/a/1 secret/b/c/1");
    assert!(!rules.needs_all_accepted());
}

#[test]
fn domjudge_counts_scores_of_the_validator_for_rejected_outputs_too_and_never_the_groups_own_beside_them() {
    let scored = |points| GradedGroup { given: PointsGiven::Always, ..domjudge("secret", points, 7.0) };
    let whole = GradedGroup { given: PointsGiven::Always, ..domjudge("", PointsOf::Sum, 0.0) };
    let by = |points| by_domjudge(&[whole.clone(), scored(points)]);
    check_by(&by(PointsOf::Sum), "secret/1=10 secret/2=. secret/3=5.5", &["AC 15.5", "AC 15.5"]);
    check_by(&by(PointsOf::Min), "secret/1=10 secret/2=. secret/3=5.5", &["AC 5.5", "AC 5.5"]);
    check_by(&by(PointsOf::Sum), "secret/1=. secret/2=.", &["AC 7", "AC 7"]);
    check_by(&by(PointsOf::Sum), "secret/1=10 secret/2=?", &["? ?", "? ?"]);
    let breaking = GradedGroup { breaks: true, ..scored(PointsOf::Sum) };
    let rules = by_domjudge(&[whole.clone(), breaking]);
    check_by(&rules, "secret/1=3 secret/2=W secret/3=4", &["WA 3", "WA 3"]);
    needed_by(&rules, "secret/1=3 secret/2=W secret/3=?", "secret/1 secret/2");
}

#[test]
fn all_tests_of_a_broken_group_of_domjudge_count_until_the_problem_has_a_result() {
    let scored = |name| GradedGroup { given: PointsGiven::Always, breaks: true, ..domjudge(name, PointsOf::Sum, 7.0) };
    let whole = GradedGroup { given: PointsGiven::Always, ..domjudge("", PointsOf::Sum, 0.0) };
    let rules = by_domjudge(&[whole.clone(), scored("a"), scored("b")]);
    check_by(&rules, "a/1=3 a/2=W a/3=4 b/1=W b/2=5", &["WA 7", "WA 7", "WA 0"]);
    check_by(&rules, "a/1=3 a/2=W a/3=? b/1=. b/2=5", &["WA ?", "WA ?", "AC 5"]);
    needed_by(&rules, "a/1=3 a/2=W a/3=? b/1=W b/2=?", "a/1 a/2 a/3 b/1 b/2");
    needed_by(&rules, "a/1=3 a/2=W a/3=4 b/1=W b/2=?", "a/1 a/2 a/3 b/1");
    let breaking = by_domjudge(&[GradedGroup { breaks: true, ..whole }, scored("a"), scored("b")]);
    check_by(&breaking, "a/1=3 a/2=W a/3=4 b/1=1", &["WA 3", "WA 3", "? 0"]);
    needed_by(&breaking, "a/1=3 a/2=W a/3=? b/1=?", "a/1 a/2");
}

#[test]
fn a_least_score_is_not_decided_by_an_inner_group_that_has_failed() {
    let least = GradedGroup { points: PointsOf::Min, ..all("") };
    // The first group keeps a point, the second can still get less.
    needed(&[least, all("a"), all("b")], "a/1=W a/2=. b/1=?", "a/1 a/2 b/1");
    // So can a group whose failed tests have points, or whose accepted tests cost some.
    for (accepted, rejected) in [(1.0, 5.0), (-1.0, 0.0)] {
        let least = GradedGroup { points: PointsOf::Min, accepted, rejected, ..all("a") };
        needed(&[all(""), least], "a/1=W a/2=?", "a/1 a/2");
    }
}

fn all(name: &str) -> GradedGroup {
    GradedGroup { breaks: false, ..group(name) }
}

#[test]
fn what_follows_an_unknown_result_keeps_its_points() {
    check(&[group(""), group("a"), group("b"), group("c")], "a/1=? b/1=W c/1=.", &["? ?", "? ?", "WA 0", "AC 1"]);
}

#[test]
fn a_group_that_is_blocked_blocks_those_that_require_it() {
    let requires = |name, other: &str| GradedGroup { requires: vec![other.to_owned()], ..all(name) };
    let groups = [all(""), requires("a", "sample"), requires("b", "a"), requires("c", "b")];
    check(&groups, "sample/1=W a/1=. b/1=. c/1=.", &["? 0", "? 0 (sample)", "? 0 (a)", "? 0 (b)"]);
}

#[test]
fn an_open_result_leaves_the_first_verdict_open_only_where_one_accepted_is_enough() {
    let first = GradedGroup { verdict: VerdictOf::FirstError, ..all("") };
    check(from_ref(&first), "1=W 2=?", &["WA ?"]);
    let any = GradedGroup { any_accepted: true, ..first };
    check(from_ref(&any), "1=W 2=?", &["? ?"]);
    check(&[any], "1=W 2=R", &["WA 0"]);
}

#[test]
fn a_least_score_is_zero_as_soon_as_one_is_where_none_can_be_less() {
    let least = GradedGroup { points: PointsOf::Min, ..all("") };
    check(from_ref(&least), "1=W 2=?", &["? 0"]);
    for other in [
        GradedGroup { accepted: -1.0, ..all("a") },
        GradedGroup { rejected: -1.0, ..all("a") },
        GradedGroup { given: PointsGiven::Free, ..all("a") },
        GradedGroup { grader: Some(Vec::new()), ..all("a") },
    ] {
        check(&[least.clone(), other], "1=W 2=?", &["? ?"]);
    }
    for accepted in [0.0, 0.5] {
        check(&[least.clone(), GradedGroup { accepted, ..all("a") }], "1=W 2=?", &["? 0"]);
    }
    // Without any result, as where all tests were left out.
    check(&[least], "", &["AC 0"]);
}

#[test]
fn a_score_may_be_as_large_as_the_most_and_as_small_as_the_least() {
    let range = GradedGroup { least: Some(31.0), most: Some(50.0), ..group("") };
    for (number, is_outside) in [
        (31.0, false),
        (50.0, false),
        // A millionth, from a share that was rounded.
        (31.0 - 1e-6, false),
        (50.0 + 1e-6, false),
        (30.999, true),
        (50.001, true),
    ] {
        assert_eq!(range.outside(number).is_some(), is_outside, "{number}");
    }
}

#[test]
fn a_score_lists_the_groups_that_have_points_and_is_none_where_one_is_out_of_its_range() {
    let score = |most: f64, makes_verdict: bool| {
        let groups = [all(""), all("secret"), GradedGroup { accepted: 5.0, most: Some(most), ..all("secret/a") }];
        let grading = Grading { makes_verdict, ..grading(&groups) };
        let results = results("secret/a/1=. secret/a/2=W");
        let tests: Vec<&TestId> = results.iter().map(|(id, _)| id).collect();
        let grade_of = |test: &TestId| results.iter().find(|(id, _)| id == test).and_then(|(_, grade)| *grade);
        let graded = grading.evaluate(&tests, &grade_of, &mut |_, _| Ok(None)).unwrap();
        grading.score(&tests, &graded)
    };
    let points = |number| Points::from_number(number);
    let group = |verdict| GroupScore {
        group: "secret/a".to_owned(),
        points: points(5.0),
        of: points(10.0),
        blocked: None,
        verdict,
    };
    let whole = |verdict| Score { points: points(5.0), of: points(10.0), groups: vec![group(verdict)], fault: None };
    assert_eq!(score(10.0, true), whole(Some(Verdict::WrongAnswer)));
    assert_eq!(score(10.0, false), whole(None));
    let outside = score(4.0, true);
    let fault = outside.fault.map(|fault| fault.message.to_string());
    assert_eq!((outside.points, fault.as_deref()), (None, Some("a score of 5 in secret/a, where 4 is the most")));
}

#[test]
fn a_validator_may_give_what_the_tests_own_group_says() {
    let groups = [
        all(""),
        GradedGroup { given: PointsGiven::UpToAccepted, accepted: 7.0, ..all("a") },
        GradedGroup { given: PointsGiven::Nothing, ..all("a/b") },
        GradedGroup { given: PointsGiven::Free, ..all("c") },
    ];
    let grading = grading(&groups);
    let seven = Worth::UpTo(Points::from_number(7.0).unwrap());
    for (test, group, worth) in
        [("1", "", Worth::Nothing), ("a/1", "a", seven), ("a/b/1", "a/b", Worth::PassFail), ("c/1", "c", Worth::Free)]
    {
        let id = TestId(test.into());
        assert_eq!((grading.worth_of(&id), grading.worth_in(group)), (worth, worth), "{test}");
        let directly: Vec<&str> = groups
            .iter()
            .map(|group| group.group.as_str())
            .filter(|group| grading.is_directly_in(&id, group))
            .collect();
        assert_eq!(directly, [group], "{test}");
    }
    assert_eq!(grading.worth_in("nowhere"), Worth::Nothing);
}

#[test]
fn samples_that_do_not_count_and_the_folder_of_all_groups_have_no_points_of_their_own() {
    let sample = |accepted, given| GradedGroup { accepted, given, ..all("sample") };
    let check = |groups: &[GradedGroup], of: &str, expected: bool| {
        let grading = grading(groups);
        let group = groups.iter().find(|group| group.group == of).unwrap();
        assert_eq!(grading.has_points(group), expected, "{of} of {groups:?}");
    };
    for (accepted, given, expected) in [
        (1.0, PointsGiven::Ignored, true),
        (0.0, PointsGiven::Ignored, false),
        (0.0, PointsGiven::Free, true),
        (0.0, PointsGiven::Always, true),
    ] {
        check(&[all(""), sample(accepted, given)], "sample", expected);
        let ignoring = GradedGroup { ignores_sample: true, ..all("") };
        check(&[ignoring, sample(accepted, given)], "sample", false);
    }
    check(&[all(""), all("secret")], "secret", true);
    check(&[all(""), all("secret"), all("secret/a")], "secret", false);
    check(&[all(""), all("secret"), all("secret/a")], "secret/a", true);
}

#[test]
fn the_most_is_what_all_accepted_tests_have_unless_points_below_are_open() {
    let groups = [
        all(""),
        GradedGroup { accepted: 5.0, ..all("a") },
        GradedGroup { given: PointsGiven::Unbounded, most: Some(70.0), ..all("b") },
        all("b/c"),
        GradedGroup { most: Some(9.0), ..all("d") },
        GradedGroup { given: PointsGiven::Always, ..all("d/e") },
    ];
    let tests = results("a/1=. b/1=. b/c/1=. d/1=. d/e/1=.");
    let tests: Vec<&TestId> = tests.iter().map(|(id, _)| id).collect();
    let most = grading(&groups).most(&tests);
    let most: Vec<(&str, Option<f64>)> =
        most.iter().map(|(group, most)| (group.as_str(), most.map(Points::as_number))).collect();
    let expected =
        [("", None), ("a", Some(5.0)), ("b", Some(70.0)), ("b/c", Some(1.0)), ("d", Some(9.0)), ("d/e", None)];
    assert_eq!(most, expected);
}

#[test]
fn one_failure_is_enough_where_no_rule_forgives_it() {
    assert!(grading(&[all("")]).needs_all_accepted());
    for forgiving in [
        GradedGroup { any_accepted: true, ..all("a") },
        GradedGroup { ignores_sample: true, ..all("a") },
        GradedGroup { grader: Some(Vec::new()), ..all("a") },
        GradedGroup { verdict: VerdictOf::AlwaysAccept, ..all("a") },
    ] {
        assert!(!grading(&[all(""), forgiving.clone()]).needs_all_accepted(), "{forgiving:?}");
    }
    assert!(!by_domjudge(&[all("")]).needs_all_accepted());
}

/// Each group's failure, or that it is open, decides whether the tests behind it count.
#[test]
fn what_a_group_came_to_decides_about_the_tests_behind_it() {
    let any = |breaks| GradedGroup { any_accepted: true, breaks, ..group("s") };
    let behind = |s: GradedGroup, text: &str, expected: &str| needed(&[group(""), s, all("t")], text, expected);
    behind(all("s"), "s/1=. t/1=?", "s/1 t/1");
    behind(all("s"), "s/1=W t/1=?", "s/1");
    behind(any(false), "s/1=W s/2=. t/1=?", "s/1 s/2 t/1");
    behind(any(false), "s/1=W t/1=?", "s/1");
    behind(any(false), "s/1=W s/2=W t/1=?", "s/1 s/2");
    behind(any(false), "s/1=W s/2=? t/1=?", "s/1 s/2 t/1");
    behind(GradedGroup { verdict: VerdictOf::AlwaysAccept, ..all("s") }, "s/1=W t/1=?", "s/1 t/1");
    // A blocked group is neither failed nor accepted: what is behind it stays.
    let blocked = GradedGroup { requires: vec!["a".to_owned()], ..any(false) };
    needed(&[group(""), blocked, all("a"), all("t")], "s/1=? a/1=W t/1=?", "a/1 t/1");
    // The samples do not count, unless there is nothing else.
    let ignoring = GradedGroup { ignores_sample: true, ..group("") };
    needed(&[ignoring, all("sample"), all("t")], "sample/1=W t/1=? t/2=?", "sample/1 t/1 t/2");
    behind(GradedGroup { ignores_sample: true, ..all("s") }, "s/1=W t/1=?", "s/1");
}

#[test]
fn samples_count_for_domjudge_unless_the_group_around_them_leaves_them_out() {
    let samples = |ignores_sample| {
        let whole = GradedGroup { ignores_sample, ..domjudge("", PointsOf::Sum, 0.0) };
        by_domjudge(&[whole, domjudge("sample", PointsOf::Sum, 3.0), domjudge("a", PointsOf::Sum, 5.0)])
    };
    check_by(&samples(false), "sample/1=. a/1=.", &["AC 8", "AC 3", "AC 5"]);
    check_by(&samples(true), "sample/1=. a/1=.", &["AC 5", "AC 3", "AC 5"]);
    check_by(&samples(true), "sample/1=W a/1=.", &["AC 5", "WA 0", "AC 5"]);
}

#[test]
fn a_failed_group_of_domjudge_ends_no_other_group() {
    let groups = ["", "a", "b"].map(|name| domjudge(name, PointsOf::Sum, 1.0));
    needed_by(&by_domjudge(&groups), "a/1=W b/1=?", "a/1 b/1");
    // Nothing has a result before a test was judged, even one that lies in no group.
    needed_by(&by_domjudge(&groups[..1]), "elsewhere/1=? elsewhere/2=?", "elsewhere/1");
    check_by(&by_domjudge(&groups[..1]), "elsewhere/1=. elsewhere/2=.", &["AC 0"]);
}

#[test]
fn whose_rules_they_are_is_written_only_where_they_are_not_the_formats_own() {
    let text = |grading: &Grading| serde_json::to_string(grading).unwrap();
    assert!(!text(&grading(&[])).contains("rules_of"));
    let theirs = by_domjudge(&[group("")]);
    assert_eq!(serde_json::from_str::<Grading>(&text(&theirs)).unwrap(), theirs);
}
