//! Runs a plan: from a selection to the record of what the solutions got.

use crate::cells::descent;
use crate::error::{Error, refused};
use crate::limits::PackageLimits;
use crate::notice::Notice;
use crate::session::{Caller, Recorder};
use crate::workspace::Workspace;
use engine::build::Builder;
use engine::fingerprint;
use engine::plan::{Plan, Shard};
use engine::run::{self, FreshJudgements, OnFailure, Ports, ResultCache, Settings, Sink};
use engine::store::Store;
use model::record::{self, Report};
use model::{Diagnostic, Problem, Summary, TimeFrom, phrase};
use package::detect::Kind;
use sandbox::{Cancel, Sandbox};

/// What to judge, and how.
pub struct Task<'a> {
    /// Which solutions meet which tests.
    pub plan: &'a Plan,
    /// Mistakes in the files: the first thing that the sink gets.
    pub found: Vec<Diagnostic>,
    /// How many programs run at a time, and what follows a failure.
    pub settings: Settings,
    /// Builds the solutions, and holds the cache that is used.
    pub builder: &'a Builder,
    /// Whether to use results of earlier runs, and store its own.
    pub remembers: bool,
    /// What was judged just now, and is not judged again.
    pub given: FreshJudgements,
}

impl<'a> Task<'a> {
    /// A plan in whose files nothing is wrong.
    pub fn of(plan: &'a Plan, settings: Settings, builder: &'a Builder) -> Task<'a> {
        Task { plan, found: Vec::new(), settings, builder, remembers: true, given: FreshJudgements::new() }
    }
}

impl Workspace {
    /// Judges `plan` in the strongest containment that works here, by as many programs at a time as
    /// suit this machine. Does all that the command does that judges: tests that are only described
    /// are made first, an open time limit is measured, and a submission of a package is done with
    /// when it is decided. The listener gets the events in their order, as they come; the record
    /// holds the same at the end. When it is cancelled, what runs is killed, and the record says
    /// which tests were left.
    ///
    /// # Errors
    /// What keeps programs from being run here.
    pub fn run(&self, plan: &Plan, caller: &mut Caller<'_>) -> Result<Report, Error> {
        let made = self.with_made_tests(plan, caller)?;
        let (judge, plan) = made.as_ref().map_or((self, plan), |(judge, plan)| (judge, plan));
        let builder = judge.builder()?;
        let sandbox = judge.sandbox(&caller.containment)?;
        let settings = Settings { on_failure: judge.usual_failure(), ..Settings::of_machine() };
        let task = Task { found: judge.diagnostics.clone(), ..Task::of(plan, settings, &builder) };
        let mut record = Recorder { report: Report::new(), sink: caller.listener };
        let (_, notice) = judge.run_task(&*sandbox, caller.cancel, task, &mut record)?;
        let report = record.report;
        notice.iter().for_each(|notice| caller.listener.notice(notice));
        Ok(report)
    }

    /// What is usually done once a solution of this place fails.
    pub fn usual_failure(&self) -> OnFailure {
        match Kind::of(&self.root) {
            None => OnFailure::StopSlow,
            // A judge, problemtools and BAPCtools are done with a submission when it is decided.
            Some(Kind::Package(_) | Kind::Contest) => OnFailure::StopSolution,
            Some(Kind::Workspace) => OnFailure::Continue,
        }
    }

    /// [`Workspace::run`] for callers that judge again and again, or watch the progress.
    ///
    /// # Errors
    /// An internal fault when the workers cannot be started.
    pub fn run_task(
        &self,
        sandbox: &dyn Sandbox,
        cancel: &Cancel,
        task: Task<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(Summary, Option<Notice>), Error> {
        let Task { plan, found, settings, builder, remembers, given } = task;
        let store = if remembers { builder.store() } else { Store::none() };
        let mut cache = ResultCache::new(store, sandbox.level());
        cache.give(given);
        let limits = PackageLimits::of(self);
        let runner = self.runner(Ports { sandbox, builds: builder, limits: &limits }, settings, cancel)?;
        let summary = runner.judge(plan, found, &mut cache, sink);
        Ok((summary, descent(sandbox)))
    }

    /// One machine's part of a plan, and what its record says of it; without a part, all of the
    /// plan.
    ///
    /// # Errors
    /// When a file of the plan cannot be read, or a part of it would be judged by a time limit that
    /// this machine alone measured.
    pub fn part_of(
        &self,
        whole: Plan,
        part: Option<Shard>,
        builder: &Builder,
    ) -> Result<(Plan, Option<record::Shard>), Error> {
        let Some(part) = part else { return Ok((whole, None)) };
        let is_open = |problem: &Problem| match &problem.rules.time {
            TimeFrom::Solutions(_, measured) => measured.is_none() || self.inferred.file.is_none(),
            TimeFrom::Default | TimeFrom::File(_) => false,
        };
        let open = whole.by_problem().map(|planned| &planned[0].problem).filter(|problem| is_open(problem));
        let open: Vec<&str> = open.map(|problem| problem.id.as_str()).collect();
        if !open.is_empty() {
            let names = phrase::names(&open, 3);
            let what = format!("the time limit of {names} is still to be inferred, and machines must agree on it");
            return Err(refused(what).with_hint(
                "measure the limits once, into a file that every shard is given; or set `limits.time_limit` in \
                 problem.yaml",
            ));
        }
        let plan = whole.shard(part);
        let shard = record::Shard {
            k: part.k(),
            n: part.n(),
            plan: fingerprint::plan_id(&whole, builder)?.to_string(),
            runs: whole.runs(),
            host: run::host(),
            cpu: run::processor(),
        };
        Ok((plan, Some(shard)))
    }
}
