//! Most commands begin here: finds and reads the workspace, and selects from it.

mod words;

use crate::args::{CommonArgs, SelectArgs};
use crate::config;
use crate::error::{CliError, OrCannot as _, chain, refused};
use crate::exit::Exit;
use crate::rules::Rules;
use crate::screen::Screen;
use beneath::Home;
use engine::build::{Builder, Cache, Languages};
use engine::plan::{self, PatternError, Plan, PlanError, Selection, TimeFactor};
use model::{
    Catalog, Diagnostic, Key, Languages as _, Problem, ProblemId, Severity, Solution, SolutionId, Test, TestId, Unmade,
    shell,
};
use package::detect::{self, Kind};
use package::folder;
use package::zip;
use report::text::phrase::{count, names};
use std::collections::BTreeSet;
use std::env;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A workspace that was read.
pub(crate) struct Workspace {
    /// Absolute.
    pub root: PathBuf,
    /// Where builds and results are.
    pub cache: PathBuf,
    pub catalog: Catalog,
    pub diagnostics: Vec<Diagnostic>,
    pub languages: Languages,
    /// The judges' rules that hold.
    pub rules: Rules,
    pub screen: Screen,
    /// What was handed over with it: no link is followed out of it.
    pub home: Home,
}

impl Workspace {
    /// Finds and reads the workspace. Mistakes in its files are in `diagnostics`.
    ///
    /// # Errors
    /// When there is none, or `--root` names none.
    pub(crate) fn open(common: &CommonArgs) -> Result<Workspace, CliError> {
        let root = root(common.root.as_deref())?;
        let languages = config::languages(&config::load(Some(&root))?)?;
        Workspace::read(root, languages, common.screen()).ruled_by(common.judge()?)
    }

    pub(crate) fn read(root: PathBuf, languages: Languages, screen: Screen) -> Workspace {
        let staged = own_folder(&root).join("staged");
        let (catalog, diagnostics) = detect::load(&root, &languages, &staged);
        Workspace::of(root, catalog, diagnostics, languages, screen)
    }

    /// A workspace that a command has assembled itself, judged like one on disk. `root`: absolute;
    /// paths below it are shown relative to it.
    pub(crate) fn of(
        root: PathBuf,
        catalog: Catalog,
        diagnostics: Vec<Diagnostic>,
        languages: Languages,
        screen: Screen,
    ) -> Workspace {
        let mut diagnostics = folded(diagnostics);
        for diagnostic in &mut diagnostics {
            diagnostic.hint = diagnostic.hint.take().map(|hint| screen.callable(&hint));
        }
        let (cache, rules) = (cache_folder(&root), Rules::new());
        Workspace { cache, home: Home::of(&root), root, catalog, diagnostics, languages, rules, screen }
    }

    /// The same place, holding only a problem that a command has put together. No other command
    /// knows that problem, so nothing says what to call about it.
    pub(crate) fn holding(&self, problem: Problem, solutions: Vec<Arc<Solution>>) -> Workspace {
        let problems = vec![Arc::new(problem)];
        Workspace {
            root: self.root.clone(),
            cache: self.cache.clone(),
            catalog: Catalog { root: self.root.clone(), problems, solutions, ..Catalog::default() },
            diagnostics: Vec::new(),
            languages: self.languages.clone(),
            rules: self.rules.clone(),
            home: self.home.clone(),
            screen: Screen { command: String::new(), ..self.screen.clone() },
        }
    }

    /// The same, whose solutions cannot be named in another call: nothing says what to call about
    /// one of them.
    pub(crate) fn nameless(mut self) -> Workspace {
        self.screen.command = String::new();
        self
    }

    /// The plan of all that it holds.
    ///
    /// # Errors
    /// When that is nothing.
    pub(crate) fn whole_plan(&self) -> Result<Plan, CliError> {
        plan::make(&self.catalog, &Selection::default()).map_err(|error| refused(error.to_string()))
    }

    /// Mistakes in the files of the named problems. The rest does not concern this command, and
    /// gets one line.
    pub(crate) fn diagnostics_of(&self, args: &SelectArgs, plan: &Plan) -> Vec<Diagnostic> {
        let (named, rest) = self.by_name(args, plan.solutions.iter().map(|planned| planned.problem.id.clone()));
        let is_planned = |id: &ProblemId| plan.solutions.iter().any(|planned| planned.problem.id == *id);
        // That tests of other problems are not made yet is no mistake.
        let waiting = self.catalog.unmade.iter().map(|unmade| &unmade.problem).filter(|it| !is_planned(&it.id));
        let waiting: Vec<&Path> = waiting.filter_map(|it| it.dir.strip_prefix(&self.root).ok()).collect();
        let waits = |d: &Diagnostic| waiting.iter().any(|folder| d.path.starts_with(folder));
        let errors = rest.iter().filter(|d| d.severity == Severity::Error && !waits(d));
        let places: BTreeSet<String> = errors.clone().map(|d| d.path.display().to_string()).collect();
        if !places.is_empty() {
            let places = names(&places.into_iter().collect::<Vec<_>>(), 2);
            let text = format!("{} elsewhere, not counted here: {places}", count(errors.count(), "error"));
            self.screen.note(&format!("{text} ({} check)", self.screen.command));
        }
        named
    }

    /// The diagnostics about what is named, and all others. Without filters everything counts as
    /// named.
    fn by_name(
        &self,
        args: &SelectArgs,
        planned: impl Iterator<Item = ProblemId>,
    ) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let mut problems: BTreeSet<ProblemId> = planned.collect();
        problems.extend(args.filters.iter().filter_map(|filter| self.problem_named(filter)));
        let diagnostics = self.diagnostics.iter().cloned();
        diagnostics.partition(|d| {
            args.filters.is_empty() || self.owner(&d.path).is_some_and(|problem| problems.contains(&problem))
        })
    }

    /// The problem that a file belongs to. Outside a workspace that is the package around it, or,
    /// if that is broken, what its folder is called.
    fn owner(&self, path: &Path) -> Option<ProblemId> {
        let holds = |dir: &Path| dir.strip_prefix(&self.root).is_ok_and(|dir| path.starts_with(dir));
        let around = || self.catalog.problems.iter().find(|problem| holds(&problem.dir));
        let called = || ProblemId::parse(path.iter().next()?.to_str()?).ok();
        problem_of(path).or_else(|| Some(around()?.id.clone())).or_else(called)
    }

    /// The problem that a filter means, by its name alone, because broken problems are not in the
    /// catalog.
    fn problem_named(&self, filter: &str) -> Option<ProblemId> {
        let path = Path::new(filter);
        let below = path.strip_prefix(&self.root).or(path.strip_prefix(".")).unwrap_or(path);
        problem_of(below).or_else(|| ProblemId::parse(below.iter().next()?.to_str()?).ok())
    }

    /// The plan of what the filters select.
    ///
    /// # Errors
    /// When they select nothing. Broken problems named beside others are only complained about.
    pub(crate) fn plan(&self, args: &SelectArgs, time_factor: TimeFactor) -> Result<Plan, CliError> {
        self.plan_of(args, time_factor, None)
    }

    /// [`Workspace::plan`], narrowed to the runs in `only`, if given.
    ///
    /// # Errors
    /// As [`Workspace::plan`].
    pub(crate) fn plan_of(
        &self,
        args: &SelectArgs,
        time_factor: TimeFactor,
        only: Option<BTreeSet<(SolutionId, TestId)>>,
    ) -> Result<Plan, CliError> {
        let tests: Result<Vec<_>, _> =
            args.tests.iter().map(|text| self.test_of(text).unwrap_or(text).parse()).collect();
        let tests = tests.map_err(|error: PatternError| refused(chain(&error)))?;
        let filters = self.filters(args);
        let selection = Selection { filters, tests, time_factor, only };
        let plan = plan::make(&self.catalog, &selection).map_err(|error| self.nothing(error, args, &selection))?;
        for filter in plan::left_out(&self.catalog, &selection.filters) {
            self.screen.complain(&PlanError::LeftOut { filter: filter.to_owned() }.to_string(), None);
        }
        self.note_missing_python(&plan);
        Ok(plan)
    }

    /// The tests to be made of the problems that are selected.
    pub(crate) fn unmade(&self, args: &SelectArgs) -> Vec<&Unmade> {
        let touched = Some(args).filter(|args| !args.filters.is_empty() && !self.catalog.unmade.is_empty());
        let touched = touched.and_then(|args| plan::touched(&self.catalog, &self.filters(args)));
        let selected = |problem| touched.as_ref().is_none_or(|problems| problems.contains(problem));
        self.catalog.unmade.iter().filter(|unmade| selected(&unmade.problem.id)).collect()
    }

    fn nothing(&self, error: PlanError, args: &SelectArgs, selection: &Selection) -> CliError {
        if let (PlanError::NothingLeft, Some(only)) = (&error, &selection.only) {
            let hint = format!("call `--failed` alone: {} failed the last time", count(only.len(), "run"));
            return refused("nothing of what failed the last time is selected")
                .with_hint(hint)
                .with_exit(Exit::NothingSelected);
        }
        if let PlanError::NothingNamed { filter, .. } = &error
            && self.root.join("problems").join(filter).is_dir()
        {
            return refused(format!("`problems/{filter}` is not a problem: its name is not one"))
                .with_hint("rename it: lower-case letters, digits and single hyphens, like `two-heaps`");
        }
        if let PlanError::NothingNamed { filter, .. } = &error
            && (is_path(filter) || Kind::of(&self.root).is_none())
            && !Path::new(filter).exists()
        {
            return refused(format!("there is no file or folder {filter}")).with_exit(Exit::NothingSelected);
        }
        // If there is nothing to judge because everything named is broken, that is broken content.
        let (because, _) = self.by_name(args, std::iter::empty());
        let broken = matches!(error, PlanError::LeftOut { .. })
            || (args.filters.is_empty() && exit_of(&because) == Exit::UsageOrContent);
        let exit = if broken { Exit::UsageOrContent } else { Exit::NothingSelected };
        if let PlanError::ForeignFile { filter, .. } = &error
            && let extension = Path::new(filter).extension().and_then(|extension| extension.to_str())
            && extension.and_then(|extension| self.languages.of_extension(extension)).is_none()
            && because.is_empty()
        {
            return refused(format!("{error}: no language has files like this, and it has no answer"))
                .with_hint("`harness doctor` says which languages there are; `harness list` lists what is judged")
                .with_exit(exit);
        }
        if let PlanError::ForeignFolder { filter, .. } = &error
            && because.is_empty()
        {
            return refused(format!("in {filter} there is no package, and nothing of {}", self.root.display()))
                .with_hint("a package has a problem.yaml, problem.xml, task.yaml or init.yml; `harness FILE FOLDER` judges a file by the tests in a folder")
                .with_exit(exit);
        }
        // A package is not filled like a workspace.
        if matches!(error, PlanError::EmptyWorkspace) && Kind::of(&self.root) != Some(Kind::Workspace) {
            let hint = if exit_of(&because) == Exit::UsageOrContent {
                "fix the errors above"
            } else {
                "it needs tests, and a submission that is right, in a language that is known"
            };
            return refused("the package has no solutions to judge")
                .with_hint(hint)
                .with_exit(exit)
                .with_diagnostics(&because);
        }
        if broken && matches!(error, PlanError::EmptyWorkspace) {
            let what = "nothing is left to judge: what is here has errors";
            return refused(what).with_hint("fix the errors above").with_diagnostics(&because);
        }
        CliError::Selection { error, exit, because }
    }

    /// The problem that a command works on, with its solutions, even if none of its tests has an
    /// answer yet.
    ///
    /// # Errors
    /// When there is none of that name, or its files are broken.
    pub(crate) fn problem(&self, name: &str) -> Result<Named, CliError> {
        let named = self.problem_to_fill(name)?;
        let unfit = named.problem.tests.is_empty() || named.problem.groups.iter().any(|group| group.tests == 0);
        if unfit && named.unanswered.is_empty() {
            return Err(self.left_out(named.problem.id.as_str()));
        }
        Ok(named)
    }

    /// [`Workspace::problem`] for `problem` or `problem/solution`; also returns the solution's
    /// name.
    ///
    /// # Errors
    /// As [`Workspace::problem`].
    pub(crate) fn problem_and_solution<'n>(&self, name: &'n str) -> Result<(Named, Option<&'n str>), CliError> {
        let name = name.trim_start_matches("./").trim_end_matches('/');
        match name.split_once('/') {
            Some((problem, solution)) if problem != "problems" => Ok((self.problem(problem)?, Some(solution))),
            Some(_) | None => Ok((self.problem(name)?, None)),
        }
    }

    fn left_out(&self, slug: &str) -> CliError {
        let about = |d: &&Diagnostic| problem_of(&d.path).is_some_and(|problem| problem.as_str() == slug);
        let about: Vec<Diagnostic> = self.diagnostics.iter().filter(about).cloned().collect();
        let what = format!("`{slug}` is left out because of the errors in its files");
        refused(what).with_hint("fix the errors above").with_diagnostics(if about.is_empty() {
            &self.diagnostics
        } else {
            &about
        })
    }

    /// [`Workspace::problem`], even one that has no tests at all yet, or none in one of its groups.
    ///
    /// # Errors
    /// As [`Workspace::problem`].
    pub(crate) fn problem_to_fill(&self, name: &str) -> Result<Named, CliError> {
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
                is_package: Kind::of(&self.root).is_some_and(|kind| kind != Kind::Workspace),
            });
        }
        if self.root.join("problems").join(slug).is_dir() {
            return Err(self.left_out(slug));
        }
        let problems = catalog.problems.iter().map(|problem| problem.id.as_str());
        let hint = match model::nearest(slug, problems) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`harness list` lists the problems".to_owned(),
        };
        Err(refused(format!("no problem is called `{slug}`")).with_hint(hint).with_exit(Exit::NothingSelected))
    }

    /// A file's path as shown to people.
    pub(crate) fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// # Errors
    /// When there is no place to keep builds.
    pub(crate) fn builder(&self) -> Result<Builder, CliError> {
        Ok(self.builder_in(Cache::open(&self.cache)?))
    }

    /// A builder that only finds headers: nobody who wants to clear the cache has to wait for it.
    pub(crate) fn reader(&self) -> Builder {
        self.builder_in(Cache::unopened(&self.cache))
    }

    fn builder_in(&self, cache: Cache) -> Builder {
        let own = [self.root.join("include"), self.root.clone()];
        let users = config::folder().into_iter().flat_map(|folder| [folder.join("include"), folder]);
        let includes = own.into_iter().chain(users).collect();
        Builder::new(self.languages.clone(), cache).including(includes).within(self.home.clone())
    }
}

/// The exit code of a command that only reads: with errors, that of broken content.
pub(crate) fn exit_of(found: &[Diagnostic]) -> Exit {
    let errors = found.iter().any(|d| d.severity == Severity::Error);
    if errors { Exit::UsageOrContent } else { Exit::AsExpected }
}

/// The problem that a file or folder belongs to; `None` if it belongs to none or to all.
pub(crate) fn problem_of(path: &Path) -> Option<ProblemId> {
    let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
    match parts[..] {
        ["problems" | "testdata", slug, ..] => ProblemId::parse(slug).ok(),
        ["solutions", .., file] => {
            let (stem, _) = file.rsplit_once('.')?;
            ProblemId::parse(stem.split_once("--").map_or(stem, |(slug, _)| slug)).ok()
        }
        _ => None,
    }
}

/// Merges the same complaint about many files of a problem into one.
fn folded(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kinds: Vec<Vec<Diagnostic>> = Vec::new();
    for found in diagnostics {
        let alike = |first: &Diagnostic| {
            first.snippet.is_none()
                && found.snippet.is_none()
                && (first.severity, &first.title) == (found.severity, &found.title)
                && problem_of(&first.path).is_some_and(|problem| problem_of(&found.path) == Some(problem))
        };
        match kinds.iter_mut().find(|kind| alike(&kind[0])) {
            Some(kind) => kind.push(found),
            None => kinds.push(vec![found]),
        }
    }
    let fold = |mut kind: Vec<Diagnostic>| {
        let rest: Vec<String> = kind.drain(1..).map(|more| more.path.display().to_string()).collect();
        let mut first = kind.remove(0);
        if !rest.is_empty() {
            first.title.push_str(&format!(", and {} more like it: {}", rest.len(), names(&rest, 3)));
        }
        first
    };
    kinds.into_iter().map(fold).collect()
}

/// One problem, by name.
pub(crate) struct Named {
    pub problem: Arc<Problem>,
    pub solutions: Vec<Arc<Solution>>,
    /// Its inputs without an answer.
    pub unanswered: Vec<Arc<Test>>,
    /// Whether it is of another format, which has no model solution.
    pub is_package: bool,
}

impl Named {
    /// The error that there is no solution of this name.
    pub(crate) fn no_solution(&self, name: &str) -> CliError {
        let all: Vec<String> = self.solutions.iter().map(|solution| solution.id.to_string()).collect();
        refused(format!("no solution of {} is called `{name}`", self.problem.id))
            .with_hint(format!("the solutions are {}", names(&all, 12)))
            .with_exit(Exit::NothingSelected)
    }

    /// The model solution: the one without a label; of several, the Rust one.
    pub(crate) fn model(&self) -> Option<&Arc<Solution>> {
        let models = || self.solutions.iter().filter(|solution| solution.id.label.is_none());
        models().find(|solution| &*solution.id.extension == "rs").or_else(|| models().next())
    }
}

/// [`root`] of a workspace: written into anything else, a problem would change what is judged
/// there.
///
/// # Errors
/// As [`root`], and when it is a plain folder or a package.
pub(crate) fn root_to_fill(given: Option<&Path>) -> Result<PathBuf, CliError> {
    let root = root(given)?;
    if Kind::of(&root) != Some(Kind::Workspace) {
        return Err(refused(format!("{} is no workspace: problems would change what is judged there", root.display()))
            .with_hint("`harness init DIR` makes one"));
    }
    Ok(root)
}

/// The workspace's root, absolute: the folder that is given, or the nearest one upwards.
///
/// # Errors
/// When there is none.
pub(crate) fn root(given: Option<&Path>) -> Result<PathBuf, CliError> {
    let Some(folder) = given else {
        let here = env::current_dir().or_cannot("stay in a folder that is gone")?;
        return detect::find_root(&here).or_else(|| is_plain(&here).then(|| here.clone())).ok_or_else(|| {
            let foreign = detect::foreign(&here);
            let hint = match (&foreign, Kind::of(&here)) {
                (Some(foreign), _) => foreign,
                (None, Some(Kind::Contest)) => "`harness .` judges the packages that lie in this folder",
                (None, Some(Kind::Workspace | Kind::Package(_)) | None) => {
                    "`harness try FILE` judges a file in any folder, `harness init` makes a workspace, --root DIR names one"
                }
            };
            refused(format!("no workspace here or above: {} has no problems/ and testdata/", here.display()))
                .with_hint(hint)
        });
    };
    let mut root = folder.canonicalize().or_cannot(format!("open {}", folder.display()))?;
    if is_zip(&root) {
        let unpacked = zip::unpack(&root, &user_cache("packages").join("unpacked"));
        root = unpacked.map_err(|error| refused(format!("{}: {}", folder.display(), chain(&error))))?;
    }
    if Kind::of(&root).is_some() || is_plain(&root) {
        return Ok(root);
    }
    let lacks = format!("{} is no workspace and no package", folder.display());
    if let Some(foreign) = detect::foreign(&root) {
        return Err(refused(lacks).with_hint(foreign));
    }
    let name = if root.is_dir() { shell::word(&folder.to_string_lossy()) } else { "DIR".to_owned() };
    Err(refused(format!("{} is no workspace and no package: it lacks problems/ or testdata/", folder.display()))
        .with_hint(format!(
            "a workspace has problems/, testdata/ and solutions/ (`harness init {name}`); a package has a problem.yaml, \
             problem.xml, task.yaml or init.yml"
        )))
}

/// Returns whether this is a package in one file.
pub(crate) fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip")) && path.is_file()
}

/// Returns whether this folder holds programs with tests, in no format, or folders of such.
pub(crate) fn is_plain(folder: &Path) -> bool {
    let has_programs =
        |languages| folder::is_one(folder, &languages) || !folder::contest(folder, &languages).is_empty();
    Languages::built_in().is_ok_and(has_programs)
}

/// Where builds and results are: in a workspace's own `target/`; for anything else, in one folder
/// of the user's cache. So a file is built once wherever it is, and a copy of a package has the
/// results of the original.
pub(crate) fn cache_folder(root: &Path) -> PathBuf {
    if let Some(folder) = given_cache() {
        return folder;
    }
    match Kind::of(root) {
        Some(Kind::Workspace) => of_workspace(root),
        Some(Kind::Package(_) | Kind::Contest) | None => shared_cache(),
    }
}

/// A workspace's own `target/harness/`. The harness removes what is old there, so where links lead
/// out of it, which whoever handed the workspace over may have put there, it is a folder in the
/// user's cache.
fn of_workspace(root: &Path) -> PathBuf {
    let own = root.join("target").join("harness");
    let inside = std::fs::read_dir(&own).into_iter().flatten().flatten().map(|entry| entry.path());
    let links = [root.join("target"), own.clone()].into_iter().chain(inside).any(|path| path.is_symlink());
    if links { user_cache(&name("workspace", root)[..16]) } else { own }
}

/// A name for a place: no other place has it.
fn name(kind: &str, root: &Path) -> String {
    Key::of(&[kind], root.as_os_str().as_encoded_bytes()).to_string()
}

/// Absolute, because programs are started in other folders.
fn given_cache() -> Option<PathBuf> {
    let folder = env::var_os("HARNESS_CACHE_DIR").filter(|folder| !folder.is_empty())?;
    Some(std::path::absolute(&folder).unwrap_or(folder.into()))
}

/// The cache of everything that is not a workspace.
pub(crate) fn shared_cache() -> PathBuf {
    user_cache("shared")
}

/// The folder of what belongs to this workspace or package alone: its last runs, its mutants, what
/// `stress` found. Builds and results may be shared, this never.
pub(crate) fn own_folder(root: &Path) -> PathBuf {
    match given_cache() {
        Some(shared) => shared.join("workspaces").join(name("workspace", root)),
        None if Kind::of(root) == Some(Kind::Workspace) => cache_folder(root),
        None => user_cache(&name("package", root)[..16]),
    }
}

/// A folder in the user's cache.
pub(crate) fn user_cache(name: &str) -> PathBuf {
    if let Some(folder) = given_cache() {
        return folder;
    }
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache"));
    let caches = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute()).or_else(home);
    caches.unwrap_or_else(env::temp_dir).join("harness").join(name)
}

/// Returns whether a given name cannot be that of a problem or a solution.
fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    let leaves = [Component::RootDir, Component::CurDir, Component::ParentDir];
    path.components().next().is_some_and(|first| leaves.contains(&first))
        || path.extension().is_some_and(|extension| extension == "zip")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_a_problem_is_known_by_its_place() {
        let check = |path: &str, slug: Option<&str>| {
            assert_eq!(problem_of(Path::new(path)).as_ref().map(ProblemId::as_str), slug, "{path}");
        };
        check("problems/nim/problem.toml", Some("nim"));
        check("problems/nim", Some("nim"));
        check("testdata/nim-cases/secret/01.in", Some("nim-cases"));
        check("solutions/src/bin/nim--brute.rs", Some("nim"));
        check("solutions/cpp/nim.cpp", Some("nim"));
        check("problems/README.md", None);
        check("solutions/Cargo.toml", None);
        check("other/nim/x", None);
    }

    #[test]
    fn the_same_complaint_about_many_files_of_a_problem_is_one() {
        let found = |path: &str, title: &str| Diagnostic {
            severity: Severity::Error,
            title: title.to_owned(),
            path: PathBuf::from(path),
            snippet: None,
            hint: None,
        };
        let all = folded(vec![
            found("testdata/gp/1.in", "no answer"),
            found("testdata/nim/1.in", "no answer"),
            found("testdata/gp/1.in", "odd"),
            found("testdata/gp/2.in", "no answer"),
            found("testdata/gp/3.in", "no answer"),
        ]);
        let titles: Vec<&str> = all.iter().map(|d| d.title.as_str()).collect();
        let folded = "no answer, and 2 more like it: testdata/gp/2.in, testdata/gp/3.in";
        assert_eq!(titles, [folded, "no answer", "odd"]);
    }
}
