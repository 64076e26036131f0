//! Looks at each tree once: which files exist, by `/`-separated names below the tree's root.
//!
//! It uses only names and kinds as the folder lists them. Only links are examined further.

use crate::diagnostics::Report;
use crate::folder::received;
use crate::leftover::is_leftover;
use beneath::Home;
use model::{ContestPlace, Diagnostic, ProblemId, Severity};
use std::io;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Deeper folders are not walked: no workspace needs them, and a broken one must not overflow the
/// stack or take all day.
const DEEPEST: usize = 32;

/// A file or folder below the tree.
#[derive(Debug)]
pub struct Entry {
    pub is_folder: bool,
    /// Below the tree's root, with `/`: `nim/sample/01.in`.
    pub name: String,
    /// Absolute.
    pub path: PathBuf,
}

impl Entry {
    /// The first part of the name: `nim`.
    pub fn first(&self) -> &str {
        self.name.split_once('/').map_or(&self.name, |(first, _)| first)
    }

    /// What follows the first part: `sample/01.in`; empty for an entry directly in the tree's root.
    pub fn below_first(&self) -> &str {
        self.name.split_once('/').map_or("", |(_, rest)| rest)
    }
}

/// Walks the trees of one workspace and keeps what went wrong.
pub struct Walk<'r> {
    root: &'r Path,
    home: Home,
    diagnostics: Vec<Diagnostic>,
}

impl Report for Walk<'_> {
    fn report(&mut self, severity: Severity, path: &Path, title: impl Into<String>) -> &mut Diagnostic {
        let path = self.relative(path);
        self.diagnostics.report(severity, &path, title)
    }
}

impl<'r> Walk<'r> {
    pub fn new(root: &'r Path) -> Walk<'r> {
        Walk { root, home: Home::of(root), diagnostics: Vec::new() }
    }

    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    pub fn extend(&mut self, diagnostics: Vec<Diagnostic>) {
        self.diagnostics.extend(diagnostics);
    }

    /// The place of a problem in the contest with which it was received.
    pub fn contest_place(&self, problem: &ProblemId) -> Option<ContestPlace> {
        received::contest_place(&self.home, self.root, problem)
    }

    /// `path` below the workspace root.
    pub fn relative(&self, path: &Path) -> PathBuf {
        path.strip_prefix(self.root).unwrap_or(path).to_owned()
    }

    /// All files and folders below `root/tree` down to `depth`, except those that `enter` refuses,
    /// with all their contents. In no order, except that the contents of a folder directly follow
    /// it. A missing tree is empty.
    pub fn tree(&mut self, tree: &str, depth: usize, enter: impl Fn(&str) -> bool) -> Vec<Entry> {
        let top = self.root.join(tree);
        if let Err(error) = std::fs::symlink_metadata(&top)
            && error.kind() == io::ErrorKind::NotFound
        {
            return Vec::new();
        }
        if self.home.holds(&top).is_ok_and(|own| !own) {
            self.leads_out(&top);
            return Vec::new();
        }
        let prefix = top.as_os_str().len() + 1;
        let mut found = Vec::new();
        let mut walk = WalkDir::new(&top).min_depth(1).max_depth(depth.min(DEEPEST)).into_iter();
        while let Some(entry) = walk.next() {
            match entry {
                Ok(entry) => {
                    let folder = entry.file_type().is_dir();
                    let name = entry.file_name().to_string_lossy();
                    let skip = is_leftover(&name) || (folder && !enter(&name));
                    let found_here = if skip { None } else { self.classify(entry, prefix) };
                    if folder && found_here.is_none() {
                        walk.skip_current_dir();
                    }
                    found.extend(found_here);
                }
                Err(error) => {
                    let path = error.path().unwrap_or(&top).to_owned();
                    let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    self.error(&path, format!("cannot be read: {reason}"));
                }
            }
        }
        found
    }

    /// What `entry` is; `None`, with a diagnostic, if it cannot be used. `prefix` is the length of
    /// the tree's path.
    fn classify(&mut self, entry: DirEntry, prefix: usize) -> Option<Entry> {
        let kind = entry.file_type();
        let is_folder = kind.is_dir();
        if kind.is_symlink() {
            self.follow(entry.path())?;
        } else if !kind.is_file() && !is_folder {
            self.error(entry.path(), "not a regular file");
            return None;
        }
        let path = entry.into_path();
        let Ok(name) = std::str::from_utf8(&path.as_os_str().as_encoded_bytes()[prefix..]) else {
            self.error(&path, "the name is not UTF-8").hint = Some("rename it".to_owned());
            return None;
        };
        Some(Entry { is_folder, name: name.to_owned(), path })
    }

    fn leads_out(&mut self, link: &Path) {
        self.error(link, "the link leads out of the workspace: not followed").hint =
            Some("copy what it leads to".to_owned());
    }

    /// `None`, with a diagnostic: it does not lead to a file of the workspace.
    fn follow(&mut self, link: &Path) -> Option<()> {
        let target = std::fs::metadata(link).and_then(|target| Ok((target, self.home.holds(link)?)));
        match target {
            Ok((target, true)) if target.is_file() => return Some(()),
            Ok((target, false)) if target.is_file() => self.leads_out(link),
            Ok((target, _)) if target.is_dir() => {
                self.warning(link, "links to folders are not followed").hint =
                    Some("link or copy the files".to_owned());
            }
            Ok(_) => drop(self.error(link, "the link leads to no regular file")),
            Err(error) => drop(self.error(link, format!("the link cannot be followed: {error}"))),
        }
        None
    }
}
