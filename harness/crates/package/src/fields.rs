//! What the readers of TOML and of YAML have in common: which keys of a table were requested, and
//! what is said of a value that is wrong. They differ in their values alone.

use crate::mistakes::{Mistakes, did_you_mean, one_of};
use model::nearest;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};

/// A table of a file, by its name, with the keys that are requested of it.
pub struct FieldNames {
    /// `limits`; empty for the file's own top level.
    table: String,
    /// The table in messages: `[limits]`.
    display: String,
    keys: Vec<&'static str>,
}

impl FieldNames {
    pub fn of(table: impl Into<String>, display: impl Into<String>) -> FieldNames {
        FieldNames { table: table.into(), display: display.into(), keys: Vec::new() }
    }

    pub fn request(&mut self, key: &'static str) {
        if !self.keys.contains(&key) {
            self.keys.push(key);
        }
    }

    /// The whole path of a key: `limits.time`.
    pub fn path_of(&self, key: &str) -> String {
        if self.table.is_empty() { key.to_owned() } else { format!("{}.{key}", self.table) }
    }

    /// Whether `unknown`, which was not requested, was most likely meant to be `key`.
    pub fn is_like(&self, unknown: &str, key: &str) -> bool {
        nearest(unknown, self.keys.iter().copied()) == Some(key)
    }

    /// What is said of a key that was never requested: a title and a hint.
    pub fn unknown(&self, key: &str) -> (String, String) {
        let within = if self.table.is_empty() { String::new() } else { format!(" in {}", self.display) };
        let all = || format!("known keys{within}: {}", self.keys.join(", "));
        (format!("unknown key `{key}`{within}"), did_you_mean(key, self.keys.iter().copied(), all))
    }

    /// The index of `text` among `words`. Notes a mistake if it is none of them.
    pub fn word(
        &self,
        key: &str,
        text: &str,
        words: &[&str],
        place: Range<usize>,
        mistakes: &mut Mistakes,
    ) -> Option<usize> {
        let at = words.iter().position(|word| *word == text);
        if at.is_none() {
            let title = format!("`{}` cannot be `{text}`", self.path_of(key));
            mistakes.error(place, title, "unknown word").hint = Some(one_of(text, words));
        }
        at
    }

    /// Whether `number` lies within `range`; notes a mistake if not. `None` is a number that no
    /// type of ours holds. `unit` is for messages: `MiB`.
    pub fn is_within<N: PartialOrd + Display>(
        &self,
        key: &str,
        number: Option<&N>,
        range: &RangeInclusive<N>,
        unit: &str,
        place: Range<usize>,
        mistakes: &mut Mistakes,
    ) -> bool {
        // `nan` is outside every range.
        let is_within = number.is_some_and(|number| range.contains(number));
        if !is_within {
            let title = format!("`{}` is out of range", self.path_of(key));
            let expected = format!("expected a number from {} to {} {unit}", range.start(), range.end());
            mistakes.error(place, title, expected.trim_end());
        }
        is_within
    }

    /// Notes that a value is of the wrong kind. Both kinds have their articles.
    pub fn wrong_kind(&self, key: &str, expected: &str, kind: &str, place: Range<usize>, mistakes: &mut Mistakes) {
        let title = format!("`{}` is {expected}, not {kind}", self.path_of(key));
        mistakes.error(place, title, format!("expected {expected}"));
    }
}
