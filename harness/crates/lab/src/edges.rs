//! Inputs at the edges of an answer: two that differ by one in one number, and in what the right
//! solution prints, where other numbers beside them change nothing. Programs that are wrong by one,
//! or that compare in the wrong way, fail there and nowhere else.

use crate::mix::mixed;
use crate::strengthen::Case;
use engine::run::{Input, Objection, Patience, Runner, Sink, Trial};
use model::{Fault, FaultKind, Problem, Solution, Verdict};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// So many numbers of an input are moved.
const NUMBERS: usize = 4;
/// A number is moved by 1, 2, 4, … at most so often.
const DOUBLINGS: u32 = 40;

/// Moves numbers of `cases` until the answer changes. Both sides of each edge are returned, in an
/// order that does not depend on how long anything takes.
///
/// # Errors
/// When the solution or a validator cannot be run.
pub fn edges(
    runner: &Runner<'_>,
    problem: &Arc<Problem>,
    right: &Arc<Solution>,
    cases: &[Case],
    until: Instant,
    sink: &mut dyn Sink,
) -> Result<Vec<Case>, Fault> {
    let trials = runner.trials(problem, &[Arc::clone(right)], None, sink);
    let taken = AtomicUsize::new(0);
    let is_over = || trials.is_cancelled() || Instant::now() >= until;
    let next = || {
        let at = taken.fetch_add(1, Ordering::Relaxed);
        (at < cases.len() && !is_over()).then_some(at)
    };
    let (mut found, mut failed) = (Vec::new(), Ok(()));
    trials.each(
        Some(until),
        next,
        |trial, &at| {
            let mut numbers = numbers(&cases[at].input);
            numbers.sort_by_key(|number| mixed(&[at as u64, number.start as u64]));
            let mut all = Vec::new();
            for number in numbers.into_iter().take(NUMBERS) {
                for up in [true, false] {
                    let moved = MovableNumber { case: &cases[at], number: number.clone(), up };
                    all.extend(moved.edge(trial)?.into_iter().flatten());
                }
            }
            Ok(all)
        },
        |at, result| match result {
            Ok(all) => found.extend(all.into_iter().map(|case| (at, case))),
            Err(fault) => failed = Err(fault),
        },
    );
    failed?;
    found.sort_by_key(|(at, _)| *at);
    Ok(found.into_iter().map(|(_, case)| case).collect())
}

/// The places of whole numbers.
fn numbers(input: &[u8]) -> Vec<Range<usize>> {
    let mut numbers = Vec::new();
    let mut start = 0;
    for token in input.split(u8::is_ascii_whitespace) {
        let place = start..start + token.len();
        start = place.end + 1;
        numbers.extend(value(token).map(|_| place));
    }
    numbers
}

fn value(token: &[u8]) -> Option<i64> {
    str::from_utf8(token).ok()?.parse().ok()
}

/// A number of an input that is moved up or down.
struct MovableNumber<'c> {
    case: &'c Case,
    number: Range<usize>,
    up: bool,
}

impl MovableNumber<'_> {
    /// The last input with the same answer, and the first with another.
    fn edge(&self, trial: &mut Trial<'_, '_, '_>) -> Result<Option<[Case; 2]>, Fault> {
        let (mut same, mut step) = (0, 1);
        let mut other = None;
        for _ in 0..DOUBLINGS {
            let Some(moved) = self.ask(trial, step)? else { break };
            if moved.answer != self.case.answer {
                other = Some((step, moved));
                break;
            }
            (same, step) = (step, step * 2);
        }
        // An answer that changes with each number has no edge.
        let Some((mut differs, mut beyond)) = other.filter(|_| same > 0) else { return Ok(None) };
        let mut before = None;
        while differs - same > 1 {
            let middle = same + (differs - same) / 2;
            let Some(moved) = self.ask(trial, middle)? else { return Ok(None) };
            match moved.answer == self.case.answer {
                true => (same, before) = (middle, Some(moved)),
                false => (differs, beyond) = (middle, moved),
            }
        }
        let before = match before {
            None => self.ask(trial, same)?,
            before => before,
        };
        Ok(before.map(|before| [before, beyond]))
    }

    /// The input with its number moved by so much, if it is valid and the solution has an answer.
    fn ask(&self, trial: &mut Trial<'_, '_, '_>, by: i64) -> Result<Option<Case>, Fault> {
        let Case { input, .. } = self.case;
        let number = value(&input[self.number.clone()]).unwrap_or_default();
        let Some(number) = number.checked_add(if self.up { by } else { -by }) else { return Ok(None) };
        let (head, tail) = (&input[..self.number.start], &input[self.number.end..]);
        let input = Input::new([head, number.to_string().as_bytes(), tail].concat())?;
        match trial.patient(Patience::Brief).objection(&input) {
            Ok(Some(Objection::None)) => {}
            // A validator that breaks on what was only tried says no in its way.
            Err(fault) if fault.kind != FaultKind::Checker => return Err(fault),
            Ok(_) | Err(_) => return Ok(None),
        }
        let Some(tried) = trial.judge(0, &input, None)? else { return Ok(None) };
        if tried.verdict != Verdict::Accepted || tried.takes_over(0.5) {
            return Ok(None);
        }
        let answer = tried.output()?;
        Ok(Some(Case { input: input.into_bytes(), answer }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_and_other_words_are_not() {
        let found: Vec<&[u8]> = numbers(b"3 -4\n7a 12\r\n").into_iter().map(|at| &b"3 -4\n7a 12\r\n"[at]).collect();
        assert_eq!(found, [&b"3"[..], b"-4", b"12"]);
        assert_eq!(numbers(b""), []);
    }
}
