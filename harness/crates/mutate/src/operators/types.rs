//! Types that are too small, everywhere in a file at once, as if a person had chosen the wrong one.

use super::Walk;
use crate::Language;
use crate::lex::{self, TokenKind};
use crate::mutant::{Edit, Operator, Place};

pub(super) fn whole_file(walk: &mut Walk<'_>) {
    let narrower: &[(&[&str], &str)] = match walk.language {
        Language::Rust => &[
            (&["u128"], "u64"),
            (&["i128"], "i64"),
            (&["u64"], "u32"),
            (&["u64"], "i64"),
            (&["i64"], "i32"),
            (&["u32"], "u16"),
            (&["i32"], "i16"),
            (&["f64"], "f32"),
        ],
        Language::Cpp => &[
            (&["long", "long"], "int"),
            (&["ll"], "int"),
            (&["int64_t"], "int32_t"),
            (&["uint64_t"], "uint32_t"),
            (&["double"], "float"),
            (&["int"], "short"),
            (&["int"], "signed char"),
        ],
        Language::Java => &[(&["long"], "int"), (&["int"], "short"), (&["double"], "float")],
        Language::Python => &[],
    };
    for (words, narrow) in narrower {
        let edits = occurrences(walk, words, narrow);
        if !edits.is_empty() && !reads_into(walk) {
            walk.add(Operator::NARROW_TYPE, edits);
        }
    }
    if walk.language == Language::Java {
        integers_of_java(walk);
    }
}

/// `scanf` and the like write as many bytes as their format says, whatever the variable holds.
fn reads_into(walk: &Walk<'_>) -> bool {
    walk.language == Language::Cpp && walk.source.contains("scanf")
}

fn occurrences(walk: &Walk<'_>, words: &[&str], narrow: &str) -> Vec<Edit> {
    let tokens = lex::tokens(walk.source, walk.language).unwrap_or_default();
    let is = |tokens: &[lex::Token]| {
        tokens
            .iter()
            .zip(words)
            .all(|(token, word)| token.kind == TokenKind::Word && &walk.source[token.span()] == *word)
    };
    let mut edits = Vec::new();
    for (at, window) in tokens.windows(words.len()).enumerate() {
        // The result type of `main` in C++ cannot change.
        let main = tokens.get(at + words.len()).is_some_and(|next| &walk.source[next.span()] == "main");
        if is(window) && !main {
            let span = window[0].start..window[words.len() - 1].end;
            edits.push(Edit { span, text: narrow.to_owned(), place: Place::Text });
        }
    }
    edits
}

/// Changes the types, and the calls that return them.
fn integers_of_java(walk: &mut Walk<'_>) {
    let mut edits = occurrences(walk, &["long"], "int");
    for (long, int) in [("nextLong", "nextInt"), ("parseLong", "parseInt"), ("Long", "Integer")] {
        edits.extend(occurrences(walk, &[long], int));
    }
    if edits.iter().any(|edit| edit.text != "int") {
        walk.add(Operator::NARROW_TYPE, edits);
    }
}
