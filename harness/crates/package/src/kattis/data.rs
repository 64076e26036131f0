//! `data/`: folders of tests with what each says about itself.

use crate::diagnostics::Report;
use crate::kattis::constants::fill;
use crate::kattis::metadata::Metadata;
use crate::kattis::settings::{self, OwnSettings, Settings, SettingsOwner};
use crate::lfs::is_pointer;
use crate::tree::Tree;
use model::{Diagnostic, shell};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// All test data of a package.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data {
    /// The settings of `data/` itself; its folders inherit them.
    pub settings: Settings,
    /// Whether it has a settings file.
    pub declared: bool,
    pub sample: Option<DataFolder>,
    pub secret: Option<DataFolder>,
    /// Inputs that some input validator must refuse.
    pub invalid_input: Vec<DataCase>,
    /// Outputs that the output validator must refuse, and those that it must accept.
    pub invalid_output: Vec<DataCase>,
    pub valid_output: Vec<DataCase>,
    /// The folders of `invalid_input`, `valid_output` and their like that have a settings file,
    /// with what holds in them.
    pub tried: Vec<(String, Settings)>,
    /// Ids of tests whose files are not all there.
    pub absent: Vec<String>,
    /// A command that may make what is missing.
    pub maker: Option<String>,
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
#[expect(clippy::large_enum_variant, reason = "a box would cost every use, and spare nothing")]
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
    /// A hint that names the command that would make `what`, where there is one.
    pub fn may_make(&self, what: &str) -> Option<String> {
        self.maker.as_deref().map(|command| may_make(what, command))
    }

    /// All tests, samples first.
    pub fn tests(&self) -> impl Iterator<Item = &DataCase> {
        [&self.sample, &self.secret].into_iter().flatten().flat_map(DataFolder::cases)
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

/// A hint that names the command that would make `what`.
fn may_make(what: &str, command: &str) -> String {
    format!("{what} to be generated first: `{command}` in the package may make them")
}

/// Reads `data/` of the package in `tree`.
pub fn read(tree: &Tree, metadata: &Metadata, diagnostics: &mut Vec<Diagnostic>) -> Data {
    let mut reader = DataReader {
        tree,
        metadata,
        diagnostics,
        inputs_missing: Vec::new(),
        pointers: Vec::new(),
        unused: Vec::new(),
        absent: Vec::new(),
    };
    let FolderSettings { inherited: settings, declared, .. } = reader.settings("data", &Settings::default());
    let folder = |reader: &mut DataReader<'_, '_>, name: &str| {
        let has = tree.has_folder(&format!("data/{name}"));
        has.then(|| reader.folder(name, &settings))
    };
    let mut tried = Vec::new();
    let mut cases = |names: &[&str]| {
        let folders: Vec<DataFolder> = names.iter().filter_map(|name| folder(&mut reader, name)).collect();
        folders.iter().for_each(|folder| declared_in(folder, &mut tried));
        folders.iter().flat_map(DataFolder::cases).cloned().collect::<Vec<DataCase>>()
    };
    let invalid_input = cases(&["invalid_input", "invalid_inputs"]);
    let invalid_output = cases(&["invalid_output", "invalid_outputs", "invalid_answer", "invalid_answers"]);
    let valid_output = cases(&["valid_output", "valid_outputs"]);
    let (sample, secret) = (folder(&mut reader, "sample"), folder(&mut reader, "secret"));
    let is_known = |name: &str| FOLDERS.contains(&name.trim_end_matches('s')) || is_settings(name);
    let others = tree
        .children("data")
        .iter()
        .filter(|child| !is_known(&child.name) && (child.is_folder || !is_text(&child.name)));
    reader.unused.extend(others.map(|child| format!("data/{}", child.name)));
    let maker = reader.maker();
    reader.tell_once(maker.as_deref());
    let absent = std::mem::take(&mut reader.absent);
    let absent = absent.into_iter().filter(|id| is_test(id)).collect();
    Data {
        settings: settings.clone(),
        declared,
        sample,
        secret,
        invalid_input,
        invalid_output,
        valid_output,
        tried,
        absent,
        maker,
    }
}

/// Adds the folders at and below `folder` that have a settings file.
fn declared_in(folder: &DataFolder, all: &mut Vec<(String, Settings)>) {
    if folder.declared {
        all.push((folder.name.clone(), folder.settings.clone()));
    }
    folder.folders().for_each(|inner| declared_in(inner, all));
}

/// Whether an id is that of a test, and not of something that programs are tried with.
pub fn is_test(id: &str) -> bool {
    ["sample/", "secret/"].iter().any(|folder| id.starts_with(folder))
}

/// The folders of `data/`. The plurals are from earlier versions of BAPCtools.
const FOLDERS: [&str; 6] = ["sample", "secret", "invalid_input", "invalid_output", "invalid_answer", "valid_output"];

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
    diagnostics: &'d mut Vec<Diagnostic>,
    /// Answers without an input: reported once, not one by one.
    inputs_missing: Vec<PathBuf>,
    pointers: Vec<PathBuf>,
    absent: Vec<String>,
    /// Files that belong to no test.
    unused: Vec<String>,
}

/// The settings of a folder.
#[derive(Default)]
struct FolderSettings {
    /// With those of the folders around it.
    inherited: Settings,
    /// What its own file says.
    stated: Settings,
    own: OwnSettings,
    /// Whether there is such a file.
    declared: bool,
}

impl DataReader<'_, '_> {
    fn folder(&mut self, name: &str, outer: &Settings) -> DataFolder {
        let FolderSettings { inherited: settings, stated, own, declared } =
            self.settings(&format!("data/{name}"), outer);
        let at = format!("data/{name}");
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
                children.push(DataEntry::Folder(self.folder(&format!("{name}/{}", child.name), &settings)));
            }
        }
        for stem in stems {
            children.extend(self.case(&format!("{name}/{stem}"), &settings).map(DataEntry::Case));
        }
        children.sort_by(|a, b| a.name().cmp(b.name()));
        DataFolder { name: name.to_owned(), settings, stated, own, declared, children }
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
        let yaml = format!("data/{id}.yaml");
        let settings = match self.tree.text(&yaml, self.diagnostics) {
            Some(text) => {
                let (settings, _, noticed) =
                    settings::read(&text, self.tree.root.join(&yaml), self.metadata.version, SettingsOwner::Test);
                self.diagnostics.extend(noticed);
                settings.inherit(outer)
            }
            None => outer.clone(),
        };
        // A file from drafts of the format.
        let args = self.tree.text(&format!("data/{id}.args"), self.diagnostics);
        let args = args.map(|text| text.split_whitespace().map(str::to_owned).collect());
        let settings = Settings { args: settings.args.or(args), ..settings };
        let files = self.tree.all_below(&format!("data/{id}.files"));
        if [Some(&input), answer.as_ref()].into_iter().flatten().any(|path| is_pointer(path)) {
            self.absent.push(id.to_owned());
            self.pointers.push(input);
            return None;
        }
        Some(DataCase { id: id.to_owned(), input, answer, output, settings, files })
    }

    fn settings(&mut self, folder: &str, outer: &Settings) -> FolderSettings {
        // The file name of the other version occurs where a package was converted only halfway.
        let names = if self.metadata.version.is_legacy() {
            ["testdata.yaml", "test_group.yaml"]
        } else {
            ["test_group.yaml", "testdata.yaml"]
        };
        for name in names {
            let name = format!("{folder}/{name}");
            if let Some(text) = self.tree.text(&name, self.diagnostics) {
                let text = fill(&text, &self.metadata.constants).into();
                let (settings, own, noticed) =
                    settings::read(&text, self.tree.root.join(&name), self.metadata.version, SettingsOwner::Folder);
                self.diagnostics.extend(noticed);
                return FolderSettings {
                    inherited: settings.clone().inherit(outer),
                    stated: settings,
                    own,
                    declared: true,
                };
            }
        }
        FolderSettings { inherited: outer.clone(), ..FolderSettings::default() }
    }

    /// The command that would make the inputs: of a file of the package that says how, or of a
    /// script whose name says that it generates, called where it lies.
    fn maker(&self) -> Option<String> {
        if self.tree.children("generators").iter().any(|child| child.name == "generators.yaml") {
            return Some("bt generate".to_owned());
        }
        self.tree.below("").find_map(|(name, _)| {
            let (folder, own) = name.rsplit_once('/').map_or((None, name), |(folder, own)| (Some(folder), own));
            let program = match own.rsplit_once('.')? {
                (stem, "sh") if stem.starts_with("gen") => "bash",
                // Others of this name are called with arguments that nobody here knows.
                ("generate" | "generate_all" | "generate_tests" | "gen_all" | "generate_data", "py") => "python3",
                _ => return None,
            };
            let (program, own) = (program, shell::word(own));
            Some(match folder {
                Some(folder) => format!("(cd {} && {program} {own})", shell::word(folder)),
                None => format!("{program} {own}"),
            })
        })
    }

    /// Reports each kind of mistake once: a package without its inputs has hundreds of them.
    fn tell_once(&mut self, maker: Option<&str>) {
        for (files, what, hint) in [
            (
                &self.inputs_missing,
                "without an input: left out",
                maker.map_or_else(
                    || "the inputs are kept elsewhere, or are to be generated first".to_owned(),
                    |command| may_make("the inputs are", command),
                ),
            ),
            (&self.pointers, "that git-lfs has not fetched: left out", "run `git lfs pull` in the package".to_owned()),
        ] {
            let Some(first) = files.first() else { continue };
            let count = if files.len() == 1 { "a test".to_owned() } else { format!("{} tests", files.len()) };
            self.diagnostics.error(first, format!("{count} {what}")).hint = Some(hint);
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
    matches!(name, "testdata.yaml" | "test_group.yaml")
}

/// Whether the file is a text that people write for one another.
fn is_text(name: &str) -> bool {
    !name.contains('.') || [".md", ".txt"].iter().any(|end| name.ends_with(end))
}
