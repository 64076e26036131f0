//! Measures how much the folder that a program writes to holds. The kernel bounds each file, but
//! not all of them together.

use super::Exec;
use crate::error::is_exhaustion;
use crate::leftovers::open_folder;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, Stat, fchmod, statat};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the folder is measured.
const EVERY: Duration = Duration::from_millis(100);

/// A folder that is measured now and then while a program may write to it.
pub(crate) struct ScratchWatch<'a> {
    folder: &'a Path,
    /// Bytes that it may hold.
    most: u64,
    next: Instant,
}

impl<'a> ScratchWatch<'a> {
    /// `None` when `exec` may write to no folder.
    pub(crate) fn of(exec: &'a Exec) -> Option<ScratchWatch<'a>> {
        let folder = exec.scratch.as_deref()?;
        Some(ScratchWatch { folder, most: exec.limits.scratch, next: Instant::now() + EVERY })
    }

    /// When to look next.
    pub(crate) fn next(&self) -> Instant {
        self.next
    }

    /// Looks, if it is time. Returns whether the program has written too much.
    pub(crate) fn overflows(&mut self) -> bool {
        if Instant::now() < self.next {
            return false;
        }
        // What could not be seen now is seen the next time, or at the end.
        let over = self.is_over().unwrap_or(false);
        self.next = Instant::now() + EVERY;
        over
    }

    /// Looks now. Returns whether the folder holds too much.
    ///
    /// # Errors
    /// When the machine has run out of what it takes to look.
    pub(crate) fn is_over(&self) -> io::Result<bool> {
        holds_more_than(self.folder, self.most)
    }
}

/// The most entries that are looked at. No tool needs more, and a program that makes more, even
/// empty ones, fills a disk as well.
const MOST: usize = 20_000;

/// How deep folders are looked into. No tool needs more.
const DEEPEST: usize = 64;

/// Whether the files in `folder` take more than `bytes` on the disk, or are too many, too deep or
/// too well hidden to tell. Links are not followed.
///
/// # Errors
/// When the machine has run out of what it takes to look.
fn holds_more_than(folder: &Path, bytes: u64) -> io::Result<bool> {
    match exceeds(folder, bytes) {
        Err(error) if is_exhaustion(&error) => Err(error),
        // Whatever else keeps us from looking was put there to do so.
        exceeds => Ok(exceeds.unwrap_or(true)),
    }
}

/// Goes from descriptor to descriptor, because the path to a deep entry may be longer than the
/// kernel accepts. Folders whose permissions were taken away get them back. Otherwise it would
/// depend on the moment of the look whether a program is stopped for them.
fn exceeds(folder: &Path, bytes: u64) -> io::Result<bool> {
    let root = match open_folder(CWD, &CString::new(folder.as_os_str().as_bytes())?) {
        Err(Errno::NOENT) => return Ok(false),
        root => root?,
    };
    let (mut total, mut count) = (0, 0);
    let mut folders = vec![Dir::new(root)?];
    while let Some(folder) = folders.last_mut() {
        let Some(entry) = folder.read().transpose()? else {
            folders.pop();
            continue;
        };
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let at = folder.fd()?;
        let inner = match look(at, name) {
            Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile => {
                total += u64::try_from(stat.st_blocks).unwrap_or(0) * 512;
                None
            }
            Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Directory => match open_folder(at, name) {
                Err(Errno::NOENT) => None,
                inner => Some(Dir::new(inner?)?),
            },
            // Files come and go meanwhile.
            Ok(_) | Err(Errno::NOENT) => None,
            Err(error) => return Err(error.into()),
        };
        folders.extend(inner);
        count += 1;
        if total > bytes || count > MOST || folders.len() > DEEPEST + 1 {
            return Ok(true);
        }
    }
    Ok(false)
}

fn look(at: BorrowedFd<'_>, name: &CStr) -> rustix::io::Result<Stat> {
    match statat(at, name, AtFlags::SYMLINK_NOFOLLOW) {
        Err(Errno::ACCESS) => {
            fchmod(at, Mode::RWXU)?;
            statat(at, name, AtFlags::SYMLINK_NOFOLLOW)
        }
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    #[test]
    fn files_count_by_what_they_take_and_links_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        assert!(!holds_more_than(folder.path(), 0).unwrap());
        std::fs::create_dir(inside("a")).unwrap();
        std::fs::write(inside("a/b"), vec![1; 100_000]).unwrap();
        std::os::unix::fs::symlink("/usr", inside("link")).unwrap();
        assert!(holds_more_than(folder.path(), 90_000).unwrap());
        assert!(!holds_more_than(folder.path(), 200_000).unwrap());
        assert!(!holds_more_than(&inside("gone"), 0).unwrap());
        std::fs::create_dir_all(inside(&"d/".repeat(65))).unwrap();
        assert!(holds_more_than(folder.path(), u64::MAX).unwrap(), "what lies too deep may be anything");
    }

    /// Runs in a process of its own, because a limit on descriptors would hit other tests.
    #[test]
    fn a_machine_without_descriptors_says_nothing_about_a_folder() {
        const CHILD: &str = "SANDBOX_TEST_WITHOUT_DESCRIPTORS";
        if std::env::var_os(CHILD).is_none() {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap());
            let name = "scratch_watch::tests::a_machine_without_descriptors_says_nothing_about_a_folder";
            let output = child.args(["--exact", name]).env(CHILD, "").output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let mut exec = crate::facts::tests::exec();
        exec.scratch = Some(folder.path().to_owned());
        let before = getrlimit(Resource::Nofile);
        setrlimit(Resource::Nofile, Rlimit { current: Some(0), ..before }).unwrap();
        let mut watch = ScratchWatch::of(&exec).unwrap();
        watch.next = Instant::now();
        let (over, at_the_end) = (watch.overflows(), watch.is_over());
        setrlimit(Resource::Nofile, before).unwrap();
        assert_eq!((over, at_the_end.unwrap_err().raw_os_error()), (false, Some(libc::EMFILE)));
    }

    #[test]
    fn what_no_path_reaches_and_what_is_closed_counts_by_what_it_takes() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mut at = rustix::fs::open(folder.path(), rustix::fs::OFlags::DIRECTORY, Mode::empty()).unwrap();
        let name = "x".repeat(200);
        for _ in 0..60 {
            rustix::fs::mkdirat(&at, &name, Mode::RWXU).unwrap();
            at = rustix::fs::openat(&at, &name, rustix::fs::OFlags::DIRECTORY, Mode::empty()).unwrap();
        }
        let closed = folder.path().join("closed");
        std::fs::create_dir(&closed).unwrap();
        std::fs::write(closed.join("file"), vec![1; 100_000]).unwrap();
        for mode in [0o000, 0o400, 0o700] {
            std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(mode)).unwrap();
            assert!(!holds_more_than(folder.path(), 200_000).unwrap(), "{mode:o}");
            std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(mode)).unwrap();
            assert!(holds_more_than(folder.path(), 90_000).unwrap(), "{mode:o}");
        }
        drop(at);
        crate::leftovers::remove(folder.path()).unwrap();
    }
}
