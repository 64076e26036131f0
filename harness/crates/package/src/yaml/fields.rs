//! One map, whose keys are requested by name; a key that is never requested is unknown.

use crate::fields::FieldNames;
use crate::mistakes::Mistakes;
use crate::unsupported::{self, UnsupportedRow};
use crate::yaml::{Node, YamlValue};
use std::ops::{Range, RangeInclusive};

/// A value with the place it was written at.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedValue<T> {
    pub place: Range<usize>,
    pub it: T,
}

impl<T> PlacedValue<T> {
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> PlacedValue<U> {
        PlacedValue { place: self.place, it: change(self.it) }
    }
}

/// Call [`Fields::finish`] at the end.
pub struct Fields<'m> {
    names: FieldNames,
    entries: Vec<(PlacedValue<String>, Node)>,
    mistakes: &'m mut Mistakes,
}

impl<'m> Fields<'m> {
    /// The fields of `node`. Nothing is an empty map; anything but a map is noted and read as an
    /// empty one.
    pub fn of(name: impl Into<String>, node: Option<Node>, mistakes: &'m mut Mistakes) -> Fields<'m> {
        let name = name.into();
        let entries = match node {
            Some(Node { value: YamlValue::Map(entries), .. }) => entries,
            Some(node) if !node.is_null() => {
                let what = if name.is_empty() { "the file".to_owned() } else { format!("`{name}`") };
                mistakes.error(
                    node.place.clone(),
                    format!("{what} is a map, not {}", node.kind()),
                    "expected `key: value`",
                );
                Vec::new()
            }
            Some(_) | None => Vec::new(),
        };
        let display = format!("`{name}`");
        Fields { names: FieldNames::of(name, display), entries, mistakes }
    }

    pub fn mistakes(&mut self) -> &mut Mistakes {
        self.mistakes
    }

    /// Takes `key` out of the map. A key without a value counts as missing.
    pub fn node(&mut self, key: &'static str) -> Option<Node> {
        self.names.request(key);
        let at = self.entries.iter().position(|(name, _)| name.it == key)?;
        Some(self.entries.remove(at).1).filter(|node| !node.is_null())
    }

    /// Takes out keys that are not supported here, and notes those that request something.
    pub fn unsupported(&mut self, rows: &[UnsupportedRow]) {
        for row in rows {
            let Some(node) = self.node(row.0) else { continue };
            let asks = match &node.value {
                YamlValue::Scalar { text, .. } => flag(text) != Some(false) && text != row.1,
                YamlValue::List(items) => !items.is_empty(),
                YamlValue::Map(entries) => !entries.is_empty(),
            };
            if asks {
                unsupported::note(self.mistakes, row, node.place);
            }
        }
    }

    pub fn text(&mut self, key: &'static str) -> Option<PlacedValue<String>> {
        self.typed(key, "a text", |node| node.text().map(str::to_owned))
    }

    /// A text that is one of `words`; returns its index among them.
    pub fn word(&mut self, key: &'static str, words: &[&str]) -> Option<PlacedValue<usize>> {
        let text = self.text(key)?;
        let at = self.names.word(key, &text.it, words, text.place.clone(), self.mistakes)?;
        Some(text.map(|_| at))
    }

    pub fn flag(&mut self, key: &'static str) -> Option<PlacedValue<bool>> {
        self.typed(key, "`true` or `false`", |node| node.text().and_then(flag))
    }

    /// A number within `range`; `unit` is for messages: `seconds`.
    pub fn number(&mut self, key: &'static str, range: RangeInclusive<f64>, unit: &str) -> Option<PlacedValue<f64>> {
        let number = self.typed(key, "a number", |node| node.text().and_then(number))?;
        let place = number.place.clone();
        self.names.is_within(key, Some(&number.it), &range, unit, place, self.mistakes).then_some(number)
    }

    /// A whole number within `range`.
    pub fn whole(&mut self, key: &'static str, range: RangeInclusive<u64>, unit: &str) -> Option<PlacedValue<u64>> {
        let bounds = *range.start() as f64..=*range.end() as f64;
        let number = self.number(key, bounds, unit)?;
        if number.it.fract() != 0.0 {
            let title = format!("`{}` is a whole number", self.names.path_of(key));
            self.mistakes.warning(number.place.clone(), title, "rounded up");
        }
        Some(number.map(|number| number.ceil() as u64))
    }

    /// A list of texts, or a single one.
    pub fn texts(&mut self, key: &'static str) -> Option<PlacedValue<Vec<String>>> {
        self.typed(key, "a list of texts", texts)
    }

    /// A text that is split at white space, or a list of texts.
    pub fn words(&mut self, key: &'static str) -> Option<PlacedValue<Vec<String>>> {
        self.typed(key, "a text", words)
    }

    /// A map within this one, which may be absent.
    pub fn fields(&mut self, key: &'static str) -> Fields<'_> {
        let (name, node) = (self.names.path_of(key), self.node(key));
        Fields::of(name, node, self.mistakes)
    }

    /// Every entry, for maps whose keys are free.
    pub fn rest(&mut self) -> Vec<(PlacedValue<String>, Node)> {
        std::mem::take(&mut self.entries)
    }

    /// Notes that a value is of the wrong kind.
    pub fn wrong(&mut self, key: &str, node: &Node, expected: &str) {
        self.names.wrong_kind(key, expected, node.kind(), node.place.clone(), self.mistakes);
    }

    /// Warns about every key that was never requested, and ignores it. A judge would refuse it.
    pub fn finish(mut self) {
        for (key, _) in std::mem::take(&mut self.entries) {
            let (title, hint) = self.names.unknown(&key.it);
            self.mistakes.warning(key.place, title, "not read").hint = Some(hint);
        }
    }

    fn typed<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        convert: impl FnOnce(&Node) -> Option<T>,
    ) -> Option<PlacedValue<T>> {
        let node = self.node(key)?;
        match convert(&node) {
            Some(it) => Some(PlacedValue { place: node.place, it }),
            None => {
                self.wrong(key, &node, expected);
                None
            }
        }
    }
}

/// The texts of a list, or the one text that stands for a list of one.
pub fn texts(node: &Node) -> Option<Vec<String>> {
    match &node.value {
        YamlValue::Scalar { text, .. } => Some(vec![text.clone()]),
        YamlValue::List(items) => items.iter().map(|item| item.text().map(str::to_owned)).collect(),
        YamlValue::Map(_) => None,
    }
}

/// The words of a text, or the texts of a list.
pub fn words(node: &Node) -> Option<Vec<String>> {
    match node.text() {
        Some(text) => Some(text.split_whitespace().map(str::to_owned).collect()),
        None => texts(node),
    }
}
/// A flag as YAML 1.1 and 1.2 write it.
fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

/// A decimal number, or an infinity: `.inf` in YAML and `inf` in the formats.
pub fn number(text: &str) -> Option<f64> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    if matches!(digits.to_ascii_lowercase().as_str(), "inf" | ".inf") {
        return Some(sign * f64::INFINITY);
    }
    // Neither `nan` nor `infinity`, nor a second sign.
    let first = digits.bytes().next()?;
    let number = (first.is_ascii_digit() || first == b'.').then(|| digits.replace('_', "").parse::<f64>().ok())??;
    Some(sign * number)
}
