//! Tests that failing inputs are made small.

use ctd::{Program, Reading, shrink, validate};

fn shrunk(grammar: &str, input: &str, mut fails: impl FnMut(&[i64]) -> bool) -> String {
    let program = Program::parse(grammar.as_bytes()).unwrap();
    let still_fails = |input: &[u8]| {
        let text = std::str::from_utf8(input).unwrap();
        let numbers = || text.split_whitespace().map(|word| word.parse().unwrap()).collect::<Vec<i64>>();
        Some(validate(&program, input, &Reading::default()).is_ok() && fails(&numbers()))
    };
    String::from_utf8(shrink(input.as_bytes(), still_fails, 20_000)).unwrap()
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
fn a_failing_nim_input_of_a_hundred_heaps_ends_at_one_or_two_small_ones() {
    let heaps = noise(100, 10_000);
    let input = format!("100\n{}\n", line(&heaps));
    let won = |numbers: &[i64]| numbers[1..].iter().fold(0, |sum, heap| sum ^ heap) != 0;
    // Common mistakes: the sum's parity, the number of heaps.
    let by_sum = shrunk(NIM, &input, |numbers| won(numbers) != (numbers[1..].iter().sum::<i64>() % 2 == 1));
    assert_eq!(by_sum, "1\n2\n");
    let by_count = shrunk(NIM, &input, |numbers| won(numbers) && numbers[0] % 2 == 0);
    assert_eq!(by_count, "2\n1 2\n");
}

#[test]
fn cases_that_do_not_matter_are_dropped() {
    let grammar = "INT(1,100,t) NEWLINE REP(t) INT(1,100,n) NEWLINE REP(n,SPACE) INT(0,1000,a) END NEWLINE END";
    let case = |case: usize| {
        let numbers = noise(10 + case % 5, 900);
        format!("{}\n{}\n", numbers.len(), line(&numbers))
    };
    let mut cases: Vec<String> = (0..40).map(case).collect();
    cases[17] = "3\n1 999 2\n".to_owned();
    let input = format!("40\n{}", cases.concat());
    assert_eq!(shrunk(grammar, &input, |numbers| numbers.contains(&999)), "1\n1\n999\n");
}

#[test]
fn lists_that_share_a_count_lose_the_same_items() {
    let grammar =
        "INT(1,50,n) NEWLINE REPI(i,n,SPACE) INT(1,100,a[i]) END NEWLINE REPI(i,n,SPACE) INT(1,100,b[i]) END NEWLINE";
    let (mut a, mut b) = (noise(50, 40), vec![1; 50]);
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
fn a_number_is_lowered_as_far_as_it_goes() {
    let grammar = "INT(-1000000,1000000,a) SPACE INT(1,1000000,b) SPACE INT(1,1000000,c)";
    assert_eq!(shrunk(grammar, "-999999 5 1", |x| x[0].abs() >= 1234), "1234 1 1");
    assert_eq!(shrunk(grammar, "-999999 5 1", |x| x[0] <= -1234), "-1234 1 1");
}

#[test]
fn texts_and_loops_without_a_count_shrink_as_well() {
    let result = |grammar: &str, input: &str, needle: &'static str| {
        let program = Program::parse(grammar.as_bytes()).unwrap();
        let is_valid = |text: &[u8]| validate(&program, text, &Reading::default()).is_ok();
        let fails = |text: &[u8]| Some(std::str::from_utf8(text).unwrap().contains(needle) && is_valid(text));
        String::from_utf8(shrink(input.as_bytes(), fails, 5000)).unwrap()
    };
    assert_eq!(result("REGEX(\"[a-z]{2,20}\") NEWLINE", "qwertyzxcvb\n", "y"), "ty\n");
    assert_eq!(result("WHILE(!ISEOF) INT(0,99) NEWLINE END", "5\n6\n77\n8\n9\n", "7"), "7\n");
}
