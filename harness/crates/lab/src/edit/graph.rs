//! Edits of a graph: a node goes or comes with all its edges, and two graphs stand side by side. So
//! a tree stays a tree where a leaf is doubled, and a union of cliques stays one.
//!
//! A graph is a block whose rows begin with two nodes: numbers that never exceed the same number
//! before the block.

use super::model::{Kind, Measure, Model};
use super::shape::{Block, Document, Node, Part};
use super::value::{Random, Value};
use std::cmp::Ordering;

/// Where a shape has a graph.
#[derive(Clone, Copy)]
struct Graph<'m> {
    /// The place of its edges.
    place: usize,
    edges: &'m Block,
    /// The slot that gives the number of nodes.
    order: usize,
    /// The number of the first node.
    first: i128,
}

/// Changes a graph once or several times, and returns the slots of what its edges are besides their
/// ends. `None`: there is no graph, or it has no edges.
pub(super) fn edit(
    model: &Model,
    document: &mut Document,
    other: &mut Document,
    random: &mut Random,
) -> Option<Vec<usize>> {
    let graph = *random.pick(&graphs(model))?;
    let mut order = graph.order(model, document)?;
    let change = *random.pick(&[Change::Drop, Change::Unite, Change::Twin, Change::AdjacentTwin])?;
    let rows = graph.rows(document)?;
    for _ in 0..[1, 1, 4, 16][random.below(4)] {
        let row = random.pick(rows)?.clone();
        let node = ends(&row)?[random.below(2)];
        let new = order + graph.first;
        match change {
            Change::Drop => {
                rows.retain(|row| !touches(row, node));
                rows.iter_mut().for_each(|row| rename(row, |end| end - i128::from(end > node)));
                order -= 1;
            }
            Change::Unite => {
                let mut more = graph.rows(other)?.clone();
                more.iter_mut().for_each(|row| rename(row, |end| end + order));
                rows.append(&mut more);
                order += graph.order(model, other)?;
            }
            Change::Twin | Change::AdjacentTwin => {
                let mut more: Vec<Vec<Part>> = rows.iter().filter(|row| touches(row, node)).cloned().collect();
                more.iter_mut().for_each(|row| rename(row, |end| if end == node { new } else { end }));
                rows.append(&mut more);
                if change == Change::AdjacentTwin {
                    let mut edge = row;
                    rename(&mut edge, |end| if end == node { node } else { new });
                    rows.push(edge);
                }
                order += 1;
            }
        }
    }
    let size = rows.len();
    document.set(&model.shape, graph.order, order)?;
    document.set_count(&model.shape, graph.edges, size)?;
    Some(graph.edges.body.first()?.fields().iter().skip(2).map(|field| field.slot).collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// A node goes.
    Drop,
    /// Another graph comes beside it.
    Unite,
    /// A node comes with the neighbours of another.
    Twin,
    /// It is a neighbour of that one, too.
    AdjacentTwin,
}

impl Graph<'_> {
    fn order(&self, model: &Model, document: &mut Document) -> Option<i128> {
        document.groups(&model.shape, self.order).first()?.first()?.integer()
    }

    fn rows<'d>(&self, document: &'d mut Document) -> Option<&'d mut Vec<Vec<Part>>> {
        match document.parts.get_mut(self.place)? {
            Part::Block(rows) => Some(rows),
            Part::Line(_) => None,
        }
    }
}

/// Returns all that may be a graph, by what was accepted.
fn graphs(model: &Model) -> Vec<Graph<'_>> {
    let mut graphs = Vec::new();
    let mut before = Vec::new();
    for (place, node) in model.shape.nodes.iter().enumerate() {
        match node {
            Node::Line { fields, .. } => before.extend(fields.iter().map(|field| field.slot)),
            Node::Block(edges) => {
                let Some([one, other, ..]) = edges.body.first().map(Node::fields) else { continue };
                let is_bound = |slot: usize, order: usize| {
                    let rules = &mut model.slots[slot].rules.iter();
                    rules.any(|rule| rule.kind == Kind::Bond(Some(order)) && !rule.allows(Ordering::Greater))
                };
                let low = |slot: usize| model.slots[slot].accepted(Measure::Value).map(|(low, _)| low);
                let Some(low) = low(one.slot).min(low(other.slot)) else { continue };
                let orders = before.iter().filter(|order| is_bound(one.slot, **order) && is_bound(other.slot, **order));
                graphs.extend(orders.map(|&order| Graph { place, edges, order, first: i128::from(low > 0) }));
            }
        }
    }
    graphs
}

/// Returns the two nodes of an edge.
fn ends(row: &[Part]) -> Option<[i128; 2]> {
    let Some(Part::Line(values)) = row.first() else { return None };
    Some([values.first()?.integer()?, values.get(1)?.integer()?])
}

fn touches(row: &[Part], node: i128) -> bool {
    ends(row).is_some_and(|ends| ends.contains(&node))
}

fn rename(row: &mut [Part], name: impl Fn(i128) -> i128) {
    let Some(Part::Line(values)) = row.first_mut() else { return };
    for value in values.iter_mut().take(2) {
        if let Value::Number(end, 0) = value {
            *end = name(*end);
        }
    }
}
