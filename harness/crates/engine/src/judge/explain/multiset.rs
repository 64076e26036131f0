//! Which lines of a multiset are missing, and which are too many.

use super::hint::{Again, Differs, hint};
use super::place::{self, line_end};
use super::{Explanation, VALUE, text};
use crate::judge::compare::{CompareError, Lines, Part, ReadAt, Trouble};
use model::{Comparison, Difference, LineChange, LinePair, Verdict};
use std::collections::HashMap;

/// Larger files are not searched for the lines that differ: a table of all their lines would be too large.
const LIMIT: u64 = 1 << 20;
/// Lines shown of each kind.
const SHOWN: usize = 6;

pub fn explain(answer: &dyn ReadAt, output: &dyn ReadAt) -> Result<Explanation, CompareError> {
    let small = |source: &dyn ReadAt| source.read_at(&mut [0], LIMIT).is_ok_and(|n| n == 0);
    let again = |whole| Again { whole, rest: Part { source: whole, start: 0, end: u64::MAX } };
    let hint = hint(&Comparison::Unordered, Differs::Lines, &again(answer), &again(output))?;
    if !small(answer) || !small(output) {
        let difference = Difference { line: 1, hint, ..Difference::default() };
        let note = "the lines differ, in whatever order".into();
        return Ok(Explanation { verdict: Verdict::WrongAnswer, note, difference });
    }
    let (missing, more_missing) = surplus(answer, output, LineChange::Missing)?;
    let (extra, more_extra) = surplus(output, answer, LineChange::Extra)?;
    let words = |pair: Option<&LinePair>, what: &str| {
        pair.map(|pair| format!("line {} {what}: {}", pair.number, text::note_value(&pair.text)))
    };
    let note = [words(missing.first(), "of the answer is missing"), words(extra.first(), "of the output is too many")];
    let note = note.into_iter().flatten().collect::<Vec<_>>().join("; ");
    let difference = Difference {
        line: missing.first().or(extra.first()).map_or(1, |pair| pair.number),
        token: None,
        expected: missing.first().map(|pair| pair.text.clone()),
        got: extra.first().map(|pair| pair.text.clone()),
        window: missing.into_iter().chain(extra).collect(),
        more: more_missing || more_extra,
        hint,
    };
    Ok(Explanation { verdict: Verdict::WrongAnswer, note, difference })
}

/// The first lines of `these` that `others` do not have as often, and whether there are more of them.
fn surplus(these: &dyn ReadAt, others: &dyn ReadAt, change: LineChange) -> Result<(Vec<LinePair>, bool), CompareError> {
    let (mine, theirs): (fn(_) -> _, fn(_) -> _) = match change {
        LineChange::Extra => (Trouble::Output, Trouble::Answer),
        LineChange::Missing | LineChange::Same => (Trouble::Answer, Trouble::Output),
    };
    let mut left: HashMap<u128, u32> = HashMap::new();
    let mut lines = Lines::new(others);
    while let Some(hash) = lines.next().map_err(theirs)? {
        *left.entry(hash).or_default() += 1;
    }
    let mut lines = Lines::new(these);
    let (mut pairs, mut number, mut start) = (Vec::new(), 0, 0);
    while let Some(hash) = lines.next().map_err(mine)? {
        number += 1;
        let end = line_end(these, start).map_err(mine)?;
        match left.get_mut(&hash) {
            Some(count) if *count > 0 => *count -= 1,
            Some(_) | None if pairs.len() == SHOWN => return Ok((pairs, true)),
            Some(_) | None => pairs.push(LinePair {
                change,
                number,
                text: place::read(these, start, end, VALUE).map_err(mine)?,
                emphasis: Vec::new(),
                start: 0,
                cut: (end - start).saturating_sub(VALUE as u64),
                newline: !place::read(these, end, end + 1, 1).map_err(mine)?.is_empty(),
            }),
        }
        start = end + 1;
    }
    Ok((pairs, false))
}
