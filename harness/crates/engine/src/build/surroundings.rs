//! What is read of a program that no language builds: itself, and the files of its folder. Knows
//! nothing of how it is started.

use crate::build::SourceFile;
use crate::build::executable::{self, Executable, ExecutableError};
use crate::build::headers;
use crate::build::places::is_personal;
use crate::cannot_read;
use beneath::Home;
use model::{ByteSize, Command, Fault};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// The most that is copied of a program's folder, and of the program itself.
const MOST_FILES: usize = 2000;
const LARGEST: u64 = 64 << 20;
pub(super) const LARGEST_ITSELF: u64 = 512 << 20;

/// The files of such a program.
pub(super) struct FolderCopy {
    /// Names in the folder, and the bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// The program itself, where it is a file.
    pub first: Option<String>,
    pub stem: String,
    pub alone: Option<UncopiedFolder>,
}

/// Why a program sees none of the other files of its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UncopiedFolder {
    /// More files than are copied, or more bytes.
    TooLarge,
    /// Somebody's home, or the folder above homes.
    Personal,
    /// Everybody may write there.
    Shared,
}

impl UncopiedFolder {
    pub(super) fn words(self) -> String {
        let limit = ByteSize(LARGEST);
        match self {
            UncopiedFolder::TooLarge => format!("it holds more than {MOST_FILES} files or {limit}"),
            UncopiedFolder::Personal => "it is a home folder".to_owned(),
            UncopiedFolder::Shared => "everybody may write there".to_owned(),
        }
    }
}

/// Reads an executable file with the files of its folder.
///
/// # Errors
/// A content fault when the file cannot be read.
pub(super) fn of_executable(source: &SourceFile, home: &Home) -> Result<Result<FolderCopy, String>, Fault> {
    let (path, display) = (&source.path, &source.display);
    let unreadable = |error: io::Error| cannot_read(display, &error);
    let file = home.find(path).map_err(unreadable)?;
    if file.metadata().len() > LARGEST_ITSELF {
        let most = ByteSize(LARGEST_ITSELF);
        return Ok(Err(format!("{display}: {}: more than {most}\n", ByteSize(file.metadata().len()))));
    }
    match Executable::of(path) {
        Ok(_) => {}
        Err(ExecutableError::Unreadable(why)) => return Err(unreadable(io::Error::other(why))),
        Err(unfit) => {
            let hint = unfit.hint(display).map(|hint| format!("\n{hint}")).unwrap_or_default();
            return Ok(Err(format!("{display} cannot be started: {unfit}{hint}\n")));
        }
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = file.read(LARGEST_ITSELF).map_err(unreadable)?;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let (others, alone) = files_of(folder, |other, _| other != name);
    let mut files = vec![(name.clone(), bytes)];
    files.extend(others);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Ok(FolderCopy { first: Some(name), files, stem, alone }))
}

/// Reads the folder of a command.
///
/// # Errors
/// A content fault when a file that the command names cannot be read.
pub(super) fn of_command(
    source: &SourceFile,
    command: &Command,
    home: &Home,
) -> Result<Result<FolderCopy, String>, Fault> {
    let folder = &source.path;
    // What a build is to make is not there before: an earlier one would be judged if it made none.
    // A program that is linked statically and may lie anywhere differs from a library by its name.
    let is_library = |name: &str, bytes: &[u8]| is_shared(bytes) && name.contains(".so");
    let is_product =
        |name: &str, bytes: &[u8]| command.build.is_some() && executable::is_native(bytes) && !is_library(name, bytes);
    let (mut files, alone) = files_of(folder, |name, bytes| !is_product(name, bytes));
    if let (Some(alone), Some(_)) = (alone, &command.build) {
        return Ok(Err(format!("nothing can be built in {}: {}\n", folder.display(), alone.words())));
    }
    for word in command.words.iter().filter(|_| command.build.is_none()) {
        let Some(name) = headers::plain(Path::new(word)).filter(|name| !name.is_empty()) else { continue };
        let path = folder.join(&name);
        if path.is_file() && !files.iter().any(|(other, _)| *other == name) {
            let read = home.read(&path, LARGEST_ITSELF);
            files.push((name.clone(), read.map_err(|error| cannot_read(path.display(), &error))?));
        }
    }
    Ok(Ok(FolderCopy { files, first: None, stem: command.stem().unwrap_or_default().to_owned(), alone }))
}

/// How many bytes tell what a file is.
const HEAD: u64 = 4096;

/// The files of a folder that a program which is started there sees: not hidden ones, not tests,
/// and nothing that a link outside of it leads to. `takes`: by its name and how it begins.
fn files_of(folder: &Path, takes: impl Fn(&str, &[u8]) -> bool) -> (Vec<(String, Vec<u8>)>, Option<UncopiedFolder>) {
    if is_personal(folder, std::env::home_dir().as_deref()) {
        return (Vec::new(), Some(UncopiedFolder::Personal));
    }
    if fs::metadata(folder).is_ok_and(|meta| meta.permissions().mode() & 0o002 != 0) {
        return (Vec::new(), Some(UncopiedFolder::Shared));
    }
    let home = Home::alone(folder);
    let (mut files, mut size, mut looked) = (Vec::new(), 0, 0);
    for found in home.files(folder).flatten() {
        if LEFT_OUT.iter().any(|left_out| found.name.split('/').any(|part| part == *left_out)) {
            continue;
        }
        looked += 1;
        if looked > 10 * MOST_FILES {
            return (Vec::new(), Some(UncopiedFolder::TooLarge));
        }
        let Ok(file) = home.find(&found.path) else { continue };
        // What may not be read, its program cannot read either.
        let Ok(head) = file.open().and_then(|file| executable::head(file, HEAD)) else { continue };
        if (is_test(&found.name) && !executable::begins(&head)) || !takes(&found.name, &head) {
            continue;
        }
        if size + file.metadata().len() > LARGEST {
            return (Vec::new(), Some(UncopiedFolder::TooLarge));
        }
        let Ok(bytes) = file.read(LARGEST) else { continue };
        size += bytes.len() as u64;
        files.push((found.name, bytes));
        if files.len() > MOST_FILES {
            return (Vec::new(), Some(UncopiedFolder::TooLarge));
        }
    }
    (files, None)
}

/// Folders that builds fill, and that the harness itself does.
const LEFT_OUT: [&str; 2] = ["target", "__pycache__"];

/// Inputs and answers are the judge's, by the endings that only they have.
fn is_test(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["in", "out", "ans", "inp", "answer", "expected"].iter().any(|own| ending.eq_ignore_ascii_case(own))
}

/// Whether an ELF file is a shared library or a program that may lie anywhere.
fn is_shared(bytes: &[u8]) -> bool {
    let has_loader = bytes.get(..4096.min(bytes.len())).is_some_and(|head| head.windows(4).any(|it| it == b"/ld-"));
    bytes.get(16) == Some(&3) && !has_loader
}
