//! Lays out a failure on a terminal: heading, reason, blocks, the command that runs it again.
//!
//! What a block leaves out is counted.

use crate::failure::{self, Failure, Failures, Part, Piece, Words, WordsRow};
use crate::render::terminal::Options;
use crate::text::phrase::{self, Signs};
use crate::text::sanitize::{self, Glyph, Manner};
use crate::text::{Page, Role, Text};
use model::record::{Run, SolutionRecord};
use model::{Difference, Evidence, LineChange, LinePair, Span, Speaker, Utterance};
use std::io::{self, Write};

/// Columns if the width of the screen is unknown.
const WIDTH: usize = 120;
/// Lines of an input or an output.
const LINES: usize = 12;
const ROWS: usize = 24;
/// The last turns of a dialogue, where it went wrong.
const TURNS: usize = 12;
/// Width of the labels `input`, `expected`, `got`.
const LABEL: usize = 10;
/// Columns before the lines of a block.
const INDENT: usize = 4;

/// Writes the failures of a solution that did not do as its file says. Writes nothing for other
/// solutions.
pub(super) fn block<W: Write>(
    page: &mut Page<W>,
    options: &Options,
    run: &Run,
    solution: &SolutionRecord,
) -> io::Result<()> {
    let columns = page.look.width.map_or(60, |columns| columns / 3);
    let failures = Failures { run, unicode: options.look.unicode, columns, outputs: options.outputs.as_ref() };
    let (chosen, rest) = failures.chosen(solution, options.all_failures);
    for (at, failure) in chosen.iter().enumerate() {
        if at > 0 {
            page.blank()?;
        }
        let mut text = Text::new().with(Role::Bad, failure.verdict.short()).with(Role::Plain, " ");
        text.append(&failure.title);
        for fact in &failure.facts {
            text = text.with(Role::Plain, "  ").glued(Role::Plain, fact);
        }
        page.wrapped(&text, 4)?;
        body(page, options.all_failures, failure)?;
    }
    let ellipsis = Signs::of(options.look.unicode).ellipsis;
    let mut gap = |text: String| page.wrapped(&Text::new().with(Role::Dim, format!("  {ellipsis} {text}")), 4);
    if let Some(rest) = rest {
        gap(format!("{rest} (-a to show)"))?;
    }
    let left = solution.not_needed();
    match options.whole && left > 0 {
        true => gap(format!("{} not run (-a to run)", phrase::count(left, "more test"))),
        false => Ok(()),
    }
}

/// `all`: everything that is known.
pub(crate) fn body<W: Write>(page: &mut Page<W>, all: bool, failure: &Failure<'_>) -> io::Result<()> {
    let mut body = Body::on(page, all);
    failure.parts.iter().try_for_each(|part| body.part(part))?;
    // Never wrapped, because these are there to be copied.
    for (label, text) in &failure.pointers {
        body.page.line(&body.labelled(label, ": ").with(Role::Plain, text))?;
    }
    Ok(())
}

/// What is below a heading.
pub(super) struct Body<'p, W> {
    page: &'p mut Page<W>,
    unicode: bool,
    width: usize,
    /// Show everything that is known.
    all: bool,
}

impl<W: Write> Body<'_, W> {
    pub(super) fn on(page: &mut Page<W>, all: bool) -> Body<'_, W> {
        Body { unicode: page.look.unicode, width: page.look.width.unwrap_or(WIDTH), page, all }
    }

    fn part(&mut self, part: &Part<'_>) -> io::Result<()> {
        match part {
            Part::Line(line) => {
                let mut text = Text::new().with(Role::Plain, "  ");
                text.append(line);
                self.page.wrapped(&text, 4)
            }
            Part::Words(words) => self.words(words),
            Part::Data(piece) if piece.is_one_line() || piece.excerpt.bytes == 0 => self.field(piece),
            Part::Data(piece) => self.piece(piece),
            Part::Diff(difference, evidence) => self.diff(difference, evidence),
            Part::Dialogue(turns, is_cut) => self.dialogue(turns, *is_cut),
        }
    }

    fn labelled(&self, label: &str, behind: &str) -> Text {
        Text::new().with(Role::Plain, "  ").with(Role::Dim, format!("{label}{behind}"))
    }

    fn gap(&mut self, before: &str, text: &str) -> io::Result<()> {
        let text = format!("{before}{} {text}", self.signs().ellipsis);
        self.page.line(&Text::new().with(Role::Dim, text))
    }

    /// A label, followed by the words on the same line or below it.
    pub(super) fn words(&mut self, words: &Words<'_>) -> io::Result<()> {
        let before = if words.label.is_empty() { "  " } else { "  | " };
        if !words.label.is_empty() {
            let room = self.width.saturating_sub(words.label.len() + 4);
            if let Some(line) = words.one_line(self.unicode).filter(|line| sanitize::width(line) <= room) {
                return self.page.line(&self.labelled(words.label, ": ").with(Role::Plain, line));
            }
            self.page.line(&self.labelled(words.label, ":"))?;
        }
        let rows = words.rows(self.all, self.unicode);
        let behind = if words.rows(true, self.unicode).len() > rows.len() { " (-a to show)" } else { "" };
        for row in rows {
            match row {
                WordsRow::Line(line) => {
                    // A compiler's headings stand out.
                    let role = if line.starts_with("error") { Role::Strong } else { Role::Plain };
                    let text = Text::new().with(Role::Dim, before).with(role, line);
                    self.page.wrapped(&text, before.len() + 2)?;
                }
                WordsRow::Gap(gap) => self.gap(before, &(gap + behind))?,
            }
        }
        Ok(())
    }

    /// A piece on one line, with its size where it is cut.
    fn field(&mut self, piece: &Piece<'_>) -> io::Result<()> {
        let excerpt = piece.excerpt;
        let mut text = Text::new().with(Role::Plain, "  ").with(Role::Dim, piece.label);
        text.pad(2 + LABEL);
        if excerpt.bytes == 0 {
            text.push(Role::Dim, "(empty)");
        } else {
            let room = self.width.saturating_sub(2 + LABEL);
            text.append(&self.line_of(&excerpt.head, &piece.spans, piece.role, room, 0));
        }
        self.page.line(&text)
    }

    /// A heading, and the lines below it.
    fn piece(&mut self, piece: &Piece<'_>) -> io::Result<()> {
        let heading = self.labelled(piece.label, "").with(Role::Dim, format!("  ({})", failure::size(piece.excerpt)));
        self.page.line(&heading)?;
        for line in self.block(piece, self.width.saturating_sub(INDENT)) {
            let mut text = Text::new().with(Role::Plain, " ".repeat(INDENT));
            text.append(&line);
            self.page.line(&text)?;
        }
        Ok(())
    }

    /// The lines of a piece, each within `columns`. The last one says how much more there is.
    fn block(&self, piece: &Piece<'_>, columns: usize) -> Vec<Text> {
        let head = &piece.excerpt.head;
        let lines: Vec<&[u8]> = head.split_inclusive(|byte| *byte == b'\n').collect();
        let most = if self.all { usize::MAX } else { LINES };
        let visible = if lines.len() <= most.saturating_add(1) { lines.len() } else { most };
        let (mut start, mut texts) = (0, Vec::new());
        for line in &lines[..visible] {
            let spans: Vec<Span> = piece.spans.iter().filter_map(|span| within(span, start, line.len())).collect();
            texts.push(self.line_of(line.strip_suffix(b"\n").unwrap_or(line), &spans, piece.role, columns, 0));
            start += line.len();
        }
        let more = piece.excerpt.bytes.saturating_sub(start as u64);
        if more > 0 {
            let more = match piece.excerpt.all_lines() {
                Some(all) => phrase::count((all as usize).saturating_sub(visible).max(1), "more line"),
                None => phrase::count(more as usize, "more byte"),
            };
            texts.push(Text::new().with(Role::Dim, format!("{} {more}", self.signs().ellipsis)));
        }
        texts
    }

    /// One line, with a note of what is cut off its end. `cut`: the bytes of it that were not
    /// recorded.
    fn line_of(&self, line: &[u8], spans: &[Span], role: Role, columns: usize, cut: u64) -> Text {
        let mut text = Text::new();
        if cut == 0 && self.fitting(line, spans, columns) == line.len() {
            self.marked(&mut text, line, spans, role);
            return text;
        }
        let tail = |bytes: u64| format!("{} {}", self.signs().ellipsis, phrase::count(bytes as usize, "more byte"));
        let all = line.len() as u64 + cut;
        let visible = self.fitting(line, spans, columns.saturating_sub(sanitize::width(&tail(all))));
        self.marked(&mut text, &line[..visible], spans, role);
        text.push(Role::Dim, tail(all - visible as u64));
        text
    }

    /// Pushes the bytes, made visible, with those within `spans` in `role`. Spaces within spans and
    /// at the end of a line are marked.
    fn marked(&self, text: &mut Text, bytes: &[u8], spans: &[Span], role: Role) {
        for (glyph, within) in self.glyphs(bytes, spans) {
            text.push(if within { role } else { Role::Plain }, glyph.text);
        }
    }

    /// The bytes as [`Body::marked`] writes them, and whether each lies within `spans`.
    fn glyphs<'b>(&self, bytes: &'b [u8], spans: &'b [Span]) -> impl Iterator<Item = (Glyph, bool)> + 'b {
        let sign = self.signs().space;
        sanitize::glyphs(bytes, Manner::line(self.unicode)).map(move |glyph| {
            let at = glyph.source.start;
            let within = spans.iter().any(|span| (span.start..span.end).contains(&at));
            let space = bytes[at] == b' ' && {
                let after = bytes[at..].iter().find(|b| **b != b' ');
                within || after.is_none_or(|b| *b == b'\n' || *b == b'\r')
            };
            // In ASCII the sign is wider than the space.
            let glyph = if space { Glyph { text: sign.into(), width: sanitize::width(sign), ..glyph } } else { glyph };
            (glyph, within)
        })
    }

    /// How many of the bytes fit into `columns`, written as by [`Body::marked`].
    fn fitting(&self, bytes: &[u8], spans: &[Span], columns: usize) -> usize {
        let mut used = 0;
        let fits = |(glyph, _): &(Glyph, bool)| {
            used += glyph.width;
            used <= columns
        };
        self.glyphs(bytes, spans).take_while(fits).last().map_or(0, |(glyph, _)| glyph.source.end)
    }

    /// The lines that differ.
    fn diff(&mut self, difference: &Difference, evidence: &Evidence) -> io::Result<()> {
        let lines = &difference.window;
        let digits = |line: &LinePair| line.number.max(line.output_number.unwrap_or(0)).to_string().len();
        let gutter = lines.iter().map(digits).max().unwrap_or(1);
        let sizes = (failure::size(&evidence.answer), failure::size(&evidence.output));
        let heading =
            self.labelled("", "- ").with(Role::Dim, format!("expected  ({})   + got  ({})", sizes.0, sizes.1));
        self.page.wrapped(&heading, 4)?;
        let most = if self.all { usize::MAX } else { ROWS };
        for (skipped, pair) in failure::numbered(lines).take(most) {
            if skipped > 0 {
                self.gap("  ", &phrase::count(skipped as usize, "equal line"))?;
            }
            let (sign, role) = match pair.change {
                LineChange::Same => (' ', Role::Dim),
                LineChange::Missing => ('-', Role::Good),
                LineChange::Extra => ('+', Role::Bad),
            };
            let number = |n: Option<u64>| n.map_or_else(|| " ".repeat(gutter), |n| format!("{n:>gutter$}"));
            let (answer, output) = failure::numbers(pair);
            let mut text = Text::new().with(Role::Dim, format!("  {} {} ", number(answer), number(output)));
            text.push(role, sign.to_string());
            text.push(Role::Plain, " ");
            let start = text.width();
            text.append(&self.pair(pair, self.width.saturating_sub(start)));
            self.page.line(&text)?;
            if let Some(carets) = self.carets(pair, start) {
                self.page.line(&carets)?;
            }
        }
        let equal_below = failure::equal_below(difference, &evidence.answer);
        match (lines.len().saturating_sub(most), difference.more, equal_below) {
            (0, false, 0) => Ok(()),
            (0, false, equal) => self.gap("  ", &phrase::count(equal as usize, "equal line")),
            (0, true, _) => self.gap("  ", "more lines follow"),
            (rows, more, _) => {
                let others = if more { ", and others follow" } else { "" };
                self.gap("  ", &format!("{} (-a to show){others}", phrase::count(rows, "more line")))
            }
        }
    }

    /// One line of the diff, within `columns`.
    fn pair(&self, pair: &LinePair, columns: usize) -> Text {
        let role = match pair.change {
            LineChange::Same => Role::Plain,
            LineChange::Missing => Role::Missing,
            LineChange::Extra => Role::Extra,
        };
        let mut text = self.before(pair);
        let ending = if pair.newline || pair.change == LineChange::Same { "" } else { " (no newline at the end)" };
        let room = columns.saturating_sub(text.width() + ending.len());
        text.append(&self.line_of(&pair.text, &pair.emphasis, role, room, pair.cut.saturating_sub(pair.start)));
        text.push(Role::Dim, ending);
        text
    }

    /// The size of what is cut off the beginning of a line.
    fn before(&self, pair: &LinePair) -> Text {
        let bytes = phrase::count(pair.start as usize, "byte");
        let text = if pair.start > 0 { format!("({bytes}) {}", self.signs().ellipsis) } else { String::new() };
        Text::new().with(Role::Dim, text)
    }

    /// Without colour: carets under the words that differ, unless they are the whole line.
    fn carets(&self, pair: &LinePair, start: usize) -> Option<Text> {
        let within = |at: usize| pair.emphasis.iter().any(|span| (span.start..span.end).contains(&at));
        if self.page.look.color || pair.emphasis.is_empty() || (0..pair.text.len()).all(within) {
            return None;
        }
        let mut line = " ".repeat(start + self.before(pair).width());
        for (glyph, marked) in self.glyphs(&pair.text, &pair.emphasis) {
            if line.len() + glyph.width > self.width {
                break;
            }
            line.push_str(&if marked { "^" } else { " " }.repeat(glyph.width));
        }
        line.contains('^').then(|| Text::new().with(Role::Dim, line))
    }

    pub(super) fn dialogue(&mut self, turns: &[Utterance], is_cut: bool) -> io::Result<()> {
        let most = if self.all { usize::MAX } else { TURNS };
        let left = turns.len().saturating_sub(most);
        self.page.line(&self.labelled("dialogue", ":"))?;
        if left > 0 {
            self.gap("  | ", &format!("{} before (-a to show)", phrase::number(left as u64)))?;
        }
        for turn in &turns[left..] {
            let (speaker, role) = match turn.by {
                Speaker::Judge => ("judge   > ", Role::Dim),
                Speaker::Program => ("program < ", Role::Strong),
            };
            let mut text = Text::new().with(Role::Dim, "  | ").with(role, speaker);
            let room = self.width.saturating_sub(text.width());
            text.append(&self.line_of(&turn.bytes, &[], Role::Plain, room, 0));
            self.page.line(&text)?;
        }
        if is_cut { self.gap("  | ", "what followed was not kept") } else { Ok(()) }
    }

    fn signs(&self) -> Signs {
        Signs::of(self.unicode)
    }
}

/// The part of a span that lies in a line.
fn within(span: &Span, start: usize, length: usize) -> Option<Span> {
    let (from, to) = (span.start.max(start), span.end.min(start + length));
    (from < to).then(|| Span { start: from - start, end: to - start })
}
