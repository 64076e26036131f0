//! Statements of Python, whose blocks are indented.

use super::{Cursor, DEEPEST_TREE, Parser, Tree};
use crate::node::{Decision, Kind, Node, Statement};

/// A logical line, or what a `;` begins.
struct Line<'t> {
    trees: &'t [Tree],
    indent: usize,
}

impl Parser<'_> {
    pub(super) fn suite(&self, trees: &[Tree]) -> Vec<Node> {
        let lines = self.lines(trees);
        let mut at = 0;
        self.indented(&lines, &mut at, 0)
    }

    fn lines<'t>(&self, trees: &'t [Tree]) -> Vec<Line<'t>> {
        let mut lines: Vec<Line<'t>> = Vec::new();
        let mut start = 0;
        for at in 1..=trees.len() {
            let breaks = at == trees.len() || {
                let between = &self.source[trees[at - 1].span().end..trees[at].span().start];
                between.replace("\\\n", "").contains('\n') || self.word(Some(&trees[at])) == ";"
            };
            if breaks {
                let first = trees[start].span().start;
                let indent = first - self.source[..first].rfind('\n').map_or(0, |at| at + 1);
                lines.push(Line { trees: &trees[start..at], indent });
                start = at;
            }
        }
        lines
    }

    /// The statements of lines indented by at least `least`.
    fn indented(&self, lines: &[Line<'_>], at: &mut usize, least: usize) -> Vec<Node> {
        let mut found: Vec<Node> = Vec::new();
        while let Some(line) = lines.get(*at).filter(|line| line.indent >= least) {
            *at += 1;
            let word = self.word(line.trees.first());
            let Some(colon) = self.colon(line.trees, word) else {
                found.extend(self.simple_line(line.trees));
                continue;
            };
            let (head, rest) = line.trees.split_at(colon);
            let body = match &rest[1..] {
                [] => self.deeper(|| Some(self.indented(lines, at, line.indent + 1))).unwrap_or_default(),
                inline => self.simple_line(inline).into_iter().collect(),
            };
            let start = head[0].span().start;
            let end = body.last().map_or(rest[0].span().end, |last| last.span.end);
            let inner = body.first().map_or(end, |first| first.span.start)..end;
            let block = Node::new(Kind::Block, inner, body);
            if matches!(word, "elif" | "else" | "except" | "finally") {
                self.further_branch(&mut found, head, block, start..end);
                continue;
            }
            let node = |kind, children| Node::new(kind, start..end, children);
            let structure = match word {
                "if" => node(Kind::If, vec![self.condition(&head[1..], Decision::Branch), block]),
                "while" => node(Kind::Loop, vec![self.condition(&head[1..], Decision::Loop), block]),
                "for" => {
                    let from =
                        head.iter().position(|tree| self.word(Some(tree)) == "in").map_or(head.len(), |at| at + 1);
                    node(Kind::Loop, vec![self.whole(&head[from..]), block])
                }
                "def" => {
                    found.extend(self.bounded(node(Kind::Function, vec![block])));
                    continue;
                }
                _ => node(Kind::Other, vec![block]),
            };
            found.extend(self.bounded(node(Kind::Statement(Statement::Structure), vec![structure])));
        }
        found
    }

    /// Adds a block to the `if`, loop or `try` before it.
    fn further_branch(&self, found: &mut [Node], head: &[Tree], block: Node, span: std::ops::Range<usize>) {
        let Some(statement) = found.last_mut().filter(|_| !self.is_too_deep.get()) else { return };
        let branch = match self.word(head.first()) {
            "elif" => Node::new(Kind::If, span.clone(), vec![self.condition(&head[1..], Decision::Branch), block]),
            _ => block,
        };
        let Some(structure) = statement.children.last_mut() else { return };
        extend_chain(structure, branch, span.end);
        statement.span.end = span.end;
        statement.depth = 1 + structure.depth;
        if statement.depth > DEEPEST_TREE {
            self.is_too_deep.set(true);
        }
    }

    /// The index of the colon that a block follows.
    fn colon(&self, trees: &[Tree], word: &str) -> Option<usize> {
        let heads = [
            "if", "elif", "else", "for", "while", "def", "class", "with", "try", "except", "finally", "async", "match",
            "case",
        ];
        if !heads.contains(&word) {
            return None;
        }
        let lambdas = |at: usize| trees[..at].iter().filter(|tree| self.word(Some(tree)) == "lambda").count();
        let colons = (0..trees.len()).filter(|&at| self.word(Some(&trees[at])) == ":");
        // Each lambda before it has a colon of its own.
        colons.enumerate().find(|(before, at)| lambdas(*at) <= *before).map(|(_, at)| at)
    }

    fn simple_line(&self, trees: &[Tree]) -> Option<Node> {
        let word = self.word(trees.first());
        let trees = if word == ";" { &trees[1..] } else { trees };
        let kind = match self.word(trees.first()) {
            "return" | "raise" => Statement::Return,
            "break" => Statement::Break,
            "continue" => Statement::Continue,
            "import" | "from" | "pass" | "global" | "nonlocal" | ""
                if !matches!(trees.first(), Some(Tree::Group(_))) =>
            {
                return None;
            }
            _ => Statement::Expression,
        };
        let skipped = usize::from(kind != Statement::Expression);
        let span = Cursor { trees, at: trees.len() }.span_from(0);
        Some(Node::new(Kind::Statement(kind), span, self.islands(&trees[skipped..])))
    }
}

/// Adds a branch to the last one of the chain that begins with this node.
fn extend_chain(node: &mut Node, branch: Node, end: usize) {
    node.span.end = end;
    match node.children.last_mut().filter(|last| last.kind == Kind::If) {
        Some(next) => extend_chain(next, branch, end),
        None => node.children.push(branch),
    }
    let last = node.children.last().map_or(0, |last| last.depth);
    node.depth = node.depth.max(1 + last);
}
