//! Why what somebody names is not a file or a program. Only what is not there is called so: what
//! lies in a folder that this user may not search may well be there.

use crate::error::{Error, ErrorKind, refused};
use crate::places::typed;
use engine::build::{Executable, ExecutableError, Languages};
use model::Languages as _;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// Why `path`, which somebody calls `name`, is not a file.
pub fn no_file(name: &str, path: &Path) -> Error {
    missing("file", name, path)
}

/// Why `path`, which somebody calls `name`, is neither a file nor a folder.
pub(crate) fn no_file_or_folder(name: &str, path: &Path) -> Error {
    missing("file or folder", name, path)
}

fn missing(what: &str, name: &str, path: &Path) -> Error {
    match path.metadata() {
        Err(error) if error.kind() != io::ErrorKind::NotFound => refused(format!("cannot open {name}: {error}")),
        Ok(found) if found.is_dir() => refused(format!("{name} is a folder, not a file")),
        Ok(_) | Err(_) => refused(format!("there is no {what} {name}")).of_kind(ErrorKind::NothingNamed),
    }
}

/// # Errors
/// When no language has files like this one, and it cannot be started as it is, either.
pub fn known_language(languages: &Languages, here: &Path, path: &Path) -> Result<(), Error> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if languages.of_extension(extension).is_some() {
        return Ok(());
    }
    let name = typed(path, here);
    let Err(unfit) = Executable::of(path) else { return Ok(()) };
    if unfit != ExecutableError::Unknown {
        return Err(cannot_start(&name, &unfit));
    }
    let all = languages.entries.iter().flat_map(|entry| &entry.extensions);
    let all: BTreeSet<String> = all.map(|extension| format!(".{extension}")).collect();
    Err(refused(format!("{name}: no language has files like this, and {unfit}"))
        .with_hint(format!("there are {}", Vec::from_iter(all).join(" "))))
}

/// Why a file that somebody takes for a program cannot be started.
pub(crate) fn cannot_start(name: &str, unfit: &ExecutableError) -> Error {
    refused(format!("{name} cannot be started: {unfit}")).with_any_hint(unfit.hint(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_what_is_not_there_is_called_so() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("loop", at("loop")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        fs::write(at("text"), "").unwrap();
        let file = |name: &str| no_file(name, &at(name)).to_string();
        assert_eq!(file("none"), "there is no file none");
        assert_eq!(file("folder"), "folder is a folder, not a file");
        assert!(file("loop").starts_with("cannot open loop: "), "{}", file("loop"));
        assert!(file("text/below").starts_with("cannot open text/below: "), "{}", file("text/below"));
        let either = no_file_or_folder("none", &at("none"));
        assert_eq!(either.to_string(), "there is no file or folder none");
    }
}
