use super::*;
use model::{ByteSize, Difference, LineChange, TokenOptions};
use sandbox::{Exit, Usage};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Judges `output` of a run that ended well against `answer`.
fn run(comparison: Comparison, answer: &[u8], output: &[u8]) -> Judgement {
    run_with(comparison, answer, output, |_| ())
}

const PANIC: &str = "thread 'main' panicked\n";

fn run_with(comparison: Comparison, answer: &[u8], output: &[u8], change: impl FnOnce(&mut Outcome)) -> Judgement {
    on_case(answer, output, PANIC, change, |case| {
        let (in_file, answer) = (judge(case, &comparison).unwrap(), Content::Memory(answer));
        assert_eq!(judge(&Case { answer, ..*case }, &comparison).unwrap(), in_file);
        in_file
    })
}

/// Does something with a run that ended well, but for a change.
pub(super) fn on_case<T>(
    answer: &[u8],
    output: &[u8],
    error: &str,
    change: impl FnOnce(&mut Outcome),
    act: impl FnOnce(&Case<'_>) -> T,
) -> T {
    let dir = tempfile::tempdir().unwrap();
    let (input_path, answer_path) = (dir.path().join("01.in"), dir.path().join("01.ans"));
    std::fs::write(&input_path, "3\n1 2 3\n").unwrap();
    std::fs::write(&answer_path, answer).unwrap();
    let mut stdout = tempfile::tempfile().unwrap();
    stdout.write_all(output).unwrap();
    let mut stderr = tempfile::tempfile().unwrap();
    stderr.write_all(error.as_bytes()).unwrap();
    let usage = Usage { cpu: Duration::from_millis(10), wall: Duration::from_millis(11), memory: 2 << 20 };
    let mut outcome = Outcome {
        exit: Exit::Code(0),
        stopped: None,
        usage,
        memory_refused: false,
        starved: false,
        task_refused: None,
        start: sandbox::Start::Exec,
        stdout_bytes: output.len() as u64,
        stderr_bytes: error.len() as u64,
    };
    change(&mut outcome);
    let limits = Limits { output: ByteSize::mib(300), ..Limits::default() };
    let case = Case {
        outcome: &outcome,
        limits: &limits,
        stdout: &stdout,
        stderr: &stderr,
        input: Content::File(&input_path),
        answer: Content::File(&answer_path),
    };
    act(&case)
}

fn sentence(judgement: &Judgement) -> Option<String> {
    judgement.cause.as_ref().map(ToString::to_string)
}

fn check(comparison: Comparison, answer: &str, output: &str, verdict: Verdict, note: &str) -> Judgement {
    let got = run(comparison, answer.as_bytes(), output.as_bytes());
    assert_eq!(
        (got.verdict, sentence(&got).as_deref().unwrap_or("")),
        (verdict, note),
        "{answer:?} against {output:?}"
    );
    assert_eq!(got.evidence.is_none(), got.verdict == Verdict::Accepted);
    got
}

const LINES: Comparison = Comparison::Lines;

#[test]
fn accepted_output_needs_no_words() {
    check(LINES, "1\n2\n", "1\r\n2  \n\n", Verdict::Accepted, "");
    check(LINES, "", "", Verdict::Accepted, "");
}

#[test]
fn a_wrong_token_is_named_with_its_place() {
    let wa = Verdict::WrongAnswer;
    check(LINES, "1\n2\n4\n", "1\n2\n5\n", wa, "line 3, token 1: expected 4, got 5");
    check(LINES, "1 2 3\n", "1 2 33\n", wa, "line 1, token 3: expected 3, got 33");
    check(LINES, "1 22 3\n", "1 2 3\n", wa, "line 1, token 2: expected 22, got 2");
    check(LINES, "1 2\n3\n", "1 2\n", wa, "line 2, token 1: expected 3, got end of output");
    check(LINES, "1 2\n", "1 2\n3\n", wa, "line 2, token 1: expected end of output, got 3");
    check(LINES, "1 2\n", "1 2 3\n", wa, "line 1, token 3: expected end of output, got 3");
    check(LINES, "1 2\n", "", wa, "line 1, token 1: expected 1, got end of output");
    check(LINES, "", "x", wa, "line 1, token 1: expected end of output, got x");
    check(LINES, "a\n", "\u{1b}[31ma\n", wa, "line 1, token 1: expected a, got \\u{1b}[31ma");
}

#[test]
fn white_space_before_the_wrong_token_is_not_what_is_named() {
    check(LINES, "1 2\n3 4\n", "1\n2\n3 5\n", Verdict::WrongAnswer, "line 2, token 2: expected 4, got 5");
}

#[test]
fn right_tokens_in_wrong_white_space_are_a_presentation_error() {
    let pe = Verdict::PresentationError;
    check(LINES, "1 2\n", "1  2\n", pe, r#"line 1: white space differs: expected "1 2\n", got "1  2\n""#);
    check(LINES, "1\n2\n", "1 2\n", pe, r#"line 1: white space differs: expected "1\n", got "1 2\n""#);
    check(Comparison::Exact, "1\n", "1", pe, r#"line 1: white space differs: expected "1\n", got "1""#);
    check(Comparison::Exact, "1\n", "1\r\n", pe, r#"line 1: white space differs: expected "1\n", got "1\r\n""#);
}

#[test]
fn facts_come_before_the_output() {
    let got = run_with(LINES, b"1\n", b"2\n", |o| o.exit = Exit::Code(101));
    assert_eq!((got.verdict, sentence(&got).as_deref()), (Verdict::RunTimeError, Some("exit code 101")));
    let evidence = got.evidence.unwrap();
    let files = [&evidence.input, &evidence.answer, &evidence.output, &evidence.stderr];
    let heads = files.map(|excerpt| str::from_utf8(&excerpt.head).unwrap());
    assert_eq!(heads, ["3\n1 2 3\n", "1\n", "2\n", PANIC]);
    assert!(evidence.whole_output.is_empty(), "the excerpt is whole");
    assert_eq!(evidence.difference, None);
    assert_eq!(evidence.checker, "lines");
    assert_eq!((evidence.input.bytes, evidence.input.lines), (8, Some(2)));
}

#[test]
fn tokens_say_nothing_about_white_space_and_case_when_told_so() {
    let icpc = Comparison::Tokens(TokenOptions { case_sensitive: false, ..TokenOptions::default() });
    check(icpc, "Yes 1\n", "YES\n\n1", Verdict::Accepted, "");
    check(icpc, "Yes 1\n", "NO\n\n1", Verdict::WrongAnswer, "line 1, token 1: expected Yes, got NO");
}

#[test]
fn unordered_names_a_missing_and_an_extra_line() {
    let note = "line 2 of the answer is missing: b; line 3 of the output is too many: x";
    let got = check(Comparison::Unordered, "a\nb\nc\n", "c\na\nx\n", Verdict::WrongAnswer, note);
    let window = got.evidence.unwrap().difference.unwrap().window;
    let rendered: Vec<_> = window.iter().map(|pair| (pair.change, pair.text.as_slice())).collect();
    assert_eq!(rendered, [(LineChange::Missing, &b"b"[..]), (LineChange::Extra, b"x")]);
    check(Comparison::Unordered, "a\nb\n", "b\na\n\n", Verdict::Accepted, "");
}

#[test]
fn one_line_of_many_megabytes_is_judged() {
    let mut output = vec![b'7'; 3_000_000];
    let answer = output.clone();
    output[2_999_990] = b'8';
    let got = run(LINES, &answer, &output);
    assert_eq!(got.verdict, Verdict::WrongAnswer);
    let difference = got.evidence.unwrap().difference.unwrap();
    assert!(difference.got.unwrap().contains(&b'8'));
    let pair = &difference.window[0];
    assert_eq!((pair.text.len(), pair.cut), (200, 2_999_800));
}

#[test]
fn an_answer_that_cannot_be_read_is_our_fault() {
    let file = tempfile::tempfile().unwrap();
    let outcome = Outcome {
        exit: Exit::Code(0),
        stopped: None,
        usage: Usage::default(),
        memory_refused: false,
        starved: false,
        task_refused: None,
        start: sandbox::Start::Exec,
        stdout_bytes: 0,
        stderr_bytes: 0,
    };
    let (limits, missing) = (Limits::default(), Content::File(Path::new("no-such-folder/01.ans")));
    let case =
        Case { outcome: &outcome, limits: &limits, stdout: &file, stderr: &file, input: missing, answer: missing };
    let fault = judge(&case, &LINES).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Content);
    assert!(fault.message.contains("01.ans"), "{fault}");
    // A sparse file takes no room on the disk, but reading it would take all memory.
    let endless = tempfile::NamedTempFile::new().unwrap();
    endless.as_file().set_len(LARGEST_FILE.0 + 1).unwrap();
    let fault = judge(&Case { answer: Content::File(endless.path()), ..case }, &LINES).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Content);
    assert!(fault.message.contains("at most 1 GiB"), "{fault}");
}

/// The explanation by someone who reads both texts from the beginning.
fn explained_whole(comparison: &Comparison, answer: &[u8], output: &[u8]) -> Option<(Verdict, String, Difference)> {
    let rule = Rule::of(comparison).unwrap();
    if rule.agrees(answer, output) {
        return None;
    }
    let explanation = explain::explain(Pair { rule: &rule, answer, output, lines_before: 0 });
    Some((explanation.verdict, explanation.note, explanation.difference))
}

#[test]
fn a_difference_far_behind_the_beginning_is_explained_as_if_all_had_been_read() {
    let beginning: String = (0..40_000).map(|line| format!("{line}\n")).collect();
    assert!(beginning.len() as u64 > READ_BEFORE + BLOCK as u64);
    let numbers = Comparison::Tokens(TokenOptions { float_absolute: Some(0.1), ..TokenOptions::default() });
    let spaces = Comparison::Tokens(TokenOptions { space_change_sensitive: true, ..TokenOptions::default() });
    let ends = [
        "",
        "\n",
        " \n\n",
        "1\n",
        "1",
        "1\n2\n3\n",
        "1.05\n2\n3\n",
        "2\n1\n3\n",
        "1\n2\n3 x\n",
        "\n\n1\n2\n",
        "A\n",
        "a\n",
    ];
    let rules = [Comparison::Exact, LINES, Comparison::Tokens(TokenOptions::default()), numbers, spaces];
    let texts = ends.map(|end| (end, format!("{beginning}{end}")));
    for comparison in rules {
        for ((a, answer), (b, output)) in texts.iter().flat_map(|a| texts.iter().map(move |b| (a, b))) {
            let got = run(comparison, answer.as_bytes(), output.as_bytes());
            let difference = |got: Judgement| got.evidence.unwrap().difference.unwrap();
            let got =
                (got.verdict != Verdict::Accepted).then(|| (got.verdict, sentence(&got).unwrap(), difference(got)));
            let expected = explained_whole(&comparison, answer.as_bytes(), output.as_bytes());
            assert_eq!(got, expected, "{} {a:?} {b:?}", comparison.name());
        }
    }
}

#[test]
fn lines_are_numbered_from_the_beginning_of_the_file() {
    let beginning: String = (0..40_000).map(|line| format!("{line}\n")).collect();
    let texts = (format!("{beginning}right\n"), format!("{beginning}wrong\n"));
    let got = run(Comparison::Unordered, texts.0.as_bytes(), texts.1.as_bytes());
    let note = "line 40001 of the answer is missing: right; line 40001 of the output is too many: wrong";
    assert_eq!(sentence(&got).as_deref(), Some(note));
    // Nothing is read of the lines in front of a long one.
    let long = "x ".repeat(READ_BEFORE as usize);
    let texts = (format!("{beginning}{long}\nright\n"), format!("{beginning}{long}\nwrong\n"));
    let got = run(LINES, texts.0.as_bytes(), texts.1.as_bytes());
    assert_eq!(sentence(&got).as_deref(), Some("line 40002, token 1: expected right, got wrong"));
    let window = got.evidence.unwrap().difference.unwrap().window;
    let numbers: Vec<u64> = window.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [40_001, 40_002, 40_002]);
}

#[test]
fn only_whole_lines_are_skipped() {
    let check = |text: &str, most, bytes, lines| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        assert_eq!(skip(&file, most).unwrap(), SkippedLines { bytes, lines }, "{text:?} {most}");
    };
    check("", 10, 0, 0);
    check("ab\ncd\nef", 0, 0, 0);
    check("ab\ncd\nef", 2, 0, 0);
    check("ab\ncd\nef", 3, 3, 1);
    check("ab\ncd\nef", 5, 3, 1);
    check("ab\ncd\nef", 100, 6, 2);
    check(&format!("a\n{}", "x".repeat(3 * BLOCK)), 3 * BLOCK as u64, 2, 1);
    check(&"x\n".repeat(BLOCK), 2 * BLOCK as u64 - 1, 2 * BLOCK as u64 - 2, BLOCK - 1);
}

#[test]
fn of_an_output_that_is_too_long_for_an_excerpt_more_is_kept() {
    let output = vec![b'2'; model::Excerpt::LIMIT + 9];
    let evidence = run(LINES, b"1\n", &output).evidence.unwrap();
    assert_eq!((evidence.output.head.len(), evidence.whole_output), (model::Excerpt::LIMIT, output));
}

#[test]
fn what_an_accepted_run_wrote_to_standard_error_is_kept_once() {
    let heard = |checks, error: &str, evidence: Option<Evidence>| {
        on_case(
            b"1\n",
            b"1\n",
            error,
            |_| (),
            |case| {
                let usage = cell::usage(case.outcome.usage);
                let mut judgement =
                    Judgement { evidence: evidence.map(Box::new), ..Judgement::new(Verdict::Accepted, usage) };
                hear(case, "lines", (checks, "s/a.cpp"), &mut judgement).unwrap();
                let words = |judgement: &Judgement| {
                    let excerpt = judgement.stderr.as_ref()?;
                    Some(String::from_utf8_lossy(&excerpt.head).into_owned())
                };
                let findings: Vec<String> = judgement.found.iter().map(ToString::to_string).collect();
                (words(&judgement), findings, judgement.evidence.map(|evidence| evidence.checker))
            },
        )
    };
    let none = Vec::<String>::new;
    let found = "a.cpp:5:7: runtime error: division by zero\n";
    let named = || vec!["s/a.cpp:5:7: division by zero".to_owned()];
    let lines = || Some("lines".to_owned());
    let earlier = || Some(Evidence { checker: "earlier".to_owned(), ..Evidence::default() });
    assert_eq!(heard(Checks::Usual, "", None), (None, none(), None));
    assert_eq!(heard(Checks::Usual, found, None), (Some(found.to_owned()), none(), None));
    assert_eq!(heard(Checks::Sanitized, "odd\n", None), (Some("odd\n".to_owned()), none(), None));
    assert_eq!(heard(Checks::Sanitized, found, None), (None, named(), lines()));
    // The evidence holds the words already.
    assert_eq!(heard(Checks::Usual, found, earlier()), (None, none(), Some("earlier".to_owned())));
    assert_eq!(heard(Checks::Sanitized, found, earlier()), (None, named(), Some("earlier".to_owned())));
}
