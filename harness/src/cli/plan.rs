//! `harness plan`: the plan that machines share, and its id.

use crate::cli::args::PlanArgs;
use crate::cli::exit::Exit;
use crate::cli::identity;
use crate::cli::workspace::Workspace;
use std::fmt::Write as _;
use std::io::{self, Write as _};

pub fn run(args: &PlanArgs) -> Exit {
    match print(args) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn print(args: &PlanArgs) -> Result<Exit, Exit> {
    let workspace = Workspace::open(&args.select)?;
    workspace.screen.diagnose(&workspace.diagnostics);
    let whole = workspace.plan(&args.select, args.time_factor)?;
    let builder = workspace.builder()?;
    let id = identity::of(&whole, &builder).map_err(|fault| workspace.screen.fault(&fault))?;
    let part = args.shard.shard.map(|shard| whole.shard(shard, args.shard.shard_by));
    let plan = part.as_ref().unwrap_or(&whole);
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "plan {id}: {} solutions, {} runs", whole.solutions.len(), whole.runs());
    if let Some(shard) = args.shard.shard {
        let by = args.shard.shard_by.name();
        let _ = writeln!(text, "shard {shard} by {by}: {} solutions, {} runs", plan.solutions.len(), plan.runs());
    }
    for planned in &plan.solutions {
        for test in &planned.tests {
            let _ = writeln!(text, "{} {}", planned.solution.id, test.id);
        }
    }
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => Ok(Exit::AsExpected),
        // A reader that has seen enough, such as `head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::AsExpected),
        Err(error) => Err(workspace.screen.refuse(&format!("cannot write the plan: {error}"), None)),
    }
}
