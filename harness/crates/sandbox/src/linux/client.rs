//! The port on Linux: chooses the level, and takes a run from [`Exec`] to [`Completed`].

use super::held_cell::{Answer, Failure, PATIENCE, Wait, not_started, wait, wait_watching};
use super::keeper::Keeper;
use super::level_cache::Remembered;
use super::level_probe::{attempt, prove};
use super::lookout::Lookout;
use super::messages::Request;
use super::output_pool::seal;
use super::outside;
use super::pair;
use crate::facts::{self, Seal};
use crate::tasks;
use crate::{
    Cancel, Cell, Completed, CompletedPair, Config, Descent, Error, Exec, Exit, Level, Partner, Profile, Sandbox,
    Start, Terms,
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
    let note = notes.map(|folder| Remembered::of(&folder, &launcher, wanted));
    let remembered = note.as_ref().and_then(Remembered::recall);
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
    note: Option<Remembered>,
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

    fn keeper(&self, level: Level, core: Option<u32>) -> Result<Keeper, Error> {
        Keeper::open(&self.launcher, level, self.landlock, core)
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
    fn after(&self, from: Level, core: Option<u32>, error: Error) -> Result<Keeper, Error> {
        let level = self.descend(from, error, |level| attempt(&self.launcher, level, self.landlock).is_ok())?;
        self.keeper(level, core)
    }

    /// Proves the level if nobody has yet. Other workers wait here for the first one's answer.
    fn prove(&self, keeper: &mut Keeper) -> Result<(), Error> {
        let mut state = self.state();
        let level = keeper.level;
        if !state.proven && state.level == level {
            prove(keeper, &self.launcher, level)?;
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
        let opened = self.0.keeper(level, core).and_then(|mut keeper| self.0.prove(&mut keeper).map(|()| keeper));
        let keeper = opened.or_else(|error| {
            self.0.after(level, core, error).map_err(|error| match &self.0.note {
                Some(note) => {
                    note.forget();
                    Error::LevelLost(Box::new(error))
                }
                None => error,
            })
        })?;
        Ok(Box::new(LinuxCell { keeper, core, levels_to_try: Arc::clone(&self.0) }))
    }
}

/// A worker's cells, at the level that works.
struct LinuxCell {
    keeper: Keeper,
    core: Option<u32>,
    levels_to_try: Arc<LevelsToTry>,
}

impl LinuxCell {
    /// Does [`Keeper::twice`], and if this level has stopped working, repeats it at a lower one.
    /// Only a cell that cannot be set up is a reason to descend, because no program can bring that
    /// about.
    fn run_at_a_level<T>(
        &mut self,
        what: &Path,
        cancel: &Cancel,
        mut attempt: impl FnMut(&mut Keeper) -> Result<Option<T>, Failure>,
    ) -> Result<Option<T>, Error> {
        for _ in Level::ALL {
            match self.keeper.twice(what, cancel, &mut attempt) {
                Err(error @ Error::Level { .. }) => {
                    self.keeper = self.levels_to_try.after(self.keeper.level, self.core, error)?;
                }
                result => return result,
            }
        }
        self.keeper.twice(what, cancel, attempt)
    }
}

impl Cell for LinuxCell {
    fn level(&self) -> Level {
        self.keeper.level
    }

    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Error> {
        self.run_at_a_level(&exec.program, cancel, |keeper| single(keeper, exec, cancel))
    }

    fn run_pair(
        &mut self,
        first: &Exec,
        second: &Exec,
        terms: Terms,
        cancel: &Cancel,
    ) -> Result<Option<CompletedPair>, Error> {
        self.run_at_a_level(&first.program, cancel, |keeper| pair::run(keeper, [first, second], &terms, cancel))
    }

    fn converse(&mut self, exec: &Exec, mut partner: Partner<'_>, cancel: &Cancel) -> Result<Option<Completed>, Error> {
        self.run_at_a_level(&exec.program, cancel, |keeper| outside::run(keeper, exec, &mut partner, cancel))
    }

    fn forget(&mut self) {
        self.keeper.forget();
    }
}

impl Keeper {
    /// Runs one program at this level and no other.
    pub(super) fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Error> {
        self.twice(&exec.program, cancel, |keeper| single(keeper, exec, cancel))
    }
}

/// Runs one program in one cell, by a fork where that is asked for and possible. A fork has no
/// second thread: one that may have threads and ends badly is run the ordinary way, too.
fn single(keeper: &mut Keeper, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Failure> {
    let mut alone = None;
    if keeper.start_of(exec) == Start::Fork {
        match once(keeper, exec, Start::Fork, cancel) {
            Ok(Once::Completed(done)) => {
                let ended = (done.outcome.exit, done.outcome.stopped);
                if exec.limits.processes <= 1 || ended.0 == Exit::Code(0) || ended.1.is_some() {
                    return Ok(Some(done));
                }
                alone = Some(ended);
            }
            Ok(Once::Cancelled) => return Ok(None),
            Err(failure @ Failure::Error(Error::Input { .. } | Error::Program { .. })) => return Err(failure),
            // Whatever the reason, this program is run the ordinary way from now on.
            Ok(Once::Unserved) | Err(Failure::Cell(_) | Failure::Error(_)) => keeper.refuse(exec),
        }
    }
    match once(keeper, exec, Start::Exec, cancel)? {
        Once::Completed(done) => {
            // It needs its threads.
            if alone.is_some_and(|ended| ended != (done.outcome.exit, done.outcome.stopped)) {
                keeper.refuse(exec);
            }
            Ok(Some(done))
        }
        Once::Cancelled => Ok(None),
        Once::Unserved => Err(Failure::Cell("the cell talks nonsense".into())),
    }
}

/// The result of one attempt.
enum Once {
    Completed(Completed),
    Cancelled,
    Unserved,
}

fn once(keeper: &mut Keeper, exec: &Exec, start: Start, cancel: &Cancel) -> Result<Once, Failure> {
    let (mut held, prepared, _scratch_loan) = keeper.ready(exec, start)?;
    prepared.send(&held, exec)?;
    let patience = exec.longest() + PATIENCE;
    let mut cancelled = false;
    let mut waited = match Lookout::of(exec, held.blind(), start) {
        None => wait(held.socket.as_fd(), Some(cancel), patience),
        Some(lookout) => wait_watching(&held, lookout, cancel, patience),
    };
    if let Wait::Cancelled = waited {
        cancelled = true;
        held.request(&Request::Stop);
        waited = wait(held.socket.as_fd(), None, PATIENCE);
    }
    let mut reply = match waited {
        Wait::Ready => held.answer()?,
        Wait::Cancelled | Wait::TimedOut => return Err(keeper.kill_all()),
    };
    if let Answer::Unserved = reply {
        // Its cell is dropped: nobody else could use it.
        return Ok(if cancelled { Once::Cancelled } else { Once::Unserved });
    }
    if let Answer::Done(facts) = &mut reply {
        held.kills.explain(facts);
    }
    // A cell that failed is not put back.
    keeper.keep(held);
    match reply {
        _ if cancelled => Ok(Once::Cancelled),
        Answer::Done(facts) => {
            let (stdout, stderr) = (prepared.stdout, prepared.stderr);
            // Nobody holds a confined solution's streams any more. A server, though, may still hold
            // what its program had.
            let is_alone = start == Start::Exec && exec.profile == Profile::Solution && keeper.level >= Level::Confined;
            let seal: Option<Seal> = if is_alone { None } else { Some(seal) };
            let completed = facts::complete(exec, &facts, Arc::clone(&stdout.file), Arc::clone(&stderr.file), seal)?;
            if is_alone {
                keeper.outputs.give_back(stderr, completed.stderr.len);
                keeper.outputs.give_back(stdout, completed.stdout.len);
            }
            Ok(Once::Completed(completed))
        }
        Answer::Cancelled => Ok(Once::Cancelled),
        Answer::Unserved => Ok(Once::Unserved),
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
        let note = Remembered::of(folder.path(), launcher, None);
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
