//! What the rows of a class say together: who has the same files, who may be one, and what is
//! missing.

use super::{Class, RosterRow, Unread, Why};
use crate::workspace::Workspace;
use model::{ByteSize, Diagnostic, Key, Omission, ProblemId, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

impl Class {
    pub(crate) fn unread(&self) -> impl Iterator<Item = &Unread> {
        self.roster.rows.iter().flat_map(|row| &row.unread)
    }

    /// The words that should name a problem, and do not. Empty: a path names none.
    pub fn unknown_problems(&self) -> BTreeSet<&str> {
        let whys = self.unread().map(|unread| &unread.why);
        whys.filter_map(|why| if let Why::NoProblem(word) = why { Some(&**word) } else { None }).collect()
    }

    /// Problems, and students whose files for one are equal to the last byte.
    pub fn same_files(&self) -> Vec<(&ProblemId, Vec<&str>)> {
        let mut of_size: BTreeMap<(&ProblemId, ByteSize), Vec<(&RosterRow, &Path)>> = BTreeMap::new();
        for row in &self.roster.rows {
            for one in &row.submissions {
                let place = (&one.id.problem, one.size);
                of_size.entry(place).or_default().push((row, &one.path));
            }
        }
        let mut same: BTreeMap<(&ProblemId, Key), Vec<&str>> = BTreeMap::new();
        for ((problem, _), files) in of_size.into_iter().filter(|(_, files)| files.len() > 1) {
            for (row, path) in files {
                // One that cannot be read is a fault of its build.
                let Some(key) = beneath::open(path).ok().and_then(|file| Key::of_content(file).ok()) else { continue };
                let students = same.entry((problem, key)).or_default();
                if students.last() != Some(&row.student.as_str()) {
                    students.push(&row.student);
                }
            }
        }
        let several = same.into_iter().filter(|(_, students)| students.len() > 1);
        several.map(|((problem, _), students)| (problem, students)).collect()
    }
}

impl Workspace {
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
