//! Tests that other tools keep beside a program in one file of theirs, with what the file says of
//! limits and comparing.
//!
//! | tool | file of `a.cpp` | read |
//! |---|---|---|
//! | cph | `.cph/a.cpp_HASH.prob`, before that `.cph/.a.cpp_HASH.prob` | JSON |
//! | cargo-compete, snowchains | `testcases/a.yml`; of `src/bin/a.rs` the package's | YAML |
//! | CompetiTest | `a.testcases` | not at all: it can keep each test in a file of its own |
//!
//! Sources, read on 27 November 2026: `src/parser.ts` of agrawal-d/cph,
//! `snowchains_core/src/testsuite.rs` of qryxip/snowchains, `lua/competitest/testcases.lua` of
//! xeluxee/competitest.nvim. The hash in cph's names is that of an absolute path, which changes
//! when a folder is moved: all files of the program's name count.

use super::pairs::{Oddity, Pair, PairedFiles};
use super::{numbered, stem};
use crate::mistakes::Mistakes;
use crate::node::{Node, number};
use crate::staged;
use crate::tree::file_name;
use crate::yaml;
use beneath::Plain;
use model::{ByteSize, Comparison, FileNames, Key, Source, TestId, TokenOptions};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Such a file with its tests, which nobody judges from there: [`StoredFile::put`] makes files of
/// them.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredFile {
    pub file: PathBuf,
    pub tests: Vec<StoredTest>,
    pub rules: StoredRules,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTest {
    pub name: String,
    pub input: String,
    pub answer: String,
}

/// What the file says of judging. `None`: nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredRules {
    pub time: Option<Duration>,
    pub memory: Option<ByteSize>,
    pub comparison: Option<Comparison>,
    /// The problem's judge and its address there.
    pub source: Source,
    /// What solutions read and write in place of their streams.
    pub files: FileNames,
}

impl StoredRules {
    /// These, and those of another file where these say nothing.
    pub(super) fn or(self, other: StoredRules) -> StoredRules {
        StoredRules {
            time: self.time.or(other.time),
            memory: self.memory.or(other.memory),
            comparison: self.comparison.or(other.comparison),
            source: if self.source == Source::default() { other.source } else { self.source },
            files: if self.files == FileNames::default() { other.files } else { self.files },
        }
    }
}

/// What a tool's file holds, or what is wrong with it.
type StoredContent = Result<(Vec<StoredTest>, StoredRules), String>;

type StoreReader = fn(&[u8]) -> StoredContent;

/// The largest file that is read: a browser's post has at most half of it.
const LARGEST: u64 = 32 << 20;

/// The files of other tools for this program, and those that cannot be read, with the reason.
pub fn of(program: &Path) -> (Vec<StoredFile>, Vec<(PathBuf, String)>) {
    let (mut stored, mut unreadable) = (Vec::new(), Vec::new());
    for (file, read) in files(program) {
        let bytes = Plain::find(&file).and_then(|file| file.read(LARGEST)).map_err(|error| error.to_string());
        match bytes.and_then(|bytes| read(&bytes)) {
            Ok((tests, rules)) if !tests.is_empty() => stored.push(StoredFile { file, tests, rules }),
            Ok(_) => {}
            Err(why) => unreadable.push((file, why)),
        }
    }
    (stored, unreadable)
}

/// Adds the tests that other tools keep for this program, and returns what they say of judging.
/// These carry its name, so where it has `others` beside it, tests that carry none are not its.
pub(super) fn add(program: &Path, found: &mut PairedFiles, stage: &Path, others: &dyn Fn() -> bool) -> StoredRules {
    let (all, unreadable) = of(program);
    unreadable.into_iter().for_each(|unreadable| found.unreadable(unreadable));
    let mut rules = StoredRules::default();
    if all.is_empty() {
        return rules;
    }
    if !found.are_own && others() {
        let nameless = std::mem::take(&mut found.pairs).into_iter().map(|pair| (Oddity::Nameless, pair.input));
        found.odd.extend(nameless);
    }
    found.are_own = true;
    let mut taken: BTreeSet<TestId> = found.pairs.iter().map(|pair| pair.id.clone()).collect();
    let mut there = BTreeSet::new();
    for stored in all {
        rules = rules.or(stored.rules.clone());
        match stored.put(stage, &mut taken) {
            Ok(pairs) => {
                let new = pairs.into_iter().zip(stored.tests).filter(|(_, test)| there.insert(test.input.clone()));
                for (pair, _) in new {
                    found.stored.push((pair.input.clone(), stored.file.clone()));
                    found.pairs.push(pair);
                }
            }
            Err(error) => found.unreadable((stored.file, error.to_string())),
        }
    }
    rules
}

/// The files that are there, each with its reader.
fn files(program: &Path) -> Vec<(PathBuf, StoreReader)> {
    let Some(folder) = program.parent() else { return Vec::new() };
    let (name, stem) = (file_name(program), stem(program));
    let mut files: Vec<(PathBuf, StoreReader)> = Vec::new();
    let is_hash = |text: &str| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_of_program = |file: &str| {
        let hash = file.trim_start_matches('.').strip_suffix(".prob").and_then(|rest| rest.rsplit_once('_'));
        hash.is_some_and(|(of, hash)| of == name.trim_start_matches('.') && is_hash(hash))
    };
    let entries = fs::read_dir(folder.join(".cph")).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut problems: Vec<PathBuf> = entries.filter(|path| is_of_program(&file_name(path))).collect();
    problems.sort();
    files.extend(problems.into_iter().map(|path| (path, cph as StoreReader)));
    let is_bin = folder.ends_with("src/bin");
    let package = folder.ancestors().nth(2).filter(|_| is_bin);
    for place in [Some(folder), package].into_iter().flatten() {
        files.push((place.join("testcases").join(format!("{stem}.yml")), suite));
    }
    files.push((folder.join(format!("{stem}.testcases")), competitest));
    files.retain(|(path, _)| path.symlink_metadata().is_ok());
    files
}

impl StoredFile {
    /// Writes the tests as files below `stage`, and returns them with ids that are not `taken`. The
    /// same content has the same places.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn put(&self, stage: &Path, taken: &mut BTreeSet<TestId>) -> std::io::Result<Vec<Pair>> {
        let parts =
            self.tests.iter().flat_map(|test| [test.name.as_bytes(), test.input.as_bytes(), test.answer.as_bytes()]);
        let key = Key::of_parts(std::iter::once(self.file.as_os_str().as_encoded_bytes()).chain(parts)).to_string();
        let folder = stage.join("stored").join(&key[..16]);
        let put = |(at, test): (usize, &StoredTest)| {
            let place = |end: &str| folder.join(format!("{}.{end}", at + 1));
            let (input, answer) = (place("in"), place("out"));
            staged::put(&input, test.input.as_bytes())?;
            staged::put(&answer, test.answer.as_bytes())?;
            let name = numbered(&test.name, |name| taken.insert(TestId(name.as_str().into())));
            Ok(Pair { id: TestId(name.into()), input, answer })
        };
        self.tests.iter().enumerate().map(put).collect()
    }
}

/// A name that a test's id may be; tests without one are numbered.
fn named(name: Option<&str>, at: usize) -> String {
    let words = name.unwrap_or_default().split(|c: char| c.is_whitespace() || c.is_control() || c == '/');
    let name = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    if name.is_empty() { (at + 1).to_string() } else { name }
}

/// `{"tests": [{"input": …, "output": …}], "timeLimit": 2000, "memoryLimit": 256, …}`. The limits
/// of a problem that was made by hand (`local`) are the extension's own.
pub(super) fn cph(bytes: &[u8]) -> StoredContent {
    let value: serde_json::Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let tests = value.get("tests").and_then(|tests| tests.as_array()).ok_or("it has no `tests`")?;
    let side = |test: &serde_json::Value, key: &str| Some(test.get(key)?.as_str()?.to_owned());
    let tests = tests.iter().enumerate().map(|(at, test)| {
        let (input, answer) = (side(test, "input")?, side(test, "output")?);
        Some(StoredTest { name: named(None, at), input, answer })
    });
    let tests: Option<Vec<StoredTest>> = tests.collect();
    let is_local = value.get("local").and_then(serde_json::Value::as_bool).unwrap_or(false);
    let limit = |key: &str, most: u64| {
        let number = value.get(key).and_then(serde_json::Value::as_u64).filter(|_| !is_local)?;
        (1..=most).contains(&number).then_some(number)
    };
    let rules = StoredRules {
        time: limit("timeLimit", 3_600_000).map(Duration::from_millis),
        memory: limit("memoryLimit", 1 << 20).map(ByteSize::mib),
        source: source(&value).filter(|_| !is_local).unwrap_or_default(),
        ..StoredRules::default()
    };
    Ok((tests.ok_or("a test has no input or output")?, rules))
}

fn competitest(_: &[u8]) -> StoredContent {
    Err("CompetiTest's single file is not read: set `testcases_use_single_file = false`, and it makes one a test"
        .to_owned())
}

/// `"group": "Codeforces - Round 4"` names the judge.
fn source(value: &serde_json::Value) -> Option<Source> {
    let text = |key: &str| value.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty());
    let url = text("url").filter(|url| url.starts_with("https://") || url.starts_with("http://"))?;
    let judge = text("group").map(|group| group.split_once(" - ").map_or(group, |(judge, _)| judge));
    Some(Source { judge: judge.map(str::to_owned), url: Some(url.to_owned()), ..Source::default() })
}

/// A test suite of snowchains: `cases`, each with `in` and `out`. `Lines` and `SplitWhitespace` are
/// what the tool chose; the judges for which it is made compare words.
fn suite(bytes: &[u8]) -> StoredContent {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8")?;
    let mut mistakes = Mistakes::new(PathBuf::new(), text.into());
    let root = yaml::parse(text, &mut mistakes);
    if mistakes.has_errors() {
        return Err("it is not YAML".to_owned());
    }
    let Some(root) = root else { return Ok((Vec::new(), StoredRules::default())) };
    let entry = |node: &Node, key: &str| node.entry(key).and_then(Node::text).map(str::to_owned);
    let cases = root.entry("cases").map(Node::items).unwrap_or_default();
    if root.entry("match").is_some_and(|kind| kind.entry("Checker").is_some()) {
        return Err("its `match` is a command (`Checker`), which is not run".to_owned());
    }
    for own in ["match", "timelimit"] {
        if cases.iter().any(|case| case.entry(own).is_some()) {
            return Err(format!("a case has a `{own}` of its own, and all are judged alike"));
        }
    }
    // A case without `out` runs, and whatever it prints is right.
    let tests = cases.iter().enumerate().filter_map(|(at, case)| {
        let (input, answer) = (entry(case, "in")?, entry(case, "out")?);
        Some(StoredTest { name: named(entry(case, "name").as_deref(), at), input, answer })
    });
    let rules = StoredRules {
        time: entry(&root, "timelimit").as_deref().and_then(duration),
        comparison: root.entry("match").and_then(comparison),
        ..StoredRules::default()
    };
    Ok((tests.collect(), rules))
}

fn comparison(node: &Node) -> Option<Comparison> {
    let within = |float: &Node, key: &str| number(float.entry(key)?.text()?);
    match (node.text(), node.entry("Float")) {
        (Some("Exact"), _) => Some(Comparison::Exact),
        (_, Some(float)) => Some(Comparison::Tokens(TokenOptions {
            float_absolute: within(float, "absolute_error"),
            float_relative: within(float, "relative_error"),
            ..TokenOptions::default()
        })),
        (Some(_) | None, None) => None,
    }
}

/// `2s`, `1500ms`, `2s 500ms`.
fn duration(text: &str) -> Option<Duration> {
    let whole = humantime::parse_duration(text).ok()?;
    (Duration::from_millis(1)..=Duration::from_secs(3600)).contains(&whole).then_some(whole)
}

#[cfg(test)]
mod tests;
