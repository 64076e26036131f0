//! The wrong solutions of this repository are mistakes people make in its problems. This test lists
//! those that a mutant of the model solution repeats: the same mistake, at the same place.
//!
//! The others are errors of thought rather than of typing: another theorem, another game, a
//! construction that the model solution does not have, a misread format. No change to a line makes
//! them.

use mutate::{Language, Mutant, mutants};
use std::fs;
use std::path::Path;

/// A wrong solution, and a part of the lines that the mutant changes, as they are then. After a
/// minus: a part of the lines that the mutant removes.
const REPEATED: &[(&str, &str)] = &[
    ("bounded-nim--f32", "as f32 as u64"),
    ("bounded-nim--first-1000-heaps", ".min(1000)"),
    ("bounded-nim--mod-3", "heap % 3"),
    ("bounded-nim--plain-nim", "value ^ (heap)"),
    ("chess-game--any-won-chessman", "value | values[position]"),
    ("chess-game--first-graph-only", "break;"),
    ("chess-game--values-in-u8", "count() as u8"),
    ("georgia-and-bob--distance-not-gap", "couple[1] - couple[0])"),
    ("georgia-and-bob--every-gap", "windows(2)"),
    ("georgia-and-bob--gaps-as-bytes", "as u8 as u64"),
    ("georgia-and-bob--no-case-count", "let boards = 1;"),
    ("georgia-and-bob--no-sort", "-men.sort_unstable();"),
    ("lasker-nim--first-block-only", "match heap {"),
    ("lasker-nim--plain-nim", "sum ^ heap"),
    ("misere-nim--flag-not-reset", "let mut larger_heap = false;"),
    ("misere-nim--normal-play", "if (x != 0) {"),
    ("misere-nim--threshold-two", "heap > 2"),
    ("misere-nim--u8", "as u8 as u64"),
    ("nim--array-64", ".min(64)"),
    ("nim--swapped-answers", "nim_sum == 0"),
    ("nim--u8", "as u8 as u64"),
    ("nim-cases--no-exclamation-mark", "\"Alice\\n\""),
    ("nim-cases--no-terminator", "Some(n) = numbers.next() {"),
    ("nim-cases--u16", "as u16 as u64"),
    ("nim-first-move--f64", "as f64 as u64"),
    ("nim-first-move--takes-none", "<= heap"),
    ("nim-moves--distinct-heaps-only", "dedup()"),
    ("nim-moves--first-move-only", "break;"),
    ("nim-moves--one-line", "\"{} {} \""),
    ("nim-moves--sorted", "heaps.sort_unstable();"),
    ("nim-moves--x-taken", "heap - x"),
    ("play-nim--first-move-only", "break;"),
    ("play-nim--no-flush", "-io::stdout().flush()"),
    ("play-nim--reply-ignored", "-[heap, taken] =>"),
    ("play-nim--zero-based", "\"{} {}\", i, heaps[i] - left"),
    ("s-nim--heap-never-emptied", "taken < heap"),
    ("s-nim--hundred-values", ".min(100)"),
    ("s-nim--set-assumed-sorted", "take_while"),
    ("s-nim--table-one-short", "0..LARGEST"),
    ("staircase-nim--all-steps", "numbers.take(n as usize);"),
    ("staircase-nim--steps-in-f32", "as f32 as u64"),
    ("staircase-nim--steps-in-u16", "as u16 as u64"),
    ("staircase-nim--thousand-steps", ".min(1000)"),
    ("staircase-nim--top-step-forgotten", "n as usize - 1"),
    ("wythoff--empty-is-a-win", "a * a < d * b"),
    ("wythoff--no-swap", "mover_loses(a, "),
    ("wythoff--square-u32", "u64::from(a)"),
    ("wythoff-moves--from-larger-pile-only", "if false {"),
    ("wythoff-moves--no-terminator", "if false {"),
    ("wythoff-moves--twin-piles-twice", "if rest < a {"),
];

fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../solutions/src/bin");
    fs::read_to_string(folder.join(format!("{name}.rs"))).expect("a solution of this repository")
}

#[test]
fn mutants_of_the_model_solutions_repeat_these_wrong_solutions() {
    for (wrong, changed) in REPEATED {
        let (slug, _) = wrong.split_once("--").expect("a label");
        assert!(read(wrong).contains("//@ expect:"), "{wrong} is not a wrong solution");
        let found = mutants(&read(slug), Language::Rust).expect("a program");
        let repeats = |mutant: &Mutant| match changed.strip_prefix('-') {
            Some(lost) => mutant.after.trim().is_empty() && mutant.before.contains(lost),
            None => mutant.after.contains(changed),
        };
        assert!(found.iter().any(repeats), "no mutant of {slug} has `{changed}`");
    }
}

#[test]
fn more_than_a_quarter_of_the_wrong_solutions_are_repeated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../solutions/src/bin");
    let files = fs::read_dir(folder).expect("the solutions").map(|entry| entry.expect("a file").path());
    let wrong = files.filter(|file| fs::read_to_string(file).is_ok_and(|text| text.contains("//@ expect:"))).count();
    assert_eq!((REPEATED.len(), wrong), (50, 180));
}
