//! Says how a class was read: whose each file is, and what is not a submission, with the reason.

use crate::error::CliError;
use crate::screen::{self, Screen, say};
use crate::workspace::Workspace;
use judge::class::{Class, ClassGrades, FromRecord, Unread};
use judge::model::record::{ClassTable, Report};
use judge::model::standings::RecordDepth;
use report::text::phrase::{self, count, names};
use report::text::sanitize;

/// So many files are named one by one, and so many of a student; all of them by `--dry-run`.
const LINES: usize = 100;
const LINES_OF_ONE: usize = 5;

/// Names what is not a submission, and the problems that are left out because of their errors.
pub(super) fn unread(class: &Class, workspace: &Workspace) {
    let screen = &workspace.screen;
    let mut lines = class.roster.rows.iter().flat_map(|row| {
        let line = |one: &Unread| (one.is_open, format!("not read: {}: {}", one.file, one.why.words()));
        let more = row.unread.len().saturating_sub(LINES_OF_ONE);
        let more = (more > 0).then(|| (false, format!("not read: {} more of {}", count(more, "file"), row.student)));
        row.unread.iter().take(LINES_OF_ONE).map(line).chain(more)
    });
    for (is_open, line) in lines.by_ref().take(LINES) {
        if is_open { screen.warn(&line) } else { screen.note(&line) }
    }
    if lines.next().is_some() {
        screen.note("more is not read, for reasons like these; --dry-run names all");
    }
    hint(class, screen);
    for word in workspace.left_out_of(&class.unknown_problems()) {
        screen.complain(&format!("`{word}` is left out because of the errors in its files"), None);
        screen.diagnose(&workspace.errors_of(word));
    }
}

/// How to have more of the class read.
fn hint(class: &Class, screen: &Screen) {
    if let Some((pattern, files)) = &class.rest {
        let all = class.patterns.iter().chain([pattern]);
        let options: Vec<String> = all.map(|pattern| format!("--as '{pattern}'")).collect();
        screen.warn(&format!("`{}` reads {} more", options.join(" "), count(*files, "file")));
        return;
    }
    let words = class.unknown_problems();
    if let Some(word) = words.iter().find(|word| !word.is_empty()) {
        screen.warn(&format!("`--problem '{word}=NAME'` says which problem is meant by `{word}`"));
    }
}

/// Says how paths are read, so that a wrong guess is seen, and what a grader should look at.
pub(super) fn shape(class: &Class, screen: &Screen) {
    if let (Some(name), [pattern]) = (class.guessed, &class.patterns[..]) {
        screen.note(&format!("reading paths as {pattern} ({name}); choose another with --as"));
    }
    let same = class.same_files();
    if !same.is_empty() {
        let one = |(problem, students): &(_, Vec<&str>)| format!("{} ({problem})", names(students, 10));
        screen.note(&format!("same file: {}", same.iter().take(20).map(one).collect::<Vec<_>>().join("; ")));
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

/// Who submitted what, a line for each file.
pub(super) fn submissions(class: &Class, screen: &Screen) -> Result<(), CliError> {
    let rows = &class.roster.rows;
    let mut lines: Vec<[String; 3]> = Vec::new();
    for row in rows {
        let read = row.submissions.iter().map(|one| [one.id.problem.to_string(), one.display.clone()]);
        let unread = row.unread.iter().map(|one| {
            let mark = if one.is_open { "?" } else { "-" };
            [mark.to_owned(), format!("{}: {}", one.file, one.why.words())]
        });
        let name = |text: &str| sanitize::name(text, screen.out.unicode).into_owned();
        lines.extend(read.chain(unread).map(|[problem, file]| [name(&row.student), problem, name(&file)]));
    }
    let widest = |at: usize| lines.iter().map(|line| sanitize::width(&line[at])).max().unwrap_or(0).min(30);
    let widths = [widest(0), widest(1)];
    let padded =
        |text: &str, width: usize| format!("{text}{}", " ".repeat(width.saturating_sub(sanitize::width(text))));
    let lines = lines.iter().map(|[student, problem, file]| {
        format!("{}  {}  {file}\n", padded(student, widths[0]), padded(problem, widths[1]))
    });
    screen::print(lines.collect::<String>())?;
    say!("{}\n", phrase::submissions(rows.iter().map(|row| row.submissions.len())))
}
