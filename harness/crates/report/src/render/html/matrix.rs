//! The verdict matrix: a row a solution, a column a test, a letter in every cell.

use crate::render::html::view::{ProblemView, Row, class, folder, letter, opens_group, share_of_limit};
use crate::render::html::{Page, block, mark, test_strength};
use model::Verdict;
use model::record::{Build, Test};

/// Up to so many tests their names stand above the columns; with more they are only in the cells.
const NAMED: usize = 80;
/// Up to so many tests the cells grow with the window.
const FEW: usize = 60;

pub fn draw(page: &mut Page, problem: &ProblemView<'_>) {
    let few = if problem.columns.len() <= FEW { " few" } else { "" };
    let n = problem.columns.len();
    page.put(format_args!("<div class=scroll><table class=\"matrix{few}\" style=\"--n:{n}\">\n<thead>\n<tr><th>"));
    for (i, (group, n)) in groups(&problem.columns).into_iter().enumerate() {
        // A label wider than its columns goes to the left, where nothing stands.
        let class = match (i, n) {
            (0, ..3) => " left",
            (0, _) => "",
            (1.., _) => " g",
        };
        page.put(format_args!("<th class=\"group{class}\" colspan={n} title=\""));
        page.text(group).raw("\"><span>").text(group).raw("</span>");
    }
    page.raw("<th>\n");
    if problem.columns.len() <= NAMED {
        page.raw("<tr class=names><th>");
        for (i, test) in problem.columns.iter().enumerate() {
            page.put(format_args!("<th{}><span>", if opens_group(&problem.columns, i) { " class=g" } else { "" }));
            page.text(test.rsplit_once('/').map_or(test, |(_, name)| name)).raw("</span>");
        }
        page.raw("<th>\n");
    }
    page.raw("</thead>\n<tbody>\n");
    for row in &problem.rows {
        draw_row(page, problem, row);
    }
    page.raw("</tbody>\n");
    test_strength::kills_row(page, problem);
    page.raw("</table></div>\n");
}

fn draw_row(page: &mut Page, problem: &ProblemView<'_>, row: &Row<'_>) {
    let status = row.solution.status.name();
    page.put(format_args!("<tr id=s{}-{} class={status} data-row={}", problem.index, row.index, row.index));
    page.put(format_args!(" data-slow={:.3}", row.max_time().unwrap_or_default().as_secs_f64() * 1e3));
    page.put(format_args!(
        " data-memory={} data-status={status} data-name=\"",
        row.max_memory().unwrap_or_default().as_kib()
    ));
    page.text(&row.solution.name)
        .raw("\"><th scope=row title=\"")
        .text(&row.solution.path)
        .raw("\"><span class=badge>");
    page.raw(if row.is_left_out() { "–" } else { mark(status) }).raw("</span> ").text(row.solution.short());
    let words = row.words();
    page.raw("<small>").text(words.split(" · ").next().unwrap_or_default()).raw("</small>");
    for (i, name) in problem.columns.iter().enumerate() {
        let gap = opens_group(&problem.columns, i);
        match row.test(name) {
            Some((at, test)) => cell(page, problem, row, at, test, gap),
            None => {
                page.put(format_args!("<td class=\"c x{}\">", if gap { " g" } else { "" }));
            }
        }
    }
    page.raw("<td class=words>").text(&words).raw("\n");
}

fn cell(page: &mut Page, problem: &ProblemView<'_>, row: &Row<'_>, at: usize, test: &Test, gap: bool) {
    let (letter, color) = sign(test, share_of_limit(row.solution, test).unwrap_or(0.0));
    let (p, r) = (problem.index, row.index);
    let gap = if gap { " g" } else { "" };
    let surprise = if test.permitted == Some(false) { " u" } else { "" };
    let block = match &row.solution.build {
        Build::Rejected { .. } => Some(block::build_anchor(problem, row)),
        Build::Ready { .. } => block::anchor(problem, row, at),
        Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => None,
    };
    // What a cell says when it is pointed at stands in its entry; the script takes it from there.
    match block {
        Some(block) => page.put(format_args!(
            "<td class=\"c {color}{gap}{surprise}\"><a href=#{block} data-t=t{p}-{r}-{at}>{letter}</a>"
        )),
        None => page.put(format_args!("<td class=\"c {color}{gap}{surprise}\"><a href=#t{p}-{r}-{at}>{letter}</a>")),
    };
}

/// The letter of a cell, and the classes that colour it. `share`: the part of its time limit that the run took.
pub fn sign(test: &Test, share: f64) -> (&'static str, &'static str) {
    const ACCEPTED: [&str; 10] = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"];
    match test.verdict {
        Some(Verdict::Accepted) => ("·", ACCEPTED[((share * 10.0) as usize).min(9)]),
        Some(verdict) => (letter(verdict), class(verdict)),
        None if test.fault.is_some() => ("!", "f"),
        None => ("–", "n"),
    }
}

/// The top folder of each run of tests, with its length.
fn groups<'a>(columns: &[&'a str]) -> Vec<(&'a str, usize)> {
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for test in columns {
        match groups.last_mut() {
            Some((group, n)) if *group == folder(test) => *n += 1,
            Some(_) | None => groups.push((folder(test), 1)),
        }
    }
    groups
}
