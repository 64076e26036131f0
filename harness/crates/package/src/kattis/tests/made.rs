//! Packages whose tests a `generators.yaml` describes, and limits that two files set.

use crate::judged::JudgedPackage;
use crate::testing;
use model::{Comparison, TimeFrom};
use std::fs;
use std::time::Duration;

fn package(files: &[(&str, &str)]) -> (JudgedPackage, Vec<String>) {
    let read = crate::kattis::catalog::read;
    let (_folder, judged, printed) = testing::package(files, &["py"], crate::kattis::is_package, read);
    (judged, printed)
}

#[test]
fn settings_of_folders_without_tests_hold_for_what_is_made_there() {
    let (judged, printed) = package(&[
        ("problem.yaml", "problem_format_version: 2025-09\nname: X\nlimits: {time_limit: 1}\n"),
        (
            "generators/generators.yaml",
            "data:
  secret:
    data: {a: {in: '1', ans: '1'}}
  valid_output:
    data:
      x: {in: '1', ans: '0.5', out: '0.501'}
      inner: {data: {y: {in: '1', ans: a, out: a}}}
  invalid_input: {data: {low: {data: {z: {in: '0'}}}}}
",
        ),
        ("data/valid_output/test_group.yaml", "output_validator_args: [float_tolerance, '1e-2']\n"),
        ("data/valid_output/inner/test_group.yaml", "output_validator_args: [case_sensitive]\n"),
        ("data/invalid_input/low/test_group.yaml", "input_validator_args: [--low]\n"),
        ("data/invalid_output/test_group.yaml", "output_validator_args: [space_change_sensitive]\n"),
        ("data/invalid_output/w.in", ""),
        ("data/invalid_output/w.ans", "a b\n"),
        ("data/invalid_output/w.out", "a  b\n"),
        ("input_validators/v.py", ""),
        ("submissions/accepted/a.py", ""),
    ]);
    assert_eq!(printed, Vec::<String>::new());
    let rules = &judged.problem.as_ref().unwrap().rules;
    let options = |id: &str| {
        let output = rules.outputs.iter().find(|output| &*output.test.id.0 == id).unwrap();
        let Comparison::Tokens(options) = output.test.comparison(&Comparison::Exact) else { panic!("{id}") };
        *options
    };
    assert_eq!(options("valid_output/x").float_absolute, Some(0.01));
    assert!(options("valid_output/inner/y").case_sensitive && options("valid_output/inner/y").float_absolute.is_none());
    assert!(options("invalid_output/w").space_change_sensitive);
    let [refused] = &rules.refused[..] else { panic!("{:?}", rules.refused) };
    assert_eq!(&*refused.id.0, "invalid_input/low/z");
    let args: Vec<&str> =
        refused.judged.as_ref().unwrap().validator_args.iter().flat_map(|(_, args)| args).map(String::as_str).collect();
    assert_eq!(args, ["--low"]);
}

#[test]
fn programs_of_one_name_are_filled_in_apart() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: X\nconstants: {n: 5}\nlimits: {time_limit: 1}\n"),
        ("data/secret/1.in", ""),
        ("data/secret/1.ans", ""),
        ("input_validators/v.py", "input {{n}}"),
        ("answer_validators/v.py", "answer {{n}}"),
    ];
    let read = crate::kattis::catalog::read;
    let (_folder, judged, _) = testing::package(&files, &["py"], crate::kattis::is_package, read);
    let problem = judged.problem.unwrap();
    let texts = problem.validators.iter().chain(&problem.rules.answer_validators);
    let texts: Vec<String> = texts.map(|file| fs::read_to_string(file).unwrap()).collect();
    assert_eq!(texts, ["input 5", "answer 5"]);
}

#[test]
fn the_limit_of_problem_yaml_counts_and_another_one_of_domjudge_is_named() {
    let check = |more: &[(&str, &str)], seconds: u64, file: &str, warned: bool| {
        let tests = [("data/secret/1.in", ""), ("data/secret/1.ans", ""), ("submissions/accepted/a.py", "")];
        let (judged, printed) = package(&[&tests[..], more].concat());
        let problem = judged.problem.unwrap();
        assert_eq!(problem.limits.cpu, Duration::from_secs(seconds));
        assert!(matches!(&problem.rules.time, TimeFrom::File(path) if path.ends_with(file)), "{file}");
        assert_eq!(printed.iter().any(|line| line.contains("the former counts")), warned, "{printed:?}");
    };
    let own = ("problem.yaml", "name: X\nlimits: {time_limit: 1}\n");
    check(&[own, (".timelimit", "9\n")], 1, "problem.yaml", true);
    check(&[own, (".timelimit", "1\n")], 1, "problem.yaml", false);
    check(&[own, ("domjudge-problem.ini", "timelimit = 3\n")], 1, "problem.yaml", true);
    check(&[("problem.yaml", "name: X\n"), (".timelimit", "9\n")], 9, ".timelimit", false);
}

#[test]
fn tests_that_are_not_there_are_said_to_be_made_first() {
    let check = |files: &[&str], expected: &[&str]| {
        let files: Vec<(&str, &str)> = files.iter().map(|file| (*file, "")).collect();
        let (judged, _) = package(&[&[("problem.yaml", "name: X\nlimits: {time_limit: 1}\n")], &files[..]].concat());
        let made = judged
            .diagnostics
            .iter()
            .filter(|one| one.hint.as_deref().is_some_and(|hint| hint.contains("bt generate")));
        assert_eq!(made.map(|one| one.title.as_str()).collect::<Vec<_>>(), expected);
    };
    let (solution, sample, answer) = ("submissions/accepted/a.py", "data/sample/1.in", "data/sample/1.ans");
    check(&[solution, sample], &["1 test without an answer: left out", "the package has no tests"]);
    check(&[solution, sample, answer], &["only the samples are here"]);
    check(&[solution, sample, answer, "data/secret/2.in", "data/secret/2.ans"], &[]);
}

#[test]
fn with_a_mistake_in_what_says_how_to_judge_there_is_no_problem() {
    let check = |file: &str, text: &str, is_there: bool| {
        let (judged, printed) = package(&[
            ("problem.yaml", "name: X\n"),
            (file, text),
            ("data/secret/1.in", ""),
            ("data/secret/1.ans", ""),
            ("submissions/accepted/a.py", ""),
        ]);
        assert_eq!(judged.problem.is_some(), is_there, "{file} {text} {printed:?}");
        assert!(is_there || printed.iter().any(|line| line.starts_with("error")), "{file} {text} {printed:?}");
    };
    for text in ["name: X\n", "name: [X]\n", "name: X\nrights_owner: [Ann, {name: Bob}]\n"] {
        check("problem.yaml", text, true);
    }
    for text in ["name: 'X\n", "name: X\nvalidation: custm\n", "name: X\nlimits: {memory: much}\n"] {
        check("problem.yaml", text, false);
    }
    for file in ["data/testdata.yaml", "data/secret/testdata.yaml"] {
        check(file, "grading: custm\n", false);
    }
    let draft = "problem_format_version: 2025-09\nname: X\nlimits: {time_limit: 1}\n";
    for (args, is_there) in [("[a]", true), ("{a: b}", false)] {
        let (judged, printed) = package(&[
            ("problem.yaml", draft),
            ("data/secret/1.yaml", &format!("args: {args}\n")),
            ("data/secret/1.in", ""),
            ("data/secret/1.ans", ""),
            ("submissions/accepted/a.py", ""),
        ]);
        assert_eq!(judged.problem.is_some(), is_there, "{args} {printed:?}");
    }
    check(".timelimit", "soon\n", false);
    check("domjudge-problem.ini", "timelimit = soon\n", false);
}

#[test]
fn an_output_validator_that_judges_nothing_is_named() {
    let check = |validation: &str, expected: &[&str]| {
        let (_judged, printed) = package(&[
            ("problem.yaml", &format!("name: X\n{validation}limits: {{time_limit: 1}}\n")),
            ("output_validators/check.py", ""),
            ("data/secret/1.in", ""),
            ("data/secret/1.ans", ""),
            ("submissions/accepted/a.py", ""),
        ]);
        let printed: Vec<&str> = printed.iter().map(String::as_str).filter(|line| line.contains("judges")).collect();
        assert_eq!(printed, expected, "{validation}");
    };
    check("validation: custom\n", &[]);
    check("", &["warning:0 it judges nothing: `validation` is not `custom`"]);
}
