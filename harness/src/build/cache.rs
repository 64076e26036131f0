//! Where builds are kept: `<cache>/build/<key>/`, named by what went into them.
//!
//! A build is made in a folder of its own under `<cache>/tmp/` and moved into place by one rename: whoever looks sees all of it or nothing,
//! also when two harnesses build the same thing at once or one of them is killed. Left-over folders of processes that are gone are removed at the next start.

use crate::model::{Fault, FaultKind};
use crate::store::{Key, STORE_LIMIT, Store};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder for builds.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
}

/// A build found or kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// What the compiler made.
    pub out: PathBuf,
    pub warnings: String,
}

/// A folder to build in, removed when dropped.
#[derive(Debug)]
pub struct Staging(PathBuf);

impl Staging {
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Removes everything in it.
    ///
    /// # Errors
    /// A build fault naming the folder.
    pub fn empty(&self) -> Result<(), Fault> {
        let emptied = fs::read_dir(&self.0).and_then(|mut entries| {
            entries.try_for_each(|entry| {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    fs::remove_dir_all(entry.path())
                } else {
                    fs::remove_file(entry.path())
                }
            })
        });
        emptied.map_err(|e| Fault::caused(FaultKind::Build, format!("cannot empty {}", self.0.display()), &e))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Gone already when it was kept; anything else is swept at the next start.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Cache {
    /// # Errors
    /// A build fault when the folder can be neither found nor made.
    pub fn open(root: &Path) -> Result<Cache, Fault> {
        let cache = Cache { root: root.to_path_buf() };
        for folder in ["build", "tmp"] {
            let path = root.join(folder);
            fs::create_dir_all(&path).map_err(|e| cache.unwritable(&path, &e))?;
        }
        cache.sweep();
        Ok(cache)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What is remembered besides builds.
    pub fn store(&self) -> Store {
        Store::open(&self.root.join("store"), STORE_LIMIT)
    }

    /// How many builds there are, and the bytes they take.
    pub fn held(&self) -> (usize, u64) {
        let files = |folder: PathBuf| walkdir::WalkDir::new(folder).into_iter().flatten();
        let builds = fs::read_dir(self.root.join("build")).into_iter().flatten().flatten();
        builds.fold((0, 0), |(count, bytes), build| {
            let sizes = files(build.path()).filter_map(|file| file.metadata().ok()).filter(fs::Metadata::is_file);
            (count + 1, bytes + sizes.map(|meta| meta.len()).sum::<u64>())
        })
    }

    /// Removes every build. A run that goes on meanwhile builds again.
    ///
    /// # Errors
    /// A build fault when the disk is read-only.
    pub fn clear(&self) -> Result<(), Fault> {
        for build in fs::read_dir(self.root.join("build")).into_iter().flatten().flatten() {
            fs::remove_dir_all(build.path()).map_err(|error| self.unwritable(&build.path(), &error))?;
        }
        Ok(())
    }

    pub fn find(&self, key: &Key) -> Option<Stored> {
        let folder = self.root.join("build").join(key.to_string());
        // The warnings file is written last inside the staging folder and the folder is moved as one: its presence is the proof.
        let warnings = fs::read_to_string(folder.join("warnings")).ok()?;
        Some(Stored { out: folder.join("out"), warnings })
    }

    /// # Errors
    /// A build fault when the disk is full or read-only.
    pub fn stage(&self) -> Result<Staging, Fault> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = self.root.join("tmp").join(name);
        // A process of the same number that was killed may have left one.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).map_err(|e| self.unwritable(&path, &e))?;
        Ok(Staging(path))
    }

    /// Moves what was built into place.
    ///
    /// # Errors
    /// A build fault when the disk is full or read-only.
    pub fn keep(&self, key: &Key, staging: &Staging, warnings: &str) -> Result<Stored, Fault> {
        let place = self.root.join("build").join(key.to_string());
        let kept = staging.path().join("kept");
        let out = kept.join("out");
        let moved = fs::create_dir(&kept)
            .and_then(|()| fs::rename(staging.path().join("out"), &out))
            .and_then(|()| fs::write(kept.join("warnings"), warnings))
            .and_then(|()| fs::rename(&kept, &place));
        match moved {
            Ok(()) => {}
            // Somebody else built the same thing in the meantime: theirs is as good.
            Err(_) if self.find(key).is_some() => {}
            Err(error) => return Err(self.unwritable(&place, &error)),
        }
        Ok(Stored { out: place.join("out"), warnings: warnings.to_owned() })
    }

    pub fn unwritable(&self, path: &Path, error: &io::Error) -> Fault {
        Fault::caused(FaultKind::Build, format!("cannot write {}", path.display()), error)
            .hint("make room or name another folder with HARNESS_CACHE_DIR")
    }

    /// Removes the staging folders of processes that are no more.
    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(self.root.join("tmp")) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let pid = name.to_str().and_then(|n| n.split('-').next()).and_then(|n| n.parse::<u32>().ok());
            let alive = pid.is_some_and(|pid| {
                Path::new("/proc").join(pid.to_string()).exists() || !Path::new("/proc/self").exists()
            });
            if !alive {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let stored = cache.keep(&key, &staging, "warning: x\n").unwrap();
            assert_eq!(fs::read_to_string(stored.out.join("main")).unwrap(), "program");
        }
        assert_eq!(cache.find(&key).unwrap().warnings, "warning: x\n");
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0);
    }

    #[test]
    fn staging_folders_of_dead_processes_are_swept_and_those_of_living_ones_stay() {
        let folder = tempfile::tempdir().unwrap();
        let own = format!("{}-99", std::process::id());
        for name in ["4194999-0", "junk", own.as_str()] {
            fs::create_dir_all(folder.path().join("tmp").join(name)).unwrap();
        }
        Cache::open(folder.path()).unwrap();
        let left: Vec<_> = fs::read_dir(folder.path().join("tmp")).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, [std::ffi::OsString::from(own)]);
    }
}
