//! TOML as a tree that knows its places.

use crate::mistakes::{Mistakes, line_around, on_characters};
use crate::node::{Node, NodeValue, PlacedValue};
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// Parses `text`, and notes all syntax errors.
///
/// Returns the tree if its content can be trusted: if there was no syntax error, or none that
/// reaches beyond its own line. What follows an unclosed quote or bracket is guesswork, and
/// mistakes found in it would be ours.
pub fn parse(text: &str, mistakes: &mut Mistakes) -> Option<Node> {
    let (tree, errors) = DeTable::parse_recoverable(text);
    let mut believed = true;
    for error in &errors {
        let span = on_characters(text, error.span().unwrap_or(text.len()..text.len()));
        let line = line_around(text, span.start);
        believed &= is_local(&text[line.clone()]);
        // The parser takes a word that begins like `true` or `false` for one of them.
        let words = match error.message() {
            words if words.starts_with("invalid boolean") => "string values must be quoted, and booleans whole",
            words => words,
        };
        mistakes.unparsed(line, span, format!("invalid TOML: {words}"));
    }
    believed.then(|| Node { place: tree.span(), value: map(tree.into_inner()) })
}

/// Whether a line with a syntax error can be skipped, like `time = fast`: a key with an odd value
/// and nothing that opens anything.
fn is_local(line: &str) -> bool {
    line.split_once('=').is_some_and(|(key, _)| !key.trim().is_empty()) && !line.contains(['"', '\'', '[', '{'])
}

fn map(table: DeTable<'_>) -> NodeValue {
    let entry = |(key, value): (Spanned<_>, Spanned<DeValue<'_>>)| {
        let key = PlacedValue { place: key.span(), it: String::from(key.into_inner()) };
        let node = node(value);
        // A table stands where it is named.
        let place = if matches!(node.value, NodeValue::Map(_)) { key.place.clone() } else { node.place };
        (key, Node { place, ..node })
    };
    let mut entries: Vec<_> = table.into_iter().map(entry).collect();
    entries.sort_by_key(|(key, _)| key.place.start);
    NodeValue::Map(entries)
}

fn node(value: Spanned<DeValue<'_>>) -> Node {
    let plain = |text: String| NodeValue::Scalar { text, plain: true };
    let place = value.span();
    let value = match value.into_inner() {
        DeValue::String(text) => NodeValue::Scalar { text: text.into_owned(), plain: false },
        DeValue::Integer(number) => plain(decimal(&number)),
        DeValue::Float(number) => plain(number.as_str().to_owned()),
        DeValue::Boolean(flag) => plain(flag.to_string()),
        DeValue::Datetime(time) => plain(time.to_string()),
        DeValue::Array(items) => NodeValue::List(items.into_iter().map(node).collect()),
        DeValue::Table(table) => map(table),
    };
    Node { place, value }
}

/// `0x2` is 2.
fn decimal(number: &DeInteger<'_>) -> String {
    let written = number.as_str();
    match number.radix() {
        10 => written.to_owned(),
        radix => u64::from_str_radix(written, radix).map_or_else(|_| "inf".to_owned(), |number| number.to_string()),
    }
}
