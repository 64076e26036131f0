//! The record of a run: what happened to every test and solution, and how it was run.
//!
//! There is one set of types. The engine fills them, every report shows them, `harness last`,
//! `merge` and the history read them back from JSON. A new fact about a run is a new field here,
//! and a line where it is shown.
//!
//! The JSON is a published format. [`SCHEMA`] is raised when a field changes its meaning or goes
//! away; fields may be added within a version, so readers ignore fields that they do not know. A
//! report of another version is refused.
//!
//! Times are milliseconds, exact to the microsecond; sizes are KiB, rounded up. Names (of verdicts,
//! statuses …) are those of directives and of the terminal.

mod again;
mod line;
mod listing;
mod mutation;
mod place;
mod report;
mod solution;
mod unread;

pub use again::{again, debug};
pub use line::{LINES_SCHEMA, Line};
pub use listing::{LISTING, LISTING_SCHEMA, ListedProblem, ListedProgram, ListedTest, Listing, PlaceKind};
pub use mutation::{Mutation, Survivor};
pub use place::{FoundBy, Place};
pub use report::ParseError;
pub use unread::UnreadFile;

use crate::cause::Cause;
use crate::diagnostic::{self, Severity};
use crate::encoding::{Millis, OptionalMillis};
use crate::evidence::{Evidence, Excerpt, Finding};
use crate::expectation::{Expectation, GroupRule, Rule, ScoreRange};
use crate::fault::Fault;
use crate::grading::Grading;
use crate::id::{Language, ProblemId, TestId};
use crate::limits::{ByteSize, Limits};
use crate::points::Points;
use crate::problem::{self, Judging};
use crate::score::{Grade, Group, Score};
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The version that is written and read.
pub const SCHEMA: &str = "harness-report/2";

/// The JSON Schema of [`Report`]. Made from these types; a test compares the two.
pub const JSON_SCHEMA: &str = include_str!("record/schema.json");

/// A whole run.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of this format.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA)))]
    pub schema: String,
    /// The version of the harness that wrote it.
    #[serde(default)]
    pub harness: String,
    #[serde(default)]
    pub run: Run,
    pub summary: Summary,
    /// The problems of the solutions below, in their order.
    #[serde(default)]
    pub problems: Vec<ProblemRecord>,
    /// In plan order, once the run is done.
    pub solutions: Vec<Arc<SolutionRecord>>,
    /// The names of the solutions of a run that is not done, in plan order.
    #[serde(skip)]
    pub(crate) planned: Vec<String>,
    #[serde(default)]
    pub diagnostics: Vec<DiagnosticRecord>,
    /// The files of a class's folder that are not submissions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<UnreadFile>,
}

/// A run that begins.
#[derive(Clone, Debug, PartialEq)]
pub struct RunStart {
    pub run: Run,
    pub problems: Vec<ProblemRecord>,
    /// The solutions in plan order; nothing is known of them yet.
    pub solutions: Vec<Arc<SolutionRecord>>,
}

/// How a run was made.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The workspace.
    pub root: String,
    /// Programs that run at one time.
    pub jobs: usize,
    /// `rustc 1.95.0 -O`, one for each language in use. Slow ones are named once they are used.
    pub compilers: Vec<String>,
    /// `full`, `confined`, `measured` …, as the run began.
    pub containment: String,
    /// The programs check themselves with all that their compilers offer. Their times and their
    /// memory are not those of a judge.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sanitized: bool,
    /// What the person told the compilers for this run alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// Pairs of solution and test.
    pub runs: usize,
    /// Different tests among them.
    pub tests: usize,
    /// Judges all of it again, ready for a shell; with `--failed` behind it, what failed.
    pub command: String,
    /// The folder of the call, in which that means what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// When it began: `2026-11-21T23:05:00Z`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<String>,
    /// For a class's submissions: how they become a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<ClassTable>,
    /// For a run with `--shard`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// How a class's submissions become a table.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassTable {
    /// The last of several attempts counts, and not the best one.
    pub last: bool,
    /// A problem without groups gives the share of its tests that are accepted.
    pub per_test: bool,
}

/// Which part of which plan was run.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub k: u32,
    pub n: u32,
    /// The id of the whole plan, as `harness plan` prints it.
    pub plan: String,
    /// Pairs of solution and test in the whole plan.
    pub runs: usize,
    pub host: String,
    pub cpu: String,
}

/// The run in numbers. `met + unmet + undecided` = solutions.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub met: usize,
    pub unmet: usize,
    pub undecided: usize,
    /// The undecided solutions whose optional language is not on the machine.
    #[serde(default)]
    pub skipped: usize,
    /// Each counted once, for the build, test or validator it happened to.
    pub faults: usize,
    /// Runs that were judged.
    pub judged: usize,
    /// Judged runs whose result is remembered from an earlier run.
    pub cached: usize,
    /// Judged runs that have the result of an equal test.
    #[serde(default, skip_serializing_if = "is_none")]
    pub repeated: usize,
    /// 0 for a merged report: its shards ran at different times.
    #[serde(rename = "took_ms", with = "Millis")]
    pub took: Duration,
    pub interrupted: bool,
    /// Errors among the diagnostics.
    pub content_errors: usize,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Problem"))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProblemRecord {
    pub problem: ProblemId,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title_zh: Option<String>,
    /// The limits of `problem.toml`, before the factors of languages.
    pub limits: Limits,
    /// `lines`, `tokens` … or the file name of the checker or interactor.
    pub checker: String,
    /// How often a solution may be run on one test, where that is more than once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passes: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// For a package that makes verdicts and scores by rules of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grading: Option<Arc<Grading>>,
    /// Every test of the problem, in judging order, also those that were not selected.
    pub tests: Vec<TestId>,
    /// Tests whose files are not there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<TestId>,
    /// What `harness mutate` last found out about the tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutation: Option<Mutation>,
}

/// A solution and all of its tests.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Solution"))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolutionRecord {
    pub problem: ProblemId,
    /// The file stem: `nim--brute`.
    pub solution: String,
    /// As the command line takes it: `nim/brute.rs`.
    pub name: String,
    pub language: Language,
    /// Relative to the workspace.
    pub path: String,
    /// For a class's submission: the student.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<String>,
    /// Which of the student's attempts at the problem it is, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<usize>,
    /// The call that judges just this again, ready for a shell. `-t TEST` behind it chooses a test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// SHA-256 of its file, as it was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// What its directives promise.
    pub expected: Expectation,
    /// Its `note:` directives.
    #[serde(default)]
    pub notes: Vec<String>,
    pub status: Status,
    /// What an online judge would say: the first verdict in test order that is not `accepted`. Null
    /// when a fault or a skipped test comes before it, or leaves `accepted` unproven.
    pub verdict: Option<Verdict>,
    /// The promises that no test kept, where all tests were judged. Any of them makes the solution
    /// `unmet`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Rule>,
    /// For a problem with groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// What the score must be, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_score: Option<ScoreRange>,
    /// The groups that got as a whole what they may not get. Any of them makes the solution
    /// `unmet`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong_groups: Vec<WrongGroup>,
    /// False when a filter left out tests that the solution is judged on.
    pub whole: bool,
    /// How many tests the solution is judged on, selected or not.
    pub all_tests: usize,
    /// What a run may use, with the factors of the language: for tests in no group …
    pub limits: Limits,
    /// … and in each group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub group_limits: Vec<GroupLimits>,
    pub build: Build,
    /// Whether gdb and lldb show it at work: `harness SOLUTION --debug TEST`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub debuggable: bool,
    /// The selected tests, in judging order.
    pub tests: Vec<TestRecord>,
}

#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupLimits {
    pub group: String,
    pub limits: Limits,
}

/// A group that got as a whole what it may not get.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrongGroup {
    pub expected: GroupRule,
    pub verdict: Option<Verdict>,
    pub points: Option<Points>,
}

/// The outcome of a solution's build.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum Build {
    Ready {
        #[serde(rename = "took_ms", with = "Millis")]
        took: Duration,
        /// Built by an earlier run.
        cached: bool,
        /// As the compiler printed them.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        warnings: String,
    },
    Rejected {
        /// As the compiler printed them, with the real path.
        messages: String,
    },
    Fault {
        fault: Fault,
    },
    /// The compiler or runtime of an optional language is not on the machine. The solution is
    /// undecided, but the run still counts as complete.
    NoTool {
        fault: Fault,
    },
    /// Interrupted before it was built.
    Skipped,
}

/// One test of one solution. The first six fields are always there, null where there is nothing to
/// say.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Test"))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TestRecord {
    pub test: TestId,
    /// Null after a fault, and for a test that was not run. `compile-error` for every test of a
    /// file that the compiler refused.
    pub verdict: Option<Verdict>,
    #[serde(rename = "cpu_ms", with = "OptionalMillis")]
    pub cpu: Option<Duration>,
    #[serde(rename = "wall_ms", with = "OptionalMillis")]
    pub wall: Option<Duration>,
    #[serde(rename = "memory_kib")]
    pub memory: Option<ByteSize>,
    /// Why, in one line.
    pub note: Option<String>,
    /// The same as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Its input file, relative to the workspace; for everything but `accepted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// What the checker gave, in a group whose tests have points of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// The expected messages that the checker gave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<String>,
    /// CPU time of the problem's own checker or interactor, if it ran, in its slowest pass.
    #[serde(rename = "checker_ms", with = "OptionalMillis", default, skip_serializing_if = "Option::is_none")]
    pub checker_cpu: Option<Duration>,
    /// Whether the directives permit this verdict; null without one.
    #[serde(default)]
    pub permitted: Option<bool>,
    /// Measured again, alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retimed: bool,
    /// Remembered, times included, from a run under the same conditions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// Not run: this test has the same input, answer, arguments and limits, and gave the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<TestId>,
    /// The level that this test was run at, where containment had fallen since the run began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub containment: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<SkipReason>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// The command that runs just this again; for everything but `accepted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// Not for `accepted`. In a report, only a solution's first forty surprises have it, and the
    /// first two of each verdict that it promised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Box<Evidence>>,
    /// What a run without evidence wrote to standard error; in a report, of a solution's first ten
    /// such tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<Box<Excerpt>>,
    /// What the program found in itself, in a run with `sanitized`. Any of it makes the solution
    /// `unmet`, unless its directives permit a run-time error on this test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Finding>,
}

/// One thing that is wrong with the workspace's content.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Diagnostic"))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DiagnosticRecord {
    pub severity: Severity,
    pub title: String,
    pub path: String,
    /// 1-based; null where the whole file is meant.
    pub line: Option<usize>,
    /// 1-based, in characters.
    pub column: Option<usize>,
    pub hint: Option<String>,
}

/// Why a test was not run.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// The solution does not compile.
    NotBuilt,
    /// `--fail-fast`, after a failure elsewhere.
    FailFast,
    /// Ctrl-C.
    Interrupted,
    /// Its own compiler or runtime is not on this machine.
    NoTool,
    /// Judged lazily: earlier tests have decided everything that this one could.
    Decided,
}

/// Whether a solution did what its directives say.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Met,
    Unmet,
    /// A fault or a skipped test leaves it open.
    Undecided,
}

impl Status {
    pub const fn name(self) -> &'static str {
        match self {
            Status::Met => "met",
            Status::Unmet => "unmet",
            Status::Undecided => "undecided",
        }
    }
}

impl Summary {
    pub fn solutions(&self) -> usize {
        self.met + self.unmet + self.undecided
    }

    /// The undecided solutions, without those whose optional language is not on the machine.
    pub fn open(&self) -> usize {
        self.undecided.saturating_sub(self.skipped)
    }

    /// Adds a solution to the counts.
    pub fn add(&mut self, solution: &SolutionRecord) {
        match solution.status {
            Status::Met => self.met += 1,
            Status::Unmet => self.unmet += 1,
            Status::Undecided => self.undecided += 1,
        }
        match solution.build {
            Build::Fault { .. } => self.faults += 1,
            Build::NoTool { .. } => self.skipped += 1,
            Build::Ready { .. } | Build::Rejected { .. } | Build::Skipped => {}
        }
        self.faults += usize::from(solution.score_fault().is_some());
        for test in &solution.tests {
            self.judged += usize::from(test.is_judged());
            self.cached += usize::from(test.cached);
            self.repeated += usize::from(test.same_as.is_some());
            self.faults += usize::from(test.fault.is_some());
        }
    }
}

impl ProblemRecord {
    pub fn of(problem: &problem::Problem) -> ProblemRecord {
        let checker = match &problem.judging {
            Judging::Compare(comparison) => comparison.name().to_owned(),
            Judging::Checker(spec) | Judging::Interactor(spec) => {
                spec.file.file_name().unwrap_or(spec.file.as_os_str()).to_string_lossy().into_owned()
            }
        };
        ProblemRecord {
            problem: problem.id.clone(),
            title: problem.title.clone(),
            title_zh: problem.title_zh.clone(),
            limits: problem.limits.clone(),
            checker,
            passes: Some(problem.passes).filter(|passes| *passes > 1),
            groups: problem.groups.clone(),
            grading: problem.rules.grading.clone(),
            tests: problem.tests.iter().map(|test| test.id.clone()).collect(),
            absent: problem.rules.absent.clone(),
            mutation: None,
        }
    }

    /// Its tests, also those whose files are not there.
    pub fn all_tests(&self) -> Vec<&TestId> {
        self.tests.iter().chain(&self.absent).collect()
    }
}

impl DiagnosticRecord {
    pub(crate) fn of(diagnostic: &diagnostic::Diagnostic) -> DiagnosticRecord {
        let place = diagnostic.snippet.as_ref().map(diagnostic::Snippet::place);
        DiagnosticRecord {
            severity: diagnostic.severity,
            title: diagnostic.title.clone(),
            path: diagnostic.path.to_string_lossy().into_owned(),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            hint: diagnostic.hint.clone(),
        }
    }
}

impl Build {
    pub const fn is_ready(&self) -> bool {
        matches!(self, Build::Ready { .. })
    }
}

impl TestRecord {
    fn new(test: TestId) -> TestRecord {
        TestRecord { test, ..TestRecord::default() }
    }

    /// A copy without the parts that may be large.
    pub fn without_evidence(&self) -> TestRecord {
        TestRecord {
            test: self.test.clone(),
            note: self.note.clone(),
            cause: self.cause.clone(),
            input: self.input.clone(),
            fault: self.fault.clone(),
            again: self.again.clone(),
            same_as: self.same_as.clone(),
            containment: self.containment.clone(),
            messages: self.messages.clone(),
            found: self.found.clone(),
            evidence: None,
            stderr: None,
            ..*self
        }
    }

    /// Whether it was run and has a verdict of its own.
    pub const fn is_judged(&self) -> bool {
        self.verdict.is_some() && self.skipped.is_none()
    }

    /// What it contributes to a score; `None` where that is unknown.
    pub fn grade(&self) -> Option<Grade> {
        let verdict = self.verdict.filter(|_| self.is_judged())?;
        Some(Grade { verdict, points: self.points })
    }

    /// Whether its outcome is known.
    pub const fn has_result(&self) -> bool {
        self.verdict.is_some() || self.fault.is_some() || self.skipped.is_some()
    }

    /// Whether it leaves its solution undecided: it has no verdict, though it needs one.
    pub fn is_open(&self) -> bool {
        self.verdict.is_none() && self.skipped != Some(SkipReason::Decided)
    }

    /// Whether it got what it may not get.
    pub fn is_surprise(&self) -> bool {
        self.permitted == Some(false)
    }

    pub fn is_accepted(&self) -> bool {
        self.verdict == Some(Verdict::Accepted)
    }
}

#[cfg(test)]
mod tests;
