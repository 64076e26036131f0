//! `harness mutate` finds the mistakes that the tests do not notice.

use crate::command::{left_to_long, long};
use crate::scene::Scene;
use serde_json::Value;

/// The problem `twice`, whose only test cannot tell `n * 2` from `n + 2`.
fn weak() -> Scene {
    let scene = Scene::twice();
    scene.write("testdata/twice/sample/01.in", "2\n");
    scene.write("testdata/twice/sample/01.ans", "4\n");
    scene
}

fn mutate(scene: &Scene, more: &[&str]) -> (Option<i32>, Value) {
    let printed = scene.run(&[&["mutate", "twice", "--json", "--inputs", "60", "--seconds", "600"], more].concat());
    let json = serde_json::from_str(&printed.out).unwrap_or_else(|error| panic!("{error}: {printed:?}"));
    (printed.code, json)
}

#[test]
fn a_mistake_that_no_test_notices_is_shown_with_an_input_that_does_and_a_test_of_it_kills_it() {
    let scene = weak();
    scene.write("problems/twice/input.ctd", "INT(1,100000) NEWLINE EOF\n");
    let (code, json) = mutate(&scene, &[]);
    assert_eq!(code, Some(1), "{json}");
    let found = |json: &Value, after: &str| {
        let survivors = json["survivors"].as_array().unwrap().iter();
        let all: Vec<Value> = survivors.filter(|one| one["after"].as_str().unwrap().contains(after)).cloned().collect();
        all.into_iter().next()
    };
    let plus = found(&json, "n + 2").expect("n + 2 passes the test");
    assert_eq!((&plus["input"], &plus["answer"], &plus["line"]), (&"1\n".into(), &"2\n".into(), &5.into()), "{json}");
    assert_eq!(found(&json, "n * 3"), None, "{json}");
    let narrow = found(&json, "i16").expect("i16 passes the test");
    let smallest: i32 = narrow["input"].as_str().unwrap().trim().parse().unwrap();
    assert!(smallest > i32::from(i16::MAX) / 2, "{json}");

    scene.write("testdata/twice/secret/02-one.in", "1\n");
    scene.write("testdata/twice/secret/02-one.ans", "2\n");
    scene.write("testdata/twice/secret/03-most.in", "100000\n");
    scene.write("testdata/twice/secret/03-most.ans", "200000\n");
    let (code, json) = mutate(&scene, &[]);
    assert_eq!((code, &json["found"], &json["open"]), (Some(0), &0.into(), &0.into()), "{json}");
    let printed = scene.run(&["check", "twice"]);
    assert!(printed.out.contains("mutation score 100 %"), "{printed:?}");
}

#[test]
fn workspaces_that_share_a_cache_know_nothing_of_each_others_mutants() {
    if left_to_long("it compiles the mutants of two workspaces") {
        return;
    }
    let (with, without) = (weak(), weak());
    with.write("problems/twice/input.ctd", "INT(1,100000) NEWLINE EOF\n");
    let (_, json) = mutate(&with, &[]);
    assert_ne!(json["found"], 0, "{json}");
    let (_, json) = mutate(&without, &[]);
    assert_eq!(json["found"], 0, "{json}");
    assert_ne!(json["open"], 0, "without a grammar no input is tried: {json}");
    let printed = with.run(&["check", "twice"]);
    assert!(!printed.out.contains("changed: `harness mutate"), "{printed:?}");
}

#[test]
fn tests_that_are_made_kill_what_passed_and_are_written_by_whoever_agrees() {
    let scene = weak();
    scene.write("problems/twice/input.ctd", "INT(1,100000) NEWLINE EOF\n");
    scene.solution("twice--capped", "//@ expect: wrong-answer\n", "n.min(50) * 2");
    let strengthen = |more: &[&str]| {
        scene.run(&[&["strengthen", "twice", "--inputs", "60", "--tests", "4", "--large", "0"][..], more].concat())
    };
    let printed = strengthen(&[]);
    assert_eq!(printed.code, Some(1), "nobody can be asked: {printed:?}");
    assert!(!scene.path("testdata/twice/secret").exists(), "{printed:?}");
    let printed = strengthen(&["--yes"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(
        printed.out.contains("kills twice/capped.rs") && printed.out.ends_with("added 4 tests to testdata/twice\n")
    );
    let (code, json) = mutate(&scene, &[]);
    assert_eq!((code, &json["found"]), (Some(0), &0.into()), "{json}");
    assert_eq!(scene.run(&["twice"]).code, Some(0), "the wrong solution fails now");
    let printed = strengthen(&["--yes"]);
    assert!(printed.out.contains("no test is missing"), "{printed:?}");
    scene.solution("twice--rare", "//@ expect: wrong-answer\n", "if n == 77_777 { 0 } else { n * 2 }");
    let printed = strengthen(&["--yes"]);
    assert_eq!(printed.code, Some(1), "a wrong solution passes every test: {printed:?}");
    assert!(printed.out.contains("twice/rare.rs passes every test"), "{printed:?}");
}

#[test]
fn without_a_grammar_what_passes_is_open_and_the_terminal_says_why() {
    let scene = weak();
    let printed = scene.run(&["mutate", "twice"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.out.contains("solutions/src/bin/twice.rs:5  wrong arithmetic: passes every test\n"), "{printed:?}");
    assert!(printed.out.contains("n + 2);"), "{printed:?}");
    let why = "nothing was tried on them: nothing says what an input of twice looks like\nhint: write a validator, or problems/twice/input.ctd,";
    assert!(printed.out.contains(why), "{printed:?}");
}

#[test]
fn what_survived_few_inputs_is_open_and_never_called_probably_equivalent() {
    let scene = weak();
    scene.write("given/1.in", "2\n");
    let printed = scene.run(&["mutate", "twice", "--input", "given", "--seconds", "600"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.out.contains(" open") && !printed.out.contains("probably equivalent"), "{printed:?}");
    assert!(printed.out.contains("passes every test and 1 further input\n"), "{printed:?}");
    assert!(!printed.out.contains("nothing was tried"), "{printed:?}");
}

/// Prints a number from `--from` to `--to`, and refuses a range that is empty.
const GENERATOR: &str = r#"fn main() {
    let args: Vec<String> = std::env::args().collect();
    let of = |name: &str| -> i64 { args[args.iter().position(|arg| arg == name).unwrap() + 1].parse().unwrap() };
    assert!(of("--from") <= of("--to"));
    println!("{}", of("--from") + of("--seed") % (of("--to") - of("--from") + 1));
}
"#;

fn with_generator() -> Scene {
    let scene = weak();
    scene.write("problems/twice/generator.rs", GENERATOR);
    let table = "[generate]\n\"secret/02-two\" = \"--from 2 --to 40 --seed 0\"\n\"sample/01\" = \"--from 2 --to 50 --seed 49\"\n";
    scene.write("problems/twice/problem.toml", &format!("title = \"Twice\"\n{table}"));
    scene.write("testdata/twice/secret/02-two.in", "2\n");
    scene.write("testdata/twice/secret/02-two.ans", "4\n");
    scene
}

#[test]
fn without_a_grammar_inputs_are_like_those_that_the_generator_makes_for_the_tests() {
    let scene = with_generator();
    let (code, json) = mutate(&scene, &[]);
    assert_eq!((code, json["found"].as_u64() > Some(0)), (Some(1), true), "{json}");
    assert_eq!(json["open"], 0, "{json}");
    let printed = scene.run(&["check", "twice"]);
    assert!(printed.out.contains("mutation score") && !printed.out.contains("changed: `harness mutate"), "{printed:?}");
    // A changed generator makes other inputs.
    scene.write("problems/twice/generator.rs", &format!("// Another.\n{GENERATOR}"));
    let printed = scene.run(&["check", "twice"]);
    assert!(printed.out.contains("changed: `harness mutate"), "{printed:?}");
    let printed = scene.run(&["stress", "twice", "-n", "20", "--seed", "1"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(
        printed.err.contains("inputs of problems/twice/generator.rs, called as for the tests, seed 1"),
        "{printed:?}"
    );
    // With a grammar, another test covers the rest.
    if !long() {
        return;
    }
    let printed = scene.run(&["strengthen", "twice", "--inputs", "200", "--tests", "4", "--yes"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    let (code, json) = mutate(&scene, &[]);
    assert_eq!((code, &json["found"]), (Some(0), &0.into()), "{json}");
}

#[test]
fn inputs_may_be_named_and_a_generator_may_refuse_some_of_its_arguments() {
    if left_to_long("it compiles mutants, as the test above does") {
        return;
    }
    let scene = with_generator();
    // The grammar makes only the samples' number, so nothing is found.
    scene.write("two.ctd", "STRING(\"2\") NEWLINE");
    let (_, json) = mutate(&scene, &["--input", "two.ctd"]);
    assert_eq!(json["found"], 0, "{json}");
    let printed = scene.run(&["strengthen", "twice", "--input", "none.ctd"]);
    assert_eq!(printed.code, Some(4), "{printed:?}");
    let printed = scene.run(&["mutate", "twice", "--", "--from", "{1..9}", "--to", "{1..9}", "--seed", "{seed}"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.out.contains("passes every test and is wrong on this input"), "{printed:?}");
    let printed = scene.run(&["mutate", "twice", "--", "--from", "9", "--to", "1", "--seed", "{seed}"]);
    assert!(printed.out.contains("nothing was tried on them: no input of problems/twice/generator.rs"), "{printed:?}");
}

#[test]
fn what_is_to_be_strengthened_without_any_input_is_refused_before_anything_is_run() {
    let scene = weak();
    let printed = scene.run(&["strengthen", "twice"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(printed.err.contains("error: nothing says what an input of twice looks like\n"), "{printed:?}");
    let printed = scene.run(&["strengthen", "twice", "--", "{seed}"]);
    assert!(printed.err.contains("twice has no generator that could take arguments"), "{printed:?}");
}

/// Nothing is known about a mutant that there was no time for.
#[test]
fn mutants_that_were_not_judged_in_time_neither_fail_to_compile_nor_are_a_success() {
    let scene = weak();
    scene.write("problems/twice/input.ctd", "INT(1,100000) NEWLINE EOF\n");
    let printed = scene.run(&["mutate", "twice", "--seconds", "0"]);
    assert!(!printed.out.contains("do not compile") && !printed.out.contains("can be killed"), "{printed:?}");
    assert!(printed.out.contains("no mutant of twice/twice.rs was judged in time"), "{printed:?}");
    assert_eq!(printed.code, Some(1), "{printed:?}");
    let (code, json) = mutate(&scene, &[]);
    assert_eq!((code, &json["partial"]), (Some(1), &Value::Null), "with more time all of them are judged: {json}");
}

/// Half of the answer is accepted, for half of the points.
fn with_points() -> Scene {
    let scene = weak();
    let group = "[[groups]]\nname = \"secret/all\"\npoints = 100\nscoring = \"min\"\n";
    scene.write("problems/twice/problem.toml", &format!("title = \"Twice\"\n{group}"));
    scene.write("problems/twice/input.ctd", "INT(1,100) NEWLINE EOF\n");
    let checker = "fn main() {\n    let args: Vec<String> = std::env::args().collect();\n    \
                   let answer = std::fs::read_to_string(&args[2]).unwrap();\n    \
                   if std::io::read_to_string(std::io::stdin()).unwrap() != answer {\n        \
                   std::fs::write(format!(\"{}/score_multiplier.txt\", args[3]), \"0.5\").unwrap();\n    }\n    \
                   std::process::exit(42);\n}\n";
    scene.write("problems/twice/checker.rs", checker);
    scene.write("testdata/twice/secret/all/1.in", "3\n");
    scene.write("testdata/twice/secret/all/1.ans", "6\n");
    scene
}

#[test]
fn a_mutant_that_gets_fewer_points_on_a_test_does_not_pass_it() {
    let scene = with_points();
    let (_, json) = mutate(&scene, &[]);
    let survives = |after: &str| json["survivors"].to_string().contains(after);
    assert!(!survives("n + 2") && !survives("n * 3"), "the test gives them half of its points: {json}");
    assert_eq!((&json["found"], &json["open"]), (&0.into(), &0.into()), "{json}");
    let printed = scene.run(&["mutate", "twice", "-v", "--inputs", "60", "--seconds", "600"]);
    assert!(printed.out.contains("fewer points on secret/all/1"), "{printed:?}");
}

#[test]
fn a_solution_that_gets_fewer_points_is_shown_as_such_and_confirms_no_answer() {
    let scene = with_points();
    scene.solution("twice--brute", "//@ score: 0..99\n", "n * 2 - (n > 3) as i32");
    let printed = scene.run(&["stress", "twice/brute", "-n", "100", "--seed", "1"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.out.contains("twice/brute.rs: fewer points than twice/twice.rs on input"), "{printed:?}");
    assert!(printed.out.contains("\n  input file: "), "{printed:?}");
    let printed = scene.run_with(&["add", "twice", "--name", "secret/all/2"], "5\n");
    assert!(printed.out.contains("no other solution confirms it"), "{printed:?}");
}

/// A fault is not a word of the compiler. A score without those that it concerns proves nothing.
#[test]
fn mutants_on_which_the_checker_fails_are_named_as_not_judged_and_are_no_success() {
    let scene = weak();
    scene.write("problems/twice/input.ctd", "INT(2,100000) NEWLINE EOF\n");
    // Rejects what is too much, and fails on what is too little.
    let checker = "fn main() {\n    let args: Vec<String> = std::env::args().collect();\n    \
                   let answer: i64 = std::fs::read_to_string(&args[2]).unwrap().trim().parse().unwrap();\n    \
                   let output = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
                   let output: i64 = output.trim().parse().unwrap_or(i64::MAX);\n    \
                   std::process::exit(match output.cmp(&answer) {\n        std::cmp::Ordering::Less => 1,\n        \
                   std::cmp::Ordering::Equal => 42,\n        std::cmp::Ordering::Greater => 43,\n    });\n}\n";
    scene.write("problems/twice/checker.rs", checker);
    for number in ["3", "100000"] {
        scene.write(&format!("testdata/twice/secret/{number}.in"), &format!("{number}\n"));
        let answer = number.parse::<i64>().unwrap() * 2;
        scene.write(&format!("testdata/twice/secret/{number}.ans"), &format!("{answer}\n"));
    }
    let printed = scene.run(&["mutate", "twice", "--inputs", "60", "--seconds", "600"]);
    assert_eq!(printed.code, Some(3), "{printed:?}");
    assert!(printed.err.contains("not judged: "), "{printed:?}");
    assert!(printed.out.contains("do not compile or were not judged"), "{printed:?}");
    // Whoever mends the checker needs the input.
    scene.solution("twice--less", "", "if n == 77 { 1 } else { n * 2 }");
    scene.write("77.in", "77\n");
    let printed = scene.run(&["stress", "twice/less", "--input", "77.in"]);
    assert_eq!(printed.code, Some(3), "{printed:?}");
    let (_, file) = printed.err.split_once("checker.rs ended with exit code 1, on the input ").expect(&printed.err);
    assert_eq!(scene.read(file.lines().next().unwrap()), "77\n");
}
