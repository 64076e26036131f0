//! Runs a plan: from a selection to the record of what the solutions got.

use crate::error::{Error, ErrorKind, refused};
use crate::judge::Judge;
use crate::launch;
use crate::notice::Notice;
use crate::places::copies_of;
use engine::build::Builder;
use engine::cell;
use engine::fingerprint;
use engine::plan::{Plan, Shard, ShardBy};
use engine::run::{self, FreshJudgements, OnFailure, Ports, ResultCache, Runner, Settings, Sink, Turn};
use engine::store::Store;
use model::record::{self, Report};
use model::{Diagnostic, Event, Fault, Progress, Summary};
use package::detect::Kind;
use sandbox::{Cancel, Level, Sandbox};

/// How programs are contained.
#[derive(Clone, Copy, Debug, Default)]
pub struct Containment {
    /// This level; `None`: the strongest that works here.
    pub level: Option<Level>,
    /// Nothing runs at a weaker one.
    pub least: Option<Level>,
}

/// What to judge, and how.
pub struct Task<'a> {
    pub plan: &'a Plan,
    /// Mistakes in the files: the first thing that the sink gets.
    pub found: Vec<Diagnostic>,
    pub settings: Settings,
    pub builder: &'a Builder,
    /// Whether to use results of earlier runs, and store its own.
    pub remembers: bool,
    /// What is settled about each problem only when its turn comes.
    pub turn: Option<Box<dyn Turn + 'a>>,
    /// What was judged just now, and is not judged again.
    pub given: FreshJudgements,
}

impl<'a> Task<'a> {
    /// A plan in whose files nothing is wrong.
    pub fn of(plan: &'a Plan, settings: Settings, builder: &'a Builder) -> Task<'a> {
        Task { plan, found: Vec::new(), settings, builder, remembers: true, turn: None, given: FreshJudgements::new() }
    }
}

impl Judge {
    /// Judges `plan` in the strongest containment that works here, by as many programs at a time as
    /// suit this machine. `listener` gets the events in their order, as they come; the record holds
    /// the same at the end. When `cancel` is raised, what runs is killed, and the record says which
    /// tests were left.
    ///
    /// # Errors
    /// What keeps programs from being run here.
    pub fn run(&self, plan: &Plan, cancel: &Cancel, listener: &mut dyn FnMut(&Event)) -> Result<Report, Error> {
        let builder = self.builder()?;
        let sandbox = self.sandbox(&Containment::default())?;
        let task = Task { found: self.diagnostics.clone(), ..Task::of(plan, Settings::of_machine(), &builder) };
        let mut record = Recorder { report: Report::new(), listener };
        self.run_task(&*sandbox, cancel, task, &mut record)?;
        Ok(record.report)
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

    /// Opens the strongest sandbox that works here, or the level that is asked for.
    ///
    /// # Errors
    /// When there is none, it is weaker than asked for, or [`crate::init`] was not called.
    pub fn sandbox(&self, containment: &Containment) -> Result<Box<dyn Sandbox>, Error> {
        if !launch::is_ready() {
            return Err(refused("no program can be contained: this process cannot start itself as a launcher")
                .with_hint("call judge::init() first in main"));
        }
        let Containment { level, least } = *containment;
        let config = sandbox::Config::own().map_err(|error| cell::fault(&error))?;
        let config = sandbox::Config { level, least, notes: Some(self.cache.clone()), ..config };
        let sandbox = sandbox::open(config).map_err(|error| cell::fault(&error))?;
        match least {
            Some(least) if sandbox.level() < least => {
                let (level, least) = (sandbox.level().name(), least.name());
                Err(refused(format!("containment here is `{level}`, and `{least}` is required"))
                    .with_hint("run where namespaces are allowed, or require less")
                    .of_kind(ErrorKind::Incomplete))
            }
            Some(_) | None => Ok(sandbox),
        }
    }

    /// [`Judge::run`] for callers that judge again and again, or watch the progress.
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
        let Task { plan, found, settings, builder, remembers, turn, given } = task;
        let store = if remembers { builder.store() } else { Store::none() };
        let mut cache = ResultCache::new(store, sandbox.level());
        cache.give(given);
        let runner = Runner::new(Ports { sandbox, builds: builder }, settings, &self.root, cancel)?;
        let runner = runner.naming_originals_of(copies_of(&self.root));
        let summary = match turn {
            Some(mut turn) => runner.judge_in_turn(plan, found, &mut cache, sink, &mut *turn),
            None => runner.judge(plan, found, &mut cache, sink),
        };
        Ok((summary, descent(sandbox)))
    }
}

/// One machine's part of a plan, and what its record says of it; without a part, all of the plan.
///
/// # Errors
/// When a file of the plan cannot be read.
pub fn part_of(
    whole: Plan,
    part: Option<Shard>,
    by: ShardBy,
    builder: &Builder,
) -> Result<(Plan, Option<record::Shard>), Fault> {
    let Some(part) = part else { return Ok((whole, None)) };
    let plan = whole.shard(part, by);
    let shard = record::Shard {
        k: part.k(),
        n: part.n(),
        by: by.name().to_owned(),
        plan: fingerprint::plan_id(&whole, builder)?.to_string(),
        runs: whole.runs(),
        host: run::host(),
        cpu: run::processor(),
    };
    Ok((plan, Some(shard)))
}

/// What is to be said if containment fell while programs ran.
pub(crate) fn descent(sandbox: &dyn Sandbox) -> Option<Notice> {
    sandbox.descent().map(Notice::Descended)
}

/// Keeps the record of a run, and passes its events on.
struct Recorder<'a> {
    report: Report,
    listener: &'a mut dyn FnMut(&Event),
}

impl Sink for Recorder<'_> {
    fn event(&mut self, event: &Event) {
        self.report.take(event);
        (self.listener)(event);
    }

    fn progress(&mut self, _: &Progress) {}
}
