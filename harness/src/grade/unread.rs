//! Names every file of a class's folder that is not a submission, with the reason.

use crate::workspace::Workspace;
use judge::class::{Class, Roster, Unread, Why};
use model::{Diagnostic, LeftOut, Severity};
use report::text::phrase::{count, names};
use std::collections::BTreeSet;
use std::path::Path;

/// What follows for the exit code.
pub(super) struct Meaning {
    /// Whether a word means a problem that is left out because of its errors.
    pub broken: bool,
    /// Whether a submission may be among the files.
    pub incomplete: bool,
}

/// So many are named one by one; all of them by `--dry-run`.
const LINES: usize = 100;

pub(super) fn tell(class: &Class, workspace: &Workspace, all: bool) -> Meaning {
    let (Class { roster, listing, .. }, screen) = (class, &workspace.screen);
    for (name, why) in listing.refused.iter().filter(|(name, _)| !roster.unread.iter().any(|it| it.file == *name)) {
        screen.warn(&format!("refused: {name} {why}"));
    }
    let (may_be, others): (Vec<&Unread>, Vec<&Unread>) = roster.unread.iter().partition(|unread| unread.may_be_one());
    let most = if all { usize::MAX } else { LINES };
    let line = |unread: &Unread| match unread.why {
        Why::Refused(why) => format!("refused: {} {why}", unread.file),
        Why::NoLanguage(_) | Why::Archive | Why::Notebook | Why::NoProblem(_) | Why::NotMapped | Why::NoShape(_) => {
            format!("not read: {}: {}", unread.file, unread.why.words())
        }
    };
    may_be.iter().take(most).for_each(|unread| screen.warn(&line(unread)));
    if may_be.len() > most {
        screen
            .warn(&format!("{} more, for reasons like these; --dry-run names all", count(may_be.len() - most, "file")));
    }
    others.iter().take(most).for_each(|unread| screen.note(&line(unread)));
    if others.len() > most {
        screen
            .note(&format!("{} more, for reasons like these; --dry-run names all", count(others.len() - most, "file")));
    }
    let words = words(roster);
    if words.contains("") {
        screen.warn("`--problem NAME` says which problem those files are for whose paths name none");
    }
    if let Some(word) = words.iter().find(|word| !word.is_empty()) {
        screen.warn(&format!("`--problem '{word}=NAME'` says which problem is meant by `{word}`"));
    }
    let broken = tell_broken(&words, workspace);
    let is_broken = |unread: &&&Unread| matches!(&unread.why, Why::NoProblem(word) if broken.contains(&word.as_str()));
    let incomplete = may_be.iter().any(|unread| !is_broken(&unread));
    let files = roster.submissions.iter().map(|submission| submission.file.as_str());
    let files = files.chain(roster.unread.iter().map(|unread| unread.file.as_str()));
    let full: BTreeSet<&Path> = files.flat_map(|file| Path::new(file).ancestors().skip(1)).collect();
    let empty: Vec<&String> = listing.folders.iter().filter(|folder| !full.contains(Path::new(folder))).collect();
    if !empty.is_empty() && !roster.submissions.is_empty() {
        screen.note(&format!("{} without a submission: {}", count(empty.len(), "folder"), names(&empty, 5)));
    }
    Meaning { broken: !broken.is_empty(), incomplete }
}

/// The words that should name a problem, and do not.
fn words(roster: &Roster) -> BTreeSet<&str> {
    roster
        .unread
        .iter()
        .filter_map(|unread| match &unread.why {
            Why::NoProblem(word) => Some(word.as_str()),
            Why::NoLanguage(_) | Why::Archive | Why::Notebook | Why::NotMapped | Why::NoShape(_) | Why::Refused(_) => {
                None
            }
        })
        .collect()
}

/// Reports the errors of problems that are meant and left out, and returns these.
fn tell_broken<'w>(words: &BTreeSet<&str>, workspace: &'w Workspace) -> Vec<&'w str> {
    let left_out = workspace.catalog.left_out.iter().filter_map(|left| match left {
        LeftOut::Problem(id) => Some(id.as_str()),
        LeftOut::Solution(_) => None,
    });
    let meant: Vec<&str> = left_out.filter(|id| words.contains(id)).collect();
    for word in &meant {
        workspace.screen.complain(&format!("`{word}` is left out because of the errors in its files"), None);
        let folder = Path::new("problems").join(word);
        let about = |d: &&Diagnostic| d.severity == Severity::Error && d.path.starts_with(&folder);
        workspace.screen.diagnose(&workspace.diagnostics.iter().filter(about).cloned().collect::<Vec<_>>());
    }
    meant
}
