use super::*;
use model::{Comparison, LineChange, LinePair, token_options};
use proptest::prelude::*;

fn explained(comparison: Comparison, answer: &[u8], output: &[u8]) -> Option<Explanation> {
    let rule = Rule::of(&comparison).unwrap();
    (!rule.agrees(answer, output)).then(|| explain(Pair { rule: &rule, answer, output, lines_before: 0 }))
}

fn tokens(words: &str) -> Comparison {
    Comparison::Tokens(token_options(words.split_whitespace()).unwrap())
}

const LINES: Comparison = Comparison::Lines;
const EXACT: Comparison = Comparison::Exact;
const UNORDERED: Comparison = Comparison::Unordered;

fn note(comparison: Comparison, answer: &str, output: &str, expected: &str) {
    let got = explained(comparison, answer.as_bytes(), output.as_bytes()).unwrap();
    assert_eq!(got.note, expected, "{answer:?} against {output:?}");
}

#[test]
fn the_first_token_that_differs_is_named() {
    note(tokens(""), "a b\nc d\n", "A\nB C\nx", "line 2, token 2: expected d, got x");
    note(
        tokens("float_tolerance 0.1"),
        "1 2\n3 4\n",
        "1.05 2 3\n5",
        "line 2, token 2: expected 4, got 5 (off by 1, allowed 0.4)",
    );
    note(tokens("float_tolerance 0.1"), "1 2\n", "1.05 x", "line 1, token 2: expected 2, got x");
    note(tokens("float_tolerance 0.1"), "1 2\n", "1.05\n\n", "line 1, token 2: expected 2, got end of output");
    note(tokens("float_tolerance 0.1"), "1\n\n", "1\n\n2", "line 3, token 1: expected end of output, got 2");
    note(LINES, "12\n", "123\n", "line 1, token 1: expected 12, got 123");
    note(LINES, "123\n", "12\n", "line 1, token 1: expected 123, got 12");
    note(LINES, "1 2\n", "12\n", "line 1, token 1: expected 1, got 12");
    note(LINES, "\n\n7\n", "\n\n8\n", "line 3, token 1: expected 7, got 8");
    note(LINES, "7\n", "\n\n8\n", "line 1, token 1: expected 7, got 8");
    note(LINES, "a\n\n\n\nb\n", "a\n", "line 5, token 1: expected b, got end of output");
    note(EXACT, "7 \n", "8 \n", "line 1, token 1: expected 7, got 8");
}

#[test]
fn white_space_is_named_where_it_is_all_that_differs() {
    let space = |answer, output, expected: &str| {
        note(LINES, answer, output, &format!("line {expected}"));
        let got = explained(LINES, str::as_bytes(answer), str::as_bytes(output)).unwrap();
        assert_eq!(got.verdict, Verdict::PresentationError);
        assert_eq!(got.difference.hint.as_deref(), Some("only white space differs"));
    };
    space("a\nb\n", "a\n\nb\n", r#"2: white space differs: expected "b\n", got "\n""#);
    space("a\n\nb\n", "a\nb\n", r#"2: white space differs: expected "\n", got "b\n""#);
    space("a\n\n\nb\n", "a\n\nb\n", r#"3: white space differs: expected "\n", got "b\n""#);
    space("a b\n", "a\tb", r#"1: white space differs: expected "a b\n", got "a\tb""#);
    space("a\n", " a\n", r#"1: white space differs: expected "a\n", got " a\n""#);
    space("a b", "a\nb", r#"1: white space differs: expected "a b", got "a\n""#);
    let strict = tokens("space_change_sensitive");
    note(strict, "a b\n", "A  B\n", r#"line 1: white space differs: expected "a b\n", got "A  B\n""#);
    note(strict, "a b\n", "a b", r#"line 1: white space differs: expected "a b\n", got "a b""#);
    note(strict, "a  b c\n", "a b d\n", r#"line 1: white space differs: expected "a  b c\n", got "a b d\n""#);
    note(strict, "a b\n", "a c\n", "line 1, token 2: expected b, got c");
    note(
        tokens("space_change_sensitive float_tolerance 1"),
        "1 2",
        "2  2",
        r#"line 1: white space differs: expected "1 2", got "2  2""#,
    );
}

#[test]
fn long_values_are_cut_around_the_difference() {
    let (a, b) =
        (format!("{}1{}", "0".repeat(5000), "0".repeat(5000)), format!("{}2{}", "0".repeat(5000), "0".repeat(5000)));
    let got = explained(LINES, a.as_bytes(), b.as_bytes()).unwrap();
    let expected = got.difference.expected.unwrap();
    assert!(expected.len() < 200 && expected.contains(&b'1') && expected.starts_with("…".as_bytes()));
    assert!(got.difference.got.unwrap().contains(&b'2'));
    for pair in &got.difference.window {
        assert!(pair.start > 4000 && pair.text.len() as u64 + pair.cut == 10_001, "{pair:?}");
        assert!(pair.text.iter().any(|b| *b != b'0'), "the difference can be seen");
        assert_eq!(pair.emphasis.len(), 1);
    }
}

#[test]
fn a_long_value_that_goes_on_where_the_other_ends_looks_different() {
    for (shorter, longer) in [(119, 121), (120, 121), (200, 201), (200, 2000)] {
        let got = explained(LINES, "1".repeat(shorter).as_bytes(), "1".repeat(longer).as_bytes()).unwrap();
        assert_ne!(got.difference.expected, got.difference.got, "{shorter}, {longer}");
    }
}

#[test]
fn a_difference_deep_in_a_long_file_has_its_line_and_its_neighbours() {
    let line = |i: u32| format!("{i} {}\n", i * 7);
    let answer: String = (1..=50_000).map(line).collect();
    let output = answer.replace("\n40000 280000\n", "\n40000 280001\n");
    let got = explained(LINES, answer.as_bytes(), output.as_bytes()).unwrap();
    assert_eq!(got.note, "line 40000, token 2: expected 280000, got 280001");
    let rendered: Vec<_> = got.difference.window.iter().map(|p| (p.change, p.number)).collect();
    use LineChange::{Extra, Missing, Same};
    let expected = [(Same, 39997), (Same, 39998), (Same, 39999), (Missing, 40000), (Extra, 40000)];
    assert_eq!(rendered[..5], expected);
    assert!(rendered[5..].iter().all(|(change, _)| *change == Same));
    assert!(got.difference.more);
}

fn window(comparison: Comparison, answer: &str, output: &str) -> String {
    let got = explained(comparison, answer.as_bytes(), output.as_bytes()).unwrap();
    let line = |pair: &LinePair| {
        let sign = match pair.change {
            LineChange::Same => ' ',
            LineChange::Missing => '-',
            LineChange::Extra => '+',
        };
        let mut text = String::from_utf8(pair.text.clone()).unwrap();
        for span in pair.emphasis.iter().rev() {
            text.insert(span.end, ']');
            text.insert(span.start, '[');
        }
        format!("{sign}{}:{text}{}\n", pair.number, if pair.newline { "" } else { "$" })
    };
    got.difference.window.iter().map(line).collect()
}

#[test]
fn the_window_shows_both_sides_with_the_words_that_differ() {
    assert_eq!(window(LINES, "1\n2 3 4\n5\n", "1\n2 9 4\n5\n"), " 1:1\n-2:2 [3] 4\n+2:2 [9] 4\n 3:5\n");
    assert_eq!(window(LINES, "1\n2\n3\n", "1\n3\n"), " 1:1\n-2:2\n 3:3\n");
    assert_eq!(window(LINES, "1\n3\n", "1\n2\n3"), " 1:1\n+2:2\n 2:3\n");
    assert_eq!(window(LINES, "1\n2\n", "1\n"), " 1:1\n-2:2\n");
    assert_eq!(window(LINES, "1\n", ""), "-1:1\n");
    assert_eq!(window(LINES, "", "x"), "+1:x$\n");
}

/// An extra line at the top shifts all others by one, and no other line differs.
#[test]
fn a_line_too_many_is_the_only_difference() {
    let picture =
        ["..#..", ".###.", "#####", ".###.", "..#..", "#####", "#...#", "#...#", "#...#", "#####", "###", "#"];
    let answer = picture.map(|line| format!("{line}\n")).concat();
    let rendered = window(LINES, &answer, &format!("12\n{answer}"));
    let lines: Vec<&str> = rendered.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[1], lines[12]), (13, "+1:12", " 1:..#..", " 12:#"));
    let got = explained(LINES, answer.as_bytes(), format!("12\n{answer}").as_bytes()).unwrap();
    let numbers: Vec<_> = got.difference.window.iter().map(|pair| (pair.number, pair.output_number)).collect();
    assert_eq!(numbers[..3], [(1, None), (1, Some(2)), (2, Some(3))]);
    assert!(!got.difference.more, "all lines were compared");
}

#[test]
fn all_differences_of_a_short_output_are_there() {
    let answer: String = (1..=150).map(|i| format!("{i}\n")).collect();
    let output = answer.replace("\n50\n", "\n0\n").replace("\n140\n", "\n0\n");
    let rendered = window(LINES, &answer, &output);
    let expected = [" 47:47", " 48:48", " 49:49", "-50:[50]", "+50:[0]", " 51:51", " 52:52", " 53:53"];
    let other = [" 137:137", " 138:138", " 139:139", "-140:[140]", "+140:[0]", " 141:141", " 142:142", " 143:143"];
    assert_eq!(rendered.lines().collect::<Vec<_>>(), [expected, other].concat());
}

/// The answers alternate. No wrong line is paired with an equal line elsewhere.
#[test]
fn lines_that_are_wrong_stand_beside_the_right_ones() {
    let words = |wrong: &[usize]| -> String {
        (0..12).map(|i| if (i % 2 == 0) ^ wrong.contains(&i) { "YES\n" } else { "NO\n" }).collect()
    };
    let rendered = window(LINES, &words(&[]), &words(&[4, 7]));
    assert_eq!(
        rendered,
        " 1:YES\n 2:NO\n 3:YES\n 4:NO\n-5:[YES]\n+5:[NO]\n 6:NO\n 7:YES\n-8:[NO]\n+8:[YES]\n 9:YES\n 10:NO\n 11:YES\n 12:NO\n"
    );
}

/// The partner of the last compared line lies below the cut, so that line is not shown as missing.
#[test]
fn the_end_of_what_was_compared_invents_no_difference() {
    let answer: String = (1..=1000).map(|i| format!("{i}\n")).collect();
    let got = explained(LINES, answer.as_bytes(), format!("x\n{answer}").as_bytes()).unwrap();
    let rendered: Vec<_> = got.difference.window.iter().map(|pair| pair.change).collect();
    assert_eq!(rendered, [LineChange::Extra, LineChange::Same, LineChange::Same, LineChange::Same]);
    assert!(got.difference.more);
}

#[test]
fn numbers_say_how_far_they_are_off() {
    let off = |rule: &str, answer: &str, output: &str, expected: Option<(&str, &str)>| {
        let got = explained(tokens(rule), answer.as_bytes(), output.as_bytes()).unwrap();
        let off = got.difference.off.as_ref().map(|off| (&*off.by, &*off.allowed));
        assert_eq!(off, expected, "{answer} against {output}");
        assert_eq!(got.note.ends_with(')'), expected.is_some(), "{}", got.note);
    };
    off("float_tolerance 1e-6", "2.333333333", "2.33333", Some(("3.3e-6", "2.3e-6")));
    off("float_absolute_tolerance 1e-6", "2.333333333", "2.33333", Some(("3.3e-6", "1e-6")));
    off("float_tolerance 0.1", "0", "5", Some(("5", "0.1")));
    off("float_tolerance 0.1", "1", "x", None);
    off("", "1", "2", None);
}

#[test]
fn lines_that_the_comparison_accepts_are_no_differences() {
    assert_eq!(window(LINES, "1 2\n3\n", "1  2 \r\n4\n"), " 1:1 2\n-2:[3]\n+2:[4]\n");
    assert_eq!(window(tokens(""), "Yes\n3\n", "YES\n4\n"), " 1:Yes\n-2:[3]\n+2:[4]\n");
    let close = tokens("float_tolerance 0.1");
    assert_eq!(window(close, "1.0\n5\n2.0\n", "1.05\n7\n2.05\n"), " 1:1.0\n-2:[5]\n+2:[7]\n 3:2.0\n");
    // But white space counts where it is what is wrong.
    assert_eq!(window(LINES, "1 2\n", "1  2\n"), "-1:1[ ]2\n+1:1[  ]2\n");
    assert_eq!(window(EXACT, "a\n", "a"), "-1:a\n+1:a$\n");
}

fn hint_of(comparison: Comparison, answer: &str, output: &str, expected: Option<&str>) {
    let got = explained(comparison, answer.as_bytes(), output.as_bytes()).unwrap();
    assert_eq!(got.difference.hint.as_deref(), expected, "{answer:?} against {output:?}");
}

#[test]
fn a_hint_says_what_would_have_been_right() {
    hint_of(LINES, "1\n", "", Some("the output is empty"));
    hint_of(LINES, "1\n", " \n", Some("the output is empty"));
    hint_of(UNORDERED, "1\n", " \n", Some("the output is empty"));
    hint_of(LINES, "", "1\n", Some("the answer is empty"));
    hint_of(tokens(""), " \n", "1\n", Some("the answer is empty"));
    hint_of(LINES, "1\n2\n", "1\n", Some("the output is a prefix of the answer: it stops early"));
    hint_of(LINES, "1\n", "1\n2\n", Some("the answer is a prefix of the output: it goes on too long"));
    hint_of(LINES, "Yes\n", "YES\n", Some("only upper and lower case differ, as `any-case` allows"));
    hint_of(tokens("case_sensitive"), "Yes\n", "YES\n", Some("only upper and lower case differ, as `any-case` allows"));
    let order = Some("the lines are right, but in another order: `unordered` would accept them");
    hint_of(LINES, "1\n2\n", "2\n1\n", order);
    hint_of(tokens(""), "1\n2\n", "2\n1\n", order);
    let close = Some("the numbers are right to within 1e-6: `tokens` with that tolerance would accept them");
    hint_of(LINES, "0.5\n", "0.50000001\n", close);
    hint_of(UNORDERED, "0.5\n", "0.50000001\n", close);
    hint_of(LINES, "1\n", "2\n", None);
    hint_of(UNORDERED, "a\nc\n", "a\n c\n", Some("only white space differs"));
    hint_of(UNORDERED, "a\nC\n", "a\nc\n", Some("only upper and lower case differ, as `any-case` allows"));
    hint_of(UNORDERED, "a\nC\n", "a\n c\n", None);
    hint_of(tokens("case_sensitive space_change_sensitive"), "A b\n", "a  b\n", None);
    hint_of(tokens("float_tolerance 0.1"), "1\n", "2\n", None);
    hint_of(tokens("space_change_sensitive"), "a b", "A  B", Some("only white space differs"));
    hint_of(tokens("space_change_sensitive"), "a b c", "a  b d", None);
}

#[test]
fn large_multisets_are_not_searched() {
    let large: String = (0..300_000).map(|i| format!("{i}\n")).collect();
    let got = explained(UNORDERED, large.as_bytes(), b"1\n").unwrap();
    assert_eq!(got.note, "the lines differ, in whatever order");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_bytes_there_is_a_bounded_explanation(
        which in 0..7usize,
        answer in bytes(),
        output in bytes(),
    ) {
        let comparison = [
            LINES,
            EXACT,
            UNORDERED,
            tokens(""),
            tokens("case_sensitive space_change_sensitive"),
            tokens("float_tolerance 0.5"),
            tokens("float_tolerance 0.5 space_change_sensitive"),
        ][which];
        let Some(got) = explained(comparison, &answer, &output) else { return Ok(()) };
        prop_assert!(!got.note.is_empty() && got.note.len() < 1000 && !got.note.contains('\n'), "{}", got.note);
        prop_assert!(got.note.chars().all(|c| !c.is_control()), "{:?}", got.note);
        let difference = got.difference;
        prop_assert!(difference.line >= 1);
        prop_assert!(difference.window.len() <= 400 && !difference.window.is_empty());
        for pair in &difference.window {
            prop_assert!(pair.text.len() <= 200);
            prop_assert!(pair.emphasis.iter().all(|span| span.start < span.end && span.end <= pair.text.len()));
            let source = if pair.change == LineChange::Extra { &output } else { &answer };
            let line = source.split(|b| *b == b'\n').nth(pair.number as usize - 1).unwrap();
            let start = pair.start as usize;
            prop_assert_eq!(&line[start..start + pair.text.len()], &pair.text[..]);
            prop_assert_eq!(line.len() as u64, pair.text.len() as u64 + pair.cut);
        }
    }
}

const PIECES: &[&[u8]] =
    &[b"1", b"2", b" ", b" ", b"\n", b"\n", b"a", b"A", b"\r\n", b"\0", b"\xff", b"1.5", b"\x1b[1m"];

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => proptest::sample::select(PIECES).prop_map(<[u8]>::to_vec),
        1 => (any::<u8>(), 0..500usize).prop_map(|(byte, n)| vec![byte; n]),
    ];
    proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}
