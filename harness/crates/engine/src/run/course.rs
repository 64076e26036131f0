//! A run as it goes from problem to problem: who listens, what is counted, whether to go on.

use crate::plan::Plan;
use crate::run::Sink;
use model::{Diagnostic, Event, Language, Severity, Summary, record};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) struct RunProgress<'a> {
    pub sink: &'a mut dyn Sink,
    pub summary: Summary,
    /// Whether `--fail-fast` has ended the run, so that nothing later is wanted.
    pub is_cut: bool,
    /// How many of the `total` runs have a result, final or not.
    pub done: usize,
    pub total: usize,
    /// The results of the present problem, with their places in the plan.
    pub finished: Vec<(usize, Arc<record::SolutionRecord>)>,
    /// The languages whose compilers are in the record.
    pub languages: BTreeSet<Language>,
}

impl<'a> RunProgress<'a> {
    pub(super) fn new(plan: &Plan, sink: &'a mut dyn Sink) -> RunProgress<'a> {
        RunProgress {
            sink,
            summary: Summary::default(),
            is_cut: false,
            done: 0,
            total: plan.runs(),
            finished: Vec::new(),
            languages: BTreeSet::new(),
        }
    }

    /// Reports what is wrong with the content.
    pub(super) fn diagnose(&mut self, found: Vec<Diagnostic>) {
        if !found.is_empty() {
            self.summary.content_errors += found.iter().filter(|d| d.severity == Severity::Error).count();
            self.sink.event(&Event::Diagnosed(Arc::new(found)));
        }
    }
}
