//! Rules that a caller gives, in place of those of a problem.

use crate::error::{Error, refused};
use crate::missing::{known_language, no_file};
use engine::build::Languages;
use model::{
    ByteSize, Comparison, FileNames, Judging, LanguageRules, Limits, Problem, ProgramSpec, Protocol, TokenOptions,
};
use package::folder;
use std::path::Path;
use std::time::Duration;

/// Rules that a caller gives. What is `None` stays as the problem, or the folder, has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnRules {
    /// The same for every language.
    pub time: Option<Duration>,
    /// The limit of memory.
    pub memory: Option<ByteSize>,
    /// How outputs are judged: compared, or by a program.
    pub judging: Option<Judging>,
    /// The files that solutions read and write in place of their streams.
    pub files: FileNames,
}

/// What programs may use where nothing says so, in MiB.
const MEMORY: u64 = 256;

impl OwnRules {
    /// The limits of programs that belong to no problem.
    pub fn limits(&self) -> Limits {
        let cpu = self.time.unwrap_or(folder::USUAL_TIME);
        Limits {
            cpu,
            wall: folder::guard(&self.judging(), cpu),
            memory: self.memory.unwrap_or(ByteSize::mib(MEMORY)),
            // A limit of the caller's is the judge's: the configuration does not change it.
            languages: if self.time.is_some() { LanguageRules::same_time() } else { LanguageRules::default() },
            ..Limits::default()
        }
    }

    /// These rules, and those of the problem of which programs are solutions where these say
    /// nothing.
    pub(crate) fn in_place_of(&self, problem: Option<&Problem>) -> folder::Rules {
        let OwnRules { time, memory, judging, files } = self.clone();
        let Some(problem) = problem else {
            let given = folder::GivenLimits { time, memory };
            return folder::Rules { judging, limits: self.limits(), given, files };
        };
        let mut problem = problem.clone();
        self.change(&mut problem);
        let Problem { judging, limits, files, .. } = problem;
        // What another tool keeps beside a solution says nothing of this problem.
        let given = folder::GivenLimits { time: Some(limits.cpu), memory: Some(limits.memory) };
        folder::Rules { judging: Some(judging), limits, given, files }
    }

    /// How programs are judged that belong to no problem.
    pub fn judging(&self) -> Judging {
        self.judging.clone().unwrap_or(Judging::Compare(Comparison::Tokens(TokenOptions::default())))
    }

    /// Makes these the rules of a problem.
    pub fn change(&self, problem: &mut Problem) {
        if let Some(judging) = &self.judging {
            problem.judging = judging.clone();
        }
        if self.files != FileNames::default() {
            *problem = folder::with_files(problem.clone(), &self.files);
        }
        if let Some(time) = self.time {
            problem.set_time_limit(time);
        }
        let groups = problem.groups.iter_mut().map(|group| &mut group.limits);
        for limits in groups.chain([&mut problem.limits]) {
            if let Some(memory) = self.memory {
                limits.memory = memory;
            }
            if self.time.is_some() {
                limits.languages = LanguageRules::same_time();
            }
        }
    }
}

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
