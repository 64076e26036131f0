//! The table of a contest: a line per problem, with what its setters look at last.

use judge::CheckedProblem;
use report::text::phrase;
use report::text::sanitize::width;
use std::path::Path;

const HEAD: [&str; 8] = ["problem", "limit", "samples", "tests", "right", "wrong", "margin", "to fix"];

/// All lines, numbers aligned to the right. `found`: the files that need fixing.
pub(super) fn table(problems: &[CheckedProblem], found: &[&Path]) -> String {
    let mut lines = vec![HEAD.map(str::to_owned)];
    let to_fix = |problem: &CheckedProblem| found.iter().filter(|path| problem.holds(path)).count();
    lines.extend(problems.iter().map(|problem| cells(problem, to_fix(problem))));
    let widest = |column: usize| lines.iter().map(|line| width(&line[column])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..HEAD.len()).map(widest).collect();
    let mut text = String::new();
    for line in &lines {
        for (column, cell) in line.iter().enumerate() {
            match column {
                0 => text.push_str(&format!("{cell:<width$}", width = widths[0])),
                _ => text.push_str(&format!("  {cell:>width$}", width = widths[column])),
            }
        }
        text.push('\n');
    }
    text
}

fn cells(checked: &CheckedProblem, to_fix: usize) -> [String; 8] {
    let CheckedProblem { problem, right, wrong, margin, .. } = checked;
    let margin = match margin {
        None => "-".to_owned(),
        Some(times) if *times >= 10.0 => format!("{times:.0}x"),
        Some(times) => format!("{times:.1}x"),
    };
    let samples = problem.tests.iter().filter(|test| test.id.is_sample()).count();
    let number = |count: usize| count.to_string();
    [
        problem.id.to_string(),
        phrase::limit(problem.limits.cpu),
        number(samples),
        number(problem.tests.len() - samples),
        number(*right),
        number(*wrong),
        margin,
        if to_fix == 0 { "-".to_owned() } else { number(to_fix) },
    ]
}
