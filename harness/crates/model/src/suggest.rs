//! "Did you mean …?": the known word that an unknown one is closest to.

/// Longer words are not compared: nobody mistypes 64 characters, and the distance costs time by the square.
const LONGEST: usize = 64;

/// The candidate that `word` was most likely meant to be; `None` when none is near. The first one wins a tie.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_few(word, candidates, 1).first().copied()
}

/// At most `most` candidates, nearest first.
pub fn nearest_few<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    sorted(word, &mut candidates.into_iter(), most)
}

/// Compiled once, not once for each kind of iterator.
fn sorted<'a>(word: &str, candidates: &mut dyn Iterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().collect();
    if word.is_empty() || word.len() > LONGEST {
        return Vec::new();
    }
    let mut near: Vec<(usize, &str)> = candidates
        .filter_map(|candidate| {
            let other: Vec<char> = candidate.to_lowercase().chars().collect();
            (other.len() <= LONGEST).then(|| penalty(&word, &other)).flatten().map(|penalty| (penalty, candidate))
        })
        .collect();
    near.sort_by_key(|(penalty, _)| *penalty);
    // What is much farther away than the best, or merely holds `word`, is noise beside a slip of the pen.
    if let Some(best) = near.first().map(|(penalty, _)| *penalty).filter(|best| *best < LONGEST) {
        near.retain(|(penalty, _)| *penalty <= best + 1);
    }
    near.into_iter().take(most).map(|(_, candidate)| candidate).collect()
}

/// How far `word` is from `candidate`; `None` when a person would not take one for the other.
fn penalty(word: &[char], candidate: &[char]) -> Option<usize> {
    // One slip is allowed in short words, one more for every three characters: `tme` is `time`, `wide` is not `time`.
    let allowed = (word.len().max(candidate.len()) / 3).max(1);
    if word.len().abs_diff(candidate.len()) <= allowed {
        let distance = distance(word, candidate);
        if distance <= allowed && distance < word.len() {
            return Some(distance);
        }
    }
    // An unfinished word, or the middle of one: `georgia`, `not-reset`. Always after the slips of the pen.
    let within = word.len() >= 3 && candidate.windows(word.len()).any(|part| part == word);
    within.then_some(LONGEST + candidate.len() - word.len())
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`: the optimal string alignment distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let mut best = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expected: Option<&str>) {
        let known = ["time", "wall", "memory", "output", "wrong-answer", "time-limit", "nim--x-not-reset"];
        assert_eq!(nearest(word, known), expected, "{word}");
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
    }

    #[test]
    fn distance_counts_edits() {
        let count = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(count("", ""), 0);
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!(count("ab", "ba"), 1);
    }
}
