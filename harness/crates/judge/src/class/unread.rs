//! What of a class's folder is not a submission, and what follows from it.

use super::{Class, OtherFile, Why};
use crate::judge::Judge;
use model::{Diagnostic, Omission, Severity};
use std::collections::BTreeSet;
use std::path::Path;

impl Class {
    /// The files that may be submissions, and the others.
    pub fn unread(&self) -> (Vec<&OtherFile>, Vec<&OtherFile>) {
        self.roster.unread.iter().partition(|unread| unread.may_be_one())
    }

    /// What the folder's own rules refuse and no submission is made of: names, with the reason.
    pub fn refused(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let is_unread = |name: &str| self.roster.unread.iter().any(|unread| unread.file == name);
        self.listing.refused.iter().filter(move |(name, _)| !is_unread(name)).map(|(name, why)| (name.as_str(), *why))
    }

    /// The words that should name a problem, and do not. Empty: a path names none.
    pub fn unknown_problems(&self) -> BTreeSet<&str> {
        let words = self.roster.unread.iter().filter_map(|unread| match &unread.why {
            Why::NoProblem(word) => Some(word.as_str()),
            Why::NoLanguage(_) | Why::Archive | Why::Notebook | Why::NotMapped | Why::NoShape(_) | Why::Refused(_) => {
                None
            }
        });
        words.collect()
    }

    /// Whether a submission may be among what was not read, apart from those for broken problems.
    pub(crate) fn is_incomplete(&self, broken: &[&str]) -> bool {
        let is_broken =
            |unread: &OtherFile| matches!(&unread.why, Why::NoProblem(word) if broken.contains(&word.as_str()));
        self.listing.unread || self.unread().0.into_iter().any(|unread| !is_broken(unread))
    }

    /// The folders in which no submission lies.
    pub fn empty_folders(&self) -> Vec<&String> {
        let files = self.roster.submissions.iter().map(|submission| submission.file.as_str());
        let files = files.chain(self.roster.unread.iter().map(|unread| unread.file.as_str()));
        let full: BTreeSet<&Path> = files.flat_map(|file| Path::new(file).ancestors().skip(1)).collect();
        self.listing.folders.iter().filter(|folder| !full.contains(Path::new(folder))).collect()
    }

    /// Who has several files for a problem: `ada for nim`.
    pub fn several_attempts(&self) -> Vec<String> {
        let same =
            |a: &super::Submission, b: &super::Submission| (a.student, &a.id.problem) == (b.student, &b.id.problem);
        let several = self.roster.submissions.chunk_by(same).filter(|files| files.len() > 1);
        several.map(|files| format!("{} for {}", self.roster.students[files[0].student], files[0].id.problem)).collect()
    }
}

impl Judge {
    /// The problems among these words that are left out because of the errors in their files.
    pub fn left_out_of<'j>(&'j self, words: &BTreeSet<&str>) -> Vec<&'j str> {
        let left_out = self.catalog.left_out.iter().filter_map(|left| match left {
            Omission::Problem(id) => Some(id.as_str()),
            Omission::Solution(_) => None,
        });
        left_out.filter(|id| words.contains(id)).collect()
    }

    /// The errors in the files of a problem.
    pub fn errors_of(&self, problem: &str) -> Vec<Diagnostic> {
        let folder = Path::new("problems").join(problem);
        let about = |d: &&Diagnostic| d.severity == Severity::Error && d.path.starts_with(&folder);
        self.diagnostics.iter().filter(about).cloned().collect()
    }
}
