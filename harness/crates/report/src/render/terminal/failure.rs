//! One block for one failing solution: what was expected, what came, where they part, and the
//! command that runs just that again.
//!
//! The checker's own words come first, then our comparison. Everything shown of a program's making
//! is bounded, visible, and says how much of it is not shown.

use crate::render::terminal::Options;
use crate::text::compiler::relative;
use crate::text::phrase::{self, Signs};
use crate::text::sanitize::{self, Manner};
use crate::text::{Page, Role, Text};
use model::record::{self, Build, Run, Solution, Test};
use model::{Difference, Evidence, Excerpt, LineChange, LinePair, Span, Speaker, Status, Utterance, Verdict};
use std::io::{self, Write};

/// Columns of one excerpt where the screen's width is unknown.
const FIELD: usize = 400;
/// Columns of a shown line of the diff window where the screen's width is unknown.
const LINE: usize = 200;
/// Lines of a compiler's message, and of a crash's or a checker's.
const COMPILER_LINES: usize = 40;
const MESSAGE_LINES: usize = 12;
/// Width of the labels `input`, `expected`, `got`.
const LABEL: usize = 10;

/// Writes what a person needs to see about a solution that did not do as its file says. Nothing for
/// the others.
pub fn block<W: Write>(page: &mut Page<W>, options: &Options, run: &Run, result: &Solution) -> io::Result<()> {
    let mut block = Block { page, options, run, result };
    match (&result.build, result.status) {
        (_, Status::Met | Status::Undecided)
        | (Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped, Status::Unmet) => Ok(()),
        (Build::Rejected { messages }, Status::Unmet) => block.compile_error(messages),
        (Build::Ready { .. }, Status::Unmet) => block.surprises(),
    }
}

struct Block<'a, W> {
    page: &'a mut Page<W>,
    options: &'a Options,
    run: &'a Run,
    result: &'a Solution,
}

impl<W: Write> Block<'_, W> {
    fn compile_error(&mut self, messages: &str) -> io::Result<()> {
        let mut title = self.title(Verdict::CompileError);
        title.push(Role::Plain, ": does not compile");
        self.expectation(&mut title);
        self.page.wrapped(&title, 4)?;
        let messages = relative(messages, &self.options.root.to_string_lossy());
        let most = if self.options.all_failures { usize::MAX } else { COMPILER_LINES };
        self.lines(messages.trim_end().as_bytes(), most, "  ")?;
        self.again(None)
    }

    fn surprises(&mut self) -> io::Result<()> {
        if self.result.surprises().next().is_none() {
            return self.missing();
        }
        let mut first = true;
        for verdict in Verdict::ALL {
            let of: Vec<&Test> = self.result.surprises().filter(|test| test.verdict == Some(verdict)).collect();
            let shown = if self.options.all_failures { of.len() } else { of.len().min(1) };
            for test in &of[..shown] {
                if !std::mem::take(&mut first) {
                    self.page.blank()?;
                }
                self.failure(test, verdict)?;
            }
            let rest: Vec<String> = of[shown..].iter().map(|test| self.name(&test.test.0)).collect();
            if !rest.is_empty() {
                let text = format!(
                    "  {} {} more {}: {} (--all-failures to show)",
                    self.signs().ellipsis,
                    phrase::number(rest.len() as u64),
                    verdict.short(),
                    phrase::names(&rest, 4),
                );
                self.page.wrapped(&Text::new().with(Role::Dim, text), 4)?;
            }
        }
        Ok(())
    }

    /// A promised failure that did not come: as loud as a wrong answer.
    fn missing(&mut self) -> io::Result<()> {
        let unicode = self.options.unicode;
        let verdicts = || self.result.tests.iter().filter_map(|test| test.verdict);
        let got = verdicts().next().unwrap_or(Verdict::Accepted);
        let tests = phrase::count(self.result.tests.len(), "test");
        let expectation = &self.result.expected;
        let mut title = self.title(if verdicts().all(|v| v == got) { got } else { Verdict::Accepted });
        title.push(Role::Plain, ": expected ");
        title.push(Role::Strong, sanitize::name(&expectation.to_string(), unicode));
        let score = phrase::wrong_score(self.result).filter(|_| self.result.missing.is_empty());
        if let Some(wrong) = score {
            title = self.title(got).with(Role::Plain, format!(": {wrong}"));
            title.push(Role::Plain, format!(" ({})", phrase::tally(verdicts())));
        } else if expectation.expects_compile_error() {
            title.push(Role::Plain, ", but it compiles and was run");
        } else if verdicts().all(|v| v == Verdict::Accepted) {
            title.push(Role::Plain, format!(", but all {tests} were accepted"));
        } else {
            title.push(Role::Plain, format!(", but the {tests} got {}", phrase::tally(verdicts())));
            title.push(Role::Plain, ": a verdict that must occur did not");
        }
        self.page.wrapped(&title, 4)?;
        for note in &self.result.notes {
            let note = sanitize::name(note, unicode).into_owned();
            self.page.wrapped(&Text::new().with(Role::Dim, "  its note: ").with(Role::Plain, note), 4)?;
        }
        self.again(None)
    }

    fn failure(&mut self, test: &Test, verdict: Verdict) -> io::Result<()> {
        let mut title = self.title(verdict);
        title.push(Role::Plain, " on ");
        title.push(Role::Strong, self.name(&test.test.0));
        self.expectation(&mut title);
        if let Some(evidence) = test.evidence.as_deref().filter(|e| !e.checker.is_empty()) {
            let checker = self.name(&evidence.checker);
            let took = test.checker_cpu.map_or_else(String::new, |cpu| format!(" ({})", phrase::time(cpu)));
            title.push(Role::Plain, format!("  checker: {checker}{took}"));
        }
        let alone = match (test.retimed, test.cached) {
            (false, false) => "",
            (true, false) => " (measured alone)",
            (false, true) => " (from cache)",
            (true, true) => " (measured alone, from cache)",
        };
        let time = format!("{}{alone}", phrase::time(test.cpu.unwrap_or_default()));
        let title = title.with(Role::Plain, "  ").glued(Role::Plain, &time);
        let title = title.with(Role::Plain, "  ").glued(Role::Plain, &test.memory.unwrap_or_default().to_string());
        self.page.wrapped(&title, 4)?;
        let message = test.evidence.as_deref().and_then(|e| e.message.as_deref());
        if let Some(message) = message {
            self.message("checker says", message.trim_end().as_bytes(), 0)?;
        }
        let difference = test.evidence.as_deref().and_then(|e| e.difference.as_ref());
        match (difference, &test.note) {
            (Some(difference), _) => self.place(difference)?,
            (None, Some(note)) if message.is_none() => {
                let note = sanitize::phrase(note, self.options.unicode);
                self.page.wrapped(&Text::new().with(Role::Plain, format!("  {note}")), 4)?;
            }
            (None, Some(_) | None) => {}
        }
        if let Some(evidence) = test.evidence.as_deref() {
            self.evidence(verdict, evidence)?;
        }
        self.again(Some(test))
    }

    /// `line 1, token 1: expected -2, got 0`.
    fn place(&mut self, difference: &Difference) -> io::Result<()> {
        let room = self.page.width.map_or(60, |columns| columns / 3);
        let value = |text: &mut Text, role, value: &Option<Vec<u8>>| match value {
            Some(value) if value.is_empty() => text.push(role, "an empty line"),
            Some(value) => {
                let cut = sanitize::cut(value, Manner::line(self.options.unicode), room);
                text.push(role, &cut.text);
                if cut.shown < value.len() {
                    text.push(Role::Dim, format!("{} ({} bytes)", self.signs().ellipsis, value.len()));
                }
            }
            None => text.push(role, "nothing more"),
        };
        let mut text = Text::new().with(Role::Plain, format!("  line {}", phrase::number(difference.line)));
        if let Some(token) = difference.token {
            text.push(Role::Plain, format!(", token {}", phrase::number(token)));
        }
        text.push(Role::Plain, ": expected ");
        value(&mut text, Role::Missing, &difference.expected);
        text.push(Role::Plain, ", got ");
        value(&mut text, Role::Extra, &difference.got);
        self.page.wrapped(&text, 4)?;
        if let Some(hint) = &difference.hint {
            let hint = self.name(hint);
            self.page.wrapped(&Text::new().with(Role::Warn, "  hint: ").with(Role::Plain, hint), 4)?;
        }
        Ok(())
    }

    fn evidence(&mut self, verdict: Verdict, evidence: &Evidence) -> io::Result<()> {
        let compared = match verdict {
            Verdict::Accepted | Verdict::WrongAnswer | Verdict::PresentationError => true,
            Verdict::TimeLimit | Verdict::MemoryLimit | Verdict::OutputLimit => false,
            Verdict::RunTimeError | Verdict::CompileError => false,
        };
        let window = evidence.difference.as_ref().map_or(&[][..], |d| &d.window);
        self.field("input", &evidence.input, &[], Role::Plain)?;
        let silent = !evidence.transcript.is_empty() && evidence.answer.bytes == 0 && evidence.output.bytes == 0;
        if compared && !silent {
            let spans = |change| {
                emphasis(
                    window,
                    change,
                    if change == LineChange::Missing { &evidence.answer } else { &evidence.output },
                )
            };
            self.field("expected", &evidence.answer, &spans(LineChange::Missing), Role::Missing)?;
            self.field("got", &evidence.output, &spans(LineChange::Extra), Role::Extra)?;
            let one_line = |e: &Excerpt| e.is_whole() && e.head.iter().rev().skip(1).all(|b| *b != b'\n');
            let is_whole = one_line(&evidence.answer) && one_line(&evidence.output);
            if !window.is_empty() && !is_whole {
                let more = evidence.difference.as_ref().is_some_and(|d| d.more);
                self.window(window, more)?;
            }
        } else if evidence.output.bytes > 0 {
            self.field("got", &evidence.output, &[], Role::Plain)?;
        }
        self.dialogue(&evidence.transcript, evidence.transcript_cut)?;
        if evidence.stderr.bytes > 0 {
            let head = &evidence.stderr.head;
            let cut = evidence.stderr.bytes.saturating_sub(head.len() as u64);
            self.message("stderr", head.strip_suffix(b"\n").unwrap_or(head), cut)?;
        }
        Ok(())
    }

    /// An excerpt on one line, with how much it is of how much.
    fn field(&mut self, label: &str, excerpt: &Excerpt, spans: &[Span], role: Role) -> io::Result<()> {
        let mut text = Text::new().with(Role::Plain, "  ").with(Role::Dim, label);
        text.pad(2 + LABEL);
        let room = self.page.width.map_or(FIELD, |columns| columns - 2 - LABEL);
        if excerpt.bytes == 0 {
            text.push(Role::Dim, "(empty)");
            return self.page.line(&text);
        }
        let lines = excerpt.lines.filter(|n| *n != 1).map(|n| phrase::count(n as usize, "line"));
        let bytes = phrase::number(excerpt.bytes);
        let size = match (&lines, excerpt.bytes) {
            (Some(lines), _) if excerpt.lines != Some(0) => format!("  ({lines}, {bytes} bytes)"),
            _ => String::new(),
        };
        let manner = Manner::line(self.options.unicode);
        let whole = sanitize::cut(&excerpt.head, manner, room.saturating_sub(size.len()));
        if excerpt.is_whole() && whole.shown == excerpt.head.len() {
            self.marked(&mut text, &excerpt.head, spans, role);
            text.push(Role::Dim, size);
            return self.page.line(&text);
        }
        let tail = |shown: &str| {
            let lines = excerpt.lines.filter(|n| *n > 1).map(|n| format!(", {}", phrase::count(n as usize, "line")));
            format!("{} (first {shown} of {bytes} bytes{})", self.signs().ellipsis, lines.unwrap_or_default())
        };
        let room = room.saturating_sub(sanitize::width(&tail(&bytes)));
        let cut = sanitize::cut(&excerpt.head, manner, room);
        self.marked(&mut text, &excerpt.head[..cut.shown], spans, role);
        text.push(Role::Dim, tail(&phrase::number(cut.shown as u64)));
        self.page.wrapped(&text, 2 + LABEL)
    }

    /// The bytes made visible, those within `spans` in `role`; spaces there, and at the end of a
    /// line, are marked.
    fn marked(&self, text: &mut Text, bytes: &[u8], spans: &[Span], role: Role) {
        for glyph in sanitize::glyphs(bytes, Manner::line(self.options.unicode)) {
            let at = glyph.source.start;
            let within = spans.iter().any(|span| (span.start..span.end).contains(&at));
            let space = bytes[at] == b' ' && {
                let after = bytes[at..].iter().find(|b| **b != b' ');
                within || after.is_none_or(|b| *b == b'\n' || *b == b'\r')
            };
            text.push(if within { role } else { Role::Plain }, if space { self.signs().space } else { &*glyph.text });
        }
    }

    fn window(&mut self, window: &[LinePair], more: bool) -> io::Result<()> {
        let gutter = window.iter().map(|pair| pair.number.to_string().len()).max().unwrap_or(1).max(3);
        for pair in window {
            let (sign, role) = match pair.change {
                LineChange::Same => (' ', Role::Plain),
                LineChange::Missing => ('-', Role::Missing),
                LineChange::Extra => ('+', Role::Extra),
            };
            let sign_role = match pair.change {
                LineChange::Same => Role::Dim,
                LineChange::Missing => Role::Good,
                LineChange::Extra => Role::Bad,
            };
            let mut text = Text::new().with(Role::Dim, format!("  {:>gutter$} ", pair.number));
            text.push(sign_role, sign.to_string());
            text.push(Role::Plain, " ");
            if pair.start > 0 {
                text.push(Role::Dim, format!("({} bytes) {}", phrase::number(pair.start), self.signs().ellipsis));
            }
            let start = text.width();
            let (shown, tail) = self.fit(pair, self.page.width.map_or(LINE, |columns| columns.saturating_sub(start)));
            self.marked(&mut text, &pair.text[..shown], &pair.emphasis, role);
            let carets = self.carets(pair, shown, start);
            text.push(Role::Dim, tail);
            self.page.line(&text)?;
            if let Some(carets) = carets {
                self.page.line(&carets)?;
            }
        }
        if more {
            let text = format!("  {} the lines after these were not compared for this view", self.signs().ellipsis);
            self.page.wrapped(&Text::new().with(Role::Dim, text), 4)?;
        }
        Ok(())
    }

    /// How many bytes of a line are shown in `room` columns, and what stands behind them.
    fn fit(&self, pair: &LinePair, room: usize) -> (usize, String) {
        let manner = Manner::line(self.options.unicode);
        let ending = if pair.newline || pair.change == LineChange::Same { "" } else { " (no newline at the end)" };
        let behind = pair.cut.saturating_sub(pair.start);
        let whole = sanitize::cut(&pair.text, manner, room.saturating_sub(ending.len()));
        if whole.shown == pair.text.len() && behind == 0 {
            return (whole.shown, ending.to_owned());
        }
        let all = pair.text.len() as u64 + behind;
        let tail = |bytes: u64| format!("{} {} more bytes", self.signs().ellipsis, phrase::number(bytes));
        let shown = sanitize::cut(&pair.text, manner, room.saturating_sub(sanitize::width(&tail(all)))).shown;
        (shown, tail(all - shown as u64))
    }

    /// The end of a dialogue: there it went wrong.
    fn dialogue(&mut self, transcript: &[Utterance], cut: bool) -> io::Result<()> {
        if transcript.is_empty() {
            return Ok(());
        }
        let most = if self.options.all_failures { usize::MAX } else { MESSAGE_LINES };
        let left = transcript.len().saturating_sub(most);
        self.page.line(&Text::new().with(Role::Plain, "  ").with(Role::Dim, "dialogue:"))?;
        if left > 0 {
            let text = format!(
                "  | {} {} before (--all-failures to show)",
                self.signs().ellipsis,
                phrase::number(left as u64)
            );
            self.page.line(&Text::new().with(Role::Dim, text))?;
        }
        for utterance in &transcript[left..] {
            let (speaker, role) = match utterance.by {
                Speaker::Judge => ("judge   > ", Role::Dim),
                Speaker::Program => ("program < ", Role::Strong),
            };
            let mut text = Text::new().with(Role::Dim, "  | ").with(role, speaker);
            let room = self.page.width.map_or(LINE, |columns| columns.saturating_sub(text.width() + 18));
            let shown = sanitize::cut(&utterance.bytes, Manner::line(self.options.unicode), room).shown;
            self.marked(&mut text, &utterance.bytes[..shown], &[], Role::Plain);
            let more = utterance.bytes.len() - shown;
            if more > 0 {
                text.push(Role::Dim, format!("{} {} more bytes", self.signs().ellipsis, phrase::number(more as u64)));
            }
            self.page.line(&text)?;
        }
        if cut {
            self.page.line(
                &Text::new().with(Role::Dim, format!("  | {} what followed was not kept", self.signs().ellipsis)),
            )?;
        }
        Ok(())
    }

    /// Without colour, carets under the words that differ, unless that is the whole line.
    fn carets(&self, pair: &LinePair, shown: usize, start: usize) -> Option<Text> {
        let text = &pair.text[..shown];
        let within = |at: usize| pair.emphasis.iter().any(|span| (span.start..span.end).contains(&at));
        if self.options.color || !(0..shown).any(within) || (0..shown).all(within) {
            return None;
        }
        let mut line = " ".repeat(start);
        for glyph in sanitize::glyphs(text, Manner::line(self.options.unicode)) {
            // A marked space may be wider than the space itself.
            let space = text[glyph.source.start] == b' ';
            let width = match (space, within(glyph.source.start)) {
                (true, true) => sanitize::width(self.signs().space),
                (true, false) | (false, true | false) => glyph.width,
            };
            line.push_str(&if within(glyph.source.start) { "^" } else { " " }.repeat(width));
        }
        Some(Text::new().with(Role::Dim, line))
    }

    /// A label, and behind or below it what somebody said, at most a dozen lines of it. `cut` more
    /// bytes were not kept.
    fn message(&mut self, label: &str, bytes: &[u8], cut: u64) -> io::Result<()> {
        let room = self.page.width.map_or(LINE, |columns| columns.saturating_sub(label.len() + 4));
        let line = sanitize::cut(bytes, Manner::message(self.options.unicode), room);
        if !bytes.contains(&b'\n') && cut == 0 && line.shown == bytes.len() {
            let label = Text::new().with(Role::Plain, "  ").with(Role::Dim, format!("{label}: "));
            return self.page.line(&label.with(Role::Plain, line.text));
        }
        self.page.line(&Text::new().with(Role::Plain, "  ").with(Role::Dim, format!("{label}:")))?;
        self.lines(bytes, if self.options.all_failures { usize::MAX } else { MESSAGE_LINES }, "  | ")?;
        if cut > 0 {
            let text = format!("  | {} {} more bytes", self.signs().ellipsis, phrase::number(cut));
            self.page.line(&Text::new().with(Role::Dim, text))?;
        }
        Ok(())
    }

    fn lines(&mut self, bytes: &[u8], most: usize, before: &str) -> io::Result<()> {
        let shown = sanitize::visible(bytes, Manner::message(self.options.unicode));
        let lines: Vec<&str> = shown.lines().collect();
        let most = if lines.len() == most.saturating_add(1) { lines.len() } else { most };
        for line in lines.iter().take(most) {
            let text = Text::new().with(Role::Dim, before).with(line_role(line), line);
            self.page.wrapped(&text, before.len() + 2)?;
        }
        if lines.len() > most {
            let more = phrase::number((lines.len() - most) as u64);
            let text = format!("{before}{} {more} more lines (--all-failures to show)", self.signs().ellipsis);
            self.page.line(&Text::new().with(Role::Dim, text))?;
        }
        Ok(())
    }

    /// Never wrapped: it is there to be copied.
    fn again(&mut self, test: Option<&Test>) -> io::Result<()> {
        let command = record::again(&self.run.command, &self.result.name, test.map(|test| &test.test));
        self.page.line(&Text::new().with(Role::Plain, "  ").with(Role::Dim, "again: ").with(Role::Plain, command))
    }

    fn title(&self, verdict: Verdict) -> Text {
        Text::new()
            .with(Role::Bad, verdict.short())
            .with(Role::Plain, " ")
            .with(Role::Strong, self.name(&self.result.name))
    }

    /// The expected verdicts, where they are not just `accepted`.
    fn expectation(&self, title: &mut Text) {
        let expectation = &self.result.expected;
        if !expectation.is_accepted() {
            title.push(Role::Plain, format!(", expected {}", phrase::expected(expectation, self.options.unicode)));
        }
    }

    fn name(&self, text: &str) -> String {
        sanitize::name(text, self.options.unicode).into_owned()
    }

    fn signs(&self) -> Signs {
        Signs::of(self.options.unicode)
    }
}

/// A compiler's headlines stand out; the rest of its words stay plain.
fn line_role(line: &str) -> Role {
    if line.starts_with("error") { Role::Strong } else { Role::Plain }
}

/// Where the words that differ lie in an excerpt, from their places in the lines of the window.
fn emphasis(window: &[LinePair], change: LineChange, excerpt: &Excerpt) -> Vec<Span> {
    let mut starts = vec![0];
    starts.extend(excerpt.head.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1));
    let of = window.iter().filter(|pair| pair.change == change);
    of.filter_map(|pair| {
        let line = *starts.get(usize::try_from(pair.number).ok()?.checked_sub(1)?)?;
        let start = line + usize::try_from(pair.start).ok()?;
        Some(pair.emphasis.iter().map(move |span| Span { start: start + span.start, end: start + span.end }))
    })
    .flatten()
    .collect()
}
