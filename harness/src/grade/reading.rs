//! Says how a class was read: whose each file is, and every file that is not a submission, with the
//! reason.

use super::args::GradeArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::screen::{self, Screen, say};
use crate::workspace::Workspace;
use judge::class::{Class, ClassGrades, FromRecord, OtherFile, Why};
use model::record::{ClassTable, Report};
use model::standings::RecordDepth;
use report::text::phrase::{count, names};
use report::text::sanitize;

/// So many are named one by one; all of them by `--dry-run`.
const LINES: usize = 100;

/// Names what is not a submission. Returns the words that mean a problem which is left out because
/// of its errors.
pub(super) fn unread<'w>(class: &Class, workspace: &'w Workspace, all: bool) -> Vec<&'w str> {
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

fn some(files: &[&OtherFile], most: usize, say: impl Fn(&str)) {
    files.iter().take(most).for_each(|unread| say(&line(unread)));
    if let Some(more) = files.len().checked_sub(most).filter(|more| *more > 0) {
        say(&format!("{} more, for reasons like these; --dry-run names all", count(more, "file")));
    }
}

fn line(unread: &OtherFile) -> String {
    match unread.why {
        Why::Refused(why) => format!("refused: {} {why}", unread.file),
        Why::NoLanguage(_) | Why::Archive | Why::Notebook | Why::NoProblem(_) | Why::NotMapped | Why::NoShape(_) => {
            format!("not read: {}: {}", unread.file, unread.why.words())
        }
    }
}

/// Says how paths are read, so that a wrong guess is seen.
pub(super) fn shape(args: &GradeArgs, class: &Class, screen: &Screen) {
    if let (Some(name), Some(pattern)) = (class.reading.guessed, &class.reading.pattern) {
        screen.note(&format!("reading paths as {pattern} ({name}); choose another with --as"));
    }
    if class.reading.names_problems && args.problems.iter().any(|text| !text.contains('=')) {
        screen.note("the paths name problems: `--problem NAME` is for files whose paths do not");
    }
}

/// Reports that a student has several files for a problem, if the pattern does not explain it.
pub(super) fn attempts(class: &Class, rules: ClassTable, screen: &Screen) {
    let several = class.several_attempts();
    if !several.is_empty() && !class.reading.names_attempts {
        let which = match rules.last {
            false => "the best one counts (`--count last`: the last by name)",
            true => "the last one by name counts",
        };
        screen.note(&format!("several files of {}: {which}", names(&several, 3)));
    }
}

/// The results of the records that `--from` names.
pub(super) fn from_record(
    class: &Class,
    record: &Report,
    (rules, keep): (ClassTable, RecordDepth),
    screen: &Screen,
) -> ClassGrades {
    let FromRecord { attempts, gone, changed } = class.attempts_of(record, rules, keep);
    if !gone.is_empty() {
        let left_out = format!("{} left out: {}", count(gone.len(), "submission"), names(&gone, 5));
        screen.warn(&format!("gone since these records were graded, {left_out}"));
    }
    if !changed.is_empty() {
        screen.warn(&format!("changed since these records were graded, not judged: {}", names(&changed, 5)));
    }
    ClassGrades { attempts, ..ClassGrades::default() }
}

pub(super) fn submissions(class: &Class, screen: &Screen) -> Result<Exit, CliError> {
    let roster = &class.roster;
    let mut text = String::new();
    for submission in &roster.submissions {
        let line = format!("{}  {}  {}", roster.students[submission.student], submission.id.problem, submission.file);
        text.push_str(&sanitize::name(&line, screen.unicode));
        text.push('\n');
    }
    screen::print(text)?;
    let (all, students) = (count(roster.submissions.len(), "submission"), count(roster.students.len(), "student"));
    say!("{all} of {students}\n")?;
    Ok(Exit::AsExpected)
}
