use super::*;

#[track_caller]
fn complains<T: std::fmt::Debug>(text: &str, read: impl FnOnce(&mut Reader) -> Result<T>, expected: &str) {
    let complaint = read(&mut Reader::of(text)).unwrap_err();
    assert_eq!(complaint.to_string(), expected);
    assert!(!complaint.is_fault());
}

#[test]
fn numbers_are_read_over_any_white_space() {
    let mut input = Reader::of("\r\n 3\t\n\n7\r\n-8 0");
    let n = input.int("n", 1..=9).unwrap();
    assert_eq!(input.ints("x", n, -8..=7).unwrap(), [7, -8, 0]);
    assert!(input.at_end());
    input.end().unwrap();
}

#[test]
fn a_number_out_of_bounds_is_named_with_line_and_token() {
    let two = |input: &mut Reader| input.ints("heap", 2, -5..=10);
    complains("1 11", two, "line 1, token 2: heap 2 is 11, at most 10");
    complains("1\n\n -6", two, "line 3, token 1: heap 2 is -6, at least -5");
    let huge = "9".repeat(60);
    let expected = format!("line 1, token 1: heap 1 is {}..., at most 10", "9".repeat(40));
    complains(&huge, two, &expected);
    let small = |input: &mut Reader| input.int("n", ..);
    complains("9223372036854775808", small, "line 1, token 1: n is 9223372036854775808, beyond 64 bits");
}

#[test]
fn every_integer_of_64_bits_is_read() {
    for &value in &[i64::MIN, -1, 0, i64::MAX] {
        assert_eq!(Reader::of(&value.to_string()).int("n", ..).unwrap(), value);
    }
}

#[test]
fn a_number_is_written_in_one_way() {
    for token in ["07", "00", "-0", "+1", "1.0", "1e3", "0x1", "-", "7a", "\u{663}", "1\0"] {
        let complaint = Reader::of(token).int("n", ..).unwrap_err().to_string();
        assert!(complaint.ends_with("not a plain whole number"), "{}: {}", token, complaint);
    }
}

#[test]
fn bytes_that_cannot_be_printed_are_escaped() {
    let two = |input: &mut Reader| input.int("n", 1..=2);
    complains("\u{1b}[31m", two, "line 1, token 1: n is '\\u{1b}[31m', not a plain whole number");
}

#[test]
fn an_input_that_ends_early_or_late_is_named_at_its_last_token() {
    let pair = |input: &mut Reader| {
        input.ints("x", 2, ..)?;
        input.end()
    };
    complains("4\n\n\n", pair, "line 1, token 2: x 2 is missing, the input ends here");
    complains("", pair, "line 1, token 1: x 1 is missing, the input ends here");
    complains("4 5\n6", pair, "line 2, token 1: '6' where the input should end");
}

#[test]
fn form_feeds_are_white_space_in_an_output_only() {
    complains("1\u{c}2", |input| input.int("n", ..), "line 1, token 1: n is '1\\u{c}2', not a plain whole number");
    let mut output = Reader::new("output", Owner::Solution, b"1\x0c2\x0b".to_vec(), 1);
    assert_eq!(output.ints("n", 2, ..).unwrap(), [1, 2]);
    output.end().unwrap();
}

#[test]
fn distinct_numbers_may_not_repeat() {
    complains("5 6 5", |input| input.distinct("cell", 3, 1..=9), "line 1, token 3: cell 5 occurs twice");
    assert_eq!(Reader::of("5 6 4").distinct("cell", 3, 1..=9).unwrap(), [5, 6, 4]);
}

#[test]
fn skip_reads_on_only_over_all_of_its_tokens() {
    let mut input = Reader::of("0 5\n0  0 7");
    assert!(!input.skip("0 0"));
    assert_eq!(input.ints("pair", 2, ..).unwrap(), [0, 5]);
    assert!(input.skip("0 0"));
    assert!(!input.skip("7 7"));
    assert!(input.skip("7"));
    assert!(!input.skip("7"));
    // The token is compared, not the value: 00 does not end a list.
    assert!(!Reader::of("00").skip("0"));
}

#[test]
fn words_are_tokens_or_one_of_a_list() {
    let mut input = Reader::of("alpha trap\n");
    assert_eq!(input.token("name").unwrap(), "alpha");
    assert_eq!(input.one_of("manner", &["drag", "trap"]).unwrap(), "trap");
    let manner = |input: &mut Reader| input.one_of("manner", &["drag", "trap"]).map(str::to_string);
    complains("Trap", manner, "line 1, token 1: manner is 'Trap', none of drag, trap");
    complains(" ", manner, "line 1, token 1: manner is missing, the input ends here");
}

#[test]
fn floats_are_decimal_and_within_their_range() {
    for (text, value) in [("0.25", 0.25), ("-3", -3.0), ("1e-3", 0.001), (".5", 0.5)] {
        assert_eq!(Reader::of(text).float("x", -5.0..=5.0).unwrap(), value);
    }
    let float = |input: &mut Reader| input.float("x", -5.0..=5.0);
    complains("5.01", float, "line 1, token 1: x is 5.01, not from -5 to 5");
    for text in ["nan", "inf", "-infinity", "0x1", "1e", "--1", "1_0"] {
        complains(text, float, &format!("line 1, token 1: x is '{}', not a number", text));
    }
}

#[test]
fn a_strict_reader_takes_one_space_one_line_feed_and_nothing_else() {
    let strict = |input: &mut Reader| {
        input.strict();
        let n = input.int("n", 1..=9)?;
        input.eol()?;
        input.ints("x", n, ..)?;
        input.eol()?;
        input.end()
    };
    strict(&mut Reader::of("2\n7 8\n")).unwrap();
    complains(" 2\n7 8\n", strict, "line 1, token 1: white space where n should stand");
    complains("2 \n7 8\n", strict, "line 1, token 1: a line feed should follow");
    complains("2\r\n7 8\n", strict, "line 1, token 1: a line feed should follow");
    complains("2\n7  8\n", strict, "line 2, token 2: white space where x 2 should stand");
    complains("2\n7\n8\n", strict, "line 2, token 1: a space should follow");
    complains("2\n7 8", strict, "line 2, token 2: a line feed should follow");
    complains("2\n7 8\n\n", strict, "line 3: white space where the input should end");
    // The same grammar in a reader that is not strict.
    let mut input = Reader::of(" 2 7\r\n8");
    let n = input.int("n", 1..=9).unwrap();
    input.eol().unwrap();
    input.ints("x", n, ..).unwrap();
    input.space().unwrap();
    input.end().unwrap();
}

#[test]
fn bounds_are_joined_under_their_names() {
    let mut input = Reader::of("3 5 9 4 77");
    input.ints("heap", 2, 1..=10).unwrap();
    input.ints("heap", 0, 1..=10).unwrap();
    input.int("heap", 0..=12).unwrap();
    input.int("the last", 4..=4).unwrap();
    input.int("an open one", 0..).unwrap();
    input.record("sum", 0..=100, 17).unwrap();
    let lines = input.bound_lines();
    assert_eq!(
        lines.lines().collect::<Vec<_>>(),
        ["bound heap 0 12 3 9", "bound the-last 4 4 4 4", "bound sum 0 100 17 17"]
    );
    let complaint = input.record("sum", 0..=100, 101).unwrap_err();
    assert_eq!(complaint.to_string(), "line 1, token 5: sum is 101, at most 100");
}

#[test]
fn a_mistake_in_the_jurys_file_is_a_fault() {
    let complaint = Reader::new("answer", Owner::Jury, b"\nx".to_vec(), 1).int("n", ..).unwrap_err();
    assert!(complaint.is_fault());
    assert_eq!(complaint.to_string(), "the answer, line 2, token 1: n is 'x', not a plain whole number");
}
