//! Decides whether `<` opens type arguments or compares.

use super::{Parser, Tree};
use crate::Language;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// The number of trees taken by the type arguments that begin with `<` here.
    pub(super) fn arguments_of_type(&self, trees: &[Tree]) -> Option<usize> {
        if self.language == Language::Python || self.word(trees.first()) != "<" {
            return None;
        }
        let open = trees[0].span();
        let blank = [' ', '\n'];
        if self.source[..open.start].ends_with(blank) && self.source[open.end..].starts_with(blank) {
            return None;
        }
        let mut depth = 0;
        for (at, tree) in trees.iter().enumerate() {
            match self.word(Some(tree)) {
                "<" => depth += 1,
                ">" => depth -= 1,
                ">>" => depth -= 2,
                ">>>" => depth -= 3,
                "," | "::" | "&" | "*" | "->" | "?" | "=" | "." => {}
                _ => match tree {
                    Tree::Leaf(token)
                        if !matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Char) =>
                    {
                        return None;
                    }
                    Tree::Leaf(_) | Tree::Group(_) => {}
                },
            }
            if depth <= 0 {
                return (depth == 0 && self.may_follow_a_type(trees.get(at + 1))).then_some(at + 1);
            }
        }
        None
    }

    fn may_follow_a_type(&self, tree: Option<&Tree>) -> bool {
        match tree {
            None | Some(Tree::Group(_)) => true,
            Some(Tree::Leaf(token)) => {
                token.kind == TokenKind::Word
                    || matches!(
                        &self.source[token.span()],
                        "::" | ">" | ">>" | "," | ";" | "=" | "&" | "*" | "..." | "|"
                    )
            }
        }
    }
}
