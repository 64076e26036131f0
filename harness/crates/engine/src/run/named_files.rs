//! Solutions that read and write named files instead of their streams, or find files beside them.
//!
//! Such a solution runs in a folder of its own, which holds these files and nothing else. What it
//! leaves there under the output's name counts as what it printed. It may write files there, each
//! as large as an output may be, but nothing else that other solutions may not.

use crate::run::Builds;
use crate::run::pool::Worker;
use model::{Fault, FaultKind, FileBeside, FileNames, Test};
use sandbox::leftovers::Leftovers;
use sandbox::{CapturedStream, CompletedRun, Exec, Stdin};
use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Runs a solution on `input`, as `exec` says or with the files that `test` names. `None`:
/// interrupted.
///
/// # Errors
/// A sandbox fault when the solution cannot be run, or its files cannot be put there or read.
pub(super) fn run(
    exec: &Exec,
    test: &Test,
    input: &Path,
    builds: &dyn Builds,
    worker: &mut Worker<'_>,
) -> Result<Option<CompletedRun>, Fault> {
    let mut exec = in_folder(exec, test, builds, worker)?;
    let Some(folder) = exec.scratch.clone() else { return worker.cell.run(&exec) };
    let FileNames { input: input_name, output: output_name } = test.files().cloned().unwrap_or_default();
    let cannot = |what: &str, error: &io::Error| cannot(what, &folder, error);
    if let Some(name) = &input_name {
        fs::copy(input, folder.join(name)).map_err(|error| cannot("put the input", &error))?;
        exec.to_mut().stdin = Stdin::Empty;
    }
    let Some(mut completed) = worker.cell.run(&exec)? else { return Ok(None) };
    if let Some(name) = &output_name {
        let left = Leftovers::of(&folder).map_err(|error| cannot("look", &error))?;
        let mut output = Vec::new();
        match left.file(name) {
            Ok(Some(file)) => {
                let bound = exec.limits.output.saturating_add(1);
                file.take(bound).read_to_end(&mut output).map_err(|error| cannot("read the output", &error))?;
            }
            Err(error) if sandbox::is_exhaustion(&error) => return Err(cannot("look", &error)),
            // Anything but a plain file, such as a link, counts as no output.
            Ok(None) | Err(_) => {}
        }
        // It takes the place of what was printed. It is copied, because a checker may change any
        // file that has a name.
        completed.outcome.stdout_bytes = output.len() as u64;
        completed.stdout = CapturedStream::of(&output)
            .map_err(|error| Fault::caused(FaultKind::Sandbox, "cannot keep the output", &error))?;
    }
    Ok(Some(completed))
}

/// Whether a solution runs in a folder of its own on `test`.
pub(super) fn is_wanted(test: &Test) -> bool {
    test.files().is_some() || !test.beside().is_empty()
}

/// `exec` in a folder of its own with the files of the test, if `test` asks for that. Otherwise
/// `exec` as it is.
///
/// # Errors
/// A sandbox fault when the files cannot be put there.
pub(super) fn in_folder<'e>(
    exec: &'e Exec,
    test: &Test,
    builds: &dyn Builds,
    worker: &mut Worker<'_>,
) -> Result<Cow<'e, Exec>, Fault> {
    if !is_wanted(test) {
        return Ok(Cow::Borrowed(exec));
    }
    Ok(Cow::Owned(Exec { scratch: Some(folder(test.beside(), builds, worker)?), ..exec.clone() }))
}

/// A folder with these files and nothing else.
///
/// # Errors
/// Those of [`in_folder`].
pub(super) fn folder(beside: &[FileBeside], builds: &dyn Builds, worker: &mut Worker<'_>) -> Result<PathBuf, Fault> {
    let folder = worker.files(builds)?.to_owned();
    for FileBeside { name, path, content: _ } in beside {
        let place = folder.join(name);
        let put = fs::create_dir_all(place.parent().unwrap_or(&folder)).and_then(|()| fs::copy(path, &place));
        put.map_err(|error| cannot("put a file of the test", &folder, &error))?;
    }
    Ok(folder)
}

fn cannot(what: &str, folder: &Path, error: &io::Error) -> Fault {
    Fault::caused(FaultKind::Sandbox, format!("cannot {what} in {}", folder.display()), error)
}
