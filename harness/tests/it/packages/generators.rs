//! Tests described by BAPCtools' `generators.yaml`, made when the package is judged.

use super::{FIRST, SUM, Scene, outcome};
use crate::scene::has;

#[test]
fn tests_that_generators_yaml_describes_are_made_and_nothing_is_written_into_the_package() {
    if !has("python3") {
        return;
    }
    let scene = Scene::new();
    scene.write("made/problem.yaml", "problem_format_version: 2025-09\nname: M\nuuid: 1\nlimits: {time_limit: 2}\n");
    scene.write("made/submissions/accepted/sum.rs", SUM);
    scene.write("made/submissions/wrong_answer/first.rs", FIRST);
    scene.write("made/generators/pair.sh", "echo $1 $2\n");
    scene.write("made/generators/file.sh", "echo $@ > testcase.in\n");
    scene.write("made/generators/double/main.py", "import sys, lib\nprint(lib.twice(sys.argv[1]))\n");
    scene.write("made/generators/double/lib.py", "def twice(x):\n    return x + ' ' + x\n");
    scene.write("made/generators/manual/one.in", "8 9\n");
    scene.write("made/generators/manual/one.ans", "17\n");
    scene.write(
        "made/generators/generators.yaml",
        "solution: /submissions/accepted/sum.rs
data:
  sample:
    data:
      '1': {in: 1 2, ans: '3'}
  secret:
    data:
      - pair: pair.sh {seed:1} '5'
      - two: double 1
      - three: {generate: double 2}
      - hand: {copy: manual/one}
      - file: file.sh 3 4
      - lost: nobody.py 3
",
    );
    let files = scene.files();
    let ran = scene.judge("made");
    assert!(ran.printed.contains("making 4 tests of made"), "{}", ran.printed);
    assert!(ran.printed.contains("secret/6-lost: there is no generator `nobody.py`"), "{}", ran.printed);
    let ids: Vec<&str> =
        ran.report["solutions"][0]["tests"].as_array().unwrap().iter().map(|t| t["test"].as_str().unwrap()).collect();
    let expected = ["sample/1", "secret/1-pair", "secret/2-two", "secret/3-three", "secret/4-hand", "secret/5-file"];
    assert_eq!(ids, expected, "{}", ran.printed);
    assert_eq!(ran.line("sum"), "met: AC AC AC AC AC AC", "{}", ran.printed);
    assert_eq!(ran.line("first"), "met: WA WA WA WA WA WA", "{}", ran.printed);
    assert_eq!(scene.files(), files, "nothing is written into a package");

    let again = scene.judge("made");
    assert!(!again.printed.contains("making"), "{}", again.printed);
    // A test that has changed is made anew.
    scene.write("made/generators/pair.sh", "echo 7 7\n");
    assert!(scene.judge("made").printed.contains("making"), "a generator that has changed");
}

#[test]
fn one_test_that_is_described_is_one() {
    let scene = Scene::new();
    scene.write("one/problem.yaml", "problem_format_version: 2025-09\nname: M\nuuid: 1\n");
    scene.write("one/submissions/accepted/sum.rs", SUM);
    scene.write("one/generators/pair.py", "print(3, 4)\n");
    for (tests, phrase) in [
        ("'1': pair.py", "error: 1 test is described and not in the package"),
        ("'1': pair.py, '2': pair.py", "error: 2 tests are described and not in the package"),
        ("'1': nothing.py", "error: 1 test cannot be made: secret/1: there is no generator `nothing.py`"),
    ] {
        scene.write("one/generators/generators.yaml", &format!("data: {{secret: {{data: {{{tests}}}}}}}\n"));
        let (_, printed) = outcome(scene.command().args(["check", "--root"]).arg(scene.path("one")));
        assert!(printed.contains(phrase), "{printed}");
    }
}

#[test]
fn only_the_tests_of_selected_problems_are_made() {
    let scene = Scene::new();
    for name in ["first", "second", "third"] {
        scene.write(&format!("{name}/problem.yaml"), "problem_format_version: 2025-09\nname: M\nuuid: 1\n");
        scene.write(&format!("{name}/submissions/accepted/sum.rs"), SUM);
        scene.write(&format!("{name}/generators/pair.sh"), "echo $1 $2\n");
        let yaml = "solution: /submissions/accepted/sum.rs\ndata: {secret: {data: {pair: pair.sh 3 4}}}\n";
        scene.write(&format!("{name}/generators/generators.yaml"), yaml);
    }
    let made = |filters: &[&str]| {
        let (_, printed) = outcome(scene.command().arg("--root").arg(scene.packages.path()).args(filters));
        let made = |name: &&str| printed.contains(&format!("making 1 test of {name}"));
        (["first", "second", "third"].into_iter().filter(made).collect::<Vec<_>>().join(" "), printed)
    };
    for words in [&["nothing"][..], &["first", "nothing"], &["nothing/accepted/sum"]] {
        let (nothing, printed) = made(words);
        assert_eq!(nothing, "", "{words:?}: {printed}");
    }
    let (second, printed) = made(&["second/accepted/sum"]);
    assert_eq!(second, "second", "{printed}");
    assert!(printed.contains("1 of 1 solution as expected") && !printed.contains("elsewhere"), "{printed}");
    let (nothing, printed) = made(&["second"]);
    assert_eq!(nothing, "", "{printed}");
    let (rest, printed) = made(&[]);
    assert_eq!(rest, "first third", "{printed}");
    // An error of the named package is its own, and those of others are not.
    scene.write("second/generators/generators.yaml", "bad: : yaml\n");
    let (_, printed) = made(&["second"]);
    assert!(printed.contains("second/generators/generators.yaml:1") && !printed.contains("elsewhere"), "{printed}");
    let (_, printed) = made(&["first"]);
    assert!(printed.contains("elsewhere, not counted here: second/"), "{printed}");
}

#[test]
fn files_that_a_generator_writes_beside_the_input_are_answer_and_output() {
    let scene = Scene::new();
    scene.write(
        "beside/problem.yaml",
        "problem_format_version: 2025-09\nname: B\nuuid: 1\nlimits: {time_limit: 2}\ntype: pass-fail\n",
    );
    scene.write("beside/submissions/accepted/sum.rs", SUM);
    // What it prints is the input. An answer that differs from the sum shows that no solution was
    // asked.
    scene.write("beside/generators/both.sh", "echo $1 $2\necho $3 > testcase.ans\necho $4 > testcase.out\n");
    let settings = "output_validator_args: [float_absolute_tolerance, \"2\"]\n";
    scene.write("beside/data/test_group.yaml", settings);
    scene.write(
        "beside/generators/generators.yaml",
        "solution: /submissions/accepted/sum.rs
data:
  secret:
    data:
      - right: both.sh 1 2 3 3
      - near: both.sh 1 2 5 5
      - far: both.sh 1 2 9 9
      - own: {generate: both.sh 1 2 9 9, ans: '3'}
  invalid_output:
    data:
      wrong: both.sh 1 2 3 7
      right: both.sh 1 2 3 4
",
    );
    let ran = scene.judge("beside");
    assert_eq!(ran.line("sum"), "unmet: AC AC WA AC", "{}", ran.printed);
    let complaints: Vec<&str> = ran.printed.lines().filter(|line| line.contains("which it must reject")).collect();
    assert_eq!(complaints.len(), 1, "{}", ran.printed);
}
