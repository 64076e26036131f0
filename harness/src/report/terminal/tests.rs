use super::*;
use crate::model::{
    BuildResult, ByteSize, Judgement, Judging, LineChange, LinePair, ProgramSpec, Protocol, Span, Speaker, Utterance,
    Verdict,
};
use crate::report::testing::{Fake, excerpt, fault, ms, play, problem, run};
use snapbox::{IntoData, assert_data_eq, str};

fn options() -> Options {
    Options { root: "/w".into(), ..Options::default() }
}

fn shown(fakes: Vec<Fake>, options: &Options) -> String {
    let mut terminal = Terminal::new(Vec::new(), options.clone());
    play(&run(fakes), &mut terminal);
    let text = String::from_utf8(terminal.into_inner()).expect("a terminal gets UTF-8");
    for line in text.lines() {
        assert_eq!(line, line.trim_end(), "no trailing spaces");
        let harmless = |c: char| !c.is_control() || (options.color && c == '\x1b');
        assert!(line.chars().all(harmless), "no control characters: {line:?}");
        assert!(options.unicode || line.is_ascii(), "only ASCII: {line:?}");
        if let Some(width) = options.width.filter(|_| !options.color) {
            let copied = line.trim_start().starts_with("again: ");
            assert!(copied || visible::width(line) <= width, "wider than {width}: {line}");
        }
    }
    text
}

fn check(fakes: Vec<Fake>, options: &Options, expected: impl IntoData) {
    // The escape character itself would be invisible in this file.
    assert_data_eq!(shown(fakes, options).replace('\x1b', "␛"), expected.raw());
}

/// The run of the mock-up: some pass, one expects to be too slow, one is near its limit, one is wrong, one does not compile.
fn mixed() -> Vec<Fake> {
    let (a, g, m, t) =
        (problem("aplusb", 2, 13), problem("gcd-sum", 3, 16), problem("maxsub", 2, 18), problem("tree-lca", 2, 18));
    let messages = "error[E0308]: mismatched types\n  --> /w/solutions/src/bin/tree-lca.rs:14:5\n   |\n14 |     x\n   |     ^ expected `u8`, found `&str`\n\nerror: aborting due to 1 previous error\n";
    vec![
        Fake::new(&a, ""),
        Fake::new(&a, "brute").expect(&[Verdict::TimeLimit]).verdicts("............TTT"),
        Fake::new(&g, "").usage(4, ms(714.0), ByteSize::mib(12)),
        Fake::new(&m, "kadane").verdicts("..W..............W.."),
        Fake::new(&t, "").build(BuildResult::Rejected { messages: messages.to_owned() }),
    ]
}

#[test]
fn a_good_run_is_one_line_a_solution_and_a_summary() {
    check(
        mixed()[..3].to_vec(),
        &options(),
        str![[r#"
   Judging 2 problems, 3 solutions, 49 tests (2 jobs, rustc 1.95.0 -O, full containment)
      PASS aplusb   aplusb.rs   .. .............      15/15  max   3 ms / 1.0 s    2 MiB
      PASS aplusb   brute.rs    .. ..........TTT      15/15  expected TLE (12 AC, 3 TLE)
      PASS gcd-sum  gcd-sum.rs  ... ................  19/19  max 714 ms / 1.0 s   12 MiB  71 % of limit

  slowest accepted: gcd-sum/gcd-sum.rs on secret/02, 714 ms / 1.0 s
  PASS  3 of 3 solutions as expected · 49 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn failures_are_told_once_more_before_the_summary() {
    check(
        mixed(),
        &options(),
        str![[r#"
   Judging 4 problems, 5 solutions, 89 tests (2 jobs, rustc 1.95.0 -O, full containment)
      PASS aplusb    aplusb.rs    .. .............       15/15  max   3 ms / 1.0 s    2 MiB
      PASS aplusb    brute.rs     .. ..........TTT       15/15  expected TLE (12 AC, 3 TLE)
      PASS gcd-sum   gcd-sum.rs   ... ................   19/19  max 714 ms / 1.0 s   12 MiB  71 % of limit
      FAIL maxsub    kadane.rs    .. W..............W..  18/20  2 WA, first secret/01
      FAIL tree-lca  tree-lca.rs  C                             compile error (E0308 line 14)

WA maxsub/kadane.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  … 1 more WA: secret/16 (--all-failures to show)

CE tree-lca/tree-lca.rs: does not compile
  error[E0308]: mismatched types
    --> solutions/src/bin/tree-lca.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  error: aborting due to 1 previous error
  again: cargo run -p harness -- tree-lca/tree-lca.rs

  slowest accepted: gcd-sum/gcd-sum.rs on secret/02, 714 ms / 1.0 s
  FAIL  3 of 5 solutions as expected · 2 failed · 69 of 89 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn colour_marks_what_to_look_at() {
    check(
        mixed(),
        &Options { color: true, width: Some(120), ..options() },
        str![[r#"
   ␛[1m␛[32mJudging␛[0m 4 problems, 5 solutions, 89 tests ␛[2m(2 jobs, rustc 1.95.0 -O, full containment)␛[0m
      ␛[1m␛[32mPASS␛[0m ␛[1m␛[36maplusb␛[0m    aplusb.rs    .. .............       15/15  max   3 ms / 1.0 s    2 MiB
      ␛[1m␛[32mPASS␛[0m ␛[1m␛[36maplusb␛[0m    brute.rs     .. ..........TTT       15/15  expected TLE ␛[2m(12 AC, 3 TLE)␛[0m
      ␛[1m␛[32mPASS␛[0m ␛[1m␛[36mgcd-sum␛[0m   gcd-sum.rs   ... ................   19/19  max ␛[33m714 ms / 1.0 s␛[0m   12 MiB  ␛[33m71 % of limit␛[0m
      ␛[1m␛[31mFAIL␛[0m ␛[1m␛[36mmaxsub␛[0m    ␛[1mkadane.rs␛[0m    .. ␛[1m␛[31mW␛[0m..............␛[1m␛[31mW␛[0m..  18/20  ␛[1m␛[31m2 WA␛[0m, first ␛[1msecret/01␛[0m
      ␛[1m␛[31mFAIL␛[0m ␛[1m␛[36mtree-lca␛[0m  ␛[1mtree-lca.rs␛[0m  ␛[1m␛[31mC␛[0m                             ␛[1m␛[31mcompile error␛[0m ␛[2m(E0308 line 14)␛[0m

␛[1m␛[31mWA␛[0m ␛[1mmaxsub/kadane.rs␛[0m on ␛[1msecret/01␛[0m  checker: lines  3 ms  2 MiB
  line 1, token 1: expected ␛[1m␛[4m␛[32m-2␛[0m, got ␛[1m␛[4m␛[31m0␛[0m
  ␛[2minput␛[0m     4⏎-5 -2 -9 -7⏎  ␛[2m(2 lines, 14 bytes)␛[0m
  ␛[2mexpected␛[0m  ␛[1m␛[4m␛[32m-2␛[0m⏎
  ␛[2mgot␛[0m       ␛[1m␛[4m␛[31m0␛[0m⏎
  ␛[2magain:␛[0m cargo run -p harness -- maxsub/kadane.rs -t secret/01
  ␛[2m… 1 more WA: secret/16 (--all-failures to show)␛[0m

␛[1m␛[31mCE␛[0m ␛[1mtree-lca/tree-lca.rs␛[0m: does not compile
  ␛[1merror[E0308]: mismatched types␛[0m
    --> solutions/src/bin/tree-lca.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  ␛[1merror: aborting due to 1 previous error␛[0m
  ␛[2magain:␛[0m cargo run -p harness -- tree-lca/tree-lca.rs

  ␛[2mslowest accepted:␛[0m gcd-sum/gcd-sum.rs ␛[2mon␛[0m secret/02␛[2m, 714 ms / 1.0 s␛[0m
  ␛[1m␛[31mFAIL␛[0m  3 of 5 solutions as expected · ␛[1m␛[31m2 failed␛[0m · 69 of 89 tests judged in 4.2 s ␛[2m(31 from cache)␛[0m

"#]],
    );
}

#[test]
fn eighty_columns_hold_a_line_a_solution() {
    check(
        mixed(),
        &Options { width: Some(80), ..options() },
        str![[r#"
Judging 4 problems, 5 solutions, 89 tests (2 jobs, rustc 1.95.0 -O, full
    containment)
PASS aplusb    aplusb.rs    .. .............  15/15  max   3 ms / 1.0 s    2 MiB
PASS aplusb    brute.rs     .. ..........TTT  15/15  expected TLE (12 AC, 3 TLE)
PASS gcd-sum   gcd-sum.rs   ... .×16          19/19  max 714 ms / 1.0 s
       71 % of limit
FAIL maxsub    kadane.rs    .. W.×14 W..      18/20  2 WA, first secret/01
FAIL tree-lca  tree-lca.rs  C                        compile error
       (E0308 line 14)

WA maxsub/kadane.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  … 1 more WA: secret/16 (--all-failures to show)

CE tree-lca/tree-lca.rs: does not compile
  error[E0308]: mismatched types
    --> solutions/src/bin/tree-lca.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  error: aborting due to 1 previous error
  again: cargo run -p harness -- tree-lca/tree-lca.rs

  slowest accepted: gcd-sum/gcd-sum.rs on secret/02, 714 ms / 1.0 s
  FAIL  3 of 5 solutions as expected · 2 failed · 69 of 89 tests judged in 4.2 s
        (31 from cache)

"#]],
    );
}

#[test]
fn sixty_columns_take_two_lines_a_solution() {
    check(
        mixed(),
        &Options { width: Some(60), ..options() },
        str![[r#"
Judging 4 problems, 5 solutions, 89 tests (2 jobs, rustc
    1.95.0 -O, full containment)
PASS aplusb    aplusb.rs    15/15
     .. .............       max   3 ms / 1.0 s    2 MiB
PASS aplusb    brute.rs     15/15
     .. ..........TTT       expected TLE (12 AC, 3 TLE)
PASS gcd-sum   gcd-sum.rs   19/19
     ... ................   max 714 ms / 1.0 s
       71 % of limit
FAIL maxsub    kadane.rs    18/20
     .. W..............W..  2 WA, first secret/01
FAIL tree-lca  tree-lca.rs
     C                      compile error (E0308 line 14)

WA maxsub/kadane.rs on secret/01  checker: lines  3 ms
    2 MiB
  line 1, token 1: expected -2, got 0
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  … 1 more WA: secret/16 (--all-failures to show)

CE tree-lca/tree-lca.rs: does not compile
  error[E0308]: mismatched types
    --> solutions/src/bin/tree-lca.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  error: aborting due to 1 previous error
  again: cargo run -p harness -- tree-lca/tree-lca.rs

  slowest accepted: gcd-sum/gcd-sum.rs on secret/02,
    714 ms / 1.0 s
  FAIL  3 of 5 solutions as expected · 2 failed ·
        69 of 89 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn quiet_says_nothing_but_failures_and_the_summary() {
    let quiet = Options { verbosity: Verbosity::Quiet, ..options() };
    check(
        mixed()[..3].to_vec(),
        &quiet,
        str![[r#"
  PASS  3 of 3 solutions as expected · 49 tests in 4.2 s (31 from cache)

"#]],
    );
    check(
        mixed()[2..4].to_vec(),
        &quiet,
        str![[r#"
      FAIL maxsub   kadane.rs   .. W..............W..  18/20  2 WA, first secret/01

WA maxsub/kadane.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  … 1 more WA: secret/16 (--all-failures to show)

  FAIL  1 of 2 solutions as expected · 1 failed · 39 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn verbose_adds_a_line_for_every_test() {
    let nim = problem("nim", 1, 3);
    let fake = Fake::new(&nim, "").verdicts(".T!-").judgement(1, |judgement| {
        judgement.note = Some("1.03 s of CPU, limit 1.0 s".to_owned());
        judgement.retimed = true;
        judgement.usage.cpu = ms(1030.0);
    });
    check(
        vec![fake],
        &Options { verbosity: Verbosity::Verbose, ..options() },
        str![[r#"
   Judging 1 problem, 1 solution, 4 tests (2 jobs, rustc 1.95.0 -O, full containment)
      FAIL nim  nim.rs  . T!-  1/4  1 TLE, first secret/01, 1 fault, 1 not run (interrupted)
             sample/01  AC     3 ms     2 MiB
             secret/01  TLE  1.03 s     2 MiB  measured alone  1.03 s of CPU, limit 1.0 s
             secret/02  fault: cannot start the sandbox: no such file
             secret/03  not run

TLE nim/nim.rs on secret/01  checker: lines  1.03 s (measured alone)  2 MiB
  line 1, token 1: expected -2, got 0
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  got       0⏎
  again: cargo run -p harness -- nim/nim.rs -t secret/01

fault: cannot start the sandbox: no such file
  hint: install it
  left open: nim/nim.rs on secret/02

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  not run: 1 test of 1 solution (nim/nim.rs)
  FAIL  interrupted · 0 of 1 solution as expected · 1 failed · 1 fault · 2 of 4 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn an_unexpected_accepted_is_loud() {
    let nim = problem("nim", 1, 19);
    let mut fake = Fake::new(&nim, "no-reset").expect(&[Verdict::WrongAnswer]);
    fake.solution().notes.push("x keeps its value from case to case".to_owned());
    check(
        vec![fake],
        &options(),
        str![[r#"
   Judging 1 problem, 1 solution, 20 tests (2 jobs, rustc 1.95.0 -O, full containment)
      FAIL nim  no-reset.rs  . ...................  20/20  expected WA, got only AC

AC nim/no-reset.rs: expected wrong-answer, but all 20 tests were accepted
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
    let mut compiles = Fake::new(&nim, "broken").expect(&[Verdict::CompileError]);
    compiles.result.whole = true;
    check(
        vec![some, compiles],
        &options(),
        str![[r#"
   Judging 1 problem, 2 solutions, 8 tests (2 jobs, rustc 1.95.0 -O, full containment)
      FAIL nim  slow.rs    . ...  4/4  expected TLE, got only AC
      FAIL nim  broken.rs  . ...  4/4  expected CE, got only AC

AC nim/slow.rs: expected time-limit, but all 4 tests were accepted
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
    let mut fake = Fake::new(&nim, "").verdicts(".W.WR..RW").judgement(4, |judgement| {
        judgement.note = Some("signal 11 (SIGSEGV)".to_owned());
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
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- nim/nim.rs -t secret/01
  … 2 more WA: secret/03, secret/08 (--all-failures to show)

RTE nim/nim.rs on secret/04  checker: lines  3 ms  2 MiB
  signal 11 (SIGSEGV)
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  stderr:
  | thread 'main' panicked at nim.rs:7:5:
  | index out of bounds
  again: cargo run -p harness -- nim/nim.rs -t secret/04
  … 1 more RTE: secret/07 (--all-failures to show)

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 9 tests in 4.2 s (31 from cache)

"#]],
    );
    let all = shown(vec![fake], &Options { all_failures: true, ..options() });
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
    let fake = fake.judgement(1, |judgement| judgement.checker_cpu = Some(ms(12.0)));
    check(
        vec![fake],
        &options(),
        str![[r#"
   Judging 1 problem, 1 solution, 3 tests (2 jobs, rustc 1.95.0 -O, full containment)
      FAIL nim  nim.rs  . WW  1/3  2 WA, first secret/01

WA nim/nim.rs on secret/01  checker: checker.rs (12 ms)  3 ms  2 MiB
  checker says: edge 3 is used twice
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- nim/nim.rs -t secret/01
  … 1 more WA: secret/02 (--all-failures to show)

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 3 tests in 4.2 s (31 from cache)

"#]],
    );
}

fn pair(change: LineChange, number: u64, text: &str, emphasis: &[(usize, usize)]) -> LinePair {
    let emphasis = emphasis.iter().map(|(start, end)| Span { start: *start, end: *end }).collect();
    LinePair { change, number, text: text.into(), emphasis, start: 0, cut: 0, newline: true }
}

/// Several lines differ; one is longer than what was kept of it, one has no newline.
fn window() -> Fake {
    Fake::new(&problem("nim", 1, 3), "").verdicts(".W").evidence(1, |evidence| {
        evidence.input = excerpt("1 2 3 4 5 6 7 8 9\n".repeat(300));
        evidence.answer = excerpt("first\nsecond line\nthird\n".repeat(9));
        evidence.output = excerpt("first\nsecond  time\nthird");
        let difference = evidence.difference.as_mut().expect("a wrong answer has one");
        (difference.line, difference.token) = (2, Some(2));
        (difference.expected, difference.got) = (Some(b"line".to_vec()), Some(b"time".to_vec()));
        difference.hint = Some("tokens would have accepted line 3".to_owned());
        difference.more = true;
        let mut long = pair(LineChange::Missing, 4, &"9".repeat(150), &[(0, 3)]);
        long.cut = 1_000_000;
        let mut middle = pair(LineChange::Extra, 4, "tail of it", &[(0, 4)]);
        (middle.start, middle.cut) = (4_000, 4_000);
        let mut last = pair(LineChange::Extra, 3, "third", &[]);
        last.newline = false;
        difference.window = vec![
            pair(LineChange::Same, 1, "first", &[]),
            pair(LineChange::Missing, 2, "second line", &[(7, 11)]),
            pair(LineChange::Extra, 2, "second  time ", &[(6, 12)]),
            pair(LineChange::Same, 3, "third", &[]),
            long,
            middle,
            last,
        ];
    })
}

#[test]
fn several_lines_that_differ_are_shown_as_a_diff_with_carets() {
    check(
        vec![window()],
        &Options { width: Some(100), ..options() },
        str![[r#"
Judging 1 problem, 1 solution, 4 tests (2 jobs, rustc 1.95.0 -O, full containment)
FAIL nim  nim.rs  . W..  3/4  1 WA, first secret/01

WA nim/nim.rs on secret/01  checker: lines  3 ms  2 MiB
  line 2, token 2: expected line, got time
  hint: tokens would have accepted line 3
  input     1 2 3 4 5 6 7 8 9⏎1 2 3 4 5 6 7 8 9⏎1 2 3 4 5 6… (first 47 of 5,400 bytes, 300 lines)
  expected  first⏎second line⏎third⏎first⏎second line⏎third⏎firs… (first 52 of 216 bytes, 27 lines)
  got       first⏎second␣␣time⏎third  (2 lines, 24 bytes)
    1   first
    2 - second line
               ^^^^
    2 + second␣␣time␣
              ^^^^^^
    3   third
    4 - 9999999999999999999999999999999999999999999999999999999999999999999999… 1,000,080 more bytes
        ^^^
    4 + (4,000 bytes) …tail of it
                       ^^^^
    3 + third (no newline at the end)
  … the lines after these were not compared for this view
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 4 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn colour_emphasises_words_instead_of_carets() {
    let text = shown(vec![window()], &Options { color: true, width: Some(100), ..options() });
    assert!(!text.contains('^'), "{text}");
    assert!(text.contains("second \u{1b}[1m\u{1b}[4m\u{1b}[32mline\u{1b}[0m"), "{text}");
    assert!(text.contains("second\u{1b}[1m\u{1b}[4m\u{1b}[31m␣␣time\u{1b}[0m␣"), "{text}");
}

#[test]
fn a_dialogue_shows_who_said_what_at_its_end() {
    let said = |by, text: &str| Utterance { by, bytes: text.into() };
    let fake = Fake::new(&problem("guess", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
        evidence.checker = "interactor.rs".to_owned();
        evidence.message = Some("too many questions".to_owned());
        evidence.difference = None;
        evidence.answer = excerpt("");
        evidence.output = excerpt("");
        let turns = (0..10).flat_map(|i| [said(Speaker::Program, &format!("? {i}\n")), said(Speaker::Judge, "<\n")]);
        evidence.transcript = turns.collect();
        evidence.transcript.push(said(Speaker::Program, &"x".repeat(500)));
        evidence.transcript_cut = true;
    });
    check(
        vec![fake],
        &Options { width: Some(80), ..options() },
        str![[r#"
Judging 1 problem, 1 solution, 2 tests (2 jobs, rustc 1.95.0 -O, full
    containment)
FAIL guess  guess.rs  . W  1/2  1 WA, first secret/01

WA guess/guess.rs on secret/01  checker: interactor.rs  3 ms  2 MiB
  checker says: too many questions
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  dialogue:
  | … 9 before (--all-failures to show)
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
  | program < xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… 452 more bytes
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
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  -2⏎
  got       (empty)
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 2 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn hostile_output_is_shown_and_does_nothing() {
    let evil = b"\x1b[2J\x1b]0;pwned\x07\r\0\xff\xfe\n::error::x\n\xe2\x80\xae<script>\n";
    let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
        evidence.output = excerpt(evil);
        evidence.stderr = excerpt(evil);
        evidence.message = Some(String::from_utf8_lossy(evil).into_owned());
        evidence.difference.as_mut().expect("a wrong answer has one").got = Some(evil[..8].to_vec());
    });
    check(
        vec![fake.clone()],
        &Options { width: Some(80), ..options() },
        str![[r#"
Judging 1 problem, 1 solution, 2 tests (2 jobs, rustc 1.95.0 -O, full
    containment)
FAIL nim  nim.rs  . W  1/2  1 WA, first secret/01

WA nim/nim.rs on secret/01  checker: lines  3 ms  2 MiB
  checker says:
  | \x1b[2J\x1b]0;pwned\x07\r\0��
  | ::error::x
  | \u{202e}<script>
  line 1, token 1: expected -2, got \x1b[2J\x1b]0;
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  -2⏎
  got       \x1b[2J\x1b]0;pwned\x07\r\0\xff\xfe… (first 18 of 42 bytes, 3 lines)
    1 - -2
    1 + 0
  stderr:
  | \x1b[2J\x1b]0;pwned\x07\r\0\xff\xfe
  | ::error::x
  | \u{202e}<script>
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 2 tests in 4.2 s
        (31 from cache)

"#]],
    );
    shown(vec![fake], &Options { unicode: false, ..options() });
}

#[test]
fn wide_characters_keep_the_columns() {
    let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
        evidence.answer = excerpt(format!("{}\n", "必勝".repeat(30)));
        evidence.output = excerpt(format!("{}\n", "必敗".repeat(30)));
        let difference = evidence.difference.as_mut().expect("a wrong answer has one");
        difference.expected = Some("必勝".repeat(30).into());
        difference.window.clear();
    });
    check(
        vec![fake],
        &Options { width: Some(60), ..options() },
        str![[r#"
Judging 1 problem, 1 solution, 2 tests (2 jobs, rustc 1.95.0
    -O, full containment)
FAIL nim  nim.rs  . W  1/2  1 WA, first secret/01

WA nim/nim.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected 必勝必勝必勝必勝必勝… (180
    bytes), got 0
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  必勝必勝必勝必勝必勝必… (first 33 of 181 bytes)
  got       必敗必敗必敗必敗必敗必… (first 33 of 181 bytes)
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed ·
        2 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn a_thousand_tests_are_counted_not_cut() {
    let big = problem("big", 3, 997);
    let block = Fake::new(&big, "").verdicts(&format!("{}{}", ".".repeat(183), "W".repeat(19)));
    let mixed = Fake::new(&big, "mixed").expect(&[Verdict::TimeLimit]).verdicts(&".W.T".repeat(250));
    for width in [None, Some(80), Some(60)] {
        let text = shown(vec![block.clone(), mixed.clone()], &Options { width, ..options() });
        let rows: String = text.lines().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
        assert!(rows.contains("... .×180 W×19 .×798"), "{rows}");
        assert!(rows.contains(".×500+W×250+T×250"), "{rows}");
    }
}

#[test]
fn faults_stand_apart_and_are_told_once() {
    let (nim, wythoff) = (problem("nim", 1, 9), problem("wythoff", 1, 3));
    let fakes = vec![
        Fake::new(&nim, "").verdicts(".!!!"),
        Fake::new(&nim, "brute").verdicts("W!"),
        Fake::new(&wythoff, "").build(BuildResult::Fault(fault("cannot start g++: No such file or directory"))),
    ];
    check(
        fakes,
        &options(),
        str![[r#"
   Judging 2 problems, 3 solutions, 24 tests (2 jobs, rustc 1.95.0 -O, full containment)
      ???? nim      nim.rs      . !!!......   7/10  3 faults (7 AC)
      FAIL nim      brute.rs    W !........   8/10  1 WA, first sample/01, 1 fault
      ???? wythoff  wythoff.rs  !                   not built: a fault, see below

WA nim/brute.rs on sample/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input     4⏎-5 -2 -9 -7⏎  (2 lines, 14 bytes)
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- nim/brute.rs -t sample/01

fault: cannot start the sandbox: no such file
  hint: install it
  left open: nim/nim.rs on 3 tests, nim/brute.rs on secret/01

fault: cannot start g++: No such file or directory
  hint: install it
  left open: wythoff/wythoff.rs

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 3 solutions as expected · 1 failed · 2 undecided · 5 faults · 16 of 24 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn a_language_that_is_not_here_is_left_out_calmly() {
    let nim = problem("nim", 1, 3);
    let mut twin = Fake::new(&nim, "twin").build(BuildResult::NoTool(fault("cannot find g++")));
    twin.solution().language = crate::model::Language("cpp".into());
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
    let fakes = vec![
        Fake::new(&nim, "").verdicts("...-------"),
        Fake::new(&wythoff, "").build(BuildResult::Skipped),
        Fake::new(&wythoff, "late"),
    ];
    let mut events = run(fakes);
    // The last solution was never reached.
    events.remove(3);
    let mut terminal = Terminal::new(Vec::new(), options());
    play(&events, &mut terminal);
    assert_data_eq!(
        String::from_utf8(terminal.into_inner()).unwrap(),
        str![[r#"
   Judging 2 problems, 3 solutions, 18 tests (2 jobs, rustc 1.95.0 -O, full containment)
      ???? nim      nim.rs      . ..-------   3/10  7 not run (interrupted) (3 AC)
      ???? wythoff  wythoff.rs  -                   not built (interrupted)

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  not run: 15 tests of 3 solutions (nim/nim.rs, wythoff/wythoff.rs, wythoff/late.rs)
  ????  interrupted · 1 of 3 solutions as expected · 2 undecided · 7 of 18 tests judged in 4.2 s (31 from cache)

"#]]
        .raw()
    );
}

#[test]
fn without_utf8_every_sign_has_an_ascii_form() {
    let mut fakes = mixed();
    fakes.push(window());
    check(
        fakes,
        &Options { unicode: false, width: Some(100), ..options() },
        str![[r#"
Judging 5 problems, 6 solutions, 93 tests (2 jobs, rustc 1.95.0 -O, full containment)
PASS aplusb    aplusb.rs    .. .............       15/15  max   3 ms / 1.0 s    2 MiB
PASS aplusb    brute.rs     .. ..........TTT       15/15  expected TLE (12 AC, 3 TLE)
PASS gcd-sum   gcd-sum.rs   ... ................   19/19  max 714 ms / 1.0 s   12 MiB  71 % of limit
FAIL maxsub    kadane.rs    .. W..............W..  18/20  2 WA, first secret/01
FAIL tree-lca  tree-lca.rs  C                             compile error (E0308 line 14)
FAIL nim       nim.rs       . W..                    3/4  1 WA, first secret/01

WA maxsub/kadane.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input     4\n-5 -2 -9 -7\n  (2 lines, 14 bytes)
  expected  -2\n
  got       0\n
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  ... 1 more WA: secret/16 (--all-failures to show)

CE tree-lca/tree-lca.rs: does not compile
  error[E0308]: mismatched types
    --> solutions/src/bin/tree-lca.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  error: aborting due to 1 previous error
  again: cargo run -p harness -- tree-lca/tree-lca.rs

WA nim/nim.rs on secret/01  checker: lines  3 ms  2 MiB
  line 2, token 2: expected line, got time
  hint: tokens would have accepted line 3
  input     1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9\n1 2 3 4... (first 43 of 5,400 bytes, 300 lines)
  expected  first\nsecond line\nthird\nfirst\nsecond line\nthi... (first 45 of 216 bytes, 27 lines)
  got       first\nsecond\x20\x20time\nthird  (2 lines, 24 bytes)
    1   first
    2 - second line
               ^^^^
    2 + second\x20\x20time\x20
              ^^^^^^^^^^^^
    3   third
    4 - 99999999999999999999999999999999999999999999999999999999999999999999... 1,000,082 more bytes
        ^^^
    4 + (4,000 bytes) ...tail of it
                         ^^^^
    3 + third (no newline at the end)
  ... the lines after these were not compared for this view
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: gcd-sum/gcd-sum.rs on secret/02, 714 ms / 1.0 s
  FAIL  3 of 6 solutions as expected, 3 failed, 73 of 93 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn a_long_compiler_message_says_how_much_is_left() {
    let messages = format!("error[E0425]: cannot find value\n{}", "   | more\n".repeat(99));
    let fake = Fake::new(&problem("nim", 1, 1), "").build(BuildResult::Rejected { messages });
    let text = shown(vec![fake.clone()], &options());
    assert!(text.contains("  … 60 more lines (--all-failures to show)\n"), "{text}");
    let all = shown(vec![fake], &Options { all_failures: true, ..options() });
    assert_eq!(all.matches("| more").count(), 99);
}

#[test]
fn a_part_of_the_tests_is_no_proof_and_says_so() {
    let mut fake = Fake::new(&problem("nim", 1, 3), "wrong").expect(&[Verdict::WrongAnswer]);
    fake.result.whole = false;
    fake.result.status = Status::Met;
    let text = shown(vec![fake], &options());
    assert!(text.contains("expected WA (4 AC; not all tests)"), "{text}");
}

#[test]
fn the_footer_points_to_what_was_written() {
    let footer = vec![("report:".to_owned(), "target/harness/report.html".to_owned())];
    let text = shown(mixed()[..1].to_vec(), &Options { footer, ..options() });
    assert!(text.ends_with("\n  report: target/harness/report.html\n"), "{text}");
}

#[test]
fn broken_content_is_told_before_what_was_judged_as_expected() {
    let mut events = run(vec![Fake::new(&problem("nim", 1, 1), "")]);
    if let Some(crate::model::Event::Done(summary)) = events.last_mut() {
        summary.content_errors = 1;
    }
    let mut terminal = Terminal::new(Vec::new(), options());
    play(&events, &mut terminal);
    let text = String::from_utf8(terminal.into_inner()).unwrap();
    assert!(text.contains("FAIL  1 content error · 1 of 1 solution as expected · 2 tests"), "{text}");
}

#[test]
fn a_note_is_escaped_once() {
    let nim = problem("nim", 1, 1);
    let fake = Fake::new(&nim, "").verdicts(".W").judgement(1, |judgement| {
        judgement.note = Some("expected a, got \\u{1b}[31ma".to_owned());
        judgement.evidence = None;
    });
    let text = shown(vec![fake], &Options { verbosity: Verbosity::Verbose, ..options() });
    assert_eq!(text.matches("expected a, got \\u{1b}[31ma\n").count(), 2, "{text}");
}

#[test]
fn without_blocks_a_failing_solution_is_a_line() {
    let nim = problem("nim", 1, 1);
    let fakes = vec![Fake::new(&nim, ""), Fake::new(&nim, "bad").verdicts("W")];
    let text = shown(fakes, &Options { verbosity: Verbosity::Quiet, blocks: false, ..options() });
    assert_eq!(text.lines().count(), 3, "a line, a blank one, the summary:\n{text}");
    assert!(text.starts_with("      FAIL nim  bad.rs"), "{text}");
}

/// A checked run of 3 ms and a slower one, after which the checker took so long.
fn checked(checker: f64, slower: f64) -> Vec<Fake> {
    let fake = Fake::new(&problem("nim", 1, 1), "").usage(1, ms(slower), ByteSize::mib(2));
    vec![fake.judgement(0, |judgement| judgement.checker_cpu = Some(ms(checker)))]
}

#[test]
fn a_checkers_time_is_in_the_line_of_its_test_where_it_is_noticeable() {
    let verbose = Options { verbosity: Verbosity::Verbose, ..options() };
    let line = |checker: f64, slower: f64, at: &str| {
        let text = shown(checked(checker, slower), &verbose);
        text.lines().find(|line| line.trim_start().starts_with(at)).unwrap().trim().to_owned()
    };
    assert_eq!(line(2.0, 3.0, "sample/01"), "sample/01  AC     3 ms     2 MiB  checker 2 ms");
    assert_eq!(line(0.5, 3.0, "sample/01"), "sample/01  AC     3 ms     2 MiB");
    let long = |checker: f64, run: f64| {
        let judged = |judgement: &mut Judgement| {
            judgement.checker_cpu = Some(ms(checker));
            judgement.usage.cpu = ms(run);
        };
        let fakes = vec![Fake::new(&problem("nim", 1, 0), "").judgement(0, judged)];
        shown(fakes, &verbose).contains("  checker ")
    };
    assert_eq!(
        [long(49.0, 900.0), long(50.0, 900.0), long(40.0, 400.0), long(39.0, 400.0)],
        [false, true, true, false]
    );
}

#[test]
fn a_checker_that_is_slower_than_every_run_is_told_of_at_the_end() {
    let end = |checker: f64, slower: f64| {
        let text = shown(checked(checker, slower), &options());
        text.lines().find(|line| line.contains("slowest checker")).map(str::to_owned)
    };
    assert_eq!(end(90.0, 80.0).as_deref(), Some("  slowest checker: nim/nim.rs on sample/01, 90 ms"));
    assert_eq!(end(90.0, 95.0), None);
    assert_eq!(end(20.0, 3.0), None, "nobody feels it");
    let quiet = shown(checked(90.0, 80.0), &Options { verbosity: Verbosity::Quiet, ..options() });
    assert!(!quiet.contains("slowest checker"), "{quiet}");
}
