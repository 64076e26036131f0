//! `harness last`: shows the last run's failures again, from what it left behind. Runs nothing.

use crate::args::CommonArgs;
use crate::completions;
use crate::error::{CliError, ErrorKind, OrCannot as _, chain, refused};
use crate::exit::Exit;
use crate::judge::outputs::kept_outputs;
use crate::last_run;
use crate::screen::Screen;
use crate::submit::sending::sentence;
use crate::workspace;
use clap::Args;
use judge::submit::{self, Sent};
use model::record::{Report, SolutionRecord};
use report::artifacts::failed::Failed;
use report::artifacts::history::History;
use report::artifacts::outputs::Outputs;
use report::artifacts::read::{ReadError, read};
use report::text::{Page, Role, Text};
use report::text::{phrase, sanitize};
use report::{Options, Reporter, Terminal, Verbosity};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  harness last                     the failures of the last run, once more
  harness last nim                 those of one problem
  harness last nim/brute --all-failures
                                   every failure of one solution

The exit code is that of the run that is shown. To run what failed again, call `harness --failed`.";

/// Show what failed in the last run, and what got slower; run nothing
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LastArgs {
    /// A problem, `problem/solution`, or the path of a solution; none = everything
    #[arg(value_name = "FILTER", add = completions::filter())]
    filters: Vec<String>,
    /// Show every failure, not only the first of each solution
    #[arg(long)]
    all_failures: bool,
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
    let mut report = read(&folder.report()).map_err(|error| match &error {
        ReadError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
            refused("no run is remembered here").with_hint("judge something first")
        }
        ReadError::Io { .. } | ReadError::Parse { .. } => {
            refused(chain(&error)).with_hint("judge again: the report is then written anew")
        }
    })?;
    let exit = Exit::of(&report.summary);
    // Before the filters: what they leave out was run, too.
    let earlier = earlier(&folder.failed(), &report);
    let filters = &args.filters;
    let ran = report.solutions.len();
    report.solutions.retain(|solution| filters.is_empty() || filters.iter().any(|filter| is(solution, filter)));
    if report.solutions.is_empty() && ran > 0 {
        return Err(refused(format!("the last run had nothing of this name: {}", filters.join(" ")))
            .with_hint("name a problem or a solution, as in `harness last nim/brute`")
            .of_kind(ErrorKind::NothingNamed));
    }
    if !filters.is_empty() {
        report.recount();
    }
    let sent = submit::read(&folder.submissions());
    let last = Last {
        sent: sent.into_iter().filter(|sent| report.solutions.iter().any(|one| one.name == sent.solution)).collect(),
        earlier,
        history: History::read(&folder.history(), &last_run::host()),
        age: std::fs::metadata(folder.report()).and_then(|file| file.modified()).ok().and_then(|at| at.elapsed().ok()),
        args,
        outputs: kept_outputs(&folder),
        report,
    };
    match last.print(&screen) {
        // A reader that has seen enough, such as `head`, changes nothing about the run.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(exit),
        written => written.or_cannot("show the report").map(|()| exit),
    }
}

/// Returns whether a word of the command line means this solution.
fn is(solution: &SolutionRecord, word: &str) -> bool {
    let stem = solution.name.rsplit_once('.').map_or(solution.name.as_str(), |(stem, _)| stem);
    let names = [solution.problem.as_str(), &solution.name, stem, &solution.solution];
    // A path may be below the folder of the call.
    let path = std::env::current_dir().unwrap_or_default().join(word);
    names.contains(&word) || path.ends_with(&solution.path)
}

/// How many solutions known to fail are not in the report.
fn earlier(failed: &Path, report: &Report) -> usize {
    let failed = Failed::read(failed).unwrap_or_default();
    failed.solutions.keys().filter(|name| !report.solutions.iter().any(|solution| solution.name == **name)).count()
}

/// What is shown.
struct Last<'a> {
    report: Report,
    history: History,
    /// Solutions that failed in an earlier run and were not run since.
    earlier: usize,
    /// What of the report's solutions was sent to judges, oldest first.
    sent: Vec<Sent>,
    age: Option<Duration>,
    args: &'a LastArgs,
    outputs: Outputs,
}

impl Last<'_> {
    fn print(&self, screen: &Screen) -> io::Result<()> {
        let report = &self.report;
        let name = |text: &str| sanitize::name(text, screen.unicode).into_owned();
        let out: Box<dyn Write> = Box::new(io::stdout());
        let mut page = Page::new(BufWriter::new(out), screen.color, screen.width);
        let began = report.run.started.as_deref().unwrap_or("at an unknown time");
        let mut text = Text::new().with(Role::Dim, "Last run: ");
        text.push(Role::Plain, name(&began.replace('T', " ").replace('Z', " UTC")));
        text.push(Role::Dim, self.age.map(|age| format!(" ({})", ago(age))).unwrap_or_default());
        page.wrapped(&text, 4)?;
        for diagnostic in &report.diagnostics {
            let place = [diagnostic.line, diagnostic.column].into_iter().flatten();
            let place: String = place.map(|number| format!(":{number}")).collect();
            let text = format!(": {} ({}{place})", diagnostic.title, diagnostic.path);
            page.wrapped(&Text::new().with(Role::Warn, diagnostic.severity.name()).with(Role::Plain, name(&text)), 4)?;
        }
        let options = Options {
            color: screen.color,
            width: screen.width,
            unicode: screen.unicode,
            verbosity: if self.args.verbose { Verbosity::Verbose } else { Verbosity::Quiet },
            all_failures: self.args.all_failures,
            root: PathBuf::from(&report.run.root),
            outputs: Some(self.outputs.clone()),
            ..Options::default()
        };
        let mut terminal = Terminal::new(page.into_inner(), options);
        report.events().try_for_each(|event| terminal.event(&event))?;
        let mut page = Page::new(terminal.into_inner(), screen.color, screen.width);
        let mut below = |label: &str, role, text: &str| {
            page.wrapped(&Text::new().with(Role::Plain, "  ").with(role, label).with(Role::Plain, name(text)), 4)
        };
        for solution in &report.solutions {
            let Some(course) = self.history.course(&solution.name) else { continue };
            if let Some(median) = course.got_slower() {
                below("got slower: ", Role::Warn, &format!("{}, {}", solution.name, course.in_words(median)))?;
            }
        }
        for sent in self.sent.iter().rev().take(MOST_SENT).rev() {
            let there = sent.there.as_ref().map_or_else(|| "not known".to_owned(), sentence);
            let id = sent.id.as_deref().map(|id| format!(" as {id}")).unwrap_or_default();
            let words =
                format!("{} to {}{id}: here {}; there {there}", sent.solution, sent.judge, sentence(&sent.here));
            below("sent: ", Role::Dim, &words)?;
        }
        if self.earlier > 0 {
            let solutions = phrase::count(self.earlier, "solution");
            below("earlier: ", Role::Dim, &format!("{solutions} failed, and not run since"))?;
        }
        if self.earlier + report.summary.unmet + report.summary.faults > 0 {
            below("failures only: ", Role::Dim, &format!("{} --failed", report.run.command))?;
        }
        page.flush()
    }
}

/// `just now`, `5 min ago`, `3 h ago`, `2 days ago`.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..2880 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_told_in_the_unit_that_fits() {
        let check = |seconds, text| assert_eq!(ago(Duration::from_secs(seconds)), text);
        check(59, "just now");
        check(3_599, "59 min ago");
        check(3_600, "1 h ago");
        check(172_799, "47 h ago");
        check(172_800, "2 days ago");
    }
}
