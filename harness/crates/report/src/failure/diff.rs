//! The lines around a difference of answer and output.

use model::{Difference, Excerpt, LineChange, LinePair, Span};

/// Returns the lines, each with the number of equal lines left out above it.
pub(crate) fn numbered(lines: &[LinePair]) -> impl Iterator<Item = (u64, &LinePair)> {
    let mut next = 1;
    lines.iter().map(move |line| {
        if line.change == LineChange::Extra {
            return (0, line);
        }
        let skipped = line.number.saturating_sub(next);
        next = line.number + 1;
        (skipped, line)
    })
}

/// Returns the number of equal lines left out below the last one.
pub(crate) fn equal_below(difference: &Difference, answer: &Excerpt) -> u64 {
    let last = difference.window.last().filter(|line| !difference.more && line.change == LineChange::Same);
    last.map_or(0, |last| answer.all_lines().unwrap_or(0).saturating_sub(last.number))
}

/// Returns the line's numbers in answer and output; `None` where it does not occur.
pub(crate) fn numbers(line: &LinePair) -> (Option<u64>, Option<u64>) {
    match line.change {
        LineChange::Same => (Some(line.number), line.output_number),
        LineChange::Missing => (Some(line.number), None),
        LineChange::Extra => (None, Some(line.number)),
    }
}

/// Where the differing words lie in an excerpt, computed from their places in the lines.
pub(super) fn spans_in(lines: &[LinePair], change: LineChange, excerpt: &Excerpt) -> Vec<Span> {
    let mut starts = vec![0];
    starts.extend(excerpt.head.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1));
    let of = lines.iter().filter(|pair| pair.change == change);
    of.filter_map(|pair| {
        let line = *starts.get(usize::try_from(pair.number).ok()?.checked_sub(1)?)?;
        let start = line + usize::try_from(pair.start).ok()?;
        Some(pair.emphasis.iter().map(move |span| Span { start: start + span.start, end: start + span.end }))
    })
    .flatten()
    .collect()
}
