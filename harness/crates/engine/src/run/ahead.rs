//! Builds what is needed later, on workers that have nothing else to do.
//!
//! # Theory of operation
//!
//! Judging goes in phases, and each of them ends with its last job: then some workers are idle, and
//! a compiler that takes seconds leaves all but one so. So a problem's turn begins with a queue of
//! all that its judging has to build, what blocks most first. Whoever runs a phase takes what it
//! builds itself out of the queue. A worker that leaves a phase is *idle* until the phase is over,
//! and a thread of this module builds the next file of the queue with that worker's cell, on its
//! core. If the next phase begins meanwhile, the worker joins it late. While a phase waits for such
//! a build, all others are idle.
//!
//! Nothing is built while a phase has one worker only: such a phase measures, and has the machine
//! to itself. It waits for the builds that are under way. A slow compiler would make it wait for
//! many seconds, so what is built with one is begun only once something waits for it.
//!
//! This changes what runs beside what, never a result: whoever wants a build gets that of its
//! queue, or makes it.

use crate::build::{BuildOutcome, SourceFile};
use crate::run::{Build, Runner, Sink};
use model::{Progress, Work};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the calling thread is woken while workers are busy.
pub(super) const TICK: Duration = Duration::from_millis(50);

/// The queue, and who is idle.
pub(super) struct BuildQueue {
    state: Mutex<BuildQueueState>,
    changed: Condvar,
}

struct BuildQueueState {
    /// In the order in which they are needed.
    queue: VecDeque<SourceFile>,
    /// Those with slow compilers that nothing waits for yet.
    slow: VecDeque<SourceFile>,
    /// With the worker whose cell is used.
    building: Vec<(SourceFile, usize)>,
    built: Vec<(SourceFile, Build)>,
    /// By worker: whether no phase wants it.
    idle: Vec<bool>,
    /// Whether the present phase has no job left that nobody has begun.
    is_over: bool,
    is_open: bool,
}

impl BuildQueueState {
    fn is_building(&self, worker: usize) -> bool {
        self.building.iter().any(|(_, on)| *on == worker)
    }
}

/// What judging a problem has to build, in the order in which it is needed.
#[derive(Default)]
pub(super) struct BuildList {
    pub soon: VecDeque<SourceFile>,
    /// With compilers that take many seconds.
    pub slow: VecDeque<SourceFile>,
}

/// What becomes of a file that a phase is about to build.
pub(super) enum Claim {
    Built(Box<Build>),
    /// [`BuildQueue::wait`] returns its build.
    Building,
    /// The phase has to build it.
    Open,
}

impl BuildQueue {
    pub(super) fn new(workers: usize) -> BuildQueue {
        let state = BuildQueueState {
            queue: VecDeque::new(),
            slow: VecDeque::new(),
            building: Vec::new(),
            built: Vec::new(),
            idle: vec![false; workers],
            is_over: false,
            is_open: false,
        };
        BuildQueue { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Begins a phase of so many workers. One that measures begins when nothing is built any more.
    pub(super) fn begin_phase(&self, workers: usize, mut waiting: impl FnMut()) {
        let mut state = self.lock();
        state.idle.fill(false);
        state.is_over = false;
        while workers == 1 && !state.building.is_empty() {
            let (woken, result) = self.changed.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if result.timed_out() {
                drop(state);
                waiting();
                state = self.lock();
            }
        }
    }

    /// A worker joins a phase, once nothing is built on it. Returns false if the phase is over by
    /// then.
    pub(super) fn join_phase(&self, worker: usize) -> bool {
        let mut state = self.lock();
        while state.is_building(worker) && !state.is_over {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.idle[worker] |= state.is_building(worker);
        !state.is_building(worker)
    }

    /// A worker finds no job in a phase of `workers`.
    pub(super) fn leave_phase(&self, worker: usize, workers: usize) {
        let mut state = self.lock();
        state.is_over = true;
        // Nothing is built while one worker measures.
        state.idle[worker] = workers > 1;
        self.changed.notify_all();
    }

    /// Nobody is idle between two phases: the next one has the first choice.
    pub(super) fn end_phase(&self) {
        self.lock().idle.fill(false);
    }

    /// Has these built as soon as a worker is idle, before all others: something waits for them,
    /// and longest for them.
    pub(super) fn hasten(&self, sources: impl Iterator<Item = SourceFile>) {
        let mut state = self.lock();
        for source in sources {
            if let Some(at) = state.slow.iter().position(|slow| *slow == source)
                && let Some(slow) = state.slow.remove(at)
            {
                state.queue.push_front(slow);
            }
        }
        self.changed.notify_all();
    }

    pub(super) fn claim(&self, source: &SourceFile) -> Claim {
        let mut state = self.lock();
        if let Some(at) = state.built.iter().position(|(built, _)| built == source) {
            return Claim::Built(Box::new(state.built.swap_remove(at).1));
        }
        if state.building.iter().any(|(building, _)| building == source) {
            return Claim::Building;
        }
        state.queue.retain(|queued| queued != source);
        state.slow.retain(|queued| queued != source);
        Claim::Open
    }

    /// Waits for a build that is under way. Every worker is idle meanwhile. `None`: somebody else
    /// has taken it.
    pub(super) fn wait(&self, source: &SourceFile, mut waiting: impl FnMut(usize)) -> Option<Build> {
        let mut state = self.lock();
        state.idle.fill(true);
        self.changed.notify_all();
        while let Some(worker) = state.building.iter().find(|(building, _)| building == source).map(|(_, on)| *on) {
            let (woken, result) = self.changed.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if result.timed_out() {
                drop(state);
                waiting(worker);
                state = self.lock();
            }
        }
        state.idle.fill(false);
        let at = state.built.iter().position(|(built, _)| built == source)?;
        Some(state.built.swap_remove(at).1)
    }

    fn open(&self, to_build: BuildList) {
        let mut state = self.lock();
        (state.queue, state.slow, state.is_open) = (to_build.soon, to_build.slow, true);
        state.built.clear();
    }

    /// The next file to build, and the worker that does so. `None`: the turn is over.
    fn next(&self) -> Option<(SourceFile, usize)> {
        let mut state = self.lock();
        while state.is_open {
            let is_free = |worker: &usize| state.idle[*worker] && !state.is_building(*worker);
            if let Some(worker) = (0..state.idle.len()).rev().find(is_free)
                && let Some(source) = state.queue.pop_front()
            {
                state.building.push((source.clone(), worker));
                return Some((source, worker));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    fn done(&self, source: SourceFile, worker: usize, build: Build) {
        let mut state = self.lock();
        state.building.retain(|(_, on)| *on != worker);
        state.built.push((source, build));
        self.changed.notify_all();
    }

    fn close(&self) {
        self.lock().is_open = false;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, BuildQueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the turn however it is left, because its threads are waited for.
struct OpenTurn<'a>(&'a BuildQueue);

impl Drop for OpenTurn<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Runner<'_> {
    /// Takes a turn in which whoever is idle builds what the turn will need.
    pub(super) fn building_ahead(&self, to_build: BuildList, turn: impl FnOnce()) {
        let most = self.settings.jobs.min(to_build.soon.len() + to_build.slow.len());
        if self.settings.jobs < 2 || most == 0 {
            return turn();
        }
        let ahead = &self.pool.ahead;
        ahead.open(to_build);
        thread::scope(|scope| {
            let _open = OpenTurn(ahead);
            for thread in 0..most {
                // Where no more threads are to be had, less is built ahead.
                let builder = thread::Builder::new().name(format!("ahead-{thread}"));
                if builder.spawn_scoped(scope, || self.build_ahead()).is_err() {
                    break;
                }
            }
            turn();
        });
    }

    /// The build of a file that is being built ahead.
    pub(super) fn wait_for_build(&self, source: &SourceFile, sink: &mut dyn Sink) -> Build {
        let mut seen = None;
        let build = self.pool.ahead.wait(source, |worker| {
            if seen.replace(worker).is_none() {
                sink.progress(&Progress::Begun { worker, what: Work::File(source.display.clone()) });
            }
            sink.progress(&Progress::Waiting);
        });
        if let Some(worker) = seen {
            sink.progress(&Progress::Ended { worker });
        }
        build.unwrap_or(Ok(BuildOutcome::Interrupted))
    }

    fn build_ahead(&self) {
        while let Some((source, worker)) = self.pool.ahead.next() {
            let build = match self.cancel.is_raised() {
                true => Ok(BuildOutcome::Interrupted),
                false => self.pool.on(worker, |worker| self.ports.builds.build(&source, &mut worker.cell)),
            };
            self.pool.ahead.done(source, worker, build);
        }
    }
}
