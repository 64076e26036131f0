//! `//@ only: GLOB`: a solution is judged on some of the tests, and nothing is said about the
//! others.

use crate::scene::Scene;
use serde_json::Value;

/// A problem whose brute force never ends on the large test, and is not run on it.
fn scene() -> Scene {
    let scene = Scene::twice();
    scene.write("testdata/twice/secret/01-small.in", "2\n");
    scene.write("testdata/twice/secret/01-small.ans", "4\n");
    scene.write("testdata/twice/secret/02-large.in", "1000\n");
    scene.write("testdata/twice/secret/02-large.ans", "2000\n");
    let endless = "{ while n >= 1000 { std::hint::black_box(n); } n + n }";
    scene.solution("twice--brute", "//@ only: sample/*\n//@ only: secret/*-small\n", endless);
    scene
}

#[test]
fn a_solution_is_judged_on_its_only_and_nothing_is_said_of_the_other_tests() {
    let scene = scene();
    let printed = scene.run(&["--report", "json=-"]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let report: Value = serde_json::from_str(&printed.out).unwrap();
    let solutions = report["solutions"].as_array().unwrap();
    let brute = solutions.iter().find(|solution| solution["name"] == "twice/brute.rs").unwrap();
    let tests: Vec<&Value> = brute["tests"].as_array().unwrap().iter().map(|test| &test["test"]).collect();
    assert_eq!(tests, ["sample/01", "secret/01-small"]);
    assert_eq!((&brute["status"], &brute["whole"]), (&"met".into(), &true.into()));
}

#[test]
fn asking_a_solution_for_a_test_outside_its_only_says_so() {
    scene().run(&["twice/brute", "-t", "*-large"]).is(
        4,
        "",
        "error: `twice/brute.rs` is judged on none of the selected tests\n  hint: its `only` directive says on which\n",
    );
}

#[test]
fn list_and_explain_count_the_tests_of_an_only() {
    let scene = scene();
    scene.run(&["list"]).is(
        0,
        "twice: Twice (3 tests, 1.0 s, 256 MiB)\n  twice.rs  accepted\n  brute.rs  2 tests  accepted\n1 problem, 2 solutions, 3 tests, 5 runs\n",
        "",
    );
    let printed = scene.run(&["explain", "twice"]);
    assert!(
        printed.out.contains("brute.rs      accepted, on 2 of 3 tests       solutions/src/bin/twice--brute.rs\n"),
        "{}",
        printed.out
    );
}

#[test]
fn a_new_test_is_confirmed_by_whoever_is_judged_on_it() {
    let scene = scene();
    let added = |name: &str, input: &str, words: &str| {
        let printed = scene.run_with(&["add", "twice", "--yes", "--name", name], input);
        assert!(printed.code == Some(0) && printed.out.contains(words), "{}", printed.out);
    };
    added("secret/03-small", "3\n", ", confirmed by twice/brute.rs\n");
    added("secret/04-large", "5000\n", " (no other solution confirms it)\n");
    scene.write("testdata/twice/secret/05-small.in", "5\n");
    scene.write("testdata/twice/secret/06-large.in", "6000\n");
    let printed = scene.run(&["bless", "twice", "--yes"]);
    let partly = "twice/brute.rs is judged on 1 test of them and agrees";
    assert!(printed.out.replace("\n  ", " ").contains(partly), "{}", printed.out);
    assert_eq!(scene.read("testdata/twice/secret/06-large.ans"), "12000\n");
}
