//! Entry points for the fuzzer, compiled for it alone.

use super::checker::{self, CheckerRun};
use super::compare::Rule;
use super::explain::{self, Pair};
use model::{Comparison, Limits, Points, Protocol, Verdict, Worth};
use sandbox::{Exit, Outcome, Usage};

/// # Panics
/// When a tolerance makes no sense.
pub fn agrees(comparison: &Comparison, answer: &[u8], output: &[u8]) -> bool {
    Rule::of(comparison).expect("the fuzzer's tolerances are numbers").agrees(answer, output)
}

/// Explains a mismatch, and checks that there is an explanation.
///
/// # Panics
/// When a tolerance makes no sense or a mismatch has no note.
pub fn explained(comparison: &Comparison, answer: &[u8], output: &[u8]) {
    let rule = Rule::of(comparison).expect("the fuzzer's tolerances are numbers");
    if !rule.agrees(answer, output) {
        let explanation = explain::explain(Pair { rule: &rule, answer, output, lines_before: 0 });
        assert!(explanation.verdict != Verdict::Accepted && !explanation.note.is_empty());
    }
}

/// Interprets a checker that ended with this exit code and left these messages and scores.
///
/// # Panics
/// When more points are given than there are, or a note has several lines.
pub fn checker([protocol, code, worth]: [usize; 3], words: &[u8], score: &[u8], multiplier: &[u8]) {
    let code = [0, 1, 2, 3, 4, 7, 8, 42, 43][code % 9];
    let outcome = Outcome {
        exit: Exit::Code(code),
        stopped: None,
        usage: Usage::default(),
        memory_refused: false,
        starved: false,
        task_refused: None,
        start: sandbox::Start::Exec,
        stdout_bytes: 0,
        stderr_bytes: 0,
    };
    let most = Points::from_number(100.0).unwrap_or_default();
    let finished = CheckerRun {
        name: "checker",
        protocol: [
            Protocol::Icpc,
            Protocol::IcpcLegacy,
            Protocol::Testlib,
            Protocol::Called,
            Protocol::Peg,
            Protocol::Cms,
        ][protocol % 6],
        outcome: &outcome,
        limits: &Limits::default(),
        judge_message: words,
        team_message: score,
        score,
        score_multiplier: multiplier,
        stdout: words,
        worth: [Worth::Nothing, Worth::PassFail, Worth::UpTo(most)][worth % 3],
        stderr: words,
        next_pass: worth >= 128,
    };
    if let Ok(answer) = checker::interpret(&finished) {
        assert!(answer.points.is_none_or(|points| points <= most || worth % 3 != 2), "{answer:?}");
        assert!(answer.cause("checker").to_string().lines().count() <= 1);
    }
}
