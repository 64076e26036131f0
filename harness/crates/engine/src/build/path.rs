//! Where a machine keeps its programs, and a person their files.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The first executable file with that name in a folder of `PATH`. A relative one is passed over:
/// it lies in the folder that is judged, and what is there is started in a cell or not at all.
pub fn in_path(name: &str) -> Option<PathBuf> {
    in_folders(&env::var_os("PATH").unwrap_or_else(|| USUAL_PATH.into()), name)
}

/// The same of the folders that a `PATH` usually names, whether it does here or not.
pub(super) fn in_usual_path(name: &str) -> Option<PathBuf> {
    in_folders(OsStr::new(USUAL_PATH), name)
}

fn in_folders(path: &OsStr, name: &str) -> Option<PathBuf> {
    let folders = env::split_paths(path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(name)).find(|file| is_executable(file))
}

/// Where a shell looks that was started without `PATH`.
const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

pub(super) fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Whether `HOME` can be a person's folder. A relative one is another in each folder.
pub(super) fn is_home(path: &Path) -> bool {
    path.is_absolute() && path.is_dir()
}
