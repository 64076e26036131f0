//! Identical tests are run once.

use super::*;

/// Tests 1 to 4, of which 3 has the content of 1, and 4 that of 2.
fn stage(solutions: &[&str]) -> Stage {
    let stage = Stage::new(solutions, &["1", "2", "3", "4"]);
    for (from, to) in [("1", "3"), ("2", "4")] {
        fs::copy(stage.input(from), stage.input(to)).unwrap();
    }
    stage
}

fn counts(stage: &Stage) -> [usize; 4] {
    ["1", "2", "3", "4"].map(|test| stage.times("p", test))
}

#[test]
fn equal_tests_of_one_run_are_run_once_and_the_record_says_whose_result_it_is() {
    let stage = stage(&["p.rs", "p--x.rs"]);
    stage.on("p", "2", writes("no\n"));
    let transcript = stage.run_with(stage.store(), |_| {});
    assert_eq!(transcript.lines(), ["p.rs unmet .W.W", "x.rs met ...."]);
    assert_eq!(counts(&stage), [1, 1, 0, 0]);
    let same = |test: usize| transcript.test(0, test).same_as.as_ref().map(ToString::to_string);
    assert_eq!([same(0), same(1)], [None, None]);
    assert_eq!([same(2), same(3)].map(Option::unwrap), ["secret/1", "secret/2"]);
    assert_eq!((transcript.summary.judged, transcript.summary.repeated, transcript.summary.cached), (8, 4, 0));
    assert_eq!(transcript.test(0, 3).note, transcript.test(0, 1).note);
    // In the cache, each test has a result of its own.
    let again = stage.run_with(stage.store(), |_| {});
    assert_eq!((again.summary.cached, again.summary.repeated, counts(&stage)), (8, 0, [1, 1, 0, 0]));
}

#[test]
fn arguments_of_the_checker_make_another_test() {
    let mut stage = stage(&["p.rs"]);
    for planned in &mut stage.plan.solutions {
        let judged = model::TestJudging { checker_args: vec!["strict".to_owned()], ..Default::default() };
        Arc::make_mut(&mut planned.tests[2]).judged = Some(Arc::new(judged));
    }
    assert_eq!(stage.run_with(stage.store(), |_| {}).lines(), ["p.rs met ...."]);
    assert_eq!(counts(&stage), [1, 1, 1, 0]);
}

#[test]
fn a_fault_is_of_one_test_alone() {
    let stage = stage(&["p.rs"]);
    stage.on("p", "1", panics());
    let transcript = stage.run_with(stage.store(), |_| {});
    assert_eq!(transcript.lines(), ["p.rs undecided !..."]);
    assert_eq!((counts(&stage), transcript.test(0, 2).same_as.clone()), ([1, 1, 1, 0], None));
}

#[test]
fn a_close_call_is_measured_again_once_for_all_its_equals() {
    let stage = stage(&["p.rs"]).jobs(2);
    stage.on("p", "1", takes(950));
    let transcript = stage.run_with(stage.store(), |_| {});
    assert_eq!(transcript.lines(), ["p.rs met ...."]);
    assert_eq!((stage.times("p", "1"), stage.times("p", "3")), (4, 0));
    assert!(transcript.test(0, 2).retimed);
}

#[test]
fn what_fails_early_takes_its_equals_along_when_only_what_decides_is_run() {
    let mut stage = stage(&["p.rs"]).jobs(1);
    stage.settings.on_failure = OnFailure::StopSolution;
    stage.on("p", "1", writes("no\n"));
    let transcript = stage.run_with(stage.store(), |_| {});
    assert_eq!(transcript.lines(), ["p.rs unmet Wddd"]);
    // The worker may have begun the next test before the first was judged. Its twins never run.
    assert!(matches!(counts(&stage), [1, 0 | 1, 0, 0]), "{:?}", counts(&stage));
}
