//! The last run once more, from what it left behind. Runs nothing.

use crate::artifacts::failed::{KnownFailures, is_repeated};
use crate::artifacts::read::{ReadError, read};
use crate::last_run::Folder;
use crate::render::terminal::{Options, Terminal};
use crate::reporter::Reporter as _;
use crate::text::{Page, Role, Text, phrase, sanitize};
use model::record::{Report, SolutionRecord};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

/// What is remembered of the last run.
pub struct RememberedRun {
    pub report: Report,
    /// Solutions that failed in an earlier run and were not run since.
    earlier: usize,
    age: Option<Duration>,
}

impl RememberedRun {
    /// # Errors
    /// When there is no report, or it cannot be read.
    pub fn read(folder: &Folder) -> Result<RememberedRun, ReadError> {
        let report = read(&folder.report())?;
        let written = std::fs::metadata(folder.report()).and_then(|file| file.modified());
        Ok(RememberedRun {
            // Before any filter: what that leaves out was run, too.
            earlier: earlier(&folder.failed(), &report),
            age: written.ok().and_then(|at| at.elapsed().ok()),
            report,
        })
    }

    /// Leaves out the solutions that none of these words means; paths start from `here`. Returns
    /// whether any is left of those that there were.
    pub fn keep(&mut self, words: &[String], here: &Path) -> bool {
        if words.is_empty() || self.report.solutions.is_empty() {
            return true;
        }
        self.report.solutions.retain(|solution| words.iter().any(|word| is(solution, word, here)));
        self.report.recount();
        !self.report.solutions.is_empty()
    }
}

/// Returns whether a word of the command line means this solution.
fn is(solution: &SolutionRecord, word: &str, here: &Path) -> bool {
    let stem = solution.name.rsplit_once('.').map_or(solution.name.as_str(), |(stem, _)| stem);
    let names = [solution.problem.as_str(), &solution.name, stem, &solution.solution];
    // A path may be below the folder of the call.
    names.contains(&word) || here.join(word).ends_with(&solution.path)
}

/// How many solutions known to fail are not in the report.
fn earlier(failed: &Path, report: &Report) -> usize {
    let failed = KnownFailures::read(failed).unwrap_or_default();
    failed.solutions.keys().filter(|name| !report.solutions.iter().any(|solution| solution.name == **name)).count()
}

/// Shows it, with a sentence for each submission to a judge.
///
/// # Errors
/// When `out` refuses.
pub fn show(last: &RememberedRun, sent: &[String], options: Options, out: impl Write + 'static) -> io::Result<()> {
    let (report, look) = (&last.report, options.look);
    let out: Box<dyn Write> = Box::new(out);
    let mut page = Page::new(BufWriter::new(out), look);
    head(last, &mut page)?;
    let mut terminal = Terminal::new(page.into_inner(), options);
    report.events().try_for_each(|event| terminal.event(&event))?;
    let mut page = Page::new(terminal.into_inner(), look);
    let mut below = |label: &str, role, text: &str| {
        let text = sanitize::name(text, look.unicode).into_owned();
        page.wrapped(&Text::new().with(Role::Plain, "  ").with(role, label).with(Role::Plain, text), 4)
    };
    for words in sent {
        below("sent: ", Role::Dim, words)?;
    }
    if last.earlier > 0 {
        let solutions = phrase::count(last.earlier, "solution");
        below("earlier: ", Role::Dim, &format!("{solutions} failed, and not run since"))?;
    }
    if last.earlier > 0 || report.solutions.iter().any(|solution| is_repeated(solution)) {
        below("failures only: ", Role::Dim, &format!("{} --failed", report.run.command))?;
    }
    page.flush()
}

/// When it ran, and the mistakes in the files that it found.
fn head<W: Write>(last: &RememberedRun, page: &mut Page<W>) -> io::Result<()> {
    let unicode = page.look.unicode;
    let name = |text: &str| sanitize::name(text, unicode).into_owned();
    let began = last.report.run.started.as_deref().unwrap_or("at an unknown time");
    let mut text = Text::new().with(Role::Dim, "Last run: ");
    text.push(Role::Plain, name(&began.replace('T', " ").replace('Z', " UTC")));
    text.push(Role::Dim, last.age.map(|age| format!(" ({})", ago(age))).unwrap_or_default());
    page.wrapped(&text, 4)?;
    for diagnostic in &last.report.diagnostics {
        let text = format!(": {}", phrase::placed(diagnostic));
        page.wrapped(&Text::new().with(Role::Warn, diagnostic.severity.name()).with(Role::Plain, name(&text)), 4)?;
    }
    Ok(())
}

/// `just now`, `5 min ago`, `3 h ago`, `2 days ago`.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..2880 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verbosity;
    use crate::testing::{Fake, evidence, problem, report};
    use crate::text::Look;
    use model::record::Build;
    use serde_json::Value;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[derive(Clone, Default)]
    struct Written(Rc<RefCell<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The text values of a report, one after another.
    fn texts(value: &mut Value, at: &mut usize, change: &mut dyn FnMut(usize, &mut String)) {
        match value {
            Value::String(text) => {
                change(*at, text);
                *at += 1;
            }
            Value::Array(values) => values.iter_mut().for_each(|value| texts(value, at, change)),
            Value::Object(fields) => fields.values_mut().for_each(|value| texts(value, at, change)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// A workspace that somebody handed over brings its reports along.
    #[test]
    fn no_text_of_a_forged_report_commands_the_terminal() {
        let of = |name: &str| Fake::new(&problem(name, 1, 2), "");
        let solutions = vec![
            of("wrong").verdicts("WR!").evidence(0, |all| *all = evidence()),
            of("broken").build(Build::Rejected { messages: "a.c:1:1: error: x".to_owned() }),
            of("faulty").verdicts(".!-"),
        ];
        let mut report = report(solutions);
        report.run.flags = vec!["-O".to_owned()];
        let original = serde_json::to_value(&report).unwrap();
        let (mut count, mut changed) = (0, 0);
        texts(&mut original.clone(), &mut count, &mut |_, _| {});
        for number in 0..count {
            let mut forged = original.clone();
            texts(&mut forged, &mut 0, &mut |at, text| {
                if at == number {
                    text.push_str("\u{1b}]0;pwn\u{7}\u{9b}2J\u{202e}");
                }
            });
            let Ok(report) = Report::parse(forged.to_string().as_bytes()) else { continue };
            changed += 1;
            let last = RememberedRun { report, earlier: 0, age: None };
            for unicode in [true, false] {
                let out = Written::default();
                let options = Options {
                    look: Look { unicode, ..Look::default() },
                    all_failures: true,
                    verbosity: Verbosity::Verbose,
                    ..Options::default()
                };
                show(&last, &[], options, out.clone()).unwrap();
                let text = String::from_utf8(out.0.take()).unwrap();
                let odd = text.chars().find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
                assert_eq!(odd, None, "{number}: {text}");
            }
        }
        assert!(changed > 30, "{changed} of {count}");
    }

    #[test]
    fn an_age_is_told_in_the_unit_that_fits() {
        let check = |seconds, text| assert_eq!(ago(Duration::from_secs(seconds)), text);
        check(59, "just now");
        check(3_599, "59 min ago");
        check(3_600, "1 h ago");
        check(172_799, "47 h ago");
        check(172_800, "2 days ago");
    }
}
