//! Odd names of files, folders, problems and tests: nothing merges, nothing is lost, and everything
//! can be typed back.

use crate::command::long;
use crate::scene::{Scene, has};
use engine::build::Languages;
use engine::plan::{self, Filter, PathContent, Plan, Selection};
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
        let by_path = Filter::parse(&format!("./{}", solution.display), root).at(PathContent::File);
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
    let (catalog, _) = folder::load(&root, &Languages::built_in().unwrap(), &root.join("stage"));
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
    let (catalog, _) = folder::load(&root, &Languages::built_in().unwrap(), &root.join("stage"));
    let tests: Vec<TestId> = catalog.problems.iter().flat_map(|it| &it.tests).map(|test| test.id.clone()).collect();
    let different: BTreeSet<&TestId> = tests.iter().collect();
    assert_eq!((tests.len(), different.len()), (names.len(), names.len()));
    for test in &tests {
        let file = root.join(format!("{test}.in"));
        let plan =
            planned(&catalog, Filter::parse(file.to_str().unwrap(), Path::new("/")).at(PathContent::File)).unwrap();
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

/// What is judged is a copy where a package's constants have values or files are included.
#[test]
fn a_submission_that_is_judged_as_a_copy_is_named_by_its_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let write = |name: &str, text: &str| {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for (package, version) in [("constants", "constants: {N: 5}\n"), ("included", "")] {
        let yaml = format!("problem_format_version: 2025-09\nname: One\n{version}");
        write(&format!("{package}/problem.yaml"), &yaml);
        write(&format!("{package}/data/secret/1.in"), "1\n");
        write(&format!("{package}/data/secret/1.ans"), "5\n");
        write(&format!("{package}/submissions/accepted/a.py"), "print({{N}})\n");
        write(&format!("{package}/submissions/wrong_answer/b.py"), "print('{{N}}')\n");
    }
    write("included/submissions/accepted/many/main.py", "import lib\n");
    write("included/include/python/lib.py", "N = 5\n");
    for package in ["constants", "included"] {
        let package = root.join(package);
        let (catalog, diagnostics) = detect::load(&package, &Languages::built_in().unwrap(), &root.join("stage"));
        let warned: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.title.clone()).collect();
        let of_constants = warned.iter().filter(|warning| warning.contains("BAPCtools leaves")).count();
        assert_eq!(of_constants > 0, package.ends_with("constants"), "{warned:?}");
        assert!(catalog.solutions.iter().all(|solution| solution.path.starts_with(root.join("stage"))));
        check_typed_back(&catalog, &package);
    }
    let (catalog, _) = detect::load(&root, &Languages::built_in().unwrap(), &root.join("stage"));
    assert_eq!(catalog.solutions.len(), 5);
    check_typed_back(&catalog, &root);
}

/// Every eighth of the names, or all of them where time does not matter.
fn some_names() -> Vec<String> {
    names().into_iter().step_by(if long() { 1 } else { 8 }).collect()
}

#[test]
fn every_report_and_list_has_as_many_lines_as_there_are_odd_names() {
    let scene = Scene::empty();
    let names = some_names();
    for name in &names {
        scene.write(&format!("p/{name}.sh"), "cat\n");
    }
    scene.write("p/zz.in", "1\n");
    scene.write("p/zz.out", "1\n");
    let reports = ["json=r.json", "jsonl=r.jsonl", "junit=r.xml"].map(|report| ["--report", report]);
    let args: Vec<&str> = ["p", "-v"].into_iter().chain(reports.into_iter().flatten()).collect();
    let judged = scene.run(&args);
    assert_eq!(judged.code, Some(0), "{judged:?}");
    let different = |names: &[&str]| names.iter().copied().collect::<BTreeSet<&str>>().len();
    let whole: serde_json::Value = serde_json::from_str(&scene.read("r.json")).unwrap();
    for key in ["name", "path", "solution"] {
        let all: Vec<&str> =
            whole["solutions"].as_array().unwrap().iter().map(|one| one[key].as_str().unwrap()).collect();
        assert_eq!((all.len(), different(&all)), (names.len(), names.len()), "{key}");
    }
    let lines = scene.read("r.jsonl");
    assert_eq!(lines.lines().filter(|line| line.contains("\"type\":\"solution\"")).count(), names.len());
    let suites = scene.read("r.xml");
    let suites: Vec<&str> = suites.split("<testsuite name=\"").skip(1).collect();
    let suites: Vec<&str> = suites.iter().map(|suite| suite.split('"').next().unwrap()).collect();
    assert_eq!((suites.len(), different(&suites)), (names.len(), names.len()));
    assert_eq!(judged.out.lines().filter(|line| line.trim_start().starts_with("PASS p")).count(), names.len());
    let listed: serde_json::Value = serde_json::from_str(&scene.run(&["list", "--root", "p", "--json"]).out).unwrap();
    let paths: Vec<&str> =
        listed["programs"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert!(paths.iter().all(|path| Path::new(path).is_file()), "{paths:?}");
    assert_eq!((paths.len(), different(&paths)), (names.len(), names.len()));
}

#[test]
fn students_of_odd_names_are_that_many_rows() {
    let scene = Scene::twice();
    // Blanks at the ends are not part of a student's name: such folders hold further attempts.
    let names: Vec<String> = some_names().into_iter().filter(|name| name.trim() == name).collect();
    for name in &names {
        scene.write(&format!("class/{name}/twice.py"), "print(int(input()) * 2)\n");
    }
    let args = ["grade", "class", "-q", "--as", "{student}/{problem}.{ext}"];
    let outputs = ["--csv", "s.csv", "--json", "s.json", "--html", "pages"];
    let graded = scene.run(&args.into_iter().chain(outputs).collect::<Vec<_>>());
    assert_eq!(graded.code, Some(0), "{graded:?}");
    let whole: serde_json::Value = serde_json::from_str(&scene.read("s.json")).unwrap();
    let students: BTreeSet<&str> =
        whole["solutions"].as_array().unwrap().iter().map(|one| one["student"].as_str().unwrap()).collect();
    assert_eq!(students.len(), names.len());
    assert_eq!(scene.read("s.csv").matches(",100,100,accepted,1,").count(), names.len());
    let pages = fs::read_dir(scene.path("pages")).unwrap().count();
    assert_eq!(pages, names.len() + 1, "a page each, and the overview");
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
    scene.write("p/problem.yaml", "name: Same\n");
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
