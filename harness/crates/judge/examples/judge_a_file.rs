//! Judges a file on the tests in a folder: `judge_a_file FILE FOLDER`.
#![allow(clippy::print_stdout)]

use judge::{Call, Caller, Cancel, Opening, Quiet, Restriction, Verdict, Words};
use std::{env, error::Error, process::ExitCode};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    judge::init();
    let call = Call::of(Words::new(".", env::args().skip(1)));
    let Opening { judge, words, .. } = call.open()?;
    let plan = judge.select(&words, Restriction::default())?.plan;
    let report = judge.run(&plan, &mut Caller::new(&Cancel::new()?, &mut Quiet))?;
    for test in report.solutions.iter().flat_map(|solution| &solution.tests) {
        let verdict = test.verdict.map_or("unjudged", Verdict::name);
        println!("{} {verdict} {}", test.test, test.cpu.unwrap_or_default().as_millis());
    }
    let all = report.summary.met == report.solutions.len();
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
