//! Which time limits that were measured earlier are taken, as a caller says it.

use std::path::PathBuf;

/// Which measured limits are taken, and where new ones are kept.
#[derive(Clone, Debug, Default)]
pub struct InferredLimits {
    /// `None`: the file in the user's cache.
    pub file: Option<PathBuf>,
    /// Whether a limit of an earlier run will do.
    pub source: LimitSource,
}

/// Whether limits that were measured earlier are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LimitSource {
    /// Those of which nothing has changed that was measured.
    #[default]
    Earlier,
    /// None of them: all are measured again.
    Afresh,
}
