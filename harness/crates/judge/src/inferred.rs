//! Which time limits that were measured earlier are taken, as a caller says it.

use std::path::PathBuf;

/// Which measured limits are taken, and where new ones are kept.
#[derive(Clone, Debug, Default)]
pub struct InferredLimits {
    /// `None`: the file in the user's cache.
    pub file: Option<PathBuf>,
    /// Takes none of an earlier run: all are measured again. Otherwise those count of which nothing
    /// has changed that was measured.
    pub afresh: bool,
}
