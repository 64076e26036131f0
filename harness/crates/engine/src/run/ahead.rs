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
//! to itself. It waits for the builds that are under way.
//!
//! The first one that is idle makes what many of these files are compiled with, if that pays
//! (`build/precompiled`). Nothing waits for that.
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
    /// With the worker whose cell is used. `None`: what many files need.
    building: Vec<(Option<SourceFile>, usize)>,
    built: Vec<(SourceFile, Build)>,
    /// By worker: whether no phase wants it.
    idle: Vec<bool>,
    /// Whether the present phase has no job left that nobody has begun.
    is_over: bool,
    is_open: bool,
    /// Whether nobody has looked yet at what many files of the queue need.
    is_new: bool,
}

impl BuildQueueState {
    fn is_building(&self, worker: usize) -> bool {
        self.building.iter().any(|(_, on)| *on == worker)
    }

    /// The worker on which a file is being built.
    fn builder(&self, source: &SourceFile) -> Option<usize> {
        self.building.iter().find(|(building, _)| building.as_ref() == Some(source)).map(|(_, on)| *on)
    }
}

/// What an idle worker does next.
enum Order {
    Prepare(Vec<SourceFile>),
    Build(Box<SourceFile>),
}

impl BuildQueue {
    pub(super) fn new(workers: usize) -> BuildQueue {
        let state = BuildQueueState {
            queue: VecDeque::new(),
            building: Vec::new(),
            built: Vec::new(),
            idle: vec![false; workers],
            is_over: false,
            is_open: false,
            is_new: false,
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

    /// Whether a file is built ahead: then [`BuildQueue::wait`] returns its build. If not, whoever
    /// asks builds it.
    pub(super) fn takes(&self, source: &SourceFile) -> bool {
        let mut state = self.lock();
        state.queue.retain(|queued| queued != source);
        state.builder(source).is_some() || state.built.iter().any(|(built, _)| built == source)
    }

    /// Waits for a build that is under way, or done. Every worker is idle meanwhile. `None`:
    /// somebody else has taken it.
    pub(super) fn wait(&self, source: &SourceFile, mut waiting: impl FnMut(usize)) -> Option<Build> {
        let mut state = self.lock();
        if state.builder(source).is_some() {
            state.idle.fill(true);
            self.changed.notify_all();
        }
        while let Some(worker) = state.builder(source) {
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

    fn open(&self, to_build: VecDeque<SourceFile>) {
        let mut state = self.lock();
        state.queue = to_build;
        (state.is_open, state.is_new) = (true, true);
        state.built.clear();
    }

    /// What to do next, and the worker that does so. `None`: the turn is over.
    fn next(&self) -> Option<(Order, usize)> {
        let mut state = self.lock();
        while state.is_open {
            let is_free = |worker: &usize| state.idle[*worker] && !state.is_building(*worker);
            if let Some(worker) = (0..state.idle.len()).rev().find(is_free)
                && !state.queue.is_empty()
            {
                let prepares = std::mem::take(&mut state.is_new);
                let source = if prepares { None } else { state.queue.pop_front() };
                state.building.push((source.clone(), worker));
                let prepare = || Order::Prepare(state.queue.iter().cloned().collect());
                let order = source.map_or_else(prepare, |source| Order::Build(Box::new(source)));
                return Some((order, worker));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    fn done(&self, worker: usize, built: Option<(SourceFile, Build)>) {
        let mut state = self.lock();
        state.building.retain(|(_, on)| *on != worker);
        state.built.extend(built);
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
    pub(super) fn building_ahead(&self, to_build: VecDeque<SourceFile>, turn: impl FnOnce()) {
        let most = self.settings.jobs.min(to_build.len());
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
        let Runner { pool, ports, cancel, settings, .. } = self;
        while let Some((order, worker)) = pool.ahead.next() {
            let built = match order {
                Order::Build(source) if cancel.is_raised() => Some((*source, Ok(BuildOutcome::Interrupted))),
                Order::Build(source) => {
                    let build = pool.on(worker, |worker| ports.builds.build(&source, &mut worker.cell));
                    Some((*source, build))
                }
                Order::Prepare(sources) => {
                    // Without it, each file is compiled as it is.
                    let _ = pool.on(worker, |worker| {
                        ports.builds.prepare(&sources, settings.jobs, &mut worker.cell);
                        Ok(())
                    });
                    None
                }
            };
            pool.ahead.done(worker, built);
        }
    }
}
