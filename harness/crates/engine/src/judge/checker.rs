//! Interprets what a problem's own checker answered, by the protocol that it speaks.
//!
//! Pure: a finished checker's facts in, an answer or a fault out. Running, feeding and limiting the
//! checker happens elsewhere. Whatever is not an answer of its protocol (a crash, a limit, another
//! exit code, even 0) is the checker's failure and so ours, never the solution's.
//!
//! Sources: the output validator of the ICPC problem package format 2025-09; the exit codes of
//! testlib.

use super::words::first_words;
use super::{Case, Decision, decide, gather, testlib};
use crate::cell;
use model::{Cause, Evidence, Fault, FaultKind, Judgement, Limits, Points, Protocol, Verdict, Worth};
use sandbox::{Exit, Outcome, Task};

/// A checker that has run, and what it left behind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckerRun<'a> {
    /// The name shown to people: `checker.rs`.
    pub name: &'a str,
    pub protocol: Protocol,
    pub outcome: &'a Outcome,
    /// Its own limits, not the solution's.
    pub limits: &'a Limits,
    /// `judgemessage.txt`, `teammessage.txt` and `score.txt` of the feedback folder. Empty where
    /// there are none, and always for testlib.
    pub judge_message: &'a [u8],
    pub team_message: &'a [u8],
    pub score: &'a [u8],
    /// `score_multiplier.txt`, likewise.
    pub score_multiplier: &'a [u8],
    /// What it printed: the answer of checkers of CMS and PEG, words of others. An interactor's is
    /// empty; one of CMS writes its answer into a file.
    pub stdout: &'a [u8],
    /// What the checker may say that the test is worth.
    pub worth: Worth,
    pub stderr: &'a [u8],
    /// Whether it left a `nextpass.in`.
    pub next_pass: bool,
}

/// A checker's answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    /// Accepted, wrong answer or presentation error.
    pub verdict: Verdict,
    /// The checker's own message, bounded.
    pub message: Option<String>,
    /// The points that it gives, where the test's group has points for single tests and the checker
    /// says how many.
    pub points: Option<Points>,
    /// Whether the solution is to run again, on `nextpass.in`.
    pub next_pass: bool,
}

impl Answer {
    /// Why a judgement is not accepted: the first line of the checker's message, or just that the
    /// checker rejected the output.
    pub(crate) fn cause(&self, name: &str) -> Cause {
        let first = self.message.as_deref().and_then(|message| message.lines().find(|line| !line.trim().is_empty()));
        Cause::Rejected { by: name.to_owned(), says: first.map(|line| super::explain::note_text(line.trim())) }
    }
}

/// Reads a checker's answer.
///
/// # Errors
/// A checker fault for everything that is not an answer.
pub(crate) fn interpret(checker: &CheckerRun<'_>) -> Result<Answer, Fault> {
    within_limits(checker)?;
    let code = match checker.outcome.exit {
        Exit::Code(code) => code,
        Exit::Signal(_) => return Err(broken(checker)),
    };
    use CheckerPoints::{InFiles, Nothing, Part, Score};
    use Protocol::{Called, Cms, Icpc, IcpcLegacy, Peg, Testlib};
    use Verdict::{Accepted, PresentationError, WrongAnswer};
    let (verdict, given) = match (checker.protocol, code) {
        (Icpc | IcpcLegacy, 42) => (Accepted, InFiles),
        (IcpcLegacy, 43) if checker.worth != Worth::Always => (WrongAnswer, Nothing),
        (Icpc | IcpcLegacy, 43) => (WrongAnswer, InFiles),
        (Peg, 0 | 1) => match ratio(checker.stdout) {
            // Any part means accepted, even where there are no points to give a part of.
            Some(part) => (Accepted, whole_or_part(checker, part).1),
            None if code == 0 => (Accepted, Nothing),
            None => (WrongAnswer, Nothing),
        },
        // Before the other codes: `_pc(1)` ends with 1, too.
        (Testlib | Called, part) if testlib::percent(checker.stderr) == Some(part) => match part {
            0 => (WrongAnswer, Nothing),
            100 => (Accepted, Nothing),
            part => (Accepted, Part(f64::from(part) / 100.0)),
        },
        (Testlib | Called, 0) => (Accepted, Nothing),
        // Wrong answer, extra text after the answer, unexpected end of file.
        (Testlib | Called, 1 | 4 | 8) => (WrongAnswer, Nothing),
        (Testlib | Called, 2) => (PresentationError, Nothing),
        (Testlib | Called, 7) => match testlib::part(checker.stderr) {
            // Accepted, with none of the points: DMOJ has this case.
            Some(Some(0.0)) if counts(checker) => (Accepted, Part(0.0)),
            Some(Some(part)) => whole_or_part(checker, part),
            Some(None) => return Err(fault(checker, "gave a part that is not a fraction")),
            None => {
                let score = testlib::points(checker.stderr);
                match number(checker, score, "score")?.is_some_and(|points| points > 0.0) {
                    true => (Accepted, Score(score)),
                    false => (WrongAnswer, Nothing),
                }
            }
        },
        (Cms, 0) => share(checker)?,
        (Icpc | IcpcLegacy | Testlib | Called | Peg | Cms, _) => return Err(broken(checker)),
    };
    let points = points(checker, verdict, given)?;
    if checker.next_pass && code != 42 {
        return Err(fault(checker, "rejected the output and asked for another pass")
            .hint("leave nextpass.in only together with exit code 42"));
    }
    Ok(Answer { verdict, message: message(checker), points, next_pass: checker.next_pass })
}

/// A run that was judged with a checker's help.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ruling {
    pub judgement: Judgement,
    /// Whether it is accepted so far and the checker wants the solution to run again, on
    /// `nextpass.in`.
    pub next_pass: bool,
}

/// Judges a run of a problem that has a checker. The facts come first: where they decide, the
/// checker's answer does not matter, and the checker need not have run.
///
/// # Errors
/// Those of [`interpret`] and [`gather`].
pub(crate) fn judge(case: &Case<'_>, checker: &CheckerRun<'_>) -> Result<Ruling, Fault> {
    let decided = match decide(case.outcome, case.limits) {
        Some(decision) => RunVerdict::by_facts(decision),
        None => RunVerdict::by_answer(interpret(checker)?, checker.name),
    };
    decided.ruling(checker, case.outcome, || gather(case, checker.name))
}

/// A verdict with its cause, and the checker's message and points where they belong to it.
pub(super) struct RunVerdict {
    decision: Decision,
    message: Option<String>,
    points: Option<Points>,
}

impl RunVerdict {
    pub(super) fn by_facts(decision: Decision) -> RunVerdict {
        RunVerdict { decision, message: None, points: None }
    }

    pub(super) fn by_answer(answer: Answer, name: &str) -> RunVerdict {
        let decision = Decision { verdict: answer.verdict, cause: answer.cause(name) };
        RunVerdict { decision, message: answer.message, points: answer.points }
    }

    /// What becomes of the solution that ran like this. `evidence`: for one that is not accepted.
    pub(super) fn ruling(
        self,
        checker: &CheckerRun<'_>,
        solution: &Outcome,
        evidence: impl FnOnce() -> Result<Evidence, Fault>,
    ) -> Result<Ruling, Fault> {
        let RunVerdict { decision: Decision { verdict, cause }, message, points } = self;
        let checker_cpu = Some(checker.outcome.usage.cpu);
        let mut judgement = Judgement { points, checker_cpu, ..Judgement::new(verdict, cell::usage(solution.usage)) };
        let is_accepted = verdict == Verdict::Accepted;
        if !is_accepted {
            judgement.cause = Some(cause);
            judgement.evidence = Some(Box::new(Evidence { message, ..evidence()? }));
        }
        Ok(Ruling { judgement, next_pass: is_accepted && checker.next_pass })
    }
}

/// The fault of a checker that wants yet another pass after the last one.
pub(crate) fn too_many_passes(name: &str, passes: u32) -> Fault {
    let message = format!("{name} asked for another pass (nextpass.in) after pass {passes}, the last one");
    Fault::new(FaultKind::Checker, message).hint("say in problem.toml how many passes there may be: limits.passes")
}

/// A checker that hit a limit gave no answer, whatever its exit code. Nor did one that was refused
/// memory or a thread and ended as runtimes end then: testlib's exit code for a wrong answer is the
/// same.
pub(super) fn within_limits(checker: &CheckerRun<'_>) -> Result<(), Fault> {
    if checker.outcome.exit == Exit::Code(1) && refused(checker).is_some() {
        return Err(broken(checker));
    }
    let ended_well = Outcome { exit: Exit::Code(0), ..checker.outcome.clone() };
    match decide(&ended_well, checker.limits) {
        Some(decision) => Err(fault(checker, &format!("hit its own {decision}"))),
        None => Ok(()),
    }
}

fn refused(checker: &CheckerRun<'_>) -> Option<&'static str> {
    match checker.outcome.task_refused {
        _ if ended_for_memory(checker.outcome, checker.stderr) => Some("memory"),
        Some(Task::Thread) => Some("a thread"),
        Some(Task::Process) => Some("a process"),
        None => None,
    }
}

/// Whether a problem's own program ended with an exit code of its own because it was refused
/// memory. A large peak does not prove it where the program gives another reason: it may have
/// decided with nearly all of its memory in use, and a runtime that was refused memory says so.
/// `words` is the beginning of what it wrote to standard error.
pub(crate) fn ended_for_memory(outcome: &Outcome, words: &[u8]) -> bool {
    let all_is_here = outcome.stderr_bytes <= words.len() as u64;
    let gives_another_reason = all_is_here && !words.trim_ascii().is_empty() && !sandbox::says_memory_refused(words);
    outcome.memory_refused && !gives_another_reason
}

/// The fault of a checker whose exit is not one of its protocol's.
fn broken(checker: &CheckerRun<'_>) -> Fault {
    let exit = super::decide::crash(checker.outcome.exit).unwrap_or(Cause::Exit { code: 0 });
    let refused = refused(checker);
    let words = refused.map_or(String::new(), |what| format!(" after it was refused {what}"));
    let fault = fault(checker, &format!("ended with {exit}{words}"));
    if refused.is_some() {
        return fault;
    }
    let Exit::Code(code) = checker.outcome.exit else { return fault };
    fault.hint(match checker.protocol {
        // Both are exits in testlib's order. A Python program that opened its third argument, which
        // is a folder here, ends with 1, too.
        Protocol::Icpc | Protocol::IcpcLegacy if matches!(code, 0 | 1) => {
            "exit with 42 to accept and with 43 to reject; one that reads input, output and answer and exits with \
             0 or 1 is of the kind `testlib`: beside a program, name it `testlib:FILE`; in a workspace, say \
             `kind = \"testlib\"` in problem.toml"
        }
        Protocol::Icpc | Protocol::IcpcLegacy => "exit with 42 to accept and with 43 to reject",
        Protocol::Testlib | Protocol::Called if code == 3 => {
            "the checker found the answer or the input at fault, or itself"
        }
        Protocol::Testlib | Protocol::Called => "a testlib checker exits with 0, 1, 2, 3, 4, 7 or 8",
        Protocol::Peg => "a checker of PEG's exits with 0 or 1",
        Protocol::Cms => "a checker of CMS exits with 0 and prints a share from 0 to 1",
    })
}

/// A fault that quotes the first words of the checker's message.
fn fault(checker: &CheckerRun<'_>, what: &str) -> Fault {
    let mut text = format!("{} {what}", checker.name);
    let words = message(checker).unwrap_or_default();
    if let Some(words) = first_words(&words) {
        text.push_str(&format!(": {}", super::explain::note_text(&words)));
    }
    Fault::new(FaultKind::Checker, text)
}

/// The points that a checker gives.
#[derive(Clone, Copy)]
enum CheckerPoints<'a> {
    /// It says nothing about them.
    Nothing,
    /// What it wrote into the feedback folder: a score, a multiplier, or neither.
    InFiles,
    /// This number, as it printed it.
    Score(&'a [u8]),
    /// This part of all that there are.
    Part(f64),
}

/// Reads what a CMS checker prints: 1 accepts, 0 rejects. A number in between is a part of the
/// points, and rejects where there are none.
fn share<'a>(checker: &CheckerRun<'a>) -> Result<(Verdict, CheckerPoints<'a>), Fault> {
    let first = checker.stdout.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let given = number(checker, first, "share")?;
    let Some(given) = given.filter(|given| *given <= 1.0) else {
        return Err(fault(checker, "printed no share from 0 to 1"));
    };
    Ok(whole_or_part(checker, given))
}

/// The first two successive lines of numbers that a PEG checker prints, as one ratio. A ratio that
/// is not positive counts as none, and more than 1 counts as 1.
fn ratio(printed: &[u8]) -> Option<f64> {
    let text = String::from_utf8_lossy(printed);
    let lines: Vec<Option<f64>> = text.lines().map(|line| line.trim().parse().ok()).collect();
    let ratio = |pair: &[Option<f64>]| Some(pair[0]? / pair[1]?).filter(|ratio| ratio.is_finite() && *ratio > 0.0);
    lines.windows(2).find_map(ratio).map(|ratio| ratio.min(1.0))
}

/// Whether the test can be worth a part of its points.
fn counts(checker: &CheckerRun<'_>) -> bool {
    !matches!(checker.worth, Worth::Nothing | Worth::PassFail)
}

/// All points for 1. For less, that part of them where there are points to divide; otherwise a
/// rejection.
fn whole_or_part<'a>(checker: &CheckerRun<'_>, part: f64) -> (Verdict, CheckerPoints<'a>) {
    match part {
        1.0 => (Verdict::Accepted, CheckerPoints::Nothing),
        part if part > 0.0 && counts(checker) => (Verdict::Accepted, CheckerPoints::Part(part)),
        _ => (Verdict::WrongAnswer, CheckerPoints::Nothing),
    }
}

/// The points that a checker gives, by the rules of the format: only to an output that it accepts,
/// only in a group whose tests have points of their own, and no more than there are.
fn points(checker: &CheckerRun<'_>, verdict: Verdict, given: CheckerPoints<'_>) -> Result<Option<Points>, Fault> {
    let most = match checker.worth {
        // Nothing counts here, but a person is to see that it was not all.
        Worth::Nothing => {
            return Ok(match given {
                CheckerPoints::Score(text) => number(checker, text, "score")?.and_then(Points::from_number),
                CheckerPoints::Part(part) => Points::from_number(part),
                CheckerPoints::Nothing | CheckerPoints::InFiles => None,
            });
        }
        Worth::Free => return free(checker, given),
        Worth::Always => {
            let text = if let CheckerPoints::InFiles = given { checker.score } else { b"" };
            return number(checker, text, "score")?.map(|score| counted(checker, score)).transpose();
        }
        Worth::PassFail | Worth::Unbounded => None,
        Worth::UpTo(most) => Some(most),
    };
    let multiplier = || number(checker, checker.score_multiplier, "score multiplier");
    let (score, multiplier) = match given {
        CheckerPoints::Nothing => (None, None),
        CheckerPoints::InFiles => (number(checker, checker.score, "score")?, multiplier()?),
        CheckerPoints::Score(text) => (number(checker, text, "score")?, None),
        CheckerPoints::Part(part) => (None, Some(part)),
    };
    if checker.worth == Worth::Unbounded {
        return unbounded(checker, verdict, score, multiplier);
    }
    let given = match (score, multiplier) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => return Err(fault(checker, "gave both a score and a score multiplier")),
        (given, None) | (None, given) => given.expect("one of them is there"),
    };
    if verdict != Verdict::Accepted {
        return Err(fault(checker, "gave points to an output that it rejected"));
    }
    let Some(most) = most else {
        if checker.protocol == Protocol::IcpcLegacy {
            return Err(fault(checker, "gave points, and its package does not say that it gives any")
                .hint("write `validation: custom score` into problem.yaml; DOMjudge takes the points without it"));
        }
        return Err(fault(checker, "gave points in a group that is pass-fail")
            .hint("say scoring = \"sum\" or \"min\" in the group"));
    };
    let too_many = |most: String| Err(fault(checker, &format!("gave {given} where {most} is the most")));
    if multiplier.is_some() {
        return if given <= 1.0 { Ok(Some(most.times(given))) } else { too_many("1".to_owned()) };
    }
    // A millionth too much comes from a share that was rounded up.
    match Points::from_number(given) {
        Some(points) if points.0 <= most.0 + 1 => Ok(Some(points.min(most))),
        Some(_) | None => too_many(most.to_string()),
    }
}

/// Points without a maximum: the validator must say what an accepted test is worth.
fn unbounded(
    checker: &CheckerRun<'_>,
    verdict: Verdict,
    score: Option<f64>,
    multiplier: Option<f64>,
) -> Result<Option<Points>, Fault> {
    match (verdict == Verdict::Accepted, score, multiplier) {
        (_, _, Some(_)) => Err(fault(checker, "gave a score multiplier where points have no most")),
        (true, None, None) => Err(fault(checker, "accepted the output and gave no points, which have no most here")
            .hint("write score.txt into the feedback folder")),
        (true, Some(score), None) => counted(checker, score).map(Some),
        (false, Some(_), None) => Err(fault(checker, "gave points to an output that it rejected")),
        (false, None, None) => Ok(None),
    }
}

fn counted(checker: &CheckerRun<'_>, score: f64) -> Result<Points, Fault> {
    let too_many = || fault(checker, &format!("gave {score} points: more than can be counted"));
    Points::from_number(score).ok_or_else(too_many)
}

/// A legacy package's validator may give any score.
fn free(checker: &CheckerRun<'_>, given: CheckerPoints<'_>) -> Result<Option<Points>, Fault> {
    let text = match given {
        CheckerPoints::InFiles => checker.score,
        CheckerPoints::Score(text) => text,
        CheckerPoints::Nothing | CheckerPoints::Part(_) => b"",
    };
    let wrong = |score: &str| fault(checker, &format!("gave {score} as the score"));
    parsed(text, Points::from_score, |score| wrong(score).hint("write one number into score.txt"))
}

/// Parses a number that is not negative. `None` if nothing is written.
fn number(checker: &CheckerRun<'_>, text: &[u8], what: &str) -> Result<Option<f64>, Fault> {
    let valid = |number: f64| Some(number).filter(|number| number.is_finite() && *number >= 0.0);
    let hint = format!("a {what} is a number that is not negative");
    parsed(text, valid, |number| fault(checker, &format!("gave {number} as the {what}")).hint(hint))
}

fn parsed<T>(
    text: &[u8],
    valid: impl FnOnce(f64) -> Option<T>,
    wrong: impl FnOnce(&str) -> Fault,
) -> Result<Option<T>, Fault> {
    let text = String::from_utf8_lossy(text);
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let number = text.parse().ok().and_then(valid);
    number.map(Some).ok_or_else(|| wrong(&super::explain::note_text(text)))
}

/// The most bytes of a checker's message that are kept.
const MESSAGE: usize = 8 * 1024;

/// The checker's message to the judge, then its message to the team. If both are empty, what it
/// wrote to stderr, or else to stdout.
fn message(checker: &CheckerRun<'_>) -> Option<String> {
    let mut text = String::new();
    for part in [checker.judge_message, checker.team_message] {
        add(&mut text, part);
    }
    let stdout: &[u8] = match checker.protocol {
        Protocol::Icpc | Protocol::IcpcLegacy | Protocol::Testlib | Protocol::Called => checker.stdout,
        // It holds the points.
        Protocol::Peg | Protocol::Cms => b"",
    };
    for part in [checker.stderr, stdout] {
        if text.is_empty() {
            add(&mut text, part);
        }
    }
    (!text.is_empty()).then_some(text)
}

fn add(text: &mut String, part: &[u8]) {
    let cut = &part[..part.len().min(MESSAGE)];
    let words = String::from_utf8_lossy(cut);
    let words = words.trim_end();
    if words.trim_start().is_empty() || text == words {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(words);
    if cut.len() < part.len() {
        text.push_str(" …");
    }
}

#[cfg(test)]
pub(super) mod tests;
