//! Input validators: which tests are judged at all.

use super::*;
use model::{Group, JuryOutput, JuryRuling, Points, Scoring, TestJudging};
use std::sync::Arc;

/// A stage whose problem has a validator that accepts everything, except one input that must be
/// refused.
fn stage() -> Stage {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2", "3"]).jobs(1);
    let validator = stage.root().join("problems/p/validator.rs");
    let refused = stage.root().join("testdata/p/invalid/zero.in");
    stage.fake.on("validator", Some(refused.to_str().unwrap()), answers(43, ""));
    stage.fake.on("validator", None, answers(42, ""));
    stage.change_problem(|problem| {
        problem.validators = vec![validator.clone()];
        problem.invalid = vec![refused.clone()];
    });
    stage
}

fn answers(code: i32, words: &str) -> Scene {
    Scene::Completes(Take::exits(Exit::Code(code)).says(words))
}

fn validate(stage: &Stage) -> Validation {
    let mut cache = ResultCache::new(Store::none(), Level::Measured);
    let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
    stage.runner().validate(&stage.plan, &mut cache, &mut listener)
}

fn titles(validation: &Validation) -> Vec<(&str, &str)> {
    validation.diagnostics.iter().map(|d| (d.path.to_str().unwrap(), d.title.as_str())).collect()
}

#[test]
fn each_input_is_put_before_the_validator_once_and_a_healthy_problem_says_nothing() {
    let stage = stage();
    let validation = validate(&stage);
    assert_eq!(titles(&validation), []);
    assert_eq!((validation.invalid.len(), validation.faults), (0, 0));
    assert_eq!(stage.runs(), ["validator 1", "validator 2", "validator 3", "validator zero"]);
}

#[test]
fn an_invalid_test_is_an_error_and_is_left_out() {
    let mut stage = stage();
    stage.on("validator", "2", answers(43, "line 1: n is 0\nmore\n"));
    let validation = validate(&stage);
    assert_eq!(titles(&validation), [("testdata/p/secret/2.in", "test secret/2 is not valid: line 1: n is 0")]);
    stage.plan = stage.plan.without(&validation.invalid);
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs met ..", "x.rs met .."]);
    assert_eq!((stage.times("p", "2"), validation.faults), (0, 0));
}

#[test]
fn an_input_to_be_refused_comes_with_its_arguments_and_is_an_error_once() {
    let mut stage = stage();
    let path = stage.root().join("testdata/p/invalid/zero.in");
    let validator = stage.root().join("problems/p/validator.rs");
    stage.fake.on("validator", Some(path.to_str().unwrap()), answers(42, ""));
    let judged =
        TestJudging { validator_args: vec![(validator.clone(), vec!["--low".to_owned()])], ..TestJudging::default() };
    let test = Test::new(TestId("invalid_input/low".into()), path.clone(), PathBuf::new());
    let test = Arc::new(Test { judged: Some(Arc::new(judged)), ..test });
    stage.change_problem(|problem| problem.rules.refused = vec![Arc::clone(&test)]);
    let inputs = crate::run::validate::inputs(&stage.plan);
    let args: Vec<String> =
        inputs.iter().filter(|input| input.path == path).map(|input| input.args().join(" ")).collect();
    assert_eq!(args, ["--low"]);
    assert_eq!(titles(&validate(&stage)), [], "it is refused the first time");
    let validation = validate(&stage);
    let title = "invalid_input/low: the validator accepts this input, which it must reject";
    assert_eq!(titles(&validation), [("testdata/p/invalid/zero.in", title)]);
}

#[test]
fn an_input_that_is_there_to_be_refused_and_is_accepted_is_an_error() {
    let stage = stage();
    let accepted = stage.root().join("testdata/p/invalid/zero.in");
    // Scripted twice: it is refused the first time, and accepted from then on.
    stage.fake.on("validator", Some(accepted.to_str().unwrap()), answers(42, ""));
    assert_eq!(titles(&validate(&stage)), []);
    let validation = validate(&stage);
    assert_eq!(
        titles(&validation),
        [("testdata/p/invalid/zero.in", "the validator accepts this input, which it must reject")]
    );
    assert_eq!((validation.invalid.len(), validation.faults), (0, 0));
}

#[test]
fn a_validator_that_crashes_is_a_fault_and_the_test_is_judged() {
    let stage = stage();
    stage.on("validator", "2", Scene::Completes(Take::exits(Exit::Signal(11))));
    let validation = validate(&stage);
    assert_eq!(
        titles(&validation),
        [("problems/p/validator.rs", "problems/p/validator.rs was killed by signal 11 on testdata/p/secret/2.in")]
    );
    assert_eq!((validation.invalid.len(), validation.faults), (0, 1));
}

#[test]
fn a_validator_in_a_slow_language_is_stopped_after_all_that_it_may_use() {
    let mut stage = stage();
    stage.builds.time_factor = 3.0;
    stage.on("validator", "2", Scene::Completes(Take::is_stopped(StopReason::Cpu)));
    let title = "problems/p/validator.rs was stopped after 60 s of CPU time on testdata/p/secret/2.in";
    assert_eq!(titles(&validate(&stage)), [("problems/p/validator.rs", title)]);
}

#[test]
fn a_validator_that_was_refused_memory_has_decided_nothing() {
    let refused = |code| {
        let mut take = Take::exits(Exit::Code(code)).says("MemoryError\n");
        take.outcome.memory_refused = true;
        Scene::Completes(take)
    };
    let stage = stage();
    stage.on("validator", "1", refused(42)).on("validator", "2", refused(1));
    let validation = validate(&stage);
    let title =
        "problems/p/validator.rs was refused memory at the limit of 1 GiB on testdata/p/secret/2.in: MemoryError";
    assert_eq!(titles(&validation), [("problems/p/validator.rs", title)]);
    assert_eq!((validation.invalid.len(), validation.faults), (0, 1));
}

#[test]
fn a_validator_that_refuses_with_nearly_all_its_memory_in_use_has_refused() {
    let mut take = Take::exits(Exit::Code(43)).says("line 2: node 7 has two parents\n");
    take.outcome.memory_refused = true;
    let stage = stage();
    stage.on("validator", "2", Scene::Completes(take));
    let validation = validate(&stage);
    let title = "test secret/2 is not valid: line 2: node 7 has two parents";
    assert_eq!(titles(&validation), [("testdata/p/secret/2.in", title)]);
    assert_eq!((validation.invalid.len(), validation.faults), (1, 0));
}

#[test]
fn any_exit_code_but_42_refuses_an_input() {
    for code in [0, 1, 43, 101] {
        let stage = stage();
        stage.on("validator", "1", answers(code, "thread 'main' panicked at v.rs:3:5:\nno number\n"));
        stage.on("validator", "3", answers(code, ""));
        let validation = validate(&stage);
        let silent = format!("test secret/3 is not valid: the validator exited with {code}; 42 means valid");
        let printed = [
            ("testdata/p/secret/1.in", "test secret/1 is not valid: thread 'main' panicked at v.rs:3:5: no number"),
            ("testdata/p/secret/3.in", silent.as_str()),
        ];
        assert_eq!(titles(&validation), printed);
        assert_eq!((validation.invalid.len(), validation.faults), (2, 0));
    }
}

#[test]
fn a_validator_that_is_killed_in_the_same_way_is_one_fault() {
    let stage = stage();
    for test in ["1", "3"] {
        stage.on("validator", test, Scene::Completes(Take::exits(Exit::Signal(11))));
    }
    let validation = validate(&stage);
    let title = "problems/p/validator.rs was killed by signal 11 on testdata/p/secret/1.in";
    assert_eq!(titles(&validation), [("problems/p/validator.rs", title)]);
    assert_eq!((validation.invalid.len(), validation.faults), (0, 1));
}

#[test]
fn an_input_that_is_there_to_be_refused_is_not_refused_by_a_crash() {
    let mut stage = stage();
    let odd = stage.root().join("testdata/p/invalid/odd.in");
    stage.fake.on("validator", Some(odd.to_str().unwrap()), Scene::Completes(Take::exits(Exit::Signal(11))));
    stage.change_problem(|problem| problem.invalid.push(odd.clone()));
    let validation = validate(&stage);
    assert_eq!(validation.faults, 1, "{:?}", titles(&validation));
    assert!(titles(&validation)[0].1.ends_with("on testdata/p/invalid/odd.in"), "{:?}", titles(&validation));
}

#[test]
fn a_validator_that_does_not_compile_is_one_fault() {
    let mut stage = stage();
    stage.builds.odd.insert("validator".to_owned(), Ok(BuildOutcome::Rejected { messages: "error: no\n".to_owned() }));
    let validation = validate(&stage);
    assert_eq!(
        titles(&validation),
        [("problems/p/validator.rs", "problems/p/validator.rs does not compile: error: no")]
    );
    assert_eq!(validation.faults, 1);
}

#[test]
fn a_cancelled_validation_says_nothing_of_the_tests() {
    let stage = stage();
    stage.cancel.raise();
    let validation = validate(&stage);
    assert_eq!(validation.invalid.len(), 0);
    assert_eq!((titles(&validation), validation.faults), (Vec::new(), 0));
}

#[test]
fn bounds_of_all_tests_are_joined() {
    let stage = stage();
    for (test, line) in [("1", "bound n 1 100 3 7\n"), ("2", "bound n 1 100 1 2\n")] {
        stage.on(
            "validator",
            test,
            Scene::Completes({
                let mut take = Take::exits(Exit::Code(42));
                take.stdout = line.into();
                take
            }),
        );
    }
    let validation = validate(&stage);
    let bound = &validation.bounds[&(ProblemId::parse("p").unwrap(), "n".to_owned())];
    assert_eq!((bound.smallest_seen.to_string(), bound.largest_seen.to_string()), ("1".to_owned(), "7".to_owned()));
}

/// A stage without a validator, whose checker answers this about everything.
fn with_checker(protocol: Protocol, scene: Scene) -> Stage {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]).jobs(1);
    let spec = stage.spec("checker.rs", protocol, &["--strict"]);
    stage.fake.on("checker", None, scene);
    stage.change_problem(|problem| problem.judging = Judging::Checker(spec.clone()));
    stage
}

#[test]
fn every_answer_is_put_before_the_checker_once_as_if_it_were_an_output() {
    let answer = |stage: &Stage, test| stage.input(test).replace(".in", ".ans");
    let stage = with_checker(Protocol::Icpc, answers(42, ""));
    assert_eq!(titles(&validate(&stage)), []);
    assert_eq!(stage.runs(), ["checker 1", "checker 2"]);
    let entry = &stage.fake.diary()[1];
    assert_eq!(entry.stdin, Stdin::File(answer(&stage, "1").into()));
    let args: Vec<&str> = entry.exec.args.iter().map(|arg| arg.to_str().unwrap()).collect();
    assert_eq!((args[0], args[1], args[3]), (&*stage.input("1"), &*answer(&stage, "1"), "--strict"));
    assert!(args[2].ends_with("/feedback/"), "{args:?}");

    let stage = with_checker(Protocol::Testlib, answers(0, ""));
    assert_eq!(titles(&validate(&stage)), []);
    let entry = &stage.fake.diary()[2];
    let args: Vec<&str> = entry.exec.args.iter().map(|arg| arg.to_str().unwrap()).collect();
    assert_eq!((args[0], args[2]), (&*stage.input("2"), &*answer(&stage, "2")));
    // What it judges lies among its own files, whatever its cell shows of other folders.
    assert!(
        args[1].ends_with("/output")
            && entry.exec.scratch.as_ref().is_some_and(|own| args[1].starts_with(own.to_str().unwrap()))
    );
}

#[test]
fn an_answer_that_the_checker_rejects_is_an_error_and_its_test_is_left_out() {
    let stage = with_checker(Protocol::Icpc, answers(42, ""));
    let wrong = stage.input("2").replace(".in", ".ans");
    stage.fake.on("checker", Some(&wrong), answers(43, "3 is not a divisor\n"));
    let validation = validate(&stage);
    let title = "the answer of test secret/2 is not accepted: checker.rs: 3 is not a divisor";
    assert_eq!(titles(&validation), [("testdata/p/secret/2.ans", title)]);
    let left: Vec<_> = validation.invalid.iter().map(|(_, test)| test.to_string()).collect();
    assert_eq!((left, validation.faults), (vec!["secret/2".to_owned()], 0));
}

#[test]
fn a_checker_that_fails_on_answers_is_one_fault_and_the_tests_are_judged() {
    let stage = with_checker(Protocol::Icpc, answers(0, ""));
    let validation = validate(&stage);
    let title = "checker.rs ended with exit code 0 (on the answer of secret/1)";
    assert_eq!(titles(&validation), [("problems/p/checker.rs", title)]);
    assert_eq!((validation.faults, validation.invalid.len()), (1, 0));
}

#[test]
fn answers_that_are_no_outputs_are_left_alone() {
    let mut stage = with_checker(Protocol::Icpc, answers(43, ""));
    let spec = ProgramSpec { accepts_answers: false, ..stage.spec("checker.rs", Protocol::Icpc, &[]) };
    stage.change_problem(|problem| problem.judging = Judging::Checker(spec.clone()));
    assert_eq!((titles(&validate(&stage)), stage.runs()), (vec![], vec![]));
    let mut stage = with_checker(Protocol::Icpc, answers(43, ""));
    stage.change_problem(|problem| problem.passes = 2);
    assert_eq!((titles(&validate(&stage)), stage.runs()), (vec![], vec![]));
}

#[test]
fn what_a_checker_said_of_an_answer_is_remembered_until_the_answer_changes() {
    let stage = with_checker(Protocol::Icpc, answers(42, ""));
    let validate = || {
        let mut cache = ResultCache::new(stage.store(), Level::Measured);
        let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
        stage.runner().validate(&stage.plan, &mut cache, &mut listener);
        stage.times("checker", "1") + stage.times("checker", "2")
    };
    assert_eq!((validate(), validate()), (2, 2));
    fs::write(stage.input("2").replace(".in", ".ans"), "other\n").unwrap();
    assert_eq!(validate(), 3);
}

#[test]
fn what_a_validator_said_beside_a_changed_file_is_not_remembered() {
    let mut stage = Stage::new(&["p.rs"], &["1"]).jobs(1);
    let validator = stage.root().join("problems/p/validator.rs");
    stage.fake.on("validator", None, answers(42, ""));
    stage.change_problem(|problem| problem.validators = vec![validator.clone()]);
    let path = stage.root().join("table");
    let content = Key::of_content(&b"loaded"[..]).unwrap();
    let beside = vec![model::FileBeside { name: "table".to_owned(), path: path.clone(), content }];
    let judged = Some(Arc::new(model::TestJudging { beside, ..Default::default() }));
    Arc::make_mut(&mut stage.plan.solutions[0].tests[0]).judged = judged;
    let runs_with = |text: &str| {
        fs::write(&path, text).unwrap();
        let mut cache = ResultCache::new(stage.store(), Level::Measured);
        let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
        stage.runner().validate(&stage.plan, &mut cache, &mut listener);
        stage.times("validator", "1")
    };
    assert_eq!((runs_with("edited"), runs_with("loaded"), runs_with("loaded")), (1, 2, 2));
}

#[test]
fn an_output_of_the_jurys_is_tried_again_when_its_points_mean_something_else() {
    let mut stage =
        with_checker(Protocol::Icpc, Scene::Completes(Take::exits(Exit::Code(42)).leaves("feedback/score.txt", "1")));
    let output = stage.input("1").replace(".in", ".out");
    fs::write(&output, RIGHT).unwrap();
    let spec = ProgramSpec { accepts_answers: false, ..stage.spec("checker.rs", Protocol::Icpc, &[]) };
    let faults = |stage: &mut Stage, scoring| {
        stage.change_problem(|problem| {
            let test = Arc::clone(&problem.tests[0]);
            problem.judging = Judging::Checker(spec.clone());
            problem.rules.outputs =
                vec![JuryOutput { test, output: output.clone().into(), must_be: JuryRuling::Accepted }];
            problem.groups = vec![Group {
                name: "secret".to_owned(),
                limits: Limits::default(),
                points: Points::from_number(4.0).unwrap(),
                scoring,
                requires: Vec::new(),
                tests: 2,
            }];
        });
        let mut cache = ResultCache::new(stage.store(), Level::Measured);
        let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
        stage.runner().validate(&stage.plan, &mut cache, &mut listener).faults
    };
    assert_eq!(faults(&mut stage, Scoring::Min), 0);
    assert_eq!(faults(&mut stage, Scoring::PassFail), 1, "a pass-fail group has no points to give");
}
