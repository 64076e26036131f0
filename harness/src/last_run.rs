//! What earlier runs left behind: where it is, and which runs of it to repeat.

use crate::error::{CliError, ErrorKind, chain, refused};
use crate::workspace::Workspace;
use judge::model::{SolutionId, TestId};
use judge::places;
use report::artifacts::failed::KnownFailures;
use report::artifacts::read::ReadError;
use report::last_run::Folder;
use std::collections::BTreeSet;
use std::path::Path;

/// The folder that holds it.
pub(crate) fn folder(root: &Path) -> Folder {
    Folder(places::reports(root))
}

/// What the last run left cannot be read; `hint`: what to do where it is there.
pub(crate) fn unread(error: &ReadError, hint: &str) -> CliError {
    match error.is_missing() {
        true => refused("no run is remembered here").with_hint("judge something first"),
        false => refused(chain(error)).with_hint(hint),
    }
}

/// The runs that `--failed` repeats; `None` if nothing failed.
///
/// # Errors
/// When there is no earlier run, or what failed is gone.
pub(crate) fn failing(workspace: &Workspace) -> Result<Option<BTreeSet<(SolutionId, TestId)>>, CliError> {
    let unread = |error| unread(&error, "judge without `--failed`");
    let failed = KnownFailures::read(&folder(&workspace.root).failed()).map_err(unread)?;
    if failed.solutions.is_empty() {
        return Ok(None);
    }
    let runs = failed.runs(&workspace.catalog);
    if runs.is_empty() {
        return Err(refused("what failed the last time is not there any more")
            .with_hint("judge without `--failed`")
            .of_kind(ErrorKind::NothingNamed)
            .with_diagnostics(&workspace.diagnostics));
    }
    Ok(Some(runs))
}
