//! The lines around a difference, side by side in one list.

use super::place::{Place, line_with_newline};
use super::text;
use crate::judge::compare::{Rule, TokenRule, is_space};
use model::{LineChange, LinePair, Span};
use similar::{Algorithm, DiffOp};
use std::ops::Range;
use std::time::{Duration, Instant};

/// Lines shown before the line of the difference, and from it on, on each side.
const BEFORE: usize = 3;
const FROM: usize = 6;
/// Bytes of a line that are shown.
const LINE: usize = 200;
/// The window is small; this is for the day on which it is not as small as somebody thought.
const PATIENCE: Duration = Duration::from_millis(100);

/// The window, and whether either side goes on below it.
pub(super) fn around(
    rule: &Rule,
    spaces_matter: bool,
    answer: &Place<'_>,
    output: &Place<'_>,
) -> (Vec<LinePair>, bool) {
    let above = (answer.line.min(output.line) - 1).min(BEFORE);
    let (old, old_more) = lines(answer, above);
    let (new, new_more) = lines(output, above);
    let keys = keys(rule, spaces_matter, &old, &new);

    let mut window = Vec::new();
    let pairs = |lines: &[Line<'_>], change| lines.iter().map(|line| line.pair(change)).collect::<Vec<_>>();
    for op in diff(&keys.0, &keys.1) {
        if let DiffOp::Equal { .. } = op {
            window.append(&mut pairs(&old[op.old_range()], LineChange::Same));
            continue;
        }
        let mut missing = pairs(&old[op.old_range()], LineChange::Missing);
        let mut extra = pairs(&new[op.new_range()], LineChange::Extra);
        for (missing, extra) in missing.iter_mut().zip(&mut extra) {
            emphasize(missing, extra, spaces_matter);
        }
        window.append(&mut missing);
        window.append(&mut extra);
    }
    (window, old_more || new_more)
}

/// A line of one side.
struct Line<'t> {
    number: usize,
    /// With its newline, where it has one.
    whole: &'t [u8],
    /// What is shown of it.
    shown: Range<usize>,
}

impl Line<'_> {
    fn newline(&self) -> bool {
        self.whole.ends_with(b"\n")
    }

    fn pair(&self, change: LineChange) -> LinePair {
        LinePair {
            change,
            number: self.number as u64,
            text: self.whole[self.shown.clone()].to_vec(),
            emphasis: Vec::new(),
            start: self.shown.start as u64,
            cut: (self.whole.len() - usize::from(self.newline()) - self.shown.len()) as u64,
            newline: self.newline(),
        }
    }
}

/// The window of one side, which begins `above` lines above the place, and whether there is more
/// behind it.
fn lines<'t>(place: &Place<'t>, above: usize) -> (Vec<Line<'t>>, bool) {
    let text = place.text;
    // The newlines before the place end the lines above it.
    let mut newlines = memchr::memrchr_iter(b'\n', &text[..place.start]).skip(above);
    let mut start = newlines.next().map_or(0, |newline| newline + 1);
    let mut lines = Vec::new();
    for number in (place.line - above..).take(above + FROM) {
        let range = line_with_newline(text, start);
        if range.is_empty() {
            break;
        }
        let whole = &text[range.clone()];
        let end = whole.len() - usize::from(whole.ends_with(b"\n"));
        let focus = if number == place.line { place.focus.saturating_sub(start).min(end) } else { 0 };
        lines.push(Line { number, whole, shown: text::window(&(0..end), focus, LINE) });
        start = range.end;
    }
    (lines, start < text.len())
}

/// A number for each line, the same for lines that count as the same.
fn keys<'t>(rule: &Rule, spaces_matter: bool, old: &[Line<'t>], new: &[Line<'t>]) -> (Vec<usize>, Vec<usize>) {
    let same = match rule {
        Rule::Exact => Rule::Exact,
        // Where the verdict is about tokens, lines that differ in white space only are no news.
        Rule::Lines if !spaces_matter => Rule::Tokens(TokenRule::default()),
        Rule::Lines | Rule::Unordered => Rule::Lines,
        // Closeness is no equivalence.
        Rule::Tokens(rule) => Rule::Tokens(TokenRule { tolerance: None, ..rule.clone() }),
    };
    let mut distinct: Vec<&'t [u8]> = Vec::new();
    let mut key = |line: &Line<'t>| match distinct.iter().position(|other| same.agrees(other, line.whole)) {
        Some(key) => key,
        None => {
            distinct.push(line.whole);
            distinct.len() - 1
        }
    };
    let old_keys: Vec<usize> = old.iter().map(&mut key).collect();
    let mut new_keys: Vec<usize> = new.iter().map(&mut key).collect();
    if let Rule::Tokens(TokenRule { tolerance: Some(_), .. }) = rule {
        for ((old, old_key), (new, new_key)) in old.iter().zip(&old_keys).zip(new.iter().zip(&mut new_keys)) {
            if rule.agrees(old.whole, new.whole) {
                *new_key = *old_key;
            }
        }
    }
    (old_keys, new_keys)
}

/// How to make one list from the other.
fn diff<T: Ord + std::hash::Hash>(old: &[T], new: &[T]) -> Vec<DiffOp> {
    similar::capture_diff_slices_deadline(Algorithm::Myers, old, new, Some(Instant::now() + PATIENCE))
}

/// Marks the words in which two lines differ.
fn emphasize(missing: &mut LinePair, extra: &mut LinePair, spaces_matter: bool) {
    let (old, new) = (words(&missing.text), words(&extra.text));
    let mut spans = (Vec::new(), Vec::new());
    for op in diff(&old, &new) {
        if !matches!(op, DiffOp::Equal { .. }) {
            mark(&mut spans.0, &old, op.old_range(), spaces_matter);
            mark(&mut spans.1, &new, op.new_range(), spaces_matter);
        }
    }
    (missing.emphasis, extra.emphasis) = spans;
}

/// Words and the white space between them, in order.
fn words(text: &[u8]) -> Vec<&[u8]> {
    text.chunk_by(|&a, &b| is_space(a) == is_space(b)).collect()
}

/// Adds the words of a range, joined with the last span where they touch.
fn mark(spans: &mut Vec<Span>, words: &[&[u8]], range: Range<usize>, spaces_matter: bool) {
    let mut start = words[..range.start].iter().map(|word| word.len()).sum();
    for word in &words[range] {
        let end = start + word.len();
        if spaces_matter || !is_space(word[0]) {
            match spans.last_mut() {
                Some(last) if last.end == start => last.end = end,
                Some(_) | None => spans.push(Span { start, end }),
            }
        }
        start = end;
    }
}
