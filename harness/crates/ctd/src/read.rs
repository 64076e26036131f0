//! Validation: a source that reads its choices from the bytes of an input.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Span;
use crate::bounds::Bounds;
use crate::diagnostic::place_of;
use crate::machine::{Context, FloatRequest, Key, Limit, Limits, Machine, Source, Stake, Stop};
use crate::number::{Decimal, Integer};
use crate::regex::{Matcher, Regex};
use crate::syntax::{Notation, Program};

/// How strictly to read, and what it may cost.
#[derive(Debug, Clone)]
pub struct Reading {
    /// What counts as a space and as an end of a line.
    pub white_space: WhiteSpace,
    /// How many commands may run, in addition to sixteen for each byte of the input.
    pub steps: u64,
    /// How many values the variables may hold at a time. A long value counts as several.
    pub values: usize,
    /// Ends the reading when raised, as by Ctrl-C.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// What `SPACE` and `NEWLINE` accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WhiteSpace {
    /// One space, one line end.
    #[default]
    Exact,
    /// The original's option `-w`: other blanks in place of a space, and blanks around a line end.
    /// Line ends still count.
    Tolerant,
    /// Any white space for both, and possibly none at the ends of the file. An input is a sequence
    /// of words, as most programs read it.
    Free,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading { white_space: WhiteSpace::Exact, steps: 100_000_000, values: 50_000_000, cancel: None }
    }
}

/// Checks an input.
///
/// # Errors
/// When the input does not follow the grammar: the first place where it does not.
pub fn validate(program: &Program, input: &[u8], reading: &Reading) -> Result<Bounds, Rejection> {
    run(program, input, reading, None).map(|machine| machine.bounds)
}

/// Returns a valid input with exactly the white space of the grammar.
///
/// # Errors
/// Like [`validate`].
pub fn relaid(program: &Program, input: &[u8], reading: &Reading) -> Result<Vec<u8>, Rejection> {
    run(program, input, reading, Some(Vec::new())).map(|machine| machine.source.laid.unwrap_or_default())
}

fn run<'p, 'i>(
    program: &'p Program,
    input: &'i [u8],
    reading: &Reading,
    laid: Option<Vec<u8>>,
) -> Result<Machine<'p, Reader<'i>>, Rejection> {
    let mut reader = Reader { input, at: 0, white_space: reading.white_space, laid, copied: 0 };
    match reading.white_space {
        WhiteSpace::Exact => {}
        WhiteSpace::Tolerant => reader.skip(is_blank),
        WhiteSpace::Free => reader.skip(|byte| byte.is_ascii_whitespace()),
    }
    reader.copied = reader.at;
    let steps = reading.steps.saturating_add(16 * input.len() as u64);
    let limits = Limits { steps, weight: reading.values, cancel: reading.cancel.clone(), deadline: None };
    let mut machine = Machine::new(program, reader, limits, false);
    match machine.run() {
        Ok(()) => Ok(machine),
        Err(stop) => {
            let command = machine.command.map(|command| command.span);
            Err(Rejection::new(program, input, machine.source.at, command, stop))
        }
    }
}

/// Why and where an input breaks its grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// Why it is rejected.
    pub reason: Reason,
    /// The line of the input, counted from 1.
    pub line: usize,
    /// In bytes, counted from 1.
    pub column: usize,
    /// What is wrong: a lowercase fragment.
    pub message: String,
    /// The line of the part of the grammar that the input breaks, counted from 1.
    pub grammar_line: usize,
}

/// Whose mistake it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The input's.
    Input,
    /// The grammar's; for example, it uses a variable without a value.
    Grammar,
    /// Nobody's: the check ran out of steps or memory.
    Limit,
}

impl Rejection {
    fn new(program: &Program, input: &[u8], at: usize, command: Option<Span>, stop: Stop) -> Rejection {
        let end = Span::new(program.source().len(), program.source().len());
        let command = command.unwrap_or(end);
        let (reason, offset, span, message) = match stop {
            Stop::Mismatch { at, expected, problem } => {
                let found = found(&input[at.min(input.len())..]);
                let message = match problem {
                    Some(problem) => format!("expected {expected}, found {found}: {problem}"),
                    None => format!("expected {expected}, found {found}"),
                };
                (Reason::Input, at, command, message)
            }
            Stop::Assertion { test, detail } => {
                let detail = detail.map(|detail| format!(": {detail}")).unwrap_or_default();
                let message = format!("{} does not hold{detail}", program.text(test));
                (Reason::Input, at, test, message)
            }
            Stop::Conflict(message) => (Reason::Input, at, command, message.to_owned()),
            Stop::Limit(Limit::Steps) => (Reason::Limit, at, command, "the check takes too many steps".to_owned()),
            Stop::Limit(Limit::Cancelled) => (Reason::Limit, at, command, "the check was cancelled".to_owned()),
            Stop::Limit(Limit::Memory | Limit::Bytes) => {
                (Reason::Limit, at, command, "the variables of the grammar hold too many values".to_owned())
            }
            Stop::Fault(fault) => (Reason::Grammar, at, fault.span, fault.message),
        };
        let (line, column) = place_of(input, offset);
        let (grammar_line, _) = place_of(program.source(), span.start);
        Rejection { reason, line, column, message, grammar_line }
    }
}

impl std::error::Error for Rejection {}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rejection { line, column, message, grammar_line, .. } = self;
        write!(f, "line {line}, column {column}: {message} (line {grammar_line} of the grammar)")
    }
}

fn found(rest: &[u8]) -> String {
    const LONGEST: usize = 40;
    match rest.first() {
        None => "the end of the file".to_owned(),
        Some(b'\n') => "the end of the line".to_owned(),
        Some(b'\r') => "a carriage return".to_owned(),
        Some(b' ') => "a space".to_owned(),
        Some(byte) if byte.is_ascii_whitespace() => format!("`{}`", byte.escape_ascii()),
        Some(_) => {
            let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).take(LONGEST + 1).count();
            let more = if length > LONGEST { "…" } else { "" };
            let text = String::from_utf8_lossy(&rest[..length.min(LONGEST)]);
            format!("`{}{more}`", text.escape_debug())
        }
    }
}

struct Reader<'i> {
    input: &'i [u8],
    at: usize,
    white_space: WhiteSpace,
    /// The input so far with exactly the white space of the grammar, if that is wanted.
    laid: Option<Vec<u8>>,
    /// Up to where `laid` has it.
    copied: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.input.get(self.at).copied()
    }

    fn skip(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&belongs) {
            self.at += 1;
        }
    }

    /// Skips white space. If there is none, this must be the end of the file, or come after white
    /// space.
    fn gap(&mut self) -> Result<(), Stop> {
        let start = self.at;
        self.skip(|byte| byte.is_ascii_whitespace());
        let is_behind_one = start == 0 || self.input[start - 1].is_ascii_whitespace();
        if self.at > start || is_behind_one || self.at == self.input.len() {
            return Ok(());
        }
        mismatch(self.at, "white space".to_owned(), None)
    }

    /// What was read from `start` on is white space, which is to be `exact`.
    fn lay(&mut self, start: usize, exact: &[u8]) {
        if let Some(laid) = &mut self.laid {
            laid.extend_from_slice(&self.input[self.copied..start]);
            laid.extend_from_slice(exact);
            self.copied = self.at;
        }
    }

    fn blank(&mut self) -> Result<(), Stop> {
        match (self.white_space, self.peek()) {
            (WhiteSpace::Free, _) => return self.gap(),
            (WhiteSpace::Tolerant, Some(byte)) if is_blank(byte) => self.skip(is_blank),
            (WhiteSpace::Exact, Some(b' ')) => self.at += 1,
            (WhiteSpace::Exact | WhiteSpace::Tolerant, _) => return mismatch(self.at, "a space".to_owned(), None),
        }
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Stop> {
        match self.white_space {
            WhiteSpace::Free => return self.gap(),
            WhiteSpace::Tolerant => self.skip(is_blank),
            WhiteSpace::Exact => {}
        }
        if self.peek() != Some(b'\n') {
            return mismatch(self.at, "the end of the line".to_owned(), None);
        }
        self.at += 1;
        if self.white_space == WhiteSpace::Tolerant {
            self.skip(is_blank);
        }
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        self.skip(|byte| byte.is_ascii_digit());
        self.at - start
    }

    /// Reads past the text of a float. The error says what is wrong with it.
    fn float_text(&mut self, request: &FloatRequest) -> Result<(), &'static str> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let first = self.peek();
        let leading = self.digits();
        match leading {
            0 => return Err("it does not begin with a digit"),
            2.. if first == Some(b'0') => return Err("it has zeros before its first digit"),
            _ => {}
        }
        let mut decimals = None;
        if self.peek() == Some(b'.') {
            self.at += 1;
            decimals = Some(self.digits());
            if decimals == Some(0) {
                return Err("there is no digit behind its point");
            }
        }
        let has_exponent = match request.notation {
            Notation::Fixed => false,
            Notation::Scientific => true,
            Notation::Any => matches!(self.peek(), Some(b'e' | b'E')),
        };
        if has_exponent {
            self.exponent()?;
        }
        let Some((fewest, most)) = request.decimals else { return Ok(()) };
        if has_exponent && (first == Some(b'0') || leading != 1 || decimals.is_none()) {
            return Err("with an exponent there has to be exactly one digit before the point, not zero");
        }
        match decimals.unwrap_or(0) {
            count if count < fewest as usize => Err("it has too few decimals"),
            count if count > most as usize => Err("it has too many decimals"),
            _ => Ok(()),
        }
    }

    fn exponent(&mut self) -> Result<(), &'static str> {
        if !matches!(self.peek(), Some(b'e' | b'E')) {
            return Err("it has no exponent");
        }
        self.at += 1;
        if matches!(self.peek(), Some(b'-' | b'+')) {
            self.at += 1;
        }
        let first = self.peek();
        match self.digits() {
            0 => Err("there is no digit in its exponent"),
            2.. if first == Some(b'0') => Err("its exponent begins with zero"),
            _ => Ok(()),
        }
    }
}

/// Longer floats are rejected: calculations stop near that size.
pub(crate) const MAX_DIGITS: usize = if cfg!(fuzzing) { 100 } else { 150_000 };

/// The work of converting this many digits.
fn conversion(digits: usize) -> u64 {
    (digits as u64 / 20).pow(2)
}

/// White space within a line.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 11 | 12)
}

fn mismatch<T>(at: usize, expected: String, problem: Option<&str>) -> Result<T, Stop> {
    Err(Stop::Mismatch { at, expected, problem: problem.map(str::to_owned) })
}

/// The variable that the value is for, in a message.
fn for_name(context: &Context<'_, '_>) -> String {
    let Some(variable) = context.command.into() else { return String::new() };
    let name = context.scope.program.name(variable.name);
    match context.scope.key(variable) {
        Ok(Key::Plain) | Err(_) => format!(" for {name}"),
        Ok(key) => format!(" for {name}{key}"),
    }
}

impl Source for Reader<'_> {
    fn space(&mut self) -> Result<(), Stop> {
        let start = self.at;
        self.blank()?;
        self.lay(start, b" ");
        Ok(())
    }

    fn newline(&mut self) -> Result<(), Stop> {
        let start = self.at;
        self.line_end()?;
        self.lay(start, b"\n");
        Ok(())
    }

    fn end(&mut self) -> Result<(), Stop> {
        let start = self.at;
        if self.white_space == WhiteSpace::Free {
            self.skip(|byte| byte.is_ascii_whitespace());
        }
        if self.at == self.input.len() {
            self.lay(start, b"");
            return Ok(());
        }
        mismatch(self.at, "the end of the file".to_owned(), None)
    }

    fn text(&mut self, text: &[u8]) -> Result<(), Stop> {
        let rest = &self.input[self.at..];
        if rest.starts_with(text) {
            self.at += text.len();
            return Ok(());
        }
        let same = rest.iter().zip(text).take_while(|(a, b)| a == b).count();
        mismatch(self.at + same, format!("\"{}\"", text[same..].escape_ascii()), None)
    }

    fn int(&mut self, context: Context<'_, '_>, low: &Integer, high: &Integer) -> Result<Integer, Stop> {
        let start = self.at;
        let expected = || format!("an integer from {low} to {high}{}", for_name(&context));
        let negative = self.peek() == Some(b'-');
        self.at += usize::from(negative);
        let first = self.at;
        let mut small = 0i64;
        while let Some(byte) = self.peek().filter(u8::is_ascii_digit) {
            small = small.wrapping_mul(10).wrapping_add(i64::from(byte - b'0'));
            self.at += 1;
        }
        let digits = self.at - first;
        let problem = match (digits, self.input.get(first)) {
            (0, _) if !negative => return mismatch(start, expected(), None),
            (0, _) => Some("there is no digit behind the sign"),
            (1, Some(b'0')) if negative => Some("zero has no sign"),
            (2.., Some(b'0')) => Some("it has zeros before its first digit"),
            _ => None,
        };
        if problem.is_some() {
            return mismatch(start, expected(), problem);
        }
        let value = if digits <= 18 {
            Integer::from(if negative { -small } else { small })
        } else {
            // A number with more digits than both limits is out of range. It need not be converted.
            let most = low.bits().max(high.bits()) * 30103 / 100_000 + 2;
            let text = &self.input[start..self.at];
            context.scope.store.spend(conversion(digits.min(most as usize)));
            match if digits as u64 <= most { Integer::parse(text) } else { None } {
                Some(value) => value,
                None => return mismatch(start, expected(), None),
            }
        };
        if value < *low || value > *high {
            return mismatch(start, expected(), None);
        }
        Ok(value)
    }

    fn float(&mut self, context: Context<'_, '_>, request: &FloatRequest) -> Result<Decimal, Stop> {
        let start = self.at;
        let expected = || {
            let kind = match request.notation {
                Notation::Any => "a number",
                Notation::Fixed => "a number in fixed point",
                Notation::Scientific => "a number with an exponent",
            };
            let decimals = match request.decimals {
                Some((fewest, most)) if fewest == most => format!(" with {fewest} decimals"),
                Some((fewest, most)) => format!(" with {fewest} to {most} decimals"),
                None => String::new(),
            };
            format!("{kind} from {} to {}{decimals}{}", request.low, request.high, for_name(&context))
        };
        if let Err(problem) = self.float_text(request) {
            return mismatch(start, expected(), Some(problem));
        }
        let text = &self.input[start..self.at];
        if text.len() > MAX_DIGITS {
            return mismatch(start, expected(), Some("it has too many digits to be read"));
        }
        context.scope.store.spend(conversion(text.len()));
        match Decimal::parse(text) {
            Some(value) if value >= request.low && value <= request.high => Ok(value),
            Some(_) | None => mismatch(start, expected(), None),
        }
    }

    fn regex(&mut self, context: Context<'_, '_>, regex: &Regex, matcher: &mut Matcher) -> Result<Cow<'_, [u8]>, Stop> {
        let Ok(longest) = matcher.longest(&self.input[self.at..]) else { return Err(Stop::Limit(Limit::Steps)) };
        let Some(length) = longest else {
            let expected = format!("what {regex} matches{}", for_name(&context));
            return mismatch(self.at, expected, None);
        };
        let text = &self.input[self.at..self.at + length];
        self.at += length;
        Ok(text.into())
    }

    fn is_end(&mut self, _context: Context<'_, '_>, _stake: Stake) -> Result<bool, Stop> {
        Ok(self.at == self.input.len())
    }

    fn next_is_in(&mut self, _context: Context<'_, '_>, bytes: &[u8], _stake: Stake) -> Result<bool, Stop> {
        Ok(self.peek().is_some_and(|byte| bytes.contains(&byte)))
    }
}
