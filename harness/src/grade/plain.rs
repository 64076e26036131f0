//! A folder that holds only tests, as the problems of a class.

use crate::args::CommonArgs;
use crate::error::{CliError, OrCannot as _};
use crate::workspace::Workspace;
use judge::config;
use judge::places::{is_plain, is_zip};
use package::detect::Kind;
use package::folder;

/// The folder that `--root` names, if it is neither a workspace nor a package and has no programs:
/// its tests, or those of the folders in it. `None`: it is something else.
///
/// # Errors
/// When it cannot be opened, or the settings are broken.
pub(super) fn of(common: &CommonArgs) -> Result<Option<Workspace>, CliError> {
    let Some(given) = &common.root else { return Ok(None) };
    let root = given.canonicalize().or_cannot(format!("open {}", given.display()))?;
    if !root.is_dir() || is_zip(&root) || Kind::of(&root).is_some() || is_plain(&root) {
        return Ok(None);
    }
    let languages = config::languages(&config::load(Some(&root))?)?;
    let (catalog, diagnostics) = folder::of_tests(&root, &languages);
    let found = !catalog.problems.is_empty();
    Ok(found.then(|| Workspace::of(root, catalog, diagnostics, languages, common.screen())))
}
