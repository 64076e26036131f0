//! The command without a name: judge what is selected.

use crate::cli::args::{JudgeArgs, ReportFormat};
use crate::cli::exit::Exit;
use crate::cli::workspace::{Workspace, chain};
use crate::model::{Event, Fault, FaultKind, Progress, Severity};
use crate::report::destination::{self, Destination, PrepareError};
use crate::report::live::Look;
use crate::report::wire::Context;
use crate::report::{Github, Html, Json, JsonLines, Junit, Live, Options, Reporter, Tee, Terminal, Verbosity};
use crate::run::{self, Memo, OnFailure, Ports, Runner, Settings, Sink};
use crate::sandbox::{self, Cancel, Sandbox};
use crate::store::Store;
use std::env;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

pub fn run(args: &JudgeArgs) -> Exit {
    match judge(args) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn judge(args: &JudgeArgs) -> Result<Exit, Exit> {
    let workspace = Workspace::open(&args.select)?;
    let screen = &workspace.screen;
    let mut plan = workspace.plan(&args.select, args.time_factor)?;
    let reporters = reporters(args, &workspace)?;
    let builder = workspace.builder()?;
    let sandbox = sandbox(args, &workspace)?;
    let cancel = cancel_on_signals().map_err(|fault| screen.fault(&fault))?;

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

fn settings(args: &JudgeArgs) -> Settings {
    let (workers, cores) = run::default_workers();
    let jobs = args.jobs.map_or(workers, std::num::NonZeroUsize::get);
    let on_failure = if args.fail_fast { OnFailure::Stop } else { OnFailure::Continue };
    Settings { jobs, cores, on_failure }
}

fn reporters(args: &JudgeArgs, workspace: &Workspace) -> Result<Tee<'static>, Exit> {
    let screen = &workspace.screen;
    let context = Context { command: workspace.command.clone(), started: Some(SystemTime::now()) };
    let mut reporters = Vec::new();
    for report in &args.reports {
        // Opened before anything is judged: a place that cannot be written is not found out at the end.
        let place = || Destination::prepare(&report.path);
        let reporter: Result<Box<dyn Reporter>, PrepareError> = match report.format {
            ReportFormat::Json => place().map(|place| Box::new(Json::new(place, context.clone())) as _),
            ReportFormat::Junit => place().map(|place| Box::new(Junit::new(place, context.clone())) as _),
            ReportFormat::Html => place().map(|place| Box::new(Html::new(place, context.clone())) as _),
            ReportFormat::JsonLines => {
                destination::stream(&report.path).map(|out| Box::new(JsonLines::new(out, context.clone())) as _)
            }
        };
        reporters.push(reporter.map_err(|error| screen.refuse(&chain(&error), None))?);
    }
    reporters.insert(0, people(args, workspace, context)?);
    Ok(Tee::new(reporters))
}

/// What people read: the terminal, with a live line where somebody is looking, in the manner of GitHub where it is read there.
fn people(args: &JudgeArgs, workspace: &Workspace, context: Context) -> Result<Box<dyn Reporter>, Exit> {
    let screen = &workspace.screen;
    let verbosity = match (args.quiet, args.verbose) {
        (true, _) => Verbosity::Quiet,
        (false, true) => Verbosity::Verbose,
        (false, false) => Verbosity::Normal,
    };
    // A report on standard output has it for itself.
    let taken = args.reports.iter().any(|report| report.path.as_os_str() == "-");
    let options = Options {
        color: if taken { screen.error_color } else { screen.color },
        width: screen.width.filter(|_| !taken),
        unicode: screen.unicode,
        verbosity,
        all_failures: args.all_failures,
        command: workspace.command.clone(),
        root: workspace.root.clone(),
        footer: Vec::new(),
    };
    let out: Box<dyn Write> = if taken { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    let terminal = Terminal::new(BufWriter::new(out), options);
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    if variable("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
        let summary: Box<dyn Write> = match variable("GITHUB_STEP_SUMMARY") {
            Some(path) => Box::new(destination::append(Path::new(&path)).map_err(|e| screen.refuse(&chain(&e), None))?),
            None => Box::new(io::sink()),
        };
        let out: Box<dyn Write> = if taken { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
        let github = Github::new(terminal, out, summary, context);
        let fault = |error| Fault::caused(FaultKind::Internal, "cannot write the report", &error);
        return Ok(Box::new(github.map_err(|error| screen.fault(&fault(error)))?));
    }
    let dumb = variable("TERM").is_some_and(|term| term == "dumb");
    if verbosity == Verbosity::Quiet || dumb || !io::stderr().is_terminal() {
        return Ok(Box::new(terminal));
    }
    Ok(Box::new(Live::stderr(terminal, Look { color: screen.error_color, unicode: screen.unicode })))
}

fn sandbox(args: &JudgeArgs, workspace: &Workspace) -> Result<Box<dyn Sandbox>, Exit> {
    let screen = &workspace.screen;
    let config = sandbox::Config::own().map_err(|fault| screen.fault(&fault))?;
    let sandbox =
        sandbox::open(sandbox::Config { level: args.containment, ..config }).map_err(|fault| screen.fault(&fault))?;
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
fn cancel_on_signals() -> Result<Cancel, Fault> {
    let fault = |error: &dyn std::error::Error| Fault::caused(FaultKind::Internal, "cannot prepare for Ctrl-C", error);
    let cancel = Cancel::new().map_err(|error| fault(&error))?;
    let raised = cancel.clone();
    ctrlc::set_handler(move || raised.raise()).map_err(|error| fault(&error))?;
    Ok(cancel)
}

/// Hands everything to the reporters. When one of them cannot write any more, the run is cancelled: nobody would see the rest.
struct Sinks<'a> {
    reporters: Tee<'a>,
    cancel: &'a Cancel,
    trouble: Option<io::Error>,
}

impl Sinks<'_> {
    fn note(&mut self, told: io::Result<()>) {
        if let Err(error) = told {
            self.cancel.raise();
            self.trouble.get_or_insert(error);
        }
    }
}

impl Sink for Sinks<'_> {
    fn event(&mut self, event: &Event) {
        let told = self.reporters.event(event);
        self.note(told);
    }

    fn progress(&mut self, progress: &Progress) {
        let told = self.reporters.progress(progress);
        self.note(told);
    }
}
