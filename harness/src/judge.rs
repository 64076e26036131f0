//! The command without a name: judge what is selected.

mod outputs;

use crate::args::{self, ReportTo, SandboxArgs, SelectArgs, ShardArgs};
use crate::exit::Exit;
use crate::last_run;
use crate::plan_id;
use crate::session::{self, Sinks};
use crate::workspace::Workspace;
use clap::{Arg, ArgMatches, Command};
use engine::build::Builder;
use engine::plan::{Plan, TimeFactor};
use engine::run::{self, Memo, OnFailure, Ports, Runner, Settings, Sink};
use engine::store::Store;
use model::{Event, Fault, FaultKind, Severity};
use report::Verbosity;
use report::wire::Shard;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// What judging takes from the command line.
#[derive(Debug)]
pub struct JudgeArgs {
    pub select: SelectArgs,
    /// Programs at one time.
    pub jobs: Option<NonZeroUsize>,
    pub fail_fast: bool,
    /// Only what failed the last time it was run.
    pub failed: bool,
    pub all_failures: bool,
    /// How much is said.
    pub verbosity: Verbosity,
    /// What there is to see of failures.
    pub blocks: bool,
    pub shard: ShardArgs,
    pub no_cache: bool,
    pub time_factor: TimeFactor,
    pub reports: Vec<ReportTo>,
    pub sandbox: SandboxArgs,
}

const REPORTS: &str = "\
Also write a report: `json=PATH`, `jsonl=PATH` (a line as soon as it is known), `junit=PATH`, `html=PATH`; `-` is standard output; \
may be given several times";

const FORMATS: [(&str, &str); 3] = [
    ("normal", "A line a solution, then each failing solution's first failures"),
    ("short", "A line a failing solution, and the summary"),
    ("full", "A line a test, and all failures"),
];

impl JudgeArgs {
    pub fn on(command: Command) -> Command {
        let command = SelectArgs::on(command).args([
            Arg::new("jobs")
                .short('j')
                .long("jobs")
                .value_name("N")
                .value_parser(|text: &str| text.parse::<NonZeroUsize>())
                .help(
                    "Programs at one time [default: one a core; one core is left free where there are more than two]",
                ),
            args::flag("failed", "Only what failed the last time it was run, on the tests it failed"),
            args::flag("fail-fast", "Skip the rest after the first result that is not as expected"),
            args::flag("all-failures", "Show every failure, not only the first of each solution"),
            args::flag("quiet", "Only failures and the summary").short('q').conflicts_with("verbose"),
            args::flag("verbose", "A line for every test").short('v'),
            args::choice("format", "FORMAT", &FORMATS)
                .long("format")
                .conflicts_with_all(["quiet", "verbose", "all-failures"])
                .help("How much the terminal tells"),
        ]);
        let command = ShardArgs::on(command).args([
            args::flag("no-cache", "Run everything, and keep no result for later runs"),
            args::time_factor(),
            args::reports(REPORTS),
        ]);
        SandboxArgs::on(command)
    }

    pub fn of(values: &ArgMatches) -> JudgeArgs {
        let format: String = args::one(values, "format").unwrap_or_default();
        let verbosity = match format.as_str() {
            "short" => Verbosity::Quiet,
            "full" => Verbosity::Verbose,
            _ if values.get_flag("quiet") => Verbosity::Quiet,
            _ if values.get_flag("verbose") => Verbosity::Verbose,
            _ => Verbosity::Normal,
        };
        JudgeArgs {
            select: SelectArgs::of(values),
            jobs: args::one(values, "jobs"),
            failed: values.get_flag("failed"),
            fail_fast: values.get_flag("fail-fast"),
            all_failures: values.get_flag("all-failures") || format == "full",
            verbosity,
            blocks: format != "short",
            shard: ShardArgs::of(values),
            no_cache: values.get_flag("no-cache"),
            time_factor: args::one(values, "time-factor").unwrap_or_default(),
            reports: args::many(values, "report"),
            sandbox: SandboxArgs::of(values),
        }
    }
}

pub fn run(values: &ArgMatches) -> Result<Exit, Exit> {
    judge(&JudgeArgs::of(values))
}

fn judge(args: &JudgeArgs) -> Result<Exit, Exit> {
    let workspace = Workspace::open(&args.select)?;
    let screen = &workspace.screen;
    let only = if args.failed { Some(last_run::failing(&workspace)?) } else { None };
    let mut plan = workspace.plan_of(&args.select, args.time_factor, only)?;
    let builder = workspace.builder()?;
    let shard = shard(args, &plan, &builder).map_err(|fault| screen.fault(&fault))?;
    if let Some(part) = args.shard.shard {
        plan = plan.shard(part, args.shard.shard_by);
    }
    let (reporters, notes) = outputs::open(args, &workspace, shard.as_ref())?;
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
    notes.borrow().iter().for_each(|note| screen.note(note));
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
        plan: plan_id::of(whole, builder)?.to_string(),
        runs: whole.runs(),
        host: plan_id::host(),
        cpu: run::processor(),
    }))
}

fn settings(args: &JudgeArgs) -> Settings {
    let (workers, cores) = run::default_workers();
    let jobs = args.jobs.map_or(workers, NonZeroUsize::get);
    let on_failure = if args.fail_fast { OnFailure::Stop } else { OnFailure::Continue };
    Settings { jobs, cores, on_failure, crowding: run::crowding }
}
