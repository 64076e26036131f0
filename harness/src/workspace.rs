//! What most commands begin with: the workspace, read, and what of it is meant.

use crate::args::{CommonArgs, SelectArgs};
use crate::error::{CliError, OrCannot as _, chain, refused};
use crate::exit::Exit;
use crate::screen::Screen;
use engine::build::{Builder, Cache, Languages};
use engine::plan::{self, Filter, PatternError, Plan, PlanError, Selection, TimeFactor};
use model::{Catalog, Diagnostic, Problem, Severity, Solution, SolutionId, Test, TestId};
use package::native;
use report::terminal::phrase::count;
use std::collections::BTreeSet;
use std::env;
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
    /// When there is none, or `--root` names none.
    pub fn open(common: &CommonArgs) -> Result<Workspace, CliError> {
        let screen = common.screen();
        let root = root(common.root.as_deref())?;
        let languages = Languages::built_in()?;
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

    /// The exit code of a command that only reads: the workspace's errors make it that of broken content.
    pub fn exit(&self) -> Exit {
        if self.errors() > 0 { Exit::UsageOrContent } else { Exit::AsExpected }
    }

    /// What the filters select.
    ///
    /// # Errors
    /// When that is nothing. What is broken and named beside something else is only complained about.
    pub fn plan(&self, args: &SelectArgs, time_factor: TimeFactor) -> Result<Plan, CliError> {
        self.plan_of(args, time_factor, None)
    }

    /// [`Workspace::plan`], and of that only these runs, where some are given.
    ///
    /// # Errors
    /// As [`Workspace::plan`].
    pub fn plan_of(
        &self,
        args: &SelectArgs,
        time_factor: TimeFactor,
        only: Option<BTreeSet<(SolutionId, TestId)>>,
    ) -> Result<Plan, CliError> {
        let here = env::current_dir().unwrap_or_else(|_| self.root.clone());
        let tests: Result<Vec<_>, _> = args.tests.iter().map(|text| text.parse()).collect();
        let tests = tests.map_err(|error: PatternError| refused(chain(&error)))?;
        let filters = args.filters.iter().map(|text| Filter::parse(text, &here)).collect();
        let selection = Selection { filters, tests, time_factor, only };
        let plan = plan::make(&self.catalog, &selection).map_err(|error| self.nothing(error, args, &selection))?;
        for filter in plan::left_out(&self.catalog, &selection.filters) {
            self.screen.complain(&PlanError::LeftOut { filter: filter.to_owned() }.to_string(), None);
        }
        Ok(plan)
    }

    fn nothing(&self, error: PlanError, args: &SelectArgs, selection: &Selection) -> CliError {
        if let (PlanError::NothingLeft, Some(only)) = (&error, &selection.only) {
            let hint = format!("call `--failed` alone: {} failed the last time", count(only.len(), "run"));
            return refused("nothing of what failed the last time is selected")
                .with_hint(hint)
                .with_exit(Exit::NothingSelected);
        }
        // Nothing to judge because everything that is meant is broken is broken content.
        let broken = matches!(error, PlanError::LeftOut { .. }) || (self.errors() > 0 && args.filters.is_empty());
        let exit = if broken { Exit::UsageOrContent } else { Exit::NothingSelected };
        CliError::Selection { error, exit, because: self.diagnostics.clone() }
    }

    /// The problem that a command works on, with its solutions, also when none of its tests has an answer yet.
    ///
    /// # Errors
    /// When there is none of that name, or its files are broken.
    pub fn problem(&self, name: &str) -> Result<Named, CliError> {
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
            let what = format!("`{slug}` is left out because of the errors in its files");
            return Err(refused(what).with_diagnostics(&self.diagnostics));
        }
        let known = catalog.problems.iter().map(|problem| problem.id.as_str());
        let hint = match model::nearest(slug, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`harness list` lists the problems".to_owned(),
        };
        Err(refused(format!("no problem is named `{slug}`")).with_hint(hint).with_exit(Exit::NothingSelected))
    }

    /// How a file is named to people.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// # Errors
    /// When builds cannot be kept anywhere.
    pub fn builder(&self) -> Result<Builder, CliError> {
        Ok(Builder::new(self.languages.clone(), Cache::open(&cache_folder(&self.root))?))
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

/// The workspace's root, absolute: the folder that is given, or the nearest one upwards.
///
/// # Errors
/// When there is none.
pub fn root(given: Option<&Path>) -> Result<PathBuf, CliError> {
    let Some(folder) = given else {
        let here = env::current_dir().or_cannot("stay in a folder that is gone")?;
        return native::find_root(&here).ok_or_else(|| {
            refused(format!("no workspace here or above: {} has no problems/ and testdata/", here.display()))
                .with_hint("go to a workspace, or name one with --root DIR")
        });
    };
    let root = folder.canonicalize().or_cannot(format!("open {}", folder.display()))?;
    if root.join("problems").is_dir() && root.join("testdata").is_dir() {
        return Ok(root);
    }
    Err(refused(format!("{} is no workspace: it lacks problems/ or testdata/", folder.display()))
        .with_hint("a workspace has the folders problems/, testdata/ and solutions/"))
}

/// Where builds and results are kept.
pub fn cache_folder(root: &Path) -> PathBuf {
    env::var_os("HARNESS_CACHE_DIR").map_or_else(|| root.join("target").join("harness"), PathBuf::from)
}
