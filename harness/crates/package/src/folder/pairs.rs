//! Finds inputs with their answers by the names that people and tools give them.
//!
//! Only names are looked at, except for two files that could both be the answer of one input: they
//! are compared.

mod stars;

use crate::leftover::is_leftover;
use model::TestId;
use stars::{filled, matched};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
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
    /// Inputs without an answer.
    pub lonely: Vec<PathBuf>,
    /// Inputs of which two files with different contents could be the answer.
    pub doubtful: Vec<(PathBuf, [PathBuf; 2])>,
    /// Inputs whose names are not UTF-8, with a replacement character for each bad byte.
    pub garbled: Vec<PathBuf>,
    /// Inputs that are links to nothing.
    pub dangling: Vec<PathBuf>,
    /// Inputs or answers by their names that are folders, pipes or devices.
    pub odd: Vec<PathBuf>,
    /// Folders and files that cannot be read, with the reason.
    pub unreadable: Vec<(PathBuf, String)>,
    /// Tests beside those of the program, which carry no program's name: not among the pairs.
    pub nameless: Vec<PathBuf>,
    /// Inputs that were written out of another tool's file, each with that file.
    pub stored: Vec<(PathBuf, PathBuf)>,
    /// Whether the tests carry the program's name.
    pub are_own: bool,
    /// Whether there were more files than are looked at.
    pub is_cut: bool,
}

impl PairedFiles {
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.doubtful.is_empty()
    }

    /// Gives each input that has no answer an empty one, which is written below `stage`: a dialogue
    /// needs none. The inputs are called by their names below `folder`.
    pub fn answer_nothing(&mut self, folder: &Path, stage: &Path) {
        let answer = stage.join(NOTHING);
        if let Err(error) = crate::staged::put(&answer, b"") {
            self.unreadable.push((answer, error.to_string()));
            return;
        }
        let mut ids: BTreeSet<String> = self.pairs.iter().map(|pair| pair.id.to_string()).collect();
        for input in std::mem::take(&mut self.lonely) {
            let name = input.strip_prefix(folder).unwrap_or(&input).to_string_lossy().into_owned();
            let id = id_of(&name, &mut ids);
            self.pairs.push(Pair { id, input, answer: answer.clone() });
        }
        self.pairs.sort_by(|a, b| a.id.cmp(&b.id));
    }

    /// Adds what was found elsewhere.
    pub fn extend(&mut self, more: PairedFiles) {
        let PairedFiles {
            pairs,
            lonely,
            doubtful,
            garbled,
            dangling,
            odd,
            unreadable,
            nameless,
            stored,
            are_own: _,
            is_cut,
        } = more;
        let there: BTreeSet<PathBuf> = self.pairs.iter().map(|pair| pair.input.clone()).collect();
        self.pairs.extend(pairs.into_iter().filter(|pair| !there.contains(&pair.input)));
        self.lonely.extend(lonely);
        self.doubtful.extend(doubtful);
        self.garbled.extend(garbled);
        self.dangling.extend(dangling);
        self.odd.extend(odd);
        self.unreadable.extend(unreadable);
        self.nameless.extend(nameless);
        self.stored.extend(stored);
        self.is_cut |= is_cut;
        for list in [&mut self.lonely, &mut self.garbled, &mut self.dangling, &mut self.odd] {
            list.sort();
            list.dedup();
        }
    }
}

/// How an input and its answer are named. A `*` stands for the same text in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub input: String,
    pub answers: Vec<String>,
}

/// The usual names. In a pattern with folders, the folders may lie anywhere.
const USUAL: [(&str, &[&str]); 27] = [
    ("*.in", &["*.out", "*.ans", "*.a", "*.sol", "*.expected", "*.desired"]),
    ("*.input", &["*.output", "*.answer", "*.expected"]),
    // Olympiads: `sum.in1` and `sum.out1`, `sum.in.1a` and `sum.out.1a`.
    ("*.in*", &["*.out*", "*.ans*"]),
    // Themis: `SUM.INP` and `SUM.OUT`.
    ("*.inp", &["*.out", "*.ans"]),
    ("*.dat", &["*.ans", "*.sol", "*.out"]),
    ("in*", &["out*", "ans*", "expected*"]),
    ("input*", &["output*", "answer*", "ans*", "out*", "expected*"]),
    ("*in.txt", &["*out.txt", "*ans.txt"]),
    ("*input.txt", &["*output.txt", "*answer.txt"]),
    // CompetiTest: `a_input0.txt` and `a_output0.txt`.
    ("*_input*", &["*_output*", "*_answer*", "*_ans*", "*_expected*"]),
    ("*-input*", &["*-output*", "*-answer*", "*-ans*", "*-expected*"]),
    ("*.input*", &["*.output*", "*.answer*", "*.ans*", "*.expected*"]),
    ("*_in*", &["*_out*", "*_ans*"]),
    ("*-in*", &["*-out*", "*-ans*"]),
    ("*input", &["*output", "*answer"]),
    ("I.*", &["O.*"]),
    ("in/*", &["out/*"]),
    ("in/*.in", &["out/*.out", "out/*.ans"]),
    ("in/*.txt", &["out/*.txt"]),
    ("input/*", &["output/*"]),
    ("input/*.in", &["output/*.out", "output/*.ans"]),
    ("input/in*", &["output/out*"]),
    ("input/input*", &["output/output*"]),
    ("inputs/*", &["outputs/*"]),
    ("inputs/*.in", &["outputs/*.out", "outputs/*.ans"]),
    ("inputs/input*", &["outputs/output*"]),
    // Codeforces and Polygon: `01` and `01.a`.
    ("*", &["*.a"]),
];

/// The usual patterns.
pub fn usual() -> Vec<Pattern> {
    let own = |(input, answers): &(&str, &[&str])| Pattern {
        input: (*input).to_owned(),
        answers: answers.iter().map(|answer| (*answer).to_owned()).collect(),
    };
    USUAL.iter().map(own).collect()
}

/// Folders beside a program that are searched, with or without a number after the name.
const FOLDERS: [&str; 21] = [
    "test",
    "tests",
    "testcase",
    "testcases",
    "testdata",
    "sample",
    "samples",
    "sample_test_set",
    "example",
    "examples",
    "case",
    "cases",
    "data",
    "io",
    "in",
    "out",
    "input",
    "output",
    "inputs",
    "outputs",
    "secret",
];

/// A folder with more files is taken for a mistake: it is not searched to its end, and that is
/// said.
const MOST_FILES: usize = 2_000_000;
const DEEPEST: usize = 5;

/// All pairs below `folder`.
pub fn below(folder: &Path, patterns: &[Pattern]) -> PairedFiles {
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
    let mut parts: Vec<Vec<String>> = names().map(|name| parts(&home.join(name))).collect();
    let mut folder = PathBuf::from("/");
    // The last part is the name of a file.
    while let Some(first) = parts.first().filter(|first| first.len() > 1).map(|first| first[0].clone()) {
        let have_it = parts.iter().all(|part| part.len() > 1 && part[0] == first);
        if first.contains('*') || !have_it {
            break;
        }
        folder.push(first);
        parts.iter_mut().for_each(|part| drop(part.remove(0)));
    }
    let mut names = parts.into_iter().map(|part| part.join("/"));
    let pattern = Pattern { input: names.next().unwrap_or_default(), answers: names.collect() };
    below(&folder, &[pattern])
}

/// The parts of a path, without those that `..` takes back.
fn parts(path: &Path) -> Vec<String> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    parts
}

/// The pair that a file is part of, or what is odd about it.
pub fn of_file(file: &Path, patterns: &[Pattern]) -> PairedFiles {
    let is_it = |path: &Path| path == file;
    for (folder, files) in around(file, patterns) {
        let names: Vec<&str> = files.names.iter().map(String::as_str).collect();
        let mut found = pair(folder, &names, &files.odd, patterns);
        found.pairs.retain(|pair| is_it(&pair.input) || is_it(&pair.answer));
        found.doubtful.retain(|(input, answers)| is_it(input) || answers.iter().any(|answer| is_it(answer)));
        if !found.is_empty() {
            return PairedFiles { pairs: found.pairs, doubtful: found.doubtful, ..PairedFiles::default() };
        }
    }
    let lonely = file.is_file().then(|| file.to_owned()).into_iter().collect();
    PairedFiles { lonely, ..PairedFiles::default() }
}

/// The folders in which the other file of a pair may lie, nearest first, each with its files. It
/// lies beside this one, or, as `out/1.txt` of `in/1.txt`, in a folder that a pattern names. No
/// other folder is entered: the one above may be a person's home.
fn around<'f>(file: &'f Path, patterns: &'f [Pattern]) -> impl Iterator<Item = (&'f Path, PairFiles)> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let starts =
        |name: &String, own: &str| name.split_once('/').is_some_and(|(first, _)| matched(first, own).is_some());
    let is_named = move |own: &str| {
        patterns.iter().any(|pattern| starts(&pattern.input, own) || pattern.answers.iter().any(|one| starts(one, own)))
    };
    let beside = std::iter::once_with(move || (folder, files(folder, &|_| false)));
    beside.chain(folder.parent().into_iter().map(move |above| (above, files(above, &is_named))))
}

/// What lies in a folder of programs: the programs, and the files that may be tests. Read once.
pub struct Listing {
    folder: PathBuf,
    /// The names of the programs without their extensions.
    stems: BTreeSet<String>,
    files: PairFiles,
}

impl Listing {
    /// Reads `folder`. Folders in it are looked into that are called as tests are, as one of its
    /// programs, or as one of `programs`, which lie elsewhere. Nothing in `without` is looked at.
    pub fn read(folder: &Path, programs: &[String], without: &[PathBuf], is_source: &dyn Fn(&str) -> bool) -> Listing {
        let sources = sources(folder, is_source);
        let stems: BTreeSet<String> = sources.iter().map(|path| own_stem(path)).collect();
        let enter = |name: &str| {
            let plain =
                name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '_').to_ascii_lowercase();
            let is_named = |stem: &String| stem.eq_ignore_ascii_case(name);
            (FOLDERS.contains(&plain.as_str()) || stems.iter().chain(programs).any(is_named))
                && !without.contains(&folder.join(name))
        };
        let mut files = files(folder, &enter);
        files.names.retain(|file| !is_source(file));
        Listing { folder: folder.to_owned(), stems, files }
    }

    /// The same without these files, which are not tests whatever they are called: `a.out`.
    #[must_use]
    pub fn without_programs(mut self, programs: &[PathBuf]) -> Listing {
        self.files.names.retain(|file| !programs.contains(&self.folder.join(file)));
        self
    }

    /// The pairs for the program `stem`: those that carry its name, or else those that carry no
    /// other program's name. Both, if no other solution is here for which they could be meant.
    pub fn beside(&self, stem: &str, patterns: &[Pattern]) -> PairedFiles {
        let (own, rest) = self.around(Some(stem));
        let found = pair(&self.folder, &own, &self.files.odd, patterns);
        if found.is_empty() {
            let mut rest = pair(&self.folder, &rest, &self.files.odd, patterns);
            rest.lonely.extend(found.lonely);
            rest.garbled.extend(found.garbled);
            rest.dangling.extend(found.dangling);
            return self.files.found(rest);
        }
        if self.has_others(stem) {
            let nameless = pair(&self.folder, &rest, &[], patterns).pairs.into_iter().map(|pair| pair.input).collect();
            return self.files.found(PairedFiles { nameless, are_own: true, ..found });
        }
        let all: Vec<&str> = own.into_iter().chain(rest).collect();
        self.files.found(PairedFiles { are_own: true, ..pair(&self.folder, &all, &self.files.odd, patterns) })
    }

    /// Whether other solutions are here, for which tests without a name could be meant.
    pub fn has_others(&self, stem: &str) -> bool {
        let is_other = |other: &String| !other.eq_ignore_ascii_case(stem) && !super::TOOLS.contains(&other.as_str());
        self.stems.iter().any(is_other)
    }

    /// The pairs that carry none of its programs' names.
    pub fn nameless(&self) -> PairedFiles {
        self.files.found(pair(&self.folder, &self.around(None).1, &self.files.odd, &usual()))
    }

    /// The files that carry the name of the program `own`, and those that carry no program's name.
    fn around(&self, own: Option<&str>) -> (Vec<&str>, Vec<&str>) {
        let files = self.files.names.iter().map(String::as_str);
        let (own_files, mut rest): (Vec<&str>, Vec<&str>) =
            files.partition(|file| own.is_some_and(|own| carries(own, file)));
        // `test.py` does not take the folder `test/` away from the others.
        let is_other = |stem: &&String| own != Some(stem.as_str()) && !FOLDERS.contains(&stem.as_str());
        let others: Vec<&String> = self.stems.iter().filter(is_other).collect();
        rest.retain(|file| !others.iter().any(|other| carries(other, file)));
        (own_files, rest)
    }
}

/// The programs that lie directly in `folder`, by name.
pub fn sources(folder: &Path, is_source: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut programs = called(folder, is_source);
    programs.retain(|path| path.is_file());
    programs
}

/// What is called as a program there: pipes, devices and links to nothing, too, but no folders.
pub fn called(folder: &Path, is_source: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_called = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| is_source(name) && !is_leftover(name)) && !path.is_dir()
    };
    let mut programs: Vec<PathBuf> = entries.filter(is_called).collect();
    programs.sort();
    programs
}

/// Whether a file is named after the program `stem`: `a.in`, `a1.in`, `a-1.in`, `a/1.in` for `a`.
fn carries(stem: &str, file: &str) -> bool {
    let mut parts: Vec<&str> = file.split('/').collect();
    let name = parts.pop().unwrap_or_default();
    let rest = name.get(..stem.len()).filter(|begin| begin.eq_ignore_ascii_case(stem)).map(|_| &name[stem.len()..]);
    let ends = |rest: &str| {
        let after_number = stem.ends_with(|c: char| c.is_ascii_digit());
        !rest.starts_with(|c: char| c.is_alphabetic() || (after_number && c.is_ascii_digit()))
    };
    rest.is_some_and(ends) || parts.iter().any(|folder| folder.eq_ignore_ascii_case(stem))
}

/// What lies below a folder.
#[derive(Default)]
struct PairFiles {
    /// PairFiles, and links to nothing, by their names with `/`, in order. Names that are not UTF-8
    /// have replacement characters, so that they fit the same patterns.
    names: Vec<String>,
    /// What is neither a file nor a folder that is looked into.
    odd: Vec<String>,
    unreadable: Vec<(PathBuf, String)>,
    is_cut: bool,
}

impl PairFiles {
    /// Adds what went wrong with the reading.
    fn found(&self, found: PairedFiles) -> PairedFiles {
        PairedFiles { unreadable: self.unreadable.clone(), is_cut: self.is_cut, ..found }
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
            files.is_cut = true;
            break;
        }
        match entry {
            Ok(entry) if entry.file_type().is_file() => files.names.extend(name(entry.path())),
            Ok(entry) if entry.depth() > 0 => files.odd.extend(name(entry.path())),
            Ok(_) => {}
            Err(error) => match (error.path(), error.io_error()) {
                (Some(path), _) if dangles(path) => {
                    files.names.extend(name(path).filter(|_| !is_leftover(&own_name(path))));
                }
                (Some(path), Some(error)) => files.unreadable.push((path.to_owned(), error.to_string())),
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

fn own_stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn own_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The answers of a name by these patterns, and whether one fits it at all.
fn answers_of<'f>(file: &'f str, patterns: &'f [Pattern]) -> impl Iterator<Item = Vec<String>> + use<'f> {
    patterns.iter().filter_map(move |pattern| {
        let (before, stars) = matched(&pattern.input, file)?;
        Some(pattern.answers.iter().map(|answer| format!("{before}{}", filled(answer, &stars))).collect())
    })
}

fn pair(folder: &Path, files: &[&str], odd: &[String], patterns: &[Pattern]) -> PairedFiles {
    let names: BTreeSet<&str> = files.iter().copied().collect();
    let answers = answers_by_input(folder, &names, patterns);
    let taken: BTreeSet<String> = answers.values().flatten().cloned().collect();
    let mut found = PairedFiles::default();
    let mut ids = BTreeSet::new();
    for (input, answers) in &answers {
        // `1.in` + `1.out`: `1.out` is not the input of another pair.
        if taken.contains(*input) {
            continue;
        }
        let path = |name: &str| folder.join(name);
        if input.contains(char::REPLACEMENT_CHARACTER) && !path(input).exists() {
            if is_input(input) || !answers.is_empty() {
                found.garbled.push(path(input));
            }
            continue;
        }
        if dangles(&path(input)) {
            if is_input(input) || !answers.is_empty() {
                found.dangling.push(path(input));
            }
            continue;
        }
        let mut answers = answers.iter();
        let Some(first) = answers.next() else {
            if is_input(input) {
                found.lonely.push(path(input));
            }
            let mut named = answers_of(input, patterns).flatten();
            found.odd.extend(named.find(|answer| odd.contains(answer)).map(|answer| path(&answer)));
            continue;
        };
        let differs = |other: &&String| beneath::read(&path(first)).ok() != beneath::read(&path(other)).ok();
        if let Some(other) = answers.find(differs) {
            found.doubtful.push((path(input), [path(first), path(other)]));
            continue;
        }
        let id = id_of(input, &mut ids);
        found.pairs.push(Pair { id, input: path(input), answer: path(first) });
    }
    found.pairs.sort_by(|a, b| a.id.cmp(&b.id));
    for name in odd {
        let has_answer = || answers_of(name, patterns).flatten().any(|answer| names.contains(answer.as_str()));
        if is_input(name) || (!folder.join(name).is_dir() && has_answer()) {
            found.odd.push(folder.join(name));
        }
    }
    found.odd.sort();
    found.odd.dedup();
    found
}

/// The id of the test of this input: its name without its ending, if that is free.
fn id_of(input: &str, taken: &mut BTreeSet<String>) -> TestId {
    let stem = [".in", ".txt", ".input", ".inp", ".IN", ".INP"].iter().find_map(|end| input.strip_suffix(end));
    let name = stem.filter(|stem| !stem.is_empty() && !stem.ends_with('/') && !taken.contains(*stem)).unwrap_or(input);
    taken.insert(name.to_owned());
    TestId(name.into())
}

/// The answers that are there for each name that may be an input.
fn answers_by_input<'f>(
    folder: &Path,
    names: &BTreeSet<&'f str>,
    patterns: &[Pattern],
) -> BTreeMap<&'f str, Vec<String>> {
    let small = |pattern: &Pattern| Pattern {
        input: pattern.input.to_lowercase(),
        answers: pattern.answers.iter().map(|answer| answer.to_lowercase()).collect(),
    };
    let lower: Vec<Pattern> = patterns.iter().map(small).collect();
    let mut by_lower: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in names.iter().filter(|name| name.contains(char::is_uppercase)) {
        by_lower.entry(name.to_lowercase()).or_default().push(name);
    }
    let mut answers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in names {
        let is_there = |name: &String| name != file && names.contains(name.as_str()) && !dangles(&folder.join(name));
        for named in answers_of(file, patterns) {
            let all = answers.entry(file).or_default();
            for name in named.into_iter().filter(is_there) {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
        }
        // `1.IN` and `1.OUT`: only where the names as they are written have found nothing.
        if by_lower.is_empty() || answers.get(file).is_some_and(|found| !found.is_empty()) {
            continue;
        }
        let small = file.to_lowercase();
        for named in answers_of(&small, &lower) {
            let all = answers.entry(file).or_default();
            let alike = named.iter().flat_map(|name| {
                let as_written = names.get(name.as_str()).copied();
                by_lower.get(name).into_iter().flatten().copied().chain(as_written).collect::<Vec<_>>()
            });
            for name in alike.map(str::to_owned).filter(|name| is_there(name)) {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
        }
    }
    answers
}

/// Whether the name alone marks a file as an input.
fn is_input(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let numbered = |begin: &str| {
        let rest = name.strip_prefix(begin).and_then(|rest| rest.strip_suffix(".txt"));
        rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let ends =
        name.rsplit_once('.').is_some_and(|(_, end)| ["in", "inp"].iter().any(|it| end.eq_ignore_ascii_case(it)));
    ends || numbered("in") || numbered("input")
}

#[cfg(test)]
mod tests;
