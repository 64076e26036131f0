//! `--fail-fast`: the first failure in plan order is the last thing that is reported.

use super::*;

/// Two solutions on three tests. The second test of the first solution fails, and so does
/// everything after it.
fn stage() -> Stage {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2", "3"]);
    stage.settings.on_failure = OnFailure::Stop;
    stage.on("p", "2", writes("no\n")).on("p", "3", faults(FaultKind::Content));
    stage.on("p--x", "1", writes("no\n")).on("p--x", "2", faults(FaultKind::Content));
    stage
}

const TRANSCRIPT: [&str; 2] = ["p.rs unmet .Wf", "x.rs undecided fff"];

/// Runs with `first` held until `until` runs are done.
fn check(first: (&str, &str), until: usize) {
    let stage = stage();
    let mut gate = Some(stage.gate(first.0, first.1));
    let transcript = stage.run_hearing(|progress| {
        if judged(progress) == Some(until) {
            gate = None;
        }
    });
    assert_eq!(transcript.lines(), TRANSCRIPT, "with {first:?} held until {until} are done");
    let Summary { judged, faults, unmet, undecided, .. } = transcript.summary;
    assert_eq!((judged, faults, unmet, undecided), (2, 0, 1, 1));
}

#[test]
fn it_tells_the_same_whichever_worker_was_faster() {
    for until in 1..=5 {
        check(("p", "2"), until);
        check(("p", "1"), until);
    }
    check(("p", "3"), 2);
}

#[test]
fn what_was_found_behind_the_cut_is_dropped() {
    let stage = stage();
    let mut gate = Some(stage.gate("p", "2"));
    let transcript = stage.run_hearing(|progress| {
        // The fault of the third test is known before the second test has failed.
        if judged(progress) == Some(2) {
            gate = None;
        }
    });
    assert_eq!(stage.times("p", "3"), 1);
    assert_eq!(transcript.lines(), TRANSCRIPT);
}

#[test]
fn what_waits_to_be_looked_at_again_behind_the_cut_is_not_run_again() {
    for held in [takes(950), Scene::Completes(Take::exits(Exit::Signal(11)))] {
        let mut stage = Stage::new(&["p.rs"], &["1", "2"]);
        stage.settings.on_failure = OnFailure::Stop;
        stage.builds.diagnose();
        stage.on("p", "1", writes("no\n")).on("p", "2", held);
        let mut gate = Some(stage.gate("p", "1"));
        let transcript = stage.run_hearing(|progress| {
            if judged(progress) == Some(1) {
                gate = None;
            }
        });
        assert_eq!((transcript.lines(), stage.times("p", "2")), (vec!["p.rs unmet Wf".to_owned()], 1));
    }
}

/// Opens its gate when the first solution is reported.
struct OpensAtFirst(Option<Gate>);

impl Sink for OpensAtFirst {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Finished(_) => self.0 = None,
            Event::Started(_) | Event::Compiler(_) | Event::Inferred(_) | Event::Diagnosed(_) | Event::Done(_) => {}
        }
    }

    fn progress(&mut self, _: &Progress) {}
}

#[test]
fn once_a_failure_is_known_nothing_behind_it_is_started() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs"], &["1"]).jobs(1);
    stage.settings.on_failure = OnFailure::Stop;
    stage.on("p", "1", writes("no\n"));
    // The worker may have reached the second job before the failure of the first one is known, but
    // no further.
    let mut sink = OpensAtFirst(Some(stage.gate("p--x", "1")));
    let summary = stage.runner().execute(&stage.plan, &mut ResultCache::new(Store::none(), Level::Measured), &mut sink);
    assert_eq!((summary.judged, stage.times("p--y", "1")), (1, 0));
}

#[test]
fn an_expected_failure_stops_nothing() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
    stage.settings.on_failure = OnFailure::Stop;
    stage.expect(0, &[Verdict::WrongAnswer]);
    stage.on("p", "1", writes("no\n"));
    assert_eq!(stage.run().lines(), ["p.rs met W.", "x.rs met .."]);
}

#[test]
fn a_failure_that_did_not_come_stops_after_its_solution() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
    stage.settings.on_failure = OnFailure::Stop;
    stage.expect(0, &[Verdict::WrongAnswer]);
    assert_eq!(stage.run().lines(), ["p.rs unmet ..", "x.rs undecided ff"]);
}

#[test]
fn a_fault_stops_too() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
    stage.settings.on_failure = OnFailure::Stop;
    stage.on("p", "1", panics());
    assert_eq!(stage.run().lines(), ["p.rs undecided !f", "x.rs undecided ff"]);
}

#[test]
fn a_close_call_stops_only_when_it_fails_alone_too() {
    for (alone, printed) in [(400, ["p.rs met ..", "x.rs met .."]), (1200, ["p.rs unmet Tf", "x.rs undecided ff"])] {
        let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
        stage.settings.on_failure = OnFailure::Stop;
        stage.on("p", "1", takes(1050)).on("p", "1", takes(alone));
        assert_eq!(stage.run().lines(), printed);
    }
}

#[test]
fn without_it_nothing_is_skipped() {
    let mut stage = stage();
    stage.settings.on_failure = OnFailure::Continue;
    assert_eq!(stage.run().lines(), ["p.rs unmet .W!", "x.rs unmet W!."]);
}
