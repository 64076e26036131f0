//! What a command that runs programs needs apart from the workspace: a way to stop, and reporters.

use crate::answers::Person;
use crate::args::SandboxArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::live_table;
use crate::screen::{Screen, say, write_raw};
use crate::workspace::Workspace;
use judge::model::{Event, Fault, FaultKind, Progress};
use judge::submit::{BROWSER, Progress as JudgeProgress, Sending, Stage};
use judge::{Caller, Cancel, Listener, Notice, Proposal, Sink, Words, config, not_written};
use report::Reporter;
use report::render::line::ProgressLine;
use report::text::phrase::count;
use report::text::sanitize;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::fmt;
use std::io::{self, IsTerminal as _};
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
    /// What a table that is opened anew has missed.
    started: Option<Event>,
    line: ProgressLine,
    person: Option<Person<'a>>,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(screen: &'a Screen) -> Teller<'a> {
        Teller { screen, table: None, started: None, line: live_table::line(screen), person: None }
    }

    /// The same, for a use case that asks before it writes. `yes`: the answer, if it was given
    /// beforehand.
    pub(crate) fn asking(screen: &'a Screen, cancel: &'a Cancel, yes: bool) -> Teller<'a> {
        Teller { person: Some(Person { cancel, yes }), ..Teller::new(screen) }
    }

    fn table(&mut self) -> Option<&mut Box<dyn Reporter>> {
        if self.table.is_none() {
            self.line.clear();
            self.table = live_table::open(self.screen);
            if let (Some(table), Some(started)) = (&mut self.table, &self.started) {
                // Without a screen no table is needed.
                let _ = table.event(started);
            }
        }
        self.table.as_mut()
    }
}

impl Sink for Teller<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Inferred(_) | Event::Diagnosed(_) => {
                self.ended();
                self.screen.found(event);
            }
            Event::Done(_) => (self.table, self.started) = (None, None),
            Event::Started(_) | Event::Compiler(_) | Event::Finished(_) => {
                if let Some(table) = self.table() {
                    let _ = table.event(event);
                }
                if let Event::Started(_) = event {
                    self.started = Some(event.clone());
                }
            }
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
        self.ended();
        self.screen.notice(notice);
    }

    fn ended(&mut self) {
        self.table = None;
        self.line.clear();
    }

    fn doing(&mut self, what: &dyn fmt::Display) {
        self.table = None;
        self.line.put(|| what.to_string());
    }

    fn agrees(&mut self, proposal: &Proposal<'_>) -> Result<(), CliError> {
        match &self.person {
            Some(person) if person.agrees(self.screen, proposal)? => Ok(()),
            Some(_) | None => Err(not_written("check the answer, then say --yes")),
        }
    }

    fn sends(&mut self, host: &str, what: &str) -> Result<bool, CliError> {
        say!("send to   {host}, {}\n", sanitize::name(what, self.screen.out.unicode))?;
        let agrees = match &self.person {
            Some(person) => person.says_yes(&format!("send it to {host}?"))?,
            None => false,
        };
        if !agrees {
            self.screen.note("not sent; `--yes` sends it without a question");
        }
        Ok(agrees)
    }

    fn sending(&mut self, step: &Sending<'_>) -> Result<(), CliError> {
        match step {
            Sending::WaitsForBrowser => {
                let seconds = BROWSER.as_secs();
                say!("waiting   for the extension cph-submit in your browser, {seconds} s at most\n")
            }
            Sending::InBrowser(page) => say!("sent      to the browser, which opens {page}\n"),
            Sending::Arrived(receipt) => {
                say!("sent      submission {}\n          {}\n", sanitize::name(&receipt.id, true), receipt.page)
            }
            Sending::Judged(progress) => {
                if io::stderr().is_terminal() {
                    write_raw(&format!("\r\x1b[K{} ", how_far(progress)));
                }
                Ok(())
            }
            Sending::NotRemembered(log, error) => {
                self.screen.note(&format!("not remembered in {}: {error}", config::display(log).display()));
                Ok(())
            }
        }
    }
}

/// `running there, 3 of 10 tests`
fn how_far(progress: &JudgeProgress) -> String {
    let stage = match progress.stage {
        Stage::Waiting => "waiting",
        Stage::Compiling => "compiling",
        Stage::Running => "running",
    };
    let tests = match (progress.done, progress.tests) {
        (Some(done), Some(tests)) => format!(", {done} of {tests} tests"),
        (Some(done), None) => format!(", {}", count(done as usize, "test")),
        (None, _) => String::new(),
    };
    format!("{stage} there{tests}")
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

/// Makes the tests that the selected problems describe and do not carry; the others' can wait, so
/// that the first result comes soon. Returns whether there were any: what opens the place again
/// finds them.
///
/// # Errors
/// When no program can be run here.
pub(crate) fn make(workspace: &Workspace, words: &Words, sandbox: &SandboxArgs) -> Result<bool, CliError> {
    let unmade = workspace.unmade(words);
    if !unmade.is_empty() {
        call(workspace, sandbox, |caller| workspace.judge.make(&unmade, caller))?;
    }
    Ok(!unmade.is_empty())
}
