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
        if let CommandKind::Int { into, .. } | CommandKind::Float { into, .. } | CommandKind::Regex { into, .. } =
            &self.kind
        {
            into.as_ref()
        } else {
            None
        }
    }

    /// For a loop, returns what decides the number of its turns.
    pub fn control(&self) -> Option<&Control> {
        if let CommandKind::Loop { control, .. } = &self.kind { Some(control) } else { None }
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

impl Expr {
    pub fn literal(&self) -> Option<&Value> {
        if let ExprKind::Literal(value) = &self.kind { Some(value) } else { None }
    }

    /// Returns the variables in it, except those in indices.
    pub fn variables(&self) -> Vec<&Variable> {
        match &self.kind {
            ExprKind::Literal(_) => Vec::new(),
            ExprKind::Variable(variable) => vec![variable],
            ExprKind::Negate(operand) | ExprKind::Length(operand) => operand.variables(),
            ExprKind::Binary(_, left, right) => [left.variables(), right.variables()].concat(),
        }
    }
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
