//! Input validators: which tests are judged at all.

use super::*;
use crate::model::Exit;

/// A stage whose problem has a validator that says 42 to everything, and one input that is to be refused.
fn stage() -> Stage {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2", "3"]).jobs(1);
    let validator = stage.root().join("problems/p/validator.rs");
    let refused = stage.root().join("testdata/p/invalid/zero.in");
    stage.fake.on("validator", Some(refused.to_str().unwrap()), answers(43, ""));
    stage.fake.on("validator", None, answers(42, ""));
    stage.change_problem(|problem| {
        problem.validator = Some(validator.clone());
        problem.invalid = vec![refused.clone()];
    });
    stage
}

fn answers(code: i32, words: &str) -> Scene {
    Scene::Completes(Take::exits(Exit::Code(code)).says(words))
}

fn validate(stage: &Stage) -> Validation {
    let mut memo = Memo::new(Store::none(), Level::Measured);
    let mut listener = Listener { hear: |_: &Progress| {}, told: Vec::new(), progress: Vec::new() };
    stage.runner().validate(&stage.plan, &mut memo, &mut listener)
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
    stage.on("validator", "2", answers(1, "line 1: n is 0\nmore\n"));
    let validation = validate(&stage);
    assert_eq!(titles(&validation), [("testdata/p/secret/2.in", "test secret/2 is not valid: line 1: n is 0")]);
    stage.plan = stage.plan.without(&validation.invalid);
    let story = stage.run();
    assert_eq!(story.lines(), ["p.rs met ..", "x.rs met .."]);
    assert_eq!((stage.times("p", "2"), validation.faults), (0, 0));
}

#[test]
fn an_input_that_is_there_to_be_refused_and_is_accepted_is_an_error() {
    let stage = stage();
    let accepted = stage.root().join("testdata/p/invalid/zero.in");
    // Scripted twice: refused on the first time it is asked, accepted from then on.
    stage.fake.on("validator", Some(accepted.to_str().unwrap()), answers(42, ""));
    assert_eq!(titles(&validate(&stage)), []);
    let validation = validate(&stage);
    assert_eq!(
        titles(&validation),
        [("testdata/p/invalid/zero.in", "this input is there to be refused, but the validator accepts it")]
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
fn a_validator_that_does_not_compile_is_one_fault() {
    let mut stage = stage();
    stage.builds.odd.insert("validator".to_owned(), Ok(Built::Rejected { messages: "error: no\n".to_owned() }));
    let validation = validate(&stage);
    assert_eq!(
        titles(&validation),
        [("problems/p/validator.rs", "problems/p/validator.rs does not compile:\nerror: no\n")]
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
    let bound = validation.bounds[&(ProblemId::parse("p").unwrap(), "n".to_owned())];
    assert_eq!((bound.smallest_seen, bound.largest_seen), (1, 7));
}
