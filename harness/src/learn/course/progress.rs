//! The learner's progress: one small file beside the learner's programs, which no `cargo clean`
//! removes.

use crate::error::{CliError, OrCannot as _, refused};
use judge::formats::draft::Draft;
use judge::model::ProblemId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Where `harness learn` goes on.
    pub current: Option<ProblemId>,
    /// The extension of the newest program.
    pub language: Option<String>,
    /// The code of the language in which statements are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tongue: Option<String>,
    pub problems: BTreeMap<String, StepStanding>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StepStanding {
    /// How many hints were read.
    #[serde(default)]
    pub hints: usize,
    #[serde(default)]
    pub solved: bool,
}

fn file(folder: &Path) -> PathBuf {
    folder.join("progress.json")
}

impl Progress {
    /// # Errors
    /// When the file exists and cannot be read: it is the learner's, and is not thrown away.
    pub(super) fn read(folder: &Path) -> Result<Progress, CliError> {
        let file = file(folder);
        let bytes = match beneath::read(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Progress::default()),
            Err(error) => return Err(error).or_cannot(format!("read {}", file.display())),
        };
        serde_json::from_slice(&bytes).map_err(|error| {
            refused(format!("{} is not understood: {error}", file.display()))
                .with_hint("remove it to begin anew: your programs stay")
        })
    }

    pub(super) fn put(&self, draft: &mut Draft, folder: &Path) {
        draft.replace(file(folder), serde_json::to_vec_pretty(self).expect("it holds words and numbers"));
    }

    pub(super) fn of(&mut self, problem: &ProblemId) -> &mut StepStanding {
        self.problems.entry(problem.to_string()).or_default()
    }

    pub(super) fn is_solved(&self, problem: &ProblemId) -> bool {
        self.problems.get(problem.as_str()).is_some_and(|standing| standing.solved)
    }
}
