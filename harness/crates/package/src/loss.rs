//! What another format has no place for, and how much that matters: the one table of it.

/// Something that a format cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    pub weight: Weight,
    /// What is lost: a file, a key, a test.
    pub what: String,
    pub why: String,
}

/// How much a loss matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Nobody could judge what is left.
    Unjudgeable,
    /// Somebody's program may be judged otherwise: that must be agreed to. A test, what a solution
    /// is worth, a limit, a comparison, a checker or an argument.
    Judging,
    /// Every program is judged as before. A setting that no verdict depends on, what looks at
    /// tests, a solution of the problem's own, text for people, a file that no tool of ours reads.
    Note,
}

impl Loss {
    pub fn new(weight: Weight, what: impl Into<String>, why: impl Into<String>) -> Loss {
        Loss { weight, what: what.into(), why: why.into() }
    }
}
