//! A package in terms of the model, and what the readers of several formats share: solutions with
//! what they must get, and programs that are put together.
//!
//! It knows no format.

use crate::diagnostics::Report;
use crate::staged;
use beneath::Home;
use model::{
    ByteSize, Diagnostic, Expectation, Key, Language, Languages, Problem, ProblemId, Solution, SolutionId, UnmadeTests,
    copies,
};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A package as the model describes it.
#[derive(Default)]
pub struct JudgedPackage {
    /// `None`: an error keeps it out.
    pub problem: Option<Arc<Problem>>,
    pub solutions: Vec<Arc<Solution>>,
    /// Tests that its programs can make, by the solution that answers them.
    pub unmade: Vec<UnmadeTests>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A package that is about to be read.
#[derive(Clone, Copy)]
pub struct PackageFolder<'f> {
    /// Absolute.
    pub root: &'f Path,
    /// The name that the package gets.
    pub id: &'f ProblemId,
    /// Paths are shown relative to this folder.
    pub display: &'f Path,
    /// What links must not lead out of.
    pub home: &'f Home,
    pub languages: &'f dyn Languages,
    /// Where programs and tests may be put together. The folder need not exist.
    pub stage: &'f Path,
}

/// A solution's source, and what its package says about it.
pub struct SubmittedSource<'s> {
    pub file: &'s Path,
    /// The folder in which it was put together with files of the package.
    pub built: Option<PathBuf>,
    /// `None`: the model solution.
    pub label: Option<&'s str>,
    /// The code of its language; without one, the file's name decides.
    pub code: Option<&'s str>,
}

impl PackageFolder<'_> {
    /// The solution in `source`. `None`: its language is unknown. A label that is already taken
    /// gets a number.
    pub fn solution(
        &self,
        source: SubmittedSource<'_>,
        expectation: Expectation,
        taken: &mut BTreeSet<SolutionId>,
    ) -> Option<Solution> {
        let SubmittedSource { file: path, built, label, code } = source;
        let own = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let language = self.language(own, code)?;
        let label = label.map(SolutionId::label_of);
        let named = |label: Option<String>| SolutionId {
            problem: self.id.clone(),
            label: label.map(Arc::from),
            extension: own.into(),
        };
        let stem = label.clone().unwrap_or_else(|| "main".to_owned());
        let numbered = (2..).map(|number| Some(format!("{stem}-{number}")));
        let id = std::iter::once(label).chain(numbered).map(named).find(|id| taken.insert(id.clone()));
        let display = path.strip_prefix(self.display).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let size = ByteSize(path.metadata().map_or(0, |meta| meta.len()));
        let (id, path) = (id.expect("numbers do not end"), built.unwrap_or_else(|| path.to_owned()));
        Some(Solution { size, expectation, ..Solution::new(id, language, path, display) })
    }

    /// A place for what is put together for this package.
    pub fn staged(&self, name: impl AsRef<Path>) -> PathBuf {
        self.stage.join(self.id.as_str()).join(name)
    }

    /// Puts the program at `file` together: makes a folder of these files, named after what they
    /// hold and after the program's path in the package. So what is put together for one program is
    /// never in the way of another, nor of the same one with other flags.
    ///
    /// # Errors
    /// When `file` is not in the package, or a file cannot be written.
    pub fn put_program(&self, file: &Path, files: &[(PathBuf, Vec<u8>)]) -> io::Result<PathBuf> {
        let parts = files.iter().flat_map(|(name, bytes)| [name.as_os_str().as_encoded_bytes(), bytes]);
        let own = file.strip_prefix(self.root).map_err(io::Error::other)?;
        let folder = copies::place(self.stage, &Key::of_parts(parts), self.id, own);
        for (name, bytes) in files {
            staged::put(&folder.join(name), bytes)?;
        }
        Ok(folder)
    }

    /// An empty file.
    pub fn empty(&self) -> Option<PathBuf> {
        let path = self.stage.join("empty");
        staged::put(&path, b"").ok()?;
        Some(path)
    }

    /// The language of a file with this extension. A code decides between two languages that share
    /// an extension, like Python and PyPy. It never gives a file a language of another extension.
    pub fn language(&self, extension: &str, code: Option<&str>) -> Option<Language> {
        if code.is_some_and(crate::codes::is_old) {
            return None;
        }
        let by_code = code.and_then(crate::codes::extension);
        by_code
            .filter(|named| named.rsplit('/').next() == Some(extension) || extension.is_empty())
            .and_then(|named| self.languages.of_extension(named))
            .or_else(|| self.languages.of_extension(extension))
    }
}

/// Reports the solutions that are left out for their language, by their names in the package.
pub fn unread(folder: &Path, names: &[String], diagnostics: &mut Vec<Diagnostic>) {
    let hint = "rewrite them in a language that is known here; Python 2 is none";
    diagnostics.list(folder, "solutions skipped, in no language that is read here", hint, names);
}

/// The folder for the tests of a group, whose name may be any text.
pub fn folder_name(group: &str) -> String {
    group.replace(|c: char| c == '/' || c.is_whitespace() || c.is_control() || "*?[]{}!".contains(c), "-")
}

/// The file by which a folder of Python sources begins at the source `name`.
pub fn begins_at(name: &str) -> (PathBuf, Vec<u8>) {
    let path = format!("os.path.join(os.path.dirname(os.path.abspath(__file__)), {name:?})");
    let text = format!("import os, runpy\nrunpy.run_path({path}, run_name=\"__main__\")\n");
    (PathBuf::from("__main__.py"), text.into_bytes())
}
