//! The repository's own problems: their sizes, and that `check` finds nothing to fix.

use crate::command::{harness, left_to_long, repository};
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
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

/// Grundy's game has no theorem: that the model solution's table ends at 2000 is justified by
/// computing every value up to the bound of the statement.
#[test]
fn each_heap_of_grundys_game_up_to_the_bound_is_lost_or_won_as_the_model_solution_says() {
    let statement = fs::read_to_string(repository().join("problems/grundys-game/statement.md")).unwrap();
    assert!(statement.contains("| $n$ | 1 | 1000000 |"), "the bound is another one");
    let largest = if left_to_long("the whole table takes ten seconds of CPU time") { 20_000 } else { 1_000_000 };
    let folder = tempfile::tempdir().unwrap();
    let heaps: String = (1..=largest).map(|heap| format!("{heap}\n")).collect();
    let input = folder.path().join("all.in");
    fs::write(&input, format!("{largest}\n{heaps}")).unwrap();
    let answers = |solution: &str| {
        let source = repository().join("solutions/src/bin").join(format!("{solution}.rs"));
        let program = folder.path().join(solution);
        let rustc = Command::new("rustc").args(["-O", "--crate-name", "main", "-o"]).arg(&program).arg(source).status();
        assert!(rustc.unwrap().success(), "{solution}");
        let ran = Command::new(&program).stdin(fs::File::open(&input).unwrap()).stderr(Stdio::inherit()).output();
        String::from_utf8(ran.unwrap().stdout).unwrap()
    };
    let computed = answers("grundys-game--whole-table");
    assert_eq!(computed.lines().count(), largest);
    let lost = computed.lines().enumerate().filter(|(_, line)| *line == "second").map(|(at, _)| at + 1);
    let lost: Vec<usize> = lost.collect();
    assert!(lost.len() == 41 && lost.last() == Some(&1222), "{lost:?}");
    for solution in ["grundys-game", "grundys-game--list"] {
        // Both are as long, and a difference would be lost among so many lines.
        let first = answers(solution).lines().zip(computed.lines()).position(|(one, other)| one != other);
        assert_eq!(first, None, "{solution}: the heap before this one");
    }
}
