//! Reads the record from one JSON document on disk.

use model::record::{ParseError, Report};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Why a report cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read the report {}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}", path.display())]
    Parse { path: PathBuf, source: ParseError },
}

/// The most bytes of a report: a million runs take 140 MB.
const LARGEST: u64 = 1 << 30;

/// # Errors
/// When the file cannot be read, is not a report, or has another version.
pub fn read(path: &Path) -> Result<Report, ReadError> {
    let bytes = bytes(path).map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
    Report::parse(&bytes).map_err(|source| ReadError::Parse { path: path.to_owned(), source })
}

/// What an earlier run left, or whoever handed over the workspace.
#[expect(clippy::disallowed_methods, reason = "up to a bound; a person may name a pipe")]
pub(super) fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A pipe may be named, such as `<(zcat report.json.gz)`, and so may a device without an end.
    let length = File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if length as u64 > LARGEST { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}
