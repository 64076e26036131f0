//! A run in progress, one JSON object per line.

use super::{DiagnosticRecord, Place, ProblemRecord, Run, SolutionRecord, Summary, TestRecord};
use crate::encoding::Millis;
use crate::id::{ProblemId, TestId};
use crate::verdict::Verdict;
use serde::Serialize;
use std::time::Duration;

/// The JSON Schema of [`Line`]. Made from these types; a test compares the two.
pub const LINES_SCHEMA: &str = include_str!("lines.schema.json");

/// One line of `--report jsonl=PATH`. First come the header, a `diagnostic` for each thing that is
/// wrong with the content, and `started`; then each result as soon as it is known; last the
/// `summary`.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Line<'a> {
    /// The version of the format, and of the harness that writes it.
    Header {
        schema: &'a str,
        harness: &'a str,
    },
    /// What is about to be judged: `run.runs` lines `test` at most, unless tests are skipped.
    Started {
        run: &'a Run,
        problems: &'a [ProblemRecord],
    },
    Diagnostic {
        diagnostic: &'a DiagnosticRecord,
    },
    /// One test of one solution, as soon as its result is final, in no order. Without evidence,
    /// which comes with the solution. Where a run is cut short (`--fail-fast`, `--lazy`), the
    /// solution's line may call a test skipped that has had a line of its own.
    Test {
        problem: &'a ProblemId,
        /// As the command line takes it: `nim/brute.rs`.
        name: &'a str,
        test: &'a TestRecord,
    },
    /// A run from which the time limit of a problem is inferred, in no order. Its solution need not
    /// be one that is judged.
    Measured {
        problem: &'a ProblemId,
        name: &'a str,
        test: &'a TestId,
        /// Without a time limit.
        verdict: Verdict,
        #[serde(rename = "cpu_ms", with = "Millis")]
        cpu: Duration,
        /// How many of these runs are done.
        done: usize,
        total: usize,
    },
    /// A compiler that the line `started` does not name: a slow one, which nothing waited for until
    /// now.
    Compiler {
        compiler: &'a str,
    },
    /// A time limit has been inferred. The problem replaces the one that was known when the run
    /// started.
    Inferred {
        problem: &'a ProblemRecord,
    },
    /// A place in a solution's source that its compiler, a crash or a sanitizer names. All of them
    /// come just before the solution.
    Place {
        problem: &'a ProblemId,
        name: &'a str,
        /// Null for a place that the compiler names.
        test: Option<&'a TestId>,
        place: &'a Place,
    },
    /// A solution with all of its tests. This line is the final word. A problem's solutions come
    /// in plan order, but those last whose compilers take long.
    Solution {
        solution: &'a SolutionRecord,
    },
    Summary {
        summary: &'a Summary,
    },
}
