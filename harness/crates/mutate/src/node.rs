//! The tree of a program: blocks, statements and expressions with their places in the text.
//!
//! It holds what operators need, no more. Types, patterns and declarations of items are not
//! divided.

use std::ops::Range;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub kind: Kind,
    pub span: Range<usize>,
    pub children: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Number,
    Text,
    /// A name, a path, a type with its arguments.
    Name,
    /// Left and right; the place of the operator.
    Binary(Range<usize>),
    /// The place, and the value.
    Assign(Range<usize>),
    /// The place of the operator.
    Unary(Range<usize>),
    Cast,
    Call(Call),
    /// The base, and the index.
    Index,
    Field,
    /// What stands in brackets, divided at its commas.
    Brackets,
    /// The condition, and two values.
    Ternary,
    Closure,
    /// What decides whether a branch is taken, or a loop goes on.
    Condition(Decides),
    If,
    Loop,
    Match,
    /// An arm of a match; the child behind `=>` is the last one.
    Arm {
        last_resort: bool,
    },
    Block,
    Statement(Statement),
    Function,
    /// Anything else, with the expressions that were found in it.
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    /// Where its name stands.
    pub name: Range<usize>,
    /// Whether the first child is what the method is called on.
    pub receiver: bool,
    pub is_macro: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decides {
    Branch,
    Loop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Statement {
    /// That ends by itself: with a semicolon, or a line.
    Expression,
    /// The value of its block.
    Tail,
    /// Makes a name that may change.
    Variable,
    /// Makes a name.
    Name,
    /// Of something that the compiler computes.
    Constant,
    Break,
    Continue,
    Return,
    /// A branch or a loop.
    Structure,
    Item,
}

impl Node {
    pub(crate) fn new(kind: Kind, span: Range<usize>, children: Vec<Node>) -> Node {
        Node { kind, span, children }
    }

    pub(crate) fn text<'s>(&self, source: &'s str) -> &'s str {
        &source[self.span.clone()]
    }
}
