//! `generators/generators.yaml` of BAPCtools: tests that are described and made, but not stored.
//!
//! [`read`] returns one rule for each test, with the name that BAPCtools gives it by its number and
//! with the command in which all braces are filled in. Nothing is run or written here. A file that
//! says more than which texts, files and commands its tests are made of is left to `bt generate`.
//!
//! Source: `doc/generators.yaml` and `doc/generators.md` of BAPCtools.

use crate::mistakes::Mistakes;
use crate::node::{Node, NodeValue, PlacedValue};
use crate::unsupported::{self, UnsupportedRow};
use crate::yaml::parse;
use std::collections::BTreeMap;

pub mod fill;
mod seeds;

/// What the file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generators {
    /// The path below the package: `submissions/accepted/th.py`. Its outputs are the answers.
    pub solution: Option<String>,
    pub tests: Vec<Rule>,
}

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Below `data/`.
    pub id: String,
    /// With everything filled in.
    pub command: Option<String>,
    /// Below `generators/`, without extension.
    pub copy: Option<String>,
    /// Files that are written as they stand: by extension, without the dot.
    pub files: BTreeMap<String, String>,
}

/// In the order in which they are numbered.
const FOLDERS: [&str; 6] = ["sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output"];
/// The keys that make a map a test rather than a folder.
const OF_TESTS: [&str; 6] = ["copy", "generate", "match", "in", "ans", "out"];
/// Keys that make, name or judge tests in other ways. What is meant by the others depends on them.
const BEYOND: [&str; 6] = ["count", "include", "generators", "test_group.yaml", "testdata.yaml", "yaml"];
/// Keys of a test that do not change it, or that are read elsewhere: files for contestants.
const NOT_READ: [&str; 8] =
    ["random_salt", "hint", "desc", "in.statement", "ans.statement", "in.download", "ans.download", "interaction"];

const UNSUPPORTED: [UnsupportedRow; 3] = [
    ("match", "", "what is made is not matched with it", "let a validator of inputs refuse other tests"),
    ("retries", "", "a generator that fails is run once", "mend it, or give it another seed"),
    ("visualizer", "", "no pictures of tests are drawn", "draw them with BAPCtools"),
];

/// Reads the text of a `generators.yaml`. Whatever is wrong is noted, and the rest is read.
pub fn read(text: &str, mistakes: &mut Mistakes, constants: &[(String, String)]) -> Generators {
    let Some(root) = parse(text, mistakes) else { return Generators::default() };
    if let Some(key) = beyond(&root, true) {
        let title = format!("`{}` is not evaluated here: no tests are made of this file", key.it);
        mistakes.warning(key.place, title, "only texts, copies and commands are").hint =
            Some("run `bt generate` in the package, which puts them into data/".to_owned());
        return Generators::default();
    }
    // Below the package.
    let solution = text_of(&root, "solution").map(|path| path.trim_start_matches('/').to_owned());
    let generators = Generators { solution, tests: Vec::new() };
    let salt = text_of(&root, "random_salt").unwrap_or_default();
    let children = data(&root);
    let total = children.iter().map(|(_, node, _)| numbered(node)).sum();
    let mut reader = GeneratorsReader { constants, mistakes, total, next: 1, generators };
    reader.unsupported(&root);
    for (key, _, _) in &children {
        if !FOLDERS.contains(&key.it.trim_end_matches('s')) {
            let title = format!("`{}` is not a folder of data/", key.it);
            reader.mistakes.warning(key.place.clone(), title, "its tests are not made").hint =
                Some(format!("folders are {}", FOLDERS.join(", ")));
        }
    }
    for folder in FOLDERS {
        for (key, node, _) in children.iter().filter(|(key, _, _)| key.it.trim_end_matches('s') == folder) {
            reader.folder(&key.it, node, &salt);
        }
    }
    reader.generators
}

struct GeneratorsReader<'m> {
    constants: &'m [(String, String)],
    mistakes: &'m mut Mistakes,
    /// How many tests are numbered, which decides how wide a number is.
    total: usize,
    next: usize,
    generators: Generators,
}

impl GeneratorsReader<'_> {
    /// Reports keys in the map of a folder, a test or the file that are not supported.
    fn unsupported(&mut self, node: &Node) {
        for row in &UNSUPPORTED {
            if let Some(node) = node.entry(row.0) {
                unsupported::note(self.mistakes, row, node.place.clone());
            }
        }
    }

    fn folder(&mut self, name: &str, node: &Node, salt: &str) {
        self.unsupported(node);
        let salt = text_of(node, "random_salt").unwrap_or_else(|| salt.to_owned());
        let children = data(node);
        let folders = children.iter().filter(|(_, node, numbered)| *numbered && is_folder(node)).count();
        let mut next_folder = 1;
        for (key, child, is_numbered) in &children {
            let numbered = |next: &mut usize, of: usize| {
                let number = format!("{next:0width$}", width = of.to_string().len());
                *next += 1;
                if key.it.is_empty() { number } else { format!("{number}-{}", key.it) }
            };
            if is_folder(child) {
                let own = if *is_numbered { numbered(&mut next_folder, folders) } else { key.it.clone() };
                self.folder(&format!("{name}/{own}"), child, &salt);
                continue;
            }
            if key.it.is_empty() && !is_numbered {
                self.mistakes.error(key.place.clone(), "a test without a name", "only tests in lists are numbered");
                continue;
            }
            let own = if *is_numbered { numbered(&mut self.next, self.total) } else { key.it.clone() };
            self.test(&format!("{name}/{own}"), key, child, &salt);
        }
    }

    fn test(&mut self, id: &str, key: &PlacedValue<String>, node: &Node, salt: &str) {
        let mut rule = Rule { id: id.to_owned(), command: None, copy: None, files: BTreeMap::new() };
        self.unsupported(node);
        let own = id.rsplit('/').next().unwrap_or(id);
        let (mut command, mut salt) = (None, salt.to_owned());
        match &node.value {
            NodeValue::Scalar { text, .. } if node.is_null() || text.trim().is_empty() => {
                // As in earlier versions of BAPCtools.
                let title = format!("{id} is made of nothing: its files are expected in data/");
                self.mistakes.warning(key.place.clone(), title, "expected `in`, `copy` or `generate`");
                return;
            }
            NodeValue::Scalar { text, .. } => match text.strip_suffix(".in") {
                Some(copied) => rule.copy = Some(copied.to_owned()),
                None => command = Some(text.clone()),
            },
            NodeValue::List(_) => {
                self.mistakes.error(node.place.clone(), "a test is not a list", "expected a command or a map");
                return;
            }
            NodeValue::Map(entries) => {
                salt = text_of(node, "random_salt").unwrap_or(salt);
                for (key, value) in entries {
                    match key.it.as_str() {
                        "generate" => command = value.text().map(str::to_owned),
                        "copy" => rule.copy = value.text().map(str::to_owned),
                        "in" | "ans" | "out" | "args" => match value.text() {
                            Some(text) => drop(rule.files.insert(key.it.clone(), with_line_end(text.to_owned()))),
                            None => {
                                let title = format!("`{}` of a test is a text", key.it);
                                self.mistakes.error(value.place.clone(), title, "links are not followed");
                            }
                        },
                        other if NOT_READ.contains(&other) || UNSUPPORTED.iter().any(|row| row.0 == other) => {}
                        other => {
                            let title = format!("`{other}` of a test is not read");
                            self.mistakes.warning(key.place.clone(), title, "the rest of it is");
                        }
                    }
                }
            }
        }
        rule.command = command.map(|command| seeds::filled(&command, own, &salt, self.constants));
        if rule.command.is_none() && rule.copy.is_none() && !rule.files.contains_key("in") {
            self.mistakes.error(key.place.clone(), format!("{id} has no input"), "expected `in`, `copy` or `generate`");
            return;
        }
        self.generators.tests.push(rule);
    }
}

/// The first key in the map of the file, of a folder or of a test that is not evaluated: also a
/// solution for some of the tests alone.
fn beyond(node: &Node, is_top: bool) -> Option<PlacedValue<String>> {
    let is_it = |key: &str| BEYOND.contains(&key) || (key == "solution" && !is_top);
    let own = node.entries().iter().map(|(key, _)| key).find(|key| is_it(&key.it));
    let inner = || data(node).iter().find_map(|(_, child, _)| beyond(child, false));
    own.cloned().or_else(inner)
}

/// The tests and folders in `data:`, and whether each gets a number. Named ones are sorted by name.
fn data(node: &Node) -> Vec<(PlacedValue<String>, Node, bool)> {
    let Some(data) = node.entry("data") else { return Vec::new() };
    let of = |node: &Node, numbered: bool| -> Vec<_> {
        node.entries().iter().map(|(key, node)| (key.clone(), node.clone(), numbered)).collect()
    };
    let mut named = of(data, false);
    named.sort_by(|a, b| a.0.it.cmp(&b.0.it));
    named.into_iter().chain(data.items().iter().flat_map(|item| of(item, true))).collect()
}

fn numbered(node: &Node) -> usize {
    let of = |(_, child, numbered): &(PlacedValue<String>, Node, bool)| match (is_folder(child), numbered) {
        (true, _) => self::numbered(child),
        (false, numbered) => usize::from(*numbered),
    };
    if is_folder(node) { data(node).iter().map(of).sum() } else { 0 }
}

fn is_folder(node: &Node) -> bool {
    match &node.value {
        NodeValue::Map(entries) => !entries.iter().any(|(key, _)| OF_TESTS.contains(&key.it.as_str())),
        NodeValue::Scalar { .. } | NodeValue::List(_) => false,
    }
}

fn text_of(node: &Node, key: &str) -> Option<String> {
    node.entry(key)?.text().map(str::to_owned)
}

fn with_line_end(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;
