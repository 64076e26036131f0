//! Missing tests.

use crate::checking::titles;
use crate::scene::{Heard, Scene};
use engine::run::OnFailure;
use judge::{BrokenSolutions, Error, ErrorKind, InputRequest, MutationRequest, Search, StrengthenOutcome};
use std::fs;

tests![
    a_missing_test_is_proposed_and_then_written,
    ends_of_the_grammar_that_no_test_reaches_are_reached_by_tests_that_are_proposed,
    a_test_that_a_right_solution_would_fail_is_left_out_and_the_others_are_proposed,
    a_test_goes_to_a_group_whose_right_solutions_confirm_it_and_is_large_enough_for_it,
    an_answer_that_nobody_confirms_is_shown_and_never_written,
    a_wrong_solution_that_no_input_catches_is_named_and_never_a_sign_that_all_is_well,
    an_end_that_only_one_solution_answers_is_named_beside_the_tests_that_are_proposed,
];

const SEARCH: Search = Search { mutants: 8, inputs: 20, seconds: 60, seed: 1 };

/// The problem `twice`, whose only test cannot tell `n * 2` from `n + 2`.
fn weak() -> Scene {
    let scene = Scene::twice();
    scene.solve_in_rust("n * 2");
    fs::remove_dir_all(scene.path("testdata/twice")).unwrap();
    test(&scene, "sample/01", 2);
    scene.write("problems/twice/input.ctd", "INT(1,100000,n) NEWLINE EOF\n");
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

/// What becomes of the search for missing tests, which are written, and what is said meanwhile.
fn strengthen(scene: &Scene, inputs: u64) -> (Result<StrengthenOutcome, Error>, String) {
    let (judge, mut heard) = (scene.open(), Heard::default());
    let named = judge.problem("twice").unwrap();
    let source = judge.inputs(&named.problem, &InputRequest::default()).unwrap().unwrap();
    let solution = named.to_break(None).unwrap();
    let search = Search { mutants: 60, inputs, seconds: 600, seed: 1 };
    let request = MutationRequest { named: &named, solution: &solution, inputs: None, search };
    let found = judge.strengthen(&request, &source, BrokenSolutions::AllRight, None, &mut scene.caller(&mut heard));
    if let Ok(StrengthenOutcome::Tests(proposal)) = &found
        && proposal.obstacle(&judge).is_none()
    {
        judge.add_tests(proposal, &scene.cancel).unwrap();
    }
    let notices: Vec<String> = heard.notices.into_iter().map(|notice| notice.text).collect();
    (found, notices.join("\n"))
}

/// What each proposed test is called and is for, in words.
fn tests(found: Result<StrengthenOutcome, Error>) -> Vec<String> {
    match found.unwrap() {
        StrengthenOutcome::Tests(proposal) => {
            proposal.tests.iter().map(|new| format!("{} {}", new.test.id, new.why)).collect()
        }
        StrengthenOutcome::Nothing { is_faulty: false, is_cut: false, .. } => Vec::new(),
        StrengthenOutcome::Nothing { .. } => panic!("not all was tried"),
        StrengthenOutcome::Uncaught => panic!("a wrong solution passes every test"),
    }
}

fn is_good(scene: &Scene) -> bool {
    scene.judge_words(&scene.path(""), &[], OnFailure::Continue).is_good()
}

fn a_missing_test_is_proposed_and_then_written() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("problems/twice/input.ctd", "INT(0, 1000, n) NEWLINE EOF\n");
    scene.solve_in_rust("n * 2");
    solution(&scene, "low", "#@ expect: wrong-answer\n", "n < 300 ? 2 * n : 600");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let inputs = judge.inputs(&named.problem, &InputRequest::default()).unwrap().unwrap();
    let solution = named.to_break(None).unwrap();
    let request = MutationRequest { named: &named, solution: &solution, inputs: None, search: SEARCH };
    let found = judge.strengthen(&request, &inputs, BrokenSolutions::One, None, &mut scene.caller(&mut heard)).unwrap();
    let StrengthenOutcome::Tests(proposal) = found else { panic!("the wrong solution passes every test") };
    assert!(proposal.confirmed && proposal.obstacle(&judge).is_none());
    let number = |bytes: &[u8]| str::from_utf8(bytes).unwrap().trim().parse::<u32>().unwrap();
    assert!(proposal.tests.iter().any(|test| number(&test.input) > 300));
    assert!(proposal.tests.iter().all(|test| number(&test.answer) == 2 * number(&test.input)));
    let place = proposal.tests[0].test.answer.with_extension("in");
    assert!(!place.exists());
    judge.add_tests(&proposal, &scene.cancel).unwrap();
    assert!(place.exists());
    scene.cancel.raise();
    assert!(matches!(judge.add_tests(&proposal, &scene.cancel), Err(Error::Interrupted)));
}

fn ends_of_the_grammar_that_no_test_reaches_are_reached_by_tests_that_are_proposed() {
    let scene = weak();
    let unreached = || titles(&scene).iter().filter(|found| found.contains(" is never ")).count();
    assert_eq!(unreached(), 2, "neither 1 nor 100000 is in a test");
    let (found, _) = strengthen(&scene, 100);
    let found = tests(found);
    assert!(found.iter().any(|test| test.contains(" reaches the most n")), "{found:?}");
    assert_eq!(unreached(), 0, "{found:?}");
    let (again, _) = strengthen(&scene, 100);
    assert_eq!(tests(again), [""; 0]);
}

fn a_test_that_a_right_solution_would_fail_is_left_out_and_the_others_are_proposed() {
    let scene = weak();
    solution(&scene, "third", "", "n + n");
    // The brute force has no answer for any large number.
    solution(&scene, "brute", "", "n < 90000 ? 2 * n : 1 / 0");
    let (found, _) = strengthen(&scene, 100);
    let found = tests(found);
    assert!(!found.is_empty() && !found.iter().any(|test| test.contains("most-n")), "{found:?}");
    assert!(is_good(&scene), "every solution is as it was expected to be");
    // Now its directives spare it the large tests.
    solution(&scene, "brute", "#@ only: !secret/*-big-*\n", "n < 90000 ? 2 * n : 1 / 0");
    let (found, _) = strengthen(&scene, 100);
    let found = tests(found);
    assert!(found.iter().any(|test| test.contains("-big-most-n reaches the most n")), "{found:?}");
    assert!(is_good(&scene));
}

fn a_test_goes_to_a_group_whose_right_solutions_confirm_it_and_is_large_enough_for_it() {
    let scene = weak();
    test(&scene, "secret/1-small/01", 2);
    test(&scene, "secret/2-large/02", 2);
    solution(&scene, "brute", "#@ only: !secret/2-large/*\n", "n + n");
    let (found, notices) = strengthen(&scene, 100);
    let found = tests(found);
    let [new] = &found[..] else { panic!("{found:?}") };
    let (id, _) = new.split_once(' ').unwrap();
    assert!(id.starts_with("secret/1-small/03-"), "{new}");
    let number = |end: &str| scene.read(&format!("testdata/twice/{id}.{end}")).trim().parse::<u32>().unwrap();
    assert_eq!(number("ans"), 2 * number("in"));
    let left_out = "left out, since no second right solution is judged on it: a test that reaches the most n";
    assert!(notices.contains(left_out), "{notices}");
}

fn an_answer_that_nobody_confirms_is_shown_and_never_written() {
    let scene = weak();
    fs::remove_file(scene.path("solutions/bash/twice--brute.sh")).unwrap();
    scene.write("problems/twice/input.ctd", "INT(1,100000) NEWLINE EOF\n");
    let (found, _) = strengthen(&scene, 100);
    let Ok(StrengthenOutcome::Tests(proposal)) = found else { panic!("a test is missing") };
    let obstacle = proposal.obstacle(&scene.open()).expect("only one solution gives the answers");
    assert!(obstacle.hint().unwrap().contains("write a second right solution"), "{obstacle}");
    assert!(!scene.path("testdata/twice/secret").exists());
}

fn a_wrong_solution_that_no_input_catches_is_named_and_never_a_sign_that_all_is_well() {
    let scene = weak();
    test(&scene, "secret/02-one", 1);
    test(&scene, "secret/03-most", 100_000);
    let (found, _) = strengthen(&scene, 40);
    assert_eq!(tests(found), [""; 0]);
    solution(&scene, "rare", "#@ expect: wrong-answer\n", "n == 77777 ? 0 : 2 * n");
    let (found, notices) = strengthen(&scene, 40);
    assert!(matches!(found, Ok(StrengthenOutcome::Uncaught)));
    assert!(notices.contains("twice/rare.sh passes every test, and no input was found that"), "{notices}");
}

fn an_end_that_only_one_solution_answers_is_named_beside_the_tests_that_are_proposed() {
    let scene = weak();
    solution(&scene, "brute", "", "n <= 1000 ? n + n : 1 / 0");
    let (found, notices) = strengthen(&scene, 40);
    assert!(!tests(found).is_empty());
    assert!(notices.contains("no test reaches the most n, and nobody confirms an answer"), "{notices}");

    // With nothing else to propose it is the outcome.
    let (found, _) = strengthen(&scene, 40);
    let refused = found.err().expect("the most n is still missing");
    assert!(matches!(refused, Error::Refused { kind: ErrorKind::NotAsExpected, .. }), "{refused}");
}
