//! Shrinks an input without a grammar: removes lines, then words, then bytes, and lowers numbers. A
//! number that may count the removed lines or words is lowered with them.

use std::collections::HashSet;

/// Shrinks a text for which `still_fails` is true. Calls it at most `budget` times. This is delta
/// debugging (Zeller, Hildebrandt: *Simplifying and Isolating Failure-Inducing Input*, 2002).
pub fn shrink_text(input: &[u8], still_fails: impl FnMut(&[u8]) -> bool, budget: u64) -> Vec<u8> {
    let mut shrinker = TextShrinker { still_fails, best: input.to_vec(), budget, tried: HashSet::new() };
    loop {
        let before = shrinker.best.clone();
        shrinker.remove(lines);
        shrinker.remove(words);
        shrinker.lower_numbers();
        shrinker.remove(bytes);
        if shrinker.budget == 0 || before == shrinker.best {
            return shrinker.best;
        }
    }
}

struct TextShrinker<F> {
    still_fails: F,
    best: Vec<u8>,
    budget: u64,
    tried: HashSet<Vec<u8>>,
}

/// How many texts are remembered so that none is tried twice.
const MAX_TRIED: usize = 10_000;

impl<F: FnMut(&[u8]) -> bool> TextShrinker<F> {
    fn attempt(&mut self, text: Vec<u8>) -> bool {
        if self.budget == 0 || text == self.best || self.tried.contains(&text) {
            return false;
        }
        self.budget -= 1;
        if (self.still_fails)(&text) {
            self.best = text;
            return true;
        }
        if self.tried.len() < MAX_TRIED {
            self.tried.insert(text);
        }
        false
    }

    /// Removes stretches of pieces: long ones before short ones, the last ones first.
    fn remove(&mut self, cut: fn(&[u8]) -> Vec<&[u8]>) {
        let mut chunk = cut(&self.best).len();
        while chunk > 0 && self.budget > 0 {
            let mut end = cut(&self.best).len();
            while end > 0 && self.budget > 0 {
                let pieces = cut(&self.best);
                end = end.min(pieces.len());
                let start = end.saturating_sub(chunk);
                let removed = end - start;
                let plain = [pieces[..start].concat(), pieces[end..].concat()].concat();
                // Numbers before the stretch that may count its pieces, nearest first.
                let counts: Vec<usize> = (0..start)
                    .rev()
                    .filter(|&at| number(pieces[at]).is_some_and(|n| n >= removed as u64 && n <= pieces.len() as u64))
                    .take(4)
                    .collect();
                let lowered: Vec<Vec<u8>> = counts
                    .into_iter()
                    .map(|at| {
                        let less = lower(pieces[at], removed as u64);
                        [pieces[..at].concat(), less, pieces[at + 1..start].concat(), pieces[end..].concat()].concat()
                    })
                    .collect();
                let _ = self.attempt(plain) || lowered.into_iter().any(|text| self.attempt(text));
                end = start;
            }
            chunk /= 2;
        }
    }

    fn lower_numbers(&mut self) {
        let mut at = 0;
        while at < words(&self.best).len() && self.budget > 0 {
            let candidates = match number(words(&self.best)[at]) {
                Some(value) => [0, 1, 2, value / 2, value - value.min(1)].into_iter().filter(|&n| n < value).collect(),
                None => Vec::new(),
            };
            let lowered = candidates.into_iter().any(|value| {
                let pieces = words(&self.best);
                let less = lower(pieces[at], number(pieces[at]).unwrap_or(0).saturating_sub(value));
                let text = [pieces[..at].concat(), less, pieces[at + 1..].concat()].concat();
                self.attempt(text)
            });
            // A lowered number can perhaps be lowered again.
            at += usize::from(!lowered);
        }
    }
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Words, each with the white space after it.
fn words(text: &[u8]) -> Vec<&[u8]> {
    text.chunk_by(|before, after| !before.is_ascii_whitespace() || after.is_ascii_whitespace()).collect()
}

fn bytes(text: &[u8]) -> Vec<&[u8]> {
    if text.len() > 2000 { Vec::new() } else { text.chunks(1).collect() }
}

/// The value of a piece that is a number.
fn number(piece: &[u8]) -> Option<u64> {
    std::str::from_utf8(piece).ok()?.trim_end().parse().ok()
}

/// Lowers the number in a piece and keeps its white space.
fn lower(piece: &[u8], by: u64) -> Vec<u8> {
    let Some(value) = number(piece) else { return piece.to_vec() };
    let digits = piece.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    [(value.saturating_sub(by)).to_string().as_bytes(), &piece[digits..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shrunk(input: &str, still_fails: impl Fn(&str) -> bool) -> String {
        let result = shrink_text(input.as_bytes(), |text| std::str::from_utf8(text).is_ok_and(&still_fails), 10_000);
        String::from_utf8(result).unwrap()
    }

    #[test]
    fn lines_and_words_that_do_not_matter_go() {
        assert_eq!(shrunk("a b c\nd bug e\nf\n", |text| text.contains("bug")), "bug");
        let two = shrunk("1\n2\n3\n4\n5\n6\n7\n8\n", |text| text.contains("3\n") && text.contains("7\n"));
        assert_eq!(two, "3\n7\n");
    }

    #[test]
    fn a_count_is_lowered_with_what_it_counts() {
        let valid = |text: &str| {
            let mut numbers = text.split_whitespace().map(str::parse::<usize>);
            let n = numbers.next()?.ok()?;
            let rest: Vec<usize> = numbers.collect::<Result<_, _>>().ok()?;
            (n > 0 && rest.len() == n).then_some(rest)
        };
        let input = "6\n4 8 15 16 23 42\n";
        assert_eq!(
            shrunk(input, |text| valid(text).is_some_and(|all| all.iter().any(|&x| x >= 10))).trim_end(),
            "1\n10"
        );
        let lines = "4\n1\n2\n30\n4\n";
        assert_eq!(
            shrunk(lines, |text| valid(text).is_some_and(|all| all.iter().any(|&x| x >= 10))).trim_end(),
            "1\n10"
        );
    }

    #[test]
    fn the_budget_is_kept() {
        let mut questions = 0;
        let count = |_: &[u8]| {
            questions += 1;
            true
        };
        shrink_text(&b"x ".repeat(1000), count, 7);
        assert!(questions <= 7);
    }
}
