//! The cell: a small process that runs programs one after the other, for one worker.
//!
//! # Theory of operation
//!
//! A cell is forked from the launcher, set up once for its [`CellSpec`], and then serves: it receives a [`Job`] with its
//! descriptors, starts the program (see `spawn`), sleeps until something happens, cleans up, and answers with the [`Facts`].
//!
//! *Waiting.* One `ppoll` on the [`Deaths`] of children and on our own socket. The time-out is the smaller of the wall time and the CPU time that
//! are left; when it rings, the program's CPU clock is read and the sleep begins anew with what is really left. So a busy loop costs one
//! wake-up, at its limit, and a sleeper one for each CPU limit's worth of wall time. Of runtimes and tools, which may be many processes, the
//! memory is looked at every 50 ms, and of tools what they hold in files without a name.
//!
//! *Cleaning.* The cell is the reaper of everything it started: as process 1 of its own pid namespace, or else as a subreaper. When the
//! program has ended, whatever is left is killed and waited for, and its usage added, before the answer goes out.
//!
//! *Dying.* The harness's end of the socket closes with the harness, however it ends. The cell reads that as end of file at any
//! moment, kills everything and exits. Should the cell itself be killed, its program gets the parent-death signal.

use super::cgroup::{Mark, Meters};
use super::landlock::Opened;
use super::messages::{CellSpec, Job, Reply, Request, Source};
use super::processes;
use super::spawn::{self, Pad};
use super::wire;
use crate::facts::{Facts, Killed};
use crate::{Level, Profile, wall_after};
use std::fs::File;
use std::io;
use std::mem;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr;
use std::time::{Duration, Instant};

/// A cell that is set up.
pub struct Cell {
    pub spec: CellSpec,
    pub socket: OwnedFd,
    pub deaths: Deaths,
    pub pad: Pad,
    /// Process 1 of a pid namespace: `kill(-1)` reaches all that is left, and nothing else.
    pub init: bool,
    pub population: Population,
    /// Cores the programs may use.
    pub cores: u32,
    /// The cell's cgroup, at the level that has one.
    pub meters: Option<Meters>,
    /// The program that came as a descriptor last.
    pub program: Option<Opened>,
}

/// Who else counts for the user of this cell's programs.
pub enum Population {
    /// The user exists in this cell alone, in which so many tasks of his are ours.
    Known(u32),
    /// Others run as this user, and come and go.
    Shared,
}

/// What ended the wait for a program.
enum Woken {
    /// It ended by itself.
    Ended,
    Killed(Killed),
    Stopped,
    /// The harness is gone.
    Orphaned,
}

impl Cell {
    /// Serves until the harness is gone. Never returns.
    pub fn serve(mut self) -> ! {
        let mut buffer = vec![0; wire::PACKET];
        loop {
            let (length, fds) = match wire::receive(self.socket.as_fd(), &mut buffer) {
                Ok(Some(packet)) => packet,
                Ok(None) => leave(0),
                Err(error) => self.broken(&format!("receiving a job: {error}")),
            };
            let job = match Request::read(&buffer[..length]) {
                // It was meant for a run that has just ended.
                Ok(Request::Stop | Request::End(_)) => continue,
                Ok(Request::Run(job)) => job,
                Err(error) => self.broken(&format!("reading a job: {error}")),
            };
            if fds.len() != job.descriptors() || job.program == Source::AsBefore && self.program.is_none() {
                self.broken("a job without its descriptors");
            }
            let reply = self.run(&job, fds);
            if self.answer(&reply).is_err() {
                leave(0);
            }
        }
    }

    pub fn answer(&self, reply: &Reply) -> io::Result<()> {
        wire::send(self.socket.as_fd(), &reply.write(), &[])
    }

    /// The cell cannot be trusted any more: says why and dies; the harness builds another one.
    fn broken(&self, why: &str) -> ! {
        // Nothing more can be done if the harness does not hear it: it sees the end of file.
        let _ = self.answer(&Reply::Broken(why.into()));
        leave(1)
    }

    fn run(&mut self, job: &Job, mut fds: Vec<OwnedFd>) -> Reply {
        if job.program == Source::Opened {
            let number = self.program.as_ref().map_or(0, |before| before.number + 1);
            self.program = fds.pop().map(|fd| Opened { fd, number });
        }
        let mark = match self.arm(job) {
            Ok(mark) => mark,
            Err(error) => self.broken(&format!("cgroup: {error}")),
        };
        let tasks = self.tasks(job);
        let limits = spawn::limits(&job.limits, self.spec.profile, self.spec.level, tasks, &self.pad.ceilings);
        let program = match job.program {
            Source::Path(_) => None,
            Source::Opened | Source::AsBefore => self.program.as_ref(),
        };
        let started = Instant::now();
        let child = match self.pad.start(job, &fds, program, &limits) {
            Ok(child) => child,
            Err(failure) => return Reply::NotStarted(failure.step.into(), failure.errno),
        };
        drop(fds);
        let mut peak = 0;
        let woken = self.wait(child, job, started, mark.as_ref(), &mut peak);
        let ended = monotonic();
        let result = self.clean_up(child, matches!(woken, Woken::Ended) && self.alone());
        let wall = started.elapsed();
        let (status, usage) = match result {
            Ok(result) => result,
            Err(why) => self.broken(&why),
        };
        let killed = match woken {
            Woken::Ended => Killed::No,
            Woken::Killed(why) => why,
            Woken::Stopped => return Reply::Cancelled,
            Woken::Orphaned => leave(0),
        };
        let mut facts =
            Facts { status, killed, cpu: usage.cpu, wall, ended, memory: usage.memory.max(peak), oom: false };
        if let Some(meters) = &mut self.meters {
            // Where there is no mark, whoever the kernel kills is the program itself, and is seen here.
            if mark.is_some() || libc::WIFSIGNALED(status) {
                facts.oom = meters.oom().unwrap_or(false);
            }
            if let Some(mark) = mark {
                facts.cpu = facts.cpu.max(meters.cpu_since(&mark));
            }
        }
        Reply::Done(facts)
    }

    /// A solution is one process: wait4 says it all, and to the byte what it says at the other levels. For the others the counters of the
    /// cgroup are marked.
    fn arm(&mut self, job: &Job) -> io::Result<Option<Mark>> {
        let limits = &job.limits;
        let Some(meters) = &mut self.meters else { return Ok(None) };
        meters.arm(limits.memory, limits.output, limits.processes.max(1))?;
        match self.spec.profile {
            Profile::Solution => Ok(None),
            Profile::Runtime | Profile::Tool => meters.mark().map(Some),
        }
    }

    /// How many tasks of the program's user exist already, for `RLIMIT_NPROC`, which counts all of a user's.
    fn tasks(&self, job: &Job) -> Option<u32> {
        match self.population {
            Population::Known(tasks) => Some(tasks),
            // Any number will do: one more than there are is none more.
            Population::Shared if job.limits.processes <= 1 => Some(0),
            // SAFETY: cannot fail.
            Population::Shared => processes::tasks_of_user(self.pad.uid.unwrap_or_else(|| unsafe { libc::getuid() })),
        }
    }

    /// Until it ends or has to be ended. `peak`: the most memory that was seen of the whole tree, where it can be one.
    fn wait(&self, child: libc::pid_t, job: &Job, started: Instant, mark: Option<&Mark>, peak: &mut u64) -> Woken {
        let limits = &job.limits;
        let watched = match self.spec.profile {
            Profile::Solution => false,
            Profile::Runtime | Profile::Tool => true,
        };
        let scratch = match self.spec.profile {
            Profile::Solution | Profile::Runtime => None,
            Profile::Tool => job.directory.as_ref().and_then(|folder| rustix::fs::stat(folder).ok()),
        };
        // So many cores can burn CPU time at once.
        let parallel = limits.processes.clamp(1, self.cores);
        let (mut used, mut cpu_left) = (Duration::ZERO, limits.cpu);
        let mut patience = Duration::from_millis(1);
        loop {
            let wall_left = wall_after(limits.wall, limits.crowding, used).saturating_sub(started.elapsed());
            if wall_left.is_zero() {
                return Woken::Killed(Killed::Wall);
            }
            let mut timeout = wall_left.min((cpu_left / parallel).max(patience));
            if watched {
                timeout = timeout.min(Duration::from_millis(50));
            }
            match self.poll(child, timeout) {
                Poll::Ended => return Woken::Ended,
                Poll::Socket => match self.interrupted() {
                    Some(woken) => return woken,
                    None => continue,
                },
                Poll::Nothing => {}
            }
            if watched {
                let now = self.meters.as_ref().map_or_else(|| processes::resident(self.init), Meters::used);
                *peak = now.max(*peak);
                // With a cgroup the kernel keeps the limit itself, but may kill another process than the first.
                if self.meters.as_ref().map_or(now > limits.memory, Meters::ran_out) {
                    return Woken::Killed(Killed::Memory);
                }
            }
            if scratch.is_some_and(|folder| processes::unlinked(folder.st_dev, self.init) > limits.scratch) {
                return Woken::Killed(Killed::Output);
            }
            used = match (self.spec.profile, &self.meters, mark) {
                (Profile::Solution, ..) => processes::cpu_clock(child),
                (Profile::Runtime | Profile::Tool, Some(meters), Some(mark)) => meters.cpu_since(mark),
                (Profile::Runtime | Profile::Tool, ..) => processes::cpu_of_tree(child, self.init),
            };
            let left = limits.cpu.saturating_sub(used);
            if left.is_zero() {
                return Woken::Killed(Killed::Cpu);
            }
            // Close to its limit and idle: look less and less often, at most 20 ms late.
            let idle = cpu_left.saturating_sub(left) < patience / 4;
            patience = if idle { (patience * 2).min(Duration::from_millis(20)) } else { Duration::from_millis(1) };
            cpu_left = left;
        }
    }

    fn poll(&self, child: libc::pid_t, timeout: Duration) -> Poll {
        let end = Instant::now() + timeout;
        loop {
            let mut watched = [self.deaths.0.as_raw_fd(), self.socket.as_raw_fd()].map(|fd| libc::pollfd {
                fd,
                events: libc::POLLIN,
                revents: 0,
            });
            let left = end.saturating_duration_since(Instant::now());
            let timeout = libc::timespec {
                tv_sec: left.as_secs().try_into().unwrap_or(libc::time_t::MAX),
                tv_nsec: left.subsec_nanos().into(),
            };
            // SAFETY: two live entries, a valid time, no signal mask.
            let ready = unsafe { libc::ppoll(watched.as_mut_ptr(), 2, &raw const timeout, ptr::null()) };
            if ready <= 0 {
                return Poll::Nothing;
            }
            if watched[0].revents == 0 {
                return Poll::Socket;
            }
            self.deaths.heard();
            if has_ended(child) {
                return Poll::Ended;
            }
        }
    }

    /// What the harness says while a program runs.
    fn interrupted(&self) -> Option<Woken> {
        let mut buffer = [0; 64];
        match wire::receive(self.socket.as_fd(), &mut buffer) {
            Ok(None) => Some(Woken::Orphaned),
            Ok(Some((length, _))) => match Request::read(&buffer[..length]) {
                Ok(Request::Stop) => Some(Woken::Stopped),
                Ok(Request::End(why)) => Some(Woken::Killed(why)),
                // Nothing else may come now; stopping is the safe answer.
                Ok(Request::Run(_)) | Err(_) => Some(Woken::Orphaned),
            },
            Err(_) => Some(Woken::Orphaned),
        }
    }

    /// Whether the filter lets this program have threads, but no other process.
    fn alone(&self) -> bool {
        self.spec.profile == Profile::Solution && self.spec.level >= Level::Confined
    }

    /// Kills and reaps the program and everything it left. The status of the program itself and the usage of all. `ended`: there can be
    /// nothing to kill.
    fn clean_up(&self, child: libc::pid_t, ended: bool) -> Result<(i32, Used), String> {
        if !ended {
            // Before it is reaped: its process group cannot be anybody else's yet.
            processes::kill(-child, self.pad.secret);
            processes::kill(child, self.pad.secret);
        }
        let mut used = Used::default();
        let mut status = None;
        let give_up = Instant::now() + Duration::from_secs(5);
        loop {
            match reap(status.is_none().then_some(child)) {
                Reaped::One(pid, how, usage) => {
                    if pid == child {
                        status = Some(how);
                    }
                    used.add(usage);
                }
                Reaped::NoneLeft => break,
                Reaped::NoneYet => {
                    if Instant::now() > give_up {
                        return Err("something that the program started cannot be killed".into());
                    }
                    processes::kill_rest(self.init, self.pad.secret);
                }
            }
        }
        let status = status.ok_or("the program was reaped by somebody else")?;
        Ok((status, used))
    }
}

/// Tells that a child ended, or was stopped: SIGCHLD, blocked, as a descriptor. A pidfd for each run would be the simpler way; since Linux 6.9
/// it is an inode of its own, made and freed, which is a tenth of the cost of a small run.
pub struct Deaths(OwnedFd);

impl AsFd for Deaths {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl Deaths {
    /// To be called before the filter of system calls is in force.
    pub fn listen() -> io::Result<Deaths> {
        // SAFETY: plain calls on a live set.
        let fd = unsafe {
            let mut set: libc::sigset_t = mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, libc::SIGCHLD);
            libc::sigprocmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut());
            libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK)
        };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: fresh and open.
        Ok(Deaths(unsafe { OwnedFd::from_raw_fd(fd) }))
    }

    /// Forgets what was told. It says only that there is something to look at: signals of one kind are one.
    pub fn heard(&self) {
        // SAFETY: all-zero bytes are a valid siginfo, and exactly one is read.
        unsafe {
            let mut info: libc::signalfd_siginfo = mem::zeroed();
            libc::read(self.0.as_raw_fd(), (&raw mut info).cast(), size_of::<libc::signalfd_siginfo>());
        }
    }
}

/// Whether a child is a zombie. It stays one.
fn has_ended(child: libc::pid_t) -> bool {
    let Ok(child) = libc::id_t::try_from(child) else { return false };
    // SAFETY: all-zero bytes are a valid siginfo; one is written, and its pid stays 0 when there is nothing to tell.
    unsafe {
        let mut info: libc::siginfo_t = mem::zeroed();
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, child, &raw mut info, flags) == 0 && info.si_pid() != 0
    }
}

enum Poll {
    Ended,
    Socket,
    Nothing,
}

/// What processes used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    pub cpu: Duration,
    /// Bytes.
    pub memory: u64,
}

impl Used {
    pub fn add(&mut self, other: Used) {
        self.cpu += other.cpu;
        self.memory = self.memory.max(other.memory);
    }
}

pub enum Reaped {
    One(libc::pid_t, i32, Used),
    /// There are children, and all are alive still.
    NoneYet,
    NoneLeft,
}

/// Waits for `pid`, or, without blocking, for any child.
pub fn reap(pid: Option<libc::pid_t>) -> Reaped {
    loop {
        let mut status = 0;
        // SAFETY: all-zero bytes are a valid rusage.
        let mut usage: libc::rusage = unsafe { mem::zeroed() };
        let flags = if pid.is_some() { libc::__WALL } else { libc::__WALL | libc::WNOHANG };
        // SAFETY: both pointers are to live values.
        let got = unsafe { libc::wait4(pid.unwrap_or(-1), &raw mut status, flags, &raw mut usage) };
        if got > 0 {
            let used = Used {
                cpu: time(usage.ru_utime) + time(usage.ru_stime),
                memory: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
            };
            return Reaped::One(got, status, used);
        }
        if got == 0 {
            return Reaped::NoneYet;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return Reaped::NoneLeft;
        }
    }
}

fn time(t: libc::timeval) -> Duration {
    Duration::from_secs(t.tv_sec.try_into().unwrap_or(0)) + Duration::from_micros(t.tv_usec.try_into().unwrap_or(0))
}

fn monotonic() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes to a live timespec; this clock is always there.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
    Duration::new(now.tv_sec.try_into().unwrap_or(0), now.tv_nsec.try_into().unwrap_or(0))
}

/// Ends this process at once: no destructors, no buffers; there is nothing that they could do in a forked process.
pub fn leave(code: i32) -> ! {
    // SAFETY: ends the process.
    unsafe { libc::_exit(code) }
}

/// An empty folder that nobody can write to, because it does not exist any more.
pub fn empty_folder() -> io::Result<OwnedFd> {
    let template = std::env::temp_dir().join("harness-empty-XXXXXX");
    let mut template = std::ffi::CString::new(std::os::unix::ffi::OsStringExt::into_vec(template.into_os_string()))?
        .into_bytes_with_nul();
    // SAFETY: a NUL-terminated buffer that mkdtemp may write to.
    let made = unsafe { libc::mkdtemp(template.as_mut_ptr().cast()) };
    if made.is_null() {
        return Err(io::Error::last_os_error());
    }
    template.pop();
    let path = std::path::PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(template));
    // Whoever the programs are, they may enter it.
    let open = std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o555));
    let folder = open.and_then(|()| File::open(&path));
    std::fs::remove_dir(&path)?;
    Ok(folder?.into())
}
