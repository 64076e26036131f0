//! Makes a failing input smaller.
//!
//! The input is read as a sequence of choices. The sequence is edited and replayed, so every result
//! is valid, and sizes follow their counts (MacIver, Donaldson: *Test-Case Reduction via Test-Case
//! Generation*, ECOOP 2020). First turns of loops are removed, together with the number that counts
//! them: outer loops and long stretches first. Then numbers and texts are simplified. Fewer bytes
//! are better. At equal length the first differing choice decides.

mod pass;
mod text;

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::atomic::Ordering;

pub use text::shrink_text;

use crate::choice::{Choice, Choices};
use crate::number::Integer;
use crate::random::digest;
use crate::read::{Reading, trace};
use crate::replay::{Caps, replay};
use crate::syntax::Program;
use pass::LoopSpan;

/// Shrinks an input for which `still_fails` is true. Calls it at most `budget` times. The result is
/// valid, and `still_fails` was true for it. Uses [`shrink_text`] for an input that the grammar
/// rejects. Ends soon after the flag in `reading` is raised.
pub fn shrink(
    program: &Program,
    input: &[u8],
    reading: &Reading,
    mut still_fails: impl FnMut(&[u8]) -> bool,
    budget: u64,
) -> Vec<u8> {
    let caps = Caps { bytes: 2 * input.len() + 64, cancel: reading.cancel.clone(), ..Caps::default() };
    let canonical = trace(program, input, reading).ok().and_then(|trace| replay(program, &trace.choices, &caps));
    let spent = u64::from(canonical.as_ref().is_some_and(|(bytes, _)| bytes != input)).min(budget);
    let best = match canonical {
        Some((bytes, trace)) if bytes == input || spent > 0 && still_fails(&bytes) => {
            Best { bytes, choices: trace.choices }
        }
        // The grammar rejects it, or the failure depends on white space that `reading` tolerates.
        Some(_) | None => return shrink_text(input, still_fails, budget - spent),
    };
    let budget = budget - spent;
    let mut shrinker =
        Shrinker { program, still_fails, best, loops: None, caps, budget, replays: 4 * budget, tried: HashSet::new() };
    shrinker.run();
    shrinker.best.bytes
}

struct Best {
    bytes: Vec<u8>,
    choices: Choices,
}

struct Shrinker<'p, F> {
    program: &'p Program,
    still_fails: F,
    best: Best,
    /// The loops of `best`, once computed: there may be thousands.
    loops: Option<Rc<Vec<LoopSpan>>>,
    caps: Caps,
    budget: u64,
    replays: u64,
    tried: HashSet<u64>,
}

impl<F: FnMut(&[u8]) -> bool> Shrinker<'_, F> {
    fn run(&mut self) {
        loop {
            let before = self.best.bytes.clone();
            self.remove_turns();
            self.merge_turns();
            self.simplify_numbers();
            self.simplify_texts();
            self.flip_answers();
            self.sort_turns();
            self.lower_together();
            if self.budget == 0 || before == self.best.bytes {
                return;
            }
        }
    }

    fn keep(&mut self, bytes: Vec<u8>, choices: Choices) {
        self.best = Best { bytes, choices };
        self.loops = None;
    }

    fn is_new(&mut self, bytes: &[u8]) -> bool {
        self.tried.insert(digest(bytes))
    }

    /// Replays an edited sequence. Keeps the result if it is better and still fails.
    fn attempt(&mut self, items: Vec<Choice>) -> bool {
        // Every replay costs, even one whose result is not worth testing.
        self.replays = self.replays.saturating_sub(1);
        let is_cancelled = self.caps.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if self.replays == 0 || is_cancelled {
            self.budget = 0;
        }
        if self.budget == 0 {
            return false;
        }
        let choices = Choices { items, governors: Vec::new() };
        let Some((bytes, trace)) = replay(self.program, &choices, &self.caps) else { return false };
        if !self.is_better(&bytes, &trace.choices) || !self.is_new(&bytes) {
            return false;
        }
        self.budget -= 1;
        if !(self.still_fails)(&bytes) {
            return false;
        }
        self.keep(bytes, trace.choices);
        true
    }

    fn is_better(&self, bytes: &[u8], choices: &Choices) -> bool {
        let best = &self.best;
        bytes.len() < best.bytes.len()
            || bytes.len() == best.bytes.len() && weigh(&choices.items).lt(weigh(&best.choices.items))
    }
}

/// The key by which two sequences are compared: for each choice its size, then its details.
fn weigh(items: &[Choice]) -> impl Iterator<Item = (Integer, Vec<u8>)> {
    items.iter().filter_map(|item| match item {
        Choice::Int(value) => Some((value.abs(), vec![u8::from(value.is_negative())])),
        Choice::Text(text) => Some((Integer::from(text.len() as u64), text.to_vec())),
        Choice::Truth(_) | Choice::Open(_) | Choice::Close(_) => None,
    })
}
