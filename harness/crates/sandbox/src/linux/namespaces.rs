//! A root of its own: namespaces, and a file system that holds only what a program needs.
//!
//! # Theory of operation
//!
//! The launcher clones the cell into new user, pid, mount, network, ipc, uts and cgroup namespaces. It maps the users, which only a
//! process outside can do in full, and lets the cell go on. As an ordinary user, that user becomes 1000 inside and nobody else exists. As root,
//! the cell keeps root until its root folder is built, because only root can reach a tool chain in root's home, and then
//! becomes 1000, which is an unused user outside.
//!
//! The root is a small tmpfs. What shall be visible is first cloned as detached mounts, made read-only, and attached under its own path; so
//! nothing is hidden by what was attached before, wherever it lies. Then `pivot_root`, and the old root is gone. Last, all
//! capabilities go, from the bounding set too.
//!
//! Where root has no user namespaces (a sysctl, a container), the rest is done without them.

use super::landlock::Access;
use std::ffi::CString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::{mem, ptr};

/// The user inside.
pub const INSIDE: u32 = 1000;

const OTHERS: libc::c_int = libc::CLONE_NEWPID
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// Which side of the fork this is.
pub enum Forked {
    Launcher(libc::pid_t),
    /// In the new namespaces, with users mapped.
    Cell {
        /// It has a user namespace.
        users: bool,
    },
}

/// Forks into new namespaces. `uid`: whom the user inside is outside, when we are root. `enroll` is called with the cell's pid before
/// the cell does anything.
pub fn fork(uid: Option<u32>, enroll: impl Fn(libc::pid_t) -> io::Result<()>) -> io::Result<Forked> {
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
) -> io::Result<Forked> {
    let (mut go, mut gone) = io::pipe()?;
    // SAFETY: as fork: this process has one thread, and the child goes on with a copy of everything.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags | libc::SIGCHLD, 0, 0, 0, 0) };
    if pid < 0 {
        return Err(io::Error::last_os_error());
    }
    if pid == 0 {
        drop(gone);
        let mut word = [0];
        // End of file: the launcher could not map us, and reports it.
        if go.read_exact(&mut word).is_err() {
            super::cell::leave(1);
        }
        return Ok(Forked::Cell { users });
    }
    let pid = pid as libc::pid_t;
    drop(go);
    let mapped = if users { map(pid, uid) } else { Ok(()) };
    if let Err(error) = mapped.and_then(|()| enroll(pid)).and_then(|()| gone.write_all(b"!")) {
        drop(gone);
        // SAFETY: our own child, which ends by itself.
        unsafe { libc::waitpid(pid, ptr::null_mut(), 0) };
        return Err(error);
    }
    Ok(Forked::Launcher(pid))
}

fn map(pid: libc::pid_t, uid: Option<u32>) -> io::Result<()> {
    let write = |file: &str, text: String| fs::write(format!("/proc/{pid}/{file}"), text);
    if let Some(uid) = uid {
        let both = format!("0 0 1\n{INSIDE} {uid} 1\n");
        write("uid_map", both.clone())?;
        return write("gid_map", both);
    }
    // SAFETY: cannot fail.
    let (uid, gid) = unsafe { (libc::geteuid(), libc::getegid()) };
    write("uid_map", format!("{INSIDE} {uid} 1\n"))?;
    write("setgroups", "deny".into())?;
    write("gid_map", format!("{INSIDE} {gid} 1\n"))
}

/// What every dynamic program needs, where it exists.
pub const LIBRARIES: [&str; 7] =
    ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/etc/ld.so.cache"];
pub const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What is visible in a cell besides libraries and devices.
#[derive(Clone, Debug, Default)]
pub struct View {
    pub paths: Vec<(PathBuf, Access)>,
    /// `/proc`, of this pid namespace only.
    pub proc: bool,
}

/// Builds the root and moves into it. Returns the empty folder.
pub fn enter(view: &View) -> Result<OwnedFd, String> {
    let mut sources = Vec::new();
    let mut links = Vec::new();
    for path in LIBRARIES.map(Path::new) {
        match fs::read_link(path) {
            Ok(target) => links.push((path, target)),
            Err(_) if path.exists() => sources.push(Source::clone(path, Kind::Read)?),
            Err(_) => {}
        }
    }
    for path in DEVICES.map(Path::new).into_iter().filter(|path| path.exists()) {
        sources.push(Source::clone(path, Kind::Device)?);
    }
    for (path, access) in &view.paths {
        let kind = match access {
            Access::Read => Kind::Read,
            Access::Write => Kind::Write,
        };
        // A path through a symbolic link is visible both ways.
        let real = fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))?;
        if real != *path {
            sources.push(Source::clone(&real, kind)?);
        }
        sources.push(Source::clone(path, kind)?);
    }
    // Parents before what lies in them.
    sources.sort_by(|a, b| a.path.cmp(&b.path).then(a.kind.cmp(&b.kind)));

    check("make mounts private", mount(None, "/", None, libc::MS_REC | libc::MS_PRIVATE, None))?;
    let base =
        ["/tmp", "/mnt", "/proc"].into_iter().find(|path| Path::new(path).is_dir()).ok_or("no folder to mount on")?;
    let options = "size=1m,nr_inodes=4096,mode=755";
    check("mount a tmpfs", mount(Some("tmpfs"), base, Some("tmpfs"), libc::MS_NOSUID | libc::MS_NODEV, Some(options)))?;
    let base = Path::new(base);
    let below = |path: &Path| base.join(path.strip_prefix("/").unwrap_or(path));
    let mut attached: Vec<(&Path, Kind)> = Vec::new();
    for source in &sources {
        let covered = attached.iter().any(|(path, kind)| source.path.starts_with(path) && *kind == source.kind);
        if !covered {
            source
                .attach(&below(&source.path))
                .map_err(|error| format!("attach {}: {error}", source.path.display()))?;
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
    }
    make_folders(&below(Path::new("/empty")))?;

    check("enter the new root", std::env::set_current_dir(base))?;
    // SAFETY: constant paths; `.` twice stacks the old root on the new one, from where it is taken off.
    unsafe {
        if libc::syscall(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr()) < 0 {
            return Err(format!("pivot_root: {}", io::Error::last_os_error()));
        }
        if libc::umount2(c".".as_ptr(), libc::MNT_DETACH) < 0 {
            return Err(format!("detach the old root: {}", io::Error::last_os_error()));
        }
    }
    check("enter the new root", std::env::set_current_dir("/"))?;
    let root = check("open the new root", File::open("/"))?;
    check("make the root read-only", set_attributes(root.as_raw_fd(), libc::MOUNT_ATTR_RDONLY, false))?;
    // SAFETY: a constant name and its length.
    unsafe { libc::sethostname(c"cell".as_ptr(), 4) };
    Ok(check("open the empty folder", File::open("/empty"))?.into())
}

/// Becomes the user inside and gives up everything that is more than a user; but for reading what others may not, where that is kept.
pub fn drop_privileges(become_uid: Option<u32>, keep: Option<Reader>) -> Result<(), String> {
    // SAFETY: plain calls; the capability header and data are laid out as the kernel's version 3.
    unsafe {
        if let Some(uid) = become_uid {
            check_call("setgroups", libc::setgroups(0, ptr::null()))?;
            check_call("setgid", libc::setresgid(uid, uid, uid))?;
        }
        if keep.is_some() {
            keep_capabilities()?;
        }
        // While CAP_SETPCAP is there. The list ends where the kernel says that it does not know the number.
        for capability in (0..64).filter(|capability| keep.is_none() || *capability != DAC_READ_SEARCH) {
            if libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) < 0 {
                break;
            }
        }
        libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
        if let Some(uid) = become_uid {
            check_call("setuid", libc::setresuid(uid, uid, uid))?;
        }
        let data = keep.map_or([0; 6], |Reader(data)| data);
        check_call("capset", libc::syscall(libc::SYS_capset, CAPABILITIES.as_ptr(), data.as_ptr()) as i32)?;
        if keep.is_some() {
            let raise = libc::PR_CAP_AMBIENT_RAISE;
            check_call("keep reading", libc::prctl(libc::PR_CAP_AMBIENT, raise, DAC_READ_SEARCH, 0, 0))?;
        }
        no_new_privileges()?;
        check_call("dumpable", libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0))?;
    }
    Ok(())
}

/// Makes capabilities independent of the user, for this process and all that it starts: a change of user would take them, and access(2), by
/// which compilers look for their parts, would not count them.
pub fn keep_capabilities() -> Result<(), String> {
    const NO_SETUID_FIXUP: libc::c_int = 1 << 2;
    // SAFETY: no pointers.
    check_call("keep capabilities", unsafe { libc::prctl(libc::PR_SET_SECUREBITS, NO_SETUID_FIXUP, 0, 0, 0) })
}

/// No program that this process starts gains anything by being set-user-ID.
pub fn no_new_privileges() -> Result<(), String> {
    // SAFETY: no pointers.
    check_call("no_new_privs", unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) })
}

/// The header of the kernel's third version of capget and capset: version, this process.
pub const CAPABILITIES: [u32; 2] = [0x2008_0522, 0];

pub const DAC_READ_SEARCH: libc::c_int = 2;

/// What a tool of root's keeps where it has no root folder of its own: it may read what its user could not, a tool chain in root's home;
/// it may not write there, signal anybody, or start processes without end. Laid out as capset takes it.
#[derive(Clone, Copy, Debug)]
pub struct Reader(pub [u32; 6]);

/// `None` where root itself may not, as in most containers.
pub fn reader() -> Option<Reader> {
    let permitted = rustix::thread::capabilities(None).ok()?.permitted;
    let one = 1 << DAC_READ_SEARCH;
    // Effective, permitted, inheritable; the upper halves.
    permitted.contains(rustix::thread::CapabilitySet::DAC_READ_SEARCH).then_some(Reader([one, one, one, 0, 0, 0]))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Read,
    Device,
    Write,
}

/// A detached mount.
struct Source {
    path: PathBuf,
    kind: Kind,
    folder: bool,
    mount: OwnedFd,
}

impl Source {
    fn clone(path: &Path, kind: Kind) -> Result<Source, String> {
        let failed = |what: &str, error: io::Error| format!("{what} {}: {error}", path.display());
        let name = c_path(path).map_err(|error| failed("name", error))?;
        let flags = libc::OPEN_TREE_CLONE as libc::c_int | libc::O_CLOEXEC | libc::AT_RECURSIVE;
        // SAFETY: a live path and known flags.
        let fd = unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, name.as_ptr(), flags) };
        if fd < 0 {
            return Err(failed("clone the mount of", io::Error::last_os_error()));
        }
        // SAFETY: fresh and open.
        let mount = unsafe { OwnedFd::from_raw_fd(fd as libc::c_int) };
        let attributes = match kind {
            Kind::Read => libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV,
            Kind::Device => libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NOEXEC,
            Kind::Write => libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV,
        };
        set_attributes(mount.as_raw_fd(), attributes, true).map_err(|error| failed("restrict the mount of", error))?;
        let folder = fs::metadata(path).map_err(|error| failed("look at", error))?.is_dir();
        Ok(Source { path: path.into(), kind, folder, mount })
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
        let to = c_path(at)?;
        const FROM_EMPTY_PATH: libc::c_uint = 4;
        // SAFETY: an open mount and live paths.
        let done = unsafe {
            libc::syscall(
                libc::SYS_move_mount,
                self.mount.as_raw_fd(),
                c"".as_ptr(),
                libc::AT_FDCWD,
                to.as_ptr(),
                FROM_EMPTY_PATH,
            )
        };
        if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

/// A container may hide parts of its own `/proc`, and then a new one is refused. What does not need it works without.
fn mount_proc(at: &Path) -> Result<(), String> {
    make_folders(at)?;
    let at = at.to_str().ok_or("a strange path")?;
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    let mounted = mount(Some("proc"), at, Some("proc"), flags, Some("subset=pid"))
        .or_else(|_| mount(Some("proc"), at, Some("proc"), flags, None));
    // Not there: see above.
    drop(mounted);
    Ok(())
}

fn make_folders(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| format!("make {}: {error}", path.display()))
}

fn set_attributes(fd: libc::c_int, set: u64, recursive: bool) -> io::Result<()> {
    let attributes = libc::mount_attr { attr_set: set, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let flags = libc::AT_EMPTY_PATH | if recursive { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: an open mount, an empty path, and attributes of the size that is told.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            fd,
            c"".as_ptr(),
            flags,
            &raw const attributes,
            mem::size_of::<libc::mount_attr>(),
        )
    };
    if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn mount(
    source: Option<&str>,
    at: &str,
    kind: Option<&str>,
    flags: libc::c_ulong,
    data: Option<&str>,
) -> io::Result<()> {
    let text = |text: Option<&str>| text.map(CString::new).transpose();
    let (source, at, kind, data) = (text(source)?, CString::new(at)?, text(kind)?, text(data)?);
    let pointer = |text: &Option<CString>| text.as_ref().map_or(ptr::null(), |text| text.as_ptr());
    // SAFETY: live strings or null, as mount allows.
    let done = unsafe { libc::mount(pointer(&source), at.as_ptr(), pointer(&kind), flags, pointer(&data).cast()) };
    if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn c_path(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

fn check<T>(what: &str, result: io::Result<T>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {error}"))
}

fn check_call(what: &str, result: libc::c_int) -> Result<(), String> {
    if result < 0 { Err(format!("{what}: {}", io::Error::last_os_error())) } else { Ok(()) }
}
