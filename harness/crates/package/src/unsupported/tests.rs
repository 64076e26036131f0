//! A feature of a format that is not supported here is reported once, with what to do.

use crate::detect;
use crate::diagnostics::Report;
use crate::unsupported::once;
use model::Language;
use std::fs;

type Files = [(&'static str, &'static str)];

/// What is reported for a package of `base` with `more`, which is appended to files of the same
/// name.
fn complaints(base: &Files, more: &Files) -> Vec<String> {
    let languages = |extension: &str| ["cpp", "py"].contains(&extension).then(|| Language(extension.into()));
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("sum");
    for (name, text) in base.iter().chain(more) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let before = fs::read_to_string(&path).unwrap_or_default();
        fs::write(path, before + text).unwrap();
    }
    let (_, diagnostics) = detect::load(&root, &languages, &folder.path().join("stage"));
    let line = |found: &model::Diagnostic| {
        let says_more = found.hint.is_some() || found.snippet.as_ref().is_some_and(|at| !at.label.is_empty());
        found.title.clone() + if says_more { "" } else { ", and nothing of what to do" }
    };
    diagnostics.iter().map(line).collect()
}

/// Checks each row: files, and the one diagnostic that they cause.
fn check(base: &Files, rows: &[(&Files, &str)]) {
    let usual = complaints(base, &[]);
    for (files, expected) in rows {
        let mut found = complaints(base, files);
        found.retain(|title| !usual.contains(title));
        assert_eq!(found, [*expected], "{files:?}");
    }
}

const KATTIS: &Files = &[
    ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\nuuid: 1\n"),
    (".timelimit", "1\n"),
    ("data/secret/1.in", "1\n"),
    ("data/secret/1.ans", "1\n"),
    ("data/secret/2.in", "2\n"),
    ("data/secret/2.ans", "2\n"),
    ("submissions/accepted/a.py", "print(1)\n"),
];

#[test]
fn of_packages_of_kattis_and_the_icpc() {
    check(
        KATTIS,
        &[
            (
                &[("output_visualizer/v.py", "")],
                "`output_visualizer` is not supported: no pictures of outputs are drawn",
            ),
            (&[("input_validators/v.viva", "")], "input validators in the language VIVA are not run: v.viva"),
            (&[("input_validators/v.swift", "")], "not run, no language has this ending: v.swift"),
            (
                &[("submissions/accepted/a.swift", "")],
                "solutions skipped, in no language that is read here: accepted/a.swift",
            ),
            (&[("submissions/a.py", "")], "a submission in no folder: its expected verdict is unknown"),
            (
                &[("submissions/odd/a.py", ""), ("submissions/odd/b.py", "")],
                "nothing says what submissions in odd/ must get: whatever they get will do",
            ),
            (
                &[("submissions/submissions.json", "{}")],
                "`submissions/submissions.json` is not supported: submissions get what their folders say",
            ),
            (
                &[("submissions/submissions.yaml", "b.py: {permitted: [AC]}\n")],
                "patterns that match no submission: b.py",
            ),
            (
                &[("submissions/submissions.yaml", "accepted/a.py:\n  secret/9: {permitted: [AC]}\n")],
                "patterns that match no test: secret/9",
            ),
            (
                &[("submissions/submissions.yaml", "accepted/a.py: {language: whitespace}\n")],
                "languages that are not known: whitespace",
            ),
            (
                &[("submissions/submissions.yaml", "accepted/a.py: {message: low}\n")],
                "`message` is not looked for: the comparison says nothing, and no output validator is there",
            ),
            (&[("include/cobol/a.cob", "")], "put beside no submission, no language has this ending: cobol"),
            (&[("graders/a.py", ""), ("graders/b.py", "")], "only the first grader is called, not: b.py"),
            (
                &[("data/bonus/1.in", ""), ("data/3.in", ""), ("data/secret/4.input", "")],
                "belongs to no test, so not read: data/3.in, data/bonus, data/secret/4.input",
            ),
            (
                &[("problem.yaml", "limits: {code: 1}\n"), ("submissions/accepted/b.py", LARGE)],
                "submissions larger than `limits.code`, judged all the same: sum/accepted/b.py",
            ),
            (
                &[("problem.yaml", "languages: [cpp]\n")],
                "submissions in languages that `languages` does not name, judged all the same: sum/accepted/a.py",
            ),
            (
                &[("problem.yaml", "libraries: [gmp]\n")],
                "`libraries` is not supported: programs get what compilers of this machine find",
            ),
            (
                &[("problem.yaml", "grading: {custom_scoring: yes}\n")],
                "`custom_scoring` is not supported: a test is worth what its group says",
            ),
            (&[("problem.yaml", "colour: red\n")], "unknown key `colour`"),
            (
                &[("domjudge-problem.ini", "timelimit=1\nspecial_run=x\n")],
                "`special_run` is not supported: a program of the server's would run submissions",
            ),
        ],
    );
}

const LARGE: &str = include_str!("../unsupported.rs");

#[test]
fn of_generators_yaml_of_bapctools() {
    let check = |text: &'static str, expected: &str| {
        check(KATTIS, &[(&[("generators/generators.yaml", text)], expected)]);
    };
    let title = "`match` is not supported: what is made is not matched with it";
    check(
        "data:\n  secret:\n    data:\n      a: {in: '1', ans: '1', match: x}\n      b: {in: '2', ans: '1', match: x}\n",
        title,
    );
    check("retries: 3\n", "`retries` is not supported: a generator that fails is run once");
    check("visualizer: /v.py\n", "`visualizer` is not supported: no pictures of tests are drawn");
    check("data:\n  bonus:\n    data: {a: {in: '1'}}\n", "`bonus` is not a folder of data/");
    check("data:\n  secret:\n    data:\n      a: {in: '1', ans: '1', colour: x}\n", "`colour` of a test is not read");
}

const DMOJ: &Files = &[
    ("init.yml", "archive: tests.zip\n"),
    ("tests.zip", "PK\u{5}\u{6}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
    ("1.in", "1\n"),
    ("1.out", "1\n"),
    ("solutions/a.py", ""),
];
const CASES: &str = "test_cases: [{in: 1.in, out: 1.out}]\n";

#[test]
fn of_submissions_in_python_2() {
    let left_out = "solutions skipped, in no language that is read here: accepted/b.py";
    let named = ("submissions/submissions.yaml", "accepted/b.py: {language: python2}\n");
    check(
        KATTIS,
        &[
            (&[("submissions/accepted/b.py", "#!/usr/bin/python2\nprint 1\n")], left_out),
            (&[("submissions/accepted/b.py", "print 1\n"), named], left_out),
        ],
    );
}

#[test]
fn of_packages_of_dmoj() {
    let with = |text: &str| format!("{CASES}{text}");
    let rows = [
        (with("symlinks: {a: b}\n"), "solutions that read links are not judged"),
        (
            "test_cases: [{in: 1.in, out: 1.out, symlinks: {a: /dev/stdin}}]\n".to_owned(),
            "`symlinks` is not supported: no links are made",
        ),
        (
            with("wall_time_factor: 9\n"),
            "`wall_time_factor` is not supported: a program's wall time is bounded as everywhere here",
        ),
        (with("pretests_only: true\n"), "`pretests_only` is not supported: all tests are run"),
        (with("custom_judge: g.py\n"), "`g.py` is a grader in Python for DMOJ's own judge: it is not run here"),
        (with("checker: c.py\n"), "`c.py` is a checker in Python for DMOJ's own judge: it is not run here"),
        (
            with("checker: {name: bridged, args: {files: 1.in, type: odd}}\n"),
            "the checker is of type `odd`: it is called as one of testlib is",
        ),
        (
            with("checker: {name: bridged, args: {files: 1.in, flags: [a]}}\n"),
            "the flag `a` of the checker is not read",
        ),
        (with("colour: red\n"), "unknown key `colour`"),
        (
            "test_cases: [{in: 1.in, out: 1.out, checker: easy}]\n".to_owned(),
            "`checker` is not supported: the checker at the top judges every test",
        ),
        (
            "test_cases: [{in: 1.in, out: 1.out, time_limit: 3}]\n".to_owned(),
            "`time_limit` is not supported: one limit holds for every test",
        ),
        ("test_cases: {input_format: 'a'}\n".to_owned(), "names of tests by expressions of one's own are not read"),
        (
            "test_cases: {case_points: 'a'}\n".to_owned(),
            "`case_points` is not supported: each test that is found by its name is worth `points`",
        ),
    ];
    for (text, expected) in rows {
        let text: &'static str = text.leak();
        check(DMOJ, &[(&[("init.yml", text)], expected)]);
    }
}

const CMS: &Files = &[
    ("task.yaml", "name: sum\ntitle: Sum\ntime_limit: 0.5\nmemory_limit: 64\ninfile: ''\noutfile: ''\n"),
    ("input/input0.txt", "1\n"),
    ("output/output0.txt", "1\n"),
    ("sol/solution.py", ""),
];

#[test]
fn of_tasks_of_cms() {
    check(
        CMS,
        &[
            (
                &[("task.yaml", "task_type: TwoSteps\n")],
                "`task_type` is not supported: solutions read the input and write the output",
            ),
            (
                &[("task.yaml", "score_type: GroupMul\n"), ("check/checker.py", "")],
                "`GroupMul` multiplies the parts that a checker gives, which is not done here",
            ),
            (
                &[("task.yaml", "score_type: GroupThreshold\n")],
                "points by `score_type: GroupThreshold` are not counted here",
            ),
            (&[("task.yaml", "output_only: true\n")], "answers are submitted, not programs: nothing to run"),
            (
                &[("check/manager.cpp", ""), ("task.yaml", "num_processes: 2\n")],
                "a manager that talks with several processes of a solution: it is not judged here",
            ),
            (&[("check/manager.py", "")], "a manager in another language than C and C++: it is not judged here"),
            (
                &[("gen/valida.py", "")],
                "the validator reads a file that it is named, with a subtask: it is not run here",
            ),
            (
                &[("gen/cases.gen", "")],
                "`cases.gen` is not read: the subtasks are those of gen/GEN, where that is there",
            ),
            (
                &[("gen/GEN", "#ST: 100\n#STDEP: a\n1\n")],
                "subtasks that have the tests of others as well (`#STDEP`): they are passed without them here",
            ),
        ],
    );
}

/// A Polygon package with this in its parts.
fn polygon(root: &str, judging: &str, test: &str, assets: &str) -> &'static str {
    format!(
        "<problem short-name='sum'>
<judging {judging}<testset name='tests'><time-limit>1000</time-limit>
<input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test {test}/></tests></testset></judging>{root}
<assets><checker name='std::wcmp.cpp' type='testlib'><source path='c.cpp' type='cpp.g++17'/></checker>{assets}</assets></problem>"
    )
    .leak()
}

#[test]
fn of_groups_that_require_what_does_not_come_before_them() {
    let groups: &Files = &[
        ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\nuuid: 1\ntype: scoring\n"),
        (".timelimit", "1\n"),
        ("data/secret/a/1.in", "1\n"),
        ("data/secret/a/1.ans", "1\n"),
        ("data/secret/a/test_group.yaml", "max_score: 50\n"),
        ("data/secret/b/1.in", "2\n"),
        ("data/secret/b/1.ans", "2\n"),
        ("data/secret/b/test_group.yaml", "max_score: 50\n"),
        ("submissions/accepted/a.py", "print(1)\n"),
    ];
    let (a, b) = ("data/secret/a/test_group.yaml", "data/secret/b/test_group.yaml");
    let none = "names no group that comes before this one, so it is not read";
    check(
        groups,
        &[
            (&[(b, "require_pass: [sample, secret/a, secret/A]\n")], &format!("`require_pass: secret/A` {none}")),
            // Two groups that require each other would be judged for ever.
            (
                &[(a, "require_pass: secret/b\n"), (b, "require_pass: secret/a\n")],
                &format!("`require_pass: secret/b` {none}"),
            ),
            (&[(b, "require_pass: secret/b\n")], &format!("`require_pass: secret/b` {none}")),
            (
                &[("data/secret/test_group.yaml", "require_pass: [sample, secret/a]\n")],
                &format!("`require_pass: secret/a` {none}"),
            ),
        ],
    );
}

#[test]
fn of_packages_of_polygon() {
    const FILES: &Files = &[("tests/01", "1\n"), ("tests/01.a", "1\n"), ("c.cpp", ""), ("v.cpp", ""), ("a.py", "")];
    let rows = [
        (
            polygon("", ">", "", "<scorer><source path='s.cpp'/></scorer>"),
            "`assets/scorer` is not supported: points are those of tests and groups",
        ),
        (
            polygon("", "><testset name='more'/>", "", ""),
            "`judging/testset@name` is not supported: only the set `tests` is judged",
        ),
        (
            polygon("", "run-count='2'>", "", ""),
            "`judging@run-count` is not supported: only the first run of a solution is judged",
        ),
        (
            polygon(
                "",
                ">",
                "",
                "<solutions><solution tag='main'><source path='a.py'/><extra-tags><extra-tag testset='more' tag='rejected'/></extra-tags></solution></solutions>",
            ),
            "`assets/solutions/solution/extra-tags/extra-tag@testset` is not supported: what a solution must get on another set of tests is not judged",
        ),
        (
            polygon(
                "",
                ">",
                "",
                "<validators><validator><source path='v.cpp'/><testset><tests><test verdict='VALID'/><test verdict='INVALID'/></tests></testset></validator></validators>",
            ),
            "`assets/validators/validator/testset` is not supported: the validator's own tests are not tried",
        ),
        (
            polygon(
                "<files><resources><file path='g.cpp'><assets><asset name='solution'/></assets></file></resources></files>",
                ">",
                "",
                "",
            ),
            "`files/resources/file/assets/asset@name` is not supported: solutions are compiled without files of the package: those that need one will not link",
        ),
        (
            polygon("", ">", "/><test cmd='gen 1 2 &gt; 3'", ""),
            "1 of 2 tests is not in the package: left out, first tests/02",
        ),
        (
            polygon("", ">", "", "<solutions><solution tag='do-not-run'><source path='a.py'/></solution></solutions>"),
            "solutions tagged `do-not-run`, so left out: a.py",
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(complaints(FILES, &[("problem.xml", text)]), [expected]);
    }
    assert_eq!(complaints(FILES, &[("problem.xml", polygon("", ">", "", ""))]), [""; 0]);
}

#[test]
fn warnings_in_the_same_words_are_told_once_and_errors_each() {
    use model::Severity::{Error, Warning};
    let mut all = Vec::new();
    for (severity, title) in [(Warning, "a"), (Error, "a"), (Warning, "a"), (Error, "a"), (Warning, "b")] {
        all.report(severity, "a".as_ref(), title);
    }
    once(&mut all);
    assert_eq!(all.iter().map(|found| found.title.as_str()).collect::<Vec<_>>(), ["a", "a", "a", "b"]);
}
