//! Hashes of files, computed again only when a file may have changed.
//!
//! A file with the same size, modification time, change time, inode and device is taken to be
//! unchanged. This saves hashing and decides nothing else: keys are made of contents.
//!
//! **Files that changed a moment ago are not remembered.** File times move in ticks: milliseconds
//! on most file systems, two seconds on some. A second change within a tick leaves the same times,
//! and possibly the same size. So a hash is remembered only if both times were at least [`SETTLED`]
//! old when hashing began: any later change gets a later time. Times in the future, from a clock
//! that was set back, are never old. The change time is the kernel's own: `touch` and `tar` cannot
//! set it.
//!
//! Attributes are read from the opened file: on a network file system, opening asks the server.

use crate::store::{Key, LARGEST_FILE, Section, Store};
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How long a file must have been left alone before its hash is remembered.
pub(super) const SETTLED: Duration = Duration::from_secs(2);

const KIND: &str = "files";

/// What the file system reports about a file. Equal stamps mean equal content, if the older of them
/// is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    size: u64,
    /// Seconds and nanoseconds since 1970.
    modified: (i64, i64),
    changed: (i64, i64),
    inode: u64,
    device: u64,
}

impl Stamp {
    /// # Errors
    /// When the file cannot be opened, or is a folder, a pipe or a device.
    pub fn of(path: &Path) -> io::Result<Stamp> {
        Stamp::of_open(&open(path)?)
    }

    fn of_open(file: &File) -> io::Result<Stamp> {
        let meta: Metadata = file.metadata()?;
        Ok(Stamp {
            size: meta.len(),
            modified: (meta.mtime(), meta.mtime_nsec()),
            changed: (meta.ctime(), meta.ctime_nsec()),
            inode: meta.ino(),
            device: meta.dev(),
        })
    }

    /// Whether the file had been left alone for `SETTLED` at `now`.
    pub fn is_settled(&self, now: SystemTime) -> bool {
        let Ok(now) = now.duration_since(UNIX_EPOCH) else { return false };
        let old = |(seconds, nanoseconds): (i64, i64)| {
            // A time before 1970 is made up, and says nothing.
            let (Ok(seconds), Ok(nanoseconds)) = (u64::try_from(seconds), u32::try_from(nanoseconds)) else {
                return false;
            };
            now.checked_sub(Duration::new(seconds, nanoseconds)).is_some_and(|age| age >= SETTLED)
        };
        old(self.modified) && old(self.changed)
    }

    /// The same in 56 bytes.
    pub fn to_bytes(self) -> Vec<u8> {
        let times = [self.modified.0, self.modified.1, self.changed.0, self.changed.1].map(i64::to_le_bytes);
        let others = [self.size, self.inode, self.device].map(u64::to_le_bytes);
        [times.as_flattened(), others.as_flattened()].concat()
    }
}

/// A file's content, hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashedContent {
    pub key: Key,
    stamp: Stamp,
    settled: bool,
}

impl HashedContent {
    /// Reads and hashes a file.
    ///
    /// # Errors
    /// When it cannot be read, or is not a regular file.
    pub fn of(path: &Path) -> io::Result<HashedContent> {
        let now = SystemTime::now();
        let file = open(path)?;
        let stamp = Stamp::of_open(&file)?;
        let key = Key::of_content(&file)?;
        // If the file changed while it was read, the hash belongs to neither content, and
        // `is_still` will find that out.
        let settled = stamp == Stamp::of_open(&file)? && stamp.is_settled(now);
        Ok(HashedContent { key, stamp, settled })
    }

    /// Whether the file has this content now. Ask before keeping anything under this hash that was
    /// found out in the meantime.
    pub fn is_still(&self, path: &Path) -> bool {
        if !Stamp::of(path).is_ok_and(|stamp| stamp == self.stamp) {
            return false;
        }
        self.settled || HashedContent::of(path).is_ok_and(|again| again.key == self.key)
    }
}

/// The hashes of files, remembered from run to run: a section for each folder.
#[derive(Debug, Default)]
pub struct FileHashes {
    folders: BTreeMap<PathBuf, FolderHashes>,
}

#[derive(Debug, Default)]
struct FolderHashes {
    section: Section,
    added: Vec<(Key, Vec<u8>)>,
}

impl FileHashes {
    /// Loads the remembered hashes of these files (absolute paths).
    pub fn load<'f>(&mut self, store: &mut Store, files: impl IntoIterator<Item = &'f Path>) {
        for folder in files.into_iter().filter_map(Path::parent) {
            if !self.folders.contains_key(folder) {
                let section = store.load(KIND, &folder_name(folder));
                self.folders.insert(folder.to_path_buf(), FolderHashes { section, added: Vec::new() });
            }
        }
    }

    /// The remembered hash of a file, if the file is unchanged.
    pub fn hashed(&self, path: &Path) -> Option<HashedContent> {
        let section = &self.folders.get(path.parent()?)?.section;
        let value: &[u8; 88] = section.get(&name(path)?)?.try_into().ok()?;
        let (stamp, key) = (value.first_chunk::<56>()?, value.last_chunk::<32>()?);
        let now = Stamp::of(path).ok().filter(|now| now.to_bytes() == *stamp)?;
        Some(HashedContent { key: Key::from_bytes(*key), stamp: now, settled: true })
    }

    /// Remembers a hash, unless the file was changed just before it was hashed.
    pub fn remember(&mut self, path: &Path, hashed: &HashedContent) {
        if !hashed.settled {
            return;
        }
        if let (Some(name), Some(folder)) = (name(path), path.parent()) {
            let folder = self.folders.entry(folder.to_path_buf()).or_default();
            folder.added.push((name, [&hashed.stamp.to_bytes()[..], hashed.key.as_bytes()].concat()));
        }
    }

    /// The hash of one file, remembered or fresh.
    ///
    /// # Errors
    /// Those of [`HashedContent::of`].
    pub fn of(&mut self, store: &mut Store, path: &Path) -> io::Result<HashedContent> {
        self.load(store, [path]);
        if let Some(hashed) = self.hashed(path) {
            return Ok(hashed);
        }
        let hashed = HashedContent::of(path)?;
        self.remember(path, &hashed);
        Ok(hashed)
    }

    /// Writes what was remembered since the last time.
    pub fn keep(&mut self, store: &mut Store) {
        for (path, folder) in &mut self.folders {
            store.keep(KIND, &folder_name(path), folder.added.drain(..));
        }
    }
}

fn folder_name(folder: &Path) -> Key {
    Key::of_parts([folder.as_os_str().as_bytes()])
}

/// The name of a file as a key of its folder's section. A short one stands for itself: hashing the
/// names of 20,000 tests takes as long as their `stat`. It ends with a NUL, which no name contains.
fn name(path: &Path) -> Option<Key> {
    let name = path.file_name()?.as_bytes();
    let mut key = [0; 32];
    match key.get_mut(..name.len()) {
        Some(place) if name.len() < 32 => place.copy_from_slice(name),
        _ => return Some(Key::of_parts([name])),
    }
    Some(Key::from_bytes(key))
}

/// Opens a regular file, without waiting at a pipe. Refuses a file that is larger than any test:
/// reading it would take an hour, even if it is nothing but a hole.
fn open(path: &Path) -> io::Result<File> {
    let found = beneath::Plain::find(path)?;
    if found.metadata().len() > LARGEST_FILE.0 {
        return Err(io::Error::other(format!("larger than {LARGEST_FILE}")));
    }
    found.open()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ByteSize;
    use std::fs;

    struct Scene {
        folder: tempfile::TempDir,
        file: PathBuf,
    }

    impl Scene {
        fn new(text: &str) -> Scene {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("01.in");
            fs::write(&file, text).unwrap();
            Scene { folder, file }
        }

        fn store(&self) -> Store {
            Store::open(&self.folder.path().join("store"), ByteSize::mib(1))
        }

        /// The file's hash as if it had been left alone for long, because its change time cannot be
        /// set.
        fn settled(&self) -> HashedContent {
            HashedContent { settled: true, ..HashedContent::of(&self.file).unwrap() }
        }

        fn remembered(&self) {
            let (mut store, mut hashes) = (self.store(), FileHashes::default());
            hashes.remember(&self.file, &self.settled());
            hashes.keep(&mut store);
            assert_eq!(store.troubles(), []);
        }

        fn hashed(&self) -> Option<Key> {
            let mut hashes = FileHashes::default();
            hashes.load(&mut self.store(), [&*self.file]);
            hashes.hashed(&self.file).map(|hashed| hashed.key)
        }
    }

    #[test]
    fn a_settled_file_is_known_to_the_next_process() {
        let scene = Scene::new("1 2\n");
        assert_eq!(scene.hashed(), None);
        scene.remembered();
        assert_eq!(scene.hashed(), Some(Key::of_content(&b"1 2\n"[..]).unwrap()));
    }

    #[test]
    fn a_file_that_is_not_settled_is_not_remembered() {
        let scene = Scene::new("1 2\n");
        // However long this test is delayed, that is never two seconds ago.
        let tomorrow = SystemTime::now() + Duration::from_secs(86_400);
        File::options().append(true).open(&scene.file).unwrap().set_modified(tomorrow).unwrap();
        let (mut store, mut hashes) = (scene.store(), FileHashes::default());
        hashes.of(&mut store, &scene.file).unwrap();
        hashes.keep(&mut store);
        assert_eq!(scene.hashed(), None);
    }

    #[test]
    fn any_change_of_the_stamp_is_a_miss() {
        let longer = |file: &Path| fs::write(file, "1 2 3\n").unwrap();
        let replaced = |file: &Path| {
            fs::write(file.with_extension("new"), "1 3\n").unwrap();
            fs::rename(file.with_extension("new"), file).unwrap();
        };
        let gone = |file: &Path| fs::remove_file(file).unwrap();
        let folder = |file: &Path| {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
        };
        for change in [longer, replaced, gone, folder] {
            let scene = Scene::new("1 2\n");
            scene.remembered();
            change(&scene.file);
            assert_eq!(scene.hashed(), None);
        }
    }

    #[test]
    fn a_file_put_back_with_its_old_time_is_a_miss() {
        let scene = Scene::new("1 2\n");
        scene.remembered();
        let time = fs::metadata(&scene.file).unwrap().modified().unwrap();
        fs::write(scene.file.with_extension("new"), "3 4\n").unwrap();
        fs::rename(scene.file.with_extension("new"), &scene.file).unwrap();
        File::options().append(true).open(&scene.file).unwrap().set_modified(time).unwrap();
        assert_eq!(fs::metadata(&scene.file).unwrap().modified().unwrap(), time);
        assert_eq!(scene.hashed(), None);
    }

    #[test]
    fn both_times_must_be_two_seconds_old_and_none_in_the_future_or_before_1970() {
        let stamp = |modified, changed| Stamp { size: 1, modified, changed, inode: 1, device: 1 };
        let now = UNIX_EPOCH + Duration::new(1000, 500);
        for (modified, changed, settled) in [
            ((998, 500), (998, 500), true),
            ((998, 501), (998, 500), false),
            ((998, 500), (998, 501), false),
            ((1, 0), (1001, 0), false),
            ((i64::MAX, 0), (1, 0), false),
            ((-1, 0), (1, 0), false),
        ] {
            assert_eq!(stamp(modified, changed).is_settled(now), settled, "{modified:?} {changed:?}");
        }
    }

    #[test]
    fn a_file_that_is_nothing_but_a_hole_is_not_read_for_an_hour() {
        let scene = Scene::new("");
        let length = |bytes| File::options().write(true).open(&scene.file).unwrap().set_len(bytes).unwrap();
        length(LARGEST_FILE.0 + 1);
        assert_eq!(HashedContent::of(&scene.file).unwrap_err().to_string(), "larger than 1 GiB");
        length(1 << 20);
        assert!(HashedContent::of(&scene.file).is_ok());
    }

    #[test]
    fn an_unsettled_file_is_read_again_before_anything_is_kept_under_its_hash() {
        let scene = Scene::new("1 2\n");
        let mut hashed = HashedContent { settled: false, ..HashedContent::of(&scene.file).unwrap() };
        assert!(hashed.is_still(&scene.file));
        fs::write(&scene.file, "3 4\n").unwrap();
        // Like on a file system whose clock has not ticked since.
        hashed.stamp = Stamp::of(&scene.file).unwrap();
        assert!(!hashed.is_still(&scene.file));
        fs::remove_file(&scene.file).unwrap();
        assert!(!hashed.is_still(&scene.file));
    }
}
