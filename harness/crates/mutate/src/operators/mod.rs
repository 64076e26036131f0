//! Common mistakes, one list for all languages: a walk over the tree that breaks each node in every
//! way it can.

mod calls;
mod expressions;
mod statements;
mod types;

use crate::Language;
use crate::mutant::{Edit, Mutant, Operator, Place};
use crate::node::{Kind, Node, Statement};
use std::collections::BTreeSet;
use std::ops::Range;

/// All mutants, by line.
pub(crate) fn all(source: &str, language: Language, program: &Node) -> Vec<Mutant> {
    let mut walk = Walk { source, language, functions: functions(source, language), found: Vec::new() };
    walk.visit(program, Surroundings { parent: None, statement: None, repeats: None, quiet: false, fixed: false });
    types::whole_file(&mut walk);
    let mut seen = BTreeSet::new();
    walk.found.retain(|mutant| seen.insert(mutant.text.clone()));
    walk.found.sort_by_key(|mutant| mutant.line);
    walk.found
}

/// The names of the file's own functions.
fn functions(source: &str, language: Language) -> BTreeSet<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = BTreeSet::new();
    for line in source.lines().map(str::trim_start) {
        let head = match language {
            Language::Rust => line.split_once("fn ").map(|(_, rest)| rest),
            Language::Python => line.strip_prefix("def "),
            Language::Cpp | Language::Java if line.ends_with('{') => {
                line.split_once('(').and_then(|(head, _)| head.rsplit(' ').next())
            }
            Language::Cpp | Language::Java => None,
        };
        let name: String = head.unwrap_or_default().chars().take_while(|c| is_part(*c)).collect();
        if !matches!(name.as_str(), "" | "main" | "if" | "for" | "while" | "switch") {
            names.insert(name);
        }
    }
    names
}

struct Walk<'s> {
    source: &'s str,
    language: Language,
    functions: BTreeSet<String>,
    found: Vec<Mutant>,
}

#[derive(Clone, Copy)]
struct Surroundings<'n> {
    parent: Option<&'n Node>,
    statement: Option<&'n Node>,
    /// The statement of the innermost loop.
    repeats: Option<&'n Node>,
    /// Inside a message for a person who reads a crash.
    quiet: bool,
    /// Where only the text can be changed, because the compiler allows no computation here.
    fixed: bool,
}

impl<'s> Walk<'s> {
    fn visit(&mut self, node: &Node, around: Surroundings<'_>) {
        if !around.quiet {
            self.expressions(node, around);
            self.calls(node, around);
            self.statements(node, around);
        }
        let is_statement = matches!(node.kind, Kind::Statement(_));
        let statement = if is_statement { Some(node) } else { around.statement };
        for (at, child) in node.children.iter().enumerate() {
            let (quiet, fixed) = self.terms_of(node, at);
            let repeats = match node.kind {
                // The head of a loop is not part of what it repeats.
                Kind::Loop if child.kind == Kind::Block => around.statement,
                Kind::Function | Kind::Closure => None,
                _ => around.repeats,
            };
            let (quiet, fixed) = (around.quiet || quiet, around.fixed || fixed);
            self.visit(child, Surroundings { parent: Some(node), statement, repeats, quiet, fixed });
        }
    }

    /// Whether the child is only a message for people, and whether it must stay a constant.
    fn terms_of(&self, node: &Node, child: usize) -> (bool, bool) {
        match &node.kind {
            Kind::Call(call) => {
                let name = &self.source[call.name.clone()];
                let argument = child > 0 || !call.receiver;
                let quiet = argument
                    && (name == "expect" || name.contains("assert") || name == "panic" || name == "unreachable");
                (quiet, call.is_macro && child == 0)
            }
            Kind::Statement(Statement::Constant) => (false, true),
            _ => (false, false),
        }
    }

    fn add(&mut self, operator: Operator, edits: Vec<Edit>) {
        self.found.extend(Mutant::new(self.source, operator, edits));
    }

    /// Replaces `node` by `text`, a value by a value.
    fn replace(&mut self, operator: Operator, node: &Node, around: Surroundings<'_>, text: String) {
        let place = if around.fixed { Place::Text } else { Place::Expression };
        self.add(operator, vec![Edit { span: node.span.clone(), text, place }]);
    }

    fn text(&self, node: &Node) -> &'s str {
        &self.source[node.span.clone()]
    }

    fn at(&self, span: &Range<usize>) -> &'s str {
        &self.source[span.clone()]
    }

    /// The text, in brackets unless it can stand beside any operator.
    fn tight(&self, node: &Node) -> String {
        match node.kind {
            Kind::Binary(_) | Kind::Assign(_) | Kind::Unary(_) | Kind::Cast | Kind::Ternary | Kind::Closure => {
                format!("({})", self.text(node))
            }
            _ => self.text(node).to_owned(),
        }
    }

    fn is_python(&self) -> bool {
        self.language == Language::Python
    }
}

#[cfg(test)]
mod tests;
