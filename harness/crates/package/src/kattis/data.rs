//! `data/`: folders of tests with what each says about itself.

use crate::diagnostics::{Report, count_tests};
use crate::kattis::constants::fill;
use crate::kattis::metadata::Metadata;
use crate::kattis::settings::{self, OwnSettings, Settings, SettingsOwner};
use crate::kattis::version::{SETTINGS, Version};
use crate::tree::{Child, Tree};
use model::Diagnostic;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// All test data of a package.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data {
    /// Whose keys and rules hold for its folders.
    pub version: Version,
    /// `data/` itself, whose name is empty, and the folders in it, each before those in it, which
    /// inherit its settings.
    pub folders: Vec<DataFolder>,
    /// In the order of the format: by name, samples first.
    pub cases: Vec<DataCase>,
    /// Ids of tests whose files are not all there.
    pub absent: Vec<String>,
}

/// What holds for a folder of tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataFolder {
    /// Below `data/`: `secret/group1`; empty for `data/` itself.
    pub name: String,
    /// With inherited settings.
    pub settings: Settings,
    /// What its own settings file says.
    pub stated: Settings,
    pub own: OwnSettings,
    /// Whether it has a settings file.
    pub declared: bool,
}

/// An input and what belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub struct DataCase {
    /// Below `data/`, without extension: `secret/group1/01`.
    pub id: String,
    pub input: PathBuf,
    pub answer: Option<PathBuf>,
    /// `.out`: an output to show, or to give to the output validator.
    pub output: Option<PathBuf>,
    /// With inherited settings.
    pub settings: Settings,
    /// What the submission finds in its working folder, by name.
    pub files: Vec<(String, PathBuf)>,
}

impl Data {
    /// All tests.
    pub fn tests(&self) -> impl Iterator<Item = &DataCase> {
        self.cases.iter().filter(|case| is_test(&case.id))
    }

    /// What lies in the folders of these names, which may be in the plural: inputs and outputs that
    /// must be refused, and outputs that must be accepted.
    pub fn tried(&self, names: &'static [&str]) -> impl Iterator<Item = &DataCase> {
        let top = |case: &DataCase| case.id.split('/').next().unwrap_or_default().trim_end_matches('s').to_owned();
        names.iter().flat_map(move |name| self.cases.iter().filter(move |case| top(case) == *name))
    }

    /// The folder of this name; the empty one is `data/` itself.
    pub fn folder(&self, name: &str) -> Option<&DataFolder> {
        self.folders.iter().find(|folder| folder.name == name)
    }

    /// `data/` and all folders of tests.
    pub fn graded(&self) -> impl Iterator<Item = &DataFolder> {
        self.folders.iter().filter(|folder| folder.name.is_empty() || is_test(&format!("{}/", folder.name)))
    }

    /// The groups: the folders directly in `secret/`.
    pub fn groups(&self) -> impl Iterator<Item = &DataFolder> {
        let is_in = |folder: &&DataFolder| folder.name.rsplit_once('/').is_some_and(|(outer, _)| outer == "secret");
        self.folders.iter().filter(is_in)
    }

    /// How many tests lie below the folder.
    pub fn count(&self, folder: &str) -> usize {
        let is_below = |case: &&DataCase| case.id.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        self.cases.iter().filter(is_below).count()
    }

    /// The settings in force in the folder. One that is not there is added.
    pub fn settings_in(&mut self, folder: &str) -> Settings {
        if let Some(there) = self.folder(folder) {
            return there.settings.clone();
        }
        let settings = match folder.is_empty() {
            true => Settings::default(),
            false => self.settings_in(folder.rsplit_once('/').map_or("", |(outer, _)| outer)),
        };
        self.folders.push(DataFolder { name: folder.to_owned(), settings: settings.clone(), ..DataFolder::default() });
        settings
    }

    pub fn sort(&mut self) {
        /// Whether each part of the id is the last one: a folder comes before a test of its name.
        fn parts(id: &str) -> impl Iterator<Item = (&str, bool)> {
            let last = id.matches('/').count();
            id.split('/').enumerate().map(move |(at, part)| (part, at == last))
        }
        self.folders.sort_by(|a, b| a.name.split('/').cmp(b.name.split('/')));
        self.cases.sort_by(|a, b| parts(&a.id).cmp(parts(&b.id)));
    }
}

/// A hint for tests whose files are not there.
pub const TO_BE_MADE: &str = "a package without all its files makes them by `bt generate`, or by a script of its own";

/// Reads `data/` of the package in `tree`.
pub fn read(tree: &Tree, metadata: &Metadata, diagnostics: &mut Vec<Diagnostic>) -> Data {
    let data = Data { version: metadata.version.of_groups(tree), ..Data::default() };
    let mut reader = DataReader { tree, metadata, data, diagnostics, unused: Vec::new() };
    let settings = reader.declared("", &Settings::default());
    for Child { name, is_folder } in tree.children("data") {
        if *is_folder && (is_test(&format!("{name}/")) || TRIED.contains(&name.trim_end_matches('s'))) {
            reader.folder(name, &settings);
        } else if !is_settings(name) && (*is_folder || !is_text(name)) {
            reader.unused.push(format!("data/{name}"));
        }
    }
    reader.tell_once();
    let mut data = reader.data;
    data.absent.retain(|id| is_test(id));
    data.sort();
    data
}

/// Whether an id is that of a test, and not of something that programs are tried with.
pub fn is_test(id: &str) -> bool {
    ["sample/", "secret/"].iter().any(|folder| id.starts_with(folder))
}

/// The folders of `data/` besides those of tests. Earlier versions of BAPCtools have them in the
/// plural.
const TRIED: [&str; 4] = ["invalid_input", "invalid_output", "invalid_answer", "valid_output"];

/// The extensions of a test's files; the longest that fits counts.
const ENDS: [&str; 16] = [
    ".in.statement",
    ".ans.statement",
    ".in.download",
    ".ans.download",
    ".interaction",
    ".in",
    ".ans",
    ".out",
    ".yaml",
    ".hint",
    ".desc",
    ".png",
    ".jpg",
    ".jpeg",
    ".svg",
    ".args",
];

struct DataReader<'t, 'd> {
    tree: &'t Tree,
    metadata: &'t Metadata,
    data: Data,
    diagnostics: &'d mut Vec<Diagnostic>,
    /// Files that belong to no test.
    unused: Vec<String>,
}

impl DataReader<'_, '_> {
    fn folder(&mut self, name: &str, outer: &Settings) {
        let at = format!("data/{name}");
        let settings = self.declared(name, outer);
        let mut stems = BTreeSet::new();
        for child in self.tree.children(&at) {
            if !child.is_folder {
                let stem = stem(&child.name).filter(|stem| !stem.is_empty());
                if stem.is_none() && !is_settings(&child.name) && !is_text(&child.name) {
                    self.unused.push(format!("{at}/{}", child.name));
                }
                stems.extend(stem);
            } else if !child.name.ends_with(".files") {
                self.folder(&format!("{name}/{}", child.name), &settings);
            }
        }
        for stem in stems {
            let case = self.case(&format!("{name}/{stem}"), &settings);
            self.data.cases.extend(case);
        }
    }

    fn case(&mut self, id: &str, outer: &Settings) -> Option<DataCase> {
        let file = |end: &str| self.tree.file(&format!("data/{id}.{end}")).map(Path::to_owned);
        let answer = file("ans");
        let Some(input) = file("in") else {
            // Neither a picture for the statement nor a lone interaction is a test.
            self.data.absent.extend(answer.map(|_| id.to_owned()));
            return None;
        };
        let output = file("out");
        let settings = match self.read(&format!("data/{id}.yaml"), SettingsOwner::Test) {
            Some((settings, _)) => settings.inherit(outer),
            None => outer.clone(),
        };
        // A file from drafts of the format.
        let args = self.tree.text(&format!("data/{id}.args"), self.diagnostics);
        let args = args.map(|text| text.split_whitespace().map(str::to_owned).collect());
        let settings = Settings { args: settings.args.or(args), ..settings };
        let files = self.tree.all_below(&format!("data/{id}.files"));
        Some(DataCase { id: id.to_owned(), input, answer, output, settings, files })
    }

    /// Adds a folder, with what its settings file says; returns the settings in force in it.
    fn declared(&mut self, name: &str, outer: &Settings) -> Settings {
        let place = format!("data/{name}");
        let file = format!("{}/{}", place.trim_end_matches('/'), self.data.version.name_of(SETTINGS));
        let read = self.read(&file, SettingsOwner::Folder);
        let declared = read.is_some();
        let (stated, own) = read.unwrap_or_default();
        let settings = stated.clone().inherit(outer);
        let name = name.to_owned();
        self.data.folders.push(DataFolder { name, settings: settings.clone(), stated, own, declared });
        settings
    }

    fn read(&mut self, name: &str, of: SettingsOwner) -> Option<(Settings, OwnSettings)> {
        let text = self.tree.text(name, self.diagnostics)?;
        let (text, version) = match of {
            SettingsOwner::Folder => (fill(&text, &self.metadata.constants).into(), self.data.version),
            SettingsOwner::Test => (text, self.metadata.version),
        };
        let (settings, own, noticed) = settings::read(&text, self.tree.root.join(name), version, of);
        self.diagnostics.extend(noticed);
        Some((settings, own))
    }

    /// Reports each kind of mistake once: a package without its inputs has hundreds of them.
    fn tell_once(&mut self) {
        if let Some(first) = self.data.absent.first() {
            let title = format!("{} without an input: left out", count_tests(self.data.absent.len()));
            let answer = self.tree.root.join(format!("data/{first}.ans"));
            self.diagnostics.warning(&answer, title).hint = Some(TO_BE_MADE.to_owned());
        }
        let hint = "tests are `NAME.in` and `NAME.ans` in data/sample/ and data/secret/";
        let data = self.tree.root.join("data");
        self.diagnostics.list(&data, "belongs to no test, so not read", hint, &self.unused);
    }
}

/// The name of the test that a file belongs to; `None` for what belongs to none.
fn stem(name: &str) -> Option<String> {
    if is_settings(name) {
        return None;
    }
    ENDS.iter().find_map(|end| name.strip_suffix(end)).map(str::to_owned)
}

fn is_settings(name: &str) -> bool {
    SETTINGS.contains(&name)
}

/// Whether the file is a text that people write for one another.
fn is_text(name: &str) -> bool {
    !name.contains('.') || [".md", ".txt"].iter().any(|end| name.ends_with(end))
}
