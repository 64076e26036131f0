//! How each run is begun where a solution ends with its first time limit, so that an endless loop
//! is measured once, and alone.
//!
//! # Theory of operation
//!
//! A run that was stopped for time beside others proves little, and is measured again alone. For an
//! endless loop, the first of the two measurements is wasted. So a run beside others is given up
//! early where it is expected to be *brief*: at a tenth of its limit. It is then measured alone,
//! from its beginning. A loop costs a tenth more than its one measurement, and its verdict rests on
//! that measurement as before.
//!
//! What is expected comes from results alone. A test is brief for a language once a program in that
//! language was accepted on it within a twentieth of its limit. It is not brief once a program took
//! longer and ended: then runs are not given up. Where nothing is known of a solution's first test,
//! one solution is run on it alone at once, and the others wait for the result. A solution that is
//! judged without others is judged by its own earlier tests.
//!
//! This decides only what runs beside what, never a verdict: whatever is given up is measured
//! alone.

use crate::plan::{Job, Plan};
use crate::run::context::TestResult;
use crate::run::{OnFailure, Settings};
use model::{Judging, Language, TestId, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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
}

/// Shared by the coordinator and the workers.
pub(super) struct Prospects<'a> {
    plan: &'a Plan,
    /// Whether runs are begun in different ways at all.
    is_used: bool,
    state: Mutex<ProspectState>,
}

#[derive(Default)]
struct ProspectState {
    expected: BTreeMap<Subject, Expectation>,
    /// The first test of each solution in this round.
    first: BTreeMap<usize, usize>,
    /// The solutions that lead in this round: each is run alone on a test of which nothing is
    /// known. The first in plan order, whichever worker comes first.
    leads: BTreeMap<Subject, usize>,
    /// What has had a lead. A lead that is not run after all holds nobody back for more than one
    /// round: from then on, who comes first is run alone.
    led: BTreeSet<Subject>,
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
    /// A run alone will tell.
    Pending,
    /// A run ended without a proof that the test is brief.
    Nothing,
    /// `open`: how many runs were given up and are not measured yet.
    Brief {
        open: usize,
    },
    Long,
}

impl<'a> Prospects<'a> {
    pub(super) fn new(plan: &'a Plan, settings: &Settings) -> Prospects<'a> {
        let ends_early = match settings.on_failure {
            OnFailure::StopSolution | OnFailure::StopSlow => true,
            OnFailure::Continue | OnFailure::Stop => false,
        };
        // One worker measures nothing twice.
        Prospects { plan, is_used: ends_early && settings.jobs > 1, state: Mutex::default() }
    }

    /// Begins a round of these jobs.
    pub(super) fn open_round(&self, jobs: &[Job]) {
        let mut state = self.lock();
        // In plan order, so the last one that is put in is the first.
        state.first = jobs.iter().rev().map(|job| (job.solution, job.test)).collect();
        state.leads.clear();
        let ProspectState { first, leads, led, .. } = &mut *state;
        for (&solution, &test) in first.iter() {
            let subject = self.subject(Job { solution, test });
            if led.insert(subject.clone()) {
                leads.insert(subject, solution);
            }
        }
    }

    /// Ends a round: all that was given up or waited to be run alone has been measured.
    pub(super) fn close_round(&self) {
        self.lock().expected.retain(|_, expected| match expected {
            Expectation::Pending => false,
            Expectation::Brief { open } => {
                *open = 0;
                true
            }
            Expectation::Nothing | Expectation::Long => true,
        });
    }

    pub(super) fn begin(&self, job: Job) -> Begin {
        if !self.is_used {
            return Begin::Now;
        }
        let mut state = self.lock();
        let subject = self.subject(job);
        let begins_with = state.first.get(&job.solution).copied().unwrap_or_default();
        let first = self.subject(Job { test: begins_with, ..job });
        let is_pending = matches!(state.expected.get(&first), None | Some(Expectation::Pending));
        if job.test > begins_with && is_pending && (begins_with == 0 || first == Subject::Solution) {
            return Begin::Later;
        }
        match state.expected.get(&subject) {
            Some(Expectation::Pending) => Begin::Later,
            Some(Expectation::Brief { open: OPEN.. }) => Begin::Later,
            Some(Expectation::Brief { .. }) if self.can_be_given_up(job) => Begin::Briefly,
            Some(Expectation::Brief { .. } | Expectation::Nothing | Expectation::Long) => Begin::Now,
            None if job.test == begins_with && (begins_with == 0 || subject == Subject::Solution) => {
                if state.leads.get(&subject).is_some_and(|lead| *lead != job.solution) {
                    return Begin::Later;
                }
                state.expected.insert(subject, Expectation::Pending);
                Begin::Alone
            }
            None => Begin::Now,
        }
    }

    /// Takes a run that was given up.
    pub(super) fn given_up(&self, job: Job) {
        if let Some(Expectation::Brief { open }) = self.lock().expected.get_mut(&self.subject(job)) {
            *open += 1;
        }
    }

    /// Takes a result of an earlier run, under the limit that the same run would have now.
    pub(super) fn recall(&self, job: Job, result: &TestResult, limit: impl FnOnce() -> Duration) {
        if self.is_used {
            self.learn(job, result, limit());
        }
    }

    /// Takes a result under this limit. A stop for time tells nothing: it may be an endless loop.
    pub(super) fn learn(&self, job: Job, result: &TestResult, limit: Duration) {
        let subject = self.subject(job);
        let found = match result {
            TestResult::Skipped(_) => return,
            TestResult::Judged(judgement) if judgement.verdict == Verdict::TimeLimit => return,
            TestResult::Judged(judgement) if judgement.usage.cpu * IS_BRIEF > limit => Expectation::Long,
            // A wrong program may be brief where right ones are not.
            TestResult::Judged(judgement) if judgement.verdict == Verdict::Accepted || subject == Subject::Solution => {
                Expectation::Brief { open: 0 }
            }
            TestResult::Judged(_) | TestResult::Fault(_) => Expectation::Nothing,
        };
        let mut state = self.lock();
        let before = state.expected.entry(subject).or_insert(found);
        *before = match (*before, found) {
            (Expectation::Long, _) | (_, Expectation::Long) => Expectation::Long,
            (Expectation::Brief { open }, _) => Expectation::Brief { open },
            (Expectation::Pending | Expectation::Nothing, found) => found,
        };
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

    fn lock(&self) -> MutexGuard<'_, ProspectState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
