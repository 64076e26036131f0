//! Tests that failing inputs are made small.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ctd::{Program, Reading, WhiteSpace, shrink, shrink_text, validate};

fn shrunk(grammar: &str, input: &str, mut fails: impl FnMut(&[i64]) -> bool) -> String {
    let program = Program::parse(grammar.as_bytes()).unwrap();
    let still_fails = |input: &[u8]| {
        assert!(validate(&program, input, &Reading::default()).is_ok(), "{:?}", String::from_utf8_lossy(input));
        let text = std::str::from_utf8(input).unwrap();
        let numbers: Vec<i64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
        fails(&numbers)
    };
    String::from_utf8(shrink(&program, input.as_bytes(), &Reading::default(), still_fails, 20_000)).unwrap()
}

/// Pseudo-random numbers from 1 to `modulus`.
fn noise(count: usize, modulus: u64) -> Vec<u64> {
    let step = |x: &u64| Some(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
    std::iter::successors(Some(7), step).skip(1).map(|x| 1 + (x >> 33) % modulus).take(count).collect()
}

fn line(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

const NIM: &str = "INT(1,100,n) NEWLINE REP(n,SPACE) INT(1,10000,heap) END NEWLINE";

#[test]
fn a_failing_nim_input_of_a_hundred_heaps_ends_at_a_few_small_ones() {
    let heaps = noise(100, 10_000);
    let input = format!("100\n{}\n", line(&heaps));
    let won = |numbers: &[i64]| numbers[1..].iter().fold(0, |sum, heap| sum ^ heap) != 0;
    // Common mistakes: the sum's parity, the number of heaps, the largest heap alone.
    let by_sum = shrunk(NIM, &input, |numbers| won(numbers) != (numbers[1..].iter().sum::<i64>() % 2 == 1));
    assert_eq!(by_sum, "1\n2\n");
    let by_count = shrunk(NIM, &input, |numbers| won(numbers) && numbers[0] % 2 == 0);
    assert_eq!(by_count, "2\n1 2\n");
    let mut lost = heaps.clone();
    lost.push(heaps.iter().fold(0, |sum, heap| sum ^ heap));
    let lost = lost[1..].iter().copied().chain([heaps[0]]).collect::<Vec<_>>();
    let never_lost = |numbers: &[i64]| !won(numbers) && numbers[0] > 2;
    let by_greed = shrunk(&NIM.replace("100,n", "101,n"), &format!("101\n{}\n", line(&lost)), never_lost);
    assert_eq!(by_greed, "4\n1 1 1 1\n");
}

#[test]
fn cases_that_do_not_matter_are_dropped() {
    let grammar = "INT(1,100,t) NEWLINE REP(t) INT(1,100,n) NEWLINE REP(n,SPACE) INT(0,1000,a) END NEWLINE END";
    let cases: Vec<String> = (0..40)
        .map(|case| {
            let numbers = noise(10 + case % 5, 900);
            format!("{}\n{}\n", numbers.len(), line(&numbers))
        })
        .collect();
    let mut cases = cases;
    cases[17] = "3\n1 999 2\n".to_owned();
    let input = format!("40\n{}", cases.concat());
    assert_eq!(shrunk(grammar, &input, |numbers| numbers.contains(&999)), "1\n1\n999\n");
}

#[test]
fn loops_that_share_a_count_lose_the_same_turns() {
    let grammar =
        "INT(1,50,n) NEWLINE REPI(i,n,SPACE) INT(1,100,a[i]) END NEWLINE REPI(i,n,SPACE) INT(1,100,b[i]) END NEWLINE";
    let (a, b) = (noise(50, 40), vec![1; 50]);
    let (mut a, mut b) = (a, b);
    (a[30], b[30]) = (77, 88);
    let input = format!("50\n{}\n{}\n", line(&a), line(&b));
    let fails = |numbers: &[i64]| {
        let n = numbers[0] as usize;
        (0..n).any(|i| numbers[1 + i] > 50 && numbers[1 + n + i] > 50)
    };
    assert_eq!(shrunk(grammar, &input, fails), "1\n51\n51\n");
}

#[test]
fn numbers_depend_on_each_other_and_stay_valid() {
    let grammar =
        "INT(2,100,n) SPACE INT(1,1000,m) NEWLINE REP(m) INT(1,n,a) SPACE INT(1,n,b) ASSERT(a!=b) NEWLINE END";
    let edges: Vec<String> = noise(60, 49).iter().map(|&x| format!("{} {}\n", x, x + 1 + x % 40)).collect();
    let input = format!("100 60\n{}", edges.concat());
    let fails = |numbers: &[i64]| numbers[2..].chunks(2).any(|edge| edge[0] + 3 < edge[1]);
    assert_eq!(shrunk(grammar, &input, fails), "5 1\n1 5\n");
}

#[test]
fn what_numbers_have_in_common_is_kept_while_they_shrink() {
    let grammar = "INT(1,1000000,a) SPACE INT(1,1000000,b) SPACE INT(1,1000000,c)";
    assert_eq!(shrunk(grammar, "7777 7777 12", |x| x[0] == x[1]), "1 1 1");
    assert_eq!(shrunk(grammar, "500000 123456 90000", |x| x[0] - x[1] == 376_544), "376545 1 1");
    assert_eq!(shrunk(grammar, "5000 4000 1000", |x| x[0] + x[1] + x[2] == 10_000), "1 1 9998");
    assert_eq!(shrunk(grammar, "90 80 70", |x| !x.is_sorted()), "1 2 1");
    assert_eq!(shrunk(grammar, "999999 5 1", |x| x[0] >= 1234), "1234 1 1");
}

#[test]
fn texts_floats_and_questions_shrink_as_well() {
    let program = |grammar: &str| Program::parse(grammar.as_bytes()).unwrap();
    let result = |grammar: &str, input: &str, needle: &'static str| {
        let fails = move |text: &[u8]| std::str::from_utf8(text).unwrap().contains(needle);
        String::from_utf8(shrink(&program(grammar), input.as_bytes(), &Reading::default(), fails, 5000)).unwrap()
    };
    assert_eq!(result("REGEX(\"[a-z]{2,20}\") NEWLINE", "qwertyzxcvb\n", "y"), "ay\n");
    assert_eq!(result("WHILE(!ISEOF) INT(0,99) NEWLINE END", "5\n6\n77\n8\n9\n", "7"), "7\n");
    assert_eq!(result("FLOAT(0,100) NEWLINE FLOAT(0,100) NEWLINE", "12.345\n7.25\n", "7"), "0\n7\n");
    assert_eq!(
        result(
            "REP(3) IF(MATCH(\"i\")) STRING(\"impossible\") ELSE INT(0,100) END NEWLINE END",
            "impossible\n42\nimpossible\n",
            "4"
        ),
        "0\n0\n4\n"
    );
}

#[test]
fn an_input_that_the_grammar_rejects_is_shrunk_as_text() {
    let program = Program::parse(NIM.as_bytes()).unwrap();
    let result = shrink(
        &program,
        b"3\n10 20 30 40 50\n",
        &Reading::default(),
        |text| text.windows(2).any(|pair| pair == b"40"),
        1000,
    );
    assert_eq!(result, b"40");
    assert_eq!(shrink_text(b"same", |_| false, 100), b"same");
}

#[test]
fn white_space_that_does_not_matter_becomes_what_the_grammar_has() {
    let program = Program::parse(NIM.as_bytes()).unwrap();
    let free = Reading { white_space: WhiteSpace::Free, ..Reading::default() };
    let input = b"\n 4\t10\r\n20 30\n\n 40";
    let has_forty = |text: &[u8]| text.windows(2).any(|pair| pair == b"40");
    assert_eq!(shrink(&program, input, &free, has_forty, 1000), b"1\n40\n");
    // Here it does matter.
    let has_tab = |text: &[u8]| text.contains(&b'\t');
    assert_eq!(shrink(&program, input, &free, has_tab, 1000), b"\t");
}

#[test]
fn the_budget_is_kept_and_a_test_that_never_fails_changes_nothing() {
    let program = Program::parse(NIM.as_bytes()).unwrap();
    let input = format!("100\n{}\n", line(&noise(100, 10_000)));
    let mut questions = 0;
    let count = |_: &[u8]| {
        questions += 1;
        questions % 3 == 0
    };
    shrink(&program, input.as_bytes(), &Reading::default(), count, 25);
    assert!(questions <= 25);
    assert_eq!(shrink(&program, input.as_bytes(), &Reading::default(), |_| false, 100_000), input.as_bytes());
}

#[test]
fn it_ends_when_it_is_cancelled_though_there_are_thousands_of_loops() {
    const CASES: &str = "INT(1,100000,t) NEWLINE REP(t) INT(1,9,n) REP(n) SPACE INT(0,99,a) END NEWLINE END";
    let program = Program::parse(CASES.as_bytes()).unwrap();
    let input = format!("8000\n{}", "3 10 20 30\n".repeat(8000));
    let cancel = Arc::new(AtomicBool::new(false));
    let reading = Reading { cancel: Some(Arc::clone(&cancel)), ..Reading::default() };
    let mut questions = 0;
    let cancels = |_: &[u8]| {
        questions += 1;
        cancel.store(questions >= 3, Ordering::Relaxed);
        false
    };
    assert_eq!(shrink(&program, input.as_bytes(), &reading, cancels, 5000), input.as_bytes());
    assert_eq!(questions, 3);
}

#[test]
fn the_turns_of_every_loop_are_sorted() {
    // Enough numbers that not all pairs of them are tried.
    let heaps: Vec<u64> = (10..40).rev().collect();
    let sorted = heaps.iter().rev().map(|heap| format!("{heap}\n")).collect::<String>();
    let lines = heaps.iter().map(|heap| format!("{heap}\n")).collect::<String>();
    let all = |x: &[i64]| x.len() == 30 && (10..40).all(|heap| x.contains(&heap));
    let counted = "INT(30,30,n) NEWLINE REP(n) INT(0,99) NEWLINE END";
    assert_eq!(shrunk(counted, &format!("30\n{lines}"), |x| all(&x[1..])), format!("30\n{sorted}"));
    assert_eq!(shrunk("WHILE(!ISEOF) INT(0,99) NEWLINE END", &lines, all), sorted);
}
