//! Mistakes in statements: left out, run once, run while a value of the last round is still there.

use super::{Surroundings, Walk};
use crate::Language;
use crate::mutant::{Edit, Operator, Place};
use crate::node::{Kind, Node, Statement};

impl Walk<'_> {
    pub(super) fn statements(&mut self, node: &Node, around: Surroundings<'_>) {
        match &node.kind {
            Kind::Statement(Statement::Expression) => {
                let operator = self.mistake_of_skipping(node);
                self.skip(operator, node, around);
            }
            Kind::Statement(Statement::Return) if node.children.is_empty() || !self.is_last(node, around) => {
                self.skip(Operator::EARLY_EXIT, node, around);
            }
            Kind::Statement(Statement::Break) => {
                self.skip(Operator::EARLY_EXIT, node, around);
                self.swap_word(node, "break", "continue");
            }
            Kind::Statement(Statement::Continue) => {
                self.skip(Operator::EARLY_EXIT, node, around);
                self.swap_word(node, "continue", "break");
            }
            Kind::Statement(Statement::Variable) => {
                self.missing_reset(node, around);
                self.lost_order(node);
            }
            Kind::Statement(Statement::Name) => self.lost_order(node),
            Kind::Loop => self.runs_once(node),
            Kind::Match => self.arms(node),
            _ => {}
        }
        if self.is_python() && node.kind == Kind::Statement(Statement::Expression) {
            self.missing_reset(node, around);
        }
    }

    fn is_last(&self, node: &Node, around: Surroundings<'_>) -> bool {
        around.parent.and_then(|parent| parent.children.last()).is_none_or(|last| last.span == node.span)
    }

    fn mistake_of_skipping(&self, node: &Node) -> Operator {
        let text = self.text(node);
        let starts = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
        let assigns = |operator: &str| match &node.children[..] {
            [Node { kind: Kind::Assign(place), .. }] => self.at(place) == operator,
            _ => false,
        };
        if assigns("%=") {
            Operator::MISSING_MODULO
        } else if text.split('(').next().is_some_and(|called| called.contains("sort") && !called.contains('=')) {
            Operator::DROPPED_SORT
        } else if starts(&["read", "cin", "std::cin", "scanf", "std::scanf", "input(", "next("])
            || text.contains("nextToken")
        {
            Operator::UNREAD_TOKEN
        } else {
            Operator::SKIPPED_STATEMENT
        }
    }

    fn skip(&mut self, operator: Operator, node: &Node, around: Surroundings<'_>) {
        if around.fixed || self.declares(node) {
            return;
        }
        let (span, text) = match self.is_python() {
            true => (node.span.clone(), "pass"),
            false if self.alone_in_structure(around) => (node.span.clone(), ";"),
            false => (self.whole_lines(node), ""),
        };
        self.add(operator, vec![Edit { span, text: text.to_owned(), place: Place::Statement }]);
    }

    /// Whether the node is the body of a branch or loop without braces.
    fn alone_in_structure(&self, around: Surroundings<'_>) -> bool {
        matches!(around.parent.map(|parent| &parent.kind), Some(Kind::If | Kind::Loop))
            && self.language != Language::Rust
    }

    /// Whether this is the first assignment to a Python name, which makes the name.
    fn declares(&self, node: &Node) -> bool {
        let [Node { kind: Kind::Assign(place), children, .. }] = &node.children[..] else { return false };
        if !self.is_python() || self.at(place) != "=" {
            return false;
        }
        let name = self.text(&children[0]);
        let before = &self.source[..node.span.start];
        !before.lines().any(|line| line.trim_start().starts_with(&format!("{name} =")))
    }

    /// The span of the node, with the rest of its line if it stands alone on it.
    fn whole_lines(&self, node: &Node) -> std::ops::Range<usize> {
        let start = self.source[..node.span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = self.source[node.span.end..].find('\n').map_or(self.source.len(), |at| node.span.end + at + 1);
        let alone =
            self.source[start..node.span.start].trim().is_empty() && self.source[node.span.end..end].trim().is_empty();
        if alone { start..end } else { node.span.clone() }
    }

    fn swap_word(&mut self, node: &Node, word: &str, other: &str) {
        let text = self.text(node).replacen(word, other, 1);
        let edit = Edit { span: node.span.clone(), text, place: Place::Statement };
        self.add(Operator::EARLY_EXIT, vec![edit]);
    }

    fn runs_once(&mut self, node: &Node) {
        let Some(body) = node.children.last().filter(|body| body.kind == Kind::Block) else { return };
        let Some(last) = body.children.last() else { return };
        if matches!(last.kind, Kind::Statement(Statement::Break | Statement::Continue | Statement::Return)) {
            return;
        }
        let (end, tail) = (last.span.end, last.kind == Kind::Statement(Statement::Tail));
        let indent: String = self.indent_of(body.children[0].span.start);
        let text = if self.is_python() { format!("\n{indent}break") } else { format!("\n{indent}break;") };
        let (text, place) = if tail { (format!(";{text}"), Place::Text) } else { (text, Place::Statement) };
        self.add(Operator::EARLY_EXIT, vec![Edit { span: end..end, text, place }]);
    }

    fn indent_of(&self, at: usize) -> String {
        let line = &self.source[self.source[..at].rfind('\n').map_or(0, |at| at + 1)..];
        line.chars().take_while(|c| *c == ' ' || *c == '\t').collect()
    }

    /// Makes a variable that is made anew in each round only once, before the loop.
    fn missing_reset(&mut self, node: &Node, around: Surroundings<'_>) {
        let Some(outer) = around.repeats else { return };
        let text = self.text(node);
        let is_simple = match &node.children[..] {
            [Node { kind: Kind::Assign(_), children, .. }] => {
                let value = self.text(&children[1]);
                children[1].kind == Kind::Number
                    || ["[]", "{}", "set()", "True", "False", "dict()"].contains(&value)
                    || value.starts_with("[0]")
            }
            _ => false,
        };
        if self.is_python() && (!is_simple || !self.declares(node)) {
            return;
        }
        let indent = self.indent_of(outer.span.start);
        let moved = format!("{text}\n{indent}");
        let stays = if self.is_python() { "pass" } else { "" };
        let from = if self.is_python() { node.span.clone() } else { self.whole_lines(node) };
        let edits = vec![
            Edit { span: outer.span.start..outer.span.start, text: moved, place: Place::Text },
            Edit { span: from, text: stays.to_owned(), place: Place::Text },
        ];
        self.add(Operator::MISSING_RESET, edits);
    }

    /// Sorts a list whose order matters, or makes a set of a list whose duplicates matter.
    fn lost_order(&mut self, node: &Node) {
        let text = self.text(node);
        let Some(name) = text.strip_prefix("let ").filter(|_| text.contains(": Vec<") && text.ends_with(".collect();"))
        else {
            return;
        };
        let (mutable, name) = name.strip_prefix("mut ").map_or((false, name), |name| (true, name));
        let name = name.split(':').next().unwrap_or_default();
        let indent = self.indent_of(node.span.start);
        for calls in [&["sort_unstable"][..], &["sort_unstable", "dedup"][..]] {
            let lines: String = calls.iter().map(|call| format!("\n{indent}{name}.{call}();")).collect();
            let end = node.span.end;
            let mut edits = vec![Edit { span: end..end, text: lines, place: Place::Text }];
            if !mutable {
                let at = node.span.start + 4;
                edits.push(Edit { span: at..at, text: "mut ".to_owned(), place: Place::Text });
            }
            self.add(Operator::LOST_ORDER, edits);
        }
    }

    /// Forgets an arm, if another one takes everything.
    fn arms(&mut self, node: &Node) {
        let takes_all = |arm: &Node| arm.kind == Kind::Arm { last_resort: true };
        if !node.children.iter().any(takes_all) {
            return;
        }
        for arm in node.children[1..].iter().filter(|arm| !takes_all(arm)) {
            let edit = Edit { span: self.whole_lines(arm), text: String::new(), place: Place::Text };
            self.add(Operator::SKIPPED_BRANCH, vec![edit]);
        }
        // Numbers in patterns are not values.
        for arm in &node.children[1..] {
            let pattern = &self.source[arm.span.start..];
            let digits = pattern.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
            if let Some(more) = pattern[..digits].parse::<u64>().ok().and_then(|value| value.checked_add(1)) {
                let span = arm.span.start..arm.span.start + digits;
                let edit = Edit { span, text: more.to_string(), place: Place::Text };
                self.add(Operator::WRONG_CONSTANT, vec![edit]);
            }
        }
    }
}
