//! One broken program: what differs, and how the difference is shown.

use std::ops::Range;

/// The kind of mistake, in words for a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Operator(&'static str);

impl Operator {
    /// Another arithmetic operator.
    pub const ARITHMETIC: Operator = Operator("wrong arithmetic");
    /// Another operator on bits.
    pub const BITS: Operator = Operator("wrong bit operation");
    /// Another comparison.
    pub const COMPARISON: Operator = Operator("wrong comparison");
    /// `and` in place of `or`, or the other way round.
    pub const BOOLEAN: Operator = Operator("and for or");
    /// One more or one less.
    pub const OFF_BY_ONE: Operator = Operator("off by one");
    /// Another constant.
    pub const WRONG_CONSTANT: Operator = Operator("wrong constant");
    /// A remainder that is not taken.
    pub const MISSING_MODULO: Operator = Operator("missing modulo");
    /// `min` in place of `max`, or the other way round.
    pub const MIN_MAX: Operator = Operator("min for max");
    /// The operands in the other order.
    pub const SWAPPED_OPERANDS: Operator = Operator("swapped operands");
    /// Two arguments in the other order.
    pub const SWAPPED_ARGUMENTS: Operator = Operator("swapped arguments");
    /// A call of a function that is easily confused with it.
    pub const SIMILAR_CALL: Operator = Operator("similar call");
    /// A call that is left out.
    pub const DROPPED_CALL: Operator = Operator("dropped call");
    /// A sort that is left out.
    pub const DROPPED_SORT: Operator = Operator("dropped sort");
    /// A container that keeps no order, or another one.
    pub const LOST_ORDER: Operator = Operator("lost order");
    /// A type that is too small.
    pub const NARROW_TYPE: Operator = Operator("narrow type");
    /// Whole numbers where fractions are needed.
    pub const INTEGER_FOR_FLOAT: Operator = Operator("integer for float");
    /// The opposite of a condition.
    pub const NEGATED_CONDITION: Operator = Operator("negated condition");
    /// One side of a condition alone.
    pub const HALF_CONDITION: Operator = Operator("half a condition");
    /// A branch that is never taken.
    pub const SKIPPED_BRANCH: Operator = Operator("skipped branch");
    /// A statement that is left out.
    pub const SKIPPED_STATEMENT: Operator = Operator("skipped statement");
    /// A loop or function that ends too early.
    pub const EARLY_EXIT: Operator = Operator("early exit");
    /// A variable that is not reset.
    pub const MISSING_RESET: Operator = Operator("missing reset");
    /// A word of the input that is not read.
    pub const UNREAD_TOKEN: Operator = Operator("unread token");
    /// An array that is too small.
    pub const CAPACITY: Operator = Operator("too small");
    /// Another word in the output.
    pub const WRONG_TEXT: Operator = Operator("wrong text");

    /// Its name for people: `off by one`.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// A program that differs from the right one in one mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutant {
    /// The mistake.
    pub operator: Operator,
    /// Where the first difference is, counted from 1.
    pub line: usize,
    /// The lines that differ, as they were; empty for new lines.
    pub before: String,
    /// What stands there instead.
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
