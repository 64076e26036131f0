//! What each program of a plain folder is there for, and whose a file is by its name. The words of
//! the call win, then the file's name: of several programs whose name it carries, the longest.
//! `pairs` finds the tests by this, and everything else that asks for a role asks here.

use super::{program, stem};
use crate::diagnostics::Report;
use crate::leftover::is_leftover;
use crate::tree::file_name;
use model::{Diagnostic, GRAMMAR, Judging};
use std::fs;
use std::path::{Path, PathBuf};

/// What a program is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramRole {
    Solution,
    Checker,
    Interactor,
    /// Says which inputs are valid.
    Validator,
    Generator,
    /// Called as what judges, beside another that does.
    Idle,
}

impl ProgramRole {
    /// By the file's name.
    pub fn of_file(path: &Path) -> ProgramRole {
        ProgramRole::of_name(&stem(path))
    }

    /// By its name without the extension.
    pub(crate) fn of_name(stem: &str) -> ProgramRole {
        NAMES.iter().find(|(_, names)| names.contains(&stem)).map_or(ProgramRole::Solution, |(role, _)| *role)
    }

    /// What such programs are called, if they are not solutions.
    pub(crate) fn names(self) -> &'static [&'static str] {
        NAMES.iter().find(|(role, _)| *role == self).map_or(&[], |(_, names)| *names)
    }
}

/// By their role, or by Polygon's names for it.
const NAMES: [(ProgramRole, &[&str]); 4] = [
    (ProgramRole::Checker, &["checker", "check", "chk"]),
    (ProgramRole::Interactor, &["interactor"]),
    (ProgramRole::Validator, &["validator", "val"]),
    (ProgramRole::Generator, &["generator", "gen"]),
];

/// The programs directly in a folder, by name.
pub struct Programs(Vec<(ProgramRole, PathBuf)>);

/// What says whether an output is right: the first that is there.
pub const JUDGES: [ProgramRole; 2] = [ProgramRole::Interactor, ProgramRole::Checker];

impl Programs {
    /// `named`: the programs that the call names, which are solutions whatever they are called.
    pub fn of(folder: &Path, named: &[PathBuf], is_source: &dyn Fn(&str) -> bool) -> Programs {
        let role = |path: &PathBuf| match named.contains(path) {
            true => ProgramRole::Solution,
            false => ProgramRole::of_file(path),
        };
        let mut all: Vec<_> = called(folder, is_source).into_iter().map(|path| (role(&path), path)).collect();
        let judge = JUDGES.iter().find_map(|role| all.iter().position(|(own, _)| own == role));
        for (at, (role, _)) in all.iter_mut().enumerate() {
            if JUDGES.contains(role) && Some(at) != judge {
                *role = ProgramRole::Idle;
            }
        }
        Programs(all)
    }

    /// Those with a role: pipes, devices and links to nothing, too. One that cannot be read is a
    /// fault: nothing else takes its place.
    pub fn with(&self, role: ProgramRole) -> impl Iterator<Item = &PathBuf> {
        self.0.iter().filter(move |(own, _)| *own == role).map(|(_, path)| path)
    }

    /// What judges in the folder.
    pub fn judging(&self) -> Option<Judging> {
        let one = |role| self.with(role).next().map(|file| program(file));
        let interactor = one(ProgramRole::Interactor).map(Judging::Interactor);
        interactor.or_else(|| one(ProgramRole::Checker).map(Judging::Checker))
    }

    /// Names the programs that are called as what judges there, and do not.
    pub fn idle(&self, root: &Path, diagnostics: &mut Vec<Diagnostic>) {
        let mut judges = JUDGES.iter().flat_map(|role| self.with(*role));
        let judge = judges.next().map(|judge| file_name(judge)).unwrap_or_default();
        for other in self.with(ProgramRole::Idle) {
            let title = format!("it is not used: {judge} judges");
            diagnostics.warning(super::below(root, other), title).hint = Some("keep one of them".to_owned());
        }
    }
}

/// What says which inputs are valid, in a folder: validators, and the grammar of a problem. One of
/// another name may describe the small inputs that a brute force manages.
pub fn validators(folder: &Path, programs: &Programs) -> Vec<PathBuf> {
    let mut validators: Vec<PathBuf> = programs.with(ProgramRole::Validator).cloned().collect();
    validators.extend(Some(folder.join(GRAMMAR)).filter(|grammar| grammar.is_file()));
    validators
}

/// The grammars in a folder that may make the inputs to try, by name: those that are there for
/// nothing else, or else the one that says which inputs are valid.
pub fn grammars(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|own| own == "ctd") && path.is_file()).collect();
    found.sort();
    if found.len() > 1 {
        found.retain(|path| *path != folder.join(GRAMMAR));
    }
    found
}

/// What is called as a program in `folder`: pipes, devices and links to nothing, too, but no
/// folders. By name.
fn called(folder: &Path, is_source: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_called = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| is_source(name) && !is_leftover(name)) && !path.is_dir()
    };
    let mut programs: Vec<PathBuf> = entries.filter(is_called).collect();
    programs.sort();
    programs
}

/// The names of the programs in `folder`, without their extensions.
pub(super) fn stems(folder: &Path, is_source: &dyn Fn(&str) -> bool) -> impl Iterator<Item = String> {
    called(folder, is_source).into_iter().filter(|path| path.is_file()).map(|path| stem(&path))
}

/// How strongly a file carries the name of the program `stem`: `a.in`, `a1.in`, `a-1.in`, `a/1.in`
/// that of `a`. A folder says more than a name, and a longer name more than a shorter one.
pub(super) fn carries(stem: &str, file: &str) -> Option<(bool, usize)> {
    let (folders, name) = file.rsplit_once('/').unwrap_or(("", file));
    if folders.split('/').any(|folder| folder.eq_ignore_ascii_case(stem)) {
        return Some((true, stem.len()));
    }
    (!behind(stem, name)?.starts_with(char::is_alphabetic)).then_some((false, stem.len()))
}

/// Whether the longer of two programs' names, which a file carries, could be the shorter one and
/// the number of a test.
pub(super) fn is_taken_for_a_number(shorter: &str, longer: &str, file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let number =
        behind(shorter, name).map(|rest| rest.split('.').next().unwrap_or(rest).trim_start_matches(['-', '_']));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    carries(longer, file).is_some_and(|(by_folder, _)| !by_folder) && number.is_some_and(is_number)
}

/// What follows the name of a program in that of a file.
fn behind<'f>(stem: &str, name: &'f str) -> Option<&'f str> {
    let begin = name.get(..stem.len()).filter(|begin| begin.eq_ignore_ascii_case(stem))?;
    Some(&name[begin.len()..])
}
