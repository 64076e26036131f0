//! XML that knows its places: `roxmltree` with bounds, and with its error as a mistake under a
//! caret.
//!
//! A document type is refused, and with it entities: a short file could expand to gigabytes.

use crate::mistakes::{Mistakes, line_around};
use crate::tree::head;
use roxmltree::{Document, Node, ParsingOptions, TextPos};
use std::ops::Range;
use std::path::Path;

/// No real document is larger.
const MOST_NODES: u32 = 2_000_000;

/// Parses `text`; notes an error if it is not XML.
pub fn parse<'t>(text: &'t str, mistakes: &mut Mistakes) -> Option<Document<'t>> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    match Document::parse_with_options(text, options) {
        Ok(document) => Some(document),
        Err(error) => {
            let place = place_of(text, error.pos());
            mistakes.error(place, format!("invalid XML: {}", without_place(&error.to_string())), "here");
            None
        }
    }
}

/// The text of the only element of this name in `node`.
pub fn child_text<'d>(node: Node<'d, '_>, name: &str) -> Option<(&'d str, Range<usize>)> {
    let child = child(node, name)?;
    Some((child.text().unwrap_or_default().trim(), child.range()))
}

pub fn child<'d, 'i>(node: Node<'d, 'i>, name: &str) -> Option<Node<'d, 'i>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// The elements called `name` in all elements called `list` of `node`.
pub fn listed<'d, 'i>(node: Node<'d, 'i>, list: &str, name: &str) -> Vec<Node<'d, 'i>> {
    let lists = node.children().filter(|child| child.has_tag_name(list));
    lists.flat_map(|list| list.children().filter(|child| child.has_tag_name(name)).collect::<Vec<_>>()).collect()
}

/// Where an attribute's value stands, or else the element's opening tag.
pub fn place(node: Node<'_, '_>, attribute: &str) -> Range<usize> {
    let whole = node.range();
    node.attribute_node(attribute).map_or(whole.start..(whole.start + 1).min(whole.end), |found| found.range_value())
}

/// Whether the file at `path` begins like a document that contains all of these words.
pub fn holds(path: &Path, words: &[&str]) -> bool {
    const BEGINNING: u64 = 1 << 20;
    let bytes = head(path, BEGINNING).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    words.iter().all(|word| text.contains(word))
}

fn place_of(text: &str, at: TextPos) -> Range<usize> {
    let start: usize = text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum();
    let line = line_around(text, start.min(text.len()));
    let column = text[line.clone()].char_indices().nth(at.col.saturating_sub(1) as usize);
    let from = column.map_or(line.end, |(at, _)| line.start + at);
    let length = text[from..].chars().next().map_or(0, char::len_utf8);
    from..from + length
}

/// Strips the place, with which the library ends its messages: the caret shows it.
fn without_place(message: &str) -> &str {
    message.rsplit_once(" at ").map_or(message, |(message, _)| message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn printed(text: &str) -> String {
        let mut mistakes = Mistakes::new(PathBuf::from("p.xml"), text.into());
        assert!(parse(text, &mut mistakes).is_none());
        let found = mistakes.into_diagnostics().remove(0);
        let snippet = found.snippet.unwrap();
        format!("{} {:?} {}", found.title, snippet.place(), &snippet.text[snippet.span.clone()])
    }

    #[test]
    fn mistakes_have_places_and_entities_are_refused() {
        assert_eq!(printed("<a>\n  <б></b>\n</a>"), "invalid XML: expected 'б' tag, not 'b' (2, 6) <");
        let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY x \"xx\"><!ENTITY y \"&x;&x;\">]>\n<a>&y;</a>";
        assert!(printed(bomb).starts_with("invalid XML: XML with DTD detected"), "{}", printed(bomb));
        assert!(printed("<a>&lol;</a>").starts_with("invalid XML: unknown entity"), "{}", printed("<a>&lol;</a>"));
        assert!(printed("").starts_with("invalid XML: "));
    }
}
