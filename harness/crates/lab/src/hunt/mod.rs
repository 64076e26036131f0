//! The hunt: which of these solutions fail on an input that can be found?
//!
//! # Theory of operation
//!
//! * Inputs have numbers. A number always gives the same input. Workers take them in order.
//! * On each input, the first right solution gives the answer, and each suspect not yet caught is
//!   judged by it, as the problem judges.
//! * A suspect is caught by the input with the lowest number on which it fails: the inputs before
//!   it are finished first. So a hunt finds the same on any machine, however fast. Only how many
//!   inputs it tries depends on time.
//! * A time limit counts only if it is measured again with nothing else running.
//! * Where the right solution is slow, as a brute force is, larger inputs are passed over.
//! * A find is run again, and made small. Each step must be valid, must be answered by the right
//!   solution, and must fail in the same way.

mod confirm;
mod dispenser;
mod repeat;
mod search;
mod sizes;

pub(crate) use confirm::gets_fewer;
pub use search::hunt;

use crate::source::{Corpus, Grammar, Origin, Source};
use engine::run::LateRun;
use model::phrase::count;
use model::{ByteSize, Fault, Problem, Solution, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What to look for, where, and for how long.
#[derive(Clone, Debug)]
pub struct Hunt {
    pub problem: Arc<Problem>,
    /// Solutions that are believed. The first gives the answers; the others give their opinion on
    /// what is found. Never empty.
    pub right: Vec<Arc<Solution>>,
    pub suspects: Vec<Arc<Solution>>,
    /// `None`: only known inputs are edited.
    pub source: Option<Source>,
    pub corpus: Corpus,
    /// Describes inputs for making them small, if the source does not.
    pub grammar: Option<Grammar>,
    pub seed: u64,
    /// The number of the first input: where an earlier hunt ended.
    pub from: u64,
    pub bounds: Bounds,
    pub until: Until,
    /// How long making one find small may take. Zero leaves it as found.
    pub shrink: Duration,
    /// Whether it counts as a find if the first right solution breaks the time limit.
    pub reference_in_time: bool,
    /// A time limit counts only where the first right solution takes half of it or less. A suspect
    /// that does the same in a little more time is not wrong.
    pub clearly_slow: bool,
    /// Indices of suspects, such as a brute force, that are not expected to cope with every input.
    /// Being slow or crashing does not count against them; they get smaller inputs from then on.
    pub weak: BTreeSet<usize>,
}

impl Hunt {
    fn grammar(&self) -> Option<&Grammar> {
        match &self.source {
            Some(Source::Grammar(grammar)) => Some(grammar),
            Some(Source::Generator { .. } | Source::Given(_)) | None => self.grammar.as_ref(),
        }
    }
}

/// When a hunt that finds nothing ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub time: Option<Duration>,
    pub inputs: Option<u64>,
    /// The most bytes of an input drawn from a grammar.
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
    /// The first right solution fails. Until then, only the bounds end it.
    Over,
}

/// What is heard of a hunt while it lasts.
#[derive(Debug)]
pub enum Heard<'a> {
    /// An input is done.
    Tried(&'a Statistics),
    /// A valid input that the first right solution answered.
    Answered(AnsweredInput),
    /// The suspect with this index fails on the input with this number.
    Caught { suspect: usize, number: u64 },
}

/// An input with the answer of the first right solution.
#[derive(Clone, Debug)]
pub struct AnsweredInput {
    pub number: u64,
    pub origin: Origin,
    pub input: Vec<u8>,
    /// Empty where a dialogue needs no answer.
    pub answer: Vec<u8>,
    /// Whether that took more than half of its time limit.
    pub is_slow: bool,
}

/// The outcome of a hunt.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The fate of the first right solution.
    pub reference: Fate,
    /// The fates of the suspects, in their order.
    pub suspects: Vec<Fate>,
    pub ended: EndReason,
    /// The input on which it ended with [`EndReason::Fault`], if it was one.
    pub faulty: Option<Vec<u8>>,
    pub notices: Vec<Notice>,
    pub statistics: Statistics,
}

impl Outcome {
    /// Returns the find with the lowest number, and its suspect; `None` in place of a suspect is
    /// the first right solution.
    pub fn first(&self) -> Option<(Option<usize>, &Find)> {
        let reference = self.reference.find().map(|find| (None, find));
        let suspects = self.suspects.iter().enumerate();
        let finds = suspects.filter_map(|(at, fate)| Some((Some(at), fate.find()?)));
        reference.into_iter().chain(finds).min_by_key(|(_, find)| find.number)
    }
}

/// The fate of one solution.
#[derive(Clone, Debug)]
pub enum Fate {
    /// It passed this many inputs.
    Survived {
        inputs: u64,
    },
    Caught(Box<Find>),
    /// The compiler's messages.
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
    /// The number of the input.
    pub number: u64,
    pub origin: Origin,
    /// The input as found.
    pub found: Vec<u8>,
    /// The input as small as it got.
    pub input: Vec<u8>,
    /// What the first right solution prints for `input`. Empty where a dialogue needs no answer,
    /// and for a find about that solution itself.
    pub answer: Vec<u8>,
    pub verdict: Verdict,
    pub note: Option<String>,
    /// The measurement on `input` of a solution that takes too long.
    pub measured: Option<Box<LateRun>>,
    /// The number of inputs tried to make it smaller.
    pub steps: u64,
    pub stability: Stability,
    /// The other right solutions whose answer agrees, and those whose answer does not, as indices
    /// into [`Hunt::right`].
    pub confirmed_by: Vec<usize>,
    pub disputed_by: Vec<usize>,
}

/// Whether a find was confirmed when it was run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stability {
    /// The same solution failed in the same way when it was run again.
    Stable,
    /// It was accepted then, or failed in another way, so it depends on more than its input.
    Unstable,
    /// The right solution gave another answer.
    ReferenceUnstable,
    /// Ctrl-C came before it was run again.
    Interrupted,
}

/// Why a hunt ended.
#[derive(Clone, Debug)]
pub enum EndReason {
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

/// Something to report about a hunt, however it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The checker accepts even an empty output and noise.
    CheckerAcceptsNoise,
    /// The generator makes another input of the same arguments.
    Unrepeatable,
    /// The generator wrote this to standard error about an input that it made, or words like it.
    GeneratorSays { words: String },
    /// The generator makes the same input of any arguments.
    IgnoresArguments,
    /// This many inputs broke a rule of a validator and were passed over. The reason is that of the
    /// first.
    Invalid { inputs: u64, reason: String },
    /// The right solution was too slow for this many inputs: then only inputs smaller than `below`
    /// were tried.
    Slow { inputs: u64, below: u64 },
    /// Time was over, or the machine is busy, while a solution took long on the input with this
    /// number.
    Unmeasured { number: u64 },
    /// This many inputs of a shape could not be drawn.
    Undrawn { inputs: u64, reason: String },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |inputs: &u64| count(usize::try_from(*inputs).unwrap_or(usize::MAX), "input");
        let first = |reason: &str| reason.lines().next().unwrap_or_default().to_owned();
        match self {
            Notice::CheckerAcceptsNoise => {
                f.write_str("the checker accepts an empty output and noise as well: it finds nothing wrong")
            }
            Notice::Unrepeatable => f.write_str(
                "the generator makes another input of the same arguments: let its numbers come from the seed in them \
                 alone, or no seed leads to an input again",
            ),
            Notice::IgnoresArguments => {
                f.write_str("the generator makes the same input of every seed: let its numbers come from its arguments")
            }
            Notice::GeneratorSays { words } => write!(f, "the generator writes to standard error: {}", first(words)),
            Notice::Invalid { inputs, reason } => {
                let inputs = many(inputs);
                write!(f, "{inputs} broke a rule of the validator and did not count; the first: {}", first(reason))
            }
            Notice::Slow { inputs, below } => {
                let inputs = many(inputs);
                write!(
                    f,
                    "the solution that answers was slow on {inputs}: only sizes below {below} were tried in the end"
                )
            }
            Notice::Unmeasured { number } => write!(
                f,
                "time was over, or the machine busy, while a solution took long on input {number}, and nothing says \
                 whether it ends: go on from there"
            ),
            Notice::Undrawn { inputs, reason } => {
                write!(f, "{} could not be made; the first: {}", many(inputs), first(reason))
            }
        }
    }
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
    /// In bytes.
    pub largest: u64,
    /// How many inputs there are of each shape: `all lowest`, `all equal`, …
    pub shapes: BTreeMap<String, u64>,
    pub seed: u64,
    /// The number to continue from.
    pub next: u64,
}

/// `1,234 inputs, 410/s, 4 B to 1.2 KiB`.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs = usize::try_from(self.inputs).unwrap_or(usize::MAX);
        write!(f, "{}, {:.0}/s", count(inputs, "input"), self.rate())?;
        if self.inputs > 0 {
            write!(f, ", {} to {}", ByteSize(self.smallest), ByteSize(self.largest))?;
        }
        Ok(())
    }
}

impl Statistics {
    pub fn rate(&self) -> f64 {
        self.inputs as f64 / self.took.as_secs_f64().max(1e-9)
    }
}
