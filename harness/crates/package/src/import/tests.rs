//! Packages of other formats as files of a workspace that is read again.

use super::*;
use model::{Catalog, Comments, Language, Languages, Severity, TestId, Verdict};
use std::fs;
use tempfile::TempDir;

mod round;

struct Two;

impl Languages for Two {
    fn of_extension(&self, extension: &str) -> Option<Language> {
        let own = extension.rsplit('/').next().filter(|own| ["py", "ml"].contains(own));
        own.map(|own| Language(own.into()))
    }

    fn comments(&self, language: &Language) -> Comments {
        match &*language.0 {
            "ml" => Comments { line: "(*".to_owned(), blocks: vec![("(*".to_owned(), "*)".to_owned())] },
            _ => Comments { line: "#".to_owned(), blocks: Vec::new() },
        }
    }
}

fn write_all(root: &Path, files: impl Iterator<Item = (String, Vec<u8>)>) {
    for (name, bytes) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match bytes.strip_prefix(b"-> ") {
            Some(target) => std::os::unix::fs::symlink(str::from_utf8(target).unwrap(), path).unwrap(),
            None => fs::write(path, bytes).unwrap(),
        }
    }
}

/// Imports the package of these files into a workspace of its own, in which nothing may be wrong.
/// Returns what was lost, too.
fn imported(files: &[(&str, &str)]) -> (TempDir, Catalog, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    write_all(
        &folder.path().join("sum"),
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())),
    );
    let (read, printed) = crate::detect::load(&folder.path().join("sum"), &Two, &folder.path().join("stage"));
    let problem = read.problems.first().unwrap_or_else(|| panic!("it cannot be judged: {printed:#?}"));
    let import = of_problem(problem, &read.solutions, &problem.id, &Two).unwrap();
    let root = folder.path().join("workspace");
    write_all(&root, import.files.iter().map(|(name, content)| (name.clone(), content.bytes().unwrap())));
    let (catalog, diagnostics) = crate::native::load(&root, &Two);
    let errors: Vec<_> = diagnostics.into_iter().filter(|found| found.severity == Severity::Error).collect();
    assert_eq!(errors, []);
    assert_eq!(catalog.problems.len(), 1);
    let lost = import.losses.into_iter().map(|loss| format!("{}: {}", loss.what, loss.why)).collect();
    (folder, catalog, lost)
}

#[track_caller]
fn has(lost: &[String], part: &str) {
    assert!(lost.iter().any(|line| line.contains(part)), "{part:?} is not among {lost:#?}");
}

const GROUPS: [(&str, &str); 11] = [
    ("problem.yaml", "name: Sum\ntype: scoring\n"),
    ("data/testdata.yaml", "on_reject: continue\ngrader_flags: ignore_sample\n"),
    ("data/sample/1.in", "1\n"),
    ("data/sample/1.ans", "1\n"),
    ("data/secret/testdata.yaml", "grader_flags: first_error accept_if_any_accepted\n"),
    ("data/secret/a/testdata.yaml", "grader_flags: min\naccept_score: 40\n"),
    ("data/secret/a/1.in", "2\n"),
    ("data/secret/a/1.ans", "2\n"),
    ("data/secret/b/testdata.yaml", "grader_flags: min\naccept_score: 60\n"),
    ("data/secret/b/1.in", "3\n"),
    ("data/secret/b/1.ans", "3\n"),
];

#[test]
fn a_verdict_of_the_whole_becomes_one_that_some_test_must_get() {
    let mut files = GROUPS.to_vec();
    files.extend([
        ("submissions/accepted/right.py", ""),
        ("submissions/partially_accepted/half.py", ""),
        ("submissions/wrong_answer/wrong.py", ""),
        ("submissions/wrong_answer/wrong.ml", ""),
    ]);
    let (_folder, catalog, _) = imported(&files);
    let expected = |name: &str| {
        let named = catalog.solutions.iter().find(|solution| solution.display.ends_with(name));
        named.unwrap_or_else(|| panic!("no {name}")).expectation.clone()
    };
    let test = TestId("secret/a/1".into());
    assert!(expected("sum.py").is_accepted(), "the first right one is the model solution");
    let half = expected("half.py");
    assert!(half.permits(&test, Verdict::TimeLimit) && half.score.is_some() && !half.expects_compile_error());
    assert_eq!(half.missing(&[(&test, Verdict::Accepted, &[])]).len(), 0);
    for wrong in [expected("wrong.py"), expected("wrong.ml")] {
        assert!(wrong.permits(&test, Verdict::TimeLimit), "{wrong}");
        assert_eq!(wrong.missing(&[(&test, Verdict::Accepted, &[])]).len(), 1, "{wrong}");
        assert_eq!(wrong.missing(&[(&test, Verdict::WrongAnswer, &[])]).len(), 0, "{wrong}");
    }
}

#[test]
fn a_comment_that_must_end_does() {
    let files = [
        ("problem.yaml", "name: Sum\n"),
        ("data/secret/1.in", "2\n"),
        ("data/secret/1.ans", "2\n"),
        ("submissions/wrong_answer/wrong.ml", "let () = ()\n"),
    ];
    let (folder, catalog, _) = imported(&files);
    let text = fs::read_to_string(folder.path().join("workspace").join(&catalog.solutions[0].display)).unwrap();
    assert_eq!(text, "(*@ expect: wrong-answer, presentation-error *)\nlet () = ()\n");
}

#[test]
fn what_a_file_must_begin_with_stays_before_the_directive() {
    let of = |file: &str, text: &str| {
        let file = format!("submissions/wrong_answer/{file}");
        let files = [
            ("problem.yaml", "name: Sum\n"),
            ("data/secret/1.in", "2\n"),
            ("data/secret/1.ans", "2\n"),
            (&*file, text),
        ];
        let (folder, catalog, _) = imported(&files);
        assert!(!catalog.solutions[0].expectation.is_accepted(), "{text:?}");
        fs::read_to_string(folder.path().join("workspace").join(&catalog.solutions[0].display)).unwrap()
    };
    let directive = "#@ expect: wrong-answer, presentation-error\n";
    let check =
        |head: &str, rest: &str| assert_eq!(of("a.py", &format!("{head}{rest}")), [head, directive, rest].concat());
    check("", "print(1)\n# coding: latin-1\n");
    check("#!/usr/bin/env python3\n", "print(1)\n");
    check("# -*- coding: latin-1 -*-\n", "print(1)\n");
    check("#!/usr/bin/env python3\n# vim: set fileencoding=latin-1 :\n", "print(1)\n");
    check("\r\n# coding: latin-1\r\n", "print(1)\r\n");
    check("\u{feff}", "print(1)\n");
    check("\u{feff}# coding: utf-8\n", "print(1)\n");
    check("#@ note: off by one\n", "print(1)\n");
    assert_eq!(of("b.py", "#@ expect: wrong-answer\nprint(1)\n"), "#@ expect: wrong-answer\nprint(1)\n");
    let ml = "(*@ expect: wrong-answer, presentation-error *)\n";
    assert_eq!(
        of("a.ml", "\u{feff}let () = () (* coding: x *)\n"),
        format!("\u{feff}{ml}let () = () (* coding: x *)\n")
    );
}

#[test]
fn what_is_asked_of_groups_and_limits_of_one_solution_are_lost_with_a_word() {
    let mut files = GROUPS.to_vec();
    files.push(("submissions/partially_accepted/half.py", "# @EXPECTED_GRADES@ AC WA\n"));
    let (_folder, _, lost) = imported(&files);
    has(&lost, "what submissions/partially_accepted/half.py must get of groups");
    let trial = |seconds: u32| format!("source: a.py\nlanguage: PY3\ntime: {seconds}\nmemory: 65536\nexpect: AC\n");
    let files = [
        ("init.yml", "test_cases:\n- {in: 1.in, out: 1.out}\n"),
        ("1.in", "1\n"),
        ("1.out", "1\n"),
        ("tests/a/test.yml", &trial(1)),
        ("tests/a/a.py", ""),
        ("tests/b/test.yml", &trial(3)),
        ("tests/b/a.py", ""),
    ];
    let (_folder, _, lost) = imported(&files);
    has(&lost, "limits of tests/a/a.py alone");
}

#[test]
fn groups_that_have_no_place_here_leave_a_problem_that_is_read() {
    let files = [
        ("problem.yaml", "name: Sum\ntype: scoring\n"),
        ("data/testdata.yaml", "on_reject: continue\n"),
        ("data/sample/1.in", "1\n"),
        ("data/sample/1.ans", "1\n"),
        ("data/secret/a/1.in", "2\n"),
        ("data/secret/a/1.ans", "2\n"),
        ("data/secret/a/large/1.in", "3\n"),
        ("data/secret/a/large/1.ans", "3\n"),
        ("data/secret/b/1.in", "4\n"),
        ("data/secret/b/1.ans", "4\n"),
    ];
    let (_folder, catalog, lost) = imported(&files);
    let names: Vec<&str> = catalog.problems[0].groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(names, ["secret/a", "secret/b"]);
    has(&lost, "the points of sample: ");
    has(&lost, "the points of secret/a/large: ");
}

#[test]
fn only_a_group_that_is_all_or_nothing_is_required() {
    let xml = r#"<problem short-name="sum"><judging><testset name="tests">
        <time-limit>1000</time-limit><memory-limit>67108864</memory-limit>
        <tests>
          <test group="1" points="10"/><test group="2" points="20"/><test group="3" points="70"/>
        </tests>
        <groups>
          <group name="1" points-policy="each-test"/>
          <group name="2" points-policy="complete-group"/>
          <group name="3" points-policy="complete-group">
            <dependencies><dependency group="1"/><dependency group="2"/></dependencies>
          </group>
        </groups>
      </testset></judging>
      <assets><checker name="std::wcmp.cpp"/></assets></problem>"#;
    let names = ["01", "02", "03"].map(|name| (format!("tests/{name}"), format!("tests/{name}.a")));
    let mut files = vec![("problem.xml", xml)];
    files.extend(names.iter().flat_map(|(input, answer)| [(input.as_str(), "1\n"), (answer.as_str(), "1\n")]));
    let (_folder, catalog, lost) = imported(&files);
    assert_eq!(catalog.problems[0].groups[2].requires, ["group-2"]);
    has(&lost, "that group-3 requires group-1: ");
}

#[test]
fn a_folder_of_one_source_and_its_headers_is_one_file_here() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\nuuid: 1\ntype: interactive\n"),
        ("data/secret/1.in", "2\n"),
        ("data/secret/1.ans", ""),
        ("input_validators/check/check.py", "# validator"),
        ("output_validator/talk.py", "# interactor"),
        ("submissions/accepted/right/right.py", "# right"),
        ("submissions/accepted/parts/a.py", ""),
        ("submissions/accepted/parts/b.py", ""),
        ("submissions/accepted/headed/a.ml", ""),
        ("submissions/accepted/headed/a.h", ""),
    ];
    let (folder, catalog, lost) = imported(&files);
    let problem = &catalog.problems[0];
    let text = |file: &Path| fs::read_to_string(file).unwrap();
    assert_eq!(text(problem.judging.program().unwrap()), "# interactor");
    assert_eq!(problem.validators.iter().map(|file| text(file)).collect::<Vec<_>>(), ["# validator"]);
    let [right] = &catalog.solutions[..] else { panic!("{:?}", catalog.solutions) };
    assert_eq!((right.display.as_str(), text(&right.path).as_str()), ("solutions/py/sum.py", "# right"));
    has(&lost, "submissions/accepted/parts: it has several files");
    has(&lost, "submissions/accepted/headed");
    drop(folder);
    let headed = [
        ("problem.yaml", "name: Sum\nvalidation: custom\n"),
        ("data/secret/1.in", "2\n"),
        ("data/secret/1.ans", "2\n"),
        ("output_validators/check/check.ml", "(* checker *)"),
        ("output_validators/check/check.h", "// header"),
    ];
    let (folder, catalog, _) = imported(&headed);
    assert_eq!(text(catalog.problems[0].judging.program().unwrap()), "(* checker *)");
    assert_eq!(text(&folder.path().join("workspace/problems/sum/check.h")), "// header");
}

#[test]
fn a_link_within_the_package_is_the_file_that_it_leads_to() {
    let files = [
        ("problem.yaml", "name: Sum\nvalidation: custom\n"),
        ("data/secret/1.in", "2\n"),
        ("data/secret/1.ans", "-> 1.in"),
        ("output_validators/check/check.py", "# checker"),
        ("output_validators/check/words.py", "-> ../../shared/words.py"),
        ("generators/words.py", "-> ../shared/words.py"),
        ("generators/outside.py", "-> /etc/passwd"),
        ("shared/words.py", "# words"),
        ("problem_statement/problem.md", "# Sum\n"),
        ("problem_statement/tree.png", "-> ../shared/tree.png"),
        ("shared/tree.png", "png"),
        ("submissions/accepted/right.py", "-> ../../shared/words.py"),
    ];
    let (folder, _, _) = imported(&files);
    let text = |name: &str| fs::read_to_string(folder.path().join("workspace").join(name));
    let problem = |name: &str| text(&format!("problems/sum/{name}"));
    assert_eq!(problem("checker/words.py").unwrap(), "# words");
    assert_eq!(problem("package/generators/words.py").unwrap(), "# words");
    assert_eq!(problem("tree.png").unwrap(), "png");
    assert_eq!(text("testdata/sum/secret/1.ans").unwrap(), "2\n");
    assert_eq!(text("solutions/py/sum.py").unwrap(), "# words");
    assert!(problem("package/generators/outside.py").is_err());
}

#[test]
fn what_all_tests_say_alike_is_said_of_the_problem() {
    let files = |yaml: &'static str, of_group: &'static str| {
        let files = [
            ("problem.yaml", yaml),
            ("data/test_group.yaml", "output_validator_args: [float_tolerance, '1e-6']\n"),
            ("data/sample/1.in", "1\n"),
            ("data/sample/1.ans", "1.0\n"),
            ("data/secret/test_group.yaml", of_group),
            ("data/secret/1.in", "2\n"),
            ("data/secret/1.ans", "2.0\n"),
            ("output_validator/check.py", ""),
        ];
        let custom = yaml.contains("custom");
        let files: Vec<_> = files.into_iter().filter(|(name, _)| custom || !name.ends_with(".py")).collect();
        let (folder, catalog, lost) = imported(&files);
        (folder, catalog.problems[0].judging.clone(), lost)
    };
    let yaml = "problem_format_version: 2025-09\nname: Sum\nuuid: 1\n";
    let (_folder, judging, lost) = files(yaml, "");
    let model::Judging::Compare(model::Comparison::Tokens(options)) = judging else { panic!("{judging:?}") };
    assert_eq!((options.float_absolute, options.float_relative), (Some(1e-6), Some(1e-6)));
    assert!(lost.iter().all(|line| !line.contains("arguments of")), "{lost:#?}");

    let (_folder, judging, lost) = files("problem_format_version: 2025-09\nname: Sum\nuuid: 1 # custom\n", "");
    let model::Judging::Checker(checker) = judging else { panic!("{judging:?}") };
    assert_eq!(checker.args, ["float_tolerance", "1e-6"]);
    assert!(lost.iter().all(|line| !line.contains("arguments of")), "{lost:#?}");

    let (_folder, _, lost) = files(yaml, "output_validator_args: [case_sensitive]\n");
    has(&lost, "arguments of secret/1: ");
}

#[test]
fn a_file_of_which_nothing_is_made_is_kept() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\nuuid: 1\ntype: scoring\n"),
        ("data/sample/1.in", "1\n"),
        ("data/sample/1.ans", "1\n"),
        ("data/sample/1.hint", "Add.\n"),
        ("data/secret/a/1.in", "2\n"),
        ("data/secret/a/1.ans", "2\n"),
        ("data/secret/a/1.yaml", "description: the least\n"),
        ("data/secret/a/test_group.yaml", "max_score: 100\n"),
        ("data/invalid_input/1.in", "x\n"),
        ("attachments/start.py", ""),
        ("generators/gen.py", ""),
        ("generators/lib/random.py", ""),
        ("statement/problem.md", "# Sum\n"),
        ("statement/tree.png", ""),
        ("submissions/accepted/right.py", ""),
        ("submissions/wrong_answer/wrong.py", ""),
        ("submissions/wrong_answer/old.cobol", ""),
        ("output_visualizer/draw.py", ""),
        (".git/config", ""),
    ];
    let (folder, _, lost) = imported(&files);
    let lies = |name: &str| folder.path().join("workspace/problems/sum").join(name).is_file();
    let is_used = ["data/sample/1.in", "data/invalid_input/1.in", "statement/", "accepted/", "wrong.py", ".git"];
    for (name, _) in files {
        let is_used =
            is_used.iter().any(|used| name.contains(used)) || name.ends_with(".ans") || name.ends_with("a/1.in");
        assert_eq!(lies(&format!("package/{name}")), !is_used, "{name}");
    }
    assert!(lies("tree.png"), "the figure lies beside the statement");
    has(&lost, "generators: kept as it is in problems/sum/package/");
}

#[test]
fn what_a_package_of_another_format_keeps_elsewhere_is_not_lost() {
    let files = [
        ("task.yaml", "name: sum\ntitle: Sum\ntime_limit: 1\nmemory_limit: 64\n"),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("gen/GEN", "0\n"),
        ("gen/generator.py", ""),
        ("sol/grader.py", "import sum"),
        ("sol/solution.py", "def f(): pass"),
        ("statement/statement.pdf", ""),
    ];
    let (_folder, _, lost) = imported(&files);
    let names = lost.iter().filter_map(|line| line.strip_suffix(": kept as it is in problems/sum/package/"));
    assert_eq!(names.collect::<Vec<_>>(), ["gen", "sol", "statement", "task.yaml"], "{lost:#?}");
}

/// Neither a text for people nor a solution that the reader of the package has left out, with a
/// warning, is a reason to refuse.
#[test]
fn what_changes_no_verdict_is_left_behind_with_a_word() {
    let files = [
        ("init.yml", "test_cases:\n- {in: 1.in, out: 1.out, points: 1}\n"),
        ("1.in", "2\n"),
        ("1.out", "2\n"),
        ("README.md", "# Sum\n"),
        ("LICENSE", "free\n"),
        ("tests/right/test.yml", "language: PY3\nsource: right.py\nexpect: AC\ntime: 1\nmemory: 65536\n"),
        ("tests/right/right.py", ""),
        ("tests/odd/test.yml", "language: PY3\nsource: odd.py\nexpect: IE\n"),
        ("tests/odd/odd.py", ""),
    ];
    let (_folder, catalog, lost) = imported(&files);
    assert!(lost.iter().all(|line| line.contains(": kept as it is in ")), "{lost:#?}");
    let checker = model::Judging::Compare(model::Comparison::Foreign(model::Foreign::Standard));
    assert_eq!(catalog.problems[0].judging, checker, "DMOJ's comparison goes along");
}

#[test]
fn files_that_all_solutions_read_and_write_stay() {
    let of_cms = [
        ("task.yaml", "name: sum\ntitle: Sum\ntime_limit: 1\noutfile: ''\n"),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("input/input1.txt", "2"),
        ("output/output1.txt", "2"),
        ("sol/solution.py", ""),
    ];
    let names =
        |catalog: &Catalog| catalog.problems[0].tests.iter().map(|test| test.files().cloned()).collect::<Vec<_>>();
    let files = |input: Option<&str>, output: Option<&str>| {
        Some(model::FileNames { input: input.map(str::to_owned), output: output.map(str::to_owned) })
    };
    let (_folder, catalog, lost) = imported(&of_cms);
    assert_eq!(names(&catalog), vec![files(Some("input.txt"), None); 2]);
    assert!(lost.iter().all(|line| !line.contains("input.txt") && !line.contains("arguments of")), "{lost:#?}");
    let of_dmoj = [
        ("init.yml", "file_io: {input: a.in, output: a.out}\ntest_cases:\n- {in: 1, out: 1}\n"),
        ("1", "1\n"),
        ("solutions/a.py", ""),
    ];
    let (_folder, catalog, lost) = imported(&of_dmoj);
    assert_eq!(names(&catalog), [files(Some("a.in"), Some("a.out"))]);
    assert!(lost.iter().all(|line| !line.contains("arguments of") && !line.contains("a.in")), "{lost:#?}");
}

#[test]
fn a_checker_of_cms_speaks_as_before() {
    let files = [
        ("task.yaml", "name: sum\ntitle: Sum\ntime_limit: 1\n"),
        ("check/checker.py", "print(1.0)"),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("sol/solution.py", ""),
    ];
    let (_folder, catalog, lost) = imported(&files);
    let model::Judging::Checker(checker) = &catalog.problems[0].judging else { panic!("{:?}", catalog.problems) };
    assert_eq!((checker.protocol, checker.accepts_answers), (model::Protocol::Cms, false));
    assert!(lost.iter().all(|line| !line.contains("speaks")), "{lost:#?}");
}

#[test]
fn every_input_that_must_be_refused_comes_along() {
    let texts = |catalog: &Catalog| {
        let read = |path: &std::path::PathBuf| fs::read_to_string(path).unwrap();
        catalog.problems[0].invalid.iter().map(read).collect::<Vec<_>>()
    };
    let of_kattis = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\n"),
        ("data/secret/1.in", "2\n"),
        ("data/secret/1.ans", "2\n"),
        ("data/invalid_input/large/x.in", "1000\n"),
        ("data/invalid_input/small/x.in", "-1000\n"),
    ];
    let (_folder, catalog, lost) = imported(&of_kattis);
    assert_eq!(texts(&catalog), ["-1000\n", "1000\n"]);
    assert!(lost.iter().all(|line| !line.contains("invalid_input")), "{lost:#?}");
}

#[test]
fn what_judges_behind_an_interactor_comes_along() {
    let check = |checker: &str, expected: fn(&model::Judging) -> bool| {
        let xml = format!(
            "<problem short-name=\"sum\"><judging><testset name=\"tests\"><time-limit>1000</time-limit>\
             <memory-limit>67108864</memory-limit><tests><test/></tests></testset></judging>\
             <assets>{checker}<interactor><source path=\"files/talk.py\" type=\"python.3\"/></interactor></assets></problem>"
        );
        let files = [("problem.xml", xml.as_str()), ("tests/01", "1\n"), ("tests/01.a", "1\n")];
        let programs = [("files/talk.py", "# talk"), ("files/check.py", "# check")];
        let (_folder, catalog, lost) = imported(&[&files[..], &programs[..]].concat());
        let problem = &catalog.problems[0];
        assert_eq!(fs::read_to_string(problem.judging.program().unwrap()).unwrap(), "# talk");
        assert!(problem.rules.behind.as_ref().is_some_and(expected), "{:?}", problem.rules.behind);
        assert_eq!(lost, ["problem.xml: kept as it is in problems/sum/package/"]);
    };
    check("<checker type=\"testlib\"><source path=\"files/check.py\" type=\"python.3\"/></checker>", |behind| {
        behind.program().is_some_and(|file| fs::read_to_string(file).unwrap() == "# check")
    });
}

#[test]
fn headers_of_one_name_and_another_content_are_not_exchanged() {
    let files = |of_validator: &'static str| {
        imported(&[
            ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\n"),
            ("data/secret/1.in", "2\n"),
            ("data/secret/1.ans", "2\n"),
            ("input_validators/look/look.ml", ""),
            ("input_validators/look/say.h", of_validator),
            ("output_validator/check.ml", ""),
            ("output_validator/say.h", "// of the checker\n"),
        ])
    };
    let (folder, _, lost) = files("// of the validator\n");
    let header = |folder: &TempDir| fs::read_to_string(folder.path().join("workspace/problems/sum/say.h")).unwrap();
    assert_eq!(header(&folder), "// of the checker\n");
    has(&lost, "input_validators/look/say.h: another program has another header of this name");

    let (folder, _, lost) = files("// of the checker\n");
    assert_eq!(header(&folder), "// of the checker\n");
    assert!(lost.iter().all(|line| !line.contains("say.h")), "{lost:#?}");
}

#[test]
fn a_solution_that_may_get_anything_on_some_tests_is_read_again() {
    let files = [
        ("init.yml", "test_cases:\n- {in: 1.in, out: 1.out, points: 5}\n- {in: 2.in, out: 2.out, points: 5}\n"),
        ("1.in", "1\n"),
        ("1.out", "1\n"),
        ("2.in", "2\n"),
        ("2.out", "2\n"),
        ("tests/a/test.yml", "source: a.py\nlanguage: PY3\ntime: 2\nmemory: 65536\ncases: [AC, SC]\n"),
        ("tests/a/a.py", ""),
    ];
    let (_folder, catalog, lost) = imported(&files);
    let [solution] = &catalog.solutions[..] else { panic!("{lost:#?}") };
    let test = |id: &str| TestId(id.into());
    assert!(solution.expectation.permits(&test("cases/02"), Verdict::RunTimeError), "{}", solution.expectation);
}

#[test]
fn a_program_of_several_files_is_a_folder_with_the_values_of_constants_in_it() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\nconstants: {most: 5}\n"),
        ("data/secret/1.in", "2\n"),
        ("data/secret/1.ans", "2\n"),
        ("input_validators/look/check.py", "{{most}}"),
        ("input_validators/look/other.py", ""),
    ];
    let (_folder, catalog, lost) = imported(&files);
    assert_eq!(lost, ["problem.yaml: kept as it is in problems/sum/package/"]);
    let [validator] = &catalog.problems[0].validators[..] else { panic!("{lost:#?}") };
    assert_eq!(fs::read_to_string(validator.join("check.py")).unwrap(), "5");
    assert!(validator.ends_with("problems/sum/validator") && validator.join("other.py").is_file());
}

#[test]
fn a_limit_that_follows_from_the_submissions_is_lost_with_a_word() {
    let files = |yaml: &'static str| {
        imported(&[
            ("problem.yaml", yaml),
            ("data/secret/1.in", "1\n"),
            ("data/secret/1.ans", "1\n"),
            ("submissions/accepted/a.py", ""),
        ])
    };
    let what = "that the time limit follows from the submissions: ";
    let (_folder, _, lost) = files("name: Sum\n");
    has(&lost, what);
    let (_folder, _, lost) = files("name: Sum\nlimits: {time_limit: 1}\nproblem_format_version: 2025-09\n");
    assert!(lost.iter().all(|line| !line.contains(what)), "{lost:#?}");
}

#[test]
fn what_only_packages_set_otherwise_is_written() {
    let files = [
        ("problem.yaml", "name: Sum\nlimits: {validation_time: 120, validation_memory: 512, validation_output: 100}\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("submissions/accepted/a.py", ""),
    ];
    let (folder, catalog, _) = imported(&files);
    let tools = &catalog.problems[0].tool_limits;
    assert_eq!((tools.cpu.as_secs(), tools.wall.as_secs()), (120, 360));
    let mib = [tools.memory, tools.stack, tools.output, tools.file_size].map(|size| size.as_kib() / 1024);
    assert_eq!(mib, [512, 512, 100, 100]);
    let text = fs::read_to_string(folder.path().join("workspace/problems/sum/problem.toml")).unwrap();
    assert!(text.contains("[tools]\ntime = 120.0\nmemory = 512\noutput = 100\nfile-size = 100\n"), "{text}");

    let xml = "<problem revision=\"1\" short-name=\"sum\"><names><name language=\"english\" value=\"Sum\"/></names>\
        <judging><testset name=\"tests\"><time-limit>1000</time-limit><memory-limit>268435456</memory-limit>\
        <test-count>1</test-count><input-path-pattern>tests/%02d</input-path-pattern>\
        <answer-path-pattern>tests/%02d.a</answer-path-pattern><tests><test method=\"manual\"/></tests></testset></judging>\
        <assets><solutions><solution tag=\"main\"><source path=\"solutions/a.py\" type=\"python.3\"/></solution></solutions>\
        <checker name=\"std::wcmp.cpp\" type=\"testlib\"/></assets></problem>";
    let files = [("problem.xml", xml), ("tests/01", "1\n"), ("tests/01.a", "1\n"), ("solutions/a.py", "")];
    let (_folder, catalog, _) = imported(&files);
    assert_eq!(catalog.problems[0].limits.file_size.as_kib(), 64 * 1024);
}
