//! Which judge's rules hold for the problems of a workspace: those of the judge that the call
//! names, else those of the judge that a problem comes from.

use crate::error::{Error, unknown};
use crate::notice::Notice;
use engine::build::{LanguageEntry, Languages, in_path};
use engine::plan::Plan;
use model::{Catalog, Language, Problem, ProblemId, Solution};
use profiles::{ChosenBy, PYPY, Python, RuleValue, choose, is_python, judges, judges_python, rule, rule_solution};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rules that hold for a problem.
#[derive(Clone, Debug)]
pub struct RulesInForce {
    /// The judge whose rules they are.
    pub judge: &'static profiles::JudgeProfile,
    /// What says that they hold.
    pub chosen: ChosenBy,
    /// Each rule with what says it.
    pub values: Vec<RuleValue>,
}

/// The rules that hold, by problem. A problem that names no judge has none.
pub type Rules = BTreeMap<ProblemId, RulesInForce>;

/// The judge of this name.
///
/// # Errors
/// When none is called that.
pub fn called(name: &str) -> Result<&'static profiles::JudgeProfile, Error> {
    profiles::called(name).ok_or_else(|| {
        let ids: Vec<&str> = judges().iter().map(|judge| judge.id.as_str()).collect();
        unknown(format!("no judge is known as `{name}`"), name, &ids)
    })
}

/// Puts the rules of `named` on the problems, or else those of the judge that each comes from.
///
/// # Errors
/// When a problem sets a factor for a language that nobody knows.
pub(crate) fn put(
    catalog: &mut Catalog,
    languages: &Languages,
    named: Option<&'static profiles::JudgeProfile>,
) -> Result<Rules, Error> {
    let is_here = |entry: &LanguageEntry| entry.tools.iter().any(|tool| in_path(tool).is_some());
    let has_pypy = languages.get(&Language(PYPY.into())).is_some_and(is_here);
    let mut rules = Rules::new();
    let waiting = catalog.unanswered.iter_mut().map(|(_, unanswered)| &mut unanswered.problem);
    let unmade = catalog.unmade.iter_mut().map(|unmade| &mut unmade.problem);
    let mut judged: BTreeMap<ProblemId, (Arc<Problem>, Option<&'static profiles::JudgeProfile>)> = BTreeMap::new();
    for problem in catalog.problems.iter_mut().chain(waiting).chain(unmade) {
        known_languages(problem, languages)?;
        let chosen = choose(problem, named);
        if let Some((judge, chosen)) = chosen {
            let values = rule(Arc::make_mut(problem), judge);
            rules.insert(problem.id.clone(), RulesInForce { judge, chosen, values });
        }
        // The problem itself comes first. That of tests which are still to be made does not know
        // the interpreter of its format.
        let judge = chosen.map(|(judge, _)| judge);
        judged.entry(problem.id.clone()).or_insert_with(|| (Arc::clone(problem), judge));
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
        is_python(solution) && judges_python(problem, judge) == Python::Pypy
    };
    let planned = plan.solutions.iter().find(|planned| is_missed(&planned.problem, &planned.solution))?;
    let who = rules.get(&planned.problem.id).map_or("the package's judge", |rules| &rules.judge.name);
    let install = languages.get(&Language(PYPY.into())).map_or("", |entry| &entry.install);
    Some(Notice::note(format!(
        "{who} runs Python by PyPy, which is not here: CPython judges instead, so times (and limits inferred from \
         them) are longer than there ({install})"
    )))
}

/// # Errors
/// When the problem sets a factor for a language that nobody knows: without it, every language has
/// the same limit.
fn known_languages(problem: &Problem, languages: &Languages) -> Result<(), Error> {
    let set = problem.stated.iter().filter_map(|(key, line)| Some((key.strip_prefix("limits.time-factors.")?, line)));
    for (id, line) in set {
        if languages.get(&Language(id.into())).is_none() {
            let ids: Vec<&str> = languages.entries.iter().map(|entry| entry.id.as_str()).collect();
            let place = format!("problems/{}/problem.toml:{line}", problem.id);
            return Err(unknown(format!("{place}: `{id}` is not a language"), id, &ids));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::build::Toolchain;
    use model::{BuildOptions, OnlineJudge};
    use profiles::rule_build;
    use std::path::PathBuf;

    /// A compiler that is newer than every judge's.
    fn toolchain() -> Toolchain {
        Toolchain {
            program: PathBuf::from("/usr/bin/tool"),
            prefix: PathBuf::from("/usr"),
            standard: Some("-std=gnu++2c".to_owned()),
            version: "tool 1".to_owned(),
            label: "tool 1".to_owned(),
            readable: Vec::new(),
        }
    }

    fn options(judge: &profiles::JudgeProfile, language: &str) -> BuildOptions {
        let mut build = BuildOptions::default();
        rule_build(&mut build, &Language(language.into()), judge);
        build
    }

    #[test]
    fn the_flags_of_each_judge_are_in_the_command_of_each_language() {
        let languages = Languages::built_in().unwrap();
        let mut checked = 0;
        for judge in judges() {
            let of_map = |map: &Option<profiles::SourcedValue<profiles::Flags>>| -> Vec<String> {
                map.iter().flat_map(|stated| stated.is.keys().cloned()).collect()
            };
            for id in judge.choose.keys() {
                assert!(languages.get(&Language(id.as_str().into())).is_some(), "{}: choose.{id}", judge.id);
            }
            let mut ids = [of_map(&judge.tuning), of_map(&judge.runtime)].concat();
            ids.extend((!judge.flags.is_empty()).then(|| "rust".to_owned()));
            for id in ids {
                let entry =
                    languages.get(&Language(id.as_str().into())).unwrap_or_else(|| panic!("{}: {id}", judge.id));
                let [compile, run] = entry.commands(&toolchain(), &options(judge, &id));
                let holds = |args: &[String], flags: &[String]| {
                    flags.is_empty() || args.windows(flags.len()).any(|window| window == flags)
                };
                let (tuning, runtime) = (judge.tuning(&id), judge.runtime(&id));
                assert!(tuning.as_ref().is_none_or(|flags| holds(&compile, flags)), "{} {id}: {compile:?}", judge.id);
                assert!(runtime.as_ref().is_none_or(|flags| holds(&run, flags)), "{} {id}: {run:?}", judge.id);
                // Ours are gone where the judge has its own.
                let is_ours = |own: &[String], of_judge: &Option<Vec<String>>, args: &[String]| {
                    of_judge
                        .as_ref()
                        .is_some_and(|flags| own.iter().any(|flag| !flags.contains(flag) && args.contains(flag)))
                };
                assert!(!is_ours(&entry.tuning, &tuning, &compile), "{} {id}: {compile:?}", judge.id);
                assert!(!is_ours(&entry.runtime, &runtime, &run), "{} {id}: {run:?}", judge.id);
                checked += 1;
            }
        }
        assert!(checked > 40, "{checked}");
    }

    #[test]
    fn online_judge_is_what_the_judge_says_in_each_language() {
        let languages = Languages::built_in().unwrap();
        for judge in judges() {
            for entry in &languages.entries {
                let options = options(judge, &entry.id);
                let expected = judge.online_judge.as_ref().map(|stated| stated.is.of(&entry.id)).unwrap_or_default();
                assert_eq!(options.online_judge, expected, "{} {}", judge.id, entry.id);
                let says = entry.commands(&toolchain(), &options).concat().concat().contains("ONLINE_JUDGE");
                let could = [entry.compile.concat(), entry.args.concat()].concat().contains("ONLINE_JUDGE");
                assert_eq!(says, could && expected == OnlineJudge::Defined, "{} {}", judge.id, entry.id);
            }
        }
    }
}
