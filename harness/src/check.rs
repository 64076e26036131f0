//! `harness check`: is the content itself as good as it should be?

mod notes;
mod table;
mod time;

use crate::args::{CommonArgs, SandboxArgs, SelectArgs};
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen;
use crate::session;
use clap::Args;
use judge::CheckFindings;
use judge::model::TimeFactor;
use report::text::phrase::count;
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  harness check                    the whole workspace
  harness check nim -v             one problem, and which tests no wrong solution fails
  harness check nim --time         measure, and propose a limit: 5 x the slowest accepted

For --time every test of every accepted solution is run three times, one program at a time and never from the cache; the least time \
counts. Of the solutions that must be too slow, the slowest test counts. Nothing is written.";

/// Check the content itself: statements, validators and their bounds, generated tests, brute
/// forces, wrong solutions
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// Also name the tests that no wrong solution fails
    #[arg(short, long)]
    verbose: bool,
    /// Measure all solutions of one problem afresh instead, and propose a time limit
    #[arg(long, conflicts_with_all = ["verbose", "tests"])]
    time: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &CheckArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    if args.time {
        let [word] = &args.select.filters[..] else {
            return Err(refused("--time measures one problem").with_hint("name it: `harness check NAME --time`"));
        };
        return time::run(word, &args.sandbox, common);
    }
    let (workspace, words) = opening::of_words(common, args.select.words())?;
    let plan = workspace.plan_of(&words, TimeFactor::default(), None)?;
    let mut found = workspace.diagnostics_of(&words, &plan);
    let checked = session::call(&workspace, &args.sandbox, |caller| workspace.judge.check(&plan, caller))?;
    let CheckFindings { found: more, problems, tests, solutions, faults } = checked;
    found.extend(more);
    workspace.screen.diagnose(&found);
    let mut text: String =
        problems.iter().map(|problem| notes::of_problem(problem, args.verbose, &workspace.screen)).collect();
    if problems.len() > 1 {
        let places: Vec<&Path> = found.iter().map(|found| &*found.path).collect();
        text.push_str(&table::table(&problems, &places));
    }
    text.push_str(&format!(
        "checked {}, {}, {}: {}\n",
        count(problems.len(), "problem"),
        count(tests, "test"),
        count(solutions, "solution"),
        if found.is_empty() { "clean".to_owned() } else { format!("{} to fix", found.len()) }
    ));
    screen::print(text)?;
    Ok(match (faults, found.is_empty()) {
        (0, true) => Exit::AsExpected,
        (0, false) => Exit::UsageOrContent,
        _ => Exit::FaultOrIncomplete,
    })
}
