//! Parses a grammar by recursive descent. Stops at the first mistake.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Program;
use super::ast::{Block, Command, CommandKind, Control, Expr, ExprKind, Name, Notation, Pattern, Variable};
use super::lexer::{self, Lexer, Token, TokenKind};
use crate::regex::{Regex, RegexError};
use crate::value::Value;
use crate::{Diagnostic, Span};

/// The deepest nesting of blocks. They are parsed by recursion.
const MAX_BLOCKS: usize = 50;
/// The longest grammar, in bytes. Its tree takes about fifty times the memory.
const MAX_SOURCE: usize = 1 << 20;

pub(super) fn parse(source: &[u8]) -> Result<Program, Diagnostic> {
    let mut parser = Parser::new(source)?;
    let (commands, ending) = parser.block()?;
    match ending {
        Ending::File => {}
        Ending::End(span) => return Err(Diagnostic::new(span, "END without REP, WHILE or IF", "")),
        Ending::Else(span) => return Err(Diagnostic::new(span, "ELSE without IF", "")),
    }
    let assigned = (0..parser.names.len()).map(|name| parser.assigned.contains(&Name(name as u32))).collect();
    let names = parser.name_texts();
    let (source, counted, sites) = (source.to_vec(), parser.counted, parser.sites);
    Ok(Program { source, commands, names, counted, assigned, sites })
}

pub(super) struct Parser<'s> {
    pub(super) source: &'s [u8],
    lexer: Lexer<'s>,
    pub(super) token: Token,
    /// The span of the token before.
    pub(super) last: Span,
    names: HashMap<String, Name>,
    /// Names on which `INARRAY` is used.
    pub(super) counted: Vec<Name>,
    /// Names to which commands give values.
    assigned: HashSet<Name>,
    sites: usize,
    blocks: usize,
}

enum Ending {
    File,
    End(Span),
    Else(Span),
}

pub(super) type ParseResult<T> = Result<T, Diagnostic>;

impl<'s> Parser<'s> {
    fn new(source: &'s [u8]) -> ParseResult<Parser<'s>> {
        if source.len() > MAX_SOURCE {
            return Err(Diagnostic::new(Span::default(), "this grammar is too large", ""));
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

    fn block(&mut self) -> ParseResult<(Block, Ending)> {
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

    fn repetition(&mut self, keyword: &'static str) -> ParseResult<Command> {
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
            Ending::Else(span) => return Err(Diagnostic::new(span, "ELSE without IF", "END")),
            Ending::File => return Err(Diagnostic::new(start, format!("{keyword} without END"), "")),
        }
        Ok(Command { span, site, kind: CommandKind::Loop { counter, control, separator, body } })
    }

    fn condition(&mut self) -> ParseResult<Command> {
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
            Ending::Else(span) => return Err(Diagnostic::new(span, "a second ELSE", "END")),
            Ending::File => return Err(Diagnostic::new(start, "IF without END", "")),
        }
        Ok(Command { span, site, kind: CommandKind::If { test, then, otherwise } })
    }

    fn nested(&mut self, start: Span) -> ParseResult<(Block, Ending)> {
        self.blocks += 1;
        if self.blocks > MAX_BLOCKS {
            return Err(Diagnostic::new(start, "blocks are nested too deeply", ""));
        }
        let block = self.block()?;
        self.blocks -= 1;
        Ok(block)
    }

    fn simple(&mut self) -> ParseResult<Command> {
        let TokenKind::Keyword(keyword) = self.token.kind else { return Err(self.unexpected("a command")) };
        let has_arguments = match keyword {
            "SPACE" | "NEWLINE" | "EOF" => false,
            "INT" | "FLOAT" | "FLOATP" | "STRING" | "REGEX" | "ASSERT" | "SET" | "UNSET" => true,
            _ => return Err(self.unexpected("a command")),
        };
        let (start, site) = self.begin()?;
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

    fn float(&mut self, with_decimals: bool) -> ParseResult<CommandKind> {
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

    fn range(&mut self) -> ParseResult<(Expr, Expr)> {
        let low = self.number()?;
        self.sign(",")?;
        Ok((low, self.number()?))
    }

    fn into(&mut self) -> ParseResult<Option<Variable>> {
        if self.eat(",")? { self.target().map(Some) } else { Ok(None) }
    }

    fn pattern(&mut self) -> ParseResult<Pattern> {
        let expr = self.value()?;
        let ExprKind::Literal(Value::Text(text)) = &expr.kind else { return Ok(Pattern::Computed(expr)) };
        match Regex::new(text) {
            Ok(regex) => Ok(Pattern::Fixed(Arc::new(regex))),
            Err(RegexError { at, message }) => {
                let origins = lexer::origins(self.source, expr.span);
                let start = origins.get(at).or(origins.last()).copied().unwrap_or(expr.span.start);
                Err(Diagnostic::new(Span::new(start, start + 1), message, ""))
            }
        }
    }

    fn assignments(&mut self) -> ParseResult<Vec<(Variable, Expr)>> {
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

    pub(super) fn name_list(&mut self) -> ParseResult<Vec<Name>> {
        let mut all = vec![self.name()?];
        while self.eat(",")? {
            all.push(self.name()?);
        }
        Ok(all)
    }

    pub(super) fn name(&mut self) -> ParseResult<Name> {
        if self.token.kind != TokenKind::Name {
            return Err(self.unexpected("the name of a variable"));
        }
        let text = String::from_utf8_lossy(&self.source[self.token.span.range()]).into_owned();
        self.advance()?;
        let next = Name(self.names.len() as u32);
        Ok(*self.names.entry(text).or_insert(next))
    }

    /// A variable that is given a value.
    fn target(&mut self) -> ParseResult<Variable> {
        let variable = self.variable()?;
        self.assigned.insert(variable.name);
        Ok(variable)
    }

    pub(super) fn variable(&mut self) -> ParseResult<Variable> {
        let start = self.token.span;
        let name = self.name()?;
        let index = self.index(0)?.0;
        Ok(Variable { span: start.to(self.last), name, index })
    }

    // Tokens

    fn begin(&mut self) -> ParseResult<(Span, usize)> {
        let (start, site) = (self.token.span, self.sites);
        self.sites += 1;
        self.advance()?;
        Ok((start, site))
    }

    pub(super) fn advance(&mut self) -> ParseResult<()> {
        self.last = self.token.span;
        self.token = self.lexer.next()?;
        Ok(())
    }

    pub(super) fn eat(&mut self, sign: &'static str) -> ParseResult<bool> {
        let found = self.token.kind == TokenKind::Sign(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn sign(&mut self, sign: &'static str) -> ParseResult<()> {
        if self.eat(sign)? { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    pub(super) fn unexpected(&self, expected: &str) -> Diagnostic {
        let span = self.token.span;
        let message = match &self.token.kind {
            TokenKind::End => "the grammar ends here".to_owned(),
            TokenKind::Text(_) => "unexpected text".to_owned(),
            TokenKind::Keyword(_) | TokenKind::Name | TokenKind::Integer | TokenKind::Decimal | TokenKind::Sign(_) => {
                format!("unexpected `{}`", String::from_utf8_lossy(&self.source[span.range()]))
            }
        };
        Diagnostic::new(span, message, expected)
    }
}
