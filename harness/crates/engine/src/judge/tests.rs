use super::*;
use model::{ByteSize, LineChange, TokenOptions};
use sandbox::{Exit, Usage};
use std::io::Write;
use std::time::Duration;

/// Judges `output` of a run that ended well against `answer`.
fn run(comparison: Comparison, answer: &[u8], output: &[u8]) -> Judgement {
    run_with(comparison, answer, output, |_| ())
}

fn run_with(comparison: Comparison, answer: &[u8], output: &[u8], change: impl FnOnce(&mut Outcome)) -> Judgement {
    let dir = tempfile::tempdir().unwrap();
    let (input_path, answer_path) = (dir.path().join("01.in"), dir.path().join("01.ans"));
    std::fs::write(&input_path, "3\n1 2 3\n").unwrap();
    std::fs::write(&answer_path, answer).unwrap();
    let mut stdout = tempfile::tempfile().unwrap();
    stdout.write_all(output).unwrap();
    let mut stderr = tempfile::tempfile().unwrap();
    stderr.write_all(b"thread 'main' panicked\n").unwrap();
    let usage = Usage { cpu: Duration::from_millis(10), wall: Duration::from_millis(11), memory: 2 << 20 };
    let mut outcome = Outcome {
        exit: Exit::Code(0),
        stopped: None,
        usage,
        memory_refused: false,
        start: sandbox::Start::Exec,
        stdout_bytes: output.len() as u64,
        stderr_bytes: 23,
    };
    change(&mut outcome);
    let limits = Limits { output: ByteSize::mib(300), ..Limits::default() };
    let case = Case {
        outcome: &outcome,
        limits: &limits,
        stdout: &stdout,
        stderr: &stderr,
        input: &input_path,
        answer: &answer_path,
    };
    judge(&case, &comparison).unwrap()
}

fn check(comparison: Comparison, answer: &str, output: &str, verdict: Verdict, note: &str) -> Judgement {
    let got = run(comparison, answer.as_bytes(), output.as_bytes());
    assert_eq!((got.verdict, got.note.as_deref().unwrap_or("")), (verdict, note), "{answer:?} against {output:?}");
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
    assert_eq!((got.verdict, got.note.as_deref()), (Verdict::RunTimeError, Some("exit code 101")));
    let evidence = got.evidence.unwrap();
    assert_eq!(evidence.stderr.head, b"thread 'main' panicked\n");
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
    let shown: Vec<_> = window.iter().map(|pair| (pair.change, pair.text.as_slice())).collect();
    assert_eq!(shown, [(LineChange::Missing, &b"b"[..]), (LineChange::Extra, b"x")]);
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
        start: sandbox::Start::Exec,
        stdout_bytes: 0,
        stderr_bytes: 0,
    };
    let (limits, missing) = (Limits::default(), Path::new("no-such-folder/01.ans"));
    let case =
        Case { outcome: &outcome, limits: &limits, stdout: &file, stderr: &file, input: missing, answer: missing };
    let fault = judge(&case, &LINES).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Content);
    assert!(fault.message.contains("01.ans"), "{fault}");
    // A hole takes no room on the disk; read, it would take all memory.
    let endless = tempfile::NamedTempFile::new().unwrap();
    endless.as_file().set_len(LARGEST_FILE.0 + 1).unwrap();
    let fault = judge(&Case { answer: endless.path(), ..case }, &LINES).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Content);
    assert!(fault.message.contains("larger than 1 GiB"), "{fault}");
}
