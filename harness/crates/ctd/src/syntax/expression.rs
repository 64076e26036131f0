//! Parses expressions and tests. They share their brackets: only the closing bracket shows which of
//! them a `(` opened.

use super::ast::{Binary, Comparator, Expr, ExprKind, Test, TestKind, Variable};
use super::fold;
use super::lexer::TokenKind;
use super::parser::{ParseResult, Parser};
use crate::number::{Decimal, Integer};
use crate::value::Value;
use crate::{Diagnostic, Span};

/// The deepest nesting of brackets. They are parsed by recursion.
const MAX_BRACKETS: usize = 50;
/// The height of an expression's tree, which is evaluated by recursion. `1+1+1` has height 3.
const MAX_HEIGHT: usize = 200;

struct Node {
    kind: NodeKind,
    height: usize,
}

enum NodeKind {
    Value(Expr),
    Truth(Test),
}

impl Parser<'_> {
    pub(super) fn test(&mut self) -> ParseResult<Test> {
        self.truth(0, 0).map(|(test, _)| test)
    }

    /// An expression that is not a literal text.
    pub(super) fn number(&mut self) -> ParseResult<Expr> {
        let expr = self.expr("a number")?;
        self.no_text(&expr)?;
        Ok(expr)
    }

    pub(super) fn expr(&mut self, expected: &str) -> ParseResult<Expr> {
        self.arithmetic(0, 0, expected).map(|(expr, _)| expr)
    }

    /// The index after a name, and its height.
    pub(super) fn index(&mut self, depth: usize) -> ParseResult<(Vec<Expr>, usize)> {
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

    /// A single value, as `STRING` takes it, without calculation.
    pub(super) fn value(&mut self) -> ParseResult<Expr> {
        let start = self.token.span;
        let node = self.primary(0)?;
        match node.kind {
            NodeKind::Value(expr) => Ok(expr),
            NodeKind::Truth(_) => Err(Diagnostic::new(start.to(self.last), "this is a test", "a value")),
        }
    }

    fn no_text(&self, expr: &Expr) -> ParseResult<()> {
        match expr.literal() {
            Some(Value::Text(_)) => Err(Diagnostic::new(expr.span, "this is text", "a number")),
            Some(Value::Integer(_) | Value::Decimal(_)) | None => Ok(()),
        }
    }

    fn arithmetic(&mut self, strength: u8, depth: usize, expected: &str) -> ParseResult<(Expr, usize)> {
        let start = self.token.span;
        let node = self.node(strength, depth)?;
        match node.kind {
            NodeKind::Value(expr) => Ok((expr, node.height)),
            NodeKind::Truth(_) => Err(Diagnostic::new(start.to(self.last), "this is a test", expected)),
        }
    }

    fn truth(&mut self, strength: u8, depth: usize) -> ParseResult<(Test, usize)> {
        let start = self.token.span;
        let node = self.node(strength, depth)?;
        match node.kind {
            NodeKind::Truth(test) => Ok((test, node.height)),
            NodeKind::Value(_) => {
                Err(Diagnostic::new(start.to(self.last), "this is a value", "a test, such as a comparison"))
            }
        }
    }

    /// Parses operators that bind at least as strongly as `strength`. As in the original, `&&` and
    /// `||` bind equally, from the left, and `!` applies to everything that follows.
    fn node(&mut self, strength: u8, depth: usize) -> ParseResult<Node> {
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
                return Err(Diagnostic::new(sign_span, "this expression is nested too deeply", ""));
            }
            let kind = self.combine(operator, span, left.kind, right.kind).map_err(|expected| {
                Diagnostic::new(sign_span, format!("`{sign}` cannot stand between these two"), expected)
            })??;
            left = Node { kind, height };
        }
        Ok(left)
    }

    /// The outer error says what both sides should be.
    fn combine(
        &self,
        operator: Operator,
        span: Span,
        left: NodeKind,
        right: NodeKind,
    ) -> Result<ParseResult<NodeKind>, &'static str> {
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

    fn primary(&mut self, depth: usize) -> ParseResult<Node> {
        let start = self.token.span;
        if depth > MAX_BRACKETS {
            return Err(Diagnostic::new(start, "this expression is nested too deeply", ""));
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
                value.map(literal).ok_or_else(|| Diagnostic::new(start, "this number cannot be read", ""))
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

    fn function(&mut self, keyword: &'static str, depth: usize) -> ParseResult<Node> {
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

    fn folded(&self, span: Span, kind: ExprKind) -> ParseResult<Expr> {
        match fold::fold(&kind) {
            Ok(Some(value)) => Ok(Expr { span, kind: ExprKind::Literal(value) }),
            Ok(None) => Ok(Expr { span, kind }),
            Err(message) => Err(Diagnostic::new(span, message, "")),
        }
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

/// An operator and its strength.
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
