//! The pieces of files that a failed run is shown with.

use super::compare::ReadAt;
use crate::model::Excerpt;
use std::fs::File;
use std::io;

/// The beginning of a file of which `written` bytes were written, some of them perhaps past a cap.
///
/// # Errors
/// When the file cannot be read.
pub fn excerpt(file: &File, written: u64) -> io::Result<Excerpt> {
    let mut head = vec![0; Excerpt::LIMIT];
    let mut filled = 0;
    while filled < head.len() {
        match file.read_at(&mut head[filled..], filled as u64) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    head.truncate(filled);
    let bytes = written.max(file.metadata()?.len()).max(filled as u64);
    let whole = bytes == filled as u64;
    let lines = whole.then(|| memchr::memchr_iter(b'\n', &head).count() as u64);
    Ok(Excerpt { head, bytes, lines })
}
