//! The statement: TeX generated from its Markdown.
//!
//! A package's statement is what a contestant reads. So it ends where the samples begin, which the
//! format's tools typeset themselves; hints and proofs after them stay in `statement.md`.

// The library's enums are not ours: anything it may add one day is text like any other.
#![allow(clippy::wildcard_enum_match_arm)]

use super::{Format, Writer};
use crate::statement::{Section, Tongue};
use beneath::Home;
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::io;

/// No statement is longer.
const LARGEST: u64 = 8 << 20;

impl Writer<'_> {
    /// One file for each language: `problem.en.tex`, and `problem.zh.tex` if there is a statement
    /// in Chinese.
    pub(super) fn statement(&mut self) -> io::Result<()> {
        let folder = match self.format {
            Format::Icpc => "statement",
            Format::Kattis | Format::Domjudge | Format::PolygonFiles => "problem_statement",
        };
        for tongue in self.tongues() {
            let text = self.statement_text(tongue)?;
            let (body, lost) = body(&text);
            let tex = format!("\\problemname{{{}}}\n\n{body}", escaped(self.title(tongue)));
            self.make(format!("{folder}/problem.{}.tex", tongue.code()), tex);
            for what in lost {
                let path = self.problem.dir.join(tongue.file());
                self.lose(format!("{what} in {}", self.display(&path)), "the TeX of the statement is without it");
            }
        }
        Ok(())
    }

    /// The languages of the package's statements. A package has one in English in any case.
    pub(super) fn tongues(&self) -> Vec<Tongue> {
        let is_there = |tongue: &Tongue| *tongue == Tongue::English || self.problem.dir.join(tongue.file()).is_file();
        Tongue::ALL.into_iter().filter(is_there).collect()
    }

    pub(super) fn title(&self, tongue: Tongue) -> &str {
        let chinese = self.problem.title_zh.as_deref().filter(|_| tongue == Tongue::Chinese);
        chinese.unwrap_or(&self.problem.title)
    }

    /// The Markdown.
    pub(super) fn statement_text(&mut self, tongue: Tongue) -> io::Result<String> {
        let path = self.problem.dir.join(tongue.file());
        let bytes = match Home::of(self.root).read(&path, LARGEST) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.remark("a statement", "there is no statement.md; the package's has the title alone");
                return Ok(String::new());
            }
            bytes => bytes?,
        };
        let text = String::from_utf8(bytes).map_err(|_| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{} is not UTF-8: save it as that", path.display()))
        })?;
        // The mark of some editors would make the heading of the title ordinary text.
        Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
    }
}

/// The part of a statement that a contestant reads, as TeX, and what TeX cannot express.
pub(super) fn body(markdown: &str) -> (String, Vec<String>) {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_STRIKETHROUGH;
    let mut tex = Tex::default();
    let mut title = None;
    let mut events = Parser::new_ext(markdown, options).peekable();
    while let Some(event) = events.next() {
        if let Event::Start(Tag::Heading { level, .. }) = &event {
            let words = heading(&mut events);
            if *level == HeadingLevel::H1 && title.is_none() {
                title = Some(words);
                continue;
            }
            // The samples come first of what a contestant must not read here.
            if Section::of_heading(&words).is_some_and(|section| section == Section::Samples || section.comes_later()) {
                break;
            }
            tex.heading(*level, &words);
            continue;
        }
        tex.take(event);
    }
    (tex.finished(), tex.lost)
}

/// The words of a heading that has begun. Consumes its end, too.
fn heading<'e>(events: &mut impl Iterator<Item = Event<'e>>) -> String {
    let mut words = String::new();
    for event in events {
        match event {
            Event::End(TagEnd::Heading(_)) => break,
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::InlineMath(text) => words.push_str(&format!("${text}$")),
            _ => {}
        }
    }
    words
}

#[derive(Default)]
struct Tex {
    text: String,
    lost: Vec<String>,
    /// What ends each of the elements that have begun.
    ends: Vec<&'static str>,
    /// Whether the row of a table has a cell already.
    has_cell: bool,
}

const END_OF_CODE: &str = "\\end{verbatim}\n\n";
const END_OF_TABLE: &str = "\\end{tabular}\n\n";

impl Tex {
    fn finished(&self) -> String {
        let mut lines: Vec<&str> = self.text.lines().map(str::trim_end).collect();
        lines.dedup_by(|a, b| a.is_empty() && b.is_empty());
        let text = lines.join("\n");
        format!("{}\n", text.trim())
    }

    fn heading(&mut self, level: HeadingLevel, words: &str) {
        let command = if level <= HeadingLevel::H2 { "section" } else { "subsection" };
        self.text.push_str(&format!("\n\\{command}*{{{}}}\n\n", escaped_but_math(words)));
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(_) => self.text.push_str(self.ends.pop().unwrap_or_default()),
            Event::Text(text) if self.ends.last() == Some(&END_OF_CODE) => self.text.push_str(&text),
            Event::Text(text) => self.text.push_str(&escaped(&text)),
            Event::Code(text) => self.text.push_str(&format!("\\texttt{{{}}}", escaped(&text))),
            Event::InlineMath(text) => self.text.push_str(&format!("${}$", formula(&text))),
            Event::DisplayMath(text) => self.text.push_str(&format!("\n\\[ {} \\]\n", formula(text.trim()))),
            Event::SoftBreak => self.text.push('\n'),
            Event::HardBreak => self.text.push_str("\\\\\n"),
            Event::Rule => self.text.push_str("\n\\hrulefill\n\n"),
            Event::Html(text) | Event::InlineHtml(text) => self.html(&text),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => self.lost.push("a footnote or a box".to_owned()),
        }
    }

    fn html(&mut self, text: &str) {
        match text.trim().to_lowercase().as_str() {
            "<br>" | "<br/>" | "<br />" => {
                self.text.push_str(if self.ends.contains(&END_OF_TABLE) { " " } else { "\\\\\n" });
            }
            comment if comment.starts_with("<!--") => {}
            other => self.lost.push(format!("HTML ({})", other.chars().take(20).collect::<String>())),
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let (begin, end) = match tag {
            Tag::Paragraph => ("", "\n\n"),
            Tag::Emphasis => ("\\emph{", "}"),
            Tag::Strong => ("\\textbf{", "}"),
            Tag::List(None) => ("\n\\begin{itemize}\n", "\\end{itemize}\n\n"),
            Tag::List(Some(_)) => ("\n\\begin{enumerate}\n", "\\end{enumerate}\n\n"),
            Tag::Item => ("  \\item ", "\n"),
            Tag::BlockQuote(_) => ("\n\\begin{quote}\n", "\\end{quote}\n\n"),
            Tag::CodeBlock(_) => ("\n\\begin{verbatim}\n", END_OF_CODE),
            Tag::Table(alignments) => {
                let letters = alignments.iter().map(|alignment| match alignment {
                    Alignment::None | Alignment::Left => 'l',
                    Alignment::Center => 'c',
                    Alignment::Right => 'r',
                });
                self.text.push_str(&format!("\n\\begin{{tabular}}{{{}}}\n", letters.collect::<String>()));
                ("", END_OF_TABLE)
            }
            Tag::TableHead => {
                self.has_cell = false;
                ("", " \\\\ \\hline\n")
            }
            Tag::TableRow => {
                self.has_cell = false;
                ("", " \\\\\n")
            }
            Tag::TableCell => (if std::mem::replace(&mut self.has_cell, true) { " & " } else { "" }, ""),
            Tag::Image { .. } => {
                self.lost.push("an image".to_owned());
                ("", "")
            }
            // Struck out words are still words.
            _ => ("", ""),
        };
        self.text.push_str(begin);
        self.ends.push(end);
    }
}

/// Replaces commands that only browsers know.
fn formula(text: &str) -> String {
    let mut formula = text.to_owned();
    for (word, tex) in [("\\lt", "<"), ("\\gt", ">")] {
        let mut parts = formula.split(word);
        let mut joined = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            // `\ltimes` is another command.
            let is_longer = part.starts_with(|c: char| c.is_ascii_alphabetic());
            joined.push_str(if is_longer { word } else { tex });
            joined.push_str(part);
        }
        formula = joined;
    }
    formula
}

fn escaped_but_math(text: &str) -> String {
    let parts = text.split('$').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("${}$", formula(part)) } else { escaped(part) }).collect()
}

/// Escapes plain text for TeX.
pub(super) fn escaped(text: &str) -> String {
    let mut tex = String::new();
    for c in text.chars() {
        match c {
            '\\' => tex.push_str("\\textbackslash{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => tex.extend(['\\', c]),
            '^' => tex.push_str("\\textasciicircum{}"),
            '~' => tex.push_str("\\textasciitilde{}"),
            '<' => tex.push_str("$<$"),
            '>' => tex.push_str("$>$"),
            '|' => tex.push_str("$|$"),
            '≠' => tex.push_str("$\\ne$"),
            '≤' => tex.push_str("$\\le$"),
            '≥' => tex.push_str("$\\ge$"),
            '×' => tex.push_str("$\\times$"),
            '→' => tex.push_str("$\\to$"),
            '⊕' => tex.push_str("$\\oplus$"),
            '…' => tex.push_str("\\ldots{}"),
            '—' => tex.push_str("---"),
            '–' => tex.push_str("--"),
            c => tex.push(c),
        }
    }
    tex
}
