//! All files of a package by name, walked once. The readers of formats look things up in it.
//!
//! Hidden files and editors' leftovers are passed over, as the formats say. Links to files and
//! folders are followed, but one that leads out of what was handed over is refused. A tree of more
//! than a million files is not walked to its end.

use crate::diagnostics::Report;
use crate::leftover::is_leftover;
use crate::mistakes::Mistakes;
use beneath::{Home, LeadsOut, Plain};
use model::{Diagnostic, Severity, is_header};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::WalkDir;

/// Larger packages are taken for a mistake.
const MOST_FILES: usize = 1_000_000;
/// No description of a package is larger. Of a longer one, the beginning would be read as if it
/// were everything.
const LARGEST_TEXT: u64 = 8 << 20;

/// The files and folders below `root`, by their names with `/` between the parts.
#[derive(Debug, Default)]
pub struct Tree {
    pub root: PathBuf,
    files: BTreeMap<String, PathBuf>,
    /// What lies directly in each folder, by name.
    folders: BTreeMap<String, Vec<Child>>,
}

/// A name directly in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    pub name: String,
    pub is_folder: bool,
}

impl Tree {
    /// Walks `root`, which is absolute. Top folders of the names in `skip` are not entered.
    /// `is_judged` decides by a name whether judging reads the file: a link that is not followed is
    /// an error there, and a warning elsewhere.
    pub fn read(
        root: &Path,
        home: &Home,
        skip: &[&str],
        is_judged: fn(&str) -> bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Tree {
        let mut tree = Tree { root: root.to_owned(), ..Tree::default() };
        let name_of = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_str().map(str::to_owned);
        let walk = WalkDir::new(root).follow_links(true).min_depth(1).sort_by_file_name().into_iter();
        let mut seen = 0;
        // A package that was cut out of a larger one has hundreds of such links.
        let (mut outward, mut broken) = (Vec::new(), Vec::new());
        for entry in walk.filter_entry(|entry| {
            let name = entry.file_name().to_string_lossy();
            if entry.depth() > 0
                && (is_leftover(&name) || name_of(entry.path()).is_some_and(|name| skip.contains(&&*name)))
            {
                return false;
            }
            let leads_out = entry.path_is_symlink() && home.holds(entry.path()).is_ok_and(|own| !own);
            if leads_out {
                outward.push(entry.path().to_owned());
            }
            !leads_out
        }) {
            seen += 1;
            if seen > MOST_FILES {
                diagnostics.error(root, format!("more than {MOST_FILES} files: the rest is not read"));
                break;
            }
            match entry {
                Ok(entry) => {
                    let Some(name) = name_of(entry.path()) else {
                        diagnostics.error(entry.path(), "the name is not UTF-8");
                        continue;
                    };
                    let is_folder = entry.file_type().is_dir();
                    let (folder, own) = name.rsplit_once('/').unwrap_or(("", &name));
                    if is_folder || entry.file_type().is_file() {
                        let child = Child { name: own.to_owned(), is_folder };
                        tree.folders.entry(folder.to_owned()).or_default().push(child);
                    }
                    if is_folder {
                        tree.folders.entry(name).or_default();
                    } else if entry.file_type().is_file() {
                        tree.files.insert(name, entry.into_path());
                    }
                }
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    match (error.loop_ancestor(), error.io_error()) {
                        (Some(_), _) => {
                            diagnostics.warning(&path, "a link that leads to a folder above it: not followed");
                        }
                        (None, Some(error)) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
                            broken.push(path);
                        }
                        (None, Some(error)) => drop(diagnostics.error(&path, format!("cannot be read: {error}"))),
                        (None, None) => drop(diagnostics.error(&path, "cannot be read")),
                    }
                }
            }
        }
        let is_judged = |path: &PathBuf| name_of(path).is_none_or(|name| is_judged(&name));
        let (needed, others): (Vec<PathBuf>, Vec<PathBuf>) = outward.into_iter().partition(is_judged);
        const OUT: &str = "out of what was handed over: not followed";
        for (links, what, severity) in [
            (needed, OUT, Severity::Error),
            (others, "out of what was handed over, where nothing is read to judge", Severity::Warning),
            (broken, "nowhere", Severity::Warning),
        ] {
            let Some(first) = links.first() else { continue };
            let title = match links.len() {
                1 => format!("a link that leads {what}"),
                count => format!("{count} links that lead {what}, this one first"),
            };
            let hint = (severity == Severity::Error).then(|| LeadsOut::HINT.to_owned());
            diagnostics.report(severity, first, title).hint = hint;
        }
        tree
    }

    /// Takes out all files and folders with a name, or in a folder with a name, that `is_name`
    /// refuses, and returns the names of files.
    pub fn take_out(&mut self, is_name: fn(&str) -> bool) -> Vec<String> {
        let is_odd = |name: &str| !name.is_empty() && !name.split('/').all(is_name);
        let odd: Vec<String> = self.files.keys().filter(|name| is_odd(name)).cloned().collect();
        self.files.retain(|name, _| !is_odd(name));
        self.folders.retain(|name, _| !is_odd(name));
        self.folders.values_mut().for_each(|children| children.retain(|child| is_name(&child.name)));
        odd
    }

    /// A file by its name.
    pub fn file(&self, name: &str) -> Option<&Path> {
        self.files.get(name).map(PathBuf::as_path)
    }

    pub fn has_folder(&self, name: &str) -> bool {
        self.folders.contains_key(name)
    }

    /// The contents of `folder` (`""`: the root), files and folders together, by name.
    pub fn children(&self, folder: &str) -> &[Child] {
        self.folders.get(folder).map_or(&[], Vec::as_slice)
    }

    /// All files below `folder`, at any depth: the name relative to it, and the path. By name.
    pub fn below<'t>(&'t self, folder: &str) -> impl Iterator<Item = (&'t str, &'t Path)> + use<'t> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let length = prefix.len();
        let from = self.files.range(prefix.clone()..);
        from.take_while(move |(name, _)| name.starts_with(&prefix))
            .map(move |(name, path)| (&name[length..], path.as_path()))
    }

    /// The same, to be held.
    pub fn all_below(&self, folder: &str) -> Vec<(String, PathBuf)> {
        self.below(folder).map(|(name, path)| (name.to_owned(), path.to_owned())).collect()
    }

    /// What `read` makes of a file that describes the package. Its mistakes are added to
    /// `diagnostics`. `None`: there is no such file, or it cannot be read.
    pub fn described<T>(
        &self,
        name: &str,
        diagnostics: &mut Vec<Diagnostic>,
        read: impl FnOnce(&str, &mut Mistakes) -> T,
    ) -> Option<T> {
        let text = self.text(name, diagnostics)?;
        let mut mistakes = Mistakes::new(self.root.join(name), Arc::clone(&text));
        let read = read(&text, &mut mistakes);
        diagnostics.extend(mistakes.into_diagnostics());
        Some(read)
    }

    /// The text of a file that describes the package. Bytes that are not UTF-8 are noted, and read
    /// as replacement characters.
    pub fn text(&self, name: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<Arc<str>> {
        let path = self.file(name)?;
        let read = Plain::find(path).and_then(|file| file.read(LARGEST_TEXT));
        let bytes = diagnostics.reported(path, "cannot be read", read)?;
        let text = String::from_utf8_lossy(beneath::without_mark(&bytes));
        if matches!(text, Cow::Owned(_)) {
            diagnostics.warning(path, "not UTF-8: read as far as it goes");
        }
        Some(text.into())
    }
}

/// The folder of a problem in which an import keeps what it makes nothing of.
pub const ORIGINAL: &str = "package";

/// All files below `folder`, or `folder` itself if it is one: their names in it, and where they
/// lie. By name. Links are not files.
pub fn files_below(folder: &Path) -> Vec<(String, PathBuf)> {
    let below = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let named = |found: walkdir::DirEntry| {
        let own = if found.depth() == 0 { None } else { found.path().strip_prefix(folder).ok() };
        let name = own.unwrap_or(Path::new(found.file_name())).to_string_lossy().replace('\\', "/");
        (name, found.into_path())
    };
    below.filter(|found| found.file_type().is_file()).map(named).collect()
}

/// The first bytes of a file, at most so many.
///
/// # Errors
/// When it cannot be read.
pub fn head(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    beneath::open(path)?.take(most).read_to_end(&mut head)?;
    Ok(head)
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The headers in the folder of `file` that came along with `home`, by name.
///
/// # Errors
/// When the folder cannot be read.
pub fn headers_beside(file: &Path, home: &Home) -> io::Result<Vec<PathBuf>> {
    let mut headers = Vec::new();
    for entry in std::fs::read_dir(file.parent().unwrap_or(Path::new("")))? {
        headers.extend(Some(entry?.path()).filter(|path| is_header(path) && home.find(path).is_ok()));
    }
    headers.sort();
    Ok(headers)
}
