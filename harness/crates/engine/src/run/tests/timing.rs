//! Close calls: measured again, alone.

use super::*;

/// One test that takes `first` beside others and then, measured alone, each of `alone` in turn.
/// `runs` counts all of them.
fn check(first: Scene, alone: &[Scene], printed: &str, cpu: u64, runs: usize) -> Transcript {
    let stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.on("p", "1", first);
    for scene in alone {
        stage.on("p", "1", scene.clone());
    }
    let transcript = stage.run();
    assert_eq!(transcript.lines(), [printed]);
    let test = transcript.test(0, 0);
    assert_eq!((test.cpu, test.retimed), (Some(MS(cpu)), runs > 1));
    assert_eq!(stage.times("p", "1"), runs);
    transcript
}

fn stopped(why: StopReason, ms: u64) -> Scene {
    Scene::Completes(Take::is_stopped(why).cpu(MS(ms)))
}

fn wrong(ms: u64) -> Scene {
    Scene::Completes(Take::writes("no\n").cpu(MS(ms)))
}

#[test]
fn a_run_far_from_the_limit_is_measured_once() {
    check(takes(899), &[], "p.rs met ..", 899, 1);
}

#[test]
fn the_best_of_three_times_alone_counts() {
    check(takes(1050), &[takes(1040), takes(980), takes(1020)], "p.rs met ..", 980, 4);
    check(takes(950), &[takes(1090), takes(1040), takes(1020)], "p.rs unmet T.", 1020, 4);
    check(takes(950), &[takes(930), takes(940), takes(960)], "p.rs met ..", 930, 4);
}

#[test]
fn a_time_alone_that_is_far_from_the_limit_is_measured_once() {
    check(takes(950), &[takes(400)], "p.rs met ..", 400, 2);
    check(stopped(StopReason::Cpu, 1000), &[takes(400)], "p.rs met ..", 400, 2);
    check(stopped(StopReason::Wall, 3), &[takes(400)], "p.rs met ..", 400, 2);
    check(takes(1050), &[takes(1030), takes(400)], "p.rs met ..", 400, 3);
}

#[test]
fn a_run_that_is_stopped_at_the_extended_limit_is_measured_once() {
    check(stopped(StopReason::Cpu, 1000), &[stopped(StopReason::Cpu, 1100)], "p.rs unmet T.", 1100, 2);
    check(stopped(StopReason::Cpu, 1000), &[stopped(StopReason::Cpu, 1104)], "p.rs unmet T.", 1104, 2);
}

#[test]
fn a_sleeper_is_confirmed_alone() {
    check(stopped(StopReason::Wall, 3), &[stopped(StopReason::Wall, 4)], "p.rs unmet T.", 4, 2);
}

#[test]
fn a_failure_near_the_limit_is_a_close_call_too() {
    check(wrong(950), &[wrong(940), wrong(930), wrong(960)], "p.rs unmet W.", 930, 4);
    let crash = Scene::Completes(Take::exits(Exit::Signal(11)).cpu(MS(910)));
    check(crash.clone(), &[crash], "p.rs unmet R.", 910, 4);
}

#[test]
fn a_program_that_ends_otherwise_when_it_is_measured_again_gains_nothing() {
    // It ended too soon, and went on where it was.
    check(wrong(1050), &[takes(700)], "p.rs unmet T.", 1050, 2);
    check(wrong(950), &[takes(940)], "p.rs unmet W.", 950, 2);
    let crash = || Scene::Completes(Take::exits(Exit::Signal(11)).cpu(MS(1050)));
    check(crash(), &[takes(700)], "p.rs unmet T.", 1050, 2);
    check(stopped(StopReason::Cpu, 1100), &[wrong(1050), takes(400)], "p.rs unmet T.", 1050, 3);
    check(takes(1050), &[takes(1060), wrong(1040), takes(990)], "p.rs unmet T.", 1050, 3);
    // One that ends the same is the same.
    check(wrong(1050), &[wrong(700)], "p.rs unmet W.", 700, 2);
}

#[test]
fn a_program_that_somebody_killed_is_run_again_alone_even_by_one_worker() {
    let killed = || Scene::Completes(Take::exits(Exit::Signal(9)).cpu(MS(100)));
    check(killed(), &[takes(100)], "p.rs met ..", 100, 2);
    check(killed(), &[killed()], "p.rs unmet R.", 100, 2);
    let mut starved = Take::exits(Exit::Signal(9));
    starved.outcome.starved = true;
    check(Scene::Completes(starved), &[takes(100)], "p.rs met ..", 100, 2);
    let stage = Stage::new(&["p.rs"], &["1"]).jobs(1);
    stage.on("p", "1", killed()).on("p", "1", takes(100));
    assert_eq!(stage.run().lines(), ["p.rs met ."]);
}

/// What a run leaves that asked for a thread and did not get it.
fn refused_a_thread(mut take: Take) -> Scene {
    take.outcome.task_refused = Some(sandbox::Task::Thread);
    Scene::Completes(take)
}

#[test]
fn a_program_that_was_refused_a_thread_is_run_again_alone() {
    let crashed = || refused_a_thread(Take::exits(Exit::Code(1)).cpu(MS(100)));
    check(crashed(), &[takes(100)], "p.rs met ..", 100, 2);
    check(crashed(), &[crashed()], "p.rs unmet R.", 100, 2);
    // Its other threads wait for the one that died.
    let slept = || refused_a_thread(Take::is_stopped(StopReason::Wall).cpu(MS(3)));
    check(slept(), &[takes(100)], "p.rs met ..", 100, 2);
    let transcript = check(slept(), &[slept()], "p.rs unmet T.", 3, 2);
    let cause = transcript.test(0, 0).cause.as_ref().map(ToString::to_string).unwrap();
    assert!(cause.ends_with("of CPU: it was refused a thread (limits.processes allows 64)"), "{cause}");
}

#[test]
fn on_a_machine_that_cannot_start_as_many_threads_a_refusal_is_a_fault() {
    let takes = [Take::exits(Exit::Code(1)), Take::is_stopped(StopReason::Wall), Take::writes("no\n")];
    for take in takes {
        let stage = Stage::new(&["p.rs"], &["1"]);
        stage.fake.starts_at_most(63);
        stage.on("p", "1", refused_a_thread(take));
        let transcript = stage.run();
        assert_eq!(transcript.lines(), ["p.rs undecided !"]);
        let fault = transcript.fault(0, 0);
        assert!(fault.message.contains("cannot start the 64 that it may have"), "{fault:?}");
        assert_eq!(fault.hint.as_deref(), Some(sandbox::MORE_PROCESSES));
    }
}

#[test]
fn it_may_run_a_tenth_past_its_limit_and_is_judged_by_the_limit() {
    let stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.on("p", "1", takes(950)).on("p", "1", takes(1090));
    assert_eq!(stage.run().lines(), ["p.rs unmet T."]);
    let limits: Vec<Duration> =
        stage.fake.diary().iter().filter(|e| name(e) == "1").map(|entry| entry.exec.limits.cpu).collect();
    assert_eq!(limits, [MS(1100); 4]);
}

#[test]
fn close_calls_wait_until_all_else_is_done_and_go_one_after_the_other() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2", "3"]).jobs(3);
    stage.builds.cached = true;
    stage.settings.cores = vec![5, 6, 7];
    for (program, test) in [("p", "1"), ("p", "3"), ("p--x", "2")] {
        stage.on(program, test, takes(950));
    }
    // The last job is held until everything beside it is done.
    let mut gate = Some(stage.gate("p--x", "3"));
    let transcript = stage.run_hearing(|progress| match progress {
        Progress::Running { done: 5, .. } => gate = None,
        Progress::Retiming { .. } => assert!(gate.is_none(), "measured again before all else was done"),
        Progress::Running { .. }
        | Progress::Building { .. }
        | Progress::Validating { .. }
        | Progress::Generating { .. }
        | Progress::Measuring { .. }
        | Progress::Begun { .. }
        | Progress::Judged { .. }
        | Progress::Ended { .. }
        | Progress::Waiting => {}
    });
    assert_eq!(transcript.lines(), ["p.rs met ...", "x.rs met ..."]);
    let diary = stage.fake.diary();
    let again = &stage.runs()[6..];
    let thrice = |run: &'static str| [run; 3];
    assert_eq!(again, [thrice("p 1"), thrice("p 3"), thrice("p--x 2")].concat(), "in plan order");
    assert!(diary[6..].iter().all(|entry| entry.core == Some(5)), "on one worker, which can do one thing at a time");
}

#[test]
fn one_worker_measures_nothing_again() {
    let stage = Stage::new(&["p.rs"], &["1", "2"]).jobs(1);
    stage.on("p", "1", takes(950)).on("p", "2", takes(1050));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs unmet .T"]);
    assert_eq!(stage.runs(), ["p 1", "p 2"]);
    assert!(!transcript.test(0, 0).retimed);
}

#[test]
fn on_a_crowded_machine_a_program_that_was_stopped_by_the_clock_may_wait_for_a_core() {
    for (crowding, runs, printed) in [
        ((|| Crowding::NONE) as fn() -> Crowding, 1, "p.rs unmet T"),
        (|| Crowding { programs: 3.0, cores: 2 }, 2, "p.rs met ."),
    ] {
        let mut stage = Stage::new(&["p.rs"], &["1"]).jobs(1);
        stage.settings.crowding = crowding;
        stage.on("p", "1", Scene::Completes(Take::is_stopped(StopReason::Wall))).on("p", "1", writes(RIGHT));
        assert_eq!(stage.run().lines(), [printed]);
        let diary = stage.fake.diary();
        let printed: Vec<_> = diary.iter().filter(|e| e.program == "p").map(|e| e.exec.core_wait).collect();
        assert_eq!((printed.len(), printed.last()), (runs, Some(&crowding().core_wait())));
    }
}

/// A solution on four tests that is stopped on each of them, far past its limit.
fn looper() -> Stage {
    let stage = Stage::new(&["p.rs"], &["1", "2", "3", "4"]);
    for test in ["1", "2", "3", "4"] {
        stage.on("p", test, stopped(StopReason::Cpu, 1300));
    }
    stage
}

fn times(stage: &Stage) -> [usize; 4] {
    ["1", "2", "3", "4"].map(|test| stage.times("p", test))
}

#[test]
fn after_two_stops_alone_the_others_are_believed() {
    let stage = looper();
    let transcript = stage.run();
    assert_eq!((transcript.lines(), times(&stage)), (vec!["p.rs unmet TTTT".to_owned()], [2, 2, 1, 1]));
    let retimed: Vec<bool> = transcript.solutions()[0].tests.iter().map(|test| test.retimed).collect();
    assert_eq!(retimed, [true, true, false, false]);
}

#[test]
fn a_stop_on_which_something_hangs_is_measured_alone() {
    let mut stage = looper();
    stage.expect(0, &[Verdict::TimeLimit]);
    let rule = Rule {
        tests: Some(glob::Pattern::new("secret/3").unwrap()),
        verdicts: [Verdict::Accepted].into_iter().collect(),
        ..Rule::default()
    };
    Arc::make_mut(&mut stage.plan.solutions[0].solution).expectation.rules.push(rule);
    stage.on("p", "3", takes(400));
    assert_eq!(stage.run().lines(), ["p.rs met TT.T"], "{:?}", stage.runs());
    // Nothing but a time limit is expected on the first two, so they are run alone at once.
    assert_eq!(times(&stage), [1, 1, 2, 1]);
}

#[test]
fn one_worker_runs_a_program_once_that_has_spent_more_than_its_limit() {
    let mut stage = looper().jobs(1);
    stage.settings.crowding = || Crowding { programs: 3.0, cores: 2 };
    assert_eq!(stage.run().lines(), ["p.rs unmet TTTT"]);
    assert_eq!(times(&stage), [1, 1, 1, 1]);
}

#[test]
fn who_must_be_too_slow_is_run_alone_at_once_and_nothing_is_run_behind_that() {
    let mut stage = looper();
    stage.settings.on_failure = OnFailure::StopSolution;
    stage.expect(0, &[Verdict::TimeLimit]);
    assert_eq!(stage.run().lines(), ["p.rs met Tddd"]);
    assert_eq!(times(&stage), [1, 0, 0, 0]);
    // Its first tests may be small.
    let mut stage = Stage::new(&["p.rs"], &["1", "2", "3", "4"]);
    stage.settings.on_failure = OnFailure::StopSolution;
    stage.expect(0, &[Verdict::TimeLimit]);
    stage.on("p", "4", stopped(StopReason::Cpu, 1100)).on("p", "4", stopped(StopReason::Cpu, 1100));
    assert_eq!(stage.run().lines(), ["p.rs met ...T"]);
    assert_eq!(times(&stage), [1, 1, 1, 2]);
}

#[test]
fn who_must_be_too_slow_on_some_tests_is_run_alone_on_the_largest_of_them() {
    let mut stage = Stage::new(&["p.rs"], &["1", "2", "3", "4"]);
    let rule = Rule {
        tests: Some(glob::Pattern::new("secret/[234]").unwrap()),
        verdicts: [Verdict::TimeLimit].into_iter().collect(),
        ..Rule::default()
    };
    Arc::make_mut(&mut stage.plan.solutions[0].solution).expectation.rules.push(rule);
    for test in ["3", "4"] {
        let input = &stage.plan.solutions[0].tests[test.parse::<usize>().unwrap() - 1].input;
        fs::write(input, "a larger input\n").unwrap();
        stage.on("p", test, stopped(StopReason::Cpu, 1100)).on("p", test, stopped(StopReason::Cpu, 1100));
    }
    let transcript = stage.run();
    assert_eq!((transcript.lines(), times(&stage)), (vec!["p.rs met ..TT".to_owned()], [1, 1, 1, 1]));
}

#[test]
fn a_close_call_after_two_stops_is_measured_alone() {
    let stage = Stage::new(&["p.rs"], &["1", "2", "3", "4"]);
    for test in ["1", "2"] {
        stage.on("p", test, stopped(StopReason::Cpu, 1100));
    }
    stage.on("p", "3", takes(1050)).on("p", "3", takes(700)).on("p", "4", stopped(StopReason::Wall, 3));
    assert_eq!(stage.run().lines(), ["p.rs unmet TT.T"]);
    assert_eq!(times(&stage), [2, 2, 2, 1]);
}

#[test]
fn who_was_stopped_by_the_clock_of_a_crowded_machine_is_measured_alone() {
    let mut stage = looper();
    stage.settings.crowding = || Crowding { programs: 3.0, cores: 2 };
    stage.on("p", "3", takes(400));
    assert_eq!(stage.run().lines(), ["p.rs unmet TTTT"]);
    assert_eq!(times(&stage), [2, 2, 1, 1], "CPU time is CPU time");
    let mut stage = Stage::new(&["p.rs"], &["1", "2", "3", "4"]);
    stage.settings.crowding = || Crowding { programs: 3.0, cores: 2 };
    for test in ["1", "2", "3", "4"] {
        stage.on("p", test, stopped(StopReason::Wall, 3));
    }
    stage.run();
    assert_eq!(times(&stage), [2, 2, 2, 2]);
}

#[test]
fn what_was_believed_is_remembered_and_measured_alone_when_something_hangs_on_it() {
    let mut stage = looper();
    stage.builds.cached = true;
    stage.run_with(stage.store(), |_| {});
    let transcript = stage.run_with(stage.store(), |_| {});
    assert_eq!((transcript.lines(), times(&stage)), (vec!["p.rs unmet TTTT".to_owned()], [2, 2, 1, 1]));
    assert_eq!(transcript.summary.cached, 4);
    stage.plan.solutions[0].tests.drain(..3);
    let transcript = stage.run_with(stage.store(), |_| {});
    assert_eq!((transcript.lines(), times(&stage)), (vec!["p.rs unmet T".to_owned()], [2, 2, 1, 2]));
}

/// A run that uses this much CPU time, and as much more on the clock as a crowded machine makes it.
fn waits_for_cores(mut take: Take, ms: u64) -> Scene {
    take.outcome.usage.wall = MS(ms * 4);
    Scene::Completes(take.cpu(MS(ms)))
}

#[test]
fn on_a_busy_machine_what_is_a_little_over_has_no_verdict_and_is_not_remembered() {
    let busy: fn() -> Crowding = || Crowding { programs: 40.0, cores: 2 };
    let right = || Take::writes(RIGHT);
    let check = |crowding, scenes: Vec<Scene>, printed: &str| {
        for jobs in [1, 2] {
            let mut stage = Stage::new(&["p.rs"], &["1"]).jobs(jobs);
            stage.settings.crowding = crowding;
            for scene in &scenes {
                stage.on("p", "1", scene.clone());
            }
            let transcript = stage.run_with(stage.store(), |_| {});
            assert_eq!(transcript.lines(), [printed], "{jobs} {:?}", transcript.solutions()[0].tests);
            if printed.ends_with('!') {
                assert!(transcript.fault(0, 0).message.starts_with("the machine is busy, so "));
                assert_eq!(stage.run_with(stage.store(), |_| {}).summary.cached, 0);
            }
        }
    };
    for ms in [1001, 1050, 1280] {
        check(busy, vec![waits_for_cores(right(), ms)], "p.rs undecided !");
        check(|| Crowding::NONE, vec![waits_for_cores(right(), ms)], "p.rs unmet T");
        // It had a core all the time.
        check(busy, vec![takes(ms)], "p.rs unmet T");
    }
    // Far over is far over, and the best of several times counts.
    check(busy, vec![waits_for_cores(Take::is_stopped(StopReason::Cpu), 1300)], "p.rs unmet T");
    check(busy, vec![waits_for_cores(right(), 1100), waits_for_cores(right(), 990)], "p.rs met .");
    // It is measured once more when the others are done.
    let late = || waits_for_cores(right(), 1050);
    let mut stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.settings.crowding = busy;
    stage.on("p", "1", late()).on("p", "2", late());
    for scene in [late(), late(), late(), waits_for_cores(right(), 990)] {
        stage.on("p", "1", scene);
    }
    assert_eq!(stage.run().lines(), ["p.rs undecided .!"]);
    let alone = ["p 1", "p 2", "p 1", "p 2"].map(|run| [run; 3]).concat();
    assert_eq!(stage.runs()[2..], alone);
    // It got as much as it could of the machine until the clock stopped it.
    check(busy, vec![waits_for_cores(Take::is_stopped(StopReason::Wall), 900)], "p.rs undecided !");
    // Memory is memory.
    let mut greedy = Take::is_stopped(StopReason::Cpu);
    greedy.outcome.usage.memory = 1 << 40;
    check(busy, vec![waits_for_cores(greedy, 1100)], "p.rs unmet M");
}
