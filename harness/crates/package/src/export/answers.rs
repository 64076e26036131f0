//! A grammar of answers, derived from the answers that exist.
//!
//! BAPCtools tests whether something refuses an answer with an extra word, a plus sign, or other
//! letters; the default validator checks none of that. A line of the grammar is a line that was
//! seen: words as they are, numbers as any number. It does not know what a right answer is.

use std::collections::{BTreeMap, BTreeSet};

/// With more different words, lines or numbers there is no vocabulary.
const MOST_WORDS: usize = 16;
const MOST_LINES: usize = 40;
const FEW_NUMBERS: usize = 8;
/// A longer one repeats the answers, and its readers, ours among them, refuse it one day.
const LONGEST: usize = 4096;

const INTEGER: &str = "(0|-?[1-9][0-9]*)";
const DECIMAL: &str = "-?(0|[1-9][0-9]*)[.][0-9]+";

/// A checktestdata grammar that accepts all of `answers`. `None` if they have nothing in common.
pub(super) fn grammar(answers: &[String]) -> Option<String> {
    let lines: BTreeSet<&str> = answers.iter().flat_map(|answer| answer.lines()).collect();
    let counts: BTreeSet<usize> = answers.iter().map(|answer| answer.lines().count()).collect();
    if lines.iter().any(|line| line.is_empty() || !line.bytes().all(|byte| (b' '..127).contains(&byte))) {
        return None;
    }
    let words: BTreeSet<&str> = lines.iter().flat_map(|line| line.split(' ')).filter(|word| is_other(word)).collect();
    let letters = if words.len() > MOST_WORDS { Some(letters(&words)?) } else { None };
    let mut shapes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for line in &lines {
        let words: Option<Vec<String>> = line.split(' ').map(|word| expression(word, letters.as_deref())).collect();
        shapes.entry(words?.join(" ")).or_default().insert(line);
    }
    let mut choices = Vec::new();
    for (shape, seen) in shapes {
        // A line of one number that is only ever 0 or 1 says no more than two words do.
        match seen.len() <= FEW_NUMBERS && shape == INTEGER {
            true => choices.extend(seen.into_iter().map(str::to_owned)),
            false => choices.push(shape),
        }
    }
    // The first match is taken, and it may be a prefix of another choice.
    choices.sort_by_key(|choice| std::cmp::Reverse(choice.len()));
    if choices.is_empty() || choices.len() > MOST_LINES {
        return None;
    }
    let line = format!("REGEX(\"({})\") NEWLINE\n", choices.join("|"));
    let body = match counts.iter().collect::<Vec<_>>()[..] {
        [1] => line,
        [least, ..] if *least > 0 => format!("{line}WHILE(!ISEOF)\n  {line}END\n"),
        _ => format!("WHILE(!ISEOF)\n  {line}END\n"),
    };
    let text = format!("# Lines as those of the answers: made when the problem was exported.\n{body}EOF\n");
    (text.len() <= LONGEST).then_some(text)
}

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain && (word == "0" || !digits.starts_with('0'))
}

fn is_decimal(word: &str) -> bool {
    let (whole, rest) = word.split_once('.').unwrap_or((word, ""));
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    is_integer(whole) && !whole.starts_with('-') && !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_other(word: &str) -> bool {
    !is_integer(word) && !is_decimal(word)
}

fn expression(word: &str, letters: Option<&str>) -> Option<String> {
    match letters {
        _ if is_integer(word) => Some(INTEGER.to_owned()),
        _ if is_decimal(word) => Some(DECIMAL.to_owned()),
        Some(letters) => Some(format!("[{letters}]+")),
        None => word.chars().map(literal).collect(),
    }
}

/// The letter in a regular expression. `None`: readers differ in how it is written.
fn literal(c: char) -> Option<String> {
    match c {
        '^' | '\\' | ']' | '[' | '"' => None,
        '.' | '*' | '+' | '?' | '(' | ')' | '{' | '}' | '|' | '$' => Some(format!("[{c}]")),
        c => Some(c.to_string()),
    }
}

/// All letters of words that are too many to list.
fn letters(words: &BTreeSet<&str>) -> Option<String> {
    let all: BTreeSet<char> = words.iter().flat_map(|word| word.chars()).collect();
    all.iter().all(char::is_ascii_alphanumeric).then(|| all.iter().collect())
}

#[cfg(test)]
mod tests {
    use super::grammar;
    use ctd::{Program, Reading};

    /// Checks that the grammar of `answers` accepts all of them and refuses each of `others`.
    fn check(answers: &[&str], others: &[&str]) {
        let answers: Vec<String> = answers.iter().map(|text| (*text).to_owned()).collect();
        let text = grammar(&answers).unwrap();
        let program = Program::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
        let takes = |answer: &str| ctd::validate(&program, answer.as_bytes(), &Reading::default()).is_ok();
        for answer in &answers {
            assert!(takes(answer), "{answer:?} is refused by\n{text}");
        }
        for other in others {
            assert!(!takes(other), "{other:?} is taken by\n{text}");
        }
    }

    #[test]
    fn a_grammar_of_answers_takes_them_and_refuses_what_is_sloppy() {
        check(&["Alice\n", "Bob\n"], &["alice\n", "Alice \n", "Alice 42\n", "Alice\nBob\n", "Alice", "\n", "+Bob\n"]);
        check(
            &["Bob will win\nJo will win\n", "Bob will win\n"],
            &["Bob will\n", "Bob will win\n42\n", "Bob will win\n\n"],
        );
        check(&["1 1\n", "lose\n", "20 3\n"], &["01 1\n", "+1 1\n", "1\n", "1 1 42\n", "Lose\n", "1 1\nhello\n"]);
        check(&["0\n1\n", "1\n3 5\n4 7\n"], &["+0\n", "42\n", "0\n1\n42\n", "3 5\n\n"]);
        check(&["-2.50 1\n", "0.1 -3\n"], &["2. 1\n", "02.5 1\n", "2.5 1 \n", "NaN 1\n"]);
        check(&["", "7\n8\n"], &["\n", "7\n9 9\n"]);
        let words: Vec<String> = (0..32).map(|n| format!("{n:05b}\n").replace('0', "L").replace('1', "W")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        check(&words, &["llw\n", "LW 42\n", "hello\n", "LW\nhello\n"]);
        check(&["a.b (c)\n"], &["axb (c)\n", "a.b c\n"]);
    }

    #[test]
    fn a_grammar_never_repeats_long_answers() {
        let answers = |count: usize| (0..count).map(|n| "word ".repeat(40 + n) + "word\n").collect::<Vec<_>>();
        let length = |count: usize| grammar(&answers(count)).map(|text| text.len());
        assert!(length(15).is_some_and(|length| length > 3000), "{:?}", length(15));
        assert_eq!(length(20), None);
        let one = "word ".repeat(900) + "word\n";
        assert_eq!(grammar(&[one]), None);
    }

    #[test]
    fn answers_that_have_nothing_in_common_have_no_grammar() {
        let lines: String = (0..50).map(|n| format!("{}\n", "9 ".repeat(n) + "9")).collect();
        assert_eq!(grammar(&[lines]), None);
        assert_eq!(grammar(&["a\\b\n".to_owned()]), None);
        assert_eq!(grammar(&["na\u{ef}ve\n".to_owned()]), None);
    }
}
