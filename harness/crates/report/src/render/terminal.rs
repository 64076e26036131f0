//! The report on a terminal: a line for each solution, or for each problem where there are many;
//! then each failure with everything needed to understand it; then the summary.
//!
//! Writes to any output, and knows neither whether that is a terminal nor how wide it is:
//! [`Options`] says so. Live progress is the task of `live`.

mod ending;
mod failure;
mod overview;
mod row;
#[cfg(test)]
mod tests;

use crate::Reporter;
use crate::artifacts::failed::is_repeated;
use crate::artifacts::outputs::Outputs;
use crate::failure::{Failure, Words};
use crate::render::terminal::failure::Body;
use crate::render::terminal::overview::Overview;
use crate::render::terminal::row::Columns;
use crate::reporter::IsCurrent;
use crate::text::compiler::relative;
use crate::text::diagnostics::render_all;
use crate::text::phrase;
use crate::text::sanitize;
use crate::text::{self, Look, Page, Role, Text};
use model::record::{Build, Run, RunStart, SolutionRecord, TestRecord};
use model::{Diagnostic, Event, InferredLimit, Status, Summary};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Failures and the summary.
    Quiet,
    #[default]
    Normal,
    /// A line for every test.
    Verbose,
}

/// How much of standard error is shown where nothing is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stderr {
    #[default]
    Hidden,
    /// A few lines of a few tests.
    Shortened,
    /// Of every test.
    Whole,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub look: Look,
    pub verbosity: Verbosity,
    /// Without the summary: the caller writes the rest.
    pub failures_alone: bool,
    /// Show what compilers warned of.
    pub warnings: bool,
    /// What is shown of what runs wrote to standard error that are not shown as failures.
    pub stderr: Stderr,
    /// Show every failure, not only the first of its kind, and everything known about it.
    pub all_failures: bool,
    /// The workspace; paths below it are shown relative to it.
    pub root: PathBuf,
    /// Lines below the summary: a label and what it points to (`report:`, `out.html`).
    pub footer: Vec<(String, String)>,
    /// Where this run's outputs are files.
    pub outputs: Option<Outputs>,
    /// Whether this run has written its page, and the page's name as printed.
    pub page: Option<(IsCurrent, String)>,
    /// The command that runs again what failed.
    pub again: Option<String>,
    /// Whether `-a` has this call run the tests that are not needed.
    pub whole: bool,
}

/// The most diagnostics shown unless all are asked for: a folder of inputs without answers must not
/// bury the run.
const MOST_DIAGNOSTICS: usize = 50;

/// How many tests' standard error is shown, shortened.
const FEW_TESTS: usize = 3;

/// The reporter for people.
pub struct Terminal<W> {
    page: Page<W>,
    options: Options,
    run: Run,
    columns: Columns,
    /// Set if problems have lines of their own. Then only unexpected solutions get a line.
    overview: Option<Overview>,
    results: Vec<Arc<SolutionRecord>>,
}

impl<W: Write> Terminal<W> {
    pub fn new(out: W, options: Options) -> Terminal<W> {
        let page = Page::new(out, options.look);
        let columns = Columns::of(&[], options.look);
        Terminal { page, options, run: Run::default(), columns, overview: None, results: Vec::new() }
    }

    pub fn into_inner(self) -> W {
        self.page.into_inner()
    }

    fn started(&mut self, started: &RunStart) -> io::Result<()> {
        self.columns = Columns::of(&started.solutions, self.page.look);
        self.run = started.run.clone();
        let run = &self.run;
        if self.options.verbosity == Verbosity::Quiet {
            return Ok(());
        }
        if self.options.verbosity == Verbosity::Normal {
            self.overview = Overview::of(&started.solutions, self.columns.status);
        }
        let problems = phrase::count(started.problems.len(), "problem");
        let mut what = match &self.overview {
            Some(_) => vec![format!("{problems}: {}", Overview::promise(&started.solutions))],
            None => vec![problems, phrase::count(started.solutions.len(), "solution")],
        };
        what.push(phrase::count(run.tests, "test"));
        if run.runs != run.tests {
            what.push(phrase::count(run.runs, "run"));
        }
        let mut how = vec![phrase::count(run.jobs, "job")];
        if run.sanitized {
            how.push("sanitized: times and memory are not a judge's".to_owned());
        }
        if !run.flags.is_empty() {
            how.push(format!("with {}", sanitize::name(&run.flags.join(" "), self.options.look.unicode)));
        }
        how.extend(run.compilers.iter().map(|c| sanitize::name(c, self.options.look.unicode).into_owned()));
        if !run.containment.is_empty() {
            how.push(format!("{} containment", run.containment));
        }
        let text = self.heading("Judging").with(Role::Plain, format!(" {} ", what.join(", ")));
        self.page.wrapped(&text.with(Role::Dim, format!("({})", how.join(", "))), 4)
    }

    /// A compiler that the first line does not name.
    fn compiler(&mut self, label: &str) -> io::Result<()> {
        if self.options.verbosity < Verbosity::Verbose {
            return Ok(());
        }
        let text = self.heading("Compiling");
        let name = sanitize::name(label, self.options.look.unicode);
        self.page.wrapped(&text.with(Role::Plain, format!(" with {name}")), 4)
    }

    /// The word that a line about the run begins with.
    fn heading(&self, word: &str) -> Text {
        Text::new().with(Role::Good, format!("{word:>w$}", w = self.columns.status))
    }

    fn inferred(&mut self, inferred: &InferredLimit) -> io::Result<()> {
        if self.options.verbosity == Verbosity::Quiet {
            return Ok(());
        }
        let InferredLimit { problem, measured } = inferred;
        let what = format!(" the time limit of {}: {}, ", problem.problem, phrase::limit(measured.limit));
        let text = self.heading("Measured").with(Role::Plain, what);
        self.page.wrapped(&text.with(Role::Dim, phrase::inferred(measured)), 4)
    }

    fn diagnosed(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        let most = if self.options.verbosity == Verbosity::Verbose { usize::MAX } else { MOST_DIAGNOSTICS };
        self.page.lines(&render_all(diagnostics, self.options.look, most))?;
        if diagnostics.is_empty() { Ok(()) } else { self.page.blank() }
    }

    fn finished(&mut self, result: &Arc<SolutionRecord>) -> io::Result<()> {
        self.results.push(result.clone());
        let expected = result.status == Status::Met || matches!(result.build, Build::NoTool { .. });
        if let Some(overview) = &mut self.overview {
            let before = overview.take(result);
            before.iter().try_for_each(|line| self.page.wrapped(line, 4))?;
            return if expected { Ok(()) } else { self.row(result) };
        }
        if self.options.verbosity == Verbosity::Quiet && result.status == Status::Met {
            return self.asides(result);
        }
        self.row(result)
    }

    /// What the compiler warned of, and what runs wrote to standard error that nothing else shows.
    fn asides(&mut self, result: &SolutionRecord) -> io::Result<()> {
        if self.options.warnings
            && let Build::Ready { warnings, .. } = &result.build
            && !warnings.trim().is_empty()
        {
            let warnings = relative(warnings.trim_end(), &self.run.root);
            Body::on(&mut self.page, false).words(&Words::compiler(&warnings))?;
        }
        let most = match self.options.stderr {
            Stderr::Hidden => 0,
            Stderr::Shortened => FEW_TESTS,
            Stderr::Whole => usize::MAX,
        };
        let wrote = result.tests.iter().filter_map(|test| Some((test, test.stderr.as_deref()?)));
        for (test, stderr) in wrote.take(most) {
            let words = Words::stderr(stderr, result);
            let words = if self.options.stderr == Stderr::Whole { words } else { words.shortened() };
            let name = sanitize::name(&test.test.0, self.options.look.unicode);
            self.page.wrapped(&Text::new().with(Role::Dim, format!("  on {name}:")), 4)?;
            Body::on(&mut self.page, false).words(&words)?;
        }
        Ok(())
    }

    fn row(&mut self, result: &SolutionRecord) -> io::Result<()> {
        let (lines, hang) = self.columns.row(result);
        for line in &lines {
            self.page.wrapped(line, hang)?;
        }
        if self.options.verbosity == Verbosity::Verbose {
            self.every_test(result, hang)?;
        }
        self.asides(result)
    }

    fn every_test(&mut self, result: &SolutionRecord, hang: usize) -> io::Result<()> {
        let names: Vec<_> = result.tests.iter().map(|t| sanitize::name(&t.test.0, self.options.look.unicode)).collect();
        let widest = names.iter().map(|name| sanitize::width(name)).max().unwrap_or(0);
        for (test, name) in result.tests.iter().zip(&names) {
            let mut text = Text::new().with(Role::Plain, " ".repeat(hang)).with(Role::Plain, name);
            text.pad(hang + widest + 2);
            self.test(&mut text, test);
            self.page.wrapped(&text, hang + 4)?;
        }
        Ok(())
    }

    fn test(&self, text: &mut Text, test: &TestRecord) {
        let name = |text: &str| sanitize::name(text, self.options.look.unicode).into_owned();
        if let Some(fault) = &test.fault {
            return text.push(Role::Warn, format!("fault: {}", name(&fault.message)));
        }
        let (Some(verdict), Some(cpu), Some(memory)) = (test.verdict, test.cpu, test.memory) else {
            return text.push(Role::Dim, "not run");
        };
        text.push(if test.is_surprise() { Role::Bad } else { Role::Plain }, format!("{:<3}", verdict.short()));
        text.push(Role::Plain, format!(" {:>7}  {:>8}", phrase::time(cpu), memory.to_string()));
        if let Some(points) = test.points {
            text.push(Role::Plain, format!("  {points} points"));
        }
        if let Some(checker) = test.checker_cpu.filter(|checker| noticeable(*checker, cpu)) {
            text.push(Role::Dim, format!("  checker {}", phrase::time(checker)));
        }
        if test.retimed {
            text.push(Role::Dim, "  measured alone");
        }
        if test.cached {
            text.push(Role::Dim, "  from cache");
        }
        if let Some(note) = &test.note {
            text.push(Role::Plain, format!("  {}", sanitize::phrase(note, self.options.look.unicode)));
        }
        if let Some(found) = test.found.first() {
            text.push(Role::Warn, format!("  {}", name(&found.to_string())));
        }
    }

    fn done(&mut self, summary: &Summary) -> io::Result<()> {
        if let Some(line) = self.overview.as_mut().and_then(Overview::close) {
            self.page.wrapped(&line, 4)?;
        }
        for result in &self.results {
            if result.status == Status::Unmet {
                self.page.blank()?;
                failure::block(&mut self.page, &self.options, &self.run, result)?;
            }
        }
        self.faults()?;
        if self.options.verbosity > Verbosity::Quiet {
            self.page.blank()?;
            self.slowest()?;
        } else if self.results.iter().any(|r| r.status != Status::Met) {
            self.page.blank()?;
        }
        self.not_run()?;
        self.not_needed()?;
        if !self.options.failures_alone {
            self.summary(summary)?;
        }
        let options = &self.options;
        let failed = summary.unmet + summary.faults > 0;
        let is_named = failed || summary.content_errors > 0 || options.verbosity > Verbosity::Quiet;
        let page = options.page.as_ref().filter(|(written, _)| is_named && written.get());
        let report = page.map(|(_, display)| ("report:", display));
        // What lies with no solution, such as a validator that does not compile, is not among them.
        let again = options.again.as_ref().filter(|_| self.results.iter().any(|result| is_repeated(result)));
        let again = again.map(|command| ("failures only:", command));
        let footer = options.footer.iter().map(|(label, text)| (label.as_str(), text));
        for (label, text) in footer.chain(report).chain(again) {
            // Never wrapped, because it is there to be copied.
            let line = Text::new().with(Role::Plain, "  ").with(Role::Dim, format!("{label} "));
            self.page.line(&line.with(Role::Plain, sanitize::name(text, options.look.unicode)))?;
        }
        Ok(())
    }
}

/// Whether a checker took noticeable time, compared with a run of this length. Starting one takes a
/// millisecond or two, whatever it does.
fn noticeable(checker: Duration, run: Duration) -> bool {
    checker >= Duration::from_millis(50) || (checker >= Duration::from_millis(5) && checker * 10 >= run)
}

/// Everything below a failure's heading, for reporters without a screen.
pub(super) fn plain(failure: &Failure<'_>) -> String {
    text::written(Look::default(), |page| failure::body(page, true, failure))
}

impl<W: Write> Reporter for Terminal<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => self.started(started)?,
            Event::Compiler(label) => self.compiler(label)?,
            Event::Inferred(inferred) => self.inferred(inferred)?,
            Event::Diagnosed(diagnostics) => self.diagnosed(diagnostics)?,
            Event::Finished(result) => self.finished(result)?,
            Event::Done(summary) => self.done(summary)?,
        }
        self.page.flush()
    }
}
