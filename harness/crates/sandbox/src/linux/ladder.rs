//! Which level works here: decided by building a cell and trying to escape from it, never by versions or settings.

use super::client::{Keeper, LinuxSandbox};
use super::note::Note;
use super::probe;
use crate::{CELL_ARGUMENT, Cancel, Cell, Completed, Config, Exec, Level, Profile, Sandbox, Stdin};
use model::{ByteSize, Exit, Fault, FaultKind, Limits};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

/// The level asked for, or the highest whose probe fails to escape; the one that is remembered, to be proven before it is relied on.
pub fn open(config: Config) -> Result<Box<dyn Sandbox>, Fault> {
    let Config { launcher, level: asked, notes } = config;
    let note = notes.map(|folder| Note::of(&folder, &launcher, asked));
    if let Some(level) = note.as_ref().and_then(Note::recall) {
        return Ok(Box::new(LinuxSandbox { launcher, level, note, proven: OnceLock::new() }));
    }
    let level = match asked {
        Some(level) => attempt(&launcher, level).map(|()| level),
        None => {
            let mut result = Err(Fault::new(FaultKind::Sandbox, "there is no level"));
            for level in Level::ALL.into_iter().rev() {
                result = attempt(&launcher, level).map(|()| level);
                if result.is_ok() {
                    break;
                }
            }
            result
        }
    }?;
    if let Some(note) = &note {
        note.keep(level);
    }
    Ok(Box::new(LinuxSandbox { launcher, level, note, proven: OnceLock::from(Ok(())) }))
}

/// Every level, weakest first, with what keeps it from working and what would change that.
pub fn doctor(launcher: &Path) -> Vec<(Level, Result<(), Fault>)> {
    Level::ALL.map(|level| (level, attempt(launcher, level))).into()
}

fn attempt(launcher: &Path, level: Level) -> Result<(), Fault> {
    let mut keeper = Keeper::open(launcher, level, None).map_err(|fault| advise(fault, level))?;
    prove(&mut keeper, launcher, level)
}

/// Tries to escape from the keeper's cell.
///
/// # Errors
/// A sandbox fault when it succeeds.
pub fn prove(keeper: &mut Keeper, launcher: &Path, level: Level) -> Result<(), Fault> {
    let failed = |why: &str| {
        advise(Fault::new(FaultKind::Sandbox, format!("level {} does not hold: {why}", level.name())), level)
    };
    if level >= Level::Confined {
        let done = run(keeper, launcher, probe::ESCAPE)?;
        let escapes = done
            .stdout
            .bytes(4096)
            .map_err(|error| Fault::caused(FaultKind::Sandbox, "cannot read what the probe wrote", &error))?;
        let escapes = String::from_utf8_lossy(&escapes).trim_end().replace('\n', ", ");
        if done.outcome.exit != Exit::Code(0) || done.outcome.stopped.is_some() {
            return Err(failed(&format!("the probe ended with {:?}", done.outcome.exit)));
        }
        if !escapes.is_empty() {
            return Err(failed(&format!("a program in the cell could {escapes}")));
        }
    }
    let done = run(keeper, launcher, probe::MEMORY)?;
    if done.outcome.exit == Exit::Code(0) {
        return Err(failed("a program could use more memory than its limit"));
    }
    Ok(())
}

/// Says what to change to climb to `level`.
fn advise(fault: Fault, level: Level) -> Fault {
    match advice(level) {
        Some(hint) => fault.hint(hint),
        None => fault,
    }
}

/// What to change to climb to a level.
fn advice(level: Level) -> Option<&'static str> {
    match level {
        Level::Measured => None,
        Level::Confined => {
            Some("it needs a kernel from 5.13 with landlock, and a container that lets seccomp and landlock through")
        }
        Level::Full => Some(
            "allow user namespaces: `sysctl user.max_user_namespaces=15000`; on Ubuntu 24.04 \
             `sysctl kernel.apparmor_restrict_unprivileged_userns=0`; in Docker `--security-opt seccomp=unconfined`",
        ),
        Level::FullCgroup => Some(
            "run below a delegated cgroup: `systemd-run --user --scope -p Delegate=yes …`, or as root with writable controllers",
        ),
    }
}

/// Generous with time: a slow machine is no reason to descend.
fn run(keeper: &mut Keeper, launcher: &Path, what: &str) -> Result<Completed, Fault> {
    let exec = Exec {
        program: launcher.into(),
        args: [CELL_ARGUMENT, probe::ARGUMENT, what].map(Into::into).into(),
        env: Vec::new(),
        stdin: Stdin::Empty,
        profile: Profile::Solution,
        readable: Vec::new(),
        scratch: None,
        limits: Limits {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(60),
            memory: ByteSize(probe::MEMORY_LIMIT),
            // What it may write may take memory, too: with little of it the probe meets its limit soon.
            output: ByteSize::kib(64),
            ..Limits::default()
        },
        crowding: 1,
    };
    let cancel = Cancel::new().map_err(|error| Fault::caused(FaultKind::Sandbox, "cannot make a pipe", &error))?;
    keeper.run(&exec, &cancel)?.ok_or_else(|| Fault::new(FaultKind::Sandbox, "the probe was cancelled"))
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
        let config = Config { launcher: launcher.into(), level: None, notes: Some(folder.path().into()) };
        let sandbox = open(config.clone()).unwrap();
        assert_eq!(sandbox.level(), Level::Measured);
        let fault = sandbox.open(None).err().unwrap();
        assert_eq!(fault.kind, FaultKind::Sandbox);
        assert_eq!(fault.hint.as_deref(), Some("it worked before: run again to choose a level anew"));
        assert_eq!(note.recall(), None);
        assert!(open(config).is_err(), "nothing works with this launcher");
    }
}
