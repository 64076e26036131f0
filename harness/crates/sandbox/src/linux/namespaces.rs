//! Gives a cell its own root: namespaces, and a file system with only what a program needs.
//!
//! # Theory of operation
//!
//! The launcher clones the cell into new user, pid, mount, network, ipc, uts and cgroup namespaces.
//! It maps the users, which only a process outside can do in full, and lets the cell go on. If the
//! harness is an ordinary user, that user becomes 1000 inside and nobody else exists. If it is
//! root, the cell stays root until its root folder is built, because only root can reach a tool
//! chain in root's home. Then it becomes 1000, which is an unused user outside. The others exist
//! inside, so that a tool may read files of theirs that were handed to it.
//!
//! The root is a small tmpfs. What is to be visible is first cloned as detached mounts, restricted,
//! and then attached under its own path, so that no source is hidden by an earlier attachment,
//! wherever it lies. Then comes `pivot_root`, and the old root is detached. Last, all capabilities
//! are dropped, from the bounding set too.
//!
//! Where root cannot have user namespaces (because of a sysctl or a container), the rest is done
//! without them.

use super::check;
use super::children::{ForkSide, leave, reap};
use super::landlock::Access;
use rustix::fs::CWD;
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount, mount_change, move_mount,
    open_tree, unmount,
};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::mem;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

/// The user inside the namespaces.
pub(super) const INSIDE: u32 = 1000;

const OTHERS: libc::c_int = libc::CLONE_NEWPID
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// Forks into new namespaces. `uid`: who the user inside is outside, when we are root. `enroll` is
/// called with the cell's pid before the cell does anything.
pub(super) fn fork(uid: Option<u32>, enroll: impl Fn(libc::pid_t) -> io::Result<()>) -> io::Result<ForkSide> {
    match fork_with(libc::CLONE_NEWUSER | OTHERS, true, uid, &enroll) {
        Err(_) if uid.is_some() => fork_with(OTHERS, false, uid, &enroll),
        result => result,
    }
}

fn fork_with(
    flags: libc::c_int,
    users: bool,
    uid: Option<u32>,
    enroll: impl Fn(libc::pid_t) -> io::Result<()>,
) -> io::Result<ForkSide> {
    let (mut go, mut gone) = io::pipe()?;
    // SAFETY: as for fork: this process has one thread, and the child goes on with a copy of
    // everything.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags | libc::SIGCHLD, 0, 0, 0, 0) };
    if pid < 0 {
        return Err(io::Error::last_os_error());
    }
    if pid == 0 {
        drop(gone);
        let mut word = [0];
        // End of file: the launcher could not map us, and reports it.
        if go.read_exact(&mut word).is_err() {
            leave(1);
        }
        return Ok(ForkSide::Cell { users });
    }
    let pid = pid as libc::pid_t;
    drop(go);
    let mapped = if users { map(pid, uid) } else { Ok(()) };
    if let Err(error) = mapped.and_then(|()| enroll(pid)).and_then(|()| gone.write_all(b"!")) {
        drop(gone);
        // The child sees end of file and ends by itself.
        let _ = reap(Some(pid));
        return Err(error);
    }
    Ok(ForkSide::Launcher(pid))
}

fn map(pid: libc::pid_t, uid: Option<u32>) -> io::Result<()> {
    let write = |file: &str, text: String| fs::write(format!("/proc/{pid}/{file}"), text);
    if let Some(uid) = uid {
        for file in ["uid_map", "gid_map"] {
            let own = fs::read_to_string(format!("/proc/self/{file}"))?;
            write(file, everybody(&own, uid))?;
        }
        return Ok(());
    }
    write("uid_map", format!("{INSIDE} {} 1\n", rustix::process::geteuid().as_raw()))?;
    write("setgroups", "deny".into())?;
    write("gid_map", format!("{INSIDE} {} 1\n", rustix::process::getegid().as_raw()))
}

/// The map of a cell of root: everybody keeps their number, except that `uid` and [`INSIDE`] change
/// places. The kernel lets a tool read a file only if its owner exists inside. `own` is the map of
/// this process.
fn everybody(own: &str, uid: u32) -> String {
    let first = own.lines().next().unwrap_or_default();
    let numbers: Vec<u32> = first.split_ascii_whitespace().flat_map(str::parse).collect();
    let count = match numbers[..] {
        [0, _, count] if count > uid && uid > INSIDE => count,
        _ => return format!("0 0 1\n{INSIDE} {uid} 1\n"),
    };
    let ranges = [
        (0, 0, INSIDE),
        (INSIDE, uid, 1),
        (INSIDE + 1, INSIDE + 1, uid - INSIDE - 1),
        (uid, INSIDE, 1),
        (uid + 1, uid + 1, count - uid - 1),
    ];
    let lines = ranges.into_iter().filter(|(.., count)| *count > 0);
    lines.map(|(inside, outside, count)| format!("{inside} {outside} {count}\n")).collect()
}

/// What every dynamic program needs, where it exists.
pub(super) const LIBRARIES: [&str; 7] =
    ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/etc/ld.so.cache"];
pub(super) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Names for what a program has open.
const STREAMS: [(&str, &str); 4] = [
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
    ("/dev/fd", "/proc/self/fd"),
];

/// What is visible in a cell, beyond libraries and devices.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub paths: Vec<(PathBuf, Access)>,
    /// Whether it has `/proc`, of this pid namespace only, and the links into it.
    pub proc: bool,
}

/// Builds the root and moves into it. Returns the empty folder.
pub(super) fn enter(view: &View) -> Result<OwnedFd, String> {
    let mut sources = Vec::new();
    let mut links = Vec::new();
    for path in LIBRARIES.map(Path::new) {
        match fs::read_link(path) {
            Ok(target) => links.push((path, target)),
            Err(_) if path.exists() => sources.push(MountSource::clone(path, Kind::Read)?),
            Err(_) => {}
        }
    }
    for path in DEVICES.map(Path::new).into_iter().filter(|path| path.exists()) {
        sources.push(MountSource::clone(path, Kind::Device)?);
    }
    for (path, access) in &view.paths {
        let kind = match access {
            Access::Read => Kind::Read,
            Access::Write => Kind::Write,
        };
        // A path through a symbolic link is visible both ways.
        let real = check(path.display(), fs::canonicalize(path))?;
        if real != *path {
            sources.push(MountSource::clone(&real, kind)?);
        }
        sources.push(MountSource::clone(path, kind)?);
    }
    // Parents come before their children.
    sources.sort_by(|a, b| a.path.cmp(&b.path).then(a.kind.cmp(&b.kind)));

    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    check("make mounts private", mount_change("/", private))?;
    let base =
        ["/tmp", "/mnt", "/proc"].into_iter().find(|path| Path::new(path).is_dir()).ok_or("no folder to mount on")?;
    let options = c"size=1m,nr_inodes=4096,mode=755";
    check("mount a tmpfs", mount("tmpfs", base, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options))?;
    let base = Path::new(base);
    let below = |path: &Path| base.join(path.strip_prefix("/").unwrap_or(path));
    let mut attached: Vec<(&Path, Kind)> = Vec::new();
    for source in &sources {
        let covered = attached.iter().any(|(path, kind)| source.path.starts_with(path) && *kind == source.kind);
        if !covered {
            check(format_args!("attach {}", source.path.display()), source.attach(&below(&source.path)))?;
            attached.push((&source.path, source.kind));
        }
    }
    for (path, target) in links {
        let link = below(path);
        if !link.exists() {
            make_folders(link.parent().unwrap_or(base))?;
            check("link a library folder", std::os::unix::fs::symlink(target, &link))?;
        }
    }
    if view.proc {
        mount_proc(&below(Path::new("/proc")))?;
        make_folders(&below(Path::new("/dev")))?;
        for (name, target) in STREAMS {
            check("link a standard stream", std::os::unix::fs::symlink(target, below(Path::new(name))))?;
        }
    }
    make_folders(&below(Path::new("/empty")))?;

    check("enter the new root", std::env::set_current_dir(base))?;
    // `.` twice stacks the old root on the new one, where it can be detached.
    check("pivot_root", rustix::process::pivot_root(".", "."))?;
    check("detach the old root", unmount(".", UnmountFlags::DETACH))?;
    check("enter the new root", std::env::set_current_dir("/"))?;
    let root = check("open the new root", File::open("/"))?;
    check("make the root read-only", set_attributes(root.as_fd(), libc::MOUNT_ATTR_RDONLY, false))?;
    check("sethostname", rustix::system::sethostname(b"cell"))?;
    Ok(check("open the empty folder", File::open("/empty"))?.into())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Read,
    Device,
    Write,
}

/// A detached mount.
struct MountSource {
    path: PathBuf,
    kind: Kind,
    folder: bool,
    mount: OwnedFd,
}

impl MountSource {
    fn clone(path: &Path, kind: Kind) -> Result<MountSource, String> {
        let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | OpenTreeFlags::AT_RECURSIVE;
        let name = path.display();
        let mount = check(format_args!("clone the mount of {name}"), open_tree(CWD, path, flags))?;
        let attributes = match kind {
            Kind::Read => libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV,
            Kind::Device => libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NOEXEC,
            Kind::Write => libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV,
        };
        check(format_args!("restrict the mount of {name}"), set_attributes(mount.as_fd(), attributes, true))?;
        let folder = check(format_args!("look at {name}"), fs::metadata(path))?.is_dir();
        Ok(MountSource { path: path.into(), kind, folder, mount })
    }

    fn attach(&self, at: &Path) -> io::Result<()> {
        if !at.exists() {
            if self.folder {
                fs::create_dir_all(at)?;
            } else {
                fs::create_dir_all(at.parent().unwrap_or(Path::new("/")))?;
                File::create(at)?;
            }
        }
        Ok(move_mount(&self.mount, "", CWD, at, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?)
    }
}

/// Mounts `/proc`. A container may hide parts of its own, and then the kernel refuses a new one.
/// Programs that do not need it work without.
fn mount_proc(at: &Path) -> Result<(), String> {
    make_folders(at)?;
    // Read-only: writing to `autogroup` could slow down the whole session, and so every later run.
    let flags = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // It may fail: see above.
    let _ = mount("proc", at, "proc", flags, c"subset=pid").or_else(|_| mount("proc", at, "proc", flags, None));
    Ok(())
}

fn make_folders(path: &Path) -> Result<(), String> {
    check(format_args!("make {}", path.display()), fs::create_dir_all(path))
}

fn set_attributes(mount: BorrowedFd<'_>, set: u64, recursive: bool) -> io::Result<()> {
    let attributes = libc::mount_attr { attr_set: set, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let flags = libc::AT_EMPTY_PATH | if recursive { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: an open mount, an empty path, and attributes of the size that is passed.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            flags,
            &raw const attributes,
            mem::size_of::<libc::mount_attr>(),
        )
    };
    if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_exists_inside_once_and_the_cells_user_is_nobody_outside() {
        let whole = "0 0 1000\n1000 70000 1\n1001 1001 68999\n70000 1000 1\n70001 70001 4294897294\n";
        assert_eq!(everybody("         0          0 4294967295\n", 70_000), whole);
        let container = "0 0 1000\n1000 61000 1\n1001 1001 59999\n61000 1000 1\n61001 61001 4535\n";
        assert_eq!(everybody("0 100000 65536\n", 61_000), container);
        assert_eq!(everybody("0 100000 61001\n", 61_000).lines().count(), 4);
        // Where the numbers come in pieces, the two that are needed are enough.
        assert_eq!(everybody("0 1000 1\n1 100000 65535\n", 61_000), "0 0 1\n1000 61000 1\n");
    }
}
