//! Close calls, measured again with nothing else running.
//!
//! A run is a close call when its CPU time is within a tenth of the limit, or when it was stopped
//! for time: neighbours disturb caches, memory and cores. Alone, it may use a tenth more than its
//! limit. A program that is a little over is measured up to three times, and its shortest time
//! counts, because that run was disturbed least. One that is far over is believed at once. On a
//! crowded machine a program may wait for a core in proportion to what it computes, since the wall
//! guard is meant for sleepers.
//!
//! A program that was killed by signal 9 is run again, too, because that may have been the kernel,
//! when the whole machine was out of memory. The second run counts.
//!
//! A solution that must be too slow starts here: two of the tests on which it must be are not run
//! beside others first, because a stop there would only be run again. Where a solution ends with
//! its first time limit, other runs start here, too; see `prospects`.
//!
//! Where a time limit was inferred, a solution that must be too slow may have to be slow by some
//! margin. Alone it may run that long, until one of its tests has shown it; see
//! `infer::slowness`.
//!
//! # A solution that loops costs once
//!
//! When two tests of a solution were stopped even when run alone, its further stops are believed:
//! what was measured beside others stands. That leaves no verdict to luck, because of two
//! conditions. *Nothing depends on it*: the tests before it in judging order are final, and they
//! fix the solution's verdict, its points and whether it is as expected, whatever this test got
//! (see `model::Lazy::hangs_on`). So all that counts rests on runs that were measured alone. And
//! *it is not a close call*: it was still running a tenth past its limit or, on a machine that
//! nobody else crowds, waited until the clock stopped it. Such a result is remembered as only
//! believed. A later run in which something depends on it measures it alone.

use crate::plan::Job;
use crate::run::context::{Context, TestResult};
use crate::run::coordinator::Coordinator;
use crate::run::diagnose;
use crate::run::grey_zone::{is_clear, is_close};
use crate::run::pool::{Note, Pool, Worker};
use crate::run::prospects::Prospects;
use crate::run::result_cache::PlanCache;
use crate::run::run_test;
use model::{Judgement, Progress, Provenance, SkipReason, TimingMethod, Verdict};
use std::collections::BTreeSet;
use std::time::Duration;

/// How many times a close call is measured alone. The fastest counts.
const ATTEMPTS: usize = 3;

/// What is measured alone.
pub(super) struct Remeasurement<'a> {
    /// In plan order.
    pub jobs: &'a [Job],
    /// Those of them that have no result yet, and would be measured beside others if that were
    /// cheaper.
    pub unmeasured: &'a BTreeSet<Job>,
    /// The solutions whose first crash is explained.
    pub diagnosed: &'a BTreeSet<usize>,
    pub prospects: &'a Prospects<'a>,
}

/// Measures jobs alone, one by one on one worker, and passes the final results to the coordinator.
/// Returns the first crashes of solutions, which it holds.
pub(super) fn again(
    context: &Context<'_>,
    &Remeasurement { jobs, unmeasured, diagnosed, prospects }: &Remeasurement<'_>,
    pool: &Pool<'_>,
    cache: &mut PlanCache<'_>,
    coordinator: &mut Coordinator<'_, '_>,
) -> Vec<Job> {
    let (total, mut crashed) = (jobs.len(), Vec::new());
    let work = |worker: &mut Worker<'_>, index: usize, patience: Option<f64>| {
        let mut best: Option<(Judgement, Duration)> = None;
        for _ in 0..ATTEMPTS {
            if worker.cell.is_cancelled() {
                break;
            }
            let (result, limit) = run_test::run_alone(context, jobs[index], worker, patience)?;
            // Interrupted: the earlier measurements count.
            let TestResult::Judged(judgement) = result else { break };
            let cpu = judgement.usage.cpu;
            if best.as_ref().is_none_or(|(best, _)| cpu < best.usage.cpu) {
                best = Some((judgement, limit));
            }
            // Stopped at the extended limit or far below the limit: as clear as it gets.
            if is_clear(cpu, limit) {
                break;
            }
        }
        Ok(best)
    };
    for (index, job) in jobs.iter().copied().enumerate() {
        if coordinator.drops(job) {
            cache.note(job, None);
            continue;
        }
        let crowded = (context.crowding)().factor() > 1;
        if let Some(judgement) = coordinator.believed(job, crowded) {
            cache.note(job, Some(&judgement));
            coordinator.put(job, TestResult::Judged(judgement));
            continue;
        }
        let mut measured = Ok(None);
        let patience = coordinator.patience(job);
        coordinator.progress(&Progress::Retiming { done: index, total });
        pool.watched(
            1,
            1,
            |worker, _| work(worker, index, patience),
            |note| match note {
                Note::Begun { worker, .. } => coordinator.begun(worker, job),
                Note::Done { worker, result, .. } => {
                    coordinator.progress(&Progress::Ended { worker });
                    measured = result;
                }
                Note::Waiting => coordinator.progress(&Progress::Waiting),
            },
        );
        let held = coordinator.held(job);
        let mut allowed = Duration::ZERO;
        let result = match measured {
            Ok(Some((judgement, limit))) => {
                allowed = limit;
                // How a run was begun must not show in a record that is the same every time.
                let timed = match unmeasured.contains(&job) && !is_close(&judgement, limit) {
                    true => TimingMethod::Beside,
                    false => TimingMethod::Alone,
                };
                TestResult::Judged(Judgement { provenance: Provenance::Run(timed), ..judgement })
            }
            // Interrupted before it could be measured again: an unconfirmed time limit is not a
            // verdict.
            Ok(None) => match held {
                Some(result) if result.verdict().is_some_and(|v| v != Verdict::TimeLimit) => result,
                Some(_) | None => TestResult::Skipped(SkipReason::Interrupted),
            },
            Err(fault) => TestResult::Fault(fault),
        };
        prospects.learn(job, &result, allowed);
        coordinator.progress(&Progress::Retiming { done: index + 1, total });
        let is_first = unmeasured.contains(&job) && !diagnosed.contains(&job.solution);
        if is_first && diagnose::wants(context, job, &result) {
            crashed.push(job);
            coordinator.hold(job, result);
            continue;
        }
        cache.note(job, result.judgement());
        coordinator.put(job, result);
    }
    crashed
}
