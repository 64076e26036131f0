//! Every language as its people use it, with one program for each, which does what the first word
//! of its input says: reads many numbers, recurses deeply, takes four fifths of the memory in one
//! array, starts a thread, or says whether it is judged. A new language gets a line in [`ALL`] and
//! a program in `fixtures/workspaces/habits`.

use crate::command::{OwnCache, fixture, long};
use crate::scene::{Scene, has, printed};
use std::fmt::Write as _;
use std::fs;

/// A language by its program's extension, its tool, and how long its tools take.
const ALL: [(&str, &str, Tools); 22] = [
    ("adb", "gnatmake", Tools::Quick),
    ("c", "gcc", Tools::Quick),
    ("cpp", "g++", Tools::Quick),
    ("cs", "mcs", Tools::Quick),
    ("d", "gdc", Tools::Slow),
    ("f90", "gfortran", Tools::Quick),
    ("go", "go", Tools::Slow),
    ("hs", "ghc", Tools::Slow),
    ("java", "javac", Tools::Quick),
    ("js", "node", Tools::Quick),
    ("kt", "kotlinc", Tools::Slow),
    ("lua", "lua5.4", Tools::Quick),
    ("ml", "ocamlopt", Tools::Quick),
    ("pas", "fpc", Tools::Quick),
    ("php", "php", Tools::Quick),
    ("pl", "perl", Tools::Quick),
    ("py", "python3", Tools::Quick),
    ("rb", "ruby", Tools::Quick),
    ("rs", "rustc", Tools::Quick),
    ("scala", "scalac", Tools::Slow),
    ("sh", "bash", Tools::Quick),
    ("ts", "tsc", Tools::Slow),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tools {
    Quick,
    /// They take seconds.
    Slow,
}

/// The name that people give: a judge's title, with a space.
const STEM: &str = "A. Two sums";

#[test]
fn what_people_write_in_each_language_is_accepted() {
    let scene = Scene::empty();
    let count = if long() { 1_000_000 } else { 100_000 };
    let (mut numbers, mut sum) = (format!("sum {count}\n"), 0);
    for i in 0..count {
        let number: u64 = i * 7919 % 1_000_000 + 1;
        sum += number;
        let _ = write!(numbers, "{}{number}", if i == 0 { "" } else { " " });
    }
    numbers.push('\n');
    let tests = [
        ("sum", numbers, sum.to_string()),
        ("deep", "deep 100000\n".to_owned(), "100000".to_owned()),
        // Four fifths of the 256 MiB that a folder's programs may have.
        ("big", "big 204\n".to_owned(), "204".to_owned()),
        ("thread", "thread 21\n".to_owned(), "42".to_owned()),
        ("judge", "judge 1\n".to_owned(), "judge".to_owned()),
    ];
    for (name, input, answer) in &tests {
        scene.write(&format!("{name}.in"), input);
        scene.write(&format!("{name}.ans"), &format!("{answer}\n"));
    }
    let mut files = Vec::new();
    for (extension, tool, tools) in ALL {
        if !has(tool) {
            println!("skipped: there is no {tool} on this machine");
        } else if tools == Tools::Slow && !long() {
            println!("skipped: {tool} takes seconds; HARNESS_TEST_LONG=1 runs it");
        } else {
            let file = format!("{STEM}.{extension}");
            let text = fs::read_to_string(fixture("habits").join(format!("habits.{extension}"))).unwrap();
            scene.write(&file, &text);
            files.push(file);
        }
    }
    // Verdicts do not depend on how busy this machine is.
    let (mut command, cache) = (scene.command(&["--time", "30"]), OwnCache::new());
    let result = printed(command.args(&files).env("HARNESS_CACHE_DIR", cache.path()), "");
    for file in &files {
        let passed = result.out.lines().any(|line| line.contains("PASS") && line.contains(&format!("{file} ")));
        assert!(passed, "{file}\n{}\n{}", result.out, result.err);
    }
    assert_eq!(result.code, Some(0), "{result:?}");
}

#[test]
fn a_crash_for_want_of_a_thread_or_a_process_names_the_limit() {
    if !has("python3") {
        println!("skipped: there is no python3 on this machine");
        return;
    }
    let scene = Scene::empty();
    scene.write("1.in", "1\n");
    scene.write("1.ans", "1\n");
    scene.write(
        "bomb.py",
        "import threading, time\nthreading.stack_size(1 << 16)\nwhile True: threading.Thread(target=time.sleep, args=(9,), daemon=True).start()\n",
    );
    scene.write("fork.py", "import subprocess\nprint(subprocess.check_output(['expr', '0', '+', '1']).decode())\n");
    let cache = OwnCache::new();
    let run = |file: &str| printed(scene.command(&[file]).env("HARNESS_CACHE_DIR", cache.path()), "");
    let bomb = run("bomb.py");
    assert!(bomb.out.contains("it was refused a thread (limits.processes allows 64)"), "{bomb:?}");
    let fork = run("fork.py");
    assert!(fork.out.contains("it was refused a process (limits.fork allows none)"), "{fork:?}");
}
