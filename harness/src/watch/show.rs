//! What is printed around the runs of a watched workspace.

use crate::screen::Screen;
use engine::plan::Plan;
use judge::watch::{Part, RoundEnd, Saves, problems};
use model::ProblemId;
use report::text::phrase::{count, names};
use report::text::sanitize;
use std::path::PathBuf;

/// Which files were saved.
pub(super) fn saves(saves: &Saves, screen: &Screen) -> String {
    let name = |file: &PathBuf| sanitize::name(&file.to_string_lossy(), screen.unicode).into_owned();
    let line = |(what, files): (&str, &Vec<PathBuf>)| {
        let all: Vec<String> = files.iter().map(name).collect();
        (!all.is_empty()).then(|| format!("{what} {}\n", names(&all, 3)))
    };
    [("saved", &saves.saved), ("removed", &saves.removed)].into_iter().filter_map(line).collect()
}

/// That this is judged now.
pub(super) fn beginning(plan: &Plan, part: Part) -> String {
    let part = match part {
        Part::Whole => String::new(),
        Part::Failed => " of what failed".to_owned(),
        Part::Test(number) => format!(" of test {number}"),
    };
    let problems = problems(plan);
    let problems: Vec<&str> = problems.iter().map(ProblemId::as_str).collect();
    format!("judging {}, {}{part}\n", names(&problems, 3), count(plan.runs(), "run"))
}

/// The saved solutions that pass, how many others still fail, and what became different.
pub(super) fn end(end: &RoundEnd, screen: &Screen) -> String {
    let mut text = String::new();
    for (solution, tests) in &end.passed {
        text.push_str(&format!("  PASS {solution} on {}\n", count(*tests, "test")));
    }
    match end.others {
        0 => {}
        1 => text.push_str("  1 other still fails (Enter shows it)\n"),
        others => text.push_str(&format!("  {others} others still fail (Enter shows them)\n")),
    }
    for change in &end.changes {
        let tests: Vec<&str> = change.tests.iter().map(|test| &*test.0).collect();
        let arrow = if screen.unicode { "→" } else { "->" };
        let line = format!("  {}: {} {arrow} {} on {}", change.solution, change.from, change.to, names(&tests, 4));
        text.push_str(&format!("{}\n", sanitize::name(&line, screen.unicode)));
    }
    text
}
