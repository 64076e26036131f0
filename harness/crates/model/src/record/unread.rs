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
    /// Whose it is.
    pub student: String,
    /// Its problem, if its name says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemId>,
    /// Whether a submission may be lost with it: nothing else of the student's takes its place.
    pub open: bool,
}
