//! Gives the tests of a package for Windows the line ends of Unix.
//!
//! Polygon makes packages for Windows by default, and its own judges run there: lines end with two
//! bytes, which testlib's programs read as one on Windows only. Here a validator would refuse every
//! test, and a solution would read the `\r` as text.

use super::xml::Description;
use crate::diagnostics::Report;
use crate::making::Files;
use crate::reading::{Batch, Case, PackageReader};
use crate::staged;
use std::io;
use std::path::{Path, PathBuf};

impl PackageReader<'_, Description> {
    /// Replaces the tests' files by copies with plain line ends. The first test decides for all,
    /// because a package is made for one system.
    pub(super) fn plain_lines(&mut self, batches: &mut [Batch]) {
        fn files_of(case: &mut Case) -> Option<[&mut PathBuf; 2]> {
            if let Files::There(input, answer) = &mut case.files { Some([input, answer]) } else { None }
        }
        let mut cases = batches.iter_mut().flat_map(|batch| &mut batch.cases).filter_map(files_of).peekable();
        if !cases.peek().is_some_and(|files| files.iter().any(|file| has_windows_ends(file))) {
            return;
        }
        let (root, folder) = (self.found.root, self.found.staged("lines"));
        for file in cases.flatten() {
            let (plain, what) = (copy(file, root, &folder), "cannot be copied without its line ends of Windows");
            let Some(plain) = self.diagnostics.reported(file, what, plain) else { return };
            *file = plain;
        }
    }
}

fn has_windows_ends(file: &Path) -> bool {
    beneath::read(file).is_ok_and(|bytes| bytes.windows(2).any(|pair| pair == b"\r\n"))
}

/// Copies `file` to `folder`, with plain line ends. A file outside of `root` stays as it is: it was
/// made here and has such ends already.
fn copy(file: &Path, root: &Path, folder: &Path) -> io::Result<PathBuf> {
    let Ok(name) = file.strip_prefix(root) else { return Ok(file.to_owned()) };
    let (bytes, place) = (plain(&beneath::read(file)?), folder.join(name));
    staged::put(&place, &bytes)?;
    Ok(place)
}

fn plain(bytes: &[u8]) -> Vec<u8> {
    let begins_line_end = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|at| !begins_line_end(*at)).map(|at| bytes[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn only_line_ends_change() {
        assert_eq!(plain(b"1\r\n2\r3\n\r\n4\r"), b"1\n2\r3\n\n4\r");
        assert_eq!(plain(b""), b"");
    }
}
