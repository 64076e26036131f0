//! The folder that is opened: what lies in it, and by which rules it is judged.

mod outsiders;
mod problem;
mod select;
mod words;

pub use problem::{NamedProblem, test_of};
pub use select::{Restriction, SelectedPlan};
pub use words::Words;

use crate::config;
use crate::error::{Error, OrCannot as _};
use crate::inferred::InferredLimits;
use crate::places::{cache, copies_of, is_plain, is_zip, root};
use crate::rules::{self, Rules};
use beneath::Home;
use engine::build::{Builder, Cache, Languages};
use model::phrase::names;
use model::{Catalog, Diagnostic, Problem, ProblemId, Solution};
use package::detect::{self, Kind};
use package::folder;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// A workspace, a package, a folder of packages or a plain folder that was read, or files of no
/// format that were put together. A value: nothing runs until a method is called.
#[derive(Clone)]
pub struct Workspace {
    /// Absolute.
    pub root: PathBuf,
    /// Where builds and results are.
    pub cache: PathBuf,
    /// What lies in it that is healthy.
    pub catalog: Catalog,
    /// Mistakes in the files. What they leave healthy can be judged.
    pub diagnostics: Vec<Diagnostic>,
    /// Those of the table with the user's changes.
    pub languages: Languages,
    /// The judges' rules that hold.
    pub rules: Rules,
    /// What was handed over with it: no link is followed out of it.
    pub home: Home,
    /// Whether the call names the place: then the name of a solution here goes before a file's.
    pub(crate) is_named: bool,
    /// The programs that became solutions because a call named them.
    pub(crate) adopted: Vec<PathBuf>,
    /// Which measured time limits are taken.
    pub inferred: InferredLimits,
    /// What it is a part or a variant of: time limits are those of the whole.
    pub origin: Option<Arc<Workspace>>,
    /// Where the files are that were given as text.
    #[expect(dead_code, reason = "the folder goes when the last value does that needs it")]
    pub(crate) scratch: Option<Arc<TempDir>>,
}

impl Workspace {
    /// Opens the workspace, the package (also in a zip file) or the plain folder that `folder` is,
    /// or the nearest one around it. Mistakes in its files are in `diagnostics`.
    ///
    /// # Errors
    /// When there is none, or the configuration has mistakes.
    pub fn open(folder: impl AsRef<Path>) -> Result<Workspace, Error> {
        let here = std::path::absolute(folder.as_ref()).unwrap_or_else(|_| folder.as_ref().to_owned());
        let given = here.is_file().then_some(&*here);
        Workspace::open_root(root(given, &here)?, None)
    }

    /// Opens `root`, which [`crate::places::root`] has found, by the rules of `named`, or else of
    /// the judge that each problem comes from.
    ///
    /// # Errors
    /// When the configuration has mistakes.
    pub fn open_root(root: PathBuf, named: Option<&'static profiles::JudgeProfile>) -> Result<Workspace, Error> {
        let languages = config::languages(&config::load(Some(&root))?)?;
        Workspace::read(root, languages).ruled_by(named)
    }

    /// A folder that holds only tests, or folders of them, as problems without solutions. `None`:
    /// it is a workspace, a package, or has programs.
    ///
    /// # Errors
    /// When it cannot be opened, or the configuration has mistakes.
    pub fn of_tests(folder: &Path) -> Result<Option<Workspace>, Error> {
        let root = folder.canonicalize().or_cannot(format!("open {}", folder.display()))?;
        if !root.is_dir() || is_zip(&root) || Kind::of(&root).is_some() || is_plain(&root) {
            return Ok(None);
        }
        let languages = config::languages(&config::load(Some(&root))?)?;
        let (catalog, diagnostics) = folder::of_tests(&root, &languages);
        Ok((!catalog.problems.is_empty()).then(|| Workspace::of(root, catalog, diagnostics, languages)))
    }

    /// Reads the folder, and puts no judge's rules on it.
    pub fn read(root: PathBuf, languages: Languages) -> Workspace {
        let staged = copies_of(&root);
        let (catalog, diagnostics) = detect::load(&root, &languages, &staged);
        Workspace::of(root, catalog, diagnostics, languages)
    }

    /// A catalog that the caller has put together, judged like one on disk. `root`: absolute; paths
    /// below it are shown relative to it.
    pub fn of(root: PathBuf, catalog: Catalog, diagnostics: Vec<Diagnostic>, languages: Languages) -> Workspace {
        Workspace {
            cache: cache(),
            catalog,
            diagnostics: folded(diagnostics),
            languages,
            rules: Rules::new(),
            home: Home::of(&root),
            inferred: InferredLimits::default(),
            is_named: false,
            adopted: Vec::new(),
            origin: None,
            scratch: None,
            root,
        }
    }

    /// The same, by the rules of `named`, or else of the judge that each problem comes from.
    ///
    /// # Errors
    /// When a problem sets a factor for a language that nobody knows.
    pub(crate) fn ruled_by(mut self, named: Option<&'static profiles::JudgeProfile>) -> Result<Workspace, Error> {
        self.rules = rules::put(&mut self.catalog, &self.languages, named)?;
        Ok(self)
    }

    /// The same place, holding only this problem.
    #[must_use]
    pub fn holding(&self, problem: Problem, solutions: Vec<Arc<Solution>>) -> Workspace {
        let problems = vec![Arc::new(problem)];
        let catalog = Catalog { root: self.root.clone(), problems, solutions, ..Catalog::default() };
        self.variant(catalog)
    }

    /// The same place with another catalog.
    pub(crate) fn variant(&self, catalog: Catalog) -> Workspace {
        let origin = self.origin.clone().unwrap_or_else(|| Arc::new(self.clone()));
        Workspace { catalog, diagnostics: Vec::new(), origin: Some(origin), ..self.clone() }
    }

    /// A file's path, relative to the root where it lies below it.
    pub fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// # Errors
    /// When there is no place to keep builds.
    pub fn builder(&self) -> Result<Builder, Error> {
        Ok(self.builder_in(Cache::open(&self.cache)?))
    }

    /// A builder that only finds headers: nobody who wants to clear the cache has to wait for it.
    pub fn reader(&self) -> Builder {
        self.builder_in(Cache::unopened(&self.cache))
    }

    fn builder_in(&self, cache: Cache) -> Builder {
        // A file of a workspace may be run on its own, from any folder.
        let around = || detect::find_root(self.catalog.solutions.first()?.path.parent()?);
        let around = if Kind::of(&self.root).is_none() { around() } else { None };
        let folders = [Some(self.root.clone()), around, config::folder()].into_iter().flatten();
        let includes = folders.flat_map(|folder| [folder.join("include"), folder]).collect();
        Builder::new(self.languages.clone(), cache).including(includes).within(self.home.clone())
    }
}

/// The problem that a file or folder belongs to; `None` if it belongs to none or to all.
pub fn problem_of(path: &Path) -> Option<ProblemId> {
    let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
    match parts[..] {
        ["problems" | "testdata", slug, ..] => ProblemId::parse(slug).ok(),
        ["solutions", .., file] => {
            let (stem, _) = file.rsplit_once('.')?;
            ProblemId::parse(stem.split_once("--").map_or(stem, |(slug, _)| slug)).ok()
        }
        _ => None,
    }
}

/// Merges the same complaint about many files of a problem into one.
fn folded(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kinds: Vec<(Diagnostic, Vec<String>)> = Vec::new();
    for found in diagnostics {
        let alike = |first: &Diagnostic| {
            first.snippet.is_none()
                && found.snippet.is_none()
                && (first.severity, &first.title) == (found.severity, &found.title)
                && problem_of(&first.path).is_some_and(|problem| problem_of(&found.path) == Some(problem))
        };
        match kinds.iter_mut().find(|(first, _)| alike(first)) {
            Some((_, more)) => more.push(found.path.display().to_string()),
            None => kinds.push((found, Vec::new())),
        }
    }
    let fold = |(mut first, more): (Diagnostic, Vec<String>)| {
        if !more.is_empty() {
            first.title.push_str(&format!(", and {} more like it: {}", more.len(), names(&more, 3)));
        }
        first
    };
    kinds.into_iter().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Severity;

    #[test]
    fn every_file_of_a_problem_is_known_by_its_place() {
        let check = |path: &str, slug: Option<&str>| {
            assert_eq!(problem_of(Path::new(path)).as_ref().map(ProblemId::as_str), slug, "{path}");
        };
        check("problems/nim/problem.toml", Some("nim"));
        check("problems/nim", Some("nim"));
        check("testdata/nim-cases/secret/01.in", Some("nim-cases"));
        check("solutions/src/bin/nim--brute.rs", Some("nim"));
        check("solutions/cpp/nim.cpp", Some("nim"));
        check("problems/README.md", None);
        check("solutions/Cargo.toml", None);
        check("other/nim/x", None);
    }

    #[test]
    fn the_same_complaint_about_many_files_of_a_problem_is_one() {
        let found = |path: &str, title: &str| Diagnostic {
            severity: Severity::Error,
            title: title.to_owned(),
            path: PathBuf::from(path),
            snippet: None,
            hint: None,
        };
        let all = folded(vec![
            found("testdata/gp/1.in", "no answer"),
            found("testdata/nim/1.in", "no answer"),
            found("testdata/gp/1.in", "odd"),
            found("testdata/gp/2.in", "no answer"),
            found("testdata/gp/3.in", "no answer"),
        ]);
        let titles: Vec<&str> = all.iter().map(|d| d.title.as_str()).collect();
        let folded = "no answer, and 2 more like it: testdata/gp/2.in, testdata/gp/3.in";
        assert_eq!(titles, [folded, "no answer", "odd"]);
    }
}
