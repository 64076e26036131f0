//! Unexpected results: the heading, the reason, input and output, the paths of the files, the
//! command that runs it again.
//!
//! Made once from the record. The terminal, the page, JUnit and GitHub lay it out and add nothing.
//! Text is already harmless. Bytes come straight from the evidence, and the code that draws them
//! must make them visible.

mod choice;
mod diff;
mod faults;
pub(crate) mod places;
mod words;

pub(crate) use choice::chosen_tests;
pub(crate) use diff::{equal_below, numbered, numbers};
pub(crate) use faults::{Hit, Trouble, TroubleKind, troubles};
pub(crate) use words::{Words, WordsRow};

use crate::artifacts::outputs::Outputs;
use crate::text::compiler::relative;
use crate::text::phrase::{self, Signs};
use crate::text::sanitize::{self, Manner};
use crate::text::{Role, Text};
use model::record::{self, Run, SolutionRecord, TestRecord};
use model::{Difference, Evidence, Excerpt, LineChange, Span, Utterance, Verdict};

/// One failure of one solution.
pub(crate) struct Failure<'a> {
    /// The verdict; accepted where a promised failure did not come.
    pub(crate) verdict: Verdict,
    /// The solution, the test and the expectation: `nim/nim.rs on secret/01, expected TLE`.
    pub(crate) title: Text,
    /// `checker: tokens (3 ms)`, `1.02 s (measured alone)`, `2 MiB`.
    pub(crate) facts: Vec<String>,
    /// In the order that explains the failure best.
    pub(crate) parts: Vec<Part<'a>>,
    /// Paths of the input and of the whole output, if they are files, and the commands that run it
    /// again and show it in a debugger.
    pub(crate) pointers: Vec<(&'static str, String)>,
}

pub(crate) enum Part<'a> {
    /// One line: the place of the difference, a hint, a note.
    Line(Text),
    Words(Words<'a>),
    Data(Piece<'a>),
    Diff(&'a Difference, &'a Evidence),
    /// The turns in order, and whether it was longer than what the record holds.
    Dialogue(&'a [Utterance], bool),
}

/// The beginning of a file, with the words in it that differ.
pub(crate) struct Piece<'a> {
    pub(crate) label: &'static str,
    pub(crate) excerpt: &'a Excerpt,
    pub(crate) spans: Vec<Span>,
    pub(crate) role: Role,
}

impl<'a> Piece<'a> {
    fn new(label: &'static str, excerpt: &'a Excerpt) -> Piece<'a> {
        Piece { label, excerpt, spans: Vec::new(), role: Role::Plain }
    }

    /// Whether the whole piece is one line, with or without a newline.
    pub(crate) fn is_one_line(&self) -> bool {
        self.excerpt.is_whole() && self.excerpt.head.iter().rev().skip(1).all(|byte| *byte != b'\n')
    }
}

/// `3 lines, 14 bytes`; lines only where they were counted.
pub(crate) fn size(excerpt: &Excerpt) -> String {
    let bytes = phrase::count(excerpt.bytes as usize, "byte");
    let lines = excerpt.all_lines().filter(|lines| *lines > 0).map(|lines| phrase::count(lines as usize, "line"));
    lines.map_or_else(|| bytes.clone(), |lines| format!("{lines}, {bytes}"))
}

/// Makes the failures of a run's solutions.
#[derive(Clone, Copy)]
pub(crate) struct Failures<'a> {
    pub(crate) run: &'a Run,
    /// False for ASCII only.
    pub(crate) unicode: bool,
    /// Columns for a value that differs.
    pub(crate) columns: usize,
    /// Where the outputs of tests are files that a reader can open.
    pub(crate) outputs: Option<&'a Outputs>,
}

impl<'a> Failures<'a> {
    /// Makes the failure of a file that does not compile.
    pub(crate) fn compile_error(&self, solution: &'a SolutionRecord, messages: &str) -> Failure<'a> {
        let mut title = self.name_of(solution);
        title.push(Role::Plain, " does not compile");
        self.push_expectation(&mut title, solution);
        let messages = relative(messages, &self.run.root);
        let parts = vec![Part::Words(Words::compiler(messages.trim_end()))];
        self.failure(solution, Verdict::CompileError, title, parts)
    }

    /// Makes the failure for a promised failure that did not come: as loud as a wrong answer.
    pub(crate) fn missing(&self, solution: &'a SolutionRecord) -> Failure<'a> {
        let verdicts = || solution.tests.iter().filter_map(|test| test.verdict);
        let got = solution.verdict.or_else(|| verdicts().next()).unwrap_or(Verdict::Accepted);
        let mut title = self.name_of(solution);
        let score = phrase::wrong_score(solution, self.unicode).filter(|_| solution.missing.is_empty());
        if let Some(wrong) = &score {
            title.push(Role::Plain, format!(": {wrong} ({})", phrase::tally(verdicts())));
        } else {
            title.push(Role::Plain, ": expected ");
            title.push(Role::Strong, self.name(&solution.expected.to_string()));
            let but = if solution.expected.expects_compile_error() {
                ", but it compiles and was run".to_owned()
            } else if solution.missing.iter().any(|rule| rule.message.is_some()) {
                ", and no judge message held it".to_owned()
            } else {
                format!(", got {}", phrase::got(solution))
            };
            title.push(Role::Plain, but);
        }
        let note =
            |note: &String| Part::Line(Text::new().with(Role::Dim, "its note: ").with(Role::Plain, self.name(note)));
        let parts = solution.notes.iter().map(note).collect();
        // What the tests made together, where that is what the expectation is about.
        let as_a_whole = score.is_some() || solution.expected.whole().is_some();
        let same = if verdicts().all(|v| v == got) { got } else { Verdict::Accepted };
        let verdict = solution.verdict.filter(|_| as_a_whole).unwrap_or(same);
        self.failure(solution, verdict, title, parts)
    }

    /// Makes the failure of a test that was not accepted, or should not have been. `None` without a
    /// verdict.
    pub(crate) fn of_test(&self, solution: &'a SolutionRecord, test: &'a TestRecord) -> Option<Failure<'a>> {
        let verdict = test.verdict?;
        let mut title = self.name_of(solution);
        title.push(Role::Plain, " on ");
        title.push(Role::Strong, self.name(&test.test.0));
        self.push_expectation(&mut title, solution);
        let evidence = test.evidence.as_deref();
        let mut parts = Vec::new();
        let warned = |label: &str, words: &str| {
            Part::Line(Text::new().with(Role::Warn, label).with(Role::Strong, self.name(words)))
        };
        parts.extend(test.found.iter().map(|found| warned("found: ", &found.to_string())));
        let message = evidence.and_then(|evidence| evidence.message.as_deref());
        if let Some(message) = message {
            let interactive = evidence.is_some_and(|evidence| !evidence.transcript.is_empty());
            parts.push(Part::Words(Words::judge(interactive, message.trim_end())));
        }
        match (evidence.and_then(|e| e.difference.as_ref()), &test.note) {
            (Some(difference), _) => self.place(difference, &mut parts),
            (None, Some(note)) if message.is_none() => {
                let note = sanitize::phrase(note, self.unicode);
                parts.push(Part::Line(Text::new().with(Role::Plain, note)));
            }
            (None, Some(_) | None) => {}
        }
        if let Some(crash) = evidence.and_then(|evidence| evidence.crash.as_ref()) {
            // At a memory limit nothing crashes.
            let label = if verdict == Verdict::MemoryLimit { "stack used up at: " } else { "crashed at: " };
            parts.push(warned(label, crash));
        }
        if let Some(evidence) = evidence {
            parts.extend(evidence.undefined.iter().map(|place| warned("undefined behaviour at: ", place)));
            self.pieces(solution, (verdict, !test.found.is_empty()), evidence, &mut parts);
        }
        let output = self.outputs.and_then(|outputs| outputs.of(solution, test));
        let pointers = [
            ("input file", test.input.as_ref().map(|path| self.name(path))),
            ("output file", output.map(|path| self.name(&path))),
            ("again", self.call(solution, |call| record::again(call, &test.test))),
            ("debug", self.call(solution, |call| record::debug(call, &test.test)).filter(|_| solution.debuggable)),
        ];
        let pointers = pointers.into_iter().filter_map(|(label, text)| Some((label, text?))).collect();
        Some(Failure { verdict, title, facts: self.facts(verdict, test), parts, pointers })
    }

    /// What is made of the call that judges this again. `None` if there is none: it was put
    /// together for this run alone.
    fn call(&self, solution: &SolutionRecord, made: impl Fn(&str) -> String) -> Option<String> {
        let call = made(solution.again.as_ref()?);
        // It is quoted for a shell: a doubled backslash would change the name.
        Some(sanitize::phrase(&call, self.unicode).into_owned())
    }

    fn failure(
        &self,
        solution: &'a SolutionRecord,
        verdict: Verdict,
        title: Text,
        parts: Vec<Part<'a>>,
    ) -> Failure<'a> {
        let again = self.call(solution, str::to_owned).map(|again| ("again", again));
        Failure { verdict, title, facts: Vec::new(), parts, pointers: again.into_iter().collect() }
    }

    /// What the run used, and what compared its output, if anything did.
    fn facts(&self, verdict: Verdict, test: &TestRecord) -> Vec<String> {
        let evidence = test.evidence.as_deref();
        let judged = |evidence: &&Evidence| {
            let compared = matches!(verdict, Verdict::WrongAnswer | Verdict::PresentationError);
            !evidence.checker.is_empty() && (compared || evidence.message.is_some() || evidence.difference.is_some())
        };
        let checker = evidence.filter(judged).map(|evidence| {
            let took = test.checker_cpu.map_or_else(String::new, |cpu| format!(" ({})", phrase::time(cpu)));
            format!("checker: {}{took}", self.name(&evidence.checker))
        });
        let how =
            [(test.retimed, " (measured alone)"), (test.cached, " (from cache)"), (self.run.sanitized, " (sanitized)")];
        let how: String = how.into_iter().filter(|(is, _)| *is).map(|(_, how)| how).collect();
        let time = test.cpu.map(|cpu| format!("{}{how}", phrase::time(cpu)));
        checker.into_iter().chain(time).chain(test.memory.map(|memory| memory.to_string())).collect()
    }

    /// `line 1, token 1: expected 2.33, got 2.3 (off by 3e-2, allowed 1e-6)`, and a hint.
    fn place(&self, difference: &Difference, parts: &mut Vec<Part<'a>>) {
        let manner = Manner::line(self.unicode);
        let start = match (&difference.expected, &difference.got) {
            (Some(expected), Some(got)) => seen_from(expected, got, manner, self.columns),
            (Some(_) | None, _) => 0,
        };
        let value = |text: &mut Text, role, value: &Option<Vec<u8>>| match value {
            Some(value) if value.is_empty() => text.push(role, "an empty line"),
            Some(value) => {
                let cut = sanitize::cut(&value[start..], manner, self.columns);
                if start > 0 {
                    text.push(Role::Dim, Signs::of(self.unicode).ellipsis);
                }
                text.push(role, &cut.text);
                if start + cut.covered < value.len() {
                    text.push(Role::Dim, Signs::of(self.unicode).ellipsis);
                }
            }
            None => text.push(role, "nothing more"),
        };
        let mut text = Text::new().with(Role::Plain, format!("line {}", phrase::number(difference.line)));
        if let Some(token) = difference.token {
            text.push(Role::Plain, format!(", token {}", phrase::number(token)));
        }
        text.push(Role::Plain, ": expected ");
        value(&mut text, Role::Missing, &difference.expected);
        text.push(Role::Plain, ", got ");
        value(&mut text, Role::Extra, &difference.got);
        if let Some(off) = &difference.off {
            text = text.with(Role::Plain, " ").glued(Role::Plain, &format!("(off by {},", self.name(&off.by)));
            text = text.with(Role::Plain, " ").glued(Role::Plain, &format!("allowed {})", self.name(&off.allowed)));
        }
        parts.push(Part::Line(text));
        if let Some(hint) = &difference.hint {
            parts.push(Part::Line(Text::new().with(Role::Warn, "hint: ").with(Role::Plain, self.name(hint))));
        }
    }

    /// Adds what went in and what came out.
    /// `is_read`: what it wrote to standard error has been read, and stands above in short.
    fn pieces(
        &self,
        solution: &SolutionRecord,
        (verdict, is_read): (Verdict, bool),
        evidence: &'a Evidence,
        parts: &mut Vec<Part<'a>>,
    ) {
        let crashed = verdict == Verdict::RunTimeError;
        let compared = !verdict.is_broken_off() && verdict != Verdict::CompileError;
        let stderr = (evidence.stderr.bytes > 0).then(|| Words::stderr(&evidence.stderr, solution));
        let (first, last) = match (crashed, is_read) {
            (_, true) => (None, stderr.map(Words::shortened)),
            (true, false) => (stderr, None),
            (false, false) => (None, stderr),
        };
        parts.extend(first.map(Part::Words));
        parts.push(Part::Data(Piece::new("input", &evidence.input)));
        let silent = !evidence.transcript.is_empty() && evidence.answer.bytes == 0;
        if compared && !silent {
            parts.extend(sides(evidence));
        } else if evidence.output.bytes > 0 && evidence.transcript.is_empty() {
            parts.push(Part::Data(Piece::new("got", &evidence.output)));
        }
        if !evidence.transcript.is_empty() {
            parts.push(Part::Dialogue(&evidence.transcript, evidence.transcript_cut));
        }
        parts.extend(last.map(Part::Words));
    }

    fn name_of(&self, solution: &SolutionRecord) -> Text {
        Text::new().with(Role::Strong, self.name(&solution.name))
    }

    /// Adds the expected verdicts, unless they are just `accepted`.
    fn push_expectation(&self, title: &mut Text, solution: &SolutionRecord) {
        if !solution.expected.is_accepted() {
            title.push(Role::Plain, format!(", expected {}", phrase::expected(&solution.expected, self.unicode)));
        }
    }

    fn name(&self, text: &str) -> String {
        sanitize::name(text, self.unicode).into_owned()
    }
}

/// Where two values begin to be shown: far enough that the first byte in which they differ is among
/// what fits into `columns`. Two long words with the same beginning would look alike.
fn seen_from(expected: &[u8], got: &[u8], manner: Manner, columns: usize) -> usize {
    /// How many equal bytes are shown before it.
    const BEFORE: usize = 8;
    let common = expected.iter().zip(got).take_while(|(a, b)| a == b).count();
    let is_seen = |value: &[u8]| {
        let covered = sanitize::cut(value, manner, columns).covered;
        covered > common || covered == value.len()
    };
    if is_seen(expected) && is_seen(got) {
        return 0;
    }
    let is_inside = |at: usize| expected.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    (0..=common.saturating_sub(BEFORE)).rev().find(|at| !is_inside(*at)).unwrap_or(0)
}

/// Answer and output: the lines that differ where they were compared, and the words on one line.
fn sides(evidence: &Evidence) -> Vec<Part<'_>> {
    let difference = evidence.difference.as_ref().filter(|difference| !difference.window.is_empty());
    let side = |label, excerpt, change, role| {
        let spans = difference.map_or_else(Vec::new, |difference| diff::spans_in(&difference.window, change, excerpt));
        Piece { spans, role, ..Piece::new(label, excerpt) }
    };
    let answer = side("expected", &evidence.answer, LineChange::Missing, Role::Missing);
    let output = side("got", &evidence.output, LineChange::Extra, Role::Extra);
    match difference {
        Some(difference) if !answer.is_one_line() || !output.is_one_line() => vec![Part::Diff(difference, evidence)],
        Some(_) | None => vec![Part::Data(answer), Part::Data(output)],
    }
}

#[cfg(test)]
mod tests;
