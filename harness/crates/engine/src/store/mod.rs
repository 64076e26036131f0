//! Remembers what was found out before, under names made of content.
//!
//! A store is a folder of *shelves* (`results`, `files` …), a shelf a folder of *sections*, a section a log of entries: key → bytes. A user
//! of the store loads one section, looks things up, adds what it found out and has it written once, at the end.
//!
//! This module does not know what the bytes mean: no tests, no verdicts, no programs. It has no error that its users could see, as whatever
//! is remembered can be found out again: a store that is read-only, full, torn, locked or from another version is a miss, and
//! [`Store::troubles`] says why to whoever wants to know. It starts no threads and keeps no lock between calls.
//!
//! # Theory of operation
//!
//! * **Never a wrong value.** Every batch of entries carries a checksum; reading stops before the first batch that is not whole.
//!   A kill, a full disk or a power cut in the middle of a write leaves a torn tail: those entries are missing, nothing is wrong. This is also why
//!   nothing is synced to the disk: a sync would buy a few entries after a power cut, and costs every run some milliseconds.
//! * **Two harnesses at once** append to one section under a file lock, each as one batch behind the other's. Before it appends, a writer
//!   cuts a torn tail off, as nothing behind one can be read. Readers take no lock: what they see of a write in progress is a torn tail.
//! * **Bounded.** A section is written afresh, without overwritten entries, when more than half of it is dead, and from its newest entries alone
//!   when it would pass [`SECTION_LIMIT`]. When the whole store passes its limit, the sections that were not used for longest go,
//!   until three quarters are left. "Used" is the file's modification time, renewed at most once an hour; a clock that jumps
//!   makes another section go, no more.
//!
//! One log a section, and not one file an entry: see `benches/README.md` for the figures.

mod files;
mod log;

pub use files::{FileHashes, Hashed, Stamp};
pub use model::Key;

use log::{Contents, End, HEADER};
use model::ByteSize;
use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// A section never gets longer than this, and a longer file is not read.
pub const SECTION_LIMIT: ByteSize = ByteSize::mib(32);

/// The limit for a whole store that the command line uses.
pub const STORE_LIMIT: ByteSize = ByteSize::mib(256);

/// Why something could not be read or kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub path: PathBuf,
    /// A lower-case fragment: `of another version`, `Permission denied (os error 13)`.
    pub reason: String,
}

/// What a store takes on disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub sections: usize,
    pub bytes: ByteSize,
}

/// A folder of shelves. Opening one touches nothing on disk.
#[derive(Debug)]
pub struct Store {
    /// `None`: neither reads nor keeps.
    root: Option<PathBuf>,
    limit: ByteSize,
    /// What all sections take; found out when something is first kept, and an estimate from then on.
    bytes: Option<u64>,
    troubles: Vec<Trouble>,
}

/// One section, loaded; what is added to it is kept by [`Store::keep`].
#[derive(Debug, Default)]
pub struct Section {
    path: PathBuf,
    contents: Contents,
    added: BTreeMap<Key, Vec<u8>>,
}

impl Section {
    /// The value that was loaded or added under `key`.
    pub fn get(&self, key: &Key) -> Option<&[u8]> {
        self.added.get(key).map(Vec::as_slice).or_else(|| self.contents.get(key))
    }

    pub fn add(&mut self, key: Key, value: Vec<u8>) {
        self.added.insert(key, value);
    }

    /// Nothing was loaded and nothing added.
    pub fn is_empty(&self) -> bool {
        self.contents.len() == 0 && self.added.is_empty()
    }
}

impl Store {
    /// A store in the folder `root`, which need not exist; it is made when something is kept.
    pub fn open(root: &Path, limit: ByteSize) -> Store {
        Store { root: Some(root.to_path_buf()), limit, bytes: None, troubles: Vec::new() }
    }

    /// A store that finds nothing and keeps nothing.
    pub fn none() -> Store {
        Store { root: None, limit: ByteSize(0), bytes: None, troubles: Vec::new() }
    }

    /// False when this store can neither find nor keep anything, so that making keys for it is in vain.
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

    /// Loads the section `name` of a shelf; an empty one when there is none or it cannot be read.
    pub fn load(&mut self, shelf: &str, name: &Key) -> Section {
        let Some(root) = &self.root else { return Section::default() };
        let path = root.join(shelf).join(name.to_string());
        match read(&path) {
            Ok((contents, end)) => {
                match end {
                    End::Whole => {}
                    End::Torn => self.trouble(&path, "torn: what follows the damage is not read"),
                    End::Foreign => self.trouble(&path, "of another version: not read"),
                }
                Section { path, contents, added: BTreeMap::new() }
            }
            Err(error) => {
                if error.kind() != io::ErrorKind::NotFound {
                    self.trouble(&path, &error.to_string());
                }
                Section { path, ..Section::default() }
            }
        }
    }

    /// The section `name` of a shelf with nothing loaded: for adding to it only.
    pub fn blank(&self, shelf: &str, name: &Key) -> Section {
        let path = self.root.as_ref().map(|root| root.join(shelf).join(name.to_string()));
        Section { path: path.unwrap_or_default(), ..Section::default() }
    }

    /// Writes what was added to `section`, behind what others wrote in the meantime. What was added stays readable.
    pub fn keep(&mut self, section: &mut Section) {
        if self.root.is_none() || section.added.is_empty() {
            return;
        }
        match append(&section.path, &section.added) {
            Ok((contents, written)) => {
                section.contents = contents;
                section.added.clear();
                self.grown(written, &section.path);
            }
            Err(error) => self.trouble(&section.path, &error.to_string()),
        }
    }

    /// What is on disk.
    pub fn held(&self) -> Held {
        let sections = self.sections();
        Held { sections: sections.len(), bytes: ByteSize(sections.iter().map(|section| section.bytes).sum()) }
    }

    /// Removes every section. What other processes have loaded stays good for them.
    pub fn clear(&mut self) {
        for section in self.sections() {
            self.remove(&section.path);
        }
    }

    /// Notes that `written` bytes were added; makes room when the store has grown past its limit. The section `but` is not removed.
    fn grown(&mut self, written: usize, but: &Path) {
        let estimate = match self.bytes {
            Some(bytes) => bytes + written as u64,
            None => self.held().bytes.0,
        };
        self.bytes = Some(estimate);
        if estimate <= self.limit.0 {
            return;
        }
        let mut sections = self.sections();
        let mut bytes: u64 = sections.iter().map(|section| section.bytes).sum();
        // Others may have made room since the estimate.
        let goal = if bytes > self.limit.0 { self.limit.0 / 4 * 3 } else { bytes };
        sections.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
        for section in sections.iter().filter(|section| section.path != but) {
            if bytes <= goal {
                break;
            }
            if self.remove(&section.path) {
                bytes -= section.bytes;
            }
        }
        self.bytes = Some(bytes);
    }

    fn sections(&self) -> Vec<OnDisk> {
        let Some(root) = &self.root else { return Vec::new() };
        let folder = |path: &Path| fs::read_dir(path).into_iter().flatten().flatten();
        let shelves = folder(root).filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        shelves
            .flat_map(|shelf| folder(&shelf.path()))
            .filter_map(|entry| {
                let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                let used = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                Some(OnDisk { path: entry.path(), bytes: meta.len(), used })
            })
            .collect()
    }

    fn remove(&mut self, path: &Path) -> bool {
        match fs::remove_file(path) {
            Ok(()) => true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => {
                self.trouble(path, &error.to_string());
                false
            }
        }
    }

    fn trouble(&mut self, path: &Path, reason: &str) {
        self.troubles.push(Trouble { path: path.to_path_buf(), reason: reason.to_owned() });
    }
}

struct OnDisk {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

fn read(path: &Path) -> io::Result<(Contents, End)> {
    let meta = fs::metadata(path)?;
    // Looked at before it is opened: opening a pipe would wait for a writer.
    if !meta.is_file() {
        return Err(io::Error::other("not a file"));
    }
    if meta.len() > SECTION_LIMIT.0 {
        return Err(io::Error::other(format!("{}: too long to be a section", ByteSize(meta.len()))));
    }
    renew(path, &meta);
    Ok(Contents::read(fs::read(path)?))
}

/// Notes that a section was used, at most once an hour.
fn renew(path: &Path, meta: &fs::Metadata) {
    const OFTEN: Duration = Duration::from_secs(3600);
    let now = SystemTime::now();
    // A time in the future gives an error here: then the clock was put back, and the file gets today's time.
    let fresh = meta.modified().is_ok_and(|used| now.duration_since(used).is_ok_and(|age| age < OFTEN));
    if !fresh {
        // In a read-only store it stays old.
        let _ = File::options().append(true).open(path).and_then(|f| f.set_times(FileTimes::new().set_modified(now)));
    }
}

/// Appends a batch and gives what the section holds then, and how much was written.
fn append(path: &Path, added: &BTreeMap<Key, Vec<u8>>) -> io::Result<(Contents, usize)> {
    // As many as fit: the others are found out again.
    let mut room = SECTION_LIMIT.0 as usize / 2;
    let fitting = added.iter().map(|(key, value)| (key, &value[..])).take_while(|(_, value)| {
        let fits = log::length(value) <= room;
        room = room.saturating_sub(log::length(value));
        fits
    });
    let batch = log::write(fitting);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return Err(io::Error::other("not a file"));
    }
    let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    lock(&file)?;

    let mut bytes = Vec::new();
    if file.metadata()?.len() <= SECTION_LIMIT.0 {
        file.read_to_end(&mut bytes)?;
    }
    let (before, _) = Contents::read(bytes);
    let crowded = before.whole() + batch.len() > SECTION_LIMIT.0 as usize;
    let wasteful = before.whole() > 2 * before.live() + 4096;
    let start = if crowded || wasteful { 0 } else { before.whole() };

    let mut written = Vec::with_capacity(batch.len() + HEADER.len());
    if start == 0 {
        written.extend_from_slice(HEADER);
        if wasteful && !crowded {
            written.extend(log::write(before.iter()));
        }
    }
    written.extend_from_slice(&batch);

    // Cut first: behind a torn tail nothing can be read, and a shorter old file would show through a longer new one.
    file.set_len(start as u64)?;
    file.seek(SeekFrom::Start(start as u64))?;
    if let Err(error) = file.write_all(&written) {
        // A full disk. Without this the next writer would do the same.
        let _ = file.set_len(start as u64);
        return Err(error);
    }
    // Exactly what the file holds now: what it held before, up to `start`, and what was written behind it.
    let mut bytes = before.into_bytes();
    bytes.truncate(start);
    bytes.extend_from_slice(&written);
    Ok((Contents::read(bytes).0, written.len()))
}

/// Takes the lock of a section, but does not wait for a harness that was stopped while it held it. Closing the file gives it back.
fn lock(file: &File) -> io::Result<()> {
    const PATIENCE: Duration = Duration::from_millis(500);
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(TryLockError::WouldBlock) => return Err(io::Error::other("another harness does not let go of it")),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests;
