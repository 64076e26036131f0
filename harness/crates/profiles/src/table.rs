//! The table of online judges: what `judges.toml` says, typed.

use model::{ByteSize, OnlineJudge};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// One judge. The fields are those of `judges.toml`, which documents them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct JudgeProfile {
    pub id: String,
    pub name: String,
    pub names: Vec<String>,
    pub hosts: Vec<String>,
    pub checked: String,
    pub pages: BTreeMap<String, Page>,
    pub gone: bool,
    /// `None`: not stated.
    pub rust: Option<String>,
    /// Empty: it does not take Rust.
    pub editions: Vec<String>,
    pub flags: Vec<String>,
    /// What to choose at the judge's page, by language.
    pub choose: BTreeMap<String, String>,
    pub cpp_standard: Option<String>,
    /// Bytes of source.
    pub size_limit: Option<SourcedValue<u64>>,
    pub time_factors: Option<SourcedValue<BTreeMap<String, f64>>>,
    pub runtime_memory: Option<SourcedValue<Runtime>>,
    pub stack: Option<SourcedValue<Stack>>,
    pub threads: Option<SourcedValue<u32>>,
    /// MiB.
    pub output: Option<SourcedValue<u64>>,
    pub python: Option<SourcedValue<Python>>,
    pub defines: Option<SourcedValue<Vec<String>>>,
    pub online_judge: Option<SourcedValue<OnlineJudges>>,
    pub tuning: Option<SourcedValue<Flags>>,
    pub runtime: Option<SourcedValue<Flags>>,
    pub compilers: Option<SourcedValue<BTreeMap<String, String>>>,
}

/// Arguments, by language.
pub type Flags = BTreeMap<String, Vec<String>>;

/// A page that was read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Page {
    pub url: String,
    pub read: String,
}

/// A value, and what says so.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SourcedValue<T> {
    pub is: T,
    /// The name of one of the judge's pages, or `memory`.
    pub from: String,
}

/// What says so, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'j> {
    Page(&'j Page),
    /// No page was found that confirms it.
    Unconfirmed,
}

/// Whether what a runtime needs for itself is within the memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Runtime {
    /// The limit is that of the whole process.
    Counted,
    /// The limit is that of the heap.
    Added,
}

impl fmt::Display for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Runtime::Counted => "their memory counts",
            Runtime::Added => "their memory comes on top",
        })
    }
}

/// The main thread's stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", untagged)]
pub enum Stack {
    Mib(u64),
    As(AsMemory),
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stack::Mib(mib) => write!(f, "{mib} MiB"),
            Stack::As(AsMemory::Memory) => f.write_str("as the memory limit"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AsMemory {
    Memory,
}

/// The languages in which `ONLINE_JUDGE` is defined.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", untagged)]
pub enum OnlineJudges {
    All(bool),
    These(Vec<String>),
}

impl OnlineJudges {
    pub fn of(&self, language: &str) -> OnlineJudge {
        let is_defined = match self {
            OnlineJudges::All(is) => *is,
            OnlineJudges::These(languages) => languages.iter().any(|id| id == language),
        };
        if is_defined { OnlineJudge::Defined } else { OnlineJudge::Undefined }
    }
}

impl fmt::Display for OnlineJudges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OnlineJudges::All(true) => f.write_str("is defined"),
            OnlineJudges::All(false) => f.write_str("is not defined"),
            OnlineJudges::These(languages) => write!(f, "is defined in {} alone", languages.join(", ")),
        }
    }
}

/// What runs a `.py` file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Python {
    Cpython,
    Pypy,
    /// Whoever submits chooses.
    Both,
}

impl fmt::Display for Python {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Python::Cpython => "CPython",
            Python::Pypy => "PyPy",
            Python::Both => "CPython or PyPy, as submitted",
        })
    }
}

impl JudgeProfile {
    pub fn takes_rust(&self) -> bool {
        !self.editions.is_empty()
    }

    /// Whether `name` means this judge: one of its names or hosts. Letter case, blanks, hyphens and
    /// dots do not matter, because people write `library-checker` and `Library Checker`.
    pub fn is_called(&self, name: &str) -> bool {
        let plain = |name: &str| -> String {
            name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let name = plain(name);
        let names = self.names.iter().chain([&self.id, &self.name]).chain(&self.hosts);
        !name.is_empty() && names.map(|other| plain(other)).any(|other| other == name)
    }

    /// Whether an address of this host is the judge's.
    pub fn is_at(&self, host: &str) -> bool {
        let host = host.to_lowercase();
        let below =
            |own: &String| host == *own || host.strip_suffix(own.as_str()).is_some_and(|sub| sub.ends_with('.'));
        self.hosts.iter().any(below)
    }

    /// The largest source that it takes. `None`: not stated.
    pub fn size_limit(&self) -> Option<ByteSize> {
        self.size_limit.as_ref().map(|stated| ByteSize(stated.is))
    }

    /// The flags of its compiler for a language, and of what runs the program. `None`: no page
    /// says.
    pub fn tuning(&self, language: &str) -> Option<Vec<String>> {
        if language == "rust" {
            // Where no flags are stated, the harness's own optimise as much as `-O`.
            let newest = self.editions.last().filter(|_| !self.flags.is_empty())?;
            return Some([vec![format!("--edition={newest}")], self.flags.clone()].concat());
        }
        self.tuning.as_ref().and_then(|stated| stated.is.get(language)).cloned()
    }

    pub fn runtime(&self, language: &str) -> Option<Vec<String>> {
        self.runtime.as_ref().and_then(|stated| stated.is.get(language)).cloned()
    }

    /// What says the value.
    pub fn source<T>(&self, stated: &SourcedValue<T>) -> Source<'_> {
        self.pages.get(&stated.from).map_or(Source::Unconfirmed, Source::Page)
    }
}

static TABLE: LazyLock<Vec<JudgeProfile>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Table {
        judge: Vec<JudgeProfile>,
    }
    let table: Table = toml::from_str(include_str!("judges.toml")).expect("a test reads the table");
    table.judge
});

/// All judges, in the order of the table.
pub fn judges() -> &'static [JudgeProfile] {
    &TABLE
}

/// The judge of this name.
pub fn called(name: &str) -> Option<&'static JudgeProfile> {
    judges().iter().find(|judge| judge.is_called(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_reads_and_no_name_or_host_means_two_judges() {
        for judge in judges() {
            for name in judge.names.iter().chain([&judge.id, &judge.name]) {
                assert_eq!(judges().iter().filter(|other| other.is_called(name)).count(), 1, "{name}");
            }
            for host in &judge.hosts {
                assert_eq!(judges().iter().filter(|other| other.is_at(host)).count(), 1, "{host}");
            }
            assert!(judge.checked.starts_with("20"), "{judge:?}");
            let editions = ["2015", "2018", "2021", "2024"];
            assert!(judge.editions.iter().all(|e| editions.contains(&e.as_str())), "{judge:?}");
            assert!(!judge.takes_rust() || judge.choose.contains_key("rust"), "{judge:?}");
        }
    }

    #[test]
    fn every_value_names_a_page_that_was_read_or_says_that_it_is_from_memory() {
        for judge in judges() {
            let froms = [
                judge.time_factors.as_ref().map(|it| &it.from),
                judge.runtime_memory.as_ref().map(|it| &it.from),
                judge.stack.as_ref().map(|it| &it.from),
                judge.threads.as_ref().map(|it| &it.from),
                judge.output.as_ref().map(|it| &it.from),
                judge.python.as_ref().map(|it| &it.from),
                judge.defines.as_ref().map(|it| &it.from),
                judge.online_judge.as_ref().map(|it| &it.from),
                judge.size_limit.as_ref().map(|it| &it.from),
                judge.tuning.as_ref().map(|it| &it.from),
                judge.runtime.as_ref().map(|it| &it.from),
                judge.compilers.as_ref().map(|it| &it.from),
            ];
            for from in froms.into_iter().flatten() {
                assert!(from == "no page" || judge.pages.contains_key(from), "{}: {from}", judge.id);
            }
            for page in judge.pages.values() {
                assert!(page.url.starts_with("http") && page.read.len() == 10, "{page:?}");
            }
            let factors = judge.time_factors.iter().flat_map(|factors| factors.is.values());
            assert!(factors.copied().all(|factor| model::TimeMultiple::new(factor).is_some()), "{}", judge.id);
        }
    }

    #[test]
    fn a_judge_is_known_by_any_of_its_names_in_any_letter_case() {
        let id = |name: &str| called(name).map(|judge| judge.id.as_str());
        assert_eq!(
            [id("POJ"), id("洛谷"), id(" luogu "), id("LibreOJ"), id("none")],
            [Some("poj"), Some("luogu"), Some("luogu"), Some("loj"), None]
        );
        for name in ["library-checker", "Library Checker", "librarychecker", "library_checker", "judge.yosupo.jp"] {
            assert_eq!(id(name), Some("yosupo"), "{name}");
        }
        assert_eq!(
            [id("At Coder"), id("code-forces"), id("open.kattis.com"), id("yuki"), id("codechef.com")],
            [Some("atcoder"), Some("codeforces"), Some("kattis"), Some("yukicoder"), Some("codechef")]
        );
        assert_eq!([id(""), id("-"), id("codeforces.com.example")], [None; 3]);
    }
}
