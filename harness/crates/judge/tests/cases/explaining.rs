//! What holds for a problem, and where each value is set.

use crate::scene::Scene;
use judge::{ExplainedLine, ExplainedSection, Workspace};

tests![
    groups_are_explained_with_what_they_are_worth,
    a_solution_is_explained_by_its_first_directive,
    a_package_has_no_factor_for_a_language,
    the_files_of_a_folder_of_no_format_are_explained_by_what_they_are,
    the_wall_guard_follows_from_the_time_as_its_origin_says,
];

#[track_caller]
fn line(judge: &Workspace, problem: &str, section: &str, name: &str) -> ExplainedLine {
    let sections: Vec<ExplainedSection> = judge.explain(&judge.problem(problem).unwrap());
    let found = sections.iter().find(|one| one.title == section);
    let found = found.and_then(|one| one.lines.iter().find(|line| line.name == name));
    found.unwrap_or_else(|| panic!("{section} {name}: {sections:#?}")).clone()
}

fn groups_are_explained_with_what_they_are_worth() {
    let scene = Scene::twice();
    for test in ["small/1", "large/1"] {
        scene.write(&format!("testdata/twice/secret/{test}.in"), "2\n");
        scene.write(&format!("testdata/twice/secret/{test}.ans"), "4\n");
    }
    scene.write(
        "problems/twice/problem.toml",
        "title = \"Twice\"\n\n[[groups]]\nname = \"secret/small\"\npoints = 30\nlimits = { time = 0.5 }\n\
         [[groups]]\nname = \"secret/large\"\npoints = 5\n",
    );
    let judge = scene.open();
    let small = line(&judge, "twice", "groups", "secret/small");
    let expected = ("30 points, 1 test, 0.5 s of CPU", "problems/twice/problem.toml:3");
    assert_eq!((small.value.as_str(), small.origin.as_str()), expected);
    let large = line(&judge, "twice", "groups", "secret/large");
    assert_eq!((large.value.as_str(), large.origin.as_str()), ("5 points, 1 test", "problems/twice/problem.toml:7"));
}

fn the_files_of_a_folder_of_no_format_are_explained_by_what_they_are() {
    let scene = Scene::empty();
    for name in [
        "sol.py",
        "sol2.py",
        "checker.py",
        "chk.py",
        "gen.py",
        "val.py",
        "sol1.in",
        "sol1.out",
        "sol2.in",
        "sol2.out",
        "3.in",
    ] {
        scene.write(name, "");
    }
    let judge = scene.open();
    let problem = judge.catalog.problems[0].id.clone();
    let mut sections = judge.explain(&judge.problem(problem.as_str()).unwrap());
    let files = sections.iter_mut().find(|section| section.title == "files").unwrap();
    let lines: Vec<String> = files.lines.iter().map(|line| format!("{}: {}", line.name, line.value)).collect();
    let expected = [
        "solution: sol.py, sol2.py",
        "checker: checker.py",
        "not used: another one judges: chk.py",
        "validator: val.py",
        "generator: gen.py",
        "tests of sol.py: sol1.in + sol1.out",
        "tests of sol2.py: sol2.in + sol2.out",
        "a test of `sol2`, the longest name that fits, and not of `sol`: sol2.in",
    ];
    assert_eq!(lines, expected);
}

fn a_solution_is_explained_by_its_first_directive() {
    let scene = Scene::twice();
    scene.write("solutions/bash/twice--wrong.sh", "# no comment\n#@ expect: wrong-answer\necho 3\n");
    let judge = scene.open();
    let wrong = line(&judge, "twice", "solutions", "wrong.sh");
    let expected = ("wrong-answer", "solutions/bash/twice--wrong.sh:2");
    // Behind it is what the language adds to the limits.
    let first = |line: &ExplainedLine| line.value.split(',').next().unwrap_or_default().to_owned();
    assert_eq!((first(&wrong).as_str(), wrong.origin.as_str()), expected);
    let right = line(&judge, "twice", "solutions", "twice.sh");
    assert_eq!((first(&right).as_str(), right.origin.as_str()), ("accepted", "solutions/bash/twice.sh"));
}

fn a_package_has_no_factor_for_a_language() {
    let scene = Scene::twice();
    for (file, text) in [
        ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\nlimits: {time_limit: 2}\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("submissions/accepted/a.py", "print(input())\n"),
    ] {
        scene.write(&format!("sum/{file}"), text);
    }
    let judge = Workspace::open(scene.path("sum")).unwrap();
    let named = judge.problem("sum").unwrap();
    let sections = judge.explain(&named);
    let solutions = sections.iter().find(|section| section.title == "solutions").unwrap();
    assert_eq!(solutions.lines.len(), 1);
    assert!(!solutions.lines[0].value.contains("time x"), "{solutions:?}");
}

fn the_wall_guard_follows_from_the_time_as_its_origin_says() {
    let wall = |scene: &Scene| {
        let judge = scene.open();
        let wall = line(&judge, judge.catalog.problems[0].id.as_str(), "limits of one run", "wall");
        (wall.value, wall.origin)
    };
    let pair = |value: &str, origin: &str| (value.to_owned(), origin.to_owned());
    assert_eq!(wall(&Scene::twice()), pair("3 s on the clock", "default: 2 x time + 1 s"));
    let plain = Scene::empty();
    ["1.in", "1.out", "a.py"].into_iter().for_each(|file| plain.write(file, "1\n"));
    assert_eq!(wall(&plain), pair("3 s on the clock", "default in a plain folder: 1.5 x time, at least 1 s more"));
}
