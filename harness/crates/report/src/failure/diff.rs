//! The lines around a difference: one list, or two sides.

use model::{Excerpt, LineChange, LinePair, Span};

/// Lines of answer and output as the comparison paired them.
pub(crate) struct Diff<'a> {
    pub(crate) lines: &'a [LinePair],
    /// Either side continues below these lines.
    pub(crate) more: bool,
    pub(crate) answer: &'a Excerpt,
    pub(crate) output: &'a Excerpt,
}

/// Lines shown side by side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DiffRow<'a> {
    /// Equal lines above this one that are left out.
    pub(crate) skipped: u64,
    pub(crate) answer: Option<&'a LinePair>,
    pub(crate) output: Option<&'a LinePair>,
}

impl DiffRow<'_> {
    /// Returns the sign between the sides, as in `sdiff`.
    pub(crate) fn sign(&self) -> char {
        match (self.answer, self.output) {
            (Some(a), Some(_)) if a.change == LineChange::Same => ' ',
            (Some(_), Some(_)) => '|',
            (Some(_), None) => '<',
            (None, _) => '>',
        }
    }
}

impl<'a> Diff<'a> {
    /// Returns the lines, each with the number of equal lines left out above it.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (u64, &'a LinePair)> {
        // Left-out lines are equal, so the line after them is equal, too.
        let mut next = 1;
        self.lines.iter().map(move |line| match line.change {
            LineChange::Extra => (0, line),
            LineChange::Missing => {
                next = line.number + 1;
                (0, line)
            }
            LineChange::Same => {
                let skipped = line.number.saturating_sub(next);
                next = line.number + 1;
                (skipped, line)
            }
        })
    }

    /// Returns the number of equal lines left out below the last one.
    pub(crate) fn equal_below(&self) -> u64 {
        let Some(last) = self.lines.last().filter(|line| !self.more && line.change == LineChange::Same) else {
            return 0;
        };
        self.answer.all_lines().unwrap_or(0).saturating_sub(last.number)
    }

    /// Arranges the lines as two sides. Within a stretch that differs, the first missing line
    /// stands beside the first extra one.
    pub(crate) fn rows(&self) -> Vec<DiffRow<'a>> {
        let mut rows: Vec<DiffRow<'a>> = Vec::new();
        let lines: Vec<_> = self.numbered().collect();
        for stretch in lines.chunk_by(|a, b| (a.1.change == LineChange::Same) == (b.1.change == LineChange::Same)) {
            if stretch[0].1.change == LineChange::Same {
                let same = |(skipped, line): &(u64, &'a LinePair)| DiffRow {
                    skipped: *skipped,
                    answer: Some(line),
                    output: Some(line),
                };
                rows.extend(stretch.iter().map(same));
                continue;
            }
            let of = |change| stretch.iter().map(|(_, line)| *line).filter(move |line| line.change == change);
            let (mut missing, mut extra) = (of(LineChange::Missing), of(LineChange::Extra));
            loop {
                let row = DiffRow { skipped: 0, answer: missing.next(), output: extra.next() };
                if row.answer.is_none() && row.output.is_none() {
                    break;
                }
                rows.push(row);
            }
        }
        rows
    }
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
