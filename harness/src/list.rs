//! `harness list`: what would be judged.

use crate::args::{CommonArgs, SelectArgs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::last_run;
use crate::opening;
use crate::screen;
use crate::workspace::{Workspace, exit_of};
use clap::Args;
use engine::plan::Plan;
use model::TimeFactor;
use model::record::{LISTING, ListedProblem, ListedProgram, Listing, PlaceKind};
use package::detect::Kind;
use report::text::phrase::count;
use report::text::sanitize;
use std::fmt::Write as _;

/// List what would be judged: problems, solutions, tests
#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// Print programs and tests with their files as JSON, for an editor; `harness schema --list`
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ListArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, select) = opening::of_words(common, &args.select)?;
    let plan = workspace.plan(&select, TimeFactor::default())?;
    let found = workspace.diagnostics_of(&select, &plan);
    workspace.screen.diagnose(&found);
    if args.json {
        screen::print(listing(&workspace, &plan).to_pretty_json())?;
        return Ok(exit_of(&found));
    }
    let unicode = workspace.screen.unicode;
    let mut text = String::new();
    let widest = plan.solutions.iter().map(|p| p.solution.id.short().len()).max().unwrap_or(0);
    for of_problem in plan.by_problem() {
        let problem = &of_problem[0].problem;
        let zh = problem
            .title_zh
            .as_deref()
            .map(|title| format!(" · {}", sanitize::name(title, unicode)))
            .unwrap_or_default();
        let limits = &problem.limits;
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}: {}{zh} ({}, {:.1} s, {})",
            problem.id,
            sanitize::name(&problem.title, unicode),
            count(problem.tests.len(), "test"),
            limits.cpu.as_secs_f64(),
            limits.memory
        );
        for planned in of_problem {
            let part = if planned.tests.len() == problem.tests.len() {
                String::new()
            } else {
                format!("{}  ", count(planned.tests.len(), "test"))
            };
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
    screen::print(text)?;
    Ok(exit_of(&found))
}

/// What an editor shows of a plan.
fn listing(workspace: &Workspace, plan: &Plan) -> Listing {
    let kind = match Kind::of(&workspace.root) {
        Some(Kind::Workspace) => PlaceKind::Workspace,
        Some(Kind::Package(_)) => PlaceKind::Package,
        Some(Kind::Contest) => PlaceKind::Contest,
        None => PlaceKind::Plain,
    };
    let (mut problems, mut programs) = (Vec::new(), Vec::new());
    for of_problem in plan.by_problem() {
        let problem = &of_problem[0].problem;
        problems.push(ListedProblem::of(problem));
        programs.extend(of_problem.iter().map(|planned| {
            let is_whole = planned.tests.len() == problem.tests.len();
            let tests = || planned.tests.iter().map(|test| test.id.clone()).collect();
            ListedProgram {
                problem: problem.id.clone(),
                name: planned.solution.id.to_string(),
                path: planned.solution.own_file(&workspace.root).display().to_string(),
                language: planned.solution.language.clone(),
                only: (!is_whole).then(tests),
            }
        }));
    }
    Listing {
        schema: LISTING.to_owned(),
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        root: workspace.root.display().to_string(),
        kind,
        outputs: last_run::folder(&workspace.root).outputs().display().to_string(),
        problems,
        programs,
    }
}
