//! Opens what the words of a call name, wherever it lies. Every command begins here, so that a word
//! means the same to all of them.

use crate::config;
use crate::error::{Error, refused};
use crate::loose::{LoadedFiles, LooseFiles};
use crate::missing::{known_language, no_file_or_folder};
use crate::notice::Notice;
use crate::own_rules::OwnRules;
use crate::places;
use crate::program::ProgramRequest;
use crate::target::{Files, Target};
use crate::workspace::{Restriction, Words, Workspace};
use engine::build::Languages;
use engine::plan::PlanError;
use model::test_names::Pattern;
use package::detect::{self, Kind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Words, and what else says what they mean.
#[derive(Clone, Default)]
pub struct Call {
    /// The words of the call.
    pub words: Words,
    /// The workspace or package, if it is named apart from the words.
    pub root: Option<PathBuf>,
    /// The judge by whose rules everything is judged, in place of each problem's own.
    pub named: Option<&'static profiles::JudgeProfile>,
    /// Rules in place of those of the problems.
    pub rules: OwnRules,
    /// Names of tests, in place of the usual ones.
    pub names: Option<Pattern>,
    /// What is said of a program besides its name.
    pub program: Option<ProgramRequest>,
}

/// What the words of a call name.
pub enum Meaning {
    /// Programs that belong to no problem, and folders whose files are not tests of theirs.
    Files(Files, Vec<PathBuf>),
    /// A place, and the words that choose from it.
    Place(Box<Opening>),
}

/// What a call has opened.
#[derive(Clone)]
pub struct Opening {
    /// Where the words lie.
    pub judge: Workspace,
    /// The remaining words, which select from it. Empty for programs that belong to no problem.
    pub words: Words,
    /// The workspace or package that the words or the call name; `None`: the one around.
    pub root: Option<PathBuf>,
    /// What is to be said about the opening.
    pub notices: Vec<Notice>,
}

impl Call {
    /// Words, and nothing beside them.
    pub fn of(words: Words) -> Call {
        Call { words, ..Call::default() }
    }

    /// What the words name, of which nothing is opened.
    ///
    /// # Errors
    /// When they do not go together with what is said of a program, or the configuration has
    /// mistakes.
    pub fn target(&self) -> Result<Target, Error> {
        let Words { here, words, .. } = &self.words;
        if let Some(zip) = words.iter().skip(1).find(|word| places::is_zip(&here.join(word))) {
            return Err(refused(format!("{zip} is a package in one file: it is named first, or not at all"))
                .with_hint(places::unzip(zip)));
        }
        let languages = config::languages(&config::load(None)?)?;
        // A folder with a Makefile below a root that is named is one of its own.
        let request = self.program.as_ref().filter(|request| !request.is_empty() || self.root.is_none());
        let files = request.map(|request| request.files(words, here, &languages)).transpose()?.flatten();
        Ok(files.map_or_else(|| Target::resolve(words, self.root.as_deref(), here, &languages), Target::Files))
    }

    /// Opens the workspace, package, plain folder or files that the words name, or the place around
    /// from which they choose.
    ///
    /// # Errors
    /// When there is none, when a file has no tests, or the configuration has mistakes.
    pub fn open(&self) -> Result<Opening, Error> {
        match self.resolve()? {
            Meaning::Files(files, without) => self.files(&files, &without),
            Meaning::Place(opening) => Ok(*opening),
        }
    }

    /// [`Call::open`], but programs that belong to no problem are only named.
    ///
    /// # Errors
    /// When there is no such place, or the configuration has mistakes.
    pub fn resolve(&self) -> Result<Meaning, Error> {
        let Words { here, tests, .. } = &self.words;
        match self.target()? {
            Target::Files(files) => Ok(Meaning::Files(files, Vec::new())),
            Target::Place { root, words } => {
                let place = places::root(root.as_deref(), here).map_err(|error| self.nowhere(error))?;
                let mut judge = Workspace::open_root(place, self.named)?;
                judge.is_named = root.is_some();
                let words = Words { here: here.clone(), words, tests: tests.clone() };
                let notices = judge.adopt(&words);
                if let Some((files, without)) = foreign(&judge, &words) {
                    return match root.filter(|root| Kind::of(&here.join(root)).is_some()) {
                        Some(root) => Err(not_of(&files, &root, here)),
                        None => Ok(Meaning::Files(files, without)),
                    };
                }
                if self.rules != OwnRules::default() {
                    let problems = judge.catalog.problems.iter_mut();
                    problems.for_each(|problem| self.rules.change(Arc::make_mut(problem)));
                }
                Ok(Meaning::Place(Box::new(Opening { judge, words, root, notices })))
            }
        }
    }

    fn files(&self, files: &Files, without: &[PathBuf]) -> Result<Opening, Error> {
        let Words { here, tests, .. } = &self.words;
        let (rules, names) = (&self.rules, self.names.clone());
        let languages = &config::languages(&config::load(None)?)?;
        let loose = LooseFiles { here, files, rules, names, without, languages, named: self.named };
        let LoadedFiles { judge, .. } = loose.load()?;
        let words = Words { here: here.clone(), words: Vec::new(), tests: tests.clone() };
        Ok(Opening { judge, words, root: None, notices: Vec::new() })
    }

    /// A word where there is no workspace means a file or folder, so the error is about the first
    /// that is not a program.
    fn nowhere(&self, error: Error) -> Error {
        let Words { here, words, .. } = &self.words;
        let Ok(languages) = Languages::built_in() else { return error };
        let is_odd = |word: &&String| Files::of(std::slice::from_ref(word), here, &languages).is_none();
        let first = words.iter().find(is_odd).or(words.first());
        match first.filter(|_| self.root.is_none() && places::root(None, here).is_err()) {
            Some(name) => not_there(name, here, &languages),
            None => error,
        }
    }
}

/// The named files, if they belong to no problem of what was opened.
fn foreign(judge: &Workspace, words: &Words) -> Option<(Files, Vec<PathBuf>)> {
    if words.words.is_empty() || !words.words.iter().any(|word| words.here.join(word).is_file()) {
        return None;
    }
    match judge.select(words, Restriction::default()) {
        Err(Error::Selection { error: PlanError::ForeignFile { .. }, .. }) => judge.foreign(words),
        Err(_) | Ok(_) => None,
    }
}

/// Why a file is not judged where another place than the one around is named.
fn not_of(files: &Files, root: &Path, here: &Path) -> Error {
    let (file, root) = (places::typed(&files.programs[0], here), root.display());
    refused(format!("{file} is not a solution of {root}")).with_hint(format!(
        "copy it among the solutions of {root}, or name it alone: it is judged on the tests beside it"
    ))
}

/// Why a word means nothing where there is no workspace.
fn not_there(name: &str, here: &Path, languages: &Languages) -> Error {
    let path = here.join(name);
    let hint = "name a file, which is judged in any folder; or make a workspace in `.`";
    match path.metadata() {
        Ok(found) if found.is_dir() => {
            refused(format!("{name} is neither a workspace nor a package, and has no programs with tests beside them"))
                .with_hint(detect::foreign(&path).unwrap_or_else(|| hint.to_owned()))
        }
        Ok(_) => match known_language(languages, here, &path) {
            Err(error) => error,
            Ok(()) => refused(format!("{name} is not a solution of a problem here")),
        },
        Err(_) => no_file_or_folder(name, &path).with_hint(hint),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_word_that_means_nothing_is_the_one_that_is_blamed() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        for file in ["a.py", "tests.zip", "notes.xyz", "dir/notes.txt"] {
            fs::create_dir_all(here.join(file).parent().unwrap()).unwrap();
            fs::write(here.join(file), "").unwrap();
        }
        let check = |words: &[&str], expected: &str| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            let call = Call::of(Words { here: here.clone(), words, tests: Vec::new() });
            let Err(error) = call.open() else { panic!("{expected}") };
            let (text, hint) = (error.to_string(), error.hint().unwrap_or_default());
            assert!(text.starts_with(expected) && !hint.contains("make a workspace in `tests.zip`"), "{text}: {hint}");
            assert!(hint.contains("unzip") || !expected.starts_with("tests.zip is"), "{hint}");
        };
        check(&["a.py", "tests.zip"], "tests.zip is a package in one file");
        check(&["a.py", "none.py"], "there is no file or folder none.py");
        check(&["none.py", "a.py"], "there is no file or folder none.py");
        check(&["dir", "none"], "dir is neither");
        check(&["notes.xyz"], "notes.xyz: no language has files like this");
        check(&["a.py", "notes.xyz"], "notes.xyz is not a program");
        check(&["tests.zip"], "tests.zip: ");
    }
}
