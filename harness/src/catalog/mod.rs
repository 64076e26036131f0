//! From folders to a [`Catalog`]: walks the workspace, reads `problem.toml` and the `//@` directives.
//!
//! It never fails on content: everything that is wrong becomes a [`Diagnostic`], as many as there are in one go, and whatever is
//! healthy is in the catalog. It does not know how anything is compiled, run or judged.

use crate::model::{Diagnostic, Problem, Solution};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a workspace holds.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// Absolute.
    pub root: PathBuf,
    /// By id.
    pub problems: Vec<Arc<Problem>>,
    /// By id: problem, model solution first, then by label.
    pub solutions: Vec<Arc<Solution>>,
}

/// The nearest folder upwards from `start`, itself included, that has `problems/` and `testdata/`.
pub fn find_root(start: &Path) -> Option<PathBuf> {
    let _ = start;
    todo!("catalog helper")
}

/// Reads the workspace at `root`.
pub fn load(root: &Path) -> (Catalog, Vec<Diagnostic>) {
    let _ = root;
    todo!("catalog helper")
}
