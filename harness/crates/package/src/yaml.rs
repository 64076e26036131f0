//! YAML as a tree that knows its places.
//!
//! Other people's packages are untidy: a line that is not YAML is noted and left out, and what is
//! around it is still read. It knows no format of packages, and opens no file.

use crate::mistakes::{Mistakes, line_around, on_characters};
use crate::node::{Node, NodeValue, PlacedValue};
use granit_parser::{Event, Parser, ScalarStyle};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A number as a person writes it: `10`, where tools want a whole one.
pub fn amount(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 { Value::from(number as i64) } else { number.into() }
}

/// A file with these keys, each on a line: YAML reads what JSON's library writes.
pub fn file<'k>(entries: impl IntoIterator<Item = (&'k str, Value)>) -> String {
    entries.into_iter().map(|(key, value)| format!("{key}: {value}\n")).collect()
}

/// Larger trees are not built: an alias stands for everything in its anchor, so a short file can
/// expand to gigabytes.
const MOST_NODES: usize = 500_000;
/// No real file is deeper.
const DEEPEST: usize = 64;
/// How many lines are left out before the rest is given up.
const MOST_BAD_LINES: usize = 20;

/// Parses the first document of `text`; what is not YAML is noted. `None` if it is empty.
pub fn parse(text: &str, mistakes: &mut Mistakes) -> Option<Node> {
    let mut readable = text.to_owned();
    let mut lost = HashSet::new();
    for _ in 0..MOST_BAD_LINES {
        match Builder::default().document(&readable, text) {
            Ok(Document { root, duplicates, more }) => {
                for key in duplicates {
                    mistakes.warning(key.place, format!("`{}` for the second time", key.it), "this one counts");
                }
                if let Some(place) = more {
                    mistakes.warning(place, "a second document in the file", "not read");
                }
                return root.filter(|root| !root.is_null());
            }
            Err(YamlMistake { place, why }) => {
                let place = on_characters(text, place);
                let line = line_around(text, place.start);
                let blank = readable[line.clone()].trim().is_empty();
                // The cause stands further up, or is the file as a whole.
                let line = if blank { last_line_before(&readable, line.start) } else { Some(line) };
                let bad = line.clone().map_or("", |line| &readable[line]);
                // The anchor was in a line that has been left out, and that mistake has been noted.
                if !names(bad, '*').any(|alias| lost.contains(alias)) {
                    mistakes.unparsed(line.clone().unwrap_or(0..0), place, format!("invalid YAML: {why}"));
                }
                lost.extend(names(bad, '&').map(str::to_owned));
                // Replaced by blanks, so that every other place stays the same.
                let line = line?;
                let length = line.len();
                readable.replace_range(line, &" ".repeat(length));
            }
        }
    }
    None
}

/// What follows each `sign` in a line: anchors or aliases.
fn names(line: &str, sign: char) -> impl Iterator<Item = &str> {
    let end = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}');
    line.split(sign).skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
}

fn last_line_before(text: &str, at: usize) -> Option<Range<usize>> {
    let end = text[..at].trim_end().len();
    (end > 0).then(|| line_around(text, end))
}

/// Why a text is not YAML.
struct YamlMistake {
    place: Range<usize>,
    why: String,
}

struct Document {
    root: Option<Node>,
    duplicates: Vec<PlacedValue<String>>,
    /// Where a second document begins.
    more: Option<Range<usize>>,
}

/// A list or map that is still open.
struct OpenNode {
    place: Range<usize>,
    anchor: usize,
    nodes: Vec<Node>,
    /// Whether it is a map, where keys and values alternate.
    is_map: bool,
}

#[derive(Default)]
struct Builder {
    open: Vec<OpenNode>,
    /// Each anchor's value, with the number of values in it.
    anchors: HashMap<usize, (Node, usize)>,
    nodes: usize,
    duplicates: Vec<PlacedValue<String>>,
}

impl Builder {
    /// Reads `readable`, which is `text` with blanks in place of lines that are left out. Places
    /// are in `text`, where one character may correspond to several blanks.
    fn document(mut self, readable: &str, text: &str) -> Result<Document, YamlMistake> {
        let (mut root, mut more) = (None, None);
        for event in Parser::new_from_str(readable) {
            let (event, span) = event.map_err(|error| {
                let at = error.marker().byte_offset().unwrap_or(text.len());
                YamlMistake { place: at..at + 1, why: error.kind().to_string() }
            })?;
            let place = on_characters(text, span.byte_range().unwrap_or(0..0));
            if matches!(event, Event::DocumentStart(..)) && root.is_some() {
                more = Some(place);
                break;
            }
            if let Some(node) = self.take(event, place)? {
                root = Some(node);
            }
        }
        Ok(Document { root, duplicates: self.duplicates, more })
    }

    /// Takes the next event; returns the root of the document when it is complete.
    fn take(&mut self, event: Event<'_>, place: Range<usize>) -> Result<Option<Node>, YamlMistake> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let text_tag = tag.is_some_and(|tag| tag.core_suffix() == Some("str"));
                let plain = style == ScalarStyle::Plain && !text_tag;
                let value = NodeValue::Scalar { text: text.into_owned(), plain };
                self.whole(Node { place, value }, anchor, 1)
            }
            Event::SequenceStart(_, anchor, _) => self.begin(place, anchor, false),
            Event::MappingStart(_, anchor, _) => self.begin(place, anchor, true),
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(OpenNode { place: begun, anchor, nodes, is_map }) = self.open.pop() else { return Ok(None) };
                let place = begun.start..place.end.max(begun.end);
                let value = if is_map { NodeValue::Map(self.pairs(nodes)) } else { NodeValue::List(nodes) };
                self.whole(Node { place, value }, anchor, 1)
            }
            Event::Alias(anchor) => {
                let Some((node, size)) = self.anchors.get(&anchor) else {
                    return Err(YamlMistake { place, why: "an alias within its own anchor".to_owned() });
                };
                let size = *size;
                // Counted before it is copied.
                count(&mut self.nodes, size, &place)?;
                let node = Node { place, value: node.value.clone() };
                self.whole(node, 0, 0)
            }
            Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(..)
            | Event::DocumentEnd
            | Event::Anchor(..)
            | Event::UnresolvedAlias(_)
            | _ => Ok(None),
        }
    }

    fn begin(&mut self, place: Range<usize>, anchor: usize, is_map: bool) -> Result<Option<Node>, YamlMistake> {
        if self.open.len() >= DEEPEST {
            return Err(YamlMistake { place, why: format!("nested more than {DEEPEST} deep") });
        }
        self.open.push(OpenNode { place, anchor, nodes: Vec::new(), is_map });
        Ok(None)
    }

    fn whole(&mut self, node: Node, anchor: usize, size: usize) -> Result<Option<Node>, YamlMistake> {
        count(&mut self.nodes, size, &node.place)?;
        if anchor != 0 {
            let size = size_of(&node);
            count(&mut self.nodes, size, &node.place)?;
            self.anchors.insert(anchor, (node.clone(), size));
        }
        match self.open.last_mut() {
            Some(open) => {
                open.nodes.push(node);
                Ok(None)
            }
            None => Ok(Some(node)),
        }
    }

    fn pairs(&mut self, nodes: Vec<Node>) -> Vec<(PlacedValue<String>, Node)> {
        let mut pairs: Vec<(PlacedValue<String>, Node)> = Vec::with_capacity(nodes.len() / 2);
        let mut nodes = nodes.into_iter();
        let mut names = HashSet::new();
        while let (Some(key), Some(value)) = (nodes.next(), nodes.next()) {
            let name = match key.value {
                NodeValue::Scalar { text, .. } => text,
                // No reader requests such a key, so it is reported as an unknown one.
                NodeValue::List(_) | NodeValue::Map(_) => "…".to_owned(),
            };
            let key = PlacedValue { place: key.place, it: name };
            if names.insert(key.it.clone()) {
                pairs.push((key, value));
            } else if let Some(first) = pairs.iter_mut().find(|(other, _)| other.it == key.it) {
                // The last one counts, as in other tools.
                *first = (key.clone(), value);
                self.duplicates.push(key);
            }
        }
        pairs
    }
}

/// Adds `size` to the values of the document.
fn count(nodes: &mut usize, size: usize, place: &Range<usize>) -> Result<(), YamlMistake> {
    *nodes = nodes.saturating_add(size);
    if *nodes <= MOST_NODES {
        return Ok(());
    }
    let why = format!("more than {MOST_NODES} values, aliases counted for what they stand for");
    Err(YamlMistake { place: place.clone(), why })
}

/// How many values there are in total.
fn size_of(node: &Node) -> usize {
    match &node.value {
        NodeValue::Scalar { .. } => 1,
        NodeValue::List(items) => 1 + items.iter().map(size_of).sum::<usize>(),
        NodeValue::Map(pairs) => 1 + pairs.iter().map(|(_, value)| 1 + size_of(value)).sum::<usize>(),
    }
}

#[cfg(test)]
mod tests;
