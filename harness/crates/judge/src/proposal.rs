//! What a person is asked before something is written or sent, and hears of it:
//! [`Listener`](crate::Listener) answers.

use model::Test;
use remote::{Address, Progress, Receipt};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A test, and what the model solution prints for it.
pub type AnsweredTest = (Arc<Test>, Vec<u8>);

/// New answers of tests, before they are written.
pub struct Proposal<'a> {
    /// Where they come from, in words: `2 answers from nim/nim.rs, confirmed by nim/brute.rs`.
    pub origin: &'a str,
    /// Each test with the new bytes of its answer file.
    pub answers: &'a [AnsweredTest],
    /// What a person should know before agreeing.
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

/// What a submission is about to be, or has become.
#[derive(Clone, Copy, Debug)]
pub enum Sending<'a> {
    /// The extension of the browser is to fetch it.
    WaitsForBrowser,
    /// The browser has it, and opens this page.
    InBrowser(&'a Address),
    /// The judge has it.
    Arrived(&'a Receipt),
    /// How far the judge is.
    Judged(&'a Progress),
    /// It could not be remembered in this file.
    NotRemembered(&'a Path, &'a io::Error),
}
