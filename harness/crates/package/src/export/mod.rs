//! Writes a problem of ours as a package of another format.
//!
//! What a format cannot say is a [`Loss`]. Nothing here runs a program.

mod answers;
mod data;
mod lost;
mod metadata;
mod original;
mod polygon;
mod programs;
mod submissions;
mod tex;
pub mod zip;

use crate::kattis::version::Version;
use crate::loss::{Loss, Weight};
use crate::original::Original;
use model::{Comparison, Foreign, Group, Problem, Solution, SolutionId, Test, TestId};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The problem package format, `legacy`: what Kattis and `verifyproblem` read.
    Kattis,
    /// The same in its version 2025-09: what BAPCtools reads.
    Icpc,
    /// `legacy` with the two files that DOMjudge keeps beside it.
    Domjudge,
    /// Files for the pages of Polygon. Not a package: Polygon makes those itself.
    PolygonFiles,
}

impl Format {
    /// In the order in which they are offered.
    pub const ALL: [Format; 4] = [Format::Kattis, Format::Icpc, Format::Domjudge, Format::PolygonFiles];

    /// What a person calls it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Kattis => "kattis",
            Format::Icpc => "icpc",
            Format::Domjudge => "domjudge",
            Format::PolygonFiles => "polygon-files",
        }
    }
}

/// Options that are not in the problem's own files.
#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// One of the format's words: `cc by-sa`.
    pub license: Option<String>,
    pub rights_owner: Option<String>,
    /// Tests that a reader of the format would refuse, and why, which only a grammar can tell.
    pub refused: BTreeMap<TestId, String>,
    /// Samples that such a reader accepts once they are laid out afresh.
    pub relaid: BTreeMap<TestId, Vec<u8>>,
    /// Solutions that must fail, but pass the tests that are left.
    pub passing: BTreeSet<SolutionId>,
    /// The headers of the problem's own programs in C and C++, by the names that they include them
    /// under. Of a program that is not here, those beside it are taken.
    pub headers: BTreeMap<PathBuf, Vec<(String, PathBuf)>>,
    /// Sources of the crate `kit`, by file name: for programs that use it.
    pub kit: &'static [(&'static str, &'static str)],
}

/// A package, not yet written.
#[derive(Debug, Default)]
pub struct Export {
    /// The package's name, in a form that the format allows.
    pub name: String,
    /// By path within the package, with `/`.
    pub files: BTreeMap<String, File>,
    pub losses: Vec<Loss>,
    /// Tests that are not in it.
    pub left_out: BTreeSet<TestId>,
    /// The names that the others have there.
    pub tests: BTreeMap<TestId, TestId>,
    /// The submissions by the path of their file, or of their folder.
    pub submissions: BTreeMap<SolutionId, String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub content: Content,
    pub executable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Made(Vec<u8>),
    /// A file of ours, unchanged: its absolute path.
    Copied(PathBuf),
}

impl Content {
    /// # Errors
    /// When the file cannot be read.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        match self {
            Content::Made(bytes) => Ok(bytes.clone()),
            Content::Copied(path) => read(path),
        }
    }
}

/// [`fs::read`], with the file's name in the error.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    beneath::read(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// Exports `problem` and its `solutions` as a package. `root`: the workspace they lie in.
///
/// # Errors
/// When a file of the problem cannot be read.
pub fn package(
    root: &Path,
    problem: &Problem,
    solutions: &[Arc<Solution>],
    format: Format,
    wishes: &ExportOptions,
) -> io::Result<Export> {
    let mut export = Writer {
        root,
        problem,
        solutions,
        format,
        wishes,
        original: Original::of(&problem.dir),
        export: Export { name: short_name(problem.id.as_str()), ..Export::default() },
    };
    if format == Format::PolygonFiles {
        export.polygon()?;
    } else {
        export.data()?;
        export.programs()?;
        if problem.rules.behind.is_some() {
            export.lose(Weight::Judging, "what judges behind the interactor", "an interactor decides alone there");
        }
        export.submissions()?;
        export.metadata()?;
        export.statement()?;
        export.put_back();
        if export.exported().next().is_none() {
            export.lose(Weight::Unjudgeable, "tests", "none of the problem's own can be there");
        }
    }
    export.lost_keys();
    Ok(export.export)
}

/// The name of a package, which may hold lower-case letters and digits only.
pub fn short_name(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

struct Writer<'a> {
    root: &'a Path,
    problem: &'a Problem,
    solutions: &'a [Arc<Solution>],
    format: Format,
    wishes: &'a ExportOptions,
    original: Option<Original>,
    export: Export,
}

impl Writer<'_> {
    /// The version of the problem package format.
    fn version(&self) -> Version {
        match self.format {
            Format::Kattis | Format::Domjudge => Version::Legacy,
            Format::Icpc | Format::PolygonFiles => Version::V2025_09,
        }
    }

    fn is_legacy(&self) -> bool {
        self.version().is_legacy()
    }

    fn copy(&mut self, place: impl Into<String>, path: &Path) {
        self.put(place, Content::Copied(path.to_owned()), false);
    }

    fn make(&mut self, place: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.put(place, Content::Made(bytes.into()), false);
    }

    fn put(&mut self, place: impl Into<String>, content: Content, executable: bool) {
        self.export.files.insert(place.into(), File { content, executable });
    }

    fn lose(&mut self, weight: Weight, what: impl Into<String>, why: impl Into<String>) {
        self.export.losses.push(Loss::new(weight, what, why));
    }

    fn lose_limits(&mut self, of: &Group) {
        self.lose(Weight::Judging, format!("the limits of {}", of.name), "a group has no limits of its own there");
    }

    /// The comparison that is written in place of one of another judge's.
    fn nearest(&mut self, checker: &Foreign) -> Comparison {
        let what = format!("DMOJ's checker `{}`", checker.name());
        self.lose(Weight::Judging, what, "the nearest comparison takes its place");
        checker.nearest()
    }

    /// The tests in the package. Those left out are known only once its data are written.
    fn exported(&self) -> impl Iterator<Item = &Arc<Test>> {
        self.problem.tests.iter().filter(|test| !self.export.left_out.contains(&test.id))
    }

    /// How messages name a file of the workspace.
    fn display(&self, path: &Path) -> String {
        path.strip_prefix(self.root).unwrap_or(path).display().to_string()
    }
}

impl Export {
    /// Writes the package as the folder `place`, all of it or nothing.
    ///
    /// # Errors
    /// When something is there already or cannot be written.
    pub fn write(&self, place: &Path) -> io::Result<()> {
        if fs::symlink_metadata(place).is_ok() {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is there already"));
        }
        let above = place.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if fs::metadata(above).is_ok_and(|above| !above.is_dir()) {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        fs::create_dir_all(above)?;
        // The kind of error, and not the folder's name, which is a random one.
        let beside = tempfile::Builder::new().prefix(".new-").tempdir_in(above);
        let beside = beside.map_err(|error| io::Error::from(error.kind()))?;
        let folder = beside.path().join("package");
        for (name, file) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            match &file.content {
                Content::Made(bytes) => fs::write(&path, bytes)?,
                // Not `fs::copy`: a read-only test would make its copy in the package read-only.
                Content::Copied(from) => drop(io::copy(&mut beneath::open(from)?, &mut fs::File::create(&path)?)?),
            }
            #[cfg(unix)]
            if file.executable {
                use std::os::unix::fs::PermissionsExt as _;
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
            }
        }
        fs::rename(&folder, place)
    }
}

#[cfg(test)]
mod tests;
