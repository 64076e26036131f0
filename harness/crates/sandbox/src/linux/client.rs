//! The port on Linux: which level it is, and one run from [`Exec`] to [`Completed`].

use super::held_cell::{Answer, Failure, PATIENCE, Wait, not_started, wait, wait_watching};
use super::keeper::Keeper;
use super::level_cache::Remembered;
use super::level_probe::{attempt, prove};
use super::messages::Request;
use super::output_pool::seal;
use super::outside;
use super::pair::{self, Terms};
use crate::facts;
use crate::scratch_watch::Watch;
use crate::{Cancel, Cell, Completed, CompletedPair, Config, Error, Exec, Level, Partner, Profile, Sandbox, Start};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The level asked for, or the highest whose probe fails to escape; the one that is remembered, to
/// be proven before it is relied on.
pub(crate) fn open(config: Config) -> Result<Box<dyn Sandbox>, Error> {
    let Config { launcher, level: asked, landlock, notes } = config;
    let note = notes.map(|folder| Remembered::of(&folder, &launcher, asked));
    if let Some(level) = note.as_ref().and_then(Remembered::recall) {
        return Ok(Box::new(LinuxSandbox { launcher, level, landlock, note, proven: OnceLock::new() }));
    }
    let level = match asked {
        Some(level) => attempt(&launcher, level, landlock).map(|()| level),
        None => {
            // What kept the weakest from working is what is told.
            let mut result = attempt(&launcher, Level::FullCgroup, landlock).map(|()| Level::FullCgroup);
            for level in [Level::Full, Level::Confined, Level::Measured] {
                result = result.or_else(|_| attempt(&launcher, level, landlock).map(|()| level));
            }
            result
        }
    }?;
    if let Some(note) = &note {
        note.keep(level);
    }
    Ok(Box::new(LinuxSandbox { launcher, level, landlock, note, proven: OnceLock::from(Ok(())) }))
}

/// Every level, weakest first, with what keeps it from working and what would change that.
pub(crate) fn doctor(launcher: &Path) -> Vec<(Level, Result<(), Error>)> {
    Level::ALL.map(|level| (level, attempt(launcher, level, None))).into()
}

/// The port on Linux.
pub(super) struct LinuxSandbox {
    pub launcher: PathBuf,
    pub level: Level,
    pub landlock: Option<u32>,
    pub note: Option<Remembered>,
    /// Whether the level holds: known from the start, or found out in the first cell, before it
    /// runs anything else.
    pub proven: OnceLock<Result<(), Error>>,
}

impl Sandbox for LinuxSandbox {
    fn level(&self) -> Level {
        self.level
    }

    fn open(&self, core: Option<usize>) -> Result<Box<dyn Cell>, Error> {
        let core = core.and_then(|core| u32::try_from(core).ok());
        let opened = Keeper::open(&self.launcher, self.level, self.landlock, core).and_then(|mut keeper| {
            // Other workers wait here for the first one's answer.
            let prove = || prove(&mut keeper, &self.launcher, self.level);
            self.proven.get_or_init(prove).clone().map(|()| keeper)
        });
        match opened {
            Ok(keeper) => Ok(Box::new(keeper)),
            Err(error) => match &self.note {
                Some(note) => {
                    note.forget();
                    Err(Error::LevelLost(Box::new(error)))
                }
                None => Err(error),
            },
        }
    }
}

impl Cell for Keeper {
    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Error> {
        self.twice(&exec.program, cancel, |keeper| single(keeper, exec, cancel))
    }

    fn run_pair(
        &mut self,
        first: &Exec,
        second: &Exec,
        wall: Duration,
        transcript: u64,
        grace: Duration,
        cancel: &Cancel,
    ) -> Result<Option<CompletedPair>, Error> {
        let terms = Terms { wall, grace, transcript };
        self.twice(&first.program, cancel, |keeper| pair::run(keeper, [first, second], &terms, cancel))
    }

    fn converse(
        &mut self,
        exec: &Exec,
        partner: Partner<'_>,
        grace: Duration,
        cancel: &Cancel,
    ) -> Result<Option<Completed>, Error> {
        let Partner { words, hear } = partner;
        self.twice(&exec.program, cancel, |keeper| {
            let partner = Partner { words, hear: &mut *hear };
            outside::run(keeper, exec, partner, grace, cancel)
        })
    }
}

/// Runs one program in one cell: by a fork, where that is asked for and can be.
fn single(keeper: &mut Keeper, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Failure> {
    if keeper.start_of(exec) == Start::Fork {
        match once(keeper, exec, Start::Fork, cancel) {
            Ok(Once::Completed(done)) => return Ok(Some(done)),
            Ok(Once::Cancelled) => return Ok(None),
            Err(failure @ Failure::Error(Error::Input { .. } | Error::Program { .. })) => return Err(failure),
            // Whatever it was, this program is run the ordinary way from now on.
            Ok(Once::Unserved) | Err(Failure::Cell(_) | Failure::Error(_)) => keeper.refuse(exec),
        }
    }
    match once(keeper, exec, Start::Exec, cancel)? {
        Once::Completed(done) => Ok(Some(done)),
        Once::Cancelled => Ok(None),
        Once::Unserved => Err(Failure::Cell("the cell talks nonsense".into())),
    }
}

/// What one attempt comes to.
enum Once {
    Completed(Completed),
    Cancelled,
    Unserved,
}

fn once(keeper: &mut Keeper, exec: &Exec, start: Start, cancel: &Cancel) -> Result<Once, Failure> {
    let (held, prepared, _lent) = keeper.ready(exec, start)?;
    prepared.send(&held, exec)?;
    let patience = exec.wall_after(exec.limits.cpu) + PATIENCE;
    let mut cancelled = false;
    let mut waited = match Watch::of(exec) {
        None => wait(held.socket.as_fd(), Some(cancel), patience),
        Some(watch) => wait_watching(&held, watch, cancel, patience),
    };
    if let Wait::Cancelled = waited {
        cancelled = true;
        held.request(&Request::Stop);
        waited = wait(held.socket.as_fd(), None, PATIENCE);
    }
    let reply = match waited {
        Wait::Ready => held.answer()?,
        Wait::Cancelled | Wait::TimedOut => return Err(keeper.kill_all()),
    };
    if let Answer::Unserved = reply {
        // Its cell goes: nobody else could use it.
        return Ok(if cancelled { Once::Cancelled } else { Once::Unserved });
    }
    // What failed does not come back.
    keeper.keep(held);
    match reply {
        _ if cancelled => Ok(Once::Cancelled),
        Answer::Done(facts) => {
            let (stdout, stderr) = (prepared.stdout, prepared.stderr);
            let completed = facts::complete(exec, &facts, Arc::clone(&stdout.file), Arc::clone(&stderr.file), seal)?;
            // A server may hold what its program had.
            if start == Start::Exec && exec.profile == Profile::Solution && keeper.level >= Level::Confined {
                keeper.outputs.give_back(stdout, &completed.stdout);
                keeper.outputs.give_back(stderr, &completed.stderr);
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
        // It ends at once and serves nothing.
        let launcher = Path::new("/bin/true");
        let note = Remembered::of(folder.path(), launcher, None);
        note.keep(Level::Measured);
        let config =
            Config { launcher: launcher.into(), level: None, landlock: None, notes: Some(folder.path().into()) };
        let sandbox = open(config.clone()).unwrap();
        assert_eq!(sandbox.level(), Level::Measured);
        assert!(matches!(sandbox.open(None), Err(Error::LevelLost(_))));
        assert_eq!(note.recall(), None);
        assert!(open(config).is_err(), "nothing works with this launcher");
    }
}
