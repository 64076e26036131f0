//! Odd names of files, folders, problems and tests: nothing merges, nothing is lost, and everything
//! can be typed back.

use crate::scene::{Scene, has};
use engine::build::Languages;
use engine::plan::{self, Filter, Plan, Selection, There};
use model::{Catalog, ProblemId, SolutionId, TestId};
use package::{detect, folder};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Two hundred names that a file may have, all different, and many alike.
fn names() -> Vec<String> {
    let marks = [
        " ", "#", "$", "%", ":", "@", "-", "_", "=", "+", ",", ";", "&", "!", "'", "\"", "`", "|", "<", ">", "(", ")",
        "[", "]", "{", "}", "*", "?", "~", "^", "\\", "\t", "\n", "\u{200b}", "\u{202e}", "\u{a0}", "é", "e\u{301}",
        "暴", "Σ", "ß", "🙂", "--", "  ", "$$", "%20", "%0A", "..",
    ];
    let shapes = [|mark: &str| format!("a{mark}b"), |mark: &str| format!("{mark}ab"), |mark: &str| format!("ab{mark}")];
    let marked = shapes.iter().flat_map(|shape| marks.iter().map(move |mark| shape(mark)));
    let plain = [
        "ab", "AB", "Ab", "a", "A", "ab2", "ab-2", "ab--2", "con", "nul", "test", "list", "src", "problem", "out",
        "{source}", "{out}", "$(id)", "-O2", "--help", "-", "--", "a.b", "ab.x", "1", "01", "001", "1e5", "true",
    ];
    let more = (0..40).map(|number| format!("n{number}#{}", number % 7));
    let all: BTreeSet<String> = marked.chain(plain.map(str::to_owned)).chain(more).collect();
    // Editors' leftovers and hidden files are not programs.
    all.into_iter().filter(|name| !name.starts_with('.') && !name.ends_with('~')).collect()
}

fn planned(catalog: &Catalog, filter: Filter) -> Result<Plan, plan::PlanError> {
    plan::make(catalog, &Selection { filters: vec![filter], ..Selection::default() })
}

/// Whether each solution is planned by its path and by its name, and nothing else is.
fn check_typed_back(catalog: &Catalog, root: &Path) {
    let ids: BTreeSet<String> = catalog.solutions.iter().map(|solution| solution.id.to_string()).collect();
    assert_eq!(ids.len(), catalog.solutions.len(), "two solutions have one name");
    assert!(ids.iter().all(|id| !id.chars().any(char::is_control)), "{ids:?}");
    for solution in &catalog.solutions {
        let path = solution.path.strip_prefix(root).unwrap().to_str().unwrap();
        let by_path = Filter::parse(&format!("./{path}"), root).at(There::File);
        let by_name = Filter::parse(&solution.id.to_string(), root);
        for filter in [by_path, by_name] {
            let plan = planned(catalog, filter.clone()).unwrap_or_else(|error| panic!("{filter:?}: {error}"));
            let found: Vec<&SolutionId> = plan.solutions.iter().map(|planned| &planned.solution.id).collect();
            assert_eq!(found, [&solution.id], "{filter:?}");
        }
    }
}

#[test]
fn programs_of_two_hundred_odd_names_are_that_many_solutions_each_typed_back() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let names = names();
    assert!(names.len() >= 200, "{}", names.len());
    for name in &names {
        fs::write(root.join(format!("{name}.py")), "").unwrap();
    }
    fs::write(root.join("zz.in"), "").unwrap();
    fs::write(root.join("zz.out"), "").unwrap();
    let (catalog, _) = folder::load(&root, &Languages::built_in().unwrap());
    let files: BTreeSet<String> = catalog.solutions.iter().map(|solution| solution.display.clone()).collect();
    let expected: BTreeSet<String> = names.iter().map(|name| format!("{name}.py")).collect();
    assert_eq!(files, expected);
    check_typed_back(&catalog, &root);
}

#[test]
fn tests_of_two_hundred_odd_names_are_that_many_tests_each_typed_back() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let names = names();
    fs::write(root.join("sol.py"), "").unwrap();
    for name in &names {
        fs::write(root.join(format!("{name}.in")), "").unwrap();
        fs::write(root.join(format!("{name}.out")), "").unwrap();
    }
    let (catalog, _) = folder::load(&root, &Languages::built_in().unwrap());
    let tests: Vec<TestId> = catalog.problems.iter().flat_map(|it| &it.tests).map(|test| test.id.clone()).collect();
    let different: BTreeSet<&TestId> = tests.iter().collect();
    assert_eq!((tests.len(), different.len()), (names.len(), names.len()));
    for test in &tests {
        let file = root.join(format!("{test}.in"));
        let plan = planned(&catalog, Filter::parse(file.to_str().unwrap(), Path::new("/")).at(There::File)).unwrap();
        let found: Vec<&TestId> = plan.solutions.iter().flat_map(|it| &it.tests).map(|test| &test.id).collect();
        assert_eq!(found, [test]);
    }
}

#[test]
fn packages_and_submissions_of_odd_names_do_not_merge() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let names: Vec<String> = names().into_iter().filter(|name| !name.contains('\\')).collect();
    // A contest of forty packages.
    for name in names.iter().step_by(5) {
        let package = root.join("contest").join(name);
        fs::create_dir_all(package.join("data/secret")).unwrap();
        fs::create_dir_all(package.join("submissions/accepted")).unwrap();
        fs::write(package.join("problem.yaml"), "name: One\n").unwrap();
        fs::write(package.join("data/secret/1.in"), "").unwrap();
        fs::write(package.join("data/secret/1.ans"), "").unwrap();
        fs::write(package.join("submissions/accepted/a.py"), "").unwrap();
    }
    let languages = Languages::built_in().unwrap();
    let contest = root.join("contest");
    let (catalog, _) = detect::load(&contest, &languages, &root.join("stage"));
    let ids: BTreeSet<&ProblemId> = catalog.problems.iter().map(|problem| &problem.id).collect();
    assert_eq!(ids.len(), names.iter().step_by(5).count());
    // One package with all submissions.
    let package = contest.join(&names[0]);
    for name in &names {
        fs::write(package.join(format!("submissions/accepted/{name}.py")), "").unwrap();
    }
    let (catalog, _) = detect::load(&package, &languages, &root.join("stage"));
    assert_eq!(catalog.solutions.len(), names.len() + usize::from(!names.iter().any(|name| name == "a")));
    check_typed_back(&catalog, &package);
}

#[test]
fn what_was_measured_for_a_program_is_never_anothers_and_shards_lose_none() {
    if !has("gcc") {
        return;
    }
    let scene = Scene::empty();
    let program = |add: u8| {
        format!("#include <stdio.h>\nint main() {{ int n; scanf(\"%d\", &n); printf(\"%d\", n + {add}); }}\n")
    };
    for (name, add) in [("x y", 0), ("x-y", 1), ("暴力", 1), ("正解", 0)] {
        scene.write(&format!("p/submissions/accepted/{name}.c"), &program(add));
    }
    scene.write("p/problem.yaml", "name: Same\nproblem_format_version: 2023-07-draft\n");
    scene.write("p/data/secret/1.in", "1\n");
    scene.write("p/data/secret/1.ans", "1\n");
    let status = |out: &str, name: &str| {
        let line = out
            .lines()
            .find(|line| line.contains(&format!("accepted/{name}.c  ")))
            .unwrap_or_else(|| panic!("{name}: {out}"));
        line.trim_start().split(' ').next().unwrap().to_owned()
    };
    // Measured for the limit, and again from the cache.
    for _ in 0..2 {
        let printed = scene.run(&["p", "-v"]);
        let all = ["x y", "x-y", "暴力", "正解"].map(|name| status(&printed.out, name));
        assert_eq!(all, ["PASS", "FAIL", "FAIL", "PASS"], "{}", printed.out);
    }
    let limits = "limits.json";
    assert_eq!(scene.run(&["plan", "--root", "p", "--limits", limits]).code, Some(0));
    for part in ["1", "2"] {
        let report = format!("json={part}.json");
        let shard = format!("{part}/2");
        scene.run(&["p", "--limits", limits, "--shard", &shard, "--report", &report]);
    }
    let merged = scene.run(&["merge", "1.json", "2.json"]);
    assert!(merged.out.contains("2 of 4 solutions as expected, 4 runs"), "{merged:?}");
}

#[test]
fn pypy_opens_a_program_whose_name_is_not_ascii() {
    if !has("pypy3") {
        println!("skipped: no pypy3 here");
        return;
    }
    let scene = Scene::empty();
    scene.write("pypy/é 数.py", "print(int(input()) * 2)\n");
    scene.write("pypy/1.in", "1\n");
    scene.write("pypy/1.out", "2\n");
    let printed = scene.run(&["pypy/é 数.py"]);
    assert!(printed.code == Some(0) && printed.out.contains("PyPy"), "{printed:?}");
}
