//! What a worker begins, without workers.

use super::*;
use crate::plan::Job;
use crate::run::context::TestResult;
use crate::run::schedule::{Begin, Schedule};
use model::{Judgement, Usage};
use proptest::prelude::*;
use std::sync::LazyLock;

fn stage(solutions: &[&str], tests: &[&str]) -> Stage {
    let mut stage = Stage::new(solutions, tests);
    stage.settings.on_failure = OnFailure::StopSolution;
    stage
}

/// The plans of one solution on twelve tests and of three on four, without the files.
static TWELVE: LazyLock<[(Plan, Settings); 2]> = LazyLock::new(|| {
    let names = ["p.rs", "p--x.rs", "p--y.rs"];
    [(1, 12), (3, 4)].map(|(solutions, tests)| {
        let ids: Vec<String> = (0..tests).map(|test| test.to_string()).collect();
        let stage = stage(&names[..solutions], &ids.iter().map(String::as_str).collect::<Vec<_>>());
        (stage.plan, stage.settings)
    })
});

fn job(solution: usize, test: usize) -> Job {
    Job { solution, test }
}

fn ran(verdict: Verdict, ms: u64) -> TestResult {
    TestResult::Judged(Judgement::new(verdict, Usage { cpu: MS(ms), ..Usage::default() }))
}

#[test]
fn what_is_known_of_a_test_says_how_its_runs_begin() {
    let stage = stage(&["p.rs", "p--x.rs"], &["1", "2", "3"]);
    let mut schedule = Schedule::new(&stage.plan, &stage.settings);
    schedule.learn(job(0, 0), &ran(Verdict::Accepted, 1), || MS(1000));
    schedule.learn(job(0, 1), &ran(Verdict::Accepted, 400), || MS(1000));
    let jobs: Vec<Job> = (0..3).map(|test| job(1, test)).collect();
    schedule.begin_round(&jobs, |_| 0);
    assert_eq!(
        [job(1, 0), job(1, 1), job(0, 2)].map(|job| schedule.begin(job)),
        [Begin::Briefly, Begin::Now, Begin::Now]
    );
    schedule.give_up(job(1, 0));
    assert_eq!(schedule.begin(job(1, 1)), Begin::Later, "the first one may end its solution");
    schedule.end_round();
    assert_eq!(schedule.begin(job(1, 1)), Begin::Now);
    schedule.decide(job(1, 2));
    assert_eq!(schedule.begin(job(1, 2)), Begin::Never(SkipReason::Decided));
    schedule.cut_behind(job(0, 2));
    assert_eq!(schedule.begin(job(1, 0)), Begin::Never(SkipReason::FailFast));
}

#[test]
fn a_run_is_begun_briefly_beside_others_where_a_twentieth_of_the_limit_was_enough_and_a_failure_ends_a_solution() {
    let check = |on_failure: OnFailure, jobs: usize, ms: u64, expected: Begin| {
        let mut stage = stage(&["p.rs", "p--x.rs"], &["1"]).jobs(jobs);
        stage.settings.on_failure = on_failure;
        let mut schedule = Schedule::new(&stage.plan, &stage.settings);
        schedule.learn(job(0, 0), &ran(Verdict::Accepted, ms), || MS(1000));
        assert_eq!(schedule.begin(job(1, 0)), expected, "{on_failure:?}, {jobs} jobs, {ms} ms");
    };
    check(OnFailure::StopSolution, 2, 50, Begin::Briefly);
    check(OnFailure::StopSlow, 2, 50, Begin::Briefly);
    check(OnFailure::StopSolution, 2, 51, Begin::Now);
    check(OnFailure::Continue, 2, 50, Begin::Now);
    check(OnFailure::Stop, 2, 50, Begin::Now);
    check(OnFailure::StopSolution, 1, 50, Begin::Now);
}

#[test]
fn a_test_on_which_four_runs_were_given_up_waits_for_the_next_round_and_so_does_what_is_behind_it() {
    let names = ["p.rs", "p--a.rs", "p--b.rs", "p--c.rs", "p--d.rs", "p--e.rs"];
    let stage = stage(&names, &["1", "2"]);
    let mut schedule = Schedule::new(&stage.plan, &stage.settings);
    schedule.learn(job(0, 0), &ran(Verdict::Accepted, 1), || MS(1000));
    for solution in 1..=4 {
        assert_eq!(schedule.begin(job(solution, 0)), Begin::Briefly, "{solution}");
        schedule.give_up(job(solution, 0));
    }
    assert_eq!([0, 1].map(|test| schedule.begin(job(5, test))), [Begin::Later, Begin::Later]);
    schedule.release(4);
    assert_eq!([4, 5].map(|solution| schedule.begin(job(solution, 1))), [Begin::Now, Begin::Later]);
    schedule.end_round();
    assert_eq!([0, 1].map(|test| schedule.begin(job(5, test))), [Begin::Briefly, Begin::Now]);
}

#[test]
fn who_must_be_too_slow_is_begun_alone_on_its_first_tests_where_a_failure_ends_it() {
    let check = |jobs: usize, first: usize, expected: [Begin; 3]| {
        let mut stage = stage(&["p.rs", "p--slow.rs"], &["1", "2", "3", "4"]).jobs(jobs);
        stage.expect(1, &[Verdict::TimeLimit]);
        let mut schedule = Schedule::new(&stage.plan, &stage.settings);
        let jobs: Vec<Job> = (first..4).map(|test| job(1, test)).collect();
        schedule.begin_round(&jobs, |_| 0);
        let begun = [0, 1, 2].map(|at| schedule.begin(jobs.get(at).copied().unwrap_or(job(0, 0))));
        assert_eq!(begun, expected, "from {first} on");
    };
    check(2, 0, [Begin::Alone, Begin::Later, Begin::Later]);
    // Its first test is decided already, and was no time limit.
    check(2, 1, [Begin::Now, Begin::Now, Begin::Now]);
    check(1, 0, [Begin::Now, Begin::Now, Begin::Now]);
}

#[test]
fn a_dialogue_is_never_cut_short() {
    let mut stage = stage(&["p.rs", "p--x.rs"], &["1"]);
    let interactor = stage.spec("interactor.rs", Protocol::Icpc, &[]);
    stage.change_problem(|problem| problem.judging = Judging::Interactor(interactor.clone()));
    let mut schedule = Schedule::new(&stage.plan, &stage.settings);
    schedule.learn(job(0, 0), &ran(Verdict::Accepted, 1), || MS(1000));
    assert_eq!(schedule.begin(job(1, 0)), Begin::Now);
}

proptest! {
    /// Each program takes so long on each test: a loop, long, or brief.
    #[test]
    fn each_job_is_measured_once_whatever_the_programs_do(takes in prop::collection::vec(0..3usize, 12), single: bool) {
        let (plan, settings) = &TWELVE[usize::from(!single)];
        let tests = plan.solutions[0].tests.len();
        let mut schedule = Schedule::new(plan, settings);
        let all: Vec<Job> = (0..12).map(|at| job(at / tests, at % tests)).collect();
        let result = |job: Job| match takes[job.solution * tests + job.test] {
            0 => ran(Verdict::TimeLimit, 1100),
            1 => ran(Verdict::Accepted, 500),
            _ => ran(Verdict::Accepted, 1),
        };
        let is_brief = |job: Job| takes[job.solution * tests + job.test] == 2;
        let (mut jobs, mut measured, mut rounds) = (all.clone(), Vec::new(), 0);
        while !jobs.is_empty() {
            rounds += 1;
            prop_assert!(rounds <= all.len(), "{jobs:?}");
            schedule.begin_round(&jobs, |_| 0);
            let (mut alone, mut later) = (Vec::new(), Vec::new());
            for job in jobs {
                match schedule.begin(job) {
                    Begin::Briefly if !is_brief(job) => {
                        schedule.give_up(job);
                        alone.push(job);
                    }
                    Begin::Now | Begin::Briefly => {
                        schedule.learn(job, &result(job), || MS(1000));
                        measured.push(job);
                    }
                    Begin::Alone => alone.push(job),
                    Begin::Later => later.push(job),
                    Begin::Never(reason) => prop_assert!(false, "{reason:?}"),
                }
            }
            for job in alone {
                schedule.learn(job, &result(job), || MS(1000));
                measured.push(job);
            }
            schedule.end_round();
            jobs = later;
        }
        measured.sort_unstable();
        prop_assert_eq!(measured, all);
    }
}
