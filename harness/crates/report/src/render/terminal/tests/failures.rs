//! Failures, shown once more before the summary.

use super::*;

#[test]
fn an_unexpected_accepted_is_loud() {
    let nim = problem("nim", 1, 19);
    let fake = Fake::new(&nim, "no-reset").expect(&[Verdict::WrongAnswer]);
    let fake = fake.change(|solution| solution.notes.push("x keeps its value from case to case".to_owned()));
    check(
        vec![fake],
        &options(),
        str![[r#"
   Judging 1 problem, 1 solution, 20 tests (2 jobs, rustc 1.95.0 -O, full containment)
      FAIL nim  no-reset.rs  . ...................  20/20  expected WA, got only AC

AC nim/no-reset.rs: expected wrong-answer, got only AC
  its note: x keeps its value from case to case
  again: cargo run -p harness -- nim/no-reset.rs

  FAIL  0 of 1 solution as expected · 1 failed · 20 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn a_promised_verdict_that_did_not_come_names_what_came() {
    let nim = problem("nim", 1, 3);
    let some = Fake::new(&nim, "slow").expect(&[Verdict::TimeLimit]).verdicts("..");
    let compiles = Fake::new(&nim, "broken").expect(&[Verdict::CompileError]);
    check(
        vec![some, compiles],
        &options(),
        str![[r#"
   Judging 1 problem, 2 solutions, 8 tests (2 jobs, rustc 1.95.0 -O, full containment)
      FAIL nim  slow.rs    . ...  4/4  expected TLE, got only AC
      FAIL nim  broken.rs  . ...  4/4  expected CE, got only AC

AC nim/slow.rs: expected time-limit, got only AC
  again: cargo run -p harness -- nim/slow.rs

AC nim/broken.rs: expected compile-error, but it compiles and was run
  again: cargo run -p harness -- nim/broken.rs

  FAIL  0 of 2 solutions as expected · 2 failed · 8 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn what_surprises_is_shown_once_for_each_verdict() {
    let nim = problem("nim", 1, 8);
    let mut fake = Fake::new(&nim, "").verdicts(".W.WR..RW").test(4, |test| {
        test.note = Some("signal 11 (SIGSEGV)".to_owned());
    });
    fake = fake.evidence(4, |evidence| {
        evidence.difference = None;
        evidence.output = excerpt("");
        evidence.stderr = excerpt("thread 'main' panicked at nim.rs:7:5:\nindex out of bounds\n");
    });
    check(
        vec![fake.clone()],
        &options(),
        str![[r#"
   Judging 1 problem, 1 solution, 9 tests (2 jobs, rustc 1.95.0 -O, full containment)
      FAIL nim  nim.rs  . W.WR..RW  4/9  3 WA, 2 RTE, first secret/01

WA nim/nim.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- nim/nim.rs -t secret/01

RTE nim/nim.rs on secret/04  3 ms  2 MiB
  signal 11 (SIGSEGV)
  stderr:
  | thread 'main' panicked at nim.rs:7:5:
  | index out of bounds
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  again: cargo run -p harness -- nim/nim.rs -t secret/04
  … 2 more WA: secret/03, secret/08; 1 more RTE: secret/07 (-a to show)

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 9 tests in 4.2 s (31 from cache)

"#]],
    );
    let all = rendered(vec![fake], &Options { all_failures: true, ..options() });
    assert_eq!(all.matches("again: ").count(), 5, "every failure is shown: {all}");
}

#[test]
fn the_checkers_own_words_come_first() {
    let mut nim = problem("nim", 1, 2);
    let spec =
        ProgramSpec { protocol: Protocol::Icpc, file: "checker.rs".into(), args: Vec::new(), accepts_answers: true };
    std::sync::Arc::make_mut(&mut nim).judging = Judging::Checker(spec);
    let fake = Fake::new(&nim, "").verdicts(".WW");
    let fake = fake.evidence(1, |evidence| {
        evidence.checker = "checker.rs".to_owned();
        evidence.message = Some("edge 3 is used twice\n".to_owned());
        evidence.difference = None;
    });
    let fake = fake.test(1, |test| test.checker_cpu = Some(ms(12.0)));
    check(
        vec![fake],
        &options(),
        str![[r#"
   Judging 1 problem, 1 solution, 3 tests (2 jobs, rustc 1.95.0 -O, full containment)
      FAIL nim  nim.rs  . WW  1/3  2 WA, first secret/01

WA nim/nim.rs on secret/01  checker: checker.rs (12 ms)  3 ms  2 MiB
  checker says: edge 3 is used twice
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- nim/nim.rs -t secret/01
  … 1 more WA: secret/02 (-a to show)

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 3 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn several_lines_that_differ_are_shown_as_a_diff_with_carets() {
    check(
        vec![window()],
        &Options { look: Look { width: Some(100), ..Look::default() }, ..options() },
        str![[r#"
Judging 1 problem, 1 solution, 4 tests (2 jobs, rustc 1.95.0 -O, full containment)
FAIL nim  nim.rs  . W..  3/4  1 WA, first secret/01

WA nim/nim.rs on secret/01  checker: lines  3 ms  2 MiB
  line 2, token 2: expected line, got time
  hint: tokens would have accepted line 3
  input  (300 lines, 5,400 bytes)
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    1 2 3 4 5 6 7 8 9
    … 288 more lines
  - expected  (27 lines, 216 bytes)   + got  (3 lines, 24 bytes)
  1 1   first
  2   - second line
               ^^^^
    2 + second␣␣time␣
              ^^^^^^
  3 3   third
  4   - 9999999999999999999999999999999999999999999999999999999999999999999999… 1,000,080 more bytes
        ^^^
    4 + (4,000 bytes) …tail of it
                       ^^^^
    3 + third (no newline at the end)
  … more lines follow
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 4 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn colour_emphasises_words_instead_of_carets() {
    let text = rendered(
        vec![window()],
        &Options { look: Look { color: true, width: Some(100), ..Look::default() }, ..options() },
    );
    assert!(!text.contains('^'), "{text}");
    assert!(text.contains("second \u{1b}[1m\u{1b}[4m\u{1b}[32mline\u{1b}[0m"), "{text}");
    assert!(text.contains("second\u{1b}[1m\u{1b}[4m\u{1b}[31m␣␣time\u{1b}[0m␣"), "{text}");
}

#[test]
fn a_dialogue_shows_who_said_what_at_its_end() {
    let utterance = |by, text: &str| Utterance { by, bytes: text.into() };
    let fake = Fake::new(&problem("guess", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
        evidence.checker = "interactor.rs".to_owned();
        evidence.message = Some("too many questions".to_owned());
        evidence.difference = None;
        evidence.answer = excerpt("");
        evidence.output = excerpt("");
        let turns =
            (0..10).flat_map(|i| [utterance(Speaker::Program, &format!("? {i}\n")), utterance(Speaker::Judge, "<\n")]);
        evidence.transcript = turns.collect();
        evidence.transcript.push(utterance(Speaker::Program, &"x".repeat(500)));
        evidence.transcript_cut = true;
    });
    check(
        vec![fake],
        &Options { look: Look { width: Some(80), ..Look::default() }, ..options() },
        str![[r#"
Judging 1 problem, 1 solution, 2 tests (2 jobs, rustc 1.95.0 -O, full
    containment)
FAIL guess  guess.rs  . W  1/2  1 WA, first secret/01

WA guess/guess.rs on secret/01  checker: interactor.rs  3 ms  2 MiB
  interactor says: too many questions
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  dialogue:
  | … 9 before (-a to show)
  | judge   > <⏎
  | program < ? 5⏎
  | judge   > <⏎
  | program < ? 6⏎
  | judge   > <⏎
  | program < ? 7⏎
  | judge   > <⏎
  | program < ? 8⏎
  | judge   > <⏎
  | program < ? 9⏎
  | judge   > <⏎
  | program < xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… 450 more bytes
  | … what followed was not kept
  again: cargo run -p harness -- guess/guess.rs -t secret/01

  slowest accepted: guess/guess.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 2 tests in 4.2 s
        (31 from cache)

"#]],
    );
}

#[test]
fn one_side_that_has_ended_is_said_in_words() {
    let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
        evidence.output = excerpt("");
        let difference = evidence.difference.as_mut().expect("a wrong answer has one");
        (difference.token, difference.got) = (None, None);
        difference.window.truncate(1);
    });
    check(
        vec![fake],
        &options(),
        str![[r#"
   Judging 1 problem, 1 solution, 2 tests (2 jobs, rustc 1.95.0 -O, full containment)
      FAIL nim  nim.rs  . W  1/2  1 WA, first secret/01

WA nim/nim.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1: expected -2, got nothing more
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  -2⏎
  got       (empty)
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 2 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn the_command_is_ascii_where_only_ascii_is_written_and_keeps_its_escapes() {
    let fake = |test: &str| {
        let id = model::TestId(test.into());
        Fake::new(&problem("nim", 1, 1), "").change(|solution| solution.tests[1].test = id).verdicts(".W")
    };
    let ascii = Options { look: Look { unicode: false, ..Look::default() }, ..options() };
    assert!(rendered(vec![fake("secret/数")], &ascii).contains("-t 'secret/\\u{6570}'\n"));
    assert!(rendered(vec![fake("secret/a\x1b")], &options()).contains("-t $'secret/a\\x1b'\n"));
}

#[test]
fn one_byte_more_is_one() {
    let line = format!("{}\n", "9".repeat(200));
    let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
        evidence.input = Excerpt { lines: None, ..excerpt(line.repeat(2)) };
        evidence.input.head.pop();
    });
    let text = rendered(vec![fake], &options());
    assert!(text.contains("1 more byte\n"), "{text}");
}

#[test]
fn marked_spaces_at_the_end_keep_within_the_width() {
    let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
        evidence.input = excerpt(format!("1{}\n2\n", " ".repeat(50)));
        let difference = evidence.difference.as_mut().unwrap();
        let spaces = format!("7{}", " ".repeat(40));
        difference.window = vec![
            pair(LineChange::Missing, 1, "7", &[]),
            pair(LineChange::Extra, 1, &spaces, &[(1, 41)]),
            pair(LineChange::Same, 2, "8", &[]),
        ];
        evidence.answer = excerpt("7\n8\n");
        evidence.output = excerpt(format!("{spaces}\n8\n"));
    });
    rendered(vec![fake], &Options { look: Look { width: Some(60), unicode: false, ..Look::default() }, ..options() });
}

#[test]
fn the_name_of_a_group_is_harmless() {
    let group = model::GroupRule { group: "a\x1b[31m".to_owned(), verdicts: None, score: None };
    let wrong = WrongGroup { expected: group, verdict: None, points: None };
    let mut fake = Fake::new(&problem("nim", 1, 1), "");
    fake.result.wrong_groups.push(wrong);
    fake.result.status = model::Status::Unmet;
    rendered(vec![fake], &options());
}

#[test]
fn a_last_line_without_a_newline_is_counted() {
    let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
        evidence.input = excerpt("1\n2");
        evidence.answer = excerpt("1\n2\n");
        evidence.output = excerpt("1\n2\n".repeat(7) + "3");
        evidence.difference = None;
    });
    let text = rendered(vec![fake], &options());
    assert!(text.contains("input  (2 lines, 3 bytes)"), "{text}");
    assert!(text.contains("expected  (2 lines, 4 bytes)") && text.contains("got  (15 lines, 29 bytes)"), "{text}");
    assert!(text.contains("… 3 more lines"), "{text}");
}

#[test]
fn a_part_of_a_difference_does_not_pass_for_all_that_is_left_out() {
    let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
        evidence.answer = excerpt("1\n".repeat(3000));
        let difference = evidence.difference.as_mut().unwrap();
        difference.window = (1..=60).map(|line| pair(LineChange::Missing, line, "1", &[])).collect();
        difference.more = true;
    });
    let text = rendered(vec![fake], &options());
    assert!(text.contains("… 36 more lines (-a to show), and others follow\n"), "{text}");
}
