//! The problems' own programs that a run needs: checkers, interactors, validators, generators. Each
//! is built once. A validator may be a grammar instead, which is read once.

use crate::build::{BuildOutcome, Program, SourceFile};
use crate::cell;
use crate::run::grammar::{Grammar, Mistake, is_grammar};
use crate::run::visible::VisibleFiles;
use crate::run::{Build, Builds};
use model::{Fault, FaultKind, Key, Limits, copies};
use sandbox::{Exit, Outcome, StopReason};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How a problem's own program ended, unless it chose its exit code itself.
pub(super) fn misbehaviour(outcome: &Outcome, limits: &Limits) -> Option<String> {
    match (outcome.stopped, outcome.exit) {
        (Some(StopReason::Cpu), _) => Some(format!("was stopped after {} s of CPU time", limits.cpu.as_secs_f64())),
        (Some(StopReason::Wall), _) => Some(format!("was stopped after {} s on the clock", limits.wall.as_secs_f64())),
        (Some(StopReason::Output), _) => Some(format!("was stopped after {}", cell::written_too_much(outcome, limits))),
        (Some(StopReason::Memory), _) => Some(format!("was stopped at {} of memory", limits.memory)),
        (None, Exit::Signal(signal)) => Some(format!("was killed by signal {signal}")),
        (None, Exit::Code(_)) => None,
    }
}

/// The programs that are needed, in the order they are built.
pub(super) struct ProgramsToBuild {
    pub sources: Vec<SourceFile>,
    /// Files whose extension belongs to no language.
    unknown: BTreeMap<PathBuf, Fault>,
    grammars: BTreeMap<PathBuf, Result<Grammar, Mistake>>,
}

/// Every program and grammar by its file.
#[derive(Default)]
pub(super) struct ProblemPrograms {
    programs: BTreeMap<PathBuf, Result<Program, Fault>>,
    pub grammars: BTreeMap<PathBuf, Result<Grammar, Mistake>>,
    pub visible: VisibleFiles,
}

impl ProgramsToBuild {
    /// `files` may name a file more than once: it is built once.
    pub(super) fn of<'f>(
        files: impl Iterator<Item = &'f Path>,
        names: &FileNames,
        builds: &dyn Builds,
    ) -> ProgramsToBuild {
        let mut wanted = ProgramsToBuild { sources: Vec::new(), unknown: BTreeMap::new(), grammars: BTreeMap::new() };
        for file in files {
            if is_grammar(file) {
                wanted.grammars.entry(file.to_path_buf()).or_insert_with(|| Grammar::read(file));
                continue;
            }
            if wanted.unknown.contains_key(file) || wanted.sources.iter().any(|source| source.path == file) {
                continue;
            }
            let display = names.of(file);
            let extension = file.extension().and_then(|e| e.to_str()).unwrap_or_default();
            match builds.languages().of_program(file, &builds.home()) {
                Some(language) => wanted.sources.push(SourceFile::tool(file.to_path_buf(), display, language)),
                None => {
                    let message = match file.is_dir() {
                        true => format!("{display}: no file there is in a language that is known"),
                        false => format!("{display}: no language has the extension `{extension}`"),
                    };
                    wanted.unknown.insert(file.to_path_buf(), Fault::new(FaultKind::Checker, message));
                }
            }
        }
        wanted
    }

    /// Takes the builds of `sources`, in their order.
    pub(super) fn built(self, builds: Vec<Build>) -> ProblemPrograms {
        let mut all: BTreeMap<PathBuf, Result<Program, Fault>> =
            self.unknown.into_iter().map(|(file, fault)| (file, Err(fault))).collect();
        for (source, build) in self.sources.into_iter().zip(builds) {
            let failed = |how: String| Err(Fault::new(FaultKind::Checker, format!("{} {how}", source.display)));
            let program = match build {
                Ok(BuildOutcome::Ready { program, .. }) => Ok(program),
                Ok(BuildOutcome::Rejected { messages }) => failed(format!("does not compile:\n{messages}")),
                Ok(BuildOutcome::Interrupted) => failed("was not built".to_owned()),
                Err(fault) => Err(fault),
            };
            all.insert(source.path, program);
        }
        ProblemPrograms { programs: all, grammars: self.grammars, visible: VisibleFiles::default() }
    }
}

impl ProblemPrograms {
    /// # Errors
    /// The fault that kept the program from being built.
    pub(super) fn get(&self, file: &Path) -> Result<&Program, Fault> {
        match self.programs.get(file) {
            Some(Ok(program)) => Ok(program),
            Some(Err(fault)) => Err(fault.clone()),
            None => Err(Fault::new(FaultKind::Internal, format!("{} was not planned", file.display()))),
        }
    }

    /// The key of what a program or grammar answers, apart from the question.
    pub(super) fn key(&self, file: &Path) -> Option<&Key> {
        match self.grammars.get(file) {
            Some(grammar) => grammar.as_ref().ok().map(|grammar| &grammar.key),
            None => self.get(file).ok().map(|program| &program.key),
        }
    }
}

/// How files are called in messages.
#[derive(Clone, Debug)]
pub(super) struct FileNames {
    /// Absolute. What lies below it is called by its place there.
    pub root: PathBuf,
}

impl FileNames {
    pub(super) fn of(&self, file: &Path) -> String {
        self.path_of(file).to_string_lossy().replace('\\', "/")
    }

    /// A program that is put together is called like its original, which people know. In a folder
    /// of packages this lies in the one that is named after the problem.
    pub(super) fn path_of(&self, file: &Path) -> PathBuf {
        if let Ok(own) = file.strip_prefix(&self.root) {
            return own.to_owned();
        }
        let originals = copies::original(file).map(|(problem, own)| [own.to_owned(), Path::new(problem).join(own)]);
        let mut originals = originals.into_iter().flatten();
        originals.find(|name| self.root.join(name).exists()).unwrap_or_else(|| file.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ProblemId;

    #[test]
    fn a_copy_is_called_like_its_original() {
        let (root, cache) = (tempfile::tempdir().unwrap(), Path::new("/cache/staged"));
        let copy = |problem: &str, own: &str| {
            copies::place(cache, &Key::of(&[], b""), &ProblemId::parse(problem).unwrap(), Path::new(own))
        };
        for file in ["output_validators/v.cpp", "sum/output_validators/w.cpp"] {
            let file = root.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "").unwrap();
        }
        let names = FileNames { root: root.path().to_owned() };
        assert_eq!(names.of(&root.path().join("data/1.in")), "data/1.in");
        assert_eq!(names.of(&copy("any", "output_validators/v.cpp")), "output_validators/v.cpp");
        assert_eq!(names.of(&copy("sum", "output_validators/w.cpp")), "sum/output_validators/w.cpp");
        // A test that was made lies nowhere else.
        assert_eq!(names.of(&cache.join("sum/data/1.in")), "/cache/staged/sum/data/1.in");
    }
}
