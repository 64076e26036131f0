//! A plan that is judged: its settings, and the reporters that hear of it.

use crate::args::SandboxArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::judge_args::JudgeArgs;
use crate::outputs::ELSEWHERE;
use crate::session::{self, Sinks};
use crate::workspace::Workspace;
use engine::run::{OnFailure, Settings};
use judge::Task;
use model::{Fault, FaultKind, Summary};
use report::Reporter;
use sandbox::{Cancel, Sandbox};
use std::io;

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
        Some(error) => {
            Err(Fault::caused(FaultKind::Internal, "cannot write the report", &error).hint(ELSEWHERE).into())
        }
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

/// `usual_failure`: what is done after a failure unless the arguments say otherwise.
pub(crate) fn settings(args: &JudgeArgs, usual_failure: OnFailure) -> Settings {
    let usual = Settings::of_machine();
    let jobs = args.jobs.map_or(usual.jobs, usize::from);
    let on_failure = args.lazy.on_failure(if args.fail_fast { OnFailure::Stop } else { usual_failure });
    Settings { jobs, on_failure, ..usual }
}
