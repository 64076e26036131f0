//! Inputs that a problem's grammar allows, and another of its validators refuses.

use crate::source::{Grammar, inputs_of};
use ctd::Caps;
use engine::run::{Input, Objection, Runner, Sink};
use model::{Fault, Problem};
use std::sync::Arc;

/// An input, and why it was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub input: Vec<u8>,
    pub words: String,
}

/// How many inputs are tried. A number, not a time, so that each run tries the same ones.
const INPUTS: usize = 60;

/// Largest size of an input, in bytes: people are going to read it.
const BYTES: usize = 1 << 12;

/// Returns the first input of the grammar that one of the problem's validators refuses.
///
/// # Errors
/// A validator that cannot be built, or ends without an answer.
pub fn refusal(
    runner: &Runner<'_>,
    problem: &Arc<Problem>,
    grammar: &Grammar,
    sink: &mut dyn Sink,
) -> Result<Option<Refusal>, Fault> {
    let trials = runner.trials(problem, &[], None, sink);
    let caps = Caps { bytes: BYTES, cancel: Some(trials.cancel_flag()), ..Caps::default() };
    let inputs = inputs_of(grammar, 1, INPUTS, &caps);
    trials.alone(|trial| {
        for input in &inputs {
            match trial.objection(&Input::new(input.clone())?)? {
                Some(Objection::None) => {}
                Some(Objection::Invalid(words)) => return Ok(Some(Refusal { input: input.clone(), words })),
                None => return Ok(None),
            }
        }
        Ok(None)
    })
}
