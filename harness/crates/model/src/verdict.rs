//! What a run is worth.

use crate::evidence::Evidence;
use crate::outcome::Usage;
use crate::score::Points;
use std::fmt;
use std::time::Duration;

/// A verdict on one run, or on one solution (`compile-error`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    Accepted,
    WrongAnswer,
    PresentationError,
    TimeLimit,
    MemoryLimit,
    OutputLimit,
    RunTimeError,
    CompileError,
}

impl Verdict {
    pub const ALL: [Verdict; 8] = [
        Verdict::Accepted,
        Verdict::WrongAnswer,
        Verdict::PresentationError,
        Verdict::TimeLimit,
        Verdict::MemoryLimit,
        Verdict::OutputLimit,
        Verdict::RunTimeError,
        Verdict::CompileError,
    ];

    /// The name used everywhere: directives, JSON, JUnit.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::WrongAnswer => "wrong-answer",
            Verdict::PresentationError => "presentation-error",
            Verdict::TimeLimit => "time-limit",
            Verdict::MemoryLimit => "memory-limit",
            Verdict::OutputLimit => "output-limit",
            Verdict::RunTimeError => "run-time-error",
            Verdict::CompileError => "compile-error",
        }
    }

    /// The contest short form: `AC`, `WA`, `TLE` …
    pub const fn short(self) -> &'static str {
        match self {
            Verdict::Accepted => "AC",
            Verdict::WrongAnswer => "WA",
            Verdict::PresentationError => "PE",
            Verdict::TimeLimit => "TLE",
            Verdict::MemoryLimit => "MLE",
            Verdict::OutputLimit => "OLE",
            Verdict::RunTimeError => "RTE",
            Verdict::CompileError => "CE",
        }
    }

    /// One column wide, for the strip of a solution's tests; accepted is a dot.
    pub const fn letter(self) -> char {
        match self {
            Verdict::Accepted => '.',
            Verdict::WrongAnswer => 'W',
            Verdict::PresentationError => 'P',
            Verdict::TimeLimit => 'T',
            Verdict::MemoryLimit => 'M',
            Verdict::OutputLimit => 'O',
            Verdict::RunTimeError => 'R',
            Verdict::CompileError => 'C',
        }
    }

    /// Parses [`Verdict::name`]; `None` for anything else.
    pub fn parse(name: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|v| v.name() == name)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One run, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    pub verdict: Verdict,
    pub usage: Usage,
    /// What the checker gave, in a group whose tests have points of their own; `None` elsewhere, and for all that the test is worth.
    pub points: Option<Points>,
    /// One line that says why: `signal 11 (SIGSEGV)`, `exit code 3`, `wall guard of 3.0 s: it slept`, `line 2, token 1: expected 4, got 5`.
    pub note: Option<String>,
    /// CPU time of the problem's own checker or interactor, where it ran; of its slowest pass.
    pub checker_cpu: Option<Duration>,
    /// The time was taken alone, after a run beside others was too close to the limit to be believed.
    pub retimed: bool,
    /// Not run now: remembered from a run of the same program on the same test, under the same conditions. So are its times.
    pub cached: bool,
    /// What to show a person; present for everything but `accepted`.
    pub evidence: Option<Box<Evidence>>,
}
