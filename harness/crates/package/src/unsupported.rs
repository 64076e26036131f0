//! Features of the formats that are not supported here. Each is a row of a table, and is reported
//! once per package: what happens instead, and what to do.

use crate::diagnostics::Report;
use crate::mistakes::Mistakes;
use crate::xml;
use model::{Diagnostic, Severity};
use roxmltree::Node;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// A name; a value of it besides `false` that requests nothing, if there is one; what happens
/// instead; what to do.
pub type UnsupportedRow = (&'static str, &'static str, &'static str, &'static str);

pub fn title((name, _, instead, _): &UnsupportedRow) -> String {
    format!("`{name}` is not supported: {instead}")
}

/// Notes the feature at `place`.
pub fn note(mistakes: &mut Mistakes, row: &UnsupportedRow, place: Range<usize>) {
    mistakes.warning(place, title(row), "not read").hint = Some(row.3.to_owned());
}

/// Notes which of these files are in `root`.
pub fn files(root: &Path, rows: &[UnsupportedRow], diagnostics: &mut Vec<Diagnostic>) {
    for row in rows {
        let path = root.join(row.0);
        if path.exists() {
            diagnostics.warning(&path, title(row)).hint = Some(row.3.to_owned());
        }
    }
}

/// Notes which of these are in an XML document: elements by their path from `root`, attributes
/// after `@`.
pub fn elements(root: Node<'_, '_>, rows: &[UnsupportedRow], mistakes: &mut Mistakes) {
    for row in rows {
        let (way, attribute) = row.0.split_once('@').unwrap_or((row.0, ""));
        let mut found = vec![root];
        for name in way.split('/') {
            found = found.iter().flat_map(roxmltree::Node::children).filter(|node| node.has_tag_name(name)).collect();
        }
        let asks = |node: &&Node<'_, '_>| {
            attribute.is_empty()
                || node.attribute(attribute).is_some_and(|value| !row.1.split('|').any(|no| no == value))
        };
        if let Some(node) = found.iter().find(asks) {
            note(mistakes, row, xml::place(*node, attribute));
        }
    }
}

/// Keeps only the first of several warnings with the same words in a package.
pub fn once(diagnostics: &mut Vec<Diagnostic>) {
    let mut titles = BTreeSet::new();
    diagnostics.retain(|found| found.severity == Severity::Error || titles.insert(found.title.clone()));
}

#[cfg(test)]
mod tests;
