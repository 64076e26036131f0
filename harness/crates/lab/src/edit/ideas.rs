//! Ways to make a new document out of one that was accepted.

use super::bounds::End;
use super::fit::{Order, Orders, Style};
use super::model::{Measure, Model, Slot};
use super::shape::{Document, Node, Part};
use super::value::{Random, Value, edit_word};
use super::{EditSource, LARGEST};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Idea {
    /// One to three values become others.
    Change,
    /// Values, lists and lines change their places, or take one another's.
    Move,
    /// Something becomes longer or shorter.
    Resize,
    /// The rows of two inputs follow each other.
    Join,
    /// The values of one slot are drawn anew.
    Refill,
    /// Everything is drawn anew.
    Redraw,
    /// A value that was never accepted, to find the least or the greatest.
    Probe,
    /// Lists of the greatest length.
    Large,
}

impl Idea {
    pub(super) fn source(self) -> EditSource {
        match self {
            Idea::Change | Idea::Move | Idea::Resize | Idea::Join | Idea::Probe => EditSource::Edit,
            Idea::Refill | Idea::Redraw => EditSource::Random,
            Idea::Large => EditSource::Large,
        }
    }
}

/// A value that the validator is asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub slot: usize,
    pub measure: Measure,
    pub end: End,
    pub value: i128,
}

/// Sizes, of which each is equally likely.
const SCALES: [(i128, i128); 4] = [(0, 5), (6, 40), (41, 999), BOUND];
const BOUND: (i128, i128) = (i128::MAX, i128::MAX);

/// So many bytes may have what is not made to be large.
const SMALL: usize = 16 << 10;

fn orders(model: &Model, large: bool, random: &mut Random) -> Orders {
    let broken = model.doubtful(random);
    let room = if large { LARGEST } else { SMALL };
    Orders {
        is_plain: false,
        room,
        slots: vec![Order::default(); model.slots.len()],
        broken,
        alone: None,
        fresh: random.once_in(2),
    }
}

/// Applies an idea other than a question. `None`: it does not fit the document.
pub(super) fn apply(
    idea: Idea,
    model: &Model,
    document: &mut Document,
    other: &mut Document,
    words: &[Value],
    random: &mut Random,
) -> Option<Orders> {
    let mut orders = orders(model, idea == Idea::Large, random);
    match idea {
        Idea::Change => {
            for _ in 0..[1, 1, 2, 3][random.below(4)] {
                let slot = random.below(model.slots.len());
                let Some(value) = some_value(model, document, slot, random) else { continue };
                change(value, &model.slots[slot], words, random);
                orders.slots[slot].held = random.once_in(2);
            }
        }
        Idea::Move => move_some(model, document, random)?,
        Idea::Resize => {
            let slot = *random.pick(&sizes(model))?;
            let learnt = &model.slots[slot];
            orders.alone = Some(slot);
            orders.slots[slot].size = Some(SCALES[random.below(2)]);
            if learnt.counts && random.once_in(2) {
                orders.slots[slot] = Order { held: true, ..Order::default() };
                let Value::Number(units, _) = some_value(model, document, slot, random)? else { return None };
                *units = [*units + 1, *units - 1, *units * 2, *units / 2][random.below(4)];
            }
        }
        Idea::Join => join(model, document, other)?,
        Idea::Refill => {
            let slot = random.below(model.slots.len());
            orders.alone = Some(slot);
            match model.slots[slot].counts {
                true => orders.slots[slot].size = Some(SCALES[random.below(SCALES.len() - 1)]),
                false => orders.slots[slot].style = Some(Style::any(random)),
            }
        }
        Idea::Redraw | Idea::Large => {
            let scale = SCALES[random.below(SCALES.len() - 1)];
            let sizes = sizes(model);
            let largest = random.below(sizes.len());
            for (place, slot) in sizes.into_iter().enumerate() {
                let large = idea == Idea::Large && (place == largest || random.once_in(2));
                if large || random.chance(model.slots[slot].trust.share()) {
                    orders.slots[slot].size = Some(if large { BOUND } else { scale });
                }
            }
            let style = Style::any(random);
            for (order, learnt) in orders.slots.iter_mut().zip(&model.slots) {
                if !random.chance(learnt.trust.share()) {
                    continue;
                }
                order.style = Some(match random.below(4) {
                    0 => style,
                    1 => Style::bounds(random),
                    _ => Style::any(random),
                });
            }
        }
        Idea::Probe => {}
    }
    Some(orders)
}

/// Puts the value of a question into a document.
pub(super) fn ask(question: &Question, model: &Model, document: &mut Document, random: &mut Random) -> Option<Orders> {
    let mut orders = orders(model, true, random);
    orders.broken = None;
    match question.measure {
        Measure::Value => {
            let value = some_value(model, document, question.slot, random)?;
            *value = Value::Number(question.value, model.slots[question.slot].decimals);
            orders.slots[question.slot].held = true;
        }
        Measure::Letters | Measure::Count => {
            orders.slots[question.slot].exactly = Some((question.measure, question.value));
        }
    }
    Some(orders)
}

/// Returns the slots that say how long something is.
fn sizes(model: &Model) -> Vec<usize> {
    let has = |slot: &Slot| {
        slot.counts || slot.ranges.contains_key(&Measure::Count) || slot.ranges.contains_key(&Measure::Letters)
    };
    (0..model.slots.len()).filter(|slot| has(&model.slots[*slot])).collect()
}

fn some_value<'d>(
    model: &Model,
    document: &'d mut Document,
    slot: usize,
    random: &mut Random,
) -> Option<&'d mut Value> {
    let mut groups = document.groups(&model.shape, slot);
    if groups.is_empty() {
        return None;
    }
    let mut group = groups.swap_remove(random.below(groups.len()));
    Some(group.swap_remove(random.below(group.len())))
}

fn change(value: &mut Value, slot: &Slot, words: &[Value], random: &mut Random) {
    let (low, high) = slot.accepted(Measure::Value).unwrap_or_default();
    match (random.below(10), &mut *value) {
        (0, value) => value.clone_from(random.pick(words).unwrap_or(&value.clone())),
        (1, value) => value.clone_from(random.pick(&slot.samples).unwrap_or(&value.clone())),
        (choice, Value::Number(units, _)) => {
            *units = match choice {
                2 => *units + 1,
                3 => *units - 1,
                4 => random.below(2) as i128,
                5 => *units * 2,
                6 => *units / 2,
                7 => -*units,
                8 => [low, low + 1, high - 1, high][random.below(4)],
                _ => random.between(low, high),
            }
        }
        (_, Value::Word(letters)) => {
            let alphabet: Vec<u8> = slot.letters.iter().copied().collect();
            edit_word(letters, &alphabet, random);
        }
    }
}

fn move_some(model: &Model, document: &mut Document, random: &mut Random) -> Option<()> {
    if random.once_in(2) {
        return match place(&model.shape.nodes, &mut document.parts, random)? {
            TokenPlace::Rows(rows) => shuffle(rows, 0, random),
            TokenPlace::Values(values, start) => shuffle(values, start, random),
        };
    }
    let slot = random.below(model.slots.len());
    let mut groups = document.groups(&model.shape, slot);
    let at = random.below(groups.len());
    let group = groups.get_mut(at)?;
    let mut values: Vec<Value> = group.iter().map(|value| (**value).clone()).collect();
    shuffle(&mut values, 0, random)?;
    for (value, moved) in group.iter_mut().zip(values) {
        **value = moved;
    }
    Some(())
}

enum TokenPlace<'d> {
    Rows(&'d mut Vec<Vec<Part>>),
    /// The items of a list are those from here on.
    Values(&'d mut Vec<Value>, usize),
}

fn place<'d>(nodes: &[Node], parts: &'d mut [Part], random: &mut Random) -> Option<TokenPlace<'d>> {
    let at = random.below(parts.len());
    match (nodes.get(at)?, parts.get_mut(at)?) {
        (Node::Block(block), Part::Block(rows)) => {
            if rows.is_empty() || random.once_in(2) {
                return Some(TokenPlace::Rows(rows));
            }
            let row = random.below(rows.len());
            place(&block.body, &mut rows[row], random)
        }
        (Node::Line { fields, .. }, Part::Line(values)) => Some(TokenPlace::Values(values, fields.len())),
        (Node::Line { .. }, Part::Block(_)) | (Node::Block(_), Part::Line(_)) => None,
    }
}

fn shuffle<T: Clone>(items: &mut Vec<T>, start: usize, random: &mut Random) -> Option<()> {
    let count = items.len().checked_sub(start).filter(|count| *count > 0)?;
    let (one, other) = (start + random.below(count), start + random.below(count));
    let (from, to) = random.range(count);
    let part = start + from..start + to;
    match random.below(7) {
        0 => items.swap(one, other),
        1 => {
            let item = items.remove(one);
            items.insert(other, item);
        }
        2 => items[part].reverse(),
        3 if from < to => items[part].rotate_left(1),
        4 => drop(items.remove(one)),
        5 => items.insert(other, items[one].clone()),
        _ => items[one] = items[other].clone(),
    }
    Some(())
}

/// Adds the rows of another input's block to this one's, and to the number that counts them.
fn join(model: &Model, document: &mut Document, other: &Document) -> Option<()> {
    let (at, block) = model.shape.nodes.iter().enumerate().find_map(|(at, node)| match node {
        Node::Block(block) => Some((at, block)),
        Node::Line { .. } => None,
    })?;
    let (Some(Part::Block(rows)), Some(Part::Block(more))) = (document.parts.get_mut(at), other.parts.get(at)) else {
        return None;
    };
    rows.extend(more.iter().cloned());
    let count = rows.len();
    document.set_count(&model.shape, block, count)
}
