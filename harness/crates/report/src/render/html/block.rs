//! One block for each failure that is shown: why it failed, input and output side by side, the
//! command that runs it again.
//!
//! Every unexpected failure has an open block. Of the promised failures, the first few of each kind
//! have a closed one.

use super::view::{ProblemView, SolutionRow, class};
use super::{PLAIN, Phrase, SanitizedName};
use crate::failure::{Dialogue, Diff, Failure, Failures, Part, Piece, Words, WordsRow, numbers};
use crate::text::phrase;
use crate::text::sanitize::{self, Glyph, Manner};
use crate::text::{Role, Text};
use maud::{Markup, PreEscaped, Render, html};
use model::record::{Build, SolutionRecord, TestRecord};
use model::{Excerpt, LineChange, LinePair, Speaker, Status, Utterance, Verdict};

/// Blocks of unexpected failures for each solution. The others are folded behind one line.
const SURPRISES: usize = 5;
/// Blocks of promised failures for each solution and verdict.
const PROMISED: usize = 2;
/// Bytes of an excerpt in the block of a promised failure.
const PROMISED_BYTES: usize = 700;
/// The last turns of a dialogue, where it went wrong.
const TURNS: usize = 200;

/// The anchor of the block that a test's cell links to. `None` where there is nothing to show.
pub(super) fn anchor(row: &SolutionRow<'_>, at: usize) -> Option<String> {
    let test = &row.solution.tests[at];
    let own = row.id_of_test('f', at);
    if test.is_surprise() {
        return Some(own);
    }
    let verdict = test.verdict.filter(|v| *v != Verdict::Accepted)?;
    let before = row.solution.tests[..at].iter().filter(|t| !t.is_surprise() && t.verdict == Some(verdict));
    let has_block = before.take(PROMISED).count() < PROMISED;
    // The others of the same kind link to the note that counts them.
    Some(if has_block { own } else { row.id('m') })
}

/// How many solutions are named at the top of the page.
const NAMED: usize = 60;

/// What failed, at a glance: one line a solution, which links to its first block.
pub(super) fn glance(problems: &[ProblemView<'_>]) -> Markup {
    let unmet = || problems.iter().flat_map(|problem| &problem.rows).filter(|row| is_unmet(row.solution));
    let all = unmet().count();
    html! {
        @if all > 0 {
            section.glance {
                h2 { "Not as expected" }
                ol { @for row in unmet().take(NAMED) { (failed(row)) } }
                @if all > NAMED { p.more { "… " (phrase::count(all - NAMED, "more solution")) " below" } }
            }
        }
    }
}

fn failed(row: &SolutionRow<'_>) -> Markup {
    let tests = &row.solution.tests;
    let first = tests.iter().position(TestRecord::is_surprise).filter(|_| row.solution.build.is_ready());
    let target = match (&row.solution.build, first) {
        (Build::Rejected { .. }, _) => row.id('b'),
        (_, Some(at)) => row.id_of_test('f', at),
        (_, None) => row.id('s'),
    };
    html! {
        li {
            a href={ "#" (target) } { (SanitizedName(&row.solution.name)) } " "
            span {
                (SanitizedName(&row.headline()))
                @if let Some(at) = first { ", first on " (SanitizedName(&tests[at].test.0)) }
            }
            @if let Some(note) = first.and_then(|at| tests[at].note.as_ref()) { " " em { (Phrase(note)) } }
        }
    }
}

/// The blocks of unexpected failures.
pub(super) fn blocks(problem: &ProblemView<'_>, failures: Failures<'_>) -> Markup {
    html! { @for row in &problem.rows { (surprises(row, failures)) } }
}

pub(super) fn promised(problem: &ProblemView<'_>, failures: Failures<'_>) -> Markup {
    let promised: Vec<&SolutionRow<'_>> =
        problem.rows.iter().filter(|row| !is_unmet(row.solution) && fails(row)).collect();
    html! {
        @if !promised.is_empty() {
            details.promised {
                summary { "Failures that were promised" }
                @for row in promised { (promised_of(row, failures)) }
            }
        }
    }
}

fn is_unmet(solution: &SolutionRecord) -> bool {
    solution.status == Status::Unmet
}

fn fails(row: &SolutionRow<'_>) -> bool {
    let built = matches!(row.solution.build, Build::Ready { .. } | Build::Rejected { .. });
    built && row.solution.tests.iter().any(|t| t.verdict.is_some_and(|v| v != Verdict::Accepted))
}

fn surprises(row: &SolutionRow<'_>, failures: Failures<'_>) -> Markup {
    match &row.solution.build {
        Build::Rejected { messages } if is_unmet(row.solution) => {
            return refused(row, failures, messages, true);
        }
        Build::Ready { .. } => {}
        Build::Rejected { .. } | Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => {
            return Markup::default();
        }
    }
    let surprises: Vec<_> = row.solution.tests.iter().enumerate().filter(|(_, test)| test.is_surprise()).collect();
    let (first, rest) = surprises.split_at(surprises.len().min(SURPRISES));
    html! {
        @for (i, (at, test)) in first.iter().enumerate() { (of_test(row, failures, *at, test, i == 0)) }
        @if !rest.is_empty() {
            details.rest data-row=(row.index) {
                summary {
                    (SanitizedName(&row.solution.name)) ": "
                    (phrase::count(rest.len(), "more failure"))
                    " " span { "(" (phrase::tally(rest.iter().filter_map(|(_, test)| test.verdict))) ")" }
                }
                @for (at, test) in rest { (of_test(row, failures, *at, test, false)) }
            }
        }
        @if is_unmet(row.solution) {
            @if surprises.is_empty() {
                (block(&failures.missing(row.solution), row, None, usize::MAX, true))
            } @else { (promised_of(row, failures)) }
        }
    }
}

/// The first failures of each kind, and how many more there are.
fn promised_of(row: &SolutionRow<'_>, failures: Failures<'_>) -> Markup {
    if let Build::Rejected { messages } = &row.solution.build {
        return refused(row, failures, messages, false);
    }
    let mut chosen = Vec::new();
    let mut more = Vec::new();
    for verdict in Verdict::ALL.into_iter().filter(|v| *v != Verdict::Accepted) {
        let tests = row.solution.tests.iter().enumerate().filter(|(_, t)| !t.is_surprise());
        let mut of: Vec<(usize, &TestRecord)> = tests.filter(|(_, t)| t.verdict == Some(verdict)).collect();
        let rest = of.split_off(of.len().min(PROMISED));
        chosen.extend(of);
        if !rest.is_empty() {
            let names: Vec<&str> = rest.iter().map(|(_, test)| &*test.test.0).collect();
            more.push(format!("{} more {}: {}", names.len(), verdict.short(), phrase::names(&names, 20)));
        }
    }
    html! {
        @for (at, test) in chosen { (of_test(row, failures, at, test, false)) }
        @if !more.is_empty() {
            p.more id=(row.id('m')) {
                (SanitizedName(&row.solution.name)) ": … " (SanitizedName(&more.join("; ")))
            }
        }
    }
}

fn refused(row: &SolutionRow<'_>, failures: Failures<'_>, messages: &str, open: bool) -> Markup {
    let failure = failures.compile_error(row.solution, messages);
    block(&failure, row, Some(&row.id('b')), usize::MAX, open)
}

fn of_test(row: &SolutionRow<'_>, failures: Failures<'_>, at: usize, test: &TestRecord, open: bool) -> Markup {
    let most = if test.is_surprise() { usize::MAX } else { PROMISED_BYTES };
    let anchor = row.id_of_test('f', at);
    html! {
        @if let Some(failure) = failures.of_test(row.solution, test) { (block(&failure, row, Some(&anchor), most, open)) }
    }
}

/// `most`: the most bytes shown of an input or an output.
fn block(failure: &Failure<'_>, row: &SolutionRow<'_>, anchor: Option<&str>, most: usize, open: bool) -> Markup {
    let (small, wide): (Vec<&Part<'_>>, Vec<&Part<'_>>) = failure.parts.iter().partition(|part| match part {
        Part::Data(_) | Part::Sides(..) => true,
        Part::Diff(_) | Part::Dialogue(_) => true,
        Part::Line(_) | Part::Words(_) => false,
    });
    html! {
        details.block open[open] data-row=(row.index) {
            summary {
                @let (class, letter) = sign(failure.verdict);
                i class={ "c " (class) (if failure.surprise { " u" } else { "" }) } { (letter) }
                " " (failure.title) " "
                span { (failure.verdict.name()) @for fact in &failure.facts { " · " (fact) } }
            }
            div id=[anchor] {
                @for part in wide { (part_of(part, most)) }
                @if !small.is_empty() { div.pieces { @for part in small { (part_of(part, most)) } } }
                @for (label, file) in &failure.files { p.again { span.label { (label) } " " code { (file) } } }
                @if let Some(command) = &failure.again { p.again { span.label { "again" } " " code { (command) } } }
                @if let Some(command) = &failure.debug { p.again { span.label { "debug" } " " code { (command) } } }
            }
        }
    }
}

/// An unexpected accepted verdict is drawn as a filled cell.
fn sign(verdict: Verdict) -> (&'static str, char) {
    if verdict == Verdict::Accepted { ("a5", '·') } else { (class(verdict), verdict.letter()) }
}

fn part_of(part: &Part<'_>, most: usize) -> Markup {
    match part {
        Part::Line(text) => html! { p { (text) } },
        Part::Words(words) => message(words),
        Part::Data(piece) => piece_of(piece, most),
        Part::Sides(answer, output) => html! { (piece_of(answer, most)) (piece_of(output, most)) },
        Part::Diff(diff) => table(diff),
        Part::Dialogue(dialogue) => talk(dialogue),
    }
}

/// Draws each piece of a line by its meaning. Its text is harmless, but not yet HTML.
impl Render for Text {
    fn render_to(&self, page: &mut String) {
        let markup = html! {
            @for (role, text) in self.pieces() {
                @match role {
                    Role::Strong | Role::Problem => { b { (text) } },
                    Role::Missing => { ins { (text) } },
                    Role::Extra => { del { (text) } },
                    Role::Dim | Role::Warn => { span.label { (text) } },
                    Role::Plain | Role::Good | Role::Bad => { (text) },
                }
            }
        };
        page.push_str(&markup.0);
    }
}

fn message(words: &Words<'_>) -> Markup {
    html! {
        @if !words.label.is_empty() { p.label { (words.label) } }
        pre { @for row in words.rows(true, true) {
            @match row {
                WordsRow::Line(line) => { (line) "\n" },
                WordsRow::Gap(gap) => { s { "… " (gap) } "\n" },
            }
        } }
    }
}

fn talk(dialogue: &Dialogue<'_>) -> Markup {
    let left = dialogue.turns.len().saturating_sub(TURNS);
    html! {
        div.piece {
            p.label { "dialogue" }
            pre.dialogue {
                @if left > 0 { s { "… " (phrase::number(left as u64)) " before" } "\n" }
                @for turn in &dialogue.turns[left..] { (spoken(turn)) }
                @if dialogue.is_cut { s { "… what followed was not kept" } }
            }
        }
    }
}

fn spoken(turn: &Utterance) -> Markup {
    let (class, speaker) = match turn.by {
        Speaker::Judge => ("judge", "judge   > "),
        Speaker::Program => ("program", "program < "),
    };
    let bytes = &turn.bytes;
    html! {
        span class=(class) {
            s { (speaker) }
            @for glyph in sanitize::glyphs(bytes, Manner::line(true)) { (MarkedGlyph(bytes, &glyph)) }
        }
        @if !bytes.ends_with(b"\n") { "\n" }
    }
}

fn piece_of(piece: &Piece<'_>, most: usize) -> Markup {
    const NOISE: usize = 200;
    let excerpt: &Excerpt = piece.excerpt;
    let (text, end) = content(&excerpt.head, if piece.is_noise { NOISE.min(most) } else { most });
    let is_cut = end < excerpt.bytes;
    html! {
        div.piece {
            p.label { (piece.label) " " span { @if is_cut { "first " (phrase::number(end)) " of " } (piece.size()) } }
            pre { (text) @if is_cut { "…" } }
        }
    }
}

/// Shows at most `most` bytes, with trailing spaces marked. Returns the number of bytes shown, too.
pub(crate) fn content(bytes: &[u8], most: usize) -> (Markup, u64) {
    let mut page = String::new();
    let plain = std::str::from_utf8(bytes.get(..most).unwrap_or(bytes)).ok();
    // A shortcut: most output is numbers, and there is a lot of it.
    if let Some(plain) = plain.filter(|text| text.bytes().all(|b| b == b'\n' || PLAIN[b as usize])) {
        for line in plain.split_inclusive('\n') {
            let (line, newline) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
            let words = line.trim_end_matches(' ');
            page.push_str(words);
            page.push_str(&"<s>␣</s>".repeat(line.len() - words.len()));
            page.push_str(newline);
        }
        return (PreEscaped(page), plain.len() as u64);
    }
    let glyphs = sanitize::glyphs(bytes, Manner::line(true));
    let visible: Vec<Glyph> = glyphs.take_while(|glyph| glyph.source.end <= most).collect();
    for (i, glyph) in visible.iter().enumerate() {
        // A space at the end of a line may be the difference.
        let after = || visible[i..].iter().find(|g| bytes[g.source.start] != b' ');
        let trailing = bytes[glyph.source.start] == b' ' && after().is_none_or(|g| bytes[g.source.start] == b'\n');
        if trailing { page.push_str("<s>␣</s>") } else { MarkedGlyph(bytes, glyph).render_to(&mut page) }
    }
    (PreEscaped(page), visible.last().map_or(0, |glyph| glyph.source.end) as u64)
}

/// A glyph. One that stands for something else is marked, so that it cannot be taken for the text
/// itself.
struct MarkedGlyph<'a>(&'a [u8], &'a Glyph);

impl Render for MarkedGlyph<'_> {
    fn render_to(&self, page: &mut String) {
        let MarkedGlyph(bytes, glyph) = self;
        if bytes[glyph.source.start] == b'\n' {
            page.push('\n');
        } else if glyph.text.as_bytes() == &bytes[glyph.source.clone()] {
            glyph.text.render_to(page);
        } else {
            html! { s { (glyph.text) } }.render_to(page);
        }
    }
}

/// Answer and output line by line, side by side.
fn table(diff: &Diff<'_>) -> Markup {
    html! {
        div.piece.wide {
            table.diff {
                colgroup { col.n; col; col.n; col; }
                thead { tr {
                    th colspan="2" { "expected " span { (crate::failure::size(diff.answer)) } }
                    th colspan="2" { "got " span { (crate::failure::size(diff.output)) } }
                } }
                tbody {
                    @for row in diff.rows() {
                        @if row.skipped > 0 {
                            tr.skipped { td colspan="4" { "… " (phrase::count(row.skipped as usize, "equal line")) } }
                        }
                        tr.differs[row.sign() != ' '] {
                            (side(row.answer, row.answer.and_then(|line| numbers(line).0)))
                            (side(row.output, row.output.and_then(|line| numbers(line).1)))
                        }
                    }
                    @if diff.equal_below() > 0 {
                        tr.skipped { td colspan="4" { "… " (phrase::count(diff.equal_below() as usize, "equal line")) } }
                    }
                    @if diff.more { tr.skipped { td colspan="4" { "… more lines follow" } } }
                }
            }
        }
    }
}

fn side(line: Option<&LinePair>, number: Option<u64>) -> Markup {
    html! {
        td.n { @if let Some(number) = number { (number) } }
        @match line {
            None => { td.none {} },
            Some(line) => {
                td.missing[line.change == LineChange::Missing].extra[line.change == LineChange::Extra] {
                    @if line.start > 0 { s { "(" (phrase::count(line.start as usize, "byte")) ") …" } }
                    (words_of(line))
                    (behind(line))
                }
            },
        }
    }
}

/// A line with the words that differ marked.
fn words_of(line: &LinePair) -> Markup {
    let bytes = &line.text;
    let within = |at: usize| line.emphasis.iter().any(|span| (span.start..span.end).contains(&at));
    let blank = bytes.len() - bytes.iter().rev().take_while(|b| **b == b' ').count();
    let glyphs: Vec<Glyph> = sanitize::glyphs(bytes, Manner::line(true)).collect();
    let part = |glyphs: &[Glyph], marked: bool| {
        html! {
            @for glyph in glyphs {
                @let at = glyph.source.start;
                @if bytes[at] == b' ' && (marked || at >= blank) { s { "␣" } } @else { (MarkedGlyph(bytes, glyph)) }
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
        @if more > 0 { s { "… " (phrase::count(more as usize, "more byte")) } }
        @else if !line.newline && line.change != LineChange::Same { s { " no newline at the end" } }
    }
}
