//! The command without a name: judge what is selected.

use crate::build::Builder;
use crate::cli::args::JudgeArgs;
use crate::cli::exit::Exit;
use crate::cli::identity;
use crate::cli::outputs;
use crate::cli::session::{self, Sinks};
use crate::cli::workspace::Workspace;
use crate::model::{Event, Fault, FaultKind, Severity};
use crate::plan::Plan;
use crate::report::wire::Shard;
use crate::run::{self, Memo, OnFailure, Ports, Runner, Settings, Sink};
use crate::store::Store;
use std::io;
use std::sync::Arc;

pub fn run(args: &JudgeArgs) -> Exit {
    match judge(args) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn judge(args: &JudgeArgs) -> Result<Exit, Exit> {
    let workspace = Workspace::open(&args.select)?;
    let screen = &workspace.screen;
    let mut plan = workspace.plan(&args.select, args.time_factor)?;
    let builder = workspace.builder()?;
    let shard = shard(args, &plan, &builder).map_err(|fault| screen.fault(&fault))?;
    if let Some(part) = args.shard.shard {
        plan = plan.shard(part, args.shard.shard_by);
    }
    let reporters = outputs::open(args, &workspace, shard.as_ref())?;
    let sandbox = session::sandbox(&args.sandbox, &workspace)?;
    let cancel = session::cancel_on_signals().map_err(|fault| screen.fault(&fault))?;

    let store = if args.no_cache { Store::none() } else { builder.store() };
    let mut memo = Memo::new(store, sandbox.level());
    let ports = Ports { sandbox: &*sandbox, builds: &builder };
    let runner = Runner::new(ports, settings(args), &workspace.root, &cancel).map_err(|fault| screen.fault(&fault))?;
    let mut desk = Sinks { reporters, cancel: &cancel, trouble: None };

    let validation = runner.validate(&plan, &mut memo, &mut desk);
    plan = plan.without(&validation.invalid);
    let diagnostics: Vec<_> = workspace.diagnostics.iter().cloned().chain(validation.diagnostics).collect();
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    desk.event(&Event::Diagnosed(Arc::new(diagnostics)));

    let mut summary = runner.execute(&plan, &mut memo, &mut desk);
    summary.content_errors = errors;
    summary.faults += validation.faults;
    desk.event(&Event::Done(summary.clone()));
    match desk.trouble {
        None => Ok(Exit::of(&summary)),
        // A reader that has seen enough, such as `head`: the rest was not judged.
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::FaultOrIncomplete),
        Some(error) => Err(screen.fault(&Fault::caused(FaultKind::Internal, "cannot write the report", &error))),
    }
}

/// What the report says of the part that is run.
fn shard(args: &JudgeArgs, whole: &Plan, builder: &Builder) -> Result<Option<Shard>, Fault> {
    let Some(part) = args.shard.shard else { return Ok(None) };
    Ok(Some(Shard {
        k: part.k(),
        n: part.n(),
        by: args.shard.shard_by.name().to_owned(),
        plan: identity::of(whole, builder)?.to_string(),
        runs: whole.runs(),
        host: identity::host(),
        cpu: run::processor(),
    }))
}

fn settings(args: &JudgeArgs) -> Settings {
    let (workers, cores) = run::default_workers();
    let jobs = args.jobs.map_or(workers, std::num::NonZeroUsize::get);
    let on_failure = if args.fail_fast { OnFailure::Stop } else { OnFailure::Continue };
    Settings { jobs, cores, on_failure }
}
