//! Programs and files that a caller names in place of those of a problem.

use crate::error::{Error, refused};
use crate::missing::{known_language, no_file};
use engine::build::Languages;
use model::{FileNames, ProgramSpec, Protocol};
use package::folder;
use std::path::Path;

/// A checker or interactor, whose file is relative to the folder of the call. Without a protocol it
/// is called as its source suggests.
///
/// # Errors
/// When it does not exist, or no language has files like it.
pub fn jury_program(
    file: &Path,
    protocol: Option<Protocol>,
    here: &Path,
    languages: &Languages,
) -> Result<ProgramSpec, Error> {
    let path = here.join(file);
    if !path.is_file() {
        return Err(no_file(&file.to_string_lossy(), &path));
    }
    known_language(languages, here, &path)?;
    let suggested = folder::program(&path);
    Ok(ProgramSpec { protocol: protocol.unwrap_or(suggested.protocol), ..suggested })
}

/// The files that solutions read and write in place of their streams.
///
/// # Errors
/// When a name is not one of a file in the solution's folder.
pub fn stream_files(files: FileNames) -> Result<FileNames, Error> {
    if files.are_plain() {
        return Ok(files);
    }
    let names: Vec<String> = [files.input, files.output].into_iter().flatten().collect();
    Err(refused(format!("solutions cannot read and write files named `{}`", names.join("` and `"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_program_that_judges_is_called_as_its_source_suggests_unless_the_call_says_otherwise() {
        let folder = tempfile::tempdir().unwrap();
        let languages = Languages::built_in().unwrap();
        fs::write(folder.path().join("testlib.cpp"), "#include \"testlib.h\"\n").unwrap();
        fs::write(folder.path().join("plain.py"), "").unwrap();
        fs::write(folder.path().join("notes.xyz"), "").unwrap();
        let protocol = |name: &str, protocol| {
            let spec = jury_program(name.as_ref(), protocol, folder.path(), &languages);
            spec.map(|spec| spec.protocol).map_err(|error| error.to_string())
        };
        assert_eq!(protocol("testlib.cpp", None), Ok(Protocol::Testlib));
        assert_eq!(protocol("testlib.cpp", Some(Protocol::Icpc)), Ok(Protocol::Icpc));
        assert_eq!(protocol("plain.py", None), Ok(Protocol::Icpc));
        assert_eq!(protocol("gone.py", None), Err("there is no file gone.py".to_owned()));
        assert!(protocol("notes.xyz", None).is_err_and(|error| error.contains("no language has files like this")));
    }

    #[test]
    fn a_file_that_takes_the_place_of_a_stream_lies_in_the_solutions_folder() {
        let files = |input: &str| FileNames { input: Some(input.to_owned()), output: None };
        assert_eq!(stream_files(files("sum.in")).ok(), Some(files("sum.in")));
        assert_eq!(
            stream_files(files("../sum.in")).unwrap_err().to_string(),
            "solutions cannot read and write files named `../sum.in`"
        );
    }
}
