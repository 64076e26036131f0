//! Gives each cell a user of its own where the harness is root, so that a program of one cell can
//! do nothing to another cell's.
//!
//! A root that lacks the rights for that, or whose user namespace has no other users, runs programs
//! as itself, as an ordinary user does: a container without rights (`--cap-drop ALL`), or a
//! namespace with one user (`unshare -r`, rootless containers).
//!
//! The numbers are those that neither systemd nor Debian assigns: above 65,535 where this user
//! namespace has them, otherwise in a gap below. A number is taken for as long as this process
//! lives, by a name in the kernel's table of abstract sockets, so that two harnesses never share
//! one. Anybody may take such names: where all are taken, a file that only root can open takes a
//! number instead. Idle numbers are reused, the longest idle first.

use crate::Error;
use rustix::thread::{CapabilitySet, capabilities};
use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::ops::Range;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A number that nobody else uses. Once dropped, it may be given to another cell.
pub(super) struct User {
    /// `Some` until it is dropped.
    taken: Option<UserNumber>,
}

struct UserNumber {
    uid: u32,
    _lock: Lock,
}

/// What marks a number as taken.
#[expect(dead_code, reason = "they are held")]
enum Lock {
    /// By its name.
    Socket(UnixDatagram),
    /// By a lock on it.
    File(File),
}

static IDLE: Mutex<VecDeque<UserNumber>> = Mutex::new(VecDeque::new());

/// How many names are looked at: more than there can be cells on a machine. A look at a table of
/// tens of thousands takes seconds.
const MOST_NAMES: usize = 2_000;

/// Whether all these names of sockets were found to be taken: too slow to be found for each cell.
static ALL_NAMES_TAKEN: AtomicBool = AtomicBool::new(false);

/// Where files take numbers: nobody but root can put anything there.
const FOLDER: &str = "/run/harness-users";

/// A number is reused only when this many are idle: what its last cell left is gone by then.
const REST: usize = 8;

/// First, the numbers above those that distributions give to services and below those they give to
/// containers. Second, a gap between the two kinds of services, for a container that has only the
/// first 65,536. See systemd's `UIDS-GIDS.md`.
const RANGES: [Range<u32>; 2] = [65_600..100_000, 60_706..61_184];

impl User {
    /// Takes a number. `None` where the harness cannot act as other users: programs run as its own.
    ///
    /// # Errors
    /// When all numbers are taken.
    pub(super) fn fresh() -> Result<Option<User>, Error> {
        if !rustix::process::geteuid().is_root() || !has_rights() {
            return Ok(None);
        }
        let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
        let mut ranges = RANGES.into_iter().filter(|range| has(&map, range)).peekable();
        if ranges.peek().is_none() {
            return Ok(None);
        }
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() >= REST {
            return Ok(idle.pop_front().map(|taken| User { taken: Some(taken) }));
        }
        let (list, running) = (fs::read_to_string("/etc/passwd").unwrap_or_default(), running());
        let is_free = |uid: u32| !is_somebodys(uid, &list, &running);
        let mut numbers: Vec<u32> = ranges.flatten().collect();
        let by_name = |uid| name(uid).map(Lock::Socket);
        let by_file = |uid| file(Path::new(FOLDER), uid).map(Lock::File);
        let taken = match ALL_NAMES_TAKEN.load(Ordering::Relaxed) {
            false => first_free(&numbers[..numbers.len().min(MOST_NAMES)], by_name, is_free),
            true => Err(io::ErrorKind::AddrInUse.into()),
        };
        let taken = taken.or_else(|error| {
            if error.kind() != io::ErrorKind::AddrInUse {
                return Err(error);
            }
            ALL_NAMES_TAKEN.store(true, Ordering::Relaxed);
            // From the other end, where no harness has come that took numbers by their names. The
            // trouble is that the names are taken, whatever keeps files from helping.
            numbers.reverse();
            first_free(&numbers, by_file, is_free).map_err(|_| error)
        });
        let taken = taken.map_err(|error| Error::system("cannot find a user for a cell", error))?;
        Ok(Some(User { taken: Some(taken) }))
    }

    pub(super) fn uid(&self) -> u32 {
        self.taken.as_ref().map_or(u32::MAX, |taken| taken.uid)
    }
}

impl Drop for User {
    fn drop(&mut self) {
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).extend(self.taken.take());
    }
}

/// The users who have processes.
fn running() -> BTreeSet<u32> {
    let is_process = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit);
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten().filter(is_process);
    processes.filter_map(|process| Some(process.metadata().ok()?.uid())).collect()
}

/// Whether a number is that of a person or a service of this machine, by its list of users or by
/// what runs: that user could end the programs of a cell, and change its files.
fn is_somebodys(uid: u32, list: &str, running: &BTreeSet<u32>) -> bool {
    let numbers = list.lines().filter_map(|line| line.split(':').nth(2)?.parse::<u32>().ok());
    running.contains(&uid) || numbers.into_iter().any(|number| number == uid)
}

/// Takes the first number that is free.
///
/// # Errors
/// [`io::ErrorKind::AddrInUse`] if none is.
fn first_free(
    numbers: &[u32],
    lock: impl Fn(u32) -> io::Result<Lock>,
    is_free: impl Fn(u32) -> bool,
) -> io::Result<UserNumber> {
    for uid in numbers.iter().copied() {
        match lock(uid) {
            Ok(_lock) if is_free(uid) => return Ok(UserNumber { uid, _lock }),
            // A directory of a university's users may hold such numbers.
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AddrInUse.into())
}

fn name(uid: u32) -> io::Result<UnixDatagram> {
    UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(format!("harness-user-{uid}"))?)
}

fn file(folder: &Path, uid: u32) -> io::Result<File> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let folder_is = fs::symlink_metadata(folder)?;
    if !folder_is.is_dir() || folder_is.uid() != rustix::process::geteuid().as_raw() || folder_is.mode() & 0o022 != 0 {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(uid.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::AddrInUse.into()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether this process may become another user, hand files over to it, remove what it left and end
/// its processes.
fn has_rights() -> bool {
    let needed = CapabilitySet::SETUID
        | CapabilitySet::SETGID
        | CapabilitySet::CHOWN
        | CapabilitySet::FOWNER
        | CapabilitySet::DAC_OVERRIDE
        | CapabilitySet::KILL;
    capabilities(None).is_ok_and(|own| own.effective.contains(needed))
}

/// Whether all of `range` exists in this `uid_map`, whose lines are: first inside, first outside,
/// how many.
fn has(map: &str, range: &Range<u32>) -> bool {
    map.lines().any(|line| {
        let numbers: Vec<u64> = line.split_ascii_whitespace().filter_map(|number| number.parse().ok()).collect();
        matches!(numbers[..], [first, _, count] if first <= range.start.into() && u64::from(range.end) <= first + count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;
    use std::thread;
    use std::time::{Duration, Instant};

    #[test]
    fn a_range_is_there_when_one_line_of_the_map_has_all_of_it() {
        assert!(has("         0          0 4294967295\n", &RANGES[0]));
        let container = "0 100000 65536\n";
        assert!(!has(container, &RANGES[0]) && has(container, &RANGES[1]));
        assert!(!has("0 1000 1\n1 100000 65535\n", &RANGES[0]) && !has("", &RANGES[1]));
    }

    #[test]
    fn the_number_of_a_person_is_not_a_cells() {
        let list = "root:x:0:0:root:/root:/bin/sh\nana:x:70001:70001::/home/ana:/bin/sh\nodd\n";
        let running = BTreeSet::from([0, 70_002]);
        let is_somebodys = |uid| super::is_somebodys(uid, list, &running);
        assert_eq!([70_000, 70_001, 70_002].map(is_somebodys), [false, true, true]);
        assert!(super::running().contains(&rustix::process::getuid().as_raw()));
    }

    /// What is free once no process of another test holds it: one that is being started has copies
    /// of all that is open here, until it executes its program.
    fn when_free<T>(take: impl Fn() -> io::Result<T>) -> T {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            match take() {
                Ok(taken) => return taken,
                Err(error) if error.kind() == io::ErrorKind::AddrInUse && Instant::now() < end => thread::yield_now(),
                Err(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn a_number_is_taken_once() {
        // A number far from those that other tests use.
        let first = name(99_999).unwrap();
        assert_eq!(name(99_999).err().unwrap().kind(), io::ErrorKind::AddrInUse);
        drop(first);
        when_free(|| name(99_999));
    }

    #[test]
    fn where_all_names_are_taken_a_file_takes_a_number_that_nobody_else_can() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("users");
        let by_file = |uid| file(&folder, uid).map(Lock::File);
        let take = || first_free(&[7, 8, 9], by_file, |uid| uid != 8);
        let (first, second) = (take().unwrap(), take().unwrap());
        assert_eq!((first.uid, second.uid), (7, 9));
        assert_eq!(take().err().unwrap().kind(), io::ErrorKind::AddrInUse);
        drop(first);
        assert_eq!(when_free(take).uid, 7);
        // A folder that others may write to, or a link, is not ours.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        assert_eq!(take().err().unwrap().kind(), io::ErrorKind::PermissionDenied);
        std::os::unix::fs::symlink(&folder, outer.path().join("link")).unwrap();
        assert_eq!(file(&outer.path().join("link"), 1).err().unwrap().kind(), io::ErrorKind::PermissionDenied);
    }
}
