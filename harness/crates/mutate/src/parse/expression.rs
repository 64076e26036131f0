//! Expressions, by the precedence of their operators.

use super::{Cursor, DEEPEST_TREE, Group, Parser, Tree, is_leaf};
use crate::Language;
use crate::lex::TokenKind;
use crate::node::{Call, Decision, Kind, Node, Statement};

const CAST: u8 = 28;
const PREFIX: u8 = 30;
const TERNARY: u8 = 4;
const ASSIGN: u8 = 2;

/// How tightly an operator binds. Always even, so that the right side can bind tighter by one.
pub(crate) fn precedence(language: Language, operator: &str) -> Option<u8> {
    let assigns =
        operator.len() > 1 && operator.ends_with('=') && !matches!(operator, "==" | "!=" | "<=" | ">=" | "..=");
    if assigns || operator == "=" {
        return Some(ASSIGN);
    }
    let compares = matches!(operator, "<" | "<=" | ">" | ">=" | "==" | "!=");
    Some(match (language, operator) {
        (Language::Python, "**") => 32,
        (Language::Python, "//" | "@") | (_, "*" | "/" | "%") => 26,
        (_, "+" | "-") => 24,
        (_, "<<" | ">>") | (Language::Java, ">>>") => 22,
        // In C and Java, bit operators bind more loosely than comparisons, elsewhere more tightly.
        (Language::Cpp | Language::Java, "&") => 14,
        (Language::Cpp | Language::Java, "^") => 13,
        (Language::Cpp | Language::Java, "|") => 12,
        (Language::Cpp | Language::Java, "==" | "!=") => 16,
        (_, "&") => 20,
        (_, "^") => 19,
        (_, "|") => 18,
        _ if compares => 17,
        (Language::Java, "instanceof") | (Language::Python, "in" | "is") => 17,
        (Language::Python, "and") | (Language::Rust | Language::Cpp | Language::Java, "&&") => 10,
        (Language::Python, "or") | (Language::Rust | Language::Cpp | Language::Java, "||") => 8,
        (Language::Rust, ".." | "..=") => 6,
        _ => return None,
    })
}

/// Words that no expression begins with and that are not names.
fn is_keyword(language: Language, word: &str) -> bool {
    let words = match language {
        Language::Rust => {
            "let in else as mut ref const static where fn struct enum use pub impl mod trait type dyn for \
             while return break continue move async extern unsafe"
        }
        Language::Cpp | Language::Java => {
            "return else case default const static new delete throw goto if for while do switch break \
             continue typedef using struct class enum namespace template public private protected final \
             import package throws try catch finally inline constexpr auto var"
        }
        Language::Python => {
            "return else if for while in is and or def class with as import from pass break continue lambda \
             yield try except finally raise global nonlocal del assert async await elif"
        }
    };
    words.split(' ').any(|other| other == word)
}

impl Parser<'_> {
    /// An expression that binds at least as tightly as `least`. `braces`: whether a `{` may belong
    /// to it, which is not so in the head of a Rust `if`.
    pub(super) fn expression(&self, cursor: &mut Cursor<'_>, least: u8, braces: bool) -> Option<Node> {
        self.deeper(|| self.operations(cursor, least, braces))
    }

    fn operations(&self, cursor: &mut Cursor<'_>, least: u8, braces: bool) -> Option<Node> {
        let from = cursor.at;
        let Some(mut left) = self.prefix(cursor, braces) else {
            cursor.at = from;
            return None;
        };
        loop {
            left = self.bounded(left)?;
            let operator = self.word(cursor.peek());
            if self.language == Language::Rust && operator == "as" && CAST >= least {
                cursor.at += 1;
                self.step_over_type(cursor);
                left = Node::new(Kind::Cast, cursor.span_from(from), vec![left]);
                continue;
            }
            if let Some(ternary) = self.ternary(cursor, from, least, &left, braces) {
                left = ternary;
                continue;
            }
            let Some(binds) = precedence(self.language, operator).filter(|binds| *binds >= least) else { break };
            let place = cursor.peek().map(Tree::span).unwrap_or_default();
            let back = cursor.at;
            cursor.at += 1;
            let right_first = binds == ASSIGN || operator == "**";
            let right = self.expression(cursor, if right_first { binds } else { binds + 1 }, braces);
            let Some(right) = right else {
                cursor.at = back;
                break;
            };
            let kind = if binds == ASSIGN { Kind::Assign(place) } else { Kind::Binary(place) };
            left = Node::new(kind, cursor.span_from(from), vec![left, right]);
        }
        Some(left)
    }

    fn ternary(&self, cursor: &mut Cursor<'_>, from: usize, least: u8, left: &Node, braces: bool) -> Option<Node> {
        let back = cursor.at;
        if TERNARY < least {
            return None;
        }
        let (middle, last) = match self.language {
            Language::Cpp | Language::Java if self.take(cursor, "?") => (":", false),
            Language::Python if self.take(cursor, "if") => ("else", true),
            Language::Rust | Language::Cpp | Language::Java | Language::Python => return None,
        };
        let second = self.expression(cursor, TERNARY + 1, braces);
        let found = second.filter(|_| self.take(cursor, middle));
        let found = found.and_then(|second| Some((second, self.expression(cursor, TERNARY, braces)?)));
        let Some((second, third)) = found else {
            cursor.at = back;
            return None;
        };
        let (condition, value) = if last { (second, left.clone()) } else { (left.clone(), second) };
        let condition = Node::new(Kind::Condition(Decision::Branch), condition.span.clone(), vec![condition]);
        Some(Node::new(Kind::Ternary, cursor.span_from(from), vec![condition, value, third]))
    }

    fn step_over_type(&self, cursor: &mut Cursor<'_>) {
        while matches!(self.word(cursor.peek()), "*" | "&" | "const" | "mut" | "dyn") {
            cursor.at += 1;
        }
        loop {
            cursor.at += 1;
            cursor.at += self.arguments_of_type(&cursor.trees[cursor.at.min(cursor.trees.len())..]).unwrap_or(0);
            if !self.take(cursor, "::") {
                break;
            }
        }
        cursor.at = cursor.at.min(cursor.trees.len());
    }

    fn prefix(&self, cursor: &mut Cursor<'_>, braces: bool) -> Option<Node> {
        let from = cursor.at;
        let word = self.word(cursor.peek());
        let place = cursor.peek()?.span();
        let binds = match (self.language, word) {
            (Language::Python, "not") => 12,
            (_, "-" | "+" | "~" | "!" | "*" | "&" | "&&" | "++" | "--") => PREFIX,
            (Language::Python, "await" | "yield") | (Language::Cpp | Language::Java, "new") => PREFIX,
            _ => return self.primary(cursor, braces),
        };
        cursor.at += 1;
        if self.language == Language::Rust && matches!(word, "&" | "&&") {
            self.take(cursor, "mut");
        }
        let operand = self.expression(cursor, binds, braces)?;
        Some(Node::new(Kind::Unary(place), cursor.span_from(from), vec![operand]))
    }

    fn primary(&self, cursor: &mut Cursor<'_>, braces: bool) -> Option<Node> {
        let from = cursor.at;
        if self.language == Language::Rust
            && let Some(node) = self.structure_of_rust(cursor, braces)
        {
            return Some(node);
        }
        if self.language == Language::Python && self.take(cursor, "lambda") {
            while cursor.peek().is_some() && !self.take(cursor, ":") {
                cursor.at += 1;
            }
            let body = self.expression(cursor, TERNARY, braces)?;
            return Some(Node::new(Kind::Closure, cursor.span_from(from), vec![body]));
        }
        let first = match cursor.peek()? {
            Tree::Leaf(token) => match token.kind {
                TokenKind::Number => self.leaf(cursor, Kind::Number),
                TokenKind::Text => self.leaf(cursor, Kind::Text),
                TokenKind::Char => self.leaf(cursor, Kind::Other),
                TokenKind::Word if !is_keyword(self.language, self.word(cursor.peek())) => self.name(cursor, braces),
                TokenKind::Word | TokenKind::Symbol | TokenKind::Open | TokenKind::Close => return None,
            },
            Tree::Group(group) if group.open == b'{' => return self.braces(cursor, group, braces),
            Tree::Group(group) => {
                cursor.at += 1;
                if let Some(cast) = self.cast(cursor, from, group, braces) {
                    return Some(cast);
                }
                Node::new(Kind::Brackets, group.span.clone(), self.elements(&group.inner))
            }
        };
        Some(self.postfix(cursor, from, first, braces))
    }

    fn leaf(&self, cursor: &mut Cursor<'_>, kind: Kind) -> Node {
        let from = cursor.at;
        cursor.at += 1;
        // In C++ and Python, adjacent strings are one.
        while kind == Kind::Text && is_leaf(cursor.peek(), TokenKind::Text) {
            cursor.at += 1;
        }
        Node::new(kind, cursor.span_from(from), Vec::new())
    }

    /// A path, with its type arguments.
    fn name(&self, cursor: &mut Cursor<'_>, braces: bool) -> Node {
        let from = cursor.at;
        let upper = self.word(cursor.peek()).starts_with(char::is_uppercase);
        cursor.at += 1;
        loop {
            cursor.at += self.arguments_of_type(&cursor.trees[cursor.at..]).unwrap_or(0);
            if !self.take(cursor, "::") {
                break;
            }
            if self.word(cursor.peek()) != "<" {
                cursor.at += usize::from(cursor.peek().is_some());
            }
        }
        let name = Node::new(Kind::Name, cursor.span_from(from), Vec::new());
        match cursor.group(b'{') {
            Some(group) if upper && braces && self.language == Language::Rust => {
                cursor.at += 1;
                Node::new(Kind::Other, cursor.span_from(from), self.elements(&group.inner))
            }
            Some(_) | None => name,
        }
    }

    fn braces(&self, cursor: &mut Cursor<'_>, group: &Group, braces: bool) -> Option<Node> {
        if !braces {
            return None;
        }
        cursor.at += 1;
        Some(match self.language {
            Language::Rust => self.block(group),
            Language::Cpp | Language::Java | Language::Python => {
                Node::new(Kind::Brackets, group.span.clone(), self.elements(&group.inner))
            }
        })
    }

    /// `(int)x`: a type in brackets, followed by an operand.
    fn cast(&self, cursor: &mut Cursor<'_>, from: usize, group: &Group, braces: bool) -> Option<Node> {
        let words = || group.inner.iter().map(|tree| self.word(Some(tree)));
        let is_type = |word: &str| {
            matches!(
                word,
                "int" | "long" | "short" | "char" | "byte" | "float" | "double" | "unsigned" | "signed" | "bool"
            ) || word.starts_with(char::is_uppercase)
                || word.ends_with("_t")
                || matches!(word, "ll" | "ull" | "ld")
        };
        let operand = match cursor.peek()? {
            Tree::Leaf(token) => matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Char),
            Tree::Group(group) => group.open == b'(',
        };
        let casts = matches!(self.language, Language::Cpp | Language::Java) && group.open == b'(' && operand;
        if !casts || group.inner.is_empty() || !words().all(is_type) {
            return None;
        }
        let operand = self.expression(cursor, PREFIX, braces)?;
        Some(Node::new(Kind::Cast, cursor.span_from(from), vec![operand]))
    }

    /// Calls, indices and fields after `first`.
    fn postfix(&self, cursor: &mut Cursor<'_>, from: usize, first: Node, braces: bool) -> Node {
        let mut node = first;
        while node.depth <= DEEPEST_TREE {
            let is_name = node.kind == Kind::Name;
            if self.language == Language::Rust
                && is_name
                && self.is(cursor, "!")
                && matches!(cursor.peek_at(1), Some(Tree::Group(_)))
            {
                let name = node.span.clone();
                cursor.at += 1;
                let Some(Tree::Group(group)) = cursor.next() else { break };
                let call = Call { name, receiver: false, is_macro: true };
                node = Node::new(Kind::Call(call), cursor.span_from(from), self.elements(&group.inner));
            } else if let Some(group) = cursor.take_group(b'(') {
                let name = node.span.clone();
                let call = Call { name, receiver: false, is_macro: false };
                let children = std::iter::once(node).chain(self.elements(&group.inner)).collect();
                node = Node::new(Kind::Call(call), cursor.span_from(from), children);
            } else if let Some(group) =
                cursor.group(b'[').filter(|_| self.language != Language::Rust || node.kind != Kind::Number)
            {
                cursor.at += 1;
                let children = std::iter::once(node).chain(self.elements(&group.inner)).collect();
                node = Node::new(Kind::Index, cursor.span_from(from), children);
            } else if self.is(cursor, ".") || (self.language == Language::Cpp && self.is(cursor, "->")) {
                node = self.member(cursor, from, node);
            } else if (self.language == Language::Rust && self.is(cursor, "?"))
                || (matches!(self.language, Language::Cpp | Language::Java)
                    && matches!(self.word(cursor.peek()), "++" | "--"))
            {
                cursor.at += 1;
                node = Node::new(Kind::Other, cursor.span_from(from), vec![node]);
            } else if let Some(body) = self.body_of_closure(cursor, &node, braces) {
                node = Node::new(Kind::Closure, cursor.span_from(from), vec![body]);
            } else {
                break;
            }
        }
        node
    }

    /// `.name`, or `.name(…)`.
    fn member(&self, cursor: &mut Cursor<'_>, from: usize, receiver: Node) -> Node {
        cursor.at += 1;
        let start = cursor.at;
        cursor.next();
        let name = cursor.span_from(start);
        if self.take(cursor, "::") {
            cursor.at += self.arguments_of_type(&cursor.trees[cursor.at..]).unwrap_or(0);
        }
        let Some(group) = cursor.take_group(b'(') else {
            return Node::new(Kind::Field, cursor.span_from(from), vec![receiver]);
        };
        let call = Call { name, receiver: true, is_macro: false };
        let children = std::iter::once(receiver).chain(self.elements(&group.inner)).collect();
        Node::new(Kind::Call(call), cursor.span_from(from), children)
    }

    /// `[&](int a) { … }` and `a -> a + 1`.
    fn body_of_closure(&self, cursor: &mut Cursor<'_>, head: &Node, braces: bool) -> Option<Node> {
        if self.language == Language::Java && braces && self.take(cursor, "->") {
            return match cursor.take_group(b'{') {
                Some(group) => Some(self.block(group)),
                None => self.expression(cursor, TERNARY, braces),
            };
        }
        let captures = match &head.kind {
            Kind::Brackets => true,
            // A macro may have no children.
            Kind::Call(_) => head.children.first().is_some_and(|called| called.kind == Kind::Brackets),
            _ => false,
        };
        if self.language != Language::Cpp || !captures || !head.text(self.source).starts_with('[') {
            return None;
        }
        Some(self.block(cursor.take_group(b'{')?))
    }

    /// Structures that are also values: `if`, `match`, loops, closures.
    fn structure_of_rust(&self, cursor: &mut Cursor<'_>, braces: bool) -> Option<Node> {
        let from = cursor.at;
        if is_leaf(cursor.peek(), TokenKind::Char) && self.word(cursor.peek_at(1)) == ":" {
            cursor.at += 2;
        }
        while matches!(self.word(cursor.peek()), "move" | "unsafe" | "async") {
            cursor.at += 1;
        }
        let node = match self.word(cursor.peek()) {
            "if" => self.branch_of_rust(cursor),
            "while" | "for" | "loop" => self.loop_of_rust(cursor),
            "match" => self.match_of_rust(cursor),
            "|" | "||" => self.closure_of_rust(cursor, braces),
            word @ ("return" | "break" | "continue") => {
                cursor.at += 1;
                if is_leaf(cursor.peek(), TokenKind::Char) {
                    cursor.at += 1;
                }
                let value: Vec<Node> = self.expression(cursor, ASSIGN, braces).into_iter().collect();
                let kind = match (word, value.is_empty()) {
                    ("break", true) => Kind::Statement(Statement::Break),
                    ("continue", _) => Kind::Statement(Statement::Continue),
                    _ => Kind::Statement(Statement::Return),
                };
                Some(Node::new(kind, cursor.span_from(from), value))
            }
            _ => None,
        };
        if node.is_none() {
            cursor.at = from;
        }
        node
    }

    fn closure_of_rust(&self, cursor: &mut Cursor<'_>, braces: bool) -> Option<Node> {
        let from = cursor.at;
        if !self.take(cursor, "||") {
            cursor.at += 1;
            while !self.take(cursor, "|") {
                cursor.next()?;
            }
        }
        if self.take(cursor, "->") {
            self.step_over_type(cursor);
        }
        let body = self.expression(cursor, ASSIGN, braces)?;
        Some(Node::new(Kind::Closure, cursor.span_from(from), vec![body]))
    }
}
