//! Broken workspaces: everything that is wrong is reported at once, and what is healthy is loaded
//! all the same.

use engine::build::Languages;
use model::Catalog;
use package::native;
use report::text::Look;
use report::text::diagnostics::render_all;
use snapbox::{Data, assert_data_eq};
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// Loads a fixture and compares what is reported about it with its `diagnostics.txt`.
fn check(name: &str) -> Catalog {
    let root = fixture(name);
    let languages = Languages::built_in().unwrap();
    let (catalog, diagnostics) = native::load(&root, &languages);
    let look = Look { color: false, unicode: true, width: Some(100) };
    let expected = Data::read_from(&root.join("diagnostics.txt"), None);
    assert_data_eq!(render_all(&diagnostics, look, usize::MAX), expected);
    catalog
}

#[test]
fn every_mistake_of_a_broken_workspace_is_drawn_and_the_rest_is_judged() {
    let catalog = check("broken");
    let problems: Vec<&str> = catalog.problems.iter().map(|problem| problem.id.as_str()).collect();
    assert_eq!(problems, ["two-heaps"]);
    let tests: Vec<&str> = catalog.problems[0].tests.iter().map(|test| &*test.id.0).collect();
    assert_eq!(tests, ["sample/01", "secret/02-equal"]);
    let solutions: Vec<String> = catalog.solutions.iter().map(|solution| solution.id.to_string()).collect();
    assert_eq!(solutions, ["two-heaps/two-heaps.rs", "two-heaps/always-first.rs"]);
}
