//! Lines for a terminal: pieces of text with a meaning, measured, wrapped and coloured.
//!
//! A piece says what it *is* ([`Role`]), and the one table here says how that looks. No text gets
//! into a piece that is not harmless (see `sanitize`). Nothing here knows what a verdict is.

pub mod change;
pub(crate) mod compiler;
pub mod diagnostics;
pub(crate) mod markup;
pub mod phrase;
pub mod sanitize;

use anstyle::{AnsiColor, Style};
use std::borrow::Cow;
use std::io::{self, Write};

/// How text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Escape codes for colour and weight.
    pub color: bool,
    /// False when only ASCII may be written.
    pub unicode: bool,
    /// Columns of the screen; `None` without one, or if they are unknown: then no line is wrapped.
    pub width: Option<usize>,
}

/// For output that is not a terminal.
impl Default for Look {
    fn default() -> Look {
        Look { color: false, unicode: true, width: None }
    }
}

/// The meaning of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Plain,
    /// As expected: PASS, the expected value.
    Good,
    /// Not as expected: FAIL, the value that was printed.
    Bad,
    /// Worth a look: near a limit, a fault, undecided.
    Warn,
    /// A problem's name.
    Problem,
    /// File and test names: what a reader looks for first.
    Strong,
    /// Less important.
    Dim,
    /// A word that differs, in the answer and in the output.
    Missing,
    Extra,
}

impl Role {
    const fn style(self) -> Style {
        match self {
            Role::Plain => Style::new(),
            Role::Good => AnsiColor::Green.on_default().bold(),
            Role::Bad => AnsiColor::Red.on_default().bold(),
            Role::Warn => AnsiColor::Yellow.on_default(),
            Role::Problem => AnsiColor::Cyan.on_default().bold(),
            Role::Strong => Style::new().bold(),
            Role::Dim => Style::new().dimmed(),
            Role::Missing => AnsiColor::Green.on_default().bold().underline(),
            Role::Extra => AnsiColor::Red.on_default().bold().underline(),
        }
    }
}

/// A space at which a line must not break. It cannot come from outside: `sanitize` shows a
/// no-break space as an escape.
const GLUE: &str = "\u{a0}";

/// The same, where something was not made harmless: with an escape of it. Escapes stay as they are.
fn harmless(text: &str) -> Cow<'_, str> {
    if let Cow::Borrowed(text) = sanitize::phrase(text, true) {
        return Cow::Borrowed(text);
    }
    text.split(GLUE).map(|part| sanitize::lines(part, true)).collect::<Vec<_>>().join(GLUE).into()
}

/// One line before layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pieces: Vec<(Role, String)>,
}

impl Text {
    pub fn new() -> Text {
        Text::default()
    }

    #[must_use]
    pub fn with(mut self, role: Role, text: impl AsRef<str>) -> Text {
        self.push(role, text);
        self
    }

    pub fn push(&mut self, role: Role, text: impl AsRef<str>) {
        // The only door to a terminal. Words of a report that is read back may be a stranger's.
        let text = &*harmless(text.as_ref());
        match self.pieces.last_mut() {
            _ if text.is_empty() => {}
            Some((last, piece)) if *last == role => piece.push_str(text),
            _ => self.pieces.push((role, text.to_owned())),
        }
    }

    /// Like [`Text::with`], for a phrase that stays on one line: `2 MiB`.
    #[must_use]
    pub fn glued(mut self, role: Role, text: &str) -> Text {
        self.push(role, text.replace(' ', GLUE));
        self
    }

    pub fn append(&mut self, other: &Text) {
        for (role, text) in &other.pieces {
            self.push(*role, text);
        }
    }

    /// Pads with spaces to `columns`.
    pub fn pad(&mut self, columns: usize) {
        let width = self.width();
        self.push(Role::Plain, " ".repeat(columns.saturating_sub(width)));
    }

    pub fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| sanitize::width(text)).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the pieces with their roles, for output that is not a terminal.
    pub fn pieces(&self) -> impl Iterator<Item = (Role, String)> {
        self.pieces.iter().map(|(role, text)| (*role, text.replace(GLUE, " ")))
    }

    /// Returns the words without their roles.
    pub fn plain(&self) -> String {
        self.pieces().map(|(_, text)| text).collect()
    }

    /// Returns as much as fits into `columns`.
    #[must_use]
    pub fn cut(&self, columns: usize) -> Text {
        let mut used = 0;
        let fitting = self.chars().take_while(|(_, c)| {
            used += sanitize::width(c);
            used <= columns
        });
        fitting.fold(Text::new(), |cut, (role, c)| cut.with(role, c))
    }

    /// Renders the line as written to a terminal, without trailing spaces and without a newline.
    pub fn drawn(&self, color: bool) -> String {
        let mut text = self.clone();
        text.trim_end();
        let mut line = String::new();
        for (role, piece) in &text.pieces {
            let style = role.style();
            // Spaces carry no style: underlined or reversed gaps would look like text.
            let start = piece.len() - piece.trim_start_matches(' ').len();
            let end = piece.trim_end_matches(' ').len().max(start);
            line.push_str(&piece[..start]);
            if color && *role != Role::Plain && start < end {
                line.push_str(&format!("{style}{}{style:#}", &piece[start..end]));
            } else {
                line.push_str(&piece[start..end]);
            }
            line.push_str(&piece[end..]);
        }
        line.replace(GLUE, " ")
    }

    /// Breaks at spaces, so that no line is wider than `columns`. Continued lines begin with `hang`
    /// spaces. A word wider than a line is broken between characters: nothing is dropped. No line
    /// begins with a colon: on GitHub, `::` at its beginning, indented or not, is a command.
    fn wrap(&self, columns: usize, hang: usize) -> Vec<Text> {
        let mut lines = Vec::new();
        let mut line = Text::new();
        let mut used = 0;
        let mut fresh = true;
        for word in self.words() {
            let width = word.width();
            let blank = word.pieces.iter().all(|(_, text)| text.chars().all(|c| c == ' '));
            if used + width > columns && !fresh {
                lines.push(std::mem::take(&mut line));
                line.push(Role::Plain, " ".repeat(hang));
                used = hang;
                fresh = true;
                if blank {
                    continue;
                }
            }
            if used + width <= columns || blank {
                line.append(&word);
                used += width;
            } else {
                for (role, c) in word.chars() {
                    let width = sanitize::width(c);
                    if used + width > columns && used > hang && ![" ", ":"].contains(&c) {
                        lines.push(std::mem::take(&mut line));
                        line.push(Role::Plain, " ".repeat(hang));
                        used = hang;
                    }
                    line.push(role, c);
                    used += width;
                }
            }
            fresh &= blank;
        }
        lines.push(line);
        lines
    }

    /// The characters one by one.
    fn chars(&self) -> impl Iterator<Item = (Role, &str)> {
        self.pieces.iter().flat_map(|(role, text)| text.split_inclusive(|_: char| true).map(|c| (*role, c)))
    }

    /// Splits into alternating runs of spaces and of other characters, to which spaces before a
    /// colon belong.
    fn words(&self) -> Vec<Text> {
        let chars: Vec<(Role, &str)> = self.chars().collect();
        let next = |at: usize| chars[at..].iter().map(|(_, c)| *c).find(|c| *c != " ");
        let is_blank = |at: usize| chars[at].1 == " " && next(at) != Some(":");
        let places: Vec<usize> = (0..chars.len()).collect();
        let runs = places.chunk_by(|a, b| is_blank(*a) == is_blank(*b));
        runs.map(|run| run.iter().fold(Text::new(), |word, at| word.with(chars[*at].0, chars[*at].1))).collect()
    }

    fn trim_end(&mut self) {
        while let Some((_, text)) = self.pieces.last_mut() {
            text.truncate(text.trim_end_matches(' ').len());
            if !text.is_empty() {
                break;
            }
            self.pieces.pop();
        }
    }
}

/// An output for lines.
pub struct Page<W> {
    out: W,
    pub look: Look,
}

impl<W: Write> Page<W> {
    pub fn new(out: W, look: Look) -> Page<W> {
        // Below 40 columns, layout only makes things worse.
        Page { out, look: Look { width: look.width.map(|columns| columns.max(40)), ..look } }
    }

    /// Writes one line as it is, without trailing spaces.
    pub fn line(&mut self, text: &Text) -> io::Result<()> {
        let mut line = text.drawn(self.look.color);
        line.push('\n');
        self.out.write_all(line.as_bytes())
    }

    /// Writes as many lines as the width requires; continued ones are indented by `hang`.
    pub fn wrapped(&mut self, text: &Text, hang: usize) -> io::Result<()> {
        match self.look.width {
            Some(columns) if text.width() > columns => {
                text.wrap(columns, hang).iter().try_for_each(|line| self.line(line))
            }
            Some(_) | None => self.line(text),
        }
    }

    /// Writes lines that are already laid out and coloured.
    pub fn lines(&mut self, lines: &str) -> io::Result<()> {
        self.out.write_all(lines.as_bytes())
    }

    pub fn blank(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    pub fn into_inner(self) -> W {
        self.out
    }
}

/// Lets `write` write to a page in memory, and returns what is then on it.
pub(crate) fn written(look: Look, write: impl FnOnce(&mut Page<Vec<u8>>) -> io::Result<()>) -> String {
    let mut page = Page::new(Vec::new(), look);
    write(&mut page).expect("memory takes everything");
    String::from_utf8_lossy(&page.into_inner()).into_owned()
}

/// The first lines of a text, and a sign that there are more.
pub fn first_lines(text: &str, most: usize) -> impl Iterator<Item = &str> {
    let more = text.lines().nth(most).map(|_| "…");
    text.lines().take(most).chain(more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_ends_with_a_sign() {
        let of = |text: &'static str| first_lines(text, 2).collect::<Vec<_>>();
        assert_eq!((of("1\n2\n"), of("1\n2\n3\n")), (vec!["1", "2"], vec!["1", "2", "…"]));
    }

    fn check(text: &Text, width: Option<usize>, color: bool, expected: &str) {
        let mut page = Page::new(Vec::new(), Look { color, width, ..Look::default() });
        page.wrapped(text, 2).unwrap();
        assert_eq!(String::from_utf8(page.into_inner()).unwrap(), expected);
    }

    #[test]
    fn a_line_has_no_trailing_spaces() {
        check(&Text::new().with(Role::Plain, "a  ").with(Role::Bad, "  "), None, true, "a\n");
        check(&Text::new(), None, true, "\n");
    }

    #[test]
    fn colour_is_only_written_when_asked_for_and_never_around_spaces() {
        let text = Text::new().with(Role::Bad, " W ").with(Role::Plain, "x");
        check(&text, None, false, " W x\n");
        check(&text, None, true, " \u{1b}[1m\u{1b}[31mW\u{1b}[0m x\n");
    }

    #[test]
    fn long_lines_break_at_spaces_and_lose_nothing() {
        let words = "aaaa bbbb ".repeat(6);
        let text = Text::new().with(Role::Plain, words.trim_end());
        check(&text, Some(40), false, "aaaa bbbb aaaa bbbb aaaa bbbb aaaa bbbb\n  aaaa bbbb aaaa bbbb\n");
    }

    #[test]
    fn glued_words_stay_together() {
        let text = Text::new().with(Role::Plain, "a".repeat(36)).with(Role::Plain, " ").glued(Role::Plain, "2 MiB");
        check(&text, Some(40), false, &format!("{}\n  2 MiB\n", "a".repeat(36)));
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken_between_characters() {
        let text = Text::new().with(Role::Plain, format!("x {}", "数".repeat(25)));
        let expected = format!("x\n  {}\n  {}\n", "数".repeat(19), "数".repeat(6));
        check(&text, Some(40), false, &expected);
    }
}
