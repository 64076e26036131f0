//! What a problem's own checker answered, by the protocol it speaks.
//!
//! Pure: a finished checker's facts in, an answer or a fault out. It is run, fed and limited
//! elsewhere. Whatever is not an answer of its protocol (a crash, a limit, another exit code,
//! success included) is the checker's failure and so ours, never the solution's.
//!
//! Sources: the output validator of the ICPC problem package format 2025-09; the exit codes of
//! testlib.

use super::{Case, Decision, decide, gather, testlib};
use crate::cell;
use model::{Fault, FaultKind, Judgement, Limits, Points, Protocol, Verdict, Worth};
use sandbox::{Exit, Outcome};

/// A checker that has run, and what it left behind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finished<'a> {
    /// As it is shown: `checker.rs`.
    pub name: &'a str,
    pub protocol: Protocol,
    pub outcome: &'a Outcome,
    /// Its own limits, not the solution's.
    pub limits: &'a Limits,
    /// `judgemessage.txt`, `teammessage.txt` and `score.txt` of the feedback folder, empty where
    /// there are none; for testlib, always.
    pub judge_message: &'a [u8],
    pub team_message: &'a [u8],
    pub score: &'a [u8],
    /// `score_multiplier.txt`, likewise; for CMS, what it printed.
    pub score_multiplier: &'a [u8],
    /// What it may say that the test is worth.
    pub worth: Worth,
    pub stderr: &'a [u8],
    /// It left a `nextpass.in`.
    pub next_pass: bool,
}

/// A checker's answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    /// Accepted, wrong answer or presentation error.
    pub verdict: Verdict,
    /// Its own words, bounded.
    pub message: Option<String>,
    /// What it gives, where the test's group has points for single tests and the checker says how
    /// many.
    pub points: Option<Points>,
    /// The solution is to run again, on `nextpass.in`.
    pub next_pass: bool,
}

impl Answer {
    /// One line for a judgement that is not accepted: what the checker said first, or who rejected
    /// it.
    pub(crate) fn note(&self, name: &str) -> String {
        let first = self.message.as_deref().and_then(|message| message.lines().find(|line| !line.trim().is_empty()));
        match first {
            Some(line) => format!("{name}: {}", super::explain::note_text(line.trim())),
            None => format!("rejected by {name}"),
        }
    }
}

/// Reads a checker's answer.
///
/// # Errors
/// A checker fault for everything that is not an answer.
pub(crate) fn interpret(checker: &Finished<'_>) -> Result<Answer, Fault> {
    within_limits(checker)?;
    let code = match checker.outcome.exit {
        Exit::Code(code) => code,
        Exit::Signal(_) => return Err(broken(checker)),
    };
    let given = GivenPoints { score: checker.score, multiplier: checker.score_multiplier };
    let nothing = GivenPoints { score: b"", multiplier: b"" };
    let part_of_points;
    let (verdict, given) = match checker.protocol {
        Protocol::Icpc | Protocol::IcpcLegacy => match code {
            42 => (Verdict::Accepted, given),
            43 if checker.protocol == Protocol::IcpcLegacy => (Verdict::WrongAnswer, nothing),
            43 => (Verdict::WrongAnswer, given),
            _ => return Err(broken(checker)),
        },
        Protocol::Peg if code == 0 || code == 1 => match ratio(checker.score_multiplier) {
            Some(part) => {
                part_of_points = part.to_string();
                let part = whole_or_part(checker, part, part_of_points.as_bytes());
                // Any part accepts, also where there are no points to give a part of.
                (Verdict::Accepted, part.1)
            }
            None if code == 0 => (Verdict::Accepted, nothing),
            None => (Verdict::WrongAnswer, nothing),
        },
        Protocol::Peg => return Err(broken(checker)),
        Protocol::Testlib | Protocol::Called => match code {
            0 => (Verdict::Accepted, nothing),
            // Wrong answer, dirt behind the answer, unexpected end of file.
            1 | 4 | 8 => (Verdict::WrongAnswer, nothing),
            2 => (Verdict::PresentationError, nothing),
            7 => match testlib::part(checker.stderr) {
                Some(part) => {
                    let given = part.ok_or_else(|| fault(checker, "gave a part of the points that is none"))?;
                    part_of_points = given.to_string();
                    // None of the points, and accepted all the same: as DMOJ has it.
                    match counts(checker) && given == 0.0 {
                        true => (Verdict::Accepted, GivenPoints { multiplier: b"0", ..nothing }),
                        false => whole_or_part(checker, given, part_of_points.as_bytes()),
                    }
                }
                None => {
                    let score = testlib::points(checker.stderr);
                    match number(checker, score, "score")?.is_some_and(|points| points > 0.0) {
                        true => (Verdict::Accepted, GivenPoints { score, ..nothing }),
                        false => (Verdict::WrongAnswer, nothing),
                    }
                }
            },
            _ => return Err(broken(checker)),
        },
        Protocol::Cms => match code {
            0 => share(checker)?,
            _ => return Err(broken(checker)),
        },
    };
    let points = points(checker, verdict, &given)?;
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
    /// It is accepted so far, and the checker wants the solution to run again, on `nextpass.in`.
    pub next_pass: bool,
}

/// Judges a run of a problem that has a checker. The facts come first: where they decide, the
/// checker's answer does not matter, and it need not have been run.
///
/// # Errors
/// As [`interpret`] and [`gather`].
pub(crate) fn judge(case: &Case<'_>, checker: &Finished<'_>) -> Result<Ruling, Fault> {
    let checker_cpu = Some(checker.outcome.usage.cpu);
    let judgement = |verdict| Judgement { checker_cpu, ..Judgement::new(verdict, cell::usage(case.outcome.usage)) };
    let (Decision { verdict, note }, message) = match decide(case.outcome, case.limits) {
        Some(decision) => (decision, None),
        None => {
            let answer = interpret(checker)?;
            if answer.verdict == Verdict::Accepted {
                let judgement = Judgement { points: answer.points, ..judgement(answer.verdict) };
                return Ok(Ruling { judgement, next_pass: answer.next_pass });
            }
            (Decision { verdict: answer.verdict, note: answer.note(checker.name) }, answer.message)
        }
    };
    let evidence = model::Evidence { message, ..gather(case, checker.name)? };
    let judgement = Judgement { note: Some(note), evidence: Some(Box::new(evidence)), ..judgement(verdict) };
    Ok(Ruling { judgement, next_pass: false })
}

/// The fault of a checker that wants yet another pass after the last one.
pub(crate) fn too_many_passes(name: &str, passes: u32) -> Fault {
    let message = match passes {
        1 => format!("{name} asked for another pass (nextpass.in), and its problem has one"),
        _ => format!("{name} asked for another pass (nextpass.in) after pass {passes}, the last one"),
    };
    Fault::new(FaultKind::Checker, message).hint("say in problem.toml how many passes there may be: limits.passes")
}

/// Says of a judgement or a fault of a multi-pass problem which pass brought it.
pub(crate) fn in_pass(pass: u32, text: &str) -> String {
    format!("pass {pass}: {text}")
}

/// A checker that hit a limit gave no answer, whatever its exit code.
pub(super) fn within_limits(checker: &Finished<'_>) -> Result<(), Fault> {
    let ended_well = Outcome { exit: Exit::Code(0), ..checker.outcome.clone() };
    match decide(&ended_well, checker.limits) {
        Some(decision) => Err(fault(checker, &format!("hit its own {}: {}", decision.verdict, decision.note))),
        None => Ok(()),
    }
}

/// Its exit is none of its protocol's.
fn broken(checker: &Finished<'_>) -> Fault {
    let exit = super::decide::crash(checker.outcome.exit).unwrap_or_else(|| "exit code 0".to_owned());
    let refused = if checker.outcome.memory_refused { " after it was refused memory" } else { "" };
    let fault = fault(checker, &format!("ended with {exit}{refused}"));
    match (checker.protocol, checker.outcome.exit) {
        (Protocol::Testlib | Protocol::Called, Exit::Code(3)) => {
            fault.hint("the checker found the answer or the input at fault, or itself")
        }
        (Protocol::Icpc | Protocol::IcpcLegacy, Exit::Code(0)) => {
            fault.hint("exit with 42 to accept and with 43 to reject: 0 is no answer")
        }
        (Protocol::Icpc | Protocol::IcpcLegacy, Exit::Code(_)) => {
            fault.hint("exit with 42 to accept and with 43 to reject")
        }
        (Protocol::Testlib | Protocol::Called, Exit::Code(_)) => {
            fault.hint("a testlib checker exits with 0, 1, 2, 3, 4, 7 or 8")
        }
        (Protocol::Peg, Exit::Code(_)) => fault.hint("a checker of PEG's exits with 0 or 1"),
        (Protocol::Cms, Exit::Code(_)) => fault.hint("a checker of CMS exits with 0 and prints a share from 0 to 1"),
        (
            Protocol::Icpc
            | Protocol::IcpcLegacy
            | Protocol::Testlib
            | Protocol::Called
            | Protocol::Peg
            | Protocol::Cms,
            Exit::Signal(_),
        ) => fault,
    }
}

/// A fault that quotes the first thing the checker said.
fn fault(checker: &Finished<'_>, what: &str) -> Fault {
    let mut text = format!("{} {what}", checker.name);
    let words = message(checker).unwrap_or_default();
    let mut lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
    if let Some(line) = lines.next() {
        text.push_str(&format!(": {}", super::explain::note_text(line)));
        // A panic says where on its first line and what on the second.
        if let Some(next) = lines.next().filter(|_| line.ends_with(':')) {
            text.push_str(&format!(" {}", super::explain::note_text(next)));
        }
    }
    Fault::new(FaultKind::Checker, text)
}

/// What a checker says about points.
struct GivenPoints<'a> {
    score: &'a [u8],
    multiplier: &'a [u8],
}

/// What a checker of CMS prints: 1 accepts, 0 rejects. What lies between is a part of the points,
/// and no acceptance where there are none.
fn share<'a>(checker: &Finished<'a>) -> Result<(Verdict, GivenPoints<'a>), Fault> {
    let first = checker.score_multiplier.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let given = number(checker, first, "share")?;
    let Some(given) = given.filter(|given| *given <= 1.0) else {
        return Err(fault(checker, "printed no share from 0 to 1"));
    };
    Ok(whole_or_part(checker, given, first))
}

/// The first two successive lines of numbers that a checker of PEG's prints, as one number. What is
/// nothing is no part, and more than everything is everything.
fn ratio(printed: &[u8]) -> Option<f64> {
    let text = String::from_utf8_lossy(printed);
    let lines: Vec<Option<f64>> = text.lines().map(|line| line.trim().parse().ok()).collect();
    let ratio = |pair: &[Option<f64>]| Some(pair[0]? / pair[1]?).filter(|ratio| ratio.is_finite() && *ratio > 0.0);
    lines.windows(2).find_map(ratio).map(|ratio| ratio.min(1.0))
}

/// The test may be worth less than all there is.
fn counts(checker: &Finished<'_>) -> bool {
    !matches!(checker.worth, Worth::Nothing | Worth::PassFail)
}

/// All points for 1. A part of them, written as `text`, where there are any; else it rejects.
fn whole_or_part<'a>(checker: &Finished<'_>, given: f64, text: &'a [u8]) -> (Verdict, GivenPoints<'a>) {
    let nothing = GivenPoints { score: b"", multiplier: b"" };
    match given {
        1.0 => (Verdict::Accepted, nothing),
        given if given > 0.0 && counts(checker) => (Verdict::Accepted, GivenPoints { multiplier: text, ..nothing }),
        _ => (Verdict::WrongAnswer, nothing),
    }
}

/// The points that a checker gives, by the rules of the format: only to what it accepts, only in a
/// group whose tests have points of their own, and not more than there are.
fn points(checker: &Finished<'_>, verdict: Verdict, files: &GivenPoints<'_>) -> Result<Option<Points>, Fault> {
    let most = match checker.worth {
        Worth::Nothing => return Ok(None),
        Worth::Free => return free(checker, files),
        Worth::PassFail | Worth::Unbounded => None,
        Worth::UpTo(most) => Some(most),
    };
    let (score, multiplier) =
        (number(checker, files.score, "score")?, number(checker, files.multiplier, "score multiplier")?);
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
        return Err(fault(checker, "gave points in a group that is pass-fail")
            .hint("say scoring = \"sum\" or \"min\" in the group"));
    };
    let too_many = |most: String| Err(fault(checker, &format!("gave {given} where {most} is the most")));
    if multiplier.is_some() {
        return if given <= 1.0 { Ok(Some(most.times(given))) } else { too_many("1".to_owned()) };
    }
    // A millionth more is a share that was rounded up.
    match Points::from_number(given) {
        Some(points) if points.0 <= most.0 + 1 => Ok(Some(points.min(most))),
        Some(_) | None => too_many(most.to_string()),
    }
}

/// A test without a most: the validator must say what an accepted one is worth.
fn unbounded(
    checker: &Finished<'_>,
    verdict: Verdict,
    score: Option<f64>,
    multiplier: Option<f64>,
) -> Result<Option<Points>, Fault> {
    match (verdict == Verdict::Accepted, score, multiplier) {
        (_, _, Some(_)) => Err(fault(checker, "gave a score multiplier where points have no most")),
        (true, None, None) => Err(fault(checker, "accepted the output and gave no points, which have no most here")
            .hint("write score.txt into the feedback folder")),
        (true, Some(score), None) => match Points::from_number(score) {
            Some(points) => Ok(Some(points)),
            None => Err(fault(checker, &format!("gave {score} points: more than can be counted"))),
        },
        (false, Some(_), None) => Err(fault(checker, "gave points to an output that it rejected")),
        (false, None, None) => Ok(None),
    }
}

/// A legacy package's validator may give any score.
fn free(checker: &Finished<'_>, files: &GivenPoints<'_>) -> Result<Option<Points>, Fault> {
    let text = String::from_utf8_lossy(files.score);
    if text.trim().is_empty() {
        return Ok(None);
    }
    let number = text.trim().parse::<f64>().ok().and_then(Points::from_score);
    number.map(Some).ok_or_else(|| {
        let text = super::explain::note_text(text.trim());
        fault(checker, &format!("gave a score that is none, {text}")).hint("write one number into score.txt")
    })
}

/// A number that is not negative. `None` where nothing is written.
fn number(checker: &Finished<'_>, text: &[u8], what: &str) -> Result<Option<f64>, Fault> {
    let text = String::from_utf8_lossy(text);
    if text.trim().is_empty() {
        return Ok(None);
    }
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(Some(number)),
        Ok(_) | Err(_) => {
            let text = super::explain::note_text(text.trim());
            Err(fault(checker, &format!("gave a {what} that is none, {text}"))
                .hint(format!("a {what} is a number that is not negative")))
        }
    }
}

/// Bytes of a checker's message that are kept.
const MESSAGE: usize = 8 * 1024;

/// Its words to the judge, then its words to the team; what it wrote to stderr only where it says
/// nothing else.
fn message(checker: &Finished<'_>) -> Option<String> {
    let mut text = String::new();
    for part in [checker.judge_message, checker.team_message] {
        add(&mut text, part);
    }
    if text.is_empty() {
        add(&mut text, checker.stderr);
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
pub(super) mod tests {
    use super::*;
    use sandbox::{Stopped, Usage};
    use std::time::Duration;

    /// A program that ended like that, far from its limits.
    pub fn ended(exit: Exit) -> Outcome {
        let usage = Usage { cpu: Duration::from_millis(5), wall: Duration::from_millis(9), memory: 2 << 20 };
        let start = sandbox::Start::Exec;
        Outcome { exit, stopped: None, usage, memory_refused: false, stdout_bytes: 10, stderr_bytes: 0, start }
    }

    fn finished<'a>(protocol: Protocol, outcome: &'a Outcome, limits: &'a Limits) -> Finished<'a> {
        Finished {
            name: "checker.rs",
            protocol,
            outcome,
            limits,
            judge_message: b"",
            team_message: b"",
            score: b"",
            score_multiplier: b"",
            worth: Worth::UpTo(Points(100_000_000)),
            stderr: b"",
            next_pass: false,
        }
    }

    fn check(protocol: Protocol, exit: Exit, change: impl FnOnce(&mut Finished<'_>), expected: Result<Verdict, &str>) {
        let (outcome, limits) = (ended(exit), Limits::default());
        let mut checker = finished(protocol, &outcome, &limits);
        change(&mut checker);
        let got = interpret(&checker);
        match (&got, expected) {
            (Ok(answer), Ok(verdict)) => assert_eq!(answer.verdict, verdict),
            (Err(fault), Err(message)) => {
                assert_eq!((fault.kind, fault.message.as_str()), (FaultKind::Checker, message));
            }
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => panic!("{exit:?}: {got:?}, not {expected:?}"),
        }
    }

    use Protocol::{Icpc, Testlib};

    #[test]
    fn icpc_knows_42_and_43_and_nothing_else() {
        check(Icpc, Exit::Code(42), |_| (), Ok(Verdict::Accepted));
        check(Icpc, Exit::Code(43), |_| (), Ok(Verdict::WrongAnswer));
        check(Icpc, Exit::Code(0), |_| (), Err("checker.rs ended with exit code 0"));
        for code in [1, 2, 41, 44, 101, 127, 255] {
            check(Icpc, Exit::Code(code), |_| (), Err(&format!("checker.rs ended with exit code {code}")));
        }
        check(Icpc, Exit::Signal(11), |_| (), Err("checker.rs ended with signal 11 (SIGSEGV)"));
    }

    #[test]
    fn a_checker_of_cms_prints_a_share() {
        let share = |printed: &'static [u8], worth| {
            let (outcome, limits) = (ended(Exit::Code(0)), Limits::default());
            let checker = Finished { worth, score_multiplier: printed, ..finished(Protocol::Cms, &outcome, &limits) };
            interpret(&checker).map(|answer| (answer.verdict, answer.points.map(Points::as_number))).ok()
        };
        let ten = || Worth::UpTo(Points::from_number(10.0).unwrap());
        assert_eq!(share(b"1.0\n", ten()), Some((Verdict::Accepted, None)));
        assert_eq!(share(b"0.25\n", ten()), Some((Verdict::Accepted, Some(2.5))));
        assert_eq!(share(b"0.25\n", Worth::Nothing), Some((Verdict::WrongAnswer, None)));
        assert_eq!(share(b"0\n", ten()), Some((Verdict::WrongAnswer, None)));
        for broken in [&b""[..], b"2\n", b"-1", b"yes"] {
            assert_eq!(share(broken, ten()), None, "{broken:?}");
        }
        check(Protocol::Cms, Exit::Code(1), |_| (), Err("checker.rs ended with exit code 1"));
    }

    #[test]
    fn a_checker_of_pegs_prints_a_part_and_what_it_is_a_part_of() {
        let part = |code, printed: &'static [u8], worth| {
            let (outcome, limits) = (ended(Exit::Code(code)), Limits::default());
            let checker = Finished { worth, score_multiplier: printed, ..finished(Protocol::Peg, &outcome, &limits) };
            interpret(&checker).map(|answer| (answer.verdict, answer.points.map(Points::as_number))).ok()
        };
        let ten = || Worth::UpTo(Points::from_number(10.0).unwrap());
        assert_eq!(part(0, b"well done\n", ten()), Some((Verdict::Accepted, None)));
        assert_eq!(part(1, b"", ten()), Some((Verdict::WrongAnswer, None)));
        // A part accepts, whatever the exit code.
        for code in [0, 1] {
            assert_eq!(part(code, b"so far\n1.0\n4\n", ten()), Some((Verdict::Accepted, Some(2.5))));
            assert_eq!(part(code, b"1\n4\n", Worth::Nothing), Some((Verdict::Accepted, None)));
        }
        assert_eq!(part(0, b"5\n5\n", ten()), Some((Verdict::Accepted, None)));
        assert_eq!(part(1, b"0\n4\n", ten()), Some((Verdict::WrongAnswer, None)));
        assert_eq!(part(2, b"1\n4\n", ten()), None);
    }

    #[test]
    fn testlib_exit_codes() {
        let expected = [
            (0, Verdict::Accepted),
            (1, Verdict::WrongAnswer),
            (2, Verdict::PresentationError),
            (4, Verdict::WrongAnswer),
            (8, Verdict::WrongAnswer),
        ];
        for (code, verdict) in expected {
            check(Testlib, Exit::Code(code), |_| (), Ok(verdict));
        }
        check(Testlib, Exit::Code(7), |c| c.stderr = b"partial 1/2\n", Ok(Verdict::Accepted));
        for code in [3, 5, 6, 9, 16, 42, 43, 255] {
            check(Testlib, Exit::Code(code), |_| (), Err(&format!("checker.rs ended with exit code {code}")));
        }
        check(
            Testlib,
            Exit::Code(3),
            |c| c.stderr = b"FAIL bad answer\n",
            Err("checker.rs ended with exit code 3: FAIL bad answer"),
        );
        check(Testlib, Exit::Signal(6), |_| (), Err("checker.rs ended with signal 6 (SIGABRT)"));
    }

    #[test]
    fn a_checker_that_hits_a_limit_is_a_fault_whatever_it_exits_with() {
        let check = |change: fn(&mut Outcome), message: &str| {
            let (mut outcome, limits) = (ended(Exit::Code(43)), Limits::default());
            change(&mut outcome);
            assert_eq!(interpret(&finished(Icpc, &outcome, &limits)).unwrap_err().message, message);
        };
        check(
            |o| o.usage.cpu = Duration::from_secs(2),
            "checker.rs hit its own time-limit: CPU time 2.00 s, limit 1.00 s",
        );
        check(
            |o| (o.stopped, o.usage.wall) = (Some(Stopped::Wall), Duration::from_secs(3)),
            "checker.rs hit its own time-limit: wall guard: 3.0 s on the clock, 0.0 s of CPU: it slept or waited",
        );
        check(
            |o| o.stdout_bytes = 1 << 30,
            "checker.rs hit its own output-limit: wrote 1073741824 bytes, limit 16 MiB",
        );
        check(
            |o| o.stopped = Some(Stopped::Memory),
            "checker.rs hit its own memory-limit: killed at the memory limit of 256 MiB",
        );
    }

    #[test]
    fn points_are_numbers_that_are_not_negative() {
        let points = |protocol, code, change: fn(&mut Finished<'_>)| {
            let (outcome, limits) = (ended(Exit::Code(code)), Limits::default());
            let mut checker = finished(protocol, &outcome, &limits);
            change(&mut checker);
            interpret(&checker)
                .map(|answer| (answer.verdict, answer.points.map(Points::as_number)))
                .map_err(|fault| fault.message)
        };
        assert_eq!(points(Icpc, 42, |c| c.score = b"12.5\n"), Ok((Verdict::Accepted, Some(12.5))));
        assert_eq!(points(Icpc, 42, |c| c.score = b"0"), Ok((Verdict::Accepted, Some(0.0))));
        assert_eq!(points(Icpc, 42, |c| c.score = b"100"), Ok((Verdict::Accepted, Some(100.0))));
        assert_eq!(points(Icpc, 42, |c| c.score_multiplier = b"0.25"), Ok((Verdict::Accepted, Some(25.0))));
        assert_eq!(points(Icpc, 42, |_| ()), Ok((Verdict::Accepted, None)));
        assert_eq!(points(Testlib, 7, |c| c.stderr = b"points 30 good\n"), Ok((Verdict::Accepted, Some(30.0))));
        assert_eq!(points(Testlib, 7, |c| c.stderr = b"0.25 good\n"), Ok((Verdict::Accepted, Some(0.25))));
        assert_eq!(points(Testlib, 7, |c| c.stderr = b"points 0\n"), Ok((Verdict::WrongAnswer, None)));
        assert_eq!(points(Testlib, 7, |_| ()), Ok((Verdict::WrongAnswer, None)));
        assert!(points(Icpc, 42, |c| c.score = b"-1").is_err());
        assert!(points(Icpc, 42, |c| c.score = b"nan").is_err());
        assert!(points(Icpc, 42, |c| c.score = b"\xff").is_err());
        assert!(points(Testlib, 7, |c| c.stderr = b"points many").is_err());
    }

    #[test]
    fn points_are_given_by_the_rules_or_not_at_all() {
        let message = |code, change: fn(&mut Finished<'_>)| {
            let (outcome, limits) = (ended(Exit::Code(code)), Limits::default());
            let mut checker = finished(Icpc, &outcome, &limits);
            checker.score = b"12";
            change(&mut checker);
            interpret(&checker).map(|answer| answer.points).map_err(|fault| fault.message)
        };
        let refused = |text: &str| Err(format!("checker.rs {text}"));
        assert_eq!(message(42, |c| c.worth = Worth::Nothing), Ok(None));
        assert_eq!(message(43, |c| c.worth = Worth::Nothing), Ok(None));
        assert_eq!(message(42, |c| c.worth = Worth::PassFail), refused("gave points in a group that is pass-fail"));
        assert_eq!(message(43, |_| ()), refused("gave points to an output that it rejected"));
        assert_eq!(
            message(43, |c| c.protocol = Protocol::IcpcLegacy),
            Ok(None),
            "legacy validators write 0 and reject"
        );
        assert_eq!(message(42, |c| c.score = b"100.1"), refused("gave 100.1 where 100 is the most"));
        assert_eq!(message(42, |c| c.score_multiplier = b"1"), refused("gave both a score and a score multiplier"));
        assert_eq!(
            message(42, |c| (c.score, c.score_multiplier) = (b"", b"1.5")),
            refused("gave 1.5 where 1 is the most")
        );
    }

    #[test]
    fn points_without_a_most_must_be_given_and_those_of_legacy_packages_may_be_anything() {
        let points = |worth, protocol, code, score: &'static [u8]| {
            let (outcome, limits) = (ended(Exit::Code(code)), Limits::default());
            let checker = Finished { worth, score, ..finished(protocol, &outcome, &limits) };
            interpret(&checker).map(|answer| answer.points.map(Points::as_number)).map_err(|fault| fault.message)
        };
        assert_eq!(points(Worth::Unbounded, Icpc, 42, b"1234.5"), Ok(Some(1234.5)));
        assert_eq!(points(Worth::Unbounded, Icpc, 43, b""), Ok(None));
        let none = "checker.rs accepted the output and gave no points, which have no most here";
        assert_eq!(points(Worth::Unbounded, Icpc, 42, b""), Err(none.to_owned()));
        assert!(
            points(Worth::Unbounded, Icpc, 43, b"3").is_err() && points(Worth::Unbounded, Icpc, 42, b"-3").is_err()
        );
        assert_eq!(points(Worth::Free, Protocol::IcpcLegacy, 42, b"-3"), Ok(Some(-3.0)));
        assert_eq!(points(Worth::Free, Protocol::IcpcLegacy, 42, b""), Ok(None));
        assert_eq!(points(Worth::Free, Protocol::IcpcLegacy, 43, b"0"), Ok(None));
        assert!(points(Worth::Free, Protocol::IcpcLegacy, 42, b"many").is_err());
    }

    #[test]
    fn another_pass_goes_with_acceptance_only() {
        check(Icpc, Exit::Code(42), |c| c.next_pass = true, Ok(Verdict::Accepted));
        let both = "checker.rs rejected the output and asked for another pass";
        check(Icpc, Exit::Code(43), |c| c.next_pass = true, Err(both));
    }

    #[test]
    fn passes_have_an_end_that_is_named() {
        let message = |passes| too_many_passes("checker.rs", passes).message;
        assert_eq!(message(1), "checker.rs asked for another pass (nextpass.in), and its problem has one");
        assert_eq!(message(3), "checker.rs asked for another pass (nextpass.in) after pass 3, the last one");
    }

    #[test]
    fn its_words_are_kept_in_order_and_bounded() {
        let answer_of = |change: fn(&mut Finished<'_>)| {
            let (outcome, limits) = (ended(Exit::Code(43)), Limits::default());
            let mut checker = finished(Icpc, &outcome, &limits);
            change(&mut checker);
            let answer = interpret(&checker).unwrap();
            (answer.message.clone(), answer.note("checker.rs"))
        };
        assert_eq!(answer_of(|_| ()), (None, "rejected by checker.rs".into()));
        assert_eq!(
            answer_of(
                |c| (c.judge_message, c.team_message, c.stderr) = (b"\nmove 3 is illegal\n", b"look again\n", b"debug")
            ),
            (Some("\nmove 3 is illegal\nlook again".into()), "checker.rs: move 3 is illegal".into())
        );
        assert_eq!(answer_of(|c| c.stderr = b"debug\xff\n").0, Some("debug\u{fffd}".into()));
        assert_eq!(answer_of(|c| c.judge_message = b" \n").0, None);
        let long = answer_of(|c| c.judge_message = &[b'x'; 100_000]);
        assert!(long.0.unwrap().len() < MESSAGE + 10);
        assert!(long.1.len() < 200);
    }
}
