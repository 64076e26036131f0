//! From facts to a judgement: the one place where verdicts are made.
//!
//! Pure but for reading the files it is given. It does not know how the program was run, nor how anything is shown. What it cannot
//! decide because *we* failed (an answer file that cannot be read) is a [`Fault`], never a verdict.

use crate::model::{Comparison, Fault, Judgement, Limits, Outcome};
use std::fs::File;
use std::path::Path;

/// A run to be judged by a built-in comparison.
pub struct Case<'a> {
    pub outcome: &'a Outcome,
    pub limits: &'a Limits,
    /// What the program wrote, positioned anywhere.
    pub stdout: &'a File,
    pub stderr: &'a File,
    pub input: &'a Path,
    pub answer: &'a Path,
}

/// Judges a run by comparing its output with the answer.
///
/// # Errors
/// A content fault when the answer (or, for the evidence, the input) cannot be read.
pub fn judge(case: &Case<'_>, comparison: &Comparison) -> Result<Judgement, Fault> {
    let _ = (case, comparison);
    todo!("judge helper")
}
