//! Reads a folder of students' submissions, and grades them.
//!
//! The files become a catalog in memory, which is judged, contained and cached like any other. The
//! words are a grader's: verdicts and points, never whether they were expected.

mod copies;
mod counting;
mod folder;
mod grade;
mod guess;
mod mapping;
mod roster;
mod shape;
mod unread;

pub use counting::{CountRequest, Coverage};
pub use folder::{CandidateFile, Listing};
pub use grade::{ClassGrades, FromRecord, GradeTask, standings_of};
pub use roster::{Kind, OtherFile, Roster, Submission, Why};

use crate::error::{Error, ErrorKind, OrCannot as _, refused};
use crate::judge::Judge;
use engine::build::Languages;
use guess::guess;
use mapping::Mapping;
use model::Languages as _;
use roster::{Paths, Problems};
use shape::Shape;
use std::collections::BTreeMap;
use std::path::Path;

/// A folder of submissions, and how it is read.
pub struct ClassRequest<'a> {
    pub folder: &'a Path,
    pub paths: PathsAre<'a>,
    /// `nim`: all files are for this problem. `A=nim`: the files call this problem A.
    pub problems: &'a [String],
    /// The judge whose rules hold, in place of the problems' own.
    pub judge: Option<&'static profiles::Judge>,
}

impl<'a> ClassRequest<'a> {
    /// A folder whose paths have one of the usual shapes.
    pub fn of(folder: &'a Path) -> ClassRequest<'a> {
        ClassRequest { folder, paths: PathsAre::Usual, problems: &[], judge: None }
    }
}

/// How paths say whose a file is, and for which problem.
#[derive(Clone, Copy, Debug)]
pub enum PathsAre<'a> {
    /// In the usual shape that fits most of them.
    Usual,
    /// Such as `{student}/{problem}.{ext}`.
    Like(&'a str),
    /// In this file: lines `file,student,problem`.
    ListedIn(&'a Path),
}

/// A class: who submitted what.
pub struct Class {
    /// Holds the problems that somebody has a file for, and the submissions as their solutions.
    pub judge: Judge,
    pub roster: Roster,
    /// What the folder holds.
    pub listing: Listing,
    pub reading: PathReading,
}

/// How the paths of a class were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathReading {
    /// The pattern; `None` for a table.
    pub pattern: Option<String>,
    /// What the pattern is called, if it was guessed.
    pub guessed: Option<&'static str>,
    pub names_problems: bool,
    pub names_attempts: bool,
}

/// The most bytes of a table that says who submitted what.
const LARGEST_TABLE: u64 = 64 << 20;

impl Judge {
    /// Reads who submitted what, for the problems here. A class may be empty.
    ///
    /// # Errors
    /// When the folder or the table cannot be read, the pattern has a mistake, no usual shape fits,
    /// or a problem is not here.
    pub fn class(&self, wanted: &ClassRequest<'_>) -> Result<Class, Error> {
        let folder = wanted.folder.canonicalize().or_cannot(format!("open {}", wanted.folder.display()))?;
        if !folder.is_dir() {
            return Err(refused(format!("{} is not a folder", wanted.folder.display())));
        }
        let listing = Listing::of(&folder);
        let problems = self.called(wanted.problems)?;
        let language_of = |extension: &str| self.languages.of_extension(extension);
        let read = |paths: Paths<'_>| Roster::of(&listing, paths, &problems, &language_of);
        let of_shape = |shape: Shape, guessed| {
            let (names_problems, names_attempts) = (shape.names_problems(), shape.names_attempts());
            let pattern = Some(shape.as_str().to_owned());
            (read(Paths::Shape(&shape)), PathReading { pattern, guessed, names_problems, names_attempts })
        };
        let (mut roster, reading) = match wanted.paths {
            PathsAre::ListedIn(file) => {
                // It may be a pipe: `--map <(./table)`.
                let bytes = beneath::read_named(file, LARGEST_TABLE).or_cannot(format!("read {}", file.display()))?;
                let text = String::from_utf8(bytes)
                    .map_err(|error| refused(format!("{} is not UTF-8: {}", file.display(), error.utf8_error())))?;
                let mapping = Mapping::parse(&text).map_err(|why| refused(format!("{}: {why}", file.display())))?;
                let (names_problems, names_attempts) = (mapping.names_problems(), mapping.names_attempts());
                let reading = PathReading { pattern: None, guessed: None, names_problems, names_attempts };
                (read(Paths::Mapping(&mapping)), reading)
            }
            PathsAre::Like(text) => of_shape(Shape::parse(text)?, None),
            PathsAre::Usual => {
                let found = guessed(wanted.folder, &listing, &problems, &self.languages)?;
                of_shape(found.shape, Some(found.name))
            }
        };
        let catalog = std::mem::take(&mut roster.catalog);
        // What students hand in is built and run as the judge does.
        let judge = Judge { catalog, ..self.clone() }.ruled_by(wanted.judge)?;
        Ok(Class { judge, roster, listing, reading })
    }

    /// What the files call the problems.
    fn called(&self, words: &[String]) -> Result<Problems<'_>, Error> {
        let mut problems = Problems { all: &self.catalog.problems, aliases: BTreeMap::new(), one: None };
        for text in words {
            let (word, name) = text.split_once('=').map_or((None, text.as_str()), |(word, name)| (Some(word), name));
            let id = self.problem(name)?.problem.id.clone();
            match word {
                Some(word) => drop(problems.aliases.insert(word.to_owned(), id)),
                None if problems.one.is_some() => {
                    return Err(refused("all files are for one problem, and two are named").with_hint(
                        "`--problem A=nim --problem B=wythoff` says what problems are called in the paths",
                    ));
                }
                None => problems.one = Some(id),
            }
        }
        Ok(problems)
    }
}

/// The files in a known language.
fn sources<'a>(listing: &'a Listing, languages: &Languages) -> Vec<&'a str> {
    let extension = |name: &str| name.rsplit_once('.').map_or(String::new(), |(_, end)| end.to_lowercase());
    let has_language = |name: &&str| languages.of_extension(&extension(name)).is_some();
    listing.files.iter().map(|file| file.name.as_str()).filter(has_language).collect()
}

/// The shape that fits the files.
fn guessed(
    folder: &Path,
    listing: &Listing,
    problems: &Problems<'_>,
    languages: &Languages,
) -> Result<guess::GuessedShape, Error> {
    let paths = sources(listing, languages);
    let one = problems.one.is_some();
    let found = guess(&paths, |word| problems.named(word).is_some(), one);
    // A shape may fit although no word is a known problem. Then the words are reported, unless only
    // one problem can be meant.
    let is_plain = one || (problems.only().is_some() && problems.aliases.is_empty());
    found.or_else(|| guess(&paths, |_| true, is_plain)).ok_or_else(|| {
        refused(match paths.first() {
            None => format!("{} holds no file in a known language", folder.display()),
            Some(path) => format!("no usual shape reads `{path}`"),
        })
        .with_hint("say how paths are read: `harness grade DIR --as '{student}/{problem}.{ext}'`")
        .of_kind(ErrorKind::NothingNamed)
    })
}
