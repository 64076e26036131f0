//! The launcher: one small process for each worker, which forks the worker's cells.
//!
//! # Theory of operation
//!
//! The harness starts its own binary again with a hidden first argument, so that cells are forked
//! from a fresh, small image: a child's `ru_maxrss` can never read lower than its parent's size
//! when it was started. The launcher gets a socket as its standard input. Each packet on it is a
//! [`CellSpec`] with one descriptor, the new cell's own socket. The launcher forks, and the child
//! becomes the cell and answers on that socket. The launcher itself never runs anything that is not
//! ours.
//!
//! It leads a process group of its own, so that the terminal's Ctrl-C reaches the harness alone.
//! When the harness is gone, however it ended, the launcher reads end of file, as every cell does
//! on its own socket. It waits for the cells to clean up, and kills those that do not finish in
//! time.

use super::cell::{self, CellProcess, UserTasks};
use super::cgroup::{self, Group, GroupParent, Meters};
use super::check;
use super::children::{Deaths, ForkSide, ReapOutcome, fork, leave, reap};
use super::credentials;
use super::fork_server::ForkServer;
use super::landlock::{self, Abi, Access, CellRulesets, Ruleset};
use super::messages::{CellSpec, Reply};
use super::namespaces::{self, View};
use super::oom::OomScore;
use super::probe;
use super::process_tree;
use super::ready::ready;
use super::rss::CellMemory;
use super::rule::OtherContainment;
use super::seccomp;
use super::socket;
use super::spawner::{self, Spawner};
use super::syscall::raw;
use crate::{EXERCISE, Level, Profile, compute};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::mem;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The launcher's `main`. With a further argument, that of one of the programs that come with it.
pub fn main() -> ! {
    let mut arguments = std::env::args_os().skip(2);
    let (task, detail) = (arguments.next(), arguments.next());
    match task.as_deref().and_then(OsStr::to_str) {
        Some(probe::ARGUMENT) => probe::main(detail.as_deref()),
        Some(EXERCISE) => {
            let rounds = detail.and_then(|rounds| rounds.to_str()?.parse().ok());
            compute(rounds.unwrap_or(0));
            leave(0)
        }
        Some(_) | None => {}
    }
    let scoped = task.is_some_and(|task| task == SCOPED);
    match prepare().and_then(|control| Ok((control, Deaths::listen()?))) {
        Ok((control, deaths)) => serve(control, deaths, scoped),
        // Nobody is listening: the harness sees its end of file.
        Err(_) => leave(1),
    }
}

/// The argument that says that systemd gave the launcher a cgroup of its own.
pub(super) const SCOPED: &str = "scoped";

fn serve(control: OwnedFd, deaths: Deaths, scoped: bool) -> ! {
    let mut buffer = vec![0; socket::PACKET];
    let mut cells = Cells { scoped, ..Cells::default() };
    loop {
        let [died, heard] = ready([Some(deaths.as_fd()), Some(control.as_fd())], [], Duration::MAX);
        if died {
            deaths.heard();
            cells.kill_strays(&deaths);
        }
        if !heard {
            continue;
        }
        let Ok(Some((spec, mut fds))) = socket::receive::<CellSpec>(control.as_fd(), &mut buffer) else { break };
        let Some(socket) = fds.pop() else { continue };
        match cells.fork(spec, socket) {
            Ok(None) => {}
            Ok(Some(new)) => {
                // The launcher's own descriptors are not the cell's business.
                drop((control, deaths));
                become_cell(new)
            }
            Err((socket, unfit)) => say(socket.as_fd(), &unfit),
        }
    }
    cells.end(&deaths)
}

/// What a process forked to become a cell needs.
struct NewCell {
    spec: CellSpec,
    socket: OwnedFd,
    meters: Option<Meters>,
    /// Whether it has a user namespace.
    users: bool,
}

/// The launcher's children, each with its cgroup where it has one.
#[derive(Default)]
struct Cells {
    alive: Vec<(libc::pid_t, Option<Group>)>,
    /// How many were ever made.
    made: u32,
    /// Whether systemd gave this process a cgroup.
    scoped: bool,
    /// Where their cgroups are, settled when the first cell needs one.
    home: Option<GroupParent>,
}

/// Sends a reply. If it cannot be sent, the harness is gone, and we shall see its end of file.
fn say(socket: BorrowedFd<'_>, reply: &Reply) {
    let _ = socket::send(socket, reply, &[]);
}

impl Cells {
    /// Forks the process that becomes the cell. Returns twice: in the launcher with nothing, in the
    /// new process with everything it needs.
    fn fork(&mut self, spec: CellSpec, socket: OwnedFd) -> Result<Option<NewCell>, (OwnedFd, Reply)> {
        self.made += 1;
        let name = cgroup::name(self.made);
        let group = (spec.level == Level::FullCgroup).then(|| {
            let home = match self.home.take() {
                Some(home) => home,
                None => GroupParent::settle(self.scoped)?,
            };
            Group::create(self.home.insert(home), &name)
        });
        let (group, meters) = match group.transpose() {
            Ok(Some((group, meters))) => (Some(group), Some(meters)),
            Ok(None) => (None, None),
            Err(why) => return Err((socket, Reply::Unfit(format!("cgroup: {why}"), None))),
        };
        let enroll = |pid| group.as_ref().map_or(Ok(()), |group| group.add(pid));
        let forked = match spec.level {
            Level::Measured | Level::Confined => fork(),
            Level::Full | Level::FullCgroup => namespaces::fork(spec.uid, enroll),
        };
        match forked {
            Err(error) => {
                if let Some(group) = group {
                    group.remove();
                }
                // ENOSPC is a rule of the machine: so many namespaces and no more.
                let shortage = error.raw_os_error().filter(|errno| [libc::EAGAIN, libc::ENOMEM].contains(errno));
                Err((socket, Reply::Unfit(format!("namespaces: {error}"), shortage)))
            }
            Ok(ForkSide::Launcher(pid)) => {
                self.alive.push((pid, group));
                Ok(None)
            }
            Ok(ForkSide::Cell { users }) => Ok(Some(NewCell { spec, socket, meters, users })),
        }
    }

    fn forget(&mut self, pid: libc::pid_t) {
        if let Some(at) = self.alive.iter().position(|(cell, _)| *cell == pid)
            && let (_, Some(group)) = self.alive.remove(at)
        {
            group.remove();
        }
    }

    /// Reaps the dead, kills what dead cells left, which is the launcher's by now, and waits for
    /// its end. A living cell cleans up by itself.
    fn kill_strays(&mut self, deaths: &Deaths) {
        let mut patience = None;
        loop {
            while let ReapOutcome::One(pid, ..) = reap(None) {
                self.forget(pid);
            }
            let strays = process_tree::strays(|pid| self.alive.iter().any(|(cell, _)| *cell == pid));
            if strays.is_empty() {
                return;
            }
            strays.iter().for_each(|pid| process_tree::kill(*pid, 0));
            // To find them takes long where there are many: the time to die in begins here.
            let patience = *patience.get_or_insert_with(|| Instant::now() + Duration::from_secs(2));
            if Instant::now() > patience {
                return;
            }
            // One that is not our child yet becomes it when its parent dies.
            ready([Some(deaths.as_fd())], [], Duration::from_millis(1));
            deaths.heard();
        }
    }

    /// Waits for the cells, which see the end of the harness themselves, and kills those that do
    /// not end in time.
    fn end(mut self, deaths: &Deaths) -> ! {
        let mut patience = Instant::now() + Duration::from_millis(700);
        let mut killed = false;
        while !self.alive.is_empty() {
            match reap(None) {
                ReapOutcome::One(pid, ..) => self.forget(pid),
                ReapOutcome::NoneYet if Instant::now() > patience => {
                    if killed {
                        break;
                    }
                    killed = true;
                    self.alive.iter().for_each(|(pid, _)| process_tree::kill(*pid, 0));
                    // Whatever dies with a killed cell takes a moment, and long on a busy machine.
                    // The harness waits for ten seconds in all.
                    patience = Instant::now() + Duration::from_secs(3);
                }
                ReapOutcome::NoneYet => {
                    ready([Some(deaths.as_fd())], [], patience.saturating_duration_since(Instant::now()));
                    deaths.heard();
                }
                ReapOutcome::NoneLeft => break,
            }
        }
        self.kill_strays(deaths);
        leave(0)
    }
}

/// Makes a clean slate, whatever the harness was started with: default signals, nothing on the
/// standard streams. Returns the socket.
fn prepare() -> io::Result<OwnedFd> {
    // SAFETY: no other thread exists yet; plain calls on live values. An all-zero action is the
    // default one. It is the bare call because the C library's wrapper refuses its own signals,
    // which somebody above us may have ignored. Signals 9 and 19 are refused, which is as good.
    unsafe {
        let default = [0usize; 4];
        for signal in 1..=64 {
            libc::syscall(libc::SYS_rt_sigaction, signal, default.as_ptr(), std::ptr::null::<usize>(), 8usize);
        }
        let mut none: libc::sigset_t = mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
        libc::umask(0o022);
    }
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    // Where the machine gives huge pages to everybody, which is Debian's default, a program that
    // touches a byte of each page has all of it: 64 MiB in place of 1. A kernel may have none.
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    // Standard input is the socket. `/dev/null` takes its place below.
    let control = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    // Close what the harness inherited and is not closed on exec: every run would copy it. Kernels
    // before 5.9 cannot. SAFETY: nothing in this process owns any descriptor but `control` and the
    // standard streams.
    unsafe {
        let own = control.as_raw_fd() as u32;
        libc::syscall(libc::SYS_close_range, 3u32, own - 1, 0);
        libc::syscall(libc::SYS_close_range, own + 1, u32::MAX, 0);
    }
    let null = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    rustix::stdio::dup2_stderr(&null)?;
    Ok(control)
}

fn become_cell(new: NewCell) -> ! {
    let NewCell { spec, socket, meters, users } = new;
    let oom_score = OomScore::choose();
    let memory = CellMemory::prepare(spec.profile);
    let prepared = || -> io::Result<_> {
        let deaths = Deaths::listen()?;
        let serves = spec.serves.is_some();
        Ok((deaths, serves.then(|| ForkServer::prepare(seccomp::secret()?)).transpose()?))
    };
    let prepared = check("descriptors", prepared());
    let serving = |server: &Option<ForkServer>| server.as_ref().map(|server| server.secret);
    match prepared.and_then(|(deaths, server)| Ok((deaths, set_up(&spec, users, serving(&server), memory)?, server))) {
        Ok((deaths, (spawner, user_tasks), server)) => {
            let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
            let cores = if spec.core.is_some() { 1 } else { u32::try_from(all()).unwrap_or(1) };
            let init = spec.level >= Level::Full;
            let cell = CellProcess {
                spec,
                socket,
                deaths,
                spawner,
                init,
                user_tasks,
                cores,
                counted: None,
                meters,
                oom_score,
                program: None,
                server,
            };
            let is_blind = !Path::new("/proc/self/stat").exists();
            match cell.answer(&Reply::Ready { is_blind }) {
                Ok(()) => cell.serve(),
                Err(_) => leave(1),
            }
        }
        Err(why) => {
            say(socket.as_fd(), &Reply::Unfit(why, None));
            leave(1)
        }
    }
}

/// Makes this process what the spec says. `users`: it has a user namespace. `serving`: the secret
/// with which its program forks itself, if it serves.
fn set_up(
    spec: &CellSpec,
    users: bool,
    serving: Option<u64>,
    memory: CellMemory,
) -> Result<(Spawner, UserTasks), String> {
    // It does not lead a process group, so this cannot be refused.
    let _ = rustix::process::setsid();
    let own = rustix::process::getpid();
    check("subreaper", rustix::process::set_child_subreaper(Some(own)))?;
    check("resource limits", spawner::limit_for_good())?;
    if let Some(core) = spec.core {
        pin(core);
    }
    let mut grants: Vec<_> = spec.readable.iter().map(|path| (path.into(), Access::Read)).collect();
    grants.extend(spec.scratch.iter().map(|path| (path.into(), Access::Write)));
    // Where nothing confines reading, a solution must not read what its user could not.
    let keep = match (spec.level, spec.profile) {
        (_, Profile::Solution) | (Level::Measured, Profile::Runtime | Profile::Forking) => None,
        (_, Profile::Runtime | Profile::Forking | Profile::Tool) => spec.uid.and_then(|_| credentials::reader()),
    };
    let (spawner, user_tasks) = match spec.level {
        Level::Measured => {
            let empty = check("an empty folder", cell::empty_folder())?;
            match spec.uid {
                // A root that runs programs as itself must not hand its rights on.
                None if rustix::process::geteuid().is_root() => credentials::drop_privileges(None, None)?,
                None => credentials::no_new_privileges()?,
                Some(_) => {
                    // The child changes its user later, and inherits these.
                    if keep.is_some() {
                        credentials::keep_capabilities()?;
                    }
                    credentials::no_new_privileges()?;
                }
            }
            stay_in(&empty)?;
            let mut spawner = Spawner::new(spec.uid, memory);
            spawner.keep = keep;
            refuse_processes(&mut spawner, spec.profile)?;
            (spawner, UserTasks::Shared)
        }
        Level::Confined => {
            let empty = check("an empty folder", cell::empty_folder())?;
            credentials::drop_privileges(spec.uid, keep)?;
            stay_in(&empty)?;
            let mut spawner = Spawner::new(None, memory);
            let libraries = namespaces::LIBRARIES.map(|path| (path.into(), Access::Read));
            grants.extend(libraries);
            confine(&mut spawner, spec, grants, false, serving)?;
            (spawner, UserTasks::Shared)
        }
        Level::Full | Level::FullCgroup => {
            // A solution sees `/proc` where landlock leaves it nothing there but its own streams,
            // and where the cell has to look at the files it holds open.
            let native = spec.profile == Profile::Solution;
            let proc = !native || spec.scratch.is_some() || Abi::detect(spec.landlock).is_some();
            let view = View { paths: grants.clone(), proc };
            let empty = namespaces::enter(&view)?;
            let uid = spec.uid.map(|uid| if users { namespaces::INSIDE } else { uid });
            // A tool reads what was handed to it, whoever else may not: the tests of a person whose
            // folders are private. A solution's files are ours, and readable.
            let keep = keep.filter(|_| spec.profile == Profile::Tool);
            credentials::drop_privileges(uid, keep)?;
            stay_in(&empty)?;
            let mut spawner = Spawner::new(None, memory);
            if native {
                let visible = namespaces::LIBRARIES.into_iter().chain(["/empty"]);
                grants.extend(visible.map(|path| (path.into(), Access::Read)));
            } else {
                grants.push(("/".into(), Access::Read));
            }
            confine(&mut spawner, spec, grants, true, serving)?;
            // The one task is this process. Without a user namespace the cells of other workers
            // count too; there are at most a few.
            (spawner, UserTasks::Tasks(if users { 1 } else { 64 }))
        }
    };
    // Last, because a change of user clears it.
    // SAFETY: no pointers; the secret, because the call is a guarded one by now.
    let done = unsafe { raw!(spawner.secret, libc::SYS_prctl, libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    if done < 0 {
        return Err("parent-death signal refused".into());
    }
    Ok((spawner, user_tasks))
}

fn stay_in(empty: &OwnedFd) -> Result<(), String> {
    check("an empty folder", rustix::process::fchdir(empty))
}

/// Keeps solutions and runtimes from starting processes where nothing else is contained. A
/// container may forbid filters: then the limit on processes is all there is.
fn refuse_processes(spawner: &mut Spawner, profile: Profile) -> Result<(), String> {
    match profile {
        Profile::Forking | Profile::Tool => return Ok(()),
        Profile::Solution | Profile::Runtime => {}
    }
    spawner.secret = check("random numbers", seccomp::secret())?;
    spawner.threads_only = seccomp::install(&seccomp::threads_only(spawner.secret)).is_ok();
    Ok(())
}

/// Sets up landlock and seccomp. `isolated`: signals cannot leave the pid namespace anyway, and
/// everything outside the scratch folder is mounted read-only.
fn confine(
    spawner: &mut Spawner,
    spec: &CellSpec,
    mut grants: Vec<(PathBuf, Access)>,
    isolated: bool,
    serving: Option<u64>,
) -> Result<(), String> {
    grants.extend(namespaces::DEVICES.map(|path| (path.into(), Access::Write)));
    spawner.secret = check("random numbers", seccomp::secret())?;
    let (scoped, truncation) = match Abi::detect(spec.landlock) {
        Some(abi) => {
            let scoped = check("landlock", Ruleset::new(abi, spawner.secret))?.scoped;
            // A program that sees the machine's files could open the inputs of its earlier runs.
            let inputs = if isolated { landlock::INPUTS } else { 1 };
            spawner.rulesets = Some(CellRulesets::new(abi, grants, spawner.secret, inputs));
            // A program can open its input again, and that lies on no read-only mount. So landlock
            // must know truncation, too.
            (scoped, abi.knows_truncation())
        }
        // The root folder confines files already, and inputs are copies.
        None if isolated => (false, true),
        None => {
            return Err("this kernel has no landlock (5.13 or later, and `landlock` among its security modules)".into());
        }
    };
    let others = OtherContainment { signals: isolated || scoped, modes: isolated, truncation };
    spawner.own_signals = (!others.signals).then(seccomp::own_signals);
    let filter = seccomp::assemble(spec.profile, others, spawner.secret, serving);
    spawner.threads_only = matches!(spec.profile, Profile::Solution | Profile::Runtime);
    check("seccomp", seccomp::install(&filter))
}

/// Ties this process and everything it starts to one core. Best effort: if a container forbids it,
/// times are only noisier.
fn pin(core: u32) {
    let mut set = rustix::thread::CpuSet::new();
    if (core as usize) < rustix::thread::CpuSet::MAX_CPU {
        set.set(core as usize);
        let _ = rustix::thread::sched_setaffinity(None, &set);
    }
}
