//! A word of a call means the same to every command.

use crate::scene::Scene;
use std::collections::BTreeSet;

/// The solutions that `list` prints for these words, by problem, and the number of runs.
fn listed(scene: &Scene, words: &[&str]) -> (BTreeSet<(String, String)>, usize) {
    let printed = scene.run(&[&["list"], words].concat());
    assert_eq!(printed.code, Some(0), "{words:?}: {printed:?}");
    let (mut solutions, mut problem, mut runs) = (BTreeSet::new(), "", 0);
    for line in printed.out.lines() {
        match line.strip_prefix("  ") {
            Some(solution) => {
                let name = solution.split_whitespace().next().unwrap();
                solutions.insert((problem.to_owned(), name.to_owned()));
            }
            None => {
                problem = line.split(": ").next().unwrap();
                let last = line.rsplit(", ").next().unwrap();
                runs = last.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0);
            }
        }
    }
    (solutions, runs)
}

/// The same of what is judged for these words.
fn judged(scene: &Scene, words: &[&str]) -> (BTreeSet<(String, String)>, usize) {
    let printed = scene.run(&[words, &["--report", "json=-", "-q"]].concat());
    let report: serde_json::Value =
        serde_json::from_str(&printed.out).unwrap_or_else(|error| panic!("{words:?}: {error}: {printed:?}"));
    let (mut solutions, mut runs) = (BTreeSet::new(), 0);
    for solution in report["solutions"].as_array().unwrap() {
        let name = solution["name"].as_str().unwrap();
        let (problem, name) = name.split_once('/').unwrap();
        solutions.insert((problem.to_owned(), name.to_owned()));
        runs += solution["tests"].as_array().unwrap().len();
    }
    (solutions, runs)
}

fn program(scene: &Scene, file: &str, value: &str) {
    scene.write(
        file,
        &format!(
            "fn main() {{ let n: i32 = std::io::read_to_string(std::io::stdin()).unwrap().trim().parse().unwrap(); \
             println!(\"{{}}\", {value}); }}\n"
        ),
    );
}

/// A workspace of one problem that comes from a judge, and beside it files of no problem.
fn workspace() -> Scene {
    let scene = Scene::twice();
    let source = "title = \"Twice\"\n[source]\nid = \"77A\"\nurl = \"https://judge.example/p/77A\"\n";
    scene.write("problems/twice/problem.toml", source);
    scene.write("testdata/twice/secret/01-one.in", "3\n");
    scene.write("testdata/twice/secret/01-one.ans", "6\n");
    for (name, text) in [("zz1.in", "4\n"), ("zz1.out", "8\n"), ("plain/1.in", "1\n"), ("plain/1.out", "2\n")] {
        scene.write(name, text);
    }
    program(&scene, "zz.rs", "n * 2");
    program(&scene, "scratch/twice.rs", "n + n");
    program(&scene, "plain/b.rs", "n * 2");
    scene
}

#[test]
fn what_list_prints_is_what_is_judged() {
    let scene = workspace();
    let calls: [&[&str]; 15] = [
        &[],
        &["twice"],
        &["twice/brute"],
        &["twice/twice"],
        &["solutions/src/bin/twice--brute.rs"],
        &["solutions"],
        &["problems/twice"],
        &["testdata/twice/sample/01.in"],
        &["twice", "-t", "*one*"],
        &["https://judge.example/p/77A"],
        &["77A"],
        &["zz.rs"],
        &["scratch/twice.rs"],
        &["plain/b.rs"],
        &["plain/b.rs", "plain/1.in"],
    ];
    for words in calls {
        let listed = listed(&scene, words);
        assert!(!listed.0.is_empty(), "{words:?}");
        assert_eq!(listed, judged(&scene, words), "{words:?}");
    }
}

#[test]
fn what_list_prints_of_a_plain_folder_is_what_is_judged() {
    let scene = Scene::empty();
    for (name, text) in [("a1.in", "1\n"), ("a1.out", "2\n"), ("t/1.in", "5\n"), ("t/1.out", "10\n")] {
        scene.write(name, text);
    }
    program(&scene, "a.rs", "n * 2");
    program(&scene, "b.rs", "n + n");
    program(&scene, "t/c.rs", "n * 2");
    for words in [&["a.rs"][..], &["."], &["b.rs", "t"], &["t"], &["t/c.rs", "a.rs"], &["a.rs", "-t", "*"]] {
        let listed = listed(&scene, words);
        assert!(!listed.0.is_empty(), "{words:?}");
        assert_eq!(listed, judged(&scene, words), "{words:?}");
    }
}

#[test]
fn a_problem_is_meant_by_its_name_its_address_its_id_and_its_files() {
    let scene = workspace();
    let words = [
        "twice",
        "problems/twice/",
        "77A",
        "https://judge.example/p/77A",
        "judge.example/p/77A/",
        "testdata/twice",
        "testdata/twice/sample/01.in",
        "problems/twice/problem.toml",
        "twice/brute",
        "twice--brute",
        "solutions/src/bin/twice.rs",
    ];
    for word in words {
        let explained = scene.run(&["explain", word]);
        assert!(explained.code == Some(0) && explained.out.starts_with("twice\n"), "{word}: {explained:?}");
        let blessed = scene.run(&["bless", word]);
        assert!(blessed.out.starts_with("twice: every test has an answer"), "{word}: {blessed:?}");
    }
    let own = scene.run(&["explain", "zz.rs"]);
    assert!(own.code == Some(0) && own.out.starts_with("zz\n"), "{own:?}");
}

#[test]
fn a_word_that_means_no_problem_says_what_it_is() {
    let scene = workspace();
    scene.write("problems/Bad Name/problem.toml", "title = \"Bad\"\n");
    scene.write("notes.txt", "");
    for (command, word, error) in [
        ("explain", "nope", "error: no problem is called `nope`\n"),
        ("explain", "Bad Name", "error: `problems/Bad Name` is not a problem: its name is not one\n"),
        ("list", "Bad Name", "error: `problems/Bad Name` is not a problem: its name is not one\n"),
        ("bless", "notes.txt", "error: notes.txt is not a file of a problem here\n"),
    ] {
        let printed = scene.run(&[command, word]);
        assert!(printed.code != Some(0) && printed.err.contains(error), "{command} {word}: {printed:?}");
    }
}
