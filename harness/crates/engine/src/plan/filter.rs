//! Which problems, solutions and test files a word on the command line names.

use crate::plan::error::PlanError;
use crate::plan::{Plan, Selection};
use model::{Catalog, Omission, nearest_few};
use model::{Problem, ProblemId, Solution, SolutionId, Test, TestId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// One word. It is a problem's name, else the file of that name if there is one, else a solution's
/// name, else a path.
///
/// Names: `nim`; `nim/brute`, `nim/brute.rs`; `nim/nim` for the model solution; `nim--brute`,
/// `nim--brute.rs`. Paths: a solution, an input or an answer stands for itself, a problem's files
/// for the problem, a folder for everything in it. A file that is none of these names nothing: it
/// never stands for what lies around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    text: String,
    path: PathBuf,
    there: PathContent,
}

/// What exists at the path of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathContent {
    Nothing,
    File,
    Folder,
}

impl Filter {
    /// Relative paths start at `folder`, which is absolute. Paths are taken as they are written:
    /// `..` removes the component before it.
    pub fn parse(text: &str, folder: &Path) -> Filter {
        let mut path = PathBuf::new();
        for component in folder.join(text).components() {
            match component {
                Component::CurDir => {}
                Component::ParentDir => drop(path.pop()),
                Component::Prefix(_) | Component::RootDir | Component::Normal(_) => path.push(component),
            }
        }
        Filter { text: text.to_owned(), path, there: PathContent::Nothing }
    }

    /// Sets the path, where it is also known under another one.
    #[must_use]
    pub fn with_path(self, path: PathBuf) -> Filter {
        Filter { path, ..self }
    }

    /// Sets what exists at its path. Without this call that is nothing.
    #[must_use]
    pub fn at(self, there: PathContent) -> Filter {
        Filter { there, ..self }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    fn names_nothing(&self, catalog: &Catalog) -> PlanError {
        let filter = self.text.clone();
        let near = near(catalog, self);
        match self.there {
            _ if filter.trim().is_empty() => PlanError::NothingNamed { near: Vec::new(), filter },
            PathContent::Nothing => PlanError::NothingNamed { near, filter },
            PathContent::File => PlanError::ForeignFile { near, filter },
            PathContent::Folder => PlanError::ForeignFolder { near, filter },
        }
    }

    /// The word as a name; `None` when it can only be a path.
    fn name(&self) -> Option<&str> {
        let name = self.text.trim_end_matches('/');
        let path_only = name.is_empty() || name.starts_with(['.', '/', '\\']);
        (!path_only).then_some(name)
    }

    fn names_problem(&self, id: &ProblemId) -> bool {
        self.name() == Some(id.as_str())
    }

    fn names_solution(&self, id: &SolutionId) -> bool {
        let Some(name) = self.name() else { return false };
        match name.split_once('/') {
            Some((problem, solution)) => problem == id.problem.as_str() && id.is_called(solution),
            // The bare slug is the problem, and many solutions may share a bare label.
            None => name != id.problem.as_str() && name.starts_with(&id.stem()) && id.is_called(name),
        }
    }
}

/// What the filters let through.
pub(super) struct Scope {
    /// By problem. `None` when there are no filters at all, so that everything is in scope.
    parts: Option<BTreeMap<ProblemId, ProblemPart>>,
    /// The first filter that names only something broken.
    left_out: Option<String>,
}

/// The parts of a problem that are named.
#[derive(Default)]
struct ProblemPart {
    /// Whether the problem itself is named, and with it all of its solutions.
    problem: bool,
    /// Empty when no solution is named on its own: then all of them are meant.
    solutions: BTreeSet<SolutionId>,
    /// Empty when no test is named on its own: then all of them are meant.
    tests: BTreeSet<TestId>,
}

impl Scope {
    /// The scope of these filters. Broken items are never in it, but naming one does not exclude
    /// anything else that is named.
    ///
    /// # Errors
    /// When a filter names nothing.
    pub(super) fn of(catalog: &Catalog, filters: &[Filter]) -> Result<Scope, PlanError> {
        if filters.is_empty() {
            return Ok(Scope { parts: None, left_out: None });
        }
        let mut parts: BTreeMap<ProblemId, ProblemPart> = BTreeMap::new();
        let mut left_out = None;
        for filter in filters {
            let items = named(catalog, filter);
            if !items.is_empty() {
                items.into_iter().for_each(|item| add(&mut parts, item));
                continue;
            }
            let Some(broken) = broken(catalog, filter) else {
                return Err(filter.names_nothing(catalog));
            };
            left_out.get_or_insert_with(|| filter.text.clone());
            // A solution that is named on its own restricts its problem to it, broken or not:
            // naming a test file as well does not select all the other solutions.
            if let Omission::Solution(id) = broken {
                parts.entry(id.problem.clone()).or_default().solutions.insert(id.clone());
            }
        }
        Ok(Scope { parts: Some(parts), left_out })
    }

    /// The error for an empty selection. Blames what is broken if that was named.
    pub(super) fn blame(&self, otherwise: PlanError) -> PlanError {
        match &self.left_out {
            Some(filter) => PlanError::LeftOut { filter: filter.clone() },
            None => otherwise,
        }
    }

    pub(super) fn has_solution(&self, solution: &Solution) -> bool {
        self.part(&solution.id.problem).is_some_and(|part| {
            part.is_none_or(|part| part.problem || part.solutions.is_empty() || part.solutions.contains(&solution.id))
        })
    }

    pub(super) fn has_test(&self, problem: &Problem, test: &Test) -> bool {
        self.part(&problem.id)
            .is_some_and(|part| part.is_none_or(|part| part.tests.is_empty() || part.tests.contains(&test.id)))
    }

    /// The tests of all selected problems.
    pub(super) fn tests<'a>(&'a self, catalog: &'a Catalog) -> impl Iterator<Item = &'a TestId> + Clone {
        catalog.problems.iter().flat_map(move |problem| {
            problem.tests.iter().filter(move |test| self.has_test(problem, test)).map(|test| &test.id)
        })
    }

    /// `None`: not in scope; `Some(None)`: all of it is.
    fn part(&self, problem: &ProblemId) -> Option<Option<&ProblemPart>> {
        match &self.parts {
            None => Some(None),
            Some(parts) => parts.get(problem).map(Some),
        }
    }
}

/// What a filter names.
#[derive(Clone, Copy)]
enum Item<'c> {
    Problem(&'c ProblemId),
    Solution(&'c SolutionId),
    Test(&'c ProblemId, &'c TestId),
}

impl<'c> Item<'c> {
    fn problem(self) -> &'c ProblemId {
        let (Item::Problem(problem) | Item::Solution(SolutionId { problem, .. }) | Item::Test(problem, _)) = self;
        problem
    }
}

fn add(parts: &mut BTreeMap<ProblemId, ProblemPart>, item: Item<'_>) {
    let part = parts.entry(item.problem().clone()).or_default();
    match item {
        Item::Problem(_) => part.problem = true,
        Item::Solution(id) => drop(part.solutions.insert(id.clone())),
        Item::Test(_, id) => drop(part.tests.insert(id.clone())),
    }
}

fn named<'c>(catalog: &'c Catalog, filter: &Filter) -> Vec<Item<'c>> {
    let problem = catalog.problems.iter().find(|problem| filter.names_problem(&problem.id));
    if let Some(problem) = problem {
        return vec![Item::Problem(&problem.id)];
    }
    // A file that is there is meant, and not a solution elsewhere that is called like it.
    if filter.there == PathContent::File {
        return by_path(catalog, filter);
    }
    let solutions = catalog.solutions.iter().filter(|solution| filter.names_solution(&solution.id));
    let solutions: Vec<Item<'_>> = solutions.map(|it| Item::Solution(&it.id)).collect();
    if solutions.is_empty() { by_path(catalog, filter) } else { solutions }
}

/// What the filter names when it is read as a path.
fn by_path<'c>(catalog: &'c Catalog, filter: &Filter) -> Vec<Item<'c>> {
    // An empty word is a slip in a script, not the current folder.
    if filter.text.trim().is_empty() {
        return Vec::new();
    }
    let path = &*filter.path;
    let mut items = Vec::new();
    for problem in &catalog.problems {
        if problem.dir.starts_with(path) || testdata(catalog, &problem.id).starts_with(path) {
            items.push(Item::Problem(&problem.id));
            continue;
        }
        // A folder of tests, one of a test's two files, or the path that these share.
        let named = |test: &&Arc<Test>| {
            test.input.starts_with(path) || test.answer == path || test.input.with_extension("") == path
        };
        items.extend(problem.tests.iter().filter(named).map(|test| Item::Test(&problem.id, &test.id)));
    }
    let lies_there = |solution: &&Arc<Solution>| {
        solution.path.starts_with(path) || solution.own_file(&catalog.root).starts_with(path)
    };
    let solutions = catalog.solutions.iter().filter(lies_there);
    items.extend(solutions.map(|solution| Item::Solution(&solution.id)));
    // Last, because a package has its solutions and tests in the problem's own folder.
    if items.is_empty() && filter.there == PathContent::File {
        let described = catalog.problems.iter().filter(|problem| describes(catalog, problem, path));
        items.extend(described.map(|problem| Item::Problem(&problem.id)));
    }
    items
}

/// Files that say what a problem is.
const DESCRIPTIONS: [&str; 6] =
    ["problem.toml", "problem.yaml", "problem.xml", "task.yaml", "init.yml", "domjudge-problem.ini"];
/// Extensions of descriptions, statements and their pictures, and grammars.
const TEXTS: [&str; 14] =
    ["toml", "yaml", "yml", "xml", "ini", "md", "tex", "html", "pdf", "ctd", "svg", "png", "jpg", "json"];

/// Whether the file at `path` belongs to the problem itself: one of its programs, its description
/// or its statement. Any other file in its folder may be a solution or a test that is not judged,
/// and must not pass because the others do.
fn describes(catalog: &Catalog, problem: &Problem, path: &Path) -> bool {
    let programs = problem.judges().chain(problem.validators.iter().map(PathBuf::as_path));
    if programs.chain(problem.generator.as_deref()).any(|program| path.starts_with(program)) {
        return true;
    }
    let Ok(below) = path.strip_prefix(&problem.dir) else { return false };
    if below.to_str().is_some_and(|below| DESCRIPTIONS.contains(&below)) {
        return true;
    }
    // A plain folder holds several problems and anything else, so its texts describe nothing.
    let has_own_folder = problem.dir != catalog.root;
    has_own_folder && path.extension().and_then(|extension| extension.to_str()).is_some_and(|it| TEXTS.contains(&it))
}

fn testdata(catalog: &Catalog, problem: &ProblemId) -> PathBuf {
    catalog.root.join("testdata").join(problem.as_str())
}

/// Refuses a plan in which nothing of a filter is left.
///
/// # Errors
/// The first such filter. What is broken is none: that is said elsewhere. Nor is what did not fail
/// the last time, where only failures are asked for.
pub(super) fn nothing_dropped(catalog: &Catalog, selection: &Selection, plan: &Plan) -> Result<(), PlanError> {
    if selection.only.is_some() {
        return Ok(());
    }
    let is_run = |item: &Item<'_>| {
        plan.solutions.iter().any(|planned| match item {
            Item::Problem(problem) => planned.problem.id == **problem,
            Item::Solution(solution) => planned.solution.id == **solution,
            Item::Test(problem, test) => {
                planned.problem.id == **problem && planned.tests.iter().any(|planned| planned.id == **test)
            }
        })
    };
    let is_solved = |item: &Item<'_>| catalog.solutions.iter().any(|solution| solution.id.problem == *item.problem());
    for filter in &selection.filters {
        let items = named(catalog, filter);
        if items.is_empty() || items.iter().any(is_run) {
            continue;
        }
        let text = filter.text.clone();
        return Err(match items.iter().any(is_solved) {
            true => PlanError::OtherTests { filter: text },
            false => PlanError::Unsolved { filter: text },
        });
    }
    Ok(())
}

/// The problems of what the filter names, broken or not. `None`: it names nothing.
pub(super) fn touched(catalog: &Catalog, filter: &Filter) -> Option<BTreeSet<ProblemId>> {
    let named: BTreeSet<ProblemId> = named(catalog, filter).into_iter().map(|item| item.problem().clone()).collect();
    if !named.is_empty() {
        return Some(named);
    }
    let (Omission::Problem(problem) | Omission::Solution(SolutionId { problem, .. })) = broken(catalog, filter)?;
    Some(BTreeSet::from([problem.clone()]))
}

/// Whether `filter` names only something broken.
pub(super) fn is_left_out(catalog: &Catalog, filter: &Filter) -> bool {
    named(catalog, filter).is_empty() && broken(catalog, filter).is_some()
}

/// The broken item that goes by this name.
fn broken<'a>(catalog: &'a Catalog, filter: &Filter) -> Option<&'a Omission> {
    catalog.left_out.iter().find(|left_out| names_left_out(catalog, filter, left_out))
}

fn names_left_out(catalog: &Catalog, filter: &Filter, left_out: &Omission) -> bool {
    // A file's name says which solution it is, wherever the file is.
    let file = || {
        let stem = filter.path.file_stem()?.to_str()?;
        SolutionId::parse(stem, filter.path.extension()?.to_str()?).ok()
    };
    match left_out {
        Omission::Problem(id) => {
            let within = filter.name().and_then(|name| name.split_once('/')).is_some_and(|(p, _)| p == id.as_str());
            filter.names_problem(id)
                || within
                || filter.path.starts_with(catalog.root.join("problems").join(id.as_str()))
                || filter.path.starts_with(testdata(catalog, id))
                || file().is_some_and(|file| file.problem == *id)
        }
        Omission::Solution(id) => filter.names_solution(id) || file().is_some_and(|file| file == *id),
    }
}

/// What may have been meant, spelled as the user would write it.
fn near(catalog: &Catalog, filter: &Filter) -> Vec<String> {
    let text = filter.text.trim_end_matches('/');
    // The name of a test where that of a solution is expected.
    for problem in &catalog.problems {
        let rest = match text.split_once('/') {
            Some((slug, rest)) if slug == problem.id.as_str() => rest,
            Some(_) | None => text,
        };
        let is_test =
            |test: &Arc<Test>| *test.id.0 == *rest || test.id.0.rsplit('/').next().is_some_and(|name| name == rest);
        if problem.tests.iter().any(is_test) {
            return vec![format!("{} -t {rest}", problem.id)];
        }
    }
    let mut words: Vec<String> = catalog.problems.iter().map(|problem| problem.id.to_string()).collect();
    for solution in &catalog.solutions {
        let id = &solution.id;
        // With the extension only where one was written.
        words.push(match text.contains('.') {
            true => id.to_string(),
            false => format!("{}/{}", id.problem, id.label.as_deref().unwrap_or(id.problem.as_str())),
        });
        words.push(solution.display.clone());
    }
    if text.contains('/') {
        let tests = catalog.problems.iter().flat_map(|problem| &problem.tests);
        let below = |path: &Path| path.strip_prefix(&catalog.root).ok().map(|path| path.display().to_string());
        words.extend(tests.filter_map(|test| below(&test.input)));
    }
    let words: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    nearest_few(text, words, 3).into_iter().map(str::to_owned).collect()
}
