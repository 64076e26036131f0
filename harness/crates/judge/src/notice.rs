//! What a use case has to say apart from its outcome, for a presenter to show.

use model::Diagnostic;

/// Something to say to a person apart from the outcome. The work goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// How a presenter shows it.
    pub weight: Weight,
    /// Use cases in it are written as in [`crate::Error::hint`].
    pub text: String,
    /// The next step, if there is one to name.
    pub hint: Option<String>,
}

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It does not affect the outcome.
    Note,
    /// The outcome is to be doubted.
    Doubt,
    /// Part of the work could not be done.
    Complaint,
}

impl Notice {
    /// What is worth knowing, and not wrong.
    pub(crate) fn note(text: impl Into<String>) -> Notice {
        Notice { weight: Weight::Note, text: text.into(), hint: None }
    }

    /// What is wrong with a file or a program.
    pub(crate) fn complaint(text: impl Into<String>, hint: Option<String>) -> Notice {
        Notice { weight: Weight::Complaint, text: text.into(), hint }
    }

    /// What is wrong with a file.
    pub(crate) fn of_file(found: &Diagnostic) -> Notice {
        Notice::complaint(format!("{}: {}", found.path.display(), found.title), found.hint.clone())
    }
}
