//! Records which values a grammar allows and which an input has.

use std::cmp::Ordering;
use std::fmt;

use crate::interval::{self, Interval};
use crate::number::{Decimal, Integer};
use crate::syntax::{Comparator, Expr, Name, Program};

/// For every named number and text of an input: the values allowed and the values seen.
#[derive(Debug, Clone)]
pub struct Bounds {
    named: Vec<(String, Ranges)>,
    /// Loops whose number of turns is calculated, by the text of the calculation.
    turns: Vec<(String, Range<Integer>)>,
}

/// One line of [`Bounds`].
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    /// What is bounded: `n`, `the length of s`, `the number of 2*n`. An array has one line.
    pub name: String,
    /// The least that the grammar allows.
    pub lowest: Decimal,
    /// `None` if there is no limit.
    pub highest: Option<Decimal>,
    /// The least that occurred.
    pub smallest: Decimal,
    /// The most that occurred.
    pub largest: Decimal,
}

/// The values of one name.
#[derive(Debug, Clone, Default)]
struct Ranges {
    integers: Range<Integer>,
    decimals: Range<Decimal>,
    lengths: Range<Integer>,
    /// The limits of a calculated value, such as a sum. An assertion sets one or both.
    asserted: Range<Integer>,
}

/// What is allowed and what was seen, where that is known.
#[derive(Debug, Clone)]
struct Range<T> {
    lowest: Option<T>,
    highest: Option<T>,
    smallest: Option<T>,
    largest: Option<T>,
}

impl<T> Default for Range<T> {
    fn default() -> Range<T> {
        Range { lowest: None, highest: None, smallest: None, largest: None }
    }
}

impl<T: Ord + Clone + Into<Decimal>> Range<T> {
    fn see(&mut self, lowest: Option<&T>, highest: Option<&T>, value: &T) {
        update(&mut self.lowest, lowest, Ordering::Less);
        update(&mut self.highest, highest, Ordering::Greater);
        update(&mut self.smallest, Some(value), Ordering::Less);
        update(&mut self.largest, Some(value), Ordering::Greater);
    }

    /// `None`: nothing was seen.
    fn bound(&self, name: String) -> Option<Bound> {
        let Range { lowest, highest, smallest, largest } = self.clone();
        let (smallest, largest) = (smallest?, largest?);
        Some(Bound {
            name,
            lowest: lowest.unwrap_or_else(|| smallest.clone()).into(),
            highest: highest.map(Into::into),
            smallest: smallest.into(),
            largest: largest.into(),
        })
    }
}

/// Takes the other value if ours is missing, or if the other one compares with it like this.
fn update<T: Ord + Clone>(ours: &mut Option<T>, theirs: Option<&T>, wanted: Ordering) {
    if let Some(theirs) = theirs
        && ours.as_ref().is_none_or(|ours| theirs.cmp(ours) == wanted)
    {
        *ours = Some(theirs.clone());
    }
}

impl Bounds {
    pub(crate) fn new(program: &Program) -> Bounds {
        let named = program.all_names().iter().map(|name| (name.clone(), Ranges::default()));
        Bounds { named: named.collect(), turns: Vec::new() }
    }

    fn turns_of(&mut self, text: &str) -> &mut Range<Integer> {
        let at = self.turns.iter().position(|(name, _)| name == text).unwrap_or_else(|| {
            self.turns.push((text.to_owned(), Range::default()));
            self.turns.len() - 1
        });
        &mut self.turns[at].1
    }

    /// Returns the bounds of all names that were given a value, in the order of the grammar.
    pub fn iter(&self) -> impl Iterator<Item = Bound> {
        let named = self.named.iter().flat_map(|(name, ranges)| {
            let integers = ranges.integers.bound(name.clone());
            // A number that an INT draws already has a bound.
            let integers = integers.or_else(|| ranges.asserted.bound(name.clone()));
            let decimals = ranges.decimals.bound(name.clone());
            let lengths = ranges.lengths.bound(format!("the length of {name}"));
            [integers, decimals, lengths].into_iter().flatten()
        });
        named.chain(self.turns.iter().filter_map(|(text, range)| range.bound(format!("the number of {text}"))))
    }

    pub(crate) fn integer(&mut self, name: Name, low: &Integer, high: &Integer, value: &Integer) {
        self.ranges(name).integers.see(Some(low), Some(high), value);
    }

    pub(crate) fn asserted(&mut self, name: Name, comparator: Comparator, limit: &Integer, value: &Integer) {
        let (lowest, highest) = match comparator {
            Comparator::LessEqual => (None, Some(limit.clone())),
            Comparator::Less => (None, limit.sub(&Integer::ONE).ok()),
            Comparator::GreaterEqual => (Some(limit.clone()), None),
            Comparator::Greater => (limit.add(&Integer::ONE).ok(), None),
            Comparator::Equal | Comparator::NotEqual => return,
        };
        self.ranges(name).asserted.see(lowest.as_ref(), highest.as_ref(), value);
    }

    pub(crate) fn decimal(&mut self, name: Name, low: &Decimal, high: &Decimal, value: &Decimal) {
        self.ranges(name).decimals.see(Some(low), Some(high), value);
    }

    pub(crate) fn length(&mut self, name: Name, (least, most): (u64, Option<u64>), length: u64) {
        let most = most.map(Integer::from);
        self.ranges(name).lengths.see(Some(&Integer::from(least)), most.as_ref(), &Integer::from(length));
    }

    /// Records a loop whose number of turns is calculated. A plain variable already has a bound.
    pub(crate) fn turns(&mut self, program: &Program, count: &Expr, turns: &Integer) {
        let allowed = interval::range(count, &mut |variable| {
            let Range { lowest, highest, .. } = &self.named[variable.name.0 as usize].1.integers;
            Interval { low: lowest.clone(), high: highest.clone() }
        });
        let Some(lowest) = allowed.low else { return };
        let text = program.text(count.span);
        self.turns_of(&text).see(Some(&lowest.max(Integer::ZERO)), allowed.high.as_ref(), turns);
    }

    fn ranges(&mut self, name: Name) -> &mut Ranges {
        &mut self.named[name.0 as usize].1
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} to {} of {}", self.name, self.smallest, self.largest, self.lowest)?;
        match &self.highest {
            Some(highest) => write!(f, " to {highest}"),
            None => f.write_str(" on"),
        }
    }
}
