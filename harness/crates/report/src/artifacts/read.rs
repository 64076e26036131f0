//! Reads the record from one JSON document on disk.

use model::record::{ParseError, Report};
use std::io;
use std::path::{Path, PathBuf};

/// Why what an earlier run left cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read {}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}", path.display())]
    Parse { path: PathBuf, source: ParseError },
}

impl ReadError {
    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, ReadError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

/// The most bytes of a report: a million runs take 140 MB.
const LARGEST: u64 = 1 << 30;

/// # Errors
/// When the file cannot be read, is not a report, or has another version.
pub fn read(path: &Path) -> Result<Report, ReadError> {
    parsed(path, Report::parse)
}

pub(super) fn parsed<T>(path: &Path, parse: fn(&[u8]) -> Result<T, ParseError>) -> Result<T, ReadError> {
    // A pipe may be named, such as `<(zcat report.json.gz)`, and so may a device without an end.
    let bytes = beneath::read_named(path, LARGEST).map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
    parse(&bytes).map_err(|source| ReadError::Parse { path: path.to_owned(), source })
}
