//! Which problems of a workspace are judged next, by what was saved; and of a plan, what comes
//! first.

use super::watcher::concerns_all;
use crate::judge::{Judge, problem_of};
use engine::plan::Plan;
use model::{Diagnostic, ProblemId, Solution};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is judged next.
#[derive(Clone, Debug, Default)]
pub struct NextRound {
    problems: BTreeSet<ProblemId>,
    /// Those of the last run.
    last: BTreeSet<ProblemId>,
    /// The saved files that are judged again, by path below the root.
    saved: BTreeSet<PathBuf>,
}

/// Files that were saved, and files that are gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saves {
    /// They exist.
    pub saved: Vec<PathBuf>,
    /// They do not any more.
    pub removed: Vec<PathBuf>,
}

impl NextRound {
    /// These problems, before anything was saved.
    pub fn of(problems: impl IntoIterator<Item = ProblemId>) -> NextRound {
        let problems: BTreeSet<ProblemId> = problems.into_iter().collect();
        NextRound { last: problems.clone(), problems, saved: BTreeSet::new() }
    }

    /// Begins a run of what is due.
    pub fn begin(&mut self) {
        self.last.clone_from(&self.problems);
    }

    /// Leaves of `plan` what is due.
    pub fn narrow(&self, plan: &mut Plan) {
        plan.solutions.retain(|planned| self.problems.contains(&planned.problem.id));
    }

    /// Mistakes in the files of the problems that are due.
    pub fn mistakes(&self, judge: &Judge) -> Vec<Diagnostic> {
        let is_due = |found: &&Diagnostic| problem_of(&found.path).is_some_and(|it| self.problems.contains(&it));
        judge.diagnostics.iter().filter(is_due).cloned().collect()
    }

    /// Whether nothing is to be judged.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// Nothing is due until something is saved.
    pub fn done(&mut self) {
        self.problems.clear();
    }

    /// Takes what was saved below `root`. No file: those of the run that was cut short are due
    /// again.
    pub fn saved(&mut self, root: &Path, files: &BTreeSet<PathBuf>) -> Saves {
        let (saved, removed): (Vec<PathBuf>, Vec<PathBuf>) =
            files.iter().cloned().partition(|file| root.join(file).exists());
        if !files.is_empty() {
            self.saved = saved.iter().cloned().collect();
        }
        self.problems.extend(files.iter().filter_map(|file| problem_of(file)));
        if files.iter().any(|file| concerns_all(root, file)) {
            self.problems.extend(self.last.iter().cloned());
        }
        Saves { saved, removed }
    }

    /// The last run is due again, all of it and not only what was saved.
    pub fn again(&mut self) {
        self.saved.clear();
        self.problems.clone_from(&self.last);
    }

    /// The names of the saved solutions, if nothing else was saved.
    pub fn solutions(&self, judge: &Judge) -> BTreeSet<String> {
        let is_saved = |solution: &&Arc<Solution>| self.saved.contains(Path::new(&solution.display));
        let saved = judge.catalog.solutions.iter().filter(is_saved);
        let names: BTreeSet<String> = saved.map(|solution| solution.id.to_string()).collect();
        if names.len() == self.saved.len() { names } else { BTreeSet::new() }
    }
}

/// The samples of a plan, which are judged before the rest. `None`: it has nothing else, or none.
pub fn samples(plan: &Plan) -> Option<Plan> {
    let mut samples = plan.clone();
    for planned in &mut samples.solutions {
        let before = planned.tests.len();
        planned.tests.retain(|test| test.id.is_sample());
        planned.whole &= planned.tests.len() == before;
    }
    samples.solutions.retain(|planned| !planned.tests.is_empty());
    (samples.runs() > 0 && samples.runs() < plan.runs()).then_some(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[&str]) -> BTreeSet<PathBuf> {
        paths.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn what_is_saved_says_which_problems_are_due() {
        let root = tempfile::tempdir().unwrap();
        let check = |due: &NextRound, expected: &[&str]| {
            assert_eq!(due.problems.iter().map(ProblemId::as_str).collect::<Vec<_>>(), expected);
        };
        for slug in ["nim", "tree"] {
            std::fs::create_dir_all(root.path().join("testdata").join(slug)).unwrap();
        }
        std::fs::write(root.path().join("testdata/nim/1.in"), "").unwrap();
        let mut due = NextRound::default();
        let saves = due.saved(root.path(), &files(&["testdata/nim/1.in", "testdata/tree/gone.in"]));
        assert_eq!((saves.saved.len(), saves.removed.len()), (1, 1), "{saves:?}");
        check(&due, &["nim", "tree"]);
        due.begin();
        due.done();
        check(&due, &[]);
        // A header is everybody's: the last run's problems are judged again, and no others.
        due.saved(root.path(), &files(&["include/x.h"]));
        check(&due, &["nim", "tree"]);
        due.done();
        due.saved(root.path(), &files(&["solutions/nim.cpp"]));
        check(&due, &["nim"]);
        due.again();
        check(&due, &["nim", "tree"]);
    }
}
