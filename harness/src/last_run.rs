//! What earlier runs left behind: where it is, and which runs of it to repeat.

use crate::error::{CliError, ErrorKind, refused};
use crate::workspace::{Workspace, own_folder};
use model::{SolutionId, TestId};
use report::artifacts::failed::{Failed, FailedListError};
use report::last_run::Folder;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The folder that holds it.
pub(crate) fn folder(root: &Path) -> Folder {
    Folder::new(own_folder(root))
}

/// The runs that `--failed` repeats; `None` if nothing failed.
///
/// # Errors
/// When there is no earlier run, or what failed is gone.
pub(crate) fn failing(workspace: &Workspace) -> Result<Option<BTreeSet<(SolutionId, TestId)>>, CliError> {
    let failed = Failed::read(&folder(&workspace.root).failed()).map_err(|error| {
        let hint = match error {
            FailedListError::Missing => "judge something first",
            FailedListError::Io { .. } | FailedListError::Shape { .. } | FailedListError::Version { .. } => {
                "judge without `--failed`"
            }
        };
        refused(error.to_string()).with_hint(hint)
    })?;
    if failed.solutions.is_empty() {
        return Ok(None);
    }
    let mut pairs = BTreeSet::new();
    for solution in &workspace.catalog.solutions {
        let Some(entry) = failed.solutions.get(&solution.id.to_string()) else { continue };
        let Some(problem) = workspace.catalog.problem(&solution.id.problem) else { continue };
        let tests = problem.tests.iter().filter(|test| entry.whole || entry.tests.contains(&*test.id.0));
        pairs.extend(tests.map(|test| (solution.id.clone(), test.id.clone())));
    }
    if pairs.is_empty() {
        return Err(refused("what failed the last time is not there any more")
            .with_hint("judge without `--failed`")
            .of_kind(ErrorKind::NothingNamed)
            .with_diagnostics(&workspace.diagnostics));
    }
    Ok(Some(pairs))
}

/// This machine's name, from the kernel.
pub(crate) fn host() -> String {
    let read = |file| fs::read_to_string(file).ok().map(|text| text.trim().to_owned());
    read("/proc/sys/kernel/hostname").or_else(|| read("/etc/hostname")).unwrap_or_else(|| "unknown".to_owned())
}
