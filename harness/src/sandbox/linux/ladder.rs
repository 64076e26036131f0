//! Which level works here: decided by building a cell and trying to escape from it, never by versions or settings.

use super::client::{Keeper, LinuxSandbox};
use super::probe;
use crate::model::{ByteSize, Exit, Fault, FaultKind, Limits};
use crate::sandbox::{CELL_ARGUMENT, Cancel, Cell, Completed, Config, Exec, Level, Profile, Sandbox, Stdin};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

/// The level asked for, or the highest whose probe fails to escape.
pub fn open(config: Config) -> Result<Box<dyn Sandbox>, Fault> {
    let level = match config.level {
        Some(level) => attempt(&config.launcher, level).map(|()| level),
        None => {
            let mut result = Err(Fault::new(FaultKind::Sandbox, "there is no level"));
            for level in Level::ALL.into_iter().rev() {
                result = attempt(&config.launcher, level).map(|()| level);
                if result.is_ok() {
                    break;
                }
            }
            result
        }
    }?;
    Ok(Box::new(LinuxSandbox { launcher: config.launcher, level }))
}

/// Every level, weakest first, with what keeps it from working and what would change that.
pub fn doctor(launcher: &Path) -> Vec<(Level, Result<(), String>)> {
    let say = |fault: Fault| match fault.hint {
        Some(hint) => format!("{}; {hint}", fault.message),
        None => fault.message,
    };
    Level::ALL.map(|level| (level, attempt(launcher, level).map_err(say))).into()
}

fn attempt(launcher: &Path, level: Level) -> Result<(), Fault> {
    let hint = advice(level);
    let with_hint = |fault: Fault| match hint {
        Some(hint) => fault.hint(hint),
        None => fault,
    };
    let mut keeper = Keeper::open(launcher, level, None).map_err(with_hint)?;
    if level >= Level::Confined {
        let done = run(&mut keeper, launcher, probe::ESCAPE)?;
        let mut escapes = vec![0; done.stdout.len.min(4096) as usize];
        done.stdout
            .file
            .read_exact_at(&mut escapes, 0)
            .map_err(|error| Fault::caused(FaultKind::Sandbox, "cannot read what the probe wrote", &error))?;
        let escapes = String::from_utf8_lossy(&escapes).trim_end().replace('\n', ", ");
        if done.outcome.exit != Exit::Code(0) || done.outcome.stopped.is_some() {
            return Err(with_hint(failed(level, &format!("the probe ended with {:?}", done.outcome.exit))));
        }
        if !escapes.is_empty() {
            return Err(with_hint(failed(level, &format!("a program in the cell could {escapes}"))));
        }
    }
    let done = run(&mut keeper, launcher, probe::MEMORY)?;
    if done.outcome.exit == Exit::Code(0) {
        return Err(with_hint(failed(level, "a program could use more memory than its limit")));
    }
    Ok(())
}

fn failed(level: Level, why: &str) -> Fault {
    Fault::new(FaultKind::Sandbox, format!("level {} does not hold: {why}", level.name()))
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
            ..Limits::default()
        },
    };
    let cancel = Cancel::new().map_err(|error| Fault::caused(FaultKind::Sandbox, "cannot make a pipe", &error))?;
    keeper.run(&exec, &cancel)?.ok_or_else(|| Fault::new(FaultKind::Sandbox, "the probe was cancelled"))
}
