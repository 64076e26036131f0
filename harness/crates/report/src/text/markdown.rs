//! Markdown on a terminal: headings, paragraphs, lists, tables and code laid out, formulas as plain
//! text.
//!
//! Nothing in the file reaches the terminal unchanged: every piece passes `sanitize`.

use super::{Look, Role, Text, formula, sanitize};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Narrower lines are not lines, and wider ones are tiring.
const COLUMNS: (usize, usize) = (40, 90);

/// Renders the text of a file, or of a part of one.
pub fn render(markdown: &str, look: Look) -> String {
    let mut writer = Writer {
        out: String::new(),
        look,
        columns: look.width.unwrap_or(usize::MAX).clamp(COLUMNS.0, COLUMNS.1),
        line: Text::new(),
        roles: Vec::new(),
        lists: Vec::new(),
        marker: None,
        quotes: 0,
        code: None,
        table: None,
        begun: false,
        gap: false,
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(markdown, options).for_each(|event| writer.take(&event));
    writer.out
}

struct List {
    /// The number of the next item, `None` for bullets.
    next: Option<u64>,
    items: usize,
}

struct Writer {
    out: String,
    look: Look,
    columns: usize,
    /// The paragraph, heading or cell read so far.
    line: Text,
    roles: Vec<Role>,
    lists: Vec<List>,
    /// What the next line of an item begins with.
    marker: Option<String>,
    quotes: usize,
    code: Option<String>,
    table: Option<Vec<Vec<Text>>>,
    begun: bool,
    /// A blank line comes before the next block.
    gap: bool,
}

impl Writer {
    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(*tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(text),
                None => self.push(text),
            },
            Event::Code(code) => {
                let rendered = sanitize::name(code, self.look.unicode).into_owned();
                // Without bold type, quotes show where it begins and ends.
                let rendered = if self.look.color { rendered } else { format!("`{rendered}`") };
                self.line.push(Role::Strong, rendered);
            }
            Event::InlineMath(tex) | Event::DisplayMath(tex) => self.push(&formula::plain(tex, self.look.unicode)),
            Event::SoftBreak | Event::HardBreak => self.push(" "),
            Event::InlineHtml(html) | Event::Html(html) => {
                if html.starts_with("<br") {
                    self.push(" / ");
                }
            }
            Event::Rule => self.block(&Text::new().with(Role::Dim, "-".repeat(20))),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn push(&mut self, text: &str) {
        let role = self.roles.last().copied().unwrap_or(Role::Plain);
        self.line.push(role, sanitize::name(text, self.look.unicode));
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what Markdown has besides needs no layout")]
    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.roles.push(Role::Problem),
            Tag::Strong | Tag::Emphasis => self.roles.push(Role::Strong),
            Tag::List(first) => {
                self.flush();
                self.lists.push(List { next: *first, items: 0 });
            }
            Tag::Item => {
                let bullet = if self.look.unicode { "• " } else { "* " };
                let Some(list) = self.lists.last_mut() else { return };
                list.items += 1;
                self.marker = Some(match &mut list.next {
                    Some(number) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    None => bullet.to_owned(),
                });
            }
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::CodeBlock(_) => {
                self.flush();
                self.code = Some(String::new());
            }
            Tag::Table(_) => self.table = Some(Vec::new()),
            Tag::TableHead | Tag::TableRow => {
                if let Some(rows) = &mut self.table {
                    rows.push(Vec::new());
                }
            }
            _ => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what Markdown has besides needs no layout")]
    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.roles.pop();
                self.gap = true;
                self.flush();
                self.gap = true;
            }
            TagEnd::Paragraph => {
                self.flush();
                self.gap = true;
            }
            TagEnd::Strong | TagEnd::Emphasis => drop(self.roles.pop()),
            TagEnd::Item => self.flush(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.gap = true;
            }
            TagEnd::BlockQuote(_) => {
                self.quotes -= 1;
                self.gap = true;
            }
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                self.gap = true;
                self.between();
                for line in code.lines() {
                    let text = sanitize::visible(line.as_bytes(), sanitize::Manner::line(self.look.unicode));
                    // Never wrapped: the lines of code are the author's.
                    let line = Text::new().with(Role::Plain, format!("{}    {text}", self.indent()));
                    self.out.push_str(&(line.drawn(self.look.color) + "\n"));
                }
                self.gap = true;
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.line);
                if let Some(row) = self.table.as_mut().and_then(|rows| rows.last_mut()) {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let rows = self.table.take().unwrap_or_default();
                self.gap = true;
                self.between();
                self.draw(&rows);
                self.gap = true;
            }
            _ => {}
        }
    }

    fn indent(&self) -> String {
        let depth = self.lists.len();
        format!("{}{}", "  ".repeat(self.quotes), "   ".repeat(depth))
    }

    /// Writes the blank line before a block, if it needs one.
    fn between(&mut self) {
        if std::mem::take(&mut self.gap) && self.begun {
            self.out.push('\n');
        }
        self.begun = true;
    }

    /// Writes as many lines as the width requires.
    fn wrapped(&mut self, text: &Text, hang: usize) {
        for line in text.wrap(self.columns, hang) {
            self.out.push_str(&line.drawn(self.look.color));
            self.out.push('\n');
        }
    }

    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() {
            self.block(&line);
        }
    }

    fn block(&mut self, text: &Text) {
        // No blank line between the items of a list.
        if self.marker.is_some() && self.lists.last().is_some_and(|list| list.items > 1) {
            self.gap = false;
        }
        self.between();
        let mut indent = self.indent();
        let hang = indent.len();
        if let Some(marker) = self.marker.take() {
            let keep = hang.saturating_sub(sanitize::width(&marker));
            indent = format!("{}{marker}", " ".repeat(keep));
        }
        let mut line = Text::new().with(Role::Plain, indent);
        line.append(text);
        self.wrapped(&line, hang);
    }

    /// Draws the columns side by side if they fit, otherwise one line per cell.
    fn draw(&mut self, rows: &[Vec<Text>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(Text::width).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let indent = self.indent();
        let before: usize = widths.iter().rev().skip(1).map(|width| width + 2).sum();
        let fits = indent.len() + before + 16 <= self.columns;
        for (number, row) in rows.iter().enumerate() {
            let head = number == 0;
            if head && row.iter().all(Text::is_empty) {
                continue;
            }
            let mut line = Text::new().with(Role::Plain, &indent);
            for (at, cell) in row.iter().enumerate() {
                if fits {
                    line.append(cell);
                    let upto = indent.len() + widths[..=at].iter().map(|width| width + 2).sum::<usize>();
                    if at + 1 < row.len() {
                        line.pad(upto);
                    }
                } else if !cell.is_empty() {
                    if at > 0 {
                        line.push(Role::Dim, " - ");
                    }
                    line.append(cell);
                }
            }
            self.wrapped(&line, indent.len() + if fits { before } else { 4 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look { color: false, unicode: true, width: Some(50) };

    #[test]
    fn a_statement_is_laid_out_for_reading() {
        let text = "# Nim\n\nAlice and Bob have $n$ heaps of stones, and they take *turns* all the day long.\n\n\
            ## Input\n\n* `n`, then $a_1, \\dots, a_n$;\n* nothing more.\n\n| | from | to |\n| --- | --- | --- |\n\
            | $n$ | 1 | 100 |\n| $a_i$ | 1 | 10000 |\n\n```text\n3\n3 2 1\n```\n\n1. Play with two heaps first. When they \
            are equal, what then?\n2. See [nim](../nim/statement.md).\n\n> **Theorem.** It is so.\n";
        snapbox::assert_data_eq!(
            render(text, LOOK),
            snapbox::str![[r#"
Nim

Alice and Bob have n heaps of stones, and they
take turns all the day long.

Input

 • `n`, then a₁, …, aₙ;
 • nothing more.

    from  to
n   1     100
aᵢ  1     10000

    3
    3 2 1

1. Play with two heaps first. When they are equal,
   what then?
2. See nim.

  Theorem. It is so.

"#]]
        );
    }

    #[test]
    fn a_wide_table_becomes_lines_and_hostile_bytes_harmless() {
        let wide = format!("| a | b | c |\n|---|---|---|\n| {0} | {0} | {0}<br>x |\n", "word ".repeat(9));
        for text in [wide.as_str(), "# \x1b[31mred\n\n```\n\x1b]0;x\x07\n```\n"] {
            let rendered = render(text, LOOK);
            assert!(
                !rendered.contains('\x1b') && rendered.lines().all(|line| sanitize::width(line) <= 50),
                "{rendered}"
            );
        }
    }
}
