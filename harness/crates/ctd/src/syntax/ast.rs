use std::sync::Arc;

use crate::Span;
use crate::regex::Regex;
use crate::value::Value;

pub type Block = Vec<Command>;

#[derive(Debug, Clone)]
pub struct Command {
    pub span: Span,
    /// The command's index in the program. Sites follow the order of the text.
    pub site: usize,
    pub kind: CommandKind,
}

#[derive(Debug, Clone)]
pub enum CommandKind {
    Space,
    Newline,
    Eof,
    Int { low: Expr, high: Expr, into: Option<Variable> },
    Float { low: Expr, high: Expr, decimals: Option<(Expr, Expr)>, into: Option<Variable>, notation: Notation },
    Text(Expr),
    Regex { pattern: Pattern, into: Option<Variable> },
    Assert(Test),
    Set(Vec<(Variable, Expr)>),
    Unset(Vec<Name>),
    Loop { counter: Option<Variable>, control: Control, separator: Option<Box<Command>>, body: Block },
    If { test: Test, then: Block, otherwise: Block },
}

impl Command {
    /// Returns the variable that is given the value read.
    pub fn into(&self) -> Option<&Variable> {
        match &self.kind {
            CommandKind::Int { into, .. } | CommandKind::Float { into, .. } | CommandKind::Regex { into, .. } => {
                into.as_ref()
            }
            CommandKind::Space
            | CommandKind::Newline
            | CommandKind::Eof
            | CommandKind::Text(_)
            | CommandKind::Assert(_)
            | CommandKind::Set(_)
            | CommandKind::Unset(_)
            | CommandKind::Loop { .. }
            | CommandKind::If { .. } => None,
        }
    }

    /// For a loop, returns what decides the number of its turns.
    pub fn control(&self) -> Option<&Control> {
        match &self.kind {
            CommandKind::Loop { control, .. } => Some(control),
            CommandKind::Space
            | CommandKind::Newline
            | CommandKind::Eof
            | CommandKind::Int { .. }
            | CommandKind::Float { .. }
            | CommandKind::Text(_)
            | CommandKind::Regex { .. }
            | CommandKind::Assert(_)
            | CommandKind::Set(_)
            | CommandKind::Unset(_)
            | CommandKind::If { .. } => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    Any,
    Fixed,
    Scientific,
}

#[derive(Debug, Clone)]
pub enum Pattern {
    /// A literal, parsed with the grammar.
    Fixed(Arc<Regex>),
    Computed(Expr),
}

#[derive(Debug, Clone)]
pub enum Control {
    /// `REP`, `REPI`
    Count(Expr),
    /// `WHILE`, `WHILEI`
    While(Test),
}

/// The name of a variable, as a number. [`crate::Program::name`] has its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) u32);

#[derive(Debug, Clone)]
pub struct Variable {
    pub span: Span,
    pub name: Name,
    /// Empty for a plain variable.
    pub index: Vec<Expr>,
}

#[derive(Debug, Clone)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Debug, Clone)]
pub enum ExprKind {
    Literal(Value),
    Variable(Variable),
    Negate(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Length(Box<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
}

#[derive(Debug, Clone)]
pub struct Test {
    pub span: Span,
    pub kind: TestKind,
}

#[derive(Debug, Clone)]
pub enum TestKind {
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
    Compare(Comparator, Expr, Expr),
    IsEof,
    Match(Expr),
    Unique(Vec<Name>),
    InArray(Expr, Name),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparator {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

impl Comparator {
    pub(crate) fn holds(self, ordering: std::cmp::Ordering) -> bool {
        match self {
            Comparator::Less => ordering.is_lt(),
            Comparator::LessEqual => ordering.is_le(),
            Comparator::Greater => ordering.is_gt(),
            Comparator::GreaterEqual => ordering.is_ge(),
            Comparator::Equal => ordering.is_eq(),
            Comparator::NotEqual => ordering.is_ne(),
        }
    }

    /// The comparator that holds when this one does not.
    pub(crate) fn opposite(self) -> Comparator {
        match self {
            Comparator::Less => Comparator::GreaterEqual,
            Comparator::LessEqual => Comparator::Greater,
            Comparator::Greater => Comparator::LessEqual,
            Comparator::GreaterEqual => Comparator::Less,
            Comparator::Equal => Comparator::NotEqual,
            Comparator::NotEqual => Comparator::Equal,
        }
    }
}
