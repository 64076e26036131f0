//! The files of a class's folder that are not submissions.

use crate::id::ProblemId;
use serde::{Deserialize, Serialize};

/// A file of a class's folder that is not a submission.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UnreadFile {
    /// Below the folder, with `/`.
    pub file: String,
    /// Why, for people.
    pub why: String,
    /// Whose it is, if its name says so and nothing else of this student takes its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<String>,
    /// Its problem, if the student has nothing else for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemId>,
}
