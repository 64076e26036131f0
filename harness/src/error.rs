//! Why a command ends before its work is done. Commands return it; `cli` prints it, with its causes
//! and the next step.

use crate::exit::Exit;
use engine::plan::PlanError;
use model::{Diagnostic, Fault};
use package::draft::DraftError;
use package::draft::template::TemplateError;
use report::artifacts::destination::PrepareError;
use std::error::Error;
use std::io;

#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The command's own words.
    #[error("{what}")]
    Refused {
        what: String,
        /// An imperative fragment. Commands in it are written as `` `harness check` ``.
        hint: Option<String>,
        exit: Exit,
        /// Mistakes in the workspace's files, if they are the reason.
        because: Vec<Diagnostic>,
    },
    #[error("cannot {doing}")]
    Io { doing: String, source: io::Error },
    /// The filters select nothing.
    #[error("{error}")]
    Selection { error: PlanError, exit: Exit, because: Vec<Diagnostic> },
    #[error(transparent)]
    Fault(#[from] Fault),
    #[error(transparent)]
    Draft(#[from] DraftError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error(transparent)]
    Report(#[from] PrepareError),
    #[error("interrupted")]
    Interrupted,
}

impl From<judge::Error> for CliError {
    fn from(error: judge::Error) -> CliError {
        match error {
            judge::Error::Refused { what, hint, kind, because } => {
                CliError::Refused { what, hint, exit: Exit::of_error(kind), because }
            }
            judge::Error::Io { doing, source } => CliError::Io { doing, source },
            judge::Error::Selection { error, kind, because } => {
                CliError::Selection { error, exit: Exit::of_error(kind), because }
            }
            judge::Error::Fault(fault) => CliError::Fault(fault),
            judge::Error::Draft(error) => CliError::Draft(error),
            judge::Error::Interrupted => CliError::Interrupted,
        }
    }
}

/// An error that the user can fix.
pub(crate) fn refused(what: impl Into<String>) -> CliError {
    CliError::Refused { what: what.into(), hint: None, exit: Exit::UsageOrContent, because: Vec::new() }
}

impl CliError {
    /// Adds the next step. Only [`CliError::Refused`] has none of its own.
    #[must_use]
    pub(crate) fn with_hint(mut self, text: impl Into<String>) -> CliError {
        if let CliError::Refused { hint, .. } = &mut self {
            *hint = Some(text.into());
        }
        self
    }

    /// Sets an exit code other than that for usage and content.
    #[must_use]
    pub(crate) fn with_exit(mut self, code: Exit) -> CliError {
        if let CliError::Refused { exit, .. } = &mut self {
            *exit = code;
        }
        self
    }

    #[must_use]
    pub(crate) fn with_diagnostics(mut self, found: &[Diagnostic]) -> CliError {
        if let CliError::Refused { because, .. } = &mut self {
            *because = found.to_vec();
        }
        self
    }

    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            CliError::Refused { hint, .. } => hint.clone(),
            CliError::Selection { error, .. } => error.hint(),
            CliError::Fault(fault) => fault.hint.clone(),
            CliError::Template(error) => Some(error.hint()),
            CliError::Io { .. } | CliError::Draft(_) | CliError::Report(_) | CliError::Interrupted => None,
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            CliError::Refused { exit, .. } | CliError::Selection { exit, .. } => *exit,
            CliError::Fault(_) => Exit::FaultOrIncomplete,
            CliError::Interrupted => Exit::Interrupted,
            CliError::Io { .. } | CliError::Draft(_) | CliError::Template(_) | CliError::Report(_) => {
                // Then nothing is wrong with the arguments.
                if is_disk_full(self) { Exit::FaultOrIncomplete } else { Exit::UsageOrContent }
            }
        }
    }

    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            CliError::Refused { because, .. } | CliError::Selection { because, .. } => because,
            CliError::Io { .. }
            | CliError::Fault(_)
            | CliError::Draft(_)
            | CliError::Template(_)
            | CliError::Report(_)
            | CliError::Interrupted => &[],
        }
    }
}

/// Whether that is the error or one of its causes.
fn is_disk_full(error: &(dyn Error + 'static)) -> bool {
    let full = |error: &io::Error| matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    error.downcast_ref().is_some_and(full) || error.source().is_some_and(is_disk_full)
}

/// `fs::read(path).or_cannot("read it")?`
pub(crate) trait OrCannot<T> {
    /// # Errors
    /// The same error, with what was being done.
    fn or_cannot(self, doing: impl Into<String>) -> Result<T, CliError>;
}

impl<T> OrCannot<T> for io::Result<T> {
    fn or_cannot(self, doing: impl Into<String>) -> Result<T, CliError> {
        self.map_err(|source| CliError::Io { doing: doing.into(), source })
    }
}

/// An error followed by all of its causes.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(&format!(": {cause}"));
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_no_mistake_of_the_user_whatever_was_being_written() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let check = |error: CliError, expected: Exit| assert_eq!(error.exit(), expected, "{error}");
        let draft = |source| CliError::from(DraftError::Write { path: "a.in".into(), source });
        check(draft(full()), Exit::FaultOrIncomplete);
        check(draft(io::ErrorKind::NotFound.into()), Exit::UsageOrContent);
        check(CliError::Io { doing: "write a.in".to_owned(), source: full() }, Exit::FaultOrIncomplete);
        check(DraftError::Exists(vec!["a.in".into()]).into(), Exit::UsageOrContent);
    }
}
