//! What a command that runs programs needs besides the workspace: a sandbox, a way to stop, someone to tell.

use crate::args::SandboxArgs;
use crate::exit::Exit;
use crate::workspace::{self, Workspace};
use engine::build::Builder;
use engine::cell;
use engine::run::{OnFailure, Ports, Runner, Settings, Sink, crowding, default_workers};
use model::{Event, Fault, FaultKind, Progress, SolutionResult};
use report::Reporter;
use sandbox::{self, Cancel, Sandbox};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io;
use std::sync::Arc;

/// The strongest sandbox that works here, or the one that is asked for.
///
/// # Errors
/// The exit code, after the reason has been printed.
pub fn sandbox(args: &SandboxArgs, workspace: &Workspace) -> Result<Box<dyn Sandbox>, Exit> {
    let screen = &workspace.screen;
    let config = sandbox::Config::own().map_err(|error| screen.fault(&cell::fault(&error)))?;
    let notes = Some(workspace::cache_folder(&workspace.root));
    let config = sandbox::Config { level: args.containment, notes, ..config };
    let sandbox = sandbox::open(config).map_err(|error| screen.fault(&cell::fault(&error)))?;
    match args.require_containment {
        Some(least) if sandbox.level() < least => {
            let message =
                format!("containment here is `{}`, and `{}` is required", sandbox.level().name(), least.name());
            screen.complain(&message, Some("run where namespaces are allowed, or require less"));
            Err(Exit::FaultOrIncomplete)
        }
        Some(_) | None => Ok(sandbox),
    }
}

/// Ctrl-C, termination and hang-up end the run in order: what runs is killed, what is known is told.
///
/// # Errors
/// An internal fault when no handler can be set.
pub fn cancel_on_signals() -> Result<Cancel, Fault> {
    let fault = |error: &dyn std::error::Error| Fault::caused(FaultKind::Internal, "cannot prepare for Ctrl-C", error);
    let cancel = Cancel::new().map_err(|error| fault(&error))?;
    cancel.on_signals(&[SIGINT, SIGTERM, SIGHUP]).map_err(|error| fault(&error))?;
    Ok(cancel)
}

/// Hands everything to the reporters. When one of them cannot write any more, the run is cancelled: nobody would see the rest.
pub struct Sinks<'a, R> {
    pub reporters: R,
    pub cancel: &'a Cancel,
    /// The first thing that could not be written.
    pub trouble: Option<io::Error>,
}

impl<R> Sinks<'_, R> {
    fn note(&mut self, told: io::Result<()>) {
        if let Err(error) = told {
            self.cancel.raise();
            self.trouble.get_or_insert(error);
        }
    }
}

impl<R: Reporter> Sink for Sinks<'_, R> {
    fn event(&mut self, event: &Event) {
        let told = self.reporters.event(event);
        self.note(told);
    }

    fn progress(&mut self, progress: &Progress) {
        let told = self.reporters.progress(progress);
        self.note(told);
    }
}

/// Keeps the results of a run and tells nobody.
#[derive(Default)]
pub struct Results(pub Vec<Arc<SolutionResult>>);

impl Sink for Results {
    fn event(&mut self, event: &Event) {
        if let Event::Finished(result) = event {
            self.0.push(Arc::clone(result));
        }
    }

    fn progress(&mut self, _: &Progress) {}
}

/// What commands work with that run programs beside judging.
pub struct Bench<'a> {
    pub runner: Runner<'a>,
    pub sandbox: &'a dyn Sandbox,
    pub builder: &'a Builder,
}

/// Sets everything up and lets `work` begin. `jobs`: programs at one time, `None` for what suits the machine.
///
/// # Errors
/// The exit code, after the reason has been printed.
pub fn with_bench(
    workspace: &Workspace,
    args: &SandboxArgs,
    jobs: Option<usize>,
    work: impl FnOnce(&Bench<'_>) -> Result<Exit, Exit>,
) -> Result<Exit, Exit> {
    let screen = &workspace.screen;
    let builder = workspace.builder()?;
    let sandbox = sandbox(args, workspace)?;
    let cancel = cancel_on_signals().map_err(|fault| screen.fault(&fault))?;
    let ports = Ports { sandbox: &*sandbox, builds: &builder };
    let (workers, cores) = default_workers();
    let settings = Settings { jobs: jobs.unwrap_or(workers), cores, on_failure: OnFailure::Continue, crowding };
    let runner = Runner::new(ports, settings, &workspace.root, &cancel).map_err(|fault| screen.fault(&fault))?;
    work(&Bench { runner, sandbox: &*sandbox, builder: &builder })
}
