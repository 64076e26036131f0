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
