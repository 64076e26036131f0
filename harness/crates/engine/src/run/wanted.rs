//! Which jobs are still worth a run. The coordinator decides, and workers look before they begin.

use crate::plan::{Job, Plan};
use model::SkipReason;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Shared by the coordinator and the workers. A worker may have looked already when something
/// changes. Then its result is dropped.
pub(super) struct OpenJobs {
    /// Index of a solution's first job in the plan.
    first: Vec<usize>,
    /// Jobs after this index are no longer wanted.
    cutoff: AtomicUsize,
    /// By job: whether everything that it could decide is decided.
    decided: Vec<AtomicBool>,
    /// By solution: tests after this one wait until it has been measured again.
    barrier: Vec<AtomicUsize>,
}

/// What a worker should do with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Urgency {
    Now,
    /// In the next round.
    Later,
    Never(SkipReason),
}

impl OpenJobs {
    pub(super) fn all(plan: &Plan) -> OpenJobs {
        OpenJobs {
            first: plan.first_jobs(),
            cutoff: AtomicUsize::new(usize::MAX),
            decided: (0..plan.runs()).map(|_| AtomicBool::new(false)).collect(),
            barrier: plan.solutions.iter().map(|_| AtomicUsize::new(usize::MAX)).collect(),
        }
    }

    pub(super) fn look(&self, job: Job) -> Urgency {
        if self.is_cut(job) {
            Urgency::Never(SkipReason::FailFast)
        } else if self.is_decided(job) {
            Urgency::Never(SkipReason::Decided)
        } else if job.test > self.barrier[job.solution].load(Ordering::Relaxed) {
            Urgency::Later
        } else {
            Urgency::Now
        }
    }

    pub(super) fn is_cut(&self, job: Job) -> bool {
        self.index(job) > self.cutoff.load(Ordering::Relaxed)
    }

    pub(super) fn is_decided(&self, job: Job) -> bool {
        self.decided[self.index(job)].load(Ordering::Relaxed)
    }

    /// Declares everything after `job` unwanted.
    pub(super) fn cut_behind(&self, job: Job) {
        self.cutoff.fetch_min(self.index(job), Ordering::Relaxed);
    }

    pub(super) fn decide(&self, job: Job) {
        self.decided[self.index(job)].store(true, Ordering::Relaxed);
    }

    /// Makes the tests of its solution after `job` wait.
    pub(super) fn hold_behind(&self, job: Job) {
        self.barrier[job.solution].fetch_min(job.test, Ordering::Relaxed);
    }

    /// Lets all tests of this solution go on.
    pub(super) fn release(&self, solution: usize) {
        self.barrier[solution].store(usize::MAX, Ordering::Relaxed);
    }

    /// Lets all tests go on.
    pub(super) fn release_all(&self) {
        (0..self.barrier.len()).for_each(|solution| self.release(solution));
    }

    fn index(&self, Job { solution, test }: Job) -> usize {
        self.first[solution] + test
    }
}
