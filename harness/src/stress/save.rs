//! What was found, as a test: what is said and asked about it.

use super::StressArgs;
use crate::answers::{self};
use crate::error::CliError;
use crate::screen::{from_here, say};
use crate::session::Teller;
use crate::workspace::Workspace;
use judge::hunt::Find;
use judge::{Cancel, Subjects};

/// Adds a find as a test.
pub(super) fn find(
    args: &StressArgs,
    workspace: &Workspace,
    subjects: &Subjects,
    name: &str,
    (at, find): (usize, &Find),
    cancel: &Cancel,
) -> Result<(), CliError> {
    if subjects.folder.is_none() {
        answers::refuse_in_ci()?;
    }
    let mut teller = Teller::asking(&workspace.screen, cancel, args.yes);
    let caller = &mut args.sandbox.caller(cancel, &mut teller);
    let name = Some(name).filter(|name| !name.is_empty());
    let (input, answer) = workspace.save_find(subjects, (at, find), name, caller)?;
    say!("saved {} and {}\n", from_here(&input), from_here(&answer))
}
