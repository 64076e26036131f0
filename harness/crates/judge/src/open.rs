//! Opens what the words of a call name, wherever it lies. Every command begins here, so that a word
//! means the same to all of them.

use crate::config;
use crate::error::{Error, ErrorKind, cannot_start, refused};
use crate::judge::{Judge, Restriction, Words};
use crate::loose::{LoadedFiles, LooseFiles};
use crate::missing::no_file;
use crate::notice::Notice;
use crate::own_rules::OwnRules;
use crate::places;
use crate::program::ProgramRequest;
use crate::target::{Files, Target};
use engine::build::{Executable, ExecutableError};
use engine::plan::PlanError;
use package::detect;
use package::folder::pairs::Pattern;
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
    pub named: Option<&'static profiles::Judge>,
    /// Rules in place of those of the problems.
    pub rules: OwnRules,
    /// Names of tests, in place of the usual ones.
    pub names: Option<Pattern>,
    /// Where long lists in messages are broken.
    pub columns: Option<usize>,
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
    pub judge: Judge,
    /// The words that choose from it. Programs that belong to no problem are all that there is, and
    /// need none.
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
                let mut judge = Judge::open_root(place, self.named)?;
                let words = Words { here: here.clone(), words, tests: tests.clone() };
                let notices = judge.adopt(&words);
                if let Some((files, without)) = foreign(&judge, &words) {
                    return Ok(Meaning::Files(files, without));
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
        let loose = LooseFiles { here, files, rules, names, without, columns: self.columns.unwrap_or(120) };
        let languages = config::languages(&config::load(None)?)?;
        let LoadedFiles { judge, .. } = loose.load(&languages, self.named)?;
        let words = Words { here: here.clone(), words: Vec::new(), tests: tests.clone() };
        Ok(Opening { judge, words, root: None, notices: Vec::new() })
    }

    /// A word where there is no workspace means a file or folder, so the error is about that.
    fn nowhere(&self, error: Error) -> Error {
        let here = &self.words.here;
        match self.words.words.first().filter(|_| self.root.is_none() && places::root(None, here).is_err()) {
            Some(name) => not_there(name, here),
            None => error,
        }
    }
}

/// The named files, if they belong to no problem of what was opened.
fn foreign(judge: &Judge, words: &Words) -> Option<(Files, Vec<PathBuf>)> {
    if words.words.is_empty() || !words.words.iter().any(|word| words.here.join(word).is_file()) {
        return None;
    }
    match judge.select(words, Restriction::default()) {
        Err(Error::Selection { error: PlanError::ForeignFile { .. }, .. }) => judge.foreign(words),
        Err(_) | Ok(_) => None,
    }
}

/// Why a word means nothing where there is no workspace.
fn not_there(name: &str, here: &Path) -> Error {
    let path = here.join(name);
    let init = "`harness init` makes a workspace here";
    match path.metadata() {
        Ok(found) if found.is_dir() => {
            let hint = detect::foreign(&path).unwrap_or_else(|| format!("`harness FILE` judges a file; {init}"));
            refused(format!("{name} is neither a workspace nor a package, and has no programs with tests beside them"))
                .with_hint(hint)
        }
        // Programs are judged wherever they lie: this file is not a program.
        Ok(found) if found.is_file() && Executable::of(&path) == Err(ExecutableError::NoFirstLine) => {
            cannot_start(name, &ExecutableError::NoFirstLine)
        }
        Ok(found) if found.is_file() => refused(format!("{name}: no language has files like this"))
            .with_hint("`harness FILE` judges a program; `harness doctor` says which languages there are"),
        Ok(_) => refused(format!("{name} is not a file")).of_kind(ErrorKind::NothingNamed),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound || path.is_symlink() => no_file(name, &path),
        Err(_) => {
            refused(format!("there is no file or folder {name}, and no workspace here where it could be a problem"))
                .with_hint(format!("`harness FILE` judges a file in any folder; {init}"))
                .of_kind(ErrorKind::NothingNamed)
        }
    }
}
