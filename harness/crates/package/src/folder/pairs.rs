//! Finds inputs with their answers by the names that people and tools give them.
//!
//! Only names are looked at, except for two files that could both be the answer of one input: they
//! are compared.

use crate::native::is_leftover;
use model::TestId;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// An input with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The input's name below the folder, without its extension.
    pub id: TestId,
    pub input: PathBuf,
    pub answer: PathBuf,
}

/// The tests that were found in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
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
}

impl Found {
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.doubtful.is_empty()
    }
}

/// How an input and its answer are named. A `*` stands for the same text in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub input: String,
    pub answers: Vec<String>,
}

/// The usual names. In a pattern with folders, the folders may lie anywhere.
const USUAL: [(&str, &[&str]); 18] = [
    ("*.in", &["*.out", "*.ans", "*.a"]),
    ("*.input", &["*.output", "*.answer", "*.expected"]),
    ("in*", &["out*", "ans*"]),
    ("input*", &["output*", "answer*", "ans*", "out*"]),
    ("*in.txt", &["*out.txt", "*ans.txt"]),
    ("*input.txt", &["*output.txt", "*answer.txt"]),
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
const FOLDERS: [&str; 20] = [
    "test",
    "tests",
    "testcase",
    "testcases",
    "testdata",
    "sample",
    "samples",
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

/// A folder with more files is not searched to its end.
const MOST_FILES: usize = 100_000;
const DEEPEST: usize = 5;

/// All pairs below `folder`.
pub fn below(folder: &Path, patterns: &[Pattern]) -> Found {
    pair(folder, &files(folder, &|_| true), patterns)
}

/// The pairs beside the program `stem` in `folder`: those that carry its name, or else those that
/// carry no other program's name.
pub fn beside(folder: &Path, stem: &str, patterns: &[Pattern], is_source: &dyn Fn(&str) -> bool) -> Found {
    let (own, rest) = around(folder, Some(stem), is_source);
    let own = pair(folder, &own, patterns);
    if !own.is_empty() {
        return own;
    }
    let mut found = pair(folder, &rest, patterns);
    found.lonely.extend(own.lonely);
    found.garbled.extend(own.garbled);
    found.dangling.extend(own.dangling);
    found
}

/// The pairs in `folder` that carry none of its programs' names.
pub fn nameless(folder: &Path, is_source: &dyn Fn(&str) -> bool) -> Found {
    pair(folder, &around(folder, None, is_source).1, &usual())
}

/// The data files of `folder` that carry the name of the program `own`, and those that carry no
/// program's name.
fn around(folder: &Path, own: Option<&str>, is_source: &dyn Fn(&str) -> bool) -> (Vec<String>, Vec<String>) {
    let programs = sources(folder, is_source);
    let stems: BTreeSet<&str> = programs.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
    let enter = |name: &str| {
        let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '_').to_ascii_lowercase();
        FOLDERS.contains(&plain.as_str())
            || stems.iter().copied().chain(own).any(|stem| stem.eq_ignore_ascii_case(name))
    };
    let files = files(folder, &enter).into_iter().filter(|file| !is_source(file));
    let (own_files, mut rest): (Vec<String>, Vec<String>) =
        files.partition(|file| own.is_some_and(|own| carries(own, file)));
    // `test.py` does not take the folder `test/` away from the others.
    let others: Vec<&str> = stems.into_iter().filter(|stem| own != Some(*stem) && !FOLDERS.contains(stem)).collect();
    rest.retain(|file| !others.iter().any(|other| carries(other, file)));
    (own_files, rest)
}

/// The programs that lie directly in `folder`, by name.
pub fn sources(folder: &Path, is_source: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_program = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| is_source(name) && !is_leftover(name)) && path.is_file()
    };
    let mut programs: Vec<PathBuf> = entries.filter(is_program).collect();
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

/// The files below `folder`, and links to nothing, by their names with `/`, in order. Names that
/// are not UTF-8 have replacement characters, so that they fit the same patterns. `enter` says of a
/// folder directly in it whether it is looked into.
fn files(folder: &Path, enter: &dyn Fn(&str) -> bool) -> Vec<String> {
    let walk = WalkDir::new(folder).follow_links(true).min_depth(1).max_depth(DEEPEST).sort_by_file_name();
    let walk = walk.into_iter().filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        !is_leftover(&name) && (entry.depth() > 1 || !entry.file_type().is_dir() || enter(&name))
    });
    let file = |entry: Result<walkdir::DirEntry, walkdir::Error>| match entry {
        Ok(entry) => entry.file_type().is_file().then(|| entry.into_path()),
        Err(error) => error.path().filter(|path| dangles(path) && !is_leftover(&own_name(path))).map(Path::to_owned),
    };
    let found = walk.into_iter().take(MOST_FILES).filter_map(file);
    found.filter_map(|path| Some(path.strip_prefix(folder).ok()?.to_string_lossy().into_owned())).collect()
}

fn dangles(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}

fn own_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn pair(folder: &Path, files: &[String], patterns: &[Pattern]) -> Found {
    let names: BTreeSet<&str> = files.iter().map(String::as_str).collect();
    let mut answers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in &names {
        for pattern in patterns {
            let Some((before, stars)) = matched(&pattern.input, file) else { continue };
            let named = pattern.answers.iter().map(|answer| format!("{before}{}", filled(answer, &stars)));
            let is_there =
                |name: &String| name != file && names.contains(name.as_str()) && !dangles(&folder.join(name));
            let found: Vec<String> = named.filter(is_there).collect();
            let all = answers.entry(file).or_default();
            for name in found {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
        }
    }
    let taken: BTreeSet<String> = answers.values().flatten().cloned().collect();
    let mut found = Found::default();
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
            continue;
        };
        let differs = |other: &&String| fs::read(path(first)).ok() != fs::read(path(other)).ok();
        if let Some(other) = answers.find(differs) {
            found.doubtful.push((path(input), [path(first), path(other)]));
            continue;
        }
        let stem = [".in", ".txt", ".input"].iter().find_map(|end| input.strip_suffix(end));
        let name =
            stem.filter(|stem| !stem.is_empty() && !stem.ends_with('/') && !ids.contains(*stem)).unwrap_or(input);
        ids.insert(name.to_owned());
        found.pairs.push(Pair { id: TestId(name.into()), input: path(input), answer: path(first) });
    }
    found.pairs.sort_by(|a, b| a.id.cmp(&b.id));
    found
}

/// Whether the name alone marks a file as an input.
fn is_input(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let numbered = |begin: &str| {
        let rest = name.strip_prefix(begin).and_then(|rest| rest.strip_suffix(".txt"));
        rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    };
    name.ends_with(".in") || numbered("in") || numbered("input")
}

/// What precedes the pattern, up to a `/`, and what each `*` stands for.
fn matched<'f>(pattern: &str, file: &'f str) -> Option<(&'f str, Vec<&'f str>)> {
    let depth = pattern.matches('/').count();
    let begin = file.rmatch_indices('/').nth(depth).map_or(0, |(at, _)| at + 1);
    if file[begin..].matches('/').count() != depth {
        return None;
    }
    let mut rest = &file[begin..];
    let mut parts = pattern.split('*');
    rest = rest.strip_prefix(parts.next()?)?;
    let mut stars = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        // The last star matches as much as it can.
        let end = match parts.peek() {
            None => {
                rest.len().checked_sub(part.len()).filter(|end| rest.is_char_boundary(*end) && rest.ends_with(part))?
            }
            Some(_) => rest.find(part)?,
        };
        stars.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    (rest.is_empty() && stars.iter().all(|star| !star.contains('/'))).then_some((&file[..begin], stars))
}

fn filled(pattern: &str, stars: &[&str]) -> String {
    let mut stars = stars.iter();
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + stars.next().copied().unwrap_or_default() + part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        folder
    }

    fn is_source(name: &str) -> bool {
        name.ends_with(".cpp") || name.ends_with(".py")
    }

    fn pairs(found: &Found, folder: &Path) -> Vec<String> {
        let name = |path: &Path| path.strip_prefix(folder).unwrap().display().to_string();
        found.pairs.iter().map(|pair| format!("{} {}+{}", pair.id, name(&pair.input), name(&pair.answer))).collect()
    }

    fn check(files: &[&str], expected: &[&str]) {
        let folder = folder(files);
        let found = beside(folder.path(), "sol", &usual(), &is_source);
        assert_eq!(pairs(&found, folder.path()), expected, "{files:?}");
    }

    #[test]
    fn the_usual_names_are_pairs() {
        check(
            &["1.in", "1.out", "2.in", "2.ans", "10.in", "10.out"],
            &["1 1.in+1.out", "2 2.in+2.ans", "10 10.in+10.out"],
        );
        check(&["in1.txt", "out1.txt"], &["in1 in1.txt+out1.txt"]);
        check(&["input1.txt", "output1.txt"], &["input1 input1.txt+output1.txt"]);
        check(&["input.txt", "output.txt"], &["input input.txt+output.txt"]);
        check(&["1_in.txt", "1_out.txt"], &["1_in 1_in.txt+1_out.txt"]);
        check(&["sample-1.in", "sample-1.out"], &["sample-1 sample-1.in+sample-1.out"]);
        check(&["test/sample-1.in", "test/sample-1.out"], &["test/sample-1 test/sample-1.in+test/sample-1.out"]);
        check(&["tests/01", "tests/01.a"], &["tests/01 tests/01+tests/01.a"]);
        check(&["in/a_01.txt", "out/a_01.txt"], &["in/a_01 in/a_01.txt+out/a_01.txt"]);
        check(&["input/input00.txt", "output/output00.txt"], &["input/input00 input/input00.txt+output/output00.txt"]);
        check(&["data/sample/1.in", "data/sample/1.ans"], &["data/sample/1 data/sample/1.in+data/sample/1.ans"]);
        check(
            &["data/secret/g/1.in", "data/secret/g/1.ans"],
            &["data/secret/g/1 data/secret/g/1.in+data/secret/g/1.ans"],
        );
        check(&["test1/input", "test1/output"], &["test1/input test1/input+test1/output"]);
        check(&["notes.txt", "main.cpp", "README", "node_modules/1.in", "node_modules/1.out"], &[]);
    }

    #[test]
    fn tests_that_carry_the_programs_name_come_before_all_others() {
        let files = ["a.cpp", "b.cpp", "c.cpp", "a1.in", "a1.out", "b/1.in", "b/1.out", "abc.in", "abc.out"];
        let folder = folder(&files);
        let of = |stem: &str| pairs(&beside(folder.path(), stem, &usual(), &is_source), folder.path());
        assert_eq!(of("a"), ["a1 a1.in+a1.out"]);
        assert_eq!(of("b"), ["b/1 b/1.in+b/1.out"]);
        assert_eq!(of("c"), ["abc abc.in+abc.out"]);
        assert_eq!(pairs(&nameless(folder.path(), &is_source), folder.path()), ["abc abc.in+abc.out"]);
    }

    #[test]
    fn an_input_without_an_answer_and_one_with_two_are_no_pairs() {
        let folder = folder(&["1.in", "2.in", "2.out", "2.ans", "3.in", "3.out", "3.ans"]);
        for name in ["3.out", "3.ans"] {
            fs::write(folder.path().join(name), "the same").unwrap();
        }
        let found = below(folder.path(), &usual());
        let path = |name: &str| folder.path().join(name);
        assert_eq!(pairs(&found, folder.path()), ["3 3.in+3.out"]);
        assert_eq!(found.lonely, [path("1.in")]);
        assert_eq!(found.doubtful, [(path("2.in"), [path("2.out"), path("2.ans")])]);
    }

    #[test]
    fn an_input_whose_name_is_not_utf_8_is_no_pair_and_is_named() {
        let folder = folder(&["1.in", "1.out"]);
        for name in [&b"2\xfe.in"[..], b"2\xfe.out", b"3\xfe.txt"] {
            fs::write(folder.path().join(OsStr::from_bytes(name)), "").unwrap();
        }
        for found in [below(folder.path(), &usual()), nameless(folder.path(), &is_source)] {
            assert_eq!(pairs(&found, folder.path()), ["1 1.in+1.out"]);
            assert_eq!(found.garbled, [folder.path().join("2\u{fffd}.in")]);
        }
    }

    #[test]
    fn an_input_that_is_a_link_to_nothing_is_named_and_such_an_answer_is_none() {
        let folder = folder(&["1.in", "1.out", "2.in", "3.out"]);
        let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
        for name in ["2.out", "3.in", "4.in", "notes.txt", ".5.in"] {
            link("gone", name);
        }
        link("6.in", "6.in");
        link("1.in", "7.in");
        link("1.out", "7.out");
        for found in [below(folder.path(), &usual()), nameless(folder.path(), &is_source)] {
            assert_eq!(pairs(&found, folder.path()), ["1 1.in+1.out", "7 7.in+7.out"]);
            assert_eq!(found.lonely, [folder.path().join("2.in")]);
            assert_eq!(found.dangling, ["3.in", "4.in", "6.in"].map(|name| folder.path().join(name)));
        }
    }

    #[test]
    fn patterns_of_the_users_own_may_have_several_stars() {
        let folder = folder(&["x/1-big.dat", "x/1-big.sol", "x/2.dat"]);
        let pattern = Pattern { input: "*-*.dat".to_owned(), answers: vec!["*-*.sol".to_owned()] };
        let found = below(folder.path(), &[pattern]);
        assert_eq!(pairs(&found, folder.path()), ["x/1-big.dat x/1-big.dat+x/1-big.sol"]);
    }
}
