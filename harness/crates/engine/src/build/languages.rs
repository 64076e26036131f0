//! The languages table: what `languages.toml` says, typed.

use crate::build::Factors;
use model::{ByteSize, Comments, Fault, FaultKind, Language, Languages as _, language_of_files};
use sandbox::Profile;
use serde::Deserialize;
use std::path::Path;
use walkdir::WalkDir;

/// One language. The fields are those of `languages.toml`, which documents them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entry {
    pub id: String,
    pub name: String,
    pub extensions: Vec<String>,
    #[serde(default)]
    pub comments: Comments,
    pub tools: Vec<String>,
    #[serde(default)]
    pub locate: Vec<String>,
    pub program_in_prefix: Option<String>,
    pub version: Vec<String>,
    pub shown: String,
    #[serde(default)]
    pub optional: bool,
    pub install: String,
    pub source: String,
    #[serde(default)]
    pub entry: Vec<String>,
    #[serde(default)]
    pub keeps_sources: bool,
    pub compile: Vec<String>,
    #[serde(default)]
    pub env: Vec<String>,
    #[serde(default)]
    pub library: Vec<String>,
    #[serde(default)]
    pub link: Vec<String>,
    #[serde(default)]
    pub stop: Vec<String>,
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

impl Entry {
    pub fn factors(&self) -> Factors {
        let memory = ByteSize::mib(self.memory_extra);
        Factors { time: self.time_factor, memory, processes: self.processes }
    }
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
#[serde(deny_unknown_fields)]
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

    /// The language of a file, by its extension, or of a folder of files.
    pub fn of_program(&self, path: &Path) -> Option<Language> {
        if path.is_dir() {
            return language_of_folder(path, self);
        }
        self.of_extension(path.extension().and_then(|extension| extension.to_str()).unwrap_or_default())
    }

    pub fn get(&self, language: &Language) -> Option<&Entry> {
        self.entries.iter().find(|entry| *entry.id == *language.0)
    }
}

impl model::Languages for Languages {
    /// The language of files with this extension. A folder before it that is named after a language
    /// decides between those that share the extension: `py` is Python, and so is `scripts/py`, but
    /// `pypy/py` is PyPy.
    fn of_extension(&self, extension: &str) -> Option<Language> {
        let (folder, extension) =
            extension.rsplit_once('/').map_or((None, extension), |(folder, extension)| (Some(folder), extension));
        let mut sharing = self.entries.iter().filter(|entry| entry.extensions.iter().any(|e| e == extension));
        let entry = sharing.clone().find(|entry| folder == Some(entry.id.as_str())).or_else(|| sharing.next())?;
        Some(Language(entry.id.as_str().into()))
    }

    fn comments(&self, language: &Language) -> Comments {
        self.get(language).map_or_else(Comments::default, |entry| entry.comments.clone())
    }
}

/// The language that a folder of files is written in.
pub(crate) fn language_of_folder(folder: &Path, languages: &dyn model::Languages) -> Option<Language> {
    let walk = WalkDir::new(folder).follow_links(true).min_depth(1).into_iter().flatten();
    let names: Vec<String> = walk
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| Some(entry.path().strip_prefix(folder).ok()?.to_str()?.to_owned()))
        .collect();
    language_of_files(names.iter().map(String::as_str), languages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_language_gets_more_time_unless_the_limits_are_meant_for_all() {
        let languages = Languages::built_in().unwrap();
        let python = languages.get(&Language("python".into())).unwrap().factors();
        let limits = model::Limits::default();
        assert_eq!(python.apply(&limits).cpu, limits.cpu.mul_f64(python.time));
        let for_all = model::Limits { language_factors: false, ..limits.clone() };
        assert_eq!(python.apply(&for_all).cpu, limits.cpu);
    }

    #[test]
    fn the_built_in_table_reads_and_python_alone_shares_its_extension() {
        let languages = Languages::built_in().unwrap();
        let mut extensions: Vec<&String> = languages.entries.iter().flat_map(|e| &e.extensions).collect();
        extensions.sort();
        let shared: Vec<_> = extensions.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        assert_eq!(shared, ["py"]);
        for (extension, id) in
            [("rs", "rust"), ("c", "c"), ("cc", "cpp"), ("py", "python"), ("java", "java"), ("go", "go")]
        {
            assert_eq!(languages.of_extension(extension).unwrap().0.as_ref(), id);
        }
        for (place, id) in [("pypy/py", "pypy"), ("python/py", "python"), ("scripts/py", "python"), ("pypy/cpp", "cpp")]
        {
            assert_eq!(languages.of_extension(place).unwrap().0.as_ref(), id);
        }
        assert_eq!(languages.of_extension("txt"), None);
    }

    #[test]
    fn an_unknown_key_in_the_table_is_refused() {
        let text = include_str!("languages.toml").replacen("id = \"rust\"", "id = \"rust\"\nfoo = 1", 1);
        let error = toml::from_str::<Languages>(&text).unwrap_err();
        assert!(error.message().contains("unknown field `foo`"), "{error}");
    }
}
