//! Inferring time limits: what is run, in which order, how often, and what is said meanwhile.

use super::*;
use crate::run::{InferenceFailure, InferenceTask, Slowness, slowness};
use model::{Inference, MeasuredLimit, MeasuredRun, Side, TimeBound, TimeFrom};

impl Stage {
    /// Solutions in `above` must not be too slow, those in `below` must be. The limit is five times
    /// the slowest, in seconds; a slow one needs twice the limit.
    pub(super) fn inference(&self, above: &[usize], below: &[usize]) -> Inference {
        let bound = |side| {
            move |at: &usize| {
                let PlannedSolution { solution, tests, .. } = &self.plan.solutions[*at];
                TimeBound { solution: solution.id.clone(), side, tests: tests.iter().map(|t| t.id.clone()).collect() }
            }
        };
        let bounds = above.iter().map(bound(Side::Above)).chain(below.iter().map(bound(Side::Below))).collect();
        Inference { accepted_to_limit: 5.0, limit_to_slow: 2.0, resolution: Duration::from_secs(1), bounds }
    }

    fn infer(
        &self,
        inference: &Inference,
        earlier: Option<Duration>,
    ) -> (Result<InferenceResult, InferenceFailure>, Vec<Progress>) {
        let solutions: Vec<_> = self.plan.solutions.iter().map(|planned| Arc::clone(&planned.solution)).collect();
        let problem = &self.plan.solutions[0].problem;
        let judged = &self.plan.solutions;
        let open = InferenceTask { problem, inference, solutions: &solutions, judged, before: 0, earlier };
        let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
        let inferred = self.runner().infer(&open, &mut listener);
        (inferred, listener.progress)
    }

    fn inferred(&self, inference: &Inference) -> MeasuredLimit {
        self.infer(inference, None).0.unwrap().measured
    }
}

#[test]
fn each_run_is_made_once_compiled_programs_first_and_only_the_slowest_again() {
    let stage = Stage::new(&["p--a.py", "p--b.rs", "p--c.rs"], &["1", "2", "3"]).jobs(1);
    stage.on("p--b", "2", takes(150)).on("p--c", "3", takes(190));
    stage.on("p--a", "1", takes(330)).on("p--a", "2", takes(210));
    let measured = stage.inferred(&stage.inference(&[0, 1, 2], &[]));
    assert_eq!((measured.limit, measured.slowest), (MS(2000), MS(330)));
    assert_eq!((measured.solution.short(), &*measured.test.0), ("a.py".to_owned(), "secret/1"));
    let runs = stage.runs();
    let first = ["p--b 1", "p--b 2", "p--b 3", "p--c 1", "p--c 2", "p--c 3", "p--a 1", "p--a 2", "p--a 3"];
    assert_eq!(runs[..9], first);
    assert_eq!(runs[9..], ["p--a 1"; 4], "only that one, as often as it takes to be sure");
}

#[test]
fn nothing_waits_for_a_compiler_that_takes_long() {
    let mut stage = Stage::new(&["p--a.py", "p--b.rs", "p--c.rs"], &["1", "2"]).jobs(1);
    stage.builds.languages.entries.iter_mut().for_each(|entry| entry.compiles_slowly = entry.id == "py");
    stage.expect(2, &[Verdict::WrongAnswer]);
    stage.on("p--a", "2", takes(330)).on("p--c", "1", writes("no"));
    let (inferred, progress) = stage.infer(&stage.inference(&[0, 1, 2], &[]), None);
    let measured = inferred.unwrap().measured;
    assert_eq!((measured.limit, measured.solution.short()), (MS(2000), "a.py".to_owned()), "it counts all the same");
    let steps: Vec<&str> =
        stage.fake.diary().iter().map(|entry| if entry.program == COMPILER { "build" } else { "run" }).collect();
    assert_eq!(steps[..6], ["build", "run", "run", "build", "run", "run"], "{steps:?}");
    let last = steps.iter().rposition(|step| *step == "build");
    assert!(last > Some(6), "one that may fail is built when the others have been measured: {steps:?}");
    let accepted = |progress: &Progress| {
        let Progress::Measuring { total, ran: Some(ran), .. } = progress else { return None };
        Some((*total, ran.accepted))
    };
    let accepted: Vec<_> = progress.iter().filter_map(accepted).collect();
    assert_eq!(accepted[..2], [(6, false), (6, true)], "the first is accepted before the last is built");
}

#[test]
fn where_no_time_can_change_the_limit_nothing_is_run_twice() {
    let stage = Stage::new(&["p--a.rs", "p--b.rs"], &["1", "2", "3"]);
    stage.on("p--b", "2", takes(200));
    let measured = stage.inferred(&stage.inference(&[0, 1], &[]));
    assert_eq!((measured.limit, stage.runs().len()), (MS(1000), 6));
}

#[test]
fn a_run_that_its_neighbours_made_slow_does_not_decide() {
    let stage = Stage::new(&["p--a.rs", "p--b.rs"], &["1", "2"]);
    stage.on("p--a", "1", takes(900)).on("p--a", "1", takes(150));
    stage.on("p--b", "2", takes(500));
    let measured = stage.inferred(&stage.inference(&[0, 1], &[]));
    assert_eq!((measured.limit, measured.slowest, measured.solution.short()), (MS(3000), MS(500), "b.rs".to_owned()));
    assert_eq!((stage.times("p--a", "1"), stage.times("p--b", "2")), (2, 5));
}

#[test]
fn a_solution_that_may_fail_is_run_for_twice_the_limit_and_one_that_must_be_slow_not_at_all() {
    let mut stage = Stage::new(&["p--right.rs", "p--wrong.rs", "p--slow.rs"], &["1", "2"]).jobs(1);
    stage.expect(1, &[Verdict::WrongAnswer]);
    stage.expect(2, &[Verdict::TimeLimit]);
    stage.on("p--right", "1", takes(350));
    // It never ends.
    let stopped = Scene::Completes(Take::is_stopped(StopReason::Cpu).cpu(MS(4400)));
    stage.on("p--wrong", "1", stopped).on("p--wrong", "2", takes(500));
    let measured = stage.inferred(&stage.inference(&[0, 1], &[2]));
    assert_eq!((measured.limit, measured.solution.short()), (MS(3000), "wrong.rs".to_owned()));
    let diary = stage.fake.diary();
    let limits = |program: &str| {
        let runs = diary.iter().filter(|entry| entry.program == program);
        runs.map(|entry| entry.exec.limits.cpu.as_millis()).collect::<Vec<_>>()
    };
    assert_eq!(limits("p--right")[0], 33_000, "a tenth more than the longest");
    assert_eq!(limits("p--wrong")[..2], [4400, 4400], "a tenth more than twice 2 s");
    assert_eq!(limits("p--slow"), [0; 0]);
    let wrong = stage.runs().iter().position(|run| run == "p--wrong 1").unwrap();
    assert!(stage.runs()[..wrong].iter().all(|run| run.starts_with("p--right")), "{:?}", stage.runs());
}

#[test]
fn a_right_solution_that_does_not_end_makes_a_limit_impossible_and_the_rest_is_not_run() {
    let stage = Stage::new(&["p--a.rs", "p--b.rs"], &["1", "2", "3"]).jobs(1);
    stage.on("p--a", "2", Scene::Completes(Take::is_stopped(StopReason::Cpu).cpu(MS(33_000))));
    let (inferred, _) = stage.infer(&stage.inference(&[0, 1], &[]), None);
    let Err(InferenceFailure::TooLong { solution, test }) = inferred else { panic!("{inferred:?}") };
    assert_eq!((solution.short(), &*test.0), ("a.rs".to_owned(), "secret/2"));
    assert_eq!(stage.runs(), ["p--a 1", "p--a 2"]);
}

#[test]
fn a_fault_ends_it_and_what_cannot_be_built_is_left_out() {
    let mut stage = Stage::new(&["p--a.rs", "p--b.py", "p--c.rs"], &["1"]).jobs(1);
    stage.builds.odd.insert("p--b".to_owned(), Err(Fault::new(FaultKind::MissingTool, "no py")));
    stage.builds.odd.insert("p--c".to_owned(), Ok(BuildOutcome::Rejected { messages: "no".to_owned() }));
    let measured = stage.inferred(&stage.inference(&[0, 1, 2], &[]));
    let left_out: Vec<String> = measured.left_out.iter().map(SolutionId::short).collect();
    assert_eq!(left_out, ["c.rs", "b.py"]);
    let (none, _) = stage.infer(&stage.inference(&[1, 2], &[]), None);
    assert!(matches!(none, Err(InferenceFailure::NoneRuns)), "{none:?}");
    let stage = Stage::new(&["p--a.rs"], &["1", "2"]).jobs(1);
    stage.on("p--a", "1", faults(FaultKind::Content));
    let (inferred, _) = stage.infer(&stage.inference(&[0], &[]), None);
    assert!(matches!(inferred, Err(InferenceFailure::Fault { .. })), "{inferred:?}");
    assert_eq!(stage.runs(), ["p--a 1"]);
}

#[test]
fn progress_says_what_is_left_and_which_solution_is_accepted_already() {
    let mut stage = Stage::new(&["p--a.rs", "p--b.rs"], &["1", "2"]).jobs(1);
    stage.expect(1, &[Verdict::WrongAnswer]);
    stage.on("p--a", "1", takes(100)).on("p--b", "1", writes("no"));
    let (_, progress) = stage.infer(&stage.inference(&[0, 1], &[]), None);
    let lines: Vec<String> = progress
        .iter()
        .filter_map(|progress| {
            let Progress::Measuring { problem, done, total, left, ran } = progress else { return None };
            let ran = ran.as_deref().map(|ran| {
                let MeasuredRun { name, place, test, verdict, expected, accepted, .. } = ran;
                format!(" {name} {place:?} {test} {} {expected} {accepted}", verdict.short())
            });
            Some(format!("{problem} {done}/{total} {left:?}{}", ran.unwrap_or_default()))
        })
        .collect();
    assert_eq!(
        lines,
        [
            "p 0/4 None",
            "p 1/4 Some(300ms) p/a.rs Some(0) secret/1 AC true false",
            "p 2/4 Some(102ms) p/a.rs Some(0) secret/2 AC true true",
            "p 2/4 Some(102ms)",
            "p 3/4 Some(2ms) p/b.rs Some(1) secret/1 WA true false",
            "p 4/4 Some(0ns) p/b.rs Some(1) secret/2 AC true false",
        ]
    );
}

#[test]
fn ctrl_c_ends_it_without_a_limit() {
    let stage = Stage::new(&["p--a.rs"], &["1"]);
    stage.cancel.raise();
    let (inferred, _) = stage.infer(&stage.inference(&[0], &[]), None);
    assert!(matches!(inferred, Err(InferenceFailure::Interrupted)), "{inferred:?}");
}

#[test]
fn an_earlier_limit_stays_unless_the_times_contradict_it() {
    let check = |ms, earlier: u64, expected| {
        let stage = Stage::new(&["p--a.rs"], &["1"]);
        stage.on("p--a", "1", takes(ms));
        let (inferred, _) = stage.infer(&stage.inference(&[0], &[]), Some(Duration::from_secs(earlier)));
        let measured = inferred.unwrap().measured;
        assert_eq!((measured.limit, measured.is_earlier), expected, "{ms} {earlier}");
    };
    check(410, 2, (MS(2000), true));
    check(390, 3, (MS(3000), true));
    check(390, 2, (MS(2000), false));
    check(500, 2, (MS(3000), false));
}

/// Judges a solution that must be twice as slow as the limit of one second; `ms`: what it takes on
/// each test, where it is stopped at the processor time that it is given.
fn slow(ms: &[u64]) -> (Stage, Transcript, Inference) {
    let names: Vec<String> = (1..=ms.len()).map(|test| test.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut stage = Stage::new(&["p--slow.rs"], &names);
    stage.expect(0, &[Verdict::TimeLimit]);
    let inference = stage.inference(&[], &[0]);
    let measured = MeasuredLimit {
        limit: MS(1000),
        slowest: MS(200),
        most: MS(200),
        is_earlier: false,
        solution: stage.plan.solutions[0].solution.id.clone(),
        test: TestId("secret/1".into()),
        too_fast: Vec::new(),
        left_out: Vec::new(),
    };
    let time = TimeFrom::Solutions(Arc::new(inference.clone()), Some(measured));
    stage.change_problem(|problem| problem.rules.time = time.clone());
    for (name, ms) in names.iter().zip(ms) {
        stage.on("p--slow", name, takes(*ms));
    }
    let transcript = stage.run();
    (stage, transcript, inference)
}

fn slowness_of(ms: &[u64]) -> Slowness {
    let (stage, transcript, inference) = slow(ms);
    let id = &stage.plan.solutions[0].solution.id;
    slowness(&inference, MS(1000), id, 1.0, transcript.solutions()[0])
}

#[test]
fn whether_a_solution_is_slow_enough_is_seen_in_the_runs_for_its_verdict() {
    assert_eq!(slowness_of(&[10, 2000, 1500]), Slowness::Enough);
    assert_eq!(slowness_of(&[10, 1500, 1300]), Slowness::TooFast(MS(1500)));
    assert_eq!(slowness_of(&[10, 20]), Slowness::TooFast(MS(20)));
    let (stage, transcript, inference) = slow(&[1500, 1500]);
    let mut result = transcript.solutions()[0].clone();
    result.skip(1, SkipReason::Decided);
    let id = &stage.plan.solutions[0].solution.id;
    assert_eq!(slowness(&inference, MS(1000), id, 1.0, &result), Slowness::Unknown);
}

#[test]
fn a_slow_solution_runs_past_its_limit_only_until_one_test_has_shown_that_it_is_slow_enough() {
    let longest = |ms: &[u64]| {
        let (stage, ..) = slow(ms);
        let limits = stage.fake.diary().into_iter().filter(|entry| entry.program == "p--slow");
        limits.map(|entry| entry.exec.limits.cpu.as_millis()).collect::<Vec<_>>()
    };
    assert_eq!(longest(&[2000, 2000])[..2], [2000, 1100]);
    assert_eq!(longest(&[1500, 1500])[..2], [2000, 2000]);
}
