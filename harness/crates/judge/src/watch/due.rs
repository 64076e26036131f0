//! What of a workspace is judged next, by what was saved.

use super::watcher::concerns_all;
use crate::workspace::{Workspace, problem_of};
use engine::plan::{Plan, PlannedSolution};
use model::{Diagnostic, ProblemId};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The saved files that are not judged yet, by path below the root.
#[derive(Clone, Debug)]
pub struct Due {
    root: PathBuf,
    files: BTreeSet<PathBuf>,
    /// Those of the last round.
    last: BTreeSet<PathBuf>,
    /// All solutions of their problems are due, and not only those that were saved.
    whole: bool,
}

impl Due {
    /// These files below `root`, before anything was saved.
    pub fn of(root: &Path, files: impl IntoIterator<Item = PathBuf>) -> Due {
        let files = files.into_iter().collect();
        Due { root: root.to_owned(), files, last: BTreeSet::new(), whole: false }
    }

    /// Adds what was saved to what is due. From then on, single solutions may be due again.
    pub fn saved(&mut self, files: BTreeSet<PathBuf>) {
        self.files.extend(files);
        self.whole = false;
    }

    /// The last round is due again.
    pub fn again(&mut self) {
        self.files.extend(self.last.iter().cloned());
    }

    /// All solutions of the problems of the last round are due.
    pub fn again_whole(&mut self) {
        self.again();
        self.whole = true;
    }

    /// Nothing is due until something is saved.
    pub fn done(&mut self) {
        // What concerns all was judged with the problems of the round before.
        if !self.concerns_all() {
            self.last.clear();
        }
        self.last.append(&mut self.files);
    }

    /// Whether nothing is to be judged.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Mistakes in the files of the problems that are due.
    pub fn mistakes(&self, judge: &Workspace) -> Vec<Diagnostic> {
        let problems = self.problems();
        let is_due = |found: &&Diagnostic| problem_of(&found.path).is_some_and(|it| problems.contains(&it));
        judge.diagnostics.iter().filter(is_due).cloned().collect()
    }

    /// Leaves of `plan` what is due: the saved solutions where nothing else was saved, otherwise
    /// all of their problems.
    pub fn narrow(&self, plan: &mut Plan) {
        let problems = self.problems();
        plan.solutions.retain(|planned| problems.contains(&planned.problem.id));
        let is_saved = |planned: &PlannedSolution| self.files.contains(Path::new(&planned.solution.display));
        let saved = plan.solutions.iter().filter(|planned| is_saved(planned)).count();
        if saved == self.files.len() && !self.whole {
            plan.solutions.retain(is_saved);
        }
    }

    fn concerns_all(&self) -> bool {
        self.files.iter().any(|file| concerns_all(&self.root, file))
    }

    fn problems(&self) -> BTreeSet<ProblemId> {
        let last = self.last.iter().filter(|_| self.concerns_all());
        self.files.iter().chain(last).filter_map(|file| problem_of(file)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_says_which_problems_are_due() {
        let root = tempfile::tempdir().unwrap();
        for slug in ["nim", "tree"] {
            std::fs::create_dir_all(root.path().join("testdata").join(slug)).unwrap();
        }
        let mut due = Due::of(root.path(), []);
        let check = |due: &Due, expected: &[&str]| {
            assert_eq!(due.problems().iter().map(ProblemId::as_str).collect::<Vec<_>>(), expected);
        };
        let save = |due: &mut Due, files: &[&str]| due.saved(files.iter().map(PathBuf::from).collect());
        save(&mut due, &["testdata/nim/1.in", "testdata/tree/gone.in"]);
        check(&due, &["nim", "tree"]);
        due.done();
        check(&due, &[]);
        // A header is everybody's: the last round's problems are judged again, and no others.
        save(&mut due, &["include/x.h"]);
        check(&due, &["nim", "tree"]);
        due.done();
        save(&mut due, &["solutions/nim.cpp"]);
        check(&due, &["nim"]);
        due.done();
        due.again();
        check(&due, &["nim"]);
    }
}
