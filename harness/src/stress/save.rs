//! What was found, as a test: what is said and asked about it.

use super::StressArgs;
use crate::answers::{self, Person};
use crate::error::CliError;
use crate::screen::{from_here, say};
use crate::session::Teller;
use crate::workspace::Workspace;
use judge::{SavedFind, Subjects, not_written};
use lab::hunt::Find;
use model::ByteSize;
use sandbox::Cancel;

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
    let (mut person, mut teller) = (Person { workspace, cancel, yes: args.yes }, Teller::new(&workspace.screen));
    let caller = &mut args.sandbox.caller(cancel, &mut teller);
    let name = Some(name).filter(|name| !name.is_empty());
    match workspace.save_find(subjects, (at, find), name, &mut person, caller)? {
        SavedFind::Beside(input, answer) => say!("saved {} and {}\n", from_here(&input), from_here(&answer)),
        SavedFind::Test(place) => {
            let size = ByteSize(find.input.len() as u64);
            say!("added {} ({size})\n", workspace.relative(&place.input))
        }
        SavedFind::Declined => Err(not_written("check the answer, then say --yes; or give the right one with -a FILE")),
    }
}
