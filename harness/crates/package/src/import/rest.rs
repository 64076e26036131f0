//! Files of a package that have no place in our layout.

use super::{Import, display};
use crate::export::{Content, Loss};
use crate::leftover::is_leftover;
use model::{Problem, Solution};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::WalkDir;

/// Files that describe the package, and so are covered by `problem.toml` and the directives.
const DESCRIPTIONS: [&str; 11] = [
    "problem.yaml",
    "domjudge-problem.ini",
    "testdata.yaml",
    "test_group.yaml",
    "submissions.yaml",
    "problem.xml",
    "init.yml",
    "test.yml",
    "task.yaml",
    "task.yaml.orig",
    "GEN",
];

/// Reports the files that are neither imported nor lost for another reason: a hint beside a test,
/// an attachment, a generator. A folder of nothing else is named instead of its files.
///
/// # Errors
/// When a folder cannot be read.
pub(super) fn lose(problem: &Problem, solutions: &[Arc<Solution>], import: &mut Import) -> io::Result<()> {
    let used = UsedFiles::of(problem, solutions, import);
    let mut rest = Vec::new();
    used.rest(&problem.dir, &problem.dir, &mut rest)?;
    let is_dmoj = problem.dir.join("init.yml").is_file();
    for path in rest {
        // What the reader of the package could not make a solution of, it has said in a warning.
        let is_left_out = is_dmoj && path.starts_with(problem.dir.join("tests"));
        if is_left_out || is_for_people(&path) {
            let why = if is_left_out { "no solution here is made of it" } else { "no tool reads it" };
            import.remarks.push(Loss { what: display(problem, &path), why: why.to_owned() });
            continue;
        }
        let is_beside = problem.tests.iter().any(|test| test.input.parent() == path.parent());
        let why =
            if is_beside { "beside tests there are inputs and answers here" } else { "nothing here is made of it" };
        import.lose(display(problem, &path), why);
    }
    Ok(())
}

/// Whether the file says something to people alone: it is not a part of the problem in any format.
fn is_for_people(path: &Path) -> bool {
    const NAMES: [&str; 6] = ["readme", "license", "licence", "copying", "changelog", "contributing"];
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    let is_text = path.extension().is_none_or(|own| ["md", "txt", "rst"].iter().any(|text| own == *text));
    is_text && stem.is_some_and(|stem| NAMES.contains(&stem.as_str()))
}

struct UsedFiles {
    /// Files, and folders with everything in them.
    paths: BTreeSet<PathBuf>,
    /// The ends of paths, which is how solutions and losses are named.
    ends: Vec<PathBuf>,
    /// Names of files of the package that were put together elsewhere.
    names: BTreeSet<OsString>,
    /// The tests come from an archive.
    archive: bool,
}

impl UsedFiles {
    fn of(problem: &Problem, solutions: &[Arc<Solution>], import: &Import) -> UsedFiles {
        let mut used = UsedFiles { paths: BTreeSet::new(), ends: Vec::new(), names: BTreeSet::new(), archive: false };
        let rules = &problem.rules;
        for content in import.files.values() {
            if let Content::Copied(path) = content {
                used.path(problem, path);
            }
        }
        let others = rules.answer_validators.iter().chain(&problem.validators).chain(&rules.grader);
        problem.judges().chain(others.map(PathBuf::as_path)).for_each(|path| used.path(problem, path));
        let outputs = rules.outputs.iter().flat_map(|own| [&own.test.input, &own.test.answer, &own.output]);
        let invalid = rules.invalid_answers.iter().flat_map(|(input, answer)| [input, answer]);
        outputs.chain(invalid).for_each(|path| used.path(problem, path));
        used.archive = problem.tests.iter().any(|test| !test.input.starts_with(&problem.dir));
        used.ends.extend(solutions.iter().map(|solution| PathBuf::from(&solution.display)));
        used.ends.extend(import.losses.iter().map(|loss| PathBuf::from(&loss.what)));
        used
    }

    fn path(&mut self, problem: &Problem, path: &Path) {
        if path.starts_with(&problem.dir) {
            self.paths.insert(path.to_owned());
            return;
        }
        let files = WalkDir::new(path).into_iter().flatten();
        self.names.extend(files.map(|entry| entry.file_name().to_owned()));
    }

    fn has(&self, root: &Path, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default();
        let above = || path.ancestors().take_while(|above| *above != root);
        above().any(|above| self.paths.contains(above) || self.ends.iter().any(|end| above.ends_with(end)))
            || self.names.contains(name)
            || DESCRIPTIONS.iter().any(|own| name == *own)
            || (self.archive && path.extension().is_some_and(|own| own == "zip"))
    }

    /// Adds to `rest` what is not used below `folder`. Returns whether anything there is used.
    fn rest(&self, root: &Path, folder: &Path, rest: &mut Vec<PathBuf>) -> io::Result<bool> {
        let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        entries.retain(|entry| !is_leftover(&entry.file_name().to_string_lossy()));
        entries.sort_by_key(fs::DirEntry::file_name);
        let (mut own, mut any) = (Vec::new(), false);
        for entry in entries {
            let path = entry.path();
            if self.has(root, &path) {
                any = true;
            } else if entry.file_type()?.is_dir() {
                let before = own.len();
                match self.rest(root, &path, &mut own)? {
                    true => any = true,
                    false if own.len() > before => {
                        own.truncate(before);
                        own.push(path);
                    }
                    false => {}
                }
            } else {
                own.push(path);
            }
        }
        rest.extend(own);
        Ok(any)
    }
}
