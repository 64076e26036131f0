//! Writes content: new problems, tests and answers.
//!
//! Files that belong together are written together, all of them or none, and never half a file:
//! everything is put beside its place first and moved there last. It does not know how anything is
//! judged, requested or shown; the caller decides what to write.

pub mod slug;
pub mod template;

use beneath::{Home, LeadsOut};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use thiserror::Error;

/// Files to be written together.
#[derive(Debug, Default)]
pub struct Draft {
    files: Vec<DraftFile>,
}

#[derive(Debug)]
struct DraftFile {
    place: PathBuf,
    bytes: Vec<u8>,
    there: IfThere,
}

/// What to do with a file that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IfThere {
    Refuse,
    Replace,
}

/// Why nothing was written.
#[derive(Debug, Error)]
pub enum DraftError {
    /// These exist and must not be overwritten.
    #[error("already there: {}", listed(.0))]
    Exists(Vec<PathBuf>),
    #[error("cannot write {}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl DraftError {
    /// The next step, if there is one to name.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            DraftError::Write { source, .. } if LeadsOut::is_why(source) => Some(LeadsOut::HINT),
            DraftError::Write { .. } | DraftError::Exists(_) => None,
        }
    }
}

/// Writes one file, which may already exist: all of it or nothing. Creates the folders above it.
///
/// # Errors
/// When it cannot be written.
pub fn write(place: PathBuf, bytes: impl Into<Vec<u8>>) -> Result<(), DraftError> {
    let mut draft = Draft::default();
    draft.replace(place, bytes);
    draft.write()
}

/// The same, for a file of the workspace at `root`; see [`Draft::write_below`].
///
/// # Errors
/// Those of [`write()`], and when a link leads out.
pub fn write_below(root: &Path, place: PathBuf, bytes: impl Into<Vec<u8>>) -> Result<(), DraftError> {
    let mut draft = Draft::default();
    draft.replace(place, bytes);
    draft.write_below(root)
}

/// Fails if a link would make any of `places` land outside of `root`.
///
/// # Errors
/// When a link on the way leads out.
pub fn check_below<'p>(root: &Path, mut places: impl Iterator<Item = &'p Path>) -> Result<(), DraftError> {
    // An empty path stands for the folder that we are in.
    let named = |path: &'_ Path| if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_owned() };
    // In a folder that is still to be made, nothing leads anywhere.
    if !named(root).exists() {
        return Ok(());
    }
    let home = Home::of(&named(root));
    let leads_out = |place: &&Path| {
        let folder = place.ancestors().skip(1).map(named).find(|folder| folder.exists());
        place.starts_with(root) && !folder.is_some_and(|folder| home.holds(&folder).is_ok_and(|own| own))
    };
    match places.find(leads_out) {
        Some(place) => Err(DraftError::Write { path: place.to_owned(), source: io::Error::other(LeadsOut) }),
        None => Ok(()),
    }
}

impl Draft {
    /// Adds a new file. Creates the folders above it.
    pub fn create(&mut self, place: PathBuf, bytes: impl Into<Vec<u8>>) {
        self.files.push(DraftFile { place, bytes: bytes.into(), there: IfThere::Refuse });
    }

    /// Adds a file that may already exist.
    pub fn replace(&mut self, place: PathBuf, bytes: impl Into<Vec<u8>>) {
        self.files.push(DraftFile { place, bytes: bytes.into(), there: IfThere::Replace });
    }

    pub fn places(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| &*file.place)
    }

    /// Writes all files of a workspace, which may have been handed over: what is called a place
    /// beneath `root` lies there, whatever links somebody put on the way. A repository around it is
    /// one with it.
    ///
    /// # Errors
    /// Those of [`Draft::write`], and when a link leads out.
    pub fn write_below(&self, root: &Path) -> Result<(), DraftError> {
        check_below(root, self.places())?;
        self.write()
    }

    /// Fails if something is in the way of a new file.
    ///
    /// # Errors
    /// [`DraftError::Exists`].
    pub fn check_places(&self) -> Result<(), DraftError> {
        let occupied = |file: &&DraftFile| file.there == IfThere::Refuse && fs::symlink_metadata(&file.place).is_ok();
        let exists: Vec<PathBuf> = self.files.iter().filter(occupied).map(|file| file.place.clone()).collect();
        if !exists.is_empty() {
            return Err(DraftError::Exists(exists));
        }
        Ok(())
    }

    /// Writes all files.
    ///
    /// # Errors
    /// When something is in the way or cannot be written. Then everything stays as it was.
    pub fn write(&self) -> Result<(), DraftError> {
        self.check_places()?;
        let mut undo = Undo::default();
        self.write_all(&mut undo).inspect_err(|_| undo.run())
    }

    fn write_all(&self, undo: &mut Undo) -> Result<(), DraftError> {
        let mut staged = Vec::with_capacity(self.files.len());
        for file in &self.files {
            let stage = |undo: &mut Undo| {
                let folder = match file.place.parent() {
                    // A bare name is a file of the folder that we are in.
                    Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
                    folder => folder.unwrap_or(Path::new("/")),
                };
                undo.make_folder(folder)?;
                let mut beside = beside(folder)?;
                // The file itself: the wrapper around it names its own path in errors.
                beside.as_file_mut().write_all(&file.bytes)?;
                Ok(beside)
            };
            staged.push(stage(undo).map_err(|source| file.failed(source))?);
        }
        for (file, beside) in self.files.iter().zip(staged) {
            match file.there {
                IfThere::Refuse => match beside.persist_noclobber(&file.place) {
                    Ok(_) => undo.created.push(file.place.clone()),
                    // Somebody else has made it in the meantime.
                    Err(persist) if persist.error.kind() == io::ErrorKind::AlreadyExists => {
                        return Err(DraftError::Exists(vec![file.place.clone()]));
                    }
                    Err(persist) => return Err(file.failed(persist.error)),
                },
                IfThere::Replace => {
                    let before = match beneath::read(&file.place) {
                        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                        read => Some(read.map_err(|source| file.failed(source))?),
                    };
                    beside.persist(&file.place).map_err(|persist| file.failed(persist.error))?;
                    match before {
                        Some(bytes) => undo.replaced.push((file.place.clone(), bytes)),
                        None => undo.created.push(file.place.clone()),
                    }
                }
            }
        }
        Ok(())
    }
}

impl DraftFile {
    fn failed(&self, source: io::Error) -> DraftError {
        DraftError::Write { path: self.place.clone(), source }
    }
}

/// A new file that is removed when it is dropped. Its name is hidden, so that the catalog passes it
/// over should a power cut leave it behind.
pub(crate) fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".new-");
    // Not as private as a temporary file: the user's own umask decides, and programs that run as
    // another user read what is made for a package.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The kind of error, and not the file's name, which is a random one.
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}

/// What it takes to restore everything.
#[derive(Default)]
struct Undo {
    /// The folders that we made, outermost first.
    folders: Vec<PathBuf>,
    created: Vec<PathBuf>,
    replaced: Vec<(PathBuf, Vec<u8>)>,
}

impl Undo {
    fn make_folder(&mut self, folder: &Path) -> io::Result<()> {
        // The last one above a relative path is empty, and stands for the folder that we are in.
        let is_missing = |above: &&Path| !above.as_os_str().is_empty() && !above.exists();
        let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
        missing.into_iter().rev().try_for_each(|folder| self.make_one(folder))
    }

    /// Another process may have made the folder since it was looked for: then it is not ours to
    /// remove.
    fn make_one(&mut self, folder: &Path) -> io::Result<()> {
        match fs::create_dir(folder) {
            Ok(()) => self.folders.push(folder.to_path_buf()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Restores as much as possible; the first error is the one that is returned.
    fn run(&self) {
        for file in &self.created {
            let _ = fs::remove_file(file);
        }
        for (file, bytes) in &self.replaced {
            let _ = fs::write(file, bytes);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn listed(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_where_a_link_of_the_workspace_leads() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let root = at("ws");
        fs::create_dir_all(at("ws/own")).unwrap();
        fs::create_dir_all(at("else")).unwrap();
        for (link, target) in [("ws/out", "../else"), ("ws/absolute", "/tmp"), ("ws/inside", "own"), ("there", "ws")] {
            std::os::unix::fs::symlink(target, at(link)).unwrap();
        }
        let written = |root: &Path, name: &str| write_below(root, root.join(name), "x").is_ok();
        assert!(written(&at("new/root"), "a/b"));
        for name in ["out/a", "out/b/c", "absolute/harness-draft/d"] {
            assert!(!written(&root, name), "{name}");
        }
        for name in ["a", "own/b", "inside/c", "new/d/e"] {
            assert!(written(&root, name), "{name}");
        }
        // The person's own way to the workspace may be a link.
        assert!(written(&at("there"), "f") && !written(&at("there"), "out/g"));
        assert_eq!(fs::read_dir(at("else")).unwrap().count(), 0);
    }

    fn files(root: &Path) -> Vec<String> {
        let entries = walkdir::WalkDir::new(root).min_depth(1).sort_by_file_name();
        let listed = |e: walkdir::DirEntry| e.path().strip_prefix(root).unwrap().to_string_lossy().into_owned();
        entries.into_iter().map(Result::unwrap).map(listed).collect()
    }

    #[test]
    fn files_and_their_folders_are_made_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("old"), "old").unwrap();
        let mut draft = Draft::default();
        draft.create(folder.path().join("a/b/c"), "c");
        draft.replace(folder.path().join("old"), "new");
        draft.write().unwrap();
        assert_eq!(files(folder.path()), ["a", "a/b", "a/b/c", "old"]);
        assert_eq!(fs::read_to_string(folder.path().join("old")).unwrap(), "new");
    }

    #[test]
    fn a_relative_path_may_begin_with_a_folder_that_is_not_there() {
        // Names that nothing has; the folders are gone again.
        let new = || {
            let folder = tempfile::Builder::new().prefix(".test-").tempdir_in(".").unwrap();
            PathBuf::from(folder.path().file_name().unwrap())
        };
        let (folder, file) = (new(), new());
        let mut draft = Draft::default();
        draft.create(folder.join("a/b"), "b");
        draft.create(file.clone(), "c");
        let written = draft.write();
        let (all, alone) = (files(&folder), fs::read_to_string(&file));
        let _ = (fs::remove_dir_all(&folder), fs::remove_file(&file));
        written.unwrap();
        assert_eq!((all, alone.unwrap()), (vec!["a".to_owned(), "a/b".to_owned()], "c".to_owned()));
    }

    #[test]
    fn what_is_there_is_named_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x"), "mine").unwrap();
        let mut draft = Draft::default();
        draft.create(folder.path().join("new/file"), "");
        draft.create(folder.path().join("x"), "theirs");
        let error = draft.write().unwrap_err();
        assert!(error.to_string().contains("already there") && error.to_string().contains('x'), "{error}");
        assert_eq!(files(folder.path()), ["x"]);
        assert_eq!(fs::read_to_string(folder.path().join("x")).unwrap(), "mine");
    }

    #[test]
    fn a_failure_half_way_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("answer"), "old").unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let mut draft = Draft::default();
        draft.replace(folder.path().join("answer"), "new");
        draft.create(folder.path().join("made/a"), "a");
        // A folder cannot be created below a file.
        draft.create(folder.path().join("file/below"), "");
        assert!(matches!(draft.write(), Err(DraftError::Write { .. })));
        assert_eq!(files(folder.path()), ["answer", "file"]);
        assert_eq!(fs::read_to_string(folder.path().join("answer")).unwrap(), "old");
    }

    #[test]
    fn a_folder_that_another_process_made_in_the_meantime_is_used_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (theirs, ours) = (folder.path().join("theirs"), folder.path().join("theirs/ours"));
        fs::create_dir(&theirs).unwrap();
        let mut undo = Undo::default();
        undo.make_one(&theirs).unwrap();
        undo.make_one(&ours).unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(undo.make_one(&folder.path().join("file")).is_err());
        undo.run();
        assert_eq!(files(folder.path()), ["file", "theirs"]);
    }

    #[test]
    fn what_cannot_be_written_is_named_by_its_own_place() {
        let mut draft = Draft::default();
        // Nobody can create a file there, not even root.
        draft.create(PathBuf::from("/proc/problem.toml"), "");
        let DraftError::Write { path, source } = draft.write().unwrap_err() else { panic!("it cannot be written") };
        assert_eq!(path, Path::new("/proc/problem.toml"));
        assert!(!source.to_string().contains(".new-"), "{source}");
    }

    #[test]
    fn a_replacement_that_fails_last_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("answer"), "old").unwrap();
        fs::create_dir(folder.path().join("folder")).unwrap();
        let mut draft = Draft::default();
        draft.replace(folder.path().join("answer"), "new");
        draft.replace(folder.path().join("folder"), "a file cannot take the place of a folder");
        assert!(matches!(draft.write(), Err(DraftError::Write { .. })));
        assert_eq!(files(folder.path()), ["answer", "folder"]);
        assert_eq!(fs::read_to_string(folder.path().join("answer")).unwrap(), "old");
    }
}
