//! Several problems: each is finished before the next one is built.

use super::*;

/// A solution of each of the problems `p` and `q`, which have the same tests.
fn stage() -> Stage {
    let mut stage = Stage::new(&["p.rs", "q.rs"], &["1", "2"]);
    let q = Arc::make_mut(&mut stage.plan.solutions[1].problem);
    q.id = ProblemId::parse("q").unwrap();
    stage
}

/// The programs that were run, in order. Successive runs of one program count once.
fn programs(stage: &Stage) -> Vec<String> {
    let mut programs: Vec<String> = stage.fake.diary().into_iter().map(|entry| entry.program).collect();
    programs.dedup();
    programs
}

#[test]
fn each_problem_is_built_when_the_one_before_is_done() {
    let stage = stage();
    // A close call: it is measured again before the next problem is built.
    stage.on("p", "1", takes(950));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs met ..", "q.rs met .."]);
    assert_eq!(programs(&stage), [COMPILER, "p", COMPILER, "q"]);
    assert_eq!(stage.times("p", "1"), 4);
    let last = transcript.progress.iter().rev().find_map(|progress| match progress {
        Progress::Running { done, total, .. } => Some((*done, *total)),
        Progress::Building { .. }
        | Progress::Validating { .. }
        | Progress::Generating { .. }
        | Progress::Measuring { .. }
        | Progress::Retiming { .. }
        | Progress::Begun { .. }
        | Progress::Judged { .. }
        | Progress::Ended { .. }
        | Progress::Waiting => None,
    });
    assert_eq!(last, Some((4, 4)), "counted over all problems");
}

#[test]
fn behind_a_failure_that_ends_the_run_nothing_is_built() {
    let mut stage = stage();
    stage.settings.on_failure = OnFailure::Stop;
    stage.on("p", "1", writes("no\n"));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs unmet Wf", "q.rs undecided ff"]);
    assert_eq!(programs(&stage), [COMPILER, "p"]);
    assert_eq!(transcript.solutions()[1].build, record::Build::Skipped);
}

#[test]
fn after_ctrl_c_every_test_of_every_problem_has_a_result() {
    let stage = stage();
    let _held = stage.gate("p", "2");
    let transcript = stage.run_hearing(|progress| {
        if judged(progress) == Some(1) {
            stage.cancel.raise();
        }
    });
    assert_eq!(transcript.lines(), ["p.rs undecided .i", "q.rs undecided ii"]);
    assert_eq!(programs(&stage), [COMPILER, "p"]);
}

#[test]
fn a_problem_is_validated_when_its_turn_comes_and_what_is_not_valid_is_left_out() {
    let mut stage = stage();
    let validator = stage.root().join("problems/q/validator.rs");
    stage.fake.on("validator", None, Scene::Completes(Take::exits(Exit::Code(43)).says("n is 0\n")));
    stage.on("validator", "2", Scene::Completes(Take::exits(Exit::Code(42))));
    Arc::make_mut(&mut stage.plan.solutions[1].problem).validators = vec![validator];
    let mut cache = ResultCache::new(Store::none(), Level::Measured);
    let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
    let summary = stage.runner().judge(&stage.plan, Vec::new(), &mut cache, &mut listener);
    let mut report = record::Report::new();
    listener.printed.iter().for_each(|event| report.take(event));
    let order: Vec<&str> = listener
        .printed
        .iter()
        .map(|event| match event {
            Event::Started(_) => "started",
            Event::Diagnosed(_) => "diagnosed",
            Event::Compiler(_) => "compiler",
            Event::Inferred(_) => "inferred",
            Event::Finished(_) => "finished",
            Event::Done(_) => "done",
        })
        .collect();
    assert_eq!(order, ["started", "finished", "diagnosed", "finished", "done"]);
    let transcript = Transcript { summary, printed: listener.printed, progress: listener.progress };
    assert_eq!(transcript.lines(), ["p.rs met ..", "q.rs met ."]);
    assert_eq!((transcript.summary.content_errors, report.run.runs, report.run.tests), (1, 3, 3));
    // An idle worker may build the other one beside the validator.
    assert_eq!(programs(&stage)[..4], [COMPILER, "p", COMPILER, "validator"]);
}

#[test]
fn a_problem_without_a_valid_test_is_not_in_the_record() {
    let mut stage = stage();
    let validator = stage.root().join("problems/p/validator.rs");
    stage.fake.on("validator", None, Scene::Completes(Take::exits(Exit::Code(43))));
    Arc::make_mut(&mut stage.plan.solutions[0].problem).validators = vec![validator];
    let mut cache = ResultCache::new(Store::none(), Level::Measured);
    let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
    let summary = stage.runner().judge(&stage.plan, Vec::new(), &mut cache, &mut listener);
    let mut report = record::Report::new();
    listener.printed.iter().for_each(|event| report.take(event));
    let transcript = Transcript { summary, printed: listener.printed, progress: listener.progress };
    assert_eq!(transcript.lines(), ["q.rs met .."]);
    assert_eq!(report.problems.len(), 1);
    assert_eq!((transcript.summary.content_errors, report.run.runs), (2, 2));
}
