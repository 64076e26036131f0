//! Which paths a problem's program is shown, so that it can open the two files of a test.
//!
//! Tests share a cell only if it shows the same paths: so a test is shown together with those that
//! come next in its problem. Nothing else that lies beside them is seen: tests may lie in a home
//! folder, and a link in a package may lead to the top of a repository.

use model::Test;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What tests that share a cell are shown, by their place among the problem's.
#[derive(Default)]
pub(super) struct VisibleFiles(Mutex<BTreeMap<usize, Vec<PathBuf>>>);

/// How many tests share a cell: each file is a mount.
const SHARING: usize = 100;

impl VisibleFiles {
    /// The paths for `test`. `all`: its problem's tests.
    pub(super) fn of(&self, test: &Test, all: &[Arc<Test>]) -> Vec<PathBuf> {
        let own = files(test);
        let Some(at) = all.iter().position(|other| std::ptr::eq(&**other, test)) else { return own };
        let part = at / SHARING;
        let mut earlier = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = earlier.entry(part).or_insert_with(|| {
            let files = all.iter().skip(part * SHARING).take(SHARING).flat_map(|other| files(other));
            // A missing file fails its own test only.
            files.filter(|path| path.exists()).collect::<BTreeSet<PathBuf>>().into_iter().collect()
        });
        if own.iter().all(|path| shared.contains(path)) { shared.clone() } else { own }
    }
}

/// The files of a test, and what they lead to.
fn files(test: &Test) -> Vec<PathBuf> {
    [&test.input, &test.answer].into_iter().flat_map(|file| chain(file)).collect()
}

/// The file, and what it leads to, link by link: groups of a package hold links to the tests of
/// others.
fn chain(file: &Path) -> Vec<PathBuf> {
    let next = |file: &PathBuf| {
        let next = file.parent()?.join(fs::read_link(file).ok()?);
        // The real path: in the cell, nothing exists under a path with `..` in it.
        Some(fs::canonicalize(next.parent()?).ok()?.join(next.file_name()?))
    };
    iter::successors(Some(file.to_path_buf()), next).take(MOST_LINKS + 1).collect()
}

/// The most links that are followed in a row.
const MOST_LINKS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A new folder, and tests of these names in its folder `d`.
    fn tests(names: &[String]) -> (tempfile::TempDir, PathBuf, Vec<Arc<Test>>) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir(root.join("d")).unwrap();
        fs::write(root.join("d/a.cpp"), "").unwrap();
        let file = |name: &str, extension: &str| {
            let file = root.join(format!("d/{name}.{extension}"));
            fs::write(&file, "").unwrap();
            file
        };
        let test =
            |name: &String| Arc::new(Test::new(model::TestId((**name).into()), file(name, "in"), file(name, "ans")));
        let tests = names.iter().map(test).collect();
        (dir, root, tests)
    }

    #[test]
    fn the_tests_of_a_problem_share_what_is_shown_of_a_folder_and_nothing_more_is() {
        let names: Vec<String> = (0..250).map(|number| format!("{number:03}")).collect();
        let (_dir, _, tests) = tests(&names);
        let files = VisibleFiles::default();
        let views: BTreeSet<Vec<PathBuf>> = tests.iter().map(|test| files.of(test, &tests)).collect();
        assert_eq!(views.iter().map(Vec::len).collect::<BTreeSet<_>>(), BTreeSet::from([100, 200]));
        assert_eq!(views.len(), 3, "a cell for each");
        assert!(!views.iter().flatten().any(|path| path.ends_with("a.cpp") || path.is_dir()));
    }

    #[test]
    fn a_link_shows_what_it_leads_to_and_not_what_lies_there() {
        let (_dir, root, tests) = tests(&["1".to_owned()]);
        fs::create_dir(root.join("g")).unwrap();
        let link = |name: &str| {
            let place = root.join("g").join(name);
            symlink(format!("../d/{name}"), &place).unwrap();
            place
        };
        let linked = Test { input: link("1.in"), answer: link("1.ans"), ..Test::clone(&tests[0]) };
        let paths = VisibleFiles::default().of(&linked, &tests);
        assert_eq!(paths, ["g/1.in", "d/1.in", "g/1.ans", "d/1.ans"].map(|name| root.join(name)));
    }
}
