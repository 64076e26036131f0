//! Generators, good and bad, from the command line.

use crate::command::{fixture, harness, left_to_long};
use crate::scene::Scene;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A copy of the fixture's problem `generated` that a test may change.
fn workspace() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for file in [
        "problems/generated/problem.toml",
        "problems/generated/generator.rs",
        "testdata/generated/secret/ok.in",
        "testdata/generated/secret/ok.ans",
        "solutions/src/bin/generated.rs",
    ] {
        let to = root.path().join(file);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(fixture("tools").join(file), to).unwrap();
    }
    root
}

fn printed(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

fn generate(root: &Path, args: &[&str]) -> (Option<i32>, String) {
    printed(harness().arg("generate").arg("--root").arg(root).args(args))
}

#[test]
fn a_generator_that_crashes_hangs_floods_or_rolls_dice_is_told_and_the_rest_is_made() {
    let root = workspace();
    let ok = root.path().join("testdata/generated/secret/ok.in");
    fs::remove_file(&ok).unwrap();
    fs::write(root.path().join("testdata/generated/secret/other.in"), "").unwrap();
    fs::write(root.path().join("testdata/generated/secret/other.ans"), "").unwrap();
    let (exit, text) = generate(root.path(), &[]);
    for words in [
        "crash) ended with exit code 101: thread 'main'",
        "flood) was stopped after 1 MiB of output",
        "hang) was stopped after 0.3 s of CPU time",
        "random) gives another test every time, from line 1 on",
        "starts from the seed in its arguments",
        "sleep) was stopped after 2 s on the clock",
        "wrote testdata/generated/secret/ok.in",
        "1 written, 0 unchanged, 0 differ, 5 failed",
    ] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    assert_eq!((exit, fs::read_to_string(&ok).unwrap().as_str()), (Some(3), "ok\n"));
    assert!(!root.path().join("testdata/generated/secret/random.in").exists(), "{text}");
}

/// Checks what `check` says about a checker whose tests have two numbers or a blank line as the
/// answer.
fn of_checker(checker: &str, expected: &[&str]) {
    let scene = Scene::new();
    scene.write("problems/p/problem.toml", "title = \"P\"\n[tools]\ntime = 2\n");
    scene.write("problems/p/checker.sh", checker);
    for (test, answer) in [("sample/1", "1 2\n"), ("secret/2", "\n"), ("secret/3", "1 1\n")] {
        scene.write(&format!("testdata/p/{test}.in"), answer);
        scene.write(&format!("testdata/p/{test}.ans"), answer);
    }
    scene.write("solutions/bash/p.sh", "cat\n");
    for _ in 0..2 {
        let err = scene.run(&["check", "p"]).err;
        let of_checker = err.split("\n\n").filter(|found| found.contains("--> problems/p/checker.sh"));
        let of_checker: Vec<&str> = of_checker.map(|found| found.lines().next().unwrap()).collect();
        let fits = of_checker.iter().zip(expected).all(|(found, expected)| found.starts_with(expected));
        assert!(fits && of_checker.len() == expected.len(), "{expected:?} is not in\n{err}");
    }
}

#[test]
fn check_reports_a_checker_that_accepts_or_fails_on_junk() {
    let right =
        "set -f\na=($(cat)) b=($(cat \"$2\"))\nif [ \"${a[*]}\" = \"${b[*]}\" ]; then exit 42; else exit 43; fi\n";
    // It accepts an empty output where the answer is blank, and may.
    of_checker(right, &[]);
    let accepts = |what: &str| format!("error: the checker accepts {what}, as of sample/1");
    let all = ["an empty output", "noise", "the answer followed by another word"].map(accepts);
    of_checker("exit 42\n", &all.each_ref().map(String::as_str));
    let prefix = right.replace("\"${a[*]}\"", "\"${a[*]::${#b[@]}}\"");
    of_checker(&prefix, &[&accepts("the answer followed by another word")]);
    let index = right.replace("if", "if [ ${#a[@]} -gt 0 ]; then case ${a[-1]} in [0-2]) ;; *) exit 1; esac; fi\nif");
    of_checker(&index, &["error: given noise for sample/1, checker.sh ended with exit code 1"]);
}

#[test]
fn a_checker_that_hangs_on_junk_is_tried_no_further() {
    if left_to_long("a checker runs out of time") {
        return;
    }
    // It accepts an empty output, too; that comes up once it ends.
    let hangs = "if [ \"$(head -c 1)\" = $'\\1' ]; then while :; do :; done; fi\nexit 42\n";
    of_checker(hangs, &["error: given noise for sample/1, checker.sh hit its own time-limit"]);
}

#[test]
fn check_shows_an_input_that_the_grammar_allows_and_the_other_validator_refuses() {
    let scene = Scene::twice();
    scene.write("problems/twice/input.ctd", "INT(1,9,n) NEWLINE EOF\n");
    let validator = |most: u32| {
        let text = format!(
            "fn main() {{\n    let text = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
             let n: u32 = text.trim().parse().unwrap();\n    if n > {most} {{\n        eprintln!(\"n is too large\");\n        \
             std::process::exit(43);\n    }}\n    std::process::exit(42);\n}}\n"
        );
        scene.write("problems/twice/validator.rs", &text);
        scene.run(&["check", "twice"]).out
    };
    let words =
        "problems/twice/input.ctd allows this input, and problems/twice/validator.rs refuses it: n is too large\n    ";
    let printed = validator(5);
    assert!(printed.contains(words), "{printed}");
    let printed = validator(9);
    assert!(!printed.contains("allows this input"), "{printed}");
}

/// Sets up a generator of two tests that can be trusted.
fn honest(root: &Path) {
    let toml = root.join("problems/generated/problem.toml");
    let table = "title = \"G\"\n[generate]\n\"secret/ok\" = \"ok\"\n\"secret/other\" = \"other\"\n";
    fs::write(toml, table).unwrap();
}

#[test]
fn a_lock_holds_tests_that_are_not_kept_against_their_hashes() {
    let root = workspace();
    let path = |file: &str| root.path().join(file);
    let (input, lock) = (path("testdata/generated/secret/other.in"), path("problems/generated/generate.lock"));
    honest(root.path());
    let (exit, text) = generate(root.path(), &["--lock"]);
    assert_eq!(exit, Some(0), "{text}");
    assert!(text.contains("locked 2 tests in problems/generated/generate.lock"), "{text}");
    fs::write(path("testdata/generated/secret/other.ans"), "other\n").unwrap();
    let locked = fs::read_to_string(&lock).unwrap();
    assert_eq!(locked.lines().count(), 2, "{locked}");

    // A deleted test comes back as it was.
    fs::remove_file(&input).unwrap();
    let (exit, text) = generate(root.path(), &[]);
    assert_eq!((exit, fs::read_to_string(&input).unwrap().as_str()), (Some(0), "other\n"), "{text}");
    assert!(text.contains("1 written, 1 unchanged") && !text.contains("locked"), "{text}");

    // The generator has changed: nothing is written, and `check` reports it.
    let generator = path("problems/generated/generator.rs");
    let changed = fs::read_to_string(&generator).unwrap().replace("println!(\"{word}\")", "println!(\"{word}!\")");
    fs::write(&generator, changed).unwrap();
    fs::remove_file(&input).unwrap();
    let (exit, text) = generate(root.path(), &[]);
    assert_eq!((exit, input.exists()), (Some(2), false), "{text}");
    assert!(text.contains("other.in as the generator writes it now is not what problems/generated/generate.lock says"));
    let (_, text) = printed(harness().arg("check").arg("--root").arg(root.path()));
    assert!(text.contains("the generator writes another `secret/other` than the lock holds"), "{text}");

    // With `--force` the test is written.
    let (exit, text) = generate(root.path(), &["--force"]);
    assert_eq!((exit, fs::read_to_string(&input).unwrap().as_str()), (Some(0), "other!\n"), "{text}");
    assert_ne!(fs::read_to_string(&lock).unwrap(), locked);
}

#[test]
fn a_lock_that_does_not_fit_the_table_is_told_of() {
    let root = workspace();
    honest(root.path());
    let lock = root.path().join("problems/generated/generate.lock");
    let check = || printed(harness().arg("check").arg("--root").arg(root.path())).1;
    fs::write(&lock, format!("{}  secret/gone\n", "0".repeat(64))).unwrap();
    let text = check();
    assert!(text.contains("the lock holds `secret/gone`, which nothing generates"), "{text}");
    assert!(text.contains("`secret/ok` is generated, and not in the lock"), "{text}");
    fs::write(&lock, "nonsense\n").unwrap();
    assert!(check().contains("generate.lock: line 1 is not a hash and a test"));
    let (exit, text) = generate(root.path(), &[]);
    assert!(exit == Some(2) && text.contains("line 1 is not a hash and a test"), "{text}");
}
