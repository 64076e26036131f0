//! How long solutions take.

use crate::scene::{Heard, Scene};
use judge::{Error, RunEnd, Separation, Timing};
use std::time::Duration;

tests![a_limit_follows_from_measured_times, nothing_is_measured_after_cancelling,];

fn a_limit_follows_from_measured_times() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 0.2\n");
    scene.write("solutions/bash/twice--slow.sh", "#@ expect: time-limit\nwhile :; do :; done\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let timing = Timing { factor: 1.0, runs: 1 };
    let times = judge.time(&named, timing, &mut scene.caller(&mut heard)).unwrap();
    let accepted: Vec<String> = times.accepted.iter().map(|time| time.solution.id.to_string()).collect();
    assert_eq!(accepted, ["twice/twice.sh", "twice/brute.sh"]);
    let (slow, separation) = times.fastest_too_slow().unwrap();
    assert_eq!((slow.ended, separation), (RunEnd::Stopped, Separation::Wide));
    assert!(times.slowest.took > Duration::ZERO && times.proposed >= times.slowest.took, "{times:?}");
}

fn nothing_is_measured_after_cancelling() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.cancel.raise();
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let times = judge.time(&named, Timing { factor: 5.0, runs: 1 }, &mut scene.caller(&mut heard));
    assert!(matches!(times, Err(Error::Interrupted)), "{times:?}");
}
