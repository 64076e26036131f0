//! `generators/generators.yaml` of BAPCtools: tests that are described and made, but not stored.
//!
//! [`read`] returns one rule for each test, with the name that BAPCtools gives it by its number and
//! with the command in which all braces are filled in. Nothing is run or written here.
//!
//! Source: `doc/generators.yaml` and `doc/generators.md` of BAPCtools.

use crate::mistakes::Mistakes;
use crate::unsupported::{self, UnsupportedRow};
use crate::yaml::{Node, PlacedValue, YamlValue, parse, texts};
use std::collections::BTreeMap;
use std::ops::Range;

mod counts;
pub mod fill;
mod seeds;

use counts::counts;

/// What the file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generators {
    /// The path below the package: `submissions/accepted/th.py`. Its outputs are the answers.
    pub solution: Option<String>,
    /// Generators made of several files of `generators/`; the first is the entry point.
    pub programs: Vec<(String, Vec<String>)>,
    /// The content of `test_group.yaml` for a folder of `data/`.
    pub folders: Vec<(String, Node)>,
    pub tests: Vec<Rule>,
}

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Below `data/`.
    pub id: String,
    /// The id of the test that this one is a copy of, where it is included from another folder.
    pub origin: String,
    pub place: Range<usize>,
    /// With everything filled in.
    pub command: Option<String>,
    /// Below `generators/`, without extension.
    pub copy: Option<String>,
    /// Files that are written as they stand: by extension, without the dot.
    pub files: BTreeMap<String, String>,
    pub yaml: Option<Node>,
    /// Replaces the file's solution.
    pub solution: Option<String>,
}

/// In the order in which they are numbered.
const FOLDERS: [&str; 6] = ["sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output"];
/// The keys that make a map a test rather than a folder.
const OF_TESTS: [&str; 8] = ["copy", "generate", "count", "match", "in", "ans", "out", "yaml"];
/// Keys of a test that do not change it, or that are read elsewhere: files for contestants.
const NOT_READ: [&str; 10] = [
    "count",
    "solution",
    "random_salt",
    "hint",
    "desc",
    "in.statement",
    "ans.statement",
    "in.download",
    "ans.download",
    "interaction",
];

const UNSUPPORTED: [UnsupportedRow; 3] = [
    ("match", "", "what is made is not matched with it", "let a validator of inputs refuse other tests"),
    ("retries", "", "a generator that fails is run once", "mend it, or give it another seed"),
    ("visualizer", "", "no pictures of tests are drawn", "draw them with BAPCtools"),
];

/// Reads the text of a `generators.yaml`. Whatever is wrong is noted, and the rest is read.
pub fn read(text: &str, mistakes: &mut Mistakes, constants: &[(String, String)]) -> Generators {
    let Some(root) = parse(text, mistakes) else { return Generators::default() };
    let generators = Generators {
        solution: solution_of(&root),
        programs: programs(&root),
        folders: settings_of(&root).map(|node| (String::new(), node.clone())).into_iter().collect(),
        tests: Vec::new(),
    };
    let salt = text_of(&root, "random_salt").unwrap_or_default();
    let children = data(&root);
    let total = children.iter().map(|(_, node, _)| numbered(node)).sum();
    let mut reader = GeneratorsReader { constants, mistakes, total, next: 1, solution: None, generators };
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
    /// The solution of the folder that is read, if it has its own.
    solution: Option<String>,
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
        let outer = self.solution.clone();
        self.solution = solution_of(node).or(outer.clone());
        if let Some(settings) = settings_of(node) {
            self.generators.folders.push((name.to_owned(), settings.clone()));
        }
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
            let found = match counts(child.entry("count")) {
                Ok(found) => found,
                Err(why) => {
                    let place = child.entry("count").map_or(key.place.clone(), |node| node.place.clone());
                    self.mistakes.error(place, why, "expected a number, a list of numbers, or `1..=9`");
                    continue;
                }
            };
            for (value, suffix) in found {
                let own = if *is_numbered { numbered(&mut self.next, self.total) } else { key.it.clone() };
                self.test(&format!("{name}/{own}{suffix}"), key, child, value, &salt);
            }
        }
        self.includes(name, node);
        self.solution = outer;
    }

    fn test(&mut self, id: &str, key: &PlacedValue<String>, node: &Node, count: i64, salt: &str) {
        let mut rule = Rule {
            id: id.to_owned(),
            origin: id.to_owned(),
            place: key.place.clone(),
            command: None,
            copy: None,
            files: BTreeMap::new(),
            yaml: None,
            solution: solution_of(node).or(self.solution.clone()),
        };
        self.unsupported(node);
        let own = id.rsplit('/').next().unwrap_or(id);
        let (mut command, mut salt) = (None, salt.to_owned());
        match &node.value {
            YamlValue::Scalar { text, .. } if node.is_null() || text.trim().is_empty() => {
                // As in earlier versions of BAPCtools.
                let title = format!("{id} is made of nothing: its files are expected in data/");
                self.mistakes.warning(key.place.clone(), title, "expected `in`, `copy` or `generate`");
                return;
            }
            YamlValue::Scalar { text, .. } => match text.strip_suffix(".in") {
                Some(copied) => rule.copy = Some(copied.to_owned()),
                None => command = Some(text.clone()),
            },
            YamlValue::List(_) => {
                self.mistakes.error(node.place.clone(), "a test is not a list", "expected a command or a map");
                return;
            }
            YamlValue::Map(entries) => {
                salt = text_of(node, "random_salt").unwrap_or(salt);
                for (key, value) in entries {
                    match key.it.as_str() {
                        "generate" => command = value.text().map(str::to_owned),
                        "copy" => rule.copy = value.text().map(str::to_owned),
                        "yaml" => rule.yaml = Some(value.clone()),
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
        rule.command = command.map(|command| seeds::filled(&command, own, count, &salt, self.constants));
        if rule.command.is_none() && rule.copy.is_none() && !rule.files.contains_key("in") {
            self.mistakes.error(key.place.clone(), format!("{id} has no input"), "expected `in`, `copy` or `generate`");
            return;
        }
        self.generators.tests.push(rule);
    }

    /// Adds the tests of other folders that are included in this one.
    fn includes(&mut self, name: &str, node: &Node) {
        let Some(list) = node.entry("include") else { return };
        let Some(words) = texts(list) else { return };
        for word in words {
            let named = |id: &str| id.rsplit('/').next().map(without_number) == Some(word.as_str());
            let in_folder =
                |id: &str| id.split('/').rev().skip(1).any(|part| part == word || without_number(part) == word);
            let found: Vec<Rule> = self
                .generators
                .tests
                .iter()
                .filter(|rule| !rule.id.starts_with(&format!("{name}/")) && (named(&rule.id) || in_folder(&rule.id)))
                .cloned()
                .collect();
            if found.is_empty() {
                let title = format!("`{word}` names no test or folder before it");
                self.mistakes.error(list.place.clone(), title, "not included");
            }
            for rule in found {
                let own = rule.id.rsplit('/').next().unwrap_or(&rule.id).to_owned();
                let id = format!("{name}/{own}");
                if self.generators.tests.iter().all(|there| there.id != id) {
                    self.generators.tests.push(Rule { id, ..rule });
                }
            }
        }
    }
}

/// `small` of `03-small`.
fn without_number(name: &str) -> &str {
    match name.split_once('-') {
        Some((number, rest)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        Some(_) | None => name,
    }
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
        (false, true) => counts(child.entry("count")).map_or(1, |counts| counts.len()),
        (false, false) => 0,
    };
    if is_folder(node) { data(node).iter().map(of).sum() } else { 0 }
}

fn is_folder(node: &Node) -> bool {
    match &node.value {
        YamlValue::Map(entries) => !entries.iter().any(|(key, _)| OF_TESTS.contains(&key.it.as_str())),
        YamlValue::Scalar { .. } | YamlValue::List(_) => false,
    }
}

fn programs(root: &Node) -> Vec<(String, Vec<String>)> {
    let listed = root.entry("generators").map_or(&[][..], Node::entries);
    listed.iter().filter_map(|(name, node)| Some((name.it.clone(), texts(node)?))).collect()
}

/// By the name of the files that are written, which was another one in legacy packages.
fn settings_of(node: &Node) -> Option<&Node> {
    node.entry("test_group.yaml").or_else(|| node.entry("testdata.yaml"))
}

fn text_of(node: &Node, key: &str) -> Option<String> {
    node.entry(key)?.text().map(str::to_owned)
}
/// Below the package.
fn solution_of(node: &Node) -> Option<String> {
    text_of(node, "solution").map(|path| path.trim_start_matches('/').to_owned())
}

fn with_line_end(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;
