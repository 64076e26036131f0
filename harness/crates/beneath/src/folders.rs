//! Makes folders that others may read and nobody else may write, whatever the umask.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Makes `folder` and the folders above it that are missing, with mode 0755: a strict umask would
/// hide what programs of other users must read, and a loose one would let them write there.
///
/// # Errors
/// When one cannot be made.
pub fn make_folders(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|above| !above.exists()).collect();
    for folder in missing.into_iter().rev().filter(|folder| !folder.as_os_str().is_empty()) {
        match fs::create_dir(folder) {
            Ok(()) => fs::set_permissions(folder, Permissions::from_mode(0o755))?,
            // Another process was as fast.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(error) => return Err(error),
        }
    }
    if folder.is_dir() { Ok(()) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_made_once_and_nothing_else_is_touched() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        fs::create_dir(at("own")).unwrap();
        fs::set_permissions(at("own"), Permissions::from_mode(0o700)).unwrap();
        make_folders(&at("own/a/b")).unwrap();
        make_folders(&at("own/a/b")).unwrap();
        assert_eq!(["own", "own/a", "own/a/b"].map(mode), [0o700, 0o755, 0o755]);
        fs::write(at("file"), "").unwrap();
        assert!(make_folders(&at("file")).is_err() && make_folders(&at("file/x")).is_err());
    }
}
