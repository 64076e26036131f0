//! Tests of a package for Windows, with Unix line ends.
//!
//! Polygon makes packages for Windows by default, and its own judges run there: lines end with two
//! bytes, which testlib's programs read as one on Windows only. Here a validator would refuse every
//! test, and a solution would read the first byte as text.

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
        fn there(case: &mut Case) -> Option<[&mut PathBuf; 2]> {
            if let Files::There(input, answer) = &mut case.files { Some([input, answer]) } else { None }
        }
        let mut cases = batches.iter_mut().flat_map(|batch| &mut batch.cases).filter_map(there).peekable();
        if !cases.peek().is_some_and(|files| files.iter().any(|file| is_of_windows(file))) {
            return;
        }
        let (root, folder) = (self.found.root, self.found.staged("lines"));
        for file in cases.flatten() {
            match copy(file, root, &folder) {
                Ok(plain) => *file = plain,
                Err(error) => {
                    let title = format!("cannot be copied without its line ends of Windows: {error}");
                    self.diagnostics.error(file, title);
                    return;
                }
            }
        }
    }
}

fn is_of_windows(file: &Path) -> bool {
    beneath::read(file).is_ok_and(|bytes| bytes.windows(2).any(|pair| pair == b"\r\n"))
}

/// The copy of `file` below `folder`. Files made here have plain line ends already.
fn copy(file: &Path, root: &Path, folder: &Path) -> io::Result<PathBuf> {
    let Ok(name) = file.strip_prefix(root) else { return Ok(file.to_owned()) };
    let (bytes, place) = (plain(&beneath::read(file)?), folder.join(name));
    staged::put(&place, &bytes)?;
    Ok(place)
}

fn plain(bytes: &[u8]) -> Vec<u8> {
    let ends = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|at| !ends(*at)).map(|at| bytes[at]).collect()
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
