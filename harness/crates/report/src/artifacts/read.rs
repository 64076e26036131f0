//! Reads the record from one JSON document on disk.

use model::record::{ParseError, Report};
use std::io;
use std::path::{Path, PathBuf};

/// Why a report cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read the report {}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}", path.display())]
    Parse { path: PathBuf, source: ParseError },
}

/// # Errors
/// When the file cannot be read, is not a report, or has another version.
pub fn read(path: &Path) -> Result<Report, ReadError> {
    let bytes = std::fs::read(path).map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
    Report::parse(&bytes).map_err(|source| ReadError::Parse { path: path.to_owned(), source })
}
