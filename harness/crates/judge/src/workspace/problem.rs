//! One problem, by name.

use super::{Words, Workspace, problem_of};
use crate::error::{Error, ErrorKind, chain, refused};
use engine::plan::{self, Filter, TestPattern};
use model::phrase::names;
use model::{Catalog, Diagnostic, Problem, ProblemId, Solution, Test};
use package::detect::Kind;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One problem, by name.
#[derive(Clone)]
pub struct NamedProblem {
    /// As the catalog has it, or without tests.
    pub problem: Arc<Problem>,
    /// All that the catalog has of it.
    pub solutions: Vec<Arc<Solution>>,
    /// Its inputs without an answer.
    pub unanswered: Vec<Arc<Test>>,
    /// Whether it is of another format, which has no model solution.
    pub is_package: bool,
}

impl NamedProblem {
    /// The error that there is no solution of this name.
    pub(crate) fn no_solution(&self, name: &str) -> Error {
        let all: Vec<String> = self.solutions.iter().map(|solution| solution.id.to_string()).collect();
        if all.is_empty() {
            return refused(format!("{} has no solution", self.problem.id)).of_kind(ErrorKind::NothingNamed);
        }
        refused(format!("no solution of {} is called `{name}`", self.problem.id))
            .with_hint(format!("the solutions are {}", names(&all, 12)))
            .of_kind(ErrorKind::NothingNamed)
    }

    /// The model solution: the one without a label; of several, the Rust one.
    pub fn model(&self) -> Option<&Arc<Solution>> {
        let models = || self.solutions.iter().filter(|solution| solution.id.label.is_none());
        models().find(|solution| &*solution.id.extension == "rs").or_else(|| models().next())
    }
}

impl Workspace {
    /// The problem that a command works on, with its solutions, even if none of its tests has an
    /// answer yet.
    ///
    /// # Errors
    /// When there is none of that name, or its files are broken.
    pub fn problem(&self, name: &str) -> Result<NamedProblem, Error> {
        let named = self.problem_to_fill(name)?;
        let unfit = named.problem.tests.is_empty() || named.problem.groups.iter().any(|group| group.tests == 0);
        if unfit && named.unanswered.is_empty() {
            return Err(self.left_out(named.problem.id.as_str()));
        }
        Ok(named)
    }

    /// [`Workspace::problem`] for what the word of a call means, and the name of the solution that
    /// it means within the problem. Without a word, the only problem that there is.
    ///
    /// # Errors
    /// As [`Workspace::problem`], and when it means several problems, or a file of none.
    pub fn problem_of(&self, words: &Words) -> Result<(NamedProblem, Option<String>), Error> {
        let (slug, solution) = self.meant(words)?;
        Ok((self.problem(&slug)?, solution))
    }

    /// The problem that the word of a call means, and the solution.
    ///
    /// # Errors
    /// As [`Workspace::problem_of`], but for names that nothing has.
    pub fn meant(&self, words: &Words) -> Result<(String, Option<String>), Error> {
        let all = self.with_unanswered();
        let [word] = &words.words[..] else {
            return only(&all, &words.words).map_err(|error| error.with_diagnostics(&self.diagnostics));
        };
        let name = self.by_source(words, word).unwrap_or(word);
        let name = name.trim_start_matches("./").trim_end_matches('/');
        let is_problem = |slug: &str| all.problems.iter().any(|problem| problem.id.as_str() == slug);
        if is_problem(name) {
            return Ok((name.to_owned(), None));
        }
        let filter = self.filters(words).remove(0);
        let is_meant = |it: &&Arc<Solution>| it.path == filter.path() || it.own_file(&all.root) == filter.path();
        if let Some(solution) = all.solutions.iter().find(is_meant) {
            return Ok((solution.id.problem.as_str().to_owned(), Some(solution.id.short())));
        }
        if let Some((problem, solution)) = name.split_once('/').filter(|(problem, _)| is_problem(problem)) {
            return Ok((problem.to_owned(), Some(solution.to_owned())));
        }
        let touched = plan::touched(&all, std::slice::from_ref(&filter)).into_iter().flatten();
        let touched: Vec<String> = touched.map(|problem| problem.as_str().to_owned()).collect();
        match &touched[..] {
            [] => self.not_touched(words, &filter, name),
            [problem] => {
                let called = |solution: &&Arc<Solution>| {
                    solution.id.problem.as_str() == problem && solution.id.is_called(name) && name != problem
                };
                let solution = all.solutions.iter().find(called).map(|_| name.to_owned());
                Ok((problem.clone(), solution))
            }
            several => {
                let several = names(several, 4);
                Err(refused(format!("`{word}` is of several problems: {several}")).with_hint("name one of them"))
            }
        }
    }

    /// A word that names nothing of the catalog: a file of a broken problem, or of none.
    fn not_touched(&self, words: &Words, filter: &Filter, name: &str) -> Result<(String, Option<String>), Error> {
        let path = filter.path();
        let below = path.strip_prefix(&self.root).ok().and_then(problem_of);
        match (below, path.is_file()) {
            (Some(problem), _) => Ok((problem.as_str().to_owned(), None)),
            (None, true) => Err(refused(format!("{} is not a file of a problem here", words.words[0]))
                .with_hint("name a problem, or one of its solutions")
                .of_kind(ErrorKind::NothingNamed)),
            (None, false) => Ok((name.to_owned(), None)),
        }
    }

    /// The catalog, with the problems of which no test has an answer yet.
    fn with_unanswered(&self) -> Catalog {
        let mut all = self.catalog.clone();
        for unanswered in self.catalog.unanswered.values() {
            if all.problem(&unanswered.problem.id).is_none() {
                let problem = Problem { tests: unanswered.tests.clone(), ..(*unanswered.problem).clone() };
                all.problems.push(Arc::new(problem));
                all.solutions.extend(unanswered.solutions.iter().cloned());
            }
        }
        all
    }

    fn left_out(&self, slug: &str) -> Error {
        let about = |d: &&Diagnostic| problem_of(&d.path).is_some_and(|problem| problem.as_str() == slug);
        let about: Vec<Diagnostic> = self.diagnostics.iter().filter(about).cloned().collect();
        let found = if about.is_empty() { &self.diagnostics } else { &about };
        let what = format!("`{slug}` is left out because of the errors in its files");
        refused(what).with_hint("fix the errors above").with_diagnostics(found)
    }

    /// [`Workspace::problem`], even one that has no tests at all yet, or none in one of its groups.
    ///
    /// # Errors
    /// As [`Workspace::problem`].
    pub fn problem_to_fill(&self, name: &str) -> Result<NamedProblem, Error> {
        let slug = name.trim_end_matches('/');
        let slug = slug.strip_prefix("problems/").unwrap_or(slug);
        let catalog = &self.catalog;
        let unanswered =
            catalog.unanswered.iter().find(|(id, _)| id.as_str() == slug).map(|(_, unanswered)| unanswered);
        let healthy = catalog.problems.iter().find(|problem| problem.id.as_str() == slug);
        if let Some(problem) = healthy.or(unanswered.map(|unanswered| &unanswered.problem)) {
            let of_problem = catalog.solutions.iter().filter(|solution| solution.id.problem == problem.id);
            let more = unanswered.into_iter().flat_map(|unanswered| &unanswered.solutions);
            return Ok(NamedProblem {
                problem: Arc::clone(problem),
                solutions: of_problem.chain(more).cloned().collect(),
                unanswered: unanswered.map(|unanswered| unanswered.tests.clone()).unwrap_or_default(),
                is_package: Kind::of(&self.root).is_some_and(|kind| kind != Kind::Workspace),
            });
        }
        if self.root.join("problems").join(slug).is_dir() {
            return Err(match ProblemId::parse(slug) {
                Ok(_) => self.left_out(slug),
                Err(_) => misnamed(slug),
            });
        }
        let healthy = catalog.problems.iter().map(|problem| problem.id.as_str());
        let problems: BTreeSet<&str> = healthy.chain(catalog.unanswered.keys().map(ProblemId::as_str)).collect();
        let problems: Vec<&str> = problems.into_iter().collect();
        let near = model::nearest(slug, problems.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let all = || (!problems.is_empty()).then(|| format!("there are {}", names(&problems, 12)));
        let error = refused(format!("no problem is called `{slug}`")).of_kind(ErrorKind::NothingNamed);
        Err(error.with_any_hint(near.or_else(all)))
    }
}

/// The error about a folder whose name is not one of a problem.
pub(super) fn misnamed(folder: &str) -> Error {
    refused(format!("`problems/{folder}` is not a problem: its name is not one"))
        .with_hint("rename it: lower-case letters, digits and single hyphens, like `two-heaps`")
}

/// The one program of files that were named: it has a label, and no model solution is beside it.
fn lone(all: &Catalog) -> Option<String> {
    match &all.solutions[..] {
        [solution] if solution.id.label.is_some() => Some(solution.id.short()),
        _ => None,
    }
}

/// The only problem of a package or a folder.
fn only(all: &Catalog, words: &[String]) -> Result<(String, Option<String>), Error> {
    let ids: Vec<&str> = all.problems.iter().map(|problem| problem.id.as_str()).collect();
    match (&ids[..], words.is_empty()) {
        ([problem], true) => Ok(((*problem).to_owned(), lone(all))),
        ([], true) => Err(refused("no problem is here").of_kind(ErrorKind::NothingNamed)),
        (several, true) => {
            Err(refused(format!("several problems are here: {}", names(several, 4))).with_hint("name one of them"))
        }
        (_, false) => Err(refused(format!("one problem is to be named, and these are {} words", words.len()))),
    }
}

/// The first test that `pattern` matches. `None` matches all.
///
/// # Errors
/// When it is not a pattern, or matches none.
pub fn test_of(problem: &Problem, pattern: Option<&str>) -> Result<Arc<Test>, Error> {
    let pattern: Option<TestPattern> = pattern.map(str::parse).transpose().map_err(|error| refused(chain(&error)))?;
    let fits = |test: &&Arc<Test>| pattern.as_ref().is_none_or(|pattern| pattern.matches(&test.id));
    let exact = |test: &&Arc<Test>| pattern.as_ref().is_some_and(|pattern| pattern.is(&test.id));
    problem.tests.iter().find(exact).or_else(|| problem.tests.iter().find(fits)).cloned().ok_or_else(|| {
        refused(format!("{} has no such test", problem.id))
            .with_hint("a test is named by its id, its last part, or a pattern: `sample/*`")
            .of_kind(ErrorKind::NothingNamed)
    })
}
