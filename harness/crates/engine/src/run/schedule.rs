//! Which runs a worker begins, and how; and in which waves solutions are built. A value without
//! threads, clocks and files.
//!
//! # Theory of operation
//!
//! Whatever is built before the first verdict, that verdict waits for. It should not wait for
//! solutions that are judged later, nor for compilers that take many seconds. So solutions are
//! built in *waves*, and each wave is judged before all workers build the next one; idle ones may
//! have begun with it (see `ahead`). The first has a solution for each worker and each further one
//! twice as many, so that many solutions cost few waves. Slow compilers come last.
//!
//! A wave is run in *rounds*. A round ends with what has to be measured alone. Tests behind such a
//! run wait for the next round, where it may end their solution.
//!
//! A run that was stopped for time beside others proves little, and is measured again alone. So one
//! that surely takes too long is measured alone at once, and where a solution ends with its first
//! time limit, a run that is expected to be *brief* is given up at a tenth of its limit: an endless
//! loop costs a tenth more than its one measurement, and its verdict rests on that.
//!
//! What is expected comes from results alone. A test is brief for a language once a program in that
//! language was accepted on it within a twentieth of its limit, and not any more once one took
//! longer and ended. A solution that is judged without others is judged by its own earlier tests,
//! and its first one is measured alone.
//!
//! This decides only what runs beside what, never a verdict.

use crate::plan::{Job, Plan};
use crate::run::context::TestResult;
use crate::run::{OnFailure, Settings};
use model::{Judging, Language, SkipReason, TestId, Verdict};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::time::Duration;

/// How many tests of a solution must have been stopped alone before other stops are believed.
pub(super) const CONFIRMED: usize = 2;

/// A result in less than this part of the limit makes a test brief: half of what a run is given
/// that is expected to be brief, so that one like it ends.
const IS_BRIEF: u32 = 20;

/// How many runs of a brief test are given up before one of them is measured: the test may not be
/// brief for most programs.
const OPEN: usize = 4;

/// How a worker begins a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begin {
    /// Beside others.
    Now,
    /// Beside others; it is given up if it is not brief.
    Briefly,
    /// Not before everything else of this round is done.
    Alone,
    /// In the next round.
    Later,
    Never(SkipReason),
}

pub(super) struct Schedule<'a> {
    plan: &'a Plan,
    /// Whether the tests behind a failure may not be needed.
    is_lazy: bool,
    has_neighbours: bool,
    /// Jobs behind this one are no longer wanted.
    cutoff: Option<Job>,
    /// The jobs that can decide nothing any more.
    decided: HashSet<Job>,
    /// By solution: tests behind this one wait for the next round.
    barriers: BTreeMap<usize, usize>,
    /// The jobs of this round that are run alone at once.
    alone: BTreeSet<Job>,
    expected: BTreeMap<Subject, Expectation>,
}

/// What results say something about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    /// All tests of the only solution.
    Solution,
    Test(TestId, Language),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expectation {
    /// `open`: how many runs of this round were given up.
    Brief {
        open: usize,
    },
    Long,
}

impl<'a> Schedule<'a> {
    pub(super) fn new(plan: &'a Plan, settings: &Settings) -> Schedule<'a> {
        Schedule {
            plan,
            is_lazy: match settings.on_failure {
                OnFailure::StopSolution | OnFailure::StopSlow => true,
                OnFailure::Continue | OnFailure::Stop => false,
            },
            has_neighbours: settings.jobs > 1,
            cutoff: None,
            decided: HashSet::new(),
            barriers: BTreeMap::new(),
            alone: BTreeSet::new(),
            expected: BTreeMap::new(),
        }
    }

    /// Begins a round of these jobs. `size`: of a job's input.
    pub(super) fn begin_round(&mut self, jobs: &[Job], size: impl Fn(Job) -> u64) {
        // One worker measures nothing twice.
        if !self.has_neighbours {
            return;
        }
        for of_solution in jobs.chunk_by(|a, b| a.solution == b.solution) {
            let alone = self.surely_slow(of_solution, &size);
            self.alone.extend(alone);
        }
        if self.is_lazy {
            let first = jobs.first().filter(|job| self.subject(**job) == Subject::Solution);
            self.alone.extend(first.filter(|_| self.expected.is_empty()));
            let alone: Vec<Job> = self.alone.iter().copied().collect();
            alone.into_iter().for_each(|job| self.hold_behind(job));
        }
    }

    /// Tests on which nothing but a time limit is expected of their solution. Picks the largest
    /// inputs, because the solution may be fast on small ones. If it is judged lazily, picks its
    /// first tests, because the others wait for them.
    fn surely_slow(&self, jobs: &[Job], size: impl Fn(Job) -> u64) -> Vec<Job> {
        let is_awaited = |job: &Job| {
            let planned = &self.plan.solutions[job.solution];
            planned.solution.expectation.awaits_time_limit(&planned.tests[job.test].id)
        };
        let mut awaited: Vec<Job> = match self.is_lazy {
            // Only from its very first test on: none of the earlier ones may be missing.
            true => jobs
                .iter()
                .zip(0..)
                .map_while(|(job, at)| (job.test == at && is_awaited(job)).then_some(*job))
                .collect(),
            false => jobs.iter().copied().filter(is_awaited).collect(),
        };
        if !self.is_lazy {
            awaited.sort_by_cached_key(|job| Reverse(size(*job)));
        }
        awaited.truncate(CONFIRMED);
        awaited
    }

    /// Ends a round: all that was given up or waited to be run alone has been measured.
    pub(super) fn end_round(&mut self) {
        self.barriers.clear();
        self.alone.clear();
        for expected in self.expected.values_mut() {
            match expected {
                Expectation::Brief { open } => *open = 0,
                Expectation::Long => {}
            }
        }
    }

    pub(super) fn begin(&mut self, job: Job) -> Begin {
        let begin = self.look(job);
        if begin == Begin::Later {
            self.hold_behind(job);
        }
        begin
    }

    fn look(&self, job: Job) -> Begin {
        if let Some(reason) = self.is_unwanted(job) {
            return Begin::Never(reason);
        }
        if self.barriers.get(&job.solution).is_some_and(|barrier| job.test > *barrier) {
            return Begin::Later;
        }
        if self.alone.contains(&job) {
            return Begin::Alone;
        }
        match self.expected.get(&self.subject(job)) {
            Some(Expectation::Brief { open: OPEN.. }) => Begin::Later,
            Some(Expectation::Brief { .. }) if self.can_be_given_up(job) => Begin::Briefly,
            Some(Expectation::Brief { .. } | Expectation::Long) | None => Begin::Now,
        }
    }

    /// Why a job is not worth a run any more.
    pub(super) fn is_unwanted(&self, job: Job) -> Option<SkipReason> {
        if self.is_cut(job) {
            return Some(SkipReason::FailFast);
        }
        self.is_decided(job).then_some(SkipReason::Decided)
    }

    pub(super) fn is_cut(&self, job: Job) -> bool {
        self.cutoff.is_some_and(|last| job > last)
    }

    pub(super) fn is_decided(&self, job: Job) -> bool {
        self.decided.contains(&job)
    }

    /// Declares everything behind `job` unwanted.
    pub(super) fn cut_behind(&mut self, job: Job) {
        self.cutoff = Some(self.cutoff.map_or(job, |last| last.min(job)));
    }

    pub(super) fn decide(&mut self, job: Job) {
        self.decided.insert(job);
    }

    /// Makes the tests of its solution behind `job` wait.
    pub(super) fn hold_behind(&mut self, job: Job) {
        let barrier = self.barriers.entry(job.solution).or_insert(job.test);
        *barrier = job.test.min(*barrier);
    }

    /// Lets all tests of this solution go on.
    pub(super) fn release(&mut self, solution: usize) {
        self.barriers.remove(&solution);
    }

    /// Takes a run that was given up because it was not brief. It is to be measured alone.
    pub(super) fn give_up(&mut self, job: Job) {
        if let Some(Expectation::Brief { open }) = self.expected.get_mut(&self.subject(job)) {
            *open += 1;
        }
        self.hold_behind(job);
    }

    /// Takes a result, of an earlier run or of this one, under this limit. A stop for time tells
    /// nothing: it may be an endless loop.
    pub(super) fn learn(&mut self, job: Job, result: &TestResult, limit: impl FnOnce() -> Duration) {
        if !self.is_lazy || !self.has_neighbours {
            return;
        }
        let Some(judgement) = result.judgement().filter(|judgement| judgement.verdict != Verdict::TimeLimit) else {
            return;
        };
        let subject = self.subject(job);
        if judgement.usage.cpu * IS_BRIEF > limit() {
            self.expected.insert(subject, Expectation::Long);
        } else if judgement.verdict == Verdict::Accepted || subject == Subject::Solution {
            // A wrong program may be brief where right ones are not.
            self.expected.entry(subject).or_insert(Expectation::Brief { open: 0 });
        }
    }

    fn subject(&self, job: Job) -> Subject {
        let planned = &self.plan.solutions[job.solution];
        match self.plan.solutions.len() {
            1 => Subject::Solution,
            _ => Subject::Test(planned.tests[job.test].id.clone(), planned.solution.language.clone()),
        }
    }

    /// A dialogue has one deadline for both sides, and what its interactor does when it is cut
    /// short is not the solution's doing.
    fn can_be_given_up(&self, job: Job) -> bool {
        match &self.plan.solutions[job.solution].problem.judging {
            Judging::Compare(_) | Judging::Checker(_) => true,
            Judging::Interactor(_) => false,
        }
    }
}

/// The waves of solutions, in their order. `slow`: whether each has a slow compiler. Those that
/// have come behind those that have not.
pub(super) fn waves(slow: impl Iterator<Item = bool>, jobs: usize) -> Vec<Range<usize>> {
    let slow: Vec<bool> = slow.collect();
    let (mut waves, mut from) = (Vec::new(), 0);
    for alike in slow.chunk_by(|a, b| a == b) {
        let (end, mut most) = (from + alike.len(), jobs.max(1));
        while from < end {
            let to = end.min(from.saturating_add(most));
            waves.push(from..to);
            (from, most) = (to, most.saturating_mul(2));
        }
    }
    waves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wave_is_twice_the_one_before_and_slow_compilers_have_their_own() {
        let check = |soon: usize, late: usize, jobs: usize, expected: &[usize]| {
            let all = std::iter::repeat_n(false, soon).chain(std::iter::repeat_n(true, late));
            let waves = waves(all, jobs);
            let lengths: Vec<usize> = waves.iter().map(ExactSizeIterator::len).collect();
            assert_eq!(lengths, expected, "{soon} soon, {late} late, {jobs} jobs");
            assert!(waves.iter().flat_map(Clone::clone).eq(0..soon + late), "{waves:?}");
        };
        check(0, 0, 2, &[]);
        check(1, 0, 2, &[1]);
        check(3, 0, 2, &[2, 1]);
        check(71, 3, 2, &[2, 4, 8, 16, 32, 9, 2, 1]);
        check(0, 1, 8, &[1]);
        check(5, 1, 0, &[1, 2, 2, 1]);
        check(100, 0, usize::MAX, &[100]);
    }
}
