//! Why a command ends before its work is done: an error of the library, of which `cli` prints the
//! causes and the next step, and the exit code that it means.

use crate::exit::Exit;
use std::error::Error;
use std::io;

pub(crate) use judge::{Error as CliError, ErrorKind, OrCannot, chain, refused};

/// The exit code for an error.
pub(crate) fn exit_of(error: &CliError) -> Exit {
    match error {
        CliError::Refused { kind, .. } | CliError::Selection { kind, .. } => match kind {
            ErrorKind::UsageOrContent => Exit::UsageOrContent,
            ErrorKind::NotAsExpected => Exit::NotAsExpected,
            ErrorKind::Incomplete => Exit::FaultOrIncomplete,
            ErrorKind::NothingNamed => Exit::NothingSelected,
        },
        CliError::Fault(_) => Exit::FaultOrIncomplete,
        CliError::Interrupted => Exit::Interrupted,
        CliError::Io { .. } | CliError::Caller(_) => {
            // Then nothing is wrong with the arguments.
            if is_disk_full(error) { Exit::FaultOrIncomplete } else { Exit::UsageOrContent }
        }
    }
}

/// Whether that is the error or one of its causes.
fn is_disk_full(error: &(dyn Error + 'static)) -> bool {
    let full = |error: &io::Error| matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    error.downcast_ref().is_some_and(full) || error.source().is_some_and(is_disk_full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use judge::formats::DraftError;

    #[test]
    fn a_full_disk_is_no_mistake_of_the_user_whatever_was_being_written() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let check = |error: CliError, expected: Exit| assert_eq!(exit_of(&error), expected, "{error}");
        let draft = |source| CliError::from(DraftError::Write { path: "a.in".into(), source });
        check(draft(full()), Exit::FaultOrIncomplete);
        check(draft(io::ErrorKind::NotFound.into()), Exit::UsageOrContent);
        check(CliError::Io { doing: "write a.in".to_owned(), source: full() }, Exit::FaultOrIncomplete);
        check(DraftError::Exists(vec!["a.in".into()]).into(), Exit::UsageOrContent);
    }
}
