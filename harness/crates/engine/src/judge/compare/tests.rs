//! Checks the comparisons against tables and against plain reference implementations.

use super::*;
use model::{TokenOptions, token_options};
use proptest::prelude::*;

fn agree(comparison: &Comparison, answer: &[u8], output: &[u8]) -> bool {
    Rule::of(comparison).unwrap().agrees(answer, output)
}

fn rendered(answer: &[u8], output: &[u8]) -> String {
    format!("answer \"{}\", output \"{}\"", answer.escape_ascii(), output.escape_ascii())
}

fn check(comparison: Comparison, answer: &[u8], accepted: &[&[u8]], rejected: &[&[u8]]) {
    for (outputs, expected) in [(accepted, true), (rejected, false)] {
        for output in outputs {
            assert_eq!(
                agree(&comparison, answer, output),
                expected,
                "{}: {}",
                comparison.name(),
                rendered(answer, output)
            );
        }
    }
}

#[test]
fn a_common_prefix_ends_at_the_first_difference_in_whatever_block() {
    let text = [b'x'; 3 * 4096 + 7];
    for at in [0, 1, 4095, 4096, 4097, 2 * 4096, 3 * 4096 - 1, 3 * 4096, 3 * 4096 + 6] {
        let mut other = text;
        other[at] = b'y';
        assert_eq!(common_prefix(&text, &other), at);
        assert_eq!((common_prefix(&text, &text[..at]), common_prefix(&text[..at], &text)), (at, at));
    }
    assert_eq!(common_prefix(&text, &text), text.len());
}

#[test]
fn lines_ignore_white_space_at_ends_of_lines_and_blank_lines_at_the_end() {
    let lines = Comparison::Lines;
    check(lines, b"", &[b"", b"\n", b" ", b"\r\n\r\n", b"\t\n \n\x0b\x0c"], &[b"a", b"\0", b"\n\na"]);
    check(lines, b"a\nb\n", &[b"a\nb", b"a \nb\t\n\n\n", b"a\r\nb\r\n", b"a\r\r\nb", b"a\x0b\x0c\nb \n \n"], &[]);
    check(lines, b"a\nb\n", &[], &[b"a\n\nb\n", b"a b\n", b"ab\n", b"\na\nb\n", b"a\n b\n", b"a\rb\n", b"A\nb", b"a"]);
    check(lines, b"a\n\n\nb", &[b"a\r\n \r\n\t\nb\n"], &[b"a\nb", b"a\n\nb", b"a\n\n\n\nb"]);
    check(lines, b" a  b\n", &[b" a  b", b" a  b  \n"], &[b"a  b\n", b" a b\n", b"  a  b\n", b" a \tb"]);
    check(lines, b"a\0\n", &[b"a\0", b"a\0 \n"], &[b"a", b"a\n", b"a\0\0"]);
    check(lines, b"\xff\n", &[b"\xff"], &[b"\xfe", b""]);
    check(lines, "ä\u{a0}\n".as_bytes(), &["ä\u{a0}".as_bytes()], &["ä".as_bytes(), "ä ".as_bytes()]);
}

#[test]
fn exact_is_exact() {
    let exact = Comparison::Exact;
    check(exact, b"", &[b""], &[b"\n", b" ", b"\0"]);
    check(exact, b"a\n", &[b"a\n"], &[b"a", b"a\r\n", b"a\n\n", b"A\n", b"a\n\0", b""]);
}

#[test]
fn unordered_is_a_multiset_of_lines() {
    let unordered = Comparison::Unordered;
    check(unordered, b"", &[b"", b"\n \n"], &[b"a"]);
    check(unordered, b"a\nb\nb\n", &[b"b\na\nb", b"b \r\nb\na\n\n", b"a\nb\nb"], &[b"a\nb", b"a\na\nb", b"a\nb\nb\nb"]);
    check(unordered, b"a\n\nb\n", &[b"\na\nb", b"b\n\na", b"a\n\nb"], &[b"a\nb", b"a\n\n\nb", b"a\nb\n\n"]);
    check(unordered, b"ab\ncd\n", &[b"cd\nab"], &[b"ad\ncb", b"abcd", b"ab\ncd\n\ncd"]);
    check(unordered, b"1 2\n", &[b"1 2"], &[b"2 1", b"1  2", b" 1 2"]);
}

#[test]
fn native_tokens_keep_case() {
    let tokens = Comparison::Tokens(TokenOptions::default());
    check(tokens, b"Yes 1\n", &[b"Yes\n1", b" Yes  1 "], &[b"yes 1", b"Yes 1.0", b"Yes"]);
}

#[test]
fn tokens_conform_to_the_icpc_rules() {
    let mut cases = 0;
    let (mut comparison, mut answer) = (Comparison::Lines, Vec::new());
    for line in include_str!("tokens.txt").lines() {
        let line = line.trim();
        match line.chars().next() {
            None | Some('#') => {}
            Some('[') => {
                let words = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).unwrap();
                comparison = Comparison::Tokens(token_options(words.split_whitespace()).unwrap());
            }
            Some('"') => answer = quoted(line).remove(0),
            Some(sign @ ('=' | '!')) => {
                for output in quoted(&line[1..]) {
                    cases += 1;
                    let got = agree(&comparison, &answer, &output);
                    assert_eq!(got, sign == '=', "{comparison:?}: {}", rendered(&answer, &output));
                }
            }
            Some(_) => panic!("what is {line:?}?"),
        }
    }
    assert!(cases >= 300, "only {cases} cases");
}

/// The texts in double quotes, unescaped.
fn quoted(line: &str) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    let mut rest = line.trim().bytes();
    while let Some(quote) = rest.find(|b| *b != b' ') {
        assert_eq!(quote, b'"', "in {line:?}");
        let mut text = Vec::new();
        loop {
            match rest.next().unwrap_or_else(|| panic!("no end of {line:?}")) {
                b'"' => break,
                b'\\' => text.push(match rest.next() {
                    Some(b'n') => b'\n',
                    Some(b'r') => b'\r',
                    Some(b't') => b'\t',
                    Some(b'f') => 12,
                    Some(b'v') => 11,
                    Some(b'0') => 0,
                    Some(c @ (b'"' | b'\\')) => c,
                    Some(b'x') => {
                        let digits = [rest.next().unwrap(), rest.next().unwrap()];
                        u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
                    }
                    other => panic!("escape {other:?} in {line:?}"),
                }),
                byte => text.push(byte),
            }
        }
        texts.push(text);
    }
    texts
}

#[test]
fn long_lines_and_long_white_space_are_nothing_special() {
    let (text, spaces) = ("7".repeat(300_000), " ".repeat(300_000));
    let tokens = Comparison::Tokens(TokenOptions { float_absolute: Some(0.0), ..TokenOptions::default() });
    let cases = [
        (format!("{text}\n"), format!("{text}{spaces}\n{spaces}"), true, true),
        (format!("{text}{spaces}1"), format!("{text}{spaces}1\n"), true, true),
        (format!("{text}{spaces}1"), format!("{text}{spaces}2"), false, false),
        (format!("{text}{spaces}1"), format!("{text} 1"), false, true),
        (format!("{spaces}1"), format!("{spaces}{spaces}1"), false, true),
        (format!("{text}8"), format!("{text}9"), false, true),
        (format!("{text}x"), format!("{text}y"), false, false),
    ];
    for (answer, output, lines, close) in cases {
        let (answer, output) = (answer.as_bytes(), output.as_bytes());
        assert_eq!(agree(&Comparison::Lines, answer, output), lines);
        assert_eq!(agree(&tokens, answer, output), close);
    }
}

#[test]
fn tokens_of_megabytes_are_numbers_like_others() {
    let tokens = Comparison::Tokens(TokenOptions { float_absolute: Some(1.0), ..TokenOptions::default() });
    let long = "1".repeat(1 << 21);
    let check = |answer: &str, output: &str, expected| {
        assert_eq!(agree(&tokens, answer.as_bytes(), output.as_bytes()), expected);
    };
    check(&format!("{long} 1"), &format!(" {long} 1"), true);
    check(&format!("{long} 1"), &format!(" {long} 3"), false);
    check(&format!("{long}1"), &format!("{long}2"), true);
    check(&format!("{long}1"), &long, false);
    check("1", &format!("2.{}", "0".repeat(1 << 21)), true);
    check("1", &format!("2.{}1", "0".repeat(1 << 21)), false);
}

#[test]
fn a_tolerance_that_means_nothing_is_an_error() {
    let tokens = Comparison::Tokens(TokenOptions { float_absolute: Some(-1.0), ..TokenOptions::default() });
    assert_eq!(Rule::of(&tokens).err(), Some(BadTolerance(-1.0)));
}

/// The same rules, written as plainly as possible.
mod reference {
    use super::*;

    pub fn lines(text: &[u8]) -> Vec<&[u8]> {
        let mut lines: Vec<_> = text.split(|b| *b == b'\n').map(trim_end).collect();
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        lines
    }

    pub fn tokens(text: &[u8]) -> Vec<&[u8]> {
        text.split(|b| is_space(*b)).filter(|token| !token.is_empty()).collect()
    }

    fn spaces(text: &[u8]) -> Vec<&[u8]> {
        text.split(|b| !is_space(*b)).filter(|run| !run.is_empty()).collect()
    }

    pub fn agree(comparison: &Comparison, a: &[u8], b: &[u8]) -> bool {
        match comparison {
            Comparison::Foreign(_) => panic!("checked by their own tests"),
            Comparison::Exact => a == b,
            Comparison::Lines => lines(a) == lines(b),
            Comparison::Unordered => {
                let (mut a, mut b) = (lines(a), lines(b));
                a.sort();
                b.sort();
                a == b
            }
            Comparison::Tokens(options) => {
                let (x, y) = (tokens(a), tokens(b));
                let begins = |text: &[u8]| text.first().is_some_and(|b| is_space(*b));
                let same_spaces = spaces(a) == spaces(b) && begins(a) == begins(b);
                x.len() == y.len()
                    && (same_spaces || !options.space_change_sensitive)
                    && x.iter().zip(&y).all(|(x, y)| token(options, x, y))
            }
        }
    }

    fn token(options: &TokenOptions, a: &[u8], s: &[u8]) -> bool {
        let (absolute, relative) = (options.float_absolute, options.float_relative);
        if let (true, Some(a)) = (absolute.is_some() || relative.is_some(), number(a)) {
            let far = |s: i128| (s - a).abs();
            // The tolerances of these tests are 0.25 and 0.5, which floats hold exactly, as they do
            // these differences.
            return number(s).is_some_and(|s| {
                absolute.is_some_and(|t| far(s) as f64 <= t * SCALE as f64)
                    || relative.is_some_and(|t| far(s) as f64 <= t * a.abs() as f64)
            });
        }
        if options.case_sensitive { a == s } else { a.eq_ignore_ascii_case(s) }
    }

    const SCALE: i128 = 10_000;

    /// Numbers of the form that [`super::word`] makes, in units of 1/10000.
    fn number(token: &[u8]) -> Option<i128> {
        let text = std::str::from_utf8(token).ok()?;
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent = exponent.bytes().any(|b| b.is_ascii_digit()).then(|| exponent.parse::<i32>().ok()).flatten()?;
        let unsigned = mantissa.strip_prefix(['+', '-']).unwrap_or(mantissa);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let power = exponent - fraction.len() as i32 + 4;
        assert!((0..20).contains(&power), "{text} is finer than these tests count");
        let value = digits.parse::<i128>().unwrap() * 10_i128.pow(power as u32);
        Some(if mantissa.starts_with('-') { -value } else { value })
    }
}

fn word() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => proptest::string::string_regex("[+-]?[0-2]{1,2}").unwrap().prop_map(String::into_bytes),
        2 => proptest::string::string_regex(r"-?[0-2]?\.[05]{1,2}").unwrap().prop_map(String::into_bytes),
        1 => proptest::string::string_regex(r"[12]\.?[eE][+-]?[012]").unwrap().prop_map(String::into_bytes),
        2 => proptest::string::string_regex("[abA]{1,2}").unwrap().prop_map(String::into_bytes),
        1 => one_of(&[b"\0", b"\xff", b"-", b".", b"1e", b"0x1", b"nan", b"\xc3\xa4"]),
    ]
}

fn gap() -> impl Strategy<Value = Vec<u8>> {
    one_of(&[b" ", b"\n", b"\n", b"\r\n", b"  ", b" \n", b"\n\n", b"\t", b"\n ", b" \n \n", b"\x0b", b"\x0c", b"\r"])
}

fn one_of(texts: &'static [&'static [u8]]) -> impl Strategy<Value = Vec<u8>> {
    proptest::sample::select(texts).prop_map(<[u8]>::to_vec)
}

/// An answer and an output that share most of their words and some of their white space.
fn pair() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let piece = (
        word(),
        gap(),
        prop_oneof![12 => Just(None), 1 => word().prop_map(Some)],
        prop_oneof![3 => Just(None), 1 => gap().prop_map(Some)],
    );
    let edge = || prop_oneof![3 => Just(Vec::new()), 1 => gap()];
    (proptest::collection::vec(piece, 0..12), edge(), edge(), edge(), edge()).prop_map(|(pieces, a0, b0, a1, b1)| {
        let (mut a, mut b) = (a0, b0);
        for (word, gap, other_word, other_gap) in &pieces {
            a.extend_from_slice(word);
            a.extend_from_slice(gap);
            b.extend_from_slice(other_word.as_ref().unwrap_or(word));
            b.extend_from_slice(other_gap.as_ref().unwrap_or(gap));
        }
        a.extend(a1);
        b.extend(b1);
        (a, b)
    })
}

fn any_comparison() -> impl Strategy<Value = Comparison> {
    let tolerance = || prop_oneof![2 => Just(None), 1 => Just(Some(0.5)), 1 => Just(Some(0.25))];
    let tokens = (any::<bool>(), any::<bool>(), tolerance(), tolerance()).prop_map(
        |(case_sensitive, space_change_sensitive, float_absolute, float_relative)| {
            Comparison::Tokens(TokenOptions { case_sensitive, space_change_sensitive, float_absolute, float_relative })
        },
    );
    prop_oneof![Just(Comparison::Lines), Just(Comparison::Exact), Just(Comparison::Unordered), tokens]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn every_comparison_agrees_with_the_reference(comparison in any_comparison(), (answer, output) in pair()) {
        let expected = reference::agree(&comparison, &answer, &output);
        prop_assert_eq!(agree(&comparison, &answer, &output), expected, "{:?}: {}", comparison, rendered(&answer, &output));
    }

    #[test]
    fn everything_agrees_with_itself(comparison in any_comparison(), text in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(agree(&comparison, &text, &text));
    }

    #[test]
    fn random_bytes_are_compared_as_by_the_reference(
        text in proptest::collection::vec(proptest::sample::select(b" \n\r\tab\0".to_vec()), 0..40),
        other in proptest::collection::vec(proptest::sample::select(b" \n\r\tab\0".to_vec()), 0..40),
    ) {
        for comparison in [Comparison::Lines, Comparison::Exact, Comparison::Unordered, Comparison::Tokens(TokenOptions::default())] {
            prop_assert_eq!(agree(&comparison, &text, &other), reference::agree(&comparison, &text, &other));
        }
    }

    #[test]
    fn unordered_does_not_see_the_order((text, _) in pair(), keys in proptest::collection::vec(any::<u32>(), 64)) {
        let mut lines: Vec<_> = reference::lines(&text).into_iter().zip(keys).collect();
        lines.sort_by_key(|(_, key)| *key);
        // A blank line that comes last in the new order would no longer count, so both texts end
        // with a line that has text.
        let shuffled: Vec<&[u8]> = lines.iter().map(|(line, _)| *line).chain([&b"end"[..]]).collect();
        let mut answer = reference::lines(&text).join(&b'\n');
        answer.extend_from_slice(if lines.is_empty() { b"end" } else { b"\nend" });
        prop_assert!(agree(&Comparison::Unordered, &answer, &shuffled.join(&b'\n')));
    }
}
