//! Makes folders that others may read and nobody else may write, whatever the umask.

use rustix::fs::Access;
use rustix::io::Errno;
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
    if fs::metadata(folder)?.is_dir() { Ok(()) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

/// Whether a folder lies where nothing can be written: on a file system that is read-only, or, if
/// it is missing, in a folder of somebody else. Says nothing of the rights to a folder that is
/// there.
pub fn is_out_of_reach(folder: &Path) -> bool {
    let Some(there) = folder.ancestors().find(|above| above.exists()) else { return false };
    match rustix::fs::access(there, Access::WRITE_OK) {
        Err(Errno::ROFS) => true,
        Err(_) => there != folder,
        Ok(()) => false,
    }
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

    /// `.ci/matrix` mounts file systems that are read-only.
    #[test]
    fn what_can_be_made_is_within_reach() {
        let dir = tempfile::tempdir().unwrap();
        assert!(!is_out_of_reach(dir.path()) && !is_out_of_reach(&dir.path().join("a/b")));
        fs::set_permissions(dir.path(), Permissions::from_mode(0o555)).unwrap();
        let cannot_write = fs::create_dir(dir.path().join("a")).is_err();
        // Root can.
        assert_eq!(is_out_of_reach(&dir.path().join("a/b")), cannot_write);
        assert!(!is_out_of_reach(dir.path()));
        fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
    }
}
