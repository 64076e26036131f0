//! `harness plan`: the plan that machines share, and its id.

use crate::args::{CommonArgs, SandboxArgs, SelectArgs, ShardArgs, TimeFactorArgs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::limits::{self, LimitArgs};
use crate::made;
use crate::screen::say;
use crate::workspace::exit_of;
use clap::Args;
use engine::fingerprint;
use judge::{Limits, Scope};
use std::fmt::Write as _;

/// Print the plan that machines share, and its id
#[derive(Args, Debug)]
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
    let shard = &args.shard;
    let mut workspace = made::open(&args.select, common, &args.sandbox)?;
    let mut whole = workspace.plan_of(&args.select, args.time.time_factor, None)?;
    // Machines must agree on limits, too.
    let limits = Limits::of(&mut workspace.judge, &args.limits.wanted(), &whole, Scope::Whole)?;
    if limits::measure(limits, &mut workspace, &whole, args.time.time_factor, &args.sandbox)? {
        whole = workspace.plan_of(&args.select, args.time.time_factor, None)?;
    }
    let found = workspace.diagnostics_of(&args.select, &whole);
    workspace.screen.diagnose(&found);
    let builder = workspace.builder()?;
    let id = fingerprint::plan_id(&whole, &builder)?;
    let part = shard.shard.map(|part| whole.shard(part, shard.shard_by));
    let plan = part.as_ref().unwrap_or(&whole);
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "plan {id}: {} solutions, {} runs", whole.solutions.len(), whole.runs());
    if let Some(part) = shard.shard {
        let by = shard.shard_by.name();
        let _ = writeln!(text, "shard {part} by {by}: {} solutions, {} runs", plan.solutions.len(), plan.runs());
    }
    for planned in &plan.solutions {
        for test in &planned.tests {
            let _ = writeln!(text, "{} {}", planned.solution.id, test.id);
        }
    }
    say!("{text}")?;
    Ok(exit_of(&found))
}
