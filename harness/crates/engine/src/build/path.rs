//! Where a machine keeps its programs, and a person their files.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The first executable file with that name in a folder of `PATH`. A relative one is passed over:
/// it lies in the folder that is judged, and what is there is started in a cell or not at all.
/// Without `PATH`, where a shell looks then.
pub fn in_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    let folders = env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(name)).find(|file| is_executable(file))
}

pub(super) fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Whether `HOME` can be a person's folder. A relative one is another in each folder.
pub(super) fn is_home(path: &Path) -> bool {
    path.is_absolute() && path.is_dir()
}
