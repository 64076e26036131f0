//! How much a folder holds that a program writes to. The kernel bounds each file, but not all
//! together.

use super::Exec;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};
use walkdir::WalkDir;

/// How often is looked.
const EVERY: Duration = Duration::from_millis(100);

/// A folder that is looked at now and then while a program may write to it.
pub(crate) struct Watch<'a> {
    folder: &'a Path,
    /// Bytes that it may hold.
    most: u64,
    next: Instant,
}

impl<'a> Watch<'a> {
    /// `None` when `exec` may write to no folder.
    pub(crate) fn of(exec: &'a Exec) -> Option<Watch<'a>> {
        let folder = exec.scratch.as_deref()?;
        Some(Watch { folder, most: exec.limits.scratch, next: Instant::now() + EVERY })
    }

    /// When there is to be looked.
    pub(crate) fn next(&self) -> Instant {
        self.next
    }

    /// Looks, if it is time; whether the program has written too much.
    pub(crate) fn overflows(&mut self) -> bool {
        if Instant::now() < self.next {
            return false;
        }
        let over = holds_more_than(self.folder, self.most);
        self.next = Instant::now() + EVERY;
        over
    }
}

/// Entries that are looked at. No tool needs more, and whoever makes more without writing into them
/// fills a disk as well.
const MOST: usize = 20_000;

/// Folders in folders that are looked into. Below lies what nobody needs and a path does not reach.
const DEEPEST: usize = 64;

/// Whether the files in `folder` take more than `bytes` on the disk, or are too many, too deep or
/// too well hidden to tell. Links are not followed.
fn holds_more_than(folder: &Path, bytes: u64) -> bool {
    let mut total = 0;
    for (count, entry) in WalkDir::new(folder).into_iter().enumerate() {
        let depth = entry.as_ref().map_or(0, walkdir::DirEntry::depth);
        match entry.and_then(|entry| entry.metadata()) {
            Ok(metadata) if metadata.is_file() => total += metadata.blocks() * 512,
            Ok(_) => {}
            // Files come and go meanwhile. Whatever else keeps us from looking is there to keep us
            // from looking.
            Err(error) if error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::NotFound) => {}
            Err(_) => return true,
        }
        if total > bytes || count > MOST || depth > DEEPEST {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_count_by_what_they_take_and_links_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        assert!(!holds_more_than(folder.path(), 0));
        std::fs::create_dir(inside("a")).unwrap();
        std::fs::write(inside("a/b"), vec![1; 100_000]).unwrap();
        std::os::unix::fs::symlink("/usr", inside("link")).unwrap();
        assert!(holds_more_than(folder.path(), 90_000));
        assert!(!holds_more_than(folder.path(), 200_000));
        assert!(!holds_more_than(&inside("gone"), 0));
        std::fs::create_dir_all(inside(&"d/".repeat(65))).unwrap();
        assert!(holds_more_than(folder.path(), u64::MAX), "what lies too deep may be anything");
    }
}
