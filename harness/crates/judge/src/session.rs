//! What use cases share that run programs in other ways than by judging a plan.

use crate::cells::{Containment, descent};
use crate::error::{Error, not_written};
use crate::limits::PackageLimits;
use crate::notice::Notice;
use crate::proposal::{Proposal, Sending};
use crate::workspace::Workspace;
use engine::build::Builder;
use engine::plan::Plan;
use engine::run::{Ports, ResultCache, Runner, Settings, Sink};
use model::record::{self, Report, SolutionRecord};
use model::{Event, Progress, Summary};
use package::draft::Draft;
use sandbox::{Cancel, Sandbox};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Hears of the runs of a use case, and what is to be said meanwhile. Agrees to
/// nothing, unless an implementation says otherwise.
pub trait Listener: Sink {
    /// Hears what is to be said to a person, apart from the outcome.
    fn notice(&mut self, notice: &Notice);

    /// All runs are finished for now: hide progress.
    fn ended(&mut self) {}

    /// What the laboratory does just now, and how far it is.
    fn doing(&mut self, _what: &dyn fmt::Display) {}

    /// Agrees that the proposal is written.
    ///
    /// # Errors
    /// Why it is not to be written.
    fn agrees(&mut self, _proposal: &Proposal<'_>) -> Result<(), Error> {
        Err(not_written("agree to what is proposed"))
    }

    /// Whether a file is sent to `host`; `what`: as which problem, in which way.
    ///
    /// # Errors
    /// When it is cancelled instead.
    fn sends(&mut self, _host: &str, _what: &str) -> Result<bool, Error> {
        Ok(false)
    }

    /// Hears what becomes of a file that is sent.
    ///
    /// # Errors
    /// When it cannot be passed on.
    fn sending(&mut self, _step: &Sending<'_>) -> Result<(), Error> {
        Ok(())
    }
}

/// Hears nothing, and agrees to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Sink for Quiet {
    fn event(&mut self, _: &Event) {}

    fn progress(&mut self, _: &Progress) {}
}

impl Listener for Quiet {
    fn notice(&mut self, _: &Notice) {}
}

/// A closure hears the events alone.
impl<F: FnMut(&Event)> Listener for F {
    fn notice(&mut self, _: &Notice) {}
}

/// What the caller of a use case provides.
pub struct Caller<'a> {
    /// How programs are contained.
    pub containment: Containment,
    /// When it is raised, the use case ends: what runs is killed, and nothing is written.
    pub cancel: &'a Cancel,
    /// Hears of the runs, and answers questions.
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
pub(crate) struct Session<'a> {
    pub judge: &'a Workspace,
    pub runner: Runner<'a>,
    pub sandbox: &'a dyn Sandbox,
    pub builder: &'a Builder,
    pub cancel: &'a Cancel,
}

impl Workspace {
    /// Opens a sandbox and calls `work`; programs are built by `builder`, and judged by `settings`.
    ///
    /// # Errors
    /// When programs cannot be run here, and those of `work`.
    pub(crate) fn with_session<T>(
        &self,
        builder: &Builder,
        settings: Settings,
        caller: &mut Caller<'_>,
        work: impl FnOnce(&Session<'_>, &mut dyn Listener) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let sandbox = self.sandbox(&caller.containment)?;
        let limits = PackageLimits::of(self);
        let ports = Ports { sandbox: &*sandbox, builds: builder, limits: &limits };
        let runner = self.runner(ports, settings, caller.cancel)?;
        let session = Session { judge: self, runner, sandbox: &*sandbox, builder, cancel: caller.cancel };
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

    /// What runs programs here.
    ///
    /// # Errors
    /// An internal fault when the workers cannot be started.
    pub(crate) fn runner<'a>(
        &self,
        ports: Ports<'a>,
        settings: Settings,
        cancel: &'a Cancel,
    ) -> Result<Runner<'a>, Error> {
        Ok(Runner::new(ports, settings, &self.root, cancel)?)
    }
}

impl Session<'_> {
    /// The cache of results, shared with earlier and later runs.
    pub(crate) fn result_cache(&self) -> ResultCache {
        ResultCache::new(self.builder.store(), self.sandbox.level())
    }

    /// Judges, and returns the results in the plan's order.
    ///
    /// # Errors
    /// When it is interrupted.
    pub(crate) fn judge(
        &self,
        plan: &Plan,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
    ) -> Result<(Vec<Arc<SolutionRecord>>, Summary), Error> {
        let mut record = Recorder { report: Report::new(), sink };
        let summary = self.runner.execute(plan, cache, &mut record);
        let results = record.report.solutions;
        if summary.interrupted { Err(Error::Interrupted) } else { Ok((results, summary)) }
    }

    /// Judges, and returns the names of the solutions that are accepted on every test.
    ///
    /// # Errors
    /// When it is interrupted.
    pub(crate) fn accepted(&self, plan: &Plan, sink: &mut dyn Sink) -> Result<BTreeSet<String>, Error> {
        let (results, _) = self.judge(plan, &mut self.result_cache(), sink)?;
        let is_accepted = |result: &&Arc<SolutionRecord>| result.tests.iter().all(record::TestRecord::is_accepted);
        Ok(results.iter().filter(is_accepted).map(|result| result.name.clone()).collect())
    }
}

/// Keeps the record of a run, and passes its events on.
pub(crate) struct Recorder<'a> {
    pub report: Report,
    pub sink: &'a mut dyn Sink,
}

impl Sink for Recorder<'_> {
    fn event(&mut self, event: &Event) {
        self.report.take(event);
        self.sink.event(event);
    }

    fn progress(&mut self, progress: &Progress) {
        self.sink.progress(progress);
    }
}
