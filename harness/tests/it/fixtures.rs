//! Small workspaces, good and broken, judged from the command line and compared with the
//! `expected.toml` beside them.

use crate::command::{self, fixture, left_to_long};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// What judging a workspace must give.
#[derive(Default)]
struct Expected {
    exit: i32,
    summary: BTreeMap<String, u64>,
    /// By file stem: the status and each test's outcome, which is a verdict's short form, `fault`,
    /// or `-` when it was not run.
    solutions: BTreeMap<String, String>,
    /// By file stem: the points of each group, and the total.
    scores: BTreeMap<String, String>,
    /// Words that the output must contain.
    printed: Vec<String>,
}

impl Expected {
    fn read(text: &str) -> Expected {
        let file = DeTable::parse(text).unwrap();
        let mut expected = Expected::default();
        let string = |value: &Spanned<DeValue<'_>>| value.get_ref().as_str().unwrap().to_owned();
        let whole = |value: &Spanned<DeValue<'_>>| value.get_ref().as_integer().unwrap().as_str().parse().unwrap();
        for (key, value) in file.get_ref() {
            let entries = || value.get_ref().as_table().unwrap().iter();
            let line = |(k, v): (&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)| (k.get_ref().to_string(), string(v));
            match key.get_ref().as_ref() {
                "exit" => expected.exit = i32::try_from(whole(value)).unwrap(),
                "summary" => expected.summary = entries().map(|(k, v)| (k.get_ref().to_string(), whole(v))).collect(),
                "solutions" => expected.solutions = entries().map(line).collect(),
                "scores" => expected.scores = entries().map(line).collect(),
                "said" => expected.printed = value.get_ref().as_array().unwrap().iter().map(string).collect(),
                other => panic!("unknown key `{other}`"),
            }
        }
        expected
    }
}

fn short(name: &str) -> &'static str {
    model::Verdict::parse(name).expect("a documented verdict name").short()
}

fn check(name: &str) {
    let root = fixture(name);
    let expected = Expected::read(&fs::read_to_string(root.join("expected.toml")).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.json");
    let ran = command::harness()
        .arg("--root")
        .arg(&root)
        .arg("--report")
        .arg(format!("json={}", report.display()))
        .output()
        .unwrap();
    let printed = String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(expected.exit), "{printed}");

    let report: Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    assert_eq!(report["schema"], "harness-report/2");
    for (key, value) in &expected.summary {
        assert_eq!(report["summary"][key].as_u64(), Some(*value), "{key}\n{printed}");
    }
    let mut got = BTreeMap::new();
    let mut scores = BTreeMap::new();
    for solution in report["solutions"].as_array().unwrap() {
        let mut line = format!("{}:", solution["status"].as_str().unwrap());
        for test in solution["tests"].as_array().unwrap() {
            line.push(' ');
            line.push_str(match test["verdict"].as_str() {
                Some(verdict) => short(verdict),
                None if test["fault"].is_null() => "-",
                None => "fault",
            });
        }
        if let Some(groups) = solution["score"]["groups"].as_array() {
            let points: Vec<String> =
                groups.iter().map(|group| group["points"].as_f64().unwrap().to_string()).collect();
            let line = format!("{}: {}", points.join(" "), solution["score"]["points"]);
            scores.insert(solution["solution"].as_str().unwrap().to_owned(), line.trim_end_matches(".0").to_owned());
        }
        got.insert(solution["solution"].as_str().unwrap().to_owned(), line);
    }
    assert_eq!(got, expected.solutions, "{printed}");
    assert_eq!(scores, expected.scores, "{printed}");
    for words in &expected.printed {
        assert!(printed.contains(words.as_str()), "`{words}` is not in\n{printed}");
    }
}

#[test]
fn every_verdict_is_given_where_it_is_due() {
    check("verdicts");
}

#[test]
fn what_is_not_as_expected_is_told_and_so_is_an_unexpected_accepted() {
    check("unmet");
}

#[test]
fn broken_content_is_pointed_at_and_healthy_problems_are_judged() {
    check("broken");
}

#[test]
fn a_checker_that_fails_is_a_fault_and_never_a_verdict() {
    check("faults");
}

#[test]
fn a_solution_is_run_pass_after_pass_as_long_as_the_checker_asks_for_it() {
    check("passes");
}

#[test]
fn groups_have_points_limits_and_requirements_and_a_wrong_score_is_not_as_expected() {
    check("scores");
}

#[test]
fn tools_that_crash_hang_flood_or_do_not_compile_are_named_and_the_rest_is_judged() {
    if left_to_long("it waits for many limits, as the hostile programs do") {
        return;
    }
    check("tools");
}
