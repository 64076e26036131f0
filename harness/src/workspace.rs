//! What every command begins with: the workspace, the tools to work on it, the terminal it speaks to.

use crate::args::{ColorWhen, CommonArgs, SelectArgs};
use crate::exit::Exit;
use engine::build::{Builder, Cache, Languages};
use engine::plan::{self, Filter, Plan, PlanError, Selection, TimeFactor};
use model::Catalog;
use model::{Diagnostic, Fault, Problem, Severity, Solution, SolutionId, Test, TestId};
use package::native;
use report::diagnostics::{Look, render_all};
use report::terminal::phrase;
use report::visible;
use sandbox::terminal;
use std::collections::BTreeSet;
use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A workspace, read.
pub struct Workspace {
    /// Absolute.
    pub root: PathBuf,
    pub catalog: Catalog,
    pub diagnostics: Vec<Diagnostic>,
    pub languages: Languages,
    pub screen: Screen,
}

impl Workspace {
    /// Finds and reads the workspace. What is wrong with its files is in `diagnostics`.
    ///
    /// # Errors
    /// The exit code, after the reason has been printed.
    pub fn open(common: &CommonArgs) -> Result<Workspace, Exit> {
        let screen = Screen::of(common);
        let root = root(common.root.as_deref()).map_err(|(problem, hint)| screen.refuse(&problem, Some(&hint)))?;
        let languages = Languages::built_in().map_err(|fault| screen.fault(&fault))?;
        let (catalog, mut diagnostics) = native::load(&root, &|extension| languages.of_extension(extension));
        for diagnostic in &mut diagnostics {
            diagnostic.hint = diagnostic.hint.take().map(|hint| screen.callable(&hint));
        }
        Ok(Workspace { root, catalog, diagnostics, languages, screen })
    }

    /// How many of the diagnostics are errors.
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// What the filters select.
    ///
    /// # Errors
    /// The exit code, after the reason has been printed.
    pub fn plan(&self, args: &SelectArgs, time_factor: TimeFactor) -> Result<Plan, Exit> {
        self.plan_of(args, time_factor, None)
    }

    /// [`Workspace::plan`], and of that only these runs, where some are named.
    ///
    /// # Errors
    /// The exit code, after the reason has been printed.
    pub fn plan_of(
        &self,
        args: &SelectArgs,
        time_factor: TimeFactor,
        only: Option<BTreeSet<(SolutionId, TestId)>>,
    ) -> Result<Plan, Exit> {
        let here = env::current_dir().unwrap_or_else(|_| self.root.clone());
        let tests: Result<Vec<_>, _> = args.tests.iter().map(|text| text.parse()).collect();
        let tests = tests.map_err(|error: plan::PatternError| self.screen.refuse(&chain(&error), None))?;
        let selection = Selection {
            filters: args.filters.iter().map(|text| Filter::parse(text, &here)).collect(),
            tests,
            time_factor,
            only,
        };
        let plan = plan::make(&self.catalog, &selection).map_err(|error| {
            if let (PlanError::NothingLeft, Some(only)) = (&error, &selection.only) {
                let runs = phrase::count(only.len(), "run");
                let hint = format!("call `--failed` alone: {runs} failed the last time");
                self.screen.complain("nothing of what failed the last time is selected", Some(&hint));
                return Exit::NothingSelected;
            }
            self.screen.diagnose(&self.diagnostics);
            let mut hint = error.hint();
            if let PlanError::NothingNamed { filter, .. } = &error
                && crate::cli::is_command(filter)
            {
                hint = Some(format!("`{filter}` is a command, and a command comes first: `harness {filter} …`"));
            }
            self.screen.complain(&error.to_string(), hint.as_deref());
            // Nothing to judge because everything that is meant is broken is broken content.
            let broken = matches!(error, PlanError::LeftOut { .. }) || (self.errors() > 0 && args.filters.is_empty());
            if broken { Exit::UsageOrContent } else { Exit::NothingSelected }
        })?;
        for filter in plan::left_out(&self.catalog, &selection.filters) {
            self.screen.complain(&PlanError::LeftOut { filter: filter.to_owned() }.to_string(), None);
        }
        Ok(plan)
    }

    /// The problem that a command works on, with its solutions, also when none of its tests has an answer yet.
    ///
    /// # Errors
    /// The exit code, after the reason has been printed.
    pub fn problem(&self, name: &str) -> Result<Named, Exit> {
        let slug = name.trim_end_matches('/');
        let slug = slug.strip_prefix("problems/").unwrap_or(slug);
        let catalog = &self.catalog;
        let unanswered =
            catalog.unanswered.iter().find(|(id, _)| id.as_str() == slug).map(|(_, unanswered)| unanswered);
        let healthy = catalog.problems.iter().find(|problem| problem.id.as_str() == slug);
        if let Some(problem) = healthy.or(unanswered.map(|unanswered| &unanswered.problem)) {
            let of_problem = catalog.solutions.iter().filter(|solution| solution.id.problem == problem.id);
            let more = unanswered.into_iter().flat_map(|unanswered| &unanswered.solutions);
            return Ok(Named {
                problem: Arc::clone(problem),
                solutions: of_problem.chain(more).cloned().collect(),
                unanswered: unanswered.map(|unanswered| unanswered.tests.clone()).unwrap_or_default(),
            });
        }
        if self.root.join("problems").join(slug).is_dir() {
            self.screen.diagnose(&self.diagnostics);
            return Err(self.screen.refuse(&format!("`{slug}` is left out because of the errors in its files"), None));
        }
        let known = catalog.problems.iter().map(|problem| problem.id.as_str());
        let hint = match model::nearest(slug, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`harness list` lists the problems".to_owned(),
        };
        self.screen.complain(&format!("no problem is named `{slug}`"), Some(&hint));
        Err(Exit::NothingSelected)
    }

    /// How a file is named to people.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// # Errors
    /// The exit code, after the reason has been printed.
    pub fn builder(&self) -> Result<Builder, Exit> {
        let cache = Cache::open(&cache_folder(&self.root)).map_err(|fault| self.screen.fault(&fault))?;
        Ok(Builder::new(self.languages.clone(), cache))
    }
}

/// One problem, by name.
pub struct Named {
    pub problem: Arc<Problem>,
    pub solutions: Vec<Arc<Solution>>,
    /// Its inputs without an answer.
    pub unanswered: Vec<Arc<Test>>,
}

impl Named {
    /// The solution that stands for the problem: without a label, and the Rust one where there are several.
    pub fn model(&self) -> Option<&Arc<Solution>> {
        let models = || self.solutions.iter().filter(|solution| solution.id.label.is_none());
        models().find(|solution| &*solution.id.extension == "rs").or_else(|| models().next())
    }
}

/// Where people read what the harness says.
#[derive(Clone, Debug)]
pub struct Screen {
    pub color: bool,
    /// Colour for what goes to standard error.
    pub error_color: bool,
    /// Columns; `None` when standard output is no terminal.
    pub width: Option<usize>,
    pub unicode: bool,
    /// How the harness was called, for commands to repeat: `cargo run -p harness --`.
    pub command: String,
}

impl Screen {
    pub fn of(common: &CommonArgs) -> Screen {
        // NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM=dumb and pipes, by the one library that everybody uses for it.
        let auto = |choice: anstream::ColorChoice| !matches!(choice, anstream::ColorChoice::Never);
        let (color, error_color) = match common.color {
            ColorWhen::Always => (true, true),
            ColorWhen::Never => (false, false),
            ColorWhen::Auto => {
                (auto(anstream::AutoStream::choice(&io::stdout())), auto(anstream::AutoStream::choice(&io::stderr())))
            }
        };
        let columns = env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).filter(|n| *n > 0);
        let width = columns.or_else(|| terminal::size(io::stdout()).map(|size| size.columns));
        Screen {
            color,
            error_color,
            width,
            unicode: unicode(|name| env::var(name).ok()),
            command: command(common.root.as_deref()),
        }
    }

    /// A hint whose commands, written as `` `harness check` ``, can be typed where the harness is no program in the path.
    pub fn callable(&self, hint: &str) -> String {
        hint.replace("`harness ", &format!("`{} ", self.command))
    }

    /// Says what is wrong, and what to do, as with [`Screen::callable`].
    pub fn complain(&self, problem: &str, hint: Option<&str>) {
        let (bad, end) = if self.error_color { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        let mut text = format!("{bad}error{end}: {problem}\n");
        if let Some(hint) = hint {
            text.push_str(&format!("  hint: {}\n", self.callable(hint)));
        }
        // When standard error is gone, there is nobody to tell.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Says what is no error, and yet makes a difference to what the result is worth.
    pub fn warn(&self, text: &str) {
        let (odd, end) = if self.error_color { ("\x1b[1;33m", "\x1b[0m") } else { ("", "") };
        let text = visible::name(text, self.unicode);
        let _ = io::stderr().write_all(format!("{odd}warning{end}: {text}\n").as_bytes());
    }

    /// Says something that changes nothing about the run.
    pub fn note(&self, text: &str) {
        let (dim, end) = if self.error_color { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
        let _ = io::stderr().write_all(format!("{dim}note: {}{end}\n", visible::name(text, self.unicode)).as_bytes());
    }

    /// [`Screen::complain`] about something that the user can put right.
    pub fn refuse(&self, problem: &str, hint: Option<&str>) -> Exit {
        self.complain(problem, hint);
        Exit::UsageOrContent
    }

    pub fn fault(&self, fault: &Fault) -> Exit {
        self.complain(&fault.message, fault.hint.as_deref());
        Exit::FaultOrIncomplete
    }

    /// Says what is wrong with the workspace's files, on standard error. Hints are as they come.
    pub fn diagnose(&self, found: &[Diagnostic]) {
        let look =
            Look { color: self.error_color, unicode: self.unicode, width: self.width.unwrap_or(Look::UNBOUNDED) };
        let text = render_all(found, look, usize::MAX);
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

/// An error with everything that caused it.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(&format!(": {cause}"));
        next = cause.source();
    }
    text
}

/// The workspace's root, or what is wrong and what to do.
pub fn root(given: Option<&Path>) -> Result<PathBuf, (String, String)> {
    let resolve = |path: &Path| path.canonicalize();
    match given {
        Some(folder) => {
            let root = resolve(folder).map_err(|error| {
                (format!("cannot open {}: {error}", folder.display()), "name an existing folder with --root".to_owned())
            })?;
            if !root.join("problems").is_dir() || !root.join("testdata").is_dir() {
                let problem = format!("{} is no workspace: it lacks problems/ or testdata/", folder.display());
                return Err((problem, "a workspace has the folders problems/, testdata/ and solutions/".to_owned()));
            }
            Ok(root)
        }
        None => {
            let here = env::current_dir().map_err(|error| {
                (format!("the current folder is gone: {error}"), "go to a folder that exists".to_owned())
            })?;
            native::find_root(&here).ok_or_else(|| {
                let problem = format!("no workspace here or above: {} has no problems/ and testdata/", here.display());
                (problem, "go to a workspace, or name one with --root DIR".to_owned())
            })
        }
    }
}

/// Where builds and results are kept.
pub fn cache_folder(root: &Path) -> PathBuf {
    env::var_os("HARNESS_CACHE_DIR").map_or_else(|| root.join("target").join("harness"), PathBuf::from)
}

/// The words that start this harness again.
fn command(root: Option<&Path>) -> String {
    // Set by `cargo run` for the program it runs.
    let by_cargo = env::var_os("CARGO_MANIFEST_DIR").is_some();
    let mut command = if by_cargo { "cargo run -p harness --".to_owned() } else { "harness".to_owned() };
    if let Some(root) = root {
        let root = root.to_string_lossy();
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
        let quoted =
            if root.chars().all(plain) { root.into_owned() } else { format!("'{}'", root.replace('\'', "'\\''")) };
        command.push_str(&format!(" --root {quoted}"));
    }
    command
}

/// True unless the locale says that the terminal does not read UTF-8.
fn unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    locale.is_none_or(|value| {
        let value = value.to_ascii_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_hints_can_be_typed() {
        let command = "cargo run -p harness -- --root 'my games'".to_owned();
        let screen = Screen { color: false, error_color: false, width: None, unicode: true, command };
        assert_eq!(
            screen.callable("run `harness bless nim`, or add nim/1.ans"),
            "run `cargo run -p harness -- --root 'my games' bless nim`, or add nim/1.ans"
        );
        assert_eq!(screen.callable("the harness itself"), "the harness itself");
    }

    #[test]
    fn the_locale_decides_about_unicode() {
        let with =
            |name: &'static str, value: &'static str| unicode(move |asked| (asked == name).then(|| value.to_owned()));
        assert!(with("LANG", "de_DE.UTF-8") && with("LC_ALL", "C.utf8") && with("OTHER", ""));
        assert!(!with("LC_ALL", "C") && !with("LANG", "de_DE.ISO-8859-1"));
    }
}
