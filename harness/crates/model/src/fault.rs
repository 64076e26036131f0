//! Our failures. A fault is never a verdict: it says that nothing is known about the solution.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whose failure it was.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A tool that the run needs is missing: the solutions that need it are left undecided.
    MissingTool,
    /// A compiler that does not answer, reads other files, or writes nothing.
    Build,
    /// The sandbox could not start, measure or clean up a run.
    Sandbox,
    /// A checker, interactor or validator crashed, hung or broke its protocol.
    Checker,
    /// Files of the workspace that could be listed but not read.
    Content,
    /// A bug of ours: a worker that panicked.
    Internal,
}

impl FaultKind {
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::MissingTool => "missing-tool",
            FaultKind::Build => "build",
            FaultKind::Sandbox => "sandbox",
            FaultKind::Checker => "checker",
            FaultKind::Content => "content",
            FaultKind::Internal => "internal",
        }
    }
}

/// A failure on our side, and the next step.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    pub kind: FaultKind,
    /// A lower-case fragment with its whole chain of causes: `cannot start rustc: No such file or
    /// directory (os error 2)`.
    pub message: String,
    /// What to do: an imperative fragment, shown after `hint:`.
    pub hint: Option<String>,
}

impl Fault {
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), hint: None }
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }

    /// Appends an error and everything that caused it.
    pub fn caused(kind: FaultKind, message: impl fmt::Display, error: &dyn std::error::Error) -> Fault {
        let mut text = format!("{message}: {error}");
        let mut next = error.source();
        while let Some(cause) = next {
            text.push_str(&format!(": {cause}"));
            next = cause.source();
        }
        Fault::new(kind, text)
    }
}
