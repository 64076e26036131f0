//! "Did you mean …?": the known word that an unknown one is closest to.

use std::collections::HashSet;

/// Longer words are not compared: nobody mistypes 64 characters, and the cost of the distance is
/// quadratic.
const LONGEST: usize = 64;

/// The candidate that `word` was most likely meant to be; `None` when none is near. The first one
/// wins a tie.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_few(word, candidates, 1).first().copied()
}

/// At most `most` candidates, nearest first.
pub fn nearest_few<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let word = word.to_lowercase();
    if word.is_empty() || word.chars().count() > LONGEST {
        return Vec::new();
    }
    // Several problems have tests of the same names.
    let mut before = HashSet::new();
    let candidates = candidates.into_iter().filter(|candidate| before.insert(*candidate));
    let near = |candidate: &'a str| Some((penalty(&word, &candidate.to_lowercase())?, candidate));
    let mut near: Vec<(usize, &str)> = candidates.filter_map(near).collect();
    near.sort_by_key(|(penalty, _)| *penalty);
    // Beside a slip of the pen, a word that is much farther away than the best or merely contains
    // `word` is noise.
    if let Some(best) = near.first().map(|(penalty, _)| *penalty).filter(|best| *best < LONGEST) {
        near.retain(|(penalty, _)| *penalty <= best + 1);
    }
    near.into_iter().take(most).map(|(_, candidate)| candidate).collect()
}

/// How far `word` is from `candidate`; `None` when a person would not take one for the other.
fn penalty(word: &str, candidate: &str) -> Option<usize> {
    let (long, other) = (word.chars().count(), candidate.chars().count());
    // One slip is allowed in short words, one more for every three characters: `tme` is `time`,
    // `wide` is not `time`.
    let allowed = (long.max(other) / 3).max(1);
    if other <= LONGEST && long.abs_diff(other) <= allowed {
        // A swap of neighbours is one slip.
        let distance = strsim::osa_distance(word, candidate);
        if distance <= allowed && distance < long {
            return Some(distance);
        }
    }
    // An unfinished word, or the middle of one: `georgia`, `not-reset`. Always after the slips of
    // the pen.
    let within = long >= 3 && other <= LONGEST && candidate.contains(word);
    within.then(|| LONGEST + other - long)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expected: Option<&str>) {
        let words = ["time", "wall", "memory", "output", "wrong-answer", "time-limit", "nim--x-not-reset"];
        assert_eq!(nearest(word, words), expected, "{word}");
    }

    #[test]
    fn a_slip_of_the_pen_finds_its_word() {
        check("tme", Some("time"));
        check("tiem", Some("time"));
        check("Memory", Some("memory"));
        check("memroy", Some("memory"));
        check("wrong_answer", Some("wrong-answer"));
        check("wronganswer", Some("wrong-answer"));
    }

    #[test]
    fn a_part_of_a_word_finds_the_whole() {
        check("not-reset", Some("nim--x-not-reset"));
        check("wrong", Some("wrong-answer"));
    }

    #[test]
    fn a_different_word_finds_nothing() {
        check("", None);
        check("x", None);
        check("wide", None);
        check("colour", None);
        check(&"time".repeat(1000), None);
    }

    #[test]
    fn the_nearest_comes_first() {
        assert_eq!(nearest_few("reset", ["a-long-reset", "no-reset"], 5), ["no-reset", "a-long-reset"]);
        assert_eq!(nearest_few("nmi", ["nimble", "nia", "nim"], 5), ["nim"]);
        assert_eq!(nearest_few("nim", ["nim-cases", "nin"], 5), ["nin"]);
        assert_eq!(nearest_few("nmi", ["nim", "nia", "nim", "nim"], 5), ["nim"]);
    }
}
