//! One broken program: what differs, and how the difference is shown.

use std::ops::Range;

/// The kind of mistake, in words for a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Operator(&'static str);

impl Operator {
    pub const ARITHMETIC: Operator = Operator("wrong arithmetic");
    pub const BITS: Operator = Operator("wrong bit operation");
    pub const COMPARISON: Operator = Operator("wrong comparison");
    pub const BOOLEAN: Operator = Operator("and for or");
    pub const OFF_BY_ONE: Operator = Operator("off by one");
    pub const WRONG_CONSTANT: Operator = Operator("wrong constant");
    pub const MISSING_MODULO: Operator = Operator("missing modulo");
    pub const MIN_MAX: Operator = Operator("min for max");
    pub const SWAPPED_OPERANDS: Operator = Operator("swapped operands");
    pub const SWAPPED_ARGUMENTS: Operator = Operator("swapped arguments");
    pub const SIMILAR_CALL: Operator = Operator("similar call");
    pub const DROPPED_CALL: Operator = Operator("dropped call");
    pub const DROPPED_SORT: Operator = Operator("dropped sort");
    pub const LOST_ORDER: Operator = Operator("lost order");
    pub const NARROW_TYPE: Operator = Operator("narrow type");
    pub const INTEGER_FOR_FLOAT: Operator = Operator("integer for float");
    pub const NEGATED_CONDITION: Operator = Operator("negated condition");
    pub const HALF_CONDITION: Operator = Operator("half a condition");
    pub const SKIPPED_BRANCH: Operator = Operator("skipped branch");
    pub const SKIPPED_STATEMENT: Operator = Operator("skipped statement");
    pub const EARLY_EXIT: Operator = Operator("early exit");
    pub const MISSING_RESET: Operator = Operator("missing reset");
    pub const UNREAD_TOKEN: Operator = Operator("unread token");
    pub const CAPACITY: Operator = Operator("too small");
    pub const WRONG_TEXT: Operator = Operator("wrong text");

    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// A program that differs from the right one in one mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutant {
    pub operator: Operator,
    /// Where the first difference is, counted from 1.
    pub line: usize,
    /// The lines that differ, as they were; empty for new lines.
    pub before: String,
    pub after: String,
    /// The whole program.
    pub text: String,
    pub(crate) edits: Vec<Edit>,
}

/// A replacement for a part of the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edit {
    pub span: Range<usize>,
    pub text: String,
    pub place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A value.
    Expression,
    /// One or more whole statements, or the gap between two.
    Statement,
    /// Anything else: only the whole text is meaningful.
    Text,
}

impl Mutant {
    /// `None` if the edits change nothing.
    pub(crate) fn new(source: &str, operator: Operator, mut edits: Vec<Edit>) -> Option<Mutant> {
        edits.sort_by_key(|edit| edit.span.start);
        let mut text = String::with_capacity(source.len() + 16);
        let mut at = 0;
        for edit in &edits {
            text.push_str(&source[at..edit.span.start]);
            text.push_str(&edit.text);
            at = edit.span.end;
        }
        text.push_str(&source[at..]);
        if text == source {
            return None;
        }
        let (line, before, after) = difference(source, &text);
        Some(Mutant { operator, line, before, after, text, edits })
    }
}

/// The first line that differs, and the differing lines of both sides.
fn difference(before: &str, after: &str) -> (usize, String, String) {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    if old.len() == new.len() {
        // Lines may differ far apart. Leave out those between them.
        let differ: Vec<usize> = (0..old.len()).filter(|&at| old[at] != new[at]).collect();
        let lines = |all: &[&str]| differ.iter().map(|&at| all[at]).collect::<Vec<_>>().join("\n");
        return (differ.first().map_or(1, |at| at + 1), lines(&old), lines(&new));
    }
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same;
    let last = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let lines = |all: &[&str]| all[same..all.len() - last].join("\n");
    (same + 1, lines(&old), lines(&new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_shows_the_lines_that_differ_and_no_others() {
        let edit = |span, text: &str| Edit { span, text: text.into(), place: Place::Text };
        let mutant = |edits| Mutant::new("a\nbc\nd\n", Operator::ARITHMETIC, edits);
        let one = mutant(vec![edit(3..4, "x")]).unwrap();
        assert_eq!((one.line, &*one.before, &*one.after, &*one.text), (2, "bc", "bx", "a\nbx\nd\n"));
        let less = mutant(vec![edit(2..5, "")]).unwrap();
        assert_eq!((less.line, &*less.before, &*less.after), (2, "bc", ""));
        let two = mutant(vec![edit(5..6, "e"), edit(0..1, "z")]).unwrap();
        assert_eq!((two.line, &*two.before, &*two.after), (1, "a\nd", "z\ne"));
        assert_eq!(mutant(vec![edit(0..1, "a")]), None);
    }
}
