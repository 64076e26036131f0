//! `harness plan`: the plan that machines share, and its id.

use crate::args::{CommonArgs, LimitArgs, SandboxArgs, SelectArgs, ShardArgs, TimeFactorArgs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::screen::say;
use crate::session;
use crate::workspace::{Workspace, exit_of};
use clap::Args;
use judge::plan_id;
use std::fmt::Write as _;

/// Print the plan that machines share, and its id
#[derive(Args, Debug)]
#[command(hide = true)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    time: TimeFactorArgs,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &PlanArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (shard, words) = (&args.shard, args.select.words());
    let mut workspace = Workspace::open(common)?;
    if session::make(&workspace, &words, &args.sandbox)? {
        workspace = Workspace::open(common)?;
    }
    workspace.judge.inferred = args.limits.wanted(false);
    let whole = workspace.recalled(workspace.plan_of(&words, args.time.time_factor, None)?)?;
    // Machines must agree on limits, too.
    let whole = session::call(&workspace, &args.sandbox, |caller| workspace.settled(whole, caller))?;
    let found = workspace.diagnostics_of(&words, &whole);
    workspace.screen.diagnose(&found);
    let builder = workspace.builder()?;
    let id = plan_id(&whole, &builder)?;
    let part = shard.shard.map(|part| whole.shard(part));
    let plan = part.as_ref().unwrap_or(&whole);
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "plan {id}: {} solutions, {} runs", whole.solutions.len(), whole.runs());
    if let Some(part) = shard.shard {
        let _ = writeln!(text, "shard {part}: {} solutions, {} runs", plan.solutions.len(), plan.runs());
    }
    for planned in &plan.solutions {
        for test in &planned.tests {
            let _ = writeln!(text, "{} {}", planned.solution.id, test.id);
        }
    }
    say!("{text}")?;
    Ok(exit_of(&found))
}
