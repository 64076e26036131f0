//! What comes when, whichever worker is faster.

use super::*;
use proptest::prelude::*;

#[test]
fn one_worker_runs_the_jobs_in_plan_order() {
    let stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2", "3"]).jobs(1);
    stage.run();
    assert_eq!(stage.runs(), ["p 1", "p 2", "p 3", "p--x 1", "p--x 2", "p--x 3"]);
}

#[test]
fn a_free_worker_takes_the_next_job_in_plan_order() {
    let stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2", "3"]);
    // One worker is held at the first job, so the other one alone decides the order of the rest.
    let mut gate = Some(stage.gate("p", "1"));
    stage.run_hearing(|progress| {
        if judged(progress) == Some(5) {
            gate = None;
        }
    });
    let runs: Vec<String> = stage.runs().into_iter().filter(|run| run != "p 1").collect();
    assert_eq!(runs, ["p 2", "p 3", "p--x 1", "p--x 2", "p--x 3"]);
}

#[test]
fn solutions_are_told_in_plan_order_whatever_is_done_first() {
    let stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs"], &["1", "2"]);
    stage.on("p--y", "2", writes("no\n"));
    let mut gate = Some(stage.gate("p", "1"));
    let transcript = stage.run_hearing(|progress| {
        if judged(progress) == Some(3) {
            gate = None;
        }
    });
    assert_eq!(transcript.lines(), ["p.rs met ..", "x.rs met ..", "y.rs unmet .W"]);
    assert!(matches!(transcript.printed[0], Event::Started(_)), "{:?}", transcript.printed[0]);
    assert_eq!(solutions_as_judged(&transcript), [0, 1, 1, 0, 2, 2], "the second was done before the first");
}

/// The solution of each result, in the order in which results came.
fn solutions_as_judged(transcript: &Transcript) -> Vec<usize> {
    let solution = |progress: &Progress| match progress {
        Progress::Judged { solution, .. } => Some(*solution),
        Progress::Building { .. }
        | Progress::Validating { .. }
        | Progress::Generating { .. }
        | Progress::Measuring { .. }
        | Progress::Running { .. }
        | Progress::Retiming { .. }
        | Progress::Begun { .. }
        | Progress::Ended { .. }
        | Progress::Waiting => None,
    };
    transcript.progress.iter().filter_map(solution).collect()
}

/// What the stage ran: `build p`, or `p 1`.
fn steps(stage: &Stage) -> Vec<String> {
    let step = |entry: &StartedRun| match entry.program == COMPILER {
        true => format!("build {}", name(entry)),
        false => format!("{} {}", entry.program, name(entry)),
    };
    stage.fake.diary().iter().map(step).collect()
}

#[test]
fn the_first_solution_is_judged_before_the_others_are_built() {
    let stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs", "p--z.rs"], &["1"]).jobs(1);
    assert_eq!(stage.run().lines().len(), 4);
    let expected = ["build p", "p 1", "build p--x", "build p--y", "p--x 1", "p--y 1", "build p--z", "p--z 1"];
    assert_eq!(steps(&stage), expected);
}

/// A solution whose compiler is slow comes first in the plan.
fn stage_with_a_slow_compiler() -> Stage {
    let mut stage = Stage::new(&["p.py", "p--x.rs", "p--y.rs"], &["1"]);
    stage.builds.languages.entries.iter_mut().for_each(|entry| entry.compiles_slowly = entry.id == "py");
    stage
}

/// Keeps a gate closed until two solutions are reported.
struct Reported {
    gate: Option<Gate>,
    report: record::Report,
    names: Vec<String>,
}

impl Sink for Reported {
    fn event(&mut self, event: &Event) {
        self.report.take(event);
        match event {
            Event::Finished(solution) => self.names.push(solution.name.clone()),
            Event::Started(_) | Event::Compiler(_) | Event::Inferred(_) | Event::Diagnosed(_) | Event::Done(_) => {}
        }
        self.gate.take_if(|_| self.names.len() == 2);
    }

    fn progress(&mut self, _: &Progress) {}
}

#[test]
fn nothing_that_is_judged_waits_for_a_slow_compiler_to_be_reported_and_the_record_is_in_plan_order() {
    let stage = stage_with_a_slow_compiler().jobs(2);
    let slow = stage.plan.solutions[0].solution.path.to_str().unwrap().to_owned();
    // It compiles until both of the others are reported.
    let gate = Some(stage.fake.gate(COMPILER, Some(&slow)));
    let mut reported = Reported { gate, report: record::Report::new(), names: Vec::new() };
    stage.runner().execute(&stage.plan, &mut ResultCache::new(Store::none(), Level::Measured), &mut reported);
    let Reported { report, names, .. } = reported;
    assert_eq!(names, ["p/x.rs", "p/y.rs", "p/p.py"]);
    let recorded: Vec<&str> = report.solutions.iter().map(|solution| solution.name.as_str()).collect();
    assert_eq!(recorded, ["p/p.py", "p/x.rs", "p/y.rs"]);
}

#[test]
fn what_has_a_slow_compiler_is_judged_and_reported_last() {
    let stage = stage_with_a_slow_compiler().jobs(2);
    stage.on("p--y", "1", writes("no\n"));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["x.rs met .", "y.rs unmet W", "p.py met ."]);
    assert_eq!(steps(&stage).last().map(String::as_str), Some("p 1"));
    let judged = solutions_as_judged(&transcript);
    assert_eq!(judged.last(), Some(&0), "by its place in the plan: {judged:?}");
    assert_eq!(transcript.test(1, 0).verdict, Some(Verdict::WrongAnswer));
}

#[test]
fn the_record_names_a_slow_compiler_once_it_is_used() {
    let transcript = stage_with_a_slow_compiler().run();
    let mut report = record::Report::new();
    let mut named = Vec::new();
    for event in &transcript.printed {
        report.take(event);
        named.push(report.run.compilers.clone());
    }
    assert_eq!(named.first(), Some(&vec!["rs 1.0".to_owned()]));
    assert_eq!(named.last(), Some(&vec!["rs 1.0".to_owned(), "py 1.0".to_owned()]));
}

#[test]
fn where_all_compilers_are_slow_the_run_begins_with_their_names() {
    let mut stage = Stage::new(&["p.py"], &["1"]);
    stage.builds.languages.entries.iter_mut().for_each(|entry| entry.compiles_slowly = true);
    let transcript = stage.run();
    let Event::Started(started) = &transcript.printed[0] else { panic!("{:?}", transcript.printed[0]) };
    assert_eq!(started.run.compilers, ["py 1.0"]);
    assert!(!transcript.printed.iter().any(|event| matches!(event, Event::Compiler(_))));
}

#[test]
fn nothing_is_built_with_a_slow_compiler_once_fail_fast_has_ended_the_run() {
    let mut stage = stage_with_a_slow_compiler();
    stage.settings.on_failure = OnFailure::Stop;
    stage.on("p--x", "1", writes("no\n"));
    let transcript = stage.run();
    assert_eq!(transcript.lines(), ["x.rs unmet W", "y.rs undecided f", "p.py undecided f"]);
    assert!(!steps(&stage).contains(&"build p".to_owned()));
}

#[test]
fn every_build_ends_before_the_first_run() {
    let mut stage = Stage::new(&["p.rs", "p--x.rs"], &["1", "2"]);
    let checker = stage.spec("checker.rs", Protocol::Icpc, &[]);
    stage.fake.on("checker", None, Scene::Completes(Take::exits(Exit::Code(42))));
    stage.change_problem(|problem| problem.judging = Judging::Checker(checker.clone()));
    let slow = stage.plan.solutions[0].solution.path.to_str().unwrap().to_owned();
    let mut gate = Some(stage.fake.gate(COMPILER, Some(&slow)));
    let transcript = stage.run_hearing(|progress| match progress {
        // It waits for the last build.
        Progress::Waiting => gate = None,
        Progress::Building { .. } | Progress::Begun { .. } | Progress::Judged { .. } | Progress::Ended { .. } => {}
        Progress::Running { .. }
        | Progress::Validating { .. }
        | Progress::Generating { .. }
        | Progress::Measuring { .. }
        | Progress::Retiming { .. } => assert!(gate.is_none(), "{progress:?} before the last build"),
    });
    assert_eq!(transcript.lines(), ["p.rs met ..", "x.rs met .."]);
    let diary = stage.fake.diary();
    assert!(diary[..3].iter().all(|entry| entry.program == COMPILER), "{diary:?}");
    assert!(diary[3..].iter().all(|entry| entry.program != COMPILER), "{diary:?}");
}

#[test]
fn each_worker_has_a_cell_on_its_own_core() {
    let mut stage = Stage::new(&["p.rs"], &["1", "2", "3"]).jobs(3);
    stage.builds.cached = true;
    stage.settings.cores = vec![5, 7];
    // All three are held until all three have started.
    let mut gates: Vec<Gate> = ["1", "2", "3"].map(|test| stage.gate("p", test)).into();
    let started = stage.fake.watch();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| stage.run());
        for _ in 0..3 {
            started.recv().unwrap();
        }
        gates.clear();
        run.join().unwrap();
    });
    let mut cores = stage.fake.cells();
    cores.sort_unstable();
    assert_eq!(cores, [None, Some(5), Some(7)]);
}

/// What a program may do on a test, as scripted at random.
fn scene(number: u8) -> Scene {
    match number {
        0 => writes("no\n"),
        1 => faults(FaultKind::Content),
        2 => faults(FaultKind::Sandbox),
        3 => panics(),
        4 => takes(2000),
        5 => takes(950),
        _ => writes(RIGHT),
    }
}

/// A stage with three solutions on four tests. Twelve numbers say what happens where.
pub(super) fn random_stage(numbers: &[u8], jobs: usize, on_failure: OnFailure) -> Stage {
    let mut stage = Stage::new(&["p.rs", "p--x.rs", "p--y.rs"], &["1", "2", "3", "4"]).jobs(jobs);
    stage.settings.on_failure = on_failure;
    stage.expect(1, &[Verdict::WrongAnswer]);
    for (at, number) in numbers.iter().enumerate() {
        stage.on(["p", "p--x", "p--y"][at / 4], ["1", "2", "3", "4"][at % 4], scene(*number));
    }
    stage
}

/// Checks that the summary's numbers match the results, and that every test of the plan has one.
pub(super) fn is_consistent(stage: &Stage, transcript: &Transcript) {
    let solutions = transcript.solutions();
    assert_eq!(solutions.len(), stage.plan.solutions.len());
    for (planned, result) in stage.plan.solutions.iter().zip(&solutions) {
        assert_eq!(planned.solution.id.to_string(), result.name);
        assert_eq!(planned.tests.len(), result.tests.len());
        assert!(planned.tests.iter().zip(&result.tests).all(|(planned, test)| planned.id == test.test));
    }
    let count =
        |wanted: fn(&record::TestRecord) -> bool| solutions.iter().flat_map(|s| &s.tests).filter(|t| wanted(t)).count();
    let summary = &transcript.summary;
    assert_eq!(summary.met + summary.unmet + summary.undecided, solutions.len());
    assert_eq!(summary.judged, count(record::TestRecord::is_judged));
    assert_eq!(summary.faults, count(|test| test.fault.is_some()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_run_tells_the_same_with_one_worker_and_with_three(
        numbers in prop::collection::vec(0..12u8, 12),
        stop: bool,
    ) {
        let on_failure = if stop { OnFailure::Stop } else { OnFailure::Continue };
        let printed = [1, 3].map(|jobs| {
            let stage = random_stage(&numbers, jobs, on_failure);
            let transcript = stage.run();
            is_consistent(&stage, &transcript);
            transcript.lines()
        });
        prop_assert_eq!(&printed[0], &printed[1]);
    }

    #[test]
    fn every_planned_test_has_a_result_whenever_it_is_cancelled(
        numbers in prop::collection::vec(0..12u8, 12),
        jobs in 1..4usize,
        at in 0..20usize,
    ) {
        let stage = random_stage(&numbers, jobs, OnFailure::Continue);
        let mut heard = 0;
        let transcript = stage.run_hearing(|_| {
            if heard == at {
                stage.cancel.raise();
            }
            heard += 1;
        });
        is_consistent(&stage, &transcript);
        prop_assert_eq!(transcript.summary.interrupted, at < heard);
    }
}
