//! The folder `harness/` of a package: where its files came from.
//!
//! `origin.tsv` has a line for each file of ours and for each that was made from them: the hash of
//! its content, its path in the package, its path in the workspace (`-`: made). Files without a
//! place in the package lie in `harness/` itself, under their paths in the workspace.

use super::Writer;
use beneath::Home;
use model::Key;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Where it is in a package.
pub const FOLDER: &str = "harness";
pub const LIST: &str = "harness/origin.tsv";
/// The first line of the list. Another number is another layout.
pub const HEAD: &str = "harness export 1";

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub hash: String,
    pub in_package: String,
    /// `None`: made from other files.
    pub in_workspace: Option<String>,
}

impl Writer<'_> {
    /// Puts every file of the problem that has no place yet into the folder, and writes the list.
    pub(super) fn origin(&mut self) -> io::Result<()> {
        let mut lines = Vec::new();
        let mut placed: BTreeSet<PathBuf> = BTreeSet::new();
        for (in_package, file) in &self.export.files {
            let own = match &file.content {
                super::Content::Copied(path) if placed.insert(path.clone()) => self.in_workspace(path),
                super::Content::Copied(_) | super::Content::Made(_) => None,
            };
            let hash = hash(&file.content.bytes()?);
            lines.push(Line { hash, in_package: in_package.clone(), in_workspace: own });
        }
        for path in self.own_files()? {
            if placed.contains(&path) {
                continue;
            }
            let Some(own) = self.in_workspace(&path) else {
                self.lose(self.display(&path), "the list of files in the package cannot hold such a name");
                continue;
            };
            let in_package = format!("{FOLDER}/{own}");
            let hash = hash(&super::read(&path)?);
            self.copy(in_package.clone(), &path);
            lines.push(Line { hash, in_package, in_workspace: Some(own) });
        }
        lines.sort_by(|a, b| a.in_package.cmp(&b.in_package));
        let text = lines.iter().map(|line| {
            let own = line.in_workspace.as_deref().unwrap_or("-");
            format!("{}\t{}\t{own}\n", line.hash, line.in_package)
        });
        let text = format!("{HEAD}\t{}\n{}", self.problem.id, text.collect::<String>());
        self.make(LIST, text);
        Ok(())
    }

    /// Everything in the problem's folder, its tests and its solutions, by path. A link is the file
    /// that it leads to, unless that did not come along with the workspace.
    fn own_files(&self) -> io::Result<BTreeSet<PathBuf>> {
        let mut files: BTreeSet<PathBuf> = self.solutions.iter().map(|solution| solution.path.clone()).collect();
        let home = Home::of(self.root);
        for folder in [self.problem.dir.clone(), self.root.join("testdata").join(self.problem.id.as_str())] {
            let visible =
                |entry: &walkdir::DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
            for entry in walkdir::WalkDir::new(folder).into_iter().filter_entry(visible) {
                let path = entry?.into_path();
                if path.is_file() && home.holds(&path)? {
                    files.insert(path);
                }
            }
        }
        Ok(files)
    }

    /// The path in the workspace, if the list can hold it. Where headers were pasted into a
    /// solution, its file lies elsewhere.
    fn in_workspace(&self, path: &Path) -> Option<String> {
        let solution = self.solutions.iter().find(|solution| solution.path == path);
        let own = match path.strip_prefix(self.root) {
            Ok(own) => own.to_str()?,
            Err(_) => solution.map(|solution| solution.display.as_str())?,
        };
        (!own.contains(['\t', '\n'])).then(|| own.to_owned())
    }
}

pub fn hash(bytes: &[u8]) -> String {
    Key::of(&["export"], bytes).to_string()
}

/// The problem's name and the lines of a list; `None` if this version writes no such list.
pub fn read(text: &str) -> Option<(String, Vec<Line>)> {
    let (head, lines) = text.split_once('\n')?;
    let id = head.strip_prefix(HEAD)?.strip_prefix('\t')?;
    let line = |line: &str| {
        let mut parts = line.split('\t');
        let (hash, in_package, own) = (parts.next()?, parts.next()?, parts.next()?);
        let in_workspace = (own != "-").then(|| own.to_owned());
        Some(Line { hash: hash.to_owned(), in_package: in_package.to_owned(), in_workspace })
    };
    Some((id.to_owned(), lines.lines().map(line).collect::<Option<Vec<_>>>()?))
}
