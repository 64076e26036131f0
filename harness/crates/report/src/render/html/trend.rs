//! How the slowest test of each solution developed over the runs: a small line, the median before,
//! and the time now.

use super::SanitizedName;
use super::view::{ProblemView, SolutionRow};
use crate::artifacts::history::TimeTrend;
use crate::text::phrase;
use maud::{Markup, html};
use model::record::SolutionRecord;
use std::time::Duration;

/// Size of the line, in pixels.
const WIDTH: f64 = 160.0;
const HEIGHT: f64 = 22.0;

pub(super) fn trends(problem: &ProblemView<'_>) -> Markup {
    let rows: Vec<_> = problem.rows.iter().filter_map(course).collect();
    if rows.is_empty() {
        return Markup::default();
    }
    let slower = rows.iter().filter(|(.., course)| course.got_slower().is_some());
    let slower: Vec<&str> = slower.map(|(solution, ..)| solution.short()).collect();
    html! {
        details.course open[!slower.is_empty()] {
            summary { "Over time " span {
                @if slower.is_empty() { "no accepted solution got slower" }
                @else { "got slower: " (SanitizedName(&phrase::names(&slower, 6))) }
            } }
            table {
                thead { tr {
                    th { "accepted" } th { "slowest test" } th.n { "median before" } th.n { "now" } th { "runs" }
                } }
                tbody { @for (solution, median, course) in &rows {
                    tr.slower[course.got_slower().is_some()] {
                        td { (SanitizedName(solution.short())) }
                        td { (SanitizedName(&course.test)) }
                        td.n { (phrase::time(*median)) }
                        td.n { (phrase::time(course.now())) }
                        td { (line(course)) }
                    }
                } }
            }
        }
    }
}

/// A solution that was measured often enough, with the median before and its times.
fn course<'a>(row: &SolutionRow<'a>) -> Option<(&'a SolutionRecord, Duration, TimeTrend)> {
    let course = row.course.clone()?;
    Some((row.solution, course.median()?, course))
}

/// Oldest on the left; from zero at the bottom to the slowest at the top.
fn line(course: &TimeTrend) -> Markup {
    let times = &course.times;
    let most = times.iter().max().map_or(1.0, |time| time.as_secs_f64().max(1e-9));
    let step = (WIDTH - 6.0) / (times.len() - 1).max(1) as f64;
    let place = |(i, time): (usize, &Duration)| {
        (3.0 + step * i as f64, 3.0 + (HEIGHT - 6.0) * (1.0 - time.as_secs_f64() / most))
    };
    let places: Vec<(f64, f64)> = times.iter().enumerate().map(place).collect();
    let (x, y) = places.last().copied().unwrap_or_default();
    let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let label: Vec<String> = times.iter().map(|time| phrase::time(*time)).collect();
    html! {
        svg.spark width=(WIDTH) height=(HEIGHT) role="img" aria-label=(label.join(", ")) {
            title { (label.join(" → ")) }
            polyline points=(points.join(" ")) {}
            circle cx=(format_args!("{x:.1}")) cy=(format_args!("{y:.1}")) r="2.5" {}
        }
    }
}
