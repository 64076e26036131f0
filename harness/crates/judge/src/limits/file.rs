//! The file of inferred time limits. Machines may share it, because it names no path and no
//! machine.

use model::{MeasuredLimit, ProblemId};
use package::draft::{self, DraftError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// All limits of one file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitFile {
    /// The version of the file's format.
    version: u32,
    problems: BTreeMap<ProblemId, Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    /// The hash of everything the limit depends on.
    key: String,
    #[serde(flatten)]
    measured: MeasuredLimit,
}

const VERSION: u32 = 1;

impl LimitFile {
    /// Reads the file; a missing file holds nothing.
    ///
    /// # Errors
    /// In words, when it cannot be read or is not such a file.
    pub(super) fn read(path: &Path) -> Result<LimitFile, String> {
        let text = match beneath::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(LimitFile { version: VERSION, ..LimitFile::default() });
            }
            Err(error) => return Err(error.to_string()),
        };
        let read: LimitFile =
            serde_json::from_str(&text).map_err(|error| format!("no file of time limits: {error}"))?;
        if read.version == VERSION { Ok(read) } else { Err(format!("version {} is not known", read.version)) }
    }

    /// The limit that was inferred from what `key` names.
    pub(super) fn limit(&self, problem: &ProblemId, key: &str) -> Option<MeasuredLimit> {
        let entry = self.problems.get(problem).filter(|entry| entry.key == key)?;
        Some(entry.measured.clone())
    }

    pub(super) fn keep(&mut self, problem: &ProblemId, key: String, measured: &MeasuredLimit) {
        self.problems.insert(problem.clone(), Entry { key, measured: measured.clone() });
    }

    /// Writes the file whole or not at all.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn write(&self, path: &Path) -> Result<(), DraftError> {
        let failed = |source| DraftError::Write { path: path.to_path_buf(), source };
        let mut text = serde_json::to_vec_pretty(self).map_err(|error| failed(error.into()))?;
        text.push(b'\n');
        draft::write(std::path::absolute(path).map_err(failed)?, text)
    }
}
