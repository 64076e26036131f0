//! Makes a failing input smaller, as text: removes lines, words, and columns of words, adds numbers
//! up, lowers numbers, and removes bytes. A number that may count what goes is lowered with it.
//!
//! Knows no grammar. The caller says which texts are valid.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Shrinks an input. `still_fails` says whether a text is valid and fails as the input does; `None`
/// ends the search. It is called at most `budget` times, and was true for the result.
///
/// Long stretches go before short ones, and the last ones first (Zeller, Hildebrandt: *Simplifying
/// and Isolating Failure-Inducing Input*, 2002).
pub fn shrink(input: &[u8], still_fails: impl FnMut(&[u8]) -> Option<bool>, budget: u64) -> Vec<u8> {
    let (best, tried) = (input.to_vec(), HashSet::new());
    let mut shrinker = Shrinker { still_fails, best, has_end: input.ends_with(b"\n"), budget, tried };
    loop {
        let before = shrinker.best.clone();
        shrinker.remove(&|words| words.iter().map(|word| Some(word.line)).collect());
        shrinker.remove(&|words| (0..words.len()).map(Some).collect());
        shrinker.remove_columns();
        shrinker.add_up();
        shrinker.lower_numbers();
        shrinker.remove_bytes();
        if shrinker.budget == 0 || before == shrinker.best {
            return shrinker.best;
        }
    }
}

/// A word of a text, and the white space after it.
#[derive(Clone)]
struct Word<'t> {
    letters: &'t [u8],
    space: &'t [u8],
    line: usize,
    /// Its place in the line, and how many words that has.
    place: usize,
    width: usize,
}

/// Says to which part each word belongs. Parts have numbers from 0 on.
type Division<'d> = &'d dyn Fn(&[Word<'_>]) -> Vec<Option<usize>>;

/// The place of a word, and the number that stands there instead.
type NewNumber = (usize, i128);

struct Shrinker<F> {
    still_fails: F,
    best: Vec<u8>,
    /// Whether the last line ends. It stays so: many programs read whole lines alone.
    has_end: bool,
    budget: u64,
    /// Hashes of the texts that were looked at.
    tried: HashSet<u64>,
}

/// Longer texts are not cut into bytes.
const MAX_BYTES: usize = 2000;
/// Stretches up to this length are tried at each place.
const SHORT: usize = 4;
/// A case may have so many lines.
const LINES: [usize; 3] = [1, 2, 3];
/// A line with more numbers counts nothing.
const MAX_COUNTS: usize = 4;

impl<F: FnMut(&[u8]) -> Option<bool>> Shrinker<F> {
    fn attempt(&mut self, mut text: Vec<u8>) -> bool {
        if self.has_end && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        if self.budget == 0 || text == self.best || !self.tried.insert(hasher.finish()) {
            return false;
        }
        self.budget -= 1;
        let answer = (self.still_fails)(&text);
        match answer {
            Some(true) => self.best = text,
            Some(false) => {}
            None => self.budget = 0,
        }
        answer == Some(true)
    }

    /// Removes stretches of parts.
    fn remove(&mut self, division: Division<'_>) {
        let count = |parts: &[Option<usize>]| parts.iter().flatten().max().map_or(0, |last| last + 1);
        let mut chunk = count(&division(&words(&self.best))).next_power_of_two();
        while chunk > 0 && self.budget > 0 {
            let mut end = usize::MAX;
            while end > 0 && self.budget > 0 {
                let text = self.best.clone();
                let words = words(&text);
                let parts = division(&words);
                end = end.min(count(&parts));
                let start = end.saturating_sub(chunk);
                let gone = |word: usize| parts[word].is_some_and(|part| (start..end).contains(&part));
                let is_gone =
                    self.attempt(join(&words, gone, &[])) || self.remove_counted(&words, gone, end - start, None);
                // What belongs together may begin anywhere.
                end = if is_gone || chunk > SHORT { start } else { end.saturating_sub(1) };
            }
            chunk = if chunk > SHORT { chunk / 2 } else { chunk - 1 };
        }
    }

    /// Removes words, and lowers a number before them that may count them, or what they belong to.
    fn remove_counted(
        &mut self,
        words: &[Word<'_>],
        gone: impl Fn(usize) -> bool,
        parts: usize,
        changed: Option<NewNumber>,
    ) -> bool {
        let Some(first) = (0..words.len()).find(|&word| gone(word)) else { return false };
        let (line, width) = (words[first].line, words[first].width);
        // The line that says how many lines like this one follow.
        let head =
            words[..first].iter().rev().find(|word| word.line < line && word.width != width).map(|word| word.line);
        let may_count = |at: &usize| {
            let word = &words[*at];
            let is_head = word.width <= MAX_COUNTS && (word.line == 0 || Some(word.line) == head);
            is_head || word.line == line && word.place == 0
        };
        let cases = LINES.into_iter().filter(|lines| parts.is_multiple_of(*lines)).map(|lines| parts / lines);
        let mut amounts: Vec<usize> = cases.chain([1]).collect();
        amounts.dedup();
        (0..first).rev().filter(may_count).any(|at| {
            amounts.iter().any(|&amount| match number(words[at].letters) {
                Some(value) if (amount as i128..=words.len() as i128).contains(&value) => {
                    let lowered = (at, value - amount as i128);
                    self.attempt(join(words, &gone, &[&[lowered], changed.as_slice()].concat()))
                }
                Some(_) | None => false,
            })
        })
    }

    /// Removes the words at the same places of all lines that are equally long: the columns of a
    /// table, or what belongs together in several lists.
    fn remove_columns(&mut self) {
        let mut widths: Vec<usize> = words(&self.best).iter().map(|word| word.width).collect();
        widths.sort_unstable();
        widths.dedup();
        for width in widths.into_iter().filter(|width| *width > 1).rev() {
            self.remove(&|words| words.iter().map(|word| (word.width == width).then_some(word.place)).collect());
        }
    }

    /// Removes a number and adds it to the one before: the failure may depend on their sum.
    fn add_up(&mut self) {
        let are_numbers = |pair: &[Word<'_>]| pair.iter().all(|word| number(word.letters).is_some());
        let pairs: Vec<bool> = words(&self.best).windows(2).map(are_numbers).collect();
        for at in (0..pairs.len()).rev().filter(|at| pairs[*at]) {
            if self.budget == 0 {
                return;
            }
            let text = self.best.clone();
            let words = words(&text);
            let sum = number(words[at].letters).zip(number(words[at + 1].letters)).map(|(one, other)| one + other);
            self.remove_counted(&words, |word| word == at + 1, 1, sum.map(|sum| (at, sum)));
        }
    }

    fn lower_numbers(&mut self) {
        let numbers: Vec<Option<i128>> = words(&self.best).iter().map(|word| number(word.letters)).collect();
        for (at, value) in numbers.iter().enumerate() {
            let Some(value) = value.filter(|value| *value != 0 && self.budget > 0) else { continue };
            self.lower(&[at], value);
            // Equal numbers are often the same thing.
            let equal: Vec<usize> = (at..numbers.len()).filter(|other| numbers[*other] == Some(value)).collect();
            if equal.len() > 1 && equal.iter().all(|equal| number(words(&self.best)[*equal].letters) == Some(value)) {
                self.lower(&equal, value);
            }
        }
    }

    /// Lowers the number at these places: to zero, otherwise by binary search, otherwise by small
    /// steps.
    fn lower(&mut self, places: &[usize], value: i128) {
        if self.put(places, 0) {
            return;
        }
        // `good` still fails, `bad` does not.
        let (mut bad, mut good) = (0, if value < 0 && self.put(places, -value) { -value } else { value });
        while good.abs_diff(bad) > 1 && self.budget > 0 {
            let middle = bad + (good - bad) / 2;
            if self.put(places, middle) { good = middle } else { bad = middle }
        }
        // Failing numbers need not form a range.
        let sign = good.signum();
        for near in [sign, 2 * sign, good - sign, good - 2 * sign, good % 10, good / 10] {
            if near.abs() < good.abs() && self.put(places, near) {
                return;
            }
        }
    }

    fn put(&mut self, places: &[usize], value: i128) -> bool {
        let changed: Vec<NewNumber> = places.iter().map(|place| (*place, value)).collect();
        let text = join(&words(&self.best), |_| false, &changed);
        self.attempt(text)
    }

    fn remove_bytes(&mut self) {
        let mut chunk = if self.best.len() > MAX_BYTES { 0 } else { self.best.len() };
        while chunk > 0 && self.budget > 0 {
            let mut end = self.best.len();
            while end > 0 && self.budget > 0 {
                let start = end.saturating_sub(chunk);
                self.attempt([&self.best[..start], &self.best[end..]].concat());
                end = start.min(self.best.len());
            }
            chunk /= 2;
        }
    }
}

fn words(text: &[u8]) -> Vec<Word<'_>> {
    let pieces = text.chunk_by(|before, after| !before.is_ascii_whitespace() || after.is_ascii_whitespace());
    let mut line = 0;
    let mut words: Vec<Word<'_>> = Vec::new();
    for piece in pieces {
        let (letters, space) = piece.split_at(piece.iter().take_while(|byte| !byte.is_ascii_whitespace()).count());
        words.push(Word { letters, space, line, place: 0, width: 0 });
        line += usize::from(space.contains(&b'\n'));
    }
    for of_line in words.chunk_by_mut(|one, next| one.line == next.line) {
        let width = of_line.len();
        of_line.iter_mut().enumerate().for_each(|(place, word)| (word.place, word.width) = (place, width));
    }
    words
}

/// The text without some words, and with other numbers in some places. A line keeps its end.
fn join(words: &[Word<'_>], gone: impl Fn(usize) -> bool, changed: &[NewNumber]) -> Vec<u8> {
    let mut text: Vec<u8> = Vec::new();
    // The white space after the word before, and the line of that word.
    let mut before: Option<(&[u8], usize)> = None;
    for (at, word) in words.iter().enumerate() {
        if gone(at) {
            if let Some((space, line)) = &mut before
                && *line == word.line
            {
                *space = word.space;
            }
            continue;
        }
        text.extend_from_slice(before.map_or(&[], |(space, _)| space));
        match changed.iter().find(|(place, _)| *place == at) {
            Some((_, value)) => text.extend_from_slice(value.to_string().as_bytes()),
            None => text.extend_from_slice(word.letters),
        }
        before = Some((word.space, word.line));
    }
    text.extend_from_slice(before.map_or(&[], |(space, _)| space));
    text
}

fn number(letters: &[u8]) -> Option<i128> {
    let value: i64 = std::str::from_utf8(letters).ok()?.parse().ok()?;
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shrunk(input: &str, still_fails: impl Fn(&str) -> bool) -> String {
        let fails = |text: &[u8]| Some(std::str::from_utf8(text).is_ok_and(&still_fails));
        String::from_utf8(shrink(input.as_bytes(), fails, 10_000)).unwrap()
    }

    #[test]
    fn lines_and_words_that_do_not_matter_go() {
        assert_eq!(shrunk("a b c\nd bug e\nf\n", |text| text.contains("bug")), "bug\n");
        let two = shrunk("1\n2\n3\n4\n5\n6\n7\n8\n", |text| text.contains("3\n") && text.contains("7\n"));
        assert_eq!(two, "3\n7\n");
    }

    #[test]
    fn a_line_keeps_its_end_where_its_last_word_goes() {
        let line = |text: &str| text.ends_with('\n') && !text.ends_with(" \n") && text.contains('5');
        assert_eq!(shrunk("4 5 6 7\n", line), "5\n");
    }

    #[test]
    fn what_belongs_together_goes_together() {
        let numbers = |text: &str| text.split_whitespace().map(str::parse).collect::<Result<Vec<i128>, _>>();
        let case = |at: usize| format!("2\n{at} 7\n");
        let cases = |text: &str| {
            let Ok(numbers) = numbers(text) else { return false };
            let counted = numbers.first().is_some_and(|count| numbers[1..].len() as i128 == 3 * count);
            counted && numbers[1..].chunks(3).all(|case| case[0] == 2) && numbers.contains(&431)
        };
        let text = format!("500\n{}", (0..500).map(case).collect::<String>());
        let mut questions = 0;
        let fails = |text: &[u8]| {
            questions += 1;
            Some(std::str::from_utf8(text).is_ok_and(cases))
        };
        assert_eq!(shrink(text.as_bytes(), fails, 10_000), b"1\n2\n431 0\n");
        assert!(questions < 300, "{questions} texts, and not one for each case");
        let equal = |text: &str| numbers(text).is_ok_and(|pair| pair.len() == 2 && pair[0] == pair[1] && pair[0] > 2);
        assert_eq!(shrunk("900 900\n", equal), "3 3\n");
        let middle = |text: &str| {
            numbers(text).is_ok_and(|all| all.first() == Some(&(all.len() as i128 - 1)) && all.contains(&30))
        };
        assert_eq!(shrunk("5\n8 30 1 2 3\n", middle), "1\n30\n");
    }

    #[test]
    fn it_ends_when_nobody_answers_or_the_budget_is_spent() {
        let mut questions = 0;
        let mut ask = |answer: Option<bool>, budget: u64| {
            questions = 0;
            let count = |_: &[u8]| {
                questions += 1;
                answer
            };
            shrink(&b"x ".repeat(1000), count, budget);
            questions
        };
        assert_eq!(ask(None, 100), 1);
        assert_eq!(ask(Some(false), 7), 7);
    }
}
