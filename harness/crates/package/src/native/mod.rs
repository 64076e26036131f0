//! Turns folders into a [`Catalog`]: walks the workspace, reads `problem.toml` and the `//@`
//! directives.
//!
//! It never fails because of content: every mistake becomes a [`Diagnostic`], all of them in one
//! go, and everything healthy is in the catalog. It does not know how anything is compiled, run or
//! judged.
//!
//! Three trees are walked once each. Tests are known by their names alone: no test file is opened
//! or measured here, however many there are. Only the beginning of a solution is read.
//!
//! Hidden files and editors' leftovers are passed over in silence. Links to files count as files,
//! unless they lead out of the workspace. Links to folders are not followed, so that no loop is
//! ever walked, and a warning says so.

use crate::mistakes::did_you_mean;
use model::{
    Catalog, Diagnostic, Judging, Languages, LeftOut, PackageRules, Problem, ProblemId, Severity, Solution, TestId,
    Unanswered,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(fuzzing)]
pub mod fuzzing;
mod manifest;
mod origin;
mod problems;
pub(crate) mod reader;
mod solutions;
mod testdata;
mod walk;

use manifest::Manifest;
pub use manifest::check_test_id;
pub use origin::origins;
use testdata::TestSet;
use walk::Walk;
pub(crate) use walk::is_leftover;

/// Reads the workspace at `root`.
pub fn load(root: &Path, languages: &dyn Languages) -> (Catalog, Vec<Diagnostic>) {
    // The working folder may be gone. Then nothing below it can be read either, and the walk
    // reports that.
    let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    let mut walk = Walk::new(&root);
    let folders = problems::find(&mut walk, languages);
    let is_dialogue = |manifest: &Manifest| matches!(manifest.judging, Judging::Interactor(_)) || manifest.passes > 1;
    let by_hand = folders.iter().filter(|(_, (_, manifest))| manifest.as_ref().is_some_and(is_dialogue));
    let by_hand = by_hand.map(|(id, _)| id.clone()).collect();
    let mut tests = testdata::find(&mut walk, &by_hand);
    let found = solutions::find(&mut walk, languages);
    let mut diagnostics = walk.into_diagnostics();

    let mut catalog = Catalog { root, ..Catalog::default() };
    let with_model: BTreeSet<&ProblemId> =
        found.iter().filter(|solution| solution.id.label.is_none()).map(|solution| &solution.id.problem).collect();
    let problems: BTreeSet<ProblemId> = folders.keys().cloned().collect();
    // Problems whose solutions are linked with shared libraries.
    let mut shared: BTreeSet<ProblemId> = BTreeSet::new();
    for (id, (dir, manifest)) in folders {
        let set = tests.remove(&id);
        if !set.as_ref().is_some_and(|set| set.any) {
            let generates = manifest.as_ref().is_some_and(|manifest| !manifest.generate.is_empty());
            diagnostics.push(without_tests(&id, generates));
        }
        let Some(manifest) = manifest else {
            catalog.left_out.insert(LeftOut::Problem(id));
            continue;
        };
        let Some(set) = set.filter(|set| !set.tests.is_empty() || !set.unanswered.is_empty()) else {
            // There is nothing to judge, but a first test can be added. It goes without saying that
            // the groups are empty.
            let problem = Arc::new(problem(id.clone(), dir, manifest, TestSet::default(), &mut Vec::new()));
            catalog.unanswered.insert(id.clone(), Unanswered { problem, tests: Vec::new(), solutions: Vec::new() });
            catalog.left_out.insert(LeftOut::Problem(id));
            continue;
        };
        if manifest.shared {
            shared.insert(id.clone());
        }
        let unanswered = set.unanswered.clone();
        let problem = Arc::new(problem(id.clone(), dir, manifest, set, &mut diagnostics));
        // The points of an empty group would be given away, or never be decided.
        let unfit = problem.tests.is_empty() || problem.groups.iter().any(|group| group.tests == 0);
        // The generator may fill the group.
        if !unanswered.is_empty() || unfit {
            let unanswered = Unanswered { problem: Arc::clone(&problem), tests: unanswered, solutions: Vec::new() };
            catalog.unanswered.insert(id.clone(), unanswered);
        }
        if unfit {
            catalog.left_out.insert(LeftOut::Problem(id));
            continue;
        }
        if !with_model.contains(&id) {
            diagnostics.push(without_model(&id));
        }
        catalog.problems.push(problem);
    }
    for id in tests.into_keys() {
        let path = Path::new("testdata").join(id.as_str());
        diagnostics.push(without_problem("tests", &id, path, &problems));
    }
    let healthy: BTreeMap<ProblemId, Arc<Problem>> =
        catalog.problems.iter().map(|problem| (problem.id.clone(), problem.clone())).collect();
    let linked = |mut solution: Solution| {
        solution.build.shared = shared.contains(&solution.id.problem);
        solution
    };
    for solution in found {
        if !problems.contains(&solution.id.problem) {
            let path = PathBuf::from(&solution.display);
            diagnostics.push(without_problem("a solution", &solution.id.problem, path, &problems));
            catalog.left_out.insert(LeftOut::Solution(solution.id));
        } else if let Some(problem) = healthy.get(&solution.id.problem) {
            diagnostics.extend(solution.idle(problem));
            match solution.into_solution().map(linked) {
                Ok(solution) => catalog.solutions.push(Arc::new(solution)),
                Err(id) => drop(catalog.left_out.insert(LeftOut::Solution(id))),
            }
        } else if let Some(unanswered) = catalog.unanswered.get_mut(&solution.id.problem)
            && let Ok(solution) = solution.into_solution().map(linked)
        {
            unanswered.solutions.push(Arc::new(solution));
        }
    }
    diagnostics.sort_by(|a, b| (&a.path, line_of(a)).cmp(&(&b.path, line_of(b))));
    (catalog, diagnostics)
}

/// Puts a problem together. A group without any test, with or without an answer, is a mistake.
fn problem(
    id: ProblemId,
    dir: PathBuf,
    manifest: Manifest,
    set: TestSet,
    diagnostics: &mut Vec<Diagnostic>,
) -> Problem {
    let Manifest {
        title,
        title_zh,
        source,
        limits,
        tool_limits,
        judging,
        passes,
        groups,
        generate,
        validators,
        generator,
        shared: _,
    } = manifest;
    let TestSet { mut tests, unanswered, invalid, any: _ } = set;
    // In the order in which the file declares their groups, after the tests that are in none.
    let place = |test: &TestId| groups.iter().position(|(group, _)| group.holds(test)).map_or(0, |at| at + 1);
    tests.sort_by_key(|test| (!test.id.is_sample(), place(&test.id)));
    let mut counted = Vec::with_capacity(groups.len());
    for (mut group, place) in groups {
        group.tests = tests.iter().filter(|test| group.holds(&test.id)).count();
        if group.tests == 0 && !unanswered.iter().any(|test| group.holds(&test.id)) {
            let hint = match generate.iter().any(|(test, _)| group.holds(test)) {
                true => format!("run `harness generate {id}`"),
                false => format!("add testdata/{id}/{}/01.in and 01.ans, or correct the name", group.name),
            };
            diagnostics.push(Diagnostic {
                severity: Severity::Error,
                title: format!("the group `{}` has no tests", group.name),
                path: Path::new("problems").join(id.as_str()).join("problem.toml"),
                snippet: Some(place),
                hint: Some(hint),
            });
        }
        counted.push(group);
    }
    Problem {
        groups: counted,
        id,
        title,
        title_zh,
        source,
        limits,
        tool_limits,
        judging,
        passes,
        tests,
        invalid,
        dir,
        validators,
        generator,
        generate,
        rules: PackageRules::default(),
    }
}

fn line_of(diagnostic: &Diagnostic) -> Option<usize> {
    diagnostic.snippet.as_ref().map(|snippet| snippet.place().0)
}

fn diagnostic(severity: Severity, title: String, path: PathBuf, hint: String) -> Diagnostic {
    Diagnostic { severity, title, path, snippet: None, hint: Some(hint) }
}

fn without_tests(id: &ProblemId, generates: bool) -> Diagnostic {
    let hint = match generates {
        true => format!("run `harness generate {id}`"),
        false => format!("add testdata/{id}/sample/01.in and 01.ans"),
    };
    let path = Path::new("problems").join(id.as_str());
    diagnostic(Severity::Error, format!("problem `{id}` has no tests"), path, hint)
}

fn without_model(id: &ProblemId) -> Diagnostic {
    let (path, hint) = (Path::new("problems").join(id.as_str()), format!("add solutions/src/bin/{id}.rs"));
    let title = format!("problem `{id}` has no model solution");
    diagnostic(Severity::Warning, title, path, hint)
}

fn without_problem(what: &str, id: &ProblemId, path: PathBuf, problems: &BTreeSet<ProblemId>) -> Diagnostic {
    let names = problems.iter().map(ProblemId::as_str);
    let hint = did_you_mean(id.as_str(), names, || format!("add problems/{id}/problem.toml"));
    let title = format!("{what} without a problem: there is no problem `{id}`");
    diagnostic(Severity::Error, title, path, hint)
}

#[cfg(test)]
mod tests;
