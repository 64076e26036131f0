//! Tests of the end of the report, and of tests that were not run.

use super::*;

#[test]
fn faults_stand_apart_and_are_told_once() {
    let (nim, wythoff) = (problem("nim", 1, 9), problem("wythoff", 1, 3));
    let fakes = vec![
        Fake::new(&nim, "").verdicts(".!!!"),
        Fake::new(&nim, "brute").verdicts("W!"),
        Fake::new(&wythoff, "").build(Build::Fault { fault: fault("cannot start g++: No such file or directory") }),
    ];
    check(
        fakes,
        &options(),
        str![[r#"
   Judging 2 problems, 3 solutions, 24 tests (2 jobs, rustc 1.95.0 -O, full containment)
     FAULT nim      nim.rs      . !!!......   7/10  3 faults (7 AC)
      FAIL nim      brute.rs    W !........   8/10  1 WA, first sample/01, 1 fault
     FAULT wythoff  wythoff.rs  !                   not built: a fault, see below

WA nim/brute.rs on sample/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- nim/brute.rs -t sample/01

fault: cannot start the sandbox: no such file
  hint: install it
  not judged because of this: nim/nim.rs on 3 tests, nim/brute.rs on secret/01

fault: cannot start g++: No such file or directory
  hint: install it
  not judged because of this: wythoff/wythoff.rs

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 3 solutions as expected · 1 failed · 2 undecided · 5 faults · 16 of 24 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn a_language_that_is_not_here_is_left_out_calmly() {
    let nim = problem("nim", 1, 3);
    let twin = Fake::new(&nim, "twin").build(Build::NoTool { fault: fault("cannot find g++") });
    let twin = twin.change(|solution| solution.language = model::Language("cpp".into()));
    check(
        vec![Fake::new(&nim, ""), twin],
        &options(),
        str![[r#"
   Judging 1 problem, 2 solutions, 8 tests (2 jobs, rustc 1.95.0 -O, full containment)
      PASS nim  nim.rs   . ...  4/4  max   3 ms / 1.0 s    2 MiB
      SKIP nim  twin.rs  -           left out: no cpp here

not on this machine: cannot find g++
  hint: install it
  left out: nim/twin.rs

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  PASS  1 of 2 solutions as expected · 1 left out · 4 of 8 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn an_interrupted_run_says_what_was_not_run() {
    let (nim, wythoff) = (problem("nim", 1, 9), problem("wythoff", 1, 3));
    let fakes = vec![Fake::new(&nim, "").verdicts("...-------"), Fake::new(&wythoff, "").build(Build::Skipped)];
    check(
        fakes,
        &options(),
        str![[r#"
   Judging 2 problems, 2 solutions, 14 tests (2 jobs, rustc 1.95.0 -O, full containment)
      STOP nim      nim.rs      . ..-------   3/10  7 not run (interrupted) (3 AC)
      STOP wythoff  wythoff.rs  -                   not built (interrupted)

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  not run: 11 tests of 2 solutions
  STOP  interrupted · 0 of 2 solutions as expected · 2 undecided · 3 of 14 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn tests_that_are_not_needed_are_counted_once_with_the_option_that_runs_them() {
    let nim = problem("nim", 1, 9);
    let wrong = || Fake::new(&nim, "wrong").expect(&[Verdict::WrongAnswer]).verdicts("..Wddddddd");
    let surprise = || Fake::new(&nim, "surprise").verdicts(".Wdddddddd");
    let lazily = |fakes: Vec<Fake>, options: Options| rendered(fakes, &Options { whole: true, ..options });
    let line = "  not needed: 7 tests of 1 solution, decided by earlier tests (-a to run)\n";
    let printed = lazily(vec![wrong()], options());
    assert!(printed.contains(line), "{printed}");
    assert!(printed.contains("(2 AC, 1 WA; 7 not run)"), "{printed}");
    // A failure's own block says it for its solution.
    let printed = lazily(vec![wrong(), surprise()], options());
    assert!(printed.contains(line) && printed.contains("8 more tests not run (-a to run)"), "{printed}");
    // Who asked for it is not told how to undo it, and nothing is said where nothing was left out.
    assert!(!rendered(vec![wrong()], &options()).contains("not needed"));
    assert!(!lazily(vec![Fake::new(&nim, "")], options()).contains("not needed"));
}

#[test]
fn without_utf8_every_sign_has_an_ascii_form() {
    let mut fakes = mixed();
    fakes.push(window());
    check(
        fakes,
        &Options { look: Look { unicode: false, width: Some(100), ..Look::default() }, ..options() },
        str![[r#"
Judging 4 problems: 5 solutions must pass, 1 must fail, 93 tests (2 jobs, rustc 1.95.0 -O, full
    containment)
PASS aplusb   1 pass, 1 fail as they must  slowest   3 ms / 1.0 s
PASS gcd-sum  1 pass                       slowest 714 ms / 1.0 s
FAIL maxsub   kadane.rs   .. W..............W..  18/20  2 WA, first secret/01
FAIL maxsub   tree.rs     C                             compile error (line 14)
FAIL maxsub   0 pass, 2 not as expected    slowest   3 ms / 1.0 s
FAIL nim      nim.rs      . W..                    3/4  1 WA, first secret/01
FAIL nim      0 pass, 1 not as expected    slowest   3 ms / 1.0 s

WA maxsub/kadane.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  -2\n
  got       0\n
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  ... 1 more WA: secret/16 (-a to show)

CE maxsub/tree.rs does not compile
  error[E0308]: mismatched types
    --> solutions/src/bin/maxsub--tree.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  error: aborting due to 1 previous error
  again: cargo run -p harness -- maxsub/tree.rs

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
    ... 288 more lines
  - expected  (27 lines, 216 bytes)   + got  (3 lines, 24 bytes)
  1 1   first
  2   - second line
               ^^^^
    2 + second\x20\x20time\x20
              ^^^^^^^^^^^^
  3 3   third
  4   - 99999999999999999999999999999999999999999999999999999999999999999999... 1,000,082 more bytes
        ^^^
    4 + (4,000 bytes) ...tail of it
                         ^^^^
    3 + third (no newline at the end)
  ... more lines follow
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: gcd-sum/gcd-sum.rs on secret/02, 714 ms / 1.0 s
  FAIL  3 of 6 solutions as expected, 3 failed, 73 of 93 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn a_long_compiler_message_says_how_much_is_left() {
    let messages = format!("error[E0425]: cannot find value\n{}", "   | more\n".repeat(99));
    let fake = Fake::new(&problem("nim", 1, 1), "").build(Build::Rejected { messages });
    let text = rendered(vec![fake.clone()], &options());
    assert!(text.contains("  … 60 more lines (-a to show)\n"), "{text}");
    let all = rendered(vec![fake], &Options { all_failures: true, ..options() });
    assert_eq!(all.matches("| more").count(), 99);
}

#[test]
fn a_part_of_the_tests_is_no_proof_and_says_so() {
    let fake = Fake::new(&problem("nim", 1, 3), "wrong").expect(&[Verdict::WrongAnswer]);
    let fake = fake.change(|solution| solution.whole = false);
    let text = rendered(vec![fake], &options());
    assert!(text.contains("expected WA (4 AC; not all tests)"), "{text}");
}

#[test]
fn the_footer_points_to_what_was_written() {
    let footer = vec![("report:".to_owned(), "target/harness/report.html".to_owned())];
    let text = rendered(mixed()[..1].to_vec(), &Options { footer, ..options() });
    assert!(text.ends_with("\n  report: target/harness/report.html\n"), "{text}");
}

#[test]
fn broken_content_is_told_beside_what_was_judged_as_expected() {
    let mut events = run(vec![Fake::new(&problem("nim", 1, 1), "")]);
    if let Some(model::Event::Done(summary)) = events.last_mut() {
        summary.content_errors = 1;
    }
    let mut terminal = Terminal::new(Vec::new(), options());
    play(&events, &mut terminal);
    let text = String::from_utf8(terminal.into_inner()).unwrap();
    assert!(text.contains("FAIL  1 of 1 solution as expected · 1 error in the problems' files · 2 tests"), "{text}");
}

#[test]
fn a_note_is_escaped_once() {
    let nim = problem("nim", 1, 1);
    let fake = Fake::new(&nim, "").verdicts(".W").test(1, |test| {
        test.note = Some("expected a, got \\u{1b}[31ma".to_owned());
        test.evidence = None;
    });
    let text = rendered(vec![fake], &Options { verbosity: Verbosity::Verbose, ..options() });
    assert_eq!(text.matches("expected a, got \\u{1b}[31ma\n").count(), 2, "{text}");
}

/// A run of 3 ms whose checker took `checker` ms, and one of `slower` ms.
fn checked(checker: f64, slower: f64) -> Vec<Fake> {
    let fake = Fake::new(&problem("nim", 1, 1), "").usage(1, ms(slower), ByteSize::mib(2));
    vec![fake.test(0, |test| test.checker_cpu = Some(ms(checker)))]
}

#[test]
fn a_checkers_time_is_in_the_line_of_its_test_where_it_is_noticeable() {
    let verbose = Options { verbosity: Verbosity::Verbose, ..options() };
    let line = |checker: f64, slower: f64, at: &str| {
        let text = rendered(checked(checker, slower), &verbose);
        text.lines().find(|line| line.trim_start().starts_with(at)).unwrap().trim().to_owned()
    };
    assert_eq!(line(5.0, 3.0, "sample/01"), "sample/01  AC     3 ms     2 MiB  checker 5 ms");
    assert_eq!(line(4.9, 3.0, "sample/01"), "sample/01  AC     3 ms     2 MiB");
    let long = |checker: f64, run: f64| {
        let judged = |test: &mut TestRecord| {
            test.checker_cpu = Some(ms(checker));
            test.cpu = Some(ms(run));
        };
        let fakes = vec![Fake::new(&problem("nim", 1, 0), "").test(0, judged)];
        rendered(fakes, &verbose).contains("  checker ")
    };
    assert_eq!(
        [long(49.0, 900.0), long(50.0, 900.0), long(40.0, 400.0), long(39.0, 400.0)],
        [false, true, true, false]
    );
}

#[test]
fn a_score_that_could_not_be_made_is_a_fault_of_its_solution() {
    let text = rendered(vec![Fake::new(&problem("nim", 1, 1), "").score_fault("the grader crashed")], &options());
    assert!(text.contains("FAULT nim  nim.rs  . .  2/2  no score: a fault, see below (2 AC)\n"), "{text}");
    assert!(text.contains("fault: the grader crashed\n"), "{text}");
}
