//! Inferring time limits: what is run, in which order, how often, and what is said meanwhile.

use super::*;
use crate::plan::Job;
use crate::run::infer::{InferenceResult, InferenceTask, too_fast};
use crate::run::run_test::How;
use model::{Inference, MeasuredLimit, MeasuredRun, Side, TimeBound, TimeFrom};
use std::path::PathBuf;

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

    /// Leaves the limit to be inferred from these solutions.
    pub(super) fn leave_open(&mut self, above: &[usize]) {
        let time = TimeFrom::Solutions(Arc::new(self.inference(above, &[])), None);
        self.change_problem(|problem| problem.rules.time = time.clone());
    }

    fn infer(&self, inference: &Inference) -> (Result<InferenceResult, InferenceFailure>, Vec<Progress>) {
        let solutions: Vec<_> = self.plan.solutions.iter().map(|planned| Arc::clone(&planned.solution)).collect();
        let problem = &self.plan.solutions[0].problem;
        let judged = &self.plan.solutions;
        let open = InferenceTask { problem, inference, solutions: &solutions, judged, before: 0 };
        let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
        let inferred = self.runner().infer(&open, &mut listener);
        (inferred, listener.progress)
    }

    fn inferred(&self, inference: &Inference) -> MeasuredLimit {
        self.infer(inference).0.unwrap().measured
    }
}

/// All that is planned is the package.
impl OpenLimits for Stage {
    fn package(&self, problem: &Arc<Problem>) -> (Arc<Problem>, Vec<Arc<Solution>>) {
        let solutions = self.plan.solutions.iter().map(|planned| Arc::clone(&planned.solution));
        (Arc::clone(problem), solutions.collect())
    }

    fn remembered(&self, _: &Problem) -> Option<MeasuredLimit> {
        self.stored.lock().unwrap().clone()
    }

    fn keep(&self, _: &Problem, measured: &MeasuredLimit) -> Result<(), LimitTrouble> {
        *self.stored.lock().unwrap() = Some(measured.clone());
        Ok(())
    }

    fn words(&self, _: &Problem, trouble: &LimitTrouble) -> Option<Diagnostic> {
        let (path, title) = (PathBuf::from("problem.yaml"), format!("{trouble:?}"));
        Some(Diagnostic { severity: Severity::Warning, title, path, snippet: None, hint: None })
    }
}

#[test]
fn whoever_judges_under_an_open_limit_measures_it_or_knows_it_and_gets_the_same() {
    let judged: [fn(&Stage) -> Transcript; 3] = [
        |stage| stage.run(),
        |stage| stage.judge_with(Store::none(), |_| {}),
        |stage| {
            // One of them alone: the limit is that of the package.
            let plan = Plan { solutions: stage.plan.solutions[1..].to_vec() };
            Stage::heard(Store::none(), |_| {}, |cache, listener| stage.runner().execute(&plan, cache, listener))
        },
    ];
    for judge in judged {
        let mut stage = Stage::new(&["p.rs", "p--slow.rs"], &["1"]).jobs(1);
        stage.expect(1, &[Verdict::TimeLimit]);
        stage.leave_open(&[0]);
        stage.on("p", "1", takes(300)).on("p--slow", "1", takes(2500));
        let inferred = |transcript: &Transcript| {
            transcript
                .printed
                .iter()
                .any(|event| matches!(event, Event::Inferred(inferred) if inferred.measured.limit == MS(2000)))
        };
        let cold = judge(&stage);
        assert!(inferred(&cold), "{:?}", cold.lines());
        let warm = judge(&stage);
        assert!(!inferred(&warm) && warm.lines() == cold.lines(), "{:?} {:?}", warm.lines(), cold.lines());
        assert_eq!(cold.lines().last().map(String::as_str), Some("slow.rs met T"));
        let solution = &cold.solutions().last().unwrap().limits;
        assert_eq!(solution.cpu, MS(2000));
    }
    // Inputs that are tried are judged under the same limit.
    let mut stage = Stage::new(&["p.rs"], &["1"]);
    stage.leave_open(&[0]);
    stage.on("p", "1", takes(300));
    let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
    let problem = Arc::clone(&stage.plan.solutions[0].problem);
    let settled = stage.runner().settled(&problem, &mut listener);
    assert_eq!((settled.limits.cpu, settled.open_limit()), (MS(2000), None));
    assert!(matches!(listener.printed[..], [Event::Inferred(_)]), "{:?}", listener.printed);
}

#[test]
fn nothing_runs_under_a_limit_that_is_still_open() {
    let mut stage = Stage::new(&["p.rs"], &["1"]);
    stage.leave_open(&[0]);
    let plan = &stage.plan;
    let sources = [SourceFile::of(&plan.solutions[0].solution)];
    let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
    let builds = stage.runner().build(&sources, &mut listener);
    let programs = problem_programs::ProblemPrograms::default();
    let ports = Ports { sandbox: &stage.fake, builds: &stage.builds, limits: &stage };
    let context =
        context::Context { plan, builds: &builds, programs: &programs, ports: &ports, crowding: || Crowding::NONE };
    let mut ran = None;
    let work =
        |worker: &mut Worker<'_>, _: usize| run_test::run(&context, Job { solution: 0, test: 0 }, worker, How::Beside);
    stage.runner().pool.in_order(1, 1, work, |_, result| ran = Some(result));
    assert!(ran.unwrap().is_err());
}

#[test]
fn what_cannot_be_measured_is_judged_by_the_default_and_said() {
    let mut stage = Stage::new(&["p.rs"], &["1"]).jobs(1);
    stage.leave_open(&[0]);
    stage.on("p", "1", Scene::Completes(Take::is_stopped(StopReason::Cpu).cpu(MS(33_000))));
    let transcript = stage.run();
    let diagnosed: Vec<&Diagnostic> = transcript
        .printed
        .iter()
        .filter_map(|event| if let Event::Diagnosed(found) = event { found.first() } else { None })
        .collect();
    assert!(diagnosed.len() == 1 && diagnosed[0].title.starts_with("NotMeasured(TooLong"), "{diagnosed:?}");
    assert_eq!((transcript.solutions()[0].limits.cpu, stage.stored.lock().unwrap().clone()), (MS(1000), None));
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
fn what_may_fail_is_built_when_the_others_have_been_measured() {
    let mut stage = Stage::new(&["p--a.py", "p--b.rs", "p--c.rs"], &["1", "2"]).jobs(1);
    stage.builds.languages.entries.iter_mut().for_each(|entry| entry.compiles_slowly = entry.id == "py");
    stage.expect(2, &[Verdict::WrongAnswer]);
    stage.on("p--a", "2", takes(330)).on("p--c", "1", writes("no"));
    let (inferred, _) = stage.infer(&stage.inference(&[0, 1, 2], &[]));
    let measured = inferred.unwrap().measured;
    assert_eq!((measured.limit, measured.solution.short()), (MS(2000), "a.py".to_owned()), "it counts all the same");
    let steps: Vec<&str> =
        stage.fake.diary().iter().map(|entry| if entry.program == COMPILER { "build" } else { "run" }).collect();
    assert_eq!(steps[..6], ["build", "build", "run", "run", "run", "run"], "{steps:?}");
    let last = steps.iter().rposition(|step| *step == "build");
    assert!(last > Some(6), "one that may fail is built when the others have been measured: {steps:?}");
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
    let (inferred, _) = stage.infer(&stage.inference(&[0, 1], &[]));
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
    let (none, _) = stage.infer(&stage.inference(&[1, 2], &[]));
    assert!(matches!(none, Err(InferenceFailure::NoneRuns)), "{none:?}");
    let stage = Stage::new(&["p--a.rs"], &["1", "2"]).jobs(1);
    stage.on("p--a", "1", faults(FaultKind::Content));
    let (inferred, _) = stage.infer(&stage.inference(&[0], &[]));
    assert!(matches!(inferred, Err(InferenceFailure::Fault { .. })), "{inferred:?}");
    assert_eq!(stage.runs(), ["p--a 1"]);
}

#[test]
fn progress_says_which_run_is_done_and_how_many_there_are() {
    let mut stage = Stage::new(&["p--a.rs", "p--b.rs"], &["1", "2"]).jobs(1);
    stage.expect(1, &[Verdict::WrongAnswer]);
    stage.on("p--a", "1", takes(100)).on("p--b", "1", writes("no"));
    let (_, progress) = stage.infer(&stage.inference(&[0, 1], &[]));
    let lines: Vec<String> = progress
        .iter()
        .filter_map(|progress| {
            let Progress::Measuring { problem, done, total, ran } = progress else { return None };
            let ran = ran.as_deref().map(|ran| {
                let MeasuredRun { name, is_judged, test, verdict, expected, .. } = ran;
                format!(" {name} {is_judged} {test} {} {expected}", verdict.short())
            });
            Some(format!("{problem} {done}/{total}{}", ran.unwrap_or_default()))
        })
        .collect();
    assert_eq!(
        lines,
        [
            "p 0/4",
            "p 1/4 p/a.rs true secret/1 AC true",
            "p 2/4 p/a.rs true secret/2 AC true",
            "p 2/4",
            "p 3/4 p/b.rs true secret/1 WA true",
            "p 4/4 p/b.rs true secret/2 AC true",
        ]
    );
}

#[test]
fn ctrl_c_ends_it_without_a_limit() {
    let stage = Stage::new(&["p--a.rs"], &["1"]);
    stage.cancel.raise();
    let (inferred, _) = stage.infer(&stage.inference(&[0], &[]));
    assert!(matches!(inferred, Err(InferenceFailure::Interrupted)), "{inferred:?}");
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
        solution: stage.plan.solutions[0].solution.id.clone(),
        test: TestId("secret/1".into()),
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

fn too_fast_of(ms: &[u64]) -> Option<Duration> {
    let (stage, transcript, inference) = slow(ms);
    let id = &stage.plan.solutions[0].solution.id;
    too_fast(&inference, MS(1000), id, 1.0, transcript.solutions()[0])
}

#[test]
fn whether_a_solution_is_slow_enough_is_seen_in_the_runs_for_its_verdict() {
    assert_eq!(too_fast_of(&[10, 2000, 1500]), None);
    assert_eq!(too_fast_of(&[10, 1500, 1300]), Some(MS(1500)));
    assert_eq!(too_fast_of(&[10, 20]), Some(MS(20)));
    let (stage, transcript, inference) = slow(&[1500, 1500]);
    let mut result = transcript.solutions()[0].clone();
    result.skip(1, SkipReason::Decided);
    let id = &stage.plan.solutions[0].solution.id;
    assert_eq!(too_fast(&inference, MS(1000), id, 1.0, &result), None);
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
