//! Reads a folder of students' submissions, and grades them.
//!
//! The files become a catalog in memory, which is judged, contained and cached like any other. The
//! words are a grader's: verdicts and points, never whether they were expected.

mod counting;
mod folder;
mod grade;
mod guess;
mod mapping;
mod roster;
mod rows;
mod shape;
mod why;

pub use counting::CountRequest;
pub use grade::{ClassGrades, FromRecord, GradeTask, standings_of};
pub use roster::{Roster, RosterRow, Unread};
pub use why::Why;

use crate::error::{Error, OrCannot as _, refused};
use crate::workspace::Workspace;
use folder::Listing;
use guess::{LOOSE, NAMED, UNNAMED, best};
use mapping::Mapping;
use model::Languages as _;
use roster::{Problems, Reader};
use shape::{Reading, Shape};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A folder of submissions, and how it is read.
pub struct ClassRequest<'a> {
    /// The folder of the submissions.
    pub folder: &'a Path,
    /// A table that says whose some files are: lines `file,student,problem`.
    pub mapping: Option<&'a Path>,
    /// How other paths are read, in this order: `{student}/{problem}.{ext}`. Without these and a
    /// table, the usual shape that reads the most students.
    pub patterns: &'a [String],
    /// `nim`: all files are for this problem. `A=nim`: the files call this problem A.
    pub problems: &'a [String],
    /// The judge whose rules hold, in place of the problems' own.
    pub judge: Option<&'static profiles::JudgeProfile>,
}

impl<'a> ClassRequest<'a> {
    /// A folder whose paths have one of the usual shapes.
    pub fn of(folder: &'a Path) -> ClassRequest<'a> {
        ClassRequest { folder, mapping: None, patterns: &[], problems: &[], judge: None }
    }
}

/// A class: who submitted what.
pub struct Class {
    /// Holds the problems that somebody has a file for, and the submissions as their solutions.
    pub judge: Workspace,
    /// Who submitted what, and what could not be read.
    pub roster: Roster,
    /// How the paths below the folder were understood: as [`ClassRequest::patterns`] has them, or
    /// the one that was guessed.
    pub patterns: Vec<String>,
    /// What the pattern is called, if it was guessed.
    pub guessed: Option<&'static str>,
    /// A pattern that reads some of the rest, and how many files of it.
    pub rest: Option<(String, usize)>,
}

/// The most bytes of a table that says who submitted what.
const LARGEST_TABLE: u64 = 64 << 20;

impl Workspace {
    /// Reads who submitted what, for the problems here. A class may be empty.
    ///
    /// # Errors
    /// When the folder or the table cannot be read, a pattern has a mistake, or a problem is not
    /// here.
    pub fn class(&self, wanted: &ClassRequest<'_>) -> Result<Class, Error> {
        let folder = wanted.folder.canonicalize().or_cannot(format!("open {}", wanted.folder.display()))?;
        if !folder.is_dir() {
            return Err(refused(format!("{} is not a folder", wanted.folder.display())));
        }
        fs::read_dir(&folder).or_cannot(format!("read {}", wanted.folder.display()))?;
        let listing = Listing::of(&folder);
        let problems = self.called(wanted.problems)?;
        let language_of = |extension: &str| self.languages.of_extension(extension);
        let mapping = wanted.mapping.map_or_else(|| Ok(Mapping::default()), mapping)?;
        let mut shapes: Vec<Shape> =
            wanted.patterns.iter().map(|text| Shape::parse(text)).collect::<Result<_, Error>>()?;
        let mut reader = Reader { mapping: &mapping, shapes: &[], problems: &problems, language_of: &language_of };
        let is_told = !shapes.is_empty() || wanted.mapping.is_some();
        let (guessed, shape) = usual(&listing, &reader).filter(|_| !is_told).unzip();
        shapes.extend(shape);
        reader.shapes = &shapes;
        let mut roster = Roster::of(&listing, &reader);
        let patterns = shapes.iter().map(|shape| shape.as_str().to_owned()).collect();
        let rest = rest(&roster, &problems);
        let catalog = std::mem::take(&mut roster.catalog);
        // What students hand in is built and run as the judge does.
        let judge = self.variant(catalog).ruled_by(wanted.judge)?;
        Ok(Class { judge, roster, patterns, guessed, rest })
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
                    return Err(refused("all files are for one problem, and two are named")
                        .with_hint("say of each what the paths call it, such as `A=nim` and `B=wythoff`"));
                }
                None => problems.one = Some(id),
            }
        }
        Ok(problems)
    }
}

/// The table in a file.
fn mapping(file: &Path) -> Result<Mapping, Error> {
    // It may be a pipe.
    let bytes = beneath::read_named(file, LARGEST_TABLE).or_cannot(format!("read {}", file.display()))?;
    Mapping::parse(&bytes).map_err(|why| refused(format!("{}: {why}", file.display())))
}

/// The usual shape that reads the most students.
fn usual(listing: &Listing, reader: &Reader<'_>) -> Option<(&'static str, Shape)> {
    let is_source = |name: &&str| reader.language(roster::ending(name)).is_some();
    let paths: Vec<&str> = listing.files.iter().map(|file| file.name.as_str()).filter(is_source).collect();
    let problems = reader.problems;
    let fits = |reading: &Reading<'_>| problems.of(reading).is_some();
    let named = || best(&NAMED, &paths, fits).or_else(|| best(&LOOSE, &paths, fits));
    let found = if problems.one.is_some() { None } else { named() };
    // A shape may fit although no word is a known problem. Then the words are reported, unless only
    // one problem can be meant.
    let unnamed = || if problems.aliases.is_empty() { best(&UNNAMED, &paths, fits) } else { None };
    found.or_else(unnamed).or_else(|| best(&NAMED, &paths, |_| true))
}

/// A usual pattern for what is in a known language and was not read.
fn rest(roster: &Roster, problems: &Problems<'_>) -> Option<(String, usize)> {
    let unread = roster.rows.iter().flat_map(|row| &row.unread);
    let unread = unread.filter(|unread| matches!(unread.why, Why::NotNamed | Why::NoProblem(_)));
    let paths: Vec<&str> = unread.map(|unread| unread.file.as_str()).collect();
    let fits = |reading: &Reading<'_>| problems.of(reading).is_some();
    let named = best(&[&NAMED[..], &LOOSE].concat(), &paths, fits);
    let (_, shape) = named.or_else(|| best(&UNNAMED, &paths, fits))?;
    let reads = paths.iter().filter(|path| shape.read(path, fits).is_some_and(|reading| fits(&reading))).count();
    Some((shape.as_str().to_owned(), reads))
}
