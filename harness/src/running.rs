//! A plan that is judged: its settings, and the reporters that hear of it.

use crate::again::Calls;
use crate::args::SandboxArgs;
use crate::debug;
use crate::error::CliError;
use crate::exit::Exit;
use crate::judge_args::JudgeArgs;
use crate::last_run;
use crate::outputs;
use crate::screen::{StandardOutput, print_beside, say};
use crate::session::{self, Sinks};
use crate::workspace::Workspace;
use judge::model::Summary;
use judge::{Cancel, OnFailure, Plan, Sandbox, Settings, Task, Words};
use report::{Reporter, Tee};
use std::io;

/// The plan of what the words choose, under the limits that are known. `None`: nothing failed the
/// last time, which is said.
///
/// # Errors
/// When nothing is selected, or there was no last time.
pub(crate) fn plan(args: &JudgeArgs, workspace: &mut Workspace, words: &Words) -> Result<Option<Plan>, CliError> {
    let only = match args.failed.then(|| last_run::failing(workspace)).transpose()? {
        Some(None) => {
            say!("nothing to run again: whatever was judged was as expected the last time\n")?;
            return Ok(None);
        }
        failing => failing.flatten(),
    };
    workspace.judge.inferred = args.limits.wanted(args.no_cache);
    workspace.recalled(workspace.plan_of(words, args.time.time_factor, only)?).map(Some)
}

/// How a plan is judged and spoken of.
pub(crate) struct JudgingRun<'a> {
    /// What is said of its tests.
    pub announced: &'a str,
    /// What is done after a failure unless the arguments say otherwise.
    pub usual_failure: OnFailure,
    /// What judges the solutions of a plan again.
    pub calls: &'a dyn Fn(&Plan) -> Calls,
}

/// Judges a plan, and reports it; with `--debug`, opens a debugger instead.
///
/// # Errors
/// What keeps programs from being run here, or a report from being written.
pub(crate) fn judge_plan(
    args: &JudgeArgs,
    workspace: &Workspace,
    words: &Words,
    mut plan: Plan,
    run: &JudgingRun<'_>,
) -> Result<Exit, CliError> {
    let JudgingRun { announced, usual_failure, calls } = *run;
    workspace.build_as(&args.build, &mut plan)?;
    if let Some(test) = &args.debug {
        return debug::on(workspace, &plan, test, &args.sandbox);
    }
    let found = workspace.diagnostics_of(words, &plan);
    workspace.ungenerated(&plan).iter().for_each(|notice| workspace.screen.notice(notice));
    let builder = workspace.builder()?.afresh(args.no_cache);
    let (plan, shard) = workspace.part_of(plan, args.shard.shard, &builder)?;
    print_beside(StandardOutput::beside(args.reports.iter().map(|report| &report.path)), announced)?;
    let calls = calls(&plan);
    let (reporters, notes) = outputs::open(args, workspace, &calls.all)?;
    let settings = calls.settings(Settings { shard, ..settings(args, usual_failure) });
    let task = Task { found, remembers: !args.no_cache, ..Task::of(&plan, settings, &builder) };
    let exit = judge(workspace, &args.sandbox, task, reporters);
    notes.borrow().iter().for_each(|note| workspace.screen.note(note));
    exit
}

/// Judges a plan until it is done or Ctrl-C is pressed, and reports to `reporters`.
///
/// # Errors
/// What keeps programs from being run here, or a report from being written.
pub(crate) fn judge(
    workspace: &Workspace,
    sandbox: &SandboxArgs,
    task: Task<'_>,
    mut reporters: Tee<'_>,
) -> Result<Exit, CliError> {
    let sandbox = workspace.sandbox(&sandbox.containment())?;
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
        Some(error) => Err(outputs::unwritten(&error).into()),
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
    let settings = Settings { mutations, ..task.settings };
    let mut sinks = Sinks { reporters, cancel, trouble: None };
    let (summary, notice) = workspace.judge.run_task(sandbox, cancel, Task { settings, ..task }, &mut sinks)?;
    notice.iter().for_each(|notice| workspace.screen.notice(notice));
    Ok((summary, sinks.trouble))
}

/// `usual_failure`: what is done after a failure unless the arguments say otherwise.
pub(crate) fn settings(args: &JudgeArgs, usual_failure: OnFailure) -> Settings {
    let usual = Settings::of_machine();
    let jobs = args.jobs.map_or(usual.jobs, usize::from);
    let on_failure = match (args.all, args.fail_fast) {
        (true, _) => OnFailure::Continue,
        (false, true) => OnFailure::Stop,
        (false, false) => usual_failure,
    };
    Settings { jobs, on_failure, ..usual }
}
