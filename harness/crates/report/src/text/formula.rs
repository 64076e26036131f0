//! TeX formulas on a line of plain text, as far as statements use them: `$a_1 \oplus a_2 \le 2^n$`
//! becomes a₁ ⊕ a₂ ≤ 2ⁿ.
//!
//! Unknown commands stay readable: they become their names.

use crate::text::markup::SanitizedName;
use maud::{Markup, PreEscaped, Render};
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
    if is_deep(tex) {
        return tex.to_owned();
    }
    let mut reader = Reader { chars: tex.chars().peekable(), unicode };
    let text = reader.until(None);
    text.trim().to_owned()
}

/// Renders a formula, given without its dollars, as markup: letters in italics, indices raised and
/// lowered, spaces around operators.
pub(crate) fn markup(tex: &str) -> Markup {
    if is_deep(tex) {
        return SanitizedName(tex).render();
    }
    let mut setter = Setter { chars: tex.chars().peekable(), out: String::new(), after: After::Operator };
    setter.until(None);
    PreEscaped(setter.out)
}

/// Whether nobody wrote this to be read: groups and commands stand within each other, and reading
/// them takes a piece of the stack each. Such a formula is shown as it is.
fn is_deep(tex: &str) -> bool {
    tex.matches(['{', '\\']).count() > 1000
}

/// What stands before the next sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// A minus sign now means "less".
    Operand,
    /// A minus sign now is that of a number.
    Operator,
}

struct Setter<'t> {
    chars: Peekable<Chars<'t>>,
    out: String,
    after: After,
}

/// Signs with a space on both sides.
const SPACED: &str = "⊕≤<≥>≠∈×→≈≡∪∩=+±";

impl Setter<'_> {
    /// Sets up to this character and consumes it, or to the end.
    fn until(&mut self, end: Option<char>) {
        while let Some(c) = self.chars.next() {
            match c {
                c if Some(c) == end => break,
                '{' => self.until(Some('}')),
                '\\' => self.command(),
                '^' => self.wrapped("<sup>", "</sup>"),
                '_' => self.wrapped("<sub>", "</sub>"),
                '~' => self.out.push(' '),
                '\'' => self.out.push('′'),
                c if c.is_whitespace() => {}
                c if c.is_alphabetic() => self.framed("<i>", &c.to_string(), "</i>"),
                c => self.sign(&c.to_string()),
            }
        }
    }

    fn sign(&mut self, sign: &str) {
        let is_spaced = sign.chars().all(|c| SPACED.contains(c)) && !sign.is_empty();
        match sign {
            "-" if self.after == After::Operand => self.operator("−"),
            "-" => self.framed("", "−", ""),
            "," | ";" => {
                self.out.push_str(sign);
                self.out.push(' ');
                self.after = After::Operator;
            }
            ":" | "mod" | "and" => self.operator(sign),
            _ if is_spaced => self.operator(sign),
            _ => {
                self.framed("", sign, "");
                let opens = ["(", "{", "⌊", "⌈", "√", "…"].contains(&sign);
                self.after = if opens { After::Operator } else { After::Operand };
            }
        }
    }

    fn operator(&mut self, sign: &str) {
        self.framed(" ", sign, " ");
        self.after = After::Operator;
    }

    /// Writes text between tags.
    fn framed(&mut self, open: &str, text: &str, close: &str) {
        self.out.push_str(open);
        SanitizedName(text).render_to(&mut self.out);
        self.out.push_str(close);
        self.after = After::Operand;
    }

    /// Sets the next argument between tags.
    fn wrapped(&mut self, open: &str, close: &str) {
        self.out.push_str(open);
        self.after = After::Operator;
        while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
        match self.chars.next() {
            Some('{') => self.until(Some('}')),
            Some('\\') => self.command(),
            Some(c) if c.is_alphabetic() => self.framed("<i>", &c.to_string(), "</i>"),
            Some(c) => self.sign(&c.to_string()),
            None => {}
        }
        self.out.push_str(close);
        self.after = After::Operand;
    }

    /// The argument in braces as it stands.
    fn words(&mut self) -> String {
        while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
        if self.chars.next_if_eq(&'{').is_none() {
            return String::new();
        }
        let mut words = String::new();
        while let Some(c) = self.chars.next().filter(|c| *c != '}') {
            words.push(c);
        }
        words
    }

    fn command(&mut self) {
        let mut name = String::new();
        while let Some(c) = self.chars.next_if(char::is_ascii_alphabetic) {
            name.push(c);
        }
        match &*name {
            // `\,` is a space, `\{` a brace.
            "" => match self.chars.next() {
                Some(',' | ';' | ':' | '!' | ' ') | None => self.out.push(' '),
                Some(c) => self.sign(&c.to_string()),
            },
            "frac" => {
                self.wrapped("<span class=frac><span>", "</span>");
                self.wrapped("<span>", "</span></span>");
            }
            "sqrt" => {
                self.out.push('√');
                self.wrapped("<span class=root>", "</span>");
            }
            "text" => {
                // Its own spaces are those of the sentence.
                let words = self.words();
                self.framed("", &words, "");
            }
            // Names of functions stand upright.
            "mathrm" | "operatorname" => {
                let words = self.words();
                self.framed("", &words, " ");
            }
            "left" | "right" | "mathbf" | "mathit" => {}
            name => match COMMANDS.iter().find(|(command, ..)| *command == name) {
                Some((_, sign, _)) if sign.chars().all(char::is_alphabetic) && sign.chars().count() == 1 => {
                    self.framed("<i>", sign, "</i>");
                }
                Some((_, sign, _)) => self.sign(sign),
                None => self.framed("", name, " "),
            },
        }
    }
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

    #[test]
    fn on_a_page_letters_lean_and_indices_stand_above_and_below() {
        let set = |tex: &str, expected: &str| assert_eq!(markup(tex).0, expected, "{tex}");
        set("a_1 \\oplus a_2 \\le 2^{31} - 1", "<i>a</i><sub>1</sub> ⊕ <i>a</i><sub>2</sub> ≤ 2<sup>31</sup> − 1");
        set("\\lfloor k \\varphi^2 \\rfloor", "⌊<i>k</i><i>φ</i><sup>2</sup>⌋");
        set("h \\bmod (k + 1)", "<i>h</i> mod (<i>k</i> + 1)");
        set("x \\lt -1, y", "<i>x</i> &lt; −1, <i>y</i>");
        set("\\frac{a}{b}", "<span class=frac><span><i>a</i></span><span><i>b</i></span></span>");
        set("\\text{a script: }<script>", "a script:  &lt; <i>s</i><i>c</i><i>r</i><i>i</i><i>p</i><i>t</i> &gt; ");
        set("{{{^", "<sup></sup>");
    }

    #[test]
    fn a_formula_that_is_deep_is_shown_as_it_is() {
        for piece in ["{", "\\sqrt", "^{", "\\frac", "x_\\text"] {
            let deep = piece.repeat(1_000_000);
            assert_eq!(plain(&deep, true), deep);
            assert!(markup(&deep).0.contains(piece));
        }
    }
}
