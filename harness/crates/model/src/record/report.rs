//! A report as a whole: from the events of a run, to JSON and back.

use super::{ProblemRecord, Report, SCHEMA, Summary};
use crate::diagnostic::Severity;
use crate::id::ProblemId;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Why JSON is not a report, or another file that a run leaves.
#[derive(Debug, thiserror::Error)]
pub enum ParseError {
    #[error("this is not a file of this harness")]
    Shape(#[from] serde_json::Error),
    #[error("this is of version `{found}`; this harness reads `{reads}`")]
    Version { found: String, reads: &'static str },
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
            return Err(ParseError::Version { found, reads: SCHEMA });
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

    /// How many runs the solutions hold.
    pub(crate) fn count_runs(&self) -> usize {
        self.solutions.iter().map(|solution| solution.tests.len()).sum()
    }

    pub(crate) fn recount_runs(&mut self) {
        self.run.runs = self.count_runs();
        let tests = self.solutions.iter().flat_map(|s| s.tests.iter().map(|test| (&s.problem, &test.test)));
        self.run.tests = tests.collect::<BTreeSet<_>>().len();
    }

    pub fn problem(&self, id: &ProblemId) -> Option<&ProblemRecord> {
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
