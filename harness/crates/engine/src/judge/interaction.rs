//! Who is to blame when two programs talk: the verdict on a dialogue between a solution and the
//! problem's interactor.
//!
//! Pure: takes the facts of both and which of them ended first, and returns a judgement or a fault.
//! How the two were connected is not known here.

use super::checker::{CheckerRun, Ruling, RunVerdict, interpret, within_limits};
use super::{Decision, decide};
use model::{Cause, Evidence, Fault, FaultKind, Limits, Protocol, Verdict};
use sandbox::{Exit, Outcome, StopReason};
use signal_hook::consts::SIGPIPE;
use std::time::Duration;

/// Which of the two ended first, by itself or stopped at a limit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum First {
    Checker,
    Program,
    /// The deadline of the dialogue came before either ended, and stopped both.
    Neither,
    /// Like [`First::Neither`], but found at once, because each waited for the other to write.
    Deadlock,
}

/// A dialogue that is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialogue<'a> {
    pub program: &'a Outcome,
    pub limits: &'a Limits,
    pub checker: CheckerRun<'a>,
    pub first: First,
    /// The deadline for both.
    pub deadline: Duration,
}

/// Whether the program's own end still counts after its interactor has ended: not after a
/// rejection, nor after a crash.
pub(crate) fn is_open_after(protocol: Protocol) -> fn(Exit) -> bool {
    match protocol {
        Protocol::Icpc | Protocol::IcpcLegacy => |exit| exit == Exit::Code(42),
        // Points are given with 7.
        Protocol::Testlib | Protocol::Called => |exit| matches!(exit, Exit::Code(0 | 7)),
        Protocol::Cms => |exit| exit == Exit::Code(0),
        Protocol::Peg => |exit| matches!(exit, Exit::Code(0 | 1)),
    }
}

/// Judges a dialogue. In this order:
///
/// 1. the deadline: time limit, called a deadlock where both waited, or a fault where only the
///    checker was busy, for at least half of the time;
/// 2. a checker that crashed or answered outside its protocol: a fault, which also says so if the
///    program failed as well;
/// 3. a checker that rejected before the program had ended: its rejection, whatever the program did
///    after that;
/// 4. the program's own time limit, memory limit, output limit or run-time error;
/// 5. the checker's answer.
///
/// A program dies of SIGPIPE only after the checker has closed its end, so the checker decided
/// first, in whatever order the two were reaped. The signal is not an error.
///
/// The evidence holds the checker's message. The caller adds the files and the transcript that it
/// kept.
///
/// # Errors
/// A checker fault, see above.
pub(crate) fn judge(dialogue: &Dialogue<'_>) -> Result<Ruling, Fault> {
    let evidence = || Ok(Evidence { checker: dialogue.checker.name.to_owned(), ..Evidence::default() });
    rule(dialogue)?.ruling(&dialogue.checker, dialogue.program, evidence)
}

fn rule(dialogue: &Dialogue<'_>) -> Result<RunVerdict, Fault> {
    if let First::Neither | First::Deadlock = dialogue.first {
        return at_deadline(dialogue).map(RunVerdict::by_facts);
    }
    let answer = interpret(&dialogue.checker).map_err(|fault| beside(fault, dialogue))?;
    let is_rejected_first = dialogue.first == First::Checker && answer.verdict != Verdict::Accepted;
    let by_facts = || decide(&without_sigpipe(dialogue.program), dialogue.limits).filter(|_| !is_rejected_first);
    Ok(by_facts().map_or_else(|| RunVerdict::by_answer(answer, dialogue.checker.name), RunVerdict::by_facts))
}

/// The deadline stopped both programs. No exit means anything, but a limit that was exceeded does.
fn at_deadline(dialogue: &Dialogue<'_>) -> Result<Decision, Fault> {
    let Dialogue { program, limits, checker, deadline, .. } = dialogue;
    let unstopped = |outcome: &Outcome| {
        let stopped = outcome.stopped.filter(|why| *why != StopReason::Wall);
        Outcome { stopped, exit: Exit::Code(0), ..outcome.clone() }
    };
    within_limits(&CheckerRun { outcome: &unstopped(checker.outcome), ..*checker })?;
    if let Some(own) = decide(&unstopped(program), limits) {
        return Ok(own);
    }
    let deadline = *deadline;
    let busy = |outcome: &Outcome| outcome.usage.cpu * 2 >= deadline;
    let slow = |cause| Ok(Decision { verdict: Verdict::TimeLimit, cause });
    if dialogue.first == First::Deadlock {
        slow(Cause::Deadlock)
    } else if busy(program) {
        slow(Cause::Computing { deadline, cpu: program.usage.cpu })
    } else if busy(checker.outcome) {
        let seconds = deadline.as_secs_f64();
        let text = format!("{} was still computing at the deadline of {seconds:.1} s", checker.name);
        Err(Fault::new(FaultKind::Checker, text))
    } else {
        slow(Cause::Deadline { deadline })
    }
}

/// When the program failed as well, the fault names both, because one may have caused the other.
fn beside(mut fault: Fault, dialogue: &Dialogue<'_>) -> Fault {
    let crashed = matches!(dialogue.checker.outcome.exit, Exit::Signal(_) | Exit::Code(1..));
    if dialogue.first == First::Checker && crashed && dialogue.checker.outcome.stopped.is_none() {
        // It met something that it cannot read. Judges differ on whose mistake that is.
        let hint = "an interactor has to answer whatever the program says, and reject what it cannot read";
        fault.hint = Some(match dialogue.checker.protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => format!("{hint}: exit with 43"),
            Protocol::Testlib | Protocol::Called | Protocol::Peg | Protocol::Cms => hint.to_owned(),
        });
    }
    let was_first = dialogue.first == First::Program;
    let mut program = dialogue.program.clone();
    if !was_first && program.stopped == Some(StopReason::Wall) {
        // Once the interactor had ended, nobody waited for the program to end by itself.
        (program.stopped, program.exit) = (None, Exit::Code(0));
    }
    if let Some(own) = decide(&program, dialogue.limits) {
        let when = if was_first { "before that" } else { "after that" };
        fault.message.push_str(&format!("; {when} the program had a {own}"));
        if fault.hint.is_none() || was_first {
            fault.hint =
                Some("an interactor has to survive the end of its input and a closed pipe, and answer then".into());
        }
    }
    fault
}

fn without_sigpipe(program: &Outcome) -> Outcome {
    let exit = if program.exit == Exit::Signal(SIGPIPE) { Exit::Code(0) } else { program.exit };
    Outcome { exit, ..program.clone() }
}

#[cfg(test)]
mod tests {
    use super::super::checker::tests::ended;
    use super::*;
    use model::{Judgement, Points, Worth};

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn judged(
        program: &Outcome,
        checker: &Outcome,
        first: First,
        change: impl FnOnce(&mut CheckerRun<'_>),
    ) -> Result<Ruling, Fault> {
        let limits = Limits::default();
        let mut finished = CheckerRun {
            name: "interactor.rs",
            protocol: Protocol::Icpc,
            outcome: checker,
            limits: &limits,
            judge_message: b"",
            team_message: b"",
            score: b"",
            score_multiplier: b"",
            stdout: b"",
            worth: Worth::Nothing,
            stderr: b"",
            next_pass: false,
        };
        change(&mut finished);
        judge(&Dialogue { program, limits: &limits, checker: finished, first, deadline: MS(2000) })
    }

    fn check(program: &Outcome, checker: &Outcome, first: First, expected: Result<(Verdict, &str), &str>) {
        let got = judged(program, checker, first, |_| ());
        let sentence = |j: &Judgement| j.cause.as_ref().map_or_else(String::new, ToString::to_string);
        let got = got.map(|ruling| (ruling.judgement.verdict, sentence(&ruling.judgement)));
        let got = got.as_ref().map(|(verdict, cause)| (*verdict, &**cause)).map_err(|fault| fault.message.as_str());
        assert_eq!(got, expected, "{program:?}, {checker:?}, {first:?}");
    }

    fn stopped(why: StopReason, cpu: u64, wall: u64) -> Outcome {
        let mut outcome = ended(Exit::Signal(9));
        (outcome.stopped, outcome.usage.cpu, outcome.usage.wall) = (Some(why), MS(cpu), MS(wall));
        outcome
    }

    const OK: Exit = Exit::Code(0);
    const ACCEPT: Exit = Exit::Code(42);
    const REJECT: Exit = Exit::Code(43);
    const REJECTED: Result<(Verdict, &str), &str> = Ok((Verdict::WrongAnswer, "rejected by interactor.rs"));
    const ACCEPTED: Result<(Verdict, &str), &str> = Ok((Verdict::Accepted, ""));

    #[test]
    fn both_end_well() {
        for first in [First::Checker, First::Program] {
            check(&ended(OK), &ended(ACCEPT), first, ACCEPTED);
            check(&ended(OK), &ended(REJECT), first, REJECTED);
        }
    }

    #[test]
    fn a_judgement_holds_what_the_checker_used_and_a_rejection_what_it_said() {
        let of = |exit, message: &'static [u8]| {
            judged(&ended(OK), &ended(exit), First::Checker, |checker| checker.judge_message = message).unwrap()
        };
        let rejected = of(REJECT, b"too many questions\n").judgement;
        let evidence = rejected.evidence.unwrap();
        assert_eq!(
            (evidence.checker.as_str(), evidence.message.as_deref()),
            ("interactor.rs", Some("too many questions"))
        );
        assert_eq!(rejected.checker_cpu, Some(ended(OK).usage.cpu));
        let accepted = of(ACCEPT, b"well asked\n").judgement;
        assert_eq!((accepted.evidence, accepted.checker_cpu), (None, Some(ended(OK).usage.cpu)));
    }

    #[test]
    fn another_pass_and_points_are_the_checkers_to_give_and_only_to_what_is_accepted() {
        let of = |program, wants_another| {
            let ruling = judged(&ended(program), &ended(ACCEPT), First::Checker, |checker| {
                (checker.next_pass, checker.score, checker.worth) = (wants_another, b"3", Worth::Always);
            });
            ruling.map(|ruling| (ruling.next_pass, ruling.judgement.points)).unwrap()
        };
        assert_eq!(of(OK, true), (true, Points::from_number(3.0)));
        assert_eq!(of(OK, false), (false, Points::from_number(3.0)));
        assert_eq!(of(Exit::Code(1), true), (false, None));
    }

    #[test]
    fn a_checker_that_broke_is_helped_by_what_broke_it() {
        let hint = |program: Exit, checker: &Outcome, first, protocol| {
            let fault = judged(&ended(program), checker, first, |checker| checker.protocol = protocol).unwrap_err();
            fault.hint.unwrap_or_default()
        };
        let crash = ended(Exit::Code(101));
        let answers = "an interactor has to answer whatever the program says";
        let survives = "an interactor has to survive the end of its input and a closed pipe, and answer then";
        let (icpc, testlib) = (Protocol::Icpc, Protocol::Testlib);
        // It died of what the program had written.
        assert!(hint(OK, &crash, First::Checker, icpc).ends_with(", and reject what it cannot read: exit with 43"));
        assert!(hint(OK, &crash, First::Checker, testlib).starts_with(&format!("{answers}, and reject")));
        assert!(hint(OK, &ended(Exit::Signal(6)), First::Checker, icpc).starts_with(answers));
        // That hint stays when the program fails in its turn.
        assert!(hint(Exit::Signal(6), &crash, First::Checker, icpc).starts_with(answers));
        // It died after the program.
        assert_eq!(hint(Exit::Signal(6), &crash, First::Program, icpc), survives);
        assert!(hint(OK, &crash, First::Program, icpc).starts_with("exit with 42"));
        // An exit of 0 is an answer in another order, and a limit is its own.
        assert!(hint(OK, &ended(OK), First::Checker, icpc).contains("testlib:FILE"));
        assert_eq!(hint(OK, &stopped(StopReason::Cpu, 1200, 1300), First::Checker, icpc), "");
    }

    #[test]
    fn a_rejection_stands_whatever_the_program_does_then() {
        check(&ended(Exit::Signal(11)), &ended(REJECT), First::Checker, REJECTED);
        check(&ended(Exit::Code(101)), &ended(REJECT), First::Checker, REJECTED);
        check(&stopped(StopReason::Cpu, 1100, 1200), &ended(REJECT), First::Checker, REJECTED);
        check(&stopped(StopReason::Wall, 10, 3000), &ended(REJECT), First::Checker, REJECTED);
    }

    #[test]
    fn a_program_that_failed_first_is_judged_by_that() {
        let crash = Ok((Verdict::RunTimeError, "signal 11 (SIGSEGV)"));
        check(&ended(Exit::Signal(11)), &ended(REJECT), First::Program, crash);
        check(&ended(Exit::Signal(11)), &ended(ACCEPT), First::Program, crash);
        let slow = Ok((Verdict::TimeLimit, "CPU time 1.10 s, limit 1.00 s"));
        check(&stopped(StopReason::Cpu, 1100, 1200), &ended(REJECT), First::Program, slow);
        let large = Ok((Verdict::MemoryLimit, "killed at the memory limit of 256 MiB"));
        check(&stopped(StopReason::Memory, 10, 20), &ended(REJECT), First::Program, large);
        let flood = Ok((Verdict::OutputLimit, "stopped at the output limit of 16 MiB"));
        check(&stopped(StopReason::Output, 10, 20), &ended(REJECT), First::Program, flood);
    }

    #[test]
    fn a_program_that_fails_after_it_was_accepted_has_failed() {
        check(&ended(Exit::Code(1)), &ended(ACCEPT), First::Checker, Ok((Verdict::RunTimeError, "exit code 1")));
        let slow = Ok((Verdict::TimeLimit, "CPU time 1.10 s, limit 1.00 s"));
        check(&stopped(StopReason::Cpu, 1100, 1200), &ended(ACCEPT), First::Checker, slow);
    }

    #[test]
    fn sigpipe_means_that_the_checker_was_gone_already() {
        let pipe = ended(Exit::Signal(13));
        for first in [First::Checker, First::Program] {
            check(&pipe, &ended(ACCEPT), first, ACCEPTED);
            check(&pipe, &ended(REJECT), first, REJECTED);
        }
    }

    #[test]
    fn a_checker_outside_its_protocol_is_a_fault() {
        check(&ended(OK), &ended(OK), First::Checker, Err("interactor.rs ended with exit code 0"));
        check(&ended(OK), &ended(Exit::Code(101)), First::Program, Err("interactor.rs ended with exit code 101"));
        check(
            &ended(Exit::Signal(11)),
            &ended(Exit::Code(101)),
            First::Program,
            Err("interactor.rs ended with exit code 101; before that the program had a run-time-error: signal 11 \
                 (SIGSEGV)"),
        );
        check(
            &ended(Exit::Signal(6)),
            &ended(Exit::Signal(11)),
            First::Checker,
            Err("interactor.rs ended with signal 11 (SIGSEGV); after that the program had a run-time-error: signal \
                 6 (SIGABRT)"),
        );
        check(
            &ended(OK),
            &stopped(StopReason::Cpu, 1200, 1300),
            First::Program,
            Err("interactor.rs hit its own time-limit: CPU time 1.20 s, limit 1.00 s"),
        );
        check(
            &ended(OK),
            &stopped(StopReason::Wall, 0, 3000),
            First::Program,
            Err("interactor.rs hit its own time-limit: wall guard: 3.0 s on the clock, 0.0 s of CPU: it slept or \
                 waited"),
        );
    }

    #[test]
    fn nobody_waits_for_a_program_whose_interactor_has_crashed() {
        let crashed = "interactor.rs ended with exit code 1";
        // It was stopped for going on, which is not a mistake of its own.
        check(&stopped(StopReason::Wall, 3, 1000), &ended(Exit::Code(1)), First::Checker, Err(crashed));
    }

    #[test]
    fn the_programs_end_counts_after_an_interactor_that_accepted() {
        for (protocol, open) in [
            (Protocol::Icpc, &[42][..]),
            (Protocol::IcpcLegacy, &[42]),
            (Protocol::Testlib, &[0, 7]),
            (Protocol::Cms, &[0]),
        ] {
            let is_open = is_open_after(protocol);
            let found: Vec<i32> = (0..=255).filter(|code| is_open(Exit::Code(*code))).collect();
            assert_eq!(found, open, "{protocol:?}");
            assert!(!is_open(Exit::Signal(9)));
        }
    }

    #[test]
    fn a_deadlock_is_called_one() {
        let deadlock = Ok((Verdict::TimeLimit, "deadlock: both waited until the deadline of 2.0 s"));
        let waiting = stopped(StopReason::Wall, 3, 2010);
        check(&waiting, &waiting, First::Neither, deadlock);
        // How they end then means nothing.
        check(&ended(Exit::Code(101)), &ended(Exit::Code(101)), First::Neither, deadlock);
        check(&ended(OK), &ended(ACCEPT), First::Neither, deadlock);
        check(&waiting, &ended(REJECT), First::Neither, deadlock);
        // A deadlock found at once: what they do after it means nothing, either.
        let at_once = Ok((
            Verdict::TimeLimit,
            "deadlock: each waited for the other to write (flush each line, and end when the dialogue is over)",
        ));
        check(&ended(OK), &ended(REJECT), First::Deadlock, at_once);
        check(&ended(Exit::Code(101)), &ended(Exit::Code(101)), First::Deadlock, at_once);
    }

    #[test]
    fn at_the_deadline_whoever_was_busy_is_to_blame() {
        let waiting = stopped(StopReason::Wall, 3, 2010);
        let busy = stopped(StopReason::Wall, 1000, 2010);
        let computing = Ok((Verdict::TimeLimit, "still computing at the deadline of 2.0 s, 1.0 s of CPU"));
        check(&busy, &waiting, First::Neither, computing);
        let over = Ok((Verdict::TimeLimit, "CPU time 1.10 s, limit 1.00 s"));
        check(&stopped(StopReason::Cpu, 1100, 2010), &waiting, First::Neither, over);
        check(&waiting, &busy, First::Neither, Err("interactor.rs was still computing at the deadline of 2.0 s"));
        check(
            &waiting,
            &stopped(StopReason::Memory, 10, 2010),
            First::Neither,
            Err("interactor.rs hit its own memory-limit: killed at the memory limit of 256 MiB"),
        );
    }
}
