//! `harness list`: what would be judged.

use crate::args::{CommonArgs, SelectArgs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::last_run;
use crate::opening;
use crate::screen::{self, say};
use crate::workspace::exit_of;
use clap::Args;
use judge::model::TimeFactor;
use report::text::phrase::count;
use report::text::sanitize;
use std::fmt::Write as _;

/// List what would be judged: problems, solutions, tests
#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// Print programs and tests with their files as JSON, for an editor
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ListArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, words) = opening::of_words(common, args.select.words())?;
    let plan = workspace.recalled(workspace.plan_of(&words, TimeFactor::default(), None)?)?;
    let found = workspace.diagnostics_of(&words, &plan);
    workspace.screen.diagnose(&found);
    if args.json {
        let outputs = last_run::folder(&workspace.root).outputs();
        screen::print(workspace.listing(&plan, &outputs).to_pretty_json())?;
        return Ok(exit_of(&found));
    }
    let unicode = workspace.screen.out.unicode;
    let mut text = String::new();
    let widest = plan.solutions.iter().map(|p| p.solution.id.short().len()).max().unwrap_or(0);
    for of_problem in plan.by_problem() {
        let problem = &of_problem[0].problem;
        let zh = |title: &String| format!(" · {}", sanitize::name(title, unicode));
        let zh = problem.title_zh.as_ref().map(zh).unwrap_or_default();
        let limits = &problem.limits;
        let time = match problem.open_limit() {
            Some(_) => "time limit not yet inferred".to_owned(),
            None => format!("{:.1} s", limits.cpu.as_secs_f64()),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}: {}{zh} ({}, {time}, {})",
            problem.id,
            sanitize::name(&problem.title, unicode),
            count(problem.tests.len(), "test"),
            limits.memory
        );
        for planned in of_problem {
            let tests = planned.tests.len();
            let part = if tests < problem.tests.len() { count(tests, "test") + "  " } else { String::new() };
            let line = format!("  {:widest$}  {part}{}", planned.solution.id.short(), planned.solution.expectation);
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    let _ = writeln!(
        text,
        "{}, {}, {}, {}",
        count(plan.problems(), "problem"),
        count(plan.solutions.len(), "solution"),
        count(plan.tests(), "test"),
        count(plan.runs(), "run")
    );
    say!("{text}")?;
    Ok(exit_of(&found))
}
