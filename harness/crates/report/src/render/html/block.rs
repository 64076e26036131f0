//! One block for each failure that is shown: input, answer, output, the lines that differ, the
//! checker's words, the command that runs it again.
//!
//! Everything that was not expected has a block, open. Of the failures that were promised, the
//! first few of each kind have one, closed.

use super::view::{ProblemView, Row, class, letter};
use super::{Message, PLAIN, Phrase, Shown};
use crate::text::phrase;
use crate::text::sanitize::{self, Glyph, Manner};
use maud::{Markup, PreEscaped, Render, html};
use model::record::{self, Build, Report, Solution, Test};
use model::{Difference, Evidence, Excerpt, LineChange, LinePair, Speaker, Status, Utterance, Verdict};

/// Blocks of promised failures, for each solution and verdict.
const PROMISED: usize = 2;
/// Bytes of an excerpt of a failure that was promised.
const PROMISED_BYTES: usize = 700;

/// The block of a test; `None` where there is nothing to show.
pub fn anchor(problem: &ProblemView<'_>, row: &Row<'_>, at: usize) -> Option<String> {
    let test = &row.solution.tests[at];
    let verdict = test.verdict.filter(|v| *v != Verdict::Accepted)?;
    let own = format!("f{}-{}-{at}", problem.index, row.index);
    if test.is_surprise() {
        return Some(own);
    }
    let before = row.solution.tests[..at].iter().filter(|t| !t.is_surprise() && t.verdict == Some(verdict));
    // The others of its kind lead to the note that counts them.
    if before.take(PROMISED).count() < PROMISED { Some(own) } else { Some(format!("m{}-{}", problem.index, row.index)) }
}

pub fn build_anchor(problem: &ProblemView<'_>, row: &Row<'_>) -> String {
    format!("b{}-{}", problem.index, row.index)
}

pub fn blocks(problem: &ProblemView<'_>, report: &Report) -> Markup {
    let command = &report.run.command;
    let promised: Vec<&Row<'_>> = problem.rows.iter().filter(|row| !is_unmet(row.solution) && fails(row)).collect();
    html! {
        @for row in &problem.rows { (surprises(problem, row, command)) }
        @if !promised.is_empty() {
            details.promised {
                summary { "Failures that were promised" }
                @for row in promised { (promised_of(problem, row, command)) }
            }
        }
    }
}

fn is_unmet(solution: &Solution) -> bool {
    solution.status == Status::Unmet
}

fn fails(row: &Row<'_>) -> bool {
    let built = matches!(row.solution.build, Build::Ready { .. } | Build::Rejected { .. });
    built && row.solution.tests.iter().any(|t| t.verdict.is_some_and(|v| v != Verdict::Accepted))
}

fn surprises(problem: &ProblemView<'_>, row: &Row<'_>, command: &str) -> Markup {
    match &row.solution.build {
        Build::Rejected { messages } if is_unmet(row.solution) => {
            return compile_error(problem, row, command, messages, true);
        }
        Build::Ready { .. } => {}
        Build::Rejected { .. } | Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => {
            return Markup::default();
        }
    }
    let surprises: Vec<_> = row.solution.tests.iter().enumerate().filter(|(_, test)| test.is_surprise()).collect();
    html! {
        @for (i, (at, test)) in surprises.iter().enumerate() { (block(problem, row, *at, test, usize::MAX, i == 0)) }
        @if is_unmet(row.solution) {
            @if surprises.is_empty() { (missing(row, command)) } @else { (promised_of(problem, row, command)) }
        }
    }
}

/// The first of each kind, and how many more there are.
fn promised_of(problem: &ProblemView<'_>, row: &Row<'_>, command: &str) -> Markup {
    if let Build::Rejected { messages } = &row.solution.build {
        return compile_error(problem, row, command, messages, false);
    }
    let mut shown = Vec::new();
    let mut more = Vec::new();
    for verdict in Verdict::ALL.into_iter().filter(|v| *v != Verdict::Accepted) {
        let tests = row.solution.tests.iter().enumerate().filter(|(_, t)| !t.is_surprise());
        let mut of: Vec<(usize, &Test)> = tests.filter(|(_, t)| t.verdict == Some(verdict)).collect();
        let rest = of.split_off(of.len().min(PROMISED));
        shown.extend(of);
        if !rest.is_empty() {
            let names: Vec<&str> = rest.iter().map(|(_, test)| &*test.test.0).collect();
            more.push(format!("{} more {}: {}", names.len(), verdict.short(), phrase::names(&names, 20)));
        }
    }
    html! {
        @for (at, test) in shown { (block(problem, row, at, test, PROMISED_BYTES, false)) }
        @if !more.is_empty() {
            p.more id={ "m" (problem.index) "-" (row.index) } {
                (Shown(&row.solution.name)) ": … " (Shown(&more.join("; ")))
            }
        }
    }
}

fn compile_error(problem: &ProblemView<'_>, row: &Row<'_>, command: &str, messages: &str, open: bool) -> Markup {
    html! {
        details.block open[open] {
            summary {
                i class="c e" { "C" } " " b { (Shown(&row.solution.name)) } " does not compile"
                @if !open { ", as promised" }
            }
            div id=(build_anchor(problem, row)) {
                pre { (Message(messages)) }
                (again(&record::again(command, &row.solution.name, None)))
            }
        }
    }
}

/// A promised failure that did not come.
fn missing(row: &Row<'_>, command: &str) -> Markup {
    let solution = row.solution;
    let verdicts = || solution.tests.iter().filter_map(|test| test.verdict);
    let tests = phrase::count(solution.tests.len(), "test");
    html! {
        details.block open {
            summary {
                i class="c a5 u" { "·" } " " b { (Shown(&solution.name)) } ": "
                @if let Some(wrong) = phrase::wrong_score(solution) {
                    (wrong) " (" (phrase::tally(verdicts())) ")"
                } @else {
                    "expected " b { (Shown(&solution.expected.to_string())) } ", but "
                    @if verdicts().all(|v| v == Verdict::Accepted) { "all " (tests) " were accepted" }
                    @else { "the " (tests) " got " (phrase::tally(verdicts())) ": a verdict that must occur did not" }
                }
            }
            div {
                @for note in &solution.notes { p { span.label { "its note" } " " (Shown(note)) } }
                (again(&record::again(command, &solution.name, None)))
            }
        }
    }
}

fn block(problem: &ProblemView<'_>, row: &Row<'_>, at: usize, test: &Test, most: usize, open: bool) -> Markup {
    let Some(verdict) = test.verdict else { return Markup::default() };
    let evidence = test.evidence.as_deref();
    let mut facts = vec![verdict.name().to_owned()];
    facts.extend(evidence.filter(|e| !e.checker.is_empty()).map(|e| {
        let took = test.checker_cpu.map_or_else(String::new, |cpu| format!(" ({})", phrase::time(cpu)));
        format!("checker {}{took}", e.checker)
    }));
    facts.extend(test.cpu.map(phrase::time));
    facts.extend(test.memory.map(|memory| memory.to_string()));
    facts.extend(test.retimed.then(|| "measured alone".to_owned()));
    html! {
        details.block open[open] {
            summary {
                i class={ "c " (class(verdict)) (if test.is_surprise() { " u" } else { "" }) } { (letter(verdict)) }
                " " b { (Shown(&row.solution.name)) } " on " b { (Shown(&test.test.0)) } " "
                span { (Shown(&facts.join(" · "))) }
            }
            div id={ "f" (problem.index) "-" (row.index) "-" (at) } {
                @if let Some(message) = evidence.and_then(|e| e.message.as_ref()) {
                    p.label { "checker says" }
                    pre { (Message(message)) }
                }
                @match (evidence.and_then(|e| e.difference.as_ref()), &test.note) {
                    (Some(difference), _) => { (place(difference)) },
                    (None, Some(note)) => { p { (Phrase(note)) } },
                    (None, None) => {},
                }
                @if let Some(evidence) = evidence { (pieces(verdict, evidence, most)) }
                @if let Some(command) = &test.again { (again(command)) }
            }
        }
    }
}

fn place(difference: &Difference) -> Markup {
    html! {
        p {
            "line " (phrase::number(difference.line))
            @if let Some(token) = difference.token { ", token " (phrase::number(token)) }
            ": expected "
            @match &difference.expected { Some(value) => { ins { (cut(value)) } (rest(value)) }, None => { "nothing more" } }
            ", got "
            @match &difference.got { Some(value) => { del { (cut(value)) } (rest(value)) }, None => { "nothing more" } }
        }
        @if let Some(hint) = &difference.hint { p { span.label { "hint" } " " (Shown(hint)) } }
    }
}

/// Columns of a value that differs.
const VALUE: usize = 80;

fn cut(value: &[u8]) -> String {
    if value.is_empty() {
        return "an empty line".to_owned();
    }
    sanitize::cut(value, Manner::line(true), VALUE).text
}

/// How long a value is that was cut.
fn rest(value: &[u8]) -> Markup {
    let shown = sanitize::cut(value, Manner::line(true), VALUE).shown;
    html! { @if shown < value.len() { "… (" (phrase::number(value.len() as u64)) " bytes)" } }
}

fn pieces(verdict: Verdict, evidence: &Evidence, most: usize) -> Markup {
    let silent = !evidence.transcript.is_empty() && evidence.answer.bytes == 0 && evidence.output.bytes == 0;
    let compared = matches!(verdict, Verdict::WrongAnswer | Verdict::PresentationError) && !silent;
    let difference = evidence.difference.as_ref().filter(|d| d.window.len() > 2 || (compared && d.window.len() > 1));
    html! {
        div.pieces {
            (piece("input", &evidence.input, most))
            @if compared { (piece("expected", &evidence.answer, most)) }
            @if compared || evidence.output.bytes > 0 { (piece("got", &evidence.output, most)) }
            (dialogue(&evidence.transcript, evidence.transcript_cut))
            @if evidence.stderr.bytes > 0 { (piece("stderr", &evidence.stderr, most)) }
        }
        @if let Some(difference) = difference { (window(difference)) }
    }
}

/// Who said what; the end of a long dialogue, for there it went wrong.
fn dialogue(transcript: &[Utterance], cut: bool) -> Markup {
    const MOST: usize = 200;
    let left = transcript.len().saturating_sub(MOST);
    html! {
        @if !transcript.is_empty() {
            div.piece {
                p.label { "dialogue" }
                pre.dialogue {
                    @if left > 0 { s { "… " (phrase::number(left as u64)) " before" } "\n" }
                    @for utterance in &transcript[left..] { (spoken(utterance)) }
                    @if cut { s { "… what followed was not kept" } }
                }
            }
        }
    }
}

fn spoken(utterance: &Utterance) -> Markup {
    let (class, speaker) = match utterance.by {
        Speaker::Judge => ("judge", "judge   > "),
        Speaker::Program => ("program", "program < "),
    };
    let bytes = &utterance.bytes;
    html! {
        span class=(class) {
            s { (speaker) }
            @for glyph in sanitize::glyphs(bytes, Manner::line(true)) { (Marked(bytes, &glyph)) }
        }
        @if !bytes.ends_with(b"\n") { "\n" }
    }
}

fn piece(label: &str, excerpt: &Excerpt, most: usize) -> Markup {
    let (text, end) = content(&excerpt.head, most);
    let lines = excerpt.lines.map(|n| format!("{}, ", phrase::count(n as usize, "line"))).unwrap_or_default();
    let all = format!("{lines}{} bytes", phrase::number(excerpt.bytes));
    let is_cut = end < excerpt.bytes;
    html! {
        div.piece {
            p.label { (label) " " span { @if is_cut { "first " (phrase::number(end)) " of " } (all) } }
            pre { (text) @if is_cut { "…" } }
        }
    }
}

/// At most so many bytes, with newlines and spaces at the end of a line marked, and how many are
/// shown.
fn content(bytes: &[u8], most: usize) -> (Markup, u64) {
    let mut page = String::new();
    let plain = std::str::from_utf8(bytes.get(..most).unwrap_or(bytes)).ok();
    // Most of what is shown is numbers, and there is much of it.
    if let Some(plain) = plain.filter(|text| text.bytes().all(|b| b == b'\n' || PLAIN[b as usize])) {
        for line in plain.split_inclusive('\n') {
            let (line, newline) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "<s>⏎</s>\n"));
            let words = line.trim_end_matches(' ');
            page.push_str(words);
            page.push_str(&"<s>␣</s>".repeat(line.len() - words.len()));
            page.push_str(newline);
        }
        return (PreEscaped(page), plain.len() as u64);
    }
    let glyphs = sanitize::glyphs(bytes, Manner::line(true));
    let shown: Vec<Glyph> = glyphs.take_while(|glyph| glyph.source.end <= most).collect();
    for (i, glyph) in shown.iter().enumerate() {
        // A space at the end of a line is one that matters.
        let after = || shown[i..].iter().find(|g| bytes[g.source.start] != b' ');
        let trailing = bytes[glyph.source.start] == b' ' && after().is_none_or(|g| bytes[g.source.start] == b'\n');
        if trailing { page.push_str("<s>␣</s>") } else { Marked(bytes, glyph).render_to(&mut page) }
    }
    (PreEscaped(page), shown.last().map_or(0, |glyph| glyph.source.end) as u64)
}

/// One glyph; what stands for something else is marked, so that it cannot be taken for the text
/// itself.
struct Marked<'a>(&'a [u8], &'a Glyph);

impl Render for Marked<'_> {
    fn render_to(&self, page: &mut String) {
        let Marked(bytes, glyph) = self;
        if bytes[glyph.source.start] == b'\n' {
            page.push_str("<s>⏎</s>\n");
        } else if glyph.text.as_bytes() == &bytes[glyph.source.clone()] {
            glyph.text.render_to(page);
        } else {
            html! { s { (glyph.text) } }.render_to(page);
        }
    }
}

fn window(difference: &Difference) -> Markup {
    html! {
        table.diff {
            @for line in &difference.window {
                @let (class, sign) = match line.change {
                    LineChange::Same => ("same", ""),
                    LineChange::Missing => ("missing", "−"),
                    LineChange::Extra => ("extra", "+"),
                };
                tr class=(class) {
                    td { (line.number) }
                    td { (sign) }
                    td {
                        @if line.start > 0 { s { "(" (phrase::number(line.start)) " bytes) …" } }
                        (words(line))
                        (behind(line))
                    }
                }
            }
            @if difference.more {
                tr.same { td { "…" } td {} td { s { "the lines after these were not compared for this view" } } }
            }
        }
    }
}

/// A line with the words that differ marked.
fn words(line: &LinePair) -> Markup {
    let bytes = &line.text;
    let within = |at: usize| line.emphasis.iter().any(|span| (span.start..span.end).contains(&at));
    let blank = bytes.len() - bytes.iter().rev().take_while(|b| **b == b' ').count();
    let glyphs: Vec<Glyph> = sanitize::glyphs(bytes, Manner::line(true)).collect();
    let part = |glyphs: &[Glyph], marked: bool| {
        html! {
            @for glyph in glyphs {
                @let at = glyph.source.start;
                @if bytes[at] == b' ' && (marked || at >= blank) { s { "␣" } } @else { (Marked(bytes, glyph)) }
            }
        }
    };
    html! {
        @for run in glyphs.chunk_by(|a, b| within(a.source.start) == within(b.source.start)) {
            @let marked = within(run[0].source.start);
            @match (marked, line.change) {
                (false, _) => { (part(run, false)) },
                (true, LineChange::Same) => { b { (part(run, true)) } },
                (true, LineChange::Missing) => { ins { (part(run, true)) } },
                (true, LineChange::Extra) => { del { (part(run, true)) } },
            }
        }
    }
}

fn behind(line: &LinePair) -> Markup {
    let more = line.cut.saturating_sub(line.start);
    html! {
        @if more > 0 { s { "… " (phrase::number(more)) " more bytes" } }
        @else if !line.newline && line.change != LineChange::Same { s { " no newline at the end" } }
    }
}

fn again(command: &str) -> Markup {
    html! { p.again { span.label { "again" } " " code { (Shown(command)) } } }
}
