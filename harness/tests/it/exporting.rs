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

    // The package is not overwritten.
    let printed = scene.run(&["export", "kattis", "twice", "--lossy"]);
    assert!(printed.code != Some(0) && printed.err.contains("it is there already"), "{}", all_text(&printed));
    assert!(printed.err.contains("name another folder"), "it says what to do next: {}", all_text(&printed));
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
fn an_export_comes_back_under_its_name_or_another_and_is_judged() {
    let scene = Scene::twice();
    let printed = scene.run(&["export", "domjudge", "twice", "--lossy"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    let printed = scene.run(&["import", "twice.zip"]);
    assert!(printed.code != Some(0) && printed.err.contains("already there"), "{}", all_text(&printed));
    let printed = scene.run(&["import", "twice.zip", "double"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    assert!(scene.read("problems/double/problem.toml").contains("title = \"Twice\""));
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
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    assert!(
        printed.err.contains("problem_statement: kept as it is in problems/sum/package/"),
        "{}",
        all_text(&printed)
    );
    let manifest = scene.read("problems/sum/problem.toml");
    for line in ["title = \"Sum\"", "time = 2.0", "memory = 256", "mode = \"tokens\"", "float-absolute = 1e-6"] {
        assert!(manifest.contains(line), "no {line} in\n{manifest}");
    }
    let wrong = scene.files().into_iter().find(|file| file.starts_with("solutions") && file.contains("wrong")).unwrap();
    assert!(scene.read(&wrong).starts_with("//@ expect: wrong-answer"), "{}", scene.read(&wrong));
    let printed = scene.run(&["sum"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    let printed = scene.run(&["export", "kattis", "sum", "-o", "back"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    assert_eq!(scene.read("back/sum/problem_statement/problem.en.tex"), "\\problemname{Sum}\nAdd.\n");
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
    let tests =
        format!("2 tests: the package only describes how they are made: run `harness {}` first", place.display());
    assert!(printed.out.contains(&tests), "{}", all_text(&printed));
    let limit = "follows from the submissions: here it is a number: ";
    assert!(printed.err.contains(limit), "{}", all_text(&printed));

    // It is written, but what was left out is still broken content.
    let printed = scene.run(&["import", "made", "--lossy"]);
    assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
    assert!(scene.path("testdata/made/secret/1.in").is_file(), "{}", all_text(&printed));

    fs::remove_dir_all(scene.path("made/data")).unwrap();
    let printed = scene.run(&["import", "made", "other"]);
    let hint = format!("hint: run `harness {}`, which makes its tests", place.display());
    assert!(printed.err.contains(&hint), "{}", all_text(&printed));
}

#[test]
fn a_problem_whose_tests_are_all_left_out_is_not_exported() {
    let scene = Scene::twice();
    scene.solution("twice--wrong", "//@ expect: wrong-answer\n", "3 * n");
    fs::remove_dir_all(scene.path("testdata/twice")).unwrap();
    scene.write("testdata/twice/sample/1.in", "1\r\n");
    scene.write("testdata/twice/sample/1.ans", "2\n");
    let printed = scene.run(&["export", "icpc", "twice", "--lossy"]);
    assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
    assert!(printed.out.contains("tests: none of the problem's own can be there"), "{}", all_text(&printed));
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

/// The part of testlib's protocol that the programs below use: the order of the arguments, the exit
/// codes, the words on standard error.
const TESTLIB: &str = r#"#pragma once
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
inline std::ifstream inf_, ouf_, ans_;
inline std::ofstream tout;
[[noreturn]] inline void quit(int code, const char *words) { std::fprintf(stderr, "%s\n", words); std::exit(code); }
inline int number(std::istream &from, int code) { int n; if (!(from >> n)) quit(code, "no number"); return n; }
inline void checker(int argc, char **argv) {
    if (argc != 4) quit(3, "testlib has three arguments");
    inf_.open(argv[1]), ouf_.open(argv[2]), ans_.open(argv[3]);
    // The output must be a file whose size can be asked for.
    ouf_.seekg(0, std::ios::end);
    if (ouf_.tellg() < 0) quit(3, "the output has no size");
    ouf_.seekg(0);
    if (number(ans_, 3) < 0) quit(3, "the answer is another file");
}
inline void interactor(int argc, char **argv) {
    if (argc != 4) quit(3, "testlib has three arguments");
    inf_.open(argv[1]), tout.open(argv[2]);
    if (!tout) quit(3, "cannot write the file for the checker");
}
"#;

/// A problem of pairs with a given sum, whose programs are all written for testlib.
fn testlib_problem(scene: &Scene) {
    scene.write("include/testlib.h", TESTLIB);
    scene.write("problems/pair/problem.toml", "title = \"Pair\"\n[compare]\nmode = \"tokens\"\n");
    scene.write("problems/pair/statement.md", "# Pair\n\nSplit.\n");
    scene.write("problems/pair/problem.toml", "title = \"Pair\"\n");
    scene.write("problems/pair/why.hpp", "#pragma once\nstatic const char *WHY = \"another sum\";\n");
    scene.write(
        "problems/pair/checker.cpp",
        "#include \"testlib.h\"\n#include \"why.hpp\"\nint main(int argc, char **argv) {\n    checker(argc, argv);\n    \
         int a = number(ouf_, 8), b = number(ouf_, 8);\n    quit(a + b == number(inf_, 3) ? 0 : 1, WHY);\n}\n",
    );
    // There is no `return`, which only `main` may leave out.
    scene.write(
        "problems/pair/validator.cpp",
        "#include \"testlib.h\"\nint main(int, char **) {\n    if (number(std::cin, 3) < 2) quit(3, \"too small\");\n}\n",
    );
    for (test, n) in [("sample/1", 5), ("secret/1", 9)] {
        scene.write(&format!("testdata/pair/{test}.in"), &format!("{n}\n"));
        scene.write(&format!("testdata/pair/{test}.ans"), &format!("2 {}\n", n - 2));
    }
    scene.write("testdata/pair/invalid/1.in", "1\n");
    let program = |end: &str| format!("#include <cstdio>\nint main() {{ int n; std::scanf(\"%d\", &n); {end} }}\n");
    scene.write("solutions/cpp/pair.cpp", &program("std::printf(\"1 %d\\n\", n - 1);"));
    let wrong = program("std::printf(\"1 %d\\n\", n);");
    scene.write("solutions/cpp/pair--wrong.cpp", &format!("//@ expect: wrong-answer\n{wrong}"));
}

#[test]
fn programs_that_are_written_for_testlib_judge_in_every_format() {
    if !crate::scene::has("g++") {
        return;
    }
    let scene = Scene::new();
    testlib_problem(&scene);
    for (format, validator) in [("kattis", "output_validators/checker"), ("icpc", "output_validator"), ("domjudge", "")]
    {
        // It judges the package, and would refuse to write one with another verdict.
        let printed = scene.run(&["export", format, "pair", "-o", format]);
        assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
        if !validator.is_empty() {
            for file in ["checker.cpp", "testlib.h", "why.hpp", "testlib_shim.cpp"] {
                assert!(scene.path(&format!("{format}/pair/{validator}/{file}")).is_file(), "{format} {file}");
            }
        }
    }
    // The user's own headers are not needed there any more.
    fs::remove_dir_all(scene.path("include")).unwrap();
    let root = scene.path("kattis/pair");
    let printed = scene.run(&["--root", root.to_str().unwrap(), "-v"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    assert!(all_text(&printed).contains("another sum"), "its words arrive: {}", all_text(&printed));
}

#[test]
fn an_interactor_that_is_written_for_testlib_judges_in_every_format() {
    if !crate::scene::has("g++") {
        return;
    }
    let scene = Scene::new();
    scene.write("include/testlib.h", TESTLIB);
    scene.write("problems/guess/problem.toml", "title = \"Guess\"\n[interactor]\nkind = \"testlib\"\n");
    scene.write(
        "problems/guess/interactor.cpp",
        "#include \"testlib.h\"\nint main(int argc, char **argv) {\n    interactor(argc, argv);\n    int n = number(inf_, 3);\n    \
         for (int i = 0; i < 9; ++i) {\n        int m = number(std::cin, 1);\n        \
         std::cout << (m == n ? '=' : m < n ? '>' : '<') << std::endl;\n        if (m == n) quit(0, \"found\");\n    }\n    \
         quit(1, \"too many questions\");\n}\n",
    );
    for (test, n) in [("sample/1", 3), ("secret/1", 90)] {
        scene.write(&format!("testdata/guess/{test}.in"), &format!("{n}\n"));
        scene.write(&format!("testdata/guess/{test}.ans"), "");
    }
    let program = |next: &str| {
        format!(
            "#include <cstdio>\nint main() {{ int lo = 1, hi = 100; char c = 0; while (c != '=') {{ int m = {next}; \
             std::printf(\"%d\\n\", m); std::fflush(stdout); if (std::scanf(\" %c\", &c) != 1) return 0; \
             if (c == '>') lo = m + 1; else hi = m - 1; }} }}\n"
        )
    };
    scene.write("solutions/cpp/guess.cpp", &program("(lo + hi) / 2"));
    scene.write("solutions/cpp/guess--one.cpp", &format!("//@ expect(**): wrong-answer\n{}", program("lo")));
    for format in ["kattis", "icpc"] {
        let printed = scene.run(&["export", format, "guess", "-o", format, "--lossy"]);
        assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    }
}

#[test]
fn an_export_that_nobody_can_judge_is_refused_and_names_what_is_missing() {
    let scene = Scene::new();
    testlib_problem(&scene);
    fs::remove_dir_all(scene.path("include")).unwrap();
    let config = scene.path("config");
    let run = |format: &str| {
        crate::scene::printed(scene.command(&["export", format, "pair", "--lossy"]).env("XDG_CONFIG_HOME", &config), "")
    };
    if !Path::new("/usr/include/testlib.h").exists() && !Path::new("/usr/local/include/testlib.h").exists() {
        let printed = run("icpc");
        assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
        assert!(printed.out.contains("testlib.h, which is not on this machine"), "{}", all_text(&printed));
    }
    fs::remove_file(scene.path("problems/pair/checker.cpp")).unwrap();
    fs::remove_file(scene.path("problems/pair/validator.cpp")).unwrap();
    // Testlib's arguments are adapted for C++ and Python alone.
    for (kind, file) in [("testlib", "checker.rs"), ("cms", "checker.py")] {
        let _ = fs::remove_file(scene.path("problems/pair/checker.rs"));
        scene.write(&format!("problems/pair/{file}"), "");
        scene.write("problems/pair/problem.toml", &format!("title = \"Pair\"\n[checker]\nkind = \"{kind}\"\n"));
        let printed = run("kattis");
        assert_eq!(printed.code, Some(2), "{}", all_text(&printed));
        assert!(printed.out.contains("write it for kind = \"icpc\""), "{}", all_text(&printed));
        assert!(!scene.path("pair").exists());
    }
}

#[test]
fn an_export_that_is_judged_otherwise_is_not_written_and_the_others_are() {
    let scene = Scene::twice();
    // It looks at the name of the answer's folder, which is another one there.
    scene.write("problems/twice/checker.sh", "case $2 in *testdata*) exit 42 ;; *) exit 43 ;; esac\n");
    let printed = scene.run(&["twice"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
    let printed = scene.run(&["export", "icpc", "twice", "--lossy"]);
    assert_eq!(printed.code, Some(1), "{}", all_text(&printed));
    assert!(printed.err.contains("twice is not judged there as it is here"), "{}", all_text(&printed));
    assert!(!scene.path("twice").exists());
    for (file, text) in [("sample/01.in", "1\n"), ("sample/01.ans", "1\n")] {
        scene.write(&format!("testdata/sum/{file}"), text);
    }
    scene.write("problems/sum/problem.toml", "title = \"Sum\"\n");
    scene.solution("sum", "", "n");
    let printed = scene.run(&["export", "icpc", "none", "twice", "sum", "--lossy"]);
    assert_eq!(printed.code, Some(4), "{}", all_text(&printed));
    assert!(!scene.path("twice").exists() && scene.path("sum/problem.yaml").is_file(), "{}", all_text(&printed));
    let printed = scene.run(&["export", "icpc", "twice", "--lossy", "--no-judge"]);
    assert_eq!(printed.code, Some(0), "{}", all_text(&printed));
}

#[test]
fn a_new_problem_of_the_full_template_is_exported_as_it_is() {
    let scene = Scene::new();
    for command in [&["new", "fresh", "--template", "full"][..], &["generate", "fresh"], &["bless", "fresh", "--yes"]] {
        let printed = scene.run(command);
        assert_eq!(printed.code, Some(0), "{command:?} {}", all_text(&printed));
    }
    for format in ["kattis", "icpc", "domjudge"] {
        let printed = scene.run(&["export", format, "fresh", "-o", format]);
        assert_eq!(printed.code, Some(0), "{format}: {}", all_text(&printed));
    }
}
