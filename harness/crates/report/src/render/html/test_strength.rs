//! How strong the tests are: which of the deliberately wrong solutions each test catches, and which are caught by a hair.

use crate::render::html::Page;
use crate::render::html::view::{ProblemView, Row, is_wrong_on_purpose, opens_group};
use crate::text::phrase;
use model::Verdict;

/// The foot of the matrix: how many wrong solutions each test catches.
pub fn kills_row(page: &mut Page, problem: &ProblemView<'_>) {
    let wrong: Vec<&Row<'_>> = problem.rows.iter().filter(|row| is_wrong_on_purpose(row.solution)).collect();
    if wrong.is_empty() {
        return;
    }
    page.put(format_args!("<tfoot><tr class=kills><th scope=row>catches, of {}", wrong.len()));
    for (i, test) in problem.columns.iter().enumerate() {
        let n = wrong.iter().filter(|row| catches(row, test)).count();
        let gap = if opens_group(&problem.columns, i) { " g" } else { "" };
        let shade = (n * 9).div_ceil(wrong.len());
        page.put(format_args!("<td class=\"k k{shade}{gap}\" title=\"")).text(test);
        page.put(format_args!(": catches {n} of {}\">", wrong.len()));
        if n > 0 {
            page.put(format_args!("{n}"));
        }
    }
    page.raw("<td>\n</tfoot>\n");
}

/// In words: who is caught by one test only, who by none, and how few tests would do.
pub fn draw(page: &mut Page, problem: &ProblemView<'_>) {
    let wrong: Vec<&Row<'_>> =
        problem.rows.iter().filter(|row| is_wrong_on_purpose(row.solution) && was_judged(row)).collect();
    if wrong.is_empty() || problem.columns.is_empty() {
        return;
    }
    let caught_by =
        |row: &Row<'_>| -> Vec<&str> { problem.columns.iter().copied().filter(|test| catches(row, test)).collect() };
    let idle = problem.columns.iter().filter(|test| !wrong.iter().any(|row| catches(row, test))).count();
    let few = cover(&wrong, &problem.columns);
    page.raw("<details class=strength><summary>Test strength <span>");
    let tests = phrase::count(problem.columns.len(), "test");
    page.text(&format!("{} of {tests} would catch every wrong solution that is caught; {idle} catch none", few.len()));
    page.raw("</span></summary>\n<table>\n<thead><tr><th>wrong solution<th>caught by<th></thead>\n<tbody>\n");
    for row in &wrong {
        let by = caught_by(row);
        let class = match by.len() {
            0 => "never",
            1 => "hair",
            _ => "",
        };
        page.put(format_args!("<tr class=\"{class}\"><td>")).text(row.solution.short());
        page.put(format_args!("<td class=n>{}<td>", by.len()));
        match by.as_slice() {
            [] => page.raw("no test"),
            [only] => page.raw("only ").text(only),
            [first, ..] => page.raw("first ").text(first),
        };
        page.raw("\n");
    }
    page.raw("</tbody>\n</table>\n<p>Enough: ").text(&phrase::names(&few, 12)).raw("</p>\n</details>\n");
}

fn was_judged(row: &Row<'_>) -> bool {
    row.solution.tests.iter().any(|test| test.verdict.is_some_and(|v| v != Verdict::CompileError))
}

fn catches(row: &Row<'_>, test: &str) -> bool {
    let verdict = row.test(test).and_then(|(_, test)| test.verdict);
    verdict.is_some_and(|v| v != Verdict::Accepted && v != Verdict::CompileError)
}

/// A small set of tests that catches all that any test catches: always the test that catches most of the rest, the first of equals.
fn cover<'a>(wrong: &[&Row<'_>], columns: &[&'a str]) -> Vec<&'a str> {
    let mut rest: Vec<&&Row<'_>> = wrong.iter().collect();
    let mut chosen = Vec::new();
    loop {
        let gain = |test: &str| rest.iter().filter(|row| catches(row, test)).count();
        let best = columns.iter().rev().max_by_key(|test| gain(test)).filter(|test| gain(test) > 0);
        let Some(best) = best else { return chosen };
        rest.retain(|row| !catches(row, best));
        chosen.push(*best);
    }
}
