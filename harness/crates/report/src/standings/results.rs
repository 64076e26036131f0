//! The results of a class as they come: a line a submission, and the sum above the table.

use crate::text::phrase::{count, number, took};
use crate::text::{Role, Text, sanitize};
use model::standings::{Attempt, Outcome};
use std::time::Duration;

/// The most columns for a student's name; a longer one shifts what follows.
const NAME: usize = 30;

/// The columns of the lines.
#[derive(Clone, Copy, Debug)]
pub struct ResultColumns {
    problem: usize,
    student: usize,
    /// How many lines there will be.
    total: usize,
    unicode: bool,
}

impl ResultColumns {
    pub fn of<'a>(
        problems: impl Iterator<Item = &'a str>,
        students: impl Iterator<Item = &'a str>,
        total: usize,
        unicode: bool,
    ) -> ResultColumns {
        let student = students.map(|name| sanitize::width(&sanitize::name(name, unicode))).max();
        let problem = problems.map(str::len).max().unwrap_or(0);
        ResultColumns { problem, student: student.unwrap_or(0).min(NAME), total, unicode }
    }

    /// The line of a submission. `done`: how many are judged, this one included.
    pub fn line(&self, done: usize, problem: &str, student: &str, attempt: &Attempt) -> Text {
        let role = match &attempt.outcome {
            Outcome::Judged(_) if attempt.is_accepted() => Role::Good,
            Outcome::Judged(_) => Role::Bad,
            Outcome::Fault(_) | Outcome::NoTool | Outcome::NotJudged | Outcome::Unread(_) => Role::Warn,
        };
        let name = |text: &str| sanitize::name(text, self.unicode).into_owned();
        let width = self.total.to_string().len();
        let mut line = Text::new().with(Role::Dim, format!("{done:>width$}/{}  ", self.total));
        let begin = line.width();
        line.push(Role::Problem, name(problem));
        line.pad(begin + self.problem + 2);
        line.push(Role::Strong, name(student));
        line.pad(begin + self.problem + 2 + self.student);
        line.push(Role::Plain, "  ");
        line.push(role, name(&result(attempt)));
        line
    }
}

fn result(attempt: &Attempt) -> String {
    match (&attempt.outcome, &attempt.failure) {
        (Outcome::Judged(_), Some(failure)) => {
            format!("{}, test {} of {}", failure.verdict.words(), failure.number, failure.of)
        }
        (Outcome::Judged(verdict), None) => verdict.words().to_owned(),
        (Outcome::Fault(message), _) => format!("not judged: {message}"),
        (Outcome::NoTool, _) => format!("not judged: no {} on this machine", attempt.language),
        (Outcome::NotJudged, _) => "not judged".to_owned(),
        (Outcome::Unread(why), _) => format!("not read: {why}"),
    }
}

/// `3 submissions judged, 2 accepted; 30 runs (4 remembered) in 1.2 s`
pub fn sum<'a>(attempts: impl Iterator<Item = &'a Attempt>, runs: usize, cached: usize, time: Duration) -> String {
    let (mut judged, mut accepted) = (0, 0);
    for attempt in attempts {
        judged += usize::from(matches!(attempt.outcome, Outcome::Judged(_)));
        accepted += usize::from(attempt.is_accepted());
    }
    let cached = if cached > 0 { format!(" ({} remembered)", number(cached as u64)) } else { String::new() };
    let (all, runs) = (count(judged, "submission"), count(runs, "run"));
    format!("{all} judged, {accepted} accepted; {runs}{cached} in {}", took(time))
}
