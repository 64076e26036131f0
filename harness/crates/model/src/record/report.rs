//! A report as a whole: from the events of a run, to JSON and back.

use super::{Diagnostic, Problem, Report, SCHEMA, Started, Summary};
use crate::diagnostic::Severity;
use crate::encoding::whole_micros;
use crate::event::Event;
use crate::id::ProblemId;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Why JSON is not a report.
#[derive(Debug, thiserror::Error)]
pub enum ParseError {
    #[error("this is not a report of this harness")]
    Shape(#[from] serde_json::Error),
    #[error("this is a report of version `{found}`; this harness reads `{SCHEMA}`")]
    Version { found: String },
}

impl Report {
    /// An empty report of this version.
    pub fn new() -> Report {
        Report { schema: SCHEMA.to_owned(), harness: env!("CARGO_PKG_VERSION").to_owned(), ..Report::default() }
    }

    /// # Errors
    /// When `json` is not a report, or is one of another version.
    pub fn parse(json: &[u8]) -> Result<Report, ParseError> {
        /// A report of another version may differ in everything else.
        #[derive(Deserialize)]
        struct Version {
            schema: String,
        }
        // Parsed only once if all is well: the reports of many shards are many megabytes.
        let whole = serde_json::from_slice::<Report>(json);
        let found = match &whole {
            Ok(report) => report.schema.clone(),
            Err(_) => serde_json::from_slice::<Version>(json)?.schema,
        };
        if found != SCHEMA {
            return Err(ParseError::Version { found });
        }
        Ok(whole?)
    }

    /// On one line.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect(JSON_HOLDS_IT)
    }

    /// Indented, with a newline at the end.
    pub fn to_pretty_json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self).expect(JSON_HOLDS_IT);
        json.push(b'\n');
        json
    }

    /// Takes the next event of the run. The report is complete after [`Event::Done`].
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::Diagnosed(found) => self.diagnostics.extend(found.iter().map(Diagnostic::of)),
            Event::Started(started) => {
                self.run = started.run.clone();
                self.problems = started.problems.clone();
            }
            Event::Inferred(inferred) => {
                let own = self.problems.iter_mut().find(|own| own.problem == inferred.problem.problem);
                if let Some(own) = own {
                    own.clone_from(&inferred.problem);
                }
            }
            Event::Finished(solution) => self.solutions.push(solution.bounded()),
            Event::Done(summary) => {
                self.summary = Summary { took: whole_micros(summary.took), ..summary.clone() };
                // Tests that turned out to be invalid were planned and are left out.
                if self.count_runs() != self.run.runs {
                    self.problems.retain(|problem| self.solutions.iter().any(|s| s.problem == problem.problem));
                    self.recount_runs();
                }
            }
        }
    }

    fn count_runs(&self) -> usize {
        self.solutions.iter().map(|solution| solution.tests.len()).sum()
    }

    fn recount_runs(&mut self) {
        self.run.runs = self.count_runs();
        let tests = self.solutions.iter().flat_map(|s| s.tests.iter().map(|test| (&s.problem, &test.test)));
        self.run.tests = tests.collect::<BTreeSet<_>>().len();
    }

    /// Replays the run, without what is wrong with the content: a report does not hold the text
    /// that diagnostics point into.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        let solutions = self.solutions.clone();
        let started = Started { run: self.run.clone(), problems: self.problems.clone(), solutions };
        let finished = self.solutions.iter().map(|solution| Event::Finished(Arc::clone(solution)));
        [Event::Started(started)].into_iter().chain(finished).chain([Event::Done(self.summary.clone())])
    }

    pub fn problem(&self, id: &ProblemId) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.problem == *id)
    }

    /// Counts again what the solutions hold now. The time they took together is unknown: 0.
    pub fn recount(&mut self) {
        self.recount_runs();
        self.summary = Summary::default();
        self.solutions.iter().for_each(|solution| self.summary.add(solution));
        self.summary.content_errors = self.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    }
}

const JSON_HOLDS_IT: &str = "records have no maps with odd keys and write to memory";
