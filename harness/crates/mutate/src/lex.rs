//! Source text → tokens. Comments, white space and preprocessor lines come between tokens.

use crate::Language;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or a keyword.
    Word,
    Number,
    Text,
    /// A character, or in Rust a label or lifetime.
    Char,
    Symbol,
    Open,
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub(crate) fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Longest first.
const SYMBOLS: &[&str] = &[
    ">>>=", "<<=", ">>=", ">>>", "...", "..=", "**=", "//=", "<=>", "->", "=>", "::", "..", "<=", ">=", "==", "!=",
    "&&", "||", "+=", "-=", "*=", "/=", "%=", "^=", "|=", "&=", "<<", ">>", "**", "//", ":=", "++", "--",
];

/// `None` if a comment or a string has no end.
pub(crate) fn tokens(source: &str, language: Language) -> Option<Vec<Token>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let first = rest.chars().next()?;
        if first.is_whitespace() || first == '\\' {
            at += first.len_utf8();
            continue;
        }
        if let Some(length) = comment(rest, language, fresh_line(source, at))? {
            at += length;
            continue;
        }
        let (kind, length) = token(rest, first, language, tokens.last().map(|last| &source[last.span()]))?;
        tokens.push(Token { kind, start: at, end: at + length });
        at += length;
    }
    Some(tokens)
}

fn fresh_line(source: &str, at: usize) -> bool {
    source[..at].chars().rev().find(|c| *c == '\n' || !c.is_whitespace()).is_none_or(|c| c == '\n')
}

/// The length of a comment or a preprocessor line; `None` if it has no end.
fn comment(rest: &str, language: Language, fresh_line: bool) -> Option<Option<usize>> {
    let line = || rest.find('\n').unwrap_or(rest.len());
    if language == Language::Python {
        return Some(rest.starts_with('#').then(line));
    }
    if rest.starts_with("//") {
        return Some(Some(line()));
    }
    if language == Language::Cpp && fresh_line && rest.starts_with('#') {
        let mut length = line();
        while rest[..length].trim_end().ends_with('\\') && length < rest.len() {
            length += 1 + rest[length + 1..].find('\n').unwrap_or(rest.len() - length - 1);
        }
        return Some(Some(length));
    }
    if !rest.starts_with("/*") {
        return Some(None);
    }
    let (mut depth, mut at) = (1, 2);
    while depth > 0 {
        let open = rest[at..].find("/*").filter(|_| language == Language::Rust).map(|found| at + found);
        let close = at + rest[at..].find("*/")?;
        if let Some(open) = open.filter(|&open| open < close) {
            (depth, at) = (depth + 1, open + 2);
        } else {
            (depth, at) = (depth - 1, close + 2);
        }
    }
    Some(Some(at))
}

/// `before` is the text of the previous token.
fn token(rest: &str, first: char, language: Language, before: Option<&str>) -> Option<(TokenKind, usize)> {
    if let Some(length) = text(rest, language)? {
        return Some((TokenKind::Text, length));
    }
    if first == '\'' {
        return Some((TokenKind::Char, character(rest, language)?));
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    if first.is_ascii_digit() {
        return Some((TokenKind::Number, number(rest, before == Some("."))));
    }
    if is_part(first) {
        return Some((TokenKind::Word, rest.find(|c| !is_part(c)).unwrap_or(rest.len())));
    }
    match first {
        '(' | '[' | '{' => return Some((TokenKind::Open, 1)),
        ')' | ']' | '}' => return Some((TokenKind::Close, 1)),
        _ => {}
    }
    let is_symbol =
        |symbol: &&&str| rest.starts_with(**symbol) && (language == Language::Python || !symbol.starts_with("//"));
    let symbol =
        SYMBOLS.iter().find(is_symbol).filter(|symbol| !symbol.starts_with("**") || language == Language::Python);
    Some((TokenKind::Symbol, symbol.map_or(first.len_utf8(), |symbol| symbol.len())))
}

/// `field`: the number follows a dot, as in `pair.0.1`.
fn number(rest: &str, field: bool) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let c = bytes[at];
        let digit_behind = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        let hex = rest.starts_with("0x") || rest.starts_with("0X");
        let exponent = at > 0 && (c == b'-' || c == b'+') && matches!(bytes[at - 1], b'e' | b'E') && !hex;
        let point = c == b'.' && !field && digit_behind;
        let separator = c == b'\'' && digit_behind;
        if !(c.is_ascii_alphanumeric() || c == b'_' || point || separator || (exponent && digit_behind)) {
            break;
        }
        at += 1;
    }
    // `2.` is a number in C++; in `2..n` and `2.max(n)` it is not.
    if !field && bytes.get(at) == Some(&b'.') && !rest[..at].contains('.') {
        let behind = bytes.get(at + 1).copied().unwrap_or(b' ');
        if behind != b'.' && !behind.is_ascii_alphabetic() && behind != b'_' {
            at += 1;
        }
    }
    at
}

/// The length of a string with its prefix; `None` if it has no end.
fn text(rest: &str, language: Language) -> Option<Option<usize>> {
    let prefix = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    if prefix > 3 || rest.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(None);
    }
    let (start, body) = rest.split_at(prefix);
    let raw = start.contains(['r', 'R']);
    let is_symbol = match language {
        Language::Rust => ["", "b", "r", "br", "c", "cr"].contains(&start),
        Language::Cpp => ["", "R", "u8", "u", "L", "U", "LR", "u8R"].contains(&start),
        Language::Java => start.is_empty(),
        Language::Python => start.chars().all(|c| "rRbBfFuU".contains(c)),
    };
    if !is_symbol {
        return Some(None);
    }
    let end = |open: usize, close: &str| Some(prefix + open + body[open..].find(close)? + close.len());
    match language {
        Language::Rust if raw => {
            let hashes = body.find(|c| c != '#').unwrap_or(body.len());
            if !body[hashes..].starts_with('"') {
                return Some(None);
            }
            return end(hashes + 1, &format!("\"{}", "#".repeat(hashes))).map(Some);
        }
        Language::Cpp if raw => {
            let Some(open) = body.strip_prefix('"').and_then(|body| body.find('(')) else { return Some(None) };
            return end(open + 2, &format!("){}\"", &body[1..=open])).map(Some);
        }
        Language::Rust | Language::Cpp | Language::Java | Language::Python => {}
    }
    for quote in ["\"\"\"", "'''"] {
        let takes = language == Language::Python || (language == Language::Java && quote.starts_with('"'));
        if takes && body.starts_with(quote) {
            return end(3, quote).map(Some);
        }
    }
    let quote = body.chars().next().filter(|c| *c == '"' || (*c == '\'' && language == Language::Python));
    let Some(quote) = quote else { return Some(None) };
    Some(Some(prefix + closed(body, quote)?))
}

/// The length up to and including the closing quote. A backslash hides the next character.
fn closed(body: &str, quote: char) -> Option<usize> {
    let mut hidden = false;
    for (at, c) in body.char_indices().skip(1) {
        match c {
            _ if hidden => hidden = false,
            '\\' => hidden = true,
            c if c == quote => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}

/// A character, or in Rust a lifetime: a name without a second quote.
fn character(rest: &str, language: Language) -> Option<usize> {
    let mut signs = rest.char_indices().skip(1);
    let (_, first) = signs.next()?;
    let second = signs.next().map(|(_, c)| c);
    if language == Language::Rust && first != '\\' && second != Some('\'') {
        let name = |c: char| c.is_alphanumeric() || c == '_';
        return Some(1 + rest[1..].find(|c| !name(c)).unwrap_or(rest.len() - 1));
    }
    closed(rest, '\'')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_into_the_tokens_of_its_language() {
        let check = |language, source: &str, expected: &[&str]| {
            let tokens = tokens(source, language).expect("everything ends");
            let words: Vec<&str> = tokens.iter().map(|token| &source[token.span()]).collect();
            assert_eq!(words, expected, "{source}");
        };
        check(
            Language::Rust,
            "a..=b >>= 'a' 'b: r#\"x\"y\"# // z",
            &["a", "..=", "b", ">>=", "'a'", "'b", ":", "r#\"x\"y\"#"],
        );
        check(
            Language::Rust,
            "/* a /* b */ c */ 0..n 1.5e-3 p.0.1 1_000u64",
            &["0", "..", "n", "1.5e-3", "p", ".", "0", ".", "1", "1_000u64"],
        );
        check(
            Language::Cpp,
            "#include <a>\n#define A \\\n b\nx->y // z\n1'000 R\"x(\")x\" 2. '\\''",
            &["x", "->", "y", "1'000", "R\"x(\")x\"", "2.", "'\\''"],
        );
        check(Language::Java, "a >>> 2 \"\"\"\nx \" y\"\"\" 'c'", &["a", ">>>", "2", "\"\"\"\nx \" y\"\"\"", "'c'"]);
        check(
            Language::Python,
            "a // 2 ** b # c\nf'{x}' '''y'z'''",
            &["a", "//", "2", "**", "b", "f'{x}'", "'''y'z'''"],
        );
    }

    #[test]
    fn what_has_no_end_is_no_program() {
        for (language, source) in [(Language::Rust, "\"a"), (Language::Cpp, "/* a"), (Language::Python, "'''a''")] {
            assert_eq!(tokens(source, language), None, "{source}");
        }
    }
}
