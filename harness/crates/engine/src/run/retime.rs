//! Close calls, measured again with nothing else running.
//!
//! A run is a close call when its CPU time is within a tenth of the limit, or when it was stopped
//! for time: neighbours disturb caches, memory and cores. Alone, it may use a tenth more than its
//! limit. A program that is a little over is measured up to three times, and its shortest time
//! counts, because that run was disturbed least. If one of these runs ends in another way than the
//! first that was not stopped, it is another run: the first counts, as it was. One that is far over
//! is believed at once. On a crowded machine a program may wait for a core in proportion to what it
//! computes, since the wall guard is meant for sleepers, and it may use three tenths more than its
//! limit: if it ends within that, it has no verdict (see `grey_zone::disturbed`).
//!
//! A program that was killed by signal 9 is run again, too, because that may have been the kernel,
//! when the whole machine was out of memory. The second run counts.
//!
//! A solution that must be too slow starts here: two of the tests on which it must be are not run
//! beside others first, because a stop there would only be run again. Where a solution ends with
//! its first time limit, other runs start here, too; see `schedule`.
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
use crate::run::grey_zone::{disturbed, ending, is_clear, is_close, is_same_run};
use crate::run::pool::{Note, Pool, Worker};
use crate::run::result_cache::PlanCache;
use crate::run::run_test::{self, How, TestRun};
use model::{Fault, Judgement, Progress, Provenance, SkipReason, TimingMethod, Verdict};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// How many times a close call is measured alone. The fastest counts.
const ATTEMPTS: usize = 3;

/// Measures jobs alone, one by one on one worker, and passes the final results to the coordinator.
/// Returns the first crashes of solutions that are not yet `diagnosed`, which it holds.
pub(super) fn again(
    context: &Context<'_>,
    jobs: &[Job],
    diagnosed: &BTreeSet<usize>,
    pool: &Pool<'_>,
    cache: &mut PlanCache<'_>,
    coordinator: &mut Coordinator<'_, '_>,
) -> Vec<Job> {
    let (total, mut crashed) = (jobs.len(), Vec::new());
    let mut left: VecDeque<Job> = jobs.iter().copied().collect();
    let mut disturbed_runs: BTreeMap<Job, Judgement> = BTreeMap::new();
    while let Some(job) = left.pop_front() {
        let done = total - left.len() - 1;
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
        let earlier = disturbed_runs.get(&job).or_else(|| coordinator.look(job)).cloned();
        coordinator.progress(&Progress::Retiming { done, total });
        pool.watched(
            1,
            1,
            |worker, _| measure(context, job, worker, patience, earlier.clone()),
            |note| match note {
                Note::Begun { worker, .. } => coordinator.begun(worker, job),
                Note::Done { worker, result, .. } => {
                    coordinator.progress(&Progress::Ended { worker });
                    measured = result;
                }
                Note::Waiting => coordinator.progress(&Progress::Waiting),
            },
        );
        if let Ok(Some((judgement, limit))) = &measured
            && let Some(fault) = disturbed(judgement, *limit, &(context.crowding)())
        {
            // Until the others are done, the machine may have become idle.
            if disturbed_runs.insert(job, judgement.clone()).is_none() {
                left.push_back(job);
                continue;
            }
            measured = Err(fault);
        }
        let held = coordinator.held(job);
        let is_first = held.is_none();
        let mut allowed = Duration::ZERO;
        let result = match measured {
            Ok(Some((judgement, limit))) => {
                allowed = limit;
                // How a run was begun must not show in a record that is the same every time.
                let timed = match is_first && !is_close(&judgement, limit) {
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
        coordinator.schedule().learn(job, &result, || allowed);
        coordinator.progress(&Progress::Retiming { done: done + 1, total });
        if is_first && !diagnosed.contains(&job.solution) && diagnose::wants(context, job, &result) {
            crashed.push(job);
            coordinator.hold(job, result);
            continue;
        }
        cache.note(job, result.judgement());
        coordinator.put(job, result);
    }
    crashed
}

/// Measures a job until its time is beyond doubt. `earlier`: how it did before. `None`: interrupted
/// before the first measurement. Also returns the limit.
fn measure(
    context: &Context<'_>,
    job: Job,
    worker: &mut Worker<'_>,
    patience: Option<f64>,
    earlier: Option<Judgement>,
) -> Result<Option<(Judgement, Duration)>, Fault> {
    let mut first = earlier;
    let mut best: Option<(Judgement, Duration)> = None;
    for _ in 0..ATTEMPTS {
        if worker.cell.is_cancelled() {
            break;
        }
        let TestRun { result, limit, .. } = run_test::run(context, job, worker, How::Alone { patience })?;
        // Interrupted: the earlier measurements count.
        let TestResult::Judged(judgement) = result else { break };
        if let Some(first) = first.as_ref().filter(|first| !is_same_run(first, &judgement)) {
            return Ok(Some((first.clone(), limit)));
        }
        let cpu = judgement.usage.cpu;
        first = first.filter(|first| ending(first).is_some()).or_else(|| Some(judgement.clone()));
        if best.as_ref().is_none_or(|(best, _)| cpu < best.usage.cpu) {
            best = Some((judgement, limit));
        }
        // Stopped at the extended limit or far below the limit: as clear as it gets.
        if is_clear(cpu, limit, &(context.crowding)()) {
            break;
        }
    }
    Ok(best)
}
