//! A cgroup for each cell: exact memory, CPU time and number of tasks of a whole tree.
//!
//! # Theory of operation
//!
//! The launcher, which is outside all namespaces, makes a group for each cell and puts the cell
//! into it before the cell may do anything, so every program is born inside at no cost. The cell
//! inherits the group's open files. For each run it writes the limits that changed and reads the
//! counters. The launcher removes the group when the cell is gone. If the launcher was killed, the
//! next one removes the group.
//!
//! Version 1 has a hierarchy for each controller (memory, pids, cpuacct), version 2 one for all. In
//! version 2 a group with processes cannot limit its children, so the launcher first moves itself
//! into a leaf. Only two groups are divided: the root of a container, and one that systemd gave on
//! request; see [`needs_scope`]. `cgroup.kill` is never used: after one write every later clone
//! into the group would be killed.
//!
//! The memory limit is the run's limit, plus its output, which is memory too, plus some slack for
//! what the kernel keeps for a process. A program that exceeds its limit by less than that is
//! caught by its resident set, as at every level. Swap does not extend the limit.

use super::{check, process_tree};
use crate::facts::Oom;
use std::fs::{self, File};
use std::io;
use std::mem;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// To the kernel's clocks, process 0 is the caller.
const CALLER: libc::pid_t = 0;
/// Page tables, kernel stacks, the cell itself.
const SLACK: u64 = 8 << 20;

/// The launcher's part: where the group is.
#[derive(Debug)]
pub(super) struct Group {
    folders: Vec<PathBuf>,
}

/// The cell's part: the group's files.
pub(super) struct Meters {
    version: Version,
    limit: File,
    events: File,
    stat: File,
    /// What the kernel charges the group with, in bytes.
    charged: File,
    cpu: File,
    tasks: File,
    /// Version 1: how often the group met its own limit. Version 2 has that among the events.
    met: Option<File>,
    set_limit: u64,
    set_tasks: u32,
    seen: OomCounts,
}

/// Counters of a group's life so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OomCounts {
    /// Processes of the group that any OOM killer killed.
    killed: u64,
    /// Times that the group's own limit was met, and nothing could be reclaimed (version 1: or
    /// something could).
    met: u64,
}

impl OomCounts {
    fn since(self, before: OomCounts) -> Oom {
        match (self.killed > before.killed, self.met > before.met) {
            (false, _) => Oom::No,
            (true, true) => Oom::Own,
            (true, false) => Oom::Elsewhere,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// The CPU time of the group's programs at the start of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(Duration);

/// Where groups can be made, settled once for a launcher.
pub(super) struct GroupParent(OwnGroups);

impl GroupParent {
    /// `scoped`: systemd gave this process a group of its own and lets it divide the group.
    pub(super) fn settle(scoped: bool) -> Result<GroupParent, String> {
        let homes = here()?;
        if let OwnGroups::Two { mount, path } = &homes {
            let home = given(mount, path, scoped)?;
            delegate(&home)?;
            return Ok(GroupParent(OwnGroups::Two { mount: home, path: String::new() }));
        }
        Ok(GroupParent(homes))
    }
}

fn here() -> Result<OwnGroups, String> {
    let read = |file| check(file, fs::read_to_string(file));
    let (mounts, own) = (read("/proc/self/mounts")?, read("/proc/self/cgroup")?);
    homes(&mounts, &own).ok_or_else(|| "no cgroup controllers for memory and pids are mounted".into())
}

/// Version 2: the group that this process may divide. Permission to write there is not enough:
/// unless a unit was delegated, systemd ends it when the kernel's OOM killer takes one of its
/// processes.
fn given(mount: &Path, path: &str, scoped: bool) -> Result<PathBuf, String> {
    // An earlier launcher, or this one, may have moved it into the leaf.
    let path = path.strip_suffix(LEAF).unwrap_or(path).trim_matches('/');
    if path.is_empty() || scoped {
        return Ok(mount.join(path));
    }
    Err(format!("the cgroup {path} is not the harness's to divide, and systemd gives it none"))
}

/// Whether to ask systemd for a group, because it manages this one. Not where the user has limited
/// this one: the cells would slip out of his limits.
pub(super) fn needs_scope() -> bool {
    let Ok(OwnGroups::Two { mount, path }) = here() else { return false };
    let unlimited = ["memory.max", "memory.high", "cpu.max"].iter().all(|name| {
        let limit = fs::read_to_string(mount.join(path.trim_matches('/')).join(name));
        limit.map_or(true, |limit| limit.starts_with("max"))
    });
    given(&mount, &path, false).is_err() && unlimited && Path::new("/run/systemd/system").is_dir()
}

/// The group into which the launcher moves itself: a group with processes cannot be divided.
const LEAF: &str = "harness-leaf";

impl Group {
    /// Makes a group below `home`.
    pub(super) fn create(home: &GroupParent, name: &str) -> Result<(Group, Meters), String> {
        let mut group = Group { folders: Vec::new() };
        match group.meters(home, name) {
            Ok(meters) => Ok((group, meters)),
            Err(why) => {
                group.remove();
                Err(why)
            }
        }
    }

    /// Makes its folders, and opens the files in them.
    fn meters(&mut self, GroupParent(homes): &GroupParent, name: &str) -> Result<Meters, String> {
        let (version, [memory, pids, cpu]) = match homes {
            OwnGroups::One { memory, pids, cpu } => {
                (Version::One, [self.make(memory, name)?, self.make(pids, name)?, self.make(cpu, name)?])
            }
            OwnGroups::Two { mount, .. } => {
                let folder = self.make(mount, name)?;
                (Version::Two, [folder.clone(), folder.clone(), folder])
            }
        };
        let [swap, limit, events, charged] = match version {
            Version::One => {
                ["memory.swappiness", "memory.limit_in_bytes", "memory.oom_control", "memory.usage_in_bytes"]
            }
            Version::Two => ["memory.swap.max", "memory.max", "memory.events", "memory.current"],
        };
        let cpu_time = match version {
            Version::One => "cpuacct.usage",
            Version::Two => "cpu.stat",
        };
        // It does not exist everywhere, and is not needed without swap.
        let _ = fs::write(memory.join(swap), "0");
        Ok(Meters {
            version,
            limit: open(&memory, limit)?,
            events: read(&memory, events)?,
            stat: read(&memory, "memory.stat")?,
            charged: read(&memory, charged)?,
            cpu: read(&cpu, cpu_time)?,
            tasks: open(&pids, "pids.max")?,
            met: match version {
                Version::One => Some(read(&memory, "memory.failcnt")?),
                Version::Two => None,
            },
            set_limit: 0,
            set_tasks: 0,
            seen: OomCounts::default(),
        })
    }

    fn make(&mut self, home: &Path, name: &str) -> Result<PathBuf, String> {
        sweep(home);
        let folder = home.join(name);
        check(folder.display(), fs::create_dir(&folder))?;
        self.folders.push(folder.clone());
        Ok(folder)
    }

    pub(super) fn add(&self, pid: libc::pid_t) -> io::Result<()> {
        self.folders.iter().try_for_each(|folder| fs::write(folder.join("cgroup.procs"), pid.to_string()))
    }

    /// Removes the group. Call when everything in it is dead. One that the kernel still counts as
    /// in use is left for the next launcher's sweep.
    pub(super) fn remove(&self) {
        for folder in &self.folders {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Groups are named for their launcher: `harness-PID-NUMBER-SPACE`. A number of a process means
/// something only in its own space, and containers may share groups.
const PREFIX: &str = "harness-";

/// The name of the launcher's group with this number.
pub(super) fn name(number: u32) -> String {
    format!("{PREFIX}{}-{number}-{}", std::process::id(), space())
}

/// The space of process numbers that this process lives in; 0 where the kernel does not tell.
fn space() -> u64 {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let digits = |text: &str| text.trim_start_matches("pid:[").trim_end_matches(']').parse().ok();
    link.to_str().and_then(digits).unwrap_or(0)
}

/// Removes groups whose launcher is gone. The kernel refuses to remove one in use, but one that was
/// just made is not in use yet.
fn sweep(home: &Path) {
    let Ok(entries) = fs::read_dir(home) else { return };
    let own = space();
    for entry in entries.flatten() {
        if entry.file_name().to_str().and_then(|name| launcher(name, own)).is_some_and(is_gone) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// The launcher of a group of this name, if its number is one of this space.
fn launcher(name: &str, own: u64) -> Option<u32> {
    let mut parts = name.strip_prefix(PREFIX)?.split('-');
    let (pid, space) = (parts.next()?.parse().ok()?, parts.nth(1)?.parse::<u64>().ok()?);
    (space == own).then_some(pid)
}

fn is_gone(pid: u32) -> bool {
    !Path::new("/proc").join(pid.to_string()).exists()
}

impl Meters {
    /// Sets the limits of a run. `output`: bytes the program may write, which count as its memory.
    pub(super) fn arm(&mut self, memory: u64, output: u64, tasks: u32) -> io::Result<()> {
        let leftover = self.leftover()?;
        let limit = memory.saturating_add(output).saturating_add(leftover).saturating_add(SLACK);
        if self.set_limit != limit {
            self.limit.write_at(limit.to_string().as_bytes(), 0)?;
            self.set_limit = limit;
        }
        if self.set_tasks != tasks {
            // One more for the cell.
            self.tasks.write_at((u64::from(tasks) + 1).to_string().as_bytes(), 0)?;
            self.set_tasks = tasks;
        }
        Ok(())
    }

    /// Outputs that the harness still holds, and a tool's files on a disk in memory, in bytes: they
    /// count against the group that wrote them, but are not the next program's. 0 where they are
    /// so few that the slack covers them: the kernel sums up its counters for `memory.stat`, which
    /// takes as long as a fifth of starting a small program.
    fn leftover(&self) -> io::Result<u64> {
        let charged = text(&self.charged)?.trim().parse().unwrap_or(u64::MAX);
        if charged <= SLACK / 4 { Ok(0) } else { Ok(field(&text(&self.stat)?, "shmem").unwrap_or(0)) }
    }

    /// Marks the counters: forgets what was used until now.
    pub(super) fn mark(&mut self) -> io::Result<Mark> {
        self.oom()?;
        Ok(Mark(self.cpu()?))
    }

    /// CPU time of everything in the group since `mark`, except the cell's own.
    pub(super) fn cpu_since(&self, mark: &Mark) -> Duration {
        self.cpu().map_or(Duration::ZERO, |now| now.saturating_sub(mark.0))
    }

    /// Whether the kernel killed something in the group for memory since the last call or mark.
    pub(super) fn oom(&mut self) -> io::Result<Oom> {
        let now = self.kills()?;
        Ok(now.since(mem::replace(&mut self.seen, now)))
    }

    /// Whether the kernel killed something in the group for memory since the last mark. Changes
    /// nothing.
    pub(super) fn ran_out(&self) -> bool {
        self.kills().is_ok_and(|now| now.killed > self.seen.killed)
    }

    fn kills(&self) -> io::Result<OomCounts> {
        let events = text(&self.events)?;
        let met = match &self.met {
            Some(count) => text(count)?.trim().parse().ok(),
            // Counted in the group whose limit it was, and in those above it.
            None => field(&events, "oom"),
        };
        Ok(OomCounts { killed: field(&events, "oom_kill").unwrap_or(0), met: met.unwrap_or(0) })
    }

    /// Memory of the group's processes now, in bytes. The group's own peak would include the page
    /// cache of the files they wrote, even files that are gone.
    pub(super) fn used(&self) -> u64 {
        let own = match self.version {
            Version::One => "rss",
            Version::Two => "anon",
        };
        text(&self.stat).ok().and_then(|text| field(&text, own)).unwrap_or(0)
    }

    fn cpu(&self) -> io::Result<Duration> {
        let text = text(&self.cpu)?;
        let number = match self.version {
            Version::One => text.trim().parse().ok().map(Duration::from_nanos),
            Version::Two => field(&text, "usage_usec").map(Duration::from_micros),
        };
        let group =
            number.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no CPU time in the cgroup's file"))?;
        // The cell is in the group and looks at its program twenty times a second. A tool that
        // waits for ten seconds would otherwise be charged a fifth of a second for being watched.
        Ok(group.saturating_sub(process_tree::cpu_clock(CALLER)))
    }
}

fn text(file: &File) -> io::Result<String> {
    let mut bytes = [0; 4096];
    let got = file.read_at(&mut bytes, 0)?;
    Ok(String::from_utf8_lossy(&bytes[..got]).into_owned())
}

/// Finds the value of `name` among `name value` lines.
fn field(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
}

fn open(folder: &Path, name: &str) -> Result<File, String> {
    let path = folder.join(name);
    check(path.display(), File::options().read(true).write(true).open(&path))
}

fn read(folder: &Path, name: &str) -> Result<File, String> {
    let path = folder.join(name);
    check(path.display(), File::open(&path))
}

/// The groups this process is in.
#[derive(Debug, PartialEq, Eq)]
enum OwnGroups {
    One {
        memory: PathBuf,
        pids: PathBuf,
        cpu: PathBuf,
    },
    /// Where the one hierarchy is mounted, and the group in it.
    Two {
        mount: PathBuf,
        path: String,
    },
}

/// Finds them in the texts of `/proc/self/mounts` and `/proc/self/cgroup`. Version 1 comes first: a
/// machine that has both has the controllers there.
fn homes(mounts: &str, own: &str) -> Option<OwnGroups> {
    let path = |controller: &str| {
        own.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let controllers = parts.next()?;
            let path = parts.next()?;
            controllers.split(',').any(|name| name == controller).then_some(path)
        })
    };
    let one = |controller: &str| {
        let mount = mounts.lines().find_map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            let has = fields.get(3)?.split(',').any(|option| option == controller);
            (*fields.get(2)? == "cgroup" && has).then(|| fields[1])
        })?;
        Some(Path::new(mount).join(path(controller)?.trim_start_matches('/')))
    };
    if let (Some(memory), Some(pids), Some(cpu)) = (one("memory"), one("pids"), one("cpuacct")) {
        return Some(OwnGroups::One { memory, pids, cpu });
    }
    let mount = mounts.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        (*fields.get(2)? == "cgroup2").then(|| fields[1])
    })?;
    Some(OwnGroups::Two { mount: mount.into(), path: path("")?.to_owned() })
}

/// Version 2: makes sure that groups below `home` can have limits.
fn delegate(home: &Path) -> Result<(), String> {
    let enabled = |file: &str| fs::read_to_string(home.join(file)).unwrap_or_default();
    let wanted = ["memory", "pids"];
    let has = |list: &str| wanted.iter().all(|name| list.split_ascii_whitespace().any(|word| word == *name));
    if has(&enabled("cgroup.subtree_control")) {
        return Ok(());
    }
    if !has(&enabled("cgroup.controllers")) {
        return Err(format!("{} has no memory and pids controllers", home.display()));
    }
    let enable = || fs::write(home.join("cgroup.subtree_control"), "+memory +pids");
    if enable().is_ok() {
        return Ok(());
    }
    let leaf = home.join(LEAF);
    // Other launchers may come, or move us, meanwhile.
    let mut patience = 50;
    loop {
        let processes: Vec<u32> = enabled("cgroup.procs").lines().filter_map(|line| line.parse().ok()).collect();
        // Checked before anything is made or moved: the group would stay, with us in it.
        if !processes.iter().copied().all(is_ours) {
            leave_leaf(home, &leaf);
            return Err(format!("{} holds processes that are not the harness's", home.display()));
        }
        check(leaf.display(), fs::create_dir_all(&leaf))?;
        for pid in processes {
            // A process that has ended need not be moved, and one that stays shows below.
            let _ = fs::write(leaf.join("cgroup.procs"), pid.to_string());
        }
        match enable() {
            Ok(()) => return Ok(()),
            Err(error) if patience == 0 => {
                return Err(format!("{}: cannot enable controllers: {error}", home.display()));
            }
            Err(_) => patience -= 1,
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Puts everything back when somebody else appeared while we moved.
fn leave_leaf(home: &Path, leaf: &Path) {
    for pid in fs::read_to_string(leaf.join("cgroup.procs")).unwrap_or_default().lines() {
        let _ = fs::write(home.join("cgroup.procs"), pid);
    }
    let _ = fs::remove_dir(leaf);
}

/// Whether it is the harness or one of its launchers: other people's processes are not ours to
/// move.
fn is_ours(pid: u32) -> bool {
    let harness = std::os::unix::process::parent_id();
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let parent = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1)?.parse().ok());
    pid == harness || parent == Some(harness)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_one_has_a_home_for_each_controller() {
        let mounts = "tmpfs /sys/fs/cgroup tmpfs rw 0 0\n\
            cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0\n\
            cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\ncgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0\n\
            cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n";
        let own = "4:memory:/a/b\n3:pids:/\n2:cpu,cpuacct:/c\n0::/\n";
        let expected = OwnGroups::One {
            memory: "/sys/fs/cgroup/memory/a/b".into(),
            pids: "/sys/fs/cgroup/pids/".into(),
            cpu: "/sys/fs/cgroup/cpu,cpuacct/c".into(),
        };
        assert_eq!(homes(mounts, own), Some(expected));
    }

    #[test]
    fn a_group_with_other_processes_is_left_as_it_is() {
        let home = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
        // A folder refuses to be written to, as the kernel's file does in a group with processes.
        fs::create_dir(home.path().join("cgroup.subtree_control")).unwrap();
        write("cgroup.controllers", "cpu memory pids");
        write("cgroup.procs", &format!("{}\n1\n", std::os::unix::process::parent_id()));
        let why = delegate(home.path()).unwrap_err();
        assert!(why.ends_with("holds processes that are not the harness's"), "{why}");
        assert!(!home.path().join(LEAF).exists());
    }

    #[test]
    fn only_groups_of_launchers_that_this_process_could_see_are_swept() {
        let home = tempfile::tempdir().unwrap();
        let alive = std::process::id();
        let (own, dead) = (space(), u32::MAX);
        let remaining = [
            name(1),
            format!("harness-{dead}-1-{}", own + 1),
            format!("harness-{alive}-7-{own}"),
            "harness-leaf".to_owned(),
            format!("other-{dead}-1-{own}"),
        ];
        let swept = format!("harness-{dead}-1-{own}");
        for group in remaining.iter().chain([&swept]) {
            fs::create_dir(home.path().join(group)).unwrap();
        }
        sweep(home.path());
        assert!(remaining.iter().all(|group| home.path().join(group).is_dir()));
        assert!(!home.path().join(swept).exists());
    }

    #[test]
    fn version_two_has_one_home() {
        let mounts = "cgroup2 /sys/fs/cgroup cgroup2 rw,nsdelegate 0 0\n";
        let own = "0::/user.slice/user-1000.slice/run-1.scope\n";
        let path = "/user.slice/user-1000.slice/run-1.scope".to_owned();
        assert_eq!(homes(mounts, own), Some(OwnGroups::Two { mount: "/sys/fs/cgroup".into(), path }));
        assert_eq!(homes("proc /proc proc rw 0 0\n", own), None);
    }

    #[test]
    fn a_group_is_taken_that_was_given_and_no_other_and_never_one_in_itself() {
        let check = |path: &str, scoped: bool, home: Option<&str>| {
            let got = given(Path::new("/c"), path, scoped).ok();
            assert_eq!(got.as_deref(), home.map(Path::new), "{path} {scoped}");
        };
        check("/", false, Some("/c/"));
        check("/harness-leaf", false, Some("/c/"));
        check("/user.slice/session-1.scope", false, None);
        check("/user.slice/session-1.scope/harness-leaf", false, None);
        check("/user.slice/run-1.scope", true, Some("/c/user.slice/run-1.scope"));
        check("/user.slice/run-1.scope/harness-leaf", true, Some("/c/user.slice/run-1.scope"));
    }

    #[test]
    fn a_kill_is_the_groups_own_only_if_its_own_limit_was_met() {
        let before = OomCounts { killed: 1, met: 4 };
        let check = |killed, met, expected| assert_eq!(OomCounts { killed, met }.since(before), expected);
        check(1, 9, Oom::No);
        check(2, 5, Oom::Own);
        check(2, 4, Oom::Elsewhere);
    }

    #[test]
    fn a_counter_is_found_by_its_whole_name() {
        assert_eq!(field("oom 3\noom_kill 2\noom_kill_group 1\n", "oom_kill"), Some(2));
        assert_eq!(field("usage_usec 12\n", "usage"), None);
    }
}
