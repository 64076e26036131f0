//! Makes a changed document follow what is learnt again: lists become as long as the numbers say
//! that count them, and numbers that break a rule are drawn anew. On the way it draws what it is
//! told to.

use super::model::{Kind, Measure, Model, Rows, Rule, pair};
use super::shape::{Block, Document, Field, List, Node, OTHER_SHAPE, Part, Scope, Way, write};
use super::value::{Random, Value};
use crate::mix::mixed;
use std::cmp::Ordering;
use std::collections::HashSet;

/// What is drawn anew.
pub(super) struct Orders {
    /// Of several ways to count, the first is the likeliest.
    pub is_plain: bool,
    pub slots: Vec<Order>,
    /// The rule that may be broken, by its slot and place.
    pub broken: Option<(usize, usize)>,
    /// The one slot whose values are drawn.
    pub alone: Option<usize>,
    /// So many bytes may be written.
    pub room: usize,
    /// Whether new items are drawn, and not copied.
    pub fresh: bool,
}

#[derive(Clone, Default)]
pub(super) struct Order {
    /// How its values are drawn. `None`: they stay.
    pub style: Option<Style>,
    /// Between what its lengths are drawn: the number itself if it counts something.
    pub size: Option<(i128, i128)>,
    /// The length of this measure, whether it was ever accepted or not.
    pub exactly: Option<(Measure, i128)>,
    /// Whether its numbers stay though they break a rule.
    pub held: bool,
}

/// What a list looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    pub pick: Pick,
    pub sort: Sort,
    /// Numbers are at most so far from 0, or from the allowed one next to it.
    pub near: Option<i128>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    Any,
    /// Of two or three different ones.
    Few,
    Equal,
    /// All in equal distances: a permutation where as many values are possible.
    Spread,
    Least,
    Greatest,
    Ends,
    Alternating,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Not,
    Up,
    Down,
    /// Two stand in each other's place.
    Nearly,
}

/// A place between the least value, 0, and the greatest, 1.
type Fraction = (i128, i128);
const ONE: i128 = 1 << 32;

impl Style {
    const PICKS: [Pick; 6] = [Pick::Any, Pick::Any, Pick::Few, Pick::Equal, Pick::Spread, Pick::Spread];
    const SORTS: [Sort; 6] = [Sort::Not, Sort::Not, Sort::Not, Sort::Up, Sort::Down, Sort::Nearly];
    const NEAR: [Option<i128>; 4] = [None, None, Some(5), Some(40)];
    const BOUNDS: [Pick; 4] = [Pick::Least, Pick::Greatest, Pick::Ends, Pick::Alternating];

    pub(super) fn any(random: &mut Random) -> Style {
        let pick = Self::PICKS[random.below(Self::PICKS.len())];
        Style { pick, sort: Self::SORTS[random.below(6)], near: Self::NEAR[random.below(4)] }
    }

    pub(super) fn bounds(random: &mut Random) -> Style {
        Style { pick: Self::BOUNDS[random.below(4)], sort: Sort::Not, near: None }
    }

    fn series(self, count: usize, random: &mut Random) -> Vec<Fraction> {
        let few: Vec<i128> = (0..2 + random.below(2)).map(|_| random.between(0, ONE - 1)).collect();
        let first = random.below(2);
        let mut fraction = |place: usize| match self.pick {
            Pick::Any => (random.between(0, ONE - 1), ONE),
            Pick::Few => (few[random.below(few.len())], ONE),
            Pick::Equal => (few[0], ONE),
            Pick::Spread => (place as i128, count as i128),
            Pick::Least => (0, 1),
            Pick::Greatest => (1, 1),
            Pick::Ends => (random.below(2) as i128, 1),
            Pick::Alternating => (((place + first) % 2) as i128, 1),
        };
        let mut series: Vec<Fraction> = (0..count).map(&mut fraction).collect();
        if self.pick == Pick::Spread {
            (1..count).for_each(|place| series.swap(place, random.below(place + 1)));
        }
        if self.sort != Sort::Not {
            series.sort_unstable();
        }
        match self.sort {
            Sort::Not | Sort::Up => {}
            Sort::Down => series.reverse(),
            Sort::Nearly if count > 1 => series.swap(random.below(count), random.below(count)),
            Sort::Nearly => {}
        }
        series
    }
}

/// Why a document cannot follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// Nothing has such a length, or the text would be far too large.
    Size,
    /// There are fewer numbers than are to be distinct.
    Rules,
}

type FittedInput = Result<(), Misfit>;

pub(super) fn fit(model: &Model, document: &mut Document, orders: &Orders, random: &mut Random) -> FittedInput {
    let slots = model.slots.len();
    let way = random.next();
    let rules = model.slots.iter().enumerate().map(|(slot, learnt)| {
        let rules = learnt.rules.iter().enumerate();
        rules
            .filter(|(place, rule)| rule.holds() && orders.broken != Some((slot, *place)))
            .map(|(_, rule)| rule)
            .collect()
    });
    let mut fit = Fit {
        model,
        rules: rules.collect(),
        orders,
        random,
        scope: vec![None; slots],
        series: vec![Vec::new(); slots],
        used: vec![HashSet::new(); slots],
        room: orders.room,
        beyond: way.is_multiple_of(2),
        way,
    };
    (0..slots).for_each(|slot| fit.begin(slot, 1));
    fit.nodes(&model.shape.nodes, &mut document.parts, 0, false)
}

struct Fit<'m> {
    model: &'m Model,
    /// The rules to follow, by slot.
    rules: Vec<Vec<&'m Rule>>,
    orders: &'m Orders,
    random: &'m mut Random,
    scope: Scope,
    series: Vec<Vec<Fraction>>,
    used: Vec<HashSet<i128>>,
    room: usize,
    beyond: bool,
    /// Decides between ways to count.
    way: u64,
}

/// Which numbers are allowed.
struct Domain {
    low: i128,
    high: i128,
    except: Vec<i128>,
}

impl<'m> Fit<'m> {
    /// `new`: these lines were not there before.
    fn nodes(&mut self, nodes: &[Node], parts: &mut [Part], place: usize, new: bool) -> FittedInput {
        for (node, part) in nodes.iter().zip(parts) {
            match (node, part) {
                (Node::Line { fields, list }, Part::Line(values)) => {
                    for (field, value) in fields.iter().zip(values.iter_mut()) {
                        self.value(field, value, place, new)?;
                        self.scope[field.slot] = value.integer();
                    }
                    if let Some(list) = list {
                        self.list(list, values, fields.len(), new)?;
                    }
                }
                (Node::Block(block), Part::Block(rows)) => self.block(block, rows, new)?,
                (Node::Line { .. }, Part::Block(_)) | (Node::Block(_), Part::Line(_)) => unreachable!("{OTHER_SHAPE}"),
            }
        }
        Ok(())
    }

    fn list(&mut self, list: &List, values: &mut Vec<Value>, start: usize, new: bool) -> FittedInput {
        let slot = list.item.slot;
        let is_drawn = new || self.orders.slots[slot].style.is_some();
        if is_drawn
            && list.is_phrase()
            && !self.random.once_in(4)
            && let Some(phrase) = self.random.pick(&self.model.slots[slot].phrases)
        {
            values.splice(start.., phrase.iter().cloned());
            return self.take(phrase.len());
        }
        let before = values.len() - start;
        let count = self.length(slot, Measure::Count, &list.count, before)?;
        let sample = self.sample(slot, list.item.word);
        self.resize(values, start, count, sample)?;
        self.begin(slot, count);
        for (place, value) in values[start..].iter_mut().enumerate() {
            self.value(&list.item, value, place, new || (self.orders.fresh && place >= before))?;
        }
        if let Some(order) = self.sorted(slot) {
            values[start..].sort_by_key(Value::integer);
            if order == Ordering::Greater {
                values[start..].reverse();
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &Block, rows: &mut Vec<Vec<Part>>, new: bool) -> FittedInput {
        let before = rows.len();
        let count = self.length(block.slot, Measure::Count, &block.count, before)?;
        let blank = self.blank(&block.body);
        // Rows that would be too many are not even copied.
        let mut row = Vec::new();
        write(rows.first().unwrap_or(&blank), &mut row);
        if count.saturating_mul(row.len().max(2)) > self.room {
            return Err(Misfit::Size);
        }
        self.resize(rows, 0, count, blank)?;
        for field in block.body.iter().flat_map(Node::fields) {
            self.begin(field.slot, count);
        }
        let kind =
            [Kind::Forest, Kind::Edges, Kind::Pairs].into_iter().find(|kind| self.rule(block.slot, *kind).is_some());
        let mut seen = Rows::default();
        for (place, row) in rows.iter_mut().enumerate() {
            self.nodes(&block.body, row, place, new || (self.orders.fresh && place >= before))?;
            if let Some(kind) = kind {
                self.admit(kind, &mut seen, &block.body, row, place).then_some(()).ok_or(Misfit::Rules)?;
            }
        }
        if let Some(Node::Line { fields, .. }) = block.body.first() {
            for (place, field) in fields.iter().enumerate() {
                if let Some(order) = self.sorted(field.slot) {
                    let key = |row: &Vec<Part>| match row.first() {
                        Some(Part::Line(values)) => values.get(place).and_then(Value::integer),
                        Some(Part::Block(_)) | None => None,
                    };
                    rows.sort_by_key(key);
                    if order == Ordering::Greater {
                        rows.reverse();
                    }
                    break;
                }
            }
        }
        Ok(())
    }

    /// Draws the first two numbers of a row again until it breaks no rule.
    fn admit(&mut self, kind: Kind, seen: &mut Rows, body: &[Node], row: &mut [Part], place: usize) -> bool {
        let Some(Node::Line { fields, .. }) = body.first() else { return true };
        for attempt in 0..TRIES {
            let Some((one, other)) = pair(row) else { return true };
            if seen.admit(kind, one, other) {
                return true;
            }
            let Some(Part::Line(values)) = row.first_mut() else { return true };
            // At last, all numbers are tried in turn.
            let last = attempt > DRAWS;
            for (field, value) in fields.iter().zip(values).take(2).skip(usize::from(last)) {
                match (value, self.drawable(field.slot, place)) {
                    (Value::Number(units, _), Some(domain)) => {
                        let next = if *units < domain.high { *units + 1 } else { domain.low };
                        *units = if last { next } else { self.random.between(domain.low, domain.high) };
                        self.scope[field.slot] = Some(*units);
                    }
                    (value, _) => *value = self.sample(field.slot, field.word),
                }
            }
        }
        false
    }

    fn value(&mut self, field: &Field, value: &mut Value, place: usize, new: bool) -> FittedInput {
        self.take(2)?;
        let order = &self.orders.slots[field.slot];
        let learnt = &self.model.slots[field.slot];
        let fraction = self.series[field.slot].get(place).copied();
        match value {
            Value::Number(units, decimals) => {
                let allowed = self.allowed(field.slot, place);
                let broken = *decimals == 0 && !order.held && !allowed.admits(*units);
                let drawable = self.drawable(field.slot, place);
                if let Some(domain) = drawable.as_ref() {
                    let size = order.size.filter(|_| learnt.counts);
                    let drawn = match (size, fraction) {
                        (Some((low, high)), _) => Some(self.random.between(domain.clamp(low), domain.clamp(high))),
                        (None, Some(fraction)) => {
                            let near = order.style.and_then(|style| style.near);
                            Some(domain.within(near).at(fraction))
                        }
                        (None, None) => (new || broken).then(|| self.random.between(domain.low, domain.high)),
                    };
                    if let Some(drawn) = drawn {
                        (*units, *decimals) = (domain.near(drawn), learnt.decimals);
                    }
                }
                if self.rule(field.slot, Kind::Distinct).is_some()
                    && !self.used[field.slot].insert(*units)
                    && let Some(domain) = drawable
                {
                    let used = &mut self.used[field.slot];
                    let tries = TRIES.min(2 * used.len() + 1);
                    let after = |units: i128| if units < domain.high { units + 1 } else { domain.low };
                    let mut others =
                        std::iter::successors(Some(after(*units)), |units| Some(after(*units))).take(tries);
                    let free = others.find(|other| domain.admits(*other) && !used.contains(other));
                    *units = free.ok_or(Misfit::Rules)?;
                    used.insert(*units);
                }
            }
            Value::Word(letters) => {
                let mut length = self.length(field.slot, Measure::Letters, &field.letters, letters.len())?;
                let alphabet: Vec<u8> = learnt.letters.iter().copied().collect();
                if order.style.is_some() || new {
                    let sample = self.random.pick(&learnt.samples);
                    if let (Some(Value::Word(sample)), true) = (sample, self.random.once_in(3)) {
                        letters.clone_from(sample);
                        length = if field.letters.is_empty() { letters.len() } else { length };
                    } else if let Some(end) = alphabet.len().checked_sub(1) {
                        let style = order.style.unwrap_or(Style { pick: Pick::Any, sort: Sort::Not, near: None });
                        let domain = Domain { low: 0, high: end as i128, except: Vec::new() };
                        let series = style.series(length.min(self.room), self.random);
                        *letters = series.into_iter().map(|fraction| alphabet[domain.at(fraction) as usize]).collect();
                    }
                }
                let letter = self.random.pick(&alphabet).copied();
                self.resize(letters, 0, length, letter.unwrap_or(b'a'))?;
                self.take(letters.len())?;
            }
        }
        Ok(())
    }

    /// How long something is to be.
    fn length(&mut self, slot: usize, measure: Measure, ways: &[Way], now: usize) -> Result<usize, Misfit> {
        if !ways.is_empty() {
            let drawn = (mixed(&[self.way, slot as u64]) % ways.len() as u64) as usize;
            let way = &ways[if self.orders.is_plain { 0 } else { drawn }];
            return Ok(way.count(&self.scope).unwrap_or(now));
        }
        let order = &self.orders.slots[slot];
        match (order.exactly, order.size, self.model.slots[slot].accepted(measure)) {
            (Some((of, exactly)), ..) if of == measure => usize::try_from(exactly).map_err(|_| Misfit::Size),
            (_, Some((low, high)), Some((least, most))) => {
                Ok(self.random.between(low.clamp(least, most), high.clamp(least, most)) as usize)
            }
            (_, Some(_), None) | (_, None, _) => Ok(now),
        }
    }

    fn take(&mut self, bytes: usize) -> FittedInput {
        self.room = self.room.checked_sub(bytes).ok_or(Misfit::Size)?;
        Ok(())
    }

    /// Makes what begins at `start` as long as it is to be: by copies of its items, of `blank`
    /// where it has none, or without some of them.
    fn resize<T: Clone>(&mut self, items: &mut Vec<T>, start: usize, count: usize, blank: T) -> FittedInput {
        let before = items.len() - start;
        self.take(count.saturating_sub(before))?;
        // Items are moved only where few are.
        let few = before.abs_diff(count) < 8;
        while items.len() - start > count {
            let at = if few { self.random.below(items.len() - start) } else { items.len() - start - 1 };
            items.remove(start + at);
        }
        while items.len() - start < count {
            let item = self.random.pick(&items[start..]).cloned().unwrap_or_else(|| blank.clone());
            let at = if few && !self.orders.fresh {
                self.random.below(items.len() - start + 1)
            } else {
                items.len() - start
            };
            items.insert(start + at, item);
        }
        Ok(())
    }

    /// A list or a column of a slot begins.
    fn begin(&mut self, slot: usize, count: usize) {
        self.used[slot].clear();
        if let Some(style) = self.orders.slots[slot].style {
            self.series[slot] = style.series(count, self.random);
        }
    }

    fn sample(&mut self, slot: usize, word: bool) -> Value {
        let sample = self.random.pick(&self.model.slots[slot].samples).cloned();
        sample.unwrap_or(if word { Value::Word(Vec::new()) } else { Value::Number(1, 0) })
    }

    fn blank(&mut self, nodes: &[Node]) -> Vec<Part> {
        let blank = |node: &Node| match node {
            Node::Line { fields, .. } => {
                Part::Line(fields.iter().map(|field| self.sample(field.slot, field.word)).collect())
            }
            Node::Block(_) => Part::Block(Vec::new()),
        };
        nodes.iter().map(blank).collect()
    }

    fn rule(&self, slot: usize, kind: Kind) -> Option<&'m Rule> {
        self.rules[slot].iter().find(|rule| rule.kind == kind).copied()
    }

    /// Returns whether the values of a slot always rise or always fall.
    fn sorted(&self, slot: usize) -> Option<Ordering> {
        let rule = self.rule(slot, Kind::Order)?;
        [Ordering::Less, Ordering::Greater].into_iter().find(|order| !rule.allows(order.reverse()))
    }

    /// Returns which numbers the rules allow at this place.
    fn allowed(&self, slot: usize, place: usize) -> Domain {
        let mut domain = Domain { low: i128::MIN, high: i128::MAX, except: Vec::new() };
        for rule in &self.rules[slot] {
            let Kind::Bond(other) = rule.kind else { continue };
            let Some(other) = other.map_or(Some(place as i128 + 1), |other| self.scope[other]) else { continue };
            let equal = rule.allows(Ordering::Equal);
            if !rule.allows(Ordering::Greater) {
                domain.high = domain.high.min(other - i128::from(!equal));
            }
            if !rule.allows(Ordering::Less) {
                domain.low = domain.low.max(other + i128::from(!equal));
            }
            if !equal {
                domain.except.push(other);
            }
        }
        domain
    }

    /// Returns which numbers are drawn at this place.
    fn drawable(&self, slot: usize, place: usize) -> Option<Domain> {
        let (low, high) = self.model.slots[slot].accepted(Measure::Value)?;
        let mut domain = self.allowed(slot, place);
        // A number that is never above another one may follow it beyond what was accepted.
        if domain.low == i128::MIN || !self.beyond {
            domain.low = domain.low.max(low);
        }
        if domain.high == i128::MAX || !self.beyond {
            domain.high = domain.high.min(high);
        }
        (domain.low <= domain.high).then_some(domain)
    }
}

/// So often something is drawn that no rule forbids.
const TRIES: usize = 200;
const DRAWS: usize = 8;

impl Domain {
    fn clamp(&self, number: i128) -> i128 {
        number.clamp(self.low, self.high)
    }

    /// The part of it that is at most `near` from 0, or from the number next to it.
    fn within(&self, near: Option<i128>) -> Domain {
        let Some(near) = near else { return Domain { low: self.low, high: self.high, except: Vec::new() } };
        let middle = self.clamp(0);
        Domain { low: self.clamp(middle - near), high: self.clamp(middle + near), except: Vec::new() }
    }

    fn at(&self, (part, whole): Fraction) -> i128 {
        (self.low + (self.high - self.low + 1) * part / whole.max(1)).min(self.high)
    }

    fn admits(&self, number: i128) -> bool {
        (self.low..=self.high).contains(&number) && !self.except.contains(&number)
    }

    fn near(&self, number: i128) -> i128 {
        let near = [number, number + 1, number - 1];
        near.into_iter().find(|number| self.admits(*number)).unwrap_or(number)
    }
}
