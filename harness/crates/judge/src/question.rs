//! Questions to a person, who may be none: whoever calls a use case answers them.

use crate::answers::AnsweredTest;

/// New answers of tests, before they are written.
pub struct Proposal<'a> {
    /// Where they come from, in words: `2 answers from nim/nim.rs, confirmed by nim/brute.rs`.
    pub origin: &'a str,
    pub answers: &'a [AnsweredTest],
    pub standing: Confidence,
}

/// How sure an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// The caller has given it, another solution confirms it, or there is only one.
    Settled,
    /// It would change what others rely on.
    Changed,
    /// No other solution confirms it.
    Unconfirmed,
}

/// Answers questions.
pub trait Question {
    /// Whether the proposal is to be written.
    ///
    /// # Errors
    /// When the use case is cancelled instead, or nobody can be asked because of a failure.
    fn agrees(&mut self, proposal: &Proposal<'_>) -> Result<bool, crate::Error>;

    /// Whether an answer is to be saved that no other solution confirms.
    ///
    /// # Errors
    /// Those of [`Question::agrees`].
    fn saves_unconfirmed(&mut self) -> Result<bool, crate::Error>;
}

/// Agrees to everything: for programs whose caller has decided already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Yes;

impl Question for Yes {
    fn agrees(&mut self, _: &Proposal<'_>) -> Result<bool, crate::Error> {
        Ok(true)
    }

    fn saves_unconfirmed(&mut self) -> Result<bool, crate::Error> {
        Ok(true)
    }
}
