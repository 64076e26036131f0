//! Cuts a grammar into words, numbers, texts and signs.

use crate::{Diagnostic, Span};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub span: Span,
    pub kind: TokenKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    Keyword(&'static str),
    Name,
    Integer,
    Decimal,
    /// Without quotes and escapes.
    Text(Vec<u8>),
    Sign(&'static str),
    End,
}

/// Each keyword precedes its own prefixes in this list, because words may follow each other without
/// a space.
const KEYWORDS: &str = "SCIENTIFIC INARRAY NEWLINE UNIQUE STRLEN FLOATP ASSERT STRING WHILEI ISEOF MATCH SPACE \
    FLOAT REGEX UNSET WHILE FIXED REPI ELSE EOF INT SET REP END IF";

const SIGNS: [&str; 21] =
    ["&&", "||", "<=", ">=", "==", "!=", "<", ">", "=", "!", "(", ")", "[", "]", ",", "+", "-", "*", "/", "%", "^"];

pub(super) struct Lexer<'s> {
    source: &'s [u8],
    at: usize,
}

impl<'s> Lexer<'s> {
    pub fn new(source: &'s [u8]) -> Lexer<'s> {
        Lexer { source, at: 0 }
    }

    pub fn next(&mut self) -> Result<Token, Diagnostic> {
        self.skip_blank();
        let start = self.at;
        let kind = match self.source.get(start) {
            None => TokenKind::End,
            Some(b'A'..=b'Z') => self.keyword()?,
            Some(b'a'..=b'z') => {
                self.at += self.run(start, |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
                TokenKind::Name
            }
            Some(b'0'..=b'9') => self.number()?,
            Some(b'"') => self.text()?,
            Some(_) => self.sign()?,
        };
        Ok(Token { span: Span::new(start, self.at), kind })
    }

    fn skip_blank(&mut self) {
        loop {
            self.at += self.run(self.at, |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
            if self.source.get(self.at) != Some(&b'#') {
                return;
            }
            self.at += self.run(self.at, |byte| byte != b'\n');
        }
    }

    fn run(&self, from: usize, belongs: impl Fn(u8) -> bool) -> usize {
        self.source[from..].iter().take_while(|&&byte| belongs(byte)).count()
    }

    fn keyword(&mut self) -> Result<TokenKind, Diagnostic> {
        let length = self.run(self.at, |byte| byte.is_ascii_uppercase());
        let run = &self.source[self.at..self.at + length];
        let first = longest_keyword(run);
        let mut rest = run;
        while let Some(keyword) = longest_keyword(rest) {
            rest = &rest[keyword.len()..];
        }
        match first {
            Some(keyword) if rest.is_empty() => {
                self.at += keyword.len();
                Ok(TokenKind::Keyword(keyword))
            }
            Some(_) | None => {
                let word = String::from_utf8_lossy(run).into_owned();
                let near = nearest_keyword(&word).map(|near| format!("a command such as {near}"));
                Err(mistake(self.at, length, format!("unknown word {word}"), near.unwrap_or_default()))
            }
        }
    }

    fn number(&mut self) -> Result<TokenKind, Diagnostic> {
        let start = self.at;
        let digit = |byte: u8| byte.is_ascii_digit();
        let digits = self.run(start, digit);
        self.at += digits;
        let mut kind = TokenKind::Integer;
        if self.source.get(self.at) == Some(&b'.') {
            kind = TokenKind::Decimal;
            self.at += 1 + self.run(self.at + 1, digit);
        }
        if let Some(b'e' | b'E') = self.source.get(self.at) {
            let sign = usize::from(matches!(self.source.get(self.at + 1), Some(b'+' | b'-')));
            let first = self.at + 1 + sign;
            let exponent = if first <= self.source.len() { self.run(first, digit) } else { 0 };
            if exponent > 0 {
                kind = TokenKind::Decimal;
                self.at = first + exponent;
            }
        }
        if kind == TokenKind::Integer && digits > 1 && self.source[start] == b'0' {
            let message = "an integer does not begin with 0";
            return Err(mistake(start, digits, message.to_owned(), "a plain decimal number".to_owned()));
        }
        Ok(kind)
    }

    fn text(&mut self) -> Result<TokenKind, Diagnostic> {
        let start = self.at;
        let mut text = Vec::new();
        let mut at = start + 1;
        loop {
            match self.source.get(at) {
                None => {
                    return Err(mistake(start, 1, "this text has no end".to_owned(), "a closing \"".to_owned()));
                }
                Some(b'"') => break,
                Some(_) => {
                    at = unescape(self.source, at, &mut text).map_err(|(at, length)| {
                        mistake(at, length, "no byte has this number".to_owned(), "\\0 to \\377".to_owned())
                    })?;
                }
            }
        }
        self.at = at + 1;
        Ok(TokenKind::Text(text))
    }

    fn sign(&mut self) -> Result<TokenKind, Diagnostic> {
        let rest = &self.source[self.at..];
        match SIGNS.iter().find(|sign| rest.starts_with(sign.as_bytes())) {
            Some(sign) => {
                self.at += sign.len();
                Ok(TokenKind::Sign(sign))
            }
            None => {
                let length = rest.iter().skip(1).take_while(|&&byte| byte & 0xC0 == 0x80).count() + 1;
                let sign = String::from_utf8_lossy(&rest[..length]).escape_debug().to_string();
                Err(mistake(self.at, length, format!("`{sign}` means nothing here"), String::new()))
            }
        }
    }
}

fn mistake(at: usize, length: usize, message: String, expected: String) -> Diagnostic {
    Diagnostic::new(Span::new(at, at + length), message, expected)
}

/// Reads one character of a text, escaped or not. Returns where the next one begins. The error is
/// the place and length of an octal number that is too large.
fn unescape(source: &[u8], at: usize, text: &mut Vec<u8>) -> Result<usize, (usize, usize)> {
    if source[at] != b'\\' {
        text.push(source[at]);
        return Ok(at + 1);
    }
    let simple = match source.get(at + 1) {
        Some(b'n') => b'\n',
        Some(b't') => b'\t',
        Some(b'r') => b'\r',
        Some(b'b') => 8,
        Some(b'f') => 12,
        Some(&byte @ (b'"' | b'\\')) => byte,
        Some(b'\n') => return Ok(at + 2),
        Some(b'0'..=b'7') => {
            let digits = source[at + 1..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
            let length = 1 + digits.clone().count();
            let value = digits.fold(0u32, |sum, digit| sum * 8 + u32::from(digit - b'0'));
            let Ok(byte) = u8::try_from(value) else { return Err((at, length)) };
            text.push(byte);
            return Ok(at + length);
        }
        Some(_) | None => {
            text.push(b'\\');
            return Ok(at + 1);
        }
    };
    text.push(simple);
    Ok(at + 2)
}

/// The place in the grammar of each byte of a text, for carets into regular expressions. `span`
/// includes the quotes.
pub(super) fn origins(source: &[u8], span: Span) -> Vec<usize> {
    let mut origins = Vec::new();
    let mut text = Vec::new();
    let mut at = span.start + 1;
    while at + 1 < span.end {
        let Ok(next) = unescape(source, at, &mut text) else { break };
        origins.resize(text.len(), at);
        at = next;
    }
    origins.push(span.end - 1);
    origins
}

fn longest_keyword(text: &[u8]) -> Option<&'static str> {
    KEYWORDS.split(' ').find(|keyword| text.starts_with(keyword.as_bytes()))
}

fn nearest_keyword(word: &str) -> Option<&'static str> {
    // No keyword is near a longer word, and the distance takes quadratic time.
    let word = &word[..word.len().min(32)];
    let distances = KEYWORDS.split(' ').map(|keyword| (strsim::levenshtein(word, keyword), keyword));
    let (distance, keyword) = distances.min()?;
    (distance <= 2 && distance < keyword.len()).then_some(keyword)
}
