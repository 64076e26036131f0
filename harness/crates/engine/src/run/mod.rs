//! Carries out a plan, problem by problem: builds, runs, then runs the close calls again, alone.
//!
//! The only module with threads. Workers compute and send values. The calling thread, the
//! coordinator, owns all state and sends events in one order, so the same run has the same record
//! whichever worker was faster. It knows no terminals, formats or TOML, and decides no verdict.
//!
//! # Theory of operation
//!
//! * A private rayon pool with one thread per worker. Each worker keeps one sandbox cell, pinned to
//!   the worker's core.
//! * Jobs are handed out in plan order by an atomic counter: rayon's own iterators would start them
//!   out of order.
//! * Each problem is finished before the next one is built, and a problem's first solutions are
//!   judged before its others (see `schedule`), so that the first results come soon. Workers that
//!   have no run build what comes later (see `ahead`).
//! * A result that came too close to the time limit, or is a time-limit verdict, may have been
//!   disturbed by its neighbours, which are other runs or compilers. It is held back and measured
//!   again after the rest of its problem, with all other workers idle (see `retime`).
//! * A panic in a job is a fault of that job. The worker takes a new cell and goes on.
//! * Cancelling kills what runs and turns what is left into skipped tests: every planned test
//!   always has a result.

mod ahead;
mod capture;
mod check_outputs;
mod checked;
mod context;
mod coordinator;
mod cores;
mod course;
mod diagnose;
mod for_each;
mod generate;
mod grade;
mod grammar;
mod grey_zone;
mod infer;
mod installed;
mod judge_folder;
mod judge_problem;
mod judge_program;
mod junk;
mod named_files;
mod noise;
mod play;
mod pool;
mod problem_programs;
mod reply;
mod result_cache;
mod retime;
mod run_test;
mod schedule;
mod settle;
#[cfg(test)]
mod tests;
mod trial;
mod validate;
mod visible;
mod with_watcher;

pub use crate::processor::{host, processor};
pub use capture::{CapturedOutput, CapturedRun};
pub use cores::{Crowding, crowding, default_workers};
pub use generate::{GeneratedTest, Line, MadeTest};
pub use grammar::{Grammar, Mistake, is_grammar};
pub use infer::{InferenceFailure, LONGEST};
pub use noise::{Disturbance, Noise, Spread, disturbances, noise};
pub use play::{Game, GameOutcome, Player};
pub use reply::{Bound, BoundNumber};
pub use result_cache::{FreshJudgements, ResultCache};
pub use settle::{LimitTrouble, OpenLimits};
pub use trial::{Input, LateRun, Neighbours, Objection, Patience, Trial, TrialOutcome, Trials};
pub use validate::{RefusedFile, TestFile, Validation};
pub use with_watcher::with_watcher;

use crate::build::{BuildOutcome, Builder, LanguageEntry, Languages, SourceFile, Staging};
use crate::cell::Cell;
use crate::plan::{Plan, PlannedSolution};
use beneath::Home;
use course::RunProgress;
use for_each::Phase;
use judge_problem::{Tests, Turn};
use model::record::{self, GroupLimits, RunStart};
use model::{Checks, Diagnostic, Event, Fault, Judging, Language, Problem, ProblemId, Progress, Severity, Summary};
use pool::{Pool, Worker};
use problem_programs::FileNames;
use sandbox::{Cancel, Sandbox};
use settle::SettledLimits;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Instant, SystemTime};

/// What the run needs from outside.
pub struct Ports<'a> {
    pub sandbox: &'a dyn Sandbox,
    pub builds: &'a dyn Builds,
    pub limits: &'a dyn OpenLimits,
}

/// The port to compilers.
pub trait Builds: Sync {
    /// # Errors
    /// A fault when the compiler is missing or misbehaves. A file that it refuses is
    /// [`BuildOutcome::Rejected`].
    fn build(&self, source: &SourceFile, cell: &mut Cell<'_>) -> Result<BuildOutcome, Fault>;

    /// For example `rustc 1.95.0 -O`. `None` when the tool chain is missing.
    fn label(&self, language: &Language) -> Option<String>;

    /// The languages that there are.
    fn languages(&self) -> &Languages;

    /// What no link may lead out of.
    fn home(&self) -> Home;

    /// Makes what many of these files are compiled with, where that saves more than it costs. So
    /// many `workers` are about to compile them.
    fn prepare(&self, sources: &[SourceFile], workers: usize, cell: &mut Cell<'_>) {
        let _ = (sources, workers, cell);
    }

    /// A temporary folder, removed when dropped.
    ///
    /// # Errors
    /// A fault when the disk is full or read-only.
    fn scratch(&self) -> Result<Staging, Fault>;
}

impl Builds for Builder {
    fn build(&self, source: &SourceFile, cell: &mut Cell<'_>) -> Result<BuildOutcome, Fault> {
        Builder::build(self, source, cell)
    }

    fn prepare(&self, sources: &[SourceFile], workers: usize, cell: &mut Cell<'_>) {
        self.precompile(sources, workers, cell);
    }

    fn label(&self, language: &Language) -> Option<String> {
        self.toolchain(language).ok().map(|toolchain| toolchain.label.clone())
    }

    fn languages(&self) -> &Languages {
        Builder::languages(self)
    }

    fn home(&self) -> Home {
        Builder::home(self).clone()
    }

    fn scratch(&self) -> Result<Staging, Fault> {
        Builder::scratch(self)
    }
}

/// What to do after a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFailure {
    #[default]
    Continue,
    /// The rest of the solution is skipped as far as it is decided; see [`model::Lazy`].
    StopSolution,
    /// The same, but only from the first test on that takes too long: each further one would take
    /// as long.
    StopSlow,
    /// Everything that is reported after it is skipped.
    Stop,
}

/// How to run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// At least 1.
    pub jobs: usize,
    /// The core of each worker; workers beyond the list are not pinned.
    pub cores: Vec<usize>,
    pub on_failure: OnFailure,
    /// [`crowding`]. Called whenever a program is given time on the clock.
    pub crowding: fn() -> Crowding,
    /// [`record::Run::command`].
    pub command: String,
    /// [`record::Run::folder`].
    pub folder: Option<String>,
    /// [`record::SolutionRecord::again`], by the solution's name.
    pub calls: BTreeMap<String, String>,
    /// Set for a run that is a part of a plan.
    pub shard: Option<record::Shard>,
    /// What earlier runs found out about the tests of problems.
    pub mutations: BTreeMap<ProblemId, record::Mutation>,
}

/// One job at a time, not pinned to a core.
impl Default for Settings {
    fn default() -> Settings {
        let (cores, command) = (Vec::new(), String::new());
        let (calls, mutations) = (BTreeMap::new(), BTreeMap::new());
        let on_failure = OnFailure::Continue;
        Settings { jobs: 1, cores, on_failure, crowding, command, folder: None, calls, shard: None, mutations }
    }
}

impl Settings {
    /// As many jobs at a time as suit this machine, each worker on a core of its own.
    pub fn of_machine() -> Settings {
        let (jobs, cores) = default_workers();
        Settings { jobs, cores, ..Settings::default() }
    }
}

/// Receives what a run reports.
pub trait Sink {
    /// Receives the events that make up the record, in their order.
    fn event(&mut self, event: &Event);
    /// Receives progress as it happens.
    fn progress(&mut self, progress: &Progress);
}

/// A closure hears the events alone.
impl<F: FnMut(&Event)> Sink for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }

    fn progress(&mut self, _: &Progress) {}
}

/// Does `other` on a thread of its own during `work`. `None` if it panics.
pub fn beside<A: Send, B>(other: impl FnOnce() -> A + Send, work: impl FnOnce() -> B) -> (Option<A>, B) {
    thread::scope(|threads| {
        let other = threads.spawn(other);
        let worked = work();
        (other.join().ok(), worked)
    })
}

/// The workers, ready for any number of phases.
pub struct Runner<'a> {
    ports: Ports<'a>,
    settings: Settings,
    pool: Pool<'a>,
    names: FileNames,
    cancel: &'a Cancel,
    /// What has become of open limits so far.
    settled: SettledLimits,
}

impl<'a> Runner<'a> {
    /// # Errors
    /// An internal fault when the workers cannot be started.
    pub fn new(ports: Ports<'a>, settings: Settings, root: &Path, cancel: &'a Cancel) -> Result<Runner<'a>, Fault> {
        let pool = Pool::new(&settings, ports.sandbox, cancel)?;
        let names = FileNames { root: root.to_owned() };
        Ok(Runner { ports, settings, pool, names, cancel, settled: SettledLimits::default() })
    }

    /// Judges `plan` and sends the whole record: the content's errors (`diagnostics`), then what
    /// [`Runner::execute`] sends. The tests of each problem are validated before it is judged, and
    /// the errors found are sent. Tests that are not valid are left out.
    pub fn judge(
        &self,
        plan: &Plan,
        diagnostics: Vec<Diagnostic>,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
    ) -> Summary {
        let mut course = RunProgress::new(plan, sink);
        course.diagnose(diagnostics);
        self.carry_out(plan, Tests::Validated, cache, course)
    }

    /// Carries out the part of `plan` whose results `cache` does not have. Sends
    /// [`Event::Started`], one [`Event::Finished`] per solution, and [`Event::Done`].
    pub fn execute(&self, plan: &Plan, cache: &mut ResultCache, sink: &mut dyn Sink) -> Summary {
        self.carry_out(plan, Tests::AsTheyAre, cache, RunProgress::new(plan, sink))
    }

    fn carry_out(&self, plan: &Plan, tests: Tests, cache: &mut ResultCache, mut course: RunProgress<'_>) -> Summary {
        let begun = Instant::now();
        let plan = &self.under_known_limits(plan);
        // A slow compiler takes long to tell its version, too, and nothing waits for it yet, unless
        // there are no others.
        let is_soon = |planned: &PlannedSolution| !self.compiles_slowly(&planned.solution);
        let any_soon = plan.solutions.iter().any(is_soon);
        let first = plan.solutions.iter().filter(|planned| !any_soon || is_soon(planned));
        course.languages = first.map(|planned| planned.solution.language.clone()).collect();
        self.ask_tool_chains(course.languages.iter());
        course.sink.event(&Event::Started(self.started(plan, &course.languages)));
        let mut first = 0;
        for solutions in plan.by_problem() {
            self.take_turn(Turn { solutions, before: first, tests }, cache, &mut course);
            first += solutions.len();
        }
        let RunProgress { sink, mut summary, .. } = course;
        summary.took = begun.elapsed();
        summary.interrupted = self.cancel.is_raised();
        sink.event(&Event::Done(summary.clone()));
        summary
    }

    /// The record before anything is known. `languages`: those whose compilers have told their
    /// versions.
    fn started(&self, plan: &Plan, languages: &BTreeSet<Language>) -> RunStart {
        let run = record::Run {
            root: self.names.root.to_string_lossy().into_owned(),
            jobs: self.settings.jobs,
            compilers: languages.iter().filter_map(|language| self.ports.builds.label(language)).collect(),
            containment: self.ports.sandbox.level().name().to_owned(),
            sanitized: plan.solutions.iter().any(|planned| planned.solution.build.checks == Checks::Sanitized),
            flags: plan.solutions.first().map_or_else(Vec::new, |planned| planned.solution.build.given.clone()),
            runs: plan.runs(),
            tests: plan.tests(),
            command: self.settings.command.clone(),
            folder: self.settings.folder.clone(),
            started: Some(humantime::format_rfc3339_seconds(SystemTime::now()).to_string()),
            class: None,
            shard: self.settings.shard.clone(),
        };
        let problems = plan.by_problem().map(|planned| self.problem_record(planned)).collect();
        let solutions = plan.solutions.iter().map(|planned| Arc::new(self.planned(planned))).collect();
        RunStart { run, problems, solutions }
    }

    /// The record of a problem of which these solutions are judged.
    fn problem_record(&self, planned: &[PlannedSolution]) -> record::ProblemRecord {
        let problem = &planned[0].problem;
        let mutation = self.settings.mutations.get(&problem.id).cloned();
        record::ProblemRecord { mutation, ..record::ProblemRecord::of(problem) }
    }

    /// How many times the time limit of `problem` a program in this language has.
    pub fn time_factor(&self, problem: &Problem, language: &Language) -> f64 {
        self.ports.builds.languages().share(language).time_by(&problem.limits.languages)
    }

    fn planned(&self, planned: &PlannedSolution) -> record::SolutionRecord {
        let PlannedSolution { problem, solution, tests, time: _ } = planned;
        let language = self.ports.builds.languages().share(&solution.language);
        let limits = |group: Option<usize>| planned.limits_in(group, &language).into_limits();
        let groups = problem.groups.iter().enumerate();
        let mut record =
            record::SolutionRecord::planned(problem, solution, tests.iter().map(|t| t.id.clone()).collect());
        for (record, test) in record.tests.iter_mut().zip(tests) {
            record.input = Some(self.display(&test.input));
        }
        // A debugger has no other side for a dialogue.
        let is_dialogue = matches!(problem.judging, Judging::Interactor(_));
        let entry = self.ports.builds.languages().get(&solution.language).filter(|_| !is_dialogue);
        record::SolutionRecord {
            again: self.settings.calls.get(&record.name).cloned(),
            debuggable: entry.is_some_and(LanguageEntry::is_debuggable),
            limits: limits(None),
            group_limits: groups
                .map(|(at, group)| GroupLimits { group: group.name.clone(), limits: limits(Some(at)) })
                .collect(),
            ..record
        }
    }

    /// The name of a file in messages.
    fn display(&self, file: &Path) -> String {
        self.names.of(file)
    }

    /// An error in a file of the workspace.
    fn error_in(&self, file: &Path, title: String, hint: Option<String>) -> Diagnostic {
        let path = self.names.path_of(file);
        Diagnostic { severity: Severity::Error, title, path, snippet: None, hint }
    }

    /// Asks tool chains for their versions in parallel. Each answers once per run.
    fn ask_tool_chains<'l>(&self, languages: impl Iterator<Item = &'l Language>) {
        let languages: Vec<&Language> = languages.collect::<BTreeSet<_>>().into_iter().collect();
        let ask = |_: &mut Worker<'_>, at: usize| Ok(self.ports.builds.label(languages[at]));
        self.pool.in_order(usize::MAX, languages.len(), ask, |_, _| {});
    }

    /// Builds all of `sources` in parallel, or finds earlier builds of them.
    pub fn build(&self, sources: &[SourceFile], sink: &mut dyn Sink) -> Vec<Build> {
        let phase: Phase = |done, total| Progress::Building { done, total };
        let ahead: Vec<bool> = sources.iter().map(|source| self.pool.ahead.takes(source)).collect();
        let open = sources.iter().zip(&ahead).filter(|(_, ahead)| !**ahead);
        let open: Vec<&SourceFile> = open.map(|(source, _)| source).collect();
        sink.progress(&phase(0, open.len()));
        self.ask_tool_chains(open.iter().map(|source| &source.language));
        let name = |source: &&SourceFile| Some(source.display.clone());
        let built = self.for_each_named(&open, phase, name, sink, |source, worker| {
            self.ports.builds.build(source, &mut worker.cell).map(Some)
        });
        let mut built = built.into_iter().map(|built| built.map(|built| built.unwrap_or(BuildOutcome::Interrupted)));
        let builds = sources.iter().zip(ahead).map(|(source, ahead)| match ahead {
            true => self.wait_for_build(source, sink),
            false => built.next().expect("each of them was built"),
        });
        builds.collect()
    }
}

/// One source file's build, as the coordinator keeps it.
type Build = Result<BuildOutcome, Fault>;
