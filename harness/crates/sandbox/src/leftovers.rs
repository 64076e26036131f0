//! Opens, reads and removes what programs leave in a folder, and trusts none of it.
//!
//! A name may be a link to a file of ours, a pipe that never ends, a folder without permissions, or
//! a folder nested deeper than any path can be long. So nothing here is opened by a path: each step
//! goes from one open folder to a name in it and follows no link. Only regular files are read.
//! Removing keeps two folders open, however deep the nesting.

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fchmod, fstat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::path::Path;

/// An open folder in which programs wrote.
#[derive(Debug)]
pub struct Leftovers(OwnedFd);

/// The most entries removed from one folder. Beyond that, something is still filling it.
const MOST: usize = 4_000_000;

impl Leftovers {
    /// # Errors
    /// When `folder` is not a folder. A link to a folder does not count as one.
    pub fn of(folder: &Path) -> io::Result<Leftovers> {
        let name = CString::new(folder.as_os_str().as_encoded_bytes())?;
        Ok(Leftovers(open_folder(CWD, &name)?))
    }

    /// Opens the regular file at `path` (names separated by `/`) for reading. `None`: nothing has
    /// that name.
    ///
    /// # Errors
    /// When something else is there, or a link is on the way.
    pub fn file(&self, path: &str) -> io::Result<Option<File>> {
        match self.beneath(path).and_then(|(folder, name)| Ok(open(folder.as_fd(), &name, OFlags::NONBLOCK)?)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) if error.raw_os_error() == Some(libc::ELOOP) => {
                Err(io::Error::other("a symbolic link, and none is followed"))
            }
            Err(error) => Err(error),
            Ok(file) => {
                let file = File::from(file);
                if !file.metadata()?.is_file() {
                    return Err(io::Error::other("not a regular file"));
                }
                Ok(Some(file))
            }
        }
    }

    /// Opens the folder `name` in it. `None`: nothing has that name.
    ///
    /// # Errors
    /// When something else is there, a link to a folder included.
    pub fn folder(&self, name: &str) -> io::Result<Option<Leftovers>> {
        match open_folder(self.0.as_fd(), &CString::new(name)?) {
            Err(Errno::NOENT) => Ok(None),
            Err(Errno::NOTDIR | Errno::LOOP) => Err(io::Error::other("not a folder")),
            folder => Ok(Some(Leftovers(folder?))),
        }
    }

    /// Lets everybody read what is in it, whatever mode or umask it was made with, and lists it.
    /// Nothing may write in it meanwhile.
    ///
    /// # Errors
    /// When it is nested too deeply, or cannot be read.
    pub fn seal(&self) -> io::Result<Contents> {
        let mut contents = Contents::default();
        seal_below(self.0.as_fd(), "", DEEPEST, &mut contents)?;
        Ok(contents)
    }

    /// Makes a new, empty file `name`, in place of whatever has that name.
    ///
    /// # Errors
    /// When a non-empty folder has that name, or the file cannot be made.
    pub fn create(&self, name: &str) -> io::Result<File> {
        let name = CString::new(name)?;
        remove_entry(self.0.as_fd(), &name).or_else(|error| match error {
            Errno::NOENT => Ok(()),
            other => Err(other),
        })?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(File::from(openat(&self.0, &name, flags, Mode::from_raw_mode(0o644))?))
    }

    /// Moves the regular file at `path` up into the folder itself, as `name`.
    ///
    /// # Errors
    /// When no regular file is there.
    pub fn take(&self, path: &str, name: &str) -> io::Result<()> {
        self.file(path)?.ok_or(io::ErrorKind::NotFound)?;
        let (folder, from) = self.beneath(path)?;
        Ok(renameat(&folder, &from, &self.0, &CString::new(name)?)?)
    }

    /// Whether its disk has hardly any room or inodes left. `false` where the system does not say.
    pub fn is_full(&self) -> bool {
        rustix::fs::fstatvfs(&self.0).is_ok_and(|disk| {
            disk.f_bavail.saturating_mul(disk.f_frsize) < 1 << 20 || disk.f_files > 0 && disk.f_favail < 16
        })
    }

    /// Removes everything in it, even where permissions were taken away.
    ///
    /// # Errors
    /// When something cannot be removed, or new entries keep appearing.
    pub fn empty(&self) -> io::Result<()> {
        // Without permissions on the folder itself, an ordinary user could remove nothing.
        let _ = fchmod(&self.0, Mode::RWXU);
        let (mut removed, mut moved) = (0, 0u64);
        loop {
            let names = names(self.0.as_fd())?;
            if names.is_empty() {
                return Ok(());
            }
            for name in names {
                removed += 1;
                if removed > MOST {
                    return Err(io::Error::other("it is still being filled"));
                }
                if remove_entry(self.0.as_fd(), &name).is_ok() {
                    continue;
                }
                // A folder that is not empty: its contents are moved up here and handled in the
                // next round.
                let below = open_folder(self.0.as_fd(), &name)?;
                let _ = fchmod(&below, Mode::RWXU);
                for inner in self::names(below.as_fd())? {
                    if remove_entry(below.as_fd(), &inner).is_ok() {
                        continue;
                    }
                    // A folder that is moved must itself be writable, because its `..` changes.
                    regain(below.as_fd(), &inner)?;
                    loop {
                        moved += 1;
                        match renameat(&below, &inner, &self.0, &CString::new(format!("leftover-{moved}"))?) {
                            Ok(()) => break,
                            Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                            Err(error) => return Err(error.into()),
                        }
                    }
                }
                remove_entry(self.0.as_fd(), &name)?;
            }
        }
    }

    /// Opens the folder that `path` leads to, and returns it with the last name.
    fn beneath(&self, path: &str) -> io::Result<(OwnedFd, CString)> {
        let mut folder = self.0.try_clone()?;
        let (folders, name) = path.rsplit_once('/').map_or(("", path), |(folders, name)| (folders, name));
        for step in folders.split('/').filter(|step| !step.is_empty()) {
            folder = open_folder(folder.as_fd(), &CString::new(step)?)?;
        }
        Ok((folder, CString::new(name)?))
    }
}

/// What a folder holds, at any depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Of all files.
    pub bytes: u64,
    /// How many files and folders.
    pub entries: u64,
    /// The first that is neither a file nor a folder, such as a link.
    pub odd: Option<String>,
}

/// What programs that mean well leave is never nested more deeply.
const DEEPEST: usize = 64;

fn seal_below(folder: BorrowedFd<'_>, path: &str, deepest: usize, contents: &mut Contents) -> io::Result<()> {
    let left = deepest.checked_sub(1).ok_or_else(|| io::Error::other("its folders are nested too deeply"))?;
    fchmod(folder, Mode::from_raw_mode(0o755))?;
    for name in names(folder)? {
        let stat = statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW)?;
        let path = format!("{path}{}", name.to_string_lossy());
        contents.entries += 1;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory => {
                seal_below(open_folder(folder, &name)?.as_fd(), &format!("{path}/"), left, contents)?;
            }
            FileType::RegularFile => {
                contents.bytes += u64::try_from(stat.st_size).unwrap_or(0);
                let mode = stat.st_mode & 0o111 | 0o644;
                if stat.st_mode & 0o7777 != mode {
                    change_mode(folder, &name, Mode::from_raw_mode(mode))?;
                }
            }
            FileType::Symlink
            | FileType::Fifo
            | FileType::Socket
            | FileType::CharacterDevice
            | FileType::BlockDevice
            | FileType::Unknown => drop(contents.odd.get_or_insert(path)),
        }
    }
    Ok(())
}

/// Removes a folder in which programs wrote, and everything in it.
///
/// # Errors
/// As [`Leftovers::empty`].
pub fn remove(folder: &Path) -> io::Result<()> {
    Leftovers::of(folder)?.empty()?;
    std::fs::remove_dir(folder)
}

pub(crate) fn open_folder(at: BorrowedFd<'_>, name: &CStr) -> rustix::io::Result<OwnedFd> {
    open(at, name, OFlags::DIRECTORY)
}

/// Opens `name` for reading, unless it is a link. Gives its owner the permissions back if they were
/// taken away.
fn open(at: BorrowedFd<'_>, name: &CStr, flags: OFlags) -> rustix::io::Result<OwnedFd> {
    let flags = flags | OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(at, name, flags, Mode::empty()) {
        Err(Errno::ACCESS) => {
            regain(at, name)?;
            openat(at, name, flags, Mode::empty())
        }
        result => result,
    }
}

/// Gives the owner of a file or folder all permissions for it. Leaves everything else alone.
fn regain(at: BorrowedFd<'_>, name: &CStr) -> rustix::io::Result<()> {
    change_mode(at, name, Mode::RWXU)
}

/// Changes the mode of a file or folder. Leaves everything else alone.
fn change_mode(at: BorrowedFd<'_>, name: &CStr, mode: Mode) -> rustix::io::Result<()> {
    use std::os::fd::AsRawFd;
    // Opening this descriptor needs no permission, and chmod through it reaches exactly what was
    // opened.
    let file = openat(at, name, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?;
    match FileType::from_raw_mode(fstat(&file)?.st_mode) {
        FileType::Directory | FileType::RegularFile => {
            rustix::fs::chmod(format!("/proc/self/fd/{}", file.as_raw_fd()), mode)
        }
        FileType::Symlink
        | FileType::Fifo
        | FileType::Socket
        | FileType::CharacterDevice
        | FileType::BlockDevice
        | FileType::Unknown => Ok(()),
    }
}

fn remove_entry(at: BorrowedFd<'_>, name: &CStr) -> rustix::io::Result<()> {
    match unlinkat(at, name, AtFlags::empty()) {
        // For a folder, Linux returns the first and POSIX the second.
        Err(Errno::ISDIR | Errno::PERM) => unlinkat(at, name, AtFlags::REMOVEDIR),
        result => result,
    }
}

pub(crate) fn names(folder: BorrowedFd<'_>) -> io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let name = entry?.file_name().to_owned();
        if name.as_c_str() != c"." && name.as_c_str() != c".." {
            names.push(name);
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::{Read, Write};
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn text(file: io::Result<Option<File>>) -> String {
        let mut text = String::new();
        file.unwrap().unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn only_regular_files_beneath_are_opened_whatever_bears_their_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let secret = at("secret");
        fs::write(&secret, "secret").unwrap();
        fs::create_dir(at("w")).unwrap();
        let left = Leftovers::of(&at("w")).unwrap();
        assert!(left.file("f").unwrap().is_none() && left.file("no/f").unwrap().is_none());
        fs::create_dir(at("w/d")).unwrap();
        fs::write(at("w/d/f"), "said").unwrap();
        assert_eq!(text(left.file("d/f")), "said");
        symlink(&secret, at("w/link")).unwrap();
        symlink(folder.path(), at("w/folder")).unwrap();
        rustix::fs::mknodat(CWD, at("w/pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
        for name in ["link", "folder/secret", "pipe", "d"] {
            assert!(left.file(name).is_err(), "{name}");
            assert!(left.take(name, "taken").is_err(), "{name}");
        }
        assert_eq!(left.file("link").unwrap_err().to_string(), "a symbolic link, and none is followed");
        left.create("link").unwrap().write_all(b"ours").unwrap();
        assert_eq!(
            (fs::read_to_string(&secret).unwrap().as_str(), text(left.file("link")).as_str()),
            ("secret", "ours")
        );
        fs::set_permissions(at("w/d/f"), PermissionsExt::from_mode(0o0)).unwrap();
        fs::set_permissions(at("w/d"), PermissionsExt::from_mode(0o0)).unwrap();
        left.take("d/f", "taken").unwrap();
        assert_eq!(text(left.file("taken")), "said");
        assert!(Leftovers::of(&at("w/folder")).is_err());
    }

    #[test]
    fn a_folder_is_sealed_whatever_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o7777;
        fs::create_dir_all(at("out/inner")).unwrap();
        fs::write(at("out/main"), "12").unwrap();
        fs::write(at("out/inner/part"), "345").unwrap();
        for (name, mode) in [("out/main", 0o4700), ("out/inner/part", 0o000), ("out/inner", 0o300), ("out", 0o777)] {
            fs::set_permissions(at(name), PermissionsExt::from_mode(mode)).unwrap();
        }
        let out = || Leftovers::of(folder.path()).unwrap().folder("out");
        assert_eq!(out().unwrap().unwrap().seal().unwrap(), Contents { bytes: 5, entries: 3, odd: None });
        assert_eq!(["out", "out/inner", "out/main", "out/inner/part"].map(mode), [0o755, 0o755, 0o744, 0o644]);
        symlink("/etc/passwd", at("out/inner/link")).unwrap();
        assert_eq!(out().unwrap().unwrap().seal().unwrap().odd.as_deref(), Some("inner/link"));
        fs::rename(at("out"), at("away")).unwrap();
        assert!(out().unwrap().is_none());
        symlink("away", at("out")).unwrap();
        assert!(out().is_err());
        fs::remove_file(at("out")).unwrap();
        fs::create_dir_all(at(&"out/".repeat(70))).unwrap();
        assert!(out().unwrap().unwrap().seal().is_err());
    }

    #[test]
    fn what_is_deep_and_what_has_no_permissions_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let name = "x".repeat(200);
        let top = folder.path().join("top");
        fs::create_dir(&top).unwrap();
        // Deeper than a path can be long, and than a process has descriptors.
        let mut below = open_folder(CWD, &CString::new(top.to_str().unwrap()).unwrap()).unwrap();
        for _ in 0..1_500 {
            rustix::fs::mkdirat(&below, &name, Mode::RWXU).unwrap();
            below = open_folder(below.as_fd(), &CString::new(name.as_str()).unwrap()).unwrap();
        }
        fs::create_dir_all(top.join("shut/inner/most")).unwrap();
        fs::write(top.join("shut/inner/file"), "").unwrap();
        fs::write(top.join("leftover-1"), "").unwrap();
        fs::create_dir_all(top.join("leftover-2/full")).unwrap();
        fs::set_permissions(top.join("shut/inner"), PermissionsExt::from_mode(0o0)).unwrap();
        fs::set_permissions(top.join("shut"), PermissionsExt::from_mode(0o500)).unwrap();
        let outside = folder.path().join("outside");
        fs::create_dir_all(outside.join("kept")).unwrap();
        symlink(&outside, top.join("link")).unwrap();
        fs::set_permissions(&top, PermissionsExt::from_mode(0o0)).unwrap();
        remove(&top).unwrap();
        assert!(!top.exists() && outside.join("kept").exists());
    }
}
