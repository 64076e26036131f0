//! A line for each problem.

use super::*;

/// Four problems; in the third, something is not as expected.
fn four() -> Vec<Fake> {
    let (nim, heaps) = (problem("nim", 1, 2), problem("georgia-and-bob", 1, 12));
    let (wythoff, staircase) = (problem("wythoff", 1, 1), problem("staircase", 1, 2));
    let wrong = |fake: Fake, letters: &str| fake.expect(&[Verdict::WrongAnswer]).verdicts(letters);
    vec![
        Fake::new(&nim, ""),
        wrong(Fake::new(&nim, "misere"), ".WW"),
        Fake::new(&heaps, ""),
        Fake::new(&heaps, "brute"),
        Fake::new(&wythoff, "").verdicts(".W"),
        wrong(Fake::new(&wythoff, "f32"), ".W"),
        Fake::new(&staircase, ""),
    ]
}

fn as_expected() -> Vec<Fake> {
    four().into_iter().enumerate().filter(|(at, _)| *at != 4).map(|(_, fake)| fake).collect()
}

#[test]
fn a_good_run_of_many_problems_is_a_line_a_problem() {
    let page = Some((IsCurrent::new(true.into()), "target/harness/report.html".to_owned()));
    check(
        as_expected(),
        &Options { page, ..options() },
        str![[r#"
   Judging 4 problems: 4 solutions must pass, 2 must fail, 37 tests (2 jobs, rustc 1.95.0 -O, full containment)
      PASS nim              1 pass, 1 fail as they must  slowest   3 ms / 1.0 s
      PASS georgia-and-bob  2 pass                       slowest   3 ms / 1.0 s
      PASS wythoff          0 pass, 1 fail as they must
      PASS staircase        1 pass                       slowest   3 ms / 1.0 s

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  PASS  6 of 6 solutions as expected · 37 tests in 4.2 s (31 from cache)
  report: target/harness/report.html

"#]],
    );
}

#[test]
fn a_page_that_was_not_written_is_not_named() {
    let page = |written: bool| Some((IsCurrent::new(written.into()), "target/harness/report.html".to_owned()));
    let printed = |page| rendered(as_expected(), &Options { page, ..options() });
    assert!(printed(page(true)).contains("report.html"));
    assert!(!printed(page(false)).contains("report.html"));
}

#[test]
fn eighty_columns_hold_a_line_a_problem() {
    check(
        as_expected(),
        &Options { look: Look { width: Some(80), ..Look::default() }, ..options() },
        str![[r#"
Judging 4 problems: 4 solutions must pass, 2 must fail, 37 tests (2 jobs, rustc
    1.95.0 -O, full containment)
PASS nim              1 pass, 1 fail as they must  slowest   3 ms / 1.0 s
PASS georgia-and-bob  2 pass                       slowest   3 ms / 1.0 s
PASS wythoff          0 pass, 1 fail as they must
PASS staircase        1 pass                       slowest   3 ms / 1.0 s

  slowest accepted: nim/nim.rs on sample/01, 3 ms / 1.0 s
  PASS  6 of 6 solutions as expected · 37 tests in 4.2 s (31 from cache)

"#]],
    );
}

#[test]
fn what_is_not_as_expected_has_its_line_above_its_problems() {
    let printed = rendered(four(), &options());
    let lines = "      FAIL wythoff          wythoff.rs          . W               1/2  1 WA, first secret/01
      FAIL wythoff          0 pass, 1 fail as they must, 1 not as expected  slowest   3 ms / 1.0 s
";
    assert!(printed.contains(lines), "{printed}");
}

#[test]
fn three_problems_and_verbose_runs_are_shown_solution_by_solution() {
    let three = || as_expected().into_iter().take(5).collect::<Vec<_>>();
    assert!(rendered(three(), &options()).contains("misere.rs"));
    let verbose = Options { verbosity: Verbosity::Verbose, ..options() };
    assert!(rendered(as_expected(), &verbose).contains("misere.rs"));
    assert!(!rendered(as_expected(), &options()).contains("misere.rs"));
    let quiet = Options { verbosity: Verbosity::Quiet, ..options() };
    assert_eq!(rendered(as_expected(), &quiet).lines().count(), 1);
}
