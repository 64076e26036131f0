//! A hint about a wrong output, which often says more than the difference itself.

use super::Pair;
use crate::judge::compare::{Rule, TokenRule, trim_end};
use model::{Foreign, TokenOptions};

/// Longer texts are not compared again and again just for a hint.
const LIMIT: usize = 32 << 20;

/// What is at the place of the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DifferenceKind {
    /// Two tokens that differ.
    Token,
    /// White space between equal tokens.
    Space,
    /// The output has ended.
    Short,
    /// The answer has ended.
    Long,
    /// The multiset of lines.
    Lines,
}

/// The hint for a rejected output. `None` when neither text is empty or ends early and no laxer
/// rule would have accepted the output.
pub(super) fn hint(pair: Pair<'_>, differs: DifferenceKind) -> Option<String> {
    let Pair { rule, answer, output, lines_before } = pair;
    let agrees = |rule: Rule| rule.agrees(answer, output);
    let tokens = match rule {
        Rule::Tokens(rule) => rule.clone(),
        Rule::Lines | Rule::Exact | Rule::Unordered | Rule::Foreign(_) => TokenRule::default(),
    };
    if lines_before == 0 {
        let empty = |text: &[u8], hint: &str| trim_end(text).is_empty().then(|| hint.to_owned());
        let of_output = || empty(output, "the output is empty");
        let odd = encoded(answer, output).or_else(of_output).or_else(|| empty(answer, "the answer is empty"));
        if odd.is_some() {
            return odd;
        }
    }
    if answer.len().max(output.len()) > LIMIT {
        return None;
    }
    match differs {
        DifferenceKind::Space | DifferenceKind::Lines
            if agrees(Rule::Tokens(TokenRule { spaces_matter: false, ..tokens.clone() })) =>
        {
            return Some("only white space differs".into());
        }
        DifferenceKind::Short => return Some("the output is a prefix of the answer: it stops early".into()),
        DifferenceKind::Long => return Some("the answer is a prefix of the output: it goes on too long".into()),
        DifferenceKind::Token | DifferenceKind::Space | DifferenceKind::Lines => {}
    }
    // By the rule itself: a laxer one would also pass over white space that matters here.
    let lower = |text: &[u8]| text.to_ascii_lowercase();
    if !tokens.ignore_case && rule.agrees(&lower(answer), &lower(output)) {
        return Some("only upper and lower case differ, as `any-case` allows".into());
    }
    if !matches!(rule, Rule::Unordered | Rule::Foreign(Foreign::SortedLines | Foreign::SortedWords))
        && agrees(Rule::Unordered)
    {
        return Some("the lines are right, but in another order: `unordered` would accept them".into());
    }
    let millionth = Some(1e-6);
    let close = TokenOptions {
        case_sensitive: !tokens.ignore_case,
        float_absolute: millionth,
        float_relative: millionth,
        ..TokenOptions::default()
    };
    // Where no number has a point, a close one is another one.
    let has_point = |text| memchr::memchr(b'.', text).is_some();
    let has_points = has_point(answer) || has_point(output);
    if has_points && tokens.tolerance.is_none() && TokenRule::of(&close).is_ok_and(|close| agrees(Rule::Tokens(close)))
    {
        return Some("the numbers are right to within 1e-6: `tokens` with that tolerance would accept them".into());
    }
    None
}

/// What begins with a mark of an encoding that the other text does not have: nobody sees it.
fn encoded(answer: &[u8], output: &[u8]) -> Option<String> {
    let mark = |text: &[u8]| match text {
        [0xef, 0xbb, 0xbf, ..] => Some("a byte order mark of UTF-8"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("the mark of UTF-16: it is not plain text"),
        _ => None,
    };
    match (mark(answer), mark(output)) {
        (Some(mark), None) => Some(format!("the answer begins with {mark}")),
        (None, Some(mark)) => Some(format!("the output begins with {mark}")),
        (None, None) | (Some(_), Some(_)) => None,
    }
}
