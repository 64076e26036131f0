//! `submit`: which files are ready, which are not and why, and how a file is handed over.

use crate::command::{left_to_long, long};
use crate::scene::{Printed, Scene, has, printed};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

const READY: &str = "twice/twice.rs: no judge named (`--judge NAME`), checked against the strictest rules
  ok    compiles alone, with the standard library only: edition 2015, edition 2018, edition 2021, edition 2024
  ok    rustc 1.56.0 has all that is used of the standard library (newer syntax is not looked for)
  ok    accepted on the one test that is here, exactly these bytes
  ok    overflows nowhere: accepted with overflow checks
file      solutions/src/bin/twice.rs
";

#[test]
fn a_file_that_any_judge_takes_is_ready() {
    Scene::twice().run(&["submit", "twice"]).is(0, READY, "");
}

#[test]
fn the_file_alone_is_printed_and_all_else_is_said_aside() {
    let scene = Scene::twice();
    scene.run(&["submit", "twice/twice.rs", "--print"]).is(0, &scene.read("solutions/src/bin/twice.rs"), READY);
}

/// Checks that the file is not ready, for this reason.
#[track_caller]
fn refused(scene: &Scene, args: &[&str], reason: &str) {
    let printed = scene.run(args);
    assert!(
        printed.code == Some(1) && printed.out.contains(reason),
        "`{reason}` is not in\n{}\n{}",
        printed.out,
        printed.err
    );
    assert!(printed.err.contains("not ready") && !printed.out.contains("file  "), "{printed:?}");
}

#[test]
fn what_a_judge_would_not_take_is_not_ready() {
    let scene = Scene::twice();
    scene.solution("twice--modern", "", "Some(n).is_some_and(|n| n > 0) as i32 + n * 2 - 1");
    refused(&scene, &["submit", "twice/modern"], "FAIL  newer than rustc 1.56.0\n        | error: current MSRV");
    if long() {
        assert_eq!(scene.run(&["submit", "twice/modern", "--judge", "codeforces"]).code, Some(0));
    }

    scene.solution("twice--gen", "", "{ let gen = n; gen * 2 }");
    refused(&scene, &["submit", "twice/gen", "--judge", "Codeforces"], "FAIL  edition 2024: does not compile alone");
    if long() {
        assert_eq!(scene.run(&["submit", "twice/gen", "--judge", "kattis"]).code, Some(0));
    }

    scene.write("solutions/src/bin/part.txt", "2");
    scene.solution("twice--parts", "", "n * include_str!(\"part.txt\").parse::<i32>().unwrap()");
    refused(&scene, &["submit", "twice/parts", "--judge", "kattis"], "does not compile alone");

    let long = scene.read("solutions/src/bin/twice.rs") + &"// and so on\n".repeat(6000);
    scene.write("solutions/src/bin/twice--long.rs", &long);
    refused(&scene, &["submit", "twice/long", "--judge", "codeforces"], "FAIL  76 KiB, and the limit is 64 KiB");
}

#[test]
fn a_file_that_no_compiler_takes_is_shown_with_the_compilers_words() {
    if !has("python3") {
        return;
    }
    let scene = Scene::twice();
    scene.write("solutions/python/twice--broken.py", "print(\n");
    refused(&scene, &["submit", "twice/broken"], "FAIL  does not compile\n        |");
}

#[test]
fn what_cannot_be_judged_on_this_machine_is_a_fault_and_not_the_file_s() {
    let scene = Scene::twice();
    let entry = "[languages.nowhere]\nextensions = [\"nowhere\"]\ntools = [\"no-such-tool\"]\n";
    scene.write("config/harness/config.toml", entry);
    scene.write("solutions/nowhere/twice--there.nowhere", "");
    let mut command = scene.command(&["submit", "twice/there"]);
    printed(command.env("XDG_CONFIG_HOME", scene.path("config")), "").is(
        3,
        "",
        "error: no nowhere here: `no-such-tool` is not in PATH, or not executable[..]
...
",
    );
}

#[test]
fn a_solution_is_named_by_its_path_too() {
    let scene = Scene::twice();
    scene.write("solutions/src/bin/twice--wrong.rs", "//@ expect: wrong-answer\nfn main() {}\n");
    refused(&scene, &["submit", "solutions/src/bin/twice--wrong.rs"], "FAIL  wrong-answer on sample/01");
    scene.write("notes.txt", "");
    scene.run(&["submit", "notes.txt"]).is(
        4,
        "",
        "error: notes.txt is not a file of a problem here\n  hint: name a problem, or one of its solutions\n",
    );
}

#[test]
fn what_is_not_accepted_or_overflows_is_not_ready() {
    let scene = Scene::twice();
    scene.solution("twice--wrong", "//@ expect: wrong-answer\n", "n * 3");
    refused(&scene, &["submit", "twice/wrong"], "FAIL  wrong-answer on sample/01: line 1, token 1: expected 2, got 3");
    // 65 536 squared is 0 in an i32, and so -O gives the right answer.
    scene.write("testdata/twice/secret/02.in", "65536\n");
    scene.write("testdata/twice/secret/02.ans", "131072\n");
    scene.solution("twice--wraps", "", "n * 2 + if n > 1 { n * n } else { 0 }");
    refused(
        &scene,
        &["submit", "twice/wraps"],
        "ok    accepted on all 2 tests, exactly these bytes\n  FAIL  overflows on secret/02, which -O hides: ",
    );
}

#[test]
fn a_judge_without_rust_gets_the_cpp_twin_where_there_is_one() {
    if !has("g++") {
        return;
    }
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[source]\njudge = \"poj\"\nid = \"1\"\n");
    scene.run(&["submit", "twice"]).is(
        1,
        "",
        "error: POJ takes no Rust (checked [..])\n  hint: write a C++ twin: solutions/cpp/twice.cpp\n",
    );
    scene.write(
        "solutions/cpp/twice.cpp",
        "#include <cstdio>\nint main() { int n; std::scanf(\"%d\", &n); std::printf(\"%d\\n\", n * 2); }\n",
    );
    let printed = scene.run(&["submit", "twice"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(printed.out.contains("this is the C++ twin") && printed.out.ends_with("language  G++\n"), "{printed:?}");
    assert!(printed.out.contains("address   POJ 1\n"), "{printed:?}");
    let printed = scene.run(&["submit", "twice/twice.rs"]);
    assert!(printed.code == Some(1) && printed.err.contains("harness submit twice/twice.cpp"), "{printed:?}");
}

#[test]
fn judges_and_solutions_that_are_not_there_are_named_with_what_is() {
    let scene = Scene::twice();
    scene.run(&["submit", "twice", "--judge", "codeforce"]).is(
        2,
        "",
        "error: no judge is known as `codeforce`\n  hint: did you mean `codeforces`?\n",
    );
    let printed = scene.run(&["submit", "twice/other"]);
    assert!(printed.code == Some(4) && printed.err.contains("twice/twice.rs, twice/brute.rs"), "{printed:?}");
    let printed = scene.run(&["submit", "twice", "--judge", "hihocoder"]);
    assert!(printed.code == Some(1) && printed.err.contains("takes no submissions any more"), "{printed:?}");
}

/// `submit twice --copy` with this script as the only clipboard tool, or with none.
fn copied(scene: &Scene, wl_copy: Option<&str>) -> Printed {
    let tools = scene.path("tools");
    fs::create_dir_all(&tools).unwrap();
    if let Some(script) = wl_copy {
        scene.write("tools/wl-copy", script);
        fs::set_permissions(scene.path("tools/wl-copy"), fs::Permissions::from_mode(0o755)).unwrap();
    }
    // Only what is needed, so that no other tool of this machine is found.
    let rustc = Command::new("sh").args(["-c", "command -v rustc"]).output().unwrap();
    let rustc = String::from_utf8(rustc.stdout).unwrap();
    let link = tools.join("rustc");
    if !link.exists() {
        std::os::unix::fs::symlink(rustc.trim(), link).unwrap();
    }
    let mut command = scene.command(&["submit", "twice", "--copy"]);
    printed(command.env("PATH", &tools).env("WAYLAND_DISPLAY", "wayland-0").env_remove("DISPLAY"), "")
}

#[test]
fn the_exact_bytes_go_to_the_clipboard() {
    let scene = Scene::twice();
    let out = scene.path("clipboard");
    let printed = copied(&scene, Some(&format!("#!/bin/sh\nexec /bin/cat > {}\n", out.display())));
    assert!(printed.code == Some(0) && printed.out.ends_with("copied (wl-copy)\n"), "{printed:?}");
    assert_eq!(fs::read(out).unwrap(), fs::read(scene.path("solutions/src/bin/twice.rs")).unwrap());
}

#[test]
fn a_clipboard_tool_that_fails_or_is_missing_is_told() {
    let scene = Scene::twice();
    let printed = copied(&scene, None);
    assert!(
        printed.code == Some(3) && printed.err.contains("no clipboard here") && printed.err.contains("--print"),
        "{printed:?}"
    );
    let printed = copied(&scene, Some("#!/bin/sh\nexit 1\n"));
    assert!(printed.code == Some(3) && printed.err.contains("wl-copy failed: exit status: 1"), "{printed:?}");
}

#[test]
fn check_wants_right_solutions_that_any_edition_takes_without_a_warning() {
    if !has("g++") || left_to_long("each solution is compiled for each edition") {
        return;
    }
    let scene = Scene::new();
    assert_eq!(scene.run(&["new", "sum", "--from", "full"]).code, Some(0));
    scene.solution("sum--warns", "//@ expect: wrong-answer\n", "{ let unused = 0; n }");
    assert_eq!(scene.run(&["check"]).code, Some(0), "a wrong solution is not handed to anybody");
    scene.solution("sum--gen", "", "{ let gen = n; gen * 2 }");
    let printed = scene.run(&["check"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(printed.err.contains("does not compile alone in rust-2024: error: expected"), "{printed:?}");
}

#[test]
fn a_file_in_any_folder_is_handed_over_whatever_lies_beside_it() {
    if !has("python3") {
        return;
    }
    let scene = Scene::empty();
    let text = "print(2 * int(input()))\n";
    for file in ["a.py", "b.py"] {
        scene.write(file, text);
    }
    scene.write("1.in", "1\n");
    scene.write("1.out", "2\n");
    let printed = scene.run(&["submit", "a.py", "--judge", "codeforces", "--print"]);
    assert!(printed.code == Some(0) && printed.out == text, "{printed:?}");
}
