//! Why what somebody names is not a file or folder that can be opened. Only what is not there is
//! called so: what lies in a folder that this user may not search may well be there.

use crate::error::{Error, ErrorKind, refused};
use std::fs;
use std::io;
use std::path::Path;

/// Why `path`, which somebody calls `name`, is not a file.
pub fn no_file(name: &str, path: &Path) -> Error {
    unopened("file", name, path)
}

/// Why `path`, which somebody calls `name`, is neither a file nor a folder.
pub(crate) fn no_file_or_folder(name: &str, path: &Path) -> Error {
    unopened("file or folder", name, path)
}

/// Why nobody can tell whether `path`, which somebody calls `name`, is there, if a folder on the
/// way is shut.
pub(crate) fn shut(name: &str, path: &Path) -> Option<Error> {
    is_denied(path.metadata()).then(|| no_file_or_folder(name, path))
}

/// Why the folder `path`, which somebody calls `name`, cannot be listed, if it cannot.
pub(crate) fn unlisted(name: &str, path: &Path) -> Option<Error> {
    let error = fs::read_dir(path).err()?;
    let is_shut = error.kind() == io::ErrorKind::PermissionDenied && path.is_dir();
    let hint = if is_shut { Some(format!("let this user read {name}")) } else { to_search(path, &error) };
    Some(cannot("read", name, &error, hint))
}

fn unopened(what: &str, name: &str, path: &Path) -> Error {
    match (path.metadata(), path.read_link()) {
        (Err(error), Ok(target)) if error.kind() == io::ErrorKind::NotFound => {
            refused(format!("{name} is a link to {}, which is not there", target.display()))
                .of_kind(ErrorKind::NothingNamed)
        }
        (Err(error), _) if error.kind() != io::ErrorKind::NotFound => {
            cannot("open", name, &error, to_search(path, &error))
        }
        (Ok(found), _) if found.is_dir() => refused(format!("{name} is a folder, not a file")),
        (Ok(_) | Err(_), _) => refused(format!("there is no {what} {name}")).of_kind(ErrorKind::NothingNamed),
    }
}

fn cannot(doing: &str, name: &str, why: &io::Error, hint: Option<String>) -> Error {
    let error = refused(format!("cannot {doing} {name}: {why}"));
    match hint {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}

/// What opens the way to `path`: the outermost folder on it that this user may not search is named.
fn to_search(path: &Path, error: &io::Error) -> Option<String> {
    if error.kind() != io::ErrorKind::PermissionDenied {
        return None;
    }
    let folder = path.ancestors().filter(|below| is_denied(below.symlink_metadata())).last()?.parent()?;
    Some(format!("let this user search {}", folder.display()))
}

fn is_denied<T>(look: io::Result<T>) -> bool {
    look.is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn words_and_hint(error: &Error) -> (String, Option<String>) {
        (error.to_string(), error.hint())
    }

    #[test]
    fn only_what_is_not_there_is_called_so() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("gone", at("link")).unwrap();
        symlink("loop", at("loop")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        fs::write(at("text"), "").unwrap();
        let file = |name: &str| no_file(name, &at(name)).to_string();
        assert_eq!(file("none"), "there is no file none");
        assert_eq!(file("link"), "link is a link to gone, which is not there");
        assert_eq!(file("folder"), "folder is a folder, not a file");
        assert!(file("loop").starts_with("cannot open loop: "), "{}", file("loop"));
        assert!(file("text/below").starts_with("cannot open text/below: "), "{}", file("text/below"));
        let either = no_file_or_folder("none", &at("none"));
        assert_eq!(either.to_string(), "there is no file or folder none");
        assert!(unlisted("folder", &at("folder")).is_none());
    }

    #[test]
    fn the_folder_that_may_not_be_searched_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let shut = folder.path().join("shut");
        let below = shut.join("a/b.py");
        fs::create_dir_all(shut.join("a")).unwrap();
        fs::write(&below, "").unwrap();
        fs::set_permissions(&shut, fs::Permissions::from_mode(0o000)).unwrap();
        // Root may search all folders.
        if below.metadata().is_err() {
            let denied = "Permission denied (os error 13)";
            let search = Some(format!("let this user search {}", shut.display()));
            let (words, hint) = words_and_hint(&no_file("b.py", &below));
            assert_eq!((words, &hint), (format!("cannot open b.py: {denied}"), &search));
            let (words, hint) = words_and_hint(&unlisted("a", &shut.join("a")).unwrap());
            assert_eq!((words, &hint), (format!("cannot read a: {denied}"), &search));
            let (words, hint) = words_and_hint(&unlisted("shut", &shut).unwrap());
            assert_eq!((words, hint), (format!("cannot read shut: {denied}"), Some("let this user read shut".into())));
        }
        fs::set_permissions(&shut, fs::Permissions::from_mode(0o700)).unwrap();
    }
}
