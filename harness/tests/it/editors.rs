//! The settings of docs/editors.md, held against what the harness prints.

use crate::command::repository;
use crate::scene::{Scene, has, printed};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

/// The first block of the page in this language.
fn block(language: &str) -> String {
    let page = fs::read_to_string(repository().join("docs/editors.md")).unwrap();
    let (_, block) = page.split_once(&format!("```{language}\n")).expect("the page has such a block");
    block.split("```").next().unwrap().to_owned()
}

/// A folder with a program that rustc refuses on its second line.
fn scene() -> Scene {
    let scene = Scene::empty();
    scene.write("typo.rs", "fn main() {\n    let x: i32 = \"a\";\n}\n");
    scene.write("typo.in", "1\n");
    scene.write("typo.ans", "1\n");
    scene
}

#[test]
fn the_task_of_vs_code_calls_what_there_is() {
    let tasks: Value = serde_json::from_str(&block("json")).unwrap();
    let task = &tasks["tasks"][0];
    assert_eq!(task["command"], "harness");
    let args = task["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap());
    let args: Vec<String> = args.map(|arg| arg.replace("${fileBasename}", "typo.rs")).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let scene = scene();
    let refused = printed(&mut scene.command(&args), "");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    // What the patterns for rustc look for.
    let lines: Vec<&str> = refused.out.lines().map(str::trim_start).collect();
    let place = lines.iter().position(|line| *line == "--> typo.rs:2:18").unwrap_or_else(|| panic!("{refused:?}"));
    assert!(lines[place - 1].starts_with("error[E0308]: "), "{refused:?}");
}

/// Runs an editor of vi's kind to its end, with the harness on its path.
fn edit(editor: &str, scene: &Scene, arguments: &[&str]) {
    let ours = scene.command(&[]);
    let harness = std::path::Path::new(ours.get_program());
    let path = std::env::var_os("PATH").unwrap();
    let folders = std::iter::once(harness.parent().unwrap().to_owned()).chain(std::env::split_paths(&path));
    let mut command = Command::new(editor);
    command.args(["-u", "NONE", "-es"]).args(arguments).args(["-c", "qa!"]).current_dir(scene.root());
    for (name, value) in ours.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.env("PATH", std::env::join_paths(folders).unwrap()).stdin(Stdio::null()).output().unwrap();
}

#[test]
fn vim_jumps_to_what_does_not_compile() {
    let editors: Vec<&str> = ["vim", "nvim"].into_iter().filter(|editor| has(editor)).collect();
    println!("tried: {editors:?}, of vim and nvim");
    for editor in editors {
        let scene = scene();
        scene.write("settings.vim", &block("vim"));
        let list = "redir! > found | clist | redir END";
        edit(editor, &scene, &["-S", "settings.vim", "-c", "edit typo.rs", "-c", "silent make", "-c", list]);
        let found = fs::read_to_string(scene.root().join("found")).unwrap();
        assert!(found.contains("typo.rs:2 col 18 error"), "{editor}: {found}");
    }
}

#[test]
fn neovim_shows_places_as_diagnostics() {
    if !has("nvim") {
        println!("skipped: no nvim here");
        return;
    }
    let scene = scene();
    scene.write("judge.lua", &block("lua"));
    let write = "lua local d = vim.diagnostic.get(0)[1]; vim.fn.writefile({ d.lnum + 1 .. ':' .. d.col + 1 .. ' ' .. d.message }, 'found')";
    edit("nvim", &scene, &["-c", "luafile judge.lua", "-c", "edit typo.rs", "-c", "silent Judge", "-c", write]);
    assert_eq!(fs::read_to_string(scene.root().join("found")).unwrap(), "2:18 mismatched types\n");
}

#[test]
fn an_editor_gets_programs_tests_places_and_outputs_as_json() {
    let scene = Scene::empty();
    scene.write("max.py", "def f(x):\n    return 1 // x\n\n\nprint(f(int(input())))\n");
    for (name, text) in [("max1.in", "0\n"), ("max1.out", "0\n"), ("max2.in", "1\n"), ("max2.out", "2\n")] {
        scene.write(name, text);
    }
    let listed = printed(&mut scene.command(&["list", "--json"]), "");
    let listing: Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!((&listing["schema"], &listing["kind"]), (&"harness-list/1".into(), &"plain".into()), "{listing}");
    let test = &listing["problems"][0]["tests"][1];
    let (path, input) = (scene.root().join("max.py"), scene.root().join("max2.in"));
    assert_eq!(test["input"], *input.to_string_lossy());
    let program = &listing["programs"][0];
    assert_eq!(program["path"], *path.to_string_lossy());

    let judged = printed(&mut scene.command(&[&path.to_string_lossy(), "--report", "jsonl=-"]), "");
    let lines: Vec<Value> = judged.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let place = lines.iter().position(|line| line["type"] == "place").expect("a place");
    assert_eq!(lines[place]["test"], "max1");
    let reason = "ZeroDivisionError: integer division or modulo by zero";
    let expected = serde_json::json!({
        "found_by": "crash", "severity": "error", "path": "max.py", "line": 2, "column": null, "message": reason
    });
    assert_eq!(lines[place]["place"], expected);
    assert_eq!(lines[place + 1]["type"], "solution");
    let outputs = std::path::Path::new(listing["outputs"].as_str().unwrap());
    let outputs = outputs.join(program["name"].as_str().unwrap()).join("max2.out");
    assert_eq!(fs::read_to_string(&outputs).unwrap(), "1\n", "{}", outputs.display());
}

#[test]
fn a_test_is_added_beside_a_program_in_the_names_that_are_there() {
    let scene = Scene::empty();
    scene.write("a.py", "print(int(input()) + 1)\n");
    let add = |input: &str| printed(&mut scene.command(&["add", "a.py", "--paste"]), input);
    assert_eq!(add("1\n---\n2\n").out, "added a1.in + a1.out\n");
    assert_eq!(add("5\n---\n6\n").out, "added a2.in + a2.out\n");
    let again = add("1\n---\n3\n");
    assert_eq!(again.code, Some(2), "{again:?}");
    assert!(again.err.contains("this is the input of a1.in already"), "{again:?}");
    let bare = printed(&mut scene.command(&["add", "a.py"]), "7\n");
    assert!(bare.err.contains("the test has no answer"), "{bare:?}");
    let judged = printed(&mut scene.command(&["a.py"]), "");
    assert_eq!(judged.code, Some(0), "{judged:?}");
    assert!(judged.out.starts_with("2 tests: "), "{judged:?}");
}

#[test]
fn a_debugger_gets_a_program_with_symbols_that_lead_to_the_source() {
    let scene = Scene::empty();
    scene.write("a.cpp", "#include <cstdio>\nint twice(int x) {\n  return 2 * x;\n}\nint main() { int x; scanf(\"%d\", &x); printf(\"%d\\n\", twice(x)); }\n");
    scene.write("a1.in", "21\n");
    let built = printed(&mut scene.command(&["debug", "a.cpp", "-i", "a1.in", "--json"]), "");
    assert_eq!(built.code, Some(0), "{built:?}");
    let launch: Value = serde_json::from_str(&built.out).unwrap();
    let path = |key: &str| launch[key].as_str().unwrap_or_else(|| panic!("{key}: {launch}"));
    let ran = Command::new(path("program")).stdin(fs::File::open(path("input")).unwrap()).output().unwrap();
    assert_eq!(ran.stdout, b"42\n", "outside of all containment");
    if !has("gdb") {
        println!("the rest is skipped: no gdb here");
        return;
    }
    let mut gdb = Command::new("gdb");
    gdb.args(["-q", "-batch", "-nx"]);
    gdb.args(["-ex", &format!("set substitute-path {} {}", path("compiled_in"), path("folder"))]);
    gdb.args(["-ex", &format!("info line {}:3", path("source")), "-ex", "list twice", path("program")]);
    let gdb = gdb.current_dir("/").output().unwrap();
    let lines = String::from_utf8_lossy(&gdb.stdout);
    assert!(lines.contains("Line 3 of ") && lines.contains("return 2 * x;"), "{gdb:?}");
}

/// The folder of a program may be somebody else's, and the way to the debugger leads through it.
#[test]
fn nothing_in_the_folder_is_the_debugger_or_commands_it() {
    let scene = Scene::empty();
    let text = "#include <stdio.h>\nint main() { fclose(fopen(\"made\", \"w\")); return 0; }\n";
    scene.write("a.c", text);
    scene.write("a1.in", "");
    for name in ["gdb", "lldb"] {
        scene.write(name, "#!/bin/sh\ntouch evil\n");
        fs::set_permissions(scene.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    scene.write(".gdbinit", "shell touch evil\n");
    // What some people set, so that the folders of their own projects may.
    scene.write("home/.gdbinit", "set auto-load safe-path /\nset history save on\n");
    scene.write(".gdb_history", "shell touch evil\n");
    let path = format!(".::{}", std::env::var("PATH").unwrap());
    let debug = |input: &str| {
        let mut command = scene.command(&["debug", "a.c", "-i", input]);
        printed(command.env("PATH", &path).env("HOME", scene.path("home")), "show commands\nrun\n")
    };
    let debugged = debug("a1.in");
    assert!(!scene.path("evil").exists() && !debugged.out.contains("evil"), "{debugged:?}");
    if has("gdb") {
        assert!(scene.path("made").exists(), "the program runs in its own folder: {debugged:?}");
        assert_eq!(scene.read(".gdb_history"), "shell touch evil\n");
    }
    for name in ["a\nshell touch evil", "a`expr 1`"] {
        scene.write(name, "");
        let refused = debug(name);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(!scene.path("evil").exists(), "{refused:?}");
    }
}
