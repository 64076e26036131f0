//! Below the results: faults with their next step, the slowest test, tests that were not run,
//! and the summary.

use crate::failure::{Hit, Kind, Trouble, troubles};
use crate::render::terminal::Options;
use crate::text::phrase::{self, Signs};
use crate::text::sanitize::{self, Manner};
use crate::text::{Page, Role, Text};
use model::record::{Run, Solution, Test};
use model::{SkipReason, Summary};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Faults are ours, so they stand apart from the verdicts. A fault that hit many tests is shown
/// once.
pub(super) fn faults<W: Write>(page: &mut Page<W>, options: &Options, results: &[Arc<Solution>]) -> io::Result<()> {
    for Trouble { kind, fault, hits } in troubles(results) {
        page.blank()?;
        let manner = Manner::message(options.unicode);
        let message = sanitize::visible(fault.message.trim_end().as_bytes(), manner);
        let mut lines = message.lines();
        let first = lines.next().unwrap_or("unknown");
        let title = match kind {
            Kind::Fault => Text::new().with(Role::Warn, "fault: "),
            Kind::NoTool => Text::new().with(Role::Dim, "not on this machine: "),
        };
        page.wrapped(&title.with(Role::Strong, first), 4)?;
        for line in lines {
            page.wrapped(&Text::new().with(Role::Plain, format!("  {line}")), 4)?;
        }
        if let Some(hint) = &fault.hint {
            let hint = sanitize::visible(hint.trim_end().as_bytes(), manner).replace('\n', "\n        ");
            for (i, line) in hint.lines().enumerate() {
                let label = if i == 0 { "  hint: " } else { "" };
                page.wrapped(&Text::new().with(Role::Dim, label).with(Role::Plain, line), 8)?;
            }
        }
        let hits: Vec<String> = hits.iter().map(|hit| in_words(hit, options.unicode)).collect();
        let left = match kind {
            Kind::Fault => "not judged because of this",
            Kind::NoTool => "left out",
        };
        page.wrapped(&Text::new().with(Role::Dim, format!("  {left}: {}", phrase::names(&hits, 6))), 4)?;
    }
    Ok(())
}

fn in_words(hit: &Hit<'_>, unicode: bool) -> String {
    let solution = sanitize::name(&hit.solution.name, unicode);
    match hit.tests.as_deref() {
        None => solution.into_owned(),
        Some([test]) => format!("{solution} on {}", sanitize::name(test, unicode)),
        Some(tests) => format!("{solution} on {}", phrase::count(tests.len(), "test")),
    }
}

/// The accepted run that took longest: the first to suffer from a tighter limit. Solutions that are
/// slow on purpose do not count.
pub(super) fn slowest<W: Write>(page: &mut Page<W>, options: &Options, results: &[Arc<Solution>]) -> io::Result<()> {
    let runs = results.iter().filter(|r| r.expected.is_accepted()).flat_map(|result| {
        let accepted = result.tests.iter().filter(|test| test.is_accepted());
        accepted.filter_map(move |test| Some((result, test, test.cpu?)))
    });
    // The first of equals, so that the line does not depend on how the maximum is found.
    let slowest = runs.reduce(|a, b| if b.2 > a.2 { b } else { a });
    slowest_checker(page, options, results, slowest.map(|(.., cpu)| cpu).unwrap_or_default())?;
    let Some((result, test, cpu)) = slowest.filter(|(.., cpu)| *cpu >= Duration::from_millis(1)) else {
        return Ok(());
    };
    let limit = result.limits_of(&test.test).cpu;
    let time = format!("{} / {}", phrase::time(cpu), phrase::limit(limit));
    page.wrapped(&superlative(options, "slowest accepted: ", result, test, &time), 4)
}

/// `  slowest accepted: nim/nim.rs on secret/07, 12 ms / 1.0 s`
fn superlative(options: &Options, what: &str, result: &Solution, test: &Test, time: &str) -> Text {
    let name = |text: &str| sanitize::name(text, options.unicode).into_owned();
    Text::new()
        .with(Role::Plain, "  ")
        .with(Role::Dim, what)
        .with(Role::Plain, name(&result.name))
        .with(Role::Dim, " on ")
        .with(Role::Plain, name(&test.test.0))
        .with(Role::Dim, ", ")
        .glued(Role::Dim, time)
}

/// A checker that takes this long is always mentioned.
pub(super) const LONG_CHECKER: Duration = Duration::from_millis(50);

/// The slowest checker, if it takes longer than the slowest run it checks, and long enough to be
/// felt.
fn slowest_checker<W: Write>(
    page: &mut Page<W>,
    options: &Options,
    results: &[Arc<Solution>],
    run: Duration,
) -> io::Result<()> {
    let checked = results
        .iter()
        .flat_map(|result| result.tests.iter().filter_map(move |test| Some((result, test, test.checker_cpu?))));
    let slowest = checked.reduce(|a, b| if b.2 > a.2 { b } else { a });
    let Some((result, test, cpu)) = slowest.filter(|(.., cpu)| *cpu > run && *cpu >= LONG_CHECKER) else {
        return Ok(());
    };
    page.wrapped(&superlative(options, "slowest checker: ", result, test, &phrase::time(cpu)), 4)
}

pub(super) fn not_run<W: Write>(page: &mut Page<W>, options: &Options, results: &[Arc<Solution>]) -> io::Result<()> {
    let skipped = |test: &Test| match test.skipped {
        Some(SkipReason::Interrupted | SkipReason::FailFast) => true,
        Some(SkipReason::NotBuilt | SkipReason::NoTool | SkipReason::Decided) | None => false,
    };
    let left = |result: &Solution| result.tests.iter().filter(|test| skipped(test)).count();
    let left: Vec<_> = results.iter().map(|result| (left(result), result)).filter(|(tests, _)| *tests > 0).collect();
    if left.is_empty() {
        return Ok(());
    }
    let tests = left.iter().map(|(tests, _)| tests).sum();
    let solutions: Vec<_> = left.iter().map(|(_, solution)| sanitize::name(&solution.name, options.unicode)).collect();
    let of = format!("{} of {}", phrase::count(tests, "test"), phrase::count(solutions.len(), "solution"));
    let text = Text::new().with(Role::Plain, "  ").with(Role::Warn, "not run: ").with(Role::Plain, of);
    page.wrapped(&text.with(Role::Dim, format!(" ({})", phrase::names(&solutions, 4))), 4)
}

/// `PASS  5 of 5 solutions as expected · 72 tests in 4.2 s (31 from cache)`.
pub(super) fn summary<W: Write>(page: &mut Page<W>, options: &Options, run: &Run, summary: &Summary) -> io::Result<()> {
    let (solutions, undecided) = (summary.solutions(), summary.open());
    let (word, role) = if summary.unmet > 0 || summary.content_errors > 0 {
        ("FAIL", Role::Bad)
    } else if summary.faults > 0 {
        ("FAULT", Role::Warn)
    } else if undecided > 0 || summary.interrupted {
        ("STOP", Role::Warn)
    } else if summary.met == 0 {
        ("SKIP", Role::Warn)
    } else {
        ("PASS", Role::Good)
    };
    let mut parts = Vec::new();
    if summary.interrupted {
        parts.push((Role::Warn, "interrupted".to_owned()));
    }
    let as_expected =
        format!("{} of {} as expected", phrase::number(summary.met as u64), phrase::count(solutions, "solution"));
    parts.push((Role::Plain, as_expected));
    let mut part = |n: usize, role, text: String| {
        if n > 0 {
            parts.push((role, text));
        }
    };
    part(summary.unmet, Role::Bad, format!("{} failed", phrase::number(summary.unmet as u64)));
    part(summary.content_errors, Role::Bad, phrase::file_errors(summary.content_errors));
    part(undecided, Role::Warn, format!("{} undecided", phrase::number(undecided as u64)));
    part(summary.skipped, Role::Dim, format!("{} left out", phrase::number(summary.skipped as u64)));
    part(summary.faults, Role::Warn, phrase::count(summary.faults, "fault"));
    let thing = if run.runs == run.tests { "test" } else { "run" };
    let judged = if summary.judged == run.runs {
        phrase::count(run.runs, thing)
    } else {
        format!("{} of {} judged", phrase::number(summary.judged as u64), phrase::count(run.runs, thing))
    };
    // A part of a run that is shown again has no duration of its own.
    let took = (!summary.took.is_zero()).then(|| format!(" in {}", phrase::took(summary.took)));
    parts.push((Role::Plain, judged + &took.unwrap_or_default()));
    let mut text = Text::new().with(Role::Plain, "  ").with(role, word).with(Role::Plain, "  ");
    for (i, (role, part)) in parts.iter().enumerate() {
        if i > 0 {
            // The separator stays at the end of a line and never begins the next.
            let sign = Signs::of(options.unicode).between.trim_end();
            text = text.glued(Role::Plain, sign).with(Role::Plain, " ");
        }
        text = text.glued(*role, part);
    }
    if summary.cached > 0 {
        let cached = format!("({} from cache)", phrase::number(summary.cached as u64));
        text = text.with(Role::Plain, " ").glued(Role::Dim, &cached);
    }
    if summary.repeated > 0 {
        let repeated = format!("({} taken from equal tests)", phrase::number(summary.repeated as u64));
        text = text.with(Role::Plain, " ").glued(Role::Dim, &repeated);
    }
    page.wrapped(&text, 8)
}
