//! Remembers what was found out before, under names derived from content.
//!
//! A store is a folder of *kinds* (`results`, `files`), and a kind is a folder of *sections*. A
//! section is one file that maps keys to bytes: the results of one program, say, or the hashes of
//! one folder's files. Users load a section, look things up, add what they found out, and have it
//! written once.
//!
//! The store does not know what the bytes mean. Whatever it holds can be found out again, so it has
//! no errors: a store that is read-only, full, damaged or of another version is a miss, and
//! [`Store::troubles`] says why. It starts no threads.
//!
//! # Theory of operation
//!
//! * **Never a wrong value.** A section is written beside its place and renamed, so that a reader
//!   sees the old one or the new one. It carries a checksum, because nothing is synced to the disk:
//!   after a power cut it may be incomplete, and then it is a miss.
//! * **Two harnesses at once** read what is there before they write. If both write one section at
//!   the same moment, the later one counts, and what the other one added is found out again.
//! * **Bounded.** A section that would pass [`SECTION_LIMIT`] keeps only what was added last. When
//!   the store passes its limit, the least recently used sections go, until three quarters of the
//!   limit are left. "Used" is the file's modification time, renewed at most once an hour.

mod files;
#[cfg(fuzzing)]
pub mod fuzzing;
mod section;

pub use files::{FileHashes, HashedContent, Stamp};
pub use model::Key;

pub use section::Section;

use model::ByteSize;
use std::fs::{self, File, FileTimes};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A section never gets longer than this, and a longer file is not read.
pub const SECTION_LIMIT: ByteSize = ByteSize::mib(32);

/// No file of a problem is larger.
pub const LARGEST_FILE: ByteSize = ByteSize::mib(1024);

/// The limit for a whole store that the command line uses.
pub const STORE_LIMIT: ByteSize = ByteSize::mib(256);

/// Why something could not be read or kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub path: PathBuf,
    /// A lower-case fragment: `of another version`, `Permission denied (os error 13)`.
    pub reason: String,
}

/// The space that a store takes on disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreSize {
    pub sections: usize,
    pub bytes: ByteSize,
}

/// A folder of kinds. Opening one touches nothing on disk.
#[derive(Debug)]
pub struct Store {
    /// `None`: reads and keeps nothing.
    root: Option<PathBuf>,
    limit: ByteSize,
    /// The size of all sections, measured when something is first kept and estimated from then on.
    bytes: Option<u64>,
    troubles: Vec<Trouble>,
}

impl Store {
    /// A store in the folder `root`, which need not exist: it is made when something is kept.
    pub fn open(root: &Path, limit: ByteSize) -> Store {
        Store { root: Some(root.to_path_buf()), limit, bytes: None, troubles: Vec::new() }
    }

    /// A store that finds nothing and keeps nothing.
    pub fn none() -> Store {
        Store { root: None, limit: ByteSize(0), bytes: None, troubles: Vec::new() }
    }

    /// False when this store can neither find nor keep anything, so that making keys for it is
    /// pointless.
    pub fn is_some(&self) -> bool {
        self.root.is_some()
    }

    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Everything that went wrong so far, oldest first.
    pub fn troubles(&self) -> &[Trouble] {
        &self.troubles
    }

    /// Loads the section `name` of a kind; an empty one when there is none or it cannot be read.
    pub fn load(&mut self, kind: &str, name: &Key) -> Section {
        let Some(path) = self.place(kind, name) else { return Section::default() };
        match read(&path) {
            Ok(section) => section,
            Err(error) => {
                if error.kind() != io::ErrorKind::NotFound {
                    self.trouble(&path, &error);
                }
                Section::default()
            }
        }
    }

    /// Adds to the section `name` of a kind, and keeps what others have written there meanwhile.
    pub fn keep(&mut self, kind: &str, name: &Key, added: impl IntoIterator<Item = (Key, Vec<u8>)>) {
        let mut added = added.into_iter().peekable();
        let Some(path) = self.place(kind, name).filter(|_| added.peek().is_some()) else { return };
        // A section that cannot be read is replaced.
        let mut section = read(&path).unwrap_or_default();
        section.extend(added);
        match write(&path, &section.to_bytes(SECTION_LIMIT.0 as usize)) {
            Ok(written) => self.grown(written, &path),
            Err(error) => self.trouble(&path, &error),
        }
    }

    fn place(&self, kind: &str, name: &Key) -> Option<PathBuf> {
        Some(self.root.as_ref()?.join(kind).join(name.to_string()))
    }

    /// How many sections are on disk, and their size.
    pub fn held(&self) -> StoreSize {
        let sections = self.sections();
        StoreSize { sections: sections.len(), bytes: ByteSize(sections.iter().map(|(.., bytes)| bytes).sum()) }
    }

    /// Notes that a section of `written` bytes was written, and makes room if the store has grown
    /// past its limit. The section `but` stays.
    fn grown(&mut self, written: u64, but: &Path) {
        let estimate = match self.bytes {
            Some(bytes) => bytes + written,
            None => self.held().bytes.0,
        };
        self.bytes = Some(estimate);
        if estimate <= self.limit.0 {
            return;
        }
        let mut sections = self.sections();
        let mut bytes: u64 = sections.iter().map(|(.., bytes)| bytes).sum();
        // Others may have made room since the estimate.
        let goal = if bytes > self.limit.0 { self.limit.0 / 4 * 3 } else { bytes };
        sections.sort();
        for (_, path, size) in sections.iter().filter(|(_, path, _)| path != but) {
            if bytes <= goal {
                break;
            }
            if self.remove(path) {
                bytes -= size;
            }
        }
        self.bytes = Some(bytes);
    }

    /// The sections on disk: when each was last used, its place and its size.
    fn sections(&self) -> Vec<(SystemTime, PathBuf, u64)> {
        let Some(root) = &self.root else { return Vec::new() };
        let folder = |path: &Path| fs::read_dir(path).into_iter().flatten().flatten();
        let kinds = folder(root).filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        kinds
            .flat_map(|kind| folder(&kind.path()))
            .filter_map(|entry| {
                let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                // Being written, or left by a harness that was killed while writing it.
                if entry.file_name().as_encoded_bytes().starts_with(PARTIAL.as_bytes()) {
                    remove_old(&entry.path(), &meta);
                    return None;
                }
                Some((meta.modified().unwrap_or(SystemTime::UNIX_EPOCH), entry.path(), meta.len()))
            })
            .collect()
    }

    fn remove(&mut self, path: &Path) -> bool {
        match fs::remove_file(path) {
            Ok(()) => true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => {
                self.trouble(path, &error);
                false
            }
        }
    }

    fn trouble(&mut self, path: &Path, error: &io::Error) {
        self.troubles.push(Trouble { path: path.to_path_buf(), reason: error.to_string() });
    }
}

#[expect(clippy::disallowed_methods, reason = "the user's own cache")]
fn read(path: &Path) -> io::Result<Section> {
    let meta = fs::metadata(path)?;
    // Checked before opening, because opening a pipe would wait for a writer.
    if !meta.is_file() {
        return Err(io::Error::other("not a file"));
    }
    if meta.len() > SECTION_LIMIT.0 {
        return Err(io::Error::other(format!("{}: too long to be a section", ByteSize(meta.len()))));
    }
    renew(path);
    Section::read(fs::read(path)?)
}

/// The prefix of a section's name while it is written.
const PARTIAL: &str = ".partial-";

/// Writes a section beside its place, moves it there and returns its length.
fn write(path: &Path, bytes: &[u8]) -> io::Result<u64> {
    let folder = path.parent().unwrap_or(path);
    beneath::make_folders(folder)?;
    let mut file = tempfile::Builder::new().prefix(PARTIAL).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(bytes.len() as u64)
}

fn remove_old(path: &Path, meta: &fs::Metadata) {
    let age = meta.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
    if age.is_some_and(|age| age > OFTEN) {
        // Another harness may have been first.
        let _ = fs::remove_file(path);
    }
}

/// How old the recorded time of the last use may become before it is renewed.
pub(crate) const OFTEN: Duration = Duration::from_secs(3600);

/// Notes that a file or folder is used, at most once an hour. If that fails, as in a read-only
/// store, it merely looks older than it is.
#[expect(clippy::disallowed_methods, reason = "the user's own cache")]
pub(crate) fn renew(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    let now = SystemTime::now();
    // A time in the future is an error here: the clock was set back, and the file gets today's
    // time.
    let used = file.metadata().and_then(|meta| meta.modified());
    if !used.is_ok_and(|used| now.duration_since(used).is_ok_and(|age| age < OFTEN)) {
        let _ = file.set_times(FileTimes::new().set_modified(now));
    }
}

#[cfg(test)]
mod tests;
