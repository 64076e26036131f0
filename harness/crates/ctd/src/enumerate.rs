//! All inputs of a grammar, the simplest first.
//!
//! Every choice orders its options: 0, 1, -1, 2 … for numbers, short texts before long ones, the
//! end of a loop before another turn. An option's place in that order is its cost. Inputs of total
//! cost 0 come first, then those of cost 1, and so on. Each input comes once.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::float;
use crate::machine::{Context, FloatRequest, Machine, NO_NUMBER, NO_TEXT, Source, Stake, Stop};
use crate::number::{Decimal, Integer};
use crate::output::Output;
use crate::random::digest;
use crate::regex::{ByteSet, Matcher, Picker, Regex, sample};
use crate::replay::Caps;
use crate::syntax::Program;

/// Iterates over the inputs of a grammar. Ends when there are no more, or after too many failed
/// tries in a row: many combinations of choices break an assertion or exceed the caps.
pub struct Enumeration<'p> {
    program: &'p Program,
    caps: Caps,
    /// The option that each choice takes next, and how many options it has.
    options: Vec<(u64, u64)>,
    cost: u64,
    /// Whether the cost has ruled out an option of some choice.
    was_cut: bool,
    is_done: bool,
    /// How many tries in a row may fail.
    patience: u64,
    /// Hashes of inputs: several sequences of choices can make the same one.
    seen: HashSet<u64>,
}

const MAX_SEEN: usize = 1 << 20;

impl<'p> Enumeration<'p> {
    /// Enumerates the inputs that fit the caps.
    pub fn new(program: &'p Program, caps: Caps) -> Enumeration<'p> {
        let (options, seen) = (Vec::new(), HashSet::new());
        Enumeration { program, caps, options, cost: 0, was_cut: false, is_done: false, patience: 1_000_000, seen }
    }

    /// Sets how many tries in a row may fail. The default is a million.
    pub fn patience(self, tries: u64) -> Enumeration<'p> {
        Enumeration { patience: tries, ..self }
    }

    /// Runs the program with the current options. Returns the input if it has the current cost.
    fn attempt(&mut self) -> Option<Vec<u8>> {
        let odometer = Odometer { given: std::mem::take(&mut self.options), at: 0, left: self.cost };
        let source = Counter { odometer, output: Output::new(self.caps.bytes) };
        let mut machine = Machine::new(self.program, source, self.caps.limits(), false);
        let finished = machine.run().is_ok();
        let Counter { mut odometer, output } = machine.source;
        // The program may have asked for fewer choices than before.
        odometer.given.truncate(odometer.at);
        self.options = odometer.given;
        (finished && odometer.left == 0).then(|| output.into_bytes())
    }

    /// Advances to the next combination: the last choice that has another option takes it.
    fn advance(&mut self) {
        let mut spent: u64 = self.options.iter().map(|(option, _)| option).sum();
        while let Some((option, count)) = self.options.pop() {
            if option + 1 < count && spent < self.cost {
                self.options.push((option + 1, count));
                return;
            }
            self.was_cut |= option + 1 < count;
            spent -= option;
        }
        self.is_done = !self.was_cut;
        self.was_cut = false;
        self.cost += 1;
    }
}

impl Iterator for Enumeration<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        for _ in 0..self.patience {
            if self.is_done || self.caps.are_over() {
                return None;
            }
            let input = self.attempt();
            self.advance();
            let Some(input) = input else { continue };
            if self.seen.len() >= MAX_SEEN || self.seen.insert(digest(&input)) {
                return Some(input);
            }
        }
        None
    }
}

struct Odometer {
    given: Vec<(u64, u64)>,
    at: usize,
    left: u64,
}

impl Odometer {
    /// The option to take, out of `count`.
    fn take(&mut self, count: u64) -> u64 {
        if count <= 1 {
            return 0;
        }
        let option = match self.given.get_mut(self.at) {
            Some(given) => {
                given.1 = count;
                given.0
            }
            None => {
                self.given.push((0, count));
                0
            }
        };
        self.at += 1;
        self.left = self.left.saturating_sub(option);
        option
    }
}

struct Counter {
    odometer: Odometer,
    output: Output,
}

impl Counter {
    /// An integer of a range, in the order 0, 1, -1, 2 …
    fn number(&mut self, low: &Integer, high: &Integer) -> Option<Integer> {
        let width = high.sub(low).ok()?;
        if width.is_negative() {
            return None;
        }
        let option = self.odometer.take(width.to_u64().map_or(u64::MAX, |width| width.saturating_add(1)));
        let nearest = float::nearest_to_zero(low, high);
        let (below, above) = (nearest.sub(low).ok()?, high.sub(&nearest).ok()?);
        // Both sides in turn, then the rest of the longer one.
        let both = below.clone().min(above.clone()).to_u64().unwrap_or(u64::MAX);
        let (half, is_above) = (option.div_ceil(2), option % 2 == 1);
        if half <= both {
            let offset = Integer::from(half);
            return if is_above { nearest.add(&offset) } else { nearest.sub(&offset) }.ok();
        }
        let offset = Integer::from(option - both);
        if above > below { nearest.add(&offset).ok() } else { nearest.sub(&offset).ok() }
    }

    fn truth(&mut self, settled: Option<bool>, stake: Stake) -> bool {
        settled.unwrap_or_else(|| (self.odometer.take(2) == 1) != (stake == Stake::FalseGoesOn))
    }
}

impl Source for Counter {
    fn end(&mut self) -> Result<(), Stop> {
        self.output.end()
    }

    fn text(&mut self, text: &[u8]) -> Result<(), Stop> {
        self.output.write(text)
    }

    fn int(&mut self, _context: Context<'_, '_>, low: &Integer, high: &Integer) -> Result<Integer, Stop> {
        let value = self.number(low, high).ok_or(NO_NUMBER)?;
        self.output.write_int(value)
    }

    fn float(&mut self, _context: Context<'_, '_>, request: &FloatRequest) -> Result<(Decimal, Cow<'_, [u8]>), Stop> {
        let (fewest, most) = float::decimals(request).ok_or(NO_NUMBER)?;
        let span = u64::from(most.min(fewest.saturating_add(2)) - fewest) + 1;
        let decimals = fewest + self.odometer.take(span) as u32;
        let text = match float::units(request, decimals) {
            Some((low, high)) => {
                let units = self.number(&low, &high).ok_or(NO_NUMBER)?;
                float::write(request, &units, decimals)
            }
            None => float::simplest(request),
        };
        self.output.write_float(request, text.ok_or(NO_NUMBER)?)
    }

    fn regex(
        &mut self,
        _context: Context<'_, '_>,
        regex: &Regex,
        matcher: &mut Matcher,
    ) -> Result<Cow<'_, [u8]>, Stop> {
        let text = sample(regex.node(), &mut self.odometer, self.output.room()).ok_or(NO_TEXT)?;
        let tail = matcher.tail(&text).ok_or(NO_TEXT)?;
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
}

impl Picker for Odometer {
    fn count(&mut self, least: u32, most: Option<u32>) -> u32 {
        let more = self.take(u64::from(most.unwrap_or(u32::MAX) - least) + 1);
        least.saturating_add(u32::try_from(more).unwrap_or(u32::MAX))
    }

    fn branch(&mut self, lengths: &[u64]) -> usize {
        self.take(lengths.len() as u64) as usize
    }

    fn byte(&mut self, set: &ByteSet) -> u8 {
        let option = self.take(u64::from(set.len())) as usize;
        set.iter().nth(option).unwrap_or(b'?')
    }
}
