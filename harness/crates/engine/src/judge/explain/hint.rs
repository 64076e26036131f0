//! A hint about a wrong output, which often says more than the difference itself.

use super::Pair;
use crate::judge::compare::{Rule, TokenRule, trim_end};
use model::{Dmoj, TokenOptions};

/// Longer texts are not compared again and again just for a hint.
const LIMIT: usize = 32 << 20;

/// What is at the place of the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Differs {
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
pub(super) fn hint(pair: Pair<'_>, differs: Differs) -> Option<String> {
    let Pair { rule, answer, output, lines_before } = pair;
    let agrees = |rule: Rule| rule.agrees(answer, output);
    let tokens = match rule {
        Rule::Tokens(rule) => rule.clone(),
        Rule::Lines | Rule::Exact | Rule::Unordered | Rule::Dmoj(_) => TokenRule::default(),
    };
    if lines_before == 0 && trim_end(output).is_empty() {
        return Some("the output is empty".into());
    }
    if lines_before == 0 && trim_end(answer).is_empty() {
        return Some("the answer is empty".into());
    }
    if answer.len().max(output.len()) > LIMIT {
        return None;
    }
    match differs {
        Differs::Space | Differs::Lines
            if agrees(Rule::Tokens(TokenRule { spaces_matter: false, ..tokens.clone() })) =>
        {
            return Some("only white space differs".into());
        }
        Differs::Short => return Some("the output is a prefix of the answer: it stops early".into()),
        Differs::Long => return Some("the answer is a prefix of the output: it goes on too long".into()),
        Differs::Token | Differs::Space | Differs::Lines => {}
    }
    // By the rule itself: a laxer one would also pass over white space that matters here.
    let lower = |text: &[u8]| text.to_ascii_lowercase();
    if !tokens.ignore_case && rule.agrees(&lower(answer), &lower(output)) {
        return Some("only upper and lower case differ".into());
    }
    if !matches!(rule, Rule::Unordered | Rule::Dmoj(Dmoj::SortedLines | Dmoj::SortedWords)) && agrees(Rule::Unordered) {
        return Some("the lines are right, but in another order: `unordered` would accept them".into());
    }
    let millionth = Some(1e-6);
    let close = TokenOptions {
        case_sensitive: !tokens.ignore_case,
        float_absolute: millionth,
        float_relative: millionth,
        ..TokenOptions::default()
    };
    if tokens.tolerance.is_none() && TokenRule::of(&close).is_ok_and(|close| agrees(Rule::Tokens(close))) {
        return Some("the numbers are right to within 1e-6: `tokens` with a tolerance would accept them".into());
    }
    None
}
