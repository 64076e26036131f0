//! The table of a contest: a line per problem, with what its setters look at last.

use super::{Judged, is_wrong};
use model::{Problem, Verdict};
use report::text::phrase;
use report::text::sanitize::width;
use std::path::Path;

const HEAD: [&str; 8] = ["problem", "limit", "samples", "tests", "right", "wrong", "margin", "to fix"];

/// A problem's line.
pub(super) struct Row {
    problem: String,
    /// Its folder below the workspace.
    folder: String,
    /// Relative to the workspace.
    solutions: Vec<String>,
    limit: String,
    samples: usize,
    tests: usize,
    right: usize,
    wrong: usize,
    /// How many times the slowest right solution fits into its limit.
    margin: Option<f64>,
}

impl Row {
    pub(super) fn of(problem: &Problem, results: &[Judged<'_>]) -> Row {
        let samples = problem.tests.iter().filter(|test| test.id.is_sample()).count();
        let wrong = results.iter().filter(|(planned, _)| is_wrong(&planned.solution)).count();
        let right = results.iter().filter(|(planned, _)| planned.solution.expectation.is_accepted());
        let runs = right.flat_map(|(_, result)| {
            let accepted = result.tests.iter().filter(|test| test.verdict == Some(Verdict::Accepted));
            accepted.filter_map(|test| {
                let cpu = test.cpu?.as_secs_f64();
                (cpu > 0.0).then(|| result.limits_of(&test.test).cpu.as_secs_f64() / cpu)
            })
        });
        Row {
            problem: problem.id.to_string(),
            folder: problem.dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            solutions: results.iter().map(|(planned, _)| planned.solution.display.clone()).collect(),
            limit: phrase::limit(problem.limits.cpu),
            samples,
            tests: problem.tests.len() - samples,
            right: results.len() - wrong,
            wrong,
            margin: runs.min_by(f64::total_cmp),
        }
    }

    /// Returns whether `path` belongs to the problem.
    fn holds(&self, path: &Path) -> bool {
        let below = ["problems", "testdata"].iter().find_map(|folder| path.strip_prefix(folder).ok());
        let folder = below.unwrap_or(path).iter().next().unwrap_or_default();
        folder == self.problem.as_str()
            || folder == self.folder.as_str()
            || self.solutions.iter().any(|own| Path::new(own) == path)
    }

    fn cells(&self, to_fix: usize) -> [String; 8] {
        let margin = match self.margin {
            None => "-".to_owned(),
            Some(times) if times >= 10.0 => format!("{times:.0}x"),
            Some(times) => format!("{times:.1}x"),
        };
        let number = |count: usize| count.to_string();
        [
            self.problem.clone(),
            self.limit.clone(),
            number(self.samples),
            number(self.tests),
            number(self.right),
            number(self.wrong),
            margin,
            if to_fix == 0 { "-".to_owned() } else { number(to_fix) },
        ]
    }
}

/// All lines, numbers aligned to the right. `found`: the files that need fixing.
pub(super) fn table(rows: &[Row], found: &[&Path]) -> String {
    let mut lines = vec![HEAD.map(str::to_owned)];
    lines.extend(rows.iter().map(|row| row.cells(found.iter().filter(|path| row.holds(path)).count())));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_its_problems_whatever_folders_inside_are_called() {
        let row = Row {
            problem: "data".to_owned(),
            folder: "data".to_owned(),
            solutions: vec!["solutions/src/bin/data--slow.rs".to_owned()],
            limit: String::new(),
            samples: 0,
            tests: 0,
            right: 0,
            wrong: 0,
            margin: None,
        };
        for own in
            ["data/problem.yaml", "problems/data/problem.toml", "testdata/data/1.in", "solutions/src/bin/data--slow.rs"]
        {
            assert!(row.holds(Path::new(own)), "{own}");
        }
        for other in ["two/data/1.in", "problems/two/data", "solutions/src/bin/data.rs"] {
            assert!(!row.holds(Path::new(other)), "{other}");
        }
    }
}
