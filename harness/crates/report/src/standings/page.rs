//! The table of a class as a page, and one page per student to hand out.
//!
//! A student's page has only that student's results. It shows the contents of tests only where
//! [`Contents`] are recorded. Pages need no network and no script, and their policy refuses
//! both.

use crate::text::markup::{self, Markup, message, name, tag};
use crate::text::phrase;
use crate::text::sanitize;
use model::standings::{Attempt, Cell, Contents, Failure, Outcome, Row, Standings};
use model::{Evidence, Excerpt, GroupScore, Points, Verdict};

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
    let submissions = |row: &Row| row.cells.iter().flatten().map(Cell::submissions).sum();
    let submissions = phrase::submissions(standings.rows.iter().map(submissions));
    let open = match standings.open {
        0 => Markup::default(),
        open => [" · ".into(), tag("strong").around(format!("{} not judged", phrase::number(open as u64)))].into(),
    };
    let below = if standings.rows.len() > 1 { tag("tfoot").around(solved(standings)) } else { Markup::default() };
    let table = [heads(standings), tag("tbody").around(rows(standings, links)), below];
    let body = [
        tag("h1").around(name(title)),
        tag("p").class("sub").around([submissions.into(), open]),
        tag("div").class("wide").around(tag("table").class("class").around(table)),
        tag("p").class("sub").around(verdicts()),
    ];
    page(title, body.into())
}

/// What the short words of the cells mean.
fn verdicts() -> String {
    let words = Verdict::ALL.map(|verdict| format!("{}: {}", verdict.short(), verdict.words()));
    words.join(" · ")
}

fn heads(standings: &Standings) -> Markup {
    let problems = standings.problems.iter();
    let problems = problems.map(|column| tag("th").with("title", name(&column.title)).around(name(&column.problem)));
    let number = |word: &str| tag("th").class("n").around(word);
    let heads = [number("rank"), tag("th").around("student"), problems.sum(), number("total")];
    tag("thead").around(tag("tr").around(heads))
}

fn rows(standings: &Standings, links: Links) -> Markup {
    let row = |row: &Row| {
        let student = match links {
            Links::Students => tag("a").with("href", file(row)).around(name(&row.student)),
            Links::Nowhere => name(&row.student),
        };
        tag("tr").around([
            tag("td").class("n").around(row.rank.map_or("?".into(), Markup::from)),
            tag("th").with("scope", "row").around(student),
            row.cells.iter().map(|cell| cell_of(cell.as_ref())).sum(),
            tag("td").class("n total").around(row.total.to_string()),
        ])
    };
    standings.rows.iter().map(row).sum()
}

/// Renders the page of one student.
pub fn student(standings: &Standings, row: &Row, title: &str) -> String {
    let of = Points(standings.problems.iter().map(|column| column.of.0).sum());
    let points = [tag("strong").around(row.total.to_string()), format!(" of {of} points").into()];
    let problems = standings.problems.iter().zip(&row.cells).map(|(column, cell)| {
        let submitted = cell.as_ref().map_or_else(|| tag("p").class("none").around("nothing submitted"), attempts);
        tag("section").around([tag("h2").around(name(&column.title)), submitted])
    });
    let unread = row.unread.iter().map(|one| tag("li").around([name(&one.file), ": ".into(), name(&one.why)]));
    let unread = match row.unread.is_empty() {
        true => Markup::default(),
        false => tag("section").around([tag("h2").around("Not read"), tag("ul").around(unread.sum::<Markup>())]),
    };
    let body = [
        tag("p").class("sub").around(name(title)),
        tag("h1").around(name(&row.student)),
        tag("p").class("score").around(points),
        problems.sum(),
        unread,
        letters_of(row),
    ];
    page(&format!("{}: {title}", row.student), body.into())
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
    let sentence = format!("A box is a test, in the order of judging: {}", meanings.join(", "));
    if meanings.is_empty() { Markup::default() } else { tag("p").class("sub").around(sentence) }
}

fn page(title: &str, body: Markup) -> String {
    markup::document(title, include_str!("style.css"), body)
}

/// For each problem: how many students solved it, out of those who tried.
fn solved(standings: &Standings) -> Markup {
    let problems = (0..standings.problems.len()).map(|at| {
        let tried =
            || standings.rows.iter().filter_map(|row| row.cells[at].as_ref().filter(|cell| cell.submissions() > 0));
        let accepted = tried().filter(|cell| cell.counting().is_accepted()).count();
        tag("td").around(format!("{accepted} of {}", tried().count()))
    });
    let empty = || tag("td").around("");
    let words = tag("th").with("scope", "row").around("accepted, of those who tried");
    tag("tr").around([empty(), words, problems.sum(), empty()])
}

fn cell_of(cell: Option<&Cell>) -> Markup {
    let Some(cell) = cell else { return tag("td").class("none").around("–") };
    let attempt = cell.counting();
    let word = |text: String| [" ".into(), tag("span").class("word").around(text)].into();
    let points = attempt.points.map_or_else(|| "?".to_owned(), |points| points.to_string());
    let verdict = (!attempt.is_accepted()).then(|| word(attempt.outcome.short().to_owned()));
    let attempts = (cell.submissions() > 1).then(|| word(format!("×{}", cell.submissions())));
    let points = tag("span").class("points").around(points);
    let content = [points, verdict.unwrap_or_default(), attempts.unwrap_or_default()];
    tag("td").class(class(attempt)).with("title", phrase(attempt)).around(content)
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
    let counts = |at: usize| cell.attempts.len() > 1 && at == cell.counts;
    cell.attempts.iter().enumerate().map(|(at, attempt)| attempt_of(attempt, counts(at))).sum()
}

fn attempt_of(attempt: &Attempt, counts: bool) -> Markup {
    let points = attempt.points.map(|points| {
        let of = attempt.of.map_or_else(|| ": ".to_owned(), |of| format!(" of {of}: "));
        [tag("strong").class(class(attempt)).around(points.to_string()), of.into()].into()
    });
    let counts = counts.then(|| [" ".into(), tag("span").class("counts").around("counts")].into());
    let slowest = attempt.cpu.map_or_else(String::new, |cpu| format!(" · slowest test {}", phrase::time(cpu)));
    let program = [tag("code").around(name(&attempt.file)), " · ".into(), name(&attempt.language), slowest.into()];
    let groups = match &attempt.groups[..] {
        [] => Markup::default(),
        groups => tag("table").class("groups").around(groups.iter().map(group).sum::<Markup>()),
    };
    let compiler = attempt.compiler.as_ref().map(|words| tag("pre").around(message(words.trim_end().as_bytes())));
    // The test's note says how, too.
    let failure = attempt.failure.as_ref().and_then(|failure| match (&failure.contents, &failure.how) {
        (Some(contents), _) => Some(of_test(contents)),
        (None, how) => how.as_ref().map(|how| tag("p").class("sub").around(name(how))),
    });
    tag("div").class("attempt").around([
        tag("p").around([points.unwrap_or_default(), phrase(attempt).into(), counts.unwrap_or_default()]),
        tag("p").class("sub").around(program),
        strip(&attempt.strip),
        groups,
        compiler.unwrap_or_default(),
        failure.unwrap_or_default(),
    ])
}

fn group(group: &GroupScore) -> Markup {
    let points = tag("td").class("n").around(phrase::points(group.points, group.of));
    tag("tr").around([tag("td").around(name(&group.group)), points])
}

/// One box per test, in judging order.
fn strip(letters: &str) -> Markup {
    let boxes = letters.chars().map(|letter| match letter {
        '.' => tag("span").class("all").around("·"),
        '-' => tag("span").class("none").around("-"),
        letter => tag("span").class("nothing").around(letter.to_string()),
    });
    match letters {
        "" => Markup::default(),
        _ => tag("p").class("strip").with("aria-hidden", "true").around(boxes.sum::<Markup>()),
    }
}

fn of_test(contents: &Contents) -> Markup {
    let note = contents.note.as_ref().map(|note| [": ".into(), markup::phrase(note)].into());
    let test = tag("code").around(name(&contents.test));
    let line = tag("p").class("sub").around(["test ".into(), test, note.unwrap_or_default()]);
    [line, contents.evidence.as_deref().map(evidence_of).unwrap_or_default()].into()
}

fn evidence_of(evidence: &Evidence) -> Markup {
    let parts = [
        ("input", &evidence.input),
        ("expected", &evidence.answer),
        ("got", &evidence.output),
        ("stderr", &evidence.stderr),
    ];
    let parts = parts.into_iter().filter(|(_, part)| part.bytes > 0).map(|(name, part)| {
        let tail = (!part.tail.is_empty()).then(|| ["\n…\n".into(), excerpt(name, &part.tail)].into());
        let text = [excerpt(name, &part.head), tail.unwrap_or_default()];
        let head = tag("p").class("sub").around(format!("{name}{}", extent(part)));
        tag("div").around([head, tag("pre").around(text)])
    });
    let words = evidence.message.as_ref().map(|words| tag("pre").around(message(words.trim_end().as_bytes())));
    [tag("div").class("parts").around(parts.sum::<Markup>()), words.unwrap_or_default()].into()
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
    if name == "stderr" { message(bytes.trim_ascii_end()) } else { markup::content(bytes) }
}
