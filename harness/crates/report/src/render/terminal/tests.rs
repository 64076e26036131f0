mod endings;
mod failures;
mod overviews;

use super::*;
use crate::testing::{Fake, excerpt, fault, ms, play, problem, run};
use model::record::{Build, WrongGroup};
use model::{
    ByteSize, Excerpt, Judging, LineChange, LinePair, ProgramSpec, Protocol, Span, Speaker, Utterance, Verdict,
};
use snapbox::{IntoData, assert_data_eq, str};

fn options() -> Options {
    Options { root: "/w".into(), ..Options::default() }
}

fn rendered(fakes: Vec<Fake>, options: &Options) -> String {
    let mut terminal = Terminal::new(Vec::new(), options.clone());
    play(&run(fakes), &mut terminal);
    let text = String::from_utf8(terminal.into_inner()).expect("a terminal gets UTF-8");
    for line in text.lines() {
        assert_eq!(line, line.trim_end(), "no trailing spaces");
        let harmless = |c: char| !c.is_control() || (options.look.color && c == '\x1b');
        assert!(line.chars().all(harmless), "no control characters: {line:?}");
        assert!(options.look.unicode || line.is_ascii(), "only ASCII: {line:?}");
        if let Some(width) = options.look.width.filter(|_| !options.look.color) {
            let copied = line.trim_start().starts_with("again: ");
            assert!(copied || sanitize::width(line) <= width, "wider than {width}: {line}");
        }
    }
    text
}

fn check(fakes: Vec<Fake>, options: &Options, expected: impl IntoData) {
    // The escape character itself would be invisible in this file.
    assert_data_eq!(rendered(fakes, options).replace('\x1b', "␛"), expected.raw());
}

fn pair(change: LineChange, number: u64, text: &str, emphasis: &[(usize, usize)]) -> LinePair {
    let emphasis = emphasis.iter().map(|(start, end)| Span { start: *start, end: *end }).collect();
    let output_number = (change == LineChange::Same).then_some(number);
    LinePair { change, number, output_number, text: text.into(), emphasis, start: 0, cut: 0, newline: true }
}

/// Several lines differ. One is longer than what was recorded of it, and one has no newline.
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

/// A run of every kind: some solutions pass, one expects to be too slow, one is near its limit, one
/// is wrong, one does not compile.
fn mixed() -> Vec<Fake> {
    let (a, g, m) = (problem("aplusb", 2, 13), problem("gcd-sum", 3, 16), problem("maxsub", 2, 18));
    let messages = "error[E0308]: mismatched types\n  --> /w/solutions/src/bin/maxsub--tree.rs:14:5\n   |\n14 |     x\n   |     ^ expected `u8`, found `&str`\n\nerror: aborting due to 1 previous error\n";
    vec![
        Fake::new(&a, ""),
        Fake::new(&a, "brute").expect(&[Verdict::TimeLimit]).verdicts("............TTT"),
        Fake::new(&g, "").usage(4, ms(714.0), ByteSize::mib(12)),
        Fake::new(&m, "kadane").verdicts("..W..............W.."),
        Fake::new(&m, "tree").build(Build::Rejected { messages: messages.to_owned() }),
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
      PASS gcd-sum  gcd-sum.rs  ... ................  19/19  max 714 ms / 1.0 s   12 MiB

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
   Judging 3 problems, 5 solutions, 89 tests (2 jobs, rustc 1.95.0 -O, full containment)
      PASS aplusb   aplusb.rs   .. .............       15/15  max   3 ms / 1.0 s    2 MiB
      PASS aplusb   brute.rs    .. ..........TTT       15/15  expected TLE (12 AC, 3 TLE)
      PASS gcd-sum  gcd-sum.rs  ... ................   19/19  max 714 ms / 1.0 s   12 MiB
      FAIL maxsub   kadane.rs   .. W..............W..  18/20  2 WA, first secret/01
      FAIL maxsub   tree.rs     C                             compile error (line 14)

WA maxsub/kadane.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  … 1 more WA: secret/16 (-a to show)

CE maxsub/tree.rs does not compile
  error[E0308]: mismatched types
    --> solutions/src/bin/maxsub--tree.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  error: aborting due to 1 previous error
  again: cargo run -p harness -- maxsub/tree.rs

  slowest accepted: gcd-sum/gcd-sum.rs on secret/02, 714 ms / 1.0 s
  FAIL  3 of 5 solutions as expected · 2 failed · 69 of 89 tests judged in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn colour_marks_what_to_look_at() {
    check(
        mixed(),
        &Options { look: Look { color: true, width: Some(120), ..Look::default() }, ..options() },
        str![[r#"
   ␛[1m␛[32mJudging␛[0m 3 problems, 5 solutions, 89 tests ␛[2m(2 jobs, rustc 1.95.0 -O, full containment)␛[0m
      ␛[1m␛[32mPASS␛[0m ␛[1m␛[36maplusb␛[0m   aplusb.rs   .. .............       15/15  max   3 ms / 1.0 s    2 MiB
      ␛[1m␛[32mPASS␛[0m ␛[1m␛[36maplusb␛[0m   brute.rs    .. ..........TTT       15/15  expected TLE ␛[2m(12 AC, 3 TLE)␛[0m
      ␛[1m␛[32mPASS␛[0m ␛[1m␛[36mgcd-sum␛[0m  gcd-sum.rs  ... ................   19/19  max ␛[33m714 ms / 1.0 s␛[0m   12 MiB
      ␛[1m␛[31mFAIL␛[0m ␛[1m␛[36mmaxsub␛[0m   ␛[1mkadane.rs␛[0m   .. ␛[1m␛[31mW␛[0m..............␛[1m␛[31mW␛[0m..  18/20  ␛[1m␛[31m2 WA␛[0m, first ␛[1msecret/01␛[0m
      ␛[1m␛[31mFAIL␛[0m ␛[1m␛[36mmaxsub␛[0m   ␛[1mtree.rs␛[0m     ␛[1m␛[31mC␛[0m                             ␛[1m␛[31mcompile error␛[0m ␛[2m(line 14)␛[0m

␛[1m␛[31mWA␛[0m ␛[1mmaxsub/kadane.rs␛[0m on ␛[1msecret/01␛[0m  checker: lines  3 ms  2 MiB
  line 1, token 1: expected ␛[1m␛[4m␛[32m-2␛[0m, got ␛[1m␛[4m␛[31m0␛[0m
  ␛[2minput  (2 lines, 14 bytes)␛[0m
    4
    -5 -2 -9 -7
  ␛[2mexpected␛[0m  ␛[1m␛[4m␛[32m-2␛[0m⏎
  ␛[2mgot␛[0m       ␛[1m␛[4m␛[31m0␛[0m⏎
  ␛[2magain:␛[0m cargo run -p harness -- maxsub/kadane.rs -t secret/01
  ␛[2m… 1 more WA: secret/16 (-a to show)␛[0m

␛[1m␛[31mCE␛[0m ␛[1mmaxsub/tree.rs␛[0m does not compile
  ␛[1merror[E0308]: mismatched types␛[0m
    --> solutions/src/bin/maxsub--tree.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  ␛[1merror: aborting due to 1 previous error␛[0m
  ␛[2magain:␛[0m cargo run -p harness -- maxsub/tree.rs

  ␛[2mslowest accepted:␛[0m gcd-sum/gcd-sum.rs ␛[2mon␛[0m secret/02␛[2m, 714 ms / 1.0 s␛[0m
  ␛[1m␛[31mFAIL␛[0m  3 of 5 solutions as expected · ␛[1m␛[31m2 failed␛[0m · 69 of 89 tests judged in 4.2 s ␛[2m(31 from cache)␛[0m

"#]],
    );
}

#[test]
fn eighty_columns_hold_a_line_a_solution() {
    check(
        mixed(),
        &Options { look: Look { width: Some(80), ..Look::default() }, ..options() },
        str![[r#"
Judging 3 problems, 5 solutions, 89 tests (2 jobs, rustc 1.95.0 -O, full
    containment)
PASS aplusb   aplusb.rs   .. .............      15/15  max   3 ms / 1.0 s
         2 MiB
PASS aplusb   brute.rs    .. ..........TTT      15/15  expected TLE (12 AC, 3
       TLE)
PASS gcd-sum  gcd-sum.rs  ... ................  19/19  max 714 ms / 1.0 s
        12 MiB
FAIL maxsub   kadane.rs   .. W.×14 W..          18/20  2 WA, first secret/01
FAIL maxsub   tree.rs     C                            compile error (line 14)

WA maxsub/kadane.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected -2, got 0
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  … 1 more WA: secret/16 (-a to show)

CE maxsub/tree.rs does not compile
  error[E0308]: mismatched types
    --> solutions/src/bin/maxsub--tree.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  error: aborting due to 1 previous error
  again: cargo run -p harness -- maxsub/tree.rs

  slowest accepted: gcd-sum/gcd-sum.rs on secret/02, 714 ms / 1.0 s
  FAIL  3 of 5 solutions as expected · 2 failed · 69 of 89 tests judged in 4.2 s
        (31 from cache)

"#]],
    );
}

#[test]
fn a_number_and_its_unit_stand_on_one_line_at_every_width() {
    for width in 40..120 {
        let nim = problem("nim", 1, 40);
        let fake = Fake::new(&nim, "a-label-of-some-length").usage(7, ms(714.0), ByteSize::kib(2662));
        let drawn =
            rendered(vec![fake], &Options { look: Look { width: Some(width), ..Look::default() }, ..options() });
        for unit in ["ms", "s", "MiB", "%"] {
            let lonely = |line: &str| line.trim_start().split(' ').next() == Some(unit);
            assert!(!drawn.lines().any(lonely), "{width} columns:\n{drawn}");
        }
    }
}

#[test]
fn sixty_columns_take_two_lines_a_solution() {
    check(
        mixed(),
        &Options { look: Look { width: Some(60), ..Look::default() }, ..options() },
        str![[r#"
Judging 3 problems, 5 solutions, 89 tests (2 jobs, rustc
    1.95.0 -O, full containment)
PASS aplusb   aplusb.rs   .. .............      15/15  max
         3 ms / 1.0 s    2 MiB
PASS aplusb   brute.rs    .. ..........TTT      15/15
       expected TLE (12 AC, 3 TLE)
PASS gcd-sum  gcd-sum.rs  ... ................  19/19  max
       714 ms / 1.0 s   12 MiB
FAIL maxsub   kadane.rs   .. W.×14 W..          18/20  2 WA,
       first secret/01
FAIL maxsub   tree.rs     C
       compile error (line 14)

WA maxsub/kadane.rs on secret/01  checker: lines  3 ms
    2 MiB
  line 1, token 1: expected -2, got 0
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  … 1 more WA: secret/16 (-a to show)

CE maxsub/tree.rs does not compile
  error[E0308]: mismatched types
    --> solutions/src/bin/maxsub--tree.rs:14:5
     |
  14 |     x
     |     ^ expected `u8`, found `&str`

  error: aborting due to 1 previous error
  again: cargo run -p harness -- maxsub/tree.rs

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
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  -2⏎
  got       0⏎
  again: cargo run -p harness -- maxsub/kadane.rs -t secret/01
  … 1 more WA: secret/16 (-a to show)

  FAIL  1 of 2 solutions as expected · 1 failed · 39 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn verbose_adds_a_line_for_every_test() {
    let nim = problem("nim", 1, 3);
    let fake = Fake::new(&nim, "").verdicts(".T!-").test(1, |test| {
        test.note = Some("1.03 s of CPU, limit 1.0 s".to_owned());
        test.retimed = true;
        test.cpu = Some(ms(1030.0));
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
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  got       0⏎
  again: cargo run -p harness -- nim/nim.rs -t secret/01

fault: cannot start the sandbox: no such file
  hint: install it
  not judged because of this: nim/nim.rs on secret/02

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  not run: 1 test of 1 solution
  FAIL  interrupted · 0 of 1 solution as expected · 1 failed · 1 fault · 2 of 4 tests judged in 4.2 s (31 from cache)

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
        &Options { look: Look { width: Some(80), ..Look::default() }, ..options() },
        str![[r#"
Judging 1 problem, 1 solution, 2 tests (2 jobs, rustc 1.95.0 -O, full
    containment)
FAIL nim  nim.rs  . W  1/2  1 WA, first secret/01

WA nim/nim.rs on secret/01  checker: lines  3 ms  2 MiB
  checker says:
  | ␛[2J␛]0;pwned␇␍␀��
  | ::error::x
  | ‹U+202E›<script>
  line 1, token 1: expected -2, got ␛[2J␛]0;
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  - expected  (1 line, 3 bytes)   + got  (3 lines, 42 bytes)
  1   - -2
    1 + 0
  stderr:
  | ␛[2J␛]0;pwned␇␍␀‹FF›‹FE›
  | ::error::x
  | ‹U+202E›<script>
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed · 2 tests in 4.2 s
        (31 from cache)

"#]],
    );
    rendered(vec![fake], &Options { look: Look { unicode: false, ..Look::default() }, ..options() });
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
        &Options { look: Look { width: Some(60), ..Look::default() }, ..options() },
        str![[r#"
Judging 1 problem, 1 solution, 2 tests (2 jobs, rustc 1.95.0
    -O, full containment)
FAIL nim  nim.rs  . W  1/2  1 WA, first secret/01

WA nim/nim.rs on secret/01  checker: lines  3 ms  2 MiB
  line 1, token 1: expected 必勝必勝必勝必勝必勝…, got 0
  input  (2 lines, 14 bytes)
    4
    -5 -2 -9 -7
  expected  必勝必勝必勝必勝必勝必勝必勝必勝… 133 more bytes
  got       必敗必敗必敗必敗必敗必敗必敗必敗… 133 more bytes
  again: cargo run -p harness -- nim/nim.rs -t secret/01

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  FAIL  0 of 1 solution as expected · 1 failed ·
        2 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn a_thousand_tests_are_counted() {
    let big = problem("big", 3, 997);
    let block = Fake::new(&big, "").verdicts(&format!("{}{}", ".".repeat(183), "W".repeat(19)));
    let mixed = Fake::new(&big, "mixed").expect(&[Verdict::TimeLimit]).verdicts(&".W.T".repeat(250));
    for width in [None, Some(80), Some(60)] {
        let text = rendered(
            vec![block.clone(), mixed.clone()],
            &Options { look: Look { width, ..Look::default() }, ..options() },
        );
        let rows: String = text.lines().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
        assert!(rows.contains("... .×180 W×19 .×798"), "{rows}");
        assert!(rows.contains(".W. T.W.T.W."), "{rows}");
    }
}
