//! Endless loops, where a solution ends with its first time limit: measured once, and alone.

use super::*;

fn stage(solutions: &[&str], tests: &[&str], on_failure: OnFailure) -> Stage {
    let mut stage = Stage::new(solutions, tests);
    stage.settings.on_failure = on_failure;
    stage
}

fn stopped() -> Scene {
    Scene::Completes(Take::is_stopped(StopReason::Cpu).cpu(MS(1100)))
}

/// The CPU time that each run of `program` was given, with its test.
fn given(stage: &Stage, program: &str) -> Vec<(String, u128)> {
    let diary = stage.fake.diary();
    let runs = diary.iter().filter(|entry| entry.program == program);
    runs.map(|entry| (name(entry), entry.exec.limits.cpu.as_millis())).collect()
}

fn check(stage: &Stage, printed: &[&str], runs: &[(&str, &[(&str, u128)])]) -> Transcript {
    check_hearing(stage, |_| {}, printed, runs)
}

/// [`check`] with a run in which `hear` may open gates.
fn check_hearing(
    stage: &Stage,
    hear: impl FnMut(&Progress),
    printed: &[&str],
    runs: &[(&str, &[(&str, u128)])],
) -> Transcript {
    let transcript = stage.run_hearing(hear);
    assert_eq!(transcript.lines(), printed);
    for (program, expected) in runs {
        let expected: Vec<_> = expected.iter().map(|(test, ms)| ((*test).to_owned(), *ms)).collect();
        assert_eq!(given(stage, program), expected, "{program}");
    }
    transcript
}

#[test]
fn a_loop_is_measured_once_and_ends_its_solution() {
    for on_failure in [OnFailure::StopSlow, OnFailure::StopSolution] {
        let stage = stage(&["p.rs"], &["1", "2", "3"], on_failure);
        stage.on("p", "1", stopped()).on("p", "2", stopped()).on("p", "3", stopped());
        let transcript = check(&stage, &["p.rs unmet Tdd"], &[("p", &[("1", 1100)])]);
        assert!(transcript.test(0, 0).retimed);
    }
}

#[test]
fn a_loop_behind_a_brief_test_is_given_up_early_and_measured_alone() {
    let stage = stage(&["p.rs"], &["1", "2"], OnFailure::StopSlow).jobs(2);
    stage.on("p", "2", stopped());
    check(&stage, &["p.rs unmet .T"], &[("p", &[("1", 1100), ("2", 100), ("2", 1100)])]);
}

#[test]
fn only_a_time_limit_ends_a_solution_that_is_judged_in_full() {
    let stage = stage(&["p.rs"], &["1", "2", "3"], OnFailure::StopSlow);
    stage.on("p", "1", writes("no\n"));
    assert_eq!(stage.run().lines(), ["p.rs unmet W.."]);
    stage.on("p", "2", stopped()).on("p", "2", takes(400));
    assert_eq!(stage.run().lines(), ["p.rs unmet W.."], "it was no time limit");
}

#[test]
fn a_sleeper_meets_the_guard_once() {
    let stage = stage(&["p.rs"], &["1", "2"], OnFailure::StopSlow);
    stage.on("p", "1", Scene::Completes(Take::is_stopped(StopReason::Wall)));
    let transcript = check(&stage, &["p.rs unmet Td"], &[("p", &[("1", 1100)])]);
    assert!(transcript.test(0, 0).retimed);
}

#[test]
fn a_solution_that_takes_its_time_is_given_up_once() {
    let tests = ["1", "2", "3"];
    for on_failure in [OnFailure::StopSlow, OnFailure::StopSolution] {
        // Whichever of the two ends first.
        for held in [None, Some("2"), Some("3")] {
            let stage = stage(&["p.rs"], &tests, on_failure).jobs(2);
            stage.on("p", "2", takes(400)).on("p", "3", takes(500));
            let (started, mut begun) = (stage.fake.watch(), 0);
            let mut gate = held.map(|test| stage.gate("p", test));
            let transcript = stage.run_hearing(|progress| {
                begun += started.try_iter().filter(|run| name(run) != "1").count();
                if matches!(progress, Progress::Ended { .. }) && begun > 0 {
                    gate.take();
                }
            });
            assert_eq!(transcript.lines(), ["p.rs met ..."]);
            assert!(transcript.solutions()[0].tests.iter().all(|test| !test.retimed), "{held:?}");
            for test in &tests[1..] {
                let given: Vec<u128> =
                    given(&stage, "p").into_iter().filter(|(of, _)| of == test).map(|(_, ms)| ms).collect();
                assert!(matches!(given[..], [100, 1100] | [1100]), "{test}: {given:?}");
            }
        }
    }
}

#[test]
fn of_a_class_loops_are_given_up_early_once_one_was_accepted() {
    let stage = stage(&["p.rs", "p--x.rs", "p--y.rs"], &["1"], OnFailure::StopSolution);
    stage.on("p--x", "1", stopped()).on("p--y", "1", stopped());
    let runs: [(&str, &[(&str, u128)]); 2] =
        [("p--x", &[("1", 1100), ("1", 1100)]), ("p--y", &[("1", 100), ("1", 1100)])];
    // The first is accepted once the second has begun with all its time.
    let (started, mut gate) = (stage.fake.watch(), Some(stage.gate("p", "1")));
    let opens = |_: &Progress| gate = gate.take().filter(|_| started.try_iter().all(|run| run.program != "p--x"));
    check_hearing(&stage, opens, &["p.rs met .", "x.rs unmet T", "y.rs unmet T"], &runs);
}

#[test]
fn a_test_that_is_not_brief_is_given_all_its_time() {
    let stage = stage(&["p.rs", "p--x.rs", "p--y.rs"], &["1", "2"], OnFailure::StopSolution);
    stage.on("p", "1", takes(300)).on("p--x", "1", takes(300)).on("p--y", "1", takes(899));
    assert_eq!(stage.run().lines(), ["p.rs met ..", "x.rs met ..", "y.rs met .."]);
    for program in ["p", "p--x", "p--y"] {
        let runs = given(&stage, program);
        assert!(runs.contains(&("1".to_owned(), 1100)) && runs.len() == 2, "{runs:?}");
    }
}

#[test]
fn where_one_was_brief_few_of_the_others_are_given_up() {
    // The first two waves are brief, the third is not.
    let rest = (1..14).map(|at| format!("p--a{at}.rs"));
    let solutions: Vec<String> = ["p.rs".to_owned()].into_iter().chain(rest).collect();
    let names: Vec<&str> = solutions.iter().map(String::as_str).collect();
    let stage = stage(&names, &["1"], OnFailure::StopSolution);
    for solution in &names[6..] {
        let program = solution.strip_suffix(".rs").unwrap();
        stage.on(program, "1", stopped()).on(program, "1", takes(600));
    }
    // Those that are not given up play their first scene, and are measured again like all stops.
    assert!(stage.run().lines().iter().all(|line| line.ends_with("met .")));
    let diary = stage.fake.diary();
    let slow = |entry: &&StartedRun| names[6..].iter().any(|name| name.strip_suffix(".rs") == Some(&*entry.program));
    let brief = diary.iter().filter(slow).filter(|entry| entry.exec.limits.cpu == MS(100)).count();
    assert!((4..=5).contains(&brief), "{brief}, one more where another worker was about to begin it");
}

#[test]
fn a_crash_of_the_run_that_is_begun_alone_is_explained() {
    let mut stage = stage(&["p.rs"], &["1", "2"], OnFailure::StopSlow);
    stage.builds.diagnose();
    stage.on("p", "1", Scene::Completes(Take::exits(Exit::Signal(11))));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs unmet R."]);
    let evidence = transcript.test(0, 0).evidence.as_ref().unwrap();
    assert!(evidence.diagnosed && stage.times("p", "1") == 2, "{evidence:?}");
}

#[test]
fn ctrl_c_in_the_run_that_is_begun_alone_leaves_no_verdict() {
    let stage = stage(&["p.rs"], &["1", "2"], OnFailure::StopSlow);
    stage.on("p", "1", stopped());
    let _gate = stage.gate("p", "1");
    let transcript = stage.run_hearing(|progress| {
        if matches!(progress, Progress::Retiming { .. }) {
            stage.cancel.raise();
        }
    });
    assert_eq!(transcript.lines(), ["p.rs undecided ii"]);
}
