//! Where a run is reported: the terminal, the requested files, the CI service.

use crate::args::ReportFormat;
use crate::error::CliError;
use crate::judge_args::JudgeArgs;
use crate::last_run;
use crate::live_table;
use crate::screen::{self, StandardOutput};
use crate::workspace::Workspace;
use judge::model::record::Report;
use judge::model::{Fault, FaultKind};
use report::artifacts::destination::{self, Destination};
use report::artifacts::outputs::Outputs;
use report::last_run::{Folder, Notes};
use report::render::live::Spool;
use report::render::{junit, page};
use report::{Document, Github, JsonLines, LastRun, Options, Reporter, Stderr, Tee, Terminal};
use std::env;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::Path;

/// Opens everything. `call`: [`judge::model::record::Run::command`].
///
/// # Errors
/// When a place cannot be written.
pub(crate) fn open(args: &JudgeArgs, workspace: &Workspace, call: &str) -> Result<(Tee<'static>, Notes), CliError> {
    let mut reporters = Vec::new();
    for report in &args.reports {
        workspace.screen.note_of_pipe(&report.path);
        // Opened before anything is judged, so that a place that cannot be written shows at once.
        reporters.push(match renderer(report.format) {
            Some(render) => {
                Box::new(Document::new(Destination::prepare(&report.path).map_err(CliError::of_caller)?, render))
                    as Box<dyn Reporter>
            }
            None => Box::new(JsonLines::new(destination::stream(&report.path).map_err(CliError::of_caller)?)),
        });
    }
    let folder = last_run::folder(&workspace.root);
    let notes = Notes::default();
    let saved = LastRun::new(folder.clone(), &notes);
    let output = StandardOutput::beside(args.reports.iter().map(|report| &report.path));
    let whole = args.shard.shard.is_none();
    // The pages that a person may want to open.
    let pages = args.reports.iter().filter(|report| report.format == ReportFormat::Html);
    let footer: Vec<_> = pages.map(|report| ("report:".to_owned(), report.path.display().to_string())).collect();
    let options = Options {
        verbosity: args.verbosity(),
        warnings: shows_warnings(args, workspace),
        stderr: if args.verbose { Stderr::Whole } else { Stderr::Hidden },
        all_failures: args.all,
        outputs: whole.then(|| kept_outputs(&folder)),
        // If the page was requested elsewhere, that one is named.
        page: (footer.is_empty() && whole).then(|| (saved.page(), screen::from_here(&folder.page()))),
        footer,
        again: whole.then(|| format!("{call} --failed")),
        whole: true,
        ..options(workspace, output)
    };
    reporters.insert(0, terminal(options, output, &workspace.screen)?);
    if !live_table::is_watched() {
        reporters.extend(live_table::pulse(&workspace.screen).map(|pulse| Box::new(pulse) as Box<dyn Reporter>));
    }
    // Before the terminal, which names what this writes. A shard leaves nothing: hundreds may share
    // this folder, and merging combines their reports.
    if whole {
        reporters.insert(0, Box::new(saved));
    }
    Ok((Tee::new(reporters), notes))
}

/// What writes a whole report in this format. `None` if it is written as a run goes on.
pub(crate) fn renderer(format: ReportFormat) -> Option<fn(&Report) -> Vec<u8>> {
    match format {
        ReportFormat::Json => Some(Report::to_pretty_json),
        ReportFormat::Junit => Some(|report| junit::render(report).into_bytes()),
        ReportFormat::Html => Some(|report| page::render(report).into_bytes()),
        ReportFormat::JsonLines => None,
    }
}

/// How this call shows things on the terminal alone.
pub(crate) fn plain(args: &JudgeArgs, workspace: &Workspace) -> Options {
    Options {
        verbosity: args.verbosity(),
        warnings: shows_warnings(args, workspace),
        stderr: if args.verbose { Stderr::Whole } else { Stderr::Shortened },
        all_failures: args.all,
        ..options(workspace, StandardOutput::Free)
    }
}

/// Whether somebody has asked for what compilers warn of: in words, or by the flags of this call or
/// of the configuration.
fn shows_warnings(args: &JudgeArgs, workspace: &Workspace) -> bool {
    let asks = |flags: &[String]| flags.iter().any(|flag| flag.starts_with("-W") || flag.starts_with("-X"));
    args.verbose
        || args.build.flags.as_ref().is_some_and(|flags| asks(&flags.0))
        || workspace.languages.entries.iter().any(|entry| asks(&entry.flags))
}

/// The outputs of failed tests, as files in this folder.
pub(crate) fn kept_outputs(folder: &Folder) -> Outputs {
    Outputs { folder: folder.outputs(), display: screen::from_here(&folder.outputs()) }
}

/// How this screen shows things of this workspace.
pub(crate) fn options(workspace: &Workspace, output: StandardOutput) -> Options {
    Options { look: workspace.screen.look(output), root: workspace.root.clone(), ..Options::default() }
}

/// The reporter that people read: the terminal, with a live table if somebody is watching, or in
/// GitHub's form in its CI.
///
/// # Errors
/// When that cannot be written.
pub(crate) fn terminal(
    options: Options,
    output: StandardOutput,
    screen: &screen::Screen,
) -> Result<Box<dyn Reporter>, CliError> {
    let taken = output == StandardOutput::Taken;
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let on_github = variable("GITHUB_ACTIONS").is_some_and(|value| value == "true");
    let live = !on_github && live_table::is_watched();
    // Results and the live table on one screen are one write; results that go elsewhere are written
    // at once.
    let one_screen = live && (taken || io::stdout().is_terminal());
    let spool = Spool::default();
    let out: Box<dyn Write> = match (one_screen, taken) {
        (true, _) => Box::new(spool.clone()),
        (false, true) => Box::new(io::stderr()),
        (false, false) => Box::new(io::stdout()),
    };
    let people = Terminal::new(BufWriter::new(out), options);
    if live {
        // Bypasses the buffer of the standard streams, which would cut a frame in two.
        let stream = if one_screen && !taken {
            io::stdout().as_fd().try_clone_to_owned()
        } else {
            io::stderr().as_fd().try_clone_to_owned()
        };
        let stream = stream.map_err(|error| unwritten(&error))?;
        return Ok(Box::new(live_table::around(people, spool, stream, screen)));
    }
    if !on_github {
        return Ok(Box::new(people));
    }
    let summary: Box<dyn Write> = match variable("GITHUB_STEP_SUMMARY") {
        Some(path) => Box::new(destination::append(Path::new(&path)).map_err(CliError::of_caller)?),
        None => Box::new(io::sink()),
    };
    let out: Box<dyn Write> = if taken { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    let github = Github::new(people, out, summary);
    Ok(Box::new(github.map_err(|error| unwritten(&error))?))
}

pub(crate) fn unwritten(error: &io::Error) -> Fault {
    let elsewhere = "see that there is room and the place is still there, then run again";
    Fault::caused(FaultKind::Internal, "cannot write the report", error).hint(elsewhere)
}
