//! Reads a text token by token. Every mistake is reported with its line and token.
//!
//! The owner of the text decides what a mistake means: see [`Complaint`]. A reader knows nothing of
//! exit codes.

use crate::complaint::{fault, Complaint, Result};
use crate::span::Span;
use std::collections::HashSet;
use std::fmt::Display;
use std::io::Read;
use std::ops::{Range, RangeInclusive};

/// Reads a text from its beginning to its end.
///
/// White space between tokens is free: any number of spaces, tabs and line ends. After [`strict`]
/// it is not, and [`space`] and [`eol`] say where white space stands.
///
/// ```
/// let mut input = kit::Reader::of("2\n7 10001\n");
/// let n = input.int("n", 1..=100)?;
/// let complaint = input.ints("heap", n, 1..=10_000).unwrap_err();
/// assert_eq!(complaint.to_string(), "line 2, token 2: heap 2 is 10001, at most 10000");
/// # kit::Result::Ok(())
/// ```
///
/// [`strict`]: Reader::strict
/// [`space`]: Reader::space
/// [`eol`]: Reader::eol
#[derive(Clone, Debug)]
pub struct Reader {
    bytes: Vec<u8>,
    at: usize,
    /// The place of the token read last, counted from 1. Token 0 is the beginning of the line.
    line: usize,
    token: usize,
    name: &'static str,
    owner: Owner,
    is_strict: bool,
    bounds: Vec<Bound>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The jury, in a text whose mistakes a validator looks for.
    Setter,
    /// The jury, in a text that was checked before: a mistake is a fault.
    Jury,
    /// A stranger.
    Solution,
}

/// The allowed values of a named number, and the values seen.
#[derive(Clone, Debug)]
struct Bound {
    name: String,
    allowed: Span,
    seen: Span,
}

/// Proof that a validator has dealt with the end of the input: [`Reader::end`] or [`Reader::rest`].
#[derive(Debug)]
pub struct End(());

/// Longer tokens are cut in messages, because a stranger's may be huge.
const LONGEST_TOKEN_IN_MESSAGE: usize = 40;

impl Reader {
    /// Makes a reader of `text`, like the one that a validator gets.
    pub fn of(text: &str) -> Reader {
        Reader::new("input", Owner::Setter, text.into(), 1)
    }

    pub(crate) fn new(name: &'static str, owner: Owner, bytes: Vec<u8>, line: usize) -> Reader {
        Reader { bytes, at: 0, line, token: 0, name, owner, is_strict: false, bounds: Vec::new() }
    }

    pub(crate) fn read(name: &'static str, owner: Owner, mut source: impl Read) -> Result<Reader> {
        let mut bytes = Vec::new();
        match source.read_to_end(&mut bytes) {
            Ok(_) => Ok(Reader::new(name, owner, bytes, 1)),
            Err(error) => Err(fault(format!("{} cannot be read: {}", name, error))),
        }
    }

    /// A line for each named number.
    pub(crate) fn bound_lines(&self) -> String {
        let line = |Bound { name, allowed, seen }: &Bound| {
            let name = name.replace(char::is_whitespace, "-");
            format!("bound {} {} {} {} {}\n", name, allowed.low, allowed.high, seen.low, seen.high)
        };
        self.bounds.iter().map(line).collect()
    }

    /// From here on every byte counts: one space where [`space`](Reader::space) stands and between
    /// the numbers of [`ints`](Reader::ints), one line feed where [`eol`](Reader::eol) stands.
    pub fn strict(&mut self) {
        self.is_strict = true;
    }

    /// Reads the next token, an integer: digits without padding, with `-` if it is negative.
    ///
    /// Messages use `name`. A validator also prints it in a `bound` line, with the span and the
    /// values seen, unless the span is open, such as `0..`. There, white space in the name becomes
    /// `-`.
    pub fn int(&mut self, name: &str, span: impl Into<Span>) -> Result<i64> {
        let span = span.into();
        let value = self.whole(span, name)?;
        self.note(name, span, value);
        Ok(value)
    }

    /// Reads the next `n` tokens, each like [`int`](Reader::int). Messages count them: "heap 5".
    pub fn ints(&mut self, name: &str, n: i64, span: impl Into<Span>) -> Result<Vec<i64>> {
        let span = span.into();
        let mut values = Vec::new();
        for i in 1..=n {
            if i > 1 {
                self.space()?;
            }
            values.push(self.whole(span, format_args!("{} {}", name, i))?);
        }
        for value in values.iter().min().into_iter().chain(values.iter().max()) {
            self.note(name, span, *value);
        }
        Ok(values)
    }

    /// Like [`ints`](Reader::ints), but no number may occur twice.
    pub fn distinct(&mut self, name: &str, n: i64, span: impl Into<Span>) -> Result<Vec<i64>> {
        let values = self.ints(name, n, span)?;
        let mut seen = HashSet::new();
        match values.iter().find(|value| !seen.insert(**value)) {
            Some(twice) => Err(self.complain(format_args!("{} {} occurs twice", name, twice))),
            None => Ok(values),
        }
    }

    /// Reads the next token, a decimal number such as `-0.25` or `1e-9`, but not `inf` or `nan`.
    pub fn float(&mut self, name: &str, range: RangeInclusive<f64>) -> Result<f64> {
        let token = self.bytes_of_token(name)?;
        let text = String::from_utf8_lossy(&self.bytes[token.clone()]);
        let plain = text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
        match text.parse::<f64>() {
            Ok(value) if plain && range.contains(&value) => Ok(value),
            Ok(_) if plain => {
                let (low, high) = (range.start(), range.end());
                Err(self.complain(format_args!("{} is {}, not from {} to {}", name, text, low, high)))
            }
            _ => Err(self.complain(format_args!("{} is '{}', not a number", name, self.show(token)))),
        }
    }

    /// Reads the next token.
    pub fn token(&mut self, name: &str) -> Result<String> {
        let token = self.bytes_of_token(name)?;
        match std::str::from_utf8(&self.bytes[token.clone()]) {
            Ok(text) => Ok(text.to_string()),
            Err(_) => Err(self.complain(format_args!("{} is '{}', not UTF-8", name, self.show(token)))),
        }
    }

    /// Reads the next token, which must be one of `words`.
    pub fn one_of<'a>(&mut self, name: &str, words: &[&'a str]) -> Result<&'a str> {
        let token = self.bytes_of_token(name)?;
        match words.iter().find(|word| word.as_bytes() == &self.bytes[token.clone()]) {
            Some(word) => Ok(word),
            None => {
                let (word, words) = (self.show(token), words.join(", "));
                Err(self.complain(format_args!("{} is '{}', none of {}", name, word, words)))
            }
        }
    }

    /// Skips the tokens of `text` if they come next, and returns whether they did. `skip("0 0")`
    /// skips a line that ends a list of pairs.
    pub fn skip(&mut self, text: &str) -> bool {
        let (at, line, token) = (self.at, self.line, self.token);
        let mut all = true;
        for (i, word) in text.split(' ').enumerate() {
            all = all && (i == 0 || self.space().is_ok());
            all = all && self.next().map(|token| &self.bytes[token]) == Some(word.as_bytes());
        }
        if !all {
            self.at = at;
            self.line = line;
            self.token = token;
        }
        all
    }

    /// Reads exactly one space in a [`strict`](Reader::strict) reader. Otherwise does nothing.
    pub fn space(&mut self) -> Result<()> {
        self.separator(b' ', "a space")
    }

    /// Reads exactly one line feed in a [`strict`](Reader::strict) reader. Otherwise does nothing.
    pub fn eol(&mut self) -> Result<()> {
        self.separator(b'\n', "a line feed")
    }

    /// Whether no token is left.
    pub fn at_end(&self) -> bool {
        self.bytes[self.at..].iter().all(|&byte| !self.is_strict && self.is_white(byte))
    }

    /// Checks that nothing but free white space follows.
    pub fn end(&mut self) -> Result<End> {
        if self.at_end() {
            return Ok(End(()));
        }
        match self.next() {
            Some(token) => {
                let token = self.show(token);
                Err(self.complain(format_args!("'{}' where the {} should end", token, self.name)))
            }
            None => Err(self.complain(format_args!("white space where the {} should end", self.name))),
        }
    }

    /// Accepts whatever follows, without reading it.
    pub fn rest(&mut self) -> Result<End> {
        Ok(End(()))
    }

    /// Complains about the token read last, unless `holds`. Pass `format_args!` for a message with
    /// values: it costs nothing as long as all is well.
    pub fn ensure(&self, holds: bool, message: impl Display) -> Result<()> {
        if holds {
            Ok(())
        } else {
            Err(self.complain(message))
        }
    }

    /// Returns a complaint about the token read last.
    pub fn complain(&self, message: impl Display) -> Complaint {
        let token = if self.token > 0 { format!(", token {}", self.token) } else { String::new() };
        let message = format!("line {}{}: {}", self.line, token, message);
        match self.owner {
            Owner::Setter | Owner::Solution => Complaint::refusal(message),
            Owner::Jury => fault(format!("the {}, {}", self.name, message)),
        }
    }

    /// Checks a computed number, such as a sum over the test, and records it like
    /// [`int`](Reader::int).
    pub fn record(&mut self, name: &str, span: impl Into<Span>, value: i64) -> Result<()> {
        let span = span.into();
        if let Some(objection) = span.objection(i128::from(value)) {
            return Err(self.complain(format_args!("{} is {}, {}", name, value, objection)));
        }
        self.note(name, span, value);
        Ok(())
    }

    fn whole(&mut self, span: Span, name: impl Display) -> Result<i64> {
        let token = self.bytes_of_token(&name)?;
        let problem = match plain_integer(&self.bytes[token.clone()]) {
            Some(value) => match span.objection(value) {
                None => return Ok(value as i64),
                Some(objection) => format!("{} is {}, {}", name, self.show(token), objection),
            },
            None => format!("{} is '{}', not a plain whole number", name, self.show(token)),
        };
        Err(self.complain(problem))
    }

    fn note(&mut self, name: &str, allowed: Span, value: i64) {
        if allowed.is_open() {
            return;
        }
        let seen = Span { low: value, high: value };
        match self.bounds.iter_mut().find(|bound| bound.name == name) {
            Some(bound) => {
                bound.allowed.widen(allowed);
                bound.seen.widen(seen);
            }
            None => self.bounds.push(Bound { name: name.to_string(), allowed, seen }),
        }
    }

    fn bytes_of_token(&mut self, name: impl Display) -> Result<Range<usize>> {
        if let Some(token) = self.next() {
            return Ok(token);
        }
        // Name the place of the missing token.
        self.token += 1;
        let problem = if self.at == self.bytes.len() {
            format!("{} is missing, the {} ends here", name, self.name)
        } else {
            format!("white space where {} should stand", name)
        };
        Err(self.complain(problem))
    }

    /// Moves past the next token, and returns its range of bytes.
    fn next(&mut self) -> Option<Range<usize>> {
        let (mut start, mut line, mut token) = (self.at, self.line, self.token);
        while !self.is_strict && start < self.bytes.len() && self.is_white(self.bytes[start]) {
            if self.bytes[start] == b'\n' {
                line += 1;
                token = 0;
            }
            start += 1;
        }
        let length = self.bytes[start..].iter().take_while(|byte| !self.is_white(**byte)).count();
        if length == 0 {
            // A complaint about the end names the last token, not the blank lines after it.
            self.at = start;
            return None;
        }
        self.line = line;
        self.token = token + 1;
        self.at = start + length;
        Some(start..self.at)
    }

    fn separator(&mut self, byte: u8, name: &str) -> Result<()> {
        if !self.is_strict {
            return Ok(());
        }
        if self.bytes.get(self.at) != Some(&byte) {
            return Err(self.complain(format_args!("{} should follow", name)));
        }
        self.at += 1;
        if byte == b'\n' {
            self.line += 1;
            self.token = 0;
        }
        Ok(())
    }

    /// An output may have all the white space of the ICPC rules. A test may only have what the
    /// readers of all languages take for white space.
    fn is_white(&self, byte: u8) -> bool {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => true,
            0x0b | 0x0c => self.owner == Owner::Solution,
            _ => false,
        }
    }

    /// The token in a message: one short line, whatever its bytes are.
    fn show(&self, token: Range<usize>) -> String {
        let text = String::from_utf8_lossy(&self.bytes[token]);
        let mut visible: String = text.chars().take(LONGEST_TOKEN_IN_MESSAGE).flat_map(visible).collect();
        if text.chars().count() > LONGEST_TOKEN_IN_MESSAGE {
            visible.push_str("...");
        }
        visible
    }
}

fn visible(c: char) -> Vec<char> {
    if c.is_control() {
        c.escape_default().collect()
    } else {
        vec![c]
    }
}

/// Digits without padding, with `-` if negative. Values beyond `i128` saturate.
fn plain_integer(token: &[u8]) -> Option<i128> {
    let (sign, digits) = match token.split_first() {
        Some((b'-', digits)) => (-1, digits),
        _ => (1, token),
    };
    let padded = digits.first() == Some(&b'0') && (digits.len() > 1 || sign < 0);
    if digits.is_empty() || padded || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value =
        digits.iter().fold(0_i128, |value, digit| value.saturating_mul(10).saturating_add(i128::from(digit - b'0')));
    Some(sign * value)
}

#[cfg(test)]
mod tests;
