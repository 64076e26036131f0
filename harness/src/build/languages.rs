//! The languages table: what `languages.toml` says, typed.

use crate::model::{Fault, FaultKind, Language};
use crate::sandbox::Profile;
use serde::Deserialize;

/// One language. The fields are those of `languages.toml`, which documents them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    pub id: String,
    pub name: String,
    pub extensions: Vec<String>,
    pub tools: Vec<String>,
    #[serde(default)]
    pub locate: Vec<String>,
    #[serde(default)]
    pub program_in_prefix: Option<String>,
    pub version: Vec<String>,
    pub shown: String,
    #[serde(default)]
    pub optional: bool,
    pub install: String,
    pub source: String,
    pub compile: Vec<String>,
    #[serde(default)]
    pub env: Vec<String>,
    pub reads: String,
    pub program: String,
    pub args: Vec<String>,
    pub profile: RunProfile,
    pub readable: Vec<String>,
    pub processes: u32,
    pub time_factor: f64,
    /// MiB.
    pub memory_extra: u64,
}

/// The two profiles that a language may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunProfile {
    Solution,
    Runtime,
}

impl From<RunProfile> for Profile {
    fn from(profile: RunProfile) -> Profile {
        match profile {
            RunProfile::Solution => Profile::Solution,
            RunProfile::Runtime => Profile::Runtime,
        }
    }
}

/// All languages, in the order of the table.
#[derive(Clone, Debug, Deserialize)]
pub struct Languages {
    #[serde(rename = "language")]
    pub entries: Vec<Entry>,
}

impl Languages {
    /// The table that is part of the program.
    ///
    /// # Errors
    /// An internal fault when the table itself is broken; a test reads it.
    pub fn built_in() -> Result<Languages, Fault> {
        toml::from_str(include_str!("languages.toml"))
            .map_err(|error| Fault::caused(FaultKind::Internal, "the languages table is broken", &error))
    }

    /// The language of files with this extension.
    pub fn of_extension(&self, extension: &str) -> Option<Language> {
        let entry = self.entries.iter().find(|entry| entry.extensions.iter().any(|e| e == extension))?;
        Some(Language(entry.id.as_str().into()))
    }

    pub fn get(&self, language: &Language) -> Option<&Entry> {
        self.entries.iter().find(|entry| *entry.id == *language.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_table_reads_and_every_extension_belongs_to_one_language() {
        let languages = Languages::built_in().unwrap();
        let mut extensions: Vec<&String> = languages.entries.iter().flat_map(|e| &e.extensions).collect();
        let count = extensions.len();
        extensions.sort();
        extensions.dedup();
        assert_eq!(extensions.len(), count);
        for (extension, id) in
            [("rs", "rust"), ("c", "c"), ("cc", "cpp"), ("py", "python"), ("java", "java"), ("go", "go")]
        {
            assert_eq!(languages.of_extension(extension).unwrap().0.as_ref(), id);
        }
        assert_eq!(languages.of_extension("txt"), None);
    }

    #[test]
    fn an_unknown_key_in_the_table_is_refused() {
        let text = include_str!("languages.toml").replacen("processes", "proceses", 1);
        let text = text.replacen("\nproceses = 1", "\nproceses = 1\nprocesses = 1", 1);
        assert!(toml::from_str::<Languages>(&text.replacen("id = \"rust\"", "id = \"rust\"\nfoo = 1", 1)).is_err());
    }
}
