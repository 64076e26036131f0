//! The verdict matrix: a row a solution, a column a test, a letter in every cell.

use super::view::{ProblemView, SolutionRow, class, share_of_limit};
use super::{SanitizedName, block, mark, test_strength};
use maud::{Markup, html};
use model::record::{Build, TestRecord};
use model::{Points, Verdict};

/// With up to this many tests, their names stand above the columns. With more, only the cells name
/// them.
const NAMED: usize = 80;
/// With up to this many tests, the cells grow with the window.
const FEW: usize = 60;

pub(super) fn matrix(problem: &ProblemView<'_>) -> Markup {
    let columns = &problem.columns;
    // A label wider than its columns extends to the left, where there is nothing.
    let label = |i: usize, n: usize| match (i, n) {
        (0, ..3) => " left",
        (0, _) => "",
        (1.., _) => " g",
    };
    html! {
        div.scroll {
            table.matrix.few[columns.len() <= FEW] style={ "--n:" (columns.len()) } {
                thead {
                    tr {
                        th {}
                        @let groups = columns.chunk_by(|a, b| problem.group(a) == problem.group(b));
                        @for (i, tests) in groups.enumerate() {
                            @let group = problem.group(tests[0]);
                            @let columns = tests.len() + usize::from(problem.scored(tests[0]).is_some());
                            th class={ "group" (label(i, columns)) } colspan=(columns) title=(SanitizedName(group)) {
                                // The last part of the group's name: the others stand above many
                                // columns.
                                span { (SanitizedName(group.rsplit_once('/').map_or(group, |(_, name)| name))) }
                            }
                        }
                        @if problem.points().is_some() { th {} }
                        th {}
                    }
                    @if columns.len() <= NAMED || problem.points().is_some() {
                        tr.names {
                            th {}
                            @for (i, test) in columns.iter().enumerate() {
                                @if columns.len() <= NAMED {
                                    th.g[problem.opens_group(i)] {
                                        span { (SanitizedName(test.rsplit_once('/').map_or(test, |(_, name)| name))) }
                                    }
                                } @else { th {} }
                                @if problem.closes_group(i) && let Some((_, group)) = problem.scored(test) {
                                    th.points { "of " (group.points.to_string()) }
                                }
                            }
                            @if let Some(points) = problem.points() {
                                th.points.all { @if let Some(points) = points { "of " (points.to_string()) } }
                            }
                            th {}
                        }
                    }
                }
                tbody { @for row in &problem.rows { (solution(problem, row)) } }
                (test_strength::kills_row(problem))
            }
        }
    }
}

fn solution(problem: &ProblemView<'_>, row: &SolutionRow<'_>) -> Markup {
    let status = row.solution.status.name();
    let slow = row.max_time().unwrap_or_default().as_secs_f64() * 1e3;
    html! {
        tr id=(row.id('s')) class=(status) data-row=(row.index)
            data-slow=(format_args!("{slow:.3}")) data-memory=(row.max_memory().unwrap_or_default().as_kib())
            data-status=(status) data-name=(SanitizedName(&row.solution.name)) {
            th scope="row" title=(SanitizedName(&row.solution.path)) {
                span.badge { (if row.is_left_out() { "–" } else { mark(status) }) } " " (SanitizedName(row.solution.short()))
                small { (SanitizedName(&row.headline())) }
            }
            @for (i, name) in problem.columns.iter().enumerate() {
                @match row.test(name) {
                    Some((at, test)) => { (cell(row, at, test, problem.opens_group(i))) },
                    None => { td.c.x.g[problem.opens_group(i)] {} },
                }
                @if problem.closes_group(i) && let Some((_, group)) = problem.scored(name) {
                    @let groups = row.solution.score.iter().flat_map(|score| &score.groups);
                    @let score = groups.into_iter().find(|score| score.group == group.name);
                    (points(score.map(|score| (score.points, score.of)), false))
                }
            }
            @if problem.points().is_some() {
                @let score = row.solution.score.as_ref();
                (points(score.map(|score| (score.points, score.of)), true))
            }
            td.words { (SanitizedName(&row.words())) }
        }
    }
}

fn cell(row: &SolutionRow<'_>, at: usize, test: &TestRecord, gap: bool) -> Markup {
    let (letter, color) = sign(test, share_of_limit(row.solution, test).unwrap_or(0.0));
    let entry = row.id_of_test('t', at);
    let block = match &row.solution.build {
        Build::Rejected { .. } => Some(row.id('b')),
        Build::Ready { .. } => block::anchor(row, at),
        Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => None,
    };
    // The entry holds the text for hovering over the cell; the script takes it from there.
    let (target, entry) = match block {
        Some(block) => (block, Some(entry)),
        None => (entry, None),
    };
    html! {
        td class={ "c " (color) (if gap { " g" } else { "" }) (if test.is_surprise() { " u" } else { "" }) } {
            a href={ "#" (target) } data-t=[entry] { (letter) }
        }
    }
}

/// The letter of a cell, and the classes that colour it. `share`: the share of its time limit that
/// the run took.
pub(super) fn sign(test: &TestRecord, share: f64) -> (char, &'static str) {
    const ACCEPTED: [&str; 10] = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"];
    match test.verdict {
        Some(Verdict::Accepted) => ('·', ACCEPTED[((share * 10.0) as usize).min(9)]),
        Some(verdict) => (verdict.letter(), class(verdict)),
        None if test.fault.is_some() => ('!', "f"),
        None => ('–', "n"),
    }
}

/// The points a solution got, for a group or in total; `?` where some are unknown.
fn points(got: Option<(Option<Points>, Option<Points>)>, all: bool) -> Markup {
    let full = got.is_some_and(|(points, of)| points.is_some() && points == of);
    html! {
        td.points.all[all].full[full] {
            @if let Some((points, _)) = got { (points.map_or_else(|| "?".to_owned(), |points| points.to_string())) }
        }
    }
}
