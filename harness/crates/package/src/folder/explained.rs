//! What each file of a plain folder is, in words.

use super::pairs::{Listing, Oddity, Pair};
use super::roles::{ProgramRole, Programs};
use super::{below, is_source, stem, stored};
use crate::tree::file_name;
use model::Languages;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Names of files for each thing that they are.
pub type ExplainedFiles = Vec<(String, Vec<String>)>;

/// The programs of `folder` by what they are there for, the tests of each, and what is to be said
/// of other files. `named`: the programs that a call names.
pub fn explained(folder: &Path, named: &[PathBuf], languages: &dyn Languages) -> ExplainedFiles {
    let is_source = is_source(languages);
    let programs = Programs::of(folder, named, &is_source);
    let name = |path: &Path| below(folder, path).display().to_string();
    let mut all: ExplainedFiles = Vec::new();
    let mut add = |what: String, files: Vec<String>| {
        if !files.is_empty() {
            all.push((what, files));
        }
    };
    let roles = [
        (ProgramRole::Solution, "solution"),
        (ProgramRole::Checker, "checker"),
        (ProgramRole::Interactor, "interactor"),
        (ProgramRole::Idle, "not used: another one judges"),
        (ProgramRole::Validator, "validator"),
        (ProgramRole::Generator, "generator"),
    ];
    for (role, word) in roles {
        add(word.to_owned(), programs.with(role).map(|path| name(path)).collect());
    }
    let stems: Vec<String> = named.iter().map(|program| stem(program)).collect();
    let listing = Listing::read(folder, &stems, &[], &is_source).without_programs(named);
    let mut tests: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    let mut odd: BTreeSet<(Oddity, PathBuf)> = BTreeSet::new();
    let solutions: BTreeSet<&PathBuf> = programs.with(ProgramRole::Solution).chain(named).collect();
    for program in solutions {
        let found = listing.beside(&stem(program));
        let pair = |pair: &Pair| format!("{} + {}", name(&pair.input), name(&pair.answer));
        let mut own: Vec<String> = found.pairs.iter().map(pair).collect();
        own.extend(stored::of(program).0.iter().map(|stored| name(&stored.file)));
        tests.entry(own).or_default().push(file_name(program));
        odd.extend(found.odd);
    }
    for (pairs, programs) in tests {
        add(format!("tests of {}", programs.join(", ")), pairs);
    }
    for kind in odd.iter().collect::<Vec<_>>().chunk_by(|(one, _), (other, _)| one == other) {
        add(kind[0].0.words(&name), kind.iter().map(|(_, path)| name(path)).collect());
    }
    all
}
