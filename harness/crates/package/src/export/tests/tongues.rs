use super::{ExportOptions, Format, package, scored};
use std::fs;

#[test]
fn a_statement_in_chinese_leaves_beside_the_one_in_english_under_its_own_title() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("workspace");
    let chinese = "# 分数\n\n求和。\n\n## 输入格式\n\n两个数。\n\n## 样例\n\n## 提示\n\n1. 秘密\n";
    scored(&root, &[("problems/pts/statement.zh.md", chinese)]);
    let manifest = root.join("problems/pts/problem.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, format!("title-zh = \"分数\"\n{text}")).unwrap();
    let (catalog, _) = crate::native::load(&root, &super::languages);
    for (format, folder) in
        [(Format::Icpc, "statement"), (Format::Kattis, "problem_statement"), (Format::Domjudge, "problem_statement")]
    {
        let export =
            package(&catalog.root, &catalog.problems[0], &catalog.solutions, format, &ExportOptions::default())
                .unwrap();
        let text = |name: &str| String::from_utf8(export.files[name].content.bytes().unwrap()).unwrap();
        let zh = "\\problemname{分数}\n\n求和。\n\n\\section*{输入格式}\n\n两个数。\n";
        assert_eq!(text(&format!("{folder}/problem.zh.tex")), zh, "{format:?}");
        assert!(text(&format!("{folder}/problem.en.tex")).starts_with("\\problemname{Points}"), "{format:?}");
        let yaml = text("problem.yaml");
        // A name for each language makes `verifyproblem` refuse a package of `legacy`.
        let names = match format {
            Format::Icpc => "name: {\"en\":\"Points\",\"zh\":\"分数\"}\n",
            Format::Kattis | Format::Domjudge | Format::PolygonFiles => "name: \"Points\"\n",
        };
        assert!(yaml.contains(names), "{format:?}: {yaml}");
    }
    let polygon = package(
        &catalog.root,
        &catalog.problems[0],
        &catalog.solutions,
        Format::PolygonFiles,
        &ExportOptions::default(),
    )
    .unwrap();
    let text = |name: &str| String::from_utf8(polygon.files[name].content.bytes().unwrap()).unwrap();
    assert_eq!(text("statement/chinese/name.tex"), "分数\n");
    assert_eq!(text("statement/chinese/legend.tex"), "求和。\n");
    assert_eq!(text("statement/chinese/input.tex"), "两个数。\n");
    assert_eq!(text("statement/english/name.tex"), "Points\n");
}
