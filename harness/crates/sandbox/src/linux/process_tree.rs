//! Looks at processes and kills those that are left, with the help of `/proc`, where no pid
//! namespace or cgroup does it.

use super::children::{ForkSide, ProcessUsage, ReapOutcome, fork, leave, reap};
use super::syscall::raw;
use crate::Start;
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};
use std::collections::{HashMap, HashSet};
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(super) type Pid = libc::pid_t;

/// User + system time of one process, all its threads, to the nanosecond. Zero when it is gone.
pub(super) fn cpu_clock(pid: Pid) -> Duration {
    // The kernel's encoding of "the scheduler's clock of process `pid`", as clock_getcpuclockid
    // returns it.
    let clock = (!pid << 3) | 2;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes to a live timespec.
    if unsafe { libc::clock_gettime(clock, &raw mut time) } != 0 {
        return Duration::ZERO;
    }
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// User + system time of `pid` and of everything else the cell started that still exists, including
/// children they waited for. Exact only to the kernel's tick for all but `pid` itself.
pub(super) fn cpu_of_tree(pid: Pid, init: bool) -> Duration {
    cpu_of(pid, &below(init))
}

/// [`cpu_of_tree`] of processes that were seen.
pub(super) fn cpu_of(pid: Pid, seen: &[Stat]) -> Duration {
    let tick = Duration::from_secs(1) / u32::try_from(rustix::param::clock_ticks_per_second()).unwrap_or(100);
    let others = |stat: &Stat| if stat.pid == pid { stat.waited } else { stat.own + stat.waited };
    let below: u64 = seen.iter().map(others).sum();
    cpu_clock(pid) + tick * u32::try_from(below).unwrap_or(u32::MAX)
}

/// User + system time of processes that were seen, and of the children they waited for. Exact only
/// to the kernel's tick for those children.
pub(super) fn cpu_of_all(seen: &[Stat]) -> Duration {
    seen.iter().map(|stat| cpu_of(stat.pid, std::slice::from_ref(stat))).sum()
}

/// How long a process has waited for a core in all: the time of its thread that waited longest.
/// Zero where the kernel does not say.
pub(super) fn queued(pid: Pid) -> Duration {
    longest_wait(pid).unwrap_or_default()
}

/// [`queued`]; `None` where nobody says, as of a process that is about to be gone.
pub(super) fn longest_wait(pid: Pid) -> Option<Duration> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads.filter_map(|thread| waited(&fs::read_to_string(thread.path().join("schedstat")).ok()?)).max()
}

/// What `cell`, another process, started and has not ended. Empty where the kernel does not list
/// children.
pub(super) fn below_cell(cell: Pid) -> Vec<Stat> {
    let mut next = listed_children(cell).unwrap_or_default();
    let mut found = Vec::new();
    while let Some(pid) = next.pop() {
        found.extend(read_at_once(&format!("/proc/{pid}/stat")).and_then(|line| parse(&line)));
        next.extend(listed_children(pid).unwrap_or_default());
    }
    found
}

/// The second field of `schedstat`: nanoseconds in the queue for a core.
fn waited(schedstat: &str) -> Option<Duration> {
    schedstat.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// Resident bytes of everything the cell started. What several processes share, as after a fork,
/// counts once, where that is more than `seen`: whether less has been seen before changes nothing,
/// and asking takes long.
pub(super) fn resident(init: bool, seen: u64) -> u64 {
    let below = below(init);
    let page = rustix::param::page_size() as u64;
    let all = below.iter().map(|stat| stat.pages).sum::<u64>() * page;
    if all <= seen || below.len() < 2 {
        return all;
    }
    below.iter().map(|stat| proportional(stat.pid).unwrap_or(stat.pages * page)).sum()
}

/// A process's part of the memory that it has, in bytes: what it shares is divided among those who
/// share it. Zero when it is gone, and `None` where that cannot be seen.
fn proportional(pid: Pid) -> Option<u64> {
    match fs::read_to_string(format!("/proc/{pid}/smaps_rollup")) {
        Ok(text) => {
            let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
            line.split_ascii_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
        }
        Err(error) if error.raw_os_error() == Some(libc::ESRCH) => Some(0),
        // Either the process is gone, or the kernel has no such file (before 4.14).
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Path::new("/proc/self/smaps_rollup").exists().then_some(0)
        }
        Err(_) => None,
    }
}

/// The same of everything that `cell`, another process, started. A process that was forked from a
/// server counts alone.
pub(super) fn resident_below(cell: Pid, start: Start) -> u64 {
    let mut next = listed_children(cell).unwrap_or_default();
    let mut all = Vec::new();
    while let Some(pid) = next.pop() {
        next.extend(listed_children(pid).unwrap_or_default());
        all.push(pid);
    }
    match (start, &all[..]) {
        (_, [only]) => resident_of(*only),
        (Start::Exec, all) => all.iter().map(|pid| proportional(*pid).unwrap_or_else(|| resident_of(*pid))).sum(),
        (Start::Fork, all) => all.iter().map(|pid| resident_of(*pid)).max().unwrap_or_default(),
    }
}

/// Resident bytes of one process.
pub(super) fn resident_of(pid: Pid) -> u64 {
    let stat = read_at_once(&format!("/proc/{pid}/stat"));
    let pages = stat.and_then(|line| parse(&line)).map_or(0, |stat| stat.pages);
    pages * rustix::param::page_size() as u64
}

/// Bytes on the disk `device` of unlinked files that something the cell started holds open.
pub(super) fn unlinked(device: u64, init: bool) -> u64 {
    let mut files = HashMap::new();
    for stat in below(init) {
        // A process that has just ended has no such folder.
        let Ok(entries) = fs::read_dir(format!("/proc/{}/fd", stat.pid)) else { continue };
        for file in entries.flatten().filter_map(|entry| fs::metadata(entry.path()).ok()) {
            if file.is_file() && file.nlink() == 0 && file.dev() == device {
                files.insert(file.ino(), file.blocks() * 512);
            }
        }
    }
    files.values().sum()
}

/// Whether every thread of everything that `cell` started is in a read of the pipe `input`. `false`
/// where that cannot be seen.
pub(super) fn waits_for_input(cell: Pid, input: &File) -> bool {
    let Ok(input) = input.metadata() else { return false };
    let mut next = listed_children(cell).unwrap_or_default();
    let started = !next.is_empty();
    while let Some(pid) = next.pop() {
        if !reads(pid, &input) {
            return false;
        }
        next.extend(listed_children(pid).unwrap_or_default());
    }
    started
}

/// Whether every thread of a process is in a read of `pipe`, by whatever descriptor it has it.
/// `false` once it is gone.
fn reads(pid: Pid, pipe: &Metadata) -> bool {
    let descriptor = |task: &Path| {
        let call = fs::read_to_string(task.join("syscall")).ok()?;
        let mut words = call.split_ascii_whitespace();
        let number: libc::c_long = words.next()?.parse().ok()?;
        let is_read = [libc::SYS_read, libc::SYS_readv].contains(&number);
        is_read.then_some(u32::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?)
    };
    let reads = |task: PathBuf| {
        let file = descriptor(&task).and_then(|number| fs::metadata(task.join(format!("fd/{number}"))).ok());
        file.is_some_and(|file| (file.dev(), file.ino()) == (pipe.dev(), pipe.ino()))
    };
    let mut tasks = tasks(pid).peekable();
    // One that was listed a moment ago and has ended since has no threads, and waits for nothing.
    tasks.peek().is_some() && tasks.all(reads)
}

/// Whether something that `cell` started has not begun to exit. `true` where that cannot be seen.
pub(super) fn goes_on(cell: Pid) -> bool {
    /// `PF_EXITING`: set before a process's files are closed.
    const EXITING: u64 = 0x4;
    let lives = |task: PathBuf| flags(&task).is_some_and(|flags| flags & EXITING == 0);
    let Some(mut next) = listed_children(cell) else { return true };
    while let Some(pid) = next.pop() {
        // The first thread may have ended before the others.
        if tasks(pid).any(lives) {
            return true;
        }
        next.extend(listed_children(pid).unwrap_or_default());
    }
    false
}

/// The `/proc` folders of a process's threads. Empty when it is gone.
fn tasks(pid: Pid) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

/// Children of all threads of a process. `None` where the kernel has no such list.
fn listed_children(pid: Pid) -> Option<Vec<Pid>> {
    let mut children = Vec::new();
    for task in tasks(pid) {
        match fs::read_to_string(task.join("children")) {
            Ok(list) => children.extend(list.split_ascii_whitespace().filter_map(|pid| pid.parse::<Pid>().ok())),
            // The thread has ended meanwhile, or the kernel has no such list.
            Err(_) if task.exists() => return None,
            Err(_) => {}
        }
    }
    Some(children)
}

/// The kernel's flags of a process or thread, from its folder in `/proc`.
fn flags(folder: &Path) -> Option<u64> {
    let stat = fs::read_to_string(folder.join("stat")).ok()?;
    stat.rsplit_once(") ")?.1.split_ascii_whitespace().nth(6)?.parse().ok()
}

/// Whether a child of this process, dead or alive, never got as far as exec: it still runs our own
/// code. False where there is no `/proc` to say so.
pub(super) fn never_began(child: Pid) -> bool {
    /// `PF_FORKNOEXEC`.
    const FORKED_ONLY: u64 = 0x40;
    flags(Path::new(&format!("/proc/{child}"))).is_some_and(|flags| flags & FORKED_ONLY != 0)
}

/// Children of this process that `ours` does not know, with everything below them.
pub(super) fn strays(ours: impl Fn(Pid) -> bool) -> Vec<Pid> {
    let me = rustix::process::getpid().as_raw_nonzero().get();
    let mut next: Vec<Pid> = match listed_children(me) {
        Some(children) => children,
        None => tree(me).into_iter().filter(|stat| stat.parent == me).map(|stat| stat.pid).collect(),
    };
    next.retain(|child| !ours(*child));
    let mut found = Vec::new();
    while let Some(pid) = next.pop() {
        found.push(pid);
        // Where the kernel lists nobody's children, they come to us once their parent is gone.
        next.extend(listed_children(pid).unwrap_or_default());
    }
    found
}

/// Counts the threads and processes of a user. `None` where there is no `/proc`.
pub(super) fn tasks_of_user(uid: u32) -> Option<u32> {
    let mut tasks = 0;
    for pid in pids(fs::read_dir("/proc").ok()?) {
        let Some(status) = read_at_once(&format!("/proc/{pid}/status")) else { continue };
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_ascii_whitespace().next()?.parse::<u32>().ok()
        };
        if field("Uid:") == Some(uid) {
            tasks += field("Threads:").unwrap_or(1);
        }
    }
    Some(tasks)
}

/// The processes in a listing of `/proc`.
fn pids(listing: fs::ReadDir) -> impl Iterator<Item = Pid> {
    listing.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// What the kernel tells of a process in a file: in one read if it can be, because such a file has
/// no length by which a buffer could be made, and hundreds of them are read in a row. It is longer
/// for a user of many groups: the kernel lists up to 65,536.
fn read_at_once(path: &str) -> Option<String> {
    const USUAL: usize = 4096;
    const LONGEST: u64 = 1 << 20;
    let mut bytes = [0; USUAL];
    let mut file = File::open(path).ok()?;
    let length = file.read(&mut bytes).ok()?;
    if length < USUAL {
        return Some(String::from_utf8_lossy(&bytes[..length]).into_owned());
    }
    let mut bytes = bytes.to_vec();
    file.take(LONGEST).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Which processes are killed when everything that is left has to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KillScope {
    /// Everything else in the pid namespace whose first process this is: in one call.
    Namespace,
    /// Everything of a user that nobody else has: in one call, however fast it forks.
    User(u32),
    /// Every descendant that is found. Those forked meanwhile are found the next time.
    Descendants,
}

impl KillScope {
    /// Kills what is left. Call until there are no children.
    pub(super) fn kill(self, key: u64) {
        match self {
            KillScope::Namespace => kill(-1, key),
            KillScope::User(uid) => kill_all_of(uid, key),
            KillScope::Descendants => {
                for stat in below(false) {
                    // Orphans come to us, so its pid is not reused before we or its parent reap it.
                    // That its parent reaps it and the pid is reused within these microseconds is a
                    // risk the other two do not have.
                    kill(stat.pid, key);
                }
            }
        }
        // Give the dying a moment to become zombies.
        std::thread::yield_now();
    }

    /// Kills and reaps everything below this process. Returns what it all used.
    pub(super) fn reap(self, key: u64) -> Result<ProcessUsage, String> {
        let mut used = ProcessUsage::default();
        let give_up = Instant::now() + Duration::from_secs(5);
        loop {
            match reap(None) {
                ReapOutcome::One(_, _, usage) => used.add(usage),
                ReapOutcome::NoneLeft => return Ok(used),
                ReapOutcome::NoneYet if Instant::now() > give_up => {
                    return Err("something that the program started cannot be killed".into());
                }
                ReapOutcome::NoneYet => self.kill(key),
            }
        }
    }
}

/// Kills all processes of `uid` but this one. This process has that user, or is root.
fn kill_all_of(uid: u32, key: u64) {
    // Under another user this would kill that user's processes; as root, the machine's.
    let kill_others = || (rustix::process::geteuid().as_raw() == uid && uid != 0).then(|| kill(-1, key));
    if kill_others().is_some() {
        return;
    }
    // Forks a process without any rights. The signal does not reach it, because it is the sender.
    match fork() {
        Ok(ForkSide::Launcher(killer)) => drop(reap(Some(killer))),
        Ok(ForkSide::Cell { .. }) => {
            // SAFETY: no pointers.
            let changed = unsafe { raw!(key, libc::SYS_setresuid, uid, uid, uid) };
            // A cell may have made capabilities independent of the user, and with the one to kill
            // this would kill the whole machine.
            let none = CapabilitySet::empty();
            let cleared =
                set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none });
            let powerless = capabilities(None).is_ok_and(|now| now.effective.is_empty());
            if changed == 0 && cleared.is_ok() && powerless {
                kill_others();
            }
            leave(0)
        }
        // It may work the next time.
        Err(_) => {}
    }
}

/// Sends SIGKILL to a process, to a group (negative), or to everything we may signal (-1): as
/// process 1, all others of our namespace. `key`: see `seccomp`.
pub(super) fn kill(target: Pid, key: u64) {
    // SAFETY: no pointers. What is gone already needs no killing.
    unsafe { raw!(key, libc::SYS_kill, target, libc::SIGKILL) };
}

/// Kills a child of this process with all that is below it, and reaps it. It stays in our process
/// group: Ctrl-C reaches it.
pub fn end(child: &mut std::process::Child) {
    let below = child.id().try_into().map(tree).unwrap_or_default();
    for pid in below.iter().filter_map(|stat| rustix::process::Pid::from_raw(stat.pid)) {
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// What the kernel says of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub pid: Pid,
    parent: Pid,
    /// Ticks of its own. `waited` has those of the children it waited for.
    own: u64,
    waited: u64,
    /// Resident set, in pages.
    pages: u64,
    /// Whether it sleeps in a way that no signal ends, as one does that waits for a disk.
    pub waits_for_disk: bool,
}

/// Everything that the cell, which is this process, started and that is not reaped: orphans come to
/// it. In a pid namespace of its own that is everything but process 1.
pub(super) fn below(init: bool) -> Vec<Stat> {
    if init {
        return all().into_iter().filter(|stat| stat.pid != 1).collect();
    }
    let me = rustix::process::getpid().as_raw_nonzero().get();
    tree(me).into_iter().filter(|stat| stat.pid != me).collect()
}

fn all() -> Vec<Stat> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    pids(entries).filter_map(|pid| parse(&read_at_once(&format!("/proc/{pid}/stat"))?)).collect()
}

/// `root` and everything below it that is not reaped.
pub(super) fn tree(root: Pid) -> Vec<Stat> {
    let all = all();
    let mut children: HashMap<Pid, Vec<Stat>> = HashMap::new();
    for stat in &all {
        children.entry(stat.parent).or_default().push(*stat);
    }
    let mut found: Vec<Stat> = all.iter().filter(|stat| stat.pid == root).copied().collect();
    let mut seen: HashSet<Pid> = HashSet::from([root]);
    let mut next = vec![root];
    while let Some(pid) = next.pop() {
        for stat in children.get(&pid).into_iter().flatten() {
            if seen.insert(stat.pid) {
                found.push(*stat);
                next.push(stat.pid);
            }
        }
    }
    found
}

/// Parses a line of `/proc/PID/stat`. The name in parentheses may contain anything, even
/// parentheses and spaces, so fields count from the last `)`.
fn parse(line: &str) -> Option<Stat> {
    let (pid, rest) = line.split_once(" (")?;
    let fields: Vec<&str> = rest.rsplit_once(") ")?.1.split_ascii_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(Stat {
        pid: pid.parse().ok()?,
        parent: fields.get(1)?.parse().ok()?,
        own: number(14)? + number(15)?,
        waited: number(16)? + number(17)?,
        pages: number(24)?,
        waits_for_disk: fields.first() == Some(&"D"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::children::{end_of, reap};
    use crate::linux::credentials::keep_capabilities;
    use std::os::fd::OwnedFd;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::Stdio;

    #[test]
    fn what_the_kernel_says_of_a_user_of_very_many_groups_is_read_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("status");
        for groups in [1, 682, 683, 5000] {
            let status = format!("Groups:\t{}\nThreads:\t7\n", "70000 ".repeat(groups));
            fs::write(&path, &status).unwrap();
            assert_eq!(read_at_once(path.to_str().unwrap()).as_deref(), Some(&*status), "{groups}");
        }
    }

    #[test]
    fn a_name_with_parentheses_does_not_shift_the_fields() {
        let line =
            "42 (a) R (b) S 7 42 42 0 -1 4194560 100 0 0 0 11 12 13 14 20 0 1 0 100 5000 77 18446744073709551615 1 1";
        assert_eq!(
            parse(line),
            Some(Stat { pid: 42, parent: 7, own: 23, waited: 27, pages: 77, waits_for_disk: false })
        );
        assert_eq!(parse("42 (a"), None);
    }

    #[test]
    fn time_in_the_queue_is_the_second_field() {
        assert_eq!(waited("1000 2000000000 3\n"), Some(Duration::from_secs(2)));
        // A kernel without these statistics.
        assert_eq!(waited("0 0 0\n"), Some(Duration::ZERO));
        assert_eq!(waited(""), None);
    }

    #[test]
    fn who_dies_before_the_program_begins_is_told_from_a_program_that_dies() {
        let mut program = std::process::Command::new("sh")
            .args(["-c", "echo; exec sleep 1000"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // `spawn` returns a moment before the kernel notes that the program began.
        program.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        let began = program.id().cast_signed();
        // SAFETY: the child calls nothing but what a signal handler may.
        let forked = match unsafe { libc::fork() } {
            0 => loop {
                // SAFETY: no arguments.
                unsafe { libc::pause() };
            },
            pid => pid,
        };
        for pid in [began, forked] {
            kill(pid, 0);
            // It soon is a zombie, and stays one until it is waited for.
            while end_of(pid).and_then(|end| end.terminating_signal()) != Some(libc::SIGKILL) {
                std::thread::yield_now();
            }
        }
        assert_eq!((never_began(began), never_began(forked)), (false, true));
        program.wait().unwrap();
        let _ = reap(Some(forked));
    }

    #[test]
    fn a_process_waits_for_input_while_it_reads_and_not_once_it_is_gone() {
        // By another descriptor than that of standard input, as a program does that gets a name.
        let mut reader = std::process::Command::new("cat").arg("/dev/stdin").stdin(Stdio::piped()).spawn().unwrap();
        let (pid, pipe) = (reader.id().cast_signed(), File::from(OwnedFd::from(reader.stdin.take().unwrap())));
        let another = File::from(OwnedFd::from(std::io::pipe().unwrap().0)).metadata().unwrap();
        while !reads(pid, &pipe.metadata().unwrap()) {
            std::thread::yield_now();
        }
        assert!(!reads(pid, &another));
        let gone = pipe.metadata().unwrap();
        drop(pipe);
        reader.wait().unwrap();
        assert!(!reads(pid, &gone));
    }

    #[test]
    fn all_of_a_user_are_killed_and_nobody_else() {
        if !rustix::process::geteuid().is_root() {
            return;
        }
        let sleep = |uid| std::process::Command::new("sleep").arg("1000").uid(uid).spawn().unwrap();
        // Numbers far from those that other tests use.
        let (mut victims, mut other) = ([99_997, 99_997].map(sleep), sleep(99_996));
        // Like a cell whose tools keep a capability: it survives the change of user.
        let killer = std::thread::spawn(|| {
            keep_capabilities().unwrap();
            KillScope::User(99_997).kill(0);
        });
        killer.join().unwrap();
        for victim in &mut victims {
            assert_eq!(victim.wait().unwrap().signal(), Some(libc::SIGKILL));
        }
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }

    #[test]
    fn this_process_is_in_its_own_tree() {
        let me = rustix::process::getpid().as_raw_nonzero().get();
        assert!(tree(me).iter().any(|stat| stat.pid == me && stat.pages > 0));
        assert!(cpu_clock(me) > Duration::ZERO);
        assert!(tasks_of_user(rustix::process::getuid().as_raw()).unwrap() > 0);
    }
}
