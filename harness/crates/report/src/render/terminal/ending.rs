//! Below the results: faults with their next step, the slowest test, tests that were not run,
//! and the summary.

use crate::failure::{Hit, Trouble, TroubleKind, troubles};
use crate::render::terminal::Terminal;
use crate::render::terminal::failure::Body;
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
            let manner = Manner::message(self.options.look.unicode);
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
                Body::on(&mut self.page, self.options.all_failures).dialogue(&fault.dialogue, false)?;
            }
            let hits: Vec<String> = hits.iter().map(|hit| in_words(hit, self.options.look.unicode)).collect();
            let left = match kind {
                TroubleKind::Fault => "not judged because of this",
                TroubleKind::NoTool => "left out",
            };
            self.page.wrapped(&Text::new().with(Role::Dim, format!("  {left}: {}", phrase::names(&hits, 6))), 4)?;
        }
        Ok(())
    }

    /// The accepted run that took longest: the first to suffer from a tighter limit. Solutions that
    /// are slow on purpose do not count.
    pub(super) fn slowest(&mut self) -> io::Result<()> {
        if self.run.sanitized {
            return Ok(());
        }
        let right = self.results.iter().filter(|solution| solution.expected.is_accepted());
        let tests = right.flat_map(|solution| solution.tests.iter().map(move |test| (solution, test)));
        let times =
            tests.filter_map(|(solution, test)| Some((solution, test, test.cpu.filter(|_| test.is_accepted())?)));
        // The first of equals, so that the line does not depend on how the maximum is found.
        let slowest = times.reduce(|a, b| if b.2 > a.2 { b } else { a });
        let Some((solution, test, cpu)) = slowest.filter(|(.., cpu)| *cpu >= Duration::from_millis(1)) else {
            return Ok(());
        };
        let name = |text: &str| sanitize::name(text, self.options.look.unicode).into_owned();
        let time = format!("{} / {}", phrase::time(cpu), phrase::limit(solution.limits_of(&test.test).cpu));
        let text = Text::new().with(Role::Plain, "  ").with(Role::Dim, "slowest accepted: ");
        let text = text.with(Role::Plain, name(&solution.name)).with(Role::Dim, " on ");
        let text = text.with(Role::Plain, name(&test.test.0)).with(Role::Dim, ", ").glued(Role::Dim, &time);
        self.page.wrapped(&text, 4)
    }

    /// `not run: 12 tests of 2 solutions`, where the run ended early.
    pub(super) fn not_run(&mut self) -> io::Result<()> {
        let is_left = |test: &TestRecord| match test.skipped {
            Some(SkipReason::Interrupted | SkipReason::FailFast) => true,
            Some(SkipReason::NotBuilt | SkipReason::NoTool | SkipReason::Decided) | None => false,
        };
        let left = |result: &SolutionRecord| result.tests.iter().filter(|test| is_left(test)).count();
        self.left_out(Text::new().with(Role::Warn, "  not run: "), left, "")
    }

    /// What lazy judging left out, unless a block above says it: `not needed: 40 tests of 2
    /// solutions, decided by earlier tests (-a to run)`.
    pub(super) fn not_needed(&mut self) -> io::Result<()> {
        if !self.options.whole {
            return Ok(());
        }
        let left = |result: &SolutionRecord| if result.status == Status::Unmet { 0 } else { result.not_needed() };
        self.left_out(Text::new().with(Role::Dim, "  not needed: "), left, ", decided by earlier tests (-a to run)")
    }

    fn left_out(&mut self, label: Text, left: impl Fn(&SolutionRecord) -> usize, why: &str) -> io::Result<()> {
        let left: Vec<usize> = self.results.iter().map(|result| left(result)).filter(|tests| *tests > 0).collect();
        if left.is_empty() {
            return Ok(());
        }
        let (tests, solutions) = (phrase::count(left.iter().sum(), "test"), phrase::count(left.len(), "solution"));
        self.page.wrapped(&label.with(Role::Plain, format!("{tests} of {solutions}{why}")), 4)
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
        let number = |n: usize| phrase::number(n as u64);
        let thing = if run.runs == run.tests { "test" } else { "run" };
        let judged = if summary.judged == run.runs {
            phrase::count(run.runs, thing)
        } else {
            format!("{} of {} judged", number(summary.judged), phrase::count(run.runs, thing))
        };
        // A part of a run that is shown again has no duration of its own.
        let took = (!summary.took.is_zero()).then(|| format!(" in {}", phrase::took(summary.took)));
        let as_expected = format!("{} of {} as expected", number(summary.met), phrase::count(solutions, "solution"));
        let parts = [
            (summary.interrupted, Role::Warn, "interrupted".to_owned()),
            (true, Role::Plain, as_expected),
            (summary.unmet > 0, Role::Bad, format!("{} failed", number(summary.unmet))),
            (summary.content_errors > 0, Role::Bad, phrase::file_errors(summary.content_errors)),
            (undecided > 0, Role::Warn, format!("{} undecided", number(undecided))),
            (summary.skipped > 0, Role::Dim, format!("{} left out", number(summary.skipped))),
            (summary.faults > 0, Role::Warn, phrase::count(summary.faults, "fault")),
            (true, Role::Plain, judged + &took.unwrap_or_default()),
        ];
        let mut text = Text::new().with(Role::Plain, "  ").with(role, word).with(Role::Plain, "  ");
        for (i, (_, role, part)) in parts.iter().filter(|(applies, ..)| *applies).enumerate() {
            if i > 0 {
                // The separator stays at the end of a line and never begins the next.
                let sign = Signs::of(self.options.look.unicode).between.trim_end();
                text = text.glued(Role::Plain, sign).with(Role::Plain, " ");
            }
            text = text.glued(*role, part);
        }
        let reused = [(summary.cached, "from cache"), (summary.repeated, "taken from equal tests")];
        for (n, how) in reused.into_iter().filter(|(n, _)| *n > 0) {
            text = text.with(Role::Plain, " ").glued(Role::Dim, &format!("({} {how})", number(n)));
        }
        self.page.wrapped(&text, 8)
    }
}

fn in_words(hit: &Hit<'_>, unicode: bool) -> String {
    let solution = sanitize::name(&hit.solution.name, unicode);
    match &hit.tests[..] {
        [] => solution.into_owned(),
        [test] => format!("{solution} on {}", sanitize::name(test, unicode)),
        tests => format!("{solution} on {}", phrase::count(tests.len(), "test")),
    }
}
