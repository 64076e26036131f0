//! The hunt: which of these solutions fail on an input that can be found?
//!
//! # Theory of operation
//!
//! * Inputs have numbers. The one with a number is always the same; workers take them in order.
//! * On each, the first right solution gives the answer, and each suspect that still lives is
//!   judged by it, as the problem judges.
//! * A suspect is caught by the input with the lowest number on which it fails: those before it are
//!   finished first. So a hunt finds the same on any machine, however fast. Only how many inputs it
//!   gets to try is a matter of time.
//! * A time limit counts when it is measured again with nothing else running.
//! * Where the right solution is slow, as a brute force is, larger inputs are passed over.
//! * What is found is run again, and made small: each step must be valid, must be answered by the
//!   right solution, and must fail in the same way.

mod confirm;
mod search;
mod sizes;

pub use search::hunt;

use crate::source::{Grammar, Origin, Source};
use model::{Fault, Problem, Solution, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// What to look for, where, and for how long.
#[derive(Clone, Debug)]
pub struct Hunt {
    pub problem: Arc<Problem>,
    /// Solutions that are believed. The first gives the answers; the others are asked about what is
    /// found. Never empty.
    pub right: Vec<Arc<Solution>>,
    pub suspects: Vec<Arc<Solution>>,
    pub source: Source,
    /// What inputs look like, for making them small, where the source does not say it.
    pub grammar: Option<Grammar>,
    pub seed: u64,
    /// The number of the first input: where an earlier hunt ended.
    pub from: u64,
    pub bounds: Bounds,
    pub until: Until,
    /// How long making one find small may take; zero: it stays as it was found.
    pub shrink: Duration,
    /// Whether it is a find, too, that the first right solution breaks the time limit.
    pub reference_in_time: bool,
    /// A time limit counts only where the first right solution takes half of it or less: who does
    /// the same in a little more time than that one is not wrong.
    pub clearly_slow: bool,
    /// Suspects, by their places, of which nobody expects that they bear any input: a brute force.
    /// To be slow or to crash is no find of theirs; they get smaller inputs from then on.
    pub weak: BTreeSet<usize>,
}

impl Hunt {
    fn grammar(&self) -> Option<&Grammar> {
        match &self.source {
            Source::Grammar(grammar) => Some(grammar),
            Source::Generator { .. } | Source::Given(_) => self.grammar.as_ref(),
        }
    }
}

/// Where a hunt ends that finds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub time: Option<Duration>,
    pub inputs: Option<u64>,
    /// Of an input that is drawn from a grammar.
    pub bytes: usize,
}

/// Ten seconds, and a megabyte an input.
impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { time: Some(Duration::from_secs(10)), inputs: None, bytes: 1 << 20 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The first input on which a suspect fails.
    First,
    /// Every suspect is caught.
    All,
}

/// How a hunt went.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Of the first right solution.
    pub reference: Fate,
    /// Of the suspects, in their order.
    pub suspects: Vec<Fate>,
    pub ended: Ended,
    pub notices: Vec<Notice>,
    pub statistics: Statistics,
}

impl Outcome {
    /// The find with the lowest number, and the suspect; `None` in place of a suspect is the first
    /// right solution.
    pub fn first(&self) -> Option<(Option<usize>, &Find)> {
        let reference = self.reference.find().map(|find| (None, find));
        let suspects = self.suspects.iter().enumerate();
        let finds = suspects.filter_map(|(at, fate)| Some((Some(at), fate.find()?)));
        reference.into_iter().chain(finds).min_by_key(|(_, find)| find.number)
    }
}

/// What became of one solution.
#[derive(Clone, Debug)]
pub enum Fate {
    /// It failed on none of so many inputs.
    Survived {
        inputs: u64,
    },
    Caught(Box<Find>),
    /// The compiler's words.
    Rejected(String),
    /// It could not be built or run, by no fault of its own.
    Fault(Fault),
}

impl Fate {
    pub fn find(&self) -> Option<&Find> {
        match self {
            Fate::Caught(find) => Some(find),
            Fate::Survived { .. } | Fate::Rejected(_) | Fate::Fault(_) => None,
        }
    }
}

/// An input on which a solution fails.
#[derive(Clone, Debug)]
pub struct Find {
    /// Of the input among all.
    pub number: u64,
    pub origin: Origin,
    /// As it was found.
    pub found: Vec<u8>,
    /// As small as it got.
    pub input: Vec<u8>,
    /// What the first right solution prints for `input`; empty where a dialogue needs no answer,
    /// and for a find about that solution itself.
    pub answer: Vec<u8>,
    pub verdict: Verdict,
    pub note: Option<String>,
    /// Inputs that were tried to make it smaller.
    pub steps: u64,
    pub stability: Stability,
    /// The other right solutions that give an answer which agrees, and those which do not, by their
    /// places in [`Hunt::right`].
    pub confirmed_by: Vec<usize>,
    pub disputed_by: Vec<usize>,
}

/// Whether a find is found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stability {
    /// The same solution failed in the same way when it was run again.
    Stable,
    /// It was accepted then, or failed in another way: it depends on more than its input.
    Unstable,
    /// The right solution gave another answer.
    ReferenceUnstable,
    /// Ctrl-C came before it was run again.
    Interrupted,
}

/// Why a hunt ended.
#[derive(Clone, Debug)]
pub enum Ended {
    Caught,
    Time,
    Inputs,
    /// There are no more inputs.
    Exhausted,
    Interrupted,
    /// No input was tried, and why.
    NoInputs(String),
    /// Something of ours failed.
    Fault(Fault),
}

/// Something to be told of a hunt, however it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The checker accepts even an empty output and noise.
    CheckerAcceptsNoise,
    /// So many inputs broke a rule of a validator and were passed over, the first for this reason.
    Invalid { inputs: u64, reason: String },
    /// The right solution was too slow for so many inputs: only smaller ones than this were tried.
    Slow { inputs: u64, below: u64 },
    /// So many inputs of a shape could not be drawn.
    Undrawn { inputs: u64, reason: String },
}

/// What was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Inputs that the right solution answered.
    pub inputs: u64,
    /// Runs of solutions.
    pub runs: u64,
    pub took: Duration,
    pub smallest: u64,
    /// Bytes.
    pub largest: u64,
    /// How many inputs are of which shape: `smallest`, `all equal`, …
    pub shapes: BTreeMap<String, u64>,
    pub seed: u64,
    /// The number to go on from.
    pub next: u64,
}

impl Statistics {
    pub fn rate(&self) -> f64 {
        self.inputs as f64 / self.took.as_secs_f64().max(1e-9)
    }
}
