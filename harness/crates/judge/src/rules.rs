//! Which judge's rules hold for the problems of a workspace: those that `--judge` names, else those
//! of the judge that a problem comes from.

use crate::error::{Error, refused};
use crate::notice::Notice;
use engine::build::{Languages, in_path};
use engine::plan::Plan;
use model::{Catalog, Language, Problem, ProblemId, Solution};
use profiles::{Chosen, Python, Ruled, choose, judges, judges_python, rule, rule_solution};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rules that hold for a problem.
#[derive(Clone, Debug)]
pub struct InForce {
    pub judge: &'static profiles::Judge,
    pub chosen: Chosen,
    pub values: Vec<Ruled>,
}

/// The rules that hold, by problem. A problem that names no judge has none.
pub type Rules = BTreeMap<ProblemId, InForce>;

/// The judge of this name.
///
/// # Errors
/// When none is called that.
pub fn called(name: &str) -> Result<&'static profiles::Judge, Error> {
    profiles::called(name).ok_or_else(|| {
        let ids = judges().iter().map(|judge| judge.id.as_str());
        let hint = match model::nearest(name, ids.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", ids.collect::<Vec<_>>().join(", ")),
        };
        refused(format!("no judge is known as `{name}`")).with_hint(hint)
    })
}

/// Puts the rules of `named` on the problems, or else those of the judge that each comes from.
///
/// # Errors
/// When a problem sets a factor for a language that nobody knows.
pub(crate) fn put(
    catalog: &mut Catalog,
    languages: &Languages,
    named: Option<&'static profiles::Judge>,
) -> Result<Rules, Error> {
    let has_pypy = has(languages, "pypy");
    let mut rules = Rules::new();
    let waiting = catalog.unanswered.iter_mut().map(|(_, unanswered)| &mut unanswered.problem);
    let unmade = catalog.unmade.iter_mut().map(|unmade| &mut unmade.problem);
    let mut judged: BTreeMap<ProblemId, (Arc<Problem>, Option<&'static profiles::Judge>)> = BTreeMap::new();
    for problem in catalog.problems.iter_mut().chain(waiting).chain(unmade) {
        known_languages(problem, languages)?;
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
    Ok(rules)
}

/// What follows where the judge's Python is not on this machine.
pub(crate) fn other_python(rules: &Rules, languages: &Languages, plan: &Plan) -> Option<Notice> {
    let is_missed = |problem: &Problem, solution: &Solution| {
        let judge = rules.get(&problem.id).map(|rules| rules.judge);
        &*solution.language.0 == "python" && judges_python(problem, judge) == Python::Pypy
    };
    let planned = plan.solutions.iter().find(|planned| is_missed(&planned.problem, &planned.solution))?;
    let who = rules.get(&planned.problem.id).map_or("the package's judge", |rules| &rules.judge.name);
    let install = languages.get(&Language("pypy".into())).map_or("", |entry| &entry.install);
    Some(Notice::OtherPython { who: who.to_owned(), install: install.to_owned() })
}

/// Whether this machine has the language.
fn has(languages: &Languages, id: &str) -> bool {
    let entry = languages.get(&Language(id.into()));
    entry.is_some_and(|entry| entry.tools.iter().any(|tool| in_path(tool).is_some()))
}

/// # Errors
/// When the problem sets a factor for a language that nobody knows: without it, every language has
/// the same limit.
fn known_languages(problem: &Problem, languages: &Languages) -> Result<(), Error> {
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
