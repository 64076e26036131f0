//! The use cases, called as a program elsewhere calls them: a request in, a value out. A process
//! that judges begins with `judge::init()`, so this test has a `main` of its own, which takes
//! `cargo test`'s filters and knows none of its options.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

/// The tests of a module, which are functions. One that is not listed is dead code, and fails.
macro_rules! tests {
    ($($name:ident),* $(,)?) => { pub const TESTS: &[(&str, fn())] = &[$((stringify!($name), $name)),*]; };
}

mod authoring;
mod checking;
mod explaining;
mod exporting;
mod grading;
mod judged;
mod languages;
mod mutating;
mod packages;
mod receiving;
mod running;
mod scene;
mod sending;
mod strengthening;
mod stressing;
mod timing;

use std::os::unix::process::CommandExt as _;
use std::panic::catch_unwind;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::thread;

fn main() -> ExitCode {
    judge::init();
    if std::env::var_os("HARNESS_CACHE_DIR").as_deref() != Some(scene::SHARED.as_ref()) {
        let error = alone().exec();
        panic!("this test cannot start itself: {error}");
    }
    let filters: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let selected = |(name, _): &(&str, fn())| filters.is_empty() || filters.iter().any(|filter| name.contains(filter));
    let tests = [
        authoring::TESTS,
        checking::TESTS,
        explaining::TESTS,
        exporting::TESTS,
        grading::TESTS,
        languages::TESTS,
        mutating::TESTS,
        packages::TESTS,
        packages::dmoj::TESTS,
        packages::formats::TESTS,
        packages::jury::TESTS,
        packages::limits::TESTS,
        packages::processes::TESTS,
        packages::scores::TESTS,
        packages::stressing::TESTS,
        receiving::TESTS,
        running::TESTS,
        sending::TESTS,
        strengthening::TESTS,
        stressing::TESTS,
        timing::TESTS,
    ]
    .concat();
    let waiting = Mutex::new(tests.into_iter().filter(selected));
    let failed = Mutex::new(Vec::new());
    let next = || waiting.lock().unwrap().next();
    let work = || {
        while let Some((name, test)) = next() {
            let is_ok = catch_unwind(test).is_ok();
            println!("test {name} ... {}", if is_ok { "ok" } else { "FAILED" });
            failed.lock().unwrap().extend((!is_ok).then_some(name));
        }
    };
    let threads = std::env::var("RUST_TEST_THREADS").ok().and_then(|number| number.parse().ok()).unwrap_or(2);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let failed = failed.into_inner().unwrap();
    println!("{} failed: {}", failed.len(), failed.join(", "));
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// This test again, without the settings and the cache of the person who runs it.
fn alone() -> Command {
    let mut alone = Command::new(std::env::current_exe().unwrap());
    alone.args(std::env::args_os().skip(1));
    alone.env("HARNESS_CACHE_DIR", scene::SHARED).env("XDG_CONFIG_HOME", "/nonexistent");
    alone
}
