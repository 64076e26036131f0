//! What a command that runs programs needs apart from the workspace: a way to stop, and reporters.

use crate::args::SandboxArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::live_table;
use crate::screen::Screen;
use crate::workspace::Workspace;
use engine::run::{Settings, Sink};
use judge::{Caller, Experiment, Listener, Notice, Session};
use model::{Event, Fault, FaultKind, Progress};
use report::Reporter;
use report::render::line::ProgressLine;
use sandbox::Cancel;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io;
use std::sync::OnceLock;

/// Makes Ctrl-C, termination and hang-up end the run in good order: running programs are killed,
/// and results so far are reported.
///
/// # Errors
/// An internal fault when no handler can be set.
pub(crate) fn cancel_on_signals() -> Result<Cancel, Fault> {
    if let Some(cancel) = SIGNALS.get() {
        return Ok(cancel.clone());
    }
    let fault = |error: &dyn std::error::Error| Fault::caused(FaultKind::Internal, "cannot prepare for Ctrl-C", error);
    let cancel = Cancel::new().map_err(|error| fault(&error))?;
    cancel.on_signals(&[SIGINT, SIGTERM, SIGHUP]).map_err(|error| fault(&error))?;
    Ok(SIGNALS.get_or_init(|| cancel).clone())
}

/// Signals belong to the process: one that arrives between two sessions of a command ends the next
/// one.
static SIGNALS: OnceLock<Cancel> = OnceLock::new();

/// Passes everything to the reporters. When one of them can no longer write, the run is cancelled:
/// nobody would see the rest.
pub(crate) struct Sinks<'a> {
    pub reporters: &'a mut dyn Reporter,
    pub cancel: &'a Cancel,
    /// The first failure to write.
    pub trouble: Option<io::Error>,
}

impl Sinks<'_> {
    fn check(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.cancel.raise();
            self.trouble.get_or_insert(error);
        }
    }
}

impl Sink for Sinks<'_> {
    fn event(&mut self, event: &Event) {
        let written = self.reporters.event(event);
        self.check(written);
    }

    fn progress(&mut self, progress: &Progress) {
        let written = self.reporters.progress(progress);
        self.check(written);
    }
}

/// Shows the progress of a use case, and what it has to say. The table is gone when this is
/// dropped.
pub(crate) struct Teller<'a> {
    screen: &'a Screen,
    table: Option<Box<dyn Reporter>>,
    line: ProgressLine,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(screen: &'a Screen) -> Teller<'a> {
        Teller { screen, table: None, line: live_table::line(screen) }
    }

    fn table(&mut self) -> Option<&mut Box<dyn Reporter>> {
        if self.table.is_none() {
            self.line.clear();
            self.table = live_table::open(self.screen);
        }
        self.table.as_mut()
    }
}

impl Sink for Teller<'_> {
    fn event(&mut self, event: &Event) {
        if let Some(table) = self.table() {
            // Without a screen no table is needed.
            let _ = table.event(event);
        }
        if matches!(event, Event::Done(_)) {
            self.table = None;
        }
    }

    fn progress(&mut self, progress: &Progress) {
        if let Some(table) = self.table() {
            let _ = table.progress(progress);
        }
    }
}

impl Listener for Teller<'_> {
    fn notice(&mut self, notice: &Notice) {
        self.table = None;
        self.line.clear();
        self.screen.notice(notice);
    }

    fn ended(&mut self) {
        self.table = None;
        self.line.clear();
    }

    fn experiment(&mut self, experiment: &Experiment<'_>) {
        self.table = None;
        self.line.put(|| match experiment {
            Experiment::Breaking(solution) => format!("breaking {solution}"),
            Experiment::Mutants { done, of, solution } => format!("{done} of {of} mutants of {solution} judged"),
            Experiment::Survivors { survivors, statistics } => {
                format!("{survivors} survive the tests: {} inputs tried", statistics.inputs)
            }
            Experiment::Inputs(statistics) => statistics.to_string(),
        });
    }
}

/// The exit code of a command that has written what it was to write.
pub(crate) fn exit_after_writing(cancel: &Cancel) -> Exit {
    if cancel.is_raised() { Exit::Interrupted } else { Exit::AsExpected }
}

/// Calls a use case: Ctrl-C ends it, and its progress is on the screen.
///
/// # Errors
/// Those of `work`, and an internal fault when no signal can be handled.
pub(crate) fn call<T>(
    workspace: &Workspace,
    sandbox: &SandboxArgs,
    work: impl FnOnce(&mut Caller<'_>) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let (cancel, mut teller) = (cancel_on_signals()?, Teller::new(&workspace.screen));
    work(&mut sandbox.caller(&cancel, &mut teller))
}

/// Sets everything up and calls `work`; programs are judged by `settings`.
///
/// # Errors
/// When programs cannot be run here, and those of `work`.
pub(crate) fn with_session<T>(
    workspace: &Workspace,
    args: &SandboxArgs,
    settings: Settings,
    work: impl FnOnce(&Session<'_>, &mut dyn Listener) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let builder = workspace.builder()?;
    call(workspace, args, |caller| workspace.with_session(&builder, settings, caller, work))
}
