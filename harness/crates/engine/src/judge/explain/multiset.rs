//! Which lines of a multiset are missing, and which are too many.

use super::hint::{DifferenceKind, hint};
use super::place::line_end;
use super::{Explanation, Pair, VALUE, text};
use crate::judge::compare::{lines, words_surplus};
use model::{Difference, LineChange, LinePair, Verdict};
use std::collections::HashMap;

/// Longer texts are not searched for the lines that differ: a table of all their lines would be too
/// large.
const LIMIT: usize = 1 << 20;
/// The most lines of each kind in an explanation.
const LINES: usize = 6;

pub(super) fn explain(pair: Pair<'_>) -> Explanation {
    let Pair { answer, output, lines_before, .. } = pair;
    if answer.len().max(output.len()) > LIMIT {
        return differs(pair, "the lines differ, in whatever order".into(), Difference::default());
    }
    let (missing, more_missing) = surplus(answer, output, lines_before, LineChange::Missing);
    let (extra, more_extra) = surplus(output, answer, lines_before, LineChange::Extra);
    let words = |pair: &LinePair, what: &str| format!("line {} {what}: {}", pair.number, text::note_value(&pair.text));
    let note = both([missing.first(), extra.first()], words);
    let difference = Difference {
        line: missing.first().or(extra.first()).map_or(1, |pair| pair.number),
        expected: missing.first().map(|pair| pair.text.clone()),
        got: extra.first().map(|pair| pair.text.clone()),
        window: missing.into_iter().chain(extra).collect(),
        more: more_missing || more_extra,
        ..Difference::default()
    };
    differs(pair, note, difference)
}

/// Words in any order.
pub(super) fn of_words(pair: Pair<'_>) -> Explanation {
    let words = words_surplus(pair.answer, pair.output).map(|word| word.map(|word| &word[..word.len().min(VALUE)]));
    let note = both(words, |word, what| format!("the word {} {what}", text::note_value(word)));
    let [expected, got] = words.map(|word| word.map(<[u8]>::to_vec));
    differs(pair, note, Difference { expected, got, ..Difference::default() })
}

/// Letters in any order.
pub(super) fn of_letters(pair: Pair<'_>) -> Explanation {
    differs(pair, "the characters differ, in whatever order and case".into(), Difference::default())
}

/// What `words` say of what is missing and of what is too many.
fn both<T>(surplus: [Option<T>; 2], words: impl Fn(T, &str) -> String) -> String {
    let [missing, extra] = surplus;
    let missing = missing.map(|missing| words(missing, "of the answer is missing"));
    let extra = extra.map(|extra| words(extra, "of the output is too many"));
    missing.into_iter().chain(extra).collect::<Vec<_>>().join("; ")
}

fn differs(pair: Pair<'_>, note: String, difference: Difference) -> Explanation {
    let (line, hint) = (difference.line.max(1), hint(pair, DifferenceKind::Lines));
    Explanation { verdict: Verdict::WrongAnswer, note, difference: Difference { line, hint, ..difference } }
}

/// The first lines of `these` that occur less often in `others`, and whether there are more of
/// them.
fn surplus(these: &[u8], others: &[u8], lines_before: usize, change: LineChange) -> (Vec<LinePair>, bool) {
    let mut left: HashMap<&[u8], u32> = HashMap::new();
    lines(others).for_each(|line| *left.entry(line).or_default() += 1);
    let (mut pairs, mut start) = (Vec::new(), 0);
    for (line, number) in lines(these).zip(lines_before as u64 + 1..) {
        let end = line_end(these, start);
        match left.get_mut(line) {
            Some(count) if *count > 0 => *count -= 1,
            Some(_) | None if pairs.len() == LINES => return (pairs, true),
            Some(_) | None => pairs.push(LinePair {
                change,
                number,
                output_number: None,
                text: these[start..end.min(start + VALUE)].to_vec(),
                emphasis: Vec::new(),
                start: 0,
                cut: (end - start).saturating_sub(VALUE) as u64,
                newline: end < these.len(),
            }),
        }
        start = end + 1;
    }
    (pairs, false)
}
