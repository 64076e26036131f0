//! Finds out whether a level works here, by building a cell and trying to escape from it, never by
//! versions or settings.

use super::cell_pool::CellPool;
use super::probe;
use crate::{CELL_ARGUMENT, Cancel, CompletedRun, EXERCISE, Error, Exec, Exit, Level, Limits, Profile, TRIAL_MEMORY};
use std::io;
use std::path::Path;
use std::time::Duration;

/// Tries a level out with two launchers at once, each with a solution's cell and a tool's: if one
/// takes something away from the other, it shows here.
pub(crate) fn attempt(launcher: &Path, level: Level, landlock: Option<u32>) -> Result<(), Error> {
    let mut first = CellPool::open(launcher, level, landlock, None)?;
    let mut second = CellPool::open(launcher, level, landlock, None)?;
    prove(&mut first, launcher, level)?;
    for pool in [&mut first, &mut second] {
        let exec = Exec { profile: Profile::Tool, ..exec(launcher, &[EXERCISE, "0"]) };
        let done = run(pool, &exec)?;
        if done.outcome.exit != Exit::Code(0) {
            let reason = format!("level {} does not hold: a tool ended with {:?}", level.name(), done.outcome.exit);
            return Err(Error::Level { level, reason, shortage: None });
        }
    }
    Ok(())
}

/// Tries to escape from the pool's cell.
///
/// # Errors
/// When an attempt succeeds.
pub(crate) fn prove(pool: &mut CellPool, launcher: &Path, level: Level) -> Result<(), Error> {
    let failed = |why: &str| {
        let reason = format!("level {} does not hold: {why}", level.name());
        Error::Level { level, reason, shortage: None }
    };
    // Below `confined` nothing is promised to fail.
    let what = if level >= Level::Confined { probe::ESCAPE } else { probe::SIGNAL };
    let done = run(pool, &exec(launcher, &[probe::ARGUMENT, what]))?;
    let escapes = done.stdout.bytes(4096).map_err(|error| Error::system("cannot read what the probe wrote", error))?;
    let escapes = String::from_utf8_lossy(&escapes).trim_end().replace('\n', ", ");
    if !escapes.is_empty() {
        return Err(failed(&format!("a program in the cell could {escapes}")));
    }
    if done.outcome.exit != Exit::Signal(libc::SIGFPE) || done.outcome.stopped.is_some() {
        return Err(failed(&format!("a program that raises a signal ended with {:?}", done.outcome.exit)));
    }
    let done = run(pool, &exec(launcher, &[probe::ARGUMENT, probe::MEMORY]))?;
    if done.outcome.exit == Exit::Code(0) {
        return Err(failed("a program could use more memory than its limit"));
    }
    Ok(())
}

/// The probe's run, with generous times: a slow machine is not a reason to descend.
fn exec(launcher: &Path, what: &[&str]) -> Exec {
    let limits = Limits {
        cpu: Duration::from_secs(10),
        wall: Duration::from_secs(60),
        memory: TRIAL_MEMORY,
        // Output may take memory too: with little of it the probe meets its limit sooner.
        output: 64 << 10,
        ..Limits::default()
    };
    let args = [CELL_ARGUMENT].iter().chain(what).map(Into::into).collect();
    Exec { args, ..Exec::new(launcher, Profile::Solution, limits) }
}

fn run(pool: &mut CellPool, exec: &Exec) -> Result<CompletedRun, Error> {
    let cancel = Cancel::new().map_err(|error| Error::system("cannot make a pipe", error))?;
    pool.run(exec, &cancel)?.ok_or_else(|| Error::system("the probe", io::ErrorKind::Interrupted.into()))
}
