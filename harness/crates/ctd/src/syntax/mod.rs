//! Reads the text of a grammar into a tree. Knows the shape of the language, not what it does.

mod ast;
mod expression;
mod fold;
mod lexer;
mod parser;

pub(crate) use ast::{
    Binary, Block, Command, CommandKind, Comparator, Control, Expr, ExprKind, Name, Notation, Pattern, Test, TestKind,
    Variable,
};
pub(crate) use fold::{binary, decimal, length, negate};

use crate::Diagnostic;

/// A grammar: its commands, and the names of its variables.
#[derive(Debug, Clone)]
pub struct Program {
    source: Vec<u8>,
    commands: Block,
    names: Vec<String>,
    /// Names on which `INARRAY` is used.
    counted: Vec<Name>,
    /// By name: whether some command gives it a value.
    assigned: Vec<bool>,
    sites: usize,
}

impl Program {
    /// Reads the text of a grammar.
    ///
    /// # Errors
    /// When the grammar has a mistake: the first one. A constant expression without a value, such
    /// as `1/0`, is a mistake.
    pub fn parse(source: &[u8]) -> Result<Program, Diagnostic> {
        parser::parse(source)
    }

    /// The text of the grammar.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// Its commands, outermost, in order.
    pub(crate) fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// The text of a name.
    pub(crate) fn name(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    /// Returns all names, in the order in which they occur.
    pub(crate) fn all_names(&self) -> &[String] {
        &self.names
    }

    pub(crate) fn counted(&self) -> &[Name] {
        &self.counted
    }

    pub(crate) fn is_assigned(&self, name: Name) -> bool {
        self.assigned[name.0 as usize]
    }

    pub(crate) fn sites(&self) -> usize {
        self.sites
    }

    /// Returns the text of a part of the grammar, on one line.
    pub(crate) fn text(&self, span: crate::Span) -> String {
        let text = String::from_utf8_lossy(&self.source[span.range()]);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
