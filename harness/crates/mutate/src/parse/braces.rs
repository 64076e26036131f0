//! Statements and items of languages with braces.

use super::{Cursor, Group, Parser, Tree, is_group, is_leaf};
use crate::Language;
use crate::lex::TokenKind;
use crate::node::{Decision, Kind, Node, Statement};

impl Parser<'_> {
    /// The items of a file, a class or a module.
    pub(super) fn items(&self, trees: &[Tree]) -> Vec<Node> {
        let mut found = Vec::new();
        let mut start = 0;
        for (at, tree) in trees.iter().enumerate() {
            let head = &trees[start..at];
            let ends = match tree {
                Tree::Leaf(_) => self.word(Some(tree)) == ";",
                Tree::Group(group) => group.open == b'{' && !head.iter().any(|tree| self.word(Some(tree)) == "="),
            };
            if ends {
                found.extend(self.item(&trees[start..=at]));
                start = at + 1;
            }
        }
        found
    }

    fn item(&self, trees: &[Tree]) -> Option<Node> {
        let (last, head) = trees.split_last()?;
        let span = Cursor { trees, at: trees.len() }.span_from(0);
        let has = |word: &str| head.iter().any(|tree| self.word(Some(tree)) == word);
        let Tree::Group(group) = last else {
            let value = head.iter().position(|tree| self.word(Some(tree)) == "=")?;
            let children = self.islands(&head[value + 1..]);
            return Some(Node::new(Kind::Statement(Statement::Constant), span, children));
        };
        let takes = head.iter().any(|tree| is_group(Some(tree), b'('));
        let is_function = match self.language {
            Language::Rust => has("fn"),
            Language::Cpp | Language::Java | Language::Python => takes && !has("class") && !has("namespace"),
        };
        if is_function {
            return Some(Node::new(Kind::Function, span, vec![self.block(group)]));
        }
        let opaque = has("struct") || has("enum") || has("union") || has("macro_rules") || has("interface");
        if opaque && self.language == Language::Rust || has("enum") {
            return None;
        }
        Some(Node::new(Kind::Statement(Statement::Item), span, self.items(&group.inner)))
    }

    /// Parses a block. Its span is what stands between its braces.
    pub(super) fn block(&self, group: &Group) -> Node {
        let mut cursor = Cursor::new(&group.inner);
        let mut statements = Vec::new();
        while cursor.peek().is_some() {
            let at = cursor.at;
            statements.extend(self.statement(&mut cursor));
            cursor.at = cursor.at.max(at + 1);
        }
        Node::new(Kind::Block, group.span.start + 1..group.span.end - 1, statements)
    }

    fn statement(&self, cursor: &mut Cursor<'_>) -> Option<Node> {
        let from = cursor.at;
        if self.language == Language::Rust {
            while self.is(cursor, "#") {
                cursor.at += 1;
                self.take(cursor, "!");
                cursor.take_group(b'[');
            }
        }
        if self.take(cursor, ";") {
            return None;
        }
        let statement = self.deeper(|| match self.language {
            Language::Rust => self.statement_of_rust(cursor, from),
            Language::Cpp | Language::Java | Language::Python => self.statement_of_c(cursor, from),
        })?;
        self.bounded(statement)
    }

    /// Goes past the next semicolon, or to the end. Returns what comes before it.
    fn to_semicolon<'t>(&self, cursor: &mut Cursor<'t>) -> &'t [Tree] {
        let from = cursor.at;
        while cursor.peek().is_some() && !self.is(cursor, ";") {
            cursor.at += 1;
        }
        let inner = &cursor.trees[from..cursor.at];
        cursor.at += usize::from(cursor.peek().is_some());
        inner
    }

    fn statement_of_rust(&self, cursor: &mut Cursor<'_>, from: usize) -> Option<Node> {
        let word = self.word(cursor.peek());
        match word {
            "let" => {
                let changes = self.word(cursor.peek_at(1)) == "mut";
                let children = self.islands(&self.to_semicolon(cursor)[1..]);
                let kind = if changes { Statement::Variable } else { Statement::Name };
                return Some(Node::new(Kind::Statement(kind), cursor.span_from(from), children));
            }
            "const" | "static" | "use" | "type" => {
                self.to_semicolon(cursor);
                return None;
            }
            "fn" | "struct" | "enum" | "impl" | "trait" | "mod" => {
                while !is_group(cursor.peek(), b'{') && !self.is(cursor, ";") {
                    cursor.next()?;
                }
                cursor.at += 1;
                return self.item(&cursor.trees[from..cursor.at]);
            }
            _ => {}
        }
        let node = self.expression(cursor, 0, true);
        let ends = self.take(cursor, ";");
        let Some(node) = node else {
            if !ends {
                self.to_semicolon(cursor);
            }
            return None;
        };
        let kind = match &node.kind {
            Kind::Statement(kind) => *kind,
            Kind::If | Kind::Loop | Kind::Match | Kind::Block if !ends => Statement::Structure,
            _ if ends => Statement::Expression,
            _ => Statement::Tail,
        };
        // A break that is a statement is one node, including its semicolon.
        let children = if matches!(node.kind, Kind::Statement(_)) { node.children } else { vec![node] };
        Some(Node::new(Kind::Statement(kind), cursor.span_from(from), children))
    }

    pub(super) fn branch_of_rust(&self, cursor: &mut Cursor<'_>) -> Option<Node> {
        let from = cursor.at;
        cursor.at += 1;
        let mut children = vec![self.head_of_rust(cursor, Decision::Branch)?];
        children.push(self.block(cursor.take_group(b'{')?));
        if self.take(cursor, "else") {
            children.push(match cursor.take_group(b'{') {
                Some(group) => self.block(group),
                None => self.deeper(|| self.branch_of_rust(cursor))?,
            });
        }
        Some(Node::new(Kind::If, cursor.span_from(from), children))
    }

    /// A condition; for `let PATTERN = value`, the value.
    fn head_of_rust(&self, cursor: &mut Cursor<'_>, decides: Decision) -> Option<Node> {
        if self.take(cursor, "let") {
            while !self.take(cursor, "=") {
                cursor.next()?;
            }
            return self.expression(cursor, 0, false);
        }
        let condition = self.expression(cursor, 0, false)?;
        Some(Node::new(Kind::Condition(decides), condition.span.clone(), vec![condition]))
    }

    pub(super) fn loop_of_rust(&self, cursor: &mut Cursor<'_>) -> Option<Node> {
        let from = cursor.at;
        let mut children = Vec::new();
        match self.word(cursor.next()) {
            "while" => children.push(self.head_of_rust(cursor, Decision::Loop)?),
            "for" => {
                while !self.take(cursor, "in") {
                    cursor.next()?;
                }
                children.push(self.expression(cursor, 0, false)?);
            }
            _ => {}
        }
        children.push(self.block(cursor.take_group(b'{')?));
        Some(Node::new(Kind::Loop, cursor.span_from(from), children))
    }

    pub(super) fn match_of_rust(&self, cursor: &mut Cursor<'_>) -> Option<Node> {
        let from = cursor.at;
        cursor.at += 1;
        let mut children = vec![self.expression(cursor, 0, false)?];
        let group = cursor.take_group(b'{')?;
        let mut arms = Cursor::new(&group.inner);
        while arms.peek().is_some() {
            let start = arms.at;
            let last_resort = self.is(&arms, "_") && self.word(arms.peek_at(1)) == "=>";
            let mut parts = Vec::new();
            while arms.peek().is_some() && !self.take(&mut arms, "=>") {
                if self.take(&mut arms, "if") {
                    let guard = self.expression(&mut arms, 0, false)?;
                    parts.push(Node::new(Kind::Condition(Decision::Branch), guard.span.clone(), vec![guard]));
                } else {
                    arms.at += 1;
                }
            }
            parts.push(self.expression(&mut arms, 0, true)?);
            self.take(&mut arms, ",");
            children.push(Node::new(Kind::Arm { last_resort }, arms.span_from(start), parts));
        }
        Some(Node::new(Kind::Match, cursor.span_from(from), children))
    }

    fn statement_of_c(&self, cursor: &mut Cursor<'_>, from: usize) -> Option<Node> {
        let structure = |children: Vec<Node>, kind: Kind, cursor: &Cursor<'_>| {
            let node = Node::new(kind, cursor.span_from(from), children);
            Some(Node::new(Kind::Statement(Statement::Structure), node.span.clone(), vec![node]))
        };
        match self.word(cursor.peek()) {
            "if" => {
                cursor.at += 1;
                self.take(cursor, "constexpr");
                let head = cursor.take_group(b'(')?;
                let mut children = vec![self.condition(&head.inner, Decision::Branch)];
                children.extend(self.body(cursor));
                if self.take(cursor, "else") {
                    children.extend(self.body(cursor));
                }
                structure(children, Kind::If, cursor)
            }
            "while" | "for" => {
                let is_for = self.word(cursor.next()) == "for";
                let head = cursor.take_group(b'(')?;
                let mut children = match is_for {
                    true => self.head_of_for(&head.inner),
                    false => vec![self.condition(&head.inner, Decision::Loop)],
                };
                children.extend(self.body(cursor));
                structure(children, Kind::Loop, cursor)
            }
            "do" => {
                cursor.at += 1;
                let mut children: Vec<Node> = self.body(cursor).into_iter().collect();
                self.take(cursor, "while");
                let head = cursor.take_group(b'(')?;
                children.insert(0, self.condition(&head.inner, Decision::Loop));
                self.take(cursor, ";");
                structure(children, Kind::Loop, cursor)
            }
            "switch" | "try" | "catch" | "finally" | "else" => {
                while cursor.group(b'{').is_none() {
                    cursor.next()?;
                }
                let block = self.block(cursor.take_group(b'{')?);
                structure(vec![block], Kind::Other, cursor)
            }
            "case" | "default" => {
                while cursor.peek().is_some() && !self.take(cursor, ":") {
                    cursor.at += 1;
                }
                None
            }
            _ if self.is_macro_of_loop(cursor) => {
                cursor.at += 2;
                structure(self.body(cursor).into_iter().collect(), Kind::Loop, cursor)
            }
            _ => match cursor.take_group(b'{') {
                Some(group) => structure(vec![self.block(group)], Kind::Other, cursor),
                None => self.simple(cursor, from),
            },
        }
    }

    /// `rep(i, n)` before a body: a call is never followed by another word or a block.
    fn is_macro_of_loop(&self, cursor: &Cursor<'_>) -> bool {
        let word = self.word(cursor.peek());
        let other = matches!(word, "return" | "throw" | "delete" | "new" | "decltype" | "alignas");
        let body = cursor.peek_at(2);
        self.language == Language::Cpp
            && is_leaf(cursor.peek(), TokenKind::Word)
            && !other
            && is_group(cursor.peek_at(1), b'(')
            && (is_leaf(body, TokenKind::Word) || is_group(body, b'{'))
    }

    fn body(&self, cursor: &mut Cursor<'_>) -> Option<Node> {
        match cursor.take_group(b'{') {
            Some(group) => Some(self.block(group)),
            None => self.statement(cursor),
        }
    }

    pub(super) fn condition(&self, trees: &[Tree], decides: Decision) -> Node {
        let whole = self.whole(trees);
        match whole.kind {
            Kind::Other | Kind::Assign(_) => whole,
            _ => Node::new(Kind::Condition(decides), whole.span.clone(), vec![whole]),
        }
    }

    fn head_of_for(&self, trees: &[Tree]) -> Vec<Node> {
        let parts: Vec<&[Tree]> = trees.split(|tree| self.word(Some(tree)) == ";").collect();
        let part = |(at, part): (usize, &&[Tree])| match at {
            _ if part.is_empty() => None,
            1 => Some(self.condition(part, Decision::Loop)),
            _ => Some(self.whole(part)),
        };
        parts.iter().enumerate().filter_map(part).collect()
    }

    /// A statement that ends with a semicolon.
    fn simple(&self, cursor: &mut Cursor<'_>, from: usize) -> Option<Node> {
        let word = self.word(cursor.peek());
        let inner = self.to_semicolon(cursor);
        let skipped = usize::from(matches!(word, "return" | "break" | "continue" | "throw" | "goto"));
        let children = self.islands(&inner[skipped.min(inner.len())..]);
        let declares = match inner {
            [first, second, ..] if is_leaf(Some(first), TokenKind::Word) => {
                is_leaf(Some(second), TokenKind::Word)
                    || self.word(Some(second)) == "<"
                    || self.word(Some(second)) == "::"
            }
            _ => false,
        };
        if let Some(values) = self.values_behind_sign(&children).filter(|_| skipped == 0) {
            return Some(Node::new(Kind::Statement(Statement::Name), cursor.span_from(from), values));
        }
        let kind = match word {
            "return" | "throw" | "goto" => Statement::Return,
            "break" => Statement::Break,
            "continue" => Statement::Continue,
            "const" | "final" => Statement::Name,
            "auto" | "var" => Statement::Variable,
            "typedef" | "using" | "delete" => return None,
            _ if declares && children.len() > 1 => Statement::Variable,
            _ => Statement::Expression,
        };
        Some(Node::new(Kind::Statement(kind), cursor.span_from(from), children))
    }

    /// The values assigned by `int &a = b;` and `int *a;`. They are parsed as calculations without
    /// effect, but declare a name.
    fn values_behind_sign(&self, children: &[Node]) -> Option<Vec<Node>> {
        let declares = |node: &Node| match &node.kind {
            Kind::Binary(place) => matches!(&self.source[place.clone()], "&" | "*"),
            _ => false,
        };
        match children {
            [Node { kind: Kind::Assign(_), children, .. }] if declares(&children[0]) => Some(children[1..].to_vec()),
            [node] if declares(node) => Some(Vec::new()),
            _ => None,
        }
    }
}
