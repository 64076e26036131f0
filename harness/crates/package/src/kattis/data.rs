//! `data/`: folders of tests with what each says about itself.

use crate::diagnostics::{Report, count_tests};
use crate::kattis::constants::fill;
use crate::kattis::metadata::Metadata;
use crate::kattis::settings::{self, OwnSettings, Settings, SettingsOwner};
use crate::kattis::version::{SETTINGS, Version};
use crate::tree::Tree;
use model::Diagnostic;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// All test data of a package.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data {
    /// Whose keys and rules hold for its folders.
    pub version: Version,
    /// The settings of `data/` itself; its folders inherit them.
    pub settings: Settings,
    /// Whether it has a settings file.
    pub declared: bool,
    pub sample: Option<DataFolder>,
    pub secret: Option<DataFolder>,
    /// The folders of what programs are tried with: inputs and outputs that must be refused, and
    /// outputs that must be accepted.
    pub tried: Vec<DataFolder>,
    /// Ids of tests whose files are not all there.
    pub absent: Vec<String>,
}

/// A folder of tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataFolder {
    /// Below `data/`: `secret/group1`.
    pub name: String,
    /// With inherited settings.
    pub settings: Settings,
    /// What its own settings file says.
    pub stated: Settings,
    pub own: OwnSettings,
    /// Whether it has a settings file.
    pub declared: bool,
    /// Tests and folders together, by name.
    pub children: Vec<DataEntry>,
}

/// An entry of a folder of tests: most are tests.
#[derive(Clone, Debug, PartialEq)]
pub enum DataEntry {
    Case(DataCase),
    Folder(DataFolder),
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
    /// All tests, samples first.
    pub fn tests(&self) -> impl Iterator<Item = &DataCase> {
        [&self.sample, &self.secret].into_iter().flatten().flat_map(DataFolder::cases)
    }

    /// What lies in the folders of these names, which may be in the plural.
    pub fn tried(&self, names: &[&str]) -> impl Iterator<Item = &DataCase> {
        let folders = self.tried.iter().filter(|folder| names.contains(&folder.name.trim_end_matches('s')));
        folders.flat_map(DataFolder::cases)
    }
}

impl DataEntry {
    /// The path below `data/`.
    pub fn name(&self) -> &str {
        match self {
            DataEntry::Case(case) => &case.id,
            DataEntry::Folder(folder) => &folder.name,
        }
    }
}

impl DataFolder {
    /// All tests below it, in order.
    pub fn cases(&self) -> Vec<&DataCase> {
        let below = self.children.iter().flat_map(|child| match child {
            DataEntry::Case(case) => vec![case],
            DataEntry::Folder(folder) => folder.cases(),
        });
        below.collect()
    }

    /// The folders directly in it.
    pub fn folders(&self) -> impl Iterator<Item = &DataFolder> {
        self.children.iter().filter_map(|child| match child {
            DataEntry::Case(_) => None,
            DataEntry::Folder(folder) => Some(folder),
        })
    }
}

/// A hint for tests whose files are not there.
pub const TO_BE_MADE: &str = "a package without all its files makes them by `bt generate`, or by a script of its own";

/// Reads `data/` of the package in `tree`.
pub fn read(tree: &Tree, metadata: &Metadata, diagnostics: &mut Vec<Diagnostic>) -> Data {
    let mut reader = DataReader {
        tree,
        metadata,
        version: metadata.version.of_groups(tree),
        diagnostics,
        inputs_missing: Vec::new(),
        unused: Vec::new(),
        absent: Vec::new(),
    };
    let DataFolder { settings, declared, .. } = reader.declared("data", &Settings::default());
    let mut folder = |name: &str| {
        let is_there = tree.has_folder(&format!("data/{name}"));
        is_there.then(|| reader.folder(name, &settings))
    };
    let (sample, secret) = (folder("sample"), folder("secret"));
    let tried = TRIED.into_iter().filter_map(folder).collect();
    let is_known = |name: &str| ["sample", "secret"].contains(&name) || TRIED.contains(&name) || is_settings(name);
    let others = tree
        .children("data")
        .iter()
        .filter(|child| !is_known(&child.name) && (child.is_folder || !is_text(&child.name)));
    reader.unused.extend(others.map(|child| format!("data/{}", child.name)));
    reader.tell_once();
    let absent = std::mem::take(&mut reader.absent);
    let absent = absent.into_iter().filter(|id| is_test(id)).collect();
    Data { version: reader.version, settings, declared, sample, secret, tried, absent }
}

/// Whether an id is that of a test, and not of something that programs are tried with.
pub fn is_test(id: &str) -> bool {
    ["sample/", "secret/"].iter().any(|folder| id.starts_with(folder))
}

/// The folders of `data/` besides those of tests. The plurals are from earlier versions of
/// BAPCtools.
pub const TRIED: [&str; 8] = [
    "invalid_input",
    "invalid_inputs",
    "invalid_output",
    "invalid_outputs",
    "invalid_answer",
    "invalid_answers",
    "valid_output",
    "valid_outputs",
];

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
    /// Whose files of settings are read.
    version: Version,
    diagnostics: &'d mut Vec<Diagnostic>,
    /// Answers without an input: reported once, not one by one.
    inputs_missing: Vec<PathBuf>,
    absent: Vec<String>,
    /// Files that belong to no test.
    unused: Vec<String>,
}

impl DataReader<'_, '_> {
    fn folder(&mut self, name: &str, outer: &Settings) -> DataFolder {
        let at = format!("data/{name}");
        let declared = self.declared(&at, outer);
        let mut children = Vec::new();
        let mut stems = BTreeSet::new();
        for child in self.tree.children(&at) {
            if !child.is_folder {
                let stem = stem(&child.name).filter(|stem| !stem.is_empty());
                if stem.is_none() && !is_settings(&child.name) && !is_text(&child.name) {
                    self.unused.push(format!("{at}/{}", child.name));
                }
                stems.extend(stem);
            } else if !child.name.ends_with(".files") {
                children.push(DataEntry::Folder(self.folder(&format!("{name}/{}", child.name), &declared.settings)));
            }
        }
        for stem in stems {
            children.extend(self.case(&format!("{name}/{stem}"), &declared.settings).map(DataEntry::Case));
        }
        children.sort_by(|a, b| a.name().cmp(b.name()));
        DataFolder { name: name.to_owned(), children, ..declared }
    }

    fn case(&mut self, id: &str, outer: &Settings) -> Option<DataCase> {
        let file = |end: &str| self.tree.file(&format!("data/{id}.{end}")).map(Path::to_owned);
        let answer = file("ans");
        let Some(input) = file("in") else {
            // Neither a picture for the statement nor a lone interaction is a test.
            if answer.is_some() {
                self.absent.push(id.to_owned());
            }
            self.inputs_missing.extend(answer);
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

    /// What the settings file of `folder` says. Its name and what lies in it are not set.
    fn declared(&mut self, folder: &str, outer: &Settings) -> DataFolder {
        let name = format!("{folder}/{}", self.version.name_of(SETTINGS));
        match self.read(&name, SettingsOwner::Folder) {
            Some((stated, own)) => {
                let settings = stated.clone().inherit(outer);
                DataFolder { settings, stated, own, declared: true, ..DataFolder::default() }
            }
            None => DataFolder { settings: outer.clone(), ..DataFolder::default() },
        }
    }

    fn read(&mut self, name: &str, of: SettingsOwner) -> Option<(Settings, OwnSettings)> {
        let text = self.tree.text(name, self.diagnostics)?;
        let (text, version) = match of {
            SettingsOwner::Folder => (fill(&text, &self.metadata.constants).into(), self.version),
            SettingsOwner::Test => (text, self.metadata.version),
        };
        let (settings, own, noticed) = settings::read(&text, self.tree.root.join(name), version, of);
        self.diagnostics.extend(noticed);
        Some((settings, own))
    }

    /// Reports each kind of mistake once: a package without its inputs has hundreds of them.
    fn tell_once(&mut self) {
        if let Some(first) = self.inputs_missing.first() {
            let title = format!("{} without an input: left out", count_tests(self.inputs_missing.len()));
            self.diagnostics.warning(first, title).hint = Some(TO_BE_MADE.to_owned());
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
