//! Solutions that are not built.

use super::*;

fn rejected() -> Result<BuildOutcome, Fault> {
    Ok(BuildOutcome::Rejected { messages: "error: no\n".to_owned() })
}

/// Builds the solution `p--x` with this outcome. The others are judged.
fn check(file: &str, built: Result<BuildOutcome, Fault>, expected: &[Verdict], printed: &str) -> Transcript {
    let mut stage = Stage::new(&["p.rs", file], &["1", "2"]);
    stage.builds.odd.insert("p--x".to_owned(), built);
    if !expected.is_empty() {
        stage.expect(1, expected);
    }
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs met ..", printed]);
    assert_eq!(transcript.summary.judged, 2);
    assert_eq!(stage.times("p--x", "1"), 0);
    transcript
}

#[test]
fn a_file_that_does_not_compile_is_unmet() {
    let transcript = check("p--x.rs", rejected(), &[], "x.rs unmet bb");
    assert_eq!(transcript.solutions()[1].build, record::Build::Rejected { messages: "error: no\n".to_owned() });
    assert_eq!((transcript.summary.unmet, transcript.summary.faults), (1, 0));
    check("p--x.rs", rejected(), &[Verdict::WrongAnswer], "x.rs unmet bb");
}

#[test]
fn a_file_that_is_meant_not_to_compile_is_met() {
    check("p--x.rs", rejected(), &[Verdict::CompileError], "x.rs met bb");
}

#[test]
fn a_file_that_compiles_against_its_expectation_is_unmet() {
    let mut stage = Stage::new(&["p.rs"], &["1"]);
    stage.expect(0, &[Verdict::CompileError]);
    assert_eq!(stage.run().lines(), ["p.rs unmet ."]);
}

#[test]
fn a_missing_tool_of_an_optional_language_is_no_fault() {
    let missing = Fault::new(FaultKind::MissingTool, "no python3");
    let transcript = check("p--x.py", Err(missing.clone()), &[], "x.py undecided tt");
    assert_eq!(transcript.solutions()[1].build, record::Build::NoTool { fault: missing });
    assert_eq!((transcript.summary.faults, transcript.summary.skipped, transcript.summary.undecided), (0, 1, 1));
}

#[test]
fn a_missing_tool_of_another_language_is_one_fault() {
    let missing = Fault::new(FaultKind::MissingTool, "no rustc");
    let transcript = check("p--x.rs", Err(missing.clone()), &[], "x.rs undecided bb");
    assert_eq!(transcript.solutions()[1].build, record::Build::Fault { fault: missing });
    assert_eq!((transcript.summary.faults, transcript.summary.skipped), (1, 0));
}

#[test]
fn an_optional_compiler_that_misbehaves_is_a_fault() {
    let transcript = check("p--x.py", Err(Fault::new(FaultKind::Build, "no word")), &[], "x.py undecided bb");
    assert_eq!((transcript.summary.faults, transcript.summary.skipped), (1, 0));
}

#[test]
fn a_build_that_panics_is_a_fault_of_that_solution() {
    let stage = Stage::new(&["p.rs", "p--x.rs"], &["1"]).jobs(1);
    let source = stage.plan.solutions[0].solution.path.to_str().unwrap();
    stage.fake.on(COMPILER, Some(source), panics());
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs undecided b", "x.rs met ."]);
    assert_eq!((transcript.summary.faults, stage.fake.cells().len()), (1, 2));
}

#[test]
fn a_build_that_meets_a_broken_cell_is_tried_once_more() {
    let stage = Stage::new(&["p.rs"], &["1"]).jobs(1);
    let source = stage.plan.solutions[0].solution.path.to_str().unwrap();
    stage.fake.on(COMPILER, Some(source), faults(FaultKind::Sandbox)).on(COMPILER, Some(source), writes(""));
    assert_eq!(stage.run().lines(), ["p.rs met ."]);
    assert_eq!(stage.fake.cells().len(), 2);
}

#[test]
fn a_checker_is_built_once_for_all_solutions() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1"]);
    let checker = stage.spec("checker.rs", Protocol::Icpc, &[]);
    stage.fake.on("checker", None, Scene::Completes(Take::exits(Exit::Code(42))));
    stage.change_problem(|problem| problem.judging = Judging::Checker(checker.clone()));
    assert_eq!(stage.run().lines(), ["p.rs met .", "x.rs met ."]);
    let compiled = stage.fake.diary().into_iter().filter(|entry| entry.program == COMPILER).count();
    assert_eq!(compiled, 3);
}
