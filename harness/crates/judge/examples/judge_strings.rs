//! Judges programs in memory on tests in memory.
#![allow(clippy::print_stdout)]

use judge::{Caller, Cancel, Quiet, Verdict, Workspace};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    judge::init();
    let doubling = Workspace::of_pairs([("1\n", "2\n"), ("21\n", "42\n")])?;
    for program in ["print(2 * int(input()))", "print(2)"] {
        let judged = doubling.with_program(&doubling.catalog.problems[0], "python", program)?;
        let report = judged.run(&judged.whole_plan()?, &mut Caller::new(&Cancel::new()?, &mut Quiet))?;
        let verdicts = report.solutions[0].tests.iter().map(|test| test.verdict.map_or("unjudged", Verdict::name));
        println!("{program}: {}", verdicts.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}
