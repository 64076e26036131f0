//! Places in source files that a compiler, a crash or a sanitizer names, as data for an editor.

use crate::diagnostic::Severity;
use serde::{Deserialize, Serialize};

/// A place in a source file, and what is wrong there.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub found_by: FoundBy,
    pub severity: Severity,
    /// Relative to the workspace.
    pub path: String,
    /// 1-based.
    pub line: usize,
    /// 1-based, as the one that names the place counts: in bytes, characters or columns of a
    /// terminal. Null where only the line is known.
    pub column: Option<usize>,
    /// One line.
    pub message: String,
}

/// Who names a place.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoundBy {
    Compiler,
    /// A second run of a program that crashed, built with sanitizers.
    Sanitizer,
    /// What the program itself printed as it ended: a traceback, a panic, a failed assertion.
    Crash,
}
