//! How long the slowest test of each solution took over the runs: a small line, the median before, and what it takes now.

use crate::artifacts::history::Course;
use crate::render::html::Page;
use crate::render::html::view::{ProblemView, Row};
use crate::text::phrase;
use std::fmt::Write as _;
use std::time::Duration;

/// Size of the line, in pixels.
const WIDTH: f64 = 120.0;
const HEIGHT: f64 = 18.0;

pub fn draw(page: &mut Page, problem: &ProblemView<'_>) {
    let known = |row: &Row<'_>| row.course.as_ref().is_some_and(|course| course.median().is_some());
    let rows: Vec<&Row<'_>> = problem.rows.iter().filter(|row| known(row)).collect();
    if rows.is_empty() {
        return;
    }
    let slower: Vec<&str> =
        rows.iter().filter(|row| got_slower(row).is_some()).map(|row| row.solution.short()).collect();
    let open = if slower.is_empty() { "" } else { " open" };
    page.put(format_args!("<details class=course{open}><summary>Over time <span>"));
    if slower.is_empty() {
        page.raw("no accepted solution got slower");
    } else {
        page.text(&format!("got slower: {}", phrase::names(&slower, 6)));
    }
    page.raw("</span></summary>\n<table>\n<thead><tr><th>accepted<th>slowest test<th class=n>median before");
    page.raw("<th class=n>now<th>runs</thead>\n<tbody>\n");
    for row in rows {
        let Some((course, median)) = row.course.as_ref().and_then(|course| Some((course, course.median()?))) else {
            continue;
        };
        page.raw(if got_slower(row).is_some() { "<tr class=slower><td>" } else { "<tr><td>" });
        page.text(row.solution.short()).raw("<td>").text(&course.test).raw("<td class=n>").text(&phrase::time(median));
        page.raw("<td class=n>").text(&phrase::time(course.now())).raw("<td>");
        line(page, &course.times);
        page.raw("\n");
    }
    page.raw("</tbody>\n</table>\n</details>\n");
}

fn got_slower(row: &Row<'_>) -> Option<Duration> {
    row.course.as_ref().and_then(Course::got_slower)
}

/// Oldest on the left; from nothing at the foot to the slowest at the top.
fn line(page: &mut Page, times: &[Duration]) {
    let most = times.iter().max().map_or(1.0, |time| time.as_secs_f64().max(1e-9));
    let step = (WIDTH - 6.0) / (times.len() - 1).max(1) as f64;
    let mut points = String::new();
    let mut end = (0.0, 0.0);
    for (i, time) in times.iter().enumerate() {
        end = (3.0 + step * i as f64, 3.0 + (HEIGHT - 6.0) * (1.0 - time.as_secs_f64() / most));
        // Writing to a String cannot fail.
        let _ = write!(points, "{:.1},{:.1} ", end.0, end.1);
    }
    page.put(format_args!("<svg class=spark width={WIDTH} height={HEIGHT} role=img aria-label=\""));
    page.text(&times.iter().map(|time| phrase::time(*time)).collect::<Vec<_>>().join(", "));
    page.put(format_args!("\"><polyline points=\"{}\"/>", points.trim_end()));
    page.put(format_args!("<circle cx={:.1} cy={:.1} r=2.5 /></svg>", end.0, end.1));
}
