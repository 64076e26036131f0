//! The command without a name: judges the selection.

pub(crate) mod outputs;

use crate::args::{CommonArgs, LazyArgs, ReportTo, SandboxArgs, SelectArgs, ShardArgs, TimeFactorArgs, report};
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::generate;
use crate::last_run;
use crate::limits::{self, LimitArgs, Settled};
use crate::made;
use crate::mutate::memory;
use crate::screen::say;
use crate::session::{self, Sinks};
use crate::workspace::{self, Workspace};
use clap::{Args, ValueEnum, value_parser};
use engine::build::Builder;
use engine::fingerprint;
use engine::plan::Plan;
use engine::run::{self, OnFailure, Ports, ResultCache, Runner, Settings, Taken};
use engine::store::Store;
use model::record::Shard;
use model::{Diagnostic, Fault, FaultKind, Summary, shell};
use package::detect::Kind;
use report::text::phrase::{count, names};
use report::text::sanitize;
use report::{Reporter, Verbosity};
use sandbox::{Cancel, Sandbox};
use std::io;
use std::path::Path;

/// The arguments for judging.
#[derive(Args, Debug)]
#[group(skip)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    pub select: SelectArgs,
    /// Programs to run at once [default: one per core; one core is left free if there are more than
    /// two]
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Only what failed the last time it was run, on the tests it failed
    #[arg(long)]
    failed: bool,
    /// Skip everything after the first result that is not as expected
    #[arg(long, conflicts_with_all = ["lazy", "no_lazy"])]
    fail_fast: bool,
    #[command(flatten)]
    lazy: LazyArgs,
    /// Show every failure, not only the first of each solution
    #[arg(long)]
    all_failures: bool,
    /// Only failures and the summary; a terminal shows the progress, too
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// A line per solution and per test
    #[arg(short, long)]
    verbose: bool,
    /// Amount of output
    #[arg(long, default_value = "normal", conflicts_with_all = ["quiet", "verbose", "all_failures"])]
    format: Format,
    #[command(flatten)]
    shard: ShardArgs,
    /// Compile and run everything, and keep no result for later runs
    #[arg(long)]
    no_cache: bool,
    #[command(flatten)]
    time: TimeFactorArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Also write a report: `json=PATH`, `jsonl=PATH` (a line per result, at once), `junit=PATH`,
    /// `html=PATH`; `-` is standard output; may be given several times
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = report)]
    reports: Vec<ReportTo>,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line per solution (per problem, if there are more than three), then the first failures of
    /// each failing solution
    Normal,
    /// A line per failing solution, and the summary
    Short,
    /// A line per test, and all failures
    Full,
}

impl JudgeArgs {
    fn verbosity(&self) -> Verbosity {
        match self.format {
            Format::Short => Verbosity::Quiet,
            Format::Full => Verbosity::Verbose,
            Format::Normal if self.quiet => Verbosity::Quiet,
            Format::Normal if self.verbose => Verbosity::Verbose,
            Format::Normal => Verbosity::Normal,
        }
    }
}

pub(crate) fn run(args: &JudgeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let mut workspace =
        made::open(&args.select, common, &args.sandbox).map_err(|error| without_workspace(error, args, common))?;
    refuse_by_surprise(args, common, &workspace)?;
    let only = match args.failed.then(|| last_run::failing(&workspace)).transpose()? {
        Some(None) => {
            say!("nothing to run again: whatever was judged was as expected the last time\n")?;
            return Ok(Exit::AsExpected);
        }
        failing => failing.flatten(),
    };
    let mut plan = workspace.plan_of(&args.select, args.time.time_factor, only.clone())?;
    let is_part = args.shard.shard.is_some();
    let Settled { changed, taken } = limits::settle(&mut workspace, &args.limits, &plan, is_part, &args.sandbox)?;
    if changed {
        plan = workspace.plan_of(&args.select, args.time.time_factor, only)?;
    }
    let found = workspace.diagnostics_of(&args.select, &plan);
    note_ungenerated(&workspace, &plan);
    let builder = workspace.builder()?.afresh(args.no_cache);
    let shard = shard(&args.shard, &plan, &builder)?;
    if let Some(part) = args.shard.shard {
        plan = plan.shard(part, args.shard.shard_by);
    }
    let (reporters, notes) = outputs::open(args, &workspace)?;
    let settings = Settings { shard, ..settings(args) };
    let task = Task { plan: &plan, found, settings, builder: &builder, remembers: !args.no_cache, taken };
    let exit = judge(&workspace, &args.sandbox, task, reporters);
    notes.borrow().iter().for_each(|note| workspace.screen.note(note));
    exit
}

/// Notes tests that are only in `[generate]`: they are not judged, and nothing else in a run
/// mentions them.
fn note_ungenerated(workspace: &Workspace, plan: &Plan) {
    for of_problem in plan.by_problem() {
        let problem = &of_problem[0].problem;
        let described = problem.generate.iter().map(|(test, _)| test);
        let absent = described.filter(|test| !generate::place(&workspace.root, problem, test).exists());
        let absent: Vec<String> = absent.map(ToString::to_string).collect();
        if !absent.is_empty() {
            let tests = format!("{} of {} to be generated first", count(absent.len(), "test"), problem.id);
            let hint = workspace.screen.callable(&format!("`harness generate {}`", problem.id));
            workspace.screen.note(&format!("{tests}, not judged: {} ({hint})", names(&absent, 3)));
        }
    }
}

/// Refuses to judge programs and tests just because they are in the current folder: they must be
/// named.
///
/// # Errors
/// What was found, when nothing is named in a folder of no format.
fn refuse_by_surprise(args: &JudgeArgs, common: &CommonArgs, workspace: &Workspace) -> Result<(), CliError> {
    let named = common.root.is_some() || !args.select.filters.is_empty() || args.failed;
    if named || Kind::of(&workspace.root).is_some() {
        return Ok(());
    }
    let display = |path: &Path| sanitize::name(&workspace.relative(path), workspace.screen.unicode).into_owned();
    let programs: Vec<String> = workspace.catalog.solutions.iter().map(|s| display(&s.path)).collect();
    let tests = workspace.catalog.problems.iter().flat_map(|problem| &problem.tests);
    let tests: Vec<String> = tests.map(|test| display(&test.input)).collect();
    let first = programs.first().map_or("FILE", String::as_str);
    let found = format!(
        "no workspace here or above; this folder holds {} ({}) and {} ({})",
        count(programs.len(), "program"),
        names(&programs, 3),
        count(tests.len(), "test"),
        names(&tests, 3)
    );
    Err(refused(found)
        .with_hint(format!("judge one: `harness try {}`; or all of them: `harness .`", shell::word(first))))
}

/// A name given where there is no workspace means a file or folder, so the error is about that.
fn without_workspace(error: CliError, args: &JudgeArgs, common: &CommonArgs) -> CliError {
    let Some(name) = args.select.filters.first().filter(|_| common.root.is_none()) else { return error };
    if workspace::root(None).is_ok() {
        return error;
    }
    let path = Path::new(name);
    let init = "`harness init` makes a workspace here";
    if path.is_file() {
        return refused(format!("{name} lies in no workspace"))
            .with_hint(format!("`harness try {name}` judges it as it is; {init}"));
    }
    if path.is_dir() {
        return refused(format!("{name} is no workspace and no package, and has no programs with tests beside them"))
            .with_hint(format!("`harness try FILE` judges a file; {init}"));
    }
    refused(format!("there is no file or folder {name}, and no workspace here where it could be a problem"))
        .with_hint(format!("`harness try FILE` judges a file in any folder; {init}"))
        .with_exit(Exit::NothingSelected)
}

/// What to judge of a workspace, and how.
pub(crate) struct Task<'a> {
    pub plan: &'a Plan,
    /// Mistakes in its files: the first thing that reporters get.
    pub found: Vec<Diagnostic>,
    /// The command in it is the workspace's.
    pub settings: Settings,
    pub builder: &'a Builder,
    /// Whether to use results of earlier runs, and store its own.
    pub remembers: bool,
    /// Results of runs made just before.
    pub taken: Taken,
}

impl<'a> Task<'a> {
    /// The task of a command that made the workspace itself, so nothing is wrong with it.
    pub(crate) fn of(plan: &'a Plan, settings: Settings, builder: &'a Builder) -> Task<'a> {
        Task { plan, found: Vec::new(), settings, builder, remembers: true, taken: Taken::new() }
    }
}

/// Judges a plan until it is done or Ctrl-C is pressed, and reports to `reporters`.
///
/// # Errors
/// What keeps programs from being run here, or a report from being written.
pub(crate) fn judge(
    workspace: &Workspace,
    sandbox: &SandboxArgs,
    task: Task<'_>,
    mut reporters: impl Reporter,
) -> Result<Exit, CliError> {
    let sandbox = session::sandbox(sandbox, workspace)?;
    let cancel = session::cancel_on_signals()?;
    let (summary, trouble) = judge_in(&*sandbox, &cancel, workspace, task, &mut reporters)?;
    drop(reporters);
    match trouble {
        None => Ok(Exit::of(&summary)),
        // A reader such as `head` has seen enough: the rest was not judged.
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            workspace.screen.note("standard output was closed: the rest was not judged");
            Ok(Exit::FaultOrIncomplete)
        }
        Some(error) => Err(Fault::caused(FaultKind::Internal, "cannot write the report", &error).into()),
    }
}

/// [`judge`] for commands that judge again and again: until it is done or cancelled. Also returns
/// the first failure to report.
///
/// # Errors
/// What keeps programs from being run here.
pub(crate) fn judge_in(
    sandbox: &dyn Sandbox,
    cancel: &Cancel,
    workspace: &Workspace,
    task: Task<'_>,
    reporters: &mut dyn Reporter,
) -> Result<(Summary, Option<io::Error>), CliError> {
    let Task { plan, found, settings, builder, remembers, taken } = task;
    let store = if remembers { builder.store() } else { Store::none() };
    let mut cache = ResultCache::new(store, sandbox.level());
    cache.give(taken);
    let mutations = memory::of_problems(workspace, plan);
    let settings = Settings { command: workspace.screen.command.clone(), mutations, ..settings };
    let runner = Runner::new(Ports { sandbox, builds: builder }, settings, &workspace.root, cancel)?;
    let mut sinks = Sinks { reporters, cancel, trouble: None };
    let summary = runner.judge(plan, found, &mut cache, &mut sinks);
    session::warn_of_descent(sandbox, &workspace.screen);
    Ok((summary, sinks.trouble))
}

/// The shard that the report names.
///
/// # Errors
/// When a file of the plan cannot be read.
pub(crate) fn shard(args: &ShardArgs, whole: &Plan, builder: &Builder) -> Result<Option<Shard>, Fault> {
    let Some(part) = args.shard else { return Ok(None) };
    Ok(Some(Shard {
        k: part.k(),
        n: part.n(),
        by: args.shard_by.name().to_owned(),
        plan: fingerprint::plan_id(whole, builder)?.to_string(),
        runs: whole.runs(),
        host: last_run::host(),
        cpu: run::processor(),
    }))
}

fn settings(args: &JudgeArgs) -> Settings {
    let usual = Settings::of_machine();
    let jobs = args.jobs.map_or(usual.jobs, usize::from);
    let on_failure = args.lazy.on_failure(if args.fail_fast { OnFailure::Stop } else { OnFailure::Continue });
    Settings { jobs, on_failure, ..usual }
}
