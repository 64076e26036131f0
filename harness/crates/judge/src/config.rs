//! The settings of the user and the workspace: where the files are, and which setting wins.

use crate::error::{Error, refused};
use engine::build::Languages;
use model::{Diagnostic, Severity};
pub use package::config::{Config, Setting};
use package::config::{Owner, at_language, read};
use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The workspace's file.
pub const FILE: &str = "harness.toml";

/// The folder of the user's own configuration.
pub fn folder() -> Option<PathBuf> {
    let given = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".config"));
    Some(given.or_else(home)?.join("harness"))
}

/// Loads the user's file, overridden by the workspace's.
///
/// # Errors
/// When there are mistakes in them.
pub fn load(root: Option<&Path>) -> Result<Config, Error> {
    let (mut config, mut found) = users();
    if let Some(root) = root {
        let (own, more) = read(&root.join(FILE), Path::new(FILE), Owner::Workspace);
        config = config.under(own);
        found.extend(more);
    }
    if found.iter().any(|found| found.severity == Severity::Error) {
        return Err(refused("the configuration has mistakes").with_diagnostics(&found));
    }
    Ok(config)
}

/// The user's settings for all workspaces.
pub fn users() -> (Config, Vec<Diagnostic>) {
    let Some(file) = folder().map(|folder| folder.join("config.toml")) else { return Default::default() };
    read(&file, &display(&file), Owner::User)
}

/// A file below the home folder, as people write it.
pub fn display(file: &Path) -> PathBuf {
    let home = env::var_os("HOME").map(PathBuf::from);
    let below = home.as_deref().and_then(|home| file.strip_prefix(home).ok());
    below.map_or_else(|| file.to_owned(), |below| Path::new("~").join(below))
}

/// Expands `~/x` as a shell does.
pub(crate) fn home_filled(path: &str) -> String {
    match (path.strip_prefix("~/"), env::home_dir()) {
        (Some(below), Some(home)) => home.join(below).display().to_string(),
        (Some(_), None) | (None, _) => path.to_owned(),
    }
}

/// The languages of the table, overridden by the settings.
///
/// # Errors
/// When a language that the user defined lacks a required field.
pub fn languages(config: &Config) -> Result<Languages, Error> {
    let mut languages = Languages::built_in()?;
    let mut all: BTreeMap<&str, (Table, &Setting<Table>)> = BTreeMap::new();
    for (id, setting) in &config.languages {
        let (fields, last) = all.entry(id).or_insert_with(|| (Table::new(), setting));
        *last = setting;
        // Flags add up, the user's before the workspace's; anything else is replaced.
        for (key, value) in &setting.value {
            match (fields.get_mut(key), value) {
                (Some(Value::Array(flags)), Value::Array(more)) if key == "flags" => flags.extend(more.clone()),
                _ => drop(fields.insert(key.clone(), value.clone())),
            }
        }
    }
    for (id, (fields, setting)) in all {
        languages.lay_over(id, &fields).map_err(|bad| {
            // The file that sets the field, where both name the language.
            let sets = |(name, one): &&(String, Setting<Table>)| {
                name == id && bad.field.as_ref().is_none_or(|field| one.value.contains_key(field))
            };
            let of = config.languages.iter().rev().find(sets).map_or(setting, |(_, one)| one);
            let name = display(&of.file);
            match at_language(&of.file, &name, id, bad.field.as_deref(), &bad.why) {
                Some(found) => refused("the configuration has mistakes").with_diagnostics(&found),
                None => refused(format!("{}:{}: [languages.{id}]: {bad}", name.display(), of.line)),
            }
        })?;
    }
    Ok(languages)
}
