//! The cell: a small process that runs programs one after the other, for one worker.
//!
//! # Theory of operation
//!
//! A cell is forked from the launcher, set up once for its [`CellSpec`], and then serves: it
//! receives a [`Job`] with its descriptors, starts the program (see `spawner`), sleeps until
//! something happens, cleans up, and answers with the [`Facts`].
//!
//! *Waiting.* One `ppoll` on the [`Deaths`] of children and on our own socket. The time-out is the
//! smaller of the wall time and the CPU time left, and a second at most. When it expires, the
//! program's CPU clock is read, and the sleep begins anew with what is really left. By how much a
//! sleep took longer than it should does not count: the machine was stopped. The memory of
//! runtimes, of tools, which may be many processes, and of solutions that may have threads is
//! checked at least every 50 ms. So is the space that a program with a folder holds in unlinked
//! files.
//!
//! *Cleaning.* The cell is the reaper of everything it started: as process 1 of its own pid
//! namespace, or else as a subreaper. When the program has ended, whatever is left is killed,
//! waited for and added to the usage before the answer goes out.
//!
//! *Dying.* The harness's end of the socket closes with the harness, however it ends. The cell
//! notices that end of file at any moment, kills everything and exits. If the cell itself is
//! killed, its program gets the parent-death signal.

use super::cgroup::{Mark, Meters};
use super::children::{Deaths, ProcessUsage, ReapOutcome, end_of, leave, reap};
use super::fork_server::{ControlSockets, ForkRefusal, ForkServer, ServerStart};
use super::landlock::OpenProgram;
use super::lost_time::LostTime;
use super::messages::{CellSpec, Job, ProgramSource, Reply, Request};
use super::oom::OomScore;
use super::process_tree::{self, KillScope};
use super::queue::Queue;
use super::ready::ready;
use super::socket;
use super::spawner::{self, Ceilings, Limit, Spawner};
use crate::facts::{Facts, Kill, Oom};
use crate::{Limits, Profile, Start, wall_after, wall_left};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// A cell that is set up.
pub(super) struct CellProcess {
    pub spec: CellSpec,
    pub socket: OwnedFd,
    pub deaths: Deaths,
    pub spawner: Spawner,
    /// Whether it is process 1 of a pid namespace: `kill(-1)` then reaches everything that is left,
    /// and nothing else.
    pub init: bool,
    pub user_tasks: UserTasks,
    /// Cores the programs may use.
    pub cores: u32,
    /// How many tasks its user had when they were last counted, with those that may come, and when.
    pub counted: Option<(Instant, u32)>,
    /// The files of the cell's cgroup, at the level that has one.
    pub meters: Option<Meters>,
    /// `None` where the kernel picks whom it kills by itself.
    pub oom_score: Option<OomScore>,
    /// The last program that came as a descriptor.
    pub program: Option<OpenProgram>,
    /// The program that serves forks of itself, in a cell made for one.
    pub server: Option<ForkServer>,
}

impl CellSpec {
    fn limits(&self, job: &Job, tasks: Option<u32>, ceilings: &Ceilings) -> Result<Vec<Limit>, Reply> {
        match spawner::too_low(&job.limits, self.profile, tasks, ceilings) {
            None => Ok(spawner::limits(&job.limits, self.profile, self.level, tasks, ceilings)),
            Some(why) => Err(Reply::NotStarted(why, None)),
        }
    }
}

/// Which other tasks count against the user of this cell's programs.
pub(super) enum UserTasks {
    /// The user exists in this cell alone, and this many of his tasks are ours.
    Tasks(u32),
    /// Other programs run as this user, and come and go.
    Shared,
}

/// What ended the wait for a program.
enum Wake {
    /// It ended by itself, by this signal if there is one.
    Ended(Option<i32>),
    Killed(Kill),
    Stopped,
    /// The harness is gone.
    HarnessGone,
}

impl CellProcess {
    /// Serves until the harness is gone. Never returns.
    pub(super) fn serve(mut self) -> ! {
        let mut buffer = vec![0; socket::PACKET];
        loop {
            let (job, fds) = match socket::receive(self.socket.as_fd(), &mut buffer) {
                Ok(Some((Request::Run(job), fds))) => (job, fds),
                // It was meant for a run that has just ended.
                Ok(Some((Request::Stop | Request::End(_), _))) => continue,
                Ok(None) => leave(0),
                Err(error) => self.broken(&format!("receiving a job: {error}")),
            };
            if fds.len() != job.descriptors() || job.program == ProgramSource::AsBefore && self.program.is_none() {
                self.broken("a job without its descriptors");
            }
            let reply = self.run(&job, fds);
            if self.answer(&reply).is_err() {
                leave(0);
            }
        }
    }

    pub(super) fn answer(&self, reply: &Reply) -> io::Result<()> {
        socket::send(self.socket.as_fd(), reply, &[])
    }

    /// The cell cannot be trusted any more: says why and dies; the harness builds another one.
    fn broken(&self, why: &str) -> ! {
        // Nothing more can be done if the harness does not hear it: it sees the end of file.
        let _ = self.answer(&Reply::Broken(why.into()));
        leave(1)
    }

    fn run(&mut self, job: &Job, mut fds: Vec<OwnedFd>) -> Reply {
        if job.program == ProgramSource::Opened {
            let number = self.program.as_ref().map_or(0, |before| before.number + 1);
            self.program = fds.pop().map(|fd| OpenProgram { fd, number });
        }
        let mark = match self.arm(job) {
            Ok(mark) => mark,
            Err(error) => self.broken(&format!("cgroup: {error}")),
        };
        let started = Instant::now();
        let child = match job.start {
            Start::Exec => self.start(job, &fds),
            Start::Fork => self.fork(job, &fds),
        };
        let child = match child {
            Ok(child) => child,
            Err(reply) => return reply,
        };
        drop(fds);
        let mut peak = 0;
        let woken = self.wait(child, job, started, mark.as_ref(), &mut peak);
        let seen = monotonic();
        // A kill before exec came from somebody outside, or from a machine out of memory. It says
        // nothing about the program.
        let ended = matches!(woken, Wake::Ended(_));
        let killed_before_exec = matches!(woken, Wake::Ended(Some(libc::SIGKILL)))
            && job.start == Start::Exec
            && process_tree::never_began(child);
        let beside = self.server.as_ref().map_or(Duration::ZERO, ForkServer::cpu);
        let result = match job.start {
            Start::Exec => self.clean_up(child, ended && self.alone()),
            Start::Fork => self.clean_up_fork(child, ended),
        };
        let wall = started.elapsed();
        let (status, usage) = match result {
            Ok(result) => result,
            Err(why) => self.broken(&why),
        };
        if killed_before_exec {
            self.broken("the program was killed before it began");
        }
        let killed = match woken {
            Wake::Ended(_) => Kill::No,
            Wake::Killed(why) => why,
            Wake::Stopped => return Reply::Cancelled,
            Wake::HarnessGone => leave(0),
        };
        let (cpu, memory) = (usage.cpu + beside, usage.memory.max(peak));
        let mut facts = Facts { status, killed, cpu, wall, ended: seen, memory, oom: Oom::No, start: job.start };
        if let Some(meters) = &mut self.meters {
            // Without a mark the kernel can only kill the program itself, and its status shows
            // that.
            if mark.is_some() || libc::WIFSIGNALED(status) {
                facts.oom = meters.oom().unwrap_or(Oom::No);
            }
            if let Some(mark) = mark {
                facts.cpu = facts.cpu.max(meters.cpu_since(&mark));
            }
        }
        Reply::Done(facts)
    }

    /// Starts the program of an ordinary run.
    fn start(&mut self, job: &Job, fds: &[OwnedFd]) -> Result<libc::pid_t, Reply> {
        self.end_server();
        let tasks = self.tasks(job);
        let limits = self.spec.limits(job, tasks, &self.spawner.ceilings)?;
        let program = program_of(job, self.program.as_ref());
        let started = OomScore::during(self.oom_score.as_ref(), || self.spawner.start(job, fds, program, &limits));
        started.map_err(|failure| Reply::NotStarted(failure.step.into(), Some(failure.errno)))
    }

    /// Has the program's server fork, and starts the server if need be.
    fn fork(&mut self, job: &Job, fds: &[OwnedFd]) -> Result<libc::pid_t, Reply> {
        // The server is one task more than the run's own, and the limit has to be exact.
        let (UserTasks::Tasks(tasks @ 1), Some(server)) = (&self.user_tasks, &mut self.server) else {
            return Err(Reply::Unserved("this cell is not for a program that serves".into()));
        };
        let limits = self.spec.limits(job, Some(tasks + 1), &self.spawner.ceilings)?;
        let program = program_of(job, self.program.as_ref());
        let begin = ServerStart { job, program, limits: &limits, init: self.init };
        let sockets = ControlSockets { harness: self.socket.as_fd(), deaths: &self.deaths };
        let child = || server.child(&mut self.spawner, &begin, fds, &sockets);
        let refused = match OomScore::during(self.oom_score.as_ref(), child) {
            Ok(child) => return Ok(child),
            Err(refused) => refused,
        };
        let interrupted = match refused {
            ForkRefusal::Unserved(_) => None,
            ForkRefusal::Interrupted => self.interrupted(),
        };
        // Also ends a child that nobody has heard of yet.
        self.end_server();
        Err(match (interrupted, refused) {
            (Some(Wake::HarnessGone), _) => leave(0),
            (Some(Wake::Stopped), _) => Reply::Cancelled,
            (_, ForkRefusal::Unserved(why)) => Reply::Unserved(why),
            (_, ForkRefusal::Interrupted) => Reply::Unserved("it was interrupted".into()),
        })
    }

    fn end_server(&mut self) {
        let ended = self.server.as_mut().map_or(Ok(()), |server| server.end(self.init, self.spawner.secret));
        if let Err(why) = ended {
            self.broken(&why);
        }
    }

    /// Sets the cgroup's limits, and marks its counters for profiles that may be many processes. A
    /// solution is one process: wait4 reports all of it, and to the byte what it reports at the
    /// other levels.
    fn arm(&mut self, job: &Job) -> io::Result<Option<Mark>> {
        let limits = &job.limits;
        let Some(meters) = &mut self.meters else { return Ok(None) };
        // A server is one task more, and an interpreter takes memory of its own.
        let (tasks, memory) = match (job.start, self.spec.profile) {
            (Start::Exec, _) => (0, 0),
            (Start::Fork, Profile::Solution) => (1, 0),
            (Start::Fork, Profile::Runtime | Profile::Forking | Profile::Tool) => (1, SERVER),
        };
        meters.arm(limits.memory.saturating_add(memory), limits.output, limits.processes.max(1) + tasks)?;
        match self.spec.profile {
            Profile::Solution => Ok(None),
            Profile::Runtime | Profile::Forking | Profile::Tool => meters.mark().map(Some),
        }
    }

    /// How many tasks of the program's user exist already, for `RLIMIT_NPROC`, which counts all of
    /// a user's.
    fn tasks(&mut self, job: &Job) -> Option<u32> {
        match self.user_tasks {
            UserTasks::Tasks(tasks) => Some(tasks),
            // Zero will do: the limit is then one, and the program itself counts as one.
            UserTasks::Shared if job.limits.processes <= 1 => Some(0),
            UserTasks::Shared => {
                let uid = self.spawner.uid.unwrap_or_else(|| rustix::process::getuid().as_raw());
                // The neighbours' allowance covers what has changed since the last count. A user of
                // the cell's own has none but the cell between two runs, unless a harness in
                // another network has a cell of the same number: then each run counts them anew.
                let may_come = self.spec.uid.is_none() && self.has_no_children();
                let own = u32::from(self.spawner.uid.is_none());
                let is_alone = |tasks: u32| self.spec.uid.is_some() && tasks <= own;
                let lasts = |(when, tasks): &(Instant, u32)| (may_come || is_alone(*tasks)) && when.elapsed() < RECENT;
                let recent = self.counted.filter(lasts);
                if let Some((_, tasks)) = recent {
                    return Some(tasks);
                }
                let now = process_tree::tasks_of_user(uid)?;
                let tasks = if may_come { now + NEIGHBOURS } else { now };
                self.counted = Some((Instant::now(), tasks));
                Some(tasks)
            }
        }
    }

    /// Waits until the program ends or has to be ended. `peak`: the most memory seen of the whole
    /// tree, where there can be one.
    fn wait(&self, child: libc::pid_t, job: &Job, started: Instant, mark: Option<&Mark>, peak: &mut u64) -> Wake {
        let limits = &job.limits;
        if job.start == Start::Fork
            && let Some(end) = end_of(child)
        {
            return Wake::Ended(end.terminating_signal());
        }
        // `/` is where a runtime that writes nothing thinks it is, not a folder to write in.
        let folder = job.directory.as_ref().filter(|folder| folder.as_c_str() != c"/");
        let scratch = folder.and_then(|folder| rustix::fs::stat(folder).ok());
        let watched = match self.spec.profile {
            // With threads the address-space limit includes their stacks, so it no longer bounds
            // what they use.
            Profile::Solution => scratch.is_some() || limits.processes > 1 && self.meters.is_none(),
            Profile::Runtime | Profile::Forking | Profile::Tool => true,
        };
        let tree = self.may_be_a_tree(limits);
        let mut look = FIRST_LOOK;
        let mut queue = Queue::default();
        // The most cores that can burn CPU time at once.
        let parallel = limits.processes.clamp(1, self.cores);
        let (mut used, mut cpu_left) = (Duration::ZERO, limits.cpu);
        let mut patience = Duration::from_millis(1);
        let mut lost = LostTime::default();
        loop {
            let wall = wall_after(limits.wall, job.core_wait, used);
            let queued = || if tree { queue.look(self.init) } else { process_tree::queued(child) };
            let wall_left =
                wall_left(job.core_wait.excusing(limits.wall), wall, lost.without(started.elapsed()), queued);
            if wall_left.is_zero() {
                // This process may have waited for a core itself since the program ended.
                return end_of(child).map_or(Wake::Killed(Kill::Wall), |end| Wake::Ended(end.terminating_signal()));
            }
            let longest = if watched { look } else { LostTime::LONGEST };
            let timeout = wall_left.min((cpu_left / parallel).max(patience)).min(longest);
            let asleep = Instant::now();
            match self.poll(child, timeout) {
                Poll::Ended(signal) => return Wake::Ended(signal),
                Poll::Socket => match self.interrupted() {
                    Some(woken) => return woken,
                    None => continue,
                },
                Poll::Nothing => lost.slept(timeout, asleep.elapsed()),
            }
            if tree {
                // A process that has ended can no longer say how long it waited.
                queue.look(self.init);
            }
            if watched {
                let now = match (job.start, &self.meters) {
                    // One process, whose memory does not include the server's.
                    (Start::Fork, _) => process_tree::resident_of(child),
                    (Start::Exec, Some(meters)) => meters.used(),
                    (Start::Exec, None) if tree => process_tree::resident(self.init, *peak),
                    (Start::Exec, None) => process_tree::resident_of(child),
                };
                *peak = now.max(*peak);
                // Where nothing but this look bounds its memory, it comes in time.
                let is_near = self.meters.is_none() && now > limits.memory / 2;
                look = if is_near { NEAR_LOOK } else { (look * 2).min(LAST_LOOK) };
                // With a cgroup the kernel enforces the limit itself, but may kill a process other
                // than the first.
                if self.meters.as_ref().map_or(now > limits.memory, Meters::ran_out) {
                    return Wake::Killed(Kill::Memory);
                }
            }
            if scratch.is_some_and(|folder| process_tree::unlinked(folder.st_dev, self.init) > limits.scratch) {
                return Wake::Killed(Kill::Output);
            }
            used = self.used(child, limits, mark);
            let left = limits.cpu.saturating_sub(used);
            if left.is_zero() {
                return Wake::Killed(Kill::Cpu);
            }
            // Close to its limit and idle: look less and less often, at most 20 ms late.
            let idle = cpu_left.saturating_sub(left) < patience / 4;
            patience = if idle { (patience * 2).min(Duration::from_millis(20)) } else { Duration::from_millis(1) };
            cpu_left = left;
        }
    }

    /// CPU time that a program has used so far, with everything it started.
    fn used(&self, child: libc::pid_t, limits: &Limits, mark: Option<&Mark>) -> Duration {
        match (self.spec.profile, &self.meters, mark) {
            _ if let Some(server) = self.server.as_ref().filter(|server| server.is_alive()) => {
                process_tree::cpu_clock(child) + server.cpu()
            }
            (Profile::Runtime | Profile::Forking | Profile::Tool, Some(meters), Some(mark)) => meters.cpu_since(mark),
            _ if self.may_be_a_tree(limits) => process_tree::cpu_of_tree(child, self.init),
            _ => process_tree::cpu_clock(child),
        }
    }

    fn poll(&self, child: libc::pid_t, timeout: Duration) -> Poll {
        let end = Instant::now() + timeout;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match ready([Some(self.deaths.as_fd()), Some(self.socket.as_fd())], [], left) {
                [false, false] => return Poll::Nothing,
                [false, true] => return Poll::Socket,
                [true, _] => {}
            }
            self.deaths.heard();
            if let Some(end) = end_of(child) {
                return Poll::Ended(end.terminating_signal());
            }
        }
    }

    /// Reads what the harness says while a program runs.
    fn interrupted(&self) -> Option<Wake> {
        match socket::receive(self.socket.as_fd(), &mut [0; 64]) {
            Ok(Some((Request::Stop, _))) => Some(Wake::Stopped),
            Ok(Some((Request::End(why), _))) => Some(Wake::Killed(why)),
            // Nothing else may come now, so it counts as the end of the harness, which is safe.
            Ok(None | Some((Request::Run(_), _))) | Err(_) => Some(Wake::HarnessGone),
        }
    }

    /// Whether a program may come to be several processes.
    fn may_be_a_tree(&self, limits: &Limits) -> bool {
        match self.spec.profile {
            Profile::Forking | Profile::Tool => true,
            Profile::Solution | Profile::Runtime => limits.processes > 1 && !self.has_no_children(),
        }
    }

    /// Whether the filter lets this program have threads, but no other process.
    fn alone(&self) -> bool {
        self.spec.profile == Profile::Solution && self.has_no_children()
    }

    /// Whether the filter keeps this program from starting another process.
    fn has_no_children(&self) -> bool {
        self.spawner.threads_only
    }

    /// Kills and reaps the program and everything it left. Returns the status of the program itself
    /// and the usage of everything. `ended`: nothing can be left to kill.
    fn clean_up(&self, child: libc::pid_t, ended: bool) -> Result<(i32, ProcessUsage), String> {
        if !ended {
            // Before it is reaped: its process group cannot be anybody else's yet.
            process_tree::kill(-child, self.spawner.secret);
            process_tree::kill(child, self.spawner.secret);
        }
        let (status, mut used) = reap_child(child)?;
        used.add(self.rest().reap(self.spawner.secret)?);
        Ok((status, used))
    }

    /// Does the same for a fork, whose server stays unless something is odd.
    fn clean_up_fork(&mut self, child: libc::pid_t, ended: bool) -> Result<(i32, ProcessUsage), String> {
        if !ended {
            process_tree::kill(child, self.spawner.secret);
        }
        let result = reap_child(child)?;
        if let Some(server) = self.server.as_mut().filter(|server| !ended || !server.is_sound()) {
            server.end(self.init, self.spawner.secret)?;
        }
        Ok(result)
    }

    /// Which processes may be left when a program has ended.
    fn rest(&self) -> KillScope {
        match self.spec.uid {
            _ if self.init => KillScope::Namespace,
            Some(uid) => KillScope::User(uid),
            None => KillScope::Descendants,
        }
    }
}

/// How many threads and processes the user's other programs may start during a run, where they
/// count against the limit of this one. A browser starts hundreds, and the program would be refused
/// a thread of its own. Threads that are too many are bounded by memory, and end with the program.
const NEIGHBOURS: u32 = 2048;

/// How long such a count holds: reading all of `/proc` takes longer than a small run.
const RECENT: Duration = Duration::from_secs(1);

/// How often a program's memory is looked at: soon after it began, later, and when it has half of
/// what it may have and nothing else holds it back.
const FIRST_LOOK: Duration = Duration::from_millis(5);
const LAST_LOOK: Duration = Duration::from_millis(50);
const NEAR_LOOK: Duration = Duration::from_millis(10);

/// Memory granted to an interpreter that serves, on top of its program's own. Bytes.
const SERVER: u64 = 64 << 20;

/// The program, if it came as a descriptor.
fn program_of<'a>(job: &Job, opened: Option<&'a OpenProgram>) -> Option<&'a OpenProgram> {
    match job.program {
        ProgramSource::Path(_) => None,
        ProgramSource::Opened | ProgramSource::AsBefore => opened,
    }
}

fn reap_child(child: libc::pid_t) -> Result<(i32, ProcessUsage), String> {
    match reap(Some(child)) {
        ReapOutcome::One(_, status, used) => Ok((status, used)),
        ReapOutcome::NoneYet | ReapOutcome::NoneLeft => Err("the program was reaped by somebody else".into()),
    }
}

enum Poll {
    Ended(Option<i32>),
    Socket,
    Nothing,
}

fn monotonic() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    Duration::new(now.tv_sec.try_into().unwrap_or(0), now.tv_nsec.try_into().unwrap_or(0))
}

/// Opens an empty folder that nobody can write to, because it no longer exists.
pub(crate) fn empty_folder() -> io::Result<OwnedFd> {
    // The harness's environment is not here, and a machine may have any of these read-only.
    empty_folder_in(["/tmp", "/var/tmp", "/dev/shm", "/run"].map(Path::new))
}

fn empty_folder_in(bases: [&Path; 4]) -> io::Result<OwnedFd> {
    let mut made = Err(io::ErrorKind::NotFound.into());
    for base in bases {
        made = made.or_else(|_| tempfile::Builder::new().prefix("harness-empty-").tempdir_in(base));
    }
    let folder = made?;
    // Whatever user the programs run as, they may enter it.
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o555))?;
    let open = File::open(folder.path())?;
    folder.close()?;
    Ok(open.into())
}

#[cfg(test)]
mod tests;
