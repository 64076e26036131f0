use super::super::tests::on_case;
use super::*;
use sandbox::{StopReason, Usage};
use std::time::Duration;

/// A program that ended with `exit`, far from its limits.
pub fn ended(exit: Exit) -> Outcome {
    let usage = Usage { cpu: Duration::from_millis(5), wall: Duration::from_millis(9), memory: 2 << 20 };
    let start = sandbox::Start::Exec;
    Outcome {
        exit,
        stopped: None,
        usage,
        memory_refused: false,
        starved: false,
        task_refused: None,
        stdout_bytes: 10,
        stderr_bytes: 0,
        start,
    }
}

fn finished<'a>(protocol: Protocol, outcome: &'a Outcome, limits: &'a Limits) -> CheckerRun<'a> {
    CheckerRun {
        name: "checker.rs",
        protocol,
        outcome,
        limits,
        judge_message: b"",
        team_message: b"",
        score: b"",
        score_multiplier: b"",
        stdout: b"",
        worth: Worth::UpTo(Points(100_000_000)),
        stderr: b"",
        next_pass: false,
    }
}

fn check(protocol: Protocol, exit: Exit, change: impl FnOnce(&mut CheckerRun<'_>), expected: Result<Verdict, &str>) {
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
fn a_checker_that_may_be_in_testlibs_order_is_told_how_that_is_said() {
    let hint = |protocol, code| {
        let (outcome, limits) = (ended(Exit::Code(code)), Limits::default());
        interpret(&finished(protocol, &outcome, &limits)).unwrap_err().hint.unwrap()
    };
    for code in [0, 1] {
        for protocol in [Icpc, Protocol::IcpcLegacy] {
            assert!(hint(protocol, code).contains("testlib:FILE"), "{code}");
        }
    }
    assert!(!hint(Icpc, 44).contains("testlib"));
}

#[test]
fn a_checker_of_cms_prints_a_share() {
    let share = |printed: &'static [u8], worth| {
        let (outcome, limits) = (ended(Exit::Code(0)), Limits::default());
        let checker = CheckerRun { worth, stdout: printed, ..finished(Protocol::Cms, &outcome, &limits) };
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
        let checker = CheckerRun { worth, stdout: printed, ..finished(Protocol::Peg, &outcome, &limits) };
        interpret(&checker).map(|answer| (answer.verdict, answer.points.map(Points::as_number))).ok()
    };
    let ten = || Worth::UpTo(Points::from_number(10.0).unwrap());
    assert_eq!(part(0, b"well done\n", ten()), Some((Verdict::Accepted, None)));
    assert_eq!(part(1, b"", ten()), Some((Verdict::WrongAnswer, None)));
    // A part means accepted, whatever the exit code.
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
    // None of the points is a part where there are points, and a rejection where there are none.
    check(Testlib, Exit::Code(7), |c| c.stderr = b"partial 0/2\n", Ok(Verdict::Accepted));
    for worth in [Worth::Nothing, Worth::PassFail] {
        let none = |c: &mut CheckerRun<'_>| (c.stderr, c.worth) = (b"partial 0/2\n", worth);
        check(Testlib, Exit::Code(7), none, Ok(Verdict::WrongAnswer));
    }
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
    check(|o| o.usage.cpu = Duration::from_secs(2), "checker.rs hit its own time-limit: CPU time 2.00 s, limit 1.00 s");
    check(
        |o| (o.stopped, o.usage.wall) = (Some(StopReason::Wall), Duration::from_secs(3)),
        "checker.rs hit its own time-limit: wall guard: 3.0 s on the clock, 0.0 s of CPU: it slept or waited",
    );
    check(|o| o.stdout_bytes = 1 << 30, "checker.rs hit its own output-limit: wrote 1073741824 bytes, limit 16 MiB");
    check(
        |o| o.stopped = Some(StopReason::Memory),
        "checker.rs hit its own memory-limit: killed at the memory limit of 256 MiB",
    );
}

#[test]
fn a_large_peak_is_a_refusal_of_memory_where_nothing_else_is_said() {
    let check = |stderr: &[u8], written: u64, expected: bool| {
        let outcome = Outcome { memory_refused: true, stderr_bytes: written, ..ended(Exit::Code(1)) };
        assert_eq!(ended_for_memory(&outcome, stderr), expected, "{}", String::from_utf8_lossy(stderr));
        assert!(!ended_for_memory(&ended(Exit::Code(1)), stderr));
    };
    check(b"wrong answer expected 5, found 6\n", 33, false);
    check(b"", 0, true);
    check(b" \n", 2, true);
    check(b"Traceback (most recent call last):\n  ...\nMemoryError\n", 53, true);
    check(b"Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n", 72, true);
    // What it wrote last is not here.
    check(b"test 1\ntest 2\n", 100_000, true);
}

#[test]
fn a_checker_that_was_refused_something_gave_an_answer_unless_it_ended_as_runtimes_end_then() {
    let judged = |exit, refuse: fn(&mut Outcome)| {
        let (mut outcome, limits) = (ended(exit), Limits::default());
        refuse(&mut outcome);
        interpret(&finished(Testlib, &outcome, &limits)).map(|answer| answer.verdict).map_err(|fault| fault.message)
    };
    type Refuse = fn(&mut Outcome);
    let refusals: [(Refuse, &str); 3] = [
        (|outcome| outcome.memory_refused = true, "memory"),
        (|outcome| outcome.task_refused = Some(Task::Thread), "a thread"),
        (|outcome| outcome.task_refused = Some(Task::Process), "a process"),
    ];
    for (refuse, what) in refusals {
        assert_eq!(judged(Exit::Code(0), refuse), Ok(Verdict::Accepted), "{what}");
        assert_eq!(judged(Exit::Code(2), refuse), Ok(Verdict::PresentationError), "{what}");
        let broken = format!("checker.rs ended with exit code 1 after it was refused {what}");
        assert_eq!(judged(Exit::Code(1), refuse), Err(broken));
    }
    assert_eq!(judged(Exit::Code(1), |_| ()), Ok(Verdict::WrongAnswer));
}

#[test]
fn points_are_numbers_that_are_not_negative() {
    let points = |protocol, code, change: fn(&mut CheckerRun<'_>)| {
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
    // A share that was rounded up is a millionth too much.
    assert_eq!(points(Icpc, 42, |c| c.score = b"100.000001"), Ok((Verdict::Accepted, Some(100.0))));
    assert!(points(Icpc, 42, |c| c.score = b"100.000002").is_err());
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
fn a_part_of_the_points_is_kept_where_nothing_counts_too() {
    let given = |code, stderr: &'static [u8]| {
        let (outcome, limits) = (ended(Exit::Code(code)), Limits::default());
        let checker = CheckerRun { worth: Worth::Nothing, stderr, ..finished(Testlib, &outcome, &limits) };
        interpret(&checker).map(|answer| (answer.verdict, answer.points.map(Points::as_number)))
    };
    assert_eq!(given(7, b"points 0.5 half\n"), Ok((Verdict::Accepted, Some(0.5))));
    assert_eq!(given(20, b"partially correct (20) some\n"), Ok((Verdict::Accepted, Some(0.2))));
    assert_eq!(given(1, b"partially correct (1) little\n"), Ok((Verdict::Accepted, Some(0.01))));
    assert_eq!(given(0, b"partially correct (0) none\n"), Ok((Verdict::WrongAnswer, None)));
    assert_eq!(given(1, b"wrong answer\n"), Ok((Verdict::WrongAnswer, None)));
    assert!(given(20, b"what\n").is_err());
}

#[test]
fn points_are_given_by_the_rules_or_not_at_all() {
    let message = |code, change: fn(&mut CheckerRun<'_>)| {
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
    assert_eq!(message(43, |c| c.protocol = Protocol::IcpcLegacy), Ok(None), "legacy validators write 0 and reject");
    assert_eq!(message(42, |c| c.score = b"-1"), refused("gave -1 as the score"));
    assert_eq!(message(42, |c| c.score = b"100.1"), refused("gave 100.1 where 100 is the most"));
    assert_eq!(message(42, |c| c.score_multiplier = b"1"), refused("gave both a score and a score multiplier"));
    assert_eq!(message(42, |c| (c.score, c.score_multiplier) = (b"", b"1.5")), refused("gave 1.5 where 1 is the most"));
}

#[test]
fn points_without_a_most_must_be_given_and_those_of_legacy_packages_may_be_anything() {
    let points = |worth, protocol, code, score: &'static [u8]| {
        let (outcome, limits) = (ended(Exit::Code(code)), Limits::default());
        let checker = CheckerRun { worth, score, ..finished(protocol, &outcome, &limits) };
        interpret(&checker).map(|answer| answer.points.map(Points::as_number)).map_err(|fault| fault.message)
    };
    assert_eq!(points(Worth::Unbounded, Icpc, 42, b"1234.5"), Ok(Some(1234.5)));
    assert_eq!(points(Worth::Unbounded, Icpc, 43, b""), Ok(None));
    let none = "checker.rs accepted the output and gave no points, which have no most here";
    assert_eq!(points(Worth::Unbounded, Icpc, 42, b""), Err(none.to_owned()));
    assert!(points(Worth::Unbounded, Icpc, 43, b"3").is_err() && points(Worth::Unbounded, Icpc, 42, b"-3").is_err());
    assert_eq!(points(Worth::Free, Protocol::IcpcLegacy, 42, b"-3"), Ok(Some(-3.0)));
    assert_eq!(points(Worth::Free, Protocol::IcpcLegacy, 42, b""), Ok(None));
    assert_eq!(points(Worth::Free, Protocol::IcpcLegacy, 43, b"0"), Ok(None));
    assert!(points(Worth::Free, Protocol::IcpcLegacy, 42, b"many").is_err());
    assert_eq!(points(Worth::Always, Protocol::IcpcLegacy, 43, b"2.5"), Ok(Some(2.5)));
    assert_eq!(points(Worth::Always, Protocol::IcpcLegacy, 43, b""), Ok(None));
    assert!(points(Worth::Always, Protocol::IcpcLegacy, 42, b"-1").is_err());
    let unasked = "checker.rs gave points, and its package does not say that it gives any";
    assert_eq!(points(Worth::PassFail, Protocol::IcpcLegacy, 42, b"3"), Err(unasked.to_owned()));
    assert_eq!(points(Worth::PassFail, Protocol::IcpcLegacy, 43, b"0"), Ok(None));
}

#[test]
fn the_last_line_of_a_traceback_says_why_a_checker_failed_and_where() {
    let message = |stderr: &str| {
        let (outcome, limits) = (ended(Exit::Code(1)), Limits::default());
        let checker = CheckerRun { stderr: stderr.as_bytes(), ..finished(Icpc, &outcome, &limits) };
        interpret(&CheckerRun { name: "inter.py", ..checker }).unwrap_err().message
    };
    let frame = "Traceback (most recent call last):\n  File \"/c/build/4d5f/out/inter.py\", line 4, in <module>\n    \
                 x=int(input())\n      ^^^^\n";
    let ended = "inter.py ended with exit code 1: ";
    let error = "ValueError: invalid literal for int() with base 10: '? 50'";
    assert_eq!(message(&format!("{frame}{error}\n")), format!("{ended}{error} (inter.py, line 4)"));
    // The place is in its own file, even where a library failed.
    let library = "  File \"/usr/lib/python3.11/json/decoder.py\", line 355, in raw_decode\n    raise\n";
    let broken = message(&format!("asks\n{frame}{library}json.decoder.JSONDecodeError: x\n"));
    assert_eq!(broken, format!("{ended}json.decoder.JSONDecodeError: x (inter.py, line 4)"));
    // Its reason may have several lines.
    let reason = message(&format!("{frame}{error}\n  of the first line\n\n  of input\n"));
    assert_eq!(reason, format!("{ended}{error} (inter.py, line 4)"));
    assert_eq!(message("Traceback (most recent call last):\nEOFError\n"), format!("{ended}EOFError"));
    assert_eq!(message("a\nb\n"), format!("{ended}a"));
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
    assert_eq!(message(1), "checker.rs asked for another pass (nextpass.in) after pass 1, the last one");
    assert_eq!(message(3), "checker.rs asked for another pass (nextpass.in) after pass 3, the last one");
}

#[test]
fn its_words_are_kept_in_order_and_bounded() {
    let answer_of = |change: fn(&mut CheckerRun<'_>)| {
        let (outcome, limits) = (ended(Exit::Code(43)), Limits::default());
        let mut checker = finished(Icpc, &outcome, &limits);
        change(&mut checker);
        let answer = interpret(&checker).unwrap();
        (answer.message.clone(), answer.cause("checker.rs").to_string())
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
    // Its words on standard output count where it has no others.
    assert_eq!(answer_of(|c| c.stdout = b"wrong sum\n").1, "checker.rs: wrong sum");
    assert_eq!(answer_of(|c| (c.stdout, c.stderr) = (b"debug\n", b"wrong sum\n")).1, "checker.rs: wrong sum");
    let (outcome, limits) = (ended(Exit::Code(0)), Limits::default());
    let of_cms = CheckerRun { stdout: b"0.5\n", ..finished(Protocol::Cms, &outcome, &limits) };
    assert_eq!(interpret(&of_cms).unwrap().message, None);
    let long = answer_of(|c| c.judge_message = &[b'x'; 100_000]);
    assert!(long.0.unwrap().len() < MESSAGE + 10);
    assert!(long.1.len() < 200);
}

#[test]
fn a_ruling_holds_what_the_checker_used_said_and_gave() {
    let ruling = |exit, change: fn(&mut CheckerRun<'_>)| {
        let (outcome, limits) = (ended(exit), Limits::default());
        let mut checker = finished(Icpc, &outcome, &limits);
        change(&mut checker);
        on_case(b"1\n", b"2\n", "", |_| (), |case| judge(case, &checker)).unwrap()
    };
    let accepted = ruling(Exit::Code(42), |c| (c.score, c.next_pass) = (b"12.5\n", true));
    assert!(accepted.next_pass);
    assert_eq!(accepted.judgement.points, Points::from_number(12.5));
    assert_eq!(accepted.judgement.checker_cpu, Some(ended(Exit::Code(42)).usage.cpu));
    assert!(accepted.judgement.cause.is_none() && accepted.judgement.evidence.is_none());
    let rejected = ruling(Exit::Code(43), |c| {
        (c.judge_message, c.score, c.worth) = (b"no path\n", b"3", Worth::Always);
    });
    let rejected = rejected.judgement;
    assert_eq!(rejected.points, Points::from_number(3.0));
    assert_eq!(rejected.cause.unwrap().to_string(), "checker.rs: no path");
    assert_eq!(rejected.checker_cpu, Some(ended(Exit::Code(43)).usage.cpu));
    let evidence = rejected.evidence.unwrap();
    assert_eq!(evidence.message.as_deref(), Some("no path"));
    assert_eq!(evidence.output.head, b"2\n");
}

#[test]
fn both_messages_are_kept_once_and_long_ones_are_cut() {
    let message = |judge_message: &[u8], team_message: &[u8]| {
        let (outcome, limits) = (ended(Exit::Code(43)), Limits::default());
        let checker = CheckerRun { judge_message, team_message, ..finished(Icpc, &outcome, &limits) };
        interpret(&checker).unwrap().message
    };
    assert_eq!(message(b"one\n", b"two \n").as_deref(), Some("one\ntwo"));
    assert_eq!(message(b"same\n", b"same").as_deref(), Some("same"));
    assert_eq!(message(b"one", b" \n").as_deref(), Some("one"));
    assert_eq!(message(b"", b"two").as_deref(), Some("two"));
    assert_eq!(message(b" ", b""), None);
    let long = vec![b'x'; 8192];
    assert_eq!(message(&long, b"").unwrap().len(), 8192);
    assert_eq!(message(&[&long[..], b"y"].concat(), b"").unwrap(), format!("{} …", "x".repeat(8192)));
}

#[test]
fn what_it_ended_with_and_is_no_answer_has_the_hint_of_its_protocol() {
    let hint = |protocol, exit| {
        let (outcome, limits) = (ended(exit), Limits::default());
        interpret(&finished(protocol, &outcome, &limits)).unwrap_err().hint.unwrap_or_default()
    };
    for protocol in [Testlib, Protocol::Called] {
        assert!(hint(protocol, Exit::Code(3)).contains("at fault, or itself"));
        assert!(hint(protocol, Exit::Code(5)).starts_with("a testlib checker exits with"));
    }
    assert!(hint(Protocol::Peg, Exit::Code(2)).contains("PEG"));
    assert!(hint(Protocol::Cms, Exit::Code(2)).contains("CMS"));
    assert_eq!(hint(Icpc, Exit::Signal(11)), "");
}
