//! Problems exported from the workspace as packages, and packages imported into it.

use crate::scene::{Printed, Scene};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn all_text(printed: &Printed) -> String {
    format!("{}\n{}", printed.out, printed.err)
}

#[test]
fn a_loss_is_told_and_nothing_is_written_until_it_is_agreed_to() {
    let scene = Scene::twice();
    scene.write("testdata/twice/secret/crlf.in", "4\r\n");
    scene.write("testdata/twice/secret/crlf.ans", "8\n");
    let printed = scene.run(&["export", "kattis", "twice"]);
    assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
    assert!(printed.out.contains("test secret/crlf: its input has line ends of Windows"), "{}", all_text(&printed));
    assert!(printed.out.contains("nothing was written"), "{}", all_text(&printed));
    assert!(!scene.path("twice").exists());

    let printed = scene.run(&["export", "kattis", "twice", "--lossy"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    assert!(scene.path("twice/problem.yaml").is_file());
    assert!(!scene.path("twice/data/secret/crlf.in").exists());
    assert!(scene.path("twice/harness/testdata/twice/secret/crlf.in").is_file());

    // The package is not overwritten.
    let printed = scene.run(&["export", "kattis", "twice", "--lossy"]);
    assert!(printed.code != Some(0) && printed.err.contains("it is there already"), "{}", all_text(&printed));
    assert!(printed.err.contains("`-o DIR`"), "it says what to do next: {}", all_text(&printed));
}

#[test]
fn a_package_is_written_whole_where_it_is_wanted_and_what_is_in_the_way_is_named() {
    let scene = Scene::twice();
    let printed = scene.run(&["export", "domjudge", "twice", "--lossy", "-o", "new/folder/twice.zip"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    assert!(scene.path("new/folder/twice.zip").is_file());

    // For DOMjudge it is a zip file, or a folder in the one that is named. The help says both.
    let printed = scene.run(&["export", "domjudge", "twice", "--lossy"]);
    assert!(scene.path("twice.zip").is_file(), "{}", all_text(&printed));
    let printed = scene.run(&["export", "domjudge", "twice", "--lossy", "-o", "folder"]);
    assert!(scene.path("folder/twice/domjudge-problem.ini").is_file(), "{}", all_text(&printed));
    let help = all_text(&scene.run(&["export", "--help"]));
    assert!(help.contains("nim.zip, as DOMjudge takes it; with `-o DIR` the folder DIR/nim/"), "{help}");

    scene.write("file", "");
    for (place, named) in [("file", "file/twice: not a directory"), ("file/x.zip", "file/x.zip: ")] {
        let printed = scene.run(&["export", "domjudge", "twice", "--lossy", "-o", place]);
        assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
        assert!(printed.err.contains(named), "{}", all_text(&printed));
    }
    // Nobody can make a file there, not even root.
    for place in ["/proc", "/proc/twice.zip"] {
        let printed = scene.run(&["export", "domjudge", "twice", "--lossy", "-o", place]);
        assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
        assert!(printed.err.contains("cannot write /proc/twice"), "{}", all_text(&printed));
        assert!(!printed.err.contains(".new-"), "{}", all_text(&printed));
    }
}

#[test]
fn a_language_that_has_more_time_here_is_named() {
    let scene = Scene::twice();
    let printed = scene.run(&["export", "icpc", "twice", "--lossy"]);
    assert!(!printed.out.contains("times the time limit"), "{}", all_text(&printed));
    scene.write("solutions/python/twice--slow.py", "print(2 * int(input()))\n");
    scene.write("harness.toml", "[languages.python]\ntime-factor = 3\n");
    let printed = scene.run(&["export", "domjudge", "twice"]);
    assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
    let line = "3 times the time limit for Python: the time limit is the same for every language there";
    assert!(printed.out.contains(line), "{}", all_text(&printed));
}

#[test]
fn a_solution_that_fails_on_left_out_tests_alone_is_left_out() {
    let scene = Scene::twice();
    scene.solution("twice--short", "//@ expect: wrong-answer\n", "if n == 1000 { 0 } else { 2 * n }");
    scene.write("testdata/twice/secret/crlf.in", "1000\r\n");
    scene.write("testdata/twice/secret/crlf.ans", "2000\n");
    let printed = scene.run(&["export", "icpc", "twice", "--lossy"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    let line = "twice--short.rs: it fails on tests alone that are left out";
    assert!(printed.out.contains(line), "{}", all_text(&printed));
    assert!(!scene.path("twice/submissions/wrong_answer/twice--short.rs").exists());
}

#[test]
fn an_export_comes_back_under_its_name_or_another_and_is_judged() {
    let scene = Scene::twice();
    let printed = scene.run(&["export", "domjudge", "twice", "--lossy"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    let before = scene.read("problems/twice/problem.toml");
    let printed = scene.run(&["import", "twice.zip"]);
    assert!(printed.code != Some(0) && printed.err.contains("is there already"), "{}", all_text(&printed));
    let printed = scene.run(&["import", "twice.zip", "double"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    assert_eq!(scene.read("problems/double/problem.toml"), before);
    let printed = scene.run(&["double"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn a_package_of_others_becomes_a_problem_that_is_judged_alike() {
    let scene = Scene::twice();
    let package = tempfile::tempdir().unwrap();
    let folder = package.path().join("sum");
    write(
        &folder,
        "problem.yaml",
        "name: Sum\nvalidator_flags: float_absolute_tolerance 1e-6\nlimits:\n  memory: 256\n",
    );
    write(&folder, ".timelimit", "2\n");
    write(&folder, "problem_statement/problem.en.tex", "\\problemname{Sum}\nAdd.\n");
    write(&folder, "data/sample/1.in", "1 2\n");
    write(&folder, "data/sample/1.ans", "3\n");
    write(&folder, "data/secret/1.in", "4 4\n");
    write(&folder, "data/secret/1.ans", "8\n");
    let right = "fn main() {\n    let text = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
                 println!(\"{}\", text.split_whitespace().map(|word| word.parse::<u64>().unwrap()).sum::<u64>());\n}\n";
    write(&folder, "submissions/accepted/right.rs", right);
    write(&folder, "submissions/wrong_answer/wrong.rs", "fn main() { println!(\"3\"); }\n");

    let printed = scene.run(&["import", folder.to_str().unwrap()]);
    assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
    assert!(printed.out.contains("a statement is Markdown here"), "{}", all_text(&printed));
    assert!(!scene.path("problems/sum").exists());

    let printed = scene.run(&["import", folder.to_str().unwrap(), "--lossy"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    let manifest = scene.read("problems/sum/problem.toml");
    for line in ["title = \"Sum\"", "time = 2.0", "memory = 256", "mode = \"tokens\"", "float-absolute = 1e-6"] {
        assert!(manifest.contains(line), "no {line} in\n{manifest}");
    }
    let wrong = scene.files().into_iter().find(|file| file.starts_with("solutions") && file.contains("wrong")).unwrap();
    assert!(scene.read(&wrong).starts_with("//@ expect: wrong-answer"), "{}", scene.read(&wrong));
    let printed = scene.run(&["sum"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
}

#[test]
fn what_a_package_leaves_to_be_made_is_listed_before_it_is_imported_without_it() {
    let scene = Scene::twice();
    scene.write("made/problem.yaml", "problem_format_version: 2025-09\nname: Made\n");
    scene.write("made/data/secret/1.in", "1\n");
    scene.write("made/data/secret/1.ans", "2\n");
    scene.write("made/generators/gen.py", "print(2)\n");
    scene.write("made/submissions/accepted/a.py", "print(2 * int(input()))\n");
    scene.write("made/generators/generators.yaml", "data:\n  secret:\n    data: {two: gen.py, three: gen.py}\n");
    let place = scene.path("made").canonicalize().unwrap();
    let printed = scene.run(&["import", "made"]);
    assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
    let tests = format!("2 tests: the package only describes how they are made; `harness {}`", place.display());
    assert!(printed.out.contains(&tests), "{}", all_text(&printed));
    let limit = "follows from the submissions: here it is a number: 5 s, because none is measured";
    assert!(printed.out.contains(limit), "{}", all_text(&printed));

    // It is written, but what was left out is still broken content.
    let printed = scene.run(&["import", "made", "--lossy"]);
    assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
    assert!(scene.path("testdata/made/secret/1.in").is_file(), "{}", all_text(&printed));

    fs::remove_dir_all(scene.path("made/data")).unwrap();
    let printed = scene.run(&["import", "made", "other"]);
    let hint = format!("hint: `harness {}` makes its tests first", place.display());
    assert!(printed.err.contains(&hint), "{}", all_text(&printed));
}

#[test]
fn a_problem_whose_tests_are_all_left_out_is_exported_with_that_word() {
    let scene = Scene::twice();
    scene.solution("twice--wrong", "//@ expect: wrong-answer\n", "3 * n");
    fs::remove_dir_all(scene.path("testdata/twice")).unwrap();
    scene.write("testdata/twice/sample/1.in", "1\r\n");
    scene.write("testdata/twice/sample/1.ans", "2\n");
    let printed = scene.run(&["export", "icpc", "twice", "--lossy"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    assert!(printed.out.contains("test sample/1: its input has line ends of Windows"), "{}", all_text(&printed));
}

#[test]
fn ctrl_c_while_a_package_is_written_leaves_all_of_it() {
    let scene = Scene::twice();
    // Large enough to be seen while it is written.
    let large = fs::File::create(scene.path("problems/twice/large.bin")).unwrap();
    large.set_len(64 << 20).unwrap();
    // On a crowded machine an export may be over before it is seen: then it proves nothing.
    let tries = (0..50).map(|n| interrupted_export(&scene, &format!("out-{n}")));
    assert_eq!(tries.flatten().next(), Some((Some(130), vec!["twice".to_owned()])));
}

/// Stops an export while it writes, and lets it go on with Ctrl-C. Returns its exit code and what
/// it left. `None` if it was over before.
fn interrupted_export(scene: &Scene, out: &str) -> Option<(Option<i32>, Vec<String>)> {
    fs::create_dir(scene.path(out)).unwrap();
    let names = || {
        let entries = fs::read_dir(scene.path(out)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
    };
    let command = &mut scene.command(&["export", "icpc", "twice", "--lossy", "-o", out]);
    let mut export = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while names().is_empty() {
        // Once it has been waited for, its number may be another process's.
        if export.try_wait().unwrap().is_some() {
            return None;
        }
        std::thread::yield_now();
    }
    let id = export.id().to_string();
    let signal = |name: &str| Command::new("kill").args(["-s", name, &id]).stderr(Stdio::null()).status().unwrap();
    signal("STOP");
    let is_writing = !names().contains(&"twice".to_owned());
    signal("INT");
    signal("CONT");
    let code = export.wait().unwrap().code();
    is_writing.then(|| (code, names()))
}
