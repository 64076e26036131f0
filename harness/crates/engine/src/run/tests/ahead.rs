//! What is built while other things run, and what is not. Nothing here waits for the clock unless
//! it fails.

use super::*;
use std::sync::mpsc::Receiver;

/// How long a run that has to begin may take for it before the test fails.
const LONG: Duration = Duration::from_secs(20);

/// What the compiler is given for the solution with this index.
fn source(stage: &Stage, solution: usize) -> String {
    stage.plan.solutions[solution].solution.path.to_str().unwrap().to_owned()
}

/// Waits until `program` has begun to run on `file`. Returns false if it never does.
fn begins(started: &Receiver<StartedRun>, program: &str, file: &str) -> bool {
    let is_it = |run: &StartedRun| run.program == program && name(run) == file;
    std::iter::from_fn(|| started.recv_timeout(LONG).ok()).any(|run| is_it(&run))
}

/// Runs the stage. Whatever `gates` hold goes on only once `program` has begun to run on `file`.
fn check(stage: &Stage, gates: Vec<Gate>, (program, file): (&str, &str), printed: &[&str]) -> Transcript {
    let started = stage.fake.watch();
    let (begun, transcript) = std::thread::scope(|scope| {
        let run = scope.spawn(|| stage.run());
        let begun = begins(&started, program, file);
        drop(gates);
        (begun, run.join().unwrap())
    });
    assert!(begun, "{program} {file} waits for something: {:?}", stage.runs());
    assert_eq!(transcript.lines(), printed);
    transcript
}

#[test]
fn a_worker_without_a_build_in_its_wave_builds_the_next() {
    let stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs"], &["1"]);
    let gate = stage.fake.gate(COMPILER, Some(&source(&stage, 0)));
    check(&stage, vec![gate], (COMPILER, "p--y"), &["p.rs met .", "x.rs met .", "y.rs met ."]);
    assert_eq!(stage.times("p--y", "1"), 1);
    let builds = stage.fake.diary().iter().filter(|entry| entry.program == COMPILER).count();
    assert_eq!(builds, 3, "each once");
}

#[test]
fn what_is_built_is_run_while_the_next_is_compiled() {
    let stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs"], &["1", "2", "3"]);
    // One worker builds what comes later, the other one has all the runs.
    let gate = stage.fake.gate(COMPILER, Some(&source(&stage, 2)));
    let held = stage.fake.gate(COMPILER, Some(&source(&stage, 0)));
    let started = stage.fake.watch();
    let (begun, transcript) = std::thread::scope(|scope| {
        let run = scope.spawn(|| stage.run());
        let mut begun = begins(&started, COMPILER, "p--y");
        drop(held);
        begun &= begins(&started, "p--x", "3");
        drop(gate);
        (begun, run.join().unwrap())
    });
    assert!(begun, "{:?}", stage.runs());
    assert_eq!(transcript.lines(), ["p.rs met ...", "x.rs met ...", "y.rs met ..."]);
}

/// Everything else is compiled and run on the other worker.
#[test]
fn nothing_waits_for_a_header_that_is_being_made() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs", "p--z.rs"], &["1"]);
    stage.builds.header = Some("header");
    stage.fake.on("header", None, writes(""));
    let gate = stage.fake.gate("header", None);
    let held = stage.fake.gate(COMPILER, Some(&source(&stage, 0)));
    let started = stage.fake.watch();
    let (begun, transcript) = std::thread::scope(|scope| {
        let run = scope.spawn(|| stage.run());
        let mut begun = begins(&started, "header", "-");
        drop(held);
        begun &= begins(&started, "p--z", "1");
        drop(gate);
        (begun, run.join().unwrap())
    });
    assert!(begun, "{:?}", stage.runs());
    assert_eq!(transcript.lines(), ["p.rs met .", "x.rs met .", "y.rs met .", "z.rs met ."]);
    assert_eq!(stage.times("header", "-"), 1);
}

#[test]
fn a_slow_compiler_begins_while_the_last_of_the_others_are_judged() {
    let mut stage = Stage::new(&["p.py", "p--x.rs", "p--y.rs"], &["1"]);
    stage.builds.languages.entries.iter_mut().for_each(|entry| entry.compiles_slowly = entry.id == "py");
    let gate = stage.fake.gate(COMPILER, Some(&source(&stage, 1)));
    check(&stage, vec![gate], (COMPILER, "p"), &["x.rs met .", "y.rs met .", "p.py met ."]);
}

#[test]
fn while_a_limit_is_measured_idle_workers_build_validators_and_all_that_is_judged_later() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1"]);
    stage.expect(1, &[Verdict::WrongAnswer]);
    stage.on("p--x", "1", writes("no\n"));
    stage.fake.on("validator", None, Scene::Completes(Take::exits(Exit::Code(42))));
    let validator = stage.root().join("problems/p/validator.rs");
    stage.change_problem(|problem| problem.validators = vec![validator.clone()]);
    stage.leave_open(&[0]);
    let gate = stage.fake.gate(COMPILER, Some(&source(&stage, 0)));
    let started = stage.fake.watch();
    let (begun, transcript) = std::thread::scope(|scope| {
        let stage = &stage;
        let run = scope.spawn(move || stage.judge_with(stage.store(), |_| {}));
        let begun = begins(&started, COMPILER, "validator") && begins(&started, COMPILER, "p--x");
        drop(gate);
        (begun, run.join().unwrap())
    });
    assert!(begun, "{:?}", stage.runs());
    assert_eq!(transcript.lines(), ["p.rs met .", "x.rs met W"]);
}

#[test]
fn nothing_is_built_beside_a_run_that_is_measured_alone() {
    // Either worker may be the one that builds; the run alone is always on the first.
    (0..8).for_each(|_| measures_alone());
}

fn measures_alone() {
    let stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs"], &["1"]);
    // Too close to the limit to be believed.
    stage.on("p", "1", takes(950)).on("p", "1", takes(900));
    let first = stage.fake.gate(COMPILER, Some(&source(&stage, 0)));
    let started = stage.fake.watch();
    let mut later = Some(stage.fake.gate(COMPILER, Some(&source(&stage, 2))));
    let mut is_next = false;
    let transcript = std::thread::scope(|scope| {
        scope.spawn(move || {
            let begun = begins(&started, COMPILER, "p--y");
            drop(first);
            begun
        });
        stage.run_hearing(|progress| match progress {
            Progress::Retiming { .. } => is_next = true,
            // The run alone waits for the last build.
            Progress::Waiting if is_next => {
                if later.take().is_some() {
                    assert_eq!(stage.times("p", "1"), 1);
                }
            }
            Progress::Waiting
            | Progress::Building { .. }
            | Progress::Begun { .. }
            | Progress::Judged { .. }
            | Progress::Ended { .. }
            | Progress::Running { .. }
            | Progress::Validating { .. }
            | Progress::Generating { .. }
            | Progress::Measuring { .. } => {}
        })
    });
    assert_eq!(transcript.lines(), ["p.rs met .", "x.rs met .", "y.rs met ."]);
    assert!(stage.times("p", "1") > 1 && later.is_none());
}

#[test]
fn a_run_that_ends_with_the_first_failure_builds_nothing_behind_it() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs"], &["1"]);
    stage.settings.on_failure = OnFailure::Stop;
    stage.on("p", "1", writes("no\n"));
    let gate = stage.fake.gate(COMPILER, Some(&source(&stage, 0)));
    check(&stage, vec![gate], (COMPILER, "p--x"), &["p.rs unmet W", "x.rs undecided f", "y.rs undecided f"]);
    assert!(!stage.fake.diary().iter().any(|entry| entry.program == COMPILER && name(entry) == "p--y"));
}

#[test]
fn a_build_that_panics_ahead_is_a_fault_of_that_solution() {
    let stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs"], &["1"]);
    stage.fake.on(COMPILER, Some(&source(&stage, 2)), panics());
    let gate = stage.fake.gate(COMPILER, Some(&source(&stage, 0)));
    let transcript = check(&stage, vec![gate], (COMPILER, "p--y"), &["p.rs met .", "x.rs met .", "y.rs undecided b"]);
    assert_eq!(transcript.summary.faults, 1);
}

#[test]
fn results_of_the_measurement_say_how_long_a_loop_is_waited_for() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2", "3"]);
    stage.settings.on_failure = OnFailure::StopSolution;
    stage.expect(1, &[Verdict::WrongAnswer]);
    let stopped = Scene::Completes(Take::is_stopped(StopReason::Cpu).cpu(MS(1100)));
    stage.on("p--x", "2", stopped);
    stage.leave_open(&[0]);
    let transcript = stage.judge_with(stage.store(), |_| {});
    assert_eq!(transcript.lines(), ["p.rs met ...", "x.rs unmet .Td"]);
    let diary = stage.fake.diary();
    let given = diary.iter().filter(|run| run.program == "p--x" && name(run) == "2");
    let given: Vec<u128> = given.map(|run| run.exec.limits.cpu.as_millis()).collect();
    assert_eq!(given, [100, 1100], "a right one was brief there, so this one is given up soon and measured alone");
}
