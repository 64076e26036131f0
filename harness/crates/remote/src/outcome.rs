//! What a judge says of a program.

use crate::words::Words;
use model::Verdict;
use std::time::Duration;

/// How far a judge is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub stage: Stage,
    /// The tests that are done.
    pub done: Option<u32>,
    /// All tests, where the judge says how many.
    pub tests: Option<u32>,
}

/// What a judge does with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Waiting,
    Compiling,
    Running,
}

/// A judge's last word.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// `None`: the judge failed, or says something that has no counterpart here.
    pub verdict: Option<Verdict>,
    /// The verdict in the judge's own words.
    pub words: Words,
    /// The longest time of a test.
    pub time: Option<Duration>,
    /// The tests that were accepted or run, as the judge counts.
    pub done: Option<u32>,
    pub score: Option<Words>,
    /// A compiler's messages, or the judge's feedback.
    pub feedback: Option<Words>,
}
