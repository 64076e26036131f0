//! Validators and checkers that are asked twice.

use super::*;

fn answers(code: i32) -> Take {
    Take::exits(Exit::Code(code))
}

/// A stage whose problem has a validator, and a checker that speaks this protocol. Both accept
/// everything.
fn stage(protocol: Protocol) -> Stage {
    let mut stage = Stage::new(&["p--x.rs", "p.rs"], &["1", "2"]).jobs(1);
    stage.builds.cached = true;
    let (validator, spec) = (stage.root().join("problems/p/validator.rs"), stage.spec("checker.rs", protocol, &[]));
    stage.change_problem(|problem| {
        problem.validators = vec![validator.clone()];
        problem.judging = Judging::Checker(spec.clone());
    });
    stage
}

/// Scripts a program, on a test or on anything.
fn script(stage: &Stage, program: &str, test: Option<&str>, takes: &[Take]) {
    let test = test.map(|test| stage.input(test));
    for take in takes {
        stage.fake.on(program, test.as_deref(), Scene::Completes(take.clone()));
    }
}

fn complaints(stage: &Stage) -> Vec<(String, String)> {
    let mut cache = ResultCache::new(stage.store(), Level::Measured);
    let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
    let printed = stage.runner().check_determinism(&stage.plan, &mut cache, &mut listener);
    printed.into_iter().map(|printed| (printed.path.display().to_string(), printed.title)).collect()
}

/// Checks what is reported when validator and checker give these answers, one after the other.
fn check(validator: &[Take], checker: &[Take], printed: &[(&str, &str)]) {
    let stage = stage(Protocol::Icpc);
    script(&stage, "validator", Some("1"), validator);
    script(&stage, "validator", None, &[answers(42)]);
    script(&stage, "checker", None, checker);
    let printed: Vec<_> = printed.iter().map(|(path, title)| ((*path).to_owned(), (*title).to_owned())).collect();
    assert_eq!(complaints(&stage), printed);
}

#[test]
fn programs_that_stay_with_their_answers_are_not_told_of() {
    check(&[answers(42)], &[answers(42)], &[]);
    check(&[answers(43).says("one\n"), answers(43).says("two\n")], &[answers(43)], &[]);
    check(&[answers(1)], &[answers(7)], &[]);
}

#[test]
fn a_validator_that_wavers_is_told_of_once_with_both_answers() {
    let title = |answers: &str| {
        format!("problems/p/validator.rs does not stay with its answer about testdata/p/secret/1.in: {answers}")
    };
    let validator = "problems/p/validator.rs";
    check(&[answers(42), answers(43)], &[answers(42)], &[(validator, &title("valid, then not valid"))]);
    let mut bound = answers(42);
    bound.stdout = b"bound n 1 9 2 3\n".to_vec();
    check(&[bound, answers(42)], &[answers(42)], &[(validator, &title("valid, n from 2 to 3, then valid"))]);
    let killed = Take::exits(Exit::Signal(11));
    check(&[answers(43), killed], &[answers(42)], &[(validator, &title("not valid, then it was killed by signal 11"))]);
}

#[test]
fn a_checker_that_wavers_is_told_of_once_with_both_answers() {
    let title = |answers: &str| {
        format!(
            "problems/p/checker.rs does not stay with its answer about what solutions/p.rs prints for secret/1: \
             {answers}"
        )
    };
    let checker = "problems/p/checker.rs";
    let both = title("accepted, then wrong-answer");
    check(&[answers(42)], &[answers(42), answers(43), answers(43), answers(42)], &[(checker, &both)]);
    let fault = title("accepted, then checker.rs ended with exit code 7");
    check(&[answers(42)], &[answers(42), answers(7)], &[(checker, &fault)]);
}

#[test]
fn a_checker_is_asked_about_what_the_model_solution_printed() {
    for (protocol, right) in [(Protocol::Icpc, 42), (Protocol::Testlib, 0)] {
        let stage = stage(protocol);
        script(&stage, "validator", None, &[answers(42)]);
        script(&stage, "checker", None, &[answers(right)]);
        script(&stage, "p", Some("2"), &[answers(3)]);
        assert_eq!(complaints(&stage), []);
        let runs: Vec<String> = stage.runs().into_iter().filter(|run| !run.starts_with("validator")).collect();
        assert_eq!(runs.len(), 4, "a program that fails by itself prints nothing to judge: {runs:?}");
        assert_eq!((stage.times("p", "1"), stage.times("p--x", "1")), (1, 0));
    }
}

#[test]
fn what_was_steady_is_remembered_and_what_was_not_is_asked_again() {
    let stage = stage(Protocol::Icpc);
    script(&stage, "validator", Some("2"), &[answers(42), answers(43)]);
    script(&stage, "validator", None, &[answers(42)]);
    script(&stage, "checker", None, &[answers(42)]);
    assert_eq!(complaints(&stage).len(), 1);
    let runs = stage.runs().len();
    assert_eq!(complaints(&stage), []);
    assert_eq!(stage.runs()[runs..], ["validator 2", "validator 2"]);
    complaints(&stage);
    assert_eq!(stage.runs().len(), runs + 2);
}

#[test]
fn a_validator_that_gets_other_arguments_is_asked_again() {
    let mut stage = stage(Protocol::Icpc);
    script(&stage, "validator", None, &[answers(42)]);
    script(&stage, "checker", None, &[answers(42)]);
    complaints(&stage);
    let runs = stage.runs().len();
    let validator = stage.root().join("problems/p/validator.rs");
    for planned in &mut stage.plan.solutions {
        let validator_args = vec![(validator.clone(), vec!["--small".to_owned()])];
        let judged = model::TestJudging { validator_args, ..model::TestJudging::default() };
        Arc::make_mut(&mut planned.tests[0]).judged = Some(Arc::new(judged));
    }
    complaints(&stage);
    let new: Vec<String> = stage.runs().split_off(runs).into_iter().filter(|run| run.starts_with("val")).collect();
    assert_eq!(new, ["validator 1", "validator 1"]);
}

#[test]
fn a_checker_that_always_fails_does_not_waver_whatever_it_says() {
    let fails = |words: &str| answers(7).says(words);
    check(&[answers(42)], &[fails("at 0x1\n"), fails("at 0x2\n")], &[]);
}

#[test]
fn a_failure_of_the_sandboxs_is_no_answer_of_a_checkers() {
    let stage = stage(Protocol::Icpc);
    script(&stage, "validator", None, &[answers(42)]);
    for scene in [Scene::Completes(answers(42)), faults(FaultKind::Sandbox), Scene::Completes(answers(42))] {
        stage.fake.on("checker", None, scene);
    }
    assert_eq!(complaints(&stage), []);
}

#[test]
fn a_checker_is_asked_about_the_file_that_the_model_solution_wrote() {
    let mut stage = stage(Protocol::Testlib);
    script(&stage, "validator", None, &[answers(42)]);
    script(&stage, "checker", None, &[answers(0)]);
    for planned in &mut stage.plan.solutions {
        let files = Some(model::FileNames { input: None, output: Some("out.txt".to_owned()) });
        let judged = model::TestJudging { files, ..model::TestJudging::default() };
        Arc::make_mut(&mut planned.tests[0]).judged = Some(Arc::new(judged));
    }
    complaints(&stage);
    let with_folder = |entry: &StartedRun| entry.program == "p" && entry.exec.scratch.is_some();
    assert_eq!(stage.fake.diary().iter().filter(|entry| with_folder(entry)).count(), 1);
}

#[test]
fn a_checker_is_not_asked_about_a_test_that_runs_nothing() {
    let mut stage = stage(Protocol::Icpc);
    script(&stage, "checker", None, &[answers(42)]);
    for planned in &mut stage.plan.solutions {
        let judged = model::TestJudging { of_source: true, ..model::TestJudging::default() };
        Arc::make_mut(&mut planned.tests[0]).judged = Some(Arc::new(judged));
    }
    script(&stage, "validator", None, &[answers(42)]);
    complaints(&stage);
    assert_eq!((stage.times("p", "1"), stage.times("p", "2")), (0, 1));
}
