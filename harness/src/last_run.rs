//! What the runs before this one left behind: where it lies, and what of it is to be run again.

use crate::exit::Exit;
use crate::workspace::Workspace;
use engine::store::Key;
use model::{SolutionId, TestId};
use report::failed::{Failed, ReadError};
use report::saved::Folder;
use std::collections::BTreeSet;
use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// `target/harness` in the workspace. Where builds and results are kept elsewhere, for perhaps more than one workspace, a folder there
/// that is this workspace's own.
pub fn folder(root: &Path) -> Folder {
    Folder::new(match env::var_os("HARNESS_CACHE_DIR") {
        None => root.join("target").join("harness"),
        Some(shared) => {
            let name = Key::of(&["workspace"], root.as_os_str().as_encoded_bytes()).to_string();
            PathBuf::from(shared).join("reports").join(name)
        }
    })
}

/// A path as people would type it here.
pub fn shown(path: &Path) -> String {
    let here = env::current_dir().ok();
    let below = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    below.unwrap_or(path).display().to_string()
}

/// The runs that `--failed` repeats.
///
/// # Errors
/// The exit code, after the reason has been printed: nothing failed, or nothing is known.
pub fn failing(workspace: &Workspace) -> Result<BTreeSet<(SolutionId, TestId)>, Exit> {
    let screen = &workspace.screen;
    let failed = Failed::read(&folder(&workspace.root).failed()).map_err(|error| {
        let hint = match error {
            ReadError::Missing => "judge something first",
            ReadError::Io { .. } | ReadError::Shape { .. } | ReadError::Version { .. } => "judge without `--failed`",
        };
        screen.refuse(&error.to_string(), Some(hint))
    })?;
    if failed.solutions.is_empty() {
        // When standard output is gone, there is nobody to tell.
        let _ = io::stdout().write_all(b"nothing to run again: whatever was judged was as expected the last time\n");
        return Err(Exit::AsExpected);
    }
    let mut pairs = BTreeSet::new();
    for solution in &workspace.catalog.solutions {
        let Some(entry) = failed.solutions.get(&solution.id.to_string()) else { continue };
        let Some(problem) = workspace.catalog.problem(&solution.id.problem) else { continue };
        let tests = problem.tests.iter().filter(|test| entry.whole || entry.tests.contains(&*test.id.0));
        pairs.extend(tests.map(|test| (solution.id.clone(), test.id.clone())));
    }
    if pairs.is_empty() {
        screen.diagnose(&workspace.diagnostics);
        screen.complain("what failed the last time is not there any more", Some("judge without `--failed`"));
        return Err(Exit::NothingSelected);
    }
    Ok(pairs)
}
