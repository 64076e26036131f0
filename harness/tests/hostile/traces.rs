//! Nothing of a program reaches the next one in its cell, whatever it does to what it was given.

use crate::arena::LITTER;
use crate::bench::{Fate, c, exec_by, fate, file, open, text, ways};
use sandbox::{CapturedStream, Exec, Level, Profile, Start, Stdin};
use std::path::Path;

/// A time that comes after the stamp of every file so far, and not after that of any later one, in
/// nanoseconds. Files are stamped with the coarse clock, which lags, or with a finer one.
fn later() -> i64 {
    let now = |clock| {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: a clock that every Linux has, and room for its time.
        unsafe { libc::clock_gettime(clock, &raw mut now) };
        now.tv_sec * 1_000_000_000 + now.tv_nsec
    };
    let before = now(libc::CLOCK_REALTIME);
    loop {
        let coarse = now(libc::CLOCK_REALTIME_COARSE);
        if coarse > before {
            return coarse;
        }
    }
}

/// What a program sees after one that did `what`.
fn seen_after(what: &str, program: &Path, profile: Profile, (level, start): (Level, Start), stdin: &Stdin) -> String {
    let mut cell = open(level);
    let mut run = |words: &[&str]| {
        let args = words.iter().map(Into::into).collect();
        let exec = Exec { args, profile, stdin: stdin.clone(), ..exec_by(start, program) };
        let done = crate::bench::run(&mut *cell, &exec);
        assert_eq!(fate(&done, &exec.limits), Fate::Code(0), "{words:?} at {level:?}: {}", text(&done.stderr));
        text(&done.stdout)
    };
    // Makes the cell.
    run(&["idle"]);
    let begun = later();
    run(&[what]);
    let ended = later();
    run(&["look", &begun.to_string(), &ended.to_string()])
}

#[test]
fn a_program_sees_the_same_after_one_that_left_all_it_could_as_after_one_that_did_nothing() {
    let Some(program) = c("traces", include_str!("traces.c")) else { return };
    let on_disk = Stdin::File(file("traces.in", b"7\n"));
    for way in ways().filter(|(level, _)| *level >= Level::Confined) {
        // A tool is the setter's own, and runs in a folder that it may keep things in.
        let profiles = match way.1 {
            Start::Exec => &[Profile::Solution, Profile::Runtime, Profile::Forking][..],
            Start::Fork => &[Profile::Solution],
        };
        for &profile in profiles {
            for stdin in [Stdin::Empty, on_disk.clone(), Stdin::Captured(CapturedStream::of(b"7\n").unwrap())] {
                let [left, idle] = ["leave", "idle"].map(|what| seen_after(what, &program, profile, way, &stdin));
                assert_eq!(left, idle, "{way:?} {profile:?} {stdin:?}");
                assert!(left.contains("modified after") && !left.contains(LITTER), "{left}");
            }
        }
    }
}
