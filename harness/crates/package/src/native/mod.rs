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

use crate::diagnostics::Report;
use crate::folder::tests_with_files;
use crate::mistakes::did_you_mean;
use model::{Catalog, Diagnostic, Languages, Omission, Problem, ProblemId, Solution, TestId, UnansweredTests};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
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
pub(crate) use solutions::folder_of;
use testdata::TestSet;
use walk::Walk;

/// Reads the workspace at `root`.
pub fn load(root: &Path, languages: &dyn Languages) -> (Catalog, Vec<Diagnostic>) {
    // The working folder may be gone. Then nothing below it can be read either, and the walk
    // reports that.
    let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    let mut walk = Walk::new(&root);
    let folders = problems::find(&mut walk, languages);
    let is_dialogue = |manifest: &Option<Manifest>| manifest.as_ref().is_some_and(|it| it.problem.is_dialogue());
    let mut tests = testdata::find(&mut walk, |id| folders.get(id).is_some_and(|manifest| !is_dialogue(manifest)));
    let found = solutions::find(&mut walk, languages);
    let mut diagnostics = walk.into_diagnostics();

    let mut catalog = Catalog { root, ..Catalog::default() };
    let models = found.iter().map(|found| &found.plain.id).filter(|id| id.label.is_none());
    let with_model: BTreeSet<&ProblemId> = models.map(|id| &id.problem).collect();
    let problems: BTreeSet<ProblemId> = folders.keys().cloned().collect();
    // Problems whose solutions are linked with shared libraries.
    let mut shared: BTreeSet<ProblemId> = BTreeSet::new();
    for (id, manifest) in folders {
        let set = tests.remove(&id);
        if !set.as_ref().is_some_and(|set| set.any) {
            let generates = manifest.as_ref().is_some_and(|manifest| !manifest.problem.generate.is_empty());
            without_tests(&id, generates, &mut diagnostics);
        }
        let Some(manifest) = manifest else {
            catalog.left_out.insert(Omission::Problem(id));
            continue;
        };
        let Some(set) = set.filter(|set| !set.tests.is_empty() || !set.unanswered.is_empty()) else {
            // There is nothing to judge, but a first test can be added. It goes without saying that
            // the groups are empty.
            let (problem, tests) = (Arc::new(manifest.problem), Vec::new());
            catalog.unanswered.insert(id.clone(), UnansweredTests { problem, tests, solutions: Vec::new() });
            catalog.left_out.insert(Omission::Problem(id));
            continue;
        };
        if manifest.shared {
            shared.insert(id.clone());
        }
        let unanswered = tests_with_files(set.unanswered.clone(), &manifest.problem.files);
        let problem = Arc::new(with_tests(manifest, set, &mut diagnostics));
        // The points of an empty group would be given away, or never be decided.
        let unfit = problem.tests.is_empty() || problem.groups.iter().any(|group| group.tests == 0);
        // The generator may fill the group.
        if !unanswered.is_empty() || unfit {
            let (tests, problem) = (unanswered, Arc::clone(&problem));
            catalog.unanswered.insert(id.clone(), UnansweredTests { problem, tests, solutions: Vec::new() });
        }
        if unfit {
            catalog.left_out.insert(Omission::Problem(id));
            continue;
        }
        if !with_model.contains(&id) {
            let path = Path::new("problems").join(id.as_str());
            diagnostics.warning(&path, format!("problem `{id}` has no model solution")).hint =
                Some(format!("add solutions/src/bin/{id}.rs"));
        }
        catalog.problems.push(problem);
    }
    for id in tests.into_keys() {
        let path = Path::new("testdata").join(id.as_str());
        without_problem("tests", &id, &path, &problems, &mut diagnostics);
    }
    let healthy: BTreeMap<ProblemId, Arc<Problem>> =
        catalog.problems.iter().map(|problem| (problem.id.clone(), problem.clone())).collect();
    let linked = |mut solution: Solution| {
        solution.build.shared = shared.contains(&solution.id.problem);
        solution
    };
    for found in found {
        let Solution { id, display, .. } = &found.plain;
        if !problems.contains(&id.problem) {
            without_problem("a solution", &id.problem, Path::new(display), &problems, &mut diagnostics);
            catalog.left_out.insert(Omission::Solution(id.clone()));
        } else if let Some(problem) = healthy.get(&id.problem) {
            diagnostics.extend(found.idle(problem));
            match found.into_solution().map(linked) {
                Ok(solution) => catalog.solutions.push(Arc::new(solution)),
                Err(id) => drop(catalog.left_out.insert(Omission::Solution(id))),
            }
        } else if let Some(unanswered) = catalog.unanswered.get_mut(&id.problem)
            && let Ok(solution) = found.into_solution().map(linked)
        {
            unanswered.solutions.push(Arc::new(solution));
        }
    }
    diagnostics.sort_by(|a, b| (&a.path, line_of(a)).cmp(&(&b.path, line_of(b))));
    (catalog, diagnostics)
}

/// The problem with its tests. A group without any test, with or without an answer, is a mistake.
fn with_tests(manifest: Manifest, set: TestSet, diagnostics: &mut Vec<Diagnostic>) -> Problem {
    let Manifest { mut problem, places, shared: _ } = manifest;
    let TestSet { tests, unanswered, invalid, any: _ } = set;
    let mut tests = tests_with_files(tests, &problem.files);
    // In the order in which the file declares their groups, after the tests that are in none.
    let place = |test: &TestId| problem.groups.iter().position(|group| group.holds(test)).map_or(0, |at| at + 1);
    tests.sort_by_key(|test| (!test.id.is_sample(), place(&test.id)));
    for (group, place) in problem.groups.iter_mut().zip(places) {
        group.tests = tests.iter().filter(|test| group.holds(&test.id)).count();
        if group.tests == 0 && !unanswered.iter().any(|test| group.holds(&test.id)) {
            let id = &problem.id;
            let hint = match problem.generate.iter().any(|(test, _)| group.holds(test)) {
                true => format!("generate `{id}`"),
                false => format!("add testdata/{id}/{}/01.in and 01.ans, or correct the name", group.name),
            };
            let path = Path::new("problems").join(id.as_str()).join("problem.toml");
            let found = diagnostics.error(&path, format!("the group `{}` has no tests", group.name));
            (found.snippet, found.hint) = (Some(place), Some(hint));
        }
    }
    Problem { tests, invalid, ..problem }
}

fn line_of(diagnostic: &Diagnostic) -> Option<usize> {
    diagnostic.snippet.as_ref().map(|snippet| snippet.place().0)
}

fn without_tests(id: &ProblemId, generates: bool, diagnostics: &mut Vec<Diagnostic>) {
    let hint = match generates {
        true => format!("generate `{id}`"),
        false => format!("add testdata/{id}/sample/01.in and 01.ans"),
    };
    let path = Path::new("problems").join(id.as_str());
    diagnostics.error(&path, format!("problem `{id}` has no tests")).hint = Some(hint);
}

fn without_problem(
    what: &str,
    id: &ProblemId,
    path: &Path,
    problems: &BTreeSet<ProblemId>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let names = problems.iter().map(ProblemId::as_str);
    let hint = did_you_mean(id.as_str(), names, || format!("add problems/{id}/problem.toml"));
    diagnostics.error(path, format!("{what} without a problem: there is no problem `{id}`")).hint = Some(hint);
}

/// The problem of a manifest alone, in the folder of `like`, which holds the program that judges it
/// and no other file. Whether its solutions are linked with shared libraries, too.
#[cfg(test)]
pub(crate) fn manifest_of(text: &str, like: &Problem) -> (Option<(Problem, bool)>, Vec<Diagnostic>) {
    let files: BTreeSet<String> = like.judges().map(crate::tree::file_name).collect();
    let (id, dir, folders) = (&like.id, &like.dir, &BTreeSet::new());
    let folder = manifest::Folder { id, dir, files: &files, folders, is_source: &|_| true };
    let (read, printed) = manifest::read(&text.into(), "problem.toml".into(), &folder);
    (read.map(|manifest| (manifest.problem, manifest.shared)), printed)
}

#[cfg(test)]
mod tests;
