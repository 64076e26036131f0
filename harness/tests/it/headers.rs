//! Solutions with headers or crates of their own: where these are found, and the one file that is
//! handed over.

use crate::scene::{Printed, Scene, has, printed};
use std::process::Command;

const PROGRAM: &str = "#include <cstdio>\n#include \"lib/twice.hpp\"\n#include <algo/read.hpp>\nint main() { \
                       std::printf(\"%d\\n\", twice(read())); }\n";
const TWICE: &str = "#pragma once\nint twice(int n) { return n * 2; }\n";
const READ: &str = "#pragma once\n#include <cstdio>\nint read() { int n; std::scanf(\"%d\", &n); return n; }\n";
/// What a judge gets of the three.
const ONE_FILE: &str = "#include <cstdio>\nint twice(int n) { return n * 2; }\n#include <cstdio>\nint read() { int n; \
                        std::scanf(\"%d\", &n); return n; }\nint main() { std::printf(\"%d\\n\", twice(read())); }\n";

/// Runs with the headers in `config/` as the user's.
fn run(scene: &Scene, args: &[&str]) -> Printed {
    printed(scene.command(args).env("XDG_CONFIG_HOME", scene.path("config")), "")
}

fn with_headers(program: &str, beside: &str) -> Scene {
    let scene = Scene::twice();
    scene.write("config/harness/include/algo/read.hpp", READ);
    scene.write(program, PROGRAM);
    scene.write(&format!("{beside}lib/twice.hpp"), TWICE);
    scene
}

#[test]
fn a_program_in_any_folder_has_the_headers_beside_it_and_the_users() {
    if !has("g++") {
        return;
    }
    let scene = with_headers("any/a.cpp", "any/");
    scene.write("any/1.in", "4\n");
    scene.write("any/1.out", "8\n");
    assert_eq!(run(&scene, &["any/a.cpp"]).code, Some(0));
    // A change in a header is a change of the program.
    scene.write("any/lib/twice.hpp", "int twice(int n) { return n * 3; }\n");
    let changed = run(&scene, &["any/a.cpp"]);
    assert!(changed.code == Some(1) && changed.out.contains("1 WA"), "{changed:?}");
    scene.write("any/lib/twice.hpp", "#pragma once\nint twice(int n) { return m; }\n");
    let broken = run(&scene, &["any/a.cpp"]);
    assert!(broken.code == Some(1) && broken.out.contains("lib/twice.hpp:2:"), "{broken:?}");
}

#[test]
fn a_file_of_a_workspace_has_the_workspaces_headers_on_any_input_and_from_any_folder() {
    if !has("g++") {
        return;
    }
    let scene = with_headers("solutions/cpp/twice.cpp", "include/");
    scene.write("other/1.in", "4\n");
    for (folder, file) in
        [("", "solutions/cpp/twice.cpp"), ("solutions/cpp", "twice.cpp"), ("other", "../solutions/cpp/twice.cpp")]
    {
        let input = scene.path("other/1.in");
        let mut command = scene.command(&[file, "-i", input.to_str().unwrap()]);
        command.current_dir(scene.path(folder)).env("XDG_CONFIG_HOME", scene.path("config"));
        let ran = printed(&mut command, "");
        assert_eq!((ran.code, &*ran.out), (Some(0), "8\n"), "{folder} {ran:?}");
    }
}

#[test]
fn what_is_submitted_and_exported_is_one_file() {
    if !has("g++") {
        return;
    }
    let scene = with_headers("solutions/cpp/twice.cpp", "include/");
    let judged = run(&scene, &["twice"]);
    assert!(judged.code == Some(0) && judged.err.is_empty(), "{judged:?}");
    let submitted = run(&scene, &["submit", "twice/twice.cpp", "--print"]);
    assert_eq!((submitted.code, &*submitted.out), (Some(0), ONE_FILE), "{submitted:?}");
    let line = "  ok    one file, with its headers pasted in: lib/twice.hpp, algo/read.hpp\n";
    assert!(submitted.err.contains(line), "{}", submitted.err);
    // Tests are not headers.
    let cheat = "#include <cstdio>\nint main() { std::puts(\n#include \"testdata/twice/sample/01.ans\"\n); }\n";
    scene.write("solutions/cpp/twice--cheat.cpp", cheat);
    let cheat = run(&scene, &["twice/cheat"]);
    assert!(cheat.out.contains("01.ans: No such file"), "{cheat:?}");
    scene.write("solutions/cpp/twice--cheat.cpp", ONE_FILE);
    let exported = run(&scene, &["export", "kattis", "twice", "--lossy"]);
    assert_eq!(exported.code, Some(0), "{exported:?}");
    assert_eq!(scene.read("twice/submissions/accepted/twice.cpp"), ONE_FILE);
}

/// As libraries of many files write them: each role finds them, and `submit` pastes them in.
#[test]
fn names_with_dots_and_headers_of_the_problem_are_found_in_every_role() {
    if !has("g++") {
        return;
    }
    let scene = Scene::twice();
    let program = |headers: &[&str]| {
        let lines: String = headers.iter().map(|header| format!("#include \"{header}\"\n")).collect();
        format!(
            "#include <cstdio>\n{lines}int main() {{ int n; std::scanf(\"%d\", &n); std::printf(\"%d\\n\", n * K); }}\n"
        )
    };
    scene.write("solutions/cpp/k.h", "#pragma once\n#include \"../k/value.h\"\n");
    scene.write("solutions/k/value.h", "const int K = VALUE;\n");
    scene.write("problems/twice/params.h", "#define VALUE 2\n");
    scene.write("solutions/cpp/twice.cpp", &program(&["../params.h", "./k.h"]));
    let validator = "#include \"./params.h\"\nint main() { return VALUE == 2 ? 42 : 43; }\n";
    scene.write("problems/twice/validator.cpp", validator);
    let judged = scene.run(&["twice/twice.cpp"]);
    assert!(judged.code == Some(0) && judged.err.is_empty(), "{judged:?}");
    let submitted = scene.run(&["submit", "twice/twice.cpp", "--print"]);
    assert!(submitted.code == Some(0) && submitted.out.contains("#define VALUE 2\nconst int K"), "{submitted:?}");
    // In a plain folder, too, and there above the folder of the call.
    scene.write("plain/lib/k.hpp", "const int K = 2;\n");
    scene.write("plain/a/a.cpp", &program(&["../lib/k.hpp"]));
    scene.write("plain/a/1.in", "4\n");
    scene.write("plain/a/1.out", "8\n");
    let tried = printed(scene.command(&["a.cpp"]).current_dir(scene.path("plain/a")), "");
    assert_eq!(tried.code, Some(0), "{tried:?}");
}

#[test]
fn a_header_beside_a_solution_is_no_solution() {
    if !has("g++") {
        return;
    }
    let scene = with_headers("solutions/cpp/twice.cpp", "include/");
    scene.write("solutions/cpp/all.hpp", TWICE);
    scene.write("solutions/cpp/twice.cpp", &PROGRAM.replace("lib/twice.hpp", "all.hpp"));
    let judged = run(&scene, &["twice"]);
    assert!(judged.code == Some(0) && judged.err.is_empty(), "{judged:?}");
}

#[test]
fn a_submission_of_a_class_finds_no_header() {
    if !has("g++") {
        return;
    }
    let scene = with_headers("class/eve/twice.cpp", "class/eve/");
    scene.write("include/lib/twice.hpp", TWICE);
    scene.write("class/ann/twice.cpp", ONE_FILE);
    let graded = run(&scene, &["grade", "class"]);
    assert!(graded.out.contains("ann  accepted") && graded.out.contains("eve  does not compile"), "{graded:?}");
}

#[test]
fn a_checker_finds_testlib_in_angle_brackets() {
    if !has("g++") {
        return;
    }
    let scene = Scene::twice();
    scene.write("include/testlib.h", "enum { ok = 0, wa = 1 };\n");
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[checker]\nfile = \"checker.cpp\"\n");
    scene.write("problems/twice/checker.cpp", "#include <testlib.h>\nint main() { return ok; }\n");
    let judged = run(&scene, &["twice"]);
    assert_eq!(judged.code, Some(0), "{judged:?}");
}

/// As the page on configuration says.
#[test]
fn a_rust_program_has_the_crates_that_the_users_flags_name() {
    let scene = Scene::twice();
    scene.write("crates/scan.rs", "pub fn twice(n: i32) -> i32 { n * 2 }\n");
    scene.solution("twice", "", "scan::twice(n)");
    let missing = run(&scene, &["twice/twice.rs"]);
    assert!(missing.code == Some(1) && missing.out.contains("compile error"), "{missing:?}");
    let crates = scene.path("crates");
    let mut rustc = Command::new("rustc");
    rustc.args(["-O", "--crate-type=rlib", "--crate-name=scan", "scan.rs"]).current_dir(&crates);
    assert!(rustc.status().unwrap().success());
    let folder = crates.display();
    scene.write(
        "config/harness/config.toml",
        &format!(
            "[languages.rust]\nflags = [\"-L{folder}\", \"--extern=scan\"]\n\
             readable = [\"{{prefix}}\", \"/usr\", \"/lib\", \"/lib64\", \"/bin\", \"/etc/alternatives\", \"{folder}\"]\n"
        ),
    );
    assert_eq!(run(&scene, &["twice/twice.rs"]).code, Some(0));
}
