//! Turns a package into files in our layout.
//!
//! A package that [`crate::export`] wrote gives back the files it was made of. For any other
//! package, what was read is written out: `problem.toml`, tests, solutions with their directives.
//! What our layout cannot say is a [`Loss`]. Nothing here writes to the disk or runs a program.

use crate::export::origin;
use crate::export::{Content, Loss};
use beneath::Home;
use model::{Problem, ProblemId, is_header};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use walkdir::WalkDir;

mod manifest;
mod problem;
mod rest;

pub use problem::of_problem;

#[cfg(test)]
mod tests;

/// A problem, not yet written.
#[derive(Debug)]
pub struct Import {
    pub id: ProblemId,
    /// By path in the workspace.
    pub files: BTreeMap<String, Content>,
    pub losses: Vec<Loss>,
    /// What stays behind, and changes no verdict.
    pub remarks: Vec<Loss>,
}

impl Import {
    fn new(id: ProblemId) -> Import {
        Import { id, files: BTreeMap::new(), losses: Vec::new(), remarks: Vec::new() }
    }

    fn lose(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.losses.push(Loss { what: what.into(), why: why.into() });
    }
}

/// The one file of the program at `path`, and its extension. In a folder, only files that satisfy
/// `counts` matter.
fn one_file(path: &Path, counts: fn(&Path) -> bool) -> Option<(PathBuf, String)> {
    let visible = |entry: &walkdir::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
    let entries = WalkDir::new(path).into_iter().filter_entry(visible).flatten();
    let mut files = entries.filter(|entry| !entry.file_type().is_dir() && counts(entry.path()));
    let file = files.next()?.into_path();
    let extension = file.extension()?.to_string_lossy().into_owned();
    files.next().is_none().then_some((file, extension))
}

/// How messages name a file of the package, or one that was put together for it in a folder of its
/// name.
fn display(problem: &Problem, path: &Path) -> String {
    let put_together = || {
        let above = path.ancestors().find(|above| above.file_name().is_some_and(|own| own == problem.id.as_str()))?;
        path.strip_prefix(above).ok()
    };
    path.strip_prefix(&problem.dir).ok().or_else(put_together).unwrap_or(path).display().to_string()
}

/// The one source of a program, which may have headers beside it.
fn one_source(path: &Path) -> Option<(PathBuf, String)> {
    one_file(path, |path| !is_header(path))
}
/// What the export at `root` was made of, under the name `id` or its original one. `None` if there
/// is not a list of the original files.
///
/// # Errors
/// When a file cannot be read, or the list is damaged.
pub fn of_export(root: &Path, id: Option<&ProblemId>) -> io::Result<Option<Import>> {
    let text = match Home::of(root).words(&root.join(origin::LIST)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text?,
    };
    let damaged = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let (was, lines) = origin::read(&text).ok_or_else(|| {
        damaged(format!("{} is damaged, or of a later version: remove it to read the rest", origin::LIST))
    })?;
    let was = ProblemId::parse(&was).map_err(|error| damaged(format!("{}: {error}", origin::LIST)))?;
    let mut import = Import::new(id.unwrap_or(&was).clone());
    let mut listed: BTreeSet<&str> = BTreeSet::from([origin::LIST]);
    for line in &lines {
        listed.insert(&line.in_package);
        let path = root.join(&line.in_package);
        if !is_inside(&line.in_package) {
            return Err(damaged(format!("{}: {} leads out of the package", origin::LIST, line.in_package)));
        }
        if !is_own_file(&path) {
            import.lose(&*line.in_package, "it is gone since the export, and so is not taken back");
            continue;
        }
        match &line.in_workspace {
            Some(own) => match renamed(own, &was, &import.id) {
                Some(own) => drop(import.files.insert(own, Content::Copied(path))),
                None => return Err(damaged(format!("{}: `{own}` is not a file of {was}", origin::LIST))),
            },
            None if origin::hash(&beneath::read(&path)?) != line.hash => {
                import.lose(&*line.in_package, "it was changed since the export; the change is not taken over");
            }
            None => {}
        }
    }
    unlisted(root, &listed, &mut import)?;
    Ok(Some(import))
}

/// Reports files that came into the package after the export. Tests among them are imported.
fn unlisted(root: &Path, listed: &BTreeSet<&str>, import: &mut Import) -> io::Result<()> {
    let visible =
        |entry: &walkdir::DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
    for entry in WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(visible) {
        let entry = entry?;
        let below = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_string_lossy().into_owned();
        if entry.file_type().is_dir() || listed.contains(below.as_str()) {
            continue;
        }
        let test = below.strip_prefix("data/").filter(|test| {
            let is_file = entry.file_type().is_file() && (test.ends_with(".in") || test.ends_with(".ans"));
            is_file && (test.starts_with("sample/") || test.starts_with("secret/"))
        });
        match test {
            Some(test) => {
                let place = format!("testdata/{}/{test}", import.id);
                import.files.insert(place, Content::Copied(entry.path().to_owned()));
            }
            None => import.lose(below, "it came after the export, and has no place that is known"),
        }
    }
    Ok(())
}

fn is_inside(path: &str) -> bool {
    Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

/// Whether this is a file itself, and not a link, which may lead anywhere.
fn is_own_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_file())
}

/// The path of a file of the problem `was` once that is called `id`. `None`: it belongs to no such
/// problem, or is not a place in a workspace.
fn renamed(own: &str, was: &ProblemId, id: &ProblemId) -> Option<String> {
    if !is_inside(own) {
        return None;
    }
    let (was, id) = (was.as_str(), id.as_str());
    for folder in ["problems", "testdata"] {
        if let Some(rest) = own.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
            let rest = rest.strip_prefix(was)?.strip_prefix('/')?;
            return Some(format!("{folder}/{id}/{rest}"));
        }
    }
    own.strip_prefix("solutions/")?;
    let (folder, file) = own.rsplit_once('/')?;
    let rest = file.strip_prefix(was).filter(|rest| rest.starts_with('.') || rest.starts_with("--"))?;
    Some(format!("{folder}/{id}{rest}"))
}
