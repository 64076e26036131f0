//! The use cases, called as a program elsewhere calls them: a request in, a value out. A process
//! that judges begins with `judge::init()`, so this test has a `main` of its own, which takes
//! `cargo test`'s filters and knows none of its options.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod authoring;
mod checking;
mod explaining;
mod exporting;
mod grading;
mod learning;
mod receiving;
mod running;
mod scene;
mod sending;
mod strengthening;
mod stressing;
mod timing;

use std::panic::catch_unwind;
use std::process::ExitCode;

fn main() -> ExitCode {
    judge::init();
    let filters: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let selected = |(name, _): &(&str, fn())| filters.is_empty() || filters.iter().any(|filter| name.contains(filter));
    let mut failed = Vec::new();
    for (name, test) in [
        authoring::TESTS,
        checking::TESTS,
        explaining::TESTS,
        exporting::TESTS,
        grading::TESTS,
        learning::TESTS,
        receiving::TESTS,
        running::TESTS,
        sending::TESTS,
        strengthening::TESTS,
        stressing::TESTS,
        timing::TESTS,
    ]
    .concat()
    .into_iter()
    .filter(selected)
    {
        let is_ok = catch_unwind(test).is_ok();
        println!("test {name} ... {}", if is_ok { "ok" } else { "FAILED" });
        failed.extend((!is_ok).then_some(name));
    }
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
