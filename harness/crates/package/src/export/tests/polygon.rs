//! Problems for the pages of Polygon.

use super::*;

/// Exports a problem of these files for Polygon. Returns the texts of its files, and what was lost.
fn for_polygon(manifest: &str, more: &[(&str, &str)]) -> (BTreeMap<String, String>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("problems/sum/problem.toml", &*format!("title = \"Sum\"\n{manifest}")),
        ("problems/sum/statement.md", "# Sum\n"),
        ("testdata/sum/sample/1.in", "1\n"),
        ("testdata/sum/sample/1.ans", "1\n"),
    ];
    for (name, text) in files.iter().chain(more) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let (catalog, printed) = crate::native::load(folder.path(), &languages);
    assert!(printed.iter().all(|found| found.severity == model::Severity::Warning), "{printed:?}");
    let wishes = ExportOptions::default();
    let export =
        package(folder.path(), &catalog.problems[0], &catalog.solutions, Format::PolygonFiles, &wishes).unwrap();
    let text = |file: &File| String::from_utf8(file.content.bytes().unwrap()).unwrap();
    let lost = export.losses.into_iter().map(|loss| format!("{}: {}", loss.what, loss.why)).collect();
    (export.files.iter().map(|(name, file)| (name.clone(), text(file))).collect(), lost)
}

#[test]
fn polygon_gets_the_standard_checker_that_allows_what_the_problem_allows() {
    let check = |compare: &str, checker: &str, lost: &[&str]| {
        let (files, found) = for_polygon(&format!("[compare]\n{compare}\n"), &[("solutions/cpp/sum.cpp", "")]);
        assert_eq!(files["files/checker.txt"], format!("std::{checker}.cpp\n"), "{compare}");
        assert_eq!(found, lost, "{compare}");
    };
    check("mode = \"tokens\"", "wcmp", &[]);
    check("", "lcmp", &[]);
    check("mode = \"tokens\"\nfloat-absolute = 1e-9\nfloat-relative = 1e-9", "rcmp9", &[]);
    check("mode = \"tokens\"\nfloat-absolute = 1e-6\nfloat-relative = 1e-6", "rcmp6", &[]);
    check("mode = \"tokens\"\nfloat-absolute = 1e-4\nfloat-relative = 1e-4", "rcmp4", &[]);
    let both = "compare.float-absolute and float-relative";
    check("mode = \"tokens\"\nfloat-absolute = 1e-6", "rcmp6", &[&format!("{both}: rcmp6 allows 1e-6 for both")]);
    let near = "mode = \"tokens\"\nfloat-absolute = 1e-5\nfloat-relative = 1e-5";
    check(near, "rcmp4", &[&format!("{both}: rcmp4 allows 0.0001 for both")]);
    let case = "compare.case-sensitive = false: Polygon's standard checkers of words look at case";
    check("mode = \"tokens\"\ncase-sensitive = false", "wcmp", &[case]);
}

#[test]
fn polygon_gets_one_main_solution_in_any_language() {
    let tags = |solutions: &[(&str, &str)]| for_polygon("", solutions).0["solutions/tags.txt"].clone();
    let mut solutions = vec![("solutions/java/sum.java", ""), ("solutions/python/sum--a.py", "")];
    assert_eq!(tags(&solutions), "main\tsum.java\naccepted\tsum--a.py\n");
    solutions.push(("solutions/src/bin/sum.rs", ""));
    assert_eq!(tags(&solutions), "accepted\tsum.java\nmain\tsum.rs\naccepted\tsum--a.py\n");
}

#[test]
fn polygon_gets_programs_of_testlib_with_their_headers_and_no_others() {
    let own = [
        ("problems/sum/checker.cpp", "#include \"testlib.h\"\n#include \"own.h\"\n"),
        ("problems/sum/own.h", "// own"),
        ("problems/sum/validator.cpp", "int main() { return 42; }\n"),
        ("solutions/cpp/sum.cpp", ""),
    ];
    let (files, lost) = for_polygon("[checker]\nkind = \"testlib\"\n", &own);
    assert_eq!(files["files/own.h"], "// own");
    assert!(files.contains_key("files/checker.cpp") && !files.contains_key("files/validator.cpp"));
    assert_eq!(lost, ["problems/sum/validator.cpp: Polygon's own programs are written in C++ with testlib"]);
}
