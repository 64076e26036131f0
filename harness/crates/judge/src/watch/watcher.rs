//! Finds which files were saved, and when a save is complete.
//!
//! It polls and does not use notification: looking at some thousand files takes a few milliseconds,
//! works the same on every system and file system, even across containers and mounts, and costs the
//! first build no crate. This module starts nothing and prints nothing; everything but
//! [`Snapshot::take`] and [`Snapshot::of`] is pure.
//!
//! # Theory of operation
//!
//! Editors do not simply write: many write a new file and rename it over the old one, so that for a
//! moment there is none; formatters write a second time; `git checkout` writes hundreds. So
//! [`Watcher`] holds changes back until two looks in a row see the same.

use crate::config;
use crate::workspace::problem_of;
use beneath::Home;
use model::{ProblemId, is_header};
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Distinguishes a file's contents without reading them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// `None`: the file system does not say.
    pub modified: Option<SystemTime>,
    /// The file's length.
    pub bytes: u64,
    /// A file renamed over another one is a different file, whatever its time. 0 if the system has
    /// no inodes.
    pub inode: u64,
}

impl Stamp {
    fn of(metadata: &std::fs::Metadata) -> Stamp {
        Stamp { modified: metadata.modified().ok(), bytes: metadata.len(), inode: metadata.ino() }
    }
}

/// The files of a workspace at one moment, by their path below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot(pub BTreeMap<PathBuf, Stamp>);

/// The watched folders, and the configuration.
const TREES: [&str; 5] = ["problems", "testdata", "solutions", HEADERS, config::FILE];

/// The folder of headers for all programs.
const HEADERS: &str = "include";

/// Whether programs of any problem may depend on this file, given by its path in the workspace at
/// `root`: the configuration, a header, or what lies among the solutions and is of no problem, such
/// as a module that they import.
pub(super) fn concerns_all(root: &Path, file: &Path) -> bool {
    let is_of_none = || {
        let has = |problem: &ProblemId| {
            ["problems", "testdata"].iter().any(|tree| root.join(tree).join(problem.as_str()).exists())
        };
        !problem_of(file).as_ref().is_some_and(has)
    };
    let beside = file.starts_with("solutions") && (is_header(file) || is_of_none());
    beside || file.starts_with(HEADERS) || file == Path::new(config::FILE)
}

impl Snapshot {
    /// Takes a snapshot. What cannot be read counts as missing.
    pub fn take(root: &Path) -> Snapshot {
        let mut files = BTreeMap::new();
        // A link in the place of one may lead to all that this machine has.
        let home = Home::of(root);
        let came_along = |tree: &&str| home.holds(&root.join(tree)).unwrap_or(false);
        for tree in TREES.into_iter().filter(came_along) {
            // Editors, and we ourselves, briefly put hidden files beside the real ones; `target` is
            // cargo's.
            let watched = |name: &str| !name.starts_with('.') && !name.ends_with('~') && name != "target";
            let walk = walkdir::WalkDir::new(root.join(tree)).into_iter();
            for entry in walk.filter_entry(|entry| entry.file_name().to_str().is_some_and(watched)).flatten() {
                // A link is judged by the file that it leads to.
                let metadata = std::fs::metadata(entry.path()).ok();
                let Some(metadata) = metadata.filter(std::fs::Metadata::is_file) else { continue };
                let path = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_path_buf();
                files.insert(path, Stamp::of(&metadata));
            }
        }
        Snapshot(files)
    }

    /// A snapshot of these files alone, by the given paths.
    pub fn of(files: impl IntoIterator<Item = PathBuf>) -> Snapshot {
        let stamp = |path: PathBuf| {
            let metadata = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
            Some((path, Stamp::of(&metadata)))
        };
        Snapshot(files.into_iter().filter_map(stamp).collect())
    }

    /// The files created, changed or removed between the two.
    pub(crate) fn differences(&self, other: &Snapshot) -> BTreeSet<PathBuf> {
        let changed = self.0.iter().filter(|(path, stamp)| other.0.get(*path) != Some(stamp));
        let new = other.0.keys().filter(|path| !self.0.contains_key(*path));
        changed.map(|(path, _)| path).chain(new).cloned().collect()
    }
}

/// The result of a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// Nothing has changed since the last time.
    Quiet,
    /// Something is being saved; look again soon.
    Restless,
    /// These were saved, and are no longer being written.
    Saved(BTreeSet<PathBuf>),
}

/// Compares each look with the previous one and with the last one acted on.
#[derive(Clone, Debug)]
pub struct Watcher {
    acted_on: Snapshot,
    last: Snapshot,
    /// Work was cut short by a save: it is due again, even if the file is back to what it was.
    pub cut_short: bool,
}

impl Watcher {
    /// One that takes this as the state that was acted on.
    pub fn new(now: Snapshot) -> Watcher {
        Watcher { acted_on: now.clone(), last: now, cut_short: false }
    }

    /// Takes a look. Each save is reported once; no file, if the one that cut work short is back.
    pub fn look(&mut self, now: Snapshot) -> Look {
        let restless = now != self.last;
        self.last = now;
        if restless {
            return Look::Restless;
        }
        let saved = self.acted_on.differences(&self.last);
        if saved.is_empty() && !self.cut_short {
            return Look::Quiet;
        }
        self.cut_short = false;
        self.acted_on = self.last.clone();
        Look::Saved(saved)
    }

    /// Returns whether `now` differs from the state acted on: then what is being judged is out of
    /// date.
    pub fn is_outdated(&self, now: &Snapshot) -> bool {
        *now != self.acted_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Files with the number of their content.
    fn state(files: &[(&str, u64)]) -> Snapshot {
        let stamp = |bytes| Stamp { modified: None, bytes, inode: 1 };
        Snapshot(files.iter().map(|(path, content)| (PathBuf::from(path), stamp(*content))).collect())
    }

    fn saved(paths: &[&str]) -> Look {
        Look::Saved(paths.iter().map(PathBuf::from).collect())
    }

    #[test]
    fn a_save_is_told_once_and_only_when_it_is_over() {
        let mut watcher = Watcher::new(state(&[("a", 1), ("b", 1)]));
        assert_eq!(watcher.look(state(&[("a", 1), ("b", 1)])), Look::Quiet);
        assert_eq!(watcher.look(state(&[("a", 2), ("b", 1)])), Look::Restless);
        assert_eq!(watcher.look(state(&[("a", 3), ("b", 1)])), Look::Restless, "still being written");
        assert_eq!(watcher.look(state(&[("a", 3), ("b", 1)])), saved(&["a"]));
        assert_eq!(watcher.look(state(&[("a", 3), ("b", 1)])), Look::Quiet);
    }

    #[test]
    fn a_saved_header_or_module_concerns_the_programs_of_all_problems() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("testdata/nim")).unwrap();
        let check =
            |file: &str, expected: bool| assert_eq!(concerns_all(root.path(), Path::new(file)), expected, "{file}");
        check("include/atcoder/dsu", true);
        check("solutions/cpp/all.hpp", true);
        check("harness.toml", true);
        check("solutions/python/tools.py", true);
        check("solutions/cpp/nim.cpp", false);
        check("problems/nim/testlib.h", false);
    }

    #[test]
    fn an_editor_that_renames_saves_once() {
        let mut watcher = Watcher::new(state(&[("a", 1)]));
        assert_eq!(watcher.look(state(&[])), Look::Restless, "the old one is gone for a moment");
        assert_eq!(watcher.look(state(&[("a", 2)])), Look::Restless);
        assert_eq!(watcher.look(state(&[("a", 2)])), saved(&["a"]));
    }

    #[test]
    fn a_file_that_comes_back_as_it_was_was_not_saved() {
        let mut watcher = Watcher::new(state(&[("a", 1)]));
        assert_eq!(watcher.look(state(&[])), Look::Restless);
        assert_eq!(watcher.look(state(&[("a", 1)])), Look::Restless);
        assert_eq!(watcher.look(state(&[("a", 1)])), Look::Quiet);
    }

    #[test]
    fn work_that_was_cut_short_is_due_again_once_whatever_is_saved() {
        let cut_short = || Watcher { cut_short: true, ..Watcher::new(state(&[("a", 1)])) };
        let mut watcher = cut_short();
        assert_eq!(watcher.look(state(&[("a", 1)])), saved(&[]));
        assert_eq!(watcher.look(state(&[("a", 1)])), Look::Quiet);
        let mut watcher = cut_short();
        assert_eq!(watcher.look(state(&[("a", 2)])), Look::Restless);
        assert_eq!(watcher.look(state(&[("a", 2)])), saved(&["a"]));
        assert_eq!(watcher.look(state(&[("a", 2)])), Look::Quiet);
    }

    #[test]
    fn new_and_removed_files_are_saved_files() {
        let mut watcher = Watcher::new(state(&[("a", 1)]));
        watcher.look(state(&[("b", 1)]));
        assert_eq!(watcher.look(state(&[("b", 1)])), saved(&["a", "b"]));
    }

    #[test]
    fn any_other_state_than_the_one_acted_on_outdates_what_is_judged() {
        let watcher = Watcher::new(state(&[("a", 1)]));
        assert!(!watcher.is_outdated(&state(&[("a", 1)])));
        assert!(watcher.is_outdated(&state(&[("a", 2)])) && watcher.is_outdated(&state(&[])));
    }

    #[test]
    fn files_are_seen_and_what_editors_leave_behind_is_not() {
        let root = tempfile::tempdir().unwrap();
        let write = |file: &str, text: &str| {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        for file in [
            "solutions/a.rs",
            "problems/x/problem.toml",
            "testdata/x/1.in",
            "solutions/.a.rs.swp",
            "solutions/a.rs~",
            "harness.toml",
        ] {
            write(file, "1");
        }
        write("elsewhere/b.rs", "1");
        std::os::unix::fs::symlink("../elsewhere/b.rs", root.path().join("solutions/link.rs")).unwrap();
        std::os::unix::fs::symlink("/etc", root.path().join("include")).unwrap();
        let before = Snapshot::take(root.path());
        let names: Vec<String> = before.0.keys().map(|path| path.display().to_string()).collect();
        let expected =
            ["harness.toml", "problems/x/problem.toml", "solutions/a.rs", "solutions/link.rs", "testdata/x/1.in"];
        assert_eq!(names, expected);
        // The same length and possibly the same time, but a different file.
        write("solutions/.new", "2");
        fs::rename(root.path().join("solutions/.new"), root.path().join("solutions/a.rs")).unwrap();
        let saved = before.differences(&Snapshot::take(root.path()));
        assert_eq!(saved.into_iter().collect::<Vec<_>>(), [PathBuf::from("solutions/a.rs")]);
        let before = Snapshot::take(root.path());
        write("elsewhere/b.rs", "12");
        let saved = before.differences(&Snapshot::take(root.path()));
        assert_eq!(saved.into_iter().collect::<Vec<_>>(), [PathBuf::from("solutions/link.rs")]);
    }
}
