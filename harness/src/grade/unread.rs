//! Names every file of a class's folder that is not a submission, with the reason.

use crate::workspace::Workspace;
use judge::class::{Class, Unread, Why};
use report::text::phrase::{count, names};

/// So many are named one by one; all of them by `--dry-run`.
const LINES: usize = 100;

/// Returns the words that mean a problem which is left out because of its errors.
pub(super) fn tell<'w>(class: &Class, workspace: &'w Workspace, all: bool) -> Vec<&'w str> {
    let screen = &workspace.screen;
    class.refused().for_each(|(name, why)| screen.warn(&format!("refused: {name} {why}")));
    let (may_be, others) = class.unread();
    let most = if all { usize::MAX } else { LINES };
    some(&may_be, most, |text| screen.warn(text));
    some(&others, most, |text| screen.note(text));
    let words = class.unknown_problems();
    if words.contains("") {
        screen.warn("`--problem NAME` says which problem those files are for whose paths name none");
    }
    if let Some(word) = words.iter().find(|word| !word.is_empty()) {
        screen.warn(&format!("`--problem '{word}=NAME'` says which problem is meant by `{word}`"));
    }
    let broken = workspace.left_out_of(&words);
    for word in &broken {
        screen.complain(&format!("`{word}` is left out because of the errors in its files"), None);
        screen.diagnose(&workspace.errors_of(word));
    }
    let empty = class.empty_folders();
    if !empty.is_empty() && !class.roster.submissions.is_empty() {
        screen.note(&format!("{} without a submission: {}", count(empty.len(), "folder"), names(&empty, 5)));
    }
    broken
}

fn some(files: &[&Unread], most: usize, say: impl Fn(&str)) {
    files.iter().take(most).for_each(|unread| say(&line(unread)));
    if let Some(more) = files.len().checked_sub(most).filter(|more| *more > 0) {
        say(&format!("{} more, for reasons like these; --dry-run names all", count(more, "file")));
    }
}

fn line(unread: &Unread) -> String {
    match unread.why {
        Why::Refused(why) => format!("refused: {} {why}", unread.file),
        Why::NoLanguage(_) | Why::Archive | Why::Notebook | Why::NoProblem(_) | Why::NotMapped | Why::NoShape(_) => {
            format!("not read: {}: {}", unread.file, unread.why.words())
        }
    }
}
