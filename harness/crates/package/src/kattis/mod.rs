//! The problem package format of Kattis and the ICPC, in its versions legacy, legacy-icpc and
//! 2025-09.
//!
//! `read` returns what the package says, typed, version by version. Nothing here knows what that
//! means for a run.

use crate::added::{NewTest, in_folder};
use crate::diagnostics::Report;
use crate::draft::Draft;
use crate::mistakes::Mistakes;
use crate::tree::Tree;
use crate::unsupported::{self, UnsupportedRow};
use beneath::Home;
use data::Data;
use generators::Generators;
use metadata::Metadata;
use model::{Diagnostic, is_header};
use programs::Program;
use std::path::{Path, PathBuf};
use submissions::SubmissionRule;
use version::{OUTPUT_VALIDATOR, STATEMENT, Version};

mod answers;
pub(crate) mod catalog;
mod constants;
mod data;
mod dialect;
pub mod expectations;
#[cfg(fuzzing)]
pub mod fuzzing;
mod generators;
mod globs;
mod included;
pub mod markers;
mod metadata;
mod programs;
pub mod rules;
mod scores;
mod settings;
mod stage;
mod submissions;
mod timing;
mod unheard;
pub mod version;

/// A package as its files describe it.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// Absolute.
    pub root: PathBuf,
    pub metadata: Metadata,
    /// What DOMjudge keeps beside the format, in seconds, and the file that says it:
    /// `.timelimit`, or `timelimit` in `domjudge-problem.ini`.
    pub domjudge_time_limit: Option<(f64, PathBuf)>,
    pub data: Data,
    pub input_validators: Vec<Program>,
    /// Validators of BAPCtools: each reads an answer.
    pub answer_validators: Vec<Program>,
    /// In a legacy package there may be several; they judge only where `validation` says `custom`.
    pub output_validators: Vec<Program>,
    pub graders: Vec<Program>,
    pub submissions: Vec<Program>,
    /// `submissions.yaml`, in the order of the file.
    pub entries: Vec<SubmissionRule>,
    /// Files that are put beside every submission: the language's code, or `default`; then names,
    /// and where each file lies.
    pub include: Vec<(String, Vec<(String, PathBuf)>)>,
    /// The languages of its statements: `en` of `problem.en.tex`.
    pub statements: Vec<String>,
    /// `generators/generators.yaml` of BAPCtools: tests that are made, but not stored.
    pub generators: Option<(PathBuf, Generators)>,
}

impl Package {
    /// Whether a program of the package judges.
    pub fn judges_itself(&self) -> bool {
        match self.metadata.version.is_legacy() {
            true => self.metadata.custom_validation,
            false => !self.output_validators.is_empty(),
        }
    }

    /// Whether the file lies in the package, whatever links lead to it.
    fn holds(&self, path: &Path) -> bool {
        let (path, root) = (path.canonicalize(), self.root.canonicalize());
        path.is_ok_and(|path| root.is_ok_and(|root| path.starts_with(root)))
    }
}

/// Folders of the package's programs that look at its data.
const TOOLS: [&str; 6] = [
    "input_validators",
    "input_format_validators",
    "answer_validators",
    "output_validators",
    "output_validator",
    "graders",
];

pub const FILE: &str = "problem.yaml";

/// The files that make these tests of the package at `root`.
pub fn with_tests(root: &Path, tests: &[NewTest<'_>]) -> Option<Draft> {
    Some(in_folder(&root.join("data"), tests))
}

/// Whether `root` is a package of this format.
pub fn is_package(root: &Path) -> bool {
    // Hydro calls its description problem.yaml, too.
    let is_hydro = || root.join("testdata/config.yaml").is_file() && !root.join("data").is_dir();
    root.join("domjudge-problem.ini").is_file() || root.join(FILE).is_file() && !is_hydro()
}

/// Reads the package at `root`, which is absolute and came with what is in `home`. `is_source`
/// decides by a file's name whether its language is known. Whatever is wrong, the rest is read.
pub(crate) fn read(root: &Path, home: &Home, is_source: &dyn Fn(&str) -> bool) -> (Package, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut tree = Tree::read(root, home, &SKIPPED, is_judged, &mut diagnostics);
    let metadata = tree.described(FILE, &mut diagnostics, metadata::read);
    let metadata = metadata.unwrap_or_else(|| metadata::read("", &mut Mistakes::new(PathBuf::new(), "".into())));
    let version = metadata.version;
    if !version.is_legacy() {
        let odd = tree.take_out(is_name).into_iter().filter(|name| is_judged(name));
        let hint = "rename them: names of 2025-09 are letters of ASCII, digits and `_.-`, and begin with none of `.-`";
        diagnostics.list(root, "files with names that 2025-09 does not have, so not read", hint, odd);
    }
    version.warn_of_others(&tree, &mut diagnostics);
    let data = data::read(&tree, &metadata, &mut diagnostics);
    let is_validator = |name: &str| is_source(name) || name.ends_with(".ctd") || name.ends_with(".viva");
    let input_validators = ["input_validators", "input_format_validators"]
        .iter()
        .flat_map(|folder| programs::in_folder(&tree, folder, &is_validator))
        .collect();
    for folder in TOOLS {
        unknown_tools(&tree, folder, &is_validator, &mut diagnostics);
    }
    unsupported::files(root, &UNSUPPORTED, &mut diagnostics);
    let output_validators = match version {
        Version::Legacy => programs::in_folder(&tree, version.name_of(OUTPUT_VALIDATOR), is_source),
        Version::Draft | Version::V2025_09 => {
            programs::as_folder(&tree, version.name_of(OUTPUT_VALIDATOR)).into_iter().collect()
        }
    };
    let (submissions, outside) = programs::submissions(&tree);
    for name in outside {
        let title = "a submission in no folder: its expected verdict is unknown";
        diagnostics.warning(&root.join("submissions").join(name), title).hint =
            Some("move it to submissions/accepted/ or another one".to_owned());
    }
    let entries = tree.described("submissions/submissions.yaml", &mut diagnostics, submissions::read);
    let package = Package {
        root: root.to_owned(),
        domjudge_time_limit: domjudge_time_limit(&tree, home, &mut diagnostics),
        data,
        input_validators,
        answer_validators: programs::in_folder(&tree, "answer_validators", &is_validator),
        output_validators,
        graders: programs::in_folder(&tree, "graders", is_source),
        submissions,
        entries: entries.unwrap_or_default(),
        include: include(&tree),
        statements: statements(&tree, version),
        generators: generators(&tree, &metadata, &mut diagnostics),
        metadata,
    };
    (package, diagnostics)
}

fn generators(tree: &Tree, metadata: &Metadata, diagnostics: &mut Vec<Diagnostic>) -> Option<(PathBuf, Generators)> {
    const NAME: &str = "generators/generators.yaml";
    let read = |text: &str, mistakes: &mut Mistakes| generators::read(text, mistakes, &metadata.constants);
    Some((tree.root.join(NAME), tree.described(NAME, diagnostics, read)?))
}

const UNSUPPORTED: [UnsupportedRow; 4] = [
    ("output_visualizer", "", "no pictures of outputs are drawn", "draw them with BAPCtools"),
    ("output_visualizers", "", "no pictures of outputs are drawn", "draw them with BAPCtools"),
    ("submissions/submissions.json", "", "submissions get what their folders say", "write submissions.yaml"),
    ("submissions/expectations.yaml", "", "submissions get what their folders say", "write submissions.yaml"),
];

const OF_DOMJUDGE: [UnsupportedRow; 2] = [
    ("special_compare", "", "a program of the server's would judge", "put it into output_validator/"),
    ("special_run", "", "a program of the server's would run submissions", "make the problem interactive"),
];

/// Whether 2025-09 has files and folders of this name. Others are as if removed.
pub(crate) fn is_name(name: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    !name.starts_with(['.', '-']) && (1..=rules::LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_inner)
}

/// Whether judging reads a file of this name: not statements, nor what only people read.
fn is_judged(name: &str) -> bool {
    const FOLDERS: [&str; 4] = ["data", "submissions", "include", "generators"];
    const FILES: [&str; 2] = [FILE, "domjudge-problem.ini"];
    let top = name.split('/').next().unwrap_or(name);
    FOLDERS.contains(&top) || TOOLS.contains(&top) || FILES.contains(&name)
}

/// Folders that hold nothing for a judge and may be large.
const SKIPPED: [&str; 6] =
    ["attachments", "solution", "input_visualizers", "output_visualizers", "target", "node_modules"];

/// Reports programs of the package that cannot be run here: what they would refuse passes.
fn unknown_tools(tree: &Tree, folder: &str, is_known: &dyn Fn(&str) -> bool, diagnostics: &mut Vec<Diagnostic>) {
    let is_no_program = |name: &str| match name.rsplit_once('.') {
        // A script of a single program, or a text.
        None => true,
        Some((_, extension)) => {
            is_header(name) || ["md", "txt", "in", "ans", "yaml", "yml", "json", "disabled"].contains(&extension)
        }
    };
    let children = tree.children(folder).iter();
    let unknown = children.filter(|child| !child.is_folder && !is_known(&child.name) && !is_no_program(&child.name));
    let hint = "rewrite them in a language that is known here, or give them a `build` script";
    let names = unknown.map(|child| &child.name);
    diagnostics.list(&tree.root.join(folder), "not run, no language has this ending", hint, names);
}

fn include(tree: &Tree) -> Vec<(String, Vec<(String, PathBuf)>)> {
    let folders = tree.children("include").iter().filter(|child| child.is_folder);
    folders.map(|folder| (folder.name.clone(), tree.all_below(&format!("include/{}", folder.name)))).collect()
}

fn statements(tree: &Tree, version: Version) -> Vec<String> {
    let names = tree.below(version.name_of(STATEMENT)).filter_map(|(name, _)| name.strip_prefix("problem."));
    let parts = names.map(|rest| rest.rsplit_once('.').unwrap_or(("", rest)));
    let statements = parts.filter(|(_, kind)| ["tex", "md", "pdf"].contains(kind));
    statements.map(|(language, _)| language.to_owned()).collect()
}

/// The limit in the files of DOMjudge, which are older than `limits.time_limit`.
fn domjudge_time_limit(tree: &Tree, home: &Home, diagnostics: &mut Vec<Diagnostic>) -> Option<(f64, PathBuf)> {
    let ini = tree.root.join("domjudge-problem.ini");
    let mut limit = None;
    if let Some(text) = tree.text("domjudge-problem.ini", diagnostics) {
        for line in text.lines() {
            let Some((key, value)) = line.split_once('=') else { continue };
            if let Some(row) = OF_DOMJUDGE.iter().find(|row| row.0 == key.trim() && !value.trim().is_empty()) {
                diagnostics.warning(&ini, unsupported::title(row)).hint = Some(row.3.to_owned());
            }
            if key.trim() == "timelimit" {
                limit = Some((value.trim().trim_matches(['"', '\'']).to_owned(), ini.clone()));
            }
        }
    }
    // A hidden file, which the walk passes over.
    let hidden = tree.root.join(".timelimit");
    let (text, file) = limit.or_else(|| Some((home.text(&hidden)?, hidden)))?;
    let limit = text.trim().parse::<f64>().ok().filter(|seconds| (0.001..=3600.0).contains(seconds));
    if limit.is_none() {
        diagnostics.error(&file, format!("`{}` is not a time in seconds", text.trim()));
    }
    limit.map(|seconds| (seconds, file))
}

#[cfg(test)]
mod tests;
