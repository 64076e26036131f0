//! The tree of a program: blocks, statements and expressions with their places in the text.
//!
//! Holds only what operators need. Types, patterns and declarations of items are not divided.

use std::ops::Range;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub kind: Kind,
    pub span: Range<usize>,
    pub children: Vec<Node>,
    /// How many nodes stand above one another, with this one. What walks a tree is recursive.
    pub depth: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Number,
    Text,
    /// A name, a path, or a type with its arguments.
    Name,
    /// The two operands; the span of the operator.
    Binary(Range<usize>),
    /// The target and the value.
    Assign(Range<usize>),
    /// The place of the operator.
    Unary(Range<usize>),
    Cast,
    Call(Call),
    /// The base, and the index.
    Index,
    Field,
    /// The contents of brackets, divided at commas.
    Brackets,
    /// The condition, and two values.
    Ternary,
    Closure,
    /// What decides whether a branch is taken or a loop continues.
    Condition(Decision),
    If,
    Loop,
    Match,
    /// An arm of a match. The child after `=>` is the last one.
    Arm {
        last_resort: bool,
    },
    Block,
    Statement(Statement),
    Function,
    /// Anything else, with the expressions found in it.
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    /// The span of the name.
    pub name: Range<usize>,
    /// Whether the first child is the receiver of a method.
    pub receiver: bool,
    pub is_macro: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Branch,
    Loop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Statement {
    /// One that ends with a semicolon or at the end of a line.
    Expression,
    /// The value of a block.
    Tail,
    /// Declares a mutable name.
    Variable,
    /// Declares a name.
    Name,
    /// Declares something that the compiler computes.
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
        let depth = 1 + children.iter().map(|child| child.depth).max().unwrap_or(0);
        Node { kind, span, children, depth }
    }

    pub(crate) fn text<'s>(&self, source: &'s str) -> &'s str {
        &source[self.span.clone()]
    }
}
