//! Where each value of a `problem.toml` stands.

use crate::mistakes::Mistakes;
use crate::native::reader::parse;
use crate::node::Node;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The 1-based line of every key and table, by its dotted name: `limits`, `limits.time`.
pub fn origins(text: &str) -> BTreeMap<String, usize> {
    let mut origins = BTreeMap::new();
    if let Some(root) = parse(text, &mut Mistakes::new(PathBuf::new(), text.into())) {
        collect(text, &root, "", &mut origins);
    }
    origins
}

fn collect(text: &str, table: &Node, prefix: &str, origins: &mut BTreeMap<String, usize>) {
    for (key, value) in table.entries() {
        let name = format!("{prefix}{}", key.it);
        collect(text, value, &format!("{name}."), origins);
        for (at, item) in value.items().iter().enumerate() {
            origins.insert(format!("{name}.{at}"), line(text, item.place.start));
        }
        origins.insert(name, line(text, key.place.start));
    }
}

fn line(text: &str, at: usize) -> usize {
    1 + text.get(..at).unwrap_or_default().matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_line() {
        let text = "title = \"x\"\n\n[limits]\ntime = 1\nmemory = 2\n[compare]\nmode = \"lines\"\n";
        let all: Vec<(String, usize)> = origins(text).into_iter().collect();
        let named = |name: &str, line| (name.to_owned(), line);
        let expected = [
            named("compare", 6),
            named("compare.mode", 7),
            named("limits", 3),
            named("limits.memory", 5),
            named("limits.time", 4),
            named("title", 1),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn every_table_of_an_array_has_its_line() {
        let all = origins("[[groups]]\nname = \"a\"\n\n[[groups]]\nname = \"b\"\n");
        assert_eq!(all.into_iter().collect::<Vec<_>>()[1..], [("groups.0".to_owned(), 1), ("groups.1".to_owned(), 4)]);
    }
}
