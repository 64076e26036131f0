//! The command without a name: judges the selection.

pub(crate) mod outputs;

use crate::anywhere::{Anywhere, RuleArgs};
use crate::args::{
    BuildArgs, CommonArgs, LazyArgs, ReportTo, SandboxArgs, SelectArgs, ShardArgs, TimeFactorArgs, report,
};
use crate::debug;
use crate::error::{CliError, ErrorKind, refused};
use crate::exit::Exit;
use crate::files;
use crate::last_run;
use crate::limits::LimitArgs;
use crate::made;
use crate::program::ProgramArgs;
use crate::screen::say;
use crate::session::{self, Sinks};
use crate::watch;
use crate::workspace::{self, Workspace};
use clap::{Args, ValueEnum, value_parser};
use engine::build::Builder;
use engine::fingerprint;
use engine::plan::{Plan, PlanError};
use engine::run::{self, OnFailure, Settings};
pub(crate) use judge::Task;
use judge::config;
use judge::{Files, Limits, Scope, Target};
use judge::{input_of, not_there};
use model::record::Shard;
use model::{Fault, FaultKind, Summary, shell};
use outputs::Called;
use package::detect::Kind;
use report::text::phrase::{count, names};
use report::{Reporter, Verbosity};
use sandbox::{Cancel, Sandbox};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    pub failed: bool,
    /// Run this input, and show what is printed; `-` is standard input; may be given several times
    #[arg(short, long = "input", value_name = "FILE", conflicts_with_all = ["watch", "in_pattern"])]
    pub inputs: Vec<PathBuf>,
    /// Judge again whenever a file is saved
    #[arg(short, long)]
    pub watch: bool,
    /// With --watch: clear the screen before each run
    #[arg(long, requires = "watch")]
    pub clear: bool,
    /// Names of a file's inputs, with a `*`
    #[arg(long = "in", value_name = "PATTERN", requires = "answer_pattern")]
    pub in_pattern: Option<String>,
    /// Names of the answers: `*` stands for the same text as in the input's name
    #[arg(long = "ans", value_name = "PATTERN", requires = "in_pattern")]
    pub answer_pattern: Option<String>,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub build: BuildArgs,
    /// Open gdb or lldb (pdb for Python) on the program and this test, outside of all containment
    #[arg(long, value_name = "TEST", conflicts_with_all = ["watch", "inputs", "tests", "failed"])]
    pub debug: Option<String>,
    /// Skip everything after the first result that is not as expected
    #[arg(long, conflicts_with_all = ["lazy", "all"])]
    fail_fast: bool,
    #[command(flatten)]
    pub lazy: LazyArgs,
    /// Judge every test and show every failure, not only the first of each solution
    #[arg(short, long)]
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
    pub shard: ShardArgs,
    /// Compile and run everything, and keep no result for later runs
    #[arg(long)]
    pub no_cache: bool,
    #[command(flatten)]
    pub time: TimeFactorArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Also write a report: `json=PATH`, `jsonl=PATH` (a line per result, at once), `junit=PATH`,
    /// `html=PATH`; `-` is standard output; may be given several times
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = report)]
    pub reports: Vec<ReportTo>,
    #[command(flatten)]
    pub sandbox: SandboxArgs,
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
    /// The patterns of the tests.
    pub(crate) fn tests(&self) -> Vec<String> {
        self.debug.as_ref().map_or_else(|| self.select.tests.clone(), |test| vec![test.clone()])
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.verbosity() == Verbosity::Quiet
    }

    pub(crate) fn is_verbose(&self) -> bool {
        self.verbosity() == Verbosity::Verbose
    }

    /// Whether every failure is to be shown.
    pub(crate) fn shows_all(&self) -> bool {
        self.all_failures || self.format == Format::Full
    }

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
    let words = &args.select.filters;
    let judged = resolved(args, common);
    // What other tools call this command.
    let is_habit = |word: &str| HABITS.contains(&word) || GETTING.contains(&word);
    let habit = words.first().filter(|word| is_habit(word) && !Path::new(word).exists());
    match (judged, habit) {
        (Err(CliError::Refused { .. } | CliError::Selection { .. }), Some(word)) => {
            if GETTING.contains(&word.as_str()) {
                return Err(refused(format!("there is no command, problem or file called `{word}`"))
                    .with_hint("`harness get` takes a problem with its samples from the browser")
                    .of_kind(ErrorKind::NothingNamed));
            }
            let rest: Vec<String> = words[1..].iter().map(|word| shell::word(word)).collect();
            let rest = if rest.is_empty() { "FILE".to_owned() } else { rest.join(" ") };
            Err(refused(format!("there is no command, problem or file called `{word}`"))
                .with_hint(format!("judging needs no command: `harness {rest}`"))
                .of_kind(ErrorKind::NothingNamed))
        }
        (judged, _) => judged,
    }
}

const HABITS: [&str; 5] = ["test", "run", "judge", "verify", "t"];

/// What other tools call taking a problem from its page.
const GETTING: [&str; 6] = ["download", "dl", "d", "fetch", "receive", "parse"];

fn resolved(args: &JudgeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let words = &args.select.filters;
    let request = args.program.request();
    if !request.is_empty() || common.root.is_none() {
        let here = workspace::here()?;
        if let Some(files) = request.files(words, &here, &config::languages(&config::load(None)?)?)? {
            return files::run(args, common, &files, Vec::new());
        }
    }
    let target = match &common.root {
        Some(root) => Target::Place { root: Some(root.clone()), words: words.clone() },
        None => {
            let here = workspace::here()?;
            Target::resolve(words, None, &here, &config::languages(&config::load(None)?)?)
        }
    };
    match target {
        Target::Files(files) => files::run(args, common, &files, Vec::new()),
        Target::Place { root, words } => {
            let select = SelectArgs { filters: words, tests: args.tests() };
            place(args, &select, &CommonArgs { root, ..common.clone() })
        }
    }
}

/// Judges what is selected of a workspace, a package or a plain folder.
fn place(args: &JudgeArgs, select: &SelectArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let mut workspace =
        made::open(select, common, &args.sandbox).map_err(|error| without_workspace(error, select, common))?;
    if let Some(files) = newest(args, select, common, &workspace) {
        return files::run(args, common, &files, Vec::new());
    }
    let adopted = workspace.adopt(&select.words());
    adopted.iter().for_each(|notice| workspace.screen.notice(notice));
    change_rules(args, &mut workspace)?;
    let only = match args.failed.then(|| last_run::failing(&workspace)).transpose()? {
        Some(None) => {
            say!("nothing to run again: whatever was judged was as expected the last time\n")?;
            return Ok(Exit::AsExpected);
        }
        failing => failing.flatten(),
    };
    let planned = workspace.plan_of(select, args.time.time_factor, only.clone());
    if let Err(CliError::Selection { error: PlanError::ForeignFile { .. }, .. }) = planned
        && let Some((files, without)) = workspace.foreign(&select.words())
    {
        return files::run(args, common, &files, without);
    }
    let mut plan = planned?;
    if !args.inputs.is_empty() || args.watch {
        return other_ways(args, select, common, &workspace, &plan);
    }
    if args.in_pattern.is_some() {
        return Err(refused("--in and --ans name the tests of a file, and what is named here has its own"));
    }
    let extent = if args.shard.shard.is_some() { Scope::Part } else { Scope::Whole };
    let limits = Limits::of(&mut workspace.judge, &args.limits.wanted(), &plan, extent)?;
    if limits.changed {
        plan = workspace.plan_of(select, args.time.time_factor, only)?;
    }
    workspace.build_as(&args.build, &mut plan)?;
    if let Some(test) = &args.debug {
        return debug::on(&workspace, &plan, test, &args.sandbox);
    }
    let found = workspace.diagnostics_of(select, &plan);
    note_ungenerated(&workspace, &plan);
    let builder = workspace.builder()?.afresh(args.no_cache);
    let shard = shard(&args.shard, &plan, &builder)?;
    if let Some(part) = args.shard.shard {
        plan = plan.shard(part, args.shard.shard_by);
    }
    let called = Called { all: args.build.with(&workspace.screen.command), is_by_name: true };
    let (reporters, notes) = outputs::open(args, &workspace, &called)?;
    let on_failure = match Kind::of(&workspace.root) {
        None if !args.shows_all() => OnFailure::StopSlow,
        // A judge, problemtools and BAPCtools are done with a submission when it is decided.
        Some(Kind::Package(_) | Kind::Contest) if !args.shows_all() => OnFailure::StopSolution,
        Some(Kind::Package(_) | Kind::Contest | Kind::Workspace) | None => OnFailure::Continue,
    };
    let command = args.build.with(&workspace.screen.command);
    let settings = Settings { shard, command, ..settings(args, on_failure) };
    let task = Task {
        plan: &plan,
        found,
        settings,
        builder: &builder,
        remembers: !args.no_cache,
        turn: Some(Box::new(limits.in_turn(&workspace, args.time.time_factor))),
    };
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
        let absent = described.filter(|test| !input_of(&workspace.root, problem, test).exists());
        let absent: Vec<String> = absent.map(ToString::to_string).collect();
        if !absent.is_empty() {
            let tests = format!("{} of {} to be generated first", count(absent.len(), "test"), problem.id);
            let hint = workspace.screen.callable(&format!("`harness generate {}`", problem.id));
            workspace.screen.note(&format!("{tests}, not judged: {} ({hint})", names(&absent, 3)));
        }
    }
}

/// The program to judge where nothing is named in a folder of no format.
fn newest(args: &JudgeArgs, select: &SelectArgs, common: &CommonArgs, workspace: &Workspace) -> Option<Files> {
    if common.root.is_some() || !select.filters.is_empty() || args.failed {
        return None;
    }
    let (files, notice) = workspace.newest()?;
    notice.iter().for_each(|notice| workspace.screen.notice(notice));
    Some(files)
}

/// Applies `--time` and its like to all problems.
fn change_rules(args: &JudgeArgs, workspace: &mut Workspace) -> Result<(), CliError> {
    if args.rules.words().is_empty() {
        return Ok(());
    }
    let home = workspace::here()?;
    let (screen, languages) = (workspace.screen.clone(), workspace.languages.clone());
    let at = Anywhere { rules: &args.rules, screen: &screen, home: &home, languages: &languages, judge: None };
    let rules = at.own_rules()?;
    workspace.catalog.problems.iter_mut().for_each(|problem| rules.change(Arc::make_mut(problem)));
    Ok(())
}

/// `-i` and `-w` for what is selected of a workspace.
fn other_ways(
    args: &JudgeArgs,
    select: &SelectArgs,
    common: &CommonArgs,
    workspace: &Workspace,
    plan: &Plan,
) -> Result<Exit, CliError> {
    if args.watch && Kind::of(&workspace.root).is_some() {
        let select = SelectArgs { filters: select.filters.clone(), tests: select.tests.clone() };
        return watch::run(&watch::WatchArgs::of(args, select), common);
    }
    let programs = plan.solutions.iter().map(|planned| planned.solution.path.clone()).collect();
    files::run(args, common, &Files::of_programs(programs), Vec::new())
}

/// A name given where there is no workspace means a file or folder, so the error is about that.
fn without_workspace(error: CliError, select: &SelectArgs, common: &CommonArgs) -> CliError {
    match select.filters.first().filter(|_| common.root.is_none() && workspace::root(None).is_err()) {
        Some(name) => not_there(name, &select.words().here),
        None => error,
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

/// [`judge()`] for commands that judge again and again: until it is done or cancelled. Also returns
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
    let mutations = workspace.mutations(task.plan);
    let command = match task.settings.command.is_empty() {
        true => workspace.screen.command.clone(),
        false => task.settings.command,
    };
    let settings = Settings { command, mutations, ..task.settings };
    let mut sinks = Sinks { reporters, cancel, trouble: None };
    let (summary, notice) = workspace.judge.run_task(sandbox, cancel, Task { settings, ..task }, &mut sinks)?;
    notice.iter().for_each(|notice| workspace.screen.notice(notice));
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

/// `usual_failure`: what is done after a failure unless the arguments say otherwise.
pub(crate) fn settings(args: &JudgeArgs, usual_failure: OnFailure) -> Settings {
    let usual = Settings::of_machine();
    let jobs = args.jobs.map_or(usual.jobs, usize::from);
    let on_failure = args.lazy.on_failure(if args.fail_fast { OnFailure::Stop } else { usual_failure });
    Settings { jobs, on_failure, ..usual }
}
