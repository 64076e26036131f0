//! Where a run is told: the terminal, the files that were asked for, the service that runs us.

use crate::cli::args::ReportFormat;
use crate::cli::exit::Exit;
use crate::cli::judge::JudgeArgs;
use crate::cli::workspace::{Workspace, chain};
use crate::cli::{identity, remembered};
use crate::model::{Fault, FaultKind};
use crate::report::destination::{self, Destination, PrepareError};
use crate::report::live::Look;
use crate::report::saved::{Folder, Notes};
use crate::report::wire::{Context, Shard};
use crate::report::{Github, Html, Json, JsonLines, Junit, Live, Options, Reporter, Saved, Tee, Terminal, Verbosity};
use std::env;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::time::SystemTime;

/// Opens everything.
///
/// # Errors
/// The exit code, after the reason has been printed.
pub fn open(args: &JudgeArgs, workspace: &Workspace, shard: Option<&Shard>) -> Result<(Tee<'static>, Notes), Exit> {
    let screen = &workspace.screen;
    let context = Context { command: workspace.command.clone(), started: Some(SystemTime::now()) };
    let mut reporters = Vec::new();
    for report in &args.reports {
        // Opened before anything is judged: a place that cannot be written is not found out at the end.
        let place = || Destination::prepare(&report.path);
        let reporter: Result<Box<dyn Reporter>, PrepareError> = match report.format {
            ReportFormat::Json => {
                place().map(|place| Box::new(Json::new(place, context.clone()).of_shard(shard.cloned())) as _)
            }
            ReportFormat::Junit => place().map(|place| Box::new(Junit::new(place, context.clone())) as _),
            ReportFormat::Html => place().map(|place| Box::new(Html::new(place, context.clone())) as _),
            ReportFormat::JsonLines => {
                destination::stream(&report.path).map(|out| Box::new(JsonLines::new(out, context.clone())) as _)
            }
        };
        reporters.push(reporter.map_err(|error| screen.refuse(&chain(&error), None))?);
    }
    let folder = remembered::folder(&workspace.root);
    let saved = Saved::new(folder.clone(), context.clone(), shard.cloned(), identity::host());
    let notes = saved.notes();
    reporters.insert(0, people(args, workspace, context, &folder)?);
    // Before the terminal, which names what it writes.
    reporters.insert(0, Box::new(saved));
    Ok((Tee::new(reporters), notes))
}

/// What people read: the terminal, with a live line where somebody is looking, in the manner of GitHub where it is read there.
fn people(
    args: &JudgeArgs,
    workspace: &Workspace,
    context: Context,
    folder: &Folder,
) -> Result<Box<dyn Reporter>, Exit> {
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
        footer: footer(args),
        // Who asked for a page elsewhere is told of that one.
        page: footer(args).is_empty().then(|| remembered::shown(&folder.page())),
        again: Some(format!("{} --failed", workspace.command)),
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

/// Where the page is that a person may want to open.
fn footer(args: &JudgeArgs) -> Vec<(String, String)> {
    let pages = args.reports.iter().filter(|report| report.format == ReportFormat::Html);
    pages.map(|report| ("report:".to_owned(), report.path.display().to_string())).collect()
}
