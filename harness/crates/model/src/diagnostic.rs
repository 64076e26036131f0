//! Errors and warnings about the workspace's files, for the person who fixes them: file, place,
//! next step.

use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Something is left out of the run; the exit code becomes 2.
    Error,
    /// The content is judged all the same.
    Warning,
}

impl Severity {
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// The text to draw carets under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// The whole file, or the lines that matter.
    pub text: Arc<str>,
    /// 1-based line at which `text` begins in the file.
    pub first_line: usize,
    /// Byte range within `text`; never past its end, on character boundaries.
    pub span: Range<usize>,
    /// Shown beside the carets: `unknown key`.
    pub label: String,
}

impl Snippet {
    /// Line and column at which the span begins; 1-based, the column in characters.
    pub fn place(&self) -> (usize, usize) {
        let before = self.text.get(..self.span.start).unwrap_or(&self.text);
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        (self.first_line + before.matches('\n').count(), column)
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// One line, lower case, no full stop: ``unknown key `tme` ``.
    pub title: String,
    /// Relative to the workspace root if the file lies below it.
    pub path: PathBuf,
    pub snippet: Option<Snippet>,
    /// What to do about it: ``did you mean `time`?``
    pub hint: Option<String>,
}
