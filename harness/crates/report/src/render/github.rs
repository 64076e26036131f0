//! Output for GitHub Actions: annotations at the files of the solutions, and a summary of the job.
//!
//! An annotation is a workflow command: a line of standard output that begins with `::`, with or
//! without leading spaces. Whatever is put into one is escaped by the rules of the runner.
//! Everything else on standard output may show what programs wrote. So until all of it is written,
//! commands are stopped with a word that no program can know: no output can issue a command of its
//! own. Annotations and summary are bounded, because the runner drops the excess. Format:
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.

use crate::Reporter;
use crate::failure::{Failures, Part, places};
use crate::text::phrase;
use crate::text::sanitize::{self, Manner};
use model::record::{Build, DiagnosticRecord, Report, Run, SolutionRecord};
use model::{Event, Progress, Status};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};

/// The runner shows ten annotations of a kind for a step. The rest are counted.
const MOST: usize = 10;
/// How many lines an annotation has at most.
const MOST_LINES: usize = 12;

/// Stops commands while the inner reporter writes; writes annotations and summary at the end of the
/// run.
pub struct Github<R: Reporter, A: Write, S: Write> {
    inner: R,
    annotations: A,
    summary: S,
    /// The word that lets commands work again; `None` while they do.
    stopped: Option<String>,
}

impl<R: Reporter, A: Write, S: Write> Github<R, A, S> {
    /// `inner` and `annotations` both write to the step's standard output, `inner` whole events at
    /// a time; `summary` is the file that `GITHUB_STEP_SUMMARY` names, opened to append.
    ///
    /// # Errors
    /// When standard output refuses.
    pub fn new(inner: R, annotations: A, summary: S) -> io::Result<Github<R, A, S>> {
        // The standard library seeds its hash maps with random bytes from the system. It offers no
        // other source of randomness.
        let chance = || RandomState::new().build_hasher().finish();
        let word = format!("harness-{:016x}{:016x}", chance(), chance());
        Github::with_word(inner, annotations, summary, word)
    }

    fn with_word(inner: R, annotations: A, summary: S, word: String) -> io::Result<Github<R, A, S>> {
        let mut github = Github { inner, annotations, summary, stopped: None };
        writeln!(github.annotations, "::stop-commands::{word}")?;
        github.annotations.flush()?;
        github.stopped = Some(word);
        Ok(github)
    }

    fn resume(&mut self) -> io::Result<()> {
        match self.stopped.take() {
            Some(word) => writeln!(self.annotations, "::{word}::").and_then(|()| self.annotations.flush()),
            None => Ok(()),
        }
    }
}

impl<R: Reporter, A: Write, S: Write> Reporter for Github<R, A, S> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.inner.event(event)
    }

    fn done(&mut self, report: &Report) -> io::Result<()> {
        self.inner.done(report)?;
        self.resume()?;
        self.annotations.write_all(annotations(report).as_bytes())?;
        self.annotations.flush()?;
        self.summary.write_all(summary(report).as_bytes())?;
        self.summary.flush()
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        self.inner.progress(progress)
    }
}

/// Resumes commands even if a run breaks off: otherwise the rest of the step would have none.
impl<R: Reporter, A: Write, S: Write> Drop for Github<R, A, S> {
    fn drop(&mut self) {
        // If this fails, standard output is gone, and nobody reads commands from it.
        let _ = self.resume();
    }
}

struct Annotation {
    level: &'static str,
    file: String,
    line: Option<u64>,
    title: String,
    /// Already harmless.
    message: String,
}

/// Renders the workflow commands, one per line.
pub fn annotations(report: &Report) -> String {
    let content = report.diagnostics.iter().map(|diagnostic: &DiagnosticRecord| Annotation {
        level: diagnostic.severity.name(),
        file: diagnostic.path.clone(),
        line: diagnostic.line.map(|line| line as u64),
        title: diagnostic.title.clone(),
        message: harmless(diagnostic.hint.as_ref().unwrap_or(&diagnostic.title)),
    });
    let all: Vec<Annotation> =
        content.chain(report.solutions.iter().filter_map(|solution| of_solution(solution, &report.run))).collect();
    let mut text = String::new();
    for level in ["error", "warning"] {
        let of: Vec<&Annotation> = all.iter().filter(|annotation| annotation.level == level).collect();
        let visible = if of.len() > MOST { MOST - 1 } else { of.len() };
        of[..visible].iter().for_each(|annotation| annotation.write(&mut text));
        if of.len() > visible {
            let more = of.len() - visible;
            let message = format!("{more} more are in the job's log");
            let rest = Annotation { level, file: String::new(), line: None, title: format!("{more} more"), message };
            rest.write(&mut text);
        }
    }
    text
}

fn of_solution(solution: &SolutionRecord, run: &Run) -> Option<Annotation> {
    let annotation = |level, line, title: String, message: String| {
        Some(Annotation { level, file: solution.path.clone(), line, title, message })
    };
    match (&solution.build, solution.status) {
        (_, Status::Met) | (Build::NoTool { .. } | Build::Skipped, _) => None,
        (Build::Rejected { messages }, _) => {
            let first = places::first_error(messages, &solution.path);
            let message = harmless(first.as_ref().map_or(messages, |place| &place.message));
            let line = first.map(|place| place.line as u64);
            annotation("error", line, format!("{} does not compile", solution.name), message)
        }
        (Build::Fault { fault }, _) => {
            annotation("warning", None, format!("{} was not built: a fault", solution.name), harmless(&fault.message))
        }
        (Build::Ready { .. }, Status::Unmet) => {
            let (title, message) = surprise(solution, run);
            annotation("error", None, title, message)
        }
        (Build::Ready { .. }, Status::Undecided) => {
            let of_tests = solution.tests.iter().find_map(|test| test.fault.as_ref());
            let fault = of_tests.or_else(|| solution.score_fault())?;
            annotation("warning", None, format!("{} is undecided: a fault", solution.name), harmless(&fault.message))
        }
    }
}

/// Title and text of the annotation for a solution that did not do as its file says.
fn surprise(solution: &SolutionRecord, run: &Run) -> (String, String) {
    let failures = Failures { run, unicode: true, columns: 80, outputs: None };
    let Some(first) = solution.surprises().next() else {
        let failure = failures.missing(solution);
        return (failure.title.plain(), reasons(&failure.parts).join("\n"));
    };
    let tally = phrase::tally(solution.surprises().filter_map(|test| test.verdict));
    let title = format!("{}: {tally}, expected {}", solution.name, solution.expected);
    let mut message = vec![format!("first on {}", sanitize::name(&first.test.0, true))];
    message.extend(failures.of_test(solution, first).map(|failure| reasons(&failure.parts)).unwrap_or_default());
    message.extend(first.again.as_ref().map(|again| format!("again: {}", sanitize::phrase(again, true))));
    (title, message.join("\n"))
}

/// The reasons in a few lines; inputs and outputs are in the job's log.
fn reasons(parts: &[Part<'_>]) -> Vec<String> {
    let of = |part: &Part<'_>| match part {
        Part::Line(text) => vec![text.plain()],
        Part::Words(words) => words.one_line(true).map(|line| format!("{}: {line}", words.label)).into_iter().collect(),
        Part::Data(_) | Part::Diff(..) | Part::Dialogue(..) => Vec::new(),
    };
    parts.iter().flat_map(of).collect()
}

impl Annotation {
    fn write(&self, text: &mut String) {
        let file = if self.file.is_empty() { String::new() } else { format!("file={},", property(&self.file)) };
        let line = self.line.map_or_else(String::new, |line| format!("line={line},"));
        let (title, message) = (property(&self.title), data(&self.message));
        text.push_str(&format!("::{} {file}{line}title={title}::{message}\n", self.level));
    }
}

/// Makes the lines of a compiler or a tool harmless.
fn harmless(text: &str) -> String {
    sanitize::visible(text.trim_end().as_bytes(), Manner::message(true))
}

/// Escapes the text of a command. A newline is written `%0A`, so nothing in the text can begin a
/// line.
fn data(text: &str) -> String {
    let more = text.lines().count().saturating_sub(MOST_LINES);
    let rest = (more > 0).then(|| format!("… {}", phrase::count(more, "more line")));
    let lines: Vec<&str> = text.lines().take(MOST_LINES).chain(rest.as_deref()).collect();
    lines.join("\n").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command, where `:` and `,` would end the value, too.
fn property(text: &str) -> String {
    let safe = sanitize::name(text, true);
    safe.replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}

/// Renders the job's summary, in Markdown.
pub fn summary(report: &Report) -> String {
    let (counts, solutions) = (&report.summary, report.solutions.len());
    let mut text = format!("### {} of {} as expected\n\n", counts.met, phrase::count(solutions, "solution"));
    let runs = phrase::count(report.run.runs, "run");
    let of = if counts.judged == report.run.runs { runs } else { format!("{} of {runs}", counts.judged) };
    let mut facts = vec![format!("{of} judged in {}", phrase::took(counts.took))];
    facts.extend((counts.faults > 0).then(|| phrase::count(counts.faults, "fault")));
    facts.extend((counts.content_errors > 0).then(|| phrase::file_errors(counts.content_errors)));
    facts.extend(counts.interrupted.then(|| "interrupted".to_owned()));
    text.push_str(&format!("{}\n\n", facts.join(" · ")));
    text.push_str("| | problem | solution | expected | got | slowest |\n|---|---|---|---|---|---|\n");
    // Failures come first. GitHub refuses the whole of a summary that is too long.
    const ROWS: usize = 500;
    let marks = [(Status::Unmet, "✘"), (Status::Undecided, "?"), (Status::Met, "✔")];
    let rows = marks.iter().flat_map(|(status, mark)| {
        report.solutions.iter().filter(|solution| solution.status == *status).map(move |solution| (mark, solution))
    });
    for (mark, solution) in rows.take(ROWS) {
        let got = phrase::tally(solution.tests.iter().filter_map(|test| test.verdict));
        let slowest = solution.tests.iter().filter_map(|test| test.cpu).max().map(phrase::time);
        text.push_str(&format!(
            "| {mark} | {} | {} | {} | {got} | {} |\n",
            markdown(solution.problem.as_str()),
            markdown(&solution.path),
            markdown(&solution.expected.to_string()),
            slowest.unwrap_or_default(),
        ));
    }
    if solutions > ROWS {
        text.push_str(&format!("\n… {}\n", phrase::count(solutions - ROWS, "more solution")));
    }
    text.push('\n');
    text
}

/// Escapes a text so that Markdown and HTML leave it alone.
fn markdown(text: &str) -> String {
    let is_special = |c: char| c.is_ascii_punctuation() && !"/.,:=-".contains(c);
    let escaped = |c: char| if is_special(c) { format!("&#{};", c as u32) } else { c.to_string() };
    sanitize::name(text, true).chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, fault, play, problem, run};
    use crate::{Options, Terminal};
    use model::Verdict;
    use model::record::Build;
    use snapbox::{IntoData as _, assert_data_eq, str};
    use std::cell::RefCell;
    use std::rc::Rc;

    fn printed(fakes: Vec<Fake>) -> (String, String) {
        let (out, mut summary) = (Out::default(), Vec::new());
        let word = "word".to_owned();
        let inner = Terminal::new(out.clone(), Options::default());
        let mut github = Github::with_word(inner, out.clone(), &mut summary, word).unwrap();
        play(&run(fakes), &mut github);
        drop(github);
        let out = String::from_utf8(out.0.take()).unwrap();
        // Everything that the terminal reporter wrote stands between these two lines.
        let rest = out.strip_prefix("::stop-commands::word\n").unwrap();
        let (_, annotations) = rest.split_once("\n::word::\n").unwrap();
        assert!(!annotations.contains("::word::"), "commands are resumed once");
        (annotations.to_owned(), String::from_utf8(summary).unwrap())
    }

    /// Standard output, shared.
    #[derive(Clone, Default)]
    struct Out(Rc<RefCell<Vec<u8>>>);

    impl Write for Out {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn failures_are_annotated_at_their_files() {
        let nim = problem("nim", 1, 3);
        let messages = "error[E0308]: mismatched types\n --> solutions/src/bin/nim--typo.rs:14:5\n".to_owned();
        let fakes = vec![
            Fake::new(&nim, "").verdicts(".WW").test(1, |j| j.note = Some("line 1: 100% wrong".to_owned())),
            Fake::new(&nim, "never").expect(&[Verdict::WrongAnswer]),
            Fake::new(&nim, "typo").build(Build::Rejected { messages }),
            Fake::new(&nim, "open").verdicts("..!"),
            Fake::new(&nim, "twin").build(Build::NoTool { fault: fault("no g++") }),
        ];
        let (annotations, summary) = printed(fakes);
        assert_data_eq!(annotations, str![[r#"
::error file=solutions/src/bin/nim.rs,title=nim/nim.rs%3A 2 WA%2C expected accepted::first on secret/01%0Aline 1, token 1: expected -2, got 0%0Aagain: cargo run -p harness -- nim/nim.rs -t secret/01
::error file=solutions/src/bin/nim--never.rs,title=nim/never.rs%3A expected wrong-answer%2C got only AC::
::error file=solutions/src/bin/nim--typo.rs,line=14,title=nim/typo.rs does not compile::mismatched types
::warning file=solutions/src/bin/nim--open.rs,title=nim/open.rs is undecided%3A a fault::cannot start the sandbox: no such file

"#]].raw());
        assert_data_eq!(
            summary,
            str![[r#"
### 0 of 5 solutions as expected

11 of 20 runs judged in 4.2 s · 1 fault

| | problem | solution | expected | got | slowest |
|---|---|---|---|---|---|
| ✘ | nim | solutions/src/bin/nim.rs | accepted | 2 AC, 2 WA | 3 ms |
| ✘ | nim | solutions/src/bin/nim--never.rs | wrong-answer | 4 AC | 3 ms |
| ✘ | nim | solutions/src/bin/nim--typo.rs | accepted | 4 CE |  |
| ? | nim | solutions/src/bin/nim--open.rs | accepted | 3 AC | 3 ms |
| ? | nim | solutions/src/bin/nim--twin.rs | accepted |  |  |


"#]]
            .raw()
        );
    }

    #[test]
    fn a_score_that_could_not_be_made_is_annotated() {
        let (annotations, _) = printed(vec![Fake::new(&problem("nim", 1, 1), "").score_fault("the grader crashed")]);
        assert_data_eq!(
            annotations,
            str![[r#"
::warning file=solutions/src/bin/nim.rs,title=nim/nim.rs is undecided%3A a fault::the grader crashed

"#]]
            .raw()
        );
    }

    #[test]
    fn one_line_more_is_one() {
        let messages = "x\n".repeat(MOST_LINES + 1);
        let (annotations, _) = printed(vec![Fake::new(&problem("nim", 1, 1), "").build(Build::Rejected { messages })]);
        assert!(annotations.ends_with("%0A… 1 more line\n"), "{annotations}");
    }

    #[test]
    fn what_was_escaped_before_is_not_escaped_again() {
        let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |evidence| {
            evidence.difference.as_mut().unwrap().got = Some(b"0\t\x1b".to_vec());
        });
        let (annotations, _) = printed(vec![fake]);
        assert!(annotations.contains("got 0␉␛%0Aagain: "), "{annotations}");
    }

    #[test]
    fn the_summary_says_what_is_not_known() {
        let (_, summary) = printed(vec![Fake::new(&problem("nim", 1, 3), "").verdicts(".!--")]);
        let head = "### 0 of 1 solution as expected\n\n1 of 4 runs judged in 4.2 s · 1 fault · interrupted\n";
        assert!(summary.starts_with(head), "{summary}");
        let mut report = crate::testing::report(vec![Fake::new(&problem("nim", 1, 1), "")]);
        report.summary.content_errors = 1;
        assert!(super::summary(&report).contains("\n2 runs judged in 4.2 s · 1 error in the problems' files\n"));
    }

    #[test]
    fn no_text_can_begin_a_command() {
        let evil = "x\n::error::y\r\n::add-mask::z%0A::set-output name=a::b";
        let nim = problem("nim", 1, 1);
        let fake = Fake::new(&nim, "").verdicts(".W").test(1, |test| test.note = Some(evil.to_owned()));
        let fake = fake.change(|solution| solution.path = evil.to_owned());
        let broken = Fake::new(&nim, "b").build(Build::Rejected { messages: evil.to_owned() });
        let (annotations, summary) = printed(vec![fake, broken]);
        assert_eq!(annotations.lines().count(), 2, "{annotations}");
        for line in annotations.lines() {
            assert!(line.starts_with("::error file="), "{line}");
            assert!(!line.contains('\r') && line.contains("%250A"), "{line}");
        }
        assert!(summary.lines().all(|line| !line.starts_with("::")), "{summary}");
    }

    #[test]
    fn commands_work_again_after_a_run_that_breaks_off() {
        let out = Out::default();
        let inner = Terminal::new(out.clone(), Options::default());
        let github = Github::new(inner, out.clone(), Vec::new()).unwrap();
        drop(github);
        let text = String::from_utf8(out.0.take()).unwrap();
        let word = text.lines().next().unwrap().strip_prefix("::stop-commands::").unwrap();
        assert!(word.len() > 32 && text.ends_with(&format!("\n::{word}::\n")), "{text}");
    }

    #[test]
    fn more_than_the_runner_shows_are_counted() {
        let nim = problem("nim", 1, 1);
        let (annotations, _) = printed((0..25).map(|i| Fake::new(&nim, &format!("w{i}")).verdicts("W")).collect());
        assert_eq!(annotations.lines().count(), 10);
        assert!(annotations.ends_with("::error title=16 more::16 more are in the job's log\n"), "{annotations}");
    }

    #[test]
    fn markup_in_names_is_text() {
        assert_eq!(markdown("a|b<c>`d`"), "a&#124;b&#60;c&#62;&#96;d&#96;");
        assert_eq!(markdown("solutions/nim--x.rs"), "solutions/nim--x.rs");
    }
}
