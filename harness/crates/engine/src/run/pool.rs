//! Workers that take jobs in order.

use crate::build::Staging;
use crate::cell::Cell;
use crate::run::ahead::{BuildQueue, TICK};
use crate::run::{Builds, Settings};
use model::{Fault, FaultKind};
use sandbox::{Cancel, Sandbox};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};

/// What the calling thread learns about the workers.
pub(super) enum Note<J, R> {
    Begun {
        worker: usize,
        index: usize,
    },
    Done {
        worker: usize,
        job: J,
        result: Result<R, Fault>,
    },
    /// Nothing happened for a while.
    Waiting,
}

/// A [`Note`] without the finished job.
enum Signal {
    Begun { worker: usize, index: usize },
    Done { worker: usize },
    Waiting,
}

/// Jobs that one worker has finished, with their results.
type FinishedJobs<J, R> = Mutex<VecDeque<(J, Result<R, Fault>)>>;

/// Does one job on a worker and reports when it has begun. Returns false when there are no more
/// jobs.
type Step<'s> = dyn Fn(usize, &dyn Fn(usize)) -> bool + Sync + 's;

/// A private pool: one thread and one cell per worker.
pub(super) struct Pool<'a> {
    threads: rayon::ThreadPool,
    pub sandbox: &'a dyn Sandbox,
    cancel: &'a Cancel,
    slots: Vec<Slot<'a>>,
    pub ahead: BuildQueue,
}

/// The state of one worker. Only one thread locks it at a time: the worker's in a phase, or one
/// that builds ahead while the worker is in none.
struct Slot<'a> {
    core: Option<usize>,
    worker: Mutex<Option<Worker<'a>>>,
}

/// What a job works with.
pub(super) struct Worker<'a> {
    /// Opened on first use: a run that finds everything in the cache starts no process.
    pub cell: Cell<'a>,
    /// A folder for the problem's own programs to write in, made on first use. It stays the same,
    /// because a cell that shows another folder is another cell.
    scratch: Option<Staging>,
    /// A folder for the input and the answer of the problem's own programs, where those are not
    /// files.
    given: Option<Staging>,
    /// The folder of the last solution that read and wrote files.
    files: Option<Staging>,
}

impl Worker<'_> {
    /// The worker's scratch folder, empty.
    ///
    /// # Errors
    /// A fault when it cannot be made or emptied.
    pub(super) fn scratch(&mut self, builds: &dyn Builds) -> Result<&Path, Fault> {
        // A folder that cannot be emptied is left for the next start's sweep: one program has
        // caused that, and the next one must not suffer for it.
        let empty = match self.scratch.take().filter(|staging| staging.empty().is_ok()) {
            Some(staging) => staging,
            None => builds.scratch()?,
        };
        Ok(self.scratch.insert(empty).path())
    }

    /// A folder for a solution's files, new for each run: an emptied one has a size and times that
    /// an earlier solution gave it, by which it could tell the next run something.
    ///
    /// # Errors
    /// A fault when it cannot be made.
    pub(super) fn files(&mut self, builds: &dyn Builds) -> Result<&Path, Fault> {
        Ok(self.files.insert(builds.scratch()?).path())
    }

    /// A folder of the worker's that only the harness writes in. It stays the same, too.
    ///
    /// # Errors
    /// A fault when it cannot be made.
    pub(super) fn given(&mut self, builds: &dyn Builds) -> Result<&Path, Fault> {
        let given = match self.given.take() {
            Some(given) => given,
            None => builds.scratch()?,
        };
        Ok(self.given.insert(given).path())
    }
}

impl<'a> Pool<'a> {
    /// # Errors
    /// An internal fault when the threads cannot be started.
    pub(super) fn new(settings: &Settings, sandbox: &'a dyn Sandbox, cancel: &'a Cancel) -> Result<Pool<'a>, Fault> {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(settings.jobs.max(1))
            .thread_name(|worker| format!("worker-{worker}"))
            .build()
            .map_err(|error| {
                Fault::caused(FaultKind::Internal, "cannot start the workers", &error).hint(sandbox::MORE_PROCESSES)
            })?;
        let slots: Vec<Slot<'_>> = (0..settings.jobs.max(1))
            .map(|worker| Slot { core: settings.cores.get(worker).copied(), worker: Mutex::new(None) })
            .collect();
        let ahead = BuildQueue::new(slots.len());
        Ok(Pool { threads, sandbox, cancel, slots, ahead })
    }

    /// Does one job on a worker. No other thread may use it meanwhile.
    pub(super) fn on<R>(&self, worker: usize, work: impl Fn(&mut Worker<'a>) -> Result<R, Fault>) -> Result<R, Fault> {
        let given = std::cell::Cell::new(None);
        let ended = self.attempt(worker, &|worker| work(worker).map(|result| given.set(Some(result))));
        ended.map(|()| given.take().expect("given where it ended well"))
    }

    /// Runs `work` for 0, 1, …, `jobs` − 1, started in this order on at most `workers` workers, and
    /// passes each result to `done` on the calling thread as it comes. Every index is passed
    /// exactly once.
    ///
    /// When a cell gives a sandbox fault, it is replaced and the job repeated once. A second one is
    /// a fault of the job, and so is a panic.
    pub(super) fn in_order<R: Send>(
        &self,
        workers: usize,
        jobs: usize,
        work: impl Fn(&mut Worker<'a>, usize) -> Result<R, Fault> + Sync,
        mut done: impl FnMut(usize, Result<R, Fault>),
    ) {
        self.watched(workers, jobs, work, |note| match note {
            Note::Done { job, result, .. } => done(job, result),
            Note::Begun { .. } | Note::Waiting => {}
        });
    }

    /// Like [`Pool::in_order`], for a caller that wants to know what goes on meanwhile.
    pub(super) fn watched<R: Send>(
        &self,
        workers: usize,
        jobs: usize,
        work: impl Fn(&mut Worker<'a>, usize) -> Result<R, Fault> + Sync,
        hear: impl FnMut(Note<usize, R>),
    ) {
        let next = AtomicUsize::new(0);
        let next = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < jobs);
        self.notes(workers, next, |index| Some(*index), |worker, index| work(worker, *index), hear);
    }

    /// Like [`Pool::in_order`], for jobs that are made when a worker is free, until there are no
    /// more.
    pub(super) fn while_any<J: Send, R: Send>(
        &self,
        workers: usize,
        next: impl Fn() -> Option<J> + Sync,
        work: impl Fn(&mut Worker<'a>, &J) -> Result<R, Fault> + Sync,
        mut done: impl FnMut(J, Result<R, Fault>),
    ) {
        self.notes(
            workers,
            next,
            |_| None,
            work,
            |note| match note {
                Note::Done { job, result, .. } => done(job, result),
                Note::Begun { .. } | Note::Waiting => {}
            },
        );
    }

    /// Runs the jobs and passes on what happens. If a job has an `index`, its beginning is reported
    /// as well.
    fn notes<J: Send, R: Send>(
        &self,
        workers: usize,
        next: impl Fn() -> Option<J> + Sync,
        index: impl Fn(&J) -> Option<usize> + Sync,
        work: impl Fn(&mut Worker<'a>, &J) -> Result<R, Fault> + Sync,
        mut hear: impl FnMut(Note<J, R>),
    ) {
        // By worker, in the order of its signals: what the calling thread has not yet learned of.
        let finished: Vec<FinishedJobs<J, R>> = self.slots.iter().map(|_| FinishedJobs::default()).collect();
        let of = |worker: usize| finished[worker].lock().unwrap_or_else(PoisonError::into_inner);
        let step = |worker: usize, begun: &dyn Fn(usize)| {
            let Some(job) = next() else { return false };
            if let Some(index) = index(&job) {
                begun(index);
            }
            let result = self.on(worker, |worker| work(worker, &job));
            of(worker).push_back((job, result));
            true
        };
        self.signals(workers, &step, &mut |signal| match signal {
            Signal::Begun { worker, index } => hear(Note::Begun { worker, index }),
            Signal::Done { worker } => {
                let next = of(worker).pop_front();
                let (job, result) = next.expect("put there before it was signalled");
                hear(Note::Done { worker, job, result });
            }
            Signal::Waiting => hear(Note::Waiting),
        });
    }

    /// Calls `step` on each worker until it has no job left, and passes on what happens. Not
    /// generic over the type of job: compiled for each of them, the channel alone would be a tenth
    /// of the crate.
    fn signals(&self, workers: usize, step: &Step<'_>, hear: &mut dyn FnMut(Signal)) {
        self.ahead.begin_phase(workers, || hear(Signal::Waiting));
        let ahead = &self.ahead;
        let (sender, signals) = mpsc::channel();
        self.threads.in_place_scope(|scope| {
            scope.spawn_broadcast(move |_, context| {
                let worker = context.index();
                if worker >= workers {
                    return;
                }
                if !ahead.join_phase(worker) {
                    return;
                }
                // The receiver lives until every sender is gone: it is drained below.
                let begun = |index| drop(sender.send(Signal::Begun { worker, index }));
                while step(worker, &begun) {
                    let _ = sender.send(Signal::Done { worker });
                }
                ahead.leave_phase(worker, workers);
            });
            loop {
                match signals.recv_timeout(TICK) {
                    Ok(signal) => hear(signal),
                    Err(RecvTimeoutError::Timeout) => hear(Signal::Waiting),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        ahead.end_phase();
    }

    fn attempt(&self, worker: usize, work: &dyn Fn(&mut Worker<'a>) -> Result<(), Fault>) -> Result<(), Fault> {
        let Slot { core, worker: slot } = &self.slots[worker];
        // Never poisoned: panics are caught below.
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let mut last = None;
        for _ in 0..2 {
            let worker = match &mut *slot {
                Some(worker) => worker,
                empty => empty.insert(Worker {
                    cell: Cell::new(self.sandbox, *core, self.cancel),
                    scratch: None,
                    given: None,
                    files: None,
                }),
            };
            match catch_unwind(AssertUnwindSafe(|| work(worker))) {
                Ok(Err(fault)) if fault.kind == FaultKind::Sandbox => {
                    *slot = None;
                    last = Some(fault);
                }
                Ok(result) => return result,
                Err(panic) => {
                    *slot = None;
                    let message = format!("a worker panicked: {}", words(&*panic));
                    return Err(
                        Fault::new(FaultKind::Internal, message).hint("this is a bug of the harness: please report it")
                    );
                }
            }
        }
        Err(last.unwrap_or_else(|| Fault::new(FaultKind::Internal, "a job was given up without a reason")))
    }
}

fn words(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without words")
}
