//! Replay: a source that takes its choices from a sequence. A choice that does not fit is clamped.
//! A missing choice becomes the simplest possible.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::choice::{Choice, Choices, Part};
use crate::float;
use crate::machine::{
    Context, FloatRequest, Limits, Machine, NO_NUMBER, NO_TEXT, Recorder, Source, Stake, Stop, Trace,
};
use crate::number::{Decimal, Integer};
use crate::output::Output;
use crate::regex::{ByteSet, Matcher, Regex, Simplest, sample};
use crate::syntax::Program;

/// What making an input may cost.
#[derive(Debug, Clone)]
pub struct Caps {
    /// The most bytes that an input may have.
    pub bytes: usize,
    /// The most commands that may run.
    pub steps: u64,
    /// Ends the work when raised, as by Ctrl-C.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Ends the work when it has passed.
    pub deadline: Option<Instant>,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps { bytes: 16 << 20, steps: 20_000_000, cancel: None, deadline: None }
    }
}

impl Caps {
    /// Whether the work must end.
    pub fn are_over(&self) -> bool {
        self.limits().is_cancelled()
    }

    pub(crate) fn limits(&self) -> Limits {
        let weight = self.bytes.max(1 << 20);
        Limits { steps: self.steps, weight, cancel: self.cancel.clone(), deadline: self.deadline }
    }
}

/// Makes the input that a sequence of choices stands for. Returns it with the choices that were
/// actually made. `None` if an assertion fails, or a command allows no value.
pub fn replay(program: &Program, choices: &Choices, caps: &Caps) -> Option<(Vec<u8>, Trace)> {
    let (closings, output) = (choices.closings(), Output::new(caps.bytes));
    let player = Player { choices, closings, at: 0, open: Vec::new(), missing: 0, output };
    let mut machine = Machine::new(program, player, caps.limits(), false);
    machine.recorder = Some(Recorder::default());
    machine.run().ok()?;
    let (player, trace) = machine.finish();
    Some((player.output.into_bytes(), trace))
}

struct Player<'c> {
    choices: &'c Choices,
    closings: Vec<usize>,
    at: usize,
    /// Where the open parts of the sequence end.
    open: Vec<usize>,
    /// How many of the parts that the program is in are missing from the sequence.
    missing: usize,
    output: Output,
}

impl<'c> Player<'c> {
    /// The next choice, if it is of the right kind. Skips answers to questions that no longer
    /// arise.
    fn take<T>(&mut self, pick: impl Fn(&'c Choice) -> Option<T>) -> Option<T> {
        if self.missing > 0 {
            return None;
        }
        let end = self.open.last().copied().unwrap_or(self.choices.items.len());
        while self.at < end {
            let item = &self.choices.items[self.at];
            let picked = pick(item);
            if picked.is_none() && item.as_truth().is_none() {
                return None;
            }
            self.at += 1;
            if picked.is_some() {
                return picked;
            }
        }
        None
    }

    /// The settled answer, else the chosen one, else the one that ends the loop.
    fn truth(&mut self, settled: Option<bool>, stake: Stake) -> bool {
        let chosen = self.take(Choice::as_truth);
        settled.or(chosen).unwrap_or(stake == Stake::FalseGoesOn)
    }
}

impl Source for Player<'_> {
    fn end(&mut self) -> Result<(), Stop> {
        self.output.end()
    }

    fn text(&mut self, text: &[u8]) -> Result<(), Stop> {
        self.output.write(text)
    }

    fn int(&mut self, _context: Context<'_, '_>, low: &Integer, high: &Integer) -> Result<Integer, Stop> {
        if low > high {
            return Err(NO_NUMBER);
        }
        let chosen = self.take(Choice::as_int).cloned();
        let simplest = float::nearest_to_zero(low, high);
        let mut value = chosen.map_or(simplest.clone(), |value| value.clamp(low.clone(), high.clone()));
        if !self.output.allows(value.to_string().as_bytes()) {
            value = simplest;
        }
        self.output.write_int(value)
    }

    fn float(&mut self, context: Context<'_, '_>, request: &FloatRequest) -> Result<(Decimal, Cow<'_, [u8]>), Stop> {
        let chosen = self.take(Choice::as_text).filter(|text| crate::read::is_float(context, request, text));
        let text = match chosen {
            Some(text) => String::from_utf8_lossy(text).into_owned(),
            None => float::simplest(request).ok_or(NO_NUMBER)?,
        };
        self.output.write_float(request, text)
    }

    fn regex(
        &mut self,
        _context: Context<'_, '_>,
        regex: &Regex,
        matcher: &mut Matcher,
    ) -> Result<Cow<'_, [u8]>, Stop> {
        let chosen = self.take(Choice::as_text).and_then(|text| Some((text.to_vec(), matcher.tail(text)?)));
        let (text, tail) = match chosen {
            Some(chosen) => chosen,
            None => {
                let text = sample(regex.node(), &mut Simplest, self.output.room()).ok_or(NO_TEXT)?;
                let tail = matcher.tail(&text).ok_or(NO_TEXT)?;
                (text, tail)
            }
        };
        self.output.write_match(text, tail)
    }

    fn is_end(&mut self, _context: Context<'_, '_>, stake: Stake) -> Result<bool, Stop> {
        let truth = self.truth(self.output.is_end(), stake);
        self.output.settle_end(truth);
        Ok(truth)
    }

    fn next_is_in(&mut self, _context: Context<'_, '_>, bytes: &[u8], stake: Stake) -> Result<bool, Stop> {
        let set = ByteSet::of(bytes);
        let truth = self.truth(self.output.next_is_in(&set), stake);
        self.output.settle_next(&set, truth);
        Ok(truth)
    }

    fn open(&mut self, part: Part) {
        if self.missing > 0 {
            self.missing += 1;
            return;
        }
        let end = self.open.last().copied().unwrap_or(self.choices.items.len());
        while self.at < end && matches!(self.choices.items[self.at], Choice::Truth(_)) {
            self.at += 1;
        }
        match self.choices.items.get(self.at).filter(|_| self.at < end) {
            Some(Choice::Open(chosen)) if *chosen == part => {
                self.open.push(self.closings[self.at]);
                self.at += 1;
            }
            // The sequence took the other branch: skip it.
            Some(Choice::Open(_)) => {
                self.at = self.closings[self.at] + 1;
                self.missing += 1;
            }
            Some(Choice::Int(_) | Choice::Text(_) | Choice::Truth(_) | Choice::Close(_)) | None => self.missing += 1,
        }
    }

    fn close(&mut self, _part: Part) {
        if self.missing > 0 {
            self.missing -= 1;
        } else if let Some(end) = self.open.pop() {
            self.at = end + 1;
        }
    }
}
