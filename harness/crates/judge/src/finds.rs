//! Files with what hunts have found: inputs that people look at, and that other programs read.

use crate::error::Error;
use crate::places::own_folder;
use crate::workspace::Workspace;
use engine::store::Key;
use lab::hunt::Find;
use model::{Fault, ProblemId};
use package::draft;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

impl Workspace {
    /// Writes the find to files that can be looked at, and returns the input's path; the answer
    /// lies beside it. They are named after their content: another run may find something else
    /// meanwhile.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn keep_find(&self, problem: &ProblemId, find: &Find) -> Result<PathBuf, Error> {
        let folder = self.finds(problem);
        clear(&folder);
        let name = Key::of_parts([&find.input, &find.answer, &find.found].map(|bytes| &bytes[..])).to_string();
        let place = |extension: &str| folder.join(format!("found-{}.{extension}", &name[..8]));
        draft::write(place("in"), find.input.clone())?;
        draft::write(place("ans"), find.answer.clone())?;
        draft::write(place("found"), find.found.clone())?;
        Ok(place("in"))
    }

    /// The fault, with the file of the input on which it occurred: whoever mends a checker needs
    /// it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn on_input(&self, problem: &ProblemId, fault: &Fault, input: Option<&[u8]>) -> Result<Fault, Error> {
        let Some(input) = input else { return Ok(fault.clone()) };
        let name = Key::of_parts([input]).to_string();
        let file = self.finds(problem).join(format!("fault-{}.in", &name[..8]));
        draft::write(file.clone(), input)?;
        let message = format!("{}, on the input {}", fault.message, self.relative(&file));
        Ok(Fault { message, ..fault.clone() })
    }

    /// What was found for a problem.
    fn finds(&self, problem: &ProblemId) -> PathBuf {
        own_folder(&self.root).join("stress").join(problem.as_str())
    }
}

/// Removes finds that are older than a week. One that cannot be removed stays.
fn clear(folder: &Path) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let written = file.metadata().and_then(|meta| meta.modified());
        if written.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > WEEK)) {
            let _ = fs::remove_file(file.path());
        }
    }
}
