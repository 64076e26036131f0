use super::*;
use crate::judged::JudgedPackage;
use crate::testing;
use model::{OwnLimits, Protocol, Solution, Verdict};
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;

const LANGUAGES: [&str; 5] = ["cpp", "c", "py", "pypy/py", "java"];

fn package(files: &[(&str, &str)]) -> (TempDir, JudgedPackage, Vec<String>) {
    testing::package(files, &LANGUAGES, is_package, |found| READER.read(found))
}

const LIMITS: &str = "warning:0 the limits are in the site's data: 2 s and 256 MiB here";

#[test]
fn pretests_batches_dependencies_and_points_are_groups() {
    let (_folder, judged, printed) = package(&[
        (
            "init.yml",
            "points: 3
test_cases:
- {in: a.in, out: a.out, points: 0}
- {in: b.in, out: b.out}
- batched:
  - {in: a.in, out: a.out}
  - {in: b.in, out: b.out}
  - {in: gone.in, out: b.out}
  points: 10
- batched: [{in: b.in}]
  points: 20
  dependencies: [1]
  tpyo: 1
",
        ),
        ("a.in", "1"),
        ("a.out", "1"),
        ("b.in", "2"),
        ("b.out", "2"),
        ("solutions/ok.py", ""),
    ]);
    let expected = [
        LIMITS,
        "error:0 1 of 6 tests is not in the package: left out, first gone.in",
        "warning:13 unknown key `tpyo` in `test_cases`",
    ];
    assert_eq!(printed, expected);
    let problem = judged.problem.unwrap();
    let ids: Vec<String> = problem.tests.iter().map(|test| test.id.to_string()).collect();
    assert_eq!(ids, ["pretest/01", "cases/02", "batch-1/03", "batch-1/04", "batch-2/06"]);
    let groups: Vec<String> = problem
        .groups
        .iter()
        .map(|group| format!("{} {} {} {}", group.name, group.points, group.scoring.name(), group.requires.join("+")))
        .collect();
    assert_eq!(
        groups,
        [
            "pretest 0 pass-fail ",
            "cases 3 sum pretest",
            "batch-1 10 pass-fail pretest",
            "batch-2 20 pass-fail pretest+batch-1"
        ]
    );
    assert_eq!(fs::read(&problem.tests[4].answer).unwrap(), b"");
    assert_eq!(judged.solutions[0].id.to_string(), "sum/ok.py");
}

#[test]
fn solutions_of_the_judges_own_tests_say_their_limits_and_verdicts() {
    let (_folder, judged, printed) = package(&[
        ("init.yml", "test_cases:\n- {in: a, out: a, points: 1}\n- {in: a, out: a, points: 1}\n"),
        ("a", "1"),
        (
            "tests/half/test.yml",
            "language: PYPY3\ntime: 3\nmemory: 65536\nsource: x.py\nexpect: WA\ncases: {1: AC, 2: WA}\n",
        ),
        ("tests/half/x.py", ""),
        ("tests/slow/test.yml", "language: PY3\ntime: 1\nmemory: 65536\nsource: x.py\nexpect: [TLE, AC]\n"),
        ("tests/slow/x.py", ""),
        ("tests/old/test.yml", "language: PAS\nsource: x.pas\nexpect: AC\n"),
        ("tests/old/x.pas", ""),
        ("tests/old-python/test.yml", "language: PY2\nsource: x.py\nexpect: AC\n"),
        ("tests/old-python/x.py", "print 1\n"),
        ("tests/broken/test.yml", "language: PY3\nsource: x.py\nexpect: IE\n"),
    ]);
    assert_eq!(
        printed,
        [
            "warning:0 solutions skipped, in no language that is read here: tests/old-python/x.py, tests/old/x.pas",
            "warning:0 solutions skipped, at which DMOJ's judge itself must fail (`expect: IE`): tests/broken/x.py",
        ]
    );
    let problem = judged.problem.unwrap();
    assert_eq!((problem.limits.cpu, problem.limits.memory), (Duration::from_secs(3), ByteSize::mib(64)));
    let named: Vec<String> = judged.solutions.iter().map(|found| format!("{} {}", found.id, found.language)).collect();
    assert_eq!(named, ["sum/half/x.py pypy/py", "sum/slow/x.py py"]);
    let own: Vec<OwnLimits> = judged.solutions.iter().map(|found| found.limits).collect();
    let shorter = OwnLimits { cpu: Some(Duration::from_secs(1)), memory: None };
    assert_eq!(own, [OwnLimits::default(), shorter]);
    let half = &judged.solutions[0].expectation;
    let permits = |at: usize| half.permits(&problem.tests[at].id, Verdict::WrongAnswer);
    assert!(!permits(0) && permits(1));
    assert!(judged.solutions[1].expectation.permits(&problem.tests[0].id, Verdict::TimeLimit));
}

#[test]
fn programs_in_python_of_the_judges_own_are_named_and_refused() {
    let check = |yaml: &str, expected: &str| {
        let (_folder, judged, printed) = package(&[("init.yml", yaml), ("a", ""), ("check.cpp", "")]);
        assert!(printed.iter().any(|line| line.contains(expected)), "{printed:?}");
        judged.problem.is_some_and(|problem| !problem.tests.is_empty())
    };
    let cases = "test_cases: [{in: a, out: a}]\n";
    assert!(!check(&format!("checker: check.py\n{cases}"), "error:1 `check.py` is a checker in Python"));
    assert!(!check(&format!("custom_judge: grade.py\n{cases}"), "error:1 `grade.py` is a grader in Python"));
    assert!(!check(
        "generator: gen.cpp\ntest_cases: [{generator_args: [1]}]\n",
        "error:1 `gen.cpp` is not in the package"
    ));
    assert!(!check("archive: gone.zip\n", "`gone.zip` is not in the package"));
    assert!(!check("archive: a\n", "the archive is not unpacked: it is not a zip file"));
    let bridged = "checker: {name: bridged, args: {files: check.cpp, lang: CPP17, type: odd}}\n";
    assert!(check(&format!("{bridged}{cases}"), "the checker is of type `odd`"));
    assert!(check(&format!("checker: {{name: linecount}}\n{cases}"), "the checker `linecount` is not quite the same"));
}

#[test]
fn programs_are_called_as_their_type_or_their_format_says() {
    let called = |yaml: &str, source: &str| {
        let yaml = format!("{yaml}\ntest_cases: [{{in: a, out: a}}]\n");
        let (_folder, judged, _) = package(&[("init.yml", &yaml), ("a", ""), ("p.cpp", source)]);
        match &judged.problem.unwrap().judging {
            Judging::Checker(spec) | Judging::Interactor(spec) => (spec.protocol, spec.args.join(" ")),
            Judging::Compare(_) => panic!("a program judges"),
        }
    };
    let checker = |args: &str| called(&format!("checker: {{name: bridged, args: {{files: p.cpp, {args}}}}}"), "");
    let testlib = (Protocol::Testlib, String::new());
    assert_eq!(
        [checker("type: testlib"), checker("lang: CPP17"), checker("type: coci")],
        [(); 3].map(|()| testlib.clone())
    );
    assert_eq!(checker("type: peg"), (Protocol::Peg, "{answer_file} {output_file} {input_file}".to_owned()));
    let own = "args_format_string: \"-n '{output_file}' x\"";
    assert_eq!(checker(own), (Protocol::Called, "-n {output_file} x".to_owned()));
    let talks = |args: &str, source: &str| called(&format!("interactive: {{files: [p.cpp]{args}}}"), source);
    let two = (Protocol::Called, "{input_file} {answer_file}".to_owned());
    assert_eq!([talks("", ""), talks(", type: coci", "")], [two.clone(), two]);
    assert_eq!([talks(", type: testlib", ""), talks("", "#include \"testlib.h\"")], [testlib.clone(), testlib]);
}

#[test]
fn a_solution_is_put_together_with_the_main_of_the_package() {
    let (folder, judged, _) = package(&[
        ("init.yml", "signature_grader: {entry: main.c, header: f.h}\ntest_cases: [{in: a, out: a}]\n"),
        ("a", "1"),
        ("main.c", "#include \"f.h\"\nint main() { return f(); }\n"),
        ("f.h", "int f();\n"),
        ("solutions/ok.cpp", "int f() { return 0; }\nint main() {}\n"),
    ]);
    let solution = &judged.solutions[0];
    assert_eq!((&*solution.language.0, solution.path.starts_with(folder.path().join("stage"))), ("cpp", true));
    let mut files: Vec<String> =
        fs::read_dir(&solution.path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, ["f.h", "main.cpp", "ok.cpp"]);
    let source = fs::read_to_string(solution.path.join("ok.cpp")).unwrap();
    assert!(source.starts_with("#define SIGNATURE_GRADER\n#include \"f.h\"\n#define main "), "{source}");
}

#[test]
fn what_cannot_be_put_together_neither_judges_nor_is_judged() {
    let of = |init: &str| {
        let init = format!("{init}\ntest_cases: [{{in: x, out: x}}]\n");
        let blocked = ("../stage/programs", "a file, where a folder must be made");
        let files = [("init.yml", init.as_str()), ("x", "1"), ("c.cpp", ""), ("solutions/a.cpp", ""), blocked];
        let (_folder, judged, printed) = package(&files);
        let errors = printed.iter().filter(|line| line.starts_with("error:0 cannot be put together: "));
        (judged.problem.is_some(), judged.solutions.len(), errors.count())
    };
    assert_eq!(of("checker: {name: bridged, args: {files: c.cpp, flags: [-DN]}}"), (false, 0, 1));
    assert_eq!(of("unbuffered: yes"), (true, 0, 1));
    assert_eq!(of("signature_grader: {entry: c.cpp, header: f.h}"), (true, 0, 1));
    assert_eq!(of("checker: {name: bridged, args: {files: c.cpp}}"), (true, 1, 0));
}

#[test]
fn solutions_of_one_name_are_put_together_apart() {
    let files = ["ac/a.cpp", "solutions/a.c", "solutions/a.cpp", "solutions/programs/ac/a.cpp", "tests/a/a.cpp"];
    let mut all = vec![("init.yml", "unbuffered: yes\ntest_cases: [{in: x, out: x}]\n"), ("x", "1")];
    all.push(("tests/a/test.yml", "language: CPP17\nsource: a.cpp\nexpect: AC\n"));
    all.extend(files.map(|name| (name, name)));
    let (_folder, judged, _) = package(&all);
    let source = |found: &Arc<Solution>| {
        let own = found.path.join(found.display.rsplit('/').next().unwrap());
        assert_eq!(fs::read_to_string(&own).ok().as_ref(), Some(&found.display), "{}", own.display());
        found.display.clone()
    };
    let mut found: Vec<String> = judged.solutions.iter().map(source).collect();
    found.sort();
    assert_eq!(found, files);
}

#[test]
fn a_generator_with_other_flags_is_another_program() {
    let generated = |flag: &str| format!("- generator: {{source: g.cpp, flags: [-DN={flag}]}}\n");
    let yaml = format!("test_cases:\n{}{}", generated("1"), generated("2"));
    let (_folder, judged, _) = package(&[("init.yml", &yaml), ("g.cpp", ""), ("solutions/ok.py", "")]);
    let made_by = judged.unmade[0].tests.iter().map(|recipe| &recipe.made_by.as_ref().unwrap().generator);
    let texts: Vec<String> = made_by.map(|program| fs::read_to_string(program.join("g.cpp")).unwrap()).collect();
    assert_eq!(texts, ["#define N 1\n", "#define N 2\n"]);
}

#[test]
fn a_trial_of_the_judges_own_may_want_a_part_of_the_points() {
    let (_folder, judged, _) = package(&[
        ("init.yml", "test_cases: [{in: a, out: a, points: 10}]\n"),
        ("a", "1"),
        ("tests/part/test.yml", "language: CPP17\nsource: a.cpp\nexpect: AC\nscore: 2\n"),
        ("tests/part/a.cpp", ""),
        ("tests/points/test.yml", "language: CPP17\nsource: a.cpp\nexpect: AC\npoints: 1\n"),
        ("tests/points/a.cpp", ""),
    ]);
    let scores = judged.solutions.iter().map(|own| own.expectation.score.map(|score| score.to_string()));
    assert_eq!(scores.collect::<Vec<_>>(), [Some("2".to_owned()), Some("1".to_owned())]);
}

#[test]
fn an_interactor_is_put_together_with_its_flags_and_without_a_buffer() {
    let package = |more: &str| {
        let yaml = format!("interactive: {{files: [p.c, q.c]{more}}}\ntest_cases: [{{in: a, out: a}}]\n");
        package(&[("init.yml", &yaml), ("a", ""), ("p.c", "int p;\n"), ("q.c", ""), ("p.h", ""), ("other.c", "")])
    };
    let files = |file: &std::path::Path| {
        let mut names: Vec<String> =
            fs::read_dir(file).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names.join(" ")
    };
    let (_folder, judged, printed) = package(", flags: [-DA, -DB=2, -O3, -pthread]");
    assert_eq!(printed[1..], ["warning:1 the flag `-pthread` of the interactor is not read"], "{printed:?}");
    let problem = judged.problem.unwrap();
    let file = problem.judging.program().unwrap();
    assert_eq!(files(file), "p.c p.h q.c unbuffered.c");
    assert_eq!(fs::read_to_string(file.join("p.c")).unwrap(), "#define A 1\n#define B 2\nint p;\n");
    let (_folder, judged, _) = package(", unbuffered: false");
    // All sources of the program are compiled together.
    assert_eq!(files(judged.problem.unwrap().judging.program().unwrap()), "p.c p.h q.c");
}

#[test]
fn solutions_have_no_buffers_where_the_package_says_so_and_links_are_refused() {
    let of = |more: &str| {
        let yaml = format!("unbuffered: yes\n{more}test_cases: [{{in: a, out: a}}]\n");
        package(&[("init.yml", &yaml), ("a", ""), ("solutions/a.cpp", ""), ("solutions/b.py", "")])
    };
    let built: Vec<bool> = of("").1.solutions.iter().map(|solution| solution.path.is_dir()).collect();
    assert_eq!(built, [true, false]);
    let (_folder, judged, printed) = of("symlinks: {in: /dev/stdin}\n");
    assert!(judged.problem.is_none() && printed[0].contains("links are not judged"), "{printed:?}");
}

#[test]
fn tests_found_by_their_names_are_made_with_the_arguments_at_the_top() {
    for init in ["generator: gen.py\ngenerator_args: [7]\n", "generator: {source: gen.py, args: [7]}\n"] {
        let (_folder, judged, _) =
            package(&[("init.yml", init), ("gen.py", ""), ("1.in", "1"), ("solutions/ok.py", "")]);
        let made_by = judged.unmade[0].tests[0].made_by.as_ref().unwrap();
        assert_eq!(made_by.args, ["7"], "{init}");
    }
}

#[test]
fn with_a_mistake_in_a_trial_there_is_no_problem() {
    let check = |time: &str, is_there: bool| {
        let trial = format!("source: a.py\ntime: {time}\nexpect: WA\n");
        let (_folder, judged, printed) = package(&[
            ("init.yml", "points: 3\ntest_cases: [{in: a.in, out: a.out}]\n"),
            ("a.in", ""),
            ("a.out", ""),
            ("tests/wrong/test.yml", &trial),
            ("tests/wrong/a.py", ""),
        ]);
        assert_eq!(judged.problem.is_some(), is_there, "{printed:?}");
    };
    check("2", true);
    check("soon", false);
}
