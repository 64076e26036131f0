//! What is read of a program that no language builds: itself, and the files of its folder. Knows
//! nothing of how it is started.

use crate::build::SourceFile;
use crate::build::executable::{self, Executable, ExecutableError};
use crate::build::places::is_personal;
use crate::build::sources::Sources;
use crate::build::trouble::Unbuildable;
use crate::build::{Languages, headers};
use crate::cannot_read;
use beneath::Home;
use model::{ByteSize, Command, Languages as _, is_header, test_names};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// The most that is copied of a program's folder, and of the program itself.
const MOST_FILES: usize = 2000;
const LARGEST: u64 = 64 << 20;
pub(super) const LARGEST_ITSELF: u64 = 512 << 20;

fn too_large() -> String {
    format!("it holds more than {MOST_FILES} files or {}", ByteSize(LARGEST))
}

/// Reads an executable file with the files of its folder.
///
/// # Errors
/// Why it cannot be started, or a content fault when the file cannot be read.
pub(super) fn of_executable(source: &SourceFile, languages: &Languages, home: &Home) -> Result<Sources, Unbuildable> {
    let (path, display) = (&source.path, &source.display);
    let unreadable = |error: io::Error| cannot_read(display, &error);
    let file = home.find(path).map_err(unreadable)?;
    let size = file.metadata().len();
    if size > LARGEST_ITSELF {
        let words = format!("{display}: {}: more than {}\n", ByteSize(size), ByteSize(LARGEST_ITSELF));
        return Err(Unbuildable::Refused(words));
    }
    match Executable::of(path) {
        Ok(_) => {}
        Err(ExecutableError::Unreadable(why)) => return Err(unreadable(io::Error::other(why)).into()),
        Err(unfit) => return Err(Unbuildable::Refused(unfit.rejection(display))),
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = file.read(LARGEST_ITSELF).map_err(unreadable)?;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let others = files_of(folder, source, languages, |other, _| other != name);
    let alone = others.as_ref().err().cloned();
    let files = [(name.clone(), bytes)].into_iter().chain(others.unwrap_or_default()).collect();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Sources { given: vec![name], files, stem, is_folder: true, alone, ..Sources::default() })
}

/// Reads the folder of a command.
///
/// # Errors
/// Why nothing can be built there, or a content fault when a file that the command names cannot be
/// read.
pub(super) fn of_command(
    source: &SourceFile,
    command: &Command,
    languages: &Languages,
    home: &Home,
) -> Result<Sources, Unbuildable> {
    let folder = &source.path;
    // What a build is to make is not there before: an earlier one would be judged if it made none.
    // A program that is linked statically and may lie anywhere differs from a library by its name.
    let is_library = |name: &str, bytes: &[u8]| is_shared(bytes) && name.contains(".so");
    let is_product =
        |name: &str, bytes: &[u8]| command.build.is_some() && executable::is_native(bytes) && !is_library(name, bytes);
    let copied = files_of(folder, source, languages, |name, bytes| !is_product(name, bytes));
    let alone = copied.as_ref().err().cloned();
    if let (Some(alone), Some(_)) = (&alone, &command.build) {
        return Err(Unbuildable::Refused(format!("nothing can be built in {}: {alone}\n", folder.display())));
    }
    let mut files = copied.unwrap_or_default();
    for word in command.words.iter().filter(|_| command.build.is_none()) {
        let Some(name) = headers::plain(Path::new(word)).filter(|name| !name.is_empty()) else { continue };
        let path = folder.join(&name);
        if path.is_file() && !files.iter().any(|(other, _)| *other == name) {
            let read = home.read(&path, LARGEST_ITSELF);
            files.push((name.clone(), read.map_err(|error| cannot_read(path.display(), &error))?));
        }
    }
    let stem = command.stem().unwrap_or_default().to_owned();
    Ok(Sources { files, stem, is_folder: true, alone, ..Sources::default() })
}

/// How many bytes tell what a file is.
const HEAD: u64 = 4096;

/// The files of a folder that a program which is started there sees: not hidden ones, not tests,
/// and nothing that a link outside of it leads to. `takes`: by its name and how it begins.
///
/// # Errors
/// Why the program sees none of them.
fn files_of(
    folder: &Path,
    source: &SourceFile,
    languages: &Languages,
    takes: impl Fn(&str, &[u8]) -> bool,
) -> Result<Vec<(String, Vec<u8>)>, String> {
    if is_personal(folder, std::env::home_dir().as_deref()) {
        return Err("it is a home folder".to_owned());
    }
    if fs::metadata(folder).is_ok_and(|meta| meta.permissions().mode() & 0o002 != 0) {
        return Err("everybody may write there".to_owned());
    }
    let home = Home::alone(folder);
    let mut heads: BTreeMap<String, (PathBuf, Vec<u8>)> = BTreeMap::new();
    for found in home.files(folder).flatten() {
        if LEFT_OUT.iter().any(|left_out| found.name.split('/').any(|part| part == *left_out)) {
            continue;
        }
        if heads.len() >= 10 * MOST_FILES {
            return Err(too_large());
        }
        // What may not be read, its program cannot read either.
        let head = home.find(&found.path).and_then(|file| executable::head(file.open()?, HEAD));
        heads.extend(head.ok().map(|head| (found.name, (found.path, head))));
    }
    let is_source = |name: &str| name.rsplit_once('.').is_some_and(|(_, end)| languages.of_extension(end).is_some());
    let may_be_test = |name: &&str| !is_source(name) && !is_header(name);
    let names: BTreeSet<&str> = heads.keys().map(String::as_str).filter(may_be_test).collect();
    let may_answer = |name: &str| heads.get(name).is_some_and(|(_, head)| !test_names::is_program(head));
    let tests = test_names::of_tests(&names, &may_answer);
    let (mut files, mut size) = (Vec::new(), 0);
    for (name, (path, head)) in &heads {
        if tests.contains(name.as_str()) || source.options.tests.contains(path) || !takes(name, head) {
            continue;
        }
        let Ok(file) = home.find(path) else { continue };
        size += file.metadata().len();
        if size > LARGEST || files.len() >= MOST_FILES {
            return Err(too_large());
        }
        files.extend(file.read(LARGEST).ok().map(|bytes| (name.clone(), bytes)));
    }
    Ok(files)
}

/// Folders that builds fill, and that the harness itself does.
const LEFT_OUT: [&str; 2] = ["target", "__pycache__"];

/// Whether an ELF file is a shared library or a program that may lie anywhere.
fn is_shared(bytes: &[u8]) -> bool {
    let has_loader = bytes.get(..4096.min(bytes.len())).is_some_and(|head| head.windows(4).any(|it| it == b"/ld-"));
    bytes.get(16) == Some(&3) && !has_loader
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::EXECUTABLE;
    use model::Language;
    use std::sync::Arc;

    #[test]
    fn a_program_in_no_language_sees_no_test_whatever_it_is_called_and_all_else() {
        let languages = Languages::built_in().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, if name == "a.out" { "\x7fELF" } else { "#!/bin/sh\n" }).unwrap();
            path
        };
        let others = ["a.out", "input.py", "lib/table.bin", "notes.txt", "output.py", "run"];
        for name in others {
            write(name);
        }
        let program = folder.path().join("run");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let check = |tests: &[&str], named: &[&str]| {
            let written: Vec<PathBuf> = tests.iter().chain(named).map(|name| write(name)).collect();
            let mut source = SourceFile::tool(program.clone(), "run".to_owned(), Language(EXECUTABLE.into()));
            source.options.tests = Arc::new(named.iter().map(|name| folder.path().join(name)).collect());
            let copy = of_executable(&source, &languages, &Home::everything()).unwrap();
            let mut names: Vec<&str> = copy.files.iter().map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            assert_eq!(names, others, "{tests:?} {named:?}");
            // One name may be both an input's and an answer's.
            for path in written {
                let _ = fs::remove_file(path);
            }
        };
        for pattern in test_names::usual() {
            for answer in &pattern.answers {
                let [input, answer] = [&pattern.input, answer].map(|name| name.replace('*', "7"));
                check(&[&input, &answer], &[]);
                check(&[&format!("t/x/{input}"), &format!("t/x/{answer}")], &[]);
                check(&[&input.to_uppercase(), &answer.to_uppercase()], &[]);
            }
        }
        check(&["a.in", "b.testcases", "testcases/b.yml"], &["q-1", "t/r-1"]);
    }
}
