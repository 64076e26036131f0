//! Opens a workspace or package with the tests that it describes but does not carry.

use crate::args::{CommonArgs, SandboxArgs, SelectArgs};
use crate::error::CliError;
use crate::session;
use crate::workspace::Workspace;
use judge::Words;

/// Opens the workspace or package, with all tests of the selected problems that can be made. The
/// others' tests can wait, so that the first result comes soon.
///
/// # Errors
/// As [`Workspace::open`], and when no program can be run here.
pub(crate) fn open(select: &SelectArgs, common: &CommonArgs, sandbox: &SandboxArgs) -> Result<Workspace, CliError> {
    let workspace = Workspace::open(common)?;
    if workspace.unmade(&select.words()).is_empty() {
        return Ok(workspace);
    }
    make(&workspace, &select.words(), sandbox)?;
    Workspace::open(common)
}

/// Makes what the selected problems describe and do not carry.
///
/// # Errors
/// When no program can be run here.
pub(crate) fn make(workspace: &Workspace, words: &Words, sandbox: &SandboxArgs) -> Result<(), CliError> {
    session::call(workspace, sandbox, |caller| workspace.judge.make(&workspace.unmade(words), caller))
}
