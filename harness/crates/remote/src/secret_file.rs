//! Files that hold secrets.

use crate::error::Error;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// The longest settings file, in bytes.
const LONGEST: u64 = 1 << 20;

/// Reads a settings file that holds a secret; `None` if there is no file.
///
/// # Errors
/// [`Error::File`] if it is not a regular file or cannot be read; [`Error::Exposed`] if somebody
/// else can read, write or own it.
#[expect(clippy::disallowed_methods, reason = "the person's own file, and no pipe")]
pub(crate) fn read(path: &Path) -> Result<Option<String>, Error> {
    let failed = |source| Error::File { path: path.to_owned(), source };
    // A pipe would wait for a writer.
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return Err(failed(io::Error::other("not a regular file"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    }
    let file = File::open(path).map_err(failed)?;
    if let Some(why) = exposed(&file.metadata().map_err(failed)?)? {
        return Err(Error::Exposed { path: path.to_owned(), why });
    }
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).map_err(failed)?;
    Ok(Some(text))
}

fn exposed(metadata: &fs::Metadata) -> Result<Option<&'static str>, Error> {
    if metadata.mode() & 0o077 != 0 {
        return Ok(Some("others may read or write it"));
    }
    // The owner of this process's own entry is the effective user.
    match fs::metadata("/proc/self").map(|own| own.uid()) {
        Ok(own) if own == metadata.uid() || own == 0 => Ok(None),
        Ok(_) => Ok(Some("it belongs to somebody else")),
        Err(source) => Err(Error::File { path: "/proc/self".into(), source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_secret_that_others_may_read_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("netrc");
        assert!(read(&path).unwrap().is_none());
        fs::write(&path, "token: abc").unwrap();
        for (mode, fine) in [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o620, false)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let found = read(&path);
            assert_eq!(found.is_ok(), fine, "{mode:o}: {found:?}");
            assert!(fine || matches!(found, Err(Error::Exposed { .. })), "{mode:o}");
        }
        assert!(matches!(read(folder.path()), Err(Error::File { .. })));
    }
}
