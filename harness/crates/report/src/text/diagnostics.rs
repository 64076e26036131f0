//! Draws errors in the workspace's files: title, place, carets, next step, as rustc and cargo do.
//!
//! What is drawn is first made harmless (see `sanitize`) and bounded: one line of the file, as much
//! of it around the carets as fits. Nothing is dropped without a mark.

use crate::text::phrase::{Signs, count};
use crate::text::sanitize::{self, Glyph, Manner};
use crate::text::{Look, Role, Text, written};
use model::{Diagnostic, Severity, Snippet};

/// The fewest and the most columns that are drawn.
const COLUMNS: (usize, usize) = (40, 400);

fn columns(look: Look) -> usize {
    look.width.unwrap_or(usize::MAX).clamp(COLUMNS.0, COLUMNS.1)
}

/// Characters of a title or hint; longer ones are cut: a key may be as long as its file.
const LONGEST_TEXT: usize = 600;

/// Renders one diagnostic: several lines, with a newline at the end.
pub fn render(diagnostic: &Diagnostic, look: Look) -> String {
    let word = diagnostic.severity.name();
    let role = match diagnostic.severity {
        Severity::Error => Role::Bad,
        Severity::Warning => Role::Warn,
    };
    // The folder of a package is the root itself, and an empty name would say nothing.
    let path = diagnostic.path.to_string_lossy();
    let path = sanitize::name(if path.is_empty() { "." } else { &path }, look.unicode);
    written(Look { width: Some(columns(look)), ..look }, |page| {
        let title = format!(": {}", paragraph(&diagnostic.title, look));
        page.wrapped(&Text::new().with(role, word).with(Role::Strong, title), word.len() + 2)?;
        let (mut margin, mut notes) = ("  ".to_owned(), Vec::new());
        match &diagnostic.snippet {
            None => page.line(&Text::new().with(Role::Dim, "  --> ").with(Role::Plain, path))?,
            Some(snippet) => {
                let (line, column) = snippet.place();
                margin = " ".repeat(line.to_string().len());
                let place = format!("{path}:{line}:{column}");
                page.line(&Text::new().with(Role::Dim, format!("{margin}--> ")).with(Role::Plain, place))?;
                // After ` | `, with a column left for carets at the end of the line.
                let room = columns(look) - margin.len() - 4;
                let view = View::of(snippet, look, room);
                let label = paragraph(&snippet.label, look);
                let fits = view.before + view.under + 1 + sanitize::width(&label) <= room;
                let bar = Text::new().with(Role::Dim, format!("{margin} |"));
                page.line(&bar)?;
                page.line(&Text::new().with(Role::Dim, format!("{line} | ")).with(Role::Plain, &view.text))?;
                let carets = "^".repeat(view.under);
                let beside = if fits { format!(" {label}") } else { String::new() };
                let below = bar.clone().with(Role::Plain, " ".repeat(view.before + 1));
                page.line(&below.with(role, carets).with(role, beside))?;
                notes.extend((!fits).then_some(("note", label)));
                if !fits || diagnostic.hint.is_some() {
                    page.line(&bar)?;
                }
            }
        }
        notes.extend(diagnostic.hint.as_ref().map(|hint| ("hint", paragraph(hint, look))));
        for (name, text) in notes {
            let head = format!("{margin} = {name}: ");
            page.wrapped(&Text::new().with(Role::Dim, &head).with(Role::Plain, text), head.len())?;
        }
        Ok(())
    })
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
    /// The columns of `text` before the carets, and those above them.
    before: usize,
    under: usize,
}

impl View {
    /// The first line of the span: carets over many lines show nothing that a reader does not see.
    fn of(snippet: &Snippet, look: Look, columns: usize) -> View {
        let text = &*snippet.text;
        let start = snippet.span.start.min(text.len());
        let begin = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let line = text[begin..end].trim_end_matches('\r').as_bytes();
        let within = |at: usize| (at - begin).min(line.len());
        let carets = within(start)..within(snippet.span.end.clamp(start, end));
        // Only look at a wide line near the carets: it may be the whole of a large file.
        let from = carets.start.saturating_sub(4 * columns);
        let to = (carets.start + 4 * columns).min(line.len());
        let glyphs: Vec<Glyph> = sanitize::glyphs(&line[from..to], Manner::message(look.unicode)).collect();
        let width = |glyphs: &[Glyph]| glyphs.iter().map(|glyph| glyph.width).sum::<usize>();
        let place = |at: usize| glyphs.iter().take_while(|glyph| from + glyph.source.start < at).count();
        let (caret, end) = (place(carets.start), place(carets.end));
        let is_wide = to < line.len() || width(&glyphs) > columns;
        let mut first = 0;
        if from > 0 || is_wide && width(&glyphs[..caret]) > columns / 2 {
            // A third of the room goes to what stands before the carets.
            while width(&glyphs[first..caret]) > columns / 3 {
                first += 1;
            }
        }
        let mark = |is_cut| if is_cut { Signs::of(look.unicode).ellipsis } else { "" };
        let left = mark(first > 0);
        let room = columns - sanitize::width(left);
        let right = mark(to < line.len() || width(&glyphs[first..]) > room);
        let mut last = first;
        while last < glyphs.len() && width(&glyphs[first..=last]) <= room - sanitize::width(right) {
            last += 1;
        }
        let text = glyphs[first..last].iter().fold(left.to_owned(), |text, glyph| text + &glyph.text) + right;
        let (caret, end) = (caret.min(last), end.min(last));
        let before = sanitize::width(left) + width(&glyphs[first..caret]);
        View { text, before, under: width(&glyphs[caret..end]).max(1) }
    }
}

/// Harmless text, cut with a mark if it is too long.
fn paragraph(text: &str, look: Look) -> String {
    let (start, rest) = text.split_at(text.char_indices().nth(LONGEST_TEXT).map_or(text.len(), |(at, _)| at));
    // Our own messages use these.
    let ascii = |start: &str| start.replace('…', "...").replace(['‘', '’'], "'");
    let start = if look.unicode { start.to_owned() } else { ascii(start) };
    let mut visible = sanitize::name(&start, look.unicode).into_owned();
    if !rest.is_empty() {
        visible.push_str(&format!("{} ({})", Signs::of(look.unicode).ellipsis, count(rest.len(), "more byte")));
    }
    visible
}

#[cfg(test)]
mod tests;
