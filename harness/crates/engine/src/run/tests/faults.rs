//! Our failures stay with the job that they happened to.

use super::*;

#[test]
fn a_panic_is_a_fault_of_that_job_and_the_worker_goes_on_in_a_new_cell() {
    let stage = Stage::new(&["p.rs"], &["1", "2", "3"]).jobs(1);
    stage.on("p", "2", panics());
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs undecided .!."]);
    let fault = transcript.fault(0, 1);
    assert_eq!((fault.kind, fault.message.as_str()), (FaultKind::Internal, "a worker panicked: scripted"));
    assert_eq!((stage.fake.cells().len(), stage.times("p", "2"), transcript.summary.faults), (2, 1, 1));
}

#[test]
fn a_sandbox_fault_is_tried_once_more_in_a_new_cell() {
    let stage = Stage::new(&["p.rs"], &["1", "2"]).jobs(1);
    stage.on("p", "1", faults(FaultKind::Sandbox)).on("p", "1", writes(RIGHT));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs met .."]);
    assert_eq!((stage.fake.cells().len(), stage.times("p", "1"), transcript.summary.faults), (2, 2, 0));
}

#[test]
fn a_second_sandbox_fault_is_a_fault_and_the_next_job_gets_a_new_cell() {
    let stage = Stage::new(&["p.rs"], &["1", "2"]).jobs(1);
    stage.on("p", "1", faults(FaultKind::Sandbox));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs undecided !."]);
    assert_eq!(transcript.fault(0, 0).kind, FaultKind::Sandbox);
    assert_eq!((stage.fake.cells().len(), stage.times("p", "1"), transcript.summary.faults), (3, 2, 1));
}

#[test]
fn a_fault_that_a_new_cell_would_not_help_is_not_tried_again() {
    for kind in [FaultKind::MissingTool, FaultKind::Content] {
        let stage = Stage::new(&["p.rs"], &["1", "2"]).jobs(1);
        stage.on("p", "1", faults(kind));
        let transcript = stage.run();
        assert_eq!(transcript.lines(), ["p.rs undecided !."]);
        assert_eq!((transcript.fault(0, 0).kind, stage.times("p", "1"), stage.fake.cells().len()), (kind, 1, 1));
    }
}

#[test]
fn where_no_cell_can_be_opened_every_run_is_a_fault() {
    let mut stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.builds.cached = true;
    let error = Error::Level { level: Level::Full, reason: "no cell".to_owned(), shortage: None };
    stage.fake.refuse_cells(error.clone());
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs undecided !!"]);
    assert_eq!(transcript.fault(0, 1), &crate::cell::fault(&error));
    assert_eq!((transcript.summary.faults, transcript.summary.judged), (2, 0));
}

#[test]
fn where_no_cell_can_be_opened_every_build_is_a_fault() {
    let stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
    stage.fake.refuse_cells(fake::broken("no cell"));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs undecided bb", "x.rs undecided bb"]);
    // Once for each build, not for each of its tests.
    assert_eq!(transcript.summary.faults, 2);
}

#[test]
fn a_panic_while_measuring_again_is_a_fault_of_that_job() {
    let stage = Stage::new(&["p.rs"], &["1", "2"]);
    stage.on("p", "1", takes(950)).on("p", "1", panics());
    stage.on("p", "2", takes(950));
    assert_eq!(stage.run().lines(), ["p.rs undecided !."]);
}

#[test]
fn an_answer_that_cannot_be_read_is_a_fault_of_its_test() {
    let stage = Stage::new(&["p.rs"], &["1", "2"]);
    fs::remove_file(stage.input("1").replace(".in", ".ans")).unwrap();
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["p.rs undecided !."]);
    assert_eq!(transcript.fault(0, 0).kind, FaultKind::Content);
}

/// The report names the level that the run began at. A test that ran at a lower one names its own.
#[test]
fn each_test_has_the_level_that_it_was_run_at() {
    let stage = Stage::new(&["p.rs"], &["1", "2", "3"]).jobs(1);
    stage.fake.fall([Level::Full, Level::Confined], "p", &stage.input("2"));
    let transcript = stage.run();
    let levels: Vec<_> = (0..3).map(|test| transcript.test(0, test).containment.clone()).collect();
    assert_eq!(levels, [None, Some("confined".to_owned()), Some("confined".to_owned())]);
    let Event::Started(started) = &transcript.printed[0] else { panic!("{:?}", transcript.printed[0]) };
    assert_eq!(started.run.containment, "full");
}

#[test]
fn a_crash_is_explained_by_a_second_run_unless_that_would_lack_the_files_of_its_test() {
    let runs = |judged: model::TestJudging| {
        let mut stage = Stage::new(&["p.rs"], &["1"]);
        stage.builds.diagnose();
        stage.on("p", "1", Scene::Completes(Take::exits(Exit::Signal(11))));
        let judged = Some(Arc::new(judged));
        Arc::make_mut(&mut stage.plan.solutions[0].tests[0]).judged = judged;
        assert_eq!(stage.run().lines(), ["p.rs unmet R"]);
        stage.times("p", "1")
    };
    assert_eq!(runs(model::TestJudging::default()), 2);
    let output = Some(model::FileNames { input: None, output: Some("out.txt".to_owned()) });
    assert_eq!(runs(model::TestJudging { files: output, ..Default::default() }), 1);
    let beside = model::FileBeside {
        name: "table".to_owned(),
        path: concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml").into(),
        content: Key::of(&[], b""),
    };
    assert_eq!(runs(model::TestJudging { beside: vec![beside], ..Default::default() }), 1);
}

/// A folder that was emptied still has the size and the times that an earlier run gave it.
#[test]
fn the_folder_of_a_solutions_files_is_new_for_each_run() {
    let mut stage = Stage::new(&["p.rs"], &["1", "2", "3"]).jobs(1);
    for test in &mut stage.plan.solutions[0].tests {
        let files = Some(model::FileNames { input: None, output: Some("out.txt".to_owned()) });
        Arc::make_mut(test).judged = Some(Arc::new(model::TestJudging { files, ..Default::default() }));
    }
    stage.run();
    let folders: Vec<_> = stage.fake.diary().into_iter().filter_map(|entry| entry.exec.scratch).collect();
    assert_eq!(folders.iter().collect::<std::collections::HashSet<_>>().len(), 3, "{folders:?}");
}

#[test]
fn a_file_that_is_written_to_or_replaced_or_removed_has_changed_and_one_whose_rights_change_has_not() {
    use crate::run::run_test::{changed, state};
    use std::os::unix::fs::PermissionsExt;
    let stage = Stage::new(&["p.rs"], &["1"]);
    let test = &*stage.plan.solutions[0].tests[0];
    let (input, answer) = (&*test.input, &*test.answer);
    std::fs::write(input, "old").unwrap();
    let before = state(test);
    std::fs::set_permissions(input, std::fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(changed(test, &before), None);
    let file = std::fs::File::options().write(true).open(input).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(changed(test, &before), Some(input));
    std::fs::remove_file(answer).unwrap();
    assert!(changed(test, &before).is_some());
    let gone = state(test);
    assert_eq!(changed(test, &gone), None);
    std::fs::write(answer, "new").unwrap();
    assert_eq!(changed(test, &gone), Some(answer));
}
