//! The table of online judges: what `judges.toml` says, typed.

use model::ByteSize;
use serde::Deserialize;

/// One judge. The fields are those of `judges.toml`, which documents them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Judge {
    pub id: String,
    pub name: String,
    pub names: Vec<String>,
    pub checked: String,
    #[serde(default)]
    pub gone: bool,
    /// `None`: not stated.
    pub rust: Option<String>,
    /// Empty: it does not take Rust.
    pub editions: Vec<String>,
    #[serde(default)]
    pub flags: Vec<String>,
    #[serde(default)]
    pub choose: String,
    #[serde(default)]
    pub cpp: String,
    pub cpp_standard: Option<String>,
    /// `None`: not stated.
    pub size_limit: Option<ByteSize>,
}

impl Judge {
    pub(crate) fn takes_rust(&self) -> bool {
        !self.editions.is_empty()
    }

    /// Returns whether `name` means this judge.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let name = name.trim().to_lowercase();
        self.names.iter().chain([&self.id, &self.name]).any(|other| other.to_lowercase() == name)
    }
}

/// All judges, in the order of the table.
///
/// # Errors
/// When the table has a mistake; a test reads it.
pub(crate) fn judges() -> Result<Vec<Judge>, toml::de::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Table {
        judge: Vec<Judge>,
    }
    toml::from_str(include_str!("judges.toml")).map(|table: Table| table.judge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_reads_and_no_name_means_two_judges() {
        let judges = judges().unwrap();
        for judge in &judges {
            for name in judge.names.iter().chain([&judge.id, &judge.name]) {
                assert_eq!(judges.iter().filter(|other| other.is_called(name)).count(), 1, "{name}");
            }
            assert!(judge.checked.starts_with("20"), "{judge:?}");
            let ways = [judge.takes_rust() && !judge.choose.is_empty(), !judge.cpp.is_empty(), judge.gone];
            assert_eq!(ways.into_iter().filter(|way| *way).count(), 1, "{judge:?}");
            assert!(judge.editions.iter().all(|e| ["2015", "2018", "2021", "2024"].contains(&e.as_str())), "{judge:?}");
        }
    }

    #[test]
    fn a_judge_is_known_by_any_of_its_names_in_any_letter_case() {
        let judges = judges().unwrap();
        let id = |name: &str| judges.iter().find(|judge| judge.is_called(name)).map(|judge| judge.id.as_str());
        assert_eq!(
            [id("POJ"), id("洛谷"), id(" luogu "), id("LibreOJ"), id("none")],
            [Some("poj"), Some("luogu"), Some("luogu"), Some("loj"), None]
        );
    }
}
