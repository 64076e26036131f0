//! The outputs of failed tests as files, `<solution>/<test>.out`: for `diff`, an editor or a
//! debugger.
//!
//! Only for the last run, and only for failures that are shown by default. An output that came from
//! the cache and is too long for the record keeps the file that the earlier run wrote.

use crate::artifacts::destination::replace;
use model::record::{SolutionRecord, TestRecord};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The most files a run writes.
const MOST: usize = 500;

/// The folder of the outputs, and its name as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outputs {
    pub folder: PathBuf,
    pub display: String,
}

impl Outputs {
    /// Returns the path of a test's file as printed, if the file exists.
    pub fn of(&self, solution: &SolutionRecord, test: &TestRecord) -> Option<String> {
        let file = file(solution, test)?;
        let whole = test.evidence.is_some() && self.folder.join(&file).is_file();
        whole.then(|| format!("{}/{}", self.display, file.display()))
    }
}

/// The path below the folder. `None` if it would lead out of the folder.
fn file(solution: &SolutionRecord, test: &TestRecord) -> Option<PathBuf> {
    let path = Path::new(&solution.name).join(format!("{}.out", test.test));
    path.components().all(|part| matches!(part, Component::Normal(_))).then_some(path)
}

/// Writes the outputs of these failed tests, and removes those of earlier runs.
///
/// # Errors
/// When a file or the folder cannot be written.
pub(crate) fn write<'a>(
    folder: &Path,
    failures: impl Iterator<Item = (&'a SolutionRecord, &'a TestRecord)>,
) -> io::Result<()> {
    if folder.is_symlink() {
        fs::remove_file(folder)?;
    }
    let mut written = BTreeSet::new();
    for (solution, test) in failures.take(MOST) {
        let (Some(file), Some(evidence)) = (file(solution, test), &test.evidence) else { continue };
        let path = folder.join(&file);
        let bytes = evidence.output_file();
        if !bytes.is_empty() {
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            replace(&path, bytes)?;
        } else if evidence.output.bytes == 0 || !test.cached {
            continue;
        }
        written.insert(path);
    }
    forget(folder, &written)
}

/// Removes every file that is not in `written`, and then every empty folder. What a link leads to
/// is not ours.
fn forget(folder: &Path, written: &BTreeSet<PathBuf>) -> io::Result<()> {
    if folder.is_symlink() {
        return Err(io::Error::other("a link: nothing is removed there"));
    }
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            forget(&path, written)?;
            // Fails if the folder is not empty: a file in it was written.
            let _ = fs::remove_dir(&path);
        } else if !written.contains(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, excerpt, problem};
    use model::Excerpt;

    #[test]
    fn the_outputs_of_the_last_run_are_files_and_those_of_others_are_gone() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("last");
        let nim = problem("nim", 1, 2);
        let long = "x".repeat(Excerpt::LIMIT + 1);
        let failing = |cached: bool| {
            let fake = Fake::new(&nim, "").verdicts("WW.").evidence(1, |evidence| {
                evidence.output = Excerpt { lines: None, ..excerpt(&long) };
                if !cached {
                    evidence.whole_output = long.clone().into_bytes();
                }
            });
            fake.test(1, |test| test.cached = cached).result
        };
        let write = |solution: &SolutionRecord| {
            let failed = solution.tests.iter().filter(|test| !test.is_accepted());
            write(&folder, failed.map(|test| (solution, test))).unwrap();
        };
        let read = |name: &str| fs::read_to_string(folder.join("nim/nim.rs").join(name)).ok();
        write(&failing(false));
        assert_eq!((read("sample/01.out").as_deref(), read("secret/01.out")), (Some("0\n"), Some(long.clone())));
        // A cached output is not written again.
        write(&failing(true));
        assert_eq!(read("secret/01.out"), Some(long.clone()));
        let solution = &failing(true);
        let outputs = Outputs { folder: folder.clone(), display: "last".to_owned() };
        let paths: Vec<_> = solution.tests.iter().map(|test| outputs.of(solution, test)).collect();
        assert_eq!(paths[0].as_deref(), Some("last/nim/nim.rs/sample/01.out"));
        assert!(paths[1].is_some() && paths[2].is_none());
        write(&Fake::new(&nim, "").result);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let solution =
            Fake::new(&problem("nim", 1, 1), "").change(|solution| solution.name = "../nim".to_owned()).result;
        assert_eq!(file(&solution, &solution.tests[0]), None);
    }
}
