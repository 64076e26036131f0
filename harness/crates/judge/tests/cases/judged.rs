//! What became of solutions, as values.

use crate::scene::{Heard, Scene};
use engine::run::{OnFailure, Settings, Sink};
use judge::{Containment, Notice, Restriction, Task, Words, Workspace};
use model::record::{DiagnosticRecord, Report, SolutionRecord};
use model::{Event, Points, Progress, Verdict};
use std::fmt;
use std::path::Path;

impl Scene {
    /// Judges every submission of a package on every test.
    pub fn judge(&self, package: &str) -> Judged {
        self.judge_as(package, OnFailure::Continue)
    }

    /// Judges every submission of a package.
    pub fn judge_as(&self, package: &str, on_failure: OnFailure) -> Judged {
        self.judge_words(&self.path(package), &[], on_failure)
    }

    /// Judges what these words select of a folder. First makes the tests that it only describes.
    pub fn judge_words(&self, folder: &Path, words: &[&str], on_failure: OnFailure) -> Judged {
        let open = || self.with_own_cache(Workspace::open(folder).unwrap());
        let words = Words::new(folder, words.to_vec());
        let (mut judge, mut heard) = (open(), Heard::default());
        let unmade = judge.unmade(&words);
        let made = unmade.iter().map(|unmade| unmade.tests.len()).sum();
        if made > 0 {
            judge.make(&unmade, &mut self.caller(&mut heard)).unwrap();
            judge = open();
        }
        let plan = judge.select(&words, Restriction::default()).unwrap().plan;
        let (builder, sandbox) = (judge.builder().unwrap(), judge.sandbox(&Containment::default()).unwrap());
        let settings = Settings { on_failure, ..Settings::of_machine() };
        let task = Task { found: judge.diagnostics.clone(), ..Task::of(&plan, settings, &builder) };
        let mut judged = Judged { report: Report::new(), made, notices: heard.notices };
        judge.run_task(&*sandbox, &self.cancel, task, &mut judged).unwrap();
        judged
    }
}

/// What became of a package's submissions.
pub struct Judged {
    pub report: Report,
    /// How many tests were made first.
    pub made: usize,
    /// What was to be said meanwhile.
    pub notices: Vec<Notice>,
}

impl Sink for Judged {
    fn event(&mut self, event: &Event) {
        self.report.take(event);
    }

    fn progress(&mut self, _: &Progress) {}
}

impl Judged {
    /// Every submission did as expected, and nothing is wrong with the package.
    pub fn is_good(&self) -> bool {
        let Report { summary, solutions, .. } = &self.report;
        let all_met = !solutions.is_empty() && summary.met == solutions.len();
        all_met && summary.faults == 0 && summary.content_errors == 0
    }

    /// The submission whose name ends with `name`.
    pub fn of(&self, name: &str) -> &SolutionRecord {
        let found = self.report.solutions.iter().find(|found| found.solution.ends_with(name));
        found.unwrap_or_else(|| panic!("no {name}: {self}"))
    }

    /// `status: AC WA` of a submission.
    pub fn line(&self, name: &str) -> String {
        let found = self.of(name);
        let verdicts = found.tests.iter().map(|test| format!(" {}", test.verdict.map_or("-", Verdict::short)));
        format!("{}:{}", found.status.name(), verdicts.collect::<String>())
    }

    /// `60 of 100: 20 AC, 40` of a submission: its score, and those of its groups.
    pub fn score(&self, name: &str) -> String {
        let score = self.of(name).score.as_ref().unwrap();
        let number = |points: Option<Points>| points.map_or("?".to_owned(), |points| points.to_string());
        let groups = score.groups.iter().map(|group| {
            let verdict = group.verdict.map_or(String::new(), |verdict| format!(" {}", verdict.short()));
            format!("{}{verdict}", number(group.points))
        });
        let of = score.of.map_or(String::new(), |of| format!(" of {of}"));
        format!("{}{of}: {}", number(score.points), groups.collect::<Vec<_>>().join(", "))
    }

    /// `file: what is wrong with it`, for all that was found.
    pub fn found(&self) -> Vec<String> {
        let found = self.report.diagnostics.iter();
        let place = |found: &DiagnosticRecord| match (found.line, found.column) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", found.path),
            _ => found.path.clone(),
        };
        found.map(|found| format!("{}: {}", place(found), found.title)).collect()
    }

    /// Whether what was found, or said meanwhile, has these words.
    pub fn finds(&self, words: &str) -> bool {
        let notices = self.notices.iter().map(|notice| notice.text.clone());
        self.found().into_iter().chain(notices).any(|found| found.contains(words))
    }
}

/// For the message of a test that fails.
impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#?}{:#?}", self.report, self.notices)
    }
}
