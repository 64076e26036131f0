//! Why a use case ends before its work is done.

use beneath::LeadsOut;
use engine::plan::PlanError;
use model::{Diagnostic, Fault};
use package::draft::DraftError;
use package::draft::template::TemplateError;
use std::io;

/// Why a use case ends before its work is done. Mistakes that leave it something to do are
/// [`crate::Notice`]s and diagnostics instead.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The caller, or what lies in the folder, is the reason.
    #[error("{what}")]
    Refused {
        /// What was refused, and why: a lower-case fragment.
        what: String,
        /// See [`Error::hint`].
        hint: Option<String>,
        /// For the caller's exit code or status.
        kind: ErrorKind,
        /// Mistakes in the files, if they are the reason.
        because: Vec<Diagnostic>,
    },
    /// A file cannot be read or written.
    #[error("cannot {doing}")]
    Io {
        /// What was being done: `read a.in`.
        doing: String,
        /// Why that failed.
        source: io::Error,
    },
    /// The words select nothing.
    #[error("{error}")]
    Selection {
        /// Which word, and what it may have meant.
        error: PlanError,
        /// For the caller's exit code or status.
        kind: ErrorKind,
        /// Mistakes in the files, if they are the reason.
        because: Vec<Diagnostic>,
    },
    /// A failure on our side: it says nothing about any solution.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Of what the caller does with the outcome, such as writing a report.
    #[error(transparent)]
    Caller(Box<dyn std::error::Error + Send + Sync>),
    /// The [`crate::Cancel`] was raised.
    #[error("interrupted")]
    Interrupted,
}

/// What an error says about the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The call, or broken files.
    UsageOrContent,
    /// Something that was judged is not as it should be.
    NotAsExpected,
    /// Something could not be judged.
    Incomplete,
    /// There is nothing of that name.
    NothingNamed,
}

/// An error that the caller can mend.
pub fn refused(what: impl Into<String>) -> Error {
    Error::Refused { what: what.into(), hint: None, kind: ErrorKind::UsageOrContent, because: Vec::new() }
}

/// The error about a word that is none of these, and the one that was probably meant.
pub(crate) fn unknown(what: impl Into<String>, word: &str, all: &[&str]) -> Error {
    let near = model::nearest(word, all.iter().copied()).map(|near| format!("did you mean `{near}`?"));
    refused(what).with_hint(near.unwrap_or_else(|| format!("there are {}", all.join(", "))))
}

/// The error after complaints about single places, and where nobody agrees to what is proposed.
pub fn not_written(hint: impl Into<String>) -> Error {
    refused("nothing was written").with_hint(hint).of_kind(ErrorKind::NotAsExpected)
}

/// The error of a program that does not compile.
pub(crate) fn not_compiled(name: &str, messages: &str) -> Error {
    refused(format!("{name} does not compile:\n{}", messages.trim_end()))
}

impl Error {
    /// An error of the caller's own.
    pub fn of_caller(error: impl std::error::Error + Send + Sync + 'static) -> Error {
        Error::Caller(Box::new(error))
    }

    /// Adds the next step. Only [`Error::Refused`] has none of its own.
    #[must_use]
    pub fn with_hint(self, text: impl Into<String>) -> Error {
        self.with_any_hint(Some(text.into()))
    }

    #[must_use]
    pub(crate) fn with_any_hint(mut self, any: Option<String>) -> Error {
        if let Error::Refused { hint, .. } = &mut self {
            *hint = any;
        }
        self
    }

    /// Sets a kind other than that of usage and content.
    #[must_use]
    pub fn of_kind(mut self, of: ErrorKind) -> Error {
        if let Error::Refused { kind, .. } = &mut self {
            *kind = of;
        }
        self
    }

    /// Names the mistakes that are the reason. Only [`Error::Refused`] holds any.
    #[must_use]
    pub fn with_diagnostics(mut self, found: &[Diagnostic]) -> Error {
        if let Error::Refused { because, .. } = &mut self {
            *because = found.to_vec();
        }
        self
    }

    /// The next step, if there is one to name: an imperative fragment. A use case in it is a verb
    /// before quoted words, such as ``bless `nim` ``, which a caller may show as what its user
    /// types.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::Refused { hint, .. } => hint.clone(),
            Error::Selection { error, .. } => error.hint(),
            Error::Fault(fault) => fault.hint.clone(),
            Error::Io { source, .. } if LeadsOut::is_why(source) => Some(LeadsOut::HINT.to_owned()),
            Error::Io { .. } | Error::Caller(_) | Error::Interrupted => None,
        }
    }

    /// The mistakes that are the reason.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Error::Refused { because, .. } | Error::Selection { because, .. } => because,
            Error::Io { .. } | Error::Fault(_) | Error::Caller(_) | Error::Interrupted => &[],
        }
    }
}

impl From<DraftError> for Error {
    fn from(error: DraftError) -> Error {
        match error {
            DraftError::Exists(_) => refused(error.to_string()),
            DraftError::Write { path, source } => Error::Io { doing: format!("write {}", path.display()), source },
        }
    }
}

impl From<TemplateError> for Error {
    fn from(error: TemplateError) -> Error {
        refused(error.to_string()).with_hint(error.hint)
    }
}

/// `fs::read(path).or_cannot("read it")?`
pub trait OrCannot<T> {
    /// # Errors
    /// The same error, with what was being done.
    fn or_cannot(self, doing: impl Into<String>) -> Result<T, Error>;
}

impl<T> OrCannot<T> for io::Result<T> {
    fn or_cannot(self, doing: impl Into<String>) -> Result<T, Error> {
        self.map_err(|source| Error::Io { doing: doing.into(), source })
    }
}

/// An error followed by all of its causes.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(&format!(": {cause}"));
        next = cause.source();
    }
    text
}
