//! Checkers and interactors: what they are given, and what their answers lead to.

use super::*;
use model::{Group, Points, Scoring, Speaker};
use sandbox::{Exec, Profile};

fn exits(code: i32) -> Take {
    Take::exits(Exit::Code(code))
}

/// A stage whose problem has a checker that does this.
fn with_checker(protocol: Protocol, takes: &[Take]) -> Stage {
    let mut stage = Stage::new(&["p.rs"], &["1", "2"]);
    let checker = stage.spec("checker.rs", protocol, &["--strict"]);
    stage.change_problem(|problem| problem.judging = Judging::Checker(checker.clone()));
    for take in takes {
        stage.fake.on("checker", None, Scene::Completes(take.clone()));
    }
    stage.jobs(1)
}

fn check(protocol: Protocol, take: Take, printed: &str) -> Transcript {
    let transcript = with_checker(protocol, &[take]).run();
    assert_eq!(transcript.lines(), [printed]);
    transcript
}

#[test]
fn an_icpc_checker_says_42_or_43() {
    check(Protocol::Icpc, exits(42), "p.rs met ..");
    let transcript = check(Protocol::Icpc, exits(43).cpu(MS(12)), "p.rs unmet WW");
    assert_eq!(transcript.test(0, 0).checker_cpu, Some(MS(12)), "the checker's time is told");
    let transcript = check(Protocol::Icpc, exits(42).cpu(MS(13)), "p.rs met ..");
    assert_eq!(transcript.test(0, 0).checker_cpu, Some(MS(13)), "of an accepted run, too");
}

#[test]
fn a_testlib_checker_says_0_1_or_2() {
    check(Protocol::Testlib, exits(0), "p.rs met ..");
    check(Protocol::Testlib, exits(1).says("wrong answer 3 instead of 4\n"), "p.rs unmet WW");
    check(Protocol::Testlib, exits(2), "p.rs unmet PP");
}

#[test]
fn a_checker_outside_its_protocol_is_a_fault() {
    for (protocol, take) in [
        (Protocol::Icpc, exits(0)),
        (Protocol::Icpc, Take::exits(Exit::Signal(11))),
        (Protocol::Icpc, Take::is_stopped(StopReason::Wall)),
        (Protocol::Testlib, exits(3)),
    ] {
        let transcript = check(protocol, take, "p.rs undecided !!");
        assert_eq!((transcript.fault(0, 0).kind, transcript.summary.faults), (FaultKind::Checker, 2));
    }
}

/// Python ends with 1 after an exception, and so does a checker of testlib's that rejects.
#[test]
fn a_checker_that_was_refused_memory_or_a_thread_has_not_rejected() {
    let refused = |thread: bool| {
        let mut take = exits(1);
        take.outcome.memory_refused = !thread;
        take.outcome.task_refused = thread.then_some(sandbox::Task::Thread);
        take
    };
    for (thread, what) in [(false, "memory"), (true, "a thread")] {
        let transcript = check(Protocol::Testlib, refused(thread), "p.rs undecided !!");
        let fault = transcript.fault(0, 0);
        assert_eq!(fault.kind, FaultKind::Checker);
        assert!(fault.message.contains(&format!("exit code 1 after it was refused {what}")), "{fault:?}");
    }
    // It is the machine that cannot start as many.
    let stage = with_checker(Protocol::Testlib, &[refused(true)]);
    stage.fake.starts_at_most(0);
    assert_eq!(stage.run().fault(0, 0).hint.as_deref(), Some(sandbox::MORE_PROCESSES));
    check(Protocol::Testlib, exits(1), "p.rs unmet WW");
}

#[test]
fn a_checker_that_rejects_with_nearly_all_its_memory_in_use_has_rejected() {
    let mut take = exits(1).says("wrong answer 3rd numbers differ - expected: '5', found: '6'\n");
    take.outcome.memory_refused = true;
    let transcript = check(Protocol::Testlib, take, "p.rs unmet WW");
    let note = "checker.rs: wrong answer 3rd numbers differ - expected: '5', found: '6'";
    assert_eq!(transcript.test(0, 0).note.as_deref(), Some(note));
}

#[test]
fn a_checkers_feedback_is_read_and_does_not_reach_the_next_test() {
    let first = exits(43).leaves("feedback/judgemessage.txt", "line 3 is too long\n");
    let transcript = with_checker(Protocol::Icpc, &[first, exits(43)]).run();
    let notes: Vec<_> = (0..2).map(|test| transcript.test(0, test).note.clone().unwrap()).collect();
    assert_eq!(notes, ["checker.rs: line 3 is too long", "rejected by checker.rs"]);
}

#[test]
fn a_program_that_failed_by_itself_is_not_put_before_the_checker() {
    let stage = with_checker(Protocol::Icpc, &[exits(42)]);
    stage.on("p", "1", Scene::Completes(exits(3)));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs unmet R."]);
    assert_eq!(stage.runs().iter().filter(|run| run.starts_with("checker")).count(), 1);
}

/// The checker's run on the first test, and what `read` finds while the checker runs.
fn seen(stage: &Stage, read: impl Fn(&StartedRun) -> Vec<u8>) -> (StartedRun, Vec<u8>) {
    let gate = stage.fake.gate("checker", None);
    let started = stage.fake.watch();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| stage.run());
        let entry = started.iter().find(|entry| entry.program == "checker").unwrap();
        let bytes = read(&entry);
        drop(gate);
        run.join().unwrap();
        (entry, bytes)
    })
}

#[test]
fn an_icpc_checker_gets_input_answer_and_feedback_folder_and_the_output_on_its_input() {
    let stage = with_checker(Protocol::Icpc, &[exits(42)]);
    let (entry, output) = seen(&stage, |entry| match &entry.stdin {
        Stdin::Captured(output) => output.bytes(99).unwrap(),
        Stdin::File(_) | Stdin::Empty => panic!("no output on its input"),
    });
    assert_eq!(output, RIGHT.as_bytes());
    let Exec { args, scratch, profile, limits, .. } = &entry.exec;
    let args: Vec<&str> = args.iter().map(|arg| arg.to_str().unwrap()).collect();
    let scratch = scratch.as_ref().unwrap();
    let feedback = format!("{}/feedback/", scratch.display());
    assert_eq!(args, [&stage.input("1"), &stage.input("1").replace(".in", ".ans"), &feedback, "--strict"]);
    assert_eq!((*profile, limits), (Profile::Tool, &crate::cell::limits(&Limits::for_tools())));
    assert!(!scratch.exists(), "the folder goes with the worker");
}

#[test]
fn a_testlib_checker_gets_input_output_and_answer_as_files() {
    let stage = with_checker(Protocol::Testlib, &[exits(0)]);
    let (entry, output) = seen(&stage, |entry| fs::read(&entry.exec.args[1]).unwrap());
    assert_eq!((output.as_slice(), &entry.stdin), (RIGHT.as_bytes(), &Stdin::Empty));
    let args: Vec<&str> = entry.exec.args.iter().map(|arg| arg.to_str().unwrap()).collect();
    assert_eq!(
        (args[0], args[2], args[3]),
        (&*stage.input("1"), &*stage.input("1").replace(".in", ".ans"), "--strict")
    );
}

#[test]
fn a_checker_may_read_the_tests_and_nothing_else_of_the_workspace() {
    let stage = with_checker(Protocol::Icpc, &[exits(42)]);
    stage.run();
    let entry = stage.fake.diary().into_iter().find(|entry| entry.program == "checker").unwrap();
    let folder = stage.root().join("testdata/p/secret");
    assert!(entry.exec.readable.iter().all(|path| path.parent() == Some(&folder)), "{:?}", entry.exec.readable);
}

#[test]
fn a_checker_that_does_not_compile_is_a_fault_of_every_test_it_should_judge() {
    let mut stage = with_checker(Protocol::Icpc, &[]);
    stage.builds.odd.insert("checker".to_owned(), Ok(BuildOutcome::Rejected { messages: "error: no\n".to_owned() }));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs undecided !!"]);
    assert_eq!(transcript.fault(0, 0).message, "problems/p/checker.rs does not compile:\nerror: no\n");
}

#[test]
fn a_checker_in_no_language_is_a_fault_that_names_its_extension() {
    let mut stage = Stage::new(&["p.rs"], &["1"]);
    let checker = stage.spec("checker.cobol", Protocol::Icpc, &[]);
    stage.change_problem(|problem| problem.judging = Judging::Checker(checker.clone()));
    let transcript = stage.run();
    assert_eq!(transcript.fault(0, 0).message, "problems/p/checker.cobol: no language has the extension `cobol`");
}

/// The fake lets the program end first, and writes no transcript.
fn converse(interactor: Take, program: Take, printed: &str) -> (Stage, Transcript) {
    let mut stage = Stage::new(&["p.rs"], &["1", "2"]).jobs(1);
    let spec = stage.spec("interactor.rs", Protocol::Icpc, &["7"]);
    stage.change_problem(|problem| problem.judging = Judging::Interactor(spec.clone()));
    stage.fake.on("interactor", None, Scene::Completes(interactor));
    stage.on("p", "1", Scene::Completes(program));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), [printed]);
    (stage, transcript)
}

#[test]
fn a_dialogue_is_judged_by_its_interactor() {
    converse(exits(42), exits(0), "p.rs met ..");
    converse(exits(42), exits(3), "p.rs unmet R.");
    converse(exits(0), exits(0), "p.rs undecided !!");
    let interactor = exits(43).leaves("feedback/judgemessage.txt", "asked 9 times\n");
    let (_, transcript) = converse(interactor, exits(0), "p.rs unmet WW");
    let judgement = transcript.test(0, 0);
    assert_eq!(judgement.note.as_deref(), Some("interactor.rs: asked 9 times"));
    let evidence = judgement.evidence.as_ref().unwrap();
    assert_eq!((&*evidence.input.head, evidence.message.as_deref()), (&b"input 1\n"[..], Some("asked 9 times")));
    assert_eq!(transcript.test(0, 0).checker_cpu, Some(MS(1)));
    assert!(evidence.transcript.iter().all(|part| part.by == Speaker::Judge));
}

#[test]
fn an_interactor_gets_input_answer_and_feedback_folder() {
    let (stage, _) = converse(exits(42), exits(0), "p.rs met ..");
    let diary = stage.fake.diary();
    let entry = diary.iter().find(|entry| entry.program == "interactor").unwrap();
    let args: Vec<&str> = entry.exec.args.iter().map(|arg| arg.to_str().unwrap()).collect();
    assert_eq!(args[..2], [stage.input("1"), stage.input("1").replace(".in", ".ans")]);
    assert!(args[2].ends_with("/feedback/") && args[3] == "7", "{args:?}");
    assert_eq!(stage.runs(), ["p 1", "interactor -", "p 2", "interactor -"]);
    assert_eq!(entry.exec.limits.cpu, Limits::for_tools().cpu);
}

/// A checker judges what an interactor writes into its file, as on Polygon.
#[test]
fn what_an_interactor_wrote_is_judged_when_it_has_accepted() {
    let judged = |interactor: Take, checker: Take| {
        let mut stage = Stage::new(&["p.rs"], &["1"]);
        let specs = ["interactor.rs", "checker.rs"].map(|file| stage.spec(file, Protocol::Testlib, &[]));
        stage.change_problem(|problem| {
            problem.judging = Judging::Interactor(specs[0].clone());
            problem.rules.behind = Some(Judging::Checker(specs[1].clone()));
        });
        stage.fake.on("interactor", None, Scene::Completes(interactor));
        stage.fake.on("checker", None, Scene::Completes(checker));
        let transcript = stage.run();
        (transcript.lines().join(""), transcript.test(0, 0).note.clone(), stage)
    };
    let (line, _, stage) = judged(exits(0).leaves("output", "7\n"), exits(0));
    assert_eq!(line, "p.rs met .");
    let diary = stage.fake.diary();
    let args = |program: &str| {
        let entry = diary.iter().find(|entry| entry.program == program).unwrap();
        entry.exec.args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(args("checker"), args("interactor"), "input, what the interactor wrote, answer");
    let (line, note, _) = judged(exits(0).leaves("output", "7\n"), exits(1));
    assert_eq!((&*line, note.as_deref()), ("p.rs unmet W", Some("rejected by checker.rs")));
    // The checker is not asked when the interactor has rejected.
    let (line, note, stage) = judged(exits(1), exits(3));
    assert_eq!((&*line, note.as_deref()), ("p.rs unmet W", Some("rejected by interactor.rs")));
    assert_eq!(stage.fake.diary().iter().filter(|entry| entry.program == "checker").count(), 0);
}

#[test]
fn a_program_may_be_called_in_an_order_of_its_own() {
    let mut stage = Stage::new(&["p.rs"], &["1"]);
    let spec = stage.spec("checker.rs", Protocol::Called, &["--answer={answer_file}", "{output_file}", "x"]);
    stage.change_problem(|problem| problem.judging = Judging::Checker(spec.clone()));
    stage.fake.on("checker", None, Scene::Completes(exits(0)));
    assert_eq!(stage.run().lines(), ["p.rs met ."]);
    let diary = stage.fake.diary();
    let entry = diary.iter().find(|entry| entry.program == "checker").unwrap();
    let args: Vec<&str> = entry.exec.args.iter().map(|arg| arg.to_str().unwrap()).collect();
    assert_eq!(args[0], format!("--answer={}", stage.input("1").replace(".in", ".ans")));
    assert!(args[1].ends_with("/output") && args[2] == "x" && args.len() == 3, "{args:?}");
}

#[test]
fn what_an_interactor_wrote_may_be_compared_with_the_answer() {
    for (written, printed) in [("answer 1\n", "p.rs met ."), ("no\n", "p.rs unmet W"), ("", "p.rs unmet W")] {
        let mut stage = Stage::new(&["p.rs"], &["1"]);
        let spec = stage.spec("interactor.rs", Protocol::Testlib, &[]);
        let answer = fs::read_to_string(stage.input("1").replace(".in", ".ans")).unwrap();
        stage.change_problem(|problem| {
            problem.judging = Judging::Interactor(spec.clone());
            problem.rules.behind = Some(Judging::Compare(Comparison::Lines));
        });
        let written = if written.starts_with("answer") { answer.as_str() } else { written };
        stage.fake.on("interactor", None, Scene::Completes(exits(0).leaves("output", written)));
        let transcript = stage.run();
        assert_eq!(transcript.lines(), [printed]);
        if written == "no\n" {
            let evidence = transcript.test(0, 0).evidence.as_ref().unwrap();
            assert_eq!((&*evidence.checker, &*evidence.output.head), ("lines", &b"no\n"[..]));
            assert_eq!(evidence.difference.as_ref().unwrap().got.as_deref(), Some(&b"no"[..]));
        }
    }
}

/// A problem of three passes. `checker` is what its checker does, `later` what the program does in
/// all passes except the first, where it is right.
fn passes(checker: &[Take], later: &[Take]) -> (Stage, Transcript) {
    let mut stage = Stage::new(&["p.rs"], &["1"]).jobs(1);
    let spec = stage.spec("checker.rs", Protocol::Icpc, &[]);
    stage.change_problem(|problem| (problem.judging, problem.passes) = (Judging::Checker(spec.clone()), 3));
    for take in checker {
        stage.fake.on("checker", None, Scene::Completes(take.clone()));
    }
    for take in later {
        stage.fake.on("p", None, Scene::Completes(take.clone()));
    }
    let transcript = stage.run();
    (stage, transcript)
}

fn stem(file: &std::ffi::OsStr) -> String {
    Path::new(file).file_stem().unwrap().to_string_lossy().into_owned()
}

fn asks(input: &str) -> Take {
    exits(42).leaves("feedback/nextpass.in", input)
}

#[test]
fn a_pass_reads_what_the_checker_left_and_the_slowest_one_is_the_runs_time() {
    let (stage, transcript) =
        passes(&[asks("second\n"), asks("third\n"), exits(42)], &[50, 20].map(|ms| Take::writes(RIGHT).cpu(MS(ms))));
    let runs: Vec<String> = stage.runs().into_iter().filter(|run| run.starts_with("p ")).collect();
    assert_eq!(runs, ["p 1", "p pass-2", "p pass-3"]);
    let checkers = stage.fake.diary().into_iter().filter(|entry| entry.program == "checker");
    let inputs: Vec<String> = checkers.map(|entry| stem(&entry.exec.args[0])).collect();
    assert_eq!(inputs, ["1", "pass-2", "pass-3"], "the checker gets the input of the pass");
    assert_eq!(transcript.lines(), ["p.rs met ."]);
    assert_eq!(transcript.test(0, 0).cpu, Some(MS(50)));
}

#[test]
fn the_first_pass_that_is_not_accepted_decides_and_is_named() {
    let rejects = exits(43).leaves("feedback/judgemessage.txt", "fine so far\nnot what was sent\n");
    let begins = asks("second\n").leaves("feedback/judgemessage.txt", "fine so far\n");
    let (_, transcript) = passes(&[begins, rejects], &[Take::writes("17\n")]);
    assert_eq!(transcript.lines(), ["p.rs unmet W"]);
    let judgement = transcript.test(0, 0);
    assert_eq!(judgement.note.as_deref(), Some("pass 2: checker.rs: not what was sent"));
    let evidence = judgement.evidence.as_ref().unwrap();
    assert_eq!((&*evidence.input.head, &*evidence.output.head), (&b"second\n"[..], &b"17\n"[..]));
}

#[test]
fn a_crash_in_a_later_pass_is_the_runs_and_ends_it() {
    let (stage, transcript) = passes(&[asks("second\n")], &[exits(3)]);
    assert_eq!(transcript.lines(), ["p.rs unmet R"]);
    assert_eq!(transcript.test(0, 0).note.as_deref(), Some("pass 2: exit code 3"));
    assert_eq!(stage.runs().len(), 3);
}

#[test]
fn a_checker_that_never_has_enough_is_a_fault_after_the_last_pass() {
    let (stage, transcript) = passes(&[asks("more\n")], &[]);
    assert_eq!(transcript.lines(), ["p.rs undecided !"]);
    let fault = transcript.fault(0, 0);
    assert_eq!(fault.message, "checker.rs asked for another pass (nextpass.in) after pass 3, the last one");
    assert_eq!((fault.kind, stage.runs().len()), (FaultKind::Checker, 6));
}

#[test]
fn a_checker_that_breaks_its_protocol_in_a_later_pass_is_a_fault_that_names_it() {
    let (_, transcript) = passes(&[asks("more\n"), exits(43).leaves("feedback/nextpass.in", "more\n")], &[]);
    assert_eq!(transcript.fault(0, 0).message, "pass 2: checker.rs rejected the output and asked for another pass");
}

#[test]
fn a_next_pass_that_cannot_be_read_is_a_fault_and_not_the_last_one() {
    let (_, transcript) = passes(&[exits(42).leaves("feedback/nextpass.in/folder", "")], &[]);
    assert_eq!(transcript.lines(), ["p.rs undecided !"]);
    let message = &transcript.fault(0, 0).message;
    assert!(message.starts_with("pass 1: cannot read what the checker left (nextpass.in)"), "{message}");
}

#[test]
fn a_problem_of_one_pass_has_no_second_one() {
    let transcript = with_checker(Protocol::Icpc, &[asks("more\n")]).run();
    assert_eq!(transcript.lines(), ["p.rs undecided !!"]);
    assert_eq!(
        transcript.fault(0, 0).message,
        "checker.rs asked for another pass (nextpass.in) after pass 1, the last one"
    );
}

#[test]
fn a_dialogue_can_have_passes_too() {
    let mut stage = Stage::new(&["p.rs"], &["1"]).jobs(1);
    let spec = stage.spec("interactor.rs", Protocol::Icpc, &[]);
    stage.change_problem(|problem| (problem.judging, problem.passes) = (Judging::Interactor(spec.clone()), 2));
    for take in [asks(""), exits(43)] {
        stage.fake.on("interactor", None, Scene::Completes(take));
    }
    let transcript = stage.run();
    assert_eq!(stage.runs(), ["p 1", "interactor -", "p pass-2", "interactor -"]);
    let interactors = stage.fake.diary().into_iter().filter(|entry| entry.program == "interactor");
    let inputs: Vec<String> = interactors.map(|entry| stem(&entry.exec.args[0])).collect();
    assert_eq!(inputs, ["1", "pass-2"]);
    assert_eq!(transcript.test(0, 0).note.as_deref(), Some("pass 2: rejected by interactor.rs"));
}

/// Runs a stage whose two tests are one group with this scoring, and whose checker does this.
fn with_points(scoring: Scoring, takes: &[Take]) -> Transcript {
    let mut stage = with_checker(Protocol::Icpc, takes);
    let limits = Limits { cpu: MS(70), ..Limits::default() };
    let points = Points::from_number(100.0).unwrap();
    let (name, requires) = ("secret".to_owned(), Vec::new());
    let group = Group { name, limits, points, scoring, requires, tests: 2 };
    stage.change_problem(|problem| problem.groups = vec![group.clone()]);
    let transcript = stage.run();
    let programs = stage.fake.diary().into_iter().filter(|entry| entry.program == "p");
    assert!(programs.into_iter().all(|entry| entry.exec.limits.cpu == MS(77)), "the group's limits are the run's");
    transcript
}

fn score(transcript: &Transcript) -> String {
    transcript.solutions()[0].score.as_ref().unwrap().points.map_or("?".to_owned(), |points| points.to_string())
}

#[test]
fn points_that_a_checker_gives_are_added_up_and_less_than_all_is_not_as_expected() {
    let graded = |points: &str| exits(42).leaves("feedback/score.txt", points);
    let transcript = with_points(Scoring::Sum, &[graded("12.5"), exits(42)]);
    assert_eq!((score(&transcript).as_str(), transcript.lines()), ("62.5", vec!["p.rs unmet ..".to_owned()]));
    let transcript = with_points(Scoring::Min, &[graded("12.5"), exits(42)]);
    assert_eq!(score(&transcript), "12.5");
    let transcript = with_points(Scoring::PassFail, &[exits(42), exits(42)]);
    assert_eq!((score(&transcript).as_str(), transcript.lines()), ("100", vec!["p.rs met ..".to_owned()]));
}

#[test]
fn points_where_there_are_none_to_give_are_a_fault_that_leaves_the_score_open() {
    let transcript = with_points(Scoring::PassFail, &[exits(42).leaves("feedback/score.txt", "3"), exits(42)]);
    assert_eq!((score(&transcript).as_str(), transcript.lines()), ("?", vec!["p.rs undecided !.".to_owned()]));
    assert_eq!(transcript.fault(0, 0).message, "checker.rs gave points in a group that is pass-fail");
}

/// Scripts a stage's generator and returns the input that it makes for a test.
fn generated(stage: &Stage, take: Take) -> Result<Vec<u8>, Fault> {
    stage.fake.on("generator", None, Scene::Completes(take));
    let call = model::Call::new(stage.root().join("problems/p/generator.rs"), vec!["7".to_owned()]);
    let problem = Arc::clone(&stage.plan.solutions[0].problem);
    let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
    let line = crate::run::Line { problem, test: TestId("secret/9".into()), call };
    stage.runner().generate(&[line], &mut listener).remove(0).input
}

#[test]
fn a_generator_in_a_slow_language_is_stopped_after_all_that_it_may_use() {
    let mut stage = Stage::new(&["p.rs"], &["1"]);
    stage.builds.time_factor = 3.0;
    let fault = generated(&stage, Take::is_stopped(StopReason::Wall)).unwrap_err();
    assert_eq!(fault.message, "problems/p/generator.rs 7 (for p/secret/9) was stopped after 180 s on the clock");
}

#[test]
fn a_generator_may_print_as_much_as_its_limits_say() {
    let mut stage = Stage::new(&["p.rs"], &["1"]);
    stage.change_problem(|problem| problem.tool_limits.output = ByteSize::mib(100));
    let all = (64 << 20) + 1;
    let input = generated(&stage, Take::writes(vec![b'1'; all])).unwrap();
    assert_eq!(input.len(), all);
}

#[test]
fn a_sandbox_that_fails_ends_no_trial_of_a_checker() {
    let stage = with_checker(Protocol::Icpc, &[]);
    stage.fake.on("checker", None, Scene::Fails(fake::broken("once")));
    stage.fake.on("checker", None, Scene::Completes(exits(42)));
    let mut cache = ResultCache::new(Store::none(), Level::Measured);
    let found = stage.runner().check_junk(&stage.plan, &mut cache, &mut |_: &Event| {});
    assert!(found.iter().any(|found| found.title.starts_with("the checker accepts noise")), "{found:?}");
}
