//! The page for setters, held against the catalog.

use crate::command::repository;
use engine::build::Languages;
use package::native;
use std::fs;

#[test]
fn every_problem_toml_of_the_page_is_read_without_a_mistake() {
    let page = fs::read_to_string(repository().join("docs/setting.md")).unwrap();
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 3, "{blocks:?}");
    let languages = Languages::built_in().unwrap();
    for block in blocks {
        let root = tempfile::tempdir().unwrap();
        let mut files = vec!["testdata/x/sample/1.in", "testdata/x/sample/1.ans", "solutions/src/bin/x.rs"];
        files.push("problems/x/generator.rs");
        let group = |line: &str| line.strip_prefix("name = \"").map(|rest| rest.split('"').next().unwrap().to_owned());
        let groups: Vec<String> = block.lines().filter_map(group).collect();
        let of_groups: Vec<String> = groups
            .iter()
            .flat_map(|group| ["in", "ans"].map(|extension| format!("testdata/x/{group}/1.{extension}")))
            .collect();
        files.extend(of_groups.iter().map(String::as_str));
        if !block.contains("[compare]") {
            files.push("problems/x/checker.rs");
        }
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::write(root.path().join("problems/x/problem.toml"), block).unwrap();
        let (catalog, diagnostics) = native::load(root.path(), &|extension| languages.of_extension(extension));
        assert!(diagnostics.is_empty(), "{diagnostics:?}\nin\n{block}");
        assert_eq!(catalog.problems.len(), 1);
    }
}
