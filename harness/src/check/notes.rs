//! What is worth knowing about a problem, and not wrong: a few lines.

use crate::screen::{self, Screen};
use judge::model::TestId;
use judge::{CheckedProblem, Loophole, TestFile};
use report::render::mutation::summary;
use report::text::first_lines;
use report::text::phrase::{count, names};
use report::text::sanitize;

pub(super) fn of_problem(checked: &CheckedProblem, verbose: bool, screen: &Screen) -> String {
    let mut text = files(checked);
    let CheckedProblem { problem, kills, by_one_test, mutation, loophole, .. } = checked;
    let idle: Vec<&str> = kills.iter().filter(|(_, kills)| **kills == 0).map(|(test, _)| &*test.0).collect();
    let (tests, id) = (kills.len(), &problem.id);
    text.push_str(&format!("{id}: {} of {tests} tests catch a wrong solution\n", tests - idle.len()));
    for (solution, test) in by_one_test {
        text.push_str(&format!("  {solution} fails on {test} alone\n"));
    }
    if verbose && !idle.is_empty() {
        text.push_str(&format!("  no wrong solution fails on: {}\n", idle.join(", ")));
    }
    let again = screen.callable(&format!("`harness mutate {id}`"));
    text.push_str(&match mutation {
        None => format!("  mutation score unknown: {again} finds out\n"),
        Some(mutation) => {
            let score = summary(mutation).plain();
            match mutation.outdated {
                true => format!("  {score}, before tests, solution or judging changed: {again} again\n"),
                false => format!("  {score}\n"),
            }
        }
    });
    text.extend(loophole.iter().map(gap));
    text
}

/// A line for each oddity of the problem's tests, and one for inputs that are the same.
fn files(checked: &CheckedProblem) -> String {
    let id = &checked.problem.id;
    let words = |tests: &[TestId]| tests.iter().map(ToString::to_string).collect::<Vec<_>>();
    let odd = checked.files.odd.iter().map(|odd| {
        let kind = match odd.file {
            TestFile::Input => "input",
            TestFile::Answer => "answer",
        };
        format!("  {id}: {} {}: {}\n", count(odd.tests.len(), kind), odd.oddity, names(&words(&odd.tests), 3))
    });
    let same = checked.files.same.iter();
    odd.chain(same.map(|tests| format!("  {id}: the same input in {}\n", names(&words(tests), 4)))).collect()
}

fn gap(loophole: &Loophole) -> String {
    let file = screen::from_here(&loophole.grammar);
    match &loophole.found {
        Ok(refusal) => {
            let others: Vec<String> = loophole.others.iter().map(|other| screen::from_here(other)).collect();
            let words = refusal.words.lines().next().unwrap_or_default();
            let line = |line: &str| sanitize::name(&line.chars().take(80).collect::<String>(), true).into_owned();
            let input = String::from_utf8_lossy(&refusal.input);
            let lines: String = first_lines(&input, 6).map(|one| format!("    {}\n", line(one))).collect();
            format!("  {file} allows this input, and {} refuses it: {}\n{lines}", names(&others, 2), line(words))
        }
        Err(fault) => format!("  {fault}, on an input that {file} allows\n"),
    }
}
