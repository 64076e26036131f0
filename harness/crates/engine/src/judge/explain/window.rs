//! The lines that differ and their neighbours, side by side in one list.
//!
//! Short texts are compared whole. Long ones are compared from the difference on, far enough that
//! every line shown has been compared with enough of the other side.

use super::place::{Place, line_with_newline};
use super::text;
use crate::judge::compare::{Rule, TokenRule, Tokens, common_prefix, is_space, trim_end};
use model::{LineChange, LinePair, Span};
use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};
use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;
use std::time::{Duration, Instant};

/// The most lines and bytes of a text that is compared whole.
const WHOLE: usize = 200;
pub(in crate::judge) const WHOLE_BYTES: usize = 64 << 10;
/// The most lines of a text that is shown whole.
const SHORT: usize = 16;
/// How many lines of a longer text are compared, from the difference on.
const FROM: usize = 60;
/// How many equal lines are shown around those that differ.
const BESIDE: usize = 3;
/// The most pairs of lines in a window, and the most bytes of them.
const MOST: usize = 200;
const MOST_BYTES: usize = 16 << 10;
/// The most bytes of a line that are shown.
const LINE: usize = 200;
/// A safeguard: the window should be small enough to need far less.
const PATIENCE: Duration = Duration::from_millis(100);

/// The window, and whether more follows that may differ.
pub(super) fn around(
    rule: &Rule,
    spaces_matter: bool,
    answer: &Place<'_>,
    output: &Place<'_>,
) -> (Vec<LinePair>, bool) {
    let whole = is_short(answer.text) && is_short(output.text);
    let above = if whole { usize::MAX } else { (answer.line.min(output.line) - 1).min(BESIDE) };
    let ((old, old_more), (new, new_more)) = (lines(answer, above), lines(output, above));
    let is_cut = old_more || new_more;
    let keys = keys(rule, spaces_matter, &old, &new);
    let mut ops = changes(&keys.0, &keys.1);
    if is_cut {
        certain(&mut ops);
    }

    let (mut window, mut bytes) = (Vec::new(), 0);
    let beside = if whole && old.len().max(new.len()) <= SHORT { SHORT } else { BESIDE };
    let mut groups = similar::group_diff_ops(ops.clone(), beside);
    if groups.is_empty() {
        groups.push(ops);
    }
    for op in groups.into_iter().flatten() {
        let pairs = pairs(&op, &old, &new, spaces_matter);
        for pair in pairs {
            bytes += pair.text.len();
            if window.len() == MOST || (bytes > MOST_BYTES && !window.is_empty()) {
                return (window, true);
            }
            window.push(pair);
        }
    }
    (window, is_cut)
}

fn is_short(text: &[u8]) -> bool {
    text.len() <= WHOLE_BYTES && memchr::memchr_iter(b'\n', text).nth(WHOLE).is_none()
}

/// How to turn one list of lines into the other. Where both are equally long, an output is usually
/// wrong line by line, so the line at the same place is the one to compare with. That is not so
/// where an extra line above makes up for a missing one below.
fn changes(old: &[u64], new: &[u64]) -> Vec<DiffOp> {
    let ops = diff(old, new);
    if old.len() != new.len() {
        return ops;
    }
    let changed = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let changed: usize = changed.map(|op| op.old_range().len().max(op.new_range().len())).sum();
    if old.iter().zip(new).filter(|(a, b)| a != b).count() > 2 * changed {
        return ops;
    }
    let mut ops = Vec::new();
    let mut at = 0;
    let both: Vec<bool> = old.iter().zip(new).map(|(a, b)| a == b).collect();
    for stretch in both.chunk_by(|a, b| a == b) {
        let len = stretch.len();
        ops.push(match stretch[0] {
            true => DiffOp::Equal { old_index: at, new_index: at, len },
            false => DiffOp::Replace { old_index: at, old_len: len, new_index: at, new_len: len },
        });
        at += len;
    }
    ops
}

/// Drops differences that only the cut causes: lines at its end whose partner may lie beyond it.
fn certain(ops: &mut Vec<DiffOp>) {
    if ops.len() < 2 {
        return;
    }
    let Some(last) = ops.pop() else { return };
    let both = last.old_range().len().min(last.new_range().len());
    match last {
        DiffOp::Equal { .. } => ops.push(last),
        DiffOp::Delete { .. } | DiffOp::Insert { .. } => {}
        DiffOp::Replace { old_index, new_index, .. } => {
            ops.push(DiffOp::Replace { old_index, old_len: both, new_index, new_len: both });
        }
    }
}

/// The lines of one change, missing lines first.
fn pairs(op: &DiffOp, old: &[WindowLine<'_>], new: &[WindowLine<'_>], spaces_matter: bool) -> Vec<LinePair> {
    let (old, new) = (&old[op.old_range()], &new[op.new_range()]);
    if let DiffOp::Equal { .. } = op {
        let same = |(old, new): (&WindowLine<'_>, &WindowLine<'_>)| LinePair {
            output_number: Some(new.number as u64),
            ..old.pair(LineChange::Same, None)
        };
        return old.iter().zip(new).map(same).collect();
    }
    let focus = |at: usize| Some(common_prefix(old.get(at)?.whole, new.get(at)?.whole));
    let of = |lines: &[WindowLine<'_>], change| -> Vec<LinePair> {
        lines.iter().enumerate().map(|(at, line)| line.pair(change, focus(at))).collect()
    };
    let (mut missing, mut extra) = (of(old, LineChange::Missing), of(new, LineChange::Extra));
    for (missing, extra) in missing.iter_mut().zip(&mut extra) {
        emphasize(missing, extra, spaces_matter);
    }
    missing.append(&mut extra);
    missing
}

/// A line of one side.
struct WindowLine<'t> {
    number: usize,
    /// The line with its newline, if it has one.
    whole: &'t [u8],
    /// The byte that must be visible.
    focus: usize,
}

impl WindowLine<'_> {
    /// `focus` is where the line differs from the one beside it.
    fn pair(&self, change: LineChange, focus: Option<usize>) -> LinePair {
        let newline = self.whole.ends_with(b"\n");
        let end = self.whole.len() - usize::from(newline);
        let focus = if self.focus > 0 { self.focus } else { focus.unwrap_or(0) };
        let visible = text::window(&(0..end), focus.min(end), LINE);
        LinePair {
            change,
            number: self.number as u64,
            output_number: None,
            text: self.whole[visible.clone()].to_vec(),
            emphasis: Vec::new(),
            start: visible.start as u64,
            cut: (end - visible.len()) as u64,
            newline,
        }
    }
}

/// The lines of one side, from `above` lines above the place on, and whether more follow. All lines
/// if `above` is `usize::MAX`.
fn lines<'t>(place: &Place<'t>, above: usize) -> (Vec<WindowLine<'t>>, bool) {
    let text = place.text;
    let (mut start, first, most) = match above {
        usize::MAX => (0, 1, usize::MAX),
        _ => {
            // The newlines before the place end the lines above it. There are fewer than `above`
            // where the text was read from a long line on.
            let newlines: Vec<usize> = memchr::memrchr_iter(b'\n', &text[..place.start]).take(above + 1).collect();
            let start = newlines.get(above).map_or(0, |newline| newline + 1);
            (start, place.line - newlines.len().min(above), above + FROM)
        }
    };
    let mut lines = Vec::new();
    while start < text.len() && lines.len() < most {
        let range = line_with_newline(text, start);
        let number = first + lines.len();
        let focus = if number == place.line { place.focus.saturating_sub(start) } else { 0 };
        lines.push(WindowLine { number, whole: &text[range.clone()], focus });
        start = range.end;
    }
    (lines, start < text.len())
}

/// A number for each line. Lines that count as the same share it.
fn keys(rule: &Rule, spaces_matter: bool, old: &[WindowLine<'_>], new: &[WindowLine<'_>]) -> (Vec<u64>, Vec<u64>) {
    let key = |line: &WindowLine<'_>| digest(rule, spaces_matter, line.whole);
    let old_keys: Vec<u64> = old.iter().map(key).collect();
    let mut new_keys: Vec<u64> = new.iter().map(key).collect();
    // Closeness is not an equivalence relation, so it is checked only for lines at the same place.
    if let Rule::Tokens(TokenRule { tolerance: Some(_), .. }) = rule {
        for ((old, old_key), (new, new_key)) in old.iter().zip(&old_keys).zip(new.iter().zip(&mut new_keys)) {
            if rule.agrees(old.whole, new.whole) {
                *new_key = *old_key;
            }
        }
    }
    (old_keys, new_keys)
}

/// What two lines share if they count as the same: a hash of the form that they then have in
/// common. A copy of that form would take more memory than the whole output where that is one line.
fn digest(rule: &Rule, spaces_matter: bool, line: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut add = |bytes: &[u8], ignore_case: bool| match ignore_case {
        true => bytes.iter().for_each(|byte| hasher.write_u8(byte.to_ascii_lowercase())),
        false => hasher.write(bytes),
    };
    let mut words = |ignore_case| {
        for token in Tokens::of(line) {
            add(&line[token], ignore_case);
            add(b" ", false);
        }
    };
    match rule {
        // Where the verdict is about tokens, lines that differ only in white space do not matter.
        Rule::Lines | Rule::Foreign(_) if !spaces_matter => words(false),
        Rule::Tokens(rule) if !rule.spaces_matter => words(rule.ignore_case),
        Rule::Exact | Rule::Foreign(_) => add(line, false),
        Rule::Lines | Rule::Unordered => add(trim_end(line), false),
        Rule::Tokens(rule) => add(line, rule.ignore_case),
    }
    hasher.finish()
}

/// How to turn one list into the other. Calls one algorithm by name: choosing it by a value would
/// compile all five of the crate, for every type that is compared.
fn diff(old: &[u64], new: &[u64]) -> Vec<DiffOp> {
    let mut captured = Compact::new(Replace::new(Capture::new()), old, new);
    let deadline = Some(Instant::now() + PATIENCE);
    let Ok(()) = myers::diff_deadline(&mut captured, old, 0..old.len(), new, 0..new.len(), deadline);
    captured.into_inner().into_inner().into_ops()
}

/// Marks the words in which two lines differ.
fn emphasize(missing: &mut LinePair, extra: &mut LinePair, spaces_matter: bool) {
    let (old, new) = (words(&missing.text), words(&extra.text));
    let key = |word: &&[u8]| digest(&Rule::Exact, true, word);
    let [old_keys, new_keys] = [&old, &new].map(|words| words.iter().map(key).collect::<Vec<u64>>());
    let mut spans = (Vec::new(), Vec::new());
    for op in diff(&old_keys, &new_keys) {
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
