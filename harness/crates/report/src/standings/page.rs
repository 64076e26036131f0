//! The table of a class as a page, and one page per student to hand out.
//!
//! A student's page has only that student's results. It shows the contents of tests only where
//! [`Contents`] are recorded. Pages need no network and no script, and their policy refuses
//! both.

use crate::render::html::block;
use crate::text::markup::{self, SanitizedName};
use crate::text::phrase;
use crate::text::sanitize::{self, Manner};
use maud::{Markup, Render, html};
use model::standings::{Attempt, Cell, Contents, Failure, Outcome, Row, Standings};
use model::{Evidence, Excerpt, Points, Verdict};

/// Returns the file name of a student's page, beside the overview.
pub fn file(row: &Row) -> String {
    format!("{}.html", row.label)
}

/// Whether the overview links to the students' pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    Students,
    Nowhere,
}

/// Renders the table of all students.
pub fn overview(standings: &Standings, title: &str, links: Links) -> String {
    let body = html! {
        h1 { (SanitizedName(title)) }
        p.sub {
            (phrase::count(standings.rows.len(), "student")) " · "
            (phrase::count(standings.attempts().count(), "submission"))
            @if standings.open > 0 { " · " strong { (phrase::number(standings.open as u64)) " not judged" } }
        }
        div.wide {
            table.class {
                thead {
                    tr {
                        th.n { "rank" } th { "student" }
                        @for column in &standings.problems {
                            th title=(sanitize::name(&column.title, true)) { (SanitizedName(&column.problem)) }
                        }
                        th.n { "total" }
                    }
                }
                tbody {
                    @for row in &standings.rows {
                        tr {
                            td.n { @if let Some(rank) = row.rank { (rank) } @else { "?" } }
                            th scope="row" {
                                @match links {
                                    Links::Students => a href=(file(row)) { (SanitizedName(&row.student)) },
                                    Links::Nowhere => (SanitizedName(&row.student)),
                                }
                            }
                            @for cell in &row.cells { (cell_of(cell.as_ref())) }
                            td.n.total { (row.total.to_string()) }
                        }
                    }
                }
                @if standings.rows.len() > 1 { tfoot { (solved(standings)) } }
            }
        }
        (languages(standings))
    };
    page(title, &body)
}

/// Renders the page of one student.
pub fn student(standings: &Standings, row: &Row, title: &str) -> String {
    let of = Points(standings.problems.iter().map(|column| column.of.0).sum());
    let body = html! {
        p.sub { (SanitizedName(title)) }
        h1 { (SanitizedName(&row.student)) }
        p.score { strong { (row.total.to_string()) } " of " (of.to_string()) " points" }
        @for (column, cell) in standings.problems.iter().zip(&row.cells) {
            section {
                h2 { (SanitizedName(&column.title)) }
                @match cell {
                    None => p.none { "nothing submitted" },
                    Some(cell) => (attempts(cell)),
                }
            }
        }
        @if !row.unread.is_empty() {
            section {
                h2 { "Not read" }
                ul { @for (file, why) in &row.unread { li { (SanitizedName(file)) ": " (SanitizedName(why)) } } }
            }
        }
    };
    let body = html! { (body) (letters_of(row)) };
    page(&format!("{}: {title}", row.student), &body)
}

/// Explains the letters in the boxes of this page.
fn letters_of(row: &Row) -> Markup {
    let attempts = || row.cells.iter().flatten().flat_map(|cell| &cell.attempts);
    let has = |letter: char| attempts().any(|attempt| attempt.strip.contains(letter));
    let verdicts = Verdict::ALL.into_iter().filter(|verdict| has(verdict.letter()));
    let mut meanings: Vec<String> = verdicts
        .map(|verdict| {
            let letter = if verdict == Verdict::Accepted { '·' } else { verdict.letter() };
            format!("{letter} {}", verdict.words())
        })
        .collect();
    meanings.extend(has('!').then(|| "! could not be judged".to_owned()));
    // As long as a submission is open, its points are not decided.
    let decided = attempts().all(|attempt| !attempt.is_open() || !attempt.strip.contains('-'));
    let why = if decided { ": the points were decided before" } else { "" };
    meanings.extend(has('-').then(|| format!("- not run{why}")));
    html! {
        @if !meanings.is_empty() { p.sub { "A box is a test, in the order of judging: " (meanings.join(", ")) } }
    }
}

fn page(title: &str, body: &Markup) -> String {
    let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    markup::document(title, policy, include_str!("style.css"), body)
}

/// For each problem: how many students solved it, out of those who tried.
fn solved(standings: &Standings) -> Markup {
    html! {
        tr {
            td {} th scope="row" { "accepted, of those who tried" }
            @for at in 0..standings.problems.len() {
                @let tried = || standings.rows.iter().filter_map(|row| row.cells[at].as_ref());
                td { (tried().filter(|cell| cell.counting().is_accepted()).count()) " of " (tried().count()) }
            }
            td {}
        }
    }
}

fn cell_of(cell: Option<&Cell>) -> Markup {
    let Some(cell) = cell else { return html! { td.none { "–" } } };
    let attempt = cell.counting();
    html! {
        td class=(class(attempt)) title=(phrase(attempt)) {
            @if let Some(points) = attempt.points { span.points { (points.to_string()) } } @else { span.points { "?" } }
            @if !attempt.is_accepted() { " " span.word { (attempt.outcome.short()) } }
            @if cell.attempts.len() > 1 { " " span.word { "×" (cell.attempts.len()) } }
        }
    }
}

fn class(attempt: &Attempt) -> &'static str {
    match attempt.points {
        None => "open",
        Some(points) if Some(points) == attempt.of => "all",
        Some(Points(0)) => "nothing",
        Some(_) => "some",
    }
}

/// `wrong answer on test 12 of 51`.
fn phrase(attempt: &Attempt) -> String {
    match &attempt.outcome {
        Outcome::Judged(verdict) => match &attempt.failure {
            Some(failure) => format!("{} on {}", failure.verdict.words(), place(failure)),
            None => verdict.words().to_owned(),
        },
        Outcome::Fault(_) => "could not be judged".to_owned(),
        Outcome::NoTool => "its language is not on the machine that judged".to_owned(),
        Outcome::NotJudged => "not judged yet".to_owned(),
        Outcome::Unread(why) => format!("not read: {}", sanitize::name(why, true)),
    }
}

fn place(failure: &Failure) -> String {
    let sample = if failure.sample { ", a sample" } else { "" };
    format!("test {} of {}{sample}", failure.number, failure.of)
}

fn attempts(cell: &Cell) -> Markup {
    html! {
        @for (at, attempt) in cell.attempts.iter().enumerate() {
            div.attempt {
                p {
                    @if let Some(points) = attempt.points {
                        strong class=(class(attempt)) { (points.to_string()) }
                        @if let Some(of) = attempt.of { " of " (of.to_string()) }
                        ": "
                    }
                    (phrase(attempt))
                    @if cell.attempts.len() > 1 && at == cell.counts { " " span.counts { "counts" } }
                }
                p.sub {
                    code { (SanitizedName(&attempt.file)) } " · " (SanitizedName(&attempt.language))
                    @if let Some(cpu) = attempt.cpu { " · slowest test " (phrase::time(cpu)) }
                }
                (strip(&attempt.strip))
                @if !attempt.groups.is_empty() {
                    table.groups {
                        @for group in &attempt.groups {
                            tr { td { (SanitizedName(&group.group)) } td.n { (phrase::points(group.points, group.of)) } }
                        }
                    }
                }
                @if let Some(words) = &attempt.compiler { pre { (Message(words.as_bytes())) } }
                @if let Some(failure) = &attempt.failure {
                    // The test's note says how, too.
                    @if let Some(contents) = &failure.contents { (of_test(contents)) }
                    @else if let Some(how) = &failure.how { p.sub { (SanitizedName(how)) } }
                }
            }
        }
    }
}

/// One box per test, in judging order.
fn strip(letters: &str) -> Markup {
    html! {
        @if !letters.is_empty() {
            p.strip aria-hidden="true" {
                @for letter in letters.chars() {
                    span class=(if letter == '.' { "all" } else if letter == '-' { "none" } else { "nothing" }) {
                        @if letter == '.' { "·" } @else { (letter) }
                    }
                }
            }
        }
    }
}

fn of_test(contents: &Contents) -> Markup {
    html! {
        p.sub {
            "test " code { (SanitizedName(&contents.test)) }
            @if let Some(note) = &contents.note { ": " (sanitize::phrase(note, true)) }
        }
        @if let Some(evidence) = &contents.evidence { (evidence_of(evidence)) }
    }
}

fn evidence_of(evidence: &Evidence) -> Markup {
    let parts = [
        ("input", &evidence.input),
        ("expected", &evidence.answer),
        ("got", &evidence.output),
        ("stderr", &evidence.stderr),
    ];
    html! {
        div.parts {
            @for (name, part) in parts {
                @if part.bytes > 0 {
                    div {
                        p.sub { (name) (extent(part)) }
                        pre { (excerpt(name, &part.head)) @if !part.tail.is_empty() { "\n…\n" (excerpt(name, &part.tail)) } }
                    }
                }
            }
        }
        @if let Some(message) = &evidence.message { pre { (Message(message.as_bytes())) } }
    }
}

fn extent(part: &Excerpt) -> &'static str {
    match (part.is_whole(), part.tail.is_empty()) {
        (true, _) => "",
        (false, true) => " (its beginning)",
        (false, false) => " (its beginning and its end)",
    }
}

/// White space may be the difference. Standard error is laid out by its author.
fn excerpt(name: &str, bytes: &[u8]) -> Markup {
    if name == "stderr" {
        html! { (Message(bytes)) }
    } else {
        block::content(bytes, usize::MAX).0
    }
}

fn languages(standings: &Standings) -> Markup {
    html! {
        table.languages {
            tr { th { "language" } th.n { "submissions" } th.n { "accepted" } }
            @for (name, all, accepted) in standings.languages() {
                tr { td { (SanitizedName(name)) } td.n { (all) } td.n { (accepted) } }
            }
        }
        p.sub {
            @for verdict in Verdict::ALL { (verdict.short()) ": " (verdict.words()) @if verdict != Verdict::CompileError { " · " } }
        }
    }
}

/// Several lines, laid out by their author.
struct Message<'a>(&'a [u8]);

impl Render for Message<'_> {
    fn render_to(&self, page: &mut String) {
        sanitize::visible(self.0.trim_ascii_end(), Manner::message(true)).render_to(page);
    }
}
