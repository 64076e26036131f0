use super::*;
use crate::testing::{Fake, excerpt, problem};
use model::record::Run;
use model::{Deviation, LinePair};

fn failures<'a>(run: &'a Run) -> Failures<'a> {
    Failures { run, unicode: true, columns: 60, outputs: None }
}

fn titles(fake: &Fake, all: bool) -> (Vec<String>, Option<String>) {
    let run = Run::default();
    let (chosen, rest) = failures(&run).chosen(&fake.result, all);
    (chosen.iter().map(|failure| failure.title.plain()).collect(), rest)
}

#[test]
fn all_samples_are_shown_and_then_one_test_for_each_verdict() {
    let fake = Fake::new(&problem("nim", 3, 5), "").verdicts("W.RWWRTT");
    let (rendered, rest) = titles(&fake, false);
    let tests = ["sample/01", "sample/03", "secret/01", "secret/04", "secret/03"];
    let mut expected: Vec<String> = tests.iter().map(|test| format!("nim/nim.rs on {test}")).collect();
    expected.swap(3, 4);
    let mut sorted = rendered.clone();
    sorted[2..].sort();
    expected[2..].sort();
    assert_eq!(sorted, expected);
    assert_eq!(rest.unwrap(), "1 more WA: secret/02; 1 more TLE: secret/05");
    assert_eq!(titles(&fake, true).0.len(), 7);
}

#[test]
fn a_checker_is_named_only_where_something_was_compared() {
    let check = |letters: &str, expected: &[&str]| {
        let fake = Fake::new(&problem("nim", 0, 1), "").verdicts(letters).evidence(0, |evidence| {
            if letters != "W" {
                evidence.difference = None;
            }
        });
        let run = Run::default();
        let failure = failures(&run).of_test(&fake.result, &fake.result.tests[0]).unwrap();
        assert_eq!(failure.facts, expected);
    };
    check("W", &["checker: lines", "3 ms", "2 MiB"]);
    for letter in ["R", "T", "M", "O"] {
        check(letter, &["3 ms", "2 MiB"]);
    }
}

#[test]
fn a_number_says_how_far_it_is_off_and_how_far_it_may_be() {
    let fake = Fake::new(&problem("nim", 0, 1), "").verdicts("W").evidence(0, |evidence| {
        let difference = evidence.difference.as_mut().unwrap();
        difference.off = Some(Deviation { by: "3.3e-6".to_owned(), allowed: "1e-6".to_owned() });
    });
    let run = Run::default();
    let failure = failures(&run).of_test(&fake.result, &fake.result.tests[0]).unwrap();
    let Part::Line(place) = &failure.parts[0] else { panic!("the place comes first") };
    assert_eq!(place.plain(), "line 1, token 1: expected -2, got 0 (off by 3.3e-6, allowed 1e-6)");
}

#[test]
fn equal_lines_that_are_left_out_are_counted() {
    let line = |change, number, output_number| LinePair {
        change,
        number,
        output_number,
        text: b"x".to_vec(),
        emphasis: Vec::new(),
        start: 0,
        cut: 0,
        newline: true,
    };
    use LineChange::{Extra, Missing, Same};
    let lines = [
        line(Extra, 1, None),
        line(Same, 1, Some(2)),
        line(Same, 8, Some(9)),
        line(Missing, 9, None),
        line(Missing, 10, None),
        line(Extra, 10, None),
        line(Same, 11, Some(11)),
    ];
    let skipped: Vec<u64> = numbered(&lines).map(|(skipped, _)| skipped).collect();
    assert_eq!(skipped, [0, 0, 6, 0, 0, 0, 0]);

    let below = |answer: &str, lines: &[LinePair], more| {
        equal_below(&Difference { window: lines.to_vec(), more, ..Difference::default() }, &excerpt(answer))
    };
    assert_eq!(below(&"x\n".repeat(14), &lines, false), 3);
    assert_eq!(below(&("x\n".repeat(13) + "x"), &lines, false), 3);
    assert_eq!(below(&"x\n".repeat(11), &lines, false), 0);
    assert_eq!(below(&"x\n".repeat(14), &lines, true), 0, "the others were not compared");
    assert_eq!(below(&"x\n".repeat(14), &lines[..6], false), 0, "it ends with what differs");
}

#[test]
fn two_long_words_are_cut_so_that_they_differ() {
    let check = |expected: &str, got: &str, words: &str| {
        let fake = Fake::new(&problem("nim", 0, 1), "").verdicts("W").evidence(0, |evidence| {
            let difference = evidence.difference.as_mut().unwrap();
            difference.expected = Some(expected.into());
            difference.got = Some(got.into());
        });
        let run = Run::default();
        let failures = Failures { columns: 12, ..failures(&run) };
        let failure = failures.of_test(&fake.result, &fake.result.tests[0]).unwrap();
        let Part::Line(place) = &failure.parts[0] else { panic!("the place comes first") };
        assert_eq!(place.plain(), format!("line 1, token 1: {words}"));
    };
    let (a, b) = ("a".repeat(29), format!("{}baaa", "a".repeat(25)));
    check(&a, &b, "expected …aaaaaaaaaaaa, got …aaaaaaaabaaa");
    check(&a, &format!("{b}{b}"), "expected …aaaaaaaaaaaa, got …aaaaaaaabaaa…");
    // What is seen anyway stays whole, from its beginning.
    check("abc", "abd", "expected abc, got abd");
    check(&a, "ab", "expected aaaaaaaaaaaa…, got ab");
    // No character is cut in two.
    let (wide, other) = ("长".repeat(20), format!("{}短长", "长".repeat(18)));
    check(&wide, &other, "expected …长长长长长, got …长长长短长");
}
