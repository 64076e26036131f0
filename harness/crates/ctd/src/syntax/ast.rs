//! A grammar as its commands.

use std::sync::Arc;

use crate::Span;
use crate::regex::Regex;
use crate::value::Value;

/// Commands, one after another.
pub type Block = Vec<Command>;

/// One command.
#[derive(Debug, Clone)]
pub struct Command {
    /// Where it stands.
    pub span: Span,
    /// The command's index in the program. Sites follow the order of the text.
    pub site: usize,
    /// What it does.
    pub kind: CommandKind,
}

/// What a command does.
#[derive(Debug, Clone)]
pub enum CommandKind {
    /// `SPACE`
    Space,
    /// `NEWLINE`
    Newline,
    /// `EOF`
    Eof,
    /// `INT`: a whole number.
    Int {
        /// The least that is allowed.
        low: Expr,
        /// The most that is allowed.
        high: Expr,
        /// The variable that is given the number.
        into: Option<Variable>,
    },
    /// `FLOAT`, `FLOATP`: a decimal number.
    Float {
        /// The least that is allowed.
        low: Expr,
        /// The most that is allowed.
        high: Expr,
        /// The fewest and the most digits after the point.
        decimals: Option<(Expr, Expr)>,
        /// The variable that is given the number.
        into: Option<Variable>,
        /// How it must be written.
        notation: Notation,
    },
    /// `STRING`: this text.
    Text(Expr),
    /// `REGEX`: a text that matches.
    Regex {
        /// What it must match.
        pattern: Pattern,
        /// The variable that is given the text.
        into: Option<Variable>,
    },
    /// `ASSERT`: this must hold.
    Assert(Test),
    /// `SET`: gives variables values.
    Set(Vec<(Variable, Expr)>),
    /// `UNSET`: takes their values from variables.
    Unset(Vec<Name>),
    /// `REP`, `REPI`, `WHILE`, `WHILEI`.
    Loop {
        /// The variable that counts the turns, from 0.
        counter: Option<Variable>,
        /// What decides the number of turns.
        control: Control,
        /// What stands between two turns.
        separator: Option<Box<Command>>,
        /// What each turn does.
        body: Block,
    },
    /// `IF`, `ELSE`.
    If {
        /// What decides.
        test: Test,
        /// Where it holds.
        then: Block,
        /// Where it does not.
        otherwise: Block,
    },
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

/// How a decimal number must be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// Either way.
    Any,
    /// `0.5`, and not `5e-1`.
    Fixed,
    /// `5e-1`, and not `0.5`.
    Scientific,
}

/// A regular expression.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// A literal, parsed with the grammar.
    Fixed(Arc<Regex>),
    /// Known only when the input is read.
    Computed(Expr),
}

/// What decides the number of turns of a loop.
#[derive(Debug, Clone)]
pub enum Control {
    /// `REP`, `REPI`
    Count(Expr),
    /// `WHILE`, `WHILEI`
    While(Test),
}

/// The name of a variable, as a number. [`super::Program::name`] has its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) u32);

/// A variable, perhaps one of an array.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Where it stands.
    pub span: Span,
    /// Its name.
    pub name: Name,
    /// Empty for a plain variable.
    pub index: Vec<Expr>,
}

/// A value that is computed.
#[derive(Debug, Clone)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

impl Expr {
    /// The value, if it is written out.
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

/// How a value is computed.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// It is written out.
    Literal(Value),
    /// The variable's value.
    Variable(Variable),
    /// `-a`
    Negate(Box<Expr>),
    /// `a + b` and the like.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `STRLEN`: the length of a text.
    Length(Box<Expr>),
}

/// An operator between two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `^`
    Power,
}

/// Something that holds or does not.
#[derive(Debug, Clone)]
pub struct Test {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: TestKind,
}

/// How it is decided whether something holds.
#[derive(Debug, Clone)]
pub enum TestKind {
    /// `!`
    Not(Box<Test>),
    /// `&&`
    And(Box<Test>, Box<Test>),
    /// `||`
    Or(Box<Test>, Box<Test>),
    /// `a < b` and the like.
    Compare(Comparator, Expr, Expr),
    /// `ISEOF`: the input ends here.
    IsEof,
    /// `MATCH`: the next character is one of these.
    Match(Expr),
    /// `UNIQUE`: no two elements of the arrays are alike.
    Unique(Vec<Name>),
    /// `INARRAY`: the array holds this value.
    InArray(Expr, Name),
}

/// An operator that compares two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparator {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
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
