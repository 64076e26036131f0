//! Finds inputs with their answers by the names that people and tools give them, which
//! `model::test_names` knows.
//!
//! Of what the files hold, two things count: a program is not an answer, whatever it is called, and
//! two files that could both be the answer of one input are compared.

mod oddity;

use super::roles::{ProgramRole, carries, is_taken_for_a_number, stems};
use crate::leftover::is_leftover;
use crate::tree::{file_name, head};
use model::test_names::{self, Pattern, answers_by_input, answers_of, is_input};
use model::{TestId, is_header};
pub use oddity::Oddity;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use walkdir::WalkDir;

/// An input with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The input's name below the folder, without its extension.
    pub id: TestId,
    pub input: PathBuf,
    pub answer: PathBuf,
}

/// Below the caller's folder: the answer of a dialogue that has none.
const NOTHING: &str = "stored/empty.ans";

impl Pair {
    pub fn has_answer(&self) -> bool {
        !self.answer.ends_with(NOTHING)
    }
}

/// The tests that were found in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedFiles {
    /// In judging order.
    pub pairs: Vec<Pair>,
    /// Whatever else is to be said of files there, by kind and then by name.
    pub odd: BTreeSet<(Oddity, PathBuf)>,
    /// Inputs that were written out of another tool's file, each with that file.
    pub stored: Vec<(PathBuf, PathBuf)>,
    /// Whether the tests carry the program's name.
    pub are_own: bool,
}

impl PairedFiles {
    /// Whether there are no tests, not even doubtful ones.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.doubtful().is_none()
    }

    /// An input of which two files with different contents could be the answer.
    pub fn doubtful(&self) -> Option<(&Path, &[PathBuf; 2])> {
        self.odd.iter().find_map(|(odd, input)| {
            let Oddity::TwoAnswers(answers) = odd else { return None };
            Some((input.as_path(), answers))
        })
    }

    /// The files of which this is to be said.
    pub fn of(&self, oddity: &Oddity) -> impl Iterator<Item = &PathBuf> {
        self.odd.iter().filter(move |(odd, _)| odd == oddity).map(|(_, path)| path)
    }

    /// The first input that has no answer.
    pub fn lonely(&self) -> Option<&PathBuf> {
        self.of(&Oddity::NoAnswer).next()
    }

    /// Notes a file or folder that cannot be read.
    pub(super) fn unreadable(&mut self, (path, why): (PathBuf, String)) {
        self.odd.insert((Oddity::Unreadable(why), path));
    }

    /// Gives each input that has no answer an empty one, which is written below `stage`: a dialogue
    /// needs none. The inputs are called by their names below `folder`.
    pub fn answer_nothing(&mut self, folder: &Path, stage: &Path) {
        let answer = stage.join(NOTHING);
        if let Err(error) = crate::staged::put(&answer, b"") {
            return self.unreadable((answer, error.to_string()));
        }
        let mut ids: BTreeSet<String> = self.pairs.iter().map(|pair| pair.id.to_string()).collect();
        let lonely: Vec<PathBuf> = self.of(&Oddity::NoAnswer).cloned().collect();
        self.odd.retain(|(odd, _)| *odd != Oddity::NoAnswer);
        for input in lonely {
            let name = input.strip_prefix(folder).unwrap_or(&input).to_string_lossy().into_owned();
            let id = id_of(&name, &mut ids);
            self.pairs.push(Pair { id, input, answer: answer.clone() });
        }
        self.pairs.sort_by(|a, b| a.id.cmp(&b.id));
    }

    /// Adds what was found elsewhere.
    pub fn extend(&mut self, more: PairedFiles) {
        let there: BTreeSet<PathBuf> = self.pairs.iter().map(|pair| pair.input.clone()).collect();
        self.pairs.extend(more.pairs.into_iter().filter(|pair| !there.contains(&pair.input)));
        self.odd.extend(more.odd);
        self.stored.extend(more.stored);
    }
}

/// Folders beside a program that are searched, also of several (`tests`), and with a number after
/// the name.
const FOLDERS: [&str; 15] = [
    "test", "test_in", "test_out", "testcase", "testdata", "sample", "example", "case", "data", "io", "in", "out",
    "input", "output", "secret",
];

fn is_of_tests(folder: &str) -> bool {
    folder == "sample_test_set" || FOLDERS.contains(&folder.trim_end_matches('s'))
}

/// What Hydro, SYZOJ and omegaUp call their settings of tests, which lie beside these.
const SETTINGS: [&str; 4] = ["config.yaml", "config.yml", "data.yml", "settings.json"];

/// A folder with more files is taken for a mistake: it is not searched to its end, and that is
/// said.
const MOST_FILES: usize = 2_000_000;
const DEEPEST: usize = 5;

/// All pairs below `folder`.
fn below(folder: &Path, patterns: &[Pattern]) -> PairedFiles {
    let files = files(folder, &|_| true);
    let names: Vec<&str> = files.names.iter().map(String::as_str).collect();
    files.found(pair(folder, &names, &files.odd, patterns))
}

/// The pairs of one pattern. It is looked for below `home`, or, if it begins with `/` or `../`,
/// below the last folder that the names of inputs and answers have in common.
pub fn named(home: &Path, pattern: &Pattern) -> PairedFiles {
    let names = || std::iter::once(&pattern.input).chain(&pattern.answers);
    if !names().any(|name| name.starts_with('/') || name.starts_with("../")) {
        return below(home, std::slice::from_ref(pattern));
    }
    let all: Vec<PathBuf> = names().map(|name| without_parents(&home.join(name))).collect();
    let is_above = |folder: &&Path| {
        let hold_all = all.iter().all(|name| name != folder && name.starts_with(folder));
        hold_all && !folder.to_string_lossy().contains('*')
    };
    let folder = all[0].ancestors().find(is_above).unwrap_or(Path::new("/"));
    let own = |name: &PathBuf| name.strip_prefix(folder).unwrap_or(name).to_string_lossy().into_owned();
    let pattern = Pattern { input: own(&all[0]), answers: all[1..].iter().map(own).collect() };
    below(folder, &[pattern])
}

/// The path, without the parts that `..` takes back.
fn without_parents(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// The pairs below these folders, and those that these files are part of.
pub fn at(places: &[PathBuf], patterns: &[Pattern]) -> PairedFiles {
    let mut found = PairedFiles::default();
    let mut files: BTreeMap<&Path, BTreeSet<&Path>> = BTreeMap::new();
    for place in places {
        match place.is_dir() {
            true => found.extend(below(place, patterns)),
            false => drop(files.entry(place.parent().unwrap_or(Path::new(""))).or_default().insert(place)),
        }
    }
    // Those of a folder at once: of thousands of `tests/*`, each would read it again.
    files.into_iter().for_each(|(folder, files)| found.extend(of_files(folder, files, patterns)));
    found
}

/// The pairs that these files in `folder` are part of, or what is odd about them.
fn of_files(folder: &Path, mut files: BTreeSet<&Path>, patterns: &[Pattern]) -> PairedFiles {
    let mut all = PairedFiles::default();
    for (folder, around) in around(folder, patterns) {
        let names: Vec<&str> = around.names.iter().map(String::as_str).collect();
        let mut found = pair(folder, &names, &around.odd, patterns);
        let mut parts: BTreeSet<PathBuf> = BTreeSet::new();
        let mut has_one = |paths: &[&PathBuf]| {
            let has_one = paths.iter().any(|path| files.contains(path.as_path()));
            parts.extend(paths.iter().filter(|_| has_one).map(|path| path.to_path_buf()));
            has_one
        };
        found.pairs.retain(|pair| has_one(&[&pair.input, &pair.answer]));
        found.odd.retain(|(odd, input)| {
            let Oddity::TwoAnswers([one, other]) = odd else { return false };
            has_one(&[input, one, other])
        });
        all.extend(found);
        files.retain(|file| !parts.contains(*file));
        if files.is_empty() {
            break;
        }
    }
    let lonely = files.into_iter().filter(|file| file.is_file());
    all.odd.extend(lonely.map(|file| (Oddity::NoAnswer, file.to_owned())));
    all
}

/// The folders in which the other files of pairs may lie, nearest first, each with its files. They
/// lie in this one, or, as `out/1.txt` of `in/1.txt`, in a folder that a pattern names. No other
/// folder is entered: the one above may be a person's home.
fn around<'f>(folder: &'f Path, patterns: &'f [Pattern]) -> impl Iterator<Item = (&'f Path, PairFiles)> {
    let is_named = move |own: &str| patterns.iter().any(|pattern| pattern.enters(own));
    let beside = std::iter::once_with(move || (folder, files(folder, &|_| false)));
    beside.chain(folder.parent().into_iter().map(move |above| (above, files(above, &is_named))))
}

/// What lies in a folder of programs: the programs, and the files that may be tests. Read once.
#[derive(Clone)]
pub struct Listing {
    folder: PathBuf,
    /// The names of the programs without their extensions, those of the call among them.
    stems: BTreeSet<String>,
    files: PairFiles,
}

impl Listing {
    /// Reads `folder`. Folders in it are looked into that are called as tests are, as one of its
    /// programs, or as one of `programs`, which may lie elsewhere. Nothing in `without` is looked
    /// at.
    pub fn read(folder: &Path, programs: &[String], without: &[PathBuf], is_source: &dyn Fn(&str) -> bool) -> Listing {
        let stems: BTreeSet<String> = stems(folder, is_source).chain(programs.iter().cloned()).collect();
        let enter = |name: &str| {
            let plain =
                name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '_').to_ascii_lowercase();
            let is_named = |stem: &String| stem.eq_ignore_ascii_case(name);
            (is_of_tests(&plain) || stems.iter().any(is_named)) && !without.contains(&folder.join(name))
        };
        let mut files = files(folder, &enter);
        files.names.retain(|file| !is_source(file) && !is_header(file));
        Listing { folder: folder.to_owned(), stems, files }
    }

    /// The same without these files, which are not tests whatever they are called: `a.out`.
    #[must_use]
    pub fn without_programs(mut self, programs: &[PathBuf]) -> Listing {
        let programs: Vec<&Path> = programs.iter().filter_map(|path| path.strip_prefix(&self.folder).ok()).collect();
        self.files.names.retain(|file| !programs.contains(&Path::new(file)));
        self
    }

    /// The pairs for the program `stem`: those that carry its name, or else those that carry no
    /// program's name. Both, if no other solution is here for which they could be meant.
    pub fn beside(&self, stem: &str) -> PairedFiles {
        let (own, rest) = self.around(Some(stem));
        let mut found = pair(&self.folder, &own, &self.files.odd, &test_names::usual());
        let rest_of = |files: &[&str]| pair(&self.folder, files, &self.files.odd, &test_names::usual());
        if found.is_empty() {
            let rest = rest_of(&rest);
            found.odd.extend(rest.odd);
            found.pairs = rest.pairs;
        } else if self.has_others(stem) {
            found.odd.extend(rest_of(&rest).pairs.into_iter().map(|pair| (Oddity::Nameless, pair.input)));
            found.are_own = true;
        } else {
            found = PairedFiles { are_own: true, ..rest_of(&[own, rest].concat()) };
        }
        let odd = self.files.names.iter().filter_map(|file| Some((self.doubt(stem, file)?, self.folder.join(file))));
        found.odd.extend(odd);
        self.files.found(found)
    }

    /// Whether these two files would be a test of the program `stem`, if they were here.
    pub fn would_pair(&self, stem: &str, input: &Path, answer: &Path) -> bool {
        let name = |path: &Path| Some(path.strip_prefix(&self.folder).ok()?.to_str()?.to_owned());
        let Some((input_name, answer_name)) = name(input).zip(name(answer)) else { return true };
        let mut with = self.clone();
        with.files.names.extend([input_name, answer_name]);
        with.beside(stem).pairs.iter().any(|pair| pair.input == input && pair.answer == answer)
    }

    /// Whether other solutions are here, for which tests without a name could be meant.
    pub fn has_others(&self, stem: &str) -> bool {
        let is_solution = |other: &&String| ProgramRole::of_name(other) == ProgramRole::Solution;
        self.stems.iter().filter(is_solution).any(|other| !other.eq_ignore_ascii_case(stem))
    }

    /// The pairs that carry none of its programs' names.
    pub fn nameless(&self) -> PairedFiles {
        self.files.found(pair(&self.folder, &self.around(None).1, &self.files.odd, &test_names::usual()))
    }

    /// The files that carry the name of the program `own`, and those that carry no program's name.
    fn around(&self, own: Option<&str>) -> (Vec<&str>, Vec<&str>) {
        let files = self.files.names.iter().map(String::as_str);
        let all: Vec<(&str, Option<&str>)> = files.map(|file| (file, self.program_of(own, file))).collect();
        let is_own = |of: Option<&str>| own.zip(of).is_some_and(|(own, of)| own.eq_ignore_ascii_case(of));
        let own_files = all.iter().filter(|(_, of)| is_own(*of)).map(|(file, _)| *file).collect();
        (own_files, all.iter().filter(|(_, of)| of.is_none()).map(|(file, _)| *file).collect())
    }

    /// The program whose name a file carries: of several the longest.
    fn program_of<'l>(&'l self, own: Option<&'l str>, file: &str) -> Option<&'l str> {
        // `test.py` does not take the folder `test/` away from the others.
        let others = self.stems.iter().map(String::as_str).filter(|stem| !is_of_tests(stem));
        let longest = others.filter_map(|stem| Some((carries(stem, file)?, stem))).max();
        longest.map(|(_, stem)| stem).or_else(|| own.filter(|own| carries(own, file).is_some()))
    }

    /// What is doubtful about a file of which the program `stem` is one of two that its name could
    /// mean: `a1.in`, where `a` and `a1` are programs.
    fn doubt(&self, stem: &str, file: &str) -> Option<Oddity> {
        let longest = self.program_of(Some(stem), file)?;
        let is_solution = |other: &&&String| ProgramRole::of_name(other) == ProgramRole::Solution;
        let mut shorter = self.stems.iter().filter(|other| other.len() < longest.len());
        let other = shorter.find(|other| is_solution(&other) && is_taken_for_a_number(other, longest, file))?;
        let is_about = [longest, other].iter().any(|name| name.eq_ignore_ascii_case(stem));
        let (of, not) = (longest.to_owned(), other.clone());
        (is_about && is_input(file)).then_some(Oddity::Longest { of, not })
    }
}

/// What lies below a folder.
#[derive(Clone, Default)]
struct PairFiles {
    /// Files, and links to nothing, by their names with `/`, in order. Names that are not UTF-8
    /// have replacement characters, so that they fit the same patterns.
    names: Vec<String>,
    /// What is neither a file nor a folder that is looked into.
    odd: Vec<String>,
    /// What went wrong with the reading.
    failed: Vec<(Oddity, PathBuf)>,
}

impl PairFiles {
    fn found(&self, mut found: PairedFiles) -> PairedFiles {
        found.odd.extend(self.failed.iter().cloned());
        found
    }
}

/// `enter` says of a folder directly in `folder` whether it is looked into.
fn files(folder: &Path, enter: &dyn Fn(&str) -> bool) -> PairFiles {
    let mut files = PairFiles::default();
    let name = |path: &Path| Some(path.strip_prefix(folder).ok()?.to_string_lossy().into_owned());
    let mut shut = Vec::new();
    let walk = WalkDir::new(folder).follow_links(true).max_depth(DEEPEST).sort_by_file_name();
    let walk = walk.into_iter().filter_entry(|entry| {
        let own = entry.file_name().to_string_lossy();
        if entry.depth() == 0 {
            return true;
        }
        let is_shut = entry.depth() == 1 && entry.file_type().is_dir() && !enter(&own);
        if is_shut && !is_leftover(&own) {
            shut.extend(name(entry.path()));
        }
        !is_leftover(&own) && !is_shut
    });
    for (at, entry) in walk.enumerate() {
        if at > MOST_FILES {
            files.failed.push((Oddity::TooMany, folder.to_owned()));
            break;
        }
        match entry {
            Ok(entry) if entry.file_type().is_file() => files.names.extend(name(entry.path())),
            Ok(entry) if entry.depth() > 0 => files.odd.extend(name(entry.path())),
            Ok(_) => {}
            Err(error) => match (error.path(), error.io_error()) {
                (Some(path), _) if dangles(path) => {
                    files.names.extend(name(path).filter(|_| !is_leftover(&file_name(path))));
                }
                (Some(path), Some(error)) => {
                    files.failed.push((Oddity::Unreadable(error.to_string()), path.to_owned()));
                }
                // A link that leads to a folder above it.
                (Some(_), None) | (None, _) => {}
            },
        }
    }
    files.odd.extend(shut);
    files
}

fn dangles(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}

/// No compiler makes a shorter program. Most answers are shorter, and need not be opened.
const SHORTEST_PROGRAM: u64 = 1024;

/// Whether a file may be an answer: a link to nothing is none, and neither is a program.
fn may_answer(path: &Path) -> bool {
    if path.metadata().is_ok_and(|file| file.len() < SHORTEST_PROGRAM) {
        return true;
    }
    !dangles(path) && !head(path, 64).is_ok_and(|head| test_names::is_program(&head))
}

/// A file without the line feed that may end it, which editors add and forget.
fn lines(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = beneath::read(path).ok()?;
    bytes.pop_if(|byte| *byte == b'\n');
    bytes.pop_if(|byte| *byte == b'\r');
    Some(bytes)
}

fn pair(folder: &Path, files: &[&str], odd: &[String], patterns: &[Pattern]) -> PairedFiles {
    let names: BTreeSet<&str> = files.iter().copied().collect();
    let path = |name: &str| folder.join(name);
    let answers = answers_by_input(&names, patterns, &|name| may_answer(&path(name)));
    let taken: BTreeSet<String> = answers.values().flatten().cloned().collect();
    let mut found = PairedFiles::default();
    let mut ids = BTreeSet::new();
    for (input, answers) in &answers {
        // `1.in` + `1.out`: `1.out` is not the input of another pair.
        if taken.contains(*input) {
            continue;
        }
        let is_called = is_input(input) || !answers.is_empty();
        if input.contains(char::REPLACEMENT_CHARACTER) && !path(input).exists() {
            found.odd.extend(is_called.then(|| (Oddity::NotUtf8, path(input))));
            continue;
        }
        if dangles(&path(input)) {
            found.odd.extend(is_called.then(|| (Oddity::Dangling, path(input))));
            continue;
        }
        let mut answers = answers.iter();
        let Some(first) = answers.next() else {
            found.odd.extend(is_called.then(|| (Oddity::NoAnswer, path(input))));
            for answer in answers_of(input, patterns) {
                if odd.contains(&answer) {
                    found.odd.insert((Oddity::NoFile, path(&answer)));
                } else if is_input(input) && names.contains(answer.as_str()) && !dangles(&path(&answer)) {
                    found.odd.insert((Oddity::Program, path(&answer)));
                }
            }
            continue;
        };
        if let Some(other) = answers.find(|other| lines(&path(first)) != lines(&path(other))) {
            found.odd.insert((Oddity::TwoAnswers([path(first), path(other)]), path(input)));
            continue;
        }
        let id = id_of(input, &mut ids);
        found.pairs.push(Pair { id, input: path(input), answer: path(first) });
    }
    found.pairs.sort_by(|a, b| a.id.cmp(&b.id));
    for name in odd {
        let has_answer = || answers_of(name, patterns).any(|answer| names.contains(answer.as_str()));
        if is_input(name) || (!path(name).is_dir() && has_answer()) {
            found.odd.insert((Oddity::NoFile, path(name)));
        }
    }
    let folders: BTreeSet<&Path> = found.pairs.iter().filter_map(|pair| pair.input.parent()).collect();
    let beside = SETTINGS.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    found.odd.extend(beside.filter(|file| file.is_file()).map(|file| (Oddity::Settings, file)));
    found
}

/// The id of the test of this input: its name without its ending, if that is free.
fn id_of(input: &str, taken: &mut BTreeSet<String>) -> TestId {
    let stem = [".in", ".txt", ".input", ".inp", ".IN", ".INP"].iter().find_map(|end| input.strip_suffix(end));
    let name = stem.filter(|stem| !stem.is_empty() && !stem.ends_with('/') && !taken.contains(*stem)).unwrap_or(input);
    taken.insert(name.to_owned());
    TestId(name.into())
}

#[cfg(test)]
mod tests;
