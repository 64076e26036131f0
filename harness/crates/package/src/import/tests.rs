//! Packages of other formats as files of a workspace that is read again.

use super::*;
use model::{Catalog, Comments, Language, Languages, Severity, TestId, Verdict};
use tempfile::TempDir;

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

/// Imports the package of these files into a workspace of its own, in which nothing may be wrong.
/// Returns what was lost, too.
fn imported(files: &[(&str, &str)]) -> (TempDir, Catalog, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: std::path::PathBuf, bytes: &[u8]| {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    for (name, text) in files {
        write(folder.path().join("sum").join(name), text.as_bytes());
    }
    let (read, printed) = crate::detect::load(&folder.path().join("sum"), &Two, &folder.path().join("stage"));
    let problem = read.problems.first().unwrap_or_else(|| panic!("it cannot be judged: {printed:#?}"));
    let import = of_problem(problem, &read.solutions, &problem.id, &Two).unwrap();
    let root = folder.path().join("workspace");
    for (name, content) in &import.files {
        write(root.join(name), &content.bytes().unwrap());
    }
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
    assert!(expected("right.py").is_accepted());
    let half = expected("half.py");
    assert!(half.permits(&test, Verdict::TimeLimit) && half.score.is_none() && !half.expects_compile_error());
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
    check("", "#@ note: off by one\nprint(1)\n");
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
    assert_eq!((right.display.as_str(), text(&right.path).as_str()), ("solutions/py/sum--right.py", "# right"));
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
fn a_file_of_which_nothing_is_made_is_lost_with_its_name() {
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
    let (_folder, _, lost) = imported(&files);
    let lost_as = |why: &str| lost.iter().filter_map(|line| line.strip_suffix(why)).collect::<Vec<_>>();
    assert_eq!(
        lost_as(": nothing here is made of it"),
        ["attachments", "generators", "output_visualizer", "statement/tree.png", "submissions/wrong_answer/old.cobol"]
    );
    let why = ": beside tests there are inputs and answers here";
    assert_eq!(lost_as(why), ["data/sample/1.hint", "data/secret/a/1.yaml"]);
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
    let of_nothing = lost.iter().filter_map(|line| line.strip_suffix(": nothing here is made of it"));
    assert_eq!(of_nothing.collect::<Vec<_>>(), ["gen/generator.py", "sol/grader.py", "statement"], "{lost:#?}");
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
    assert_eq!(lost, Vec::<String>::new());
    let checker = model::Judging::Compare(model::Comparison::Dmoj(model::Dmoj::Standard));
    assert_eq!(catalog.problems[0].judging, checker, "DMOJ's comparison goes along");
}

#[test]
fn what_tries_the_judges_of_a_package_is_lost_with_a_word() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\nuuid: 1\n"),
        ("data/secret/1.in", "2\n"),
        ("data/secret/1.ans", "2\n"),
        ("data/valid_output/1.in", "2\n"),
        ("data/valid_output/1.ans", "2\n"),
        ("data/valid_output/1.out", "2\n"),
        ("data/invalid_answer/1.in", "2\n"),
        ("data/invalid_answer/1.ans", "x\n"),
        ("answer_validators/look.ctd", "INT\n"),
    ];
    let (_folder, _, lost) = imported(&files);
    has(&lost, "valid_output/1: ");
    has(&lost, "data/invalid_answer/1.ans: ");
    has(&lost, "answer_validators/look.ctd: ");
}

#[test]
fn whose_a_problem_is_and_how_it_is_found_is_lost_by_name() {
    let yaml = "problem_format_version: 2025-09\nname: Sum\nuuid: 1\nlicense: cc by-sa\nrights_owner: Ann\n\
                credits: {authors: [Ann]}\nkeywords: [easy]\nembargo_until: null\n";
    let files = [
        ("problem.yaml", yaml),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("submissions/accepted/a.py", ""),
    ];
    let (_folder, _, lost) = imported(&files);
    for key in ["license", "rights_owner", "credits", "keywords", "uuid"] {
        has(&lost, &format!("`{key}` of problem.yaml: problem.toml has no place for it"));
    }
    let (_folder, _, lost) = imported(&[("problem.yaml", "name: Sum\nlicense:\n"), files[1], files[2], files[3]]);
    assert!(lost.iter().all(|line| !line.contains("problem.yaml")), "{lost:#?}");
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
        (
            "init.yml",
            "file_io: {input: a.in, output: a.out}\nsymlinks: {in: /dev/stdin}\ntest_cases:\n- {in: 1, out: 1}\n",
        ),
        ("1", "1\n"),
        ("solutions/a.py", ""),
    ];
    let (_folder, catalog, lost) = imported(&of_dmoj);
    assert_eq!(names(&catalog), [files(Some("a.in"), Some("a.out"))]);
    // What lies beside a solution has no place.
    has(&lost, "the file in of solutions: ");
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

    let xml = r#"<problem short-name="sum"><judging><testset name="tests">
        <time-limit>1000</time-limit><memory-limit>67108864</memory-limit><tests><test/></tests>
      </testset></judging>
      <assets><checker name="std::wcmp.cpp"/>
        <validators><validator><source path="files/val.py" type="python.3"/>
          <testset><input-path-pattern>files/%02d</input-path-pattern>
          <tests><test verdict="invalid"/></tests></testset></validator></validators>
      </assets></problem>"#;
    let of_polygon =
        [("problem.xml", xml), ("tests/01", "1\n"), ("tests/01.a", "1\n"), ("files/01", "x\n"), ("files/val.py", "")];
    let (_folder, catalog, _) = imported(&of_polygon);
    assert_eq!(texts(&catalog), ["x\n"]);
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
fn a_program_that_was_put_together_elsewhere_is_not_named_by_that_place() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\nconstants: {most: 5}\n"),
        ("data/secret/1.in", "2\n"),
        ("data/secret/1.ans", "2\n"),
        ("input_validators/look/check.py", "{{most}}"),
        ("input_validators/look/other.py", ""),
    ];
    let (_folder, _, lost) = imported(&files);
    assert!(lost.iter().any(|line| line.starts_with("look: it has several files")), "{lost:#?}");
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
