//! One line for each problem, for runs with too many problems to read solution by solution. What is
//! not as expected has a line of its own above that of its problem.

use crate::render::terminal::row::{self, near, nearest, share};
use crate::text::phrase;
use crate::text::{Role, Text};
use model::Status;
use model::record::{Build, SolutionRecord};
use std::sync::Arc;
use std::time::Duration;

/// With up to this many problems, every solution gets a line.
const FEW: usize = 3;

/// The results of the problem that is being judged, and the columns of all problems' lines.
pub(super) struct Overview {
    status: usize,
    problem: usize,
    /// Digits of the number of solutions that must pass, and of those that must fail.
    pass: usize,
    fail: usize,
    limit: usize,
    /// The finished solutions of the current problem.
    finished: Vec<Arc<SolutionRecord>>,
}

impl Overview {
    /// `None` if each solution has a line of its own.
    pub(super) fn of(lineup: &[Arc<SolutionRecord>], status: usize) -> Option<Overview> {
        let of_problems: Vec<&[Arc<SolutionRecord>]> = lineup.chunk_by(|a, b| a.problem == b.problem).collect();
        if of_problems.len() <= FEW {
            return None;
        }
        let digits = |number: usize| number.to_string().len();
        let widest =
            |of: &dyn Fn(&[Arc<SolutionRecord>]) -> usize| of_problems.iter().map(|s| of(s)).max().unwrap_or(0);
        Some(Overview {
            status,
            problem: widest(&|solutions| solutions[0].problem.as_str().len()),
            pass: widest(&|solutions| digits(must_pass(solutions))),
            fail: widest(&|solutions| digits(solutions.len() - must_pass(solutions))),
            limit: widest(&|solutions| phrase::limit(solutions[0].limits.cpu).len()),
            finished: Vec::new(),
        })
    }

    /// `42 solutions must pass, 121 must fail`.
    pub(super) fn promise(lineup: &[Arc<SolutionRecord>]) -> String {
        let pass = must_pass(lineup);
        let fail = match lineup.len() - pass {
            0 => String::new(),
            fail => format!(", {} must fail", phrase::number(fail as u64)),
        };
        format!("{} must pass{fail}", phrase::count(pass, "solution"))
    }

    /// Takes the next result. Returns the line of the problem before it, if it is the first of
    /// another.
    pub(super) fn take(&mut self, result: &Arc<SolutionRecord>) -> Option<Text> {
        let is_other = self.finished.first().is_some_and(|first| first.problem != result.problem);
        let line = if is_other { self.close() } else { None };
        self.finished.push(Arc::clone(result));
        line
    }

    /// The line of the current problem, for the solutions finished so far.
    pub(super) fn close(&mut self) -> Option<Text> {
        let results = std::mem::take(&mut self.finished);
        (!results.is_empty()).then(|| self.line(&results))
    }

    /// `PASS nim  3 pass, 13 fail as they must  slowest   2 ms / 1.0 s`.
    fn line(&self, results: &[Arc<SolutionRecord>]) -> Text {
        let (word, role) = status(results);
        let mut line = Text::new().with(role, format!("{word:>w$}", w = self.status)).with(Role::Plain, " ");
        line.push(Role::Problem, results[0].problem.as_str());
        line.pad(self.status + 1 + self.problem + 2);
        line.append(&self.counts(results));
        line.pad(
            self.status + 1 + self.problem + 2 + self.pass + " pass, ".len() + self.fail + " fail as they must".len(),
        );
        if let Some((time, limit)) = slowest_of(results) {
            let role = if near(share(time.as_secs_f64(), limit.as_secs_f64())) { Role::Warn } else { Role::Dim };
            let limit = phrase::limit(limit);
            line.push(Role::Dim, "  slowest ");
            line.push(role, format!("{:>6} / {limit:>w$}", phrase::time(time), w = self.limit));
        }
        line
    }

    fn counts(&self, results: &[Arc<SolutionRecord>]) -> Text {
        let met = || results.iter().filter(|result| result.status == Status::Met);
        let pass = met().filter(|result| result.expected.is_accepted()).count();
        let fail = met().count() - pass;
        let mut text = Text::new().with(Role::Plain, format!("{pass:>w$} pass", w = self.pass));
        if fail > 0 {
            text.push(Role::Plain, format!(", {fail:>w$} fail as they must", w = self.fail));
        }
        let left_out = results.iter().filter(|result| matches!(result.build, Build::NoTool { .. })).count();
        let undecided = results.iter().filter(|result| result.status == Status::Undecided).count() - left_out;
        let unmet = results.iter().filter(|result| result.status == Status::Unmet).count();
        let rest = [
            (unmet, Role::Bad, "not as expected"),
            (undecided, Role::Warn, "undecided"),
            (left_out, Role::Dim, "left out"),
        ];
        for (number, role, what) in rest.into_iter().filter(|(number, ..)| *number > 0) {
            text.push(Role::Plain, ", ");
            text.push(role, format!("{number} {what}"));
        }
        text
    }
}

fn must_pass(solutions: &[Arc<SolutionRecord>]) -> usize {
    solutions.iter().filter(|solution| solution.expected.is_accepted()).count()
}

/// The most serious of the words that the solutions' own lines begin with.
fn status(results: &[Arc<SolutionRecord>]) -> (&'static str, Role) {
    let rank = |(word, _): &(&str, Role)| ["FAIL", "FAULT", "STOP", "PASS"].iter().position(|other| other == word);
    let words = results.iter().map(|result| row::status(result));
    words.min_by_key(|word| rank(word).unwrap_or(usize::MAX)).unwrap_or(("SKIP", Role::Dim))
}

/// The accepted run that came nearest to its limit, with that limit, among the solutions that must
/// be right.
fn slowest_of(results: &[Arc<SolutionRecord>]) -> Option<(Duration, Duration)> {
    let right = results.iter().filter(|result| result.expected.is_accepted());
    nearest(right.flat_map(|result| {
        let accepted = result.tests.iter().filter(|test| test.is_accepted());
        accepted.filter_map(|test| Some((test.cpu?, result.limits_of(&test.test).cpu)))
    }))
}
