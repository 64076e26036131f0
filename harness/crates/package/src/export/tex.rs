//! The statement: TeX generated from its Markdown.
//!
//! A package's statement is what a contestant reads. So it ends where the samples begin, which the
//! format's tools typeset themselves; hints and proofs after them stay in `statement.md`.

// The library's enums are not ours: anything it may add one day is text like any other.
#![allow(clippy::wildcard_enum_match_arm)]

use super::Writer;
use crate::kattis::version::STATEMENT;
use crate::loss::Weight;
use crate::statement::{Part, Section, Tongue, parts};
use beneath::Home;
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::io;

/// No statement is longer.
const LARGEST: u64 = 8 << 20;

impl Writer<'_> {
    /// One file for each language: `problem.en.tex`, and `problem.zh.tex` if there is a statement
    /// in Chinese.
    pub(super) fn statement(&mut self) -> io::Result<()> {
        let folder = self.statement_folder();
        let original = self.original.as_ref().is_some_and(|original| STATEMENT.iter().any(|own| original.has(own)));
        for tongue in self.tongues() {
            // The package's own statement goes back.
            if original && !self.problem.dir.join(tongue.file()).is_file() {
                continue;
            }
            let text = self.statement_text(tongue)?;
            let body = self.body(&text, tongue, folder);
            let tex = format!("\\problemname{{{}}}\n\n{body}", escaped(self.title(tongue)));
            self.make(format!("{folder}/problem.{}.tex", tongue.code()), tex);
        }
        Ok(())
    }

    /// The part of a statement that a contestant reads, as TeX. Its figures are put into `folder`.
    pub(super) fn body(&mut self, text: &str, tongue: Tongue, folder: &str) -> String {
        let (body, figures, mut lost) = body(text);
        for figure in figures {
            let path = self.problem.dir.join(&figure);
            if Home::of(&self.problem.dir).find(&path).is_ok() && !figure.contains('/') {
                self.copy(format!("{folder}/{figure}"), &path);
            } else {
                lost.push(format!("the figure {figure}"));
            }
        }
        let statement = self.display(&self.problem.dir.join(tongue.file()));
        for what in lost {
            self.lose(Weight::Note, format!("{what} in {statement}"), "the TeX of the statement is without it");
        }
        body
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
                let why = "there is no statement.md; the package's has the title alone";
                self.lose(Weight::Note, "a statement", why);
                return Ok(String::new());
            }
            bytes => bytes?,
        };
        // The mark of some editors would make the heading of the title ordinary text.
        String::from_utf8(beneath::without_mark(&bytes).to_vec()).map_err(|_| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{} is not UTF-8: save it as that", path.display()))
        })
    }
}

/// The part of a statement that a contestant reads, as TeX, its figures, and what TeX cannot
/// express.
pub(super) fn body(markdown: &str) -> (String, Vec<String>, Vec<String>) {
    // The samples come first of what a contestant must not read here.
    let is_task = |(text, part): &(String, Part)| {
        let heading = text.lines().next().and_then(|line| line.strip_prefix("## "));
        *part == Part::Task && heading.and_then(Section::of_heading) != Some(Section::Samples)
    };
    let task: String = parts(markdown).into_iter().take_while(is_task).map(|(text, _)| text).collect();
    // The package names the title elsewhere.
    let task = task.trim_start();
    let task = if task.starts_with("# ") { task.split_once('\n').unwrap_or_default().1 } else { task };
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_STRIKETHROUGH;
    let mut tex = Tex::default();
    Parser::new_ext(task, options).for_each(|event| tex.take(event));
    (tex.finished(), tex.figures, tex.lost)
}

#[derive(Default)]
struct Tex {
    text: String,
    lost: Vec<String>,
    figures: Vec<String>,
    /// What ends each of the elements that have begun.
    ends: Vec<&'static str>,
}

const END_OF_CODE: &str = "\\end{verbatim}\n\n";
const END_OF_TABLE: &str = "\\end{tabular}\n\n";
const END_OF_CELL: &str = " & ";

impl Tex {
    fn finished(&self) -> String {
        let mut lines: Vec<&str> = self.text.lines().map(str::trim_end).collect();
        lines.dedup_by(|a, b| a.is_empty() && b.is_empty());
        let text = lines.join("\n");
        format!("{}\n", text.trim())
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(end) => {
                if matches!(end, TagEnd::TableHead | TagEnd::TableRow) {
                    let row = self.text.strip_suffix(END_OF_CELL).map_or(self.text.len(), str::len);
                    self.text.truncate(row);
                }
                self.text.push_str(self.ends.pop().unwrap_or_default());
            }
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
            Tag::Heading { level: HeadingLevel::H1 | HeadingLevel::H2, .. } => ("\n\\section*{", "}\n\n"),
            Tag::Heading { .. } => ("\n\\subsection*{", "}\n\n"),
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
            Tag::TableHead => ("", " \\\\ \\hline\n"),
            Tag::TableRow => ("", " \\\\\n"),
            Tag::TableCell => ("", END_OF_CELL),
            Tag::Image { dest_url, .. } => {
                self.figures.push(dest_url.to_string());
                self.text.push_str(&format!("\\includegraphics[width=0.7\\textwidth]{{{dest_url}}}\n% "));
                ("", "\n")
            }
            // Struck out words are still words.
            _ => ("", ""),
        };
        self.text.push_str(begin);
        self.ends.push(end);
    }
}

/// Replaces commands that only browsers know. `\ltimes` is another command.
fn formula(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut tex = parts.next().unwrap_or_default().to_owned();
    for command in parts {
        let (name, rest) = command.split_at(command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len()));
        match name {
            "lt" => tex.push('<'),
            "gt" => tex.push('>'),
            other => tex.extend(["\\", other]),
        }
        tex.push_str(rest);
    }
    tex
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
