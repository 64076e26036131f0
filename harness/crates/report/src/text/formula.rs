//! TeX formulas on a line of plain text, as far as statements use them: `$a_1 \oplus a_2 \le 2^n$`
//! becomes a₁ ⊕ a₂ ≤ 2ⁿ.
//!
//! Unknown commands stay readable: they become their names.

use std::iter::Peekable;
use std::str::Chars;

/// A command, in Unicode and in ASCII.
const COMMANDS: [(&str, &str, &str); 36] = [
    ("oplus", "⊕", "xor"),
    ("dots", "…", "..."),
    ("ldots", "…", "..."),
    ("cdots", "…", "..."),
    ("varphi", "φ", "phi"),
    ("phi", "φ", "phi"),
    ("pi", "π", "pi"),
    ("lfloor", "⌊", "floor("),
    ("rfloor", "⌋", ")"),
    ("lceil", "⌈", "ceil("),
    ("rceil", "⌉", ")"),
    ("le", "≤", "<="),
    ("leq", "≤", "<="),
    ("lt", "<", "<"),
    ("ge", "≥", ">="),
    ("geq", "≥", ">="),
    ("gt", ">", ">"),
    ("ne", "≠", "!="),
    ("neq", "≠", "!="),
    ("in", "∈", "in"),
    ("times", "×", "x"),
    ("cdot", "·", "*"),
    ("to", "→", "->"),
    ("infty", "∞", "infinity"),
    ("sum", "Σ", "sum"),
    ("sqrt", "√", "sqrt"),
    ("bmod", "mod", "mod"),
    ("pm", "±", "+-"),
    ("approx", "≈", "~"),
    ("equiv", "≡", "=="),
    ("cup", "∪", "or"),
    ("cap", "∩", "and"),
    ("lbrace", "{", "{"),
    ("rbrace", "}", "}"),
    ("quad", "  ", "  "),
    ("left", "", ""),
];
/// Commands that leave their argument as it is.
const SILENT: [&str; 6] = ["text", "mathrm", "mathbf", "mathit", "operatorname", "right"];

/// Characters, and their raised or lowered forms.
const UP: (&str, &str) = ("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ");
const DOWN: (&str, &str) = ("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ");

/// Renders a formula, given without its dollars.
pub(crate) fn plain(tex: &str, unicode: bool) -> String {
    let mut reader = Reader { chars: tex.chars().peekable(), unicode };
    let text = reader.until(None);
    text.trim().to_owned()
}

struct Reader<'t> {
    chars: Peekable<Chars<'t>>,
    unicode: bool,
}

impl Reader<'_> {
    /// Reads up to this character and consumes it, or to the end.
    fn until(&mut self, end: Option<char>) -> String {
        let mut text = String::new();
        while let Some(c) = self.chars.next() {
            match c {
                c if Some(c) == end => break,
                '{' => text.push_str(&self.until(Some('}'))),
                '\\' => self.command(&mut text),
                '^' => self.script(&mut text, '^', UP),
                '_' => self.script(&mut text, '_', DOWN),
                '~' => text.push(' '),
                '\'' if self.unicode => text.push('′'),
                c if c.is_whitespace() => {
                    if !text.ends_with(' ') {
                        text.push(' ');
                    }
                }
                c => text.push(c),
            }
        }
        text
    }

    fn command(&mut self, text: &mut String) {
        let mut name = String::new();
        while let Some(c) = self.chars.next_if(char::is_ascii_alphabetic) {
            name.push(c);
        }
        if name.is_empty() {
            // `\,` is a space, `\{` a brace.
            match self.chars.next() {
                Some(',' | ';' | ':' | '!' | ' ') | None => text.push(' '),
                Some(c) => text.push(c),
            }
            return;
        }
        if name == "frac" {
            let (over, under) = (self.argument(), self.argument());
            text.push_str(&format!("{}/{}", grouped(&over), grouped(&under)));
            return;
        }
        match COMMANDS.iter().find(|(command, ..)| *command == name) {
            Some((_, sign, word)) => {
                text.push_str(if self.unicode { sign } else { word });
                if name == "sqrt" {
                    let under = self.argument();
                    text.push_str(&grouped(&under));
                }
                // The space that ends a command's name is not part of the formula, unless it ends a
                // word.
                let sticks = ["lfloor", "lceil", "lbrace", "left"].contains(&name.as_str());
                if sticks {
                    while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
                }
            }
            None if SILENT.contains(&name.as_str()) => {}
            None => text.push_str(&name),
        }
        let trimmed = ["rfloor", "rceil", "rbrace", "right"].contains(&name.as_str());
        if trimmed && let Some(at) = text.rfind(['⌋', '⌉', '}', ')']) {
            let before = text[..at].trim_end().to_owned();
            *text = before + &text[at..];
        }
    }

    /// Reads a group in braces, one character, or one command.
    fn argument(&mut self) -> String {
        while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
        match self.chars.next() {
            Some('{') => self.until(Some('}')),
            Some('\\') => {
                let mut text = String::new();
                self.command(&mut text);
                text
            }
            Some(c) => c.to_string(),
            None => String::new(),
        }
    }

    fn script(&mut self, text: &mut String, sign: char, (plain, raised): (&str, &str)) {
        let argument = self.argument();
        let sign_of = |c: char| plain.chars().zip(raised.chars()).find(|(from, _)| *from == c);
        let all: Option<String> = argument.chars().map(|c| sign_of(c).map(|(_, to)| to)).collect();
        match all.filter(|_| self.unicode) {
            Some(raised) => text.push_str(&raised),
            None => text.push_str(&format!("{sign}{}", grouped(&argument))),
        }
    }
}

/// Adds brackets, unless the text is one word.
fn grouped(text: &str) -> String {
    let word = text.chars().all(char::is_alphanumeric);
    if word { text.to_owned() } else { format!("({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_of_statements_read_as_people_write_them() {
        let check = |tex: &str, unicode: &str, ascii: &str| {
            assert_eq!((plain(tex, true).as_str(), plain(tex, false).as_str()), (unicode, ascii), "{tex}");
        };
        check("a_1, \\dots, a_n", "a₁, …, aₙ", "a_1, ..., a_n");
        check("a_1 \\oplus a_2 = 0", "a₁ ⊕ a₂ = 0", "a_1 xor a_2 = 0");
        check("10^{18}", "10¹⁸", "10^18");
        check("\\lfloor k \\varphi \\rfloor", "⌊k φ⌋", "floor(k phi)");
        check("n \\le 2^k", "n ≤ 2^k", "n <= 2^k");
        check("\\sqrt{5} \\ne \\frac{1 + x}{2}", "√5 ≠ (1 + x)/2", "sqrt5 != (1 + x)/2");
        check("\\lbrace 1, 2 \\rbrace", "{1, 2}", "{1, 2}");
        check("h'\\,\\text{stones}", "h′ stones", "h' stones");
        check("\\unknown x_{i,j}", "unknown x_(i,j)", "unknown x_(i,j)");
        check("{{{", "", "");
    }
}
