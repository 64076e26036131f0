//! How strong the tests are: which of the deliberately wrong solutions each test catches, and which
//! are only just caught.

use super::SanitizedName;
use super::view::{ProblemView, SolutionRow, is_wrong_on_purpose};
use crate::text::phrase;
use maud::{Markup, html};
use model::Verdict;

/// The foot of the matrix: how many wrong solutions each test catches.
pub(super) fn kills_row(problem: &ProblemView<'_>) -> Markup {
    let wrong: Vec<&SolutionRow<'_>> = problem.rows.iter().filter(|row| is_wrong_on_purpose(row.solution)).collect();
    let kills = |test: &str| wrong.iter().filter(|row| catches(row, test)).count();
    html! {
        @if !wrong.is_empty() {
            tfoot { tr.kills {
                th scope="row" { "catches, of " (wrong.len()) }
                @for (i, test) in problem.columns.iter().enumerate() {
                    @let n = kills(test);
                    @let shade = (n * 9).div_ceil(wrong.len());
                    @let gap = if problem.opens_group(i) { " g" } else { "" };
                    td class={ "k k" (shade) (gap) } title={ (SanitizedName(test)) ": catches " (n) " of " (wrong.len()) } {
                        @if n > 0 { (n) }
                    }
                    @if problem.closes_group(i) && problem.scored(test).is_some() { td {} }
                }
                @if problem.points().is_some() { td {} }
                td {}
            } }
        }
    }
}

/// In words: which solutions are caught by one test only, which by none, and how few tests would
/// do.
pub(super) fn strength(problem: &ProblemView<'_>) -> Markup {
    let judged = problem.rows.iter().filter(|row| is_wrong_on_purpose(row.solution) && was_judged(row));
    let wrong: Vec<&SolutionRow<'_>> = judged.collect();
    if wrong.is_empty() || problem.columns.is_empty() {
        return Markup::default();
    }
    let caught_by = |row: &SolutionRow<'_>| -> Vec<&str> {
        problem.columns.iter().copied().filter(|test| catches(row, test)).collect()
    };
    let idle = problem.columns.iter().filter(|test| !wrong.iter().any(|row| catches(row, test))).count();
    let few = cover(&wrong, &problem.columns);
    let tests = phrase::count(problem.columns.len(), "test");
    html! {
        details.strength {
            summary {
                "Test strength "
                span {
                    @if few.is_empty() { "no test catches a wrong solution" } @else {
                        (few.len()) " of " (tests) " would catch every wrong solution that is caught; "
                        (idle) @if idle == 1 { " catches none" } @else { " catch none" }
                    }
                }
            }
            table {
                thead { tr { th { "wrong solution" } th { "caught by" } th {} } }
                tbody { @for row in &wrong {
                    @let by = caught_by(row);
                    tr class=(match by.len() { 0 => "never", 1 => "hair", _ => "" }) {
                        td { (SanitizedName(row.solution.short())) }
                        td.n { (by.len()) }
                        td { @match by.as_slice() {
                            [] => { "no test" },
                            [only] => { "only " (SanitizedName(only)) },
                            [first, ..] => { "first " (SanitizedName(first)) },
                        } }
                    }
                } }
            }
            @if !few.is_empty() { p { "Enough: " (SanitizedName(&phrase::names(&few, 12))) } }
        }
    }
}

fn was_judged(row: &SolutionRow<'_>) -> bool {
    row.solution.tests.iter().any(|test| test.verdict.is_some_and(|v| v != Verdict::CompileError))
}

fn catches(row: &SolutionRow<'_>, test: &str) -> bool {
    let verdict = row.test(test).and_then(|(_, test)| test.verdict);
    verdict.is_some_and(|v| v != Verdict::Accepted && v != Verdict::CompileError)
}

/// A small set of tests that catches every solution that any test catches. Greedy: always the test
/// that catches most of the rest, the first of equals.
fn cover<'a>(wrong: &[&SolutionRow<'_>], columns: &[&'a str]) -> Vec<&'a str> {
    let mut rest: Vec<&&SolutionRow<'_>> = wrong.iter().collect();
    let mut chosen = Vec::new();
    loop {
        let gain = |test: &str| rest.iter().filter(|row| catches(row, test)).count();
        let best = columns.iter().rev().max_by_key(|test| gain(test)).filter(|test| gain(test) > 0);
        let Some(best) = best else { return chosen };
        rest.retain(|row| !catches(row, best));
        chosen.push(*best);
    }
}
