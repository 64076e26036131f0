//! What DOMjudge would count otherwise.

use super::*;

/// By DOMjudge's rule a group without groups in it counts once.
#[test]
fn a_group_whose_tests_count_one_by_one_is_lost_where_domjudge_would_count_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = scored(&folder.path().join("workspace"), &[]);
    for (format, is_lost) in [(Format::Kattis, false), (Format::Domjudge, true), (Format::Icpc, false)] {
        let wishes = ExportOptions::default();
        let export = package(&catalog.root, &catalog.problems[0], &catalog.solutions, format, &wishes).unwrap();
        let lost = export.losses.iter().filter(|loss| loss.what.starts_with("the points of each test of"));
        let lost: Vec<&str> = lost.map(|loss| loss.what.as_str()).collect();
        assert_eq!(lost, ["the points of each test of big/b"][..usize::from(is_lost)], "{format:?}");
    }
}
