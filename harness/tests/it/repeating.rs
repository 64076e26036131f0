//! The commands that a run prints for judging a failure again: each judges the same program on the
//! same test, and gives the same verdict, in whatever folder the run was made.

use crate::command::harness;
use crate::scene::{Printed, Scene, printed};
use serde_json::Value;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const WRONG: &str = "read n\necho $((n * 3))\n";
/// What a command would judge that means another program.
const RIGHT: &str = "read n\necho $((n * 2))\n";

/// The folders of a test, by their files.
fn scene(files: &[(&str, &str)]) -> Scene {
    let scene = Scene::empty();
    files.iter().for_each(|(file, text)| scene.write(file, text));
    scene
}

/// A test in each of these folders.
fn tests(scene: &Scene, folders: &[&str]) {
    for folder in folders {
        scene.write(&format!("{folder}/in1.txt"), "1\n");
        scene.write(&format!("{folder}/out1.txt"), "2\n");
    }
}

/// A workspace of the problem `twice`.
fn workspace(root: &str) -> Scene {
    let scene = scene(&[]);
    let files = [
        ("problems/twice/problem.toml", "title = \"Twice\"\n"),
        ("testdata/twice/sample/in1.in", "1\n"),
        ("testdata/twice/sample/in1.ans", "2\n"),
        ("solutions/bash/twice.sh", WRONG),
        ("solutions/bash/twice--other.sh", WRONG),
    ];
    files.iter().for_each(|(file, text)| scene.write(&format!("{root}/{file}"), text));
    scene
}

/// A package with a wrong solution that is said to be accepted.
fn package(scene: &Scene, root: &str) {
    let files = [
        ("problem.yaml", "problem_format_version: 2023-07-draft\nname: Twice\nuuid: 1\n"),
        ("data/secret/in1.in", "1\n"),
        ("data/secret/in1.ans", "2\n"),
        ("submissions/accepted/a.sh", WRONG),
    ];
    files.iter().for_each(|(file, text)| scene.write(&format!("{root}/{file}"), text));
}

/// Runs a line in a shell, and also reads the report.
fn judged(scene: &Scene, folder: &Path, line: &str) -> (Option<i32>, String, Value) {
    let report = scene.path("report.json");
    let (options, words) = line.split_once(" -- ").unwrap_or((line, ""));
    let done = typed(folder, &format!("{options} --report json={} -- {words}", report.display()));
    let text = std::fs::read_to_string(&report).unwrap_or_else(|error| panic!("{line}: {error}: {done:?}"));
    std::fs::remove_file(&report).unwrap();
    (done.code, done.out + &done.err, serde_json::from_str(&text).unwrap())
}

/// Runs a line in a shell.
fn typed(folder: &Path, line: &str) -> Printed {
    let own = harness();
    let names = Path::new(own.get_program()).parent().unwrap();
    let path = env::join_paths([names.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
    let mut shell = Command::new("bash");
    shell.args(["-c", line]).current_dir(folder);
    for (name, value) in own.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    printed(shell.env("PATH", path.unwrap()), "")
}

/// What is printed behind a label.
fn behind<'t>(text: &'t str, label: &str) -> Vec<&'t str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix(label)).collect()
}

/// The tests with their verdicts: the program's file, the test, the verdict, and the call that
/// judges it again.
fn results(report: &Value, folder: &Path) -> Vec<(PathBuf, String, Value, Option<String>)> {
    let mut all = Vec::new();
    for solution in report["solutions"].as_array().unwrap() {
        let root = folder.join(report["run"]["root"].as_str().unwrap());
        let file = root.join(solution["path"].as_str().unwrap());
        for test in solution["tests"].as_array().unwrap() {
            let again = test["again"].as_str().map(str::to_owned);
            all.push((file.clone(), test["test"].as_str().unwrap().to_owned(), test["verdict"].clone(), again));
        }
    }
    all
}

/// Judges by `line` in the folder `at`, and then each failure by the call that is printed for it.
fn check(shape: &str, scene: &Scene, at: &str, line: &str) {
    let folder = scene.path(at);
    let (code, text, report) = judged(scene, &folder, line);
    let all = results(&report, &folder);
    assert!(code == Some(1) && !all.is_empty(), "{shape}: {text}");
    let calls: Vec<String> = all.iter().filter_map(|(.., again)| again.clone()).collect();
    for (file, test, verdict, again) in all {
        let again = again.unwrap_or_else(|| panic!("{shape}: no call judges {test} again: {text}"));
        let (_, same, report) = judged(scene, &folder, &again);
        let [(its, of, got, _)] = &results(&report, &folder)[..] else { panic!("{shape}: {again}: {same}") };
        assert_eq!((its, of, got), (&file, &test, &verdict), "{shape}: {again}: {same}");
        // What is printed is one of them.
        let is_printed = behind(&text, "again: ").contains(&&*again);
        let is_first = !text.contains("again: ") || is_printed || report["solutions"].as_array().unwrap().len() == 1;
        assert!(is_first, "{shape}: {again}: {text}");
    }
    assert!(behind(&text, "again: ").iter().all(|call| calls.iter().any(|it| it == call)), "{shape}: {text}");
    for debug in behind(&text, "debug: ") {
        assert!(calls.contains(&debug.replace(" --debug ", " -t ")), "{shape}: {text}");
    }
    let [failed] = behind(&text, "failures only: ")[..] else { panic!("{shape}: {text}") };
    let (code, same, report) = judged(scene, &folder, failed);
    assert!(code == Some(1) && !results(&report, &folder).is_empty(), "{shape}: {failed}: {same}");
}

#[test]
fn a_printed_command_judges_the_same_program_in_every_shape_of_folder() {
    let of = |files: &[(&str, &str)], folders: &[&str]| {
        let scene = scene(files);
        tests(&scene, folders);
        scene
    };
    let inner = of(&[("sum/main.sh", WRONG), ("sum/sum/main.sh", RIGHT)], &["sum", "sum/sum"]);
    check("a folder in one of its name", &inner, "sum", "harness main.sh");
    check("the same folder", &inner, "sum", "harness .");
    check("the program that is there", &inner, "sum", "harness");
    check("the same from above", &inner, "", "harness sum");
    check("a path", &inner, "sum/sum", "harness ../main.sh");
    check("a root", &inner, "sum/sum", "harness --root ..");
    check("options", &inner, "sum", "harness main.sh --time 1.5 --memory 100 -e 1e-6 --sanitize --flags '-u -f' -v -a");
    check("tests that are chosen", &inner, "sum", "harness main.sh -t 'in*' --fail-fast -q");
    std::os::unix::fs::symlink("sum", inner.path("link")).unwrap();
    check("a link", &inner, "link", "harness main.sh");

    let several = of(&[("a.sh", WRONG), ("it's (1).sh", WRONG), ("-d.sh", WRONG)], &[".", "samples dir"]);
    check("several files", &several, "", r#"harness a.sh "it's (1).sh" "#);
    check("several files on tests in a folder", &several, "", r#"harness a.sh "it's (1).sh" "samples dir" "#);
    check("a leading dash", &several, "", "harness -- -d.sh");
    check("several, one with a leading dash", &several, "", "harness -- -d.sh a.sh");
    check("names of tests", &several, "", "harness a.sh --names 'samples dir/in*.txt:samples dir/out*.txt'");
    let folders = of(&[("x/a.sh", WRONG), ("x/x/a.sh", RIGHT), ("y/b.sh", WRONG)], &["x", "x/x", "y"]);
    check("two folders", &folders, "", "harness x y");
    check("a folder of folders", &folders, "", "harness .");

    let more = [
        ("a.sh", WRONG),
        ("b.sh", ""),
        ("judge.sh", "exit 43\n"),
        ("talk.sh", "echo 1\nread n\nexit 43\n"),
        ("a/a.sh", RIGHT),
    ];
    let more = of(&more, &[".", "a"]);
    check("a checker", &more, "", "harness a.sh --checker icpc:judge.sh");
    check("an interactor", &more, "", "harness a.sh --interactor talk.sh");
    check("a command", &more, "", "harness -c 'bash a.sh'");
    check("a command on tests in a folder", &more, "", "harness -c 'bash a.sh' .");
    check("a build command", &more, "", "harness --build 'cp a.sh c.sh' -c 'bash c.sh'");
    check("several sources", &more, "", "harness a.sh --with b.sh");

    let ws = workspace("ws");
    check("a workspace", &ws, "ws", "harness");
    check("a workspace, named", &ws, "", "harness --root ws twice");
    check("a workspace, by its path", &ws, "", "harness ws");
    tests(&ws, &["ws/twice", "ws/problems/twice/twice", "ws/scratch"]);
    for file in ["ws/twice/twice.sh", "ws/problems/twice/twice/twice.sh"] {
        ws.write(file, RIGHT);
    }
    check("a folder called like a problem", &ws, "ws", "harness twice");
    check("a problem's folder", &ws, "ws/problems/twice", "harness --judge kattis");
    ws.write("ws/scratch/s.sh", WRONG);
    check("a file of no problem", &ws, "ws", "harness scratch/s.sh");

    package(&ws, "ws/twice");
    ws.write("ws/twice/submissions/accepted/a.sh", RIGHT);
    check("an export called like its problem", &ws, "ws", "harness twice");

    let ws = workspace("ws");
    let solutions = ["ws/solutions/bash/twice.sh", "ws/solutions/bash/twice--other.sh"];
    solutions.iter().for_each(|file| ws.write(file, RIGHT));
    for (at, file) in [("ws/scratch", "twice.sh"), ("ws/-d", "twice--other.sh"), ("ws", "twice.sh")] {
        ws.write(&format!("{at}/{file}"), WRONG);
        check("a file called like a solution", &ws, at, &format!("harness {file}"));
    }
    check("the same by its path", &ws, "ws", "harness scratch/twice.sh");

    let packages = scene(&[]);
    package(&packages, "twice");
    package(&packages, "other");
    packages.write("lone/m.sh", RIGHT);
    tests(&packages, &["lone"]);
    for line in ["harness ../twice m.sh", "harness --root ../twice m.sh"] {
        let refused = typed(&packages.path("lone"), line);
        assert_eq!(refused.code, Some(2), "{line}: {refused:?}");
        assert!(refused.err.contains("m.sh is not a solution of ../twice"), "{line}: {refused:?}");
    }
    check("a package", &packages, "twice", "harness");
    check("a package from above", &packages, "", "harness twice");
    check("a contest", &packages, "", "harness .");
    check("two packages", &packages, "twice", "harness ../twice ../other");
}

/// Runs a command that judges no plan of its own, and what it prints behind `label` or in a hint
/// that begins so. Each of that judges a wrong program.
fn check_lines(scene: &Scene, at: &str, line: &str, label: &str) {
    let folder = scene.path(at);
    let done = typed(&folder, line);
    let text = done.out + &done.err;
    let calls = behind(&text, label);
    assert!(!calls.is_empty(), "{line}: {text}");
    for call in calls {
        let call = call.split('`').next().unwrap();
        let (code, same, report) = judged(scene, &folder, call);
        let results = results(&report, &folder);
        let is_wrong = |(.., verdict, _): &(PathBuf, String, Value, Option<String>)| *verdict == "wrong-answer";
        assert!(code == Some(1) && !results.is_empty() && results.iter().all(is_wrong), "{line}: {call}: {same}");
    }
}

#[test]
fn what_other_commands_print_judges_the_same_program() {
    let ws = workspace("ws");
    // Files that are called as a name is.
    for file in ["ws/twice/twice.sh", "ws/twice/other.sh", "twice/twice.sh", "twice/other.sh"] {
        ws.write(file, RIGHT);
    }
    tests(&ws, &["ws/twice", "twice"]);
    let why = "= hint: run `";
    check_lines(&ws, "ws", "harness check", why);
    check_lines(&ws, "", "harness check ws", why);
    check_lines(&ws, "", "harness check --root ws twice", why);
    for label in ["again: ", "failures only: "] {
        for (at, before, last) in [("ws", "harness", "harness last"), ("", "harness ws", "harness last --root ws")] {
            typed(&ws.path(at), before);
            check_lines(&ws, at, last, label);
            // What a call says is said in the folder of that call.
            check_lines(&ws, "twice", "harness last --root ../ws", label);
        }
    }
    let watched = |words: &str| format!("sed '/^watching:/q' <(exec harness {words} 2>&1); kill -INT $!");
    check_lines(&ws, "ws", &watched("twice -w"), "again: ");
    check_lines(&ws, "ws/solutions", &watched("-w bash/twice.sh"), "again: ");
    check_lines(&ws, "", &watched("--root ws twice -w"), "again: ");
}

#[test]
fn a_class_is_judged_again_by_the_command_of_its_record() {
    let scene = workspace("ws");
    scene.write("class one/ann/twice.sh", WRONG);
    scene.write("class one/bob/twice.sh", RIGHT);
    let record = scene.path("record.json");
    let grade = |line: &str| {
        let done = typed(scene.root(), &format!("{line} --json {}", record.display()));
        assert_eq!(done.code, Some(0), "{line}: {done:?}");
        let report: Value = serde_json::from_str(&scene.read("record.json")).unwrap();
        let call = report["run"]["command"].as_str().unwrap().to_owned();
        (call, results(&report, scene.root()))
    };
    let (call, first) = grade("harness grade 'class one' --root ws --problem twice -q");
    assert_eq!(grade(&call), (call.clone(), first));
}
