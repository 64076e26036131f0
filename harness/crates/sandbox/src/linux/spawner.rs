//! Starts one program from a cell.
//!
//! # Theory of operation
//!
//! `clone(CLONE_VM | CLONE_VFORK)`: the child runs in the cell's memory, on a stack of its own,
//! while the cell is suspended, until it execs or dies. Nothing is copied, so starting costs the
//! same whatever the cell's size. A step that fails is simply written into the shared [`Setup`] for
//! the cell to read.
//!
//! Between clone and exec the child may only make raw system calls: the allocator, locks and
//! `errno` belong to the suspended cell. So [`child`] allocates nothing, cannot panic, and works
//! from pointers laid out beforehand.
//!
//! Every call carries the cell's secret as its sixth argument, a register that none of these calls
//! uses. The seccomp filter of a confined cell lets the calls that programs must not have (process
//! creation, exec, limits …) pass only with it; see `seccomp`.

use super::children::reap;
use super::credentials::{self, DAC_READ_SEARCH, Reader};
use super::landlock::{ADD_RULE, Beneath, CellRulesets, OWN_ENVIRON, OWN_MAPS, OpenProgram, PATH_BENEATH};
use super::messages::{Job, ProgramSource};
use super::priority::Scheduling;
use super::rss::{self, CellMemory};
use super::seccomp::PID;
use super::syscall::{clone_vfork, raw};
use crate::{Level, Limits, Profile};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::ffi::{CString, c_char};
use std::io;
use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::ptr;
use std::time::Duration;

/// A step before the program's first instruction failed.
#[derive(Debug)]
pub(super) struct StartError {
    pub step: &'static str,
    pub errno: i32,
}

/// What the cell's children start from: their stack before exec, the secret, and the user to
/// become.
pub(super) struct Spawner {
    stack: Vec<u128>,
    /// Sixth argument of every guarded system call.
    pub secret: u64,
    /// The user a program becomes. The cell itself stays root in that case.
    pub uid: Option<u32>,
    /// What that user may do beyond others.
    pub keep: Option<Reader>,
    /// What confines each program's view of files. `None` at level `measured`.
    pub rulesets: Option<CellRulesets>,
    pub ceilings: Ceilings,
    /// The filter that contains each program's signals, where nothing else does.
    pub own_signals: Option<[libc::sock_filter; 9]>,
    /// Whether a filter keeps the programs from starting another process.
    pub threads_only: bool,
    /// The programs' priority, where the cell has a real-time one.
    scheduling: Option<Scheduling>,
    memory: CellMemory,
}

/// Enough for a function that calls nothing: 64 KiB.
const STACK: usize = 64 * 1024 / size_of::<u128>();

/// Address space beyond the memory limit: code, libraries, stack guard and the loader's
/// reservations, which are not the program's fault.
pub(super) const ADDRESS_SLACK: u64 = 64 << 20;

impl Spawner {
    pub(super) fn new(uid: Option<u32>, memory: CellMemory) -> Spawner {
        Spawner {
            stack: vec![0; STACK],
            secret: 0,
            uid,
            keep: None,
            rulesets: None,
            ceilings: Ceilings::here(),
            own_signals: None,
            threads_only: false,
            scheduling: Scheduling::of_programs(),
            memory,
        }
    }

    /// Starts the child of `job`, with `fds` (stdin, stdout, stderr), and `program` where the job
    /// has no path to it. The caller has to wait for it.
    pub(super) fn start(
        &mut self,
        job: &Job,
        fds: &[OwnedFd],
        program: Option<&OpenProgram>,
        limits: &[Limit],
    ) -> Result<libc::pid_t, StartError> {
        let argv = pointers(&job.argv);
        let env = pointers(&job.env);
        let ruleset = match &mut self.rulesets {
            None => -1,
            Some(rulesets) => rulesets.around(program, fds[0].as_fd(), job.own_maps).map_err(|error| StartError {
                step: "landlock ruleset",
                errno: error.raw_os_error().unwrap_or(libc::EINVAL),
            })?,
        };
        let signals = self
            .own_signals
            .as_mut()
            .map(|filter| libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() });
        let (unchanged, mark) = self.memory.for_next_start();
        let mut setup = Setup {
            stdio: [fds[0].as_raw_fd(), fds[1].as_raw_fd(), fds[2].as_raw_fd()],
            program: program.map_or(-1, |program| program.fd.as_raw_fd()),
            path: match &job.program {
                ProgramSource::Path(path) => path.as_ptr(),
                ProgramSource::Opened | ProgramSource::AsBefore => c"".as_ptr(),
            },
            argv: argv.as_ptr(),
            env: env.as_ptr(),
            directory: job.directory.as_ref().map_or(ptr::null(), |path| path.as_ptr()),
            limits: limits.as_ptr(),
            limit_count: limits.len(),
            uid: self.uid.unwrap_or(u32::MAX),
            keep: self.keep.as_ref().map_or(ptr::null(), |Reader(data)| data.as_ptr()),
            ruleset,
            maps: if job.own_maps && ruleset >= 0 { OWN_MAPS.as_ptr() } else { ptr::null() },
            environ: OWN_ENVIRON.as_ptr(),
            readable: Beneath::READABLE,
            scheduling: self.scheduling.as_ref().map_or(ptr::null(), ptr::from_ref),
            signals: signals.as_ref().map_or(ptr::null(), ptr::from_ref),
            unchanged: unchanged.as_ptr(),
            unchanged_count: unchanged.len(),
            mark: mark.map_or(-1, AsRawFd::as_raw_fd),
            secret: self.secret as usize,
            failed: Step::Begin,
            errno: 0,
        };
        // A program file that is still open for writing, because another thread's fork copied the
        // compiler's descriptor, is busy only for moments. A child that was killed on the way is
        // started again.
        let mut patience = 100;
        loop {
            match self.clone(&mut setup) {
                Err(failure) if [libc::ETXTBSY, libc::EINTR].contains(&failure.errno) && patience > 0 => {
                    patience -= 1;
                    std::thread::sleep(Duration::from_millis(1));
                }
                result => return result,
            }
        }
    }

    fn clone(&mut self, start: &mut Setup) -> Result<libc::pid_t, StartError> {
        let flags = (libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD) as usize;
        (start.failed, start.errno) = (Step::Begin, libc::EINTR);
        // SAFETY: the stack is ours, alive and used by nobody else; `start` and everything it
        // points to outlive the call, because CLONE_VFORK suspends us until the child has left our
        // memory.
        let pid = unsafe {
            let top = self.stack.as_mut_ptr().add(STACK).cast();
            clone_vfork(flags, top, self.secret as usize, child, start)
        };
        if pid < 0 {
            return Err(StartError { step: "clone", errno: -pid as i32 });
        }
        let pid = pid as libc::pid_t;
        if start.failed == Step::None {
            return Ok(pid);
        }
        // The child is about to exit.
        let _ = reap(Some(pid));
        Err(StartError { step: start.failed.name(), errno: start.errno })
    }
}

/// One resource limit, soft and hard.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    resource: usize,
    value: [u64; 2],
}

/// The cell's own hard limits: nothing higher can be set.
pub(super) struct Ceilings([u64; 16]);

impl Ceilings {
    pub(super) fn here() -> Ceilings {
        let mut all = [u64::MAX; 16];
        for resource in LIMITED {
            if let Some(most) = getrlimit(resource).maximum {
                all[resource as usize] = most;
            }
        }
        Ceilings(all)
    }
}

/// Sets the limits that are the same for every run: the cell's own, which programs inherit.
///
/// # Errors
/// None is known: limits are only lowered.
pub(super) fn limit_for_good() -> io::Result<()> {
    for (resource, most) in [(Resource::Core, 0), (Resource::Memlock, 64 << 10), (Resource::Msgqueue, 0)] {
        let most = getrlimit(resource).maximum.map_or(most, |now| now.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

/// The resources that a run limits; see [`limits`]. All that a program can notice are here: one
/// that is missing would come from whoever started the harness, and become part of a verdict.
const LIMITED: [Resource; 7] =
    [Resource::Cpu, Resource::Fsize, Resource::Stack, Resource::As, Resource::Data, Resource::Nofile, Resource::Nproc];

/// Returns the limits of a run. They are backstops where something finer exists (deadlines by the
/// process clock, a cgroup), and the only means elsewhere.
///
/// `tasks` is how many processes and threads may count against the user before this run's own,
/// `None` when that is unknown.
pub(super) fn limits(
    job: &Limits,
    profile: Profile,
    level: Level,
    tasks: Option<u32>,
    ceilings: &Ceilings,
) -> Vec<Limit> {
    let mut all = Vec::with_capacity(12);
    let mut set = |resource: Resource, soft: u64, hard: u64| {
        let resource = resource as usize;
        let ceiling = ceilings.0[resource];
        all.push(Limit { resource, value: [soft.min(ceiling), hard.min(ceiling)] });
    };
    let seconds = latest_cpu(job.cpu);
    set(Resource::Cpu, seconds, seconds.saturating_add(1));
    let size = largest_file(job, profile);
    set(Resource::Fsize, size, size);
    set(Resource::Stack, job.stack, job.stack);
    // With a cgroup the kernel counts what is used. Without one, limiting what is reserved has to
    // do. See `memory`. Everywhere else the limit is lifted: an inherited one would count against
    // the program.
    let space = match profile {
        Profile::Solution if level < Level::FullCgroup => address_space(job, profile),
        Profile::Solution | Profile::Runtime | Profile::Forking | Profile::Tool => u64::MAX,
    };
    set(Resource::As, space, space);
    set(Resource::Data, u64::MAX, u64::MAX);
    set(Resource::Nofile, job.open_files.into(), job.open_files.into());
    // Signals that wait, and timers, are counted for each user. Where the user exists in this cell
    // alone, one run cannot take those of the others. Elsewhere a lower limit would only be used up
    // sooner.
    if level >= Level::Full {
        set(Resource::Sigpending, PENDING, PENDING);
    }
    if let Some(tasks) = tasks {
        let tasks = u64::from(tasks) + u64::from(job.processes.max(1));
        set(Resource::Nproc, tasks, tasks);
    }
    all
}

/// The CPU time, in whole seconds, at which the kernel itself ends a program. The deadline comes
/// first: the kernel goes by whole ticks here, and calls a tick a program's that has run for a part
/// of it. On a crowded machine a program had 62 s by that count that had computed for 58.
fn latest_cpu(cpu: Duration) -> u64 {
    cpu.as_secs().saturating_add(1).saturating_mul(3).saturating_add(10)
}

/// Signals that may wait for one run, its timers included: the limits of a hundred runs are
/// together what Linux allows a user on a machine of 24 GiB.
const PENDING: u64 = 1024;

/// The address space that a run needs, in bytes. Runtimes and compilers reserve much more than they
/// use, some of them without a bound.
fn address_space(job: &Limits, profile: Profile) -> u64 {
    match profile {
        Profile::Solution => {
            // A thread reserves as much for its stack as the first one may have.
            let stacks = job.stack.saturating_mul(u64::from(job.processes.saturating_sub(1)));
            job.memory.saturating_add(ADDRESS_SLACK).saturating_add(stacks)
        }
        Profile::Runtime | Profile::Forking | Profile::Tool => u64::MAX,
    }
}

/// The largest file a run may write. At least one byte more than the output cap, so that a file
/// longer than the cap shows that the cap was passed, whatever became of the write.
fn largest_file(job: &Limits, profile: Profile) -> u64 {
    let writable = match profile {
        Profile::Solution | Profile::Runtime | Profile::Forking => 0,
        Profile::Tool => job.file_size,
    };
    writable.max(job.output.saturating_add(1))
}

/// Says why a run cannot have its limits: whoever started the harness has lower ones, and the
/// outcome would not be a verdict on the program. `tasks`: see [`limits`].
pub(super) fn too_low(job: &Limits, profile: Profile, tasks: Option<u32>, ceilings: &Ceilings) -> Option<String> {
    // Tools get as much stack and as many files as there are, but no tool does with fewer than
    // these.
    let (stack, files) = match profile {
        Profile::Tool => (0, job.open_files.min(TOOL_FILES)),
        Profile::Solution | Profile::Runtime | Profile::Forking => (job.stack, job.open_files),
    };
    let space = address_space(job, profile);
    let tasks = tasks.map_or(0, |tasks| u64::from(tasks) + u64::from(job.processes.max(1)));
    let wanted = [
        (Resource::Cpu, job.cpu.as_secs().saturating_add(1), "seconds of CPU time", "t"),
        (Resource::Fsize, largest_file(job, profile), "bytes in a file", "f"),
        (Resource::Stack, stack, "bytes of stack", "s"),
        (Resource::As, space, "bytes of address space", "v"),
        (Resource::Data, space, "bytes of data", "d"),
        (Resource::Nofile, files.into(), "open files", "n"),
        (Resource::Nproc, tasks, "processes and threads of this user", "u"),
    ];
    wanted.into_iter().find_map(|(resource, wanted, unit, option)| {
        let most = ceilings.0[resource as usize];
        let wanted_words = if wanted == u64::MAX { "unlimited".to_owned() } else { wanted.to_string() };
        (most < wanted).then(|| format!("{wanted_words} {unit} are more than the {most} of `ulimit -H{option}`"))
    })
}

/// Files that a compiler needs at least.
const TOOL_FILES: u32 = 64;

/// What the child needs, and where it reports what failed.
#[repr(C)]
pub(super) struct Setup {
    stdio: [RawFd; 3],
    program: RawFd,
    path: *const c_char,
    argv: *const *const c_char,
    env: *const *const c_char,
    directory: *const c_char,
    limits: *const Limit,
    limit_count: usize,
    uid: u32,
    keep: *const u32,
    ruleset: RawFd,
    /// The path of a file that the child lets itself read, or null, and the rule for it.
    maps: *const c_char,
    /// Another one, where `maps` is not null.
    environ: *const c_char,
    readable: Beneath,
    scheduling: *const Scheduling,
    /// A filter in which the child has to set its own process number, or null.
    signals: *const libc::sock_fprog,
    /// See [`CellMemory`].
    unchanged: *const Range<usize>,
    unchanged_count: usize,
    mark: RawFd,
    secret: usize,
    failed: Step,
    errno: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    None,
    /// It was killed before any step could fail.
    Begin,
    Group,
    Priority,
    Stdio,
    Signals,
    Directory,
    Limits,
    User,
    Parent,
    Landlock,
    Filter,
    Exec,
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Step::None => "nothing",
            Step::Begin => "it was killed before it began",
            Step::Group => "setpgid",
            Step::Priority => "priority",
            Step::Stdio => "standard streams",
            Step::Signals => "signal mask",
            Step::Directory => "working directory",
            Step::Limits => "resource limits",
            Step::User => "change of user",
            Step::Parent => "parent-death signal",
            Step::Landlock => "landlock",
            Step::Filter => "a filter of signals",
            Step::Exec => "exec",
        }
    }
}

fn pointers(strings: &[CString]) -> Vec<*const c_char> {
    strings.iter().map(|s| s.as_ptr()).chain([ptr::null()]).collect()
}

/// An empty signal set, as the kernel lays it out.
static NO_SIGNALS: u64 = 0;
const SIGNAL_SET: usize = size_of::<u64>();

/// A static, because the child needs its address.
static CAPABILITIES: [u32; 2] = credentials::CAPABILITIES;

const LANDLOCK_RESTRICT_SELF: usize = 446;

/// Lets the program read a file about itself: the map of its memory, its variables. Where there is
/// no such file, or no room for a rule, the program does without.
///
/// # Safety
/// As for [`child`], which calls it; `path` is one of those that the cell laid out, and not null.
#[inline(always)]
unsafe fn open_own(s: &mut Setup, path: *const c_char) {
    let key = s.secret;
    // SAFETY: raw system calls on values that the cell laid out, as in `child`.
    unsafe {
        let file = raw!(key, libc::SYS_openat, libc::AT_FDCWD, path, libc::O_PATH | libc::O_CLOEXEC, 0);
        if file >= 0 {
            s.readable.set(file as RawFd);
            raw!(key, ADD_RULE, s.ruleset, PATH_BENEATH, &raw const s.readable, 0);
            raw!(key, libc::SYS_close, file);
        }
    }
}

/// Runs in the child, in the cell's memory.
///
/// # Safety
/// `start` and what it points to must be valid; called only as the entry of [`clone_vfork`].
unsafe extern "C" fn child(start: *mut Setup) -> ! {
    // SAFETY: raw system calls on values that the cell laid out; nothing here allocates, locks,
    // panics or touches errno. The cell is suspended, so nobody else uses `start`.
    unsafe {
        let s = &mut *start;
        let key = s.secret;
        let (failed, result) = 'steps: {
            macro_rules! step {
                ($step:expr, $nr:expr $(, $arg:expr)*) => {{
                    let result = raw!(key, $nr $(, $arg)*);
                    if result < 0 {
                        break 'steps ($step, result);
                    }
                }};
            }
            // A process group is enough to be killed as one. The cell already is a session without
            // a terminal, and a session for each run would cost a scheduling group (sched(7),
            // autogroups) each time.
            step!(Step::Group, libc::SYS_setpgid, 0, 0);
            if !s.scheduling.is_null() {
                step!(Step::Priority, libc::SYS_sched_setattr, 0, s.scheduling, 0);
            }
            // The cell keeps 0, 1 and 2 open on nothing, so no source is ever one of the targets.
            step!(Step::Stdio, libc::SYS_dup3, s.stdio[0], 0, 0);
            step!(Step::Stdio, libc::SYS_dup3, s.stdio[1], 1, 0);
            step!(Step::Stdio, libc::SYS_dup3, s.stdio[2], 2, 0);
            // The cell blocks the signal that reports its children's deaths; see `Deaths`.
            step!(Step::Signals, libc::SYS_rt_sigprocmask, libc::SIG_SETMASK, &raw const NO_SIGNALS, 0, SIGNAL_SET);
            // The cell itself stays in its empty folder.
            if !s.directory.is_null() {
                step!(Step::Directory, libc::SYS_chdir, s.directory);
            }
            // Before the limits: setuid would count the user's processes against the new limit, and
            // exec would refuse.
            if s.uid != u32::MAX {
                step!(Step::User, libc::SYS_setgroups, 0, 0);
                step!(Step::User, libc::SYS_setresgid, s.uid, s.uid, s.uid);
                step!(Step::User, libc::SYS_setresuid, s.uid, s.uid, s.uid);
                // Until exec this is the cell's own memory. Where fs.suid_dumpable is 1, the change
                // has just opened it to processes of the program's user.
                step!(Step::User, libc::SYS_prctl, libc::PR_SET_DUMPABLE, 0, 0, 0, 0);
                if !s.keep.is_null() {
                    let raise = libc::PR_CAP_AMBIENT_RAISE;
                    step!(Step::User, libc::SYS_capset, (&raw const CAPABILITIES), s.keep);
                    step!(Step::User, libc::SYS_prctl, libc::PR_CAP_AMBIENT, raise, DAC_READ_SEARCH, 0, 0);
                }
            }
            let mut limit = s.limits;
            let end = limit.wrapping_add(s.limit_count);
            while limit != end {
                step!(Step::Limits, libc::SYS_prlimit64, 0, (*limit).resource, &raw const (*limit).value, 0);
                limit = limit.wrapping_add(1);
            }
            // After the change of user, which clears it.
            step!(Step::Parent, libc::SYS_prctl, libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
            if !s.maps.is_null() {
                open_own(s, s.maps);
                open_own(s, s.environ);
            }
            if s.ruleset >= 0 {
                step!(Step::Landlock, LANDLOCK_RESTRICT_SELF, s.ruleset, 0);
            }
            if !s.signals.is_null() {
                let pid = raw!(key, libc::SYS_getpid);
                (*(*s.signals).filter.add(PID)).k = pid as u32;
                let flags = libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW;
                step!(Step::Filter, libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, s.signals);
            }
            // Everything of ours is closed on exec anyway. This is for what some library opened
            // without that flag. Kernels before 5.11 do not know it.
            raw!(key, libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
            // Last, because running this function maps the 64 KiB around it again. If a step fails,
            // the program's memory only reads larger.
            let mut range = s.unchanged;
            let end = range.wrapping_add(s.unchanged_count);
            while range != end {
                let length = (*range).end.wrapping_sub((*range).start);
                raw!(key, libc::SYS_madvise, (*range).start, length, libc::MADV_DONTNEED);
                range = range.wrapping_add(1);
            }
            if s.mark >= 0 {
                raw!(key, libc::SYS_write, s.mark, &raw const rss::RESET, 1);
            }
            s.failed = Step::None;
            if s.program >= 0 {
                step!(Step::Exec, libc::SYS_execveat, s.program, s.path, s.argv, s.env, libc::AT_EMPTY_PATH);
            } else {
                step!(Step::Exec, libc::SYS_execve, s.path, s.argv, s.env);
            }
            (Step::Exec, 0)
        };
        s.failed = failed;
        s.errno = result.wrapping_neg() as i32;
        loop {
            raw!(key, libc::SYS_exit_group, 127);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_own_limit_of_cpu_time_comes_long_after_the_deadline() {
        let of = |cpu: Duration| {
            let job = Limits { cpu, ..Limits::default() };
            let all = limits(&job, Profile::Tool, Level::Full, Some(1), &Ceilings([u64::MAX; 16]));
            all.iter().find(|limit| limit.resource == Resource::Cpu as usize).unwrap().value[0]
        };
        for cpu in [Duration::from_millis(1), Duration::from_secs(2), Duration::from_secs(60)] {
            assert!(of(cpu) >= cpu.as_secs() * 2 + 2, "{cpu:?}");
        }
        assert_eq!(of(Duration::MAX), u64::MAX);
    }

    #[test]
    fn lower_limits_of_whoever_started_the_harness_are_named() {
        let check = |resource: Resource, most: u64, profile| {
            let mut ceilings = Ceilings([u64::MAX; 16]);
            ceilings.0[resource as usize] = most;
            too_low(&Limits::default(), profile, Some(1), &ceilings)
        };
        let stack = "268435456 bytes of stack are more than the 8388608 of `ulimit -Hs`";
        assert_eq!(check(Resource::Stack, 8 << 20, Profile::Solution), Some(stack.to_owned()));
        assert_eq!(check(Resource::Stack, 8 << 20, Profile::Tool), None);
        assert_eq!(check(Resource::Stack, 256 << 20, Profile::Solution), None);
        let file = "16777217 bytes in a file are more than the 16777216 of `ulimit -Hf`";
        assert_eq!(check(Resource::Fsize, 16 << 20, Profile::Solution), Some(file.to_owned()));
        assert!(check(Resource::Cpu, 1, Profile::Runtime).unwrap().starts_with("2 seconds of CPU time"));
        let space = "unlimited bytes of address space are more than the 1073741824 of `ulimit -Hv`";
        assert_eq!(check(Resource::As, 1 << 30, Profile::Runtime), Some(space.to_owned()));
        assert_eq!(check(Resource::As, 1 << 30, Profile::Solution), None);
        assert!(check(Resource::Data, 60_000 << 10, Profile::Solution).unwrap().ends_with("`ulimit -Hd`"));
        assert!(check(Resource::Nofile, 4, Profile::Solution).unwrap().ends_with("`ulimit -Hn`"));
        assert_eq!(check(Resource::Nofile, 64, Profile::Tool), None);
        assert!(check(Resource::Nproc, 1, Profile::Solution).unwrap().ends_with("`ulimit -Hu`"));
    }

    #[test]
    fn every_limit_of_a_run_is_set_by_us() {
        let ceilings = Ceilings([u64::MAX; 16]);
        for level in [Level::Measured, Level::Confined, Level::Full, Level::FullCgroup] {
            for profile in [Profile::Solution, Profile::Runtime, Profile::Forking, Profile::Tool] {
                let set = limits(&Limits::default(), profile, level, Some(1), &ceilings);
                for resource in LIMITED {
                    assert!(set.iter().any(|limit| limit.resource == resource as usize), "{resource:?} {profile:?}");
                }
            }
        }
    }
}
