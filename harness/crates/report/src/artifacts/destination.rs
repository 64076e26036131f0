//! Where a report goes: standard output, or a path that is proved writable before anything is
//! judged.
//!
//! A reader never sees half a report. It is written under another name beside its place, forced to
//! disk, and renamed. Only pipes and devices are written directly, because renaming would replace
//! them.

use crate::Reporter;
use model::record::Report;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A place that will take a report.
#[derive(Debug)]
pub enum Destination {
    Stdout,
    /// An open pipe or device.
    Stream(File),
    /// An open file beside its place.
    File {
        pending: NamedTempFile,
        place: PathBuf,
    },
}

/// Why a report cannot be written to a path.
#[derive(Debug, thiserror::Error)]
#[error("cannot write a report to {}", path.display())]
pub struct PrepareError {
    path: PathBuf,
    source: io::Error,
}

impl PrepareError {
    /// The error of this path.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> PrepareError {
        |source| PrepareError { path: path.to_owned(), source }
    }
}

impl Destination {
    /// Opens the place; `-` is standard output. Changes no existing file yet.
    ///
    /// # Errors
    /// When it cannot be written: the folder does not exist, permission is denied, or it is a
    /// folder itself.
    pub fn prepare(path: &Path) -> Result<Destination, PrepareError> {
        if path == Path::new("-") {
            return Ok(Destination::Stdout);
        }
        let io = PrepareError::at(path);
        // A link stays a link: the file it points to is replaced.
        let place = match path.canonicalize() {
            Ok(place) => place,
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(io(error)),
        };
        match std::fs::metadata(&place) {
            Ok(there) if there.is_dir() => Err(io(io::Error::other("it is a folder"))),
            Ok(there) if !there.is_file() => {
                Ok(Destination::Stream(OpenOptions::new().write(true).open(&place).map_err(io)?))
            }
            Ok(there) if there.permissions().readonly() => Err(io(io::Error::other("it is read-only"))),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(io(error)),
            Ok(_) | Err(_) => Ok(Destination::File { pending: beside(&place).map_err(io)?, place }),
        }
    }

    /// Opens a place whose name the harness chose, in a folder that the caller named. What lies
    /// there is replaced: a link, which somebody else may have put there, is not followed.
    ///
    /// # Errors
    /// When it cannot be written, or a folder lies there.
    pub fn within(folder: &Path, name: &str) -> Result<Destination, PrepareError> {
        let place = folder.join(name);
        let io = PrepareError::at(&place);
        match std::fs::symlink_metadata(&place) {
            Ok(there) if there.is_dir() => Err(io(io::Error::other("it is a folder"))),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(io(error)),
            Ok(_) | Err(_) => Ok(Destination::File { pending: beside(&place).map_err(io)?, place }),
        }
    }

    /// Writes the whole report and moves it into place.
    ///
    /// # Errors
    /// When the disk refuses. What was there before is then unchanged.
    pub fn write(self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Destination::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)?;
                out.flush()
            }
            Destination::Stream(mut file) => file.write_all(bytes),
            Destination::File { mut pending, place } => {
                pending.write_all(bytes)?;
                pending.as_file().sync_all()?;
                pending.persist(place)?;
                Ok(())
            }
        }
    }
}

/// A report that is written as one document when the run is done. A run that breaks off before its
/// summary writes nothing.
pub struct Document {
    /// `None` once the document is written.
    destination: Option<Destination>,
    render: fn(&Report) -> Vec<u8>,
}

impl Document {
    pub fn new(destination: Destination, render: fn(&Report) -> Vec<u8>) -> Document {
        Document { destination: Some(destination), render }
    }
}

impl Reporter for Document {
    fn done(&mut self, report: &Report) -> io::Result<()> {
        self.destination.take().map_or(Ok(()), |destination| destination.write(&(self.render)(report)))
    }
}

/// Opens a place for output that is read while it is written: nothing is held back. `-` is standard
/// output.
///
/// # Errors
/// When it cannot be written.
pub fn stream(path: &Path) -> Result<Box<dyn Write>, PrepareError> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdout()));
    }
    Ok(Box::new(File::create(path).map_err(PrepareError::at(path))?))
}

/// Opens a file that others write to as well: what we write goes to its end.
///
/// # Errors
/// When it cannot be written.
pub fn append(path: &Path) -> Result<File, PrepareError> {
    OpenOptions::new().append(true).create(true).open(path).map_err(PrepareError::at(path))
}

/// Replaces a file in one step: a reader sees the old one or the new one. Not forced to disk, so
/// only for files that may be lost in a power cut.
///
/// # Errors
/// When the disk refuses. What was there before is then unchanged.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut pending = beside(path)?;
    pending.write_all(bytes)?;
    pending.persist(path)?;
    Ok(())
}

/// Creates a hidden file beside `place`. It is removed unless it is moved into place.
fn beside(place: &Path) -> io::Result<NamedTempFile> {
    let name = place.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidFilename))?;
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut prefix = OsString::from(".");
    prefix.push(name);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    // Like any newly created file: the process's umask decides who may read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Report the system's own words for the folder, but only the kind of error for the file: nobody
    // chose its name.
    std::fs::metadata(folder)?;
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tee;
    use crate::testing::{Fake, play, problem, run};

    fn names(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_old_report_stays_until_the_new_one_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.json");
        std::fs::write(&path, "old").unwrap();
        let destination = Destination::prepare(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        destination.write(b"new").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(dir.path()), ["r.json"]);
    }

    #[test]
    fn what_is_never_written_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        drop(Destination::prepare(&dir.path().join("r.json")).unwrap());
        assert_eq!(names(dir.path()), [""; 0]);
    }

    #[test]
    fn a_bad_place_is_named_before_anything_is_judged() {
        let dir = tempfile::tempdir().unwrap();
        let cause = |path: &Path| Destination::prepare(path).unwrap_err().source.to_string();
        let missing = dir.path().join("no/r.json");
        let message = Destination::prepare(&missing).unwrap_err().to_string();
        assert_eq!(message, format!("cannot write a report to {}", missing.display()));
        assert_eq!(cause(dir.path()), "it is a folder");
        let locked = dir.path().join("locked.json");
        std::fs::write(&locked, "").unwrap();
        let mut permissions = std::fs::metadata(&locked).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&locked, permissions).unwrap();
        assert_eq!(cause(&locked), "it is read-only");
        std::fs::write(dir.path().join("file"), "").unwrap();
        cause(&dir.path().join("file/r.json"));
        assert_eq!(cause(&missing), "No such file or directory (os error 2)");
        assert_eq!(cause(Path::new("/proc/r.json")), "entity not found");
    }

    #[test]
    fn a_stream_is_there_at_once_and_an_appended_file_keeps_what_it_had() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.jsonl");
        stream(&path).unwrap().write_all(b"a").unwrap();
        append(&path).unwrap().write_all(b"b").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"ab");
        assert!(stream(dir.path()).is_err() && append(dir.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_and_a_link_stays_a_link() {
        Destination::prepare(Path::new("/dev/null")).unwrap().write(b"x").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        std::fs::write(&real, "").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        Destination::prepare(&link).unwrap().write(b"x").unwrap();
        assert_eq!(std::fs::read(&real).unwrap(), b"x");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_lies_where_the_harness_writes_is_replaced_and_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::write(at("precious"), "mine").unwrap();
        std::os::unix::fs::symlink("precious", at("index.html")).unwrap();
        std::os::unix::fs::symlink("new", at("dangling.html")).unwrap();
        for name in ["index.html", "dangling.html"] {
            Destination::within(dir.path(), name).unwrap().write(b"page").unwrap();
            assert!(std::fs::symlink_metadata(at(name)).unwrap().is_file());
            assert_eq!(std::fs::read(at(name)).unwrap(), b"page");
        }
        assert_eq!((std::fs::read(at("precious")).unwrap(), at("new").exists()), (b"mine".to_vec(), false));
        std::fs::create_dir(at("folder")).unwrap();
        assert!(Destination::within(dir.path(), "folder").is_err());
        assert!(Destination::within(&at("none"), "index.html").is_err());
    }

    /// Returns the document of this run at `path`, as it builds up.
    fn document(path: &Path) -> Tee<'static> {
        let document = Document::new(Destination::prepare(path).unwrap(), Report::to_pretty_json);
        Tee::new(vec![Box::new(document)])
    }

    #[test]
    fn a_document_is_there_when_the_run_is_done_and_not_before() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.json");
        let mut json = document(&path);
        let mut events = run(vec![Fake::new(&problem("nim", 1, 2), "")]);
        let done = events.pop().unwrap();
        play(&events, &mut json);
        assert!(!path.exists());
        json.event(&done).unwrap();
        let report = crate::artifacts::read::read(&path).unwrap();
        assert_eq!((report.summary.met, report.solutions.len(), report.problems.len()), (1, 1, 1));
        assert!(std::fs::read_to_string(&path).unwrap().ends_with("}\n"));
    }

    #[test]
    fn a_run_that_breaks_off_writes_no_document() {
        let dir = tempfile::tempdir().unwrap();
        let mut json = document(&dir.path().join("r.json"));
        play(&run(vec![Fake::new(&problem("nim", 1, 2), "")])[..1], &mut json);
        drop(json);
        assert_eq!(names(dir.path()), [""; 0]);
    }
}
