//! The problems' own programs that a run needs: checkers, interactors, validators, generators. Each
//! is built once. A validator may be a grammar instead, which is read once.

use crate::build::{Built, Program, SourceFile};
use crate::cell;
use crate::run::grammar::{Grammar, Mistake, is_grammar};
use crate::run::visible::VisibleFiles;
use crate::run::{Build, Builds};
use model::{Fault, FaultKind, Key, Limits};
use sandbox::{Exit, Outcome, Stopped};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How a problem's own program ended, unless it chose its exit code itself.
pub(super) fn misbehaviour(outcome: &Outcome, limits: &Limits) -> Option<String> {
    match (outcome.stopped, outcome.exit) {
        (Some(Stopped::Cpu), _) => Some(format!("was stopped after {} s of CPU time", limits.cpu.as_secs_f64())),
        (Some(Stopped::Wall), _) => Some(format!("was stopped after {} s on the clock", limits.wall.as_secs_f64())),
        (Some(Stopped::Output), _) => Some(format!("was stopped after {}", cell::written_too_much(outcome, limits))),
        (Some(Stopped::Memory), _) => Some(format!("was stopped at {} of memory", limits.memory)),
        (None, Exit::Signal(signal)) => Some(format!("was killed by signal {signal}")),
        (None, Exit::Code(_)) => None,
    }
}

/// The first line of what a program wrote to stderr, with the next one after a colon: a panic gives
/// its place on the first line and its reason on the second, and so does an exception of C++ that
/// nobody caught. Python gives its reason on the last.
pub(super) fn first_words(words: &str) -> Option<String> {
    let mut lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    if first.starts_with("Traceback (most recent call last)") {
        return lines.next_back().map(str::to_owned).or_else(|| Some(first.to_owned()));
    }
    let second = lines.next();
    if let Some(what) = second.and_then(|second| second.strip_prefix("what():")) {
        return Some(format!("{first}: {}", what.trim()));
    }
    Some(match second.filter(|_| first.ends_with(':')) {
        Some(second) => format!("{first} {second}"),
        None => first.to_owned(),
    })
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
    pub(super) fn of<'f>(files: impl Iterator<Item = &'f Path>, root: &Path, builds: &dyn Builds) -> ProgramsToBuild {
        let mut wanted = ProgramsToBuild { sources: Vec::new(), unknown: BTreeMap::new(), grammars: BTreeMap::new() };
        for file in files {
            if is_grammar(file) {
                wanted.grammars.entry(file.to_path_buf()).or_insert_with(|| Grammar::read(file));
                continue;
            }
            if wanted.unknown.contains_key(file) || wanted.sources.iter().any(|source| source.path == file) {
                continue;
            }
            let display = display(file, root);
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
                Ok(Built::Ready { program, .. }) => Ok(program),
                Ok(Built::Rejected { messages }) => failed(format!("does not compile:\n{messages}")),
                Ok(Built::Interrupted) => failed("was not built".to_owned()),
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

pub(super) fn display(file: &Path, root: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_is_in_the_words_that_are_chosen() {
        let check = |words: &str, first: Option<&str>| assert_eq!(first_words(words).as_deref(), first, "{words:?}");
        check("", None);
        check(" \n\t\n", None);
        check("line 3: n is 0\nmore\n", Some("line 3: n is 0"));
        check(
            "\nthread 'main' panicked at v.rs:3:5:\nno number\nnote: …\n",
            Some("thread 'main' panicked at v.rs:3:5: no number"),
        );
        check(
            "Traceback (most recent call last):\n  File \"/tmp/v.py\", line 2, in <module>\n    f()\nValueError: n \
             is 0\n",
            Some("ValueError: n is 0"),
        );
        check(
            "terminate called after throwing an instance of 'std::out_of_range'\n  what():  stoi\n",
            Some("terminate called after throwing an instance of 'std::out_of_range': stoi"),
        );
        check("Traceback (most recent call last):\n", Some("Traceback (most recent call last):"));
    }
}
