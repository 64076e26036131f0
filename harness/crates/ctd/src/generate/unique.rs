//! Unique values by construction. Taken integers are stored as a set of ranges, and a taken value
//! moves to the nearest free one. So a nearly full range costs no more than an empty one.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::interval::Interval;
use crate::number::Integer;
use crate::value::ValueKey;

/// The values taken in one group of names, by the other values of the tuple.
#[derive(Default)]
pub(super) struct TakenValues {
    integers: HashMap<Vec<ValueKey>, Disjoint>,
    others: HashSet<(Vec<ValueKey>, ValueKey)>,
}

impl TakenValues {
    pub fn insert(&mut self, others: Vec<ValueKey>, value: ValueKey) -> bool {
        match value {
            ValueKey::Integer(integer) => self.integers.entry(others).or_default().insert(&integer),
            ValueKey::Decimal(..) | ValueKey::Text(_) => self.others.insert((others, value)),
        }
    }

    pub fn remove(&mut self, others: &[ValueKey], value: ValueKey) {
        match &value {
            ValueKey::Integer(integer) => {
                if let Some(ranges) = self.integers.get_mut(others) {
                    ranges.remove(integer);
                }
            }
            ValueKey::Decimal(..) | ValueKey::Text(_) => {
                self.others.remove(&(others.to_vec(), value));
            }
        }
    }

    pub fn contains(&self, others: &[ValueKey], value: &ValueKey) -> bool {
        match value {
            ValueKey::Integer(integer) => {
                self.integers.get(others).is_some_and(|ranges| ranges.around(integer).is_some())
            }
            ValueKey::Decimal(..) | ValueKey::Text(_) => self.others.contains(&(others.to_vec(), value.clone())),
        }
    }

    /// Returns the free value nearest to `wanted`.
    pub fn nearest_free(&self, others: &[ValueKey], wanted: &Integer, within: &Interval) -> Option<Integer> {
        match self.integers.get(others) {
            Some(ranges) => ranges.nearest_free(wanted, within),
            None => Some(wanted.clone()),
        }
    }
}

/// A set of integers as ranges that do not touch, each from its first to its last.
#[derive(Default)]
struct Disjoint(BTreeMap<Integer, Integer>);

impl Disjoint {
    /// The range that holds a value.
    fn around(&self, value: &Integer) -> Option<(Integer, Integer)> {
        let (first, last) = self.0.range(..=value.clone()).next_back()?;
        (last >= value).then(|| (first.clone(), last.clone()))
    }

    fn insert(&mut self, value: &Integer) -> bool {
        if self.around(value).is_some() {
            return false;
        }
        let (Ok(before), Ok(after)) = (value.sub(&Integer::ONE), value.add(&Integer::ONE)) else { return true };
        let first = self.around(&before).map_or_else(|| value.clone(), |(first, _)| first);
        let last = self.0.remove(&after).unwrap_or_else(|| value.clone());
        self.0.insert(first, last);
        true
    }

    fn remove(&mut self, value: &Integer) {
        let Some((first, last)) = self.around(value) else { return };
        self.0.remove(&first);
        if let Ok(before) = value.sub(&Integer::ONE)
            && first <= before
        {
            self.0.insert(first, before);
        }
        if let Ok(after) = value.add(&Integer::ONE)
            && after <= last
        {
            self.0.insert(after, last);
        }
    }

    fn nearest_free(&self, wanted: &Integer, within: &Interval) -> Option<Integer> {
        let Some((first, last)) = self.around(wanted) else { return Some(wanted.clone()) };
        let below = first.sub(&Integer::ONE).ok().filter(|value| within.contains(value));
        let above = last.add(&Integer::ONE).ok().filter(|value| within.contains(value));
        match (below, above) {
            (Some(below), Some(above)) => {
                let nearer_below = wanted.sub(&below).ok()? < above.sub(wanted).ok()?;
                Some(if nearer_below { below } else { above })
            }
            (below, above) => below.or(above),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_free_value_is_found_until_there_is_none() {
        let int = |value: i64| Integer::from(value);
        let within = Interval::new(int(0), int(99));
        let mut ranges = Disjoint::default();
        let mut order = Vec::new();
        for i in 0..100 {
            let wanted = int(i * 37 % 50 + 25);
            let free = ranges.nearest_free(&wanted, &within).unwrap();
            assert!(within.contains(&free) && ranges.insert(&free), "{free}");
            order.push(free);
        }
        assert_eq!(ranges.nearest_free(&int(50), &within), None);
        assert_eq!(ranges.0.len(), 1);
        for (taken, value) in order.iter().enumerate() {
            ranges.remove(value);
            let held: usize = ranges.0.iter().map(|(a, b)| b.sub(a).unwrap().to_i64().unwrap() as usize + 1).sum();
            assert_eq!(held, 99 - taken);
            assert_eq!(ranges.nearest_free(value, &within).as_ref(), Some(value));
        }
    }
}
