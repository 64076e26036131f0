//! Landlock: limits which files a program may touch, and keeps it from every process outside its
//! own run.
//!
//! # Theory of operation
//!
//! A ruleset names the rights it handles and grants some of them below some paths. A process that
//! restricts itself by it loses the rest for good, and so does everything it starts. The cell
//! builds one ruleset for each program and lets the child restrict itself between clone and exec,
//! so every run is a domain of its own: signals, abstract sockets and ptrace stop at its border.
//!
//! The kernel reports which rights it knows (its ABI number). We ask for those, and drop the scopes
//! where a kernel claims to know them and refuses them. Source: the kernel's
//! `Documentation/userspace-api/landlock.rst`.

use super::syscall::raw;
use rustix::fs::{self, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::ffi::CStr;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::path::PathBuf;

const CREATE_RULESET: usize = 444;
pub(super) const ADD_RULE: usize = 445;
/// The kind of rule.
pub(super) const PATH_BENEATH: usize = 1;

const EXECUTE: u64 = 1;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;
/// Every right of the first version: the above, and making and removing entries of every kind.
const FIRST: u64 = (1 << 13) - 1;
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const IOCTL_DEVICE: u64 = 1 << 15;
/// The rights to make device nodes, which nobody gets.
const MAKE_DEVICES: u64 = 1 << 6 | 1 << 11;

/// Rights of the TCP rules: bind and connect.
const TCP: u64 = 3;
/// Abstract sockets and signals stay inside.
const SCOPES: u64 = 3;

#[repr(C)]
#[derive(Clone, Copy)]
struct Attributes {
    files: u64,
    network: u64,
    scoped: u64,
}

#[repr(C, packed)]
pub(super) struct Beneath {
    allowed: u64,
    parent: RawFd,
}

impl Beneath {
    /// Reading one file, whose descriptor is still to be set.
    pub(super) const READABLE: Beneath = Beneath { allowed: READ_FILE, parent: -1 };

    pub(super) fn set(&mut self, file: RawFd) {
        self.parent = file;
    }
}

/// The map of a process's own memory.
pub(super) const OWN_MAPS: &CStr = c"/proc/self/maps";
/// Sanitizers look for their options here, and not among the variables that `main` gets.
pub(super) const OWN_ENVIRON: &CStr = c"/proc/self/environ";

/// What this kernel's landlock can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Abi(pub u32);

impl Abi {
    /// Asks the kernel for its version, and takes at most `most`. `None` where there is no
    /// landlock, or it is turned off.
    pub(super) fn detect(most: Option<u32>) -> Option<Abi> {
        const VERSION: usize = 1;
        // SAFETY: the documented way to ask: no attributes, size 0.
        let version = unsafe { raw!(0, CREATE_RULESET, 0, 0, VERSION) };
        let version = u32::try_from(version).ok()?.min(most.unwrap_or(u32::MAX));
        (version > 0).then_some(Abi(version))
    }

    /// From version 3 on, changing the length of a file is a right of its own.
    pub(super) const fn knows_truncation(self) -> bool {
        self.0 >= 3
    }

    const fn files(self) -> u64 {
        let mut rights = FIRST;
        if self.0 >= 2 {
            rights |= REFER;
        }
        if self.0 >= 3 {
            rights |= TRUNCATE;
        }
        if self.0 >= 5 {
            rights |= IOCTL_DEVICE;
        }
        rights
    }
}

/// What may be done below a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Read and execute.
    Read,
    /// Everything but making devices.
    Write,
}

/// A ruleset that can still be extended.
pub(super) struct Ruleset {
    fd: OwnedFd,
    files: u64,
    /// Whether signals stop at the border.
    pub scoped: bool,
    key: usize,
}

impl Ruleset {
    /// Makes a ruleset that grants nothing. `key` goes with every call; see `seccomp`.
    pub(super) fn new(abi: Abi, key: u64) -> io::Result<Ruleset> {
        let key = key as usize;
        let mut attributes = Attributes { files: abi.files(), network: 0, scoped: 0 };
        if abi.0 >= 4 {
            attributes.network = TCP;
        }
        if abi.0 >= 6 {
            attributes.scoped = SCOPES;
        }
        let mut scoped = attributes.scoped != 0;
        let mut fd = create(&attributes, abi, key);
        if fd.is_err() && scoped {
            scoped = false;
            attributes.scoped = 0;
            fd = create(&attributes, Abi(5), key);
        }
        Ok(Ruleset { fd: fd?, files: attributes.files, scoped, key })
    }

    /// Grants `access` to an open file, or below an open folder.
    fn allow(&mut self, fd: BorrowedFd<'_>, kind: FileType, access: Access) -> io::Result<()> {
        let mut allowed = match access {
            Access::Read => EXECUTE | READ_FILE | READ_DIR,
            Access::Write => self.files & !MAKE_DEVICES,
        };
        if kind != FileType::Directory {
            // The kernel refuses rights that make sense only for folders on anything else.
            allowed &= EXECUTE | READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEVICE;
        }
        if kind == FileType::CharacterDevice {
            allowed &= !EXECUTE;
        }
        self.rule(fd, allowed & self.files)
    }

    /// Grants reading an open file, and nothing else.
    fn allow_input(&mut self, input: BorrowedFd<'_>) -> io::Result<()> {
        self.rule(input, READ_FILE)
    }

    fn rule(&mut self, fd: BorrowedFd<'_>, allowed: u64) -> io::Result<()> {
        let rule = Beneath { allowed, parent: fd.as_raw_fd() };
        // SAFETY: the rule is laid out as the kernel's packed structure and lives through the call.
        let done = unsafe { raw!(self.key, ADD_RULE, self.fd.as_raw_fd(), PATH_BENEATH, &raw const rule, 0) };
        if done < 0 { Err(io::Error::from_raw_os_error(-done as i32)) } else { Ok(()) }
    }
}

/// The rulesets of a cell: the same grants for every program, and the program itself.
pub(super) struct CellRulesets {
    abi: Abi,
    grants: Vec<Grant>,
    key: u64,
    /// How many of a program's inputs one ruleset may give access to.
    inputs: u32,
    /// Kept because the next run is usually of the same program.
    last: Option<LastRuleset>,
}

/// Access below a path, for every program.
struct Grant {
    path: PathBuf,
    access: Access,
    /// Kept because a ruleset may have to be made for every run. `None`: nothing was there.
    place: Option<Place>,
}

/// What stood at a path.
struct Place {
    fd: OwnedFd,
    kind: FileType,
    /// Its device and number: as long as it is open, nothing else has these.
    identity: (u64, u64),
}

impl Grant {
    /// Returns what stands at the path now. `None`: nothing, which needs no grant.
    fn place(&mut self) -> io::Result<Option<&Place>> {
        let there = match fs::stat(&self.path) {
            Ok(stat) => Some((stat.st_dev, stat.st_ino)),
            Err(Errno::NOENT) => None,
            Err(error) => return Err(error.into()),
        };
        if self.place.as_ref().map(|place| place.identity) != there {
            self.place = match fs::open(&self.path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()) {
                Ok(fd) => Some(Place::of(fd)?),
                Err(Errno::NOENT) => None,
                Err(error) => return Err(error.into()),
            };
        }
        Ok(self.place.as_ref())
    }
}

impl Place {
    fn of(fd: OwnedFd) -> io::Result<Place> {
        let stat = fs::fstat(&fd)?;
        Ok(Place { fd, kind: FileType::from_raw_mode(stat.st_mode), identity: (stat.st_dev, stat.st_ino) })
    }
}

/// The ruleset of the last program.
struct LastRuleset {
    /// The program, by its number.
    number: Option<u64>,
    ruleset: Ruleset,
    inputs: u32,
}

/// How many inputs one ruleset gives access to where no program sees the machine's files. With
/// more, copying the ruleset for each run, with a rule per input, would take longer than making a
/// new one.
pub(super) const INPUTS: u32 = 64;

/// A program that came as a descriptor.
pub(super) struct OpenProgram {
    pub fd: OwnedFd,
    /// Different for every program of the cell.
    pub number: u64,
}

impl CellRulesets {
    pub(super) fn new(abi: Abi, grants: Vec<(PathBuf, Access)>, key: u64, inputs: u32) -> CellRulesets {
        let grants = grants.into_iter().map(|(path, access)| Grant { path, access, place: None }).collect();
        CellRulesets { abi, grants, key, inputs, last: None }
    }

    /// Returns the ruleset for a program given as a descriptor, or by a path that is among the
    /// grants. The program already holds `input`, and may open it once more by `/dev/stdin`.
    ///
    /// `own_maps`: the program itself adds [`OWN_MAPS`] and [`OWN_ENVIRON`], which are other files
    /// for each process.
    pub(super) fn around(
        &mut self,
        program: Option<&OpenProgram>,
        input: BorrowedFd<'_>,
        own_maps: bool,
    ) -> io::Result<RawFd> {
        let number = program.map(|program| program.number);
        let reusable = match self.last.take().filter(|last| last.number == number && last.inputs < self.inputs) {
            Some(reusable) => reusable,
            None => LastRuleset { number, ruleset: self.make(program)?, inputs: 0 },
        };
        let reusable = self.last.insert(reusable);
        // Pipes and memory files are open to whoever holds them and take no rules: the kernel
        // refuses them here.
        if reusable.ruleset.allow_input(input).is_ok() {
            reusable.inputs += 1;
        }
        if own_maps {
            reusable.inputs += 2;
        }
        Ok(reusable.ruleset.fd.as_raw_fd())
    }

    fn make(&mut self, program: Option<&OpenProgram>) -> io::Result<Ruleset> {
        let mut ruleset = Ruleset::new(self.abi, self.key)?;
        for grant in &mut self.grants {
            let access = grant.access;
            if let Some(place) = grant.place()? {
                ruleset.allow(place.fd.as_fd(), place.kind, access)?;
            }
        }
        if let Some(program) = program {
            let kind = FileType::from_raw_mode(fs::fstat(&program.fd)?.st_mode);
            ruleset.allow(program.fd.as_fd(), kind, Access::Read)?;
        }
        Ok(ruleset)
    }
}

fn create(attributes: &Attributes, abi: Abi, key: usize) -> io::Result<OwnedFd> {
    // An older kernel refuses a longer structure than it knows, unless the rest is zero.
    let size = match abi.0 {
        ..=3 => 8,
        4..=5 => 16,
        _ => 24,
    };
    // SAFETY: at least `size` bytes of attributes.
    let fd = unsafe { raw!(key, CREATE_RULESET, attributes as *const Attributes, size, 0) };
    if fd < 0 {
        return Err(io::Error::from_raw_os_error(-fd as i32));
    }
    // SAFETY: fresh, and closed on exec.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grant_is_for_what_stands_at_its_path_now() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("place");
        let mut grant = Grant { path: path.clone(), access: Access::Read, place: None };
        let mut seen = || grant.place().unwrap().map(|place| (place.kind, place.identity));
        assert_eq!(seen(), None, "nothing is there");
        std::fs::create_dir(&path).unwrap();
        let first = seen().unwrap();
        assert_eq!(first.0, FileType::Directory);
        assert_eq!(seen(), Some(first), "nothing has changed");
        std::fs::rename(&path, folder.path().join("aside")).unwrap();
        assert_eq!(seen(), None, "it was moved away");
        std::fs::create_dir(&path).unwrap();
        let second = seen().unwrap();
        assert_ne!(second.1, first.1, "another folder has the name");
        std::fs::remove_dir(&path).unwrap();
        std::fs::write(&path, "").unwrap();
        let third = seen().unwrap();
        assert_eq!(third.0, FileType::RegularFile);
        // The number of the folder that is gone was not given away: the grant still holds it.
        assert_ne!(third.1, second.1);
    }
}
