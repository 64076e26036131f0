//! Our failures. A fault is never a verdict: it says that nothing is known about the solution.

use crate::evidence::Utterance;
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
    /// What to do about one of which nothing more is known.
    const fn hint(self) -> Option<&'static str> {
        match self {
            FaultKind::MissingTool => Some("install what is missing"),
            FaultKind::Build => Some("run again; if it fails again, try the compiler alone"),
            FaultKind::Sandbox => Some("run again; if it fails again, examine what works on this machine"),
            FaultKind::Internal => Some("this is a bug of the harness: please report it"),
            // The message names the program or the file that is to be corrected, and how it failed.
            FaultKind::Checker | FaultKind::Content => None,
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
    /// For an interactor that failed: the last turns of its dialogue with the solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dialogue: Vec<Utterance>,
}

impl Fault {
    /// The most turns of a dialogue that are kept, and the most bytes of each.
    const TURNS: usize = 20;
    const TURN_BYTES: usize = 1024;

    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), hint: kind.hint().map(str::to_owned), dialogue: Vec::new() }
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }

    /// Keeps the last turns of a dialogue.
    #[must_use]
    pub fn after(mut self, mut dialogue: Vec<Utterance>) -> Fault {
        self.dialogue = dialogue.split_off(dialogue.len().saturating_sub(Fault::TURNS));
        for turn in &mut self.dialogue {
            turn.bytes.drain(..turn.bytes.len().saturating_sub(Fault::TURN_BYTES));
        }
        self
    }

    /// Whether the same failure happened, however the dialogues went that it happened in.
    pub fn is_same(&self, other: &Fault) -> bool {
        (self.kind, &self.message, &self.hint) == (other.kind, &other.message, &other.hint)
    }

    /// Appends an error and everything that caused it.
    pub fn caused(kind: FaultKind, message: impl fmt::Display, error: &dyn std::error::Error) -> Fault {
        let causes = std::iter::successors(error.source(), |cause| cause.source());
        Fault::new(kind, causes.fold(format!("{message}: {error}"), |text, cause| format!("{text}: {cause}")))
    }
}
