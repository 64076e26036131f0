//! Collects everything that a launcher (pyenv, rustup) chooses by, for a key.

use crate::store::Key;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub(super) struct Choice(Vec<OsString>);

impl Choice {
    pub(super) fn of(question: &[String]) -> Choice {
        Choice(question.iter().map(OsString::from).collect())
    }

    pub(super) fn add(&mut self, word: impl Into<OsString>) {
        self.0.push(word.into());
    }

    /// Adds the environment variables whose names matter, sorted by name.
    pub(super) fn add_variables(&mut self, matters: impl Fn(&OsStr) -> bool) {
        let mut variables: Vec<(OsString, OsString)> = env::vars_os().filter(|(name, _)| matters(name)).collect();
        variables.sort();
        self.0.extend(variables.into_iter().flat_map(|(name, value)| [name, value]));
    }

    /// Adds the content of a file, or the fact that there is none.
    pub(super) fn add_file(&mut self, file: PathBuf) {
        let content = fs::read(&file).map(|bytes| Key::of(&["there"], &bytes).to_string());
        self.0.extend([file.into(), content.unwrap_or_default().into()]);
    }

    /// Adds where a link leads.
    pub(super) fn add_link(&mut self, file: PathBuf) {
        let real = fs::canonicalize(&file).unwrap_or_default();
        self.0.extend([file.into(), real.into()]);
    }

    pub(super) fn key(self) -> Key {
        Key::of_parts(self.0.iter().map(|part| part.as_encoded_bytes()))
    }
}

/// What lies in `folder`, by name.
pub(super) fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()).collect();
    names.sort();
    names
}
