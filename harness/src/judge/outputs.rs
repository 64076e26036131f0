//! Where a run is told: the terminal, the files that were asked for, the service that runs us.

use crate::args::ReportFormat;
use crate::error::CliError;
use crate::judge::{Format, JudgeArgs};
use crate::last_run;
use crate::screen;
use crate::workspace::Workspace;
use model::{Fault, FaultKind};
use report::destination::{self, Destination, PrepareError};
use report::live::{self, Look, Size, Spool};
use report::saved::{Folder, Notes};
use report::wire::{Context, Shard};
use report::{Github, Html, Json, JsonLines, Junit, Live, Options, Reporter, Saved, Tee, Terminal, Verbosity};
use sandbox::terminal;
use std::env;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::time::SystemTime;

/// Opens everything.
///
/// # Errors
/// A place that cannot be written.
pub fn open(args: &JudgeArgs, workspace: &Workspace, shard: Option<&Shard>) -> Result<(Tee<'static>, Notes), CliError> {
    let context = Context { command: workspace.screen.command.clone(), started: Some(SystemTime::now()) };
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
        reporters.push(reporter?);
    }
    let folder = last_run::folder(&workspace.root);
    let notes = Notes::default();
    let saved = Saved::new(folder.clone(), context.clone(), last_run::host(), &notes);
    reporters.insert(0, people(args, workspace, context, &folder)?);
    // Before the terminal, which names what it writes. A shard is no run: hundreds of them may share this folder, and merging puts their
    // reports together.
    if shard.is_none() {
        reporters.insert(0, Box::new(saved));
    }
    Ok((Tee::new(reporters), notes))
}

/// What people read: the terminal, with a live line where somebody is looking, in the manner of GitHub where it is read there.
fn people(
    args: &JudgeArgs,
    workspace: &Workspace,
    context: Context,
    folder: &Folder,
) -> Result<Box<dyn Reporter>, CliError> {
    let screen = &workspace.screen;
    // A report on standard output has it for itself.
    let taken = args.reports.iter().any(|report| report.path.as_os_str() == "-");
    let whole = args.shard.shard.is_none();
    let options = Options {
        color: if taken { screen.error_color } else { screen.color },
        width: screen.width.filter(|_| !taken),
        unicode: screen.unicode,
        verbosity: args.verbosity(),
        blocks: args.format != Format::Short,
        all_failures: args.all_failures || args.format == Format::Full,
        command: workspace.screen.command.clone(),
        root: workspace.root.clone(),
        footer: footer(args),
        // Who asked for a page elsewhere is told of that one.
        page: (footer(args).is_empty() && whole).then(|| screen::from_here(&folder.page())),
        again: whole.then(|| format!("{} --failed", workspace.screen.command)),
    };
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let on_github = variable("GITHUB_ACTIONS").is_some_and(|value| value == "true");
    let dumb = variable("TERM").is_some_and(|term| term == "dumb");
    let live = !on_github && !dumb && args.verbosity() > Verbosity::Quiet && terminal::size(io::stderr()).is_some();
    // Results and the live table on one screen are written as one; results that go elsewhere go there at once.
    let one_screen = live && (taken || io::stdout().is_terminal());
    let spool = Spool::default();
    let out: Box<dyn Write> = match (one_screen, taken) {
        (true, _) => Box::new(spool.clone()),
        (false, true) => Box::new(io::stderr()),
        (false, false) => Box::new(io::stdout()),
    };
    let people = Terminal::new(BufWriter::new(out), options);
    if live {
        let look = Look { color: screen.error_color, unicode: screen.unicode };
        // Past the buffer of the standard streams, which would cut a frame in two.
        let stream = if one_screen && !taken {
            io::stdout().as_fd().try_clone_to_owned()
        } else {
            io::stderr().as_fd().try_clone_to_owned()
        };
        let fault = |error| Fault::caused(FaultKind::Internal, "cannot write to the terminal", &error);
        let out = File::from(stream.map_err(fault)?);
        return Ok(Box::new(Live::new(
            people,
            spool,
            live::Screen::new(Box::new(out), Box::new(size), look.color),
            look,
        )));
    }
    if !on_github {
        return Ok(Box::new(people));
    }
    let summary: Box<dyn Write> = match variable("GITHUB_STEP_SUMMARY") {
        Some(path) => Box::new(destination::append(Path::new(&path))?),
        None => Box::new(io::sink()),
    };
    let out: Box<dyn Write> = if taken { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    let github = Github::new(people, out, summary, context);
    let fault = |error| Fault::caused(FaultKind::Internal, "cannot write the report", &error);
    Ok(Box::new(github.map_err(fault)?))
}

/// How large the terminal is now; one that does not know is as large as they all once were.
fn size() -> Size {
    terminal::size(io::stderr())
        .map_or(Size { columns: 80, rows: 24 }, |size| Size { columns: size.columns, rows: size.rows })
}

/// Where the page is that a person may want to open.
fn footer(args: &JudgeArgs) -> Vec<(String, String)> {
    let pages = args.reports.iter().filter(|report| report.format == ReportFormat::Html);
    pages.map(|report| ("report:".to_owned(), report.path.display().to_string())).collect()
}
