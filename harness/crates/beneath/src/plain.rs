//! Opens regular files on a disk, and nothing else. Never waits.

use rustix::fs::{Mode, OFlags, fstatfs};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

/// File systems whose files are made by the kernel when somebody reads them: proc, sysfs, cgroup 1
/// and 2, debugfs, tracefs, securityfs, configfs, bpf, efivarfs, pstore, selinuxfs, devpts, mqueue
/// and nsfs. A read may wait for ever, or return what belongs to the reader. See statfs(2).
const NOT_ON_A_DISK: [u64; 15] = [
    0x9fa0,
    0x6265_6572,
    0x0027_e0eb,
    0x6367_7270,
    0x6462_6720,
    0x7472_6163,
    0x7363_6673,
    0x6265_6570,
    0xcafe_4a11,
    0xde5e_81e4,
    0x6165_676c,
    0xf97c_ff8c,
    0x1cd1,
    0x1980_0202,
    0x6e73_6673,
];

/// A regular file on a disk that has been found, and is not open for reading yet.
#[derive(Debug)]
pub struct Plain {
    name: OwnedFd,
    metadata: Metadata,
}

impl Plain {
    /// Finds the file that `path` leads to, through any links.
    ///
    /// # Errors
    /// When nothing is there, or something else than a regular file on a disk.
    pub fn find(path: &Path) -> io::Result<Plain> {
        let name = rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        let file = File::from(name);
        let metadata = file.metadata()?;
        let name = OwnedFd::from(file);
        if !metadata.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        // The type of the magic number differs from machine to machine, and only its low 32 bits
        // count.
        let magic = fstatfs(&name)?.f_type as u64 & 0xffff_ffff;
        if NOT_ON_A_DISK.contains(&magic) {
            return Err(io::Error::other("not a file on a disk"));
        }
        Ok(Plain { name, metadata })
    }

    /// Where the file really lies.
    ///
    /// # Errors
    /// When the kernel does not say, or something else lies there by now.
    pub fn place(&self) -> io::Result<PathBuf> {
        let place = fs::read_link(self.link())?;
        let there = fs::symlink_metadata(&place)?;
        let same = (there.dev(), there.ino()) == (self.metadata.dev(), self.metadata.ino());
        if same { Ok(place) } else { Err(io::Error::other("it was replaced meanwhile")) }
    }

    /// What the system says of it.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Opens it for reading.
    ///
    /// # Errors
    /// When it may not be read.
    pub fn open(&self) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(File::from(rustix::fs::open(self.link(), flags, Mode::empty())?))
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// When it cannot be read, or has more than `most` bytes.
    pub fn read(&self, most: u64) -> io::Result<Vec<u8>> {
        // Not a byte is read of a file with holes, which may be as long as it likes.
        if self.metadata.len() > most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        bounded(&self.open()?, most)
    }

    fn link(&self) -> String {
        format!("/proc/self/fd/{}", self.name.as_raw_fd())
    }
}

/// Opens the regular file on a disk that `path` leads to. For paths that the user named: links are
/// followed wherever they lead.
///
/// # Errors
/// When nothing is there, or something else.
pub fn open(path: &Path) -> io::Result<File> {
    Plain::find(path)?.open()
}

/// Reads the regular file on a disk that `path` leads to, as [`open`] finds it.
///
/// # Errors
/// When nothing is there, or something else, or it has more than 1 GiB: a file with holes costs
/// nothing on a disk, and all of its length in memory.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    Plain::find(path)?.read(LARGEST)
}

/// The most bytes of a file that is read whole.
const LARGEST: u64 = 1 << 30;

/// Reads a file that the person named, which may be a pipe: `-i <(python3 gen.py)`. A named pipe is
/// waited for, and of a device without an end not more is read than of a file.
///
/// # Errors
/// When it cannot be read, or has more than `most` bytes.
pub fn read_named(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    bounded(&File::open(path)?, most)
}

fn bounded(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// Whether `path` is a named pipe that nobody reads: whoever opens it for writing waits until
/// somebody does.
pub fn lacks_reader(path: &Path) -> bool {
    let is_pipe = fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo());
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    is_pipe && rustix::fs::open(path, flags, Mode::empty()).is_err_and(|error| error == rustix::io::Errno::NXIO)
}

/// Reads the same as text.
///
/// # Errors
/// Those of [`read`], and bytes that are not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// The text of a file without the byte order mark that some editors put before it.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text)
}

/// Opens a file that stands for a lock. Whoever may write beside it could have put something else
/// there: a link is not followed, nothing waits, and nothing is cut off.
///
/// # Errors
/// When no regular file is there.
pub fn open_lock(path: &Path) -> io::Result<File> {
    lock(path, OFlags::empty())
}

/// The same; makes the file if nothing is there.
///
/// # Errors
/// When something else is there, or nothing can be made.
pub fn make_lock(path: &Path) -> io::Result<File> {
    lock(path, OFlags::CREATE)
}

fn lock(path: &Path, more: OFlags) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags | more, Mode::from_raw_mode(0o644))?);
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a regular file")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fs::{CWD, FileType, mknodat};

    #[test]
    fn only_regular_files_on_a_disk_are_opened_and_nothing_waits() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "text").unwrap();
        mknodat(CWD, at("pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        std::os::unix::fs::symlink("file", at("link")).unwrap();
        for name in ["file", "link"] {
            assert_eq!(read(&at(name)).unwrap(), b"text", "{name}");
        }
        let others = ["/proc/self/environ", "/proc/kmsg", "/proc/version", "/sys/kernel/mm/ksm/run", "/dev/null"];
        let others = others.iter().map(PathBuf::from).chain(["pipe", "socket", ".", "none"].map(at));
        for path in others {
            assert!(open(&path).is_err(), "{}", path.display());
        }
    }

    #[test]
    fn what_a_person_names_is_read_up_to_a_bound_whatever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "text").unwrap();
        mknodat(CWD, at("pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
        assert!(lacks_reader(&at("pipe")) && !lacks_reader(&at("file")) && !lacks_reader(Path::new("/dev/null")));
        let writer = std::thread::spawn({
            let pipe = at("pipe");
            move || fs::write(pipe, "piped")
        });
        assert_eq!(read_named(&at("pipe"), 5).unwrap(), b"piped");
        writer.join().unwrap().unwrap();
        let too_large = |path: &Path| read_named(path, 3).unwrap_err().kind() == io::ErrorKind::FileTooLarge;
        assert!(too_large(&at("file")) && too_large(Path::new("/dev/zero")));
        let _reader = File::options().read(true).write(true).open(at("pipe")).unwrap();
        assert!(!lacks_reader(&at("pipe")));
        // A file with holes costs nothing on a disk.
        File::create(at("holes")).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(read(&at("holes")).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_lock_is_a_file_of_its_own_and_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("precious"), "text").unwrap();
        std::os::unix::fs::symlink("precious", at("link")).unwrap();
        std::os::unix::fs::symlink("new", at("dangling")).unwrap();
        mknodat(CWD, at("pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
        for name in ["link", "dangling", "pipe", "."] {
            assert!(make_lock(&at(name)).is_err() && open_lock(&at(name)).is_err(), "{name}");
        }
        assert!(open_lock(&at("own")).is_err());
        make_lock(&at("own")).unwrap();
        make_lock(&at("precious")).unwrap();
        open_lock(&at("own")).unwrap();
        assert_eq!((fs::read(at("precious")).unwrap(), at("new").exists()), (b"text".to_vec(), false));
    }

    #[test]
    fn a_file_says_where_it_lies_and_is_never_longer_than_asked() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir(root.join("below")).unwrap();
        fs::write(root.join("below/file"), "text").unwrap();
        std::os::unix::fs::symlink("below", root.join("folder")).unwrap();
        let found = Plain::find(&root.join("folder/file")).unwrap();
        assert_eq!(found.place().unwrap(), root.join("below/file"));
        assert_eq!(found.read(4).unwrap(), b"text");
        assert_eq!(found.read(3).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        fs::remove_file(root.join("below/file")).unwrap();
        assert!(found.place().is_err());
    }
}
