//! Explains where an output and an answer differ, after a comparison has found that they do.
//!
//! Takes a few more passes over both, and makes bounded text whatever they hold. Nothing here
//! changes a verdict except for one distinction: whether only white space differs.

mod hint;
mod multiset;
mod place;
mod text;
mod window;

use super::compare::{Mismatch, Rule, TokenRule, Tokens, common_prefix, lines};
use hint::{DifferenceKind, hint};
use model::{Deviation, Difference, Foreign, TokenOptions, Verdict};
use place::{Place, line_end, line_with_newline};
use std::ops::Range;

pub(super) use window::WHOLE_BYTES;

/// A line of a checker's message, bounded and made readable for a note.
pub(super) fn note_text(line: &str) -> String {
    text::readable(line.as_bytes(), 120)
}

/// Why a comparison rejected an output.
pub(crate) struct Explanation {
    /// Wrong answer or presentation error.
    pub verdict: Verdict,
    /// One line: `line 3, token 1: expected 4, got 5`.
    pub note: String,
    pub difference: Difference,
}

/// The most bytes of a value in a [`Difference`].
const VALUE: usize = 120;

/// An answer and an output that do not agree, or what follows the first lines that they share.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub rule: &'a Rule,
    pub answer: &'a [u8],
    pub output: &'a [u8],
    /// How many equal lines were left out in front of these texts. If any were, more equal bytes
    /// follow than [`WHOLE_BYTES`], so that the texts are never taken for whole ones.
    pub lines_before: usize,
}

/// Explains why the rule rejected this output.
pub(super) fn explain(pair: Pair<'_>) -> Explanation {
    let Pair { rule, answer, output, .. } = pair;
    let plain = TokenRule::default();
    let within;
    let tokens = match rule {
        Rule::Unordered | Rule::Foreign(Foreign::SortedLines) => return multiset::explain(pair),
        Rule::Foreign(Foreign::SortedWords) => return multiset::of_words(pair),
        Rule::Foreign(Foreign::Easy) => return multiset::of_letters(pair),
        Rule::Foreign(Foreign::Floats { absolute, relative }) => {
            within = TokenRule::of(&TokenOptions {
                float_absolute: *absolute,
                float_relative: *relative,
                ..TokenOptions::default()
            })
            .unwrap_or_default();
            &within
        }
        Rule::Tokens(tokens) => tokens,
        // The tokens that differ say why an output is wrong, not the white space in front of them.
        Rule::Exact
        | Rule::Lines
        | Rule::Foreign(
            Foreign::Standard
            | Foreign::Rstripped { .. }
            | Foreign::LineCount
            | Foreign::LineMatches { .. }
            | Foreign::LineTokens
            | Foreign::WholeLines,
        ) => &plain,
    };
    match tokens.first_mismatch(answer, output) {
        Some(Mismatch::Tokens(a, b)) => at_token(pair, tokens, a, b),
        Some(Mismatch::Spaces(a, b)) => at_space(pair, Verdict::WrongAnswer, a, b),
        None => {
            let (a, b) = first_space(rule, answer, output);
            let verdict = match rule {
                // Those judges have no verdict for this.
                Rule::Foreign(_) => Verdict::WrongAnswer,
                Rule::Exact | Rule::Lines | Rule::Unordered | Rule::Tokens(_) => Verdict::PresentationError,
            };
            at_space(pair, verdict, a, b)
        }
    }
}

/// The offsets where white space first differs between two texts with the same tokens.
fn first_space(rule: &Rule, answer: &[u8], output: &[u8]) -> (usize, usize) {
    match rule {
        Rule::Lines => {
            let same = lines(answer).zip(lines(output)).take_while(|(a, b)| a == b).count();
            let (a, b) = (place::line_start(answer, same), place::line_start(output, same));
            let equal = common_prefix(&answer[a..line_end(answer, a)], &output[b..line_end(output, b)]);
            (a + equal, b + equal)
        }
        Rule::Exact | Rule::Unordered | Rule::Tokens(_) | Rule::Foreign(_) => {
            let equal = common_prefix(answer, output);
            (equal, equal)
        }
    }
}

/// Explains different tokens, or a text that has ended where the other has a token.
fn at_token(pair: Pair<'_>, rule: &TokenRule, a: Option<Range<usize>>, b: Option<Range<usize>>) -> Explanation {
    let differs = match (&a, &b) {
        (_, None) => DifferenceKind::Short,
        (None, Some(_)) => DifferenceKind::Long,
        (Some(_), Some(_)) => DifferenceKind::Token,
    };
    let equal = match (&a, &b) {
        (Some(a), Some(b)) => rule.common_prefix(&pair.answer[a.clone()], &pair.output[b.clone()]),
        (None, _) | (_, None) => 0,
    };
    let place = |text, token: &Option<Range<usize>>| match token {
        Some(token) => Place::of(text, pair.lines_before, token.start, token.start + equal),
        None => Place::at_end(text, pair.lines_before),
    };
    let (a_place, b_place) = (place(pair.answer, &a), place(pair.output, &b));
    let value =
        |text, token: &Option<Range<usize>>| token.clone().map(|token| cut(text, token.clone(), token.start + equal));
    let (expected, got) = (value(pair.answer, &a), value(pair.output, &b));
    let both = a.clone().zip(b.clone());
    // Where the answer has ended, only the output has a line to name.
    let (named, token) = if a.is_some() { (&a_place, a) } else { (&b_place, b) };
    let line = named.line as u64;
    let token = token.map(|token| Tokens::of(&named.text[named.start..token.end]).count() as u64);

    let words = |value: &Option<Vec<u8>>| value.as_ref().map_or("end of output".into(), |v| text::note_value(v));
    let at = token.map_or_else(|| format!("line {line}"), |token| format!("line {line}, token {token}"));
    let off = both.and_then(|(a, b)| rule.off(&pair.answer[a], &pair.output[b])).map(|(by, allowed)| {
        let (by, allowed) = text::told_apart(by, allowed);
        Deviation { by, allowed }
    });
    let far = off.as_ref().map_or_else(String::new, |off| format!(" (off by {}, allowed {})", off.by, off.allowed));
    let note = format!("{at}: expected {}, got {}{far}", words(&expected), words(&got));
    let (window, more) = window::around(pair.rule, false, &a_place, &b_place);
    let hint = hint(pair, differs);
    let difference = Difference { line, token, expected, got, off, window, more, hint };
    Explanation { verdict: Verdict::WrongAnswer, note, difference }
}

/// Explains different white space at these offsets. All tokens before it are the same.
fn at_space(pair: Pair<'_>, verdict: Verdict, a: usize, b: usize) -> Explanation {
    let place = |text, at| Place::of(text, pair.lines_before, at, at);
    let (a, b) = (place(pair.answer, a), place(pair.output, b));
    let whole_line = |place: &Place<'_>| cut(place.text, line_with_newline(place.text, place.start), place.focus);
    let (expected, got) = (whole_line(&a), whole_line(&b));
    let line = a.line as u64;
    let note = format!(
        "line {line}: white space differs: expected \"{}\", got \"{}\"",
        text::note_value(&expected),
        text::note_value(&got)
    );
    let (window, more) = window::around(pair.rule, true, &a, &b);
    let hint = hint(pair, DifferenceKind::Space);
    let difference =
        Difference { line, expected: Some(expected), got: Some(got), window, more, hint, ..Difference::default() };
    Explanation { verdict, note, difference }
}

/// A piece of a text, shortened around `focus` if it is long. Two pieces that are the same up to
/// there begin at the same place, whatever follows.
fn cut(text: &[u8], piece: Range<usize>, focus: usize) -> Vec<u8> {
    let start = if focus < piece.start + VALUE { piece.start } else { focus - VALUE / 4 };
    let visible = start..piece.end.min(start + VALUE);
    let mark = |is_cut: bool| if is_cut { "…".as_bytes() } else { b"" };
    [mark(visible.start > piece.start), &text[visible.clone()], mark(visible.end < piece.end)].concat()
}

#[cfg(test)]
mod tests;
