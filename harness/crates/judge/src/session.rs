//! What use cases share that run programs in other ways than by judging a plan.

use crate::error::Error;
use crate::judge::Judge;
use crate::notice::Notice;
use crate::places::copies_of;
use crate::run::{Containment, descent};
use engine::build::Builder;
use engine::plan::Plan;
use engine::run::{Ports, ResultCache, Runner, Settings, Sink};
use lab::hunt::Statistics;
use model::record::{self, SolutionRecord};
use model::{Event, Progress, SolutionId, Summary};
use package::draft::Draft;
use sandbox::{Cancel, Sandbox};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Hears of the runs of a use case, and what is to be said meanwhile.
pub trait Listener: Sink {
    fn notice(&mut self, notice: &Notice);

    /// Nothing runs any more, for now: what shows progress can go.
    fn ended(&mut self) {}

    /// How far the laboratory is.
    fn experiment(&mut self, experiment: &Experiment<'_>) {
        let _ = experiment;
    }
}

/// What the laboratory does just now.
#[derive(Clone, Copy, Debug)]
pub enum Experiment<'a> {
    /// The mutants of this solution are made.
    Breaking(&'a SolutionId),
    Mutants {
        done: usize,
        of: usize,
        solution: &'a SolutionId,
    },
    /// Inputs are tried on mutants that every test accepts.
    Survivors {
        survivors: usize,
        statistics: &'a Statistics,
    },
    /// Inputs are tried on solutions.
    Inputs(&'a Statistics),
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Sink for Quiet {
    fn event(&mut self, _: &Event) {}

    fn progress(&mut self, _: &Progress) {}
}

impl Listener for Quiet {
    fn notice(&mut self, _: &Notice) {}
}

/// What the caller of a use case provides.
pub struct Caller<'a> {
    pub containment: Containment,
    /// When it is raised, the use case ends: what runs is killed, and nothing is written.
    pub cancel: &'a Cancel,
    pub listener: &'a mut dyn Listener,
}

impl<'a> Caller<'a> {
    /// One that asks for the strongest containment that works here.
    pub fn new(cancel: &'a Cancel, listener: &'a mut dyn Listener) -> Caller<'a> {
        Caller { containment: Containment::default(), cancel, listener }
    }
}

/// Settings for timing: beside another program times are not exact.
pub(crate) fn one_at_a_time() -> Settings {
    Settings { jobs: 1, ..Settings::of_machine() }
}

/// What runs programs, for any number of phases.
pub struct Session<'a> {
    pub judge: &'a Judge,
    pub runner: Runner<'a>,
    pub sandbox: &'a dyn Sandbox,
    pub builder: &'a Builder,
    pub cancel: &'a Cancel,
}

impl Judge {
    /// Opens a sandbox and calls `work`; programs are built by `builder`, and judged by `settings`.
    ///
    /// # Errors
    /// When programs cannot be run here, and those of `work`.
    pub fn with_session<T>(
        &self,
        builder: &Builder,
        settings: Settings,
        caller: &mut Caller<'_>,
        work: impl FnOnce(&Session<'_>, &mut dyn Listener) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let sandbox = self.sandbox(&caller.containment)?;
        let session = self.session(builder, &*sandbox, settings, caller.cancel)?;
        let done = work(&session, caller.listener);
        caller.listener.ended();
        descent(&*sandbox).iter().for_each(|notice| caller.listener.notice(notice));
        done
    }

    /// Writes all files of a draft, or none.
    ///
    /// # Errors
    /// When `cancel` was raised beforehand, or the files cannot be written. When it is raised
    /// during the writing, all files are there.
    pub(crate) fn write(&self, draft: &Draft, cancel: &Cancel) -> Result<(), Error> {
        if cancel.is_raised() {
            return Err(Error::Interrupted);
        }
        Ok(draft.write_below(&self.root)?)
    }

    /// What runs programs that are built by `builder`, in this sandbox.
    ///
    /// # Errors
    /// An internal fault when the workers cannot be started.
    fn session<'a>(
        &'a self,
        builder: &'a Builder,
        sandbox: &'a dyn Sandbox,
        settings: Settings,
        cancel: &'a Cancel,
    ) -> Result<Session<'a>, Error> {
        let runner = Runner::new(Ports { sandbox, builds: builder }, settings, &self.root, cancel)?;
        let runner = runner.naming_originals_of(copies_of(&self.root));
        Ok(Session { judge: self, runner, sandbox, builder, cancel })
    }
}

impl Session<'_> {
    /// The cache of results, shared with earlier and later runs.
    pub fn result_cache(&self) -> ResultCache {
        ResultCache::new(self.builder.store(), self.sandbox.level())
    }

    /// Judges, and returns the results in the plan's order.
    ///
    /// # Errors
    /// When it is interrupted.
    pub fn judge(
        &self,
        plan: &Plan,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
    ) -> Result<(Vec<Arc<SolutionRecord>>, Summary), Error> {
        let mut results = ResultSink { solutions: Vec::new(), sink };
        let summary = self.runner.execute(plan, cache, &mut results);
        let names = plan.solutions.iter().map(|planned| planned.solution.id.to_string());
        let places: HashMap<String, usize> = names.zip(0..).collect();
        results.solutions.sort_by_key(|result| places.get(&result.name).copied());
        if summary.interrupted { Err(Error::Interrupted) } else { Ok((results.solutions, summary)) }
    }

    /// Judges, and returns the names of the solutions that are accepted on every test.
    ///
    /// # Errors
    /// When it is interrupted.
    pub fn accepted(&self, plan: &Plan, sink: &mut dyn Sink) -> Result<BTreeSet<String>, Error> {
        let (results, _) = self.judge(plan, &mut self.result_cache(), sink)?;
        let is_accepted = |result: &&Arc<SolutionRecord>| result.tests.iter().all(record::TestRecord::is_accepted);
        Ok(results.iter().filter(is_accepted).map(|result| result.name.clone()).collect())
    }

    /// Writes all files of a draft, or none.
    ///
    /// # Errors
    /// When it was cancelled beforehand, or the files cannot be written.
    pub fn write(&self, draft: &Draft) -> Result<(), Error> {
        self.judge.write(draft, self.cancel)
    }
}

/// Keeps the results of a run, and passes everything on.
struct ResultSink<'a> {
    solutions: Vec<Arc<SolutionRecord>>,
    sink: &'a mut dyn Sink,
}

impl Sink for ResultSink<'_> {
    fn event(&mut self, event: &Event) {
        if let Event::Finished(result) = event {
            self.solutions.push(Arc::clone(result));
        }
        self.sink.event(event);
    }

    fn progress(&mut self, progress: &Progress) {
        self.sink.progress(progress);
    }
}
