//! Guesses which of the usual shapes a folder of submissions has.

use super::shape::Shape;

/// The shapes to try, in this order: the first of those that read the most files wins.
const USUAL: [(&str, &str); 14] = [
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

/// Shapes for one problem that the paths do not name.
const ONE_PROBLEM: [(&str, &str); 4] = [
    ("Moodle", "{student}_{id}_assignsubmission_file_/{attempt}.{ext}"),
    ("Moodle", "{student}_{id}_assignsubmission_file_/**/{attempt}.{ext}"),
    ("a folder a student", "{student}/{attempt}.{ext}"),
    ("flat", "{student}.{ext}"),
];

/// A shape that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GuessedShape {
    pub name: &'static str,
    pub shape: Shape,
    /// How many of the paths it reads.
    pub reads: usize,
}

/// How many paths are looked at: some show the shape of ten thousand.
const LOOKED_AT: usize = 2000;

/// The shape that reads the most of `paths` as submissions for a problem that `is_problem` knows.
/// `one_problem`: all are for the same one.
pub(super) fn guess(paths: &[&str], is_problem: impl Fn(&str) -> bool, one_problem: bool) -> Option<GuessedShape> {
    let paths = &paths[..paths.len().min(LOOKED_AT)];
    let mut patterns: Vec<(&'static str, String)> = Vec::new();
    // GitHub Classroom names a student's folder after the assignment and the student.
    if let Some(prefix) = assignment(paths) {
        let last = if one_problem { "{attempt}" } else { "{problem}" };
        patterns.push(("GitHub Classroom", format!("{prefix}{{student}}/**/{last}.{{ext}}")));
    }
    let usual = if one_problem { &ONE_PROBLEM[..] } else { &USUAL[..] };
    patterns.extend(usual.iter().map(|(name, pattern)| (*name, (*pattern).to_owned())));
    let mut best: Option<GuessedShape> = None;
    for (name, pattern) in patterns {
        let Ok(shape) = Shape::parse(&pattern) else { continue };
        let fits = |path: &&&str| {
            let is_ours = |problem: Option<&str>| problem.is_none_or(&is_problem);
            shape.read(path, |reading| is_ours(reading.problem)).is_some_and(|reading| is_ours(reading.problem))
        };
        let reads = paths.iter().filter(fits).count();
        if reads > best.as_ref().map_or(0, |best| best.reads) {
            best = Some(GuessedShape { name, shape, reads });
        }
    }
    best
}

/// The common start of all folders' names, up to a hyphen: `hw1-`.
fn assignment(paths: &[&str]) -> Option<String> {
    let mut folders: Vec<&str> =
        paths.iter().map(|path| path.split_once('/').map_or("", |(folder, _)| folder)).collect();
    folders.dedup();
    let (first, rest) = folders.split_first()?;
    let mut common = *first;
    for folder in rest {
        let same = common.char_indices().zip(folder.chars()).find(|((_, a), b)| a != b);
        let end = same.map_or(common.len().min(folder.len()), |((at, _), _)| at);
        common = &common[..end];
    }
    let end = common.rfind('-')? + 1;
    let plain = !common.contains(['{', '}', '*', '\\']);
    // `student-1`, `student-2`: here the common start is part of the names.
    let numbered = folders.iter().all(|folder| folder[end..].bytes().all(|byte| byte.is_ascii_digit()));
    (plain && !numbered && !rest.is_empty()).then(|| common[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(paths: &[&str], one_problem: bool, name: &str, pattern: &str) {
        let is_problem = |text: &str| ["nim", "nim-moves", "sum"].contains(&text);
        let guess = guess(paths, is_problem, one_problem).unwrap_or_else(|| panic!("{paths:?}"));
        assert_eq!((guess.name, guess.shape.as_str(), guess.reads), (name, pattern, paths.len()));
    }

    #[test]
    fn the_usual_shapes_are_recognised() {
        check(&["Ana/nim.cpp", "Bob B/sum.py"], false, "a folder a student", "{student}/{problem}.{ext}");
        let attempts = "a folder a student, with attempts";
        check(&["Ana/nim/1.cpp", "Bob/sum/2.py"], false, attempts, "{student}/{problem}/{attempt}.{ext}");
        check(&["nim/Ana.cpp", "sum/Bob.py"], false, "a folder a problem", "{problem}/{student}.{ext}");
        check(
            &["Ana López_12_assignsubmission_file_/nim.cpp", "Bob_7_assignsubmission_file_/sum.py"],
            false,
            "Moodle",
            "{student}_{id}_assignsubmission_file_/**/{problem}.{ext}",
        );
        check(
            &["hw1-alice/src/nim.rs", "hw1-bob-b/nim.rs"],
            false,
            "GitHub Classroom",
            "hw1-{student}/**/{problem}.{ext}",
        );
        check(&["student-1/nim.rs", "student-2/nim.rs"], false, "a folder a student", "{student}/{problem}.{ext}");
        check(&["ana_lopez_nim.cpp", "bob_sum.py"], false, "flat", "{student}_{problem}.{ext}");
        check(&["c1.s17.t3.pnim.cpp.main.cpp"], false, "DOMjudge", "c*.s{attempt}.t{student}.p{problem}.*.{ext}");
    }

    #[test]
    fn without_problems_in_the_paths_every_file_is_an_attempt_at_the_one() {
        check(
            &["Ana_12_assignsubmission_file_/a.cpp", "Bob_7_assignsubmission_file_/b.py"],
            true,
            "Moodle",
            "{student}_{id}_assignsubmission_file_/{attempt}.{ext}",
        );
        check(&["Ana.cpp", "Bob.py"], true, "flat", "{student}.{ext}");
    }

    #[test]
    fn what_has_no_shape_is_not_guessed() {
        assert_eq!(guess(&["a/b/c/d.cpp", "README"], |_| false, false), None);
        assert_eq!(guess(&[], |_| true, false), None);
    }
}
