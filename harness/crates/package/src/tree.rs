//! All files of a package by name, walked once. The readers of formats look things up in it.
//!
//! Hidden files and editors' leftovers are passed over, as the formats say. Links to files and
//! folders are followed, but one that leads out of what was handed over is refused. A tree of more
//! than a million files is not walked to its end.

use crate::home::Home;
use crate::native::is_leftover;
use model::{Diagnostic, Severity};
use std::collections::BTreeMap;
use std::io::ErrorKind;
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
    /// Walks `root`, which is absolute. `skip` decides by name which folders are not entered.
    pub fn read(root: &Path, home: &Home, skip: &dyn Fn(&str) -> bool, diagnostics: &mut Vec<Diagnostic>) -> Tree {
        let mut tree = Tree { root: root.to_owned(), ..Tree::default() };
        let name_of = |path: &Path| {
            let name = path.strip_prefix(root).unwrap_or(path).to_str()?.to_owned();
            Some(if std::path::MAIN_SEPARATOR == '/' { name } else { name.replace(std::path::MAIN_SEPARATOR, "/") })
        };
        let walk = WalkDir::new(root).follow_links(true).min_depth(1).sort_by_file_name().into_iter();
        let mut seen = 0;
        // A package that was cut out of a larger one has hundreds of such links.
        let (mut outward, mut broken) = (Vec::new(), Vec::new());
        for entry in walk.filter_entry(|entry| {
            let name = entry.file_name().to_string_lossy();
            if entry.depth() > 0 && (is_leftover(&name) || name_of(entry.path()).is_some_and(|name| skip(&name))) {
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
                let title = format!("more than {MOST_FILES} files: the rest is not read");
                diagnostics.push(diagnostic(Severity::Error, title, root));
                break;
            }
            match entry {
                Ok(entry) => {
                    let Some(name) = name_of(entry.path()) else {
                        diagnostics.push(diagnostic(Severity::Error, "the name is not UTF-8", entry.path()));
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
                            let title = "a link that leads to a folder above it: not followed";
                            diagnostics.push(diagnostic(Severity::Warning, title, &path));
                        }
                        (None, Some(error)) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
                            broken.push(path);
                        }
                        (None, Some(error)) => {
                            diagnostics.push(diagnostic(Severity::Error, format!("cannot be read: {error}"), &path));
                        }
                        (None, None) => diagnostics.push(diagnostic(Severity::Error, "cannot be read", &path)),
                    }
                }
            }
        }
        for (links, what, severity) in [
            (outward, "out of what was handed over: not followed", Severity::Error),
            (broken, "nowhere", Severity::Warning),
        ] {
            let Some(first) = links.first() else { continue };
            let title = match links.len() {
                1 => format!("a link that leads {what}"),
                count => format!("{count} links that lead {what}, this one first"),
            };
            let mut diagnostic = diagnostic(severity, title, first);
            if severity == Severity::Error {
                diagnostic.hint = Some("copy what it leads to".to_owned());
            }
            diagnostics.push(diagnostic);
        }
        tree
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

    /// The text of a file that describes the package. Bytes that are not UTF-8 are noted, and read
    /// as replacement characters.
    pub fn text(&self, name: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<Arc<str>> {
        let path = self.file(name)?;
        let read = std::fs::metadata(path)
            .and_then(|meta| if meta.len() > LARGEST_TEXT { Ok(None) } else { std::fs::read(path).map(Some) });
        let bytes = match read {
            Ok(Some(bytes)) => bytes,
            Ok(None) => {
                diagnostics.push(diagnostic(Severity::Error, "too large for a description: not read", path));
                return None;
            }
            Err(error) => {
                diagnostics.push(diagnostic(Severity::Error, format!("cannot be read: {error}"), path));
                return None;
            }
        };
        Some(match String::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(error) => {
                diagnostics.push(diagnostic(Severity::Warning, "not UTF-8: read as far as it goes", path));
                String::from_utf8_lossy(error.as_bytes()).into()
            }
        })
    }
}

/// Whether a file of this name is a header of C or C++.
pub fn is_header(name: impl AsRef<Path>) -> bool {
    name.as_ref().extension().is_some_and(|own| own == "h" || own == "hpp")
}

pub fn diagnostic(severity: Severity, title: impl Into<String>, path: &Path) -> Diagnostic {
    Diagnostic { severity, title: title.into(), path: path.to_owned(), snippet: None, hint: None }
}

/// Adds one warning about `path` for all of these names.
pub fn list<N: ToString>(
    diagnostics: &mut Vec<Diagnostic>,
    title: &str,
    hint: &str,
    names: impl IntoIterator<Item = N>,
    path: &Path,
) {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    if !names.is_empty() {
        let more = if names.len() > 5 { ", …" } else { "" };
        let title = format!("{title}: {}{more}", names[..names.len().min(5)].join(", "));
        report(diagnostics, Severity::Warning, title, path).hint = Some(hint.to_owned());
    }
}

/// Adds a diagnostic, and returns it for a hint.
pub fn report<'d>(
    diagnostics: &'d mut Vec<Diagnostic>,
    severity: Severity,
    title: impl Into<String>,
    path: &Path,
) -> &'d mut Diagnostic {
    diagnostics.push(diagnostic(severity, title, path));
    diagnostics.last_mut().expect("one was pushed just now")
}
