//! Reads a grammar. One mistake ends it: what follows a mistake is seldom meant as it stands.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Program;
use super::ast::{
    Binary, Block, Command, CommandKind, Comparator, Control, Expr, ExprKind, Name, Notation, Pattern, Test, TestKind,
    Variable,
};
use super::fold;
use super::lexer::{self, Lexer, Token, TokenKind};
use crate::number::{Decimal, Integer};
use crate::regex::{Regex, RegexError};
use crate::value::Value;
use crate::{Diagnostic, Span};

/// Blocks in blocks: they are read by recursion.
const MAX_BLOCKS: usize = 50;
/// Brackets in brackets, for the same reason.
const MAX_BRACKETS: usize = 50;
/// The height of the tree of one expression, which is evaluated by recursion. A sum of as many terms is as high.
const MAX_HEIGHT: usize = 200;
/// Spans and sites are counted in 32 bits.
const MAX_SOURCE: usize = 1 << 30;

pub(super) fn parse(source: &[u8]) -> Result<Program, Diagnostic> {
    let mut parser = Parser::new(source)?;
    let (commands, ending) = parser.block()?;
    match ending {
        Ending::File => {}
        Ending::End(span) => return Err(parser.mistake(span, "END without REP, WHILE or IF", "")),
        Ending::Else(span) => return Err(parser.mistake(span, "ELSE without IF", "")),
    }
    let assigned = (0..parser.names.len()).map(|name| parser.assigned.contains(&Name(name as u32))).collect();
    let names = parser.name_texts();
    let (source, counted, sites) = (source.to_vec(), parser.counted, parser.sites);
    Ok(Program { source, commands, names, counted, assigned, sites })
}

/// Reads `name=value,name=value`; values are constants.
pub(super) fn parse_assignments(source: &[u8]) -> Result<Vec<(String, Value)>, Diagnostic> {
    let mut parser = Parser::new(source)?;
    let assignments = parser.assignments()?;
    if parser.token.kind != TokenKind::End {
        return Err(parser.unexpected("`,`"));
    }
    let names = parser.name_texts();
    let mut values = Vec::new();
    for (variable, expr) in assignments {
        match expr.kind {
            ExprKind::Literal(value) if variable.index.is_empty() => {
                values.push((names[variable.name.0 as usize].clone(), value));
            }
            ExprKind::Literal(_) => return Err(parser.mistake(variable.span, "this has an index", "a plain variable")),
            ExprKind::Variable(_) | ExprKind::Negate(_) | ExprKind::Binary(..) | ExprKind::Length(_) => {
                return Err(parser.mistake(expr.span, "this is no constant", "a number or a text"));
            }
        }
    }
    Ok(values)
}

struct Parser<'s> {
    source: &'s [u8],
    lexer: Lexer<'s>,
    /// The token that comes next.
    token: Token,
    /// Where the token before it stood.
    last: Span,
    names: HashMap<String, Name>,
    /// Names that `INARRAY` asks about.
    counted: Vec<Name>,
    /// Names that commands give values.
    assigned: HashSet<Name>,
    sites: usize,
    blocks: usize,
}

/// What a block of commands ends with.
enum Ending {
    File,
    End(Span),
    Else(Span),
}

/// An expression or a test: which of the two a `(` opens is not known before it closes.
struct Node {
    kind: NodeKind,
    height: usize,
}

enum NodeKind {
    Value(Expr),
    Truth(Test),
}

type Parsed<T> = Result<T, Diagnostic>;

impl<'s> Parser<'s> {
    fn new(source: &'s [u8]) -> Parsed<Parser<'s>> {
        if source.len() > MAX_SOURCE {
            return Err(Diagnostic::new(&source[..80], Span::default(), "this grammar is too large", ""));
        }
        let mut lexer = Lexer::new(source);
        let token = lexer.next()?;
        let (names, assigned) = (HashMap::new(), HashSet::new());
        let last = Span::default();
        Ok(Parser { source, lexer, token, last, names, counted: Vec::new(), assigned, sites: 0, blocks: 0 })
    }

    fn name_texts(&mut self) -> Vec<String> {
        let mut texts = vec![String::new(); self.names.len()];
        for (text, Name(number)) in std::mem::take(&mut self.names) {
            texts[number as usize] = text;
        }
        texts
    }

    // Commands

    fn block(&mut self) -> Parsed<(Block, Ending)> {
        let mut commands = Vec::new();
        loop {
            let start = self.token.span;
            let keyword = match &self.token.kind {
                TokenKind::End => return Ok((commands, Ending::File)),
                TokenKind::Keyword(keyword) => *keyword,
                TokenKind::Name | TokenKind::Integer | TokenKind::Decimal | TokenKind::Text(_) | TokenKind::Sign(_) => {
                    return Err(self.unexpected("a command"));
                }
            };
            match keyword {
                "END" | "ELSE" => {
                    self.advance()?;
                    let ending = if keyword == "END" { Ending::End(start) } else { Ending::Else(start) };
                    return Ok((commands, ending));
                }
                "REP" | "REPI" | "WHILE" | "WHILEI" => commands.push(self.repetition(keyword)?),
                "IF" => commands.push(self.condition()?),
                _ => commands.push(self.simple()?),
            }
        }
    }

    fn repetition(&mut self, keyword: &'static str) -> Parsed<Command> {
        let (start, site) = self.begin()?;
        self.sign("(")?;
        let counter = match keyword {
            "REPI" | "WHILEI" => {
                let counter = self.target()?;
                self.sign(",")?;
                Some(counter)
            }
            _ => None,
        };
        let control = match keyword {
            "REP" | "REPI" => Control::Count(self.number()?),
            _ => Control::While(self.test()?),
        };
        let separator = if self.eat(",")? { Some(Box::new(self.simple()?)) } else { None };
        self.sign(")")?;
        let span = start.to(self.last);
        let (body, ending) = self.nested(start)?;
        match ending {
            Ending::End(_) => {}
            Ending::Else(span) => return Err(self.mistake(span, "ELSE without IF", "END")),
            Ending::File => return Err(self.mistake(start, format!("{keyword} without END"), "")),
        }
        Ok(Command { span, site, kind: CommandKind::Loop { counter, control, separator, body } })
    }

    fn condition(&mut self) -> Parsed<Command> {
        let (start, site) = self.begin()?;
        self.sign("(")?;
        let test = self.test()?;
        self.sign(")")?;
        let span = start.to(self.last);
        let (then, mut ending) = self.nested(start)?;
        let mut otherwise = Vec::new();
        if let Ending::Else(_) = ending {
            (otherwise, ending) = self.nested(start)?;
        }
        match ending {
            Ending::End(_) => {}
            Ending::Else(span) => return Err(self.mistake(span, "a second ELSE", "END")),
            Ending::File => return Err(self.mistake(start, "IF without END", "")),
        }
        Ok(Command { span, site, kind: CommandKind::If { test, then, otherwise } })
    }

    fn nested(&mut self, start: Span) -> Parsed<(Block, Ending)> {
        self.blocks += 1;
        if self.blocks > MAX_BLOCKS {
            return Err(self.mistake(start, "blocks are nested too deeply", ""));
        }
        let block = self.block()?;
        self.blocks -= 1;
        Ok(block)
    }

    /// A command without a block of its own.
    fn simple(&mut self) -> Parsed<Command> {
        let TokenKind::Keyword(keyword) = self.token.kind else { return Err(self.unexpected("a command")) };
        let known = ["SPACE", "NEWLINE", "EOF", "INT", "FLOAT", "FLOATP", "STRING", "REGEX", "ASSERT", "SET", "UNSET"];
        if !known.contains(&keyword) {
            return Err(self.unexpected("a command"));
        }
        let (start, site) = self.begin()?;
        let has_arguments = !matches!(keyword, "SPACE" | "NEWLINE" | "EOF");
        if has_arguments {
            self.sign("(")?;
        }
        let kind = match keyword {
            "SPACE" => CommandKind::Space,
            "NEWLINE" => CommandKind::Newline,
            "EOF" => CommandKind::Eof,
            "INT" => {
                let (low, high) = self.range()?;
                CommandKind::Int { low, high, into: self.into()? }
            }
            "FLOAT" => self.float(false)?,
            "FLOATP" => self.float(true)?,
            "STRING" => CommandKind::Text(self.value()?),
            "REGEX" => {
                let pattern = self.pattern()?;
                CommandKind::Regex { pattern, into: self.into()? }
            }
            "ASSERT" => CommandKind::Assert(self.test()?),
            "SET" => CommandKind::Set(self.assignments()?),
            _ => CommandKind::Unset(self.name_list()?),
        };
        if has_arguments {
            self.sign(")")?;
        }
        Ok(Command { span: start.to(self.last), site, kind })
    }

    fn float(&mut self, with_decimals: bool) -> Parsed<CommandKind> {
        let (low, high) = self.range()?;
        let decimals = if with_decimals {
            self.sign(",")?;
            Some(self.range()?)
        } else {
            None
        };
        let into = self.into()?;
        let mut notation = Notation::Any;
        if into.is_some() && self.eat(",")? {
            notation = if self.token.kind == TokenKind::Keyword("FIXED") {
                Notation::Fixed
            } else if self.token.kind == TokenKind::Keyword("SCIENTIFIC") {
                Notation::Scientific
            } else {
                return Err(self.unexpected("FIXED or SCIENTIFIC"));
            };
            self.advance()?;
        }
        Ok(CommandKind::Float { low, high, decimals, into, notation })
    }

    fn range(&mut self) -> Parsed<(Expr, Expr)> {
        let low = self.number()?;
        self.sign(",")?;
        Ok((low, self.number()?))
    }

    fn into(&mut self) -> Parsed<Option<Variable>> {
        if self.eat(",")? { self.target().map(Some) } else { Ok(None) }
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        let expr = self.value()?;
        let ExprKind::Literal(Value::Text(text)) = &expr.kind else { return Ok(Pattern::Computed(expr)) };
        match Regex::new(text) {
            Ok(regex) => Ok(Pattern::Fixed(Arc::new(regex))),
            Err(RegexError { at, message }) => {
                let origins = lexer::origins(self.source, expr.span);
                let start = origins.get(at).or(origins.last()).copied().unwrap_or(expr.span.start);
                Err(self.mistake(Span::new(start, start + 1), message, ""))
            }
        }
    }

    fn assignments(&mut self) -> Parsed<Vec<(Variable, Expr)>> {
        let mut all = Vec::new();
        loop {
            let variable = self.target()?;
            self.sign("=")?;
            all.push((variable, self.expr("a value")?));
            if !self.eat(",")? {
                return Ok(all);
            }
        }
    }

    fn name_list(&mut self) -> Parsed<Vec<Name>> {
        let mut all = vec![self.name()?];
        while self.eat(",")? {
            all.push(self.name()?);
        }
        Ok(all)
    }

    fn name(&mut self) -> Parsed<Name> {
        if self.token.kind != TokenKind::Name {
            return Err(self.unexpected("the name of a variable"));
        }
        let text = String::from_utf8_lossy(&self.source[self.token.span.range()]).into_owned();
        self.advance()?;
        let next = Name(self.names.len() as u32);
        Ok(*self.names.entry(text).or_insert(next))
    }

    /// A variable that gets a value.
    fn target(&mut self) -> Parsed<Variable> {
        let variable = self.variable()?;
        self.assigned.insert(variable.name);
        Ok(variable)
    }

    fn variable(&mut self) -> Parsed<Variable> {
        let start = self.token.span;
        let name = self.name()?;
        let index = self.index(0)?.0;
        Ok(Variable { span: start.to(self.last), name, index })
    }

    /// What stands in brackets behind a name, and how high the highest of it is.
    fn index(&mut self, depth: usize) -> Parsed<(Vec<Expr>, usize)> {
        let mut index = Vec::new();
        let mut height = 0;
        if self.eat("[")? {
            loop {
                let (expr, expr_height) = self.arithmetic(0, depth + 1, "an index")?;
                self.no_text(&expr)?;
                index.push(expr);
                height = height.max(expr_height);
                if !self.eat(",")? {
                    break;
                }
            }
            self.sign("]")?;
        }
        Ok((index, height))
    }

    // Expressions and tests

    fn test(&mut self) -> Parsed<Test> {
        self.truth(0, 0).map(|(test, _)| test)
    }

    /// An expression that is not plainly text.
    fn number(&mut self) -> Parsed<Expr> {
        let expr = self.expr("a number")?;
        self.no_text(&expr)?;
        Ok(expr)
    }

    fn expr(&mut self, expected: &str) -> Parsed<Expr> {
        self.arithmetic(0, 0, expected).map(|(expr, _)| expr)
    }

    /// A number, a text, a variable or a function, as `STRING` takes it; calculations are not for it.
    fn value(&mut self) -> Parsed<Expr> {
        let start = self.token.span;
        let node = self.primary(0)?;
        match node.kind {
            NodeKind::Value(expr) => Ok(expr),
            NodeKind::Truth(_) => Err(self.mistake(start.to(self.last), "this is a test", "a value")),
        }
    }

    fn no_text(&self, expr: &Expr) -> Parsed<()> {
        match expr.kind {
            ExprKind::Literal(Value::Text(_)) => Err(self.mistake(expr.span, "this is text", "a number")),
            ExprKind::Literal(Value::Integer(_) | Value::Decimal(_))
            | ExprKind::Variable(_)
            | ExprKind::Negate(_)
            | ExprKind::Binary(..)
            | ExprKind::Length(_) => Ok(()),
        }
    }

    fn arithmetic(&mut self, strength: u8, depth: usize, expected: &str) -> Parsed<(Expr, usize)> {
        let start = self.token.span;
        let node = self.node(strength, depth)?;
        match node.kind {
            NodeKind::Value(expr) => Ok((expr, node.height)),
            NodeKind::Truth(_) => Err(self.mistake(start.to(self.last), "this is a test", expected)),
        }
    }

    fn truth(&mut self, strength: u8, depth: usize) -> Parsed<(Test, usize)> {
        let start = self.token.span;
        let node = self.node(strength, depth)?;
        match node.kind {
            NodeKind::Truth(test) => Ok((test, node.height)),
            NodeKind::Value(_) => {
                Err(self.mistake(start.to(self.last), "this is a value", "a test, such as a comparison"))
            }
        }
    }

    /// Reads operators that bind at least as strongly as `strength`. Both logical operators bind equally, from the
    /// left, and `!` takes all that follows: that is what the original does.
    fn node(&mut self, strength: u8, depth: usize) -> Parsed<Node> {
        let start = self.token.span;
        let mut left = self.primary(depth)?;
        while let TokenKind::Sign(sign) = self.token.kind {
            let Some((operator, binds)) = operator(sign) else { break };
            if binds < strength {
                break;
            }
            let sign_span = self.token.span;
            self.advance()?;
            let right = self.node(binds + 1, depth + 1)?;
            let height = left.height.max(right.height) + 1;
            let span = start.to(self.last);
            if height > MAX_HEIGHT {
                return Err(self.mistake(sign_span, "this expression is nested too deeply", ""));
            }
            let kind = self.combine(operator, span, left.kind, right.kind).map_err(|expected| {
                self.mistake(sign_span, format!("`{sign}` cannot stand between these two"), expected)
            })??;
            left = Node { kind, height };
        }
        Ok(left)
    }

    /// The outer error is what both sides should have been.
    fn combine(
        &self,
        operator: Operator,
        span: Span,
        left: NodeKind,
        right: NodeKind,
    ) -> Result<Parsed<NodeKind>, &'static str> {
        match (operator, left, right) {
            (Operator::Binary(binary), NodeKind::Value(a), NodeKind::Value(b)) => {
                let kind = ExprKind::Binary(binary, Box::new(a), Box::new(b));
                Ok(self.folded(span, kind).map(NodeKind::Value))
            }
            (Operator::Compare(compare), NodeKind::Value(a), NodeKind::Value(b)) => {
                Ok(Ok(NodeKind::Truth(Test { span, kind: TestKind::Compare(compare, a, b) })))
            }
            (Operator::And, NodeKind::Truth(a), NodeKind::Truth(b)) => {
                Ok(Ok(NodeKind::Truth(Test { span, kind: TestKind::And(Box::new(a), Box::new(b)) })))
            }
            (Operator::Or, NodeKind::Truth(a), NodeKind::Truth(b)) => {
                Ok(Ok(NodeKind::Truth(Test { span, kind: TestKind::Or(Box::new(a), Box::new(b)) })))
            }
            (Operator::Binary(_) | Operator::Compare(_), _, _) => Err("values on both sides"),
            (Operator::And | Operator::Or, _, _) => Err("tests on both sides"),
        }
    }

    fn primary(&mut self, depth: usize) -> Parsed<Node> {
        let start = self.token.span;
        if depth > MAX_BRACKETS {
            return Err(self.mistake(start, "this expression is nested too deeply", ""));
        }
        let token = self.token.clone();
        let literal =
            |value| Node { kind: NodeKind::Value(Expr { span: start, kind: ExprKind::Literal(value) }), height: 1 };
        match token.kind {
            TokenKind::Integer | TokenKind::Decimal => {
                let text = &self.source[start.range()];
                let value = if token.kind == TokenKind::Integer {
                    Integer::parse(text).map(Value::Integer)
                } else {
                    Decimal::parse(text).map(Value::Decimal)
                };
                self.advance()?;
                value.map(literal).ok_or_else(|| self.mistake(start, "this number cannot be read", ""))
            }
            TokenKind::Text(text) => {
                self.advance()?;
                Ok(literal(Value::Text(text.into())))
            }
            TokenKind::Name => {
                let name = self.name()?;
                let (index, height) = self.index(depth)?;
                let span = start.to(self.last);
                let kind = ExprKind::Variable(Variable { span, name, index });
                Ok(Node { kind: NodeKind::Value(Expr { span, kind }), height: height + 1 })
            }
            TokenKind::Sign("(") => {
                self.advance()?;
                let node = self.node(0, depth + 1)?;
                self.sign(")")?;
                Ok(node)
            }
            TokenKind::Sign("-") => {
                self.advance()?;
                let (operand, height) = self.arithmetic(POWER, depth + 1, "a number")?;
                let kind = ExprKind::Negate(Box::new(operand));
                Ok(Node { kind: NodeKind::Value(self.folded(start.to(self.last), kind)?), height: height + 1 })
            }
            TokenKind::Sign("!") => {
                self.advance()?;
                let (operand, height) = self.truth(0, depth + 1)?;
                let kind = TestKind::Not(Box::new(operand));
                Ok(Node { kind: NodeKind::Truth(Test { span: start.to(self.last), kind }), height: height + 1 })
            }
            TokenKind::Keyword(keyword) => self.function(keyword, depth),
            TokenKind::Sign(_) | TokenKind::End => Err(self.unexpected("a value or a test")),
        }
    }

    fn function(&mut self, keyword: &'static str, depth: usize) -> Parsed<Node> {
        if !matches!(keyword, "ISEOF" | "STRLEN" | "MATCH" | "UNIQUE" | "INARRAY") {
            return Err(self.unexpected("a value or a test"));
        }
        let start = self.token.span;
        self.advance()?;
        let mut height = 2;
        let truth = if keyword == "ISEOF" {
            TestKind::IsEof
        } else {
            self.sign("(")?;
            let kind = match keyword {
                "UNIQUE" => TestKind::Unique(self.name_list()?),
                "INARRAY" => {
                    let (expr, expr_height) = self.arithmetic(0, depth + 1, "a value")?;
                    height = expr_height + 1;
                    self.sign(",")?;
                    let array = self.variable()?.name;
                    self.counted.push(array);
                    TestKind::InArray(expr, array)
                }
                _ => {
                    let (expr, expr_height) = self.arithmetic(POWER + 1, depth + 1, "text")?;
                    height = expr_height + 1;
                    if keyword == "STRLEN" {
                        self.sign(")")?;
                        let expr = self.folded(start.to(self.last), ExprKind::Length(Box::new(expr)))?;
                        return Ok(Node { kind: NodeKind::Value(expr), height });
                    }
                    TestKind::Match(expr)
                }
            };
            self.sign(")")?;
            kind
        };
        Ok(Node { kind: NodeKind::Truth(Test { span: start.to(self.last), kind: truth }), height })
    }

    fn folded(&self, span: Span, kind: ExprKind) -> Parsed<Expr> {
        match fold::fold(&kind) {
            Ok(Some(value)) => Ok(Expr { span, kind: ExprKind::Literal(value) }),
            Ok(None) => Ok(Expr { span, kind }),
            Err(message) => Err(self.mistake(span, message, "")),
        }
    }

    // Tokens

    fn begin(&mut self) -> Parsed<(Span, usize)> {
        let (start, site) = (self.token.span, self.sites);
        self.sites += 1;
        self.advance()?;
        Ok((start, site))
    }

    fn advance(&mut self) -> Parsed<()> {
        self.last = self.token.span;
        self.token = self.lexer.next()?;
        Ok(())
    }

    fn eat(&mut self, sign: &'static str) -> Parsed<bool> {
        let found = self.token.kind == TokenKind::Sign(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn sign(&mut self, sign: &'static str) -> Parsed<()> {
        if self.eat(sign)? { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let span = self.token.span;
        let message = match &self.token.kind {
            TokenKind::End => "the grammar ends here".to_owned(),
            TokenKind::Text(_) => "unexpected text".to_owned(),
            TokenKind::Keyword(_) | TokenKind::Name | TokenKind::Integer | TokenKind::Decimal | TokenKind::Sign(_) => {
                format!("unexpected `{}`", String::from_utf8_lossy(&self.source[span.range()]))
            }
        };
        self.mistake(span, message, expected)
    }

    fn mistake(&self, span: Span, message: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.source, span, message, expected)
    }
}

#[derive(Clone, Copy)]
enum Operator {
    And,
    Or,
    Compare(Comparator),
    Binary(Binary),
}

const POWER: u8 = 5;

/// An operator and how strongly it binds.
fn operator(sign: &str) -> Option<(Operator, u8)> {
    Some(match sign {
        "&&" => (Operator::And, 1),
        "||" => (Operator::Or, 1),
        "<" => (Operator::Compare(Comparator::Less), 2),
        "<=" => (Operator::Compare(Comparator::LessEqual), 2),
        ">" => (Operator::Compare(Comparator::Greater), 2),
        ">=" => (Operator::Compare(Comparator::GreaterEqual), 2),
        "==" => (Operator::Compare(Comparator::Equal), 2),
        "!=" => (Operator::Compare(Comparator::NotEqual), 2),
        "+" => (Operator::Binary(Binary::Add), 3),
        "-" => (Operator::Binary(Binary::Subtract), 3),
        "*" => (Operator::Binary(Binary::Multiply), 4),
        "/" => (Operator::Binary(Binary::Divide), 4),
        "%" => (Operator::Binary(Binary::Modulo), 4),
        "^" => (Operator::Binary(Binary::Power), POWER),
        _ => return None,
    })
}
