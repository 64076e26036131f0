//! The lines around a difference, side by side in one list.

use super::place::{self, Place};
use super::text;
use crate::judge::compare::{
    Case, CompareError, LineHash, Normal, Part, ReadAt, Trouble, View, compare, is_space, token_view,
};
use model::{Comparison, LineChange, LinePair, Span};
use similar::{Algorithm, DiffOp};
use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Lines shown before the line of the difference, and from it on, on each side.
pub const BEFORE: usize = 3;
const FROM: usize = 6;
/// Bytes of a line that are shown.
const LINE: usize = 200;
/// The window is small; this is for the day on which it is not as small as somebody thought.
const PATIENCE: Duration = Duration::from_millis(100);

/// Where a side's window lies.
pub struct Side<'a> {
    pub source: &'a dyn ReadAt,
    pub place: Place,
    /// The byte that must be seen.
    pub focus: u64,
}

/// The window, and whether either side goes on below it.
pub fn around(
    comparison: &Comparison,
    spaces_matter: bool,
    answer: &Side<'_>,
    output: &Side<'_>,
) -> Result<(Vec<LinePair>, bool), CompareError> {
    let view = Key::of(comparison, spaces_matter);
    let above = (answer.place.starts.len().min(output.place.starts.len()) - 1).min(BEFORE);
    let (old, old_more) = lines(answer, above, view).map_err(Trouble::Answer)?;
    let (mut new, new_more) = lines(output, above, view).map_err(Trouble::Output)?;
    agree(comparison, spaces_matter, answer, output, &old, &mut new)?;

    let keys = |lines: &[Line]| lines.iter().map(|line| line.key).collect::<Vec<_>>();
    let mut window = Vec::new();
    for op in diff(&keys(&old), &keys(&new)) {
        match op {
            DiffOp::Equal { old_index, len, .. } => {
                window.extend(old[old_index..old_index + len].iter().map(|line| line.pair(LineChange::Same)));
            }
            DiffOp::Delete { old_index, old_len, .. } => {
                window.extend(old[old_index..old_index + old_len].iter().map(|line| line.pair(LineChange::Missing)));
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                window.extend(new[new_index..new_index + new_len].iter().map(|line| line.pair(LineChange::Extra)));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let old = &old[old_index..old_index + old_len];
                let new = &new[new_index..new_index + new_len];
                let mut missing: Vec<_> = old.iter().map(|line| line.pair(LineChange::Missing)).collect();
                let mut extra: Vec<_> = new.iter().map(|line| line.pair(LineChange::Extra)).collect();
                for (missing, extra) in missing.iter_mut().zip(&mut extra) {
                    emphasize(missing, extra, spaces_matter);
                }
                window.append(&mut missing);
                window.append(&mut extra);
            }
        }
    }
    Ok((window, old_more || new_more))
}

/// What makes two lines the same line for a comparison.
#[derive(Clone, Copy)]
struct Key {
    view: View,
    case: Case,
}

impl Key {
    fn of(comparison: &Comparison, spaces_matter: bool) -> Key {
        match comparison {
            Comparison::Exact => Key { view: View::Raw, case: Case::Matters },
            // Where the verdict is about tokens, lines that differ in white space only are no news.
            Comparison::Lines if !spaces_matter => Key { view: View::Tokens, case: Case::Matters },
            Comparison::Lines | Comparison::Unordered => Key { view: View::Lines, case: Case::Matters },
            Comparison::Tokens(options) => Key { view: token_view(options), case: Case::of(options) },
        }
    }

    /// A hash of all that counts of a line.
    fn hash(self, line: &dyn ReadAt, newline: bool) -> io::Result<u128> {
        let mut hasher = LineHash::new();
        let mut normal = Normal::new(line, self.view);
        loop {
            let chunk = normal.chunk()?;
            let n = chunk.len();
            match self.case {
                Case::Matters => hasher.update(chunk),
                Case::Ignored => hasher.update(&chunk.to_ascii_lowercase()),
            }
            if n == 0 {
                break;
            }
            normal.advance(n);
        }
        // A missing newline at the end of the file is a difference where every byte counts.
        hasher.update(if self.view == View::Raw && newline { b"\n" } else { b"" });
        Ok(hasher.finish())
    }
}

/// A line of one side.
struct Line {
    number: u64,
    /// Where it lies in its source, without its newline.
    start: u64,
    end: u64,
    newline: bool,
    key: u128,
    text: Vec<u8>,
    text_start: u64,
}

impl Line {
    fn pair(&self, change: LineChange) -> LinePair {
        LinePair {
            change,
            number: self.number,
            text: self.text.clone(),
            emphasis: Vec::new(),
            start: self.text_start,
            cut: (self.end - self.start) - self.text.len() as u64,
            newline: self.newline,
        }
    }
}

/// Reads the window of one side, `above` lines above the place included, and says whether there is more behind it.
fn lines(side: &Side<'_>, above: usize, key: Key) -> io::Result<(Vec<Line>, bool)> {
    let mut lines = Vec::new();
    let mut start = side.place.starts[side.place.starts.len() - 1 - above];
    let mut number = side.place.line - above as u64;
    while lines.len() < above + FROM {
        let end = place::line_end(side.source, start)?;
        let newline = !place::read(side.source, end, end + 1, 1)?.is_empty();
        if end == start && !newline {
            return Ok((lines, false));
        }
        let focus = if number == side.place.line { side.focus.saturating_sub(start).min(end - start) } else { 0 };
        let (from, to) = text::window(end - start, focus, LINE);
        lines.push(Line {
            number,
            start,
            end,
            newline,
            key: key.hash(&Part { source: side.source, start, end }, newline)?,
            text: place::read(side.source, start + from, start + to, LINE)?,
            text_start: from,
        });
        (start, number) = (end + u64::from(newline), number + 1);
    }
    Ok((lines, !place::read(side.source, start, start + 1, 1)?.is_empty()))
}

/// Numbers within a tolerance have no common key. Lines at the same distance from the difference that the comparison accepts for
/// one another are made the same line.
fn agree(
    comparison: &Comparison,
    spaces_matter: bool,
    answer: &Side<'_>,
    output: &Side<'_>,
    old: &[Line],
    new: &mut [Line],
) -> Result<(), CompareError> {
    match comparison {
        Comparison::Tokens(options)
            if !spaces_matter && (options.float_absolute, options.float_relative) != (None, None) =>
        {
            for (old, new) in old.iter().zip(new) {
                let old_part = Part { source: answer.source, start: old.start, end: old.end };
                let new_part = Part { source: output.source, start: new.start, end: new.end };
                if compare(comparison, &old_part, &new_part)?.is_none() {
                    new.key = old.key;
                }
            }
        }
        Comparison::Tokens(_) | Comparison::Lines | Comparison::Exact | Comparison::Unordered => {}
    }
    Ok(())
}

/// How to make one list of keys from the other.
fn diff(old: &[u128], new: &[u128]) -> Vec<DiffOp> {
    similar::capture_diff_slices_deadline(Algorithm::Myers, old, new, Some(Instant::now() + PATIENCE))
}

/// Marks the words in which two lines differ.
fn emphasize(missing: &mut LinePair, extra: &mut LinePair, spaces_matter: bool) {
    let (old, new) = (words(&missing.text), words(&extra.text));
    let keys = |words: &[&[u8]]| words.iter().map(|word| key(word)).collect::<Vec<_>>();
    let ops = diff(&keys(&old), &keys(&new));
    let mut spans = (Vec::new(), Vec::new());
    for op in ops {
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

fn key(word: &[u8]) -> u128 {
    let mut hasher = LineHash::new();
    hasher.update(word);
    hasher.finish()
}

/// Adds the words of a range, joined with the last span where they touch.
fn mark(spans: &mut Vec<Span>, words: &[&[u8]], range: Range<usize>, spaces_matter: bool) {
    let mut start = words[..range.start].iter().map(|word| word.len()).sum();
    for word in &words[range] {
        let span = Span { start, end: start + word.len() };
        start = span.end;
        if spaces_matter || !is_space(word[0]) {
            push(spans, span);
        }
    }
}

/// Adds a span, joined with the last one where they touch.
fn push(spans: &mut Vec<Span>, span: Span) {
    match spans.last_mut() {
        Some(last) if last.end == span.start => last.end = span.end,
        Some(_) | None => spans.push(span),
    }
}
