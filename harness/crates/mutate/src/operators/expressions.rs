//! Mistakes in operators, numbers, conditions and strings.

use super::{Surroundings, Walk};
use crate::Language;
use crate::mutant::Operator;
use crate::node::{Decision, Kind, Node};
use crate::parse::precedence;

/// The operators that may be written by mistake.
fn mistaken(language: Language, operator: &str) -> &'static [(&'static str, Operator)] {
    match operator {
        "+" => &[("-", Operator::ARITHMETIC)],
        "-" => &[("+", Operator::ARITHMETIC)],
        "*" => &[("+", Operator::ARITHMETIC)],
        "/" if language == Language::Python => &[("//", Operator::INTEGER_FOR_FLOAT)],
        "/" => &[("*", Operator::ARITHMETIC)],
        "//" => &[("/", Operator::INTEGER_FOR_FLOAT), ("*", Operator::ARITHMETIC)],
        "^" => &[("+", Operator::BITS), ("|", Operator::BITS), ("-", Operator::BITS)],
        "|" => &[("&", Operator::BITS), ("^", Operator::BITS)],
        "&" => &[("|", Operator::BITS)],
        "<<" => &[(">>", Operator::BITS)],
        ">>" => &[("<<", Operator::BITS)],
        "<" => &[("<=", Operator::COMPARISON), (">", Operator::COMPARISON)],
        "<=" => &[("<", Operator::COMPARISON), (">=", Operator::COMPARISON)],
        ">" => &[(">=", Operator::COMPARISON), ("<", Operator::COMPARISON)],
        ">=" => &[(">", Operator::COMPARISON), ("<=", Operator::COMPARISON)],
        "==" => &[("!=", Operator::COMPARISON)],
        "!=" => &[("==", Operator::COMPARISON)],
        "&&" => &[("||", Operator::BOOLEAN)],
        "||" => &[("&&", Operator::BOOLEAN)],
        "and" => &[("or", Operator::BOOLEAN)],
        "or" => &[("and", Operator::BOOLEAN)],
        ".." => &[("..=", Operator::OFF_BY_ONE)],
        "..=" => &[("..", Operator::OFF_BY_ONE)],
        "+=" => &[("-=", Operator::ARITHMETIC)],
        "-=" => &[("+=", Operator::ARITHMETIC)],
        "*=" => &[("+=", Operator::ARITHMETIC)],
        "^=" => &[("+=", Operator::BITS), ("|=", Operator::BITS)],
        "|=" => &[("&=", Operator::BITS), ("=", Operator::BITS)],
        "&=" => &[("|=", Operator::BITS), ("=", Operator::BITS)],
        _ => &[],
    }
}

fn opposite(comparison: &str) -> Option<&'static str> {
    Some(match comparison {
        "<" => ">=",
        "<=" => ">",
        ">" => "<=",
        ">=" => "<",
        "==" => "!=",
        "!=" => "==",
        _ => return None,
    })
}

impl Walk<'_> {
    pub(super) fn expressions(&mut self, node: &Node, around: Surroundings<'_>) {
        match &node.kind {
            Kind::Binary(place) | Kind::Assign(place) => self.operator(node, self.at(place), around),
            Kind::Unary(place) => self.unary(node, self.at(place), around),
            Kind::Number => self.number(node, around),
            Kind::Text => self.wrong_text(node, around),
            Kind::Condition(decides) => self.condition(node, *decides, around),
            Kind::Index => self.index(node, around),
            _ => {}
        }
    }

    fn operator(&mut self, node: &Node, operator: &str, around: Surroundings<'_>) {
        let [left, right] = &node.children[..] else { return };
        // Another operator makes no sense in `output += "\n"`.
        if self.prints(left) || (operator == "+=" && self.text(right).contains('"')) {
            return;
        }
        for &(other, mistake) in mistaken(self.language, operator) {
            let text = self.joined(left, other, right, around);
            self.replace(mistake, node, around, text);
        }
        let (a, b) = (self.text(left), self.text(right));
        match operator {
            "%" => self.replace(Operator::MISSING_MODULO, node, around, a.to_owned()),
            "+" | "-" if b == "1" => self.replace(Operator::OFF_BY_ONE, node, around, a.to_owned()),
            "-" => {
                let text = self.joined(right, "-", left, around);
                self.replace(Operator::SWAPPED_OPERANDS, node, around, text);
            }
            "&&" | "||" | "and" | "or" => {
                self.replace(Operator::HALF_CONDITION, node, around, a.to_owned());
                self.replace(Operator::HALF_CONDITION, node, around, b.to_owned());
            }
            // If two conditions are compared, keep one of them alone.
            "==" | "!=" if left.kind == Kind::Brackets => {
                self.replace(Operator::HALF_CONDITION, node, around, a.to_owned());
            }
            ".." if right.kind != Kind::Number => {
                let text = format!("{a}{operator}{} - 1", self.tight(right));
                self.replace(Operator::OFF_BY_ONE, node, around, text);
            }
            _ => {}
        }
    }

    /// `cout << x` and `cin >> x` are not arithmetic.
    fn prints(&self, left: &Node) -> bool {
        let leftmost = self.text(left);
        self.language == Language::Cpp
            && ["std::cout", "std::cin", "cout", "cin", "cerr", "std::cerr"]
                .iter()
                .any(|stream| leftmost.starts_with(stream))
    }

    /// Two operands with an operator between them, in brackets where they would otherwise bind
    /// differently.
    fn joined(&self, left: &Node, operator: &str, right: &Node, around: Surroundings<'_>) -> String {
        let binds = precedence(self.language, operator).unwrap_or(0);
        let looser = |node: &Node| match &node.kind {
            Kind::Binary(place) | Kind::Assign(place) => precedence(self.language, self.at(place)).unwrap_or(0),
            Kind::Ternary | Kind::Closure => 1,
            _ => u8::MAX,
        };
        let left_text =
            if looser(left) < binds { format!("({})", self.text(left)) } else { self.text(left).to_owned() };
        let right_text =
            if looser(right) <= binds { format!("({})", self.text(right)) } else { self.text(right).to_owned() };
        let blank = if operator.starts_with("..") { "" } else { " " };
        let text = format!("{left_text}{blank}{operator}{blank}{right_text}");
        let outer = match around.parent.map(|parent| &parent.kind) {
            Some(Kind::Binary(place)) => precedence(self.language, self.at(place)).unwrap_or(0),
            Some(Kind::Unary(_) | Kind::Cast) => u8::MAX,
            _ => 0,
        };
        let is_assignment = operator.ends_with('=') && opposite(operator).is_none() && operator != "..=";
        if outer >= binds && !is_assignment { format!("({text})") } else { text }
    }

    fn unary(&mut self, node: &Node, operator: &str, around: Surroundings<'_>) {
        let mistake = match operator {
            "!" | "not" => Operator::NEGATED_CONDITION,
            "-" | "~" => Operator::ARITHMETIC,
            _ => return,
        };
        // A condition's own negation is removed there.
        if operator == "-" || !matches!(around.parent.map(|parent| &parent.kind), Some(Kind::Condition(_))) {
            self.replace(mistake, node, around, self.text(&node.children[0]).to_owned());
        }
    }

    fn number(&mut self, node: &Node, around: Surroundings<'_>) {
        let text = self.text(node);
        let digits: String = text.chars().filter(|c| *c != '_' && *c != '\'').collect();
        if let Some((whole, places)) = digits.split_once('.') {
            if places.len() > 3 && places.bytes().all(|c| c.is_ascii_digit()) {
                self.replace(Operator::WRONG_CONSTANT, node, around, format!("{whole}.{}", &places[..3]));
            } else if places.is_empty() || places == "0" {
                self.replace(Operator::INTEGER_FOR_FLOAT, node, around, whole.to_owned());
            }
            return;
        }
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, suffix) = digits.split_at(end);
        if suffix.starts_with(['x', 'b', 'o', 'e', 'X', 'B']) {
            return;
        }
        let Ok(value) = number.parse::<u128>() else { return };
        let one_more = match around.parent.map(|parent| &parent.kind) {
            Some(Kind::Binary(place)) => matches!(self.at(place), "+" | "-"),
            _ => false,
        };
        let operator = if value <= 2 { Operator::OFF_BY_ONE } else { Operator::WRONG_CONSTANT };
        if let Some(more) = value.checked_add(1) {
            self.replace(operator, node, around, format!("{more}{suffix}"));
        }
        // `x + 0` is shown as `x`, at the sum itself.
        if value > 0 && !(value == 1 && one_more) {
            self.replace(operator, node, around, format!("{}{suffix}", value - 1));
        }
        if value >= 100 {
            self.replace(Operator::CAPACITY, node, around, format!("{}{suffix}", value / 10));
        }
    }

    /// Mistakes in output that are easily overlooked.
    fn wrong_text(&mut self, node: &Node, around: Surroundings<'_>) {
        let text = self.text(node);
        let quote = text.len() - 1;
        let newline = text.ends_with("\\n\"");
        let end = if newline { quote - 2 } else { quote };
        if text.len() > 4 && newline {
            self.replace(Operator::WRONG_TEXT, node, around, format!("{} {}", &text[..end], &text[quote..]));
        }
        if end > 2 && text[..end].ends_with(['!', '.', '?']) {
            self.replace(Operator::WRONG_TEXT, node, around, format!("{}{}", &text[..end - 1], &text[end..]));
        }
    }

    fn condition(&mut self, node: &Node, decides: Decision, around: Surroundings<'_>) {
        let (yes, no) = if self.is_python() { ("True", "False") } else { ("true", "false") };
        if decides == Decision::Branch {
            let negated = self.negated(&node.children[0]);
            self.replace(Operator::NEGATED_CONDITION, node, around, negated);
            self.replace(Operator::SKIPPED_BRANCH, node, around, no.to_owned());
            self.replace(Operator::SKIPPED_BRANCH, node, around, yes.to_owned());
        }
    }

    pub(super) fn negated(&self, node: &Node) -> String {
        match &node.kind {
            Kind::Unary(place) if matches!(self.at(place), "!" | "not") => self.text(&node.children[0]).to_owned(),
            Kind::Binary(place) if opposite(self.at(place)).is_some() => {
                let [left, right] = &node.children[..] else { return String::new() };
                let operator = opposite(self.at(place)).unwrap_or_default();
                format!("{} {operator} {}", self.text(left), self.text(right))
            }
            _ if self.is_python() => format!("not ({})", self.text(node)),
            _ => format!("!{}", self.tight(node)),
        }
    }

    /// Swaps the indices of `a[i][j]`; takes `i` in `a[i]` for a bit of a 64-bit word.
    fn index(&mut self, node: &Node, around: Surroundings<'_>) {
        let [base, index] = &node.children[..] else { return };
        let text = self.text(index);
        if matches!(index.kind, Kind::Name | Kind::Binary(_) | Kind::Index | Kind::Cast) && !text.contains("..") {
            self.replace(Operator::CAPACITY, index, around, format!("{} % 64", self.tight(index)));
        }
        let (Kind::Index, [_, first]) = (&base.kind, &base.children[..]) else { return };
        let edits = [(first, index), (index, first)].map(|(from, to)| self.edit(from, self.text(to).to_owned()));
        self.add(Operator::SWAPPED_ARGUMENTS, edits.into());
    }
}
