//! Which judge's rules hold for the problems of a workspace: those that `--judge` names, else those
//! of the judge that a problem comes from.

use crate::error::{CliError, refused};
use crate::workspace::Workspace;
use engine::build::{Languages, in_path};
use engine::plan::Plan;
use model::{Language, Problem, ProblemId, Solution};
use profiles::{Chosen, Judge, Python, Ruled, choose, judges, judges_python, rule, rule_solution};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rules that hold for a problem.
#[derive(Clone, Debug)]
pub(crate) struct InForce {
    pub judge: &'static Judge,
    pub chosen: Chosen,
    pub values: Vec<Ruled>,
}

/// The rules that hold, by problem. A problem that names no judge has none.
pub(crate) type Rules = BTreeMap<ProblemId, InForce>;

/// The judge of this name.
///
/// # Errors
/// When none is called that.
pub(crate) fn called(name: &str) -> Result<&'static Judge, CliError> {
    profiles::called(name).ok_or_else(|| {
        let ids = judges().iter().map(|judge| judge.id.as_str());
        let hint = match model::nearest(name, ids.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", ids.collect::<Vec<_>>().join(", ")),
        };
        refused(format!("no judge is known as `{name}`")).with_hint(hint)
    })
}

impl Workspace {
    /// The same, by the rules of `named`, or else of the judge that each problem comes from.
    ///
    /// # Errors
    /// When a problem sets a factor for a language that nobody knows.
    pub(crate) fn ruled_by(mut self, named: Option<&'static Judge>) -> Result<Workspace, CliError> {
        let has_pypy = has(&self.languages, "pypy");
        let mut rules = Rules::new();
        let catalog = &mut self.catalog;
        let waiting = catalog.unanswered.iter_mut().map(|(_, unanswered)| &mut unanswered.problem);
        let unmade = catalog.unmade.iter_mut().map(|unmade| &mut unmade.problem);
        let mut judged: BTreeMap<ProblemId, (Arc<Problem>, Option<&'static Judge>)> = BTreeMap::new();
        for problem in catalog.problems.iter_mut().chain(waiting).chain(unmade) {
            known_languages(problem, &self.languages)?;
            let chosen = choose(problem, named);
            if let Some((judge, chosen)) = chosen {
                let values = rule(Arc::make_mut(problem), judge);
                rules.insert(problem.id.clone(), InForce { judge, chosen, values });
            }
            judged.insert(problem.id.clone(), (Arc::clone(problem), chosen.map(|(judge, _)| judge)));
        }
        let others = catalog.unanswered.iter_mut().flat_map(|(_, unanswered)| &mut unanswered.solutions);
        for solution in catalog.solutions.iter_mut().chain(others) {
            let Some((problem, judge)) = judged.get(&solution.id.problem) else { continue };
            if judge.is_some() || problem.rules.is_pypy {
                rule_solution(Arc::make_mut(solution), problem, *judge, has_pypy);
            }
            if solution.build.headers.is_some() {
                Arc::make_mut(solution).build.problem = Some(problem.dir.clone());
            }
        }
        self.rules = rules;
        Ok(self)
    }

    /// Says once what follows where the judge's Python is not on this machine.
    pub(crate) fn note_missing_python(&self, plan: &Plan) {
        let is_missed = |problem: &Problem, solution: &Solution| {
            let judge = self.rules.get(&problem.id).map(|rules| rules.judge);
            &*solution.language.0 == "python" && judges_python(problem, judge) == Python::Pypy
        };
        let missed = plan.solutions.iter().find(|planned| is_missed(&planned.problem, &planned.solution));
        let Some(planned) = missed else { return };
        let who = self.rules.get(&planned.problem.id).map_or("the package's judge", |rules| &rules.judge.name);
        let install = self.languages.get(&Language("pypy".into())).map_or("", |entry| &entry.install);
        self.screen.note(&format!(
            "{who} runs Python by PyPy, which is not here: CPython judges instead, so times (and limits inferred from \
             them) are longer than there ({install})"
        ));
    }
}

/// Whether this machine has the language.
fn has(languages: &Languages, id: &str) -> bool {
    let entry = languages.get(&Language(id.into()));
    entry.is_some_and(|entry| entry.tools.iter().any(|tool| in_path(tool).is_some()))
}

/// # Errors
/// When the problem sets a factor for a language that nobody knows: without it, every language has
/// the same limit.
fn known_languages(problem: &Problem, languages: &Languages) -> Result<(), CliError> {
    let set = problem.stated.iter().filter_map(|(key, line)| Some((key.strip_prefix("limits.time-factors.")?, line)));
    for (id, line) in set {
        if languages.get(&Language(id.into())).is_none() {
            let ids = || languages.entries.iter().map(|entry| entry.id.as_str());
            let hint = match model::nearest(id, ids()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", ids().collect::<Vec<_>>().join(", ")),
            };
            let place = format!("problems/{}/problem.toml:{line}", problem.id);
            return Err(refused(format!("{place}: `{id}` is not a language")).with_hint(hint));
        }
    }
    Ok(())
}
