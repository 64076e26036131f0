//! The languages table: what `languages.toml` says, typed.

use model::{Fault, FaultKind, Language};
use sandbox::Profile;
use std::str::FromStr;
use toml::de::{DeTable, DeValue};

/// One language. The fields are those of `languages.toml`, which documents them.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub id: String,
    pub name: String,
    pub extensions: Vec<String>,
    pub tools: Vec<String>,
    pub locate: Vec<String>,
    pub program_in_prefix: Option<String>,
    pub version: Vec<String>,
    pub shown: String,
    pub optional: bool,
    pub install: String,
    pub source: String,
    pub compile: Vec<String>,
    pub env: Vec<String>,
    pub library: Vec<String>,
    pub link: Vec<String>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug)]
pub struct Languages {
    pub entries: Vec<Entry>,
}

impl Languages {
    /// The table that is part of the program.
    ///
    /// # Errors
    /// An internal fault when the table itself is broken; a test reads it.
    pub fn built_in() -> Result<Languages, Fault> {
        Languages::parse(include_str!("languages.toml"))
            .map_err(|error| Fault::new(FaultKind::Internal, format!("the languages table is broken: {error}")))
    }

    fn parse(text: &str) -> Result<Languages, String> {
        let table = DeTable::parse(text).map_err(|error| error.to_string())?;
        let languages = table.get_ref().get("language").and_then(|value| value.get_ref().as_array());
        let entries = languages.ok_or("no [[language]]")?.iter().map(|value| {
            let table = value.get_ref().as_table().ok_or("a [[language]] that is no table")?;
            entry(&Keys(table))
        });
        Ok(Languages { entries: entries.collect::<Result<_, _>>()? })
    }

    /// The language of files with this extension. A folder before it that is named after a language decides between those that share the
    /// extension: `py` is Python, and so is `scripts/py`, but `pypy/py` is PyPy.
    pub fn of_extension(&self, extension: &str) -> Option<Language> {
        let (folder, extension) =
            extension.rsplit_once('/').map_or((None, extension), |(folder, extension)| (Some(folder), extension));
        let mut sharing = self.entries.iter().filter(|entry| entry.extensions.iter().any(|e| e == extension));
        let entry = sharing.clone().find(|entry| folder == Some(entry.id.as_str())).or_else(|| sharing.next())?;
        Some(Language(entry.id.as_str().into()))
    }

    pub fn get(&self, language: &Language) -> Option<&Entry> {
        self.entries.iter().find(|entry| *entry.id == *language.0)
    }
}

fn entry(keys: &Keys<'_>) -> Result<Entry, String> {
    let known = [
        "id",
        "name",
        "extensions",
        "tools",
        "locate",
        "program-in-prefix",
        "version",
        "shown",
        "optional",
        "install",
        "source",
        "compile",
        "env",
        "library",
        "link",
        "reads",
        "program",
        "args",
        "profile",
        "readable",
        "processes",
        "time-factor",
        "memory-extra",
    ];
    keys.only(&known)?;
    Ok(Entry {
        id: keys.text("id")?,
        name: keys.text("name")?,
        extensions: keys.texts("extensions")?,
        tools: keys.texts("tools")?,
        locate: keys.texts("locate").unwrap_or_default(),
        program_in_prefix: keys.text("program-in-prefix").ok(),
        version: keys.texts("version")?,
        shown: keys.text("shown")?,
        optional: keys.get("optional", DeValue::as_bool).unwrap_or(false),
        install: keys.text("install")?,
        source: keys.text("source")?,
        compile: keys.texts("compile")?,
        env: keys.texts("env").unwrap_or_default(),
        library: keys.texts("library").unwrap_or_default(),
        link: keys.texts("link").unwrap_or_default(),
        reads: keys.text("reads")?,
        program: keys.text("program")?,
        args: keys.texts("args")?,
        profile: match keys.text("profile")?.as_str() {
            "solution" => RunProfile::Solution,
            "runtime" => RunProfile::Runtime,
            other => return Err(format!("unknown profile `{other}`")),
        },
        readable: keys.texts("readable")?,
        processes: keys.number("processes")?,
        time_factor: keys.number("time-factor")?,
        memory_extra: keys.number("memory-extra")?,
    })
}

/// The keys of one table of ours; errors are for whoever changes the table.
pub struct Keys<'a>(pub &'a DeTable<'a>);

impl<'a> Keys<'a> {
    /// # Errors
    /// A key that is not among `known`.
    pub fn only(&self, known: &[&str]) -> Result<(), String> {
        match self.0.keys().find(|key| !known.contains(&key.get_ref().as_ref())) {
            Some(key) => Err(format!("unknown key `{}`", key.get_ref())),
            None => Ok(()),
        }
    }

    pub fn get<T>(&self, key: &str, read: impl FnOnce(&'a DeValue<'a>) -> Option<T>) -> Result<T, String> {
        self.0
            .get(key)
            .and_then(|value| read(value.get_ref()))
            .ok_or_else(|| format!("`{key}` is missing or of another type"))
    }

    pub fn text(&self, key: &str) -> Result<String, String> {
        self.get(key, |value| value.as_str().map(str::to_owned))
    }

    pub fn texts(&self, key: &str) -> Result<Vec<String>, String> {
        self.get(key, |value| value.as_array()?.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect())
    }

    pub fn number<T: FromStr>(&self, key: &str) -> Result<T, String> {
        self.get(key, |value| match value {
            DeValue::Integer(number) => number.as_str().parse().ok(),
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::String(_) | DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
                None
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let text = include_str!("languages.toml").replacen("processes", "proceses", 1);
        let text = text.replacen("\nproceses = 1", "\nproceses = 1\nprocesses = 1", 1);
        assert!(Languages::parse(&text.replacen("id = \"rust\"", "id = \"rust\"\nfoo = 1", 1)).is_err());
    }
}
