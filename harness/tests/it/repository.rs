//! The repository's own problems: their sizes, and that `check` finds nothing to fix.

use crate::command::{harness, left_to_long, repository};
use std::collections::BTreeMap;
use walkdir::WalkDir;

#[test]
fn no_test_file_is_larger_than_the_largest_legal_input_needs_and_no_problem_than_six_mebibytes() {
    let testdata = repository().join("testdata");
    let mut sizes: BTreeMap<String, u64> = BTreeMap::new();
    for entry in WalkDir::new(&testdata) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let size = entry.metadata().unwrap().len();
            // The largest legal input of a problem has up to 200,000 numbers of 10 digits. It is
            // one number over and over, which git packs into kilobytes.
            assert!(size <= 9 << 18, "{} has {size} bytes", entry.path().display());
            let problem = entry.path().strip_prefix(&testdata).unwrap().components().next().unwrap();
            *sizes.entry(problem.as_os_str().to_string_lossy().into_owned()).or_default() += size;
        }
    }
    assert!(!sizes.is_empty());
    for (problem, size) in sizes {
        assert!(size <= 6 << 20, "{problem} has {size} bytes of tests");
    }
}

/// Statements, samples, validators and their bounds; generated tests, byte for byte; every answer
/// confirmed by two programs with different ideas; every directive met. It shares the cache of
/// `cargo run -p harness`, as a person's own call does.
#[test]
fn check_finds_nothing_to_mend() {
    if left_to_long("it compiles every right solution in each edition") {
        return;
    }
    let mut check = harness();
    check.current_dir(repository()).env_remove("HARNESS_CACHE_DIR").arg("check");
    let output = check.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(printed.contains("clean"), "{printed}");
}
