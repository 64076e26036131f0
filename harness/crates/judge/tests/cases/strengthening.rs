//! Missing tests, and redundant ones.

use crate::scene::{Heard, Scene};
use judge::{BrokenSolutions, Error, InputRequest, MutationRequest, Search, StrengthenOutcome};

tests![a_missing_test_is_proposed_and_then_written, tests_that_catch_nothing_new_are_named,];

const SEARCH: Search = Search { mutants: 8, inputs: 20, seconds: 60, seed: 1 };

fn a_missing_test_is_proposed_and_then_written() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("problems/twice/input.ctd", "INT(0, 1000, n) NEWLINE EOF\n");
    scene.write("solutions/python/twice--low.py", "#@ expect: wrong-answer\nprint(2 * min(int(input()), 300))\n");
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

fn tests_that_catch_nothing_new_are_named() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("testdata/twice/secret/02.in", "20\n");
    scene.write("testdata/twice/secret/02.ans", "40\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let solution = named.to_break(None).unwrap();
    let request = MutationRequest { named: &named, solution: &solution, inputs: None, search: SEARCH };
    let minimal = judge.minimize(&request, &mut scene.caller(&mut heard)).unwrap();
    assert_eq!((minimal.tests, minimal.idle.len()), (3, 0));
    // Two tests have the same input: one of them is enough.
    let spare: Vec<&str> = minimal.spare.iter().map(|test| &*test.0).collect();
    assert!(spare.contains(&"secret/02") || spare.contains(&"secret/01"), "{spare:?}");
    assert!(minimal.victims > 0 && !minimal.enough.is_empty());
}
