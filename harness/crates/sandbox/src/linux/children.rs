//! Children of this process: learning of their end, reaping them, and ending oneself.

use rustix::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use rustix::process::{Pid, WaitId, WaitIdOptions, WaitIdStatus};
use std::io;
use std::mem;
use std::ptr;
use std::time::Duration;

/// Reports that a child ended or was stopped: SIGCHLD, blocked, as a descriptor. A pidfd for each
/// run would be simpler. But since Linux 6.9 each one is an inode of its own, and making and
/// freeing it is a tenth of the cost of a small run.
pub(crate) struct Deaths(OwnedFd);

impl Deaths {
    /// Call before the system-call filter is in force.
    pub(super) fn listen() -> io::Result<Deaths> {
        // SAFETY: plain calls on a live set.
        let fd = unsafe {
            let mut set: libc::sigset_t = mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, libc::SIGCHLD);
            libc::sigprocmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut());
            let fd = libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(fd)
        };
        Ok(Deaths(fd))
    }

    /// Takes the signal that is pending. It says only that there is something to look at: signals
    /// of one kind are merged.
    pub(super) fn heard(&self) {
        // If there is nothing to read, there is nothing to take.
        let _ = rustix::io::read(&self.0, &mut [0u8; size_of::<libc::signalfd_siginfo>()]);
    }
}

impl AsFd for Deaths {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// How a child ended, if it is a zombie. It stays one.
pub(crate) fn end_of(child: libc::pid_t) -> Option<WaitIdStatus> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let child = Pid::from_raw(child).map(WaitId::Pid)?;
    rustix::process::waitid(child, options).ok()?
}

/// Whether this is a child of ours, dead or alive.
pub(crate) fn is_child(pid: libc::pid_t) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let child = Pid::from_raw(pid).map(WaitId::Pid);
    child.is_some_and(|child| rustix::process::waitid(child, options).is_ok())
}

/// What processes used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProcessUsage {
    pub cpu: Duration,
    /// Bytes.
    pub memory: u64,
}

impl ProcessUsage {
    pub(super) fn add(&mut self, other: ProcessUsage) {
        self.cpu += other.cpu;
        self.memory = self.memory.max(other.memory);
    }
}

pub(crate) enum ReapOutcome {
    One(libc::pid_t, i32, ProcessUsage),
    /// There are children, and all are still alive.
    NoneYet,
    NoneLeft,
}

/// Waits for `pid`, or, without one, reaps any child without blocking.
pub(crate) fn reap(pid: Option<libc::pid_t>) -> ReapOutcome {
    loop {
        let mut status = 0;
        let flags = if pid.is_some() { libc::__WALL } else { libc::__WALL | libc::WNOHANG };
        // SAFETY: all-zero bytes are a valid rusage; both pointers are to live values.
        let (got, usage) = unsafe {
            let mut usage: libc::rusage = mem::zeroed();
            (libc::wait4(pid.unwrap_or(-1), &raw mut status, flags, &raw mut usage), usage)
        };
        if got > 0 {
            let used = ProcessUsage {
                cpu: time(usage.ru_utime) + time(usage.ru_stime),
                memory: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
            };
            return ReapOutcome::One(got, status, used);
        }
        if got == 0 {
            return ReapOutcome::NoneYet;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return ReapOutcome::NoneLeft;
        }
    }
}

fn time(t: libc::timeval) -> Duration {
    Duration::from_secs(t.tv_sec.try_into().unwrap_or(0)) + Duration::from_micros(t.tv_usec.try_into().unwrap_or(0))
}

/// Which side of a fork this is.
pub(crate) enum ForkSide {
    Launcher(libc::pid_t),
    Cell {
        /// It has a user namespace.
        users: bool,
    },
}

/// Forks without new namespaces.
pub(crate) fn fork() -> io::Result<ForkSide> {
    // SAFETY: this process has one thread, so the child may do everything that we may.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(ForkSide::Cell { users: false }),
        pid => Ok(ForkSide::Launcher(pid)),
    }
}

/// Ends this process at once, without running destructors or flushing buffers: in a forked process
/// they have nothing to do.
pub(crate) fn leave(code: i32) -> ! {
    // SAFETY: ends the process.
    unsafe { libc::_exit(code) }
}
