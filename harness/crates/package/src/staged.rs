//! Files that are made for a package, in the caller's folder.
//!
//! A file with the same content is left alone, so that it keeps its time, and hashes and builds
//! made from it stay valid. A different file is written beside it and replaces it as a whole, so
//! that a program that is killed on the way leaves no half-written file under its name.

use crate::draft::beside;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Makes `bytes` the content of the file at `path`. Creates the folders above it.
///
/// # Errors
/// When it cannot be written.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if holds(path, bytes) {
        return Ok(());
    }
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    beneath::make_folders(folder)?;
    let mut file = beside(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// Whether the file has this content. Does not read a file of another length.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let same_length = fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() == bytes.len() as u64);
    same_length && beneath::read(path).is_ok_and(|there| there == bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    #[test]
    fn the_same_content_is_left_alone_and_another_takes_the_place_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("made/01.in");
        let number = || fs::metadata(&path).unwrap().ino();
        put(&path, b"first").unwrap();
        let first = number();
        put(&path, b"first").unwrap();
        assert_eq!(number(), first);
        // Somebody who has the file open goes on reading the old content.
        let held = fs::File::open(&path).unwrap();
        put(&path, b"other").unwrap();
        assert_ne!(number(), first);
        assert_eq!(io::read_to_string(held).unwrap(), "first");
        assert_eq!(fs::read(&path).unwrap(), b"other");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o400, 0o400);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_killed_process_left_is_made_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("01.in");
        fs::write(&path, "ha").unwrap();
        put(&path, b"half").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"half");
    }
}
