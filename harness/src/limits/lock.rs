//! The file of inferred time limits. Machines may share it, because it names no path and no
//! machine.

use model::{Measured, ProblemId, SolutionId, TestId};
use package::draft::{self, DraftError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

/// All limits of one file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lock {
    /// The version of the file's format.
    version: u32,
    problems: BTreeMap<ProblemId, Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The hash of everything the limit depends on.
    key: String,
    limit_ms: u64,
    slowest_ms: f64,
    solution: SolutionId,
    test: TestId,
    too_fast: Vec<TooFast>,
    left_out: Vec<SolutionId>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TooFast {
    solution: SolutionId,
    slowest_ms: f64,
}

const VERSION: u32 = 1;

impl Lock {
    /// Reads the file; a missing file holds nothing.
    ///
    /// # Errors
    /// In words, when it cannot be read or is not such a file.
    pub(super) fn read(path: &Path) -> Result<Lock, String> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Lock { version: VERSION, ..Lock::default() });
            }
            Err(error) => return Err(error.to_string()),
        };
        let lock: Lock = serde_json::from_str(&text).map_err(|error| format!("no file of time limits: {error}"))?;
        if lock.version == VERSION { Ok(lock) } else { Err(format!("version {} is not known", lock.version)) }
    }

    /// The limit that was inferred from what `key` names.
    pub(super) fn limit(&self, problem: &ProblemId, key: &str) -> Option<Measured> {
        let entry = self.problems.get(problem).filter(|entry| entry.key == key)?;
        let too_fast = entry.too_fast.iter().map(|one| (one.solution.clone(), from_ms(one.slowest_ms)));
        Some(Measured {
            limit: Duration::from_millis(entry.limit_ms),
            slowest: from_ms(entry.slowest_ms),
            solution: entry.solution.clone(),
            test: entry.test.clone(),
            too_fast: too_fast.collect(),
            left_out: entry.left_out.clone(),
        })
    }

    pub(super) fn keep(&mut self, problem: &ProblemId, key: String, measured: &Measured) {
        let Measured { limit, slowest, solution, test, too_fast, left_out } = measured;
        let slow =
            |(solution, took): &(SolutionId, Duration)| TooFast { solution: solution.clone(), slowest_ms: ms(*took) };
        let entry = Entry {
            key,
            limit_ms: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX),
            slowest_ms: ms(*slowest),
            solution: solution.clone(),
            test: test.clone(),
            too_fast: too_fast.iter().map(slow).collect(),
            left_out: left_out.clone(),
        };
        self.problems.insert(problem.clone(), entry);
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

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn from_ms(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
}
