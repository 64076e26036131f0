//! Where builds are kept: `<cache>/build/<key>/`, named by what went into them.
//!
//! A build is made in a folder of its own under `<cache>/tmp/` and renamed into place, so a reader
//! sees all of it or nothing, even when two harnesses build the same thing or one is killed.
//! Beside it lies a file that its process keeps locked: containers and machines that share the
//! cache see only their own processes, but all of them see a lock. Folders without a lock are
//! removed at the next start.
//!
//! When all builds pass [`BUILD_LIMIT`] at the end of a run, the least recently used go. Builds of
//! the last two hours stay, because another harness may be about to run them. "Used" is the
//! folder's modification time, renewed at most once an hour.
//!
//! A program that is run must stay where it is. Each process that uses the cache holds a lock on a
//! file of its own under `<cache>/users/`. While another one does, no build is replaced or cleared.

use crate::build::trouble::MORE_ROOM;
use crate::store::{Key, OFTEN, STORE_LIMIT, Store, renew};
use beneath::{make_folders, make_lock, open_lock};
use model::{ByteSize, Fault, FaultKind};
use sandbox::leftovers::{self, Leftovers};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;
use tempfile::NamedTempFile;

/// The most that all builds together may take after a run.
pub const BUILD_LIMIT: ByteSize = ByteSize::mib(2048);

/// A folder for builds.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
    /// Whether a build was kept since the cache was opened.
    grown: AtomicBool,
    /// Locked as long as this process uses the cache; none where nothing can be written.
    user: Option<NamedTempFile>,
}

/// A build found or kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedBuild {
    /// The folder of what the compiler made.
    pub out: PathBuf,
    pub warnings: String,
}

/// The file with the compiler's messages about a program that it made.
const WARNINGS: &str = "warnings";

/// The file with the number of bytes that a compiler made.
const BYTES: &str = "bytes";

/// A folder to build in, removed when dropped.
#[derive(Debug)]
pub struct Staging {
    path: PathBuf,
    /// The folder that was made: as long as it is open, no other one has its number.
    made: File,
    /// Locked. Removed after the folder.
    _lock: NamedTempFile,
}

/// The extension of a staging folder's lock.
const LOCK: &str = "lock";

/// What the names of staging folders begin with.
const STAGED: &str = "build-";

impl Staging {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the folder is still the one that was made. Somebody who cleans up may have taken it
    /// while a compiler worked in it.
    pub fn is_intact(&self) -> bool {
        let identity = |folder: fs::Metadata| (folder.dev(), folder.ino());
        let there = fs::symlink_metadata(&self.path).map(identity);
        there.is_ok_and(|there| self.made.metadata().is_ok_and(|made| identity(made) == there))
    }

    /// Removes everything in the folder.
    ///
    /// # Errors
    /// A build fault naming the folder.
    pub fn empty(&self) -> Result<(), Fault> {
        let emptied = Leftovers::of(&self.path).and_then(|left| left.empty());
        emptied.map_err(|e| Fault::caused(FaultKind::Build, format!("cannot empty {}", self.path.display()), &e))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Already gone if it was kept. Anything else is swept at the next start.
        let _ = leftovers::remove(&self.path);
    }
}

impl Cache {
    /// # Errors
    /// A build fault when the folder can be neither found nor made.
    pub fn open(root: &Path) -> Result<Cache, Fault> {
        let mut cache = Cache::unopened(root);
        for folder in ["build", "tmp", "users"] {
            let path = root.join(folder);
            make_folders(&path).map_err(|e| cache.unwritable(&path, &e))?;
        }
        cache.sweep();
        // A process that clears or replaces has checked for others and is not done yet.
        let _gate = cache.gate();
        cache.user = NamedTempFile::new_in(root.join("users")).ok().filter(|user| user.as_file().lock().is_ok());
        Ok(cache)
    }

    /// A cache that nothing is built into or run from: others may replace and clear what is in it.
    pub fn unopened(root: &Path) -> Cache {
        Cache { root: root.to_path_buf(), grown: AtomicBool::new(false), user: None }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The store of results, beside the builds.
    pub fn store(&self) -> Store {
        Store::open(&self.root.join("store"), STORE_LIMIT)
    }

    /// How many builds there are, and the bytes they take.
    pub fn held(&self) -> (usize, u64) {
        self.builds().fold((0, 0), |(count, bytes), build| (count + 1, bytes + size(&build)))
    }

    /// The builds that lie there. What has another name than a key, or is not a folder, is not one.
    fn builds(&self) -> impl Iterator<Item = PathBuf> + use<> {
        let is_key = |name: &[u8]| {
            let key = name.split(|byte| *byte == b'.').next().unwrap_or_default();
            key.len() == 32 && key.iter().all(u8::is_ascii_hexdigit)
        };
        let entries = fs::read_dir(self.root.join("build")).into_iter().flatten().flatten();
        let ours = entries.filter(move |entry| {
            is_key(entry.file_name().as_encoded_bytes()) && entry.file_type().is_ok_and(|kind| kind.is_dir())
        });
        ours.map(|entry| entry.path())
    }

    /// Held while somebody looks who uses the cache, and acts by it.
    fn gate(&self) -> Option<File> {
        let gate = make_lock(&self.root.join("users.lock")).ok()?;
        gate.lock().ok().map(|()| gate)
    }

    /// Whether another process uses the cache. The files of dead ones are removed.
    fn has_others(&self) -> bool {
        let own = self.user.as_ref().map(NamedTempFile::path);
        let users = fs::read_dir(self.root.join("users")).into_iter().flatten().flatten().map(|user| user.path());
        let ours = |user: &PathBuf| user.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".tmp"));
        users.filter(|user| ours(user) && Some(user.as_path()) != own).any(|user| {
            let free = free_lock(&user);
            if free.is_some() {
                let _ = fs::remove_file(&user);
            }
            free.is_none()
        })
    }

    pub fn find(&self, key: &Key) -> Option<CachedBuild> {
        let folder = self.root.join("build").join(key.to_string());
        // The warnings are written last and the folder is moved as one, so their presence proves
        // that the build is whole.
        let warnings = beneath::read_to_string(&folder.join(WARNINGS)).ok()?;
        let out = folder.join("out");
        let is_folder = |path: &Path| path.symlink_metadata().is_ok_and(|meta| meta.is_dir());
        if !is_folder(&folder) || !is_folder(&out) {
            return None;
        }
        // Not after the power failed: what had just been written may then be empty. Or somebody
        // tidied up. A build of an earlier harness has no such file.
        let bytes = beneath::read_to_string(&folder.join(BYTES));
        if bytes.is_ok_and(|bytes| bytes.parse().map_or(true, |bytes: u64| size(&out) < bytes)) {
            return None;
        }
        renew(&folder);
        Some(CachedBuild { out, warnings })
    }

    /// # Errors
    /// A build fault when the disk is full or read-only.
    #[expect(clippy::disallowed_methods, reason = "the user's own cache")]
    pub fn stage(&self) -> Result<Staging, Fault> {
        let folder = self.root.join("tmp");
        loop {
            let named = tempfile::Builder::new().prefix(STAGED).suffix(&format!(".{LOCK}")).tempfile_in(&folder);
            let lock = named.map_err(|e| self.unwritable(&folder, &e))?;
            // Where there are no locks, nobody else can take one either, so nothing is swept.
            let _ = lock.as_file().lock();
            // A harness that started between these two lines has swept the file away.
            if lock.path().exists() {
                let path = lock.path().with_extension("");
                make_folders(&path).map_err(|e| self.unwritable(&path, &e))?;
                let made = File::open(&path).map_err(|e| self.unwritable(&path, &e))?;
                return Ok(Staging { path, made, _lock: lock });
            }
        }
    }

    /// Moves what was built into place; gives the place of what the compiler made. `replace`: also
    /// where the same was built before; it gets a name of its own where another process may run
    /// that. A build that is not whole any more is replaced in any case.
    ///
    /// # Errors
    /// A build fault when the disk is full or read-only.
    pub fn keep(&self, key: &Key, staging: &Staging, warnings: &str, replace: bool) -> Result<PathBuf, Fault> {
        let build = staging.path().join("kept");
        let made = make_folders(&build)
            .and_then(|()| fs::rename(staging.path().join("out"), build.join("out")))
            .and_then(|()| Leftovers::of(&build.join("out"))?.seal())
            .and_then(|contents| match contents.odd {
                Some(odd) => Err(io::Error::other(format!("{odd} is neither a file nor a folder"))),
                None => fs::write(build.join(BYTES), contents.bytes.to_string()),
            })
            .and_then(|()| fs::write(build.join(WARNINGS), warnings));
        let mut place = self.root.join("build").join(key.to_string());
        self.grown.store(true, Ordering::Relaxed);
        let replace = replace || place.is_dir() && self.find(key).is_none();
        let _gate = replace.then(|| self.gate());
        if replace && place.is_dir() && self.has_others() {
            place = place.with_extension(staging.path().file_name().unwrap_or_default());
        }
        let placed = made.and_then(|()| {
            if replace && place.is_dir() {
                fs::rename(&place, staging.path().join("old"))?;
            }
            fs::rename(&build, &place)
        });
        match placed {
            // Another harness built the same thing meanwhile, and its build is as good.
            Err(error) if !place.is_dir() => Err(self.unwritable(&place, &error)),
            Ok(()) | Err(_) => Ok(place.join("out")),
        }
    }

    /// Keeps words alone, which [`Cache::find`] returns as warnings.
    ///
    /// # Errors
    /// Those of [`Cache::keep`].
    pub fn keep_words(&self, key: &Key, words: &str, replace: bool) -> Result<(), Fault> {
        let staging = self.stage()?;
        let out = staging.path().join("out");
        fs::create_dir(&out).map_err(|e| self.unwritable(&out, &e))?;
        self.keep(key, &staging, words, replace).map(drop)
    }

    /// Removes the least recently used builds until the rest fit within `limit` or were all used in
    /// the last two hours.
    fn prune(&self, limit: ByteSize) {
        let mut used: Vec<(SystemTime, u64, PathBuf)> = self
            .builds()
            .filter_map(|build| Some((build.metadata().ok()?.modified().ok()?, size(&build), build)))
            .collect();
        let mut total: u64 = used.iter().map(|(_, bytes, _)| bytes).sum();
        if total <= limit.0 {
            return;
        }
        used.sort_unstable();
        let now = SystemTime::now();
        for (at, bytes, path) in used {
            if total <= limit.0 || now.duration_since(at).is_ok_and(|age| age < OFTEN + OFTEN) {
                return;
            }
            // Renamed first, so that no reader finds half a build.
            let Ok(staging) = self.stage() else { return };
            if fs::rename(&path, staging.path().join("old")).is_ok() {
                total -= bytes;
            }
        }
    }

    pub fn unwritable(&self, path: &Path, error: &io::Error) -> Fault {
        let kind = error.kind();
        let hint = if kind == io::ErrorKind::NotFound {
            "something removed a folder that was in use: keep cleaners away from it, and run again"
        } else if [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded].contains(&kind) {
            MORE_ROOM
        } else {
            "name a folder that you may write to with HARNESS_CACHE_DIR"
        };
        Fault::caused(FaultKind::Build, format!("cannot write {}", path.display()), error).hint(hint)
    }

    /// Removes the staging folders of dead processes: those whose lock is free.
    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(self.root.join("tmp")) else { return };
        // Somebody may call a folder of his own the cache, such as `/`, which has a `tmp`, too.
        let ours = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(STAGED.as_bytes());
        for path in entries.flatten().filter(ours).map(|entry| entry.path()) {
            let lock_path = path.with_extension(LOCK);
            let Some(_held) = free_lock(&lock_path) else { continue };
            let _ = leftovers::remove(&path.with_extension(""));
            let _ = fs::remove_file(&lock_path);
        }
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        if *self.grown.get_mut() {
            self.prune(BUILD_LIMIT);
        }
    }
}

/// The lock at `path`, taken, or that there is no such file. `None`: somebody holds it, or it is of
/// somebody whose files we may not open.
fn free_lock(path: &Path) -> Option<Option<File>> {
    match open_lock(path) {
        Ok(lock) => lock.try_lock().is_ok().then_some(Some(lock)),
        Err(error) => (error.kind() == io::ErrorKind::NotFound).then_some(None),
    }
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> u64 {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten().filter_map(|file| file.metadata().ok());
    files.filter(fs::Metadata::is_file).map(|meta| meta.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::FileTimes;
    use std::time::{Duration, Instant};

    /// For a lock that was let go: a process that another test starts at this moment holds a copy
    /// of it until its exec.
    fn wait_until(mut is_free: impl FnMut() -> bool) {
        let begin = Instant::now();
        while !is_free() && begin.elapsed() < Duration::from_secs(60) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn what_cannot_be_written_has_a_remedy() {
        let cache = Cache::unopened(Path::new("/cache"));
        let hint = |kind| cache.unwritable(Path::new("/cache/a"), &io::Error::from(kind)).hint.unwrap();
        assert!(hint(io::ErrorKind::StorageFull).contains("make room"));
        assert!(hint(io::ErrorKind::PermissionDenied).starts_with("name a folder that you may write to"));
        assert!(hint(io::ErrorKind::NotFound).contains("cleaners"));
    }

    #[test]
    fn what_is_kept_is_found_and_staging_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let key = Key::of(&["x"], b"");
        assert_eq!(cache.find(&key), None);
        for _ in 0..2 {
            let staging = cache.stage().unwrap();
            fs::create_dir(staging.path().join("out")).unwrap();
            fs::write(staging.path().join("out/main"), "program").unwrap();
            let out = cache.keep(&key, &staging, "warning: x\n", false).unwrap();
            assert_eq!(fs::read_to_string(out.join("main")).unwrap(), "program");
        }
        assert_eq!(cache.find(&key).unwrap().warnings, "warning: x\n");
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0);
    }

    #[test]
    fn a_build_is_replaced_only_on_demand() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let key = Key::of(&["x"], b"");
        for (text, replace, found) in [("one", false, "one"), ("two", false, "one"), ("three", true, "three")] {
            let staging = cache.stage().unwrap();
            fs::create_dir(staging.path().join("out")).unwrap();
            fs::write(staging.path().join("out/main"), text).unwrap();
            let out = cache.keep(&key, &staging, "", replace).unwrap();
            assert_eq!(fs::read_to_string(out.join("main")).unwrap(), found);
        }
    }

    #[test]
    fn a_build_of_which_something_is_gone_is_not_found_and_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let key = Key::of(&["x"], b"");
        let keep = || {
            let staging = cache.stage().unwrap();
            fs::create_dir(staging.path().join("out")).unwrap();
            fs::write(staging.path().join("out/main"), "program").unwrap();
            cache.keep(&key, &staging, "", false).unwrap().join("main")
        };
        let program = keep();
        // What is left after the power failed, and after somebody tidied up.
        let empty = |file: &Path| fs::write(file, "").unwrap();
        let gone = |file: &Path| fs::remove_file(file).unwrap();
        for damage in [empty, gone] {
            assert!(cache.find(&key).is_some());
            damage(&program);
            assert_eq!(cache.find(&key), None);
            assert_eq!(fs::read_to_string(keep()).unwrap(), "program");
        }
        empty(&program.parent().unwrap().with_file_name(BYTES));
        assert_eq!(cache.find(&key), None);
        // An earlier harness did not write that file.
        gone(&program.parent().unwrap().with_file_name(BYTES));
        assert!(cache.find(&key).is_some());
    }

    #[test]
    fn what_another_process_may_run_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [cache, other] = [(); 2].map(|()| Cache::open(folder.path()).unwrap());
        let key = Key::of(&["x"], b"");
        let keep = |text: &str| {
            let staging = cache.stage().unwrap();
            fs::create_dir(staging.path().join("out")).unwrap();
            fs::write(staging.path().join("out/main"), text).unwrap();
            cache.keep(&key, &staging, "", true).unwrap().join("main")
        };
        keep("one");
        let found = other.find(&key).unwrap().out.join("main");
        assert_eq!(fs::read_to_string(keep("two")).unwrap(), "two");
        assert_eq!(fs::read_to_string(&found).unwrap(), "one");
        drop(other);
        wait_until(|| !cache.has_others());
        assert_eq!(keep("three"), found);
    }

    #[test]
    fn past_the_limit_the_builds_not_used_for_longest_go_and_none_that_was_used_just_now() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let key = |hours: u64| Key::of(&[&hours.to_string()], b"");
        let age = |hours: u64| {
            let file = File::open(folder.path().join("build").join(key(hours).to_string())).unwrap();
            let at = SystemTime::now() - hours as u32 * OFTEN;
            file.set_times(FileTimes::new().set_modified(at)).unwrap();
        };
        for hours in [0, 1, 5, 4, 3] {
            let staging = cache.stage().unwrap();
            fs::create_dir(staging.path().join("out")).unwrap();
            fs::write(staging.path().join("out/main"), [0; 1000]).unwrap();
            cache.keep(&key(hours), &staging, "", false).unwrap();
            age(hours);
        }
        let there = || [0, 1, 3, 4, 5].map(|hours| folder.path().join("build").join(key(hours).to_string()).exists());
        cache.prune(ByteSize(5100));
        assert_eq!(there(), [true; 5]);
        // Finding a build counts as using it.
        assert!(cache.find(&key(5)).is_some());
        cache.prune(ByteSize(4100));
        assert_eq!(there(), [true, true, true, false, true]);
        cache.prune(ByteSize(0));
        assert_eq!(there(), [true, true, false, false, true]);
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0);
    }

    #[test]
    fn staging_folders_that_nobody_holds_are_swept_and_those_of_another_container_stay() {
        let root = tempfile::tempdir().unwrap();
        let tmp = root.path().join("tmp");
        for name in ["build-old", "junk", "build-dead", "build-elsewhere"] {
            fs::create_dir_all(tmp.join(name)).unwrap();
        }
        fs::write(tmp.join("build-dead.lock"), "").unwrap();
        // Locked by a process of another container, whose number means nothing here.
        let elsewhere = File::create(tmp.join("build-elsewhere.lock")).unwrap();
        elsewhere.lock().unwrap();
        let staging = Cache::open(root.path()).unwrap().stage().unwrap();
        fs::write(staging.path().join("main.o"), "half").unwrap();
        Cache::open(root.path()).unwrap();
        let there = || fs::read_dir(&tmp).unwrap().count();
        assert!(tmp.join("build-elsewhere").exists() && staging.path().join("main.o").exists());
        // What the harness has not named is not its to remove.
        assert_eq!(there(), 5);
        drop((staging, elsewhere));
        wait_until(|| {
            Cache::open(root.path()).unwrap();
            there() == 1
        });
        assert_eq!((there(), tmp.join("junk").exists()), (1, true));
    }
}
