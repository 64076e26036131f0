//! Turns a package into files in our layout.
//!
//! What was read is written out: `problem.toml`, tests, solutions with their directives. What our
//! layout cannot say is a [`Loss`]. Nothing here writes to the disk or runs a program.

use crate::export::Content;
use crate::loss::{Loss, Weight};
use crate::tree::file_name;
use beneath::Home;
use model::{Problem, ProblemId, copies, is_header};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

mod keep;
mod manifest;
mod problem;

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
}

impl Import {
    fn lose(&mut self, weight: Weight, what: impl Into<String>, why: impl Into<String>) {
        self.losses.push(Loss::new(weight, what, why));
    }
}

/// The one file of the program at `path`, and its extension. In a folder, only files that satisfy
/// `counts` matter.
fn one_file(problem: &Problem, path: &Path, counts: fn(&Path) -> bool) -> Option<(PathBuf, String)> {
    let mut files = files_of(problem, path).into_iter().map(|(_, path)| path).filter(|path| counts(path));
    let file = files.next()?;
    let extension = file.extension()?.to_string_lossy().into_owned();
    files.next().is_none().then_some((file, extension))
}

/// How messages name a file of the package, or one that was put together from files of it.
fn display(problem: &Problem, path: &Path) -> String {
    let original = || copies::original(path).map(|(_, original)| original);
    path.strip_prefix(&problem.dir).ok().or_else(original).unwrap_or(path).display().to_string()
}

/// The files below `folder`, or `folder` itself if it is one, by name. A link that stays in the
/// package is the file that it leads to.
fn files_of(problem: &Problem, folder: &Path) -> Vec<(String, PathBuf)> {
    if folder.is_file() {
        return vec![(file_name(folder), folder.to_owned())];
    }
    Home::of(&problem.dir).files(folder).flatten().map(|found| (found.name, found.path)).collect()
}

/// The one source of a program, which may have headers beside it.
fn one_source(problem: &Problem, path: &Path) -> Option<(PathBuf, String)> {
    one_file(problem, path, |path| !is_header(path))
}
