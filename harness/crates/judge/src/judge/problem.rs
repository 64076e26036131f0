//! One problem, by name.

use super::{Judge, problem_of};
use crate::error::{Error, ErrorKind, refused};
use model::phrase::names;
use model::{Diagnostic, Problem, Solution, Test};
use package::detect::Kind;
use std::sync::Arc;

/// One problem, by name.
pub struct Named {
    pub problem: Arc<Problem>,
    pub solutions: Vec<Arc<Solution>>,
    /// Its inputs without an answer.
    pub unanswered: Vec<Arc<Test>>,
    /// Whether it is of another format, which has no model solution.
    pub is_package: bool,
}

impl Named {
    /// The error that there is no solution of this name.
    pub fn no_solution(&self, name: &str) -> Error {
        let all: Vec<String> = self.solutions.iter().map(|solution| solution.id.to_string()).collect();
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

impl Judge {
    /// The problem that a command works on, with its solutions, even if none of its tests has an
    /// answer yet.
    ///
    /// # Errors
    /// When there is none of that name, or its files are broken.
    pub fn problem(&self, name: &str) -> Result<Named, Error> {
        let named = self.problem_to_fill(name)?;
        let unfit = named.problem.tests.is_empty() || named.problem.groups.iter().any(|group| group.tests == 0);
        if unfit && named.unanswered.is_empty() {
            return Err(self.left_out(named.problem.id.as_str()));
        }
        Ok(named)
    }

    /// [`Judge::problem`] for `problem` or `problem/solution`; also returns the solution's
    /// name.
    ///
    /// # Errors
    /// As [`Judge::problem`].
    pub fn problem_and_solution<'n>(&self, name: &'n str) -> Result<(Named, Option<&'n str>), Error> {
        let name = name.trim_start_matches("./").trim_end_matches('/');
        match name.split_once('/') {
            Some((problem, solution)) if problem != "problems" => Ok((self.problem(problem)?, Some(solution))),
            Some(_) | None => Ok((self.problem(name)?, None)),
        }
    }

    fn left_out(&self, slug: &str) -> Error {
        let about = |d: &&Diagnostic| problem_of(&d.path).is_some_and(|problem| problem.as_str() == slug);
        let about: Vec<Diagnostic> = self.diagnostics.iter().filter(about).cloned().collect();
        let what = format!("`{slug}` is left out because of the errors in its files");
        refused(what).with_hint("fix the errors above").with_diagnostics(if about.is_empty() {
            &self.diagnostics
        } else {
            &about
        })
    }

    /// [`Judge::problem`], even one that has no tests at all yet, or none in one of its groups.
    ///
    /// # Errors
    /// As [`Judge::problem`].
    pub fn problem_to_fill(&self, name: &str) -> Result<Named, Error> {
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
        Err(refused(format!("no problem is called `{slug}`")).with_hint(hint).of_kind(ErrorKind::NothingNamed))
    }
}
