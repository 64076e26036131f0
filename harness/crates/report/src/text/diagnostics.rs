//! Draws errors in the workspace's files: title, place, carets, next step.
//!
//! annotate-snippets does the drawing, as in rustc and cargo. What is drawn is first made harmless
//! (see `sanitize`) and bounded: one line of the file, as much of it around the carets as fits.
//! Nothing is dropped without a mark.

use crate::text::Look;
use crate::text::phrase::{Signs, count};
use crate::text::sanitize::{self, Glyph, Manner};
use annotate_snippets::{AnnotationKind, Element, Level, Origin, Renderer};
use model::{Diagnostic, Severity, Snippet};
use std::ops::Range;
use std::path::Path;

/// The fewest and the most columns that are drawn.
const COLUMNS: (usize, usize) = (40, 400);

fn columns(look: Look) -> usize {
    look.width.unwrap_or(usize::MAX).clamp(COLUMNS.0, COLUMNS.1)
}

fn ellipsis(look: Look) -> &'static str {
    Signs::of(look.unicode).ellipsis
}

/// Longer titles and hints are cut: a key may be as long as its file.
const LONGEST_TEXT: usize = 600;

/// Renders one diagnostic: several lines, with a newline at the end.
pub fn render(diagnostic: &Diagnostic, look: Look) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let word = diagnostic.severity.name();
    // The folder of a package is the root itself, and an empty name would say nothing.
    let path = if diagnostic.path.as_os_str().is_empty() { Path::new(".") } else { &diagnostic.path };
    let path = sanitize::name(&path.to_string_lossy(), look.unicode).into_owned();
    let view = diagnostic.snippet.as_ref().map(|snippet| View::of(snippet, look));
    // The indent of messages below the picture, ` = hint: ` included.
    let gutter = view.as_ref().map_or(2, View::gutter);

    let mut elements: Vec<Element<'_>> = Vec::new();
    let mut notes = Vec::new();
    match (&view, &diagnostic.snippet) {
        (Some(view), Some(snippet)) => {
            let mut annotation = AnnotationKind::Primary.span(view.span.clone());
            if view.label_fits {
                annotation = annotation.label(view.label.as_str());
            } else {
                notes.push(("note", snippet.label.as_str()));
            }
            let source = annotate_snippets::Snippet::source(view.text.as_str());
            elements.push(source.line_start(view.line).path(path.as_str()).annotation(annotation).into());
        }
        (None, _) | (_, None) => elements.push(Origin::path(path.as_str()).into()),
    }
    if let Some(hint) = &diagnostic.hint {
        notes.push(("hint", hint.as_str()));
    }
    for (name, text) in &notes {
        let text = paragraph(text, look, gutter + " = hint: ".len());
        elements.push(Level::HELP.with_name(*name).message(text).into());
    }
    let title = paragraph(&diagnostic.title, look, word.len() + 2);
    let report = [level.primary_title(title).elements(elements)];
    let renderer = if look.color { Renderer::styled() } else { Renderer::plain() };
    // Without a picture there are no line numbers to anonymize; this only makes it indent as if
    // there were.
    let renderer = renderer.anonymized_snippet_line_numbers(view.is_none());
    // The lines are already cut to the width, with marks.
    let mut text = renderer.term_width(usize::from(u16::MAX)).render(&report);
    if let Some(view) = &view {
        // The library counts columns in the visible text. An editor needs those of the line itself.
        let place = |column: usize| format!("{path}:{}:{column}", view.line);
        text = text.replacen(&place(view.text[..view.span.start].chars().count() + 1), &place(view.column), 1);
    }
    text.push('\n');
    text
}

/// Renders at most `most` of them, errors first, and a line that counts them all if there are
/// several.
pub fn render_all(diagnostics: &[Diagnostic], look: Look, most: usize) -> String {
    let of = |severity| diagnostics.iter().filter(move |d| d.severity == severity);
    let (errors, warnings) = (of(Severity::Error).count(), of(Severity::Warning).count());
    let visible: Vec<String> =
        of(Severity::Error).chain(of(Severity::Warning)).take(most).map(|d| render(d, look)).collect();
    let mut text = visible.join("\n");
    if errors + warnings > 1 {
        let counts = [(errors, "error"), (warnings, "warning")];
        let counts: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(*n, what)).collect();
        let rest = errors + warnings - visible.len();
        let rest = if rest > 0 { format!(", {rest} of them not shown without -v") } else { String::new() };
        text.push_str(&format!("\n{} in the workspace{rest}\n", counts.join(" and ")));
    }
    text
}

/// The part of a file that is drawn: one line, or what fits of it.
struct View {
    /// Harmless.
    text: String,
    /// 1-based.
    line: usize,
    /// 1-based, in characters.
    column: usize,
    /// Within `text`.
    span: Range<usize>,
    /// Harmless.
    label: String,
    /// The label stands beside the carets. Otherwise it is written below.
    label_fits: bool,
}

impl View {
    fn of(snippet: &Snippet, look: Look) -> View {
        let text = &*snippet.text;
        // The first line of the span: carets over many lines show nothing that a reader does not
        // see.
        let start = snippet.span.start.min(text.len());
        let begin = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let line = text[begin..end].trim_end_matches('\r');
        let number = snippet.first_line + text[..begin].bytes().filter(|byte| *byte == b'\n').count();
        let within = |at: usize| (at - begin).min(line.len());
        let carets = within(start)..within(snippet.span.end.clamp(start, end));
        let label = paragraph(&snippet.label, look, 0).replace('\n', " ");
        let column = line[..carets.start].chars().count() + 1;
        let mut view = View { text: String::new(), line: number, column, span: 0..0, label, label_fits: true };
        // After ` | `, with a column left for carets at the end of the line.
        let columns = columns(look) - view.gutter() - 4;
        view.fill(line, &carets, columns, look);
        // At least one caret, and a space before the label.
        let before = sanitize::width(&view.text[..view.span.start]);
        let under = sanitize::width(&view.text[view.span.clone()]).max(1);
        view.label_fits = view.label.is_empty() || before + under + 1 + sanitize::width(&view.label) <= columns;
        view
    }

    /// Columns before the ` | `.
    fn gutter(&self) -> usize {
        self.line.to_string().len()
    }

    /// Takes from `line` what fits into `columns`, including the beginning of `carets`.
    fn fill(&mut self, line: &str, carets: &Range<usize>, columns: usize, look: Look) {
        // Only look at a wide line near the carets: it may be the whole of a large file.
        let mut from = carets.start.saturating_sub(4 * columns);
        while !line.is_char_boundary(from) {
            from -= 1;
        }
        let mut to = (carets.start + 4 * columns).min(line.len());
        while !line.is_char_boundary(to) {
            to += 1;
        }
        let manner = Manner::message(look.unicode);
        let glyphs: Vec<Glyph> = sanitize::glyphs(&line.as_bytes()[from..to], manner).collect();
        let at = |glyph: &Glyph| from + glyph.source.start;
        let caret = glyphs.iter().position(|glyph| at(glyph) >= carets.start).unwrap_or(glyphs.len());
        let width = |glyphs: &[Glyph]| glyphs.iter().map(|glyph| glyph.width).sum::<usize>();
        let ellipsis = ellipsis(look);

        let (mut first, mut room) = (0, columns);
        let is_wide = to < line.len() || width(&glyphs) > columns;
        if from > 0 || is_wide && width(&glyphs[..caret]) > columns / 2 {
            // A third of the room goes to what stands before the carets.
            while first < caret && width(&glyphs[first..caret]) > columns / 3 {
                first += 1;
            }
            self.text.push_str(ellipsis);
            room -= sanitize::width(ellipsis);
        }
        let whole = to == line.len() && width(&glyphs[first..]) <= room;
        if !whole {
            room -= sanitize::width(ellipsis);
        }
        let visible = glyphs[first..].iter().map_while(|glyph| {
            room = room.checked_sub(glyph.width)?;
            Some(glyph)
        });
        let visible: Vec<&Glyph> = visible.collect();
        let begin = self.text.len();
        let place = |end: usize| {
            let before = visible.iter().take_while(|glyph| at(glyph) < end);
            begin + before.map(|glyph| glyph.text.len()).sum::<usize>()
        };
        self.span = place(carets.start)..place(carets.end);
        visible.iter().for_each(|glyph| self.text.push_str(&glyph.text));
        if !whole {
            self.text.push_str(ellipsis);
        }
    }
}

/// Harmless text, cut with a mark if it is too long, broken at spaces to fit after `indent`
/// columns.
fn paragraph(text: &str, look: Look, indent: usize) -> String {
    let mut end = text.len().min(LONGEST_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let ascii: String;
    let mut start = &text[..end];
    if !look.unicode {
        // Our own messages use these.
        ascii = start.replace('…', "...").replace(['‘', '’'], "'");
        start = &ascii;
    }
    let mut visible = sanitize::name(start, look.unicode).into_owned();
    if end < text.len() {
        visible.push_str(&format!("{} ({})", ellipsis(look), count(text.len() - end, "more byte")));
    }
    let columns = columns(look).saturating_sub(indent).max(20);
    broken(&visible, columns).join("\n")
}

/// Breaks into lines of at most `columns`, at spaces, and within words wider than that.
fn broken(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (at, word) in text.split(' ').enumerate() {
        let line = lines.last_mut().expect("it begins with one line and only grows");
        let fits = sanitize::width(line) + 1 + sanitize::width(word) <= columns;
        // No line begins with a colon: on GitHub, `::` at the beginning of a line, indented or not,
        // is a command.
        if at == 0 || fits || word.starts_with(':') {
            if at > 0 {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
        while let Some(rest) = lines.last_mut().and_then(|line| split_wide(line, columns)) {
            lines.push(rest);
        }
    }
    lines
}

/// Splits off the part of `line` beyond `columns`.
fn split_wide(line: &mut String, columns: usize) -> Option<String> {
    let mut width = 0;
    let cut = line.char_indices().find_map(|(at, c)| {
        width += sanitize::width(c.encode_utf8(&mut [0; 4]));
        (width > columns && at > 0 && !line[at..].trim_start().starts_with(':')).then_some(at)
    })?;
    Some(line.split_off(cut))
}

#[cfg(test)]
mod tests;
