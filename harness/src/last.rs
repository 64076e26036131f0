//! `harness last`: shows the last run's failures again, from what it left behind. Runs nothing.

use crate::args::CommonArgs;
use crate::completions;
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::last_run;
use crate::outputs::kept_outputs;
use crate::submit::sending::sentence;
use crate::workspace;
use clap::Args;
use judge::model::record::Report;
use judge::model::shell;
use judge::places;
use judge::submit::{self, SentProgram};
use report::remembered::{RememberedRun, show};
use report::{Options, Verbosity};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness last                     the failures of the last run, once more
  harness last nim                 those of one problem
  harness last nim/brute -a        every failure of one solution

The exit code is that of the run that is shown. To run what failed again, call `harness --failed`.";

/// Show what failed in the last run; run nothing
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LastArgs {
    /// A problem, `problem/solution`, or the path of a solution; none = everything
    #[arg(value_name = "FILTER", add = completions::filter())]
    filters: Vec<String>,
    /// Show every failure, not only the first of each solution
    #[arg(short, long)]
    all: bool,
    /// Also what was as expected: a line per test
    #[arg(short, long)]
    verbose: bool,
}

/// The newest submissions that are shown.
const MOST_SENT: usize = 5;

pub(crate) fn run(args: &LastArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let screen = common.screen();
    let root = workspace::root(common.root.as_deref())?;
    let folder = last_run::folder(&root);
    let unread = |error| last_run::unread(&error, "judge again: the report is then written anew");
    let mut last = RememberedRun::read(&folder).map_err(unread)?;
    let exit = Exit::of(&last.report.summary);
    let here = workspace::here()?;
    if !last.keep(&args.filters, &here) {
        return Err(refused(format!("the last run had nothing of this name: {}", args.filters.join(" ")))
            .with_hint("name a problem or a solution, as in `harness last nim/brute`")
            .of_kind(ErrorKind::NothingNamed));
    }
    from_its_folder(&mut last.report, &here);
    let report = &last.report;
    let mut sent = submit::read(&places::submissions(&root));
    sent.retain(|sent| report.solutions.iter().any(|one| one.name == sent.solution));
    let newest: Vec<String> = sent[sent.len().saturating_sub(MOST_SENT)..].iter().map(in_words).collect();
    let options = Options {
        look: screen.out,
        verbosity: if args.verbose { Verbosity::Verbose } else { Verbosity::Quiet },
        all_failures: args.all,
        root: PathBuf::from(&report.run.root),
        outputs: Some(kept_outputs(&folder)),
        ..Options::default()
    };
    match show(&last, &newest, options, io::stdout()) {
        // A reader that has seen enough, such as `head`, changes nothing about the run.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(exit),
        written => written.or_cannot("show the report").map(|()| exit),
    }
}

/// Has the calls of a run name the folder in which they mean what they say, if that is not `here`.
fn from_its_folder(report: &mut Report, here: &Path) {
    let Some(folder) = report.run.folder.clone().filter(|folder| Path::new(folder) != here) else { return };
    let there = format!("cd {} && ", shell::word(&folder));
    report.run.command.insert_str(0, &there);
    for solution in &mut report.solutions {
        if let Some(again) = &mut Arc::make_mut(solution).again {
            again.insert_str(0, &there);
        }
    }
}

/// `nim/nim.rs to open.kattis.com as 4711: here accepted; there wrong-answer`
fn in_words(sent: &SentProgram) -> String {
    let there = sent.there.as_ref().map_or_else(|| "not known".to_owned(), sentence);
    let id = sent.id.as_deref().map(|id| format!(" as {id}")).unwrap_or_default();
    format!("{} to {}{id}: here {}; there {there}", sent.solution, sent.judge, sentence(&sent.here))
}
