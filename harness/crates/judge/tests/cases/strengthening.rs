//! Tests that are made.

use crate::scene::{Heard, Scene, has};
use judge::{Error, InputRequest, MissingTests, StrengthenRequest, Workspace};
use std::fs;
use std::time::Duration;

tests![
    what_kills_a_wrong_solution_is_proposed_and_then_written,
    as_many_tests_as_are_wanted_are_made_and_the_tests_that_are_there_count,
    without_a_grammar_the_tests_are_edited_and_the_validator_says_what_is_valid,
    a_validator_that_starts_a_process_is_never_forked,
    tests_are_validated_as_the_others_of_their_group,
    tests_that_a_right_solution_fails_are_left_out_and_others_take_their_place,
    a_test_that_is_too_large_for_a_slow_solution_has_a_name_that_spares_it,
    a_test_goes_to_a_group_that_is_large_enough_for_it,
    an_answer_that_only_one_solution_gives_is_marked,
    right_solutions_that_disagree_are_named_with_the_input,
    a_wrong_solution_that_no_input_catches_is_named,
    the_same_seed_makes_the_same_tests,
    a_package_of_any_format_gets_the_tests_where_it_lists_its_own,
];

const GRAMMAR: &str = "INT(1,100000,n) NEWLINE EOF\n";

/// The problem `twice` with one sample, 2.
fn weak() -> Scene {
    let scene = Scene::twice();
    fs::remove_dir_all(scene.path("testdata/twice")).unwrap();
    test(&scene, "sample/01", 2);
    scene.write("problems/twice/input.ctd", GRAMMAR);
    scene
}

fn test(scene: &Scene, id: &str, n: u32) {
    scene.write(&format!("testdata/twice/{id}.in"), &format!("{n}\n"));
    scene.write(&format!("testdata/twice/{id}.ans"), &format!("{}\n", 2 * n));
}

/// Writes a solution that reads `n` and prints a value.
fn solution(scene: &Scene, label: &str, directive: &str, value: &str) {
    let text = format!("{directive}read n\necho $(({value}))\n");
    scene.write(&format!("solutions/bash/twice--{label}.sh"), &text);
}

const WRONG: &str = "#@ expect: wrong-answer\n";

/// The tests that are proposed, and what is said meanwhile. They are written.
fn strengthen(scene: &Scene, tests: [usize; 2], most: u64) -> (Result<MissingTests, Error>, String) {
    let (judge, mut heard) = (scene.open(), Heard::default());
    let named = judge.problem("twice").unwrap();
    let inputs = judge.inputs(&named.problem, &InputRequest::default()).unwrap();
    let time = Duration::from_secs(600);
    let inputs = inputs.expect("a grammar or a validator");
    let request = StrengthenRequest { named: &named, inputs: &inputs, tests, time, most: Some(most), seed: 1 };
    let found = judge.strengthen(&request, None, &mut scene.caller(&mut heard));
    if let Ok(proposal) = &found {
        judge.add_tests(proposal).unwrap();
    }
    let notices: Vec<String> = heard.notices.into_iter().map(|notice| notice.text).collect();
    (found, notices.join("\n"))
}

/// What each proposed test is called and is for.
fn words(found: &MissingTests) -> Vec<String> {
    found.tests.iter().map(|new| format!("{} {}", new.id, new.why)).collect()
}

fn number(bytes: &[u8]) -> u32 {
    str::from_utf8(bytes).unwrap().trim().parse().unwrap()
}

fn what_kills_a_wrong_solution_is_proposed_and_then_written() {
    let scene = weak();
    solution(&scene, "low", WRONG, "n < 300 ? 2 * n : 600");
    let (found, notices) = strengthen(&scene, [0, 0], 60);
    let found = found.unwrap();
    assert_eq!(found.tests.len(), 1, "{:?}", words(&found));
    let new = &found.tests[0];
    assert!(number(&new.input) > 300 && number(&new.answer) == 2 * number(&new.input));
    assert!(new.why.ends_with("kills twice/low.sh"), "{}", new.why);
    assert!(notices.contains("s: twice/low.sh dies"), "{notices}");
    assert!(found.uncaught.is_empty());
    assert_eq!(scene.read(&format!("testdata/twice/{}.in", new.id)).as_bytes(), new.input);
}

fn as_many_tests_as_are_wanted_are_made_and_the_tests_that_are_there_count() {
    let scene = weak();
    test(&scene, "secret/01", 7);
    let (found, _) = strengthen(&scene, [4, 2], 60);
    let found = found.unwrap();
    assert_eq!(found.tests.len(), 5, "small ones are made where none is large: {:?}", words(&found));
    let mut inputs: Vec<u32> = found.tests.iter().map(|new| number(&new.input)).collect();
    inputs.sort_unstable();
    inputs.dedup();
    assert!(inputs.len() == 5 && !inputs.contains(&2) && !inputs.contains(&7), "{inputs:?}");
    let (again, _) = strengthen(&scene, [4, 2], 60);
    assert_eq!(words(&again.unwrap()), [""; 0]);
}

fn without_a_grammar_the_tests_are_edited_and_the_validator_says_what_is_valid() {
    let scene = weak();
    fs::remove_file(scene.path("problems/twice/input.ctd")).unwrap();
    scene.write(
        "problems/twice/validator.sh",
        "read n\n[ \"$n\" -ge 1 ] || kill -6 $$\n[ \"$n\" -le 1000 ] && exit 42\nexit 43\n",
    );
    solution(&scene, "low", WRONG, "n < 300 ? 2 * n : 600");
    let (found, _) = strengthen(&scene, [5, 0], 200);
    let found = found.unwrap();
    assert!(found.tests.len() >= 5 && found.uncaught.is_empty(), "{:?}", words(&found));
    assert!(found.tests.iter().all(|new| (1..=1000).contains(&number(&new.input))), "{:?}", words(&found));
}

/// A fork of a program that is loaded once may only compute.
fn a_validator_that_starts_a_process_is_never_forked() {
    if !has("python3") {
        return;
    }
    let scene = weak();
    fs::remove_file(scene.path("problems/twice/input.ctd")).unwrap();
    let forks = "import os\nchild = os.fork()\nif child == 0: os._exit(0)\nos.waitpid(child, 0)\n";
    let text = format!("{forks}exit(42 if 1 <= int(input()) <= 1000 else 43)\n");
    scene.write("problems/twice/validator.py", &text);
    solution(&scene, "low", WRONG, "n < 300 ? 2 * n : 600");
    let (found, notices) = strengthen(&scene, [5, 0], 200);
    let found = found.unwrap();
    assert!(found.tests.len() >= 5 && found.uncaught.is_empty(), "{:?} {notices}", words(&found));
}

/// What a validator is called with may be said by the group.
fn tests_are_validated_as_the_others_of_their_group() {
    let scene = Scene::empty();
    scene.write("sum/problem.yaml", "name: Sum\ntype: scoring\n");
    scene.write("sum/data/secret/small/testdata.yaml", "input_validator_flags: '50'\n");
    let validator = "read n\n[ -n \"$1\" ] && [ \"$n\" -ge 1 ] && [ \"$n\" -le \"$1\" ] && exit 42\nexit 43\n";
    scene.write("sum/input_validators/limit.sh", validator);
    for (file, text) in [("in", "2\n"), ("ans", "4\n")] {
        scene.write(&format!("sum/data/secret/small/1.{file}"), text);
    }
    scene.write("sum/submissions/accepted/a.sh", "read n\necho $((2 * n))\n");
    let (judge, mut heard) = (scene.with_own_cache(Workspace::open(scene.path("sum")).unwrap()), Heard::default());
    let named = judge.problem("sum").unwrap();
    let inputs = judge.inputs(&named.problem, &InputRequest::default()).unwrap().unwrap();
    let (tests, time) = ([8, 0], Duration::from_secs(600));
    let request = StrengthenRequest { named: &named, inputs: &inputs, tests, time, most: Some(100), seed: 1 };
    let found = judge.strengthen(&request, None, &mut scene.caller(&mut heard)).unwrap();
    assert!(found.tests.len() >= 5, "{:?}", words(&found));
    let first = |new: &judge::MissingTest| number(new.input.split(|byte| *byte == b'\n').next().unwrap());
    let is_small = |new: &judge::MissingTest| new.id.0.starts_with("secret/small/") && first(new) <= 50;
    assert!(found.tests.iter().all(is_small), "{:?}", words(&found));
}

fn tests_that_a_right_solution_fails_are_left_out_and_others_take_their_place() {
    let scene = weak();
    // The quickest one answers, and only inputs that have an answer become tests.
    solution(&scene, "third", "", "n < 50000 ? n + n : 1 / 0");
    let (found, notices) = strengthen(&scene, [12, 0], 60);
    let found = found.unwrap();
    assert_eq!(found.tests.len(), 12, "{notices}");
    assert!(found.tests.iter().all(|new| number(&new.input) < 50_000), "{:?}", words(&found));
    assert_eq!(found.tests[11].id.0.split('-').next(), Some("secret/12"), "{:?}", words(&found));
    // It is left out where another one is quicker, and where this one is, the hunt says so.
    assert!(notices.contains("twice/third.sh fails"), "{notices}");
}

fn a_test_that_is_too_large_for_a_slow_solution_has_a_name_that_spares_it() {
    let scene = weak();
    solution(&scene, "third", "#@ only: !secret/*-big-*\n", "n < 50000 ? n + n : 1 / 0");
    let (found, notices) = strengthen(&scene, [60, 0], 200);
    let found = found.unwrap();
    let large = |new: &&judge::MissingTest| number(&new.input) >= 50_000;
    assert!(found.tests.iter().any(|new| large(&new)), "{notices}");
    assert!(found.tests.iter().all(|new| large(&new) == new.id.0.contains("-big-")), "{:?}", words(&found));
    let (judge, mut heard) = (scene.open(), Heard::default());
    let report = judge.run(&judge.whole_plan().unwrap(), &mut scene.caller(&mut heard)).unwrap();
    assert_eq!((report.summary.met, report.summary.unmet), (3, 0));
}

fn a_test_goes_to_a_group_that_is_large_enough_for_it() {
    let scene = weak();
    test(&scene, "secret/1-small/01", 9);
    test(&scene, "secret/2-large/02", 100);
    let (found, _) = strengthen(&scene, [8, 0], 60);
    let found = found.unwrap();
    assert!(found.tests.iter().all(|new| new.id.0.starts_with("secret/2-large/")), "{:?}", words(&found));
}

fn an_answer_that_only_one_solution_gives_is_marked() {
    let scene = weak();
    fs::remove_file(scene.path("solutions/bash/twice--brute.sh")).unwrap();
    let (found, _) = strengthen(&scene, [3, 0], 60);
    let found = found.unwrap();
    assert!(found.tests.iter().all(|new| new.why.ends_with("; only twice/twice.sh answers it")), "{:?}", words(&found));
}

fn right_solutions_that_disagree_are_named_with_the_input() {
    let scene = weak();
    solution(&scene, "third", "", "n < 1000 ? n + n : n");
    let (found, notices) = strengthen(&scene, [12, 0], 60);
    assert!(notices.contains("disagree, so one of them is wrong, on the input\n"), "{notices}");
    let found = found.unwrap();
    assert!(found.tests.iter().all(|new| number(&new.input) < 1000), "{:?}", words(&found));
}

fn a_wrong_solution_that_no_input_catches_is_named() {
    let scene = weak();
    solution(&scene, "rare", WRONG, "n == 77777 ? 0 : 2 * n");
    let (found, _) = strengthen(&scene, [3, 0], 40);
    assert_eq!(found.unwrap().uncaught, ["twice/rare.sh"]);
}

fn the_same_seed_makes_the_same_tests() {
    let made = || {
        let scene = weak();
        solution(&scene, "low", WRONG, "n < 300 ? 2 * n : 600");
        words(&strengthen(&scene, [10, 0], 100).0.unwrap())
    };
    assert_eq!(made(), made());
}

fn a_package_of_any_format_gets_the_tests_where_it_lists_its_own() {
    if !has("python3") {
        return;
    }
    let polygon = "<problem><judging><testset name=\"tests\"><test-count>1</test-count>\
        <tests><test method=\"manual\"/></tests></testset></judging><assets><checker name=\"std::ncmp.cpp\"/>\
        <solutions><solution tag=\"main\"><source path=\"solutions/a.py\" type=\"python.3\"/></solution></solutions>\
        </assets></problem>";
    let init = "test_cases:\n- {in: 1.in, out: 1.out}\n";
    let files = "infile: \"\"\noutfile: \"\"\n";
    for (name, text, test, solution) in [
        ("problem.yaml", "name: a\n", ["data/secret/1.in", "data/secret/1.ans"], "submissions/accepted/a.py"),
        ("problem.xml", polygon, ["tests/01", "tests/01.a"], "solutions/a.py"),
        ("init.yml", init, ["1.in", "1.out"], "solutions/a.py"),
        ("task.yaml", files, ["input/input0.txt", "output/output0.txt"], "sol/solution.py"),
    ] {
        let scene = Scene::empty();
        scene.write(name, text);
        test.iter().zip(["1\n", "2\n"]).for_each(|(file, text)| scene.write(file, text));
        scene.write(solution, "print(2 * int(input()))\n");
        scene.write("in.ctd", GRAMMAR);
        // Whoever wants more later gets others, with other names.
        for tests in [4, 7] {
            let (judge, mut heard) = (scene.open(), Heard::default());
            let named = judge.problem("here").unwrap();
            let grammar = InputRequest { input: Some(scene.path("in.ctd")), ..InputRequest::default() };
            let inputs = judge.inputs(&named.problem, &grammar).unwrap().expect("a grammar");
            let (time, most) = (Duration::from_secs(600), Some(20));
            let tests = [tests, 0];
            let request = StrengthenRequest { named: &named, inputs: &inputs, tests, time, most, seed: 1 };
            let found = judge.strengthen(&request, None, &mut scene.caller(&mut heard)).unwrap();
            assert_eq!(found.tests.len(), 3, "{name}: {:?}", words(&found));
            judge.add_tests(&found).unwrap();
            let longer = scene.open().problem("here").unwrap().problem;
            let inputs: Vec<Vec<u8>> = longer.tests.iter().map(|test| fs::read(&test.input).unwrap()).collect();
            assert_eq!(inputs.len(), tests[0], "{name}");
            assert!(found.tests.iter().all(|new| inputs.contains(&new.input)), "{name}: {inputs:?}");
        }
    }
}
