//! The page that lists all keys.

use super::read_text;
use std::collections::BTreeSet;
use std::path::Path;

/// The keys that the reader knows in each table, in the words of its own hints.
fn known_keys() -> BTreeSet<String> {
    let tables = [
        ("", "zzzzzzzz = 1\ntitle = 'x'"),
        ("source", "title = 'x'\n[source]\nzzzzzzzz = 1"),
        ("limits", "title = 'x'\n[limits]\nzzzzzzzz = 1"),
        ("tools", "title = 'x'\n[tools]\nzzzzzzzz = 1"),
        ("files", "title = 'x'\n[files]\nzzzzzzzz = 1"),
        ("build", "title = 'x'\n[build]\nzzzzzzzz = 1"),
        ("compare", "title = 'x'\n[compare]\nzzzzzzzz = 1"),
        ("checker", "title = 'x'\n[checker]\nzzzzzzzz = 1"),
        ("groups", "title = 'x'\n[[groups]]\nname = 'secret/a'\nzzzzzzzz = 1"),
    ];
    let mut all = BTreeSet::new();
    for (table, text) in tables {
        let (_, diagnostics) = read_text(text, &["checker.rs"]);
        let mut hints = diagnostics.iter().filter_map(|found| found.hint.as_deref());
        let hint = hints.find(|hint| hint.starts_with("known keys")).unwrap_or_else(|| panic!("{text}"));
        let (_, keys) = hint.split_once(": ").unwrap();
        let path = |key: &str| if table.is_empty() { key.to_owned() } else { format!("{table}.{key}") };
        all.extend(keys.split(", ").map(path));
    }
    all
}

/// Adds the keys of `table`, by their paths. An array of tables is like a table.
fn keys_of(table: &toml::Table, prefix: &str, keys: &mut BTreeSet<String>) {
    for (key, value) in table {
        let path = format!("{prefix}{key}");
        match value {
            toml::Value::Table(inner) => keys_of(inner, &format!("{path}."), keys),
            toml::Value::Array(items) => {
                let tables = items.iter().filter_map(toml::Value::as_table);
                tables.for_each(|inner| keys_of(inner, &format!("{path}."), keys));
            }
            toml::Value::String(_)
            | toml::Value::Integer(_)
            | toml::Value::Float(_)
            | toml::Value::Boolean(_)
            | toml::Value::Datetime(_) => {}
        }
        keys.insert(path);
    }
}

#[test]
fn the_page_about_settings_lists_exactly_the_keys_that_are_read() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/setting.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut listed = BTreeSet::new();
    for block in page.split("```toml\n").skip(1) {
        let block = block.split("```").next().unwrap();
        keys_of(&block.parse().unwrap_or_else(|error| panic!("{error}\n{block}")), "", &mut listed);
    }
    // The ids of tests and of languages are free, and a group's limits are those of [limits].
    let is_free =
        |key: &String| ["generate.", "limits.time-factors.", "groups.limits."].iter().any(|free| key.starts_with(free));
    listed.retain(|key| !is_free(key));
    let mut of_reader = known_keys();
    // Of an interactor the same keys as of a checker.
    of_reader.retain(|key| key != "interactor");
    listed.retain(|key| key != "interactor");
    assert_eq!(listed, of_reader);
}
