//! The usual shapes of a folder of submissions, and which of them reads the most students.

use super::shape::{Reading, Shape};
use std::collections::BTreeMap;

/// Shapes whose paths name the problem.
pub(super) const NAMED: [(&str, &str); 14] = [
    ("Moodle", "{student}_{id}_assignsubmission_file_/**/{problem}.{ext}"),
    ("Moodle, in one folder", "{student}_{id}_assignsubmission_file_{problem}.{ext}"),
    ("DOMjudge", "c*.s{attempt}.t{student}.p{problem}.*.{ext}"),
    ("a folder a student", "{student}/{problem}.{ext}"),
    ("a folder a student, with attempts", "{student}/{problem}/{attempt}.{ext}"),
    ("a folder a problem", "{problem}/{student}.{ext}"),
    ("a folder a problem, with attempts", "{problem}/{student}/{attempt}.{ext}"),
    ("flat", "{student}_{problem}.{ext}"),
    ("flat, with attempts", "{student}_{problem}_{attempt}.{ext}"),
    ("flat", "{student}-{problem}.{ext}"),
    ("flat", "{problem}_{student}.{ext}"),
    ("flat", "{problem}-{student}.{ext}"),
    ("a folder a student", "{student}/**/{problem}.{ext}"),
    ("a folder a problem", "{problem}/**/{student}.{ext}"),
];

/// Shapes whose paths name the problem somewhere.
pub(super) const LOOSE: [(&str, &str); 3] = [
    ("Moodle", "{student}_{id}_assignsubmission_file_/**/*{problem}*.{ext}"),
    ("a folder a student", "{student}/**/*{problem}*.{ext}"),
    ("flat", "{student}*{problem}*.{ext}"),
];

/// Shapes for one problem that the paths do not name.
pub(super) const UNNAMED: [(&str, &str); 4] = [
    ("Moodle", "{student}_{id}_assignsubmission_file_/{attempt}.{ext}"),
    ("Moodle", "{student}_{id}_assignsubmission_file_/**/{attempt}.{ext}"),
    ("a folder a student", "{student}/{attempt}.{ext}"),
    ("flat", "{student}.{ext}"),
];

/// How many entries of the folder are looked at, and how many files of each: some show the shape of
/// ten thousand, and nobody decides for the others by handing in much.
const ENTRIES: usize = 2000;
const FILES: usize = 8;

/// The first of those shapes that read the most entries of the folder, and of these the most as a
/// whole. `None` if none reads a file as one that `fits`.
pub(super) fn best(
    shapes: &[(&'static str, &'static str)],
    paths: &[&str],
    fits: impl Fn(&Reading<'_>) -> bool,
) -> Option<(&'static str, Shape)> {
    let mut entries: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in paths {
        entries.entry(entry(path)).or_default().push(path);
    }
    // Of equals the last one is taken: the first one of `shapes`.
    let tried = shapes.iter().rev().map(|(name, pattern)| {
        let shape = Shape::parse(pattern).expect("each is tried by a test");
        let reads = |path: &&&str| shape.read(path, &fits).is_some_and(|reading| fits(&reading));
        let (mut some, mut whole) = (0, 0);
        for files in entries.values().take(ENTRIES) {
            let files = &files[..files.len().min(FILES)];
            let read = files.iter().filter(reads).count();
            some += usize::from(read > 0);
            whole += usize::from(read == files.len());
        }
        (some, whole, *name, shape)
    });
    let best = tried.max_by_key(|(some, whole, ..)| (*some, *whole)).filter(|(some, ..)| *some > 0);
    best.map(|(_, _, name, shape)| (name, shape))
}

/// What of the folder itself a path is in: a student's, in most shapes.
pub(super) fn entry(path: &str) -> &str {
    path.split_once('/').map_or(path, |(entry, _)| entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shapes: &[(&'static str, &'static str)], paths: &[&str], name: &str, pattern: &str) {
        let fits =
            |reading: &Reading<'_>| reading.problem.is_none_or(|word| ["nim", "nim-moves", "sum"].contains(&word));
        let found = best(shapes, paths, fits);
        let found = found.as_ref().map(|(name, shape)| (*name, shape.as_str()));
        assert_eq!(found.unwrap_or_default(), (name, pattern), "{paths:?}");
    }

    #[test]
    fn the_usual_shapes_are_recognised() {
        check(&NAMED, &["Ana/nim.cpp", "Bob B/sum.py"], "a folder a student", "{student}/{problem}.{ext}");
        let attempts = "a folder a student, with attempts";
        check(&NAMED, &["Ana/nim/1.cpp", "Bob/sum/2.py"], attempts, "{student}/{problem}/{attempt}.{ext}");
        check(&NAMED, &["GD-1/nim/nim.cpp", "GD-2/sum/sum.py"], attempts, "{student}/{problem}/{attempt}.{ext}");
        check(&NAMED, &["nim/Ana.cpp", "sum/Bob.py"], "a folder a problem", "{problem}/{student}.{ext}");
        let moodle = ["Ana López_12_assignsubmission_file_/nim.cpp", "Bob_7_assignsubmission_file_/sum.py"];
        check(&NAMED, &moodle, "Moodle", "{student}_{id}_assignsubmission_file_/**/{problem}.{ext}");
        let deep = ["hw1-alice/src/nim.rs", "hw1-bob-b/nim.rs"];
        check(&NAMED, &deep, "a folder a student", "{student}/**/{problem}.{ext}");
        check(&NAMED, &["ana_lopez_nim.cpp", "bob_sum.py"], "flat", "{student}_{problem}.{ext}");
        check(&NAMED, &["c1.s17.t3.pnim.cpp.main.cpp"], "DOMjudge", "c*.s{attempt}.t{student}.p{problem}.*.{ext}");
        check(&LOOSE, &["greta_sum_FINAL.py", "hans-sum.py"], "flat", "{student}*{problem}*.{ext}");
        check(&LOOSE, &["ana/my sum (2).py"], "a folder a student", "{student}/**/*{problem}*.{ext}");
        let moodle = ["Ana_12_assignsubmission_file_/a.cpp", "Bob_7_assignsubmission_file_/b.py"];
        check(&UNNAMED, &moodle, "Moodle", "{student}_{id}_assignsubmission_file_/{attempt}.{ext}");
        check(&UNNAMED, &["Ana.cpp", "Bob.py"], "flat", "{student}.{ext}");
    }

    #[test]
    fn nobody_decides_for_the_others_by_handing_in_much() {
        let many: Vec<String> = (0..5000).map(|number| format!("000/nim/{number:04}.py")).collect();
        let mut paths: Vec<&str> = many.iter().map(String::as_str).collect();
        paths.extend(["alice/nim.py", "bob/nim.py"]);
        check(&NAMED, &paths, "a folder a student", "{student}/{problem}.{ext}");
    }

    #[test]
    fn what_has_no_shape_is_not_guessed() {
        check(&NAMED, &["a/b/c/d.cpp", "README"], "", "");
        check(&UNNAMED, &[], "", "");
    }
}
