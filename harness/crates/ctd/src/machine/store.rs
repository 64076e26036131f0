//! The variables of a running program, with a log of changes for undoing them.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use crate::number::Integer;
use crate::syntax::Name;
use crate::value::{Value, ValueKey};

/// An index of an array, or none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    Plain,
    One(i64),
    Two(i64, i64),
    Many(Box<[Integer]>),
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Key::Plain => f.write_str("[]"),
            Key::One(i) => write!(f, "[{i}]"),
            Key::Two(i, j) => write!(f, "[{i},{j}]"),
            Key::Many(all) => {
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", all.join(","))
            }
        }
    }
}

/// All values under one name.
#[derive(Debug, Default, Clone)]
pub(crate) struct Slot {
    plain: Option<Value>,
    /// Indices from 0 on, as long as they are set in order.
    dense: Vec<Option<Value>>,
    /// In order, so that a complaint about two of them is always about the same two.
    sparse: BTreeMap<Key, Value>,
    count: usize,
    /// How often each value occurs, if the program uses `INARRAY` on this name.
    occurrences: Option<HashMap<ValueKey, usize>>,
}

/// The dense part may grow by this many indices at once.
const GAP: usize = 64;

impl Slot {
    fn new(counts: bool) -> Slot {
        Slot { occurrences: counts.then(HashMap::new), ..Slot::default() }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    fn weight(&self) -> usize {
        self.iter().map(|(_, value)| value.weight()).sum()
    }

    fn get(&self, key: &Key) -> Option<&Value> {
        match key {
            Key::Plain => self.plain.as_ref(),
            Key::One(i) => match usize::try_from(*i).ok().and_then(|i| self.dense.get(i)) {
                Some(value) => value.as_ref(),
                None => self.sparse.get(key),
            },
            Key::Two(..) | Key::Many(_) => self.sparse.get(key),
        }
    }

    fn replace(&mut self, key: Key, value: Option<Value>) -> Option<Value> {
        let added = value.as_ref().filter(|_| self.occurrences.is_some()).map(Value::key);
        let has_value = value.is_some();
        let old = match key {
            Key::Plain => std::mem::replace(&mut self.plain, value),
            Key::One(i) => self.replace_one(i, value),
            Key::Two(..) | Key::Many(_) => self.replace_sparse(key, value),
        };
        self.count = self.count + usize::from(has_value) - usize::from(old.is_some());
        if let Some(occurrences) = &mut self.occurrences {
            if let Some(added) = added {
                *occurrences.entry(added).or_default() += 1;
            }
            if let Some(removed) = old.as_ref().map(Value::key)
                && let Some(count) = occurrences.get_mut(&removed)
            {
                *count -= 1;
                if *count == 0 {
                    occurrences.remove(&removed);
                }
            }
        }
        old
    }

    fn replace_one(&mut self, index: i64, value: Option<Value>) -> Option<Value> {
        let at = usize::try_from(index).unwrap_or(usize::MAX);
        if at >= self.dense.len() {
            // An index must have only one place, so a sparse array stays sparse.
            let near = at < self.dense.len() + GAP && self.sparse.is_empty();
            if !near {
                return self.replace_sparse(Key::One(index), value);
            }
            self.dense.resize(at + 1, None);
        }
        std::mem::replace(&mut self.dense[at], value)
    }

    fn replace_sparse(&mut self, key: Key, value: Option<Value>) -> Option<Value> {
        match value {
            Some(value) => self.sparse.insert(key, value),
            None => self.sparse.remove(&key),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Key, &Value)> {
        let plain = self.plain.iter().map(|value| (Key::Plain, value));
        let dense = self.dense.iter().enumerate().filter_map(|(i, value)| Some((Key::One(i as i64), value.as_ref()?)));
        plain.chain(dense).chain(self.sparse.iter().map(|(key, value)| (key.clone(), value)))
    }

    fn holds(&self, value: &Value) -> bool {
        self.occurrences.as_ref().is_some_and(|occurrences| occurrences.contains_key(&value.key()))
    }
}

/// All variables. Keeps a log of changes if they may have to be undone.
pub(crate) struct Store {
    slots: Vec<Slot>,
    log: Option<Vec<Change>>,
    weight: usize,
    /// How many changes the log has dropped.
    forgotten: usize,
    log_weight: usize,
    /// Work beyond single steps, not charged yet.
    work: Cell<u64>,
}

enum Change {
    Set(Name, Key, Option<Value>),
    Unset(Name, Box<Slot>),
}

/// A heavier log drops its older half.
const MAX_LOG: usize = 1 << 20;
/// How much work counts as one step: machine words multiplied, values compared.
const WORK_OF_A_STEP: u64 = 32;

impl Store {
    /// `counted` are the names on which `INARRAY` is used.
    pub fn new(names: usize, counted: &[Name], with_log: bool) -> Store {
        let mut slots = vec![Slot::default(); names];
        for name in counted {
            slots[name.0 as usize] = Slot::new(true);
        }
        Store { slots, log: with_log.then(Vec::new), weight: 0, forgotten: 0, log_weight: 0, work: Cell::new(0) }
    }

    pub fn slot(&self, name: Name) -> &Slot {
        &self.slots[name.0 as usize]
    }

    pub fn get(&self, name: Name, key: &Key) -> Option<&Value> {
        self.slots[name.0 as usize].get(key)
    }

    pub fn plain(&self, name: Name) -> Option<&Value> {
        self.slots[name.0 as usize].plain.as_ref()
    }

    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Records work that grows with the size of a number or an array.
    pub fn spend(&self, work: u64) {
        self.work.set(self.work.get().saturating_add(work));
    }

    /// Returns the recorded work in steps, and resets it.
    pub fn take_work(&self) -> u64 {
        if self.work.get() < WORK_OF_A_STEP { 0 } else { self.work.replace(0) / WORK_OF_A_STEP }
    }

    /// Sets a value and returns the one before.
    pub fn set(&mut self, name: Name, key: Key, value: Value) -> Option<Value> {
        let log_key = self.log.is_some().then(|| key.clone());
        self.weight += value.weight();
        let old = self.slots[name.0 as usize].replace(key, Some(value));
        self.weight -= old.as_ref().map_or(0, Value::weight);
        if let Some(key) = log_key {
            self.note(Change::Set(name, key, old.clone()));
        }
        old
    }

    pub fn unset(&mut self, name: Name) {
        let slot = &mut self.slots[name.0 as usize];
        let fresh = Slot::new(slot.occurrences.is_some());
        let old = std::mem::replace(slot, fresh);
        self.weight -= old.weight();
        self.note(Change::Unset(name, Box::new(old)));
    }

    /// Whether some element of the array has this value. The program uses `INARRAY` on its name.
    pub fn holds(&self, name: Name, value: &Value) -> bool {
        self.slots[name.0 as usize].holds(value)
    }

    /// Returns a mark for [`Store::back_to`].
    pub fn mark(&self) -> usize {
        self.forgotten + self.log.as_ref().map_or(0, Vec::len)
    }

    /// Whether a mark is recent enough to go back to.
    pub fn reaches(&self, mark: usize) -> bool {
        mark >= self.forgotten
    }

    /// Undoes all changes since a mark.
    pub fn back_to(&mut self, mark: usize) {
        while self.mark() > mark {
            let Some(change) = self.log.as_mut().and_then(Vec::pop) else { return };
            self.log_weight -= change.weight();
            match change {
                Change::Set(name, key, old) => {
                    self.weight += old.as_ref().map_or(0, Value::weight);
                    let new = self.slots[name.0 as usize].replace(key, old);
                    self.weight -= new.as_ref().map_or(0, Value::weight);
                }
                Change::Unset(name, old) => {
                    self.weight = self.weight + old.weight() - self.slots[name.0 as usize].weight();
                    self.slots[name.0 as usize] = *old;
                }
            }
        }
    }

    fn note(&mut self, change: Change) {
        let Some(log) = &mut self.log else { return };
        self.log_weight += change.weight();
        log.push(change);
        while self.log_weight > MAX_LOG {
            let oldest: Vec<Change> = log.drain(..log.len().div_ceil(2)).collect();
            self.forgotten += oldest.len();
            self.log_weight -= oldest.iter().map(Change::weight).sum::<usize>();
        }
    }
}

impl Change {
    fn weight(&self) -> usize {
        1 + match self {
            Change::Set(_, _, old) => old.as_ref().map_or(0, Value::weight),
            Change::Unset(_, old) => old.weight(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i64) -> Value {
        Value::Integer(Integer::from(value))
    }

    #[test]
    fn an_index_has_one_place_in_whatever_order_it_comes() {
        let name = Name(0);
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1000, 0, 1, 2], [-1, 5, 1000, 6]] {
            let mut store = Store::new(1, &[name], false);
            for i in order {
                store.set(name, Key::One(i), int(i));
                store.set(name, Key::One(i), int(i + 7));
            }
            assert_eq!(store.slot(name).len(), 4);
            assert_eq!(store.weight(), 4);
            for i in order {
                assert_eq!(store.get(name, &Key::One(i)), Some(&int(i + 7)), "{order:?}");
            }
            assert!(store.holds(name, &int(order[0] + 7)));
            assert!(!store.holds(name, &int(5000)));
        }
    }

    #[test]
    fn changes_are_taken_back() {
        let name = Name(0);
        let mut store = Store::new(1, &[name], true);
        store.set(name, Key::One(0), int(1));
        let mark = store.mark();
        store.set(name, Key::One(0), int(2));
        store.set(name, Key::Two(4, 4), int(3));
        store.unset(name);
        store.set(name, Key::Plain, int(4));
        store.back_to(mark);
        assert_eq!(store.get(name, &Key::One(0)), Some(&int(1)));
        assert_eq!((store.slot(name).len(), store.weight()), (1, 1));
        assert!(store.holds(name, &int(1)) && !store.holds(name, &int(2)) && !store.holds(name, &int(4)));
    }
}
