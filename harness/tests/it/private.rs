//! A person's own folders: what is judged there learns nothing of what else lies there, and what
//! others left in the place of the harness's own files neither stops it nor is touched.

use crate::command::{copy, know_machine, long};
use crate::scene::{Printed, Scene, has, printed};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

const SECRET: &str = "SECRET-4711";

/// Every level that exists; one that does not work on this machine falls to the next lower one.
const LEVELS: [&str; 3] = ["full+cgroup", "full", "confined"];

/// A home folder with a key in it.
fn home() -> Scene {
    let scene = Scene::empty();
    scene.write("home/.ssh/id", SECRET);
    scene.write("home/1.in", "1\n");
    scene.write("home/1.ans", "2\n");
    scene
}

fn run(scene: &Scene, args: &[&str], path: &str) -> Printed {
    let home = scene.path("home");
    let mut command = scene.command(args);
    command.current_dir(&home).env("HOME", &home).env("PATH", path).env("HARNESS_CACHE_DIR", scene.path("cache"));
    printed(&mut command, "")
}

#[test]
fn a_checker_is_shown_its_test_and_nothing_that_lies_beside_it() {
    if !has("gcc") {
        return;
    }
    let scene = home();
    scene.write("home/sol.c", "int main() { }\n");
    scene.write(
        "home/checker.c",
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         int main(int count, char **names) {\n\
           char path[4096], key[100] = \"\";\n\
           FILE *in = fopen(names[1], \"r\"), *answer = fopen(names[2], \"r\");\n\
           if (!in || !answer) return 1;\n\
           strcpy(path, names[1]);\n\
           strcpy(strrchr(path, '/'), \"/.ssh/id\");\n\
           FILE *file = fopen(path, \"r\");\n\
           if (file) fread(key, 1, 99, file);\n\
           strcat(strcpy(path, names[3]), \"/judgemessage.txt\");\n\
           fprintf(fopen(path, \"w\"), \"seen: %s\\n\", key);\n\
           return 43;\n\
         }\n",
    );
    let path = std::env::var("PATH").unwrap();
    for level in LEVELS {
        let args = ["sol.c", "--checker", "icpc:checker.c", "--no-cache", "--containment", level];
        let ran = run(&scene, &args, &path);
        // Where the level does not work, nothing is run.
        if ran.code == Some(1) {
            assert!(ran.out.contains("seen:") && !ran.out.contains(SECRET), "{level}: {ran:?}");
        } else {
            assert_eq!(ran.code, Some(3), "{level}: {ran:?}");
        }
    }
}

#[test]
fn a_tool_in_the_home_folder_shows_programs_the_tool_alone() {
    let Some(lua) = ["/usr/bin/lua5.4", "/usr/bin/lua5.3"].into_iter().find(|file| Path::new(file).exists()) else {
        return;
    };
    for folder in ["bin", ".local/bin"] {
        let scene = home();
        scene.write("home/.local/share/keyrings/id", SECRET);
        let bin = scene.path("home").join(folder);
        fs::create_dir_all(&bin).unwrap();
        fs::copy(lua, bin.join("lua5.4")).unwrap();
        let keys = ["home/.ssh/id", "home/.local/share/keyrings/id"].map(|key| scene.path(key));
        let reads = keys.map(|key| format!("local f = io.open({key:?}) print(f and f:read('a') or 'none')\n"));
        scene.write("home/s.lua", &reads.concat());
        let path = format!("{}:/usr/bin:/bin", bin.display());
        for level in LEVELS {
            let ran = run(&scene, &["s.lua", "-i", "1.in", "--no-cache", "--containment", level], &path);
            assert!(ran.code == Some(3) || ran.out == "none\nnone\n", "{folder}, {level}: {ran:?}");
        }
    }
}

fn workspace(scene: &Scene) {
    scene.write("ws/problems/twice/problem.toml", "title = \"Twice\"\n");
    scene.write("ws/testdata/twice/sample/01.in", "1\n");
    scene.write("ws/testdata/twice/sample/01.ans", "2\n");
    scene.write("ws/solutions/python/twice.py", "print(3)\n");
}

/// What it brings along is neither a build, nor the name of a tool, nor a result.
#[test]
fn a_workspace_holds_reports_and_nothing_that_is_started_or_believed() {
    if !has("python3") {
        return;
    }
    let scene = Scene::empty();
    workspace(&scene);
    for cache in ["one", "two"] {
        know_machine(&scene.path(cache));
    }
    let run = |cache: &str| {
        let mut command = scene.command(&["-v"]);
        command.current_dir(scene.path("ws")).env_remove("HARNESS_CACHE_DIR");
        printed(command.env("XDG_CACHE_HOME", scene.path(cache)), "")
    };
    let first = run("one");
    assert!(first.code == Some(1) && !first.out.contains("from cache"), "{first:?}");
    let own = scene.path("ws/target/harness");
    let mut there: Vec<_> = fs::read_dir(&own).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    there.sort();
    assert_eq!(there, ["failed.json", "last", "report.html", "report.json"]);
    // All that somebody's harness knows of just these files.
    copy(&scene.path("one/harness/shared"), &own);
    assert!(own.join("store").exists());
    let second = run("two");
    assert!(second.code == Some(1) && !second.out.contains("from cache"), "{second:?}");
    assert!(run("two").out.contains("from cache"), "in one's own cache it counts");
}

/// Whoever handed a workspace over may have put a pipe where the harness keeps its reports.
#[test]
fn a_pipe_among_the_reports_of_a_workspace_is_never_waited_for() {
    let files = ["failed.json", "report.json"];
    let alone = files.chunks(1).filter(|_| long());
    for files in alone.chain([&files[..]]) {
        let scene = Scene::empty();
        workspace(&scene);
        know_machine(&scene.path("user"));
        for file in files {
            let pipe = scene.path("ws/target/harness").join(file);
            fs::create_dir_all(pipe.parent().unwrap()).unwrap();
            assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        }
        for args in [&[][..], &["last"], &["--failed"]] {
            let mut command = scene.command(args);
            command.current_dir(scene.path("ws")).env_remove("HARNESS_CACHE_DIR");
            // It ends: the test would hang otherwise.
            let ran = printed(command.env("XDG_CACHE_HOME", scene.path("user")), "");
            assert!(matches!(ran.code, Some(0 | 1)), "{files:?}: {args:?}: {ran:?}");
        }
    }
}

/// Somebody else's cache, as of the person who called `sudo`: he may link what is written there.
#[test]
fn what_a_link_in_the_cache_leads_to_is_neither_cut_nor_written() {
    let scene = Scene::empty();
    workspace(&scene);
    scene.write("precious", "mine");
    fs::create_dir_all(scene.path("cache/users")).unwrap();
    fs::create_dir_all(scene.path("cache/tmp")).unwrap();
    for link in ["cache/users.lock", "cache/users/.tmpX", "cache/tmp/build-x.lock", "cache/containment-highest"] {
        symlink(scene.path("precious"), scene.path(link)).unwrap();
    }
    for args in [&[][..], &["--no-cache"]] {
        let mut command = scene.command(args);
        printed(command.current_dir(scene.path("ws")).env("HARNESS_CACHE_DIR", scene.path("cache")), "");
        assert_eq!(scene.read("precious"), "mine", "{args:?}");
    }
}

/// Whoever handed a workspace over may have put a link in place of a folder that commands write in.
#[test]
fn what_a_workspace_calls_its_own_folder_is_written_to_only_if_it_is() {
    if !has("python3") {
        return;
    }
    let scene = Scene::empty();
    workspace(&scene);
    scene.write("ws/problems/twice/problem.toml", "title = \"Twice\"\n[generate]\n\"secret/g\" = \"1\"\n");
    scene.write("ws/problems/twice/generator.py", "print(1)\n");
    scene.write("else/mine", "mine");
    symlink(scene.path("else"), scene.path("ws/testdata/twice/secret")).unwrap();
    symlink(scene.path("else"), scene.path("ws/testdata/new")).unwrap();
    for args in [&["generate", "twice"][..], &["generate", "twice", "--force"], &["new", "new"]] {
        let mut command = scene.command(args);
        let ran = printed(command.current_dir(scene.path("ws")).env("HARNESS_CACHE_DIR", scene.path("cache")), "");
        assert!(ran.code != Some(0), "{args:?}: {ran:?}");
        assert_eq!(fs::read_dir(scene.path("else")).unwrap().count(), 1, "{args:?}: {ran:?}");
    }
}
