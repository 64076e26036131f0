//! Ctrl-C: what runs is killed, and what is known is reported.

use super::*;
use model::Status;

/// Raises the flag as soon as a run has started for which `when` is true. A gate holds that run.
fn cancelled_when(
    stage: &Stage,
    mut when: impl FnMut(&StartedRun) -> bool + Send,
    hear: impl FnMut(&Progress),
) -> Transcript {
    let started = stage.fake.watch();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The timeout passes only if that run never starts. Then the run is over, and the test
            // fails.
            while let Ok(entry) = started.recv_timeout(Duration::from_secs(30)) {
                if when(&entry) {
                    break;
                }
            }
            stage.cancel.raise();
        });
        stage.run_hearing(hear)
    })
}

#[test]
fn what_runs_and_what_is_left_is_interrupted() {
    let stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
    let _held = [stage.gate("p", "2"), stage.gate("p--x", "1"), stage.gate("p--x", "2")];
    let transcript = stage.run_hearing(|progress| {
        if judged(progress) == Some(1) {
            stage.cancel.raise();
        }
    });
    assert_eq!(transcript.lines(), ["p.rs undecided .i", "x.rs undecided ii"]);
    let Summary { interrupted, judged, faults, undecided, .. } = transcript.summary;
    assert_eq!((interrupted, judged, faults, undecided), (true, 1, 0, 2));
}

#[test]
fn a_failure_that_is_known_stays_one() {
    let stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.on("p", "1", writes("no\n"));
    let _held = stage.gate("p", "2");
    let transcript = stage.run_hearing(|progress| {
        if judged(progress) == Some(1) {
            stage.cancel.raise();
        }
    });
    assert_eq!(transcript.lines(), ["p.rs unmet Wi"]);
}

#[test]
fn cancelled_before_it_begins_nothing_is_started() {
    let stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
    stage.cancel.raise();
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs undecided ii", "x.rs undecided ii"]);
    assert!(stage.fake.diary().is_empty() && stage.fake.cells().is_empty());
    assert!(transcript.summary.interrupted);
}

#[test]
fn cancelled_while_it_builds_nothing_is_judged() {
    let stage = Stage::new(&["p.rs", "p--x.rs"], &["1"]).jobs(1);
    let source = stage.plan.solutions[0].solution.path.to_str().unwrap().to_owned();
    let _held = stage.fake.gate(COMPILER, Some(&source));
    let transcript = cancelled_when(&stage, |entry| entry.program == COMPILER, |_| {});
    assert_eq!(transcript.lines(), ["p.rs undecided i", "x.rs undecided i"]);
    assert!(transcript.solutions().iter().all(|s| s.build == record::Build::Skipped && s.status == Status::Undecided));
    assert_eq!((stage.fake.diary().len(), transcript.summary.faults), (1, 0));
}

/// The first test is a close call of this much CPU time and is held. The run is cancelled before it
/// is measured again.
fn check_held(ms: u64, printed: &str) {
    let stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.on("p", "1", takes(ms));
    let _held = stage.gate("p", "2");
    let transcript = stage.run_hearing(|progress| {
        if judged(progress) == Some(1) {
            stage.cancel.raise();
        }
    });
    assert_eq!(transcript.lines(), [printed]);
    assert_eq!(stage.times("p", "1"), 1);
}

#[test]
fn a_time_limit_that_was_not_confirmed_is_not_believed() {
    check_held(1050, "p.rs undecided ii");
    check_held(5000, "p.rs undecided ii");
}

#[test]
fn a_close_call_that_was_in_time_is_believed() {
    check_held(950, "p.rs undecided .i");
}

/// Like [`check_held`], but cancelled while it is measured again.
fn check_measuring(ms: u64, printed: &str) {
    let stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.on("p", "1", takes(ms)).on("p", "2", takes(2000));
    let mut held = None;
    let mut starts = 0;
    let third = |entry: &StartedRun| {
        starts += usize::from(entry.program != COMPILER);
        starts == 3
    };
    let transcript = cancelled_when(&stage, third, |progress| {
        // Both have run once; the next one to start is held.
        if judged(progress) == Some(2) {
            held = Some(stage.gate("p", "1"));
        }
    });
    drop(held);
    assert_eq!(transcript.lines(), [printed]);
    assert!(transcript.summary.interrupted);
    assert_eq!(stage.times("p", "1"), 2, "it was being measured again");
}

#[test]
fn cancelled_while_it_measures_again_it_tells_what_was_known_before() {
    check_measuring(950, "p.rs undecided .i");
    check_measuring(1050, "p.rs undecided ii");
}
