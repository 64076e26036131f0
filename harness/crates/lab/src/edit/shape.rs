//! The shape of an input: which of its tokens mean the same, and which number counts what.
//!
//! Knows nothing of how a shape is found, or of which values are valid.

use super::value::Value;

pub(super) type Tokens<'t> = Vec<&'t [u8]>;
/// The latest integer of each slot.
pub(super) type Scope = Vec<Option<i128>>;

/// How inputs are built. Every field, list and block has a number, its *slot*; a node's slots come
/// before those of the nodes after it.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub nodes: Vec<Node>,
    pub slots: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Line { fields: Vec<Field>, list: Option<List> },
    Block(Block),
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub slot: usize,
    /// Numbers are words, too.
    pub word: bool,
    /// What gives the number of its letters. Empty: nothing does.
    pub letters: Vec<Way>,
}

/// The rest of a line.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub item: Field,
    pub count: Vec<Way>,
}

impl List {
    pub(super) fn is_phrase(&self) -> bool {
        self.item.word && self.count.is_empty()
    }
}

/// The same lines again and again: up to the end where nothing counts them.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub slot: usize,
    pub count: Vec<Way>,
    pub body: Vec<Node>,
}

/// A way to count: `times` the number in `slot`, and `plus`. As long as more than one way fits all
/// inputs, nobody knows which one is meant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    pub times: i128,
    pub slot: usize,
    pub plus: i128,
}

impl Way {
    pub(super) fn count(&self, scope: &Scope) -> Option<usize> {
        let number = if self.times == 0 { 0 } else { scope.get(self.slot).copied()?? };
        usize::try_from(self.times * number + self.plus).ok()
    }
}

/// An input, as its shape reads it.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub parts: Vec<Part>,
    /// Whether its last line ends.
    ends: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Part {
    Line(Vec<Value>),
    Block(Vec<Vec<Part>>),
}

/// A document has the parts of the shape by which it was read.
pub(super) const OTHER_SHAPE: &str = "a document of another shape";

/// Splits a text so that nothing is lost: two spaces in a row have an empty token between them.
pub(super) fn lines(text: &[u8]) -> Vec<Tokens<'_>> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let lines = text.split(|byte| *byte == b'\n');
    lines.map(|line| if line.is_empty() { Vec::new() } else { line.split(|byte| *byte == b' ').collect() }).collect()
}

impl Shape {
    /// The shape that fits every text: lines of tokens, as many as one likes.
    pub(super) fn text() -> Shape {
        let list = List { item: Field { slot: 1, word: false, letters: Vec::new() }, count: Vec::new() };
        let body = vec![Node::Line { fields: Vec::new(), list: Some(list) }];
        Shape { nodes: vec![Node::Block(Block { slot: 0, count: Vec::new(), body })], slots: 2 }
    }

    pub(super) fn read(&self, text: &[u8]) -> Option<Document> {
        let lines = lines(text);
        let mut left = &lines[..];
        let parts = read(&self.nodes, &mut left, &mut vec![None; self.slots])?;
        left.is_empty().then_some(Document { parts, ends: text.ends_with(b"\n") })
    }
}

fn read(nodes: &[Node], left: &mut &[Tokens<'_>], scope: &mut Scope) -> Option<Vec<Part>> {
    nodes.iter().map(|node| read_node(node, left, scope)).collect()
}

fn read_node(node: &Node, left: &mut &[Tokens<'_>], scope: &mut Scope) -> Option<Part> {
    match node {
        Node::Line { fields, list } => {
            let (line, rest) = left.split_first()?;
            *left = rest;
            let more = line.len().checked_sub(fields.len())?;
            let mut values = Vec::with_capacity(line.len());
            for (field, token) in fields.iter().zip(line) {
                let value = field.read(token);
                scope[field.slot] = value.integer();
                values.push(value);
                if field.letters.first().is_some_and(|way| way.count(scope) != Some(token.len())) {
                    return None;
                }
            }
            match list {
                None if more > 0 => return None,
                None => {}
                Some(list) => {
                    if list.count.first().is_some_and(|way| way.count(scope) != Some(more)) {
                        return None;
                    }
                    values.extend(line[fields.len()..].iter().map(|token| list.item.read(token)));
                }
            }
            Some(Part::Line(values))
        }
        Node::Block(block) => {
            let count = match block.count.first() {
                Some(way) => Some(way.count(scope)?),
                None => None,
            };
            let mut rows = Vec::new();
            while count.map_or(!left.is_empty(), |count| rows.len() < count) {
                rows.push(read(&block.body, left, scope)?);
            }
            Some(Part::Block(rows))
        }
    }
}

impl Node {
    /// The fields of a line.
    pub(super) fn fields(&self) -> &[Field] {
        match self {
            Node::Line { fields, .. } => fields,
            Node::Block(_) => &[],
        }
    }
}

impl Field {
    fn read(&self, token: &[u8]) -> Value {
        if self.word { Value::Word(token.to_vec()) } else { Value::read(token) }
    }
}

impl Document {
    pub(super) fn write(&self) -> Vec<u8> {
        let mut text = Vec::new();
        write(&self.parts, &mut text);
        if !self.ends {
            text.pop();
        }
        text
    }

    /// Writes how many rows a block has, if a number says so. `None`: there is no such number.
    pub(super) fn set_count(&mut self, shape: &Shape, block: &Block, count: usize) -> Option<()> {
        let Some(way) = block.count.iter().find(|way| way.times != 0) else { return Some(()) };
        let mut groups = self.groups(shape, way.slot);
        **groups.first_mut()?.first_mut()? = Value::Number((count as i128 - way.plus) / way.times, 0);
        Some(())
    }

    /// Returns the values of a slot, those of each list or column together.
    pub(super) fn groups(&mut self, shape: &Shape, slot: usize) -> Vec<Vec<&mut Value>> {
        let (mut alone, mut groups) = (Vec::new(), Vec::new());
        gather(&shape.nodes, &mut self.parts, slot, &mut alone, &mut groups);
        if !alone.is_empty() {
            groups.push(alone);
        }
        groups
    }
}

pub(super) fn write(parts: &[Part], text: &mut Vec<u8>) {
    for part in parts {
        match part {
            Part::Line(values) => {
                for (place, value) in values.iter().enumerate() {
                    if place > 0 {
                        text.push(b' ');
                    }
                    value.write(text);
                }
                text.push(b'\n');
            }
            Part::Block(rows) => rows.iter().for_each(|row| write(row, text)),
        }
    }
}

/// Collects the values of a slot. Fields of one block's rows are a column: they go to `column`.
pub(super) fn gather<'p>(
    nodes: &[Node],
    parts: &'p mut [Part],
    slot: usize,
    column: &mut Vec<&'p mut Value>,
    groups: &mut Vec<Vec<&'p mut Value>>,
) {
    for (node, part) in nodes.iter().zip(parts) {
        match (node, part) {
            (Node::Line { fields, list }, Part::Line(values)) => {
                let (single, listed) = values.split_at_mut(fields.len());
                if let Some(at) = fields.iter().position(|field| field.slot == slot) {
                    column.extend(single.get_mut(at));
                } else if list.as_ref().is_some_and(|list| list.item.slot == slot) && !listed.is_empty() {
                    groups.push(listed.iter_mut().collect());
                }
            }
            (Node::Block(block), Part::Block(rows)) => {
                let mut column = Vec::new();
                for row in rows {
                    gather(&block.body, row, slot, &mut column, groups);
                }
                if !column.is_empty() {
                    groups.push(column);
                }
            }
            (Node::Line { .. }, Part::Block(_)) | (Node::Block(_), Part::Line(_)) => unreachable!("{OTHER_SHAPE}"),
        }
    }
}
