//! What is known of the values of a shape: the least and the greatest that were accepted, letters,
//! and the rules that all accepted inputs follow.
//!
//! A rule is a guess until it is broken. An accepted input that breaks it ends it.

use super::bounds::Range;
use super::shape::{Document, Field, Node, OTHER_SHAPE, Part, Scope, Shape, Way};
use super::value::{Random, Value};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

pub(super) struct Model {
    pub shape: Shape,
    pub slots: Vec<Slot>,
    /// Whether people wrote what is learnt now: words and phrases of theirs mean something.
    pub by_people: bool,
}

#[derive(Default)]
pub(super) struct Slot {
    pub rules: Vec<Rule>,
    /// What was accepted of each measure.
    pub ranges: BTreeMap<Measure, Range>,
    pub decimals: u32,
    pub letters: BTreeSet<u8>,
    pub samples: Vec<Value>,
    /// Lists of words that no number counts: people write phrases there.
    pub phrases: Vec<Vec<Value>>,
    /// Whether it gives the length of something.
    pub counts: bool,
    /// How inputs did in which only its values were new.
    pub trust: Success,
}

/// How often something led to a valid input lately.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Success {
    pub tries: f64,
    pub valid: f64,
}

/// So many answers count fully; older ones less.
const MEMORY: f64 = 100.0;

impl Success {
    pub(super) fn note(&mut self, valid: bool) {
        if self.tries >= MEMORY {
            self.tries *= 0.5;
            self.valid *= 0.5;
        }
        self.tries += 1.0;
        self.valid += f64::from(u8::from(valid));
    }

    pub(super) fn share(&self) -> f64 {
        (self.valid + 1.0) / (self.tries + 2.0)
    }
}

/// What can be measured of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Measure {
    /// A number itself.
    Value,
    /// How long a word is, where no number says so.
    Letters,
    /// How many items a list or rows a block has, where no number says so.
    Count,
}

pub(super) struct Rule {
    pub kind: Kind,
    /// Which of less, equal and greater were accepted. Of what may only occur once, a new one
    /// counts as less and one that was there before as equal.
    signs: u8,
    /// How often an input was refused that may break it.
    pub refused: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number compares with one before it, or with its place in its list, in the same way.
    Bond(Option<usize>),
    /// Neighbours compare in the same way.
    Order,
    /// No number occurs twice.
    Distinct,
    /// Rows whose first two numbers are edges without a cycle, edges that occur once, or pairs that
    /// do.
    Forest,
    Edges,
    Pairs,
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const SAMPLES: usize = 24;
/// So many words are a phrase.
const PHRASE: usize = 24;
/// More letters of a word hardly show a new one.
const LETTERS: usize = 1000;

impl Rule {
    fn new(kind: Kind) -> Rule {
        Rule { kind, signs: 0, refused: 0 }
    }

    fn see(&mut self, order: Ordering) {
        self.signs |= match order {
            Ordering::Less => LESS,
            Ordering::Equal => EQUAL,
            Ordering::Greater => GREATER,
        };
    }

    fn is_of_lists(&self) -> bool {
        matches!(self.kind, Kind::Order | Kind::Distinct)
    }

    /// Whether it may still hold.
    fn is_open(&self) -> bool {
        self.signs == 0 || self.holds()
    }

    pub(super) fn holds(&self) -> bool {
        match self.kind {
            Kind::Bond(_) | Kind::Order => self.signs != 0 && self.signs != LESS | EQUAL | GREATER,
            Kind::Distinct | Kind::Forest | Kind::Edges | Kind::Pairs => self.signs == LESS,
        }
    }

    pub(super) fn allows(&self, order: Ordering) -> bool {
        let mut more = Rule::new(self.kind);
        more.see(order);
        self.signs & more.signs != 0
    }
}

impl Model {
    pub(super) fn new(shape: Shape) -> Model {
        let mut slots: Vec<Slot> = (0..shape.slots).map(|_| Slot::default()).collect();
        prepare(&shape.nodes, false, &mut Vec::new(), &mut slots);
        Model { shape, slots, by_people: true }
    }

    /// Learns from an accepted input.
    pub(super) fn observe(&mut self, document: &mut Document) {
        let mut scope = vec![None; self.shape.slots];
        let mut nodes = std::mem::take(&mut self.shape.nodes);
        self.observe_nodes(&mut nodes, &document.parts, 0, &mut scope);
        self.shape.nodes = nodes;
        for (number, slot) in self.slots.iter_mut().enumerate() {
            for rule in slot.rules.iter_mut().filter(|rule| rule.is_of_lists() && rule.is_open()) {
                for group in document.groups(&self.shape, number) {
                    let numbers: Vec<i128> = group.iter().filter_map(|value| value.integer()).collect();
                    let mut seen = HashSet::new();
                    for pair in numbers.windows(2) {
                        let repeats = !seen.insert(pair[0]) || seen.contains(&pair[1]);
                        rule.see(match (rule.kind == Kind::Order, repeats) {
                            (true, _) => pair[0].cmp(&pair[1]),
                            (false, true) => Ordering::Equal,
                            (false, false) => Ordering::Less,
                        });
                    }
                }
            }
        }
    }

    fn observe_nodes(&mut self, nodes: &mut [Node], parts: &[Part], place: usize, scope: &mut Scope) {
        for (node, part) in nodes.iter_mut().zip(parts) {
            match (node, part) {
                (Node::Line { fields, list }, Part::Line(values)) => {
                    for (field, value) in fields.iter_mut().zip(values) {
                        if let Value::Word(letters) = value {
                            field.letters.retain(|way| way.count(scope) == Some(letters.len()));
                        }
                        self.observe_value(field, value, place, scope);
                        scope[field.slot] = value.integer();
                    }
                    let Some(list) = list else { continue };
                    let items = &values[fields.len()..];
                    if list.is_phrase() && self.by_people {
                        self.slots[list.item.slot].observe_phrase(items);
                    }
                    self.observe_count(list.item.slot, &mut list.count, items.len(), scope);
                    for (place, value) in items.iter().enumerate() {
                        self.observe_value(&list.item, value, place, scope);
                    }
                }
                (Node::Block(block), Part::Block(rows)) => {
                    self.observe_count(block.slot, &mut block.count, rows.len(), scope);
                    let mut seen = [Kind::Forest, Kind::Edges, Kind::Pairs].map(|kind| (kind, Rows::default()));
                    for (place, row) in rows.iter().enumerate() {
                        self.observe_nodes(&mut block.body, row, place, scope);
                        let Some((one, other)) = pair(row) else { continue };
                        for (rule, (kind, seen)) in self.slots[block.slot].rules.iter_mut().zip(&mut seen) {
                            if !rule.is_open() {
                                continue;
                            }
                            let new = seen.admit(*kind, one, other);
                            rule.see(if new { Ordering::Less } else { Ordering::Equal });
                        }
                    }
                }
                (Node::Line { .. }, Part::Block(_)) | (Node::Block(_), Part::Line(_)) => unreachable!("{OTHER_SHAPE}"),
            }
        }
    }

    /// Ways that do not lead to this count were chance.
    fn observe_count(&mut self, slot: usize, ways: &mut Vec<Way>, count: usize, scope: &Scope) {
        match ways.is_empty() {
            true => self.slots[slot].range(Measure::Count).include(count as i128),
            false => ways.retain(|way| way.count(scope) == Some(count)),
        }
    }

    fn observe_value(&mut self, field: &Field, value: &Value, place: usize, scope: &Scope) {
        let slot = &mut self.slots[field.slot];
        let long = matches!(value, Value::Word(letters) if letters.len() > LETTERS);
        let is_wanted = if self.by_people { slot.samples.len() < SAMPLES } else { slot.samples.is_empty() };
        if is_wanted && !long && !slot.samples.contains(value) {
            slot.samples.push(value.clone());
        }
        match value {
            Value::Number(units, decimals) => {
                if *decimals > slot.decimals {
                    let times = 10_i128.pow(decimals - slot.decimals);
                    slot.range(Measure::Value).scale(times);
                    slot.decimals = *decimals;
                }
                let units = units * 10_i128.pow(slot.decimals - decimals);
                slot.range(Measure::Value).include(units);
            }
            Value::Word(letters) => {
                if field.letters.is_empty() {
                    slot.range(Measure::Letters).include(letters.len() as i128);
                }
                slot.letters.extend(letters.iter().take(LETTERS));
            }
        }
        let Some(number) = value.integer() else { return };
        for rule in &mut slot.rules {
            if let Kind::Bond(other) = rule.kind
                && rule.is_open()
                && let Some(other) = other.map_or(Some(place as i128 + 1), |other| scope[other])
            {
                rule.see(number.cmp(&other));
            }
        }
    }

    /// Takes these lengths to be valid, wherever nothing fixes them.
    pub(super) fn allow_lengths(&mut self, least: i128, most: i128) {
        for slot in &mut self.slots {
            let counts = slot.counts;
            for (_, range) in slot.ranges.iter_mut().filter(|(measure, _)| counts || **measure != Measure::Value) {
                range.include(least);
                range.include(most);
            }
        }
    }

    /// Returns the place of a rule that may be chance: of two that hold, the one that was tried
    /// less.
    pub(super) fn doubtful(&self, random: &mut Random) -> Option<(usize, usize)> {
        let rules = self.slots.iter().enumerate().flat_map(|(slot, learnt)| {
            let holding = learnt.rules.iter().enumerate().filter(|(_, rule)| rule.holds());
            holding.map(move |(place, rule)| (rule.refused, (slot, place)))
        });
        let rules: Vec<_> = rules.collect();
        let (refused, rule) = *random.pick(&rules)?.min(random.pick(&rules)?);
        random.once_in(3 + refused).then_some(rule)
    }
}

impl Slot {
    fn observe_phrase(&mut self, words: &[Value]) {
        if self.phrases.len() < SAMPLES && words.len() <= PHRASE && !self.phrases.iter().any(|phrase| phrase == words) {
            self.phrases.push(words.to_vec());
        }
    }

    pub(super) fn range(&mut self, measure: Measure) -> &mut Range {
        self.ranges.entry(measure).or_default()
    }

    /// Returns the least and the greatest accepted.
    pub(super) fn accepted(&self, measure: Measure) -> Option<(i128, i128)> {
        self.ranges.get(&measure)?.accepted
    }
}

/// Gives each slot the rules that it may have, and tells the ones that count.
fn prepare(nodes: &[Node], in_block: bool, before: &mut Vec<usize>, slots: &mut [Slot]) {
    for node in nodes {
        match node {
            Node::Line { fields, list } => {
                for field in fields {
                    mark(&field.letters, slots);
                    slots[field.slot].rules = rules(before, in_block);
                    before.push(field.slot);
                }
                if let Some(list) = list {
                    mark(&list.count, slots);
                    slots[list.item.slot].rules = rules(before, true);
                }
            }
            Node::Block(block) => {
                mark(&block.count, slots);
                slots[block.slot].rules = [Kind::Forest, Kind::Edges, Kind::Pairs].map(Rule::new).into();
                let outside = before.len();
                prepare(&block.body, true, before, slots);
                before.truncate(outside);
            }
        }
    }
}

fn mark(ways: &[Way], slots: &mut [Slot]) {
    for way in ways.iter().filter(|way| way.times != 0) {
        slots[way.slot].counts = true;
    }
}

/// `repeats`: there is a value for each item or row.
fn rules(before: &[usize], repeats: bool) -> Vec<Rule> {
    let of_items: &[Kind] = if repeats { &[Kind::Bond(None), Kind::Order, Kind::Distinct] } else { &[] };
    let bonds = before.iter().map(|slot| Kind::Bond(Some(*slot)));
    bonds.chain(of_items.iter().copied()).map(Rule::new).collect()
}

/// Returns what tells the two first values of a row from others.
pub(super) fn pair(row: &[Part]) -> Option<(i128, i128)> {
    let Some(Part::Line(values)) = row.first() else { return None };
    let key = |value: &Value| match value {
        Value::Number(units, _) => *units,
        Value::Word(letters) => letters.iter().fold(1, |sum: i128, letter| sum.wrapping_mul(257) + i128::from(*letter)),
    };
    Some((key(values.first()?), key(values.get(1)?)))
}

/// The rows of a block so far.
#[derive(Default)]
pub(super) struct Rows {
    seen: HashSet<(i128, i128)>,
    /// Of each node another one of its tree.
    parents: HashMap<i128, i128>,
}

impl Rows {
    /// Adds a row, if it does not break the rule.
    pub(super) fn admit(&mut self, kind: Kind, one: i128, other: i128) -> bool {
        match kind {
            Kind::Forest => {
                let (one, other) = (self.root(one), self.root(other));
                one != other && self.parents.insert(one, other).is_none()
            }
            Kind::Edges => self.seen.insert((one.min(other), one.max(other))),
            Kind::Pairs | Kind::Bond(_) | Kind::Order | Kind::Distinct => self.seen.insert((one, other)),
        }
    }

    fn root(&mut self, mut node: i128) -> i128 {
        while let Some(parent) = self.parents.get(&node).copied() {
            if let Some(above) = self.parents.get(&parent).copied() {
                self.parents.insert(node, above);
            }
            node = parent;
        }
        node
    }
}
