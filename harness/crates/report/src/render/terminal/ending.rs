//! Below the results: faults with their next step, the slowest test, tests that were not run,
//! and the summary.

use crate::failure::{Hit, Trouble, TroubleKind, troubles};
use crate::render::terminal::Terminal;
use crate::render::terminal::failure::{FailureStyle, dialogue};
use crate::text::phrase::{self, Signs};
use crate::text::sanitize::{self, Manner};
use crate::text::{Role, Text};
use model::record::{SolutionRecord, TestRecord};
use model::{SkipReason, Status, Summary};
use std::io::{self, Write};
use std::time::Duration;

impl<W: Write> Terminal<W> {
    /// Faults are ours, so they stand apart from the verdicts. A fault that hit many tests is shown
    /// once.
    pub(super) fn faults(&mut self) -> io::Result<()> {
        for Trouble { kind, fault, hits } in troubles(&self.results) {
            self.page.blank()?;
            let manner = Manner::message(self.options.unicode);
            let message = sanitize::visible(fault.message.trim_end().as_bytes(), manner);
            let mut lines = message.lines();
            let first = lines.next().unwrap_or("unknown");
            let title = match kind {
                TroubleKind::Fault => Text::new().with(Role::Warn, "fault: "),
                TroubleKind::NoTool => Text::new().with(Role::Dim, "not on this machine: "),
            };
            self.page.wrapped(&title.with(Role::Strong, first), 4)?;
            for line in lines {
                self.page.wrapped(&Text::new().with(Role::Plain, format!("  {line}")), 4)?;
            }
            if let Some(hint) = &fault.hint {
                let hint = sanitize::visible(hint.trim_end().as_bytes(), manner).replace('\n', "\n        ");
                for (i, line) in hint.lines().enumerate() {
                    let label = if i == 0 { "  hint: " } else { "" };
                    self.page.wrapped(&Text::new().with(Role::Dim, label).with(Role::Plain, line), 8)?;
                }
            }
            if !fault.dialogue.is_empty() {
                let look = FailureStyle { unicode: self.options.unicode, all: self.options.all_failures };
                dialogue(&mut self.page, look, &fault.dialogue)?;
            }
            let hits: Vec<String> = hits.iter().map(|hit| in_words(hit, self.options.unicode)).collect();
            let left = match kind {
                TroubleKind::Fault => "not judged because of this",
                TroubleKind::NoTool => "left out",
            };
            self.page.wrapped(&Text::new().with(Role::Dim, format!("  {left}: {}", phrase::names(&hits, 6))), 4)?;
        }
        Ok(())
    }

    /// The accepted run that took longest: the first to suffer from a tighter limit. Solutions that
    /// are slow on purpose do not count. Before it the slowest checker, if it takes longer than
    /// that run, and long enough to be felt.
    pub(super) fn slowest(&mut self) -> io::Result<()> {
        if self.run.sanitized {
            return Ok(());
        }
        let is_right =
            |solution: &SolutionRecord, test: &TestRecord| solution.expected.is_accepted() && test.is_accepted();
        let run = self.slowest_by(|solution, test| test.cpu.filter(|_| is_right(solution, test)));
        let longest = run.map_or(Duration::ZERO, |(.., cpu)| cpu);
        let checker = self.slowest_by(|_, test| test.checker_cpu);
        let checker = checker.filter(|(.., cpu)| *cpu > longest && *cpu >= LONG_CHECKER);
        let checker = checker
            .map(|(solution, test, cpu)| self.superlative("slowest checker: ", solution, test, &phrase::time(cpu)));
        let run = run.filter(|(.., cpu)| *cpu >= Duration::from_millis(1)).map(|(solution, test, cpu)| {
            let time = format!("{} / {}", phrase::time(cpu), phrase::limit(solution.limits_of(&test.test).cpu));
            self.superlative("slowest accepted: ", solution, test, &time)
        });
        checker.iter().chain(&run).try_for_each(|line| self.page.wrapped(line, 4))
    }

    /// The test with the longest of these times; the first of equals, so that the line does not
    /// depend on how the maximum is found.
    fn slowest_by(
        &self,
        time: impl Fn(&SolutionRecord, &TestRecord) -> Option<Duration>,
    ) -> Option<(&SolutionRecord, &TestRecord, Duration)> {
        let tests = self.results.iter().flat_map(|solution| solution.tests.iter().map(move |test| (&**solution, test)));
        let times = tests.filter_map(|(solution, test)| Some((solution, test, time(solution, test)?)));
        times.reduce(|a, b| if b.2 > a.2 { b } else { a })
    }

    /// `  slowest accepted: nim/nim.rs on secret/07, 12 ms / 1.0 s`
    fn superlative(&self, what: &str, solution: &SolutionRecord, test: &TestRecord, time: &str) -> Text {
        let name = |text: &str| sanitize::name(text, self.options.unicode).into_owned();
        Text::new()
            .with(Role::Plain, "  ")
            .with(Role::Dim, what)
            .with(Role::Plain, name(&solution.name))
            .with(Role::Dim, " on ")
            .with(Role::Plain, name(&test.test.0))
            .with(Role::Dim, ", ")
            .glued(Role::Dim, time)
    }

    pub(super) fn not_run(&mut self) -> io::Result<()> {
        let skipped = |test: &TestRecord| match test.skipped {
            Some(SkipReason::Interrupted | SkipReason::FailFast) => true,
            Some(SkipReason::NotBuilt | SkipReason::NoTool | SkipReason::Decided) | None => false,
        };
        let left = |result: &SolutionRecord| result.tests.iter().filter(|test| skipped(test)).count();
        let left: Vec<_> =
            self.results.iter().map(|result| (left(result), result)).filter(|(tests, _)| *tests > 0).collect();
        if left.is_empty() {
            return Ok(());
        }
        let tests = left.iter().map(|(tests, _)| tests).sum();
        let solutions: Vec<_> =
            left.iter().map(|(_, solution)| sanitize::name(&solution.name, self.options.unicode)).collect();
        let of = format!("{} of {}", phrase::count(tests, "test"), phrase::count(solutions.len(), "solution"));
        let text = Text::new().with(Role::Plain, "  ").with(Role::Warn, "not run: ").with(Role::Plain, of);
        self.page.wrapped(&text.with(Role::Dim, format!(" ({})", phrase::names(&solutions, 4))), 4)
    }

    /// What lazy judging left out, unless a block above says it: `not needed: 40 tests of 2
    /// solutions, which earlier tests have decided (--all to run)`.
    pub(super) fn not_needed(&mut self) -> io::Result<()> {
        let Some(option) = self.options.whole else { return Ok(()) };
        let has_block = |result: &SolutionRecord| self.options.blocks && result.status == Status::Unmet;
        let left: Vec<usize> = self
            .results
            .iter()
            .filter(|result| !has_block(result))
            .map(|result| result.not_needed())
            .filter(|tests| *tests > 0)
            .collect();
        if left.is_empty() {
            return Ok(());
        }
        let tests = phrase::count(left.iter().sum(), "test");
        let of = format!("{tests} of {}, decided by earlier tests", phrase::count(left.len(), "solution"));
        let text = Text::new().with(Role::Plain, "  ").with(Role::Dim, "not needed: ").with(Role::Plain, of);
        self.page.wrapped(&text.with(Role::Dim, format!(" ({option} to run)")), 4)
    }

    /// `PASS  5 of 5 solutions as expected · 72 tests in 4.2 s (31 from cache)`.
    pub(super) fn summary(&mut self, summary: &Summary) -> io::Result<()> {
        let run = &self.run;
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
                let sign = Signs::of(self.options.unicode).between.trim_end();
                text = text.glued(Role::Plain, sign).with(Role::Plain, " ");
            }
            text = text.glued(*role, part);
        }
        let reused = [(summary.cached, "from cache"), (summary.repeated, "taken from equal tests")];
        for (n, how) in reused.into_iter().filter(|(n, _)| *n > 0) {
            text = text.with(Role::Plain, " ").glued(Role::Dim, &format!("({} {how})", phrase::number(n as u64)));
        }
        self.page.wrapped(&text, 8)
    }
}

fn in_words(hit: &Hit<'_>, unicode: bool) -> String {
    let solution = sanitize::name(&hit.solution.name, unicode);
    match hit.tests.as_deref() {
        None => solution.into_owned(),
        Some([test]) => format!("{solution} on {}", sanitize::name(test, unicode)),
        Some(tests) => format!("{solution} on {}", phrase::count(tests.len(), "test")),
    }
}

/// A checker that takes this long is always mentioned.
pub(super) const LONG_CHECKER: Duration = Duration::from_millis(50);
