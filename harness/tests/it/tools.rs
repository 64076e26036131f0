//! Generators, good and bad, from the command line.

use crate::command::{fixture, harness};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The problem `generated` of the fixture, where it may be changed.
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

fn told(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), said)
}

fn generate(root: &Path, args: &[&str]) -> (Option<i32>, String) {
    told(harness().arg("generate").arg("--root").arg(root).args(args))
}

#[test]
fn a_generator_that_crashes_hangs_floods_or_rolls_dice_is_told_and_the_rest_is_made() {
    let root = workspace();
    let ok = root.path().join("testdata/generated/secret/ok.in");
    fs::remove_file(&ok).unwrap();
    fs::write(root.path().join("testdata/generated/secret/other.in"), "").unwrap();
    fs::write(root.path().join("testdata/generated/secret/other.ans"), "").unwrap();
    let (exit, said) = generate(root.path(), &[]);
    for words in [
        "crash) ended with exit code 101: thread 'main'",
        "flood) was stopped after 1 MiB of output",
        "hang) was stopped after 0.3 s of CPU time",
        "random) gives another test every time",
        "starts from the seed in its arguments",
        "sleep) was stopped after 2 s on the clock",
        "wrote testdata/generated/secret/ok.in",
        "1 written, 0 as they were, 0 differing, 5 not made",
    ] {
        assert!(said.contains(words), "`{words}` is not in\n{said}");
    }
    assert_eq!((exit, fs::read_to_string(&ok).unwrap().as_str()), (Some(3), "ok\n"));
    assert!(!root.path().join("testdata/generated/secret/random.in").exists(), "{said}");
}
