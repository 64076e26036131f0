//! Which format a folder is in, and the catalog of whatever it holds.
//!
//! A workspace of ours takes precedence over a package, and a package over a folder of packages.
//! The nearest such folder counts.

use crate::added::NewTest;
use crate::cms;
use crate::diagnostics::Report;
use crate::dmoj;
use crate::draft::Draft;
use crate::judged::{JudgedPackage, PackageFolder};
use crate::kattis;
use crate::lfs;
use crate::native;
use crate::polygon;
use crate::unsupported;
use crate::xml;
use beneath::Home;
use model::{Catalog, Diagnostic, Languages, Omission};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `problems/`, `testdata/` and `solutions/`.
    Workspace,
    /// A problem package.
    Package(PackageFormat),
    /// A folder of packages.
    Contest,
}

/// A format of problem packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackageFormat {
    /// The format of Kattis and the ICPC.
    Kattis,
    Polygon,
    /// CMS and task-maker.
    Cms,
    Dmoj,
}

impl PackageFormat {
    /// In order of precedence, for a folder that is in several formats.
    const ALL: [PackageFormat; 4] =
        [PackageFormat::Kattis, PackageFormat::Polygon, PackageFormat::Cms, PackageFormat::Dmoj];

    const fn reader(self) -> FolderReader {
        match self {
            PackageFormat::Kattis => FolderReader {
                file: kattis::FILE,
                is_package: kattis::is_package,
                read: kattis::catalog::read,
                with_tests: kattis::with_tests,
            },
            PackageFormat::Polygon => FolderReader {
                file: polygon::FILE,
                is_package: polygon::is_package,
                read: |found| polygon::READER.read(found),
                with_tests: polygon::added::with_tests,
            },
            PackageFormat::Cms => FolderReader {
                file: cms::FILE,
                is_package: cms::is_package,
                read: |found| cms::READER.read(found),
                with_tests: cms::added::with_tests,
            },
            PackageFormat::Dmoj => FolderReader {
                file: dmoj::FILE,
                is_package: dmoj::is_package,
                read: |found| dmoj::READER.read(found),
                with_tests: dmoj::added::with_tests,
            },
        }
    }

    /// The files that make these tests of the package at `root`, behind its others. `None` if what
    /// lists them there cannot be made longer.
    pub fn with_tests(self, root: &Path, tests: &[NewTest<'_>]) -> Option<Draft> {
        (self.reader().with_tests)(root, tests)
    }

    fn has(self, folder: &Path) -> bool {
        (self.reader().is_package)(folder)
    }

    fn of(folder: &Path) -> Option<PackageFormat> {
        PackageFormat::ALL.into_iter().find(|format| format.has(folder))
    }
}

struct FolderReader {
    /// The file that marks the format.
    file: &'static str,
    is_package: fn(&Path) -> bool,
    read: fn(&PackageFolder<'_>) -> JudgedPackage,
    with_tests: fn(&Path, &[NewTest<'_>]) -> Option<Draft>,
}

impl Kind {
    pub fn of(folder: &Path) -> Option<Kind> {
        let contest = || (!packages_in(folder).is_empty()).then_some(Kind::Contest);
        Kind::by_itself(folder).or_else(contest)
    }

    /// What it is whatever packages lie in it, for which it would be read.
    fn by_itself(folder: &Path) -> Option<Kind> {
        if folder.join("problems").is_dir() && folder.join("testdata").is_dir() {
            return Some(Kind::Workspace);
        }
        PackageFormat::of(folder).map(Kind::Package)
    }
}

/// The nearest folder upwards from `start`, itself included, that can be judged.
pub fn find_root(start: &Path) -> Option<PathBuf> {
    let start = std::path::absolute(start).ok()?;
    // Only the folder itself may be a contest: further up, whatever lies beside packages would be
    // one.
    let is_root = match Kind::of(&start) {
        Some(Kind::Contest) => is_mostly_packages(&start),
        Some(Kind::Workspace | Kind::Package(_)) => true,
        None => false,
    };
    let above = || start.ancestors().skip(1).find(|folder| Kind::by_itself(folder).is_some());
    if is_root { Some(start) } else { above().map(Path::to_owned) }
}

/// A file or folder that marks a format which is not read here, what the format is called, and what
/// to do.
type Foreign = (&'static str, &'static str, &'static str);

/// The format of `folder`, which is nothing that can be judged, if it is one that is known and not
/// read.
pub fn foreign(folder: &Path) -> Option<String> {
    const FORMATS: [Foreign; 7] = [
        ("problem.rbx.yml", "rbx", "`rbx package polygon` makes a package that is read"),
        ("contest.rbx.yml", "a contest of rbx", "`rbx package polygon` makes packages that are read"),
        ("testdata/config.yaml", "Hydro", "put its tests into data/secret/ as `NAME.in` and `NAME.ans`"),
        ("info.toml", "Library Checker", "its generate.py makes in/ and out/: name them behind a program"),
        ("task.yml", "CMS by another name", "call the file task.yaml"),
        ("task.yaml.orig", "CMS by another name", "call the file task.yaml"),
        ("task.yaml", "another judge than CMS", "a task of CMS has the folders input/, gen/ or sol/"),
    ];
    let marked = FORMATS.into_iter().find(|(mark, ..)| folder.join(mark).is_file());
    if let Some((mark, name, hint)) = marked {
        return Some(format!("{mark} marks the format of {name}, which is not read: {hint}"));
    }
    let entries = std::fs::read_dir(folder).ok()?.flatten().take(1000).map(|entry| entry.path());
    let mut files = entries.filter(|path| path.extension().is_some_and(|end| end == "xml") && path.is_file());
    let file = files.find(|path| xml::holds(path, &["<fps"]))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Some(format!("{name} is in the format of HUSTOJ (FPS), which is not read: unpack its tests into files"))
}

/// Whether a folder exists for the packages in it. Somebody working in `/tmp` or in a home folder
/// does not mean the package that happens to lie there.
fn is_mostly_packages(folder: &Path) -> bool {
    let named = ["contest.xml", "contest.yaml", "problems.yaml", "problemset.yaml"];
    if named.iter().any(|name| folder.join(name).is_file()) {
        return true;
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
    let folders = entries.filter(|entry| !hidden(&entry.file_name()) && entry.path().is_dir()).count();
    2 * packages_in(folder).len() >= folders
}

/// Reads what is at `root`. Programs of a package that have to be put together, and tests that
/// another tool keeps in one file, are written below `stage`, and nothing else is written.
pub fn load(root: &Path, languages: &dyn Languages, stage: &Path) -> (Catalog, Vec<Diagnostic>) {
    match Kind::of(root) {
        Some(Kind::Package(format)) => packages(root, &[(root.to_owned(), format)], languages, stage),
        Some(Kind::Contest) => packages(root, &packages_in(root), languages, stage),
        Some(Kind::Workspace) => native::load(root, languages),
        None => crate::folder::load(root, languages, stage),
    }
}

/// The packages that lie directly in `folder`, by name. A Polygon contest has them in `problems/`.
fn packages_in(folder: &Path) -> Vec<(PathBuf, PackageFormat)> {
    let own = if folder.join("contest.xml").is_file() { folder.join("problems") } else { folder.to_owned() };
    // A format is a question about several files: not asked of each of 50,000 tests.
    let may_be_folder = |entry: &std::fs::DirEntry| !entry.file_type().is_ok_and(|kind| kind.is_file());
    let entries =
        std::fs::read_dir(own).into_iter().flatten().flatten().filter(may_be_folder).map(|entry| entry.path());
    let packages = entries.filter_map(|path| PackageFormat::of(&path).map(|format| (path, format)));
    let mut all: Vec<(PathBuf, PackageFormat)> = packages.collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

fn packages(
    folder: &Path,
    roots: &[(PathBuf, PackageFormat)],
    languages: &dyn Languages,
    stage: &Path,
) -> (Catalog, Vec<Diagnostic>) {
    let mut catalog = Catalog { root: folder.to_owned(), ..Catalog::default() };
    let mut diagnostics = Vec::new();
    let home = Home::of(folder);
    let name =
        |root: &Path| root.file_name().map_or_else(|| "package".into(), |name| name.to_string_lossy()).into_owned();
    let ids = crate::folder::slugs(&roots.iter().map(|(root, _)| name(root)).collect::<Vec<_>>());
    for ((root, format), id) in roots.iter().zip(ids) {
        if !crate::folder::holds(&home, folder, root, &mut diagnostics) {
            catalog.left_out.insert(Omission::Problem(id));
            continue;
        }
        other_formats(root, *format, &mut diagnostics);
        let found = PackageFolder { root, id: &id, display: folder, home: &home, languages, stage };
        let mut judged = (format.reader().read)(&found);
        unsupported::once(&mut judged.diagnostics);
        diagnostics.extend(judged.diagnostics);
        let mut problem = judged.problem;
        if let Some(problem) = &mut problem {
            let problem = Arc::make_mut(problem);
            problem.rules.is_package = true;
            // The format's own tools run `.py` files by PyPy: problemtools, BAPCtools and Kattis.
            problem.rules.is_pypy = *format == PackageFormat::Kattis;
            lfs::take_out(problem, &mut diagnostics);
        }
        match problem.filter(|problem| !problem.tests.is_empty()) {
            Some(problem) => {
                catalog.problems.push(problem);
                catalog.solutions.extend(judged.solutions);
            }
            None => drop(catalog.left_out.insert(Omission::Problem(id))),
        }
        catalog.unmade.extend(judged.unmade);
    }
    catalog.problems.sort_by(|a, b| a.id.cmp(&b.id));
    catalog.solutions.sort_by(|a, b| a.id.cmp(&b.id));
    for diagnostic in &mut diagnostics {
        if let Ok(below) = diagnostic.path.strip_prefix(folder) {
            diagnostic.path = if below.as_os_str().is_empty() { PathBuf::from(".") } else { below.to_owned() };
        }
    }
    (catalog, diagnostics)
}

/// Warns that a folder is a package in another format as well, and says which one is read.
fn other_formats(root: &Path, taken: PackageFormat, diagnostics: &mut Vec<Diagnostic>) {
    let Some(other) = PackageFormat::ALL.into_iter().find(|other| *other != taken && other.has(root)) else { return };
    let (taken, other) = (taken.reader().file, other.reader().file);
    let title = format!("both {taken} and {other} are here: {taken} is read, the other one is not");
    diagnostics.warning(&root.join(other), title).hint =
        Some(format!("{taken} comes first; move it away to have {other} read"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_folder_in_which_a_package_happens_to_lie_is_no_contest_until_it_is_named() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("one/data/secret")).unwrap();
        fs::write(root.join("one/problem.yaml"), "name: One\n").unwrap();
        assert_eq!(find_root(&root), Some(root.clone()), "nothing else is there");
        fs::create_dir(root.join("notes")).unwrap();
        assert_eq!(find_root(&root), Some(root.clone()), "half of the folders");
        fs::create_dir(root.join("photos")).unwrap();
        assert_eq!(find_root(&root), None);
        assert_eq!(Kind::of(&root), Some(Kind::Contest), "somebody may still mean it");
        fs::write(root.join("problems.yaml"), "- id: one\n  label: A\n").unwrap();
        assert_eq!(find_root(&root), Some(root.clone()), "it says that it is one");
    }

    #[test]
    fn a_problem_of_hydro_is_not_a_package_of_kattis() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("testdata")).unwrap();
        fs::write(root.path().join("problem.yaml"), "title: One\npid: P1\n").unwrap();
        fs::write(root.path().join("testdata/config.yaml"), "type: default\n").unwrap();
        assert_eq!(Kind::of(root.path()), None);
        assert!(foreign(root.path()).unwrap().contains("Hydro"));
        fs::create_dir(root.path().join("data")).unwrap();
        assert_eq!(Kind::of(root.path()), Some(Kind::Package(PackageFormat::Kattis)));
    }

    #[test]
    fn a_format_that_is_not_read_is_named() {
        let check = |file: &str, text: &str, expected: Option<&str>| {
            let root = tempfile::tempdir().unwrap();
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
            let advice = foreign(root.path());
            assert_eq!(advice.is_some(), expected.is_some(), "{file}: {advice:?}");
            assert!(advice.unwrap_or_default().contains(expected.unwrap_or_default()), "{file}");
        };
        check("problem.rbx.yml", "", Some("rbx package polygon"));
        check("testdata/config.yaml", "", Some("Hydro"));
        check("set.xml", "<?xml version=\"1.0\"?>\n<fps version=\"1.2\">", Some("set.xml is in the format of HUSTOJ"));
        check("task.yml", "", Some("call the file task.yaml"));
        check("task.yaml.orig", "", Some("call the file task.yaml"));
        check("task.yaml", "extends: ../task.yaml\n", Some("a task of CMS has the folders"));
        check("other.xml", "<a/>", None);
        check("notes.txt", "", None);
    }
}
