//! The sandbox on a Unix that is not Linux: level `measured`, plainly.
//!
//! The program is forked from the harness itself, so its reported memory cannot read lower than the harness's. It gets resource limits and a
//! process group of its own, which is killed at the end; a child that left the group escapes. The end is found by asking every few
//! milliseconds, a CPU limit by `RLIMIT_CPU` to the second. Interactive runs are not there. Cores are not pinned.

use super::facts::{self, Facts, Killed};
use super::{Cancel, Cell, Completed, CompletedPair, Config, EXERCISE, Exec, Level, Sandbox, Stdin, compute};
use crate::model::{ByteSize, Fault, FaultKind};
use std::fs::File;
use std::io;
use std::mem;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// There are no launchers here; what is asked for is an exercise.
pub fn cell_main() -> ! {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let rounds = match &arguments[..] {
        [task, rounds] if task == EXERCISE => rounds.parse().ok(),
        _ => None,
    };
    compute(rounds.unwrap_or(0));
    // SAFETY: ends the process.
    unsafe { libc::_exit(if rounds.is_some() { 0 } else { 2 }) }
}

pub fn open(config: Config) -> Result<Box<dyn Sandbox>, Fault> {
    match config.level {
        None | Some(Level::Measured) => Ok(Box::new(PortableSandbox)),
        Some(level @ (Level::Confined | Level::Full | Level::FullCgroup)) => Err(elsewhere(level)),
    }
}

pub fn doctor(_launcher: &Path) -> Vec<(Level, Result<(), Fault>)> {
    let works = |level| if level == Level::Measured { Ok(()) } else { Err(elsewhere(level)) };
    Level::ALL.map(|level| (level, works(level))).into()
}

fn elsewhere(level: Level) -> Fault {
    Fault::new(FaultKind::Sandbox, format!("level {} is built for Linux on x86-64 and ARM64 only", level.name()))
}

pub struct PortableSandbox;

impl Sandbox for PortableSandbox {
    fn level(&self) -> Level {
        Level::Measured
    }

    fn open(&self, _core: Option<usize>) -> Result<Box<dyn Cell>, Fault> {
        Ok(Box::new(PortableCell))
    }
}

struct PortableCell;

impl Cell for PortableCell {
    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Fault> {
        if cancel.is_raised() {
            return Ok(None);
        }
        let failed = |what: &str, error: &io::Error| Fault::caused(FaultKind::Sandbox, what, error);
        let output =
            || super::fake::unnamed_file().map_err(|error| failed("cannot make a file for the output", &error));
        let (stdout, stderr) = (output()?, output()?);
        let copy = |file: &File| file.try_clone().map_err(|error| failed("cannot make a file for the output", &error));
        let stdin = match &exec.stdin {
            Stdin::Empty => Path::new("/dev/null"),
            Stdin::File(path) => path,
        };
        let stdin = File::open(stdin)
            .map_err(|error| Fault::caused(FaultKind::Content, format!("cannot read {}", stdin.display()), &error))?;
        let mut command = Command::new(&exec.program);
        command.args(&exec.args).env_clear().envs(exec.env.iter().map(|(name, value)| (name, value)));
        command.stdin(stdin).stdout(copy(&stdout)?).stderr(copy(&stderr)?).process_group(0);
        command.current_dir(exec.scratch.as_deref().unwrap_or("/".as_ref()));
        let limits = limits(exec);
        // SAFETY: the closure makes system calls on copied values only.
        unsafe {
            command.pre_exec(move || {
                for (resource, value) in limits {
                    let limit = libc::rlimit { rlim_cur: value as libc::rlim_t, rlim_max: value as libc::rlim_t };
                    libc::setrlimit(resource, &raw const limit);
                }
                Ok(())
            });
        }
        let started = Instant::now();
        let child = command.spawn().map_err(|error| {
            Fault::caused(FaultKind::MissingTool, format!("cannot start {}", exec.program.display()), &error)
        })?;
        let pid = child.id().cast_signed();
        let mut killed = Killed::No;
        let mut cancelled = false;
        loop {
            let mut status = 0;
            // SAFETY: all-zero bytes are a valid rusage.
            let mut usage: libc::rusage = unsafe { mem::zeroed() };
            // SAFETY: our own child; both pointers are to live values.
            match unsafe { libc::wait4(pid, &raw mut status, libc::WNOHANG, &raw mut usage) } {
                0 => {}
                got if got == pid => {
                    let wall = started.elapsed();
                    // SAFETY: what is left of the program's own group.
                    unsafe { libc::kill(-pid, libc::SIGKILL) };
                    if cancelled {
                        return Ok(None);
                    }
                    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
                    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
                    let facts = Facts {
                        status,
                        killed,
                        cpu: time(usage.ru_utime) + time(usage.ru_stime),
                        wall,
                        ended: wall,
                        memory: usage.ru_maxrss as u64 * unit,
                        oom: false,
                    };
                    return facts::complete(exec, &facts, stdout, stderr).map(Some);
                }
                _ => return Err(failed("cannot wait for a program", &io::Error::last_os_error())),
            }
            cancelled |= cancel.is_raised();
            if started.elapsed() > exec.limits.wall && killed == Killed::No {
                killed = Killed::Wall;
            }
            if cancelled || killed != Killed::No {
                // SAFETY: our own child's group, not reaped yet.
                unsafe { libc::kill(-pid, libc::SIGKILL) };
            }
            std::thread::sleep((started.elapsed() / 50).clamp(Duration::from_micros(200), Duration::from_millis(5)));
        }
    }

    fn run_pair(
        &mut self,
        _first: &Exec,
        _second: &Exec,
        _wall: Duration,
        _transcript: ByteSize,
        _grace: Duration,
        _cancel: &Cancel,
    ) -> Result<Option<CompletedPair>, Fault> {
        Err(Fault::new(FaultKind::Sandbox, "interactive problems can be run on Linux only"))
    }
}

fn limits(exec: &Exec) -> [(libc::c_int, u64); 5] {
    let limits = &exec.limits;
    [
        (libc::RLIMIT_CPU as libc::c_int, limits.cpu.as_secs() + 1),
        (libc::RLIMIT_FSIZE as libc::c_int, limits.file_size.0.max(limits.output.0 + 1)),
        (libc::RLIMIT_STACK as libc::c_int, limits.stack.0),
        (libc::RLIMIT_NOFILE as libc::c_int, limits.open_files.into()),
        (libc::RLIMIT_CORE as libc::c_int, 0),
    ]
}
