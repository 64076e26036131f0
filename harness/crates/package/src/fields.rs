//! One map of a file, whose keys are requested by name; a key that is never requested is unknown.
//!
//! serde stops at the first mistake, but the author of a file wants to see all of them at once. So
//! the text is parsed into a tree that knows its places, and each [`Fields`] returns typed values.

use crate::mistakes::{Mistakes, did_you_mean};
use crate::node::{Node, NodeValue, PlacedValue, flag, number, texts, words};
use crate::unsupported::{self, UnsupportedRow};
use model::{Diagnostic, nearest};
use std::ops::{Range, RangeInclusive};

/// Whose rules for scalars and unknown keys hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A text has quotes, and nothing else has any. Unknown keys are errors.
    Toml,
    /// Unknown keys are ignored, with a warning: a judge would refuse them.
    Yaml,
}

impl Syntax {
    /// The words for what a file of this syntax must hold.
    fn or<'w>(self, toml: &'w str, yaml: &'w str) -> &'w str {
        match self {
            Syntax::Toml => toml,
            Syntax::Yaml => yaml,
        }
    }

    fn text(self, node: &Node) -> Option<&str> {
        node.text().filter(|_| self == Syntax::Yaml || !node.is_plain())
    }

    /// A list of texts; in YAML, numbers are texts, too, and a single one stands for a list of one.
    fn texts(self, node: &Node) -> Option<Vec<String>> {
        match (self, &node.value) {
            (Syntax::Yaml, _) => texts(node),
            (Syntax::Toml, NodeValue::List(items)) => {
                items.iter().map(|item| self.text(item).map(str::to_owned)).collect()
            }
            (Syntax::Toml, NodeValue::Scalar { .. } | NodeValue::Map(_)) => None,
        }
    }

    /// The text of a number or a flag.
    fn literal(self, node: &Node) -> Option<&str> {
        node.text().filter(|_| self == Syntax::Yaml || node.is_plain())
    }
}

/// Call [`Fields::finish`] at the end.
pub struct Fields<'m> {
    syntax: Syntax,
    /// `limits`; empty for the file's own top level.
    name: String,
    requested: Vec<&'static str>,
    entries: Vec<(PlacedValue<String>, Node)>,
    mistakes: &'m mut Mistakes,
}

impl<'m> Fields<'m> {
    /// The fields of `node`. Nothing is an empty map; anything but a map is noted and read as an
    /// empty one.
    pub fn of(name: impl Into<String>, node: Option<Node>, mistakes: &'m mut Mistakes) -> Fields<'m> {
        Fields::new(Syntax::Yaml, name.into(), node, mistakes)
    }

    /// The same for a table of TOML.
    pub fn of_table(name: &str, node: Option<Node>, mistakes: &'m mut Mistakes) -> Fields<'m> {
        Fields::new(Syntax::Toml, name.to_owned(), node, mistakes)
    }

    fn new(syntax: Syntax, name: String, node: Option<Node>, mistakes: &'m mut Mistakes) -> Fields<'m> {
        let entries = match node {
            Some(Node { value: NodeValue::Map(entries), .. }) => entries,
            Some(node) if !node.is_null() => {
                let what = if name.is_empty() { "the file".to_owned() } else { format!("`{name}`") };
                let title = format!("{what} is {}, not {}", syntax.or("a table", "a map"), node.kind());
                mistakes.error(node.place.clone(), title, syntax.or("expected a table", "expected `key: value`"));
                Vec::new()
            }
            Some(_) | None => Vec::new(),
        };
        Fields { syntax, name, requested: Vec::new(), entries, mistakes }
    }

    pub fn mistakes(&mut self) -> &mut Mistakes {
        self.mistakes
    }

    /// Takes `key` out of the map. A key without a value counts as missing.
    pub fn node(&mut self, key: &'static str) -> Option<Node> {
        let at = self.at(key)?;
        Some(self.entries.remove(at).1).filter(|node| !node.is_null())
    }

    /// Takes these keys out: what they say decides nothing here.
    pub fn pass_over(&mut self, keys: &[&'static str]) {
        keys.iter().for_each(|key| drop(self.node(key)));
    }

    /// Where `key` stands, without taking it.
    pub fn place(&mut self, key: &'static str) -> Option<Range<usize>> {
        self.at(key).map(|at| self.entries[at].0.place.clone())
    }

    fn at(&mut self, key: &'static str) -> Option<usize> {
        if !self.requested.contains(&key) {
            self.requested.push(key);
        }
        self.entries.iter().position(|(name, _)| name.it == key)
    }

    /// Takes out keys that are not supported here, and notes those that request something.
    pub fn unsupported(&mut self, rows: &[UnsupportedRow]) {
        for row in rows {
            let Some(node) = self.node(row.0) else { continue };
            let asks = match &node.value {
                NodeValue::Scalar { text, .. } => flag(text) != Some(false) && text != row.1,
                NodeValue::List(items) => !items.is_empty(),
                NodeValue::Map(entries) => !entries.is_empty(),
            };
            if asks {
                unsupported::note(self.mistakes, row, node.place);
            }
        }
    }

    pub fn text(&mut self, key: &'static str) -> Option<PlacedValue<String>> {
        let expected = self.syntax.or("a text in quotes", "a text");
        self.typed(key, expected, |syntax, node| syntax.text(node).map(str::to_owned))
    }

    /// A text that is one of `words`; returns its index among them.
    pub fn word(&mut self, key: &'static str, words: &[&str]) -> Option<PlacedValue<usize>> {
        let PlacedValue { place, it: text } = self.text(key)?;
        let at = words.iter().position(|word| *word == text);
        if at.is_none() {
            let title = format!("`{}` cannot be `{text}`", self.path_of(key));
            let all = || format!("use one of `{}`", words.join("`, `"));
            let hint = did_you_mean(&text, words.iter().copied(), all);
            self.mistakes.error(place.clone(), title, "unknown word").hint = Some(hint);
        }
        Some(PlacedValue { place, it: at? })
    }

    pub fn flag(&mut self, key: &'static str) -> Option<PlacedValue<bool>> {
        self.typed(key, "`true` or `false`", |syntax, node| syntax.literal(node).and_then(flag))
    }

    /// A number within `range`; `unit` is for messages: `seconds`.
    pub fn number(&mut self, key: &'static str, range: RangeInclusive<f64>, unit: &str) -> Option<PlacedValue<f64>> {
        let number = self.typed(key, "a number", |syntax, node| syntax.literal(node).and_then(number))?;
        let is_within = range.contains(&number.it);
        if !is_within {
            let title = format!("`{}` is out of range", self.path_of(key));
            let expected = format!("expected a number from {} to {} {unit}", range.start(), range.end());
            self.mistakes.error(number.place.clone(), title, expected.trim_end());
        }
        is_within.then_some(number)
    }

    /// A whole number within `range`.
    pub fn whole(&mut self, key: &'static str, range: RangeInclusive<u64>, unit: &str) -> Option<PlacedValue<u64>> {
        let number = self.number(key, *range.start() as f64..=*range.end() as f64, unit)?;
        if number.it.fract() != 0.0 {
            let title = format!("`{}` is a whole number", self.path_of(key));
            let label = self.syntax.or("expected a whole number", "rounded up");
            self.note(number.place.clone(), title, label);
        }
        Some(number.map(|number| number.ceil() as u64))
    }

    /// A list of texts; in YAML, also a single one.
    pub fn texts(&mut self, key: &'static str) -> Option<PlacedValue<Vec<String>>> {
        self.typed(key, self.syntax.or("a list of texts in quotes", "a list of texts"), Syntax::texts)
    }

    /// A text that is split at white space, or a list of texts.
    pub fn words(&mut self, key: &'static str) -> Option<PlacedValue<Vec<String>>> {
        self.typed(key, "a text", |_, node| words(node))
    }

    /// A map within this one, which may be absent.
    pub fn fields(&mut self, key: &'static str) -> Fields<'_> {
        let (name, node) = (self.path_of(key), self.node(key));
        Fields::new(self.syntax, name, node, self.mistakes)
    }

    /// The values of a list, which may be absent.
    pub fn list(&mut self, key: &'static str) -> Vec<Node> {
        let list = self.typed(key, "a list", |_, node| match &node.value {
            NodeValue::List(items) => Some(items.clone()),
            NodeValue::Scalar { .. } | NodeValue::Map(_) => None,
        });
        list.map_or_else(Vec::new, |list| list.it)
    }

    /// Every entry, for maps whose keys are free.
    pub fn rest(&mut self) -> Vec<(PlacedValue<String>, Node)> {
        std::mem::take(&mut self.entries)
    }

    /// Notes that a value is of the wrong kind.
    pub fn wrong(&mut self, key: &str, node: &Node, expected: &str) {
        let title = format!("`{}` is {expected}, not {}", self.path_of(key), node.kind());
        self.mistakes.error(node.place.clone(), title, format!("expected {expected}"));
    }

    /// Whether a key that has not been requested was most likely meant to be `key`.
    pub fn has_like(&self, key: &str) -> bool {
        self.entries.iter().any(|(unknown, _)| nearest(&unknown.it, self.requested.iter().copied()) == Some(key))
    }

    /// Reports every key that was never requested.
    pub fn finish(mut self) {
        let within = match (self.name.as_str(), self.syntax) {
            ("", _) => String::new(),
            (name, Syntax::Toml) => format!(" in [{name}]"),
            (name, Syntax::Yaml) => format!(" in `{name}`"),
        };
        for (PlacedValue { place, it: key }, _) in self.rest() {
            let all = || format!("known keys{within}: {}", self.requested.join(", "));
            let hint = did_you_mean(&key, self.requested.iter().copied(), all);
            self.note(place, format!("unknown key `{key}`{within}"), "not read").hint = Some(hint);
        }
    }

    /// The whole path of a key: `limits.time`.
    fn path_of(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) }
    }

    /// An error in a file of ours, a warning in one of others.
    fn note(&mut self, place: Range<usize>, title: String, label: &str) -> &mut Diagnostic {
        match self.syntax {
            Syntax::Toml => self.mistakes.error(place, title, label),
            Syntax::Yaml => self.mistakes.warning(place, title, label),
        }
    }

    fn typed<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        convert: impl FnOnce(Syntax, &Node) -> Option<T>,
    ) -> Option<PlacedValue<T>> {
        let node = self.node(key)?;
        let converted = convert(self.syntax, &node);
        if converted.is_none() {
            self.wrong(key, &node, expected);
        }
        Some(PlacedValue { place: node.place, it: converted? })
    }
}
