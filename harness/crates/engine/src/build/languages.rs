//! The languages table: what `languages.toml` says, typed.

use crate::build::Purpose;
use crate::build::executable::{EXECUTABLE, looks_like_one};
use crate::build::path::in_path;
use crate::build::sources::around;
use beneath::Home;
use model::{
    ByteSize, COMMAND, Checks, Comments, Fault, FaultKind, Language, LanguageShare, Languages as _, language_of_files,
};
use sandbox::Profile;
use serde::Deserialize;
use std::path::Path;
use std::sync::LazyLock;
use toml::{Table, Value};

/// One language. The fields are those of `languages.toml`, which documents them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct LanguageEntry {
    pub id: String,
    pub name: String,
    pub extensions: Vec<String>,
    pub comments: Comments,
    pub tools: Vec<String>,
    pub locate: Vec<String>,
    pub program_in_prefix: Option<String>,
    pub version: Vec<String>,
    pub label: String,
    pub suggested: Option<u32>,
    pub packages: Vec<String>,
    pub package_programs: Option<String>,
    pub main_class: bool,
    pub std: bool,
    pub takes: Vec<String>,
    pub units: bool,
    pub flags_as: Option<String>,
    pub optional: bool,
    pub install: String,
    pub source: String,
    pub entry: Vec<String>,
    pub also: Vec<String>,
    pub keeps_sources: bool,
    pub makes_files: bool,
    pub includes: bool,
    pub imports: bool,
    pub standards: Vec<Standard>,
    pub flags: Vec<String>,
    pub compile: Vec<String>,
    pub compiles_slowly: bool,
    pub tuning: Vec<String>,
    pub runtime: Vec<String>,
    pub calls: Vec<String>,
    pub env: Vec<String>,
    pub run_env: Vec<String>,
    pub own_maps: bool,
    pub version_files: Vec<String>,
    pub library: Vec<String>,
    pub link: Vec<String>,
    pub stop: Vec<String>,
    pub precompile: Vec<String>,
    pub diagnose: Vec<String>,
    pub sanitize: Vec<String>,
    pub sanitize_env: Vec<String>,
    pub sanitize_calls: Vec<String>,
    pub debug: Vec<String>,
    #[serde(rename = "static")]
    pub link_static: Vec<String>,
    pub reads: String,
    pub program: String,
    pub args: Vec<String>,
    pub serve: Vec<String>,
    pub profile: RunProfile,
    pub readable: Vec<String>,
    pub processes: u32,
    pub time_factor: f64,
    /// MiB.
    pub memory_extra: u64,
}

impl LanguageEntry {
    /// The entry for what is compiled once and linked with many programs. A user's flags are meant
    /// for the user's own files, so they must not be part of its key.
    pub fn without_flags(&self) -> LanguageEntry {
        LanguageEntry { flags: Vec::new(), ..self.clone() }
    }

    /// Whether gdb and lldb show its programs at work.
    pub fn is_debuggable(&self) -> bool {
        !self.debug.is_empty()
    }

    /// Whether the folder of solutions is a package of this language, or looks like one.
    pub fn has_package(&self, solutions: &Path) -> bool {
        self.packages.iter().any(|file| solutions.join(file).exists())
    }

    /// Where new programs in this language lie, below the folder of solutions. In a package it is
    /// where the language's own tools look for them.
    pub fn folder(&self, solutions: &Path) -> &str {
        match &self.package_programs {
            Some(folder) if self.has_package(solutions) => folder,
            Some(_) | None => &self.id,
        }
    }

    /// Whether programs of this language are in none, and start as they are.
    pub(super) fn is_anything(&self) -> bool {
        [EXECUTABLE, COMMAND].contains(&self.id.as_str())
    }

    /// The newest standard that a compiler of this version supports.
    pub fn standard(&self, version: &str) -> Option<&str> {
        let number: u32 = version.split('.').next()?.parse().unwrap_or(0);
        self.standards.iter().find(|standard| number >= standard.from).map(|standard| standard.flag.as_str())
    }

    /// Whether a compiler makes the program, and not only looks at it.
    pub fn compiles(&self) -> bool {
        !self.compile.is_empty() && (!self.keeps_sources || self.makes_files)
    }

    /// What a program that is built for `purpose` checks itself for.
    pub(super) fn checks_for(&self, purpose: Purpose) -> Checks {
        match purpose {
            Purpose::Diagnosis => Checks::Sanitized,
            Purpose::Sanitized if self.sanitizes() => Checks::Sanitized,
            Purpose::Sanitized | Purpose::Solution | Purpose::Tool => Checks::Usual,
        }
    }

    /// Whether a compiler can have its programs check more than they do anyway.
    pub fn sanitizes(&self) -> bool {
        !self.sanitize.is_empty() || !self.sanitize_env.is_empty()
    }

    pub fn share(&self) -> LanguageShare {
        let (language, memory) = (Language(self.id.as_str().into()), ByteSize::mib(self.memory_extra));
        LanguageShare { language, time: self.time_factor, memory, processes: self.processes }
    }
}

/// A flag for a standard of the language, and the first major version of the compiler that gets it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Standard {
    pub flag: String,
    pub from: u32,
}

/// The profiles that a language may ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunProfile {
    #[default]
    Solution,
    Runtime,
    Forking,
}

impl From<RunProfile> for Profile {
    fn from(profile: RunProfile) -> Profile {
        match profile {
            RunProfile::Solution => Profile::Solution,
            RunProfile::Runtime => Profile::Runtime,
            RunProfile::Forking => Profile::Forking,
        }
    }
}

/// All languages, in the order of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Languages {
    #[serde(rename = "language")]
    pub entries: Vec<LanguageEntry>,
}

impl Languages {
    /// The table that is built into the harness.
    ///
    /// # Errors
    /// An internal fault when the table itself is broken; a test reads it.
    pub fn built_in() -> Result<Languages, Fault> {
        let broken =
            |error: &toml::de::Error| Fault::caused(FaultKind::Internal, "the languages table is broken", error);
        let entries = table().map_err(|error| broken(&error))?;
        let entries = entries.into_iter().map(|entry| Value::Table(with_tools_here(entry)).try_into());
        Ok(Languages { entries: entries.collect::<Result<_, _>>().map_err(|error| broken(&error))? })
    }

    /// Lays fields of `languages.toml` over a language of the table, or makes a new language of
    /// them.
    ///
    /// # Errors
    /// What a new language lacks, or which field is invalid.
    pub fn lay_over(&mut self, id: &str, fields: &Table) -> Result<(), BadLanguage> {
        let broken = |error: toml::de::Error| BadLanguage { field: None, why: error.to_string() };
        let mut built_in = table().map_err(broken)?.into_iter();
        let built_in = built_in.find(|entry| entry.get("id").and_then(Value::as_str) == Some(id));
        let at = self.entries.iter().position(|entry| entry.id == id);
        let entry = match built_in {
            Some(mut entry) => {
                entry.extend(fields.get("tools").map(|tools| ("tools".to_owned(), tools.clone())));
                let mut entry = with_tools_here(entry);
                entry.extend(of_other_tools(id, &entry, fields));
                entry
            }
            None => new_language(id, fields)?,
        };
        let entry = overlaid(&entry, fields)?;
        match at {
            Some(at) => self.entries[at] = entry,
            None => self.entries.push(entry),
        }
        Ok(())
    }

    /// The language of a file, by its extension, or of a folder of files that came along with
    /// `home`.
    pub fn of_program(&self, path: &Path, home: &Home) -> Option<Language> {
        if !path.is_dir() {
            return self.of_file(path);
        }
        let names: Vec<String> = around(path, home).files(path).flatten().map(|found| found.name).collect();
        language_of_files(names.iter().map(String::as_str), self)
    }

    pub fn get(&self, language: &Language) -> Option<&LanguageEntry> {
        self.entries.iter().find(|entry| *entry.id == *language.0)
    }

    /// Whether a machine may lack this language without that being a fault.
    pub fn is_optional(&self, language: &Language) -> bool {
        self.get(language).is_some_and(|entry| entry.optional)
    }

    /// Whether a compiler of this language can make programs that check themselves.
    pub fn sanitizes(&self, language: &Language) -> bool {
        self.get(language).is_some_and(LanguageEntry::sanitizes)
    }

    /// What programs of a language may use on top of a problem's limits.
    pub fn share(&self, language: &Language) -> LanguageShare {
        self.get(language).map_or_else(|| LanguageShare::none(language.clone()), LanguageEntry::share)
    }
}

impl model::Languages for Languages {
    /// The language of files with this extension. Where languages share one, a folder in front of
    /// it that is named after one of them decides: `py` is Python, and so is `scripts/py`, but
    /// `pypy/py` is PyPy.
    fn of_extension(&self, extension: &str) -> Option<Language> {
        let (folder, extension) =
            extension.rsplit_once('/').map_or((None, extension), |(folder, extension)| (Some(folder), extension));
        let mut sharing = self.entries.iter().filter(|entry| entry.extensions.iter().any(|e| e == extension));
        let first = sharing.next()?;
        let entry = sharing.find(|entry| folder == Some(entry.id.as_str())).unwrap_or(first);
        Some(Language(entry.id.as_str().into()))
    }

    fn of_content(&self, path: &Path) -> Option<Language> {
        looks_like_one(path).then(|| Language(EXECUTABLE.into()))
    }

    fn comments(&self, language: &Language) -> Comments {
        self.get(language).map_or_else(Comments::default, |entry| entry.comments.clone())
    }

    fn has_standards(&self, language: &Language) -> bool {
        self.get(language).is_some_and(|entry| entry.std)
    }

    fn takes(&self, language: &Language, other: &Language) -> bool {
        self.get(language).is_some_and(|entry| entry.takes.iter().any(|id| **id == *other.0))
    }
}

/// The entries of the table, as they stand there.
fn table() -> Result<Vec<Table>, toml::de::Error> {
    /// A command asks several times, and reading the text is a good part of its own time.
    static TABLE: LazyLock<Result<Vec<Table>, toml::de::Error>> = LazyLock::new(|| {
        // Through a `Table`, like a user's settings: parsing the text directly would compile a
        // second deserializer for every field.
        let mut table: Table = toml::from_str(include_str!("languages.toml"))?;
        table.remove("language").unwrap_or(Value::Array(Vec::new())).try_into()
    });
    TABLE.clone()
}

/// An entry for the compiler that is on this machine: the entry's own, or else one of the others
/// that it lists.
fn with_tools_here(mut entry: Table) -> Table {
    let Some(Value::Array(others)) = entry.remove("or") else { return entry };
    let tables: Vec<Table> = others.into_iter().filter_map(|other| other.try_into().ok()).collect();
    let here = tools_of(&entry).chain(tables.iter().flat_map(tools_of)).find(|name| in_path(name).is_some());
    let first = here.or(tools_of(&entry).next());
    let other = tables.iter().find(|other| first.is_some_and(|first| tools_of(other).any(|name| name == first)));
    entry.extend(other.cloned().unwrap_or_default());
    entry
}

fn tools_of(entry: &Table) -> impl Iterator<Item = &str> {
    entry.get("tools").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// What no longer fits where a user names other tools than the table, and does not say himself.
fn of_other_tools(id: &str, entry: &Table, fields: &Table) -> Table {
    let tools: Vec<String> = tools_of(fields).map(|tool| format!("`{tool}`")).collect();
    let mut others = Table::new();
    if !tools.is_empty() {
        let all = tools.join(" or ");
        let hint = format!("install {all}, or change `tools` of [languages.{id}]");
        others.insert("install".to_owned(), Value::String(hint));
        if !entry.get("label").and_then(Value::as_str).is_some_and(|label| label.contains("{name}")) {
            others.insert("label".to_owned(), Value::String("{name} {version}".to_owned()));
        }
    }
    others
}

/// What is wrong with a language that a user describes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{why}", field.as_ref().map(|field| format!("`{field}`: ")).unwrap_or_default())]
pub struct BadLanguage {
    /// The field that is wrong. `None`: one that is missing.
    pub field: Option<String>,
    pub why: String,
}

/// An entry with a user's fields laid over it.
///
/// # Errors
/// The first field that is invalid, by name.
fn overlaid(entry: &Table, fields: &Table) -> Result<LanguageEntry, BadLanguage> {
    let typed = |mut entry: Table, fields: &Table| {
        entry.extend(fields.clone());
        Value::Table(entry).try_into::<LanguageEntry>()
    };
    typed(entry.clone(), fields).map_err(|error| {
        // The error does not say which field it is about: each is tried in an entry that is right.
        let valid = table().ok().and_then(|entries| entries.into_iter().next()).map(with_tools_here);
        let mut alone = fields.iter().map(|(key, value)| (key, Table::from_iter([(key.clone(), value.clone())])));
        let field = valid.and_then(|valid| alone.find(|(_, field)| typed(valid.clone(), field).is_err()));
        BadLanguage { field: field.map(|(key, _)| key.clone()), why: error.message().to_owned() }
    })
}

/// The defaults of a language that the user defines.
fn new_language(id: &str, fields: &Table) -> Result<Table, BadLanguage> {
    let lacks = ["extensions", "tools"].into_iter().filter(|key| !fields.contains_key(*key)).collect::<Vec<_>>();
    if !lacks.is_empty() {
        return Err(BadLanguage { field: None, why: format!("a new language needs {}", lacks.join(" and ")) });
    }
    // Otherwise the compiler would be started on the source once more, as if it were an
    // interpreter.
    if fields.contains_key("compile") && !fields.contains_key("program") {
        let example = "program = \"{out}/main\", args = []";
        let why = format!("a language with `compile` needs `program`, what the judge runs, as in {example}");
        return Err(BadLanguage { field: Some("compile".to_owned()), why });
    }
    let extension = fields["extensions"].get(0).and_then(Value::as_str).unwrap_or_default();
    let text = format!(
        "id = {id:?}\nname = {id:?}\nversion = [\"--version\"]\nlabel = \"{id} {{version}}\"\noptional = true\n\
         install = \"install what `tools` names, or correct `tools` and `version` of [languages.{id}]\"\nsource = \"{{stem}}.{extension}\"\nkeeps-sources = true\nmakes-files = true\ncompile = []\nreads = \"\"\n\
         program = \"{{tool}}\"\nargs = [\"{{out}}/{{stem}}.{extension}\"]\nprofile = \"runtime\"\n\
         readable = [\"{{prefix}}\", \"/usr\", \"/lib\", \"/lib64\", \"/bin\", \"/etc/alternatives\"]\nprocesses = 64\n\
         time-factor = 1.0\nmemory-extra = 128\n"
    );
    toml::from_str(&text).map_err(|error| BadLanguage { field: None, why: error.message().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{LanguageRules, Limits, TimeFactors};

    #[test]
    fn every_language_has_the_same_time_unless_somebody_sets_a_factor() {
        let mut languages = Languages::built_in().unwrap();
        let limits = Limits::default();
        let of = |languages: &Languages, id: &str, limits: &Limits| {
            limits.cpu.mul_f64(languages.share(&Language(id.into())).time_by(&limits.languages))
        };
        for entry in &languages.entries {
            assert_eq!(of(&languages, &entry.id, &limits), limits.cpu, "{}", entry.id);
        }
        languages.lay_over("python", &toml::from_str("time-factor = 3.0").unwrap()).unwrap();
        assert_eq!(of(&languages, "python", &limits), limits.cpu * 3);
        // What a judge or the problem says takes the place of the configuration.
        let factors = [("java".to_owned(), model::TimeMultiple::new(2.0).unwrap())];
        let rules = LanguageRules { time: TimeFactors::These(factors.into()), ..LanguageRules::default() };
        let ruled = Limits { languages: rules, ..limits.clone() };
        assert_eq!([of(&languages, "python", &ruled), of(&languages, "java", &ruled)], [limits.cpu, limits.cpu * 2]);
    }

    #[test]
    fn each_language_of_the_table_says_what_no_language_does_without() {
        for table in table().unwrap().into_iter().map(with_tools_here) {
            for key in ["id", "name", "extensions", "tools", "version", "label", "install", "source", "compile"] {
                assert!(table.contains_key(key), "{table:?}: {key}");
            }
            for key in ["reads", "program", "args", "profile", "readable", "processes", "time-factor", "memory-extra"] {
                assert!(table.contains_key(key), "{table:?}: {key}");
            }
        }
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
    fn programs_of_a_package_lie_where_its_tools_look_for_them() {
        let languages = Languages::built_in().unwrap();
        let folder = |id: &str, solutions: &Path| {
            let entry = languages.get(&Language(id.into())).unwrap();
            entry.folder(solutions).to_owned()
        };
        for file in ["Cargo.toml", "src/bin/a.rs"] {
            let solutions = tempfile::tempdir().unwrap();
            assert_eq!(folder("rust", solutions.path()), "rust");
            let place = solutions.path().join(file);
            std::fs::create_dir_all(place.parent().unwrap()).unwrap();
            std::fs::write(place, "").unwrap();
            assert_eq!((&*folder("rust", solutions.path()), &*folder("cpp", solutions.path())), ("src/bin", "cpp"));
        }
    }

    #[test]
    fn what_the_table_says_of_languages_names_languages_of_the_table() {
        let entries = Languages::built_in().unwrap().entries;
        let of = |id: &str| entries.iter().find(|entry| entry.id == id).unwrap_or_else(|| panic!("{id}"));
        for (entry, like) in entries.iter().filter_map(|entry| Some((entry, entry.flags_as.as_ref()?))) {
            assert!(of(like).flags_as.is_none(), "{}: its flags are those of {like}, which are another's", entry.id);
        }
        let mut ranks: Vec<u32> = entries.iter().filter_map(|entry| entry.suggested).collect();
        ranks.sort_unstable();
        assert!(!ranks.is_empty() && ranks.windows(2).all(|two| two[0] < two[1]), "{ranks:?}");
        let classes: Vec<&str> = entries.iter().filter(|entry| entry.main_class).map(|entry| &*entry.id).collect();
        assert_eq!(classes, ["java", "kotlin", "scala"]);
        let with_standards: Vec<&str> = entries.iter().filter(|entry| entry.std).map(|entry| &*entry.id).collect();
        assert_eq!(with_standards, ["c", "cpp"]);
        assert!(entries.iter().flat_map(|entry| &entry.takes).map(|id| of(id)).all(|other| other.takes.is_empty()));
    }

    #[test]
    fn cpp_is_the_newest_standard_that_the_compiler_has() {
        let languages = Languages::built_in().unwrap();
        let cpp = languages.get(&Language("cpp".into())).unwrap();
        let check = |version: &str, flag: &str| assert_eq!(cpp.standard(version), Some(flag), "{version}");
        check("15.1.0", "-std=gnu++2b");
        check("12.2.0-14+deb12u1", "-std=gnu++2b");
        check("11", "-std=gnu++20");
        check("9.4.0", "-std=gnu++17");
        check("", "-std=gnu++17");
    }

    #[test]
    fn a_users_settings_are_laid_over_the_table_and_may_bring_new_languages() {
        let mut languages = Languages::built_in().unwrap();
        let mut lay = |id: &str, text: &str| languages.lay_over(id, &toml::from_str(text).unwrap());
        lay("cpp", "flags = [\"-DLOCAL\"]\ntools = [\"clang++\"]").unwrap();
        lay("lua", "extensions = [\"lua\"]\ntools = [\"lua\"]").unwrap();
        assert_eq!(lay("x", "tools = [\"x\"]").unwrap_err().why, "a new language needs extensions");
        let odd = lay("cpp", "optional = true\nprofile = \"odd\"").unwrap_err();
        assert!(odd.field.as_deref() == Some("profile") && odd.why.contains("odd"), "{odd:?}");
        let compiled = lay("x", "extensions = [\"x\"]\ntools = [\"xc\"]\ncompile = [\"{source}\"]").unwrap_err();
        assert!(compiled.why.starts_with("a language with `compile` needs `program`"), "{compiled:?}");
        let odd = lay("x", "extensions = [\"x\"]\ntools = [\"x\"]\nprocesses = -1").unwrap_err();
        assert_eq!(odd.field.as_deref(), Some("processes"));
        let cpp = languages.get(&Language("cpp".into())).unwrap();
        assert_eq!((cpp.flags.join(" "), cpp.tools.join(" ")), ("-DLOCAL".to_owned(), "clang++".to_owned()));
        assert!(cpp.install.contains("`clang++`"), "{}", cpp.install);
        assert_eq!(&*languages.of_extension("lua").unwrap().0, "lua");
    }

    #[test]
    fn a_tool_of_ones_own_that_cannot_be_asked_is_answered_by_the_fields_that_say_how() {
        let mut languages = Languages::built_in().unwrap();
        let fields = "extensions = [\"awk\"]\ntools = [\"mawk\"]";
        languages.lay_over("awk", &toml::from_str(fields).unwrap()).unwrap();
        let install = &languages.get(&Language("awk".into())).unwrap().install;
        assert!(install.ends_with("correct `tools` and `version` of [languages.awk]"), "{install}");
    }

    #[test]
    fn another_compiler_of_a_language_has_its_own_arguments() {
        let mut languages = Languages::built_in().unwrap();
        languages.lay_over("d", &toml::from_str("tools = [\"ldc2\"]").unwrap()).unwrap();
        let d = languages.get(&Language("d".into())).unwrap();
        assert!(d.compile.contains(&"-of={out}/main".to_owned()) && d.label == "{name} {version} -O2", "{d:?}");
    }

    #[test]
    fn an_unknown_key_in_the_table_is_refused() {
        let text = include_str!("languages.toml").replacen("id = \"rust\"", "id = \"rust\"\nfoo = 1", 1);
        let error = toml::from_str::<Table>(&text).unwrap().try_into::<Languages>().unwrap_err();
        assert!(error.message().contains("unknown field `foo`"), "{error}");
    }
}
