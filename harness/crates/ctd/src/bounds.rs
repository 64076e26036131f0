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
    names: Vec<String>,
    integers: Vec<Option<Range<Integer>>>,
    decimals: Vec<Option<Range<Decimal>>>,
    lengths: Vec<Option<Range<Integer>>>,
    /// Limits of calculated values, such as sums.
    asserted: Vec<Option<Asserted>>,
    /// Loops whose number of turns is calculated, by the text of the calculation.
    turns: Vec<(String, Range<Integer>)>,
}

/// One line of [`Bounds`].
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    pub quantity: Quantity,
    /// The name of a variable without its index, or the text of a calculation.
    pub name: String,
    pub lowest: Value,
    /// `None` if there is no limit.
    pub highest: Option<Value>,
    pub smallest: Value,
    pub largest: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    Integer,
    Decimal,
    /// The length of a text in bytes.
    Length,
    /// The number of turns of a loop.
    Turns,
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
struct Asserted {
    lowest: Option<Integer>,
    highest: Option<Integer>,
    smallest: Integer,
    largest: Integer,
}

impl Asserted {
    fn join(slot: &mut Option<Asserted>, other: Asserted) {
        let Some(ours) = slot else {
            *slot = Some(other);
            return;
        };
        ours.lowest = ours.lowest.take().into_iter().chain(other.lowest).min();
        ours.highest = ours.highest.take().into_iter().chain(other.highest).max();
        if other.smallest < ours.smallest {
            ours.smallest = other.smallest;
        }
        if other.largest > ours.largest {
            ours.largest = other.largest;
        }
    }
}

impl<T: Ord + Clone> Range<T> {
    fn see(&mut self, lowest: &T, highest: Option<&T>, smallest: &T, largest: &T) {
        if *lowest < self.lowest {
            self.lowest = lowest.clone();
        }
        match (highest, &self.highest) {
            (Some(new), Some(old)) if new <= old => {}
            (Some(_), None) => {}
            (new, Some(_)) => self.highest = new.cloned(),
            (None, None) => {}
        }
        if *smallest < self.smallest {
            self.smallest = smallest.clone();
        }
        if *largest > self.largest {
            self.largest = largest.clone();
        }
    }

    fn record(slot: &mut Option<Range<T>>, lowest: &T, highest: Option<&T>, value: &T) {
        match slot {
            Some(range) => range.see(lowest, highest, value, value),
            None => {
                let (lowest, highest, value) = (lowest.clone(), highest.cloned(), value.clone());
                *slot = Some(Range { lowest, highest, smallest: value.clone(), largest: value });
            }
        }
    }

    fn join(slot: &mut Option<Range<T>>, other: Option<&Range<T>>) {
        match (slot.as_mut(), other) {
            (Some(range), Some(other)) => {
                range.see(&other.lowest, other.highest.as_ref(), &other.smallest, &other.largest);
            }
            (None, Some(other)) => *slot = Some(other.clone()),
            (_, None) => {}
        }
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
        let names: Vec<String> = program.all_names().to_vec();
        let count = names.len();
        let (integers, lengths) = (vec![None; count], vec![None; count]);
        let (decimals, asserted) = (vec![None; count], vec![None; count]);
        Bounds { names, integers, decimals, lengths, asserted, turns: Vec::new() }
    }

    /// Adds the bounds of another input of the *same* grammar.
    pub fn join(&mut self, other: &Bounds) {
        if self.names.is_empty() {
            *self = other.clone();
            return;
        }
        self.integers.iter_mut().zip(&other.integers).for_each(|(ours, theirs)| Range::join(ours, theirs.as_ref()));
        self.decimals.iter_mut().zip(&other.decimals).for_each(|(ours, theirs)| Range::join(ours, theirs.as_ref()));
        self.lengths.iter_mut().zip(&other.lengths).for_each(|(ours, theirs)| Range::join(ours, theirs.as_ref()));
        for (ours, theirs) in self.asserted.iter_mut().zip(&other.asserted) {
            if let Some(theirs) = theirs {
                Asserted::join(ours, theirs.clone());
            }
        }
        for (text, range) in &other.turns {
            match self.turns.iter_mut().find(|(name, _)| name == text) {
                Some((_, ours)) => {
                    ours.see(&range.lowest, range.highest.as_ref(), &range.smallest, &range.largest);
                }
                None => self.turns.push((text.clone(), range.clone())),
            }
        }
    }

    /// Returns the bounds of all names that were given a value, in the order of the grammar.
    pub fn iter(&self) -> impl Iterator<Item = Bound> {
        let integer = |value: &Integer| Value::Integer(value.clone());
        let decimal = |value: &Decimal| Value::Decimal(value.clone());
        let named = self.names.iter().enumerate().flat_map(move |(at, name)| {
            let integers = self.integers[at].as_ref().map(|range| range.bound(Quantity::Integer, name, integer));
            let decimals = self.decimals[at].as_ref().map(|range| range.bound(Quantity::Decimal, name, decimal));
            let lengths = self.lengths[at].as_ref().map(|range| range.bound(Quantity::Length, name, integer));
            // A number that an INT draws already has a bound.
            let asserted = self.asserted[at].as_ref().filter(|_| integers.is_none()).map(|asserted| Bound {
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
        Range::record(&mut self.integers[name.0 as usize], low, Some(high), value);
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
        let other = Asserted { lowest, highest, smallest: value.clone(), largest: value };
        Asserted::join(&mut self.asserted[name.0 as usize], other);
    }

    pub(crate) fn decimal(&mut self, name: Name, low: &Decimal, high: &Decimal, value: &Decimal) {
        Range::record(&mut self.decimals[name.0 as usize], low, Some(high), value);
    }

    pub(crate) fn length(&mut self, name: Name, (least, most): (u64, Option<u64>), length: u64) {
        let (least, most) = (Integer::from(least), most.map(Integer::from));
        Range::record(&mut self.lengths[name.0 as usize], &least, most.as_ref(), &Integer::from(length));
    }

    /// Records a loop whose number of turns is calculated. A plain variable already has a bound.
    pub(crate) fn turns(&mut self, program: &Program, count: &Expr, turns: &Integer) {
        let allowed = interval::range(count, &mut |variable| match &self.integers[variable.name.0 as usize] {
            Some(range) => Interval { low: Some(range.lowest.clone()), high: range.highest.clone() },
            None => Interval::ALL,
        });
        let Some(lowest) = allowed.low else { return };
        let (lowest, text) = (lowest.max(Integer::ZERO), program.text(count.span));
        match self.turns.iter_mut().find(|(name, _)| *name == text) {
            Some((_, range)) => range.see(&lowest, allowed.high.as_ref(), turns, turns),
            None => {
                let (smallest, largest) = (turns.clone(), turns.clone());
                self.turns.push((text, Range { lowest, highest: allowed.high, smallest, largest }));
            }
        }
    }
}

impl Bound {
    pub fn reaches_lowest(&self) -> bool {
        self.smallest == self.lowest
    }

    pub fn reaches_highest(&self) -> bool {
        self.highest.as_ref() == Some(&self.largest)
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
