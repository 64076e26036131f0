//! The edits on a sequence of choices.

use super::Shrinker;
use crate::choice::{Choice, Part};
use crate::number::Integer;
use std::rc::Rc;

/// A loop in the sequence: the brackets of its turns, and the index of the number that counts them.
pub(super) struct LoopSpan {
    turns: Vec<(usize, usize)>,
    governor: Option<usize>,
}

/// The most numbers for which all pairs are tried.
const MAX_PAIRS: usize = 24;

impl<F: FnMut(&[u8]) -> bool> Shrinker<'_, F> {
    // Turns of loops

    pub(super) fn remove_turns(&mut self) {
        let mut number = 0;
        // Look for the loops again after each change: their places have moved.
        while let Some(turns) = self.turns(number) {
            let mut chunk = turns;
            while chunk > 0 && self.budget > 0 {
                self.remove_chunks(number, chunk);
                chunk /= 2;
            }
            number += 1;
        }
    }

    /// Tries to remove each stretch of `chunk` turns, the last one first.
    fn remove_chunks(&mut self, number: usize, chunk: usize) {
        let mut end = self.turns(number).unwrap_or(0);
        while end > 0 && self.budget > 0 {
            let loops = self.loops();
            end = end.min(self.turns(number).unwrap_or(0));
            let start = end.saturating_sub(chunk);
            if end == 0 {
                return;
            }
            let together = self.without(&loops, number, start..end, true);
            let alone = self.without(&loops, number, start..end, false);
            let _ = together.is_some_and(|items| self.attempt(items)) || alone.is_some_and(|items| self.attempt(items));
            end = start;
        }
    }

    /// The sequence without some turns of a loop, and with their count lowered. Other loops with
    /// the same count lose the same turns if `together`, otherwise their last ones.
    fn without(
        &self,
        loops: &[LoopSpan],
        number: usize,
        turns: std::ops::Range<usize>,
        together: bool,
    ) -> Option<Vec<Choice>> {
        let span = loops.get(number)?;
        let siblings: Vec<&LoopSpan> = loops.iter().filter(|other| other.governor == span.governor).collect();
        let has_siblings = span.governor.is_some() && siblings.len() > 1;
        if together && !has_siblings {
            return None;
        }
        let mut items = self.best.choices.items.clone();
        if let Some(governor) = span.governor
            && let Choice::Int(value) = &items[governor]
        {
            items[governor] = Choice::Int(value.sub(&Integer::from(turns.len() as u64)).ok()?);
        }
        let concerned = if together { siblings } else { vec![span] };
        let mut removed = vec![false; items.len()];
        for span in concerned {
            for &(start, end) in span.turns.get(turns.clone()).unwrap_or_default() {
                removed[start..=end].fill(true);
            }
        }
        let rest = items.into_iter().zip(removed).filter(|(_, removed)| !removed);
        Some(rest.map(|(item, _)| item).collect())
    }

    /// The number of turns of a loop. `None` if there is no such loop, or no try is left.
    fn turns(&mut self, number: usize) -> Option<usize> {
        if self.budget == 0 {
            return None;
        }
        self.loops().get(number).map(|span| span.turns.len())
    }

    fn loops(&mut self) -> Rc<Vec<LoopSpan>> {
        if let Some(loops) = &self.loops {
            return Rc::clone(loops);
        }
        let choices = &self.best.choices;
        let closings = choices.closings();
        let mut loops = Vec::new();
        for (at, item) in choices.items.iter().enumerate() {
            if *item != Choice::Open(Part::Loop) {
                continue;
            }
            let mut turns = Vec::new();
            let mut turn = at + 1;
            while turn < closings[at] && choices.items[turn] == Choice::Open(Part::Turn) {
                turns.push((turn, closings[turn]));
                turn = closings[turn] + 1;
            }
            let found = choices.governors.binary_search_by_key(&at, |(open, _)| *open);
            let governor = found.ok().map(|found| choices.governors[found].1);
            loops.push(LoopSpan { turns, governor });
        }
        let loops = Rc::new(loops);
        self.loops = Some(Rc::clone(&loops));
        loops
    }

    /// Removes a turn and merges its first number into the turn before, because the failure may
    /// depend on a sum, or an exclusive or, of all turns.
    pub(super) fn merge_turns(&mut self) {
        let mut number = 0;
        while let Some(turns) = self.turns(number) {
            for turn in (1..turns).rev() {
                let merged = [|a: i64, b: i64| a ^ b, |a: i64, b: i64| a.saturating_add(b), |a: i64, b: i64| a.max(b)];
                let _ = merged.into_iter().any(|merge| self.merge(number, turn, merge));
            }
            number += 1;
        }
    }

    fn merge(&mut self, number: usize, turn: usize, merge: fn(i64, i64) -> i64) -> bool {
        let loops = self.loops();
        let Some(&[before, own]) = loops.get(number).and_then(|span| span.turns.get(turn - 1..=turn)) else {
            return false;
        };
        let items = &self.best.choices.items;
        let first =
            |(start, end): (usize, usize)| (start..end).find_map(|at| Some((at, items[at].as_int()?.to_i64()?)));
        let (Some((at, a)), Some((_, b))) = (first(before), first(own)) else { return false };
        // The place is before the removed turn, so it has not moved.
        let Some(mut merged) = self.without(&loops, number, turn..turn + 1, false) else { return false };
        merged[at] = Choice::Int(Integer::from(merge(a, b)));
        self.attempt(merged)
    }

    // Numbers and texts

    /// Edits one choice after the other.
    fn each(&mut self, edit: impl Fn(&mut Self, usize, Choice)) {
        let mut at = 0;
        while let Some(choice) = self.best.choices.items.get(at).filter(|_| self.budget > 0).cloned() {
            edit(self, at, choice);
            at += 1;
        }
    }

    pub(super) fn simplify_numbers(&mut self) {
        self.each(|shrinker, at, choice| {
            if let Choice::Int(value) = choice {
                shrinker.lower(at, &value);
            }
        });
    }

    /// Lowers a number: to zero, otherwise by binary search, otherwise by small steps.
    fn lower(&mut self, at: usize, value: &Integer) {
        if value.is_zero() || self.put_number(at, Integer::ZERO) {
            return;
        }
        if value.is_negative() && self.put_number(at, value.neg()) {
            return;
        }
        let Some(Choice::Int(value)) = self.best.choices.items.get(at).cloned() else { return };
        // `good` still fails, `bad` does not.
        let (mut bad, mut good) = (Integer::ZERO, value);
        while self.budget > 0 {
            let middle = bad.add(&good).and_then(|sum| sum.div(&Integer::from(2i64)));
            let Ok(middle) = middle else { return };
            if middle == bad || middle == good {
                break;
            }
            if self.put_number(at, middle.clone()) { good = middle } else { bad = middle }
        }
        // Failing numbers need not form a range: try small ones, neighbours, and some of the
        // digits.
        let (ten, one) = (Integer::from(10i64), Integer::from(if good.is_negative() { -1i64 } else { 1 }));
        let two = one.add(&one);
        let near = [Ok(one.clone()), two.clone(), good.sub(&one), two.and_then(|two| good.sub(&two))];
        let digits = [good.rem(&ten), good.div(&ten), ten.pow(2).and_then(|hundred| good.rem(&hundred))];
        for value in near.into_iter().chain(digits).flatten() {
            if self.put_number(at, value) {
                return;
            }
        }
    }

    fn put_number(&mut self, at: usize, value: Integer) -> bool {
        self.put(at, Choice::Int(value))
    }

    fn put(&mut self, at: usize, choice: Choice) -> bool {
        match self.best.choices.items.get(at) {
            Some(old) if *old != choice => {}
            Some(_) | None => return false,
        }
        let mut items = self.best.choices.items.clone();
        items[at] = choice;
        self.attempt(items)
    }

    pub(super) fn simplify_texts(&mut self) {
        self.each(|shrinker, at, choice| {
            if choice.as_text().is_some() {
                // A text that does not match is replayed as the simplest one.
                let is_empty = shrinker.put(at, Choice::Text(Box::default()));
                let _ = is_empty || shrinker.shorten(at) || shrinker.shorten_float(at);
            }
        });
    }

    fn shorten(&mut self, at: usize) -> bool {
        let Some(mut text) = self.text(at) else { return false };
        let mut chunk = text.len();
        while chunk > 0 && self.budget > 0 {
            let mut end = text.len();
            while end > 0 {
                let start = end.saturating_sub(chunk);
                let shorter = [&text[..start], &text[end..]].concat();
                if self.put(at, Choice::Text(shorter.into())) {
                    text = self.text(at).unwrap_or_default();
                }
                end = start.min(text.len());
            }
            chunk /= 2;
        }
        for letter in 0..text.len() {
            for simple in *b"a0A" {
                let mut simpler = text.clone();
                if letter < simpler.len() && simpler[letter] != simple {
                    simpler[letter] = simple;
                    if self.put(at, Choice::Text(simpler.into())) {
                        text = self.text(at).unwrap_or_default();
                        break;
                    }
                }
            }
        }
        false
    }

    fn shorten_float(&mut self, at: usize) -> bool {
        let Some(text) = self.text(at) else { return false };
        let Some(value) = crate::number::Decimal::parse(&text) else { return false };
        for decimals in 0..4 {
            let Ok(units) = value.floor_at(-decimals) else { return false };
            let text = crate::number::fixed(&units, -decimals);
            if self.put(at, Choice::Text(text.into_bytes().into())) {
                return true;
            }
        }
        false
    }

    fn text(&self, at: usize) -> Option<Vec<u8>> {
        self.best.choices.items.get(at)?.as_text().map(<[u8]>::to_vec)
    }

    /// Flips answers to questions, because the other branch may be shorter.
    pub(super) fn flip_answers(&mut self) {
        self.each(|shrinker, at, choice| {
            if let Choice::Truth(truth) = choice {
                shrinker.put(at, Choice::Truth(!truth));
            }
        });
    }

    // Several at a time

    /// Sorts the turns of each loop by their first numbers.
    pub(super) fn sort_turns(&mut self) {
        let mut number = 0;
        while self.turns(number).is_some() {
            let loops = self.loops();
            let span = &loops[number];
            let items = &self.best.choices.items;
            let mut sorted = span.turns.clone();
            // A turn without numbers comes last: it may be the one whose test ends the loop.
            sorted.sort_by_key(|&(start, end)| {
                let number = items[start..end].iter().find_map(Choice::as_int);
                (number.is_none(), number)
            });
            if let (Some(&(start, _)), Some(&(_, end))) = (span.turns.first(), span.turns.last())
                && sorted != span.turns
            {
                let mut changed = items[..start].to_vec();
                sorted.iter().for_each(|&(start, end)| changed.extend_from_slice(&items[start..=end]));
                changed.extend_from_slice(&items[end + 1..]);
                self.attempt(changed);
            }
            number += 1;
        }
    }

    /// Lowers several numbers at a time: equal ones together, two by the same amount, and one while
    /// the other grows. The failure may depend on their difference or their sum.
    pub(super) fn lower_together(&mut self) {
        let numbers = |items: &[Choice]| -> Vec<(usize, Integer)> {
            items.iter().enumerate().filter_map(|(at, item)| Some((at, item.as_int()?.clone()))).collect()
        };
        self.lower_equal(&numbers(&self.best.choices.items));
        let places: Vec<usize> = numbers(&self.best.choices.items).into_iter().map(|(at, _)| at).collect();
        if places.len() > MAX_PAIRS {
            return;
        }
        for (i, &a) in places.iter().enumerate() {
            for &b in &places[i + 1..] {
                self.move_pair(a, b, true);
                self.move_pair(a, b, false);
            }
        }
    }

    fn lower_equal(&mut self, all: &[(usize, Integer)]) {
        let mut values: Vec<&Integer> = all.iter().map(|(_, value)| value).collect();
        values.sort();
        values.dedup();
        for value in values {
            if self.budget == 0 {
                return;
            }
            let places: Vec<usize> = all.iter().filter(|(_, other)| other == value).map(|(at, _)| *at).collect();
            if places.len() < 2 || value.is_zero() {
                continue;
            }
            let half = value.div(&Integer::from(2i64)).unwrap_or(Integer::ZERO);
            let less = if value.is_negative() { value.add(&Integer::ONE) } else { value.sub(&Integer::ONE) };
            for lower in [Some(Integer::ZERO), Some(Integer::ONE), Some(half), less.ok()].into_iter().flatten() {
                let mut items = self.best.choices.items.clone();
                if places.iter().any(|&at| items.get(at) != Some(&Choice::Int(value.clone()))) {
                    break;
                }
                places.iter().for_each(|&at| items[at] = Choice::Int(lower.clone()));
                self.attempt(items);
            }
        }
    }

    /// Lowers a number by powers of two, and lowers or raises another by the same amount.
    fn move_pair(&mut self, a: usize, b: usize, both_down: bool) {
        let mut step = 1i64 << 40;
        while step > 0 && self.budget > 0 {
            let items = &self.best.choices.items;
            let (Some(Choice::Int(first)), Some(Choice::Int(second))) = (items.get(a), items.get(b)) else { return };
            let by = Integer::from(step);
            let second = if both_down { second.sub(&by) } else { second.add(&by) };
            let (Ok(first), Ok(second)) = (first.sub(&by), second) else { return };
            if first.is_negative() || second.is_negative() {
                step /= 2;
                continue;
            }
            let mut items = items.clone();
            items[a] = Choice::Int(first);
            items[b] = Choice::Int(second);
            if !self.attempt(items) {
                step /= 2;
            }
        }
    }
}
