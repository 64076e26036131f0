//! One line for one solution, in columns that are fixed before the first result.

use crate::text::compiler::first_error;
use crate::text::phrase::{self, Signs};
use crate::text::sanitize;
use crate::text::{Role, Text};
use model::record::{Build, SolutionRecord, TestRecord};
use model::{SkipReason, Status, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// From this share of a limit on, a number is highlighted.
const NEAR: f64 = 0.5;
/// Columns that the last column should have: `max 714 ms / 1.0 s   40 MiB  71 % of limit` …
const DETAIL: usize = 42;
/// … and must have: `max 714 ms / 1.0 s   40 MiB`.
const LEAST_DETAIL: usize = 27;
/// The narrowest strip that still shows `.×3 .×180 W×19`.
const NARROW_STRIP: usize = 14;
/// A strip of this width is worth taking room from the last column.
const GOOD_STRIP: usize = 20;
/// Columns for strips that are too long to be written letter by letter.
const COUNTED_STRIP: usize = 28;
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
    detail: usize,
    /// Strip and detail go on a second line, because the screen is too narrow for one.
    stacked: bool,
    unicode: bool,
}

impl Columns {
    pub(super) fn of(lineup: &[Arc<SolutionRecord>], width: Option<usize>, unicode: bool) -> Columns {
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
        let length = |s: &SolutionRecord| s.tests.len() + gaps(s);
        let longest = widest(&length);
        let status = if width.is_some_and(|columns| columns < 110) { 4 } else { 10 };
        let fixed = status + 1 + problem + 2 + name + 2 + 2 + count + 2;
        let left = |fixed: usize, detail: usize| width.map_or(WIDE_STRIP, |w| w.saturating_sub(fixed + detail));
        // Prefer the letters: if the whole strip fits beside the least detail, a wrapped warning is
        // acceptable.
        let budget = match left(fixed, LEAST_DETAIL) {
            room if room >= longest => longest,
            room => left(fixed, DETAIL).max(GOOD_STRIP.min(room)),
        };
        let stacked = budget < longest.min(NARROW_STRIP);
        let budget = if stacked { left(status + 3, LEAST_DETAIL) } else { budget };
        let strip = widest(&|p| if length(p) <= budget { length(p) } else { COUNTED_STRIP.min(budget) });
        let detail = match width {
            None => usize::MAX,
            Some(columns) if stacked => columns.saturating_sub(status + 3 + strip),
            Some(columns) => columns.saturating_sub(fixed + strip),
        };
        Columns { status, problem, name, strip, count, limit, detail, stacked, unicode }
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
        let strip = strip(result, self.strip, Signs::of(self.unicode));
        let count = format!("{:>w$}", passed(result), w = self.count);
        let detail = self.detail(result);
        if self.stacked {
            head.push(Role::Plain, count.trim_start());
            let mut second = Text::new().with(Role::Plain, " ".repeat(self.status + 1));
            second.append(&strip);
            second.pad(self.status + 1 + self.strip);
            second.push(Role::Plain, "  ");
            second.append(&detail);
            let lines = [head, second].into_iter().chain(self.score(result)).collect();
            return (lines, self.status + 3);
        }
        let before = head.width();
        head.append(&strip);
        head.pad(before + self.strip);
        head.push(Role::Plain, format!("  {count}  "));
        head.append(&detail);
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
                let mut text = match result.status {
                    Status::Met => {
                        Text::new().with(Role::Plain, format!("expected {}", phrase::expected(expectation, unicode)))
                    }
                    Status::Unmet | Status::Undecided => Text::new().with(Role::Bad, "compile error"),
                };
                if let Some(place) = first_error(messages) {
                    text = text.with(Role::Plain, " ").glued(Role::Dim, &format!("({place})"));
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
                let why = if cut { "--fail-fast" } else { "interrupted" };
                return Text::new().with(Role::Dim, format!("not built ({why})"));
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
                let tally = phrase::tally(verdicts());
                if !tally.is_empty() {
                    text.push(Role::Dim, format!(" ({tally})"));
                }
                text
            }
        }
    }

    /// `max 1.41 s / 2.0 s    2 MiB  71 % of limit`. If there is no room for all of it, the memory
    /// goes first, unless it is near its limit.
    fn usage(&self, result: &SolutionRecord) -> Text {
        // Groups have limits of their own, so show the test that came nearest to its limit.
        let times = || result.tests.iter().filter_map(|test| Some((test, test.cpu?, result.limits_of(&test.test).cpu)));
        let share = |(_, cpu, limit): &(&TestRecord, Duration, Duration)| share(cpu.as_secs_f64(), limit.as_secs_f64());
        let Some(slowest) = times().reduce(|a, b| if share(&b) > share(&a) { b } else { a }) else {
            return Text::new();
        };
        let (time_share, limits) = (share(&slowest), result.limits_of(&slowest.0.test));
        let memory = result.tests.iter().filter_map(|test| test.memory).max().unwrap_or_default();
        let memory_share = result.tests.iter().map(|test| memory_share(result, test)).fold(0.0, f64::max);
        let role = |near: bool| if near { Role::Warn } else { Role::Plain };
        let limit = phrase::limit(limits.cpu);
        let time = format!("{:>6} / {limit:>w$}", phrase::time(slowest.1), w = self.limit);
        let time = Text::new().with(Role::Plain, "max ").glued(role(time_share >= NEAR), &time);
        let memory = memory.to_string();
        let gap = " ".repeat(2 + 7usize.saturating_sub(memory.len()));
        let used = Text::new().with(Role::Plain, gap).glued(role(memory_share >= NEAR), &memory);
        let mut warning = Text::new();
        for (share, of) in [(time_share, "limit".to_owned()), (memory_share, limits.memory.to_string())] {
            if share >= NEAR {
                let share = format!("{} % of {of}", phrase::percent(share, 1.0));
                warning = warning.with(Role::Plain, "  ").glued(Role::Warn, &share);
            }
        }
        let room = time.width() + used.width() + warning.width() <= self.detail;
        let mut text = time;
        if room || warning.is_empty() || memory_share >= NEAR {
            text.append(&used);
        }
        text.append(&warning);
        text
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

/// How many tests lie in another group than the test before.
fn gaps(result: &SolutionRecord) -> usize {
    let is_gap = |pair: &[TestRecord]| result.group_of(&pair[0].test) != result.group_of(&pair[1].test);
    result.tests.windows(2).filter(|pair| is_gap(pair)).count()
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
/// counted; if even the runs are too many, each letter is counted once. Nothing is left out.
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
    let mut before = None;
    for test in &result.tests {
        let group = result.group_of(&test.test);
        if before.is_some_and(|b| b != group) {
            runs.push((' ', Role::Plain, 1));
        }
        before = Some(group);
        let (letter, role) = letter(test);
        match runs.last_mut() {
            Some((l, r, n)) if (*l, *r) == (letter, role) => *n += 1,
            Some(_) | None => runs.push((letter, role, 1)),
        }
    }
    let mut whole = Text::new();
    for (letter, role, n) in &runs {
        whole.push(*role, letter.to_string().repeat(*n));
    }
    if whole.width() <= columns {
        return whole;
    }
    let counted = counted(&runs, signs, 4, " ");
    if counted.width() <= columns {
        return counted;
    }
    let mut totals: Vec<(char, Role, usize)> = Vec::new();
    for (letter, role, n) in runs.into_iter().filter(|(letter, ..)| *letter != ' ') {
        match totals.iter_mut().find(|(l, r, _)| (*l, *r) == (letter, role)) {
            Some((_, _, total)) => *total += n,
            None => totals.push((letter, role, n)),
        }
    }
    totals.sort_by_key(|(letter, ..)| Verdict::ALL.into_iter().position(|v| v.letter() == *letter));
    self::counted(&totals, signs, 1, "+")
}

/// Writes runs of at least `least` as `.×180`, and shorter ones letter by letter. `between` follows
/// a count.
fn counted(runs: &[(char, Role, usize)], signs: Signs, least: usize, between: &str) -> Text {
    let mut text = Text::new();
    let mut after_count = false;
    for (letter, role, n) in runs {
        if after_count && *letter != ' ' {
            text.push(Role::Dim, between);
        }
        after_count = *n >= least && *letter != ' ';
        if after_count {
            text.push(*role, format!("{letter}{}{n}", signs.times));
        } else {
            text.push(*role, letter.to_string().repeat(*n));
        }
    }
    text
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
    let faults = result.tests.iter().filter(|test| test.fault.is_some()).count();
    let mut parts = Vec::new();
    if faults > 0 {
        parts.push(phrase::count(faults, "fault"));
    }
    for reason in
        [SkipReason::NotBuilt, SkipReason::FailFast, SkipReason::Interrupted, SkipReason::NoTool, SkipReason::Decided]
    {
        let n = result.tests.iter().filter(|test| test.skipped == Some(reason)).count();
        if n > 0 {
            parts.push(format!("{} not run ({})", phrase::number(n as u64), phrase::not_run(reason)));
        }
    }
    if result.score_fault().is_some() {
        parts.push("no score: a fault, see below".to_owned());
    }
    let text = parts.join(", ");
    if text.is_empty() { Text::new() } else { Text::new().with(Role::Plain, before).with(Role::Warn, text) }
}

/// The share of its memory limit that a run took.
fn memory_share(result: &SolutionRecord, test: &TestRecord) -> f64 {
    share(test.memory.unwrap_or_default().0 as f64, result.limits_of(&test.test).memory.0 as f64)
}

pub(super) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Whether a share of a limit is highlighted.
pub(super) fn near(share: f64) -> bool {
    share >= NEAR
}
