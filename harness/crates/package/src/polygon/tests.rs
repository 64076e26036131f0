use super::*;
use crate::judged::JudgedPackage;
use crate::testing;

const LANGUAGES: [&str; 4] = ["cpp", "py", "pypy/py", "java"];

fn package(files: &[(&str, &str)]) -> (JudgedPackage, Vec<String>) {
    let (_folder, judged, lines) = testing::package(files, &LANGUAGES, is_package, |found| READER.read(found));
    (judged, lines)
}

const GROUPED: &str = r#"<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="3" short-name="sum" url="https://example.com/sum">
  <names><name language="russian" value="Сумма"/><name language="english" value="Sum"/></names>
  <judging cpu-speed="3600" input-file="" output-file="" run-count="1">
    <testset name="pretests"><time-limit>1</time-limit></testset>
    <testset name="tests">
      <time-limit>1500</time-limit><memory-limit>67108864</memory-limit><test-count>5</test-count>
      <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>
        <test method="manual" sample="true" group="0" points="0.0"/>
        <test method="manual" group="1" points="10.0"/>
        <test cmd="gen 3" method="generated" group="1" points="20.0"/>
        <test cmd="gen 4" method="generated" group="2" points="0.0"/>
        <test cmd="gen 5" method="generated" group="2" points="70.0"/>
      </tests>
      <groups>
        <group feedback-policy="complete" name="0" points-policy="complete-group"/>
        <group feedback-policy="complete" name="1" points-policy="each-test"/>
        <group feedback-policy="icpc" name="2" points-policy="complete-group">
          <dependencies><dependency group="0"/><dependency group="1"/></dependencies>
        </group>
      </groups>
    </testset>
  </judging>
  <assets>
    <checker name="std::ncmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
    <validators><validator><source path="files/val.cpp" type="cpp.g++17"/>
      <testset><input-path-pattern>files/tests/validator-tests/%02d</input-path-pattern>
        <tests><test verdict="valid"/><test verdict="invalid"/></tests></testset></validator></validators>
    <solutions>
      <solution tag="main"><source path="solutions/sol.cpp" type="cpp.g++17"/></solution>
      <solution tag="wrong-answer"><source path="solutions/Wrong one.py" type="python.pypy3-64"/>
        <extra-tags><extra-tag group="1" tag="accepted"/></extra-tags></solution>
      <solution tag="do-not-run"><source path="solutions/no.cpp" type="cpp.g++17"/></solution>
      <solution tag="accepted"><source path="solutions/gone.cpp" type="cpp.g++17"/></solution>
      <solution tag="accepted"><source path="solutions/a.asm" type="asm"/></solution>
    </solutions>
  </assets>
</problem>
"#;

fn files<'t>(xml: &'t str, more: &[(&'t str, &'t str)]) -> Vec<(&'t str, &'t str)> {
    let tests = ["01", "02", "03", "04", "05"].map(|name| {
        let leaked: &'static str = Box::leak(format!("tests/{name}").into_boxed_str());
        let answer: &'static str = Box::leak(format!("tests/{name}.a").into_boxed_str());
        [(leaked, "1 2\n"), (answer, "3\n")]
    });
    let mut all = vec![("problem.xml", xml)];
    all.extend(tests.into_iter().flatten());
    all.extend(more);
    all
}

#[test]
fn groups_whose_names_differ_in_white_space_are_two() {
    let xml = GROUPED.replace("group=\"1\"", "group=\"a b\"").replace("name=\"1\"", "name=\"a b\"");
    let xml = xml.replace("group=\"2\"", "group=\"a-b\"").replace("name=\"2\"", "name=\"a-b\"");
    let checker = [("files/check.cpp", "#include \"testlib.h\"\n")];
    let (judged, _) = package(&files(&xml, &checker));
    let problem = judged.problem.unwrap();
    let ids: Vec<&str> = problem.tests.iter().map(|test| &*test.id.0).collect();
    let first = ["sample/01", "group-a-b/10-points/02", "group-a-b/20-points/03"];
    assert_eq!(ids, [&first[..], &["group-a-b-2/04", "group-a-b-2/05"]].concat());
    let group = problem.groups.iter().find(|group| group.name == "group-a-b-2").unwrap();
    assert!(group.requires.iter().all(|name| name != "group-a-b-2"), "{group:?}");
}

#[test]
fn groups_points_limits_programs_and_tags_are_read() {
    let (judged, printed) = package(&files(
        GROUPED,
        &[
            ("files/check.cpp", "#include \"testlib.h\"\n"),
            ("files/val.cpp", "#include \"testlib.h\"\n"),
            ("solutions/sol.cpp", ""),
            ("solutions/Wrong one.py", ""),
            ("solutions/no.cpp", ""),
            ("solutions/a.asm", ""),
        ],
    ));
    assert_eq!(
        printed,
        [
            "warning:0 solutions tagged `do-not-run`, so left out: solutions/no.cpp",
            "warning:0 solutions skipped, in no language that is read here: solutions/a.asm",
            "warning:28 `assets/validators/validator/testset` is not supported: the validator's own tests are not tried",
            "error:35 `solutions/gone.cpp` is not in the package",
        ]
    );
    let problem = judged.problem.unwrap();
    assert_eq!((&*problem.title, problem.title_zh.as_deref()), ("Sum", None));
    assert_eq!((problem.limits.cpu, problem.limits.memory), (Duration::from_millis(1500), ByteSize::mib(64)));
    let ids: Vec<String> = problem.tests.iter().map(|test| test.id.to_string()).collect();
    assert_eq!(ids, ["sample/01", "group-1/10-points/02", "group-1/20-points/03", "group-2/04", "group-2/05"]);
    let groups: Vec<String> = problem
        .groups
        .iter()
        .map(|group| format!("{} {} {}", group.name, group.points, group.requires.join("+")))
        .collect();
    assert_eq!(
        groups,
        ["group-1/10-points 10 ", "group-1/20-points 20 ", "group-2 70 sample+group-1/10-points+group-1/20-points"]
    );
    let Judging::Checker(checker) = &problem.judging else { panic!("a checker") };
    assert!(checker.file.ends_with("files/check.cpp") && checker.protocol == Protocol::Testlib);
    assert!(problem.validators[0].ends_with("files/val.cpp"));
    let solutions: Vec<String> =
        judged.solutions.iter().map(|solution| format!("{} {}", solution.id, solution.language)).collect();
    assert_eq!(solutions, ["sum/sum.cpp cpp", "sum/Wrong one.py pypy/py"]);
    let wrong = &judged.solutions[1].expectation;
    let permits = |test: usize| wrong.permits(&problem.tests[test].id, model::Verdict::WrongAnswer);
    assert!(permits(0) && !permits(1) && permits(4));
}

#[test]
fn a_checker_judges_what_an_interactor_wrote() {
    let interactor = "<interactor><source path=\"files/talk.cpp\" type=\"cpp.g++17\"/></interactor><checker ";
    let xml = GROUPED.replace("<checker ", interactor);
    let behind = |checker: &[(&str, &str)]| {
        let own = [("files/talk.cpp", ""), ("files/val.cpp", ""), ("solutions/sol.cpp", "")];
        let problem = package(&files(&xml, &[&own[..], checker].concat())).0.problem.unwrap();
        assert!(matches!(&problem.judging, Judging::Interactor(spec) if spec.file.ends_with("files/talk.cpp")));
        problem.rules.behind.clone()
    };
    assert!(matches!(
        behind(&[("files/check.cpp", "")]),
        Some(Judging::Checker(spec)) if spec.file.ends_with("files/check.cpp") && spec.protocol == Protocol::Testlib
    ));
    assert!(matches!(behind(&[]), Some(Judging::Compare(_))));
}

#[test]
fn tests_of_a_package_for_windows_have_plain_line_ends() {
    let mut all = files(GROUPED, &[("files/check.cpp", ""), ("files/val.cpp", ""), ("solutions/sol.cpp", "")]);
    all.extend([("tests/01", "1 2\r\n"), ("tests/02", "3\r\n\r\n")]);
    let (folder, judged, _) = testing::package(&all, &LANGUAGES, is_package, |found| READER.read(found));
    let problem = judged.problem.unwrap();
    let text = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(text(&problem.tests[0].input), "1 2\n");
    assert_eq!(text(&problem.tests[1].input), "3\n\n");
    assert_eq!(text(&problem.tests[1].answer), "3\n");
    // Nothing is written into the package.
    assert_eq!(text(&folder.path().join("sum/tests/01")), "1 2\r\n");
}

#[test]
fn a_standard_package_and_files_of_nobody_are_told_of_once() {
    let xml = GROUPED.replace("files/check.cpp", "../check.cpp");
    let all = files(&xml, &[("solutions/sol.cpp", "")]);
    let some: Vec<_> =
        all.into_iter().filter(|(name, _)| !name.starts_with("tests/0") || name.contains("01")).collect();
    let (judged, printed) = package(&some);
    let problem = judged.problem.unwrap();
    assert_eq!(problem.tests.len(), 1);
    assert!(matches!(problem.judging, Judging::Compare(_)));
    assert!(
        printed.contains(&"error:0 4 of 5 tests are not in the package: left out, first tests/02".to_owned()),
        "{printed:?}"
    );
    assert!(printed.contains(&"error:27 `files/val.cpp` is not in the package".to_owned()), "{printed:?}");
    let compared = "the source of std::ncmp.cpp is not in the package: outputs are compared as tokens";
    assert!(printed.contains(&format!("warning:0 {compared}")), "{printed:?}");
}

#[test]
fn a_sample_that_is_worth_points_counts_like_any_other_test() {
    let begin = GROUPED.find("<groups>").unwrap();
    let end = GROUPED.find("</groups>").unwrap() + "</groups>".len();
    let xml = [&GROUPED[..begin], &GROUPED[end..]].concat();
    let xml = xml.replace(" group=\"0\" points=\"0.0\"", " points=\"5.0\"").replace(" group=\"1\"", "");
    let xml = xml.replace(" group=\"2\"", "");
    let (judged, printed) = package(&files(&xml, &[("files/check.cpp", ""), ("solutions/sol.cpp", "")]));
    let problem = judged.problem.unwrap_or_else(|| panic!("{printed:?}"));
    let groups: Vec<String> =
        problem.groups.iter().map(|group| format!("{} {} {}", group.name, group.points, group.tests)).collect();
    assert_eq!(
        groups,
        [
            "tests/5-points 5 1",
            "tests/10-points 10 1",
            "tests/20-points 20 1",
            "tests/0-points 0 1",
            "tests/70-points 70 1"
        ]
    );
}

#[test]
fn what_is_no_xml_has_a_place() {
    let (judged, printed) = package(&[("problem.xml", "<problem>\n  <judging>\n</problem>\n")]);
    assert!(judged.problem.is_none());
    assert_eq!(printed, ["error:3 invalid XML: expected 'judging' tag, not 'problem'"]);
    let bomb = "<!DOCTYPE problem [<!ENTITY a \"aaaa\">]>\n<problem><judging>&a;</judging></problem>";
    let (_, printed) = package(&[("problem.xml", bomb)]);
    assert_eq!(printed, ["error:1 invalid XML: XML with DTD detected"]);
}
