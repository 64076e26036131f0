//! One line for one solution, in columns that are fixed before the first result.

use crate::failure::places::first_error;
use crate::text::phrase::{self, Signs};
use crate::text::sanitize;
use crate::text::{Look, Role, Text};
use model::record::{Build, SolutionRecord, TestRecord};
use model::{SkipReason, Status, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// From this share of a limit on, a number is highlighted.
const NEAR: f64 = 0.5;
/// Columns of the last column: `max 714 ms / 1.0 s   40 MiB`.
const DETAIL: usize = 27;
/// The narrowest strip: it shows `... .×180 W×19 .×798`.
const NARROW_STRIP: usize = 20;
/// Columns for strips that are too long to be written letter by letter.
const COUNTED_STRIP: usize = 28;
/// From this length on a run of equal letters is counted.
const COUNTED: usize = 4;
/// Width of strips if the width of the screen is unknown.
const WIDE_STRIP: usize = 100;

/// The columns of all lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub status: usize,
    problem: usize,
    name: usize,
    strip: usize,
    count: usize,
    limit: usize,
    unicode: bool,
}

impl Columns {
    pub(super) fn of(lineup: &[Arc<SolutionRecord>], look: Look) -> Columns {
        let Look { width, unicode, .. } = look;
        let widest =
            |of: &dyn Fn(&SolutionRecord) -> usize| lineup.iter().map(|solution| of(solution)).max().unwrap_or(0);
        let problem = widest(&|s| s.problem.as_str().len());
        let name = widest(&|s| sanitize::width(&sanitize::name(s.short(), unicode)));
        let count = widest(&|p| p.tests.len().to_string().len() * 2 + 1);
        let limits = |s: &SolutionRecord| {
            let groups = s.group_limits.iter().map(|group| phrase::limit(group.limits.cpu).len());
            groups.fold(phrase::limit(s.limits.cpu).len(), usize::max)
        };
        let limit = widest(&limits);
        let length = |s: &SolutionRecord| s.tests.len() + groups(s).count().saturating_sub(1);
        let status = if width.is_some_and(|columns| columns < 110) { 4 } else { 10 };
        let fixed = status + 1 + problem + 2 + name + 2 + 2 + count + 2;
        let budget = width.map_or(WIDE_STRIP, |w| w.saturating_sub(fixed + DETAIL).max(NARROW_STRIP));
        let strip = widest(&|p| if length(p) <= budget { length(p) } else { COUNTED_STRIP.min(budget) });
        Columns { status, problem, name, strip, count, limit, unicode }
    }

    /// The lines of a solution, and the indent of a wrapped line.
    pub(super) fn row(&self, result: &SolutionRecord) -> (Vec<Text>, usize) {
        let (word, role) = status(result);
        let name = sanitize::name(result.short(), self.unicode);
        let mut head = Text::new().with(role, format!("{word:>w$}", w = self.status)).with(Role::Plain, " ");
        head.push(Role::Problem, result.problem.as_str());
        head.pad(self.status + 1 + self.problem + 2);
        head.push(if result.status == Status::Met { Role::Plain } else { Role::Strong }, name);
        head.pad(self.status + 1 + self.problem + 2 + self.name + 2);
        let before = head.width();
        head.append(&strip(result, self.strip, Signs::of(self.unicode)));
        head.pad(before + self.strip);
        head.push(Role::Plain, format!("  {:>w$}  ", passed(result), w = self.count));
        head.append(&self.detail(result));
        ([head].into_iter().chain(self.score(result)).collect(), self.status + 3)
    }

    /// `30/100 points: secret/small 30/30, secret/large 0/70`, below the row of a solution of a
    /// problem with groups.
    fn score(&self, result: &SolutionRecord) -> Option<Text> {
        let Some(score) = result.score.as_ref().filter(|_| result.build.is_ready()) else {
            let given = phrase::points_given(result)?;
            return Some(Text::new().with(Role::Plain, " ".repeat(self.status + 1)).with(Role::Warn, given));
        };
        let right = result.wrong_score().is_none();
        let mut text = Text::new().with(Role::Plain, " ".repeat(self.status + 1));
        text.push(
            if right { Role::Plain } else { Role::Bad },
            format!("{} points", phrase::points(score.points, score.of)),
        );
        for (at, group) in score.groups.iter().enumerate() {
            text.push(Role::Plain, if at == 0 { ": " } else { ", " });
            text.push(Role::Plain, sanitize::name(&group.group, self.unicode));
            text.push(Role::Dim, format!(" {}", phrase::points(group.points, group.of)));
            if let Some(verdict) = group.verdict.filter(|verdict| *verdict != Verdict::Accepted) {
                text.push(Role::Dim, format!(" {}", verdict.short()));
            }
            if let Some(required) = &group.blocked {
                text.push(Role::Dim, format!(" (requires {})", sanitize::name(required, self.unicode)));
            }
        }
        Some(text)
    }

    /// The last column: what the solution used, or what was not as expected.
    fn detail(&self, result: &SolutionRecord) -> Text {
        let unicode = self.unicode;
        let expectation = &result.expected;
        match &result.build {
            Build::Ready { .. } => {}
            Build::Rejected { messages } => {
                let mut text = if result.status == Status::Met {
                    Text::new().with(Role::Plain, format!("expected {}", phrase::expected(expectation, unicode)))
                } else {
                    Text::new().with(Role::Bad, "compile error")
                };
                if let Some(place) = first_error(messages, &result.path) {
                    text = text.with(Role::Plain, " ").glued(Role::Dim, &format!("(line {})", place.line));
                }
                return text;
            }
            Build::Fault { .. } => return Text::new().with(Role::Warn, "not built: a fault, see below"),
            Build::NoTool { .. } => {
                let text = format!("left out: no {} here", result.language);
                return Text::new().with(Role::Dim, text);
            }
            Build::Skipped => {
                let cut = result.tests.iter().any(|test| test.skipped == Some(SkipReason::FailFast));
                let why = if cut { SkipReason::FailFast } else { SkipReason::Interrupted };
                return Text::new().with(Role::Dim, format!("not built ({})", phrase::not_run(why)));
            }
        }
        let verdicts = || result.tests.iter().filter_map(|test| test.verdict);
        match result.status {
            Status::Met if expectation.is_accepted() => {
                let mut text = self.usage(result);
                text.push(Role::Dim, not_needed(result));
                text
            }
            Status::Met => {
                let part = if result.whole { "" } else { "; not all tests" };
                Text::new()
                    .with(Role::Plain, format!("expected {} ", phrase::expected(expectation, unicode)))
                    .with(Role::Dim, format!("({}{part}{})", phrase::tally(verdicts()), not_needed(result)))
            }
            Status::Unmet => {
                let mut text = unmet(result, unicode);
                text.append(&unknown(result, ", "));
                text
            }
            Status::Undecided => {
                let mut text = unknown(result, "");
                if text.is_empty() && !result.whole {
                    let absent = phrase::count(result.all_tests - result.tests.len(), "test");
                    text.push(Role::Warn, format!("{absent} not there"));
                }
                let tally = phrase::tally(verdicts());
                if !tally.is_empty() {
                    text.push(Role::Dim, format!(" ({tally})"));
                }
                text
            }
        }
    }

    /// `max 1.41 s / 2.0 s    2 MiB`; what is near its limit is highlighted.
    fn usage(&self, result: &SolutionRecord) -> Text {
        // Groups have limits of their own, so show the test that came nearest to its limit.
        let times = result.tests.iter().filter_map(|test| Some((test.cpu?, result.limits_of(&test.test).cpu)));
        let Some((cpu, limit)) = nearest(times) else { return Text::new() };
        let memory = result.tests.iter().filter_map(|test| test.memory).max().unwrap_or_default();
        let memory_share = result.tests.iter().map(|test| memory_share(result, test)).fold(0.0, f64::max);
        let role = |share: f64| if near(share) { Role::Warn } else { Role::Plain };
        let time = format!("{:>6} / {:>w$}", phrase::time(cpu), phrase::limit(limit), w = self.limit);
        let time_share = share(cpu.as_secs_f64(), limit.as_secs_f64());
        let text = Text::new().with(Role::Plain, "max ").glued(role(time_share), &time);
        text.with(Role::Plain, "  ").glued(role(memory_share), &format!("{:>7}", memory.to_string()))
    }
}

/// The word that a solution's line begins with. A solution is undecided because of a fault, or
/// because the run ended early.
pub(super) fn status(result: &SolutionRecord) -> (&'static str, Role) {
    let of_tests = || result.tests.iter().any(|test| test.fault.is_some());
    let faulty = matches!(result.build, Build::Fault { .. }) || of_tests() || result.score_fault().is_some();
    match (result.status, &result.build) {
        (Status::Met, _) => ("PASS", Role::Good),
        (Status::Unmet, _) => ("FAIL", Role::Bad),
        (Status::Undecided, Build::NoTool { .. }) => ("SKIP", Role::Dim),
        (Status::Undecided, _) if faulty => ("FAULT", Role::Warn),
        (Status::Undecided, _) => ("STOP", Role::Warn),
    }
}

/// The tests, split where another group begins.
fn groups(result: &SolutionRecord) -> impl Iterator<Item = &[TestRecord]> {
    result.tests.chunk_by(|a, b| result.group_of(&a.test) == result.group_of(&b.test))
}

/// How many of all tests got a permitted verdict.
fn passed(result: &SolutionRecord) -> String {
    if !result.build.is_ready() {
        return String::new();
    }
    let good = result.tests.iter().filter(|test| test.permitted == Some(true));
    format!("{}/{}", good.count(), result.tests.len())
}

/// One letter of the strip. Accepted is a dot; a verdict that was not expected is red.
fn letter(test: &TestRecord) -> (char, Role) {
    match test.verdict {
        Some(verdict) if test.is_surprise() => (verdict.letter(), Role::Bad),
        Some(verdict) => (verdict.letter(), Role::Plain),
        None if test.fault.is_some() => ('!', Role::Warn),
        None => ('-', Role::Dim),
    }
}

/// The letters of all tests within `columns`. If there are too many, runs of equal letters are
/// counted; if even the runs are too many, the last ones are left out.
fn strip(result: &SolutionRecord, columns: usize, signs: Signs) -> Text {
    match &result.build {
        Build::Ready { .. } => {}
        Build::Rejected { .. } => {
            let role = if result.status == Status::Met { Role::Plain } else { Role::Bad };
            return Text::new().with(role, Verdict::CompileError.letter().to_string());
        }
        Build::Fault { .. } => return Text::new().with(Role::Warn, "!"),
        Build::NoTool { .. } | Build::Skipped => return Text::new().with(Role::Dim, "-"),
    }
    let mut runs: Vec<(char, Role, usize)> = Vec::new();
    for group in groups(result) {
        if !runs.is_empty() {
            runs.push((' ', Role::Plain, 1));
        }
        for same in group.chunk_by(|a, b| letter(a) == letter(b)) {
            let (letter, role) = letter(&same[0]);
            runs.push((letter, role, same.len()));
        }
    }
    let mut whole = Text::new();
    for (letter, role, n) in &runs {
        whole.push(*role, letter.to_string().repeat(*n));
    }
    if whole.width() <= columns {
        return whole;
    }
    let mut counted = Text::new();
    let mut after_count = false;
    let mut runs = runs.into_iter().peekable();
    while let Some((letter, role, n)) = runs.next() {
        let between = if after_count && letter != ' ' { " " } else { "" };
        after_count = n >= COUNTED;
        let run = if after_count { format!("{letter}{}{n}", signs.times) } else { letter.to_string().repeat(n) };
        let rest = runs.peek().map_or(0, |_| sanitize::width(signs.ellipsis));
        if counted.width() + between.len() + sanitize::width(&run) + rest > columns {
            counted.push(Role::Dim, signs.ellipsis);
            break;
        }
        counted.push(role, between.to_owned() + &run);
    }
    counted
}

/// `2 WA, first secret/03-allneg`, or that a promised failure did not come.
fn unmet(result: &SolutionRecord, unicode: bool) -> Text {
    let Some(first) = result.surprises().next() else {
        if let Some(text) = phrase::wrong_score(result, unicode) {
            return Text::new().with(Role::Bad, text);
        }
        let expected = phrase::expected(&result.expected, unicode);
        return Text::new().with(Role::Bad, format!("expected {expected}, got {}", phrase::got(result)));
    };
    let mut text = Text::new().with(Role::Bad, phrase::tally(result.surprises().filter_map(|test| test.verdict)));
    let found = result.surprises().filter(|test| !test.found.is_empty()).count();
    if found > 0 {
        text.push(Role::Bad, format!(", {} with findings", phrase::number(found as u64)));
    }
    text.push(Role::Plain, ", first ");
    text.push(Role::Strong, sanitize::name(&first.test.0, unicode));
    text
}

/// `; 40 not run`, for a solution that was decided early.
fn not_needed(result: &SolutionRecord) -> String {
    let tests = result.not_needed();
    if tests == 0 { String::new() } else { format!("; {} not run", phrase::number(tests as u64)) }
}

/// `3 faults, 12 not run (interrupted)`.
fn unknown(result: &SolutionRecord, before: &str) -> Text {
    use SkipReason::{Decided, FailFast, Interrupted, NoTool, NotBuilt};
    let faults = result.tests.iter().filter(|test| test.fault.is_some()).count();
    let faults = (faults > 0).then(|| phrase::count(faults, "fault"));
    let not_run = [NotBuilt, FailFast, Interrupted, NoTool, Decided].into_iter().filter_map(|reason| {
        let n = result.tests.iter().filter(|test| test.skipped == Some(reason)).count();
        (n > 0).then(|| format!("{} not run ({})", phrase::number(n as u64), phrase::not_run(reason)))
    });
    let no_score = result.score_fault().map(|_| "no score: a fault, see below".to_owned());
    let text = faults.into_iter().chain(not_run).chain(no_score).collect::<Vec<_>>().join(", ");
    if text.is_empty() { Text::new() } else { Text::new().with(Role::Plain, before).with(Role::Warn, text) }
}

/// The share of its memory limit that a run took.
fn memory_share(result: &SolutionRecord, test: &TestRecord) -> f64 {
    share(test.memory.unwrap_or_default().0 as f64, result.limits_of(&test.test).memory.0 as f64)
}

/// Of times and their limits, those that come nearest to each other; the first of equals.
pub(super) fn nearest(times: impl Iterator<Item = (Duration, Duration)>) -> Option<(Duration, Duration)> {
    let share = |(time, limit): &(Duration, Duration)| share(time.as_secs_f64(), limit.as_secs_f64());
    times.reduce(|a, b| if share(&b) > share(&a) { b } else { a })
}

pub(super) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Whether a share of a limit is highlighted.
pub(super) fn near(share: f64) -> bool {
    share >= NEAR
}
