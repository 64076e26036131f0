//! Which paths a problem's program is shown, so that it can open the two files of a test.
//!
//! A cell that shows other paths is another cell, so the tests of a folder share one only where it
//! shows their folder. But what else lies there must not be seen: tests beside a program may lie in
//! somebody's home folder, and a link in a package may lead to the top of a repository. So a folder
//! is shown only if it holds nothing but tests; elsewhere each file is shown alone, together with
//! those of the tests that come next in the problem.

use model::Test;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What is known of the folders of a problem's tests.
#[derive(Default)]
pub(super) struct VisibleFiles {
    /// Whether a folder holds nothing but tests. Looked at once: there are thousands of runs.
    alone: Mutex<BTreeMap<PathBuf, bool>>,
    /// What tests that share a cell are shown.
    shared: Mutex<Vec<Vec<PathBuf>>>,
}

/// How many tests share a cell where each file is shown alone: each file is a mount.
const SHARING: usize = 100;

impl VisibleFiles {
    /// The paths for `test`; `all` are those of its problem.
    pub(super) fn of(&self, test: &Test, all: &[Arc<Test>]) -> Vec<PathBuf> {
        let own = self.of_one(test, all);
        if own.iter().all(|path| path.is_dir()) {
            return own;
        }
        let mut earlier = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let has_own = |shared: &&Vec<PathBuf>| own.iter().all(|path| shared.contains(path));
        if let Some(shared) = earlier.iter().find(has_own) {
            return shared.clone();
        }
        let Some(sharing) = all.chunks(SHARING).find(|tests| tests.iter().any(|one| one.id == test.id)) else {
            return own;
        };
        let mut seen = BTreeSet::new();
        let shared = sharing.iter().flat_map(|one| self.of_one(one, all)).filter(|path| seen.insert(path.clone()));
        // What is gone is a fault of its own test alone.
        let shared: Vec<PathBuf> = shared.filter(|path| path.exists()).collect();
        if !has_own(&&shared) {
            return own;
        }
        earlier.push(shared.clone());
        shared
    }

    fn of_one(&self, test: &Test, all: &[Arc<Test>]) -> Vec<PathBuf> {
        let mut visible = Vec::new();
        for file in [&test.input, &test.answer].into_iter().flat_map(|file| chain(file)) {
            let folder = file.parent().filter(|folder| self.is_alone(folder, test, all));
            let path = folder.map_or_else(|| file.clone(), Path::to_path_buf);
            if !visible.contains(&path) {
                visible.push(path);
            }
        }
        visible
    }

    fn is_alone(&self, folder: &Path, test: &Test, all: &[Arc<Test>]) -> bool {
        let mut earlier = self.alone.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(alone) = earlier.get(folder) {
            return *alone;
        }
        let tests = all.iter().map(|test| &**test).chain([test]);
        let alone = holds_only(folder, &names_in(folder, tests));
        earlier.insert(folder.to_owned(), alone);
        alone
    }
}

/// The file, and what it leads to, link by link: groups of a package hold links to the tests of
/// others.
fn chain(file: &Path) -> Vec<PathBuf> {
    let mut all = vec![file.to_path_buf()];
    while all.len() <= MOST_LINKS {
        let file = &all[all.len() - 1];
        let Some(next) = fs::read_link(file).ok().zip(file.parent()).map(|(target, folder)| folder.join(target)) else {
            break;
        };
        // The real path: in the cell, nothing exists under a path with `..` in it.
        let (Some(Ok(folder)), Some(name)) = (next.parent().map(fs::canonicalize), next.file_name()) else { break };
        all.push(folder.join(name));
    }
    all
}

/// The most links that are followed in a row.
const MOST_LINKS: usize = 8;

/// The names of the files in `folder` that these tests are made of.
fn names_in<'t>(folder: &Path, tests: impl Iterator<Item = &'t Test>) -> BTreeSet<OsString> {
    let files = tests.flat_map(|test| [&test.input, &test.answer]);
    // Links are followed only where they may end in this folder.
    let files = files.flat_map(|file| if file.parent() == Some(folder) { vec![file.clone()] } else { chain(file) });
    files.filter(|file| file.parent() == Some(folder)).filter_map(|file| Some(file.file_name()?.to_owned())).collect()
}

/// Whether everything in `folder` is a test, or says something about one or all of them.
fn holds_only(folder: &Path, tests: &BTreeSet<OsString>) -> bool {
    let stems: BTreeSet<&OsStr> = tests.iter().filter_map(|name| Path::new(name).file_stem()).collect();
    let beside = |name: &Path| {
        let extension = name.extension().and_then(OsStr::to_str).unwrap_or_default();
        BESIDE.contains(&extension) && name.file_stem().is_some_and(|stem| stems.contains(stem))
    };
    let belongs = |entry: fs::DirEntry| {
        let name = entry.file_name();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        !is_folder && (tests.contains(&name) || OF_ALL.iter().any(|own| name == *own) || beside(Path::new(&name)))
    };
    fs::read_dir(folder).is_ok_and(|mut entries| entries.all(|entry| entry.is_ok_and(belongs)))
}

/// Extensions of what lies beside a test and is about it.
const BESIDE: [&str; 10] =
    ["args", "desc", "download", "hint", "interaction", "jpg", "png", "statement", "svg", "yaml"];

/// Files that are about all tests of a folder.
const OF_ALL: [&str; 3] = ["generate.lock", "test_group.yaml", "testdata.yaml"];

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// Makes these files, links (`name -> target`) and folders (`name/`) below a new folder.
    fn tree(entries: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        for entry in entries {
            let (name, target) = entry.split_once(" -> ").map_or((*entry, None), |(name, to)| (name, Some(to)));
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            match target {
                Some(target) => symlink(target, path).unwrap(),
                None if name.ends_with('/') => fs::create_dir(path).unwrap(),
                None => fs::write(path, "").unwrap(),
            }
        }
        (dir, root)
    }

    /// What is shown of the first of these tests, which are the problem's.
    fn check(entries: &[&str], tests: &[&str], visible: &[&str]) {
        let (_dir, root) = tree(entries);
        let test = |stem: &&str| {
            let file = |extension: &str| root.join(format!("{stem}.{extension}"));
            Arc::new(Test::new(model::TestId((*stem).into()), file("in"), file("ans")))
        };
        let tests: Vec<Arc<Test>> = tests.iter().map(test).collect();
        let found = VisibleFiles::default().of(&tests[0], &tests);
        let found: Vec<_> = found.iter().map(|path| path.strip_prefix(&root).unwrap().to_str().unwrap()).collect();
        assert_eq!(found, visible, "{entries:?}");
    }

    #[test]
    fn a_folder_of_tests_alone_is_shown_as_one_so_that_they_share_a_cell() {
        check(&["d/1.in", "d/1.ans", "d/2.in", "d/2.ans"], &["d/1", "d/2"], &["d"]);
        check(&["d/1.in", "d/1.ans", "d/1.hint", "d/1.yaml", "d/testdata.yaml"], &["d/1"], &["d"]);
    }

    #[test]
    fn beside_anything_else_the_two_files_are_shown_and_nothing_more() {
        let alone = ["d/1.in", "d/1.ans"];
        for other in ["d/a.cpp", "d/.ssh/", "d/2/", "d/notes", "d/secret.yaml", "d/1.cpp", "d/key -> /etc/shadow"] {
            check(&["d/1.in", "d/1.ans", other], &["d/1"], &alone);
        }
        // The tests of another problem.
        check(&["d/1.in", "d/1.ans", "d/2.in", "d/2.ans"], &["d/1"], &alone);
    }

    #[test]
    fn the_tests_of_a_problem_share_what_is_shown_of_a_folder_that_holds_more() {
        let (_dir, root) = tree(&["d/a.cpp"]);
        let names: Vec<String> = (0..250).map(|number| format!("{number:03}")).collect();
        let file = |name: &str, extension: &str| {
            let file = root.join(format!("d/{name}.{extension}"));
            fs::write(&file, "").unwrap();
            file
        };
        let test =
            |name: &String| Arc::new(Test::new(model::TestId((**name).into()), file(name, "in"), file(name, "ans")));
        let tests: Vec<Arc<Test>> = names.iter().map(test).collect();
        let files = VisibleFiles::default();
        let views: BTreeSet<Vec<PathBuf>> = tests.iter().map(|test| files.of(test, &tests)).collect();
        assert_eq!(views.iter().map(Vec::len).collect::<BTreeSet<_>>(), BTreeSet::from([100, 200]));
        assert_eq!(views.len(), 3, "a cell for each");
        assert!(!views.iter().flatten().any(|path| path.ends_with("a.cpp") || path.is_dir()));
    }

    #[test]
    fn a_link_shows_what_it_leads_to_and_not_what_lies_there() {
        let links = ["g/1.in -> ../d/1.in", "g/1.ans -> ../d/1.ans"];
        check(&[&["d/1.in", "d/1.ans"], &links[..]].concat(), &["g/1"], &["g", "d"]);
        check(&[&["d/1.in", "d/1.ans", "d/.git/"], &links[..]].concat(), &["g/1"], &["g", "d/1.in", "d/1.ans"]);
        check(&["g/1.in -> ../key", "g/1.ans", "key", ".git/"], &["g/1"], &["g", "key"]);
    }
}
