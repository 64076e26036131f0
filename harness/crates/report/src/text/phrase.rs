//! Small phrases: durations, counts, expectations, the command that runs one thing again. Text in,
//! text out.

use crate::text::sanitize;
pub use model::phrase::{count, inferred, limit, names, number, time};
use model::record::{DiagnosticRecord, SolutionRecord, TestRecord};
use model::{Expectation, Points, SkipReason, Verdict};
use std::time::Duration;

/// Signs that not every terminal can show.
#[derive(Clone, Copy, Debug)]
pub struct Signs {
    pub ellipsis: &'static str,
    pub times: &'static str,
    pub between: &'static str,
    pub space: &'static str,
}

impl Signs {
    pub const fn of(unicode: bool) -> Signs {
        if unicode {
            Signs { ellipsis: "…", times: "×", between: " · ", space: "␣" }
        } else {
            Signs { ellipsis: "...", times: "x", between: ", ", space: "\\x20" }
        }
    }
}

/// Writes the time of a whole run: `40 ms`, `0.4 s`, `4.2 s`, `1 min 15 s`.
pub fn took(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 0.1 {
        return time(duration);
    }
    if seconds < 59.95 {
        return format!("{seconds:.1} s");
    }
    let seconds = seconds.round() as u64;
    format!("{} min {} s", seconds / 60, seconds % 60)
}

/// `3 submissions of 2 students, and nothing that is read of 1 more`: how much each student of a
/// class handed in.
pub fn submissions(of_students: impl Iterator<Item = usize>) -> String {
    let (without, with): (Vec<usize>, Vec<usize>) = of_students.partition(|submissions| *submissions == 0);
    let rest = match without.len() {
        0 => String::new(),
        more => format!(", and nothing that is read of {} more", number(more as u64)),
    };
    format!("{} of {}{rest}", count(with.iter().sum(), "submission"), count(with.len(), "student"))
}

/// `1 error in the problems' files`: a count of the diagnostics shown above.
pub fn file_errors(errors: usize) -> String {
    format!("{} in the problems' files", count(errors, "error"))
}

/// `unknown key (problems/nim/problem.toml:2:1)`.
pub fn placed(found: &DiagnosticRecord) -> String {
    let place: String = [found.line, found.column].into_iter().flatten().map(|number| format!(":{number}")).collect();
    format!("{} ({}{place})", found.title, found.path)
}

/// Why a test was not run.
pub const fn not_run(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::NotBuilt => "not built",
        SkipReason::FailFast => "after a failure",
        SkipReason::Interrupted => "interrupted",
        SkipReason::NoTool => "its tools are missing",
        SkipReason::Decided => "decided by earlier tests",
    }
}

/// `12 AC, 3 TLE`, in the order of [`Verdict::ALL`].
pub fn tally(verdicts: impl IntoIterator<Item = Verdict>) -> String {
    let mut counts = [0_u64; Verdict::ALL.len()];
    verdicts.into_iter().for_each(|verdict| counts[verdict as usize] += 1);
    let parts = Verdict::ALL.into_iter().zip(counts).filter(|(_, n)| *n > 0);
    parts.map(|(verdict, n)| format!("{} {}", number(n), verdict.short())).collect::<Vec<_>>().join(", ")
}

/// Summarizes what all tests of a solution got: `only AC`, `3 AC, 1 TLE`.
pub fn got(solution: &SolutionRecord) -> String {
    let verdicts = solution.tests.iter().filter_map(|test| test.verdict);
    if verdicts.clone().all(|verdict| verdict == Verdict::Accepted) { "only AC".to_owned() } else { tally(verdicts) }
}

/// Writes the expected verdicts, in short: `WA`, `WA or TLE`, `AC; RTE on secret/big-*`.
pub fn expected(expectation: &Expectation, unicode: bool) -> String {
    let message = |message: &str| format!("`{}`", sanitize::phrase(message, unicode));
    expectation.phrase(Verdict::short, message, |tests| sanitize::name(tests, unicode).into_owned())
}

/// `30/100`; `?/100` if some points are unknown, `8.02` if there is no maximum.
pub fn points(points: Option<Points>, of: Option<Points>) -> String {
    let got = points.map_or_else(|| "?".to_owned(), |points| points.to_string());
    of.map_or_else(|| got.clone(), |of| format!("{got}/{of}"))
}

/// `points: 0.5 on 1, 2 on secret/3`, where a checker gave points to single tests. A verdict alone
/// would look like all of them.
pub fn points_given(solution: &SolutionRecord) -> Option<String> {
    let given = |test: &TestRecord| Some(format!("{} on {}", test.points?, sanitize::name(&test.test.0, true)));
    let given: Vec<String> = solution.tests.iter().filter_map(given).collect();
    (!given.is_empty()).then(|| format!("points: {}", names(&given, 4)))
}

/// `expected 100 points, got 60`, if the score is wrong. In a package whose groups have verdicts,
/// `secret/2: expected AC, got WA`.
pub fn wrong_score(solution: &SolutionRecord, unicode: bool) -> Option<String> {
    let points = solution.score.as_ref().and_then(|score| score.points);
    let of_all = solution.wrong_score().zip(points).map(|(range, got)| format!("expected {range} points, got {got}"));
    let groups = solution.wrong_groups.iter().map(|wrong| {
        let name = sanitize::name(&wrong.expected.group, unicode);
        let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
        let verdict = wrong.expected.verdicts.zip(wrong.verdict).filter(|(expected, got)| !expected.contains(*got));
        let verdict =
            verdict.map(|(expected, got)| format!("expected {}, got {}", expected.words(Verdict::short), got.short()));
        let range = wrong.expected.score.zip(wrong.points).filter(|(range, got)| !range.contains(*got));
        let score = range.map(|(range, got)| format!("expected {range} points, got {got}"));
        format!("{name}{}", verdict.into_iter().chain(score).collect::<Vec<_>>().join("; "))
    });
    let all: Vec<String> = groups.chain(of_all).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Rule;

    #[test]
    fn a_run_takes_minutes_where_a_test_takes_seconds() {
        let cases = [
            (40, "40 ms"),
            (400, "0.4 s"),
            (59_900, "59.9 s"),
            (60_000, "1 min 0 s"),
            (75_400, "1 min 15 s"),
            (3_725_000, "62 min 5 s"),
        ];
        for (ms, text) in cases {
            assert_eq!(took(Duration::from_millis(ms)), text);
        }
    }

    #[test]
    fn expectations_are_said_in_contest_words() {
        let rule = |tests: Option<&str>, verdicts: &[Verdict]| Rule {
            tests: tests.map(|t| glob::Pattern::new(t).unwrap()),
            verdicts: verdicts.iter().copied().collect(),
            ..Rule::default()
        };
        let check = |rules: Vec<Rule>, text: &str| {
            assert_eq!(expected(&Expectation { rules, ..Expectation::default() }, true), text);
        };
        check(vec![], "AC");
        check(vec![rule(None, &[Verdict::TimeLimit, Verdict::WrongAnswer])], "WA or TLE");
        check(
            vec![rule(None, &[Verdict::WrongAnswer]), rule(Some("sample/*"), &[Verdict::Accepted])],
            "WA; AC on sample/*",
        );
    }
}
