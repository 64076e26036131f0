//! Which level works here: decided by building a cell and trying to escape from it, never by versions or settings.

use super::client::{Keeper, LinuxSandbox};
use super::note::Note;
use super::probe;
use crate::{
    CELL_ARGUMENT, Cancel, Cell, Completed, Config, EXERCISE, Error, Exec, Exit, Level, Limits, Profile, Sandbox, Stdin,
};
use std::io;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

/// The level asked for, or the highest whose probe fails to escape; the one that is remembered, to be proven before it is relied on.
pub fn open(config: Config) -> Result<Box<dyn Sandbox>, Error> {
    let Config { launcher, level: asked, landlock, notes } = config;
    let note = notes.map(|folder| Note::of(&folder, &launcher, asked));
    if let Some(level) = note.as_ref().and_then(Note::recall) {
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
pub fn doctor(launcher: &Path) -> Vec<(Level, Result<(), Error>)> {
    Level::ALL.map(|level| (level, attempt(launcher, level, None))).into()
}

/// Two launchers at once, each with a solution's cell and a tool's: what one takes away from the other shows here.
fn attempt(launcher: &Path, level: Level, landlock: Option<u32>) -> Result<(), Error> {
    let mut first = Keeper::open(launcher, level, landlock, None)?;
    let mut second = Keeper::open(launcher, level, landlock, None)?;
    prove(&mut first, launcher, level)?;
    for keeper in [&mut first, &mut second] {
        let exec = Exec { profile: Profile::Tool, ..exec(launcher, &[EXERCISE, "0"]) };
        let done = run(keeper, &exec)?;
        if done.outcome.exit != Exit::Code(0) {
            let reason = format!("level {} does not hold: a tool ended with {:?}", level.name(), done.outcome.exit);
            return Err(Error::Level { level, reason });
        }
    }
    Ok(())
}

/// Tries to escape from the keeper's cell.
///
/// # Errors
/// When it succeeds.
pub fn prove(keeper: &mut Keeper, launcher: &Path, level: Level) -> Result<(), Error> {
    let failed = |why: &str| Error::Level { level, reason: format!("level {} does not hold: {why}", level.name()) };
    if level >= Level::Confined {
        let done = run(keeper, &exec(launcher, &[probe::ARGUMENT, probe::ESCAPE]))?;
        let escapes =
            done.stdout.bytes(4096).map_err(|error| Error::system("cannot read what the probe wrote", error))?;
        let escapes = String::from_utf8_lossy(&escapes).trim_end().replace('\n', ", ");
        if done.outcome.exit != Exit::Code(0) || done.outcome.stopped.is_some() {
            return Err(failed(&format!("the probe ended with {:?}", done.outcome.exit)));
        }
        if !escapes.is_empty() {
            return Err(failed(&format!("a program in the cell could {escapes}")));
        }
    }
    let done = run(keeper, &exec(launcher, &[probe::ARGUMENT, probe::SIGNAL]))?;
    if done.outcome.exit != Exit::Signal(libc::SIGFPE) {
        return Err(failed(&format!("a program that raises a signal ended with {:?}", done.outcome.exit)));
    }
    let done = run(keeper, &exec(launcher, &[probe::ARGUMENT, probe::MEMORY]))?;
    if done.outcome.exit == Exit::Code(0) {
        return Err(failed("a program could use more memory than its limit"));
    }
    Ok(())
}

/// Generous with time: a slow machine is no reason to descend.
fn exec(launcher: &Path, what: &[&str]) -> Exec {
    Exec {
        program: launcher.into(),
        args: [CELL_ARGUMENT].iter().chain(what).map(Into::into).collect(),
        env: Vec::new(),
        stdin: Stdin::Empty,
        profile: Profile::Solution,
        readable: Vec::new(),
        scratch: None,
        limits: Limits {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(60),
            memory: probe::MEMORY_LIMIT,
            // What it may write may take memory, too: with little of it the probe meets its limit soon.
            output: 64 << 10,
            ..Limits::default()
        },
        crowding: 1,
    }
}

fn run(keeper: &mut Keeper, exec: &Exec) -> Result<Completed, Error> {
    let cancel = Cancel::new().map_err(|error| Error::system("cannot make a pipe", error))?;
    keeper.run(exec, &cancel)?.ok_or_else(|| Error::system("the probe", io::ErrorKind::Interrupted.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remembered_level_that_does_not_hold_fails_before_anything_runs_and_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        // It ends at once and serves nothing.
        let launcher = Path::new("/bin/true");
        let note = Note::of(folder.path(), launcher, None);
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
