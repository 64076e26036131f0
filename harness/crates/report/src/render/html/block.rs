//! One block for each failure that is shown: input, answer, output, the lines that differ, what was said, the command that runs it again.
//!
//! Everything that was not expected has a block, open. Of the failures that were promised, the first few of each kind have one, closed.

use crate::render::html::view::{ProblemView, Row, class, letter};
use crate::render::html::{PLAIN, Page};
use crate::text::phrase;
use crate::text::sanitize::{self, Glyph, Manner};
use model::record::{self, Build, Report, Solution, Test};
use model::{Difference, Evidence, Excerpt, LineChange, Speaker, Utterance, Verdict};

/// Blocks of promised failures, for each solution and verdict.
const PROMISED: usize = 2;
/// Bytes of an excerpt of a failure that was promised.
const PROMISED_BYTES: usize = 700;

/// The block of a test; `None` where there is nothing to show.
pub fn anchor(problem: &ProblemView<'_>, row: &Row<'_>, at: usize) -> Option<String> {
    let test = &row.solution.tests[at];
    let verdict = test.verdict.filter(|v| *v != Verdict::Accepted)?;
    let own = format!("f{}-{}-{at}", problem.index, row.index);
    if is_surprise(test) {
        return Some(own);
    }
    let before = row.solution.tests[..at].iter().filter(|t| !is_surprise(t) && t.verdict == Some(verdict));
    // The others of its kind lead to the note that counts them.
    if before.take(PROMISED).count() < PROMISED { Some(own) } else { Some(format!("m{}-{}", problem.index, row.index)) }
}

pub fn build_anchor(problem: &ProblemView<'_>, row: &Row<'_>) -> String {
    format!("b{}-{}", problem.index, row.index)
}

pub fn draw(page: &mut Page, problem: &ProblemView<'_>, report: &Report) {
    for row in &problem.rows {
        surprises(page, problem, row, report);
    }
    let promised: Vec<&Row<'_>> = problem.rows.iter().filter(|row| !is_unmet(row.solution) && fails(row)).collect();
    if promised.is_empty() {
        return;
    }
    page.raw("<details class=promised><summary>Failures that were promised</summary>\n");
    for row in promised {
        promised_of(page, problem, row, report);
    }
    page.raw("</details>\n");
}

fn is_surprise(test: &Test) -> bool {
    test.permitted == Some(false)
}

fn is_unmet(solution: &Solution) -> bool {
    solution.status == model::Status::Unmet
}

fn fails(row: &Row<'_>) -> bool {
    let built = matches!(row.solution.build, Build::Ready { .. } | Build::Rejected { .. });
    built && row.solution.tests.iter().any(|t| t.verdict.is_some_and(|v| v != Verdict::Accepted))
}

fn surprises(page: &mut Page, problem: &ProblemView<'_>, row: &Row<'_>, report: &Report) {
    match &row.solution.build {
        Build::Rejected { messages } if is_unmet(row.solution) => {
            return compile_error(page, problem, row, report, messages, " open");
        }
        Build::Ready { .. } => {}
        Build::Rejected { .. } | Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => return,
    }
    let mut first = true;
    for (at, test) in row.solution.tests.iter().enumerate().filter(|(_, test)| is_surprise(test)) {
        let open = if std::mem::take(&mut first) { " open" } else { "" };
        block(page, problem, row, at, test, usize::MAX, open);
    }
    if is_unmet(row.solution) && first {
        missing(page, row, report);
    }
    if is_unmet(row.solution) && !first {
        promised_of(page, problem, row, report);
    }
}

/// The first of each kind, and how many more there are.
fn promised_of(page: &mut Page, problem: &ProblemView<'_>, row: &Row<'_>, report: &Report) {
    if let Build::Rejected { messages } = &row.solution.build {
        return compile_error(page, problem, row, report, messages, "");
    }
    let mut more = Vec::new();
    for verdict in Verdict::ALL.into_iter().filter(|v| *v != Verdict::Accepted) {
        let tests = row.solution.tests.iter().enumerate().filter(|(_, t)| !is_surprise(t));
        let of: Vec<(usize, &Test)> = tests.filter(|(_, t)| t.verdict == Some(verdict)).collect();
        for (at, test) in of.iter().take(PROMISED) {
            block(page, problem, row, *at, test, PROMISED_BYTES, "");
        }
        if of.len() > PROMISED {
            let names: Vec<&str> = of[PROMISED..].iter().map(|(_, test)| &*test.test.0).collect();
            more.push(format!("{} more {}: {}", names.len(), verdict.short(), phrase::names(&names, 20)));
        }
    }
    if !more.is_empty() {
        page.put(format_args!("<p class=more id=m{}-{}>", problem.index, row.index));
        page.text(&row.solution.name).raw(": … ").text(&more.join("; ")).raw("</p>\n");
    }
}

fn compile_error(
    page: &mut Page,
    problem: &ProblemView<'_>,
    row: &Row<'_>,
    report: &Report,
    messages: &str,
    open: &str,
) {
    let promised = if open.is_empty() { ", as promised" } else { "" };
    page.put(format_args!("<details class=block{open}><summary><i class=\"c e\">C</i> <b>")).text(&row.solution.name);
    page.raw("</b> does not compile").raw(promised);
    page.put(format_args!("</summary>\n<div id={}>\n<pre>", build_anchor(problem, row)))
        .message(messages)
        .raw("</pre>\n");
    again(page, &record::again(&report.run.command, &row.solution.name, None));
    page.raw("</div></details>\n");
}

/// A promised failure that did not come.
fn missing(page: &mut Page, row: &Row<'_>, report: &Report) {
    page.raw("<details class=block open><summary><i class=\"c a5 u\">·</i> <b>").text(&row.solution.name);
    let verdicts = || row.solution.tests.iter().filter_map(|test| test.verdict);
    let tests = phrase::count(row.solution.tests.len(), "test");
    if let Some(wrong) = phrase::wrong_score(row.solution) {
        page.raw("</b>: ").text(&format!("{wrong} ({})", phrase::tally(verdicts())));
    } else {
        page.raw("</b>: expected <b>").text(&row.solution.expected.to_string()).raw("</b>, but ");
        page.text(&if verdicts().all(|v| v == Verdict::Accepted) {
            format!("all {tests} were accepted")
        } else {
            format!("the {tests} got {}: a verdict that must occur did not", phrase::tally(verdicts()))
        });
    }
    page.raw("</summary>\n<div>");
    for note in &row.solution.notes {
        page.raw("<p><span class=label>its note</span> ").text(note).raw("</p>\n");
    }
    again(page, &record::again(&report.run.command, &row.solution.name, None));
    page.raw("</div></details>\n");
}

fn block(page: &mut Page, problem: &ProblemView<'_>, row: &Row<'_>, at: usize, test: &Test, most: usize, open: &str) {
    let Some(verdict) = test.verdict else { return };
    let surprise = if is_surprise(test) { " u" } else { "" };
    page.put(format_args!("<details class=block{open}><summary><i class=\"c {}{surprise}\">", class(verdict)));
    page.raw(letter(verdict))
        .raw("</i> <b>")
        .text(&row.solution.name)
        .raw("</b> on <b>")
        .text(&test.test.0)
        .raw("</b> <span>");
    let mut facts = vec![verdict.name().to_owned()];
    facts.extend(test.evidence.as_ref().filter(|e| !e.checker.is_empty()).map(|e| {
        let took = test.checker_cpu.map_or_else(String::new, |cpu| format!(" ({})", phrase::time(cpu)));
        format!("checker {}{took}", e.checker)
    }));
    facts.extend(test.cpu.map(phrase::time));
    facts.extend(test.memory.map(|memory| memory.to_string()));
    facts.extend(test.retimed.then(|| "measured alone".to_owned()));
    page.text(&facts.join(" · "));
    page.put(format_args!("</span></summary>\n<div id=f{}-{}-{at}>\n", problem.index, row.index));
    let evidence = test.evidence.as_deref();
    if let Some(message) = evidence.and_then(|e| e.message.as_ref()) {
        page.raw("<p class=label>checker says</p>\n<pre>").message(message).raw("</pre>\n");
    }
    match evidence.and_then(|e| e.difference.as_ref()) {
        Some(difference) => place(page, difference),
        None => {
            if let Some(note) = &test.note {
                page.raw("<p>").phrase(note).raw("</p>\n");
            }
        }
    }
    if let Some(evidence) = evidence {
        pieces(page, verdict, evidence, most);
    }
    if let Some(command) = &test.again {
        again(page, command);
    }
    page.raw("</div></details>\n");
}

fn place(page: &mut Page, difference: &Difference) {
    page.put(format_args!("<p>line {}", phrase::number(difference.line)));
    if let Some(token) = difference.token {
        page.put(format_args!(", token {}", phrase::number(token)));
    }
    page.raw(": expected ");
    value(page, "ins", difference.expected.as_deref());
    page.raw(", got ");
    value(page, "del", difference.got.as_deref());
    page.raw("</p>\n");
    if let Some(hint) = &difference.hint {
        page.raw("<p><span class=label>hint</span> ").text(hint).raw("</p>\n");
    }
}

fn value(page: &mut Page, tag: &str, value: Option<&[u8]>) {
    const MOST: usize = 80;
    let Some(bytes) = value else {
        page.raw("nothing more");
        return;
    };
    let cut = sanitize::cut(bytes, Manner::line(true), MOST);
    page.put(format_args!("<{tag}>")).escaped(if bytes.is_empty() { "an empty line" } else { &cut.text });
    page.put(format_args!("</{tag}>"));
    if cut.shown < bytes.len() {
        page.put(format_args!("… ({} bytes)", phrase::number(bytes.len() as u64)));
    }
}

fn pieces(page: &mut Page, verdict: Verdict, evidence: &Evidence, most: usize) {
    let silent = !evidence.transcript.is_empty() && evidence.answer.bytes == 0 && evidence.output.bytes == 0;
    let compared = matches!(verdict, Verdict::WrongAnswer | Verdict::PresentationError) && !silent;
    page.raw("<div class=pieces>\n");
    excerpt(page, "input", &evidence.input, most);
    if compared {
        excerpt(page, "expected", &evidence.answer, most);
    }
    if compared || evidence.output.bytes > 0 {
        excerpt(page, "got", &evidence.output, most);
    }
    dialogue(page, &evidence.transcript, evidence.transcript_cut);
    if evidence.stderr.bytes > 0 {
        excerpt(page, "stderr", &evidence.stderr, most);
    }
    page.raw("</div>\n");
    let difference = evidence.difference.as_ref().filter(|d| d.window.len() > 2 || (compared && d.window.len() > 1));
    if let Some(difference) = difference {
        window(page, difference);
    }
}

/// Who said what; the end of a long dialogue, for there it went wrong.
fn dialogue(page: &mut Page, transcript: &[Utterance], cut: bool) {
    const MOST: usize = 200;
    if transcript.is_empty() {
        return;
    }
    page.raw("<div class=piece><p class=label>dialogue</p><pre class=dialogue>");
    let left = transcript.len().saturating_sub(MOST);
    if left > 0 {
        page.put(format_args!("<s>… {} before</s>\n", phrase::number(left as u64)));
    }
    for utterance in &transcript[left..] {
        let (class, speaker) = match utterance.by {
            Speaker::Judge => ("judge", "judge   &gt; "),
            Speaker::Program => ("program", "program &lt; "),
        };
        page.put(format_args!("<span class={class}><s>{speaker}</s>"));
        let bytes = &utterance.bytes;
        for glyph in sanitize::glyphs(bytes, Manner::line(true)) {
            one(page, bytes, &glyph);
        }
        page.raw(if bytes.ends_with(b"\n") { "</span>" } else { "</span>\n" });
    }
    page.raw(if cut { "<s>… what followed was not kept</s></pre></div>\n" } else { "</pre></div>\n" });
}

fn excerpt(page: &mut Page, label: &str, excerpt: &Excerpt, most: usize) {
    let bytes = &excerpt.head;
    let plain = bytes.get(..most).unwrap_or(&bytes);
    let plain = std::str::from_utf8(plain).ok().filter(|text| text.bytes().all(|b| b == b'\n' || PLAIN[b as usize]));
    let shown: Vec<Glyph> = match plain {
        Some(_) => Vec::new(),
        None => sanitize::glyphs(&bytes, Manner::line(true)).take_while(|glyph| glyph.source.end <= most).collect(),
    };
    let end = plain.map_or_else(|| shown.last().map_or(0, |glyph| glyph.source.end), str::len) as u64;
    page.raw("<div class=piece><p class=label>").raw(label).raw(" <span>");
    let lines = excerpt.lines.map(|n| format!("{}, ", phrase::count(n as usize, "line"))).unwrap_or_default();
    let all = format!("{lines}{} bytes", phrase::number(excerpt.bytes));
    if end < excerpt.bytes {
        page.text(&format!("first {} of {all}", phrase::number(end)));
    } else {
        page.text(&all);
    }
    page.raw("</span></p><pre>");
    // Most of what is shown is numbers, and there is much of it.
    for line in plain.into_iter().flat_map(|text| text.split_inclusive('\n')) {
        let (line, newline) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "<s>⏎</s>\n"));
        let words = line.trim_end_matches(' ');
        page.raw(words);
        (words.len()..line.len()).for_each(|_| {
            page.raw("<s>␣</s>");
        });
        page.raw(newline);
    }
    for (i, glyph) in shown.iter().enumerate() {
        // A space at the end of a line is one that matters.
        let trailing = bytes[glyph.source.start] == b' '
            && shown[i..].iter().find(|g| bytes[g.source.start] != b' ').is_none_or(|g| bytes[g.source.start] == b'\n');
        if trailing {
            page.raw("<s>␣</s>")
        } else {
            one(page, &bytes, glyph)
        };
    }
    page.raw(if end < excerpt.bytes { "…</pre></div>\n" } else { "</pre></div>\n" });
}

/// One glyph; what stands for something else is marked, so that it cannot be taken for the text itself.
fn one<'p>(page: &'p mut Page, bytes: &[u8], glyph: &Glyph) -> &'p mut Page {
    if bytes[glyph.source.start] == b'\n' {
        return page.raw("<s>⏎</s>\n");
    }
    if glyph.text.as_bytes() == &bytes[glyph.source.clone()] {
        return page.escaped(&glyph.text);
    }
    page.raw("<s>").escaped(&glyph.text).raw("</s>")
}

fn window(page: &mut Page, difference: &Difference) {
    page.raw("<table class=diff>\n");
    for line in &difference.window {
        let (class, sign, tag) = match line.change {
            LineChange::Same => ("same", "", "b"),
            LineChange::Missing => ("missing", "−", "ins"),
            LineChange::Extra => ("extra", "+", "del"),
        };
        page.put(format_args!("<tr class={class}><td>{}<td>{sign}<td>", line.number));
        if line.start > 0 {
            page.put(format_args!("<s>({} bytes) …</s>", phrase::number(line.start)));
        }
        let bytes = &line.text;
        let within = |at: usize| line.emphasis.iter().any(|span| (span.start..span.end).contains(&at));
        let mut marked = false;
        let blank = bytes.iter().rev().take_while(|b| **b == b' ').count();
        for glyph in sanitize::glyphs(&bytes, Manner::line(true)) {
            let at = glyph.source.start;
            if within(at) != marked {
                marked = !marked;
                page.put(format_args!("<{}{tag}>", if marked { "" } else { "/" }));
            }
            let space = bytes[at] == b' ' && (marked || at >= bytes.len() - blank);
            if space {
                page.raw("<s>␣</s>")
            } else {
                one(page, &bytes, &glyph)
            };
        }
        if marked {
            page.put(format_args!("</{tag}>"));
        }
        let behind = line.cut.saturating_sub(line.start);
        if behind > 0 {
            page.put(format_args!("<s>… {} more bytes</s>", phrase::number(behind)));
        } else if !line.newline && line.change != LineChange::Same {
            page.raw("<s> no newline at the end</s>");
        }
        page.raw("\n");
    }
    if difference.more {
        page.raw("<tr class=same><td>…<td><td><s>the lines after these were not compared for this view</s>\n");
    }
    page.raw("</table>\n");
}

fn again(page: &mut Page, command: &str) {
    page.raw("<p class=again><span class=label>again</span> <code>").text(command).raw("</code></p>\n");
}
