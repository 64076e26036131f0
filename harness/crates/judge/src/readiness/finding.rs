//! What the checks of a solution find.

use model::phrase::{count, names};
use model::{ByteSize, TestId, Verdict};
use std::fmt;

/// What a check has found. Its sentence is its `Display`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// These headers of its own were pasted in.
    Pasted(Vec<String>),
    /// It compiles without a warning in each of these trials.
    CompilesAlone {
        linked: Linkage,
        trials: Vec<String>,
    },
    CompilesWithWarnings {
        trial: String,
        warnings: Vec<String>,
    },
    CompilesNot {
        trial: String,
        messages: Vec<String>,
    },
    /// The judge's compiler has all that is used.
    OldEnough {
        compiler: String,
    },
    TooNew {
        compiler: String,
        messages: Vec<String>,
    },
    AgeUnknown {
        compiler: String,
        /// How to find out.
        hint: Option<String>,
    },
    Small {
        size: ByteSize,
        limit: ByteSize,
    },
    Large {
        size: ByteSize,
        limit: ByteSize,
    },
    /// The judge does not state its limit, and others have this one.
    LargeForOthers {
        size: ByteSize,
        limit: ByteSize,
    },
    NoTest,
    /// It does not compile as the problem's solutions do.
    Rejected {
        messages: Vec<String>,
    },
    Accepted {
        tests: usize,
    },
    /// It is accepted, and its own directives promise something else.
    Unexpected,
    Failed {
        test: TestId,
        /// `None`: it was not judged.
        verdict: Option<Verdict>,
        why: String,
    },
    Overflows {
        test: TestId,
        why: String,
    },
    OverflowsNowhere,
    OverflowUnknown,
    Changed,
    /// The file cannot be read any more, for this reason.
    Gone(String),
}

/// What a solution is linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    StandardLibrary,
    /// Crates that the user's flags name.
    OwnCrates,
}

/// What is checked of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Its own headers are pasted in.
    Headers,
    /// Alone, and with nothing newer than the judge's compiler.
    Compiles,
    Size,
    Tests,
    Overflow,
    /// The file still holds what was tried out.
    Unchanged,
}

/// What a finding means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Good,
    /// Worth knowing, but not a reason not to submit.
    Note,
    Bad,
}

impl Finding {
    pub fn check(&self) -> Check {
        match self {
            Finding::Pasted(_) => Check::Headers,
            Finding::CompilesAlone { .. }
            | Finding::CompilesWithWarnings { .. }
            | Finding::CompilesNot { .. }
            | Finding::OldEnough { .. }
            | Finding::TooNew { .. }
            | Finding::AgeUnknown { .. } => Check::Compiles,
            Finding::Small { .. } | Finding::Large { .. } | Finding::LargeForOthers { .. } => Check::Size,
            Finding::NoTest
            | Finding::Rejected { .. }
            | Finding::Accepted { .. }
            | Finding::Unexpected
            | Finding::Failed { .. } => Check::Tests,
            Finding::Overflows { .. } | Finding::OverflowsNowhere | Finding::OverflowUnknown => Check::Overflow,
            Finding::Changed | Finding::Gone(_) => Check::Unchanged,
        }
    }

    pub fn mark(&self) -> Mark {
        match self {
            Finding::Pasted(_)
            | Finding::CompilesAlone { .. }
            | Finding::OldEnough { .. }
            | Finding::Small { .. }
            | Finding::Accepted { .. }
            | Finding::OverflowsNowhere => Mark::Good,
            Finding::CompilesWithWarnings { .. }
            | Finding::AgeUnknown { .. }
            | Finding::LargeForOthers { .. }
            | Finding::OverflowUnknown => Mark::Note,
            Finding::CompilesNot { .. }
            | Finding::TooNew { .. }
            | Finding::Large { .. }
            | Finding::NoTest
            | Finding::Rejected { .. }
            | Finding::Unexpected
            | Finding::Failed { .. }
            | Finding::Overflows { .. }
            | Finding::Changed
            | Finding::Gone(_) => Mark::Bad,
        }
    }

    /// The first lines of a compiler's messages.
    pub fn quoted(&self) -> &[String] {
        match self {
            Finding::CompilesWithWarnings { warnings: lines, .. }
            | Finding::CompilesNot { messages: lines, .. }
            | Finding::TooNew { messages: lines, .. }
            | Finding::Rejected { messages: lines } => lines,
            Finding::Pasted(_)
            | Finding::CompilesAlone { .. }
            | Finding::OldEnough { .. }
            | Finding::AgeUnknown { .. }
            | Finding::Small { .. }
            | Finding::Large { .. }
            | Finding::LargeForOthers { .. }
            | Finding::NoTest
            | Finding::Accepted { .. }
            | Finding::Unexpected
            | Finding::Failed { .. }
            | Finding::Overflows { .. }
            | Finding::OverflowsNowhere
            | Finding::OverflowUnknown
            | Finding::Changed
            | Finding::Gone(_) => &[],
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Pasted(headers) => write!(f, "one file, with its headers pasted in: {}", names(headers, 4)),
            Finding::CompilesAlone { linked, trials } => {
                let with = match linked {
                    Linkage::StandardLibrary => "the standard library only",
                    Linkage::OwnCrates => "the crates of your flags",
                };
                write!(f, "compiles alone, with {with}: {}", trials.join(", "))
            }
            Finding::CompilesWithWarnings { trial, .. } => write!(f, "{trial}: compiles with warnings"),
            Finding::CompilesNot { trial, .. } => write!(f, "{trial}: does not compile alone"),
            Finding::OldEnough { compiler } => {
                write!(f, "{compiler} has all that is used of the standard library (newer syntax is not looked for)")
            }
            Finding::TooNew { compiler, .. } => write!(f, "newer than {compiler}"),
            Finding::AgeUnknown { compiler, hint } => {
                write!(f, "whether {compiler} is new enough is not known: no clippy here")?;
                hint.as_ref().map_or(Ok(()), |hint| write!(f, " ({hint})"))
            }
            Finding::Small { size, limit } => write!(f, "{size} of at most {limit}"),
            Finding::Large { size, limit } => write!(f, "{size}, and the limit is {limit}"),
            Finding::LargeForOthers { size, limit } => {
                write!(f, "{size}: the limit is not stated, and others have {limit}")
            }
            Finding::NoTest => f.write_str("not judged: there is no test"),
            Finding::Rejected { .. } => f.write_str("does not compile"),
            Finding::Accepted { tests: 1 } => f.write_str("accepted on the one test that is here, exactly these bytes"),
            Finding::Accepted { tests } => {
                write!(f, "accepted on all {}, exactly these bytes", count(*tests, "test"))
            }
            Finding::Unexpected => f.write_str("accepted, but its own directives expect something else"),
            Finding::Failed { test, verdict, why } => {
                write!(f, "{} on {test}: {why}", verdict.map_or("not judged", Verdict::name))
            }
            Finding::Overflows { test, why } => write!(f, "overflows on {test}, which -O hides: {why}"),
            Finding::OverflowsNowhere => f.write_str("overflows nowhere: accepted with overflow checks"),
            Finding::OverflowUnknown => {
                f.write_str("with overflow checks it does not end in time, so overflows were not ruled out")
            }
            Finding::Changed => f.write_str("the file was changed while it was tried out"),
            Finding::Gone(why) => write!(f, "the file cannot be read any more: {why}"),
        }
    }
}
