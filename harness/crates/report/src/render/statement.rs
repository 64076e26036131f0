//! Statements as pages to read in a browser: each of their languages alone, or two side by side.
//!
//! Markdown in, a page out; no file is read, and nothing is judged. A page needs no network and no
//! script, and its policy refuses both. A package's statement may be hostile, like an output: tags
//! in it are dropped, and all its text is made harmless and escaped.

use crate::text::formula;
use crate::text::markup::{self, SanitizedName};
use crate::text::sanitize::{self, Manner};
use maud::{Markup, PreEscaped, Render, html};
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A statement in one language.
pub struct Translation<'a> {
    /// The code of ISO 639, as in the statement's file name.
    pub code: &'a str,
    /// The language's name in that language.
    pub name: &'a str,
    pub title: &'a str,
    /// The sections, in the order in which they are read.
    pub sections: Vec<Section<'a>>,
}

/// A part of a statement that begins with a heading.
pub struct Section<'a> {
    pub markdown: &'a str,
    pub kind: Kind,
}

/// How much of a section is seen at first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// All of it.
    Task,
    /// The heading: the rest is folded away, and each item of the list once more.
    Hints,
    /// The heading.
    Later,
}

/// A page that the index lists.
pub struct IndexEntry<'a> {
    pub file: String,
    pub titles: Vec<&'a str>,
    /// What it adds to those before it, in Markdown.
    pub adds: Option<&'a str>,
}

/// The file of the list of pages.
pub const INDEX: &str = "index.html";

/// The file of a problem's page: no other problem has it, nor has the list.
pub fn file(problem: &str) -> String {
    let file = format!("{problem}.html");
    // No name of a problem has an underscore.
    if file.eq_ignore_ascii_case(INDEX) { format!("_{file}") } else { file }
}

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Renders the statement. The first translation is the one that is seen at first.
pub fn page(translations: &[Translation<'_>], index: Option<&str>) -> String {
    let title = translations.first().map_or("", |first| first.title);
    let body = html! {
        @if let Some(index) = index { nav { a href=(index) { "☰" } } }
        @if translations.len() > 1 {
            // The choice is made by the style sheet: these stand before everything that it shows.
            @for (at, translation) in translations.iter().enumerate() {
                (choice(at, translation.code, translation.name))
            }
            (choice(translations.len(), "both", "⇆"))
        }
        main { @for pair in pairs(translations) {
            div.pair { @for (translation, section) in pair {
                section.{ "in-" (at(translations, translation)) } lang=(SanitizedName(translation.code)) {
                    (body(section))
                }
            } }
        } }
    };
    markup::document(title, POLICY, include_str!("statement.css"), &body)
}

fn at(translations: &[Translation<'_>], one: &Translation<'_>) -> usize {
    translations.iter().position(|other| other.code == one.code).unwrap_or(0)
}

fn choice(at: usize, code: &str, name: &str) -> Markup {
    html! {
        input type="radio" name="language" id={ "choose-" (at) } checked[at == 0] aria-label=(code);
        label for={ "choose-" (at) } title=(code) { (name) }
    }
}

/// The sections that say the same in each language, side by side. Statements whose sections differ
/// in number stand beside each other as wholes.
fn pairs<'s, 'a>(translations: &'s [Translation<'a>]) -> Vec<Vec<(&'s Translation<'a>, Vec<&'s Section<'a>>)>> {
    let count = translations.first().map_or(0, |first| first.sections.len());
    let kinds = |at: usize| translations.iter().map(move |t| t.sections.get(at).map(|section| section.kind));
    let are_alike = translations.iter().all(|t| t.sections.len() == count)
        && (0..count).all(|at| kinds(at).all(|kind| Some(kind) == kinds(at).next()));
    match are_alike {
        true => (0..count).map(|at| translations.iter().map(|t| (t, vec![&t.sections[at]])).collect()).collect(),
        false => vec![translations.iter().map(|t| (t, t.sections.iter().collect())).collect()],
    }
}

fn body(sections: Vec<&Section<'_>>) -> Markup {
    html! { @for section in sections {
        @match section.kind {
            Kind::Task => (text(section.markdown)),
            Kind::Hints | Kind::Later => {
                @let (heading, rest) = section.markdown.split_once('\n').unwrap_or((section.markdown, ""));
                details {
                    summary { (text(heading)) }
                    @if section.kind == Kind::Hints { (hints(rest)) } @else { (text(rest)) }
                }
            }
        }
    } }
}

/// Each hint behind its number.
fn hints(markdown: &str) -> Markup {
    let mut hints: Vec<String> = Vec::new();
    for line in markdown.lines() {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let first = line[digits..].strip_prefix(". ").filter(|_| digits > 0);
        match (first, hints.last_mut()) {
            (Some(first), _) => hints.push(format!("{first}\n")),
            (None, Some(hint)) => hint.push_str(&format!("{}\n", line.trim_start())),
            (None, None) if line.trim().is_empty() => {}
            // A list of another form is shown as it is.
            (None, None) => return text(markdown),
        }
    }
    html! { @for (at, hint) in hints.iter().enumerate() {
        details.hint { summary { (at + 1) } (text(hint)) }
    } }
}

/// Renders the list of pages.
pub fn index(title: &str, entries: &[IndexEntry<'_>]) -> String {
    let body = html! { main {
        h1 { (SanitizedName(title)) }
        ol.index { @for entry in entries { li {
            a href=(SanitizedName(&entry.file)) {
                @for (at, title) in entry.titles.iter().enumerate() { @if at > 0 { " · " } (SanitizedName(title)) }
            }
            @if let Some(adds) = entry.adds { (text(adds)) }
        } } }
    } };
    markup::document(title, POLICY, include_str!("statement.css"), &body)
}

/// Markdown as markup.
fn text(markdown: &str) -> Markup {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_STRIKETHROUGH;
    let events: Vec<Event<'_>> = Parser::new_ext(markdown, options).collect();
    let mut writer = HtmlWriter { out: String::new(), columns: Vec::new(), cell: 0, is_head: false, links: Vec::new() };
    for (at, event) in events.iter().enumerate() {
        writer.take(event, &events[at + 1..]);
    }
    PreEscaped(writer.out)
}

struct HtmlWriter {
    out: String,
    /// How the columns of the table are aligned.
    columns: Vec<Alignment>,
    cell: usize,
    is_head: bool,
    /// Whether each link around the text leads somewhere.
    links: Vec<bool>,
}

impl HtmlWriter {
    fn take(&mut self, event: &Event<'_>, rest: &[Event<'_>]) {
        match event {
            Event::Start(tag) => self.start(tag, rest),
            Event::End(tag) => self.end(*tag),
            // Of a block of code, each line is a text of its own.
            Event::Text(text) if text.contains('\n') => {
                sanitize::visible(text.as_bytes(), Manner::message(true)).render_to(&mut self.out);
            }
            Event::Text(text) => SanitizedName(text).render_to(&mut self.out),
            Event::Code(code) => {
                self.out.push_str("<code>");
                SanitizedName(code).render_to(&mut self.out);
                self.out.push_str("</code>");
            }
            Event::InlineMath(tex) => self.formula("<span class=math>", tex, "</span>"),
            Event::DisplayMath(tex) => self.formula("<span class=\"math display\">", tex, "</span>"),
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>"),
            Event::InlineHtml(tag) | Event::Html(tag) if tag.starts_with("<br") => self.out.push_str("<br>"),
            Event::Rule => self.out.push_str("<hr>"),
            Event::InlineHtml(_) | Event::Html(_) | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn formula(&mut self, open: &str, tex: &str, close: &str) {
        self.out.push_str(open);
        self.out.push_str(&formula::markup(tex).0);
        self.out.push_str(close);
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what Markdown has besides needs no layout")]
    fn start(&mut self, tag: &Tag<'_>, rest: &[Event<'_>]) {
        match tag {
            Tag::Paragraph => self.out.push_str("<p>"),
            Tag::Heading { level, .. } => {
                self.out.push_str(&format!("<{level} id=\""));
                SanitizedName(&anchor(rest)).render_to(&mut self.out);
                self.out.push_str("\">");
            }
            Tag::BlockQuote(_) => self.out.push_str("<blockquote>"),
            Tag::CodeBlock(_) => self.out.push_str("<pre>"),
            Tag::List(None) => self.out.push_str("<ul>"),
            Tag::List(Some(first)) => self.out.push_str(&format!("<ol start={first}>")),
            Tag::Item => self.out.push_str("<li>"),
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Strikethrough => self.out.push_str("<s>"),
            Tag::Table(columns) => {
                self.columns.clone_from(columns);
                self.out.push_str("<table>");
            }
            Tag::TableHead | Tag::TableRow => {
                self.is_head = *tag == Tag::TableHead;
                self.cell = 0;
                self.out.push_str("<tr>");
            }
            Tag::TableCell => {
                let name = if self.is_head { "th" } else { "td" };
                let class = match self.columns.get(self.cell) {
                    Some(Alignment::Right) => " class=n",
                    Some(Alignment::Center) => " class=c",
                    Some(Alignment::Left | Alignment::None) | None => "",
                };
                self.out.push_str(&format!("<{name}{class}>"));
            }
            Tag::Link { dest_url, .. } => {
                let target = target(dest_url);
                self.links.push(target.is_some());
                if let Some(target) = target {
                    self.out.push_str("<a rel=noreferrer href=\"");
                    SanitizedName(&target).render_to(&mut self.out);
                    self.out.push_str("\">");
                }
            }
            _ => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what Markdown has besides needs no layout")]
    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.out.push_str("</p>"),
            TagEnd::Heading(level) => self.out.push_str(&format!("</{level}>")),
            TagEnd::BlockQuote(_) => self.out.push_str("</blockquote>"),
            TagEnd::CodeBlock => self.out.push_str("</pre>"),
            TagEnd::List(is_numbered) => self.out.push_str(if is_numbered { "</ol>" } else { "</ul>" }),
            TagEnd::Item => self.out.push_str("</li>"),
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Strikethrough => self.out.push_str("</s>"),
            TagEnd::Table => self.out.push_str("</table>"),
            TagEnd::TableHead | TagEnd::TableRow => self.out.push_str("</tr>"),
            TagEnd::TableCell => {
                self.out.push_str(if self.is_head { "</th>" } else { "</td>" });
                self.cell += 1;
            }
            TagEnd::Link if self.links.pop() == Some(true) => self.out.push_str("</a>"),
            _ => {}
        }
    }
}

/// The anchor that GitHub makes of the heading that begins here.
#[expect(clippy::wildcard_enum_match_arm, reason = "emphasis and links in a heading leave no trace")]
fn anchor(heading: &[Event<'_>]) -> String {
    let mut anchor = String::new();
    for event in heading {
        match event {
            Event::End(TagEnd::Heading(HeadingLevel::H1 | HeadingLevel::H2 | HeadingLevel::H3)) => break,
            Event::Text(text) | Event::Code(text) => {
                let letters = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                anchor.extend(letters.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }));
            }
            Event::Start(Tag::Paragraph) => break,
            _ => {}
        }
    }
    anchor
}

/// Where a link leads on the pages: to another statement's page, to a place on this one, or out.
/// `None` for other files, which do not come along.
fn target(link: &str) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("http://") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (file, place) = link.split_once('#').unwrap_or((link, ""));
    let (folder, name) = file.strip_prefix("../")?.split_once('/')?;
    // The name of a problem, which every browser takes for that of a file.
    let is_problem = !folder.is_empty() && folder.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_statement = is_problem && name.starts_with("statement.") && name.ends_with(".md");
    let place = if place.is_empty() { String::new() } else { format!("#{place}") };
    is_statement.then(|| format!("{}{place}", self::file(folder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(markdown: &str, expected: &str) {
        assert_eq!(text(markdown).0, expected, "{markdown}");
    }

    #[test]
    fn tables_formulas_lists_and_code_are_drawn() {
        check("a *b* **c** `d`", "<p>a <em>b</em> <strong>c</strong> <code>d</code></p>");
        check("1. $a_1$\n2. x\n", "<ol start=1><li><span class=math><i>a</i><sub>1</sub></span></li><li>x</li></ol>");
        check("```text\n3\n1 2\n```", "<pre>3\n1 2\n</pre>");
        let table =
            "<table><tr><th></th><th class=n>to</th></tr><tr><td><code>n</code></td><td class=n>1</td></tr></table>";
        check("| | to |\n| --- | --: |\n| `n` | 1 |\n", table);
    }

    #[test]
    fn links_lead_to_other_statements_and_out_but_to_no_file_that_is_not_there() {
        check("[a](../nim/statement.md#why-it-works)", "<p><a rel=noreferrer href=\"nim.html#why-it-works\">a</a></p>");
        check("[a](../nim/statement.zh.md)", "<p><a rel=noreferrer href=\"nim.html\">a</a></p>");
        check("[a](../ERRATA.md) [b](javascript:x)", "<p>a b</p>");
        check("[a](../javascript:x/statement.md) [b](../%2e%2e/statement.md) [c](..//h/statement.md)", "<p>a b c</p>");
        check("### Two `Heaps`, again", "<h3 id=\"two-heaps-again\">Two <code>Heaps</code>, again</h3>");
    }

    #[test]
    fn each_problem_has_a_page_of_its_own_beside_the_list() {
        assert_eq!((file("nim"), file("index")), ("nim.html".to_owned(), "_index.html".to_owned()));
        check("[a](../index/statement.md#x)", "<p><a rel=noreferrer href=\"_index.html#x\">a</a></p>");
    }

    #[test]
    fn nothing_of_a_hostile_statement_is_markup() {
        let hostile =
            "<script>x</script> <img src=x onerror=y> \u{1b}[31m &lt;b&gt; ![i](http://h/x.png)\n\n<iframe src=x>\n";
        let page = text(hostile).0;
        for tag in ["<script", "<img", "<iframe", "\u{1b}", "<b>", "http://h"] {
            assert!(!page.contains(tag), "{tag} in {page}");
        }
    }

    #[test]
    fn two_languages_stand_side_by_side_section_by_section_and_hints_one_by_one() {
        let section = |markdown, kind| Section { markdown, kind };
        let english = vec![section("# Nim\n\nx\n", Kind::Task), section("## Hints\n\n1. a\n   b\n2. c\n", Kind::Hints)];
        let chinese = vec![section("# 尼姆\n", Kind::Task), section("## 提示\n\n1. 甲\n2. 乙\n", Kind::Hints)];
        let one = Translation { code: "en", name: "English", title: "Nim", sections: english };
        let other = Translation { code: "zh", name: "中文", title: "尼姆", sections: chinese };
        let page = page(&[one, other], None);
        assert_eq!(page.matches("<div class=\"pair\">").count(), 2, "{page}");
        assert_eq!(page.matches("<details class=\"hint\">").count(), 4, "{page}");
        assert!(page.contains("<section class=\"in-1\" lang=\"zh\"><h1 id=\"尼姆\">尼姆</h1></section>"), "{page}");
        assert!(page.contains("<summary>1</summary><p>a\nb</p>") && !page.contains("<script"), "{page}");
    }
}
