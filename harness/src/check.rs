//! `harness check`: is the content itself as good as it should be?

mod notes;
mod time;

use crate::args::{CommonArgs, SandboxArgs, SelectArgs};
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen;
use crate::session;
use clap::Args;
use judge::model::TimeFactor;
use judge::{CheckFindings, CheckedProblem};
use report::text::phrase::{self, count};
use report::text::sanitize::width;
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
        text.push_str(&table(&problems, &places));
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

/// The head of a contest's table: a line per problem, with what its setters look at last.
const HEAD: [&str; 8] = ["problem", "limit", "samples", "tests", "right", "wrong", "margin", "to fix"];

/// All lines, numbers aligned to the right. `found`: the files that need fixing.
fn table(problems: &[CheckedProblem], found: &[&Path]) -> String {
    let mut lines = vec![HEAD.map(str::to_owned)];
    let to_fix = |problem: &CheckedProblem| found.iter().filter(|path| problem.holds(path)).count();
    lines.extend(problems.iter().map(|problem| cells(problem, to_fix(problem))));
    let widest = |column: usize| lines.iter().map(|line| width(&line[column])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..HEAD.len()).map(widest).collect();
    let mut text = String::new();
    for line in &lines {
        let numbers = line[1..].iter().zip(&widths[1..]).map(|(cell, &width)| format!("  {cell:>width$}"));
        text.push_str(&format!("{:<1$}{2}\n", line[0], widths[0], numbers.collect::<String>()));
    }
    text
}

fn cells(checked: &CheckedProblem, to_fix: usize) -> [String; 8] {
    let CheckedProblem { problem, right, wrong, margin, .. } = checked;
    let margin = match margin {
        None => "-".to_owned(),
        Some(times) if *times >= 10.0 => format!("{times:.0}x"),
        Some(times) => format!("{times:.1}x"),
    };
    let samples = problem.tests.iter().filter(|test| test.id.is_sample()).count();
    let number = |count: usize| count.to_string();
    [
        problem.id.to_string(),
        phrase::limit(problem.limits.cpu),
        number(samples),
        number(problem.tests.len() - samples),
        number(*right),
        number(*wrong),
        margin,
        if to_fix == 0 { "-".to_owned() } else { number(to_fix) },
    ]
}
