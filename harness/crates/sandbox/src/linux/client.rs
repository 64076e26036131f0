//! The port on Linux: chooses the level, and takes a run from [`Exec`] to [`CompletedRun`].

use super::cell_pool::CellPool;
use super::held_cell::{Answer, Failure, PATIENCE, Wait, not_started, wait, wait_watching};
use super::level_cache::LevelNote;
use super::level_probe::{attempt, prove};
use super::memory_files::seal;
use super::messages::Request;
use super::outside;
use super::pair;
use super::usage_watch::UsageWatch;
use crate::facts;
use crate::tasks;
use crate::{
    Cancel, Cell, CompletedPair, CompletedRun, Config, Descent, Error, Exec, Exit, Level, Partner, Sandbox, Start,
    Terms,
};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Makes the sandbox, at the level asked for or the highest that works on this machine. A level
/// works when a program that tries to escape from one of its cells cannot.
///
/// A remembered level (see [`Config::notes`]) is not tried here but in the first cell that is
/// opened. If it no longer holds, [`Sandbox::open`] fails before anything has run, and the next
/// call of this function chooses anew.
///
/// # Errors
/// [`Error::Level`], with what to change, when the level asked for does not work here.
pub fn open(config: Config) -> Result<Box<dyn Sandbox>, Error> {
    let Config { launcher, level: wanted, least, landlock, notes } = config;
    let note = notes.map(|folder| LevelNote::of(&folder, &launcher, wanted));
    let remembered = note.as_ref().and_then(LevelNote::recall);
    // What the machine lacks at this moment says nothing about a level.
    let in_want = std::cell::Cell::new(false);
    let works = |level| match attempt(&launcher, level, landlock) {
        Ok(()) => Ok(level),
        Err(error) => {
            in_want.set(in_want.get() || error.is_shortage());
            Err(error)
        }
    };
    let level = match (remembered, wanted) {
        (Some(level), _) => level,
        (None, Some(level)) => works(level)?,
        // If no level works, the error is what kept the weakest from working.
        (None, None) => works(Level::FullCgroup)
            .or_else(|_| works(Level::Full))
            .or_else(|_| works(Level::Confined))
            .or_else(|_| works(Level::Measured))?,
    };
    if let (Some(note), None, false) = (&note, remembered, in_want.get()) {
        note.keep(level);
    }
    let floor = wanted.unwrap_or_else(|| least.unwrap_or(Level::Confined).max(Level::Confined));
    let state = State { level, proven: remembered.is_none(), descent: None };
    Ok(Box::new(LinuxSandbox(Arc::new(LevelsToTry { launcher, landlock, note, floor, state: Mutex::new(state) }))))
}

/// Returns every level, weakest first, and for each that does not work here the reason and what
/// would change that.
pub fn doctor(config: &Config) -> Vec<(Level, Result<(), Error>)> {
    Level::ALL.map(|level| (level, attempt(&config.launcher, level, None))).into()
}

/// The port on Linux.
struct LinuxSandbox(Arc<LevelsToTry>);

/// The level that programs run at. It only ever falls.
struct LevelsToTry {
    launcher: PathBuf,
    landlock: Option<u32>,
    note: Option<LevelNote>,
    /// The level it never falls below: the one asked for or required, and in no case one that keeps
    /// nothing from a program. Whoever lets a program run at `full` has not agreed to let it read
    /// his files.
    floor: Level,
    state: Mutex<State>,
}

struct State {
    level: Level,
    /// Whether it was tried out, either when it was chosen or in the first cell, before that runs
    /// anything else.
    proven: bool,
    descent: Option<Descent>,
}

impl LevelsToTry {
    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panicked left nothing half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pool(&self, level: Level, core: Option<u32>) -> Result<CellPool, Error> {
        CellPool::open(&self.launcher, level, self.landlock, core)
    }

    /// Chooses the level to go on at after `error` at level `from`: that one if it works again,
    /// because the shortage was momentary, otherwise the next lower one that works.
    ///
    /// # Errors
    /// `error`, when no level works.
    fn descend(&self, from: Level, error: Error, attempt: impl Fn(Level) -> bool) -> Result<Level, Error> {
        let mut state = self.state();
        if state.level != from {
            return Ok(state.level);
        }
        let mut lower = Level::ALL.into_iter().rev().filter(|level| *level <= from && *level >= self.floor.min(from));
        let Some(to) = lower.find(|level| attempt(*level)) else { return Err(error) };
        (state.level, state.proven) = (to, true);
        if to < from {
            if let Some(note) = &self.note {
                note.forget();
            }
            let first = state.descent.take().map(|descent| (descent.from, descent.why));
            let (from, why) = first.unwrap_or((from, error));
            state.descent = Some(Descent { from, to, why });
        }
        Ok(to)
    }

    /// Does [`LevelsToTry::descend`] and opens a worker's new launcher and cell.
    fn after(&self, from: Level, core: Option<u32>, error: Error) -> Result<CellPool, Error> {
        let level = self.descend(from, error, |level| attempt(&self.launcher, level, self.landlock).is_ok())?;
        self.pool(level, core)
    }

    /// Proves the level if nobody has yet. Other workers wait here for the first one's answer.
    fn prove(&self, pool: &mut CellPool) -> Result<(), Error> {
        let mut state = self.state();
        let level = pool.level;
        if !state.proven && state.level == level {
            prove(pool, &self.launcher, level)?;
            state.proven = true;
        }
        Ok(())
    }
}

impl Sandbox for LinuxSandbox {
    fn level(&self) -> Level {
        self.0.state().level
    }

    fn descent(&self) -> Option<Descent> {
        self.0.state().descent.clone()
    }

    fn starts(&self, tasks: u32) -> bool {
        tasks::starts(tasks)
    }

    fn open(&self, core: Option<usize>) -> Result<Box<dyn Cell>, Error> {
        let core = core.and_then(|core| u32::try_from(core).ok());
        let level = self.level();
        let opened = self.0.pool(level, core).and_then(|mut pool| self.0.prove(&mut pool).map(|()| pool));
        let pool = opened.or_else(|error| {
            self.0.after(level, core, error).map_err(|error| match &self.0.note {
                Some(note) => {
                    note.forget();
                    Error::LevelLost(Box::new(error))
                }
                None => error,
            })
        })?;
        Ok(Box::new(LinuxCell { pool, core, levels_to_try: Arc::clone(&self.0) }))
    }
}

/// A worker's cells, at the level that works.
struct LinuxCell {
    pool: CellPool,
    core: Option<u32>,
    levels_to_try: Arc<LevelsToTry>,
}

impl LinuxCell {
    /// Does [`CellPool::twice`], and if this level has stopped working, repeats it at a lower one.
    /// Only a cell that cannot be set up is a reason to descend, because no program can bring that
    /// about.
    fn run_at_a_level<T>(
        &mut self,
        what: &Path,
        cancel: &Cancel,
        mut attempt: impl FnMut(&mut CellPool) -> Result<Option<T>, Failure>,
    ) -> Result<Option<T>, Error> {
        for _ in Level::ALL {
            match self.pool.twice(what, cancel, &mut attempt) {
                Err(error @ Error::Level { .. }) => {
                    self.pool = self.levels_to_try.after(self.pool.level, self.core, error)?;
                }
                result => return result,
            }
        }
        self.pool.twice(what, cancel, attempt)
    }
}

impl Cell for LinuxCell {
    fn level(&self) -> Level {
        self.pool.level
    }

    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<CompletedRun>, Error> {
        self.run_at_a_level(&exec.program, cancel, |pool| single(pool, exec, cancel))
    }

    fn run_pair(
        &mut self,
        first: &Exec,
        second: &Exec,
        terms: Terms,
        cancel: &Cancel,
    ) -> Result<Option<CompletedPair>, Error> {
        self.run_at_a_level(&first.program, cancel, |pool| pair::run(pool, [first, second], &terms, cancel))
    }

    fn converse(
        &mut self,
        exec: &Exec,
        mut partner: Partner<'_>,
        cancel: &Cancel,
    ) -> Result<Option<CompletedRun>, Error> {
        self.run_at_a_level(&exec.program, cancel, |pool| outside::run(pool, exec, &mut partner, cancel))
    }

    fn forget(&mut self) {
        self.pool.forget();
    }
}

impl CellPool {
    /// Runs one program at this level and no other.
    pub(super) fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<CompletedRun>, Error> {
        self.twice(&exec.program, cancel, |pool| single(pool, exec, cancel))
    }
}

/// Runs one program in one cell, by a fork where that is asked for and possible. A fork has no
/// second thread: one that may have threads and ends badly is run the ordinary way, too.
fn single(pool: &mut CellPool, exec: &Exec, cancel: &Cancel) -> Result<Option<CompletedRun>, Failure> {
    let mut alone = None;
    if pool.start_of(exec) == Start::Fork {
        match once(pool, exec, Start::Fork, cancel) {
            Ok(AttemptOutcome::Completed(done)) => {
                let ended = (done.outcome.exit, done.outcome.stopped);
                if exec.limits.processes <= 1 || ended.0 == Exit::Code(0) || ended.1.is_some() {
                    return Ok(Some(done));
                }
                alone = Some(ended);
            }
            Ok(AttemptOutcome::Cancelled) => return Ok(None),
            Err(failure @ Failure::Error(Error::Input { .. } | Error::Program { .. })) => return Err(failure),
            // Whatever the reason, this program is run the ordinary way from now on.
            Ok(AttemptOutcome::Unserved) | Err(Failure::Cell(_) | Failure::Error(_)) => pool.refuse(exec),
        }
    }
    match once(pool, exec, Start::Exec, cancel)? {
        AttemptOutcome::Completed(done) => {
            // It needs its threads.
            if alone.is_some_and(|ended| ended != (done.outcome.exit, done.outcome.stopped)) {
                pool.refuse(exec);
            }
            Ok(Some(done))
        }
        AttemptOutcome::Cancelled => Ok(None),
        AttemptOutcome::Unserved => Err(Failure::Cell("the cell talks nonsense".into())),
    }
}

/// The result of one attempt.
enum AttemptOutcome {
    Completed(CompletedRun),
    Cancelled,
    Unserved,
}

fn once(pool: &mut CellPool, exec: &Exec, start: Start, cancel: &Cancel) -> Result<AttemptOutcome, Failure> {
    let (mut held, prepared, _scratch_loan) = pool.ready(exec, start)?;
    prepared.send(&held, exec)?;
    let patience = exec.longest() + PATIENCE;
    let mut cancelled = false;
    let mut waited = match UsageWatch::of(exec, held.blind(), start) {
        None => wait(held.socket.as_fd(), Some(cancel), patience),
        Some(watch) => wait_watching(&held, watch, cancel, patience),
    };
    if let Wait::Cancelled = waited {
        cancelled = true;
        held.request(&Request::Stop);
        waited = wait(held.socket.as_fd(), None, PATIENCE);
    }
    let mut reply = match waited {
        Wait::Ready => held.answer()?,
        Wait::Cancelled | Wait::TimedOut => return Err(pool.kill_all()),
    };
    if let Answer::Unserved = reply {
        // Its cell is dropped: nobody else could use it.
        return Ok(if cancelled { AttemptOutcome::Cancelled } else { AttemptOutcome::Unserved });
    }
    if let Answer::Done(facts) = &mut reply {
        held.kills.explain(facts);
    }
    // A cell that failed is not put back.
    pool.keep(held);
    match reply {
        _ if cancelled => Ok(AttemptOutcome::Cancelled),
        Answer::Done(facts) => {
            let (stdout, stderr) = (prepared.stdout.file, prepared.stderr.file);
            Ok(AttemptOutcome::Completed(facts::complete(exec, &facts, stdout, stderr, seal)?))
        }
        Answer::Cancelled => Ok(AttemptOutcome::Cancelled),
        Answer::Unserved => Ok(AttemptOutcome::Unserved),
        Answer::NotStarted(step, errno) => Err(not_started(exec, &step, errno).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remembered_level_that_does_not_hold_fails_before_anything_runs_and_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        // A launcher that ends at once and serves nothing.
        let launcher = Path::new("/bin/true");
        let note = LevelNote::of(folder.path(), launcher, None);
        note.keep(Level::Measured);
        let config = Config { launcher: launcher.into(), notes: Some(folder.path().into()), ..Config::own().unwrap() };
        let sandbox = open(config.clone()).unwrap();
        assert_eq!(sandbox.level(), Level::Measured);
        assert!(matches!(sandbox.open(None), Err(Error::LevelLost(_))));
        assert_eq!(note.recall(), None);
        assert!(open(config).is_err(), "nothing works with this launcher");
    }

    fn levels_to_try(level: Level, floor: Level) -> LevelsToTry {
        let state = State { level, proven: false, descent: None };
        LevelsToTry { launcher: "/bin/true".into(), landlock: None, note: None, floor, state: Mutex::new(state) }
    }

    fn lost(level: Level) -> Error {
        Error::Level { level, reason: format!("{} is gone", level.name()), shortage: None }
    }

    #[test]
    fn a_level_that_ceases_to_work_is_left_once_for_the_next_lower() {
        use Level::{Confined, Full, FullCgroup};
        let levels_to_try = levels_to_try(FullCgroup, Confined);
        assert_eq!(levels_to_try.descend(FullCgroup, lost(FullCgroup), |level| level < FullCgroup).unwrap(), Full);
        // A neighbour that meets the same error finds the descent done.
        assert_eq!(
            levels_to_try.descend(FullCgroup, lost(FullCgroup), |_| unreachable!("it was tried")).unwrap(),
            Full
        );
        assert_eq!(levels_to_try.descend(Full, lost(Full), |level| level < Full).unwrap(), Confined);
        let Descent { from, to, why } = levels_to_try.state().descent.clone().unwrap();
        assert_eq!((from, to, why.to_string()), (FullCgroup, Confined, "full+cgroup is gone".to_owned()));
    }

    #[test]
    fn a_level_that_works_again_stays_and_none_falls_below_what_was_agreed_to() {
        use Level::{Confined, Full, Measured};
        let all = levels_to_try(Full, Confined);
        assert_eq!(all.descend(Full, lost(Full), |_| true).unwrap(), Full);
        assert!(all.state().descent.is_none());
        assert!(all.descend(Full, lost(Full), |level| level == Measured).is_err(), "it would read the user's files");
        assert!(levels_to_try(Full, Full).descend(Full, lost(Full), |level| level < Full).is_err(), "full is required");
        assert_eq!(levels_to_try(Measured, Confined).descend(Measured, lost(Measured), |_| true).unwrap(), Measured);
    }
}
