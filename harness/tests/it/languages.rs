//! How programs of a language are built: by flags, standards and headers.

use crate::command::{know_machine, long};
use crate::scene::{Scene, has};
use std::fs;
use std::path::Path;

/// rustc makes the object that lets programs serve forks of themselves, also for programs in C.
#[test]
fn flags_for_rust_are_for_programs_in_rust() {
    if !has("gcc") {
        return;
    }
    let scene = Scene::twice();
    let text = "#include <stdio.h>\nint main(void) { int n; if (scanf(\"%d\", &n) != 1) return 1; printf(\"%d\\n\", 2 * n); }\n";
    scene.write("solutions/c/twice--c.c", text);
    scene.solution("twice--overflows", "//@ expect: run-time-error\n", "n + i32::MAX");
    let run = |flags: &str| {
        scene.write("harness.toml", &format!("[languages.rust]\nflags = [{flags}]\n"));
        let mut command = scene.command(&[]);
        let printed = crate::scene::printed(command.env("HARNESS_CACHE_DIR", scene.path("user/harness/shared")), "");
        assert_eq!(printed.code, Some(0), "{printed:?}");
    };
    know_machine(&scene.path("user"));
    // Each run compiles everything.
    if long() {
        scene.write(
            "problems/twice/validator.rs",
            "fn main() { kit::validate(|input| { input.int(\"n\", 1..=9)?; input.end() }) }\n",
        );
        run("\"-Copt-level=0\", \"-Coverflow-checks=on\"");
        // The validator uses the kit built in the previous run.
        run("\"-Cpanic=abort\", \"-Coverflow-checks=on\"");
    }
    // The flag replaces the edition that is there: in 2024 `gen` is not a name.
    scene.solution("twice--gen", "//@ expect: compile-error\n", "{ let gen = n; gen * 2 }");
    run("\"--edition=2024\", \"-Coverflow-checks=on\"");
}

#[test]
fn a_file_names_its_standard_and_a_problem_how_it_is_linked() {
    if !has("g++") {
        return;
    }
    let scene = Scene::twice();
    let standard = "#include <cstdio>\nint main() { int n; if (scanf(\"%d\", &n) != 1) return 1; printf(\"%d\\n\", __cplusplus == 201703L ? 2 * n : 0); }\n";
    scene.write("solutions/cpp/twice--new.cpp", &format!("//@ expect: wrong-answer\n{standard}"));
    scene.write("solutions/cpp/twice--old.cpp", &format!("//@ std: c++17\n{standard}"));
    know_machine(&scene.path("user"));
    let cache = scene.path("user/harness/shared");
    let run = || crate::scene::printed(scene.command(&[]).env("HARNESS_CACHE_DIR", &cache), "");
    let printed = run();
    assert_eq!(printed.code, Some(0), "{printed:?}");
    // Whether a program needs the loader of shared libraries.
    let shared = || {
        let files = walkdir::WalkDir::new(&cache).into_iter().map(Result::unwrap);
        let programs = files.filter(|entry| entry.file_name() == "main");
        programs
            .map(|entry| fs::read(entry.path()).unwrap())
            .map(|bytes| memchr_in(&bytes, b"/ld-linux"))
            .collect::<Vec<_>>()
    };
    let before = shared();
    assert_eq!(before.len(), 4, "{before:?}");
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[build]\nstatic = false\n");
    let printed = run();
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(!printed.out.contains("from cache"), "another program is another result: {}", printed.out);
    let after = shared();
    assert_eq!(after.len(), 8, "{after:?}");
    assert_eq!(after.iter().filter(|shared| **shared).count(), 4 + before.iter().filter(|shared| **shared).count());
    let printed = scene.run(&["explain", "twice"]);
    assert!(printed.out.contains("problems/twice/problem.toml:3"), "{}", printed.out);
    scene.write("solutions/src/bin/twice--x.rs", "//@ std: c++17\nfn main() {}\n");
    let printed = run();
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(format!("{}{}", printed.out, printed.err).contains("`std` does not apply to rust"), "{printed:?}");
}

#[test]
fn a_precompiled_header_changes_no_program_and_no_word_of_the_compiler() {
    // Making a precompiled header takes some seconds.
    if !has("g++") || !long() {
        return;
    }
    let begins = "// by hand\n#include <bits/stdc++.h>\n";
    let body = "using namespace std;\nint main() { int n; cin >> n; map<int, vector<int>> m; m[n].push_back(2 * n); sort(m[n].begin(), m[n].end()); cout << m[n][0]";
    let (with, without) = (Scene::twice(), Scene::twice());
    let mut refused = Vec::new();
    // With one worker, none is idle.
    for (scene, jobs) in [(&with, "-j2"), (&without, "-j1")] {
        for n in 0..20 {
            // One uses another standard, another one is refused.
            let standard = if n == 2 { "//@ std: c++17\n" } else { "" };
            let end = if n == 3 { " }\n" } else { " << endl; }\n" };
            scene.write(&format!("solutions/cpp/twice--{n}.cpp"), &format!("{standard}{begins}{body}{end}"));
        }
        let mut command = scene.command(&["twice", "-v", jobs]);
        let printed = crate::scene::printed(command.env("HARNESS_CACHE_DIR", scene.path("cache")), "");
        assert_eq!(printed.code, Some(1), "{printed:?}");
        let words = printed.out.lines().filter(|line| line.contains("error: "));
        refused.extend(words.map(str::to_owned));
    }
    let found = |scene: &Scene, name: &str| {
        let files = walkdir::WalkDir::new(scene.root()).sort_by_file_name().into_iter().map(Result::unwrap);
        let paths = files.filter(|entry| entry.file_name() == name).map(|entry| entry.path().to_path_buf());
        paths.collect::<Vec<_>>()
    };
    // For the standard that many files are left with.
    assert_eq!((found(&with, "stdc++.h.gch").len(), found(&without, "stdc++.h.gch").len()), (1, 0));
    let programs = |scene: &Scene| {
        let key = |path: &Path| path.ancestors().nth(2).unwrap().file_name().unwrap().to_owned();
        let of = found(scene, "main").into_iter().map(|path| (key(&path), fs::read(path).unwrap()));
        of.collect::<std::collections::BTreeMap<_, _>>()
    };
    let (with_header, without_header) = (programs(&with), programs(&without));
    assert!(with_header.len() >= 19, "{}", with_header.len());
    assert!(with_header == without_header, "a program is another one");
    assert!(refused.len() == 2 && refused[0] == refused[1], "{refused:?}");
}

fn memchr_in(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A solution's first crash is run once more with sanitizers. Where they are not installed, or
/// cannot work in this machine's containment, nothing is reported, and nothing else differs.
#[test]
fn a_crash_in_cpp_says_where_it_happened_and_stays_what_it_was() {
    let scene = Scene::twice();
    let crash = "#include <cstdio>\n#include <vector>\n#include <cstdlib>\nint main() {\n    std::vector<int> v(2);\n    \
        int n;\n    scanf(\"%d\", &n);\n    v[n + 5] = n;\n    abort();\n}\n";
    scene.write("solutions/cpp/twice--crash.cpp", crash);
    let printed = scene.run(&["twice/crash"]);
    if !has("g++") {
        println!("skipped: there is no g++ on this machine");
        return;
    }
    assert!(printed.out.contains("signal 6 (SIGABRT)"), "{}", printed.out);
    let at = "crashed at: solutions/cpp/twice--crash.cpp:8: heap-buffer-overflow in main";
    let found = printed.out.matches("crashed at: ").count();
    if found == 0 {
        println!("skipped: no sanitizers here");
        return;
    }
    assert!(found == 1 && printed.out.contains(at), "{}", printed.out);
    // The place is cached with the rest.
    let again = scene.run(&["twice/crash"]);
    assert!(again.out.contains("(from cache)") && again.out.contains(at), "{}", again.out);
}
