//! What the words of a call mean. Every command that judges asks here, so that a word means the
//! same to all of them. Knows no arguments of commands, and prints nothing.

use crate::places;
use engine::build::{Languages, looks_like_one};
use model::{Making, Problem};
use package::detect::{self, Kind};
use package::folder;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the words of a call name.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A workspace, a package, a folder of packages or a plain folder, and the words that choose
    /// from it. Without a root it is the one around the folder of the call.
    Place {
        /// `None`: the one around the folder of the call.
        root: Option<PathBuf>,
        /// The remaining words, which choose from it.
        words: Vec<String>,
    },
    /// Programs that belong to no problem of the place around.
    Files(Files),
}

/// Programs that lie in no workspace and no package, and what is named for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Files {
    /// Absolute, each once, never empty.
    pub programs: Vec<PathBuf>,
    /// Folders of tests, and single tests. Empty: the tests beside the programs.
    pub tests: Vec<PathBuf>,
    /// Whether each was named.
    pub chosen: ProgramChoice,
    /// What is said of the programs besides their names.
    pub making: Making,
    /// The problem of a workspace or package that they are solutions of, whose rules hold.
    pub problem: Option<Arc<Problem>>,
}

/// How programs came to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramChoice {
    /// Each by its name: one without tests is an error.
    Named,
    /// By the folder that they lie in.
    InFolder,
}

impl Target {
    /// What `words` mean in the folder `here`. A `root` that is given decides.
    pub fn resolve(words: &[String], root: Option<&Path>, here: &Path, languages: &Languages) -> Target {
        if root.is_some() || words.is_empty() {
            return Target::Place { root: root.map(Path::to_owned), words: words.to_vec() };
        }
        match Files::named(words, here, languages) {
            Some(files) => Target::Files(files),
            None => {
                let (root, words) = place(words, here);
                Target::Place { root, words }
            }
        }
    }
}

impl Files {
    /// Programs that are named each.
    pub fn of_programs(programs: Vec<PathBuf>) -> Files {
        let (making, problem) = (Making::default(), None);
        Files { programs, tests: Vec::new(), chosen: ProgramChoice::Named, making, problem }
    }

    /// The files that all of `words` are. `None`: one is a name, or lies in a workspace or package.
    pub fn named(words: &[String], here: &Path, languages: &Languages) -> Option<Files> {
        let files = Files::of(words, here, languages)?;
        let all = || files.programs.iter().chain(&files.tests);
        // Each folder once: a shell makes thousands of `tests/*`.
        let folders: BTreeSet<&Path> = all().filter_map(|path| path.parent()).collect();
        let are_loose = !folders.into_iter().any(is_in_place) && all().all(|path| Kind::of(path).is_none());
        are_loose.then_some(files)
    }

    /// The same, wherever they lie.
    pub fn of(words: &[String], here: &Path, languages: &Languages) -> Option<Files> {
        let is_source = folder::is_source(languages);
        let (mut programs, mut folders, mut tests) = (Vec::new(), Vec::new(), Vec::new());
        let paths: Vec<PathBuf> = words.iter().map(|word| plain(&here.join(word))).collect();
        let mut seen = BTreeSet::new();
        for path in paths.iter().filter(|path| seen.insert(*path)) {
            let kind = fs::metadata(path).ok()?;
            let list = match path.file_name().and_then(|name| name.to_str()) {
                _ if kind.is_dir() => &mut folders,
                _ if places::is_zip(path) => return None,
                Some(name) if is_source(name) || looks_like_one(path) => &mut programs,
                Some(_) | None => &mut tests,
            };
            list.push(path.clone());
        }
        if !programs.is_empty() {
            tests.splice(0..0, folders);
            return Some(Files { tests, ..Files::of_programs(programs) });
        }
        // Plain folders: their programs, each on the tests beside it.
        let are_plain = folders.len() > 1 && tests.is_empty();
        if !are_plain || !folders.iter().all(|path| folder::is_one(path, languages)) {
            return None;
        }
        let programs = folders.iter().flat_map(|path| folder::programs(path, languages)).collect();
        Some(Files { tests, chosen: ProgramChoice::InFolder, ..Files::of_programs(programs) })
    }
}

/// The path without `.`: the same file has one path, however it was typed. `..` stays, as it may
/// lead out of a link.
fn plain(path: &Path) -> PathBuf {
    path.components().collect()
}

/// Whether a workspace or a package is around this folder. A folder of packages is not: beside them
/// may lie anything.
fn is_in_place(folder: &Path) -> bool {
    detect::find_root(folder).is_some_and(|root| Kind::of(&root) != Some(Kind::Contest))
}

/// A path names the package or workspace in that folder; one in another place than the one around
/// names that, too.
fn place(words: &[String], here: &Path) -> (Option<PathBuf>, Vec<String>) {
    let all = words.to_vec();
    let named = PathBuf::from(&words[0]);
    let path = here.join(&named);
    let around = detect::find_root(here);
    // In a workspace, a folder of solutions is one to choose by, and a problem's name means the
    // problem: an export of it may lie there under the same name.
    let is_problem = |root: &PathBuf| !words[0].contains(['/', '.']) && root.join("problems").join(&words[0]).is_dir();
    let is_folder = || match &around {
        Some(root) => Kind::of(&path).is_some() && !is_problem(root),
        None => Kind::of(&path).is_some() || places::is_plain(&path),
    };
    if places::is_zip(&path) || (path.is_dir() && is_folder()) {
        return match contest_of(words, here) {
            Some(contest) => (Some(contest), all),
            None => (Some(named), all[1..].to_vec()),
        };
    }
    let of_path = path.canonicalize().ok().and_then(|path| detect::find_root(path.parent()?));
    let other = of_path.filter(|root| Some(root) != around.as_ref() && Kind::of(root) != Some(Kind::Contest));
    (other.map(|root| root.strip_prefix(here).map_or(root.clone(), Path::to_owned)), all)
}

/// The folder of a contest of which several packages are named: there they are problems to choose.
fn contest_of(words: &[String], here: &Path) -> Option<PathBuf> {
    let is_package = |word: &&String| matches!(Kind::of(&here.join(word)), Some(Kind::Package(_)));
    if words.iter().filter(is_package).count() < 2 {
        return None;
    }
    let above = Path::new(&words[0]).parent()?;
    let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
    (Kind::of(&here.join(above)) == Some(Kind::Contest)).then(|| above.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_files_are_these_files_and_others_choose_from_a_place() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        let languages = Languages::built_in().unwrap();
        for file in [
            "a.py",
            "b/main.py",
            "b/1.in",
            "b/1.out",
            "c/main.py",
            "c/1.in",
            "c/1.out",
            "1.in",
            "1.out",
            "w/problems/p/x",
            "w/testdata/p/1.in",
            "w/x.py",
            "k/problem.yaml",
            "k/s.py",
            "-d.py",
            "x y#.py",
        ] {
            fs::create_dir_all(here.join(file).parent().unwrap()).unwrap();
            fs::write(here.join(file), "").unwrap();
        }
        let resolve = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            Target::resolve(&words, None, &here, &languages)
        };
        let files = |words: &[&str], programs: &[&str], tests: &[&str], chosen: ProgramChoice| {
            let paths = |names: &[&str]| names.iter().map(|name| here.join(name)).collect();
            let expected = Files {
                programs: paths(programs),
                tests: paths(tests),
                chosen,
                making: Making::default(),
                problem: None,
            };
            assert_eq!(resolve(words), Target::Files(expected), "{words:?}");
        };
        files(&["a.py"], &["a.py"], &[], ProgramChoice::Named);
        files(&["./a.py", "a.py"], &["a.py"], &[], ProgramChoice::Named);
        files(&["-d.py", "x y#.py"], &["-d.py", "x y#.py"], &[], ProgramChoice::Named);
        files(&["b/main.py", "c/main.py"], &["b/main.py", "c/main.py"], &[], ProgramChoice::Named);
        files(&["a.py", "1.in", "b"], &["a.py"], &["b", "1.in"], ProgramChoice::Named);
        files(&["b", "c"], &["b/main.py", "c/main.py"], &[], ProgramChoice::InFolder);
        for words in
            [&["gone.py"][..], &["a.py", "gone.py"], &["w/x.py"], &["a.py", "w/x.py"], &["k/s.py"], &["1.in"], &["a"]]
        {
            assert!(matches!(resolve(words), Target::Place { .. }), "{words:?}");
        }
    }
}
