//! What the second run takes from the first.

use super::*;

fn remembering(stage: &Stage) -> Transcript {
    stage.run_with(stage.store(), |_| {})
}

/// Runs twice with the first test scripted like this. `runs` says how often that test has been run
/// after each.
fn check(scenes: &[Scene], printed: &str, runs: [usize; 2]) {
    let mut stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.builds.cached = true;
    for scene in scenes {
        stage.on("p", "1", scene.clone());
    }
    for (turn, runs) in runs.into_iter().enumerate() {
        let transcript = remembering(&stage);
        assert_eq!(transcript.lines(), [printed], "turn {turn}");
        assert_eq!(stage.times("p", "1"), runs, "turn {turn}");
        let cached = |test: usize| transcript.test(0, test).cached;
        assert_eq!((cached(0), cached(1)), (turn == 1 && runs == 1, turn == 1), "turn {turn}");
        assert_eq!(transcript.summary.cached, [0, 1].into_iter().filter(|test| cached(*test)).count());
    }
    assert_eq!(stage.times("p", "2"), 1);
}

#[test]
fn a_judged_test_is_not_run_again() {
    check(&[writes(RIGHT)], "p.rs met ..", [1, 1]);
    check(&[writes("no\n")], "p.rs unmet W.", [1, 1]);
    check(&[Scene::Completes(Take::exits(Exit::Code(3)))], "p.rs unmet R.", [1, 1]);
}

#[test]
fn a_fault_is_not_remembered() {
    check(&[faults(FaultKind::Content)], "p.rs undecided !.", [1, 2]);
    check(&[panics()], "p.rs undecided !.", [1, 2]);
}

#[test]
fn that_a_program_was_killed_is_not_remembered() {
    check(&[Scene::Completes(Take::exits(Exit::Signal(9)))], "p.rs unmet R.", [2, 4]);
    // The kernel counts whole ticks as CPU time, and a shell may have set the limit for it.
    check(&[Scene::Completes(Take::exits(Exit::Signal(24)))], "p.rs unmet R.", [2, 4]);
}

/// A container smaller than the problem's limit, or a machine without memory.
#[test]
fn a_program_that_was_killed_within_its_limit_is_a_fault_and_not_remembered() {
    let mut take = Take::exits(Exit::Signal(9));
    take.outcome.starved = true;
    // A fault of the sandbox is tried once more.
    check(&[Scene::Completes(take)], "p.rs undecided !.", [3, 6]);
}

#[test]
fn that_a_program_was_refused_a_thread_is_not_remembered() {
    for (take, printed) in
        [(Take::exits(Exit::Code(1)), "p.rs unmet R."), (Take::is_stopped(StopReason::Wall), "p.rs unmet T.")]
    {
        let mut take = take;
        take.outcome.task_refused = Some(sandbox::Task::Thread);
        check(&[Scene::Completes(take)], printed, [2, 4]);
    }
}

/// The program may have been refused a thread, and have failed without a word about it.
#[test]
fn on_a_machine_of_few_processes_no_failure_is_remembered() {
    let mut stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.builds.cached = true;
    stage.fake.starts_at_most(63);
    stage.on("p", "1", writes("no\n"));
    for turn in 1..=2 {
        assert_eq!(remembering(&stage).lines(), ["p.rs unmet W."]);
        assert_eq!([stage.times("p", "1"), stage.times("p", "2")], [turn, 1]);
    }
    stage.fake.starts_at_most(64);
    for _ in 3..=4 {
        assert_eq!(remembering(&stage).lines(), ["p.rs unmet W."]);
    }
    assert_eq!(stage.times("p", "1"), 3);
}

#[test]
fn what_was_found_with_another_file_beside_the_test_is_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    std::fs::write(&path, "now").unwrap();
    for (loaded, runs) in [("now", 1), ("before", 2)] {
        let mut stage = Stage::new(&["p.rs"], &["1"]);
        let content = Key::of_content(loaded.as_bytes()).unwrap();
        let beside = vec![model::FileBeside { name: "table".to_owned(), path: path.clone(), content }];
        let judged = Some(Arc::new(model::TestJudging { beside, ..Default::default() }));
        Arc::make_mut(&mut stage.plan.solutions[0].tests[0]).judged = judged;
        for _ in 0..2 {
            assert_eq!(remembering(&stage).lines(), ["p.rs met ."]);
        }
        assert_eq!(stage.times("p", "1"), runs, "{loaded}");
    }
}

#[test]
fn what_ran_after_containment_fell_is_not_remembered() {
    let stage = Stage::new(&["p.rs"], &["1"]);
    for turn in 1..=2 {
        // The run began at a level that programs no longer run at.
        let mut cache = ResultCache::new(stage.store(), Level::Full);
        let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
        let summary = stage.runner().execute(&stage.plan, &mut cache, &mut listener);
        assert_eq!((summary.judged, summary.cached, stage.times("p", "1")), (1, 0, turn));
    }
}

#[test]
fn a_result_near_the_limit_is_not_remembered() {
    check(&[takes(950)], "p.rs met ..", [4, 8]);
    check(&[takes(1050)], "p.rs unmet T.", [4, 8]);
}

#[test]
fn a_time_limit_that_was_confirmed_alone_is_remembered() {
    let stage = Stage::new(&["p.rs"], &["1"]);
    stage.on("p", "1", Scene::Completes(Take::is_stopped(StopReason::Cpu).cpu(MS(1100))));
    assert_eq!(remembering(&stage).lines(), ["p.rs unmet T"]);
    let again = remembering(&stage);
    assert_eq!(again.lines(), ["p.rs unmet T"]);
    let judgement = again.test(0, 0);
    assert!(judgement.cached && judgement.retimed);
    assert_eq!(stage.times("p", "1"), 2);
}

#[test]
fn an_interrupted_test_is_not_remembered_and_what_was_judged_is() {
    let stage = Stage::new(&["p.rs", "p--x.rs"], &["1"]);
    let held = stage.gate("p--x", "1");
    let transcript = stage.run_with(stage.store(), |progress| {
        if judged(progress) == Some(1) {
            stage.cancel.raise();
        }
    });
    assert_eq!(transcript.lines(), ["p.rs met .", "x.rs undecided i"]);
    drop(held);
    let stage = Stage { cancel: Cancel::new().unwrap(), ..stage };
    assert_eq!(remembering(&stage).lines(), ["p.rs met .", "x.rs met ."]);
    assert_eq!(stage.times("p", "1"), 1);
}

#[test]
fn a_run_that_remembers_everything_opens_no_cell() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
    stage.builds.cached = true;
    remembering(&stage);
    let cells = stage.fake.cells().len();
    let transcript = remembering(&stage);
    assert_eq!((transcript.summary.cached, stage.fake.cells().len()), (4, cells));
}

#[test]
fn a_remembered_failure_still_has_its_evidence() {
    let stage = Stage::new(&["p.rs"], &["1"]);
    stage.on("p", "1", writes("no\n"));
    let (first, again) = (remembering(&stage), remembering(&stage));
    let evidence = |transcript: &Transcript| transcript.test(0, 0).evidence.clone();
    assert!(evidence(&first).is_some());
    assert_eq!(evidence(&first), evidence(&again));
}

#[test]
fn a_remembered_failure_stops_a_run_that_stops_at_failures() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
    stage.settings.on_failure = OnFailure::Stop;
    stage.on("p", "1", writes("no\n"));
    let mut first = stage.plan.clone();
    first.solutions.truncate(1);
    first.solutions[0].tests.truncate(1);
    let whole = std::mem::replace(&mut stage.plan, first);
    assert_eq!(remembering(&stage).lines(), ["p.rs unmet W"]);
    stage.plan = whole;
    assert_eq!(remembering(&stage).lines(), ["p.rs unmet Wf", "x.rs undecided ff"]);
    assert_eq!(stage.runs(), ["p 1"]);
}

/// Changes something after the first run, and checks how often the first test has been run in the
/// end.
fn check_change(change: impl Fn(&mut Stage), runs: usize) {
    let mut stage = Stage::new(&["p.rs"], &["1"]);
    remembering(&stage);
    change(&mut stage);
    remembering(&stage);
    assert_eq!(stage.times("p", "1"), runs);
}

#[test]
fn what_a_result_depends_on_is_part_of_its_name() {
    check_change(|_| {}, 1);
    check_change(|stage| fs::write(stage.input("1"), "another\n").unwrap(), 2);
    check_change(|stage| fs::write(stage.input("1").replace(".in", ".ans"), "yes\n\n").unwrap(), 2);
    check_change(|stage| stage.change_problem(|problem| problem.limits.cpu = MS(2000)), 2);
    check_change(|stage| stage.change_problem(|p| p.judging = Judging::Compare(Comparison::Exact)), 2);
    let program = Program::native(Key::of(&["another"], b""), PathBuf::from("/fake/p"));
    let built = BuildOutcome::Ready { program, took: Duration::ZERO, cached: false, warnings: String::new() };
    check_change(|stage| drop(stage.builds.odd.insert("p".to_owned(), Ok(built.clone()))), 2);
}
