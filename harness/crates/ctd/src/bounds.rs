//! Records which values a grammar allows and which an input has.

use std::fmt;

use crate::interval::{self, Interval};
use crate::number::{Decimal, Integer};
use crate::syntax::{Comparator, Expr, Name, Program};
use crate::value::Value;

/// For every named number and text: the values allowed and the values seen. Bounds of several
/// inputs can be joined.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    named: Vec<(String, Ranges)>,
    /// Loops whose number of turns is calculated, by the text of the calculation.
    turns: Vec<(String, Range<Integer>)>,
}

/// One line of [`Bounds`].
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    /// What is bounded.
    pub quantity: Quantity,
    /// The name of a variable without its index, or the text of a calculation.
    pub name: String,
    /// The least that the grammar allows.
    pub lowest: Value,
    /// `None` if there is no limit.
    pub highest: Option<Value>,
    /// The least that occurred.
    pub smallest: Value,
    /// The most that occurred.
    pub largest: Value,
}

/// What a bound is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// A whole number.
    Integer,
    /// A decimal number.
    Decimal,
    /// The length of a text in bytes.
    Length,
    /// The number of turns of a loop.
    Turns,
}

/// The values of one name. `None`: it has no such values.
#[derive(Debug, Clone, Default)]
struct Ranges {
    integers: Option<Range<Integer>>,
    decimals: Option<Range<Decimal>>,
    lengths: Option<Range<Integer>>,
    /// The limits of a calculated value, such as a sum.
    asserted: Option<AssertedRange>,
}

#[derive(Debug, Clone)]
struct Range<T> {
    lowest: T,
    highest: Option<T>,
    smallest: T,
    largest: T,
}

/// A limit that an assertion sets. It may be missing on either side.
#[derive(Debug, Clone)]
struct AssertedRange {
    lowest: Option<Integer>,
    highest: Option<Integer>,
    smallest: Integer,
    largest: Integer,
}

impl AssertedRange {
    fn record(self, slot: &mut Option<AssertedRange>) {
        let Some(ours) = slot else {
            *slot = Some(self);
            return;
        };
        ours.lowest = ours.lowest.take().into_iter().chain(self.lowest).min();
        ours.highest = ours.highest.take().into_iter().chain(self.highest).max();
        lower(&mut ours.smallest, &self.smallest);
        raise(&mut ours.largest, &self.largest);
    }
}

impl<'t, T: Ord + Clone> Range<&'t T> {
    fn of(lowest: &'t T, highest: Option<&'t T>, value: &'t T) -> Range<&'t T> {
        Range { lowest, highest, smallest: value, largest: value }
    }

    fn owned(self) -> Range<T> {
        let (lowest, highest) = (self.lowest.clone(), self.highest.cloned());
        Range { lowest, highest, smallest: self.smallest.clone(), largest: self.largest.clone() }
    }

    fn record(self, slot: &mut Option<Range<T>>) {
        match slot {
            Some(range) => self.join_to(range),
            None => *slot = Some(self.owned()),
        }
    }

    fn join_to(self, range: &mut Range<T>) {
        lower(&mut range.lowest, self.lowest);
        match (&mut range.highest, self.highest) {
            (Some(ours), Some(theirs)) => raise(ours, theirs),
            (ours, _) => *ours = None,
        }
        lower(&mut range.smallest, self.smallest);
        raise(&mut range.largest, self.largest);
    }
}

fn lower<T: Ord + Clone>(ours: &mut T, theirs: &T) {
    if theirs < ours {
        ours.clone_from(theirs);
    }
}

fn raise<T: Ord + Clone>(ours: &mut T, theirs: &T) {
    if theirs > ours {
        ours.clone_from(theirs);
    }
}

impl<T> Range<T> {
    fn as_ref(&self) -> Range<&T> {
        let Range { lowest, highest, smallest, largest } = self;
        Range { lowest, highest: highest.as_ref(), smallest, largest }
    }

    fn bound(&self, quantity: Quantity, name: &str, value: impl Fn(&T) -> Value) -> Bound {
        Bound {
            quantity,
            name: name.to_owned(),
            lowest: value(&self.lowest),
            highest: self.highest.as_ref().map(&value),
            smallest: value(&self.smallest),
            largest: value(&self.largest),
        }
    }
}

impl Bounds {
    pub(crate) fn new(program: &Program) -> Bounds {
        let named = program.all_names().iter().map(|name| (name.clone(), Ranges::default()));
        Bounds { named: named.collect(), turns: Vec::new() }
    }

    /// Adds the bounds of another input of the *same* grammar.
    pub fn join(&mut self, other: &Bounds) {
        if self.named.is_empty() {
            *self = other.clone();
            return;
        }
        for ((_, ours), (_, theirs)) in self.named.iter_mut().zip(&other.named) {
            theirs.integers.iter().for_each(|range| range.as_ref().record(&mut ours.integers));
            theirs.decimals.iter().for_each(|range| range.as_ref().record(&mut ours.decimals));
            theirs.lengths.iter().for_each(|range| range.as_ref().record(&mut ours.lengths));
            theirs.asserted.iter().for_each(|asserted| asserted.clone().record(&mut ours.asserted));
        }
        for (text, range) in &other.turns {
            self.record_turns(text.clone(), range.as_ref());
        }
    }

    fn record_turns(&mut self, text: String, range: Range<&Integer>) {
        match self.turns.iter_mut().find(|(name, _)| *name == text) {
            Some((_, ours)) => range.join_to(ours),
            None => self.turns.push((text, range.owned())),
        }
    }

    /// Returns the bounds of all names that were given a value, in the order of the grammar.
    pub fn iter(&self) -> impl Iterator<Item = Bound> {
        let integer = |value: &Integer| Value::Integer(value.clone());
        let decimal = |value: &Decimal| Value::Decimal(value.clone());
        let named = self.named.iter().flat_map(move |(name, ranges)| {
            let integers = ranges.integers.as_ref().map(|range| range.bound(Quantity::Integer, name, integer));
            let decimals = ranges.decimals.as_ref().map(|range| range.bound(Quantity::Decimal, name, decimal));
            let lengths = ranges.lengths.as_ref().map(|range| range.bound(Quantity::Length, name, integer));
            // A number that an INT draws already has a bound.
            let asserted = ranges.asserted.as_ref().filter(|_| integers.is_none()).map(|asserted| Bound {
                quantity: Quantity::Integer,
                name: name.clone(),
                lowest: integer(asserted.lowest.as_ref().unwrap_or(&asserted.smallest)),
                highest: asserted.highest.as_ref().map(integer),
                smallest: integer(&asserted.smallest),
                largest: integer(&asserted.largest),
            });
            [integers, decimals, lengths, asserted].into_iter().flatten()
        });
        named.chain(self.turns.iter().map(move |(text, range)| range.bound(Quantity::Turns, text, integer)))
    }

    pub(crate) fn integer(&mut self, name: Name, low: &Integer, high: &Integer, value: &Integer) {
        Range::of(low, Some(high), value).record(&mut self.ranges(name).integers);
    }

    pub(crate) fn asserted(&mut self, name: Name, comparator: Comparator, limit: &Integer, value: Integer) {
        let one = Integer::from(1u64);
        let (lowest, highest) = match comparator {
            Comparator::LessEqual => (None, Some(limit.clone())),
            Comparator::Less => (None, limit.sub(&one).ok()),
            Comparator::GreaterEqual => (Some(limit.clone()), None),
            Comparator::Greater => (limit.add(&one).ok(), None),
            Comparator::Equal | Comparator::NotEqual => return,
        };
        let other = AssertedRange { lowest, highest, smallest: value.clone(), largest: value };
        other.record(&mut self.ranges(name).asserted);
    }

    pub(crate) fn decimal(&mut self, name: Name, low: &Decimal, high: &Decimal, value: &Decimal) {
        Range::of(low, Some(high), value).record(&mut self.ranges(name).decimals);
    }

    pub(crate) fn length(&mut self, name: Name, (least, most): (u64, Option<u64>), length: u64) {
        let (least, most) = (Integer::from(least), most.map(Integer::from));
        Range::of(&least, most.as_ref(), &Integer::from(length)).record(&mut self.ranges(name).lengths);
    }

    /// Records a loop whose number of turns is calculated. A plain variable already has a bound.
    pub(crate) fn turns(&mut self, program: &Program, count: &Expr, turns: &Integer) {
        let allowed = interval::range(count, &mut |variable| match &self.named[variable.name.0 as usize].1.integers {
            Some(range) => Interval { low: Some(range.lowest.clone()), high: range.highest.clone() },
            None => Interval::ALL,
        });
        let Some(lowest) = allowed.low else { return };
        let lowest = lowest.max(Integer::ZERO);
        self.record_turns(program.text(count.span), Range::of(&lowest, allowed.high.as_ref(), turns));
    }

    fn ranges(&mut self, name: Name) -> &mut Ranges {
        &mut self.named[name.0 as usize].1
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.quantity {
            Quantity::Integer | Quantity::Decimal => {}
            Quantity::Length => f.write_str("length of ")?,
            Quantity::Turns => f.write_str("turns ")?,
        }
        write!(f, "{}: {} to {} of {}", self.name, self.smallest, self.largest, self.lowest)?;
        match &self.highest {
            Some(highest) => write!(f, " to {highest}"),
            None => f.write_str(" on"),
        }
    }
}
