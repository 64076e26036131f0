//! `--lazy`: a solution is judged until it is decided, and the record is that of one worker.

use super::*;
use model::{Group, Points, Scoring};
use proptest::prelude::*;

fn stage(tests: &[&str]) -> Stage {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], tests);
    stage.settings.on_failure = OnFailure::StopSolution;
    stage
}

#[test]
fn the_first_failure_is_the_last_test_of_its_solution_alone() {
    let stage = stage(&["1", "2", "3"]).jobs(1);
    stage.on("p", "2", writes("no\n")).on("p", "3", faults(FaultKind::Content));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs unmet .Wd", "x.rs met ..."]);
    assert_eq!(transcript.solutions()[0].verdict, Some(Verdict::WrongAnswer));
}

#[test]
fn what_another_worker_had_found_behind_it_is_dropped() {
    let stage = stage(&["1", "2", "3"]);
    stage.on("p", "2", writes("no\n")).on("p", "3", faults(FaultKind::Content));
    // The first test is run alone, the others beside each other.
    let mut gate = Some(stage.gate("p", "2"));
    let transcript = stage.run_hearing(|progress| {
        if judged(progress) == Some(2) {
            gate = None;
        }
    });
    assert_eq!(stage.times("p", "3"), 1);
    assert_eq!(transcript.lines(), ["p.rs unmet .Wd", "x.rs met ..."]);
    assert_eq!((transcript.summary.judged, transcript.summary.faults), (5, 0));
}

#[test]
fn a_promised_failure_is_enough() {
    let mut stage = stage(&["1", "2", "3"]);
    stage.expect(0, &[Verdict::WrongAnswer]);
    stage.on("p", "2", writes("no\n"));
    assert_eq!(stage.run().lines(), ["p.rs met .Wd", "x.rs met ..."]);
}

#[test]
fn a_close_call_is_measured_alone_before_the_rest_is_run() {
    let stopped = || Scene::Completes(Take::is_stopped(StopReason::Wall).cpu(MS(3)));
    for (alone, printed) in [(takes(400), "p.rs met ...."), (stopped(), "p.rs unmet Tddd")] {
        let mut stage = stage(&["1", "2", "3", "4"]).jobs(1);
        // One worker, but others on the machine: close calls are measured again.
        stage.settings.crowding = || Crowding { programs: 3.0, cores: 2 };
        stage.on("p", "1", stopped()).on("p", "1", alone);
        // The worker may have reached the second test before the first is known to be close, but no
        // further.
        let mut gate = Some(stage.gate("p", "2"));
        let transcript = stage.run_hearing(|progress| {
            if judged(progress) == Some(1) {
                gate = None;
            }
        });
        assert_eq!(transcript.lines(), [printed, "x.rs met ...."]);
        let runs = stage.runs();
        let place = |run: &str| runs.iter().position(|r| r == run);
        assert_eq!(place("p 3").is_some(), printed.contains("met ."), "{runs:?}");
        let alone = runs.iter().rposition(|run| run == "p 1");
        assert!(place("p 3").is_none_or(|at| Some(at) > alone), "{runs:?}");
    }
}

/// Tests 1 and 2 are in one group, which is all or nothing. Test 3 is in another.
fn stage_with_groups() -> Stage {
    let mut stage = stage(&["1", "2", "3"]);
    stage.change_problem(|problem| {
        let group = |name: &str| Group {
            name: name.to_owned(),
            limits: Limits::default(),
            points: Points::from_number(50.0).unwrap(),
            scoring: Scoring::PassFail,
            requires: Vec::new(),
            tests: 0,
        };
        problem.groups = vec![group("secret/a"), group("secret/b")];
        for (test, id) in problem.tests.iter_mut().zip(["secret/a/1", "secret/a/2", "secret/b/1"]) {
            Arc::make_mut(test).id = TestId(id.into());
        }
    });
    for planned in &mut stage.plan.solutions {
        planned.tests = planned.problem.tests.clone();
    }
    stage
}

#[test]
fn a_group_that_has_failed_ends_and_the_next_one_begins() {
    let stage = stage_with_groups();
    stage.on("p", "1", writes("no\n"));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs unmet Wd.", "x.rs met ..."]);
    let points = transcript.solutions()[0].score.as_ref().unwrap().points;
    assert_eq!(points, Points::from_number(50.0));
}

#[test]
fn a_test_is_run_whose_equal_is_not_needed_any_more() {
    for held in [takes(950), Scene::Completes(Take::exits(Exit::Signal(11)))] {
        let mut stage = stage_with_groups();
        stage.builds.diagnose();
        fs::copy(stage.input("2"), stage.input("3")).unwrap();
        stage.on("p--x", "1", writes("no\n")).on("p--x", "2", held);
        // The first test fails while the second one waits to be looked at again.
        let mut gate = Some(stage.gate("p--x", "1"));
        let transcript = stage.run_with(stage.store(), |progress| {
            if judged(progress).is_some_and(|runs| runs >= 4) {
                gate = None;
            }
        });
        assert_eq!(transcript.lines(), ["p.rs met ...", "x.rs unmet Wd."]);
        assert_eq!((stage.times("p--x", "2"), stage.times("p--x", "3")), (1, 1));
    }
}

#[test]
fn remembered_results_tell_the_same() {
    let mut stage = stage(&["1", "2", "3"]);
    stage.on("p", "1", writes("no\n")).on("p", "3", writes("no\n"));
    stage.settings.on_failure = OnFailure::Continue;
    assert_eq!(stage.run_with(stage.store(), |_| {}).lines()[0], "p.rs unmet W.W");
    stage.settings.on_failure = OnFailure::StopSolution;
    let transcript = stage.run_with(stage.store(), |_| {});
    assert_eq!((transcript.lines()[0].as_str(), transcript.summary.cached), ("p.rs unmet Wdd", 4));
    assert_eq!(stage.times("p", "1"), 1);
}

#[test]
fn what_is_judged_lazily_is_remembered() {
    let stage = stage(&["1", "2"]);
    stage.on("p", "1", writes("no\n"));
    for _ in 0..2 {
        assert_eq!(stage.run_with(stage.store(), |_| {}).lines(), ["p.rs unmet Wd", "x.rs met .."]);
    }
    assert_eq!((stage.times("p", "1"), stage.times("p--x", "2")), (1, 1));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_are_those_of_a_whole_run_and_workers_change_nothing(numbers in prop::collection::vec(0..12u8, 12)) {
        let verdicts = |transcript: &Transcript| transcript.solutions().iter().map(|s| s.verdict).collect::<Vec<_>>();
        let whole = order::random_stage(&numbers, 1, OnFailure::Continue).run();
        let lazy = [1, 3].map(|jobs| {
            let stage = order::random_stage(&numbers, jobs, OnFailure::StopSolution);
            let transcript = stage.run();
            order::is_consistent(&stage, &transcript);
            transcript
        });
        prop_assert_eq!(lazy[0].lines(), lazy[1].lines());
        prop_assert_eq!(verdicts(&whole), verdicts(&lazy[0]));
    }
}
